"""Normal forms: which are equal, and which conditions they name, by hand. Their values are compared elsewhere."""

from __future__ import annotations

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    C,
    D,
    a,
    add,
    app,
    at,
    b,
    delta,
    div,
    exp,
    integral,
    log,
    mul,
    neg,
    num,
    power,
    root,
    sub,
    sym,
    t,
    tanh,
    total,
    u,
    w,
    x,
)

from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.calculus.quotient import Undefined as NoValue

mu = div(total(x("k")), C)
variance = div(total(power(sub(x("k"), mu), 2)), C)


def normalizer():
    return Normalizer(C)


def normal(expression):
    return normalizer()(expression)


def is_zero(expression):
    return not normal(expression)[0]


# --- by hand --------------------------------------------------------------------------------------------------

EQUAL = {
    "a sum of three": (add(a, b, a), add(mul(TWO, a), b)),
    "a cube": (power(add(a, b), 2), add(power(a, 2), mul(TWO, a, b), power(b, 2))),
    "a quotient of quotients": (div(div(a, b), div(b, a)), div(power(a, 2), power(b, 2))),
    "a negative power": (power(div(a, b), -3), div(power(b, 3), power(a, 3))),
    "a power of zero": (power(a, 0), ONE),
    "a decimal": (num("49/1000"), div(num(49), num(1000))),
    "a root squared": (mul(root(a), root(a)), a),
    "the fourth power of a root": (power(root(add(a, b)), 4), power(add(a, b), 2)),
    "one over a root": (div(ONE, root(a)), div(root(a), a)),
    "a root below": (div(a, root(a)), root(a)),
    "the root of 4 a": (root(mul(num(4), a)), mul(TWO, root(a))),
    "the root of 9/4": (root(num("9/4")), num("3/2")),
    "conjugates": (mul(add(root(a), b), sub(root(a), b)), sub(a, power(b, 2))),
    "exp of a sum": (exp(add(a, b)), mul(exp(a), exp(b))),
    "exp of a difference": (exp(sub(a, b)), div(exp(a), exp(b))),
    "exp of 2 a": (exp(mul(TWO, a)), power(exp(a), 2)),
    "exp of log": (exp(log(a)), a),
    "exp of - 2 log": (exp(mul(num(-2), log(a))), power(a, -2)),
    "exp of log / 2": (exp(div(log(a), TWO)), root(a)),
    "log of exp": (log(exp(add(mul(a, b), ZERO))), mul(a, b)),
    "log of 1": (log(div(a, a)), ZERO),
    "tanh": (tanh(a), div(sub(exp(a), exp(neg(a))), add(exp(a), exp(neg(a))))),
    "tanh of 0": (tanh(sub(a, a)), ZERO),
    "a delta squared": (power(delta("i", "j"), 2), delta("j", "i")),
    "a delta moves": (mul(delta("i", "j"), x("j"), exp(x("j"))), mul(delta("i", "j"), x("i"), exp(x("i")))),
    "three deltas": (mul(delta("i", "j"), delta("j", "k")), mul(delta("i", "j"), delta("i", "k"))),
    "delta of one index": (delta("i", "i"), ONE),
    "a sum picks": (total(mul(delta("k", "i"), x("k"))), x("i")),
    "a sum is linear": (total(add(mul(a, x("k")), b)), add(mul(a, total(x("l"), "l")), mul(C, b))),
    "a bound index": (total(x("k"), "k"), total(x("i"), "i")),
    "an index bound twice": (total(mul(x("k"), total(x("k"), "k")), "k"), power(total(x("l"), "l"), 2)),
    "sums change order": (total(total(mul(x("k"), w("l")), "l"), "k"), mul(total(x("k")), total(w("k")))),
    "all but i": (total(x("k"), "k", "i"), sub(total(x("k")), x("i"))),
    "how many but i": (total(ONE, "k", "i"), sub(C, ONE)),
    "all but the i outside": (total(x("m"), "m", "i"), sub(total(x("k")), x("i"))),
    "all but i and j": (total(ONE, "k", "i", "j"), add(C, num(-2), delta("i", "j"))),
    "deviations": (total(sub(x("k"), mu)), ZERO),
    "the variance": (variance, sub(div(total(power(x("k"), 2)), C), power(mu, 2))),
    "a power rule": (D(power(a, 3), a), mul(num(3), power(a, 2))),
    "a quotient rule": (D(div(a, b), b), neg(div(a, power(b, 2)))),
    "a chain rule": (D(root(add(power(a, 2), b)), a), div(a, root(add(power(a, 2), b)))),
    "of exp": (D(exp(mul(a, b)), a), mul(b, exp(mul(a, b)))),
    "of log": (D(log(mul(a, b)), a), div(ONE, a)),
    "of tanh": (D(tanh(mul(b, a)), a), mul(b, sub(ONE, power(tanh(mul(b, a)), 2)))),
    "of an unknown function": (D(app("y", mul(a, a)), a), mul(TWO, a, ("app", "y", (1,), (mul(a, a),)))),
    "of one of two arguments": (
        D(app("f", a, mul(a, b)), a),
        add(("app", "f", (1, 0), (a, mul(a, b))), mul(b, ("app", "f", (0, 1), (a, mul(a, b))))),
    ),
    "a coordinate": (D(x("j"), x("i")), delta("i", "j")),
    "of the mean": (D(mu, x("i")), div(ONE, C)),
    "of a sum of squares": (D(total(power(x("k"), 2)), x("i")), mul(TWO, x("i"))),
    "of the variance": (D(variance, x("i")), mul(div(TWO, C), sub(x("i"), mu))),
    "a divergence": (total(D(mul(x("k"), x("k")), x("k"))), mul(TWO, total(x("k")))),
    "of another vector": (D(w("i"), x("i")), ZERO),
    "a value": (at(mul(t, exp(t)), t, add(a, ONE)), mul(add(a, ONE), exp(add(a, ONE)))),
    "a value of a derivative": (at(D(power(t, 2), t), t, num(5)), num(10)),
    "a value of a sum": (at(total(mul(t, x("k"))), t, a), mul(a, total(x("k")))),
    "a value that holds the variable": (at(power(t, 2), t, add(t, ONE)), power(add(t, ONE), 2)),
    "a definition": (("def", "m", None, mu), mu),
    "antiderivatives": (D(integral(mul(t, a), t), t), mul(t, a)),
}

