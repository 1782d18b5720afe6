"""Which calls are made of each function: shapes, dtypes, parameters, and the ways in which it can be called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from .expected import Sample
from .meaning import KERNELS, USES, Use
from .rows import DTYPES, HALF, Array, rows

NUMBERS: tuple[Mapping[str, float], ...] = (
    {"eps": 1e-5, "alpha": 0.75, "beta": 1.75, "c": 0.75, "kappa": 0.25},
    {"eps": 0.0, "alpha": 3.0, "beta": 2.0**-10, "c": -2.0, "kappa": 0.0},
    {"eps": 2.0**-100, "alpha": 0.0, "beta": 2.0**-100, "c": 2.0**20, "kappa": 2.0**-20},
    {"eps": 1.0, "alpha": -1.5, "beta": 2.0**20, "c": 1.0, "kappa": 0.5},
    {"eps": 2.0**-30, "alpha": 2.0**-450, "beta": 2.0**-450, "c": 2.0**70, "kappa": 2.0**-70},
    {"eps": 2.0**70, "alpha": 2.0**70, "beta": 2.0**70, "c": 2.0**-70, "kappa": 2.0**-70},
)
"""Parameters: ordinary ones, and others that take other paths, of which the last two are very small or large."""

SPREAD: Mapping[str, Mapping[int, int]] = {"float32": {3: 48, 4: 100, 5: 100}, "float64": {3: 60, 4: 60, 5: 60}}
"""Beside some, gains and betas are of all sizes between powers of two with these exponents and their negatives."""

USUAL, LONG, LONGEST, PIECES = 7, 256, 520, (2560, 4608)
"""Channels of rows that every way is tried with; that threads share; longer than any buffer; summed in many pieces."""

SOME: Mapping[int, tuple[str, ...]] = {
    33: ("random 1", "far from zero", "constant but one", "alternating near 3", "one outlier", "squares underflow",
         "near the largest", "of all sizes", "random, g of all sizes", "both huge"),
    LONG: ("random 2", "one outlier", "an outlier of 10", "equal but one", "of all sizes"),
    LONGEST: ("very far from zero",),
    **dict.fromkeys(PIECES, ("random 1", "as far from zero as sums allow")),
}  # fmt: skip
"""Of longer rows these are enough, unless everything is wanted."""

WAYS: tuple[tuple[str, Mapping[str, int]], ...] = (
    ("at once", {}), ("row by row", {}), ("leading axes", {}), ("gaps", {}), ("out", {}), ("plan", {}),
    ("no rows", {}),
)  # fmt: skip

SHARED_BYTES = 5 << 19
"""An array that two threads share."""

MANY = 97
"""Rows of which the last is alone: sums over rows are taken in pieces."""

PATHS = ("repair", "threads", "plan", "out", "leading axes", "gaps", "no rows")
"""What a function is run on besides whole arrays on one thread."""

PATHS_OF = {"torch": ("leading axes", "no rows")}
"""The same for a target that knows fewer."""

OF_TENSORS = ("at once", "row by row", "leading axes", "no rows", "many rows")
"""The ways in which functions of tensors are called: these have no threads, plans and arrays of their own."""

IN_SINGLE = 4
"""So many of the parameters are numbers in single precision as well, in which tensors may have them."""

BEYOND: Mapping[str, tuple[str, ...]] = {
    "dyt": ("in the tails, g large",),
    "eln_vjp": ("its third power beside g", "random, g of all sizes"),
    "dyisru_vjp": ("its third power beside g", "random, g of all sizes"),
    "eln_general_vjp": ("both huge", "subnormal"),
    "isru_vjp": ("its third power no number, g large", "large, g small"),
}
"""Rows for which the docstrings of functions of tensors make an exception, by how the names of kernels begin.

