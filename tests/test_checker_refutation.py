"""Refutations in a bundle are judged again: true ones, and points that are none."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise, product
from math import isqrt
from typing import Any

import mpmath
import pytest

from symnorm import (
    D,
    Theorem,
    at,
    by,
    define,
    delta,
    differentiable,
    eq,
    every,
    exp,
    function,
    ge,
    implies,
    indices,
    integral,
    interval,
    log,
    mean,
    ne,
    others,
    sqrt,
    symbol,
    tanh,
    total,
    vector,
)
from symnorm.checker.forms import Malformed
from symnorm.checker.refutation.check import Rechecked, check_refutations
from symnorm.checker.refutation.values import ONE, PRECISION, Ball, Numbers
from symnorm.judge import judge
from symnorm.language import Statement, Term
from symnorm.language.terms import form, term

C, a, b, t, u = map(symbol, ("C", "a", "b", "t", "u"))
x = vector("x", C)
i, j, k = indices("i j k", C)
y = function("y", t)


def plain(value: Any) -> Any:
    return form(term(value))


def again(
    statement: Statement, /, symbols: Any = None, vectors: Any = None, channels: Any = None, functions: Any = None,
    where: Any = (), given: Any = (), along: Any = (), **more: Any,
) -> Rechecked:  # fmt: skip
    """The judgement on a point, written by hand, at which a statement is said to fail."""
    entries = [("where", s) for s in where] + [("given", s) for s in given] + [("claim", eq(total(x), total(x)))]
    point = {
        "symbols": {n: plain(v) for n, v in (symbols or {}).items()},
        "vectors": {n: [plain(v) for v in e] for n, e in (vectors or {}).items()},
        "indices": channels or {},
        "functions": {n: [[plain(f) for f in fs], plain(body)] for n, (fs, body) in (functions or {}).items()},
    }
    if vectors:
        point["symbols"].setdefault("C", plain(len(next(iter(vectors.values())))))
    else:
        point["symbols"].setdefault("C", plain(3))
    item = {"label": "(1)", "statement": statement.form(), "kind": "false", "under": [], "fails": [], "point": point}
    for n, v in more.items():
        item[n] = [s.form() for s in v] if isinstance(v, list) and n != "statement" else v
    listed = [{"label": f"({n})", "role": role, "statement": s.form()} for n, (role, s) in enumerate(entries)]
    ranges = [plain(v) if v.op != "interval" else ("interval", *map(plain, v.args)) for v in along]
    bundle = {"id": "a/1", "along": ranges, "entries": listed, "refutations": [item]}
    [found] = check_refutations(json.loads(json.dumps(bundle)))
    return found


def is_refuted(*arguments: Any, **more: Any) -> bool:
    return again(*arguments, **more).outcome == "refuted"


mu = mean(x)
var = mean((x - mu) ** 2)
ln = (x - mu) / sqrt(var)
TINY = Fraction(1, 10**200)


@pytest.mark.parametrize(
    ("statement", "point"),
    [
        (eq(a + b, a), {"symbols": {"a": 1, "b": 2}}),
        (eq(mu, 3), {"vectors": {"x": [0, 1, 5]}}),
        (eq(others(x, i), total(x)), {"vectors": {"x": [0, 1, 5]}, "channels": {"i": 2}}),
        (eq(sqrt(a) * sqrt(a), 3), {"symbols": {"a": 2}}),
        (eq(ln[i], 0), {"vectors": {"x": [0, 1, 5]}, "channels": {"i": 1}}),
        (eq(D(ln[i], x[i]), 0), {"vectors": {"x": [1, 4, 5, 8]}, "channels": {"i": 1}}),
        (eq(D(var, x[j]), 3), {"vectors": {"x": [0, 1, 5]}, "channels": {"j": 3}}),
        (ne(sqrt(2) * sqrt(3), sqrt(6)), {}),
        (sqrt(a) > 2, {"symbols": {"a": 4}}),
        (eq(exp(a), exp(a) + TINY), {"symbols": {"a": 1}}),
        (eq(log(a), Fraction(69, 100)), {"symbols": {"a": 2}}),
        (tanh(a) >= Fraction(965, 1000), {"symbols": {"a": 2}}),
        (every(x) > 0, {"vectors": {"x": [1, 0, 2]}}),
        (implies(eq(a, 1), eq(b, 1)), {"symbols": {"a": 1, "b": 2}}),
        (eq(D(y, t), y), {"symbols": {"t": 3}, "functions": {"y": ([t], t**2)}}),
        (eq(D(log(t), t), t), {"symbols": {"t": 2}}),
        (eq(D(D(y, t), t), 0), {"symbols": {"t": 3}, "functions": {"y": ([t], t**3)}}),
        (eq(at(y, t, 0), 1), {"symbols": {"t": 3}, "functions": {"y": ([t], t**2)}}),
        (eq(total(delta(i, k), over=k), 0), {"vectors": {"x": [1, 2]}, "channels": {"i": 2}}),
        (eq(a, 2), {"symbols": {"a": sqrt(2)}, "under": [eq(a**2, 2)]}),
        (eq(a, 0), {"symbols": {"a": 1, "b": -1}, "where": [b > 0, a > 0], "fails": [b > 0]}),
        (eq(a, 1), {"symbols": {"a": 0}, "where": [1 / a > 0], "fails": [1 / a > 0]}),
        (eq(1 / a, 1), {"symbols": {"a": 0}, "kind": "undefined"}),
        (eq(log(a), log(a)), {"symbols": {"a": -1}, "kind": "undefined"}),
        (eq(D(1 / a, a), 5), {"symbols": {"a": 0}, "kind": "undefined"}),
        (eq(D(sqrt(t) + t / a, t), 5), {"symbols": {"a": 0, "t": 0}, "kind": "undefined"}),
    ],
)
def test_what_fails_is_refuted(statement: Statement, point: dict[str, Any]) -> None:
    assert again(statement, **point) == Rechecked("(1)", "refuted", "")


@pytest.mark.parametrize(
    ("statement", "point", "why"),
    [
        (eq(a, a), {"symbols": {"a": 1}}, "the statement holds at the point"),
        (eq(sqrt(2) * sqrt(3), sqrt(6)), {}, "the statement holds at the point"),
        (eq(a + b, b + a), {"symbols": {"a": sqrt(-1), "b": 0}}, "a has no value at the point"),
        (eq(a + b, b), {"symbols": {"a": 1 / b, "b": 0}}, "a has no value at the point"),
        (eq(a, b), {"symbols": {"a": b, "b": a}}, "is given in terms of"),
        (eq(a, b), {"symbols": {"a": 1}}, "the point gives b no value"),
        (eq(a, 1), {"symbols": {"a": 0, "u": log(a)}}, "u has no value at the point"),
        (ge(C, 1), {"symbols": {"C": 0}}, "whole number from 1"),
        (ge(C**2, C), {"symbols": {"C": Fraction(1, 2)}}, "whole number from 1"),
        (ge(C, 1), {"symbols": {"C": -1}}, "whole number from 1"),
        (eq(C, 1), {"symbols": {"C": 2}, "vectors": {"x": [1, 2, 3]}}, "whole number from 1"),
        (eq(total(delta(i, k), over=k), 1), {"symbols": {"C": 3}, "channels": {"i": 9}}, "from 1 to 3"),
        (eq(x[i], 5), {"vectors": {"x": [1, 2]}, "channels": {"i": 0}}, "from 1 to 2"),
        (eq(x[i], 5), {"vectors": {"x": [1, 2]}}, "does not say which channel i is"),
        (eq(1 / t, 1 / t), {"symbols": {"t": 0}}, "a division by zero"),
        (eq(1 / (sqrt(2) * sqrt(3) - sqrt(6)), 1), {}, "a division by zero"),
        (eq(a, a), {"symbols": {"a": 1}, "kind": "undefined"}, "the statement has a value"),
        (eq(a, 2), {"symbols": {"a": 1}, "where": [a > 1]}, "this does not hold"),
        (eq(a, 2), {"symbols": {"a": 1}, "under": [a > 1]}, "this does not hold"),
        (eq(a, 2), {"symbols": {"a": 1}, "where": [a > 0], "fails": [a > 0]}, "does not fail at the point"),
        (eq(a, 0), {"symbols": {"a": 2}, "given": [eq(sqrt(2) * (1 + a * TINY), sqrt(2))]}, "this does not hold"),
        (eq(y - y, 1), {"symbols": {"t": -1}, "functions": {"y": ([t], log(t))}}, "y has no value where it stands"),
        (eq(y, 1), {"symbols": {"t": -1}}, "does not say what y is"),
        (eq(function("y", t, t), 1), {"symbols": {"t": 2}, "functions": {"y": ([t], t)}}, "y has 1 variables"),
        (eq(function("y", x[i], x[j]), 1), {"vectors": {"x": [1, 2]}, "channels": {"i": 1, "j": 2},
                                            "functions": {"y": ([x[i]], x[i] * delta(i, j))}}, "y has 1 variables"),
        (eq(D(log(t), t), Fraction(1, 2)), {"symbols": {"t": 2}}, "the statement holds at the point"),
        (eq(D(sqrt(t), t), Fraction(1, 4)), {"symbols": {"t": 4}}, "the statement holds at the point"),
        (eq(D(tanh(t), t), 1), {"symbols": {"t": 0}}, "the statement holds at the point"),
        (eq(D(exp(3 * t), t), 3), {"symbols": {"t": 0}}, "the statement holds at the point"),
        (D(exp(t), t) > Fraction(27182, 10**4), {"symbols": {"t": 1}}, "the statement holds at the point"),
        (D(exp(t), t) < Fraction(27183, 10**4), {"symbols": {"t": 1}}, "the statement holds at the point"),
        (D(tanh(t), t) > Fraction(41997, 10**5), {"symbols": {"t": 1}}, "the statement holds at the point"),
        (D(tanh(t), t) < Fraction(41998, 10**5), {"symbols": {"t": 1}}, "the statement holds at the point"),
    ],
)
def test_a_point_that_is_none_or_does_not_refute(statement: Statement, point: dict[str, Any], why: str) -> None:
    found = again(statement, **point)
    assert found.outcome == "rejected"
    assert why in found.reason


@pytest.mark.parametrize(
    ("statement", "point"),
    [
        (eq(D(t * sqrt(t**2), t), 2 * sqrt(t**2)), {"symbols": {"t": 0}}),
        (eq(D(t * sqrt(t**2), t), 1), {"symbols": {"t": 0}}),
        (eq(D(y**2, t) / 2, y * D(y, t)), {"symbols": {"t": 0}, "functions": {"y": ([t], sqrt(t**2))}}),
        (eq(exp(a), exp(b) + Fraction(1, 10**350) * exp(a)), {"symbols": {"a": 1, "b": 1}}),
        (eq(exp(exp(exp(exp(a)))), 0), {"symbols": {"a": 5}}),
        (eq(integral(t, t), t**2), {"symbols": {"t": 1}}),
        (eq(a, 7), {"symbols": {"a": 1}, "given": [eq(exp(a) * exp(-a), 1)]}),
        (eq(a, 7), {"symbols": {"a": 1}, "where": [eq(exp(a) * exp(-a), 1)], "fails": [eq(exp(a) * exp(-a), 1)]}),
        (eq(D(D(y, t), t), y), {"symbols": {"t": 0}, "functions": {"y": ([t], 1 + t)}, "given": [eq(D(y, t), y)],
                                "along": [t]}),
        (eq(t, 1), {"symbols": {"t": 0}, "where": [t >= 0, -t >= 0], "along": [t]}),
        (eq(t, 1), {"symbols": {"t": 2}, "where": [(t - 1) ** 2 > 0], "along": [interval(t, 0)]}),
    ],
)  # fmt: skip
def test_what_is_not_decided_is_open(statement: Statement, point: dict[str, Any]) -> None:
    """A rule that does not hold, numbers that are too near, a hypothesis that has to hold along a variable."""
    assert again(statement, **point).outcome == "open"


def test_a_function_is_one_function() -> None:
    """z(x_i) := delta_ij would be 1 in one channel and 0 in another, at the same entry."""
    z = function("z", x)
    statement = eq(z[i], z[j])
    body = ([x[i]], delta(i, j))
    found = again(statement, vectors={"x": [5, 5]}, channels={"i": 1, "j": 2}, functions={"z": body})
    assert found.outcome == "open"
    assert found.reason.startswith("z stands in more than one channel")
    assert found.unsupported
    assert is_refuted(statement, vectors={"x": [5, 6]}, channels={"i": 1, "j": 2}, functions={"z": ([x[i]], x[i] ** 2)})


@pytest.mark.parametrize(("where", "outcome"), [(x[j], "refuted"), (vector("w", C)[j], "open"), (u, "open")])
def test_a_function_of_an_entry_stands_at_an_entry_of_that_vector(where: Any, outcome: str) -> None:
    """z(x_i) := x_i + v_i says nothing of z(w_j)."""
    point = {"vectors": {"x": [5, 6], "w": [5, 6], "v": [0, 1]}, "channels": {"i": 1, "j": 2}, "symbols": {"u": 6}}
    body = ([x[i]], x[i] + vector("v", C)[i])
    assert again(eq(function("z", where), 6), functions={"z": body}, **point).outcome == outcome


def test_values_of_a_point_speak_of_one_function_too() -> None:
    """z(x_i) := x_i + v_i stands in one channel of what is said, and in another one in the entry of a vector."""
    z, v = function("z", x), vector("v", C)
    point = {"channels": {"i": 1, "j": 2}, "functions": {"z": ([x[i]], x[i] + v[i])}}
    for entry, outcome in ((3, "refuted"), (z[i], "refuted"), (z[j], "open")):
        vectors = {"x": [5, 6], "v": [0, 1], "w": [entry, 3]}
        assert again(eq(z[i], 7), vectors=vectors, **point).outcome == outcome
        assert again(eq(z[i], 7), {"a": entry}, {"x": [5, 6], "v": [0, 1]}, **point).outcome == outcome


def test_a_refutation_is_of_a_form() -> None:
    for broken in ({"kind": "exact"}, {"under": 3}, {"point": {}}, {"statement": ["eq", 1]}, {"label": 5}):
        with pytest.raises(Malformed):
            again(eq(a, 1), symbols={"a": 0}, **broken)


def test_what_the_judge_writes_down_is_judged_again() -> None:
    theorem = Theorem("test/1", "A test", where=[t > 0], along=[t], model={y: exp(t)})
    equation = theorem.given("(1)", eq(D(y, t), y), "hypothesis")
    theorem.claim("(2)", eq(D(y**2, t), 2 * y**2), by.algebra(equation), printed=eq(D(y**2, t), 3 * y**2))
    theorem.counterexample("(3)", eq(y, t), at={t: 1}, note="")
    theorem.counterexample("(4)", eq(y, t), at={t: 1, y: 2 * exp(t)}, note="another solution")
    report = judge(theorem)
    assert report.problems == ()
    assert report.bundle is not None
    document = report.bundle.document
    assert [r.outcome for r in check_refutations(document)] == ["refuted"] * 3
    document["refutations"][1]["point"]["functions"]["y"][1] = ["num", "7"]
    assert [r.outcome for r in check_refutations(document)] == ["refuted", "rejected", "refuted"]
    document["model"]["theorem"]["entries"][-1]["statement"][1] = ["num", "7"]
    assert [r.outcome for r in check_refutations(document)] == ["open", "rejected", "refuted"]


# --- numbers --------------------------------------------------------------------------------------------------


def test_enclosures_contain_the_value() -> None:
    numbers = Numbers()
    with mpmath.workprec(PRECISION + 200):
        for n, d in product((-4_999, -700, -31, -2, 1, 3, 31, 700, 4_999, 10**9), (1, 7, 100, 10**12)):
            q = Fraction(n, d)
            for name, there in (("exp", abs(q) < 8000), ("tanh", True), ("log", q > 0 and q != 1), ("sqrt", q > 0)):
                found = numbers.function(name, q) if there and abs(q) < 8000 else Fraction(0)
                if isinstance(found, Ball):
                    value = getattr(mpmath, name)(mpmath.mpf(q.numerator) / q.denominator) * mpmath.mpf(2) ** PRECISION
                    assert found.low <= value <= found.high
                    assert name == "exp" or found.high - found.low < 2**40
                    assert d > 1 or found.high - found.low < 512 + mpmath.ldexp(abs(value), -1_060)


@pytest.mark.parametrize(
    ("name", "near", "beside"),
    [
        ("exp", ONE // 256, 77613372703051849901),
        ("log", isqrt(6 * ONE**2) // 2, 1085119654163161298),
    ],
)
def test_an_enclosure_contains_what_rounding_would_leave_out(name: str, near: int, beside: int) -> None:
    """The value is beyond a multiple of 2^-PRECISION by less than its calculation is off: rounded up, it is not there.

    So `beside` was found, by the rule for the smallest k with a k mod m in an interval.
    """
    argument = Fraction(near + beside, ONE)
    found = Numbers().function(name, argument)
    assert isinstance(found, Ball)
    with mpmath.workprec(PRECISION + 200):
        value = getattr(mpmath, name)(mpmath.mpf(argument.numerator) / argument.denominator)
        value *= mpmath.mpf(2) ** PRECISION
        assert found.low <= value <= found.high
        assert (value / (2 if name == "log" else 1)) % 1 < mpmath.mpf(2) ** -60


NEARLY_ZERO = {
    3: -2610500599352115630017147433685887247024911975882899023739659577,
    5: -1500860744056909191831143670985907476981160988650922893340558662,
    7: 1105385232356231383908139945565055710603988610617765892239649410,
    11: 2672909994552572697862388333357272765580927224233060552909747665,
    13: -879287079509768604008778534213863367897576839733624552049475842,
}
"""Factors of the roots of n + sqrt(2), found by reduction of a lattice: their sum is 2^-849, and not zero."""


def test_every_nested_root_counts() -> None:
    """With six roots no bound tells the sum from zero. Were those of the sums one root, it would be called zero."""
    numbers, found = Numbers(), Fraction(0)
    two = numbers.function("sqrt", Fraction(2))
    for n, factor in NEARLY_ZERO.items():
        part = numbers.function("sqrt", numbers.add(Fraction(n), two))
        found = numbers.add(found, numbers.multiply(Fraction(factor), part))
    with mpmath.workprec(PRECISION + 500):
        exact = sum(factor * mpmath.sqrt(n + mpmath.sqrt(2)) for n, factor in NEARLY_ZERO.items())
        assert mpmath.mpf(2) ** -850 < abs(exact) < mpmath.mpf(2) ** -849
    assert numbers.sign(found) is None


def test_zero_is_told_from_what_is_near() -> None:
    numbers = Numbers()
    two, three, six = (numbers.function("sqrt", Fraction(n)) for n in (2, 3, 6))
    zero = numbers.subtract(numbers.multiply(two, three), six)
    assert numbers.sign(zero) == 0
    assert numbers.sign(numbers.subtract(zero, Fraction(1, 10**250))) == -1
    nested = numbers.function("sqrt", numbers.add(Fraction(3), numbers.multiply(Fraction(2), two)))
    assert numbers.sign(numbers.subtract(nested, numbers.add(Fraction(1), two))) == 0
    assert numbers.sign(numbers.subtract(nested, numbers.add(Fraction(1, 10**90) + 1, two))) == -1


def test_what_is_claimed_is_not_refuted():
    found = again(eq(total(x), total(x)), vectors={"x": [1, 2]})
    assert (found.outcome, found.reason) == ("rejected", "the theorem claims what is refuted")


def test_what_is_claimed_is_refuted_only_without_a_hypothesis():
    """Wherever the claim stands; and without a > 0, which is left out, a > 0 fails."""
    claim = eq(total(x), total(x))
    for where in ([], [a > 0]):
        found = again(claim, vectors={"x": [1, 2]}, symbols={"a": 1}, where=where)
        assert (found.outcome, found.reason) == ("rejected", "the theorem claims what is refuted")
    left_out = again(claim, vectors={"x": [1, 2]}, symbols={"a": -1}, where=[a > 0], fails=[a > 0])
    assert (left_out.outcome, left_out.reason) == ("rejected", "the statement holds at the point")


def test_nothing_moves_in_a_function_but_its_variables():
    """y(t) = t u at the point, with the number that u is there: along u it does not change."""
    point = {"symbols": {"t": 1, "u": 1}, "functions": {"y": ([t], t * u)}}
    found = again(eq(D(y, u), 0), **point)
    assert (found.outcome, found.reason) == ("rejected", "the statement holds at the point")
    assert is_refuted(eq(D(y, u), 1), **point)
    assert is_refuted(eq(D(y * u, u), 0), **point)
    assert not is_refuted(eq(D(y * u, u), 1), **point)


def test_what_is_given_of_a_function_at_a_number_is_shown_by_the_point():
    """y(0) = 1 says nothing of what varies. What is given of y(t) needs a model."""
    start, point = at(y, t, 0), {"symbols": {"t": 2}, "functions": {"y": ([t], 1 + t)}, "along": [t]}
    plainly = function("y", 0)
    assert is_refuted(eq(plainly, 2), given=[eq(plainly, 1)], **point)
    assert again(eq(plainly, 2), given=[eq(plainly, 3)], **point).outcome == "rejected"
    assert again(eq(plainly, 2), given=[eq(start, 1)], **point).outcome == "open"
    assert again(eq(plainly, 2), given=[eq(y, 3)], **point).outcome == "open"


def test_a_derivative_within_another_is_along_its_own_variable():
    """s^2 does not change along t, whatever moves around that: the derivative within is 0."""
    s = symbol("s")
    point = {"symbols": {"t": 1, "s": 1}}
    found = again(eq(D(s * D(s**2, t), s), 0), **point)
    assert (found.outcome, found.reason) == ("rejected", "the statement holds at the point")
    assert is_refuted(eq(D(s * D(s**2, t), s), 2), **point)
    assert is_refuted(eq(D(s * D(s**2 * t, t), s), 2), **point)
    assert not is_refuted(eq(D(s * D(s**2 * t, t), s), 3), **point)
    elsewhere = {"symbols": {"t": 1, "s": 2}}
    found = again(eq(D(s * D(s**2 * t, t), s), 12), **elsewhere)
    assert (found.outcome, found.reason) == ("rejected", "the statement holds at the point")
    assert is_refuted(eq(D(s * D(s**2 * t, t), s), 8), **elsewhere)


def test_antiderivatives_are_not_compared_where_something_is_supposed_at_the_point_alone():
    """Their slopes differ at a point of an interval; what is supposed at a point gives none."""
    statement = eq(integral(t, t), t**2)
    assert is_refuted(statement, symbols={"t": 1}, along=[t])
    found = again(statement, symbols={"t": 1}, along=[t], under=[eq(t, 1)])
    assert (found.outcome, found.reason) == ("open", "an indefinite integral")


@pytest.mark.parametrize("whole", [integral(t, t), define("h", integral(t, t))])
@pytest.mark.parametrize("along", [t, interval(t, 0)])
def test_the_slope_of_an_antiderivative_counts_in_a_definition_and_on_an_interval(whole: Any, along: Any) -> None:
    """Its slope at 1 is 1: that of t^2/2 + t is 2, and that of t^2/2 is 1."""
    assert is_refuted(eq(whole, t**2 / 2 + t), symbols={"t": 1}, along=[along])
    assert not is_refuted(eq(whole, t**2 / 2), symbols={"t": 1}, along=[along])


def test_a_function_that_is_differentiable_for_every_number_is_not_looked_at_one():
    """y = |t| has a derivative at 1."""
    absolute = {"y": ([t], sqrt(t**2))}
    found = again(eq(y, 2), symbols={"t": 1, "u": 1}, functions=absolute, where=[differentiable(function("y", u))])
    assert found.outcome == "open"
    assert "every number" in found.reason


@pytest.mark.parametrize("content", [{"refutations": 5}, {"refutations": [{"label": "(1)"}]}])
def test_what_is_no_list_of_refutations(content):
    with pytest.raises(Malformed):
        check_refutations({"id": "a/1", "along": [], "entries": [], **content})


def modelled(values, *hypotheses, along, is_in_steps=False):
    """The judgement on y' = 0, where y = s is given along t, by the model y = t with the hypotheses of its theorem."""
    model = Theorem("m/1", "A model", where=hypotheses, along=[t])
    squeezed = [by.squeezed(t - 1)] if hypotheses else []
    if is_in_steps:
        squeezed = [model.step("(0)", eq(t - 1, 0), by.algebra(*squeezed))]
    model.claim("(1)", eq(t, values), by.algebra(*squeezed))
    shown = judge(model)
    assert shown.bundle is not None
    point = {"symbols": {"t": plain(1), "s": plain(values)}, "vectors": {}, "indices": {}}
    functions = {"y": [[plain(t)], plain(t)]}
    item = {"label": "(1)", "statement": eq(D(y, t), 0).form(), "kind": "false", "under": [], "fails": [],
            "point": {**point, "functions": functions}}  # fmt: skip
    bundle = {
        "id": "a/1",
        "along": [plain(v) if v.op != "interval" else ("interval", *map(plain, v.args)) for v in along],
        "entries": [{"label": "(0)", "role": "given", "statement": eq(y, symbol("s")).form()}],
        "refutations": [item],
        "model": {"functions": functions, "symbols": {"s": plain(values)}, "theorem": shown.bundle.document},
    }
    [found] = check_refutations(json.loads(json.dumps(bundle)))
    return found


