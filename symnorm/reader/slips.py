r"""Slips of the pen: a printed formula with one token other, fewer or more, which no statement of it may survive.

A number becomes another, a letter one that stands elsewhere in the paper or the next of its alphabet, a sign its
opposite, a function another. Every token is left out and doubled, and a number and a prime are put before it.

What stands above a relation, as in `\stackrel{(3)}{=}`, is a reason and says nothing of what holds; it is left alone.
So are the letter of an index that stands nowhere else, the dot between two factors, the colon of :=, and a
factor 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..language.theorem import Theorem
from .binding import Reader, lines
from .tokens import Token, tokens

if TYPE_CHECKING:
    from ..transcript import Line

SIGNS = {
    "+": "-", "-": "+", "=": "<", "<": "=", ">": "<", "/": "+", r"\leq": r"\geq", r"\geq": r"\leq", r"\neq": "=",
    r"\equiv": "<", r"\pm": "-", r"\cdot": "+", r"\odot": "+",
}  # fmt: skip
COMMANDS = {
    r"\tanh": r"\exp", r"\exp": r"\log", r"\log": r"\exp", r"\sqrt": r"\exp", r"\sum": r"\int", r"\int": r"\sum",
    r"\bar": r"\hat", r"\hat": r"\bar", r"\iff": r"\Rightarrow", r"\Rightarrow": r"\iff",
}  # fmt: skip
GREEK = (r"\alpha", r"\beta", r"\mu", r"\nu", r"\sigma", r"\lambda", r"\phi", r"\delta", r"\ell")
PUT_IN = ("2", "'")
IDLE = (r"\cdot", ":", r"\stackrel")
"""What may say the same where it is left out: a reason (1) is then a factor 1."""
SURVIVED = ("bound", "declared")


class Slip(NamedTuple):
    """A formula with a slip in it: whose, where, what was changed, and what became of it."""

    theorem: str
    label: str
    formula: str
    outcome: str


def slips(formula: str) -> Iterator[str]:
    """The formula with one slip, in every way."""
    found = tokens(formula)
    reasons = _reasons(found)
    letters = sorted({t.text for t in found if _is_letter(t)})
    for n, token in enumerate(found):
        if n not in reasons and not _is_idle(found, n):
            for text in _others(token, letters):
                yield _changed(formula, token, text)
    for n in range(len(found)):
        if n not in reasons:
            yield from _more_or_less(formula, found, n)


def _more_or_less(formula: str, found: tuple[Token, ...], n: int) -> Iterator[str]:
    """The formula without a token, with that token twice, and with another before it."""
    token = found[n]
    before, text, after = formula[: token.start], formula[token.start : token.end], formula[token.end :]
    is_factor_one = token.text == "1" and n + 1 < len(found) and (_is_letter(found[n + 1]) or found[n + 1].text == "(")
    if token.text not in IDLE and not is_factor_one:
        yield f"{before} {after}"
    yield f"{before}{text} {text}{after}"
    yield from (f"{before} {more} {text}{after}" for more in PUT_IN)


def _is_idle(found: tuple[Token, ...], n: int) -> bool:
    """Whether a token is the index of a sum and stands nowhere else: any letter would do."""
    is_index = [t.text for t in found[max(0, n - 3) : n]] == [r"\sum", "_", "{"]
    return is_index and sum(t.text == found[n].text for t in found) == 1


def _others(token: Token, letters: list[str]) -> list[str]:
    """What a slip makes of a token."""
    if token.kind == "number":
        return ["7" if token.text != "7" else "3", "1" if token.text != "1" else "2"]
    if _is_letter(token):
        after = GREEK[(GREEK.index(token.text) + 1) % len(GREEK)] if token.text in GREEK else _next(token.text)
        return [x for x in dict.fromkeys((after, *letters)) if x != token.text][:4]
    other = SIGNS.get(token.text) or COMMANDS.get(token.text)
    return [other] if other else []


def _is_letter(token: Token) -> bool:
    return token.text in GREEK or (len(token.text) == 1 and token.text.isascii() and token.text.isalpha())


def _next(letter: str) -> str:
    return {"z": "a", "Z": "A"}.get(letter) or chr(ord(letter) + 1)


def _reasons(found: tuple[Token, ...]) -> set[int]:
    """The places of the reasons above relations."""
    places: set[int] = set()
    for n, token in enumerate(found):
        if token.text == r"\stackrel":
            depth, end = 0, n + 1
            while end < len(found):
                depth += (found[end].text == "{") - (found[end].text == "}")
                places.add(end)
                end += 1
                if depth == 0:
                    break
    return places


def _changed(formula: str, token: Token, text: str) -> str:
    """The formula with another token, in the braces that were there."""
    before, after = formula[token.start : token.end], formula[token.end :]
    written = before.strip("{} \t\n") if before.startswith("{") else before
    inside = before.replace(written, text, 1)
    runs_on = text.startswith("\\") and inside.endswith(text) and after[:1].isalpha()
    return formula[: token.start] + inside + (" " if runs_on else "") + after


def slipped(theorem: Theorem, printed: Mapping[str, Line], each: int | None = None) -> Iterator[Slip]:
    """Every slip in the formulas of a theorem, or about so many of each formula, with what became of it."""
    reader = Reader(theorem)
    for label, formula, said, reads in lines(theorem, printed):
        found = list(dict.fromkeys(slips(formula)))
        step = max(1, len(found) // each) if each else 1
        for wrong in found[::step]:
            yield Slip(theorem.id, label, wrong, reader.line(label, wrong, said, reads).outcome)


def report(theorem: Theorem, transcript: str) -> dict[str, Any]:
    """The score of a theorem as plain data: how many slips were tried, and which of them nobody noticed."""
    from ..transcript import read_transcript

    found = list(slipped(theorem, read_transcript(Path(transcript)).by_label))
    missed = [{"label": s.label, "formula": s.formula} for s in found if s.outcome in SURVIVED]
    return {"id": theorem.id, "tried": len(found), "missed": missed}
