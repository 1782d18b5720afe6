"""What the statements say of given rows: each value, enclosed, and the size that its error is measured by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_EVEN, Context, Decimal, DivisionByZero, InvalidOperation
from fractions import Fraction
from typing import Any

import numpy as np

from ..checker.forms import Form
from .evaluate import OUTER, Expression, Expressions, Place
from .intervals import ZERO, Arithmetic, Interval, NoValue
from .meaning import SUMMANDS, VALUE, Cited, Meaning, Output
from .rows import Array, Row

LADDER = (50, 110, 340, 700, 1100)
"""So many digits, one after the other, until the enclosure is narrow beside what an error may be."""

NARROW = Decimal(2) ** -10

ROUGH = Context(40, ROUND_HALF_EVEN, MIN_EMIN, MAX_EMAX, traps=[DivisionByZero, InvalidOperation])
"""For the norm of what is enclosed already, and of errors: 40 digits are plenty."""

Statements = Mapping[Cited, Form]
"""The verified equations: as the certificate has them."""


@dataclass
class Expected:
    """What a row comes to. `state` is "" or why it is not compared: the statement has no value there, or none in range.

    `values` are those of each output, `sizes` what the error of each is a multiple of: for a norm, one for the row.
    """

    row: Row
    state: str = ""
    values: dict[str, list[Decimal]] = field(default_factory=dict)
    sizes: dict[str, list[Decimal]] = field(default_factory=dict)


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

    def expected(self, meaning: Meaning, sample: Sample, number: int) -> Expected:
        """What a kernel has to make of a row of a sample."""
        row = sample.rows[number]
        found = Expected(row)
        if not all(np.isfinite(v).all() for v in (row.x, row.g)):
            found.state = "the row is not finite"
            return found
        limits = np.finfo(row.x.dtype)
        for digits in LADDER:
            place = self._place(sample, number, digits)
            try:
                if all(self._output(found, n, o, meaning, place, limits) for n, o in meaning.outputs.items()):
                    found.state = "" if _in_range(found, limits) else "the result is out of range"
                    return found
                found.state = "the value is not enclosed"
            except NoValue:
                found.state = "the statement has no value there"
        return found

    def _place(self, sample: Sample, number: int, digits: int) -> Place:
        """The row and the parameters, with what was calculated of them for other kernels."""
        key = sample.key, number, digits
        if key not in self._places:
            row = sample.rows[number]
            vectors = {"x": row.x, "g": row.g, **sample.vectors}
            self._places[key] = _place(Arithmetic(digits), vectors, sample.numbers)
        return self._places[key]

    def _output(
        self, found: Expected, name: str, output: Output, meaning: Meaning, place: Place, limits: Any
    ) -> bool:
        """Evaluates an output. Returns whether it is known well enough."""
        e = self.side(output)
        values = place.value(e)
        if output.per in ("element", "channel") and len(values) < place.channels:
            values = values * place.channels
        sizes = [high for _, high in _sizes(e, output, place)]
        if (meaning.is_norm and output.per == "element") or output.per == "channel":
            sizes = [norm(sizes)]
        found.values[name], found.sizes[name] = [low for low, _ in values], sizes
        eps, least = Decimal(float(limits.eps)), Decimal(float(limits.smallest_subnormal))
        each = sizes * len(values) if len(sizes) < len(values) else sizes
        return all(
            high - low <= NARROW * (eps * size + least) for (low, high), size in zip(values, each, strict=True)
        )


def _sizes(e: Expression, output: Output, place: Place) -> list[Interval]:
    """What the error of an output is a multiple of."""
    if output.size in (VALUE, SUMMANDS):
        return place.size(e) if output.size == VALUE else place.majorant(e)
    a, (part, below) = place.arithmetic, output.size
    root = a.sqrt(place.value(next(x for x in e.walk() if x.op == "def" and x.parts[0] == below))[0])
    found = [a.divide(v, root) for v in place.majorant(_part(e, part))]
    if output.per != "row":
        return found
    total = (ZERO, ZERO)
    for v in found:
        total = a.add(total, a.power(v, 2))
    return [a.divide(total, a.number(Fraction(place.channels)))]


def _in_range(found: Expected, limits: Any) -> bool:
    """Whether no result overflows, whatever it is rounded to."""
    largest = Decimal(float(limits.max)) / 4
    return all(size <= largest for sizes in found.sizes.values() for size in sizes)


def _part(e: Expression, name: str) -> Expression:
    """What a definition with a channel stands for, or a vector."""
    for x in e.walk():
        if x.op == "def" and x.parts[0] == name and OUTER in x.free:
            found: Expression = x.parts[1]
            return found
        if x.op == "coord" and x.parts == (name, OUTER):
            return x
    raise KeyError(name)


def exact(values: Any) -> list[Decimal]:
    """The numbers of an array, each exactly."""
    return [Decimal(v) for v in np.asarray(values, np.float64).ravel().tolist()]


def norm(values: Sequence[Decimal]) -> Decimal:
    """The 2-norm."""
    total = ZERO
    for value in values:
        total = ROUGH.add(total, ROUGH.multiply(value, value))
    return ROUGH.sqrt(total)


def _place(arithmetic: Arithmetic, vectors: Mapping[str, Array], numbers: Mapping[str, float]) -> Place:
    points = {name: [(d, d) for d in exact(v)] for name, v in vectors.items()}
    symbols = {name: (Decimal(value), Decimal(value)) for name, value in numbers.items()}
    return Place(arithmetic, len(vectors["x"]), points, symbols)
