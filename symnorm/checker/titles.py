"""Ids, labels and titles: what stands around the formulas, and can be read in one way only."""

from __future__ import annotations

import re
from typing import Any

from .forms import GREEK, MAX_WORDS, Malformed, short, strange
from .skeleton import skeleton

IDENTIFIER = re.compile(r"[A-Za-z0-9_]{1,64}(/[A-Za-z0-9_]{1,64}){0,3}")
IDLE = re.compile(r"[\s_{}^$`*\"']")
MAX_LABEL = 200
BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Characters that Unicode counts as printable and that show nothing."""


def identifier(item: Any) -> str:
    """The id of a theorem."""
    if isinstance(item, str) and IDENTIFIER.fullmatch(item):
        return item
    odd = strange(item, str.isascii)
    raise Malformed(f"{short(item)} is not an id: ASCII letters, digits and _, as in paper/1{odd}")


def label(item: Any) -> str:
    """A label of a line: some words on one line, of Latin and Greek letters, between single blanks."""
    if not isinstance(item, str) or not item:
        raise Malformed(f"{short(item)} is not a label")
    if odd := strange(item, lambda c: " " <= c <= "~" or "À" <= c <= "ž" or c in GREEK + "§–"):
        raise Malformed(f"the label {short(item)} is not of Latin and Greek letters on one line{odd}")
    if item.split(" ") != item.split() or len(item) > MAX_LABEL:
        raise Malformed(f"the label {short(item)} is longer than {MAX_LABEL} or has blanks that cannot be seen")
    return item


def visible(text: str) -> str:
    """A line in which everything is seen: what turns it, ends it or shows nothing stands there as its number."""
    return "".join(c if c.isprintable() and not BLANK.match(c) else ascii(c)[1:-1] for c in text)


def shown(text: str) -> str:
    """How a label is compared: without what may be added or lost where it is typeset, and with what looks like it."""
    return skeleton(IDLE.sub("", text))


def words(item: Any) -> str:
    """A title or a note: words on one line, in any script, without what is not seen or turns the order of letters."""
    if not isinstance(item, str):
        raise Malformed(f"{short(item)} is not a string, as a title and a note are")
    if len(item) > MAX_WORDS:
        raise Malformed(f"{short(item)} has {len(item)} letters, and a title or a note {MAX_WORDS} at most: say less")
    if item.replace("\u00a0", " ").isprintable() and not BLANK.search(item):
        return item
    odd = strange(item, lambda c: (c.isprintable() or c == "\u00a0") and not BLANK.match(c))
    raise Malformed(f"{short(item)} has a character that cannot be seen{odd}")
