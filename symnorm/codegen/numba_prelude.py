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
"""So many channels are summed in the dtype of x, and these sums in double precision."""

ROWS = 16
"""So many rows are summed in the dtype of x, and these sums in double precision."""

FEW = 512
"""So many channels are fetched at a time, before they are needed: less than the queues of a core hold."""

CACHED = 1 << 19
"""Bytes of an array that is not worth fetching: it may be in a cache already."""

LINE = 64
"""Bytes that come into the cache together."""

FAR = 1.0
"""A mean whose square is more than so many variances is subtracted in two steps."""

_WINDOWS, _ARM = platform.system() == "Windows", platform.machine().lower() in ("aarch64", "arm64")
_FLAGS = 2 | 4 | 8 | 16 if _WINDOWS else 1 | 2 | 4 | 8 if _ARM else 1 | 4 | 8 | 16
"""Invalid, division by zero, overflow, underflow: as <fenv.h> has them."""

_clear = numba.types.ExternalFunction("feclearexcept", numba.int32(numba.int32))
_test = numba.types.ExternalFunction("fetestexcept", numba.int32(numba.int32))


@loops
def _begin() -> None:
    """Clears the processor's flags."""
    _clear(_FLAGS)


@loops
def _left_range() -> bool:
    """Whether a number overflowed, underflowed or became invalid since `_begin`."""
    return bool(_test(_FLAGS) != 0)


@numba.extending.intrinsic
def _fetch(typing: Any, row: Any, j: Any) -> Any:
    """Fetches the memory of row[j] into the cache."""

    def generated(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        utils = numba.core.cgutils
        data = context.make_array(signature.args[0])(context, builder, given[0]).data
        kind = utils.ir.FunctionType(utils.ir.VoidType(), [utils.voidptr_t, *[utils.int32_t] * 3])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", (utils.voidptr_t,), kind)
        place = builder.bitcast(builder.gep(data, [given[1]]), utils.voidptr_t)
        builder.call(prefetch, [place, *map(utils.int32_t, (1, 3, 1))])  # to write, into the first level, data
        return context.get_dummy_value()

    return numba.types.void(row, j), generated


@loops
def _fetched(row: Any, first: int) -> None:
    """Fetches a few channels of a row that the next loop needs, which then does not wait for memory."""
    for j in range(first, min(first + FEW, row.size), LINE // row.itemsize):
        _fetch(row, j)


@numba.njit(nogil=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def _plus(total: Any, x: Any) -> Any:
    """total + x, in any order of the summands: so sums are vectorized."""
    return total + x


@loops
def _begun(part: Any, rows: int) -> Any:
    """Room for a sum over rows, in double precision, if there are so many rows; its part of a few rows is 0."""
    for j in range(part.size):
        part[j] = 0
    return np.zeros(part.size if rows > ROWS else 0)


@loops
def _flushed(part: Any, total: Any) -> None:
    """Adds a part of a sum over rows to the whole, and leaves zeros."""
    for j in range(total.size):
        total[j] += part[j]
        part[j] = 0


@loops
def _ended(part: Any, total: Any) -> None:
    """Writes a sum over rows where its parts have been."""
    for j in range(total.size):
        part[j] = total[j] + part[j]


@loops
def _about(total: Any, squares: Any, C: int, attempt: int) -> Any:
    """(mean, variance, whether this is the last attempt) of d = x - pilot, by its sum and that of its squares."""
    off = total / C
    variance = squares / C - off * off
    return off, max(variance, 0.0), attempt == 2 or off * off <= FAR * variance or not math.isfinite(off)


@loops
def _moments(x: Any, later: Any, few: int) -> Any:
    """(pilot, shift, variance) of a row: x - pilot - shift has mean zero; beyond/kernel_centre. Fetches a later row."""
    T = x.dtype.type
    pilot = shift = T(0)
    total = squares = 0.0
    for first in range(0, x.size, few):
        if few == FEW:
            _fetched(later, first)
        part = x[first : first + few]
        total_ = squares_ = T(0)
        for j in range(part.size):
            total_ = _plus(total_, part[j])
            squares_ = _plus(squares_, part[j] * part[j])
        total += total_
        squares += squares_
    off, variance, done = _about(total, squares, x.size, 0)
    for attempt in range(1, 3):
        if done:
            break
        if attempt == 1:
            pilot = T(off)
        else:  # constant, or nearly: the variance about pilot + shift is exact
            shift = T(off)
        total = squares = 0.0
        for first in range(0, x.size, CHUNK):
            part = x[first : first + CHUNK]
            total_ = squares_ = T(0)
            for j in range(part.size):
                d = part[j] - pilot - shift
                total_ = _plus(total_, d)
                squares_ = _plus(squares_, d * d)
            total += total_
            squares += squares_
        off, variance, done = _about(total, squares, x.size, attempt)
    return pilot, shift + T(off), variance
