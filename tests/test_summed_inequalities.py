"""Inequalities shown for any channel: they hold for every one and for another, and can be summed with weights."""

from __future__ import annotations

from typing import Any

import pytest

from symnorm import (
    Theorem,
    by,
    eq,
    every,
    exp,
    implies,
    indices,
    length,
    log,
    mean,
    rational,
    symbol,
    total,
    vector,
    whole,
)
from symnorm.judge import judge
from symnorm.language.refusals import LanguageError
from symnorm.report import Report

C, a = symbol("C"), symbol("a")
x, w = vector("x", C), vector("w", C)
i, j, k = indices("i j k", C)
N = length("N")
u = vector("u", N)
b, d = indices("b d", N)


def judged(*lines: Any, where: Any = (), **more: Any) -> Report:
    """A theorem whose lines are functions of it, the last one a claim."""
    theorem = Theorem("sums/1", "Sums", where=where, **more)
    for line in lines:
        line(theorem)
    return judge(theorem)


def verdict(report: Report, label: str) -> str:
    [found] = [line.verdict for line in report.lines if line.label == label]
    return found


def tangent(theorem: Theorem) -> Any:
    return theorem.step("(1)", exp(x[i]) >= 1 + x[i], by.exponential_bound(x[i]))


def test_one_that_holds_for_any_channel_holds_for_every_one_and_for_another() -> None:
    report = judged(
        tangent,
        lambda t: t.claim("(2)", every(exp(x)) >= 1 + every(x), by.sign()),
        lambda t: t.claim("(3)", exp(x[j]) >= 1 + x[j], by.sign()),
    )
    assert (verdict(report, "(2)"), verdict(report, "(3)")) == ("proved", "proved")


@pytest.mark.parametrize(
    ("summed", "shown"),
    [
        (lambda p: p.summed(i), total(exp(x)) >= total(1 + x)),
        (lambda p: p.summed(i, 1 / C), mean(exp(x)) >= 1 + mean(x)),
        (lambda p: p.summed(i, w[i] ** 2), total(w**2 * exp(x)) >= total(w**2 * (1 + x))),
        (lambda p: p.summed(i, x[j] ** 2), x[j] ** 2 * total(exp(x)) >= x[j] ** 2 * total(1 + x)),
    ],
)  # fmt: skip
def test_a_sum_with_weights_that_are_not_negative(summed: Any, shown: Any) -> None:
    report = judged(lambda t: t.claim("(2)", shown, by.sign(summed(tangent(t)))))
    assert verdict(report, "(2)") == "proved"


def test_a_weight_that_may_be_negative_is_not_accepted() -> None:
    wrong = total(w * exp(x)) >= total(w * (1 + x))
    report = judged(lambda t: t.claim("(2)", wrong, by.sign(tangent(t).summed(i, w[i]))))
    assert verdict(report, "(1) summed over i") != "proved"
    assert verdict(report, "(2)") != "proved"


def strict(theorem: Theorem) -> Any:
    return theorem.step("(1)", exp(x[i]) > 0, by.sign())


def test_a_sum_of_what_is_positive_is_positive() -> None:
    """There is a channel; without one of them, there may be none."""
    report = judged(lambda t: t.claim("(2)", total(exp(x)) > 0, by.sign(strict(t).summed(i))))
    assert verdict(report, "(2)") == "proved"
    report = judged(lambda t: t.claim("(2)", total(exp(x)) > exp(x[j]), by.sign(total(exp(x)) - exp(x[j]))))
    assert verdict(report, "(2)") != "proved"


def test_what_is_supposed_of_one_channel_is_not_summed() -> None:
    def line(theorem: Theorem) -> None:
        supposed = theorem.suppose("one", x[i] > 0)
        shown = theorem.supplied("all", total(x) > 0, by.sign())
        theorem.claim("(2)", implies(supposed.statement, shown.statement), by.discharge(supposed, shown))

    assert verdict(judged(line), "(2)") != "proved"
    report = judged(lambda t: t.claim("(2)", total(x) > 0, by.sign()), where=[x[i] > 0])
    assert verdict(report, "(2)") == "refuted"


def test_it_is_so_of_every_set() -> None:
    report = judged(
        lambda t: t.step("(1)", u[b] ** 2 + 1 > 0, by.sign()),
        lambda t: t.claim("(2)", total(u**2 + 1) > 0, by.sign()),
        lambda t: t.claim("(3)", total(u**2 + 1) >= N, by.sign()),
        lambda t: t.claim("(4)", u[d] ** 2 + 1 > 0, by.sign()),
    )
    assert [verdict(report, label) for label in ("(2)", "(3)", "(4)")] == ["proved"] * 3


def test_a_length_is_no_less_than_one() -> None:
    """And no more than that; what no sum runs to may be any number."""
    report = judged(lambda t: t.claim("(1)", eq(mean(x) * C, total(x)), by.algebra()))
    assert verdict(report, "(1)") == "proved"
    report = judged(lambda t: t.claim("(1)", eq(C / C + 0 * total(x), 1), by.algebra()))
    assert verdict(report, "(1)") == "proved"
    report = judged(lambda t: t.claim("(1)", eq((C - 1) / (C - 1) + 0 * total(x), 1), by.algebra()))
    assert verdict(report, "(1)") != "proved"
    report = judged(lambda t: t.claim("(1)", eq(a / a, 1), by.algebra()))
    assert verdict(report, "(1)") != "proved"
    report = judged(lambda t: t.claim("(1)", total(x**2) + C > 1, by.sign()))
    assert verdict(report, "(1)") != "proved"


def test_what_is_supposed_of_every_entry_is_known_of_each_that_comes_in_later() -> None:
    shown = eq(log(x[k]) / x[j] * x[j], log(x[k]))
    report = judged(lambda t: t.claim("(1)", shown, by.algebra()), where=[every(x) > 0])
    assert verdict(report, "(1)") == "proved"


def test_an_inequality_is_given_for_every_member() -> None:
    """Jensen's inequality for a function that lies above its tangent at the mean, with the slope c."""
    f, m = vector("f", C), symbol("m")
    report = judged(
        lambda t: t.given("(1)", f[i] >= a + w[j] * (x[i] - m), "hypothesis", every=[i]),
        lambda t: t.claim("(2)", mean(f) >= a + w[j] * (mean(x) - m), by.sign(1 / C * total(f - a - w[j] * (x - m)))),
    )
    assert verdict(report, "(2)") == "proved"


def test_an_induction_on_an_inequality_needs_no_rule_where_the_step_is_plain() -> None:
    t = whole("t")
    theorem = Theorem("sums/2", "Powers")
    theorem.induction("(1)", rational(2) ** t >= t + 1, over=t)
    report = judge(theorem)
    assert report.verdict == "proved", report.problems
    theorem = Theorem("sums/3", "Powers")
    theorem.induction("(1)", rational(2) ** t >= t**2, over=t)  # for t = 3, it is not so
    report = judge(theorem)
    assert any("step=lambda p: by.sign(w)" in line.reason for line in report.lines), report.lines


def test_what_is_refused() -> None:
    theorem = Theorem("sums/4", "Refused", where=[every(x) > 0])
    differ = theorem.step("(1)", eq(x[i], x[i]), by.algebra())
    with pytest.raises(LanguageError, match="is no inequality"):
        by.sign(differ)
    with pytest.raises(LanguageError, match="does not speak of channel j"):
        differ.summed(j)
