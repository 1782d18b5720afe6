"""All that a theorem supposes holds at one point at once, and as far around it as it has to; else nothing is proved."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from typing import Any

import pytest

from symnorm import (
    D,
    Theorem,
    at,
    by,
    define,
    differentiable,
    eq,
    every,
    exp,
    function,
    ge,
    implies,
    indices,
    interval,
    le,
    mean,
    ne,
    rational,
    sqrt,
    symbol,
    total,
    vector,
)
from symnorm.checker import Malformed
from symnorm.checker.refutation.check import Rechecked, Refutations
from symnorm.judge import judge
from symnorm.language import Statement, Term
from symnorm.language.terms import form, term
from symnorm.report import Report

C, a, b, s, t, u, v = map(symbol, ("C", "a", "b", "s", "t", "u", "w"))
x = vector("x", C)
i, j = indices("i j", C)
y = function("y", t)
TINY = ((sqrt(2) - 1) ** 80) ** 12
"""Not zero, and smaller than 10^-367."""


def plain(value: Any) -> Any:
    return form(term(value))


def tried(
    supposed: Any, values: Any = None, along: Any = (), functions: Any = None, vectors: Any = None, **more: Any
) -> Rechecked:
    """The checker's judgement on a point of a theorem, without a model: hypotheses, or (role, statement)."""
    entries = [s if isinstance(s, tuple) else ("where", s) for s in supposed]
    listed = [{"label": f"({n})", "role": role, "statement": s.form()} for n, (role, s) in enumerate(entries)]
    point = {
        "symbols": {n: plain(value) for n, value in (values or {}).items()},
        "vectors": {n: list(map(plain, entries)) for n, entries in (vectors or {}).items()},
        "indices": {"i": 1, "j": 2} if vectors else {},
        "functions": {n: [list(map(plain, f)), plain(body)] for n, (f, body) in (functions or {}).items()},
    }
    ranges = [("vector", r.args[0]) if r.op == "vector" else form(r) for r in along]
    found = Refutations({"entries": listed, "along": ranges, "point": point, **more}).hypotheses()
    assert found is not None
    return found


def squares() -> Term:
    return (t - a) ** 2 * (t - b) ** 2


# --- the checker ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("supposed", "values", "along", "outcome"),
    [
        ([t > 0], {"t": 1}, [t], "satisfied"),
        ([t > 0], {"t": 0}, [t], "rejected"),
        ([t >= 0], {"t": 0}, [], "satisfied"),
        ([t >= 0], {"t": 0}, [t], "open"),
        ([t >= 0, a > 0], {"t": 0, "a": 0}, [t], "rejected"),
        ([ge(t**2, 0)], {"t": 0}, [t], "open"),
        ([squares() <= 0], {"t": 1, "a": 1, "b": 2}, [t], "open"),
        ([squares() <= 0], {"t": 1, "a": 1, "b": 2}, [], "satisfied"),
        ([squares() <= 0], {"t": 1, "a": 1, "b": 2}, [a], "open"),
        ([squares() <= 0], {"t": 1, "a": 1, "b": 2}, [s], "satisfied"),
        ([ne(t, 0), t < 2], {"t": 1}, [t], "satisfied"),
        ([ne(t, 0), t < 2], {"t": 2}, [t], "rejected"),
        ([sqrt(t) > -1], {"t": 0}, [t], "open"),
        ([t < 2], {"t": 1}, [interval(t, 1)], "satisfied"),
        ([t < 2], {"t": 1}, [interval(t, 0)], "satisfied"),
        ([t < 2], {"t": 1}, [interval(t, 2)], "open"),
        ([t > 1 - Fraction(1, 10**350)], {"t": 1}, [interval(t, 1)], "satisfied"),
        ([t < 5], {"t": 1, "u": 1}, [interval(u, 10), interval(u, 1), interval(t, u)], "open"),
        ([t < 5], {"t": 1, "u": 1}, [u, interval(t, u**2)], "open"),
        ([t < 5], {"t": 1, "s": 1, "u": 1}, [interval(t, 0), u, interval(s, u)], "satisfied"),
        ([t < 5 + 0 * u], {"t": 1, "u": 1}, [interval(u, 3), interval(t, u**2)], "open"),
        ([t < 5], {"t": 1, "u": 1}, [interval(t, u)], "satisfied"),
        ([t > 0, ("given", eq(TINY, 0))], {"t": 1}, [interval(t, sqrt(2)), interval(t, 1)], "open"),
        ([("given", eq((sqrt(2) - 1) ** 96, 0))], {"t": 1}, [interval(t, 1)], "rejected"),
        ([("given", eq(a**2, 2))], {"a": sqrt(2)}, [], "satisfied"),
        ([("given", eq(a**2, 2))], {"a": sqrt(3)}, [], "rejected"),
        ([("given", eq(exp(a) * exp(b), exp(a + b)))], {"a": 1, "b": 1}, [], "open"),
        ([("given", eq(t, t))], {"t": 1}, [t], "open"),
        ([("given", eq(t, 2))], {"t": 1}, [t], "rejected"),
        ([("given", t > 0)], {"t": 1}, [t], "satisfied"),
        ([("given", t >= 0)], {"t": 0}, [t], "open"),
        ([("given", implies(eq(t, 1), eq(t, 1)))], {"t": 1}, [t], "open"),
        ([("given", eq(s, -4)), ("given", eq(s, -5))], {"s": -4}, [], "rejected"),
        ([("constant", eq(a, b + 1))], {"a": 3, "b": 2}, [], "satisfied"),
        ([("constant", eq(a, b + 1))], {"a": 4, "b": 2}, [], "rejected"),
        ([("constant", eq(a, t + b - t))], {"a": 2, "b": 2, "t": 1}, [t], "satisfied"),
        ([("constant", eq(a, t + b - t))], {"a": 1, "b": 2, "t": 1}, [t], "rejected"),
        ([("constant", eq(a, b + 1)), b > 0], {"b": 2}, [], "satisfied"),
        ([("claim", eq(a, 3)), ("step", eq(a, 3)), ("suppose", eq(a, 3)), a < 3], {"a": 2}, [], "satisfied"),
        ([a > 0, b > 0], {"a": 2}, [], "rejected"),
    ],
)
def test_what_holds_at_a_point_and_as_far_as_it_has_to(supposed: Any, values: Any, along: Any, outcome: str) -> None:
    assert tried(supposed, values, along).outcome == outcome


