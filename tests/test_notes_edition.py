"""The draft of an edition: a folder that `symnorm verify` finds right, with the verdicts that `symnorm read` gave."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from symnorm.cli import main

MOMENTS = r"""
For numbers $a_1, \dots, a_n$ let

$$m = \frac{1}{n} \sum_{i=1}^n a_i, \qquad v = \frac{1}{n} \sum_{i=1}^n (a_i - m)^2$$
$$u_i = \frac{a_i - m}{\sqrt{v + \epsilon}}, \qquad w_i = g_i u_i + b_i$$

"""


class Folder:
    """A note, its draft, and what `symnorm verify` says of that."""

    def __init__(self, at: Path, text: str) -> None:
        self.note, self.draft, self.verdicts = at / "note.md", at / "draft", at / "verdicts.json"
        self.note.write_text(text, encoding="utf-8")

    def read(self) -> int:
        return main(["read", str(self.note), "-o", str(self.draft)])

    def verify(self) -> tuple[int, list[dict[str, Any]]]:
        status = main(["verify", str(self.draft), "--no-cache", "--json", str(self.verdicts)])
        document = json.loads(self.verdicts.read_text(encoding="utf-8"))
        return status, document["theorems"]

    def lines(self) -> dict[str, dict[str, Any]]:
        """The lines of the transcript, by what is printed there."""
        found = tomllib.loads((self.draft / "transcript.toml").read_text(encoding="utf-8"))["line"]
        return {line["latex"]: line for line in found}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """A note with a line of every verdict but one."""
    monkeypatch.chdir(tmp_path)
    return Folder(
        tmp_path,
        MOMENTS + r"""
$$\frac{\partial v}{\partial a_i} = \frac{2}{n} (a_i - m)$$
$$\frac{\partial v}{\partial a_i} = \frac{1}{n} (a_i - m)$$
$$\frac{\partial L}{\partial v} = -\frac{1}{2} \sum_i \frac{\partial L}{\partial u_i} (a_i - m) (v + \epsilon)^{-3/2}$$
$$\left(a a^\top\right) b = (a^\top a) b$$
$$\sum_i u_i^2 = n$$
$$\sqrt{m^2} = m$$
$$a \star m = 0$$
""",
    )


def labels(theorems: list[dict[str, Any]]) -> set[str]:
    return {line["label"] for t in theorems for line in t["steps"] if line["role"] == "claim"}


def test_what_is_written_verifies_with_the_same_verdicts(folder: Folder) -> None:
    assert folder.read() == 1
    status, theorems = folder.verify()
    assert status == 0
    assert {t["verdict"] for t in theorems} == {"proved"}
    errata = {e["label"]: e for t in theorems for e in t["errata"]}
    assert {label: e["kind"] for label, e in errata.items()} == {
        "display 4, 1": "typo", "display 6, 1": "false", "display 7, 1": "hypothesis", "display 8, 1": "hypothesis",
    }  # fmt: skip
    assert all(e["counterexample"] for e in errata.values())
    assert {"display 3, 1", "display 4, 1", "display 5, 1", "display 8, 1"} <= labels(theorems)


def test_the_transcript_has_every_relation_as_it_is_printed(folder: Folder) -> None:
    folder.read()
    lines = folder.lines()
    assert len(lines) == 11
    assert lines[r"m = \frac{1}{n} \sum_{i=1}^n a_i"]["reason"] == "definition"
    false = lines[r"\frac{\partial v}{\partial a_i} = \frac{1}{n} (a_i - m)"]
    assert (false["label"], false["where"], "reason" in false) == ("display 4, 1", "line 9", False)


def test_what_is_left_open_is_named_with_the_reason(folder: Folder) -> None:
    folder.read()
    script = (folder.draft / "note.py").read_text(encoding="utf-8")
    assert "display 9, 1: /star has no meaning" in script.split('"""')[1]


def test_a_line_that_is_changed_is_not_proved_any_more(folder: Folder) -> None:
    folder.read()
    script = folder.draft / "note.py"
    text = script.read_text(encoding="utf-8")
    assert text.count('theorem.claim("display 3, 1", eq(D(v, a[i]), 2 / n * (a[i] - m)))') == 1
    script.write_text(text.replace("2 / n * (a[i] - m)", "3 / n * (a[i] - m)"), encoding="utf-8")
    status, _ = folder.verify()
    assert status == 1


def test_only_what_it_wrote_is_replaced(folder: Folder, capfd: pytest.CaptureFixture[str]) -> None:
    folder.read()
    before = (folder.draft / "note.py").read_text(encoding="utf-8")
    assert folder.read() == 1  # the same once more
    assert (folder.draft / "note.py").read_text(encoding="utf-8") == before
    (folder.draft / "notation.py").write_text("mine", encoding="utf-8")
    assert folder.read() == 2
    assert "will not replace" in capfd.readouterr().err
    assert (folder.draft / "notation.py").read_text(encoding="utf-8") == "mine"


def test_a_note_of_which_nothing_is_decided_has_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Folder(tmp_path, r"$$a \star b = c$$")
    assert folder.read() == 2
    assert "there is no draft to write" in capfd.readouterr().err
    assert not folder.draft.exists()


def test_names_that_a_script_cannot_have_and_quotes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Folder(tmp_path, "With $f(t) = t^3$: $$f'(t) = 3t^2$$ $$f''(t) = 6t$$ $$f'(t) = 3t$$")
    folder.read()
    status, theorems = folder.verify()
    assert status == 0
    assert labels(theorems) == {"display 1, 1", "display 3, 1"}
    assert folder.lines()["f'(t) = 3t"]["label"] == "display 3, 1"
