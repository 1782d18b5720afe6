"""The ring in which claims are decided: quotients of polynomials over mathematical generators.

`generators` says what a generator stands for. Normal forms use the laws of `laws` and no others; where one is applied,
its name stands in a comment. Equal normal forms are equal functions wherever both have a value: that they have one is
a matter of duties (`normal`). So that duties are enough, no law may bring in what need not have a value where the
expression has one, and this is what the rows of `laws` say of each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import permutations
from math import isqrt
from typing import NamedTuple

from ..forms import MAX_START, of_the_set, set_of
from .budget import TooLarge, spend, spent
from .generators import COUNTED, Generators, Key
from .polynomial import MAX_DEGREE, Monomial, Number, Polynomial, ratio
from .quotient import Quotient, Undefined

Change = Callable[[Quotient], Quotient]
"""A function that puts something else in the place of generators in a quotient."""


class Summed(NamedTuple):
    """An index that is summed over: as far as the length of its set, or up to a whole number."""

    over: str
    end: Quotient
    kind: str

    @property
    def place(self) -> tuple[str, list[tuple[Monomial, Number]]]:
        """The place of a sum among several over the same summand: its kind, then its end."""
        return self.kind, sorted(self.end.num.terms.items())


COST_OF_REPLACEMENT = 20
"""The work that finding the replacement of one generator counts as."""

MAX_ARRANGED = 4
"""So many sums are brought into an order: every order is tried."""


def multiple(c: Number) -> int:
    """Which power of an exponential one with the factor c in its exponent is: that of c/n is read as a generator.

    A decimal with many digits stays together, and so does what is very large: only its sign is taken out.
    """
    return c.numerator if abs(c.numerator) <= MAX_DEGREE else 1 if c > 0 else -1


def require_one_set(i: str, j: str) -> None:
    """Raises Undefined for indices of different sets: neither can stand in the place of the other."""
    if set_of(i) != set_of(j):
        raise Undefined(f"{i} and {j} are indices of different sets")


def _cancelled(monomial: Monomial, number: int, inverse: int) -> Monomial:
    """A monomial without what a generator and its inverse have in common."""
    powers = dict(monomial)
    common = min(powers.get(number, 0), powers.get(inverse, 0))
    left = ((a, e - common if a in (number, inverse) else e) for a, e in monomial)
    return tuple((a, e) for a, e in left if e)


class Ring(Generators):
    """The operations that need to know what a generator stands for."""

    def __init__(self) -> None:
        super().__init__()
        self.constants: dict[str, int] = {}
        """Names of constants of integration, with the variable along which each is constant."""
        self._tidy: set[Polynomial] = set()
        """Factors of denominators: no constant, no generator and no root of one can be taken out of them."""
        self._reduced: dict[tuple[Polynomial, frozenset[tuple[Polynomial, int]]], tuple[Quotient, int]] = {}
        """Numerators over denominators, with their normal forms and the work that these took."""

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
        return Quotient(self, Polynomial.constant(value), {})

    def generator(self, key: Key) -> Quotient:
        """The quotient that is one generator."""
        return self._own(self.atom(key))

    def _own(self, number: int) -> Quotient:
        return Quotient(self, Polynomial.atom(number), {})

    def quotient(self, num: Polynomial, den: Mapping[Polynomial, int]) -> Quotient:
        """The normal form of num / product of den. Raises Undefined where the denominator is zero.

        It is worked out once, and counts as work each time.
        """
        if not den:
            return self._reduce(num, den)
        key = num, frozenset(den.items())
        if key in self._reduced:
            found, work = self._reduced[key]
            spend(work)
        else:
            begun = spent()
            found = self._reduce(num, den)
            self._reduced[key] = found, spent() - begun
        return found

    def _reduce(self, num: Polynomial, den: Mapping[Polynomial, int]) -> Quotient:
        spend(len(den))
        factors: defaultdict[Polynomial, int] = defaultdict(int)
        todo = list(den.items())
        while todo:
            p, e = todo.pop()
            if p in self._tidy:
                factors[p] += e
                continue
            if not p:
                raise Undefined("a division by an expression that is identically zero")
            _, lead = p.leading()
            common = p.content()
            num, rest = num.scaled(ratio(1, lead**e)), p.over(common).scaled(ratio(1, lead))
            if rest.as_constant() is None:
                self._tidy.add(rest)
                factors[rest] += e
            for atom, exponent in common:
                if self.keys[atom][0] == "sqrt":  # law: root-below
                    f = self.keys[atom][1]
                    num = num * (Polynomial.atom(atom) * f.below()) ** (exponent * e)
                    todo.append((f.num, exponent * e))
                else:
                    factors[Polynomial.atom(atom)] += exponent * e
        num = self._without_squares(num, factors)
        if not num:  # law: fraction-zero
            return Quotient(self, num, {})
        left = {}
        for p, e in factors.items():
            while e and (smaller := num.divided_by(p)) is not None:  # law: fraction-cancel
                num, e = smaller, e - 1
            if e:
                left[p] = e
        return self.merged(num, left)

    def _without_squares(self, p: Polynomial, below: defaultdict[Polynomial, int]) -> Polynomial:
        """q without a square root to a power above one, where p is q over the factors that are added to `below`."""
        roots = self.numbers_of["sqrt"]
        while roots and (squared := [a for m in p.terms for a, e in m if e > 1 and a in roots]):
            root = max(squared)
            f = self.keys[root][1]
            high = Polynomial({m: c for m, c in p.terms.items() if dict(m).get(root, 0) > 1})
            p = high.over(((root, 2),)) * f.num + (p - high) * f.below()  # law: root-square
            for q, k in f.den.items():
                below[q] += k
        return p

    def merged(self, num: Polynomial, den: Mapping[Polynomial, int]) -> Quotient:
        """The quotient with every delta used in every term of the numerator.

        delta_ij f_j becomes delta_ij f_i where f has a value at every index, or where f_i stands in the quotient
        anyway; and delta_ij^2 becomes delta_ij.
        """
        whole = Quotient(self, num, den)
        deltas = self.numbers_of["delta"]
        if not (deltas and any(a in deltas for m in num.terms for a, _ in m)):
            return whole
        kept, moved = {}, []
        for monomial, coefficient in num.terms.items():
            change = self._delta_step(monomial, whole)
            if change is None:
                kept[monomial] = coefficient
            else:
                moved.append(change.scaled(coefficient))
        if not moved:
            return whole
        below = Quotient(self, Polynomial.constant(1), den)
        return self.total([self.quotient(Polynomial(kept), den), *(q * below for q in moved)])

    def _delta_step(self, monomial: Monomial, whole: Quotient) -> Quotient | None:
        """A term with one delta used, or None where none is of use."""
        for delta, exponent in monomial:
            if delta not in self.numbers_of["delta"]:
                continue
            _, i, j = self.keys[delta]
            images = {}
            for a, _ in monomial:
                if a != delta and j in self.indices_of[a]:
                    image = self.renaming(j, i)(self._own(a))
                    if self._is_total(a) or self.stands(image.as_atom(), whole):  # law: delta-rename
                        images[a] = image
            if images or exponent > 1:  # law: delta-square
                others = tuple(f for f in monomial if f[0] != delta)
                return self._own(delta) * self._put(images, others)
        return None

    # --- functions ----------------------------------------------------------------------------------------

    def delta(self, i: str, j: str) -> Quotient:
        """Kronecker's delta."""
        require_one_set(i, j)
        if i == j:  # law: delta-same
            return self.constant(1)
        return self.generator(("delta", *sorted((i, j))))  # law: delta-order

    def sqrt(self, q: Quotient) -> Quotient:
        """The non-negative square root; the square of a rational number is pulled out."""
        if not q:  # law: root-zero
            return q
        lead = q.num.leading()[1]
        if lead > 0:
            factor = Fraction(isqrt(lead.numerator), isqrt(lead.denominator))
            if factor**2 == lead:  # law: root-scaled
                rest = q.scaled(ratio(1, lead))
                root = self.constant(1) if rest.as_constant() == 1 else self.generator(("sqrt", rest))
                return root.scaled(factor)
        return self.generator(("sqrt", q))

    def exp(self, q: Quotient) -> Quotient:
        """The exponential, as a product over the terms of its argument."""
        result = self.constant(1)
        for monomial, c in q.num.terms.items():  # law: exp-sum
            match monomial:
                case ((a, 1),) if self.keys[a][0] == "log" and not q.den and c.denominator <= 2:
                    f = self.keys[a][1]  # law: exp-log, exp-half-log
                    factor = f if c.denominator == 1 else self.sqrt(f)
                case _:
                    times = multiple(c)
                    factor = self.generator(("exp", self.quotient(Polynomial({monomial: ratio(c, times)}), q.den)))
                    result = result * factor.power(times)  # law: exp-multiple
                    continue
            result = result * factor.power(c.numerator)  # law: exp-multiple
        return result

    def log(self, q: Quotient) -> Quotient:
        """The natural logarithm."""
        if q.as_constant() == 1:  # law: log-one
            return self.constant(0)
        number = q.as_atom()
        if number is not None and self.keys[number][0] == "exp":  # law: log-exp
            argument: Quotient = self.keys[number][1]
            return argument
        return self.generator(("log", q))

    def function(self, name: str, q: Quotient) -> Quotient:
        """The root, the exponential or the logarithm."""
        return {"sqrt": self.sqrt, "exp": self.exp, "log": self.log}[name](q)

    # --- sums over channels -------------------------------------------------------------------------------

    def sum(self, q: Quotient, index: str, dimension: Quotient) -> Quotient:
        """sum over index = 1..dimension of q: moments, with everything that does not depend on it pulled out."""
        return self._moments(q, index, lambda m: self._sum_monomial(m, index, dimension))

    def summands(self, q: Quotient, index: str) -> tuple[Polynomial, dict[Polynomial, int]]:
        """The summand of a sum over an index, its denominators as generators; and denominators free of the index."""
        outside: dict[Polynomial, int] = {}
        inside = Polynomial.constant(1)
        below: dict[int, int] = {}
        for p, e in q.den.items():
            if any(index in self.indices_of[a] for a in p.atoms()):
                inverse = self.atom(("inv", p))
                inside = inside * Polynomial.atom(inverse, e)
                match p.as_monomial():
                    case ((a, 1),), 1:
                        below[a] = inverse
            else:
                outside[p] = e  # law: sum-below, upto-below
        whole = q.num * inside
        for a, inverse in below.items():  # law: fraction-cancel
            if any(a == factor for m in q.num.terms for factor, _ in m):
                whole = Polynomial.collect((_cancelled(m, a, inverse), c) for m, c in whole.terms.items())
        return whole, outside

    def _moments(self, q: Quotient, index: str, moment: Callable[[Monomial], Quotient]) -> Quotient:
        inside, outside = self.summands(q, index)
        total = self.total([moment(m).scaled(c) for m, c in inside.terms.items()])  # law: sum-linear, upto-linear
        return total * self.quotient(Polynomial.constant(1), outside)

    def _sum_monomial(self, monomial: Monomial, index: str, length: Quotient, kind: str = "sum") -> Quotient:
        for atom, _ in monomial:
            key = self.keys[atom]
            if key[0] == "delta" and index in key[1:]:  # law: sum-delta
                other = key[1] if key[2] == index else key[2]
                return self.renaming(index, other)(Quotient(self, Polynomial({monomial: 1}), {}))
        bound = tuple(factor for factor in monomial if index in self.indices_of[factor[0]])
        free = tuple(factor for factor in monomial if factor not in bound)
        result, sums = self._arranged(bound, index, length, kind)  # what is outside has no say in the order
        for one in sums:
            body, c = self._single(result)
            result = self._moment(body, *one).scaled(c)
        return result * Quotient(self, Polynomial({free: 1}), {}) if free else result

    def _moment(self, monomial: Monomial, index: str, dimension: Quotient, kind: str = "sum") -> Quotient:
        """A sum over one index: what speaks of it, as a moment, times the rest."""
        bound = tuple((a, e) for a, e in monomial if index in self.indices_of[a])
        free = Polynomial({tuple((a, e) for a, e in monomial if index not in self.indices_of[a]): 1})
        if not bound:  # law: sum-constant, upto-constant
            return self.quotient(free, {}) * (self._so_many(dimension) if kind == "upto" else dimension)
        # law: sum-index, upto-index
        name = self.placeholder(bound, index)
        if any(name.partition(":")[0] == i.partition(":")[0] for a, _ in bound for i in self.indices_of[a]):
            raise TooLarge("a summand in which the name of its index is taken")
        body, c = self._single(self.renaming(index, name)(Quotient(self, Polynomial({bound: 1}), {})))
        if self.placeholder(body, index) != name:
            raise TooLarge("a summand that does not stay as deep")
        return self.quotient(free.scaled(c), {}) * self.generator((kind, dimension, body))

    def _so_many(self, last: Quotient) -> Quotient:
        """How many whole numbers there are from 1 to the last; where it may be less, that is a sum of 1^(k - 1)."""
        if self.least(last) >= 0:
            return last
        unit = self.generator(("whole", of_the_set(".1", COUNTED), 1)) - self.constant(1)
        one = self.atom(("power", self.constant(1), unit))
        return self.generator(("upto", last, ((one, 1),)))  # law: upto-ones

    def _single(self, q: Quotient) -> tuple[Monomial, Number]:
        single = q.num.as_monomial()
        if single is None or q.den:
            raise TooLarge("a summand that does not stay a monomial")
        return single

    def _arranged(
        self, monomial: Monomial, index: str, length: Quotient, kind: str = "sum"
    ) -> tuple[Quotient, list[Summed]]:
        """The summand, and the sums over it one after the other, from the innermost one outwards.

        Where moments are summed, what they sum up stands beside the other factors, and all that is summed over comes in
        an order that does not depend on how it was written: the one that nests least, of those the one whose monomial
        comes first, and then the one whose ends do. With too many sums for that, or where it does not stay one, it
        stays as it was written; and so does a sum up to a number that is summed over itself.
        """
        as_written = whole = Quotient(self, Polynomial({monomial: 1}), {})
        first = [Summed(index, length, kind)]
        sums = [*first]
        while True:
            body, c = self._single(whole)
            own = {one.over for one in sums}
            inner = [a for a, _ in body if self._is_inner(a, own)]
            if not inner or len(sums) > MAX_ARRANGED:
                break
            its_kind, end, inside = self.keys[inner[0]]  # law: sum-into, upto-into
            old = self.bound(inside)
            fresh = "." + self.fresh_index(old)
            left = tuple((a, e - (a == inner[0])) for a, e in body if (a, e) != (inner[0], 1))
            summed = self.renaming(old, fresh)(Quotient(self, Polynomial({inside: c}), {}))
            whole = summed * Quotient(self, Polynomial({left: 1}), {})
            sums.append(Summed(fresh, end, its_kind))
        names = [f".{self.level(body)}~{n}" for n in range(len(sums))]
        taken = {i.partition(":")[0] for i in self.indices(whole)}
        if not 1 < len(sums) <= MAX_ARRANGED or not taken.isdisjoint(names):
            return as_written, first
        found = []
        for order in permutations(sums):  # law: sum-swap, upto-swap, upto-channels
            named = [one._replace(over=of_the_set(n, one.over)) for n, one in zip(names, order, strict=True)]
            image = whole
            for before, after in zip(order, named, strict=True):
                image = self.renaming(before.over, after.over)(image)
            found.append((self._nesting(self._single(image)[0], [one.over for one in named]), image, named))
        _, image, named = min(found, key=lambda f: (f[0], self._single(f[1])[0], [s.place for s in f[2]]))
        return image, named

    def _is_inner(self, number: int, own: set[str]) -> bool:
        """Whether a generator is a sum of what speaks of some indices, and its end does not."""
        match self.keys[number]:
            case ("sum" | "upto", end, _):
                return not own.isdisjoint(self.indices_of[number]) and own.isdisjoint(self.indices(end))
        return False

    def _nesting(self, monomial: Monomial, order: Iterable[str]) -> int:
        """How deep sums in this order are nested, from the innermost one outwards."""
        factors = [(self.indices_of[a], self._depths[a]) for a, _ in monomial]
        for index in order:
            inside = [f for f in factors if index in f[0]]
            made = frozenset().union(*(f[0] for f in inside)) - {index}, 1 + max((f[1] for f in inside), default=0)
            factors = [*(f for f in factors if f not in inside), made]
        return max(depth for _, depth in factors)

    def summand(self, monomial: Monomial) -> tuple[Quotient, str]:
        """The summand of a moment, with an index that stands nowhere else."""
        bound = self.bound(monomial)
        fresh = self.fresh_index(bound)
        return self.renaming(bound, fresh)(Quotient(self, Polynomial({monomial: 1}), {})), fresh

    # --- whole numbers ------------------------------------------------------------------------------------

    def units(self, q: Quotient) -> tuple[dict[int, int], int]:
        """(n, k) where q is the sum of all n[t] (t - start of t), and of k. Raises Undefined where it is no such sum.

        So it is a whole number; and where no n[t] is negative, it is k at least.
        """
        times: dict[int, Number] = {}
        rest: Number = 0
        for monomial, c in q.num.terms.items():
            match monomial:
                case ((t, 1),) if self.keys[t][0] == "whole":
                    times[t], rest = c, rest + c * self.keys[t][2]
                case ():
                    rest += c
                case _:
                    raise Undefined("a whole number is made of whole numbers by sums and multiples")
        numbers: list[Number] = [rest, *times.values()]
        if q.den or any(n.denominator != 1 or not -MAX_START <= n <= MAX_START for n in numbers):
            raise Undefined(f"a whole number is made of whole numbers by multiples, of at most {MAX_START}")
        return {t: int(n) for t, n in times.items()}, int(rest)

    def least(self, q: Quotient) -> int:
        """A lower bound of a whole number. Raises Undefined where it may be less than anything."""
        times, rest = self.units(q)
        if any(n < 0 for n in times.values()):
            raise Undefined("a whole number that may be less than anything")
        return rest

    def power(self, base: Quotient, exponent: Quotient) -> tuple[Quotient, bool]:
        """A power with a whole exponent; and whether the base may be zero, for no factor has a negative one."""
        times, rest = self.units(exponent)
        may_be_zero = all(n >= 0 for n in (rest, *times.values()))
        if not (base or may_be_zero):
            raise Undefined("a power of zero with an exponent that may be negative")
        if base.as_constant() == 1:  # law: power-one
            return base, may_be_zero
        result = base.power(rest)  # law: power-number
        for t, n in times.items():  # law: power-sum, power-less
            unit = self._own(t) - self.constant(self.keys[t][2])
            result = result * self.generator(("power", base, unit)).power(n)
        return result, may_be_zero

    def sum_up_to(self, q: Quotient, index: str, last: Quotient) -> Quotient:
        """sum over whole numbers index = 1..last of q: as far as t - start + ..., where last is that and some more.

        Where it is that and less, the sum is empty for some numbers, and nothing of it is written out.
        """
        times, more = self.units(last)
        if any(n < 0 for n in times.values()):
            raise Undefined("a sum has to run to a number, or to whole numbers and some more or less")
        number, begun = self.atom(("whole", index, 1)), last - self.constant(max(more, 0))
        parts = [self._moments(q, index, lambda m: self._sum_monomial(m, index, begun, "upto"))] if times else []

        def final(end: Quotient) -> Quotient:
            def image_of(a: int, change: Change) -> Quotient | None:
                return end if a == number else self.rebuilt(a, change) if self.contains(a, number) else None

            return self.replacing(image_of)(q)

        ends = [final(begun + self.constant(n)) for n in range(1, more + 1)]  # law: upto-next
        return self.total(parts + ends)  # law: upto-empty, upto-backwards

    # --- something else in the place of generators ---------------------------------------------------------

    def replacing(self, image_of: Callable[[int, Change], Quotient | None]) -> Change:
        """The change that puts something in the place of generators, at whatever depth.

        `image_of` says what comes in the place of a generator, or None where it stays, and may ask for the same
        change of what the generator is built from. It is asked once for each.
        """
        images: dict[int, Quotient | None] = {}

        def change(q: Quotient) -> Quotient:
            atoms = q.atoms()
            for a in atoms:
                if a not in images:
                    spend(COST_OF_REPLACEMENT)
                    images[a] = image_of(a, change)
            own = {a: image for a in atoms if (image := images[a]) is not None}
            if not own:
                return q
            result = self._evaluated(q.num, own)  # law: at-sum, at-product
            for p, e in q.den.items():  # law: at-quotient
                result = result / self._evaluated(p, own).power(e)
            return result

        return change

    def renaming(self, old: str, new: str) -> Change:
        """The change that puts one free index in the place of another, which is of the same set."""
        require_one_set(old, new)

        def image_of(number: int, change: Change) -> Quotient | None:
            if old not in self.indices_of[number]:
                return None
            match self.keys[number]:
                case ("sym", constant):
                    raise Undefined(f"the constant {constant} belongs to channel {old} alone: no sum runs over it")
                case ("coord", vector, *indices):
                    return self.generator(("coord", vector, *(new if i == old else i for i in indices)))
                case ("whole", _, start) if new[0] in "#.*":
                    return self.generator(("whole", new, start))
                case ("delta", i, j):
                    return self.delta(new if i == old else i, new if j == old else j)
                case ("inv", p) if new[0] == ".":  # the index is bound: its denominators stay generators
                    image = change(Quotient(self, p, {}))
                    if not image.den:
                        lead = image.num.leading()[1]
                        return self.generator(("inv", image.num.scaled(ratio(1, lead)))).scaled(ratio(1, lead))
            return self.rebuilt(number, change)

        return self.replacing(image_of)

    def rebuilt(self, number: int, change: Change) -> Quotient:
        """A generator with its parts changed, by the rules of the ring."""
        match self.keys[number]:
            case ("sqrt" | "exp" | "log" as name, q):
                return self.function(name, change(q))  # law: at-sqrt, at-exp, at-log
            case ("app", name, orders, args):
                return self.generator(("app", name, orders, tuple(map(change, args))))  # law: at-app
            case ("power", base, exponent):
                return self.power(change(base), change(exponent))[0]  # law: at-power
            case ("inv", p):
                return change(Quotient(self, p, {})).inverse()
            case ("sum", dimension, monomial):
                body, index = self.summand(monomial)
                return self.sum(change(body), index, dimension)  # law: at-channels
            case ("upto", last, monomial):
                body, index = self.summand(monomial)
                return self.sum_up_to(change(body), index, change(last))  # law: at-upto
        raise Undefined("a substitution into an integral, or of a channel for a whole number")

    def _evaluated(self, p: Polynomial, images: Mapping[int, Quotient]) -> Quotient:
        """A polynomial with quotients in the place of generators."""
        return self.total([self._put(images, m) * self.constant(c) for m, c in p.terms.items()])

    def _put(self, images: Mapping[int, Quotient], monomial: Monomial) -> Quotient:
        """A monomial with quotients in the place of generators."""
        rest = tuple(f for f in monomial if f[0] not in images)
        result = Quotient(self, Polynomial({rest: 1}), {})
        for a, e in monomial:
            if a in images:
                result = result * images[a].power(e)
        return result
