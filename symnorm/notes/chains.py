r"""Links of chains: a = b = c is two relations. Statements of a row, members of a statement, and what goes on below.

A row that begins with a sign goes on with the statement above it, and so does one that begins with an operator; a row
that ends with a sign goes on in the next, from one display to the next as well.

>>> from pathlib import Path
>>> found, _ = links([Formula(r"a &= b \\ &= c, \quad \text{if } x > 0", Path("n.md"), 1, 1)])
>>> [(link.latex, link.words) for link in found]
[('a = b', ''), ('b = c', 'if x > 0')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .marks import Mark, Row, What
from .model import Formula, Link
from .rows import blanked_rows
from .signs import kind

__all__ = ["kind", "links"]

CONDITION = re.compile(
    r"(?:^|[\s(,])(?:if|iff|for|when|whenever|where|unless|provided|subject to|such that|s\.t\.|otherwise"
    r"|all|any|every|while|si|se|pour|lorsque|quand|où|wenn|für|falls|wobei|onde|donde|quando|cuando|caso|nếu|với|khi)(?!\w)[^=]*$"
    r"|若|当|當|如果|其中|时|對於|对于|のとき|ならば|일 때|이면|여기서|에 대해",
    re.IGNORECASE,
)
WHERE = re.compile(r"^(?:where|wherein|with|où|wobei|onde|donde)(?!\w)|^其中|^여기서", re.IGNORECASE)
"""Words that begin a definition at the beginning of a row, and a condition behind a relation."""
GOES_ON = re.compile(r"^[\s~,]*(?:and|or|et|und|e|y|và|且|和|或|及び)[\s~,]*$|^[\s~,]*$", re.IGNORECASE)
LABEL = re.compile(
    r"(?:\\c?l?dots|\.{3})?\s*[（(]\s*(?:\d+(?:[.-]\d+)*\s*[a-z]?'*|[ivx]+|\*+|\\ast|\\star|[A-Z]\.?\d*)\s*[)）]"
)
QUALIFIED = re.compile(r"\\(?:forall|exists|in|notin|ni|subset|subseteq)(?![A-Za-z])|∀|∃|∈")
LEADING = re.compile(r"(?:\s+|\\[,;:!> ]|~|\{\s*\}|\\(?:qquad|quad|displaystyle)(?![A-Za-z])|[,，;；])+")
TRAILING = (
    "\\,", "\\;", "\\:", "\\!", "\\>", "~", r"\quad", r"\qquad", "{}", "\\",
    *",;:.，；。、：．",
)  # fmt: skip
LAST = frozenset(tail[-1] for tail in TRAILING)
OPEN_END = re.compile(r"(?:[-+−(\[/*]|\\(?:cdot|times|pm|odot|left\s*[(\[]|\{))\s*$")
GROUPED = re.compile(r"[（(].*[)）]", re.DOTALL)
SHORT = 120
"""So many characters may stand between a display and the one that goes on with it."""


@dataclass
class Part:
    """A part of a row between two separators: its signs, what stood before it, and the words there."""

    start: int
    end: int
    signs: list[Mark] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    before: set[What] = field(default_factory=set)
    words: str = ""


@dataclass
class Statement:
    """Members with signs between them; the place of each sign."""

    members: list[str]
    signs: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    words: str = ""

    def goes_on(self, text: str) -> None:
        """Adds a text to the last member."""
        self.members[-1] = f"{self.members[-1]} {text}".strip()

    def joins(self, other: Statement) -> None:
        """Adds a statement that begins within the last member."""
        self.goes_on(other.members[0])
        self.members += other.members[1:]
        self.signs += other.signs
        self.places += other.places
        self.words = _both(self.words, other.words)


def links(formulas: Sequence[Formula]) -> tuple[list[Link], list[Formula]]:
    """The links of all formulas of a note, and the formulas that hold no relation."""
    maker = _Maker()
    others = [formula for formula in formulas if not maker.add(formula)]
    return maker.links, others


class _Maker:
    """Makes links of statements, and remembers what may go on."""

    def __init__(self) -> None:
        self.links: list[Link] = []
        self._chain = 0
        self._display: Formula | None = None
        self._member, self._open_sign = "", ""
        self._between = 0

    def add(self, formula: Formula) -> bool:
        """Adds the links of a formula; whether it has any."""
        self._between += len(formula.before)
        if not formula.display:
            kept = self._member, self._open_sign
            self._member = self._open_sign = ""
            made = self._statements(formula)
            self._member, self._open_sign = kept
            self._between += len(formula.latex)
            return made
        if not self._may_go_on(formula):
            self._member = self._open_sign = ""
        made = self._statements(formula)
        self._display, self._between = formula, 0
        return made

    def _may_go_on(self, formula: Formula) -> bool:
        """Whether a display may go on with the one before."""
        last = self._display
        is_next = last is not None and (last.file, last.section) == (formula.file, formula.section)
        return is_next and self._between <= SHORT

    def _statements(self, formula: Formula) -> bool:
        number = 0
        for statement in statements(formula.latex):
            number = self._links(statement, formula, number)
        return number > 0

    def _links(self, statement: Statement, formula: Formula, number: int) -> int:
        """Adds the links of a statement; the number of the last."""
        members, signs, places = list(statement.members), list(statement.signs), list(statement.places)
        carried = bool(signs) and not members[0] and bool(self._member)
        if carried:
            members[0] = self._member
        elif self._open_sign and members[0]:
            members.insert(0, self._member)
            signs.insert(0, self._open_sign)
            places.insert(0, 0)
            carried = True
        else:
            self._chain += 1
        for n, sign in enumerate(signs):
            left, right = members[n], members[n + 1]
            if left and right:
                number += 1
                at = formula.line_at(places[n])
                is_carried = carried and n == 0
                self.links.append(
                    Link(left, sign, right, formula, number, at, self._chain, statement.words, is_carried)
                )
        self._open_sign = signs[-1] if signs and not members[-1] else ""
        self._member = members[-1] or (members[-2] if len(members) > 1 else "")
        return number


# --- the statements of a formula -------------------------------------------------------------------------------------


def statements(latex: str) -> list[Statement]:
    """The statements of a formula, those without a relation among them where others may go on with them."""
    seen, rows = blanked_rows(latex)
    out: list[Statement] = []
    for row in rows:
        made, words = _row(seen, row)
        if not made:
            if words and out:
                out[-1].words = _both(out[-1].words, words)
            continue
        first = made[0]
        if out and _continues(out[-1], first, row):
            if out[-1].signs and not out[-1].members[-1] and first.signs and first.members[0]:
                out[-1].members[-1] = first.members[0]
                out[-1].joins(Statement(["", *first.members[1:]], first.signs, first.places, first.words))
            else:
                out[-1].joins(first)
            made = made[1:]
        out += made
    return out


def _continues(above: Statement, first: Statement, row: Row) -> bool:
    """Whether the first statement of a row goes on with the last member of the row above."""
    text, end = first.members[0], above.members[-1][-20:]
    if not above.members[-1]:
        return bool(above.signs) and bool(text)
    if not text:
        return not above.signs and bool(first.signs)  # the row above is its left side
    if row.goes_on:
        return True
    leads = next((m for m in row.marks if m.what is not What.ALIGN), None)
    if leads is not None and leads.what is What.OPERATOR and leads.text not in "-−":
        return True
    is_wide = leads is not None and leads.what is What.WIDE
    operator = next((m for m in row.marks if m.what not in (What.ALIGN, What.WIDE)), None)
    is_operator = operator is not None and operator.what is What.OPERATOR
    if first.signs:
        return (is_operator and is_wide) or bool(OPEN_END.search(end))
    closes = operator is not None and operator.what is What.CLOSE
    return is_operator or closes or bool(OPEN_END.search(end)) or _is_open(above.members[-1])


def _is_open(text: str) -> bool:
    """Whether brackets are open in a text."""
    return sum(text.count(c) for c in "([") > sum(text.count(c) for c in ")]")


def _row(seen: str, row: Row) -> tuple[list[Statement], str]:
    """The statements of a row, and words that belong to none of them."""
    out: list[Statement] = []
    waiting, lead, is_condition = "", "", False  # words for the next statement, and those right before a part
    for part in _merged(seen, _parts(row)):
        text = _side(seen, part.start, part.end)
        lead = _both(lead, part.words)
        if not part.signs and (not text or LABEL.fullmatch(text)):
            continue
        goes_on = is_condition and bool(lead) and GOES_ON.match(lead) is not None
        is_told = CONDITION.search(lead) is not None and (bool(out) or WHERE.match(lead) is None)
        is_condition = goes_on or is_told or _is_qualified(seen, part, bool(out))
        if not is_condition and (part.signs or not (lead or out)):
            made = _statement(seen, part)
            made.words = _both(waiting, lead)
            out.append(made)
            waiting = ""
        elif out:
            out[-1].words = _both(out[-1].words, lead, text)
        else:
            waiting = _both(waiting, lead, text)
        lead = ""
    if out:
        out[-1].words = _both(out[-1].words, waiting, lead)
        return out, ""
    return out, _both(waiting, lead)


def _both(*words: str) -> str:
    return " ".join(" ".join(words).split())


def _is_qualified(seen: str, part: Part, has_statement: bool) -> bool:
    r"""Whether a part says for what the statement before holds, as in `\quad \forall i` or `(x > 0)`."""
    text = _side(seen, part.start, part.end)
    leads = QUALIFIED.match(text) is not None
    is_told = GROUPED.fullmatch(text) is not None or QUALIFIED.search(text) is not None
    return leads or (has_statement and not part.signs and is_told)


def _parts(row: Row) -> Iterator[Part]:
    """The parts of a row, between commas, wide spaces, arrows, words and columns."""
    part = Part(row.start, row.end)
    for n, mark in enumerate(row.marks):
        if mark.what is What.SIGN:
            part.signs.append(mark)
        if mark.what is What.ALIGN and not _is_column(row.marks, n):
            continue
        if mark.what not in (What.COMMA, What.WIDE, What.ARROW, What.WORDS, What.ALIGN):
            part.marks.append(mark)
            continue
        words = _plain(mark.text) if mark.what is What.WORDS else ""
        words = "" if LABEL.fullmatch(words) else words
        if part.marks or part.signs:
            part.end = mark.start
            yield part
            part = Part(mark.end, row.end, before={mark.what}, words=words)
        else:
            part.start = mark.end
            part.before.add(mark.what)
            part.words = _both(part.words, words)
    yield part


def _is_column(marks: Sequence[Mark], n: int) -> bool:
    """Whether a mark of alignment stands between columns, with no sign beside it."""
    beside = [marks[k].what for k in (n - 1, n + 1) if 0 <= k < len(marks)]
    return What.SIGN not in beside and len(beside) == 2


def _merged(seen: str, parts: Iterator[Part]) -> list[Part]:
    """The parts, those put together between which nothing ends: lists, and columns within one side."""
    out: list[Part] = []
    for part in parts:
        if out and _belongs(seen, out[-1], part):
            out[-1].end = part.end
            out[-1].signs += part.signs
            out[-1].marks += part.marks
        else:
            out.append(part)
    return out


def _belongs(seen: str, last: Part, part: Part) -> bool:
    """Whether a part belongs to the one before, as `n` does in `k = 1, \\ldots, n`."""
    if part.words or What.ARROW in part.before or not part.marks:
        return False
    text = _side(seen, part.start, part.end)
    leads_operator = part.marks[0].what is What.OPERATOR and (part.marks[0].text not in "-−" or not part.signs)
    if leads_operator and What.COMMA not in part.before and last.marks:
        return True
    if LABEL.fullmatch(text) or _is_qualified(seen, part, True):
        return False
    if What.COMMA in part.before:
        is_list = not part.signs and bool(last.marks)
        is_left = bool(part.signs) and not last.signs and bool(last.marks)
        return is_list or (is_left and part.marks[0].what is not What.SIGN)
    if part.before == {What.ALIGN}:
        return bool(last.marks) and not (part.signs and last.signs)
    return not part.signs and bool(OPEN_END.search(seen[max(last.start, last.end - 20) : last.end]))


def _statement(seen: str, part: Part) -> Statement:
    edges = [part.start, *(place for sign in part.signs for place in (sign.start, sign.end)), part.end]
    members = [_side(seen, edges[n], edges[n + 1]) for n in range(0, len(edges), 2)]
    return Statement(members, [" ".join(sign.text.split()) for sign in part.signs], [sign.start for sign in part.signs])


def _side(seen: str, start: int, end: int) -> str:
    """A side, without spaces and punctuation around it."""
    text = " ".join(seen[start:end].split())
    lead = LEADING.match(text)
    text = text[lead.end() :] if lead else text
    while True:
        text = text.rstrip()
        if text[-1:] not in LAST:
            return text
        tail = next((t for t in TRAILING if text.endswith(t)), None)
        if tail is None or (tail == "." and _is_kept(text)) or (tail == "\\" and text.endswith("\\\\")):
            return text
        if tail[0] != "\\" and len(tail) == 1 and text[:-1].endswith("\\") and not text[:-1].endswith("\\\\"):
            return text  # it is part of a command
        text = text[: -len(tail)]


def _is_kept(text: str) -> bool:
    r"""Whether a full stop at the end is one of three dots, or the bracket that is none of `\right.`."""
    return text.endswith("...") or re.search(r"\\(?:right|[bB]igg?r?)\s*\.$", text) is not None


def _plain(words: str) -> str:
    r"""The words in a `\text`."""
    opening = words.find("{")
    return " ".join(words[opening + 1 : -1].replace("~", " ").split()) if opening >= 0 else ""
