"""Coverage: what became of the printed lines of a paper, by its transcript and the reports on its theorems.

A printed line is covered by a line of a theorem that has its label, or that is said (`also=`) to say the same; what a
theorem takes for granted is counted apart, as it shows nothing. A line whose two sides are written alike covers none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .report import Line, Report
from .transcript import Line as Printed
from .transcript import Paper

STANDINGS = ("verdict", "also", "given", "reason", "missing")
"""What a printed line has, best first: a verdict of its own, the verdict of a line that says the same, none because it
is given or supposed, none and a reason why none is due, none at all."""


def covered(reports: Iterable[Report]) -> dict[str, str]:
    """The labels on which reports have a verdict, each with the best of "verdict", "also" and "given"."""
    found: dict[str, str] = {}
    for report in reports:
        for line in report.lines:
            if line.verdict in ("proved", "refuted") and not _says_nothing(line):
                _keep(found, () if line.is_supplied else (line.label,), "given" if _is_granted(line) else "verdict")
                _keep(found, line.also, "given" if _is_granted(line) else "also")
        _keep(found, (erratum.label for erratum in report.errata), "verdict")
    return found


def standing(paper: Paper, line: Printed, found: Mapping[str, str]) -> str:
    """What a printed line has, or the line that it repeats."""
    while line.label not in found and line.same_as:
        line = paper.by_label[line.same_as]
    return found.get(line.label) or ("reason" if paper.reason(line) else "missing")


def _keep(found: dict[str, str], labels: Iterable[str], what: str) -> None:
    for label in labels:
        found[label] = min(found.get(label, what), what, key=STANDINGS.index)


def _is_granted(line: Line) -> bool:
    """Whether a line is taken for granted: a claim of another theorem that is cited has been shown there."""
    return line.is_premise and not line.is_cited


def _says_nothing(line: Line) -> bool:
    """Whether both sides are written alike; what is not only an equation or an inequality has no two sides."""
    return len(line.sides) == 3 and line.sides[0] == line.sides[2]
