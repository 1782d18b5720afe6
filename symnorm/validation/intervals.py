"""Intervals that are sure to contain a number: decimal ends, rounded outwards, of any exponent.

The numbers of a kernel lie between 1e-324 and 1e308, and their powers far beyond: `decimal` has room for all of them,
rounds each operation correctly in the direction that it is told, and is in the standard library.
"""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

Interval = tuple[Decimal, Decimal]
"""(low, high)."""

ZERO, ONE, TWO = Decimal(0), Decimal(1), Decimal(2)

MOST = Decimal(10) ** 6
"""An exponential of a larger number is not taken: it has more digits in front of the point than anybody needs."""


class NoValue(Exception):
    """A division by what may be zero, the root of what may be negative: at this precision there is no value."""


class Arithmetic:
    """Interval arithmetic with so many digits."""

    def __init__(self, digits: int) -> None:
        self.digits = digits
        self.down = Context(digits, ROUND_FLOOR, MIN_EMIN, MAX_EMAX)
        self.up = Context(digits, ROUND_CEILING, MIN_EMIN, MAX_EMAX)

    def number(self, q: Fraction) -> Interval:
        """A rational number."""
        above, below = Decimal(q.numerator), Decimal(q.denominator)
        return (above, above) if below == 1 else (self.down.divide(above, below), self.up.divide(above, below))

    def add(self, x: Interval, y: Interval) -> Interval:
        """x + y."""
        return self.down.add(x[0], y[0]), self.up.add(x[1], y[1])

    def negative(self, x: Interval) -> Interval:
        """-x."""
        return x[1].copy_negate(), x[0].copy_negate()

    def size(self, x: Interval) -> Interval:
        """|x|."""
        low, high = x
        if low >= 0:
            return x
        return self.negative(x) if high <= 0 else (ZERO, max(low.copy_negate(), high))

    def multiply(self, x: Interval, y: Interval) -> Interval:
        """x y."""
        (a, b), (c, d) = x, y
        down, up = self.down.multiply, self.up.multiply
        if a >= 0:
            return down(a if c >= 0 else b, c), up(b if d >= 0 else a, d)
        if b <= 0:
            return down(a if d > 0 else b, d), up(b if c > 0 else a, c)
        if c >= 0:
            return down(a, d), up(b, d)
        if d <= 0:
            return down(b, c), up(a, c)
        return min(down(a, d), down(b, c)), max(up(a, c), up(b, d))

    def divide(self, x: Interval, y: Interval) -> Interval:
        """x / y. Raises NoValue where y may be zero."""
        c, d = y
        if c <= 0 <= d:
            raise NoValue("a division by zero")
        return self.multiply(x, (self.down.divide(ONE, d), self.up.divide(ONE, c)))

    def power(self, x: Interval, n: int) -> Interval:
        """x^n, by multiplication; an even power is not negative."""
        if n < 0:
            return self.divide((ONE, ONE), self.power(x, -n))
        if n == 2:
            low, high = self.size(x)
            return self.down.multiply(low, low), self.up.multiply(high, high)
        base = self.size(x) if n % 2 == 0 else x
        made = (ONE, ONE)
        for _ in range(n):
            made = self.multiply(made, base)
        return made

    def sqrt(self, x: Interval) -> Interval:
        """The root, which is rounded to even and widened. Raises NoValue where x may be negative."""
        low, high = x
        if low < 0:
            raise NoValue("the root of a negative number")
        if not high:
            return ZERO, ZERO
        return max(ZERO, self.down.next_minus(self.down.sqrt(low))), self.up.next_plus(self.up.sqrt(high))

    def exp(self, x: Interval) -> Interval:
        """e^x, which is rounded to even and widened. Raises NoValue where x is very large."""
        if max(abs(x[0]), abs(x[1])) > MOST:
            raise NoValue("the exponential of a very large number")
        low = self.down.exp(x[0])
        return self.down.next_minus(low), self.up.next_plus(low if x[0] == x[1] else self.up.exp(x[1]))

    def tanh(self, x: Interval) -> Interval:
        """tanh x, which grows: from its values at both ends."""
        low = self._tanh(x[0])
        return low if x[0] == x[1] else (low[0], self._tanh(x[1])[1])

    def _tanh(self, u: Decimal) -> Interval:
        """1 - 2/(e^2u + 1), with as many digits more as cancel; near zero between u - u^3/3 and u, for u >= 0."""
        if u < 0:
            return self.negative(self._tanh(u.copy_negate()))
        if u > 2 * self.digits:  # e^-2u is less than half a unit in the last place
            return self.down.next_minus(ONE), ONE
        if not u or 2 * -u.adjusted() > self.digits:
            third = self.up.divide(self.up.power(u, 3), Decimal(3))
            return self.down.subtract(u, third), self.up.plus(u)
        finer = Arithmetic(self.digits + max(0, -u.adjusted()) + 5)
        quotient = finer.divide((TWO, TWO), finer.add(finer.exp(finer.add((u, u), (u, u))), (ONE, ONE)))
        low, high = finer.add((ONE, ONE), finer.negative(quotient))
        return self.down.plus(low), self.up.plus(high)
