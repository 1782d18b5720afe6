"""What `mutate` says: the score of every theorem, and of all together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .. import __version__
from ..as_json import from_json, to_json
from ..catalog import Script
from ..runner import environment
from ..score import Score, Total
from . import FAILED, NOT_PROVED, OK, USAGE
from .pages import counted
from .screen import Screen
from .table import Table

Answers = list[tuple[Script, dict[str, Any]]]


def found(answers: Answers, targets: Iterable[str]) -> list[Score]:
    """The scores of the theorems; of a script whose other theorems nobody asked for, only of those that are meant."""
    scores = [from_json(Score, score) for _, answer in answers for score in answer.get("reports", ())]
    wanted = {s.id for s in scores} & set(targets)
    return [s for s in scores if s.id in wanted] if wanted and wanted == set(targets) else scores


NUMBERS = {"lines": 5, "weak": 5, "mutants": 7, "false": 6, "accepted": 8}
"""The columns of a score, the dispensable first."""


def theorem(screen: Screen, score: Score, table: Table, verbose: bool) -> None:
    """One theorem in one line, and below it the false variants that are accepted."""
    counts = {"weak": len(score.weak), "accepted": len(score.accepted)}
    numbers = {"lines": score.steps, "mutants": score.mutants, "false": score.false, **counts}
    table.row(score.verdict, score.id, "", numbers)
    for a in score.accepted:
        screen.entry("  -", f"FALSE AND ACCEPTED in the place of {a.label!r}: {a.text}", at=4)
        screen.entry("", f"{a.edit}; proved by {a.rule}; false at {a.fails_at}", at=4)
    for t in score.troubles:
        screen.entry("  -", f"{t.label}, {t.edit}: {t.reason}: {t.text}", at=4)
    if score.unproved:
        screen.entry("  -", f"not proved, and left out: {', '.join(score.unproved)}", at=4)
    if verbose and score.weak:
        screen.entry("  weak", ", ".join(score.weak), at=8, dim=True)


def failure(screen: Screen, script: Script, answer: dict[str, Any]) -> None:
    """Why a script has no score."""
    head = f"{screen.mark('fault')} {', '.join(script.ids) or script.path.name}"
    screen.entry(head, answer["failure"]["reason"], at=4)
    if answer["failure"]["hint"]:
        screen.entry("", f"hint: {answer['failure']['hint']}", at=4)


def summary(scores: list[Score], answers: Answers, seconds: float) -> Total:
    """The score of all theorems together."""
    return Total.of(scores, sum("failure" in answer for _, answer in answers), seconds)


def total(screen: Screen, score: Total) -> None:
    """The score of all, and what it means."""
    screen.line()
    counts = f"{counted(score.theorems, 'theorem')}; {counted(score.lines, 'line')}, {score.weak} of them weak"
    screen.entry("", f"{counts}; {score.seconds:.1f} s", at=0)
    mutants = f"{counted(score.mutants, 'mutant')}, {score.false} of them false"
    screen.entry("", f"{mutants}; {score.accepted} false and accepted", at=0)
    if score.unproved:
        left_out = f"{counted(score.unproved, 'line')} not proved, and left out: what they are worth was not tried"
        screen.entry("", left_out, at=0)
    if score.accepted:
        screen.entry("", "what is false and accepted is an error of symnorm: please report it", at=0)


def document(scores: list[Score], score: Total) -> dict[str, Any]:
    """`mutate --json`."""
    return {
        "symnorm": __version__,
        "environment": environment(),
        "theorems": [to_json(s) for s in scores],
        "summary": to_json(score),
    }


def status(answers: Answers, score: Total) -> int:
    """The exit status: 3 where the tool failed, 2 where a script is wrong.

    It is 1 where something false is accepted, or where lines are not proved, so that they were left out.
    """
    causes = {answer["failure"]["cause"] for _, answer in answers if "failure" in answer}
    if causes - {"script"} or score.troubles:
        return FAILED
    return USAGE if causes else NOT_PROVED if score.accepted or score.unproved else OK
