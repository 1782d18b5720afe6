"""Residues modulo a prime P of 120 bits, with a model of roots, exponentials and logarithms.

Variables and unknown functions have random values, which a seed determines. -1 is no square modulo P, so that of two
roots exactly one is a square itself: this one is the root, as on the reals the one that is positive. It follows that
sqrt(a b) = sqrt(a) sqrt(b) and sqrt(a^2) = a for the half of all a that count as positive, among them the small whole
numbers. A radicand without a root is bad luck: another point has to be tried, and with it another prime.

What a certificate may use of a root r of f is r^2 = f alone, so that -r does as well. `Residues.flipped` has other
signs of roots at the same point, one for all radicands that are equal up to the square of a rational number: an
identity that needs one sign fails there.

P = 2 Q + 1 with a prime Q, so that the squares modulo P are a group of order Q and an exponential is a power G^u with
an exponent u modulo Q. Where exponentials occur, a number therefore consists of two: its value modulo P, and its value
modulo Q for where it stands in an exponent, which may hold multiples of logarithms: exp(u + n log f) = G^u f^n.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from math import isqrt, prod
from typing import Any

from .evaluate import Inapplicable, Nowhere, Unlucky

STEP = 8 * prod((3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59))
PLACES = (78, 304, 449, 539, 667, 801, 927, 1172, 1218, 1396, 1770, 2153, 2167, 2205, 2353, 2605)
ORDERS = tuple((2**118 // STEP + place) * STEP - 1 for place in PLACES)
"""Primes Q for which P = 2 Q + 1 is a prime as well. Modulo both, every whole number below 61 is a square."""

LARGE_ORDERS = tuple(
    (2**256 // STEP + place) * STEP - 1 for place in (229, 1976, 2302, 3249, 4212, 4265, 4327, 5058)
)
"""More such primes, of 257 bits: rational numbers of up to 38 digits are told from others."""

ONE = Fraction(1)


class Residues:
    """Numbers modulo P, without exponentials. The same seed has the same values, in whatever order asked for first."""

    def __init__(self, order: int, seed: object) -> None:
        self.order, self.prime = order, 2 * order + 1
        self.seed = repr(seed)
        self._random: dict[tuple[Any, ...], int] = {}
        self._split: dict[int, tuple[Fraction, int]] = {}
        self._roots = {1: 1}
        self._radicands = [(1, 1)]
        """Each with its inverse; of each, there is a root of its own."""
        self._flips = ""

    def flipped(self, flips: str) -> Residues:
        """The same values, but for the signs of roots."""
        other = Residues.__new__(Residues)
        other.__dict__.update(self.__dict__)
        other._flips = flips
        return other

    def random(self, tag: tuple[Any, ...], modulus: int = 0) -> int:
        """A number that the seed and the tag determine, modulo P or something else."""
        found = self._random.get(tag)
        if found is None:
            found = self._random[tag] = int.from_bytes(sha256(f"{self.seed}{tag}".encode()).digest())
        return found % (modulus or self.prime)

    def number(self, q: Fraction) -> int:
        """A rational number. Raises Unlucky for a multiple of the prime, which would pass for zero."""
        return _residue(q, self.prime)

    def generator(self, tag: tuple[Any, ...], args: tuple[int, ...] = ()) -> int:
        """A random value for a variable, or for a function of the arguments."""
        return self.random((*tag, *args))

    def add(self, a: int, b: int) -> int:
        """a + b."""
        return (a + b) % self.prime

    def negative(self, a: int) -> int:
        """-a."""
        return -a % self.prime

    def multiply(self, a: int, b: int) -> int:
        """a b."""
        return a * b % self.prime

    def divide(self, a: int, b: int) -> int:
        """a / b. Raises Nowhere where b = 0."""
        return _quotient(a, b, self.prime)

    def power(self, a: int, n: int) -> int:
        """a to the power n >= 0."""
        return pow(a, n, self.prime)

    def sqrt(self, a: int) -> int:
        """The root that is a square, or the positive rational root. Raises Unlucky where there is none."""
        if a == 0:
            return 0
        factor, radicand = self.split(a)
        root = self._roots[radicand]
        if self._flips and radicand != 1 and self.random((self._flips, radicand)) & 1:
            root = -root
        return (root if factor == 1 else self.number(factor) * root) % self.prime

    def split(self, a: int) -> tuple[Fraction, int]:
        """(c, f) with a = c^2 f for a positive rational c and the first radicand f of which this is so."""
        found = self._split.get(a)
        if found is None:
            root = _root(a, self.prime)
            ratios = ((_rational_root(a * inverse % self.prime, self.prime), f) for f, inverse in self._radicands)
            found = self._split[a] = next(((c, f) for c, f in ratios if c is not None), (ONE, a))
            if found[1] == a:
                self._roots[a] = root
                self._radicands.append((a, pow(a, -1, self.prime)))
        return found

    def exp(self, a: int) -> int:
        """There is no model of exponentials here; `Tower` has one."""
        raise Inapplicable("an exponential")

    log = exp

    def is_zero(self, a: int) -> bool:
        """Whether a = 0."""
        return a == 0


@dataclass(frozen=True)
class Level:
    """A number modulo P, and as an exponent: modulo Q, plus multiples (modulo Q) of logarithms of numbers modulo P.

    `low` is None where a number has no model as an exponent.
    """

    top: int
    low: int | None
    logs: Mapping[int, int] = field(default_factory=dict)


class Tower:
    """Numbers modulo P and, as exponents, modulo Q."""

    def __init__(self, residues: Residues) -> None:
        self.residues = residues
        self.prime, self.order = self.residues.prime, self.residues.order
        self._base = pow(self.residues.random(("base of exponentials",)), 2, self.prime)
        self._logarithms: dict[int, Level] = {1: Level(0, 0)}
        self._radicands: dict[int, int | None] = {1: 1}

    def number(self, q: Fraction) -> Level:
        """A rational number."""
        return Level(self.residues.number(q), _residue(q, self.order))

    def generator(self, tag: tuple[Any, ...], args: tuple[Level, ...] = ()) -> Level:
        """Random values for a variable, or for a function of the arguments."""
        key = (*tag, *(a.top for a in args))
        return Level(self.residues.random(key), self.residues.random(("low", *key), self.order))

    def add(self, a: Level, b: Level) -> Level:
        """a + b."""
        top = (a.top + b.top) % self.prime
        if a.low is None or b.low is None:
            return Level(top, None)
        logs = {f: (a.logs.get(f, 0) + b.logs.get(f, 0)) % self.order for f in {**a.logs, **b.logs}}
        return Level(top, (a.low + b.low) % self.order, {f: n for f, n in logs.items() if n})

    def negative(self, a: Level) -> Level:
        """-a."""
        return self.multiply(self.number(Fraction(-1)), a)

    def multiply(self, a: Level, b: Level) -> Level:
        """a b. As an exponent, a product of two logarithms has no model."""
        top = a.top * b.top % self.prime
        if a.low is None or b.low is None or (a.logs and b.logs):
            return Level(top, None)
        logs = {f: n * low % self.order for one, low in ((a, b.low), (b, a.low)) for f, n in one.logs.items()}
        return Level(top, a.low * b.low % self.order, {f: n for f, n in logs.items() if n})

    def divide(self, a: Level, b: Level) -> Level:
        """a / b. Raises Nowhere where b = 0."""
        low = None if b.low is None or b.logs else _quotient(1, b.low, self.order)
        return self.multiply(a, Level(_quotient(1, b.top, self.prime), low))

    def power(self, a: Level, n: int) -> Level:
        """a to the power n >= 0."""
        if n == 1:
            return a
        low = None if a.low is None or (a.logs and n) else pow(a.low, n, self.order)
        return Level(pow(a.top, n, self.prime), low)

    def sqrt(self, a: Level) -> Level:
        """The root that is a square, on both levels. Raises Unlucky where there is none."""
        if a.top == 0:
            return Level(0, 0)
        factor, radicand = self.residues.split(a.top)
        low = self._radicands.setdefault(radicand, None if a.logs else a.low)
        root = Level(self.residues.sqrt(radicand), None if low is None else _root(low, self.order))
        return self.multiply(self.number(factor), root)

    def exp(self, a: Level) -> Level:
        """A power of the base, times powers of what logarithms were taken of."""
        if a.low is None:
            raise Inapplicable("an exponent with an exponential, or with a product of logarithms, in it")
        top = pow(self._base, a.low, self.prime)
        for f, n in a.logs.items():
            _root(f, self.prime)  # only a square has an order that divides Q
            top = top * pow(f, n, self.prime) % self.prime
        known = self._logarithms.setdefault(top, a)
        if (known.low, known.logs) == (0, {top: 1}) != (a.low, a.logs):
            raise Inapplicable("a logarithm of what turns out to be an exponential")
        return Level(top, None)

    def log(self, a: Level) -> Level:
        """u for exp(u), or for a product or quotient of two such; otherwise a random value."""
        if a.top == 0:
            raise Nowhere("the logarithm of zero")
        if a.top not in self._logarithms:
            self._logarithms[a.top] = self._of_product(a.top) or Level(
                self.residues.random(("log", a.top)), 0, {a.top: 1}
            )
        return self._logarithms[a.top]

    def _of_product(self, wanted: int) -> Level | None:
        """The logarithm of a product or quotient of two exponentials that have occurred."""
        known = dict(self._logarithms)
        for f, u in known.items():
            v = known.get(wanted * f % self.prime)
            if v is not None:
                return self.add(v, self.negative(u))
            v = known.get(_quotient(wanted, f, self.prime))
            if v is not None:
                return self.add(v, u)
        return None

    def is_zero(self, a: Level) -> bool:
        """Whether a = 0."""
        return a.top == 0


def _quotient(a: int, b: int, modulus: int) -> int:
    if b % modulus == 0:
        raise Nowhere("a division by zero")
    return a * pow(b, -1, modulus) % modulus


def _residue(q: Fraction, modulus: int) -> int:
    above, below = q.numerator, q.denominator
    if not (above % modulus and below % modulus) and above:
        raise Unlucky("a number that the prime divides")
    return above % modulus if below == 1 else above * pow(below, -1, modulus) % modulus


def _root(a: int, modulus: int) -> int:
    """The root modulo a prime 4 k + 3 that is a square itself."""
    root = pow(a, (modulus + 1) // 4, modulus)
    if root * root % modulus != a:
        raise Unlucky("a radicand without a root")
    return root


def top(value: int | Level) -> int:
    """The value modulo P."""
    return value.top if isinstance(value, Level) else value


def rational(a: int, modulus: int) -> Fraction | None:
    """The rational number with a small numerator and denominator that a residue is; None if there is none."""
    bound = isqrt(modulus // 2)
    (before, s), (now, t) = (modulus, 0), (a, 1)
    while now > bound:
        quotient = before // now
        (before, s), (now, t) = (now, t), (before - quotient * now, s - quotient * t)
    return Fraction(now, t) if 0 < abs(t) <= bound else None


def _rational_root(a: int, modulus: int) -> Fraction | None:
    """The positive root of a residue that is the square of a rational number with few digits."""
    square = rational(a, modulus)
    if square is None or square <= 0:
        return None
    above, below = isqrt(square.numerator), isqrt(square.denominator)
    return Fraction(above, below) if above**2 == square.numerator and below**2 == square.denominator else None
