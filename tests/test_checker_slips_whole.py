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
    D,
    Form,
    a,
    add,
    app,
    at,
    b,
    delta,
    differentiable,
    div,
    eq,
    hyp,
    ident,
    identity,
    mul,
    neg,
    num,
    sign,
    sub,
    sym,
    t,
    total,
    x,
    y,
)

from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.calculus.quotient import Undefined
from symnorm.checker.forms import free_wholes


def whole(name: str, start: int = 1) -> Form:
    return ("whole", name, start)


def upto(last: Form, body: Form, s: str = "s", first: int = 1) -> Form:
    return ("upto", s, first, last, body)


def to(base: Form, exponent: Form) -> Form:
    return ("power", base, exponent)


m, n, s, v = whole("m", 0), whole("n", 0), whole("s"), whole("v")
HALF = num("1/2")


def u(i: str) -> Form:
    return ("coord", "u", i)


def Z(i: str, j: str) -> Form:
    return ("coord", "Z", i, j)


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
    instance = identity((("at", given, n, e), ONE))
    assert not bundle.judged("claim", eq(app("y", e), ZERO), instance).accepted
    assert not bundle.judged("claim", ("ge", e, ZERO), sign(("whole", e))).accepted


@pytest.mark.parametrize("word", ["add", "mul", "and", "or"])
def test_a_form_speaks_of_the_whole_numbers_of_all_its_parts(word: str) -> None:
    """Whatever stands at the place where a sum up to one has its number: nothing else binds any."""
    for numbers in ((m, n, s, v), (v, s, n, m)):
        parts = numbers if word in ("add", "mul") else tuple(eq(number, ONE) for number in numbers)
        for form in ((word, *parts), neg((word, *parts))):
            assert free_wholes(form) == {m, n, s, v}
    assert free_wholes(upto(m, add(s, n, v))) == {m, n, v}
    assert free_wholes(upto(add(s, v), add(s, n))) == {n, s, v}


NUMBERS = [("whole", "t"), ("whole",), ("whole", "t", -1), ("whole", "t", "1"), ("whole", "t", 1, 1), ("whole", 1, 1)]


@pytest.mark.parametrize("wrong", NUMBERS, ids=str)
def test_a_certificate_names_a_whole_number_as_a_statement_does(wrong: Form) -> None:
    bundle = Bundle()
    given = bundle.add("given", eq(app("y", s), ZERO))
    bundle.rejects("is not", eq(app("y", ONE), ZERO), identity((("at", given, wrong, ONE), ONE)))


@pytest.mark.parametrize("index", [1, 0, None, (), ("*",), ("*1", "*2"), "", "s", "1"], ids=str)
def test_a_certificate_names_what_a_sum_runs_over(index: object) -> None:
    bundle = Bundle()
    given = bundle.add("where", ("ge", app("y", s), ZERO))
    of_each = ("at", given, s, whole("*1"))
    bundle.rejects("no such sign witness", ("ge", upto(n, app("y", s)), ZERO), sign(("upto", index, n, of_each)))


@pytest.mark.parametrize("index", ["*", "*0", "*10", "*k", "*1:0", "*1:", "*1::0"])
def test_what_a_sum_runs_over_is_named_as_in_a_statement(index: str) -> None:
    bundle = Bundle()
    given = bundle.add("where", ("ge", app("y", s), ZERO))
    of_each = ("at", given, s, whole("*1"))
    bundle.rejects("is not a name", ("ge", upto(n, app("y", s)), ZERO), sign(("upto", index, n, of_each)))


def test_what_holds_of_every_channel_is_not_summed_over_whole_numbers() -> None:
    bundle = Bundle()
    given = bundle.add("where", ("ge", x("*1"), ZERO))
    for index in ("*1", "*2"):
        wanted = ("ge", upto(n, x("i")), ZERO)
        assert not bundle.judged("claim", wanted, sign(("upto", index, n, hyp(given)))).accepted


# --- induction ------------------------------------------------------------------------------------------------


def an_induction(bundle: Bundle, claim: Form, first: int, *proof: Form) -> Form:
    """From what is given, claim(v) => claim(v + 1), by what vanishes, and the induction with this base."""
    supposed = bundle.suppose(claim)
    then = bundle.step(at_next(claim), identity(*proof, (("use", supposed), ONE)))
    return "induction", v, first, supposed, then


