"""What is charged fails under the conditions that are printed with it, and in every way in which it may be read."""

from __future__ import annotations

from typing import Any

import pytest

from symnorm import (
    D,
    Theorem,
    by,
    define,
    delta,
    editors,
    eq,
    exp,
    implies,
    indices,
    mean,
    ne,
    sqrt,
    symbol,
    total,
    vector,
)
from symnorm.judge import judge
from symnorm.report import Report
from symnorm.transcript import Line

C, a, b, z = symbol("C"), symbol("a"), symbol("b"), symbol("z")
x, w = vector("x", C), vector("w", C)
i, j = indices("i j", C)


def counted(report: Report) -> list[str]:
    """The labels of the errata that are shown."""
    return [e.label for e in report.errata if e.point is not None]


def line(label: str, latex: str, text: str = "", reason: str = "", **more: Any) -> Line:
    return Line(label, "Sec. 1", latex, text, ("a", "b"), reason=reason, **more)


def printed(*lines: Line) -> dict[str, Line]:
    return {one.label: one for one in lines}


# --- conditions ---------------------------------------------------------------------------------------------


def charged(wrong: Any, latex: str, text: str, point: dict[Any, Any], *others: Line) -> Report:
    """A line that is said to be false at a point; its theorem shows a derivative that speaks of all its names."""
    theorem = Theorem("conditions/1", "Conditions", where=[editors(C > 1)])
    theorem.claim("(1)", eq(D(a * x[i] ** 2, x[j]), 2 * a * delta(i, j) * x[i]), by.algebra())
    theorem.counterexample("(2)", wrong, at=point, note="")
    derivative = line("(1)", r"\frac{\partial (a x_i^2)}{\partial x_j} = 2 a \delta_{ij} x_i")
    return judge(theorem, printed(derivative, line("(2)", latex, text), *others))


ABS = r"|x_i| = x_i"
NEGATIVE = {C: 2, x: [-1, 2], i: 1}


@pytest.mark.parametrize("text", [
    "for $x_i > 0$ we have", "if $x_i$ is positive", "for positive $x_i$", "where $0 \\leq x_i$", "with $0 < x_i < 3$",
    "as x_1 > 0 here", "where $x_i \\neq -1$", "where $(x_i > 0)$", "for $i = 2$", "for $i \\neq 1$", "where $i > 1$",
])  # fmt: skip
def test_a_line_is_not_false_where_its_condition_in_words_does_not_hold(text: str) -> None:
    text = text.replace("x_1", "x_i")
    report = charged(eq(abs(x[i]), x[i]), ABS, text, NEGATIVE)
    assert counted(report) == []
    assert "which is printed as its condition" in report.problems[0]


@pytest.mark.parametrize("text", [
    "", "for $x_i < 0$ we have", "hence $|x_i| = x_i$", "for negative $x_i$", "where $x_i \\neq 0$", "for $i = 1$",
    "and $C \\geq 2$",
])  # fmt: skip
def test_a_line_is_false_where_its_condition_holds_or_is_about_something_else(text: str) -> None:
    report = charged(eq(abs(x[i]), x[i]), ABS, text, NEGATIVE)
    assert report.problems == ()
    assert counted(report) == ["(2)"]


@pytest.mark.parametrize("latex", [
    rf"{ABS}, \quad x_i > 0", rf"{ABS} \quad \text{{if }} x_i \geq 0", rf"{ABS} \quad (x_i > 0)",
])  # fmt: skip
def test_a_condition_may_stand_in_the_formula(latex: str) -> None:
    assert counted(charged(eq(abs(x[i]), x[i]), latex, "", NEGATIVE)) == []


def test_a_condition_on_channels_is_one_of_the_point() -> None:
    wrong, latex = eq(D(x[i] ** 2, x[j]), 0), r"\frac{\partial (x_i^2)}{\partial x_j} = 0"
    assert counted(charged(wrong, latex, r"for $i \neq j$", {C: 2, x: [-1, 2], i: 1, j: 1})) == []
    assert counted(charged(wrong, latex, r"for $i = j$", {C: 2, x: [-1, 2], i: 1, j: 1})) == ["(2)"]


def test_what_the_paper_agrees_on_for_all_lines_is_a_condition_of_each() -> None:
    for reason, expected in (("notation", []), ("convention; kept", []), ("training setting", ["(2)"])):
        agreed = line("Sec. 1 text", "x_i > 0", "throughout, all entries are positive", reason)
        assert counted(charged(eq(abs(x[i]), x[i]), ABS, "", NEGATIVE, agreed)) == expected


def test_an_implication_is_false_where_what_it_supposes_holds() -> None:
    """Its left side is part of the claim, and holds there in any case."""
    wrong, latex = implies(x[i] < 0, eq(abs(x[i]), x[i])), r"x_i < 0 \Rightarrow |x_i| = x_i"
    assert counted(charged(wrong, latex, "", NEGATIVE)) == ["(2)"]


