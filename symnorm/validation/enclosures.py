"""Numbers that are known to within an error: whole numbers times a power of two, one error for all channels.

The numbers of a kernel lie between 1e-324 and 1e308, and their powers far beyond: whole numbers of Python have room for
all of them, and are exact. What is cut off, or is computed by a series, is counted in the error; all operations are on
the numbers of all channels at once, which makes them quick.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import repeat
from typing import NamedTuple

import numpy as np

from .rows import Array

MOST = 10**6
"""An exponential of a larger number is not taken: it has more digits in front of the point than anybody needs."""

SLACK = 16
"""So many bits more than are wanted are no reason to round; an error has about so many bits."""


class NoValue(Exception):
    """A division by what may be zero, the root of what may be negative: at this precision there is no value."""


class Enclosed(NamedTuple):
    """For each channel, or once for all of them, a number within `error` 2^`exponent` of a whole one times that."""

    whole: tuple[int, ...]
    exponent: int = 0
    error: int = 0

    @property
    def largest(self) -> int:
        """The largest absolute value of the whole numbers."""
        return max(max(self.whole), -min(self.whole))

    def times(self, count: int) -> Enclosed:
        """A number for each of so many channels, where it is the same for all."""
        return self._replace(whole=self.whole * (count // len(self.whole)))

    def bounds(self) -> list[tuple[Fraction, Fraction]]:
        """For each channel the ends of the interval that contains its number."""
        unit = Fraction(2) ** self.exponent
        return [((m - self.error) * unit, (m + self.error) * unit) for m in self.whole]


ONE = Enclosed((1,))


def exactly(values: Array | float) -> Enclosed:
    """Finite floats, as they are."""
    mantissas, exponents = np.frexp(np.atleast_1d(np.asarray(values, np.float64)))
    wholes = (mantissas * 2.0**53).astype(np.int64).tolist()
    least = min((e for m, e in zip(wholes, exponents.tolist(), strict=True) if m), default=0)
    up = (max(0, e - least) for e in exponents.tolist())
    return Enclosed(tuple(map(int.__lshift__, wholes, up)), least - 53)


def joined(parts: Iterable[Enclosed]) -> Enclosed:
    """Numbers for one channel each, side by side."""
    parts = list(parts)
    least = min(p.exponent for p in parts)
    error = max(p.error << (p.exponent - least) for p in parts)
    return Enclosed(tuple(p.whole[0] << (p.exponent - least) for p in parts), least, error)


def summed(rows: Sequence[Enclosed], times: int) -> Enclosed:
    """The sum of rows, channel by channel, each so many times."""
    least = min(r.exponent for r in rows)
    columns = zip(*([m << (r.exponent - least) for m in r.whole] for r in rows), strict=True)
    error = sum(r.error << (r.exponent - least) for r in rows)
    return Enclosed(tuple(sum(column) * times for column in columns), least, error * times)


class Arithmetic:
    """Arithmetic with about so many bits, counted from the largest of the numbers of all channels."""

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def number(self, q: Fraction) -> Enclosed:
        """A rational number."""
        above, below = q.numerator, q.denominator
        if not below & (below - 1):
            return Enclosed((above,), 1 - below.bit_length())
        return self.divide(Enclosed((above,)), Enclosed((below,)))

    def add(self, x: Enclosed, y: Enclosed) -> Enclosed:
        """x + y."""
        top = max((v.largest.bit_length() + v.exponent for v in (x, y) if v.largest), default=x.exponent)
        low = max(min(x.exponent, y.exponent), top - 2 * self.bits)  # digits further down are rounded off anyway
        (a, _, left), (b, _, right) = _from(x, low), _from(y, low)
        return self._rounded(_each(int.__add__, a, b), low, left + right)

    def negative(self, x: Enclosed) -> Enclosed:
        """-x."""
        return x._replace(whole=tuple(map(int.__neg__, x.whole)))

    def size(self, x: Enclosed) -> Enclosed:
        """|x|."""
        return x._replace(whole=tuple(map(abs, x.whole)))

    def highest(self, x: Enclosed) -> Enclosed:
        """The upper ends of the intervals, each a number that is known."""
        return Enclosed(_each(int.__add__, x.whole, (x.error,)), x.exponent)

    def multiply(self, x: Enclosed, y: Enclosed) -> Enclosed:
        """x y."""
        error = x.error * y.error  # and for the rest, the largest numbers are looked for where there is need
        error += (x.largest * y.error if y.error else 0) + (y.largest * x.error if x.error else 0)
        return self._rounded(_each(int.__mul__, x.whole, y.whole), x.exponent + y.exponent, error)

    def divide(self, x: Enclosed, y: Enclosed) -> Enclosed:
        """x / y. Raises NoValue where y may be zero."""
        least = min(map(abs, y.whole)) - y.error
        if least <= 0:
            raise NoValue("a division by zero")
        if not x.largest and not x.error:
            return x.times(len(y.whole)) if len(x.whole) == 1 else x
        up = max(0, self.bits + y.largest.bit_length() - x.largest.bit_length())
        found = Enclosed(
            _each(int.__floordiv__, _each(int.__lshift__, x.whole, (up,)), y.whole), x.exponent - y.exponent - up
        )  # fmt: skip
        error = ((x.error << up) + (found.largest + 1) * y.error) // least + 2
        return self._rounded(*found[:2], error)

    def power(self, x: Enclosed, n: int) -> Enclosed:
        """x^n, by multiplication."""
        if n < 0:
            return self.divide(ONE, self.power(x, -n))
        made = ONE
        for _ in range(n):
            made = self.multiply(made, x)
        return made

    def total(self, x: Enclosed, count: int, without: int = -1) -> Enclosed:
        """The sum over so many channels, one of which may be left out."""
        whole = sum(x.whole) if len(x.whole) == count else x.whole[0] * count
        if without >= 0:
            whole -= x.whole[without if len(x.whole) == count else 0]
        return self._rounded((whole,), x.exponent, x.error * count)

    def sqrt(self, x: Enclosed) -> Enclosed:
        """The root. Raises NoValue where x may be negative."""
        least = min(x.whole)
        if least < x.error:
            raise NoValue("the root of a negative number")
        if not x.largest and not x.error:
            return x
        up = max(0, 2 * self.bits - x.largest.bit_length())
        up += (x.exponent - up) % 2
        found = tuple(map(math.isqrt, _each(int.__lshift__, x.whole, (up,))))
        error = x.error << up  # whose root, or a quotient by the least root, bounds that of the roots
        error = min(math.isqrt(error), error // max(1, math.isqrt(least << up))) + 1 if error else 0
        return self._rounded(found, (x.exponent - up) // 2, error + 1)

    def exp(self, x: Enclosed) -> Enclosed:
        """e^x. Raises NoValue where x is very large."""
        if _floor(x.largest + x.error, x.exponent) >= MOST:
            raise NoValue("the exponential of a very large number")
        error = _floor(x.error, x.exponent + self.bits) + 1
        if error >> self.bits:
            raise NoValue("the exponential of what is hardly known")
        fine = self.bits + SLACK
        parts = [_exponential(_floor(m, x.exponent + fine), fine) for m in x.whole]
        top = max(k for _, k in parts)
        whole = tuple(m >> (top - k) for m, k in parts)
        # the error of x, of its last digit, and of the series; e^d - 1 is at most 2 d for d up to 1
        spread = max(whole) * (2 * error) >> self.bits
        return self._rounded(whole, top - fine, spread + 4 * abs(top) + 2**4)

    def tanh(self, x: Enclosed) -> Enclosed:
        """tanh x, as (1 - e^-2|x|) / (1 + e^-2|x|), whose slope is nowhere above 1."""
        fine = self.bits + SLACK + max(0, -(x.largest.bit_length() + x.exponent))
        whole = [_tanh(_floor(abs(m), x.exponent + 1 + fine), fine) for m in x.whole]
        signed = tuple(-w if m < 0 else w for w, m in zip(whole, x.whole, strict=True))
        return self._rounded(signed, -fine, _floor(x.error, x.exponent + fine) + 1 + 2**4)

    def _rounded(self, whole: tuple[int, ...], exponent: int, error: int) -> Enclosed:
        """Without the digits that are more than wanted, or not known."""
        size = max(max(whole), -min(whole)).bit_length()
        cut = max(size - self.bits, error.bit_length() - SLACK)
        if cut <= SLACK:
            return Enclosed(whole, exponent, error)
        return Enclosed(_each(int.__rshift__, whole, (cut,)), exponent + cut, (error >> cut) + 2)


def _each(function: Callable[[int, int], int], x: tuple[int, ...], y: tuple[int, ...]) -> tuple[int, ...]:
    """A function of the numbers of each channel; what is the same for all is there once.

    A tuple of whole numbers is nothing that the collector of garbage looks through, as it does through a list.
    """
    if len(x) == len(y):
        return tuple(map(function, x, y))
    return tuple(map(function, x, repeat(y[0]))) if len(y) == 1 else tuple(map(function, repeat(x[0]), y))


def _from(x: Enclosed, exponent: int) -> Enclosed:
    """The same number with another exponent; what is cut off is in the error."""
    up = exponent - x.exponent
    if not up:
        return x
    if up < 0:
        return Enclosed(_each(int.__lshift__, x.whole, (-up,)), exponent, x.error << -up)
    return Enclosed(_each(int.__rshift__, x.whole, (up,)), exponent, (x.error >> up) + 2)


def _floor(whole: int, exponent: int) -> int:
    """A whole number times a power of two, rounded down."""
    return whole << exponent if exponent >= 0 else whole >> -exponent


def _tanh(twice: int, fine: int) -> int:
    """tanh u, for u >= 0, within 2^4 units: they are 2^-fine, and of these 2 u is given, rounded down."""
    if twice >> fine > fine:  # e^-2u is less than 2^-fine
        return 1 << fine
    mantissa, exponent = _exponential(-twice, fine)
    fading = mantissa >> -exponent
    return (((1 << fine) - fading) << fine) // ((1 << fine) + fading)


def _exponential(u: int, fine: int) -> tuple[int, int]:
    """(m, k): e^u is m 2^k, where u and m are in units of 2^-fine; m, between 1 and 2, is within 4 |k| + 4 of them.

    A rest below log 2 is halved often enough for a short series, and its exponential is squared as often. That is done
    with twice as many bits more, and 20, which the squares and the terms of the series, fewer than 2^19, do not use up.
    """
    exponent, rest = divmod(u, _log2(fine))
    halvings = math.isqrt(fine) // 2
    finer = fine + 2 * halvings + 20
    total = term = 1 << finer
    rest <<= halvings + 20
    for n in range(1, finer):
        term = (term * rest >> finer) // n
        if not term:
            break
        total += term
    for _ in range(halvings):
        total = total * total >> finer
    return total >> (finer - fine), exponent


@cache
def _log2(fine: int) -> int:
    """log 2 in units of 2^-fine, less than 2 of them too low: twice the series of artanh(1/3)."""
    power, total, n = (2 << (fine + 20)) // 3, 0, 1
    while power:
        total += power // n
        power, n = power // 9, n + 2
    return total >> 20
