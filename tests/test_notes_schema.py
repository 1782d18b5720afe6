"""The published schema of the notation: what it allows is what the command takes."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from symnorm.errors import UserError
from symnorm.notes.declared import declared

DOCS = Path(__file__).parents[1] / "docs"
SCHEMA: dict[str, Any] = json.loads((DOCS / "notation.schema.json").read_text(encoding="utf-8"))


def allows(schema: Mapping[str, Any], value: Any) -> bool:
    """What JSON Schema says of a value, as far as this schema has words."""
    match schema:
        case {"anyOf": some}:
            return any(allows(one, value) for one in some)
        case {"enum": some}:
            return value in some
        case {"type": "string"}:
            return isinstance(value, str) and re.search(schema.get("pattern", ""), value) is not None
        case {"type": "array"}:
            few, many = schema.get("minItems", 0), schema.get("maxItems", 99)
            is_list = isinstance(value, list) and few <= len(value) <= many
            return is_list and all(allows(schema["items"], v) for v in value)
        case {"type": "object"}:
            known, others = schema.get("properties", {}), schema["additionalProperties"]
            if not isinstance(value, dict) or (others is False and not value.keys() <= known.keys()):
                return False
            return all(allows(known.get(name, others), one) for name, one in value.items())
    raise AssertionError(f"the test does not know {schema}")


def takes(text: str) -> bool:
    try:
        declared(text, "names.toml")
    except UserError:
        return False
    return True


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("", True),
        ('dimensions = ["N", "d"]', True),
        ('dimensions = "N"', False),
        ("dimensions = [3]", False),
        ('dimensions = [" "]', False),
        ('synonyms = { m = "N" }', True),
        ('synonyms = ["m"]', False),
        ("synonyms = { m = 3 }", False),
        ('vectors = ["x"]', True),
        ('vectors = { x = "d" }', True),
        ("vectors = { x = 3 }", False),
        ("vectors = 3", False),
        ('matrices = { W = ["n", "d"] }', True),
        ('matrices = { W = ["n"] }', False),
        ('matrices = { W = "n" }', False),
        ('functions = ["f"]', True),
        ("functions = { f = 1 }", False),
        (r"positive = ['\epsilon']", True),
        ("positive = [[]]", False),
        ('losses = ["J"]', True),
        ('losses = { J = ["y", "z"] }', True),
        ("losses = { J = [] }", True),
        ('losses = { J = "y" }', False),
        ('derivatives = "direct"', True),
        ('derivatives = "partial"', False),
        ('layout = "either"', True),
        ("layout = 3", False),
        (r"definitions = ['\mu = 0']", True),
        ("definitions = 'x = 0'", False),
        (r"suppose = ['\sum_i y_i = 1']", True),
        ("suppose = [1]", False),
        ("vectros = ['x']", False),
    ],
)
def test_the_schema_allows_what_the_command_takes(text: str, is_right: bool) -> None:
    assert (allows(SCHEMA, tomllib.loads(text)), takes(text)) == (is_right, is_right)


@pytest.mark.parametrize("name", SCHEMA["properties"])
def test_every_entry_has_an_example_that_it_takes_and_a_row_on_the_page(name: str) -> None:
    entry = SCHEMA["properties"][name]
    assert entry["description"].endswith(".")
    for example in entry["examples"]:
        assert allows(entry, example)
        assert takes(f"{name} = {_toml(example)}")
    page = (DOCS / "read.md").read_text(encoding="utf-8")
    assert re.search(rf"^\| `{name} = ", page, re.MULTILINE)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{k} = {_toml(v)}' for k, v in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return f"'{value}'"


def test_the_published_schema_is_that_of_the_code(capsys: pytest.CaptureFixture[str]) -> None:
    from symnorm.notes.schema import main

    main()
    assert capsys.readouterr().out == (DOCS / "notation.schema.json").read_text(encoding="utf-8")
