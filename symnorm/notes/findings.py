"""What was found out about the relations of a note, by their places in it: an edition is drafted from that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .meaning import Meaning
from .model import Judged
from .points import Reading
from .trees import Node
from .trials import Place


@dataclass(frozen=True)
class Failing:
    """A relation that fails as it stands: how it was read, where it fails, what holds in its place."""

    reading: Reading
    place: Place
    mended: Node | None = None
    """The right side after one edit with which it agrees."""
    edit: str = ""
    hypotheses: tuple[str, ...] = ()
    """Under which it agrees."""


@dataclass
class Findings:
    """The readings and points on which the verdicts rest."""

    meaning: Meaning
    readings: dict[int, Reading] = field(default_factory=dict)
    """Of the relations that agree as they stand, how they were read."""
    failing: dict[int, Failing] = field(default_factory=dict)
    """Of the relations that fail as they stand, where."""
    positive: set[int] = field(default_factory=set)
    """The relations that are proved with what is positive wherever it stands."""
    judged: Sequence[Judged | None] = ()
    """The verdicts."""
