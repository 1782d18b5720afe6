"""Premises that nobody wrote: what roots, logarithms and exponentials in an equation have to do with each other.

Not trusted. Where the premises of a line do not make up for what its sides differ by, these are added: sqrt(a) sqrt(b)
= sqrt(ab), log 2 + log 3 = log 6, (e^(t/2))^2 = e^t. Each is a relation that the checker multiplies out.

    >>> theorem = Theorem("t/1", "Numbers", where=[a >= 0, b >= 0])
    >>> line = theorem.claim("(1)", eq(sqrt(a) * sqrt(b), sqrt(a * b)))  # by.roots need not be written
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from math import gcd, isqrt, lcm
from typing import Any

from ..checker.calculus.budget import TooLarge
from ..checker.calculus.polynomial import MAX_DEGREE, Number, Polynomial, ratio
from ..checker.calculus.quotient import Quotient, Undefined
from ..checker.forms import Form, Malformed
from ..checker.logic.entry import Rejected
from ..checker.readback import read_back
from .factors import factors
from .facts import Open
from .signs import Signs

MAX_ROOTS, MAX_LOGARITHMS, MAX_EXPONENTIALS, MAX_INFERRED = 6, 8, 4, 4
"""With more of them in one equation, a step is better cut in two."""

MAX_PRIME = 10_000
"""Numbers are taken apart into primes up to this; what is left counts as one more."""

NOTHING: Form = ("ident", (), None)
"""The certificate of what vanishes by calculation."""

Factored = dict[Any, Fraction]
"""The factors of a positive quantity, with exponents: primes, polynomials, exponentials."""


class Inferred:
    """The relations that hold between the functions in some quantities."""

    def __init__(self, signs: Signs, quantities: Iterable[Quotient]) -> None:
        self._signs, self._ring = signs, signs.ring
        atoms = dict.fromkeys(a for q in quantities for a in sorted(q.atoms(), reverse=True))
        keys = self._ring.keys
        self._of = {kind: [a for a in atoms if keys[a][0] == kind] for kind in ("sqrt", "log", "exp")}
        under = dict.fromkeys(e for a in self._of["sqrt"] for e in sorted(keys[a][1].atoms()) if e not in atoms)
        self._all_roots, self._exponentials = (
            [*self._of[kind], *(e for e in under if keys[e][0] == kind)] for kind in ("sqrt", "exp")
        )

    def relations(self) -> list[Form]:
        """Relations between roots, and between logarithms; few."""
        found: list[Form] = []
        for one in (*self._roots(), *self._powers(), *self._logarithms()):
            if one not in found:
                found.append(one)
            if len(found) == MAX_INFERRED:
                break
        return found

    # --- roots ----------------------------------------------------------------------------------------------

    def _roots(self) -> Iterator[Form]:
        """Two roots, or a product of them, that differ by a factor which is no root."""
        roots = self._all_roots
        if not 0 < len(roots) <= MAX_ROOTS:
            return
        for several, others in ((1, 0), (1, 1), (2, 0), (2, 1), (3, 0)):
            for above in combinations(roots, several):
                for below in combinations([a for a in roots if a not in above], others):
                    if below > above and several == others:
                        continue
                    with suppress(Open, Undefined, Rejected, TooLarge, Malformed):
                        if (made := self._product(above, below)) is not None:
                            yield made

    def _product(self, above: tuple[int, ...], below: tuple[int, ...]) -> Form | None:
        """The relation that a product of roots is another with a factor, if the squares say so; else None."""
        ring, signs = self._ring, self._signs
        square = ring.constant(1)
        for sign, roots in ((1, above), (-1, below)):
            for a in roots:
                square = square * ring.keys[a][1].power(sign)
        factor = square_root(square)
        if factor is None:
            return None
        for one in (factor, -factor):
            if (witness := signs.witness(one, ">=")) is not None:
                left, right = self._times(above, ring.constant(1)), self._times(below, one)
                return self._root(left, right, witness if not below else None)
        return None

    def _root(self, left: Quotient, right: Quotient, witness: Form | None) -> Form:
        a, b = read_back(left), read_back(right)
        for form in (a, b):
            self._signs.define(form)
        signs = [self._sign(left, ">="), witness or self._sign(right, ">=")]
        return ("root", a, b, *signs, NOTHING)

    def _times(self, roots: tuple[int, ...], factor: Quotient) -> Quotient:
        for a in roots:
            factor = factor * self._ring.generator(self._ring.keys[a])
        return factor

    def _sign(self, q: Quotient, relation: str) -> Form:
        witness = self._signs.witness(q, relation)
        if witness is None:
            raise Open((relation, q))
        return witness

    # --- exponentials ---------------------------------------------------------------------------------------

    def _powers(self) -> Iterator[Form]:
        """Exponentials of multiples of one exponent, as powers of one; of log(2)/3, that its third power is 2."""
        ring, groups = self._ring, dict[Quotient, list[Fraction]]()
        for a in self._exponentials[:MAX_EXPONENTIALS]:
            exponent = ring.keys[a][1]
            lead = Fraction(exponent.num.leading()[1])
            groups.setdefault(exponent.scaled(ratio(1, lead)), []).append(lead)
        for unit, times in groups.items():
            shared = Fraction(gcd(*(c.numerator for c in times)), lcm(*(c.denominator for c in times)))
            powers = [int(c / shared) for c in times if c != shared]
            if (alone := unit.as_atom()) is not None and ring.keys[alone][0] == "log":
                powers.append(shared.denominator)
            for n in powers:
                if 1 < n <= MAX_DEGREE:
                    yield ("powers", read_back(unit.scaled(ratio(shared, 1))), n)

    # --- logarithms -----------------------------------------------------------------------------------------

    def _logarithms(self) -> Iterator[Form]:
        """Whole-number combinations of logarithms whose arguments multiply to 1."""
        logs = self._of["log"]
        if not 0 < len(logs) <= MAX_LOGARITHMS:
            return
        arguments = [self._ring.keys[a][1] for a in logs]
        with suppress(TooLarge, Undefined):
            rows = [self._made_of(q) for q in arguments]
            inner = dict.fromkeys(part for row in rows for part in row if isinstance(part, Quotient))
            arguments += inner
            rows += [{q: Fraction(1)} for q in inner]
            for times in dependent(rows):
                with suppress(Open, Rejected, Malformed):
                    if (made := self.logarithm(zip(times, arguments, strict=True), lambda _: NOTHING)) is not None:
                        yield made

    def logarithm(
        self, parts: Iterable[tuple[int, Quotient]], shown: Callable[[Quotient], Form]
    ) -> Form | None:
        """The relation that logarithms so many times each make 0, where it is shown that a product is 1."""
        product, listed = self._ring.constant(1), []
        for n, q in parts:
            if n:
                product = product * q.power(n)
                listed.append((n, read_back(q), self._sign(q, ">")))
        rest = product - self._ring.constant(1)
        certificate = shown(rest)
        if certificate == NOTHING and rest:
            return None
        for _, form, _ in listed:
            self._signs.define(form)
        return ("log", tuple(listed), certificate)

    def combined_logarithm(self, target: Quotient, shown: Callable[[Quotient], Form]) -> Form | None:
        """A target that is nothing but logarithms, so many times each, as one relation; None for any other."""
        times: dict[int, Number] = {}
        for monomial, c in target.num.terms.items():
            if target.den or len(monomial) != 1 or monomial[0][1] != 1 or monomial[0][0] not in self._of["log"]:
                return None
            times[monomial[0][0]] = c
        if not times:
            return None
        scale = lcm(*(c.denominator for c in times.values()))
        return self.logarithm([(int(c * scale), self._ring.keys[a][1]) for a, c in times.items()], shown)

    def _made_of(self, q: Quotient) -> Factored:
        """The factors of a positive quantity, up to its sign."""
        found: Factored = {}
        for sign, p, e in [(1, q.num, 1), *((-1, p, e) for p, e in q.den.items())]:
            for factor, times in factors(p):
                for part, n in self._parts(factor).items():
                    found[part] = found.get(part, Fraction(0)) + sign * e * times * n
        return {part: n for part, n in found.items() if n}

    def _parts(self, p: Polynomial) -> Factored:
        constant = p.as_constant()
        if constant is not None:
            return primes(Fraction(constant))
        number = Quotient(self._ring, p, {}).as_atom()
        match ("",) if number is None else self._ring.keys[number]:
            case ("sqrt", q):
                return {part: n / 2 for part, n in self._made_of(q).items()}
            case ("exp", _):
                return {Quotient(self._ring, p, {}): Fraction(1)}
        lead = p.leading()[1]
        return {**primes(abs(Fraction(lead))), p.scaled(1 / Fraction(lead)): Fraction(1)}

    @property
    def has_functions(self) -> bool:
        """Whether there are roots, logarithms or exponentials in the quantities."""
        return any(self._of.values())

    @property
    def has_exponentials(self) -> bool:
        """Whether there are exponentials."""
        return bool(self._of["exp"])

    @property
    def has_logarithms(self) -> bool:
        """Whether there are logarithms."""
        return bool(self._of["log"])


def square_root(q: Quotient) -> Quotient | None:
    """r with q = r^2, where that can be seen from the factors of q; None otherwise."""
    if not q:
        return None
    ring, result = q.ring, q.ring.constant(1)
    for sign, p, e in [(1, q.num, 1), *((-1, p, e) for p, e in q.den.items())]:
        for factor, times in factors(p):
            n, constant = e * times, factor.as_constant()
            if constant is not None:
                root = _rational_root(Fraction(constant) ** n)
                if root is None:
                    return None
                result = result * ring.constant(root ** sign)
            elif n % 2:
                return None
            else:
                result = result * ring.quotient(factor, {}).power(sign * n // 2)
    return result if not result.power(2) - q else None


def _rational_root(value: Fraction) -> Fraction | None:
    if value <= 0:
        return None
    root = Fraction(isqrt(value.numerator), isqrt(value.denominator))
    return root if root**2 == value else None


def primes(value: Fraction) -> Factored:
    """The primes of a positive rational number, with their exponents; what is left of it counts as a prime."""
    found: Factored = {}
    for sign, n in ((1, value.numerator), (-1, value.denominator)):
        p = 2
        while p * p <= n and p <= MAX_PRIME:
            while n % p == 0:
                n //= p
                found[p] = found.get(p, Fraction(0)) + sign
            p += 1
        if n > 1:
            found[n] = found.get(n, Fraction(0)) + sign
    return found


def dependent(rows: list[Factored]) -> Iterator[list[int]]:
    """Whole numbers, not all of them 0, for which the rows so many times each make 0: the first of a basis each."""
    reduced: list[tuple[Factored, list[Fraction]]] = []
    for number, row in enumerate(rows):
        rest, times = dict(row), [Fraction(k == number) for k in range(len(rows))]
        for other, made in reduced:
            pivot = next(iter(other))
            if (c := rest.get(pivot, Fraction(0)) / other[pivot]) != 0:
                rest = {k: v for k in {**rest, **other} if (v := rest.get(k, Fraction(0)) - c * other.get(k, 0))}
                times = [a - c * b for a, b in zip(times, made, strict=True)]
        if rest:
            reduced.append((rest, times))
            continue
        scale = lcm(*(c.denominator for c in times))
        whole = [int(c * scale) for c in times]
        shared = gcd(*whole)
        yield [n // shared for n in whole]

