"""Whose a hypothesis is: stated by the paper, needed in silence, or the editors'; nothing is so by default."""

from __future__ import annotations

import json

import pytest

from symnorm import Theorem, by, editors, eq, silent, sqrt, stated, symbol
from symnorm.judge import judge
from symnorm.language import LanguageError
from symnorm.language.record import record, theorems_from
from symnorm.report import Provenance
from symnorm.transcript import Line

a, t = symbol("a"), symbol("t")

PRINTED = {
    "(1)": Line("(1)", "Sec. 1", r"\sqrt{a^2} = a", "for a positive\n number $a$"),
    "(2)": Line("(2)", "Sec. 2", "a > 0", reconstructed="high"),
}


def a_root(hypothesis: object, *more: object) -> Theorem:
    """A theorem whose printed line rests on a > 0."""
    theorem = Theorem("root/1", "A root", where=[hypothesis, *more])
    theorem.claim("(1)", eq(sqrt(a**2), a), by.algebra(by.roots(sqrt(a**2), a)))
    return theorem


def problems(theorem: Theorem, printed: dict[str, Line] | None = PRINTED) -> list[str]:
    return [p.partition(": ")[2] for p in judge(theorem, printed).problems]


@pytest.mark.parametrize(
    ("hypothesis", "provenance", "told"),
    [
        (stated(a > 0, "(1)", "positive number"), Provenance("stated", "(1)", "positive number", "Sec. 1"),
         "stated in Sec. 1: (1)"),
        (stated(a > 0, "(2)", "a > 0"), Provenance("stated", "(2)", "$a > 0$", "Sec. 2", "high"),
         "stated in Sec. 2: (2), as reconstructed with high confidence"),
        (silent(a > 0), Provenance("silent"), "not stated by the paper, which needs it"),
        (editors(a > 0), Provenance("editors"), "the editors'"),
    ],
)  # fmt: skip
def test_a_report_says_whose_a_hypothesis_is(hypothesis: object, provenance: Provenance, told: str) -> None:
    report = judge(a_root(hypothesis), PRINTED)
    assert (report.verdict, report.problems) == ("proved", ())
    (found,) = report.hypotheses
    assert (found.provenance, found.provenance.told) == (provenance, told)


@pytest.mark.parametrize(
    ("hypothesis", "said"),
    [
        (a > 0, "does not say whose it is: write stated(..., label, words), silent(...) or editors(...)"),
        (stated(a > 0, "(3)", "a > 0"), "is said to be stated in (3), which is no line of the transcript"),
        (stated(a > 0, "(1)", "a > 0"), "is said to be stated in (1), which does not have the words 'a > 0'"),
    ],
)
def test_what_is_not_said_or_not_so_is_an_error_of_the_script(hypothesis: object, said: str) -> None:
    theorem = a_root(hypothesis)
    assert problems(theorem) == [f"the hypothesis a > 0 {said}"]
    assert judge(theorem, PRINTED).verdict == "unknown"


def test_a_paper_needs_in_silence_only_what_one_of_its_lines_rests_on() -> None:
    theorem = a_root(silent(a > 0), silent(t > 0))
    theorem.claim("+ours", t * a > 0, by.sign())
    assert problems(theorem) == [
        "the hypothesis t > 0 is silent(...), and no printed line of the theorem rests on it: then it is editors(...)"
    ]
    theorem = a_root(silent(a > 0), editors(t > 0))
    theorem.claim("+ours", t * a > 0, by.sign())
    assert problems(theorem) == []


def test_what_is_said_to_be_missing_is_silent() -> None:
    theorem = a_root(editors(a > 0))
    theorem.missing("(1)", theorem.entries[-1], a > 0, at={a: -1}, note="the root is never negative")
    assert "is said to be missing in (1), and so it is silent(...), not editors(...)" in problems(theorem)[-1]


def test_a_theorem_without_a_transcript_has_its_own_hypotheses() -> None:
    report = judge(a_root(a > 0))
    assert (report.verdict, [h.provenance for h in report.hypotheses]) == ("proved", [Provenance("own")])
    assert problems(a_root(stated(a > 0, "(1)", "a")), None) == [
        "the hypothesis a > 0 is said to be stated, and there is no transcript"
    ]


def test_what_is_given_says_so_under_a_label_of_the_editors() -> None:
    def theorem(label: str, equation: object) -> Theorem:
        made = Theorem("root/1", "A root", where=[silent(a > 0)], model={t: sqrt(a)})
        given = made.given(label, equation, "hypothesis")
        made.claim("(1)", eq(sqrt(a**2), a), by.algebra(by.roots(sqrt(a**2), a)))
        made.claim("+square", eq(t**2, a), by.algebra(given))
        return made

    equation = eq(t**2, a)
    assert problems(theorem("+start", equation)) == [
        "the hypothesis t² = a does not say whose it is: write stated(..., label, words), silent(...) or editors(...)"
    ]
    report = judge(theorem("+start", editors(equation)), PRINTED)
    assert (report.problems, report.lines[1].provenance) == ((), Provenance("editors"))
    printed = {**PRINTED, "(4)": Line("(4)", "Sec. 4", "t^2 = a")}
    report = judge(theorem("(4)", equation), printed)
    assert (report.problems, report.lines[1].provenance) == ((), Provenance("stated", "(4)", "", "Sec. 4"))
    assert "says whose it is" in problems(theorem("(4)", silent(equation)), printed)[0]


def test_only_a_hypothesis_is_somebody_s() -> None:
    theorem = Theorem("root/2", "Cites")
    with pytest.raises(LanguageError, match="root/1 claims it, and only a hypothesis is editors"):
        theorem.given("(1)", editors(eq(sqrt(a**2), a)), "root/1")
    with pytest.raises(LanguageError, match="a hypothesis is a statement"):
        silent(a)
    with pytest.raises(LanguageError, match="quotes a line of the transcript"):
        stated(a > 0, "(1)", " ")


def test_it_is_recorded_as_it_was_said_and_refused_where_it_does_not_belong() -> None:
    document = json.loads(json.dumps(record(a_root(stated(a > 0, "(1)", "positive number"), editors(t > 0)))))
    [again] = theorems_from(document)
    assert [e.provenance and e.provenance.whose for e in again.entries] == ["stated", "editors", None]
    document["theorems"][0]["entries"][2][-1] = ["Provenance", "silent", "", ""]
    with pytest.raises(LanguageError, match="no record of theorems"):
        theorems_from(document)
    document["theorems"][0]["entries"][2][-1] = None
    document["theorems"][0]["entries"][0][-1] = ["Provenance", "everybody", "", ""]
    with pytest.raises(LanguageError):
        theorems_from(document)

