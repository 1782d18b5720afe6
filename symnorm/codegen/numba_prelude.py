"""What stands at the head of an emitted module for numba, letter for letter.

Not imported, since numba keeps compiled code by the file it is in, and knows of no change in another.
"""

# mypy: disable-error-code="untyped-decorator, no-untyped-call"
from __future__ import annotations

import math
import platform
from typing import Any

import numba

loops = numba.njit(nogil=True, cache=True, error_model="numpy", fastmath={"contract"})
"""Compiles loops, which are computed as they are written, but that a product and a sum may be rounded once."""

CHUNK = 2048
"""So many channels are summed in the dtype of x, and these sums in double precision."""

ROWS = 16
"""So many rows are summed in the dtype of x, and these sums in double precision."""

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


@numba.njit(nogil=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def _plus(total: Any, x: Any) -> Any:
    """total + x, in any order of the summands: so sums are vectorized."""
    return total + x


@loops
def _flushed(part: Any, total: Any) -> None:
    """Adds a part of a sum over rows to the whole, and leaves zeros."""
    for j in range(part.size):
        total[j] += part[j]
        part[j] = 0


@loops
def _moments(x: Any) -> Any:
    """(pilot, shift, variance) of a row: x - pilot - shift has mean zero; beyond/kernel_centre."""
    T = x.dtype.type
    C = x.size
    total = squares = 0.0
    for first in range(0, C, CHUNK):
        part = x[first : first + CHUNK]
        total_ = squares_ = T(0)
        for j in range(part.size):
            total_ = _plus(total_, part[j])
            squares_ = _plus(squares_, part[j] * part[j])
        total += total_
        squares += squares_
    off = total / C
    variance = squares / C - off * off
    pilot = shift = T(0)
    for _ in range(2):
        if off * off <= FAR * variance or not math.isfinite(off):
            break
        if pilot == T(0):
            pilot = T(off)
        else:  # constant, or nearly: the variance about pilot + shift is exact
            shift = T(off)
        total = squares = 0.0
        for first in range(0, C, CHUNK):
            part = x[first : first + CHUNK]
            total_ = squares_ = T(0)
            for j in range(part.size):
                d = part[j] - pilot - shift
                total_ = _plus(total_, d)
                squares_ = _plus(squares_, d * d)
            total += total_
            squares += squares_
        off = total / C
        variance = squares / C - off * off
    return pilot, shift + T(off), max(variance, 0.0)
