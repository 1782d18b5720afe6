r"""Notes as their authors write them: Markdown, LaTeX, notebooks, docstrings. What is mathematics in them, and where.

Displays are `$$..$$`, `\[..\]`, bare environments and fences of kind `math`; `$..$`, `\(..\)` and GitHub's form with
backticks are running text. Code is none of it. Every search goes forward, so that a megabyte of dollar signs is read
as fast as any other.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import UserError
from .macros import Macro, TooManyMacros, expanded, macros_in
from .model import Formula

LARGEST = 5_000_000
"""Bytes of a note at most."""
ENVIRONMENTS = (
    "equation",
    "align",
    "gather",
    "multline",
    "eqnarray",
    "displaymath",
    "flalign",
    "alignat",
    "aligned",
    "math",
)
START = re.compile(
    r"<!--|```+|~~~+|\$\$|\$`|\$|``|`|\\\$|\\\\|\\\[|\\\(|\\begin\{(" + "|".join(ENVIRONMENTS) + r")(\*?)\}"
)
HEADING = re.compile(
    r"^(#{1,6})[ \t]+(.+?)[ \t]*#*$|^[ \t]*\\(part|chapter|section|subsection|subsubsection|paragraph)\*?\{([^{}]*)\}",
    re.M,
)
LEVELS = {"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5}
QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+")
FENCE = re.compile(r"[ \t]*([A-Za-z]*)[^\n]*\n")
BLANK = re.compile(r"\n[ \t]*\n")
FRONT = re.compile(r"\s*symnorm\b(.*)", re.DOTALL)
COMMENT = re.compile(r"(?<!\\)%[^\n]*")
VERBATIM = re.compile(r"\\begin\{(verbatim|lstlisting|minted|comment)\*?\}.*?(?:\\end\{\1\*?\}|\Z)", re.DOTALL)
INCLUDED = re.compile(r"\\(?:input|include)\s*\{([^{}]+)\}")
MARKUP = re.compile(r"[*_#|>`]+|\\(?:textbf|textit|emph|text)\{|[{}]")
ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&"}
DEEPEST = 8
"""So deep files may include each other."""


@dataclass(frozen=True)
class Note:
    """The formulas of a note, in their order."""

    file: Path
    formulas: tuple[Formula, ...] = ()
    front: tuple[str, int] | None = None
    """The notation that stands in the note itself, and its line."""
    problems: tuple[tuple[int, str], ...] = ()


@dataclass
class _Found:
    formulas: list[Formula] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)
    front: tuple[str, int] | None = None


def read_note(path: Path) -> Note:
    """Reads a note. Raises UserError where the file cannot be read at all."""
    text = _text_of(path)
    if path.suffix == ".ipynb":
        text = _notebook(path, text)
    macros, _ = macros_in(text)
    found = _Found()
    if path.suffix in (".tex", ".ltx", ".sty"):
        _latex(path, text, macros, found, (path.resolve(),))
    else:
        _markdown(path, text, macros, found)
    return Note(path, tuple(found.formulas), found.front, tuple(found.problems))


def _text_of(path: Path) -> str:
    try:
        if path.is_dir():
            raise UserError(f"{path} is a folder: name the files of the notes")
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


def _notebook(path: Path, text: str) -> str:
    """The Markdown of a notebook, cell by cell."""
    try:
        cells = json.loads(text)["cells"]
        sources = [c["source"] for c in cells if c.get("cell_type") == "markdown"]
        return "\n\n".join(s if isinstance(s, str) else "".join(s) for s in sources)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise UserError(f"{path} is no notebook: it has no cells that are understood") from None


# --- LaTeX ---------------------------------------------------------------------------------------------------


def _latex(path: Path, text: str, macros: dict[str, Macro], found: _Found, above: tuple[Path, ...]) -> None:
    front = re.search(r"^%+[ \t]*symnorm[ \t]*\n((?:%.*\n)*?)%+[ \t]*end[ \t]*$", text, re.M)
    if front and found.front is None:
        found.front = re.sub(r"^%+ ?", "", front[1], flags=re.M), text[: front.start()].count("\n") + 1
    text = VERBATIM.sub(_blank, COMMENT.sub(_blank, text))
    begin = text.find(r"\begin{document}")
    if begin >= 0:
        text = re.sub(r"[^\n]", " ", text[:begin]) + text[begin:]
    at = 0
    for m in INCLUDED.finditer(text):
        _markdown(path, _only(text, at, m.start()), macros, found, is_latex=True)
        at = m.end()
        line = text[: m.start()].count("\n") + 1
        inner = path.parent / (m[1].strip() if Path(m[1].strip()).suffix else f"{m[1].strip()}.tex")
        if inner.resolve() in above or len(above) > DEEPEST:
            found.problems.append((line, f"{m[1]} is included by itself"))
            continue
        try:
            own = _text_of(inner)
        except UserError as error:
            found.problems.append((line, str(error)))
            continue
        _latex(inner, own, macros | macros_in(own)[0], found, (*above, inner.resolve()))
    _markdown(path, _only(text, at, len(text)), macros, found, is_latex=True)


def _only(text: str, start: int, end: int) -> str:
    """A text with everything blanked but a part: places and lines stay."""
    return re.sub(r"[^\n]", " ", text[:start]) + text[start:end]


def _blank(m: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", m[0])


# --- formulas ------------------------------------------------------------------------------------------------


def _markdown(path: Path, text: str, macros: dict[str, Macro], found: _Found, is_latex: bool = False) -> None:
    text = _unquoted(text) if not is_latex else text
    breaks = [m.start() for m in re.finditer("\n", text)]
    headings = [(m.start(), *_heading(m)) for m in HEADING.finditer(text)] if path.suffix != ".py" else []
    number = max((f.display for f in found.formulas if f.file == path), default=0)
    pieces = list(_pieces(path, text, breaks, found, is_latex))
    sections = _sections(headings)
    for n, (start, end, inner, kind, closing) in enumerate(pieces):
        number += kind
        before_start = max(pieces[n - 1][4] if n else 0, _last_blank(text, start))
        after_end = min(pieces[n + 1][0] if n + 1 < len(pieces) else len(text), _next_blank(text, closing))
        begin = start + text[start:end].index(inner) if inner in text[start:end] else start
        lines = [bisect_right(breaks, begin + k - 1) + 1 for k in range(len(inner))]
        latex, where = _cleaned(inner, lines)
        _, latex = macros_in(latex)
        try:
            latex, where = expanded(latex, where, macros)
        except TooManyMacros:
            line = bisect_right(breaks, start - 1) + 1
            found.problems.append(
                (line, "the macros of this formula grow without end, and are left as they are")
            )
        found.formulas.append(Formula(
            latex, path, bisect_right(breaks, start - 1) + 1, number if kind else 0,
            _words(text[before_start:start]), _words(text[closing:after_end]), sections(start), tuple(where),
        ))  # fmt: skip


def _unquoted(text: str) -> str:
    """The text without the marks of block quotes; a line of a formula may begin with > as well, within a paragraph."""
    lines = text.split("\n")
    is_quote = True
    for n, line in enumerate(lines):
        m = QUOTE.match(line)
        is_quote = bool(m) and (is_quote or not lines[n - 1].strip() if n else True)
        if m and is_quote:
            lines[n] = " " * m.end() + line[m.end() :]
        is_quote = is_quote or not line.strip()
    return "\n".join(lines)


def _heading(m: re.Match[str]) -> tuple[int, str]:
    return (len(m[1]), m[2]) if m[1] else (LEVELS[m[3]], m[4])


def _sections(headings: list[tuple[int, int, str]]) -> Sections:
    return Sections(headings)


@dataclass(frozen=True)
class Sections:
    """The headings above each place."""

    headings: list[tuple[int, int, str]]

    def __call__(self, place: int) -> tuple[str, ...]:
        open_: list[tuple[int, str]] = []
        for start, level, title in self.headings:
            if start > place:
                break
            open_ = [one for one in open_ if one[0] < level] + [(level, title)]
        return tuple(title for _, title in open_)


def _last_blank(text: str, place: int) -> int:
    """The place of the blank line before a place, or of the line above where a display stands alone."""
    stop = max(0, place - 600)
    found = [m.end() for m in BLANK.finditer(text, stop, place)]
    while found and not text[found[-1] : place].strip():
        found.pop()
    return found[-1] if found else stop


def _next_blank(text: str, place: int) -> int:
    m = BLANK.search(text, place, min(len(text), place + 600))
    if m and not text[place : m.start()].strip():
        m = BLANK.search(text, m.end(), min(len(text), place + 600))
    return m.start() if m else min(len(text), place + 600)


def _words(text: str) -> str:
    return " ".join(MARKUP.sub(" ", text).split())


def _cleaned(inner: str, lines: list[int]) -> tuple[str, tuple[int, ...]]:
    r"""A formula without what Markdown and HTML need: four backslashes are two, an entity is its sign."""
    inner = re.sub(r"\\\\\\\\", lambda m: "\\\\  ", inner)
    for entity, sign in ENTITIES.items():
        inner = inner.replace(entity, sign.ljust(len(entity)))
    return inner, tuple(lines)


def _pieces(
    path: Path, text: str, breaks: list[int], found: _Found, is_latex: bool
) -> Iterator[tuple[int, int, str, int, int]]:
    """The formulas of a text: start, end, what is inside, 1 for a display, and the place behind."""
    at = 0
    absent: set[str] = set()
    while m := START.search(text, at):
        sign, at = m[0], m.end()
        if sign in (r"\$", r"\\"):
            continue
        if sign[0] in "`~" and is_latex:
            continue
        closer = {"<!--": "-->", "$$": "$$", "$`": "`$", "$": "$", r"\[": r"\]", r"\(": r"\)"}.get(sign, sign)
        if m[1]:
            closer = rf"\end{{{m[1]}{m[2]}}}"
        end = -1 if closer in absent else _closer(text, closer, at)
        line = bisect_right(breaks, m.start() - 1) + 1
        if end < 0:
            if closer not in absent and sign not in ("$", "`", "``", "<!--"):
                found.problems.append((line, f"{sign} is not closed"))
            absent.add(closer) if sign != "$" else None
            continue
        inner, behind = text[at:end], end + len(closer)
        if sign == "<!--":
            front = FRONT.match(inner)
            if front and found.front is None:
                found.front = front[1], line
            at = behind
        elif sign.startswith(("```", "~~~")):
            info = FENCE.match(inner)
            at = behind
            if info and info[1].lower() == "math":
                yield m.start(), end, inner[info.end() :], 1, behind
        elif sign in ("`", "``"):
            at = behind
        elif sign == "$":
            if BLANK.search(inner) or not inner.strip():
                continue
            at = behind
            yield m.start(), end, inner, 0, behind
        else:
            at = behind
            yield (
                m.start(),
                end,
                inner if not m[1] else text[m.start() : behind],
                int(sign not in (r"\(", "$`")),
                behind,
            )


def _closer(text: str, closer: str, at: int) -> int:
    """The place of what closes a formula; -1 where there is none."""
    if closer != "$":
        end = text.find(closer, at)
        while end > 0 and closer in (r"\]", r"\)") and text[end - 1] == "\\" and text[end - 2] != "\\":
            end = text.find(closer, end + 1)
        return end
    limit = min(len(text), at + 2_000)
    end = text.find("$", at, limit)
    while end > 0 and text[end - 1] == "\\":
        end = text.find("$", end + 1, limit)
    return end
