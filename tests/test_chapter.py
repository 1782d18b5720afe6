"""The chapter under examples/normalization: it verifies, and its transcript has what its note has."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shell import ROOT

from symnorm.cli import main
from symnorm.notes.chains import links
from symnorm.notes.documents import read_note
from symnorm.transcript import read_transcript

CHAPTER = ROOT / "examples" / "normalization"
OPEN = "display 20, 1"
"""The one line without a verdict; the README says why."""


def test_every_line_but_one_has_a_verdict(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "verdicts.json"
    assert main(["verify", str(CHAPTER), "--json", str(file)]) == 0
    theorems = json.loads(file.read_text(encoding="utf-8"))["theorems"]
    assert {t["verdict"] for t in theorems} == {"proved"}
    told = {one["label"] for t in theorems for one in (*t["steps"], *t["errata"])}
    lines = read_transcript(CHAPTER / "transcript.toml").lines
    assert len(lines) >= 40
    assert {line.label for line in lines if not line.reason} - told == {OPEN}


def test_the_transcript_has_every_relation_of_the_note() -> None:
    found, _ = links(read_note(CHAPTER / "normalization.md").formulas)
    printed = read_transcript(CHAPTER / "transcript.toml").lines
    assert [line.latex for line in printed] == [" ".join(link.latex.split()) for link in found]
    assert [line.label for line in printed] == [f"display {a.formula.display}, {a.number}" for a in found]
    assert [line.where for line in printed] == [f"line {link.line}" for link in found]


def test_what_is_said_to_lack_a_hypothesis_is_false_without_it(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.json"
    main(["verify", str(CHAPTER), "--json", str(file)])
    theorems = json.loads(file.read_text(encoding="utf-8"))["theorems"]
    errata = {e["label"]: e for t in theorems for e in t["errata"]}
    assert {label: e["kind"] for label, e in errata.items()} == {
        "display 6, 1": "hypothesis", "display 37, 1": "hypothesis",
    }  # fmt: skip
    assert all("left" in e["counterexample"] for e in errata.values())
