"""Names in a printed line that stand for nothing in its theorem: the line may hold for what they stand for."""

from __future__ import annotations

from fractions import Fraction

from ..language import Statement, Theorem
from ..language.points import Name
from ..witness import Point
from ..witness.arithmetic import UNKNOWN, Balls, Number, Undecided, Undefined
from ..witness.evaluate import Frame
from ..witness.judge import judge
from ..witness.names import occurring


def strangers(theorem: Theorem, statement: Statement) -> list[Name]:
    """The symbols, vectors and functions of a statement that stand in no line and no hypothesis of the theorem."""
    known = {n for e in theorem.entries for t in e.statement.terms() for n in occurring(t)}
    return [n for t in statement.terms() for n in occurring(t) if n not in known and n[0] != "index"]


def fails_whatever(names: list[Name], statement: Statement, point: Point) -> bool:
    """Whether a statement does not hold at a point whatever numbers some names stand for."""
    if any(kind == "function" for kind, _ in names):
        return False
    frame: Frame = point.frame(WHATEVER)
    for kind, name in names:
        channels = range(1, len(point.values[kind, name]) + 1) if kind == "vector" else (0,)
        for channel in channels:
            frame = frame.moving((name, channel), UNKNOWN)
    try:
        return judge(frame, statement).holds is False
    except Undefined:
        return True
    except Undecided:
        return False


class _Whatever(Balls):
    """Numbers, some of which may be any: zero divided by one of them is zero, or the line has no value."""

    def divide(self, a: Number, b: Number) -> Number:
        """a / b, of which it is asked whether it makes a line hold."""
        return 0 if b is UNKNOWN and isinstance(a, int | Fraction) and a == 0 else super().divide(a, b)


WHATEVER = _Whatever()
