"""The words beside a formula that is charged: they are harmless, or heeded at the point, or signed by the script."""

from __future__ import annotations

from typing import Any

import pytest

from symnorm import Theorem, by, eq, mean, sqrt, symbol, vector
from symnorm.judge import judge
from symnorm.language import LanguageError
from symnorm.report import Report
from symnorm.transcript import Line

C, a, b = symbol("C"), symbol("a"), symbol("b")
x = vector("x", C)
SQUARE = "(a + b)^2 = a^2 + b^2"
TRUE = "(a + b)^2 = a^2 + 2 a b + b^2"
RIGHT, WRONG = eq((a + b) ** 2, a**2 + 2 * a * b + b**2), eq((a + b) ** 2, a**2 + b**2)


def line(label: str, latex: str, text: str = "", **more: Any) -> Line:
    return Line(label, "Sec. 1", latex, text, ("a", "b"), **more)


def charged(text: str, words: dict[str, str] | None = None, **more: Any) -> Report:
    """A false formula with words beside it, said to be false at a = 1, b = 5."""
    theorem = Theorem("wording/1", "Words", words=words)
    theorem.claim("(1)", RIGHT, by.algebra())
    theorem.counterexample("(2)", WRONG, at={a: 1, b: 5}, note="", **more)
    return judge(theorem, {"(1)": line("(1)", TRUE), "(2)": line("(2)", SQUARE, text)})


def counted(report: Report) -> list[str]:
    """The labels of the errata that are shown."""
    return [e.label for e in report.errata if e.point is not None]


@pytest.mark.parametrize("text", [
    "", "Hence", "we get", "Integration yields", "Comparing Eqs. (27) and (28) leads to", "This can also be written as",
    "Thus, $(a + b)^2 = a^2 + b^2$ holds.", "for $b > 0$ we have", "where $a \\neq 0$", "for positive $a$",
    "since $a < b$,",
    "The left hand side becomes", "for all $a > 0$", "Thus, which means that", "By Eq. (3) and (4)", "It follows that",
])  # fmt: skip
def test_words_that_limit_nothing_or_are_true_at_the_point_need_no_signature(text: str) -> None:
    report = charged(text)
    assert report.problems == ()
    assert counted(report) == ["(2)"]


@pytest.mark.parametrize("text", [
    "It is not true that", "In general, this does not hold:", "Suppose, for a contradiction, that", "approximately",
    "as b tends to 0", "up to terms of order $b$", "We ask whether", "over a field of characteristic 2,",
    "for a > 0", "for $c > 0$", "where $a$ is small",
    "unless $a = 1$", "except where $b = 5$", "for nonnegative $c$", "for $b \\gtrsim 7$",
    "for $b \\in (0, 1)$", "where $c_k > 0$", "if b exceeds 9", "for b ≥ 9", "for \\(b > 9\\)", "if $a \\not< b$",
    "where both vanish", "for small $b$", "Beginners write, wrongly,", "for some $b$", "in expectation",
    "Let $b$ be even.", "As $b$ is $0$, we get", "Here $b$ is $0$, so that", "as $b$ becomes $0$", "With $b$ at $0$",
    "As both $a$ and $b$ are $0$", "Substituting $b$ by $0$,", "Inserting $0$ as $b$", "as $b$ leads to $0$",
    "as $a$ is one", "To the right of $0$ we have", "as $a$ is $b^2$", "Then $a$ is the solution $1$", "On solutions",
    "One of these holds:", "By $a$ follows $b$", "at the right side of 0", "Eq. for 0",
    "with $b \\to 0$", "where $a \\ll b$", "in the first order", "when these commute", "ignoring the mixed term",
])  # fmt: skip
def test_what_may_limit_a_formula_has_to_be_signed_before_it_is_said_to_be_wrong(text: str) -> None:
    report = charged(text)
    assert counted(report) == []
    assert report.verdict == "unknown"
    assert "beside it stands" in report.problems[0]
    assert "which may limit it" in report.problems[0]
    signed = charged(text, {"(2)": text})
    assert counted(signed) == ["(2)"]
    assert f"signed beside the words {text!r}" in signed.read_by("(2)")


def test_a_part_of_the_words_may_be_signed_where_the_rest_is_harmless() -> None:
    text = "Hence, as b tends to 0, we get"
    assert counted(charged(text, {"(2)": "as b tends to 0"})) == ["(2)"]
    assert "(tends)" in charged(text, {"(2)": "as b"}).problems[0]


@pytest.mark.parametrize(("words", "told"), [
    ({"(2)": "as c tends to 0"}, "words= quotes 'as c tends to 0', and beside it stands 'as b tends to 0'"),
    ({"(1)": "as b"}, "words= quotes what stands beside (1), and nothing is said to be wrong there"),
])  # fmt: skip
def test_a_signature_quotes_what_stands_beside_a_line_that_is_charged(words: dict[str, str], told: str) -> None:
    report = charged("as b tends to 0", words)
    assert report.verdict == "unknown"
    assert any(told in problem for problem in report.problems)


def test_a_signature_of_harmless_words_is_needless() -> None:
    assert "words= is needless" in charged("Hence", {"(2)": "Hence"}).problems[0]


@pytest.mark.parametrize("words", [["(2)"], {"(2)": ""}, {"(2)": 3}])
def test_a_signature_is_words_by_a_label(words: Any) -> None:
    with pytest.raises(LanguageError, match="words= quotes"):
        Theorem("wording/2", "Words", words=words)


