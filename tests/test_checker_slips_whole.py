"""Slips in what the checker knows of whole numbers and of sets of indices: each false claim is refused.

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
    Form,
    a,
    add,
    app,
    b,
    div,
    eq,
    identity,
    mul,
    neg,
    num,
    sign,
    sub,
)

from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.calculus.quotient import Undefined


def whole(name: str, start: int = 1) -> Form:
    return ("whole", name, start)


def upto(last: Form, body: Form, s: str = "s", first: int = 1) -> Form:
    return ("upto", s, first, last, body)


def to(base: Form, exponent: Form) -> Form:
    return ("power", base, exponent)


m, n, s, v = whole("m", 0), whole("n", 0), whole("s"), whole("v")
HALF = num("1/2")

# --- which numbers are whole ----------------------------------------------------------------------------------

NOT_WHOLE = {
    "half of what begins at zero": div(n, TWO),
    "half of what begins at one": div(v, TWO),
    "half of one more": div(add(v, ONE), TWO),
    "a half more": add(n, HALF),
    "a half more than what begins at one": add(v, HALF),
    "two halves": add(div(n, TWO), div(v, TWO), HALF),
    "half of a difference": div(sub(n, m), TWO),
    "a symbol less itself times a number": mul(a, n),
    "over a symbol": div(n, a),
    "a number over a symbol": div(TWO, a),
    "a square": mul(n, n),
    "a product": mul(n, v),
    "the same power": to(b, n),
    "a symbol": a,
    "a symbol more": add(n, a),
    "channels": C,
}


@pytest.mark.parametrize("e", NOT_WHOLE.values(), ids=NOT_WHOLE)
def test_what_is_no_whole_number(e: Form) -> None:
    for form in (to(b, e), to(b, neg(e)), upto(e, app("y", s))):
        with pytest.raises(Undefined):
            Normalizer(C)(form)
    bundle = Bundle()
    given = bundle.add("given", eq(app("y", n), ZERO))
    for proof in (identity((("at", given, n, e), ONE)),):
        assert not bundle.judged("claim", eq(app("y", e), ZERO), proof).accepted
    assert not bundle.judged("claim", ("ge", e, ZERO), sign(("whole", e))).accepted
