"""The value of a term at a point, as written, in one of the three arithmetics.

A `Point` says what every name stands for. A `Frame` is the point as one arithmetic sees it, perhaps with a few
variables moved away from it: that is how derivatives are taken and values `at` a point found. Moving a
coordinate moves the entry of the vector, and with it every mean, sum and definition. Symbols whose value is a
term, constants of integration and unknown functions belong to the point: they stay when a variable moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

from symnorm.language import LanguageError, Term
from symnorm.language.points import Name, Value

from .arithmetic import UNKNOWN, Arithmetic, Decimals, Dual, Number, Undecided, Undefined, plus, times

Slot = tuple[str, int]
"""What can be moved: (symbol, 0), or (vector, channel) with channels from 1."""
Channels = Mapping[str, int]

ZERO, ONE = Fraction(0), Fraction(1)


class Point:
    """What every name of a theorem stands for: symbols a value, vectors a tuple of them, indices a channel.

    `notation` says how the names are printed that are not printed as they are spelled.
    """

    def __init__(self, values: Mapping[Name, Any], notation: Callable[[], Mapping[str, str]] = dict) -> None:
        self.values, self.notation = values, notation
        self.indices: Channels = {n: value for (kind, n), value in values.items() if kind == "index"}
        self._frames: dict[Arithmetic, Frame] = {}

    def frame(self, arithmetic: Arithmetic) -> Frame:
        """The point as an arithmetic sees it. What is computed once is kept."""
        if arithmetic not in self._frames:
            self._frames[arithmetic] = Frame(self, arithmetic)
        return self._frames[arithmetic]

    def size(self, dimension: Term) -> int:
        """The number of channels."""
        return whole(dimension.args[0], self.values.get(("symbol", dimension.args[0])))


def whole(dimension: str, value: Value | None) -> int:
    """The value of a dimension. Raises LanguageError unless it is a whole number from 1."""
    if not isinstance(value, Fraction) or value.denominator != 1 or value < 1:
        raise LanguageError(f"the dimension {dimension} is a whole number from 1, not {value}")
    return int(value)


class Frame:
    """Evaluates terms at a point in an arithmetic, with the variables in `moved` away from it."""

    def __init__(
        self, point: Point, arithmetic: Arithmetic, root: Frame | None = None,
        moved: Mapping[Slot, Number] | None = None, depth: int = 0,
    ) -> None:  # fmt: skip
        self.point, self.arithmetic, self.moved, self.depth = point, arithmetic, moved or {}, depth
        self.root = root or self
        self._base: dict[Slot, Number] = {}
        self._memo: dict[tuple[object, ...], Number] = {}
        self._beside: dict[object, Frame] = {}

    # --- variables ----------------------------------------------------------------------------------------

    def slot(self, variable: Term, channels: Channels) -> Slot:
        """The slot of a symbol or a coordinate."""
        if variable.op == "sym":
            return variable.args[0], 0
        return variable.args[0], self.channel(variable.args[1], channels)

    def channel(self, index: str, channels: Channels) -> int:
        """The channel that an index names."""
        if index not in channels:
            raise LanguageError(f"the index {index} has no value here")
        return channels[index]

    def variable(self, slot: Slot) -> Number:
        """The value of a variable: where it was moved to, or else at the point."""
        if slot in self.moved:
            return self.moved[slot]
        base = self.root._base
        return base[slot] if slot in base else self.root.base(slot)

    def base(self, slot: Slot) -> Number:
        """The value of a variable at the point, in the precision of this frame."""
        if slot in self._base:
            return self._base[slot]
        name, channel = slot
        value = self.point.values.get(("vector" if channel else "symbol", name))
        if channel and value is not None:
            value = value[channel - 1] if channel <= len(value) else None
        if value is None:
            raise LanguageError(f"{name}{f'[{channel}]' if channel else ''} has no value at the point")
        with self.arithmetic.scope():
            if isinstance(value, Term):
                self._base[slot] = self(value, self.point.indices)
            else:
                self._base[slot] = self.arithmetic.number(value)
        return self._base[slot]

    def moving(self, slot: Slot, value: Number, depth: int | None = None) -> Frame:
        """The frame with one more variable moved."""
        moved = {**self.moved, slot: value}
        return Frame(self.point, self.arithmetic, self.root, moved, self.depth if depth is None else depth)

    def shifted(self, slot: Slot, by: Fraction) -> Frame:
        """The frame with a variable a little further on."""
        if (slot, by) not in self._beside:
            with self.arithmetic.scope():
                moved = plus(self.variable(slot), self.arithmetic.number(by))
            self._beside[slot, by] = self.moving(slot, moved)
        return self._beside[slot, by]

    def derivative(self, body: Term, variable: Term, channels: Channels) -> Number:
        """d(body)/d(variable): by dual numbers, or as a difference quotient at a higher precision."""
        slot = self.slot(variable, channels)
        if isinstance(self.arithmetic, Decimals):
            if "finer" not in self._beside:
                self._beside["finer"] = Frame(
                    self.point, self.arithmetic.finer(), self.root, self.moved, self.depth
                )
            here, step = self._beside["finer"], self.arithmetic.step
            there = here.shifted(slot, step)
            with here.arithmetic.scope():
                slope = (there(body, channels) - here(body, channels)) / here.arithmetic.number(step)
                if abs(slope) ** 3 * here.arithmetic.number(step) > 1:
                    raise Undefined("a derivative that does not exist")
                return slope
        tag = self.depth + 1
        if (slot, "dual") not in self._beside:
            one = self.arithmetic.number(ONE)
            self._beside[slot, "dual"] = self.moving(slot, Dual(tag, self.variable(slot), one), tag)
        value = self._beside[slot, "dual"](body, channels)
        if isinstance(value, Dual) and value.tag == tag:
            return value.slope
        return self.arithmetic.number(ZERO)

    # --- terms --------------------------------------------------------------------------------------------

    def __call__(self, t: Term, channels: Channels) -> Number:
        """The value of a term, for the given channels of its indices. Raises Undefined, Undecided."""
        if t.op not in _REMEMBERED:
            return _RULES[t.op](self, t, channels)
        key = (t, *(channels.get(i) for i in free_indices(t)))
        if key not in self._memo:
            self._memo[key] = _RULES[t.op](self, t, channels)
        return self._memo[key]

    def _variable(self, t: Term, channels: Channels) -> Number:
        return self.variable(self.slot(t, channels))

    def _delta(self, t: Term, channels: Channels) -> Number:
        i, j = (self.channel(index, channels) for index in t.args)
        return self.arithmetic.number(ONE if i == j else ZERO)

    def _sum(self, t: Term, channels: Channels) -> Number:
        index, dimension, excluded, body = t.args
        left_out = {self.channel(other, channels) for other in excluded}
        taken = (k for k in range(1, self.point.size(dimension) + 1) if k not in left_out)
        values = (self(body, {**channels, index: k}) for k in taken)
        return reduce(plus, values, self.arithmetic.number(ZERO))

    def _application(self, t: Term, channels: Channels) -> Number:
        """The interpretation at the arguments. It depends on nothing else: no other variable moves in it."""
        name, orders, arguments = t.args
        meaning = self.point.values.get(("function", name))
        if meaning is None:
            raise LanguageError(f"the function {name} has no interpretation at the point")
        if len(meaning.formals) != len(arguments) or any(orders):
            raise LanguageError(f"the function {name} is interpreted with {len(meaning.formals)} arguments")
        inside, moved = dict(self.point.indices), {}
        for formal, actual in zip(meaning.formals, arguments, strict=True):
            if formal.op == "coord" and actual.op == "coord" and formal.args[0] == actual.args[0]:
                inside[formal.args[1]] = self.channel(actual.args[1], channels)
            moved[self.slot(formal, inside)] = self(actual, channels)
        return Frame(self.point, self.arithmetic, self.root, moved, self.depth)(meaning.body, inside)

    def _at(self, t: Term, channels: Channels) -> Number:
        body, variable, where = t.args
        return self.moving(self.slot(variable, channels), self(where, channels))(body, channels)

    def _integral(self, t: Term, channels: Channels) -> Number:
        """An antiderivative: known by its slope; in decimals, the integral from the point to the variable."""
        body, variable = t.args
        slot = self.slot(variable, channels)
        end = self.variable(slot)
        if isinstance(self.arithmetic, Decimals):
            context, start = self.arithmetic.context, self.root.base(slot)
            if end == start:
                return context.zero

            def integrand(s: Number) -> Number:
                return self.moving(slot, s)(body, channels)

            value, error = context.quad(integrand, [start, end], method="gauss-legendre", error=True)
            if not abs(error) <= abs(end - start) * context.mpf(10) ** (20 - self.arithmetic.digits):
                raise Undecided("an integral that numerical quadrature does not settle")
            return value
        if any(isinstance(v, Dual) for s, v in self.moved.items() if s != slot):
            raise Undecided("the derivative of an integral along another variable")
        if not isinstance(end, Dual):
            return UNKNOWN
        before = self.moving(slot, end.value)
        return Dual(end.tag, before(t, channels), times(before(body, channels), end.slope))


_Rule = Callable[[Frame, Term, Channels], Number]
_RULES: dict[str, _Rule] = {
    "num": lambda f, t, c: f.arithmetic.number(t.args[0]),
    "sym": Frame._variable,
    "coord": Frame._variable,
    "delta": Frame._delta,
    "add": lambda f, t, c: reduce(plus, [f(a, c) for a in t.args]),
    "mul": lambda f, t, c: reduce(times, [f(a, c) for a in t.args]),
    "neg": lambda f, t, c: -f(t.args[0], c),
    "div": lambda f, t, c: f.arithmetic.divide(f(t.args[0], c), f(t.args[1], c)),
    "pow": lambda f, t, c: f.arithmetic.power(f(t.args[0], c), t.args[1]),
    "fn": lambda f, t, c: f.arithmetic.function(t.args[0], f(t.args[1], c)),
    "app": Frame._application,
    "sum": Frame._sum,
    "D": lambda f, t, c: f.derivative(t.args[0], t.args[1], c),
    "integral": Frame._integral,
    "at": Frame._at,
    "def": lambda f, t, c: f(t.args[2], c),
}
_REMEMBERED = frozenset(("fn", "app", "sum", "D", "integral", "at", "def"))


@lru_cache(maxsize=1 << 16)
def free_indices(t: Term) -> tuple[str, ...]:
    """The indices of a term that no sum in it binds, in the order of their appearance."""
    found: dict[str, None] = {}
    match t.op, t.args:
        case "coord", (_, index):
            found[index] = None
        case "delta", both:
            found.update(dict.fromkeys(both))
        case "sum", (index, _, excluded, body):
            found.update(dict.fromkeys(excluded))
            found.update((i, None) for i in free_indices(body) if i != index)
        case _:
            for part in t.parts():
                found.update(dict.fromkeys(free_indices(part)))
    return tuple(found)
