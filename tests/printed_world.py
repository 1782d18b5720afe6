"""What names stand for where a term is read as it is printed (see `as_printed`); what is defined, by its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from meaning import Arithmetic
from printed_values import Unknown

from symnorm.language import Term


@dataclass(frozen=True)
class Moved:
    """A quantity that is defined and moves: it, or one of its entries, and by what."""

    name: str
    members: tuple[int, ...]
    step: Any


@dataclass(frozen=True)
class World:
    """What names stand for. Members of sets are numbered from 0, and functions are given by terms."""

    arithmetic: Arithmetic
    sizes: Mapping[str, int]
    symbols: Mapping[str, Any]
    arrays: Mapping[str, np.ndarray]
    members: Mapping[str, int]
    functions: Mapping[str, tuple[tuple[Term, ...], Term]] = field(default_factory=dict)
    definitions: Mapping[str, Term] = field(default_factory=dict)
    """What is defined, by its name."""
    wholes: Mapping[str, int] = field(default_factory=dict)
    """Whole numbers that a sum gives a value."""
    moved: Moved | None = None
    held: Mapping[str, World] = field(default_factory=dict)
    """Where the values are found of what is held while something moves."""
    tag: int = 0
    """How many derivatives are around."""
    start: World | None = None
    """The world before anything moved in it: unknown functions are functions there."""


def definitions(terms: Iterable[Term]) -> dict[str, Term]:
    """What is defined in some terms, by its name; only what speaks of no index and no whole number around it."""
    found: dict[str, Term] = {}
    for part in (part for t in terms for part in t.as_written()):
        if part.op == "def" and part.args[1] is None and not opened(part.args[2]):
            name, _, body = part.args
            if found.setdefault(name, body) != body:
                raise Unknown(f"{name} is defined twice")
    return found


@cache
def opened(t: Term) -> frozenset[Any]:
    """The indices and whole numbers that a term speaks of, and that nothing in it binds."""
    inside = frozenset[Any]().union(*map(opened, t.shown()))
    match t.op, t.args:
        case ("coord" | "vector" | "delta"), args:
            return inside | {i for i in args[t.op != "delta" :] if isinstance(i, str)}
        case "whole", (name, _):
            return frozenset([("whole", name)])
        case "sum", (k, _, excluded, _):
            return (inside - {k}) | {*excluded}
        case ("upto" | "between"), (over, *_):
            return inside - opened(over)
        case "there", (_, *pairs):
            return inside - {key for key, *_ in pairs if isinstance(key, str)}
        case "matrix", _:
            return frozenset(i for i in inside if isinstance(i, tuple) or i[0] != "*")
    return inside
