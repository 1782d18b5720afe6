"""Three arithmetics for one evaluator: rational numbers, enclosing intervals, decimals of many digits.

Rational numbers and intervals take derivatives by dual numbers, decimals by difference quotients at a higher
precision. None of them ever returns a value where there is none: that raises Undefined, and where an arithmetic
cannot tell, Undecided.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from decimal import ROUND_UP, Context, Decimal
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

import mpmath
from mpmath.ctx_iv import MPIntervalContext
from mpmath.libmp import from_int, mpi_div, round_ceiling, round_floor

Number = Any
"""A Fraction, an interval or an mpf; while a derivative is taken, a Dual of them."""

BALL_DIGITS, FINE_DIGITS = 60, 400
AGREEMENT = 45
MAX_EXPONENT = 100_000
MAX_BITS = 1_000_000
"""So many bits may a power have that is calculated exactly."""

MAX_SHOWN_BITS = 2_000
"""A rational number of more bits is shown as a decimal: Python writes no more than 4300 digits."""


class Undefined(Exception):
    """The expression has no value: a division by zero, a root or logarithm outside its domain."""


class Unfit(Undefined):
    """The point is none: a name has no value there, or a function has none at the argument at which it stands."""


class Undecided(Exception):
    """This arithmetic cannot tell: a number is not known to it, or an interval is too wide."""


# --- derivatives ------------------------------------------------------------------------------------------


class Dual:
    """value + slope d with d² = 0. Derivatives nest: the one taken deeper inside has the larger tag."""

    __slots__ = ("slope", "tag", "value")

    def __init__(self, tag: int, value: Number, slope: Number) -> None:
        self.tag, self.value, self.slope = tag, value, slope

    def __neg__(self) -> Dual:
        return Dual(self.tag, -self.value, -self.slope)


class Unknown:
    """A number that is there and not known: an irrational one, or the value of an indefinite integral."""

    def __neg__(self) -> Unknown:
        return self


UNKNOWN = Unknown()


def plus(a: Number, b: Number) -> Number:
    """a + b, for duals too."""
    if type(a) is Dual or type(b) is Dual:
        tag, (a, da), (b, db) = _aligned(a, b)
        return Dual(tag, plus(a, b), plus(da, db))
    return UNKNOWN if a is UNKNOWN or b is UNKNOWN else a + b


def times(a: Number, b: Number) -> Number:
    """a * b, for duals too."""
    if type(a) is Dual or type(b) is Dual:
        tag, (a, da), (b, db) = _aligned(a, b)
        return Dual(tag, times(a, b), plus(times(da, b), times(a, db)))
    if a is UNKNOWN or b is UNKNOWN:
        return 0 if _is_zero(a) or _is_zero(b) else UNKNOWN
    return a * b


def _aligned(a: Number, b: Number) -> tuple[int, tuple[Number, Number], tuple[Number, Number]]:
    """The larger tag, and both numbers as (value, slope) with respect to it."""
    if type(b) is not Dual or (type(a) is Dual and a.tag > b.tag):
        return a.tag, (a.value, a.slope), (b, 0)
    if type(a) is not Dual or a.tag < b.tag:
        return b.tag, (a, 0), (b.value, b.slope)
    return a.tag, (a.value, a.slope), (b.value, b.slope)


def _bits(a: int | Fraction) -> int:
    """How many bits each factor adds to a power; 0 for 0, 1 and -1."""
    bits = max(a.numerator.bit_length(), a.denominator.bit_length())
    return bits if bits > 1 else 0


def _is_zero(a: Number) -> bool:
    return isinstance(a, (int, Fraction)) and a == 0


# --- arithmetics ------------------------------------------------------------------------------------------


class Arithmetic:
    """What the arithmetics have in common: how duals pass through quotients, powers and functions."""

    uses_duals: ClassVar[bool] = True

    def __init__(self) -> None:
        self.plus: Callable[[Number, Number], Number] = plus
        self.times: Callable[[Number, Number], Number] = times

    def scope(self) -> AbstractContextManager[Any]:
        """Within it, numbers have the precision of this arithmetic."""
        return nullcontext()

    def number(self, q: Fraction) -> Number:
        """A rational number."""
        raise NotImplementedError

    def gap(self, left: Number, right: Number) -> tuple[Number, Number]:
        """Bounds of right - left; both are 0 where the two agree."""
        raise NotImplementedError

    def show(self, value: Number) -> str:
        """A value, for a message."""
        raise NotImplementedError

    def _require_nonzero(self, b: Number) -> None:
        """Raises Undefined where a divisor is zero, and Undecided where that cannot be told."""
        raise NotImplementedError

    def _divide(self, a: Number, b: Number) -> Number:
        raise NotImplementedError

    def _function(self, name: str, a: Number) -> Number:
        raise NotImplementedError

    def divide(self, a: Number, b: Number) -> Number:
        """a / b. Raises Undefined where b = 0."""
        if isinstance(a, Dual) or isinstance(b, Dual):
            tag, (a, da), (b, db) = _aligned(a, b)
            value = self.divide(a, b)
            return Dual(tag, value, self.divide(plus(da, -times(value, db)), b))
        _settled(b)
        self._require_nonzero(b)  # whatever stands above it, known or not
        return UNKNOWN if a is UNKNOWN else self._divide(a, b)

    def power(self, a: Number, n: int) -> Number:
        """a to the integer power n, with a**0 = 1."""
        if n < 0:
            return self.divide(self.number(Fraction(1)), self.power(a, -n))
        if n == 0 or a is UNKNOWN:
            return UNKNOWN if n else self.number(Fraction(1))
        if isinstance(a, Dual):
            return Dual(a.tag, self.power(a.value, n), times(times(n, self.power(a.value, n - 1)), a.slope))
        if isinstance(a, (int, Fraction)) and n * _bits(a) > MAX_BITS:
            raise Undecided(f"too much work: a power has more than {MAX_BITS} bits")
        return a**n

    def function(self, name: str, a: Number) -> Number:
        """sqrt, exp, log or tanh of a."""
        if not isinstance(a, Dual):
            _settled(a)
            return self._function(name, a)
        value, one = self.function(name, a.value), self.number(Fraction(1))
        match name:
            case "sqrt":
                try:
                    slope = self.divide(one, times(2, value))
                except Undefined:  # the rule does not hold there; t sqrt(t^2) has a derivative at 0 all the same
                    raise Undecided("there is no rule for the derivative of a root where it is zero") from None
            case "exp":
                slope = value
            case "log":
                slope = self.divide(one, a.value)
            case _:
                slope = plus(one, -times(value, value))
        return Dual(a.tag, value, times(slope, a.slope))


class Exact(Arithmetic):
    """Rational numbers, whole ones as int: Python is much faster with these. What is irrational is Unknown."""

    def number(self, q: Fraction) -> Number:
        return q.numerator if q.denominator == 1 else q

    def gap(self, left: Number, right: Number) -> tuple[Number, Number]:
        _settled(left)
        _settled(right)
        return right - left, right - left

    def show(self, value: Number) -> str:
        return str(Fraction(value))

    def _require_nonzero(self, b: Number) -> None:
        if b == 0:
            raise Undefined("division by zero")

    def _divide(self, a: Number, b: Number) -> Number:
        return self.number(Fraction(a, b))

    def _function(self, name: str, a: Number) -> Number:
        _within_domain(name, a)
        if name == "sqrt":
            above, below = math.isqrt(a.numerator), math.isqrt(a.denominator)
            if above**2 == a.numerator and below**2 == a.denominator:
                return self.number(Fraction(above, below))
        elif a == (1 if name == "log" else 0):
            return 1 if name == "exp" else 0
        return UNKNOWN


class _Intervals(MPIntervalContext):  # type: ignore[misc]
    """Intervals that meet fractions as well as integers."""

    def convert(self, x: Any) -> Any:
        if isinstance(x, int):
            return self.make_mpf(self._ends(x))
        if isinstance(x, Fraction):
            return self.make_mpf(mpi_div(self._ends(x.numerator), self._ends(x.denominator), self.prec))
        return super().convert(x)

    def _ends(self, n: int) -> tuple[Any, Any]:
        """A whole number as an interval, which is that number alone unless it has too many digits."""
        return from_int(n, self.prec, round_floor), from_int(n, self.prec, round_ceiling)


class Balls(Exact):
    """Rational numbers as long as they last, then intervals that are sure to contain the value."""

    def __init__(self, digits: int = BALL_DIGITS) -> None:
        super().__init__()
        self.context = _Intervals()
        self.context.dps = digits

    def bounds(self, a: Number) -> tuple[Fraction, Fraction]:
        """The ends of an interval, exactly. Raises Undecided where they are out of reach."""
        if isinstance(a, (int, Fraction)):
            return Fraction(a), Fraction(a)
        ends = []
        for sign, mantissa, exponent, _ in a._mpi_:
            if (mantissa == 0 and exponent != 0) or abs(exponent) > MAX_EXPONENT:
                raise Undecided("the value is too large or too small to be enclosed")
            signed = -int(mantissa) if sign else int(mantissa)
            ends.append(Fraction(signed << exponent) if exponent >= 0 else Fraction(signed, 1 << -exponent))
        return ends[0], ends[1]

    def gap(self, left: Number, right: Number) -> tuple[Number, Number]:
        _settled(left)
        _settled(right)
        return self.bounds(right - left)

    def between(self, a: Fraction, b: Fraction) -> Number:
        """An interval that contains all numbers between two."""
        low, width = self.context.convert(min(a, b)), self.context.convert(abs(b - a))
        return low + width * self.context.mpf([0, 1])

    def show(self, value: Number) -> str:
        is_exact = isinstance(value, (int, Fraction))
        if is_exact and max(value.numerator.bit_length(), value.denominator.bit_length()) < MAX_SHOWN_BITS:
            return str(value)
        low, high = (Fraction(value),) * 2 if is_exact else self.bounds(value)
        middle, radius = (low + high) / 2, (high - low) / 2
        if abs(middle) <= 1000 * radius:
            middle, radius = Fraction(0), max(abs(low), abs(high))
        shown = Context(prec=20).divide(Decimal(middle.numerator), Decimal(middle.denominator)).normalize()
        error = abs(Fraction(shown) - middle) + radius
        above = Context(prec=5, rounding=ROUND_UP).divide(Decimal(error.numerator), Decimal(error.denominator))
        return f"{shown} ± 1e{above.adjusted() + 1}" if error else str(shown)

    def _require_nonzero(self, b: Number) -> None:
        low, high = self.bounds(b)
        if low == high == 0:
            raise Undefined("division by zero")
        if low <= 0 <= high:
            raise Undecided("a divisor may be zero")

    def _divide(self, a: Number, b: Number) -> Number:
        return (Fraction(a) if isinstance(a, int) else a) / b

    def _function(self, name: str, a: Number) -> Number:
        if isinstance(a, (int, Fraction)):
            value = super()._function(name, a)
            if value is not UNKNOWN:
                return value
            a = self.context.convert(Fraction(a))
        low, high = self.bounds(a)
        if name in ("sqrt", "log"):
            _within_domain(name, high)
            if low < 0 or (low == 0 and name == "log"):
                raise Undecided(f"the argument of {name} may be out of its domain")
        elif max(abs(low), abs(high)) > MAX_EXPONENT:
            raise Undecided(f"the argument of {name} is too large to be enclosed")
        if name == "tanh":
            return 1 - 2 / (self.context.exp(2 * a) + 1)
        return getattr(self.context, name)(a)


class Decimals(Arithmetic):
    """Numbers of so many digits. What is smaller than 10^(-0.7 digits) counts as zero where that matters."""

    uses_duals = False
    _context: ClassVar[Any] = mpmath.MPContext()

    def __init__(self, digits: int) -> None:
        self.plus, self.times = operator.add, operator.mul  # there are no duals, and nothing is unknown
        self.digits = digits
        self.context = self._context
        self.step = Fraction(1, 2 ** round(3.33 * (digits + 5)))
        self._numbers: dict[Fraction, Number] = {}
        with self.scope():
            self._least = self.context.mpf(10) ** -30
            self._agreement = self.context.mpf(10) ** -max(AGREEMENT, digits // 2)

    def scope(self) -> AbstractContextManager[Any]:
        scope: AbstractContextManager[Any] = self.context.workdps(self.digits)
        return scope

    def finer(self) -> Decimals:
        """The precision at which a difference quotient of step `self.step` has all digits of this one."""
        return decimals(2 * self.digits + 10)

    def number(self, q: Fraction) -> Number:
        if q.denominator == 1:
            return self.context.make_mpf(from_int(q.numerator))  # exactly, whatever the precision is
        found = self._numbers.get(q)
        if found is None:
            with self.scope():
                found = self._numbers[q] = self.context.mpf(q.numerator) / q.denominator
        return found

    def gap(self, left: Number, right: Number) -> tuple[Number, Number]:
        difference = right - left
        if not difference:
            return 0, 0
        if not self.context.isfinite(difference):
            raise Undecided("the value is not finite")
        if abs(difference) <= max(abs(left), abs(right), self._least) * self._agreement:
            return 0, 0
        return difference, difference

    def show(self, value: Number) -> str:
        return str(self.context.nstr(self.context.mpf(value), 15))

    def _is_negligible(self, a: Number) -> bool:
        return bool(a == 0 or self.context.mag(a) < -0.7 * 3.33 * self.digits)

    def _require_nonzero(self, b: Number) -> None:
        if self._is_negligible(b):
            raise Undefined("division by zero")

    def _divide(self, a: Number, b: Number) -> Number:
        return a / b

    def _function(self, name: str, a: Number) -> Number:
        if a <= 0 and self._is_negligible(a):
            a = self.context.zero
        _within_domain(name, a)
        if name == "exp" and abs(a) > MAX_EXPONENT:
            raise Undecided("the argument of exp is too large")
        return getattr(self.context, name)(a)


def _within_domain(name: str, a: Number) -> None:
    if name == "sqrt" and a < 0:
        raise Undefined("the root of a negative number")
    if name == "log" and a <= 0:
        raise Undefined("the logarithm of zero" if a == 0 else "the logarithm of a negative number")


def _settled(value: Number) -> None:
    if value is UNKNOWN:
        raise Undecided("the value is irrational, or depends on a constant of integration")


EXACT, BALLS, FINE_BALLS = Exact(), Balls(), Balls(FINE_DIGITS)


@cache
def decimals(digits: int) -> Decimals:
    """The decimal arithmetic with so many digits."""
    return Decimals(digits)
