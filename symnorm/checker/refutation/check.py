"""Refutations of a bundle, judged again: a point at which all that is supposed holds, and a statement does not.

    {"label", "statement", "kind": "false" | "undefined",
     "under": [statement, ...],      what has to hold at the point besides the hypotheses of the theorem
     "fails": [statement, ...],      the hypotheses that are left out; each has to fail at the point
     "point": {"symbols": {name: expression}, "vectors": {name: [expression, ...]}, "indices": {name: number},
               "functions": {name: [[variable, ...], expression]}}}

stands among the "refutations" of a theorem. Where something is given identically along a variable, no point shows it:
then there is a model, of the theorem or of this refutation (see `modelled`).

A value is a rational number or an enclosure (see `values`): what they do not decide is `open`, and is not passed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..calculus.budget import Budget, TooLarge, spend
from ..forms import Form, Malformed, check_statement, freeze, integrated, varies_in
from ..logic.entry import ranges
from ..places import require_written
from ..reasons import shown
from ..written import Writer
from .modelled import Model
from .point import Place, Point, Rejected
from .supposed import Supposed, doubt
from .values import Doubt, NoValue, Undecided

MAX_WORK_OF_REFUTATION = 200_000
"""So much work may be done for one point: it takes longer than that of polynomials."""


@dataclass(frozen=True)
class Rechecked:
    """A point, judged again: "refuted" or "satisfied", "rejected", or "open" where that cannot be told, and why.

    Where it is `unsupported`, what cannot be told is whether all that is supposed holds at the point.
    """

    label: str
    outcome: str
    reason: str
    unsupported: bool = False


Doubts = tuple[Undecided | None, Undecided | None]
"""Doubts about what is supposed, and about the rest."""


class Refutation:
    """A refutation as a bundle gives it, read to the end before any is judged. Raises Malformed."""

    def __init__(self, item: Any) -> None:
        match item:
            case {"label": str(label), "statement": statement, "kind": "false" | "undefined" as kind,
                  "under": list(under), "fails": list(fails), "point": point}:  # fmt: skip
                self.label, self.kind, self.point, self.model = label, kind, point, item.get("model")
                self.statement, self.under, self.fails = freeze(statement), freeze(under), freeze(fails)
            case _:
                raise Malformed("a refutation is an object with label, statement, kind, under, fails and point")
        Point(point)
        for s in (self.statement, *self.under, *self.fails):
            check_statement(s)


class Refutations:
    """A theorem as read from JSON, which `check_bundle` has accepted, and the judgement on points of it.

    It is read once: there may be many points. Raises Malformed. Where it `is_calculated`, all that is supposed has to
    hold at a point as it is written and as the calculus has it (see `calculated`). A point that cannot be written
    beside all that is `told` of the theorem is rejected.
    """

    def __init__(self, bundle: Any, is_calculated: bool = False) -> None:
        self.supposed = Supposed(bundle, is_calculated)
        self.point, listed = bundle.get("point"), bundle.get("refutations", [])
        if not isinstance(listed, list):
            raise Malformed("refutations are a list")
        self.listed = [Refutation(item) for item in listed]
        self.told = (*self.supposed.along, *(s for _, s in self.supposed.entries), *(r.statement for r in self.listed))
        if self.point is not None:
            Point(self.point)

    def all_judged(self) -> list[Rechecked]:
        """The judgements on the refutations that stand in the bundle."""
        return [self._judged(refutation) for refutation in self.listed]

    def hypotheses(self) -> Rechecked | None:
        """Whether all that is supposed holds at the point of the bundle; None where it has none."""
        return None if self.point is None else self.satisfied(self.point)

    def judged(self, item: Any) -> Rechecked:
        """The judgement on one refutation. Raises Malformed."""
        return self._judged(Refutation(item))

    def _judged(self, refutation: Refutation) -> Rechecked:
        return self._rechecked(refutation.label, "refuted", partial(_doubts, refutation, self.supposed, self.told))

    def satisfied(self, point: Any) -> Rechecked:
        """Whether all that is supposed holds at a point at once. Raises Malformed."""

        def doubts() -> Doubts:
            place = self.supposed.place(point, self.supposed.model)
            open_ = list(self.supposed.doubts(place, self.supposed.model))
            require_written(place, self.told)
            return next(filter(None, open_), None), None

        return self._rechecked("", "satisfied", doubts)

    def _rechecked(self, label: str, what: str, doubts: Callable[[], Doubts]) -> Rechecked:
        """The judgement on a point: `what` it is where nothing is in doubt, of what is supposed or of the rest."""
        try:
            with Budget(MAX_WORK_OF_REFUTATION, "one refutation"):
                spend(self.supposed.extent // 16)  # each entry is looked at
                supposed, stated = doubts()
        except (Rejected, NoValue) as error:
            return Rechecked(label, "rejected", _told(error))
        except Undecided as error:  # what the point is
            return Rechecked(label, "open", _told(error), unsupported=True)
        except TooLarge as error:
            return Rechecked(label, "open", str(error))
        except RecursionError:
            return Rechecked(label, "open", "nested too deeply")
        if why := supposed or stated:
            return Rechecked(label, "open", _told(why), unsupported=why is supposed)
        return Rechecked(label, what, "")


def check_refutations(bundle: Any) -> list[Rechecked]:
    """Judges the refutations of a theorem as read from JSON, which `check_bundle` has accepted. Raises Malformed."""
    return Refutations(bundle).all_judged()


def _doubts(refutation: Refutation, supposed: Supposed, told: Form) -> Doubts:
    """The doubts about a refutation: whether all that is supposed holds, whether the statement fails.

    Raises Rejected or NoValue where one of them is known not to, or the point cannot be written beside what is `told`;
    what else cannot be told does not hide it.
    """
    model = Model(refutation.model) if refutation.model is not None else supposed.model
    statement, under, fails = refutation.statement, refutation.under, refutation.fails
    if not fails and ("claim", statement) in supposed.entries:
        raise Rejected("the theorem claims what is refuted")
    place = supposed.place(refutation.point, model, statement, *under, *fails)
    varying = frozenset() if under else ranges(supposed.along)  # what is supposed, is supposed at the point alone
    stated = doubt(partial(_refutes, statement, refutation.kind, place, varying))
    open_ = list(supposed.doubts(place, model, fails))
    open_ += [doubt(partial(place.require, s)) for s in under]
    open_ += [doubt(partial(_fails, s, place)) for s in fails]
    require_written(place, (*told, statement, *under, *fails))
    return next(filter(None, open_), None), stated


def _told(error: Doubt) -> str:
    """The reason of a judgement, with what it is about as a person writes it."""
    return f"{error}: {shown(error.about, Writer([error.about]))}" if error.about else str(error)


def _fails(s: Form, place: Place) -> None:
    """Raises Rejected or Undecided unless what is left out fails at the point, or has no value there."""
    truth = place.truth(s, nothing=False)
    if truth is None:
        raise Undecided("whether what is left out fails at the point", s)
    if truth:
        raise Rejected("what is left out does not fail at the point", s)


def _refutes(statement: Form, kind: str, place: Place, varying: frozenset[Form]) -> None:
    """Raises Rejected, NoValue or Undecided unless a statement fails at a point, or has no value there."""
    slopes = _slopes(statement, varying)
    place.runs_backwards = False
    try:
        truth = place.truth(slopes or statement)
    except NoValue:
        if kind == "undefined":
            return
        raise
    if slopes and truth is not False:
        raise Undecided("whether both sides differ by more than a constant of integration")
    if kind == "undefined":
        raise Rejected("the statement has a value at the point")
    if truth:
        raise Rejected("the statement holds at the point")
    if truth is None:
        raise Undecided("whether the statement holds at the point")
    if place.runs_backwards:
        raise Undecided("whether a sum that ends before it begins is empty there, or minus a sum")


def _slopes(statement: Form, varying: frozenset[Form]) -> Form | None:
    """The consequence of an equation between indefinite integrals along a variable: both sides have one slope."""
    match statement, list(integrated(statement)):
        case ("eq", left, right), [variable] if variable in varying:
            return "eq", _slope(left, variable), _slope(right, variable)
    return None


def _slope(e: Form, variable: Form) -> Form:
    match e:
        case ("integral", body, _):
            return body  # type: ignore[no-any-return]
        case ("add" | "neg" as operation, *parts):
            return operation, *(_slope(part, variable) for part in parts)
        case ("mul", factor, *parts) if parts and not varies_in(factor, variable):
            return "mul", factor, _slope(("mul", *parts), variable)
        case ("mul", part) | ("def", _, _, part):
            return _slope(part, variable)
    return "D", e, variable
