"""Whole numbers in the checker: sums up to one, powers, induction; and how each can be wrong."""

from __future__ import annotations

from typing import Any

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
    div,
    eq,
    hyp,
    ident,
    identity,
    integral,
    mul,
    neg,
    num,
    power,
    sign,
    sub,
    total,
    u,
    use,
    x,
)

from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.calculus.quotient import Undefined
from symnorm.checker.forms import Malformed, check_expression, freeze
from symnorm.second import review_bundle


class Judged(Bundle):
    """A theorem of which the second judge thinks as the checker does."""

    def accepts(self, *args: Any, **kwargs: Any) -> None:
        super().accepts(*args, **kwargs)
        accepted = [j.accepted for j in self.theorem.entries]
        found = review_bundle({"along": list(self.along), "entries": self.entries}, accepted)
        assert not found.disagreements
        assert not found.not_applicable

    def rejects(self, reason: str, *args: Any, **kwargs: Any) -> None:
        super().rejects(reason, *args, **kwargs)
        found = review_bundle({"along": list(self.along), "entries": self.entries}, [True] * len(self.entries))
        assert found.disagreements


def whole(name: str, start: int = 1) -> Form:
    return ("whole", name, start)


def upto(last: Form, body: Form, s: str = "s", first: int = 1) -> Form:
    return ("upto", s, first, last, body)


def to(base: Form, exponent: Form) -> Form:
    return ("power", base, exponent)


t, s, n, k = (whole(name) for name in "tsnk")
zero = whole("z", 0)
NEXT = add(t, ONE)
BEFORE = sub(t, ONE)


def m(at_: Form) -> Form:
    return app("m", at_)


def g(at_: Form) -> Form:
    return app("g", at_)


def same(left: Form, right: Form) -> bool:
    """Whether two expressions have one normal form."""
    normal = Normalizer(C)
    return not normal(left)[0] - normal(right)[0]


def duties(e: Form) -> list[str]:
    return sorted(relation for relation, _ in Normalizer(C)(e)[1])


# --- sums ------------------------------------------------------------------------------------------------------

EQUAL = {
    "the next term": (upto(NEXT, g(s)), add(upto(t, g(s)), g(NEXT))),
    "the term before": (upto(t, g(s)), add(upto(BEFORE, g(s)), g(t))),
    "two terms": (upto(add(t, TWO), g(s)), add(upto(t, g(s)), g(NEXT), g(add(t, TWO)))),
    "so many terms": (upto(num(3), g(s)), add(g(ONE), g(TWO), g(num(3)))),
    "no term": (upto(ZERO, g(s)), ZERO),
    "from zero": (upto(num(2), g(whole("s", 0)), first=0), add(g(ZERO), upto(TWO, g(s)))),
    "counted from one": (upto(NEXT, g(whole("s", 2)), first=2), upto(t, g(add(s, ONE)))),
    "a sum from two that is empty": (upto(ONE, g(whole("s", 2)), first=2), ZERO),
    "a body that speaks of its end": (
        upto(NEXT, app("h", NEXT, s)), add(upto(t, app("h", NEXT, s)), app("h", NEXT, NEXT)),
    ),
    "a constant": (upto(t, mul(a, g(s))), mul(a, upto(t, g(s)))),
    "only a constant": (upto(t, a), mul(a, t)),
    "a divisor": (upto(t, div(g(s), t)), div(upto(t, g(s)), t)),
    "another name": (upto(t, g(s)), upto(t, g(n), "n")),
    "the name of its own end": (upto(t, g(t), "t"), upto(t, g(s))),
    "sums within": (upto(NEXT, upto(s, g(k), "k")), add(upto(t, upto(s, g(k), "k")), upto(NEXT, g(k), "k"))),
    "a sum over channels within": (upto(t, total(mul(x("k"), g(s)))), mul(total(x("k")), upto(t, g(s)))),
    "a sum over channels around": (total(mul(x("k"), upto(t, g(s)))), mul(total(x("k")), upto(t, g(s)))),
    "a slope": (D(upto(t, mul(power(u, 2), g(s))), u), mul(TWO, u, upto(t, g(s)))),
    "a value at a point": (at(upto(t, mul(u, g(s))), u, TWO), mul(TWO, upto(t, g(s)))),
    "an end where a value goes": (at(upto(t, app("h", u, s)), u, a), upto(t, app("h", a, s))),
    "the next term of two numbers": (upto(add(t, n, ONE), g(s)), add(upto(add(n, t), g(s)), g(add(t, n, ONE)))),
    "two numbers of which one is the first": (upto(add(t, zero), g(s)), upto(add(zero, t), g(n), "n")),
    "twice and once more": (
        upto(add(mul(TWO, t), TWO), g(s)),
        add(upto(mul(TWO, t), g(s)), g(add(mul(TWO, t), ONE)), g(add(mul(TWO, t), TWO))),
    ),
    "only a constant to two numbers": (upto(add(t, n), a), mul(a, add(t, n))),
    "a geometric sum": (mul(sub(ONE, b), upto(TWO, to(b, sub(TWO, s)))), sub(ONE, power(b, 2))),
}  # fmt: skip


