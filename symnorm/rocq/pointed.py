"""What Rocq says of the points of a theorem."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from .points import Pointed, Points
from .said import axioms, first_error, line_of

Run = Callable[[str], tuple[int, str]]
"""Runs coqc on a file in the folder: its exit status, and what it says. Raises TimeoutExpired."""


@dataclass
class Accepted:
    """The statements about points that Rocq accepts, by their labels with their kinds; the others, with the reason."""

    kinds: dict[str, str] = field(default_factory=dict)
    open: dict[str, str] = field(default_factory=dict)
    axioms: set[str] = field(default_factory=set)


def accepted(points: Points, folder: Path, run: Run) -> Accepted:
    """What Rocq accepts of the points of a theorem: one that it refuses is left out, and the others are tried again."""
    found = Accepted(open=dict(points.open))
    left = list(points.stated)
    file = f"{points.theorem}_points.v"
    while left:
        text = points.text(left)
        (folder / file).write_text(text, "utf-8")
        code, said = _said(run, file)
        if not code:
            return _held(points, left, folder, run, found)
        refused = _at(text, said, left)
        for p in [refused] if refused else left:
            found.open[p.label] = first_error(said)
        left = [p for p in left if refused and p is not refused]
    return found


def _held(points: Points, those: list[Pointed], folder: Path, run: Run, found: Accepted) -> Accepted:
    """The proofs held against the statements, as the translator prints them."""
    file = f"{points.theorem}_points_check.v"
    (folder / file).write_text(points.check(those), "utf-8")
    code, said = _said(run, file)
    if code:
        found.open |= dict.fromkeys((p.label for p in those), first_error(said))
    else:
        found.kinds = {p.label: p.kind for p in those}
        found.axioms = axioms(said)
    return found


def _said(run: Run, file: str) -> tuple[int, str]:
    try:
        return run(file)
    except subprocess.TimeoutExpired as error:
        return 1, f"coqc takes more than {error.timeout:.0f} seconds"


def _at(text: str, said: str, those: list[Pointed]) -> Pointed | None:
    """The module in which an error is."""
    opened = [m[1] for line in text.splitlines()[: line_of(said)] if (m := re.fullmatch(r"Module (\w+)\.", line))]
    return next((p for p in those if opened and p.name == opened[-1]), None)
