"""One side of a statement as a formula over arrays: what it means when the channels lie along axes.

Every index of a statement gets a place among the last n axes of an array: the free ones i, j first, in this
order; the index of a sum takes the first place that nothing below the sum varies along, so that y_i and the mean
over k share an axis, while sum_k (delta_ik - ...)^2 has two. A sum keeps its axis, with length one, and so all
parts of a formula broadcast against each other, whatever stands in front of the channels.

The input is the plain form of a statement (`symnorm.checker.forms`), which is what the checker has accepted; the
output are unevaluated SymPy expressions. Nothing is reordered or simplified.
"""

from __future__ import annotations

import builtins
import keyword
import string
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import chain, count
from types import MappingProxyType
from typing import Any

import sympy

from ...checker.forms import Form
from ..forms import Operations

NAMES_OF_FUNCTIONS = ("sqrt", "exp", "log", "tanh", "mean", "sum", "swapaxes", "where", "on_axes")
RESERVED = {*NAMES_OF_FUNCTIONS, *keyword.kwlist, *dir(builtins)}
"""What no argument and no definition may be called in the printed source."""

PLAIN = {*string.ascii_letters, *string.digits, "_"}

Slots = frozenset[int]
NOTHING: Mapping[str, tuple[Any, Slots]] = MappingProxyType({})


class Unsupported(Exception):
    """A part of a formula that is no formula to evaluate; the message names it."""


class OnAxis(sympy.Function):  # type: ignore[misc]
    """OnAxis(x, p): a vector along axis p."""


class Sum(sympy.Function):  # type: ignore[misc]
    """Sum(e, p, d, ...): the sum along axis p, over the channels where the identities d, ... are zero."""


class Mean(sympy.Function):  # type: ignore[misc]
    """Mean(e, p): the mean along axis p."""


class Identity(sympy.Function):  # type: ignore[misc]
    """Identity(I, p, q): Kronecker's delta along two axes, from the identity matrix."""


@dataclass
class Formula:
    """A side of a statement, lowered; see `lower`.

    `vectors` and `symbols` are what it depends on, by the names of the notation; `arguments` are their SymPy
    symbols, and `identity` is one more, where the source needs the identity matrix. `definitions` are the named
    parts of `value`, in the order in which they are needed. Each of the `indices` is an axis of the value; `axes`
    is how many there are in between. `links_channels` says that channels meet, in a sum or a delta: then the
    number of channels cannot be another than that of the arrays.
    """

    indices: tuple[str, ...]
    dimension: str | None
    vectors: list[str] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)
    arguments: dict[str, sympy.Symbol] = field(default_factory=dict)
    definitions: list[tuple[sympy.Symbol, sympy.Expr]] = field(default_factory=list)
    value: sympy.Expr = sympy.S.Zero
    axes: int = 0
    identity: sympy.Symbol | None = None
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
    symbols = _Symbols(formula)
    formula.value = _Lowering(symbols, {i: n for n, i in enumerate(indices)}).of(side)
    if dimension is not None and (indices or formula.identity) and not formula.vectors:
        symbols.argument(dimension, formula.symbols)  # no array tells the number of channels
    return formula


class _Symbols:
    """The symbols of a formula: its arguments and its definitions, each by a name that nothing else has."""

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.taken = set(RESERVED)
        self.defined: dict[tuple[str, sympy.Expr], sympy.Symbol] = {}

    def fresh(self, name: str) -> sympy.Symbol:
        """A symbol of this name, or nearly, that nothing else has in the source, which is run as it is printed.

        Python takes two names for one that differ before normalization only, as the micro sign and the Greek letter do:
        names in the source are of ASCII letters.
        """
        name = "".join(c if c in PLAIN else _word(c) for c in name).lstrip("_0123456789") or "v"
        free = next(n for n in chain((name,), (f"{name}_{k}" for k in count(2))) if n not in self.taken)
        self.taken.add(free)
        return sympy.Symbol(free)

    def argument(self, name: str, group: list[str]) -> sympy.Symbol:
        """The symbol of what is given from outside: a vector, or a symbol of the notation."""
        if name not in self.formula.arguments:
            self.formula.arguments[name] = self.fresh(name)
            group.append(name)
        return self.formula.arguments[name]

    def identity(self, p: int, q: int) -> Any:
        """Kronecker's delta along two axes."""
        self.formula.links_channels = True
        self.formula.identity = self.formula.identity or self.fresh("identity")
        return Identity(self.formula.identity, p, q)

    def definition(self, name: str, body: Any) -> sympy.Symbol:
        """The symbol of a definition; one for each value that it has."""
        if (name, body) not in self.defined:
            self.defined[name, body] = self.fresh(name)
            self.formula.definitions.append((self.defined[name, body], body))
        return self.defined[name, body]


