"""No line is wrong by a name of which no line says what it is, nor for what the paper itself states or defines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from symnorm import (
    D,
    Theorem,
    at,
    by,
    define,
    eq,
    every,
    ge,
    indices,
    integral,
    others,
    sqrt,
    symbol,
    total,
    vector,
)
from symnorm.judge import judge
from symnorm.report import Report
from symnorm.transcript import Line

C = symbol("C")
x = vector("x", C)
i, j, m = indices("i j m", C)
t, a, b, q = map(symbol, "tabq")


def counted(report: Report) -> list[str]:
    """The labels of the errata that are shown."""
    return [e.label for e in report.errata if e.verdict == "refuted"]


def charged(claim: Any, point: Any, *, where: Any = (), speaks: Any = None) -> Report:
    """A theorem that speaks of the sum of x and of t, and a charge of its own."""
    theorem = Theorem("names/1", "Names", where=[C > 1, *where])
    theorem.claim("(1)", eq(total(x) - x[j], others(x, j)), by.algebra())
    theorem.claim("(2)", eq(t + t, 2 * t), by.algebra())
    if speaks is not None:
        theorem.claim("(3)", speaks, by.algebra())
    theorem.counterexample("(4)", claim, at=point, note="")
    return judge(theorem)


TWO = {C: 2, x: [1, 2], j: 1, t: 3}


@pytest.mark.parametrize("moved", [
    eq(D(q, x[j]), x[j]),
    eq(0 * t, D(q * t, t) - q + t),
    eq(at(q, t, 0), at(q, t, 0) + t),
    eq(integral(q, t) - integral(q, t), t),
])  # fmt: skip
def test_a_name_of_which_nothing_is_said_may_depend_on_what_is_moved(moved: Any) -> None:
    """q may be x_j^2/2, and then the first line is right: that the derivative of a number is 0 does not refute it."""
    report = charged(moved, {**TWO, q: 4})
    assert counted(report) == []
    assert "no other line of the theorem says what q is" in report.problems[0]


def test_what_is_moved_beside_it_may_fail_whatever_it_is() -> None:
    assert counted(charged(eq(D(t**2, t), 2 * t + 1 + 0 * q), {**TWO, q: 4})) == ["(4)"]


def test_a_channel_of_which_nothing_is_said_may_be_the_right_one() -> None:
    """x_m may be the largest entry."""
    report = charged(ge(x[m], x[j]), {C: 2, x: [1, 2], m: 1, j: 2})
    assert counted(report) == []
    assert "no other line of the theorem says what m is" in report.problems[0]
    assert "state the line for every channel" in report.problems[0]
    assert counted(charged(ge(x[m], x[j]), {C: 2, x: [1, 2], m: 1, j: 2}, speaks=eq(x[m] + x[m], 2 * x[m]))) == ["(4)"]
    assert counted(charged(ge(every(x), x[j]), {C: 2, x: [1, 2], j: 2})) == ["(4)"]


def test_a_hypothesis_alone_says_not_what_a_name_is() -> None:
    assert counted(charged(eq(b, t**2), {t: 1, b: 5}, where=[b > 0])) == []
    assert counted(charged(eq(b, t**2), {t: 1, b: 5}, where=[b > 0], speaks=eq(b + b, 2 * b))) == ["(4)"]
    assert counted(charged(eq(C, t), {C: 2, t: 1})) == ["(4)"]


@pytest.mark.parametrize(("reason", "kind", "is_wrong"), [
    ("definition", "false", False), ("definition", "typo", False), ("definition, cited", "false", False),
    ("definition", "notation", True), ("", "false", True), ("notation", "false", True),
])  # fmt: skip
def test_a_definition_is_not_false(reason: str, kind: str, is_wrong: bool) -> None:
    theorem = Theorem("names/2", "Names")
    theorem.claim("(1)", eq(t * 2, t + t), by.algebra())
    theorem.claim("(2)", eq(b * 2, b + b), by.algebra())
    theorem.counterexample("(3)", eq(b, t**2), at={t: 2, b: 5}, note="", kind=kind)
    printed = {"(3)": Line("(3)", "Sec. 1", "b = t^2", reason=reason)}
    printed["(4)"] = Line("(4)", "Sec. 2", "b = t^2", same_as="(3)")
    theorem.counterexample("(4)", eq(b, t**2), at={t: 2, b: 5}, note="", kind=kind)
    others_ = {label: Line(label, "", latex) for label, latex in (("(1)", "t 2 = t + t"), ("(2)", "b 2 = b + b"))}
    assert counted(judge(theorem, {**others_, **printed})) == (["(3)", "(4)"] if is_wrong else [])


# --- what is stated -------------------------------------------------------------------------------------------


def lacking(printed: str, words: str = "", *more: Any) -> Report:
    """The root of a square, said to lack t > 0 however it is printed."""
    theorem = Theorem("stated/1", "Stated", where=[t > 0, a > 0])
    root = theorem.claim(
        "(1)", eq(sqrt(t**2), t), by.algebra(by.roots(sqrt(t**2), t)), reads="" if printed == ROOT else printed
    )
    for label, statement, rule in more:
        theorem.claim(label, statement, rule) if rule else theorem.given(label, statement, "hypothesis")
    theorem.missing("(1)", root, t > 0, at={t: -1}, note="")
    return judge(theorem, {"(1)": Line("(1)", "Sec. 1", printed, words)})


ROOT = r"\sqrt{t^2} = t"


@pytest.mark.parametrize(("printed", "words"), [
    (ROOT + r" \quad (t > 0)", ""), (ROOT + r", \quad t > 0", ""), (ROOT + r" \text{ for } t > 0", ""),
    (ROOT + r" \qquad 0 < t", ""), (r"t > 0 \Rightarrow " + ROOT, ""), (r"\sqrt{t^2} = t \; (a > 0, t > 0)", ""),
    (ROOT, "for $t > 0$"), (ROOT, "where t > 0."), (ROOT, "as 0 < t, we have"),
])  # fmt: skip
def test_a_line_does_not_lack_what_is_printed_with_it(printed: str, words: str) -> None:
    report = lacking(printed, words)
    assert counted(report) == []
    assert any("(1) is said to lack t > 0, which is printed in (1)" in problem for problem in report.problems)


@pytest.mark.parametrize(("printed", "words"), [
    (ROOT, ""), (ROOT, "Hence"),
    (ROOT + r" \quad (a > 0)", ""), (ROOT + r" \quad (t < 0)", ""),
])  # fmt: skip
def test_a_line_lacks_what_is_not_printed_with_it(printed: str, words: str) -> None:
    assert counted(lacking(printed, words)) == ["(1)"]


def test_a_line_does_not_lack_what_its_conditions_give() -> None:
    """As a > 0."""
    assert counted(lacking(ROOT, "for t > a")) == []


def test_a_line_does_not_lack_what_another_line_states() -> None:
    assert counted(lacking(ROOT, "", ("(2)", t > 0, None))) == []
    assert counted(lacking(ROOT, "", ("(2)", 2 * t - t > 0, by.sign(t)))) == ["(1)"]
    assert counted(lacking(ROOT, "", ("(2)", t > 0, by.sign(t)))) == []
    assert counted(lacking(ROOT, "", ("+2", t > 0, by.sign(t)))) == ["(1)"]


# --- names that the paper defines -------------------------------------------------------------------------------


def defined(meaning: Any, point: Any, *lines: Line, notation: Any = None, words: Any = None) -> Report:
    """y + 1 = b is said to be false, where y means something in the script."""
    theorem = Theorem("names/y", "What y is", notation=notation, words=words)
    theorem.claim("(2)", eq(meaning + b, b + meaning), by.algebra())
    theorem.counterexample("(1)", eq(meaning + 1, b), at=point, note="")
    others = (Line("(1)", "", "y + 1 = b"), Line("(2)", "", "y + b = b + y"))
    return judge(theorem, {one.label: one for one in (*lines, *others)})


y = symbol("y")
DEFINED = Line("(0)", "", "y = b - 1", reason="definition")


@pytest.mark.parametrize("definition", [
    DEFINED, replace(DEFINED, reason="definition: of the output"), replace(DEFINED, reason="Definition, cited"),
    replace(DEFINED, reason="notation: of the output"), replace(DEFINED, latex="", text="Let $y = b - 1$."),
    replace(DEFINED, latex="y := b - 1", reason=""), replace(DEFINED, latex=r"b > 0, \quad y = b - 1"),
    replace(DEFINED, latex=r"y = \Psi b"),
])  # fmt: skip
def test_a_name_that_the_paper_defines_means_that(definition: Line) -> None:
    assert counted(defined(y, {y: 2, b: 9}, definition)) == []
    assert counted(defined(define("y", b + 1), {b: 3}, definition)) == []
    assert counted(defined(b + 1, {b: 3}, definition, notation={"y": b + 1})) == []


@pytest.mark.parametrize("definition", [
    replace(DEFINED, latex="z = b - 1"), replace(DEFINED, latex="y = b + 1"),
    replace(DEFINED, latex=r"y = (y_1, \ldots, y_n)"), replace(DEFINED, latex="b + y = 5", reason=""),
])  # fmt: skip
def test_a_name_may_mean_what_the_paper_says_or_what_it_does_not_define(definition: Line) -> None:
    assert counted(defined(define("y", b + 1), {b: 3}, replace(definition, latex="y = b + 1"))) == ["(1)"]
    assert counted(defined(b + 1, {b: 3}, definition, notation={"y": b + 1})) == ["(1)"]
    assert counted(defined(y, {y: 4, b: 3}, definition)) == ["(1)"]


def test_another_definition_of_a_name_is_signed() -> None:
    report = defined(y, {y: 2, b: 9}, DEFINED)
    assert "(0) defines it otherwise" in report.problems[0]
    assert counted(defined(y, {y: 2, b: 9}, DEFINED, words={"(0)": "$y = b - 1$"})) == ["(1)"]