What arrays have float64 for, tensors compute in their own precision: a factor leaves its range before the result does.
"""

EXCEPTION = "the docstring makes an exception"


@dataclass(frozen=True)
class Call:
    """A call of a function, in one way, with some rows of a sample."""

    use: Use
    sample: Sample
    chosen: tuple[int, ...]
    way: str
    options: Mapping[str, int] = field(default_factory=dict)

    @property
    def times(self) -> int:
        """How often the rows are repeated."""
        return self.options.get("times", 1)

    def is_for(self, target: str) -> bool:
        """Whether the functions of a target are called so."""
        return target != "torch" or (
            self.way in OF_TENSORS and self.sample.numbers in NUMBERS[:IN_SINGLE] and self.use.is_for(target)
        )

    def within(self, target: str) -> Call:
        """The call without the rows for which functions of the target make an exception."""
        if target != "torch" or not self.use.function.endswith("_vjp"):
            return self
        names = {n for start, rows in BEYOND.items() if self.use.kernel.startswith(start) for n in rows}
        return replace(self, chosen=tuple(n for n in self.chosen if self.sample.rows[n].name not in names))


class Samples:
    """The rows and parameters, each made once."""

    def __init__(self, seed: int, thorough: bool) -> None:
        self.seed, self.thorough = seed, thorough
        self._made: dict[tuple[Any, ...], Sample] = {}

    def sample(self, dtype: str, channels: int, numbers: int, given: tuple[str, ...]) -> Sample:
        """Rows of a dtype and length with parameters; of `gain` and `bias`, those that are not given are 1 and 0.

        Beside rows in half precision, parameters are in single.
        """
        key = (dtype, channels, numbers, frozenset(given) & {"gain", "bias"})
        if key not in self._made:
            found = rows(dtype, channels, self.seed)
            if not self.thorough and channels in SOME:
                found = [r for r in found if r.name in SOME[channels]]
            wide = "float64" if dtype == "float64" else "float32"
            vectors = _vectors(wide, channels, given, SPREAD[wide].get(numbers, 0))
            self._made[key] = Sample(key, found, vectors, NUMBERS[numbers])
        return self._made[key]


def _vectors(dtype: str, channels: int, given: tuple[str, ...], spread: int) -> dict[str, Array]:
    random = np.random.default_rng([channels, 1])
    ranges = {"gain": (0.5, 2.0), "bias": (-2.0, 2.0), "betas": (0.5, 4.0)}
    found = {name: random.uniform(low, high, channels).astype(dtype) for name, (low, high) in ranges.items()}
    if spread:
        steps = np.linspace(-spread, spread, channels)
        for name in ("gain", "betas"):
            found[name] *= (2.0 ** random.permutation(steps)).astype(dtype)
    if "gain" not in given:
        found["gain"] = np.ones(channels, dtype)
    if "bias" not in given:
        found["bias"] = np.zeros(channels, dtype)
    return found


def settings(use: Use, thorough: bool) -> Iterator[tuple[str, int, int]]:
    """(dtype, channels, number of the parameters) with which a function is called."""
    for dtype in DTYPES:
        yield from ((dtype, *each) for each in _settings(use, thorough))
    yield HALF, USUAL, 0


def _settings(use: Use, thorough: bool) -> Iterator[tuple[int, int]]:
    """The same for numbers in single or double precision.

    A second function that runs a kernel, and one that leaves out a vector, are called with rows of two lengths.
    """
    meaning = KERNELS[use.kernel]
    is_first = use is next(u for u in USES if u.kernel == use.kernel)
    lengths = (1, 2, USUAL, 33, LONG, LONGEST, *PIECES, *((8192,) if thorough else ())) if is_first else (USUAL, LONG)
    for channels in lengths:
        if channels >= meaning.least_channels:
            yield channels, 0
    for number, numbers in enumerate(NUMBERS[1:], 1):
        is_wide = use.vectors and number in SPREAD["float32"]
        is_other = is_wide or any(numbers[n] != NUMBERS[0][n] for n in meaning.numbers)
        if is_first and is_other and not (use.kernel.startswith("isru") and numbers["alpha"] < 0):
            yield USUAL, number


def ways(use: Use, sample: Sample, number: int) -> Iterator[tuple[str, Mapping[str, int]]]:
    """The ways in which a function is called with a sample."""
    yield "at once", {}
    if sample.channels == USUAL:
        yield from WAYS[1:] if number == 0 else WAYS[1:2]
    if sample.channels == LONGEST:
        yield "many rows", {"times": MANY}
    if sample.channels in (LONG, LONGEST):
        times = -(-SHARED_BYTES // (sample.rows[0].x.nbytes * len(sample.rows)))
        yield "threads", {"threads": 2, "times": times}
        if sample.channels == LONG:
            yield "threads", {"threads": 5, "times": 3 * times}
            yield "plan, threads", {"threads": 2, "times": times}
