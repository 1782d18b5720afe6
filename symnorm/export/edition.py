"""What an edition consists of: papers, theorems, lines. Every export prints from this, and from nothing else.

A theorem is the report on it (`symnorm.report`), and what its script and the other theorems tell besides. Nothing here
is ever read back for a verdict.

    Edition -> Paper -> Theorem -> Line, Erratum
                     -> PrintedLine

Words (titles, notes, docstrings, reasons) are plain text in Unicode, with mathematics as people type it: an
export has to escape them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from ..coverage import STANDINGS
from ..report import VERDICTS, Erratum, Formula, Line, Report

Status = Annotated[str, STANDINGS]


@dataclass(frozen=True)
class Reference:
    """A line of a theorem. `anchor` is "" where the line is not in this edition (another theorem, not exported)."""

    theorem: str
    label: str
    is_supplied: bool = False
    anchor: str = ""


@dataclass(frozen=True)
class Lemma:
    """A named fact from a textbook, which algebra cannot say."""

    name: str
    statement: str
    reference: str


@dataclass(frozen=True, kw_only=True)
class Theorem(Report):
    """The report on a theorem, and what stands around it.

    `docstring` is that of its script, which may hold several theorems; `script` is the path of that below the folder of
    all proofs. `cites` are the claims of other theorems from which this one starts, in the order of its lines, and
    `cited_by` the theorems of this edition that start from its claims.
    """

    docstring: str
    script: str
    cites: tuple[Reference, ...]
    cited_by: tuple[str, ...]

    @property
    def name(self) -> str:
        """The id as a file name: eln-3 for eln/3."""
        return self.id.replace("/", "-")

    @cached_property
    def by_anchor(self) -> dict[str, Line]:
        """The lines by their anchors."""
        return {line.anchor: line for line in self.lines}

    def reference(self, line: Line) -> Reference:
        """A reference to a line of this theorem."""
        return Reference(self.id, line.label, line.is_supplied, line.anchor)

    def references(self, numbers: Iterable[int]) -> list[Reference]:
        """References to lines, by their numbers; hypotheses are no lines of the proof."""
        return [self.reference(self.lines[n]) for n in numbers if self.lines[n].role != "where"]

    def hypotheses_of(self, line: Line) -> list[Formula]:
        """The hypotheses that the checker used for a line."""
        return [self.lines[n].formula for n in line.uses if self.lines[n].role == "where"]

    def source_of(self, line: Line) -> Reference | None:
        """The claim of another theorem that a line is, if it is one."""
        sources = {cited.number: claim for cited, claim in zip(self.citations, self.cites, strict=True)}
        return sources.get(line.number)

    def errata_of(self, line: Line) -> list[Erratum]:
        """The errata that a line mends, or stands in the place of, and those of its label."""
        return [e for e in self.errata if line.label == e.label or e.mended == line.number]

    def is_corrected(self, line: Line) -> bool:
        """Whether the paper prints something else in the place of a line."""
        return any(e.kind not in ("hypothesis", "gap", "reading", "approximation") for e in self.errata_of(line))


@dataclass(frozen=True)
class PrintedLine:
    """A line of a transcript: `status` is what it has (see `symnorm.coverage`).

    `judged_by` are the lines of the edition that say what holds of it. A formula that no extraction has is
    `reconstructed`, with that confidence, and may be the `alternative` instead.
    """

    label: str
    where: str
    latex: str
    text: str
    extractions: tuple[str, ...]
    readings: Mapping[str, str]
    reason: str
    status: Status
    judged_by: tuple[Reference, ...]
    reconstructed: str = ""
    alternative: str = ""


@dataclass(frozen=True)
class Paper:
    """A paper, or a collection of theorems that belong to none.

    Without a transcript there are no authors, no year and no `printed` lines. `is_complete`: all its theorems are in
    the edition, so that the status of its printed lines means something.
    """

    id: str
    title: str
    authors: tuple[str, ...]
    year: int | None
    arxiv: str
    venue: str
    extractions: Mapping[str, str]
    printed: tuple[PrintedLine, ...]
    theorems: tuple[Theorem, ...]
    is_complete: bool

    @property
    def errata(self) -> tuple[Erratum, ...]:
        """All errata, theorem by theorem."""
        return tuple(e for theorem in self.theorems for e in theorem.errata)

    @property
    def coverage(self) -> dict[str, int]:
        """How many printed lines have a verdict, are given, have a reason why none is due, or are missing."""
        counts = dict.fromkeys(STANDINGS, 0)
        for line in self.printed:
            counts[line.status] += 1
        return counts


@dataclass(frozen=True)
class Node:
    """A theorem (with its verdict) or a lemma (verdict "lemma") in the graph of dependencies."""

    id: str
    title: str
    paper: str
    verdict: Annotated[str, (*VERDICTS, "lemma")]


@dataclass(frozen=True)
class Edge:
    """`user` starts from `used`: the label of the claim, or "" for a lemma."""

    user: str
    used: str
    label: str


@dataclass(frozen=True)
class Edition:
    """Everything. Two runs over the same proofs give equal editions, down to the order."""

    version: str
    papers: tuple[Paper, ...]
    lemmas: tuple[Lemma, ...]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    @property
    def theorems(self) -> Iterator[Theorem]:
        """All theorems, paper by paper."""
        return (theorem for paper in self.papers for theorem in paper.theorems)

    @cached_property
    def by_id(self) -> dict[str, Theorem]:
        """The theorems by their ids."""
        return {theorem.id: theorem for theorem in self.theorems}
