"""What the lines of a theorem say by their form alone, they say of each other in whatever order they stand.

A sum to C says that C is a whole number, x[i, j] that x has two indices: in the lines before as well as in those after.
"""

from __future__ import annotations

from itertools import permutations

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    Bundle,
    C,
    D,
    Form,
    a,
    app,
    at,
    b,
    differentiable,
    eq,
    identity,
    integral,
    mul,
    num,
    power,
    sub,
    sym,
    t,
    total,
    use,
    x,
)

from symnorm.checker import check_bundle
from symnorm.checker.logic.entry import Judgement

N = sym("N")
Listed = tuple[str, Form, Form]
"""(role, statement, proof) of an entry."""

PLAIN = identity()
NO_VARIABLE = "the number of channels is no variable"
FIXED = "their number is a symbol that is fixed"
SHAPE = "an array has as many indices"


def claimed(e: Form) -> Listed:
    """A claim that an expression is what it is."""
    return "claim", eq(e, e), PLAIN


def judged(*listed: Listed, along: tuple[Form, ...] = ()) -> list[Judgement]:
    """The judgements on the entries of a theorem."""
    bundle = Bundle(*along)
    for role, statement, proof in listed:
        bundle.judged(role, statement, proof)
    return check_bundle({"id": "order/1", "along": list(along), "entries": bundle.entries})


def of_n(i: str) -> Form:
    return ("coord", "u", i)


SUMS = claimed(total(x("k")))
OVER_N = claimed(total(of_n("k:N"), "k:N", dimension=N))
ENTRY = claimed(of_n("b:N"))

DECIDED: dict[str, tuple[str, Listed, Listed]] = {
    "a derivative by the number of channels": (NO_VARIABLE, ("claim", eq(D(power(C, 2), C), mul(TWO, C)), PLAIN), SUMS),
    "its value elsewhere": (NO_VARIABLE, ("claim", eq(at(power(C, 2), C, num("1/2")), num("1/4")), PLAIN), SUMS),
    "an antiderivative along it": (NO_VARIABLE, ("claim", eq(integral(C, C), integral(C, C)), PLAIN), SUMS),
    "a derivative by it in a certificate": (
        NO_VARIABLE, ("claim", eq(sub(a, a), ZERO), identity((("square", ZERO, ("ident", (), None)), D(C, C)))), SUMS,
    ),
    "a derivative by a length": (NO_VARIABLE, ("claim", eq(D(power(N, 2), N), mul(TWO, N)), PLAIN), OVER_N),
    "a derivative by the length of a vector": (NO_VARIABLE, ("claim", eq(D(N, N), ONE), PLAIN), ENTRY),
    "another number of channels": (FIXED, claimed(total(x("k"), dimension=N)), SUMS),
    "a sum to what is no symbol": (FIXED, claimed(total(x("k"), dimension=mul(TWO, C))), SUMS),
    "an array of another shape": (SHAPE, claimed(("coord", "x", "i", "j")), SUMS),
    "an array over another set": (SHAPE, claimed(of_n("i")), ENTRY),
}  # fmt: skip


@pytest.mark.parametrize("case", DECIDED)
def test_what_lines_say_by_their_form_is_not_decided_in_order(case):
    told, one, other = DECIDED[case]
    for order in permutations([one, other, claimed(a)]):
        judgement = judged(*order)[order.index(one)]
        assert not judgement.accepted, case
        assert told in judgement.reason, judgement.reason


@pytest.mark.parametrize("other", [SUMS, OVER_N, ENTRY], ids=["sums", "over N", "entry"])
def test_what_says_nothing_of_the_kind_is_accepted_in_any_order(other):
    fine = [("claim", eq(D(power(b, 2), b), mul(TWO, b)), PLAIN), claimed(x("i")), claimed(("coord", "z", "i", "j"))]
    for order in permutations([other, *fine]):
        assert all(j.accepted for j in judged(*order))


@pytest.mark.parametrize(("fixed", "other"), [(C, SUMS), (N, OVER_N), (N, ENTRY)], ids=["C", "N", "an entry"])
def test_what_is_counted_is_no_constant_of_integration(fixed, other):
    """It is a whole number, and y(t) is any."""
    constant: list[Listed] = [("given", eq(D(app("y", t), t), ZERO), ()), ("constant", eq(fixed, app("y", t)), 0)]
    assert all(j.accepted for j in judged(*constant, claimed(a), along=(t,)))
    judgements = judged(*constant, other, along=(t,))
    assert "spoken of before" in judgements[1].reason


@pytest.mark.parametrize(("fixed", "told"), [(C, ("ge", total(x("k")), ZERO)), (N, ("ge", of_n("*1:N"), ZERO))])
def test_what_is_counted_does_not_stand_for_every_number(fixed, told):
    hypotheses: list[Listed] = [("where", told, ()), ("where", differentiable(app("f", fixed)), ())]
    for order in (hypotheses, hypotheses[::-1]):
        judgements = judged(*order, claimed(a))
        stated = judgements[order.index(hypotheses[1])]
        assert "nothing else is supposed of it" in stated.reason


@pytest.mark.parametrize(("fixed", "other"), [(C, SUMS), (N, OVER_N), (N, ENTRY)], ids=["C", "N", "an entry"])
def test_what_is_counted_does_not_vary(fixed, other):
    """y(C) = 0 for every number of channels does not say that y'(C) = 0: see sin(pi C)."""
    slope = app("y", fixed, orders=(1,))
    lines: list[Listed] = [
        ("where", differentiable(app("y", fixed)), ()), ("given", eq(app("y", fixed), ZERO), ()),
        ("claim", eq(slope, ZERO), identity((("deriv", use(1), fixed), ONE))),
    ]  # fmt: skip
    assert judged(*lines, along=(fixed,))[2].accepted
    assert FIXED in judged(*lines, other, along=(fixed,))[2].reason
