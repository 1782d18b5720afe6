"""Induction by several numbers: from t and t + 1 to t + 2, with two numbers to begin with; and how it can be wrong."""

from __future__ import annotations

from typing import Any

import pytest
from test_checker_kit import ONE, TWO, ZERO, Form, add, eq, hyp, ident, identity, mul, num, sign, sub, use
from test_checker_whole import NEXT, Judged, at_, g, m, n, put, t, zero

from symnorm.judge import judge
from symnorm.language import LanguageError, Theorem, by, sequence, total
from symnorm.language import eq as equal
from symnorm.language import whole as number

THEN, CLAIM = add(t, TWO), eq(g(t), ZERO)
RECURSION = eq(g(THEN), add(g(NEXT), g(t)))


def by_two(k: int, l_: int, n_: int, o: int, m_: int, over: Form = t) -> Form:
    return ("induction", over, k, n_, l_, o, m_)


def begun() -> tuple[Judged, int, int, int]:
    """g(1) = g(2) = 0, and the recursion g(t + 2) = g(t + 1) + g(t), which has many other solutions."""
    made = Judged()
    return made, made.add("given", RECURSION), made.given(g(ONE), ZERO), made.given(g(TWO), ZERO)


def supposed(made: Judged, recursion: int) -> tuple[int, int, int]:
    """The claim supposed at t and t + 1, and shown from both at t + 2."""
    one, other = made.suppose(CLAIM), made.suppose(put(CLAIM, NEXT))
    return one, other, made.step(put(CLAIM, THEN), identity((use(recursion), ONE), (use(one), ONE), (use(other), ONE)))


def test_by_two_numbers() -> None:
    made, recursion, first, second = begun()
    one, other, then = supposed(made, recursion)
    judgement = made.judged("step", CLAIM, by_two(first, second, one, other, then))
    assert judgement.accepted
    assert not judgement.assumptions
    assert {first, second, one, other, then} <= judgement.used
    made.accepts(CLAIM, by_two(first, second, one, other, then))
    made.accepts(put(CLAIM, num(5)), identity((at_(len(made.entries) - 1, num(5)), ONE)))


def test_by_two_numbers_from_zero() -> None:
    made = Judged()
    given = made.add("given", put(RECURSION, zero))
    first, second = made.given(g(ZERO), ZERO), made.given(g(ONE), ZERO)
    claim, following = put(CLAIM, zero), put(CLAIM, add(zero, ONE))
    one, other = made.suppose(claim), made.suppose(following)
    last = put(CLAIM, add(zero, TWO))
    then = made.step(last, identity((use(given), ONE), (use(one), ONE), (use(other), ONE)))
    made.accepts(claim, by_two(first, second, one, other, then, zero))
    at_two = made.given(g(TWO), ZERO)
    made.rejects("does not say what has to be shown", claim, by_two(second, at_two, one, other, then, zero))


def test_by_three_numbers() -> None:
    made = Judged()
    three = num(3)
    given = made.add("given", eq(g(add(t, three)), g(t)))
    starts = [made.given(g(num(k)), ZERO) for k in (1, 2, 3)]
    numbers = [made.suppose(put(CLAIM, v)) for v in (t, NEXT, THEN)]
    then = made.step(put(CLAIM, add(t, three)), identity((use(given), ONE), (use(numbers[0]), ONE)))
    pairs = [e for two in zip(starts, numbers, strict=True) for e in two]
    made.accepts(CLAIM, ("induction", t, *pairs, then))
    made.rejects("does not say what has to be shown", CLAIM, ("induction", t, *pairs[:4], then))
    made.rejects("does not say what has to be shown", CLAIM, ("induction", t, *pairs[:2], then))


