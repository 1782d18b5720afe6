"""The form of a term or a statement that forgets what is harmless, and nothing else.

Forgotten are the order of what is added or multiplied, brackets in sums and products, how a quotient is written
(`a b / c`, `a (b / c)`, a power -1), that x^2 is x x, a factor 1, where the sign of a product stands, the letter of a
sum's index, that dy/dx is y'(x), that the square of a length is the sum of squares, and which side of an inequality
comes first. Kept is everything else: 2 x is not x + x, and 2/4 is not 1/2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from ..language.statements import Statement
from ..language.terms import Term, free_indices

Form = tuple[Any, ...]
Env = Mapping[str, int]
"""The indices of the sums around, counted from outside."""

NO_SUMS: Env = MappingProxyType({})

TURNED = {"gt": "lt", "ge": "le"}


def harmless(
    t: Term | Statement, twins: Mapping[Term, Term] | None = None, unfold: Callable[[Term], bool] = lambda t: False
) -> Form:
    """The form of a term or a statement.

    `twins` are powers that look like a name, with the name (see `Notation.twins`). Definitions are put in where
    `unfold` says so.
    """
    return Former(twins, unfold).of(t)


class Former:
    """Makes the forms of several terms, and of what stands in more than one of them only once."""

    def __init__(
        self, twins: Mapping[Term, Term] | None = None, unfold: Callable[[Term], bool] = lambda t: False
    ) -> None:
        self.twins, self.unfold = twins or {}, unfold
        self.known: dict[tuple[int, tuple[Any, ...]], Form] = {}
        self.kept: list[Any] = []

    def of(self, t: Term | Statement, env: Env = NO_SUMS) -> Form:
        """The form, where the indices of sums around are `env`."""
        if isinstance(t, Statement):
            return self.statement(t, env)
        key = id(t), tuple(env.items())
        if key not in self.known:
            self.known[key] = self.term(t, env)
            self.kept.append(t)
        return self.known[key]

    def statement(self, s: Statement, env: Env) -> Form:
        parts = [self.of(p, env) for p in s.parts]
        if s.kind in ("and", "or"):
            return s.kind, _bag(parts)
        if s.kind in TURNED:
            return TURNED[s.kind], *reversed(parts)
        return s.kind, *parts

    def term(self, t: Term, env: Env) -> Form:
        match t.op, t.args:
            case "add", parts:
                return self.added(parts, env)
            case ("neg" | "mul" | "div" | "num" | "pow"), _:
                return self.multiplied(t, env)
            case "coord", (name, *indices):
                return "coord", name, *(env.get(i, i) for i in indices)
            case "vector", (name, *places):
                return "vector", name, *(env.get(p, p) if isinstance(p, str) else self.of(p, env) for p in places)
            case "delta", (i, j):
                return "delta", env.get(i, i), env.get(j, j)
            case "def", (name, index, body):
                if self.unfold(t) or is_number(t):
                    return self.of(body, env)
                own = index if isinstance(index, tuple) else (index,)
                return "def", name, *(env.get(i, i) for i in own), tuple(env.get(i, i) for i in free_indices(t))
            case "sum", (index, size, excluded, body):
                inner = {**env, index: max(env.values(), default=-1) + 1}
                outside = tuple(sorted(str(env.get(i, i)) for i in excluded))
                return "sum", self.of(size, env), outside, self.of(body, inner)
            case "whole", (name, start):
                return "whole", env.get(f"{name}@{start}", name), start
            case "upto", (over, last, body):
                name, first = over.args
                inner = {**env, f"{name}@{first}": max(env.values(), default=-1) + 1}
                return "upto", first, self.of(last, env), self.of(body, inner)
            case "between", (over, first, last, body):
                name, start = over.args
                inner = {**env, f"{name}@{start}": max(env.values(), default=-1) + 1}
                return "upto", self.of(first, env), self.of(last, env), self.of(body, inner)
            case "app", (name, orders, arguments):
                return "app", name, orders, *(self.of(a, env) for a in arguments)
            case "D", (Term(op="app", args=(name, (0,), (argument,))), variable) if argument == variable:
                return "app", name, (1,), self.of(variable, env)
            case "at", (Term(op="D", args=(Term(op="app", args=(name, (0,), (u,))), v)), w, point) if u == v == w:
                return "app", name, (1,), self.of(point, env)
            case "fn", (name, inside):
                return "fn", name, self.of(inside, env)
            case ("norm" | "norm_1" | "inner" | "trace"), _:
                return self.of(t.parts()[0], env)
            case ("abs" | "max" | "min") as op, parts:
                return self.of(t.parts()[0], env) if self.unfold(t) else (op, _bag([self.of(p, env) for p in parts]))
            case "there", (body, *pairs):
                inner = {i: n for i, n in env.items() if i not in [of for of, *_ in pairs]}
                put = [self.put_in(pair, env) for pair in pairs]
                return "there", self.of(body, inner), _bag(put)
            case "slope", (body, variable, held):
                kept = Former(self.twins)  # it is another one where a definition is put in
                return "slope", kept.of(body, env), kept.of(variable, env), _bag([kept.of(one, env) for one in held])
        return t.op, *(self.of(a, env) if isinstance(a, Term) else a for a in t.args)

    def put_in(self, pair: tuple[Any, ...], env: Env) -> Form:
        """What stands for what at a point; of several, in any order."""
        of, *values = pair
        named = (of.op, of.args[0]) if isinstance(of, Term) else of
        return named, *(self.of(v, env) if isinstance(v, Term) else v for v in values)

    def added(self, parts: tuple[Term, ...], env: Env) -> Form:
        found: list[Form] = []
        for part in parts:
            form = self.of(part, env)
            found += [one for one, times in form[1] for _ in range(times)] if form[0] == "add" else [form]
        return "add", _bag(found)

    def multiplied(self, t: Term, env: Env) -> Form:
        above, below = Counter[Form](), Counter[Form]()
        sign = self.factors(t, env, above, below)
        if sign > 0 and not below and sum(above.values()) <= 1:
            return next(iter(above), ("num", 1))
        return "product", sign, _counted(above), _counted(below)

    def factors(self, t: Term, env: Env, above: Counter[Form], below: Counter[Form]) -> int:
        """Counts the factors of a term above and below its bar; the answer is its sign."""
        match t.op, t.args:
            case "neg", (inside,):
                return -self.factors(inside, env, above, below)
            case "mul", parts:
                return _product(self.factors(p, env, above, below) for p in parts)
            case "div", (p, q):
                return self.factors(p, env, above, below) * self.factors(q, env, below, above)
            case "def", (_, _, body) if is_number(t):
                return self.factors(body, env, above, below)
            case "num", (value,):
                return _number_factors(value, above, below)
            case "pow", _ if t in self.twins:
                return self.factors(self.twins[t], env, above, below)
            case "pow", (Term(op="norm") as norm, 2):
                return self.factors(norm.parts()[0].args[1], env, above, below)
            case "pow", (base, n):
                return self.power(base, n, env, above, below)
        return _gathered(self.of(t, env), 1, above, below)

    def power(self, base: Term, n: int, env: Env, above: Counter[Form], below: Counter[Form]) -> int:
        """Counts a power as so many factors; the answer is its sign."""
        if n == 0:
            above["pow", self.of(base, env), 0] += 1
            return 1
        if n < 0:
            above, below = below, above
        return _gathered(self.of(base, env), abs(n), above, below)


def _gathered(form: Form, times: int, above: Counter[Form], below: Counter[Form]) -> int:
    """Counts a factor so many times, or the factors of a product; the answer is the sign."""
    if form[0] != "product":
        above[form] += times
        return 1
    for count, found in ((above, form[2]), (below, form[3])):
        for one, number in found:
            count[one] += number * times
    return -1 if form[1] < 0 and times % 2 else 1


def is_number(t: Term) -> bool:
    """Whether a definition is a number that is called what it is."""
    return t.op == "def" and t.args[2].op == "num" and str(t.args[2].args[0]) == t.latex


def _number_factors(value: Fraction, above: Counter[Form], below: Counter[Form]) -> int:
    if abs(value.numerator) != 1:
        above["num", abs(value.numerator)] += 1
    if value.denominator != 1:
        below["num", value.denominator] += 1
    return -1 if value < 0 else 1


def _product(signs: Any) -> int:
    out = 1
    for sign in signs:
        out *= sign
    return out


def _counted(factors: Counter[Form]) -> frozenset[tuple[Form, int]]:
    return frozenset(factors.items())


def _bag(forms: list[Form]) -> frozenset[tuple[Form, int]]:
    return frozenset(Counter(forms).items())
