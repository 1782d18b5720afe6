r"""Links of chains: a = b = c is two relations. Rows, statements, members, and what goes on in the next row.

A sign of relation counts where no brace, no environment and no bracket is open; brackets of real notes do not always
close, so that an alignment mark, a row's end, or a row whose brackets do not match count for more than they do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .lexing import group_end
from .model import Formula, Link
from .signs import kind

__all__ = ["kind", "links"]

WRAPPING = ("equation", "align", "aligned", "gather", "gathered", "multline", "eqnarray", "split", "array", "alignedat",
            "alignat", "flalign", "displaymath", "math", "multlined")  # fmt: skip
ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{(" + "|".join(WRAPPING) + r")\*?\}(?:\s*\{[lcr|@{}\d\s]*\})?")
UNSEEN = re.compile(
    r"\\(?:label|tag\*?|require|eqref|ref|cite|hspace\*?|vspace\*?)\s*\{[^{}]*\}|\\(?:nonumber|notag|displaystyle|hline|hfill"
    r"|allowdisplaybreaks|newpage|noindent|smallskip|medskip|bigskip|centering)(?![A-Za-z])|\\intertext\s*\{[^{}]*\}"
)
BOX = re.compile(r"\\(?:boxed|fbox)\s*(?=\{)|\\(?:color|textcolor|colorbox)\s*\{[^{}]*\}\s*(?=\{)")
PIECE = re.compile(
    r"\\(?:stackrel|overset|underset)\s*\{|\\not\s*=|\\(?:begin|end)\s*\{[^{}]*\}|\\(?:text|mbox|textrm|textit|textbf)\s*\{"
    r"|\\[A-Za-z]+|\\.|:=|=:|\\coloneqq|==|=>|!=|<=|>=|.", re.DOTALL,
)  # fmt: skip
SIGNS = {
    "=", r"\neq", r"\ne", "<", ">", r"\lt", r"\gt", r"\le", r"\leq", r"\ge", r"\geq", r"\leqslant", r"\geqslant",
    r"\ll", r"\gg", r"\approx", r"\simeq", r"\approxeq", r"\cong", r"\equiv", ":=", "=:", r"\coloneqq", r"\triangleq",
    r"\leftarrow", r"\gets",
    r"\doteq", "≤", "≥", "≠", "≈", "≡", "!=", "<=", ">=", "==",
}  # fmt: skip
ARROWS = (r"\implies", r"\Rightarrow", r"\Longrightarrow", r"\iff", r"\Leftrightarrow", r"\Longleftrightarrow", "=>",
          r"\therefore", "⇒", r"\because")  # fmt: skip
CONDITION = re.compile(
    r"\b(?:if|for|when|whenever|where|in which|provided|otherwise|unless|as)\b|若|当|如果|其中|对",
    re.IGNORECASE,
)
WORDS = frozenset({
    "if", "let", "for", "where", "and", "or", "when", "with", "so", "otherwise", "since", "as", "then", "hence", "thus",
    "therefore", "but", "because", "by", "from", "given", "i.e.", "s.t.",
})  # fmt: skip
"""Words that are no names, although they stand alone."""
TO_OPEN = ("(", "[", r"\{", r"\langle", r"\lbrace", r"\lbrack")
TO_CLOSE = (")", "]", r"\}", r"\rangle", r"\rbrace", r"\rbrack")
SHORT = 80
"""So many characters of words may stand between a display and the one that goes on with it."""


@dataclass(frozen=True)
class Mark:
    """Something at top level: a sign, a separator, a row's end, an arrow, or words."""

    what: str
    text: str
    start: int
    end: int


@dataclass
class Statement:
    """Members with signs between them."""

    members: list[tuple[str, int]]
    signs: list[str]
    words: str = ""


def links(formulas: Sequence[Formula]) -> tuple[list[Link], list[Formula]]:
    """The links of all formulas of a note, and the formulas that hold no relation."""
    found: list[Link] = []
    others: list[Formula] = []
    chain = 0
    last: tuple[Formula, str, str] | None = (
        None  # the formula before, its last member, and a sign that is still open
    )
    for formula in formulas:
        statements = _statements(formula.latex)
        statements = [s for s in statements if s.signs]
        if not statements:
            others.append(formula)
            last = None if formula.display else last
            continue
        number = 0
        for statement in statements:
            first, place = statement.members[0]
            carried = not first
            if carried and last is not None and (last[0] is formula or _goes_on(last[0], formula)):
                statement.members[0] = (last[1], place)
            elif last is not None and last[2] and (last[0] is formula or _goes_on(last[0], formula)):
                statement.members.insert(0, (last[1], place))
                statement.signs.insert(0, last[2])
                carried = True
            else:
                chain += 1
                carried = False
            open_sign = ""
            if not statement.members[-1][0]:
                statement.members.pop()
                open_sign = statement.signs.pop()
            for n, sign in enumerate(statement.signs):
                (left, _), (right, at) = statement.members[n], statement.members[n + 1]
                if not left or not right:
                    continue
                number += 1
                found.append(Link(left, sign, right, formula, number, formula.line_at(at), chain, statement.words,
                                  carried and n == 0))  # fmt: skip
            last = formula, statement.members[-1][0], open_sign
    return found, others


