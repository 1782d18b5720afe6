"""Models, by which suppositions hold identically: functions, and a theorem that claims it of them.

Where an equation is given along a variable, or a hypothesis holds with equality, no point shows that it holds around
it; nor does one show that something holds for every whole number; and numbers do not tell that two exponentials are
equal. Then a theorem has a "model": {"functions": {...}, "symbols": {...}, "theorem": {...}}. That theorem, along the
same variables, claims what is supposed, with these functions and symbols put in; the hypotheses that it uses have to
hold at the point and around it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..forms import Form, Malformed, dimensions, free_wholes, freeze, holds_form, lengths, subforms, varies_in
from ..logic.entry import ranges
from ..logic.theorem import check_bundle
from .calculated import require_possible
from .interpreted import put_in
from .point import Place, Point, Rejected
from .values import NoValue, Undecided


def ends_of(statement: Form, along: Form) -> Form:
    """(variable, point) of each interval on which a statement has to hold: as far as that point.

    Raises Undecided for a point that varies itself: it would have to be looked at wherever it ranges.
    """
    ends = tuple(v[1:] for v in along if v[0] == "interval" and varies_in(statement, v[1]))
    if any(varies_in(end, v) for _, end in ends for v in ranges(along)):
        raise Undecided("whether this holds as far as a point that varies itself", statement)
    return ends


def require_around(place: Place, statement: Form, along: Form) -> None:
    """Raises Rejected, NoValue or Undecided unless an inequality holds at the point, and as far as variables reach."""
    place.require(statement)
    if varying := {v for v in ranges(along) if varies_in(statement, v)}:
        strict = {"le": "lt", "ge": "gt"}.get(statement[0], statement[0])
        place.require_beside((strict, *statement[1:]), varying, ends_of(statement, along))


class Model:
    """Functions that satisfy what is given, certified."""

    def __init__(self, model: Any) -> None:
        match model:
            case {"functions": dict(functions), "symbols": dict(symbols),
                  "theorem": {"entries": list(entries), "along": along, **rest}, **others} if not others:  # fmt: skip
                said = Point({"functions": functions, "symbols": symbols, "vectors": {}, "indices": {}})
                self.functions, self.symbols = said.functions, said.symbols
                self.along = freeze(along)
                self.judgements = check_bundle({"entries": entries, "along": along, **rest})
                self.entries = [(e["role"], freeze(e["statement"])) for e in entries]
                self.sizes = {d for _, s in self.entries for d in dimensions(s) | lengths(s)}
            case _:
                raise Malformed("a model is an object with functions, symbols and theorem")

    def holds(self, supposed: Form, place: Place, along: Form) -> None:
        """Raises Rejected, NoValue or Undecided unless what is supposed holds identically around the point."""
        if self.along != along:
            raise Rejected("the model is one along other variables than the theorem")
        if not self.sizes <= place.sizes | place.lengths:
            raise Rejected("the model speaks of channels of which neither the theorem nor the point does")
        applied = {part[1] for part in subforms(supposed) if part[:1] == ("app",)}
        functions = {n: f for n, f in self.functions.items() if n in applied}
        if any(place.functions.get(n) != f for n, f in functions.items()):
            raise Undecided("whether this holds identically, with other functions than the model's", supposed)
        spoken_of = (supposed, *(body for _, body in functions.values()))
        symbols = {
            n: e for n, e in self.symbols.items()
            if place.symbols.get(n) == e and any(holds_form(form, ("sym", n)) for form in spoken_of)
        }  # fmt: skip
        wanted = put_in(supposed, functions, symbols, ranges(along))
        for (role, statement), judgement in zip(self.entries, self.judgements, strict=True):
            if role == "claim" and statement == wanted and judgement.accepted:
                for n in self._rests_on(judgement.used):
                    self._applies(self.entries[n][1], place)
                return
        raise Undecided("the model does not show what is supposed", supposed)

    def _applies(self, hypothesis: Form, place: Place) -> None:
        """Raises Undecided unless a hypothesis of the model holds around the point."""
        require_possible(hypothesis)
        if free_wholes(hypothesis):
            raise Undecided("the model supposes something of every whole number", hypothesis)
        try:
            require_around(place, hypothesis, self.along)
        except (Rejected, NoValue) as error:
            raise Undecided(f"the model supposes what is not so: {error}", error.about) from None

    def _rests_on(self, used: Iterable[int]) -> set[int]:
        """The hypotheses on which claims rest, directly or through others. Raises Rejected for anything else.

        A claim is not accepted before all that was supposed for it is discharged.
        """
        found: set[int] = set()
        ahead = list(used)
        while ahead:
            n = ahead.pop()
            role, statement = self.entries[n]
            if role == "where" and statement[0] != "differentiable":
                found.add(n)
            elif role in ("claim", "step"):
                ahead += self.judgements[n].used
            elif role != "suppose":
                raise Rejected("a model rests on inequalities alone")
        return found
