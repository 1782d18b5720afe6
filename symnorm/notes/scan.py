r"""Formulas of a text: from where to where, display or running text. Code is none of it.

Every search goes forward and has an end, so that a megabyte of dollar signs is read as fast as any other.

>>> [(s.start, s.is_display) for s in scanned(r"Let $a = b$. Then $$c = d,$$ not `$e$`", False).spans]
[(4, False), (18, True)]
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, field

from .markdown import CLOSES, OPENS

ENVIRONMENTS = (
    "equation|align|gather|multline|eqnarray|displaymath|flalign|alignat|xalignat|aligned|alignedat|gathered|split"
    "|dmath|IEEEeqnarray|math"
)
START = re.compile(
    r"<!--|(?P<math>:math:)?(?P<ticks>`+)|\$\$|\$`|\$|\\\\[\[(]|\\\[|\\\("
    rf"|\\begin\s*\{{(?P<name>{ENVIRONMENTS})(?P<star>\*?)\}}|{OPENS}|<(?P<tag>pre|code|script|style)\b[^>\n]{{0,300}}>|\\.",
    re.DOTALL,
)  # fmt: skip
CLOSERS = {"<!--": "-->", "$$": "$$", "$`": "`$", "$": "$", r"\(": r"\)", r"\\[": r"\\]", r"\\(": r"\\)", OPENS: CLOSES}
IN_TEXT = ("$", "$`", r"\(", r"\\(")
"""What opens a formula of running text."""
BRACKETS = re.compile(r"\\(?:\[|\]|.)", re.DOTALL)
BLANK = re.compile(r"\n[ \t]*\n")
HEADING = re.compile(r"(?m)^[ \t]{0,3}#{1,6}[ \t]|^[ \t]*\\(?:sub)*section\b")
WORD = re.compile(r"[^\W\d_]{2,}")
LONGEST, LONGEST_IN_TEXT = 50_000, 3_000
"""So many characters a display may have, and a formula of running text."""


@dataclass(frozen=True)
class Span:
    """A formula: from where to where with its delimiters, and from where to where without."""

    start: int
    end: int
    first: int
    last: int
    is_display: bool


@dataclass
class Scanned:
    """What was found in a text."""

    spans: list[Span] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)
    """The comments of HTML: where, and what is in them."""
    problems: list[tuple[int, str]] = field(default_factory=list)
    """Where, and a sentence."""


def scanned(text: str, is_latex: bool) -> Scanned:
    """The formulas of a text, without those in code."""
    return _Scanner(text, is_latex).scan()


class _Scanner:
    def __init__(self, text: str, is_latex: bool) -> None:
        self._text = text
        self._is_latex = is_latex
        self._absent: set[str] = set()
        self._beyond: dict[str, int] = {}
        self._found = Scanned()
        self._runs: dict[int, list[int]] = defaultdict(list)
        if not is_latex:
            for m in re.finditer(r"`+", text):
                self._runs[len(m[0])].append(m.start())

    def scan(self) -> Scanned:
        """Reads the whole text."""
        at = 0
        while m := START.search(self._text, at):
            at = self._opened(m)
        return self._found

    def _opened(self, m: re.Match[str]) -> int:
        """Reads what begins here; the place to go on from."""
        sign = m[0]
        if self._is_latex and (sign[0] in "`<:" or sign in (r"\\[", r"\\(")):
            return m.end()
        if m["ticks"]:
            return self._ticks(m)
        if m["tag"]:
            end = self._find(f"</{m['tag']}>", m.end(), len(self._text))
            return end if end >= 0 else m.end()
        if m["name"]:
            return self._environment(m)
        if sign == r"\[":
            return self._brackets(m)
        if sign not in CLOSERS:
            return m.end()
        return self._dollars(m) if sign == "$" else self._between(m, CLOSERS[sign])

    def _find(self, closer: str, at: int, stop: int) -> int:
        """The place of what closes a formula; -1 where there is none."""
        if closer in self._absent or self._beyond.get(closer, -1) >= stop:
            return -1
        found = self._text.find(closer, at, stop)
        while found > 0 and closer[0] in "$" and self._text[found - 1] == "\\" and self._text[found - 2] != "\\":
            found = self._text.find(closer, found + 1, stop)
        if found < 0:
            beyond = self._text.find(closer, at)
            self._beyond[closer] = beyond
            if beyond < 0:
                self._absent.add(closer)
        return found

    def _between(self, m: re.Match[str], closer: str) -> int:
        """Reads a formula, or a comment, up to what closes it."""
        sign, in_text = m[0], m[0] in IN_TEXT
        limit = len(self._text) if sign in ("<!--", OPENS) else m.end() + (LONGEST_IN_TEXT if in_text else LONGEST)
        was_absent = closer in self._absent
        end = self._find(closer, m.end(), limit)
        if end < 0 or (sign not in ("<!--", OPENS) and self._runs_on(m.end(), end, in_text)):
            if not was_absent and sign not in (r"\(", r"\\(", r"\\[", "<!--"):
                self._problem(m, "```math" if sign == OPENS else sign)
            return m.end()
        if sign == "<!--":
            self._found.comments.append((m.start(), self._text[m.end() : end]))
            return end + len(closer)
        return self._add(m.start(), end + len(closer), m.end(), end, not in_text)

    def _dollars(self, m: re.Match[str]) -> int:
        """Reads a formula of running text between dollar signs, which may be dollars as well."""
        end = self._find("$", m.end(), m.end() + LONGEST_IN_TEXT)
        if end < 0 or self._runs_on(m.end(), end, True) or self._is_money(m.end(), end):
            return m.end()
        return self._add(m.start(), end + 1, m.end(), end, False)

    def _is_money(self, first: int, end: int) -> bool:
        """Whether the two signs are no pair: the second has a number behind it, or words stand between them."""
        inner, behind = self._text[first:end], self._text[end + 1 : end + 2]
        if not inner.strip() or (behind == "$" and inner[-1].isspace()):
            return True
        is_wide = inner[-1].isspace() and not inner[0].isspace()
        is_plain = not re.search(r"[\\_^={}]", inner)
        return (behind.isdecimal() and is_plain) or (is_wide and is_plain and len(WORD.findall(inner)) > 0)

    def _brackets(self, m: re.Match[str]) -> int:
        r"""Reads a display between \[ and \]. Within it, `\\[2pt]` is the end of a row."""
        for found in BRACKETS.finditer(self._text, m.end()) if r"\]" not in self._absent else ():
            if found[0] == r"\[" or found.start() - m.end() > LONGEST:
                break
            if found[0] == r"\]":
                if self._runs_on(m.end(), found.start(), False):
                    break
                return self._add(m.start(), found.end(), m.end(), found.start(), True)
        else:
            if r"\]" in self._absent:
                return m.end()
            self._absent.add(r"\]")
        self._problem(m, m[0])
        return m.end()

    def _environment(self, m: re.Match[str]) -> int:
        r"""Reads a display that is an environment, up to its \end, which comes before another such \begin."""
        name = m["name"] + m["star"]
        if name in self._absent:
            return m.end()
        found = re.compile(r"\\(begin|end)\s*\{" + re.escape(name) + r"\}").search(self._text, m.end())
        if found is None:
            self._absent.add(name)
        if found is None or found[1] == "begin" or self._runs_on(m.end(), found.start(), False):
            self._problem(m, m[0])
            return m.end()
        return self._add(m.start(), found.end(), m.start(), found.end(), name != "math")

    def _ticks(self, m: re.Match[str]) -> int:
        """Passes over code; with a role before it, it is a formula of reStructuredText."""
        runs = self._runs[len(m["ticks"])]
        n = bisect_left(runs, m.end())
        if n == len(runs) or BLANK.search(self._text, m.end(), min(runs[n], m.end() + LONGEST_IN_TEXT)):
            return m.end()
        end = runs[n] + len(m["ticks"])
        return self._add(m.start(), end, m.end(), runs[n], False) if m["math"] else end

    def _runs_on(self, first: int, end: int, in_text: bool) -> bool:
        """Whether a formula goes on for longer than any does: text is in it, or the end of a paragraph."""
        m = BLANK.search(self._text, first, end)
        if m is None or in_text:
            return m is not None
        at = m.end()
        while at < end:
            m = BLANK.search(self._text, at, end)
            stop = m.start() if m else end
            paragraph = self._text[at:stop]
            if OPENS in paragraph or HEADING.search(paragraph) or _is_prose(paragraph):
                return True
            at = m.end() if m else end
        return False

    def _add(self, start: int, end: int, first: int, last: int, is_display: bool) -> int:
        if self._text[first:last].strip():
            self._found.spans.append(Span(start, end, first, last, is_display))
        return end

    def _problem(self, m: re.Match[str], sign: str) -> None:
        self._found.problems.append((m.start(), f"{sign} is not closed"))


def _is_prose(paragraph: str) -> bool:
    """Whether a paragraph is words and no formula."""
    if re.search(r"[\\_^=&]", paragraph):
        return False
    words = WORD.findall(paragraph)
    return len(words) > 1 or any(not w.isascii() and len(w) > 3 for w in words)
