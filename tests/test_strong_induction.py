"""Induction from all smaller numbers: what it shows, and what it must not show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from symnorm import Theorem, by, eq, le, ne, rational, sequence, symbol, total, whole
from symnorm.judge import judge
from symnorm.language import Entry, LanguageError

t, s = whole("t", 0), whole("s", 0)
n, k, m = whole("n"), whole("k"), whole("m")
a, b, c = sequence("a"), sequence("b"), sequence("c")
q = symbol("q")
two = rational(2)


def all_before(step: Callable[[Entry, Entry, Any], Any], value: Any = two**t) -> Any:
    """a_t = 1 + a_0 + ... + a_{t-1}: it is 2^t."""
    theorem = Theorem("strong/1", "All that came before", model={a[t]: two**t})
    recursion = theorem.given("(1)", eq(a[t], 1 + total(a[s], over=s, up_to=t - 1)), "hypothesis")
    powers = theorem.induction("(2)", eq(1 + total(two**s, over=s, up_to=t - 1), two**t), over=t)
    theorem.induction("(3)", eq(a[t], value), over=t, smaller=s, step=lambda p: step(recursion, powers, p))
    return judge(theorem)


def average(base: Any, step: Any, shown: Any = 1, first: Any = 1) -> Any:
    """b_{n+1} is the average of all before, and b_1 = 1: all are 1."""
    theorem = Theorem("strong/2", "Averages", model={b[n]: 1})
    start = theorem.given("(1)", eq(b[1], first), "hypothesis")
    recursion = theorem.given("(2)", eq(b[n + 1], total(b[k], over=k, up_to=n) / n), "hypothesis")
    theorem.induction("(3)", eq(b[n], shown), over=n, smaller=k, base=base(start), step=lambda p: step(recursion, p))
    return judge(theorem)


# --- what it shows ------------------------------------------------------------------------------------------------


def test_without_a_base() -> None:
    """At the start, nothing is supposed: the sum over all smaller numbers is empty."""
    report = all_before(lambda recursion, powers, p: by.algebra(recursion, p.summed(), powers))
    assert report.verdict == "proved", [line.reason for line in report.lines]
    assert report.lines[-1].label == "(3)"


def test_a_model_of_such_a_recursion_is_shown_by_induction() -> None:
    """That 2^t = 1 + 2^0 + ... + 2^(t-1) is not plain; 3^t is another sequence, and so is 2^t + 1."""
    for value, problems in ((two**t, 0), (rational(3) ** t, 1), (two**t + 1, 1)):
        theorem = Theorem("strong/14", "A model", model={a[t]: value})
        given = theorem.given("(1)", eq(a[t], 1 + total(a[s], over=s, up_to=t - 1)), "hypothesis")
        theorem.claim("(2)", eq(2 * a[t], 2 + total(2 * a[s], over=s, up_to=t - 1)), by.algebra(given))
        assert len(judge(theorem).problems) == problems


def test_with_a_base() -> None:
    report = average(by.algebra, lambda recursion, p: by.algebra(recursion, p.summed()))
    assert report.verdict == "proved", [line.reason for line in report.lines]


def test_a_weight_of_both_numbers() -> None:
    """c_{n+1} = (1 - q) sum of q^{n-s} c_s + q^n: with c = 1 before, it is 1; and so are twice as many weights."""
    theorem = Theorem("strong/3", "Weights", where=[q > 0, q < 1], model={c[n]: 1, q: two**-1})
    weighted = total(q ** (n - k) * c[k], over=k, up_to=n)
    first = theorem.given("(1)", eq(c[1], 1), "hypothesis")
    recursion = theorem.given("(2)", eq(c[n + 1], (1 - q) * weighted + q**n), "hypothesis")
    shares = theorem.induction("(3)", eq((1 - q) * total(q ** (n - k), over=k, up_to=n), 1 - q**n), over=n)

    def step(p: Any) -> Any:
        return by.algebra(recursion, p.summed(q ** (n - k)), p.summed(n * q ** (n - k)), shares)

    theorem.induction("(4)", eq(c[n], 1), over=n, smaller=k, base=by.algebra(first), step=step)
    report = judge(theorem)
    assert report.verdict == "proved", [line.reason for line in report.lines]


def test_two_to_begin_with_and_the_last_two() -> None:
    theorem = Theorem("strong/4", "Two", model={c[n]: 2 * n + 3})
    recursion = theorem.given("(1)", eq(c[n + 2], 2 * c[n + 1] - c[n]), "hypothesis")
    starts = [theorem.given(f"({j + 1})", eq(c[j], 2 * j + 3), "hypothesis") for j in (1, 2)]
    theorem.induction(
        "(4)", eq(c[n], 2 * n + 3), over=n, smaller=k, base=[by.algebra(one) for one in starts],
        step=lambda p: by.algebra(recursion, p.at(n), p.at(n + 1)),
    )  # fmt: skip
    report = judge(theorem)
    assert report.verdict == "proved", [line.reason for line in report.lines]


@pytest.mark.parametrize("is_turned", [False, True])
def test_an_inequality(is_turned: bool) -> None:
    """c_n = 1 + c_1 + ... + c_{n-1}: none is negative."""
    theorem = Theorem("strong/5", "None is negative", model={c[n]: two ** (n - 1)})
    before = total(c[k], over=k, up_to=n - 1)
    recursion = theorem.given("(1)", eq(c[n], before + 1), "hypothesis")
    theorem.induction(
        "(2)", le(0, c[n]) if is_turned else c[n] >= 0, over=n, smaller=k,
        step=lambda p: by.sign(before + 1, p.summed(), recursion),
    )  # fmt: skip
    report = judge(theorem)
    assert report.verdict == "proved", [line.reason for line in report.lines]


def test_an_upper_bound() -> None:
    theorem = Theorem("strong/6", "A bound", model={b[n]: 1})
    start = theorem.given("(1)", eq(b[1], 1), "hypothesis")
    sums = total(b[k], over=k, up_to=n)
    recursion = theorem.given("(2)", eq(b[n + 1], sums / n), "hypothesis")
    theorem.induction(
        "(3)", b[n] <= 2, over=n, smaller=k, base=by.sign(1, start),
        step=lambda p: by.sign((2 * n - sums) / n, p.summed(), recursion),
    )  # fmt: skip
    assert judge(theorem).verdict == "proved"


# --- what it must not show ----------------------------------------------------------------------------------------


def test_something_false_of_all_numbers() -> None:
    """a_t = 0 has no base either: at t = 0 the recursion says that a_0 is 1."""
    report = all_before(lambda recursion, powers, p: by.algebra(recursion, p.summed(), powers), 0)
    assert report.lines[-1].verdict not in ("proved",)
    assert report.verdict != "proved"


def test_a_step_that_takes_the_sum_of_too_many() -> None:
    """b_{n+1} by the sum up to n + 1, which is supposed of no one."""
    theorem = Theorem("strong/7", "Too many", model={b[n]: 1})
    start = theorem.given("(1)", eq(b[1], 1), "hypothesis")
    itself = theorem.given("(2)", eq((n + 1) * b[n + 1], total(b[k], over=k, up_to=n + 1)), "hypothesis")
    theorem.induction(
        "(3)", eq(b[n], n), over=n, smaller=k, base=by.algebra(start), step=lambda p: by.algebra(itself, p.summed())
    )
    assert judge(theorem).lines[-1].verdict != "proved"


def test_another_start() -> None:
    """All are 2 where the first is: that they are 1 does not begin."""
    report = average(by.algebra, lambda recursion, p: by.algebra(recursion, p.summed()), shown=1, first=2)
    assert report.lines[-1].verdict != "proved"


def test_what_is_supposed_is_not_the_claim() -> None:
    """Without a base, the last number before t is none where t is the first."""
    theorem = Theorem("strong/8", "No number before", model={c[n]: 0})
    recursion = theorem.given("(1)", eq(c[n + 1], c[n]), "hypothesis")
    with pytest.raises(LanguageError, match="begins with no number"):
        theorem.induction("(2)", eq(c[n], 0), over=n, smaller=k, step=lambda p: by.algebra(recursion, p.at(n - 1)))


OUTSIDE = {"the next": n + 1, "before the first": n - 1, "another": m, "a number": 1, "twice": 2 * n}


@pytest.mark.parametrize("at", OUTSIDE.values(), ids=OUTSIDE)
def test_what_may_be_no_smaller_number(at: Any) -> None:
    theorem = Theorem("strong/9", "Elsewhere", model={c[n]: 0})
    start = theorem.given("(1)", eq(c[1], 0), "hypothesis")
    with pytest.raises(LanguageError, match=r"begins with 1 numbers"):
        theorem.induction(
            "(2)", eq(c[n], 0), over=n, smaller=k, base=by.algebra(start), step=lambda p: by.algebra(p.at(at))
        )


def test_a_negative_weight_turns_an_inequality() -> None:
    """From c_k >= 0 it does not follow that the sum of -c_k is not negative."""
    theorem = Theorem("strong/10", "Weights", model={c[n]: two ** (n - 1)})
    recursion = theorem.given("(1)", eq(c[n], 1 + total(c[k], over=k, up_to=n - 1)), "hypothesis")
    less = 1 - total(c[k], over=k, up_to=n - 1)
    theorem.induction(
        "(2)", c[n] >= 0, over=n, smaller=k, step=lambda p: by.sign(less, p.summed(-1), recursion)
    )
    by_label = {line.label: line.verdict for line in judge(theorem).lines}
    assert by_label["(2) summed over k"] in ("unknown", "refuted")
    assert by_label["(2)"] != "proved"


def test_what_is_supposed_holds_for_one_number_alone() -> None:
    """Of the sum up to t, which is supposed, nothing follows for t + 1."""
    theorem = Theorem("strong/11", "One number", model={c[n]: 0})
    start = theorem.given("(1)", eq(c[1], 0), "hypothesis")
    theorem.induction(
        "(2)", eq(c[n], 0), over=n, smaller=k, base=by.algebra(start),
        step=lambda p: by.algebra(p.supposed.at(n, n + 1), p.at(n)),
    )  # fmt: skip
    report = judge(theorem)
    assert report.lines[-1].verdict != "proved"
    assert any("only supposed" in line.reason for line in report.lines)


def test_a_statement_without_a_value_at_some_number() -> None:
    """1/(n - 5) has none at 5: what is summed has to have one at every number."""
    theorem = Theorem("strong/12", "A hole", where=[ne(q, 0)], model={q: 1})
    theorem.induction(
        "(1)", eq((n - 5) / (n - 5), 1), over=n, smaller=k, base=by.algebra(), step=lambda p: by.algebra()
    )
    assert judge(theorem).lines[-1].verdict != "proved"


REFUSED: dict[str, tuple[Callable[[Theorem], Any], str]] = {
    "strictly": (lambda th: th.induction("(1)", c[n] > 0, over=n, smaller=k, step=lambda p: by.sign()), "with <= or"),
    "not equal": (lambda th: th.induction("(1)", ne(c[n], 0), over=n, smaller=k, step=lambda p: by.sign()), "with <="),
    "another start": (
        lambda th: th.induction("(1)", eq(c[n], 0), over=n, smaller=s, step=lambda p: by.algebra()), "smaller= is"
    ),
    "the same letter": (
        lambda th: th.induction("(1)", eq(c[n], 0), over=n, smaller=n, step=lambda p: by.algebra()), "smaller= is"
    ),
    "no number": (
        lambda th: th.induction("(1)", eq(c[n], 0), over=n, smaller=q, step=lambda p: by.algebra()), "smaller= is"
    ),
    "a letter that stands there": (
        lambda th: th.induction("(1)", eq(c[n] * c[k], 0), over=n, smaller=k, step=lambda p: by.algebra()),
        "give the smaller numbers another letter",
    ),
    "no function": (
        lambda th: th.induction("(1)", eq(c[n], 0), over=n, smaller=k, step=by.algebra()), "step= is a function"
    ),
    "no rules": (
        lambda th: th.induction("(1)", eq(c[n], 0), over=n, smaller=k, base=[None], step=lambda p: by.algebra()),
        "base= is a rule",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("written", "told"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(written: Callable[[Theorem], Any], told: str) -> None:
    with pytest.raises(LanguageError, match=told):
        written(Theorem("strong/13", "Refused"))
