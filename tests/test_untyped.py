"""Print that does not type: it is shown not to, transposes alone are mended, and what is mended is what is shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

from symnorm import Theorem, by, eq, indices, link, matrix, ones, symbol, untyped, vector
from symnorm.export.texparts import account
from symnorm.judge import judge
from symnorm.language import LanguageError, Statement
from symnorm.language.record import record, theorems_from
from symnorm.reader.binding import Reader
from symnorm.reader.slips import SURVIVED, slipped
from symnorm.report import Report
from symnorm.transcript import Line

C = symbol("C")
x, y = vector("x", C), vector("y", C)
i, j = indices("i j", C)
one = ones(C)
A = matrix("A", x[i] * y[j], i, j)

ROW = eq(one.T @ A, (one.T @ x) * y.T)
PRINTED = r"\mathbf{1}_C^T A = (\mathbf{1}_C^T x) y"
MENDED = r"\mathbf{1}_C^T A = (\mathbf{1}_C^T x) y^T"


def theorem_of(
    printed: Any, statement: Statement = ROW, kind: str = "notation", **more: Any
) -> Theorem:
    theorem = Theorem("p/1", "T")
    theorem.claim("(1)", statement, by.algebra(), printed=printed, kind=kind, note="a row", **more)
    [again] = theorems_from(json.loads(json.dumps(record(theorem))))
    return again


def judged(theorem: Theorem, formula: str) -> Report:
    return judge(theorem, {"(1)": Line("(1)", "App. A", formula)})


def test_it_is_an_erratum_without_a_point() -> None:
    report = judged(theorem_of(untyped(PRINTED, MENDED)), PRINTED)
    assert report.verdict == "proved", report.problems
    [erratum] = report.errata
    assert (erratum.kind, erratum.printed, erratum.printed_is_formula) == ("notation", PRINTED, True)
    assert erratum.point is not None
    assert erratum.point.is_undefined
    assert erratum.point.text == "a row and a column are put together"
    assert erratum.corrected is not None
    assert erratum.corrected.latex == r"\mathbf{1}_{C}^T A = (\mathbf{1}_{C}^T x) y^T"
    assert r"It has no value (a row and a column are put together)." in account(erratum, 400)
    [binding] = report.bindings
    assert (binding.outcome, binding.tolerances[-1]) == (
        "declared", "its transposes are mended: a row and a column are put together",
    )  # fmt: skip


def test_a_transpose_too_many() -> None:
    printed, mended = r"\mathbf{1}_C^T x^T = x^T \mathbf{1}_C", r"\mathbf{1}_C^T x = x^T \mathbf{1}_C"
    report = judged(theorem_of(untyped(printed, mended), eq(one.T @ x, x.T @ one)), printed)
    assert report.verdict == "proved", report.problems
    [erratum] = report.errata
    assert erratum.point is not None
    assert erratum.point.text == "a row times a row does not type"


def test_a_link_of_a_chain() -> None:
    theorem = Theorem("p/1", "T")
    wrong = link((one.T @ x) * y.T, printed=untyped(PRINTED, MENDED), kind="notation")
    theorem.chain("(1)", one.T @ A, wrong, claim=True)
    assert judged(theorem, PRINTED).verdict == "proved"


WRONG = {
    "print that types": (MENDED, untyped(MENDED, PRINTED), "types"),
    "another print": (PRINTED.replace("A", "A A"), untyped(PRINTED, MENDED), "quotes"),
    "more than transposes": (PRINTED, untyped(PRINTED, MENDED.replace("A", "A A")), "but for transposes"),
    "nothing mended": (PRINTED, untyped(PRINTED, PRINTED), "but for transposes"),
    "mended to something else": (PRINTED, untyped(PRINTED, PRINTED.replace("_C^T", "_C")), "transposes mended"),
    "not understood at all": (r"\mathbf{1}_C^T B = y", untyped(r"\mathbf{1}_C^T B = y", MENDED), "types"),
}


@pytest.mark.parametrize(("formula", "printed", "told"), WRONG.values(), ids=WRONG)
def test_what_is_no_such_erratum(formula: str, printed: Any, told: str) -> None:
    report = judged(theorem_of(printed), formula)
    assert report.verdict == "unknown"
    assert not report.errata
    assert any(told in problem for problem in report.problems)


def test_without_a_transcript_it_is_judged_all_the_same() -> None:
    assert judge(theorem_of(untyped(PRINTED, MENDED))).verdict == "proved"
    wrong = judge(theorem_of(untyped(MENDED, PRINTED)))
    assert (wrong.verdict, wrong.errata) == ("unknown", ())


def test_it_holds_another_way_round() -> None:
    """A number is equal to a number: what is printed of a row and a column may still type."""
    printed = r"x^T \mathbf{1}_C = \mathbf{1}_C^T x"
    report = judged(theorem_of(untyped(printed, printed.replace("^T", "")), eq(x.T @ one, one.T @ x)), printed)
    assert not report.errata


def test_what_another_extraction_prints_rightly_is_no_error_of_the_author() -> None:
    lines = {"(1)": Line("(1)", "App. A", PRINTED, extractions=("000",), readings={"001": MENDED})}
    report = judge(theorem_of(untyped(PRINTED, MENDED)), lines)
    assert any("is proved as extraction 001 prints it" in problem for problem in report.problems)
    assert judge(theorem_of(untyped(PRINTED, MENDED), kind="extraction"), lines).verdict == "proved"


@pytest.mark.parametrize("more", [{"kind": "false"}, {"kind": "typo"}, {"at": {C: 2}}, {"reads": PRINTED}])
def test_what_is_no_statement_is_not_false(more: Any) -> None:
    with pytest.raises(LanguageError, match="does not type"):
        theorem_of(untyped(PRINTED, MENDED), **more)
    with pytest.raises(LanguageError):
        untyped(ROW, MENDED)  # type: ignore[arg-type]


def test_no_slip_in_it_stays_bound() -> None:
    lines = {"(1)": Line("(1)", "", PRINTED)}
    found = list(slipped(theorem_of(untyped(PRINTED, MENDED)), lines))
    assert len(found) > 80
    assert [slip for slip in found if slip.outcome in SURVIVED] == []


@pytest.mark.parametrize(("printed", "told"), [
    (PRINTED, "a row and a column are put together"), (MENDED, ""), ("x^T = z", ""),
    ("x x = 0", "a column times a column does not type"), ("1^T = 1", "a number is transposed"),
])  # fmt: skip
def test_what_does_not_type(printed: str, told: str) -> None:
    assert Reader(theorem_of(None)).misfit(printed, ROW) == told
