"""A point of a theorem as a bundle gives it, and the values of expressions and statements there.

    {"symbols": {name: expression}, "vectors": {name: [expression, ...]}, "indices": {name: number},
     "functions": {name: [[variable, ...], expression]}}

An array of two indices is a list of rows, one of three a list of such.

Everything that stands in an expression is evaluated; what has no value is never passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from graphlib import CycleError, TopologicalSorter
from itertools import combinations_with_replacement, count, product
from typing import Any

from ..calculus.budget import spend
from ..forms import (
    COMBINATIONS,
    MAX_INDICES,
    Form,
    Malformed,
    arrays,
    channel,
    check_expression,
    check_variable,
    dimensions,
    free_indices,
    free_wholes,
    freeze,
    integrated,
    lengths,
    name,
    number,
    put_for,
    set_of,
    size,
    subforms,
)
from .values import ZERO, Ball, Doubt, Dual, NoValue, Number, Numbers, Undecided, bounds_of

MAX_CHANNELS = 10_000
MAX_PARTS = 100
"""In so many parts a way is looked at."""

COST = 10
"""The work that a value counts as."""

SIGNS = {"eq": (0,), "ne": (-1, 1), "lt": (-1,), "le": (-1, 0), "gt": (1,), "ge": (0, 1)}
"""Which signs the difference of both sides has where a relation holds."""

Slot = tuple[str, tuple[int, ...]]
"""A variable: (symbol, ()), or (vector, channels) with channels from 1; (n from 1, ()) for a whole number n from 1."""


class Rejected(Doubt):
    """The point is none, or does not refute; the message says why."""


def value_form(e: Form, variables: Form = ()) -> Form:
    """A term that is given as a value. Raises Malformed for one that is none, or leaves a constant or number open."""
    check_expression(e)
    if not free_wholes(e) <= {*variables}:
        raise Malformed("a value is the same for every whole number: what depends on one is a function of it")
    if integrated(e):
        raise Malformed("an indefinite integral is no value: any constant may be added")
    return e


def interpretation(n: str, said: Any) -> tuple[Form, Form]:
    """(variables, term) of a function. Raises Malformed."""
    name(n)
    match freeze(said):
        case (tuple(variables), body) if variables and all(isinstance(v, tuple) for v in variables):
            for v in variables:
                (check_expression if v[:1] == ("whole",) else check_variable)(v)
            channels = [i for v in variables if v[0] == "coord" for i in v[2:]]
            if len({*variables}) < len(variables) or len({*channels}) < len(channels):
                raise Malformed(f"{n} is a function of variables that are all different, and of channels of their own")
            return variables, value_form(body, variables)
    raise Malformed(f"{n} is a function: its variables, and a term")


def _applied(e: Form) -> set[str]:
    """The functions of which a term speaks."""
    return {part[1] for part in subforms(e) if part[:1] == ("app",)}


def _named(index: Any) -> str:
    """An index that has a number at a point: one that stands for every channel has none."""
    if isinstance(index, str) and index.startswith("*"):
        raise Malformed(f"{index} stands for every channel, and is none")
    return channel(index)


def is_row(e: Any) -> bool:
    """Whether an entry is a list of entries, and no expression, which begins with a word."""
    return isinstance(e, tuple) and (not e or isinstance(e[0], tuple))


def _entries(n: str, entries: Form, above: tuple[int, ...] = ()) -> Iterator[tuple[Slot, Form]]:
    """The entries of a vector or an array, each with its place."""
    for k, e in enumerate(entries, start=1):
        if is_row(e) and len(above) + 1 < MAX_INDICES:
            yield from _entries(n, e, (*above, k))
        else:
            yield (n, (*above, k)), e


class Point:
    """A point as a bundle gives it: names, and what each stands for. Raises Malformed."""

    def __init__(self, said: Any) -> None:
        match said:
            case {"symbols": dict(symbols), "vectors": dict(vectors), "indices": dict(indices),
                  "functions": dict(functions), **rest} if not rest:  # fmt: skip
                self.symbols = {name(n): value_form(freeze(e)) for n, e in symbols.items()}
                self.vectors = {name(n): freeze(e) for n, e in vectors.items()}
                self.functions = {n: interpretation(n, f) for n, f in functions.items()}
                self.channels = {_named(i): k for i, k in indices.items()}
            case _:
                raise Malformed("a point is an object with symbols, vectors, indices and functions")
        if not all(isinstance(entries, tuple) for entries in self.vectors.values()):
            raise Malformed("a vector is given by the list of its entries")
        if not all(type(k) is int for k in self.channels.values()):
            raise Malformed("a channel is given by its number")
        try:
            TopologicalSorter({n: _applied(body) for n, (_, body) in self.functions.items()}).prepare()
        except CycleError:
            raise Malformed("functions are given in terms of themselves, in a circle") from None
        self.entries = {slot: value_form(e) for n, v in self.vectors.items() for slot, e in _entries(n, v)}
        self.terms = (
            *self.symbols.values(), *self.entries.values(), *(body for _, body in self.functions.values())
        )  # fmt: skip


class Place(Point):
    """A point with a value for every name. Raises Rejected or NoValue where one has none.

    It is to be a point of the `forms`, and of forms whose sums over channels run to `sizes`.
    """

    def __init__(self, said: Any, sizes: Iterable[Form], forms: Iterable[Form] = ()) -> None:
        super().__init__(said)
        forms = (*forms, *self.terms, *(("delta", i, i) for i in self.channels))
        self.sizes = frozenset(sizes).union(*map(dimensions, forms))
        self.lengths = frozenset[Form]().union(*map(lengths, forms))
        self.numbers, self.tags = Numbers(), count(1)
        self.base: dict[Slot, Number | None] = {}
        self.runs_backwards = False
        """Whether anything was a sum that ends below its beginning by more than one: some take it for minus a sum."""
        self._seen: dict[int, tuple[Form, int, list[str]]] = {}
        self.root = Frame(self, {})
        shapes = dict(frozenset[Any]().union(*map(arrays, forms)))
        self.over: dict[str, set[Form | None]] = {
            "": {self.symbols.get(d[1]) if d[0] == "sym" else None for d in self.sizes},
            **{n: {self.symbols.get(n)} for _, n in self.lengths},
        }
        """The values at the point of the number of channels, and of the lengths of other sets, by their names."""
        self._sizes: dict[str, int] = {}
        for n, entries in self.vectors.items():
            self._measure(n, entries, shapes.get(n, ("",)))
        for n, (variables, body) in self.functions.items():
            if not (dimensions(body) | lengths(body)).isdisjoint(variables):
                raise Rejected(f"{n} is given by sums to a number of channels that is its variable, and that is fixed")
        for i, k in self.channels.items():
            if not 1 <= k <= self.size(i):
                raise Rejected(f"a channel is a whole number from 1 to {self.size(i)}")
        self.size("")
        for slot in self.entries:
            self.value(slot)
        for n in self.symbols:
            self.value((n, ()))

    def _measure(self, n: str, entries: Form, sets: Form) -> None:
        """Learns the lengths of sets from an array with an entry for each choice of their members."""
        self.over.setdefault(sets[0], set()).add(("num", str(len(entries))))
        for e in entries:
            if is_row(e) != (len(sets) > 1):
                raise Rejected(f"{n} is given by lists within each other, one for each of its indices")
            if is_row(e):
                self._measure(n, e, sets[1:])

    def size(self, index: str) -> int:
        """How many members the set of an index has: a whole number from 1, the same for all arrays and sums."""
        own = set_of(index)
        if own not in self._sizes:
            match list(self.over[own]) if own in self.over else []:
                case []:
                    self._sizes[own] = MAX_CHANNELS
                case [("num", size)] if size.isdecimal() and 1 <= int(size) <= MAX_CHANNELS:
                    self._sizes[own] = int(size)
                case _:
                    raise Rejected("the number of channels is a whole number from 1, the same for all vectors")
        return self._sizes[own]

    def looked_up(self, e: Form) -> tuple[int, list[str]]:
        """How large an expression is, for to look it up takes as long, and its free indices."""
        if id(e) not in self._seen:
            self._seen[id(e)] = e, size(e), sorted(free_indices(e))  # which keeps it, and its identity
        return self._seen[id(e)][1:]

    def value(self, slot: Slot) -> Number:
        """The value of a variable at the point."""
        if slot not in self.base:
            n, channels = slot
            said = self.entries.get(slot) if channels else self.symbols.get(n)
            if said is None:
                raise Rejected(f"the point gives {n} no value")
            self.base[slot] = None
            try:
                self.base[slot] = self.root(said, self.channels)
            except NoValue as error:
                raise Rejected(f"{n} has no value at the point: {error}", error.about) from None
        found = self.base[slot]
        if found is None:
            raise Rejected(f"the value of {slot[0]} is given in terms of {slot[0]} itself")
        return found

    def require(self, statement: Form) -> None:
        """Raises Rejected, NoValue or Undecided unless a statement holds at the point.

        One that gives a symbol the very value by which the point gives it holds, even of numbers that are not exact.
        """
        match statement:
            case ("eq", ("sym", n), value) if self.symbols.get(n) == value:
                return
        truth = self.truth(statement)
        if truth is None:
            raise Undecided("whether this holds at the point", statement)
        if not truth:
            raise Rejected("this does not hold at the point", statement)

    def require_beside(self, statement: Form, varying: Iterable[Form], ends: Iterable[tuple[Form, Form]] = ()) -> None:
        """Raises Undecided or NoValue unless a statement holds wherever variables are between the point and their ends.

        What is `varying` has to move both sides smoothly there: then a strict inequality holds a little further on as
        well. At a root of zero nothing would change smoothly. It is enclosed on ever smaller parts of the way.
        """
        tag, parts, ways = next(self.tags), [self._ways(ends)], 0
        base = {s: Dual(tag, self.value(s), Fraction(1)) for v in varying for s in self._slots(v)}
        roots = set(self.numbers.roots)  # with those in the ends: the point remembers what it has evaluated
        while parts:
            part, ways = parts.pop(), ways + 1
            moved = {slot: Dual(tag, Ball(*bounds, None), Fraction(1)) for slot, bounds in part.items()}
            try:
                is_sure = self.truth(statement, frame=Frame(self, {**base, **moved}))
            except Undecided:
                is_sure = None
            if not is_sure:
                if not part or ways > MAX_PARTS:
                    raise Undecided("whether this holds wherever its variables range", statement)
                parts += _halves(part)
        self.numbers.roots = roots  # those on the way are of no number

    def _ways(self, ends: Iterable[tuple[Form, Form]]) -> dict[Slot, tuple[int, int]]:
        """From where to where variables range that are not at their ends, as bounds of a Ball."""
        found: dict[Slot, tuple[int, int]] = {}
        for variable, end in ends:
            here, there = (self.root(e, self.channels) for e in (variable, end))
            if self.numbers.sign(self.numbers.subtract(here, there)) != 0:
                slot = self.root.slot(variable, self.channels)
                bounds = [end for n in (here, there) for end in bounds_of(n)] + list(found.get(slot, ()))
                found[slot] = min(bounds), max(bounds)
        return found

    def _slots(self, variable: Form) -> list[Slot]:
        if variable[0] == "vector":
            return [slot for slot in self.entries if slot[0] == variable[1]]
        return [self.root.slot(variable, self.channels)]

    def truth(self, statement: Form, nothing: bool | None = None, frame: Frame | None = None) -> bool | None:
        """Whether a statement holds, for every channel that an index *1, *2 ... can name; None where it is not known.

        Every part of it is evaluated. Where one has no value: `nothing`, or NoValue is raised if that is None. In a
        `frame` a relation has its truth there. An implication is true or false at the point: where a side that counts
        has no value, NoValue is raised, and nothing is asked of one in a frame.
        """
        if statement[0] in ("implies", "iff"):
            if any(i[0] == "*" for i in free_indices(statement)):
                raise Undecided("an implication about every channel: say which channel", statement)
            first = self.truth(statement[1])
            if statement[0] == "implies" and first is False:
                return True
            second = self.truth(statement[2])
            if None in (first, second):
                return True if statement[0] == "implies" and second else None
            return first == second  # of an implication the first is true here
        stars = sorted(i for i in free_indices(statement) if i[0] == "*")
        found: set[bool | None] = set()
        for chosen in product(*(range(1, self.size(i) + 1) for i in stars)):
            try:
                channels = {**self.channels, **dict(zip(stars, chosen, strict=True))}
                found.add(self._relation(statement, channels, frame or self.root))
            except NoValue:
                if nothing is None:
                    raise
                return nothing
        return False if False in found else None if None in found else True

    def _relation(self, s: Form, channels: Mapping[str, int], frame: Frame) -> bool | None:
        if s[0] in COMBINATIONS:
            found = [(self._relation if p[0] in ("or", "and") else self._part)(p, channels, frame) for p in s[1:]]
            decisive = s[0] == "or"
            return decisive if decisive in found else None if None in found else not decisive
        return self._part(s, channels, frame)

    def _part(self, s: Form, channels: Mapping[str, int], frame: Frame) -> bool | None:
        if s[0] in COMBINATIONS:
            return self.truth(s)
        if s[0] == "differentiable":
            for variables in combinations_with_replacement(s[1][3], int(s[2][1])):
                frame(reduce(lambda e, v: ("D", e, v), variables, s[1]), channels)
            return True
        sign = self.numbers.sign(self.numbers.subtract(frame(s[1], channels), frame(s[2], channels)))
        return None if sign is None else sign in SIGNS[s[0]]


@dataclass(eq=False)
class Frame:
    """The point, with some variables moved away from it: that is how derivatives are taken."""

    place: Place
    moved: Mapping[Slot, Number]
    memo: dict[Any, Number] = field(default_factory=dict)

    def __call__(self, e: Form, channels: Mapping[str, int]) -> Number:
        """The value of an expression. Raises NoValue, Undecided or Rejected."""
        numbers, place = self.place.numbers, self.place
        spend(COST)
        match e:
            case ("num", q):
                return number(q)
            case ("sym", _) | ("coord", *_):
                slot = self.slot(e, channels)
                return self.moved[slot] if slot in self.moved else place.value(slot)
            case ("whole", n, start):
                slot = self.slot(e, channels)
                return self.moved[slot] if slot in self.moved else self._whole(place.value((n, ())), start)
            case ("delta", i, j):
                return Fraction(_channel(i, channels) == _channel(j, channels))
            case ("neg", a):
                return numbers.multiply(Fraction(-1), self(a, channels))
            case ("div", a, b):
                return numbers.divide(self(a, channels), self(b, channels))
            case ("pow", a, n):
                return numbers.power(self(a, channels), n)
        extent, indices = place.looked_up(e)
        spend(extent // 16)
        key = (e, *(channels.get(i) for i in indices))
        if key not in self.memo:
            self.memo[key] = self._long(e, channels)
        return self.memo[key]

    def _long(self, e: Form, channels: Mapping[str, int]) -> Number:
        numbers = self.place.numbers
        match e:
            case ("add" | "mul" as operation, first, *others):
                value = self(first, channels)
                for part in others:
                    value = (numbers.add if operation == "add" else numbers.multiply)(value, self(part, channels))
                return value
            case ("fn", f, a):
                return numbers.function(f, self(a, channels))
            case ("def", _, _, body):
                return self(body, channels)
            case ("sum", index, dimension, excluded, body):
                if dimension not in (self.place.lengths if set_of(index) else self.place.sizes):
                    raise Rejected("a sum runs to another number of channels than those of the point")
                left_out = {_channel(i, channels) for i in excluded}
                total: Number = ZERO
                for k in (k for k in range(1, self.place.size(index) + 1) if k not in left_out):
                    total = numbers.add(total, self(body, {**channels, index: k}))
                return total
            case ("upto", index, first, last, body):
                value, end = ZERO, int(self._whole(self(last, channels), -MAX_CHANNELS))
                self.place.runs_backwards |= end < first - 1
                for k in range(first, end + 1):
                    value = numbers.add(value, self(put_for(body, ("whole", index, first), ("num", str(k))), channels))
                return value
            case ("power", a, exponent):
                return numbers.power(self(a, channels), int(self._whole(self(exponent, channels), -MAX_CHANNELS)))
            case ("at", a, v, b):
                return self._moving(self.slot(v, channels), self(b, channels))(a, channels)
            case ("D", a, v):
                slot, tag = self.slot(v, channels), next(self.place.tags)
                try:
                    value = self._moving(slot, Dual(tag, self(v, channels), Fraction(1)))(a, channels)
                except Undecided:
                    self(a, channels)  # raises NoValue: then there is no derivative either
                    raise
                return value.slope if isinstance(value, Dual) and value.tag == tag else ZERO
            case ("app", n, orders, arguments) if n in self.place.functions:
                return self._application(n, orders, arguments, channels)
            case ("app", n, *_):
                raise Rejected(f"the point does not say what {n} is")
        raise Undecided("an indefinite integral")

    def _whole(self, value: Number, least: int) -> Fraction:
        """A whole number, by its value. Raises Rejected for another one, and Undecided for one that is too large."""
        if not isinstance(value, Fraction) or value.denominator != 1 or value < least:
            raise Rejected(f"a whole number from {least} has another value")
        if value > MAX_CHANNELS:
            raise Undecided(f"a whole number of more than {MAX_CHANNELS}")
        return value

    def _application(self, n: str, orders: Form, arguments: Form, channels: Mapping[str, int]) -> Number:
        """The term of a function at the arguments, or its derivative: it depends on nothing else, which moves in it."""
        place = self.place
        variables, body = place.functions[n]
        if len(variables) != len(arguments):
            raise Rejected(f"{n} has {len(variables)} variables at the point")
        inside, moved = dict(place.channels), {}
        for formal, actual in zip(variables, arguments, strict=True):
            if formal[0] == "coord":
                if actual[0] != "coord" or arrays(actual) != arrays(formal):
                    raise Undecided(f"{n} is given as a function of an entry, and stands at something else")
                inside |= {i: _channel(j, channels) for i, j in zip(formal[2:], actual[2:], strict=True)}
            moved[self.slot(formal, inside)] = self(actual, channels)
        along = (v for v, order in zip(variables, orders, strict=True) for _ in range(order))
        body = reduce(lambda e, v: ("D", e, v), along, body)
        try:
            return Frame(place, moved)(body, inside)
        except NoValue as error:
            raise Rejected(f"the function {n} has no value where it stands: {error}", error.about) from None

    def _moving(self, slot: Slot, value: Number) -> Frame:
        if ("sym", slot[0]) in self.place.sizes | self.place.lengths:
            raise Undecided("the number of channels is fixed, and varies here")
        return Frame(self.place, {**self.moved, slot: value})

    def slot(self, variable: Form, channels: Mapping[str, int]) -> Slot:
        """The slot of a symbol or a coordinate, or of a whole number: none of a symbol, nor of one from elsewhere."""
        if variable[0] == "whole":
            return f"{variable[1]} from {variable[2]}", ()
        return variable[1], tuple(_channel(i, channels) for i in variable[2:])


def _halves(part: dict[Slot, tuple[int, int]]) -> Iterator[dict[Slot, tuple[int, int]]]:
    """Both halves of a part of the way, cut where it is longest."""
    longest = max(part, key=lambda slot: part[slot][1] - part[slot][0])
    low, high = part[longest]
    middle = (low + high) // 2
    yield {**part, longest: (middle, high)}
    yield {**part, longest: (low, middle)}


def _channel(index: str, channels: Mapping[str, int]) -> int:
    if index not in channels:
        raise Rejected(f"the point does not say which channel {index} is")
    return channels[index]
