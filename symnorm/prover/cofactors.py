"""Finding the cofactors of an identity: target = sum of cofactor * relation. Not trusted.

By elimination: one generator after the other is removed from the target by pseudo-division through
a relation, the relations taken in the order given and then in others. Where that leads nowhere, SymPy computes
a Groebner basis.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from ..checker.calculus.budget import TooLarge
from ..checker.calculus.polynomial import Monomial, Number, Polynomial, ratio, whole
from ..checker.calculus.quotient import Quotient
from ..checker.calculus.ring import Ring
from .factors import degree_in

PATIENCE, QUICK, MAX_COMPARISONS = 4, 12_000, 500_000
"""After so many eliminations that lead nowhere, a Groebner basis is asked if it is found in so many comparisons; in the
end it may take more: about a second."""

MAX_TRIES = 60
MAX_REST = 600
MAX_PRODUCT = 20_000
MAX_BASIS = 60
"""Beyond these sizes a search is given up: a step that needs more is better split in two."""


Row = tuple[Polynomial, dict[int, Number]]
"""A combination of relations, with the numbers that it is made with."""


@dataclass(frozen=True)
class Combination:
    """multiplier * target = sum of cofactors * relations."""

    multiplier: Quotient
    cofactors: list[Quotient]


def combine(target: Quotient, relations: list[Quotient]) -> Iterator[Combination]:
    """Combinations that show target = 0, given that the relations are 0; the simplest first."""
    ring = target.ring
    one = ring.constant(1)
    if not target:
        yield Combination(one, [ring.constant(0) for _ in relations])
        return
    live = [n for n, r in enumerate(relations) if r]
    linear = _linear(target, [relations[n] for n in live])
    if linear is not None:
        constants = dict(zip(live, linear, strict=True))
        yield Combination(one, [ring.constant(constants.get(n, 0)) for n in range(len(relations))])
    plain = [relations[n].num for n in live]
    tried, success = 0, False
    for nums, conjugates in _families(ring, plain):
        for n, p in enumerate(nums):
            multiple = p.divided_by(target.num)
            if multiple is not None:
                found = [conjugates[n] if k == n else Polynomial({}) for k in range(len(nums))]
                success = True
                yield _scaled(target, relations, live, ring.quotient(multiple, {}), found)
        for elimination in _eliminations(ring, target.num, nums):
            tried += 1
            if elimination is not None:
                multiplier, cofactors = elimination
                found = [c * d for c, d in zip(cofactors, conjugates, strict=True)]
                success = True
                yield _scaled(target, relations, live, ring.quotient(multiplier, {}), found)
            if tried == PATIENCE and not success:
                in_ideal = _in_ideal(ring, target.num, plain, QUICK)
                if in_ideal is not None:
                    yield _scaled(target, relations, live, one, in_ideal)
                    return
    if not success:
        in_ideal = _in_ideal(ring, target.num, plain, MAX_COMPARISONS)
        if in_ideal is not None:
            yield _scaled(target, relations, live, one, in_ideal)
    if len(plain) == 1:
        yield from (_scaled(target, relations, live, m, [c]) for m, c in _by_factors(ring, target.num, plain[0]))


def _by_factors(ring: Ring, target: Polynomial, relation: Polynomial) -> Iterator[tuple[Quotient, Polynomial]]:
    """(u, c) with u target = c relation: u are the factors of the relation that the target does not have.

    What stands under a root is the square of that: c - 4 has the factor sqrt(c) - 2.
    """
    from .sympy_side import factor_list

    if max(len(target.terms), len(relation.terms)) > MAX_BASIS:
        return
    below = {number: a for a, q in _roots(ring, [target, relation]) if (number := q.as_atom()) is not None}
    rest, lifted = _lifted(target, below), _lifted(relation, below)
    whole, multiplier = rest, Polynomial.constant(1)
    for factor, times in factor_list(lifted):
        for _ in range(times):
            quotient = rest.divided_by(factor)
            rest, multiplier = (rest, multiplier * factor) if quotient is None else (quotient, multiplier)
    cofactor = (multiplier * whole).divided_by(lifted)
    if cofactor is not None and rest != whole:
        yield ring.quotient(multiplier, {}), cofactor


def _lifted(p: Polynomial, roots: dict[int, int]) -> Polynomial:
    """A polynomial with the square of its root in the place of a generator."""
    terms: dict[Monomial, Number] = {}
    for monomial, c in p.terms.items():
        powers: dict[int, int] = {}
        for a, e in monomial:
            b, times = (roots[a], 2) if a in roots else (a, 1)
            powers[b] = powers.get(b, 0) + times * e
        key = tuple(sorted(powers.items(), reverse=True))
        terms[key] = terms.get(key, 0) + c
    return Polynomial({key: c for key, c in terms.items() if c})


def _in_ideal(
    ring: Ring, target: Polynomial, relations: list[Polynomial], most: int
) -> list[Polynomial] | None:
    """Cofactors by a Groebner basis of the relations and of what the square roots satisfy, in so many comparisons."""
    roots = [Polynomial.atom(a, 2) * _below(q) - q.num for a, q in _roots(ring, [target, *relations])]
    if sum(len(p.terms) for p in [target, *relations, *roots]) > MAX_BASIS:
        return None
    from .sympy_side import ideal_cofactors

    try:
        found = ideal_cofactors(target, relations + roots, most)
    except TooLarge:
        return None
    return found[: len(relations)] if found is not None else None


def _families(ring: Ring, plain: list[Polynomial]) -> Iterator[tuple[list[Polynomial], list[Polynomial]]]:
    """Families of relations to eliminate with, and their conjugates: as they are, then rid of their square roots."""
    yield plain, [Polynomial.constant(1)] * len(plain)
    normed = [_norm(ring, p) for p in plain]
    if any(conjugate != Polynomial.constant(1) for _, conjugate in normed):
        yield [p for p, _ in normed], [c for _, c in normed]


def _linear(target: Quotient, relations: list[Quotient]) -> list[Number] | None:
    """Rational numbers c with target = sum of c_n * relations_n, by elimination over the terms."""
    below: dict[Polynomial, int] = {}
    for q in (target, *relations):
        for p, e in q.den.items():
            below[p] = max(e, below.get(p, 0))
    if sum(len(q.num.terms) for q in (target, *relations)) > MAX_REST:
        return None
    rows: list[Row] = [(q.over(below), {n: 1}) for n, q in enumerate(relations)]
    rest, answer = target.over(below), [Fraction(0)] * len(relations)
    while rest:
        monomial, value = rest.leading()
        pivot = next((row for row in rows if monomial in row[0].terms), None)
        if pivot is None:
            return None
        rows = [_without(row, pivot, monomial) for row in rows if row is not pivot]
        factor = ratio(value, pivot[0].terms[monomial])
        rest = rest - pivot[0].scaled(factor)
        for n, c in pivot[1].items():
            answer[n] += c * factor
    return [whole(c) for c in answer]


def _without(row: Row, pivot: Row, monomial: Monomial) -> Row:
    """The row with one term removed by subtracting a multiple of the pivot row."""
    if monomial not in row[0].terms:
        return row
    factor = ratio(row[0].terms[monomial], pivot[0].terms[monomial])
    numbers = {n: row[1].get(n, 0) - factor * pivot[1].get(n, 0) for n in {**row[1], **pivot[1]}}
    return row[0] - pivot[0].scaled(factor), numbers


def _norm(ring: Ring, p: Polynomial) -> tuple[Polynomial, Polynomial]:
    """(p c, c) with no square root left in p c: the product with all conjugates, within bounds."""
    result, conjugates = p, Polynomial.constant(1)
    for _ in range(3):
        roots = [a for a in sorted(set(result.atoms()), reverse=True) if ring.keys[a][0] == "sqrt"]
        others = (_conjugate(result, a) for a in roots)
        other = next((p for p in others if p != -result), None)
        if other is None:  # no roots, or each is a factor of the whole
            break
        if len(other.terms) * len(result.terms) > MAX_PRODUCT:
            return p, Polynomial.constant(1)
        squared = ring.quotient(result * other, {})
        result, conjugates = squared.num, conjugates * other * _below(squared)
    return result, conjugates


def _conjugate(p: Polynomial, root: int) -> Polynomial:
    return Polynomial({m: -c if dict(m).get(root, 0) % 2 else c for m, c in p.terms.items()})


def _roots(ring: Ring, polynomials: list[Polynomial]) -> list[tuple[int, Quotient]]:
    atoms = sorted({a for p in polynomials for a in p.atoms() if ring.keys[a][0] == "sqrt"}, reverse=True)
    return [(a, ring.keys[a][1]) for a in atoms]


def _below(q: Quotient) -> Polynomial:
    product = Polynomial.constant(1)
    for p, e in q.den.items():
        product = product * p**e
    return product


def _scaled(
    target: Quotient, relations: list[Quotient], live: list[int], multiplier: Quotient, found: list[Polynomial]
) -> Combination:
    """From numerators to the quotients themselves: u N = sum c_n N_n, N = D t, N_n = D_n r_n."""
    ring = target.ring
    below = ring.quotient(_below(target), {})
    cofactors = [ring.constant(0) for _ in relations]
    for n, c in zip(live, found, strict=True):
        cofactors[n] = ring.quotient(c, {}) * ring.quotient(_below(relations[n]), {}) / below
    return Combination(multiplier, cofactors)


def _eliminations(
    ring: Ring, target: Polynomial, relations: list[Polynomial]
) -> Iterator[tuple[Polynomial, list[Polynomial]] | None]:
    """(u, c) with u target = sum c_n relations_n, by eliminating one generator per relation; None where it fails."""
    tries = 0
    for order in permutations(range(len(relations))):
        for choice in _choices(ring, target, relations, order):
            tries += 1
            if tries > MAX_TRIES:
                return
            try:
                found = _eliminate(ring, target, relations, order, choice)
            except TooLarge:
                found = None
            yield found
        if len(relations) > 5:
            return


def _choices(
    ring: Ring, target: Polynomial, relations: list[Polynomial], order: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """One generator to eliminate for each relation: of low degree with a simple coefficient, if possible."""
    options = []
    for n in order:
        p = relations[n]

        def rank(a: int, p: Polynomial = p) -> tuple[int, int, int, int]:
            degree = degree_in(p, a)
            return degree, -_weight(ring, a), len(_coefficient(p, a, degree).terms), a

        options.append(sorted(set(p.atoms()), key=rank)[:4])

    def walk(n: int) -> Iterator[tuple[int, ...]]:
        if n == len(options):
            yield ()
            return
        for a in options[n]:
            for rest in walk(n + 1):
                yield (a, *rest)

    yield from walk(0)


def _weight(ring: Ring, a: int) -> int:
    """How much one wants to be rid of a generator: derivatives of unknown functions most of all."""
    key = ring.keys[a]
    return {"app": 3 + sum(key[2]) if key[0] == "app" else 0, "log": 3, "exp": 3}.get(key[0], 1)


def _eliminate(
    ring: Ring, target: Polynomial, relations: list[Polynomial], order: tuple[int, ...], atoms: tuple[int, ...]
) -> tuple[Polynomial, list[Polynomial]] | None:
    rest, multiplier = target, Polynomial.constant(1)
    cofactors = [Polynomial({}) for _ in relations]
    for _ in range(2):
        for n, a in zip(order, atoms, strict=True):
            scale, quotient, rest = _pseudo_divide(rest, relations[n], a)
            cofactors = [c * scale for c in cofactors]
            multiplier = multiplier * scale
            cofactors[n] = cofactors[n] + quotient
            if len(rest.terms) > MAX_REST:
                raise TooLarge("an elimination that grows")
            if not ring.quotient(rest, {}):
                return multiplier, cofactors
            for k, g in enumerate(relations):
                factor = rest.divided_by(g)
                if factor is not None:
                    cofactors[k] = cofactors[k] + factor
                    return multiplier, cofactors
        if len(relations) == 1:
            break
    return None


def _pseudo_divide(f: Polynomial, g: Polynomial, a: int) -> tuple[Polynomial, Polynomial, Polynomial]:
    """(s, q, r) with s f = q g + r and the degree of r in the generator a below that of g."""
    top = degree_in(g, a)
    lead = _coefficient(g, a, top)
    scale, quotient, rest = Polynomial.constant(1), Polynomial({}), f
    if not top:
        return scale, quotient, rest
    constant = lead.as_constant()
    while (degree := degree_in(rest, a)) >= top and rest:
        head = _coefficient(rest, a, degree)
        if len(head.terms) * len(g.terms) > MAX_PRODUCT or len(rest.terms) * len(lead.terms) > MAX_PRODUCT:
            raise TooLarge("an elimination that grows")
        power = Polynomial.atom(a, degree - top) if degree > top else Polynomial.constant(1)
        exact = head.scaled(ratio(1, constant)) if constant else head.divided_by(lead)
        if exact is not None:
            quotient = quotient + exact * power
            rest = rest - exact * power * g
        else:
            other = dict(head.content())
            common = tuple((b, min(e, other[b])) for b, e in lead.content() if b in other)
            up, down = lead.over(common), head.over(common)
            scale, quotient = scale * up, quotient * up + down * power
            rest = rest * up - down * power * g
    return scale, quotient, rest


def _coefficient(p: Polynomial, a: int, degree: int) -> Polynomial:
    return Polynomial(
        {tuple((b, e) for b, e in m if b != a): c for m, c in p.terms.items() if dict(m).get(a, 0) == degree}
    )
