"""Something else in the place of a generator, at whatever depth: another index for an index, a value for a variable.

Trusted to replace it wherever it stands, and to refuse where it stands unseen: under a sum, or in a constant. What is
built from a generator is built anew from what comes in its place, by the rules of the ring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from .polynomial import Monomial, Number, Polynomial, ratio, work
from .quotient import Quotient, Undefined

if TYPE_CHECKING:
    from .algebra import Ring

COST_OF_SUBSTITUTION = 200
"""What putting values into one term counts as work: a term is made anew, generator by generator."""


def rename(q: Quotient, old: str, new: str) -> Quotient:
    """q with one free index in the place of another."""
    return _mapped(q, lambda a: _renamed(q.ring, a, old, new))


def rename_monomial(ring: Ring, monomial: Monomial, old: str, new: str) -> Quotient:
    """A product of generators with one free index in the place of another."""
    return rename(Quotient(ring, Polynomial({monomial: 1}), {}), old, new)


def _renamed(ring: Ring, number: int, old: str, new: str) -> Quotient | None:
    if old not in ring.indices_of[number]:
        return None
    match ring.keys[number]:
        case ("coord", vector, _):
            return ring.generator(("coord", vector, new))
        case ("delta", i, j):
            return ring.delta(new if i == old else i, new if j == old else j)
        case ("inv", p) if new[0] == ".":  # the index is bound: its denominators stay generators
            image = rename(Quotient(ring, p, {}), old, new)
            if not image.den:
                lead = image.num.leading()[1]
                inverse = ring.generator(("inv", image.num.scaled(ratio(1, lead))))
                return inverse * ring.constant(ratio(1, lead))
    return _rebuilt(ring, number, lambda q: rename(q, old, new))


def substitute(q: Quotient, variable: int, value: Quotient) -> Quotient:
    """q with a value in the place of a variable. Raises Undefined where that is not possible."""
    ring = q.ring

    def atom(number: int) -> Quotient | None:
        if number == variable:
            return value
        if not ring.contains(number, variable):
            coordinate = ring.keys[variable][:2]
            for key in ring.within(number):
                if key[0] == "coord" and key[:2] == coordinate:
                    raise Undefined("a value put for a coordinate that stands under a sum, or has another index")
                if key[0] == "sym" and ring.constants.get(key[1], variable) != variable:
                    raise Undefined(f"a value put for a variable on which the constant {key[1]} may depend")
            return None
        return _rebuilt(ring, number, lambda inner: substitute(inner, variable, value))

    return _mapped(q, atom)


def _rebuilt(ring: Ring, number: int, change: Callable[[Quotient], Quotient]) -> Quotient:
    """The generator with its parts changed."""
    match ring.keys[number]:
        case ("sqrt", q):
            return ring.sqrt(change(q))
        case ("exp", q):
            return ring.exp(change(q))
        case ("log", q):
            return ring.log(change(q))
        case ("app", name, orders, args):
            return ring.generator(("app", name, orders, tuple(map(change, args))))
        case ("inv", p):
            return change(Quotient(ring, p, {})).inverse()
        case ("sum", dimension, monomial):
            body, index = ring.summand(monomial)
            return ring.sum(change(body), index, dimension)
    raise Undefined("a substitution into an integral")


def _mapped(q: Quotient, atom: Callable[[int], Quotient | None]) -> Quotient:
    """q with generators replaced: those for which `atom` has an image."""
    images = {a: image for a in q.atoms() if (image := atom(a)) is not None}
    if not images:
        return q
    result = _evaluated(q.ring, q.num, images)
    for p, e in q.den.items():
        result = result / _evaluated(q.ring, p, images).power(e)
    return result


def _evaluated(ring: Ring, p: Polynomial, images: Mapping[int, Quotient]) -> Quotient:
    """A polynomial with generators replaced; where none of the images has a denominator, all terms at once."""
    if not any(image.den for image in images.values()):
        return ring.quotient(Polynomial.collect(_replaced(p, images)), {})
    kept: dict[Monomial, Number] = {}
    terms: list[Quotient] = []
    for monomial, c in p.terms.items():
        moved, rest = _parted(monomial, images)
        if not moved:
            kept[monomial] = c
            continue
        work.spend(COST_OF_SUBSTITUTION)
        term = Quotient(ring, Polynomial({rest: c}), {})
        for a, e in moved:
            term = term * images[a].power(e)
        terms.append(term)
    return ring.total([Quotient(ring, Polynomial(kept), {}), *terms])


def _replaced(p: Polynomial, images: Mapping[int, Quotient]) -> Iterator[tuple[Monomial, Number]]:
    """The terms of a polynomial with polynomials in the place of generators."""
    powers: dict[tuple[int, int], Polynomial] = {}
    for monomial, c in p.terms.items():
        moved, rest = _parted(monomial, images)
        product = Polynomial({rest: c})
        for a, e in moved:
            if (a, e) not in powers:
                powers[a, e] = images[a].num ** e
            product = product * powers[a, e]
        yield from product.terms.items()


def _parted(monomial: Monomial, images: Mapping[int, Quotient]) -> tuple[Monomial, Monomial]:
    """The factors of a monomial that are replaced, and the others."""
    moved = tuple([f for f in monomial if f[0] in images])
    return moved, tuple([f for f in monomial if f[0] not in images]) if moved else monomial
