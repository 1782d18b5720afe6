"""What expressions and normal forms mean at a point: values found from the definitions alone, fast.

Nothing of the checker calculates here. An expression is read as it is written; channels are added up one by one, and
derivatives come from dual numbers, nested where derivatives are. A normal form is read generator by generator, by what
the table of generators says that each stands for.

Everything is done in floats first (`FLOATS`). Where these cannot tell, because something is nearly zero or two values
nearly agree, `Unsure` is raised, and the same is done again with many digits (`DIGITS`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any

from mpmath import MPContext

Form = tuple[Any, ...]


class Undefined(Exception):
    """It has no value at the point."""


class Outside(Undefined):
    """An unknown function stands where it has no value; that it has one is part of what is written."""


class Unsure(Exception):
    """Floats cannot tell whether it has a value, or more digits than there are cannot."""


class Arithmetic:
    """Numbers of one kind: floats, or numbers of many digits."""

    def __init__(self, functions: Any, number: Callable[[Any], Any], small: float, is_exact: bool) -> None:
        self.number, self.small, self.is_exact = number, small, is_exact
        self.zero, self.one, self.large = number(0), number(1), number(10) ** 9
        self.sqrt, self.exp, self.log = functions.sqrt, functions.exp, functions.log
        self.sin, self.cos = functions.sin, functions.cos

    def sign(self, v: Any) -> int:
        """The sign of a number; one that is very small is 0."""
        v = primal(v)
        if not v:
            return 0
        if abs(v) < self.small:
            if self.is_exact:
                return 0
            raise Unsure
        return 1 if v > 0 else -1

    def apply(self, name: str, v: Any) -> Any:
        """sqrt, exp or log of a number or a dual number."""
        if name == "exp":
            if abs(primal(v)) > 40:
                raise Unsure("too large")
        elif (s := self.sign(v)) <= 0:
            if s < 0 or name == "log":
                raise Undefined(name)
            if isinstance(v, Dual):  # the root of what is zero here and moves, or does not: nobody can tell
                raise Unsure("a root at zero")
            return self.zero
        return self._lifted(name, v)

    def _lifted(self, name: str, v: Any) -> Any:
        if not isinstance(v, Dual):
            return getattr(self, name)(v)
        inner = self._lifted(name, v.a)
        slope = inner if name == "exp" else 1 / v.a if name == "log" else 1 / (2 * inner)
        return Dual(v.tag, inner, v.b * slope)

    def reciprocal(self, v: Any) -> Any:
        """1/v."""
        if not self.sign(v):
            raise Undefined("a division by zero")
        return 1 / v

    def power(self, v: Any, n: int) -> Any:
        """v ** n for any whole number n; v ** 0 is 1."""
        if n < 0:
            return self.power(self.reciprocal(v), -n)  # a power may be too small to be told from zero
        result = self.one
        for _ in range(n):
            result = result * v
        return result


def of_digits(number: int, small: float) -> Arithmetic:
    """Numbers of so many digits, of which one that is smaller is zero."""
    digits = MPContext()
    digits.dps = number

    def made(v: Any) -> Any:
        return digits.mpf(v.numerator) / v.denominator if isinstance(v, Fraction) else digits.mpf(v)

    return Arithmetic(digits, made, small, True)


FLOATS = Arithmetic(math, float, 1e-7, False)
DIGITS = of_digits(60, 1e-30)


class Dual:
    """a + b e with e^2 = 0, where e belongs to one derivative; those of inner derivatives have larger tags."""

    __slots__ = ("a", "b", "tag")

    def __init__(self, tag: int, a: Any, b: Any) -> None:
        self.tag, self.a, self.b = tag, a, b

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Dual):
            if other.tag == self.tag:
                return Dual(self.tag, self.a + other.a, self.b + other.b)
            if other.tag > self.tag:
                return Dual(other.tag, self + other.a, other.b)
        return Dual(self.tag, self.a + other, self.b)

    __radd__ = __add__

    def __neg__(self) -> Dual:
        return Dual(self.tag, -self.a, -self.b)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Dual):
            if other.tag == self.tag:
                return Dual(self.tag, self.a * other.a, self.a * other.b + self.b * other.a)
            if other.tag > self.tag:
                return Dual(other.tag, self * other.a, self * other.b)
        return Dual(self.tag, self.a * other, self.b * other)

    __rmul__ = __mul__

    def __rtruediv__(self, other: Any) -> Any:
        inverse = 1 / self.a
        return other * Dual(self.tag, inverse, -(self.b * inverse * inverse))


def primal(v: Any) -> Any:
    """The number under all dual parts."""
    while isinstance(v, Dual):
        v = v.a
    return v


@dataclass(frozen=True)
class Function:
    """An unknown function with its partial derivatives of every order, and where it has a value."""

    of: Callable[..., Any]
    """From an arithmetic, orders and arguments to the value."""
    has: Callable[..., bool] = lambda *_: True
    """From an arithmetic and arguments to whether there is one."""

    def __call__(self, ar: Arithmetic, orders: tuple[int, ...], args: list[Any]) -> Any:
        tag = max((v.tag for v in args if isinstance(v, Dual)), default=None)
        if tag is None:
            if not self.has(ar, *args):
                raise Outside
            return self.of(ar, orders, *args)
        moving = [isinstance(v, Dual) and v.tag == tag for v in args]
        inner = [v.a if m else v for v, m in zip(args, moving, strict=True)]
        slope = ar.zero
        for n, m in enumerate(moving):
            if m:
                up = tuple(o + (k == n) for k, o in enumerate(orders))
                slope = slope + self(ar, up, inner) * args[n].b
        return Dual(tag, self(ar, orders, inner), slope)


def _wave(ar: Arithmetic, orders: tuple[int, ...], s: Any) -> Any:
    """sin(s) + s^2/3 + 1."""
    (n,) = orders
    waves = (ar.sin(s), ar.cos(s), -ar.sin(s), -ar.cos(s))
    third = ar.one / 3
    return waves[n % 4] + (s * s * third + 1, 2 * s * third, 2 * third, ar.zero)[min(n, 3)]


def _saddle(ar: Arithmetic, orders: tuple[int, ...], s: Any, r: Any) -> Any:
    """sin(s) e^(r/2) + s r^2."""
    m, n = orders
    wave = (ar.sin(s), ar.cos(s), -ar.sin(s), -ar.cos(s))[m % 4]
    outer = (s, ar.one, ar.zero)[min(m, 2)] * (r * r, 2 * r, 2 * ar.one, ar.zero)[min(n, 3)]
    return wave * ar.exp(r / 2) / 2**n + outer


def _narrow(ar: Arithmetic, orders: tuple[int, ...], s: Any) -> Any:
    """log(s + 1), which has a value for s > -1 only."""
    (n,) = orders
    return ar.log(s + 1) if not n else (-1) ** (n - 1) * math.factorial(n - 1) / (s + 1) ** n


FUNCTIONS = {
    "y": Function(_wave),
    "f": Function(_saddle),
    "g": Function(_narrow, lambda ar, s: ar.sign(s + 1) > 0),
}


@dataclass(frozen=True)
class Place:
    """What every name stands for, the number of a channel for an index. Channels are numbered from 0.

    An array is a tuple of rows, and `lengths` are those of the sets that have a name of their own. Whole numbers have
    values of their own, and so has what a sum over whole numbers binds.
    """

    symbols: Mapping[str, Any]
    vectors: Mapping[str, tuple[Any, ...]]
    indices: Mapping[str, int]
    lengths: Mapping[str, int] = field(default_factory=dict)
    wholes: Mapping[str, int] = field(default_factory=dict)

    @property
    def channels(self) -> int:
        return len(next(iter(self.vectors.values())))

    def size(self, index: str) -> int:
        """How many members the set of an index has."""
        own = index.partition(":")[2]
        return self.lengths[own] if own else self.channels

    def in_(self, ar: Arithmetic) -> Place:
        """The same place in numbers of one kind."""

        def numbers(v: Any) -> Any:
            return tuple(map(numbers, v)) if isinstance(v, tuple) else ar.number(v)

        vectors = {name: numbers(v) for name, v in self.vectors.items()}
        symbols = {name: ar.number(v) for name, v in (*self.symbols.items(), *self.lengths.items())}
        return replace(self, symbols={**symbols, "C": ar.number(self.channels)}, vectors=vectors)

    def bind(self, index: str, channel: int) -> Place:
        return replace(self, indices={**self.indices, index: channel})

    def count(self, name: str, number: int) -> Place:
        return replace(self, wholes={**self.wholes, name: number})

    def get(self, v: Form) -> Any:
        found = (self.symbols if v[0] == "sym" else self.vectors)[v[1]]
        for index in v[2:]:
            found = found[self.indices[index]]
        return found

    def put(self, v: Form, value: Any) -> Place:
        def within(entries: Any, indices: tuple[str, ...]) -> Any:
            if not indices:
                return value
            here = self.indices[indices[0]]
            return (*entries[:here], within(entries[here], indices[1:]), *entries[here + 1 :])

        if v[0] == "sym":
            return replace(self, symbols={**self.symbols, v[1]: value})
        vectors = {**self.vectors, v[1]: within(self.vectors[v[1]], v[2:])}
        return replace(self, vectors=vectors)


MANY = 6
"""What holds for every whole number is looked at for so many."""


def whole(v: Any) -> int:
    """A number that is whole."""
    found = round(float(primal(v)))
    assert abs(primal(v) - found) < 1e-6
    return found


ANTIDERIVATIVE = 0.375
"""The value here of any antiderivative, which is one of them."""


def value(ar: Arithmetic, e: Form, p: Place, tag: int = 0) -> Any:
    """The value of an expression, read literally. Raises Undefined, or Unsure where the arithmetic cannot tell."""
    match e[0]:
        case "num":
            return ar.number(Fraction(e[1]))
        case "sym" | "coord":
            return p.get(e)
        case "whole":
            return ar.number(p.wholes[e[1]])
        case "upto":
            _, k, first, last, body = e
            terms = [value(ar, body, p.count(k, n), tag) for n in range(first, whole(value(ar, last, p, tag)) + 1)]
            return sum(terms, ar.zero)
        case "power":
            return ar.power(value(ar, e[1], p, tag), whole(value(ar, e[2], p, tag)))
        case "delta":
            return ar.one if p.indices[e[1]] == p.indices[e[2]] else ar.zero
        case "add":
            total = ar.zero
            for part in e[1:]:
                total = total + value(ar, part, p, tag)
            return total
        case "mul":
            result = ar.one
            for part in e[1:]:
                result = result * value(ar, part, p, tag)
            return result
        case "neg":
            return -value(ar, e[1], p, tag)
        case "div":
            above, below = value(ar, e[1], p, tag), value(ar, e[2], p, tag)
            return above * ar.reciprocal(below)
        case "pow":
            return ar.power(value(ar, e[1], p, tag), e[2])
        case "fn" if e[1] == "tanh":
            square = ar.apply("exp", 2 * value(ar, e[2], p, tag))
            return 1 + -2 * ar.reciprocal(square + 1)
        case "fn":
            return ar.apply(e[1], value(ar, e[2], p, tag))
        case "app":
            return FUNCTIONS[e[1]](ar, e[2], [value(ar, part, p, tag) for part in e[3]])
        case "sum":
            _, k, _, excluded, body = e
            left_out = {p.indices[i] for i in excluded}
            total = ar.zero
            for channel in range(p.size(k)):
                if channel not in left_out:
                    total = total + value(ar, body, p.bind(k, channel), tag)
            return total
        case "D":
            moved = value(ar, e[1], p.put(e[2], Dual(tag + 1, p.get(e[2]), ar.one)), tag + 1)
            return moved.b if isinstance(moved, Dual) and moved.tag == tag + 1 else ar.zero
        case "at":
            return value(ar, e[1], p.put(e[2], value(ar, e[3], p, tag)), tag)
        case "def":
            return value(ar, e[3], p, tag)
        case "integral":
            return _antiderivative(ar, e[1], e[2], p, tag)
    raise AssertionError(e)


def _antiderivative(ar: Arithmetic, e: Form, v: Form, p: Place, tag: int) -> Any:
    """F(s + h e) = F(s) + f(s) h e, where s is what the variable stands for."""
    here = p.get(v)
    if not isinstance(here, Dual):
        value(ar, e, p, tag)
        return ar.number(Fraction(ANTIDERIVATIVE))
    below = p.put(v, here.a)
    return Dual(here.tag, _antiderivative(ar, e, v, below, tag), value(ar, e, below, tag) * here.b)


ANYTHING = -7.25
"""What stands for a function where it has no value, and the expression as written does not ask for one."""

# --- normal forms ---------------------------------------------------------------------------------------------


def quotient(ar: Arithmetic, q: Any, p: Place) -> Any:
    """The value of a normal form: whatever stands in it has to have a value, under a delta as well."""
    found = polynomial(ar, q.ring, q.num, p)
    for factor, e in q.den.items():  # one by one: their product may be too small to be told from zero
        found = found * ar.power(ar.reciprocal(polynomial(ar, q.ring, factor, p)), e)
    return found


def polynomial(ar: Arithmetic, ring: Any, terms: Any, p: Place) -> Any:
    """The value of a polynomial in the generators of a ring."""
    total = ar.zero
    for monomial, c in terms.terms.items():
        total = total + _monomial(ar, ring, monomial, p) * ar.number(Fraction(c))
    return total


def _monomial(ar: Arithmetic, ring: Any, monomial: Any, p: Place) -> Any:
    result = ar.one
    for a, e in monomial:
        result = result * ar.power(generator(ar, ring, ring.keys[a], p), e)
    return result


def generator(ar: Arithmetic, ring: Any, key: Form, p: Place) -> Any:
    """The value of a generator, by what it stands for."""
    match key[0]:
        case "sym" | "coord" | "delta" | "whole":
            return value(ar, key, p)
        case "power":
            return ar.power(quotient(ar, key[1], p), whole(quotient(ar, key[2], p)))
        case "upto":
            k, last = ring.bound(key[2]), whole(quotient(ar, key[1], p))
            return sum((_monomial(ar, ring, key[2], p.count(k, n)) for n in range(1, last + 1)), ar.zero)
        case "sum":
            k, total = ring.bound(key[2]), ar.zero
            for channel in range(p.size(k)):
                total = total + _monomial(ar, ring, key[2], p.bind(k, channel))
            return total
        case "sqrt" | "exp" | "log":
            return ar.apply(key[0], quotient(ar, key[1], p))
        case "app":
            try:
                return FUNCTIONS[key[1]](ar, key[2], [quotient(ar, q, p) for q in key[3]])
            except Outside:  # a sum over all channels but one may say it and take it away again
                return ar.number(Fraction(ANYTHING))
        case "inv":
            return ar.reciprocal(polynomial(ar, ring, key[1], p))
        case "integral":
            quotient(ar, key[1], p)
            return ar.number(Fraction(ANTIDERIVATIVE))
    raise AssertionError(key)


def holds(ar: Arithmetic, duty: tuple[str, Any], p: Place) -> bool:
    """Whether a condition holds, in every channel where it speaks of every channel."""
    relation, q = duty
    stars = sorted(i for i in q.ring.indices(q) if i[0] == "*")
    sizes = (range(1, MANY) if star.endswith(":0") else range(p.size(star)) for star in stars)
    for numbers in product(*sizes):
        here = p
        for star, number in zip(stars, numbers, strict=True):
            here = (here.count if star.endswith(":0") else here.bind)(star, number)
        found = quotient(ar, q, here)
        s = 1 if relation == "exists" else ar.sign(found)
        if not (s > 0 or (relation == ">=" and not s) or (relation == "!=" and s < 0)):
            return False
    return True
