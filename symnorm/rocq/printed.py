"""Normal forms as terms of Rocq. Nothing here is trusted: what is printed stands in proofs alone."""

from __future__ import annotations

from collections.abc import Iterator

from ..checker.calculus.polynomial import Monomial, Number, Polynomial
from ..checker.calculus.quotient import Quotient
from ..checker.calculus.ring import Ring
from .names import identifier
from .statement import FUNCTIONS, Setting


class Unproved(Exception):
    """What has no proof in Rocq yet, with the reason."""


class Printer:
    """Prints what a ring holds, with identifiers for the indices that are bound."""

    def __init__(self, ring: Ring, setting: Setting) -> None:
        self.ring, self.setting = ring, setting
        self.letters: dict[str, str] = {}

    def index(self, i: str) -> str:
        """An index; a placeholder that a moment binds is called after its level."""
        if i in self.letters:
            return self.letters[i]
        return f"m{i[1:].replace('~', '_')}'" if i[0] == "." else identifier(i)

    def quotient(self, q: Quotient) -> str:
        """A quotient, its denominator as a product of factors."""
        above = self.polynomial(q.num)
        return f"({above}) / ({self.below(q)})" if q.den else above

    def below(self, q: Quotient) -> str:
        """The denominator of a quotient as a product of its factors."""
        factors = [(self.polynomial(p), e) for p, e in q.den.items()]
        return " * ".join(f"({p})" if e == 1 else f"({p}) ^ {e}" for p, e in factors) or "1"

    def polynomial(self, p: Polynomial) -> str:
        """A polynomial, its largest monomial first."""
        text = ""
        for monomial in sorted(p.terms, reverse=True):
            c = p.terms[monomial]
            text += f" - {self.monomial(monomial, -c)}" if c < 0 else f" + {self.monomial(monomial, c)}"
        return text.removeprefix(" + ").removeprefix(" ") or "0"

    def monomial(self, monomial: Monomial, c: Number = 1) -> str:
        """A monomial with its coefficient, which is not negative."""
        number = str(c) if c.denominator == 1 else f"({c.numerator} / {c.denominator})"
        factors = [] if c == 1 and monomial else [number]
        return " * ".join([*factors, *(self.atom(a) if e == 1 else f"{self.atom(a)} ^ {e}" for a, e in monomial)])

    def atom(self, number: int) -> str:
        """A generator."""
        match self.ring.keys[number]:
            case ("sym", name):
                return f"INR {identifier(name)}" if name in self.setting.dimensions else identifier(name)
            case ("coord", x, i):
                return f"{identifier(x)} {self.index(i)}"
            case ("delta", i, j):
                return f"delta {self.index(i)} {self.index(j)}"
            case ("sum", dimension, monomial):
                bound = self.index(self.ring.bound(monomial))
                return f"sum {self.length(dimension)} (fun {bound} => {self.monomial(monomial)})"
            case ("sqrt" | "exp" | "log" as name, q):
                return f"{FUNCTIONS[name]} ({self.quotient(q)})"
            case ("inv", p):
                return f"(/ ({self.polynomial(p)}))"
            case (kind, *_):
                raise Unproved(f"a normal form with {kind}")
        raise AssertionError

    def length(self, dimension: Quotient) -> str:
        """The number of channels, as a natural number."""
        number = dimension.as_atom()
        assert number is not None
        return identifier(self.ring.keys[number][1])

    def tops(self, kind: str, *values: Quotient) -> Iterator[int]:
        """The generators of a kind that stand in quotients at the top level, the latest first."""
        found = {a for q in values for a in q.atoms() if self.ring.keys[a][0] == kind}
        return iter(sorted(found))
