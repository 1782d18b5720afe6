"""The words in which these rooms speak to each other: a formula of a note, a link of a chain, a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .findings import Findings


class Verdict(StrEnum):
    """How a relation came out, spelt as in the report."""

    PROVED = "proved"
    AGREES = "agrees"
    FALSE = "false"
    CONDITIONAL = "conditional"
    DEFINITION = "definition"
    NOT_UNDERSTOOD = "not understood"


@dataclass(frozen=True)
class Formula:
    """One display of a note, or one formula of its running text, without delimiters and with its macros put in."""

    latex: str
    file: Path
    line: int
    """The line of the file on which the LaTeX begins."""
    display: int
    """The number of the display in its file, from 1; 0 for a formula of running text or of a table."""
    before: str = ""
    """The words before it: back to the formula or the blank line before."""
    after: str = ""
    """The words behind it: as far as the next formula, or the end of the paragraph."""
    section: tuple[str, ...] = ()
    """The headings above it, the outermost first."""
    lines: tuple[int, ...] = ()
    """The line of the file on which each character of the LaTeX stands."""

    def line_at(self, place: int) -> int:
        """The line of the file on which a character of the LaTeX stands."""
        return self.lines[min(place, len(self.lines) - 1)] if self.lines else self.line


@dataclass(frozen=True)
class Link:
    """One relation: two sides and the sign between them."""

    left: str
    sign: str
    right: str
    formula: Formula
    number: int
    """Its number among the relations of its display, or of its formula in running text, from 1."""
    line: int
    chain: int
    """Links of one chain have one number: of a = b = c there are two."""
    words: str = ""
    """Words that stand in the formula itself beside the relation, as in \\text{if } x > 0."""
    carried: bool = False
    """Whether the left side was taken from the relation before, because the row begins with its sign."""

    @property
    def latex(self) -> str:
        """The relation by itself: left, sign, right."""
        return f"{self.left} {self.sign} {self.right}"


@dataclass(frozen=True)
class Point:
    """A point at which a relation fails: the values of what it speaks of, and both sides there."""

    values: Mapping[str, str]
    left: str
    right: str


@dataclass(frozen=True)
class Repair:
    """One edit of the printed relation after which it agrees at every point that was tried."""

    latex: str
    edit: str
    """The edit in words, as `- for +`."""


@dataclass(frozen=True)
class Declaration:
    """An entry of the notation: what a name means, and where that comes from."""

    name: str
    meaning: str
    source: str
    """`line 12`, `notation`, or `usual` for a name that means the same in every note, as tanh."""


@dataclass(frozen=True)
class Judged:
    """A relation with its verdict."""

    link: Link
    verdict: Verdict
    note: str = ""
    reading: str = ""
    counterexample: Point | None = None
    hypotheses: tuple[str, ...] = ()
    repair: Repair | None = None
    points: int = 0
    """The number of points at which both sides were compared."""
    caret: tuple[str, int, int] | None = None
    """The LaTeX, and from where to where it is not understood."""
    tolerances: tuple[str, ...] = ()
    certificate: str = ""
    """The id of the theorem whose certificate the checker accepted."""


@dataclass(frozen=True)
class NoteReport:
    """A note, read."""

    file: Path
    notation: tuple[Declaration, ...]
    relations: tuple[Judged, ...]
    passed_over: tuple[tuple[int, str], ...] = ()
    """Formulas that are no relation: the line, and the LaTeX."""
    problems: tuple[tuple[int, str], ...] = ()
    """What is wrong with the file or its notation: the line, and a sentence."""
    findings: Findings | None = None
    """What an edition is drafted from."""

    def count(self, verdict: Verdict) -> int:
        """The number of relations with a verdict."""
        return sum(r.verdict is verdict for r in self.relations)
