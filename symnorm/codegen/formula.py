"""One side of a statement as a formula over arrays: what it means when the channels lie along axes.

Every index of a statement gets a place among the last n axes of an array: the free ones i, j first, in this
order; the index of a sum takes the first place that nothing below the sum varies along, so that y_i and the mean
over k share an axis, while sum_k (delta_ik - ...)^2 has two. A sum keeps its axis, with length one, and so all
parts of a formula broadcast against each other, whatever stands in front of the channels.

The input is the plain form of a statement (`symnorm.checker.forms`), which is what the checker has accepted; the
output are unevaluated SymPy expressions and a printer for `sympy.lambdify`. Nothing is reordered or simplified.
"""

from __future__ import annotations

import builtins
import keyword
import string
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import chain, count
from typing import Any

import sympy
from sympy.printing.numpy import NumPyPrinter

from ..checker.forms import Form

NAMES_OF_FUNCTIONS = ("sqrt", "exp", "log", "tanh", "mean", "sum", "swapaxes", "where", "on_axes")
RESERVED = {*NAMES_OF_FUNCTIONS, *keyword.kwlist, *dir(builtins)}
"""What no argument and no definition may be called in the printed source."""

PLAIN = {*string.ascii_letters, *string.digits, "_"}

ADD, MUL, POW, ATOM = range(4)
"""How tightly a piece of source holds together."""

Slots = frozenset[int]


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
    lowering = _Lowering(formula)
    formula.value = lowering.expression(side, {i: n for n, i in enumerate(indices)}, {})
    if dimension is not None and (indices or formula.identity) and not formula.vectors:
        lowering.argument(dimension, formula.symbols)  # no array tells the number of channels
    return formula


class _Lowering:
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

    def expression(self, e: Form, at: Mapping[str, int], values: Mapping[str, tuple[Any, Slots]]) -> Any:
        """A form as SymPy: `at` has the axes of the indices, `values` what stands for a symbol, and along what."""

        def one(part: Form) -> Any:
            return self.expression(part, at, values)

        match e:
            case ("num", number):
                exact = Fraction(number)
                return sympy.Rational(exact.numerator, exact.denominator)
            case ("sym", name):
                return values[name][0] if name in values else self.argument(name, self.formula.symbols)
            case ("coord", name, index):
                return OnAxis(self.argument(name, self.formula.vectors), at[index])
            case ("delta", i, j) if i == j:
                return sympy.Integer(1)
            case ("delta", i, j):
                return self.identity(at[i], at[j])
            case ("add", *parts):
                return sympy.Add(*map(one, parts), evaluate=False)
            case ("mul", *parts):
                return _product(list(self.factors(parts, at, values)))
            case ("neg", a):
                return sympy.Mul(sympy.Integer(-1), one(a), evaluate=False)
            case ("div", a, b):
                return _product([one(a), sympy.Pow(one(b), sympy.Integer(-1), evaluate=False)])
            case ("pow", a, n):
                return sympy.Pow(one(a), sympy.Integer(n), evaluate=False)
            case ("fn", "sqrt", a):
                return sympy.Pow(one(a), sympy.Rational(1, 2), evaluate=False)
            case ("fn", "exp" | "log" | "tanh" as name, a):
                return getattr(sympy, name)(one(a), evaluate=False)
            case ("def", name, _, body):
                return self.definition(name, one(body))
            case ("sum", *_):
                return self.sum(e, at, values)
            case ("at", body, ("sym", name), point):
                return self.expression(body, at, {**values, name: (one(point), _slots(point, at, values))})
        raise Unsupported(_WORDS.get(e[0], f"a part of the kind {e[0]!r}"))

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

    def factors(
        self, parts: list[Form], at: Mapping[str, int], values: Mapping[str, tuple[Any, Slots]]
    ) -> Iterator[Any]:
        """The factors of a product, in which 1/C and a sum over all C channels are a mean."""
        ahead = list(parts)
        while ahead:
            match ahead:
                case [("div", ("num", "1"), size), ("sum", _, dimension, (), _) as total, *rest] if (
                    size == dimension
                ):
                    made = self.sum(total, at, values)
                    yield Mean(*made.args) if isinstance(made, Sum) else self.expression(total[4], at, values)
                    ahead = rest
                case [part, *rest]:
                    yield self.expression(part, at, values)
                    ahead = rest

    def sum(self, e: Form, at: Mapping[str, int], values: Mapping[str, tuple[Any, Slots]]) -> Any:
        """A sum along an axis of its own; of what does not vary along it, a multiple."""
        _, index, dimension, excluded, body = e
        self.formula.links_channels = True
        without = [at[i] for i in excluded]
        outside = _slots(body, {**at, index: -1}, values)
        slot = next(n for n in count() if n not in outside and n not in without)
        self.formula.axes = max(self.formula.axes, slot + 1)
        value = self.expression(body, {**at, index: slot}, values)
        if -1 in outside:
            return Sum(value, slot, *(self.identity(slot, q) for q in without))
        if len(without) > 1:
            raise Unsupported("a sum of a constant over all channels but several")
        terms = self.expression(dimension, at, values)  # the number of them
        return _product([sympy.Add(terms, -1, evaluate=False) if without else terms, value])


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


