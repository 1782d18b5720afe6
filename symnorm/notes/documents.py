r"""Notes as their authors write them: Markdown, LaTeX, notebooks, docstrings. What is mathematics in them, and where.

Displays are `$$..$$`, `\[..\]`, bare environments and fences of kind `math`; `$..$`, `\(..\)` and GitHub's form with
backticks are running text.

    places                               text that knows the file and the line of each row
    markdown, latex_sources, notebooks   a file -> text and mathematics alone
    scan                                 from where to where the formulas are
    macros                               what they are without macros
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from ..errors import UserError
from .latex_sources import Sources
from .macros import Definition, Expander, Macro, TooManyMacrosError, definitions, without_definitions
from .markdown import CLOSES, OPENS, unfolded
from .model import Formula
from .notebooks import cells, docstrings
from .places import Row, Text, rows_of
from .scan import BLANK, Scanned, Span, scanned

LARGEST = 5_000_000
"""Bytes of a note at most."""
LATEX = (".tex", ".ltx", ".latex")
FRONT = re.compile(r"\s*symnorm\b(.*)", re.DOTALL)
HEADING = re.compile(
    r"^[ \t]{0,3}(?P<marks>#{1,6})[ \t]+(?P<title>\S[^\n]*)$"
    r"|^(?P<above>[^\s|>#`$*+-][^\n|]*)\n(?P<line>===+|---+)[ \t]*$"
    r"|^[ \t]*\\(?P<level>part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)\*?\s*"
    r"\{(?P<name>[^{}\n]*(?:\{[^{}\n]*\}[^{}\n]*)*)\}"
    r"|<h(?P<tag>[1-6])\b[^>\n]{0,200}>(?P<inner>[^\n]{0,300}?)</h(?P=tag)>",
    re.MULTILINE,
)
LEVELS = {
    "part": 0, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6,
}  # fmt: skip
MARKUP = re.compile(
    rf"<!--.*?-->|</?[A-Za-z][^<>\n]*>|\\(?:label|ref|eqref|cite[a-z]*|vspace|hspace)\*?\{{[^{{}}\n]*\}}"
    rf"|\\(?:textbf|textit|emph|text|item|noindent|(?:begin|end)\{{[a-z]+\}})|[*#|>`{{}}~{OPENS}{CLOSES}]+",
    re.DOTALL,
)  # fmt: skip
NEAR = 600
"""So many characters before and behind a formula its words are sought in."""
MOST_PROBLEMS, MOST_FORMULAS = 30, 20_000
WORDS = r"\\(?:text[a-z]*|mbox|mathrm|operatorname\*?)\s*\{[^{}]*\}"
CLEANED = re.compile(
    rf"(?P<words>{WORDS})|(?P<rows>\\\\\\\\)|(?P<escaped>\\\\(?=[{{}}|,;:!]))|(?P<mark>\\(?=[_*]))|\\."
    r"|(?P<comment>(?:^[ \t]*|(?<=[ \t]))%(?:[ \t]*(?=[^\W\d])[^\n]*|[ \t]*$))"
    r"|&(?P<entity>lt|gt|amp|le|ge|ne|nbsp|quot|\#39);|(?P<br><br\s*/?>)", re.DOTALL | re.MULTILINE,
)  # fmt: skip
ENTITIES = {
    "lt": "<", "gt": ">", "amp": "&", "le": r"\le ", "ge": r"\ge ", "ne": r"\ne ", "nbsp": " ", "quot": '"', "#39": "'",
}  # fmt: skip
REQUIRE = re.compile(r"\\require\s*\{[^{}]*\}")
BRACES = re.compile(r"\\.|[{}]", re.DOTALL)


@dataclass(frozen=True)
class Note:
    """The formulas of a note, in their order."""

    file: Path
    formulas: tuple[Formula, ...] = ()
    front: tuple[str, int] | None = None
    """The notation that stands in the note itself, and its line."""
    problems: tuple[tuple[int, str], ...] = ()
    """The line, 0 for the whole file, and a sentence."""


def read_note(path: Path) -> Note:
    """Reads a note. Nothing is raised: what cannot be read is a problem, and so is what is not closed."""
    reader = _Reader(path)
    try:
        reader.read(text_of(path))
    except UserError as error:
        reader.problems.append((0, str(error)))
    problems = sorted(dict.fromkeys(reader.problems), key=lambda p: p[0])
    if len(problems) > MOST_PROBLEMS:
        more = len(problems) - MOST_PROBLEMS
        problems = [*problems[:MOST_PROBLEMS], (problems[MOST_PROBLEMS][0], f"{more} more are not listed")]
    return Note(path, tuple(reader.formulas), reader.front, tuple(problems))


def text_of(path: Path) -> str:
    """The text of a file. Raises UserError where it has none."""
    try:
        if path.is_dir():
            raise UserError(f"{path} is a folder: name the files in it")
        if not path.is_file():
            raise UserError(f"{path} is no file" if path.exists() else f"{path}: there is no such file")
        if path.stat().st_size > LARGEST:
            raise UserError(f"{path} has more than {LARGEST // 1_000_000} megabytes: split it")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise UserError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if b"\0" in data:
        raise UserError(f"{path} is no text: there are null bytes in it")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UserError(f"{path}, line {line}: this is not UTF-8") from None


@dataclass
class _Reader:
    """A note while it is read."""

    path: Path
    formulas: list[Formula] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)
    front: tuple[str, int] | None = None
    _displays: Counter[Path] = field(default_factory=Counter)
    _macros: dict[str, Macro] = field(default_factory=dict)
    _expander: Expander = field(default_factory=Expander)
    _open: list[tuple[int, str]] = field(default_factory=list)
    """The headings above, with their levels."""

    def read(self, text: str) -> None:
        """Reads the text of the file, by its kind. Raises UserError."""
        kind = self.path.suffix.lower()
        preamble: list[Row] = []
        if kind in LATEX:
            sources = Sources(self.path, text_of, LARGEST, problems=self.problems)
            sources.gather(text, self.path)
            self.front, preamble = sources.front, sources.definitions
            blocks = [Text.of(sources.rows)]
        elif kind == ".ipynb":
            blocks = [Text.of(unfolded(rows, begins=False)) for rows in cells(text, self.path)]
        elif kind == ".py":
            blocks = [Text.of(unfolded(rows, begins=False)) for rows in docstrings(text, self.path)]
        else:
            blocks = [Text.of(unfolded(rows_of(text, self.path)))]
        found = [self._definitions(block) for block in (Text.of(preamble), *blocks)]
        for definition in [d for block in reversed(found) for d in reversed(block)]:
            self._macros[definition.name] = definition.macro  # the first holds until it is defined again
        for block, own in zip(blocks, found[1:], strict=True):
            self._block(block, own, kind in LATEX)

    def _definitions(self, block: Text) -> list[Definition]:
        found, wrong = definitions(block.text)
        self.problems += [(block.place(at)[1], sentence) for at, sentence in wrong]
        return found

    def _block(self, block: Text, own: Sequence[Definition], is_latex: bool) -> None:
        """Reads the formulas of a text, with its headings and definitions as they come."""
        found = scanned(block.text, is_latex)
        room = MOST_FORMULAS - len(self.formulas)
        if len(found.spans) > room:
            line = block.place(found.spans[max(room, 0)].start)[1]
            self.problems.append((line, f"only {MOST_FORMULAS} formulas of a note are read, and here are more"))
            del found.spans[max(room, 0) :]
        self._said(block, found)
        headings = [(m.start(), m.end(), *_heading(m)) for m in HEADING.finditer(block.text)]
        starts, ends = [h[0] for h in headings], [h[1] for h in headings]
        ahead, defined = 0, 0
        spans = [Span(0, 0, 0, 0, False), *found.spans, Span(len(block.text), 0, 0, 0, False)]
        for (last, span), following in zip(pairwise(spans), spans[2:], strict=False):
            while ahead < len(headings) and headings[ahead][0] < span.start:
                _, _, level, title = headings[ahead]
                self._open = [*((above, t) for above, t in self._open if above < level), (level, title)]
                ahead += 1
            while defined < len(own) and own[defined].place < span.end:
                self._macros[own[defined].name] = own[defined].macro
                defined += 1
            below = bisect_right(ends, span.start)
            floor = max(last.end, ends[below - 1] if below else 0)
            before = block.text[_words_begin(block.text, floor, span.start) : span.start]
            above = bisect_right(starts, span.end - 1)
            ceiling = min(following.start, starts[above] if above < len(starts) else following.start)
            after = block.text[span.end : _words_end(block.text, span.end, ceiling)]
            self._formula(block, span, _plain(before), _plain(after))

    def _said(self, block: Text, found: Scanned) -> None:
        """Keeps the problems of a text, and the notation that stands in a comment."""
        self.problems += [(block.place(at)[1], sentence) for at, sentence in found.problems]
        for at, comment in found.comments:
            if self.front is None and (m := FRONT.fullmatch(comment)):
                self.front = m[1], block.place(at)[1]

    def _formula(self, block: Text, span: Span, before: str, after: str) -> None:
        """Adds a formula, unless there is nothing in it but definitions."""
        file, line = block.place(span.start)
        self._displays[file] += span.is_display
        latex, lines = _cleaned(block.text[span.first : span.last], block.lines(span.first, span.last))
        latex = REQUIRE.sub(lambda m: " " * len(m[0]), without_definitions(latex))
        try:
            latex, lines = self._expander.expanded(latex, lines, self._macros)
        except TooManyMacrosError:
            self.problems.append((line, "the macros of this formula grow without end, and are left as they are"))
        begin, end = len(latex) - len(latex.lstrip()), len(latex.rstrip())
        if begin >= end:
            return
        latex, lines = latex[begin:end], lines[begin:end]
        if wrong := _unbalanced(latex):
            self.problems.append((lines[wrong[0]], wrong[1]))
        number = self._displays[file] if span.is_display else 0
        section = tuple(title for _, title in self._open)
        self.formulas.append(Formula(latex, file, lines[0], number, before, after, section, tuple(lines)))


def _heading(m: re.Match[str]) -> tuple[int, str]:
    """The level and the title of a heading."""
    level = (
        len(m["marks"]) if m["marks"] else int(m["tag"]) if m["tag"] else LEVELS[m["level"]] if m["level"]
        else 1 if m["line"][0] == "=" else 2
    )  # fmt: skip
    return level, (m["title"] or m["inner"] or m["name"] or m["above"] or "").strip().rstrip("#").rstrip()


def _words_begin(text: str, floor: int, place: int) -> int:
    """Where the words before a place begin: behind a blank line, but not behind one that stands right before it."""
    start = max(floor, place - NEAR)
    breaks = [m.end() for m in BLANK.finditer(text, start, place)]
    while breaks and not text[breaks[-1] : place].strip():
        breaks.pop()
    return breaks[-1] if breaks else start


def _words_end(text: str, place: int, ceiling: int) -> int:
    """Where the words behind a place end."""
    stop = min(ceiling, place + NEAR)
    m = BLANK.search(text, place, stop)
    if m and not text[place : m.start()].strip():
        m = BLANK.search(text, m.end(), stop)
    return m.start() if m else max(stop, place)


def _plain(text: str) -> str:
    """Words without markup."""
    return " ".join(MARKUP.sub(" ", text).split())


def _cleaned(latex: str, lines: Sequence[int]) -> tuple[str, Sequence[int]]:
    r"""A formula without what Markdown and HTML make of it: `\\\\` is `\\`, `\_` is `_`, `&lt;` is `<`."""
    is_escaped = r"\\\\" in latex
    parts: list[str] = []
    where: list[int] = []
    at = 0
    for m in CLEANED.finditer(latex):
        put = _put(m, is_escaped)
        if put is None:
            continue
        parts += [latex[at : m.start()], put]
        where += [*lines[at : m.start()], *[lines[m.start()]] * len(put)]
        at = m.end()
    return "".join([*parts, latex[at:]]), [*where, *lines[at:]]


def _put(m: re.Match[str], is_escaped: bool) -> str | None:
    """What stands for a piece that Markdown or HTML has changed; None if it stays."""
    if m["rows"]:
        return r"\\"
    if m["escaped"]:
        return "\\" if is_escaped else None
    if m["entity"]:
        return ENTITIES[m["entity"]]
    if m["mark"] or m["comment"]:
        return ""
    return " " if m["br"] else None


def _unbalanced(latex: str) -> tuple[int, str] | None:
    """Where a brace is open, or closes nothing, and a sentence on it."""
    opened: list[int] = []
    for m in BRACES.finditer(latex):
        if m[0] == "{":
            opened.append(m.start())
        elif m[0] == "}":
            if not opened:
                return m.start(), "a brace closes nothing in this formula"
            opened.pop()
    return (opened[0], "a brace is not closed in this formula") if opened else None
