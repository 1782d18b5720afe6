"""Finding sign witnesses, and establishing that what is written is defined. Not trusted.

A witness comes from what is known (`facts`), from how an expression is written (`plain`), or from the parts of its
normal form (`factors`). Every one is handed to the checker's own `Step`, which computes its quantity and sign afresh.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property

from ..checker.calculus.budget import TooLarge
from ..checker.calculus.quotient import Duty, Quotient, Undefined
from ..checker.forms import Form, Malformed, free_wholes, subforms
from ..checker.logic.entry import Rejected, Undischarged
from ..checker.logic.rules import establish, sign, solve
from ..checker.logic.step import Step
from ..checker.readback import read_back
from .factors import Factors
from .facts import Facts, Guard, Open
from .linear import SIMPLE, Linear
from .memory import Memory, Usable
from .plain import arguments, by_form
from .squares import beyond

MAX_ORDER = 9
"""No derivative of a higher order is looked for."""

MAX_SEARCHES = 3_000
"""Where a search goes further, the step is better cut in two."""


class Signs:
    """Known signs in one step, and the conditions established so far in `defined`."""

    def __init__(self, step: Step, memory: Memory, usable: Usable) -> None:
        self.step, self.ring, self.normal = step, step.ring, step.normal
        self._estimates = memory.estimates(step) if usable.is_unconditional else []
        self._memory, self._usable = memory, usable
        self.defined: list[Form] = []
        self.guard = Guard()
        earlier = {n: f for n, f in memory.facts.items() if n in usable.entries}
        self.facts = Facts(step, earlier, self.define, self.guard)
        self.factors = Factors(self)
        self._written: dict[Quotient, Form] = {}
        self._sure: set[Form] = set()
        self._hopeless: dict[tuple[Quotient | Form, str, bool], int] = {}
        self._searches = 0
        self.is_last_resort = False
        """Whether all else has failed."""

    # --- being defined ------------------------------------------------------------------------------------

    def define(self, form: Form) -> Quotient:
        """Establishes all that an expression needs to be defined; returns its normal form. Raises Open."""
        value, duties = self.normal(form)
        if form not in self._sure:
            self.note(form)
            for duty in duties:
                self.establish(duty)
            self._sure.add(form)
        return value

    def note(self, form: Form) -> None:
        """Remembers how the arguments of roots, logarithms and divisions are written: the form shows the sign."""
        for a in arguments(form):
            with suppress(Undefined, Malformed, TooLarge):  # then the whole will be judged so as well
                self._written.setdefault(self.normal(a)[0], a)

    def written(self, q: Quotient) -> Form:
        """A quantity as it is written somewhere in the step, or else its normal form."""
        found = self.as_written(q)
        return read_back(q) if found is None else found

    def as_written(self, q: Quotient) -> Form | None:
        """A quantity as it is written somewhere in the step."""
        return self._written.get(q)

    def establish(self, duty: Duty) -> None:
        """Puts a condition and its witness on the list. Raises Open where no witness is found."""
        relation, q = duty
        if self.step.is_established(duty):
            return
        with self.guard.entered("condition", duty) as may:
            if not may:
                raise Open(duty)
            if relation == "exists":
                self._solve(duty)
                return
            if self._recall(q, relation):
                return
            witness = self._found(q, relation)
            if witness is None:
                raise Open(duty)
            form = read_back(q)
            self.define(form)
            establish(self.step, relation, form, witness)
            self.defined.append((relation, form, witness))

    def _solve(self, duty: Duty) -> None:
        """Finds an equation from which a derivative of an unknown function exists. Raises Open where there is none."""
        _, name, orders, args = read_back(duty[1])
        if len(orders) > 1 or orders[0] > MAX_ORDER or args[0][0] not in ("sym", "coord"):
            raise Open(duty)
        lower: Form = ("app", name, (orders[0] - 1,), args)
        if orders[0] > 1:  # the one before has to exist first
            self.establish(("exists", self.ring.generator(("app", name, lower[2], (self.normal(args[0])[0],)))))
        for n, entry in enumerate(self.step.earlier):
            if n not in self._usable.entries or entry.statement[0] != "eq" or not holds_function(entry.statement, name):
                continue
            with suppress(Open, Rejected, Undefined, TooLarge):
                for part in entry.statement[1:]:
                    self.define(part)
                self._open_solve(n, lower)
                self.defined.append(("solved", n, lower))
                return
        raise Open(duty)

    def _open_solve(self, n: int, lower: Form) -> None:
        """Solves an equation for a derivative, with whatever that needs established."""
        while True:
            try:
                solve(self.step, n, lower)
                return
            except Undischarged as error:
                self.establish(error.duty)

    def define_continuous(self, form: Form) -> None:
        """Establishes, as far as may be, that the derivative of each unknown function in an expression exists."""
        value = self.define(form)
        keys = [key for a in value.atoms() for key in self.ring.within(a) if key[0] == "app"]
        for _, name, (order, *more), args in keys:
            with suppress(Open):
                self.establish(("exists", self.ring.generator(("app", name, (order + 1, *more), args))))

    def _recall(self, q: Quotient, relation: str) -> bool:
        """Takes over a condition of an earlier entry, if there is one that decides."""
        origin = self._memory.origin(self.step, (relation, q), self._usable)
        if origin is None:
            return False
        self.define(self.step.earlier[origin[0]].conditions[origin[1]].expression)
        self.step.recall(*origin)
        self.defined.append(origin)
        return True

    # --- witnesses ----------------------------------------------------------------------------------------

    def witness(self, q: Quotient, relation: str) -> Form | None:
        """A witness that q stands in the relation to 0, or None."""
        return self._searched(q, relation, lambda: self._first_shown(q, relation))

    def _first_shown(self, q: Quotient, relation: str) -> Form | None:
        if self.is_hopeless(q, relation):
            return None
        for candidate in self._candidates(q, relation):
            if candidate is not None and self.shows(candidate, q, relation):
                return candidate
        return None

    def _searched(self, what: Quotient | Form, relation: str, search: Callable[[], Form | None]) -> Form | None:
        """The result of a search; one that failed with the present facts is not repeated, none runs inside itself."""
        key = what, relation, self.is_last_resort
        if self._hopeless.get(key) == len(self.facts.all()) or self._searches > MAX_SEARCHES:
            return None
        with self.guard.entered("search", what, relation) as may:
            if not may:
                return None
            self._searches += 1
            before = self.guard.cut
            found = search()
        if found is None and self.guard.cut == before:
            self._hopeless[key] = len(self.facts.all())
        return found

    def shown(self, form: Form, relation: str) -> Form | None:
        """A witness read off the form of an expression, or found otherwise, that the checker would take."""
        q = self.define(form)
        found = self.of_form(form, relation)
        if found is not None and self.shows(found, q, relation):
            return found
        return self._found(q, relation)

    def _found(self, q: Quotient, relation: str) -> Form | None:
        """A witness by what is known, or, in the last resort, by what exponentials are apart from."""
        found = self.witness(q, relation) or Linear(self).witness(q, relation, SIMPLE)
        if found is None and not self.is_last_resort and self.ring.numbers_of["exp"]:
            self.is_last_resort = True
            try:
                found = self.witness(q, relation)
            finally:
                self.is_last_resort = False
        return found

    def shows(self, witness: Form, q: Quotient, relation: str) -> bool:
        """Whether the checker finds that a witness shows that q stands in the relation to 0."""
        try:
            value, shown = sign(self.step, witness)
        except (Rejected, Malformed, Undefined):
            return False
        return not value - q and shown in (relation, ">")

    def _candidates(self, q: Quotient, relation: str) -> Iterator[Form | None]:
        yield self.factors.known(q, relation)
        if self.ring.numbers_of["whole"]:
            yield ("whole", read_back(q))
        if (form := self.as_written(q)) is not None:
            yield self.of_form(form, relation)
        yield self.factors.by_factors(q, relation)
        if relation != "!=":
            yield self.factors.above_a_fact(q, relation)
        if not q.den and (negative := -q) and relation == "!=":
            found = self.factors.by_terms(negative.num, ">")
            yield ("neg", found) if found else None
        yield from self._instances(q)

    def apart_from_one(self, q: Quotient, relation: str) -> Form | None:
        """e^u - 1 is not zero where u is not, and positive where u is.

        With d = e^u - 1, it is (d - u)(u e^u - d) + d^2 + u^2 e^u, over u (e^u + 1), and e^u >= 1 + u says so of u and
        of -u.
        """
        if q.den or len(q.num.terms) != 2:
            return None
        for u in (part[2] for part in subforms(read_back(q)) if part[:2] == ("fn", "exp")):
            d: Form = ("add", ("fn", "exp", u), ("num", "-1"))
            if self.normal(d)[0] not in (q, -q) or (apart := self.witness(self.normal(u)[0], relation)) is None:
                continue
            self.define(u)
            product: Form = ("mul", ("exp-bound", u), ("exp", u), ("exp-bound", ("neg", u)))
            total: Form = ("add", product, ("sq", d), ("mul", ("sq+", apart), ("exp", u)))
            found: Form = ("mul", ("inv", apart), ("inv", ("add", ("exp", u), ("num", "1"))), total)
            if self.normal(d)[0] == q:
                return found
            if relation == "!=":
                return "neg", found
        return None

    def _instances(self, q: Quotient) -> Iterator[Form]:
        """Inequalities that hold for every whole number, taken at those numbers at which they may speak of q."""
        for n, whole in self._of_every_number:
            argued = [a for a in subforms(self.step.earlier[n].statement) if a[0] == "app" and len(a[3]) == 1]
            for _, name, orders, (argument,) in argued:
                if whole not in free_wholes(argument):
                    continue
                rest = self.normal(argument)[0] - self.normal(whole)[0]
                for key in {key for a in q.atoms() for key in self.ring.within(a)}:
                    if key[:3] == ("app", name, orders):
                        yield ("at", n, whole, read_back(key[3][0] - rest))

    @cached_property
    def _of_every_number(self) -> list[tuple[int, Form]]:
        """The inequalities that hold for every whole number of which they speak, with one of these."""
        known = ((n, f) for n, f in self._memory.facts.items() if n in self._usable.entries)
        return [(n, w) for n, f in known if not self.step.earlier[n].assumptions for w in sorted(free_wholes(f))]

    def of_form(self, form: Form, relation: str) -> Form | None:
        """A witness read off the form of an expression: even powers, sums of what is positive, and so on."""
        return self._searched(form, relation, lambda: self._of_form(form, relation))

    def _of_form(self, form: Form, relation: str) -> Form | None:
        try:
            q = self.define(form)
        except Open:
            return None
        if self.ring.numbers_of["whole"] and self.shows(("whole", form), q, relation):
            return ("whole", form)
        direct = self.factors.known(q, relation)
        if direct is not None:
            return direct
        if self.is_hopeless(q, relation):
            return None
        found = beyond(form, self.define) if relation == ">=" else None
        found = found or by_form(form, relation, self.of_form)
        if found is None and form[0] != "def":
            found = self.factors.by_factors(q, relation)
        if found is None and relation == "!=" and form[0] == "add":
            found = by_form(form, ">", self.of_form)
        if found is None and relation != "!=":
            found = self.factors.above_a_fact(q, relation)
        return found or next((one for one in self._instances(q) if self.shows(one, q, relation)), None)

    def whole_number(self, q: Quotient, relation: str) -> Form | None:
        """A witness for a whole number, by what it is made of."""
        witness: Form = ("whole", read_back(q))
        return witness if self.ring.numbers_of["whole"] and self.shows(witness, q, relation) else None

    def is_hopeless(self, q: Quotient, relation: str) -> bool:
        """Whether a quantity has another sign at some point: then there is no use in a search."""
        return relation != "!=" and any(e.is_negative(q) for e in self._estimates)


def holds_function(form: Form, name: str) -> bool:
    """Whether an unknown function stands in a form."""
    return form[:2] == ("app", name) or any(holds_function(p, name) for p in form if isinstance(p, tuple))
