"""Ground truth for variants of a line: the witness alone, at points that satisfy all that the line stands on.

Falsity is decided by rational numbers or by enclosing intervals, as in `symnorm.witness.refute`; that a statement
has no value at such a point counts as well, because who proves it says that it has one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from ..language import Entry, LanguageError, Statement, Theorem
from ..language.terms import free_indices
from ..witness import NoPoint, Point, describe
from ..witness.arithmetic import BALLS, EXACT, Undecided, Undefined
from ..witness.judge import judge
from ..witness.samples import chosen_points
from ..witness.search import Search

POINTS = 4
"""So many points of several dimensions, and so many made of small numbers, where zeros and equal entries are."""

ATTEMPTS = 12
OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}


class Ground:
    """The points of one theorem, found when they are first asked for."""

    def __init__(self, theorem: Theorem) -> None:
        self.theorem = theorem
        self._known: dict[tuple[int, ...], list[Point]] = {}

    def points(self, supposed: Iterable[Entry] = ()) -> list[Point]:
        """Points at which the hypotheses, the given equations and some suppositions hold; none, where none is found."""
        under = sorted(supposed, key=lambda e: e.number)
        key = tuple(e.number for e in under)
        if key not in self._known:
            search = Search(
                self.theorem, [e.statement for e in self.theorem.entries], [e.point or {} for e in under],
                [(e.label, e.statement) for e in under],
            )  # fmt: skip
            try:
                self._known[key] = chosen_points(search, POINTS)
            except NoPoint:
                self._known[key] = []
            else:
                small = (p for p in search.points(ATTEMPTS, is_small=True) if search.is_identical(p))
                self._known[key] += islice(small, POINTS)
        return self._known[key]

    def points_without(self, hypothesis: Statement) -> list[Point]:
        """Points at which a hypothesis of the theorem fails and everything else that it starts from holds."""
        statements = [e.statement for e in self.theorem.entries]
        opposite = _opposite(hypothesis)
        extra = [] if opposite is None else [("the opposite of a hypothesis", opposite)]
        search = Search(self.theorem, statements, (), extra, [hypothesis])
        found = search.points(ATTEMPTS, is_small=True)
        fails = (p for p in found if false_at(p, hypothesis) and search.is_identical(p))
        return list(islice(fails, POINTS // 2))


def falsified(statement: Statement, points: Sequence[Point]) -> str:
    """Where a statement is false, or has no value; empty where no point says so."""
    return next((describe(p) or "every point" for p in points if false_at(p, statement)), "")


def false_at(point: Point, statement: Statement) -> bool:
    """Whether a statement is surely false at a point, or has no value there."""
    try:
        holds = judge(point.frame(EXACT), statement).holds
        return (judge(point.frame(BALLS), statement).holds if holds is None else holds) is False
    except Undefined:
        return True
    except (Undecided, LanguageError):  # an index or a symbol that the point knows nothing of
        return False


def _opposite(hypothesis: Statement) -> Statement | None:
    """What holds where a hypothesis fails, if one statement says that."""
    starred = any(i[0] == "*" for t in hypothesis.terms() for i in free_indices(t))
    kind = OPPOSITE.get(hypothesis.kind)
    return None if kind is None or starred else Statement(kind, hypothesis.parts)