def test_an_inequality() -> None:
    """g(t + 2) = g(t + 1) + g(t) > 0."""
    made = Judged()
    recursion, claim = made.add("given", RECURSION), ("gt", g(t), ZERO)
    first, second = made.add("given", ("gt", g(ONE), ZERO)), made.add("given", ("gt", g(TWO), ZERO))
    one, other = made.suppose(claim), made.suppose(put(claim, NEXT))
    shown = sign(("is", g(THEN), ("add", hyp(one), hyp(other)), ident((use(recursion), ONE))))
    then = made.step(put(claim, THEN), shown)
    made.accepts(claim, by_two(first, second, one, other, then))
    weak = made.add("given", ("ge", g(TWO), ZERO))
    made.rejects("does not say what has to be shown", claim, by_two(first, weak, one, other, then))


# --- what it begins with ------------------------------------------------------------------------------------------

BASES = {
    "the first twice": g(ONE), "the one before": g(ZERO), "the one after": g(num(3)), "of another sequence": m(TWO),
    "at t": g(t), "at t + 1": g(NEXT), "at another number": g(n),
}  # fmt: skip


@pytest.mark.parametrize("base", BASES.values(), ids=BASES)
def test_a_second_base_that_is_another(base: Form) -> None:
    made, recursion, first, second = begun()
    wrong = made.add("given", eq(base, ZERO))
    one, other, then = supposed(made, recursion)
    made.rejects("does not say what has to be shown", CLAIM, by_two(first, wrong, one, other, then))
    made.rejects("does not say what has to be shown", CLAIM, by_two(second, first, one, other, then))


def test_a_base_that_is_left_out() -> None:
    """With one base, or with one number supposed beside it, nothing is said of the second number."""
    made, recursion, first, second = begun()
    one, other, then = supposed(made, recursion)
    made.rejects("supposing nothing else", CLAIM, ("induction", t, first, one, then))
    for numbers in ((first, one, second, then), (first, one, other, then), (first, then), (then,), ()):
        made.rejects("does not fit", CLAIM, ("induction", t, *numbers))


def test_a_base_that_rests_on_a_supposition() -> None:
    made, recursion, first, _ = begun()
    one, other, then = supposed(made, recursion)
    made.rejects("under a supposition", CLAIM, by_two(first, made.suppose(put(CLAIM, TWO)), one, other, then))


# --- what is supposed ---------------------------------------------------------------------------------------------

SECOND = {"at t": t, "at t + 2": THEN, "one before": sub(t, ONE), "twice": mul(TWO, t), "another": n, "a number": TWO}


@pytest.mark.parametrize("at", SECOND.values(), ids=SECOND)
def test_what_is_supposed_at_another_number(at: Form) -> None:
    made, _, first, second = begun()
    given = made.add("given", eq(g(THEN), add(g(at), g(t))))
    one, other = made.suppose(CLAIM), made.suppose(put(CLAIM, at))
    then = made.step(put(CLAIM, THEN), identity((use(given), ONE), (use(one), ONE), (use(other), ONE)))
    made.rejects("does not say what has to be shown", CLAIM, by_two(first, second, one, other, then))


def test_what_is_supposed_beside_it() -> None:
    made, _, first, second = begun()
    given = made.add("given", eq(g(THEN), m(t)))
    one, other, more = made.suppose(CLAIM), made.suppose(put(CLAIM, NEXT)), made.suppose(eq(m(t), ZERO))
    then = made.step(put(CLAIM, THEN), identity((use(given), ONE), (use(more), ONE)))
    made.rejects("supposing nothing else", CLAIM, by_two(first, second, one, other, then))
    made.rejects("does not say what has to be shown", CLAIM, by_two(first, second, one, more, then))


def test_what_is_given_is_not_supposed() -> None:
    made, recursion, first, second = begun()
    one, other, then = supposed(made, recursion)
    known = made.add("given", put(CLAIM, NEXT))
    made.rejects("needs what it shows supposed", CLAIM, by_two(first, second, one, known, then))
    made.rejects("needs what it shows supposed", CLAIM, by_two(first, second, other, one, then))


