"""What stands at the head of an emitted module for numba, letter for letter.

Not imported, since numba keeps compiled code by the file it is in, and knows of no change in another.
"""

# mypy: disable-error-code="untyped-decorator, no-untyped-call, call-arg, call-overload, attr-defined"
from __future__ import annotations

import math
import platform
from typing import Any

import numba
import numpy as np

loops = numba.njit(nogil=True, cache=True, error_model="numpy", fastmath={"contract"})
"""Compiles loops, which are computed as they are written, but that a product and a sum may be rounded once."""

CHUNK = 256
"""So many channels are summed in the dtype of x for the gradient of a parameter, and these sums in double precision."""

PIECE_BYTES, LANES, LEAST_PIECE = 1024, 32, 8
"""What of a row is summed at a time; of what is left, as many times so many numbers as there are, and then so many.

Rounding errors add up in the lanes of a piece, and not from one piece to the next.
"""

ROWS = 64
"""So many rows are summed in the dtype of x, and these sums in double precision."""

FEW = 512
"""So many channels are fetched at a time, before they are needed: less than the queues of a core hold."""

AHEAD = 128
"""The same in a loop that computes so much for each channel that it has to fetch for itself."""

CACHED = 1 << 19
"""Bytes of an array that is not worth fetching: it may be in a cache already."""

LINE = 64
"""Bytes that come into the cache together."""

FAR = 0.25
"""A mean whose square is more than so many variances is subtracted before squares are summed."""

NOTHING = (0.0, 0.0)
"""The sum of no pieces, and what was lost when it was rounded."""

_WINDOWS, _ARM = platform.system() == "Windows", platform.machine().lower() in ("aarch64", "arm64")
_FLAGS = 2 | 4 | 8 | 16 if _WINDOWS else 1 | 2 | 4 | 8 if _ARM else 1 | 4 | 8 | 16
"""Invalid, division by zero, overflow, underflow: as <fenv.h> has them."""

_clear = numba.types.ExternalFunction("feclearexcept", numba.int32(numba.int32))
_test = numba.types.ExternalFunction("fetestexcept", numba.int32(numba.int32))


HALF, ONE, TWO = np.float32(0.5), np.float32(1), np.float32(2)
LOG2_E, LN2_HIGH, LN2_LOW = np.float32(1.442695), np.float32(0.693359375), np.float32(-0.00021219444)
"""1/log 2, and log 2 in two parts: the multiples of the first that are needed are exact."""

EXP = tuple(map(np.float32, (0.0013926176, 0.008363173, 0.041666556, 0.16666578, 0.5)))
"""(e^r - 1 - r)/r^2 where |r| <= log(2)/2: the coefficients of the powers of r, the highest first."""

TANH = tuple(
    map(
        np.float32,
        (0.00014279319, -0.00092350086, 0.0032068035, -0.008697848, 0.02182955, -0.053963415, 0.1333331, -0.33333334),
    )
)
"""(tanh(a) - a)/a^3 where 0 <= a <= 1: the coefficients of the powers of a^2, the highest first."""

SHIFT, BIAS, FRACTION = np.float32(3 << 22), np.int32(127), np.int32(23)
"""What rounds a small number that it is added to, into its last bits; what is added to exponents, and their place."""

SURE, MOST = np.float32(10), np.float32(87)
"""In single precision tanh(a) is 1 from the first on; e^-a is a normal number up to the second."""

LEAST, VANISHING, NONE = np.float32(2**-13), np.float32(2**-66), np.float32(2**-126)
"""What is nothing beside 1 as a square, what is as a number; and what has no normal product with e^-87."""


@loops
def _begin() -> None:
    """Clears the processor's flags."""
    _clear(_FLAGS)


@loops
def _left_range() -> bool:
    """Whether a number overflowed, underflowed or became invalid since `_begin`."""
    return bool(_test(_FLAGS) != 0)


