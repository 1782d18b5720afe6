"""A point of a bundle as text: what each name stands for there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from .forms import Form, Malformed, free_wholes
from .refutation.point import Point, Rejected, is_row
from .written import Writer

FEW = 5
"""So many equal entries in a row are written, and more are counted."""


def written_point(point: Any, theorem: Iterable[Form]) -> str:
    """A point at which something is said of a theorem, which may be any that was judged; why not, where names clash."""
    said = Point(point)
    try:
        written, parts = _writer(said, tuple(theorem))
    except Malformed as error:
        return f"a point that cannot be written: {error}"
    found = [f"{written(left)} = {_listed(written, left, right)}" for left, right in parts.items()]
    return ", ".join([*found, *(f"{i.partition(':')[0]} = {channel}" for i, channel in said.channels.items())])


def require_written(point: Point, theorem: Iterable[Form]) -> None:
    """Raises Rejected for a point that cannot be written beside a theorem: nobody could tell what is said there."""
    try:
        _writer(point, tuple(theorem))
    except Malformed as error:
        raise Rejected(f"the point cannot be written: {error}") from None


def _writer(point: Point, theorem: Form) -> tuple[Writer, Mapping[Form, Form]]:
    """The writer for a point of a theorem, and its parts: each name, and what stands for it. Raises Malformed."""
    parts = dict(_parts(point, {w[1]: w for w in free_wholes(theorem)}))
    channels = (("delta", i, i) for i in point.channels)
    return Writer([*theorem, *channels, *(form for left, right in parts.items() for form in (left, *right))]), parts


def _parts(point: Point, wholes: Mapping[str, Form]) -> Iterator[tuple[Form, Form]]:
    """Symbols, vectors and functions, and what they stand for: the entries of a vector, one term of all else.

    Those of an array are rows of entries.
    """
    yield from ((wholes.get(n, ("sym", n)), (e,)) for n, e in point.symbols.items())
    yield from ((("vector", n), entries) for n, entries in point.vectors.items())
    for n, (variables, body) in point.functions.items():
        yield ("app", n, (0,) * len(variables), variables), (body[3] if body[0] == "def" else body,)


def _listed(written: Writer, left: Form, values: Form) -> str:
    """One value, or those of a vector, in which equal ones in a row are counted: (1, 0, ..., 0 [198])."""
    if left[0] != "vector":
        return written(values[0])
    shown = []
    for value, same in groupby(_listed(written, left, v) if is_row(v) else written(v) for v in values):
        number = len(list(same))
        shown += [value] * number if number <= FEW else [value, "...", f"{value} [{number}]"]
    return f"({', '.join(shown)})"
