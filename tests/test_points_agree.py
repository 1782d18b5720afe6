"""What a point says is the same for the witness and for the checker: a number, or that there is none.

Expressions at random, at points where much is zero and much is irrational: that a quotient has no value does not
depend on whether what stands above the zero is known.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from symnorm import D, Theorem, by, delta, eq, exp, indices, integral, log, sqrt, symbol, tanh, total, vector
from symnorm.checker.forms import Form
from symnorm.checker.refutation.point import Place, Rejected
from symnorm.checker.refutation.values import PRECISION, Ball, NoValue, Numbers
from symnorm.checker.refutation.values import Undecided as NotDecided
from symnorm.judge import judge
from symnorm.judge.model import as_term
from symnorm.language import Term
from symnorm.language.points import Interpretation
from symnorm.witness import Point
from symnorm.witness.arithmetic import BALLS, EXACT, UNKNOWN, Arithmetic, Undecided, Undefined, Unfit

NUMBERS = [Fraction(n) for n in (-2, -1, 0, 0, 1, 1, 2, 3, 4)] + [Fraction(1, 2), Fraction(5, 3)]
NONE, UNFIT, OPEN = "no value", "no point", "not decided"
C, a, b, t = map(symbol, ("C", "a", "b", "t"))
x = vector("x", C)
i, j = indices("i j", C)


class Source:
    """Expressions, functions and points at random."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def one(self, *items: Any) -> Any:
        return self.random.choice(items)

    def variable(self, indices: tuple[str, ...]) -> Form:
        return self.one(("sym", "a"), ("sym", "t"), ("coord", "x", self.one(*indices)))

    def expression(self, depth: int, indices: tuple[str, ...] = ("i", "j"), calls: bool = True) -> Form:
        def e() -> Form:
            return self.expression(depth - 1, indices, calls)

        if depth <= 0 or not self.random.randrange(9):
            return self.one(
                ("num", self.one("0", "1", "2", "-1", "1/2", "3")), self.variable(indices), self.variable(indices),
                ("delta", self.one(*indices), self.one(*indices)),
            )  # fmt: skip
        match self.random.randrange(15 if calls else 14):
            case 0 | 1:
                return "add", e(), e()
            case 2 | 3 | 4:
                return "mul", e(), e()
            case 5:
                return "neg", e()
            case 6 | 7:
                return "div", e(), e()
            case 8:
                return "pow", e(), self.one(-2, -1, 0, 2, 3)
            case 9 | 10:
                return "fn", self.one("sqrt", "sqrt", "exp", "log", "tanh"), e()
            case 11:
                k = next(n for n in "klmnpq" if n not in indices)
                left_out = tuple(self.random.sample(indices, self.one(0, 0, 1)))
                return "sum", k, ("sym", "C"), left_out, self.expression(depth - 1, (*indices, k), calls)
            case 12:
                return "D", e(), self.variable(indices)
            case 13:
                return "at", e(), self.variable(indices), e()
        return "app", "f", (0, 0), (e(), e())

    def point(self) -> Point:
        size = self.one(1, 2, 3)
        values: dict[Any, Any] = {("symbol", "C"): Fraction(size)}
        values["vector", "x"] = tuple(self.random.choices(NUMBERS, k=size))
        values |= {("symbol", n): self.one(*NUMBERS) for n in "at"}
        values |= {("index", n): self.random.randint(1, size) for n in "ij"}
        formals = self.one("at", "ta", "tp", "as")
        body = self.expression(2, calls=False)
        values["function", "f"] = Interpretation(tuple(map(symbol, formals)), as_term(body))
        return Point(values)


def by_witness(arithmetic: Arithmetic, e: Form, point: Point) -> Any:
    try:
        with arithmetic.scope():
            return point.frame(arithmetic)(as_term(e), point.indices)
    except Unfit:
        return UNFIT
    except Undefined:
        return NONE
    except Undecided:
        return OPEN


def by_checker(e: Form, point: Point) -> Any:
    try:
        place = Place(point.form(), {("sym", "C")})
        return place.root(e, place.channels)
    except NoValue:
        return NONE
    except NotDecided:
        return OPEN
    except Rejected:
        return UNFIT


