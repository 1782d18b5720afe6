"""Numbers, vectors and matrices of numbers, at a point."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from mpmath import mp

from .trees import Node

Number = Any  # an mpf: mpmath has no types


class Undefined(Exception):
    """A term has no value at a point: a division by zero, the logarithm of a negative number, a missing entry."""


class Misfit(Exception):
    """Rows, columns and numbers are put together that do not fit."""


class Unknown(Exception):
    """A name of which the note does not say what it is."""

    def __init__(self, why: str, node: Node) -> None:
        super().__init__(why)
        self.why, self.node = why, node


@dataclass(frozen=True, slots=True)
class Tensor:
    """Numbers with one or two indices, row by row; a vector is a column unless `is_row`."""

    shape: tuple[int, ...]
    data: tuple[Number, ...]
    is_row: bool = False

    def __iter__(self) -> Iterator[Number]:
        return iter(self.data)

    def map(self, f: Callable[[Number], Number]) -> Tensor:
        """The same with each number changed."""
        return Tensor(self.shape, tuple(map(f, self.data)), self.is_row)

    def entry(self, *places: int) -> Value:
        """The entry at some places from 1, or a row. Raises Undefined where there is none."""
        if len(places) > len(self.shape):
            raise Misfit("more indices than there are")
        at = 0
        for place, size in zip(places, self.shape, strict=False):
            if not 1 <= place <= size:
                raise Undefined
            at = at * size + place - 1
        left = self.shape[len(places) :]
        if not left:
            return self.data[at]
        width = 1
        for size in left:
            width *= size
        return Tensor(left, self.data[at * width : (at + 1) * width])


Value = Any  # a Number or a Tensor


def vector(entries: list[Number]) -> Tensor:
    """A column."""
    return Tensor((len(entries),), tuple(entries))


def each(f: Callable[..., Number], *values: Value) -> Value:
    """A function of numbers, entry by entry; numbers stand for vectors of equal entries."""
    shaped = [v for v in values if isinstance(v, Tensor)]
    if not shaped:
        return f(*values)
    shapes = {v.shape for v in shaped}
    if len(shapes) > 1:
        raise Misfit("vectors or matrices of different shapes")
    columns = [v.data if isinstance(v, Tensor) else (v,) * len(shaped[0].data) for v in values]
    rows = {v.is_row for v in shaped}
    return Tensor(shaped[0].shape, tuple(f(*one) for one in zip(*columns, strict=True)), rows == {True})


def transposed(value: Value) -> Value:
    """A row for a column, and so on."""
    if not isinstance(value, Tensor):
        return value
    if len(value.shape) == 1:
        return Tensor(value.shape, value.data, not value.is_row)
    if len(value.shape) > 2:
        raise Misfit("what has three indices is not transposed")
    m, n = value.shape
    return Tensor((n, m), tuple(value.data[i * n + j] for j in range(n) for i in range(m)))


def times(a: Value, b: Value, sign: str, dot: bool) -> Value:
    """The product of two. Between two columns, a dot may mean their inner product or the product entry by entry."""
    if not (isinstance(a, Tensor) and isinstance(b, Tensor)) or sign == "o":
        return each(lambda p, q: p * q, a, b)
    match len(a.shape), len(b.shape):
        case 1, 1:
            if (a.is_row and not b.is_row) or (sign == "." and dot and a.is_row == b.is_row):
                return _inner(a, b)
            if not a.is_row and b.is_row:
                return Tensor((a.shape[0], b.shape[0]), tuple(p * q for p in a for q in b))
            return each(lambda p, q: p * q, a, b)
        case 2, 1:
            if b.is_row:
                raise Misfit("a matrix times a row")
            return vector([_inner(a.entry(i + 1), b) for i in range(a.shape[0])])
        case 1, 2:
            return Tensor((b.shape[1],), tuple(_inner(row, a) for row in _rows(transposed(b))), is_row=True)
        case 2, 2:
            columns = _rows(transposed(b))
            return Tensor((a.shape[0], b.shape[1]), tuple(_inner(row, c) for row in _rows(a) for c in columns))
    raise Misfit("a product of what has three indices")


def _rows(a: Tensor) -> list[Tensor]:
    return [a.entry(i + 1) for i in range(a.shape[0])]


def _inner(a: Tensor, b: Tensor) -> Number:
    if a.shape != b.shape:
        raise Misfit("vectors of different lengths")
    return mp.fsum(p * q for p, q in zip(a, b, strict=True))


def flat(value: Value) -> list[Number]:
    """All numbers of a value."""
    return list(value.data) if isinstance(value, Tensor) else [value]