@pytest.mark.parametrize(("text", "is_lacking"), [
    ("where $C \\geq 2$", False), ("where $C > 1$", False), ("where $C \\neq 1$", False), ("where $1 < C$", False),
    ("where $C - 1$ is not zero", False), ("where $C \\geq 1$", True), ("", True),
])  # fmt: skip
def test_a_line_lacks_nothing_that_is_printed_in_other_words(text: str, is_lacking: bool) -> None:
    theorem = Theorem("conditions/2", "Lacks", where=[editors(C > 1)])
    claim = theorem.claim("(1)", eq((C - 1) / (C - 1), 1), by.algebra())
    theorem.missing("(1)", claim, C > 1, at={C: 1}, note="")
    report = judge(theorem, printed(line("(1)", r"\frac{C - 1}{C - 1} = 1", text)))
    assert counted(report) == (["(1)"] if is_lacking else [])


def test_that_a_square_is_not_zero_is_that_it_is_positive() -> None:
    square = define("s", mean(x**2), r"\sigma^2")
    theorem = Theorem("conditions/3", "Squares", where=[square > 0, C > 0])
    claim = theorem.claim("(1)", eq((1 / sqrt(square)) ** 2, 1 / square), by.algebra())
    theorem.missing("(1)", claim, square > 0, at={C: 2, x: [0, 0]}, note="")
    latex = r"\left(\frac{1}{\sqrt{\sigma^2}}\right)^2 = \frac{1}{\sigma^2}"
    for text, expected in ((r"where $\sigma^2 \neq 0$", []), (r"where $\sigma^2 \geq 0$", ["(1)"])):
        assert counted(judge(theorem, printed(line("(1)", latex, text)))) == expected


# --- partial derivatives ------------------------------------------------------------------------------------

mu = define("mu", mean(x), r"\mu")
v = define("v", mean(x**2) - mu**2)
y = define("y", (x - mu) / sqrt(v))


def differentiated(wrong: Any, latex: str, **more: Any) -> Report:
    theorem = Theorem("partial/1", "Partial", where=[C > 1, v > 0])
    theorem.claim("(1)", eq(y[i] * sqrt(v) * x[j], x[i] * x[j] - mu * x[j]), by.algebra())
    theorem.counterexample("(2)", wrong, at={C: 2, x: [1, 3], i: 1, j: 1}, note="", **more)
    return judge(theorem, printed(line("(1)", r"y_i \sqrt{v} x_j = x_i x_j - \mu x_j"), line("(2)", latex)))


DIRECT = r"\frac{\partial y_i}{\partial \mu} = -\frac{1}{\sqrt{v}}"


@pytest.mark.parametrize(("wrong", "latex"), [
    (eq(D(y[i], mu), -1 / sqrt(v)), DIRECT),  # with v held
    (eq(D(y[i], x[j], holding=[mu]), 1 / sqrt(v)), r"\frac{\partial y_i}{\partial x_j} = \frac{1}{\sqrt{v}}"),
    (eq(D(y[i], x[i]), 1 / sqrt(v)), r"\frac{\partial y_i}{\partial x_i} = \frac{1}{\sqrt{v}}"),  # with both held
])  # fmt: skip
def test_what_holds_in_one_way_to_read_a_partial_derivative_is_not_false(wrong: Any, latex: str) -> None:
    report = differentiated(wrong, latex)
    assert counted(report) == []
    assert "held in its partial derivatives" in report.problems[0]


def test_what_fails_in_all_ways_to_read_it_is_false_and_so_is_what_is_signed() -> None:
    assert counted(differentiated(eq(D(y[i], mu), 7 / sqrt(v)), DIRECT.replace("-\\frac{1}", "\\frac{7}"))) == ["(2)"]
    signed = {"reads": r"\frac{\partial y_i}{\partial \mu} \text{ in all} = -\frac{1}{\sqrt{v}}"}
    assert counted(differentiated(eq(D(y[i], mu), -1 / sqrt(v)), signed["reads"], **signed)) == ["(2)"]


def test_a_derivative_printed_with_d_is_total() -> None:
    assert counted(differentiated(eq(D(y[i], mu), -1 / sqrt(v)), DIRECT.replace(r"\partial", "d"))) == ["(2)"]


# --- names --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [eq(z, mean(x)), eq(w[i], x[i] - z), eq(total(w), 0)])
def test_what_introduces_a_name_is_not_false_because_an_idle_line_has_the_name(wrong: Any) -> None:
    theorem = Theorem("names/1", "Names", where=[C > 1, ne(b, 0)])
    theorem.claim("+idle", eq(z + w[i] + x[i], x[i] + w[i] + z), by.algebra())
    theorem.counterexample("(1)", wrong, at={C: 2, x: [1, 3], z: 7, w: [1, 1], i: 1}, note="")
    report = judge(theorem)
    assert counted(report) == []
    assert "no other line of the theorem says what" in report.problems[0]


