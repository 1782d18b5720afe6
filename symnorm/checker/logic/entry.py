"""The judgement on an entry of a theorem, what it rests on, and how one is rejected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..calculus.budget import spend
from ..calculus.normal import Constant
from ..calculus.quotient import Duty, Quotient
from ..forms import Form

ZERO_DERIVATIVE = "zero-derivative"
LINEAR_EQUATION = "linear-equation"
EXPONENTIAL_BOUND = "exponential-bound"
MEAN_VALUE = "mean-value"
"""The lemmas that are believed (see `symnorm.checker.lemmas`)."""

Grounds = frozenset[int | str]
"""The grounds on which something rests: earlier entries, by their numbers, and named lemmas."""


class Rejected(Exception):
    """The certificate does not prove its statement; the message says why, and `of` are the quantities it speaks of."""

    duty: Duty | None = None

    def __init__(self, why: str, *of: Quotient) -> None:
        super().__init__(why)
        self.of = of


class Undischarged(Rejected):
    """Something is not known to be defined: a hidden hypothesis."""

    duty: Duty

    def __init__(self, duty: Duty) -> None:
        super().__init__("a condition of being defined is not established", duty[1])
        self.duty = duty


@dataclass(frozen=True, slots=True)
class Condition:
    """The sign of an expression, ">", ">=" or "!=", and all that it rests on."""

    expression: Form
    sign: str
    grounds: Grounds


@dataclass(slots=True, eq=False)
class Judgement:
    """An entry: its statement and hash, whether it is accepted, and if not, why.

    `of` are the quantities of which the reason speaks, and `duty` is what is not known to be defined (see
    `symnorm.checker.reasons`). What was accepted stands on suppositions, its `assumptions`, and used entries and
    lemmas. `conditions` are those that were established for it, `existing` the derivatives that exist since it holds,
    with what each rests on; an entry that was rejected has none.
    """

    label: str
    role: str
    statement: Form
    hash: str
    accepted: bool = False
    reason: str = ""
    duty: Duty | None = None
    of: tuple[Quotient, ...] = ()
    assumptions: frozenset[int] = frozenset()
    used: frozenset[int] = frozenset()
    lemmas: frozenset[str] = frozenset()
    constant: tuple[str, Constant] | None = None
    conditions: tuple[Condition, ...] = ()
    existing: tuple[tuple[Form, Grounds], ...] = ()


def entries(grounds: Iterable[int | str]) -> frozenset[int]:
    """The entries among what something rests on."""
    return frozenset(ground for ground in grounds if isinstance(ground, int))


def ranges(along: Sequence[Form]) -> frozenset[Form]:
    """The variables of `along`, without the points that their intervals contain."""
    return frozenset(f[1] if f[0] == "interval" else f for f in along)


def points(along: Sequence[Form], variable: Form) -> list[Form]:
    """The points that the interval of a variable is said to contain."""
    return [f[2] for f in along if f[0] == "interval" and f[1] == variable]


def are_arbitrary(arguments: Sequence[Form], along: Sequence[Form]) -> bool:
    """Whether the arguments in a hypothesis on a function stand for all numbers: symbols that do not vary."""
    spend(len(arguments))
    varying = ranges(along)
    return all(a[0] == "sym" and a not in varying for a in arguments)
