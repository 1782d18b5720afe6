"""A function that is given at a point as a term in x_i is one function: the same in each channel where it stands."""

from __future__ import annotations

from typing import Any

import pytest

from symnorm import (
    D,
    Theorem,
    at,
    by,
    delta,
    differentiable,
    eq,
    every,
    function,
    indices,
    integral,
    mean,
    others,
    rational,
    sqrt,
    symbol,
    total,
    vector,
)
from symnorm.checker.refutation.one import require_one
from symnorm.checker.refutation.values import Undecided
from symnorm.judge import judge
from symnorm.language import Statement, Term
from symnorm.language.terms import form, term

C, s, t, u = map(symbol, ("C", "s", "t", "u"))
x, w = vector("x", C), vector("w", C)
i, j, k = indices("i j k", C)
y, z = function("y", x), function("z", x)
TWO = [eq(y[i], y[j])]


def is_one(body: Any, *said: Statement, formals: Any = (x[i],), varying: Any = (), **others: Any) -> bool:
    """Whether y, given by a term in its variables, is one function wherever statements speak of it."""
    given = {"y": (formals, body), **others}
    functions = {n: (tuple(map(form, variables)), form(term(b))) for n, (variables, b) in given.items()}
    moving = [form(v) if v.op != "vector" else ("vector", v.args[0]) for v in varying]
    try:
        require_one(functions, [said.form() for said in said], moving)
    except Undecided:
        return False
    return True


@pytest.mark.parametrize(
    "body",
    [
        x[i] + w[i], w[i], delta(i, j), delta(j, i) * x[i], delta(i, k), others(w, i), total(x[k] * w[i], over=k),
        sqrt(x[i] ** 2 + w[i] ** 2), x[i] / w[i], at(t + w[i], t, 3), mean(x) + w[i], x[i] + w[i] - w[i],
    ],
)  # fmt: skip
def test_a_term_that_speaks_of_the_channel_is_another_function_in_each(body: Term) -> None:
    assert not is_one(body, *TWO)
    assert not is_one(body, eq(y[i], 1), eq(y[j], 1))
    assert is_one(body, eq(y[i], 1), eq(D(y[i], x[i]), at(y[i], x[i], s)))


@pytest.mark.parametrize("body", [term(3), x[i] ** 2, sqrt(1 + x[i] ** 2), x[i] + w[j], x[i] * delta(j, k), x[i] * t])
def test_a_term_in_the_entry_alone_is_one_function(body: Term) -> None:
    said = [*TWO, eq(total(y), 0), every(y) > 0, eq(D(y[j], x[j]), 0), eq(at(y[j], x[j], 2), at(y[i], x[i], 2))]
    assert is_one(body, *said, varying=[x])
    assert is_one(body, *said, varying=[x, w])


@pytest.mark.parametrize("body", [x[i] - mean(x), x[i] - x[j], x[i] * total(x), others(x, k) + x[i]])
@pytest.mark.parametrize(
    "moving",
    [
        eq(D(y[i], x[i]), 1), eq(at(y[i], x[i], 2), 1), eq(integral(y[i], x[i]), 1), eq(D(x[k], x[j]), 0),
        differentiable(y[i], 2),
    ],
)  # fmt: skip
def test_the_vector_of_an_entry_stays_where_its_function_speaks_of_it(body: Term, moving: Statement) -> None:
    """x_i - mean(x) is u - m with a number m, unless x_i moves: then the mean does, for each i another way."""
    assert is_one(body, *TWO)
    assert not is_one(body, *TWO, moving)
    assert not is_one(body, *TWO, varying=[x])
    assert not is_one(body, *TWO, varying=[x[k]])
    assert is_one(body, *TWO, eq(D(s**2, s), 2 * s), varying=[s, w])


def test_a_derivative_that_is_written_as_a_function_moves_its_arguments() -> None:
    """y'(x_i) for x_i - mean(x) would be 1 - 1/C: the term moves with x_i, and the function has the slope 1."""
    slope = ("app", "y", (1,), (form(x[i]),))
    functions: Any = {"y": ((form(x[i]),), form(term(x[i] - mean(x))))}
    require_one(functions, [("eq", form(y[j]), form(y[i]))], [])
    with pytest.raises(Undecided):
        require_one(functions, [("eq", slope, form(y[j]))], [])


def test_what_a_function_itself_moves_counts() -> None:
    """d(x_i x_j)/dx_i is x_j, but 2 x_j where i is j."""
    assert not is_one(D(x[i] * x[j], x[i]), *TWO)
    assert is_one(D(x[i] ** 2, x[i]), *TWO)


@pytest.mark.parametrize(
    "said", [eq(total(y), 0), every(y) > 0, eq(total(y[k], over=k), y[i]), eq(mean(y * w), 0)]
)  # fmt: skip
def test_a_sum_and_every_channel_are_more_than_one(said: Statement) -> None:
    assert not is_one(x[i] + w[i], said)
    assert is_one(x[i] ** 2, said)


