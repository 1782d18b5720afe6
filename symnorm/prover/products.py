"""Products of what is known, as facts for a linear search (Positivstellensatz of degree two). Not trusted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from ..checker.calculus.polynomial import Polynomial
from ..checker.calculus.quotient import Quotient
from ..checker.forms import Form
from ..checker.readback import atom, polynomial
from .factors import factors
from .linear import SIMPLE, Fact, Linear
from .squares import larger

MAX_FACTORS = 12
"""Of so many facts all products of two are tried."""

MAX_SQUARED = 5
"""Of so many generators the squares of all sums and differences of two are tried."""


def products(search: Linear, q: Quotient, facts: Sequence[Fact]) -> Iterator[Fact]:
    """The products of two facts each that may have to do with a quantity, the simplest first."""
    atoms = set(q.num.atoms()).union(*(p.atoms() for p in q.den))
    near = [f for f in facts if f.value.as_constant() is None and not atoms.isdisjoint(f.value.num.atoms())]
    for one, other in combinations_with_replacement(near[:MAX_FACTORS], 2):
        yield from search.shown(("mul", one.witness, other.witness))


def cleared(search: Linear, q: Quotient, facts: Sequence[Fact]) -> Iterator[Fact]:
    """What stands above in fractions with positive denominators."""
    for fact in facts:
        below = [p for p, e in fact.value.den.items() for _ in range(e)]
        positive = [search.witness(search.ring.quotient(p, {}), ">", SIMPLE) for p in below]
        if below and None not in positive:
            yield from search.shown(("mul", fact.witness, *positive))


def squares(search: Linear, q: Quotient, facts: Sequence[Fact]) -> Iterator[Fact]:
    """The squares of generators that stand in a quantity, and of the sums and differences of two of them."""
    generators = [atom(search.ring, a) for a in sorted(set(q.num.atoms()), reverse=True)][:MAX_SQUARED]
    for form in generators:
        yield from search.shown(("sq", form))
        yield from search.shown(("sq", ("add", form, ("num", "-1"))))
        yield from search.shown(("sq", ("add", form, ("num", "1"))))
    for one, other in combinations(generators, 2):
        yield from search.shown(("sq", ("add", one, ("neg", other))))
        yield from search.shown(("sq", ("add", one, other)))


def by_factors(search: Linear, q: Quotient, facts: Sequence[Fact]) -> Iterator[Fact]:
    """The quantity itself, where each of its factors has a sign."""
    parts: list[Form] = []
    found = factors(q.num)
    if q.den or sum(e for _, e in found) < 2 or not search.may_go_deeper:
        return
    for p, e in found:
        factor = search.ring.quotient(p, {})
        with search.deeper():
            inner = search.witness(factor, ">", search.sources) or search.witness(factor, ">=", search.sources)
        if inner is None and e % 2:
            return
        parts += [inner] * e if inner is not None else [("sq", polynomial(search.ring, p))] * (e // 2)
    yield from search.shown(("mul", *parts))


def by_squares(search: Linear, q: Quotient, facts: Sequence[Fact]) -> Iterator[Fact]:
    """The quantity itself, a - b with a >= 0, where a^2 - b^2 is not negative: so it is with roots."""
    if q.den or not search.may_go_deeper:
        return
    above = {m: c for m, c in q.num.terms.items() if c > 0}
    below = {m: -c for m, c in q.num.terms.items() if c < 0}
    if not (above and below):
        return
    a, b = (polynomial(search.ring, Polynomial(terms)) for terms in (above, below))
    with search.deeper():
        high, low = search.signs.define(a), search.signs.define(b)
        is_positive = search.witness(high, ">=", SIMPLE)
        more = None if is_positive is None else search.witness(high * high - low * low, ">=", search.sources)
    if is_positive is not None and more is not None:
        yield from search.shown(larger(a, b, is_positive, more, search.signs.define))