@pytest.mark.parametrize(("left", "right"), EQUAL.values(), ids=EQUAL)
def test_sums(left: Form, right: Form) -> None:
    assert same(left, right)


DIFFERENT = {
    "an end more": (upto(NEXT, g(s)), upto(t, g(s))),
    "another next term": (upto(NEXT, g(s)), add(upto(t, g(s)), g(t))),
    "a body that speaks of its end": (
        upto(NEXT, app("h", NEXT, s)), add(upto(t, app("h", t, s)), app("h", NEXT, NEXT)),
    ),
    "a body that keeps its end": (upto(NEXT, app("h", t, s)), add(upto(t, app("h", t, s)), app("h", NEXT, NEXT))),
    "from zero": (upto(zero, g(whole("s", 0)), first=0), upto(zero, g(s))),
    "a bound number is not the one of that name outside": (upto(t, mul(g(t), g(s))), mul(g(s), upto(t, g(s)))),
    "an outer number is not the bound one": (upto(t, app("h", t, s)), upto(t, app("h", s, s))),
    "a sum over channels": (upto(t, g(s)), mul(t, g(t))),
    "two ends": (upto(t, g(s)), upto(n, g(s))),
    "to a sum and two sums": (upto(add(t, n), g(s)), add(upto(t, g(s)), upto(n, g(s)))),
    "twice and two sums": (upto(mul(TWO, t), g(s)), mul(TWO, upto(t, g(s)))),
    "two numbers that start elsewhere": (upto(add(t, n), g(s)), upto(add(t, whole("n", 0)), g(s))),
    "first and last": (upto(t, g(s)), add(upto(BEFORE, g(s)), g(ONE))),
    "two starts": (upto(t, g(s)), upto(whole("t", 0), g(s))),
}  # fmt: skip


@pytest.mark.parametrize(("left", "right"), DIFFERENT.values(), ids=DIFFERENT)
def test_sums_that_differ(left: Form, right: Form) -> None:
    assert not same(left, right)


REFUSED = {
    "an end that is no whole number": upto(a, g(s)),
    "the number of channels": upto(C, g(s)),
    "half": upto(div(t, TWO), g(s)),
    "a product": upto(mul(t, n), g(s)),
    "a difference": upto(sub(t, n), g(s)),
    "a difference and some more": upto(add(sub(t, n), num(9)), g(s)),
    "backwards": upto(neg(t), g(s)),
    "an end that is a fraction": upto(num("1/2"), g(s)),
    "too many terms": upto(num(101), g(s)),
    "an exponent that is a symbol": to(b, a),
    "an exponent that is a fraction": to(b, div(t, TWO)),
    "an exponent that is a product": to(b, mul(t, t)),
    "an exponent that is an unknown function": to(b, g(t)),
    "an exponent below": to(b, div(ONE, t)),
    "too large an exponent": to(b, num(101)),
    "zero to what is negative": to(ZERO, sub(t, TWO)),
    "zero to what may be negative": to(ZERO, sub(t, n)),
}


@pytest.mark.parametrize("e", REFUSED.values(), ids=REFUSED)
def test_what_is_no_whole_number(e: Form) -> None:
    with pytest.raises(Undefined):
        Normalizer(C)(freeze(e))


MALFORMED = {
    "a negative start": whole("t", -1),
    "a start beyond all measure": whole("t", 101),
    "a start that is none": ("whole", "t", "1"),
    "a slope": D(g(t), t),
    "an antiderivative": integral(g(t), t),
    "a value at a point": at(g(t), t, num("1/2")),
    "a name": whole("2"),
    "a number for a name": ("whole", 2, 1),
    "a sum from below zero": upto(t, a, first=-1),
    "a sum from beyond all measure": upto(t, a, first=101),
    "a bound channel": upto(t, x("s"), "*1"),
}


@pytest.mark.parametrize("e", MALFORMED.values(), ids=MALFORMED)
def test_what_a_whole_number_is_not(e: Form) -> None:
    with pytest.raises(Malformed):
        check_expression(freeze(e))


