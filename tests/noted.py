"""What the tests of reports on notes share: reports made by hand, so that no note is read and nothing is judged."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from symnorm.notes.model import Declaration, Formula, Judged, Link, NoteReport, Point, Repair, Verdict

NOTE = Path("note.md")


def formula(latex: str, line: int = 1, display: int = 1, file: Path = NOTE, **more: Any) -> Formula:
    """A display."""
    return Formula(latex, file, line, display, **more)


def judged(latex: str, verdict: Verdict, line: int = 1, within: Formula | None = None, **more: Any) -> Judged:
    """A relation, alone in its display unless it is within another, with its verdict; its sign is the first =."""
    left, _, right = latex.partition(" = ")
    link = Link(left, "=", right, within or formula(latex, line), number=1, line=line, chain=line)
    return Judged(link, verdict, **more)


def chain(members: Sequence[str], verdicts: Sequence[Verdict], line: int = 1, **more: Any) -> tuple[Judged, ...]:
    """The links of a = b = c in one display, each on a line of its own."""
    whole = formula(" = ".join(members), line, **more)
    return tuple(
        Judged(Link(a, "=", b, whole, n, line + n - 1, 7, carried=n > 1), verdict)
        for n, ((a, b), verdict) in enumerate(zip(pairwise(members), verdicts, strict=True), start=1)
    )


def report(*relations: Judged, file: Path = NOTE, **more: Any) -> NoteReport:
    """A report without a notation."""
    return NoteReport(file, more.pop("notation", ()), relations, **more)


DEFINED = (
    judged(r"\mu = \frac{1}{N} \sum_{i=1}^N x_i", Verdict.DEFINITION, 3),
    judged(r"\sigma^2 = \frac{1}{N} \sum_{i=1}^N (x_i - \mu)^2", Verdict.DEFINITION, 3),
)
AGREES = judged(r"\sum_{i=1}^N (x_i - \mu) = 0", Verdict.AGREES, 4, points=29)
FALSE = judged(
    r"\sigma^2 = \frac{1}{N} \sum_{i=1}^N x_i^2 + \mu^2", Verdict.FALSE, 5,
    counterexample=Point({"N": "2", "x": "(0, 1)"}, "0.25", "0.75"),
    repair=Repair(r"\sigma^2 = \frac{1}{N} \sum_{i=1}^N x_i^2 - \mu^2", "- for +"), points=29,
)  # fmt: skip
CONDITIONAL = judged(
    r"\sqrt{\mu^2} = \mu", Verdict.CONDITIONAL, 6, hypotheses=(r"\mu \ge 0",), points=14,
    counterexample=Point({"N": "1", "x": "(-1)"}, "1", "-1"),
)  # fmt: skip
OPEN = judged(
    r"x \star \mu = 0", Verdict.NOT_UNDERSTOOD, 7, caret=(r"x \star \mu", 2, 7),
    note=r"\star has no meaning: define it in the notation",
)  # fmt: skip
PROVED = judged("N = N", Verdict.PROVED, 8, certificate="note/3", points=29, tolerances=("a sum without bounds",))

SAMPLE = report(
    *DEFINED, AGREES, FALSE, CONDITIONAL, OPEN,
    notation=(Declaration(r"\mu", r"\frac{1}{N} \sum_{i=1}^N x_i", "line 3"),),
)  # fmt: skip
"""A report with one relation of each verdict but one."""
