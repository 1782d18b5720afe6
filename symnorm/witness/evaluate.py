"""The value of a term at a point, as written, in one of the three arithmetics.

A `Point` says what every name stands for. A `Frame` is the point as one arithmetic sees it, perhaps with a few
variables moved away from it: that is how derivatives are taken and values `at` a point found. Moving a
coordinate moves the entry of the vector, and with it every mean, sum and definition. Symbols whose value is a
term, constants of integration and unknown functions belong to the point: they stay when a variable moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from symnorm.language import LanguageError, Term
from symnorm.language.points import Name, Value
from symnorm.language.terms import MEANINGS, form, free_indices, term
from symnorm.language.whole import linear

from .arithmetic import UNKNOWN, Arithmetic, Decimals, Dual, Number, Undecided, Undefined, Unfit, plus, times

Slot = tuple[str, int | tuple[int, ...]]
"""What can be moved: (symbol, 0), or (vector, channel) with channels from 1; of an array, as many numbers from 1.

A whole number is (name, WHOLE).
"""
WHOLE = -1
Channels = Mapping[str, int]

ZERO, ONE = Fraction(0), Fraction(1)

MAX_TERMS = 30_000
"""So many terms may be added up to evaluate one statement at one point."""
FRAME = 5
"""A term at another whole number counts as so many: it has a frame of its own."""


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

    def form(self) -> dict[str, dict[str, Any]]:
        """The point as data, every value in its plain form (see `symnorm.checker.refutation.check`)."""
        made: dict[str, dict[str, Any]] = {"symbols": {}, "vectors": {}, "indices": {}, "functions": {}}
        for (kind, name), value in self.values.items():
            match kind:
                case "symbol":
                    made["symbols"][name] = form(term(value))
                case "vector":
                    made["vectors"][name] = _as_lists(value)
                case "index":
                    made["indices"][name] = value
                case "function":
                    made["functions"][name] = [[form(f) for f in value.formals], form(value.body)]
        return made

    def size(self, dimension: Term) -> int:
        """The number of channels."""
        return whole(dimension.args[0], self.values.get(("symbol", dimension.args[0])))


def _as_lists(value: Any) -> Any:
    """The entries of a vector in their plain forms; of an array, the rows of such."""
    return [*map(_as_lists, value)] if isinstance(value, tuple) else form(term(value))


def places(value: Any, place: tuple[int, ...] = ()) -> Iterator[tuple[Any, Any]]:
    """The entries of a vector or an array, each with its place; a number has the place 0."""
    if isinstance(value, tuple):
        for k, entry in enumerate(value, start=1):
            yield from places(entry, (*place, k))
    else:
        yield (place[0] if len(place) == 1 else place or 0), value


def whole(dimension: str, value: Value | None) -> int:
    """The value of a dimension. Raises LanguageError unless it is a whole number from 1."""
    if not isinstance(value, Fraction) or value.denominator != 1 or value.numerator < 1:
        raise LanguageError(f"the dimension {dimension} is a whole number from 1, not {value}")
    return value.numerator


class Frame:
    """Evaluates terms at a point in an arithmetic, with the variables in `moved` away from it."""

    def __init__(
        self, point: Point, arithmetic: Arithmetic, root: Frame | None = None,
        moved: Mapping[Slot, Number] | None = None, depth: int = 0,
    ) -> None:  # fmt: skip
        self.point, self.arithmetic, self.moved, self.depth = point, arithmetic, moved or {}, depth
        self.root = root or self
        self._base: dict[Slot, Number] = {}
        self._memo: dict[object, Number] = {}
        self._beside: dict[object, Frame] = {}
        self._left = MAX_TERMS
        """How many terms may still be added up, of the frame of the point itself."""

    # --- variables ----------------------------------------------------------------------------------------

    def slot(self, variable: Term, channels: Channels) -> Slot:
        """The slot of a symbol or a coordinate."""
        if variable.op == "sym":
            return variable.args[0], 0
        name, *indices = variable.args
        at = tuple(self.channel(i, channels) for i in indices)
        return name, at[0] if len(at) == 1 else at

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
        """The value of a variable at the point, in the precision of this frame. Raises Unfit where it has none."""
        if slot in self._base:
            return self._base[slot]
        name, place = slot
        value = self.point.values.get(("vector" if place else "symbol", name))
        channels = place if isinstance(place, tuple) else (place,) * bool(place)
        for channel in channels:
            value = value[channel - 1] if isinstance(value, tuple) and channel <= len(value) else None
        if value is None:
            raise LanguageError(f"{name}{[*channels] or ''} has no value at the point")
        if isinstance(value, Term):
            try:
                with self.arithmetic.scope():
                    self._base[slot] = self(value, self.point.indices)
            except Unfit:
                raise
            except Undefined as error:
                raise Unfit(f"{name} = {value} has no value there: {error}") from None
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
        try:
            value = self._beside[slot, "dual"](body, channels)
        except Undecided:
            self(body, channels)  # raises Undefined: where there is no value there is no derivative
            raise
        if isinstance(value, Dual) and value.tag == tag:
            return value.slope
        return self.arithmetic.number(ZERO)

    # --- terms --------------------------------------------------------------------------------------------

    def __call__(self, t: Term, channels: Channels) -> Number:
        """The value of a term, for the given channels of its indices. Raises Undefined, Undecided."""
        return _evaluation(t)(self, channels)

    def renew(self) -> None:
        """Lets as many terms be added up as may be for one statement."""
        self._left = MAX_TERMS

    def spend(self, times: int = 1) -> None:
        """Counts a term of a sum, which may take as long as several. Raises Undecided where there are too many."""
        self._left -= times
        if self._left < 0:
            self.renew()
            raise Undecided(f"too much work: more than {MAX_TERMS} terms to add up")

    def _sum(self, t: Term, channels: Channels) -> Number:
        index, dimension, excluded, body = t.args
        left_out = {self.channel(other, channels) for other in excluded}
        taken = (k for k in range(1, self.point.size(dimension) + 1) if k not in left_out)
        inner, join = _evaluation(body), self.arithmetic.plus
        total = self.arithmetic.number(ZERO)
        for k in taken:
            self.root.spend()
            total = join(total, inner(self, {**channels, index: k}))
        return total

    def whole(self, t: Term) -> int:
        """The value of a whole number, which is the same in every arithmetic. Raises LanguageError for any other."""
        total, made = Fraction(0), linear(t)
        if made is None:
            raise LanguageError(f"{t} is not written as a whole number is, as t + 1")
        for number, multiple in made.items():
            total += multiple * (1 if number is None else self._whole(number))
        return int(total)

    def _whole(self, number: Term) -> int:
        name, start = number.args
        if (name, WHOLE) in self.moved:
            return int(self.moved[name, WHOLE])
        value = self.point.values.get(("symbol", name))
        if not isinstance(value, Fraction) or value.denominator != 1 or value < start:
            raise LanguageError(f"{name} is a whole number from {start}, and not {value}")
        return int(value)

    def _up_to(self, t: Term, channels: Channels) -> Number:
        over, last, body = t.args
        total, inner = self.arithmetic.number(ZERO), _evaluation(body)
        for n in range(over.args[1], self.whole(last) + 1):
            self.root.spend(FRAME)
            total = self.arithmetic.plus(total, inner(self.moving((over.args[0], WHOLE), n), channels))
        return total

    def _application(self, t: Term, channels: Channels) -> Number:
        """The interpretation at the arguments. It depends on nothing else: no other variable moves in it."""
        name, orders, arguments = t.args
        meaning = self.point.values.get(("function", name))
        if meaning is None:
            raise LanguageError(f"the function {name} has no interpretation at the point")
        if len(meaning.formals) != len(arguments) or any(orders):
            raise LanguageError(f"the function {name} is interpreted with {len(meaning.formals)} arguments")
        inside = dict(self.point.indices)
        moved: dict[Slot, Number] = {}
        for formal, actual in zip(meaning.formals, arguments, strict=True):
            if formal.op == "whole":
                moved[formal.args[0], WHOLE] = self.whole(actual)
                continue
            if formal.op == "coord" and actual.op == "coord" and formal.args[0] == actual.args[0]:
                inside |= {i: self.channel(j, channels) for i, j in zip(formal.args[1:], actual.args[1:], strict=True)}
            moved[self.slot(formal, inside)] = self(actual, channels)
        try:
            return Frame(self.point, self.arithmetic, self.root, moved, self.depth)(meaning.body, inside)
        except Unfit:
            raise
        except Undefined as error:
            raise Unfit(f"{meaning.applied(name)} = {meaning.meaning} has no value there: {error}") from None

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
        self(body, channels)  # raises Undefined where nothing is integrated, Undecided where it may have a kink
        if not isinstance(end, Dual):
            return UNKNOWN
        before = self.moving(slot, end.value)
        return Dual(end.tag, before(t, channels), times(before(body, channels), end.slope))


Evaluation = Callable[[Frame, Channels], Number]

_REMEMBERED: dict[str, Callable[[Frame, Term, Channels], Number]] = {
    "app": Frame._application,
    "sum": Frame._sum,
    "upto": Frame._up_to,
    "D": lambda f, t, c: f.derivative(t.args[0], t.args[1], c),
    "integral": Frame._integral,
    "at": Frame._at,
}
"""What takes long, or occurs again and again: a frame computes it once for each choice of channels."""


@lru_cache(maxsize=1 << 16)
def _evaluation(t: Term) -> Evaluation:
    """How a term is evaluated: a function of the frame and the channels, which knows the parts of the term."""
    if t.op in MEANINGS:
        return _evaluation(t.parts()[0])
    if t.op in _REMEMBERED:
        rule = _REMEMBERED[t.op]
        return _remembered(t, lambda f, c: rule(f, t, c))
    match t.op, t.args:
        case "fn", (function, a):
            argument = _evaluation(a)
            return _remembered(t, lambda f, c: f.arithmetic.function(function, argument(f, c)))
        case "def", (_, _, body):
            return _remembered(t, _evaluation(body))
        case "num", (q,):
            return _remembered(t, lambda f, c: f.arithmetic.number(q))
        case "sym", (name, *_):
            slot = (name, 0)
            return lambda f, c: f.variable(slot)
        case "whole", _:
            return lambda f, c: f.arithmetic.number(Fraction(f.whole(t)))
        case "power", (a, exponent):
            powered = _evaluation(a)
            return lambda f, c: f.arithmetic.power(powered(f, c), f.whole(exponent))
        case "coord", (_, _, _, *_):
            return lambda f, c: f.variable(f.slot(t, c))
        case "coord", (name, index):
            return lambda f, c: f.variable((name, f.channel(index, c)))
        case "delta", (i, j):
            return lambda f, c: f.arithmetic.number(ONE if f.channel(i, c) == f.channel(j, c) else ZERO)
        case "add" | "mul" as op, parts:
            return _folded(op, [_evaluation(part) for part in parts])
        case "neg", (a,):
            inner = _evaluation(a)
            return lambda f, c: -inner(f, c)
        case "div", (a, b):
            above, below = _evaluation(a), _evaluation(b)
            return lambda f, c: f.arithmetic.divide(above(f, c), below(f, c))
        case "pow", (a, n):
            base = _evaluation(a)
            return lambda f, c: f.arithmetic.power(base(f, c), n)
    raise LanguageError(f"{t} has no value")


def _folded(op: str, parts: list[Evaluation]) -> Evaluation:
    """The sum or the product of the parts."""
    first, *others = parts

    def folded(f: Frame, c: Channels) -> Number:
        join = f.arithmetic.plus if op == "add" else f.arithmetic.times
        value = first(f, c)
        for part in others:
            value = join(value, part(f, c))
        return value

    return folded


def _remembered(t: Term, value: Evaluation) -> Evaluation:
    """What is computed once in a frame for each choice of the channels that it depends on."""
    indices, own = free_indices(t), object()  # which is found faster than the term

    def remembered(f: Frame, c: Channels) -> Number:
        key = (own, *[c.get(i) for i in indices]) if indices else own
        found = f._memo.get(key)
        if found is None:
            found = f._memo[key] = value(f, c)
        return found

    return remembered
