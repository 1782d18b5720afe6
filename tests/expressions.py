"""Expressions and places at random, for tests of how the checker calculates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

from meaning import Form, Place

from symnorm.checker.forms import holds_operation, set_of

KINDS = {
    "roots": "sqrt", "exponentials": "exp", "logarithms": "log", "deltas": "delta", "sums": "sum", "derivatives": "D",
    "values at a point": "at", "unknown functions": "app", "antiderivatives": "integral",
}  # fmt: skip
"""What an expression may be made of, and the operation that says so."""

SYMBOLS = [("sym", name) for name in "abct"]
C = ("sym", "C")
NUMBERS = [("num", n) for n in ("1", "2", "-1", "1/2", "3", "-2/3", "4", "0")]
ONE = NUMBERS[0]


def sub(a: Form, b: Form) -> Form:
    return ("add", a, ("neg", b))


def fn(name: str, a: Form) -> Form:
    return ("fn", name, a)


N = ("sym", "N")
ARRAYS = {"x": ("",), "w": ("",), "u": ("N",), "X": ("N", ""), "Y": ("", "N")}
"""Vectors and arrays, each with the sets over which its entries stand: the channels, and a set of N members."""


class Source:
    """Expressions at random; with `sets`, of indices of two sets, and of arrays over both."""

    def __init__(self, random: Random, sets: bool = False) -> None:
        self.random, self.sets = random, sets
        self.free = ("i", "j", "i:N", "j:N") if sets else ("i", "j")
        """The indices that a place gives a number."""

    def one(self, *items: Any) -> Any:
        return items[self.random.randrange(len(items))]

    def leaf(self, indices: tuple[str, ...]) -> Form:
        """A number, a symbol, a coordinate or a delta."""
        n, i, j = self.random.randrange(12), self.one(*indices), self.one(*indices)
        if self.sets and (n < 5 or n == 9):
            j = self.one(*(k for k in indices if set_of(k) == set_of(i)))
            return ("delta", i, j) if n == 9 else self.entry(indices)
        if n < 5:
            return ("coord", self.one("x", "x", "w"), i)
        if n < 9:
            return self.one(*SYMBOLS, ("sym", "C"))
        return ("delta", i, j) if n < 10 else self.one(*NUMBERS)

    def variable(self, indices: tuple[str, ...]) -> Form:
        entry = self.entry(indices) if self.sets else ("coord", "x", self.one(*indices))
        return self.one(("sym", "a"), ("sym", "t"), entry)

    def entry(self, indices: tuple[str, ...]) -> Form:
        """An entry of a vector or of an array, with indices of the sets over which it has entries."""
        of = {own: [i for i in indices if set_of(i) == own] for own in ("", "N")}
        array = self.one(*(a for a, sets in ARRAYS.items() if all(of[own] for own in sets)))
        return ("coord", array, *(self.one(*of[own]) for own in ARRAYS[array]))

    def positive(self, depth: int, indices: tuple[str, ...]) -> Form:
        """What is positive, or often is."""
        e = self.expression(depth - 1, indices)
        match self.random.randrange(6):
            case 0:
                return ("add", ONE, ("pow", e, 2))
            case 1:
                return fn("exp", e)
            case 2:
                return ("div", ONE, ("add", ("num", "2"), ("pow", e, 2)))
            case 3:
                return ("mul", ("num", "4"), e)
        return e

    def jointly(self, depth: int, indices: tuple[str, ...]) -> Form:
        """A delta times something that speaks of both its indices."""
        i, j = self.one(*indices), self.one(*indices)
        if self.sets:
            j = self.one(*(other for other in indices if set_of(other) == set_of(i)))
        f, k = self.expression(depth - 1, (i, *indices)), self.expression(depth - 1, (j, j, *indices))
        power = self.one(1, 1, 2, 3)
        return ("mul", ("delta", i, j), self.one(("mul", f, k), ("add", f, k), ("pow", k, power), ("pow", f, power)))

    def expression(self, depth: int, indices: tuple[str, ...] = ("i", "j")) -> Form:
        """An expression in symbols, two vectors and the given indices; most have a value somewhere."""

        def e(less: int = 1) -> Form:
            return self.expression(depth - less, indices)

        if depth <= 0:
            return self.leaf(indices)
        bound = sum(i[0] in "klm" for i in set(indices))
        match self.random.randrange(23 if bound < 2 else 18):
            case 0 | 1:
                return ("add", *(e() for _ in range(self.one(2, 2, 3))))
            case 2 | 3 | 4:
                return ("mul", *(e() for _ in range(self.one(2, 2, 3))))
            case 5:
                return sub(e(), e())
            case 6:
                return ("div", e(), self.one(e(), self.positive(depth, indices)))
            case 7:
                return ("pow", e(), self.one(-2, -1, 0, 2, 2, 3))
            case 8 | 9:
                return self.one(fn("sqrt", self.positive(depth, indices)), ("pow", fn("sqrt", e()), self.one(2, 3, -1)))
            case 10:
                n = self.one("2", "3", "1/2", "-1", "-1/2", "1/3", "3/2")
                logarithm = fn("log", self.positive(depth - 1, indices))
                return fn("exp", self.one(e(2), ("mul", ("num", n), logarithm), ("add", e(2), logarithm)))
            case 11:
                return fn("log", self.one(e(), fn("exp", e(2)), self.positive(depth, indices)))
            case 12:
                name = self.one("y", "f", "g", "tanh")
                if name == "tanh":
                    return fn("tanh", e(2))
                args = (e(), e(2)) if name == "f" else (e(),)
                return ("app", name, tuple(self.one(0, 0, 0, 1) for _ in args), args)
            case 13 | 14:
                return ("D", e(), self.variable(indices))
            case 15:
                return ("at", e(), self.variable(indices), e(2))
            case 16:
                v = self.one(("sym", "a"), ("sym", "t"))
                whole = ("integral", e(2), v)
                return self.one(("D", ("mul", whole, e(2)), v), ("D", whole, v), ("def", "d", None, e()))
            case 17:
                return self.jointly(depth, indices)
        k, length = "klm"[bound], C
        if self.sets and self.random.randrange(2):
            k, length = f"{k}:N", N
        body = self.expression(depth - 1, (k, *indices))
        among = sorted({i for i in indices if set_of(i) == set_of(k)})
        excluded = self.random.sample(among, min(self.one(0, 0, 0, 1, 2), len(among)))
        return ("sum", k, length, tuple(excluded), body)

    def around(self, indices: tuple[str, ...]) -> Callable[[Form], Form]:
        """What puts an expression into another, or leaves it alone."""
        other, v = self.expression(1, indices), self.variable(indices)
        index, point = self.one(*indices), self.leaf(indices)
        return self.one(
            lambda e: e,
            lambda e: ("mul", other, e),
            lambda e: ("mul", ("delta", *indices[:2]), e, other),
            lambda e: ("sum", "o", C, (), ("mul", ("coord", "x", "o"), e)),
            lambda e: ("sum", "o", C, (index,), ("mul", ("delta", "o", index), other, e)),
            lambda e: ("D", e, v),
            lambda e: ("D", ("mul", e, other), v),
            lambda e: ("at", e, v, point),
            lambda e: fn("sqrt", ("add", ONE, ("pow", e, 2))),
            lambda e: ("pow", fn("sqrt", e), 2),
            lambda e: fn("exp", e),
            lambda e: ("app", "y", (0,), (e,)),
            lambda e: ("div", other, e),
        )

    def place(self) -> Place:
        """A place with one channel, two or three; numbers may be zero or equal."""
        numbers = [Fraction(n) for n in ("0", "1", "2", "-1", "1/2", "-3/2", "5/3", "3", "2/7")]
        channels = self.one(1, 2, 2, 3)
        pick = self.random.choices
        vectors = {v: tuple(pick(numbers, k=channels)) for v in "xw"}
        if self.random.randrange(2):
            vectors = {v: tuple(abs(n) + Fraction(1, 3) for n in entries) for v, entries in vectors.items()}
        symbols = dict(zip("abct", pick(numbers, k=4), strict=True))
        if self.random.randrange(2):
            symbols = {s: abs(n) + Fraction(1, 5) for s, n in symbols.items()}
        indices = {i: self.random.randrange(channels) for i in "ij"}
        chosen = Random(repr((symbols, vectors))).randrange  # which leaves what comes next as it is
        wholes = {"m": chosen(4), "n": chosen(4), "s": 1 + chosen(4), "v": 1 + chosen(4)}
        if not self.sets:
            return Place(symbols, vectors, indices, wholes=wholes)
        sizes = {"": channels, "N": self.one(1, 2, 2, 3)}

        def array(sets: tuple[str, ...]) -> Any:
            return tuple(array(sets[1:]) for _ in range(sizes[sets[0]])) if sets else abs(pick(numbers)[0]) + above

        above = self.one(0, Fraction(1, 7))
        arrays = {name: array(sets) for name, sets in ARRAYS.items() if name not in vectors}
        more = {f"{i}:N": self.random.randrange(sizes["N"]) for i in "ij"}
        return Place(symbols, {**vectors, **arrays}, {**indices, **more}, {"N": sizes["N"]}, wholes)


class WholeSource(Source):
    """Expressions at random in which whole numbers stand."""

    def __init__(self, random: Random, sets: bool = False) -> None:
        super().__init__(random, sets)
        self.wholes: list[Form] = [("whole", "m", 0), ("whole", "n", 0), ("whole", "v", 1)]

    def leaf(self, indices: tuple[str, ...]) -> Form:
        return self.one(*self.wholes) if self.random.randrange(3) == 0 else super().leaf(indices)

    def number(self) -> Form:
        """A whole number, which may be negative."""
        t, n = self.one(*self.wholes), ("num", str(self.random.randrange(-2, 4)))
        return self.one(t, t, ("add", t, n), ("add", t, n), sub(t, self.one(*self.wholes)), ("mul", ("num", "2"), t), n)

    def expression(self, depth: int, indices: tuple[str, ...] = ("i", "j")) -> Form:
        if depth <= 0 or self.random.randrange(3):
            return super().expression(depth, indices)
        match self.random.randrange(4):
            case 0:
                return ("power", self.expression(depth - 1, indices), self.number())
            case 1:
                return ("app", "y", (0,), (self.number(),))
        free = len(self.wholes) - 3
        if free > 2:
            return super().expression(depth, indices)
        name = self.one("pqr"[free], "pqr"[free], "n")
        first = 0 if name == "n" else self.one(0, 1, 1, 1, 2)  # it hides the one of that name, which starts there
        last, t = self.number(), ("whole", name, first)
        self.wholes.append(t)
        body = self.expression(depth - 1, indices)
        self.wholes.pop()
        around = ("upto", name, first, last, body)
        return self.one(around, ("at", around, self.variable(indices), self.leaf(indices)))


def kinds(e: Form) -> Iterator[str]:
    """What an expression is made of."""
    for kind, operation in KINDS.items():
        if holds_operation(e, operation) or (operation in ("sqrt", "exp", "log") and _calls(e, operation)):
            yield kind


def _calls(e: Any, function: str) -> bool:
    return isinstance(e, tuple) and (e[:2] == ("fn", function) or any(_calls(part, function) for part in e))
