"""A first look at all formulas of a note: which letters are indices, which names are functions.

A subscript may be an index, as in x_i, or a part of a name, as in x_max. A letter before brackets may be a function, or
a factor. Which it is, the rest of the note tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..reader.tokens import Token
from .lexing import lexed

BIG = {r"\sum": "sum", r"\prod": "prod", r"\max": "max", r"\min": "min", "max": "max", "min": "min"}
ALWAYS = frozenset("ijkl")
"""Letters that are indices wherever they stand below a name."""
BRACKETS = {"(": ")", "[": "]", "{": "}", r"\{": r"\}"}
ACCENTS = (r"\hat", r"\bar", r"\tilde", r"\dot", r"\ddot", r"\check", r"\breve", r"\mathring")
STANDARD = frozenset({
    "softmax", "Softmax", "sigmoid", "Sigmoid", "tanh", "Tanh", "relu", "ReLU", "LeakyReLU", "SiLU", "silu", "Swish",
    "swish", "GELU", "gelu", "ELU", "Softplus", "softplus", "Softsign", "softsign", "Mish", "erf", "erfc", "sign",
    "sgn", "logit", "logsumexp", "LSE", "mean", "exp", "log", "sin", "cos", "sinh", "cosh", "sech", "arctan", "artanh",
    "arctanh", "arsinh", "sqrt", "Var", "Cov", "var", "cov", "E", "diag", "tr", "RMS", "rms", "LN", "BN", "KL", "CE",
})  # fmt: skip
"""Words that may be written without \\text or \\operatorname."""
FUNCTION_LETTERS = (r"\Phi", "f", "F", "h")
ALWAYS_APPLIED = (r"\sigma", r"\phi")
"""Names of well-known functions, where the note has them before brackets and nowhere else."""


@dataclass
class Survey:
    """What the formulas of a note have in common."""

    bound: set[str] = field(default_factory=set)
    """Letters of sums, products and maxima, and letters that are counted on, as n in x_{n-1}."""
    tops: set[str] = field(default_factory=set)
    """Letters up to which a sum runs."""
    main: set[str] = field(default_factory=set)
    """Letters that stand on the line, and not below or above a name."""
    indexed: set[str] = field(default_factory=set)
    """Names that have a letter below them which is an index."""
    functions: set[str] = field(default_factory=set)
    """Names that are applied to arguments."""

    def is_index(self, base: str, text: str) -> bool:
        """Whether what stands below a name is an index, and no part of the name."""
        if text.isdecimal():
            return base in self.indexed
        if len(text) != 1 or not text.isalpha():
            return False
        if text in self.bound or text in self.tops or text in ALWAYS:
            return True
        return text.islower() and text not in self.main


def survey(sides: Iterable[tuple[str, bool]]) -> Survey:
    """What the sides of relations tell. Of each it is said whether it is the left side, where functions are defined."""
    made = Survey()
    read = [(merged(lexed(side), side), is_left) for side, is_left in sides]
    for found, _ in read:
        _letters(found, made)
        _ellipses(found, made)
    for found, _ in read:
        _indexed(found, made)
    for found, is_left in read:
        _functions(found, is_left, made)
    for name in ALWAYS_APPLIED:
        behind = [_behind(found, at) for found, _ in read for at, token in enumerate(found) if token.text == name]
        if behind and all(text in ("(", "'") for text in behind):
            made.functions.add(name)
    return made


def merged(found: Sequence[Token], source: str) -> list[Token]:
    """The tokens, with letters made one that are a word: KL before brackets, and functions everywhere."""
    out: list[Token] = []
    at = 0
    while at < len(found):
        end = at
        while (
            end < len(found)
            and _is_letter(found[end])
            and (end == at or found[end].start == found[end - 1].end)
        ):
            end += 1
        word = "".join(t.text for t in found[at:end])
        behind = found[end].text if end < len(found) else ""
        begins_command = at > 0 and found[at - 1].text in ("_", "^", r"\begin", r"\end", r"\mathcal")
        is_word = end - at > 1 and not begins_command and (
            (word.isupper() and behind in ("(", "[")) or word in STANDARD
        )  # fmt: skip
        if is_word:
            out.append(Token(word, found[at].start, found[end - 1].end, "word", "", found[at].apart))
            at = end
        else:
            out.append(found[at])
            at += 1
    return out


def _is_letter(token: Token) -> bool:
    return len(token.text) == 1 and token.text.isascii() and token.text.isalpha() and token.kind == "sign"


def group(found: Sequence[Token], at: int) -> int:
    """The place behind what stands at a place: a group in braces, or one token."""
    if at < len(found) and found[at].text == r"\mathcal":
        return min(at + 2, len(found))
    if at >= len(found) or found[at].text != "{":
        return min(at + 1, len(found))
    depth = 0
    for place in range(at, len(found)):
        depth += (found[place].text == "{") - (found[place].text == "}")
        if depth == 0:
            return place + 1
    return len(found)


def closing(found: Sequence[Token], at: int) -> int:
    """The place of the bracket that closes the one at a place; the end where there is none."""
    depth = 0
    for place in range(at, len(found)):
        text = found[place].text
        depth += (text in BRACKETS) - (text in BRACKETS.values())
        if depth == 0:
            return place
    return len(found)


def _letters(found: Sequence[Token], made: Survey) -> None:
    at = 0
    while at < len(found):
        text = found[at].text
        if text in BIG:
            at = _bounds(found, at + 1, made)
        elif text in ("_", "^"):
            end = group(found, at + 1)
            inside = [t.text for t in found[at + 1 : end] if t.text not in "{}"]
            if (
                text == "_"
                and len(inside) == 3
                and inside[1] in ("+", "-")
                and inside[0].isalpha()
                and inside[2].isdecimal()
            ):
                made.bound.add(inside[0])
            at = end
        else:
            if _is_letter(found[at]):
                made.main.add(text)
            at += 1


def _behind(found: Sequence[Token], at: int) -> str:
    """What stands behind a name and its power."""
    at += 1
    if at < len(found) and found[at].text == "^":
        at = group(found, at + 1)
    return found[at].text if at < len(found) else ""


def _ellipses(found: Sequence[Token], made: Survey) -> None:
    """Takes n in x_1 + ... + x_n for a number of entries."""
    if not any(t.text == r"\ldots" for t in found):
        return
    below = [
        (found[at - 1].text, found[at + 1].text) for at in range(1, len(found) - 1) if found[at].text == "_"
    ]
    first = {base for base, one in below if one in ("1", "2")}
    made.tops |= {
        letter for base, letter in below if base in first and len(letter) == 1 and letter.isalpha()
    } - {*"ijkl"}


def _bounds(found: Sequence[Token], at: int, made: Survey) -> int:
    """Takes what stands below and above a sum, and says where that ends."""
    for _ in range(2):
        sign = found[at].text if at < len(found) else ""
        if sign not in ("_", "^"):
            break
        end = group(found, at + 1)
        inside = found[at + 1 : end]
        for n, token in enumerate(inside):
            before = inside[n - 1].text if n else "{"
            if not _is_letter(token) or before == "_":
                continue
            if sign == "_" and before in ("{", ",", "", r"\leq") and r"\in" not in [t.text for t in inside]:
                made.bound.add(token.text)
            elif sign == "^":
                made.tops.add(token.text)
        at = end
    return at


def _indexed(found: Sequence[Token], made: Survey) -> None:
    for at, token in enumerate(found):
        if token.text != "_" or at == 0:
            continue
        base = _base_before(found, at)
        inside = [t.text for t in found[at + 1 : group(found, at + 1)] if t.text not in ("{", "}", ",")]
        are_indices = all(made.is_index(base, t) or t in "+-" or t.isdecimal() for t in inside)
        if base and are_indices and any(t.isalpha() for t in inside):
            made.indexed.add(base)


def _base_before(found: Sequence[Token], at: int) -> str:
    """The name below which a subscript stands, with its accents."""
    at -= 1
    if at > 0 and found[at - 1].text == "^":  # as in d^2_i
        at -= 2
    if at < 0:
        return ""
    if found[at].text == "}":
        start = at
        while start > 0 and found[start].text != "{":
            start -= 1
        name = "".join(t.text for t in found[start + 1 : at])
        at = start
    else:
        name = found[at].text
    while at > 0 and found[at - 1].text in (*ACCENTS, r"\mathcal"):
        at -= 1
        name = f"{found[at].text}{{{name}}}"
    return name


def _functions(found: Sequence[Token], is_left: bool, made: Survey) -> None:
    """Names that are functions: words before brackets, what is primed before them, and what a left side defines."""
    for at, token in enumerate(found):
        behind = at + 1
        if behind < len(found) and found[behind].text == "_" and token.text not in BIG:
            behind = group(found, behind + 1)
        primed = behind
        while primed < len(found) and found[primed].text == "'":
            primed += 1
        if primed >= len(found) or found[primed].text not in ("(", "["):
            continue
        end = closing(found, primed)
        is_all = (
            (at == 0
            and end >= len(found) - 1)
            or (at == 0 and end + 1 < len(found) and found[end + 1].text == "_")
        )
        inside = [t.text for t in found[primed + 1 : end]]
        key = _key(found[at:behind])
        letterlike = token.kind == "word" or _is_letter(token) or token.text.startswith("\\")
        if not letterlike or token.text in ("_", "^", r"\frac", r"\sqrt", r"\cdot", r"\odot", r"\partial"):
            continue
        is_word = token.kind == "word" and token.text not in ("if", "and", "or", "for")
        may_be = token.text in FUNCTION_LETTERS or (is_left and is_all)
        if is_word or primed > behind or (may_be and _are_bare(inside)):
            made.functions.add(key)


def _key(found: Sequence[Token]) -> str:
    """A function's name with what stands below it."""
    if len(found) == 1:
        return found[0].text
    return f"{found[0].text}_{{{''.join(t.text for t in found[2:] if t.text not in '{}')}}}"


def _are_bare(inside: Sequence[str]) -> bool:
    """Whether arguments are names and nothing else."""
    if not inside or all(t.isdecimal() for t in inside):
        return False
    return not any(
        t in ("+", r"\cdot", "/", r"\frac", "-", "=", r"\sum", "(") or t.isdecimal() for t in inside
    ) and (
        sum(t.isalpha() or t.startswith("\\") for t in inside)
        <= 2 * (1 + sum(t in (",", ";", "|", r"\|") for t in inside))
    )
