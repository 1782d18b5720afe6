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

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..calculus.budget import Budget, TooLarge, spend
from ..forms import (
    Form,
    Malformed,
    check_statement,
    dimensions,
    freeze,
    holds_form,
    integrated,
    size,
)
from ..logic.entry import are_arbitrary, ranges
from .interpreted import varies_in
from .modelled import Model, require_around, require_reached
from .point import Place, Rejected, short
from .smooth import require_smooth
from .values import NoValue, Undecided

MAX_WORK_OF_REFUTATION = 200_000
"""So much work may be done for one point: it takes longer than that of polynomials."""


@dataclass(frozen=True)
class Rechecked:
    """A refutation, judged again: "refuted", "rejected", or "open" where that cannot be told, with the reason.

    Where it is `unsupported`, what cannot be told is whether all that is supposed holds at the point.
    """

    label: str
    outcome: str
    reason: str
    unsupported: bool = False


class Refutations:
    """A theorem as read from JSON, which `check_bundle` has accepted, and the judgement on refutations of it.

    It is read once: there may be many points. Raises Malformed.
    """

    def __init__(self, bundle: Any) -> None:
        self.entries = [(e["role"], freeze(e["statement"])) for e in bundle["entries"]]
        self.model = Model(bundle["model"]) if bundle.get("model") is not None else None
        self.along = freeze(bundle["along"])
        self.extent = sum(size(s) for s in (self.along, *(s for _, s in self.entries)))

    def judged(self, item: Any) -> Rechecked:
        """The judgement on one refutation. Raises Malformed."""
        match item:
            case {"label": str(label), "statement": _, "kind": "false" | "undefined", "under": list(), "fails": list(),
                  "point": {"symbols": dict(), "vectors": dict(), "indices": dict(), "functions": dict()}}:  # fmt: skip
                pass
            case _:
                raise Malformed("a refutation is an object with label, statement, kind, under, fails and point")
        try:
            with Budget(MAX_WORK_OF_REFUTATION, "one refutation"):
                spend(self.extent // 16)  # each entry is looked at
                own = Model(item["model"]) if item.get("model") is not None else self.model
                supposed, stated = _doubts(item, self.entries, self.along, own)
        except (Rejected, NoValue) as error:
            return Rechecked(label, "rejected", str(error))
        except TooLarge as error:
            return Rechecked(label, "open", str(error))
        except RecursionError:
            return Rechecked(label, "open", "nested too deeply")
        outcome = "open" if supposed or stated else "refuted"
        return Rechecked(label, outcome, supposed or stated, unsupported=bool(supposed))


def check_refutations(bundle: Any) -> list[Rechecked]:
    """Judges the refutations of a theorem as read from JSON, which `check_bundle` has accepted. Raises Malformed."""
    if not isinstance(bundle.get("refutations", []), list):
        raise Malformed("refutations are a list")
    theorem = Refutations(bundle)
    return [theorem.judged(item) for item in bundle.get("refutations", ())]


def _doubts(item: Any, entries: list[tuple[str, Form]], along: Form, model: Model | None) -> tuple[str, str]:
    """What of a refutation cannot be told: whether all that is supposed holds, whether the statement fails.

    Raises Rejected or NoValue where one of them is known not to; what else cannot be told does not hide it.
    """
    statement, under, fails = (freeze(item[part]) for part in ("statement", "under", "fails"))
    for s in (statement, *under, *fails):
        check_statement(s)
    if not fails and ("claim", statement) in entries:
        raise Rejected("the theorem claims what is refuted")
    try:
        place = Place(item["point"], {d for s in (statement, *under, *(s for _, s in entries)) for d in dimensions(s)})
    except Undecided as error:
        return str(error), ""
    varying = frozenset() if under else ranges(along)  # what is supposed, is supposed at the point alone
    stated = _doubt(partial(_refutes, statement, item["kind"], place, varying))

    def suppositions() -> Iterator[Callable[[], None]]:
        for role, s in entries:
            is_out = role == "constant" and s[1][1] not in place.symbols and not holds_form(statement, s[1])
            if role in ("where", "given", "constant") and s not in fails and not is_out:
                yield partial(_suppose, role, s, place, along, model)
        yield from (partial(place.require, s) for s in under)
        yield from (partial(_fails, s, place) for s in fails)

    supposed = list(map(_doubt, suppositions()))
    return next(filter(None, supposed), ""), stated


def _doubt(judged: Callable[[], None]) -> str:
    """Why something cannot be told; nothing where it holds. Raises Rejected or NoValue where it does not."""
    try:
        judged()
    except Undecided as error:
        return str(error)
    return ""


def _suppose(role: str, s: Form, place: Place, along: Form, model: Model | None) -> None:
    """Raises Rejected, NoValue or Undecided unless an entry holds at the point, and as far around it as it has to."""
    moves = any(varies_in(s, v) for v in ranges(along))  # a function is one function, whatever varies
    if s[0] == "differentiable":
        _suppose_smooth(s, place, along)
    elif role == "constant" or not moves:
        place.require(s)
    elif role == "where":
        _suppose_around(s, place, along, model)
    elif s[0] not in ("eq", "or"):
        raise Undecided(f"whether what is given holds identically along a variable: {short(s)}")
    else:
        _doubt(partial(place.require, s))  # what the model shows may be more than exact numbers can tell
        if model is None:
            raise Undecided(f"whether what is given holds identically along a variable: {short(s)}")
        model.holds(s, place, along)


def _suppose_around(s: Form, place: Place, along: Form, model: Model | None) -> None:
    """Raises Rejected, NoValue or Undecided unless a hypothesis holds at the point and around it.

    One that holds with equality, as 0 >= 0, may fail beside the point: then a model has to show that it does not.
    """
    try:
        require_around(place, s, along)
    except Undecided:
        if model is None:
            raise
        model.holds(s, place, along)


def _suppose_smooth(s: Form, place: Place, along: Form) -> None:
    """Raises Rejected, NoValue or Undecided unless a function is as often differentiable as it has to be.

    Where a term has a derivative at a point, as derivatives are taken there, it has all of them around the point.
    """
    if are_arbitrary(s[1][3], along):
        require_smooth(place, s[1][1])
    else:
        require_reached(place, s, along)
        place.require(s)


def _fails(s: Form, place: Place) -> None:
    """Raises Rejected or Undecided unless what is left out fails at the point, or has no value there."""
    truth = place.truth(s, nothing=False)
    if truth is None:
        raise Undecided(f"whether what is left out fails at the point: {short(s)}")
    if truth:
        raise Rejected(f"what is left out does not fail at the point: {short(s)}")


def _refutes(statement: Form, kind: str, place: Place, varying: frozenset[Form]) -> None:
    """Raises Rejected, NoValue or Undecided unless a statement fails at a point, or has no value there."""
    slopes = _slopes(statement, varying)
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


def _slopes(statement: Form, varying: frozenset[Form]) -> Form | None:
    """What follows from an equation between indefinite integrals along a variable: both sides have one slope."""
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
