"""Which rows, or elements, of a flagged block are concerned: whose numbers left the range of their format on the way.

Their own size alone decides, so that what is wrong with one changes no other.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .arguments import FLOAT32, FLOAT64, Array
from .workspace import Kernel, Workspace

SAFE_EXPONENT = {FLOAT32: 40, FLOAT64: 320}
"""Of numbers between 2^-n and 2^n, squares, cubes and their products with gradients of that size are in range."""

SAFE_GRADIENT = {FLOAT32: 60, FLOAT64: 400}
"""The same for gradients."""

REACH = {FLOAT32: 110, FLOAT64: 1000}
"""Products whose exponents sum up to no more are in range."""

FAINT = {FLOAT32: 2.0**-100, FLOAT64: 2.0**-960}
"""Of what is no smaller, numbers that matter beside it are normal."""

TAIL = {FLOAT32: 80.0, FLOAT64: 700.0}
"""Up to these e^-u is a normal number."""

_LARGEST_NUMBER = {4: 2.0 ** SAFE_GRADIENT[FLOAT32], 8: 2.0 ** SAFE_GRADIENT[FLOAT64]}


def is_extreme(kernel: Kernel, dtype: np.dtype[Any], scalars: tuple[float, ...]) -> bool:
    """Whether a number is so large or so small that everything has to be computed with care."""
    largest = _LARGEST_NUMBER[dtype.itemsize]
    for n, value in enumerate(scalars):
        if not -largest < value < largest:
            return True
        if -1 / largest < value < 1 / largest and value != 0 and kernel.scalars[n] != "eps":
            return True
    return False


def _extreme_channels(dtype: np.dtype[Any], channels: tuple[Any, ...]) -> bool:
    """The same for the vectors of parameters."""
    limit = SAFE_GRADIENT[dtype]
    return any(bool((np.abs(np.frexp(v)[1]) > limit).any()) for v in channels if v is not None)


def bad_rows(
    kernel: Kernel, work: Workspace, arrays: list[Array], channels: tuple[Any, ...], scalars: tuple[float, ...],
    out: Array, gradients: tuple[Any, ...],
) -> Array:  # fmt: skip
    """The rows that are too large or too small, not finite, or constant up to rounding.

    A product with a large gain that overflows is part of a sum over the row, and so no result of the row is finite.
    """
    x, exponent = arrays[-1], SAFE_EXPONENT[work.dtype]
    high, low = x.max(axis=1), x.min(axis=1)
    size = np.maximum(high, -low)
    spread = high - low if kernel.shifts else size
    bad: Array = ~((spread > 2.0**-exponent) & (size < 2.0**exponent))
    if work.suspects is not None:
        bad |= work.suspects
    if len(arrays) == 2:
        given = sizes_of(arrays[0])
        bad |= ~_within(given, SAFE_GRADIENT[work.dtype]) & (given != 0)
        for name, vector in zip(kernel.channels, channels, strict=True):
            if kernel.scaling.get(name):  # g is divided by the third power of a root of such and of x^2
                root = np.maximum(size.astype(np.float64), np.sqrt(np.float64(vector.max())))
                bad |= (given < root**3 * 2.0 ** -REACH[work.dtype]) & (given > 0)
    bad |= ~np.isfinite(out if kernel.per_row else sizes_of(out))
    if is_extreme(kernel, work.dtype, scalars) or _extreme_channels(work.dtype, channels):
        bad[:] = True
    elif len(arrays) == 2:
        bad |= _faint_products(kernel, work, arrays[0], given, size, spread, channels, scalars)
        bad |= _faint_sums(work, arrays[0], size, spread, bad, gradients)
    else:
        factors = _factors(kernel, scalars)
        bad |= math.prod(factors) < FAINT[work.dtype] * size.astype(np.float64) ** len(factors)
    bad &= ~np.isnan(size)  # what comes of NaN is NaN
    return bad


def _faint_products(
    kernel: Kernel, work: Workspace, g: Array, given: Array, size: Array, spread: Array, channels: tuple[Any, ...],
    scalars: tuple[float, ...],
) -> Array:  # fmt: skip
    """The rows of which a product of g, its weights and x is too small, or a quotient by x, though none of these is."""
    gain = np.abs(by_name(kernel, channels).get("gain", np.ones(1)), dtype=np.float64)
    weighted = given * (math.prod(_factors(kernel, scalars)[:1]) * gain.min(initial=np.inf))
    if kernel.per_row:
        weighted = np.minimum(weighted, weighted * weighted)
    share = np.minimum(spread, 1) / (FAINT[work.dtype] * max(1.0, gain.max(initial=0)) * work.C * np.maximum(size, 1))
    rows = np.flatnonzero((weighted * share < 1) & (given != 0))
    faint = np.zeros(len(g), bool)
    if rows.size:
        if len(gain) > 1:  # what is least need not be where the largest g is
            weighted[rows] = sizes_of(g[rows] * gain)
        faint[rows] = (weighted[rows] * share[rows] < 1) & (weighted[rows] != 0)
    return faint


def _faint_sums(
    work: Workspace, g: Array, size: Array, spread: Array, bad: Array, gradients: tuple[Any, ...]
) -> Array:  # fmt: skip
    """The rows with an entry of g of which nothing may be left in the gradient of a parameter, which is that small."""
    faint, good = np.zeros(g.shape[1], bool), ~bad
    reach = max(size.max(initial=1, where=good), 1 / spread.min(initial=1, where=good))
    least = FAINT[work.dtype] * float(reach) * math.sqrt(work.C) * len(g)
    for found in gradients:
        if found is not None:
            faint |= np.abs(found) < least
    concerned: Array = ((g != 0) & faint).any(axis=1)
    return concerned


def by_name(kernel: Kernel, channels: tuple[Any, ...]) -> dict[str, Any]:
    """The vectors of parameters, each by its name."""
    return dict(zip(kernel.channels, channels, strict=True))


def _factors(kernel: Kernel, scalars: tuple[float, ...]) -> list[float]:
    """The sizes of the numbers by which is multiplied, each of them and the one before it; 0 leaves nothing to lose."""
    named = zip(kernel.scalars, scalars, strict=True)
    return [abs(value) for name, value in named if name not in kernel.scaling and value != 0]


def _within(size: Array, exponent: int) -> Array:
    is_within: Array = (size > 2.0**-exponent) & (size < 2.0**exponent)
    return is_within


def bad_elements(
    kernel: Kernel, work: Workspace, arrays: list[Array], channels: tuple[Any, ...], scalars: tuple[float, ...],
    out: Array, gradients: tuple[Any, ...],
) -> Array:  # fmt: skip
    """The elements that are not finite, or on the way to which a power or a product may have left the range.

    x is small enough if its third power leaves room for g, and for the parameters; what is small beside beta is no
    matter. A slope of tanh that is too small makes a result too small, unless g and the parameters are very large.
    """
    x = arrays[-1]
    if is_extreme(kernel, work.dtype, scalars) or _extreme_channels(work.dtype, channels):
        return np.ones(x.shape, bool)
    reach = REACH[work.dtype] - math.frexp(work.C)[1]
    for name, value in zip(kernel.scalars, scalars, strict=True):
        reach -= abs(math.frexp(value)[1]) * (3 if name in kernel.scaling else 1)
    bad: Array = ~np.isfinite(out) | np.isinf(x)
    if kernel.scaling:
        bad |= np.abs(x) > 2.0 ** (reach / 6)
    if len(arrays) == 2:
        given, largest = np.abs(arrays[0]), 2.0 ** (reach / 2)
        bad |= (given > largest) | ((given < 1 / largest) & (given != 0))
        alpha = dict(zip(kernel.scalars, scalars, strict=True)).get("alpha", 0.0)
        if alpha and not kernel.scaling:
            bad |= np.abs(x) > TAIL[work.dtype] / abs(alpha)
            gain, size = by_name(kernel, channels).get("gain", np.ones(1)), np.abs(x)
            weighted = given * np.abs(gain.astype(np.float64))  # where that, times x, is lost in dalpha
            matters = weighted * size > np.finfo(work.dtype).tiny
            bad |= matters & (weighted * abs(alpha) * np.minimum(size, 1) < FAINT[work.dtype])
    return bad


def sizes_of(x: Array) -> Array:
    """The largest absolute value of each row."""
    sizes: Array = np.maximum(x.max(axis=1), -x.min(axis=1))
    return sizes
