"""Normal forms: equal ones by hand, and, for random expressions, their value against that of the expression."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    C,
    D,
    Point,
    Undefined,
    a,
    add,
    app,
    at,
    b,
    delta,
    div,
    exp,
    function,
    integral,
    log,
    mp,
    mul,
    neg,
    num,
    partial,
    power,
    root,
    sub,
    sym,
    t,
    tanh,
    total,
    u,
    value,
    w,
    x,
)
from test_checker_kit import TooLarge as OutOfReach

from symnorm.checker.normal import Normalizer
from symnorm.checker.polynomial import TooLarge
from symnorm.checker.quotient import Undefined as NoValue

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
    "all but the i outside": (total(x("i"), "i", "i"), sub(total(x("k")), x("i"))),
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


# --- at random ------------------------------------------------------------------------------------------------

NUMBERS = [num(Fraction(n, d)) for n, d in ((1, 1), (2, 1), (-1, 1), (1, 2), (3, 1), (-2, 3), (4, 1))]
FUNCTIONS = {"y": lambda s: s**2 / 3 + s + 1, "f": lambda s, r: 1 + s * r + s**2 * r / 2 - r**2}


def expression(random: Random, depth: int, indices: tuple[str, ...] = ("i", "j")) -> tuple:
    """An expression in symbols, two vectors and the given indices; most have a value somewhere."""

    def e(less: int = 1) -> tuple:
        return expression(random, depth - less, indices)

    def variable() -> tuple:
        return random.choice([a, t, x(random.choice(indices))])

    if depth <= 0:
        vector = random.choice((x, w))
        i, j = random.choice(indices), random.choice(indices)
        return random.choice([a, b, t, C, vector(i), vector(j), vector(i), random.choice(NUMBERS), delta(i, j)])
    match random.randrange(18 if len(indices) < 4 else 14):
        case 0 | 1:
            return add(*(e() for _ in range(random.choice((2, 2, 3)))))
        case 2 | 3:
            return mul(*(e() for _ in range(random.choice((2, 2, 3)))))
        case 4:
            return sub(e(), e())
        case 5:
            return div(e(), e())
        case 6:
            return power(e(), random.choice((-2, -1, 0, 2, 3)))
        case 7:
            return root(random.choice((e(), add(ONE, power(e(), 2)), mul(num(4), e()))))
        case 8:
            return exp(random.choice((e(2), log(add(ONE, power(e(2), 2))), div(log(add(TWO, e(2))), TWO))))
        case 9:
            return log(random.choice((e(), exp(e(2)), add(ONE, power(e(), 2)))))
        case 10:
            return random.choice((tanh(e(2)), app("y", e()), app("f", e(2), e()), ("def", "d", None, e())))
        case 11:
            return D(e(), variable())
        case 12:
            return at(e(), variable(), e(2))
        case 13:
            return e(0 if depth > 1 else 1)
    k = "kl"[len(indices) - 2]
    body = expression(random, depth - 1, (*indices, k))
    return total(body, k, *random.sample(indices, random.choice((0, 0, 0, 1, 2))))


POINTS = [
    Point(
        {"a": Fraction(2), "b": Fraction(1, 3), "t": Fraction(3, 2)},
        {"x": [Fraction(1), Fraction(5, 2)], "w": [Fraction(3), Fraction(1, 2)]},
        {"i": 1, "j": 2},
        FUNCTIONS,
    ),
    Point(
        {"a": Fraction(3, 4), "b": Fraction(-2), "t": Fraction(1, 5)},
        {"x": [Fraction(2, 3), Fraction(3), Fraction(7, 5)], "w": [Fraction(1, 4), Fraction(2), Fraction(-3)]},
        {"i": 2, "j": 2},
        FUNCTIONS,
    ),
]


def evaluate(ring, q, point):
    """The value of a normal form, by what the table of generators says that they stand for."""
    below = mp.fprod([polynomial(ring, p, point) ** e for p, e in q.den.items()])
    if abs(below) < mp.mpf(10) ** -80:
        raise Undefined("a denominator")
    return polynomial(ring, q.num, point) / below


def polynomial(ring, p, point):
    return mp.fsum(
        mp.mpf(Fraction(c).numerator) / Fraction(c).denominator * monomial(ring, m, point)
        for m, c in p.terms.items()
    )


def monomial(ring, m, point):
    """delta_ij f(j) is written delta_ij f(i): 0 where i and j differ, whether or not f(i) has a value."""
    deltas = [generator(ring, n, point) for n, _ in m if ring.keys[n][0] == "delta"]
    if not all(deltas):
        return mp.zero
    return mp.fprod([generator(ring, n, point) ** e for n, e in m])


def generator(ring, n, point):
    match ring.keys[n]:
        case ("sym" | "coord" | "delta", *_) as key:
            return value(key, point)
        case ("sum", _, m):
            k = ring.placeholder(m)
            return mp.fsum(monomial(ring, m, point.bind(k, n)) for n in range(1, point.channels + 1))
        case ("sqrt" | "exp" | "log" as name, q):
            return function(name, evaluate(ring, q, point))
        case ("app", name, orders, args):
            return partial(point.functions[name], orders, [evaluate(ring, q, point) for q in args])
        case ("inv", p):
            below = polynomial(ring, p, point)
            if abs(below) < mp.mpf(10) ** -80:
                raise Undefined("an inverse")
            return 1 / below
    raise AssertionError(ring.keys[n])


def holds(ring, duty, point):
    """Whether a duty holds at a point, in every channel where it speaks of every channel."""
    relation, q = duty
    stars = sorted(i for i in ring.indices(q) if i[0] == "*")
    for channels in product(range(1, point.channels + 1), repeat=len(stars)):
        here = point
        for star, channel in zip(stars, channels, strict=True):
            here = here.bind(star, channel)
        v = evaluate(ring, q, here)
        small = abs(v) < mp.mpf(10) ** -15
        if small and relation != ">=":
            return False
        if relation != "!=" and v < 0 and not small:
            return False
    return True


def compared(e: tuple) -> bool:
    """Where all duties hold, the normal form has the value of the expression. Whether it did so anywhere."""
    normalize = normalizer()
    try:
        q, duties = normalize(e)
    except (NoValue, TooLarge):
        return False
    seen = False
    for point in POINTS:
        try:
            if not all(holds(normalize.ring, d, point) for d in duties):
                continue
            literal = value(e, point)
            found = evaluate(normalize.ring, q, point)
        except OutOfReach:
            continue
        except Undefined as error:
            raise AssertionError(f"all duties hold, and it has no value: {error}: {e}") from None
        assert abs(found - literal) <= mp.mpf(10) ** -15 * max(1, abs(literal)), (found, literal, e)
        seen = True
    return seen


@pytest.mark.parametrize("seed", range(8))
def test_a_normal_form_has_the_value_of_the_expression(seed):
    random = Random(seed)
    count = sum(compared(expression(random, random.choice((2, 3, 3, 4)))) for _ in range(150))
    assert count > 60
