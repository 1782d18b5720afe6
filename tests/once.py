"""Things that take long to make and that all processes of a test run share: the first that needs one makes it."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

SHARED = "SYMNORM_TESTS_SHARED"
"""The variable of the environment that names the folder of a run."""


def begin() -> tempfile.TemporaryDirectory[str] | None:
    """Makes the folder of a run, or nothing where the process that started this one has made it."""
    if SHARED in os.environ:
        return None
    folder = tempfile.TemporaryDirectory(prefix="symnorm-tests-")
    os.environ[SHARED] = folder.name
    return folder


def end(folder: tempfile.TemporaryDirectory[str]) -> None:
    """Removes the folder of a run."""
    del os.environ[SHARED]
    folder.cleanup()


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """The path of this name in the folder of the run, made by the first process that asks; others wait for it.

    What fails leaves nothing behind, and the next process tries again.
    """
    folder = Path(os.environ[SHARED])
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / name).exists():
            with tempfile.TemporaryDirectory(dir=folder) as room:
                make(Path(room) / name)
                (Path(room) / name).rename(folder / name)
    return folder / name
