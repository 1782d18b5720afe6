"""Names in a printed line that stand for nothing in its theorem: the line may hold for what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import repeat

from ..language import Entry, Statement, Term, Theorem
from ..language.points import Name
from ..witness import Point
from ..witness.arithmetic import UNKNOWN, Balls, Number, Undecided, Undefined
from ..witness.evaluate import Frame, places
from ..witness.judge import judge
from ..witness.names import occurring, sizes_of

PREMISES = ("given", "suppose", "constant")
"""The roles of lines that are taken for granted, apart from the hypotheses."""


def strangers(theorem: Theorem, statement: Statement, is_printed: Callable[[Entry], bool]) -> list[Name]:
    """The names of a statement of which no line of the theorem says what they are.

    A line says it whose names are printed, and what the theorem supposes and does not prove, and what rests on that; a
    line of the editors that holds by calculation alone, as a + b = b + a, holds for all values and says nothing of its
    names. A hypothesis alone does not say it: b > 0 may be anything positive. Known are the variable of a function that
    is differentiable, the number of channels, and indices that stand for every channel.
    """
    known = {n for t in _telling(theorem, statement, is_printed) for n in occurring(t)}
    known |= {("symbol", dimension) for _, sizes in sizes_of(theorem) for dimension in sizes}
    indices = {n for e in theorem.entries for t in e.statement.terms() for n in occurring(t) if n[0] == "index"}
    names = dict.fromkeys(n for t in statement.terms() for n in occurring(t))
    return [n for n in names if n not in known | indices and not n[1].startswith("*")]


def _telling(theorem: Theorem, statement: Statement, is_printed: Callable[[Entry], bool]) -> Iterator[Term]:
    """The terms of a theorem that say what names are, with the definitions in what is charged."""
    yield from (part for t in statement.terms() for part in t.walk() if part.op == "def")
    resting: set[Entry] = set()
    for e in theorem.entries:  # a line rests on earlier ones alone
        if e.role in PREMISES or not resting.isdisjoint(_below(e)):
            resting.add(e)
        is_told = e.role != "where" and not e.is_supplied and is_printed(e)
        if is_told or e.statement.kind == "differentiable" or e in resting:
            yield from e.statement.terms()


def _below(entry: Entry) -> list[Entry]:
    """The lines on which a line rests, taken by itself."""
    return [*(entry.by.entries() if entry.by else ()), *entry.suppositions]


def cone(entries: Iterable[Entry]) -> set[Entry]:
    """Lines, with all that they rest on."""
    found: set[Entry] = set()
    ahead = list(entries)
    while ahead:
        entry = ahead.pop()
        if entry not in found:
            found.add(entry)
            ahead += _below(entry)
    return found


def fails_whatever(names: list[Name], statement: Statement, point: Point) -> bool:
    """Whether a statement does not hold at a point whatever numbers some names stand for.

    What a derivative, an integral or a value elsewhere makes of a name, its value at the point does not tell.
    """
    if any(kind in ("function", "index") for kind, _ in names) or any(map(_moves, statement.terms(), repeat(names))):
        return False
    frame: Frame = point.frame(WHATEVER)
    for kind, name in names:
        for place, _ in places(point.values[kind, name]):
            frame = frame.moving((name, place), UNKNOWN)
    try:
        return judge(frame, statement).holds is False
    except Undefined:
        return True
    except Undecided:
        return False


def _moves(t: Term, names: list[Name]) -> bool:
    """Whether one of some names stands in a part of a term for which other points matter than this one."""
    moving = (part for part in t.walk() if part.op in ("D", "integral", "at"))
    return any(n in names for part in moving for n in occurring(part))


class _Whatever(Balls):
    """Numbers, some of which may be any: zero divided by one of them is zero, or the line has no value."""

    def divide(self, a: Number, b: Number) -> Number:
        """a / b, of which it is asked whether it makes a line hold."""
        return 0 if b is UNKNOWN and isinstance(a, int | Fraction) and a == 0 else super().divide(a, b)


WHATEVER = _Whatever()
