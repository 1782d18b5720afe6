"""The pieces that LaTeX documents of an edition are made of: displays, formulas in the text, references, errata."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..report import Erratum, Line, Point
from . import texmath
from .edition import Reference, Theorem
from .texwords import code, is_settable, printed_words, settable, words

LINE = 41.0
"""The width of a line in em: 160 mm in 11 points."""

SMALL = 48.0
"""The same in the smaller letters of footnotes and tables."""

KINDS = {
    "typo": "misprint", "false": "false", "reading": "one reading", "approximation": "approximation",
    "hypothesis": "a hypothesis is missing", "gap": "a gap in the argument", "notation": "notation",
    "extraction": "damage by an extraction of the text, not by the author",
}  # fmt: skip


@dataclass(frozen=True)
class References:
    """Writes references: a link where the line is in the same document, its name and its theorem otherwise."""

    known: Callable[[Reference], bool]

    def __call__(self, reference: Reference, inside: str) -> str:
        """A reference from the theorem `inside`."""
        name = label(reference.label, is_supplied=reference.is_supplied)
        if self.known(reference):
            name = rf"\hyperref[{key(reference)}]{{{name}}}"
        return name if reference.theorem == inside else f"{name} of {self.theorem(reference.theorem)}"

    def theorem(self, id: str) -> str:
        """The name of a theorem."""
        here = self.known(Reference(id, ""))
        return rf"\hyperref[{file_name(id)}]{{{code(id)}}}" if here else code(id)

    def several(self, references: Sequence[Reference], order: Sequence[str], inside: str) -> str:
        """Several references; three or more lines that follow each other, by the anchors in order, as a range."""
        places = {anchor: n for n, anchor in enumerate(order)}
        runs: list[list[Reference]] = []
        for r in references:
            last = runs[-1][-1] if runs else None
            if last and r.anchor and places.get(r.anchor, -1) == places.get(last.anchor, -3) + 1:
                runs[-1].append(r)
            else:
                runs.append([r])
        shown = []
        for run in runs:
            if len(run) > 2:
                shown.append(f"{self(run[0], inside)} to {self(run[-1], inside)}")
            else:
                shown += [self(r, inside) for r in run]
        return joined(shown)


def file_name(id: str) -> str:
    """A theorem's id as the name of its file and of its label."""
    return id.replace("/", "-")


def key(reference: Reference) -> str:
    """The key of a label."""
    return f"{file_name(reference.theorem)}:{reference.anchor}"


def label(name: str, *, is_supplied: bool) -> str:
    """How a line is called: the paper's label as it is, a line of the editors in brackets."""
    return rf"\textup{{[{words(name)}]}}" if is_supplied else rf"\textup{{{words(name)}}}"


def joined(parts: Sequence[str], last: str = " and ") -> str:
    """a, b and c."""
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + last + parts[-1] if parts else ""


# --- formulas ---------------------------------------------------------------------------------------------


def display(lines: Sequence[Line], theorem: Theorem) -> str:
    """Lines in one display, each with its label; the links of a chain a = b = c stand below each other."""
    room = LINE - 1
    first = lines[0].sides
    left = texmath.width(first[0]) if len(first) == 3 else 0.0
    is_narrow = len(first) == 3 and left < 0.4 * room and len(texmath.rows(first[0], room, room)) == 1
    out: list[str] = []
    for n, line in enumerate(lines):
        if len(line.sides) != 3:
            rows = _indented(texmath.rows(line.formula.latex, room, room - 2))
        elif is_narrow:
            right = _right(line, room - left)
            rows = [f"{first[0] if n == 0 else ''} &{right[0]}", *(rf"&\quad {row}" for row in right[1:])]
        else:
            head = _indented(texmath.rows(line.sides[0], room, room - 2)) if n == 0 else []
            whole = texmath.width(line.formula.latex)
            if n == 0 and len(lines) == 1 and whole <= room:
                rows = [f"& {line.formula.latex}"]
            else:
                rows = [*head, *(rf"&\quad {row}" for row in _right(line, room - 2))]
        rows[-1] += f" {tag(line, theorem)}"
        out.append(_joined_rows(rows))
    body = " \\\\\n  ".join(out)
    return f"\\begin{{align*}}\n  {body}\n\\end{{align*}}"


def displays(groups: Sequence[Sequence[Line]], theorem: Theorem) -> str:
    """Several displays; lines that are no chains and need one row each stand in one display."""
    out: list[str] = []
    for is_short, run in groupby(groups, key=_is_short):
        if is_short and len(lines := [group[0] for group in run]) > 1:
            rows = " \\\\\n  ".join(f"{line.formula.latex} {tag(line, theorem)}" for line in lines)
            out.append(f"\\begin{{gather*}}\n  {rows}\n\\end{{gather*}}")
        else:
            out += [display(group, theorem) for group in ([lines] if is_short else run)]
    return "\n".join(out)


