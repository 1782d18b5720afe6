r"""LaTeX sources as the rows that are typeset: `\input` is followed; comments, verbatim and the preamble are taken out.

A file is read only from the folder of the note, or from one inside, and never within itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import UserError
from .places import Row, blanked

COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
VERBATIM = re.compile(
    r"\\begin\{(verbatim|Verbatim|lstlisting|minted|comment|tikzpicture|filecontents)(\*?)\}"
    r"|\\(?:verb|lstinline)\*?(?![A-Za-z])([^\sA-Za-z{*]).*?(?:\3|$)|\\iffalse(?![A-Za-z])",
    re.MULTILINE,
)
INPUT = re.compile(r"\\(?:input|include|subfile)\s*(?:\{([^{}\n]+)\}|([^\s{}\\]+))")
FRONT = re.compile(r"^[ \t]*%+[ \t]*symnorm[ \t]*\n((?:[ \t]*%.*\n){0,500}?)[ \t]*%+[ \t]*end[ \t]*$", re.MULTILINE)
BEGIN, END = r"\begin{document}", r"\end{document}"
DEEPEST, MOST = 8, 200
"""So deep files may include each other, and so many may be included."""

Problem = tuple[int, str]


@dataclass
class Sources:
    """The rows of a note in LaTeX, as they are gathered."""

    note: Path
    read: Callable[[Path], str]
    """Reads a file. Raises UserError."""
    largest: int
    rows: list[Row] = field(default_factory=list)
    definitions: list[Row] = field(default_factory=list)
    """The rows of preambles, which are not typeset."""
    front: tuple[str, int] | None = None
    problems: list[Problem] = field(default_factory=list)
    _files: int = 0
    _size: int = 0

    def gather(self, text: str, file: Path) -> None:
        """Adds the rows of a file, and of those that it includes."""
        self._gather(text, file, (), self.rows)

    def _gather(self, text: str, file: Path, above: tuple[Path, ...], into: list[Row]) -> None:
        if (found := FRONT.search(text)) and self.front is None:
            block = re.sub(r"^[ \t]*%+ ?", "", found[1], flags=re.MULTILINE)
            self.front = block, text[: found.start()].count("\n") + 1
        text = _without_verbatim(COMMENT.sub(_uncommented, text))
        begin = text.find(BEGIN)
        if begin >= 0:
            for n, row in enumerate(text[:begin].split("\n")):
                self._add(row, file, n + 1, (*above, file), self.definitions)
            text = blanked(text[: begin + len(BEGIN)]) + text[begin + len(BEGIN) :]
            end = text.find(END)
            text = text[:end] if end >= 0 else text
        for n, row in enumerate(text.split("\n")):
            self._add(row, file, n + 1, (*above, file), into)

    def _add(self, row: str, file: Path, line: int, above: tuple[Path, ...], into: list[Row]) -> None:
        """Adds a row, with the files in the place of what includes them."""
        at = 0
        for m in INPUT.finditer(row):
            into.append((row[at : m.start()], file, line))
            at = m.end()
            try:
                self._include((m[1] or m[2]).strip(), above, into)
            except UserError as error:
                where = "" if file == self.note else f"{file.name}, line {line}: "
                self.problems.append((line, f"{where}{error}"))
        into.append((row[at:], file, line))

    def _include(self, name: str, above: tuple[Path, ...], into: list[Row]) -> None:
        """Adds the rows of a file that is named. Raises UserError."""
        folder = self.note.resolve().parent
        names = (name,) if Path(name).suffix else (f"{name}.tex", name)
        places = [(above[-1].parent / n, self.note.parent / n) for n in names]
        found = next((p for pair in places for p in pair if _is_file(p)), None)
        if found is None:
            raise UserError(f"{name} is included, and there is no such file")
        if not found.resolve().is_relative_to(folder):
            raise UserError(f"{name} is not read: it lies outside of the folder of the note")
        if found.resolve() in [p.resolve() for p in above] or len(above) > DEEPEST:
            raise UserError(f"{name} is not read again: it is included within itself")
        self._files += 1
        if self._files <= MOST:
            text = self.read(found)
            self._size += len(text)
        if self._files > MOST or self._size > self.largest:
            raise UserError(f"{name} is not read: too much is included")
        self._gather(text, found, above, into)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _uncommented(found: re.Match[str]) -> str:
    return found[1] + " " * (len(found[0]) - len(found[1]))


def _without_verbatim(text: str) -> str:
    r"""The text without what is printed as it is, and without `\iffalse .. \fi`."""
    parts, at = [], 0
    while m := VERBATIM.search(text, at):
        end = m.end()
        closing = rf"\end{{{m[1]}{m[2]}}}" if m[1] else r"\fi" if m[0] == r"\iffalse" else ""
        if closing:
            found = text.find(closing, end)
            end = found + len(closing) if found >= 0 else len(text)
        parts += [text[at : m.start()], blanked(text[m.start() : end])]
        at = end
    return "".join([*parts, text[at:]])