# --- powers ----------------------------------------------------------------------------------------------------

POWERS = {
    "the next": (to(b, NEXT), mul(b, to(b, t))),
    "the one before": (mul(b, to(b, BEFORE)), to(b, t)),
    "a sum": (to(b, add(t, n)), mul(to(b, t), to(b, n))),
    "a difference": (mul(to(b, sub(t, n)), to(b, n)), to(b, t)),
    "twice": (to(b, mul(TWO, t)), power(to(b, t), 2)),
    "a number": (to(b, num(3)), power(b, 3)),
    "nothing": (to(b, ZERO), ONE),
    "zero to nothing": (to(ZERO, ZERO), ONE),
    "zero to something": (to(ZERO, t), ZERO),
    "a slope": (D(to(u, t), u), mul(t, to(u, BEFORE))),
    "a slope of a constant": (D(to(b, t), u), ZERO),
    "a value at a point": (at(to(u, t), u, a), to(a, t)),
}


@pytest.mark.parametrize(("left", "right"), POWERS.values(), ids=POWERS)
def test_powers(left: Form, right: Form) -> None:
    assert same(left, right)


def test_zero_to_what_may_be_nothing_is_not_zero() -> None:
    """0^0 is 1: so 0^z, for a whole number z from 0, is no number."""
    assert Normalizer(C)(to(ZERO, zero))[0].as_constant() is None
    assert not same(to(ZERO, zero), ONE)


NEEDED = {
    "an exponent that is not negative": (to(b, t), []),
    "one less than what is at least one": (to(b, BEFORE), []),
    "one less than what may be zero": (to(b, sub(zero, ONE)), ["!="]),
    "a difference": (to(b, sub(t, n)), ["!="]),
    "a difference under a sum": (upto(t, to(b, sub(t, s))), ["!="]),
    "a negative number": (to(b, num(-2)), ["!="]),
    "a slope": (D(to(u, t), u), ["!="]),
    "a body, whatever the end is": (upto(ZERO, div(ONE, b)), ["!="]),
    "a divisor for every number": (upto(t, div(ONE, g(s))), ["!="]),
}


@pytest.mark.parametrize(("e", "wanted"), NEEDED.values(), ids=NEEDED)
def test_what_has_to_be_known(e: Form, wanted: list[str]) -> None:
    assert duties(e) == wanted


# --- induction -------------------------------------------------------------------------------------------------

PLAIN = identity()
ADAM = eq(m(t), add(mul(b, m(BEFORE)), mul(sub(ONE, b), g(t))))
AVERAGE = eq(m(t), mul(sub(ONE, b), upto(t, mul(to(b, sub(t, s)), g(s)))))
START, STEP_OF = m(ONE), m(NEXT)


def by_induction(k: int, n: int, m: int, over: Form = t) -> Form:
    return ("induction", over, k, n, m)


def at_(n: int, value: Form, over: Form = t) -> Form:
    return ("at", n, over, value)


def put(statement: Form, value: Form, over: Form = t) -> Form:
    """A statement with something in the place of a whole number."""
    if statement == over:
        return value
    return tuple(put(p, value, over) if isinstance(p, tuple) else p for p in statement)


def adam() -> tuple[Judged, int, int]:
    """The exponential moving average: the recursion, and m(0) = 0."""
    made = Judged()
    made.where("!=", b)
    return made, made.add("given", ADAM), made.given(m(ZERO), ZERO)


def base(made: Bundle, recursion: int, begun: int, statement: Form = AVERAGE) -> int:
    return made.step(put(statement, ONE), identity((at_(recursion, ONE), ONE), (use(begun), b)))


def onwards(made: Bundle, recursion: int, supposed: int, statement: Form = AVERAGE) -> int:
    return made.step(put(statement, NEXT), identity((at_(recursion, NEXT), ONE), (use(supposed), b)))


def test_the_bias_of_a_moving_average() -> None:
    made, recursion, begun = adam()
    first = base(made, recursion, begun)
    supposed = made.suppose(AVERAGE)
    then = onwards(made, recursion, supposed)
    made.accepts(AVERAGE, by_induction(first, supposed, then))
    made.accepts(put(AVERAGE, num(7)), identity((at_(made_last(made), num(7)), ONE)))
    made.accepts(put(AVERAGE, n), identity((at_(made_last(made) - 1, n), ONE)))


def made_last(made: Bundle) -> int:
    return len(made.entries) - 1


