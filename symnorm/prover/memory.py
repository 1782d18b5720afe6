"""Memory of a prover from entry to entry: a ring, and where each condition was established. Not trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..checker.calculus.normal import Normalizer
from ..checker.calculus.quotient import Duty
from ..checker.forms import Form
from ..checker.logic.entry import Condition, entries
from ..checker.logic.step import Step
from ..checker.logic.theorem import Theorem
from .estimate import Estimate, Place

Origin = tuple[int, int]
"""(n, k) for the k-th condition of entry n."""


@dataclass(frozen=True)
class Usable:
    """The entries that an attempt may stand on: some of those before a number, or all."""

    before: int
    entries: frozenset[int]
    is_unconditional: bool
    """Whether none of them rests on a supposition: then they hold wherever the hypotheses do."""


class Memory:
    """The conditions of a theorem's entries, to be found by what they say.

    The ring is the checker's own, so that nothing is calculated twice; nothing is put there but what the checker's own
    functions have calculated (see `Normalizer`).
    """

    def __init__(self, places: Sequence[Place]) -> None:
        self._places = places
        """Points at which the hypotheses hold."""
        self._estimates: list[Estimate] = []
        self.facts: dict[int, Form] = {}
        """The inequalities among the entries so far, by number."""
        self._normal = Normalizer()
        self._kept: list[tuple[Origin, Condition]] = []
        self._found: dict[Duty, list[tuple[Origin, Condition]]] = {}

    def step(self, checked: Theorem, statement: Form) -> Step:
        """A step towards a statement that comes next in a theorem. Raises Rejected."""
        step = checked.step(statement, is_trial=True)
        if step.normal is not self._normal:
            self._normal = step.normal
            self._found, self._estimates = {}, []
            for origin, condition in self._kept:
                self._enter(step, origin, condition)
        return step

    def estimates(self, step: Step) -> list[Estimate]:
        """The quantities of the step's ring at each of the places."""
        if not self._estimates:
            self._estimates = [Estimate(step.ring, place) for place in self._places]
        return self._estimates

    def keep(self, number: int, step: Step, defined: tuple[Form, ...]) -> None:
        """Remembers what was established for an entry, as its certificate lists it."""
        signs = (listed for listed in defined if listed[0] != "solved")
        for k, (listed, (condition, _)) in enumerate(zip(signs, step.known, strict=True)):
            if len(listed) == 3:  # else it was recalled, and is known already
                self._kept.append(((number, k), condition))
                self._enter(step, (number, k), condition)

    def _enter(self, step: Step, origin: Origin, condition: Condition) -> None:
        q, _ = self._normal(condition.expression)
        for duty in step.duties(q, condition.sign):
            self._found.setdefault(duty, []).append((origin, condition))

    def origin(self, step: Step, duty: Duty, usable: Usable) -> Origin | None:
        """Where a condition was established, by nothing but what may be used; or None."""
        relation, q = duty
        if q.as_constant() is not None:
            return None
        for origin, condition in self._found.get((relation, step.unit(q, relation)), ()):
            if origin[0] < usable.before and entries(condition.grounds) <= usable.entries:
                return origin
        return None