def _is_short(group: Sequence[Line]) -> bool:
    return len(group) == 1 and texmath.width(group[0].formula.latex) < 0.8 * LINE


def _joined_rows(rows: Sequence[str]) -> str:
    """Rows of one formula; no page ends after the first of them."""
    return " \\\\*\n  ".join([rows[0], " \\\\\n  ".join(rows[1:])] if len(rows) > 1 else rows)


def _right(line: Line, room: float) -> list[str]:
    """The relation and the right side, in rows."""
    return texmath.rows(f"{line.sides[1].strip()} {line.sides[2]}", room, room - 2)


def _indented(rows: list[str]) -> list[str]:
    return [f"& {rows[0]}", *(rf"&\quad {row}" for row in rows[1:])]


def tag(line: Line, theorem: Theorem) -> str:
    """The label at the margin; a line that is not printed so in the paper is marked."""
    name = label(line.label, is_supplied=line.is_supplied)
    if theorem.is_corrected(line):
        name = rf"\corrected{{{name}}}"
    if line.verdict != "proved":
        name = rf"\notproved{{{name}}}"
    return rf"\tag*{{{name}}}\label{{{file_name(theorem.id)}:{line.anchor}}}"


def formula(latex: str, room: float, end: str = "") -> str:
    """A formula in the text, followed by a sign; in a display of several rows where it is wider than the room."""
    if texmath.width(latex) <= 0.6 * room:
        return f"${latex}${end}"
    rows = _indented(texmath.rows(latex, 0.95 * room, 0.95 * room - 2))
    return f"\n\\begin{{align*}}\n  {_joined_rows(rows)} {end}\n\\end{{align*}}\n"


def listed(formulas: Iterable[str], room: float = LINE, end: str = ".") -> str:
    """Formulas in the text, separated by commas."""
    made = list(formulas)
    return " ".join(formula(f, room, end if n == len(made) else ",") for n, f in enumerate(made, start=1))


# --- errata -----------------------------------------------------------------------------------------------


def printed(erratum: Erratum, room: float) -> str:
    """What the paper prints, letter for letter."""
    if not erratum.printed_is_formula:
        return f"``{printed_words(erratum.printed)}''"
    if f"${erratum.printed}$" in erratum.words:
        return f"``{printed_words(erratum.words)}''"
    if not is_settable(erratum.printed):
        return code(erratum.printed)
    shown = formula(settable(erratum.printed), room)
    if erratum.words and texmath.is_name(erratum.printed):
        return f"``{printed_words(erratum.words)}'' with {shown}"
    return shown


def failure(found: Point, room: float) -> str:
    """Where it fails, and with which values, as a sentence."""
    besides = [words(found.remark)] if found.remark else []
    besides += [f"for the hypotheses, {listed((v.latex for v in found.others), room, '')}"] if found.others else []
    told = f" ({'; '.join(besides)})" if besides else ""
    fails, is_false = ("has no value", "has no value") if found.is_undefined else ("fails", "is false")
    where = f"It {fails} at {listed((v.latex for v in found.values), room, '')}" if found.values else f"It {is_false}"
    sides = ""
    if found.left and found.right:
        sides = f"the left side is ${found.left.latex}$, the right side ${found.right.latex}$"
    between = (", where " if found.values else ": ") if sides else ""
    return f"{where}{between}{sides}{told}."


def account(erratum: Erratum, room: float) -> str:
    """An erratum in words: what is printed, what is wrong with it, where it fails."""
    note = f": {words(erratum.note)}" if erratum.note else ""
    lacks = ""
    if erratum.condition is not None and erratum.kind == "hypothesis":
        lacks = f" It holds where {formula(erratum.condition.latex, room, ',')} which the paper does not state."
    if erratum.under:
        lacks += f" Suppose also {listed((u.latex for u in erratum.under), room)}"
    lacks += "".join(f" Here ${told.latex}$." for told in erratum.graph)
    if erratum.charged_as is not None:
        lacks = f" It is charged as {formula(erratum.charged_as.latex, room, ',')} which the script signs.{lacks}"
    if erratum.assumes is not None:
        lacks = f" It assumes {formula(erratum.assumes.latex, room, '.')}{lacks}"
    fails = f" {failure(erratum.point, room)}" if erratum.point else ""
    source = "As reconstructed, the paper prints" if erratum.is_reconstructed else "The paper prints"
    return (
        f"{source} {printed(erratum, room)} \\emph{{({KINDS[erratum.kind]}{note})}}."
        f"{lacks}{fails}"
    )