def test_what_was_shown_by_induction_rests_on_no_supposition() -> None:
    made, recursion, begun = adam()
    first, supposed = base(made, recursion, begun), made.suppose(AVERAGE)
    then = onwards(made, recursion, supposed)
    judgement = made.judged("step", AVERAGE, by_induction(first, supposed, then))
    assert judgement.accepted
    assert not judgement.assumptions
    assert {first, supposed, then} <= judgement.used


def test_the_weights_of_a_moving_average() -> None:
    made = Judged()
    made.where("!=", b)
    claim = eq(mul(sub(ONE, b), upto(t, to(b, sub(t, s)))), sub(ONE, to(b, t)))
    first = made.step(put(claim, ONE))
    supposed = made.suppose(claim)
    then = made.step(put(claim, NEXT), identity((use(supposed), b)))
    made.accepts(claim, by_induction(first, supposed, then))


def test_the_sum_of_whole_numbers() -> None:
    made = Judged()
    claim = eq(mul(TWO, upto(zero, s)), mul(zero, add(zero, ONE)))
    first, supposed = made.step(put(claim, ZERO, zero)), made.suppose(claim)
    then = made.step(put(claim, add(zero, ONE), zero), identity((use(supposed), ONE)))
    made.accepts(claim, by_induction(first, supposed, then, zero))


def test_an_inequality() -> None:
    """b^t < 1 for 0 < b < 1: b^(t+1) = b b^t < b < 1."""
    made = Judged()
    made.where(">", b)
    below = made.add("where", ("lt", b, ONE))
    claim = ("lt", to(b, t), ONE)
    first = made.step(put(claim, ONE), sign(hyp(below)))
    supposed = made.suppose(claim)
    witness = ("add", hyp(below), ("mul", hyp(0), hyp(supposed)))
    then = made.step(put(claim, NEXT), sign(witness))
    made.accepts(claim, by_induction(first, supposed, then))
    made.accepts(("gt", sub(ONE, to(b, num(9))), ZERO), sign(at_(made_last(made), num(9))))


def test_of_one_channel() -> None:
    """A free index and another whole number stay as they are."""
    made = Judged()
    recursion = made.add("given", eq(app("m", t, x("i")), add(app("m", BEFORE, x("i")), x("i"))))
    begun = made.add("given", eq(app("m", ZERO, x("i")), n))
    claim = eq(app("m", t, x("i")), add(mul(t, x("i")), n))
    first = made.step(put(claim, ONE), identity((at_(recursion, ONE), ONE), (use(begun), ONE)))
    supposed = made.suppose(claim)
    then = made.step(put(claim, NEXT), identity((at_(recursion, NEXT), ONE), (use(supposed), ONE)))
    made.accepts(claim, by_induction(first, supposed, then))


# --- how an induction can be wrong -----------------------------------------------------------------------------

FALSE_FROM = eq(g(t), ZERO)
"""What is supposed or shown of g in the inductions below, and follows from nothing."""


def a_step(made: Bundle, of: Form = FALSE_FROM) -> tuple[int, int]:
    """g(t) = 0 supposed, and g(t + 1) = 0 from it, where g(t + 1) = g(t) is given."""
    given = made.add("given", eq(g(NEXT), g(t)))
    supposed = made.suppose(of)
    return supposed, made.step(put(of, NEXT), identity((use(given), ONE), (use(supposed), ONE)))


def test_without_a_base() -> None:
    made = Judged()
    supposed, then = a_step(made)
    made.rejects("under a supposition", FALSE_FROM, by_induction(then, supposed, then))
    made.rejects("under a supposition", FALSE_FROM, by_induction(supposed, supposed, then))
    made.rejects("no earlier entry", FALSE_FROM, by_induction(9, supposed, then))


def test_a_base_that_is_only_supposed() -> None:
    made = Judged()
    supposed, then = a_step(made)
    begun = made.suppose(eq(g(ONE), ZERO))
    made.rejects("under a supposition", FALSE_FROM, by_induction(begun, supposed, then))


BASES = {
    "at zero": eq(g(ZERO), ZERO),
    "at two": eq(g(TWO), ZERO),
    "at t + 1": eq(g(NEXT), ZERO),
    "at another whole number": eq(g(n), ZERO),
    "at one below": eq(g(num(-1)), ZERO),
    "at a symbol": eq(g(a), ZERO),
    "of another sequence": eq(m(ONE), ZERO),
    "with another value": eq(g(ONE), ONE),
    "an inequality": ("ge", g(ONE), ZERO),
    "both inequalities": ("and", ("ge", g(ONE), ZERO), ("le", g(ONE), ZERO)),
    "one of two": ("or", eq(g(ONE), ZERO), eq(g(ONE), ONE)),
}


