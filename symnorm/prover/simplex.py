"""Non-negative rational combinations, by the simplex method in exact numbers. Not trusted.

What is looked for is c >= 0 with sum of c_j column_j = target. Columns are sparse, as {row: coefficient}.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..checker.calculus.polynomial import Number, ratio

Column = Mapping[Any, Number]

MAX_WORK = 400_000
"""So many coefficients may be calculated in one search."""


class _TooMuch(Exception):
    """The search takes too long."""


def combination(
    columns: Sequence[Column], target: Column, positive: Collection[int] = (), limit: int = MAX_WORK
) -> dict[int, Number] | None:
    """{j: c_j} with c_j > 0, that make the target, one of `positive` among them where there are such; or None."""
    usable = _balanced(columns, target)
    if usable is None:
        return None
    try:
        return _Tableau(columns, target, usable, limit).solution(frozenset(positive))
    except _TooMuch:
        return None


def _balanced(columns: Sequence[Column], target: Column) -> list[int] | None:
    """The columns that may be used: in each row, what has one sign is made up for by another. None: there is no way."""
    usable = {j for j, column in enumerate(columns) if column}
    while True:
        signs: dict[Any, set[bool]] = {}
        for j in usable:
            for row, c in columns[j].items():
                signs.setdefault(row, set()).add(c > 0)
        if any(c and (c > 0) not in signs.get(row, ()) for row, c in target.items()):
            return None
        stuck = {row: next(iter(s)) for row, s in signs.items() if len(s) == 1}
        useless = {j for j in usable if any(row in stuck and not target.get(row) for row in columns[j])}
        if not useless:
            return sorted(usable)
        usable -= useless


class _Tableau:
    """The rows of the simplex method: column j of a row in `rows[n]`, the right side in `right[n]`."""

    def __init__(self, columns: Sequence[Column], target: Column, usable: Sequence[int], limit: int) -> None:
        names = dict.fromkeys([*target, *(row for j in usable for row in columns[j])])
        number = {row: n for n, row in enumerate(names)}
        self.rows: list[dict[int, Number]] = [{} for _ in names]
        self.right: list[Number] = [target.get(row, 0) for row in names]
        for j in usable:
            for row, c in columns[j].items():
                self.rows[number[row]][j] = c
        for n, value in enumerate(self.right):
            if value < 0:
                self.right[n] = -value
                self.rows[n] = {j: -c for j, c in self.rows[n].items()}
        self.basis: list[int | None] = [None] * len(self.rows)
        """The column that each row is solved for; none where it is not solved yet."""
        self._left = limit

    def solution(self, positive: frozenset[int]) -> dict[int, Number] | None:
        """A solution, in which one of `positive` is above 0, where there are such; None where there is none."""
        if not self._is_solved():
            return None
        found = self._values()
        if not positive or not positive.isdisjoint(found):
            return found
        return self._with_one_of(positive)

    def _values(self) -> dict[int, Number]:
        return {j: value for j, value in zip(self.basis, self.right, strict=True) if j is not None and value}

    def _is_solved(self) -> bool:
        """Whether there is a solution, which the rows then are solved for."""
        while any(value and j is None for value, j in zip(self.right, self.basis, strict=True)):
            gain: dict[int, Number] = {}
            for row, j in zip(self.rows, self.basis, strict=True):
                if j is None:
                    for k, c in row.items():
                        gain[k] = gain.get(k, 0) + c
            entering = next((k for k in sorted(gain) if gain[k] > 0), None)
            if entering is None:
                return False
            leaving = self._leaving(entering)
            if leaving is None:
                return False
            self._pivot(leaving, entering)
        for n, j in enumerate(self.basis):  # what is left says 0 = sum of what may have any sign
            if j is None and self.rows[n]:
                self._pivot(n, min(self.rows[n]))
        return True

    def _with_one_of(self, positive: frozenset[int]) -> dict[int, Number] | None:
        """Makes the sum of some unknowns larger, from 0, until one of them is above 0."""
        while True:
            gain: dict[int, Number] = dict.fromkeys(positive, 1)
            for row, j in zip(self.rows, self.basis, strict=True):
                if j in positive:
                    for k, c in row.items():
                        gain[k] = gain.get(k, 0) - c
            in_use = set(self.basis)
            entering = next((k for k in sorted(gain) if gain[k] > 0 and k not in in_use and self._occurs(k)), None)
            if entering is None:
                return None
            leaving = self._leaving(entering)
            if leaving is None:  # as much of it as one likes: once
                found = self._values()
                for row, j in zip(self.rows, self.basis, strict=True):
                    if j is not None and entering in row:
                        found[j] = found.get(j, 0) - row[entering]
                found[entering] = found.get(entering, 0) + 1
                return {j: value for j, value in found.items() if value}
            self._pivot(leaving, entering)
            found = self._values()
            if not positive.isdisjoint(found):
                return found

    def _occurs(self, column: int) -> bool:
        return any(column in row for row in self.rows)

    def _leaving(self, entering: int) -> int | None:
        """The row that is the first to reach 0; of several, that of the first column (Bland's rule)."""
        best: tuple[Fraction, int, int] | None = None
        for n, row in enumerate(self.rows):
            c = row.get(entering, 0)
            if c > 0:
                j = self.basis[n]
                place = Fraction(self.right[n]) / c, -1 if j is None else j, n
                best = place if best is None else min(best, place)
        return None if best is None else best[2]

    def _pivot(self, n: int, column: int) -> None:
        """Solves a row for a column."""
        by = self.rows[n][column]
        own = self.rows[n] = {j: ratio(c, by) for j, c in self.rows[n].items()}
        value = self.right[n] = ratio(self.right[n], by)
        self.basis[n] = column
        for other, row in enumerate(self.rows):
            factor = row.get(column, 0)
            if other == n or not factor:
                continue
            self._left -= len(own)
            if self._left < 0:
                raise _TooMuch
            for j, c in own.items():
                changed = row.get(j, 0) - factor * c
                if changed:
                    row[j] = changed
                else:
                    row.pop(j, None)
            self.right[other] -= factor * value
