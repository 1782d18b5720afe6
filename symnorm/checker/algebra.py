"""The ring in which claims are decided: quotients of polynomials over mathematical generators.

A generator ("atom") is keyed by what it stands for:

    ("sym", name)                    a scalar variable or constant
    ("coord", vector, index)         x_i
    ("delta", i, j)                  1 where i = j, else 0
    ("sum", dimension, monomial)     the moment sum_k monomial(k)
    ("sqrt" | "exp" | "log", q)      an elementary function of a quotient
    ("app", name, orders, args)      an unknown function, or a partial derivative of one
    ("inv", polynomial)              1/polynomial, only where it depends on an index being summed
    ("integral", q, atom)            some antiderivative of q with respect to a variable

Normal forms use these identities and no others: r^2 = f for r = sqrt(f); exp(a + b) = exp(a) exp(b),
exp(n log f) = f^n, log(exp(u)) = u; delta_ij f(j) = delta_ij f(i); sum_k delta_ki f(k) = f(i); linearity of
sums; the rules of differentiation (`derivative`). Equal normal forms are equal functions wherever both are defined;
that they are defined is a matter of duties (`symnorm.checker.normal`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import isqrt
from typing import Any

from .polynomial import Monomial, Number, Polynomial, TooLarge, ratio, work
from .quotient import Quotient, Undefined
from .substitution import rename_monomial

Key = tuple[Any, ...]  # the tagged tuples of the table above

MAX_ATOMS = 20_000

MANY = 1_000
"""Whole numbers up to this are remembered as quotients."""



class Ring:
    """The table of generators, and the operations that need to know what a generator stands for."""

    def __init__(self) -> None:
        self.keys: list[Key] = []
        self.indices_of: list[frozenset[str]] = []
        """The free indices of a generator, by its number, as `keys` has what it stands for."""
        self._numbers: dict[Key, int] = {}
        self._inside: list[frozenset[int]] = []
        self._depths: list[int] = []
        self._constants: dict[Number, Quotient] = {}
        self._generators: list[Quotient] = []
        self._fresh = 0
        self._roots: set[int] = set()
        self._deltas: set[int] = set()
        self._integrals = False
        self._tidy: set[Polynomial] = set()
        """Factors that are as a denominator has them: without content, leading coefficient 1."""
        self.constants: dict[str, int] = {}
        """Names of constants of integration, with the variable along which each is constant."""

    # --- generators ---------------------------------------------------------------------------------------

    def atom(self, key: Key) -> int:
        """The number of a generator; the same key always has the same number."""
        number = self._numbers.get(key)
        if number is None:
            if len(self.keys) >= MAX_ATOMS:
                raise TooLarge(f"more than {MAX_ATOMS} generators")
            number = len(self.keys)
            parts = self._parts(key)
            indices = self._free_indices(key, parts)
            inside = parts.union(*(self._inside[a] for a in parts))
            work.spend(len(inside))
            depth = max((self._depths[a] for a in parts), default=0) + (key[0] == "sum")
            self.keys.append(key)
            self.indices_of.append(indices)
            self._inside.append(inside)
            self._depths.append(depth)
            self._generators.append(Quotient(self, Polynomial.atom(number), {}))
            self._numbers[key] = number
            if key[0] == "sqrt":
                self._roots.add(number)
            if key[0] == "delta":
                self._deltas.add(number)
            self._integrals |= key[0] == "integral"
        return number

    def fresh_index(self) -> str:
        """An index that stands nowhere else; no index that is read begins so."""
        self._fresh += 1
        return f"#{self._fresh:06d}"

    def _free_indices(self, key: Key, parts: frozenset[int]) -> frozenset[str]:
        inside = frozenset().union(*(self.indices_of[a] for a in parts))
        match key[0]:
            case "coord":
                return frozenset([key[2]])
            case "delta":
                return frozenset(key[1:])
            case "sum":
                return inside - {self.placeholder(key[2])}
        return inside

    def indices(self, q: Quotient) -> frozenset[str]:
        """The free indices of a quotient."""
        return frozenset().union(*(self.indices_of[a] for a in q.atoms()))

    def level(self, monomial: Monomial) -> int:
        """The number of the placeholder bound in a moment: one above every placeholder bound inside it."""
        return 1 + max((self._depths[a] for a, _ in monomial), default=0)

    def placeholder(self, monomial: Monomial) -> str:
        """The name of the index bound in a moment; '.' never begins a name that is read."""
        return f".{self.level(monomial)}"

    def _parts(self, key: Key) -> frozenset[int]:
        """The generators that a generator is built from at once."""
        match key[0]:
            case "sum":
                return frozenset(a for a, _ in key[2])
            case "sqrt" | "exp" | "log" | "inv":
                return frozenset(key[1].atoms())
            case "app":
                return frozenset(a for q in key[3] for a in q.atoms())
            case "integral":
                return frozenset((*key[1].atoms(), key[2]))
        return frozenset()

    def contains(self, number: int, wanted: int) -> bool:
        """Whether a generator is, or is built from, another."""
        return number == wanted or wanted in self._inside[number]

    def holds_integral(self, q: Quotient) -> bool:
        """Whether an antiderivative occurs, at whatever depth."""
        return self._integrals and any(key[0] == "integral" for a in q.atoms() for key in self.within(a))

    def within(self, number: int) -> Iterator[Key]:
        """What a generator stands for, and all that it is built from, under a sum or not."""
        return (self.keys[a] for a in (number, *self._inside[number]))

    # --- quotients ----------------------------------------------------------------------------------------

    def total(self, parts: Iterable[Quotient]) -> Quotient:
        """A sum of many: those over the same denominator are collected at once."""
        groups: dict[frozenset[tuple[Polynomial, int]], list[Quotient]] = {}
        for q in parts:
            groups.setdefault(frozenset(q.den.items()), []).append(q)
        result = self.constant(0)
        for den, group in groups.items():
            num = Polynomial.collect(pair for q in group for pair in q.num.terms.items())
            result = result + self.quotient(num, dict(den))
        return result

    def constant(self, value: Number) -> Quotient:
        """A rational number."""
        if type(value) is not int or abs(value) > MANY:  # numbers may be chosen so that a dictionary is slow
            return Quotient(self, Polynomial.constant(value), {})
        if value not in self._constants:
            self._constants[value] = Quotient(self, Polynomial.constant(value), {})
        return self._constants[value]

    def generator(self, key: Key) -> Quotient:
        """The quotient that is one generator."""
        return self._generators[self.atom(key)]

    def quotient(self, num: Polynomial, den: Mapping[Polynomial, int]) -> Quotient:
        """The normal form of num / product of den. Raises Undefined where the denominator is zero."""
        if not den and not self._roots:
            return self._merge_deltas(num, {})
        reduced, extra = self._square_roots(num)
        num = reduced
        factors: dict[Polynomial, int] = {}
        todo = [*den.items(), *extra.items()]
        while todo:
            p, e = todo.pop()
            if p in self._tidy:
                factors[p] = factors.get(p, 0) + e
                continue
            p, below = self._square_roots(p)
            for q, f in below.items():  # 1 / (p / q) = q / p
                num = num * q ** (f * e)
            if not p:
                raise Undefined("a division by an expression that is identically zero")
            single = p.as_monomial()
            if single is None and (common := p.content()):
                todo += [(p.over(common), e), (Polynomial({common: 1}), e)]
                continue
            if single is None:
                _, lead = p.leading()
                num = num.scaled(ratio(1, lead**e))
                p = p.scaled(ratio(1, lead))
                self._tidy.add(p)
                factors[p] = factors.get(p, 0) + e
                continue
            monomial, coefficient = single
            num = num.scaled(ratio(1, coefficient**e))
            for atom, exponent in monomial:
                if self.keys[atom][0] == "sqrt":  # 1/r = r/f, and 1/f = (denominator of f)/(numerator of f)
                    f, odd = self.keys[atom][1], exponent * e % 2
                    half = (exponent * e + odd) // 2
                    num = num * Polynomial.atom(atom) if odd else num
                    for q, k in f.den.items():
                        num = num * q ** (k * half)
                    todo.append((f.num, half))
                else:
                    p = Polynomial.atom(atom)
                    self._tidy.add(p)
                    factors[p] = factors.get(p, 0) + exponent * e
        if num is not reduced and self._squared_root(num) is not None:
            return self.quotient(num, factors)
        if not num:  # it is divisible by the denominator as often as one likes
            return Quotient(self, num, {})
        for p in list(factors):
            while factors[p] and (smaller := num.divided_by(p)) is not None:
                num = smaller
                factors[p] -= 1
            if not factors[p]:
                del factors[p]
        return self._merge_deltas(num, factors)

    def _squared_root(self, p: Polynomial) -> int | None:
        """The first square root that stands in a polynomial to a power above one."""
        first, roots = None, self._roots
        if roots:
            for monomial in p.terms:
                for a, e in monomial:
                    if e >= 2 and a in roots and (first is None or a < first):
                        first = a
        return first

    def vanishes(self, p: Polynomial) -> bool:
        """Whether a polynomial is zero once r^2 = f is used for its square roots."""
        return not self._square_roots(p)[0]

    def _square_roots(self, p: Polynomial) -> tuple[Polynomial, dict[Polynomial, int]]:
        """(q, d) with p = q / product of d and no square root to a power above one in q."""
        below: dict[Polynomial, int] = {}
        while (root := self._squared_root(p)) is not None:
            f = self.keys[root][1]
            most = max(dict(m).get(root, 0) // 2 for m in p.terms)
            bottom = Polynomial.constant(1)
            for q, k in f.den.items():
                bottom = bottom * q**k
                below[q] = below.get(q, 0) + k * most
            total = Polynomial({})
            for m, c in p.terms.items():
                e = dict(m).get(root, 0)
                rest = tuple((a, k) for a, k in m if a != root) + (((root, 1),) if e % 2 else ())
                total = total + Polynomial({tuple(sorted(rest)): c}) * f.num ** (e // 2) * bottom ** (most - e // 2)
            p = total
        return p, below

    def _merge_deltas(self, num: Polynomial, den: Mapping[Polynomial, int]) -> Quotient:
        """delta_ij f(j) = delta_ij f(i), delta_ij^2 = delta_ij in every term of the numerator."""
        if not self._deltas or self._deltas.isdisjoint(num.atoms()):
            return Quotient(self, num, den)
        kept, moved = {}, []
        for monomial, coefficient in num.terms.items():
            change = self._delta_step(monomial)
            if change is None:
                kept[monomial] = coefficient
            else:
                moved.append(change * self.constant(coefficient))
        result = Quotient(self, Polynomial(kept), den)
        if not moved:
            return result
        below = Quotient(self, Polynomial.constant(1), den)
        total = self.quotient(Polynomial(kept), den)
        for q in moved:
            total = total + q * below
        return total

    def _delta_step(self, monomial: Monomial) -> Quotient | None:
        for atom, exponent in monomial:
            if atom not in self._deltas:
                continue
            key = self.keys[atom]
            rest = tuple((a, e) for a, e in monomial if a != atom)
            if exponent > 1 or any(key[2] in self.indices_of[a] for a, _ in rest):
                factor = rename_monomial(self, rest, key[2], key[1])
                return factor * self.generator(key)
        return None

    # --- functions ----------------------------------------------------------------------------------------

    def delta(self, i: str, j: str) -> Quotient:
        """Kronecker's delta."""
        return self.constant(1) if i == j else self.generator(("delta", *sorted((i, j))))

    def sqrt(self, q: Quotient) -> Quotient:
        """The non-negative square root; the square of a rational number is pulled out."""
        if not q:
            return q
        lead = q.num.leading()[1]
        if lead > 0:
            top, bottom = isqrt(lead.numerator), isqrt(lead.denominator)
            if top * top == lead.numerator and bottom * bottom == lead.denominator:
                rest = q * self.constant(ratio(1, lead))
                root = self.constant(1) if rest.as_constant() == 1 else self.generator(("sqrt", rest))
                return self.constant(Fraction(top, bottom)) * root
        return self.generator(("sqrt", q))

    def exp(self, q: Quotient) -> Quotient:
        """The exponential, as a product over the terms of its argument."""
        below = Quotient(self, Polynomial.constant(1), q.den)
        result = self.constant(1)
        for monomial, c in q.num.terms.items():
            logarithm = self._lone(monomial, "log") if not q.den else None
            if logarithm is not None and c.denominator <= 2:
                f = self.keys[logarithm][1]
                factor = f if c.denominator == 1 else self.sqrt(f)
            else:
                unit = self.quotient(Polynomial({monomial: Fraction(1, c.denominator)}), below.den)
                factor = self.generator(("exp", unit))
            result = result * factor.power(c.numerator)  # TooLarge for a very long number: use bounds there
        return result

    def log(self, q: Quotient) -> Quotient:
        """The natural logarithm."""
        if q.as_constant() == 1:
            return self.constant(0)
        single = q.num.as_monomial()
        if single and single[1] == 1 and not q.den and (inner := self._lone(single[0], "exp")) is not None:
            argument: Quotient = self.keys[inner][1]
            return argument
        return self.generator(("log", q))

    def _lone(self, monomial: Monomial, kind: str) -> int | None:
        if len(monomial) == 1 and monomial[0][1] == 1 and self.keys[monomial[0][0]][0] == kind:
            return monomial[0][0]
        return None

    # --- sums over channels -------------------------------------------------------------------------------

    def sum(self, q: Quotient, index: str, dimension: Quotient) -> Quotient:
        """sum over index = 1..dimension of q: moments, with everything that does not depend on it pulled out."""
        outside: dict[Polynomial, int] = {}
        inside = Polynomial.constant(1)
        for p, e in q.den.items():
            if any(index in self.indices_of[a] for a in p.atoms()):
                inside = inside * Polynomial.atom(self.atom(("inv", p)), e)
            else:
                outside[p] = e
        summands = (q.num * inside).terms.items()
        total = self.total([self._sum_monomial(m, index, dimension).scaled(c) for m, c in summands])
        return total * self.quotient(Polynomial.constant(1), outside)

    def _sum_monomial(self, monomial: Monomial, index: str, dimension: Quotient) -> Quotient:
        for atom, _ in monomial:
            key = self.keys[atom]
            if key[0] == "delta" and index in key[1:]:
                other = key[1] if key[2] == index else key[2]
                return rename_monomial(self, monomial, index, other)
        bound = tuple((a, e) for a, e in monomial if index in self.indices_of[a])
        free = Polynomial({tuple((a, e) for a, e in monomial if index not in self.indices_of[a]): 1})
        if not bound:
            return self.quotient(free, {}) * dimension
        renamed = rename_monomial(self, bound, index, self.placeholder(bound))
        body = renamed.num.as_monomial()
        if body is None or renamed.den:
            raise TooLarge("a summand that does not stay a monomial")
        return self.quotient(free.scaled(body[1]), {}) * self.generator(("sum", dimension, body[0]))

    def summand(self, monomial: Monomial) -> tuple[Quotient, str]:
        """What is summed in a moment, with an index that stands nowhere else."""
        fresh = self.fresh_index()
        return rename_monomial(self, monomial, self.placeholder(monomial), fresh), fresh
