"""`python -m symnorm.checker [-v] FILE ...`: re-check bundles of certificates, and say what they claim."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from ..second import Budget as Values
from ..second import review_bundle
from . import Malformed, check_bundle, parse_json
from .account import Account
from .calculus.budget import MAX_WORK_OF_BUNDLE, Budget
from .circles import with_circles
from .logic.citations import objections
from .program import Judged, run, told
from .refutation.check import Refutations
from .skeleton import skeleton

MAX_BYTES = 64 * 1024 * 1024
KEYS = {
    "bundle": ("theorems", "sha256"),
    "theorem": ("id", "along", "entries", "refutations", "model", "point"),
    "entry": ("label", "role", "statement", "certificate", "source"),
    "refutation": ("label", "statement", "kind", "under", "fails", "point", "model"),
}
"""What each part of a file may have: what is spelled otherwise would be passed over in silence."""

MAX_VALUES_OF_BUNDLE = 2_000_000
"""So many values the second judge calculates for one file: several times what two hundred theorems take."""


def main(arguments: list[str]) -> int:
    """Judges the files that are named; prints what there is to say of them, and returns the exit status."""
    return told(arguments, judged)


def judged(path: Path, verbose: bool) -> Judged:
    """What there is to say of a bundle, how much of it is rejected, and how many points lack or are not confirmed."""
    if path.stat().st_size > MAX_BYTES:
        raise Malformed(f"more than {MAX_BYTES} bytes")
    match parse_json(path.read_bytes()):
        case {"theorems": list(theorems)} as bundle if theorems:
            _require_known("bundle", bundle)
            with Budget(MAX_WORK_OF_BUNDLE, "one bundle"):
                return _judged(theorems, verbose)
    raise Malformed("a bundle is an object with a non-empty list of theorems")


def _require_known(what: str, part: Any) -> None:
    """Raises Malformed for what a part of a file does not have."""
    for key in part if isinstance(part, dict) else ():
        if key not in KEYS[what]:
            raise Malformed(f"{what}: no {key[:40]!r} belongs there, only {', '.join(KEYS[what])}")


def _require_all_known(theorem: Any) -> None:
    """The same for a theorem of a file, whatever is in it, and the theorems by which its models are shown."""
    match theorem:
        case {"entries": list(entries), **others}:
            _require_known("theorem", theorem)
            refutations: Any = others.get("refutations", ())
            for what, parts in (("entry", entries), ("refutation", refutations)):
                for part in parts:
                    _require_known(what, part)
            for shown in (theorem, *refutations):
                match shown:
                    case {"model": {"theorem": by}}:
                        _require_all_known(by)


def _judged(theorems: list[Any], verbose: bool) -> Judged:
    """The same of the theorems in it."""
    looks: dict[str, Account] = {}
    values = Values(MAX_VALUES_OF_BUNDLE)
    for bundle in theorems:
        judgements = check_bundle(bundle)
        points = Refutations(bundle, is_calculated=True)
        _require_all_known(bundle)
        second = review_bundle(bundle, [j.accepted for j in judgements], budget=Values(whole=values))
        theorem = Account(bundle, judgements, second, points.all_judged(), points.hypotheses())
        other = looks.setdefault(skeleton(theorem.id), theorem)
        if other is not theorem:
            raise Malformed(f"the ids {other.id} and {theorem.id} look alike: give one theorem another")
    accounts = {theorem.id: theorem for theorem in looks.values()}
    standings = {id: theorem.standing for id, theorem in accounts.items()}
    verdicts = {id: "rejected" if theorem.rejected else "proved" for id, theorem in accounts.items()}
    objected = with_circles(standings, objections(standings, verdicts))
    lines: list[str] = []
    rejected = 0
    for id, theorem in accounts.items():
        against = objected[id]
        rejected += theorem.rejected + len(against)
        lines += theorem.lines(verbose)
        lines += (f"  REJECTED: {objection}" for objection in against)
    return lines, rejected, sum(theorem.open for theorem in accounts.values())


if __name__ == "__main__":
    sys.exit(run(main))
