"""The examples are what they are said to be: short, and proved."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "examples"
MOST_LINES = 60


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_proved_and_short(path, tmp_path):
    assert len(path.read_text("utf-8").splitlines()) <= MOST_LINES
    report = tmp_path / "report.json"
    command = [sys.executable, "-m", "symnorm", "verify", path, "--json", report, "--no-cache"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert done.returncode == 0, done.stdout
    theorems = json.loads(report.read_text("utf-8"))["theorems"]
    assert theorems
    assert {t["verdict"] for t in theorems} == {"proved"}
