"""What several files of tests have in common."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import once
import pytest

from symnorm.rocq.judge import Rocq

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # two processes with two threads each wait for each other


def pytest_configure(config: pytest.Config) -> None:
    """Makes the folder that the processes of this run share; the process that made it removes it."""
    if folder := once.begin():
        config.add_cleanup(lambda: once.end(folder))


def _library(folder: Path) -> None:
    """Compiles the library and keeps it in a folder."""
    with Rocq(120, folder):
        pass


@pytest.fixture(scope="session")
def rocq() -> Iterator[Rocq]:
    """Rocq with its library, compiled once for all processes; it keeps no verdicts. For tests that need coqc."""
    with Rocq(120, once.made_once("library", _library)) as found:
        found.kept = None
        yield found


@pytest.fixture
def rocq_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache of what this test runs: the compiled library is in it, and nothing else. For tests that need coqc."""
    folder = shutil.copytree(once.made_once("library", _library), tmp_path / "cache")
    monkeypatch.setenv("SYMNORM_CACHE", str(folder))
    return folder
