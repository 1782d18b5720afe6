"""Transcripts: what a paper prints, line by line, as `transcript.toml` has it.

    [paper]
    id = "mypaper"
    title = "..."
    authors = ["..."]
    year = 2025

    [paper.extractions]
    "a" = "what this extraction of the paper is, and where it is damaged"

    [[line]]
    label = "(1)"                 # how the line is called, here and in the scripts
    where = "Sec. 1"
    latex = '\\mu = ...'           # letter for letter; empty for a claim in words
    text = "..."                  # the words around it
    extractions = ["a"]           # which of them print it so
    readings = { "b" = '...' }    # what the others print
    same_as = "..."               # the label of the line that this one repeats
    reason = "definition"         # why no verdict is due
    reconstructed = "high"        # how sure a formula is that no extraction has
    alternative = '...'           # what the line may be instead

    [[table]]                     # a table of numbers, as printed
    name = "Table 1"
    caption = "..."
    extractions = ["a"]
    columns = ["Model", "Score"]
    rows = [["LayerNorm", "28.3"]]
    bold = [["LayerNorm", "Score"]]   # the row and the column of what is set in bold

Of a line only label and where are needed. The LaTeX of a line is read, and held against the statement that a script has
under its label (`symnorm.reader`): what is printed has to be what is said.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from .errors import UserError

MAX_BYTES = 16 * 1024 * 1024
MAX_REPEATS = 20
"""Through so many lines a line may repeat another."""

DEEP_KEY = re.compile(r"""(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){60}""")
"""For a key of n parts, the TOML reader of Python needs a time that grows with the square of n."""

_Record = TypeVar("_Record", "Line", "Table", "Paper")


@dataclass(frozen=True)
class Line:
    """One printed line."""

    label: str
    where: str
    latex: str = ""
    text: str = ""
    extractions: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    same_as: str = ""
    reason: str = ""
    reconstructed: str = ""
    alternative: str = ""


@dataclass(frozen=True)
class Table:
    """A printed table; every row has an entry for every column, and the first one names it."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    extractions: tuple[str, ...] = ()
    bold: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Paper:
    """A paper and its lines, in order."""

    id: str
    title: str
    authors: tuple[str, ...]
    year: int
    arxiv: str = ""
    venue: str = ""
    extractions: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    tables: tuple[Table, ...] = ()

    @cached_property
    def by_label(self) -> dict[str, Line]:
        """The lines by their labels."""
        return {line.label: line for line in self.lines}

    def reason(self, line: Line) -> str:
        """Why no verdict is due; a line that repeats another has the reason of that."""
        return line.reason or (self.reason(self.by_label[line.same_as]) if line.same_as else "")


