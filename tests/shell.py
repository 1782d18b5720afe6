"""What the tests of the shell share: proof scripts in a folder, and a judge that looks at nothing.

The shell (catalog, runner, command line) only passes on what the judge says, so its tests need no mathematics. The
judge here finds every line proved, and a printed line refuted; `source=` with an id and a label cites a claim.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import textwrap
import types
from pathlib import Path

ROOT = Path(__file__).parent.parent

GOOD = """
from symnorm import Theorem, by, eq, symbol

x = symbol("x")
theorem = Theorem("{id}", "{title}", where=[x > 0])
first = theorem.step("(1)", eq(x, x), by=by.algebra(), printed=eq(x, 2 * x), note="a factor too many")
theorem.claim("(2)", eq(x + 0, x), by=by.algebra(first))
"""


def good(id: str, title: str = "A title", more: str = "") -> str:
    """A script that verifies."""
    return GOOD.format(id=id, title=title) + more


def write(folder: Path, **scripts: str) -> Path:
    """Files of Python in a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in scripts.items():
        (folder / f"{name}.py").write_text(textwrap.dedent(text), "utf-8")
    return folder


WRONG = {
    "role": "step", "statement": ["eq", ["num", "1"], ["num", "0"]],
    "certificate": ["", [], ["identity", ["ident", [], None]]],
}  # fmt: skip
"""An entry that no checker should have accepted."""


UNKNOWN = "nobody knows"
"""Why a line is unknown."""


def judge(theorem, lines):
    """The report of a judge that believes everything."""
    steps, errata, assumes, sources, claims, entries = [], [], [], [], [], []
    for entry in theorem.entries:
        digest = hashlib.sha256(repr(entry.statement.form()).encode()).hexdigest()
        if entry.role == "where":
            assumes.append({"text": repr(entry.statement), "statement_hash": digest})
        if entry.role == "claim":
            claims.append({"label": entry.label, "statement_hash": digest})
        if "/" in entry.source:
            sources.append({"id": entry.source, "label": entry.label, "statement_hash": digest})
        printed = None
        if entry.printed:
            printed = {
                "latex": r"x = 2 x", "text": "x = 2*x", "verdict": "refuted", "kind": entry.printed.kind,
                "corrected": "x = x", "corrected_text": "x = x", "extractions": ["a"], "counterexample": "x = 1",
                "note": entry.printed.note,
            }  # fmt: skip
            errata.append({
                "paper": theorem.paper, "theorem": theorem.id, "label": entry.label, "where": "Sec. 1",
                "kind": entry.printed.kind, "printed": "x = 2 x", "corrected": "x = x", "extractions": ["a"],
                "counterexample": "x = 1", "note": entry.printed.note, "origin": "the author's",
            })  # fmt: skip
        unknown, wrong = entry.note == "unknown", entry.printed and entry.printed.note == "a wrong certificate"
        if wrong:
            entries.append(WRONG | {"label": entry.label})
        steps.append({
            "label": entry.label, "also": list(entry.also), "role": entry.role,
            "verdict": "unknown" if unknown else "proved", "reason": UNKNOWN if unknown else "",
            "accepted": not unknown,
            "statement": f"latex {entry.label}", "text": f"text of {entry.label}",
            "rule": entry.by.name if entry.by else "", "premises": [], "source": entry.source, "note": entry.note,
            "supplied": entry.is_supplied, "line": entry.line, "printed": printed,
        })  # fmt: skip
    verdict = "proved" if all(s["verdict"] == "proved" for s in steps) else "unknown"
    return {
        "id": theorem.id, "title": theorem.title, "paper": theorem.paper, "verdict": verdict,
        "hypotheses": [{"latex": "x > 0", "text": "x > 0", "used": False}], "lemmas": ["zero-derivative"],
        "assumes": assumes, "sources": sources, "claims": claims, "steps": steps, "errata": errata, "problems": [],
        "notes": [e.note for e in theorem.entries if e.role == "given" and e.note],
        "certificate": {"id": theorem.id, "along": [], "entries": entries}, "seconds": 0.01,
    }  # fmt: skip


LEMMAS = {
    "zero-derivative": {"statement": "A function with derivative zero is constant.", "reference": "a textbook"}
}


def module(**more: object) -> types.ModuleType:
    """This judge as the module symnorm.judge; `more` is what else it reports."""
    made = types.ModuleType("symnorm.judge")
    made.judge = lambda theorem, lines: judge(theorem, lines) | more
    return made


def install_judge(monkeypatch, **more: object) -> None:
    """Puts this judge in the place of symnorm.judge, here and in the processes that are forked from here."""
    monkeypatch.setitem(sys.modules, "symnorm.judge", module(**more))


def symnorm(
    *arguments: object, folder: Path, env: dict[str, str] | None = None, **options
) -> subprocess.CompletedProcess:
    """`python -m symnorm` as a program of its own, with this judge, in a folder and with a cache in it."""
    return subprocess.run(
        command(*arguments),
        cwd=folder,
        env=environment(folder, env),
        capture_output=True,
        text=True,
        timeout=60,
        **options,
    )


def command(*arguments: object) -> list[str]:
    """The command line of such a program."""
    return [sys.executable, "-m", "symnorm", *map(str, arguments)]


def environment(folder: Path, more: dict[str, str] | None = None) -> dict[str, str]:
    """The environment of such a program: the judge is installed as Python starts, which is told nothing else."""
    start = folder / "start"
    start.mkdir(exist_ok=True)
    (start / "sitecustomize.py").write_text(
        "import shell, sys\nsys.modules['symnorm.judge'] = shell.module()\n"
    )
    path = os.pathsep.join(map(str, (start, Path(__file__).parent, ROOT)))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "SYMNORM_CACHE": str(folder / "cache"), "PYTHONPATH": path, **(more or {})}
