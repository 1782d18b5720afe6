"""Numbers of a point: what encloses them contains them, and only what is zero is said to be zero."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import pytest

from symnorm.checker.refutation.values import PRECISION, Ball, Dual, NoValue, Numbers, Undecided, artanh, taylor

# --- how near to zero a number may be -------------------------------------------------------------------------


def test_what_is_too_near_to_zero_to_tell_is_not_zero() -> None:
    """By the size of one summand, of one factor: sqrt(N^2 + 1) - N and (sqrt(2) - 1)^n are positive."""
    numbers, large = Numbers(), Fraction(2**1_100)
    difference = numbers.subtract(numbers.function("sqrt", large**2 + 1), large)
    assert numbers.sign(difference) is None
    numbers = Numbers()
    part = numbers.subtract(numbers.function("sqrt", Fraction(2)), Fraction(1))
    assert numbers.sign(numbers.power(part, 700)) == 1
    assert numbers.sign(numbers.power(part, 1_000)) is None
    assert numbers.sign(numbers.multiply(numbers.power(part, 500), numbers.power(part, 501))) is None


def near_below(half: int) -> tuple[Numbers, Ball]:
    """Numbers, and N - sqrt(N^2 + 1) with N = 2^(half - 1): it is -2^-half, but for 2^-(3 half) of it.

    It is an algebraic integer, and with the other root it would be N + sqrt(N^2 + 1), below 2^(half + 1).
    """
    numbers, large = Numbers(), 2 ** (half - 1)
    root_ = numbers.function("sqrt", Fraction(large**2 + 1))
    assert isinstance(root_, Ball)
    return numbers, Ball((large << PRECISION) - root_.high, (large << PRECISION) - root_.low, (half + 1, 0))


def test_the_size_of_a_sum_is_that_of_both_numerators_over_one_denominator() -> None:
    """2^-401 and N - sqrt(N^2 + 1) add up to about 2^-1203, which is not zero: as U/L, L is large of one, U of both."""
    numbers, first = near_below(401)
    second = Fraction(1, 2**401)
    for total_ in (numbers.add(first, second), numbers.add(second, first)):
        assert numbers.sign(total_) is None
    assert numbers.sign(first) == -1


@pytest.mark.parametrize("factor", [Fraction(1, 2**600), Fraction(-1, 2**600)])
def test_the_size_of_a_product_is_that_of_both_denominators(factor: Fraction) -> None:
    """2^-600 times a number near to -2^-500 is not zero."""
    numbers, near = near_below(500)
    for small in (numbers.multiply(factor, near), numbers.multiply(near, factor)):
        assert numbers.sign(small) is None


def test_the_more_roots_the_closer_to_zero_a_number_may_be() -> None:
    """In a field of degree 8, an algebraic integer whose conjugates are at most 2^100 may be as small as 2^-700."""
    numbers = Numbers()
    for n, (bits, sign) in enumerate([(1_000, 0), (900, 0), (700, 0), (300, 0)]):
        for width, expected in ((2 ** (bits - 30), sign), (2 ** (bits + 30), None)):
            assert numbers.sign(Ball(-width, width, (100, 0))) == expected
        numbers.function("sqrt", Fraction([2, 3, 5, 7][n]))


def test_the_root_of_what_is_not_algebraic_has_no_size() -> None:
    numbers = Numbers()
    whole, half = (numbers.function("exp", Fraction(1, n)) for n in (1, 2))
    of_e = numbers.function("sqrt", whole)
    assert isinstance(of_e, Ball)
    assert isinstance(half, Ball)
    assert of_e.size is None
    assert max(of_e.low, half.low) <= min(of_e.high, half.high)


@pytest.mark.parametrize("n", [-3, 0, Fraction(1, 2)])
def test_a_number_that_moves_has_the_sign_of_where_it_is(n: Any) -> None:
    expected = (n > 0) - (n < 0)
    once = Dual(1, Fraction(n), Fraction(7))
    assert (Numbers().sign(once), Numbers().sign(Dual(2, once, Fraction(-7)))) == (expected, expected)


@pytest.mark.parametrize("factor", [5_000, -5_000])
def test_the_size_of_a_negative_number_is_that_of_the_positive_one(factor: int) -> None:
    numbers, near = near_below(1_101)
    assert numbers.sign(near) is None
    assert numbers.sign(numbers.multiply(Fraction(factor), near)) is None
    root_ = numbers.function("sqrt", Fraction(2))
    zero = numbers.subtract(numbers.multiply(root_, root_), Fraction(2))
    assert numbers.sign(numbers.multiply(Fraction(factor), zero)) == 0


def some_algebraic() -> Iterator[tuple[float, tuple[int, int]]]:
    """Positive numbers whose conjugates are no larger and no smaller, and their sizes."""
    numbers = Numbers()
    few = [Fraction(2), Fraction(3), Fraction(5), Fraction(1, 5), Fraction(1_001), Fraction(1, 1_001), Fraction(2, 7)]
    roots = [numbers.function("sqrt", q) for q in few]
    pairs = list(product(roots, [*roots, *few]))
    made = [*roots, *(numbers.divide(Fraction(1), r) for r in roots), *(numbers.add(r, r) for r in roots)]
    made += [numbers.multiply(p, q) for p, q in pairs] + [numbers.multiply(q, p) for p, q in pairs]
    made += [numbers.function("sqrt", r) for r in roots]
    for n in made:
        if isinstance(n, Ball) and n.size:
            yield n.low / 2**PRECISION, n.size


def test_a_size_bounds_the_conjugates_of_numerator_and_denominator() -> None:
    """|U| <= 2^above and |L| >= 1, and |L| <= 2^below and |U| >= 1: here all conjugates have one absolute value."""
    found = list(some_algebraic())
    assert len(found) > 100
    for value, (above, below) in found:
        assert 2.0**-below * 0.999 < value < 2.0**above * 1.001


@pytest.mark.parametrize(("low", "high"), [(0, 600), (600, 0), (600, 600)])
def test_a_wide_enclosure_of_zero_does_not_show_that_a_number_is_zero(low: int, high: int) -> None:
    """2^-500 is below 2^600 units of 2^-1024, and not zero; below 2^400 units is no number of that size but zero."""
    near = [0 if n == 0 else n - 200 for n in (low, high)]
    for (below, above), sign in (((low, high), None), (near, 0)):
        assert Numbers().sign(Ball(-(2**below) if below else 0, 2**above if above else 0, (1, 500))) == sign


def test_some_values_are_exact() -> None:
    numbers = Numbers()
    for name, of, value in (("log", "1", "0"), ("exp", "0", "1"), ("tanh", "0", "0"), ("sqrt", "9", "3"),
                            ("sqrt", "9/4", "3/2"), ("sqrt", "1/4", "1/2")):  # fmt: skip
        assert numbers.function(name, Fraction(of)) == Fraction(value)
    assert numbers.roots == set()


def test_the_logarithm_of_what_is_too_near_to_zero_is_not_calculated() -> None:
    with pytest.raises(Undecided, match="too small"):
        Numbers().function("log", Fraction(1, 2**2_000))


def test_the_size_of_the_root_of_a_fraction_is_that_of_its_denominator_too() -> None:
    """2^-601 sqrt(2) times a number near to -2^-500 is not zero."""
    numbers, near = near_below(500)
    root_ = numbers.function("sqrt", Fraction(1, 2**1_201))
    assert numbers.sign(numbers.multiply(near, root_)) is None


def test_the_root_of_a_number_that_is_known_to_be_zero_is_zero() -> None:
    numbers = Numbers()
    two, three, six = (numbers.function("sqrt", Fraction(n)) for n in (2, 3, 6))
    zero = numbers.subtract(numbers.multiply(two, three), six)
    for nothing in (zero, numbers.subtract(Fraction(0), zero)):
        assert numbers.function("sqrt", nothing) == 0


@pytest.mark.parametrize(("low", "high", "sign"), [(-1, 0, None), (0, 1, None), (-1, 1, None), (1, 2, 1), (-2, -1, -1)])
def test_the_sign_of_what_may_be_zero_is_not_known(low: int, high: int, sign: int | None) -> None:
    assert Numbers().sign(Ball(low, high, None)) == sign


@pytest.mark.parametrize("square", [2, 3, Fraction(1, 5)])
def test_the_bounds_of_an_inverse_are_those_of_one_number(square: Any) -> None:
    numbers = Numbers()
    inverse = numbers.divide(Fraction(1), numbers.function("sqrt", Fraction(square)))
    again_ = numbers.function("sqrt", 1 / Fraction(square))
    assert isinstance(inverse, Ball)
    assert isinstance(again_, Ball)
    assert max(inverse.low, again_.low) <= min(inverse.high, again_.high)
    assert inverse.high - inverse.low < 100


# --- bounds in the last digit ---------------------------------------------------------------------------------


def within(bounds: tuple[int, int], value: Any, digits: int) -> bool:
    low, high = bounds
    return bool(low <= mpmath.ldexp(value, digits) <= high) and high - low < 2 * digits


@pytest.mark.parametrize("digits", [8, 9, 10, 12, 16, 20, 64, 300, 2_000])
def test_a_series_is_bounded_in_its_last_digit(digits: int) -> None:
    """With few digits, and with many: whatever is rounded on the way is within the bounds, and little else is."""
    with mpmath.workprec(digits + 100):
        for n in range(-32, 33):
            for x in (n * 2 ** (digits - 8) // 32, n * 2**digits // 33, n % 2**digits):
                assert within(taylor(x, digits), mpmath.exp(mpmath.ldexp(mpmath.mpf(x), -digits)), digits)
            for below in (96, 97, 2 ** (digits - 1) + 1, 3 * 2**digits + 5):
                above = abs(n) * below // 96
                assert within(artanh(above, below, digits), mpmath.atanh(mpmath.mpf(above) / below), digits)


@pytest.mark.parametrize("digits", [20, 64, 300, 2_000])
def test_a_series_allows_for_the_worst_that_rounding_can_do(digits: int) -> None:
    """A term x^k/k! is rounded down by less than one, and has the k-th part of the error before it; 1 and x have none.

    The first that is rounded to nothing is below its own error.
    """
    k, factorial, error, worst = 1, 1, Fraction(0), Fraction(0)
    while factorial < 2**digits:
        k, factorial = k + 1, factorial * (k + 1)
        error = 1 + error / k
        worst += error
    low, high = taylor(2**digits - 1, digits)
    assert high - low >= worst


# --- sizes ----------------------------------------------------------------------------------------------------


def ways_to_take_a_root(above: Fraction, below: Fraction) -> list[tuple[Fraction, Fraction]]:
    """sqrt(U/L) is sqrt(U L)/L, and U/sqrt(U L): twice the exponents of 2 that bound both parts."""
    return [(above + below, 2 * below), (2 * above, above + below)]


@pytest.mark.parametrize("size", [(1, 0), (0, 1), (4, 0), (5, 0), (5, 4), (4, 5), (5, 5), (0, 7), (1, 8), (9, 600)])
def test_the_size_of_a_root_bounds_a_numerator_and_a_denominator(size: tuple[int, int]) -> None:
    found = Numbers().function("sqrt", Ball(1 << PRECISION - 3, 1 << PRECISION, size))
    assert isinstance(found, Ball)
    assert found.size is not None
    above, below = found.size
    assert any(2 * above >= u and 2 * below >= v for u, v in ways_to_take_a_root(*map(Fraction, size)))


@pytest.mark.parametrize("q", [Fraction(n, d) for n, d in ((2, 1), (7, 1), (1, 2), (7, 8), (8, 7), (3, 127))])
def test_the_size_of_a_rational_number_bounds_both_parts(q: Fraction) -> None:
    """Its root is sqrt(n d)/d, or n/sqrt(n d)."""
    found = Numbers().function("sqrt", q)
    assert isinstance(found, Ball)
    assert found.size is not None
    above, below = found.size
    n, d = q.numerator, q.denominator
    assert any(4**above >= u and 4**below >= v for u, v in ((n * d, d**2), (n**2, n * d)))


@pytest.mark.parametrize("bits", [301, -301])
def test_the_root_of_what_is_small_or_large_is_told_from_its_rational_part(bits: int) -> None:
    """sqrt(2^n) sqrt(2) = 2^((n + 1)/2): of the two ways to write a root the one with the smaller parts is taken."""
    numbers = Numbers()
    two, long_ = (numbers.function("sqrt", Fraction(2) ** n) for n in (1, bits))
    product_ = numbers.multiply(two, long_)
    half = Fraction(2) ** ((bits + 1) // 2)
    assert numbers.sign(numbers.subtract(product_, half)) == 0
    assert numbers.sign(numbers.subtract(product_, half * (1 + Fraction(1, 2**700)))) == -1


@pytest.mark.parametrize(
    ("name", "argument", "why"),
    [
        ("log", 0, "the logarithm of zero"), ("log", -1, "the logarithm of a negative number"),
        ("sqrt", -1, "the root of a negative number"),
    ],
)  # fmt: skip
def test_why_a_number_has_no_root_or_logarithm(name: str, argument: int, why: str) -> None:
    numbers = Numbers()
    two = numbers.function("sqrt", Fraction(2))
    nothing = numbers.subtract(numbers.multiply(two, two), Fraction(2))
    for of in (Fraction(argument), numbers.add(nothing, Fraction(argument))):
        with pytest.raises(NoValue) as error:
            numbers.function(name, of)
        assert str(error.value) == why