@pytest.mark.parametrize("begun", BASES.values(), ids=BASES)
def test_a_base_that_is_another(begun: Form) -> None:
    made = Judged()
    first = made.add("given", begun)
    supposed, then = a_step(made)
    assert not made.judged("claim", FALSE_FROM, by_induction(first, supposed, then)).accepted
    right = made.given(g(ONE), ZERO)
    made.accepts(FALSE_FROM, by_induction(right, supposed, then))


INEQUALITIES = [
    ("ge", g(ONE), ZERO), ("le", ZERO, g(ONE)), ("gt", g(ONE), ZERO), ("ne", g(ONE), ZERO), eq(g(ONE), ZERO),
]  # fmt: skip


@pytest.mark.parametrize("begun", INEQUALITIES)
@pytest.mark.parametrize("relation", ["ge", "gt", "ne"])
def test_a_base_of_another_sign(relation: str, begun: Form) -> None:
    """The very relation is asked for, written from the left or from the right."""
    claim = (relation, g(t), ZERO)
    made = Judged()
    given, first = made.add("given", eq(g(NEXT), g(t))), made.add("given", begun)
    supposed = made.suppose(claim)
    then = made.step(put(claim, NEXT), sign(("is", g(NEXT), hyp(supposed), ident((use(given), ONE)))))
    accepted = made.judged("claim", claim, by_induction(first, supposed, then)).accepted
    assert accepted == (begun[0] == relation or (relation == "ge" and begun[0] == "le"))


def test_a_step_for_larger_numbers_only() -> None:
    """g(t + 1) = 0 from g(t) = 0 where t >= 2: g(2) may be 1."""
    made = Judged()
    begun = made.given(g(ONE), ZERO)
    given = made.add("given", eq(mul(sub(t, ONE), sub(g(NEXT), g(t))), ZERO))
    supposed = made.suppose(FALSE_FROM)
    large = made.suppose(("gt", sub(t, ONE), ZERO))
    proof = identity((use(given), ONE), (use(supposed), sub(t, ONE)), times=hyp(large))
    then = made.step(put(FALSE_FROM, NEXT), proof)
    made.rejects("supposing nothing else", FALSE_FROM, by_induction(begun, supposed, then))
    made.rejects("supposing nothing else", FALSE_FROM, by_induction(begun, large, then))


SHIFTED = {
    "the same": t, "one less": BEFORE, "two more": add(t, TWO), "twice": mul(TWO, t), "another": add(n, ONE),
    "one": ONE,
}  # fmt: skip


@pytest.mark.parametrize("reached", SHIFTED.values(), ids=SHIFTED)
def test_a_step_to_another_number(reached: Form) -> None:
    made = Judged()
    begun, given = made.given(g(ONE), ZERO), made.add("given", eq(g(reached), g(t)))
    supposed = made.suppose(FALSE_FROM)
    then = made.step(put(FALSE_FROM, reached), identity((use(given), ONE), (use(supposed), ONE)))
    made.rejects("does not say what has to be shown", FALSE_FROM, by_induction(begun, supposed, then))


def test_a_step_from_another_number() -> None:
    made = Judged()
    begun = made.given(g(ONE), ZERO)
    for other in (BEFORE, NEXT, n, ONE):
        given = made.add("given", eq(g(NEXT), g(other)))
        supposed = made.suppose(put(FALSE_FROM, other))
        then = made.step(put(FALSE_FROM, NEXT), identity((use(given), ONE), (use(supposed), ONE)))
        made.rejects("needs what it shows supposed", FALSE_FROM, by_induction(begun, supposed, then))


def test_a_step_from_another_sequence() -> None:
    made = Judged()
    begun, given = made.given(g(ONE), ZERO), made.add("given", eq(g(NEXT), m(t)))
    supposed = made.suppose(eq(m(t), ZERO))
    then = made.step(put(FALSE_FROM, NEXT), identity((use(given), ONE), (use(supposed), ONE)))
    made.rejects("needs what it shows supposed", FALSE_FROM, by_induction(begun, supposed, then))


def test_a_step_from_what_is_not_supposed() -> None:
    made = Judged()
    begun, _ = made.given(g(ONE), ZERO), made.add("given", eq(g(NEXT), g(t)))
    claimed = made.refused("differ", "step", FALSE_FROM)
    made.rejects("needs what it shows supposed", FALSE_FROM, by_induction(begun, claimed, claimed))


def test_the_hypothesis_at_another_number() -> None:
    """It is supposed for one t: not for the next, for every s, or for what a sum runs over."""
    made = Judged()
    supposed = made.suppose(FALSE_FROM)
    for value in (NEXT, n, ONE, whole("*1")):
        made.refused("only supposed", "step", eq(g(NEXT), ZERO), identity((at_(supposed, value), ONE)))
    made.refused("differ", "step", eq(upto(t, g(s)), ZERO), identity((use(supposed), t)))