REACHED = {"t + 1": NEXT, "t + 3": add(t, num(3)), "t": t, "another": add(n, TWO)}


@pytest.mark.parametrize("reached", REACHED.values(), ids=REACHED)
def test_a_step_to_another_number(reached: Form) -> None:
    made, _, first, second = begun()
    given = made.add("given", eq(g(reached), g(t)))
    one, other = made.suppose(CLAIM), made.suppose(put(CLAIM, NEXT))
    then = made.step(put(CLAIM, reached), identity((use(given), ONE), (use(one), ONE)))
    made.rejects("does not say what has to be shown", CLAIM, by_two(first, second, one, other, then))


# --- in the language ----------------------------------------------------------------------------------------------

k, F, G = number("k"), sequence("F"), sequence("G")
LINE = 2 * k + 3




def linear(base: Any, step: Any, shown: Any = LINE) -> Any:
    """F(t + 2) = 2 F(t + 1) - F(t), from 5 and 7: F(t) = 2 t + 3."""
    theorem = Theorem("two/1", "A line", model={F[k]: 2 * k + 3})
    given = theorem.given("(1)", equal(F[k + 2], 2 * F[k + 1] - F[k]), "hypothesis")
    starts = [theorem.given(f"({n})", equal(F[n - 1], 2 * n + 1), "hypothesis") for n in (2, 3)]
    theorem.induction("(4)", equal(F[k], shown), over=k, base=base(*starts), step=step(given))
    return judge(theorem)


def test_a_recursion_of_second_order() -> None:
    report = linear(lambda p, q: [by.algebra(p), by.algebra(q)], lambda r: lambda p, q: by.algebra(r, p, q))
    assert [line.verdict for line in report.lines] == ["proved"] * len(report.lines)
    assert [line.label for line in report.lines][3:] == [
        "(4) for k = 1", "(4) for k = 2", "(4) for one k", "(4) for that k + 1", "(4) for k + 2", "(4)",
    ]  # fmt: skip


@pytest.mark.parametrize("wrong", [
    lambda p, q: [by.algebra(p), by.algebra(p)], lambda p, q: [by.algebra(q), by.algebra(p)],
])  # fmt: skip
def test_a_wrong_start_is_not_proved(wrong: Any) -> None:
    report = linear(wrong, lambda r: lambda p, q: by.algebra(r, p, q))
    assert report.lines[-1].verdict != "proved"
    assert report.verdict != "proved"


def test_what_holds_at_both_starts_and_not_after_is_not_proved() -> None:
    """2 k + 3 + (k - 1)(k - 2) is right at 1 and 2."""
    wrong = LINE + (k - 1) * (k - 2)
    report = linear(lambda p, q: [by.algebra(p), by.algebra(q)], lambda r: lambda p, q: by.algebra(r, p, q), wrong)
    assert report.lines[-1].verdict != "proved"


def test_what_is_no_list_of_rules_is_refused() -> None:
    theorem = Theorem("two/2", "Refused")
    for base in ([], [by.algebra(), None], "algebra"):
        with pytest.raises(LanguageError, match="base= is a rule for the start"):
            theorem.induction("(1)", equal(F[k], 0), over=k, base=base)


def test_from_another_start() -> None:
    """n^2 >= 2 n + 3 for n >= 3; and the sum from the third number on."""
    third, s = number("n", 3), number("s")
    theorem = Theorem("two/3", "From three", model={G[k]: 1})
    theorem.induction(
        "(1)", third**2 >= 2 * third + 3, over=third, base=by.bounds(),
        step=by.sign((third - 2) * (third + 2)),
    )  # fmt: skip
    some = total(s, over=s, start=3, up_to=third)
    theorem.induction("(2)", equal(2 * some, third * (third + 1) - 6), over=third)
    report = judge(theorem)
    assert [(line.label, line.reason) for line in report.lines if line.verdict != "proved"] == []
