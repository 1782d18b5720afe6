"""The truth of a statement at a point: in one arithmetic, or in the one that can tell.

`judge` answers in one arithmetic: rational numbers and enclosing intervals never take rounding for a
difference. `numerically` answers in decimals, and looks again with twice the digits before it says that
something fails.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from symnorm.language import LanguageError, Statement, Term
from symnorm.language.points import extents
from symnorm.language.terms import free_indices, once, set_of

from .arithmetic import BALLS, EXACT, Arithmetic, Number, Undecided, Undefined, decimals
from .evaluate import Channels, Frame, Point, Slot, whole

DIGITS = (80, 160, 320)
LAST_DIGITS = 10_000
"""So many digits tell apart what is less by as little as 1 - tanh(400), before it is said that it is not less."""

NUDGE = Fraction(1, 2**40)
"""How far apart the two values of a variable are at which an equation between integrals is compared."""

Shift = tuple[Slot, Fraction]
"""A variable that is moved a little, and by how much."""


class Outcome(NamedTuple):
    """Whether a statement holds (None: cannot be told), with the two sides that decide and where."""

    holds: bool | None
    left: Number = None
    right: Number = None
    channels: tuple[int, ...] = ()
    sides: str = ""
    is_vacuous: bool = False
    reason: str = ""


def judge(frame: Frame, statement: Statement) -> Outcome:
    """The truth of a statement at the frame. Raises Undefined where it is not defined.

    A relation, or several joined by "or" and "and", is meant for every channel that an index *1, *2 ... in it can
    name; an implication says that if its left side holds for every channel, so does its right side.
    """
    frame.root.renew()
    match statement.kind:
        case "implies":
            return _implication(frame, *statement.parts)
        case "iff":
            there, back = _implication(frame, *statement.parts), _implication(frame, *reversed(statement.parts))
            return min(there, back, key=lambda o: ((False, None, True).index(o.holds), o.is_vacuous))
    outcome = Outcome(True)
    stars = _stars(statement)
    for chosen in product(*(range(1, _channels_of(frame.point, statement, i) + 1) for i in stars)):
        channels = {**frame.point.indices, **dict(zip(stars, chosen, strict=True))}
        try:
            with frame.arithmetic.scope():
                here = _judge(frame, statement, channels)
        except Undefined as error:
            where = f" in channel {', '.join(map(str, chosen))}" if chosen else ""
            raise type(error)(f"{error}{where}") from None
        if here.holds is False:
            return Outcome(False, here.left, here.right, chosen, here.sides)
        outcome = outcome if here.holds else here
    return outcome


@lru_cache(maxsize=1 << 12)
def _stars(statement: Statement) -> tuple[str, ...]:
    """The indices of a statement that can name every channel."""
    return tuple(dict.fromkeys(i for t in statement.terms() for i in free_indices(t) if i[0] == "*"))


def _judge(frame: Frame, s: Statement, channels: Channels) -> Outcome:
    if s.kind in ("or", "and"):
        decisive = (True, None, False) if s.kind == "or" else (False, None, True)
        return min((_judge(frame, p, channels) for p in s.parts), key=lambda o: decisive.index(o.holds))
    if s.kind == "differentiable":
        return _differentiable(frame, s, channels)
    if s.kind not in _DECIDE:
        return judge(frame, s)
    try:
        left, right, sides = _sides(frame, s, channels)
        low, high = frame.arithmetic.gap(left, right)
    except (Undecided, OverflowError) as error:
        return Outcome(None, reason=str(error))
    return Outcome(_DECIDE[s.kind](low, high), left, right, sides=sides)


def _differentiable(frame: Frame, s: Statement, channels: Channels) -> Outcome:
    """Whether every partial derivative of that order exists where the function stands. Raises Undefined."""
    function, times = s.parts
    for variables in combinations_with_replacement(function.args[2], int(times.args[0])):
        derivative = reduce(lambda t, variable: Term("D", (t, variable)), variables, function)
        try:
            frame(derivative, channels)
        except (Undecided, OverflowError) as error:
            return Outcome(None, reason=str(error))
    return Outcome(True)


def _implication(frame: Frame, a: Statement, b: Statement) -> Outcome:
    first = judge(frame, a)
    if first.holds is False:
        return Outcome(True, is_vacuous=True)
    second = judge(frame, b)
    return second if second.holds or first.holds else Outcome(None, reason=first.reason)


def _equal(low: Number, high: Number) -> bool | None:
    return True if low == high == 0 else False if low > 0 or high < 0 else None


def _below(low: Number, high: Number) -> bool | None:
    return True if low > 0 else False if high <= 0 else None


def _not(truth: bool | None) -> bool | None:
    return None if truth is None else not truth


_DECIDE: dict[str, Callable[[Number, Number], bool | None]] = {
    "eq": _equal,
    "ne": lambda low, high: _not(_equal(low, high)),
    "lt": _below,
    "gt": lambda low, high: _below(-high, -low),
    "le": lambda low, high: _not(_below(-high, -low)),
    "ge": lambda low, high: _not(_below(low, high)),
}


def _sides(frame: Frame, s: Statement, channels: Channels) -> tuple[Number, Number, str]:
    """Both sides of a relation; where indefinite integrals stand in it, what no constant changes."""
    left, right = s.parts
    variables = _integration_variables(s)
    if not variables:
        return frame(left, channels), frame(right, channels), ""
    if s.kind != "eq" or len(variables) > 1:
        raise Undecided("indefinite integrals in an inequality, or along two variables")
    (variable,) = variables
    if frame.arithmetic.uses_duals:
        a, b = (frame.derivative(side, variable, channels) for side in s.parts)
        return a, b, f"derivatives along {variable}"
    there, width = frame.shifted(frame.slot(variable, channels), NUDGE), frame.arithmetic.number(NUDGE)
    a, b = ((there(side, channels) - frame(side, channels)) / width for side in s.parts)
    return a, b, f"increments along {variable}"


@lru_cache(maxsize=1 << 12)
def _integration_variables(relation: Statement) -> tuple[Term, ...]:
    """The variables of the integrals of a relation whose constant matters."""
    sides = (side for side in relation.parts if any(t.op == "integral" for t in side.walk()))
    return tuple(dict.fromkeys(v for side in sides for v in _integrated(side)))


@once
def _integrated(t: Term) -> tuple[Term, ...]:
    """The variables of the integrals whose constant matters: under no derivative along the same variable."""
    inside = [v for part in t.parts() for v in _integrated(part) if t.op != "D" or v != t.args[1]]
    return tuple(dict.fromkeys([*inside, t.args[1]] if t.op == "integral" else inside))


def _channels_of(point: Point, statement: Statement, index: str) -> int:
    """How many channels an index ranges over: as many as the vectors that it stands at have."""
    if own := set_of(index):
        return whole(own, point.values.get(("symbol", own)))
    for t in (t for top in statement.terms() for t in top.walk()):
        if t.op == "coord" and index in t.args[1:] and ("vector", t.args[0]) in point.values:
            return extents(point.values["vector", t.args[0]])[t.args[1:].index(index)]
        if t.op == "sum" and index in t.args[2]:
            return point.size(t.args[1])
        if t.op == "delta" and index in t.args and t.size is not None:
            return point.size(t.size)
    raise LanguageError(f"the index {index} stands at no vector: the number of channels is not known")


# --- in the arithmetic that can tell ----------------------------------------------------------------------


def numerically(
    point: Point, statement: Statement, shifts: Sequence[Shift] = (), precisions: Sequence[int] = DIGITS
) -> Outcome:
    """The truth in decimals. What does not hold is looked at again with more digits. Raises Undefined."""
    outcome = Outcome(None)
    if statement.kind in ("or", "and", "implies", "iff"):
        precisions = [d for d in precisions if d > DIGITS[0]]
    if statement.kind in ("lt", "gt", "ne") and not any(t.op == "D" for top in statement.terms() for t in top.walk()):
        precisions = [*precisions, LAST_DIGITS]
    for digits in precisions:
        try:
            outcome = judge(_frame(point, decimals(digits), shifts), statement)
        except Undefined:
            if digits == DIGITS[-1]:
                raise
        if outcome.holds:
            break
    return outcome


def satisfied(point: Point, statement: Statement, shifts: Sequence[Shift] = ()) -> bool:
    """Whether a hypothesis holds: exactly, or surely by enclosures, or, for an equation, to very many digits."""
    if statement.kind == "and":
        return all(satisfied(point, part, shifts) for part in statement.parts)
    try:
        outcome = judge(_frame(point, EXACT, shifts), statement)
        if outcome.holds is None and statement.kind in ("eq", "or"):
            outcome = numerically(point, statement, shifts, DIGITS[-1:])
        elif outcome.holds is None:
            outcome = judge(_frame(point, BALLS, shifts), statement)
        return outcome.holds is True
    except Undefined:
        return False


def _frame(point: Point, arithmetic: Arithmetic, shifts: Sequence[Shift]) -> Frame:
    frame = point.frame(arithmetic)
    for shift in shifts:
        frame = frame.shifted(*shift)
    return frame