def test_the_hypothesis_for_another_variable() -> None:
    made = Judged(u)
    supposed = made.suppose(eq(mul(u, g(t)), ZERO))
    made.refused("only supposed", "step", FALSE_FROM, identity((("deriv", use(supposed), u), ONE)))
    of_a_channel = made.suppose(eq(mul(x("i"), g(t)), ZERO))
    renamed = identity((("rename", of_a_channel, "i", "j"), ONE))
    made.refused("only supposed", "step", eq(mul(x("j"), g(t)), ZERO), renamed)


def test_an_inequality_of_the_hypothesis_at_another_number() -> None:
    made = Judged()
    supposed = made.suppose(("ge", g(t), ZERO))
    made.refused("only supposed", "step", ("ge", g(NEXT), ZERO), sign(at_(supposed, NEXT)))
    of_each = at_(supposed, whole("*1"))
    made.refused("only supposed", "step", ("ge", upto(t, g(s)), ZERO), sign(("upto", "*1", t, of_each)))
    made.refused("no such sign witness", "step", ("ge", upto(n, g(s)), ZERO), sign(("upto", "t", n, hyp(supposed))))


def test_an_induction_about_another_number() -> None:
    made = Judged()
    begun = made.given(g(ONE), ZERO)
    supposed, then = a_step(made)
    for other in (n, whole("t", 0), whole("t", 2)):
        made.rejects("does not say", FALSE_FROM, by_induction(begun, supposed, then, other))
    for none in (a, x("i"), ONE, NEXT, g(t)):
        made.rejects("a whole number was expected", FALSE_FROM, by_induction(begun, supposed, then, none))


def test_an_induction_about_a_number_that_is_bound() -> None:
    """The t of a sum is not the t outside: the sum of g to n = 0 says nothing of the sum to n + 1."""
    made = Judged()
    claim = eq(upto(n, g(t), "t"), ZERO)
    first, supposed = made.add("given", claim), made.suppose(claim)
    made.accepts(claim, by_induction(first, supposed, supposed))  # of no t: it is what was given
    made.rejects("does not say", claim, by_induction(first, supposed, supposed, n))


def test_an_induction_about_every_channel() -> None:
    made = Judged()
    claim = eq(mul(x("*1"), g(t)), ZERO)
    begun, given = made.add("given", put(claim, ONE)), made.add("given", eq(g(NEXT), g(t)))
    supposed = made.suppose(claim)
    then = made.step(put(claim, NEXT), identity((use(given), x("*1")), (use(supposed), ONE)))
    made.rejects("say which channel", claim, by_induction(begun, supposed, then))


def test_an_induction_under_a_supposition() -> None:
    made = Judged()
    made.suppose(eq(a, ZERO))
    begun = made.step(eq(mul(a, g(ONE)), ZERO), identity((use(0), g(ONE))))
    supposed = made.suppose(eq(mul(a, g(t)), ZERO))
    then = made.step(eq(mul(a, g(NEXT)), ZERO), identity((use(0), g(NEXT))))
    made.rejects("supposing nothing else", eq(mul(a, g(t)), ZERO), by_induction(begun, supposed, then))


def test_an_induction_about_what_is_defined_under_a_supposition() -> None:
    """1/g(t) may have no value: that g(t) is not zero is supposed of one t."""
    made = Judged()
    nonzero = made.suppose(("ne", g(t), ZERO))
    claim = eq(div(mul(ZERO, ONE), g(t)), ZERO)
    begun = made.given(ZERO, ZERO)
    condition = ("!=", g(t), hyp(nonzero))
    supposed = made.judged("suppose", claim, defined=[condition])
    assert supposed.accepted
    proof = by_induction(begun, 2, 2)
    made.rejects("supposing nothing else", claim, proof, [condition])
    made.rejects("condition of being defined", claim, proof)


def test_other_kinds_of_statements() -> None:
    made = Judged()
    either = ("or", eq(g(t), ZERO), eq(g(t), ONE))
    n_either = made.suppose(either)
    made.rejects("does not fit this kind", either, by_induction(n_either, n_either, n_either))
    made = Judged(u)
    claim = eq(integral(mul(u, g(t)), u), ZERO)
    begun, supposed = made.add("given", put(claim, ONE)), made.suppose(claim)
    then = made.step(ZERO_IS_ZERO)
    made.rejects("without antiderivatives", claim, by_induction(begun, supposed, then))