def at_next(e: Form) -> Form:
    return add(v, ONE) if e == v else tuple(at_next(part) if isinstance(part, tuple) else part for part in e)


Y_V, Y_NEXT = app("y", v), app("y", add(v, ONE))
STARTS = {
    "the number": (eq(app("y", ONE), TWO), True),
    "its negative": (eq(app("y", ONE), num(-2)), False),
    "the sum is zero": (eq(add(app("y", ONE), TWO), ZERO), False),
    "the negative is the number": (eq(neg(app("y", ONE)), TWO), False),
    "something on the other side": (eq(sub(app("y", ONE), TWO), ZERO), True),
    "more on both sides": (eq(add(app("y", ONE), a), add(a, TWO)), True),
    "zero": (eq(app("y", ONE), ZERO), False),
    "nothing of the sequence": (eq(TWO, TWO), False),
}


@pytest.mark.parametrize(("start", "is_true"), STARTS.values(), ids=STARTS)
def test_the_base_says_what_has_to_be_shown(start: Form, is_true: bool) -> None:
    """y(v) = 2 for every v, if y(v + 1) = y(v) and y(1) = 2, however that is written; not if y(1) = -2."""
    bundle = Bundle()
    same, first = bundle.add("given", eq(Y_NEXT, Y_V)), bundle.add("given", start)
    proof = an_induction(bundle, eq(Y_V, TWO), first, (("use", same), ONE))
    assert bundle.judged("claim", eq(Y_V, TWO), proof).accepted is is_true


BELOW = {
    "less": (("lt", app("y", ONE), TWO), True),
    "more than less": (("gt", TWO, app("y", ONE)), True),
    "more": (("gt", app("y", ONE), TWO), False),
    "less than the negative": (("lt", app("y", ONE), num(-2)), False),
    "the sum is more": (("gt", add(app("y", ONE), TWO), ZERO), False),
    "a difference": (("gt", sub(TWO, app("y", ONE)), ZERO), True),
}


@pytest.mark.parametrize(("start", "is_true"), BELOW.values(), ids=BELOW)
def test_the_base_of_an_inequality_says_what_has_to_be_shown(start: Form, is_true: bool) -> None:
    bundle = Bundle()
    same, first = bundle.add("given", eq(Y_NEXT, Y_V)), bundle.add("given", start)
    claim = ("lt", Y_V, TWO)
    supposed = bundle.suppose(claim)
    witness = ("is", sub(TWO, Y_NEXT), hyp(supposed), ident((("use", same), num(-1))))
    then = bundle.step(at_next(claim), sign(witness))
    assert bundle.judged("claim", claim, ("induction", v, first, supposed, then)).accepted is is_true


def test_each_of_two_inductions_stands_on_what_was_accepted() -> None:
    """The first one on a step that was not: y(v + 1) = 0 from nothing."""
    for second in ("y", "z"):
        bundle = Bundle()
        same = bundle.add("given", eq(app("z", add(v, ONE)), app("z", v)))
        zero = eq(Y_V, ZERO), eq(app("z", v), ZERO)
        starts = [bundle.add("given", eq(app(name, ONE), ZERO)) for name in "yz"]
        right = an_induction(bundle, zero[1], starts[1], (("use", same), ONE))
        supposed = bundle.suppose(zero[0])
        wrong = ("induction", v, starts[0], supposed, bundle.refused("differ", "step", at_next(zero[0])))
        order = (0, 1) if second == "z" else (1, 0)
        claim = ("and", *(zero[k] for k in order))
        bundle.rejects("was not accepted", claim, ("all", *((wrong, right)[k] for k in order)))
        bundle.accepts(zero[1], right)


def test_each_of_two_implications_stands_on_what_was_accepted() -> None:
    for is_first in (True, False):
        bundle = Bundle()
        supposed = bundle.suppose(eq(a, ZERO))
        right = bundle.step(eq(mul(a, b), ZERO), identity((("use", supposed), b)))
        wrong = bundle.refused("differ", "step", eq(b, ZERO))
        parts = [("implies", eq(a, ZERO), eq(b, ZERO)), ("implies", eq(a, ZERO), eq(mul(a, b), ZERO))]
        proofs = [("discharge", supposed, wrong), ("discharge", supposed, right)]
        if not is_first:
            parts, proofs = parts[::-1], proofs[::-1]
        bundle.rejects("was not accepted", ("and", *parts), ("all", *proofs))


