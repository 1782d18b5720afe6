"""Numbers that a point gives: rational, or enclosed; and with a slope, while a derivative is taken.

An enclosure has ends that are multiples of 2^-PRECISION. Where it came from rational numbers by sums, products,
quotients and roots alone, it is known which number it is, if it is zero: it is U/L with algebraic integers U and L
whose conjugates are at most 2^above and 2^below, in a field of degree 2^k, where k roots were taken. The norm of U is
an integer, so that |U| >= 2^-(above (2^k - 1)) unless U = 0 (Burnikel, Funke, Mehlhorn, Schirra, Schmitt, "A separation
bound for real algebraic expressions", 2001). What is closer to zero than that is zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from ..calculus.budget import spend, spend_on
from ..forms import Form

PRECISION = 1_024
ONE = 1 << PRECISION
MAX_BITS = 60_000
MAX_ARGUMENT = 10_000
COST_OF_EXPONENTIAL = 300
"""Bounds of an exponential or of a logarithm count as so much work."""


class Doubt(Exception):
    """Why something cannot be said of a point, and the form that this is about."""

    def __init__(self, reason: str, about: Form = ()) -> None:
        super().__init__(reason)
        self.about = about


class NoValue(Doubt):
    """A division by zero, a root or a logarithm of what has none."""


class Undecided(Doubt):
    """These numbers cannot tell."""


@dataclass(frozen=True, slots=True)
class Ball:
    """A number between low and high, in units of 2^-PRECISION; `size` is (above, below), None if transcendental."""

    low: int
    high: int
    size: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Dual:
    """value + slope d with d^2 = 0; of two that meet, the one of the larger tag was begun inside of the other."""

    tag: int
    value: Number
    slope: Number


Number = Fraction | Ball | Dual
ZERO = Fraction(0)


class Numbers:
    """Arithmetic with such numbers. It counts the roots that were taken."""

    def __init__(self) -> None:
        self.roots: set[Fraction | tuple[int, int]] = set()

    def add(self, a: Number, b: Number) -> Number:
        """a + b."""
        if isinstance(a, Dual) or isinstance(b, Dual):
            tag, (a, da), (b, db) = _aligned(a, b)
            return Dual(tag, self.add(a, b), self.add(da, db))
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            spend_on(a, b)
            return _bounded(a + b)
        a, b = _ball(a), _ball(b)
        spend_on(a.low, a.high, b.low, b.high)
        size = None
        if a.size and b.size:
            size = max(a.size[0] + b.size[1], a.size[1] + b.size[0]) + 1, a.size[1] + b.size[1]
        return _bounded_ball(a.low + b.low, a.high + b.high, size)

    def multiply(self, a: Number, b: Number) -> Number:
        """a b."""
        if isinstance(a, Dual) or isinstance(b, Dual):
            tag, (a, da), (b, db) = _aligned(a, b)
            return Dual(tag, self.multiply(a, b), self.add(self.multiply(da, b), self.multiply(a, db)))
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            spend_on(a, b)
            return _bounded(a * b)
        if ZERO in (a, b):
            return ZERO
        a, b = _ball(a), _ball(b)
        spend_on(a.low, a.high, b.low, b.high)
        products = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        size = (a.size[0] + b.size[0], a.size[1] + b.size[1]) if a.size and b.size else None
        return _bounded_ball(min(products) >> PRECISION, -(-max(products) >> PRECISION), size)

    def subtract(self, a: Number, b: Number) -> Number:
        """a - b."""
        return self.add(a, self.multiply(Fraction(-1), b))

    def divide(self, a: Number, b: Number) -> Number:
        """a / b. Raises NoValue where b is zero."""
        if isinstance(a, Dual) or isinstance(b, Dual):
            tag, (a, da), (b, db) = _aligned(a, b)
            quotient = self.divide(a, b)
            return Dual(tag, quotient, self.divide(self.subtract(da, self.multiply(quotient, db)), b))
        if self.settled(b) == 0:
            raise NoValue("a division by zero")
        if isinstance(b, Fraction):
            return self.multiply(a, 1 / b)
        spend_on(b.low, b.high)
        inverse = Ball(ONE**2 // b.high, -(-(ONE**2) // b.low), b.size and (b.size[1], b.size[0]))
        return self.multiply(a, inverse)

    def power(self, a: Number, n: int) -> Number:
        """a^n, with a^0 = 1."""
        if n < 0:
            return self.divide(Fraction(1), self.power(a, -n))
        made: Number = Fraction(1)
        for bit in f"{n:b}":
            made = self.multiply(made, made)
            made = self.multiply(made, a) if bit == "1" else made
        return made

    def function(self, name: str, a: Number) -> Number:
        """sqrt, exp, log or tanh. Raises NoValue outside of the domain."""
        if not isinstance(a, Dual):
            return self._function(name, a)
        value = self.function(name, a.value)
        match name:
            case "sqrt" if self.sign(value) == 0:  # the rule does not hold there
                raise Undecided("the derivative of a root where it is zero")
            case "sqrt":
                slope = self.divide(Fraction(1, 2), value)
            case "exp":
                slope = value
            case "log":
                slope = self.divide(Fraction(1), a.value)
            case _:
                slope = self.subtract(Fraction(1), self.multiply(value, value))
        return Dual(a.tag, value, self.multiply(slope, a.slope))

    def _function(self, name: str, a: Fraction | Ball) -> Number:
        if name in ("sqrt", "log") and self.settled(a) < (name == "log"):
            of = "a negative number" if self.sign(a) else "zero"
            raise NoValue(f"the {'root' if name == 'sqrt' else 'logarithm'} of {of}")
        if name == "sqrt":
            return self._root(a)
        if a == (1 if name == "log" else 0):
            return Fraction(1 if name == "exp" else 0)
        a = _ball(a)
        spend_on(a.low, a.high)
        if name == "log" and a.low <= 0:
            raise Undecided("the logarithm of a number that is too small")
        bounds = {"exp": _exponential, "log": _logarithm, "tanh": _tangent}[name]
        return Ball(bounds(a.low)[0], bounds(a.high)[1], None)

    def _root(self, a: Fraction | Ball) -> Number:
        spend_on(*((a,) if isinstance(a, Fraction) else (a.low, a.high)))
        if isinstance(a, Fraction):
            above, below = isqrt(a.numerator), isqrt(a.denominator)
            if above**2 == a.numerator and below**2 == a.denominator:
                return Fraction(above, below)
            self.roots.add(a)
        elif self.sign(a) == 0:
            return ZERO
        else:
            # Two with equal bounds count once. Were they not equal, they would differ by no more than their bounds do,
            # and a number in which both roots stand may be closer to zero than that: then its sign is not told.
            self.roots.add((a.low, a.high))
        ball, size = _ball(a), None
        if ball.size:
            above, below = ball.size
            half = (above + below + 1) // 2
            size = (half, below) if above >= below else (above, half)
        return Ball(isqrt(ball.low << PRECISION), isqrt(ball.high << PRECISION) + 1, size)

    def sign(self, a: Number) -> int | None:
        """-1, 0 or 1; None where it is not known."""
        match a:
            case Dual(value=value):
                return self.sign(value)
            case Fraction():
                return (a > 0) - (a < 0)
        if a.low > 0 or a.high < 0:
            return 1 if a.low > 0 else -1
        if a.size:
            nearest = a.size[1] + a.size[0] * (2 ** len(self.roots) - 1)
            if max(-a.low, a.high).bit_length() + nearest < PRECISION:
                return 0
        return None

    def settled(self, a: Number) -> int:
        """The sign. Raises Undecided where it is not known."""
        sign = self.sign(a)
        if sign is None:
            raise Undecided("whether an irrational number is zero")
        return sign


def _aligned(a: Number, b: Number) -> tuple[int, tuple[Number, Number], tuple[Number, Number]]:
    """The larger tag, and both numbers as (value, slope) along it."""
    tag = max(n.tag for n in (a, b) if isinstance(n, Dual))
    first, second = ((n.value, n.slope) if isinstance(n, Dual) and n.tag == tag else (n, ZERO) for n in (a, b))
    return tag, first, second


def _bounded_ball(low: int, high: int, size: tuple[int, int] | None) -> Ball:
    if max(abs(low), abs(high)).bit_length() > MAX_BITS or (size and sum(size).bit_length() > MAX_BITS):
        raise Undecided("a number of too many digits")
    return Ball(low, high, size)


def _bounded(q: Fraction) -> Fraction:
    if q.numerator.bit_length() + q.denominator.bit_length() > MAX_BITS:
        raise Undecided("a number of too many digits")
    return q


def _ball(a: Number) -> Ball:
    if not isinstance(a, Fraction):
        assert isinstance(a, Ball)
        return a
    scaled = a * ONE
    size = a.numerator.bit_length(), (a.denominator - 1).bit_length()
    return Ball(scaled.__floor__(), scaled.__ceil__(), size)


def bounds_of(a: Number) -> tuple[int, int]:
    """Bounds of a number that does not move, in units of 2^-PRECISION."""
    ball = _ball(a)
    return ball.low, ball.high


def _exponential(x: int) -> tuple[int, int]:
    """Bounds of e^x: those of a small part of x, squared back."""
    if abs(x) > MAX_ARGUMENT * ONE:
        raise Undecided("an exponential of a very large number")
    spend(COST_OF_EXPONENTIAL)
    halvings = max(0, x.bit_length() - PRECISION + 8)
    digits = PRECISION + halvings + 64
    low, high = taylor(x << 64, digits)
    for _ in range(halvings):
        low, high = low * low >> digits, -(-high * high >> digits)
    return _rounded(low, high, digits)


def taylor(x: int, digits: int) -> tuple[int, int]:
    """Bounds of e^x for |x| < 1, both in units of 2^-digits."""
    total, term, n = 0, 1 << digits, 0
    while term:
        total, n = total + term, n + 1
        term = (term * x >> digits) // n
    return total, total + 2 * n  # each term is rounded down, by less than one; the next ones suffer by less than that


def _logarithm(x: int) -> tuple[int, int]:
    """Bounds of log x: x = m 2^n with 1/2 <= m < 1, and log m = -2 artanh((1 - m)/(1 + m))."""
    spend(COST_OF_EXPONENTIAL)
    n, digits = x.bit_length() - PRECISION, PRECISION + 64
    power, part = ONE << max(n, 0), x << max(-n, 0)
    low, high = _rounded(*artanh(power - part, power + part, digits), digits)
    least, most = sorted(2 * n * end for end in _rounded(*artanh(1, 3, digits), digits))
    return least - 2 * high, most - 2 * low


@lru_cache(maxsize=16)
def artanh(above: int, below: int, digits: int) -> tuple[int, int]:
    """Bounds of artanh z = z + z^3/3 + z^5/5 + ... for 0 <= z = above/below <= 1/3, in units of 2^-digits."""
    z = (above << digits) // below
    square, term, total, n = z * z >> digits, z, 0, 1
    while term:
        total, n, term = total + term // n, n + 2, term * square >> digits
    return total, total + n  # each of n/2 terms is rounded down, by less than two


def _rounded(low: int, high: int, digits: int) -> tuple[int, int]:
    """Bounds in units of 2^-PRECISION, of those in units of 2^-digits."""
    return low >> digits - PRECISION, -(-high >> digits - PRECISION)


def _tangent(x: int) -> tuple[int, int]:
    """Bounds of tanh x = 1 - 2/(e^2x + 1)."""
    low, high = _exponential(2 * x)
    return ONE + -2 * ONE * ONE // (low + ONE), ONE - 2 * ONE * ONE // (high + ONE)
