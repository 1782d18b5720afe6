"""What the processes of a test run share is made once, and what fails is made by the next that asks."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import once
import pytest


@pytest.fixture(autouse=True)
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(once.SHARED, str(tmp_path))
    return tmp_path


def test_the_first_makes_it_and_the_others_wait() -> None:
    calls = []

    def make(path: Path) -> None:
        calls.append(path)
        path.write_text("half", "utf-8")
        time.sleep(0.05)
        path.write_text("whole", "utf-8")

    with ThreadPoolExecutor(4) as pool:
        found = [asked.result() for asked in [pool.submit(once.made_once, "thing", make) for _ in range(4)]]
    assert [path.read_text("utf-8") for path in found] == ["whole"] * 4
    assert len(calls) == 1


def test_what_fails_leaves_nothing_and_is_tried_again(shared: Path) -> None:
    def fail(path: Path) -> None:
        path.write_text("half", "utf-8")
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        once.made_once("thing", fail)
    assert [p.name for p in shared.iterdir()] == ["thing.lock"]
    assert once.made_once("thing", lambda path: path.write_text("whole", "utf-8")).read_text("utf-8") == "whole"


def test_a_process_that_was_started_by_another_has_its_folder(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert once.begin() is None
    monkeypatch.delenv(once.SHARED)
    folder = once.begin()
    assert folder is not None
    assert once.made_once("thing", Path.touch).is_relative_to(folder.name)
    once.end(folder)
    assert not Path(folder.name).exists()
    monkeypatch.setenv(once.SHARED, str(shared))
