"""Suppositions of a theorem at a point: that each hypothesis holds there, and as far around it as it has to.

    {"symbols": {name: expression}, "vectors": {name: [expression, ...]}, "indices": {name: number},
     "functions": {name: [[variable, ...], expression]}}

is the "point" of a theorem at which all that it supposes holds at once: it is about something. Where something is
given identically along a variable, or is supposed of every whole number, or holds with equality, no point shows it,
and there is a "model" (see `modelled`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Any

from ..forms import Form, dimensions, free_wholes, freeze, size, varies_in
from ..logic.entry import are_arbitrary, ranges
from ..logic.rules import INEQUALITIES
from .calculated import require_calculated, require_possible
from .modelled import Model, ends_of, require_around
from .names import require_names
from .one import require_one
from .point import Place
from .smooth import require_smooth
from .values import Undecided


class Supposed:
    """The suppositions of a theorem, as read from JSON that `check_bundle` has accepted. Raises Malformed.

    Where it `is_calculated`, it is evaluated as the calculus has it, too (see `calculated`).
    """

    def __init__(self, bundle: Any, is_calculated: bool) -> None:
        self.is_calculated = is_calculated
        self.entries = [(e["role"], freeze(e["statement"])) for e in bundle["entries"]]
        self.model = Model(bundle["model"]) if bundle.get("model") is not None else None
        self.along = freeze(bundle["along"])
        self.extent = sum(size(s) for s in (self.along, *(s for _, s in self.entries)))

    def place(self, point: Any, model: Model | None, *besides: Form) -> Place:
        """The values of names at a point, where statements stand besides. Raises Rejected, NoValue or Undecided."""
        statements = (*besides, *(s for _, s in self.entries))
        place = Place(point, {d for s in (*statements, self.along) for d in dimensions(s)}, (*statements, self.along))
        values = (*place.symbols.values(), *place.vectors.values())
        shown = () if model is None else tuple(s for _, s in model.entries)
        require_names(place, (*statements, *shown, *self.along))
        require_one(place.functions, (*statements, *shown, *self.along, *values), ranges(self.along))
        for _, variable, end in (v for v in self.along if v[0] == "interval"):  # both have a value, whoever asks
            place.root(variable, place.channels)
            place.root(end, place.channels)
        return place

    def doubts(self, place: Place, model: Model | None, fails: Collection[Form] = ()) -> Iterator[Undecided | None]:
        """Doubts about all that is supposed but for what `fails`: None for each supposition that holds.

        A constant without a value is left out: what speaks of it has none either. Raises Rejected or NoValue where
        something is known not to hold.
        """
        for role, s in self.entries:
            is_out = role == "constant" and s[1][1] not in place.symbols
            if role in ("where", "given", "constant") and s not in fails and not is_out:
                yield doubt(partial(_suppose, role, s, place, self.along, model))
                if self.is_calculated:
                    yield doubt(partial(require_calculated, s, place))


def doubt(judged: Callable[[], None]) -> Undecided | None:
    """Why something cannot be told; None where it holds. Raises Rejected or NoValue where it does not."""
    try:
        judged()
    except Undecided as error:
        return error
    return None


def _suppose(role: str, s: Form, place: Place, along: Form, model: Model | None) -> None:
    """Raises Rejected, NoValue or Undecided unless an entry holds at the point, and as far around it as it has to.

    What numbers cannot tell, a model may: that two exponentials are equal, or that what holds with equality at the
    point, as 0 >= 0, does not fail beside it.
    """
    require_possible(s)
    try:
        _require(role, s, place, along)
    except Undecided:
        if model is None or s[0] == "differentiable":
            raise
        model.holds(s, place, along)


def _require(role: str, s: Form, place: Place, along: Form) -> None:
    """The same, without a model."""
    if s[0] == "differentiable":
        _require_differentiable(s, place, along)
    elif role == "constant" or not (free_wholes(s) or any(varies_in(s, v) for v in ranges(along))):
        place.require(s)
    elif free_wholes(s):
        doubt(partial(place.require, s))
        raise Undecided("whether this holds for every whole number", s)
    elif s[0] in INEQUALITIES:
        require_around(place, s, along)
    else:
        doubt(partial(place.require, s))  # whether or not this can be told, it is not all
        raise Undecided("whether what is given holds identically along a variable", s)


def _require_differentiable(s: Form, place: Place, along: Form) -> None:
    """Raises Rejected, NoValue or Undecided unless a function is as often differentiable as it has to be.

    Where a term has a derivative at a point, as derivatives are taken there, it has all of them around the point.
    """
    if are_arbitrary(s[1][3], along):
        require_smooth(place, s[1][1])
    else:
        place.require(s)
        if ends := ends_of(s, along):
            place.require_beside(s, (), ends)
