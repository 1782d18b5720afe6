"""Normal forms have the values of the expressions as written, at random; where they have not, it is noticed."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import differential
import meaning
import pytest
from differential import BAD, DUE, ENLARGED, OUTSIDE, SAME, WRONG, compared
from expressions import KINDS, Source, WholeSource
from meaning import DIGITS, FLOATS, Place, Undefined, value
from test_checker_kit import (
    ONE,
    TWO,
    C,
    D,
    a,
    add,
    app,
    at,
    delta,
    div,
    exp,
    integral,
    log,
    mul,
    num,
    power,
    root,
    sub,
    t,
    tanh,
    total,
    w,
    x,
)

from symnorm.checker.calculus.generators import Generators
from symnorm.checker.calculus.polynomial import Polynomial
from symnorm.checker.calculus.quotient import Quotient
from symnorm.checker.calculus.ring import Ring

HERE = Place(
    {"a": Fraction(2), "b": Fraction(1, 3), "c": Fraction(5), "t": Fraction(3, 2)},
    {"x": (Fraction(1), Fraction(2), Fraction(6)), "w": (Fraction(3), Fraction(1, 2), Fraction(-1))},
    {"i": 0, "j": 2},
)


@pytest.mark.parametrize("seed", range(8))
def test_a_sample(seed):
    tally = differential.run(400, f"test/{seed}")
    assert tally.bad == []
    assert tally.somewhere > 300
    assert set(tally.kinds) == set(KINDS)


@pytest.mark.parametrize("seed", range(4))
def test_a_sample_with_whole_numbers(seed):
    tally = differential.run(400, f"whole/{seed}", WholeSource)
    assert tally.bad == []
    assert tally.somewhere > 200


def test_a_sample_is_the_same_again():
    assert differential.run(20, "x").outcomes == differential.run(20, "x").outcomes


# --- the values of the tests, against those worked out by hand ------------------------------------------------

BY_HAND = [
    (total(x("k")), 9),
    (total(power(x("k"), 2), "k", "i"), 40),
    (total(ONE, "k", "i", "j"), 1),
    (total(total(mul(x("k"), w("l")), "l")), Fraction(45, 2)),
    (total(mul(delta("k", "j"), w("k"))), -1),
    (D(power(t, 3), t), Fraction(27, 4)),
    (D(total(power(x("k"), 2)), x("j")), 12),
    (total(D(power(x("k"), 2), x("k"))), 18),
    (D(D(power(t, 4), t), t), 27),
    (D(mul(t, D(power(t, 3), t)), t), Fraction(81, 4)),
    (D(div(ONE, t), t), Fraction(-4, 9)),
    (D(log(t), t), Fraction(2, 3)),
    (D(root(power(t, 2)), t), 1),
    (D(at(mul(t, a), t, mul(t, t)), t), 6),
    (at(mul(t, t), t, add(t, ONE)), Fraction(25, 4)),
    (at(total(x("k")), x("i"), num(0)), 8),
    (exp(log(a)), 2),
    (D(exp(log(t)), t), 1),
    (tanh(log(TWO)), Fraction(3, 5)),
    (D(integral(mul(t, t), t), t), Fraction(9, 4)),
    (D(mul(t, integral(t, t)), t), Fraction(3, 8) + Fraction(9, 4)),
    (app("y", num(0)), 1),
    (("app", "y", (1,), (num(0),)), 1),
    (("app", "f", (0, 1), (num(0), num(3))), 0),
    (D(app("f", mul(t, num(0)), t), t), 0),
    (("app", "g", (2,), (ONE,)), Fraction(-1, 4)),
    (D(app("g", mul(t, t)), t), Fraction(12, 13)),
]


@pytest.mark.parametrize("arithmetic", [FLOATS, DIGITS])
@pytest.mark.parametrize(("expression", "expected"), BY_HAND)
def test_values_by_hand(expression, expected, arithmetic):
    found = value(arithmetic, expression, HERE.in_(arithmetic))
    assert abs(found - arithmetic.number(Fraction(expected))) < (1e-40 if arithmetic is DIGITS else 1e-12)


@pytest.mark.parametrize(
    "expression",
    [
        div(a, sub(a, TWO)), root(num(-1)), log(num(0)), at(div(t, t), t, num(0)), power(sub(a, a), -1),
        app("g", num(-1)), total(div(ONE, sub(x("k"), x("i")))), D(log(sub(t, TWO)), t), tanh(log(num(-1))),
    ],
)  # fmt: skip
def test_what_has_no_value(expression):
    for arithmetic in (FLOATS, DIGITS):
        with pytest.raises(Undefined):
            value(arithmetic, expression, HERE.in_(arithmetic))


# --- what is noticed ------------------------------------------------------------------------------------------

PLACES = [Source(Random(n)).place() for n in range(60)]
APART = Place(dict.fromkeys("abct", 1), {v: (Fraction(2), Fraction(-1), Fraction(3)) for v in "xw"}, {"i": 0, "j": 1})
"""x_i > 0 and x_j < 0."""


def outcomes(expression):
    return set(compared(expression, [*PLACES, APART]))


def test_the_outcomes():
    assert outcomes(add(a, ONE)) == {SAME}
    assert outcomes(root(a)) == {SAME, DUE}
    assert outcomes(app("g", a)) == {SAME, OUTSIDE}
    assert outcomes(total(app("g", x("k")), "k", "i")) == {SAME, OUTSIDE}


def test_a_wrong_value_is_noticed(monkeypatch):
    monkeypatch.setattr(Ring, "sqrt", lambda ring, q: ring.generator(("sqrt", q * ring.constant(4))))
    assert WRONG in outcomes(root(add(ONE, power(a, 2))))


def test_a_condition_that_is_missing_is_noticed(monkeypatch):
    expression = div(mul(a, t), mul(a, t))
    assert not outcomes(expression) & set(BAD)
    normal = differential.Normalizer.__call__
    monkeypatch.setattr(differential.Normalizer, "__call__", lambda n, e: (normal(n, e)[0], ()))
    assert ENLARGED in outcomes(expression)


def test_what_a_delta_may_not_carry_over_is_noticed(monkeypatch):
    """Everything is taken to have a value everywhere: then r^2 = f brings in what has none at the other index."""
    r = root(div(ONE, sub(root(power(x("j"), 2)), x("j"))))
    for expression in (mul(delta("i", "j"), root(x("j"))), mul(delta("i", "j"), r, r)):
        assert not outcomes(expression) & set(BAD)
        with monkeypatch.context() as patch:
            patch.setattr(Generators, "_is_total", lambda *_: True)
            assert ENLARGED in outcomes(expression)


def test_an_index_that_is_captured_is_noticed(monkeypatch):
    both = power(mul(x("k"), x("l")), 2)
    expression = total(total(mul(root(add(ONE, power(x("k"), 2))), root(add(ONE, both))), "l"))
    assert outcomes(expression) == {SAME}
    monkeypatch.setattr(Generators, "level", lambda ring, monomial: 1)
    assert outcomes(expression) != {SAME}


def test_a_normal_form_is_read_by_what_its_generators_stand_for():
    ring = Ring()
    root_, moment = ring.atom(("sqrt", ring.constant(4))), ring.atom(("coord", "x", "j"))
    q = Quotient(ring, Polynomial({((root_, 3),): Fraction(1, 2), (): 1}), {Polynomial.atom(moment): 2})
    assert meaning.quotient(FLOATS, q, HERE.in_(FLOATS)) == pytest.approx(5 / 36)
    body = ((moment_of(ring), 2),)
    assert meaning.generator(FLOATS, ring, ("sum", ring.generator(("sym", "C")), body), HERE.in_(FLOATS)) == 41
    assert not meaning.holds(FLOATS, ("!=", q - q), HERE.in_(FLOATS))
    assert C == ("sym", "C")


def moment_of(ring):
    return ring.atom(("coord", "x", ".1"))


def test_the_product_of_small_denominators_is_not_zero():
    """e^-30 is told from zero, and e^-240, which the digits cannot tell from it, is its eighth power."""
    place = Place({**HERE.symbols, "t": Fraction(-30)}, HERE.vectors, HERE.indices)
    assert compared(power(exp(t), -8), [place]) == [SAME]
