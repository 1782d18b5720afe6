"""The papers as notes: what is written down is what a transcript has, and a relation is found again by its line."""

from __future__ import annotations

import sys

import pytest
from shell import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))

import read_papers

from symnorm.notes.documents import read_note
from symnorm.notes.model import Judged, Verdict
from symnorm.transcript import Line, Paper, read_transcript


@pytest.mark.parametrize("paper", read_papers.NOTATION)
def test_a_paper_is_written_down_line_by_line(paper: str) -> None:
    found = read_transcript(ROOT / "proofs" / paper / "transcript.toml")
    text, labels = read_papers.note(found)
    rows = text.splitlines()
    assert len(rows) == len(labels)
    for line in (one for one in found.lines if not one.same_as and one.latex):
        own = "\n".join(row for row, label in zip(rows, labels, strict=True) if label == line.label)
        assert " ".join(line.latex.split()) in own
    assert len(read_papers.NOTATION[paper].strip().splitlines()) <= 10


def test_formulas_of_the_note_have_their_lines(tmp_path_factory: pytest.TempPathFactory) -> None:
    paper = Paper("p", "P", ("A",), 2025, lines=(
        Line("(1)", "Sec. 1", r"\mu = \frac{1}{n} \sum_{i=1}^n x_i", "the mean", reason="definition"),
        Line("(2)", "Sec. 1", r"\mu = 0", r"where $\mu = 0$ by assumption"),
        Line("(3)", "Sec. 2, proof", r"\sum_i (x_i - \mu) = 0"),
    ))  # fmt: skip
    text, labels = read_papers.note(paper)
    file = tmp_path_factory.mktemp("note") / "p.md"
    file.write_text(text, encoding="utf-8")
    found = {labels[f.line - 1]: f for f in read_note(file).formulas}
    assert {label: f.display for label, f in found.items()} == {"(1)": 1, "(2)": 0, "(3)": 2}
    assert found["(1)"].before.strip().endswith("We define")
    assert found["(3)"].section == ("Sec. 2", "proof")


def test_errata_are_compared_by_their_labels() -> None:
    from noted import AGREES, CONDITIONAL, FALSE

    def read(label: str, judged: Judged) -> read_papers.Read:
        return read_papers.Read(label, judged)

    paper = Paper("p", "P", ("A",), 2025)
    one = read_papers.Compared(
        paper, [read("(1)", FALSE), read("(2)", FALSE), read("(3)", AGREES), read("(4)", CONDITIONAL)],
        {"(1)": {"typo"}, "(3)": {"false"}, "(4)": {"gap"}, "(9)": {"typo"}}, {"(1)", "(2)", "(3)", "(4)"},
    )  # fmt: skip
    assert one.found() == {"(1)": {Verdict.FALSE}, "(4)": {Verdict.CONDITIONAL}}
    assert [r.label for r in one.wrongly_false()] == ["(2)"]
    assert [r.label for r in one.wrongly_true()] == ["(3)"]
    assert list(read_papers.table([one]))[-1] == "| p | 4 | 3 | 2 | 2 | 1 | 1 | 1 |"
