"""Trials: is a variant of a line false, and can it be proved all the same, in the place of the line?

A variant that is false at a point of the theorem and that the checker accepts is a *false accept*, an error of the
toolkit. The same is asked of the theorem without one of its hypotheses: a line that is false at a point where only that
hypothesis fails must be rejected there.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

from ..language import Entry, Rule, Statement, Theorem, by, gt
from ..language.text import text
from ..prover import Proof, Prover
from ..witness import refute
from .edits import Scope, Variant, selected, variants
from .ground import Ground, falsified

Report = dict[str, Any]

INEQUALITIES = ("lt", "le", "gt", "ge", "ne")
SEARCHED = ("relation", "bound")
"""Variants that can be false at special points only: where such a one is accepted, a point is searched for."""


@dataclass(frozen=True)
class Trial:
    """A variant of a line: where it is false, if anywhere, and the rule that proves it, if any does."""

    label: str
    edit: str
    statement: Statement
    fails_at: str
    rule: str

    @property
    def is_false(self) -> bool:
        """Whether a point shows the variant to be false."""
        return bool(self.fails_at)

    @property
    def is_false_accept(self) -> bool:
        """Whether the variant is false, and proved."""
        return self.is_false and bool(self.rule)

    @property
    def is_undecided(self) -> bool:
        """Whether the variant is neither shown false nor proved."""
        return not self.is_false and not self.rule


def report(theorem: Theorem, most: str = "all") -> Report:
    """What became of the variants of a theorem, as JSON; `most` of each line, or "all"."""
    started = time.perf_counter()
    mutation = Mutation(theorem)
    found = list(mutation.trials(None if most == "all" else int(most)))
    by_label: dict[str, list[Trial]] = {}
    for trial in found:
        by_label.setdefault(trial.label, []).append(trial)
    weak = [label for label, own in by_label.items() if 2 * sum(t.is_undecided for t in own) > len(own)]
    return {
        "id": theorem.id,
        "title": theorem.title,
        "paper": theorem.paper,
        "steps": len(mutation.lines),
        "unproved": mutation.unproved,
        "mutants": len(found),
        "false": sum(t.is_false for t in found),
        "true": sum(not t.is_false and bool(t.rule) for t in found),
        "undecided": sum(t.is_undecided for t in found),
        "accepted": [
            {"label": t.label, "edit": t.edit, "text": text(t.statement), "rule": t.rule, "fails_at": t.fails_at}
            for t in found
            if t.is_false_accept
        ],
        "weak": weak,
        "edits": {
            edit: {"mutants": count, "false": sum(t.is_false for t in found if t.edit == edit)}
            for edit, count in sorted(Counter(t.edit for t in found).items())
        },
        "seconds": round(time.perf_counter() - started, 4),
    }


class Mutation:
    """The trials of one theorem. Its own lines are proved first; those that are not accepted have no variants."""

    def __init__(self, theorem: Theorem) -> None:
        self.theorem = theorem
        self.prover = Prover(theorem)
        self.ground = Ground(theorem)
        self.proofs = [self.prover.prove(e) for e in theorem.entries]
        judged = [p for p in self.proofs if p.entry.role in ("step", "claim")]
        self.lines = [p.entry for p in judged if p.judgement.accepted]
        self.unproved = [p.entry.label for p in judged if not p.judgement.accepted]

    def trials(self, most: int | None) -> Iterator[Trial]:
        """All trials, at most so many variants of each line."""
        for entry in self.lines:
            statements = [e.statement for e in self.theorem.entries[: entry.number + 1]]
            found: Iterable[Variant] = variants(entry.statement, Scope.of(statements))
            if most is not None:
                found = selected(found, most, crc32(f"{self.theorem.id} {entry.label}".encode()))
            for variant in found:
                yield self.trial(entry, variant)
        yield from self.without_hypotheses()

    def trial(self, entry: Entry, variant: Variant) -> Trial:
        """A variant in the place of a line: by the rule of the line, and by plain algebra from the same premises."""
        statement = variant.statement
        points = self.ground.points(entry.suppositions)
        fails_at, proved_by = falsified(statement, points), ""
        for rule in rules(entry, statement):
            judgement = self.prover.could_prove(entry, statement, rule)
            if judgement is None:
                continue
            proved_by = rule.name
            supposed = [self.theorem.entries[n] for n in judgement.assumptions]
            if supposed != entry.suppositions:  # it is said to hold where these hold, not elsewhere
                points = self.ground.points(supposed)
                fails_at = falsified(statement, points)
            if not fails_at and variant.kind in SEARCHED:
                refutation = refute(self.theorem, statement, open_suppositions=supposed, known=points)
                if refutation is not None and refutation.kind != "undefined":
                    fails_at = refutation.text
            break
        return Trial(entry.label, variant.kind, statement, fails_at, proved_by)

    # --- without a hypothesis -----------------------------------------------------------------------------

    def without_hypotheses(self) -> Iterator[Trial]:
        """For each hypothesis, the lines that are false somewhere without it, judged in the theorem without it."""
        unconditional = [e for e in self.lines if not self.proofs[e.number].judgement.assumptions]
        for hypothesis in (e for e in self.theorem.entries if e.role == "where"):
            points = self.ground.points_without(hypothesis.statement)
            false = {e.number: place for e in unconditional if (place := falsified(e.statement, points))}
            if not false:
                continue
            proofs = self.proved_without(hypothesis, max(false))
            for number, place in false.items():
                entry, judgement = self.theorem.entries[number], proofs[number].judgement
                accepted = judgement.accepted and not judgement.assumptions
                rule = entry.by.name if accepted and entry.by else ""
                yield Trial(entry.label, "hypothesis", entry.statement, place, rule)

    def proved_without(self, hypothesis: Entry, last: int) -> list[Proof]:
        """The entries up to the last one, in the theorem with 1 > 0 in the place of a hypothesis."""
        weaker = copy(self.theorem)
        weaker.entries = list(self.theorem.entries)
        weaker.entries[hypothesis.number] = replace(hypothesis, statement=gt(1, 0))
        prover = Prover(weaker)
        return [prover.prove(e) for e in weaker.entries[: last + 1]]


def rules(entry: Entry, statement: Statement) -> Iterator[Rule]:
    """The rules to try a variant of a line with."""
    own = entry.by
    assert own is not None
    if _fits(own, statement):
        yield own
    if own.name != "algebra" or own.term is not None:
        yield by.algebra(*own.premises)


def _fits(rule: Rule, statement: Statement) -> bool:
    """Whether a rule speaks of such a statement at all."""
    match rule.name:
        case "sign" | "exponential bound":
            return statement.kind in INEQUALITIES
        case "each":
            parts = statement.parts
            return statement.kind == "and" and len(parts) == len(rule.parts) and all(map(_fits, rule.parts, parts))
        case "exponentials":
            return statement.kind == "eq"
        case "discharge":
            return statement.kind in ("implies", "iff")
    return True
