"""Coverage: what became of the printed lines of a paper, by its transcript and the reports on its theorems.

A printed line is covered by a line of a theorem that has its label, or that is said (`also=`) to say the same, unless
its formula says something else; what a
theorem takes for granted is counted apart, as it shows nothing. A line covers none unless something is named in it, and
it says more than that something is what it is: 2 + 2 = 4 and a = a cover nothing. Whether a line says what is printed
under its label is another question, which `bound` answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .report import OUTCOMES, Binding, Line, Report
from .transcript import Line as Printed
from .transcript import Paper

NAMED = ("sym", "coord", "app", "def", "delta")
"""The forms that name something."""

STANDINGS = ("verdict", "also", "given", "reason", "missing")
"""What a printed line has, best first: a verdict of its own, the verdict of a line that says the same, none because it
is given or supposed, none and a reason why none is due, none at all."""


def covered(reports: Iterable[Report]) -> dict[str, str]:
    """The labels on which reports have a verdict, each with the best of "verdict", "also" and "given"."""
    found: dict[str, str] = {}
    for report in reports:
        meaningful = _meaningful(report)
        differing = {b.label for b in report.bindings if b.outcome in ("differs", "value", "not understood")}
        for line in report.lines:
            if line.verdict in ("proved", "refuted") and line.number in meaningful:
                _keep(found, () if line.is_supplied else (line.label,), "given" if _is_granted(line) else "verdict")
                same = (label for label in line.also if label not in differing)
                _keep(found, same, "given" if _is_granted(line) else "also")
        _keep(found, (erratum.label for erratum in report.errata), "verdict")
    return found


def standing(paper: Paper, line: Printed, found: Mapping[str, str]) -> str:
    """What a printed line has, or the line that it repeats."""
    while line.label not in found and line.same_as:
        line = paper.by_label[line.same_as]
    return found.get(line.label) or ("reason" if paper.reason(line) else "missing")


def bound(reports: Iterable[Report]) -> dict[str, Binding]:
    """What became of the comparison with print, by label; of several statements under a label, the best."""
    found: dict[str, Binding] = {}
    for binding in (b for report in reports for b in report.bindings):
        known = found.setdefault(binding.label, binding)
        found[binding.label] = min(known, binding, key=lambda b: OUTCOMES.index(b.outcome))
    return found


def defined(paper: Paper, reports: Iterable[Report]) -> list[str]:
    """The printed lines, by label and in order, that are definitions of a theorem as they are printed."""
    found = {label for report in reports for label in report.defined}
    return [line.label for line in paper.lines if line.label in found]


def _keep(found: dict[str, str], labels: Iterable[str], what: str) -> None:
    for label in labels:
        found[label] = min(found.get(label, what), what, key=STANDINGS.index)


def _is_granted(line: Line) -> bool:
    """Whether a line is taken for granted: a claim of another theorem that is cited has been shown there."""
    return line.is_premise and not line.is_cited


def _meaningful(report: Report) -> set[int]:
    """The numbers of the lines that say something of what has a name."""
    if report.bundle is None:
        return set()
    forms = [entry["statement"] for entry in report.bundle.document["entries"]]
    return {n for n, form in enumerate(forms) if _holds_name(form) and not _is_idle(form)}


def _holds_name(form: Any) -> bool:
    """Whether anything but numbers stands in a form; a definition is a name, whatever it is made of."""
    if not isinstance(form, list) or not form:
        return False
    return form[0] in NAMED or any(map(_holds_name, form))


def _is_idle(statement: Any) -> bool:
    """Whether a statement says that something is what it is, or follows from itself."""
    match statement:
        case ["and", *parts]:
            return all(map(_is_idle, parts))
        case ["or", *parts]:
            return any(map(_is_idle, parts))
        case ["implies" | "iff", a, b]:
            return a == b or _is_idle(b)
        case [_, a, b]:
            return bool(a == b)
    return False
