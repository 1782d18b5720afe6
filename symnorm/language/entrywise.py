"""Equations of vectors and matrices: printed as such, and meant entry by entry, for every row and every column."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .matrices import (
    NO_LETTERS,
    Letters,
    agreed,
    called,
    entry,
    free_letters,
    is_matrix,
    is_zero,
    of_set,
    places,
)
from .refusals import LanguageError
from .statements import Statement
from .terms import Term, bare, free_indices, set_of

if TYPE_CHECKING:
    from .by import Rule
    from .theorem import Theorem


class Entrywise(Statement):
    """An equation of vectors or matrices. What it says is that of their entries, for free indices."""

    __slots__ = ("column", "left", "right", "row", "sizes")

    def __init__(self, left: Term, right: Term, of: Letters = NO_LETTERS) -> None:
        self.left, self.right = left, right
        self.sizes = sizes = agreed((left, right))
        if sizes == (None, None):
            raise LanguageError(f"{left} is {called(sizes)}, and an equation of numbers is none of matrices")
        self.row, self.column = places(sizes, free_letters((left, right), sizes, of))
        """The letters of its rows and columns, where there are several."""
        super().__init__("eq", self._entries(self.row, self.column))

    def at(self, row: str, column: str) -> Statement:
        """The equation of the entries, by other letters of the row and the column."""
        letters = tuple(of_set(i, size) for i, size in zip((row, column), self.sizes, strict=True) if size is not None)
        return Statement(self.kind, self._entries(*places(self.sizes, letters)))

    def _entries(self, row: str | None, column: str | None) -> tuple[Term, ...]:
        return tuple(entry(t, row, column) for t in (self.left, self.right))

    @property
    def indices(self) -> tuple[str, ...]:
        """The indices for which it is meant."""
        return tuple(i for i in (self.row, self.column) if i is not None)

    @property
    def shown(self) -> tuple[Any, ...]:
        """What is printed: the two sides as they are written."""
        return self.left, self.right

    @property
    def entries(self) -> Statement:
        """What is meant: the equation of the entries."""
        return Statement(self.kind, self.parts)


def equation(left: Term, right: Term) -> Statement:
    """The equation of two numbers, or of two vectors or matrices."""
    is_of_vectors = all(t.axes or is_zero(t) for t in (left, right)) and (left.axes or right.axes)
    if is_matrix(left) or is_matrix(right) or is_of_vectors:
        return Entrywise(left, right)
    return Statement("eq", (left, right))


def entrywise(s: Statement) -> Iterator[Entrywise]:
    """The equations of vectors and matrices in a statement."""
    if isinstance(s, Entrywise):
        yield s
    for part in s.parts:
        if isinstance(part, Statement):
            yield from entrywise(part)


def is_of_matrices(s: Statement) -> bool:
    """Whether there is an equation of vectors or matrices in a statement."""
    return next(entrywise(s), None) is not None


def lettered(s: Statement, of: Letters) -> Statement:
    """A statement whose rows and columns have no letter that is of another set in its theorem."""
    if isinstance(s, Entrywise):
        is_other = any(of.get(bare(i), set_of(i)) != set_of(i) for i in s.indices)
        return Entrywise(s.left, s.right, of) if is_other else s
    return Statement(s.kind, tuple(lettered(p, of) for p in s.parts)) if is_of_matrices(s) else s


def refuse_some_entries(
    theorem: Theorem, label: str, role: str, statement: Statement, by: Rule | None = None
) -> None:
    """Raises LanguageError where an equation of matrices would be one of some entries alone.

    It is shown for free indices, and so for all, if nothing is supposed of these. Of what is supposed for an
    implication, an equation plays no part where the line does not rest on it.
    """
    if not (found := [*entrywise(statement)]):
        return
    if role in ("where", "suppose", "constant", "given"):  # a letter there is one index, and not any
        raise LanguageError(
            f"{label}: what is supposed of all entries of a vector is written with every(x), as in "
            "eq(every(x), every(y)), and what is supposed of one with its index, as in eq(x[i], y[i])"
        )
    if {"or", "implies", "iff"} & {*_kinds(statement)}:
        raise LanguageError(
            f"{label}: an equation of vectors or matrices is meant entry by entry, and stands by itself or in "
            "both(...); in either(...), implies(...) and iff(...) write the entries that you mean"
        )
    fixed = {i for v in theorem.along for i in free_indices(v)}
    resting = [s for premise in (by.entries() if by else ()) for s in premise.suppositions]
    for e in theorem.entries:
        is_supposed = e.role == "suppose" and (e.statement.kind != "eq" or e in resting)
        if is_supposed or e.role in ("where", "constant", "given"):
            fixed |= {i for t in e.statement.terms() for i in free_indices(t)}
    for one in found:
        for i in fixed.intersection(one.indices):
            raise LanguageError(
                f"{label}: the entries of {one} are those for every {bare(i)}, and what is supposed speaks of one: "
                "take another letter there, or every(x)"
            )


def _kinds(s: Statement) -> Iterator[str]:
    """The kind of a statement, and those of the statements inside it."""
    yield s.kind
    for part in s.parts:
        if isinstance(part, Statement):
            yield from _kinds(part)