ZERO_IS_ZERO = eq(ZERO, ZERO)


OF_A_NUMBER = {
    "the number": t, "an entry": g(t), "a sum up to it": upto(t, g(s)), "a power": ("power", a, t),
    "what is summed": upto(num(3), mul(t, g(s))), "what is summed within": upto(num(3), upto(s, app("h", t, k), "k")),
    "a sum that binds another one": upto(num(3), mul(t, g(whole("t", 0))), "t", first=0),
    "a definition": ("def", "w", None, g(t)), "a part": add(b, g(t)), "nothing is left of it": sub(t, t),
}  # fmt: skip


@pytest.mark.parametrize("value", OF_A_NUMBER.values(), ids=OF_A_NUMBER)
def test_no_constant_of_integration_is_made_of_a_whole_number(value: Form) -> None:
    """It would be another for each number, and a sum of c over t is not t c."""
    made = Judged(u)
    slope = made.step(eq(D(value, u), ZERO))
    constant = made.judged("constant", eq(("sym", "c"), value), slope)
    assert not constant.accepted
    assert "one constant for every whole number" in constant.reason


def test_a_sum_that_binds_its_number_may_be_a_constant_of_integration() -> None:
    made = Judged(u)
    total = upto(num(3), g(s))
    slope = made.step(eq(D(total, u), ZERO))
    assert made.judged("constant", eq(("sym", "c"), total), slope).accepted
    said = len(made.entries) - 1
    made.accepts(eq(upto(n, ("sym", "c")), mul(n, total)), identity((use(said), n)))


# --- what holds for every whole number -------------------------------------------------------------------------


@pytest.mark.parametrize("value", [ONE, num(5), NEXT, n, add(n, k), mul(TWO, t), sub(mul(TWO, t), ONE), add(zero, ONE)])
def test_at_another_number(value: Form) -> None:
    made = Judged()
    given = made.add("given", eq(m(t), mul(t, g(t))))
    made.accepts(eq(m(value), mul(value, g(value))), identity((at_(given, value), ONE)))


OUTSIDE = {
    "zero": ZERO, "less": num(-1), "one less": BEFORE, "from zero": zero, "a difference": sub(n, k), "half": num("3/2"),
    "a half": div(t, TWO), "a symbol": a, "channels": C, "a product": mul(t, t), "unknown": g(t), "a negative": neg(t),
}  # fmt: skip


@pytest.mark.parametrize("value", OUTSIDE.values(), ids=OUTSIDE)
def test_what_is_no_number_of_that_kind(value: Form) -> None:
    made = Judged()
    given = made.add("given", eq(m(t), mul(t, g(t))))
    assert not made.judged("claim", eq(m(value), mul(value, g(value))), identity((at_(given, value), ONE))).accepted


def test_a_symbol_is_none() -> None:
    made = Judged()
    given = made.given(a, b)
    made.rejects("a whole number was expected", eq(ONE, b), identity((at_(given, ONE, a), ONE)))


def test_an_inequality_for_every_number() -> None:
    made = Judged()
    where = made.add("where", ("gt", g(t), ZERO))
    made.accepts(("gt", g(NEXT), ZERO), sign(at_(where, NEXT)))
    made.accepts(("ge", upto(n, g(s)), ZERO), sign(("upto", "*1", n, at_(where, whole("*1")))))
    made.accepts(eq(upto(n, div(g(s), g(s))), n), PLAIN, [("!=", g(whole("*1")), at_(where, whole("*1")))])
    made.rejects("not for every", ("gt", g(BEFORE), ZERO), sign(at_(where, BEFORE)))
    made.rejects("being defined", eq(upto(n, div(g(s), g(s))), n), PLAIN, [("!=", g(t), hyp(where))])
    made.rejects("of another quantity", ("gt", upto(n, g(s)), ZERO), sign(at_(where, n)))
    made.rejects("it shows", ("gt", upto(n, g(s)), ZERO), sign(("upto", "*1", n, at_(where, whole("*1")))))


def test_a_sum_from_zero_asks_for_its_first_term() -> None:
    made = Judged()
    where, everywhere = made.add("where", ("gt", g(t), ZERO)), made.add("where", ("gt", g(zero), ZERO))
    from_zero = whole("s", 0)
    e = upto(t, div(g(from_zero), g(from_zero)), first=0)
    asked = ("!=", g(sub(whole("*1"), ONE)), at_(where, sub(whole("*1"), ONE)))
    made.rejects("not for every", eq(e, NEXT), PLAIN, [asked])
    asked = ("!=", g(sub(whole("*1"), ONE)), at_(everywhere, sub(whole("*1"), ONE), zero))
    made.accepts(eq(e, NEXT), PLAIN, [asked])


