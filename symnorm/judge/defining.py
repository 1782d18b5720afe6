"""Lines of a paper that define names, by their reasons or by the sign in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .conditions import FORMULA
from .whose import is_naming

if TYPE_CHECKING:
    from ..transcript import Line

DEFINED_BY = re.compile(r":\s*=|\\(?:coloneqq|equiv|triangleq|doteq)(?![A-Za-z])|\\overset\s*\{[^{}]*def")
"""Signs with which a name is given a meaning."""

BESIDE = re.compile(r",?\s*\\q?quad|\\text\w*\s*\{[^{}]*\}|;")
"""Words and signs between several definitions of one line."""

LISTED = re.compile(r"\\[lc]?dots|\.\.\.|…")
"""In what lists the entries of a name, which says nothing of it."""


def is_defining(reason: str) -> bool:
    """Whether a line with this reason is a definition, and no more."""
    return re.split("[,:;]", reason)[0].strip() in ("definition", "definitions")


def definitions(line: Line) -> Iterator[str]:
    """The formulas of a line that may define names, each from its name on."""
    is_named = is_naming(line.reason)
    if is_named or DEFINED_BY.search(line.latex.replace(r"\equiv", "")):  # which other lines are full of
        found = [line.latex, *BESIDE.split(line.latex), *(FORMULA.findall(line.text) if is_named else ())]
        yield from dict.fromkeys(one.strip() for one in found if one.strip() and not LISTED.search(one))
