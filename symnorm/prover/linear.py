"""Signs as non-negative combinations of what is known, found by linear programming in exact numbers. Not trusted.

A quantity q is not negative where q = sum of c f + sum of d e, with numbers c >= 0, what is known not to be negative f,
and what is known to vanish e. The monomials of the normal forms are the unknowns. What is found is a sum of products of
the checker's own witnesses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..checker.calculus.budget import TooLarge
from ..checker.calculus.polynomial import Monomial, Number, Polynomial
from ..checker.calculus.quotient import Quotient, Undefined
from ..checker.forms import Form, set_of
from ..checker.logic.entry import Rejected, Undischarged
from ..checker.logic.rules import sign
from ..checker.readback import read_back
from .facts import Open
from .simplex import combination

if TYPE_CHECKING:
    from .signs import Signs

MAX_FACTS = 150
"""So many facts are combined; those that come first are the simpler ones."""

MAX_TERMS = 300
"""A fact of more terms is left out."""

MAX_DENOMINATORS = 6
"""So many different denominators are brought together."""
MAX_DEPTH = 2
"""So deep is the sign of one quantity looked for by that of another."""


@dataclass(frozen=True)
class Fact:
    """A quantity that is not negative, or is positive, with its witness."""

    witness: Form
    value: Quotient
    is_positive: bool


@dataclass(frozen=True)
class Zero:
    """A quantity that vanishes: a relation as the checker reads it, times a cofactor, and the value of the product."""

    relation: Form
    cofactor: Quotient
    value: Quotient


Source = Callable[["Linear", Quotient, Sequence[Fact]], Iterable[Fact]]
"""A function that finds more facts for a quantity, beside those that are at hand."""


class Linear:
    """The search for combinations in one step.

    `sources` are where facts come from, the simplest first, `zeros` the equations that may be used, and `forms` is what
    is written and may tell what to look at.
    """

    def __init__(
        self, signs: Signs, sources: Sequence[Source] = (), zeros: Sequence[Zero] = (), forms: Sequence[Form] = ()
    ) -> None:
        self.signs, self.ring, self.sources = signs, signs.ring, sources
        self._zeros, self.forms = list(zeros), forms
        self.compare = self.differ
        self._depth = 0
        self._kept: dict[tuple[Quotient, str, int, int], Form | None] = {}

    def use(self, zeros: Iterable[Zero]) -> None:
        """Uses more of what vanishes."""
        self._zeros += zeros

    @property
    def may_go_deeper(self) -> bool:
        """Whether the search for a quantity may ask for the sign of another that is no simpler."""
        return self._depth < MAX_DEPTH

    @property
    def is_at_the_top(self) -> bool:
        """Whether a quantity is one that was asked for, and not one whose sign tells that of another."""
        return not self._depth

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Within it, one goes deeper by one."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1

    def witness(self, q: Quotient, relation: str, sources: Sequence[Source]) -> Form | None:
        """A witness that q stands in the relation to 0, or None."""
        if relation == "!=":
            found = self.witness(q, ">", sources)
            if found is None and (other := self.witness(-q, ">", sources)) is not None:
                found = ("neg", other)
            return found
        if self.signs.is_hopeless(q, relation):
            return None
        key = q, relation, len(sources), self._depth
        if key not in self._kept:
            self._kept[key] = self._witness(q, relation, sources)
        return self._kept[key]

    def _witness(self, q: Quotient, relation: str, sources: Sequence[Source]) -> Form | None:
        facts: list[Fact] = []
        for source in sources:
            facts += self._new(source(self, q, facts), facts)
            found = self.combined(q, relation, facts)
            if found is not None:
                return found
        return self._without_denominators(q, relation, sources) if q.den else None

    def shown(self, witness: Form) -> Iterator[Fact]:
        """The inequality that a witness shows, if any; the conditions under which it is defined are established."""
        with suppress(Open, Rejected, Undefined, TooLarge):
            while True:
                try:
                    value, shown = sign(self.signs.step, witness)
                    break
                except Undischarged as error:
                    self.signs.establish(error.duty)
            if shown != "!=":
                yield Fact(witness, value, shown == ">")

    def differ(self, low: Form, high: Form) -> Form | None:
        """A witness for high - low > 0, or for high - low >= 0; or None."""
        q = self.signs.define(("add", high, ("neg", low)))
        return self.witness(q, ">", SIMPLE) or self.witness(q, ">=", SIMPLE)

    def atoms(self, q: Quotient) -> list[int]:
        """The generators in a quantity, and in what vanishes."""
        polynomials = [p for v in (q, *(z.value for z in self._zeros)) for p in (v.num, *v.den)]
        return list(dict.fromkeys(a for p in polynomials for a in p.atoms()))

    def indices(self, like: str) -> list[str]:
        """The indices of the set of another one that stand for one channel each."""
        named = {i for names in self.ring.indices_of.values() for i in names if i[0] not in ".#*"}
        return sorted(i for i in named if set_of(i) == set_of(like))

    @staticmethod
    def _new(found: Iterable[Fact], facts: Sequence[Fact]) -> Iterator[Fact]:
        """Those of the facts that found that say something that is not said yet."""
        said = {f.value: f.is_positive for f in facts}
        for fact in found:
            is_new = fact.is_positive > said.get(fact.value, fact.is_positive - 1)
            if is_new and len(fact.value.num.terms) <= MAX_TERMS:
                said[fact.value] = fact.is_positive
                yield fact

    # --- where facts come from ----------------------------------------------------------------------------

    def known(self, q: Quotient, facts: Sequence[Fact]) -> Iterator[Fact]:
        """One is positive; and what hypotheses, earlier lines and conditions say."""
        yield Fact(("num", "1"), self.ring.constant(1), True)
        for witness, value, shown in self.signs.facts.all():
            if shown != "!=" and value.as_constant() is None:
                yield Fact(witness, value, shown == ">")

    def monomials(self, q: Quotient, facts: Sequence[Fact]) -> Iterator[Fact]:
        """Monomials with a sign of their own: even powers, roots, exponentials, sums of squares, products of these."""
        values = [q, *(f.value for f in facts), *(z.value for z in self._zeros)]
        for monomial in dict.fromkeys(m for v in values if not v.den for m in v.num.terms if m):
            yield from self._of_monomial(monomial)

    def _of_monomial(self, monomial: Monomial) -> Iterator[Fact]:
        """A monomial, or its negative, where it is positive; or else where it is not negative."""
        p = Polynomial({monomial: 1})
        for relation in (">", ">="):
            witness = self.signs.factors.positive_sum(p, {}, relation)
            witness = witness or self._of_factors(monomial, relation)
            if witness is not None:
                yield from self.shown(witness)
                return

    def _of_factors(self, monomial: Monomial, relation: str) -> Form | None:
        """The product of factors, each of which is positive, or negative."""
        parts: list[Form] = []
        for a, e in monomial:
            factor = self.ring.generator(self.ring.keys[a])
            witness = self.signs.factors.known(factor, relation) or self.signs.factors.known(-factor, relation)
            if witness is None:
                return None
            parts += [witness] * e
        return ("mul", *parts)

    # --- combinations -------------------------------------------------------------------------------------

    def combined(self, q: Quotient, relation: str, facts: Sequence[Fact]) -> Form | None:
        """A witness for q made of facts and of what vanishes, or None."""
        scale = self.ring.quotient(Polynomial.constant(1), self._common(q, facts)).inverse()
        target = self._terms(q, scale)
        if target is None:
            return None
        signed = [(f, 1) for f in facts[:MAX_FACTS]] + [(z, times) for z in self._zeros for times in (1, -1)]
        columns = [self._terms(part.value.scaled(times), scale) or {} for part, times in signed]
        strict = [n for n, (f, _) in enumerate(signed) if isinstance(f, Fact) and f.is_positive and columns[n]]
        if relation == ">" and not strict:
            return None
        found = combination(columns, target, strict if relation == ">" else ())
        if found is None:
            return None
        parts = [(c * signed[n][1], signed[n][0]) for n, c in found.items()]
        return self._put_together(q, relation, parts)

    def _common(self, q: Quotient, facts: Sequence[Fact]) -> dict[Polynomial, int]:
        """The denominators of a quantity, and of the facts that may have to do with it."""
        below = dict(q.den)
        for value in (*(f.value for f in facts), *(z.value for z in self._zeros)):
            both = {p: max(below.get(p, 0), value.den.get(p, 0)) for p in {**below, **value.den}}
            if len(both) <= MAX_DENOMINATORS:
                below = both
        return below

    def _terms(self, value: Quotient, scale: Quotient) -> dict[Monomial, Number] | None:
        """The terms of a quantity over the common denominator; None where there is no such."""
        with suppress(TooLarge, Undefined):
            whole = value * scale
            if not whole.den and len(whole.num.terms) <= MAX_TERMS:
                return whole.num.terms
        return None

    def _put_together(self, q: Quotient, relation: str, parts: Sequence[tuple[Number, Fact | Zero]]) -> Form | None:
        """The witness for a combination: the checker has to find that it shows what it should."""
        summands = [times(c, f.witness) for c, f in parts if isinstance(f, Fact)] or [("num", "0")]
        witness: Form = summands[0] if len(summands) == 1 else ("add", *summands)
        equal = [(z.relation, read_back(z.cofactor.scaled(c))) for c, z in parts if isinstance(z, Zero)]
        if equal:
            written = read_back(q)
            for form in (written, *(cofactor for _, cofactor in equal)):
                self.signs.define(form)
            witness = ("is", written, witness, ("ident", tuple(equal), None))
        return witness if self.signs.shows(witness, q, relation) else None

    def _without_denominators(self, q: Quotient, relation: str, sources: Sequence[Source]) -> Form | None:
        """A witness for a fraction with denominators whose signs are known, from one for what stands above."""
        above, parts = self.ring.quotient(q.num, {}), []
        for p, e in q.den.items():
            below, even = self.ring.quotient(p, {}), self.ring.quotient(p**e, {})
            if e % 2 == 0 and (inner := self.witness(even, ">", SIMPLE)) is not None:
                parts.append(("inv", inner))
                continue
            inner = self.witness(below, ">", SIMPLE)
            if inner is None and (inner := self.witness(-below, ">", SIMPLE)) is not None and e % 2:
                above = -above
            if inner is None:
                return None
            parts += [("inv", inner)] * e
        found = self.witness(above, relation, sources)
        return None if found is None else ("mul", found, *parts)


SIMPLE: tuple[Source, ...] = (Linear.known, Linear.monomials)
"""Where facts come from, the simplest first: what is known, and monomials that have a sign of their own."""

def times(c: Number, witness: Form) -> Form:
    """A multiple of a witness."""
    if c == 1:
        return witness
    number: Form = ("num", str(c))
    return number if witness == ("num", "1") else ("mul", number, witness)
