"""What an edition consists of: papers, theorems, lines. Every export prints from this, and from nothing else.

All formulas are LaTeX without dollars, and a `text` beside them is the same for a terminal. What is verified is
printed from the statement object that was verified (`symnorm.judge`, in the process that judged it); what the paper
prints comes letter for letter from its transcript. Nothing here is ever read back for a verdict.

    Edition -> Paper -> Theorem -> Line
                     -> Erratum, PrintedLine

Words (titles, notes, docstrings, reasons) are plain text in Unicode, with mathematics as people type it: an
export has to escape them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any

VERDICTS = ("proved", "unknown", "refuted", "fault")
"""What can be said of a line or a theorem, best first; "fault": it was not judged, or the toolkit erred."""

Verdict = Annotated[str, VERDICTS]
Role = Annotated[str, ("given", "suppose", "step", "constant", "claim")]
Kind = Annotated[str, ("typo", "false", "hypothesis", "gap", "notation", "extraction")]
Status = Annotated[str, ("verdict", "reason", "missing")]
Seen = Annotated[str, ("agrees", "disagrees", "undecided", "")]
"""Strings that are one of a few."""

PREMISES = ("given", "suppose")
"""The roles of lines that a theorem starts from, besides its hypotheses. To the others, a rule leads."""

APART = {"apart": True}
"""Marks what is not repeated in the JSON of an edition: it is in the bundle of certificates."""


@dataclass(frozen=True)
class Formula:
    """A formula: LaTeX without dollars, and the same for a terminal."""

    latex: str
    text: str


@dataclass(frozen=True)
class Reference:
    """A line of a theorem. `anchor` is "" where the line is not in this edition (another theorem, not exported)."""

    theorem: str
    label: str
    anchor: str = ""


@dataclass(frozen=True)
class Counterexample:
    """A point at which something fails: LaTeX `x = (0, 1, 5)` for every name, and both sides there.

    `values` are those that the statement needs, `others` those that only the hypotheses need.
    `left` and `right` are LaTeX, "" where a side has no value at the point; `remark` says in words what is special
    ("undefined: ...", "derivatives along x_i", "holds by itself, but not between the sides that are due").
    `is_exact` tells rational numbers from enclosures, which exclude equality as well.
    """

    text: str
    values: tuple[str, ...] = ()
    left: str = ""
    right: str = ""
    remark: str = ""
    is_exact: bool = True
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Erratum:
    """What is wrong with a printed line.

    `printed` is what the transcript has, letter for letter: LaTeX where `printed_is_formula`, else words. `words`
    are those around a formula, with formulas in dollars; they may contain it.
    `statement` is the printed claim as it was judged, from the statement object. `corrected` is None where nothing
    takes its place; `condition` is the hypothesis that it lacks. `line` is the line that mends it, or stands in its
    place.
    """

    paper: str
    theorem: str
    label: str
    where: str
    kind: Kind
    origin: str
    printed: str
    printed_is_formula: bool
    words: str
    statement: Formula
    corrected: Formula | None
    condition: Formula | None
    counterexample: Counterexample
    note: str
    extractions: tuple[str, ...]
    readings: Mapping[str, str]
    line: Reference | None
    anchor: str


@dataclass(frozen=True)
class Certificate:
    """The first leg: what the checker accepted.

    `digest` binds it to the statement and to all that stands before it. `conditions` are the side conditions that
    it establishes (denominators, roots), `relations` the premises with a cofactor in its identities. `document` is
    the entry as `python -m symnorm.checker` reads it.
    """

    accepted: bool
    digest: str
    conditions: int
    relations: int
    document: Mapping[str, Any] = field(metadata=APART)


@dataclass(frozen=True)
class Witness:
    """The second leg: at how many points the statement was evaluated, to 45 digits, and what came of it.

    `verdict` is "agrees", "disagrees", "undecided", or "" where nothing was evaluated (a premise).
    """

    verdict: Seen
    points: int
    detail: str


@dataclass(frozen=True)
class Hypothesis:
    """What a theorem supposes. `missing_from` are printed lines that need it and where the paper does not state it.

    `is_stated` is False for those. `is_used`: some line rests on it.
    """

    formula: Formula
    is_stated: bool
    is_used: bool
    missing_from: tuple[str, ...] = ()


@dataclass(frozen=True)
class Definition:
    """A name that is used in a theorem and what it stands for.

    `value` is LaTeX, rounded to ten digits, where the body is a number of many digits; "" elsewhere.
    """

    name: Formula
    body: Formula
    value: str = ""


@dataclass(frozen=True)
class Line:
    """One line of a proof.

    `label` is the paper's own, without the "+" of the lines that the editors supplied (`is_supplied`). `sides` are
    the parts of the formula, [left, relation, right] for an equation or an inequality; joined, they are the formula.
    `premises` are what the script names, `uses` what the checker used besides hypotheses. `printed` is the
    transcript's LaTeX, letter for letter ("" where there is none), `words` what the paper says around it.
    """

    anchor: str
    label: str
    also: tuple[str, ...]
    role: Role
    is_supplied: bool
    verdict: Verdict
    reason: str
    formula: Formula
    sides: tuple[str, ...]
    rule: str
    premises: tuple[Reference, ...]
    uses: tuple[Reference, ...]
    hypotheses: tuple[Formula, ...]
    suppositions: tuple[Reference, ...]
    lemmas: tuple[str, ...]
    source: Reference | None
    note: str
    where: str
    printed: str
    words: str
    extractions: tuple[str, ...]
    readings: Mapping[str, str]
    errata: tuple[Erratum, ...]
    certificate: Certificate
    witness: Witness
    script_line: int

    @property
    def is_premise(self) -> bool:
        """Whether the theorem starts from it, and no rule leads to it."""
        return self.role in PREMISES

    @property
    def is_corrected(self) -> bool:
        """Whether the paper prints something else in its place."""
        return any(e.kind not in ("hypothesis", "gap") for e in self.errata)


@dataclass(frozen=True)
class Lemma:
    """A named fact from a textbook, which algebra cannot say."""

    name: str
    statement: str
    reference: str


@dataclass(frozen=True)
class Theorem:
    """A theorem and its proof. `docstring` is that of its script, which may hold several theorems.

    `vectors` are those that stand in it, `variables` what ranges over an interval or an open set. `cites` are claims
    of other theorems, from which this one starts; `cited_by` the theorems of this edition that start from its claims.
    `failure` says why there are no lines, where the script could not be judged. `script` is its path below the folder
    of all proofs.
    """

    id: str
    title: str
    paper: str
    verdict: Verdict
    docstring: str
    script: str
    hypotheses: tuple[Hypothesis, ...]
    vectors: tuple[Formula, ...]
    variables: tuple[Formula, ...]
    definitions: tuple[Definition, ...]
    lines: tuple[Line, ...]
    errata: tuple[Erratum, ...]
    lemmas: tuple[str, ...]
    cites: tuple[Reference, ...]
    cited_by: tuple[str, ...]
    problems: tuple[str, ...]
    failure: str
    certificate: Mapping[str, Any] | None = field(metadata=APART)

    @property
    def name(self) -> str:
        """The id as a file name: eln-3 for eln/3."""
        return self.id.replace("/", "-")

    @property
    def steps(self) -> tuple[Line, ...]:
        """What the theorem has to show: neither what is given nor what is supposed."""
        return tuple(line for line in self.lines if not line.is_premise)

    @property
    def claims(self) -> tuple[Line, ...]:
        """What the theorem states."""
        return tuple(line for line in self.lines if line.role == "claim")

    @cached_property
    def by_anchor(self) -> dict[str, Line]:
        """The lines by their anchors."""
        return {line.anchor: line for line in self.lines}


@dataclass(frozen=True)
class PrintedLine:
    """A line of a transcript: `status` is "verdict", "reason" (why none is due) or "missing".

    `judged_by` are the lines of the edition that say what holds of it.
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
        """How many printed lines have a verdict, a reason why none is due, or neither."""
        counts = {"verdict": 0, "reason": 0, "missing": 0}
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


def slug(label: str) -> str:
    """A label as an anchor: "(27)-3" is "27-3"."""
    return re.sub(r"[^0-9A-Za-z]+", "-", label).strip("-").lower() or "line"
