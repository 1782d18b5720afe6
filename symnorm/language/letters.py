"""The letters of indices: which stand in a term, and a term with another one, in which no sum binds what was free.

An index has a letter and, where its set has a length of its own, the name of that: `b:N`. On the page stands `b`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

from ..checker.forms import of_the_set
from .terms import Term, bare, free_indices, once

LETTERS = ("k", "l", "m", "n", "p", "q", "r", "s", "u", "v", "w")
"""The letters of indices that are written without one, as those of sums."""


def own_indices(t: Term) -> tuple[str, ...]:
    """The indices with which an array, an entry or a definition is written."""
    own = t.args[1:2] if t.op == "def" else t.args[1:]
    several = own[0] if own and isinstance(own[0], tuple) else own
    return tuple([i for i in several if isinstance(i, str) and not i.startswith(":")])


def index_names(terms: Iterable[Term]) -> Iterator[str]:
    """The indices that stand in the terms themselves."""
    for t in terms:
        op = t.op
        if op in ("coord", "def", "vector"):
            yield from own_indices(t)
        elif op == "delta":
            yield from t.args
        elif op == "sum":
            yield from (t.args[0], *t.args[2])


def letters_in(*terms: Term) -> set[str]:
    """The letters of all indices in some terms, bound or free, in definitions too."""
    return {bare(i) for t in terms for i in (*index_names(t.walk()), *index_names(t.as_written()), *_numbered(t))}


def _numbered(t: Term) -> Iterator[str]:
    """The indices that have a number at a point inside a term."""
    return (i for part in t.as_written() for i in binds(part) if part.op == "there")


def free_letter(taken: Iterable[str], index: str = "") -> str:
    """An index of the set to which another belongs, with the first letter that none of those taken is."""
    letters = {*taken}
    ahead = (f"{letter}{n or ''}" for n in count() for letter in LETTERS)
    return of_the_set(next(letter for letter in ahead if letter not in letters), index)


def binds(t: Term) -> tuple[str, ...]:
    """The indices that a term binds: that of a sum, and those that have a number at a point."""
    if t.op == "there":
        return tuple(pair[0] for pair in t.args[1:] if isinstance(pair[0], str))
    return t.args[:1] if t.op == "sum" else ()


def apart(t: Term, index: str) -> Term:
    """What binds an index, with another letter for it that stands nowhere in there."""
    own = free_letter({*letters_in(t), bare(index)}, index)
    if t.op == "there":
        body, *pairs = t.args
        moved = tuple((own, *values) if key == index else (key, *values) for key, *values in pairs)
        return Term("there", (renamed(body, index, own), *moved))
    _, size, excluded, body = t.args
    return type(t)("sum", (own, size, excluded, renamed(body, index, own)))


@once
def renamed(t: Term, old: str, new: str) -> Term:
    """A term in another channel. What would bind the new index there makes way, and has another letter.

    >>> from symnorm import indices, symbol, total, vector
    >>> C = symbol("C")
    >>> x, w, (i, k) = vector("x", C), vector("w", C), indices("i k", C)
    >>> renamed(total(x[i] * w[k], over=k), "i", "k")
    ∑ₗ x_k·w_l
    """
    if old == new:
        return t

    def here(name: Any) -> Any:
        return new if name == old else name

    def change(part: Term) -> Term:
        if new in binds(part) and old in free_indices(part):
            part = apart(part, new)
        match part.op, part.args:
            case "sum", (k, dimension, excluded, body):
                inner = body if k == old else change(body)
                if inner is body and old not in excluded:
                    return part
                return Term("sum", (k, dimension, tuple(map(here, excluded)), inner))
            case "delta", at if old in at:
                return Term("delta", tuple(map(here, at)), size=part.size)
            case ("vector" | "coord"), (name, *at) if old in at:
                return Term(part.op, (name, *map(here, at)), part.latex, part.size)
            case "delta" | "vector" | "coord", _:
                return part
            case "there", _ if old in binds(part):
                return part
            case "def", (name, own, body):
                inner = change(body)
                if inner is body and own != old and not (isinstance(own, tuple) and old in own):
                    return part
                own = tuple(map(here, own)) if isinstance(own, tuple) else here(own)
                return Term("def", (name, own, inner), part.latex)
        return part.rebuilt(change)

    return change(t)
