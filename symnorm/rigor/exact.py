"""Quotients of polynomials over the rationals, multiplied out by python-flint.

For a number of channels, the coordinates of every vector are variables of their own. A root r of f and a value of an
unknown function are generators as well, with r^2 = f. Which roots, and which arguments of a function, are the same is
found out by their residues at a random point, which every number carries along, and then made sure of. What is zero is
zero for all values at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from ..second.evaluate import Inapplicable, Unlucky
from ..second.modular import Residues

Polynomial = Any
"""A polynomial of python-flint, in the generators of one context."""

GENERATORS = (24, 96, 384)
"""How many generators there may be: the least number that is enough is the fastest."""

MAX_PRODUCT = 400_000
"""So many terms may come out of one multiplication, before like terms are collected."""

MAX_TERMS = 6_000
"""So many terms may a numerator or a denominator have."""


class TooMany(Exception):
    """There are more generators than the context has."""


@dataclass(frozen=True)
class Ratio:
    """above / below, and the residue of this at the point."""

    above: Polynomial
    below: Polynomial
    residue: int


class Ratios:
    """The field of such numbers, with room for so many generators."""

    def __init__(self, residues: Residues, generators: int) -> None:
        self.residues = residues
        self.context = fmpq_mpoly_ctx.get([f"g{n}" for n in range(generators)], Ordering.degrevlex)
        self._room = self.context.gens()
        self._taken: dict[tuple[Any, ...], Polynomial] = {}
        self._arguments: dict[tuple[Any, ...], tuple[Ratio, ...]] = {}
        self._squares: dict[int, tuple[Polynomial, Ratio]] = {}
        """By the number of a generator that is a root: the generator, and its square."""
        self.one = self.context.from_dict({(0,) * generators: fmpq(1)})

    def number(self, q: Fraction) -> Ratio:
        """A rational number."""
        return Ratio(self.one * fmpq(q.numerator, q.denominator), self.one, self.residues.number(q))

    def generator(self, tag: tuple[Any, ...], args: tuple[Ratio, ...] = ()) -> Ratio:
        """A variable, or an unknown function of the arguments."""
        residues = tuple(a.residue for a in args)
        return Ratio(self._generator((*tag, *residues), args), self.one, self.residues.generator(tag, residues))

    def _generator(self, key: tuple[Any, ...], args: tuple[Ratio, ...]) -> Polynomial:
        if key not in self._taken:
            if len(self._taken) >= len(self._room):
                raise TooMany
            self._taken[key], self._arguments[key] = self._room[len(self._taken)], args
        for a, b in zip(args, self._arguments[key], strict=True):
            self._same(a, b)
        return self._taken[key]

    def _same(self, a: Ratio, b: Ratio) -> None:
        if a is not b and not self.is_zero(self.add(a, self.negative(b))):
            raise Inapplicable("arguments that are equal at a point, and not everywhere")

    def add(self, a: Ratio, b: Ratio) -> Ratio:
        """a + b."""
        residue = self.residues.add(a.residue, b.residue)
        common = _gcd(a.below, b.below)
        rest_a, rest_b = a.below // common, b.below // common
        return self._made(_product(a.above, rest_b) + _product(b.above, rest_a), _product(a.below, rest_b), residue)

    def negative(self, a: Ratio) -> Ratio:
        """-a."""
        return Ratio(-a.above, a.below, self.residues.negative(a.residue))

    def multiply(self, a: Ratio, b: Ratio) -> Ratio:
        """a b."""
        residue = self.residues.multiply(a.residue, b.residue)
        first, second = _gcd(a.above, b.below), _gcd(b.above, a.below)
        above = _product(a.above // first, b.above // second)
        return self._made(above, _product(a.below // second, b.below // first), residue)

    def divide(self, a: Ratio, b: Ratio) -> Ratio:
        """a / b. Raises Unlucky where b = 0."""
        if b.above == 0:
            raise Unlucky("a division by zero")
        residue = self.residues.divide(self.residues.number(Fraction(1)), b.residue)
        return self.multiply(a, Ratio(b.below, b.above, residue))

    def power(self, a: Ratio, n: int) -> Ratio:
        """a to the power n >= 0."""
        if n == 0:
            return self.number(Fraction(1))
        if n == 1:
            return a
        half = self.power(a, n // 2)
        square = self.multiply(half, half)
        return self.multiply(square, a) if n % 2 else square

    def sqrt(self, a: Ratio) -> Ratio:
        """A generator r with r^2 = a; a rational square is taken out of the root."""
        if a.above == 0:
            return a
        if a.residue == 0:
            raise Inapplicable("the root of what is zero at a point, and not everywhere")
        factor, radicand = self.residues.split(a.residue)
        if radicand == 1:
            self._same(a, self.number(factor**2))
            return self.number(factor)
        reduced = self.multiply(a, self.number(1 / factor**2))
        root = self._generator(("root", radicand), (reduced,))
        self._squares.setdefault(self._room.index(root), (root, reduced))
        return self.multiply(self.number(factor), Ratio(root, self.one, self.residues.sqrt(radicand)))

    def exp(self, a: Ratio) -> Ratio:
        """There are no exponentials here."""
        raise Inapplicable("an exponential or a logarithm")

    log = exp

    def is_zero(self, a: Ratio) -> bool:
        """Whether a is zero for all values of the variables."""
        return bool(a.above == 0)

    def _made(self, above: Polynomial, below: Polynomial, residue: int) -> Ratio:
        """above / below, with no root to a power above one."""
        if len(above) > MAX_TERMS or len(below) > MAX_TERMS:
            raise Inapplicable("polynomials that are too large to be multiplied out")
        for number in reversed(self._squares):
            above, below = self._without_square(number, above, below)
            below, above = self._without_square(number, below, above)
        if below == 0:
            raise Inapplicable("a root whose square has a root without it")
        common = _gcd(above, below)
        return Ratio(above // common, below // common, residue)

    def _without_square(self, number: int, p: Polynomial, other: Polynomial) -> tuple[Polynomial, Polynomial]:
        """(p, other) times what makes up for the denominator of r^2 = f, with r to the power 0 or 1 in p."""
        most = int(p.degrees()[number]) // 2
        if most < 1:  # the zero polynomial has the degree -1
            return p, other
        root, square = self._squares[number]
        by_power: dict[int, dict[tuple[int, ...], Any]] = {}
        for exponents, coefficient in p.to_dict().items():
            rest = (*exponents[:number], 0, *exponents[number + 1 :])
            by_power.setdefault(int(exponents[number]), {})[rest] = coefficient
        total = self.one * 0
        for power, terms in by_power.items():
            half = power // 2
            term = _product(self.context.from_dict(terms), square.above**half)
            term = _product(term, square.below ** (most - half))
            total = total + (_product(term, root) if power % 2 else term)
        return total, _product(other, square.below**most)


def _product(a: Polynomial, b: Polynomial) -> Polynomial:
    if len(a) * len(b) > MAX_PRODUCT:
        raise Inapplicable("polynomials that are too large to be multiplied out")
    return a * b


def _gcd(a: Polynomial, b: Polynomial) -> Polynomial:
    if b.is_one() or a.is_one():
        return b if b.is_one() else a
    return a.gcd(b)
