"""The verdicts on notes as text for a terminal, as JSON, and as annotations; and the exit status.

Whatever comes from a note is shown as it is typed, with characters that cannot be seen as their numbers.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..checker.titles import visible
from .model import Judged, NoteReport, Verdict

MARKS = {
    Verdict.PROVED: "✓", Verdict.AGREES: "≈", Verdict.FALSE: "✗", Verdict.CONDITIONAL: "†",
    Verdict.DEFINITION: "≔", Verdict.NOT_UNDERSTOOD: "?",
}  # fmt: skip
ASCII_MARKS = {
    Verdict.PROVED: "v", Verdict.AGREES: "~", Verdict.FALSE: "x", Verdict.CONDITIONAL: "+",
    Verdict.DEFINITION: "=", Verdict.NOT_UNDERSTOOD: "?",
}  # fmt: skip
COLOURS = {
    Verdict.PROVED: "32", Verdict.AGREES: "36", Verdict.FALSE: "31", Verdict.CONDITIONAL: "33",
    Verdict.DEFINITION: "2", Verdict.NOT_UNDERSTOOD: "35",
}  # fmt: skip
"""The numbers by which a terminal knows its colours; 2 is dim."""
BOLD, DIM, PROBLEM = "1", "2", "35"

COUNTED = {
    Verdict.PROVED: "proved", Verdict.AGREES: "agreeing at points only", Verdict.FALSE: "false",
    Verdict.CONDITIONAL: "conditional", Verdict.DEFINITION: "taken as definition",
    Verdict.NOT_UNDERSTOOD: "not understood",
}  # fmt: skip
"""The verdicts behind their numbers."""

OPEN = (Verdict.FALSE, Verdict.CONDITIONAL, Verdict.NOT_UNDERSTOOD)
"""The verdicts on which somebody has to look at the note."""

LEVELS = {Verdict.FALSE: "error", Verdict.CONDITIONAL: "warning", Verdict.NOT_UNDERSTOOD: "notice"}

INDENT, LABEL, LEAST, WIDEST = 4, 12, 20, 30
"""Columns: of an indent, of a label, of a text at least, and of the left column of a list at most."""
CUT = " ... "

FINE, WRONG, BAD_INPUT = 0, 1, 2


def status(reports: Iterable[NoteReport], strict: bool) -> int:
    """The exit status: 2 where the input is wrong, 1 where a relation is false; strictly, also where one is open."""
    reports = list(reports)
    if any(r.problems for r in reports):
        return BAD_INPUT
    wrong = OPEN if strict else (Verdict.FALSE,)
    return WRONG if any(j.verdict in wrong for r in reports for j in r.relations) else FINE


def counts(reports: Iterable[NoteReport]) -> str:
    """The number of all relations, of those with each verdict, and of problems, where there are any."""
    reports = list(reports)
    relations = sum(len(r.relations) for r in reports)
    each = (f"{sum(r.count(v) for r in reports)} {said}" for v, said in COUNTED.items())
    problems = sum(len(r.problems) for r in reports)
    rest = f"; {counted(problems, 'problem')}" if problems else ""
    return f"{counted(relations, 'relation')}: {', '.join(each)}{rest}"


def counted(number: int, one: str) -> str:
    """A number with its noun."""
    return f"{number} {one}{'' if number == 1 else 's'}"


def one_line(text: str) -> str:
    """A text on one line in which everything is seen."""
    return visible(" ".join(text.split()))


def told(judged: Judged, verbose: bool = False) -> Iterator[tuple[str, str]]:
    """All that there is to say of a relation besides its verdict: what it is about, and a text."""
    point, repair = judged.counterexample, judged.repair
    if point:
        values = ", ".join(f"{name} = {value}" for name, value in point.values.items())
        yield "fails at", f"{values or 'every point'}: left {point.left}, right {point.right}"
    if repair:
        yield "agrees as", f"{repair.latex} ({repair.edit})"
    if judged.hypotheses:
        yield "supposing", " and ".join(judged.hypotheses)
    if judged.note:
        yield "why" if judged.verdict is Verdict.NOT_UNDERSTOOD else "note", judged.note
    if judged.reading:
        yield "read as", judged.reading
    if not verbose:
        return
    if judged.points:
        yield "compared", f"at {counted(judged.points, 'point')}"
    for tolerance in judged.tolerances:
        yield "forgiven", tolerance
    if judged.certificate:
        yield "certificate", judged.certificate


# --- JSON ----------------------------------------------------------------------------------------------------


def as_json(reports: Sequence[NoteReport]) -> dict[str, Any]:
    """The reports as JSON. The format is stable: keys are added, none is taken away."""
    number = {v.value: sum(r.count(v) for r in reports) for v in Verdict}
    return {
        "files": [_file(r) for r in reports],
        "summary": {"relations": sum(len(r.relations) for r in reports), **number},
    }


def _file(report: NoteReport) -> dict[str, Any]:
    return {
        "file": str(report.file),
        "notation": [{"name": d.name, "meaning": d.meaning, "source": d.source} for d in report.notation],
        "relations": [_relation(j) for j in report.relations],
        "problems": [{"line": line, "problem": said} for line, said in report.problems],
    }


def _relation(judged: Judged) -> dict[str, Any]:
    link, point, repair, caret = judged.link, judged.counterexample, judged.repair, judged.caret
    return {
        "line": link.line,
        "display": link.formula.display,
        "link": link.number,
        "latex": link.latex,
        "verdict": judged.verdict.value,
        "reading": judged.reading,
        "counterexample": {"values": dict(point.values), "left": point.left, "right": point.right} if point else None,
        "hypotheses": list(judged.hypotheses),
        "repair": {"latex": repair.latex, "edit": repair.edit} if repair else None,
        "note": judged.note,
        "points": judged.points,
        "tolerances": list(judged.tolerances),
        "certificate": judged.certificate,
        "caret": dict(zip(("latex", "start", "end"), caret, strict=True)) if caret else None,
    }


# --- annotations ---------------------------------------------------------------------------------------------


def as_annotations(reports: Sequence[NoteReport], format: str = "github") -> str:
    """A line for each relation that is false, conditional or not understood, and for each problem.

    GitHub shows such lines beside the lines of the file: they are commands to what runs a workflow.
    """
    if format != "github":
        raise ValueError(f"no such format of annotations: {format}")
    return "".join(f"{line}\n" for report in reports for line in _annotated(report))


def _annotated(report: NoteReport) -> Iterator[str]:
    for line, problem in report.problems:
        yield _command("error", report.file, line, "not read", [problem])
    for judged in report.relations:
        if level := LEVELS.get(judged.verdict):
            said = [judged.link.latex, *(f"{label} {text}" for label, text in told(judged))]
            yield _command(level, judged.link.formula.file, judged.link.line, judged.verdict.value, said)


def _command(level: str, file: Path, line: int, title: str, said: Iterable[str]) -> str:
    """A command to GitHub; of what would end it or a part of it nothing is left."""
    text = _escaped("\n".join(map(one_line, said)))
    place = {"file": file.as_posix(), "line": str(max(line, 1)), "title": f"symnorm: {title}"}
    properties = ",".join(
        f"{name}={_escaped(visible(value)).replace(':', '%3A').replace(',', '%2C')}" for name, value in place.items()
    )
    return f"::{level} {properties}::{text}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


# --- text ----------------------------------------------------------------------------------------------------


def as_text(
    reports: Sequence[NoteReport], width: int | None, colour: bool, verbose: bool,
    plain: Callable[[str], str] | None = None,
) -> str:  # fmt: skip
    """The reports for a terminal of some width, or with lines as long as they are.

    `plain` writes signs out that a stream lacks, if it lacks them.
    """
    text = Text(width, colour, verbose, plain)
    notes = ["\n".join(text.note(report)) for report in reports]
    several = f"{len(reports)} notes, " if len(reports) > 1 else ""
    return "\n\n".join([*notes, text.wrapped("", several + counts(reports), 0)])


@dataclass(frozen=True)
class Text:
    """What makes lines of reports."""

    width: int | None
    colour: bool
    verbose: bool
    plain: Callable[[str], str] | None = None

    def note(self, report: NoteReport) -> Iterator[str]:
        """The lines on one note."""
        yield self.styled(self.seen(str(report.file)), BOLD)
        for line, problem in report.problems:
            yield self.wrapped(f"{self.styled('!', PROBLEM)} {self.place(report.file, line)}: ", problem, INDENT)
        for judged in report.relations:
            if self.verbose or judged.verdict in OPEN:
                yield from self.relation(judged)
        if not (report.relations or report.problems):
            yield "no relation was found in it"
        defined = [j.link for j in report.relations if j.verdict is Verdict.DEFINITION]
        places = [(self.place(link.formula.file, link.line), link.latex) for link in defined]
        yield from self.listed("taken as definitions; confirm:", places)
        if self.verbose:
            notation = [(f"{d.name} ({d.source})", d.meaning) for d in report.notation]
            yield from self.listed("notation:", notation)
            passed = [(self.place(report.file, line), latex) for line, latex in report.passed_over]
            yield from self.listed("no relations, and not judged:", passed)

    def relation(self, judged: Judged) -> Iterator[str]:
        """The lines on one relation."""
        verdict, link = judged.verdict, judged.link
        mark = (ASCII_MARKS if self.plain else MARKS)[verdict]
        yield self.styled(f"{mark} {self.place(link.formula.file, link.line)}: {verdict.value}", COLOURS[verdict])
        yield from (" " * INDENT + line for line in self.formula(judged))
        for label, text in told(judged, self.verbose):
            yield self.wrapped(f"{'':{INDENT}}{label:<{LABEL}}", text, INDENT + LABEL)

    def formula(self, judged: Judged) -> list[str]:
        """A relation on one line; and the part of it that is not understood, marked below."""
        latex = judged.link.latex
        if judged.caret is None:
            return [self.fit(latex, self.room(INDENT))]
        source, start, end = judged.caret
        if latex.count(source) == 1:
            return self.marked(latex, start + latex.find(source), end + latex.find(source))
        return [self.fit(latex, self.room(INDENT)), *self.marked(source, start, end)]

    def marked(self, latex: str, start: int, end: int) -> list[str]:
        """A formula, or what of it has room around a part of it, and below a caret under each column of that part."""
        start = min(max(start, 0), len(latex))
        end = max(end, start)
        before, part, after = map(self._piece, (latex[:start], latex[start:end], latex[end:]))
        before, after = before.lstrip(), after.rstrip()
        room = self.room(INDENT)
        if room is not None and columns(before + part + after) > room:
            part = shortened(part, max(room // 2, LEAST // 2))
            rest = room - columns(part)
            before = ending(before, max(rest // 2, rest - columns(after)))
            after = beginning(after, rest - columns(before))
        carets = "^" * max(columns(part.rstrip()), 1)
        return [before + part + after, " " * columns(before) + self.styled(carets, COLOURS[Verdict.NOT_UNDERSTOOD])]

    def listed(self, heading: str, entries: Sequence[tuple[str, str]]) -> Iterator[str]:
        """A list in two columns under its heading, an entry to a line; nothing where nothing is to be listed."""
        if not entries:
            return
        yield self.styled(heading, DIM)
        at = min(max(columns(self.seen(head)) for head, _ in entries), WIDEST)
        for head, text in entries:
            head = " " * INDENT + self.seen(head)
            head += " " * max(INDENT + at - columns(head) + 2, 2)
            if self.width is not None and columns(head) + LEAST > self.width:
                yield head.rstrip()
                head = " " * (INDENT + 2)
            yield head + self.fit(text, self.room(columns(head)))

    def wrapped(self, head: str, text: str, at: int) -> str:
        """A head and a text behind it, whose further lines begin at a column."""
        text, used = self.seen(text), columns(COLOUR.sub("", head))
        if self.width is None:
            return f"{head}{text}".rstrip()
        room = max(self.width, at + LEAST)
        first = " " * (used if used <= room - LEAST else at)
        lines = textwrap.wrap(text, room, initial_indent=first, subsequent_indent=" " * at, break_on_hyphens=False)
        if len(first) < used:
            return "\n".join([head.rstrip(), *lines])
        return "\n".join([(head + "".join(lines[:1])[used:]).rstrip(), *lines[1:]])

    def fit(self, latex: str, room: int | None) -> str:
        """A formula on one line, shortened in its middle."""
        latex = self.seen(latex)
        return latex if room is None else shortened(latex, room)

    def room(self, *taken: int) -> int | None:
        """The columns that are left."""
        return None if self.width is None else max(self.width - sum(taken), LEAST)

    def place(self, file: Path, line: int) -> str:
        """A file with a line, as editors and terminals know it."""
        return self.seen(f"{file}:{line}" if line else str(file))

    def seen(self, text: str) -> str:
        """A text of one line, in the signs that the stream has."""
        return self.plain(one_line(text)) if self.plain else one_line(text)

    def _piece(self, text: str) -> str:
        text = visible(re.sub(r"\s+", " ", text))
        return self.plain(text) if self.plain else text

    def styled(self, text: str, number: str) -> str:
        """A text in a colour, where there are colours."""
        return f"\x1b[{number}m{text}\x1b[0m" if self.colour and text else text


COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def columns(text: str) -> int:
    """The columns of a terminal that a text takes: two for a letter that is wide, none for an accent."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else not unicodedata.combining(c) for c in text)


def beginning(text: str, room: int) -> str:
    """A text, or as much of its beginning as has room."""
    return text if columns(text) <= room else _taken(text, room - len(CUT)) + CUT.rstrip()


def ending(text: str, room: int) -> str:
    """A text, or as much of its end as has room."""
    return text if columns(text) <= room else CUT.lstrip() + _taken(text[::-1], room - len(CUT))[::-1]


def shortened(text: str, room: int) -> str:
    """A text without its middle, where it has no room for all of it."""
    if columns(text) <= room:
        return text
    left = max(room - len(CUT), 2)
    head = _taken(text, left * 3 // 5)
    return head + CUT + _taken(text[::-1], left - columns(head))[::-1]


def _taken(text: str, room: int) -> str:
    """As many characters as have room."""
    used = 0
    for n, character in enumerate(text):
        used += columns(character)
        if used > room:
            return text[:n]
    return text
