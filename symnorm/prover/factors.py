"""Signs put together from the factors or the terms of a quantity, variables shifted to their bounds. Not trusted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import gcd, lcm
from typing import TYPE_CHECKING

from ..checker.calculus.budget import TooLarge
from ..checker.calculus.polynomial import Monomial, Number, Polynomial, monomial_quotient, ratio
from ..checker.calculus.quotient import Quotient, Undefined
from ..checker.calculus.substitution import substitute
from ..checker.forms import Form
from ..checker.readback import atom, polynomial, read_back
from .facts import Fact
from .plain import by_form

if TYPE_CHECKING:
    from .signs import Signs

MAX_SHIFTS = 12
"""Where a search goes further, the step is better cut in two."""

MAX_FACTORED = 30
"""SymPy may need minutes to factor a polynomial of more terms, and what comes out is of little use."""

Sign = tuple[Form, str]
"""A sign witness with its sign."""


class Factors:
    """Witnesses for quantities, made from those for their parts."""

    def __init__(self, signs: Signs) -> None:
        self._signs, self._ring = signs, signs.ring
        self._facts, self._guard = signs.facts, signs.guard
        self._moved: dict[object, tuple[Polynomial, dict[int, Sign]]] = {}
        self._atom_signs: dict[int, tuple[int, Sign | None]] = {}

    def known(self, q: Quotient, relation: str) -> Form | None:
        """A witness for a number, or from a fact about the same quantity up to factors whose signs are known."""
        constant = q.as_constant()
        if constant is not None:
            ok = {"!=": constant != 0, ">": constant > 0, ">=": constant >= 0}[relation]
            return ("num", str(constant)) if ok else None
        for witness, value, sign in self._facts.about(q.num):
            scale = ratio(q.num.leading()[1], value.num.leading()[1])
            if sign not in (relation, ">") or (scale < 0 and relation != "!="):
                continue
            found = self._over_other_denominators(witness, value, q, relation)
            if found is not None:
                return found if scale == 1 else ("mul", ("num", str(scale)), found)
        return None

    def _over_other_denominators(self, witness: Form, value: Quotient, q: Quotient, relation: str) -> Form | None:
        """From the sign of N/D to that of N/E, where D and E have signs of their own."""
        parts = [witness]
        wanted = "!=" if relation == "!=" else ">"
        for p in {**value.den, **q.den}:
            more = value.den.get(p, 0) - q.den.get(p, 0)
            if not more:
                continue
            with self._guard.entered("denominator", p) as may:
                inner = self._factor(p, wanted) if may else None
            if inner is None:
                return None
            parts += [inner if more > 0 else ("inv", inner)] * abs(more)
        return parts[0] if len(parts) == 1 else ("mul", *parts)

    def above_a_fact(self, q: Quotient, relation: str) -> Form | None:
        """q is a known non-negative quantity plus something that is plainly not negative."""
        for witness, value, sign in self._facts.all():
            if sign == "!=":
                continue
            for times in self._multiples(q, value):
                rest = q - value.scaled(times)
                if rest.den or len(rest.num.terms) > len(q.num.terms) + 2:
                    continue
                weak = ">=" if sign == ">" else relation
                more = self.positive_sum(rest.num, {}, weak) or self._signs.whole_number(rest, weak)
                if more is not None:
                    return ("add", witness if times == 1 else ("mul", ("num", str(times)), witness), more)
        return None

    def _multiples(self, q: Quotient, value: Quotient) -> list[Number]:
        """How often a known quantity may be in another: once; beside whole numbers, as often as one of its terms."""
        if not self._ring.numbers_of["whole"]:
            return [1]
        times = (ratio(q.num.terms[m], c) for m, c in value.num.terms.items() if m in q.num.terms)
        return list(dict.fromkeys([1, *(n for n in times if n > 0)]))

    def by_factors(self, q: Quotient, relation: str) -> Form | None:
        """Every factor of numerator and denominator has a sign of its own."""
        below = []
        for p, e in q.den.items():
            inner = self._factor(p, "!=" if relation == "!=" else ">") or self._factor(p, "!=")
            if inner is None:
                return None
            below += [("inv", inner)] * e
        tops: list[Form] = []
        for p, e in factors(q.num):
            inner = self._factor(p, relation)
            if inner is None and e % 2 == 0:
                inner = self._factor(p, "!=")
                if inner is None and relation != ">=":
                    return None
                square: Form = ("sq+", inner) if inner else ("sq", polynomial(self._ring, p))
                tops += [square] * (e // 2)
            elif inner is None:
                return self.by_terms(q.num, relation) if not q.den else None
            else:
                tops += [inner] * e
        parts = tops + below
        return parts[0] if len(parts) == 1 else ("mul", *parts)

    def _factor(self, p: Polynomial, relation: str) -> Form | None:
        q = self._ring.quotient(p, {})
        found = self.known(q, relation)
        if found is None and (form := self._signs.as_written(q)) is not None:
            with self._guard.entered("form", q) as may:
                found = self._signs.of_form(form, relation) if may else None
        found = found or self.by_terms(p, relation)
        if found is None and relation != ">=" and self._signs.is_last_resort:
            found = self._signs.apart_from_one(q, relation)
        return found

    def by_terms(self, p: Polynomial, relation: str) -> Form | None:
        """All terms are positive, after a variable v with v > a has been replaced by a + (v - a)."""
        if self._signs.is_hopeless(self._ring.quotient(p, {}), ">" if relation == "!=" else relation):
            return None
        for shifts in self._shifts(p):
            moved, names = self._shifted(p, shifts)
            found = self.positive_sum(moved, names, ">" if relation == "!=" else relation)
            if found is not None:
                return found
        return None

    def _shifts(self, p: Polynomial) -> Iterator[dict[int, Fact]]:
        """Choices of a lower bound for generators: none; one for each that has any; for one alone; for several."""
        yield {}
        options: dict[int, list[Fact]] = {}
        for witness, value, sign in self._facts.all():
            if sign == "!=" or value.den or len(value.num.terms) == 1:  # v > 0 as it stands is no shift
                continue
            for a in set(value.num.atoms()) & set(p.atoms()):
                if value.num.terms.get(((a, 1),), 0) > 0 and degree_in(value.num, a) == 1:
                    options.setdefault(a, []).append((witness, value, sign))
        several = [[(a, o) for o in some[:3]] for a, some in sorted(options.items(), reverse=True)][:4]
        alone = [(choice,) for some in several for choice in some]
        if several:
            first, *others = product(*several)
            for choice in (first, *alone, *others)[:MAX_SHIFTS]:
                yield dict(choice)

    def _shifted(self, p: Polynomial, shifts: dict[int, Fact]) -> tuple[Polynomial, dict[int, Sign]]:
        """p in new generators w = (bound fact), each standing for (v - a); with the witness of each w."""
        key = p, tuple((a, value, sign) for a, (_, value, sign) in shifts.items())
        if key not in self._moved:
            self._moved[key] = self._move(p, shifts)
        return self._moved[key]

    def _move(self, p: Polynomial, shifts: dict[int, Fact]) -> tuple[Polynomial, dict[int, Sign]]:
        names: dict[int, Sign] = {}
        result = self._ring.quotient(p, {})
        for a, (witness, value, sign) in shifts.items():
            name = self._ring.atom(("sym", f"w{a}"))
            names[name] = (witness, sign)
            slope = value.num.terms[((a, 1),)]
            rest = value - self._ring.generator(self._ring.keys[a]) * self._ring.constant(slope)
            new = (self._ring.generator(("sym", f"w{a}")) - rest) * self._ring.constant(ratio(1, slope))
            try:
                result = substitute(result, a, new)
            except (Undefined, TooLarge):  # a coordinate that also stands under a sum: no use here
                return p, {}
        return (result.num, names) if not result.den else (p, {})

    def positive_sum(self, p: Polynomial, names: dict[int, Sign], relation: str) -> Form | None:
        """Every term is positive by itself; the names are those of shifted variables, with their signs."""
        parts: list[Form] = []
        strict = False
        for monomial, c in p.terms.items():
            if c < 0:
                return None
            factors_: list[Form] = [("num", str(c))] if c != 1 or not monomial else []
            positive = True
            for a, e in monomial:
                found = self._atom_sign(a, names)
                if found is None and e % 2:
                    return None
                if found is None or (found[1] != ">" and e % 2 == 0 and a not in names):
                    inner = self.known(self._ring.generator(self._ring.keys[a]), "!=")
                    positive &= inner is not None
                    factors_ += [("sq+", inner) if inner else ("sq", atom(self._ring, a))] * (e // 2)
                else:
                    positive &= found[1] == ">"
                    factors_ += [found[0]] * e
            strict |= positive
            parts.append(factors_[0] if len(factors_) == 1 else ("mul", *factors_))
        if not parts or (relation == ">" and not strict):
            return None
        return parts[0] if len(parts) == 1 else ("add", *parts)

    def _atom_sign(self, a: int, names: dict[int, Sign]) -> Sign | None:
        """The sign of one generator: known from a fact, or by what it is."""
        if a in names:
            return names[a]
        knowledge, found = self._atom_signs.get(a, (-1, None))
        if found is None and knowledge != len(self._facts.all()):
            before = self._guard.cut
            found = self._find_atom_sign(a)
            if found is not None or self._guard.cut == before:
                self._atom_signs[a] = len(self._facts.all()), found
        return found

    def _open_signs(self, monomial: Monomial) -> tuple[str, ...]:
        """The signs that a sum may have: where nothing is known of every channel, that of a sum of squares alone."""
        is_positive = any(self._ring.keys[a][0] in ("exp", "sqrt") for a, _ in monomial)
        if is_positive or self._facts.speak_of_any:
            return (">", ">=")
        return (">=",) if all(e % 2 == 0 for _, e in monomial) else ()

    def _find_atom_sign(self, a: int) -> Sign | None:
        key = self._ring.keys[a]
        generator = self._ring.generator(key)
        for relation in (">", ">="):
            found = self.known(generator, relation)
            if found is not None:
                return found, relation
        match key:
            case ("exp", q):
                return ("exp", read_back(q)), ">"
            case ("sqrt", q):
                inner = self._signs.witness(q, ">")
                if inner is not None:
                    return ("root", inner), ">"
                inner = self._signs.witness(q, ">=")
                return (("root", inner), ">=") if inner is not None else None
            case ("log", q):
                return self._above_one(q)
            case ("sum", _, monomial):
                form = atom(self._ring, a)
                for relation in self._open_signs(monomial):
                    if (inner := by_form(form, relation, self._signs.of_form)) is not None:
                        return inner, relation
        return None

    def _above_one(self, q: Quotient) -> Sign | None:
        """That log q > 0 where q > 1: it is e^u - 1 - u and (q - 1)/q together, for u = -log q."""
        inverse: Form = ("neg", ("fn", "log", read_back(q)))
        for relation in (">", ">="):
            more = self._signs.witness(q - self._ring.constant(1), relation)
            below = more and self._signs.witness(q, ">")
            if more and below:
                return ("add", ("exp-bound", inverse), ("mul", more, ("inv", below))), relation
        return None


def factors(p: Polynomial) -> list[tuple[Polynomial, int]]:
    """The factorization of a polynomial over the rationals; SymPy is asked only where it can matter."""
    single = p.as_monomial()
    if single is not None:
        found = [(Polynomial.atom(a), e) for a, e in single[0]]
        return found if single[1] == 1 else [(Polynomial.constant(single[1]), 1), *found]
    content = p.content()
    rest = p.over(content) if content else p
    if _is_irreducible(rest) or len(p.terms) > MAX_FACTORED:
        return [*((Polynomial.atom(a), e) for a, e in content), (rest, 1)]
    root = None if content or not p else square_root(p)
    if root is not None and not root.content() and _is_irreducible(root):
        number = ratio(p.leading()[1], root.leading()[1] ** 2)
        return [*([] if number == 1 else [(Polynomial.constant(number), 1)]), (root, 2)]
    from .sympy_side import factor_list

    return factor_list(p)


def square_root(p: Polynomial) -> Polynomial | None:
    """r with p = c r^2 for a number c, in whole numbers without a common factor; None where there is none. p is not 0.

    The terms are found one after the other, the largest first. Their order in r is that of SymPy's factors.
    """
    lead, number = p.leading()
    last = min(p.terms)
    if any(e % 2 for _, e in (*lead, *last)):
        return None
    first = tuple((a, e // 2) for a, e in lead)
    root, rest = Polynomial({first: 1}), p.scaled(ratio(1, number)) - Polynomial({lead: 1})
    while rest:
        monomial, c = rest.leading()
        fits = monomial_quotient(monomial, first)
        if fits is None or len(root.terms) > len(p.terms):
            return None
        term = Polynomial({fits: ratio(c, 2)})
        rest, root = rest - term * (root.scaled(2) + term), root + term
    common = lcm(*(c.denominator for c in root.terms.values()))
    whole = {m: int(c * common) for m, c in root.terms.items()}
    shared = gcd(*whole.values())
    atoms = sorted({*root.atoms()})
    return Polynomial({m: whole[m] // shared for m in sorted(whole, key=lambda m: _graded(m, atoms), reverse=True)})


def _graded(monomial: Monomial, atoms: list[int]) -> tuple[int, ...]:
    """The graded reverse lexicographic order, in which the smallest atom counts first, against the monomial."""
    exponents = dict(monomial)
    return sum(exponents.values()), *(-exponents.get(a, 0) for a in atoms)


def _is_irreducible(p: Polynomial) -> bool:
    """Whether some generator stands in one term only, and there once.

    Then p = m a + q with a monomial m and without a in q: a factor of both would be one of m, and p has no content.
    """
    times = Counter(p.atoms())
    return any(e == 1 and times[a] == 1 for m in p.terms for a, e in m)


def factored(q: Quotient) -> Form:
    """The numerator of a quantity as a product of factors, for people to read."""
    written = [(polynomial(q.ring, p), e) for p, e in factors(q.num)]
    parts = [p if e == 1 else ("pow", p, e) for p, e in written]
    if len(parts) > 1 and parts[0] == ("num", "-1"):
        return ("neg", parts[1] if len(parts) == 2 else ("mul", *parts[1:]))
    return parts[0] if len(parts) == 1 else ("mul", *parts) if parts else read_back(q)


def degree_in(p: Polynomial, a: int) -> int:
    """The degree of a polynomial in one generator."""
    return max((dict(m).get(a, 0) for m in p.terms), default=0)