def is_same(mine: Any, other: Any) -> bool:
    """Whether what the witness says fits with what the checker says."""
    if OPEN in (mine, other):
        return True
    if isinstance(mine, str) or isinstance(other, str):
        return mine is other
    if mine is UNKNOWN:
        return True
    low, high = BALLS.bounds(mine)
    there = (Fraction(n, 1 << PRECISION) for n in (other.low, other.high)) if isinstance(other, Ball) else (other,) * 2
    below, above = there
    return low <= above and below <= high


@pytest.mark.parametrize("arithmetic", [EXACT, BALLS], ids=["exact", "balls"])
@pytest.mark.parametrize("seed", range(4))
def test_a_value_at_a_point(seed: int, arithmetic: Arithmetic) -> None:
    source, seen, bad = Source(f"points/{seed}"), Counter[str](), []
    for _ in range(700):
        e, point = source.expression(source.one(2, 3, 4)), source.point()
        mine, other = by_witness(arithmetic, e, point), by_checker(e, point)
        if not is_same(mine, other):
            bad.append((e, point.form(), mine, other))
        if OPEN not in (mine, other):
            seen["unknown" if mine is UNKNOWN else mine if isinstance(mine, str) else "number"] += 1
    assert bad == []
    assert seen["number"] > 150
    assert seen[NONE] > 40
    assert seen["unknown"] > 8 or arithmetic is BALLS


NOTHING = {"a zero below": sqrt(2) / a, "an exponential below": exp(1) / a, "a power": sqrt(3) * a**-2,
           "a root": sqrt(-2 - a), "a logarithm": log(a), "a sum": sqrt(2) + 1 / a, "an integral": integral(1 / a, a),
           "a derivative": D(sqrt(2) / a, a), "a function": tanh(sqrt(2) / a),
           "a channel": delta(i, j) * (sqrt(2) / a), "a sum over channels": total(sqrt(2) * x / a)}  # fmt: skip


@pytest.mark.parametrize("arithmetic", [EXACT, BALLS], ids=["exact", "balls"])
@pytest.mark.parametrize("nothing", NOTHING.values(), ids=list(NOTHING))
def test_nothing_makes_a_value_of_what_has_none(nothing: Term, arithmetic: Arithmetic) -> None:
    point = Point({("symbol", "a"): Fraction(0), ("symbol", "C"): Fraction(2), ("vector", "x"): (Fraction(1),) * 2,
                   ("index", "i"): 1, ("index", "j"): 2})  # fmt: skip
    for whole in (nothing, 0 * b * nothing, a * nothing, a * (nothing - nothing), (1 + nothing) ** 2 * a):
        at_zero = Point({**point.values, ("symbol", "b"): Fraction(1)})
        with pytest.raises(Undefined):
            at_zero.frame(arithmetic)(whole, at_zero.indices)
        with pytest.raises((Undefined, Undecided)):
            at_zero.frame(arithmetic)((whole + 1) ** 0, at_zero.indices)


def test_what_has_no_value_is_unknown_and_not_refuted() -> None:
    """a^2 (sqrt(2)/a)^2 = 2 wherever it has a value; at 0 it has none."""
    theorem = Theorem("none/1", "No value")
    theorem.claim("(1)", eq(a**2 * (sqrt(2) / a) ** 2, 2), by.algebra())
    norm = sqrt(total(x**2))
    theorem.claim("(2)", eq(total(x**2) * (sqrt(C) / norm) ** 2, C), by.algebra())
    theorem.counterexample("(3)", eq(a**2 * (sqrt(2) / a) ** 2, 2), at={a: 0}, note="")
    report = judge(theorem)
    assert [line.verdict for line in report.lines] == ["unknown", "unknown"]
    assert report.conceptual == ()
    assert "has no value at a = 0" in report.problems[0]


def test_numbers_that_are_not_known_have_no_quotient_by_zero() -> None:
    for arithmetic in (EXACT, BALLS):
        for above in (UNKNOWN, 1, Fraction(1, 2)):
            with pytest.raises(Undefined):
                arithmetic.divide(above, 0)
        assert arithmetic.divide(UNKNOWN, 2) is UNKNOWN
    two = Numbers().function("sqrt", Fraction(2))
    with pytest.raises(NoValue):
        Numbers().divide(two, Fraction(0))