@pytest.mark.parametrize(
    ("supposed", "body", "along", "outcome"),
    [
        ([differentiable(y, 2)], t**3, [t], "satisfied"),
        ([differentiable(y)], sqrt(t**2), [t], "open"),
        ([differentiable(y)], sqrt(t), [t], "open"),
        ([differentiable(y), y >= 0], t**2, [t], "open"),
        ([differentiable(y), y > -1], t**2, [t], "satisfied"),
        ([y < y], exp(t + 1), [], "rejected"),
    ],
)
def test_functions_that_are_as_they_are_supposed_to_be(supposed: Any, body: Any, along: Any, outcome: str) -> None:
    assert tried(supposed, {"t": 0}, along, {"y": ([t], body)}).outcome == outcome


@pytest.mark.parametrize(
    ("supposed", "values", "along", "outcome"),
    [
        ([t < 5], {"t": 3}, [interval(t, 0), interval(t, 4)], "satisfied"),
        ([t < 5], {"t": 3}, [interval(t, 6), interval(t, 0)], "open"),
        ([t < 5], {"t": 3}, [interval(t, 0), interval(t, 6)], "open"),
        ([ge(t, 1)], {"t": 3}, [interval(t, 1)], "open"),
        ([ge(t, 1)], {"t": 3}, [interval(t, sqrt(2))], "satisfied"),
        ([le(t, 3)], {"t": sqrt(2)}, [interval(t, -1)], "satisfied"),
        ([ne(t, 0)], {"t": 1}, [interval(t, -1)], "open"),
        ([(t - Fraction(1, 3)) ** 2 > 0], {"t": 1}, [interval(t, 0)], "open"),
        ([t * (1 - t) > Fraction(-1, 10)], {"t": 1}, [interval(t, 0)], "satisfied"),
        ([t * (1 - t) < Fraction(1, 5)], {"t": 1}, [interval(t, 0)], "open"),
        ([exp(t) * (3 - t) > 1], {"t": 2}, [interval(t, -2)], "open"),
        ([exp(t) * (3 - t) > 1], {"t": 2}, [interval(t, 0)], "satisfied"),
        ([sqrt(t + 1) > 0], {"t": 2}, [interval(t, 0)], "satisfied"),
        ([sqrt(t) > -1], {"t": 2}, [interval(t, 0)], "open"),
        ([t + s > -1], {"t": 1, "s": 1}, [interval(t, 0), interval(s, 0)], "satisfied"),
        ([t - s > Fraction(-1, 2)], {"t": 1, "s": 1}, [interval(t, 0), interval(s, 0)], "open"),
        ([t - s > Fraction(-1, 2)], {"t": 1, "s": 1}, [interval(t, 0), s], "open"),
        ([t - s > -2], {"t": 1, "s": 1}, [interval(t, 0), s], "satisfied"),
        ([t + (s - Fraction(1, 3)) ** 2 > Fraction(-1, 10)], {"t": 1, "s": 1}, [interval(t, 0), interval(s, 0)],
         "satisfied"),
        ([s + (t - Fraction(1, 3)) ** 2 > Fraction(-1, 10)], {"t": 1, "s": 1}, [interval(t, 0), interval(s, 0)],
         "satisfied"),
        ([t - s > Fraction(-3, 4)], {"t": 1, "s": 0}, [interval(t, 0), interval(s, 1)], "open"),
        ([t - s > Fraction(-3, 4)], {"t": 1, "s": 0}, [interval(s, 1), interval(t, 0)], "open"),
        ([s - t > Fraction(-3, 4)], {"t": 0, "s": 1}, [interval(t, 1), interval(s, 0)], "open"),
        ([s - t > Fraction(-3, 4)], {"t": 0, "s": 1}, [interval(s, 0), interval(t, 1)], "open"),
        ([a > 0, t < 5], {"t": 3, "a": 0}, [interval(t, 0)], "rejected"),
        ([at(t**2, t, 7) > 40], {"t": 3}, [interval(t, 0)], "satisfied"),
    ],
)
def test_an_inequality_holds_as_far_as_an_interval_reaches(
    supposed: Any, values: Any, along: Any, outcome: str
) -> None:
    """Between the point and each end, whatever other variables are, and a little further on."""
    assert tried(supposed, values, along).outcome == outcome


