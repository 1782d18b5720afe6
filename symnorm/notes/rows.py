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

from .marks import BETWEEN, CLOSING, OPENING, OPERATORS, SIZE, Mark, Row, What, with_names, without_hidden
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
UNSEEN = re.compile(
    r"\\(?:label|tag\*?|ref|eqref|cite|hspace\*?|vspace\*?|require|phantom|hphantom|vphantom|rule|footnote)$"
)
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
LARGEST_SYSTEM = 5_000
"""So many characters a list of relations behind a brace has at most."""
SKIP = re.compile(r"\*?\s*\[\s*-?[\d.]+\s*(?:[a-z]{2}|\\[a-z]+)\s*\]")
ARROWS = (
    r"\implies", r"\Rightarrow", r"\Longrightarrow", r"\iff", r"\Leftrightarrow", r"\Longleftrightarrow", r"\therefore",
    r"\because", r"\impliedby", r"\Leftarrow", "=>", "⇒", "⟹", "⇔", "⟺", "∴", "∵",
)  # fmt: skip
COMMAS = (",", ";", "，", "；", "、", "。")
WIDE = (r"\quad", r"\qquad", r"\enspace", r"\hskip")

Piece = tuple[str, int, int]


def blanked_rows(latex: str) -> tuple[str, list[Row]]:
    """The rows of a formula, and the formula with spaces for what is only for the eye, place by place."""
    reader = _Reader(latex)
    reader.read()
    for row in reader.rows:
        without_hidden(row)
        with_names(row)
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
        self._closed: set[int] = set()
        self._goes_on = False
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
        text, start, _ = self._pieces[n]
        if text.isspace() or text in SPACES:
            return n + 1
        if n in self._closed:
            return self._blank(n, n + 1)
        if BEGIN.match(text):
            return self._environment(n)
        if text in ("{", "}"):
            return self._brace(n)
        if UNSEEN.match(text):
            return self._blank(n, self._group_end(n + 1))
        if TEXT.match(text):
            stop = self._group_end(n + 1)
            is_name = stop == n + 1 or "math" in text or "operator" in text
            self._mark(What.OTHER if is_name else What.WORDS, n, stop)
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

    def _next(self, n: int) -> int:
        """The number of the next piece that is no space, from one on."""
        while n < len(self._pieces) and self._pieces[n][0].isspace():
            n += 1
        return n

    def _group_end(self, n: int) -> int:
        """The number behind the group that comes next, behind spaces; the same number if none does."""
        m = self._next(n)
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
        if text in PLAIN:
            return True
        if self._is_only_sign(n):
            return text not in ("_", "^")
        return text in ("&", r"\\", "{", *COMMAS, *WIDE) or bool(BEGIN.match(text)) or meaning(text) is not None

    def _is_only_sign(self, n: int) -> bool:
        inner = self._latex[self._pieces[n][2] : self._pieces[self._partner[n]][1]]
        return len(inner) < 40 and meaning(inner) is not None

    def _blank_script(self, n: int) -> None:
        """Blanks what is written below or above a brace that has been looked through."""
        n = self._next(n)
        if n < len(self._pieces) and self._pieces[n][0] in ("_", "^"):
            self._blank(n, self._script_end(n))

    def _script_end(self, n: int) -> int:
        stop = self._group_end(n + 1)
        if stop > n + 1:
            return stop
        m = self._next(n + 1)
        stop = self._group_end(m + 1) if m < len(self._pieces) and TEXT.match(self._pieces[m][0]) else m + 1
        return min(stop, len(self._pieces))

    def _script(self, n: int) -> int:
        r"""Passes over what is below or above a sign, also where it has no braces, as in `x_<`."""
        stop = self._script_end(n)
        if self.seen[self._pieces[n][1]] == " ":
            return stop  # it belonged to a brace that was looked through
        m = stop - 1
        if m > n and (self._pieces[m][0] in BREAKS or self._pieces[m][0] == "&" or BEGIN.match(self._pieces[m][0])):
            stop = m
        self._mark(What.OTHER, n, stop)
        return stop

    def _stacked(self, n: int) -> int:
        r"""Reads a sign with something above it, which may be no sign of relation."""
        stop, takes = n + 1, 1 if self._pieces[n][0] in (r"\xlongequal", r"\mathrel") else 2
        if stop < len(self._pieces) and self._pieces[stop][0] == "[":
            closing = (k for k in range(stop, min(stop + 100, len(self._pieces))) if self._pieces[k][0] == "]")
            stop = next(closing, stop - 1) + 1
        for _ in range(takes):
            end = self._group_end(stop)
            stop = end if end > stop else min(self._next(stop) + 1, len(self._pieces))  # one piece has no braces
        is_sign = meaning(self._latex[self._pieces[n][1] : self._pieces[stop - 1][2]]) is not None
        self._mark(What.SIGN if is_sign else What.OTHER, n, stop)
        return stop

    def _environment(self, n: int) -> int:
        """Passes over cases and matrices, and looks into what only aligns."""
        text, _, end = self._pieces[n]
        if n not in self._partner or not self._aligns(n):
            if n not in self._partner:
                return self._blank(n, n + 1)
            stop = self._partner[n] + 1
            self._mark(What.OTHER, n, stop)
            return stop
        takes = re.search(r"array\}|alignat|alignedat|IEEE", text) and "eqnarray}" not in text.replace("IEEE", "")
        if "mult" in text:
            self._goes_on = text.startswith(r"\begin")
        if text.startswith(r"\begin"):
            self._without_bracket(n)
        reach = (ARGUMENTS if takes else POSITION).match(self._latex, end) if text.startswith(r"\begin") else None
        stop = n + 1
        while reach and stop < len(self._pieces) and self._pieces[stop][2] <= reach.end():
            stop += 1
        return self._blank(n, stop)

    def _without_bracket(self, n: int) -> None:
        """Blanks the bracket before a system of relations, and its partner."""
        marks = self.rows[-1].marks
        if not marks or marks[-1].what is not What.OPEN:
            return
        opening = marks.pop()
        self.seen[opening.start : opening.end] = " " * (opening.end - opening.start)
        after = self._next(self._partner[n] + 1)
        if after < len(self._pieces) and self._what(after) is What.CLOSE:
            self._closed.add(after)

    def _aligns(self, n: int) -> bool:
        """Whether the environment is of rows that are relations, or continue one."""
        m = BEGIN.match(self._pieces[n][0])
        if not self._pieces[n][0].startswith(r"\begin"):
            return True
        marks = [mark for mark in self.rows[-1].marks if mark.what not in (What.ALIGN, What.WIDE)]
        if m is None or not ALIGNING.fullmatch(m[1]):
            return m is not None and self._is_system(m[1], n, marks)
        is_array = "array" in m[1] and "eqn" not in m[1]
        if marks and marks[-1].what is What.OPEN:
            has_sign = any(mark.what is What.SIGN for mark in marks)
            is_brace = marks[-1].text.endswith((r"\{", r"\lbrace"))
            return self._is_system(m[1], n, marks) if is_array else is_brace and not has_sign
        inside = (self._pieces[k][0] for k in range(n + 1, self._partner[n]))
        return not is_array or any(meaning(text) for text in inside)

    def _is_system(self, name: str, n: int, marks: Sequence[Mark]) -> bool:
        """Whether cases, or a matrix or an array behind a brace, are a list of relations, and no side of one."""
        if not re.search("cases|matrix|array", name):
            return False
        is_first = not marks if "cases" in name else [mark.text[-2:] for mark in marks] == [r"\{"]
        behind = self._next(self._partner[n] + 1)
        if behind < len(self._pieces) and self._what(behind) is What.CLOSE:
            behind = self._next(behind + 1)
        is_last = behind >= len(self._pieces) or self._what(behind) is not What.SIGN
        cells = self._latex[self._pieces[n][2] : self._pieces[self._partner[n]][1]]
        if not is_first or not is_last or len(cells) > LARGEST_SYSTEM:
            return False
        return all(_is_relation(row) for row in re.split(r"\\\\", cells) if row.strip())

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
        self.rows.append(Row(start, goes_on=self._goes_on))


def _is_relation(row: str) -> bool:
    """Whether a row of cases, or of a matrix, is a relation, and no value with a condition."""
    first, *others = [[p for p in PIECE.findall(cell) if not p.isspace()] for cell in re.split(r"(?<!\\)&", row)]
    return any(meaning(p) for p in first) or (bool(others) and any(meaning(p) for p in others[0][:1]))


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