@numba.extending.intrinsic
def _fetch(typing: Any, row: Any, j: Any, line: Any) -> Any:
    """Fetches the memory that is so many lines after row[j] into the cache."""

    def generated(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        utils = numba.core.cgutils
        data = context.make_array(signature.args[0])(context, builder, given[0]).data
        kind = utils.ir.FunctionType(utils.ir.VoidType(), [utils.voidptr_t, *[utils.int32_t] * 3])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", (utils.voidptr_t,), kind)
        place = builder.bitcast(builder.gep(data, [given[1]]), utils.voidptr_t)
        place = builder.gep(place, [builder.mul(given[2], given[2].type(LINE))])
        builder.call(prefetch, [place, *map(utils.int32_t, (1, 3, 1))])  # to write, into the first level, data
        return context.get_dummy_value()

    return numba.types.void(row, j, line), generated


@loops
def _fetched(row: Any, first: int, few: int) -> None:
    """Fetches a few channels of a row that are needed soon, so that nobody waits for memory then."""
    for line in range(min(few, row.size - first) * row.itemsize // LINE):
        _fetch(row, first, line)


@numba.njit(nogil=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def _plus(total: Any, x: Any, factor: Any = 1.0) -> Any:
    """total + x factor, in the precision of total and in any order of the summands: so sums are vectorized."""
    return total + type(total)(x) * type(total)(factor)


@numba.extending.intrinsic
def _bits(typing: Any, x: Any) -> Any:
    """The bits of a number in single precision, as an integer; or of such an integer, as a number."""
    other = numba.int32 if x == numba.float32 else numba.float32

    def generated(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.bitcast(given[0], context.get_value_type(other))

    return other(x), generated


@loops
def _exp(a: Any) -> Any:
    """e^-a in single precision, for a from 0 to MOST: by e^r and a power of 2."""
    shifted = SHIFT - a * LOG2_E
    n = shifted - SHIFT
    r = -a - n * LN2_HIGH - n * LN2_LOW
    p = EXP[0]
    for coefficient in EXP[1:]:
        p = p * r + coefficient
    return (r * p * r + r + ONE) * _bits(np.int32((_bits(shifted) + BIAS) << FRACTION))


@loops
def _tanh(u: Any) -> Any:
    """tanh(u) in single precision; beyond/kernel_dyt: tanh by exp, tanh is odd.

    It raises no flags but for what is no normal number. So the square of a small number is not rounded by itself.
    """
    size = abs(u)
    a = SURE if size > SURE else size
    e = _exp(TWO * a)
    square = a * a + VANISHING
    p = TANH[0]
    for coefficient in TANH[1:]:
        p = p * square + coefficient
    found = a + a * (square * p) if a < ONE else ONE - TWO * e / (ONE + e)
    return math.copysign(found, u)


@loops
def _half_sech(u: Any) -> Any:
    """1/(e^u + e^-u) in single precision; beyond/kernel_dyt: slope is even. It raises a flag where e^-|u| is none."""
    size = abs(u)
    a = LEAST if size < LEAST else size
    e = _exp(MOST if a > MOST else a) * (NONE if size > MOST else ONE)
    b = LEAST if e < LEAST else e  # its square does not underflow
    return e / (ONE + b * b)


@numba.njit(nogil=True, error_model="numpy", fastmath={"afn", "arcp", "contract"})
def _guess(square: Any) -> Any:
    """About the inverse of a root, in single precision, as fast as the processor has it."""
    return ONE / math.sqrt(square)


def _over_root(x: Any, square: Any) -> Any:
    """x / sqrt(square); in loops, in single precision, `_over_root_of` has it without a division."""
    return x / math.sqrt(square)


@numba.extending.overload(_over_root, jit_options={"nogil": True, "fastmath": {"contract"}, "error_model": "numpy"})
def _over_root_of(x: Any, square: Any) -> Any:
    """How loops compute that, by the type of the number; beyond/kernel_root."""

    def by_a_guess(x: Any, square: Any) -> Any:
        y = _guess(square)
        return x * (y + y * HALF * (ONE - square * y * y))

    return by_a_guess if square == numba.float32 else _over_root


@loops
def _and(total: Any, piece: Any) -> Any:
    """A sum in double precision and the sum of one more piece; what is lost in rounding is kept beside it."""
    high, low = total
    if high == 0:
        return np.float64(piece), low
    whole = high + piece
    added = whole - high
    return whole, low + ((high - (whole - added)) + (piece - added))


@loops
def _whole(total: Any) -> Any:
    """A sum, rounded once; of what is not finite, nothing is known to be lost."""
    high, low = total
    return high + low if math.isfinite(high) else high


@loops
def _begun(part: Any, rows: int) -> Any:
    """Room for a sum over many rows, in double precision, and for what it loses; its part of a few rows is 0."""
    for j in range(part.size):
        part[j] = 0
    return np.zeros((2, part.size if rows > ROWS else 0))


@loops
def _flushed(part: Any, total: Any) -> None:
    """Adds a part of a sum over rows to the whole, and leaves zeros."""
    for j in range(total.shape[1]):
        total[0, j], total[1, j] = _and((total[0, j], total[1, j]), np.float64(part[j]))
        part[j] = 0


@loops
def _ended(part: Any, total: Any) -> None:
    """Writes a sum over rows where its parts have been."""
    for j in range(total.shape[1]):
        part[j] = _whole(_and((total[0, j], total[1, j]), np.float64(part[j])))


@loops
def _piece(x: Any, first: int) -> Any:
    """How many channels of a row are summed at a time, from here on."""
    left = min(x.size - first, PIECE_BYTES // x.itemsize)
    return left // LANES * LANES if left >= LANES else min(left, LEAST_PIECE)


@loops
def _moments(x: Any, later: Any, fetches: bool) -> Any:
    """(pilot, shift, variance) of a row: x - pilot - shift has mean zero; beyond/kernel_centre. Fetches a later row."""
    T = x.dtype.type
    pilot = shift = T(0)
    for attempt in range(3):
        total = squares = NOTHING
        first = 0
        while first < x.size:
            few = _piece(x, first)
            if fetches:
                _fetched(later, first, few)
            part = x[first : first + few]
            total_ = squares_ = T(0)
            for j in range(part.size):
                d = part[j] - pilot - shift
                total_ = _plus(total_, d)
                squares_ = _plus(squares_, d, d)
            total = _and(total, total_)
            squares = _and(squares, squares_)
            first += few
        mean, variance, is_near = _about(total, squares, x)
        if is_near or attempt == 2:
            break
        pilot, shift = _moved(pilot, shift, mean, attempt)
    return *_settled(pilot, shift, mean, attempt), variance


@loops
def _about(total: Any, squares: Any, x: Any) -> Any:
    """(mean, variance, whether the mean is near zero) of d = x - pilot - shift, by its sum and that of its squares."""
    mean = _whole(total) / x.size
    variance = _whole(squares) / x.size - mean * mean
    return mean, max(variance, 0.0), mean * mean < FAR * variance or mean == 0


@loops
def _moved(pilot: Any, shift: Any, mean: float, attempt: int) -> Any:
    """What is subtracted at the next attempt: of a row that is nearly constant, the variance about both is exact."""
    return (pilot, type(pilot)(shift + mean)) if attempt else (type(pilot)(mean), shift)


@loops
def _settled(pilot: Any, shift: Any, mean: float, attempt: int) -> Any:
    """The mean of the row as two numbers of its type, by the mean of what was left at the last attempt."""
    rest = shift + mean
    high = pilot if attempt else type(pilot)(rest)
    return high, type(pilot)(rest if attempt else rest - np.float64(high))
