"""Bounds for the value of an expression without variables: interval arithmetic over the rationals.

An interval is a pair of fractions, rounded outwards to the denominator 2^`PRECISION` where they are not a
single number of a moderate size, so that the exact value is never outside. Roots come from integer square
roots, exponentials and logarithms from their series with the remainder.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, reduce
from math import isqrt

from ..forms import Form, Malformed, number
from .budget import spend, spend_on

Interval = tuple[Fraction, Fraction]

PRECISION = 200
SCALE = 1 << PRECISION
MAX_EXPONENT = 10_000
LARGEST = 1 << 40_000

COST, COST_OF_EXPONENTIAL = 20, 2_000
"""The work that bounds of an operation, and of an exponential, count as."""


def decide(relation: str, left: Form, right: Form) -> bool:
    """Whether bounds of both sides show `left relation right`. Raises as `enclose` does."""
    (a, b), (c, d) = enclose(left), enclose(right)
    return {
        "lt": b < c,
        "le": b <= c,
        "gt": a > d,
        "ge": a >= d,
        "ne": b < c or a > d,
        "eq": a == b == c == d,
    }[relation]


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
            return reduce(_plus, map(enclose, parts))
        case ("neg", a):
            low, high = enclose(a)
            return -high, -low
        case ("mul", *parts):
            return reduce(_times, map(enclose, parts))
        case ("div", a, b):
            return _times(enclose(a), _inverse(enclose(b)))
        case ("pow", a, int(n)):
            return _power(enclose(a), n)
        case ("fn", "sqrt" | "exp" | "log" | "tanh" as function, a):  # each of them grows
            bounds = {"sqrt": _root, "exp": _exp, "log": _log, "tanh": _tanh}[function]
            low, high = enclose(a)
            return bounds(low)[0], bounds(high)[1]
        case ("def", _, _, body):
            return enclose(body)
    raise Malformed("bounds need an expression of numbers, sums, products, quotients, roots, exponentials, logarithms")


def _rounded(low: Fraction, high: Fraction) -> Interval:
    spend_on(low, high)
    if max(abs(low), abs(high)) > LARGEST:
        raise Unbounded("a number beyond all measure")
    if low == high and low.denominator <= SCALE:
        return low, high
    return Fraction(low * SCALE // 1, SCALE), Fraction(-(-high * SCALE // 1), SCALE)


def _plus(x: Interval, y: Interval) -> Interval:
    return _rounded(x[0] + y[0], x[1] + y[1])


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
    if n % 2 == 0:  # a power of the absolute value
        x = max(x[0], -x[1], Fraction(0)), max(-x[0], x[1])
    low, high = x[0] ** n, x[1] ** n
    return _rounded(low, high)


def _root(x: Fraction) -> Interval:
    if x < 0:
        raise Unbounded("the root of what may be negative")
    spend_on(x)
    below = isqrt(x.numerator * SCALE**2 // x.denominator)
    return Fraction(below, SCALE), Fraction(below + 1, SCALE)


def _exp(x: Fraction) -> Interval:
    """Bounds of e^x: Taylor for an argument below 1/2^20, then squared back."""
    if abs(x) > MAX_EXPONENT:
        raise Unbounded("an exponential of a very large number")
    spend(COST_OF_EXPONENTIAL)
    halvings = int(abs(x) * 2**20).bit_length()
    small = Fraction(x) / 2**halvings
    total, term = Fraction(1), Fraction(1)
    for n in range(1, 16):
        term = term * small / n
        total += term
    bounds = _rounded(total - abs(term), total + abs(term))
    for _ in range(halvings):
        bounds = _times(bounds, bounds)
    return bounds


def _log(x: Fraction) -> Interval:
    """Bounds of log x = k log 2 + log m, for x = 2^k m with m from 1/2 to 2."""
    if x <= 0:
        raise Unbounded("the logarithm of what may not be positive")
    spend(COST_OF_EXPONENTIAL)
    k = x.numerator.bit_length() - x.denominator.bit_length()
    m = x / Fraction(2) ** k
    twice = _times((Fraction(k), Fraction(k)), _log_ratio(Fraction(1, 3)))
    return _plus(twice, _log_ratio((m - 1) / (m + 1)))


def _log_ratio(z: Fraction) -> Interval:
    """Bounds of log((1 + z)/(1 - z)) = 2 (z + z^3/3 + z^5/5 + ...), for |z| <= 1/3: the rest is below 9/8 |z|^n."""
    total, power, square = (Fraction(0), Fraction(0)), (z, z), _times((z, z), (z, z))
    for n in range(1, PRECISION * 2 // 3, 2):
        total = _plus(total, _times(power, (Fraction(1, n), Fraction(1, n))))
        power = _times(power, square)
    rest = Fraction(9, 8) * max(-power[0], power[1])
    return _times((Fraction(2), Fraction(2)), _plus(total, (-rest, rest)))


def _tanh(x: Fraction) -> Interval:
    """Bounds of tanh x = 1 - 2/(e^2x + 1): x occurs once, so that they stay tight."""
    low, high = _exp(2 * x)
    least, most = _inverse((low + 1, high + 1))
    return _rounded(1 - 2 * most, 1 - 2 * least)
