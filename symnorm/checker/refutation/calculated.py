"""Statements at a point as the calculus has them: one that it sees otherwise is not the one that holds.

Proofs are about normal forms, and a point is judged by what is written. Each hypothesis is evaluated both ways, so that
a theorem is not shown to be about something by a reading of it that no proof has.
"""

from __future__ import annotations

from contextlib import suppress

from ..calculus.normal import Normalizer
from ..calculus.quotient import Undefined
from ..forms import COMBINATIONS, RELATIONS, Form, dimensions, integrated, lengths, subforms
from ..readback import read_back
from .point import SIGNS, Place, Rejected
from .values import NoValue, Undecided


def require_possible(s: Form) -> None:
    """Raises Rejected for an equation or inequality that is false by calculation, whatever the functions in it are.

    Then nothing satisfies it, and what says that it holds at a point says so of no functions.
    """
    if s[0] not in SIGNS or not any(part[:1] == ("app",) for part in subforms(s)) or integrated(s):
        return
    normal = _normalizer(s)
    with suppress(Undefined):
        difference = (normal(s[1])[0] - normal(s[2])[0]).as_constant()
        if difference is not None and (difference > 0) - (difference < 0) not in SIGNS[s[0]]:
            raise Rejected("this is false by calculation, whatever its functions are", s)


def require_calculated(s: Form, place: Place) -> None:
    """Raises Rejected or Undecided where the normal form of a statement that holds at a point fails or has no value.

    What numbers cannot tell of it is passed over: there may be more roots in it, so that it is not known to be zero but
    enclosed around it, and y(x_i) may stand in it at a number.
    """
    if s[0] not in (*RELATIONS, *COMBINATIONS) or integrated(s):
        return
    try:
        calculated = place.truth(_calculated(s, _normalizer(s)))
    except Undecided:
        return
    except (Undefined, NoValue, Rejected) as error:
        raise Undecided(f"as it is calculated with, this has no value at the point ({error})", s) from None
    if calculated is False:
        raise Rejected("as it is calculated with, this does not hold at the point", s)


def _calculated(s: Form, normal: Normalizer) -> Form:
    """A statement with the difference of both sides, as the calculus has it, compared with zero. Raises Undefined."""
    if s[0] in COMBINATIONS:
        return s[0], *(_calculated(part, normal) for part in s[1:])
    return s[0], read_back(normal(s[1])[0] - normal(s[2])[0]), ("num", "0")


def _normalizer(s: Form) -> Normalizer:
    return Normalizer(next(iter(dimensions(s)), None), lengths=lengths(s))
