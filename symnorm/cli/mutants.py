"""What `mutate` says: the score of every theorem, and of all together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from .. import __version__
from ..catalog import Script
from ..runner import environment
from . import FAILED, NOT_PROVED, OK, USAGE
from .pages import counted
from .screen import Screen
from .table import Table

Document = dict[str, Any]
Answers = list[tuple[Script, Document]]


def found(answers: Answers, targets: Iterable[str]) -> list[Document]:
    """The reports on the theorems; of a script whose other theorems nobody asked for, only on those that are meant."""
    reports = [report for _, answer in answers for report in answer.get("reports", ())]
    wanted = {r["id"] for r in reports} & set(targets)
    return [r for r in reports if r["id"] in wanted] if wanted and wanted == set(targets) else reports


NUMBERS = {"lines": 5, "weak": 5, "mutants": 7, "false": 6, "accepted": 8}
"""The columns of a score, the dispensable first."""


def theorem(screen: Screen, report: Document, table: Table, verbose: bool) -> None:
    """One theorem in one line, and below it the false variants that are accepted."""
    wrong = bool(report["accepted"])
    verdict = "refuted" if wrong else "fault" if report["troubles"] else "unknown" if report["unproved"] else "proved"
    counts = {key: len(report[key]) for key in ("weak", "accepted")}
    numbers = {"lines": report["steps"], "mutants": report["mutants"], "false": report["false"], **counts}
    table.row(verdict, report["id"], "", numbers)
    for accepted in report["accepted"]:
        screen.entry(
            "  -", f"FALSE AND ACCEPTED in the place of {accepted['label']!r}: {accepted['text']}", at=4
        )
        screen.entry(
            "", f"{accepted['edit']}; proved by {accepted['rule']}; false at {accepted['fails_at']}", at=4
        )
    for trouble in report["troubles"]:
        screen.entry(
            "  -", f"{trouble['label']}, {trouble['edit']}: {trouble['reason']}: {trouble['text']}", at=4
        )
    if report["unproved"]:
        screen.entry("  -", f"not proved, and left out: {', '.join(report['unproved'])}", at=4)
    if verbose and report["weak"]:
        screen.entry("  weak", ", ".join(report["weak"]), at=8, dim=True)


def failure(screen: Screen, script: Script, answer: Document) -> None:
    """Why a script has no score."""
    head = f"{screen.mark('fault')} {', '.join(script.ids) or script.path.name}"
    screen.entry(head, answer["failure"]["reason"], at=4)
    if answer["failure"]["hint"]:
        screen.entry("", f"hint: {answer['failure']['hint']}", at=4)


def summary(reports: list[Document], answers: Answers, seconds: float) -> Document:
    """The score of all theorems together."""
    edits: dict[str, Counter[str]] = {}
    for kind, counts in (item for r in reports for item in r["edits"].items()):
        edits.setdefault(kind, Counter()).update(counts)
    return {
        "theorems": len(reports),
        "lines": sum(r["steps"] for r in reports),
        "mutants": sum(r["mutants"] for r in reports),
        "false": sum(r["false"] for r in reports),
        "accepted": sum(len(r["accepted"]) for r in reports),
        "weak": sum(len(r["weak"]) for r in reports),
        "troubles": sum(len(r["troubles"]) for r in reports),
        "unproved": sum(len(r["unproved"]) for r in reports),
        "failures": sum("failure" in answer for _, answer in answers),
        "edits": {kind: dict(counts) for kind, counts in sorted(edits.items())},
        "seconds": round(seconds, 3),
    }


def total(screen: Screen, score: Document) -> None:
    """The score of all, and what it means."""
    screen.line()
    counts = f"{counted(score['theorems'], 'theorem')}; {counted(score['lines'], 'line')}, {score['weak']} of them weak"
    screen.entry("", f"{counts}; {score['seconds']:.1f} s", at=0)
    mutants = f"{counted(score['mutants'], 'mutant')}, {score['false']} of them false"
    screen.entry("", f"{mutants}; {score['accepted']} false and accepted", at=0)
    if score["unproved"]:
        left_out = f"{counted(score['unproved'], 'line')} not proved, and left out: what they are worth was not tried"
        screen.entry("", left_out, at=0)
    if score["accepted"]:
        screen.entry("", "what is false and accepted is an error of symnorm: please report it", at=0)


def document(reports: list[Document], score: Document) -> Document:
    """`mutate --json`."""
    return {"symnorm": __version__, "environment": environment(), "theorems": reports, "summary": score}


def status(answers: Answers, score: Document) -> int:
    """The exit status: 3 where the tool failed, 2 where a script is wrong.

    It is 1 where something false is accepted, or where lines are not proved, so that they were left out.
    """
    causes = {answer["failure"]["cause"] for _, answer in answers if "failure" in answer}
    if causes - {"script"} or score["troubles"]:
        return FAILED
    return USAGE if causes else NOT_PROVED if score["accepted"] or score["unproved"] else OK