class Printer(NumPyPrinter):  # type: ignore[misc]
    """NumPy source, in the order in which a formula is written."""

    def __init__(self, axes: int) -> None:
        super().__init__({"fully_qualified_modules": False, "inline": True})
        self.axes = axes

    def doprint(self, expr: Any, assign_to: Any = None) -> str:
        """The source of an expression, which nothing looks at before it is printed."""
        return str(self._print(expr))

    def _axis(self, slot: Any) -> int:
        return int(slot) - self.axes

    def _within(self, part: Any, level: int) -> str:
        """A part, in parentheses where it holds together less than that."""
        text = str(self._print(part))
        return text if _level(part) >= level else f"({text})"

    def _print_Add(self, expr: Any, **_: Any) -> str:
        first, *rest = expr.args
        return self._within(first, ADD) + "".join(map(self._added, rest))

    def _added(self, part: Any) -> str:
        if part.is_Rational and part < 0:
            return f" - {self._print(-part)}"
        if _is_negative(part):
            return f" - {self._within(part.args[1], MUL)}"
        return f" + {self._within(part, MUL)}"

    def _print_Mul(self, expr: Any) -> str:
        if _is_negative(expr):
            return f"-{self._within(expr.args[1], MUL)}"
        first, *rest = expr.args
        text = self._within(first, MUL)
        for part in rest:
            below = part.is_Pow and part.exp == -1
            text += f"/{self._within(part.base, POW)}" if below else f"*{self._within(part, POW)}"
        return text

    def _print_Pow(self, expr: Any, rational: bool = False, sqrt: str = "numpy.sqrt") -> str:
        if expr.exp == sympy.Rational(1, 2):
            return f"{self._module_format(sqrt)}({self._print(expr.base)})"
        if expr.exp == -1:
            return f"1/{self._within(expr.base, POW)}"
        power = f"{self._within(expr.base, ATOM)}**{abs(expr.exp)}"
        return power if expr.exp > 0 else f"1/{power}"

    def _print_Rational(self, expr: Any) -> str:
        return f"{expr.p}/{expr.q}"

    def _print_OnAxis(self, expr: Any) -> str:
        vector, slot = expr.args
        name = str(self._print(vector))
        if self._axis(slot) == -1:
            return name
        return f"{self._module_format('numpy.swapaxes')}({name}, -1, {self._axis(slot)})"

    def _print_Mean(self, expr: Any) -> str:
        value, slot = expr.args
        return self._reduced("numpy.mean", self._print(value), slot)

    def _print_Sum(self, expr: Any) -> str:
        value, slot, *without = expr.args
        text = str(self._print(value))
        for delta in without:
            text = f"{self._module_format('numpy.where')}({self._print(delta)} == 0, {text}, 0)"
        return self._reduced("numpy.sum", text, slot)

    def _reduced(self, function: str, text: str, slot: Any) -> str:
        return f"{self._module_format(function)}({text}, axis={self._axis(slot)}, keepdims=True)"

    def _print_Identity(self, expr: Any) -> str:
        matrix, p, q = expr.args
        axes = sorted((self._axis(p), self._axis(q)))
        name = str(self._print(matrix))
        return name if axes == [-2, -1] else f"on_axes({name}, {axes[0]}, {axes[1]})"


def _is_negative(e: Any) -> bool:
    return bool(e.is_Mul and len(e.args) == 2 and e.args[0] == -1)


def _level(e: Any) -> int:
    """How tightly the source of an expression holds together."""
    if e.is_Rational:
        return ADD if e < 0 else ATOM if e.is_Integer else MUL
    if e.is_Mul:
        return ADD if _is_negative(e) else MUL
    if e.is_Pow and e.exp != sympy.Rational(1, 2):
        return POW if e.exp > 0 else MUL
    return ADD if e.is_Add else ATOM