@pytest.mark.parametrize("text", [
    "where $\\sigma > 0$", "with $\\sigma \\ne 0$", "assuming a positive variance", "for a nonconstant vector $x$",
    "provided that not all $x_i$ are equal", "whenever both sides are defined", "for almost every $x$",
])  # fmt: skip
def test_a_line_lacks_no_hypothesis_that_its_words_may_say(text: str) -> None:
    square = mean(x**2)
    theorem = Theorem("wording/3", "Lacks", where=[C > 0, square > 0])
    claim = theorem.claim("(1)", eq(square / square, 1), by.algebra())
    theorem.missing("(1)", claim, square > 0, at={C: 2, x: [0, 0]}, note="")
    plain = r"\frac{\frac{1}{C} \sum_{i=1}^C x_i^2}{\frac{1}{C} \sum_{i=1}^C x_i^2} = 1"
    assert counted(judge(theorem, {"(1)": line("(1)", plain)})) == ["(1)"]
    assert counted(judge(theorem, {"(1)": line("(1)", plain, text)})) == []


@pytest.mark.parametrize(("text", "counts"), [
    ("Throughout, $a$ is nonnegative.", False), ("We work with small numbers only.", False),
    ("Everywhere below, $b \\in (9, 10)$.", False), ("", True), ("This formula follows.", True),
    ("Throughout, $b > 0$.", True),
])  # fmt: skip
@pytest.mark.parametrize("reason", ["hypothesis", "convention", "assumption", "setting; of the whole paper"])
def test_what_a_paper_supposes_of_all_its_lines_may_limit_each(reason: str, text: str, counts: bool) -> None:
    def shown(reason: str, words: dict[str, str] | None = None) -> list[str]:
        theorem = Theorem("wording/7", "Supposed", words=words)
        theorem.claim("(1)", RIGHT, by.algebra())
        theorem.counterexample("(2)", WRONG, at={a: 1, b: 5}, note="")
        agreed = line("fn. 1", "", text, reason=reason)
        return counted(judge(theorem, {"(1)": line("(1)", TRUE), "(2)": line("(2)", SQUARE), "fn. 1": agreed}))

    assert shown(reason) == (["(2)"] if counts else [])
    assert counts or shown(reason, {"fn. 1": text}) == ["(2)"]
    assert counts or shown(f"{reason}: of what another section is about") == ["(2)"]


def test_a_line_lacks_no_hypothesis_that_the_paper_may_agree_on() -> None:
    theorem = Theorem("wording/8", "Lacks", where=[C > 0, mean(x**2) > 0])
    claim = theorem.claim("(1)", eq(mean(x**2) / mean(x**2), 1), by.algebra())
    theorem.missing("(1)", claim, mean(x**2) > 0, at={C: 2, x: [0, 0]}, note="")
    plain = r"\frac{\frac{1}{C} \sum_{i=1}^C x_i^2}{\frac{1}{C} \sum_{i=1}^C x_i^2} = 1"
    agreed = line("fn. 1", "", "We assume that not all entries are zero.", reason="hypothesis")
    assert counted(judge(theorem, {"(1)": line("(1)", plain), "fn. 1": agreed})) == []
    assert counted(judge(theorem, {"(1)": line("(1)", plain)})) == ["(1)"]


# --- what is signed, and true as it stands ------------------------------------------------------------------


@pytest.mark.parametrize("latex", [TRUE, r"(a+b)^2 = a^2 + 2 a b + b^2 \,", "a^2 + 2 a b + b^2 = (a + b)^2"])
def test_a_formula_that_holds_as_it_stands_is_not_charged_as_something_else(latex: str) -> None:
    theorem = Theorem("wording/4", "Signed")
    theorem.claim("(1)", eq(sqrt(a**2 + 1) ** 2, a**2 + 1), by.algebra())
    theorem.counterexample("(2)", WRONG, at={a: 1, b: 5}, note="", reads=latex)
    report = judge(theorem, {"(1)": line("(1)", r"\sqrt{a^2+1}^2 = a^2+1"), "(2)": line("(2)", latex)})
    assert counted(report) == []
    assert "as it stands there, before reads=, it says what holds by calculation" in report.problems[0]


def test_what_a_line_proves_is_no_misprint_of_it() -> None:
    theorem = Theorem("wording/5", "Signed")
    theorem.claim("(1)", RIGHT, by.algebra(), printed=WRONG, at={a: 1, b: 5}, reads=TRUE)
    report = judge(theorem, {"(1)": line("(1)", TRUE)})
    assert counted(report) == []
    assert "it says what (1) proves" in report.problems[0]


def test_an_idle_formula_may_be_signed_as_saying_something() -> None:
    theorem = Theorem("wording/6", "Signed")
    theorem.claim("(1)", RIGHT, by.algebra())
    theorem.counterexample("(2)", WRONG, at={a: 1, b: 5}, note="", reads=r"a \equiv a", kind="approximation")
    report = judge(theorem, {"(1)": line("(1)", TRUE), "(2)": line("(2)", r"a \equiv a")})
    assert counted(report) == ["(2)"]
    assert report.errata[0].kind == "approximation"


def test_what_is_said_to_be_wrong_in_the_notation_is_limited_by_words_as_well() -> None:
    assert counted(charged("for nonnegative $c$", kind="notation")) == []
    assert counted(charged("Hence", kind="notation")) == ["(2)"]


@pytest.mark.parametrize("sign", [":=", r"\equiv", r"\triangleq", r"\coloneqq"])
def test_what_is_printed_as_a_definition_is_not_false(sign: str) -> None:
    theorem = Theorem("wording/9", "Definition")
    theorem.claim("(1)", RIGHT, by.algebra())
    theorem.counterexample("(2)", eq(abs(a), a), at={a: -1}, note="")
    report = judge(theorem, {"(1)": line("(1)", TRUE), "(2)": line("(2)", f"|a| {sign} a")})
    assert counted(report) == []
