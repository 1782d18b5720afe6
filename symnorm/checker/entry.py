"""What is known of an entry of a theorem once it was judged, and how one is rejected."""

from __future__ import annotations

from dataclasses import dataclass

from .forms import Form
from .quotient import Duty, Quotient


class Rejected(Exception):
    """The certificate does not prove its statement; the message says why."""


class Undischarged(Rejected):
    """Something is not known to be defined: a hidden hypothesis."""

    def __init__(self, duty: Duty) -> None:
        super().__init__("a condition of being defined is not established")
        self.duty = duty


@dataclass(frozen=True, slots=True)
class Condition:
    """The sign of a quantity, and all that it rests on: entries and lemmas."""

    expression: Form
    value: Quotient
    sign: str
    used: frozenset[int]
    lemmas: frozenset[str]


@dataclass(slots=True, eq=False)
class Entry:
    """An entry: its statement and hash, the suppositions that it stands on, the entries and lemmas that it used.

    `conditions` are those that were established for it; an entry that was rejected has none.
    """

    role: str
    statement: Form
    hash: str
    assumptions: frozenset[int] = frozenset()
    used: frozenset[int] = frozenset()
    lemmas: frozenset[str] = frozenset()
    constant: tuple[str, Form] | None = None
    dimension: Form | None = None
    conditions: tuple[Condition, ...] = ()
