"""Inequalities by the mean value theorem: by.increasing. Not trusted.

With a point a and f' known, f - f(a) is not negative where (t - a) f' is not, and (t - a)(f - f(a)) where f' is not.
The slope, as f' - f'(a) + f'(a), is looked at in the same way, by its own slope, as often as it takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from ..checker.calculus.budget import TooLarge
from ..checker.calculus.quotient import Quotient, Undefined
from ..checker.forms import Form, Malformed
from ..checker.logic.entry import Rejected
from ..checker.logic.rules import sign
from ..checker.readback import read_back
from ..language.by import Rule
from ..language.terms import form
from .facts import Open
from .failures import NotFound, NotPlain
from .linear import Linear, Zero
from .order import ALL, zeros

if TYPE_CHECKING:
    from .prover import Attempt

MAX_SLOPES = 6
"""No higher derivative is looked at."""


def by_increasing(attempt: Attempt, statement: Form, rule: Rule) -> Form:
    """The proof of an inequality whose difference grows away from a point. Raises NotFound."""
    assert rule.term is not None
    assert rule.start is not None
    variable, point = form(rule.term), form(rule.start)
    written, gap, wanted = attempt.gap(statement, "by.increasing")
    search = Rising(attempt, variable, point, list(zeros(attempt, rule.premises)))
    witness = search.witness(written, gap, wanted)
    if witness is not None and attempt.signs.shows(witness, gap, wanted):
        return ("sign", witness)
    if search.refused:
        raise NotFound(f"by.increasing({rule.term}, {rule.start}): {search.refused}", None, gap)
    raise NotPlain(wanted, gap, "increasing")


class Rising:
    """The search along one variable, from one point."""

    def __init__(self, attempt: Attempt, variable: Form, point: Form, known: list[Zero]) -> None:
        self.attempt, self.signs, self.variable, self.point = attempt, attempt.signs, variable, point
        self.ring = attempt.step.ring
        self.way: Form = variable if point == ("num", "0") else ("add", variable, ("neg", point))
        self.refused = ""
        """What the checker says against the point, or the variable."""
        self._linear = Linear(attempt.signs, ALL, known)

    def witness(self, f: Form, q: Quotient, relation: str, depth: int = 0) -> Form | None:
        """A witness for the sign of f: it has one at the point, and then it grows."""
        start = self._at(f)
        if start is None:
            return None
        for wanted in dict.fromkeys((relation, ">=")):
            rise = self._rise(f, wanted, depth)
            if rise is None:
                continue
            if not start:
                return rise if wanted == relation else None
            other = ">=" if wanted == relation else relation
            first = self._sign(read_back(start), other)
            if first is not None:
                return ("add", first, rise)
        return None

    def _sign(self, f: Form, relation: str) -> Form | None:
        with suppress(Open, Rejected, Undefined, Malformed, TooLarge):
            return self.signs.shown(f, relation) or self._linear.witness(self.signs.define(f), relation, ALL)
        return None

    def _at(self, f: Form) -> Quotient | None:
        """The value of f at the point; None where it has none that is known."""
        with suppress(Open, Rejected, Undefined, Malformed, TooLarge):
            return self.signs.define(("at", f, self.variable, self.point))
        return None

    def _slope(self, f: Form) -> Form | None:
        """The slope of f, which has to be defined at the point, too."""
        slope: Form = ("D", f, self.variable)
        with suppress(Open, Rejected, Undefined, Malformed, TooLarge):
            self.signs.define(("at", slope, self.variable, self.point))
            return read_back(self.signs.define(slope))
        return None

    def _rise(self, f: Form, relation: str, depth: int) -> Form | None:
        """A witness for f - f(a), from one for (t - a) f'."""
        slope = self._slope(f) if depth < MAX_SLOPES else None
        if slope is None:
            return None
        for witness in self._away(slope, relation, depth):
            found = self._taken(("rise", self.variable, f, self.point, 1, witness), relation)
            if found is not None:
                return found
        return None

    def _taken(self, witness: Form, relation: str) -> Form | None:
        """A witness that the checker takes, with whatever it needs established."""
        try:
            self.attempt.settled(lambda: sign(self.attempt.step, witness)[0])
            shown = sign(self.attempt.step, witness)[1]
        except (Rejected, Malformed) as error:
            self.refused = self.refused or str(error)
            return None
        except (Open, Undefined, TooLarge):
            return None
        return witness if shown in (relation, ">") else None

    def _away(self, slope: Form, relation: str, depth: int) -> Iterator[Form]:
        """Witnesses for (t - a) f'."""
        product: Form = ("mul", self.way, slope)
        for turned in (False, True):
            way: Form = ("neg", self.way) if turned else self.way
            rate: Form = ("neg", slope) if turned else slope
            ahead = self._sign(way, relation) or self._sign(way, ">=")
            if ahead is None:
                continue
            found = self._sign(rate, relation) or self._sign(rate, ">=")
            if found is None:
                value = self.signs.define(rate)
                found = self.witness(rate, value, relation, depth + 1) or self.witness(rate, value, ">=", depth + 1)
            if found is not None:
                yield ("mul", ahead, found)
        found = self._sign(product, relation)
        if found is not None:
            yield found
        start = self._at(slope)
        if start is not None and not start and relation == ">=":
            yield from self._along(slope, depth + 1)

    def _along(self, slope: Form, depth: int) -> Iterator[Form]:
        """A witness for (t - a)(g - g(a)), from one for g'."""
        bend = self._slope(slope) if depth < MAX_SLOPES else None
        if bend is None:
            return
        found = self._sign(bend, ">=") or self.witness(bend, self.signs.define(bend), ">=", depth + 1)
        if found is not None:
            taken = self._taken(("rise", self.variable, slope, self.point, 0, found), ">=")
            if taken is not None:
                yield taken
