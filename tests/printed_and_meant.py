"""What is printed against what is judged: terms evaluated as printed beside their plain forms in the checker.

`statement` says what becomes of each number that a statement speaks of, at a point. Nothing may be `DIFFERENT`: the
plain form has another value than what is printed, or a value where that has none. `ASKS` is only for sums that begin at
another number, as at t + 1: they are differences of two sums, and so ask for values from the start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from types import MappingProxyType
from typing import Any

import terms_at_random
from as_printed import Printed
from meaning import FLOATS, Arithmetic, Form, Undefined, Unsure, of_digits
from printed_values import Unknown, listed, objects
from printed_world import World, opened
from terms_at_random import Terms

from symnorm.checker.calculus.budget import Budget, TooLarge
from symnorm.checker.forms import Malformed, freeze, set_of
from symnorm.checker.refutation.point import Place, Rejected
from symnorm.checker.refutation.values import PRECISION, NoValue, Undecided, bounds_of
from symnorm.language import LanguageError, Statement, Term
from symnorm.language.entrywise import Entrywise
from symnorm.language.statements import Cases, EntriesThere
from symnorm.language.terms import form
from symnorm.witness import Point

SAME, DIFFERENT, VALUELESS, UNSURE = "the same value", "DIFFERENT", "neither has a value", "cannot be told"
ASKS = "a value as printed only: a sum from another number on"
REFUSED, UNKNOWN = "refused by the language", "not known as printed"
MAX_WORK = 3_000_000
DIGITS = of_digits(250, 1e-120)


class Here:
    """A point, as the checker sees it and as what is printed is read there."""

    def __init__(self, point: Point, statements: Iterable[Statement], defined: Mapping[str, Term]) -> None:
        tops = [t for s in statements for t in s.printed()]
        said, sets = point.form(), _sets(tops)
        self.channels = next((n for n, is_length in sets.items() if not is_length), "")
        self.sizes = {n: int(point.values["symbol", n]) for n in sets if ("symbol", n) in point.values}
        forms = [freeze(s.form()) for s in statements]
        with Budget(MAX_WORK, "a point"):
            self.place = Place(said, [("sym", self.channels)] if self.channels else [], forms)
        self.printed = {ar: Printed(_world(ar, point, self.place, self.sizes, defined)) for ar in (FLOATS, DIGITS)}

    def value(self, form: Form, members: Mapping[str, int]) -> Fraction | None:
        """The value of a form, near enough; None if it has none."""
        channels = {**self.place.channels, **{i: n + 1 for i, n in members.items()}}
        try:
            with Budget(MAX_WORK, "a value"):
                low, high = bounds_of(self.place.root(freeze(form), channels))
        except NoValue:
            return None
        if (high - low) << 200 > (1 << PRECISION) + abs(low):
            raise Unsure
        return _middle((low, high))

    def outcome(self, number: Number) -> str:
        """What becomes of a number that is printed."""
        try:
            meant = self.value(number.form, number.members)
        except (Undecided, TooLarge, Unsure):
            return UNSURE
        except (Rejected, Malformed) as error:
            return f"{UNKNOWN}: {str(error).partition(' ')[0]}..."
        for ar, printed in self.printed.items():
            try:
                found = number.read(printed)
            except (Unsure, OverflowError):
                continue
            except Undefined:
                if meant is not None and not ar.is_exact:  # two floats that are equal may be two numbers that are not
                    continue
                return VALUELESS if meant is None else DIFFERENT
            except Unknown as error:
                return f"{UNKNOWN}: {error}"
            if meant is None:
                return ASKS if number.is_of_differences else DIFFERENT
            wanted = ar.number(meant)
            if abs(found - wanted) <= (1e-25 if ar.is_exact else 1e-9) * (1 + abs(wanted)):
                return SAME
            if ar.is_exact:
                return DIFFERENT
        return UNSURE

    def size(self, index: str) -> int:
        return self.sizes[set_of(index) or self.channels]


@dataclass(frozen=True)
class Number:
    """A number that a statement speaks of: how it is read as printed, and the form of what it means."""

    read: Callable[[Printed], Any]
    meant: Term
    members: Mapping[str, int] = field(default_factory=dict)

    @property
    def form(self) -> Form:
        return form(self.meant)

    @property
    def is_of_differences(self) -> bool:
        """Whether it has a sum that begins at a whole number, as at t + 1."""
        return any(t.op == "between" and t.args[1].op != "num" for t in self.meant.as_written())


def numbers(s: Statement, here: Here) -> Iterator[Number]:
    """The numbers that a statement speaks of: both sides of an equation of vectors, in each channel."""
    match s:
        case Entrywise():
            for side, part in zip(s.shown, s.parts, strict=True):
                for members in product(*(range(here.size(i)) for i in s.indices)):
                    yield Number(partial(_entry, side, members), part, dict(zip(s.indices, members, strict=True)))
                if s.left is s.right:
                    return
        case EntriesThere():
            for n, (part, value) in enumerate(zip(s.parts, s.values, strict=True)):
                yield Number(partial(_there, s, n), part.parts[0])
                yield Number(partial(_number, value), part.parts[1])
        case Cases():
            for part, (value, condition) in zip(s.parts, s.rows, strict=True):
                while part.kind == "implies":
                    part = part.parts[1]
                for term, meant in zip((s.left, value), part.parts, strict=True):
                    yield Number(partial(_number, term), meant)
                if condition is not None:
                    yield from numbers(condition, here)
        case Statement(kind="or" | "and" | "implies" | "iff"):
            for part in s.parts:
                yield from numbers(part, here)
        case _:
            yield from _of_relation(s, here)


def _of_relation(s: Statement, here: Here) -> Iterator[Number]:
    """The sides of a relation, for every channel where it is of every one."""
    for side in dict.fromkeys(s.parts):
        stars = sorted(i for i in opened(side) if i[0][0] == "*")
        for members in product(*(range(here.size(i)) for i in stars)):
            bound = dict(zip(stars, members, strict=True))
            yield Number(partial(_number, side, members=bound), side, bound)


def _number(t: Term, printed: Printed, members: Mapping[str, int] = MappingProxyType({})) -> Any:
    for index, member in members.items():
        printed = printed.binding(index, member)
    return printed.number(t)


def _entry(t: Term, members: tuple[int, ...], printed: Printed) -> Any:
    return printed(t).entry(members)


def _there(s: EntriesThere, n: int, printed: Printed) -> Any:
    return listed(printed.at(s.pairs)(s.body).entries)[n]


def _sets(terms: Iterable[Term]) -> dict[str, bool]:
    """The names of the sizes of all sets in some terms, and whether each is the length of a set of its own."""
    found = dict[str, bool]()
    for t in (part for top in terms for part in top.as_written()):
        sizes = t.args[2:] if t.op == "matrix" else t.args[1:2] if t.op in ("sum", "identity", "ones") else t.axes
        for size in (*sizes, t.size):
            if size is not None:
                found[size.args[0]] = len(size.args) > 1
    return found


def _world(ar: Arithmetic, point: Point, place: Place, sizes: Mapping[str, int], defined: Mapping[str, Term]) -> World:
    """The point as what is printed is read there, with the numbers that the checker finds for its names."""

    def numbers(value: Any, name: str, at: tuple[int, ...] = ()) -> Any:
        if isinstance(value, tuple):
            return [numbers(v, name, (*at, n)) for n, v in enumerate(value, 1)]
        return ar.number(_middle(bounds_of(place.value((name, at)))))

    given: dict[str, dict[str, Any]] = {kind: {} for kind in ("symbol", "vector", "index", "function")}
    for (kind, name), value in point.values.items():
        given[kind][name] = value
    symbols = {n: numbers(value, n) for n, value in given["symbol"].items() if n not in sizes}
    arrays = {n: objects(numbers(value, n), _rank(value)) for n, value in given["vector"].items()}
    members = {n: k - 1 for n, k in given["index"].items()}
    functions = {n: (f.formals, f.body) for n, f in given["function"].items()}
    return World(ar, sizes, symbols, arrays, members, functions, dict(defined))


def _middle(bounds: tuple[int, int]) -> Fraction:
    return Fraction(sum(bounds), 2 << PRECISION)


def _rank(value: Any) -> int:
    return 1 + _rank(value[0]) if isinstance(value, tuple) else 0


# --- at random ------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What became of terms: how many, what of their numbers, what they are made of, and what must not be."""

    terms: int = 0
    compared: int = 0
    """Those of which at least one number was compared."""
    outcomes: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    bad: list[dict[str, Any]] = field(default_factory=list)

    def add(self, part: Tally) -> None:
        """Takes in another one."""
        self.terms += part.terms
        self.compared += part.compared
        self.outcomes.update(part.outcomes)
        self.kinds.update(part.kinds)
        self.bad += part.bad

    def take(self, s: Statement, here: Here) -> None:
        """Compares the numbers of which a statement speaks."""
        self.terms += 1
        found = Counter(map(here.outcome, numbers(s, here)))
        self.outcomes.update(found)
        if found[SAME]:
            self.compared += 1
            self.kinds.update({t.op for top in s.printed() for t in top.as_written()})
        if found[DIFFERENT]:
            self.bad.append({"statement": repr(s), "numbers": dict(found)})


def run(count: int, seed: str) -> Tally:
    """So many terms, at the point of `terms_at_random`."""
    tally, source, point = Tally(), Terms(Random(seed)), terms_at_random.point()
    shapes = terms_at_random.shapes()
    for _ in range(count):
        try:
            s = source.statement()
            here = Here(point, [shapes, s], {n: d for n, d in source.defined.items() if not opened(d)})
        except LanguageError:
            tally.terms += 1
            tally.outcomes[REFUSED] += 1
            continue
        tally.take(s, here)
    return tally
