"""One gate for every kind of erratum: whose error it is, which lines a label names, and all that a point rests on."""

from __future__ import annotations

from typing import Any

import pytest

from symnorm import Theorem, by, eq, implies, link, sqrt, symbol
from symnorm.judge import judge
from symnorm.report import Report
from symnorm.transcript import Line

a, b, c = map(symbol, "abc")
SQUARE, BROKEN, OTHER = "(a + b)^2 = a^2 + 2 a b + b^2", "(a + b)^2 = a^2 + 2 a + b^2", "(a + b)^2 = a^2 + b^2"
square = eq((a + b) ** 2, a**2 + 2 * a * b + b**2)
broken = eq((a + b) ** 2, a**2 + 2 * a + b**2)
other = eq((a + b) ** 2, a**2 + b**2)
POINT = {a: 1, b: 5}


def counted(report: Report) -> list[str]:
    """The labels of the errata that are shown."""
    return [e.label for e in report.errata if e.verdict == "refuted"]


# --- whose error it is ----------------------------------------------------------------------------------------


def charged(claim: Any, line: Line, proved: Any = square, **more: Any) -> Report:
    """The report where (1) is proved to be something, and said to print something else."""
    theorem = Theorem("whose/1", "Whose")
    theorem.claim("(1)" if proved is square else "(0)", proved, by.algebra())
    theorem.counterexample("(1)", claim, at=POINT, note="", **more)
    return judge(theorem, {"(0)": Line("(0)", "", "a + b = b + a"), "(1)": line})


def test_what_one_extraction_prints_is_no_error_of_the_author_where_others_print_what_is_proved() -> None:
    line = Line("(1)", "Sec. 1", SQUARE, extractions=("a", "b"), readings={"c": BROKEN})
    report = charged(broken, line, reading="c")
    assert counted(report) == []
    assert "no error of the author's: kind='extraction'" in report.problems[0]
    report = charged(broken, line, reading="c", kind="extraction")
    assert report.problems == ()
    assert [(e.label, e.origin, e.extractions) for e in report.errata] == [("(1)", "extraction c", ("c",))]


@pytest.mark.parametrize("reading", ["a", "d"])
def test_the_extractions_that_print_a_line_as_it_is_transcribed_all_print_what_is_proved(reading: str) -> None:
    """Naming one of them makes nothing of it wrong, nor does naming one that prints the same beside others."""
    line = Line("(1)", "Sec. 1", SQUARE, extractions=("a", "b"), readings={"d": SQUARE})
    for kind in ("false", "extraction"):
        report = charged(broken, line, reading=reading, kind=kind)
        assert counted(report) == []
        assert any("(1) is proved, and said to be wrong" in problem for problem in report.problems)


def test_a_misprint_is_none_of_the_author_where_another_extraction_prints_what_holds() -> None:
    def misprinted(kind: str, **readings: str) -> Report:
        theorem = Theorem("whose/2", "Whose")
        theorem.claim("(1)", square, by.algebra(), printed=broken, at=POINT, kind=kind)
        line = Line("(1)", "Sec. 1", BROKEN, extractions=("a", "b"), readings=readings)
        return judge(theorem, {"(1)": line})

    report = misprinted("typo", c=SQUARE)
    assert counted(report) == []
    assert "(1) is proved as extraction c prints it" in report.problems[0]
    told = [e.origin for e in misprinted("extraction", c=SQUARE).errata]
    assert told == ["extraction a, b"]
    assert [e.origin for e in misprinted("typo", c=OTHER).errata] == ["the author's: extractions a, b agree; not c"]
    assert [e.origin for e in misprinted("typo").errata] == ["the author's: extractions a, b agree"]


@pytest.mark.parametrize(
    ("line", "reading", "origin", "extractions"),
    [
        (Line("(1)", "", OTHER, extractions=("a",)), "", "as extracted: a is the only extraction", ("a",)),
        (Line("(1)", "", OTHER, extractions=("a",), readings={"c": BROKEN}), "",
         "the author's, if extraction a is right and not c", ("a",)),
        (Line("(1)", "", BROKEN, extractions=("a", "b"), readings={"c": OTHER}), "c",
         "the author's, if extraction c is right and not a, b", ("c",)),
        (Line("(1)", "", OTHER, extractions=("a", "b")), "a", "the author's: extractions a, b agree", ("a", "b")),
        (Line("(1)", "", OTHER), "", "the author's, if the formula is reconstructed rightly", ()),
    ],
)  # fmt: skip
def test_whose_error_it_is_comes_from_all_extractions(
    line: Line, reading: str, origin: str, extractions: tuple[str, ...]
) -> None:
    (erratum,) = charged(other, line, proved=eq(a + b, b + a), reading=reading).errata
    assert (erratum.origin, erratum.extractions) == (origin, extractions)


