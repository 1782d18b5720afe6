"""Notes with grades: what is counted, and what is told."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from shell import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))

import graded_notes

NOTE = r"""
The mean is $m = \frac{1}{n} \sum_{i=1}^n a_i$.

$$\sum_{i=1}^n (a_i - m) = 0$$

$$(a_1 + m)^2 = a_1^2 + m^2$$

$$\sqrt{m^2} = m$$
"""
KEY = [
    {"id": "t1", "latex": r"m = \frac{1}{n} \sum_{i=1}^n a_i", "verdict": "definition"},
    {"id": "D1.1", "latex": r"\sum_{i=1}^n (a_i - m) = 0", "verdict": "holds"},
    {"id": "D2.1", "latex": r"(a_1 + m)^2 = a_1^2 + m^2", "verdict": "false"},
    {"id": "D3.1", "latex": r"\sqrt{m^2} = m", "verdict": "hypothesis"},
    {"id": "D4.1", "latex": r"m = 0", "verdict": "false"},
]


def test_verdicts_are_held_against_grades(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "note.md").write_text(NOTE, "utf-8")
    (tmp_path / "key.json").write_text(json.dumps([{"file": "note.md", **grade} for grade in KEY]), "utf-8")
    monkeypatch.setattr(sys, "argv", ["graded_notes.py", str(tmp_path)])
    graded_notes.main()
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "note.md D4.1: false, called absent: m = 0"
    assert told[-1] == (
        "1 of 1 true ones hold, 1 proved; 1 of 2 false ones found; 1 of 1 hypotheses; 0 true ones called false; "
        "0 others called proved or agreeing"
    )


def test_a_grade_that_does_not_fit_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "note.md").write_text(NOTE, "utf-8")
    graded = [{"file": "note.md", **KEY[1], "verdict": "false"}, {"file": "note.md", **KEY[2], "verdict": "holds"}]
    (tmp_path / "key.json").write_text(json.dumps(graded), "utf-8")
    monkeypatch.setattr(sys, "argv", ["graded_notes.py", str(tmp_path)])
    graded_notes.main()
    told = capsys.readouterr().out
    assert "note.md D1.1: false, called proved" in told
    assert "note.md D2.1: holds, called false" in told
    assert told.endswith("1 true ones called false; 1 others called proved or agreeing\n")
