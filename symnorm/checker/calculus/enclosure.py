"""Bounds for the value of an expression without variables: interval arithmetic over the rationals.

An interval is a pair of fractions, rounded outwards to the denominator 2^`PRECISION` where they are not a
single number of a moderate size, so that the exact value is never outside. Roots come from integer square
roots, exponentials from the Taylor series with its remainder.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isqrt

from ..forms import Form, Malformed, number
from .budget import spend, spend_on

Interval = tuple[Fraction, Fraction]

PRECISION = 200
SCALE = 1 << PRECISION
MAX_EXPONENT = 10_000
LARGEST = 1 << 40_000

COST, COST_OF_EXPONENTIAL = 20, 2_000
"""What bounds of an operation, and of an exponential, count as work."""


def decide(relation: str, left: Form, right: Form) -> bool:
    """Whether bounds of both sides show `left relation right`. Raises as `enclose` does."""
    (a, b), (c, d) = enclose(left), enclose(right)
    match relation:
        case "lt":
            return b < c
        case "le":
            return b <= c
        case "gt":
            return a > d
        case "ge":
            return a >= d
        case "ne":
            return b < c or a > d
    return a == b == c == d


class Unbounded(Exception):
    """No bounds are known: a division by an interval around zero, say."""


@lru_cache(maxsize=4_096)
def enclose(e: Form) -> Interval:
    """Bounds of an expression made of numbers. Raises Unbounded, or Malformed where a variable stands in it."""
    spend(COST)
    match e:
        case ("num", value):
            return number(value), number(value)
        case ("add", *parts):
            total = (Fraction(0), Fraction(0))
            for p in parts:
                low, high = enclose(p)
                total = _rounded(total[0] + low, total[1] + high)
            return total
        case ("neg", a):
            low, high = enclose(a)
            return -high, -low
        case ("mul", *parts):
            product = (Fraction(1), Fraction(1))
            for p in parts:
                product = _times(product, enclose(p))
            return product
        case ("div", a, b):
            return _times(enclose(a), _inverse(enclose(b)))
        case ("pow", a, int(n)):
            return _power(enclose(a), n)
        case ("fn", "sqrt", a):
            low, high = enclose(a)
            if low < 0:
                raise Unbounded("the root of what may be negative")
            return _root(low)[0], _root(high)[1]
        case ("fn", "exp" | "tanh" as function, a):
            bounds = _exp if function == "exp" else _tanh
            low, high = enclose(a)
            return bounds(low)[0], bounds(high)[1]
        case ("def", _, _, body):
            return enclose(body)
    raise Malformed("bounds need an expression made of numbers, sums, products, quotients, roots and exponentials")


def _rounded(low: Fraction, high: Fraction) -> Interval:
    if max(abs(low), abs(high)) > LARGEST:
        raise Unbounded("a number beyond all measure")
    if low == high and low.denominator <= SCALE:
        return low, high
    return Fraction(low * SCALE // 1, SCALE), Fraction(-(-high * SCALE // 1), SCALE)


def _times(x: Interval, y: Interval) -> Interval:
    spend_on(*x, *y)
    products = [a * b for a in x for b in y]
    return _rounded(min(products), max(products))


def _inverse(x: Interval) -> Interval:
    if x[0] <= 0 <= x[1]:
        raise Unbounded("a division by what may be zero")
    return _rounded(1 / x[1], 1 / x[0])


def _power(x: Interval, n: int) -> Interval:
    if n < 0:
        return _inverse(_power(x, -n))
    if any(n * (end.numerator.bit_length() - end.denominator.bit_length() - 1) >= LARGEST.bit_length() for end in x):
        raise Unbounded("a number beyond all measure")
    low, high = x[0] ** n, x[1] ** n
    spend_on(low, high)
    if n % 2 == 0:
        low, high = min(low, high), max(low, high)
        if x[0] <= 0 <= x[1]:
            low = Fraction(0)
    return _rounded(low, high)


def _root(x: Fraction) -> Interval:
    below = isqrt(x.numerator * SCALE**2 // x.denominator)
    return Fraction(below, SCALE), Fraction(below + 1, SCALE)


def _exp(x: Fraction) -> Interval:
    """Bounds of e^x: Taylor for an argument below 1/2^20, then squared back."""
    if abs(x) > MAX_EXPONENT:
        raise Unbounded("an exponential of a very large number")
    spend(COST_OF_EXPONENTIAL)
    halvings = 0
    while abs(x) * 2**20 > 2**halvings:
        halvings += 1
    small = Fraction(x) / 2**halvings
    total, term = Fraction(1), Fraction(1)
    for n in range(1, 16):
        term = term * small / n
        total += term
    bounds = _rounded(total - abs(term), total + abs(term))
    for _ in range(halvings):
        bounds = _times(bounds, bounds)
    return bounds


def _tanh(x: Fraction) -> Interval:
    """Bounds of tanh x = 1 - 2/(e^2x + 1): x occurs once, so that they stay tight."""
    low, high = _exp(2 * x)
    least, most = _inverse((low + 1, high + 1))
    return _rounded(1 - 2 * most, 1 - 2 * least)
