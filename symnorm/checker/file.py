"""A file with a bundle of certificates: whether it is one, before any theorem of it is judged."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from . import Malformed, parse_json
from .skeleton import skeleton

MAX_BYTES = 64 * 1024 * 1024
KEYS = {
    "bundle": ("theorems", "sha256"),
    "theorem": ("id", "along", "entries", "refutations", "model", "point"),
    "entry": ("label", "role", "statement", "certificate", "source", "put"),
    "refutation": ("label", "statement", "kind", "under", "fails", "point", "model"),
}
"""The keys of each part of a file: one that is spelled otherwise would be passed over in silence."""


def read(path: Path) -> list[Any]:
    """The theorems of a file. Raises Malformed for what is no bundle, OSError for what cannot be read."""
    if path.stat().st_size > MAX_BYTES:
        raise Malformed(f"more than {MAX_BYTES} bytes")
    content = path.read_bytes()
    match parse_json(content):
        case {"theorems": [_, *_] as theorems} as bundle:
            _require_known("bundle", bundle)
            _require_sealed(content, bundle)
            _require_ids_apart(theorems)
            return list(theorems)
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


def require_all_known(theorem: Any) -> None:
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
                        require_all_known(by)
