"""By which powers a result is scaled back is read off a claim, of that very formula and no other."""

from __future__ import annotations

import pytest

from symnorm import define, eq, exp, indices, mean, sqrt, symbol, vector
from symnorm.checker.forms import Form
from symnorm.codegen.claims.claim import Claim
from symnorm.codegen.claims.scaling import Scaling, law, powers
from symnorm.language.statements import Statement
from symnorm.language.terms import Term, form

C = symbol("C")
x, g, betas = vector("x", C), vector("g", C), vector("betas", C)
(i,) = indices("i", C)
a, b, h, eps = symbol("a"), symbol("b"), symbol("h"), symbol("eps")

SHIFTED = Scaling(True, True, {"eps": 2}, {})
SCALED = Scaling(False, True, {"eps": 2}, {})


def claim(left: Term, right: Term, *conditions: Statement) -> Claim:
    supposed = tuple(s.form() for s in (a > 0, h > 0, *conditions))
    return Claim("t", "(1)", "", eq(left, right).form(), "", (), "C", (), supposed)


def root(x: Term, eps: Term) -> Term:
    return sqrt(mean((x - mean(x)) ** 2) + eps)


MOVED = a * (x - b)


@pytest.mark.parametrize(
    ("formula", "right", "found"),
    [
        (root(x, eps), 1 / a * root(define("y", MOVED), a**2 * eps), (-1, 0)),
        (x[i] - mean(x), 1 / a * (MOVED[i] - mean(MOVED)), (-1, 0)),
        (g[i] * (x[i] - mean(x)), 1 / (a * h) * ((h * g[i]) * (MOVED[i] - mean(MOVED))), None),  # another grouping
        (g[i], 1 / h * (h * g)[i], (0, -1)),
        (g[i], h**-2 * (h * g)[i], (0, -2)),  # false, which is for the checker to say: here it is only read
        (g[i], (h * g)[i], (0, 0)),
        (g[i], 2 / h * (h * g)[i], None),
        (g[i], exp(h) * (h * g)[i], None),
        (g[i], 1 / h * g[i], None),
        (root(x, eps), 1 / a * root(a * (x + b), a**2 * eps), None),
        (root(x, eps), 1 / a * root(a * x, a**2 * eps), None),
        (root(x, eps), 1 / a * root(MOVED, a * eps), None),
        (root(x, eps), 1 / a * root(MOVED, eps), None),
        (root(x, eps), 1 / a * root(b * (x - a), a**2 * eps), None),
    ],
)
def test_a_law_is_read_off_a_claim_of_the_same_formula(formula: Term, right: Term, found: object) -> None:
    assert law(form(formula), claim(formula, right), SHIFTED) == found


def test_a_claim_of_something_else_says_nothing() -> None:
    right = 1 / a * root(define("y", MOVED), a**2 * eps)
    assert law(form(root(x, eps)), claim(2 * root(x, eps), right), SHIFTED) is None
    assert law(form(root(x, eps)), claim(right, root(x, eps)), SHIFTED) is None


def test_nothing_but_that_they_are_positive_may_be_supposed_of_the_factors() -> None:
    formula, right = g[i], 1 / h * (h * g)[i]
    assert law(form(formula), claim(formula, right, eps > 0), SHIFTED) == (0, -1)
    for narrow in (h > 1, eq(h, 1), a < 2, eq(a * h, 1)):
        assert law(form(formula), claim(formula, right, narrow), SHIFTED) is None


@pytest.mark.parametrize("name", ["a", "h", "b"])
def test_a_formula_with_a_letter_of_the_scales_in_it_has_no_law(name: str) -> None:
    formula = symbol(name) * x[i]
    assert law(form(formula), claim(formula, symbol(name) * MOVED[i]), SHIFTED) is None


def test_without_a_claim_nothing_scales() -> None:
    assert law(form(eps * x[i]), None, Scaling(False, False, {}, {})) == (0, 0)
    assert law(form(eps * x[i]), None, SCALED) is None
    assert law(form(g[i]), None, Scaling(False, False, {}, {})) is None  # h g may always stand for g


def test_a_number_of_the_theorem_can_grow_as_a_parameter() -> None:
    one = define("b", 1)
    growing = Scaling(False, True, {"b": 2}, {"b": 1})
    formula = x[i] / sqrt(x[i] ** 2 + b)
    right = (a * x)[i] / sqrt((a * x)[i] ** 2 + a**2 * b)
    assert law(form(x[i] / sqrt(x[i] ** 2 + one)), claim(formula, right), growing) == (0, 0)
    assert law(form(x[i] / sqrt(x[i] ** 2 + one)), claim(formula, right), SCALED) is None


def test_a_vector_of_parameters_grows_channel_by_channel() -> None:
    growing = Scaling(False, True, {"betas": 2}, {})
    left, right = betas[i] + x[i] ** 2, a**-2 * (a**2 * betas[i] + (a * x[i]) ** 2)
    assert law(form(left), claim(left, right), growing) == (-2, 0)
    assert law(form(left), claim(left, a**-2 * (betas[i] + (a * x[i]) ** 2)), growing) is None


@pytest.mark.parametrize(
    ("factor", "found"),
    [
        (a / h, (1, -1)), (a**2 / h**2, (2, -2)), (1 / a**2, (-2, 0)), (a * h * a, (2, 1)), ((a / h) ** 3, (3, -3)),
        (eps / h, None), (a + h, None), (2 * a, None), (-a, None),
    ],
)  # fmt: skip
def test_powers(factor: Term, found: object) -> None:
    e: Form = form(factor)
    assert powers(e) == found