# --- the label of a chain -------------------------------------------------------------------------------------


def chained(printed: Any = None, label: str = "(1)") -> Theorem:
    """(a + b)^2 = a^2 + b^2 + 2ba = ..., and a line that needs an argument."""
    theorem = Theorem("chained/1", "Chained", where=[a > 0, b > 0])
    last = link(a**2 + b**2 + 2 * b * a, by.algebra(), printed=printed, at=None if printed is None else POINT)
    theorem.chain(label, (a + b) ** 2, a**2 + 2 * a * b + b**2, last, claim=True)
    roots = by.algebra(by.roots(sqrt(a) * sqrt(b), sqrt(a * b)))
    theorem.claim("(2)", eq(sqrt(a) * sqrt(b), sqrt(a * b)), roots)
    return theorem


@pytest.mark.parametrize("label", ["(1)", "(1)-1", "(1)-2"])
def test_a_chain_that_is_proved_is_not_false(label: str) -> None:
    theorem = chained()
    theorem.counterexample(label, other, at=POINT, note="")
    report = judge(theorem)
    assert counted(report) == []
    assert f"{label} is proved, and said to be wrong" in report.problems[0]


def test_a_chain_with_a_misprint_may_be_false_as_a_whole() -> None:
    theorem = chained(printed=a**2 + b**2)
    theorem.counterexample("(1)", other, at=POINT, note="")
    assert counted(judge(theorem)) == ["(1)-2", "(1)"]


def test_a_chain_that_the_editors_supplied_says_nothing_of_a_printed_line() -> None:
    theorem = chained(label="+1")
    theorem.counterexample("1", other, at=POINT, note="")
    assert counted(judge(theorem)) == ["1"]


def test_a_chain_that_holds_by_calculation_alone_has_no_gap() -> None:
    theorem = chained()
    theorem.gap("(1)", assumes=eq(a, b), at={a: 1, b: 4}, repaired=theorem.entries[-1], note="")
    report = judge(theorem)
    assert counted(report) == []
    assert "the line does not need it: +(1) as a whole holds by calculation alone" in report.problems[0]


def test_a_link_of_a_chain_is_no_assumption_of_it() -> None:
    theorem = Theorem("chained/2", "Chained", model={a: 2, b: 2, c: 2})
    first = theorem.given("+first", eq(a, b), "hypothesis")
    second = theorem.given("+second", eq(b, c), "hypothesis")
    whole = theorem.chain("(1)", a, link(b, by.algebra(first)), link(c, by.algebra(second)), claim=True)
    free = theorem.claim("(2)", eq(a + c, 2 * b), by.algebra(first, second))
    theorem.gap("(1)", assumes=eq(b, c), at={}, repaired=whole, note="")
    assert judge(theorem).errata == ()
    assert whole.labels == ("+(1) as a whole", "(1)")
    assert free.labels == ("(2)",)


@pytest.mark.parametrize(("latex", "is_wrong"), [(SQUARE, False), (OTHER, True)])
def test_a_line_that_repeats_what_is_proved_is_not_false(latex: str, is_wrong: bool) -> None:
    """A line that repeats another may have a misprint of its own."""
    theorem = Theorem("repeated/1", "Repeated")
    theorem.claim("(1)", square, by.algebra())
    theorem.counterexample("(7)", other, at=POINT, note="")
    lines = [Line("(1)", "", SQUARE), Line("(7)", "", latex, same_as="(1)")]
    assert counted(judge(theorem, {line.label: line for line in lines})) == (["(7)"] if is_wrong else [])


