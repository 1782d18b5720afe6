"""What Rocq says of a theorem stands in every report on it, as long as it is about this very bundle."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from needed import needs_coqc

from symnorm.cli import main
from symnorm.cli.session import Session
from symnorm.export import data, html, tex
from symnorm.report import Acceptance
from symnorm.rocq.axioms import AXIOMS
from symnorm.rocq.kept import Kept

THEOREM = "adanorm/models"


def acceptance(accepted: int = 5, **more: tuple[str, ...]) -> Acceptance:
    open_ = {} if accepted == 5 else {"(9)": "the reason why"}
    plain = {"axioms": AXIOMS, "computed": (), "strange": (), **more}
    return Acceptance(5, accepted, coq="8.16.1", open=open_, points={}, seconds=1.25, **plain)


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.getbasetemp() / "rocq-report"
    monkeypatch.setenv("SYMNORM_CACHE", str(folder))
    return folder


def digest() -> str:
    (result,) = Session().wanted(THEOREM)
    assert result.report.bundle
    return result.report.bundle.digest


def test_an_acceptance_is_told_in_a_sentence() -> None:
    assert acceptance().told == "Coq 8.16.1 accepts 5 of 5 statements, on the axioms of the real numbers"
    computed = acceptance(computed=("PrimInt63.add",))
    assert computed.told.endswith("on the axioms of the real numbers and of the numbers of the processor")
    strange = acceptance(strange=("mine.trust_me",))
    assert "on an axiom that is none of the real numbers: mine.trust_me" in strange.told
    assert [one.is_whole for one in (acceptance(), computed, strange, acceptance(4))] == [True, True, False, False]
    assert acceptance(0).told == "Coq 8.16.1 accepts 0 of 5 statements"


def test_a_theorem_is_shown_with_what_rocq_said_of_it(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["show", THEOREM])
    assert "Coq" not in capsys.readouterr().out
    kept = Kept(cache)
    kept.store("0" * 64, acceptance(), "coq")  # of another bundle
    main(["show", THEOREM])
    assert "Coq" not in capsys.readouterr().out
    kept.store(digest(), acceptance(4), "coq")
    assert main(["show", THEOREM]) == 0
    assert "? Coq 8.16.1 accepts 4 of 5 statements" in capsys.readouterr().out
    kept.store(digest(), acceptance(), "coq")
    main(["show", THEOREM])
    assert "✓ Coq 8.16.1 accepts 5 of 5 statements" in capsys.readouterr().out
    main(["show", THEOREM, "--no-cache"])
    assert "Coq" not in capsys.readouterr().out


def test_every_edition_says_what_rocq_said() -> None:
    session = Session()
    results = [replace(r, report=replace(r.report, rocq=acceptance(4))) for r in session.wanted(THEOREM)]
    edition = session.edition(results)
    page = next(text for name, text in html.files(edition).items() if name.endswith("adanorm-models.html")).decode()
    assert "Coq 8.16.1 accepts 4 of 5 statements, on the axioms of the real numbers; without a proof there: (9)" in page
    made = tex.files(edition)["theorems/adanorm-models.tex"].decode()
    assert "Coq 8.16.1 accepts 4 of 5 statements, on the axioms of the real numbers" in made
    written = json.loads(data.files(edition)["edition.json"])
    jsonschema.validate(written, data.schema())
    (theorem,) = written["papers"][0]["theorems"]
    assert (theorem["rocq"]["accepted"], theorem["rocq"]["open"]) == (4, {"(9)": "the reason why"})
    assert "seconds" not in theorem["rocq"]


@needs_coqc
@pytest.mark.usefixtures("rocq_cache")
def test_a_run_says_what_rocq_accepts_and_keeps_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["verify", THEOREM, "--rocq", "--json", str(tmp_path / "out.json")]) == 0
    found = json.loads((tmp_path / "out.json").read_bytes())["theorems"]
    assert f"{len(found)} of {len(found)} theorems whole" in capsys.readouterr().out
    (theorem,) = (t for t in found if t["id"] == THEOREM)
    said = theorem["rocq"]
    shown = [s for s in theorem["steps"] if s["role"] in ("step", "claim")]
    assert said["entries"] == said["accepted"] == len(shown) + len(said["points"])
    assert {*said["axioms"]} <= {*AXIOMS}
    assert said["coq"].startswith("8.")
    assert said["seconds"] > 0
    main(["show", THEOREM])
    assert f"accepts {said['accepted']} of {said['entries']} statements" in capsys.readouterr().out
