"""A point at which relations are evaluated, and what may be understood in two ways there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mpmath import mp

from .tensors import Value

DIGITS = 60
STEP = mp.mpf(10) ** -18
KINK = mp.mpf(10) ** -9
"""One-sided difference quotients that differ by more belong to no derivative."""
MOST = 60_000
"""So many nodes are evaluated for one side of a relation at one point."""
DEEPEST = 60


class TooMuch(Exception):
    """The work on one relation has a bound."""


@dataclass
class Point:
    """Sizes of index sets and values of what is not defined, made up as they are asked for."""

    sizes: dict[str, int]
    leaves: dict[str, Value] = field(default_factory=dict)
    seed: int = 0
    positive: frozenset[str] = frozenset()
    asked: dict[str, None] = field(default_factory=dict)
    """The names whose values were used."""


@dataclass(frozen=True)
class Reading:
    """How what may be meant in two ways is meant."""

    dot: bool = True
    """Whether a dot between two vectors is their inner product."""
    held: frozenset[str] = frozenset()
    """What stays where it is while something is differentiated: the derivative is direct."""
    total_of_losses: bool = False
    """Whether the derivative of a loss is total all the same."""
    plain: frozenset[str] = frozenset()
    """Names that are numbers where they have no index, although they have one elsewhere."""
    apart: frozenset[str] = frozenset()
    """Names that are other vectors where they have fewer indices than elsewhere."""

    def own(self, key: str, indices: int, arity: int) -> str:
        """A name, told apart from the same name with another number of indices."""
        if (not indices and key in self.plain) or (0 < indices < arity and key in self.apart):
            return key + " " * (indices + 1)
        return key


@dataclass
class Env:
    """What the names stand for, at a place of an evaluation."""

    letters: dict[str, int] = field(default_factory=dict)
    over: dict[str, Value] = field(default_factory=dict)
    """Names that are variables now: those by which is differentiated, and arguments of functions."""
    memo: dict[tuple[str, tuple[int, ...]], Value] = field(default_factory=dict)
    scope: str = ""
    depth: int = 0

    def at(self, letters: Mapping[str, int], scope: str) -> Env:
        """The same with other letters."""
        return Env(dict(letters), self.over, self.memo, scope, self.depth + 1)

    def moved(self, key: str, value: Value) -> Env:
        """The same with a name that stands for a value."""
        return Env(self.letters, self.over | {key: value}, {}, self.scope, self.depth + 1)
