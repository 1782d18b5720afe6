"""Slips of the calculus that would let something false through, or a duty out: each false claim is refused.

They were found by mutating the checker (`benchmarks/checker_mutants.py`): these tests kill what other tests let live.
"""

from __future__ import annotations

import pytest
from test_checker_kit import (
    ZERO,
    Bundle,
    C,
    D,
    app,
    c,
    delta,
    eq,
    exp,
    mul,
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


@pytest.mark.parametrize(("body", "is_carried"), [(lambda i: mul(x(i), app("f", x(i))), False), (x, True)])
def test_an_exponential_of_a_function_need_not_have_a_value_in_another_channel(body, is_carried):
    """A delta carries over what always has one. The exponential is read first, when little else is known."""
    normal = Normalizer()
    product = normal(mul(exp(body("j")), delta("i", "j")))[0]
    assert normal(exp(body("i")))[0].atoms().isdisjoint(product.atoms()) is not is_carried


def test_a_symbol_is_no_entry_of_the_vector_of_its_name():
    Bundle().accepts(eq(D(x("i"), sym("x")), ZERO))
    Bundle().accepts(eq(D(sym("x"), x("i")), ZERO))
