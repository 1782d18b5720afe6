r"""Marks of a row: signs of relation, words, what separates statements. Those inside of brackets count for nothing.

Brackets of real notes do not always close: those without a partner are passed over, and so are all before an alignment
mark. A name in `\text` is told from words by where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum, auto

BETWEEN = re.compile(r"\\(?:short)?intertext$")
OPENING = {"(": ")", "[": "]", r"\{": r"\}", r"\lbrace": r"\}", r"\langle": r"\rangle", r"\lbrack": "]", "（": ")",
           "<": r"\rangle", r"\lfloor": r"\rfloor", r"\lceil": r"\rceil", "⟨": r"\rangle"}  # fmt: skip
CLOSING = {")": ")", "]": "]", r"\}": r"\}", r"\rbrace": r"\}", r"\rangle": r"\rangle", r"\rbrack": "]", "）": ")",
           ">": r"\rangle", r"\rfloor": r"\rfloor", r"\rceil": r"\rceil", "⟩": r"\rangle"}  # fmt: skip
SIZE = re.compile(r"\\(left|right|middle|[bB]igg?[lrm]?)\s*(.*)$", re.DOTALL)
OPERATORS = (
    "+", "-", "−", r"\cdot", r"\times", r"\pm", r"\mp", "/", "*", r"\odot", r"\otimes", r"\oplus", r"\circ", "⋅", "×",
)  # fmt: skip
STOP_WORDS = frozenset(
    word
    for row in (
        "if for when whenever where let with and or so since as then hence thus therefore but because by from given",
        "otherwise else all unless while assuming suppose note similarly likewise also here that such on iff recall",
        "using define thereby si pour où donc avec sinon et wenn für falls sonst mit und wobei also se para com onde",
        "então e y donde entonces con caso nếu với khi và trong",
    )
    for word in row.split()
)
"""Words that are no names, where they stand in a formula by themselves."""
NAMED = ("_", "^", "'", "(", "()", r"\left(", r"\big(", r"\bigl(", "[")


class What(StrEnum):
    """What stands at a place."""

    SIGN = auto()
    ALIGN = auto()
    COMMA = auto()
    WIDE = auto()
    ARROW = auto()
    WORDS = auto()
    OPEN = auto()
    CLOSE = auto()
    OPERATOR = auto()
    OTHER = auto()


@dataclass(frozen=True)
class Mark:
    """One piece, or one group, at top level."""

    what: What
    text: str
    start: int
    end: int


@dataclass
class Row:
    """A row: from where to where, and its marks."""

    start: int
    end: int = 0
    marks: list[Mark] = field(default_factory=list)
    goes_on: bool = False
    """Whether it belongs to the row above whatever it begins with, as in `multline`."""


def without_hidden(row: Row) -> None:
    """Takes from the marks of a row those inside of brackets that close in it.

    Behind a mark of alignment none is open.
    """
    opened: list[int] = []
    hidden: list[tuple[int, int]] = []
    angles = _angles(row.marks)
    closing_angles = set(angles.values())
    for n, mark in enumerate(row.marks):
        text = SIZE.sub(r"\2", mark.text)
        if mark.what is What.ALIGN:
            opened = []
        elif mark.what is What.OPEN or n in angles:
            opened.append(n)
        elif mark.what is What.CLOSE or n in closing_angles:
            partner = _partner(row.marks, opened, CLOSING.get(text, ""), mark.text.startswith(r"\right"))
            if partner is not None:
                hidden.append((opened[partner], n))
                del opened[partner:]
    keep, at = [], 0
    for first, last in sorted(hidden):
        if first >= at:
            keep += [*row.marks[at:first], Mark(What.OTHER, "()", row.marks[first].start, row.marks[last].end)]
            at = last + 1
    row.marks = [*keep, *row.marks[at:]]


def _partner(marks: Sequence[Mark], opened: Sequence[int], closing: str, is_right: bool) -> int | None:
    """The place, among the open brackets, of the one that is closed: the nearest of its kind, or the nearest."""
    for k in range(len(opened) - 1, max(-1, len(opened) - 20), -1):
        text = marks[opened[k]].text
        if OPENING.get(SIZE.sub(r"\2", text)) == closing or (is_right and not closing and text.startswith(r"\left")):
            return k
    return len(opened) - 1 if opened and closing in (")", "]") else None


def _angles(marks: Sequence[Mark]) -> dict[int, int]:
    """The numbers of signs < and > that are brackets around a pair, as in <x, y>."""
    found: dict[int, int] = {}
    opened, has_comma, ready = None, False, True
    for n, mark in enumerate(marks):
        if mark.text == "<" and mark.what is What.SIGN and ready:
            opened, has_comma = n, False
        elif mark.text == ">" and mark.what is What.SIGN and opened is not None and has_comma:
            found[opened], opened = n, None
        elif mark.what is What.COMMA:
            has_comma = True
        elif mark.what in (What.SIGN, What.ALIGN, What.ARROW):
            opened = None
        ready = mark.what in (What.SIGN, What.OPERATOR, What.ALIGN, What.OPEN)
    return found


def with_names(row: Row) -> None:
    r"""Tells names in `\text` from words: a name is one word without spaces, or stands where an operand has to."""
    marks = [m for m in row.marks if m.what is not What.ALIGN]
    edges, parts = (What.SIGN, What.OPERATOR), (What.COMMA, What.WIDE, What.WORDS, What.ARROW)
    names = set()
    for n, mark in enumerate(marks):
        if mark.what is not What.WORDS or BETWEEN.match(mark.text.split("{")[0]):
            continue
        inner = mark.text[mark.text.find("{") + 1 : -1] if mark.text.endswith("}") else ""
        before = marks[n - 1] if n else None
        behind = marks[n + 1] if n + 1 < len(marks) else None
        is_word = bool(inner.strip()) and re.split(r"[\s~.,:]+", inner.strip().lower())[0] in STOP_WORDS
        applied = behind is not None and behind.text.startswith(NAMED) and not inner.endswith((" ", "~"))
        after_edge, before_edge = (one is not None and one.what in edges for one in (before, behind))
        after_part, before_part = (one is None or one.what in (*edges, *parts) for one in (before, behind))
        needed = (before_edge and after_part) or (after_edge and before_part)
        single = re.fullmatch(r"[A-Za-z][!-#%-}]*", inner) is not None or (applied and " " not in inner)
        if inner.strip() and not is_word and (applied or needed or single):
            names.add(mark.start)
    row.marks = [
        replace(m, what=What.OTHER) if m.what is What.WORDS and m.start in names else m for m in row.marks
    ]
