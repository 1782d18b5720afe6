"""Whether what has to be zero is, at the points of a theorem."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from .certificate import Check, Condition
from .evaluate import Channels, Frame, Inapplicable, Nowhere, Unlucky
from .nodes import Node
from .points import Points

ATTEMPTS = {3: 40, 1: 40, 2: 40, 5: 6}
"""The numbers of channels, and at how many points each is tried: half of them are without a root for every radicand."""

HOPELESS, HOPELESS_SIGNS = 2, 6
"""After so many points at which a division by zero leaves no value, no more are tried; with roots, which may be zero
for one sign and not for the other, after more."""

SIGNED = 3
"""Where there is a root, so many choices of signs are looked at for every number of channels."""

NAMES = {"identity": "an identity", "sign": "the quantity of a sign witness"}


class Checks:
    """Looks at the checks of one theorem."""

    def __init__(self, points: Points) -> None:
        self.points = points
        self._answers: dict[tuple[Node, Node | None], str] = {}
        """Why a check could not be looked at, or nothing, for those that do not fail."""

    def answer(self, check: Check, conditions: Sequence[Condition]) -> tuple[str, str]:
        """(objection, why there is no answer): both empty where a value is zero, where the conditions hold."""
        key = check.value, check.nonzero
        if key not in self._answers:
            found, trouble = 0, ""
            for size, most in ATTEMPTS.items():
                try:
                    agreeing, told = self._agreeing(check, conditions, size, most)
                except _Fails:
                    return f"{NAMES[check.kind]} does not hold modulo a prime, with {size} channels", ""
                found, trouble = found + agreeing, trouble or told
            self._answers[key] = "" if found else trouble
        return "", self._answers[key]

    def _agreeing(self, check: Check, conditions: Sequence[Condition], size: int, most: int) -> tuple[int, str]:
        """For how many choices of signs of roots a value is zero with so many channels, and why not for more."""
        found, attempt, trouble = 0, 0, ""
        wanted, hopeless = (SIGNED, HOPELESS_SIGNS) if check.value.rooted else (1, HOPELESS)
        while found < wanted and attempt < most:
            try:
                found += self._zeros(check, conditions, attempt, size)
            except Nowhere as error:
                trouble, most = str(error), most if found else min(most, hopeless)
            except Unlucky as error:
                trouble = str(error)
            except Inapplicable as error:
                return found, str(error)
            attempt += 1
        return found, trouble

    def _zeros(self, check: Check, conditions: Sequence[Condition], attempt: int, size: int) -> int:
        """For how many choices of signs a value is zero at a point. Raises Unlucky for none, Inapplicable, _Fails."""
        last, found = Unlucky(), 0
        channels = self.points.channels(attempt, size, check.value)
        for frame in self.points.all_at(attempt, size, check.value):
            is_zero = frame.calculus.base.is_zero
            try:
                value = frame(check.value, channels)
                if check.nonzero and is_zero(frame(check.nonzero, channels)):
                    raise Nowhere("a multiplier that vanishes")
            except Unlucky as error:
                last = error
                continue
            if is_zero(value):
                found += 1
            elif self._fails(conditions, attempt, frame, channels):
                last = Nowhere("a condition that does not hold")
            else:
                raise _Fails
        if not found:
            raise last
        return found

    def _fails(self, conditions: Sequence[Condition], attempt: int, frame: Frame, channels: Channels) -> bool:
        """Whether a quantity is zero at a point, for the same channels, that a condition says is not."""
        for condition in conditions:
            if condition.sign != ">=":
                more = self.points.channels(attempt, frame.size, condition.quantity) | channels
                with suppress(Unlucky, Inapplicable):
                    if frame.calculus.base.is_zero(frame(condition.quantity, more)):
                        return True
        return False


class _Fails(Exception):
    """A value is not zero that should be."""
