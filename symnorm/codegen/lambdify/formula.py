"""One side of a statement as a formula over arrays: what it means when the channels lie along axes.

Every index of a statement gets a place among the last n axes of an array: the free ones i, j first, in this
order; the index of a sum takes the first place that nothing below the sum varies along, so that y_i and the mean
over k share an axis, while sum_k (delta_ik - ...)^2 has two. A sum keeps its axis, with length one, and so all
parts of a formula broadcast against each other, whatever stands in front of the channels.

The input is the plain form of a statement (`symnorm.checker.forms`), which is what the checker has accepted; the
output are nodes of a graph. Nothing is reordered or simplified.
"""

from __future__ import annotations

import builtins
import keyword
import string
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, reduce
from itertools import chain, count
from types import MappingProxyType
from typing import Any

from ...checker.forms import Form
from ..forms import Operations
from ..graph.node import Node, Rank

NAMES_OF_FUNCTIONS = ("sqrt", "exp", "log", "tanh", "mean", "sum", "swapaxes", "where", "on_axes")
RESERVED = {*NAMES_OF_FUNCTIONS, *keyword.kwlist, *dir(builtins)}
"""What no argument and no definition may be called in the printed source."""

PLAIN = {*string.ascii_letters, *string.digits, "_"}

Slots = frozenset[int]
NOTHING: Mapping[str, tuple[Node, Slots]] = MappingProxyType({})


class Unsupported(Exception):
    """A part of a formula that is no formula to evaluate; the message names it."""


@dataclass
class Formula:
    """A side of a statement, lowered; see `lower`.

    `vectors` and `symbols` are what it depends on, by the names of the notation; `arguments` are the names that they
    have in the source, and `identity` is one more, where that needs the identity matrix. `definitions` are the named
    parts of `value`, in the order in which they are needed. Each of the `indices` is an axis of the value; `axes`
    is how many there are in between. `links_channels` says that channels meet, in a sum or a delta: then the
    number of channels cannot be another than that of the arrays.
    """

    indices: tuple[str, ...]
    dimension: str | None
    vectors: list[str] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)
    arguments: dict[str, str] = field(default_factory=dict)
    definitions: list[tuple[str, Node]] = field(default_factory=list)
    value: Node = field(init=False)
    axes: int = 0
    identity: str = ""
    links_channels: bool = False

    @cached_property
    def keywords(self) -> dict[str, str]:
        """The keyword by which each argument is given: its name as Python reads it.

        lambda, a word of Python, is lambda_; of two names that are one to Python, one gets an underscore.
        """
        found = {n: n for n in self.arguments if unicodedata.normalize("NFKC", n) == n and not keyword.iskeyword(n)}
        for name in self.arguments:
            called = unicodedata.normalize("NFKC", name)
            while name not in found and (keyword.iskeyword(called) or called in found.values()):
                called += "_"
            found.setdefault(name, called)
        return found


def lower(side: Form, statement: Form, dimension: str | None) -> Formula:
    """The formula of one side of a statement; `dimension` is the symbol that counts the channels, if one does.

    Raises Unsupported where the side has a derivative, an integral or an unknown function in it.
    """
    used = set(_free_indices(side, frozenset()))
    indices = tuple(dict.fromkeys(i for i in _free_indices(statement, frozenset()) if i in used))
    formula = Formula(indices, dimension, axes=len(indices))
    names = _Names(formula)
    formula.value = _Lowering(names, {i: n for n, i in enumerate(indices)}).of(side)
    if dimension is not None and (indices or formula.identity) and not formula.vectors:
        names.argument(dimension, formula.symbols)  # no array tells the number of channels
    return formula


class _Names:
    """The names in the source of a formula: of its arguments and its definitions, each of which nothing else has."""

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.taken = set(RESERVED)
        self.defined: dict[tuple[str, Node], Node] = {}
        self._nodes: dict[tuple[Any, ...], Node] = {}

    def node(self, op: str, *args: Node, leaf: Any = None) -> Node:
        """A node of the formula; equal ones are one."""
        key = (op, args, leaf)
        return self._nodes.setdefault(key, Node(op, args, Rank.BLOCK, leaf))

    def fresh(self, name: str) -> str:
        """This name, or nearly, such that nothing else has it in the source, which is run as it is printed.

        Python takes two names for one that differ before normalization only, as the micro sign and the Greek letter do:
        names in the source are of ASCII letters.
        """
        name = "".join(c if c in PLAIN else _word(c) for c in name).lstrip("_0123456789") or "v"
        free = next(n for n in chain((name,), (f"{name}_{k}" for k in count(2))) if n not in self.taken)
        self.taken.add(free)
        return free

    def argument(self, name: str, group: list[str]) -> Node:
        """What is given from outside: a vector, or a symbol of the notation."""
        if name not in self.formula.arguments:
            self.formula.arguments[name] = self.fresh(name)
            group.append(name)
        return self.node("parameter", leaf=self.formula.arguments[name])

    def identity(self, p: int, q: int) -> Node:
        """Kronecker's delta along two axes."""
        self.formula.links_channels = True
        self.formula.identity = self.formula.identity or self.fresh("identity")
        return self.node("identity", leaf=(self.formula.identity, p, q))

    def definition(self, name: str, body: Node) -> Node:
        """The name of a definition; one for each value that it has."""
        if (name, body) not in self.defined:
            free = self.fresh(name)
            self.defined[name, body] = self.node("parameter", leaf=free)
            self.formula.definitions.append((free, body))
        return self.defined[name, body]


