"""The witness says so where evaluating takes too much work, and does not go on for hours."""

from __future__ import annotations

from functools import reduce
from operator import add

import pytest

from symnorm import Theorem, by, define, eq, indices, sequence, symbol, total, vector, whole
from symnorm.judge import judge
from symnorm.language import Statement

C, b = symbol("C"), symbol("b")
x, t, m = vector("x", C), whole("t"), sequence("m")
SEVEN = indices("i j k l p q r", C)
NUMBERS = [whole(n) for n in ("c", "f", "g", "h", "n", "r", "s")]


def nested_sums() -> object:
    return reduce(lambda inner, i: total(inner, over=i), SEVEN, reduce(add, [x[i] for i in SEVEN]) ** 2)


def nested_sums_of_numbers() -> object:
    return reduce(lambda inner, n: total(inner, over=n, up_to=t), NUMBERS, reduce(add, [m[n] for n in NUMBERS]) ** 2)


def nested_powers() -> object:
    return reduce(lambda inner, n: define(f"p{n}", inner**100), range(12), b)


TOO_MUCH = {
    "a power": (eq(b**t, b), {b: 2, t: 10**9}),
    "the inverse of a power": (eq(b**-t, b), {b: 2, t: 10**9}),
    "powers within each other": (eq(nested_powers(), b), {b: 3}),
    "sums within each other": (eq(nested_sums(), 1), {C: 10, x: list(range(10))}),
    "sums up to numbers": (eq(nested_sums_of_numbers(), 1), {t: 10, m[t]: t}),
}


@pytest.mark.parametrize(("statement", "at"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_too_much_work_is_said(statement: Statement, at: dict[object, object]) -> None:
    theorem = Theorem("work/1", "Work")
    theorem.claim("(1)", eq(b + 1, 1 + b), by.algebra())
    theorem.counterexample("(2)", statement, at=at, note="")
    report = judge(theorem)
    assert (report.verdict, report.conceptual) == ("unknown", ())
    assert "too much work" in " ".join(report.problems)


def test_a_large_power_of_one_is_one() -> None:
    theorem = Theorem("work/1", "Work", model={b: -1, t: 10**9})
    theorem.claim("(1)", eq(b**t * b, b ** (t + 1)), by.algebra())
    assert judge(theorem).verdict == "proved"