ZERO = eq(z + w[i] + x[i], x[i] + w[i] + z)


@pytest.mark.parametrize(("formula", "words", "reads", "is_used", "expected"), [
    ("", "z and w as usual", "", False, []),
    (r"x \sim w", "", r"x \sim w", False, []),
    ("z + w_i + x_i = x_i + w_i + z", "", "", False, ["(2)"]),
    (r"x \sim w", "", r"x \sim w", True, ["(2)"]),
    ("", "z and w as usual", "", True, ["(2)"]),
])  # fmt: skip
def test_what_a_script_reads_into_words_tells_no_name_unless_it_is_of_use(
    formula: str, words: str, reads: str, is_used: bool, expected: list[str]
) -> None:
    """z may be the mean of x, whatever an idle line that holds for all z is said to say."""
    theorem = Theorem("names/4", "Names", where=[C > 1, ne(b, 0)])
    idle = theorem.claim("(1)", ZERO, by.algebra(), reads=reads)
    if is_used:
        theorem.claim("(3)", eq(x[i] + x[i], 2 * x[i]), by.algebra(idle))
    theorem.counterexample("(2)", eq(z, mean(x)), at={C: 2, x: [1, 3], z: 7, w: [1, 1], i: 1}, note="")
    mean_of_x = line("(2)", r"z = \frac{1}{C} \sum_{k=1}^C x_k")
    lines = printed(line("(1)", formula, words), mean_of_x, line("(3)", "x_i + x_i = 2 x_i"))
    assert counted(judge(theorem, lines)) == expected


def test_what_a_given_line_says_of_a_name_tells_what_it_is_and_so_does_what_rests_on_it() -> None:
    theorem = Theorem("names/2", "Names", where=[C > 1], model={z: mean(x)})
    given = theorem.given("+mean", eq(z, mean(x)), "hypothesis")
    theorem.claim("+total", eq(C * z, total(x)), by.algebra(given))
    theorem.counterexample("(1)", eq(z, 2 * mean(x)), at={C: 2, x: [1, 3], z: 2}, note="")
    assert counted(judge(theorem)) == ["(1)"]


def test_what_a_line_may_be_instead_acquits_where_it_is_proved() -> None:
    latex, right = r"\sum_k x_k = \mu", r"\sum_k (x_k - \mu) = 0"
    for alternative, expected in ((right, []), (r"\sum_k x_k = 0", ["(1)"])):
        theorem = Theorem("names/3", "Alternative", where=[editors(C > 1)])
        theorem.claim("(1)", eq(total(x - mu), 0), by.algebra(), printed=eq(total(x), mu), kind="typo", note="")
        one = Line("(1)", "Sec. 1", latex, reconstructed="low", alternative=alternative)
        assert counted(judge(theorem, printed(one))) == expected


# --- words --------------------------------------------------------------------------------------------------


def test_words_that_are_said_to_be_false_may_mean_something_else_and_the_erratum_says_so() -> None:
    theorem = Theorem("words/1", "Words", where=[C > 0])
    theorem.claim("(1)", eq(total(x), C * mu), by.algebra())
    theorem.counterexample("(2)", eq(total(x), 0), at={C: 2, x: [1, 2]}, note="")
    shown = line("(1)", r"\sum_{k=1}^C x_k = C \mu")
    for latex, text, origin in (
        ("", "the deviations from the mean sum to zero", "the author's, if the words mean what is said to fail: "),
        (r"\sum_{k=1}^C x_k = 0", "", "the author's: "),
    ):
        (erratum,) = judge(theorem, printed(shown, line("(2)", latex, text))).errata
        assert erratum.origin == f"{origin}extractions a, b agree"


# --- what the correction, the paper and the line that is repeated say ------------------------------------------


def rooted(text: str, *others: Line) -> Report:
    """sqrt(a^2) = a is said to be false at some a, with what holds for a >= 0 in its place."""
    theorem = Theorem("conditions/roots", "Roots")
    theorem.claim("(1)", eq(a + b, b + a), by.algebra())
    given = theorem.suppose("positive", a >= 0)
    root = theorem.supplied("root", eq(sqrt(a**2), a), by.algebra(by.roots(sqrt(a**2), a)))
    mended = theorem.claim("+mended", implies(a >= 0, eq(sqrt(a**2), a)), by.discharge(given, root))
    theorem.counterexample("(2)", eq(sqrt(a**2), a), at={a: -1, b: 2}, note="", corrected=mended)
    return judge(theorem, printed(line("(1)", "a + b = b + a"), line("(2)", r"\sqrt{a^2} = a", text), *others))


