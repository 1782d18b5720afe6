"""Kernels of normalization layers for numba, printed by `symnorm kernels emit --target numba`.

Not to be edited. They are those of `symnorm.kernels`, in fused loops that are compiled at the first call, with the same
functions, and at least as accurate. `symnorm kernels check` compares them with what is verified.
The JSON file beside it has the hash of each statement that went into it.
"""

# fmt: off
# mypy: disable-error-code="untyped-decorator, no-untyped-call, call-arg, call-overload, attr-defined"
from __future__ import annotations

import math
import platform
from typing import Any

try:
    import numba
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("these kernels need numba: pip install 'symnorm[numba]'", name="numba") from error
import numpy as np

from . import functions
from .arguments import FLOAT32, Array
from .functions import DyisruGradients as DyisruGradients
from .functions import DytGradients as DytGradients
from .functions import DytScaledGradients as DytScaledGradients
from .functions import DytScaledRmsGradients as DytScaledRmsGradients
from .functions import ElnGeneralGradients as ElnGeneralGradients
from .functions import ElnGradients as ElnGradients
from .functions import IsruGradients as IsruGradients
from .functions import LayerNormGradients as LayerNormGradients
from .functions import RmsNormGradients as RmsNormGradients
from .functions import __all__ as __all__
from .runtime import Plan as Plan
from .target import Target
from .workspace import Workspace

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


