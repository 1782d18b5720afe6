"""What the names in a theorem stand for, as a reader wants it before the proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .latex import latex
from .terms import Term
from .text import text
from .theorem import Theorem

MANY_DIGITS = 13
"""A number with so many digits above or below its bar is data: a page shows what it is about."""


def vocabulary(theorem: Theorem, about: Callable[[Term], str]) -> dict[str, list[dict[str, str]]]:
    """The vectors of a theorem, its definitions (each after those that stand in it), and the variables that vary.

    Formulas are {"latex": ..., "text": ...}; a definition has "body" and "body_text" as well, and the "value" that it
    is `about` where it stands for a number of many digits. A definition that is called what it means, as the square
    root of C - 1, is left out.
    """
    vectors: dict[str, Term] = {}
    definitions: dict[str, Term] = {}
    for t in _inside_out(theorem):
        if t.op == "coord":
            vectors.setdefault(t.args[0], Term("sym", (t.args[0],), t.latex))
        elif t.op == "def" and _index(t) <= _index(definitions.setdefault(t.args[0], t)):
            definitions[t.args[0]] = t
    defined = [
        {
            **_formula(t), "body": latex(t.args[2]), "body_text": text(t.args[2]),
            "value": about(t.args[2]) if _is_data(t.args[2]) else "",
        }
        for t in map(for_channel_i, definitions.values())
    ]
    return {
        "vectors": [_formula(v) for v in vectors.values()],
        "definitions": [d for d in defined if _letters(d["latex"]) != _letters(d["body"])],
        "variables": [_formula(v) for v in theorem.variables],
    }


def _is_data(body: Term) -> bool:
    """Whether a term is a number that is written with many digits."""
    parts = body.walk()
    numbers = [n for t in parts if t.op == "num" for n in (t.args[0].numerator, t.args[0].denominator)]
    is_number = all(t.op in ("num", "add", "neg", "mul", "div", "pow", "fn") for t in parts)
    return is_number and any(abs(n) >= 10**MANY_DIGITS for n in numbers)


def _inside_out(theorem: Theorem) -> Iterator[Term]:
    """Every term of the lines of a theorem once, after the terms inside it. Terms may be nested deeper than calls."""
    tops = [t for e in theorem.entries for t in e.statement.terms()]
    ahead = [(t, False) for t in reversed(tops)]
    begun: set[int] = set()
    while ahead:
        t, is_done = ahead.pop()
        if is_done:
            yield t
        elif id(t) not in begun:
            begun.add(id(t))
            ahead.append((t, True))
            ahead += [(part, False) for part in reversed([*t.parts()])]


def _index(t: Term) -> tuple[bool, str]:
    """Definitions of vectors are shown for channel i rather than k, and for a named one rather than for every one."""
    index = t.args[1] or ""
    return index.startswith("*"), index


def for_channel_i(t: Term) -> Term:
    """The definition of a vector for channel i, where that letter is free in it."""
    index = t.args[1]
    inside = {a for part in t.walk() for arg in part.args for a in (arg if isinstance(arg, tuple) else (arg,))}
    return t if index is None or "i" in inside else _renamed(t, index)


def _renamed(t: Term, index: str) -> Term:
    if t.op == "sum" and t.args[0] == index:
        return t
    changed = t.rebuilt(lambda part: _renamed(part, index))
    match t.op, changed.args:
        case "coord", (name, _):
            args: tuple[Any, ...] = (name, _i(t.args[1], index))
        case "def", (name, own, body):
            args = (name, own and _i(own, index), body)
        case "delta", (first, second):
            args = (_i(first, index), _i(second, index))
        case "sum", (k, dimension, excluded, body):
            args = (k, dimension, tuple(_i(e, index) for e in excluded), body)
        case _:
            return changed
    return Term(t.op, args, t.latex)


def _i(name: str, index: str) -> str:
    return "i" if name == index else name


def _formula(t: Any) -> dict[str, str]:
    return {"latex": latex(t), "text": text(t)}


def _letters(formula: str) -> str:
    return formula.replace(" ", "").removeprefix("(").removesuffix(")")
