"""Vectors at concrete points: eq(at(y, {x: [3, 1, 0]}), [a, b, c]) says in one line what every entry of y is there.

It is printed as it is written, and means the equation of each entry with what stands in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .elsewhere import Pairs, placed
from .matrices import called, entry, free_letters, places, shape
from .refusals import LanguageError
from .statements import EntriesThere, Statement
from .terms import Term, bare, free_indices, term


@dataclass(frozen=True, eq=False)
class VectorThere:
    """A vector at a point. It is no term: it stands on the left of an equation with the list of its entries."""

    body: Term
    pairs: Pairs

    def __repr__(self) -> str:
        return f"at({self.body}, {{...}})"


def entries_there(body: Term, pairs: Pairs, listed: Any) -> EntriesThere:
    """The equation of a vector at a point and the list of its entries. Raises LanguageError where it has others."""
    if not isinstance(listed, list | tuple):
        raise LanguageError(f"a vector at a point is the list of its entries, as [1, 0, -1], and not {listed!r}")
    values, sizes = tuple(map(term, listed)), shape(body)
    if (sizes[0] is None) == (sizes[1] is None):
        raise LanguageError(f"{body} is {called(sizes)}, and a list of entries is one of a vector")
    for index in (key for key, *_ in pairs if isinstance(key, str) and key not in free_indices(body)):
        raise LanguageError(f"{body} does not speak of {bare(index)}, and its entries are listed")
    lengths = {key.axes[0]: len(entries) for key, *entries in pairs if isinstance(key, Term) and key.axes}
    many = next((lengths[size] for size in sizes if size in lengths), None)
    if many != len(values) or many < 2:
        raise LanguageError(f"{body} has {many or 'an open number of'} entries at this point, and not {len(values)}")
    (letter,) = free_letters((body,), sizes)
    return EntriesThere(body, pairs, values, equations(body, pairs, values, letter))


def equations(body: Term, pairs: Pairs, values: Sequence[Term], letter: str) -> tuple[Statement, ...]:
    """The equation of each entry, by a letter for its index."""
    general = entry(body, *places(shape(body), (letter,)))
    numbered = (placed(general, (*pairs, (letter, n))) for n in range(1, len(values) + 1))
    return tuple(Statement("eq", sides) for sides in zip(numbered, values, strict=True))