def test_the_sign_of_a_whole_number() -> None:
    made = Judged()
    made.accepts(("gt", t, ZERO), sign(("whole", t)))
    made.accepts(("ge", zero, ZERO), sign(("whole", zero)))
    made.accepts(("gt", add(zero, mul(TWO, t)), ZERO), sign(("whole", add(zero, mul(TWO, t)))))
    made.accepts(eq(div(t, t), ONE), PLAIN, [("!=", t, ("whole", t))])
    made.rejects("shows >= 0", ("gt", zero, ZERO), sign(("whole", zero)))
    made.rejects("may be negative", ("ge", sub(t, TWO), ZERO), sign(("whole", sub(t, TWO))))
    made.rejects("less than anything", ("ge", sub(t, n), ZERO), sign(("whole", sub(t, n))))
    made.rejects("whole numbers", ("ge", a, ZERO), sign(("whole", a)))
    made.rejects("condition of being defined", eq(div(zero, zero), ONE))


def test_the_sign_of_a_power() -> None:
    made = Judged()
    least, positive, nonzero = (made.where(r, s) for r, s in ((">=", a), (">", b), ("!=", u)))
    made.accepts(("ge", to(a, t), ZERO), sign(("power", hyp(least), t)))
    made.accepts(("gt", to(b, sub(t, n)), ZERO), sign(("power", hyp(positive), sub(t, n))))
    made.accepts(("ne", to(u, sub(t, n)), ZERO), sign(("power", hyp(nonzero), sub(t, n))))
    made.rejects("may vanish", ("ge", to(b, sub(t, n)), ZERO), sign(("power", hyp(least), sub(t, n))))
    made.rejects("it shows !=", ("gt", to(u, t), ZERO), sign(("power", hyp(nonzero), t)))
    made.rejects("it shows >=", ("gt", to(a, t), ZERO), sign(("power", hyp(least), t)))


def test_zero_to_a_negative_power() -> None:
    """b^(t - n) b^n = b^t supposes that b is not zero."""
    claim = eq(mul(to(b, sub(t, n)), to(b, n)), to(b, t))
    Judged().rejects("condition of being defined", claim)
    made = Judged()
    made.where("!=", b)
    made.accepts(claim)


# --- where a whole number may not stand ------------------------------------------------------------------------


def test_nothing_is_said_of_every_whole_number_without_a_name() -> None:
    made = Judged()
    for role in ("where", "given", "suppose"):
        for of_every in (g(whole("*1")), upto(n, mul(s, g(whole("*1")))), upto(whole("*1"), g(s))):
            made.refused("that it names", role, ("ge", of_every, ZERO), ())
    made.add("given", ("ge", upto(n, g(s)), ZERO))


def test_it_is_no_number_of_channels() -> None:
    made = Judged()
    made.rejects("sums run over the channels", eq(total(x("k"), dimension=t), ZERO))
    made.rejects("sums and multiples", eq(upto(C, g(s)), ZERO))


@pytest.mark.parametrize("along", [t, ("interval", t, ZERO), ("vector", t)])
def test_nothing_varies_along_it(along: Form) -> None:
    with pytest.raises(Malformed):
        Judged(along)


def test_no_function_is_differentiable_in_it() -> None:
    with pytest.raises(Malformed):
        Judged().judged("where", ("differentiable", g(t), ONE))


def test_a_derivative_in_a_sum_is_granted_to_nobody() -> None:
    """A sum with no term says of nothing that it exists."""
    f = app("f", u)
    made = Judged(u)
    made.refused("being defined", "given", eq(upto(t, mul(g(s), D(f, u))), ZERO))
    made.add("given", eq(D(f, u), ZERO))
    made.add("given", eq(upto(t, mul(g(s), D(f, u))), ZERO))


# --- numbers that are whole by calculation ---------------------------------------------------------------------


@pytest.mark.parametrize("one", [power(ONE, 2), ("fn", "sqrt", ONE), div(TWO, TWO)])
def test_what_is_whole_by_calculation(one: Form) -> None:
    """m_(1^2) is m_1, and the second judge says that it cannot tell where it cannot."""
    made = Bundle()
    given = made.add("given", eq(m(t), mul(t, g(t))))
    made.accepts(eq(m(one), g(ONE)), identity((at_(given, one), ONE)))
    accepted = [j.accepted for j in made.theorem.entries]
    found = review_bundle({"along": [], "entries": made.entries}, accepted)
    assert not found.disagreements
    assert found.not_applicable
