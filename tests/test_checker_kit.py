"""What the tests of the checker share: expressions, theorems put together by hand, an evaluator of their own.

The evaluator knows what an expression means, in plain loops over concrete channels with mpmath, and shares
nothing with the checker. The tests at the end hold it against values worked out by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import pytest
from mpmath import MPContext

from symnorm.checker import Theorem
from symnorm.checker.forms import freeze

Form = tuple

# --- writing --------------------------------------------------------------------------------------------------


def num(value: object) -> Form:
    return ("num", str(Fraction(str(value))))


def sym(name: str) -> Form:
    return ("sym", name)


def x(index: str) -> Form:
    return ("coord", "x", index)


def w(index: str) -> Form:
    return ("coord", "w", index)


def add(*parts: Form) -> Form:
    return ("add", *parts)


def sub(a: Form, b: Form) -> Form:
    return ("add", a, ("neg", b))


def mul(*parts: Form) -> Form:
    return ("mul", *parts)


def neg(a: Form) -> Form:
    return ("neg", a)


def div(a: Form, b: Form) -> Form:
    return ("div", a, b)


def power(a: Form, n: int) -> Form:
    return ("pow", a, n)


def root(a: Form) -> Form:
    return ("fn", "sqrt", a)


def exp(a: Form) -> Form:
    return ("fn", "exp", a)


def log(a: Form) -> Form:
    return ("fn", "log", a)


def tanh(a: Form) -> Form:
    return ("fn", "tanh", a)


def D(a: Form, v: Form) -> Form:
    return ("D", a, v)


def at(a: Form, v: Form, point: Form) -> Form:
    return ("at", a, v, point)


def integral(a: Form, v: Form) -> Form:
    return ("integral", a, v)


def delta(i: str, j: str) -> Form:
    return ("delta", i, j)


def app(name: str, *args: Form, orders: tuple[int, ...] = ()) -> Form:
    return ("app", name, orders or (0,) * len(args), args)


def differentiable(function: Form, times: int = 1) -> Form:
    return ("differentiable", function, num(times))


C, a, b, c, t, u = map(sym, ("C", "a", "b", "c", "t", "u"))
ZERO, ONE, TWO = map(num, (0, 1, 2))
y = app("y", t)
"""An unknown function of t."""


def total(body: Form, k: str = "k", *excluded: str, dimension: Form = C) -> Form:
    return ("sum", k, dimension, excluded, body)


def eq(left: Form, right: Form) -> Form:
    return ("eq", left, right)


def ident(*parts: Form, times: Form | None = None) -> Form:
    """An identity certificate."""
    return ("ident", parts, times)


def identity(*parts: Form, times: Form | None = None) -> Form:
    """A proof by an identity certificate."""
    return ("identity", ident(*parts, times=times))


def sign(witness: Form) -> Form:
    """A proof by a sign witness."""
    return ("sign", witness)


def use(n: int) -> Form:
    return ("use", n)


def hyp(n: int, *renaming: tuple[str, str]) -> Form:
    return ("hyp", n, renaming)


NONE = object()
"""Where no proof is handed in. What is handed in may be anything."""


class Bundle:
    """A theorem, entry by entry, each with its hash. All are accepted, but for what `judged` adds."""

    make = Theorem

    def __init__(self, *along: Form) -> None:
        self.along = along
        self.theorem = self.make(list(along))
        self.defined: list[Form] = []
        """Conditions with which every later entry begins."""
        self.entries: list[dict[str, Any]] = []

    def judged(self, role: str, statement: Form, proof: object = NONE, defined: object = ()) -> Any:
        """The judgement on the next entry. Only what is supposed goes without a proof."""
        assert proof is not NONE or role in ("where", "given", "suppose"), "which proof?"
        statement = freeze(statement)
        proof = () if proof is NONE else proof
        certificate = (self.theorem.hash_of(role, statement), (*self.defined, *defined), proof)
        entry = {
            "label": f"({len(self.entries)})",
            "role": role,
            "statement": statement,
            "certificate": certificate,
        }
        self.entries.append(entry)
        return self.theorem.add(*entry.values())

    def add(self, role: str, statement: Form, proof: object = NONE, defined: object = ()) -> int:
        """An entry that has to be accepted; its number."""
        judgement = self.judged(role, statement, proof, defined)
        assert judgement.accepted, judgement.reason
        return len(self.entries) - 1

    def where(self, relation: str, left: Form, right: Form = ZERO) -> int:
        """A hypothesis q > 0, q >= 0 or q != 0, established as a condition for all that follows."""
        name = {">": "gt", ">=": "ge", "!=": "ne"}[relation]
        n = self.add("where", (name, left, right))
        self.defined.append((relation, left if right == ZERO else sub(left, right), hyp(n)))
        return n

    def given(self, left: Form, right: Form) -> int:
        return self.add("given", eq(left, right))

    def suppose(self, statement: Form) -> int:
        return self.add("suppose", statement)

    def step(self, statement: Form, proof: object = ("identity", ("ident", (), None))) -> int:
        return self.add("step", statement, proof)

    def accepts(
        self, statement: Form, proof: object = ("identity", ("ident", (), None)), defined: object = ()
    ) -> None:
        """The claim is accepted."""
        judgement = self.judged("claim", statement, proof, defined)
        assert judgement.accepted, judgement.reason

    def rejects(
        self,
        reason: str,
        statement: Form,
        proof: object = ("identity", ("ident", (), None)),
        defined: object = (),
    ) -> None:
        """The claim is rejected, for a reason that holds this text."""
        self.refused(reason, "claim", statement, proof, defined)

    def refused(
        self,
        reason: str,
        role: str,
        statement: Form,
        proof: object = ("identity", ("ident", (), None)),
        defined: object = (),
    ) -> int:
        """An entry that is rejected, for a reason that holds this text; its number."""
        judgement = self.judged(role, statement, proof, defined)
        assert not judgement.accepted, "accepted"
        assert reason, "which reason?"
        assert reason in judgement.reason, judgement.reason
        return len(self.entries) - 1


# --- meaning --------------------------------------------------------------------------------------------------

mp = MPContext()
mp.dps = 120
STEP = mp.mpf(10) ** -30


class Undefined(Exception):
    """The expression has no value at the point."""


class TooLarge(Exception):
    """The value is too large or too small to be compared with another."""


@dataclass(frozen=True)
class Point:
    """What every name stands for. Channels are numbered from 1."""

    symbols: dict[str, Any] = field(default_factory=dict)
    vectors: dict[str, list[Any]] = field(default_factory=dict)
    indices: dict[str, int] = field(default_factory=dict)
    functions: dict[str, Callable[..., Any]] = field(default_factory=dict)

    @property
    def channels(self) -> int:
        return len(next(iter(self.vectors.values())))

    def bind(self, index: str, channel: int) -> Point:
        return replace(self, indices={**self.indices, index: channel})

    def get(self, v: Form) -> Any:
        if v[0] == "sym":
            return mp.mpf(self.channels) if v[1] == "C" else _number(self.symbols[v[1]])
        return _number(self.vectors[v[1]][self.indices[v[2]] - 1])

    def put(self, v: Form, value: Any) -> Point:
        if v[0] == "sym":
            assert v[1] != "C"
            return replace(self, symbols={**self.symbols, v[1]: value})
        entries = list(self.vectors[v[1]])
        entries[self.indices[v[2]] - 1] = value
        return replace(self, vectors={**self.vectors, v[1]: entries})


def _number(value: Any) -> Any:
    return mp.mpf(value.numerator) / value.denominator if isinstance(value, (int, Fraction)) else mp.mpf(value)


def slope(f: Callable[[Any], Any], where: Any) -> Any:
    """The derivative of a function of one number, as a difference quotient: correct to about 50 digits."""
    return (f(where + STEP) - f(where - STEP)) / (2 * STEP)


def partial(f: Callable[..., Any], orders: tuple[int, ...], args: list[Any]) -> Any:
    """A partial derivative of a function of several numbers."""
    for n, order in enumerate(orders):
        if order:
            lower = (*orders[:n], order - 1, *orders[n + 1 :])
            return slope(lambda s, n=n, lower=lower: partial(f, lower, [*args[:n], s, *args[n + 1 :]]), args[n])
    return f(*args)


def divided(above: Any, below: Any) -> Any:
    if abs(below) < mp.mpf(10) ** -20:
        raise Undefined("division by zero")
    return above / below


def function(name: str, value: Any) -> Any:
    if name == "sqrt" and abs(value) < mp.mpf(10) ** -50:
        return mp.zero
    if (name == "sqrt" and value < 0) or (name == "log" and value <= mp.mpf(10) ** -20):
        raise Undefined(name)
    if name == "exp" and abs(value) > 60:
        raise TooLarge
    return getattr(mp, name)(value)


def value(e: Form, p: Point) -> Any:
    """The value of an expression at a point, read literally. Raises Undefined."""
    match e:
        case ("num", q):
            return _number(Fraction(q))
        case ("sym" | "coord", *_):
            return p.get(e)
        case ("delta", i, j):
            return mp.mpf(p.indices[i] == p.indices[j])
        case ("add", *parts):
            return mp.fsum(value(part, p) for part in parts)
        case ("mul", *parts):
            return mp.fprod([value(part, p) for part in parts])
        case ("neg", a):
            return -value(a, p)
        case ("div", a, b):
            return divided(value(a, p), value(b, p))
        case ("pow", a, n):
            base = value(a, p)
            return divided(mp.one, base**-n) if n < 0 else base**n
        case ("fn", name, a):
            return function(name, value(a, p))
        case ("app", name, orders, args):
            return partial(p.functions[name], orders, [value(arg, p) for arg in args])
        case ("sum", k, ("sym", "C"), excluded, body):
            left_out = {p.indices[other] for other in excluded}
            return mp.fsum(value(body, p.bind(k, n)) for n in range(1, p.channels + 1) if n not in left_out)
        case ("D", a, v):
            return slope(lambda s: value(a, p.put(v, s)), p.get(v))
        case ("at", a, v, point):
            return value(a, p.put(v, value(point, p)))
        case ("def", _, _, body):
            return value(body, p)
    raise AssertionError(e)


@contextmanager
def undefined() -> Iterator[None]:
    with pytest.raises(Undefined):
        yield


HERE = Point(
    {"a": 2, "b": Fraction(1, 3), "c": 5, "t": Fraction(3, 2), "u": 4},
    {"x": [1, 2, 6], "w": [3, Fraction(1, 2), 1]},
    {"i": 1, "j": 3},
    {"y": lambda s: s**3 + 2 * s + 1, "f": lambda s, r: 1 + s * r + s**2 * r + r**2},
)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (total(x("k")), 9),
        (total(power(x("k"), 2), "k", "i"), 40),
        (total(ONE), 3),
        (total(total(mul(x("k"), w("l")), "l")), Fraction(81, 2)),
        (delta("i", "j"), 0),
        (total(mul(delta("k", "j"), w("k"))), 1),
        (D(power(t, 3), t), Fraction(27, 4)),
        (D(total(power(x("k"), 2)), x("j")), 12),
        (total(D(power(x("k"), 2), x("k"))), 18),
        (at(mul(t, t), t, add(t, ONE)), Fraction(25, 4)),
        (at(total(x("k")), x("i"), ZERO), 8),
        (app("y", TWO), 13),
        (("app", "y", (1,), (TWO,)), 14),
        (("app", "f", (1, 1), (TWO, ONE)), 5),
        (D(app("y", mul(t, t)), t), 3 * Fraction(3 * 81 + 2 * 16, 16)),
        (div(power(a, -2), c), Fraction(1, 20)),
    ],
)
def test_the_evaluator_of_the_tests(expression, expected):
    assert abs(value(expression, HERE) - _number(Fraction(expected))) < mp.mpf(10) ** -40


@pytest.mark.parametrize("expression", [div(a, sub(a, TWO)), root(num(-1)), log(ZERO), at(div(t, t), t, ZERO)])
def test_the_evaluator_knows_what_has_no_value(expression):
    with undefined():
        value(expression, HERE)
