"""What python-flint (the extra `rigor`) adds to the second judge: polynomials multiplied out, and balls.

Identities are evaluated once more as quotients of polynomials over the rationals (`exact`), for the least number of
channels for which the second judge has found a value: what it finds zero is zero for all values of the variables.
Relations between numbers, which the checker decides by bounds of its own, are decided by balls (`bounds`).

What is not zero multiplied out has to be different from zero at a point modulo a prime as well; so it is with a wrong
sign of a root, and not where a denominator is a divisor of zero, as sqrt(q^2) - q is. There are no exponentials here;
and what is too large, or has roots that depend on each other as sqrt(q^2) and sqrt((sqrt(q^2) - q)^2) do, is not
multiplied out.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..second import Outcome, reviewed
from ..second.certificate import Check, Comparison, Entry
from ..second.evaluate import Calculus, Inapplicable, Unlucky
from ..second.points import Points
from ..second.reading import Reading

__all__ = ["has_flint", "review"]

SIZES = (3, 2, 1)
ATTEMPTS = 40
"""At so many points a value is looked for, with each of these numbers of channels."""

MORE_ATTEMPTS = 30
"""At so many points an identity is looked at that does not hold multiplied out."""


def has_flint() -> bool:
    """Whether python-flint is installed."""
    return importlib.util.find_spec("flint") is not None


def review(theorem: Mapping[str, Any], accepted: Sequence[bool]) -> tuple[Outcome, Mapping[str, int]]:
    """What the second judge says of a theorem; and how many identities were also multiplied out ("identities"), how
    many relations of numbers balls decide ("bounds"), and how many do neither, by reason.

    What is found wrong here is among the disagreements.
    """
    reading = Reading(theorem, accepted)
    found = reviewed(reading)
    tally, told = Counter[str](), list(found.disagreements)
    for entry in reading.entries:
        objection = next(_objections(entry, reading.points, tally), "")
        if objection:
            told.append(f"{entry.label}: {objection}")
    outcome = Outcome(found.identities, found.signs, found.duties, found.not_applicable, tuple(dict.fromkeys(told)))
    return outcome, dict(sorted(tally.items()))


def _objections(entry: Entry, points: Points, tally: Counter[str]) -> Iterator[str]:
    for check in entry.checks:
        if check.kind == "identity":
            answer = _multiplied_out(check, points)
            if answer == FAILS:
                yield "an identity does not hold multiplied out"
            tally[answer] += 1
    for comparison in entry.comparisons:
        decided = _decided(comparison)
        if decided is False:
            yield "balls show the contrary of bounds"
        tally["bounds" if decided else "balls do not decide"] += 1


FAILS = "fails"


def _multiplied_out(check: Check, points: Points) -> str:
    """ "identities" where a value is zero for all values of the variables, FAILS, or why neither was found."""
    from .exact import GENERATORS, Ratios, TooMany

    if check.value.elementary:
        return "an exponential or a logarithm"
    place = _place(check, points)
    if place is None:
        return "no value at any point"
    attempt, size = place
    channels = points.channels(attempt, size, check.value)
    for generators in GENERATORS:
        arithmetic = Ratios(points.residues(attempt, size), generators)
        frame = points.frame(Calculus(arithmetic, points.budget), size)
        try:
            if arithmetic.is_zero(frame(check.value, channels)):
                return "identities"
            return FAILS if _fails_somewhere(check, points, size) else "a divisor of zero"
        except TooMany:
            continue
        except (Inapplicable, Unlucky) as error:
            return str(error)
    return "too many generators"


def _place(check: Check, points: Points) -> tuple[int, int] | None:
    """A point at which a check has a value: the attempt, and the number of channels."""
    for size in SIZES:
        for attempt in range(ATTEMPTS):
            with suppress(Unlucky):
                try:
                    points.at(attempt, size, check.value)(check.value, points.channels(attempt, size, check.value))
                except Inapplicable:
                    return None
                return attempt, size
    return None


def _fails_somewhere(check: Check, points: Points, size: int) -> bool:
    """Whether a value is different from zero at one of many points."""
    for attempt in range(ATTEMPTS, ATTEMPTS + MORE_ATTEMPTS):
        for frame in points.all_at(attempt, size, check.value):
            with suppress(Unlucky):
                value = frame(check.value, points.channels(attempt, size, check.value))
                if not frame.calculus.base.is_zero(value):
                    return True
    return False


def _decided(comparison: Comparison) -> bool | None:
    from .bounds import decide

    return decide(comparison.relation, comparison.left, comparison.right)
