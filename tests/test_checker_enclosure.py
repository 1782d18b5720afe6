"""Bounds of numbers: they hold the value, they are tight, and what they cannot decide they do not decide."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    Bundle,
    Point,
    TooLarge,
    a,
    add,
    app,
    div,
    eq,
    exp,
    identity,
    log,
    mp,
    mul,
    neg,
    num,
    power,
    root,
    sub,
    t,
    tanh,
    total,
    value,
    x,
)

from symnorm.checker.calculus.budget import Budget
from symnorm.checker.calculus.enclosure import Unbounded, decide, enclose
from symnorm.checker.forms import Malformed

TINY = num("1/1" + "0" * 70)
SMALL = num("1/1" + "0" * 50)
BOUNDS = ("bounds",)


def expression(random, depth):
    if not depth:
        return num(random.choice(["0", "1", "-1", "2", "1/3", "-7/5", "49/1000", "12", "-1/100000"]))

    def e():
        return expression(random, depth - 1)

    return random.choice(
        [
            lambda: add(e(), e(), e()),
            lambda: mul(e(), e()),
            lambda: div(e(), e()),
            lambda: neg(e()),
            lambda: power(e(), random.randrange(-3, 5)),
            lambda: root(e()),
            lambda: root(power(e(), 2)),
            lambda: exp(e()),
            lambda: log(e()),
            lambda: tanh(e()),
            lambda: ("def", "d", None, e()),
        ]
    )()


@pytest.mark.parametrize("seed", range(12))
def test_bounds_hold_the_value(seed):
    random, seen, here = Random(seed), 0, Point()
    for _ in range(60):
        e = expression(random, random.randrange(1, 4))
        try:
            low, high = enclose(e)
        except Unbounded:
            continue
        try:
            v = value(e, here)
        except TooLarge:
            continue
        slack = mp.mpf(10) ** -100 * max(1, abs(v))
        assert mp.mpf(low.numerator) / low.denominator <= v + slack, e
        assert v - slack <= mp.mpf(high.numerator) / high.denominator, e
        assert high - low <= (1 + abs(high)) * Fraction(1, 10**14) or abs(high) > 10**15, e
        seen += 1
    assert seen > 20


@pytest.mark.parametrize(
    ("relation", "left", "right"),
    [
        ("lt", ZERO, TINY),
        ("lt", num("1414213562373095048801688724209698/1000000000000000000000000000000000"), root(TWO)),
        ("gt", num("1414213562373095048801688724209699/1000000000000000000000000000000000"), root(TWO)),
        ("lt", num("2718281828459045/1000000000000000"), exp(ONE)),
        ("gt", num("2718281828459046/1000000000000000"), exp(ONE)),
        ("lt", exp(num(-50)), num("2/10000000000000000000000")),
        ("gt", exp(num(-50)), ZERO),
        ("lt", tanh(num(20)), ONE),
        ("gt", tanh(num("1/1000000")), num("999999/1000000000000")),
        ("lt", tanh(num("1/1000000")), num("1/1000000")),
        ("le", power(num(-3), 2), num(9)),
        ("ge", power(num(-3), 3), num(-27)),
        ("ne", root(num(3)), num("17320508075688772/10000000000000000")),
        ("lt", power(num(2), -3), num("126/1000")),
        ("eq", power(num(-3), 4), num(81)),
        ("eq", exp(ZERO), ONE),
        ("lt", num("6931471805599453094172321214581765680755001343602/1" + "0" * 49), log(TWO)),
        ("gt", num("6931471805599453094172321214581765680755001343603/1" + "0" * 49), log(TWO)),
        ("lt", log(num("1/1" + "0" * 30)), num("-6907/100")),
        ("gt", log(num("1/1" + "0" * 30)), num("-6908/100")),
        ("gt", log(num("7/5")), num("33647223/100000000")),
        ("eq", log(ONE), ZERO),
        ("lt", exp(log(num(3))), num("3000001/1000000")),
        ("le", ZERO, sub(ONE, ONE)),
    ],
)
def test_what_bounds_decide(relation, left, right):
    assert decide(relation, left, right)
    Bundle().accepts((relation, left, right), BOUNDS)


FALSE_OR_OPEN = [
    ("lt", ONE, ONE),
    ("gt", ONE, ONE),
    ("ne", num("2/4"), num("1/2")),
    ("eq", ONE, TWO),
    ("lt", TWO, ONE),
    ("ge", ONE, TWO),
    ("eq", ONE, add(ONE, TINY)),
    ("lt", mul(root(TWO), root(TWO)), TWO),
    ("ne", mul(root(TWO), root(TWO)), TWO),
    ("eq", mul(root(TWO), root(TWO)), TWO),
    ("gt", power(sub(root(TWO), root(TWO)), 2), ZERO),
    ("gt", exp(num(-300)), num("1/1" + "0" * 100)),
    ("lt", num("15/10"), root(TWO)),
    ("lt", add(log(TWO), log(num(3))), log(num(6))),
    ("eq", add(log(TWO), log(num(3))), log(num(6))),
    ("ne", log(num(4)), mul(TWO, log(TWO))),
    ("lt", log(TWO), num("693147/1000000")),
    ("gt", log(TWO), num("693148/1000000")),
    ("ge", log(num("1/2")), ZERO),
    ("ne", power(ZERO, 2), ZERO),
]


@pytest.mark.parametrize("statement", FALSE_OR_OPEN, ids=str)
def test_what_is_false_or_open_is_not_decided(statement):
    assert not decide(*statement)
    Bundle().rejects("bounds of the two sides do not decide", statement, BOUNDS)


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        (div(ONE, ZERO), "a division by what may be zero"),
        (div(ONE, sub(root(TWO), root(TWO))), "a division by what may be zero"),
        (mul(ZERO, div(ONE, ZERO)), "a division by what may be zero"),
        (power(ZERO, -1), "a division by what may be zero"),
        (root(num(-1)), "the root of what may be negative"),
        (root(sub(mul(root(TWO), root(TWO)), TWO)), "the root of what may be negative"),
        (power(root(num(-1)), 2), "the root of what may be negative"),
        (log(ZERO), "the logarithm of what may not be positive"),
        (log(num(-1)), "the logarithm of what may not be positive"),
        (log(sub(root(TWO), root(TWO))), "the logarithm of what may not be positive"),
        (exp(log(ZERO)), "the logarithm of what may not be positive"),
        (exp(num(10**9)), "an exponential of a very large number"),
        (exp(exp(exp(num(5)))), "an exponential of a very large number"),
    ],
    ids=str,
)
def test_what_has_no_bounds(expression, reason):
    with pytest.raises(Unbounded):
        enclose(expression)
    Bundle().rejects(reason, ("ge", power(expression, 2), ZERO), BOUNDS)
    Bundle().rejects(reason, ("eq", expression, expression), BOUNDS)


@pytest.mark.parametrize(
    "expression", [a, x("i"), total(ONE), app("y", ONE), ("at", t, t, ONE)], ids=str
)
def test_bounds_are_for_numbers_only(expression):
    with pytest.raises(Malformed):
        enclose(expression)
    Bundle().rejects("bounds need an expression of numbers", ("ge", power(expression, 2), ZERO), BOUNDS)


@pytest.mark.parametrize("kind", ["or", "and", "implies", "iff"])
def test_bounds_are_for_relations_only(kind):
    Bundle().rejects("bounds need an expression of numbers", (kind, eq(ONE, ONE), eq(ONE, ONE)), BOUNDS)


def test_bounds_do_not_make_a_hypothesis_defined():
    """A statement that has no value is no hypothesis, whatever its certificate says."""
    for role, statement in (
        ("given", eq(div(ONE, a), ONE)),
        ("where", ("gt", root(a), num(-1))),
        ("suppose", eq(log(a), ZERO)),
    ):
        assert "not established" in Bundle().judged(role, statement, BOUNDS).reason
    Bundle().rejects(
        "bounds need an expression of numbers",
        ("and", eq(div(a, a), ONE), eq(ONE, ONE)),
        ("all", BOUNDS, identity()),
    )


@pytest.mark.parametrize(
    ("relation", "holds"),
    [("lt", (True, False, False)), ("le", (True, True, False)), ("eq", (False, True, False)),
     ("ge", (False, True, True)), ("gt", (False, False, True)), ("ne", (True, False, True))],
)  # fmt: skip
def test_every_relation_of_numbers(relation, holds):
    """Of 1, 2 and 3 with 2, and of roots of 2, 3 and 5 with the root of 3: equal roots are not seen to be equal."""
    for left, expected in zip((ONE, TWO, num(3)), holds, strict=True):
        assert Bundle().judged("claim", (relation, left, TWO), BOUNDS).accepted is expected
    for left, expected in zip((TWO, num(5)), holds[::2], strict=True):
        assert Bundle().judged("claim", (relation, root(left), root(num(3))), BOUNDS).accepted is expected
    for left, right in ((root(num(3)), root(num(3))), (ONE, mul(root(TWO), root(num("1/2"))))):
        Bundle().rejects("bounds of the two sides do not decide", (relation, left, right), BOUNDS)


NARROW = sub(root(TWO), add(root(TWO), num("1/1" + "0" * 100)))
"""Less than 0 by so little that its bounds hold 0."""


@pytest.mark.parametrize(
    "statement",
    [("ge", power(NARROW, 3), ZERO), ("ge", mul(NARROW, num("1/3")), ZERO), ("gt", power(NARROW, 2), ZERO)],
    ids=str,
)
def test_a_power_of_what_may_have_either_sign(statement):
    Bundle().rejects("bounds of the two sides do not decide", statement, BOUNDS)


@pytest.mark.parametrize(
    ("relation", "left", "right"),
    [
        ("ge", root(ZERO), ZERO),
        ("lt", num("4999/10000"), root(num("1/4"))),
        ("lt", div(ONE, sub(ZERO, root(num(3)))), num("-57735/100000")),
        ("gt", div(ONE, sub(ZERO, root(num(3)))), num("-57736/100000")),
        ("lt", power(sub(ZERO, root(num(3))), -3), num("-19/100")),
        ("le", power(sub(root(TWO), root(TWO)), 3), SMALL),
        ("ge", power(sub(root(TWO), root(TWO)), 2), ZERO),
    ],
)
def test_numbers_at_zero_and_below(relation, left, right):
    Bundle().accepts((relation, left, right), BOUNDS)


@pytest.mark.parametrize("bound", [0, 1])
def test_a_number_is_not_equal_to_its_bound(bound):
    """The root of 2 is no fraction, not even one of those between which it lies."""
    number = num(enclose(root(TWO))[bound])
    for statement in (("eq", root(TWO), number), ("eq", number, root(TWO))):
        Bundle().rejects("bounds of the two sides do not decide", statement, BOUNDS)


def beside(sign, above):
    """(x, e): x differs by 2^-371 from the logarithm of e, a number of 200 bits near 1 + 2^-20 or 1 - 2^-20.

    Fifteen terms of the series are off by 2^-364, which rounding to 200 bits does not see.
    """
    grid = 1 + sign * Fraction(1 - Fraction(1, 2**10), 2**20)
    with mp.workprec(900):
        exact = mp.log(mp.mpf(grid.numerator) / grid.denominator)
        near = Fraction(int(mp.floor(exact * mp.mpf(2) ** 380)), 2**380)
    return num(near + (Fraction(1, 2**371) if above else -Fraction(1, 2**371))), num(grid)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("above", [True, False])
def test_an_exponential_beside_a_number_of_few_digits(sign, above):
    """The bounds of an exponential are those of the series with its remainder: rounding does not stand for it."""
    x_, grid = beside(sign, above)
    false = ("le", exp(x_), grid) if above else ("ge", exp(x_), grid)
    true = ("ge", exp(x_), sub(grid, SMALL)) if above else ("le", exp(x_), add(grid, SMALL))
    Bundle().rejects("bounds of the two sides do not decide", false, BOUNDS)
    Bundle().accepts(true, BOUNDS)


def test_a_power_beyond_all_measure_is_not_calculated():
    large = ("num", "9" * 400)
    with Budget(10_000, "a power"), pytest.raises(Unbounded):  # the power of the power would cost a hundred times that
        enclose(("pow", ("pow", large, 30), 100))
    with pytest.raises(Unbounded):
        enclose(("pow", large, 31))
    low, high = enclose(("pow", large, 30))
    assert low <= (10**400 - 1) ** 30 <= high


def test_long_bounds_are_counted_by_their_length():
    def work(e):
        with Budget(10**9, "bounds") as budget:
            enclose(e)
        return budget.done

    short, long = (("add", ("pow", ("num", digits), 12), ("num", "1/7")) for digits in ("3", "7" * 400))
    assert work(("mul", long, long)) > 10 * work(("mul", short, short))
    for operation in (lambda e: ("fn", "sqrt", e), lambda e: ("add", e, ("num", "1/3"))):
        assert work(operation(("pow", ("num", "7" * 400), 25))) > 3 * work(operation(("pow", ("num", "7" * 400), 12)))
