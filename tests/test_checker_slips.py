"""Slips of the calculus that would let something false through, or a duty out: each false claim is refused.

They were found by mutating the checker (`benchmarks/checker_mutants.py`): these tests kill what other tests let live.
"""

from __future__ import annotations

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    Bundle,
    C,
    D,
    a,
    add,
    app,
    at,
    b,
    c,
    delta,
    div,
    eq,
    exp,
    mul,
    neg,
    num,
    power,
    root,
    sym,
    t,
    total,
    x,
)

from symnorm.checker.calculus.normal import Normalizer

# --- what generators stand for --------------------------------------------------------------------------------


def test_a_constant_made_of_a_constant_belongs_to_its_channel():
    """c = x_i for a channel i, and d = c: there is another d in another channel."""
    bundle, d = Bundle(t), sym("d")
    flat = bundle.step(eq(D(x("i"), t), ZERO))
    bundle.add("constant", eq(c, x("i")), flat)
    bundle.rejects("belongs to channel i", eq(total(c, "i"), mul(C, c)))
    flat = bundle.step(eq(D(c, t), ZERO))
    bundle.add("constant", eq(d, c), flat)
    bundle.rejects("belongs to channel i", eq(total(d, "i"), mul(C, d)))
    bundle.accepts(eq(total(d, "k"), mul(C, d)))


def test_a_constant_made_of_a_sum_belongs_to_no_channel():
    """The index of the sum is bound: the constant may stand under another one."""
    bundle = Bundle(t)
    flat = bundle.step(eq(D(total(x("k")), t), ZERO))
    bundle.add("constant", eq(c, total(x("k"))), flat)
    grown = exp(mul(c, t, x("k")))
    bundle.accepts(eq(D(total(grown), t), total(mul(c, x("k"), grown))))


@pytest.mark.parametrize(("body", "is_carried"), [(lambda i: mul(x(i), app("f", x(i))), False), (x, True)])
def test_an_exponential_of_a_function_need_not_have_a_value_in_another_channel(body, is_carried):
    """A delta carries over what always has one. The exponential is read first, when little else is known."""
    normal = Normalizer()
    product = normal(mul(exp(body("j")), delta("i", "j")))[0]
    assert normal(exp(body("i")))[0].atoms().isdisjoint(product.atoms()) is not is_carried


def test_a_symbol_is_no_entry_of_the_vector_of_its_name():
    Bundle().accepts(eq(D(x("i"), sym("x")), ZERO))
    Bundle().accepts(eq(D(sym("x"), x("i")), ZERO))


# --- quotients and roots --------------------------------------------------------------------------------------


def is_equal(left, right):
    """Whether both have one normal form."""
    normal = Normalizer(C)
    return not normal(left)[0] - normal(right)[0]


ABOVE = add(b, ONE)
RATIO, OTHER, THIRD = root(div(a, b)), root(div(c, b)), root(div(a, mul(b, c)))


NEXT = div(ONE, add(x("k"), ONE))


