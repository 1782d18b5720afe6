r"""Rows of a formula, and what stands in them at top level: signs of relation, words, what separates statements.

Top level is what no brace, no bracket and no environment for cases or matrices has around it. Boxes, colours, braces
below and environments that only align are looked through, and blanked. Brackets of real notes do not always close:
those without a partner count for nothing, and so do all before an alignment mark.

>>> [[m.text for m in row.marks if m.what is What.SIGN] for row in rows(r"f(x = 1) \le a_{i=j} \\ \boxed{b < c}")]
[['\\le'], ['<']]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum, auto

from .signs import meaning

ALIGNING = re.compile(
    r"(?:equation|align|aligned|alignedat|alignat|xalignat|flalign|gather|gathered|multline|multlined|eqnarray|split"
    r"|displaymath|math|dmath|IEEEeqnarray|subequations|lgathered|rgathered|array|darray)\*?"
)
BEGIN = re.compile(r"\\(?:begin|end)\s*\{\s*([A-Za-z]*\*?)\s*\}")
ARGUMENTS = re.compile(r"\s*(?:\[[tbc]\])?\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})?")
POSITION = re.compile(r"\[[tbc]\]")
PIECE = re.compile(
    r"\\(?:begin|end)\s*\{[^{}]*\}|\\not\s*(?:=|\\equiv(?![A-Za-z]))|\\(?:left|right|middle|[bB]igg?[lrm]?)(?![A-Za-z])\s*(?:\\[A-Za-z]+|\\.|.)?"
    r"|\\(?:colon|vcentcolon)\s*=|\\(?:operatorname|tag|hspace|vspace)\*|\\[A-Za-z]+|\\\\\*?|\\.|:\s{0,2}=|(?<=\s)!=|=:|==|=>|<=|>="
    r"|<<|>>|\s+|[^\W\d_]+|\d+|.",
    re.DOTALL,
)  # fmt: skip
TEXT = re.compile(r"\\(?:text|mbox|textrm|textit|textbf|textsf|textnormal|texttt|hbox|mathrm|operatorname\*?)$")
UNSEEN = re.compile(r"\\(?:label|tag\*?|ref|eqref|cite|hspace\*?|vspace\*?|require|phantom|hphantom|vphantom|rule|footnote)$")
BETWEEN = re.compile(r"\\(?:short)?intertext$")
PLAIN = (
    r"\nonumber", r"\notag", r"\displaystyle", r"\textstyle", r"\hline", r"\hfill", r"\hfil", r"\allowdisplaybreaks",
    r"\noindent", r"\centering", r"\smallskip", r"\medskip", r"\bigskip", r"\newpage", r"\pagebreak", r"\small",
    r"\footnotesize", r"\large", r"\relax",
)  # fmt: skip
"""Commands that only lay out."""
SPACES = (r"\,", r"\;", r"\:", r"\!", r"\>", "\\ ", "\\\n", "~", r"\thinspace", r"\null")
STACKED = re.compile(r"\\(?:stackrel|overset|underset|xlongequal|mathrel)$")
PAINT = re.compile(r"\\(?:color|textcolor|colorbox|class|cssId|style|href)$")
CLEAR = re.compile(
    r"\\(?:boxed|fbox|bbox|underbrace|overbrace|underline|overline|boldsymbol|mathbf|bm|pmb|mathit|mathsf|ensuremath|hl|framebox"
    r"|color|textcolor|colorbox|class|cssId|style|href|underbracket)$"
)
"""Commands whose argument may be whole relations."""
BREAKS = (r"\\", r"\\*", r"\newline", r"\cr", r"\tabularnewline", r"\break")
SKIP = re.compile(r"\*?\s*\[\s*-?[\d.]+\s*(?:[a-z]{2}|\\[a-z]+)\s*\]")
ARROWS = (
    r"\implies", r"\Rightarrow", r"\Longrightarrow", r"\iff", r"\Leftrightarrow", r"\Longleftrightarrow", r"\therefore",
    r"\because", r"\impliedby", r"\Leftarrow", "=>", "⇒", "⟹", "⇔", "⟺", "∴", "∵",
)  # fmt: skip
COMMAS = (",", ";", "，", "；", "、", "。")
WIDE = (r"\quad", r"\qquad", r"\enspace", r"\hskip")
OPENING = {"(": ")", "[": "]", r"\{": r"\}", r"\lbrace": r"\}", r"\langle": r"\rangle", r"\lbrack": "]", "（": ")",
           "<": r"\rangle", r"\lfloor": r"\rfloor", r"\lceil": r"\rceil", "⟨": r"\rangle", r"\big\{": r"\}"}  # fmt: skip
CLOSING = {")": ")", "]": "]", r"\}": r"\}", r"\rbrace": r"\}", r"\rangle": r"\rangle", r"\rbrack": "]", "）": ")",
           ">": r"\rangle", r"\rfloor": r"\rfloor", r"\rceil": r"\rceil", "⟩": r"\rangle"}  # fmt: skip
SIZE = re.compile(r"\\(left|right|middle|[bB]igg?[lrm]?)\s*(.*)$", re.DOTALL)
OPERATORS = ("+", "-", "−", r"\cdot", r"\times", r"\pm", r"\mp", "/", "*", r"\odot", r"\otimes", r"\oplus", r"\circ", "⋅", "×")


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
    is_open: bool = False
    """Whether a bracket is open behind it."""


Piece = tuple[str, int, int]


def blanked_rows(latex: str) -> tuple[str, list[Row]]:
    """The rows of a formula, and the formula with spaces for what is only for the eye, place by place."""
    reader = _Reader(latex)
    reader.read()
    for row in reader.rows:
        _brackets(row)
        _text(row)
    return "".join(reader.seen), reader.rows


def rows(latex: str) -> list[Row]:
    """The rows of a formula."""
    return blanked_rows(latex)[1]


class _Reader:
    """Walks over a formula once."""

    def __init__(self, latex: str) -> None:
        self._latex = latex
        self._pieces: list[Piece] = [(m[0], m.start(), m.end()) for m in PIECE.finditer(latex)]
        self._partner = _partners(self._pieces)
        self._clear = self._groups_with_signs()
        self.seen = list(latex)
        self.rows = [Row(0)]

    def read(self) -> None:
        """Finds the rows and what stands in them."""
        n = 0
        while n < len(self._pieces):
            n = self._read(n)
        self.rows[-1].end = len(self._latex)

    def _read(self, n: int) -> int:
        """Reads one piece, or a group with what is before it; the number of the next."""
        text, start, end = self._pieces[n]
        if text.isspace() or text in SPACES:
            return n + 1
        if BEGIN.match(text):
            return self._environment(n)
        if text in ("{", "}"):
            return self._brace(n)
        if UNSEEN.match(text):
            return self._blank(n, self._group_end(n + 1))
        if TEXT.match(text):
            stop = self._group_end(n + 1)
            self._mark(What.WORDS if stop > n + 1 and "math" not in text and "operator" not in text else What.OTHER, n, stop)
            return stop
        if BETWEEN.match(text):
            stop = self._group_end(n + 1)
            self._mark(What.WORDS, n, stop)
            self._break(stop)
            return stop
        if STACKED.match(text):
            return self._stacked(n)
        if PAINT.match(text):
            stop = self._group_end(n + 1)
            self._mark(What.OTHER, n, stop)
            return stop
        if text in BREAKS:
            self._break(n + 1)
            return n + 1
        if text in PLAIN:
            return self._blank(n, n + 1)
        if text in ("_", "^"):
            return self._script(n)
        if text == "&":
            self.seen[start] = " "
        self._mark(self._what(n), n, n + 1)
        return n + 1

    def _what(self, n: int) -> What:
        text, start, _ = self._pieces[n]
        plain = SIZE.sub(r"\2", text) if text[0] == "\\" else text
        if plain in ("<", ">") and plain != text:
            return What.OPEN if plain == "<" else What.CLOSE
        if text == ">" and start and self._latex[start - 1] in "-|=":
            return What.OTHER
        if meaning(text):
            return What.SIGN
        for what, texts in (
            (What.ALIGN, "&"), (What.COMMA, COMMAS), (What.WIDE, WIDE), (What.ARROW, ARROWS), (What.OPEN, OPENING),
            (What.CLOSE, CLOSING), (What.OPERATOR, OPERATORS),
        ):  # fmt: skip
            if (plain if what in (What.OPEN, What.CLOSE) else text) in texts:
                return what
        if text != plain and text.startswith((r"\left", r"\right")):
            return What.OPEN if text.startswith(r"\left") else What.CLOSE
        return What.OTHER

    # --- groups -----------------------------------------------------------------------------------------------

    def _group_end(self, n: int) -> int:
        """The number behind the group that comes next, behind spaces; the same number if none does."""
        m = n
        while m < len(self._pieces) and self._pieces[m][0].isspace():
            m += 1
        if m < len(self._pieces) and self._pieces[m][0] == "{" and m in self._partner:
            return self._partner[m] + 1
        return n

    def _brace(self, n: int) -> int:
        """Passes over a group, or looks into it."""
        if n not in self._partner:
            return n + 1  # what it should have matched is missing
        if self._pieces[n][0] == "}":
            self._blank(n, n + 1)
            return n + 1
        if n in self._clear:
            before = self._before(n)
            if before is None or not CLEAR.match(self._pieces[before][0]):
                return self._blank(n, n + 1)
            self._blank(before, n + 1)
            marks = self.rows[-1].marks
            while marks and marks[-1].start >= self._pieces[before][1]:
                marks.pop()
            self._blank_script(self._partner[n] + 1)
            return n + 1
        stop = self._partner[n] + 1
        if self._latex[self._pieces[n][2] : self._pieces[stop - 1][1]].strip():
            self._mark(What.OTHER, n, stop)
        return stop

    def _before(self, n: int) -> int | None:
        """The number of the command before a group, with a colour between them or not."""
        m = self._last(n)
        if m >= 0 and self._pieces[m][0] == "}" and m in self._partner:
            below = self._last(self._partner[m])
            m = below if below >= 0 and PAINT.match(self._pieces[below][0]) else m
        return m if m >= 0 else None

    def _last(self, n: int) -> int:
        """The number of the piece before another that is no space; -1 where there is none."""
        n -= 1
        while n >= 0 and self._pieces[n][0].isspace():
            n -= 1
        return n

    def _groups_with_signs(self) -> set[int]:
        """The numbers of the braces that are looked into: those of whole relations."""
        found: set[int] = set()
        holding: list[list[bool | int]] = []  # [number of the brace or -1, whether a sign stands in it]
        for n, (text, _, _) in enumerate(self._pieces):
            if text == "{" and n in self._partner:
                holding.append([n, False])
            elif text == "}" and n in self._partner:
                opening, has_sign = holding.pop()
                if has_sign and self._is_clear(int(opening)):
                    found.add(int(opening))
                    if holding:
                        holding[-1][1] = True
            elif (m := BEGIN.match(text)) and not ALIGNING.fullmatch(m[1]) and n in self._partner:
                if text.startswith(r"\begin"):
                    holding.append([-1, False])
                else:
                    holding.pop()
            elif holding and (meaning(text) or STACKED.match(text)):
                holding[-1][1] = True
        return found

    def _is_clear(self, n: int) -> bool:
        """Whether the group that opens here is that of a box or the like, or stands by itself."""
        before = self._before(n)
        if before is None:
            return True
        text = self._pieces[before][0]
        if CLEAR.match(text):
            return not PAINT.match(text) or self._group_end(before + 1) - 1 != self._partner[n]
        if self._is_only_sign(n):
            return text not in ("_", "^")
        return text in ("&", r"\\", "{", *COMMAS, *WIDE) or bool(BEGIN.match(text)) or meaning(text) is not None

    def _is_only_sign(self, n: int) -> bool:
        inner = self._latex[self._pieces[n][2] : self._pieces[self._partner[n]][1]]
        return len(inner) < 40 and meaning(inner) is not None

    def _blank_script(self, n: int) -> None:
        """Blanks what is written below or above a brace that has been looked through."""
        while n < len(self._pieces) and self._pieces[n][0].isspace():
            n += 1
        if n < len(self._pieces) and self._pieces[n][0] in ("_", "^"):
            self._blank(n, self._script_end(n))

    def _script_end(self, n: int) -> int:
        stop = self._group_end(n + 1)
        if stop > n + 1:
            return stop
        m = n + 1
        while m < len(self._pieces) and self._pieces[m][0].isspace():
            m += 1
        stop = self._group_end(m + 1) if m < len(self._pieces) and TEXT.match(self._pieces[m][0]) else m + 1
        return min(stop, len(self._pieces))

    def _script(self, n: int) -> int:
        r"""Passes over what is below or above a sign, also where it has no braces, as in `x_<`."""
        start = self._pieces[n][1]
        stop = self._script_end(n)
        if any(self.seen[k] == " " and self._latex[k] != " " for k in (start,)):
            return stop  # it belonged to a brace that was looked through
        m = stop - 1
        if m > n and (self._pieces[m][0] in BREAKS or self._pieces[m][0] == "&" or BEGIN.match(self._pieces[m][0])):
            stop = m
        self._mark(What.OTHER, n, stop)
        return stop

    def _stacked(self, n: int) -> int:
        r"""Reads a sign with something above it, which may be no sign of relation."""
        stop = n + 1
        if stop < len(self._pieces) and self._pieces[stop][0] == "[":
            while stop < len(self._pieces) and self._pieces[stop][0] != "]":
                stop += 1
            stop = min(stop + 1, len(self._pieces))
        for _ in range(1 if self._pieces[n][0] in (r"\xlongequal", r"\mathrel") else 2):
            stop = self._group_end(stop)
        last = self._pieces[stop - 1][2]
        if self._pieces[n][0] not in (r"\xlongequal", r"\mathrel") and self._group_end(n + 1) == stop:
            while stop < len(self._pieces) and self._pieces[stop][0].isspace():
                stop += 1
            stop = min(stop + 1, len(self._pieces))  # the sign has no braces
            last = self._pieces[stop - 1][2]
        is_sign = meaning(self._latex[self._pieces[n][1] : last]) is not None
        self._mark(What.SIGN if is_sign else What.OTHER, n, stop)
        return stop

    def _environment(self, n: int) -> int:
        """Passes over cases and matrices, and looks into what only aligns."""
        text, start, end = self._pieces[n]
        if n not in self._partner or not self._aligns(n):
            if n not in self._partner:
                return self._blank(n, n + 1)
            stop = self._partner[n] + 1
            self._mark(What.OTHER, n, stop)
            return stop
        takes = re.search(r"array\}|alignat|alignedat|IEEE", text) and "eqnarray}" not in text.replace("IEEE", "")
        reach = (ARGUMENTS if takes else POSITION).match(self._latex, end) if text.startswith(r"\begin") else None
        stop = n + 1
        while reach and stop < len(self._pieces) and self._pieces[stop][2] <= reach.end():
            stop += 1
        return self._blank(n, stop)

    def _aligns(self, n: int) -> bool:
        """Whether the environment is of rows that are relations, or continue one."""
        m = BEGIN.match(self._pieces[n][0])
        if m is None or not ALIGNING.fullmatch(m[1]):
            return False
        if not self._pieces[n][0].startswith(r"\begin"):
            return True
        marks = [mark for mark in self.rows[-1].marks if mark.what not in (What.ALIGN, What.WIDE)]
        is_array = "array" in m[1] and "eqn" not in m[1]
        if marks and marks[-1].what is What.OPEN:
            has_sign = any(mark.what is What.SIGN for mark in marks)
            is_system = not has_sign and marks[-1].text.endswith((r"\{", r"\lbrace"))
            return is_system or not (has_sign or is_array)
        inside = (self._pieces[k][0] for k in range(n + 1, self._partner[n]))
        return not is_array or any(meaning(text) for text in inside)

    # --- rows -------------------------------------------------------------------------------------------------

    def _mark(self, what: What, n: int, stop: int) -> None:
        start, end = self._pieces[n][1], self._pieces[stop - 1][2]
        self.rows[-1].marks.append(Mark(what, self._latex[start:end], start, end))

    def _blank(self, n: int, stop: int) -> int:
        """Blanks the pieces from one to another; the number behind them."""
        for k in range(self._pieces[n][1], self._pieces[stop - 1][2]):
            self.seen[k] = " "
        return stop

    def _break(self, n: int) -> None:
        """Ends a row, with the space behind it that is named."""
        self.rows[-1].end = self._pieces[n - 1][1]
        start = self._pieces[n - 1][2]
        m = SKIP.match(self._latex, start)
        if m:
            self.seen[start : m.end()] = " " * (m.end() - start)
            while n < len(self._pieces) and self._pieces[n][1] < m.end():
                self._pieces[n] = (" ", *self._pieces[n][1:])
                n += 1
        self.rows.append(Row(start))


def _partners(pieces: Sequence[Piece]) -> dict[int, int]:
    """The partner of each brace, and of each environment, that has one."""
    found: dict[int, int] = {}
    braces: list[int] = []
    environments: list[tuple[str, int]] = []
    for n, (text, _, _) in enumerate(pieces):
        if text == "{":
            braces.append(n)
        elif text == "}" and braces:
            found[n] = braces.pop()
            found[found[n]] = n
        elif m := BEGIN.match(text):
            if text.startswith(r"\begin"):
                environments.append((m[1], n))
            elif environments and environments[-1][0] == m[1]:
                found[n] = environments.pop()[1]
                found[found[n]] = n
    return found


def _brackets(row: Row) -> None:
    """Takes from the marks of a row those inside of brackets that close in it. Behind a mark of alignment none is open."""
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
    row.is_open = bool(opened)
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


STOP_WORDS = frozenset(
    "if for when whenever where let with and or so since as then hence thus therefore but because by from given otherwise"
    " else all unless while assuming suppose note similarly likewise also here that such on iff recall using define thereby"
    " si pour où donc avec sinon et wenn für falls sonst mit und wobei also se para com onde então e y donde entonces con"
    " caso nếu với khi và trong".split()
)
NAMED = ("_", "^", "'", "(", "()", r"\left(", r"\big(", r"\bigl(", "[")


def _text(row: Row) -> None:
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
        after_edge = before is not None and before.what in edges
        needed = (behind is not None and behind.what in edges and (before is None or before.what in (*edges, *parts))) or (
            after_edge and (behind is None or behind.what in (*edges, *parts))
        )
        single = bool(inner) and not re.search(r"[\s~$]", inner) and (inner.isascii() or applied)
        if inner.strip() and not is_word and (applied or needed or single):
            names.add(mark.start)
    row.marks = [
        Mark(What.OTHER, *(m.text, m.start, m.end)) if m.start in names and m.what is What.WORDS else m for m in row.marks
    ]
