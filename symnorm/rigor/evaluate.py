"""The value of an expression, read literally, for a concrete number of channels and in any arithmetic.

Sums are loops over the channels, derivatives are dual numbers, an unknown function is a table of values. Which
numbers these are made of is the business of an `Arithmetic`: residues modulo a prime (`modular`) or quotients of
polynomials (`exact`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Protocol

from .nodes import Node

Number = Any
"""What an arithmetic calculates with; while a derivative is taken, a Dual of such."""

Slot = tuple[str, int]
"""A variable: (name of a symbol, 0), or (name of a vector, channel from 1)."""

Channels = Mapping[str, int]
"""The channels that indices name; it has one for every index that it is asked for."""

MAX_DUALS = 6
MAX_VALUES = 400_000
"""So many values may be calculated at one point."""


class Unlucky(Exception):
    """There is no value at this point: a division by zero, say. There may be one at another."""


class Inapplicable(Exception):
    """This arithmetic has no model for something."""


class Arithmetic(Protocol):
    """What an expression is evaluated with."""

    def number(self, q: Fraction) -> Number: ...
    def generator(self, tag: tuple[Any, ...], args: tuple[Number, ...] = ()) -> Number:
        """An unknown value: of a variable, or of an unknown function; the same for the same arguments."""
    def add(self, a: Number, b: Number) -> Number: ...
    def negative(self, a: Number) -> Number: ...
    def multiply(self, a: Number, b: Number) -> Number: ...
    def divide(self, a: Number, b: Number) -> Number: ...
    def power(self, a: Number, n: int) -> Number:
        """a to the power n >= 0."""
    def sqrt(self, a: Number) -> Number: ...
    def exp(self, a: Number) -> Number: ...
    def log(self, a: Number) -> Number: ...
    def is_zero(self, a: Number) -> bool: ...


class Dual:
    """value + slope d with d^2 = 0. They nest: the derivative taken deeper inside has the larger tag."""

    __slots__ = ("slope", "tag", "value")

    def __init__(self, tag: int, value: Number, slope: Number) -> None:
        self.tag, self.value, self.slope = tag, value, slope


class Calculus:
    """An arithmetic, extended to dual numbers."""

    def __init__(self, arithmetic: Arithmetic) -> None:
        self.base = arithmetic
        self.zero, self.one = arithmetic.number(Fraction(0)), arithmetic.number(Fraction(1))
        self.left = MAX_VALUES

    def _split(self, a: Number, b: Number) -> tuple[int, Number, Number, Number, Number]:
        """(tag, a, da, b, db) with respect to the larger tag."""
        tag = max(n.tag for n in (a, b) if type(n) is Dual)
        parts = [(n.value, n.slope) if type(n) is Dual and n.tag == tag else (n, self.zero) for n in (a, b)]
        return tag, *parts[0], *parts[1]

    def add(self, a: Number, b: Number) -> Number:
        """a + b."""
        if type(a) is Dual or type(b) is Dual:
            tag, a, da, b, db = self._split(a, b)
            return Dual(tag, self.add(a, b), self.add(da, db))
        return self.base.add(a, b)

    def negative(self, a: Number) -> Number:
        """-a."""
        if type(a) is Dual:
            return Dual(a.tag, self.negative(a.value), self.negative(a.slope))
        return self.base.negative(a)

    def subtract(self, a: Number, b: Number) -> Number:
        """a - b."""
        return self.add(a, self.negative(b))

    def multiply(self, a: Number, b: Number) -> Number:
        """a b."""
        if type(a) is Dual or type(b) is Dual:
            tag, a, da, b, db = self._split(a, b)
            return Dual(tag, self.multiply(a, b), self.add(self.multiply(da, b), self.multiply(a, db)))
        return self.base.multiply(a, b)

    def divide(self, a: Number, b: Number) -> Number:
        """a / b. Raises Unlucky where b = 0."""
        if type(a) is Dual or type(b) is Dual:
            tag, a, da, b, db = self._split(a, b)
            value = self.divide(a, b)
            return Dual(tag, value, self.divide(self.subtract(da, self.multiply(value, db)), b))
        return self.base.divide(a, b)

    def power(self, a: Number, n: int) -> Number:
        """a to any integer power."""
        if n < 0:
            return self.divide(self.one, self.power(a, -n))
        if type(a) is not Dual:
            return self.base.power(a, n)
        if n == 0:
            return self.one
        outer = self.multiply(self.base.number(Fraction(n)), self.power(a.value, n - 1))
        return Dual(a.tag, self.power(a.value, n), self.multiply(outer, a.slope))

    def function(self, name: str, a: Number) -> Number:
        """sqrt, exp, log or tanh of a; tanh(u) is (e^2u - 1)/(e^2u + 1)."""
        if name == "tanh":
            square = self.function("exp", self.add(a, a))
            return self.divide(self.subtract(square, self.one), self.add(square, self.one))
        if type(a) is not Dual:
            rule: Callable[[Number], Number] = getattr(self.base, name)
            return rule(a)
        value = self.function(name, a.value)
        match name:
            case "sqrt":
                slope = self.divide(a.slope, self.add(value, value))
            case "exp":
                slope = self.multiply(value, a.slope)
            case _:
                slope = self.divide(a.slope, a.value)
        return Dual(a.tag, value, slope)

    def unknown(self, name: str, orders: tuple[int, ...], args: tuple[Number, ...]) -> Number:
        """A partial derivative of an unknown function at a point: a value per point, and the chain rule."""
        tag = max((a.tag for a in args if type(a) is Dual), default=0)
        if not tag:
            return self.base.generator(("app", name, orders), args)
        here = tuple(a.value if type(a) is Dual and a.tag == tag else a for a in args)
        slope = self.zero
        for n, a in enumerate(args):
            if type(a) is Dual and a.tag == tag:
                up = tuple(o + (n == m) for m, o in enumerate(orders))
                slope = self.add(slope, self.multiply(self.unknown(name, up, here), a.slope))
        return Dual(tag, self.unknown(name, orders, here), slope)


class Frame:
    """Evaluates nodes for so many channels, with a few variables moved away from where they are."""

    def __init__(
        self, calculus: Calculus, dimension: str, size: int, moved: Mapping[Slot, Number] | None = None, depth: int = 0
    ) -> None:
        self.calculus, self.dimension, self.size = calculus, dimension, size
        self.moved, self.depth = moved or {}, depth
        self._memo: dict[tuple[object, ...], Number] = {}
        self._tangents: dict[Slot, Frame] = {}

    def __call__(self, node: Node, channels: Channels) -> Number:
        """The value of a node. Raises Unlucky, Inapplicable."""
        key = (node, *(channels[i] for i in node.free))
        if key not in self._memo:
            self._memo[key] = self._value(node, channels)
        return self._memo[key]

    def _value(self, node: Node, channels: Channels) -> Number:
        calculus = self.calculus
        calculus.left -= 1
        if calculus.left < 0:
            raise Inapplicable(f"more than {MAX_VALUES} values to calculate")
        match node.op, node.args:
            case "num", (q,):
                return calculus.base.number(q)
            case "sym" | "coord", _:
                return self.variable(self.slot(node, channels))
            case "delta", (i, j):
                return calculus.one if channels[i] == channels[j] else calculus.zero
            case "add", (first, *rest):
                total = self(first, channels)
                for part in rest:
                    total = calculus.add(total, self(part, channels))
                return total
            case "mul", (first, *rest):
                product = self(first, channels)
                for part in rest:
                    product = calculus.multiply(product, self(part, channels))
                return product
            case "neg", (a,):
                return calculus.negative(self(a, channels))
            case "div", (a, b):
                return calculus.divide(self(a, channels), self(b, channels))
            case "pow", (a, n):
                return calculus.power(self(a, channels), n)
            case "fn", (name, a):
                return calculus.function(name, self(a, channels))
            case "app", (name, orders, args):
                return calculus.unknown(name, orders, tuple(self(a, channels) for a in args))
            case "sum", (index, _, excluded, body):
                return self.total(lambda frame, inner: frame(body, inner), index, excluded, channels)
            case "D", (a, v):
                return self.derivative(lambda frame, inner: frame(a, inner), v, channels)
            case "at", (a, v, point):
                return self.moving(self.slot(v, channels), self(point, channels))(a, channels)
            case "integral", (a, v):
                return self._integral(node, a, self.slot(v, channels), channels)
        raise Inapplicable(f"an expression of the kind {node.op}")

    # --- variables ----------------------------------------------------------------------------------------

    def slot(self, variable: Node, channels: Channels) -> Slot:
        """The slot of a symbol or a coordinate."""
        if variable.op == "sym":
            return variable.args[0], 0
        return variable.args[0], channels[variable.args[1]]

    def variable(self, slot: Slot) -> Number:
        """Where a variable is."""
        if slot in self.moved:
            return self.moved[slot]
        if slot == (self.dimension, 0):
            return self.calculus.base.number(Fraction(self.size))
        return self.calculus.base.generator(slot)

    def moving(self, slot: Slot, value: Number, depth: int | None = None) -> Frame:
        """The frame with one more variable moved."""
        moved = {**self.moved, slot: value}
        return Frame(self.calculus, self.dimension, self.size, moved, self.depth if depth is None else depth)

    # --- what binds ---------------------------------------------------------------------------------------

    def total(self, body: Value, index: str, excluded: tuple[str, ...], channels: Channels) -> Number:
        """The sum over the channels but those that are excluded."""
        left_out = {channels[i] for i in excluded}
        total = self.calculus.zero
        for n in range(1, self.size + 1):
            if n not in left_out:
                total = self.calculus.add(total, body(self, bound(channels, index, n)))
        return total

    def derivative(self, body: Value, variable: Node, channels: Channels) -> Number:
        """The derivative of a value along a variable."""
        slot, tag = self.slot(variable, channels), self.depth + 1
        if tag > MAX_DUALS:
            raise Inapplicable(f"a derivative of an order above {MAX_DUALS}")
        if slot not in self._tangents:
            moved = Dual(tag, self.variable(slot), self.calculus.one)
            self._tangents[slot] = self.moving(slot, moved, tag)
        value = body(self._tangents[slot], channels)
        return value.slope if type(value) is Dual and value.tag == tag else self.calculus.zero

    def _integral(self, node: Node, body: Node, slot: Slot, channels: Channels) -> Number:
        """Some antiderivative: any value, and the integrand as its slope."""
        here = self.variable(slot)
        if type(here) is Dual:
            before = self.moving(slot, here.value)
            return Dual(here.tag, before(node, channels), self.calculus.multiply(before(body, channels), here.slope))
        integrand = self(body, channels)
        if type(integrand) is Dual:
            raise Inapplicable("a derivative of an integral along another variable than its own")
        return self.calculus.base.generator(("integral", slot), (integrand, here))


Value = Callable[[Frame, Channels], Number]
"""Something that has a value in a frame."""


class _Bound(dict[str, int]):
    """Channels, with some indices bound to others."""

    def __init__(self, outer: Channels, changes: Mapping[str, int]) -> None:
        super().__init__(changes)
        self.outer = outer

    def __missing__(self, index: str) -> int:
        return self.outer[index]


def bound(channels: Channels, index: str, channel: int) -> Channels:
    """The channels, with another one for an index."""
    return rebound(channels, {index: channel})


def rebound(channels: Channels, changes: Mapping[str, int]) -> Channels:
    """The channels, with others for some indices."""
    if isinstance(channels, _Bound):
        return _Bound(channels.outer, {**channels, **changes})
    return _Bound(channels, changes)
