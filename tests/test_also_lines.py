"""Other printed lines that a script says to be the same are held against the statement as the line itself is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from symnorm import Theorem, by, eq, link, symbol
from symnorm.coverage import covered
from symnorm.judge import judge
from symnorm.language import LanguageError
from symnorm.language.record import record, theorems_from
from symnorm.report import Report
from symnorm.transcript import Line

a, b = symbol("a"), symbol("b")
SQUARE = "(a + b)^2 = a^2 + 2 a b + b^2"
square = eq((a + b) ** 2, a**2 + 2 * a * b + b**2)


def told(latex: str, also: Any, **more: Line) -> Report:
    theorem = Theorem("also/1", "Also")
    theorem.claim("(1)", square, by.algebra(), also=also)
    lines = (Line("(1)", "Sec. 1", SQUARE), Line("(2)", "Sec. 2", latex, text="in words"), *more.values())
    return judge(theorem, {line.label: line for line in lines})


def outcomes(report: Report) -> dict[str, str]:
    return {b.label: b.outcome for b in report.bindings}


@pytest.mark.parametrize(
    ("latex", "outcome", "is_same"),
    [
        (SQUARE, "bound", True),
        ("(a + b)^2 = a^2 + b^2", "differs", False),
        ("(a + b)^2 = a (a + 2 b) + b^2", "value", False),
        (r"(a \star b)^2", "not understood", False),
        ("", None, True),
    ],
)
def test_another_line_has_the_verdict_only_if_its_formula_says_so(
    latex: str, outcome: str | None, is_same: bool
) -> None:
    report = told(latex, ["(2)"])
    assert outcomes(report) == {"(1)": "bound", **({"(2)": outcome} if outcome else {})}
    assert (report.verdict == "proved") is is_same
    said = ("what is printed as (2) is not what the script says", "what is printed as (2) is not understood")
    assert any(one in p for p in report.problems for one in said) is not is_same
    assert covered([report]) == {"(1)": "verdict", **({"(2)": "also"} if is_same else {})}


def test_a_line_that_repeats_another_line_is_held_against_the_statement_as_well() -> None:
    report = told("", ["(2)"], third=Line("(3)", "Sec. 3", "a = b", same_as="(2)"))
    assert outcomes(report) == {"(1)": "bound", "(3)": "differs"}, "the line that it repeats is one in words"
    report = told("", ["(2)"], third=Line("(3)", "Sec. 3", "a b", same_as="(2)"))
    assert outcomes(report) == {"(1)": "bound"}, "a lone term says nothing"
    report = told(SQUARE, ["(2)"], third=Line("(3)", "Sec. 3", "(a + b)^2 = a^2 + b^2", same_as="(2)"))
    assert outcomes(report) == {"(1)": "bound", "(2)": "bound", "(3)": "differs"}


def test_an_interpretation_of_another_line_quotes_it() -> None:
    assert outcomes(told("2 a b", {"(2)": "2 a b"}))["(2)"] == "interpretation"
    assert outcomes(told("2 a b", {"(2)": "2 a"}))["(2)"] == "differs"
    assert outcomes(told(SQUARE, {"(2)": SQUARE}))["(2)"] == "differs", "it is needless"


def test_what_is_quoted_of_a_link_is_kept_and_written_down() -> None:
    theorem = Theorem("also/2", "Also")
    theorem.chain("(1)", (a + b) ** 2, link(a**2 + 2 * a * b + b**2, also={"(2)": "2 a b", "(3)": ""}), claim=True)
    (entry,) = theorem.entries
    assert (entry.also, entry.also_reads) == (("(2)", "(3)"), ("2 a b", ""))
    (again,) = theorems_from(json.loads(json.dumps(record(theorem))))[0].entries
    assert (again.also, again.also_reads) == (entry.also, entry.also_reads)


def test_what_is_quoted_is_a_formula() -> None:
    with pytest.raises(LanguageError, match="also= quotes the formula of \\(2\\) as the transcript has it, and not 2"):
        Theorem("also/3", "Also").claim("(1)", square, by.algebra(), also={"(2)": 2})
