"""Polynomials with rational coefficients in numbered generators, multiplied out exactly.

A generator ("atom") is a plain integer; what it stands for is none of this module's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

from .budget import TooLarge, spend

Monomial = tuple[tuple[int, int], ...]
"""Pairs (atom, exponent), sorted by atom, every exponent positive; () is 1."""

Number = int | Fraction
"""A rational coefficient; a whole number is kept as an int, with which Python calculates much faster."""

MAX_TERMS = 20_000
"""No polynomial may hold more terms: a bound on memory and work for hostile input."""

MAX_DEGREE = 400
"""No monomial may have a larger exponent."""


MAX_BITS = 20_000
"""No coefficient may have more bits."""

SMALL = 1 << 60
"""A whole number below needs no look at its size, and has a hash of its own."""

MAX_AT_POINT = 40
"""No monomial of a larger degree is evaluated."""

LONG = 8
"""So many generators in a monomial take as long as another term."""

BITS_PER_TERM = 64
"""So many bits of a coefficient do, too."""


def ratio(a: Number, b: Number) -> Number:
    """a / b, exactly."""
    if type(a) is int and type(b) is int and not a % b:
        return a // b
    return whole(Fraction(a) / b)


def whole(value: Number) -> Number:
    """The same number, as an int where it is one. Raises TooLarge for a number of very many digits."""
    if type(value) is int and -SMALL < value < SMALL:
        return value
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    if bits > MAX_BITS:
        raise TooLarge(f"a number of more than {MAX_BITS} bits")
    spend(bits // BITS_PER_TERM)
    return value.numerator if value.denominator == 1 else value


def monomial_product(a: Monomial, b: Monomial) -> Monomial:
    """a * b."""
    if not a:
        return b
    if not b:
        return a
    if a[-1][0] < b[0][0]:
        return a + b
    if len(a) + len(b) > LONG:
        spend((len(a) + len(b)) // LONG)
    exponents = dict(a)
    for atom, exponent in b:
        total = exponents.get(atom, 0) + exponent
        if total > MAX_DEGREE:
            raise TooLarge(f"an exponent above {MAX_DEGREE}")
        exponents[atom] = total
    return tuple(sorted(exponents.items()))


def monomial_quotient(a: Monomial, b: Monomial) -> Monomial | None:
    """a / b, or None where b does not divide a."""
    if len(a) > LONG:
        spend(len(a) // LONG)
    exponents = dict(a)
    for atom, exponent in b:
        rest = exponents.get(atom, 0) - exponent
        if rest < 0:
            return None
        if rest:
            exponents[atom] = rest
        else:
            del exponents[atom]
    return tuple(exponents.items())  # in the order of a


def _told(c: Number) -> int | str:
    """What a coefficient is hashed by. The hash of a long number may be chosen, that of its digits not."""
    return c.numerator if c.denominator == 1 and -SMALL < c < SMALL else f"{c.numerator:x}/{c.denominator:x}"


_ONE: dict[Monomial, Number] = {(): 1}


def lex_key(m: Monomial) -> list[tuple[int, int]]:
    """A key for the lexicographic order in which a smaller atom weighs more."""
    return [(-atom, exponent) for atom, exponent in m]


class Polynomial:
    """An immutable polynomial: a map from monomials to non-zero rational coefficients."""

    __slots__ = ("_at_point", "_hash", "_leading", "terms")

    def __init__(self, terms: dict[Monomial, Number]) -> None:
        if len(terms) > MAX_TERMS:
            raise TooLarge(f"a polynomial of more than {MAX_TERMS} terms")
        spend(len(terms))
        self.terms = terms
        self._hash: int | None = None
        self._at_point: int | None = None
        self._leading: tuple[Monomial, Number] | None = None

    @staticmethod
    @lru_cache(maxsize=1_024)
    def constant(value: Number) -> Polynomial:
        """The constant polynomial."""
        return Polynomial({(): whole(value)} if value else {})

    @staticmethod
    def atom(number: int, exponent: int = 1) -> Polynomial:
        """A power of one generator, the exponent positive."""
        return Polynomial({((number, exponent),): 1})

    @staticmethod
    def collect(pairs: Iterable[tuple[Monomial, Number]]) -> Polynomial:
        """The sum of coefficient * monomial over the pairs."""
        terms: dict[Monomial, Number] = {}
        for count, (monomial, coefficient) in enumerate(pairs, start=1):
            if count % 4096 == 0:
                spend(4096)
                if len(terms) > MAX_TERMS:
                    raise TooLarge(f"a polynomial of more than {MAX_TERMS} terms")
            total = terms.get(monomial, 0) + coefficient
            if total:
                terms[monomial] = whole(total)
            else:
                terms.pop(monomial, None)
        return Polynomial(terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.terms == other.terms

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset((m, _told(c)) for m, c in self.terms.items()))
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __add__(self, other: Polynomial) -> Polynomial:  # law: ring-sum
        if not self.terms:
            return other
        if not other.terms:
            return self
        terms = dict(self.terms)
        for monomial, coefficient in other.terms.items():
            total = terms.get(monomial, 0) + coefficient
            if total:
                terms[monomial] = whole(total)
            else:
                del terms[monomial]
        return Polynomial(terms)

    def __neg__(self) -> Polynomial:  # law: ring-negative
        return Polynomial({m: -c for m, c in self.terms.items()})

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + (-other)

    def __mul__(self, other: Polynomial) -> Polynomial:  # law: ring-product, ring-distribute
        if other.terms == _ONE:
            return self
        if self.terms == _ONE:
            return other
        spend(len(self.terms) * len(other.terms))
        if len(other.terms) == 1:
            ((n, b),) = other.terms.items()
            return Polynomial({monomial_product(m, n): whole(a * b) for m, a in self.terms.items()})
        others = list(other.terms.items())
        return Polynomial.collect(
            (monomial_product(m, n), a * b) for m, a in self.terms.items() for n, b in others
        )

    def __pow__(self, exponent: int) -> Polynomial:
        if exponent > MAX_DEGREE:
            raise TooLarge(f"an exponent above {MAX_DEGREE}")
        if exponent == 1:
            return self
        result, base = Polynomial.constant(1), self
        while exponent:
            if exponent & 1:
                result = result * base
            exponent >>= 1
            if exponent:
                base = base * base
        return result

    def scaled(self, factor: Number) -> Polynomial:
        """factor * self."""
        return Polynomial({m: whole(c * factor) for m, c in self.terms.items()} if factor else {})

    def atoms(self) -> Iterator[int]:
        """Every generator that occurs, possibly more than once."""
        for monomial in self.terms:
            for atom, _ in monomial:
                yield atom

    def as_constant(self) -> Number | None:
        """The value of a constant polynomial, None for any other."""
        if not self.terms:
            return 0
        if len(self.terms) == 1 and () in self.terms:
            return self.terms[()]
        return None

    def as_monomial(self) -> tuple[Monomial, Number] | None:
        """(monomial, coefficient) of a polynomial of one term, None for any other."""
        if len(self.terms) == 1:
            return next(iter(self.terms.items()))
        return None

    def content(self) -> Monomial:
        """The largest monomial that divides every term."""
        monomials = iter(self.terms)
        exponents = dict(next(monomials, ()))
        for monomial in monomials:
            here = dict(monomial)
            exponents = {a: min(e, here[a]) for a, e in exponents.items() if a in here}
        return tuple(sorted(exponents.items()))

    def over(self, monomial: Monomial) -> Polynomial:
        """The quotient by a monomial that divides every term."""
        return Polynomial({monomial_quotient(m, monomial) or (): c for m, c in self.terms.items()})

    def leading(self) -> tuple[Monomial, Number]:
        """The largest term in the lexicographic order; the polynomial must not be zero."""
        if self._leading is None:
            monomial = max(self.terms, key=lex_key) if len(self.terms) > 1 else next(iter(self.terms))
            self._leading = monomial, self.terms[monomial]
        return self._leading

    def at_point(self) -> int:
        """The primitive integer multiple of this polynomial at a fixed point; 0 where that would be a long number.

        By Gauss's lemma, the value of a divisor divides it.
        """
        if self._at_point is None:
            self._at_point = 0
            below = 1
            for c in self.terms.values():
                below = lcm(below, c.denominator) if below < SMALL else 0
            if below and all(sum(e for _, e in m) <= MAX_AT_POINT for m in self.terms):
                common = total = 0
                for monomial, c in self.terms.items():
                    value = c.numerator * (below // c.denominator)
                    common = gcd(common, value)
                    for atom, exponent in monomial:
                        value *= (7 * atom * atom + 13 * atom + 11) ** exponent
                    total += value
                self._at_point = total // (common or 1)
        return self._at_point

    def divided_by(self, divisor: Polynomial) -> Polynomial | None:
        """The exact quotient, or None where the division leaves a remainder."""
        single = divisor.as_monomial()
        if single is not None:
            shares: dict[Monomial, Number] = {}
            for m, c in self.terms.items():
                share = monomial_quotient(m, single[0])
                if share is None:
                    spend(len(shares) + 1)
                    return None
                shares[share] = ratio(c, single[1])
            return Polynomial(shares)
        lead, coefficient = divisor.leading()
        if self.terms and monomial_quotient(self.leading()[0], lead) is None:
            return None
        at_point = divisor.at_point()
        if at_point and self.at_point() % at_point:
            return None
        rest, quotient = dict(self.terms), {}
        while rest:
            monomial = max(rest, key=lex_key)
            factor = monomial_quotient(monomial, lead)
            if factor is None:
                return None
            value = ratio(rest[monomial], coefficient)
            spend(len(rest) + len(divisor.terms))
            quotient[factor] = value
            for m, c in divisor.terms.items():
                place = monomial_product(factor, m)
                left = rest.get(place, 0) - c * value
                if left:
                    rest[place] = left
                else:
                    del rest[place]
        return Polynomial(quotient)
