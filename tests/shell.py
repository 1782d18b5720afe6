"""What the tests of the shell share: proof scripts in a folder, and a judge that looks at nothing.

The shell (catalog, runner, command line) only passes on what the judge says, so its tests need no mathematics. The
judge here finds every line proved, and a printed line refuted; `source=` with an id and a label cites a claim.
"""

from __future__ import annotations

import dataclasses
import hashlib
import os
import subprocess
import sys
import textwrap
import types
from pathlib import Path

from symnorm.checker.forms import digest, freeze
from symnorm.report import (
    Assumption,
    Bundle,
    Certificate,
    Erratum,
    Formula,
    Hypothesis,
    Line,
    Point,
    Quote,
    Report,
    Value,
)

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


FALSE = ["eq", ["num", "1"], ["num", "0"]]

WRONG = {
    "role": "step", "statement": FALSE,
    "certificate": [digest(digest(()), "step", freeze(FALSE)), [], ["identity", ["ident", [], None]]],
}  # fmt: skip
"""A first entry that no checker should have accepted."""


SAYS = {"role": "step", "statement": ["gt", ["sym", "x"], ["num", "0"]]}
"""An entry that says something, whatever the script says."""

UNKNOWN = "nobody knows"
"""Why a line is unknown."""


def judge(theorem, lines):
    """The report of a judge that believes everything."""
    shown, assumes, entries = [], [], []
    for entry in theorem.entries:
        said = hashlib.sha256(repr(entry.statement.form()).encode()).hexdigest()
        if entry.role == "where":
            assumes.append(Assumption(repr(entry.statement), said))
        unknown, wrong = entry.note == "unknown", entry.printed and entry.printed.note == "a wrong certificate"
        entries.append((WRONG if wrong else SAYS) | {"label": entry.label})
        shown.append(
            Line(
                number=entry.number, label=entry.called, is_supplied=entry.is_supplied, chain=None, also=entry.also,
                role=entry.role, verdict="unknown" if unknown else "proved", reason=UNKNOWN if unknown else "",
                accepted=not unknown, certificate=Certificate("", 0, 0),
                formula=Formula(f"latex {entry.label}", f"text of {entry.label}"),
                sides=(f"latex {entry.label}",), rule=entry.by.name if entry.by else "", premises=(),
                uses=tuple(e.number for e in entry.by.entries()) if entry.by else (),
                suppositions=(), lemmas=(), witness=None, refutation=None, source=entry.source,
                hash=said if entry.role == "claim" or "/" in entry.source else "", quote=None,
                printed=misprint(entry) if entry.printed else None, note=entry.note, script_line=entry.line,
                anchor=str(entry.number),
            )
        )  # fmt: skip
    return Report(
        theorem.id, theorem.title, theorem.paper,
        verdict="proved" if all(line.verdict == "proved" for line in shown) else "unknown",
        hypotheses=(Hypothesis("condition", Formula("x > 0", "x > 0"), False),), lemmas=("zero-derivative",),
        assumes=tuple(assumes), lines=tuple(shown), seconds=0.01,
        notes=tuple(e.note for e in theorem.entries if e.role == "given" and e.note),
        bundle=Bundle.of({"id": theorem.id, "along": [], "entries": entries}),
    )  # fmt: skip


def misprint(entry):
    """What it says of a line that is printed otherwise."""
    point = Point("exact", (Value("x", "1", "x = 1"),), (), None, None, "", "x = 1")
    return Erratum(
        paper=entry.theorem.paper, theorem=entry.theorem.id, label=entry.called, kind=entry.printed.kind,
        verdict="refuted", quote=Quote("Sec. 1", "x = 2 x", "", ("a",), {}), printed="x = 2 x", printed_is_formula=True,
        printed_words="", statement=Formula("x = 2 x", "x = 2*x"), corrected=Formula("x = x", "x = x"),
        condition=None, under=(), mended=entry.number, point=point, note=entry.printed.note, extractions=("a",),
        origin="the author's", anchor="erratum", severity="cosmetic",
    )  # fmt: skip


LEMMAS = {
    "zero-derivative": {"statement": "A function with derivative zero is constant.", "reference": "a textbook"}
}


def module(**more: object) -> types.ModuleType:
    """This judge as the module symnorm.judge; `more` is what else it reports."""
    made = types.ModuleType("symnorm.judge")
    made.judge = lambda theorem, lines: dataclasses.replace(judge(theorem, lines), **more)
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
