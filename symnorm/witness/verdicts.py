"""What the witness says of a line: it agrees or disagrees at points, or it is refuted at one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby
from typing import Any
from weakref import WeakKeyDictionary

from symnorm.language import Entry, Statement, Term, Theorem
from symnorm.language.points import Interpretation

from .arithmetic import BALLS, EXACT, FINE_BALLS, Undecided, Undefined, Unfit, decimals
from .evaluate import Point
from .judge import DIGITS, judge, numerically
from .names import describe, described, printed
from .samples import chosen_points
from .search import NoPoint, Search

ATTEMPTS = 48
PATIENCE = 12
"""After so many points an enclosure is good enough; an exact refutation is better."""


# --- agreement --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Confirmation:
    """Whether a line agrees with its evaluation in decimals: "agrees", "disagrees" or "undecided"."""

    verdict: str
    points: int
    detail: str


def confirm(
    theorem: Theorem, entry: Entry, points: Iterable[Point], supposed: Sequence[Entry] | None = None
) -> Confirmation:
    """Evaluates a line at the points, to 45 digits.

    A line that rests on suppositions (those that its premises tell, unless given) is evaluated where these
    hold, and an implication also where its left side does. A line that is undefined at a point disagrees.
    """
    used = list(points)
    supposed = entry.suppositions if supposed is None else list(supposed)
    try:
        if supposed:
            used = _where(theorem, supposed)
        for start, _ in entry.by.implications if entry.by else ():
            if start.point is not None:
                used = [*used, *_where(theorem, [*supposed, start])]
    except NoPoint as error:
        return Confirmation("undecided", 0, str(error))
    if not used:
        return Confirmation("undecided", 0, "there is no point to evaluate it at")
    open_reason, is_vacuous = "", True
    for point in used:
        try:
            outcome = numerically(point, entry.statement)
        except Unfit as error:
            return Confirmation("undecided", len(used), str(error))
        except Undefined as error:
            return Confirmation("disagrees", len(used), f"undefined at {describe(point)}: {error}")
        if outcome.holds is False:
            left, right = (decimals(DIGITS[0]).show(side) for side in (outcome.left, outcome.right))
            note = f"{outcome.sides}, " if outcome.sides else ""
            where = _place(point, outcome.channels)
            return Confirmation("disagrees", len(used), f"{where}: {note}left {left}, right {right}")
        if outcome.holds is None:
            open_reason = open_reason or f"{describe(point)}: {outcome.reason}"
        is_vacuous = is_vacuous and outcome.is_vacuous
    if open_reason:
        return Confirmation("undecided", len(used), open_reason)
    number = "one point" if len(used) == 1 else f"{len(used)} points"
    return Confirmation("agrees", len(used), f"{number}{', its left side false at each' if is_vacuous else ''}")


_found: WeakKeyDictionary[Theorem, dict[tuple[int, ...], list[Point]]] = WeakKeyDictionary()


def _where(theorem: Theorem, supposed: list[Entry]) -> list[Point]:
    """Points at which suppositions hold, remembered with all that was computed there. Raises NoPoint."""
    known = _found.setdefault(theorem, {})
    key = (len(theorem.entries), *(e.number for e in supposed))
    if key not in known:
        search = Search(
            theorem, [e.statement for e in theorem.entries], [e.point or {} for e in supposed],
            [(e.label, e.statement) for e in supposed],
        )  # fmt: skip
        known[key] = chosen_points(search, 2)
    return known[key]


def _place(point: Point, channels: tuple[int, ...]) -> str:
    where = describe(point)
    return f"{where}, channel = {', '.join(map(str, channels))}" if channels else where


# --- refutation -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Refutation:
    """A point at which a statement is false: `kind` is "exact" or "enclosure"; or "undefined", for no value.

    `values` are those that the statement needs, `others` those that only the hypotheses need, by the names of the
    script. `functions` are those among them that are functions, by the same keys: name, variables and term;
    `notation` is how the names are printed. `point` is all of it, to be evaluated or written down.
    """

    values: dict[str, str]
    left: str
    right: str
    kind: str
    note: str = ""
    others: dict[str, str] = field(default_factory=dict)
    functions: dict[str, tuple[str, tuple[Term, ...], Term]] = field(default_factory=dict, compare=False)
    notation: dict[str, str] = field(default_factory=dict, compare=False)
    point: Point = field(default_factory=lambda: Point({}), compare=False)

    @property
    def is_undefined(self) -> bool:
        """Whether the statement is not false there but has no value."""
        return self.kind == "undefined"

    @property
    def text(self) -> str:
        """The point and both sides, on one line, and what only the hypotheses need."""
        where = self._listed(self.values)
        besides = f"; for the hypotheses {self._listed(self.others)}" if self.others else ""
        if self.is_undefined:
            return f"it has no value{f' at {where}' if where else ''}: {self.note}{besides}"
        at = f"{where}: " if where else ""
        return f"{at}{f'{self.note}, ' if self.note else ''}left {self.left}, right {self.right}{besides}"

    def _listed(self, values: Mapping[str, str]) -> str:
        return ", ".join(f"{self.notation.get(name, name)} = {_counted(value)}" for name, value in values.items())


def _counted(value: str) -> str:
    """A value; of a vector, more than five entries of a kind in a row are counted, as in `(1, 0, ..., 0 [198])`."""
    if not (value.startswith("(") and value.endswith(")")):
        return value
    runs = [(entry, len(list(same))) for entry, same in groupby(value[1:-1].split(", "))]
    shown = (f"{e}, ..., {e} [{n}]" if n > 5 else ", ".join([e] * n) for e, n in runs)
    return f"({', '.join(shown)})"


def refute(
    theorem: Theorem, statement: Statement, at: Mapping[Any, Any] | None = None, omit: Iterable[Statement] = (),
    extra: Iterable[Statement] = (), open_suppositions: Iterable[Entry] = (), known: Iterable[Point] = (),
) -> Refutation | None:  # fmt: skip
    """A point at which a statement is false although the hypotheses hold, or None where none was found.

    The hypotheses are those of the theorem, its given equations, `extra` and the open suppositions, without
    those in `omit`, each of which has to fail at the point. `at` says where to look. Falsity is decided by
    rational numbers or by enclosing intervals, never by rounding; that the statement has no value at the point
    counts only where `at` names it. Points that are `known` to satisfy all this are looked at first.
    """
    return hunt(theorem, statement, at, omit, extra, open_suppositions, known)[0]


def hunt(
    theorem: Theorem, statement: Statement, at: Mapping[Any, Any] | None = None, omit: Iterable[Statement] = (),
    extra: Iterable[Statement] = (), open_suppositions: Iterable[Entry] = (), known: Iterable[Point] = (),
) -> tuple[Refutation | None, str]:  # fmt: skip
    """What `refute` finds; where that is nothing, what is wrong with the first point that it looked at."""
    supposed, omitted = list(open_suppositions), list(omit)
    search = Search(
        theorem, [statement], [*(e.point or {} for e in supposed), at or {}],
        [(repr(s), s) for s in (*(e.statement for e in supposed), *extra)], omitted,
    )  # fmt: skip
    best: Refutation | None = None
    wrong = ""
    names = search.needs([statement])
    good = ("exact", "enclosure") if _is_transcendental(statement) else ("exact",)
    for point in (p for p in known if all(name in p.values for name in names)):
        found = _refutation(point, statement, search)
        if isinstance(found, Refutation) and found.kind in good:
            return found, ""
    is_elementary = not _is_transcendental(statement)
    special = search.special_points([statement], is_elementary) if at is None else ()
    for number, point in enumerate(chain(search.points(ATTEMPTS, is_small=True), special)):
        if best is not None and number >= PATIENCE:
            break
        found = _refutation(point, statement, search)
        if isinstance(found, str):
            wrong = wrong or found
            continue
        if (found.is_undefined and at is None) or not _is_better(found, best):
            continue
        holding = [s for s in omitted if not fails(point, s)]
        if holding:
            wrong = wrong or f"{holding[0]} holds there"
        elif search.is_identical(point):
            best = found
            if found.kind == "exact":
                break
    return best, "" if best is not None else wrong or search.obstacle()


def _is_transcendental(statement: Statement) -> bool:
    """Whether exponentials or logarithms stand in a statement, so that no point will make both sides rational."""
    parts = (t for top in statement.terms() for t in top.walk())
    return any(t.op == "fn" and t.args[0] != "sqrt" for t in parts)


def _is_better(found: Refutation, best: Refutation | None) -> bool:
    order = ("exact", "enclosure", "undefined")
    return best is None or order.index(found.kind) < order.index(best.kind)


def _refutation(point: Point, statement: Statement, search: Search) -> Refutation | str:
    """The statement at the point, if it is surely false or undefined there; else why it is not."""
    left = right = ""
    channels: tuple[int, ...] = ()
    try:
        outcome, kind = judge(point.frame(EXACT), statement), "exact"
        for arithmetic in (BALLS, FINE_BALLS):  # tanh(100) is less than 1 by 10^-87
            if outcome.holds is None:
                outcome, kind = judge(point.frame(arithmetic), statement), "enclosure"
        if outcome.holds is not False:
            why = outcome.reason or "what encloses both sides does not tell them apart"
            return "it does not fail there" if outcome.holds else f"nothing decides it there: {why}"
        left, right = BALLS.show(outcome.left), BALLS.show(outcome.right)
        note, channels = outcome.sides, outcome.channels
    except Unfit as error:
        return str(error)
    except Undefined as error:
        kind, note = "undefined", str(error)
    except Undecided as error:
        return f"nothing decides it there: {error}"
    needed = search.needs([statement], dummies=False)
    values = described(point, needed)
    besides = search.needs([s for _, s in search.required], dummies=False)
    others = described(point, (name for name in besides if name not in needed))
    if channels:
        values["channel"] = ", ".join(map(str, channels))
    functions = {
        value.applied(name[1]): (name[1], value.formals, value.meaning)
        for name, value in point.values.items()
        if isinstance(value, Interpretation)
    }
    return Refutation(values, left, right, kind, note, others, functions, printed(point), point)


def has_value(point: Point, statement: Statement) -> bool:
    """Whether both sides of a statement are defined at a point."""
    try:
        judge(point.frame(BALLS), statement)
    except (Undefined, Undecided):
        return False
    return True


def fails(point: Point, hypothesis: Statement) -> bool:
    """Whether a hypothesis is surely false at the point, or has no meaning there."""
    try:
        return judge(point.frame(BALLS), hypothesis).holds is False
    except Unfit:
        return False
    except Undefined:
        return True