def test_a_function_of_two_entries_stands_where_both_are() -> None:
    def f(first: Term, second: Term) -> Term:
        return function("y", first, second)

    assert is_one(w[i] * w[j], eq(f(x[i], x[j]), 1), formals=(x[i], x[j]))
    assert not is_one(w[i] * w[j], eq(f(x[i], x[j]), f(x[j], x[i])), formals=(x[i], x[j]))
    assert not is_one(w[i] * w[j], eq(total(f(x[i], x[k]), over=k), 0), formals=(x[i], x[j]))
    assert is_one(w[i] * t, eq(f(x[i], t), f(x[i], s)), formals=(x[i], t))
    assert not is_one(w[i] * t, eq(f(x[i], t), f(x[j], t)), formals=(x[i], t))
    assert is_one(w[i] * t, eq(f(u, t), f(s, t)), formals=(u, t))


def test_a_function_within_another_stands_in_any_channel() -> None:
    assert not is_one(x[i] + w[i], eq(z[j], 1), z=([x[j]], y[j]))
    assert is_one(x[i] ** 2, eq(z[j], z[i]), z=([x[j]], y[j]))


# --- what comes of it -----------------------------------------------------------------------------------------


def accused(statement: Statement, where: Any = (), **at: Any) -> list[str]:
    """What is wrong with a theorem that says a statement is false at a point."""
    theorem = Theorem("test/1", "A test", where=[C > 1, *where])
    theorem.claim("(0)", eq(mean(x) * C, total(x)), by.algebra())
    said = {C: 2, w: [3, 4], i: 1, j: 2, y[i]: x[i] + w[i], x: at["x"]}
    theorem.counterexample("(1)", statement, at=said, note="wrong")
    return list(judge(theorem).problems)


@pytest.mark.parametrize(
    ("statement", "where", "values"),
    [
        (eq(y[i], y[j]), [x[i] <= x[j], x[i] >= x[j]], [1, 1]),
        (eq(y[i], y[j]), [x[i] <= x[j], x[i] >= x[j]], [sqrt(2) * sqrt(2), 2]),
        (eq(at(y[i], x[i], 2), at(y[j], x[j], 2)), [D(y[i], x[i]) > 0], [1, 3]),
        (eq(at(y[i], x[i], sqrt(2) * sqrt(2)), at(y[j], x[j], 2)), [], [1, 3]),
        (eq(at(y[i], x[i], rational("0.5")), at(y[j], x[j], rational("0.5"))), [], [1, 3]),
    ],
)
def test_a_true_line_is_not_false_by_two_functions(statement: Statement, where: Any, values: Any) -> None:
    [problem] = accused(statement, where, x=values)
    assert "y stands in more than one channel" in problem
    assert "give it by a term in x[i] alone" in problem


def test_a_true_line_that_cannot_be_proved_is_not_refuted_by_two_functions() -> None:
    yi, yj = (function("y", x[n]) for n in (i, j))
    model = {C: 2, x: [1, 1], w: [3, 4], i: 1, j: 2, yi: x[i] + w[i]}
    theorem = Theorem("test/1", "A test", where=[C > 1], model=model)
    same = theorem.given("(0)", eq(x[i], x[j]), "hypothesis")
    theorem.claim("(1)", eq(yi, yj), by.algebra(same))
    report = judge(theorem)
    assert report.verdict == "unknown"
    assert "y stands in more than one channel" in report.problems[0]


def test_nothing_follows_from_what_no_one_function_satisfies() -> None:
    """y(2) - y(2) = w_i - w_j is 0, and w_i < w_j is supposed."""
    yi, yj = (function("y", x[n]) for n in (i, j))
    theorem = Theorem("test/1", "A test", where=[w[i] < w[j]], model={yi: x[i] + w[i], s: 7})
    given = theorem.given("(1)", eq(at(yi, x[i], 2) - at(yj, x[j], 2), w[i] - w[j]), "hypothesis")
    theorem.claim("(2)", eq(s, 7), by.algebra(given, times=w[j] - w[i]))
    report = judge(theorem)
    assert report.verdict == "unknown"
    assert "y stands in more than one channel" in report.problems[0]


def test_one_function_may_be_given_channel_by_channel_where_it_stands_in_one() -> None:
    yi = function("y", x[i])
    theorem = Theorem("test/1", "A test", where=[C > 1], along=[x[i]], model={yi: x[i] * w[i]})
    given = theorem.given("(1)", eq(D(yi, x[i]), w[i]), "hypothesis")
    theorem.claim("(2)", eq(2 * D(yi, x[i]), 2 * w[i]), by.algebra(given))
    report = judge(theorem)
    assert (report.verdict, report.problems) == ("proved", ())