def _goes_on(before: Formula, formula: Formula) -> bool:
    """Whether a formula may go on with the one before: both are displays, and little stands between them."""
    is_next = formula.display == before.display + 1 and before.display > 0 and before.file == formula.file
    return is_next and before.section == formula.section and len(formula.before) <= SHORT


def _statements(latex: str) -> list[Statement]:
    """The statements of a formula, row by row."""
    seen = ENVIRONMENT.sub(_blank, UNSEEN.sub(_blank, latex))
    seen = _unboxed(seen)
    out: list[Statement] = []
    for start, end in _rows(seen):
        out += _row(seen, start, end, bool(out) and bool(out[-1].signs) and not out[-1].members[-1][0], out)
    return out


def _blank(m: re.Match[str]) -> str:
    return " " * len(m[0])


def _unboxed(seen: str) -> str:
    """The formula without boxes and colours around whole relations, whose content stays."""
    at = 0
    while m := BOX.search(seen, at):
        end = group_end(seen, m.end())
        inner = seen[m.end() + 1 : end]
        at = m.end() + 1
        if (
            any(sign in inner for sign in ("=", "<", ">", r"\le", r"\ge", r"\approx"))
            or "boxed" in m[0]
            or "fbox" in m[0]
        ):
            blank = " " * (m.end() + 1 - m.start())
            seen = seen[: m.start()] + blank + inner + " " + seen[end + 1 :]
    return seen


def _pieces(seen: str, start: int, end: int) -> list[tuple[str, int, int]]:
    """The pieces of a part, with a word of text or a sign with something above it in one."""
    out: list[tuple[str, int, int]] = []
    at = start
    while at < end:
        m = PIECE.match(seen, at)
        if m is None:
            break
        stop = m.end()
        if m[0].endswith("{") and m[0].startswith((r"\stackrel", r"\overset", r"\underset")):
            stop = group_end(seen, stop - 1) + 1
            behind = re.compile(r"\s*\{").match(seen, stop)
            stop = group_end(seen, behind.end() - 1) + 1 if behind else stop
        elif m[0].endswith("{") and not m[0].startswith((r"\begin", r"\end")) and m[0] != "{" and m[0] != r"\{":
            stop = group_end(seen, stop - 1) + 1
        stop = min(stop, end)
        out.append((seen[at:stop], at, stop))
        at = max(stop, at + 1)
    return out


def _rows(seen: str) -> list[tuple[int, int]]:
    """Where the rows begin and end."""
    out, start, depth = [], 0, 0
    for text, at, end in _pieces(seen, 0, len(seen)):
        depth += (text == "{" or text.startswith(r"\begin")) - (text == "}" or text.startswith(r"\end{"))
        if depth <= 0 and text in (r"\\", r"\newline", r"\cr", r"\tabularnewline"):
            out.append((start, at))
            start = end
            skipped = re.compile(r"\*?\s*\[[-\d.]+\s*[a-z]{2}\]").match(seen, start)
            start = skipped.end() if skipped else start
    out.append((start, len(seen)))
    return out


def _marks(seen: str, start: int, end: int, with_brackets: bool) -> tuple[list[Mark], bool]:
    """What stands at top level in a row, and whether its brackets match."""
    out: list[Mark] = []
    braces = brackets = 0
    is_even = True
    aligned = False
    for text, at, stop in _pieces(seen, start, end):
        if text == "{" or text.startswith(r"\begin"):
            braces += 1
        elif text == "}" or text.startswith(r"\end{"):
            braces -= 1
        elif braces <= 0 and text in TO_OPEN:
            brackets += 1
        elif braces <= 0 and text in TO_CLOSE:
            brackets -= 1
            is_even = is_even and brackets >= 0
        if braces > 0:
            continue
        if text == "&":
            aligned = True
            brackets = 0
            out.append(Mark("align", text, at, stop))
            continue
        if text.isspace():
            continue
        is_open = with_brackets and brackets > 0 and not aligned
        is_sign = text in SIGNS or bool(
            re.match(
                r"\\(?:stackrel|overset|underset)\s*\{.*\}\s*\{\s*(?:=|\\equiv|\\approx|\\leq?|\\geq?)\s*\}$",
                text,
                re.S,
            )
        )
        if re.match(r"\\not\s*=", text):
            out.append(Mark("sign", r"\neq", at, stop)) if not is_open else None
        elif is_sign and not is_open and not _is_below(seen, at):
            out.append(Mark("sign", text, at, stop))
        elif not is_open and text in ARROWS:
            out.append(Mark("arrow", text, at, stop))
        elif not is_open and text in (",", ";", r"\quad", r"\qquad", "，", "；"):
            out.append(Mark("comma", text, at, stop))
        elif (
            not is_open
            and text.startswith((r"\text{", r"\text ", r"\mbox", r"\textrm", r"\textit", r"\textbf"))
            and _are_words(text)
        ):
            out.append(Mark("words", text, at, stop))
        aligned = False
    return out, is_even and brackets == 0