class _Lowering(Operations[Any]):
    """Forms as SymPy: `at` has the axes of the indices, `values` what stands for a symbol, and along what."""

    def __init__(
        self, symbols: _Symbols, at: Mapping[str, int], values: Mapping[str, tuple[Any, Slots]] = NOTHING
    ) -> None:
        self.symbols, self.formula, self.at, self.values = symbols, symbols.formula, at, values

    def refused(self, e: Form) -> Unsupported:
        """The error for a form that is no formula to evaluate."""
        return Unsupported(_WORDS.get(e[0], f"a part of the kind {e[0]!r}"))

    def on_num(self, number: str) -> Any:
        exact = Fraction(number)
        return sympy.Rational(exact.numerator, exact.denominator)

    def on_sym(self, name: str) -> Any:
        return self.values[name][0] if name in self.values else self.symbols.argument(name, self.formula.symbols)

    def on_coord(self, name: str, index: str) -> Any:
        return OnAxis(self.symbols.argument(name, self.formula.vectors), self.at[index])

    def on_delta(self, i: str, j: str) -> Any:
        return sympy.Integer(1) if i == j else self.symbols.identity(self.at[i], self.at[j])

    def on_add(self, *parts: Form) -> Any:
        return sympy.Add(*map(self.of, parts), evaluate=False)

    def on_mul(self, *parts: Form) -> Any:
        return _product(list(self.factors(parts)))

    def on_neg(self, a: Form) -> Any:
        return sympy.Mul(sympy.Integer(-1), self.of(a), evaluate=False)

    def on_div(self, a: Form, b: Form) -> Any:
        return _product([self.of(a), sympy.Pow(self.of(b), sympy.Integer(-1), evaluate=False)])

    def on_pow(self, a: Form, n: int) -> Any:
        return sympy.Pow(self.of(a), sympy.Integer(n), evaluate=False)

    def on_fn(self, name: str, a: Form) -> Any:
        if name == "sqrt":
            return sympy.Pow(self.of(a), sympy.Rational(1, 2), evaluate=False)
        return getattr(sympy, name)(self.of(a), evaluate=False)

    def on_def(self, name: str, _: str | None, body: Form) -> Any:
        return self.symbols.definition(name, self.of(body))

    def on_at(self, body: Form, variable: Form, point: Form) -> Any:
        if variable[0] != "sym":
            raise self.refused(("at",))
        there = (self.of(point), _slots(point, self.at, self.values))
        return _Lowering(self.symbols, self.at, {**self.values, variable[1]: there}).of(body)

    def on_sum(self, index: str, dimension: Form, excluded: tuple[str, ...], body: Form) -> Any:
        """A sum along an axis of its own; of what does not vary along it, a multiple."""
        self.formula.links_channels = True
        without = [self.at[i] for i in excluded]
        outside = _slots(body, {**self.at, index: -1}, self.values)
        slot = next(n for n in count() if n not in outside and n not in without)
        self.formula.axes = max(self.formula.axes, slot + 1)
        value = _Lowering(self.symbols, {**self.at, index: slot}, self.values).of(body)
        if -1 in outside:
            return Sum(value, slot, *(self.symbols.identity(slot, q) for q in without))
        if len(without) > 1:
            raise Unsupported("a sum of a constant over all channels but several")
        terms = self.of(dimension)  # the number of them
        return _product([sympy.Add(terms, -1, evaluate=False) if without else terms, value])

    def factors(self, parts: Sequence[Form]) -> Iterator[Any]:
        """The factors of a product, in which 1/C and a sum over all C channels are a mean."""
        ahead = list(parts)
        while ahead:
            match ahead:
                case [("div", ("num", "1"), size), ("sum", _, dimension, (), _) as total, *rest] if (
                    size == dimension
                ):
                    made = self.of(total)
                    yield Mean(*made.args) if isinstance(made, Sum) else self.of(total[4])
                    ahead = rest
                case [part, *rest]:
                    yield self.of(part)
                    ahead = rest


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


def _product(factors: list[Any]) -> Any:
    return factors[0] if len(factors) == 1 else sympy.Mul(*factors, evaluate=False)


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
