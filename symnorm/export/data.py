"""The edition as JSON: all that it says, the rules by which it says it, and the certificates.

edition.json       an Edition, field by field (see `edition`)
schema.json        its JSON schema
certificates.json  for `python -m symnorm.checker certificates.json`
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from .edition import Edition

Document = dict[str, Any]


def files(edition: Edition) -> dict[str, bytes]:
    """The content of every file, by its name."""
    return {
        "edition.json": _json(document(edition)),
        "schema.json": _json(schema()),
        "certificates.json": _certificates(edition),
    }


def document(value: Any) -> Any:
    """An edition, or a part of it, as JSON has it."""
    kind: type = type(value)
    if is_dataclass(kind):
        return {f: document(getattr(value, f)) for f in _published(kind)}
    if isinstance(value, Mapping):
        return {key: document(inside) for key, inside in value.items()}
    return [document(inside) for inside in value] if isinstance(value, tuple) else value


def bundle(edition: Edition) -> Document:
    """The certificates of all theorems that have any."""
    return {"theorems": [t.certificate for t in edition.theorems if t.certificate is not None]}


def _certificates(edition: Edition) -> bytes:
    """The bundle, one theorem on each line."""
    lines = ",\n".join(json.dumps(theorem) for theorem in bundle(edition)["theorems"])
    return f'{{"theorems": [\n{lines}\n]}}\n'.encode()


def schema() -> Document:
    """The JSON schema of an edition, read off its dataclasses."""
    definitions: dict[str, Document] = {}
    top = _schema_of(Edition, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An edition of papers, verified by symnorm",
        **top,
        "$defs": {name: definitions[name] for name in sorted(definitions)},
    }


def _schema_of(annotation: Any, definitions: dict[str, Document]) -> Document:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation in NAMES:
        return {"type": NAMES[annotation]}
    if origin is Annotated:
        return {"enum": list(arguments[1])}
    if origin in (UnionType, Union):
        return {"anyOf": [_schema_of(a, definitions) for a in arguments]}
    if origin is tuple:
        return {"type": "array", "items": _schema_of(arguments[0], definitions)}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _schema_of(arguments[1], definitions)}
    if annotation.__name__ not in definitions:
        definitions[annotation.__name__] = {}  # it may stand inside itself
        hints = get_type_hints(annotation, include_extras=True)
        names = _published(annotation)
        definitions[annotation.__name__] = {
            "description": " ".join((annotation.__doc__ or "").split()),
            "type": "object",
            "properties": {name: _schema_of(hints[name], definitions) for name in names},
            "required": list(names),
            "additionalProperties": False,
        }
    return {"$ref": f"#/$defs/{annotation.__name__}"}


NAMES = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}


@cache
def _published(kind: type) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if not f.metadata.get("apart"))


def _json(document: Document) -> bytes:
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()