def _is_below(seen: str, at: int) -> bool:
    """Whether a sign is a single token below or above another, as in \\sum_= ."""
    return seen[:at].rstrip()[-1:] in ("_", "^")


def _are_words(text: str) -> bool:
    """Whether text is words, and no name in roman letters."""
    inner = text[text.index("{") + 1 : -1].strip()
    if not inner or " " in inner or "~" in inner or not inner.isascii():
        return True
    return inner.lower() in WORDS


def _row(seen: str, start: int, end: int, goes_on: bool, before: list[Statement]) -> list[Statement]:
    """The statements of one row."""
    marks, is_even = _marks(seen, start, end, with_brackets=True)
    if not is_even:
        marks, _ = _marks(seen, start, end, with_brackets=False)
    parts: list[tuple[str, str, list[Mark], int, int]] = []
    at, words, comma = start, "", ""
    signs: list[Mark] = []
    for mark in [*marks, Mark("end", "", end, end)]:
        if mark.what == "sign":
            signs.append(mark)
        if mark.what in ("sign", "align"):
            continue
        parts.append((comma, words, signs, at, mark.start))
        words = mark.text if mark.what == "words" else ""
        comma = mark.what
        at, signs = mark.end, []
    out: list[Statement] = []
    for comma, words, own, first, last in parts:
        text = seen[first:last].strip(" \t\n&~")
        plain = _plain(words)
        previous = out[-1] if out else None
        if not own:
            if (
                previous is not None
                and comma == "comma"
                and text
                and previous.signs
                and previous.members[-1][0]
            ):
                member, place = previous.members[-1]
                previous.members[-1] = (f"{member}, {text}".strip(), place)
            elif previous is not None and plain:
                previous.words = f"{previous.words} {plain} {text}".strip()
            elif previous is None and goes_on and text and before:
                before[-1].members[-1] = (text, first)
            elif previous is None and plain:
                out.append(Statement([(text, first)], [], plain))
            elif previous is None and text:
                out.append(Statement([(text, first)], []))
            continue
        if previous is not None and plain and CONDITION.search(plain) and previous.signs:
            previous.words = f"{previous.words} {plain} {text}".strip()
            continue
        made = _members(seen, own, first, last)
        made.words = plain or (previous.words if previous is not None and not previous.signs else "")
        if previous is not None and not previous.signs and comma == "comma" and previous.members[0][0]:
            member, place = previous.members[0]
            made.members[0] = (f"{member}, {made.members[0][0]}", place)  # a list before the first sign
        out.append(made)
    return out


def _members(seen: str, signs: Sequence[Mark], first: int, last: int) -> Statement:
    edges = [first, *(place for sign in signs for place in (sign.start, sign.end)), last]
    members = []
    for n in range(0, len(edges), 2):
        text = seen[edges[n] : edges[n + 1]]
        inner = text.strip(" \t\n&~")
        lead = len(text) - len(text.lstrip(" \t\n&~"))
        inner = re.sub(r"\s*(?:[.,;:，。；]|\\[,;:! ]|\\$)\s*$", "", inner)
        inner = re.sub(r"^(?:\\[,;:! ]\s*)+", "", inner)
        members.append((_unaligned(inner), edges[n] + lead))
    return Statement(members, [sign.text for sign in signs])


def _unaligned(text: str) -> str:
    """The text without marks of alignment; those of cases and matrices stay."""
    if "&" not in text:
        return text
    out, depth = [], 0
    for piece, _, _ in _pieces(text, 0, len(text)):
        depth += (piece == "{" or piece.startswith(r"\begin")) - (piece == "}" or piece.startswith(r"\end{"))
        out.append(" " if piece == "&" and depth <= 0 else piece)
    return "".join(out).strip()


def _plain(words: str) -> str:
    r"""The words in a \text."""
    return words[words.index("{") + 1 : -1].replace("~", " ").strip() if "{" in words else ""
