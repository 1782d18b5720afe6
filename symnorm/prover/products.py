"""Products of what is known, as facts for a linear search (Positivstellensatz of degree two). Not trusted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from ..checker.calculus.polynomial import Polynomial
from ..checker.calculus.quotient import Quotient
from ..checker.forms import Form
from ..checker.readback import atom, polynomial
from .factors import factors
from .linear import SIMPLE, Fact, Linear, times
from .squares import larger

MAX_FACTORS = 12
"""Of so many facts all products of two are tried."""

MAX_SQUARED = 5
"""Of so many generators the squares of all sums and differences of two are tried."""

MAX_VARIABLES, MAX_DEGREE = 6, 8
"""A polynomial in so many generators, of such a degree, is looked for as a sum of squares."""


def products(search: Linear, q: Quotient, facts: Sequence[Fact]) -> Iterator[Fact]:
    """The products of two facts each that may have to do with a quantity, the simplest first."""
    atoms = set(q.num.atoms()).union(*(p.atoms() for p in q.den))
    near = [f for f in facts if f.value.as_constant() is None and not atoms.isdisjoint(f.value.num.atoms())]
    for one, other in combinations_with_replacement(near[:MAX_FACTORS], 2):
        yield from search.shown(("mul", one.witness, other.witness))


def cleared(search: Linear, q: Quotient, facts: Sequence[Fact]) -> Iterator[Fact]:
    """The numerators of facts whose denominators are positive: such a fact times its denominators."""
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
    roots = search.ring.numbers_of["sqrt"]
    positive = {m for m, c in q.num.terms.items() if c > 0}
    rooted = {m for m in positive if any(a in roots for a, _ in m)}
    for above in (positive, rooted) if rooted != positive else (positive,):
        if not 0 < len(above) < len(q.num.terms):
            continue
        high, low = Polynomial({}), Polynomial({})
        for m, c in q.num.terms.items():
            high, low = (high + Polynomial({m: c}), low) if m in above else (high, low + Polynomial({m: -c}))
        a, b = polynomial(search.ring, high), polynomial(search.ring, low)
        with search.deeper():
            p, r = search.signs.define(a), search.signs.define(b)
            is_positive = search.witness(p, ">=", SIMPLE)
            more = None if is_positive is None else search.witness(p * p - r * r, ">=", search.sources)
        if is_positive is not None and more is not None:
            yield from search.shown(larger(a, b, is_positive, more, search.signs.define))
            return


def weighted_squares(search: Linear, q: Quotient, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Linear facts times the squares of generators, and of the differences of two."""
    generators = [atom(search.ring, a) for a in sorted(set(q.num.atoms()), reverse=True)][:MAX_SQUARED]
    weights = [f for f in facts if not f.value.den and _degree(f.value.num) == 1][:MAX_SQUARED]
    if _degree(q.num) < 3 or len(generators) < 2:
        return
    differences = [("add", one, ("neg", other)) for one, other in combinations(generators, 2)]
    for weight in weights:
        for form in (*differences, *generators):
            yield from search.shown(("mul", weight.witness, ("sq", form)))


def sums_of_squares(search: Linear, q: Quotient, facts: Sequence[Fact]) -> Iterator[Fact]:
    """The quantity itself, as a sum of squares and of multiples of what is known, or that times 1 + a^2 + b^2 + ..."""
    from .gram import half, sum_of_squares

    atoms = sorted(set(q.num.atoms()), reverse=True)
    if q.den or not 0 < len(atoms) <= MAX_VARIABLES or _degree(q.num) > MAX_DEGREE:
        return
    one = [f for f in facts if f.value.as_constant() == 1]
    near = [f for f in facts if not f.value.den and set(f.value.num.atoms()) <= set(atoms)]
    near = [*one, *(f for f in near if f not in one and _degree(f.value.num) <= _degree(q.num))][:MAX_FACTORS]
    more = sum((Polynomial.atom(a, 2) for a in atoms), Polynomial.constant(1))
    attempts = [(q.num, one), (q.num, near), (q.num * more, [])]
    for p, known in attempts if search.is_at_the_top else attempts[:1]:
        found = sum_of_squares(p, [f.value.num for f in known], half(p, [f.value.num for f in known]))
        if found is None:
            continue
        parts = [times(d, ("sq", polynomial(search.ring, s))) for d, s in found.squares]
        parts += [times(c, known[n].witness) for n, c in found.multiples.items()]
        witness: Form = ("add", *parts) if parts else ("num", "0")
        if p is not q.num:
            squares_ = [("sq", atom(search.ring, a)) for a in atoms]
            witness = ("mul", ("inv", ("add", ("num", "1"), *squares_)), witness)
        yield from search.shown(witness)
        return


def _degree(p: Polynomial) -> int:
    return max((sum(e for _, e in m) for m in p.terms), default=0)
