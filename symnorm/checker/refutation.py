"""Refutations of a bundle, judged again: a point at which all that is supposed holds, and a statement does not.

    {"label", "statement", "kind": "false" | "undefined",
     "under": [statement, ...],      what has to hold at the point besides the hypotheses of the theorem
     "fails": [statement, ...],      the hypotheses that are left out; each has to fail at the point
     "point": {"symbols": {name: expression}, "vectors": {name: [expression, ...]}, "indices": {name: number},
               "functions": {name: [[variable, ...], expression]}}}

stands among the "refutations" of a theorem. Where something is given identically along a variable, no point shows it.
Then the theorem has a "model": {"functions": {...}, "symbols": {...}, "theorem": {...}}. That theorem claims what is
given, with these functions and symbols put in; the hypotheses that it uses have to hold at the point.

A value is a rational number or an enclosure (see `values`): what they do not decide is `open`, and is not passed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .calculus.budget import Budget, TooLarge
from .calculus.normal import renamed
from .forms import (
    Form,
    Malformed,
    check_statement,
    dimensions,
    free_indices,
    freeze,
    holds_form,
    holds_operation,
    subforms,
)
from .logic.entry import are_arbitrary
from .logic.theorem import check_bundle
from .point import Place, Rejected, interpretation, short
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


def check_refutations(bundle: Any) -> list[Rechecked]:
    """Judges the refutations of a theorem as read from JSON, which `check_bundle` has accepted. Raises Malformed."""
    entries = [(e["role"], freeze(e["statement"])) for e in bundle["entries"]]
    if not isinstance(bundle.get("refutations", []), list):
        raise Malformed("refutations are a list")
    model = _Model(bundle["model"]) if bundle.get("model") is not None else None
    found = []
    for item in bundle.get("refutations", ()):
        match item:
            case {"label": str(label), "statement": _, "kind": "false" | "undefined", "under": list(), "fails": list(),
                  "point": {"symbols": dict(), "vectors": dict(), "indices": dict(), "functions": dict()}}:  # fmt: skip
                pass
            case _:
                raise Malformed("a refutation is an object with label, statement, kind, under, fails and point")
        try:
            with Budget(MAX_WORK_OF_REFUTATION, "one refutation"):
                own = _Model(item["model"]) if item.get("model") is not None else model
                place = _place(item, entries, freeze(bundle["along"]), own)
                _refutes(freeze(item["statement"]), item["kind"], place)
            found.append(Rechecked(label, "refuted", ""))
        except (Rejected, NoValue) as error:
            found.append(Rechecked(label, "rejected", str(error)))
        except _Unsupported as error:
            found.append(Rechecked(label, "open", str(error), unsupported=True))
        except Undecided as error:
            found.append(Rechecked(label, "open", str(error)))
        except TooLarge as error:
            found.append(Rechecked(label, "open", str(error)))
        except RecursionError:
            found.append(Rechecked(label, "open", "nested too deeply"))
    return found


class _Unsupported(Undecided):
    """It is not known whether all that is supposed holds at the point."""


def _place(item: Any, entries: list[tuple[str, Form]], along: Form, model: _Model | None) -> Place:
    """The point of an item, at which all that is supposed holds. Raises Rejected, NoValue or _Unsupported."""
    statement, under, fails = (freeze(item[part]) for part in ("statement", "under", "fails"))
    for s in (statement, *under, *fails):
        check_statement(s)
    if not fails and ("claim", statement) in entries:
        raise Rejected("the theorem claims what is refuted")
    try:
        place = Place(item["point"], {d for s in (statement, *under, *(s for _, s in entries)) for d in dimensions(s)})
        for role, s in entries:
            is_out = role == "constant" and s[1][1] not in place.symbols and not holds_form(statement, s[1])
            if role in ("where", "given", "constant") and s not in fails and not is_out:
                _suppose(role, s, place, along, model)
        for s in under:
            place.require(s)
        for s in fails:
            if place.truth(s, nothing=False) is not False:
                raise Rejected(f"what is left out does not fail at the point: {short(s)}")
    except Undecided as error:
        raise _Unsupported(str(error)) from None
    return place


def _suppose(role: str, s: Form, place: Place, along: Form, model: _Model | None) -> None:
    """Raises Rejected, NoValue or Undecided unless an entry holds at the point, and as far around it as it has to."""
    varying = {v[1] if v[0] == "interval" else v for v in along}
    moves = any(_moves(s, v) for v in varying) or (bool(varying) and holds_operation(s, "app"))
    if s[0] == "differentiable" and are_arbitrary(s[1][3], along):
        raise Undecided(f"whether this holds for every number: {short(s)}")
    if role == "constant" or not moves:
        place.require(s)
    elif role == "given" and s[0] in ("eq", "or"):
        if model is None:
            raise Undecided(f"what is given holds identically along a variable: {short(s)}")
        model.holds(s, place, along)
    elif role == "given":
        raise Undecided(f"whether what is given holds identically along a variable: {short(s)}")
    elif any(_moves(s, v[1]) for v in along if v[0] == "interval"):
        raise Undecided(f"whether this holds on a whole interval: {short(s)}")
    else:
        place.require(s, strictly=True)


def _refutes(statement: Form, kind: str, place: Place) -> None:
    """Raises Rejected, NoValue or Undecided unless a statement fails at a point, or has no value there."""
    try:
        truth = place.truth(statement)
    except NoValue:
        if kind == "undefined":
            return
        raise
    if kind == "undefined":
        raise Rejected("the statement has a value at the point")
    if truth:
        raise Rejected("the statement holds at the point")
    if truth is None:
        raise Undecided("whether the statement holds at the point")


def _moves(form: Form, variable: Form) -> bool:
    """Whether a statement speaks of what varies."""
    if variable[0] == "sym":
        return holds_form(form, variable)
    return any(part[:2] == ("coord", variable[1]) for part in subforms(form))


class _Model:
    """Functions that satisfy what is given, certified."""

    def __init__(self, model: Any) -> None:
        match model:
            case {"functions": dict(functions), "symbols": dict(symbols),
                  "theorem": {"entries": list(entries), **rest}}:  # fmt: skip
                self.functions = {n: interpretation(n, f) for n, f in functions.items()}
                self.symbols = {n: freeze(e) for n, e in symbols.items()}
                self.judgements = check_bundle({"entries": entries, **rest})
                self.entries = [(e["role"], freeze(e["statement"])) for e in entries]
            case _:
                raise Malformed("a model is an object with functions, symbols and theorem")

    def holds(self, given: Form, place: Place, along: Form) -> None:
        """Raises Rejected or Undecided unless what is given holds identically around the point, by the model.

        Where an interval reaches further, what the model needs may not hold all the way: that is not decided here.
        """
        varying = {v[1] if v[0] == "interval" else v for v in along}
        far = [v[1] for v in along if v[0] == "interval"]
        functions = {n: f for n, f in self.functions.items() if any(part[:2] == ("app", n) for part in subforms(given))}
        symbols = {n: e for n, e in self.symbols.items() if place.symbols.get(n) == e}
        if any(place.functions.get(n) != f for n, f in functions.items()):
            raise Undecided(f"what is given holds identically, with other functions than the model's: {short(given)}")
        if any(_moves(e, v) for e in symbols.values() for v in varying):
            raise Undecided(f"a value of the model moves along a variable: {short(given)}")
        wanted = put_in(given, functions, symbols)
        for (role, statement), judgement in zip(self.entries, self.judgements, strict=True):
            if role == "claim" and statement == wanted and judgement.accepted:
                for n in self._rests_on(judgement.used):
                    used = self.entries[n][1]
                    if any(_moves(used, v) for v in far):
                        raise Undecided(f"whether this holds on a whole interval: {short(used)}")
                    place.require(used, strictly=any(_moves(used, v) for v in varying))
                return
        raise Undecided(f"the model does not show what is given: {short(given)}")


    def _rests_on(self, used: Iterable[int]) -> set[int]:
        """The hypotheses on which entries rest, directly or through claims. Raises Rejected for anything else."""
        found: set[int] = set()
        ahead = list(used)
        while ahead:
            n = ahead.pop()
            if self.entries[n][0] == "where":
                found.add(n)
            elif self.entries[n][0] in ("claim", "step"):
                ahead += self.judgements[n].used
            else:
                raise Rejected("a model rests on hypotheses alone")
        return found


def put_in(form: Form, functions: Mapping[str, tuple[Form, Form]], symbols: Mapping[str, Form]) -> Form:
    """A statement or expression with terms in the place of functions and symbols.

    Raises Undecided where something in it would get another meaning.
    """
    match form:
        case ("app", str(n), _, arguments) if n in functions:
            variables, body = functions[n]
            for formal, actual in zip(variables, arguments, strict=True):
                if formal[0] == "coord" == actual[0] and formal[1] == actual[1]:
                    body = _renamed(body, formal[2], actual[2])
                elif formal != actual:
                    body = _replaced(body, formal, actual)
            return put_in(body, {}, symbols)
        case ("sym", str(n)) if n in symbols:
            return symbols[n]
        case ("D" | "integral" | "at", _, ("sym", n), *_) if n in symbols:
            raise Undecided(f"{n} varies, and has a value")
        case ("sum", index, *_) if any(index in free_indices(e) for e in symbols.values()):
            raise Undecided(f"a value speaks of channel {index}, over which there is a sum")
    return tuple(put_in(part, functions, symbols) if isinstance(part, tuple) else part for part in form)


def _renamed(body: Form, old: str, new: str) -> Form:
    """The body in another channel; a sum in it over the index of that channel gets an index of its own."""
    return body if old == new else renamed(_apart(body, new), old, new)


def _apart(form: Form, index: str) -> Form:
    own = f"{index}_"
    if form[:2] == ("sum", index):
        if own in free_indices(form) or any(part[:2] == ("sum", own) for part in subforms(form)):
            raise Undecided(f"sums over {index} and {own} in a function")
        form = ("sum", own, *form[2:4], renamed(form[4], index, own))
    return tuple(_apart(part, index) if isinstance(part, tuple) and part else part for part in form)


def _replaced(body: Form, formal: Form, actual: Form) -> Form:
    if body == formal:
        return actual
    if body[:1] in (("D",), ("at",), ("integral",), ("sum",)):
        raise Undecided("a derivative or a sum in a function that stands at something else than its variables")
    return tuple(_replaced(part, formal, actual) if isinstance(part, tuple) and part else part for part in body)