class _Lowering(Operations[Node]):
    """Forms as nodes: `at` has the axes of the indices, `values` what stands for a symbol, and along what."""

    def __init__(
        self, names: _Names, at: Mapping[str, int], values: Mapping[str, tuple[Node, Slots]] = NOTHING
    ) -> None:
        self.names, self.formula, self.at, self.values = names, names.formula, at, values

    def refused(self, e: Form) -> Unsupported:
        """The error for a form that is no formula to evaluate."""
        return Unsupported(_WORDS.get(e[0], f"a part of the kind {e[0]!r}"))

    def on_num(self, number: str) -> Node:
        return self.names.node("number", leaf=Fraction(number))

    def on_sym(self, name: str) -> Node:
        return self.values[name][0] if name in self.values else self.names.argument(name, self.formula.symbols)

    def on_coord(self, name: str, index: str) -> Node:
        return self.names.node("along", self.names.argument(name, self.formula.vectors), leaf=self.at[index])

    def on_delta(self, i: str, j: str) -> Node:
        return self.on_num("1") if i == j else self.names.identity(self.at[i], self.at[j])

    def on_add(self, first: Form, *rest: Form) -> Node:
        whole = self.of(first)
        for part in rest:
            is_less = part[0] == "neg"
            whole = self.names.node("sub" if is_less else "add", whole, self.of(part[1] if is_less else part))
        return whole

    def on_mul(self, *parts: Form) -> Node:
        return self._product(self.factors(parts))

    def on_neg(self, a: Form) -> Node:
        return self.names.node("neg", self.of(a))

    def on_div(self, a: Form, b: Form) -> Node:
        return self.names.node("div", self.of(a), self.of(b))

    def on_pow(self, a: Form, n: int) -> Node:
        power = self.of(a) if abs(n) == 1 else self.names.node("pow", self.of(a), leaf=abs(n))
        return power if n >= 0 else self.names.node("div", self.on_num("1"), power)

    def on_fn(self, name: str, a: Form) -> Node:
        return self.names.node(name, self.of(a))

    def on_def(self, name: str, _: str | None, body: Form) -> Node:
        return self.names.definition(name, self.of(body))

    def on_at(self, body: Form, variable: Form, point: Form) -> Node:
        if variable[0] != "sym":
            raise self.refused(("at",))
        there = (self.of(point), _slots(point, self.at, self.values))
        return _Lowering(self.names, self.at, {**self.values, variable[1]: there}).of(body)

    def on_sum(self, index: str, dimension: Form, excluded: tuple[str, ...], body: Form) -> Node:
        """A sum along an axis of its own; of what does not vary along it, a multiple."""
        self.formula.links_channels = True
        without = [self.at[i] for i in excluded]
        outside = _slots(body, {**self.at, index: -1}, self.values)
        slot = next(n for n in count() if n not in outside and n not in without)
        self.formula.axes = max(self.formula.axes, slot + 1)
        value = _Lowering(self.names, {**self.at, index: slot}, self.values).of(body)
        if -1 in outside:
            return self.names.node("sum", value, *(self.names.identity(slot, q) for q in without), leaf=slot)
        if len(without) > 1:
            raise Unsupported("a sum of a constant over all channels but several")
        terms = self.of(dimension)  # the number of them
        return self._product([self.names.node("sub", terms, self.on_num("1")) if without else terms, value])

    def factors(self, parts: Sequence[Form]) -> Iterator[Node]:
        """The factors of a product, in which 1/C and a sum over all C channels are a mean."""
        ahead = list(parts)
        while ahead:
            match ahead:
                case [("div", ("num", "1"), size), ("sum", _, dimension, (), _) as total, *rest] if (
                    size == dimension
                ):
                    made = self.of(total)
                    is_sum = made.op == "sum"
                    yield self.names.node("mean", *made.args, leaf=made.leaf) if is_sum else self.of(total[4])
                    ahead = rest
                case [part, *rest]:
                    yield self.of(part)
                    ahead = rest

    def _product(self, factors: Iterable[Node]) -> Node:
        return reduce(lambda whole, factor: self.names.node("mul", whole, factor), factors)


def _word(letter: str) -> str:
    """A word of ASCII letters for a letter: beta for that letter; an underscore where there is none."""
    letter = unicodedata.normalize("NFKC", letter)
    word = unicodedata.name(letter, "_").split()[-1] if len(letter) == 1 else "_"
    word = word.replace("LAMDA", "LAMBDA")
    plain = word.capitalize() if letter.isupper() else word.lower()
    return plain if PLAIN.issuperset(plain) else "_"


_WORDS = {
    "D": "a derivative",
    "integral": "an integral",
    "app": "an unknown function",
    "at": "a value at a point of a coordinate",
}


def _slots(e: Form, at: Mapping[str, int], values: Mapping[str, tuple[Any, Slots]]) -> Slots:
    """The axes along which a form varies."""
    match e:
        case ("sym", name):
            return values[name][1] if name in values else frozenset()
        case ("coord", _, index):
            return frozenset({at[index]})
        case ("delta", i, j):
            return frozenset() if i == j else frozenset({at[i], at[j]})
        case ("sum", index, _, excluded, body):
            inside = _slots(body, {**at, index: -2}, values) - {-2}
            return inside | {at[i] for i in excluded}
        case ("at", body, ("sym", name), point):
            return _slots(body, at, {**values, name: (None, _slots(point, at, values))})
    return frozenset().union(*(_slots(p, at, values) for p in e if isinstance(p, tuple) and p))


def _free_indices(e: Form, bound: frozenset[str]) -> Iterator[str]:
    match e:
        case ("coord", _, index):
            names: tuple[str, ...] = (index,)
        case ("delta", i, j):
            names = (i, j) if i != j else ()
        case ("sum", index, _, excluded, body):
            names, e, bound = excluded, (body,), bound | {index}
        case _:
            names = ()
    yield from (n for n in names if n not in bound)
    for part in e:
        if isinstance(part, tuple):
            yield from _free_indices(part, bound)
