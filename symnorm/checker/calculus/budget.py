"""A bound on work: so many terms may be handled. Terms are counted wherever they are made.

    with Budget(1_000_000, "one entry"):
        ...                                     # raises TooLarge where it takes more

Budgets nest. The innermost one counts; what is spent in it counts towards the outer ones too, and it never lets
anybody spend more than they have left. So one entry has a bound and so has the whole it is an entry of, and whatever
another program does with budgets of its own, each judgement has its own one from its beginning to its end.
"""

from __future__ import annotations

from fractions import Fraction

MAX_WORK = 1_000_000
"""So many terms may be handled while one entry is judged: seconds, not hours, whatever the input."""

MAX_WORK_OF_THEOREM = 4_000_000
"""So many for all entries of one theorem."""

MAX_WORK_OF_BUNDLE = 8_000_000
"""So many for all theorems of one file: three times what a corpus of two hundred theorems takes."""


class TooLarge(Exception):
    """A computation passed a bound on work or on memory."""


class Budget:
    """So many terms for what is done while it is in force, that is within `with budget:`."""

    def __init__(self, most: int, purpose: str) -> None:
        self.most, self.purpose = most, purpose
        self.done = 0
        """The number of terms handled so far. What is kept in memory was handled."""
        self._begun = 0
        self._limit, self._limited_by = most, self

    def __enter__(self) -> Budget:
        outer = _in_force[-1]
        left = outer._limit - outer.done
        self._begun, self._limit, self._limited_by = self.done, self.most, self
        if self.done + left < self.most:
            self._limit, self._limited_by = self.done + left, outer._limited_by
        _in_force.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _in_force.pop()
        _in_force[-1].done += self.done - self._begun


_in_force = [Budget(1 << 62, "all")]
"""From the outermost budget, which bounds nothing, to the innermost."""


def spend(terms: int) -> None:
    """Counts work in the budget in force. Raises TooLarge where it is too much."""
    budget = _in_force[-1]
    budget.done += terms
    if budget.done > budget._limit:
        by = budget._limited_by
        raise TooLarge(f"more than {by.most} terms to handle for {by.purpose}")


def spend_on(*numbers: Fraction | int) -> None:
    """Counts one operation on numbers: long ones take as much work as the square of their length."""
    words = sum(n.numerator.bit_length() + n.denominator.bit_length() for n in numbers) >> 10
    spend(4 + words * words // 4)


def spent() -> int:
    """The number of terms handled since this module was loaded."""
    return sum(budget.done - budget._begun for budget in _in_force)
