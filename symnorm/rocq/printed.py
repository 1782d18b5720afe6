"""Normal forms as terms of Rocq. Nothing here is trusted: what is printed stands in proofs alone.

A normal form is long, and the same parts stand in it again and again. So whatever is longer than a few words has a
definition of its own, which takes the indices and variables that are bound around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from ..checker.calculus.polynomial import Monomial, Number, Polynomial
from ..checker.calculus.quotient import Quotient
from ..checker.calculus.ring import Ring
from .names import identifier
from .statement import FUNCTIONS, Setting

LONG = 60
"""So many letters of a polynomial or a quotient are written out; what is longer has a name."""

NAME = re.compile(r"[\w']+")


class Unproved(Exception):
    """What has no proof in Rocq yet, with the reason."""


class Printer:
    """Prints what a ring holds, with identifiers for the indices that are bound."""

    def __init__(self, ring: Ring, setting: Setting) -> None:
        self.ring, self.setting = ring, setting
        self.letters: dict[str, str] = {}
        self.kinds: dict[str, str] = {}
        """The types of the variables that are bound around something: numbers or vectors in the place of others."""
        self.integrals: dict[int, str] = {}
        """Antiderivatives that are bound, as they are written."""
        self.lines: list[str] = []
        """The definitions, each before it is used."""
        self._names: dict[object, tuple[str, list[str], list[str]]] = {}
        """The name of each definition, the indices that it takes, and the variables."""

    def index(self, i: str) -> str:
        """An index; a placeholder that a moment binds is called after its level."""
        if i in self.letters:
            return self.letters[i]
        return f"m{i[1:].replace('~', '_').replace(':', '_')}'" if i[0] == "." else identifier(i)

    def quotient(self, q: Quotient) -> str:
        """A quotient, by its name if it is long."""
        text = self.whole(q)
        is_short = len(text) <= LONG or q.as_constant() is not None
        return text if is_short else self._named("q", q, lambda: text, q.atoms())

    def whole(self, q: Quotient) -> str:
        """A quotient, its denominator as a product of factors."""
        above = self.polynomial(q.num)
        return f"({above}) / ({self.below(q)})" if q.den else above

    def below(self, q: Quotient) -> str:
        """The denominator of a quotient as a product of its factors."""
        factors = [(self.factor(p), e) for p, e in divisors(q)]
        return " * ".join(f"({p})" if e == 1 else f"({p}) ^ {e}" for p, e in factors) or "1"

    def factor(self, p: Polynomial) -> str:
        """A polynomial, by its name if it is long."""
        text = self.polynomial(p)
        return text if len(text) <= LONG else self._named("d", p, lambda: text, set(p.atoms()))

    def polynomial(self, p: Polynomial) -> str:
        """A polynomial, its largest monomial first."""
        return summed(p, self.atom)

    def monomial(self, monomial: Monomial, c: Number = 1) -> str:
        """A monomial with its coefficient, which is not negative."""
        return multiplied(monomial, c, self.atom)

    def atom(self, number: int) -> str:
        """A generator: a variable, or the name of what is built from others."""
        match self.ring.keys[number]:
            case ("sym", name):
                return f"INR {identifier(name)}" if name in self.setting.dimensions else identifier(name)
            case ("coord", x, *indices):
                return " ".join([identifier(x), *map(self.index, indices)])
            case ("whole", name, _):
                return f"INR {self.index(name)}"
            case ("delta", i, j):
                return f"delta {self.index(i)} {self.index(j)}"
            case ("inv", p):
                return f"(1 / ({self.factor(p)}))"
        return self._named("t", number, lambda: self.written(number), {number})

    def written(self, number: int) -> str:
        """A generator as it is built from others."""
        match self.ring.keys[number]:
            case ("sum", dimension, monomial):
                bound = self.index(self.ring.bound(monomial))
                return f"sum {self.length(dimension)} (fun {bound} => {self.monomial(monomial)})"
            case ("upto", last, monomial):
                bound = self.index(self.ring.bound(monomial))
                return f"total 1 ({self.count(last)})%Z (fun {bound} => {self.monomial(monomial)})"
            case ("power", base, exponent):
                return f"powerRZ ({self.quotient(base)}) ({self.count(exponent)})%Z"
            case ("sqrt" | "exp" | "log" as name, q):
                return f"{FUNCTIONS[name]} ({self.quotient(q)})"
            case ("app", name, (0,), (q,)):
                return f"{identifier(name)} ({self.quotient(q)})"
            case ("app", name, (order,), (q,)):
                return f"Derive_n {identifier(name)} {order} ({self.quotient(q)})"
            case ("integral", *_) if number in self.integrals:
                return self.integrals[number]
            case (kind, *_):
                raise Unproved(f"a normal form with {kind}")
        raise AssertionError

    def count(self, q: Quotient) -> str:
        """A whole number, as an integer."""
        parts = []
        for monomial in sorted(q.num.terms, reverse=True):
            factors = [f"Z.of_nat {self.index(self.ring.keys[a][1])}" for a, _ in monomial]
            parts.append(" * ".join([f"({q.num.terms[monomial]})", *factors]))
        return " + ".join(parts) or "0"

    def length(self, dimension: Quotient) -> str:
        """The number of channels, as a natural number."""
        number = dimension.as_atom()
        assert number is not None
        return identifier(self.ring.keys[number][1])

    def _named(self, kind: str, key: object, text: Callable[[], str], atoms: Iterable[int]) -> str:
        """The name of what is written so, with all indices and variables that are bound around it."""
        if (kind, key) not in self._names:
            written = text()
            indices = sorted({i for a in atoms for i in self.ring.indices_of[a]})
            variables = [v for v in sorted(self.kinds) if v in NAME.findall(written)]
            name = f"{kind}{len(self._names)}'"
            self._names[kind, key] = name, indices, variables
            taking = "".join(f" ({v} : {self.kinds.get(v, 'nat')})" for v in [*map(self.index, indices), *variables])
            self.lines.append(f"Definition {name}{taking} : R := {written}.")
        name, indices, variables = self._names[kind, key]
        return f"({' '.join([name, *map(self.index, indices), *variables])})" if indices or variables else name


def divisors(q: Quotient) -> list[tuple[Polynomial, int]]:
    """The factors of a denominator, in an order that does not depend on how it was made."""
    return sorted(q.den.items(), key=lambda item: sorted(item[0].terms.items(), reverse=True))


def summed(p: Polynomial, atom: Callable[[int], str]) -> str:
    """A polynomial, its largest monomial first, each generator printed as a function says."""
    text = ""
    for monomial in sorted(p.terms, reverse=True):
        c = p.terms[monomial]
        text += f" - {multiplied(monomial, -c, atom)}" if c < 0 else f" + {multiplied(monomial, c, atom)}"
    return text.removeprefix(" + ").removeprefix(" ") or "0"


def multiplied(monomial: Monomial, c: Number, atom: Callable[[int], str]) -> str:
    """A monomial with its coefficient, which is not negative, each generator printed as a function says."""
    number = str(c) if c.denominator == 1 else f"({c.numerator} / {c.denominator})"
    factors = [] if c == 1 and monomial else [number]
    return " * ".join([*factors, *(atom(a) if e == 1 else f"{atom(a)} ^ {e}" for a, e in monomial)])
