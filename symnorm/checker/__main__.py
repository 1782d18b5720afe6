"""`python -m symnorm.checker [-v] FILE ...`: re-check bundles of certificates, and say what they claim."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from ..second import Budget as Values
from ..second import review_bundle
from . import check_bundle
from .account import Account
from .calculus.budget import MAX_WORK_OF_BUNDLE, Budget
from .circles import with_circles
from .file import read, require_all_known
from .logic.citations import objections
from .program import Judged, run, told
from .refutation.check import Refutations

MAX_VALUES_OF_BUNDLE = 2_000_000
"""So many values the second judge calculates for one file: several times what two hundred theorems take."""


def main(arguments: list[str]) -> int:
    """Judges the files that are named; prints what there is to say of them, and returns the exit status."""
    return told(arguments, judged)


def judged(path: Path, verbose: bool) -> Judged:
    """Judges a bundle, theorem by theorem. Raises Malformed for what is none."""
    theorems = read(path)
    with Budget(MAX_WORK_OF_BUNDLE, "one bundle"):
        yield from _judged(theorems, verbose)


def _judged(theorems: list[Any], verbose: bool) -> Judged:
    """The same of the theorems in it, and then what speaks against their citations of each other."""
    accounts: dict[str, Account] = {}
    values = Values(MAX_VALUES_OF_BUNDLE)
    for bundle in theorems:
        judgements = check_bundle(bundle)
        points = Refutations(bundle, is_calculated=True)
        require_all_known(bundle)
        second = review_bundle(bundle, [j.accepted for j in judgements], budget=Values(whole=values))
        theorem = Account(bundle, judgements, second, points.all_judged(), points.hypotheses())
        accounts[theorem.id] = theorem
        yield list(theorem.lines(verbose)), theorem.rejected, theorem.open
    standings = {id: theorem.standing for id, theorem in accounts.items()}
    verdicts = {id: "rejected" if theorem.rejected else "proved" for id, theorem in accounts.items()}
    for id, against in with_circles(standings, objections(standings, verdicts)).items():
        if against:
            yield [f"{id}: REJECTED: {objection}" for objection in against], len(against), 0


if __name__ == "__main__":
    sys.exit(run(main))
