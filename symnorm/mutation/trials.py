"""Trials: is a variant of a line false, and can it be proved all the same, in the place of the line?

A variant that is false at a point of the theorem and that the checker accepts is a *false accept*, an error of the
toolkit. The same is asked of the theorem without one of its hypotheses: a line that is false at a point where only that
hypothesis fails must be rejected there.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

from ..as_json import to_json
from ..checker.logic.entry import Judgement
from ..language import Entry, Rule, Statement, Theorem, by, gt
from ..language.text import text
from ..prover import Prover
from ..score import Accepted, Count, Score, Trouble
from ..witness import refute
from .edits import Scope, Variant, selected, variants
from .ground import Ground, falsified

SEARCHED = ("relation", "bound")
"""Variants that may be false at special points only: where such a one is accepted, a point is searched for."""


@dataclass(frozen=True)
class Trial:
    """A variant of a line: where it is false, if anywhere, and the rule that proves it, if any was tried and does.

    `trouble` is an error of the prover that is no answer.
    """

    label: str
    edit: str
    statement: Statement
    fails_at: str = ""
    rule: str = ""
    trouble: str = ""

    @property
    def is_false(self) -> bool:
        """Whether a point shows the variant to be false."""
        return bool(self.fails_at)

    @property
    def is_false_accept(self) -> bool:
        """Whether the variant is false, and proved."""
        return self.is_false and bool(self.rule)


def score(theorem: Theorem, most: str = "all") -> Score:
    """What became of the variants of a theorem: so many false ones of each line, or "all" variants."""
    started = time.perf_counter()
    mutation = Mutation(theorem)
    found = list(mutation.trials(None if most == "all" else int(most)))
    by_label: dict[str, list[Trial]] = {}
    for trial in found:
        by_label.setdefault(trial.label, []).append(trial)
    kinds = {kind: [t for t in found if _kind(t) == kind] for kind in sorted({_kind(t) for t in found})}
    return Score(
        id=theorem.id,
        title=theorem.title,
        paper=theorem.paper,
        steps=len(mutation.lines),
        unproved=tuple(mutation.unproved),
        mutants=len(found),
        false=_false(found),
        accepted=tuple(
            Accepted(t.label, t.edit, text(t.statement), t.rule, t.fails_at) for t in found if t.is_false_accept
        ),
        weak=tuple(label for label, own in by_label.items() if _is_weak(own)),
        troubles=tuple(Trouble(t.label, t.edit, text(t.statement), t.trouble) for t in found if t.trouble),
        edits={kind: Count(len(own), _false(own)) for kind, own in kinds.items()},
        seconds=round(time.perf_counter() - started, 4),
    )


def answer(theorem: Theorem, most: str = "all") -> Any:
    """The same as JSON, for who asks another process."""
    return to_json(score(theorem, most))


def _false(trials: Iterable[Trial]) -> int:
    return sum(t.is_false for t in trials)


def _is_weak(trials: list[Trial]) -> bool:
    return 2 * _false(trials) < len(trials) and not any(t.trouble for t in trials)


def _kind(trial: Trial) -> str:
    return "hypothesis" if trial.edit.startswith("without ") else trial.edit


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
        """All trials. Of each line, variants are tried until so many were false, or three times as many were tried."""
        for entry in self.lines:
            statements = [e.statement for e in self.theorem.entries[: entry.number + 1]]
            found: Iterable[Variant] = variants(entry.statement, Scope.of(statements))
            if most is not None:
                found = selected(found, 3 * most, crc32(f"{self.theorem.id} {entry.label}".encode()))
            false = 0
            for variant in found:
                if false == most:
                    break
                trial = self.trial(entry, variant)
                false += trial.is_false
                yield trial
        yield from self.without_hypotheses()

    def trial(self, entry: Entry, variant: Variant) -> Trial:
        """A variant in the place of a line: by the rule of the line, and by plain algebra from the same premises.

        Only what is false, or may be at special points, is worth a proof.
        """
        points = self.ground.points(entry.suppositions)
        trial = Trial(entry.label, variant.kind, variant.statement, falsified(variant.statement, points))
        if not trial.is_false and variant.kind not in SEARCHED:
            return trial
        try:
            for rule in rules(entry, variant.statement):
                judgement = self.prover.could_prove(entry, variant.statement, rule)
                if judgement is not None:
                    supposed = [self.theorem.entries[n] for n in sorted(judgement.assumptions)]
                    return self.accepted(replace(trial, rule=rule.name), entry, supposed)
        except MemoryError:
            raise
        except Exception as error:
            return replace(trial, trouble=f"the prover failed: {type(error).__name__}: {error}")
        return trial

    def accepted(self, trial: Trial, entry: Entry, supposed: list[Entry]) -> Trial:
        """A trial that ended with a proof: it is said to hold where some suppositions hold, and not elsewhere."""
        fails_at, points = trial.fails_at, self.ground.points(supposed)
        if supposed != entry.suppositions:
            fails_at = falsified(trial.statement, points)
        if not fails_at and trial.edit in SEARCHED:
            found = refute(self.theorem, trial.statement, open_suppositions=supposed, known=points)
            fails_at = found.text if found is not None and found.kind != "undefined" else ""
        return replace(trial, fails_at=fails_at)

    # --- without a hypothesis -----------------------------------------------------------------------------

    def without_hypotheses(self) -> Iterator[Trial]:
        """For each hypothesis, the lines that are false somewhere without it, judged in the theorem without it."""
        unconditional = [e for e in self.lines if not self.proofs[e.number].judgement.assumptions]
        for hypothesis in (e for e in self.theorem.entries if e.role == "where"):
            points = self.ground.points_without(hypothesis.statement)
            false = {e: place for e in unconditional if (place := falsified(e.statement, points))}
            if not false:
                continue
            edit = f"without {text(hypothesis.statement)}"
            try:
                judgements = self.judged_without(hypothesis, max(e.number for e in false))
            except MemoryError:
                raise
            except Exception as error:
                trouble = f"the prover failed: {type(error).__name__}: {error}"
                yield Trial(hypothesis.label, edit, hypothesis.statement, trouble=trouble)
                continue
            for entry, fails_at in false.items():
                judgement = judgements[entry.number]
                is_accepted = judgement.accepted and not judgement.assumptions
                rule = entry.by.name if is_accepted and entry.by else ""
                yield Trial(entry.label, edit, entry.statement, fails_at, rule)

    def judged_without(self, hypothesis: Entry, last: int) -> list[Judgement]:
        """The judgements on the entries up to the last one, with 1 > 0 in the place of a hypothesis."""
        weaker = copy(self.theorem)
        weaker.entries = list(self.theorem.entries)
        weaker.entries[hypothesis.number] = replace(hypothesis, statement=gt(1, 0))
        prover = Prover(weaker)
        return [prover.prove(e).judgement for e in weaker.entries[: last + 1]]


def rules(entry: Entry, statement: Statement) -> Iterator[Rule]:
    """The rules to try a variant of a line with."""
    own = entry.by
    assert own is not None
    yield own
    if own.name != "algebra" or own.term is not None:
        yield by.algebra(*own.premises)
