"""The points and models of a bundle, judged by plain evaluation (`plain_values`): by nothing that symnorm has.

What varies is moved from the point, one way and the other, near to it and as far as an interval reaches: what is
supposed has to hold there as well. That is no proof, but it sees what a proof may have overlooked.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from plain_values import (
    CALC,
    Form,
    Frame,
    NoPoint,
    NoValue,
    Slot,
    Unsure,
    World,
    added,
    alike,
    frozen,
    holds,
    parts,
    real,
)

HOLDS, FAILS, VALUELESS, UNSURE, UNFIT = "holds", "fails", "has no value", "cannot be told", "no point"
NEAR = Fraction(1, 10**12)
TRIALS = 4


def told(judged: Any) -> str:
    """What comes of a question whether something holds."""
    try:
        return HOLDS if judged() else FAILS
    except NoValue:
        return VALUELESS
    except Unsure:
        return UNSURE
    except NoPoint:
        return UNFIT


class Theorem:
    """What a bundle says of one theorem."""

    def __init__(self, bundle: Any) -> None:
        self.along = frozen(bundle["along"])
        self.entries = [(e["role"], frozen(e["statement"])) for e in bundle["entries"]]
        self.bundle = bundle

    def satisfied(self, point: Any, besides: tuple[Form, ...] = (), left_out: tuple[Form, ...] = ()) -> str:
        """Whether all that is supposed holds at a point, and around it."""
        world = World(point)
        found = [self._supposed(s, world) for s in self._premises(world, besides) if s not in left_out]
        for s in besides:  # what else is said, for the values that functions take there
            told(partial(holds, s, world.here))
        if not all(map(world.is_function, world.functions)):
            found.append(FAILS)
        if not world.is_of_one_size():
            found.append(UNFIT)
        return worst(found)

    def _premises(self, world: World, besides: tuple[Form, ...]) -> Iterator[Form]:
        for role, s in self.entries:
            is_named = role == "constant" and (s[1][1] in world.symbols or any(s[1] in parts(b) for b in besides))
            if role in ("where", "given") or is_named:
                yield s

    def _supposed(self, s: Form, world: World) -> str:
        if s[0] == "differentiable" and not any(_speaks(s, v) for v in self._ranges()):
            return self._is_smooth(s, world)
        found = [statement(s, world.here)]
        varying = [v for v in self._ranges() if _speaks(s, v)]
        if varying and found == [HOLDS]:
            found += [statement(s, moved) for moved in (*self._near(world, varying), *self._between(world, s))]
        return worst(found)

    def _is_smooth(self, s: Form, world: World) -> str:
        """Whether a function has its derivatives at many numbers: its arguments stand for any."""
        slots: list[Slot] = [(a[1], ()) for a in s[1][3]]
        random = Random(repr(s))
        values = [[Fraction(random.randint(-40, 40), random.randint(1, 7)) for _ in slots] for _ in range(12)]
        frames = (Frame(world, dict(zip(slots, v, strict=True))) for v in [[Fraction(0)] * len(slots), *values])
        return worst([statement(s, frame) for frame in frames])

    def _ranges(self) -> list[Form]:
        return [v[1] if v[0] == "interval" else v for v in self.along]

    def _near(self, world: World, varying: list[Form]) -> Iterator[Frame]:
        """The point with all that varies moved a little."""
        slots = [slot for v in varying for slot in _slots(v, world)]
        random = Random(repr(slots))
        for _ in range(TRIALS):
            steps = {slot: random.choice((-1, 1)) * random.randint(1, 999) * NEAR for slot in slots}
            yield Frame(world, {slot: added([world.base(slot), step]) for slot, step in steps.items()})

    def _between(self, world: World, s: Form) -> Iterator[Frame]:
        """The point with variables moved to where their intervals reach, and on the way there."""
        ways: dict[Slot, list[Any]] = {}
        for _, variable, end in (v for v in self.along if v[0] == "interval" and _speaks(s, v[1])):
            [slot] = _slots(variable, world)
            ways.setdefault(slot, []).append(world.here(end, world.named))
        random = Random(repr(sorted(ways)))
        for part in (Fraction(1), Fraction(1, 2), *(Fraction(random.randint(1, 99), 100) for _ in range(6))):
            chosen = {slot: random.choice(ends) for slot, ends in ways.items()}
            yield Frame(world, {slot: _along(world.base(slot), end, part) for slot, end in chosen.items()})

    def hypotheses(self) -> str:
        """Whether all holds at the point that the bundle has."""
        return self.satisfied(self.bundle["point"])

    def refuted(self, item: Any) -> str:
        """HOLDS if what is said of a refutation is so: all that is supposed holds, and the statement does not."""
        s, under, fails = (frozen(item[key]) for key in ("statement", "under", "fails"))
        world = World(item["point"])
        supposed = self.satisfied(item["point"], (s, *under, *fails), fails)
        found = [supposed, *(statement(u, world.here) for u in under)]
        found += [_instead(statement(f, world.here), (FAILS, VALUELESS)) for f in fails]
        found.append(_instead(statement(s, world.here), (FAILS,) if item["kind"] == "false" else (VALUELESS,)))
        return worst(found)


def _along(start: Any, end: Any, part: Fraction) -> Any:
    """A number between two."""
    start, end, part = alike([start, end, part])
    return start + (end - start) * part


def modelled(bundle: Any) -> Iterator[tuple[Theorem, Any]]:
    """The models of a theorem, as theorems that suppose what they claim; and the point where each is meant to hold."""
    for said, point in [(bundle["model"], bundle["point"]), *((r["model"], r["point"]) for r in bundle["refutations"])]:
        if said is not None:
            shown = [{**e, "role": "where"} for e in said["theorem"]["entries"] if e["role"] in ("where", "claim")]
            yield Theorem({**said["theorem"], "entries": shown}), point


def _instead(answer: str, wanted: tuple[str, ...]) -> str:
    """HOLDS if the answer is as wanted; what is not told stays so."""
    return HOLDS if answer in wanted else FAILS if answer in (HOLDS, FAILS, VALUELESS) else answer


def worst(found: list[str]) -> str:
    """The worst of several answers."""
    return next((why for why in (UNFIT, VALUELESS, FAILS, UNSURE) if why in found), HOLDS)


def statement(s: Form, frame: Frame) -> str:
    """Whether a statement holds; one between antiderivatives, up to a constant."""
    integrated = {part[2] for part in parts(s) if part[:1] == ("integral",)}
    if not integrated:
        return told(partial(holds, s, frame))
    if s[0] != "eq" or len(integrated) > 1:
        return UNSURE
    return told(partial(_same_slope, s, integrated.pop(), frame))


def _same_slope(s: Form, variable: Form, frame: Frame) -> bool:
    """Whether two antiderivatives differ by a constant, as far as two places tell."""
    slot, channels = frame.slot(variable, frame.world.named), frame.world.named
    here = frame.world.base(slot)

    def apart(step: Fraction) -> Any:
        moved = frame.move(slot, added([here, step]))
        return real(moved(s[1], channels)) - real(moved(s[2], channels))

    first = apart(Fraction(0))
    return all(abs(apart(Fraction(1, n)) - first) < CALC.mpf(10) ** -12 for n in (2**10, -(2**12)))


def _speaks(form: Form, variable: Form) -> bool:
    """Whether a form speaks of a variable, or of an entry of its vector or array."""
    head = variable if variable[0] == "sym" else ("coord", variable[1])
    return any(part[: len(head)] == head for part in parts(form))


def _slots(variable: Form, world: World) -> list[Slot]:
    if variable[0] == "vector":
        return [(variable[1], place) for place in _places(world.vectors.get(variable[1], ()))]
    return [world.here.slot(variable, world.named)]


def _places(entries: Form) -> Iterator[tuple[int, ...]]:
    """Where the entries of a vector or an array stand; an entry begins with a word."""
    for n, entry in enumerate(entries, start=1):
        yield from ((n, *inner) for inner in _places(entry)) if isinstance(entry[0], tuple) else [(n,)]
