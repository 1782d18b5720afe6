"""What is known of an entry of a theorem once it was judged, and how one is rejected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..calculus.budget import spend
from ..calculus.normal import Constant
from ..calculus.quotient import Duty, Quotient
from ..forms import Form


class Rejected(Exception):
    """The certificate does not prove its statement; the message says why, and `of` are the quantities it speaks of."""

    def __init__(self, why: str, *of: Quotient) -> None:
        super().__init__(why)
        self.of = of


class Undischarged(Rejected):
    """Something is not known to be defined: a hidden hypothesis."""

    def __init__(self, duty: Duty) -> None:
        super().__init__("a condition of being defined is not established", duty[1])
        self.duty = duty


@dataclass(frozen=True, slots=True)
class Condition:
    """The sign of a quantity, and all that it rests on: entries and lemmas.

    The sign is ">", ">=", "!=", or "exists" of a derivative of an unknown function.
    """

    expression: Form
    value: Quotient
    sign: str
    used: frozenset[int]
    lemmas: frozenset[str]


@dataclass(slots=True, eq=False)
class Entry:
    """An entry: its statement and hash, the suppositions that it stands on, the entries and lemmas that it used.

    `conditions` are those that were established for it, `existing` the derivatives that exist since it holds; an entry
    that was rejected has none.
    """

    role: str
    statement: Form
    hash: str
    accepted: bool = False
    assumptions: frozenset[int] = frozenset()
    used: frozenset[int] = frozenset()
    lemmas: frozenset[str] = frozenset()
    constant: tuple[str, Constant] | None = None
    dimension: Form | None = None
    conditions: tuple[Condition, ...] = ()
    existing: tuple[Condition, ...] = ()


def ranges(along: Sequence[Form]) -> frozenset[Form]:
    """The variables of `along`, without the points that their intervals contain."""
    return frozenset(f[1] if f[0] == "interval" else f for f in along)


def declared(along: Sequence[Form], variable: Form) -> list[Form]:
    """The points that the interval of a variable is said to contain."""
    return [f[2] for f in along if f[0] == "interval" and f[1] == variable]


def are_arbitrary(arguments: Sequence[Form], along: Sequence[Form]) -> bool:
    """Whether the arguments in a hypothesis on a function stand for all numbers: symbols that do not vary."""
    spend(len(arguments))
    varying = ranges(along)
    return all(a[0] == "sym" and a not in varying for a in arguments)
