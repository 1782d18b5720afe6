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
sums; the rules of differentiation. Equal normal forms are equal functions wherever both are defined;
that they are defined is a matter of duties (`symnorm.checker.normal`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import isqrt
from typing import Any

from .polynomial import MAX_DEGREE, Monomial, Number, Polynomial, TooLarge, ratio, work

Key = tuple[Any, ...]  # the tagged tuples of the table above
Duty = tuple[str, "Quotient"]
"""A condition of being defined: ("!=" | ">" | ">=", q) stands for q != 0, q > 0 or q >= 0."""

MAX_ATOMS = 20_000
COST_OF_SUBSTITUTION = 200
"""What putting values into one term counts as work: a term is made anew, generator by generator."""


class Undefined(Exception):
    """The expression has no value: a division by what is identically zero, say."""


class Quotient:
    """num / product of den[p] ** e: the normal form of an expression. Immutable; made by `Ring.quotient`."""

    __slots__ = ("_hash", "den", "num", "ring")
    _hash: int | None

    def __init__(self, ring: Ring, num: Polynomial, den: Mapping[Polynomial, int]) -> None:
        self.ring, self.num, self.den = ring, num, den
        self._hash = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quotient) and self.num == other.num and self.den == other.den

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.num, frozenset(self.den.items())))
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.num)

    def __add__(self, other: Quotient) -> Quotient:
        if not other.num:
            return self
        if not self.num:
            return other
        if not self.den and not other.den:
            return Quotient(self.ring, self.num + other.num, {})
        if self.den == other.den:
            return self.ring.quotient(self.num + other.num, self.den)
        den = {p: max(self.den.get(p, 0), other.den.get(p, 0)) for p in {**self.den, **other.den}}
        return self.ring.quotient(self.over(den) + other.over(den), den)

    def over(self, den: Mapping[Polynomial, int]) -> Polynomial:
        """The numerator over a denominator of which the own one is a part."""
        num = self.num
        for p, e in den.items():
            if e > self.den.get(p, 0):
                num = num * p ** (e - self.den.get(p, 0))
        return num

    def __neg__(self) -> Quotient:
        return Quotient(self.ring, -self.num, self.den)

    def __sub__(self, other: Quotient) -> Quotient:
        return self + (-other)

    def __mul__(self, other: Quotient) -> Quotient:
        for factor, rest in ((self, other), (other, self)):
            constant = factor.as_constant()
            if constant is not None:
                return rest if constant == 1 else rest.scaled(constant)
        den = {p: self.den.get(p, 0) + other.den.get(p, 0) for p in {**self.den, **other.den}}
        return self.ring.quotient(self.num * other.num, den)

    def scaled(self, constant: Number) -> Quotient:
        """The product with a rational number."""
        return Quotient(self.ring, self.num.scaled(constant), self.den if constant else {})

    def inverse(self) -> Quotient:
        """1 / self. Raises Undefined where self is identically zero."""
        if not self.num:
            raise Undefined("a division by an expression that is identically zero")
        num = Polynomial.constant(1)
        for p, e in self.den.items():
            num = num * p**e
        return self.ring.quotient(num, {self.num: 1})

    def __truediv__(self, other: Quotient) -> Quotient:
        return self * other.inverse()

    def power(self, exponent: int) -> Quotient:
        """self ** exponent for any integer exponent."""
        if exponent < 0:
            return self.inverse().power(-exponent)
        if exponent == 1:
            return self
        if exponent > MAX_DEGREE:
            raise TooLarge(f"an exponent above {MAX_DEGREE}")
        return self.ring.quotient(self.num**exponent, {p: e * exponent for p, e in self.den.items()})

    def as_constant(self) -> Number | None:
        """The value of a rational constant, None for anything else."""
        return self.num.as_constant() if not self.den else None

    def atoms(self) -> set[int]:
        """The generators that occur at the top level."""
        found = set(self.num.atoms())
        for p in self.den:
            found.update(p.atoms())
        return found