@pytest.mark.parametrize(
    ("body", "end", "outcome"),
    [
        (sqrt(t + 1), 0, "satisfied"),
        (sqrt(t**2), 1, "satisfied"),
        (sqrt(t**2), -1, "open"),
        (sqrt(t**2), 0, "open"),
        (1 / t, -1, "open"),
        (t**3, -9, "satisfied"),
    ],
)
def test_a_function_is_differentiable_as_far_as_an_interval_reaches(body: Term, end: int, outcome: str) -> None:
    found = tried([differentiable(y, 2)], {"t": 2}, [interval(t, end)], {"y": ([t], body)})
    assert found.outcome == outcome


@pytest.mark.parametrize(
    ("body", "outcome"), [(s * t, "satisfied"), (s + sqrt(t**2), "open"), (sqrt(s**2) + t, "open")]
)
def test_a_function_of_two_variables_is_differentiable_along_both(body: Term, outcome: str) -> None:
    both = function("y", s, t)
    assert tried([differentiable(both)], {"s": 0, "t": 0}, [s, t], {"y": ([s, t], body)}).outcome == outcome


def test_numbers_are_as_exact_as_before_after_a_long_way() -> None:
    """Of roots on the way there are too many to tell zero by; of the equation there are three."""
    long_ = sqrt(t + 2) * sqrt(t + 3) * (3 - t) > Fraction(53, 100)
    exact = ("given", eq(sqrt(2) * sqrt(3), sqrt(6)))
    assert tried([long_, exact], {"t": Fraction(29, 10)}, [interval(t, -1)]).outcome == "satisfied"


def test_vectors_that_vary() -> None:
    values, vectors = {"C": 2}, {"x": [1, 3]}
    assert tried([every(x) > 0], values, [x], vectors=vectors).outcome == "satisfied"
    assert tried([(x[i] - x[j] / 3) ** 2 <= 0], values, [x], vectors=vectors).outcome == "open"
    assert tried([(x[i] - x[j] / 3) ** 2 <= 0], values, [], vectors=vectors).outcome == "satisfied"
    for entries, outcome in (([0, 1], "open"), ([1, 0], "satisfied")):
        assert tried([sqrt(x[i]) > -1], values, [x], vectors={"x": entries}).outcome == outcome
    assert tried([sqrt(x[j]) > -1], values, [x], vectors={"x": [1, 0]}).outcome == "open"
    z = function("z", x[i])
    one = {"z": ([x[i]], x[i] - mean(x))}
    assert tried([z < 1], values, [x[i]], one, vectors).outcome == "satisfied"
    assert tried([x[i] + x[j] > 0], values, [interval(x[i], -2)], vectors=vectors).outcome == "satisfied"
    assert tried([x[i] + x[j] > 0], values, [interval(x[i], -3)], vectors=vectors).outcome == "open"
    assert tried([function("z", x[i]) <= function("z", x[j])], values, [x], one, vectors).outcome == "open"


