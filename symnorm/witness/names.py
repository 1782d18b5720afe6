"""Names and what they stand for: found in terms, written for a message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from symnorm.language import Term, Theorem
from symnorm.language.arrays import sets_of
from symnorm.language.graph import step
from symnorm.language.lookalikes import statements
from symnorm.language.points import Interpretation, Name, Value
from symnorm.language.terms import bare, set_of

from .arithmetic import BALLS, Undecided, Undefined, decimals
from .evaluate import Point

Shown = tuple[str, tuple[str, ...]]
"""A vector or an array, and the names of the lengths of the sets over which it has its entries."""


@lru_cache(maxsize=1 << 16)
def occurring(t: Term, dummies: bool = True) -> tuple[Name, ...]:
    """The names in a term that need a value, in order; definitions looked into.

    With `dummies`, also a variable that `at` moves away: it is evaluated from some value of it, whatever that is.
    """
    return tuple(dict.fromkeys(_occurring(t, dummies)))


def _occurring(t: Term, dummies: bool) -> Iterator[Name]:
    match t.op, t.args:
        case ("sym" | "whole"), (name, *_):
            yield "symbol", name
        case "upto", (over, last, body):
            yield from occurring(last, dummies)
            yield from (n for n in occurring(body, dummies) if n != ("symbol", over.args[0]))
        case "coord" | "delta", (first, *more):
            yield ("vector" if t.op == "coord" else "index"), first
            yield from (("index", i) for i in more)
        case "vector", (name, *_):
            yield "vector", name
        case "sum", (index, dimension, excluded, body):
            yield from occurring(dimension, dummies)
            yield from (("index", e) for e in excluded)
            yield from (n for n in occurring(body, dummies) if n != ("index", index))
        case "at", (body, Term(op="sym", args=(name,)), point) if not dummies:
            yield from (n for n in occurring(body, dummies) if n != ("symbol", name))
            yield from occurring(point, dummies)
        case "slope", (_, variable, _):  # whose step moves away from 0
            yield from (n for n in occurring(t.parts()[0], dummies) if n != ("symbol", step(variable).args[0]))
        case _:
            if t.op == "app":
                yield "function", t.args[0]
            for part in t.parts():
                yield from occurring(part, dummies)


def names_inside(value: Any) -> Iterator[Name]:
    """The names on which a value rests that is given by a term."""
    match value:
        case Term():
            yield from occurring(value)
        case tuple():
            for entry in value:
                yield from names_inside(entry)
        case Interpretation(formals, body):
            yield from (n for f in formals if f.op == "coord" for n in occurring(f))
            own = {f.args[0] for f in formals if f.op != "coord"}
            yield from (n for n in occurring(body) if n[0] != "symbol" or n[1] not in own)


@lru_cache(maxsize=1 << 16)
def sizes_shown(t: Term) -> tuple[Shown, ...]:
    """(vector, dimensions) wherever a term shows them together: a sum over the channels of the vector.

    Of an array there is one for each index; it is empty where it is not shown. Beside no vector stands that of a sum.
    """
    return tuple(dict.fromkeys(_sizes_shown(t, {})))


def _sizes_shown(t: Term, bound: Mapping[str, str]) -> Iterator[Shown]:
    if t.op == "vector":
        yield t.args[0], sets_of(t)
    if t.op == "coord" and any(i in bound or set_of(i) for i in t.args[1:]):
        yield t.args[0], tuple(bound.get(i) or set_of(i) for i in t.args[1:])
    if t.op == "sum" and t.args[1].op == "sym":
        bound = {**bound, t.args[0]: t.args[1].args[0]}
        yield "", (t.args[1].args[0],)
    for part in t.parts():
        yield from _sizes_shown(part, bound)


_known_sizes: WeakKeyDictionary[Theorem, tuple[int, tuple[Shown, ...]]] = WeakKeyDictionary()


def sizes_of(theorem: Theorem) -> tuple[Shown, ...]:
    """(vector, dimensions), as far as any line of a theorem shows it, what is printed and what is wrong included."""
    length = len(theorem.entries) + len(theorem.errata)
    if theorem not in _known_sizes or _known_sizes[theorem][0] != length:
        shown: dict[Shown, None] = {}
        for t in (t for s in statements(theorem) for t in s.terms()):
            shown.update(dict.fromkeys(sizes_shown(t)))
            for part in t.walk():
                if part.size is not None:
                    shown[(part.args[0], sets_of(part)) if part.op == "coord" else ("", (part.size.args[0],))] = None
        _known_sizes[theorem] = length, tuple(shown)
    return _known_sizes[theorem][1]


def describe(point: Point) -> str:
    """A point on one line, as C = 3, x = (0, 1, 5), i = 2."""
    notation = printed(point)
    return ", ".join(f"{notation.get(name, name)} = {value}" for name, value in described(point).items())


def printed(point: Point) -> dict[str, str]:
    """How the names of `described` are printed, those of functions with their arguments."""
    notation = dict(point.notation())
    for (kind, name), value in point.values.items():
        if kind == "function":
            notation[value.applied(name)] = value.applied(notation.get(name, name))
    return notation


def about(number: Term) -> str:
    """The value of a term without names, rounded to ten digits."""
    arithmetic = decimals(45)
    return f"{Decimal(arithmetic.show(Point({}).frame(arithmetic)(number, {}))):.10g}"


def described(point: Point, names: Iterable[Name] | None = None) -> dict[str, str]:
    """The values of the names, by default of all: exact where they are rational, else enclosed."""
    wanted = set(point.values if names is None else names)
    shown = {}
    for (kind, name), value in point.values.items():
        if name and (kind, name) in wanted:
            match value:
                case Interpretation():
                    shown[value.applied(name)] = repr(value.meaning)
                case _:
                    shown[bare(name) if kind == "index" else name] = _shown(value, point)
    return shown


def _shown(value: Value | int | tuple[Any, ...], point: Point) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(_shown(v, point) for v in value)})"
    if not isinstance(value, Term):
        return str(value)
    try:
        return BALLS.show(point.frame(BALLS)(value, point.indices))
    except Undecided:
        return repr(value)
    except Undefined:
        return "undefined"
