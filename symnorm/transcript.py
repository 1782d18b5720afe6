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

Only label and where are needed. Nothing of this is ever parsed for a verdict.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from .errors import UserError

MAX_BYTES = 16 * 1024 * 1024

_Record = TypeVar("_Record", "Line", "Paper")


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

    @cached_property
    def by_label(self) -> dict[str, Line]:
        """The lines by their labels."""
        return {line.label: line for line in self.lines}

    def has_verdict(self, line: Line, judged: Collection[str]) -> bool:
        """Whether the line or one that it repeats is among the labels with a verdict."""
        return line.label in judged or (bool(line.same_as) and self.has_verdict(self.by_label[line.same_as], judged))

    def reason(self, line: Line) -> str:
        """Why no verdict is due; a line that repeats another has the reason of that."""
        return line.reason or (self.reason(self.by_label[line.same_as]) if line.same_as else "")


def read_transcript(path: Path) -> Paper:
    """The transcript in a file. Raises UserError with the file and the label of what is wrong."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UserError(f"{path}: more than {MAX_BYTES // 2**20} MiB", "a transcript has one short table per line")
        document = tomllib.loads(path.read_text("utf-8"))
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: not UTF-8 (byte {error.start})", "save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(
            f"{path}: not TOML: {error}", "write LaTeX in single quotes, where a backslash is a backslash"
        ) from None
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}", "the transcript has to be a readable file") from None
    except RecursionError:
        raise UserError(f"{path}: nested too deeply", "a transcript is flat") from None
    return _paper(document, str(path))


def _paper(document: dict[str, Any], place: str) -> Paper:
    _only(document, ("paper", "line"), place)
    head = document.get("paper")
    if not isinstance(head, dict):
        raise UserError(f"{place}: there is no table [paper]", "begin with [paper], id, title, authors and year")
    tables = document.get("line", [])
    if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
        raise UserError(f"{place}: line is not a list of tables", "begin every line with [[line]]")
    lines = tuple(
        _record(Line, t, f"{place}, line {t['label'] if isinstance(t.get('label'), str) else f'no. {n}'}")
        for n, t in enumerate(tables, start=1)
    )
    paper = _record(Paper, head, f"{place}, [paper]", lines=lines)
    _check_references(paper, place)
    return paper


def _check_references(paper: Paper, place: str) -> None:
    seen: set[str] = set()
    for line in paper.lines:
        here = f"{place}, line {line.label}"
        if not line.label:
            raise UserError(f"{place}: a line has an empty label", "give it a label that no other line has")
        if line.label in seen:
            raise UserError(f"{here}: the label stands twice", "give one of the lines another label")
        seen.add(line.label)
        for key in (*line.extractions, *line.readings):
            if key not in paper.extractions:
                raise UserError(f"{here}: there is no extraction {key!r}", "name it under [paper.extractions]")
    for line in paper.lines:
        here, followed, target = f"{place}, line {line.label}", {line.label}, line.same_as
        while target:
            if target not in seen:
                raise UserError(f"{here}: same_as names {target!r}, which is no line", "copy the label of a line")
            if target in followed:
                raise UserError(f"{here}: same_as leads back to the line itself", "let the first of them have none")
            followed.add(target)
            target = paper.by_label[target].same_as


_CHECKS: dict[str, tuple[Any, str]] = {
    "str": (lambda v: isinstance(v, str), "a string in quotes"),
    "int": (lambda v: isinstance(v, int) and not isinstance(v, bool), "a whole number"),
    "tuple[str, ...]": (
        lambda v: isinstance(v, list) and all(isinstance(e, str) for e in v),
        "a list of strings",
    ),
    "Mapping[str, str]": (
        lambda v: isinstance(v, dict) and all(isinstance(e, str) for e in v.values()),
        "a table of strings",
    ),
}


def _record(kind: type[_Record], table: dict[str, Any], place: str, **values: Any) -> _Record:
    """A dataclass from a table, field by field and as the annotations have it, and from `values`."""
    expected_fields = [f for f in fields(kind) if f.name not in values]
    _only(table, [f.name for f in expected_fields], place)
    for f in expected_fields:
        if f.name in table:
            accepts, expected = _CHECKS[str(f.type)]
            value = table[f.name]
            if not accepts(value):
                raise UserError(f"{place}: {f.name} is {value!r}", f"it has to be {expected}")
            values[f.name] = tuple(value) if isinstance(value, list) else value
        elif f.default is MISSING and f.default_factory is MISSING:
            raise UserError(f"{place}: there is no {f.name}", f"add {f.name}, {_CHECKS[str(f.type)][1]}")
    return kind(**values)


def _only(table: dict[str, Any], known: Collection[str], place: str) -> None:
    for key in table:
        if key not in known:
            from difflib import get_close_matches

            close = get_close_matches(key, known, n=1)
            meant = f"did you mean {close[0]}?" if close else f"known are {', '.join(known)}"
            raise UserError(f"{place}: unknown field {key}", meant)