def test_a_point_has_its_form() -> None:
    for broken in ([], {}, {"symbols": {}}, {"symbols": [], "vectors": {}, "indices": {}, "functions": {}}, "here"):
        with pytest.raises(Malformed, match="a point is an object with symbols, vectors, indices and functions"):
            tried([a > 0], point=broken)


def test_what_takes_too_long_is_open() -> None:
    where = [total(total(x[i] * x[j], over=j), over=i) > -1] * 3
    found = tried(where, {"C": 300}, vectors={"x": [1] * 300})
    assert (found.outcome, "one refutation" in found.reason) == ("open", True)


# --- the judge ------------------------------------------------------------------------------------------------


def at_two_points(distance: Any) -> Theorem:
    """(t - a)^2 (t - b)^2 <= 0 holds at t = a and t = b; on an interval of t it contradicts itself."""
    q = squares()
    theorem = Theorem("test/1", "A test", along=[t], where=[q <= 0], model={t: a, b: a + distance, s: a})
    zero = theorem.step("(1)", eq(q, 0), by.algebra(by.squeezed(q)))
    more = theorem.step("(2)", eq(q * (s - a), 0), by.algebra(zero))
    theorem.claim("(3)", eq(s, a), by.algebra(more.d(t).d(t).d(t).d(t)))
    return theorem


@pytest.mark.parametrize(
    "distance",
    [sign * share / 2**n for sign in (1, -1) for share in map(Fraction, ("1", "2/3", "3/4")) for n in (6, 20)],
)
def test_a_hypothesis_at_isolated_points_is_none_on_an_interval(distance: Any) -> None:
    found = judge(at_two_points(term(distance)))
    assert found.verdict == "unknown"
    assert any("holds on an interval or an open set where it is tried" in p or "no point" in p for p in found.problems)


def test_two_equations_hold_at_one_point() -> None:
    """s = -5/2 and s = -4, to more digits than anybody looks at: each is certified where the other fails."""
    half, tiny = rational("-2.5"), define("h", rational("1e-350"))
    theorem = Theorem("test/1", "A test", along=[t], model={y: 1 + t**2, v: 7},
                      where=[s >= -4, s <= half, (s + 4) * (s - half) >= 0, y > 0])  # fmt: skip
    first = theorem.given("(1)", eq(sqrt(2) * (1 + (s - half) * tiny), sqrt(2)), "hypothesis")
    second = theorem.given("(2)", eq(sqrt(2) * (1 + (s + 4) * tiny) * y, sqrt(2) * y), "hypothesis")
    third = theorem.step("(3)", eq(sqrt(2) * (s + 4) * tiny * y, 0), by.algebra(second))
    fourth = theorem.step("(4)", eq(sqrt(2) * (s - half) * tiny, 0), by.algebra(first))
    fifth = theorem.step("(5)", eq(sqrt(2) * (s - half) * tiny * y, 0), by.algebra(fourth))
    difference = theorem.step("(6)", eq(sqrt(2) * tiny * y, 0), by.algebra(third, fifth))
    theorem.claim("(7)", eq(v, 7), by.algebra(difference, times=sqrt(2) * tiny * y))
    found = judge(theorem)
    assert found.verdict == "unknown"
    assert "nothing shows that" in found.problems[0]


def supposing(*where: Statement, **more: Any) -> Report:
    theorem = Theorem("test/1", "A test", where=where, **more)
    theorem.claim("(1)", eq(a, a), by.algebra())
    return judge(theorem)


