"""The words beside a formula that is charged: what may limit or weaken it is heeded, or signed by the script.

A page says "for nonnegative x", "approximately" or "we ask whether" in more ways than any list has. So it is the
harmless words that are listed, and whatever else stands there has to be signed, as it is of a formula: with
words={label: "the words"} the script says that the point is one of those of which the line speaks.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .conditions import FORMULA, spoken

HARMLESS = """
    a also an and are as at be becomes both by can combining comparing differentiating eq eqs equation equations
    expression finally find first follow following follows formula formulas from function functions further
    furthermore get gets give gives hand has have hence here hold holds i.e. in ineq inserting integrating
    integration is it its lead leads left lemma means moreover must namely next note now obtain obtains of on one
    our proof read reads rearranging result results rewrite rewritten right second see separate separating side
    sides so solution solutions solve solved step substituting term terms that the then theorem there therefore
    these this thus to too two us using variable variables we which with write writes written yield yields
"""
"""Words with which a formula is brought in, and which say nothing of where it holds."""

KNOWN = frozenset(HARMLESS.split())

CONDITION, NAME = "\0", "\1"
"""What is put for a condition that is known to hold at the point, or is no condition; and for a name."""

BROUGHT_IN = re.compile(rf"\b(?:for|if|where|when|with|as|since|let)\s+(?:(?:all|any|every|each)\s+)?{CONDITION}", re.I)
PIECES = re.compile(r"i\.e\.|[^\W\d_]+|[^\s\w]|_")
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


def _unheeded(words: str, is_heeded: Callable[[str], bool], is_name: Callable[[str], bool]) -> str:
    """The first word or formula that is not known to be harmless; or nothing."""

    def read(formula: re.Match[str]) -> str:
        printed = formula[1].strip()
        return f" {CONDITION} " if is_heeded(printed) else f" {NAME} " if is_name(printed) else formula[0]

    plain = BROUGHT_IN.sub(" ", FORMULA.sub(read, spoken(words)))
    if left := FORMULA.search(plain):
        return left[0]
    pieces = (p for p in PIECES.findall(plain) if p not in PUNCTUATION and p.lower() not in KNOWN)
    return next(pieces, "")
