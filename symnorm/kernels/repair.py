"""What is done about rows, or elements, whose numbers leave the range of their format on the way.

A block comes here when a flag was raised while it was computed. Those of its rows (or elements, where a kernel knows
no rows) that are concerned are shifted and scaled, exactly, computed in float64 by the same kernel, and scaled back: by
which powers is read off the theorems `beyond/kernel_scale...`, and is in the `Law` of each result.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from .arguments import FLOAT64, Array
from .concerned import TAIL, bad_elements, bad_rows, by_name, sizes_of
from .workspace import Kernel, Law, Workspace

BAND = 2.0**-256
"""Entries of g in double precision, of so small a part of the largest one of their row, have a scale of their own."""

STEP = 32
"""Scales are powers of 2^STEP: rows of about the same size are computed together."""

ABOVE = 2 * STEP
"""Rows are scaled by so much more, so that what has a normal quotient by a root of squares is normal itself."""

LARGEST = 600
"""Scaled parameters stay below 2^LARGEST; an x may be scaled by any power beside which there are none."""

LARGEST_GRADIENT = 896
"""And gradients below this power: they are divided by the third power of 2^300, or nearly."""

SMALLEST = 1100
"""2^-SMALLEST is less than any number."""

LARGEST_CUBED = 320
"""The third power of 2^-LARGEST_CUBED is a normal number."""

LARGEST_ALONE = 2.0**800
"""An x whose third power overflows with any g: what is larger comes to the same."""

LEAST_CHANNEL, LARGEST_CHANNEL = -400, (1000, 200)
"""Those of each channel stay between these powers of two: forward; and where the power 3/2 divides g, and products."""

LARGEST_BESIDE = 300
"""And x beside them below this one."""

GRADIENT_BESIDE = 288
"""And g beside them near this one: a product of x and a quotient by their power 3/2 is in range then."""

SMALLEST_CHANNEL = 2.0**-1000, 2.0**-600
"""Of which the root is a normal number; and the power 3/2, with a gradient beside it."""


def repaired(
    kernel: Kernel, work: Workspace, arrays: list[Array], channels: tuple[Any, ...], C: int,
    scalars: tuple[float, ...], out: Array, gradients: tuple[Any, ...],
) -> tuple[Any, ...]:  # fmt: skip
    """Computes what is wrong in a flagged block anew. Returns the gradients of the parameters for the whole block."""
    with np.errstate(all="ignore"):
        find = bad_rows if kernel.rowwise else bad_elements
        bad = find(kernel, work, arrays, channels, scalars, out, gradients)
        if not bad.any():
            return gradients
        if gradients:
            gradients = _without(kernel, work, arrays, channels, C, scalars, bad)
        again = _rows if kernel.rowwise else _elements
        for found in again(kernel, work, arrays, channels, C, scalars, out, bad):
            gradients = tuple(
                None if old is None else old + new for old, new in zip(gradients, found, strict=True)
            )
    return gradients


def topped(kernel: Kernel, x: Array, out: Array) -> None:
    """Computes those elements anew in which the others of their row cancelled: there are few of them in a row."""
    assert kernel.top is not None
    with np.errstate(all="ignore"):
        spread = (x.max(axis=1, keepdims=True).astype(np.float64) - x.min(axis=1, keepdims=True)) ** 2
        cancelled = out < np.maximum(out.max(axis=1, keepdims=True) / 2, spread / 8)
        rows, channels = np.nonzero(cancelled | np.isinf(out))  # what cancelled may have overflowed as well
        if not rows.size:
            return
        others = x[rows].astype(np.float64)
        others[np.arange(rows.size), channels] = others[:, -1]
        others = others[:, :-1]
        _shift(others)
        up = _scales(np.abs(others).max(axis=1, initial=0.0))
        work = Workspace(kernel.top, rows.size, x.shape[1] - 1, others.dtype)
        found = np.empty(rows.size)
        kernel.top.function(work, np.ldexp(others, up[:, None]), x.shape[1], found)
        out[rows, channels] = np.ldexp(found, kernel.law.a * up)


# --- computing it anew ------------------------------------------------------------------------------------


def _without(
    kernel: Kernel, work: Workspace, arrays: list[Array], channels: tuple[Any, ...], C: int,
    scalars: tuple[float, ...], bad: Array,
) -> tuple[Any, ...]:  # fmt: skip
    """The gradients of the parameters without what is bad: there, g is 0 and x harmless."""
    harmless = np.arange(1, C + 1, dtype=work.dtype) if kernel.rowwise else 1
    mask = bad[:, None] if kernel.rowwise else bad
    kept = [work.more(name, len(bad)) for name in kernel.arrays]
    for room, a, value in zip(kept, arrays, (0, harmless), strict=True):
        np.copyto(room, a)
        np.copyto(room, value, where=mask)
    found: tuple[Any, ...] = kernel.function(work, *kept, *channels, C, *scalars, work.more("dx", len(bad)))
    return found


def _rows(
    kernel: Kernel, work: Workspace, arrays: list[Array], channels: tuple[Any, ...], C: int,
    scalars: tuple[float, ...], out: Array, bad: Array,
) -> Iterator[tuple[Any, ...]]:  # fmt: skip
    """Computes rows anew, in groups of one scale, and yields the gradients of the parameters of each group."""
    if kernel.channels and len(arrays) == 2 and work.dtype is FLOAT64:
        g = np.abs(arrays[0])
        small = (g < g.max(axis=1, keepdims=True) * BAND) & (g != 0)
        if small.any():
            yield from _banded(kernel, work, arrays, channels, C, scalars, out, bad, small)
            return
    rows = np.flatnonzero(bad)
    given = [work.wide.more(name, rows.size) for name in kernel.arrays]
    for room, v in zip(given, arrays, strict=True):
        np.copyto(room, v if rows.size == len(v) else v.take(rows, 0, work.more("taken", rows.size), "clip"))
    x = given[-1]
    x[~np.isfinite(sizes_of(x))] = np.nan
    if kernel.shifts:
        _shift(x)
    largest = _largest(kernel, scalars, channels)
    has_channels = any(name in kernel.scaling for name in kernel.channels)
    up = np.minimum(_scales(sizes_of(x), largest) + (0 if has_channels else ABOVE), largest // STEP * STEP)
    up = np.clip(_least(kernel, channels), up, np.minimum(up + LARGEST_BESIDE, largest)) // STEP * STEP
    up_g = _scales(sizes_of(given[0]), SMALLEST) if len(arrays) == 2 else np.zeros_like(up)
    if has_channels:
        up_g += GRADIENT_BESIDE * (len(arrays) - 1)
    for a, h in _pairs(up, up_g):
        here = (up == a) & (up_g == h)
        scaled = given if here.all() else [v[here] for v in given]
        for v, n in zip(scaled[::-1], (a, h)[: len(scaled)], strict=True):
            _times(v, n, out=v)
        result, gradients = _computed(kernel, work.wide, scaled, channels, C, scalars, a)
        out[rows[here]] = _times(result, _exponent(kernel.law, a, h), out=result)
        if gradients:
            yield _unscaled(kernel, gradients, a, h)


def _banded(
    kernel: Kernel, work: Workspace, arrays: list[Array], channels: tuple[Any, ...], C: int,
    scalars: tuple[float, ...], out: Array, bad: Array, small: Array,
) -> Iterator[tuple[Any, ...]]:  # fmt: skip
    """The same for the small entries of g and for the others by themselves: gradients are linear in g."""
    g, x = arrays
    yield from _rows(kernel, work, [np.where(small, 0, g), x], channels, C, scalars, out, bad)
    rows, rest = bad & small.any(axis=1), np.empty_like(out)
    yield from _rows(kernel, work, [np.where(small, g, 0), x], channels, C, scalars, rest, rows)
    out[rows] += rest[rows]


def _elements(
    kernel: Kernel, work: Workspace, arrays: list[Array], channels: tuple[Any, ...], C: int,
    scalars: tuple[float, ...], out: Array, bad: Array,
) -> Iterator[tuple[Any, ...]]:  # fmt: skip
    """Computes elements anew, in groups of one scale; all others are 1, and their g is 0, meanwhile."""
    if not (kernel.channels or bad.all()):  # they need not stay in their channels: no others then
        picked = [a[bad][None, :] for a in arrays]
        room = np.empty_like(picked[-1])
        alone = Workspace(kernel, 1, room.size, work.dtype)
        yield from _elements(kernel, alone, picked, channels, C, scalars, room, np.ones(room.shape, bool))
        out[bad] = room[0]
        return
    x = np.where(bad, arrays[-1], 0).astype(np.float64)
    g = np.where(bad, arrays[0], 0).astype(np.float64)
    up, up_g = np.zeros(x.shape, int), np.zeros(x.shape, int)
    factors = [v for name, v in zip(kernel.scalars, scalars, strict=True) if name not in kernel.scaling]
    if kernel.scaling:  # beta stays in range, the third power of x too, and g beta over it
        if 0 in factors and len(arrays) == 1:  # then x^2, which overflows, counts for nothing
            at_one, _ = _computed(kernel, work.wide, [np.ones(x.shape)], channels, C, scalars, 0)
            out[bad] = (x * at_one)[bad]
            return
        if 0 in factors:  # then beta is all that there is beside x^2
            np.clip(x, -LARGEST_ALONE, LARGEST_ALONE, out=x)
        fixed = sum(max(0, math.frexp(value)[1]) for value in factors)  # a factor of x^2 leaves it less room
        up = np.minimum(_scales(np.abs(x)) + (LARGEST - fixed) // 2, _largest(kernel, scalars, channels))
        up = np.maximum(up // STEP * STEP, -LARGEST_CUBED if 0 in factors else -2 * SMALLEST)
    if len(arrays) == 2:
        top = _room(x, factors) if kernel.scaling else _plain_room(kernel, x, C, channels, scalars)
        up_g = _scales(np.abs(g), SMALLEST) + top // STEP * STEP
    infinite = np.isinf(x)
    x[infinite] = np.copysign(2.0**1000 if not kernel.scaling else 2.0**320, x[infinite])
    up[infinite] = -LARGEST
    for a, h in _pairs(up[bad], up_g[bad]):
        here = bad & (up == a) & (up_g == h)
        moved = np.where(here, np.where(infinite, x, _times(x, a)), 1)
        scaled = [moved] if len(arrays) == 1 else [np.where(here, _times(g, h), 0), moved]
        result, gradients = _computed(kernel, work.wide, scaled, channels, C, scalars, a)
        out[here] = _times(result[here], _exponent(kernel.law, a, h))
        if gradients:
            yield _unscaled(kernel, gradients, a, h)


def _room(x: Array, factors: list[float]) -> Array:
    """Below which power of two g has to be, for each x: its product with x^3/(beta + factor x^2)^(3/2) is in range."""
    top, size = np.full(x.shape, LARGEST_GRADIENT), np.frexp(x)[1]
    for factor in factors:
        reach = np.minimum(size, -math.frexp(factor)[1] / 2) if factor else size
        top = np.clip(960 - 3 * np.maximum(reach, 0), -960, top).astype(int)
    return top


def _plain_room(
    kernel: Kernel, x: Array, C: int, channels: tuple[Any, ...], scalars: tuple[float, ...]
) -> Array:  # fmt: skip
    """The same where x is not scaled: g becomes small alone, or large with x and the parameters; less so in a tail."""
    sizes = (
        math.frexp(C)[1] + sum(abs(math.frexp(value)[1]) for value in scalars) + np.maximum(np.frexp(x)[1], 0)
    )
    gain = np.frexp(by_name(kernel, channels).get("gain", np.ones(1)))[1]
    gains = np.maximum(-(-(gain - 1) // STEP) * STEP + 1, 0)  # those up to 2 are of one size
    alpha = dict(zip(kernel.scalars, scalars, strict=True)).get("alpha", 0.0)
    tail = np.minimum(np.abs(x * alpha), TAIL[FLOAT64]).astype(int)  # its slope is less than 2^-tail
    room: Array = 1000 - STEP - gains - np.maximum(sizes - tail, 0)
    return room


def _shift(x: Array) -> None:
    """Takes the first value of a row off all of it, where that is exact: where the row lies far from zero."""
    pilot = x[:, :1].copy()
    spread = x.max(axis=1, keepdims=True, initial=-np.inf) - x.min(axis=1, keepdims=True, initial=np.inf)
    pilot[~(spread < np.abs(pilot) / 2)] = 0
    x -= pilot


def _computed(
    kernel: Kernel, work: Workspace, arrays: list[Array], channels: tuple[Any, ...], C: int,
    scalars: tuple[float, ...], a: int,
) -> tuple[Array, tuple[Any, ...]]:  # fmt: skip
    """The kernel in float64, with parameters as they are where x is scaled by 2^a."""
    numbers = tuple(
        float(np.ldexp(value, kernel.scaling.get(name, 0) * a))
        for name, value in zip(kernel.scalars, scalars, strict=True)
    )
    vectors = tuple(
        None
        if vector is None
        else _channel(vector, kernel.scaling.get(name, 0) * a, SMALLEST_CHANNEL[len(arrays) - 1])
        for name, vector in zip(kernel.channels, channels, strict=True)
    )
    n = len(arrays[0])
    result = np.empty(n) if kernel.per_row else work.more("result", n)
    return result, kernel.function(work, *arrays, *vectors, C, *numbers, result)


def _largest(kernel: Kernel, scalars: tuple[float, ...], channels: tuple[Any, ...]) -> int:
    """The largest exponent n for which the parameters stay in range where x is scaled by 2^n."""
    largest = SMALLEST
    named = (*zip(kernel.scalars, scalars, strict=True), *zip(kernel.channels, channels, strict=True))
    for name, value in named:
        power = kernel.scaling.get(name, 0)
        if power > 0 and np.any(value):
            most = LARGEST_CHANNEL[len(kernel.arrays) - 1] if name in kernel.channels else LARGEST
            largest = min(largest, (most - int(np.max(np.frexp(value)[1]))) // power)
    return largest


def _least(kernel: Kernel, channels: tuple[Any, ...]) -> int:
    """The least such n for which those of each channel stay in range."""
    least = -2 * SMALLEST
    for name, value in zip(kernel.channels, channels, strict=True):
        power = kernel.scaling.get(name, 0)
        if power > 0:
            least = max(least, (LEAST_CHANNEL - int(np.frexp(value.min())[1])) // power)
    return least


def _channel(vector: Array, exponent: int, least: float) -> Array:
    """The vector times 2^exponent, in float64; what is scaled is positive, and stays it: nothing beside a large x."""
    wide = vector.astype(np.float64)
    return np.maximum(np.ldexp(wide, exponent), least) if exponent else wide


def _scales(size: Array, largest: int = LARGEST) -> Array:
    """For each number of a size the exponent of a power of two that brings it near 1; 0 for what is not finite."""
    exponents = np.where(np.isfinite(size), np.frexp(size)[1], 0)
    scales: Array = np.minimum(-(exponents // STEP) * STEP, largest // STEP * STEP)
    return scales


def _pairs(up: Array, up_g: Array) -> list[tuple[int, int]]:
    """The pairs of exponents that occur, each once."""
    pairs = np.unique(up.astype(np.int64) * (4 * SMALLEST) + up_g)  # these are between -2 and 2 SMALLEST
    first = (pairs + 2 * SMALLEST) // (4 * SMALLEST)
    return list(zip(first.tolist(), (pairs - first * (4 * SMALLEST)).tolist(), strict=True))


def _times(values: Array, exponent: int, out: Array | None = None) -> Array:
    """The values times 2^exponent, rounded once."""
    if abs(exponent) <= 1000:
        return np.multiply(values, 2.0**exponent, out=out)
    return np.ldexp(values, exponent, out=out)


def _exponent(law: Law, a: int, h: int) -> int:
    return law.a * a + law.h * h


def _unscaled(kernel: Kernel, gradients: tuple[Any, ...], a: int, h: int) -> tuple[Any, ...]:
    laws = zip(gradients, kernel.gradients, strict=True)
    return tuple(None if g is None else np.ldexp(g, _exponent(law, a, h)) for g, law in laws)