def test_the_values_of_a_model_do_not_vary():
    assert "moves along a variable" in modelled(t, along=[t]).reason


def test_a_model_does_not_hold_at_the_point_alone():
    for is_in_steps in (False, True):
        assert modelled(1, t >= 1, t <= 1, along=[t], is_in_steps=is_in_steps).outcome != "refuted"


# --- a value that is given in the words of what is supposed -----------------------------------------------------


@pytest.mark.parametrize(
    ("value", "outcome"),
    [(exp(b) - exp(b / 2), "refuted"), (exp(b / 2) * (exp(b / 2) - 1), "open"), (2, "rejected"), (exp(b), "rejected")],
)
def test_a_symbol_has_the_very_value_by_which_the_point_gives_it(value: Any, outcome: str) -> None:
    """a = e^b - e^(b/2), where a is said to be that: no enclosure tells that a number is equal to itself."""
    given = eq(a, exp(b) - exp(b / 2))
    assert again(eq(a, b), {"a": value, "b": 1}, given=[given]).outcome == outcome
    assert again(eq(a, b), {"a": value, "b": 1}, under=[given]).outcome == outcome


def test_a_symbol_that_has_its_value_at_the_point_does_not_move_with_it() -> None:
    """a = e^t holds at the point, and is given along t; from it follows 0 = e^t."""
    assert again(eq(a, 7), {"a": exp(t), "t": 1}, given=[eq(a, exp(t))], along=[t]).outcome == "open"
    assert again(eq(a, 7), {"a": 1 / t, "t": 0}, given=[eq(a, 1 / t)]).outcome == "rejected"


@pytest.mark.parametrize(("length", "outcome"), [(3, "refuted"), (99, "open")])
def test_what_is_nested_too_deeply_is_open(length: int, outcome: str) -> None:
    """Each function is -(-(... of the next one; the last is 0."""
    names = [f"f{n}" for n in range(length)]
    functions = {names[-1]: ([t], 0 * t)}
    for n, following in pairwise(names):
        body = function(following, t)
        for _ in range(100):
            body = Term("neg", (body,))
        functions[n] = [t], body
    found = again(eq(function(names[0], t), 1), {"t": 1}, functions=functions)
    assert (found.outcome, found.reason) == (outcome, "nested too deeply" if outcome == "open" else "")


def test_a_reason_names_what_it_is_about_as_it_is_written() -> None:
    found = again(eq(a, 0), symbols={"a": 1, "b": 0}, where=[a**2 * b > 0])
    assert found == Rechecked("(1)", "rejected", "this does not hold at the point: a**2*b > 0")
    lengthy = again(eq(a, 0), symbols={"a": 1}, where=[sum([a] * 200, term(0)) > 300])
    assert lengthy.reason.endswith("...")
    assert len(lengthy.reason) < 250
