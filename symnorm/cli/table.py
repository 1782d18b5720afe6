"""Theorems as lines of a table that fits the screen: mark, id, title, and numbers under their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..catalog import Script
from .screen import Screen

GAP = 2
WIDE = 72
LEAST_TITLE = 20


class Table:
    """The columns for the theorems of some scripts, and the names of the columns above the first row.

    `columns` are the names of the numbers and how wide they are, the dispensable first. Where a screen is narrow, that
    one goes, and long titles are cut; where it is very narrow, it is the titles that go.
    """

    def __init__(
        self, screen: Screen, scripts: Iterable[Script], columns: Mapping[str, int], titles: bool = True
    ) -> None:
        headings = [h for s in scripts for h in s.headings]
        self.screen, self.columns, self._is_begun = screen, dict(columns), False
        self.id = max([len("theorem"), *(len(h.id) for h in headings)])
        self.title = max([LEAST_TITLE, *(len(h.title) for h in headings)]) if titles else 0
        if screen.width is not None:
            self._fit(screen.width)

    def _fit(self, width: int) -> None:
        if self.title and width >= WIDE:
            self.id = min(self.id, width * 3 // 10)
        every, least = dict(self.columns), min(self.title, LEAST_TITLE)
        if self._used() + least > width:
            del self.columns[next(iter(every))]
        if self._used() + least > width:
            self.title, self.columns = 0, every
        while self.columns and self._used() > width:
            del self.columns[next(iter(self.columns))]
        self.title = max(min(self.title, width - self._used()), 0)

    def _used(self) -> int:
        """The columns of the screen that are not the title's."""
        return 2 + self.id + GAP * bool(self.title) + sum(width + GAP for width in self.columns.values())

    @property
    def text(self) -> int:
        """The column in which titles begin."""
        return 2 + self.id + GAP

    def row(self, verdict: str, id: str, title: str, numbers: Mapping[str, object]) -> None:
        """One theorem."""
        if not self._is_begun:
            self._is_begun = True
            names = self._left("theorem", "title" if self.title else ""), self._right(list(self.columns))
            self.screen.line("  " + self.screen.styled("".join(names), dim=True).rstrip())
        right = self.screen.styled(self._right([str(numbers[c]) for c in self.columns]), dim=True)
        self.screen.line(f"{self.screen.mark(verdict)} {self._left(id, title)}{right}".rstrip())

    def _left(self, id: str, title: str) -> str:
        """An id and a title, which gives way to an id that is longer than its column."""
        room = self.title - max(len(id) - self.id, 0)
        return f"{id:<{self.id}}" + (f"{'':{GAP}}{self.screen.fit(title, room):<{room}}" if room > 0 else "")

    def _right(self, numbers: list[str]) -> str:
        return "".join(f"{'':{GAP}}{n:>{width}}" for n, width in zip(numbers, self.columns.values(), strict=True))
