"""Writes the parts of README.md that say what the project does and how fast: no number there is typed.

    python benchmarks/readme.py            all parts
    python benchmarks/readme.py verify     one of them
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import kernels
import kernels_tables
import speed

README = Path(__file__).parent.parent / "README.md"
RUNS = 5


def symnorm(*arguments: str) -> str:
    """What a command of symnorm prints, into a pipe."""
    command = [sys.executable, "-m", "symnorm", *arguments]
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONUTF8": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=README.parent)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr)
    return done.stdout


def verify() -> str:
    """The answer of `verify all`: the theorems of the first paper's proof, and the summary."""
    lines = symnorm("verify", "all", "--no-cache").rstrip().split("\n")
    shown = [line for line in lines if re.match(r"\S eln/[1-4]( |_[a-z])", line)]
    return "\n".join(["```text", "$ symnorm verify all", "...", *shown, "...", "", lines[-1], "```"])


def errata() -> str:
    """One erratum, as it is listed."""
    listed = symnorm("errata", "eln/3").strip().split("\n\n")
    return f"```text\n$ symnorm errata eln/3\n{next(e for e in listed if 'A.3-13' in e)}\n```"


def coverage() -> str:
    """A table of printed lines and errata per paper."""
    papers = json.loads(symnorm("coverage", "--json", "-").partition("\n\n")[0] or "[]")
    wrong = json.loads(symnorm("errata", "--json", "-"))
    lines = ["| paper | printed lines | with a verdict | no verdict due | missing | errata |",
             "| --- | ---: | ---: | ---: | ---: | ---: |"]  # fmt: skip
    for p in papers:
        own = sum(e["paper"] == p["paper"] for e in wrong)
        lines.append(
            f"| {p['title']} | {p['lines']} | {p['verdict']} | {p['reason']} | {p['missing']} | {own} |"
        )
    return "\n".join(lines)


def measured() -> str:
    """The table of `speed.py`."""
    return speed.table(speed.measure(RUNS), RUNS)


def compared() -> str:
    """The tables of `kernels.py`, with the peers that are installed here; takes a quarter of an hour."""
    return kernels_tables.readme(kernels.measured([], ["1", "2"]))


PARTS: dict[str, Callable[[], str]] = {
    "verify": verify, "errata": errata, "coverage": coverage, "speed": measured, "kernels": compared,
}  # fmt: skip


def main() -> None:
    """Replaces what stands between the markers of each part."""
    text = README.read_text("utf-8")
    for name in sys.argv[1:] or PARTS:
        made = f"<!-- begin: {name} -->\n{PARTS[name]()}\n<!-- end: {name} -->"
        text, count = re.subn(
            f"<!-- begin: {name} -->.*?<!-- end: {name} -->", lambda _, made=made: made, text, flags=re.S
        )
        if count != 1:
            raise SystemExit(f"README.md has {count} parts named {name}")
    temporary = README.with_suffix(".new")
    temporary.write_text(text, "utf-8")
    temporary.replace(README)


if __name__ == "__main__":
    main()
