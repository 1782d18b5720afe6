"""Questions to SymPy: factorizations, and cofactors from Groebner bases. Nothing is believed.

A polynomial goes over as a sparse polynomial over the rationals in its own generators and comes back the
same way; no expression, assumption or simplification of SymPy's is involved.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..checker.calculus.budget import TooLarge
from ..checker.calculus.polynomial import Monomial, Number, Polynomial, ratio


def _to_sympy(polynomials: Iterable[Polynomial], extra: int = 0) -> tuple[Any, list[int], list[Any]]:
    from sympy.polys.domains import QQ
    from sympy.polys.orderings import grevlex
    from sympy.polys.rings import PolyRing

    polynomials = list(polynomials)
    atoms = sorted({a for p in polynomials for a in p.atoms()}, reverse=True)
    place = {a: n for n, a in enumerate(atoms)}
    names = [f"a{a}" for a in atoms] + [f"t{n}" for n in range(extra)]
    ring = PolyRing(names or ["a"], QQ, grevlex)
    images = []
    for p in polynomials:
        terms = {}
        for monomial, c in p.terms.items():
            exponents = [0] * ring.ngens
            for a, e in monomial:
                exponents[place[a]] = e
            terms[tuple(exponents)] = QQ(c.numerator, c.denominator)
        images.append(ring.from_dict(terms))
    return ring, atoms, images


def _from_sympy(element: Any, atoms: list[int]) -> Polynomial:
    terms: dict[Monomial, Number] = {}
    for exponents, c in element.terms():
        monomial: Monomial = tuple((a, e) for a, e in zip(atoms, exponents, strict=False) if e)
        terms[monomial] = ratio(int(c.numerator), int(c.denominator))
    return Polynomial(terms)


@lru_cache(maxsize=10_000)
def factor_list(p: Polynomial) -> list[tuple[Polynomial, int]]:
    """The factors of p with their exponents, a constant first unless it is 1."""
    _, atoms, (image,) = _to_sympy([p])
    constant, parts = image.factor_list()
    found = [(_from_sympy(f, atoms), int(e)) for f, e in parts]
    content = Fraction(int(constant.numerator), int(constant.denominator))
    if content < 0 and any(e % 2 for _, e in found):  # a sign is better kept in a factor than beside it
        n = next(n for n, (_, e) in enumerate(found) if e % 2)
        found[n] = (-found[n][0], found[n][1])
        content = -content
    return found if content == 1 else [(Polynomial.constant(content), 1), *found]


def ideal_cofactors(
    target: Polynomial, generators: list[Polynomial], most: int
) -> list[Polynomial] | None:
    """c with target = sum of c_n * generators_n, or None where the target is not in the ideal.

    Raises TooLarge where that takes more than so many comparisons. Each generator g is tagged as g - t: reducing
    the target by a Groebner basis of the tagged ideal leaves a polynomial in the tags that says how the target is
    made of the generators.
    """
    from sympy.polys.domains import QQ
    from sympy.polys.groebnertools import groebner
    from sympy.polys.orderings import ProductOrder, grevlex
    from sympy.polys.rings import PolyRing

    _, atoms, images = _to_sympy([target, *generators])
    n, m = len(atoms), len(generators)

    product = ProductOrder((grevlex, lambda e: e[:n]), (grevlex, lambda e: e[n:]))
    keys: dict[tuple[int, ...], Any] = {}
    compared = 0

    def order(monomial: tuple[int, ...]) -> Any:
        nonlocal compared
        compared += 1
        if compared > most:  # SymPy's basis computation has no bound of its own
            raise TooLarge("a Groebner basis that takes too long")
        if monomial not in keys:
            keys[monomial] = product(monomial)
        return keys[monomial]

    ring = PolyRing([f"a{a}" for a in atoms] + [f"t{k}" for k in range(m)], QQ, order)
    lifted = [ring.from_dict({(*e, *[0] * m): c for e, c in image.terms()}) for image in images]
    tags = ring.gens[n:]
    basis = groebner([g - t for g, t in zip(lifted[1:], tags, strict=True)], ring)
    rest = lifted[0].rem(basis)
    cofactors = [Polynomial({}) for _ in generators]
    for exponents, c in rest.terms():
        tagged = exponents[n:]
        if not any(tagged):
            return None
        first = next(k for k in range(m) if tagged[k])
        term = Polynomial({tuple((a, e) for a, e in zip(atoms, exponents[:n], strict=True) if e):
                           Fraction(int(c.numerator), int(c.denominator))})  # fmt: skip
        for k in range(m):
            e = tagged[k] - (k == first)
            if e:
                term = term * generators[k] ** e
        cofactors[first] = cofactors[first] + term
    return cofactors
