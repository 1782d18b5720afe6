"""The witness: values by hand in all arithmetics, points that satisfy hypotheses, agreement and refutation."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest

from symnorm.judge import judge as judge_theorem
from symnorm.language import (
    D,
    Index,
    LanguageError,
    Statement,
    Term,
    Theorem,
    at,
    both,
    by,
    define,
    delta,
    either,
    eq,
    every,
    exp,
    function,
    ge,
    gt,
    iff,
    implies,
    indices,
    integral,
    interval,
    le,
    log,
    lt,
    mean,
    ne,
    others,
    sqrt,
    symbol,
    tanh,
    total,
    vector,
)
from symnorm.language.points import Interpretation
from symnorm.witness import Confirmation, NoPoint, Point, Refutation, confirm, describe, hunt, refute, sample
from symnorm.witness.arithmetic import BALLS, EXACT, UNKNOWN, Undecided, Undefined, decimals
from symnorm.witness.evaluate import Frame
from symnorm.witness.judge import judge, numerically

C, N, t, u, a, b, c = map(symbol, ("C", "N", "t", "u", "a", "b", "c"))
x, g, w = vector("x", C), vector("g", C), vector("w", N)
i, j, k = indices("i j k", C)
n = indices("n", N)[0]
mu = define("mu", mean(x))
var = define("var", mean((x - mu) ** 2))
ln = define("z", (x - mu) / sqrt(var))

half = Fraction(1, 2)


def point(
    channels: dict[str, int] | None = None, vectors: dict[str, list[int]] | None = None, **symbols: int
) -> Point:
    values: dict[tuple[str, str], object] = {("index", m): v for m, v in (channels or {}).items()}
    for name, entries in (vectors or {}).items():
        values["vector", name] = tuple(map(Fraction, entries))
        values["symbol", "N" if name == "w" else "C"] = Fraction(len(entries))
    return Point(values | {("symbol", m): Fraction(v) for m, v in symbols.items()})


spread = point({"i": 1, "j": 3}, {"x": [0, 1, 5], "g": [1, 2, 4]}, t=2, u=3)
even = point({"i": 1, "j": 2}, {"x": [1, 3]}, t=1, u=0)
digits = decimals(80)


def exact(term: Term, where: Point = spread) -> Fraction:
    return Fraction(where.frame(EXACT)(term, where.indices))


def decimal(term: Term, where: Point = spread) -> mpmath.mpf:
    with digits.scope():
        return mpmath.mp.mpf(str(where.frame(digits)(term, where.indices)))


def enclosed(term: Term, value: str, where: Point = spread) -> bool:
    """Whether the interval is narrow and the value, to 30 digits, is within it."""
    low, high = BALLS.bounds(where.frame(BALLS)(term, where.indices))
    slack = Fraction(1, 10**28)
    return low - slack <= Fraction(value) <= high + slack and high - low < Fraction(1, 10**50)


def close(term: Term, value: str, where: Point = spread) -> bool:
    with mpmath.mp.workdps(40):
        return bool(abs(decimal(term, where) - mpmath.mp.mpf(value)) < mpmath.mp.mpf(10) ** -28)


def theorem(*where: Statement, **more: object) -> Theorem:
    return Theorem("test/1", "A test", where=where, **more)  # type: ignore[arg-type]


def confirmed(th: Theorem, statement: Statement, points: list[Point] | None = None) -> Confirmation:
    entry = th.step(f"({len(th.entries)})", statement, by.algebra())
    return confirm(th, entry, sample(th) if points is None else points)


# --- values ---------------------------------------------------------------------------------------------------


def test_sums_and_moments_of_0_1_5() -> None:
    assert exact(mu) == 2
    assert exact(var) == Fraction(14, 3)
    assert exact(total(x)) == 6
    assert exact(others(x, i)) == 6
    assert exact(others(x, j)) == 1
    assert exact(total(x * g)) == 22
    assert exact(total(x[k] * total(g[j] * delta(k, j), over=j), over=k)) == 22
    assert exact(delta(i, j)) == 0
    assert exact(delta(i, i)) == 1
    assert exact(total(delta(i, k) * x[k], over=k)) == 0
    assert exact(total(delta(j, k) * x[k], over=k)) == 5


def test_layer_normalization_in_all_arithmetics() -> None:
    # (0, 1, 5): mean 2, variance 14/3, first entry -2/sqrt(14/3) = -sqrt(6/7)
    value = "-0.925820099772551461566566776584"
    with pytest.raises(Undecided):
        exact(ln[i])
    assert enclosed(ln[i], value)
    assert close(ln[i], value)
    # (1, 3): mean 2, variance 1
    assert exact(ln[i], even) == -1
    assert exact(ln[j], even) == 1


def test_what_is_rational_stays_exact() -> None:
    assert exact(sqrt(t / 18)) == Fraction(1, 3)
    assert exact(exp(t - 2)) == 1
    assert exact(log(t - 1)) == 0
    assert exact(tanh(t - 2)) == 0
    assert exact(t**-3) == Fraction(1, 8)
    assert exact((t - 2) ** 0) == 1
    for irrational in (sqrt(t), exp(t), log(t), tanh(t), 3 - sqrt(t) ** 2, sqrt(t) / 5):
        assert spread.frame(EXACT)(irrational, spread.indices) is UNKNOWN
    assert exact(0 * sqrt(t)) == 0
    assert exact(sqrt(t) ** 0) == 1
    assert exact(D(3 * log(t), t)) == Fraction(3, 2)
    for open_ in (1 / sqrt(t), sqrt(sqrt(t)), log(exp(t))):
        with pytest.raises(Undecided):
            spread.frame(EXACT)(open_, spread.indices)


def test_functions_against_reference_values() -> None:
    # Abramowitz and Stegun, Tables 1.1, 4.2, 4.4 and 4.15, extended by the defining series
    for term, value in (
        (sqrt(t), "1.41421356237309504880168872421"),
        (exp(t), "7.38905609893065022723042746058"),
        (log(t), "0.693147180559945309417232121458"),
        (tanh(t), "0.964027580075816883946413724101"),
    ):
        assert enclosed(term, value)
        assert close(term, value)


@pytest.mark.parametrize("term", [1 / (t - 2), sqrt(-t), log(t - 2), log(-t), (t - 2) ** -1, 1 / (x[i] * 3)])
def test_undefined_in_all_arithmetics(term: Term) -> None:
    for arithmetic in (EXACT, BALLS, digits):
        with pytest.raises(Undefined), arithmetic.scope():
            spread.frame(arithmetic)(term, spread.indices)


def test_intervals_do_not_guess() -> None:
    zero = sqrt(t) ** 2 - 2
    for term in (1 / zero, log(zero + 0 * t), sqrt(zero)):
        with pytest.raises(Undecided):
            spread.frame(BALLS)(term, spread.indices)
    assert judge(spread.frame(BALLS), eq(zero, 0)).holds is None
    assert judge(spread.frame(BALLS), lt(zero, Fraction(1, 10**40))).holds is True
    assert judge(spread.frame(BALLS), eq(zero, Fraction(1, 10**40))).holds is False
    huge = exp(exp(exp(t)))
    assert judge(spread.frame(BALLS), eq(huge, huge + 1)).holds is None


def test_infinity_is_no_agreement() -> None:
    huge = exp(exp(exp(exp(t))))
    assert numerically(spread, eq(huge, huge)).holds is None


# --- derivatives ----------------------------------------------------------------------------------------------


def test_derivative_of_layer_normalization() -> None:
    # (1/(C sigma)) (C delta_ij - 1 - y_i y_j), at a vector with a rational deviation: (1, 4, 5, 8), sigma = 5/2
    rational = point({"i": 1, "j": 4}, {"x": [1, 4, 5, 8]})
    y_i, y_j = Fraction(-7, 5), Fraction(7, 5)
    assert exact(ln[i], rational) == y_i
    assert exact(ln[j], rational) == y_j
    diagonal, beside = (3 - y_i**2) / 10, (-1 - y_i * y_j) / 10
    assert exact(D(ln[i], x[i]), rational) == diagonal == Fraction(13, 125)
    assert exact(D(ln[i], x[j]), rational) == beside == Fraction(12, 125)
    assert close(D(ln[i], x[i]), "0.104", rational)
    assert close(D(ln[i], x[j]), "0.096", rational)


def test_both_routes_agree_and_nest() -> None:
    body = tanh(t * u) * sqrt(t**2 + u) / (1 + exp(-t)) + log(t) ** 3
    for term in (D(body, t), D(body, u), D(D(body, t), t), D(D(body, t), u), D(D(D(body, u), t), u)):
        low, high = BALLS.bounds(spread.frame(BALLS)(term, spread.indices))
        with digits.scope():
            value = spread.frame(digits)(term, spread.indices)
            assert abs(value - digits.number((low + high) / 2)) < mpmath.mp.mpf(10) ** -54 * (1 + abs(value))


def test_closed_forms_of_derivatives() -> None:
    assert exact(D(D(t**5, t), t)) == 160
    assert exact(D(D(t**2 * u**3, t), u)) == 4 * 27
    assert exact(D(t * D(t * u, u), t)) == 4, "the inner derivative is t"
    assert exact(D(D(t * u, u) * u, u)) == 2, "the inner derivative does not depend on u"
    assert exact(D(var, x[j])) == 2
    assert exact(D(mu, x[i])) == Fraction(1, 3)
    assert exact(D(total(x**3), x[j])) == 75
    assert exact(D(sqrt(t**2 + u * 4), t)) == half
    for term, value in ((D(exp(t), t), "7.38905609893065022723042746058"), (D(log(t), t), "0.5")):
        assert enclosed(term, value)
        assert close(term, value)
    with mpmath.mp.workdps(40):
        assert close(D(tanh(t), t), str(mpmath.sech(2) ** 2))


def test_derivative_at_a_singular_place() -> None:
    origin = point(t=0)
    for body in (sqrt(t), 1 / t, log(t)):
        with pytest.raises(Undefined):
            numerically(origin, eq(D(body, t), D(body, t)))
    for body in (1 / t, log(t), t / sqrt(t**2)):
        with pytest.raises(Undefined):
            judge(origin.frame(EXACT), eq(D(body, t), D(body, t)))


@pytest.mark.parametrize("body", [t * sqrt(t**2), sqrt(t**4), sqrt(t), exp(sqrt(t**2))])
def test_a_rule_that_does_not_hold_decides_nothing(body: Term) -> None:
    """The first two have the derivative 0 at 0, the others none: the rule for the root tells neither."""
    for arithmetic in (EXACT, BALLS):
        for statement in (eq(D(body, t), 0), eq(D(body, t), 1), eq(D(D(body, t), t), 5)):
            assert judge(point(t=0).frame(arithmetic), statement).holds is None
        assert judge(point(t=0).frame(arithmetic), eq(D(integral(sqrt(t**2), t), t), 1)).holds is None
    assert refute(theorem(), eq(D(body, t), 1), at={t: 0}) is None


def test_value_at() -> None:
    assert exact(at(t**2 + u, t, u + 1)) == 19
    assert exact(at(D(t**3, t), t, 5)) == 75
    assert exact(D(at(t**2 * u, t, u), u)) == 27, "d(u^3)/du at 3"
    assert exact(at(mu, x[i], 9)) == 5
    assert exact(at(at(t * u, t, u), u, 4)) == 16
    assert close(at(D(tanh(t), t), t, 0), "1")


# --- unknown functions ----------------------------------------------------------------------------------------


def with_function(name: str, formals: tuple[Term, ...], body: Term, where: Point = spread) -> Point:
    return Point({**where.values, ("function", name): Interpretation(formals, body)})


def test_unknown_functions() -> None:
    phi = with_function("phi", (t,), t**2 + u)
    assert exact(function("phi", u + 1), phi) == 19
    assert exact(D(function("phi", u), u), phi) == 6, "nothing but the argument varies"
    assert exact(D(D(function("phi", t**2), t), t), phi) == 12 * 4
    assert exact(at(function("phi", t), t, 0), phi) == 3
    two = with_function("phi", (t, u), t * u**2)
    assert exact(D(function("phi", t, t), t), two) == 12


def test_functions_of_a_coordinate() -> None:
    y = with_function("y", (x[i],), x[i] - mu)
    assert exact(function("y", x[i]), y) == -2
    assert exact(D(function("y", x[i]), x[i]), y) == Fraction(2, 3)
    assert exact(function("y", x[j]), y) == 3, "the channel of the argument is meant"
    assert exact(D(function("y", x[i]), x[j]), y) == 0, "a function of x_i and of nothing else"
    assert exact(at(function("y", x[i]), x[i], 9), y) == 4


def test_a_channel_term_as_the_model_of_a_function() -> None:
    y = function("y", x)
    th = theorem(var > 0, model={y: ln, x: [1, 4, 5, 8]})
    assert confirmed(th, eq(y[i], ln[i])).verdict == "agrees"
    assert confirmed(th, eq(total(y), 0)).verdict == "agrees"


# --- statements -----------------------------------------------------------------------------------------------


def holds(statement: Statement, where: Point = spread) -> bool | None:
    answers = {judge(where.frame(EXACT), statement).holds, numerically(where, statement).holds}
    assert len(answers) == 1, "exact and decimal arithmetic differ"
    return answers.pop()


def test_relations() -> None:
    for statement in (
        eq(t, 2),
        ne(t, 3),
        lt(t, 3),
        le(t, 2),
        gt(t, 1),
        ge(t, 2),
        either(eq(t, 1), eq(t, 2)),
        both(t > 1, t < 3),
    ):
        assert holds(statement) is True
    for statement in (eq(t, 3), ne(t, 2), lt(t, 2), le(t, 1), gt(t, 2), ge(t, 3), either(eq(t, 1), eq(t, 3))):
        assert holds(statement) is False


def test_implications() -> None:
    true, false = eq(t, 2), eq(t, 3)
    assert [holds(implies(p, q)) for p in (true, false) for q in (true, false)] == [True, False, True, True]
    assert [holds(iff(p, q)) for p in (true, false) for q in (true, false)] == [True, False, False, True]
    assert holds(implies(ne(t - 2, 0), eq(1 / (t - 2), 5))) is True, "the right side is not looked at"


def test_every_channel() -> None:
    assert holds(every(x) >= 0) is True
    assert holds(every(x) > 0) is False
    outcome = judge(spread.frame(EXACT), every(x) < 5)
    assert outcome.holds is False
    assert outcome.channels == (3,)
    second = x[Index("*2", C)]
    outcome = judge(spread.frame(EXACT), every(x) * second < 25)
    assert outcome.holds is False
    assert outcome.channels == (3, 3)
    assert judge(spread.frame(EXACT), (every(x) - second) ** 2 <= 25).holds is True
    assert holds(either(every(x) <= 1, every(x) >= 4)) is True
    assert holds(both(every(x) >= 0, every(x) < 5)) is False
    assert holds(implies(every(x) > 0, eq(t, 7))) is True, "not all entries are positive"
    assert holds(implies(every(x) >= 0, every(x) < 5)) is False


def test_integrals_hold_up_to_a_constant() -> None:
    right = eq(integral(1 / t, t), log(t) + 7)
    wrong = eq(integral(1 / t, t), 2 * log(t))
    scaled = eq(u * integral(t**2, t) + t, u * t**3 / 3 + t)
    for statement, truth in ((right, True), (wrong, False), (scaled, True)):
        assert numerically(spread, statement).holds is truth
        assert judge(spread.frame(EXACT), statement).holds is truth
        assert judge(spread.frame(BALLS), statement).holds in (truth, None)
    assert numerically(spread, eq(D(integral(exp(t**2), t), t), exp(t**2))).holds is True
    along_x = eq(integral(D(mu**2, x[i]), x[i]), mu**2 - 1)
    assert numerically(spread, along_x).holds is True
    assert judge(spread.frame(EXACT), along_x).holds is True


def test_what_depends_on_the_constant_is_not_decided() -> None:
    for statement in (
        eq(t * integral(t, t), t**3 / 2),
        eq(exp(integral(1 / t, t)), t),
        eq(D(integral(t * u, t), u), t**2 / 2),
        gt(integral(t, t), 0),
        eq(integral(t, t) + integral(u, u), t**2 / 2 + u**2 / 2),
    ):
        assert judge(spread.frame(EXACT), statement).holds is None


# --- points ---------------------------------------------------------------------------------------------------


def size(p: Point) -> int:
    return len(p.values["vector", "x"])


def test_sample_satisfies_the_hypotheses_in_several_dimensions() -> None:
    th = theorem(C > 1, var > 0, every(x) > 0, ne(x[i], mu), t < u, u < 1, gt(t, 0))
    th.step("(1)", eq(sqrt(var), sqrt(var)), by.algebra())
    points = sample(th, 4)
    assert len(points) == 4
    assert len({size(p) for p in points}) == 4
    for p in points:
        for e in th.entries:
            assert numerically(p, e.statement).holds
    assert any(isinstance(p.frame(BALLS)(sqrt(var), p.indices), Fraction) for p in points), "none is rational"
    assert [describe(p) for p in sample(th, 4)] == [describe(p) for p in points]


def test_sample_does_not_depend_on_the_hash_seed() -> None:
    script = (
        "from symnorm.language import *; from symnorm.witness import *\n"
        "C, t = symbol('C'), symbol('t'); x = vector('x', C)\n"
        "th = Theorem('a/1', '', where=[mean(x**2) > 1, t > 0, t**2 < 20])\n"
        "print([describe(p) for p in sample(th)])"
    )
    root = Path(__file__).parent.parent
    shown = {
        subprocess.run(
            [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(shown) == 1
    assert "C = " in shown.pop()


def test_two_dimensions() -> None:
    th = theorem(total(x) > total(w), C > N)
    th.step("(1)", eq(mean(w[n] * x - w[n] * x), 0), by.algebra())
    p = sample(th, 1)[0]
    assert size(p) == p.values["symbol", "C"] > p.values["symbol", "N"] == len(p.values["vector", "w"])
    assert 1 <= p.indices["n"] <= len(p.values["vector", "w"])


def test_model_and_given_equations() -> None:
    y = function("y", t)
    th = theorem(C > 1, t > 0, along=[t], model={y: sqrt(C - 1) * tanh(a * t), a: sqrt(C - 1) * b})
    th.given("(9)", eq(D(y, t), b * (C - 1 - y**2)), "hypothesis")
    assert len(sample(th)) == 3
    assert confirmed(th, eq(D(D(y, t), t), -2 * b * y * D(y, t))).verdict == "agrees"


def test_a_given_equation_has_to_hold_along_the_variable() -> None:
    th = theorem(along=[t], model={a: t**2, t: 3})
    th.given("(1)", eq(a, t**2), "hypothesis")
    with pytest.raises(NoPoint, match=r"test/1: no point found .*: its model= violates \(1\), a = t²$"):
        sample(th)


def test_a_given_equation_that_defines_needs_no_model() -> None:
    y = function("y", t)
    th = theorem(t > 0, along=[t])
    th.given("(1)", eq(y, t**2 + a), "definition")
    th.given("(2)", eq(b, a + 1), "definition")
    assert confirmed(th, eq(D(y, t) + b, 2 * t + a + 1)).verdict == "agrees"


def test_constants_of_integration() -> None:
    y = function("y", t)
    th = theorem(t > 0, along=[t], model={y: t**2 + 5})
    ode = th.given("(1)", eq(D(y, t), 2 * t), "hypothesis")
    constancy = th.supplied("flat", eq(D(y - t**2, t), 0), by.algebra(ode))
    introduced = th.constant("c", eq(c, y - t**2), by.zero_derivative(constancy))
    th.step("(2)", eq(D(t**2 + c, t), 2 * t), by.algebra(introduced))
    points = sample(th)
    assert all(p.frame(EXACT).variable(("c", 0)) == 5 for p in points)
    assert {confirm(th, e, points).verdict for e in th.entries} == {"agrees"}


def test_contradictory_hypotheses() -> None:
    with pytest.raises(NoPoint) as error:
        sample(theorem(C > 1, C < 1))
    message = str(error.value)
    assert message.startswith("test/1: no point found that satisfies the hypotheses: C ")
    assert message.endswith("of the points tried; give one with model={...}")
    assert "\n" not in message
    with pytest.raises(NoPoint, match=r"its model= violates C < 1$"):
        sample(theorem(C > 1, C < 1, model={x: [1, 2, 4]}))


def test_a_model_that_contradicts_what_is_given() -> None:
    th = theorem(along=[t], model={function("y", t): t**2})
    th.given("(5)", eq(D(function("y", t), t), t), "hypothesis")
    with pytest.raises(NoPoint, match=r"its model= violates a > 0$"):
        sample(theorem(a > 0, b > 1, model={a: -1}))
    with pytest.raises(NoPoint, match="t < a fails most"):
        sample(theorem(t > a, t < a, along=[t], model={a: -1}))
    with pytest.raises(NoPoint, match=r"its model= violates \(5\), dy/dt = t$"):
        sample(th)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({t: 0.5}, "0.5 is a floating-point number"),
        ({x: [1, 0.5]}, "0.5 is a floating-point number"),
        ({i: 1.0}, "the index i is a channel, numbered from 1, not 1.0"),
        ({i: 0}, "the index i is a channel, numbered from 1, not 0"),
        ({x: 3}, "the vector x is given by the list of its entries, not by 3"),
        ({x: [1, 2], C: 3}, "x has 2 entries, but C = 3"),
        ({x[i]: 1}, "a point gives symbols, vectors, indices and functions a value"),
        ({"t": 1}, "a point gives symbols, vectors, indices and functions a value"),
        ({t: u, u: t + 1}, "the value of t is given in terms of t itself"),
        ({function("y", t + 1): t}, "needs a term in its variables"),
    ],
)
def test_what_is_no_point_is_refused(said: dict[object, object], message: str) -> None:
    th = theorem(mean(x) > t)
    with pytest.raises(LanguageError) as error:
        refute(th, eq(t, u), at=said)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({C: half}, "the dimension C is a whole number from 1, not 1/2"),
        ({C: 0}, "the dimension C is a whole number from 1, not 0"),
        ({C: 3, i: 4}, "i = 4 is no channel: they are numbered 1 to C = 3"),
        ({x: [1, 2], j: 9}, "j = 9 is no channel: they are numbered 1 to C = 2"),
        ({t: sqrt(-1)}, "t = √(-1) has no value there: the root of a negative number"),
        ({t: 1 / u, u: 0}, "t = 1/u has no value there: division by zero"),
        ({t: log(u - 1), u: 1}, "t = log(u - 1) has no value there: the logarithm of zero"),
        ({x: [log(u), 1], u: -1}, "x = log(u) has no value there: the logarithm of a negative number"),
    ],
)
def test_where_a_name_has_no_value_there_is_no_point(said: dict[object, object], why: str) -> None:
    """Whatever the statement: also one in which the number of channels, or the index, stands without a vector."""
    th = theorem()
    th.claim("(1)", eq(mean(x), total(x) / C), by.algebra())
    for statement in (eq(t + u + total(delta(i, k), over=k) + x[j], C), eq(1 / (t - t), u + x[i] + x[j] + C)):
        assert hunt(th, statement, said) == (None, why)


NO_VALUE = [(log(t), -1), (1 / t, 0), (sqrt(t) * t, -1)]
NO_DERIVATIVE = [(sqrt(t**2), 0), (sqrt(t), 0)]


@pytest.mark.parametrize(("body", "where"), NO_VALUE + NO_DERIVATIVE)
def test_a_function_without_what_a_line_needs_is_no_point(body: Term, where: int) -> None:
    y = function("y", t)
    assert refute(theorem(), eq(D(y**2, t) / 2, y * D(y, t)), at={y: body, t: where}) is None
    assert refute(theorem(), eq(D(y, t), 5), at={y: body, t: where}) is None
    assert refute(theorem(), eq(D(y, t), 5), at={y: t**2, t: where}) is not None
    if (body, where) in NO_VALUE:
        found, wrong = hunt(theorem(), eq(y, y), at={y: body, t: where})
        assert found is None
        assert wrong.startswith(f"y(t) = {body} has no value there: ")


def test_an_override_takes_precedence_over_the_model() -> None:
    th = theorem(C > 1, model={x: [1, 2, 4], t: 5})
    found = refute(th, eq(mean(x), t), at={x: [1, 1, 1, 1], t: 2})
    assert found is not None
    assert found.values == {"C": "4", "x": "(1, 1, 1, 1)", "t": "2"}
    found = refute(th, eq(mean(x), t), at={C: 2})
    assert found is not None
    assert found.values["C"] == "2"
    assert found.values["t"] == "5"


# --- agreement ------------------------------------------------------------------------------------------------


def test_confirm_agrees() -> None:
    th = theorem(C > 1, var > 0, along=[x])
    for statement in (
        eq(D(ln[i], x[j]), (C * delta(i, j) - 1 - ln[i] * ln[j]) / (C * sqrt(var))),
        eq(D(D(ln[i], x[i]), x[j]), D(D(ln[i], x[j]), x[i])),
        eq(mean(ln), 0),
        eq(mean(every(ln) * ln), every(ln) * mean(ln)),
        le(ln[i] ** 2, C - 1),
        ge(var, 0),
        either(eq(sqrt(x[i] ** 2), x[i]), eq(sqrt(x[i] ** 2), -x[i])),
    ):
        assert confirmed(th, statement) == Confirmation("agrees", 3, "3 points")


def test_confirm_disagrees() -> None:
    th = theorem(C > 1, var > 0, model={x: [0, 1, 5], i: 1})
    answer = confirmed(th, eq(x[i] - mu, C * x[i]))
    assert answer == Confirmation("disagrees", 1, "C = 3, x = (0, 1, 5), i = 1: left -2.0, right 0.0")
    assert confirmed(th, mean(x**2) < mean(x) ** 2).verdict == "disagrees"
    assert confirmed(th, every(x) < 5).detail == "C = 3, x = (0, 1, 5), i = 1, channel = 3: left 5.0, right 5.0"
    assert confirmed(th, eq(var, var + Fraction(1, 10**38))).verdict == "disagrees"
    assert confirmed(th, var < var + Fraction(1, 10**38)).verdict == "agrees"


def test_confirm_where_a_line_is_undefined() -> None:
    th = theorem(C > 1, model={x: [1, 2, 3], i: 2})
    answer = confirmed(th, eq(1 / (x[i] - mu), 1 / (x[i] - mu)))
    assert answer == Confirmation("disagrees", 1, "undefined at C = 3, x = (1, 2, 3), i = 2: division by zero")
    answer = confirmed(th, eq(1 / (every(x) - mu), 1 / (every(x) - mu)))
    assert answer.detail == "undefined at C = 3, x = (1, 2, 3), i = 2: division by zero in channel 2"


def test_roundoff_is_no_disagreement() -> None:
    th = theorem(model={t: 10**9, u: Fraction(1, 10**9)})
    fourth = (t + u) ** 4 - t**4 - 4 * t**3 * u - 6 * t**2 * u**2 - 4 * t * u**3
    assert confirmed(th, eq(fourth, u**4)).verdict == "agrees"
    squared = 4 / (exp(90 + u) + exp(-90 - u)) ** 2
    assert confirmed(th, eq((1 - tanh(90 + u) ** 2) * exp(180), squared * exp(180))).verdict == "agrees"
    assert confirmed(th, eq(log(exp(t / 10**5)) - t / 10**5, u**7)).verdict == "disagrees"


def test_without_points_nothing_is_decided() -> None:
    th = theorem(t > 0)
    answer = confirmed(th, eq(t, t), [])
    assert answer == Confirmation("undecided", 0, "there is no point to evaluate it at")


def test_lines_that_rest_on_a_supposition() -> None:
    th = theorem(t > 0)
    supposed = th.suppose("critical", eq(t**2 - 3 * t + 2, 0), at={t: 2})
    bounded = th.step("(1)", t < 3, by.algebra(supposed))
    shown = th.step("(2)", eq(t * (t - 3), -2), by.algebra(bounded))
    claim = th.claim("(3)", implies(supposed.statement, shown.statement), by.discharge(supposed, shown))
    false = th.step("(4)", eq(t, 1), by.algebra(supposed))
    points = sample(th)
    assert confirm(th, shown, points) == Confirmation("agrees", 1, "one point")
    assert confirm(th, claim, points) == Confirmation("agrees", 4, "4 points")
    assert confirm(th, false, points) == Confirmation("disagrees", 1, "t = 2: left 2.0, right 1.0")


def test_an_implication_is_tried_where_its_left_side_holds() -> None:
    th = theorem(t > 0)
    supposed = th.suppose("two", eq(t, 7), at={t: 7})
    shown = th.step("(1)", eq(t, 8), by.algebra(supposed))
    claim = th.claim("(2)", implies(supposed.statement, shown.statement), by.discharge(supposed, shown))
    assert confirm(th, claim, sample(th)).verdict == "disagrees"
    vacuous = th.step("(3)", implies(eq(t, 7), eq(t, 8)), by.algebra())
    assert confirm(th, vacuous, sample(th)) == Confirmation(
        "agrees", 3, "3 points, its left side false at each"
    )


def test_a_supposition_that_no_point_satisfies() -> None:
    th = theorem(t > 0)
    supposed = th.suppose("impossible", eq(t, -1))
    line = th.step("(1)", eq(t**2, 1), by.algebra(supposed))
    answer = confirm(th, line, sample(th))
    assert answer.verdict == "undecided"
    assert "+impossible fails most" in answer.detail


def test_the_context_of_mpmath_is_left_alone() -> None:
    before = mpmath.mp.dps, mpmath.iv.dps
    confirmed(theorem(t > 0), eq(D(D(tanh(t), t), t), -2 * tanh(t) * D(tanh(t), t)))
    assert (mpmath.mp.dps, mpmath.iv.dps) == before


# --- refutation -----------------------------------------------------------------------------------------------


def test_refuted_exactly() -> None:
    th = theorem(C > 1)
    found = refute(th, eq(mean(x**2), mean(x) ** 2), at={x: [0, 1, 5], i: 1})
    assert found == Refutation({"C": "3", "x": "(0, 1, 5)"}, "26/3", "4", "exact")
    assert found.text == "C = 3, x = (0, 1, 5): left 26/3, right 4"


def test_a_refutation_does_not_name_what_the_statement_gives_a_value() -> None:
    """v is the variable of the derivative at a, and no part of the point; where it stands free as well, it is."""
    v, a = symbol("v"), symbol("a")
    slope = at(D(v**2, v), v, a)
    found = refute(theorem(C > 1), eq(slope, a), at={a: 3})
    assert found is not None
    assert found.text == "a = 3: left 6, right 3; for the hypotheses C = 2"
    found = refute(theorem(C > 1), eq(slope, v), at={a: 3, v: 5})
    assert found is not None
    assert found.text == "a = 3, v = 5: left 6, right 5; for the hypotheses C = 2"


def test_what_only_the_hypotheses_need_stands_apart() -> None:
    """c^2 > 4 and phi(t) > 0 have to hold at the point as well."""
    c, f = symbol("c_lhs", r"c^{\text{lhs}}"), function("f", t, latex=r"\phi")
    th = Theorem("a/1", "T", where=[c**2 > 4], model={f: 1 + t * t})
    th.given("(1)", f > 0, "hypothesis")
    found = refute(th, eq(t, u), at={t: 1, u: 2, c: 3})
    assert found is not None
    assert (found.values, found.others) == ({"t": "1", "u": "2"}, {"c_lhs": "3", "f(t)": "1 + t·t"})
    assert found.text == "t = 1, u = 2: left 1, right 2; for the hypotheses c^(lhs) = 3, φ(t) = 1 + t·t"


def test_points_have_the_notation_of_the_paper() -> None:
    a, beta = symbol("a_0", r"\alpha_0"), symbol("beta")
    s, f = vector("s", C, r"\sigma"), function("f", t, latex=r"\phi")
    th = theorem(model={f: t**2})
    found = refute(th, eq(a + f * total(s), beta), at={a: 1, t: 2, beta: 0, s: [1, 1]})
    assert found is not None
    assert found.text == "C = 2, σ = (1, 1), α_0 = 1, t = 2, β = 0, φ(t) = t²: left 9, right 0"
    assert list(found.values) == ["C", "s", "a_0", "t", "beta", "f(t)"]
    (at,) = sample(theorem(a > 0, model={a: 1}))[:1]
    assert describe(at) == "α_0 = 1"


def test_a_refutation_on_one_line() -> None:
    """Long runs of equal entries are counted; what fails at every point names none."""
    vector = f"(1, 1{', 0' * 198})"
    assert Refutation({"x": vector}, "1", "0", "exact").text == "x = (1, 1, 0, ..., 0 [198]): left 1, right 0"
    assert Refutation({"x": "(0, 0, 0, 0, 0)"}, "1", "0", "exact").text == "x = (0, 0, 0, 0, 0): left 1, right 0"
    assert Refutation({}, "2", "3", "exact").text == "left 2, right 3"
    assert Refutation({}, "", "", "undefined", "division by zero").text == "it has no value: division by zero"


def test_refuted_by_an_enclosure() -> None:
    found = refute(theorem(), eq(ln[i], x[i] / sqrt(var)), at={x: [0, 1, 5], i: 1})
    assert found is not None
    assert found.kind == "enclosure"
    assert found.left == "-0.92582009977255146157 ± 1e-20"
    assert found.right == "0"
    assert refute(theorem(t > 0), lt(exp(t), 1 + t)).kind == "enclosure"  # type: ignore[union-attr]


def test_an_exact_point_is_looked_for() -> None:
    found = refute(theorem(C > 1, var > 0), eq(ln[i], x[i] / sqrt(var)))
    assert found is not None
    assert found.kind == "exact"
    y = function("y", t)
    found = refute(theorem(model={y: tanh(t)}), eq(y, y + 1))
    assert found is not None
    assert found.kind == "exact"
    assert found.text == "t = 0, y(t) = tanh(t): left 0, right 1"


def test_a_missing_hypothesis() -> None:
    positive = t > 0
    th = theorem(positive)
    line = eq(sqrt(t**2), t)
    assert refute(th, line) is None
    found = refute(th, line, omit=[positive])
    assert found is not None
    assert (found.text, found.kind) == ("t = -1: left 1, right -1", "exact")
    assert refute(th, line, at={t: 4}, omit=[positive]) is None, "the omitted hypothesis holds there"
    assert refute(th, line, at={t: -4}) is None, "a hypothesis fails there"


def test_hypotheses_hold_or_fail_by_what_each_search_says() -> None:
    th = theorem(u > 0, mean(x) > t)
    places = [{u: t - 2, t: 3, x: [4, 6]}, {u: t - 2, t: 1, x: [4, 6]}, {u: t + 2, t: 1, x: [4, 6]}]
    places += [{u: t - 2, t: 3, x: [4, 1]}, {u: t - 2, t: 3, x: [4, 1, 10]}]
    for _ in range(2):
        assert [refute(th, eq(t, u), at=at) is not None for at in places] == [True, False, True, False, True]


def test_undefined_counts_only_at_a_point_that_is_named() -> None:
    line = eq(1 / (x[i] - mu), 1 / (x[i] - mu))
    assert refute(theorem(), line) is None
    found = refute(theorem(), line, at={x: [1, 2, 3], i: 2})
    assert found is not None
    assert found.kind == "undefined"
    assert found.text == "it has no value at C = 3, x = (1, 2, 3), i = 2: division by zero"
    assert refute(theorem(ne(x[i], mu)), line, at={x: [1, 2, 3], i: 2}) is None


@pytest.mark.parametrize(
    "statement",
    [
        eq(mean((x - mu) ** 2), mean(x**2) - mu**2),
        eq(tanh(2 * t), 2 * tanh(t) / (1 + tanh(t) ** 2)),
        eq(D(tanh(t), t), 1 - tanh(t) ** 2),
        eq(exp(t + u), exp(t) * exp(u)),
        eq(sqrt(t**2 + 2) ** 2, t**2 + 2),
        le(mean(x) ** 2, mean(x**2)),
        eq(integral(t * exp(t), t), t * exp(t) - exp(t)),
        either(eq(sqrt(t**2), t), eq(sqrt(t**2), -t)),
        implies(eq(t, u), eq(t**2, u**2)),
        iff(eq(t, 0), eq(t**2, 0)),
        implies(every(x) > 0, mu > 0),
        both(le(mean(x) ** 2, mean(x**2)), eq(mean(x), mu), implies(eq(t, u), eq(u, t))),
        eq(every(x) * C, total(every(x) + 0 * x)),
    ],
)
def test_what_is_true_is_never_refuted(statement: Statement) -> None:
    assert refute(theorem(), statement) is None


def test_refuted_statements_of_other_kinds() -> None:
    th = theorem(t > 0)
    for statement in (
        implies(eq(t**2, u**2), eq(t, u)),
        iff(eq(t, u), eq(t**2, u**2)),
        either(eq(t, 1), eq(t, 2)),
        both(t > 0, t > u),
        eq(integral(t, t), t**2),
        ne(t, 1),
    ):
        found = refute(th, statement)
        assert found is not None, statement
        assert found.kind == "exact", statement
    found = refute(th, eq(integral(t, t), t**2), at={t: 3})
    assert found is not None
    assert found.text == "t = 3: derivatives along t, left 3, right 6"
    found = refute(theorem(), every(x) > 0, at={x: [1, 2, -1]})
    assert found is not None
    assert found.text == "C = 3, x = (1, 2, -1), channel = 3: left -1, right 0"


def test_extra_statements_and_suppositions_hold_at_the_point() -> None:
    th = theorem(t > 0)
    found = refute(th, eq(u, 0), extra=[eq(u, t + 1), t < 1])
    assert found is not None
    assert (found.left, found.right) == ("3/2", "0")
    supposed = th.suppose("two", eq(t, 2), at={t: 2})
    found = refute(th, eq(t, 3), open_suppositions=[supposed])
    assert found is not None
    assert found.text == "t = 2: left 2, right 3"
    assert refute(th, eq(t, 2), open_suppositions=[supposed]) is None


def test_what_a_name_means_is_shown() -> None:
    y = function("y", t)
    found = refute(theorem(model={y: a * t, a: sqrt(b)}), eq(y, t), at={b: 2, t: 3})
    assert found is not None
    assert found.text == (
        "b = 2, t = 3, a = 1.4142135623730950488 ± 1e-20, y(t) = a·t: left 4.2426406871192851464 ± 1e-20, right 3"
    )


def test_frames_are_shared() -> None:
    assert spread.frame(EXACT) is spread.frame(EXACT)
    assert isinstance(spread.frame(EXACT), Frame)


# --- the way to the end of an interval --------------------------------------------------------------------------


@pytest.mark.parametrize("end", [-1, -sqrt(2)])
def test_what_is_supposed_holds_all_the_way_to_the_end_of_an_interval(end):
    """z > 0 with z = t^2 fails at 0, between 1 and the end, wherever one looks beside it."""
    t = symbol("t")
    z = function("z", t)
    theorem = Theorem("way/1", "t", where=[z > 0], along=[interval(t, end)], model={z: t**2, t: 1})
    theorem.claim("(1)", z > 0, by.sign())
    with pytest.raises(NoPoint, match=r"z > 0 all the way to t = |z > 0 at t = "):
        sample(theorem)


def test_a_slope_that_is_squeezed_is_looked_at_all_the_way():
    """y = t/|t| has the slope 0 at each quarter of the way from 1 to -2, and none at 0."""
    t = symbol("t")
    y = function("y", t)
    flat = [D(y, t) >= 0, D(y, t) <= 0]
    theorem = Theorem("way/2", "t", where=flat, along=[interval(t, -2)], model={y: t / sqrt(t**2), t: 1})
    theorem.claim("(1)", D(y, t) >= 0, by.sign())
    with pytest.raises(NoPoint, match="all the way to t = -2"):
        sample(theorem)


def test_what_holds_all_the_way_may_touch_its_end():
    t = symbol("t")
    theorem = Theorem("way/3", "t", where=[t >= 0], along=[interval(t, 0)], model={t: 2})
    theorem.claim("(1)", t >= 0, by.sign())
    assert sample(theorem)


def test_a_name_that_stands_only_where_an_interval_has_to_reach() -> None:
    """D(y, t) = 0 along an interval that contains a: a has a value at the point, as every name has."""
    theorem = Theorem("test/interval", "A test", along=[interval(t, a)], model={function("y", t): 2 + 0 * t})
    given = theorem.given("g", eq(D(function("y", t), t), 0), "hypothesis")
    theorem.claim("(1)", eq(D(function("y", t) ** 2, t), 0), by.algebra(given))
    assert all(("symbol", "a") in point.values for point in sample(theorem))
    report = judge_theorem(theorem)
    assert (report.verdict, report.problems) == ("proved", ())
