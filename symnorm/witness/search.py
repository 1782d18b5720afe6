"""Finding points that satisfy hypotheses: a bounded, deterministic search through small numbers.

What a theorem's model, a counterexample or a supposition says about the point is read first and stands; every
other name gets a value from a fixed pool, one name after the other, and a hypothesis is looked at as soon as
all its names have values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

from symnorm.language import Entry, LanguageError, Statement, Term, Theorem, eq, symbol
from symnorm.language.names import name_of
from symnorm.language.points import Interpretation, Name, extents, given_value, no_one_function, read
from symnorm.language.terms import free_indices, set_of
from symnorm.language.text import unicode
from symnorm.language.whole import speaks_of_any

from .arithmetic import BALLS, EXACT, Undecided, Undefined, Unfit
from .evaluate import Frame, Point, Slot, places, whole
from .judge import Shift, judge, satisfied
from .names import names_inside, occurring, sizes_of, sizes_shown
from .special import Place, specials, vectors_at

KINDS = ("vector", "index", "symbol", "term", "function")
MAX_TRIALS = 4000
MAX_PARTS = 200
QUARTERS = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))
TRIALS_PER_ATTEMPT = 400


def _numbers(listed: str) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, listed.split()))


EQUATIONS = ("eq", "or")
SCALES = (Fraction(1, 64), Fraction(-1, 64), Fraction(1, 2**20), Fraction(-1, 2**20))
SIZES = (3, 5, 4, 2, 7, 1, 10)
NUMBERS = _numbers("2 3 1/2 -3/2 5/3 3/4 -2 4 7/2 -1/3 5 6/5 9 -5/2 1/5 12 -4 1/10 50 1 -1 0")
WHOLES = 5
"""So many values are tried for a whole number, from its start."""

SMALL = _numbers("1 2 0 -1 3 1/2 -2 4 -1/2 3/2 5 -3 1/3 3/4 9 1/10 10 50")
VECTORS: dict[int, tuple[tuple[int, ...], ...]] = {
    2: ((1, 7), (0, 3), (-1, 2), (2, 3)),
    3: ((0, 1, 5), (1, 5, 7), (-1, 1, 5), (2, 3, 7)),
    4: ((1, 4, 5, 8), (-2, 1, 2, 5), (1, 2, 4, 8), (0, 1, 2, 2)),
    5: ((1, 3, 4, 5, 7), (-2, 0, 1, 2, 4), (1, 1, 2, 5, 7), (0, 1, 2, 4, 9)),
    7: ((1, 2, 3, 4, 5, 6, 7), (-2, -1, 0, 1, 2, 3, 4), (-2, 1, 2, 2, 3, 4, 5), (0, 1, 1, 2, 3, 5, 8)),
}
"""Vectors by size, many with a rational standard deviation or root mean square."""

SEVERAL = ((3, 2, 1, 4), (2, 3, 3, 1), (2, 1, 4, 3))
"""Lengths where there are several: the first ones go together, then the second ones, and so on."""


class NoPoint(Exception):
    """The search found no point that satisfies the hypotheses; the message names the one that fails most."""


# --- the search -------------------------------------------------------------------------------------------


Requirement = tuple[Entry | str, Statement]
"""What has to hold at a point: the entry that says it, or how a message names it; and the statement."""


_holding: WeakKeyDictionary[Theorem, dict[Any, bool]] = WeakKeyDictionary()
"""Of a theorem: whether a statement holds where the names that it needs have such values."""


class _Spent(Exception):
    """An attempt has tried enough."""


class Search:
    """Points at which the hypotheses of a theorem hold, except those in `omit`, and `extra` holds as well."""

    def __init__(
        self, theorem: Theorem, about: Iterable[Statement], said: Iterable[Mapping[Any, Any]] = (),
        extra: Iterable[tuple[str, Statement]] = (), omit: Iterable[Statement] = (),
    ) -> None:  # fmt: skip
        self.theorem = theorem
        self.known: dict[Name, Any] = {}
        self.sizes: dict[str, tuple[str, ...]] = {}
        for mapping in (theorem.model, *said):
            self._learn(*read(mapping))
        omitted = list(omit)
        hypotheses = [e for e in theorem.entries if e.role in ("where", "given") and e.statement not in omitted]
        self.given = [e for e in hypotheses if e.role == "given" and e.statement.kind in EQUATIONS]
        self.required: list[Requirement] = [*((e, e.statement) for e in hypotheses), *extra]
        self._hypotheses = len(hypotheses)
        for e in theorem.entries:
            if e.role == "constant":
                if ("symbol", e.statement.parts[0].args[0]) in self.known:
                    self.required.append((e, e.statement))
                self._define(*e.statement.parts)
        for e in self.given:
            if e.statement.kind == "eq":
                self._define(*e.statement.parts)
        self._lay_out([*about, *omitted, *(s for _, s in self.required)])
        self.failures: Counter[Entry | str] = Counter()
        self._needed: dict[Statement, tuple[Name, ...]] = {}
        self._place: Place | None = None
        self._known_to_hold = _holding.setdefault(theorem, {})
        self.trials = self._budget = 0

    def _learn(self, values: Mapping[Name, Any], sizes: Mapping[str, tuple[str, ...]]) -> None:
        """Takes what is said; it takes precedence over what was said before, whole vectors included."""
        for vector, over in self.sizes.items():
            lengths = extents(self.known.get(("vector", vector), ()))
            if any(values.get(("symbol", size), n) != n for size, n in zip(over, lengths, strict=False)):
                self.known.pop(("vector", vector), None)
        self.known.update(values)
        self.sizes.update(sizes)

    def _define(self, left: Term, right: Term) -> None:
        """s = term, or y(x) = term: what a symbol or a function is, unless the model says it.

        A term that speaks of a whole number is no value: that it is the same for every one is to be satisfied.
        """
        if speaks_of_any(right):
            return
        if left.op == "sym" and ("symbol", left.args[0]) not in occurring(right):
            self.known.setdefault(("symbol", left.args[0]), given_value(right))
        is_plain = left.op == "app" and all(a.op in ("sym", "coord") for a in left.args[2])
        if is_plain and ("function", left.args[0]) not in occurring(right):
            self.known.setdefault(("function", left.args[0]), Interpretation(left.args[2], right))

    def _lay_out(self, statements: list[Statement]) -> None:
        """Which names are to be found, in which order, and after which of them a requirement can be judged.

        They are those of the statements, and of the points that intervals contain.
        """
        statements = [*statements, *(eq(*v.args) for v in self.theorem.along if v.op == "interval")]
        terms = [t for s in statements for t in s.terms()]
        terms += [v for v in self.known.values() if isinstance(v, Term)]
        terms += [v.body for v in self.known.values() if isinstance(v, Interpretation)]
        self._terms = terms
        shown = [*sizes_of(self.theorem), *(pair for t in (*terms, *self.theorem.along) for pair in sizes_shown(t))]
        over = [*self.sizes.values(), *(sizes for _, sizes in shown)]
        self.dimensions = dict.fromkeys(size for sizes in over for size in sizes if size)
        self.default = next(iter(self.dimensions), "")
        for v, sizes in shown:
            self.sizes[v] = tuple(a or b for a, b in zip(self.sizes.get(v, sizes), sizes, strict=False))
        self.sizes = {v: tuple(size or self.default for size in sizes) for v, sizes in self.sizes.items() if v}
        self.spans: dict[str, str] = {}
        for t in (t for top in terms for t in top.walk() if t.op in ("coord", "delta")):
            size = "" if t.size is None else t.size.args[0]
            known = self.sizes.get(t.args[0], ()) if t.op == "coord" else ()
            for n, index in enumerate(t.args[t.op == "coord" :]):
                own = known[n] if n < len(known) else self.default
                self.spans.setdefault(index, set_of(index) or size or own)
        self.wholes = {t.args[0]: t.args[1] for top in terms for t in top.walk() if t.op == "whole"}
        self.arity = {a.args[0]: len(a.args[2]) for t in terms for a in t.walk() if a.op == "app"}
        wanted = self.needs(statements)
        self.order = sorted([*self.known, *(n for n in wanted if n not in self.known)], key=self._rank)
        self.free = [n for n in self.order if n not in self.known]
        self.due: list[list[Requirement]] = [[] for _ in range(len(self.free) + 1)]
        late = [e.statement for e in self.given if any(n[0] == "function" for n in self.needs([e.statement]))]
        for label, s in (r for r in self.required if r[1] not in late):
            needs = self.needs([s])
            last = max((k for k, n in enumerate(self.free, start=1) if n in needs), default=0)
            self.due[last].append((label, s))
        functions = {n: value for (kind, n), value in self.known.items() if kind == "function"}
        said = [*(e.statement for e in self.theorem.entries), *statements]
        not_one = no_one_function(functions, said, self.theorem.variables)
        self.unfit = self._out_of_range() or not_one or self._no_value(Point(self.known))

    def _out_of_range(self) -> str:
        """Why what is said is no point: a number of channels that is none, a channel beyond the last; or nothing."""
        for size in self.dimensions:
            try:
                whole(size, self.known.get(("symbol", size), Fraction(1)))
            except LanguageError as error:
                return str(error)
        for name, channel in ((n, v) for n, v in self.known.items() if n[0] == "index"):
            size = self._dimension(name)
            if channel > self.known.get(("symbol", size), channel):
                count = self.known["symbol", size]
                return f"{name[1]} = {channel} is no channel: they are numbered 1 to {size} = {count}"
        return ""

    def _no_value(self, point: Point) -> str:
        """Which name has no value at the point, and why; or nothing."""
        for (kind, name), value in self.known.items():
            for place, entry in places(value) if kind in ("vector", "symbol") else ():
                try:
                    if isinstance(entry, Term):
                        point.frame(BALLS).base((name, place))
                except (Unfit, Undecided) as error:
                    return f"{name} = {entry} has no value there: {str(error).rpartition(': ')[2]}"
                except LanguageError:  # it rests on names that have none yet
                    continue
        return ""

    def _rank(self, name: Name) -> int:
        if name[0] == "symbol" and name[1] in ("", *self.dimensions):
            return 0
        return KINDS.index("term" if isinstance(self.known.get(name), Term) else name[0]) + 1

    @cached_property
    def notation(self) -> dict[str, str]:
        """How names are printed in a line of text, by how the script spells them."""
        named = (t for top in self._terms for t in top.walk() if t.op in ("sym", "vector", "coord", "app"))
        return {t.args[0]: unicode(name_of(t)) for t in named}

    def _dimension(self, name: Name) -> str:
        """The symbol of the number of channels of an index; empty if there is none."""
        return set_of(name[1]) or self.spans.get(name[1], self.default)

    def _over(self, name: Name) -> tuple[str, ...]:
        """The symbols of the lengths of the sets to which an index belongs, or over which a vector has its entries."""
        return (self._dimension(name),) if name[0] == "index" else self.sizes.get(name[1], (self.default,))

    def needs(self, statements: Iterable[Statement], dummies: bool = True) -> dict[Name, None]:
        """The names in the statements, those in what they are known to mean, and the dimensions of both.

        With `dummies`, also what only the evaluation needs (see `occurring`).
        """
        found: dict[Name, None] = {}

        def visit(name: Name, above: tuple[Name, ...]) -> None:
            if name in above:
                raise LanguageError(f"the value of {name[1]} is given in terms of {name[1]} itself")
            if name in found:
                return
            for other in names_inside(self.known.get(name)):
                visit(other, (*above, name))
            if name[0] in ("vector", "index"):
                found.update((("symbol", size), None) for size in self._over(name))
            if name[0] != "index" or name[1][0] != "*":
                found[name] = None

        for name in (n for s in statements for t in s.terms() for n in occurring(t, dummies)):
            visit(name, ())
        return found

    def special_points(self, statements: Iterable[Statement], is_elementary: bool) -> Iterator[Point]:
        """The points where people err (see `special`), as far as the hypotheses allow them."""
        for attempts, place in specials(statements, [s for _, s in self.required], is_elementary):
            self._place = place
            try:
                yield from self.points(attempts, is_small=True)
            finally:
                self._place = None

    def points(self, attempts: int, is_small: bool = False) -> Iterator[Point]:
        """The points that so many attempts find, each once; with `is_small`, small numbers first."""
        seen = set()
        for attempt in range(0 if self.unfit else attempts):
            reach = 3 + attempt // 3 if is_small else 0
            self._budget = min(TRIALS_PER_ATTEMPT, MAX_TRIALS - self.trials)
            try:
                point = next(self._extend({}, Random(attempt), attempt, min(reach, len(SMALL))), None)
            except _Spent:
                continue
            if point is not None and (key := tuple(point.values[n] for n in self.free)) not in seen:
                seen.add(key)
                yield point
            if not self.free or (point is None and not is_small):
                return

    def _extend(self, chosen: dict[Name, Any], random: Random, attempt: int, reach: int) -> Iterator[Point]:
        """The points that give the names chosen so far these values."""
        values = {**self.known, **chosen}
        point = Point({n: values[n] for n in self.order if n in values}, lambda: self.notation)
        for label, s in self.due[len(chosen)]:
            self.trials, self._budget = self.trials + 1, self._budget - 1
            if self._budget < 0:
                raise _Spent
            if not self._holds(point, s):
                self.failures[label] += 1
                return
        if len(chosen) == len(self.free):
            if no_value := self._no_value(point):
                self.failures[f"that every name has a value ({no_value})"] += 1
            else:
                yield point
            return
        name = self.free[len(chosen)]
        for value in self._pool(name, point, random, attempt, reach):
            yield from self._extend({**chosen, name: value}, random, attempt, reach)

    def _pool(self, name: Name, point: Point, random: Random, attempt: int, reach: int) -> list[Any]:
        """What a name may stand for, in the order in which it is tried."""
        kind, n = name
        if self._place is not None and (found := self._at_place(self._place, name, point, random, attempt)):
            return found
        if not self._rank(name):
            usual = sorted(SIZES[:4]) if reach else list(SIZES[:5])
            if len(self.dimensions) > 1:
                usual = list(SEVERAL[[*self.dimensions].index(n) % len(SEVERAL)])
            turn = attempt % len(usual)
            rest = [s for s in SIZES if s not in usual]
            return list(map(Fraction, (*usual[turn:], *usual[:turn], *rest)))
        if kind in ("vector", "index"):
            lengths = [whole(size, point.values.get(("symbol", size))) for size in self._over(name)]
            size = lengths[-1]
        if kind == "index":
            channels = random.sample(range(1, size + 1), size)
            named = set(point.indices.values())
            return sorted(channels, key=lambda k: (k in named) != (attempt % 3 == 2))
        if kind == "vector":
            numbers = [q for q in SMALL[:reach] if q.denominator == 1] or NUMBERS[:16]
            pool: list[Any] = [tuple(map(Fraction, random.sample(v, size))) for v in VECTORS.get(size, ())]
            pool += [tuple(random.choice(numbers) for _ in range(size)) for _ in range(6)]
            for length in reversed(lengths[:-1]):
                pool = [tuple(random.choice(pool) for _ in range(length)) for _ in range(10)]
        elif kind == "symbol" and n in self.wholes:
            pool = [Fraction(self.wholes[n] + more) for more in range(WHOLES)]
        else:
            pool = list(SMALL[:reach] or NUMBERS) if kind == "symbol" else _functions(self.arity.get(n, 1))
        random.shuffle(pool)
        if not reach:  # equal values would hide it if one name stands where another should
            taken = {_told(value) for value in point.values.values()}
            pool.sort(key=lambda value: _told(value) in taken)
        return pool

    def _at_place(self, place: Place, name: Name, point: Point, random: Random, attempt: int) -> list[Any]:
        """What a name may stand for where people err; nothing for an unknown function and for an index."""
        kind, n = name
        if kind == "symbol":
            values = place("symbol" if self._rank(name) else "size", attempt, random)
            start = self.wholes.get(n)
            return [v for v in values if start is None or (v.denominator == 1 and start <= v < start + WHOLES)]
        if kind != "vector":
            return []
        return vectors_at(place, [whole(size, point.values.get(("symbol", size))) for size in self._over(name)],
                          attempt, random)  # fmt: skip

    def _holds(self, point: Point, statement: Statement, shifts: Sequence[Shift] = ()) -> bool:
        """Whether a statement holds at a point, or beside it: evaluated once for all searches of the theorem."""
        if statement not in self._needed:
            self._needed[statement] = tuple(self.needs([statement]))
        names = self._needed[statement]
        key = statement, names, tuple([_told(point.values[n]) for n in names]), tuple(shifts)
        if key not in self._known_to_hold:
            self._known_to_hold[key] = satisfied(point, statement, shifts)
        return self._known_to_hold[key]

    def is_identical(self, point: Point) -> bool:
        """Whether the given equations hold at the point, and also beside it, along the variables of `along`."""
        beside = self._beside(point)
        if beside is None:
            return False
        for e in self.given:
            if not all(self._holds(point, e.statement, shifts) for shifts in ((), beside)):
                self.failures[e] += 1
                return False
        return all(self._reaches(point, v) for v in self.theorem.along if v.op == "interval")

    def _beside(self, point: Point) -> list[Shift] | None:
        """By how much the variables of `along` are moved, all at once, to where the hypotheses still hold.

        None where one of them cannot be moved. What holds at the point and there may fail between: that it does not
        is for the checker to say (see `symnorm.judge.model`), and this finds points of which it may be so.
        """
        hypotheses = [s for _, s in self.required[: self._hypotheses]]
        spoken_of = {n for s in hypotheses for t in s.terms() for n in occurring(t)}
        inequalities = [s for s in hypotheses if s.kind not in EQUATIONS]
        shifts: list[Shift] = []
        for v in (v for v in self.theorem.variables if occurring(v)[0] in spoken_of):
            for slot in _slots(v, point):
                step = Fraction(len(shifts) + 2, len(shifts) + 3)  # no two are moved alike
                near = ([*shifts, (slot, step * scale)] for scale in SCALES)
                moved = next((m for m in near if all(self._holds(point, s, m) for s in inequalities)), None)
                if moved is None:  # then nothing can hold identically along it
                    self.failures[f"that {slot[0]} ranges over an interval"] += 1
                    return None
                shifts = moved
        return shifts

    def _reaches(self, point: Point, interval: Term) -> bool:
        """Whether all that is supposed holds at the point that an interval contains, and on the way there.

        Inequalities are enclosed all the way; equations are looked at on the way, where they have derivatives.
        """
        variable, end = interval.args
        slot = next(iter(_slots(variable, point)))
        try:
            here, there = (_enclosed(point, t) for t in (variable, end))
        except Undefined:
            self.failures[f"that {variable} ranges over an interval that contains {end}"] += 1
            return False
        step = there[0] - here[0]
        is_exact = here[0] == here[1] and there[0] == there[1]
        for part in QUARTERS if is_exact else QUARTERS[:-1]:
            for label, statement in (*self.required, *((e, e.statement) for e in self.given)):
                if step and not self._holds(point, statement, [(slot, step * part)]):
                    self.failures[f"{_label(label)} at {variable} = {end}, or on the way there,"] += 1
                    return False
        whole_way = (min(here[0], there[0]), max(here[1], there[1]))
        for label, statement in self.required[: self._hypotheses]:
            is_about = any(slot[0] in (n for _, n in occurring(t)) for t in statement.terms())
            if not (step and is_about) or statement.kind in EQUATIONS:
                continue
            if not self._all_the_way(point, slot, whole_way, partial(_surely_holds, statement)):
                self.failures[f"{_label(label)} all the way to {variable} = {end}"] += 1
                return False
        sides = [t for e in self.given for t in e.statement.terms() if not any(i[0] == "*" for i in free_indices(t))]
        almost = (here[0], there[0] - step / 2**20)  # at its very end there may be a root, and it was looked at
        if step and not self._all_the_way(point, slot, almost, partial(_has_slopes, sides, variable)):
            self.failures[f"that what is given is smooth along {variable}"] += 1
            return False
        return True

    def _all_the_way(
        self, point: Point, slot: Slot, way: tuple[Fraction, Fraction], holds: Callable[[Frame], bool]
    ) -> bool:
        """Whether something holds wherever a variable is on a way, by enclosures over ever smaller parts of it."""
        parts, looked_at = [way], 0
        while parts:
            start, end = parts.pop()
            looked_at += 1
            frame = point.frame(BALLS).moving(slot, BALLS.between(start, end))
            try:
                with frame.arithmetic.scope():
                    is_sure = holds(frame)
            except (Undefined, Undecided):
                is_sure = False
            if not is_sure:
                if looked_at > MAX_PARTS:
                    return False
                middle = (start + end) / 2
                parts += [(middle, end), (start, middle)]
        return True

    def obstacle(self) -> str:
        """What stands in the way of a point that was said."""
        if self.unfit or not self.failures:
            return self.unfit or "no values for its other names were found"
        return f"{_label(self.failures.most_common(1)[0][0])} fails there"

    def complaint(self) -> str:
        """Why there is no point: the requirement that failed most often."""
        start = f"{self.theorem.id}: no point found that satisfies the hypotheses"
        if self.unfit:
            return f"{start}: {self.unfit}"
        if not self.failures:
            return f"{start}; give one with model={{...}}"
        label, times = self.failures.most_common(1)[0]
        if self.theorem.model and isinstance(label, Entry) and self._is_settled(label):
            return f"{start}: its model= violates {_label(label).rstrip(',')}"
        return f"{start}: {_label(label)} fails most, at {times} of the points tried; give one with model={{...}}"

    def _is_settled(self, entry: Entry) -> bool:
        """Whether what is known decides a hypothesis; what is given holds wherever the variables of `along` are."""
        varied = {occurring(v)[0] for v in self.theorem.variables} if entry.role == "given" else set()
        return self.needs([entry.statement]).keys() <= self.known.keys() | varied


def _enclosed(point: Point, t: Term) -> tuple[Fraction, Fraction]:
    """Bounds of a term at a point: one number where it is rational."""
    return BALLS.bounds(point.frame(BALLS)(t, point.indices))


def _surely_holds(statement: Statement, frame: Frame) -> bool:
    """Whether enclosures decide that a statement holds. Raises Undefined, Undecided."""
    return judge(frame, statement).holds is True


def _has_slopes(sides: Iterable[Term], variable: Term, frame: Frame) -> bool:
    """Whether terms have derivatives: no root and no logarithm in them comes to an end. Raises Undefined, Undecided."""
    for side in sides:
        frame.derivative(side, variable, frame.point.indices)
    return True


def _told(value: Any) -> Any:
    """What tells a value from others. A fraction takes long to be hashed, its parts do not."""
    if isinstance(value, tuple):
        return tuple(map(_told, value))
    return (value.numerator, value.denominator) if type(value) is Fraction else value


def _label(e: Entry | str) -> str:
    """How a message names a hypothesis."""
    if isinstance(e, str):
        return e
    return repr(e.statement) if e.role == "where" else f"{e.label}, {e.statement},"


def _slots(v: Term, point: Point) -> list[Slot]:
    if v.op == "vector":
        return [(v.args[0], place) for place, _ in places(point.values["vector", v.args[0]])]
    return [point.frame(EXACT).slot(v, point.indices)]


def _functions(arity: int) -> list[Interpretation]:
    """Interpretations for an unknown function about which nothing is said."""
    formals = tuple(symbol(f"u{n}") for n in range(1, arity + 1)) if arity > 1 else (symbol("u"),)
    s = sum((n * u for n, u in enumerate(formals[1:], start=2)), formals[0])
    bodies = (s + s**2 / 3, 1 + s**2, 2 * s + 1, s**3 + s, 3 - s**2, 1 / (1 + s**2), -2 * s, s)
    return [Interpretation(formals, body) for body in bodies]
