"""What the names in a theorem stand for, as a reader wants it before the proof."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..checker.forms import of_the_set
from .latex import latex
from .letters import own_indices, renamed
from .matrices import as_definition, is_matrix
from .terms import MEANINGS, Term, bare
from .theorem import Theorem

MANY_DIGITS = 13
"""A number with so many digits above or below its bar is data: a page shows what it is about."""


class Vocabulary(NamedTuple):
    """The vectors of a theorem, its definitions (each after those that stand in it), and the variables that vary.

    A definition that is called what it means, as the square root of C - 1, is left out.
    """

    vectors: list[Term]
    definitions: list[Term]
    variables: list[Term]


def vocabulary(theorem: Theorem) -> Vocabulary:
    """What the names in a theorem are."""
    vectors: dict[str, Term] = {}
    definitions: dict[str, Term] = {}
    for t in _inside_out(theorem):
        if t.op == "coord":
            vectors.setdefault(t.args[0], Term("sym", (t.args[0],), t.latex))
        elif t.op == "matrix":
            definitions.setdefault(t.args[0], as_definition(t))
        elif t.op == "def" and is_matrix(t):
            definitions[t.args[0]] = t
        elif t.op == "def" and is_matrix(definitions.get(t.args[0], t)):
            pass
        elif t.op == "def" and _index(t) <= _index(definitions.setdefault(t.args[0], t)):
            definitions[t.args[0]] = t
    named = (d for d in map(for_channel_i, definitions.values()) if _letters(d) != _letters(d.args[2]))
    return Vocabulary([*vectors.values()], [*named], theorem.variables)


def is_data(body: Term) -> bool:
    """Whether a term is a number that is written with many digits."""
    parts = body.walk()
    numbers = [n for t in parts if t.op == "num" for n in (t.args[0].numerator, t.args[0].denominator)]
    is_number = all(t.op in ("num", "add", "neg", "mul", "div", "pow", "fn", *MEANINGS) for t in parts)
    return is_number and any(abs(n) >= 10**MANY_DIGITS for n in numbers)


def _inside_out(theorem: Theorem) -> Iterator[Term]:
    """Every term of the lines of a theorem once, after the terms inside it. Terms may be nested deeper than calls."""
    tops = [t for e in theorem.entries for t in (*e.statement.printed(), *e.statement.terms())]
    ahead = [(t, False) for t in reversed(tops)]
    begun: set[int] = set()
    while ahead:
        t, is_done = ahead.pop()
        if is_done:
            yield t
        elif id(t) not in begun:
            begun.add(id(t))
            ahead.append((t, True))
            ahead += [(part, False) for part in reversed([*t.shown()])]


def _index(t: Term) -> tuple[bool, tuple[str, ...]]:
    """Definitions of vectors are shown for channel i rather than k, and for a named one rather than for every one."""
    own = own_indices(t)
    return any(i.startswith("*") for i in own), own


def for_channel_i(t: Term) -> Term:
    """The definition of a vector for channel i, where that letter is free in it; one with more indices as it is."""
    own = own_indices(t)
    inside = {a for part in t.walk() for arg in part.args for a in (arg if isinstance(arg, tuple) else (arg,))}
    letters = {bare(a) for a in inside if isinstance(a, str)}
    return renamed(t, own[0], of_the_set("i", own[0])) if len(own) == 1 and "i" not in letters else t


def _letters(t: Term) -> str:
    return latex(t).replace(" ", "").removeprefix("(").removesuffix(")")
