"""Text that remembers where each row of it comes from: from which file, and from which line of that.

>>> text = Text.of([("a", Path("n.md"), 7), ("b", Path("n.md"), 9)])
>>> text.place(2)
(PosixPath('n.md'), 9)
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path

Row = tuple[str, Path, int]
"""A row without its end, its file, and its line there."""


@dataclass(frozen=True)
class Text:
    """Rows of text as one, with the origin of each."""

    text: str
    starts: Sequence[int]
    origins: Sequence[tuple[Path, int]]

    @staticmethod
    def of(rows: Iterable[Row]) -> Text:
        """The text of rows."""
        rows = list(rows)
        ends = accumulate(len(text) + 1 for text, _, _ in rows)
        return Text("\n".join(r[0] for r in rows), [0, *ends][: len(rows)], [(file, line) for _, file, line in rows])

    def place(self, at: int) -> tuple[Path, int]:
        """The file and the line of a character."""
        return self.origins[max(0, bisect_right(self.starts, at) - 1)]

    def lines(self, start: int, end: int) -> list[int]:
        """The line of each character of a part."""
        out: list[int] = []
        row = max(0, bisect_right(self.starts, start) - 1)
        while len(out) < end - start:
            stop = min(end, self.starts[row + 1] if row + 1 < len(self.starts) else end)
            out += [self.origins[row][1]] * (stop - start - len(out))
            row += 1
        return out

    def without(self, pattern: re.Pattern[str]) -> Text:
        """The text with spaces in the place of what a pattern finds."""
        return replace(self, text=pattern.sub(blank, self.text))


def blank(found: re.Match[str]) -> str:
    """Spaces for what was found; ends of rows stay."""
    return blanked(found[0])


def blanked(text: str) -> str:
    """Spaces for a text; ends of rows stay."""
    return "\n".join(" " * len(row) for row in text.split("\n"))


def rows_of(text: str, file: Path, first: int = 1) -> list[Row]:
    """The rows of a text that begins on a line of a file."""
    return [(row, file, first + n) for n, row in enumerate(text.split("\n"))]
