"""Numbers for all members of some sets, and in rows and columns: what `as_printed` finds.

A number is a float, one of many digits, or a dual number (see `meaning`), so arrays are those of objects. Where some
entry has no value, as 1/x_i in a channel, `NOTHING` stands in its place, and the others have theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Any

import numpy as np
from meaning import Dual, Undefined


class Unknown(Exception):
    """It is not known here what that is."""


NOTHING = object()
"""It stands for the number that there is not."""


def told(number: Any) -> Any:
    """A number. Raises Undefined where there is none."""
    if number is NOTHING:
        raise Undefined
    return number


def listed(entries: np.ndarray) -> list[Any]:
    """All numbers, one after another. Raises Undefined where there is none."""
    return [*map(told, entries.ravel())]


def attempted(f: Callable[..., Any], *numbers: Any) -> Any:
    """A function of numbers, or NOTHING where it has no value."""
    try:
        return f(*map(told, numbers))
    except Undefined:
        return NOTHING


def objects(entries: Any, rank: int) -> np.ndarray:
    """Numbers of any kind within each other as an array of so many dimensions."""
    made = np.array(entries, dtype=object)
    return made.reshape(made.shape[:rank])


@dataclass(frozen=True)
class Array:
    """Numbers for all members of some sets; a number has none."""

    sets: tuple[str, ...]
    entries: np.ndarray

    @staticmethod
    def of(number: Any) -> Array:
        return Array((), objects(number, 0))

    @property
    def number(self) -> Any:
        """The number, if it is one."""
        if self.sets:
            raise Unknown("a vector where a number belongs")
        return told(self.entries[()])

    def entry(self, members: Mapping[str, int] | tuple[int, ...]) -> Any:
        """The number for members of the sets, in their order or by their names."""
        if isinstance(members, Mapping):
            members = tuple(members[s] for s in self.sets)
        return told(self.entries[members if self.sets else ()])


@dataclass(frozen=True)
class Grid:
    """A matrix, a row or a column: numbers in rows and columns, with the names of their sets, where there are some."""

    rows: str | None
    columns: str | None
    entries: np.ndarray

    def entry(self, members: tuple[int, ...]) -> Any:
        """The number in a row and a column; of a row or a column, the one of that number."""
        ahead = iter(members)
        return told(self.entries[tuple(0 if s is None else next(ahead) for s in (self.rows, self.columns))])


Value = Array | Grid


def array(v: Value) -> Array:
    """What is no matrix."""
    if isinstance(v, Grid):
        raise Unknown("a matrix where none belongs")
    return v


def grid(v: Value) -> Grid:
    """A vector as a column, an array over two sets as a matrix; a number is neither, and stands for each entry."""
    if isinstance(v, Grid):
        return v
    if len(v.sets) > 2:
        raise Unknown("a matrix over three sets")
    rows, columns = (*v.sets, None, None)[:2]
    return Grid(rows, columns, v.entries if len(v.sets) == 2 else v.entries.reshape(-1, 1))


def _each(f: Callable[..., Any], *entries: np.ndarray) -> np.ndarray:
    """A function of numbers, for each of the entries."""
    found = np.frompyfunc(partial(attempted, f), len(entries), 1)(*entries)
    return found if isinstance(found, np.ndarray) else objects(found, 0)


def joined(f: Callable[..., Any], values: Iterable[Value]) -> Value:
    """Two numbers after another put together, entry by entry: what belongs together is told by the sets."""
    return reduce(lambda a, b: _two(f, a, b), values)


def _two(f: Callable[..., Any], a: Value, b: Value) -> Value:
    if isinstance(a, Grid) or isinstance(b, Grid):
        left, right = grid(a), grid(b)
        wide = left if (left.rows, left.columns) != (None, None) else right
        return Grid(wide.rows, wide.columns, _each(f, left.entries, right.entries))
    longer, other = (a.sets, b.sets) if len(a.sets) >= len(b.sets) else (b.sets, a.sets)
    sets = (*longer, *(s for s in other if s not in longer))
    return Array(sets, _each(f, _spread(a, sets), _spread(b, sets)))


def _spread(v: Array, sets: tuple[str, ...]) -> np.ndarray:
    """The entries, in the order of other sets; one for all members of those that they have not."""
    if v.sets in ((), sets):
        return v.entries
    if len({*sets}) < len(sets):
        raise Unknown("vectors beside a family of vectors")
    order = [v.sets.index(s) for s in sets if s in v.sets]
    return v.entries.transpose(order)[tuple(slice(None) if s in v.sets else None for s in sets)]


def changed(f: Callable[[Any], Any], v: Value) -> Value:
    """A function of each entry."""
    return replace(v, entries=_each(f, v.entries))


def slope(v: Any, tag: int, zero: Any) -> Any:
    """What a number moves by, in the derivative with a tag."""
    return v.b if isinstance(v, Dual) and v.tag == tag else zero
