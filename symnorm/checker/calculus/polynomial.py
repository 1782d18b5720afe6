"""Polynomials with rational coefficients in numbered generators, multiplied out exactly.

A generator ("atom") is a plain integer; what it stands for is none of this module's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from operator import mul
from types import MappingProxyType

from .budget import TooLarge, spend

Monomial = tuple[tuple[int, int], ...]
"""Pairs (atom, exponent), the largest atom first, every exponent positive; () is 1.

Python's order of such tuples is the lexicographic one of monomials, in which a larger atom weighs more.
"""

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

LONG = 8
"""So many generators in a monomial take as long as another term."""

VERY_LONG = 256
"""So many do where they are copied and hashed only."""

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
    if len(a) + len(b) > VERY_LONG:
        spend((len(a) + len(b)) // VERY_LONG)
    if not a or not b or a[-1][0] > b[0][0]:
        return a + b
    if b[-1][0] > a[0][0]:
        return b + a
    if len(a) + len(b) > LONG:
        spend((len(a) + len(b)) // LONG)
    merged, done = [], 0  # and how many factors of b are in there
    for atom, exponent in a:
        while done < len(b) and b[done][0] > atom:
            merged.append(b[done])
            done += 1
        if done < len(b) and b[done][0] == atom:
            exponent += b[done][1]
            done += 1
            if exponent > MAX_DEGREE:
                raise TooLarge(f"an exponent above {MAX_DEGREE}")
        merged.append((atom, exponent))
    return *merged, *b[done:]


def monomial_quotient(a: Monomial, b: Monomial) -> Monomial | None:
    """a / b, or None where b does not divide a."""
    if len(a) > LONG:
        spend(len(a) // LONG)
    left, done = [], 0  # the factors that are left, and how many of b were met: both are in one order
    for atom, exponent in a:
        if done < len(b) and b[done][0] == atom:
            exponent -= b[done][1]
            done += 1
            if exponent < 0:
                return None
        if exponent:
            left.append((atom, exponent))
    return tuple(left) if done == len(b) else None


def _told(c: Number) -> int | str:
    """The value by which a coefficient is hashed. The hash of a long number may be chosen, that of its digits not.

    It is odd if it is a number: to Python, -1 and -2 have one hash.
    """
    if c.denominator == 1 and -SMALL < c < SMALL:
        return 2 * c.numerator + 1
    return f"{c.numerator:x}/{c.denominator:x}"


ZERO: Mapping[Monomial, Number] = MappingProxyType({})


class Polynomial:
    """An immutable polynomial: a map from monomials to non-zero rational coefficients."""

    __slots__ = ("_hash", "_leading", "terms")

    def __init__(self, terms: dict[Monomial, Number]) -> None:
        if len(terms) > MAX_TERMS:
            raise TooLarge(f"a polynomial of more than {MAX_TERMS} terms")
        spend(len(terms))
        self.terms = terms
        self._hash: int | None = None
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
    def collect(pairs: Iterable[tuple[Monomial, Number]], start: Mapping[Monomial, Number] = ZERO) -> Polynomial:
        """The sum of coefficient * monomial over the pairs, with what it starts from."""
        terms = dict(start)
        for count, (monomial, coefficient) in enumerate(pairs, start=1):
            if count % 4096 == 0:
                spend(4096)
                if len(terms) > MAX_TERMS:
                    raise TooLarge(f"a polynomial of more than {MAX_TERMS} terms")
            total = terms.get(monomial, 0) + coefficient
            if total:
                terms[monomial] = total if type(total) is int and -SMALL < total < SMALL else whole(total)
            else:
                terms.pop(monomial, None)
        return Polynomial(terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.terms == other.terms

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset([(m, _told(c)) for m, c in self.terms.items()]))
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __add__(self, other: Polynomial) -> Polynomial:  # law: ring-sum
        if not self.terms:
            return other
        if not other.terms:
            return self
        return Polynomial.collect(other.terms.items(), self.terms)

    def __neg__(self) -> Polynomial:  # law: ring-negative
        return Polynomial({m: -c for m, c in self.terms.items()})

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + (-other)

    def __mul__(self, other: Polynomial) -> Polynomial:  # law: ring-product, ring-distribute
        spend(len(self.terms) * len(other.terms))
        if len(other.terms) == 1:
            ((n, b),) = other.terms.items()
            return Polynomial({monomial_product(m, n): whole(a * b) for m, a in self.terms.items()})
        pairs = product(self.terms.items(), other.terms.items())
        return Polynomial.collect((monomial_product(m, n), a * b) for (m, a), (n, b) in pairs)

    def __pow__(self, exponent: int) -> Polynomial:
        if exponent > MAX_DEGREE:
            raise TooLarge(f"an exponent above {MAX_DEGREE}")
        return reduce(mul, [self] * exponent) if exponent else Polynomial.constant(1)

    def scaled(self, factor: Number) -> Polynomial:
        """factor * self."""
        if factor == 1:
            return self
        return Polynomial({m: whole(c * factor) for m, c in self.terms.items()} if factor else {})

    def atoms(self) -> Iterator[int]:
        """Every generator that occurs, possibly more than once."""
        return (atom for monomial in self.terms for atom, _ in monomial)

    def as_constant(self) -> Number | None:
        """The value of a constant polynomial, None for any other."""
        if not self.terms:
            return 0
        return self.terms.get(()) if len(self.terms) == 1 else None

    def as_monomial(self) -> tuple[Monomial, Number] | None:
        """(monomial, coefficient) of a polynomial of one term, None for any other."""
        return next(iter(self.terms.items())) if len(self.terms) == 1 else None

    def content(self) -> Monomial:
        """The largest monomial that divides every term."""
        monomials = iter(self.terms)
        exponents = dict(next(monomials, ()))
        for monomial in monomials:
            here = dict(monomial)
            exponents = {a: min(e, here[a]) for a, e in exponents.items() if a in here}
        return tuple(sorted(exponents.items(), reverse=True))

    def over(self, monomial: Monomial) -> Polynomial:
        """The quotient by a monomial that divides every term."""
        if not monomial:
            return self
        return Polynomial({monomial_quotient(m, monomial) or (): c for m, c in self.terms.items()})

    def leading(self) -> tuple[Monomial, Number]:
        """The largest term in the lexicographic order; the polynomial must not be zero."""
        if self._leading is None:
            monomial = max(self.terms)
            self._leading = monomial, self.terms[monomial]
        return self._leading

    def divided_by(self, divisor: Polynomial) -> Polynomial | None:
        """The exact quotient, or None where the division leaves a remainder.

        The smallest term of a product is that of the smallest terms: often this tells at once that there is none.
        """
        lead, coefficient = divisor.leading()
        if len(divisor.terms) == 1:
            spend(len(self.terms))
            divides = all(monomial_quotient(m, lead) is not None for m in self.terms)
            return self.over(lead).scaled(ratio(1, coefficient)) if divides else None
        rest, quotient = self, {}
        if rest and (
            monomial_quotient(rest.leading()[0], lead) is None
            or monomial_quotient(min(rest.terms), min(divisor.terms)) is None
        ):
            return None
        while rest:
            monomial, c = rest.leading()
            factor = monomial_quotient(monomial, lead)
            if factor is None:
                return None
            quotient[factor] = ratio(c, coefficient)
            rest = rest - divisor * Polynomial({factor: quotient[factor]})
        return Polynomial(quotient)
