"""The examples are proved, short, and written with the public names alone."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from shell import ROOT

import symnorm
from symnorm.catalog import Catalog
from symnorm.judge import judge
from symnorm.runner.script import load

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def test_which_there_are() -> None:
    older = {"backpropagation", "batch_norm", "cosine_similarity", "logistic", "magnitudes", "softmax"}
    assert {*older, "adam", "welford"} <= {path.stem for path in EXAMPLES}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_theorem_of_it_is_proved(path: Path) -> None:
    [script] = Catalog().resolve([str(path)])
    for report in map(judge, load(script)):
        wrong = [(s.label, s.reason) for s in report.lines if s.verdict != "proved"]
        assert (report.verdict, wrong, report.problems) == ("proved", [], ())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_it_takes_at_most_sixty_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 60


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_it_imports_public_names_alone(path: Path) -> None:
    imports = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
    assert not any(isinstance(node, ast.Import) for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    for node in imports:
        allowed = {"symnorm": set(symnorm.__all__), "fractions": {"Fraction"}}[node.module or ""]
        assert {alias.name for alias in node.names} <= allowed
