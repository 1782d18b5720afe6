"""What the statements say of given rows: each value, enclosed, and the size that its error is measured by."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..checker.forms import Form
from .enclosures import Arithmetic, Enclosed, NoValue, exactly
from .evaluate import OUTER, Expression, Expressions, Place
from .known import Known, Shelf, name_of, stacked
from .meaning import SUMMANDS, VALUE, Cited, Meaning, Output
from .rows import HALF, Array, Row

LADDER = (112, 224, 512, 1280, 2560, 5120)
"""So many bits, one after the other, until the enclosure is narrow beside what an error may be."""

NARROW = 10
"""An enclosure is narrow that is 2^10 times narrower than a machine epsilon of the size."""

Statements = Mapping[Cited, Form]
"""The verified equations: as the certificate has them."""


@dataclass
class Expected:
    """What a row comes to. `state` is "" or why it is not compared: the statement has no value there, or none in range.

    `values` are those of each output, `sizes` what the error of each is a multiple of: for a norm, one for the row.
    """

    row: Row
    state: str = ""
    values: dict[str, Enclosed] = field(default_factory=dict)
    sizes: dict[str, Enclosed] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Sample:
    """Rows of one dtype and so many channels, with parameters; `key` tells it from others."""

    key: tuple[Any, ...]
    rows: list[Row]
    vectors: Mapping[str, Array]
    numbers: Mapping[str, float]

    @property
    def channels(self) -> int:
        """The length of the rows."""
        return len(self.rows[0].x)


class Judge:
    """The statements as expressions, to evaluate rows with."""

    def __init__(self, statements: Statements, keep: Path | None = None) -> None:
        self.statements, self.shelf = statements, Shelf(keep)
        self._expressions = Expressions()
        self._places: dict[tuple[Any, int, int], Place] = {}
        self._sides: dict[tuple[Cited, str], Expression] = {}

    def side(self, output: Output) -> Expression:
        """The side of a claim that an output has to be."""
        key = output.claim, output.side
        if key not in self._sides:
            _, left, right = self.statements[output.claim]
            self._sides[key] = self._expressions.of(left if output.side == "left" else right)
        return self._sides[key]

    def known(self, meaning: Meaning, sample: Sample) -> Known:
        """What a kernel has to make of all rows of a sample."""
        forms = [self.statements[o.claim] for o in meaning.outputs.values()]
        given = [a for r in sample.rows for a in (r.x, r.g)] + [*sample.vectors.values()]
        name = name_of(meaning, forms, [*sample.vectors], [*sample.numbers.items()], arrays=given)
        found = self.shelf.get(name)
        if found is None:
            with _no_collector():
                rows = [self.expected(meaning, sample, n) for n in range(len(sample.rows))]
            kinds = ({n: stacked([getattr(e, kind).get(n) for e in rows]) for n in meaning.outputs}
                     for kind in ("values", "sizes"))  # fmt: skip
            found = Known([e.state for e in rows], *kinds)
            self.shelf.put(name, found)
        return found

    def expected(self, meaning: Meaning, sample: Sample, number: int) -> Expected:
        """What a kernel has to make of a row of a sample."""
        row = sample.rows[number]
        if not all(np.isfinite(v).all() for v in (row.x, row.g)):
            return Expected(row, "the row is not finite")
        limits = np.finfo(row.x.dtype)
        state = ""
        for bits in LADDER:
            place, found = self._place(sample, number, bits), Expected(row)
            try:
                if all(self._output(found, n, o, meaning, place, limits) for n, o in meaning.outputs.items()):
                    return found if _in_range(found, limits) else Expected(row, "the result is out of range")
                state = "the value is not enclosed"
            except NoValue:
                state = "the statement has no value there"
        return Expected(row, state)

    def _place(self, sample: Sample, number: int, bits: int) -> Place:
        """The row and the parameters, with what was calculated of them for other kernels."""
        key = sample.key, number, bits
        if key not in self._places:
            row = sample.rows[number]
            vectors = {"x": row.x, "g": row.g, **sample.vectors}
            self._places[key] = Place(
                Arithmetic(bits), sample.channels, {name: exactly(v) for name, v in vectors.items()},
                {name: exactly(value) for name, value in sample.numbers.items()},
            )  # fmt: skip
        return self._places[key]

    def _output(
        self, found: Expected, name: str, output: Output, meaning: Meaning, place: Place, limits: Any
    ) -> bool:
        """Evaluates an output. Returns whether it is known well enough."""
        e, a = self.side(output), place.arithmetic
        values, sizes = place.value(e), a.highest(_sizes(e, output, place))
        if output.per in ("element", "channel"):
            values = values.times(place.channels)
        if (meaning.is_norm and output.per == "element") or output.per == "channel":
            sizes = a.highest(a.sqrt(a.total(a.power(sizes, 2), place.channels)))
        found.values[name], found.sizes[name] = values, sizes
        return _is_narrow(values, sizes, np.finfo(np.float32) if limits.dtype == HALF else limits)


@contextmanager
def _no_collector() -> Iterator[None]:
    """Leaves the collector of garbage off: of the many numbers that are kept, none refers to itself."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _sizes(e: Expression, output: Output, place: Place) -> Enclosed:
    """What the error of an output is a multiple of."""
    if output.size in (VALUE, SUMMANDS):
        return place.size(e) if output.size == VALUE else place.majorant(e)
    a, (part, below) = place.arithmetic, output.size
    variance = _definition(e, below)
    found = a.divide(place.majorant(_part(e, part)), a.sqrt(place.value(variance)))
    if output.per != "row":
        return found
    return a.divide(a.total(a.power(found, 2), place.channels), Enclosed((place.channels,)))


def _is_narrow(values: Enclosed, sizes: Enclosed, limits: Any) -> bool:
    """Whether an enclosure is narrow beside a machine epsilon of the least size, and the least subnormal number.

    Rows in half precision are computed in single, and gradients of parameters are returned in it.
    """
    width, size = 2 * values.error << NARROW, min(sizes.whole)
    of_width, of_size, least = values.exponent, sizes.exponent + limits.machep, limits.minexp - limits.nmant
    low = min(of_width, of_size, least)
    return bool(width << (of_width - low) <= (size << (of_size - low)) + (1 << (least - low)))


def _in_range(found: Expected, limits: Any) -> bool:
    """Whether no result overflows, whatever it is rounded to: sizes are below a quarter of the largest power of two."""
    return all(
        not s.largest or s.largest.bit_length() + s.exponent <= limits.maxexp - 2 for s in found.sizes.values()
    )


@cache
def _definition(e: Expression, name: str) -> Expression:
    """Where a name is defined in an expression."""
    return next(x for x in e.walk() if x.op == "def" and x.parts[0] == name)


@cache
def _part(e: Expression, name: str) -> Expression:
    """What a definition with a channel stands for, or a vector."""
    for x in e.walk():
        if x.op == "def" and x.parts[0] == name and OUTER in x.free:
            found: Expression = x.parts[1]
            return found
        if x.op == "coord" and x.parts == (name, OUTER):
            return x
    raise KeyError(name)