def test_the_print_of_a_chain_is_held_against_what_it_shows_as_a_whole() -> None:
    theorem = Theorem("chained/3", "Chained")
    theorem.chain("(1)", (a + b) ** 2, a**2 + 2 * a * b + b**2, a**2 + b**2 + 2 * b * a, claim=True)
    links = [Line(f"(1)-{n}", "", "", text="in words") for n in (1, 2)]
    for latex, outcome in (("(a + b)^2 = a^2 + b^2 + 2 b a", "bound"), (OTHER, "differs")):
        lines = {line.label: line for line in (*links, Line("(1)", "", latex))}
        assert {b.label: b.outcome for b in judge(theorem, lines).bindings} == {"(1)": outcome}


# --- what is supposed at the point ----------------------------------------------------------------------------


def test_an_erratum_tells_all_that_is_supposed_at_its_point() -> None:
    """A counterexample with what it supposes; a misprint, and a gap, with the suppositions they stand under."""
    theorem = Theorem("under/1", "Under", where=[a > 0])
    theorem.counterexample("(1)", a < b, at={a: 2, b: 1}, under=[b > 0, c > b], note="")
    more = theorem.suppose("more", b > 1, at={b: 2})
    line = theorem.step("(2)", a * b > 0, by.sign(a * (b - 1) + a, more), printed=a * b > a + 5, at={a: 1, b: 3})
    theorem.gap("(3)", assumes=a > b, at={a: 1, b: 2}, repaired=line, note="")
    theorem.claim("(4)", implies(b > 1, a * b > 0), by.discharge(more, line))
    report = judge(theorem)
    under = {e.label: [f.text for f in e.under] for e in report.errata}
    assert under == {"(1)": ["b > 0", "c > b"], "(2)": ["b > 1"], "(3)": ["b > 1"]}
    assert report.bundle is not None
    assert [len(r["under"]) for r in report.bundle.document["refutations"]] == [1, 2, 1]


def test_what_holds_without_a_further_supposition_has_none_to_tell() -> None:
    theorem = Theorem("under/2", "Under", where=[a > 0])
    theorem.claim("(1)", a + 1 > 0, by.sign(a + 1), printed=a > 1, at={a: 1})
    (erratum,) = judge(theorem).errata
    assert erratum.under == ()


# --- what the other extractions print -------------------------------------------------------------------------

RIGHT_BY_VALUE = "(a + b)^2 = a a + 2 a b + b b"


def misread(kind: str, readings: dict[str, str], latex: str = BROKEN, printed: Any = broken) -> Report:
    """(a + b)^2 is proved, and two extractions print something else than the others."""
    theorem = Theorem("whose/3", "Whose")
    theorem.claim("(1)", square, by.algebra(), printed=printed, at=POINT, kind=kind, note="")
    return judge(theorem, {"(1)": Line("(1)", "Sec. 1", latex, extractions=("a", "b"), readings=readings)})


@pytest.mark.parametrize("kind", ["typo", "false", "gap", "hypothesis", "notation"])
@pytest.mark.parametrize("right", [SQUARE, SQUARE + " .", "(a+b)^{2} = a^2 + b^2 + 2ab", RIGHT_BY_VALUE])
def test_what_an_extraction_prints_rightly_acquits_whatever_the_kind_is(kind: str, right: str) -> None:
    report = misread(kind, {"c": right})
    assert counted(report) == []
    assert "(1) is proved as extraction c prints it" in report.problems[0]
    assert counted(misread(kind, {"c": OTHER})) == ["(1)"]


@pytest.mark.parametrize("readings", [{}, {"c": BROKEN}, {"c": BROKEN.replace(" ", r" \, ")}])
def test_no_extraction_is_blamed_for_what_all_print(readings: dict[str, str]) -> None:
    report = misread("extraction", readings)
    assert counted(report) == []
    assert "all extractions agree on (1)" in report.problems[0]
    assert counted(misread("extraction", {"c": OTHER})) == ["(1)"]


def test_where_there_is_one_extraction_only_it_may_be_damaged() -> None:
    theorem = Theorem("whose/4", "Whose")
    theorem.claim("(1)", square, by.algebra(), printed=broken, at=POINT, kind="extraction", note="")
    report = judge(theorem, {"(1)": Line("(1)", "Sec. 1", BROKEN, extractions=("a",))})
    assert [e.origin for e in report.errata] == ["extraction a"]
    assert report.problems == ()


def test_two_prints_that_differ_for_the_eye_only_are_one() -> None:
    (erratum,) = misread("typo", {"c": BROKEN.replace(" ", r" \, ")}).errata
    assert erratum.origin == "the author's: extractions a, b, c agree"
