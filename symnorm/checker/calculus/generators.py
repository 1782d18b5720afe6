"""The table of generators: what each stands for, and what can be read off that.

A generator ("atom") is a number in polynomials: 0, -1, -2 and so on, so that an older one weighs more. It is keyed by
what it stands for:

    ("sym", name)                    a scalar variable or constant
    ("coord", vector, index, ...)    x_i, or an entry x_bi of an array
    ("delta", i, j)                  1 where i = j, else 0
    ("sum", dimension, monomial)     the moment sum_k monomial(k)
    ("upto", last, monomial)         a sum over whole numbers, from 1 to the last
    ("whole", name, start)           a whole number from start
    ("power", q, t)                  a power with a whole exponent t that is not negative
    ("sqrt" | "exp" | "log", q)      an elementary function of a quotient
    ("app", name, orders, args)      an unknown function, or a partial derivative of one
    ("inv", polynomial)              1/polynomial, only where it depends on an index being summed
    ("integral", q, atom)            some antiderivative of q with respect to a variable

The monomial of a sum has a placeholder for the index that is bound: .1, or a number more than any sum within has, and
the set of the index. So sum_k exp(x_k + sum_l exp(x_l w_k)) is the moment of exp(x_.2) exp(s), where s is the moment of
exp(x_.1 w_.2).

Trusted to keep account of free and of bound indices, and of which generators have a value whatever their indices are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from ..forms import of_the_set
from .budget import TooLarge, spend
from .polynomial import Monomial
from .quotient import Quotient

Key = tuple[Any, ...]  # the tagged tuples of the table above

MAX_ATOMS = 20_000

COUNTED = ":0"
"""The set of an index that is a whole number: no length is called so, so that no channel can take its place."""


class Generators:
    """The generators of a ring, by number."""

    def __init__(self) -> None:
        self.keys: dict[int, Key] = {}
        self.indices_of: dict[int, frozenset[str]] = {}
        """The free indices of a generator, by its number, as `keys` has what it stands for."""
        self._numbers: dict[Key, int] = {}
        self.inside: dict[int, frozenset[int]] = {}
        """The generators that a generator is built from, at whatever depth."""
        self._depths: dict[int, int] = {}
        self._fresh = 0
        self.numbers_of: defaultdict[str, set[int]] = defaultdict(set)
        """The generators of a kind: its roots, its deltas."""
        self.channels: dict[str, frozenset[str]] = {}
        """Names of constants of integration, with the indices of the channels that each belongs to."""

    def atom(self, key: Key) -> int:
        """The number of a generator; the same key always has the same number."""
        number = self._numbers.get(key)
        if number is None:
            if len(self.keys) >= MAX_ATOMS:
                raise TooLarge(f"more than {MAX_ATOMS} generators")
            number = -len(self.keys)
            parts = self._parts(key)
            self.inside[number] = parts.union(*(self.inside[a] for a in parts))
            spend(len(self.inside[number]))
            self.indices_of[number] = self._free_indices(key, parts)
            self._depths[number] = max((self._depths[a] for a in parts), default=0) + (key[0] in ("sum", "upto"))
            self.keys[number] = key
            self._numbers[key] = number
            self.numbers_of[key[0]].add(number)
        return number

    def _is_total(self, number: int) -> bool:
        """Whether a generator has a value whatever its indices and its variables stand for.

        An unknown function need not have a value, a derivative or a root where it does not stand.
        """
        return all(
            key[0] in ("sym", "coord", "delta", "sum", "upto", "whole") or (key[0] == "exp" and not key[1].den)
            for key in self.within(number)
        )

    def fresh_index(self, other: str) -> str:
        """An index of the set of another that stands nowhere else; no index that is read begins so."""
        self._fresh += 1
        return of_the_set(f"#{self._fresh:06d}", other)

    def _free_indices(self, key: Key, parts: frozenset[int]) -> frozenset[str]:
        inside = frozenset().union(*(self.indices_of[a] for a in parts))
        match key[0]:
            case "sym":
                return self.channels.get(key[1], inside)
            case "coord":
                return frozenset(key[2:])
            case "delta":
                return frozenset(key[1:])
            case "sum" | "upto":
                return inside - {self.bound(key[2])}
            case "whole" if key[1][0] in "#.*":  # others are bound by nothing
                return frozenset([key[1]])
        return inside

    def indices(self, q: Quotient) -> frozenset[str]:
        """The free indices of a quotient."""
        return frozenset().union(*(self.indices_of[a] for a in q.atoms()))

    def level(self, monomial: Monomial) -> int:
        """The number of the placeholder bound in a moment: one above every placeholder bound inside it."""
        return 1 + max((self._depths[a] for a, _ in monomial), default=0)

    def placeholder(self, monomial: Monomial, index: str) -> str:
        """A name for an index that is to be bound in a moment; '.' never begins a name that is read."""
        return of_the_set(f".{self.level(monomial)}", index)

    def bound(self, monomial: Monomial) -> str:
        """The name of the index that is bound in a moment: each of its factors speaks of it."""
        name = f".{self.level(monomial)}"
        return next(i for i in self.indices_of[monomial[0][0]] if i.partition(":")[0] == name)

    def _parts(self, key: Key) -> frozenset[int]:
        """The generators that a generator is built from at once."""
        match key[0]:
            case "sum":
                return frozenset(a for a, _ in key[2])
            case "upto":
                return frozenset((*key[1].atoms(), *(a for a, _ in key[2])))
            case "power":
                return frozenset((*key[1].atoms(), *key[2].atoms()))
            case "sqrt" | "exp" | "log" | "inv":
                return frozenset(key[1].atoms())
            case "app":
                return frozenset(a for q in key[3] for a in q.atoms())
            case "integral":
                return frozenset((*key[1].atoms(), key[2]))
        return frozenset()

    def contains(self, number: int, wanted: int) -> bool:
        """Whether a generator is, or is built from, another."""
        return number == wanted or wanted in self.inside[number]

    def stands(self, number: int | None, q: Quotient) -> bool:
        """Whether a generator stands in a quotient, at whatever depth: then it has a value where the quotient has."""
        return number is not None and any(self.contains(a, number) for a in q.atoms())

    def holds_integral(self, q: Quotient) -> bool:
        """Whether an antiderivative occurs, at whatever depth."""
        return any(self.contains(a, number) for number in self.numbers_of["integral"] for a in q.atoms())

    def within(self, number: int) -> Iterator[Key]:
        """The key of a generator, and those of all generators that it is built from, under a sum or not."""
        return (self.keys[a] for a in (number, *self.inside[number]))