DIFFERENT = {
    "a square root is no number": (root(power(a, 2)), a),
    "the root of a negative square": (root(power(neg(a), 2)), neg(a)),
    "sums of roots": (root(add(a, b)), add(root(a), root(b))),
    "log of a square": (log(power(a, 2)), mul(TWO, log(a))),
    "log of a product": (log(mul(a, b)), add(log(a), log(b))),
    "exp of a product": (exp(mul(a, b)), mul(exp(a), exp(b))),
    "exp of log over another": (exp(div(log(a), b)), a),
    "exp of log over 2 b": (exp(div(log(a), mul(TWO, b))), root(a)),
    "exp of log times another": (exp(mul(b, log(a))), a),
    "exp of log squared": (exp(power(log(a), 2)), power(a, 2)),
    "C is no 1": (C, ONE),
    "a mean of squares": (div(total(power(x("k"), 2)), C), power(mu, 2)),
    "a product of sums": (total(mul(x("k"), w("k"))), mul(total(x("k")), total(w("k")))),
    "another index": (x("i"), x("j")),
    "another vector": (x("i"), w("i")),
    "one delta and one": (delta("i", "j"), ONE),
    "the sum without i": (total(x("k"), "k", "i"), total(x("k"))),
    "C - 1 or C": (total(ONE, "k", "i"), C),
    "a function and its derivative": (app("y", a), ("app", "y", (1,), (a,))),
    "other orders": (("app", "f", (1, 0), (a, b)), ("app", "f", (0, 1), (a, b))),
    "other arguments": (app("y", a), app("y", b)),
    "tanh is odd": (tanh(a), tanh(neg(a))),
    "an antiderivative and another": (integral(ONE, t), t),
    "antiderivatives along two variables": (integral(ONE, t), integral(ONE, u)),
}


@pytest.mark.parametrize("sides", EQUAL.values(), ids=EQUAL)
def test_equal_expressions_have_one_normal_form(sides):
    assert is_zero(sub(*sides))


@pytest.mark.parametrize("sides", DIFFERENT.values(), ids=DIFFERENT)
def test_different_expressions_have_different_normal_forms(sides):
    assert not is_zero(sub(*sides))


@pytest.mark.parametrize(
    ("expression", "duties"),
    [
        (div(a, b), [("!=", b)]),
        (div(a, TWO), []),
        (power(a, -2), [("!=", a)]),
        (power(a, 2), []),
        (div(a, a), [("!=", a)]),
        (root(a), [(">=", a)]),
        (log(a), [(">", a)]),
        (tanh(div(a, b)), [("!=", b)]),
        (D(root(a), a), [(">", a)]),
        (D(power(root(a), 2), a), [(">", a)]),
        (D(root(a), b), [(">=", a)]),
        (D(integral(root(a), a), a), [(">", a)]),
        (at(div(ONE, t), t, a), [("!=", a)]),
        (total(log(x("k"))), [(">", x("*1"))]),
        (total(total(log(add(x("k"), w("l"))), "l")), [(">", add(x("*1"), w("*2")))]),
        (mul(ZERO, div(ONE, a)), [("!=", a)]),
        (power(div(ONE, a), 0), [("!=", a)]),
    ],
)
def test_duties(expression, duties):
    normalize = normalizer()
    assert list(normalize(expression)[1]) == [(relation, normalize(q)[0]) for relation, q in duties]


@pytest.mark.parametrize(
    "expression",
    [
        div(ONE, sub(a, a)),
        power(sub(mul(root(a), root(a)), a), -1),
        at(div(ONE, t), t, ZERO),
        total(div(ONE, sub(x("k"), x("i"))), "k", "i"),
        at(x("j"), x("i"), ZERO),
        at(total(x("k")), x("i"), ZERO),
        at(integral(t, t), t, ZERO),
        D(integral(mul(a, t), t), a),
        total(x("k"), "k", dimension=num(3)),
        total(x("k"), "k", dimension=num(-1)),
        total(x("k"), "k", dimension=add(C, ONE)),
        add(total(x("k")), total(x("k"), dimension=sym("N"))),
        D(total(x("k")), C),
        at(total(x("k")), C, ONE),
    ],
    ids=str,
)
def test_what_has_no_value_is_refused(expression):
    with pytest.raises(NoValue):
        normal(expression)
