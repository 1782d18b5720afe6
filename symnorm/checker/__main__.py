"""`python -m symnorm.checker [-v] FILE ...`: re-check bundles of certificates, and say what they claim."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Any

from ..second import Budget as Values
from ..second import review_bundle
from . import Malformed, check_bundle, parse_json
from .account import Account
from .calculus.budget import MAX_WORK_OF_BUNDLE, Budget, TooLarge
from .logic.citations import objections
from .refutation.check import check_refutations
from .skeleton import skeleton

MAX_BYTES = 64 * 1024 * 1024
MAX_VALUES_OF_BUNDLE = 2_000_000
"""So many values the second judge calculates for one file: several times what two hundred theorems take."""
USAGE = """usage: python -m symnorm.checker [-v] FILE ...

Re-checks bundles of certificates, as `symnorm verify --certificates FILE` writes them, with the standard
library alone, and says what is taken for granted without a citation. What is accepted is judged again by a second
judge, by evaluation modulo primes, and so is every point at which something is said to fail, by exact numbers. With
-v it prints all that every theorem supposes and claims, as the certificate has it. A bundle in which two things look
alike is refused. It does not look for a point at which the hypotheses hold: where they contradict each other,
everything follows.
Exit status: 0 every entry of every theorem accepted, the judges agree and every refutation is judged again,
1 something rejected, 2 not a bundle, 3 nothing rejected, and a refutation is there that could not be judged again."""


def main(arguments: list[str]) -> int:
    """Prints a line per theorem and one per rejected entry; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    files = [a for a in arguments if a not in ("-v", "--verbose")]
    if not files or "-h" in files or "--help" in files:
        print(USAGE)
        return 0 if files else 2
    rejected = open_ = 0
    for file in files:
        try:
            lines, bad, undecided = _checked(Path(file), verbose=len(files) < len(arguments))
        except (OSError, Malformed, TooLarge) as error:
            print(f"{file}: {error}", file=sys.stderr)
            return 2
        print("\n".join(lines), flush=True)
        rejected, open_ = rejected + bad, open_ + undecided
    return 1 if rejected else 3 if open_ else 0


def _checked(path: Path, verbose: bool) -> tuple[list[str], int, int]:
    """What there is to say of a bundle, how much of it is rejected, and how many refutations are not judged again."""
    if path.stat().st_size > MAX_BYTES:
        raise Malformed(f"more than {MAX_BYTES} bytes")
    match parse_json(path.read_bytes()):
        case {"theorems": list(theorems)} if theorems:
            with Budget(MAX_WORK_OF_BUNDLE, "one bundle"):
                return _told(theorems, verbose)
    raise Malformed("a bundle is an object with a non-empty list of theorems")


def _told(theorems: list[Any], verbose: bool) -> tuple[list[str], int, int]:
    """The same of the theorems in it."""
    accounts: dict[str, Account] = {}
    looks: dict[str, str] = {}
    values = Values(MAX_VALUES_OF_BUNDLE)
    for bundle in theorems:
        judgements = check_bundle(bundle)
        points = check_refutations(bundle)
        second = review_bundle(bundle, [j.accepted for j in judgements], budget=Values(whole=values))
        theorem = Account(bundle, judgements, second, points)
        other = looks.setdefault(skeleton(theorem.id), theorem.id)
        if theorem.id in accounts:
            raise Malformed(f"two theorems have the id {theorem.id}")
        if other != theorem.id:
            raise Malformed(f"the ids {other} and {theorem.id} look alike: give one theorem another")
        accounts[theorem.id] = theorem
    standings = {id: theorem.standing for id, theorem in accounts.items()}
    verdicts = {id: "rejected" if theorem.rejected else "proved" for id, theorem in accounts.items()}
    objected = objections(standings, verdicts, *accounts)
    lines: list[str] = []
    rejected = 0
    for id, theorem in accounts.items():
        against = objected[id]
        rejected += theorem.rejected + len(against)
        lines += theorem.lines(verbose)
        lines += (f"  REJECTED: {objection}" for objection in against)
    return lines, rejected, sum(theorem.open for theorem in accounts.values())


def _run() -> int:
    """`main` with the arguments of the program; a standard output that takes no more is said, or passed over."""
    try:
        return main(sys.argv[1:])
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if isinstance(error, BrokenPipeError):
            return 141
        print(f"cannot write to standard output: {error.strerror}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(_run())
