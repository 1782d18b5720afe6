"""`python -m symnorm.runner FILE MEMORY RIGOR [QUESTION...]`: a process for a script, where there is no fork.

Standard input has the number of bytes that the script has built, and these; -1, where it is to be run. The answer goes
to standard output. The process ends when standard input does.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from threading import Thread

from ..catalog import read
from .worker import serve, task


def main(path: str, memory: str, rigor: str, *question: str) -> None:
    """Runs or judges the script."""
    size = int(sys.stdin.buffer.readline())
    built = None if size < 0 else sys.stdin.buffer.read(size)
    Thread(target=_end_with_parent, args=(os.dup(0),), daemon=True).start()
    serve(task(read(Path(path)).script, built, bool(rigor), question), os.dup(1), int(memory))


def _end_with_parent(descriptor: int) -> None:
    while os.read(descriptor, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
