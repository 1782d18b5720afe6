"""Coverage: what became of the printed lines of a paper, by its transcript and the reports on its theorems.

A printed line is covered by a line of a theorem that has its label, or that is said (`also=`) to say the same; what a
theorem takes for granted is counted apart, as it shows nothing. A line covers none unless it says something of the
theorem's own: it speaks of a vector, a function, a definition or delta, or of a symbol of which a hypothesis, what is
given, `along=` or another line speaks as well; and it does not say that something is what it is. So 2 + 2 = 4 and
a = a cover nothing, and neither does a^2 > -1 beside lines without a.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .report import Line, Report
from .transcript import Line as Printed
from .transcript import Paper

Name = tuple[str, str]
"""Whether it is a symbol, a vector, ..., and what it is called."""

STANDINGS = ("verdict", "also", "given", "reason", "missing")
"""What a printed line has, best first: a verdict of its own, the verdict of a line that says the same, none because it
is given or supposed, none and a reason why none is due, none at all."""


def covered(reports: Iterable[Report]) -> dict[str, str]:
    """The labels on which reports have a verdict, each with the best of "verdict", "also" and "given"."""
    found: dict[str, str] = {}
    for report in reports:
        meaningful = _meaningful(report)
        for line in report.lines:
            if line.verdict in ("proved", "refuted") and line.number in meaningful:
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


def _meaningful(report: Report) -> set[int]:
    """The numbers of the lines that say something of what is the theorem's own."""
    if report.bundle is None:
        return set()
    document = report.bundle.document
    forms = [entry["statement"] for entry in document["entries"]]
    names = [set(_names(form)) for form in forms]
    spoken_of = Counter(name for found in names for name in found)
    supposed = {name for line in report.lines if line.is_premise for name in names[line.number]}
    supposed.update(_names(document["along"]))
    is_alone = sum(not line.is_premise for line in report.lines) == 1

    def is_own(name: Name) -> bool:
        return name[0] != "sym" or name in supposed or spoken_of[name] > 1 or is_alone

    return {n for n, form in enumerate(forms) if any(map(is_own, names[n])) and not _is_idle(form)}


def _names(form: Any) -> Iterator[Name]:
    """What is named in a form as it is written, as ("sym", "a"); a definition hides what it is made of."""
    if not isinstance(form, list) or not form:
        return
    if form[0] in ("sym", "coord", "vector", "app", "def", "delta"):
        yield form[0], form[1]
    if form[0] != "def":
        for part in form:
            yield from _names(part)


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
