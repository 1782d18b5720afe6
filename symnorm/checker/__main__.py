"""`python -m symnorm.checker [-v] FILE ...`: re-check bundles of certificates, and say what they claim."""

from __future__ import annotations

import hashlib
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
    "entry": ("label", "role", "statement", "certificate", "source", "put"),
    "refutation": ("label", "statement", "kind", "under", "fails", "point", "model"),
}
"""The keys of each part of a file: one that is spelled otherwise would be passed over in silence."""

MAX_VALUES_OF_BUNDLE = 2_000_000
"""So many values the second judge calculates for one file: several times what two hundred theorems take."""


def main(arguments: list[str]) -> int:
    """Judges the files that are named; prints what there is to say of them, and returns the exit status."""
    return told(arguments, judged)


def judged(path: Path, verbose: bool) -> Judged:
    """Judges a bundle, theorem by theorem. Raises Malformed for what is none."""
    if path.stat().st_size > MAX_BYTES:
        raise Malformed(f"more than {MAX_BYTES} bytes")
    content = path.read_bytes()
    match parse_json(content):
        case {"theorems": list(theorems)} as bundle if theorems:
            _require_known("bundle", bundle)
            _require_sealed(content, bundle)
            _require_ids_apart(theorems)
            with Budget(MAX_WORK_OF_BUNDLE, "one bundle"):
                yield from _judged(theorems, verbose)
                return
    raise Malformed("a bundle is an object with a non-empty list of theorems")


def _require_ids_apart(theorems: list[Any]) -> None:
    """Raises Malformed for two theorems whose ids look alike."""
    looks: dict[str, str] = {}
    for id in (theorem["id"] for theorem in theorems if isinstance(theorem, dict) and "id" in theorem):
        if (look := skeleton(str(id))) in looks:
            raise Malformed(f"the ids {looks[look]} and {id} look alike: give one theorem another")
        looks[look] = str(id)


def _require_sealed(content: bytes, bundle: dict[str, Any]) -> None:
    """Raises Malformed for a bundle with a hash that is not that of what stands before it in the file."""
    if "sha256" in bundle:
        start, found, _ = content.rpartition(b'"sha256": "')
        if not found or bundle["sha256"] != hashlib.sha256(start + found).hexdigest():
            raise Malformed(
                "its sha256 is not the hash of what stands before it: the file was changed after symnorm wrote it; "
                "without sha256 it is judged as it is"
            )


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
    """The same of the theorems in it, and then what speaks against their citations of each other."""
    accounts: dict[str, Account] = {}
    values = Values(MAX_VALUES_OF_BUNDLE)
    for bundle in theorems:
        judgements = check_bundle(bundle)
        points = Refutations(bundle, is_calculated=True)
        _require_all_known(bundle)
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
