"""Writes docs/rocq.md: how much of each theorem Rocq accepts, how long that takes, and why not the rest.

    python benchmarks/rocq.py                          all theorems, and the page
    python benchmarks/rocq.py eln/4 adanorm --open     some of them, with what is not accepted; no page
    python benchmarks/rocq.py all --json FILE          also everything as JSON

Every entry is judged by itself: one that is not accepted takes no other with it but those that stand on it. A theorem
has so many seconds, a single lemma of one that is not accepted as a whole twenty. It needs Coq and Coquelicot.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path
from typing import Any

from symnorm.files import sealed_page
from symnorm.rocq.judge import Outcome, Rocq, judged

PAGE = Path(__file__).parent.parent / "docs" / "rocq.md"

START = """# What Rocq accepts

Written by `python benchmarks/rocq.py`: each theorem as it is stated goes to Rocq (Coq) with a proof, and Rocq's kernel
accepts it or does not. Entries are the steps and claims of a theorem; one is accepted where both what it says and that
it is defined have a proof that Rocq accepts. Seconds are those of Rocq and of writing the proofs.
"""


def main() -> int:
    """Reads the command line, lets Rocq judge, prints; the exit status is 1 where something is not accepted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", default=["all"], help="theorems (default: all)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=300, help="for one theorem (default: %(default)s)")
    parser.add_argument("--open", action="store_true", help="show what is not accepted, with the reason")
    parser.add_argument("--json", type=Path, help="a file for all that was found")
    wanted = parser.parse_args()
    started = time.monotonic()
    outcomes = measured(bundles(wanted.targets), wanted.jobs, wanted.seconds)
    seconds = time.monotonic() - started
    if wanted.json:
        wanted.json.write_text(json.dumps([asdict(o) for o in outcomes], indent=1), "utf-8")
    print(summary(outcomes, seconds))
    if wanted.open:
        print("\n".join(f"{o.theorem}, {label}: {why}" for o in outcomes for label, why in o.open.items()))
    if wanted.targets == ["all"]:
        PAGE.write_text(sealed_page(page(outcomes, seconds, wanted.jobs)), "utf-8")
    return 0 if all(o.is_whole for o in outcomes) else 1


def bundles(targets: list[str]) -> list[dict[str, Any]]:
    """The bundles of theorems, as `symnorm verify` writes them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bundle.json")
        command = [sys.executable, "-m", "symnorm", "verify", *targets, "--certificates", str(path)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["theorems"]
        return found


def measured(theorems: list[dict[str, Any]], jobs: int, seconds: float) -> list[Outcome]:
    """What Rocq accepts of theorems, in their order; each is told as it is known, where somebody watches."""
    found: dict[str, Outcome] = {}
    with Rocq(seconds) as rocq:
        for outcome in judged(rocq, [(bundle, "") for bundle in theorems], jobs):
            found[outcome.theorem] = outcome
            told = f"{outcome.theorem}: {outcome.accepted} of {outcome.entries}, {outcome.seconds:.0f} s"
            print(f"{len(found)} of {len(theorems)}, {told}", file=sys.stderr, flush=True)
    return [found[bundle["id"]] for bundle in theorems]


def summary(outcomes: list[Outcome], seconds: float) -> str:
    """The whole in one sentence."""
    entries, accepted = sum(o.entries for o in outcomes), sum(o.accepted for o in outcomes)
    whole = sum(o.is_whole for o in outcomes)
    return (
        f"Rocq accepts {accepted} of {entries} steps and claims, {whole} of {len(outcomes)} theorems whole, "
        f"in {seconds:.0f} seconds."
    )


def page(outcomes: list[Outcome], seconds: float, jobs: int) -> str:
    """The whole page, as Markdown."""
    axioms = sorted({a for o in outcomes for a in o.axioms})
    version = next((o.coq for o in outcomes), "?")
    lines = [START, f"{summary(outcomes, seconds)} That was Coq {version}, {jobs} processes at a time.", ""]
    lines += ["All that was accepted rests on these axioms, as Rocq names them, and on no others: "
              + ", ".join(f"`{a}`" for a in axioms) + ".", ""]  # fmt: skip
    lines += ["| theorem | entries | accepted | seconds |", "| --- | ---: | ---: | ---: |"]
    lines += [f"| {o.theorem} | {o.entries} | {o.accepted} | {o.seconds:.1f} |" for o in outcomes]
    return "\n".join([*lines, "", *open_lines(outcomes)])


def open_lines(outcomes: list[Outcome]) -> list[str]:
    """What is not accepted, by the reason, the most frequent one first."""
    causes: defaultdict[str, list[str]] = defaultdict(list)
    for outcome in outcomes:
        for label, why in outcome.open.items():
            causes[cause(why)].append(f"{outcome.theorem}, {label}")
    if not causes:
        return []
    lines = ["## What is not accepted", "", "| why | entries |", "| --- | ---: |"]
    ordered = sorted(causes.items(), key=lambda item: (-len(item[1]), item[0]))
    lines += [f"| {_cell(why)} | {len(labels)} |" for why, labels in ordered]
    for why, labels in ordered:
        lines += ["", f"{_cell(why)}:", "", *(f"- {_cell(label)}" for label in labels)]
    return [*lines, ""]


def cause(why: str) -> str:
    """A reason without what is particular to the entry."""
    for general in ("it stands on", "the sign of a quantity", "a divisor"):
        if why.startswith(general):
            return f"{general} something that has no proof" if general == "it stands on" else general
    return why


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    sys.exit(main())
