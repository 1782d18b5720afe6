"""The words beside a formula that is charged: what may limit or weaken it is heeded, or signed by the script.

A page says "for nonnegative x", "approximately" or "we ask whether" in more ways than any list has. So it is the
harmless words that are listed, and whatever else stands there has to be signed, as it is of a formula: with
words={label: "the words"} the script says that the point is one of those of which the line speaks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from .conditions import FORMULA, spoken

if TYPE_CHECKING:
    from ..transcript import Line

HARMLESS = """
    a again also an and by combining comparing differentiating eq eqs equation equations expression finally first follow
    following follows formula formulas from furthermore get gets give gives hence hold holds i.e. ineq inequality
    integrating integration it leads lemma moreover namely next note now obtain obtains of our proof read reads
    rearranging result results so that the then theorem therefore these this throughout thus using we which write yield
    yields
"""
"""Words with which a formula is brought in, and which say nothing of where it holds."""

KNOWN = frozenset(HARMLESS.split())

PHRASES = re.compile(
    r"""\b(?:(?:the\ )?(?:left|right)[- ]hand\ sides?(?:\ of)?(?:\ becomes?|\ is|\ reads)?
    | (?:can|may)\ (?:also\ |now\ )?be\ (?:re)?written\ as | (?:leads|reduces|amounts)\ to
    | we\ (?:now\ )?(?:have|see|find) | we\ separate\ the\ variables | is\ solved\ by\ the\ function
    | which\ means | means\ that | must\ hold | has\ the\ form | as\ follows)\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Groups of words that are harmless together; some of them would make a relation of names if they stood alone."""

REFERENCE = re.compile(
    r"\b(?:Eqs?|Ineqs?|Lemma|Theorem|Sec)\b\.?\s*\(?[\d.]+\)?(?:\s*(?:and|,|to)\s*\(?[\d.]+\)?)*|\([\d.]+\)"
)
"""References by number."""

CONDITION, NAME = "\0", "\1"
"""Placeholders for a condition that is known to hold at the point, or is none, and for a name."""

BROUGHT_IN = re.compile(rf"\b(?:for|if|where|when|with|as|since|let)\s+(?:(?:all|any|every|each)\s+)?{CONDITION}", re.I)
PIECES = re.compile(r"i\.e\.|[^\W\d_]+|\d+|[^\s\w]|_")
PUNCTUATION = frozenset(".,;:()[]'\"`-–—…’" + CONDITION + NAME)


def limiting(
    where: str, words: str, is_heeded: Callable[[str], bool], is_name: Callable[[str], bool], signed: str
) -> str:
    """Why words that stand somewhere may limit a formula, and what is to be done; or nothing.

    A formula in the words is heeded that is known to hold at the point, or says what is charged. What is `signed` are
    words that the script quotes.
    """
    if signed not in words:
        return f"words= quotes {signed!r}, and {where} stands {words!r}"
    found = _unheeded(words, is_heeded, is_name)
    if signed and not found:
        return f"words= is needless: {signed!r} limits nothing"
    found = _unheeded(words.replace(signed, " "), is_heeded, is_name) if signed else found
    if not found:
        return ""
    return (
        f"{where} stands {words!r}, which may limit it ({found}): where it does not, sign the words with words= "
        "in Theorem(...)"
    )


def spelt_out(line: Line) -> str:
    """The words of a line, with its formula among them."""
    return line.text if not line.latex or line.latex in line.text else f"{line.text} ${line.latex}$".strip()


def _unheeded(words: str, is_heeded: Callable[[str], bool], is_name: Callable[[str], bool]) -> str:
    """The first word or formula that is not known to be harmless; or nothing."""

    def read(formula: re.Match[str]) -> str:
        printed = formula[1].strip()
        return f" {CONDITION} " if is_heeded(printed) else f" {NAME} " if is_name(printed) else formula[0]

    plain = BROUGHT_IN.sub(" ", FORMULA.sub(read, spoken(words)))
    if left := FORMULA.search(plain):
        return left[0]
    if plain.count(NAME) > 1:
        return "it speaks of several things"
    plain = PHRASES.sub(" ", REFERENCE.sub(" ", plain))
    pieces = (p for p in PIECES.findall(plain) if p not in PUNCTUATION and p.lower() not in KNOWN)
    return next(pieces, "")
