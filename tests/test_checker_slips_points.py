"""Slips of what judges points again, and writes, that would let something false through: each is refused.

They were found by mutating the checker (`benchmarks/checker_mutants.py`): these tests kill what other tests let live.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from test_checker_kit import ONE, TWO, ZERO, Bundle, a, add, mul, sym, x
from test_checker_refutation import again, differentiable, sqrt, t, y

from symnorm.checker import Malformed
from symnorm.checker.calculus.polynomial import Polynomial
from symnorm.checker.refutation.values import Numbers
from symnorm.checker.written import Writer

# --- statements at a point ------------------------------------------------------------------------------------

TRUE, FALSE = ("gt", a, ZERO), ("lt", a, ZERO)
"""At the point at which a = 1."""


@dataclass
class Written:
    """A statement as a bundle has it."""

    written: Any

    def form(self) -> Any:
        return self.written


def outcome(statement: Any) -> str:
    return again(Written(statement), {"a": 1}).outcome  # type: ignore[arg-type]


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("second", [True, False])
@pytest.mark.parametrize("is_inside", [True, False])
def test_a_combination_is_refuted_where_it_is_false(first: bool, second: bool, is_inside: bool) -> None:
    expected = {"or": first or second, "and": first and second, "implies": second or not first, "iff": first == second}
    for kind, truth in expected.items():
        statement = (kind, *(TRUE if part else FALSE for part in (first, second)))
        if is_inside:
            statement = ("and", TRUE, ("or", statement, FALSE))
        assert outcome(statement) == ("rejected" if truth else "refuted")


@pytest.mark.parametrize(("body", "expected"), [(t**2, "refuted"), (sqrt(t), "open")])
def test_a_function_that_is_supposed_to_be_differentiable_is_at_the_point(body: Any, expected: str) -> None:
    supposed = {"functions": {"y": ([t], body)}, "under": [differentiable(y, 2)]}
    assert again(Written(("lt", a, ZERO)), {"a": 1, "t": 0}, **supposed).outcome == expected  # type: ignore[arg-type]


# --- numbers --------------------------------------------------------------------------------------------------


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


def test_what_is_made_of_no_term_is_zero() -> None:
    assert Polynomial.constant.__wrapped__(0).terms == {}
    assert not Polynomial.constant.__wrapped__(Fraction(0))


# --- bounds ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("operation", [add, mul])
def test_bounds_of_one_summand_or_factor_are_its_own(operation: Any) -> None:
    Bundle().accepts(("gt", operation(TWO), ONE), ("bounds",))
    Bundle().rejects("bounds of the two sides do not decide", ("lt", operation(TWO), ZERO), ("bounds",))


# --- names ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["or", "and", "not", "is", "every", "times", "supposing", "without"])
def test_no_symbol_is_a_word_of_a_statement(word: str) -> None:
    with pytest.raises(Malformed, match="taken for a word of a statement"):
        Writer([sym(word)])


@pytest.mark.parametrize("form", [("coord", "softmax", "i"), sym("softmax"), ("app", "softmax", (0,), (x("i"),))])
def test_nothing_is_called_as_a_function_that_everybody_knows(form: Any) -> None:
    with pytest.raises(Malformed, match="taken for the function softmax"):
        Writer([form])
