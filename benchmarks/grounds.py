"""Verifies with each kind of integers that SymPy can calculate with, and compares what is said: it must be the same.

    pip install 'symnorm[rigor]'        brings python-flint, which SymPy then takes without a word
    python benchmarks/grounds.py        everything
    python benchmarks/grounds.py eln    one paper, or theorems, scripts, folders

Compared are verdicts, reasons, points, errata and certificates, letter for letter. The exit status is 1 where something
differs, 2 where there is only one kind of integers.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

LIBRARIES = {"python": "", "flint": "flint", "gmpy": "gmpy2"}
"""The kinds, as SYMPY_GROUND_TYPES names them, and the library that each needs."""

def kinds() -> list[str]:
    """The kinds of integers that are installed."""
    return [kind for kind, library in LIBRARIES.items() if not library or find_spec(library)]


def verified(targets: list[str], kind: str) -> dict[str, Any]:
    """By id: what `verify --json` says of every theorem, without the time that it took, and its bundle."""
    environment = {**os.environ, "SYMPY_GROUND_TYPES": kind}
    with tempfile.TemporaryDirectory() as folder:
        verdicts, bundle = Path(folder, "verdicts.json"), Path(folder, "bundle.json")
        command = [sys.executable, "-m", "symnorm", "verify", *targets, "--no-cache"]
        command += ["--json", str(verdicts), "--certificates", str(bundle)]
        done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8")
        if done.returncode not in (0, 1):
            raise SystemExit(done.stderr or done.stdout)
        document, certificates = (json.loads(path.read_text("utf-8")) for path in (verdicts, bundle))
    used = document["environment"]["SymPy's ground types"]
    if used not in ("", kind):
        raise SystemExit(f"SymPy was to calculate with {kind}, and did so with {used}")
    by_id = {c["id"]: c for c in certificates["theorems"]}
    return {t["id"]: {**t, "seconds": None, "bundle": by_id.get(t["id"])} for t in document["theorems"]}


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Where two documents differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = [*one, *(k for k in other if k not in one)]
        return [d for k in keys for d in differences(one.get(k), other.get(k), f"{path}/{k}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [d for n, (a, b) in enumerate(zip(one, other, strict=True)) for d in differences(a, b, f"{path}/{n}")]
    return [] if one == other else [f"{path}: {str(one)[:200]} and {str(other)[:200]}"]


def main() -> int:
    """Compares the kinds that are installed with the first; the exit status."""
    first, *others = kinds()
    if not others:
        print("SymPy has only Python's integers here: pip install 'symnorm[rigor]'", file=sys.stderr)
        return 2
    targets = sys.argv[1:] or ["all"]
    reports = verified(targets, first)
    lines = sum(len(r["steps"]) for r in reports.values())
    different = 0
    for kind in others:
        found = differences(reports, verified(targets, kind))
        different += len(found)
        print(f"{first} and {kind}: {len(reports)} theorems, {lines} lines, {len(found)} differences")
        for difference in found[:20]:
            print(f"  {difference}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