class Ring:
    """The table of generators, and the operations that need to know what a generator stands for."""

    def __init__(self) -> None:
        self.keys: list[Key] = []
        self._numbers: dict[Key, int] = {}
        self._indices: list[frozenset[str]] = []
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
            indices = self._free_indices(key)
            inside = frozenset(self._parts(key)).union(*(self._inside[a] for a in self._parts(key)))
            work.spend(len(inside))
            depth = max((self._depths[a] for a in self._parts(key)), default=0) + (key[0] == "sum")
            self.keys.append(key)
            self._indices.append(indices)
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

    def _free_indices(self, key: Key) -> frozenset[str]:
        match key[0]:
            case "coord":
                return frozenset([key[2]])
            case "delta":
                return frozenset(key[1:])
            case "sum":
                inside = frozenset().union(*(self._indices[a] for a, _ in key[2]))
                return inside - {self.placeholder(key[2])}
            case "sqrt" | "exp" | "log":
                return self.indices(key[1])
            case "app":
                return frozenset().union(*(self.indices(q) for q in key[3]))
            case "inv":
                return frozenset().union(*(self._indices[a] for a in key[1].atoms()))
            case "integral":
                return self.indices(key[1]) | self._indices[key[2]]
        return frozenset()

    def indices_of(self, number: int) -> frozenset[str]:
        """The free indices of a generator."""
        return self._indices[number]

    def indices(self, q: Quotient) -> frozenset[str]:
        """The free indices of a quotient."""
        return frozenset().union(*(self._indices[a] for a in q.atoms()))

    def level(self, monomial: Monomial) -> int:
        """The number of the placeholder bound in a moment: one above every placeholder bound inside it."""
        return 1 + max((self._depths[a] for a, _ in monomial), default=0)

    def placeholder(self, monomial: Monomial) -> str:
        """The name of the index bound in a moment; '.' never begins a name that is read."""
        return f".{self.level(monomial)}"

    def _parts(self, key: Key) -> Iterable[int]:
        """The generators inside a generator."""
        match key[0]:
            case "sum":
                return [a for a, _ in key[2]]
            case "sqrt" | "exp" | "log":
                return set(key[1].atoms())
            case "app":
                return {a for q in key[3] for a in q.atoms()}
            case "inv":
                return set(key[1].atoms())
            case "integral":
                return {*key[1].atoms(), key[2]}
        return ()

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
        if not self._holds_delta(num):
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
            if exponent > 1 or any(key[2] in self._indices[a] for a, _ in rest):
                factor = self._rename_monomial(rest, key[2], key[1])
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
            if any(index in self._indices[a] for a in p.atoms()):
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
                return self._rename_monomial(monomial, index, other)
        bound = tuple((a, e) for a, e in monomial if index in self._indices[a])
        free = Polynomial({tuple((a, e) for a, e in monomial if index not in self._indices[a]): 1})
        if not bound:
            return self.quotient(free, {}) * dimension
        renamed = self._rename_monomial(bound, index, self.placeholder(bound))
        body = renamed.num.as_monomial()
        if body is None or renamed.den:
            raise TooLarge("a summand that does not stay a monomial")
        return self.quotient(free.scaled(body[1]), {}) * self.generator(("sum", dimension, body[0]))

    # --- renaming an index, putting a value for a variable --------------------------------------------------

    def rename(self, q: Quotient, old: str, new: str) -> Quotient:
        """q with one free index in the place of another."""
        return self._map(q, lambda a: self._rename_atom(a, old, new))

    def _rename_monomial(self, monomial: Monomial, old: str, new: str) -> Quotient:
        return self.rename(Quotient(self, Polynomial({monomial: 1}), {}), old, new)

    def _rename_atom(self, number: int, old: str, new: str) -> Quotient | None:
        if old not in self._indices[number]:
            return None
        match self.keys[number]:
            case ("coord", vector, _):
                return self.generator(("coord", vector, new))
            case ("delta", i, j):
                return self.delta(new if i == old else i, new if j == old else j)
            case ("inv", p) if new[0] == ".":  # the index is bound: its denominators stay generators
                image = self.rename(Quotient(self, p, {}), old, new)
                if not image.den:
                    lead = image.num.leading()[1]
                    inverse = self.generator(("inv", image.num.scaled(ratio(1, lead))))
                    return inverse * self.constant(ratio(1, lead))
        return self._rebuild(number, lambda q: self.rename(q, old, new))

    def substitute(self, q: Quotient, variable: int, value: Quotient) -> Quotient:
        """q with a value in the place of a variable. Raises Undefined where that is not possible."""

        def atom(number: int) -> Quotient | None:
            if number == variable:
                return value
            if not self.contains(number, variable):
                coordinate = self.keys[variable][:2]
                for key in self.within(number):
                    if key[0] == "coord" and key[:2] == coordinate:
                        raise Undefined("a value put for a coordinate that stands under a sum, or has another index")
                    if key[0] == "sym" and self.constants.get(key[1], variable) != variable:
                        raise Undefined(f"a value put for a variable on which the constant {key[1]} may depend")
                return None
            return self._rebuild(number, lambda inner: self.substitute(inner, variable, value))

        return self._map(q, atom)

    def _rebuild(self, number: int, change: Callable[[Quotient], Quotient]) -> Quotient:
        """The generator with its parts changed."""
        match self.keys[number]:
            case ("sqrt", q):
                return self.sqrt(change(q))
            case ("exp", q):
                return self.exp(change(q))
            case ("log", q):
                return self.log(change(q))
            case ("app", name, orders, args):
                return self.generator(("app", name, orders, tuple(map(change, args))))
            case ("inv", p):
                return change(Quotient(self, p, {})).inverse()
            case ("sum", dimension, monomial):
                fresh = self.fresh_index()
                body = self._rename_monomial(monomial, self.placeholder(monomial), fresh)
                return self.sum(change(body), fresh, dimension)
        raise Undefined("a substitution into an integral")

    def _map(self, q: Quotient, atom: Callable[[int], Quotient | None]) -> Quotient:
        """q with generators replaced: those for which `atom` has an image."""
        images = {a: image for a in q.atoms() if (image := atom(a)) is not None}
        if not images:
            return q
        result = self._evaluate(q.num, images)
        for p, e in q.den.items():
            result = result / self._evaluate(p, images).power(e)
        return result

    def _evaluate(self, p: Polynomial, images: Mapping[int, Quotient]) -> Quotient:
        """A polynomial with generators replaced; where none of the images has a denominator, all terms at once."""
        if not any(image.den for image in images.values()):
            return self.quotient(Polynomial.collect(self._replaced(p, images)), {})
        kept: dict[Monomial, Number] = {}
        terms: list[Quotient] = []
        for monomial, c in p.terms.items():
            moved, rest = _parted(monomial, images)
            if not moved:
                kept[monomial] = c
                continue
            work.spend(COST_OF_SUBSTITUTION)
            term = Quotient(self, Polynomial({rest: c}), {})
            for a, e in moved:
                term = term * images[a].power(e)
            terms.append(term)
        return self.total([Quotient(self, Polynomial(kept), {}), *terms])

    def _holds_delta(self, p: Polynomial) -> bool:
        return bool(self._deltas) and not self._deltas.isdisjoint(p.atoms())

    def _replaced(self, p: Polynomial, images: Mapping[int, Quotient]) -> Iterator[tuple[Monomial, Number]]:
        """The terms of a polynomial with polynomials in the place of generators."""
        powers: dict[tuple[int, int], Polynomial] = {}
        for monomial, c in p.terms.items():
            moved, rest = _parted(monomial, images)
            product = Polynomial({rest: c})
            for a, e in moved:
                if (a, e) not in powers:
                    powers[a, e] = images[a].num ** e
                product = product * powers[a, e]
            yield from product.terms.items()

    # --- derivatives --------------------------------------------------------------------------------------

    def derivative(self, q: Quotient, variable: int, duties: list[Duty]) -> Quotient:
        """dq/dvariable. What must hold for it to exist is appended to `duties`."""
        inner = {a: d for a in q.atoms() if (d := self._atom_derivative(a, variable, duties))}
        result = self._poly_derivative(q.num, inner) * Quotient(self, Polynomial.constant(1), q.den)
        for p, e in q.den.items():
            slope = self._poly_derivative(p, inner)
            if slope:
                result = result - q * self.constant(e) * slope * self.quotient(Polynomial.constant(1), {p: 1})
        return result

    def _poly_derivative(self, p: Polynomial, inner: Mapping[int, Quotient]) -> Quotient:
        pairs: dict[int, list[tuple[Monomial, Number]]] = {}
        for monomial, c in p.terms.items():
            for n, (a, e) in enumerate(monomial):
                if a in inner:
                    left = ((a, e - 1),) if e > 1 else ()
                    pairs.setdefault(a, []).append((monomial[:n] + left + monomial[n + 1 :], c * e))
        return self.total([self.quotient(Polynomial.collect(found), {}) * inner[a] for a, found in pairs.items()])

    def _atom_derivative(self, number: int, variable: int, duties: list[Duty]) -> Quotient:
        key, var = self.keys[number], self.keys[variable]
        if number == variable:
            return self.constant(1)
        match key:
            case ("sym", name):
                if name in self.constants and self.constants[name] != variable:
                    raise Undefined(f"a derivative of the constant {name} along another variable than its own")
                return self.constant(0)
            case ("coord", vector, index):
                return self.delta(index, var[2]) if var[0] == "coord" and var[1] == vector else self.constant(0)
            case ("delta", *_):
                return self.constant(0)
            case ("integral", q, along):
                if along != variable:
                    raise Undefined("a derivative of an integral with respect to another variable than its own")
                integrand: Quotient = q
                return integrand
            case ("inv", p):
                base = Quotient(self, p, {})
                slope = self.derivative(base, variable, duties)
                return -(slope / (base * base)) if slope else slope
            case ("sqrt" | "exp" | "log" as name, q):
                slope = self.derivative(q, variable, duties)
                if not slope:
                    return slope
                own = self.generator(key)
                if name == "exp":
                    return own * slope
                duties.append((">", q))
                return slope / q if name == "log" else slope / (own * self.constant(2))
            case ("app", name, orders, args):
                total = self.constant(0)
                for n, arg in enumerate(args):
                    slope = self.derivative(arg, variable, duties)
                    if slope:
                        up = tuple(o + (n == m) for m, o in enumerate(orders))
                        total = total + self.generator(("app", name, up, args)) * slope
                return total
            case ("sum", dimension, monomial):
                fresh = self.fresh_index()
                body = self._rename_monomial(monomial, self.placeholder(monomial), fresh)
                return self.sum(self.derivative(body, variable, duties), fresh, dimension)
        raise Undefined(f"a derivative of {key[0]}")


def _parted(monomial: Monomial, images: Mapping[int, Quotient]) -> tuple[Monomial, Monomial]:
    """The factors of a monomial that are replaced, and the others."""
    moved = tuple([f for f in monomial if f[0] in images])
    return moved, tuple([f for f in monomial if f[0] not in images]) if moved else monomial
