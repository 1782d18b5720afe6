"""Doing something again whenever a file changes, until Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from ..catalog import shown
from ..errors import UserError
from . import USAGE
from .pages import counted
from .screen import Screen

PERIOD = 0.3
"""Seconds between two looks at the files that are watched."""

States = Mapping[Path, tuple[int, int]]


def watching(once: Callable[[], int], files: Callable[[], Iterable[Path]], screen: Callable[[], Screen]) -> int:
    """Does something again and again, and returns the status of the last time when it is interrupted in between.

    Which files are watched, and where it is said, is asked anew after each time. A file that was changed meanwhile has
    changed.
    """
    while True:
        before = _states(files())
        try:
            status = once()
        except UserError as error:
            screen().entry("", f"{error}" + (f" (hint: {error.hint})" if error.hint else ""), at=0)
            status = USAGE
        watched = {file: before.get(file, state) for file, state in _states(files()).items()}
        try:
            screen().entry("", f"watching {counted(len(watched), 'file')}; Ctrl-C ends", at=0, dim=True)
            changed = _change(files, watched)
        except KeyboardInterrupt:
            return status
        screen().line()
        screen().heading(f"{time.strftime('%H:%M:%S')}  {shown(changed)}")


def _states(files: Iterable[Path]) -> States:
    """When each file was changed, and how large it is; those that are not there are left out."""
    found = dict[Path, tuple[int, int]]()
    for file in files:
        with suppress(OSError):
            about = file.stat()
            found[file] = about.st_mtime_ns, about.st_size
    return found


def _change(files: Callable[[], Iterable[Path]], before: States) -> Path:
    """Waits until a file is changed, begun or taken away, and returns it."""
    while True:
        time.sleep(PERIOD)
        now = _states(files())
        changed = [path for path in (*now, *before) if now.get(path) != before.get(path)]
        if changed:
            return changed[0]
