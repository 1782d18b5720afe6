"""Points where people err are looked at, what is left over is told with its divisor, and no repair says nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symnorm import Theorem, eq, exp, function, indices, ne, rational, symbol, total, vector, whole
from symnorm.judge import judge
from symnorm.mutation import repair
from symnorm.prover import Prover
from symnorm.witness import refute, sample

C, a, b, t = (symbol(n) for n in ("C", "a", "b", "t"))
x, w = vector("x", C), vector("w", C)
i, j = indices("i j", C)


def theorem(*where, **more):
    return Theorem("test/1", "A theorem", where=where, **more)


def reason(statement, *rule, where=(), **more):
    made = theorem(*where, **more)
    made.claim("(1)", statement, *rule)
    return judge(made).lines[-1].reason


@pytest.mark.parametrize(
    ("statement", "where", "values"),
    [
        ((19 * t - 7) ** 2 > 0, (), {"t": "7/19"}),
        (ne(19 * t, 7), (), {"t": "7/19"}),
        (t <= 10**40, (), {"t": str(10**40 + 1)}),
        (eq(exp(-t), 0), (t > 700,), {"t": "701"}),
        (total(x**2) > 0, (C > 2,), {"C": "3", "x": "(0, 0, 0)"}),
        (C > 1, (total(x**2) >= 0,), {"C": "1"}),
    ],
)
def test_a_point_where_people_err(statement, where, values):
    found = refute(theorem(*where), statement)
    assert found is not None
    assert found.values == values


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        (t**2 >= 0, ()),
        (t < 10**6, (t < 10,)),
        (total(x * w) ** 2 <= total(x**2) * total(w**2), ()),
        (C >= 1, (total(x**2) >= 0,)),
        (ne(19 * t, 7), (t > 1,)),
    ],
)
def test_what_holds_has_no_such_point(statement, where):
    assert refute(theorem(*where), statement) is None


def test_hypotheses_far_out_have_points():
    [point, *_] = sample(theorem(t > 10**9, a > 10**9))
    assert point.values["symbol", "t"] > 10**9


def test_what_vanishes_almost_is_no_solution_of_an_equation():
    made = theorem()
    made.given("(1)", eq(exp(t), 0), "hypothesis")
    made.claim("(2)", eq(a, b))
    report = judge(made)
    assert report.verdict == "unknown"
    assert "no point found that satisfies the hypotheses" in report.problems[0]


def test_whole_numbers_and_functions_keep_their_values():
    n = whole("n")
    assert refute(theorem(), n >= 1) is None
    assert refute(theorem(), n >= 3).values == {"n": "1"}
    found = refute(theorem(), function("f", t) > -(10**3))
    assert found is not None
    assert abs(Fraction(found.values["t"])) >= 10


def test_what_is_left_over_is_told_with_its_divisor():
    assert "left over is 2, divided by a²" in reason(eq(1 / a + 1 / a**2, (a - 1) / a**2), where=(a > 0,))
    assert "divided by" not in reason(eq(a, a + b))
    assert "left over is -a;" in reason(2 * a >= 3 * a, where=(a > 0,))
    assert "divided by b·a" in reason(a / b + b / a >= 3, where=(a > 0, b > 0)).replace("a·b", "b·a")


def test_equal_sides_of_a_strict_inequality():
    assert "the two sides are equal: that is no strict inequality" in reason(a + b < b + a)


@pytest.mark.parametrize(
    ("statement", "repaired"),
    [
        (eq(a, a + 1), None),
        (eq(a, 2 * a), None),
        (eq(a * b, b * a * 3), eq(a * b, b * a)),
        (eq((a - 1) * (a + 1), a**2 + 1), eq((a - 1) * (a + 1), a**2 - 1)),
        (eq(a + b, b - a), eq(a + b, b + a)),
        (1 / a > 0, None),
        (rational("0.5") > 1, rational("0.5") < 1),
    ],
)
def test_a_repair_that_says_nothing_is_not_offered(statement, repaired):
    made = theorem()
    made.claim("(1)", statement)
    prover = Prover(made)
    prover.prove(made.entries[-1])
    found = repair(prover, made.entries[-1])
    assert found == repaired
