r"""Macros of a note: found wherever they are defined, and put in where they are used.

Each character keeps the line on which it stands; what a macro puts in stands on the line of its use.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from .lexing import group_end

DEFINITION = re.compile(
    r"\\(?:re|provide)?newcommand\*?\s*\{?\s*(\\[A-Za-z]+)\s*\}?\s*(?:\[(\d)\])?\s*(?:\[([^\]]*)\])?\s*(?=\{)"
    r"|\\DeclareMathOperator(\*?)\s*\{\s*(\\[A-Za-z]+)\s*\}\s*(?=\{)|\\def\s*(\\[A-Za-z]+)\s*((?:#\d)*)\s*(?=\{)"
)
PLACE = re.compile(r"#(\d)")
COMMAND = re.compile(r"\\[A-Za-z]+")
MOST = 2_000
"""So many macros are put into one formula at most."""
LARGEST = 100_000
"""So many characters a formula has at most when all are put in."""


@dataclass(frozen=True)
class Macro:
    """A macro: how many arguments it takes, what the first is where it is optional, and its text."""

    arguments: int
    default: str | None
    body: str


USUAL = {
    r"\pdv": Macro(2, None, r"\frac{\partial #1}{\partial #2}"), r"\dv": Macro(2, None, r"\frac{d #1}{d #2}"),
    r"\pder": Macro(2, None, r"\frac{\partial #1}{\partial #2}"), r"\abs": Macro(1, None, r"\left|#1\right|"),
    r"\norm": Macro(1, None, r"\left\|#1\right\|"), r"\qty": Macro(1, None, r"\left(#1\right)"),
    r"\bra": Macro(1, None, r"\langle #1|"), r"\infin": Macro(0, None, r"\infty"),
}  # fmt: skip
"""Those of the packages that people use without naming them."""


class TooManyMacros(Exception):
    """Macros that call themselves, or that grow without end."""


def macros_in(text: str) -> tuple[dict[str, Macro], str]:
    """The macros that a text defines, and the text with their definitions blanked."""
    found: dict[str, Macro] = {}
    parts: list[str] = []
    at = 0
    for m in DEFINITION.finditer(text):
        if m.start() < at:
            continue
        end = group_end(text, m.end())
        body = text[m.end() + 1 : end]
        if m[5]:
            found[m[5]] = Macro(0, None, rf"\operatorname{{{body}}}")
        elif m[6]:
            found[m[6]] = Macro(len(m[7]) // 2, None, body)
        else:
            found[m[1]] = Macro(int(m[2] or 0), m[3], body)
        parts += [text[at : m.start()], re.sub(r"[^\n]", " ", text[m.start() : end + 1])]
        at = end + 1
    return found, "".join([*parts, text[at:]])


def expanded(text: str, lines: Sequence[int], macros: dict[str, Macro]) -> tuple[str, tuple[int, ...]]:
    """A formula with its macros put in, and the line of each character. Raises TooManyMacros."""
    known = USUAL | macros
    at, count, where = 0, 0, list(lines)
    while m := COMMAND.search(text, at):
        macro = known.get(m[0])
        if macro is None:
            at = m.end()
            continue
        count += 1
        arguments, end = _arguments(text, m.end(), macro)
        if m[0] in (r"\pdv", r"\dv", r"\pder") and m[0] not in macros:
            put = _derivative(arguments, m[0] == r"\dv")
        else:
            put = PLACE.sub(partial(_put, arguments), macro.body)
        if count > MOST or len(text) + len(put) > LARGEST:
            raise TooManyMacros
        if put and put[-1].isalpha() and text[end : end + 1].isalpha():
            put += " "
        line = where[min(m.start(), len(where) - 1)] if where else 0
        text = text[: m.start()] + put + text[end:]
        where[m.start() : end] = [line] * len(put)
        at = m.start()
    return text, tuple(where)


def _arguments(text: str, at: int, macro: Macro) -> tuple[list[str], int]:
    """The arguments behind a macro, and the place behind the last."""
    found: list[str] = []
    if macro.default is not None:
        m = re.compile(r"\s*\[([^\]]*)\]").match(text, at)
        found.append(m[1] if m else macro.default)
        at = m.end() if m else at
    while len(found) < macro.arguments:
        start = at
        while start < len(text) and text[start].isspace():
            start += 1
        if start >= len(text):
            break
        if text[start] == "{":
            end = group_end(text, start)
            found.append(text[start + 1 : end])
            at = end + 1
        elif macro.body.startswith(r"\frac{\partial") and found:
            break  # \pdv{x} with one argument
        else:
            m = COMMAND.match(text, start)
            at = m.end() if m else start + 1
            found.append(text[start:at])
    return found, at


def _put(given: Sequence[str], place: re.Match[str]) -> str:
    number = int(place[1])
    return given[number - 1] if 0 < number <= len(given) else ""


def _derivative(arguments: Sequence[str], is_plain: bool) -> str:
    sign = "d" if is_plain else r"\partial"
    if len(arguments) == 1:
        return rf"\frac{{{sign}}}{{{sign} {arguments[0]}}}"
    if not arguments:
        return rf"\frac{{{sign}}}{{{sign}}}"
    return rf"\frac{{{sign} {arguments[0]}}}{{{sign} {arguments[1]}}}"
