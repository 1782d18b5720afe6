"""The rows that kernels are run on: random ones, and those on which something overflows, underflows or cancels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

DTYPES, HALF = ("float32", "float64"), "float16"
"""The dtypes in which is computed, and one that is computed in single precision."""


@dataclass(frozen=True)
class Row:
    """A row x, and a gradient g at its output, both of one dtype."""

    name: str
    x: Array
    g: Array


def rows(dtype: str, channels: int, seed: int, every: bool = True) -> list[Row]:
    """The rows of so many channels: the hard ones, and some random ones; the same for the same seed."""
    draw = _Drawn(dtype, channels, seed)
    found = [Row(name, x, draw.normal()) for name, x in _inputs(draw)]
    found += [Row(name, x, g) for name, x, g in _pairs(draw)]
    with np.errstate(over="ignore"):  # not all of them are numbers of half precision
        return [Row(r.name, r.x.astype(dtype), r.g.astype(dtype)) for r in (found if every else found[::3])]


class _Drawn:
    """Random numbers, and the limits of a dtype."""

    def __init__(self, dtype: str, channels: int, seed: int) -> None:
        limits = np.finfo(dtype)
        self.large, self.tiny, self.least = float(limits.max), float(limits.tiny), float(limits.smallest_subnormal)
        self.step = float(limits.eps)
        self.channels = channels
        self.random = np.random.default_rng([seed, channels, limits.bits])

    def normal(self) -> Array:
        return self.random.standard_normal(self.channels)

    def signs(self) -> Array:
        return self.random.choice([-1.0, 1.0], self.channels)

    def near(self, low: float, high: float) -> Array:
        return self.random.uniform(low, high, self.channels)

    def with_one(self, rest: float | Array, value: float) -> Array:
        """One entry that is unlike the others, anywhere."""
        row = np.zeros(self.channels) + rest
        row[self.random.integers(self.channels)] = value
        return row

    def alternating(self, size: float) -> Array:
        """Two numbers of a size that lie side by side, in turn: where the squares of deviations are subnormal."""
        return 1.5 * size * np.resize([1.0, 1 + self.step], self.channels)

    def spread(self, decades: float) -> Array:
        return self.normal() * 10.0 ** self.near(-decades, decades)


def _inputs(draw: _Drawn) -> Iterator[tuple[str, Array]]:
    """Rows x, each with its name."""
    for n in range(3):
        yield f"random {n + 1}", draw.normal()
    yield "uniform", draw.near(0, 1)
    yield "far from zero", 1e4 + draw.normal()
    yield "very far from zero", -1e6 + draw.normal()
    yield "as far from zero as sums allow", 0.9 * draw.channels**0.5 + draw.normal()
    yield "nearly constant", 1 + 1e-3 * draw.normal()
    yield "constant but one", draw.with_one(0.1, 0.1 * (1 + 2.0**-20))
    yield "constant", np.full(draw.channels, 0.1)
    yield "zero", np.zeros(draw.channels)
    yield "alternating", np.resize([1.0, -1.0], draw.channels)
    yield "alternating near 3", 3 + 2.0**-8 * np.resize([1.0, -1.0], draw.channels)
    yield "equal but one", draw.with_one(-0.7, 10.0)
    yield "one outlier", draw.with_one(draw.normal(), 1e6)
    for outlier in (10.0, 100.0, 1000.0):
        yield f"an outlier of {outlier:g}", draw.with_one(draw.normal(), outlier)
    yield "nearly constant and small", draw.alternating(float((2**13 * draw.least) ** 0.5) / draw.step)
    yield "moderate", 10.0 ** draw.near(-2, 1.3) * draw.signs()
    yield "tiny", 1e-25 * draw.normal()
    yield "squares underflow", draw.tiny**0.75 * draw.normal()
    yield "subnormal", draw.random.integers(1, 1000, draw.channels) * draw.least * draw.signs()
    yield "large", 1e30 * draw.normal()
    yield "squares overflow", draw.large**0.75 * draw.normal()
    yield "near the largest", draw.large * draw.near(0.5, 1) * draw.signs()
    yield "the largest, of one sign", draw.large * draw.near(0.9, 1)
    yield "of all sizes", draw.spread(30)
    yield "not finite", draw.with_one(draw.normal(), np.nan)


def _pairs(draw: _Drawn) -> Iterator[tuple[str, Array, Array]]:
    """Rows x with a gradient g that is out of the ordinary."""
    huge, small = draw.large**0.75, draw.tiny**0.75
    sizes: tuple[tuple[str, Callable[[], Array]], ...] = (
        ("large", lambda: draw.large**0.4 * draw.normal()),
        ("tiny", lambda: draw.tiny**0.4 * draw.normal()),
        ("very small", lambda: draw.tiny**0.83 * draw.normal()),
        ("subnormal", lambda: draw.random.integers(1, 1000, draw.channels) * draw.least * draw.signs()),
        ("near the least", lambda: draw.tiny * 2.0**16 * draw.normal()),
        ("of all sizes", lambda: draw.spread(12)),
        ("zero", lambda: np.zeros(draw.channels)),
    )
    for name, g in sizes:
        yield f"random, g {name}", draw.normal(), g()
    yield "both huge", huge * draw.normal(), huge * draw.normal()
    yield "both small", small * draw.normal(), small * draw.normal()
    yield "nearly constant, g small", draw.alternating(draw.tiny**0.3), draw.tiny**0.83 * draw.normal()
    yield "huge, g small", huge * draw.normal(), small * draw.normal()
    tail = np.log(draw.large)  # where a slope of tanh is no number, and its product with g is one
    yield "in the tails, g large", tail * draw.near(0.2, 1) * draw.signs(), draw.large**0.9 * draw.normal()
    yield "its third power in range", draw.large**0.3 * draw.normal(), draw.normal()
    yield "its third power beside g", draw.large**0.3 * draw.normal(), draw.large**0.9 * draw.normal()
    yield "large, g small", draw.large**0.4 * draw.normal(), draw.tiny**0.6 * draw.normal()
    yield "small, g large", draw.tiny**0.3 * draw.normal(), draw.large**0.6 * draw.normal()
    yield "its third power no number, g large", draw.tiny**0.42 * draw.normal(), draw.large**0.3 * draw.normal()
    least = draw.tiny * 2.0**16
    yield "rather large, g near the least", 2.0**30 * draw.normal(), least * draw.normal()
    yield "rather small, g near the least", 2.0**-30 * draw.normal(), least * draw.normal()
    yield "far from zero, g large", 1e4 + draw.normal(), draw.large**0.4 * draw.normal()
