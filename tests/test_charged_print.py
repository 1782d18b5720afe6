"""What is charged under a label is what is printed there, and what the paper says itself is not said to be missing."""

from __future__ import annotations

from typing import Any

import pytest

from symnorm import Theorem, by, eq, link, sqrt, symbol
from symnorm.judge import judge
from symnorm.language import Entry
from symnorm.report import Report
from symnorm.transcript import Line

t, a, b = map(symbol, "tab")
ROOT, IDENTITY, UNKNOWN = r"\sqrt{t^2} = t", "a + b = b + a", r"\cos^2(t) + \sin^2(t) = 1"
POINT = {t: -1}


def counted(report: Report) -> list[str]:
    """The labels of the errata that are shown."""
    return [e.label for e in report.errata if e.verdict == "refuted"]


def rooted(**where: Any) -> tuple[Theorem, Entry]:
    """The root of a square is the number, where that is positive."""
    theorem = Theorem("charged/1", "Charged", where=[t > 0], **where)
    roots = by.algebra(by.roots(sqrt(t**2), t))
    return theorem, theorem.claim("(1)", eq(sqrt(t**2), t), roots)


def lines(**printed: str) -> dict[str, Line]:
    """A transcript of the lines (1), (2), ..."""
    return {f"({n[1:]})": Line(f"({n[1:]})", "Sec. 1", latex, extractions=("a", "b")) for n, latex in printed.items()}


# --- the line that lacks something ----------------------------------------------------------------------------


@pytest.mark.parametrize("printed", [IDENTITY, UNKNOWN, "", "t = t", r"\sqrt{t^2} = 2 t - t"])
def test_a_line_is_not_said_to_lack_what_another_lacks(printed: str) -> None:
    theorem, root = rooted()
    theorem.missing("(2)", root, t > 0, at=POINT, note="")
    report = judge(theorem, lines(_1=ROOT, _2=printed))
    assert counted(report) == []
    assert "what is printed as (2) is not what is said to lack a hypothesis" in report.problems[0]


@pytest.mark.parametrize(("printed", "more"), [
    (ROOT, {}),
    (r"t = \sqrt{t^2}", {"reads": r"t = \sqrt{t^2}"}),
    (UNKNOWN, {"reads": UNKNOWN}),
])  # fmt: skip
def test_a_line_lacks_what_its_statement_lacks_however_it_is_printed(printed: str, more: dict[str, str]) -> None:
    """In form, or as it is signed."""
    theorem, root = rooted()
    theorem.missing("(2)", root, t > 0, at=POINT, note="", **more)
    report = judge(theorem, lines(_1=ROOT, _2=printed))
    assert report.problems == ()
    assert counted(report) == ["(2)"]


def test_what_is_signed_is_what_is_printed() -> None:
    theorem, root = rooted()
    theorem.missing("(2)", root, t > 0, at=POINT, note="", reads=IDENTITY)
    report = judge(theorem, lines(_1=ROOT, _2=UNKNOWN))
    assert counted(report) == []


def test_the_line_itself_may_lack_it_in_words_and_signed() -> None:
    for printed, reads in (("", ""), (UNKNOWN, UNKNOWN)):
        theorem = Theorem("charged/2", "Charged", where=[t > 0])
        root = theorem.claim("(1)", eq(sqrt(t**2), t), by.algebra(by.roots(sqrt(t**2), t)), reads=reads)
        theorem.missing("(1)", root, t > 0, at=POINT, note="")
        assert counted(judge(theorem, lines(_1=printed))) == ["(1)"]


def test_a_chain_as_a_whole_lacks_nothing_under_the_label_of_a_link() -> None:
    def chained(label: str, link_of_it: bool) -> Report:
        theorem = Theorem("charged/3", "Charged", where=[t > 0])
        roots = by.algebra(by.roots(sqrt(t**2), t))
        whole = theorem.chain("(1)", 2 * t + t, 3 * t, link(2 * t + sqrt(t**2), roots), claim=True)
        lacks = whole.by.entries()[1] if link_of_it and whole.by else whole
        theorem.missing(label, lacks, t > 0, at=POINT, note="")
        prints = {"(1)-1": "2 t + t = 3 t", "(1)-2": r"3 t = 2 t + \sqrt{t^2}"}
        return judge(theorem, {name: Line(name, "Sec. 1", latex) for name, latex in prints.items()})

    assert counted(chained("(1)-2", True)) == ["(1)-2"]
    assert counted(chained("(1)-2", False)) == []
    assert counted(chained("(1)-1", True)) == []


# --- the line whose argument has a gap ------------------------------------------------------------------------


def gap(printed: str, **reads: str) -> Report:
    """A gap in (2), which no line of the theorem says, or in (3), which one says that needs an argument."""
    theorem, root = rooted()
    theorem.claim("(3)", eq(2 * sqrt(t**2), 2 * t), by.algebra(root))
    theorem.gap("(2)", assumes=eq(t, 1), at={t: 3}, repaired=root, note="", **reads)
    return judge(theorem, lines(_1=ROOT, _2=printed, _3=r"2 \sqrt{t^2} = 2 t"))


@pytest.mark.parametrize("printed", ["1 + 1 = 2", UNKNOWN, "t"])
def test_a_gap_is_one_in_a_line_of_the_theorem(printed: str) -> None:
    assert counted(gap(printed)) == []
    assert "what is printed as (2) is no line of this theorem" in gap(printed).problems[0]
    assert counted(gap(printed, reads=printed)) == ["(2)"]
    assert counted(gap(printed, reads=ROOT)) == []


def test_a_gap_may_stand_in_words_and_in_what_is_repaired() -> None:
    assert counted(gap("")) == ["(2)"]
    assert counted(gap(ROOT)) == ["(2)"]


def test_a_gap_may_stand_in_another_line_of_the_theorem() -> None:
    theorem, root = rooted()
    theorem.claim("(3)", eq(2 * sqrt(t**2), 2 * t), by.algebra(root))
    theorem.gap("(3)", assumes=eq(t, 1), at={t: 3}, repaired=root, note="")
    assert counted(judge(theorem, lines(_1=ROOT, _3=r"2 \sqrt{t^2} = 2 t"))) == ["(3)"]


# --- what is not understood -----------------------------------------------------------------------------------


def test_what_is_not_understood_is_not_false_before_it_is_signed() -> None:
    def unread(reads: str) -> Report:
        theorem = Theorem("charged/4", "Charged")
        theorem.claim("(1)", eq(t * 2, t + t), by.algebra(), printed=eq(t * 2, 3 * t), at={t: 2}, note="", reads=reads)
        theorem.counterexample("(2)", eq(t, t + 1), at={t: 2}, note="", reads=reads)
        return judge(theorem, lines(_1=UNKNOWN, _2=UNKNOWN))

    assert counted(unread("")) == []
    assert [r"\cos is no name of this theorem" in problem for problem in unread("").problems] == [True, True]
    assert counted(unread(UNKNOWN)) == ["(1)", "(2)"]
    assert unread(UNKNOWN).problems == ()
