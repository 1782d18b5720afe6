"""From an expression as written to its normal form, and the duties it must meet to be defined."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from math import prod
from types import MappingProxyType
from typing import Any

from ..forms import Form, Malformed, check_expression, holds_form, number, of_the_set, put_for, set_of, size
from .budget import MAX_WORK, TooLarge, spend, spent
from .derivative import derivative
from .generators import COUNTED
from .quotient import Duty, Quotient, Undefined
from .ring import Ring
from .substitution import rename, substitute

MAX_REMEMBERED = 4_000
"""With more generators than so many in its ring, a normalizer is not used for another entry.

Nor is it after more work than one entry may take, so that what is remembered has a bound, too.
"""


Constant = tuple[Form, frozenset[str]]
"""A constant of integration: the variable along which it is constant, and the channels that it belongs to."""


@dataclass(frozen=True, slots=True)
class Found:
    """The normal form of an expression and its duties; the parts that it was made of, and the work but for theirs."""

    value: Quotient
    duties: tuple[Duty, ...]
    parts: tuple[Form, ...]
    work: int


class Normalizer:
    """Brings expressions into one ring. Results are remembered: definitions occur again and again.

    Who searches for a proof asks the `twin` of the normalizer by which the proof is judged, and the judge is told what
    was worked out for the search. That is as good as working it out again. A result depends on its expression and on
    what the normalizer was made with (see `suited`), not on what is known or supposed, or who asks; none is remembered
    but what these methods have worked out; and quotients do not change. What is told counts as work as if it had been
    worked out again, so that the bounds on work say the same whether or not anybody has searched.
    """

    def __init__(
        self, dimension: Form | None = None, constants: Mapping[str, Constant] = MappingProxyType({}),
        lengths: frozenset[Form] = frozenset(),
    ) -> None:  # fmt: skip
        self.ring = Ring()
        self.dimension, self.lengths = dimension, lengths
        """The number of channels: the one symbol that sums over channels run to. Without it, none may stand.

        And those to which the sums over other sets run.
        """
        self.constants = dict(constants)
        self.ring.channels = {c: channels for c, (_, channels) in self.constants.items()}
        self.ring.constants = {c: self.variable(v) for c, (v, _) in self.constants.items()}
        self._begun = spent()
        self._found: dict[Form, Found] = {}
        """Normal forms that this one or its twin has worked out."""
        self._told: dict[Form, Found] = {}
        """Those of them that this one was asked for."""
        self._parts: list[Form] = []
        """The parts, so far, of what is being worked out."""
        self._counted = 0
        """The work on all that was told."""
        self._asked: dict[Form, tuple[Quotient, tuple[Duty, ...]]] = {}

    def __call__(self, expression: Form) -> tuple[Quotient, tuple[Duty, ...]]:
        """(normal form, duties) of an expression.

        The duties are what the expression, read literally, needs to be defined; an index bound by a
        sum stands in them as *1, *2, ..., which means every channel. Raises Malformed, Undefined or
        TooLarge.
        """
        found = self._asked.get(expression)
        if found is None:
            check_expression(expression)
            self._parts = []
            made = self._normal(expression)
            found = self._asked[expression] = made.value, tuple(dict.fromkeys(map(self.canonical, made.duties)))
        return found

    @cached_property
    def twin(self) -> Normalizer:
        """Another one, of the same ring, that remembers the same."""
        other = copy(self)
        other._told, other._asked = {}, {}
        return other

    def suited(
        self, dimension: Form | None, constants: Mapping[str, Constant], lengths: frozenset[Form] = frozenset()
    ) -> Normalizer:
        """This normalizer, or a new one: what is remembered is true of these dimensions and of these constants."""
        is_same = (self.dimension, self.lengths, self.constants) == (dimension, lengths, constants)
        is_small = len(self.ring.keys) <= MAX_REMEMBERED and spent() - self._begun <= MAX_WORK
        return self if is_same and is_small else Normalizer(dimension, constants, lengths)

    def variable(self, form: Form) -> int:
        """The generator of a variable. Raises Undefined for the number of channels and other lengths: they are none."""
        if form == self.dimension or form in self.lengths:
            raise Undefined("the number of channels is no variable")
        return self.ring.atom(form)

    def _normal(self, e: Form) -> Found:
        self._parts.append(e)
        told = self._told.get(e)
        if told is None:
            told = self._found.get(e)
            if told is None:
                told = self._found[e] = self._worked_out(e)
            else:  # by the twin
                for part in told.parts:
                    self._normal(part)
                spend(told.work)
            self._told[e] = told
            self._counted += told.work
        return told

    def _worked_out(self, e: Form) -> Found:
        outer, self._parts = self._parts, []
        duties: list[Duty] = []
        begun = spent() - self._counted
        value = self._step(e, duties)
        spend(len(duties))
        parts, self._parts = tuple(self._parts), outer
        return Found(value, tuple(dict.fromkeys(duties)), parts, spent() - self._counted - begun)

    def canonical(self, duty: Duty) -> Duty:
        """A duty with the index of each sum named *1, *2, ...: it is due for every channel."""
        relation, q = duty
        for index in sorted(i for i in self.ring.indices(q) if i[0] == "#"):
            stars = (of_the_set(f"*{n}", index) for n in range(1, 10))
            name = next((star for star in stars if star not in self.ring.indices(q)), None)
            if name is None:
                raise TooLarge("more than nine sums inside each other around one condition")
            q = rename(q, index, name)
        return relation, q

    def _step(self, e: Form, duties: list[Duty]) -> Quotient:
        ring = self.ring

        def part(inner: Form) -> Quotient:
            found = self._normal(inner)
            duties.extend(found.duties)
            return found.value

        match e:
            case ("num", value):
                return ring.constant(number(value))
            case ("sym" | "coord", *_):
                return ring.generator(e)
            case ("whole", n, start):
                return ring.generator(("whole", of_the_set(n, COUNTED) if n[0] == "*" else n, start))
            case ("delta", i, j):
                return ring.delta(i, j)
            case ("add", *parts):
                return ring.total([part(p) for p in parts])
            case ("mul", *parts):
                return prod(map(part, parts), start=ring.constant(1))
            case ("neg", a):
                return -part(a)
            case ("div", a, b):
                below = part(b)
                if below.as_constant() is None:
                    duties.append(("!=", below))
                return part(a) / below
            case ("pow", a, n):
                base = part(a)
                if n < 0 and base.as_constant() is None:
                    duties.append(("!=", base))
                return base.power(n)
            case ("power", a, exponent):
                base = part(a)
                power, may_be_zero = ring.power(base, part(exponent))
                if not may_be_zero and base.as_constant() is None:
                    duties.append(("!=", base))
                return power
            case ("fn", "tanh", a):  # law: tanh
                square, one = ring.exp(part(a).scaled(2)), ring.constant(1)
                return (square - one) / (square + one)
            case ("fn", function, a):
                q = part(a)
                if function != "exp":
                    duties.append((">=" if function == "sqrt" else ">", q))
                return ring.function(function, q)
            case ("app", name, orders, args):
                applied = ring.generator(("app", name, orders, tuple(part(a) for a in args)))
                if any(orders):
                    duties.append(("exists", applied))
                return applied
            case ("sum", index, dimension, excluded, body):
                if dimension != self.length(index):
                    raise Undefined("a sum over another number of channels than the theorem has")
                for constant, channels in ring.channels.items():
                    if index in channels and holds_form(body, ("sym", constant)):
                        raise Undefined(f"the constant {constant} belongs to channel {index}: no sum runs over it")
                fresh = ring.fresh_index(index)
                spend(size(body))
                return self.total(part(renamed(body, index, fresh)), fresh, excluded)
            case ("upto", index, first, last, body):  # what is summed is asked for a value from there, without an end
                before = ring.constant(first - 1)
                counted = ("whole", ring.fresh_index(COUNTED), 1)
                spend(size(body))
                own = put_for(body, ("whole", index, first), ("add", counted, ("num", str(first - 1))))
                return ring.sum_up_to(part(own), counted[1], part(last) - before)  # law: upto-first
            case ("D", a, v):
                return self._derivative(a, self.variable(v), duties)
            case ("integral", a, v):  # what has a derivative is continuous, and so has an antiderivative
                integrand, variable = part(a), self.variable(v)
                derivative(integrand, variable, duties)
                return ring.generator(("integral", integrand, variable))
            case ("at", a, v, point):
                return self._at(a, self.variable(v), part(point), duties)
            case ("def", _, _, body):
                return part(body)
        raise Malformed(f"no expression begins with {e[0]!r}")

    def length(self, index: str) -> Form | None:
        """How many members the set of an index has; None where no statement has named that."""
        own = ("sym", set_of(index))
        return self.dimension if not own[1] else own if own in self.lengths else None

    def total(self, q: Quotient, index: str, excluded: tuple[str, ...]) -> Quotient:
        """The sum over all channels, or over the set of another index, but those excluded.

        All sums over one set have the same members, so that every index of the set that is free is in their range.
        """
        length = self.length(index)
        if length is None:
            raise Undefined("a sum where no statement has named the number of channels")
        ring = self.ring
        result = ring.sum(q, index, ring.generator(length))  # law: sum-excluded
        for n, other in enumerate(excluded):
            term = rename(q, index, other)
            for before in excluded[:n]:  # law: sum-excluded-twice
                term = term * (ring.constant(1) - ring.delta(before, other))
            result = result - term
        return result

    def _derivative(self, a: Form, variable: int, duties: list[Duty]) -> Quotient:
        """An expression has a derivative where it is defined around the point, not at the point alone.

        So what it needs must hold around: a quantity that depends on the variable is positive, not just not negative,
        and it is continuous, since it has a derivative itself. There is one exception. An antiderivative along the
        variable is on an interval. What exists for its sake exists wherever the variable is in there, and need not be
        continuous.
        """
        inner = self._normal(a)
        on_interval = self._is_antiderivative(a, variable)
        for relation, q in inner.duties:
            if on_interval and relation == "exists":
                duties.append((relation, q))
                continue
            moves = bool(derivative(q, variable, duties))
            duties.append((">" if relation == ">=" and moves else relation, q))
        return derivative(inner.value, variable, duties)

    def _is_antiderivative(self, e: Form, variable: int) -> bool:
        while e[0] == "def":
            e = e[3]
        return bool(e[0] == "integral" and self.variable(e[2]) == variable)

    def _at(self, a: Form, variable: int, point: Quotient, duties: list[Duty]) -> Quotient:
        """The value at a point: what must hold for it to be defined must hold there, not elsewhere."""
        inner = self._normal(a)
        duties.extend((relation, substitute(q, variable, point)) for relation, q in inner.duties)
        return substitute(inner.value, variable, point)


def renamed(e: Form, old: str, new: str) -> Form:
    """The expression with a free index renamed; an inner sum that binds the same name is left alone."""
    match e:
        case ("coord", vector, *indices):
            return ("coord", vector, *(new if i == old else i for i in indices))
        case ("delta", i, j):
            return ("delta", new if i == old else i, new if j == old else j)
        case ("def", name, tuple(indices), body):
            return ("def", name, tuple(new if i == old else i for i in indices), renamed(body, old, new))
        case ("def", name, index, body):
            return ("def", name, new if index == old else index, renamed(body, old, new))
        case ("sum", index, dimension, excluded, body):
            outer = tuple(new if x == old else x for x in excluded)
            inner = body if index == old else renamed(body, old, new)
            return ("sum", index, renamed(dimension, old, new), outer, inner)
    return tuple(renamed(part, old, new) if isinstance(part, tuple) else part for part in e)


def lettered(e: Any, depth: int = 0) -> Any:
    """The same with letters of sums over channels that depend on nothing but how deep these stand in one another."""
    match e:
        case ("sum", str(index), size, excluded, body):
            own = of_the_set(f"#{depth}", index)
            return ("sum", own, size, excluded, lettered(renamed(body, index, own), depth + 1))
        case tuple():
            return tuple(lettered(part, depth) for part in e)
    return e
