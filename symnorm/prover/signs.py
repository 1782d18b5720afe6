"""Finding sign witnesses, and establishing that what is written is defined. Not trusted.

Every witness found here is handed to the checker's own `Step`, which computes its quantity and sign afresh.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from typing import Any

from ..checker.algebra import Duty, Quotient, Undefined
from ..checker.forms import Form, Malformed, free_indices
from ..checker.normal import renamed
from ..checker.polynomial import Monomial, Polynomial, TooLarge, ratio
from ..checker.step import Rejected, Step
from .memory import Memory, Usable
from .readback import atom, polynomial, read_back

MAX_SEARCHES = 3_000
MAX_SHIFTS = 12
"""Where a search goes further, the step is better cut in two."""

MAX_FACTORED = 30
"""SymPy may need minutes to factor a polynomial of more terms, and what comes out is of little use."""

Fact = tuple[Form, Quotient, str]
"""A sign witness with its quantity and sign."""


class Open(Exception):
    """A condition that nothing known decides. `duty` is the condition."""

    def __init__(self, duty: Duty) -> None:
        super().__init__("a condition is open")
        self.duty = duty


class Signs:
    """What is known of signs in one step, and the conditions established so far in `defined`."""

    def __init__(self, step: Step, memory: Memory, usable: Usable) -> None:
        self.step, self.ring, self.normal = step, step.ring, step.normal
        self._estimates = memory.estimates(step) if usable.is_unconditional else []
        self._memory, self._usable = memory, usable
        self.defined: list[Form] = []
        self._pending = {n: f for n, f in memory.facts.items() if n in usable.entries}
        self._trying: set[int] = set()
        self._tried: dict[int, int] = {}
        self._facts: list[Fact] = []
        self._by_numerator: dict[Polynomial, list[Fact]] = {}
        self._known_count = 0
        self._written: dict[Quotient, Form] = {}
        self._noted: set[Form] = set()
        self._sure: set[Form] = set()
        self._busy: set[tuple[Any, ...]] = set()
        self._denominators: set[Polynomial] = set()
        self._hopeless: dict[tuple[Quotient | Form, str], int] = {}
        self._moved: dict[object, tuple[Polynomial, dict[int, tuple[Form, str]]]] = {}
        self._atom_signs: dict[int, tuple[int, tuple[Form, str] | None]] = {}
        self._state = (-1, -1, -1)
        self._searches = 0
        self._blocked = 0
        """How often a search was cut short because it came back to what it is in the middle of."""

    # --- being defined ------------------------------------------------------------------------------------

    def define(self, form: Form) -> Quotient:
        """Establishes all that an expression needs to be defined; returns its normal form. Raises Open."""
        value, duties = self.normal(form)
        if form not in self._sure:
            self.note(form)
            for duty in duties:
                self.establish(duty)
            self._sure.add(form)
        return value

    def note(self, form: Form) -> None:
        """Remembers how the arguments of roots, logarithms and divisions are written: the form shows the sign."""
        if form in self._noted:
            return
        self._noted.add(form)
        match form:
            case ("sum", index, _, _, body):
                form = (renamed(body, index, _any_channel(body)),)
            case ("div", _, a) | ("fn", "sqrt" | "log", a) | ("pow", a, _) if form[0] != "pow" or form[2] < 0:
                with suppress(Undefined, Malformed, TooLarge):  # then the whole will be judged so as well
                    self._written.setdefault(self.normal(a)[0], a)
        for part in form:
            if isinstance(part, tuple) and part:
                self.note(part)

    def written(self, q: Quotient) -> Form:
        """A quantity as it is written somewhere in the step, or else its normal form."""
        found = self._written.get(q)
        return read_back(q) if found is None else found

    def establish(self, duty: Duty) -> None:
        """Puts a condition and its witness on the list. Raises Open where no witness is found."""
        relation, q = duty
        if self.step.is_established(duty):
            return
        if duty in self._busy:
            self._blocked += 1
            raise Open(duty)
        self._busy.add(duty)
        try:
            if self._recall(q, relation):
                return
            witness = self.witness(q, relation)
            if witness is None:
                raise Open(duty)
            form = read_back(q)
            self.define(form)
            self.step.establish(relation, form, witness)
            self.defined.append((relation, form, witness))
        finally:
            self._busy.discard(duty)

    def _recall(self, q: Quotient, relation: str) -> bool:
        """Takes over a condition of an earlier entry, if there is one that decides."""
        origin = self._memory.origin(self.step, (relation, q), self._usable)
        if origin is None:
            return False
        self.define(self.step.earlier[origin[0]].conditions[origin[1]].expression)
        self.step.recall(*origin)
        self.defined.append(origin)
        return True

    # --- witnesses ----------------------------------------------------------------------------------------

    def witness(self, q: Quotient, relation: str) -> Form | None:
        """A witness that q stands in the relation to 0, or None."""
        return self._searched(q, relation, lambda: self._first_shown(q, relation))

    def _first_shown(self, q: Quotient, relation: str) -> Form | None:
        if self._is_hopeless(q, relation):
            return None
        for candidate in self._candidates(q, relation):
            if candidate is not None and self._shows(candidate, q, relation):
                return candidate
        return None

    def _searched(self, what: Quotient | Form, relation: str, search: Callable[[], Form | None]) -> Form | None:
        """What a search finds; one that failed with what is known now is not repeated, and none runs inside itself."""
        if self._hopeless.get((what, relation)) == len(self.facts()) or self._searches > MAX_SEARCHES:
            return None
        if ("search", what, relation) in self._busy:
            self._blocked += 1
            return None
        self._searches += 1
        before = self._blocked
        self._busy.add(("search", what, relation))
        try:
            found = search()
        finally:
            self._busy.discard(("search", what, relation))
        if found is None and self._blocked == before:
            self._hopeless[what, relation] = len(self.facts())
        return found

    def shown(self, form: Form, relation: str) -> Form | None:
        """A witness read off the form of an expression, or found otherwise, that the checker would take."""
        q = self.define(form)
        found = self.of_form(form, relation)
        return found if found is not None and self._shows(found, q, relation) else self.witness(q, relation)

    def _shows(self, witness: Form, q: Quotient, relation: str) -> bool:
        try:
            value, sign = self.step.sign(witness)
        except (Rejected, Malformed):
            return False
        return not value - q and sign in (relation, ">")

    def _candidates(self, q: Quotient, relation: str) -> Iterator[Form | None]:
        yield self._known(q, relation)
        if q in self._written:
            yield self.of_form(self._written[q], relation)
        yield self._by_factors(q, relation)
        if relation != "!=":
            yield self._above_a_fact(q, relation)
        if not q.den and (negative := -q) and relation == "!=":
            found = self._by_terms(negative.num, ">")
            yield ("neg", found) if found else None

    def facts(self) -> list[Fact]:
        """Every inequality that is known: among the earlier entries, as far as it is defined here, and established."""
        state = len(self._facts), len(self.step.known), self._blocked
        if state == self._state:
            return self._facts
        for number, statement in list(self._pending.items()):
            if number in self._trying:
                self._blocked += 1
                continue
            if self._tried.get(number) == len(self._facts):
                continue
            self._trying.add(number)
            before = self._blocked
            try:
                for part in statement[1:]:
                    self.define(part)
            except Open:  # perhaps only for now: what it needs may be in the making
                if self._blocked == before:
                    self._tried[number] = len(self._facts)
                continue
            finally:
                self._trying.discard(number)
            if self._pending.pop(number, None) is not None:
                for fact in self._read_fact(number):
                    self._learn(fact)
        while self._known_count < len(self.step.known):
            n = self._known_count
            self._known_count += 1
            known = self.step.known[n]
            self._learn((("known", n), known.value, known.sign))
        if not self._trying:
            self._state = len(self._facts), len(self.step.known), self._blocked
        return self._facts

    def _learn(self, fact: Fact) -> None:
        self._facts.append(fact)
        witness, value, sign = fact
        single = value.num.as_monomial() if not value.den else None
        if single is not None and single[1] == 1 and sign != ">=" and (root := self._lone_root(single[0])):
            self._learn((("sq+", witness), root, ">"))  # a root that does not vanish: nor does what is under it
        num = value.num
        if num:
            self._by_numerator.setdefault(num.scaled(ratio(1, num.leading()[1])), []).append(fact)

    def _lone_root(self, monomial: Monomial) -> Quotient | None:
        key = self.ring.keys[monomial[0][0]] if len(monomial) == 1 and monomial[0][1] == 1 else ("",)
        return key[1] if key[0] == "sqrt" else None

    def _read_fact(self, number: int) -> list[Fact]:
        witness: Form = ("hyp", number, ())
        value, sign = self.step.sign(witness)
        found: list[Fact] = [(witness, value, sign)]
        for index in sorted(i for i in self.ring.indices(value) if i[0] == "*"):
            for other in self._index_names():
                renamed_ = ("hyp", number, ((index, other),))
                found.append((renamed_, *self.step.sign(renamed_)))
        return found

    def _index_names(self) -> list[str]:
        names = {i for key in self.ring.keys if key[0] == "coord" for i in (key[2],) if i[0] not in ".#*"}
        return sorted(names)

    def _is_hopeless(self, q: Quotient, relation: str) -> bool:
        """Whether a quantity has another sign at some point: then there is no use in a search."""
        return relation != "!=" and any(e.is_negative(q) for e in self._estimates)

    def _known(self, q: Quotient, relation: str) -> Form | None:
        constant = q.as_constant()
        if constant is not None:
            ok = {"!=": constant != 0, ">": constant > 0, ">=": constant >= 0}[relation]
            return ("num", str(constant)) if ok else None
        self.facts()
        lead = q.num.leading()[1]
        for witness, value, sign in self._by_numerator.get(q.num.scaled(ratio(1, lead)), ()):
            scale = ratio(lead, value.num.leading()[1])
            if sign not in (relation, ">") or (scale < 0 and relation != "!="):
                continue
            found = self._over_other_denominators(witness, value, q, relation)
            if found is not None:
                return found if scale == 1 else ("mul", ("num", str(scale)), found)
        return None

    def _over_other_denominators(
        self, witness: Form, value: Quotient, q: Quotient, relation: str
    ) -> Form | None:
        """From the sign of N/D to that of N/E, where D and E have signs of their own."""
        parts = [witness]
        wanted = "!=" if relation == "!=" else ">"
        for p in {**value.den, **q.den}:
            more = value.den.get(p, 0) - q.den.get(p, 0)
            if not more:
                continue
            if p in self._denominators:
                self._blocked += 1
                return None
            self._denominators.add(p)
            inner = self._factor(p, wanted)
            self._denominators.discard(p)
            if inner is None:
                return None
            parts += [inner if more > 0 else ("inv", inner)] * abs(more)
        return parts[0] if len(parts) == 1 else ("mul", *parts)

    def of_form(self, form: Form, relation: str) -> Form | None:
        """A witness read off the form of an expression: even powers, sums of what is positive, and so on."""
        return self._searched(form, relation, lambda: self._of_form(form, relation))

    def _of_form(self, form: Form, relation: str) -> Form | None:
        try:
            q = self.define(form)
        except Open:
            return None
        direct = self._known(q, relation)
        if direct is not None:
            return direct
        if self._is_hopeless(q, relation):
            return None
        found = self._by_form(form, relation)
        if found is None and form[0] != "def":
            found = self._by_factors(q, relation)
        if found is None and relation == "!=" and form[0] == "add":
            found = self._by_form(form, ">")
        if found is None and relation != "!=":
            found = self._above_a_fact(q, relation)
        return found

    def _by_form(self, form: Form, relation: str) -> Form | None:
        match form:
            case ("def", _, _, body):
                return self.of_form(body, relation)
            case ("mul", *parts):
                return self._all("mul", [self.of_form(p, relation) for p in parts])
            case ("div", a, b):
                below = self.of_form(b, "!=" if relation == "!=" else ">")
                return self._all("mul", [self.of_form(a, relation), ("inv", below) if below else None])
            case ("add", *parts) if relation != "!=":
                weak = [self.of_form(p, ">=") for p in parts]
                if None in weak:
                    return None
                if relation == ">":
                    strong = [self.of_form(p, ">") for p in parts]
                    if not any(strong):
                        return None
                    weak = [s or w for s, w in zip(strong, weak, strict=True)]
                return ("add", *weak)
            case ("pow", a, n) if n > 0 and n % 2 == 0:
                inner = None if relation == ">=" else self.of_form(a, "!=")
                if inner is None and relation != ">=":
                    return None
                square: Form = ("sq+", inner) if inner else ("sq", a)
                return square if n == 2 else ("mul", *[square] * (n // 2))
            case ("pow", a, n) if n > 0:
                return self._all("mul", [self.of_form(a, relation)] * n)
            case ("fn", "exp", a):
                return ("exp", a)
            case ("fn", "sqrt", a):
                inner = self.of_form(a, ">") or (self.of_form(a, ">=") if relation == ">=" else None)
                return ("root", inner) if inner else None
            case ("sum", index, _, excluded, body) if relation == ">=":
                channel = _any_channel(body)
                inner = self.of_form(renamed(body, index, channel), ">=")
                return ("sum", channel, excluded, inner) if inner else None
            case ("neg", a) if relation == "!=":
                inner = self.of_form(a, "!=")
                return ("neg", inner) if inner else None
        return None

    def _all(self, op: str, parts: list[Form | None]) -> Form | None:
        found = [p for p in parts if p is not None]
        return (op, *found) if len(found) == len(parts) else None

    def _above_a_fact(self, q: Quotient, relation: str) -> Form | None:
        """q is a known non-negative quantity plus something that is plainly not negative."""
        for witness, value, sign in self.facts():
            if sign == "!=":
                continue
            rest = q - value
            if rest.den or len(rest.num.terms) > len(q.num.terms) + 2:
                continue
            more = self._positive_sum(rest.num, {}, ">=" if sign == ">" else relation)
            if more is not None:
                return ("add", witness, more)
        return None

    def _by_factors(self, q: Quotient, relation: str) -> Form | None:
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
                square: Form = ("sq+", inner) if inner else ("sq", polynomial(self.ring, p))
                tops += [square] * (e // 2)
            elif inner is None:
                return self._by_terms(q.num, relation) if not q.den else None
            else:
                tops += [inner] * e
        parts = tops + below
        return parts[0] if len(parts) == 1 else ("mul", *parts)

    def _factor(self, p: Polynomial, relation: str) -> Form | None:
        q = self.ring.quotient(p, {})
        found = self._known(q, relation)
        if found is None and q in self._written:
            if ("form", q) in self._busy:
                self._blocked += 1
            else:
                self._busy.add(("form", q))
                found = self.of_form(self._written[q], relation)
                self._busy.discard(("form", q))
        if found is None:
            found = self._by_terms(p, relation)
        return found

    def _by_terms(self, p: Polynomial, relation: str) -> Form | None:
        """All terms are positive, after a variable v with v > a has been replaced by a + (v - a)."""
        if self._is_hopeless(self.ring.quotient(p, {}), ">" if relation == "!=" else relation):
            return None
        for shifts in self._shifts(p):
            moved, names = self._shifted(p, shifts)
            found = self._positive_sum(moved, names, ">" if relation == "!=" else relation)
            if found is not None:
                return found
        return None

    def _shifts(self, p: Polynomial) -> Iterator[dict[int, Fact]]:
        """Choices of a lower bound for generators: none; one for each that has any; for one alone; for several."""
        yield {}
        options: dict[int, list[Fact]] = {}
        for witness, value, sign in self.facts():
            if sign == "!=" or value.den or len(value.num.terms) == 1:  # v > 0 as it stands is no shift
                continue
            for a in set(value.num.atoms()) & set(p.atoms()):
                if value.num.terms.get(((a, 1),), 0) > 0 and _degree(value.num, a) == 1:
                    options.setdefault(a, []).append((witness, value, sign))
        several = [[(a, o) for o in some[:3]] for a, some in sorted(options.items())][:4]
        alone = [(choice,) for some in several for choice in some]
        if several:
            first, *others = product(*several)
            for choice in (first, *alone, *others)[:MAX_SHIFTS]:
                yield dict(choice)

    def _shifted(
        self, p: Polynomial, shifts: dict[int, Fact]
    ) -> tuple[Polynomial, dict[int, tuple[Form, str]]]:
        """p in new generators w = (bound fact), each standing for (v - a); with the witness of each w."""
        key = p, tuple((a, value, sign) for a, (_, value, sign) in shifts.items())
        if key not in self._moved:
            self._moved[key] = self._move(p, shifts)
        return self._moved[key]

    def _move(
        self, p: Polynomial, shifts: dict[int, Fact]
    ) -> tuple[Polynomial, dict[int, tuple[Form, str]]]:
        names: dict[int, tuple[Form, str]] = {}
        result = self.ring.quotient(p, {})
        for a, (witness, value, sign) in shifts.items():
            name = self.ring.atom(("sym", f"w{a}"))
            names[name] = (witness, sign)
            slope = value.num.terms[((a, 1),)]
            rest = value - self.ring.generator(self.ring.keys[a]) * self.ring.constant(slope)
            new = (self.ring.generator(("sym", f"w{a}")) - rest) * self.ring.constant(ratio(1, slope))
            try:
                result = self.ring.substitute(result, a, new)
            except (Undefined, TooLarge):  # a coordinate that also stands under a sum: no use here
                return p, {}
        return (result.num, names) if not result.den else (p, {})

    def _positive_sum(
        self, p: Polynomial, names: dict[int, tuple[Form, str]], relation: str
    ) -> Form | None:
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
                    inner = self._known(self.ring.generator(self.ring.keys[a]), "!=")
                    positive &= inner is not None
                    factors_ += [("sq+", inner) if inner else ("sq", atom(self.ring, a))] * (e // 2)
                else:
                    positive &= found[1] == ">"
                    factors_ += [found[0]] * e
            strict |= positive
            parts.append(factors_[0] if len(factors_) == 1 else ("mul", *factors_))
        if not parts or (relation == ">" and not strict):
            return None
        return parts[0] if len(parts) == 1 else ("add", *parts)

    def _atom_sign(self, a: int, names: dict[int, tuple[Form, str]]) -> tuple[Form, str] | None:
        """The sign of one generator: known from a fact, or by what it is."""
        if a in names:
            return names[a]
        knowledge, found = self._atom_signs.get(a, (-1, None))
        if found is None and knowledge != len(self.facts()):
            before = self._blocked
            found = self._find_atom_sign(a)
            if found is not None or self._blocked == before:
                self._atom_signs[a] = len(self.facts()), found
        return found

    def _find_atom_sign(self, a: int) -> tuple[Form, str] | None:
        key = self.ring.keys[a]
        generator = self.ring.generator(key)
        for relation in (">", ">="):
            found = self._known(generator, relation)
            if found is not None:
                return found, relation
        match key:
            case ("exp", q):
                return ("exp", read_back(q)), ">"
            case ("sqrt", q):
                inner = self.witness(q, ">")
                if inner is not None:
                    return ("root", inner), ">"
                inner = self.witness(q, ">=")
                return (("root", inner), ">=") if inner is not None else None
            case ("sum", _, monomial) if all(e % 2 == 0 for _, e in monomial):
                form = atom(self.ring, a)
                inner = self._by_form(form, ">=")
                return (inner, ">=") if inner is not None else None
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
    from .sympy_side import factor_list

    return factor_list(p)


def _is_irreducible(p: Polynomial) -> bool:
    """Whether some generator stands in one term only, and there once.

    Then p = m a + q with a monomial m and without a in q: a factor of both would be one of m, and p has no content.
    """
    times = Counter(p.atoms())
    return any(e == 1 and times[a] == 1 for m in p.terms for a, e in m)


def factored(step: Step, q: Quotient) -> Form:
    """The numerator of a quantity as a product of factors, for people to read."""
    parts = [polynomial(step.ring, p) if e == 1 else ("pow", polynomial(step.ring, p), e)
             for p, e in factors(q.num)]  # fmt: skip
    return parts[0] if len(parts) == 1 else ("mul", *parts) if parts else read_back(q)


def _degree(p: Polynomial, a: int) -> int:
    return max((dict(m).get(a, 0) for m in p.terms), default=0)


def _any_channel(body: Form) -> str:
    """An index that stands for every channel and is not in use."""
    taken = free_indices(body)
    return next((name for name in (f"*{n}" for n in range(1, 10)) if name not in taken), "*9")

