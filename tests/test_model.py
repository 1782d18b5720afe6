"""What is given can hold: exactly at a point, or by functions that are certified; else nothing is proved from it."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from symnorm import (
    D,
    Theorem,
    at,
    by,
    differentiable,
    either,
    eq,
    exp,
    function,
    indices,
    interval,
    log,
    mean,
    sqrt,
    symbol,
    tanh,
    total,
    vector,
)
from symnorm.checker import check_bundle
from symnorm.judge import judge
from symnorm.language import Statement, Term
from symnorm.report import Report

a, b, C, t, u = map(symbol, ("a", "b", "C", "t", "u"))
x = vector("x", C)
i, j = indices("i j", C)
y = function("y", t)
z = function("z", x)
TINY = Fraction(1, 10**390)


def judged(*given: Statement, where: tuple[Statement, ...] = (), **more: Any) -> Report:
    theorem = Theorem("test/model", "A test", where=where, **more)
    for n, statement in enumerate(given, start=1):
        theorem.given(f"({n})", statement, "hypothesis")
    theorem.claim("(9)", eq(a, a), by.algebra())
    theorem.counterexample("(8)", eq(a - a, 1), at={}, note="so that what is given counts as used")
    return judge(theorem)


def is_tried(report: Report) -> bool:
    """Whether what is given is known to hold where it is tried."""
    return not any("nothing shows that" in p or "no point found" in p for p in report.problems)


def shown_by(report: Report) -> Any:
    """The model in the bundle, as the checker reads it."""
    assert report.bundle is not None
    return report.bundle.document["model"]


@pytest.mark.parametrize(
    "given",
    [
        eq(sqrt(2) * (1 + a * TINY), sqrt(2)),
        eq(sqrt(2) + a * TINY, sqrt(2)),
        eq(exp(a * TINY), 1),
        eq(sqrt(1 + a * TINY), 1),
        eq(a * TINY, 0),
        either(eq(sqrt(2) * a * TINY, 0), eq(a, 7)),
        eq(tanh(sqrt(2) * a) * (1 + TINY), tanh(sqrt(2) * a)),
    ],
)
def test_a_contradiction_that_is_smaller_than_any_number_of_digits(given: Statement) -> None:
    assert not is_tried(judged(given, where=(a > 1,), model={a: 2}))
    assert judged(given, where=(a > 1,), model={a: 2}).verdict == "unknown"


@pytest.mark.parametrize(
    ("given", "model"),
    [
        (eq(a**2, 2), {a: sqrt(2)}),
        (eq(sqrt(2) * sqrt(3), a), {a: sqrt(6)}),
        (eq(sqrt(a) * sqrt(b), sqrt(a * b)), {a: 2, b: 3}),
        (eq(sqrt(3 + 2 * sqrt(2)), 1 + sqrt(a)), {a: 2}),
        (eq(exp(a) * exp(b), exp(a + b)), {a: 2, b: 3}),
        (eq(a, exp(b)), {b: 3}),
        (eq(total(x), 0), {x: [1, -1]}),
        (either(eq(a, 5), eq(a, sqrt(2))), {a: sqrt(2)}),
    ],
)
def test_an_equation_between_irrational_numbers_is_decided(given: Statement, model: dict[Term, object]) -> None:
    assert is_tried(judged(given, model=model))


@pytest.mark.parametrize(
    ("given", "where", "along", "model"),
    [
        ([eq(D(y, t), y)], (), [t], {y: exp(t)}),
        ([eq(D(y, t), y), eq(at(y, t, 0), 1)], (), [t], {y: exp(t)}),
        ([eq(2 * y * D(y, t), 1)], (t > 0,), [t], {y: sqrt(t)}),
        ([eq(D(y, t), 1 - y**2)], (), [t], {y: tanh(t + a)}),
        ([eq(z[i], x[i] - mean(x))], (C > 0,), [], {}),
        ([eq(D(z[i], x[j]), D(x[i], x[j]))], (), [x[j]], {z: x}),
        ([eq(D(y, t), a * y)], (), [t], {y: exp(2 * t), a: 2}),
        ([eq(function("y", t + u), function("y", t) + function("y", u))], (), [t, u], {y: 3 * t}),
    ],
)
def test_functions_that_satisfy_what_is_given_are_certified(
    given: list[Statement], where: tuple[Statement, ...], along: list[Term], model: dict[Term, object]
) -> None:
    report = judged(*given, where=where, along=along, model=model)
    assert is_tried(report), report.problems
    shown = shown_by(report)
    judgements = check_bundle(shown["theorem"])
    assert all(j.accepted for j in judgements)
    assert len([j for j in judgements if j.role == "claim"]) == len(given)
    assert set(shown["functions"]) == {"z" if y not in model else "y"}


def test_a_model_that_holds_somewhere_is_none() -> None:
    """y' = y + (t - 1)^2 (t - 2)^2 ... for y = exp(t) holds at t = 1, 2, ..., and not along t."""
    bump = (t - 1) * (t - 2) * (t - 3) * (t - Fraction(1, 2))
    assert not is_tried(judged(eq(D(y, t), y + bump), along=[t], model={y: exp(t)}))
    assert not is_tried(judged(eq(D(y, t), y), along=[t], model={y: exp(t) + log(t) * TINY}))


def test_a_function_that_is_said_to_be_differentiable_has_a_model_that_is() -> None:
    """sqrt(t^2) has a derivative at every point that is tried, and none at 0, which the first interval contains."""
    assert not is_tried(judged(where=(differentiable(y),), along=[interval(t, 0)], model={y: sqrt(t**2)}))
    assert is_tried(judged(where=(differentiable(y),), along=[interval(t, 1)], model={y: sqrt(t**2)}))
    assert is_tried(judged(where=(differentiable(y, 2), t > 0), along=[t], model={y: sqrt(t**2)}))
    assert is_tried(judged(where=(differentiable(y, 3),), along=[t], model={y: t**2}))


def test_what_nobody_can_certify_is_told_and_a_rule_helps() -> None:
    """A root of a root, in a sum: sqrt(3 + 2 sqrt 2) is 1 + sqrt 2, and nothing says so."""
    nested, plain = sqrt(3 + 2 * sqrt(2)), 1 + sqrt(2)
    given = eq(D(y, t), y + (nested - plain) * t)
    report = judged(given, along=[t], model={y: exp(t)})
    assert not is_tried(report)
    assert "where it is tried (the two sides differ, and the premises do not make up for it; left over is" in (
        report.problems[0]
    )
    assert report.problems[0].endswith("): give values with which it does, as model={a: 2, y: t**2}")
    rule = by.algebra(by.roots(nested, plain))
    assert is_tried(judged(given, along=[t], model={y: exp(t)}, model_by=rule))


def test_a_model_is_put_in_without_capture() -> None:
    """z(x_j) under a sum over k, where z itself sums over k: its k is not the k of the sum around it."""
    w = function("w", x)
    k = indices("k", C)[0]
    given = eq(total(w[k] * x[k], over=k), total(x[k] * (x[k] - mean(x)), over=k))
    report = judged(given, where=(C > 0,), model={w: x - mean(x)})
    assert is_tried(report)
    [claim] = [e for e in shown_by(report)["theorem"]["entries"] if e["role"] == "claim"]
    assert '["sum", "k_", ["sym", "C"], [], ["coord", "x", "k_"]]' in json.dumps(claim["statement"])
