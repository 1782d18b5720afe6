"""What a kernel accepts, checked before anything is written."""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Iterable
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)

COMPUTED_IN: dict[Any, Any] = {FLOAT32: FLOAT32, FLOAT64: FLOAT64, np.dtype(np.float16): FLOAT32}
"""The dtype in which a kernel computes, by the dtype of x; bfloat16, where NumPy has it, is computed in float32."""


PARAMETER_SIZES = {FLOAT32: 1e15, FLOAT64: 1e75}
"""Bounds on errors hold where each parameter but eps is 0 or, in size, between the inverse of this and this."""

LEAST = -sys.float_info.max
"""The least number."""

CONTIGUOUS, OWNING, WRITEABLE = 1, 4, 1024
"""Bits of `flags.num` of an array: all flags in one read."""

ORDINARY = CONTIGUOUS | OWNING | WRITEABLE
"""What an array has that NumPy has made anew."""


def as_array(name: str, value: Any) -> Array:
    """The value as an array of at least one axis. Raises TypeError or ValueError."""
    found = value if type(value) is np.ndarray else _converted(name, value)
    if not found.ndim:
        raise ValueError(f"{name} is a single number: it needs at least one axis, the channels")
    return found


def _converted(name: str, value: Any) -> Array:
    """Anything as a plain array. Raises TypeError for what holds no numbers, or would lose its mask."""
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array, and kernels know no masks: fill it, as {name}.filled(0)")
    found = np.asarray(value)
    if found.dtype == object and found.ndim == 0:
        raise TypeError(f"{name} has to be an array of numbers, not {type(value).__name__}")
    return found


def computing_dtype(name: str, dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype in which arrays of a dtype are computed. Raises TypeError for those that are not accepted."""
    if dtype is FLOAT32 or dtype is FLOAT64:  # nearly always, and quicker than hashing
        return dtype
    known = COMPUTED_IN.get(dtype)
    if known is None:
        native = dtype.newbyteorder("=")
        known = COMPUTED_IN.get(native)
        if known is None and dtype.name == "bfloat16":
            known = FLOAT32
        if known is None:
            raise TypeError(
                f"{name} has dtype {dtype}: kernels take float32, float64, float16 and bfloat16; "
                f"convert it, as {name}.astype(np.float32)"
            )
    return known


def as_like(name: str, value: Any, x: Array) -> Array:
    """An array of the shape and dtype of x. Raises TypeError or ValueError."""
    found = value if type(value) is np.ndarray else _converted(name, value)
    if found.dtype is not x.dtype and found.dtype != x.dtype:
        raise TypeError(f"{name} has dtype {found.dtype}, and x has {x.dtype}: they have to be the same")
    if found.shape != x.shape:
        raise ValueError(f"{name} has shape {found.shape}, and x has {x.shape}: they have to be the same")
    return found


def as_channel(name: str, value: Any, x: Array, *, positive: bool = False) -> Array:
    """A vector of one number for each channel of x, in the computing dtype of x. Raises TypeError or ValueError."""
    found = value if type(value) is np.ndarray else _converted(name, value)
    dtype = computing_dtype("x", x.dtype)
    if found.dtype is not dtype:
        computing_dtype(name, found.dtype)
        if found.dtype.itemsize > dtype.itemsize:
            raise TypeError(
                f"{name} has dtype {found.dtype}, which {dtype} does not hold: pass {name}.astype(np.{dtype})"
            )
    if found.ndim != 1 or len(found) != x.shape[-1]:
        C = x.shape[-1]
        raise ValueError(f"{name} has shape {found.shape}, and x has {C} channels: it has to be ({C},)")
    if positive and len(found) and not float(found[found.argmin()]) > 0:
        raise ValueError(f"{name} has to be positive in every channel")
    return (
        found if found.dtype is dtype and found.flags.num & CONTIGUOUS else np.ascontiguousarray(found, dtype)
    )


def as_number(name: str, value: Any, at_least: float = LEAST, *, positive: bool = False) -> float:
    """A finite real number within bounds. Raises TypeError or ValueError."""
    if type(value) is float and at_least <= value <= -LEAST and (value > 0 or not positive):
        return value
    if type(value) is not float:
        found = np.asarray(0 if isinstance(value, np.ma.MaskedArray) else value)
        if found.ndim or found.dtype.kind not in "iufO" or isinstance(value, str | bytes | np.ma.MaskedArray):
            raise TypeError(f"{name} has to be a real number, not {type(value).__name__}")
        try:
            value = float(value)
        except (TypeError, ValueError, OverflowError) as error:
            raise TypeError(f"{name} has to be a real number: {error}") from None
    if not math.isfinite(value):
        raise ValueError(f"{name} is {value}: it has to be finite")
    if value < at_least or (positive and value <= 0):
        raise ValueError(
            f"{name} is {value}: it has to be {'positive' if positive else f'at least {at_least:g}'}"
        )
    return value  # type: ignore[no-any-return]


def as_choice(name: str, value: Any, choices: tuple[Any, ...]) -> Any:
    """One of several values. Raises ValueError."""
    if not isinstance(value, type(choices[0])) or value not in choices:
        raise ValueError(f"{name} is {value!r}: it has to be one of {', '.join(map(repr, choices))}")
    return value


def as_count(name: str, value: Any) -> int:
    """A whole number from 1. Raises TypeError or ValueError."""
    if isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} has to be a whole number from 1, not a truth value")
    try:
        found = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} has to be a whole number from 1, not {type(value).__name__}") from None
    if found < 1:
        raise ValueError(f"{name} is {found}: it has to be at least 1")
    return found


def as_result(out: Any, shape: tuple[int, ...], dtype: np.dtype[Any], inputs: Iterable[Any]) -> Array:
    """The array for the result, if it fits. Raises TypeError or ValueError."""
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out has to be an array, not {type(out).__name__}")
    if type(out) is not np.ndarray and isinstance(out, np.ma.MaskedArray):
        raise TypeError("out is a masked array, and kernels know no masks: pass out.data")
    if type(out) is not np.ndarray and isinstance(out, np.matrix):
        raise TypeError("out is a matrix, whose parts are matrices again: pass np.asarray(out)")
    if out.dtype is not dtype and out.dtype != dtype:
        raise TypeError(f"out has dtype {out.dtype}: it has to be {dtype}, as x")
    if out.shape != shape:
        raise ValueError(f"out has shape {out.shape}: it has to be {shape}")
    flags = out.flags.num
    if not flags & WRITEABLE:
        raise ValueError("out cannot be written: it is read-only")
    for taken in inputs:
        if taken is None or (flags & OWNING and taken is not out and taken.flags.num & OWNING):
            continue  # two arrays with memory of their own
        if np.may_share_memory(out, taken) and _overlap(out, taken):
            raise ValueError("out overlaps an input in memory: pass another array, as np.empty_like(x)")
    return out


def _overlap(one: Array, other: Array) -> bool:
    work = 10_000  # NumPy's annotation knows 0 and -1 alone
    try:
        return bool(np.shares_memory(one, other, max_work=work))  # type: ignore[arg-type]
    except np.exceptions.TooHardError:
        return True
