"""The edition as JSON: all that it says, the rules by which it says it, and the certificates.

edition.json       an Edition, field by field (see `edition`)
schema.json        its JSON schema
certificates.json  for `python -m symnorm.checker certificates.json`
"""

from __future__ import annotations

import json
from typing import Any

from .. import as_json
from .edition import Edition

Document = dict[str, Any]


def files(edition: Edition) -> dict[str, bytes]:
    """The content of every file, by its name."""
    return {
        "edition.json": _json(as_json.to_json(edition, published=True)),
        "schema.json": _json(schema()),
        "certificates.json": bundle(edition),
    }


def bundle(edition: Edition) -> bytes:
    """The certificates of all theorems that have any, one theorem on each line."""
    lines = b",\n".join(t.bundle.content for t in edition.theorems if t.bundle is not None)
    return b'{"theorems": [\n' + lines + b"\n]}\n"


def schema() -> Document:
    """The JSON schema of an edition."""
    return as_json.schema(Edition, "An edition of papers, verified by symnorm")


def _json(document: Document) -> bytes:
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()