@pytest.mark.parametrize(
    ("left", "right", "wrong"),
    [
        (div(ONE, power(add(mul(TWO, a), num(3)), 3)), power(div(num("1/2"), add(a, num("3/2"))), 3), num(6)),
        (power(div(ONE, mul(num(3), a)), 3), div(num("1/27"), power(a, 3)), num(9)),
        (div(ONE, mul(root(mul(a, ABOVE)), add(c, ONE))),
         mul(div(ONE, root(mul(a, ABOVE))), div(ONE, add(c, ONE))), add(c, ONE)),
        (div(ONE, div(root(a), add(root(a), ONE))), add(ONE, div(ONE, root(a))), a),
        (power(add(RATIO, ONE), 2), add(div(a, b), mul(TWO, RATIO), ONE), b),
        (power(add(RATIO, ONE), 3), add(mul(RATIO, div(a, b)), mul(num(3), div(a, b)), mul(num(3), RATIO), ONE), b),
        (power(add(RATIO, ONE), 4),
         add(power(div(a, b), 2), mul(num(4), RATIO, div(a, b)), mul(num(6), div(a, b)), mul(num(4), RATIO), ONE), b),
        (power(add(RATIO, OTHER), 2), add(div(a, b), div(c, b), mul(TWO, RATIO, OTHER)), b),
        (power(add(THIRD, ONE), 2), add(div(a, mul(b, c)), mul(TWO, THIRD), ONE), c),
        (mul(div(RATIO, b), RATIO), div(a, power(b, 2)), b),
        (mul(div(root(div(a, ABOVE)), ABOVE), root(div(a, ABOVE))), div(a, power(ABOVE, 2)), ABOVE),
        (at(mul(div(ONE, add(t, ONE)), div(ONE, add(t, TWO))), t, a), div(ONE, mul(add(a, ONE), add(a, TWO))), TWO),
        (add(div(ONE, a), div(ONE, b), div(ONE, c)), div(add(mul(b, c), mul(a, c), mul(a, b)), mul(a, b, c)), TWO),
        (exp(div(a, TWO)), mul(exp(div(a, num(6))), div(ONE, exp(div(a, num(6)))), exp(div(a, TWO))), exp(a)),
        (exp(mul(num("2/3"), a)), power(exp(mul(num("1/3"), a)), 2), exp(a)),
        (root(mul(num("4/9"), a)), mul(num("2/3"), root(a)), TWO),
        (power(root(mul(num("4/3"), a)), 2), mul(num("4/3"), a), num(3)),
        (power(root(mul(num("3/4"), a)), 2), mul(num("3/4"), a), num(3)),
        (div(power(a, 3), a), power(a, 2), TWO),
        (div(mul(power(a, 3), b), mul(a, b)), power(a, 2), b),
        (div(mul(add(a, ONE), add(b, ONE)), mul(add(b, ONE), add(a, ONE))), ONE, TWO),
        (at(mul(t, exp(t)), t, div(ONE, a)), div(exp(div(ONE, a)), a), a),
        (at(mul(exp(t), div(ONE, t)), t, div(a, b)), div(mul(b, exp(div(a, b))), a), b),
        (total(mul(delta("i", "j"), x("k"))), mul(delta("i", "j"), total(x("k"))), TWO),
        (total(mul(NEXT, div(ONE, add(x("k"), TWO)))), total(mul(div(ONE, add(x("k"), TWO)), NEXT)), TWO),
        (total(mul(NEXT, div(ONE, add(a, TWO)))), mul(div(ONE, add(a, TWO)), total(NEXT)), TWO),
    ],
    ids=repr,
)  # fmt: skip
def test_what_quotients_and_roots_are(left, right, wrong):
    """They are equal to the other side, and not to a multiple of it."""
    assert is_equal(left, right)
    assert is_equal(right, left)
    for false in (mul(wrong, right), div(right, wrong), add(right, left), ZERO):
        assert not is_equal(left, false)
        assert not is_equal(false, left)


@pytest.mark.parametrize("e", [ONE, ZERO, mul(TWO, a), power(a, 2), mul(a, b), div(a, b), div(ONE, a), add(a, b)])
def test_what_is_no_generator(e):
    assert Normalizer()(e)[0].as_atom() is None
    assert Normalizer()(a)[0].as_atom() == 0


@pytest.mark.parametrize("factor", [TWO, num(3), num("1/2")])
@pytest.mark.parametrize("is_turned", [False, True])
def test_a_denominator_under_a_sum_has_the_factor_that_it_has(factor, is_turned):
    """The derivative of the sum of 1/(x_k + 2 t) is that of 1/(x_k + 2 t), summed: -2/(x_k + 2 t)^2."""
    below = add(mul(factor, t), x("k")) if is_turned else add(x("k"), mul(factor, t))
    some, squares = total(div(ONE, below)), total(power(div(ONE, below), 2))
    for first in (some, squares, t):  # what is read first comes first in every order
        normal = Normalizer(C)
        normal(first)
        slope = normal(D(some, t))[0]
        assert not slope - normal(mul(neg(factor), squares))[0]
        for wrong in (squares, neg(squares), mul(factor, squares), mul(neg(factor), factor, squares)):
            assert slope - normal(wrong)[0]
        assert not normal(at(some, t, t))[0] - normal(some)[0]
        assert not normal(at(some, t, a))[0] - normal(total(div(ONE, at(below, t, a))))[0]


@pytest.mark.parametrize("is_first", [False, True])
@pytest.mark.parametrize("factor", [num(4), num(9), num("1/4"), TWO])
def test_a_root_under_a_sum_has_the_factor_that_it_has(factor, is_first):
    """The derivative of the sum of sqrt(x_k + 4 t) is that of sqrt(x_k + 4 t), summed: 2/sqrt(x_k + 4 t)."""
    below = add(x("k"), mul(factor, t))
    slope, inverses = D(total(root(below)), t), total(div(ONE, root(below)))
    for wrong in (num("1/2"), TWO, num(4), num("1/4"), num(3)):
        normal = Normalizer(C)
        normal(t if is_first else total(root(below)))
        assert not normal(slope)[0] - normal(mul(factor, num("1/2"), inverses))[0]
        assert normal(slope)[0] - normal(mul(wrong, factor, num("1/2"), inverses))[0]


def test_every_factor_of_a_denominator_stays_under_the_sum():
    second, third = (div(ONE, add(x("k"), n)) for n in (TWO, num(3)))
    for some in ((NEXT, second), (NEXT, third), (second, third), (NEXT,), (second,), (third,)):
        assert not is_equal(total(mul(NEXT, second, third)), total(mul(ONE, *some)))
