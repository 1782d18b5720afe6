"""Conditions that are printed with a line, in its formula or in words, or for the whole paper.

What is charged has to fail where they hold: at another point, it is not what is printed that fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne

from ..language import Statement
from ..language.terms import bare
from ..reader import Reader
from ..reader.tokens import tokens
from ..report import Binding
from ..witness import Point, fails
from ..witness.judge import satisfied
from ..witness.names import occurring
from .whose import Prints, is_supposing

BETWEEN = re.compile(
    r"\\q?quad\b|\\text\w*\s*\{[^{}]*\}|\\mbox\s*\{[^{}]*\}|\\(?:if|for|forall|mid|colon|Rightarrow|implies|iff)\b"
    r"|[,;:$]|\.(?=\s|$)"
)
"""Signs and words between a formula and a condition."""
BRACKETS = re.compile(r"[|\[\]]")
WORDS = re.compile(r"(?<![\\A-Za-z{])[A-Za-z]{2,}")
FORMULA = re.compile(r"\$([^$]+)\$")
ENCLOSED = re.compile(r"\(([^()]*)\)")

IS = r"\$\s+(?:(?:is|are)\s+)?"
SPOKEN = (
    (re.compile(r"\b(positive|negative|non-?zero)\s+\$([^$]*)\$"), r"$\2$ \1"),
    (re.compile(rf"{IS}positive\b"), "> 0$ "),
    (re.compile(rf"{IS}negative\b"), "< 0$ "),
    (re.compile(rf"{IS}(?:non-?|(?:not|not equal to|different from|unequal to)\s+)zero\b"), r"\\neq 0$ "),
)
"""Words beside a formula that make a condition of it, with what is written for them."""

RELATION = re.compile(r"<|>|=|\\(?:[lg]eq?(?:slant)?|neq?)(?![A-Za-z])")
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "<": lt, ">": gt, "=": eq, r"\le": le, r"\leq": le, r"\ge": ge, r"\geq": ge, r"\ne": ne, r"\neq": ne,
    r"\leqslant": le, r"\geqslant": ge,
}  # fmt: skip


def spoken(words: str) -> str:
    """Words with their adjectives as relations: "positive $t$" as "$t > 0$"."""
    for pattern, formula in SPOKEN:
        words = pattern.sub(formula, words)
    return words


def pieces(printed: str, words: str) -> Iterator[str]:
    """Possible conditions in a formula or the words around it, with and without the brackets around them."""
    words = spoken(words)
    found = [*BETWEEN.split(printed), *FORMULA.findall(words)]
    found += [p for part in BETWEEN.split(words) for p in WORDS.split(part)]
    found += [p for part in found for p in of_chain(part)]
    found += [p for part in found for p in BRACKETS.split(part)]
    for part in dict.fromkeys(p.strip() for p in found):
        yield from (part, part.strip(" ()"))
        yield from ENCLOSED.findall(part)


def of_chain(part: str) -> list[str]:
    """The relations of a chain of several, as 0 < a < 1 says 0 < a and a < 1."""
    signs, sides = RELATION.findall(part), RELATION.split(part)
    return [f"{sides[n]}{sign}{sides[n + 1]}" for n, sign in enumerate(signs)] if len(signs) > 1 else []


@dataclass(frozen=True)
class Spoken:
    """The statement of a line, in whose notation conditions are read, and those `claimed`: they are no conditions."""

    statement: Statement
    claimed: tuple[Statement, ...]


def unmet(prints: Prints, said: Spoken, point: Point, reader: Reader, is_signed: bool) -> str:
    """The first printed condition that does not hold at a point; or nothing.

    What is claimed is no condition, nor is the formula as a whole. Where the formula `is_signed`, what stands in it
    is the script's word. A condition on what has no value at the point is passed over, and so is one that is not
    understood. An equation limits all lines where a line supposes it; elsewhere it may define a name anew.
    """
    is_plain = not (is_signed or r"\begin" in prints.latex)
    found = [*pieces(prints.latex if is_plain else "", prints.words)]
    for line in prints.repeated:
        behind = BETWEEN.split(line.latex)[1:]  # the line itself, and then its conditions
        found += [p for part in (*behind, *ENCLOSED.findall(line.latex)) for p in pieces(part, "")]
        found += pieces("", line.text)
    for line in prints.throughout:
        may_equate = is_supposing(line.reason)
        found += [p for p in pieces(line.latex, line.text) if may_equate or "=" not in RELATION.findall(p)]
    whole = _texts(prints.latex)
    conditions = (p for p in dict.fromkeys(found) if len(RELATION.findall(p)) == 1 and _texts(p) != whole)
    return next((p for p in conditions if is_met(p, said, point, reader) is False), "")


def _texts(printed: str) -> list[str]:
    return [t.text for t in tokens(printed)]


def is_met(condition: str, said: Spoken, point: Point, reader: Reader) -> bool | None:
    """Whether a condition holds at a point, or is what is claimed, as it is written; None where that is not known."""
    holds = _on_channels(condition, point)
    if holds is not None:
        return holds
    if any(_is_as_written(reader.bind(condition, one)[0]) for one in said.claimed):
        return True
    return holds_at(condition, said.statement, point, reader)


def _is_as_written(found: Binding) -> bool:
    """Whether a formula says a statement, and no definition has to be put in: by that of |a|, |a| = a says much."""
    is_put_in = any(told.startswith("by the definition of") for told in found.tolerances)
    return found.outcome in ("bound", "declared") and not is_put_in


def holds_at(condition: str, statement: Statement, point: Point, reader: Reader) -> bool | None:
    """Whether a formula holds at a point, in the notation of a statement; None where that is not known."""
    reading = reader.bind(condition, statement)[1]
    if reading is None or not isinstance(reading.meaning, Statement):
        return None
    named = {name for t in reading.meaning.terms() for name in occurring(t)}
    if not named <= point.values.keys():
        return None
    return False if fails(point, reading.meaning) else True if satisfied(point, reading.meaning) else None


def _on_channels(condition: str, point: Point) -> bool | None:
    r"""Whether a condition on channels holds at a point, as i \neq j or i = 1; None for any other condition."""
    channels = {bare(name): channel for name, channel in point.indices.items()}
    sides = [side.strip() for side in RELATION.split(condition)]
    if len(sides) == 1 and condition.strip() in channels:
        return True  # as in "for all i": the line is printed with its channel
    if len(sides) != 2 or not any(side in channels for side in sides):
        return None
    left, right = (channels.get(side, int(side) if side.isdecimal() else None) for side in sides)
    return None if left is None or right is None else COMPARED[RELATION.findall(condition)[0]](left, right)


def asserted(statement: Statement) -> Iterator[Statement]:
    """The claims of a statement: itself, and its parts with and without a condition, but never a condition."""
    yield statement
    claims = {"and": statement.parts, "implies": statement.parts[1:]}.get(statement.kind, ())
    for part in claims:
        if isinstance(part, Statement):
            yield from asserted(part)


def parts(statement: Statement) -> Iterator[Statement]:
    """A statement and the statements in it."""
    yield statement
    for part in statement.parts:
        if isinstance(part, Statement):
            yield from parts(part)
