"""The value of a side of a statement, at given numbers: read off the form that the checker has accepted.

Nothing is reordered, simplified or printed: a sum is a loop over the channels, a root is a root. What depends on the
channel is evaluated for all channels, and what occurs more than once is kept, so that the mean of a row is taken once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..checker.forms import Form, free_indices
from .intervals import ZERO, Arithmetic, Interval

OUTER, INNER = "i", "k"
"""The names of indices: that of the channel, or of a sum; and that of a sum in which the channel occurs, too."""

CHANNEL: Mapping[str, str] = {OUTER: OUTER}

Values = Interval | list[Interval]
"""A number, or one for each channel."""


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
        self, arithmetic: Arithmetic, channels: int, vectors: Mapping[str, Sequence[Interval]],
        symbols: Mapping[str, Interval],
    ) -> None:  # fmt: skip
        self.arithmetic, self.channels = arithmetic, channels
        self.vectors = {name: list(v) for name, v in vectors.items()}
        self.symbols = {**symbols, "C": arithmetic.number(Fraction(channels))}
        self._kept: dict[tuple[Expression, str, int], Values] = {}

    def value(self, e: Expression) -> list[Interval]:
        """The value for each channel; one value, if it does not depend on the channel. Raises NoValue."""
        return _listed(self._values(e))

    def size(self, e: Expression) -> list[Interval]:
        """The absolute value."""
        return _listed(self._each(self.arithmetic.size, self._values(e)))

    def majorant(self, e: Expression) -> list[Interval]:
        """The sum of the absolute values of the summands, those under a sum over channels included."""
        return _listed(self._majorant(e))

    def _values(self, e: Expression, along: str = OUTER, outer: int = -1) -> Values:
        """The values along an index; `outer` is the channel where that index is INNER."""
        key = (e, along if along in e.free else "", outer if along == INNER and OUTER in e.free else -1)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._value(e, along, outer)
        return found

    def _value(self, e: Expression, along: str, outer: int) -> Values:
        a = self.arithmetic

        def one(part: Expression) -> Values:
            return self._values(part, along, outer)

        match e.op, e.parts:
            case "coord", (name, index):
                return self.vectors[name] if index == along else self.vectors[name][outer]
            case "def", (_, body):
                return one(body)
            case "sym", (name,):
                return self.symbols[name]
            case "num", (q,):
                return a.number(q)
            case ("add", parts) | ("mul", parts):
                combine = a.add if e.op == "add" else a.multiply
                made = one(parts[0])
                for part in parts[1:]:
                    made = self._pair(combine, made, one(part))
                return made
            case "neg", (part,):
                return self._each(a.negative, one(part))
            case "div", (above, below):
                return self._pair(a.divide, one(above), one(below))
            case "pow", (base, n):
                return self._each(lambda x: a.power(x, n), one(base))
            case "sum", (bound, without, body):
                return self._sum(e, along, outer, lambda channel: self._values(body, bound, channel), without)
            case "sqrt" | "exp" | "tanh" as function, (part,):
                return self._each(getattr(a, function), one(part))
        raise AssertionError(e.op)

    def _sum(
        self, e: Expression, along: str, outer: int, summands: Callable[[int], Values], without: bool
    ) -> Values:
        """A sum over the channels: `summands` has them, for a channel where it occurs, which may be left out."""

        def total(channel: int) -> Interval:
            low = high = ZERO
            values = summands(channel)
            each = values if isinstance(values, list) else [values] * self.channels
            for n, (below, above) in enumerate(each):
                if not without or n != channel:
                    low, high = self.arithmetic.down.add(low, below), self.arithmetic.up.add(high, above)
            return low, high

        return [total(n) for n in range(self.channels)] if along in e.free else total(outer)

    def _majorant(self, e: Expression) -> Values:
        a = self.arithmetic
        match e.op, e.parts:
            case ("add", parts) | ("mul", parts):
                combine = a.add if e.op == "add" else a.multiply
                made = self._majorant(parts[0])
                for part in parts[1:]:
                    made = self._pair(combine, made, self._majorant(part))
                return made
            case "neg", (part,):
                return self._majorant(part)
            case "div", (above, below):
                return self._pair(a.divide, self._majorant(above), self._each(a.size, self._values(below)))
            case "sum", (bound, without, body):
                return self._sum(
                    e, OUTER, -1, lambda channel: self._each(a.size, self._values(body, bound, channel)), without
                )
        return self._each(a.size, self._values(e))

    @staticmethod
    def _each(function: Callable[[Interval], Interval], x: Values) -> Values:
        return [function(v) for v in x] if isinstance(x, list) else function(x)

    @staticmethod
    def _pair(function: Callable[[Interval, Interval], Interval], x: Values, y: Values) -> Values:
        if isinstance(x, list):
            if isinstance(y, list):
                return [function(v, w) for v, w in zip(x, y, strict=True)]
            return [function(v, y) for v in x]
        return [function(x, w) for w in y] if isinstance(y, list) else function(x, y)


def _listed(values: Values) -> list[Interval]:
    return values if isinstance(values, list) else [values]
