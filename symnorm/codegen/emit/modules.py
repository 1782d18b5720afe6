"""The modules of symnorm.torch as text, for a file that stands alone: below the functions that they call."""

from __future__ import annotations

import ast
from importlib import resources


def _parts() -> tuple[str, tuple[str, ...]]:
    """The text of the modules without their docstring and what they take from the functions; and their names."""
    source = resources.files("symnorm").joinpath("torch", "modules.py").read_text("utf-8")
    lines = source.splitlines()
    names: tuple[str, ...] = ()
    cut: set[int] = set()
    for node in ast.parse(source).body:
        is_own = isinstance(node, ast.ImportFrom) and bool(node.level)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            names, is_own = tuple(ast.literal_eval(node.value)), True
        if is_own or isinstance(node, ast.Expr):
            cut |= set(range(node.lineno - 1, node.end_lineno or node.lineno))
    return "\n".join(line for n, line in enumerate(lines) if n not in cut).strip("\n") + "\n", names


SOURCE, NAMES = _parts()