@pytest.mark.parametrize("text", [
    r"If $a \geq 0$, then", r"If $a \geqslant 0$, then", "for $|a| = a$", "for nonnegative $a$",
])  # fmt: skip
def test_what_a_correction_supposes_is_a_condition_where_it_is_printed(text: str) -> None:
    assert counted(rooted(text)) == []
    assert counted(rooted("")) == ["(2)"]


def test_what_a_correction_claims_is_no_condition() -> None:
    assert counted(rooted(r"hence $\sqrt{a^2} = a$")) == ["(2)"]


@pytest.mark.parametrize("reason", ["hypothesis", "assumption", "condition", "Condition of Sec. 2", "requirement"])
@pytest.mark.parametrize("latex", [
    "a = 1", r"a \geq 0", r"a \geqslant 0", r"a \in \mathbb{R}_+", "a = 2, \\quad b > 1",
])  # fmt: skip
def test_what_a_paper_supposes_in_a_formula_has_to_hold_at_the_point(reason: str, latex: str) -> None:
    assert counted(rooted("", line("(0)", latex, reason=reason))) == []
    assert counted(rooted("", line("(0)", "", f"Let ${latex}$.", reason=reason))) == []


@pytest.mark.parametrize("latex", ["a = -1", "a < 0", r"a \leqslant 0", r"b \neq 0"])
def test_what_a_paper_supposes_limits_nothing_where_it_holds(latex: str) -> None:
    assert counted(rooted("", line("(0)", latex, reason="hypothesis"))) == ["(2)"]


def test_what_is_not_understood_is_signed_in_the_transcript() -> None:
    real = line("(0)", r"a \in \mathbb{R}", reason="hypothesis")
    assert counted(rooted("", real)) == []
    assert counted(rooted("", line("(0)", real.latex, reason="hypothesis: of all numbers"))) == ["(2)"]


@pytest.mark.parametrize("reason", ["notation", "convention"])
def test_words_of_the_notation_may_limit_a_line(reason: str) -> None:
    assert counted(rooted("", line("(0)", "", "where a is nonnegative", reason=reason))) == []
    assert counted(rooted("", line("(0)", "", "where a is a number", reason=f"{reason}: of names"))) == ["(2)"]


def test_a_condition_of_the_line_that_is_repeated_is_one() -> None:
    first = line("(0)", r"a = \sqrt{a^2}, \quad a \geq 0")
    again = line("(2)", r"\sqrt{a^2} = a", same_as="(0)")
    theorem = Theorem("conditions/repeated", "Repeated")
    theorem.claim("(1)", eq(a + b, b + a), by.algebra())
    theorem.counterexample("(2)", eq(sqrt(a**2), a), at={a: -1}, note="")
    others = (line("(1)", "a + b = b + a"), again)
    assert counted(judge(theorem, printed(first, *others))) == []
    assert counted(judge(theorem, printed(line("(0)", r"a = \sqrt{a^2}"), *others))) == ["(2)"]


def test_what_is_said_for_all_channels_is_said_of_each() -> None:
    report = charged(eq(x[i] ** 2, x[i]), "x_i^2 = x_i", "so that for all $i$", {C: 2, x: [-3, 3], i: 1})
    assert report.problems == ()
    assert counted(report) == ["(2)"]
    assert counted(charged(eq(x[i] ** 2, x[i]), "x_i^2 = x_i", "for some $i$", {C: 2, x: [-3, 3], i: 1})) == []


@pytest.mark.parametrize(("text", "others", "is_silent"), [
    ("", (), True), (r"for $a \neq 0$", (), False), ("for $a > 0$", (), False),
    ("", (("(00)", r"a \neq 0", "hypothesis"),), False), ("", (("(00)", r"b \neq 1", "hypothesis"),), True),
])  # fmt: skip
def test_a_gap_assumes_nothing_in_silence_that_is_printed(text: str, others: Any, is_silent: bool) -> None:
    theorem = Theorem("conditions/gap", "Gap", model={a: 1, b: 0})
    given = theorem.given("(0)", eq(exp(a) * b, 0), "hypothesis")
    repaired = theorem.claim("(1)", eq(b, 0), by.algebra(given, times=exp(a)))
    theorem.gap("(1)", assumes=ne(a, 0), at={a: 0, b: 0}, repaired=repaired, note="not needed")
    lines = [line("(0)", r"\exp(a) b = 0"), line("(1)", "b = 0", text)]
    lines += [line(label, latex, reason=reason) for label, latex, reason in others]
    assert counted(judge(theorem, printed(*lines))) == (["(1)"] if is_silent else [])
