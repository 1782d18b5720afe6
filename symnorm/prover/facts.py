"""Known signs in one step: inequalities among the earlier entries, and established conditions. Not trusted."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice, product

from ..checker.calculus.polynomial import Monomial, Polynomial, ratio
from ..checker.calculus.quotient import Duty, Quotient
from ..checker.forms import Form, of_the_set, set_of
from ..checker.logic.entry import Rejected
from ..checker.logic.rules import sign
from ..checker.logic.step import Step

Fact = tuple[Form, Quotient, str]
"""A sign witness with its quantity and sign."""

MAX_CHOICES = 200
"""For so many choices of indices an inequality about every channel is looked at."""


class Open(Exception):
    """A condition that nothing known decides. `duty` is the condition."""

    def __init__(self, duty: Duty) -> None:
        super().__init__("a condition is open")
        self.duty = duty


class Guard:
    """Keeps a search from running inside itself. `cut` counts how often one came back to what is under way."""

    def __init__(self) -> None:
        self.cut = 0
        self._under_way: set[tuple[Hashable, ...]] = set()

    @contextmanager
    def entered(self, *what: Hashable) -> Iterator[bool]:
        """Whether one may go on with this: it is not under way already."""
        if what in self._under_way:
            self.cut += 1
            yield False
            return
        self._under_way.add(what)
        try:
            yield True
        finally:
            self._under_way.discard(what)


class Facts:
    """The inequalities that are known in a step. One of an earlier entry counts once `define` finds it defined here."""

    def __init__(
        self, step: Step, earlier: dict[int, Form], define: Callable[[Form], Quotient], guard: Guard
    ) -> None:
        self._step, self._ring = step, step.ring
        self._pending, self._define, self._guard = earlier, define, guard
        self._trying: set[int] = set()
        self._tried: dict[int, int] = {}
        self._facts: list[Fact] = []
        self._by_numerator: dict[Polynomial, list[Fact]] = {}
        self._known_count = 0
        self._state = (-1, -1, -1, -1)
        for size in (step.normal.dimension, *sorted(step.normal.lengths)):
            if size and not any(size in parts for parts in earlier.values()):  # else there is more to know of it
                self._learn_of_length(size)
        self._read: dict[int, set[Form]] = {}
        """The earlier entries that were read, each with the choices of indices for which it was."""
        self._places: dict[int, list[str]] = {}
        """The indices of each for which it holds, whatever they are."""
        self._indices: dict[str, None] = {}
        """The indices of the coordinates that occur."""
        self._keys_seen = 0

    def all(self) -> list[Fact]:
        """Every inequality that is known by now."""
        is_index_new = self._look_for_indices()
        state = len(self._facts), len(self._step.known), self._guard.cut, len(self._indices)
        if state == self._state:
            return self._facts
        for number in [*self._read] if is_index_new else []:
            self._learn_of(number)
        for number, statement in list(self._pending.items()):
            if number in self._trying:
                self._guard.cut += 1
                continue
            if self._tried.get(number) == len(self._facts):
                continue
            self._trying.add(number)
            before = self._guard.cut
            try:
                for part in statement[1:]:
                    self._define(part)
            except Open:  # perhaps only for now: what it needs may be in the making
                if self._guard.cut == before:
                    self._tried[number] = len(self._facts)
                continue
            finally:
                self._trying.discard(number)
            if self._pending.pop(number, None) is not None:
                self._learn_of(number)
        while self._known_count < len(self._step.known):
            n = self._known_count
            self._known_count += 1
            condition, value = self._step.known[n]
            self._learn((("known", n), value, condition.sign))
        if not self._trying:
            self._state = len(self._facts), len(self._step.known), self._guard.cut, len(self._indices)
        return self._facts

    def _learn(self, fact: Fact) -> None:
        self._facts.append(fact)
        witness, value, sign = fact
        single = value.num.as_monomial() if not value.den else None
        if single is not None and single[1] == 1 and sign != ">=" and (root := self._lone_root(single[0])):
            self._learn((("sq+", witness), root, ">"))  # a root that does not vanish: nor does what is under it
        if value.num:
            self._by_numerator.setdefault(_monic(value.num), []).append(fact)

    def about(self, numerator: Polynomial) -> Sequence[Fact]:
        """The facts about quantities with this numerator, up to a rational factor."""
        self.all()
        return self._by_numerator.get(_monic(numerator), ())

    def _lone_root(self, monomial: Monomial) -> Quotient | None:
        key = self._ring.keys[monomial[0][0]] if len(monomial) == 1 and monomial[0][1] == 1 else ("",)
        return key[1] if key[0] == "sqrt" else None

    @property
    def speak_of_any(self) -> bool:
        """Whether something is known of every channel."""
        return any(self._places.values())

    def of_any_channel(self) -> Iterator[tuple[str, Form]]:
        """Inequalities that hold in every channel: the index that stands for any of them, and the witness."""
        self.all()
        for number, places in self._places.items():
            for place in places:
                star = of_the_set("*9", place)
                yield star, ("hyp", number, ((place, star),))

    def _learn_of_length(self, size: Form) -> None:
        """Learns that a set has a member."""
        at_least: Form = ("length", size)
        for witness in (at_least, ("add", ("num", "1"), at_least)):
            self._learn((witness, *sign(self._step, witness)))

    def _look_for_indices(self) -> bool:
        """Whether coordinates have come in that have an index of which none before spoke."""
        before, seen = len(self._indices), self._keys_seen
        self._keys_seen = len(self._ring.keys)
        for key in islice(self._ring.keys.values(), seen, None):
            if key[0] == "coord":
                self._indices.update((i, None) for i in key[2:] if i[0] not in ".#")
        return len(self._indices) > before

    def _learn_of(self, number: int) -> None:
        """Learns what an earlier entry says, of every channel for which it was not read yet."""
        if number not in self._read:
            value = self._learn_for(number, ())
            self._read[number] = {()}
            self._places[number] = [i for i in sorted(self._ring.indices(value)) if self._is_any(number, i)]
        places, read = self._places[number], self._read[number]
        choices = [[p, *(i for i in sorted(self._indices) if i != p and set_of(i) == set_of(p))] for p in places]
        for chosen in islice(product(*choices), 1, MAX_CHOICES):
            renaming = tuple((place, i) for place, i in zip(places, chosen, strict=True) if place != i)
            if renaming not in read:
                read.add(renaming)
                with suppress(Rejected):  # what was put in the place of one index may not have another in its own
                    self._learn_for(number, renaming)

    def _learn_for(self, number: int, renaming: Form) -> Quotient:
        """Learns what an earlier entry says of some channels; that is what is returned."""
        witness: Form = ("hyp", number, renaming)
        value, shown = sign(self._step, witness)
        self._learn((witness, value, shown))
        return value

    def _is_any(self, number: int, index: str) -> bool:
        """Whether an inequality holds for every channel in the place of one of which it speaks."""
        if index[0] == "*":
            return True
        try:
            with self._step.apart():
                self._step.of_any(number, index)
        except Rejected:
            return False
        return True


def _monic(p: Polynomial) -> Polynomial:
    return p.scaled(ratio(1, p.leading()[1]))
