r"""Macros of a note: found wherever they are defined, and put in where they are used.

A macro that is not defined in the note is put in only if it is one of a package that people use without naming it, as
`\pdv`. Each character keeps its line; what a macro puts in stands on the line of its use.

>>> found, _ = definitions(r"\newcommand{\half}[1]{\frac{#1}{2}}")
>>> Expander().expanded(r"y = \half x", [4] * 11, {d.name: d.macro for d in found})[0]
'y = \\frac{x}{2}'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..pieces import pieces
from .places import blanked

DEFINES = re.compile(
    r"\\(?P<new>(?:re)?newcommand|providecommand)\*?(?![A-Za-z])"
    r"|\\(?P<document>(?:New|Renew|Provide|Declare)DocumentCommand)(?![A-Za-z])"
    r"|\\(?P<def>[gex]?def)(?=\s*\\)|\\(?P<let>let)(?=\s*\\)|\\(?P<operator>DeclareMathOperator)\*?(?![A-Za-z])"
    r"|\\(?P<paired>DeclarePairedDelimiter)(?![A-Za-z])"
)
NAME = re.compile(r"\s*(?:\{\s*(\\?[A-Za-z@]+|\\[^A-Za-z\s])\s*\}|(\\[A-Za-z@]+|\\[^A-Za-z\s]))")
COUNT = re.compile(r"\s*\[\s*(\d)\s*\]")
OPTIONAL = re.compile(r"\s*\[([^\[\]{}]*(?:\{[^{}]*\}[^\[\]{}]*)*)\]")
PLACES = re.compile(r"\s*((?:#\d\s*)*)(?=\{)")
LET = re.compile(r"\s*=?\s*(\\[A-Za-z@]+|\\?[^\sA-Za-z\\]|[A-Za-z])")
BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
MOST, MOST_IN_ALL = 2_000, 50_000
"""So many macros are put into one formula at most, and into a note."""
LARGEST = 200_000
"""So many pieces of LaTeX macros may add to one formula."""
FARTHEST = 500
"""So many pieces an optional argument has at most."""

Placed = tuple[str, int]
"""A piece of LaTeX, and its line."""


@dataclass(frozen=True)
class Macro:
    """A macro: how many arguments it takes, what the first is where it is optional, and its text."""

    arguments: int
    default: str | None
    body: str


@dataclass(frozen=True)
class Definition:
    """A macro where it is defined."""

    place: int
    name: str
    macro: Macro


USUAL = {
    r"\abs": Macro(1, None, r"\left|#1\right|"),
    r"\norm": Macro(1, None, r"\left\|#1\right\|"),
    r"\grad": Macro(0, None, r"\nabla"),
    r"\dd": Macro(0, None, "d"),
    r"\qty": Macro(0, None, ""),
}
"""Macros of packages that people use without naming them."""
DERIVATIVES = {r"\pdv": r"\partial", r"\pder": r"\partial", r"\pderiv": r"\partial", r"\dv": "d", r"\odv": "d"}
"""Those for derivatives, which take one, two or three arguments, and what stands for the d in them."""


class TooManyMacrosError(Exception):
    """Macros that call themselves, or that grow without end."""


def definitions(text: str) -> tuple[list[Definition], list[tuple[int, str]]]:
    """The macros that a text defines, in their order, and what is wrong with others: where, and a sentence."""
    found, wrong, _ = _defined(text)
    return found, wrong


def without_definitions(text: str) -> str:
    """The text with spaces in the place of its definitions."""
    parts, at = [], 0
    for start, end in _defined(text)[2]:
        parts += [text[at:start], blanked(text[start:end])]
        at = end
    return "".join([*parts, text[at:]])


def _defined(text: str) -> tuple[list[Definition], list[tuple[int, str]], list[tuple[int, int]]]:
    """The definitions of a text, what is wrong with others, and from where to where they all reach."""
    found: list[Definition] = []
    wrong: list[tuple[int, str]] = []
    parts: list[tuple[int, int]] = []
    at = 0
    while m := DEFINES.search(text, at):
        name = NAME.match(text, m.end())
        at = m.end()
        if name is None:
            continue
        written = name[1] or name[2]
        called = written if written.startswith("\\") else f"\\{written}"
        made = _definition(text, m.lastgroup or "", name.end())
        if made is None:
            wrong.append((m.start(), f"the definition of {called} is not understood: a brace is missing"))
            break  # what comes behind an open brace is no text of its own
        macro, at = made
        found.append(Definition(m.start(), called, macro))
        parts.append((m.start(), at))
    return found, wrong, parts


def _definition(text: str, how: str, at: int) -> tuple[Macro, int] | None:
    """The macro whose name ends at a place, and the place behind its definition."""
    if how == "let":
        m = LET.match(text, at)
        return (Macro(0, None, m[1]), m.end()) if m else None
    count, default = 0, None
    if how == "def":
        m = PLACES.match(text, at)
        if m is None:
            return None
        count, at = m[1].count("#"), m.end()
    elif how == "document":
        wanted, at = group(text, at) or ("", len(text))
        count = len(re.findall(r"[mo]|O", re.sub(r"\{[^{}]*\}", "", wanted)))
        m = re.match(r"\s*O\s*\{([^{}]*)\}", wanted)
        default = m[1] if m else "" if wanted.lstrip().startswith("o") else None
    elif how == "new" and (m := COUNT.match(text, at)):
        count, at = int(m[1]), m.end()
        if count and (m := OPTIONAL.match(text, at)):
            default, at = m[1], m.end()
    body = group(text, at)
    if body is None:
        return None
    if how == "paired":
        closing = group(text, body[1])
        return closing and (Macro(1, None, rf"\left{body[0]}#1\right{closing[0]}"), closing[1])
    if how == "operator":
        return Macro(0, None, rf"\operatorname{{{body[0]}}}"), body[1]
    return Macro(count, default, body[0]), body[1]


def group(text: str, at: int) -> tuple[str, int] | None:
    """What stands in the braces that open at a place, or behind spaces there, and the place behind them."""
    start = re.compile(r"\s*").match(text, at).end()  # type: ignore[union-attr]
    if text[start : start + 1] != "{":
        return None
    depth = 0
    for m in BRACE.finditer(text, start):
        depth += (m[0] == "{") - (m[0] == "}")
        if depth == 0:
            return text[start + 1 : m.start()], m.end()
    return None


class Expander:
    """Puts in macros, for a whole note, which shares one limit."""

    def __init__(self) -> None:
        self._in_all = 0

    def expanded(
        self, text: str, lines: Sequence[int], macros: Mapping[str, Macro]
    ) -> tuple[str, tuple[int, ...]]:
        """A formula with its macros put in, and the line of each character. Raises TooManyMacrosError."""
        ahead = [(piece, lines[place]) for piece, place in reversed(pieces(text))]
        out: list[Placed] = []
        count, room = 0, len(ahead) + LARGEST
        while ahead:
            piece, line = ahead.pop()
            if piece[0] != "\\" or not (put := _put(piece, line, ahead, macros)):
                out.append((piece, line))
                continue
            count += 1
            self._in_all += 1
            ahead += reversed(put[0])
            if count > MOST or self._in_all > MOST_IN_ALL or len(ahead) + len(out) > room:
                raise TooManyMacrosError
        return _joined(out)


def _joined(found: Sequence[Placed]) -> tuple[str, tuple[int, ...]]:
    """The pieces as text. A command that a macro put before a letter stays apart from it."""
    parts: list[str] = []
    lines: list[int] = []
    before = ""
    for piece, line in found:
        text = f" {piece}" if len(before) > 1 and before[-1].isalpha() and piece[0].isalpha() else piece
        parts.append(text)
        lines += [line] * len(text)
        before = piece
    return "".join(parts), tuple(lines)


def _put(
    piece: str, line: int, ahead: list[Placed], macros: Mapping[str, Macro]
) -> tuple[list[Placed]] | None:
    """What a command puts in, in a tuple, after its arguments have been taken; None if it is no macro."""
    macro = macros.get(piece)
    if macro is None and piece in DERIVATIVES:
        return (_derivative(DERIVATIVES[piece], line, ahead),)
    if macro is None:
        macro = USUAL.get(piece)
        if macro is None:
            return None
        if ahead and ahead[-1][0] == "*":
            ahead.pop()
    taken: list[list[Placed]] = []
    if macro.default is not None:
        given = _bracketed(ahead)
        taken.append([(p, line) for p, _ in pieces(macro.default)] if given is None else given)
    while len(taken) < macro.arguments:
        taken.append(_argument(ahead))
    return (_filled(macro.body, taken, line),)


def _filled(body: str, arguments: Sequence[list[Placed]], line: int) -> list[Placed]:
    """The text of a macro with its arguments put in."""
    if not arguments:
        return [(piece, line) for piece, _ in pieces(body)]
    out: list[Placed] = []
    place = False
    for piece, _ in pieces(body):
        if place and piece.isdecimal():
            out.pop()
            out += arguments[int(piece) - 1] if 0 < int(piece) <= len(arguments) else []
        else:
            out.append((piece, line))
        place = piece == "#"
    return out


def _argument(ahead: list[Placed]) -> list[Placed]:
    """Takes one argument: what stands in the braces that come, or one piece."""
    while ahead and ahead[-1][0].isspace():
        ahead.pop()
    if not ahead:
        return []
    first = ahead.pop()
    if first[0] != "{":
        return [first]
    out: list[Placed] = []
    depth = 1
    while ahead:
        depth += (ahead[-1][0] == "{") - (ahead[-1][0] == "}")
        if depth == 0:
            ahead.pop()
            break
        out.append(ahead.pop())
    return out


def _bracketed(ahead: list[Placed]) -> list[Placed] | None:
    """Takes an optional argument, where one comes and is closed."""
    if not ahead or ahead[-1][0] != "[":
        return None
    depth = 0
    for n in range(len(ahead) - 1, max(-1, len(ahead) - FARTHEST), -1):
        depth += (ahead[n][0] == "{") - (ahead[n][0] == "}")
        if ahead[n][0] == "]" and depth == 0:
            out = ahead[n + 1 : -1][::-1]
            del ahead[n:]
            return out
    return None


def _derivative(sign: str, line: int, ahead: list[Placed]) -> list[Placed]:
    r"""Takes the arguments of `\pdv[2]{f}{x}`, `\pdv{x}`, `\pdv{f}{x}{y}`, and gives the fraction."""
    if ahead and ahead[-1][0] == "*":
        ahead.pop()
    order = _bracketed(ahead)
    taken = [_argument(ahead)]
    while len(taken) < 3 and ahead and ahead[-1][0] == "{":
        taken.append(_argument(ahead))
    if len(taken) == 1:
        taken.insert(0, [])
    if len(taken) == 3:
        return _filled(rf"\frac{{{sign}^2 #1}}{{{sign} #2 {sign} #3}}", taken, line)
    if order:
        return _filled(rf"\frac{{{sign}^{{#3}} #1}}{{{sign} #2^{{#3}}}}", [*taken, order], line)
    return _filled(rf"\frac{{{sign} #1}}{{{sign} #2}}", taken, line)
