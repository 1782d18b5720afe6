"""The value of a side of a statement, at given numbers: read off the form that the checker has accepted.

Nothing is reordered, simplified or printed: a sum is a loop over the channels, a root is a root. What depends on the
channel is evaluated for all channels, and what occurs more than once is kept, so that the mean of a row is taken once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from ..checker.forms import Form, free_indices
from .enclosures import Arithmetic, Enclosed, joined

OUTER, INNER = "i", "k"
"""The names of indices: that of the channel, or of a sum; and that of a sum in which the channel occurs, too."""

CHANNEL: Mapping[str, str] = {OUTER: OUTER}


class NotEvaluated(Exception):
    """A part that has no value at a point: a derivative, an integral, an unknown function."""


class Expression:
    """An expression in a form that is quick to evaluate: equal parts are one, and each knows its free indices."""

    def __init__(self, op: str, parts: tuple[Any, ...], free: frozenset[str]) -> None:
        self.op, self.parts, self.free = op, parts, free

    def walk(self) -> Iterator[Expression]:
        """This expression and all that it is made of."""
        yield self
        for part in self.parts:
            if isinstance(part, Expression):
                yield from part.walk()


class Expressions:
    """Makes expressions of forms, each once, whatever the indices of sums are called."""

    def __init__(self) -> None:
        self._made: dict[tuple[Any, ...], Expression] = {}

    def of(self, e: Form, names: Mapping[str, str] = CHANNEL) -> Expression:
        """The expression of a form. Raises NotEvaluated."""

        def one(part: Form) -> Expression:
            return self.of(part, names)

        match e:
            case ("num", value):
                return self._one("num", Fraction(value))
            case ("sym", name):
                return self._one("sym", name)
            case ("coord", name, index) if index in names:
                return self._one("coord", name, names[index], free={names[index]})
            case ("add" | "mul" as op, *parts):
                return self._one(op, *map(one, parts))
            case ("neg", a):
                return self._one("neg", one(a))
            case ("div", a, b):
                return self._one("div", one(a), one(b))
            case ("pow", a, int(n)):
                return self._one("pow", one(a), n)
            case ("fn", "sqrt" | "exp" | "tanh" as function, a):
                return self._one(function, one(a))
            case ("def", name, _, body):
                return self._one("def", name, one(body))
            case ("sum", index, ("sym", "C"), excluded, body):
                outside = {names.get(n, n) for n in (free_indices(body) - {index}) | set(excluded)}
                bound = INNER if OUTER in outside else OUTER
                if INNER in outside or not outside <= {OUTER}:
                    raise NotEvaluated("sums in each other that share two channels have no value here")
                inner = self.of(body, {**names, index: bound})
                return self._one("sum", bound, bool(excluded), inner, free=outside)
        raise NotEvaluated(f"{e[0]!r} has no value at a point")

    def _one(self, op: str, *parts: Any, free: set[str] | None = None) -> Expression:
        if free is None:
            free = {i for part in parts if isinstance(part, Expression) for i in part.free}
        found = self._made.get((op, *parts))
        if found is None:
            found = self._made[(op, *parts)] = Expression(op, parts, frozenset(free))
        return found


class Place:
    """Numbers for the names of a statement: `vectors` have one for each channel. It keeps what it has calculated."""

    def __init__(
        self, arithmetic: Arithmetic, channels: int, vectors: Mapping[str, Enclosed], symbols: Mapping[str, Enclosed]
    ) -> None:  # fmt: skip
        self.arithmetic, self.channels = arithmetic, channels
        self.vectors = vectors
        self.symbols = {**symbols, "C": Enclosed((channels,))}
        self._kept: dict[tuple[Expression, str, int], Enclosed] = {}
        self._majorants: dict[Expression, Enclosed] = {}

    def value(self, e: Expression) -> Enclosed:
        """The value for each channel; one value, if it does not depend on the channel. Raises NoValue."""
        return self._values(e)

    def size(self, e: Expression) -> Enclosed:
        """The absolute value."""
        return self.arithmetic.size(self._values(e))

    def majorant(self, e: Expression) -> Enclosed:
        """The sum of the absolute values of the summands, those under a sum over channels included."""
        found = self._majorants.get(e)
        if found is None:
            found = self._majorants[e] = self._majorant(e)
        return found

    def _values(self, e: Expression, along: str = OUTER, outer: int = -1) -> Enclosed:
        """The values along an index; `outer` is the channel where that index is INNER."""
        key = (e, along if along in e.free else "", outer if along == INNER and OUTER in e.free else -1)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._value(e, along, outer)
        return found

    def _value(self, e: Expression, along: str, outer: int) -> Enclosed:
        a = self.arithmetic

        def one(part: Expression) -> Enclosed:
            return self._values(part, along, outer)

        match e.op, e.parts:
            case "coord", (name, index):
                found: Enclosed = self.vectors[name]
                return found if index == along else found._replace(whole=(found.whole[outer],))
            case "def", (_, body):
                return one(body)
            case "sym", (name,):
                return self.symbols[name]
            case "num", (q,):
                return a.number(q)
            case ("add" | "mul" as op, parts):
                return reduce(a.add if op == "add" else a.multiply, map(one, parts))
            case "neg", (part,):
                return a.negative(one(part))
            case "div", (above, below):
                return a.divide(one(above), one(below))
            case "pow", (base, n):
                return a.power(one(base), n)
            case "sum", (bound, without, body):
                return self._sum(e, along, outer, lambda channel: self._values(body, bound, channel), without)
            case "sqrt" | "exp" | "tanh" as function, (part,):
                made: Enclosed = getattr(a, function)(one(part))
                return made
        raise AssertionError(e.op)

    def _sum(
        self, e: Expression, along: str, outer: int, summands: Callable[[int], Enclosed], without: bool
    ) -> Enclosed:
        """A sum over the channels: `summands` has them, for a channel where it occurs, which may be left out."""

        def total(channel: int) -> Enclosed:
            return self.arithmetic.total(summands(channel), self.channels, channel if without else -1)

        return joined(map(total, range(self.channels))) if along in e.free else total(outer)

    def _majorant(self, e: Expression) -> Enclosed:
        a = self.arithmetic
        match e.op, e.parts:
            case ("add" | "mul" as op, parts):
                return reduce(a.add if op == "add" else a.multiply, map(self.majorant, parts))
            case "neg", (part,):
                return self.majorant(part)
            case "div", (above, below):
                return a.divide(self.majorant(above), a.size(self._values(below)))
            case "sum", (bound, without, body):
                return self._sum(e, OUTER, -1, lambda channel: a.size(self._values(body, bound, channel)), without)
        return a.size(self._values(e))
