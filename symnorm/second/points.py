"""The points at which a theorem is evaluated: for a few numbers of channels, with several choices of signs of roots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import product

from ..checker.forms import set_of
from .evaluate import Budget, Calculus, Channels, Frame
from .modular import LARGE_ORDERS, ORDERS, Residues, Tower
from .nodes import Node

FLIPS = ("first", "second")
"""Further choices of signs of roots at every point."""

LENGTHS = {3: (2, 1, 4), 1: (3, 2, 4), 2: (1, 3, 4), 5: (2, 3, 1)}
"""By the number of channels, how many members the other sets have, one after the other."""

LARGEST_RANK = 7
"""A whole number is one of so many, from its start."""

PAIR = 2
"""So many points, one after the other, are modulo the same prime."""


class Points:
    """The points of one theorem, which a seed determines; values are shared by all of its entries."""

    def __init__(
        self, seed: str, dimension: str, orders: Sequence[int] = ORDERS, budget: Budget | None = None,
        sets: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.seed, self.dimension, self.orders, self.sets = seed, dimension, orders, sets
        self.budget = budget or Budget()
        self._frames: dict[tuple[int, int, bool], tuple[Frame, ...]] = {}

    def at(self, attempt: int, size: int, node: Node) -> Frame:
        """A point that suits a node, as it is without changed signs of roots."""
        return self._at(attempt, size, node.elementary)[0]

    def all_at(self, attempt: int, size: int, node: Node) -> tuple[Frame, ...]:
        """A point that suits a node, with every choice of signs of roots where it holds any."""
        frames = self._at(attempt, size, node.elementary)
        return frames if node.rooted else frames[:1]

    def _at(self, attempt: int, size: int, elementary: bool) -> tuple[Frame, ...]:
        key = attempt, size, elementary
        if key not in self._frames:
            residues = self.residues(attempt, size)
            frame = self.frame(Calculus(Tower(residues) if elementary else residues, self.budget), size)
            flipped = () if elementary else (frame.with_roots(residues.flipped(f)) for f in FLIPS)
            self._frames[key] = frame, *flipped
        return self._frames[key]

    def frame(self, calculus: Calculus, size: int) -> Frame:
        """A frame with so many channels, and with as many members of the other sets as go with that."""
        return Frame(calculus, self.dimension, size, lengths=self.lengths(size))

    def lengths(self, size: int) -> dict[str, int]:
        """So many members have the other sets: never as many as there are channels."""
        others = LENGTHS.get(size, LENGTHS[5])
        return {own: others[n % len(others)] for n, own in enumerate(self.sets)}

    def members(self, index: str, size: int) -> int:
        """How many members the set of an index has."""
        return self.lengths(size).get(set_of(index), size)

    def residues(self, attempt: int, size: int) -> Residues:
        """The arithmetic of a point."""
        return Residues(self.order(attempt), (self.seed, attempt, size))

    def order(self, attempt: int) -> int:
        """The order of the squares modulo the prime of a point."""
        return self.orders[attempt // PAIR % len(self.orders)]

    def beyond(self) -> Points:
        """Other points, modulo larger primes, where rational numbers of more digits are told from others."""
        return Points(self.seed, self.dimension, LARGE_ORDERS, self.budget, self.sets)

    def channels(self, attempt: int, size: int, node: Node) -> Channels:
        """A channel for every free index: one after the other at an even attempt, any otherwise; any whole numbers."""

        def any_of(index: str, most: int) -> int:
            return 1 + sha256(f"{attempt}{index}{self.seed}".encode()).digest()[0] % most

        indices = [i for i in node.free if "@" not in i]
        wholes = {i: any_of(f"{size}{i}", LARGEST_RANK) for i in node.free if "@" in i}
        if attempt % 2 == 0:
            return {**wholes, **{index: 1 + n % self.members(index, size) for n, index in enumerate(indices)}}
        return {**wholes, **{index: any_of(index, self.members(index, size)) for index in indices}}

    def every(self, channels: Channels, indices: list[str], size: int) -> Iterator[Channels]:
        """The channels, with every choice for some of the indices."""
        for chosen in product(*(range(1, self.members(index, size) + 1) for index in indices)):
            yield {**channels, **dict(zip(indices, chosen, strict=True))}
