"""How much is wrong, whose it is, and that one fault is one entry with all its places."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from exports import edition_of

from symnorm import Theorem, by, eq, silent, sqrt, symbol
from symnorm.export.edition import Edition
from symnorm.faults import faults
from symnorm.judge import judge
from symnorm.language import LanguageError
from symnorm.report import Erratum, Report
from symnorm.transcript import Line

PROOFS = Path(__file__).parent.parent / "proofs"

a = symbol("a")

PRINTED = {
    "(1)": Line("(1)", "Sec. 1", "2 a + a = 4 a", extractions=("x", "y")),
    "(2)": Line("(2)", "Sec. 1", "4 a = 4 a + 1", extractions=("x",)),
    "(3)": Line("(3)", "Sec. 2", "5 a = 6 a", reconstructed="medium", alternative="5 a = 5 a"),
    "(4)": Line("(4)", "Sec. 2", r"\sqrt{a^2} = a", extractions=("x",)),
    "text": Line("text", "Sec. 2", text="roots give the number back", extractions=("x",)),
}


def report(kind: str = "", *, is_corrected: bool = False) -> Report:
    """That on a theorem with one slip in two places, and a charge of a kind."""
    theorem = Theorem("fault/1", "Faults")
    line = theorem.claim("+square", eq(sqrt(a**2) ** 2, a**2))
    theorem.claim("(1)", eq(2 * a + a, 3 * a), printed=eq(2 * a + a, 4 * a), note="a slip", at={a: 1})
    theorem.claim("(2)", eq(4 * a, 4 * a + 0), printed=eq(4 * a, 4 * a + 1), note="a slip", at={a: 1})
    if kind:
        corrected = line if is_corrected else None
        theorem.counterexample(
            "text", eq(sqrt(a**2), a), at={a: -1}, note="not of -1", kind=kind, corrected=corrected
        )
    return judge(theorem, PRINTED)


def named(found: Report, label: str, kind: str) -> Erratum:
    return next(e for e in found.errata if (e.label, e.kind) == (label, kind))


def test_a_slip_in_two_places_is_one_fault() -> None:
    found = faults(report("false").errata)
    assert [(f.first.note, f.labels, f.severity) for f in found] == [
        ("not of -1", "fault/1 text", "breaks"),
        ("a slip", "fault/1 (1), (2)", "cosmetic"),
    ], "the most severe first"
    assert [f.kinds for f in found] == [("false",), ("typo",)]


def test_faults_of_two_papers_and_errata_without_a_note_stay_apart() -> None:
    one = named(report(), "(1)", "typo")
    assert len(faults([one, replace(one, paper="another")])) == 2
    assert len(faults([replace(one, note=""), replace(one, note="")])) == 2
    assert faults([]) == []


def test_what_is_false_in_one_reading_is_no_error_and_has_what_holds_beside_it() -> None:
    found = named(report("reading", is_corrected=True), "text", "reading")
    assert (found.severity, found.origin) == ("none", "nobody's: no error")
    assert found.corrected is not None
    theorem = Theorem("fault/2", "Alone")
    with pytest.raises(LanguageError, match="kind='reading' has corrected="):
        theorem.counterexample("text", eq(sqrt(a**2), a), at={a: -1}, note="", kind="reading")


def test_what_has_a_correction_or_a_hypothesis_can_be_repaired() -> None:
    assert named(report("false", is_corrected=True), "text", "false").severity == "repairable"
    theorem = Theorem("fault/5", "Lacks", where=[silent(a > 0)])
    line = theorem.claim("(4)", eq(sqrt(a**2), a), by.algebra(by.roots(sqrt(a**2), a)))
    theorem.missing("(4)", line, a > 0, at={a: -2}, note="not of negative numbers")
    assert named(judge(theorem, PRINTED), "(4)", "hypothesis").severity == "repairable"


def test_a_slip_that_one_extraction_has_is_as_extracted() -> None:
    found = report()
    assert named(found, "(1)", "typo").origin == "the author's: extractions x, y agree"
    assert named(found, "(2)", "typo").origin == "as extracted: x is the only extraction"


def test_a_formula_that_no_extraction_has_is_nobodys_error_and_said_to_be_reconstructed() -> None:
    theorem = Theorem("fault/4", "Reconstructed")
    theorem.claim("(3)", eq(5 * a, 2 * a + 3 * a), printed=eq(5 * a, 6 * a), note="a slip", at={a: 1})
    [problem] = judge(theorem, PRINTED).problems
    assert "the alternative" in problem, "if that is right, nothing is wrong"
    printed = {"(3)": Line("(3)", "Sec. 2", "5 a = 6 a", reconstructed="medium", alternative="5 a = 7 a")}
    [found] = judge(theorem, printed).errata
    assert (found.severity, found.printed_as) == ("none", "reconstructed, medium confidence")
    assert found.origin == "nobody's: no extraction has it; reconstructed with medium confidence"
    assert (found.is_reconstructed, found.alternative) == (True, "5 a = 7 a")


# --- the three papers -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def papers() -> Edition:
    return edition_of(*(PROOFS / paper for paper in ("adanorm", "dyisru", "eln")), use_cache=True)


def test_no_printed_line_is_proved_and_false(papers: Edition) -> None:
    """In two theorems, without a word on the reading or the hypothesis that tells them apart."""
    for paper in papers.papers:
        lines = (line for theorem in paper.theorems for line in theorem.steps if line.printed is None)
        proved = {label for line in lines for label in (*line.also, *([] if line.is_supplied else [line.label]))}
        assert proved
        assert not proved & {e.label for e in paper.errata if e.kind == "false"}


def test_no_formula_that_is_reconstructed_counts_as_an_error(papers: Edition) -> None:
    [paper] = [p for p in papers.papers if p.id == "dyisru"]
    lost = {line.label for line in paper.printed if line.reconstructed and not line.extractions}
    charged = [e for e in paper.errata if e.label in lost and e.printed_is_formula]
    assert charged
    assert {e.severity for e in charged} == {"none"}
    assert all(e.printed_as.startswith("reconstructed, ") for e in charged)


def test_every_hypothesis_of_the_papers_is_somebody_s(papers: Edition) -> None:
    whose = {h.provenance.whose for theorem in papers.theorems for h in theorem.hypotheses}
    assert whose == {"stated", "silent", "editors", "setting"}
