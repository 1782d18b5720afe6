"""A relation at points: where it holds, where it fails, where a side has no value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from mpmath import mp

from .definitions import Definition
from .letters import free_letters
from .meaning import Meaning, Parsed
from .points import DIGITS, Env, Point, Reading, TooMuch
from .samples import LONG, shown
from .tensors import Misfit, Tensor, Undefined, Value, flat, transposed
from .trees import Node
from .values import Values, compare

SEEDS = range(9)
MORE = range(27)
"""For inequalities, which may fail in a corner."""
MOST_WORK = 600_000
"""So many nodes are evaluated at most for one relation."""
COMBINATIONS = 6
"""So many values of the free indices are tried at a point."""


@dataclass(frozen=True)
class Place:
    """A point, the values of the free indices, and both sides there."""

    point: Point
    letters: Mapping[str, int]
    left: Value
    right: Value
    names: tuple[str, ...] = ()

    def values(self) -> dict[str, str]:
        """The values, to be shown: numbers of entries, free indices, and what was made up."""
        out = {
            k.removeprefix("length:"): str(n) for k, n in self.point.sizes.items() if k.startswith("length:")
        }
        out |= {k: str(n) for k, n in self.letters.items()}
        return out | {k: shown(self.point.leaves[k]) for k in self.names if k in self.point.leaves}


@dataclass
class Outcome:
    """What a trial found."""

    holds: int = 0
    undefined: int = 0
    halves: list[Place] = field(default_factory=list)
    """Where one side has a value, and the other has none."""
    fails: list[Place] = field(default_factory=list)
    held: list[Place] = field(default_factory=list)
    is_misfit: bool = False
    has_identity: bool = False
    """Whether a number was read as so many times the identity."""

    @property
    def is_clear(self) -> bool:
        """Whether it held wherever both sides have a value, at some points at least."""
        return not self.fails and not self.is_misfit and self.holds >= 2


@dataclass(frozen=True)
class Hypothesis:
    """What may be supposed: a text, and how a point is made to satisfy it. It may refuse a point."""

    text: str
    prepare: Callable[[Point, Values], bool]
    positive: frozenset[str] = frozenset()
    letters: Callable[[Mapping[str, int]], bool] = lambda _: True
    stated: str = ""
    """Where the note says so."""


class Trial:
    """A relation of a note, to be tried under readings and hypotheses."""

    def __init__(self, parsed: Parsed, meaning: Meaning, known: Mapping[str, Definition]) -> None:
        assert parsed.left is not None
        assert parsed.right is not None
        self.parsed, self.meaning, self.known = parsed, meaning, known
        self.left, self.right, self.sign = parsed.left, parsed.right, parsed.sign
        self.letters = free_letters((parsed.left, parsed.right), meaning)
        self.spent = 0
        """The nodes that were evaluated so far."""

    def run(
        self,
        reading: Reading,
        hypotheses: Sequence[Hypothesis] = (),
        seeds: Sequence[int] = SEEDS,
        layout: str = "either",
        swap: tuple[Node, Node] | None = None,
        scope: str = "",
    ) -> Outcome:
        """Tries it, or two other sides, the left one perhaps of another relation, whose scope is named.

        Raises Unknown and TooMuch; what does not fit is told.
        """
        left, right = swap or (self.left, self.right)
        out = Outcome()
        if seeds is SEEDS and self.sign in ("<", ">", "<=", ">="):
            seeds = MORE
        positive = frozenset().union(*(h.positive for h in hypotheses))
        with mp.workdps(DIGITS):
            for seed in seeds:
                point = Point({}, seed=seed, positive=positive)
                values = self.values(point, reading)
                try:
                    if not _prepared(hypotheses, point, values):
                        continue
                except (Undefined, Misfit):
                    continue
                spent = self.spent
                try:
                    for letters in self._combinations(values, hypotheses):
                        self._try(values, letters, (left, scope or self.parsed.scope), right, layout, out)
                except TooMuch:
                    if seed not in LONG:
                        raise
                    self.spent = spent  # long vectors are tried where that is cheap
                if len(out.fails) >= 4 or (out.holds >= 24 and seeds is not MORE):
                    break
        return out

    def values(self, point: Point, reading: Reading) -> Values:
        """What evaluates the sides at a point."""
        values = Values(self.meaning, self.known, point, reading)
        values.default = next(iter(self.meaning.sets.whole((self.left, self.right))), "")
        return values

    def _combinations(self, values: Values, hypotheses: Sequence[Hypothesis]) -> Iterator[dict[str, int]]:
        sizes = [values.size(values.sets.letter(letter, self.parsed.scope)) for letter in self.letters]
        found = [
            dict(zip(self.letters, one, strict=True)) for one in product(*(range(1, n + 1) for n in sizes))
        ]
        found = [one for one in found if all(h.letters(one) for h in hypotheses)]
        if len(found) <= COMBINATIONS:
            yield from found
            return
        equal = [one for one in found if len({*one.values()}) < len(one)]
        differ = [one for one in found if len({*one.values()}) == len(one)]
        step = max(1, len(differ) // (COMBINATIONS - 2))
        yield from equal[-2:]
        yield from differ[::step][: COMBINATIONS - 2]

    def _try(
        self,
        values: Values,
        letters: dict[str, int],
        left: tuple[Node, str],
        right: Node,
        layout: str,
        out: Outcome,
    ) -> None:
        if self.spent > MOST_WORK:
            raise TooMuch
        values.work = 0
        try:
            a = _value(values, left[0], Env(dict(letters), scope=left[1]))
            b = _value(values, right, Env(dict(letters), scope=self.parsed.scope))
        except Misfit:
            out.is_misfit = True
            return
        finally:
            self.spent += values.work
        if a is None or b is None:
            out.undefined += 1
            is_edge = any(n == 1 for n in (*letters.values(), *values.point.sizes.values()))
            if not (a is None and b is None) and not is_edge:
                out.halves.append(Place(values.point, letters, a, b, tuple(values.point.asked)))
            return
        if layout == "denominator":
            b = transposed(b)
        if shape(a) and not shape(b) and b == 0:
            b = a.map(lambda _: mp.mpf(0))
        if sorted(map(len, (shape(a), shape(b)))) == [0, 2] and self.sign == "=":
            a, b = _as_matrices(a, b)
            out.has_identity = True
        if shape(a) != shape(b):
            out.is_misfit = True
            return
        place = Place(values.point, letters, a, b, tuple(values.point.asked))
        if agree(self.sign, a, b):
            out.holds += 1
            out.held.append(place) if len(out.held) < 3 else None
        else:
            out.fails.append(place)

    def sides_at(
        self, reading: Reading, seed: int, change: Callable[[Point, Values], bool]
    ) -> list[tuple[bool, bool, bool]]:
        """At a special point, for each value of the indices: whether the sides have values, and whether they agree."""
        out = []
        with mp.workdps(DIGITS):
            point = Point({}, seed=seed)
            values = self.values(point, reading)
            if not change(point, values):
                return []
            for letters in self._combinations(values, ()):
                found: list[Value | None] = []
                for side in (self.left, self.right):
                    values.work = 0
                    try:
                        found.append(values.of(side, Env(dict(letters), scope=self.parsed.scope)))
                    except (Undefined, Misfit):
                        found.append(None)
                a, b = found
                both = a is not None and b is not None and shape(a) == shape(b)
                out.append((a is not None, b is not None, both and agree(self.sign, a, b)))
        return out


def _value(values: Values, node: Node, env: Env) -> Value | None:
    """The value of a side; None where it has none."""
    try:
        return values.of(node, env)
    except Undefined:
        return None


def _prepared(hypotheses: Sequence[Hypothesis], point: Point, values: Values) -> bool:
    """Whether a point was made to satisfy hypotheses, one after the other."""
    return all(h.prepare(point, values) for h in hypotheses)


def _as_matrices(a: Value, b: Value) -> tuple[Value, Value]:
    """A matrix and a number, which is read as so many times the identity."""
    if not isinstance(a, Tensor):
        matrix, number = _as_matrices(b, a)
        return number, matrix
    n, m = a.shape
    return a, Tensor(a.shape, tuple(b if i == j else mp.mpf(0) for i in range(n) for j in range(m)))


def shape(value: Value) -> tuple[int, ...]:
    """The numbers of rows and columns; of a number, none."""
    return value.shape if isinstance(value, Tensor) else ()


def agree(sign: str, a: Value, b: Value) -> bool:
    """Whether a relation holds, entry by entry."""
    return all(compare(sign, p, q) for p, q in zip(flat(a), flat(b), strict=True))