# --- derivatives that exist -----------------------------------------------------------------------------------


def slope_of(argument: Form) -> Form:
    return ("app", "y", (1,), (argument,))


def exists(bundle: Bundle, e: Form) -> bool:
    return bool(bundle.judged("step", eq(e, e), identity()).accepted)


def test_a_derivative_in_a_sum_over_a_set_exists_for_every_member_and_for_no_other() -> None:
    bundle = Bundle()
    each = D(app("y", u("k:N")), u("k:N"))
    bundle.add("given", eq(total(each, "k:N", dimension=sym("N")), ZERO))
    assert exists(bundle, slope_of(u("b:N")))
    assert not exists(bundle, slope_of(x("i")))
    assert not exists(bundle, slope_of(t))


KNOWN = [("*1:N", "b:N"), ("b:N", "*1:N"), ("*1:N", "*1:N"), ("*1:N", "*2:N"), ("b:N", "c:N")]


@pytest.mark.parametrize("known", KNOWN)
def test_what_exists_for_every_member_at_one_place_is_fixed_at_the_other(known: tuple[str, str]) -> None:
    """An index without a star stands for itself, and one with a star for the same member wherever it stands."""
    names = ("b:N", "c:N", "d:N")
    for wanted in [(i, j) for i in names for j in names]:
        bundle = Bundle(("vector", "Z"))
        bundle.add("where", differentiable(app("y", Z(*known))))
        stands_for = dict[str, str]()
        pairs = zip(known, wanted, strict=True)
        fits = all(stands_for.setdefault(k, i) == i if k[0] == "*" else k == i for k, i in pairs)
        assert exists(bundle, D(app("y", Z(*wanted)), Z(*wanted))) is fits


@pytest.mark.parametrize("wanted", [to(b, s), t, x("i"), mul(TWO, delta("i", "j")), TWO], ids=str)
def test_what_exists_at_zero_and_one_exists_nowhere_else(wanted: Form) -> None:
    """y' has a value where a delta goes, for all channels: at 0 and at 1."""
    bundle = Bundle()
    bundle.add("given", eq(at(D(y, t), t, delta("*1", "*2")), ZERO))
    assert exists(bundle, slope_of(delta("*1", "*2")))
    assert not exists(bundle, slope_of(wanted))


PARTS = {
    "one of two": ("or", eq(D(y, t), ZERO), eq(a, ZERO)),
    "what follows": ("implies", eq(a, ZERO), eq(D(y, t), ZERO)),
    "from what it follows": ("implies", eq(D(y, t), ZERO), eq(a, ZERO)),
    "what holds if and only if": ("iff", eq(a, ZERO), eq(D(y, t), ZERO)),
    "a sum to a number": eq(upto(n, mul(s, D(y, t))), ZERO),
    "a sum to one at least": eq(upto(v, mul(s, D(y, t))), ZERO),
    "a sum that leaves out a channel": eq(total(mul(x("k"), D(y, t)), "k", "i"), ZERO),
}


@pytest.mark.parametrize("statement", PARTS.values(), ids=PARTS)
def test_a_derivative_in_what_need_not_be_grants_nothing(statement: Form) -> None:
    bundle = Bundle(t)
    bundle.refused("a condition of being defined", "given", statement)
    assert not exists(bundle, D(y, t))


# --- the slopes of powers and of sums -------------------------------------------------------------------------


@pytest.mark.parametrize("exponent", [n, v, add(n, TWO), sub(v, ONE), mul(TWO, n)], ids=str)
def test_the_slope_of_a_power_asks_that_the_base_is_not_zero(exponent: Form) -> None:
    """The derivative of t^n is n t^(n - 1), and where n = 0 that has no value at t = 0."""
    slope, constant = D(to(t, exponent), t), D(to(b, exponent), t)
    for relation, is_enough in (("!=", True), (">", True), (">=", False), ("", False)):
        bundle = Bundle(t)
        if relation:
            bundle.where(relation, t)
        assert exists(bundle, slope) is is_enough
        assert exists(bundle, constant)
