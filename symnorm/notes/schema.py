"""The schema of the notation of a note, for editors and other programs: JSON Schema, which is good for TOML as well.

    python -m symnorm.notes.schema > docs/notation.schema.json
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from .declared import CHOICES, Declared

TEXT = {"type": "string", "pattern": r"\S"}
TEXTS = {"type": "array", "items": TEXT}
PAIR = {"type": "array", "items": TEXT, "minItems": 2, "maxItems": 2}


def _table(values: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": values}


SHAPES: dict[str, dict[str, Any]] = {
    "dimensions": TEXTS,
    "synonyms": _table({"type": "string"}),
    "vectors": {"anyOf": [TEXTS, _table({"type": "string"})]},
    "matrices": _table(PAIR),
    "functions": TEXTS,
    "positive": TEXTS,
    "losses": {"anyOf": [TEXTS, _table(TEXTS)]},
    "definitions": TEXTS,
    "suppose": TEXTS,
    "scopes": _table(TEXTS),
}
SAYS: dict[str, tuple[str, Any]] = {
    "dimensions": ("Numbers of entries: what is summed up to one runs over a set of that size.", ["N", "d"]),
    "synonyms": ("One thing under two names: the first means the second.", {"m": "N"}),
    "vectors": ("Vectors, or vectors with the number of entries of each.", {"x": "d"}),
    "matrices": ("Matrices, with the numbers of rows and columns.", {"W": ["n", "d"]}),
    "functions": ("Functions: f(x) is a value, and no product.", ["f"]),
    "positive": ("Names that are positive wherever they stand.", [r"\epsilon"]),
    "losses": ("Arbitrary smooth functions, or each with what it depends on.", {"J": ["y"]}),
    "derivatives": ("Whether derivatives are total, or hold what stands in other derivatives of a line.", "direct"),
    "layout": ("Whether the derivative of vectors has dy_i/dx_j in row i and column j, or dy_j/dx_i.", "numerator"),
    "definitions": ("Relations that define what the note says in words.", [r"\mu = \frac{1}{N} \sum_i x_i"]),
    "suppose": ("Relations that hold for all values.", [r"\sum_i y_i = 1"]),
    "scopes": ("Definitions, or names that are open, below headings that begin so.", {"B": [r"y = \tanh(a x)", "s"]}),
}  # fmt: skip
"""The meaning of each entry, with an example."""


def schema() -> dict[str, Any]:
    """The schema, one property for each field of `Declared`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The notation of a note",
        "description": "What `symnorm read --notation FILE` takes, and a comment of a note that begins with `symnorm`.",
        "type": "object",
        "properties": {f.name: _property(f.name) for f in fields(Declared)},
        "additionalProperties": False,
    }


def _property(name: str) -> dict[str, Any]:
    says, example = SAYS[name]
    shape = {"enum": list(CHOICES[name])} if name in CHOICES else SHAPES[name]
    return {"description": says, **shape, "examples": [example]}


def main() -> None:
    """Prints the schema."""
    print(json.dumps(schema(), indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
