"""Derivatives on graphs of definitions, made at random, held against forward differentiation by other code."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from symnorm.language import D, LanguageError, Term, define, indices, loss, mean, symbol, vector
from symnorm.language.graph import leads, stands_in
from symnorm.witness import Point
from symnorm.witness.arithmetic import EXACT

C, s, t = map(symbol, "Cst")
x, w = vector("x", C), vector("w", C)
i, j = indices("i j", C)


class Graph:
    """Definitions at random, each of entries and of earlier definitions; their slopes are calculated forwards."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.made: list[tuple[Term, Any]] = []
        """Definitions, each with a function from the values of what is visible in it to its own (a number, entries)."""

    def grown(self, number: int) -> None:
        for _ in range(number):
            self.made.append(self.vector() if self.random.randrange(2) else self.scalar())

    def scalar(self) -> tuple[Term, Any]:
        (a, f), (b, g) = self.one(False), self.one(False)
        (v, h), p = self.one(True), self.random.choice([1, 2, 3])
        name = f"s{len(self.made)}"
        return define(name, a * b + mean(v**p)), lambda at: [f(at)[0] * g(at)[0] + sum((y**p for y in h(at)), ZERO) / 3]

    def vector(self) -> tuple[Term, Any]:
        (v, f), (u, g), (a, h) = self.one(True), self.one(True), self.one(False)
        name = f"v{len(self.made)}"
        return define(name, v * u - a * v), lambda at: [p * q - h(at)[0] * p for p, q in zip(f(at), g(at), strict=True)]

    def one(self, is_vector: bool) -> tuple[Term, Any]:
        """A variable or an earlier definition, with a function that finds its value."""
        known = [d for d, _ in self.made if d.is_channel == is_vector] + ([x, w] if is_vector else [s, t])
        chosen = self.random.choice(known)
        return chosen, lambda at: at(chosen)


class Dual:
    """A number and its slope."""

    def __init__(self, value: Any, slope: Any = 0) -> None:
        self.value, self.slope = Fraction(value), Fraction(slope)

    def __add__(self, o: Dual) -> Dual:
        return Dual(self.value + o.value, self.slope + o.slope)

    def __sub__(self, o: Dual) -> Dual:
        return Dual(self.value - o.value, self.slope - o.slope)

    def __mul__(self, o: Dual) -> Dual:
        return Dual(self.value * o.value, self.slope * o.value + self.value * o.slope)

    def __pow__(self, n: int) -> Dual:
        return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)

    def __truediv__(self, n: int) -> Dual:
        return Dual(self.value / n, self.slope / n)


ZERO = Dual(0)


def forwards(graph: Graph, point: dict[Term, list[Dual]], variable: Term, channel: int, held: list[Term]) -> Any:
    """The values of all definitions where one moves: what is held has the slope 0, as all before has."""

    def at(t: Term) -> list[Dual]:
        if t in values:
            return values[t]
        made = next(f for d, f in graph.made if d == t)(at)
        if t == variable:
            made = [Dual(d.value, n == channel) for n, d in enumerate(made)]
        values[t] = [Dual(d.value) for d in made] if t in held else made
        return values[t]

    values = dict(point)
    return at


@pytest.mark.parametrize("seed", range(60))
def test_random_graphs_against_forward_differentiation(seed: int) -> None:
    random = Random(seed)
    graph = Graph(random)
    graph.grown(6)
    numbers = {v: [Dual(random.randint(-3, 3)) for _ in range(1 if v.op == "sym" else 3)] for v in (s, t, x, w)}
    values = {("symbol", "C"): Fraction(3), ("index", "i"): 2, ("index", "j"): 3}
    values |= {("symbol" if v.op == "sym" else "vector", v.args[0]): _of(v, duals) for v, duals in numbers.items()}
    tried = 0
    for variable, _ in graph.made[:-1]:
        for body, _ in graph.made:
            others = [d for d, _ in graph.made if d not in (variable, body)]
            held = [d for d in others if leads(variable, d) and stands_in(body, d) and random.randrange(2)]
            own = variable[i] if variable.is_channel else variable
            entry = body[j] if body.is_channel else body
            if not stands_in(body, variable):
                with pytest.raises(LanguageError, match="no definition leads"):
                    D(entry, own)
                continue
            slope = D(entry, own, held)
            found = Point(values).frame(EXACT)(slope, {"i": 2, "j": 3})
            moved = forwards(graph, numbers, variable, 1 if variable.is_channel else 0, held)(body)
            assert found == moved[2 if body.is_channel else 0].slope
            tried += 1
    assert tried > 0


def _of(variable: Term, duals: list[Dual]) -> Any:
    entries = tuple(d.value for d in duals)
    return entries[0] if variable.op == "sym" else entries


@pytest.mark.parametrize("seed", range(30))
def test_a_loss_that_is_given_has_the_derivatives_of_an_arbitrary_one(seed: int) -> None:
    """L = y_1 y_2 + y_2 y_3^2, whose gradient at the point stands for that of the loss."""
    random = Random(seed)
    graph = Graph(random)
    graph.grown(5)
    graph.made.append(graph.vector())
    argument = graph.made[-1][0]
    numbers = {v: [Dual(random.randint(-3, 3)) for _ in range(1 if v.op == "sym" else 3)] for v in (s, t, x, w)}
    one, two, three = (d.value for d in forwards(graph, numbers, s, 0, [])(argument))
    values = {("symbol", "C"): Fraction(3), ("index", "i"): 2}
    values |= {("symbol" if v.op == "sym" else "vector", v.args[0]): _of(v, duals) for v, duals in numbers.items()}
    values["vector", f"gradient__ell__{argument.args[0]}"] = two, one + three**2, 2 * two * three
    tried = 0
    for variable in [d for d, _ in graph.made] + [s, t, x, w]:
        if not stands_in(argument, variable):
            continue
        held = [d for d, _ in graph.made if leads(variable, d) and stands_in(argument, d) and random.randrange(2)]
        slope = D(loss("ell", argument), variable[i] if variable.is_channel else variable, held)
        start = dict(numbers)
        if variable in start:
            start[variable] = [Dual(d.value, n == (len(start[variable]) > 1)) for n, d in enumerate(start[variable])]
        y = forwards(graph, start, variable, 1 if variable.is_channel else 0, held)(argument)
        assert Point(values).frame(EXACT)(slope, {"i": 2}) == (y[0] * y[1] + y[1] * y[2] ** 2).slope
        tried += 1
    assert tried > 0
