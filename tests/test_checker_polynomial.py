"""Polynomials multiplied out, against evaluation at rational points; exact division; bounds on size."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import pytest

from symnorm.checker.calculus.budget import TooLarge
from symnorm.checker.calculus.polynomial import (
    MAX_DEGREE,
    MAX_TERMS,
    Polynomial,
    monomial_product,
    monomial_quotient,
    ratio,
    whole,
)


def atom(n, e=1):
    return Polynomial.atom(n, e)


def constant(value):
    return Polynomial.constant(value)


def at(p, point):
    """The value at a point, by the definition."""
    total = Fraction(0)
    for monomial, coefficient in p.terms.items():
        term = Fraction(coefficient)
        for n, e in monomial:
            term *= point[n] ** e
        total += term
    return total


def some(random, terms=4, atoms=3, degree=3):
    p = constant(0)
    for _ in range(random.randrange(terms + 1)):
        term = constant(Fraction(random.randint(-6, 6), random.randint(1, 4)))
        for _ in range(random.randrange(degree + 1)):
            term = term * atom(random.randrange(atoms))
        p = p + term
    return p


@pytest.mark.parametrize("seed", range(60))
def test_arithmetic_is_that_of_the_values(seed):
    random = Random(seed)
    p, q, n = some(random), some(random), random.randrange(4)
    for _ in range(3):
        point = [Fraction(random.randint(-9, 9), random.randint(1, 5)) for _ in range(3)]
        v, u = at(p, point), at(q, point)
        assert at(p + q, point) == v + u
        assert at(p - q, point) == v - u
        assert at(p * q, point) == v * u
        assert at(-p, point) == -v
        assert at(p**n, point) == v**n
        assert at(p.scaled(Fraction(3, 7)), point) == v * Fraction(3, 7)


@pytest.mark.parametrize("seed", range(40))
def test_division_is_exact_or_none(seed):
    random = Random(seed)
    p, q = some(random), some(random)
    if not q:
        return
    assert (p * q).divided_by(q) == p
    quotient = p.divided_by(q)
    assert quotient is None or quotient * q == p


@pytest.mark.parametrize(
    ("above", "below", "quotient"),
    [
        (atom(0, 2) - atom(1, 2), atom(0) - atom(1), atom(0) + atom(1)),
        (atom(0, 2) + atom(1, 2), atom(0) + atom(1), None),
        (atom(0, 3), atom(0), atom(0, 2)),
        (atom(0), atom(0, 2), None),
        (atom(0), constant(2), atom(0).scaled(Fraction(1, 2))),
        (constant(0), atom(0), constant(0)),
        (constant(1), atom(0), None),
        (atom(0, 6) - constant(1), atom(0, 2) - constant(1), atom(0, 4) + atom(0, 2) + constant(1)),
    ],
)
def test_quotients_by_hand(above, below, quotient):
    assert above.divided_by(below) == quotient


def test_a_power_has_binomial_coefficients():
    assert (atom(0) + atom(1)) ** 9 == Polynomial(
        {tuple((n, e) for n, e in ((1, 9 - k), (0, k)) if e): comb(9, k) for k in range(10)}
    )


def test_whole_numbers_are_integers():
    assert type(whole(Fraction(6, 3))) is int
    assert type(ratio(1, 3)) is Fraction
    assert ratio(6, -4) == Fraction(-3, 2)
    p = atom(0).scaled(Fraction(1, 2))
    assert type((p + p).leading()[1]) is int


def test_nothing_is_kept_that_is_zero():
    p = atom(0) + constant(Fraction(1, 3))
    assert (p - p).terms == {}
    assert not p - p
    assert p.scaled(0).terms == {}
    assert constant(0).as_constant() == 0
    assert ((p + atom(1)) * (p - atom(1)) - p * p + atom(1, 2)).terms == {}


def test_equal_polynomials_have_equal_hashes():
    p = atom(0) * atom(1) + constant(2)
    q = constant(2) + atom(1) * atom(0)
    assert p == q
    assert hash(p) == hash(q)


def test_monomials():
    assert monomial_product(((0, 1),), ((3, 1), (0, 2))) == ((3, 1), (0, 3))
    assert monomial_product(((1, 1),), ((2, 1),)) == ((2, 1), (1, 1))
    assert monomial_quotient(((3, 1), (0, 3)), ((0, 2),)) == ((3, 1), (0, 1))
    assert monomial_quotient(((0, 3),), ((0, 3),)) == ()
    assert monomial_quotient(((0, 1),), ((0, 2),)) is None
    assert monomial_quotient((), ((0, 1),)) is None


def test_monomials_are_multiplied_and_divided_exponent_by_exponent():
    """Of every two of 125 monomials: the exponents are added, and subtracted where none becomes negative."""
    many = [dict(zip((2, 0, -1), exponents, strict=True)) for exponents in product(range(5), repeat=3)]

    def written(exponents):
        return tuple((a, e) for a, e in exponents.items() if e)

    for p, q in product(many, repeat=2):
        assert monomial_product(written(p), written(q)) == written({a: e + q[a] for a, e in p.items()})
        left = {a: e - q[a] for a, e in p.items()}
        assert monomial_quotient(written(p), written(q)) == (None if min(left.values()) < 0 else written(left))


def test_the_leading_term_is_the_first_in_the_order_of_a_dictionary():
    """x_2 before every power of x_1, a higher power before a lower one, a product before each factor."""
    falling = (((2, 1), (1, 1)), ((2, 1),), ((1, 5),), ((1, 2), (0, 7)), ((1, 2),), ((0, 9),), ())
    for n in range(len(falling)):
        assert Polynomial(dict.fromkeys(reversed(falling[n:]), 1)).leading() == (falling[n], 1)


@pytest.mark.parametrize(
    "calculation",
    [
        lambda: atom(0, MAX_DEGREE) * atom(0),
        lambda: atom(0) ** (MAX_DEGREE + 1),
        lambda: Polynomial({((n, 1),): 1 for n in range(MAX_TERMS + 1)}),
        lambda: (Polynomial({((n, 1),): 1 for n in range(300)})) ** 5,
    ],
)
def test_what_is_too_large_is_refused(calculation):
    with pytest.raises(TooLarge):
        calculation()


def test_what_is_made_of_no_term_is_zero() -> None:
    assert Polynomial.constant.__wrapped__(0).terms == {}
    assert not Polynomial.constant.__wrapped__(Fraction(0))
