"""Estimates of quantities at a point, in floating point: enough to see that a search for a sign has no hope.

Not trusted: nothing is accepted because of an estimate.

A search for a sign is mostly a search for what is not so: which of two factors is the positive one, whether one term
outweighs another. A point at which the hypotheses hold decides most of that at once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..checker.calculus.polynomial import Polynomial
from ..checker.calculus.quotient import Quotient
from ..checker.calculus.ring import Ring

ROUNDING = 1e-9
"""A quantity that is smaller than this, beside the terms that it is made of, may be zero."""

Channels = Mapping[str, int]


class _Unknown(Exception):
    """The value is not known, or not a number."""


@dataclass(frozen=True)
class Place:
    """A point: values of symbols, of vectors, and the channels, from 0, that indices name."""

    symbols: Mapping[str, float]
    vectors: Mapping[str, tuple[Any, ...]]
    indices: Channels


class Estimate:
    """The quantities of a ring at one place. A channel that is not named is the first one."""

    def __init__(self, ring: Ring, place: Place) -> None:
        self._ring, self._place = ring, place
        self._atoms: dict[int, float | None] = {}

    def is_negative(self, q: Quotient) -> bool:
        """Whether a quantity is surely negative here."""
        try:
            value, size = self._polynomial(q.num, {})
            below = self._denominator(q, {})
        except (_Unknown, OverflowError, ZeroDivisionError):
            return False
        return abs(value) > ROUNDING * size and (value < 0) != (below < 0)

    def _denominator(self, q: Quotient, bound: Channels) -> float:
        below = 1.0
        for p, e in q.den.items():
            below *= self._polynomial(p, bound)[0] ** e
        if not below:
            raise _Unknown
        return below

    def _quotient(self, q: Quotient, bound: Channels) -> float:
        return self._polynomial(q.num, bound)[0] / self._denominator(q, bound)

    def _polynomial(self, p: Polynomial, bound: Channels) -> tuple[float, float]:
        """The value, and the sum of the sizes of the terms."""
        value = size = 0.0
        for monomial, c in p.terms.items():
            term = float(c)
            for a, e in monomial:
                term *= self._atom(a, bound) ** e
            value, size = value + term, size + abs(term)
        if not math.isfinite(size):
            raise _Unknown
        return value, size

    def _atom(self, a: int, bound: Channels) -> float:
        if bound and not self._ring.indices_of[a].isdisjoint(bound):
            return self._calculated(a, bound)
        if a not in self._atoms:
            try:
                self._atoms[a] = self._calculated(a, {})
            except (_Unknown, OverflowError, ZeroDivisionError, ValueError):
                self._atoms[a] = None
        known = self._atoms[a]
        if known is None:
            raise _Unknown
        return known

    def _channel(self, index: str, bound: Channels) -> int:
        return bound[index] if index in bound else self._place.indices.get(index, 0)

    def _calculated(self, a: int, bound: Channels) -> float:
        match self._ring.keys[a]:
            case ("sym", name) if name in self._place.symbols:
                return self._place.symbols[name]
            case ("coord", vector, *indices) if vector in self._place.vectors:
                found: Any = self._place.vectors[vector]
                for index in indices:
                    found = found[self._channel(index, bound)]
                return float(found)
            case ("delta", i, j):
                return float(self._channel(i, bound) == self._channel(j, bound))
            case ("sqrt", q):
                value = self._quotient(q, bound)
                if value < 0:
                    raise _Unknown
                return math.sqrt(value)
            case ("exp" | "log" as name, q):
                value = self._quotient(q, bound)
                return math.exp(value) if name == "exp" else math.log(value)
            case ("inv", p):
                return 1 / self._polynomial(p, bound)[0]
            case ("sum", dimension, monomial):
                size, placeholder = round(self._quotient(dimension, bound)), self._ring.bound(monomial)
                total = 0.0
                for channel in range(size):
                    inside, term = {**bound, placeholder: channel}, 1.0
                    for b, e in monomial:
                        term *= self._atom(b, inside) ** e
                    total += term
                return total
        raise _Unknown
