"""Quotients of polynomials: how normal forms are added, multiplied and divided.

Trusted for the arithmetic of fractions. A quotient belongs to a ring (`symnorm.checker.calculus.ring`), which knows
what the generators stand for and brings numerator and denominator into normal form.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from .polynomial import Number, Polynomial

Duty = tuple[str, "Quotient"]
"""A condition of being defined: ("!=" | ">" | ">=", q) stands for q != 0, q > 0 or q >= 0.

("exists", q) stands for the existence of q, a derivative of an unknown function.
"""


class Undefined(Exception):
    """The expression has no value: a division by what is identically zero, say."""


class Quotient:
    """num / product of den[p] ** e: the normal form of an expression. Immutable; made by `Ring.quotient`.

    `ring` is a `Ring`, which is made of quotients: its module imports this one, and not the other way round.
    """

    __slots__ = ("_hash", "den", "num", "ring")
    _hash: int | None

    def __init__(self, ring: Any, num: Polynomial, den: Mapping[Polynomial, int]) -> None:
        self.ring, self.num, self.den = ring, num, den
        self._hash = None

    def _made(self, num: Polynomial, den: Mapping[Polynomial, int]) -> Quotient:
        made: Quotient = self.ring.quotient(num, den)
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quotient) and self.num == other.num and self.den == other.den

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.num, frozenset(self.den.items())))
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.num)

    def __add__(self, other: Quotient) -> Quotient:  # law: fraction-sum
        if not (self.num and other.num):
            return self if self.num else other
        if not (self.den or other.den):
            made: Quotient = self.ring.merged(self.num + other.num, {})
            return made
        den = {p: max(self.den.get(p, 0), other.den.get(p, 0)) for p in {**self.den, **other.den}}
        return self._made(self.over(den) + other.over(den), den)

    def over(self, den: Mapping[Polynomial, int]) -> Polynomial:
        """The numerator over a denominator of which the own one is a part."""
        num = self.num
        for p, e in den.items():
            if e > self.den.get(p, 0):
                num = num * p ** (e - self.den.get(p, 0))
        return num

    def below(self) -> Polynomial:
        """The denominator, multiplied out."""
        return prod((p**e for p, e in self.den.items()), start=Polynomial.constant(1))

    def __neg__(self) -> Quotient:
        return Quotient(self.ring, -self.num, self.den)

    def __sub__(self, other: Quotient) -> Quotient:
        return self + (-other)

    def __mul__(self, other: Quotient) -> Quotient:  # law: fraction-product
        for factor, rest in ((self, other), (other, self)):
            if len(factor.num.terms) < 2 and (constant := factor.as_constant()) is not None:
                return rest.scaled(constant)
        den = {p: self.den.get(p, 0) + other.den.get(p, 0) for p in {**self.den, **other.den}}
        return self._made(self.num * other.num, den)

    def scaled(self, constant: Number) -> Quotient:
        """The product with a rational number."""
        if constant == 1:
            return self
        return Quotient(self.ring, self.num.scaled(constant), self.den if constant else {})

    def inverse(self) -> Quotient:  # law: fraction-inverse
        """1 / self. Raises Undefined where self is identically zero."""
        return self._made(self.below(), {self.num: 1})

    def __truediv__(self, other: Quotient) -> Quotient:
        return self * other.inverse()

    def power(self, exponent: int) -> Quotient:  # law: power-zero, power-next, power-negative
        """self ** exponent for any integer exponent."""
        if exponent < 0:
            return self.inverse().power(-exponent)
        if exponent == 1:
            return self
        return self._made(self.num**exponent, {p: e * exponent for p, e in self.den.items()})

    def as_constant(self) -> Number | None:
        """The value of a rational constant, None for anything else."""
        return self.num.as_constant() if not self.den else None

    def as_atom(self) -> int | None:
        """The number of the generator that this is, None for anything else."""
        single = self.num.as_monomial() if not self.den else None
        if single and single[1] == 1 and len(single[0]) == 1 and single[0][0][1] == 1:
            return single[0][0][0]
        return None

    def atoms(self) -> set[int]:
        """The generators that occur at the top level."""
        return set(self.num.atoms()).union(*(p.atoms() for p in self.den))