def read_transcript(path: Path) -> Paper:
    """The transcript in a file. Raises UserError with the file and the label of what is wrong."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UserError(
                f"{path}: more than {MAX_BYTES // 2**20} MiB", "a transcript has one short table per line"
            )
        content = path.read_text("utf-8")
        if DEEP_KEY.search(content):
            raise UserError(f"{path}: a key of very many parts", "a transcript is flat")
        document = tomllib.loads(content)
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: not UTF-8 (byte {error.start})", "save the file as UTF-8") from None
    except ValueError as error:  # TOMLDecodeError, or a number of very many digits
        raise UserError(
            f"{path}: not TOML: {error}", "write LaTeX in single quotes, where a backslash is a backslash"
        ) from None
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}", "the transcript has to be a readable file") from None
    except RecursionError:
        raise UserError(f"{path}: nested too deeply", "a transcript is flat") from None
    return _paper(document, str(path))


def _paper(document: dict[str, Any], place: str) -> Paper:
    _only(document, ("paper", "line", "table"), place)
    head = document.get("paper")
    if not isinstance(head, dict):
        raise UserError(
            f"{place}: there is no table [paper]", "begin with [paper], id, title, authors and year"
        )
    lines = _records(Line, "line", "label", document, place)
    tables = _records(Table, "table", "name", document, place)
    paper = _record(Paper, head, f"{place}, [paper]", lines=lines, tables=tables)
    _check_lines(paper, place)
    _check_tables(paper, place)
    return paper


def _check_lines(paper: Paper, place: str) -> None:
    for line in paper.lines:
        here, followed, target = f"{place}, line {line.label}", {line.label}, line.same_as
        _check_extractions(paper, (*line.extractions, *line.readings), here)
        while target:
            if target not in paper.by_label:
                raise UserError(
                    f"{here}: same_as names {target!r}, which is no line", "copy the label of a line"
                )
            if target in followed:
                raise UserError(
                    f"{here}: same_as leads back to the line itself", "let the first of them have none"
                )
            if len(followed) > MAX_REPEATS:
                raise UserError(f"{here}: same_as leads on and on", "name the first of the lines that are the same")
            followed.add(target)
            target = paper.by_label[target].same_as


def _check_tables(paper: Paper, place: str) -> None:
    for table in paper.tables:
        here = f"{place}, table {table.name}"
        _check_extractions(paper, table.extractions, here)
        for row in table.rows:
            if len(row) != len(table.columns):
                raise UserError(
                    f"{here}: a row of {len(row)} entries for {len(table.columns)} columns: {', '.join(row)}",
                    "write '' where nothing is printed",
                )
        named = {(row[0], column) for row in table.rows for column in table.columns}
        for entry in table.bold:
            if entry not in named:
                raise UserError(f"{here}: bold names {list(entry)}, which is no entry", "write [row, column]")


def _check_extractions(paper: Paper, keys: Iterable[str], here: str) -> None:
    for key in keys:
        if key not in paper.extractions:
            raise UserError(f"{here}: there is no extraction {key!r}", "name it under [paper.extractions]")


def _is_strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)


_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "str": (lambda v: isinstance(v, str), "a string in quotes"),
    "int": (lambda v: isinstance(v, int) and not isinstance(v, bool), "a whole number"),
    "tuple[str, ...]": (_is_strings, "a list of strings"),
    "tuple[tuple[str, ...], ...]": (
        lambda v: isinstance(v, list) and all(map(_is_strings, v)),
        "a list of lists of strings",
    ),
    "Mapping[str, str]": (lambda v: isinstance(v, dict) and _is_strings([*v.values()]), "a table of strings"),
}
"""By the annotation of a field: what it accepts, in code and in words."""


def _records(
    kind: type[_Record], key: str, title: str, document: dict[str, Any], place: str
) -> tuple[_Record, ...]:
    """The records under [[key]], which are told apart by their titles."""
    tables = document.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
        raise UserError(f"{place}: {key} is not a list of tables", f"begin every one with [[{key}]]")
    seen: set[Any] = set()
    records = []
    for number, table in enumerate(tables, start=1):
        named = isinstance(table.get(title), str) and table[title]
        here = f"{place}, {key} {table[title] if named else f'no. {number}'}"
        if not named:
            raise UserError(f"{here}: there is no {title}", f"add a {title} that no other {key} has")
        if table[title] in seen:
            raise UserError(f"{here}: the {title} stands twice", f"give one of them another {title}")
        seen.add(table[title])
        records.append(_record(kind, table, here))
    return tuple(records)


def _record(kind: type[_Record], table: dict[str, Any], place: str, **values: Any) -> _Record:
    """A record from a table, field by field and as the annotations have it, and from `values`."""
    wanted = [f for f in fields(kind) if f.name not in values]
    _only(table, [f.name for f in wanted], place)
    for f in wanted:
        accepts, expected = _CHECKS[str(f.type)]
        if f.name in table:
            if not accepts(table[f.name]):
                raise UserError(f"{place}: {f.name} is {table[f.name]!r}", f"it has to be {expected}")
            values[f.name] = _frozen(table[f.name])
        elif f.default is MISSING and f.default_factory is MISSING:
            raise UserError(f"{place}: there is no {f.name}", f"add {f.name}, {expected}")
    return kind(**values)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _only(table: dict[str, Any], known: Collection[str], place: str) -> None:
    for key in table:
        if key not in known:
            from difflib import get_close_matches

            close = get_close_matches(key, known, n=1)
            meant = f"did you mean {close[0]}?" if close else f"known are {', '.join(known)}"
            raise UserError(f"{place}: unknown field {key}", meant)
