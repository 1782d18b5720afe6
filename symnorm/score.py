"""What became of the mutants of a theorem, and of many theorems: objects that travel as JSON and are read back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Accepted:
    """A false mutant that is proved in the place of its line: by which rule, and where it fails."""

    label: str
    edit: str
    text: str
    rule: str
    fails_at: str


@dataclass(frozen=True)
class Trouble:
    """A mutant on which the prover failed, with its error."""

    label: str
    edit: str
    text: str
    reason: str


@dataclass(frozen=True)
class Count:
    """How many mutants of a kind were tried, and how many of them are false."""

    mutants: int
    false: int


@dataclass(frozen=True)
class Score:
    """The score of one theorem. A line is weak where most mutants that were tried are false at no point."""

    id: str
    title: str
    paper: str
    steps: int
    unproved: tuple[str, ...]
    mutants: int
    false: int
    accepted: tuple[Accepted, ...]
    weak: tuple[str, ...]
    troubles: tuple[Trouble, ...]
    edits: Mapping[str, Count]
    seconds: float

    @property
    def verdict(self) -> str:
        """The verdict as whose the score is shown: refuted is the toolkit, where something false is accepted."""
        return "refuted" if self.accepted else "fault" if self.troubles else "unknown" if self.unproved else "proved"


@dataclass(frozen=True)
class Total:
    """The score of many theorems. Scripts that have none failed."""

    theorems: int
    lines: int
    mutants: int
    false: int
    accepted: int
    weak: int
    troubles: int
    unproved: int
    failures: int
    edits: Mapping[str, Count]
    seconds: float

    @classmethod
    def of(cls, scores: Iterable[Score], failures: int, seconds: float) -> Total:
        """The total of scores."""
        found = list(scores)
        edits: dict[str, Counter[str]] = {}
        for kind, count in (item for s in found for item in s.edits.items()):
            edits.setdefault(kind, Counter()).update({f.name: getattr(count, f.name) for f in fields(count)})
        return cls(
            theorems=len(found),
            lines=sum(s.steps for s in found),
            mutants=sum(s.mutants for s in found),
            false=sum(s.false for s in found),
            accepted=sum(len(s.accepted) for s in found),
            weak=sum(len(s.weak) for s in found),
            troubles=sum(len(s.troubles) for s in found),
            unproved=sum(len(s.unproved) for s in found),
            failures=failures,
            edits={kind: Count(**counts) for kind, counts in sorted(edits.items())},
            seconds=round(seconds, 3),
        )
