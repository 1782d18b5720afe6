"""What the statements say of given rows: each value, enclosed, and the size that its error is measured by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..checker.forms import Form
from .enclosures import Arithmetic, Enclosed, NoValue, exactly, summed
from .evaluate import OUTER, Expression, Expressions, Place
from .meaning import SUMMANDS, VALUE, Cited, Meaning, Output
from .rows import Array, Row

LADDER = (192, 512, 1280, 2560, 5120)
"""So many bits, one after the other, until the enclosure is narrow beside what an error may be."""

NARROW = 10
"""An enclosure is narrow that is 2^10 times narrower than a machine epsilon of the size."""

HELD = 1000
"""Whole numbers of so many bits are in the range of a float."""

Statements = Mapping[Cited, Form]
"""The verified equations: as the certificate has them."""


class Parts(NamedTuple):
    """Numbers to 100 bits, of any size: (high + low) 2^exponent, with floats and whole numbers in arrays."""

    high: Array
    low: Array
    exponent: Array

    def of(self, rows: Sequence[int]) -> Parts:
        """Some rows of them."""
        return Parts(*(a[[*rows]] for a in self))


@dataclass
class Expected:
    """What a row comes to. `state` is "" or why it is not compared: the statement has no value there, or none in range.

    `values` are those of each output, `sizes` what the error of each is a multiple of: for a norm, one for the row.
    """

    row: Row
    state: str = ""
    values: dict[str, Enclosed] = field(default_factory=dict)
    sizes: dict[str, Enclosed] = field(default_factory=dict)


class Known:
    """What a kernel has to make of the rows of a sample; rows that are not compared have no values, but zeros."""

    def __init__(self, rows: Sequence[Expected], outputs: Sequence[str]) -> None:
        self.rows = rows
        self.values = {name: _stacked([e.values.get(name) for e in rows]) for name in outputs}
        self.sizes = {name: _stacked([e.sizes.get(name) for e in rows]) for name in outputs}
        self._sums: dict[tuple[Any, ...], tuple[Enclosed, Enclosed]] = {}

    def total(self, name: str, chosen: tuple[int, ...], times: int) -> tuple[Enclosed, Enclosed]:
        """The sums over some rows, repeated so many times, of the values and of the sizes."""
        key = name, chosen, times
        if key not in self._sums:
            kinds = [[getattr(self.rows[n], kind)[name] for n in chosen] for kind in ("values", "sizes")]
            none = Enclosed((0,) * self.values[name].high.shape[1]), Enclosed((0,))
            values, sizes = (summed(each, times) for each in kinds) if chosen else none
            self._sums[key] = values, sizes
        return self._sums[key]


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

    def __init__(self, statements: Statements) -> None:
        self.statements = statements
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
        return Known([self.expected(meaning, sample, n) for n in range(len(sample.rows))], [*meaning.outputs])

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
        return _is_narrow(values, sizes, limits)


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
    """Whether an enclosure is narrow beside a machine epsilon of the least size, and the least subnormal number."""
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


def parts(x: Enclosed) -> Parts:
    """The numbers of an enclosure: their middles, to 100 bits."""
    whole, exponents = x.whole, np.full(len(x.whole), x.exponent)
    if x.largest.bit_length() > HELD:
        cuts = [max(0, m.bit_length() - HELD) for m in whole]
        whole = tuple(map(int.__rshift__, whole, cuts))
        exponents += cuts
    high = [*map(float, whole)]
    return Parts(np.array(high), np.array([float(m - int(h)) for m, h in zip(whole, high, strict=True)]), exponents)


def _stacked(rows: Sequence[Enclosed | None]) -> Parts:
    """Numbers of several rows; zeros for those that have none."""
    width = max((len(x.whole) for x in rows if x), default=1)
    each = [parts(x or Enclosed((0,) * width)) for x in rows]
    return Parts(*(np.stack(arrays) for arrays in zip(*each, strict=True)))
