"""The checker as a program of the command line: what it reads, prints and returns; it judges nothing itself."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

from .calculus.budget import TooLarge
from .forms import Malformed
from .titles import visible

USAGE = """usage: python -m symnorm.checker [-v] FILE ...

Re-checks bundles of certificates, as `symnorm verify --certificates FILE` writes them, with the standard
library alone, and says what is taken for granted without a citation. What is accepted is judged again by a second
judge, by evaluation modulo primes, and so is every point at which something is said to fail, by exact numbers; what is
supposed there has to hold as it is written and as it is calculated with. With -v it prints all that every theorem
supposes and claims, as the certificate has it, and the points. A bundle in which two things look alike is refused. It
does not look for a point at which the hypotheses hold, but judges the one that the bundle has; without one they may
contradict each other, and then everything follows: such a theorem is not proved. Each theorem is told of as soon as it
is judged, and in the end whose citations do not hold. A bundle that has the hash of what stands before it, as symnorm
writes it, is judged only if the hash is right.
Exit status: 0 every entry of every theorem accepted, the judges agree, every point is judged again, and each theorem
that supposes anything has one; 1 something rejected, 2 not a bundle, 3 nothing rejected, and a point lacks or could not
be judged again."""

Judged = Iterator[tuple[list[str], int, int]]
"""Of each part of a bundle: lines, how much of it is rejected, and how many points lack or are not judged again."""

def told(arguments: list[str], judged: Callable[[Path, bool], Judged]) -> int:
    """Prints what is `judged` of each file, as it is judged: a line per theorem and one per rejected entry.

    Returns the exit status.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    files = [a for a in arguments if a not in ("-v", "--verbose")]
    if not files or "-h" in files or "--help" in files:
        say(USAGE.splitlines())
        return 0 if files else 2
    if unknown := next((a for a in files if a.startswith("-")), ""):
        say([f"there is no option {unknown}: python -m symnorm.checker [-v] FILE ..."], sys.stderr)
        return 2
    rejected = open_ = 0
    for file in files:
        parts = judged(Path(file), len(files) < len(arguments))
        while True:
            try:
                part = next(parts, None)
            except (OSError, Malformed, TooLarge) as error:
                say([f"{file}: {error.strerror if isinstance(error, OSError) else error}"], sys.stderr)
                return 2
            if part is None:
                break
            lines, bad, undecided = part
            say(lines)
            rejected, open_ = rejected + bad, open_ + undecided
    return 1 if rejected else 3 if open_ else 0


def say(lines: list[str], stream: TextIO | None = None) -> None:
    """Prints lines, to standard output unless another stream is named: all that the program prints is printed here."""
    print("\n".join(map(visible, lines)), file=stream, flush=True)


def run(main: Callable[[list[str]], int]) -> int:
    """`main` with the arguments of the program; a standard output that takes no more is said, or passed over.

    Ctrl-C ends it, with the status that shells know.
    """
    try:
        return main(sys.argv[1:])
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if isinstance(error, BrokenPipeError):
            return 141
        say([f"cannot write to standard output: {error.strerror}"], sys.stderr)
        return 2
