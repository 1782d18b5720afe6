"""How many of ONNX's own test cases both targets of the kernels pass, by operator, and which are not run.

    python benchmarks/conformance.py        needs onnx: pip install 'symnorm[conformance]'
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import kernel_onnx as cases

TARGETS = {"NumPy": "symnorm.kernels", "numba": "symnorm.kernels.numba"}


def passes(kernels: ModuleType, case: Any) -> bool:
    try:
        cases.conform(kernels, case)
    except AssertionError:
        return False
    return True


def table() -> str:
    """A row for each operator."""
    targets = [importlib.import_module(name) for name in TARGETS.values()]
    lines = [f"| operator of onnx {cases.onnx.__version__} | cases | run | {' | '.join(TARGETS)} |",
             f"| --- |{' ---: |' * (2 + len(TARGETS))}"]  # fmt: skip
    for name in cases.OPERATORS:
        own = [case for case in cases.CASES.values() if cases.operator(case) == name]
        run = [case for case in own if case.name not in cases.ABSENT]
        passed = [sum(passes(target, case) for case in run) for target in targets]
        lines.append(f"| {name} | {' | '.join(str(n) for n in (len(own), len(run), *passed))} |")
    return "\n".join([*lines, "", "Not run:", "", *(f"- `{name}`: {why}" for name, why in cases.ABSENT.items())])


if __name__ == "__main__":
    print(table())