@pytest.mark.parametrize(
    ("where", "more"),
    [
        ([ge(t**2, 0)], {"along": [t], "model": {t: 0}}),
        ([le(y**2, 0), differentiable(y, 2)], {"along": [t], "model": {y: 0 * t}}),
        ([ge(y, t**2)], {"along": [t], "model": {y: t**2}}),
        ([t < 1, ne(y, 2)], {"along": [interval(t, 0)], "model": {y: sqrt(1 - t)}}),
        ([x[i] > 0, total(x) > 1], {"along": [interval(x[i], 5)]}),
        ([t > 0, differentiable(y)], {"along": [t], "model": {y: sqrt(t)}}),
        ([exp(a) > exp(b) + 1], {}),
    ],
)
def test_a_point_or_a_certificate_shows_that_hypotheses_hold(where: Any, more: Any) -> None:
    found = supposing(*where, **more)
    assert (found.verdict, found.problems) == ("proved", ())
    assert found.bundle is not None
    again = Refutations(json.loads(json.dumps(found.bundle.document)))
    assert again.hypotheses() == Rechecked("", "satisfied", "")


@pytest.mark.parametrize(
    ("where", "more"),
    [
        ([t**2 * (t - a) >= 0], {"along": [t], "model": {t: 0, a: 1}}),
        ([(x[i] - x[j]) ** 2 <= 0], {"along": [x], "model": {x: [2, 2, 2]}}),
        ([t >= 0, le(t, 0)], {"along": [t]}),
        ([(t - a) ** 2 * (t + a) ** 2 <= 0], {"along": [interval(t, a)], "model": {t: a}}),
        ([differentiable(y)], {"along": [interval(t, 0)], "model": {y: sqrt(t**2)}}),
    ],
)
def test_without_either_nothing_is_proved(where: Any, more: Any) -> None:
    found = supposing(*where, **more)
    assert found.verdict == "unknown"
    assert found.bundle is not None
    assert found.bundle.document["point"] is None


def test_a_theorem_that_supposes_nothing_needs_no_point() -> None:
    found = supposing()
    assert found.bundle is not None
    assert (found.verdict, found.bundle.document["point"]) == ("proved", None)


def test_the_point_is_judged_with_the_model_of_the_bundle() -> None:
    theorem = Theorem("test/1", "A test", along=[interval(t, 0)], model={y: exp(t)})
    given = theorem.given("(1)", eq(D(y, t), y), "hypothesis")
    start = theorem.given("(2)", eq(at(y, t, 0), 1), "hypothesis")
    theorem.claim("(3)", eq(D(y, t) * at(y, t, 0), y), by.algebra(given, start))
    made = judge(theorem)
    assert made.verdict == "proved"
    assert made.bundle is not None
    found = json.loads(json.dumps(made.bundle.document))
    assert found["point"]["symbols"]["t"] == ["num", "0"]
    for change, outcome in (
        (lambda d: d, "satisfied"),
        (lambda d: d["point"]["functions"].update(y=[[["sym", "t"]], plain(2 * exp(t))]), "rejected"),
        (lambda d: d["point"]["functions"].update(y=[[["sym", "t"]], plain(1 + t)]), "open"),
        (lambda d: d.update(model=None), "open"),
        (lambda d: d["point"]["symbols"].update(t=["num", "1"]), "satisfied"),
    ):
        changed = copy.deepcopy(found)
        change(changed)
        judged = Refutations(changed).hypotheses()
        assert judged is not None
        assert judged.outcome == outcome


def test_an_interval_may_contain_several_points() -> None:
    theorem = Theorem("test/1", "A test", where=[t < 5, differentiable(y)], along=[interval(t, 0), interval(t, 2)],
                      model={y: t**2 / 2})  # fmt: skip
    given = theorem.given("(1)", eq(D(y, t), t), "hypothesis")
    theorem.claim("(2)", eq(2 * D(y, t), 2 * t), by.algebra(given))
    found = judge(theorem)
    assert (found.verdict, found.problems) == ("proved", ())


# --- true lines -----------------------------------------------------------------------------------------------


def test_a_true_line_is_not_refuted_where_a_hypothesis_holds_at_one_point() -> None:
    """t^2 (t^2 - e) >= 0 holds at 0 and on no interval around it."""
    e = rational("0.0001") / 4
    theorem = Theorem("test/1", "A test", along=[t], where=[t**2 * (t**2 - e) >= 0])
    theorem.claim("(1)", t**2 >= e, by.sign())
    found = judge(theorem)
    assert (found.verdict, found.lines[-1].verdict) == ("unknown", "unknown")
    assert "the checker cannot tell that (1) is refuted" in found.lines[-1].reason
