"""The second judge: bundles that the checker has accepted, judged again by other means.

What a theorem says is read again from its form (`certificate`, `accounts`), and every value in it is calculated again
from the expressions as written (`evaluate`), for concrete numbers of channels, at random points modulo primes of 120
bits (`modular`): no code of `symnorm.checker` but its reader of forms takes part, and nothing but the standard
library. The points follow from a hash of the theorem and its certificates, so that nobody can write these to suit them.

| what a theorem says | how it is looked at |
| --- | --- |
| multiplier * target = sum of cofactor * relation, in all relations | by value (`checks`) |
| the quantity of a sign witness is the one that was asked for | by value |
| the sign of a witness, by its form | read again |
| every expression is defined where its conditions hold | duties (`duties`) held against these (`definedness`) |
| an induction has a base, and a step from t to t + 1 | roles read again, the statements by value (`inductive`) |
| a derivative of an unknown function exists | orders counted (`smoothness`) |
| hashes, roles, suppositions, what holds for every channel, what varies | read again |

What fails is looked at once more modulo primes of 257 bits, and only if it fails there as well it is a disagreement.
An identity that does not hold passes with a probability below 2^-100, but where it holds for another sign of a root:
there, at three choices of signs for each of four numbers of channels, with a probability of about 2^-12, and more
where exponentials occur. Numbers of channels are 1, 2, 3 and 5, where there are values.

Counted as not applicable: bounds of numbers (the extra `rigor` has them); exponentials of exponentials and of products
of logarithms; what has no value at any point that was tried. Not looked at: the named lemmas; whether a root that is
differentiated in an earlier equation is positive; at which arguments a derivative exists; whether unknown functions
that cancel out are continuous around a point, as (log y - log y)' needs it; whether the hypotheses hold between a point
and the rest of an interval; indices of constants of integration; what is displayed, and citations.
Modulo a prime no quantity has a sign: a duty has to be a condition, or a product of conditions, up to a factor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .certificate import Entry
from .checks import Checks
from .definedness import Definedness
from .evaluate import Budget
from .points import Points
from .reading import Reading

__all__ = ["Budget", "Outcome", "review_bundle"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the second judge says of a theorem: how much it judged again, and why not the rest, by reason.

    `identities` and `signs` are certificates, `duties` are conditions of being defined. Each of the `disagreements`
    names the entry; there should be none.
    """

    identities: int
    signs: int
    duties: int
    not_applicable: Mapping[str, int]
    disagreements: tuple[str, ...]


def review_bundle(
    theorem: Mapping[str, Any], accepted: Sequence[bool], since: int = 0, budget: Budget | None = None
) -> Outcome:
    """What the second judge says of the entries of a theorem, those before `since` left out.

    `accepted` is what the checker says of each: what it rejects, or says nothing of, is passed over. Without a `budget`
    the theorem has one of its own.
    """
    return reviewed(Reading(theorem, accepted, budget), since)


def reviewed(reading: Reading, since: int = 0) -> Outcome:
    """The same, of a theorem that was read."""
    judge, disagreements = _Judge(reading, reading.points), []
    for entry in reading.entries[since:]:
        objection = entry.objection or judge.objection(entry)
        if objection and not entry.objection:
            objection = _Judge(reading, reading.points.beyond()).objection(entry)
        if objection:
            disagreements.append(f"{entry.label}: {objection}")
    done, open_ = judge.done, dict(sorted((+judge.open).items()))
    return Outcome(done["identity"], done["sign"], done["duty"], open_, tuple(disagreements))


class _Judge:
    """Looks at entries at some points, and counts what it has looked at, and why not at the rest."""

    def __init__(self, reading: Reading, points: Points) -> None:
        self.checks, self.definedness = Checks(points), Definedness(reading.graph, points)
        self.done, self.open = Counter[str](), Counter[str]()

    def objection(self, entry: Entry) -> str:
        """The first thing that is wrong with an entry; empty if nothing is."""
        self.open["bounds of numbers"] += len(entry.comparisons)
        self.open.update(entry.doubts)
        for kind, objection, trouble in self._answers(entry):
            if objection:
                return objection
            if trouble:
                self.open[f"{kind}: {trouble}"] += 1
            else:
                self.done[kind] += 1
        return ""

    def _answers(self, entry: Entry) -> Iterator[tuple[str, str, str]]:
        for check in entry.checks:
            yield check.kind, *self.checks.answer(check, entry.conditions[: check.before])
        for answer in self.definedness.answers(entry):
            yield "duty", *answer
