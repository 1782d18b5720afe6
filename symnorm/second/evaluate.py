"""The value of an expression, read literally, for a concrete number of channels and in any arithmetic.

Sums are loops over the channels, derivatives are dual numbers, an unknown function is a table of values. Which
numbers these are made of is the business of an `Arithmetic`: residues modulo a prime (`modular`), or quotients of
polynomials (`symnorm.rigor`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Protocol

from ..checker.forms import set_of
from .nodes import Node
from .whole import number_of

Number = Any
"""What an arithmetic calculates with; while a derivative is taken, a Dual of such."""

Slot = tuple[str, int | tuple[int, ...]]
"""A variable: (name of a symbol, 0), or (name of a vector, channel from 1); of an array, as many numbers from 1."""

Channels = dict[str, int]
"""The channels that indices name, from 1, and the ranks of whole numbers."""

MAX_DUALS = 6
MAX_VALUES = 60_000
"""So many values may be calculated for one theorem."""


class Unlucky(Exception):
    """There is no value at this point: a division by zero, say. There may be one at another."""


class Nowhere(Unlucky):
    """There is no value here, and hardly one at another random point: a division by zero."""


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


class Budget:
    """So many values may still be calculated, of those that are left of a whole."""

    def __init__(self, left: int = MAX_VALUES, whole: Budget | None = None) -> None:
        self.left, self.whole = left, whole

    def spend(self) -> None:
        """One value more. Raises Inapplicable where it is one too many."""
        self.left -= 1
        if self.left < 0:
            raise Inapplicable("too many values to calculate")
        if self.whole is not None:
            self.whole.spend()


class Calculus:
    """An arithmetic, extended to dual numbers."""

    def __init__(self, arithmetic: Arithmetic, budget: Budget) -> None:
        self.base, self.budget = arithmetic, budget
        self.zero, self.one = arithmetic.number(Fraction(0)), arithmetic.number(Fraction(1))

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
        """a / b. Raises Nowhere where b = 0."""
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
    """Evaluates nodes for so many channels. What it does not change is calculated in the frame outside of it, once.

    A frame moves a variable away from where it is (`moved`), or has another arithmetic than the one outside, with
    other roots. `lengths` are those of the sets that have a name of their own.
    """

    def __init__(
        self, calculus: Calculus, dimension: str, size: int, outer: Frame | None = None, moved: str = "",
        depth: int = 0, lengths: Mapping[str, int] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        self.calculus, self.dimension, self.size, self.outer, self.depth = calculus, dimension, size, outer, depth
        self.lengths = lengths
        self._moved = moved
        self.where: dict[Slot, Number] = dict(outer.where) if outer else {}
        """Variables that are not where the arithmetic has them."""
        self._memo: dict[Any, Number] = {}
        self._lacking: dict[Any, tuple[type[Exception], str]] = {}
        """Why there is no value, where there is none."""
        self._spend = calculus.budget.spend
        self._tangents: dict[Slot, Frame] = {}

    def __call__(self, node: Node, channels: Channels) -> Number:
        """The value of a node. Raises Unlucky, Inapplicable."""
        outer = self.outer
        if outer is not None and not (self._moved in node.names if self._moved else node.rooted):
            return outer(node, channels)
        free = node.free
        key = (node, *[channels[i] for i in free]) if free else node
        found = self._memo.get(key)
        if found is not None:
            return found
        if key in self._lacking:
            kind, told = self._lacking[key]
            raise kind(told)
        self._spend()
        try:
            found = self._memo[key] = _OPERATIONS[node.op](self, node, channels)
        except (Unlucky, Inapplicable) as error:
            self._lacking[key] = type(error), str(error)
            raise
        return found

    # --- operations, each by the name that `Node.op` has for it ------------------------------------------

    def _num(self, node: Node, channels: Channels) -> Number:
        return self.calculus.base.number(node.args[0])

    def _sym(self, node: Node, channels: Channels) -> Number:
        return self.variable((node.args[0], 0))

    def _coord(self, node: Node, channels: Channels) -> Number:
        return self.variable(self.slot(node, channels))

    def _delta(self, node: Node, channels: Channels) -> Number:
        i, j = node.args
        return self.calculus.one if channels[i] == channels[j] else self.calculus.zero

    def _add(self, node: Node, channels: Channels) -> Number:
        add, (first, *rest) = self.calculus.add, node.args
        total = self(first, channels)
        for part in rest:
            total = add(total, self(part, channels))
        return total

    def _mul(self, node: Node, channels: Channels) -> Number:
        multiply, (first, *rest) = self.calculus.multiply, node.args
        product = self(first, channels)
        for part in rest:
            product = multiply(product, self(part, channels))
        return product

    def _neg(self, node: Node, channels: Channels) -> Number:
        return self.calculus.negative(self(node.args[0], channels))

    def _div(self, node: Node, channels: Channels) -> Number:
        a, b = node.args
        return self.calculus.divide(self(a, channels), self(b, channels))

    def _pow(self, node: Node, channels: Channels) -> Number:
        a, n = node.args
        return self.calculus.power(self(a, channels), n)

    def _fn(self, node: Node, channels: Channels) -> Number:
        name, a = node.args
        return self.calculus.function(name, self(a, channels))

    def _app(self, node: Node, channels: Channels) -> Number:
        name, orders, args = node.args
        return self.calculus.unknown(name, orders, tuple(self(a, channels) for a in args))

    def _bind(self, node: Node, channels: Channels) -> Number:
        a, i, j = node.args
        return self(a, {**channels, i: channels[j]})

    def _put(self, node: Node, channels: Channels) -> Number:
        a, whole, value = node.args
        return self(a, {**channels, whole: self._whole_number(value, channels) - int(whole.partition("@")[2]) + 1})

    def _whole(self, node: Node, channels: Channels) -> Number:
        return self.calculus.base.number(Fraction(self._whole_number(node, channels)))

    def _whole_number(self, node: Node, channels: Channels) -> int:
        found = number_of(node, channels)
        if found is None:
            raise Inapplicable("a whole number that is not made of whole numbers")
        return found

    def _power(self, node: Node, channels: Channels) -> Number:
        a, exponent = node.args
        return self.calculus.power(self(a, channels), self._whole_number(exponent, channels))

    def _upto(self, node: Node, channels: Channels) -> Number:
        """The sum over whole numbers, from the first to the last."""
        whole, first, last, body = node.args
        total = self.calculus.zero
        for rank in range(1, self._whole_number(last, channels) - first + 2):
            total = self.calculus.add(total, self(body, {**channels, whole: rank}))
        return total

    def _at(self, node: Node, channels: Channels) -> Number:
        a, variable, point = node.args
        return self._moving(self.slot(variable, channels), self(point, channels), self.depth)(a, channels)

    def _sum(self, node: Node, channels: Channels) -> Number:
        """The sum over the channels but those that are excluded."""
        index, _, excluded, body = node.args
        calculus, inner = self.calculus, {**channels}
        left_out = {channels[i] for i in excluded}
        total = calculus.zero
        own = set_of(index)
        if own and own not in self.lengths:
            raise Inapplicable("a sum over a set of which no statement speaks")
        for n in range(1, (self.lengths[own] if own else self.size) + 1):
            if n not in left_out:
                inner[index] = n
                total = calculus.add(total, self(body, inner))
        return total

    def _D(self, node: Node, channels: Channels) -> Number:
        """The derivative along a variable."""
        body, variable = node.args
        if variable.args[0] not in body.names:
            return self.calculus.zero
        slot, tag = self.slot(variable, channels), self.depth + 1
        if tag > MAX_DUALS:
            raise Inapplicable(f"a derivative of an order above {MAX_DUALS}")
        if slot not in self._tangents:
            self._tangents[slot] = self._moving(slot, Dual(tag, self.variable(slot), self.calculus.one), tag)
        value = self._tangents[slot](body, channels)
        return value.slope if type(value) is Dual and value.tag == tag else self.calculus.zero

    def _integral(self, node: Node, channels: Channels) -> Number:
        """Some antiderivative: any value, and the integrand as its slope."""
        body, variable = node.args
        slot = self.slot(variable, channels)
        here = self.variable(slot)
        if type(here) is Dual:
            before = self._moving(slot, here.value, self.depth)
            return Dual(here.tag, before(node, channels), self.calculus.multiply(before(body, channels), here.slope))
        integrand = self(body, channels)
        if type(integrand) is Dual:
            raise Inapplicable("a derivative of an integral along another variable than its own")
        return self.calculus.base.generator(("integral", slot), (integrand, here))

    # --- variables ----------------------------------------------------------------------------------------

    def slot(self, variable: Node, channels: Channels) -> Slot:
        """The slot of a symbol or a coordinate."""
        if variable.op == "sym":
            return variable.args[0], 0
        name, *indices = variable.args
        at = tuple(channels[i] for i in indices)
        return name, at[0] if len(at) == 1 else at

    def variable(self, slot: Slot) -> Number:
        """Where a variable is."""
        if slot in self.where:
            return self.where[slot]
        if slot == (self.dimension, 0):
            return self.calculus.base.number(Fraction(self.size))
        if slot[0] in self.lengths and slot[1] == 0:
            return self.calculus.base.number(Fraction(self.lengths[slot[0]]))
        return self.calculus.base.generator(slot)

    def _moving(self, slot: Slot, value: Number, depth: int) -> Frame:
        """The frame with one more variable moved."""
        frame = Frame(self.calculus, self.dimension, self.size, self, slot[0], depth, self.lengths)
        frame.where[slot] = value
        return frame

    def with_roots(self, arithmetic: Arithmetic) -> Frame:
        """The same point with the roots of another arithmetic."""
        calculus = Calculus(arithmetic, self.calculus.budget)
        return Frame(calculus, self.dimension, self.size, self, lengths=self.lengths)


_OPERATIONS: dict[str, Callable[[Frame, Node, Channels], Number]] = {
    op: getattr(Frame, f"_{op}")
    for op in ("num", "sym", "coord", "delta", "add", "mul", "neg", "div", "pow", "fn", "app", "bind", "at", "sum", "D",
               "integral", "whole", "power", "upto", "put")
}  # fmt: skip