@loops
def _layer_norm_loops(x, gain, bias, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        pilot_x, shift_x, variance = _moments(x_i, out_i, fetches)
        v = variance + eps
        r = 1 / math.sqrt(v)
        for j in range(width):
            out_i[j] = (x_i[j] - pilot_x - shift_x) * T(r) * gain[j] + bias[j]
    return _left_range()


def _layer_norm(
    work: Workspace, x: Array, gain: Array, bias: Array | None, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm: forward."""
    left_range = _layer_norm_loops(
        x, gain, np.zeros(x.shape[1], out.dtype) if bias is None else bias, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _layer_norm_vjp_loops(g, x, gain, C, eps, out, dgain, dbias):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    dgain_ = _begun(dgain, len(x))
    dbias_ = _begun(dbias, len(x))
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        pilot_x = shift_x = T(0)
        for attempt in range(3):
            total_sum = squares_sum = dot_sum = dot2_sum = NOTHING
            first = 0
            while first < width:
                few = _piece(x_i, first)
                g_ = g_i[first : first + few]
                x_ = x_i[first : first + few]
                gain_ = gain[first : first + few]
                if fetches:
                    _fetched(out_i, first, few)
                total_ = squares_ = dot_ = dot2_ = T(0)
                for j in range(g_.size):
                    t = x_[j] - pilot_x - shift_x
                    u = g_[j] * gain_[j]
                    total_ = _plus(total_, t)
                    squares_ = _plus(squares_, t, t)
                    dot_ = _plus(dot_, u, t)
                    dot2_ = _plus(dot2_, u)
                total_sum = _and(total_sum, total_)
                squares_sum = _and(squares_sum, squares_)
                dot_sum = _and(dot_sum, dot_)
                dot2_sum = _and(dot2_sum, dot2_)
                first += few
            mean, variance, is_near = _about(total_sum, squares_sum, x_i)
            if is_near or attempt == 2:
                break
            pilot_x, shift_x = _moved(pilot_x, shift_x, mean, attempt)
        dot = _whole(dot_sum)
        dot2 = _whole(dot2_sum)
        dot -= mean * dot2
        pilot_x, shift_x = _settled(pilot_x, shift_x, mean, attempt)
        v = variance + eps
        r = 1 / math.sqrt(v)
        q = dot / C / v
        p = dot2 / C
        if dbias.size:
            for j in range(width):
                dbias[j] += g_i[j]
        for j in range(width):
            t = x_i[j] - pilot_x - shift_x
            dgain[j] += T(r) * g_i[j] * t
            out_i[j] = (g_i[j] * gain[j] - t * T(q) - T(p)) * T(r)
        if i % ROWS == ROWS - 1:
            _flushed(dgain, dgain_)
            _flushed(dbias, dbias_)
    _ended(dgain, dgain_)
    _ended(dbias, dbias_)
    return _left_range()


def _layer_norm_vjp(
    work: Workspace, g: Array, x: Array, gain: Array, bias: Array | None, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm: dx, with gradients."""
    dgain = np.empty(x.shape[1], out.dtype)
    dbias = np.empty(0 if bias is None else x.shape[1], out.dtype)
    left_range = _layer_norm_vjp_loops(
        g, x, gain, C, eps, out, dgain, dbias
    )
    if left_range:
        work.flag()
    return (dgain, dbias if bias is not None else None)


@loops
def _layer_norm_simple_loops(x, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        pilot_x, shift_x, variance = _moments(x_i, out_i, fetches)
        v = variance + eps
        r = 1 / math.sqrt(v)
        for j in range(width):
            out_i[j] = (x_i[j] - pilot_x - shift_x) * T(r)
    return _left_range()


def _layer_norm_simple(
    work: Workspace, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm_simple: forward."""
    left_range = _layer_norm_simple_loops(
        x, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _layer_norm_simple_vjp_loops(g, x, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        pilot_x = shift_x = T(0)
        for attempt in range(3):
            total2_sum = squares_sum = dot_sum = total_sum = NOTHING
            first = 0
            while first < width:
                few = _piece(x_i, first)
                g_ = g_i[first : first + few]
                x_ = x_i[first : first + few]
                if fetches:
                    _fetched(out_i, first, few)
                total2_ = squares_ = dot_ = total_ = T(0)
                for j in range(g_.size):
                    t = x_[j] - pilot_x - shift_x
                    total2_ = _plus(total2_, t)
                    squares_ = _plus(squares_, t, t)
                    dot_ = _plus(dot_, g_[j], t)
                    total_ = _plus(total_, g_[j])
                total2_sum = _and(total2_sum, total2_)
                squares_sum = _and(squares_sum, squares_)
                dot_sum = _and(dot_sum, dot_)
                total_sum = _and(total_sum, total_)
                first += few
            mean, variance, is_near = _about(total2_sum, squares_sum, x_i)
            if is_near or attempt == 2:
                break
            pilot_x, shift_x = _moved(pilot_x, shift_x, mean, attempt)
        dot = _whole(dot_sum)
        total = _whole(total_sum)
        dot -= mean * total
        pilot_x, shift_x = _settled(pilot_x, shift_x, mean, attempt)
        v = variance + eps
        r = 1 / math.sqrt(v)
        q = dot / C / v
        p = total / C
        for j in range(width):
            out_i[j] = (g_i[j] - (x_i[j] - pilot_x - shift_x) * T(q) - T(p)) * T(r)
    return _left_range()


def _layer_norm_simple_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm_simple: dx."""
    left_range = _layer_norm_simple_vjp_loops(
        g, x, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _ada_norm_loops(x, c, kappa, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        pilot_x, shift_x, variance = _moments(x_i, out_i, fetches)
        v = variance + eps
        r = 1 / math.sqrt(v)
        a = r * c
        b = a * kappa * r
        for j in range(width):
            t = x_i[j] - pilot_x - shift_x
            out_i[j] = (T(a) - t * T(b)) * t
    return _left_range()


def _ada_norm(
    work: Workspace, x: Array, C: int, c: float, kappa: float, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_ada_norm: forward."""
    left_range = _ada_norm_loops(
        x, c, kappa, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _ada_norm_vjp_loops(g, x, C, c, kappa, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        pilot_x, shift_x, variance = _moments(x_i, g_i, fetches)
        v = variance + eps
        r = 1 / math.sqrt(v)
        dot_sum = total_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            dot_ = total_ = T(0)
            for j in range(g_.size):
                t = x_[j] - pilot_x - shift_x
                h = (T(c) - t * T(r * kappa * c)) * g_[j]
                dot_ = _plus(dot_, h, t)
                total_ = _plus(total_, h)
            dot_sum = _and(dot_sum, dot_)
            total_sum = _and(total_sum, total_)
            first += few
        dot = _whole(dot_sum)
        total = _whole(total_sum)
        q = dot / C / v
        p = total / C
        for j in range(width):
            t = x_i[j] - pilot_x - shift_x
            out_i[j] = ((T(c) - t * T(r * kappa * c)) * g_i[j] - t * T(q) - T(p)) * T(r)
    return _left_range()


def _ada_norm_vjp(
    work: Workspace, g: Array, x: Array, C: int, c: float, kappa: float, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_ada_norm: dx."""
    left_range = _ada_norm_vjp_loops(
        g, x, C, c, kappa, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _ada_norm_attached_vjp_loops(g, x, C, c, kappa, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        pilot_x, shift_x, variance = _moments(x_i, g_i, fetches)
        v = variance + eps
        r = 1 / math.sqrt(v)
        dot_sum = total_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            dot_ = total_ = T(0)
            for j in range(g_.size):
                t = x_[j] - pilot_x - shift_x
                h = (T(c) - t * T(r * 2 * kappa * c)) * g_[j]
                dot_ = _plus(dot_, h, t)
                total_ = _plus(total_, h)
            dot_sum = _and(dot_sum, dot_)
            total_sum = _and(total_sum, total_)
            first += few
        dot = _whole(dot_sum)
        total = _whole(total_sum)
        q = dot / C / v
        p = total / C
        for j in range(width):
            t = x_i[j] - pilot_x - shift_x
            out_i[j] = ((T(c) - t * T(r * 2 * kappa * c)) * g_i[j] - t * T(q) - T(p)) * T(r)
    return _left_range()


def _ada_norm_attached_vjp(
    work: Workspace, g: Array, x: Array, C: int, c: float, kappa: float, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_ada_norm_attached: dx."""
    left_range = _ada_norm_attached_vjp_loops(
        g, x, C, c, kappa, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _detach_norm_both_vjp_loops(g, x, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        _, _, variance = _moments(x_i, g_i, fetches)
        v = variance + eps
        r = 1 / math.sqrt(v)
        for j in range(width):
            out_i[j] = g_i[j] * T(r)
    return _left_range()


def _detach_norm_both_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_detach_norm: both."""
    left_range = _detach_norm_both_vjp_loops(
        g, x, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _detach_norm_mean_vjp_loops(g, x, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        pilot_x = shift_x = T(0)
        for attempt in range(3):
            total_sum = squares_sum = dot_sum = weights_sum = NOTHING
            first = 0
            while first < width:
                few = _piece(x_i, first)
                g_ = g_i[first : first + few]
                x_ = x_i[first : first + few]
                if fetches:
                    _fetched(out_i, first, few)
                total_ = squares_ = dot_ = weights_ = T(0)
                for j in range(g_.size):
                    t = x_[j] - pilot_x - shift_x
                    total_ = _plus(total_, t)
                    squares_ = _plus(squares_, t, t)
                    dot_ = _plus(dot_, g_[j], t)
                    weights_ = _plus(weights_, g_[j])
                total_sum = _and(total_sum, total_)
                squares_sum = _and(squares_sum, squares_)
                dot_sum = _and(dot_sum, dot_)
                weights_sum = _and(weights_sum, weights_)
                first += few
            mean, variance, is_near = _about(total_sum, squares_sum, x_i)
            if is_near or attempt == 2:
                break
            pilot_x, shift_x = _moved(pilot_x, shift_x, mean, attempt)
        dot = _whole(dot_sum)
        weights = _whole(weights_sum)
        dot -= mean * weights
        pilot_x, shift_x = _settled(pilot_x, shift_x, mean, attempt)
        v = variance + eps
        r = 1 / math.sqrt(v)
        q = dot / C / v
        for j in range(width):
            out_i[j] = (g_i[j] - (x_i[j] - pilot_x - shift_x) * T(q)) * T(r)
    return _left_range()


def _detach_norm_mean_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_detach_norm: mean."""
    left_range = _detach_norm_mean_vjp_loops(
        g, x, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _detach_norm_variance_vjp_loops(g, x, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        _, _, variance = _moments(x_i, g_i, fetches)
        v = variance + eps
        r = 1 / math.sqrt(v)
        total_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first)
            g_ = g_i[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            total_ = T(0)
            for j in range(g_.size):
                total_ = _plus(total_, g_[j])
            total_sum = _and(total_sum, total_)
            first += few
        total = _whole(total_sum)
        p = total / C
        for j in range(width):
            out_i[j] = g_i[j] * T(r) - T(p * r)
    return _left_range()


def _detach_norm_variance_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_detach_norm: variance."""
    left_range = _detach_norm_variance_vjp_loops(
        g, x, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _rms_norm_loops(x, gain, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        dot_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first)
            x_ = x_i[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            dot_ = T(0)
            for j in range(x_.size):
                dot_ = _plus(dot_, x_[j], x_[j])
            dot_sum = _and(dot_sum, dot_)
            first += few
        dot = _whole(dot_sum)
        u = dot / C + eps
        w = 1 / math.sqrt(u)
        for j in range(width):
            out_i[j] = x_i[j] * T(w) * gain[j]
    return _left_range()


def _rms_norm(
    work: Workspace, x: Array, gain: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm: forward."""
    left_range = _rms_norm_loops(
        x, gain, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _rms_norm_vjp_loops(g, x, gain, C, eps, out, dgain):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    dgain_ = _begun(dgain, len(x))
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = dot2_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            gain_ = gain[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            dot_ = dot2_ = T(0)
            for j in range(g_.size):
                dot_ = _plus(dot_, g_[j] * x_[j], gain_[j])
                dot2_ = _plus(dot2_, x_[j], x_[j])
            dot_sum = _and(dot_sum, dot_)
            dot2_sum = _and(dot2_sum, dot2_)
            first += few
        dot = _whole(dot_sum)
        dot2 = _whole(dot2_sum)
        u = dot2 / C + eps
        q = dot / C / u
        w = 1 / math.sqrt(u)
        for j in range(width):
            dgain[j] += T(w) * g_i[j] * x_i[j]
            out_i[j] = (g_i[j] * gain[j] - x_i[j] * T(q)) * T(w)
        if i % ROWS == ROWS - 1:
            _flushed(dgain, dgain_)
    _ended(dgain, dgain_)
    return _left_range()


def _rms_norm_vjp(
    work: Workspace, g: Array, x: Array, gain: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm: dx, with gradients."""
    dgain = np.empty(x.shape[1], out.dtype)
    left_range = _rms_norm_vjp_loops(
        g, x, gain, C, eps, out, dgain
    )
    if left_range:
        work.flag()
    return (dgain,)


@loops
def _rms_norm_simple_loops(x, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        dot_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first)
            x_ = x_i[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            dot_ = T(0)
            for j in range(x_.size):
                dot_ = _plus(dot_, x_[j], x_[j])
            dot_sum = _and(dot_sum, dot_)
            first += few
        dot = _whole(dot_sum)
        u = dot / C + eps
        w = 1 / math.sqrt(u)
        for j in range(width):
            out_i[j] = x_i[j] * T(w)
    return _left_range()


def _rms_norm_simple(
    work: Workspace, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm_simple: forward."""
    left_range = _rms_norm_simple_loops(
        x, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _rms_norm_simple_vjp_loops(g, x, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = dot2_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            dot_ = dot2_ = T(0)
            for j in range(g_.size):
                dot_ = _plus(dot_, g_[j], x_[j])
                dot2_ = _plus(dot2_, x_[j], x_[j])
            dot_sum = _and(dot_sum, dot_)
            dot2_sum = _and(dot2_sum, dot2_)
            first += few
        dot = _whole(dot_sum)
        dot2 = _whole(dot2_sum)
        u = dot2 / C + eps
        q = dot / C / u
        w = 1 / math.sqrt(u)
        for j in range(width):
            out_i[j] = (g_i[j] - x_i[j] * T(q)) * T(w)
    return _left_range()


def _rms_norm_simple_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm_simple: dx."""
    left_range = _rms_norm_simple_vjp_loops(
        g, x, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _dyt_fused(x, gain, bias, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        for first in range(0, width, few):
            x_ = x_i[first : first + few]
            gain_ = gain[first : first + few]
            bias_ = bias[first : first + few]
            part_out_i = out_i[first : first + few]
            if few == AHEAD:
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            for j in range(x_.size):
                part_out_i[j] = _tanh(x_[j] * T(alpha)) * gain_[j] + bias_[j]
    return _left_range()


@loops
def _dyt_loops(x, gain, bias, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    for i in range(len(x)):
        out_i = out[i]
        for j in range(width):
            out_i[j] = out_i[j] * gain[j] + bias[j]
    return _left_range()


def _dyt(
    work: Workspace, x: Array, gain: Array, bias: Array | None, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt: forward."""
    if work.dtype is FLOAT32:
        left_range = _dyt_fused(
            x, gain, np.zeros(x.shape[1], out.dtype) if bias is None else bias, alpha, out
        )
        if left_range:
            work.flag()
        return ()
    np.multiply(x, alpha, out=out)
    np.tanh(out, out=out)
    left_range = _dyt_loops(
        x, gain, np.zeros(x.shape[1], out.dtype) if bias is None else bias, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _dyt_vjp_fused(g, x, gain, alpha, out, dgain, dbias):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    ratio = alpha / (alpha or 1.0)
    dgain_ = _begun(dgain, len(x))
    dbias_ = _begun(dbias, len(x))
    dalpha = NOTHING
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        for first in range(0, width, few):
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            part_dgain = dgain[first : first + few]
            if few == AHEAD:
                _fetched(g_i, first + few, few)
                _fetched(x_i, first + few, few)
            for j in range(g_.size):
                part_dgain[j] += _tanh(x_[j] * T(alpha)) * g_[j]
        if dbias.size:
            for j in range(width):
                dbias[j] += g_i[j]
        dot_sum = NOTHING
        for first in range(0, width, few):
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            out_ = out_i[first : first + few]
            gain_ = gain[first : first + few]
            if few == AHEAD:
                _fetched(g_i, first + few, few)
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            dot_ = T(0)
            for j in range(g_.size):
                w = _half_sech(x_[j] * T(alpha))
                d = g_[j] * gain_[j] * w * T(4 * (alpha or 1.0)) * w
                dot_ = _plus(dot_, d, x_[j])
                out_[j] = d * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        if i % ROWS == ROWS - 1:
            _flushed(dgain, dgain_)
            _flushed(dbias, dbias_)
        dalpha = _and(dalpha, dot / (alpha or 1.0))
    _ended(dgain, dgain_)
    _ended(dbias, dbias_)
    return _left_range(), _whole(dalpha)


@loops
def _dyt_vjp_loops(g, x, s0, s1, gain, alpha, out, dgain, dbias):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    ratio = alpha / (alpha or 1.0)
    dgain_ = _begun(dgain, len(x))
    dbias_ = _begun(dbias, len(x))
    dalpha = NOTHING
    for i in range(len(g)):
        g_i, x_i, s0_i, s1_i, out_i = g[i], x[i], s0[i], s1[i], out[i]
        for j in range(width):
            dgain[j] += s1_i[j] * g_i[j]
        if dbias.size:
            for j in range(width):
                dbias[j] += g_i[j]
        dot_sum = NOTHING
        for first in range(0, width, CHUNK):
            g_ = g_i[first : first + CHUNK]
            x_ = x_i[first : first + CHUNK]
            s0_ = s0_i[first : first + CHUNK]
            out_ = out_i[first : first + CHUNK]
            gain_ = gain[first : first + CHUNK]
            dot_ = T(0)
            for j in range(g_.size):
                d = g_[j] * gain_[j] * s0_[j] * T(4 * (alpha or 1.0)) * s0_[j]
                dot_ = _plus(dot_, d, x_[j])
                out_[j] = d * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        if i % ROWS == ROWS - 1:
            _flushed(dgain, dgain_)
            _flushed(dbias, dbias_)
        dalpha = _and(dalpha, dot / (alpha or 1.0))
    _ended(dgain, dgain_)
    _ended(dbias, dbias_)
    return _left_range(), _whole(dalpha)


def _dyt_vjp(
    work: Workspace, g: Array, x: Array, gain: Array, bias: Array | None, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt: dx, with gradients."""
    if work.dtype is FLOAT32:
        dgain = np.empty(x.shape[1], out.dtype)
        dbias = np.empty(0 if bias is None else x.shape[1], out.dtype)
        left_range, dalpha = _dyt_vjp_fused(
            g, x, gain, alpha, out, dgain, dbias
        )
        if left_range:
            work.flag()
        return (dalpha, dgain, dbias if bias is not None else None)
    s0, s1 = work.scratch(x)
    work.half_sech(x, alpha, out=s0)
    np.multiply(x, alpha, out=s1)
    np.tanh(s1, out=s1)
    dgain = np.empty(x.shape[1], out.dtype)
    dbias = np.empty(0 if bias is None else x.shape[1], out.dtype)
    left_range, dalpha = _dyt_vjp_loops(
        g, x, s0, s1, gain, alpha, out, dgain, dbias
    )
    if left_range:
        work.flag()
    return (dalpha, dgain, dbias if bias is not None else None)


@loops
def _dyt_simple_fused(x, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        for first in range(0, width, few):
            x_ = x_i[first : first + few]
            part_out_i = out_i[first : first + few]
            if few == AHEAD:
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            for j in range(x_.size):
                part_out_i[j] = _tanh(x_[j] * T(alpha))
    return _left_range()


def _dyt_simple(
    work: Workspace, x: Array, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_simple: forward."""
    if work.dtype is FLOAT32 and x.nbytes > CACHED:
        left_range = _dyt_simple_fused(
            x, alpha, out
        )
        if left_range:
            work.flag()
        return ()
    np.multiply(x, alpha, out=out)
    np.tanh(out, out=out)
    return ()


@loops
def _dyt_simple_vjp_fused(g, x, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    ratio = alpha / (alpha or 1.0)
    dalpha = NOTHING
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, few):
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            out_ = out_i[first : first + few]
            if few == AHEAD:
                _fetched(g_i, first + few, few)
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            dot_ = T(0)
            for j in range(g_.size):
                w = _half_sech(x_[j] * T(alpha))
                plain = g_[j] * w * T(4 * (alpha or 1.0)) * w
                dot_ = _plus(dot_, plain, x_[j])
                out_[j] = plain * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dalpha = _and(dalpha, dot / (alpha or 1.0))
    return _left_range(), _whole(dalpha)


@loops
def _dyt_simple_vjp_loops(g, x, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    ratio = alpha / (alpha or 1.0)
    dalpha = NOTHING
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, CHUNK):
            g_ = g_i[first : first + CHUNK]
            x_ = x_i[first : first + CHUNK]
            out_ = out_i[first : first + CHUNK]
            dot_ = T(0)
            for j in range(g_.size):
                plain = g_[j] * out_[j] * T(4 * (alpha or 1.0)) * out_[j]
                dot_ = _plus(dot_, plain, x_[j])
                out_[j] = plain * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dalpha = _and(dalpha, dot / (alpha or 1.0))
    return _left_range(), _whole(dalpha)


def _dyt_simple_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_simple: dx, with gradients."""
    if work.dtype is FLOAT32:
        left_range, dalpha = _dyt_simple_vjp_fused(
            g, x, alpha, out
        )
        if left_range:
            work.flag()
        return (dalpha,)
    work.half_sech(x, alpha, out=out)
    left_range, dalpha = _dyt_simple_vjp_loops(
        g, x, alpha, out
    )
    if left_range:
        work.flag()
    return (dalpha,)


@loops
def _dyt_scaled_fused(x, C, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    s = math.sqrt(C - 1)
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        for first in range(0, width, few):
            x_ = x_i[first : first + few]
            part_out_i = out_i[first : first + few]
            if few == AHEAD:
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            for j in range(x_.size):
                part_out_i[j] = _tanh(x_[j] * T(alpha)) * T(s)
    return _left_range()


@loops
def _dyt_scaled_loops(x, C, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    s = math.sqrt(C - 1)
    for i in range(len(x)):
        out_i = out[i]
        for j in range(width):
            out_i[j] = out_i[j] * T(s)
    return _left_range()


def _dyt_scaled(
    work: Workspace, x: Array, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled: forward."""
    if work.dtype is FLOAT32:
        left_range = _dyt_scaled_fused(
            x, C, alpha, out
        )
        if left_range:
            work.flag()
        return ()
    np.multiply(x, alpha, out=out)
    np.tanh(out, out=out)
    left_range = _dyt_scaled_loops(
        x, C, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _dyt_scaled_vjp_fused(g, x, C, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    s = math.sqrt(C - 1)
    ratio = alpha / (alpha or 1.0)
    dalpha = NOTHING
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, few):
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            out_ = out_i[first : first + few]
            if few == AHEAD:
                _fetched(g_i, first + few, few)
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            dot_ = T(0)
            for j in range(g_.size):
                w = _half_sech(x_[j] * T(alpha))
                at_scaled = g_[j] * w * T(4 * s * (alpha or 1.0)) * w
                dot_ = _plus(dot_, at_scaled, x_[j])
                out_[j] = at_scaled * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dalpha = _and(dalpha, dot / (alpha or 1.0))
    return _left_range(), _whole(dalpha)


@loops
def _dyt_scaled_vjp_loops(g, x, C, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    s = math.sqrt(C - 1)
    ratio = alpha / (alpha or 1.0)
    dalpha = NOTHING
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, CHUNK):
            g_ = g_i[first : first + CHUNK]
            x_ = x_i[first : first + CHUNK]
            out_ = out_i[first : first + CHUNK]
            dot_ = T(0)
            for j in range(g_.size):
                at_scaled = g_[j] * out_[j] * T(4 * s * (alpha or 1.0)) * out_[j]
                dot_ = _plus(dot_, at_scaled, x_[j])
                out_[j] = at_scaled * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dalpha = _and(dalpha, dot / (alpha or 1.0))
    return _left_range(), _whole(dalpha)


def _dyt_scaled_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled: dx, with gradients."""
    if work.dtype is FLOAT32:
        left_range, dalpha = _dyt_scaled_vjp_fused(
            g, x, C, alpha, out
        )
        if left_range:
            work.flag()
        return (dalpha,)
    work.half_sech(x, alpha, out=out)
    left_range, dalpha = _dyt_scaled_vjp_loops(
        g, x, C, alpha, out
    )
    if left_range:
        work.flag()
    return (dalpha,)


@loops
def _dyt_scaled_rms_fused(x, C, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    n = math.sqrt(C)
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        for first in range(0, width, few):
            x_ = x_i[first : first + few]
            part_out_i = out_i[first : first + few]
            if few == AHEAD:
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            for j in range(x_.size):
                part_out_i[j] = _tanh(x_[j] * T(alpha)) * T(n)
    return _left_range()


@loops
def _dyt_scaled_rms_loops(x, C, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    n = math.sqrt(C)
    for i in range(len(x)):
        out_i = out[i]
        for j in range(width):
            out_i[j] = out_i[j] * T(n)
    return _left_range()


def _dyt_scaled_rms(
    work: Workspace, x: Array, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled_rms: forward."""
    if work.dtype is FLOAT32:
        left_range = _dyt_scaled_rms_fused(
            x, C, alpha, out
        )
        if left_range:
            work.flag()
        return ()
    np.multiply(x, alpha, out=out)
    np.tanh(out, out=out)
    left_range = _dyt_scaled_rms_loops(
        x, C, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _dyt_scaled_rms_vjp_fused(g, x, C, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    n = math.sqrt(C)
    ratio = alpha / (alpha or 1.0)
    dalpha = NOTHING
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, few):
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            out_ = out_i[first : first + few]
            if few == AHEAD:
                _fetched(g_i, first + few, few)
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            dot_ = T(0)
            for j in range(g_.size):
                w = _half_sech(x_[j] * T(alpha))
                at_scaled_rms = g_[j] * w * T(4 * n * (alpha or 1.0)) * w
                dot_ = _plus(dot_, at_scaled_rms, x_[j])
                out_[j] = at_scaled_rms * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dalpha = _and(dalpha, dot / (alpha or 1.0))
    return _left_range(), _whole(dalpha)


@loops
def _dyt_scaled_rms_vjp_loops(g, x, C, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    n = math.sqrt(C)
    ratio = alpha / (alpha or 1.0)
    dalpha = NOTHING
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, CHUNK):
            g_ = g_i[first : first + CHUNK]
            x_ = x_i[first : first + CHUNK]
            out_ = out_i[first : first + CHUNK]
            dot_ = T(0)
            for j in range(g_.size):
                at_scaled_rms = g_[j] * out_[j] * T(4 * n * (alpha or 1.0)) * out_[j]
                dot_ = _plus(dot_, at_scaled_rms, x_[j])
                out_[j] = at_scaled_rms * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dalpha = _and(dalpha, dot / (alpha or 1.0))
    return _left_range(), _whole(dalpha)


def _dyt_scaled_rms_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled_rms: dx, with gradients."""
    if work.dtype is FLOAT32:
        left_range, dalpha = _dyt_scaled_rms_vjp_fused(
            g, x, C, alpha, out
        )
        if left_range:
            work.flag()
        return (dalpha,)
    work.half_sech(x, alpha, out=out)
    left_range, dalpha = _dyt_scaled_rms_vjp_loops(
        g, x, C, alpha, out
    )
    if left_range:
        work.flag()
    return (dalpha,)


@loops
def _eln_loops(x, C, beta, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    s = math.sqrt(C - 1)
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        for j in range(width):
            out_i[j] = _over_root(x_i[j], x_i[j] * x_i[j] + T(beta)) * T(s)
    return _left_range()


def _eln(
    work: Workspace, x: Array, C: int, beta: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_eln: forward."""
    left_range = _eln_loops(
        x, C, beta, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _eln_vjp_loops(g, x, C, beta, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    s = math.sqrt(C - 1)
    dbeta = NOTHING
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, CHUNK):
            g_ = g_i[first : first + CHUNK]
            x_ = x_i[first : first + CHUNK]
            out_ = out_i[first : first + CHUNK]
            dot_ = T(0)
            for j in range(g_.size):
                P = x_[j] * x_[j] + T(beta)
                f = g_[j] / (P * math.sqrt(P))
                dot_ = _plus(dot_, f, x_[j])
                out_[j] = f * T(s * beta)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dbeta = _and(dbeta, dot * -(s / 2))
    return _left_range(), _whole(dbeta)


def _eln_vjp(
    work: Workspace, g: Array, x: Array, C: int, beta: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_eln: dx, with gradients."""
    left_range, dbeta = _eln_vjp_loops(
        g, x, C, beta, out
    )
    if left_range:
        work.flag()
    return (dbeta,)


@loops
def _dyisru_loops(x, C, beta, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    n = math.sqrt(C)
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        for j in range(width):
            out_i[j] = _over_root(x_i[j], x_i[j] * x_i[j] + T(beta)) * T(n)
    return _left_range()


def _dyisru(
    work: Workspace, x: Array, C: int, beta: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyisru: forward."""
    left_range = _dyisru_loops(
        x, C, beta, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _dyisru_vjp_loops(g, x, C, beta, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    n = math.sqrt(C)
    dbeta = NOTHING
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, CHUNK):
            g_ = g_i[first : first + CHUNK]
            x_ = x_i[first : first + CHUNK]
            out_ = out_i[first : first + CHUNK]
            dot_ = T(0)
            for j in range(g_.size):
                P = x_[j] * x_[j] + T(beta)
                f = g_[j] / (P * math.sqrt(P))
                dot_ = _plus(dot_, f, x_[j])
                out_[j] = f * T(n * beta)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dbeta = _and(dbeta, dot * -(n / 2))
    return _left_range(), _whole(dbeta)


def _dyisru_vjp(
    work: Workspace, g: Array, x: Array, C: int, beta: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyisru: dx, with gradients."""
    left_range, dbeta = _dyisru_vjp_loops(
        g, x, C, beta, out
    )
    if left_range:
        work.flag()
    return (dbeta,)


@loops
def _eln_general_loops(x, betas, C, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    s = math.sqrt(C - 1)
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        pilot_x, shift_x, _ = _moments(x_i, out_i, fetches)
        for j in range(width):
            t = x_i[j] - pilot_x - shift_x
            out_i[j] = _over_root(t, t * t + betas[j]) * T(s)
    return _left_range()


def _eln_general(
    work: Workspace, x: Array, betas: Array, C: int, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_eln_general: forward."""
    left_range = _eln_general_loops(
        x, betas, C, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _eln_general_vjp_loops(g, x, betas, C, out, dbetas):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    s = math.sqrt(C - 1)
    dbetas_ = _begun(dbetas, len(x))
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        pilot_x, shift_x, _ = _moments(x_i, g_i, fetches)
        dot_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            out_ = out_i[first : first + few]
            betas_ = betas[first : first + few]
            dot_ = T(0)
            for j in range(g_.size):
                t = x_[j] - pilot_x - shift_x
                S = t * t + betas_[j]
                k = g_[j] / (S * math.sqrt(S))
                dot_ = _plus(dot_, k, betas_[j])
                out_[j] = k
            dot_sum = _and(dot_sum, dot_)
            first += few
        dot = _whole(dot_sum)
        p = dot / C
        for j in range(width):
            dbetas[j] += out_i[j] * (x_i[j] - pilot_x - shift_x) * T(-(s / 2))
            out_i[j] = out_i[j] * betas[j] * T(s) - T(p * s)
        if i % ROWS == ROWS - 1:
            _flushed(dbetas, dbetas_)
    _ended(dbetas, dbetas_)
    return _left_range()


def _eln_general_vjp(
    work: Workspace, g: Array, x: Array, betas: Array, C: int, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_eln_general: dx, with gradients."""
    dbetas = np.empty(x.shape[1], out.dtype)
    left_range = _eln_general_vjp_loops(
        g, x, betas, C, out, dbetas
    )
    if left_range:
        work.flag()
    return (dbetas,)


@loops
def _isru_loops(x, alpha, b, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        for j in range(width):
            out_i[j] = _over_root(x_i[j], x_i[j] * x_i[j] * T(alpha) + T(b))
    return _left_range()


def _isru(
    work: Workspace, x: Array, C: int, alpha: float, b: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_isru: forward."""
    left_range = _isru_loops(
        x, alpha, b, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _isru_vjp_loops(g, x, alpha, b, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    dalpha = NOTHING
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, CHUNK):
            g_ = g_i[first : first + CHUNK]
            x_ = x_i[first : first + CHUNK]
            out_ = out_i[first : first + CHUNK]
            dot_ = T(0)
            for j in range(g_.size):
                u = x_[j] * x_[j]
                m = u * T(alpha) + T(b)
                v = g_[j] / (m * math.sqrt(m))
                dot_ = _plus(dot_, v * x_[j], u)
                out_[j] = v * T(b)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dalpha = _and(dalpha, -(dot / 2))
    return _left_range(), _whole(dalpha)


def _isru_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, b: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_isru: dx, with gradients."""
    left_range, dalpha = _isru_vjp_loops(
        g, x, alpha, b, out
    )
    if left_range:
        work.flag()
    return (dalpha,)


@loops
def _beta_i_top_loops(x, C, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    for i in range(len(x)):
        x_i = x[i]
        total_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first)
            x_ = x_i[first : first + few]
            total_ = T(0)
            for j in range(x_.size):
                total_ = _plus(total_, x_[j])
            total_sum = _and(total_sum, total_)
            first += few
        total = _whole(total_sum)
        dot_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first)
            x_ = x_i[first : first + few]
            dot_ = T(0)
            for j in range(x_.size):
                d = x_[j] - T(total / (C - 1))
                dot_ = _plus(dot_, d, d)
            dot_sum = _and(dot_sum, dot_)
            first += few
        dot = _whole(dot_sum)
        out[i] = dot * ((C - 1) / C)
    return _left_range()


def _beta_i_top(
    work: Workspace, x: Array, C: int, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_beta: by the other channels."""
    left_range = _beta_i_top_loops(
        x, C, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _beta_i_loops(x, C, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        pilot_x, shift_x, variance = _moments(x_i, out_i, fetches)
        for j in range(width):
            t = x_i[j] - pilot_x - shift_x
            out_i[j] = T(variance * (C - 1)) - t * t
    return _left_range()


def _beta_i(
    work: Workspace, x: Array, C: int, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_beta: beta_i."""
    left_range = _beta_i_loops(
        x, C, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _gradient_variance_none_loops(g, x, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    for i in range(len(g)):
        g_i, x_i = g[i], x[i]
        pilot_g, shift_g, _ = _moments(g_i, g_i, False)
        pilot_x, shift_x, variance = _moments(x_i, x_i, False)
        r = 1 / math.sqrt(variance + eps)
        dot_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            dot_ = T(0)
            for j in range(g_.size):
                dot_ = _plus(dot_, g_[j] - pilot_g - shift_g, x_[j] - pilot_x - shift_x)
            dot_sum = _and(dot_sum, dot_)
            first += few
        dot = _whole(dot_sum)
        dot2_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            dot2_ = T(0)
            for j in range(g_.size):
                left = g_[j] - pilot_g - shift_g - (x_[j] - pilot_x - shift_x) * T(r * r * (dot / C))
                dot2_ = _plus(dot2_, left, left)
            dot2_sum = _and(dot2_sum, dot2_)
            first += few
        dot2 = _whole(dot2_sum)
        out[i] = dot2 / C * r * r
    return _left_range()


def _gradient_variance_none(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: none."""
    left_range = _gradient_variance_none_loops(
        g, x, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _gradient_variance_mean_loops(g, x, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    for i in range(len(g)):
        g_i, x_i = g[i], x[i]
        pilot_g, shift_g, _ = _moments(g_i, g_i, False)
        pilot_x, shift_x, variance = _moments(x_i, x_i, False)
        r = 1 / math.sqrt(variance + eps)
        dot_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            dot_ = T(0)
            for j in range(g_.size):
                dot_ = _plus(dot_, g_[j] - pilot_g - shift_g, x_[j] - pilot_x - shift_x)
            dot_sum = _and(dot_sum, dot_)
            first += few
        dot = _whole(dot_sum)
        dot2_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            dot2_ = T(0)
            for j in range(g_.size):
                left = g_[j] - pilot_g - shift_g - (x_[j] - pilot_x - shift_x) * T(r * r * (dot / C))
                dot2_ = _plus(dot2_, left, left)
            dot2_sum = _and(dot2_sum, dot2_)
            first += few
        dot2 = _whole(dot2_sum)
        out[i] = dot2 / C * r * r
    return _left_range()


def _gradient_variance_mean(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: mean."""
    left_range = _gradient_variance_mean_loops(
        g, x, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _gradient_variance_variance_loops(g, x, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    for i in range(len(g)):
        g_i, x_i = g[i], x[i]
        _, _, D_h = _moments(g_i, g_i, False)
        _, _, variance = _moments(x_i, x_i, False)
        r = 1 / math.sqrt(variance + eps)
        out[i] = D_h * r * r
    return _left_range()


def _gradient_variance_variance(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: variance."""
    left_range = _gradient_variance_variance_loops(
        g, x, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _gradient_variance_both_loops(g, x, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    for i in range(len(g)):
        g_i, x_i = g[i], x[i]
        _, _, D_h = _moments(g_i, g_i, False)
        _, _, variance = _moments(x_i, x_i, False)
        r = 1 / math.sqrt(variance + eps)
        out[i] = D_h * r * r
    return _left_range()


def _gradient_variance_both(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: both."""
    left_range = _gradient_variance_both_loops(
        g, x, eps, out
    )
    if left_range:
        work.flag()
    return ()


_on = Target(__name__)


LAYER_NORM = _on.kernel(
    functions.LAYER_NORM, _layer_norm, block_bytes=16777216, flags_itself=True
)
LAYER_NORM_VJP = _on.kernel(
    functions.LAYER_NORM_VJP, _layer_norm_vjp, block_bytes=16777216, flags_itself=True
)
LAYER_NORM_SIMPLE = _on.kernel(
    functions.LAYER_NORM_SIMPLE, _layer_norm_simple, block_bytes=16777216, flags_itself=True
)
LAYER_NORM_SIMPLE_VJP = _on.kernel(
    functions.LAYER_NORM_SIMPLE_VJP, _layer_norm_simple_vjp, block_bytes=16777216, flags_itself=True
)
ADA_NORM = _on.kernel(
    functions.ADA_NORM, _ada_norm, block_bytes=16777216, flags_itself=True
)
ADA_NORM_VJP = _on.kernel(
    functions.ADA_NORM_VJP, _ada_norm_vjp, block_bytes=16777216, flags_itself=True
)
ADA_NORM_ATTACHED_VJP = _on.kernel(
    functions.ADA_NORM_ATTACHED_VJP, _ada_norm_attached_vjp, block_bytes=16777216, flags_itself=True
)
DETACH_NORM_BOTH_VJP = _on.kernel(
    functions.DETACH_NORM_BOTH_VJP, _detach_norm_both_vjp, block_bytes=16777216, flags_itself=True
)
DETACH_NORM_MEAN_VJP = _on.kernel(
    functions.DETACH_NORM_MEAN_VJP, _detach_norm_mean_vjp, block_bytes=16777216, flags_itself=True
)
DETACH_NORM_VARIANCE_VJP = _on.kernel(
    functions.DETACH_NORM_VARIANCE_VJP, _detach_norm_variance_vjp, block_bytes=16777216, flags_itself=True
)
RMS_NORM = _on.kernel(
    functions.RMS_NORM, _rms_norm, block_bytes=16777216, flags_itself=True
)
RMS_NORM_VJP = _on.kernel(
    functions.RMS_NORM_VJP, _rms_norm_vjp, block_bytes=16777216, flags_itself=True
)
RMS_NORM_SIMPLE = _on.kernel(
    functions.RMS_NORM_SIMPLE, _rms_norm_simple, block_bytes=16777216, flags_itself=True
)
RMS_NORM_SIMPLE_VJP = _on.kernel(
    functions.RMS_NORM_SIMPLE_VJP, _rms_norm_simple_vjp, block_bytes=16777216, flags_itself=True
)
DYT = _on.kernel(
    functions.DYT, _dyt, block_bytes=1048576
)
DYT_VJP = _on.kernel(
    functions.DYT_VJP, _dyt_vjp, scratch=2, block_bytes=1048576
)
DYT_SIMPLE = _on.kernel(
    functions.DYT_SIMPLE, _dyt_simple, block_bytes=1048576
)
DYT_SIMPLE_VJP = _on.kernel(
    functions.DYT_SIMPLE_VJP, _dyt_simple_vjp, block_bytes=1048576
)
DYT_SCALED = _on.kernel(
    functions.DYT_SCALED, _dyt_scaled, block_bytes=1048576
)
DYT_SCALED_VJP = _on.kernel(
    functions.DYT_SCALED_VJP, _dyt_scaled_vjp, block_bytes=1048576
)
DYT_SCALED_RMS = _on.kernel(
    functions.DYT_SCALED_RMS, _dyt_scaled_rms, block_bytes=1048576
)
DYT_SCALED_RMS_VJP = _on.kernel(
    functions.DYT_SCALED_RMS_VJP, _dyt_scaled_rms_vjp, block_bytes=1048576
)
ELN = _on.kernel(
    functions.ELN, _eln, block_bytes=16777216, flags_itself=True
)
ELN_VJP = _on.kernel(
    functions.ELN_VJP, _eln_vjp, block_bytes=16777216, flags_itself=True
)
DYISRU = _on.kernel(
    functions.DYISRU, _dyisru, block_bytes=16777216, flags_itself=True
)
DYISRU_VJP = _on.kernel(
    functions.DYISRU_VJP, _dyisru_vjp, block_bytes=16777216, flags_itself=True
)
ELN_GENERAL = _on.kernel(
    functions.ELN_GENERAL, _eln_general, block_bytes=16777216, flags_itself=True
)
ELN_GENERAL_VJP = _on.kernel(
    functions.ELN_GENERAL_VJP, _eln_general_vjp, block_bytes=16777216, flags_itself=True
)
ISRU = _on.kernel(
    functions.ISRU, _isru, block_bytes=16777216, flags_itself=True
)
ISRU_VJP = _on.kernel(
    functions.ISRU_VJP, _isru_vjp, block_bytes=16777216, flags_itself=True
)
BETA_I_TOP = _on.kernel(
    functions.BETA_I_TOP, _beta_i_top, block_bytes=16777216, flags_itself=True
)
BETA_I = _on.kernel(
    functions.BETA_I, _beta_i, block_bytes=16777216, flags_itself=True, top=BETA_I_TOP
)
GRADIENT_VARIANCE_NONE = _on.kernel(
    functions.GRADIENT_VARIANCE_NONE, _gradient_variance_none, block_bytes=16777216, flags_itself=True
)
GRADIENT_VARIANCE_MEAN = _on.kernel(
    functions.GRADIENT_VARIANCE_MEAN, _gradient_variance_mean, block_bytes=16777216, flags_itself=True
)
GRADIENT_VARIANCE_VARIANCE = _on.kernel(
    functions.GRADIENT_VARIANCE_VARIANCE, _gradient_variance_variance, block_bytes=16777216, flags_itself=True
)
GRADIENT_VARIANCE_BOTH = _on.kernel(
    functions.GRADIENT_VARIANCE_BOTH, _gradient_variance_both, block_bytes=16777216, flags_itself=True
)


layer_norm = _on.function(functions.layer_norm)
layer_norm_vjp = _on.function(functions.layer_norm_vjp)
layer_norm_simple = _on.function(functions.layer_norm_simple)
layer_norm_simple_vjp = _on.function(functions.layer_norm_simple_vjp)
rms_norm = _on.function(functions.rms_norm)
rms_norm_vjp = _on.function(functions.rms_norm_vjp)
dyt = _on.function(functions.dyt)
dyt_vjp = _on.function(functions.dyt_vjp)
dyt_scaled = _on.function(functions.dyt_scaled)
dyt_scaled_vjp = _on.function(functions.dyt_scaled_vjp)
dyt_scaled_rms = _on.function(functions.dyt_scaled_rms)
dyt_scaled_rms_vjp = _on.function(functions.dyt_scaled_rms_vjp)
eln = _on.function(functions.eln)
eln_vjp = _on.function(functions.eln_vjp)
eln_general = _on.function(functions.eln_general)
eln_general_vjp = _on.function(functions.eln_general_vjp)
dyisru = _on.function(functions.dyisru)
dyisru_vjp = _on.function(functions.dyisru_vjp)
isru = _on.function(functions.isru)
isru_vjp = _on.function(functions.isru_vjp)
ada_norm = _on.function(functions.ada_norm)
ada_norm_vjp = _on.function(functions.ada_norm_vjp)
detach_norm = _on.function(functions.detach_norm)
detach_norm_vjp = _on.function(functions.detach_norm_vjp)
beta_i = _on.function(functions.beta_i)
gradient_variance = _on.function(functions.gradient_variance)
# sha256: 46e8de6b6742e5b38cdab95718631cdd0f31d1cdfe43e54ab61803ed7db39674
