"""Markdown inside of other files: the cells of a notebook, the docstrings of a Python source."""

from __future__ import annotations

import ast
import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

from ..errors import UserError
from .places import Row, rows_of

MOST_MISSED = 20
"""So many strings of a notebook may be written in another way than `json` does, before lines are no longer sought."""


def cells(text: str, file: Path) -> list[list[Row]]:
    """The rows of each Markdown cell of a notebook, on their lines of its file. Raises UserError."""
    try:
        read = json.loads(text)
        sheets = read["cells"] if "cells" in read else [c for sheet in read["worksheets"] for c in sheet["cells"]]
        sources = [c["source"] for c in sheets if c.get("cell_type") in ("markdown", "raw", "heading")]
        texts = [[s] if isinstance(s, str) else [str(part) for part in s] for s in sources]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise UserError(f"{file} is no notebook: no cells are found in it") from None
    finder = _Finder(text)
    return [list(_rows(parts, file, finder)) for parts in texts]


def _rows(parts: list[str], file: Path, finder: _Finder) -> Iterator[Row]:
    """The rows of a cell, whose source is in parts, which end where its rows do."""
    rest, line = "", 0
    for part in parts:
        here = finder.line(part)
        line = line if rest else here
        *whole, rest = (rest + part).split("\n")
        for row in whole:
            yield row, file, line
            line = here
    if rest:
        yield rest, file, line


class _Finder:
    """Finds the lines of a file on which strings of its JSON stand, one behind the other."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._is_ascii = text.isascii()
        self._at, self._line, self._missed = 0, 1, 0

    def line(self, string: str) -> int:
        """The line of a string behind the last one; the line of that where it is not found."""
        written = json.dumps(string, ensure_ascii=self._is_ascii)
        found = self._text.find(written, self._at) if self._missed < MOST_MISSED else -1
        if found < 0:
            self._missed += 1
            return self._line
        self._line += self._text.count("\n", self._at, found)
        self._at = found
        return self._line


def docstrings(text: str, file: Path) -> list[list[Row]]:
    """The rows of each docstring of a Python source, and of any string that stands by itself. Raises UserError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        raise UserError(f"{file}{line}: this is no Python") from None
    source = text.split("\n")
    found = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    return [_docstring(source, node, file) for node in sorted(found, key=lambda n: n.lineno)]


def _docstring(source: list[str], node: ast.Constant, file: Path) -> list[Row]:
    """The rows of a docstring as they are written. A backslash is written twice, or the string is raw."""
    last = node.end_lineno or node.lineno
    rows = source[node.lineno - 1 : last]
    end = len(rows[-1].encode()[: node.end_col_offset].decode(errors="ignore"))
    rows[-1] = rows[-1][:end]
    first = rows[0].encode()[node.col_offset :].decode(errors="ignore")
    prefix = first[: len(first) - len(first.lstrip("rRuUbBfF"))]
    quote = first[len(prefix) :][:3] if first[len(prefix) :].startswith(('"""', "'''")) else first[len(prefix) :][:1]
    rows[0] = first[len(prefix) + len(quote) :]
    rows[-1] = rows[-1].removesuffix(quote)
    written = rows[0].strip() + "\n" + dedent("\n".join(rows[1:]))
    if "r" not in prefix.lower():
        written = written.replace(r"\\", "\\")
    return rows_of(written if len(rows) > 1 else written.rstrip("\n"), file, node.lineno)
