"""Certificates with the verdict that each must get, whichever way the checker was changed.

Bundles of every fourth theorem have to be accepted. False claims have to be refused: the scenarios of the guards,
certificates from nothing, lines and certificates of theorems changed at random, traps and variants of lines for which
the prover itself asks the changed checker. What is random is fixed by a seed.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from typing import Any

from checker_mutants_run import Probe

from symnorm.checker import Malformed, check_bundle
from symnorm.checker.calculus.normal import Normalizer
from symnorm.language import Theorem as Written
from symnorm.mutation import Mutation
from symnorm.prover import Prover

FORGED, PIECE, CHANGED, EVERY = 2_000, 100, 12, 4
"""So many certificates from nothing, in pieces of so many; so many changed ones of every fourth theorem."""

VARIED = ("dyisru/1", "dyisru/decoupling", "beyond/moments")
"""Theorems whose lines are varied."""


def corpus(seed: int) -> Iterator[Probe]:
    """All of it. Everything is made, and judged once, before the first change."""
    from loading import theorems
    from test_checker_guards import TABLE
    from test_checker_kit import Bundle
    from traps import TRAPS

    for guard, _, scenario in TABLE:
        yield Probe(f"corpus: {scenario.__name__} ({guard.place})", lambda s=scenario: not s(Bundle).accepted)
    for theorem in theorems("all")[::EVERY]:
        subject = Subject(theorem)
        yield Probe(f"corpus: bundle of {theorem.id}", subject.is_accepted)
        yield Probe(f"corpus: changes of {theorem.id}", subject.changes(random.Random(f"{seed}/{theorem.id}")))
    for theorem in theorems(*VARIED):
        yield Probe(f"corpus: variants of {theorem.id}", functools.partial(_no_variant, theorem))
    for name, trap in TRAPS.items():
        yield Probe(f"corpus: trap {name}", functools.partial(_proves, trap.theorem(), _proved(trap.theorem())))
    yield from _forged(seed)


class Subject:
    """A theorem with its certificates, as the fuzzer has it; the prover is asked once."""

    def __init__(self, theorem: Written) -> None:
        from fuzzing import Subject as Fuzzed

        self.fuzzed = Fuzzed(theorem)
        lines = zip(theorem.entries, self.fuzzed.lines, strict=True)
        self.bundle = {
            "id": theorem.id, "along": list(self.fuzzed.checked.along),
            "entries": [
                {"label": e.label, "role": e.role, "statement": line.statement,
                 "certificate": (line.judgement.hash, line.defined, line.proof)}
                for e, line in lines
            ],
        }  # fmt: skip

    def is_accepted(self) -> bool:
        """Whether the checker accepts what it accepted when the theorem was proved."""
        return [n for n, j in enumerate(check_bundle(self.bundle)) if j.accepted] == self.fuzzed.accepted

    def changes(self, source: random.Random) -> Any:
        """A test that what is changed at random gets the verdict that it gets now."""
        from fuzzing import changed

        made = [changed(source, self.fuzzed) for _ in range(CHANGED if self.fuzzed.shown else 0)]
        verdicts = [self._accepts(change) for change in made]
        return lambda: all(self._accepts(c) == v for c, v in zip(made, verdicts, strict=True))

    def _accepts(self, change: Any) -> bool:
        checked = self.fuzzed.before(change.number)
        checked.normal = Normalizer()  # what was calculated before the change is not asked again
        try:
            certificate = (checked.hash_of(change.role, change.statement), change.defined, change.proof)
            return checked.add("changed", change.role, change.statement, certificate).accepted
        except Malformed:
            return False


def _no_variant(theorem: Written) -> bool:
    mutation = Mutation(theorem)
    return not mutation.unproved and not any(t.is_false_accept for t in mutation.trials(2))


def _proved(theorem: Written) -> list[bool]:
    prover = Prover(theorem)
    return [prover.prove(entry).judgement.accepted for entry in theorem.entries]


def _proves(theorem: Written, expected: list[bool]) -> bool:
    return _proved(theorem) == expected


def _forged(seed: int) -> Iterator[Probe]:
    from forging import falsehoods, forged

    lies, source = falsehoods(), random.Random(f"{seed}/forged")
    for number in range(FORGED // PIECE):
        made = [(lie, *forged(source, lie)) for lie in source.choices(lies, k=PIECE)]

        def refused(made: Any = made) -> bool:
            for lie, defined, proof in made:
                lie.checked.normal = Normalizer()
                if lie.accepts(defined, proof):
                    return False
            return True

        yield Probe(f"corpus: forged {number}", refused)
