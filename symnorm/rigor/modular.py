"""Residues modulo a prime P of 255 bits, with a model of roots, exponentials and logarithms.

Variables and unknown functions have random values, which a seed determines. -1 is no square modulo P, so that of two
roots exactly one is a square itself: this one is the root, as on the reals the one that is positive. It follows that
sqrt(a b) = sqrt(a) sqrt(b) and sqrt(a^2) = a for the half of all a that count as positive, among them the small whole
numbers. A radicand without a root is bad luck: another point has to be tried.

P = 2 Q + 1 with a prime Q, so that the squares modulo P are a group of order Q and an exponential is a power G^u with an
exponent u modulo Q. Where exponentials occur, a number therefore consists of two: its value modulo P, and its value
modulo Q for where it stands in an exponent, which may hold multiples of logarithms: exp(u + n log f) = G^u f^n.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b
from math import isqrt
from typing import Any

from .evaluate import Inapplicable, Unlucky

Q = 25480900788293642700671813922735961865497120308514395923340687988411729895159
P = 2 * Q + 1
"""Both are primes of the form 8 k + 7 modulo which every whole number below 61 is a square."""


class Residues:
    """Numbers modulo P, without exponentials."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._roots: dict[int, tuple[Fraction, int]] = {}
        self._radicands: list[int] = [1]

    def random(self, tag: tuple[Any, ...], modulus: int = P) -> int:
        """A number that the seed and the tag determine."""
        digest = blake2b(repr((self.seed, modulus == P, tag)).encode(), digest_size=48).digest()
        return int.from_bytes(digest) % modulus

    def number(self, q: Fraction) -> int:
        """A rational number."""
        return _quotient(q.numerator, q.denominator, P)

    def generator(self, tag: tuple[Any, ...], args: tuple[int, ...] = ()) -> int:
        """A random value for a variable, or for a function of the arguments."""
        return self.random((*tag, *args))

    def add(self, a: int, b: int) -> int:
        """a + b."""
        return (a + b) % P

    def negative(self, a: int) -> int:
        """-a."""
        return -a % P

    def multiply(self, a: int, b: int) -> int:
        """a b."""
        return a * b % P

    def divide(self, a: int, b: int) -> int:
        """a / b. Raises Unlucky where b = 0."""
        return _quotient(a, b, P)

    def power(self, a: int, n: int) -> int:
        """a to the power n >= 0."""
        return pow(a, n, P)

    def sqrt(self, a: int) -> int:
        """The root that is a square, or the positive rational root. Raises Unlucky where there is none."""
        if a == 0:
            return 0
        factor, radicand = self.split(a)
        return self.number(factor) * _root(radicand, P) % P

    def split(self, a: int) -> tuple[Fraction, int]:
        """(c, f) with a = c^2 f for a positive rational c and the first radicand f of which this is so."""
        if a not in self._roots:
            _root(a, P)
            found = ((_rational_root(_quotient(a, f, P)), f) for f in self._radicands)
            self._roots[a] = next(((c, f) for c, f in found if c is not None), (Fraction(1), a))
            if self._roots[a][1] == a:
                self._radicands.append(a)
        return self._roots[a]

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

    def __init__(self, seed: int) -> None:
        self.residues = Residues(seed)
        self._base = pow(self.residues.random(("base of exponentials",)), 2, P)
        self._logarithms: dict[int, Level] = {1: Level(0, 0)}

    def number(self, q: Fraction) -> Level:
        """A rational number."""
        return Level(self.residues.number(q), _quotient(q.numerator, q.denominator, Q))

    def generator(self, tag: tuple[Any, ...], args: tuple[Level, ...] = ()) -> Level:
        """Random values for a variable, or for a function of the arguments."""
        key = (*tag, *(a.top for a in args))
        return Level(self.residues.random(key), self.residues.random(key, Q))

    def add(self, a: Level, b: Level) -> Level:
        """a + b."""
        top = (a.top + b.top) % P
        if a.low is None or b.low is None:
            return Level(top, None)
        logs = {f: (a.logs.get(f, 0) + b.logs.get(f, 0)) % Q for f in {**a.logs, **b.logs}}
        return Level(top, (a.low + b.low) % Q, logs)

    def negative(self, a: Level) -> Level:
        """-a."""
        return self.multiply(self.number(Fraction(-1)), a)

    def multiply(self, a: Level, b: Level) -> Level:
        """a b. As an exponent, a product of two logarithms has no model."""
        top = a.top * b.top % P
        if a.low is None or b.low is None or (a.logs and b.logs):
            return Level(top, None)
        logs = {f: n * b.low % Q for f, n in a.logs.items()} or {f: n * a.low % Q for f, n in b.logs.items()}
        return Level(top, a.low * b.low % Q, logs)

    def divide(self, a: Level, b: Level) -> Level:
        """a / b. Raises Unlucky where b = 0."""
        top = _quotient(a.top, b.top, P)
        if b.low is None or b.logs:
            return Level(top, None)
        return Level(top, self.multiply(a, Level(0, _quotient(1, b.low, Q))).low,
                     self.multiply(a, Level(0, _quotient(1, b.low, Q))).logs)  # fmt: skip

    def power(self, a: Level, n: int) -> Level:
        """a to the power n >= 0."""
        if n == 1:
            return a
        low = None if a.low is None or (a.logs and n) else pow(a.low, n, Q)
        return Level(pow(a.top, n, P), low)

    def sqrt(self, a: Level) -> Level:
        """The root that is a square, on both levels. Raises Unlucky where there is none."""
        top = self.residues.sqrt(a.top)
        return Level(top, None if a.low is None or a.logs else _root(a.low, Q))

    def exp(self, a: Level) -> Level:
        """A power of the base, times powers of what logarithms were taken of."""
        if a.low is None:
            raise Inapplicable("an exponent with an exponential, or with a product of logarithms, in it")
        top = pow(self._base, a.low, P)
        for f, n in a.logs.items():
            _root(f, P)  # only a square has an order that divides Q
            top = top * pow(f, n, P) % P
        self._logarithms.setdefault(top, a)
        return Level(top, None)

    def log(self, a: Level) -> Level:
        """u for exp(u), or for a product or quotient of two such; otherwise a random value."""
        if a.top == 0:
            raise Unlucky("the logarithm of zero")
        if a.top not in self._logarithms:
            self._logarithms[a.top] = self._of_product(a.top) or Level(
                self.residues.random(("log", a.top)), 0, {a.top: 1}
            )
        return self._logarithms[a.top]

    def _of_product(self, wanted: int) -> Level | None:
        """The logarithm of a product or quotient of two exponentials that have occurred."""
        known = dict(self._logarithms)
        for f, u in known.items():
            v = known.get(wanted * f % P)
            if v is not None:
                return self.add(v, self.negative(u))
            v = known.get(_quotient(wanted, f, P))
            if v is not None:
                return self.add(v, u)
        return None

    def is_zero(self, a: Level) -> bool:
        """Whether a = 0."""
        return a.top == 0


def _quotient(a: int, b: int, modulus: int) -> int:
    if b % modulus == 0:
        raise Unlucky("a division by zero")
    return a * pow(b, -1, modulus) % modulus


def _root(a: int, modulus: int) -> int:
    """The root modulo a prime 4 k + 3 that is a square itself."""
    root = pow(a, (modulus + 1) // 4, modulus)
    if root * root % modulus != a:
        raise Unlucky("a radicand without a root")
    return root


def _rational_root(a: int) -> Fraction | None:
    """The positive root of a residue that is the square of a rational number of moderate size."""
    bound = isqrt(P // 2)
    (before, s), (now, t) = (P, 0), (a, 1)
    while now > bound:
        quotient = before // now
        (before, s), (now, t) = (now, t), (before - quotient * now, s - quotient * t)
    if t < 0:
        now, t = -now, -t
    above, below = isqrt(max(now, 0)), isqrt(t)
    return Fraction(above, below) if above > 0 and above * above == now and below * below == t else None
