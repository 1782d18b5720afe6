"""What a certificate may say, and what it takes to accept it: one entry of a theorem at a time.

A certificate has two parts. `defined` establishes, in order, the conditions under which the entry is
defined; each may rest on hypotheses and on those established before it, never on a later one. A condition is
[relation, expression, witness], or [n, k]: the k-th condition of the earlier entry n, which holds for the same reasons
here as there. `proof` then shows the statement. Three small languages do the work:

identity    ["ident", [[relation, cofactor], ...], nonzero]
            proves t = 0 by  nonzero * t = sum of cofactor * relation  as normal forms (nonzero: a sign
            witness of a quantity that is not zero, or null for 1)

relation    a quantity that vanishes:
            ["use", n]                            left - right of the earlier equation n
            ["deriv", relation, variable]         its derivative, where it vanishes identically
            ["rename", n, i, j]                   equation n, which holds for every i, at j
            ["sum", n, i, weight]                 sum over i of weight * (equation n)
            ["exp", n, m]                         exp(m left) - exp(m right)
            ["root", a, b, sign, sign, identity]  a - b, from a >= 0, b >= 0, a^2 - b^2 = 0
            ["square", a, identity]               a, from a^2 = 0
            ["log", [[n, f, sign], ...], identity]  sum of n log f, from f > 0, product of f^n = 1
            ["constant", n, point]                g - g(point), where equation n is dg/dv = 0
            ["linear", v, p, x, x0, identity, identity]  v, from dv/dx = p v and v(x0) = 0

sign        a quantity together with its sign (">", ">=" or "!="), which is plain from its form:
            ["num", q]  ["hyp", n, [[index, index], ...]]  ["known", n]  ["sq", e]  ["sq+", sign]
            ["add", sign, ...]  ["mul", sign, ...]  ["inv", sign]  ["neg", sign]  ["exp", e]
            ["exp-bound", e] (the quantity exp(e) - 1 - e)
            ["root", sign]  ["sum", index, [excluded index, ...], sign]  ["is", e, sign, identity]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from .derivative import derivative
from .enclosure import Unbounded, decide
from .forms import (
    COMBINATIONS,
    Form,
    Malformed,
    check_variable,
    free_indices,
    holds_form,
    holds_operation,
    name,
    number,
)
from .lemmas import EXPONENTIAL_BOUND, LINEAR_EQUATION, ZERO_DERIVATIVE
from .normal import Normalizer
from .polynomial import ratio, work
from .quotient import Duty, Quotient
from .substitution import rename, substitute

Signed = tuple[Quotient, str]

INEQUALITIES = {"lt": ">", "gt": ">", "le": ">=", "ge": ">=", "ne": "!="}
"""What each says of the difference of its sides, the larger less the smaller."""


class Rejected(Exception):
    """The certificate does not prove its statement; the message says why."""


class Undischarged(Rejected):
    """Something is not known to be defined: a hidden hypothesis."""

    def __init__(self, duty: Duty) -> None:
        super().__init__("a condition of being defined is not established")
        self.duty = duty


@dataclass(frozen=True, slots=True)
class Condition:
    """The sign of a quantity, and all that it rests on: entries and lemmas."""

    expression: Form
    value: Quotient
    sign: str
    used: frozenset[int]
    lemmas: frozenset[str]


class Entry:
    """An entry: its statement and hash, the suppositions that it stands on, the entries and lemmas that it used.

    `conditions` are those that were established for it; an entry that was rejected has none.
    """

    __slots__ = (
        "assumptions", "conditions", "constant", "dimension", "hash", "lemmas", "role", "statement", "used",
    )  # fmt: skip

    def __init__(self, role: str, statement: Form, hash: str) -> None:
        self.role, self.statement, self.hash = role, statement, hash
        self.assumptions: frozenset[int] = frozenset()
        self.used: frozenset[int] = frozenset()
        self.lemmas: frozenset[str] = frozenset()
        self.constant: tuple[str, Form] | None = None
        self.dimension: Form | None = None
        self.conditions: tuple[Condition, ...] = ()


class Step:
    """Checks one entry against the entries accepted before it."""

    def __init__(
        self,
        earlier: list[Entry],
        along: tuple[Form, ...],
        normal: Normalizer,
    ) -> None:
        work.begin()
        self.earlier, self.along = earlier, along
        self.ring, self.normal = normal.ring, normal
        self.known: list[Condition] = []
        self._established: dict[Duty, Condition] = {}
        self._met: dict[Duty, Condition] = {}
        self._definite: dict[Form, tuple[Quotient, frozenset[int], frozenset[str]]] = {}
        """What is defined, with its value and what that rests on."""
        self.used: set[int] = set()
        self.lemmas: set[str] = set()
        self.everywhere = False
        self.discharged: set[int] = set()

    # --- being defined ------------------------------------------------------------------------------------

    def value(self, expression: Form) -> Quotient:
        """The normal form of an expression all of whose duties are established. Raises Undischarged."""
        value = self._side(expression)
        if self.ring.holds_integral(value):
            raise Rejected("an indefinite integral may only be a summand of a side of an equation")
        return value

    def _side(self, expression: Form) -> Quotient:
        """The value of a side of an equation, in which integrals may stand."""
        if expression not in self._definite:
            value, duties = self.normal(expression)
            outer = self.used, self.lemmas
            self.used, self.lemmas = set(), set()
            try:
                self.require(duties)
                self._definite[expression] = value, frozenset(self.used), frozenset(self.lemmas)
            finally:
                self.used, self.lemmas = outer
        value, used, lemmas = self._definite[expression]
        self.used |= used
        self.lemmas |= lemmas
        return value

    def require(self, duties: tuple[Duty, ...] | list[Duty]) -> None:
        """Raises Undischarged unless every duty is established."""
        for duty in duties:
            if not self.is_established(duty):
                raise Undischarged(duty)

    def is_established(self, duty: Duty) -> bool:
        """Whether a condition is known: by calculation with numbers, or from the list of those shown."""
        relation, q = duty
        constant = q.as_constant()
        if constant is not None:
            return {"!=": constant != 0, ">": constant > 0, ">=": constant >= 0}[relation]
        if duty not in self._met:
            unit = self.unit(q, relation)
            same = (c for (r, p), c in self._established.items() if r == relation and not p - unit)
            condition = self._established.get((relation, unit)) or next(same, None)
            if condition is None:
                return False
            self._met[duty] = condition
        self._rely(self._met[duty])
        return True

    def _rely(self, condition: Condition) -> None:
        """What a condition rests on, that rests on too what it is used for."""
        self.used |= condition.used
        self.lemmas |= condition.lemmas

    def duties(self, q: Quotient, sign: str) -> list[Duty]:
        """The duties that are met where a quantity has a sign, each up to factors that do not matter."""
        implied = [r for r in (">", ">=", "!=") if _implies(sign, r)]
        return [] if q.as_constant() is not None else [(r, self.unit(q, r)) for r in implied]

    def unit(self, q: Quotient, relation: str) -> Quotient:
        """q up to a factor that does not matter for the relation: its denominator is not zero anyway."""
        if relation == "!=":
            q = self.ring.quotient(q.num, {})
        lead = q.num.leading()[1]
        return q * self.ring.constant(ratio(1, lead if relation == "!=" or lead > 0 else -lead))

    def establish(self, relation: str, expression: Form, witness: Form) -> None:
        """Adds a condition to those known, on a sign witness for it."""
        outer = self.used, self.lemmas
        self.used, self.lemmas = set(), set()
        try:
            q = self.value(expression)
            shown, sign = self.sign(witness)
            if shown - q:
                raise Rejected("a witness shows the sign of another quantity than it should")
            if not _implies(sign, relation):
                raise Rejected(f"a quantity shown to be {sign} 0 does not have to be {relation} 0")
            found = Condition(expression, q, sign, frozenset(self.used), frozenset(self.lemmas))
        finally:
            self.used, self.lemmas = outer
        self._know(found)

    def recall(self, n: Any, k: Any) -> None:
        """Adds a condition of an earlier entry to those known."""
        conditions = self._earlier(n).conditions
        if not isinstance(k, int) or isinstance(k, bool) or not 0 <= k < len(conditions):
            raise Rejected(f"the earlier entry {n!r} has no condition {k!r}")
        self._know(replace(conditions[k], value=self.value(conditions[k].expression)))

    def _know(self, condition: Condition) -> None:
        self.known.append(condition)
        self._rely(condition)
        for duty in self.duties(condition.value, condition.sign):
            self._established.setdefault(duty, condition)

    # --- earlier entries ----------------------------------------------------------------------------------

    def entry(self, n: Any) -> Entry:
        """An earlier entry, by number; it counts as used."""
        entry = self._earlier(n)
        self.used.add(n)
        return entry

    def _earlier(self, n: Any) -> Entry:
        if not isinstance(n, int) or isinstance(n, bool) or not 0 <= n < len(self.earlier):
            raise Rejected(f"there is no earlier entry {n!r}")
        return self.earlier[n]

    def universal(self, entry: Entry) -> None:
        """An entry is used as holding everywhere, not at a point: then the step may rest on no supposition."""
        self.everywhere = True
        if entry.assumptions:
            raise Rejected("what is only supposed cannot be differentiated, summed or carried elsewhere")

    def every(self, entry: Entry, index: str) -> None:
        """Raises Rejected unless an entry holds for every value of an index."""
        self.universal(entry)
        fixed = [e.statement for e in self.earlier if e.role in ("where", "given", "constant")]
        if index[:1] != "*" and any(index in free_indices(form) for form in (*fixed, *self.along)):
            raise Rejected(f"a hypothesis speaks of {index}: the equation may not hold for another index")

    def difference(self, statement: Form) -> Quotient:
        """What vanishes where an equation, or one of several, holds: left - right, or the product of these.

        An equation that holds indefinite integrals means that the two sides have the same derivative.
        """
        if statement[0] == "or":
            if holds_operation(statement, "integral"):  # one may hold here and the other there
                raise Rejected("an equation with an indefinite integral cannot be one of several")
            return _fold([(self.difference(s), "") for s in statement[1:]], lambda a, b: a * b)
        if statement[0] != "eq":
            raise Rejected("an equation is needed here")
        left, right = self._side(statement[1]), self._side(statement[2])
        if not (self.ring.holds_integral(left) or self.ring.holds_integral(right)):
            return left - right
        keys = [self.ring.keys[a] for q in (left, right) for a in q.atoms()]
        along = {key[2] for key in keys if key[0] == "integral"}
        if len(along) != 1:
            raise Rejected("integrals in one equation are along one variable, and summands of its sides")
        self.everywhere = True  # equal slopes at one point say nothing of antiderivatives
        variable = along.pop()
        if any(e.role == "given" for e in self.earlier):  # what is given may hold at one point only
            self.varying(self.ring.keys[variable])
        slope = self.derivative(left - right, variable)
        if self.ring.holds_integral(slope):
            raise Rejected("an indefinite integral may only be a summand of a side, with a constant factor")
        return slope

    def derivative(self, q: Quotient, variable: int) -> Quotient:
        """dq/dvariable, its own duties included."""
        duties: list[Duty] = []
        slope = derivative(q, variable, duties)
        self.require([self.normal.canonical(d) for d in duties])
        return slope

    def varying(self, variable: Form) -> int:
        """The generator of a variable that ranges over an open set or an interval."""
        check_variable(variable)
        ranges = {f[1] if f[0] == "interval" else f for f in self.along}
        if variable not in ranges and not (variable[0] == "coord" and ("vector", variable[1]) in ranges):
            raise Rejected("a derivative of an equation along a variable that the theorem does not let vary")
        number = self.normal.variable(variable)
        return number

    # --- the three languages ------------------------------------------------------------------------------

    def identity(self, target: Quotient, certificate: Form) -> None:
        """Raises Rejected unless the certificate proves target = 0."""
        match certificate:
            case ("ident", tuple(parts), nonzero):
                pass
            case _:
                raise Malformed("an identity certificate was expected")
        if nonzero is not None:
            factor, sign = self.sign(nonzero)
            if not _implies(sign, "!="):
                raise Rejected("the multiplier is not known to be non-zero")
            target = factor * target
        for part in parts:
            relation, cofactor = _pair(part)
            target = target - self.value(cofactor) * self.relation(relation)
        if target:
            raise Rejected("the two sides differ")

    def relation(self, relation: Form) -> Quotient:
        """The quantity that a relation says is zero."""
        match relation:
            case ("use", n):
                return self.difference(self.entry(n).statement)
            case ("deriv", ("use", n) as inner, variable):
                self.universal(self.entry(n))
                return self.derivative(self.relation(inner), self.varying(variable))
            case ("deriv", ("deriv", *_) as inner, variable):
                return self.derivative(self.relation(inner), self.varying(variable))
            case ("rename", n, i, j):
                self.every(self.entry(n), name(i))
                return rename(self.difference(self.entry(n).statement), i, name(j))
            case ("sum", n, i, weight):
                self.every(self.entry(n), name(i))
                return self.normal.total(self.value(weight) * self.difference(self.entry(n).statement), i, ())
            case ("exp", n, m):
                left, right = self._sides(self.entry(n).statement)
                factor = self.value(m)
                return self.ring.exp(factor * left) - self.ring.exp(factor * right)
            case ("root", a, b, sign_a, sign_b, certificate):
                p, q = self.value(a), self.value(b)
                self.has_sign(p, ">=", sign_a)
                self.has_sign(q, ">=", sign_b)
                self.identity(p * p - q * q, certificate)
                return p - q
            case ("square", a, certificate):
                q = self.value(a)
                self.identity(q.power(2), certificate)
                return q
            case ("log", tuple(parts), certificate):
                return self._logarithms(parts, certificate)
            case ("constant", n, point):
                return self._constant(self.entry(n), self.value(point))
            case ("linear", v, p, x, x0, slope, start):
                return self._linear(v, p, x, x0, slope, start)
        raise Malformed("no such relation")

    def _sides(self, statement: Form) -> tuple[Quotient, Quotient]:
        if statement[0] != "eq":
            raise Rejected("an equation is needed here")
        return self.value(statement[1]), self.value(statement[2])

    def _logarithms(self, parts: Form, certificate: Form) -> Quotient:
        product, total = self.ring.constant(1), self.ring.constant(0)
        for part in parts:
            n, f, witness = _triple(part)
            if not isinstance(n, int):
                raise Malformed("an exponent is an integer")
            q = self.value(f)
            self.has_sign(q, ">", witness)
            product = product * q.power(n)
            total = total + self.ring.log(q) * self.ring.constant(n)
        self.identity(product - self.ring.constant(1), certificate)
        return total

    def _constant(self, entry: Entry, point: Quotient) -> Quotient:
        """Lemma "zero derivative": what has derivative zero on an interval has one value there."""
        self.universal(entry)
        g, variable = _zero_derivative(entry.statement)
        number = self.varying(variable)
        q, duties = self.normal(g)
        self.require([(r, substitute(d, number, point)) for r, d in duties])
        self.reaches(variable, point)
        self.lemmas.add(ZERO_DERIVATIVE)
        return q - substitute(q, number, point)

    def reaches(self, variable: Form, point: Quotient) -> None:
        """Raises Rejected unless the interval of the variable is said to contain the point.

        The hypotheses, and the inequalities that are given, hold on the whole interval. That there is such an interval
        is made sure of as far as may be: they hold at the point, and those that speak of the variable itself are
        affine in it, or quadratic and concave.
        """
        declared = [p for kind, v, p in (f for f in self.along if f[0] == "interval") if v == variable]
        if not any(self.value(p) == point for p in declared):
            raise Rejected("the theorem does not say that the interval of the variable contains the point")
        number = self.normal.variable(variable)
        for e in self.earlier:
            if e.role in ("where", "given") and e.statement[0] in INEQUALITIES:
                q, sign = self._hypothesis(e.statement, ())
                self.require([(sign, substitute(q, number, point))])
                moving = {a for a in q.atoms() if a != number and self.ring.contains(a, number)}
                for a in (a for a in moving if self.ring.keys[a][0] == "app"):
                    q = substitute(q, a, self.ring.generator(("sym", f"#{a}")))
                slope = self.derivative(q, number)
                bend = self.derivative(slope, number)
                if slope and (moving or sign == "!=" or self.derivative(bend, number)):
                    raise Rejected("a hypothesis may fail between the point and the variable")
                if bend:
                    self.require([(">=", -bend)])

    def _linear(self, v: Form, p: Form, x: Form, x0: Form, slope: Form, start: Form) -> Quotient:
        """Lemma "linear equation": the only solution of v' = p v with v(x0) = 0 is zero."""
        number = self.varying(x)
        self.everywhere = True
        self.identity(self.value(("D", v, x)) - self.value(p) * self.value(v), slope)
        self.identity(self.value(("at", v, x, x0)), start)
        start_point = self.value(x0)
        self.require([(r, substitute(d, number, start_point)) for r, d in self.normal(p)[1]])
        self.reaches(x, start_point)
        self.lemmas.add(LINEAR_EQUATION)
        return self.value(v)

    def has_sign(self, q: Quotient, relation: str, witness: Form) -> None:
        """Raises Rejected unless the witness shows q `relation` 0."""
        shown, sign = self.sign(witness)
        if shown - q or not _implies(sign, relation):
            raise Rejected(f"a witness does not show the quantity to be {relation} 0")

    def sign(self, witness: Form) -> Signed:
        """The quantity of a sign witness, and its sign."""
        ring = self.ring
        match witness:
            case ("num", value):
                known = number(value)
                return ring.constant(known), ">" if known > 0 else "!=" if known < 0 else ">="
            case ("hyp", n, tuple(renaming)):
                return self._hypothesis(self.entry(n).statement, renaming)
            case ("known", int(n)) if 0 <= n < len(self.known):
                self._rely(self.known[n])
                return self.known[n].value, self.known[n].sign
            case ("sq", e):
                return self.value(e).power(2), ">="
            case ("sq+", inner):
                q, sign = self.sign(inner)
                return q.power(2), ">" if _implies(sign, "!=") else ">="
            case ("add", _, *_):
                parts = [self.sign(w) for w in witness[1:]]
                if any(s == "!=" for _, s in parts):
                    raise Rejected("a sum of quantities that are only known not to vanish")
                return _fold(parts, lambda a, b: a + b), ">" if any(s == ">" for _, s in parts) else ">="
            case ("mul", _, *_):
                parts = [self.sign(w) for w in witness[1:]]
                return _fold(parts, lambda a, b: a * b), _product_sign([s for _, s in parts])
            case ("inv", inner):
                q, sign = self.sign(inner)
                if not _implies(sign, "!="):
                    raise Rejected("the inverse of a quantity that may vanish")
                return q.inverse(), sign
            case ("neg", inner):
                q, sign = self.sign(inner)
                if not _implies(sign, "!="):
                    raise Rejected("the negative of a quantity that may vanish has no known sign")
                return -q, "!="
            case ("exp", e):
                return ring.exp(self.value(e)), ">"
            case ("exp-bound", e):
                u = self.value(e)
                self.lemmas.add(EXPONENTIAL_BOUND)
                return ring.exp(u) - u - ring.constant(1), ">="
            case ("root", inner):
                q, sign = self.sign(inner)
                if sign == "!=":
                    raise Rejected("a root of a quantity of unknown sign")
                return ring.sqrt(q), sign
            case ("sum", str(index), tuple(excluded), inner) if index[:1] == "*":
                q, sign = self.sign(inner)
                if sign == "!=":
                    raise Rejected("a sum of quantities that are only known not to vanish")
                return self.normal.total(q, index, tuple(name(i) for i in excluded)), ">="
            case ("is", e, inner, certificate):
                q, sign = self.sign(inner)
                target = self.value(e)
                self.identity(target - q, certificate)
                return target, sign
        raise Malformed("no such sign witness")

    def _hypothesis(self, statement: Form, renaming: Form) -> Signed:
        """An inequality among the earlier entries; an index *1 in it stands for every channel."""
        match statement:
            case ("lt" | "le", a, b):
                q = self.value(b) - self.value(a)
            case ("gt" | "ge" | "ne", a, b):
                q = self.value(a) - self.value(b)
            case _:
                raise Rejected("an inequality is needed here")
        for pair in renaming:
            old, new = _pair(pair)
            if name(old)[0] != "*":
                raise Rejected("only an index that stands for every channel can be renamed")
            q = rename(q, old, name(new))
        return q, INEQUALITIES[statement[0]]

    # --- statements ---------------------------------------------------------------------------------------

    def defined(self, statement: Form, proof: Any = ()) -> None:
        """Raises Undischarged unless every expression of a statement is known to be defined.

        What has a proof by bounds is: there are bounds only for what is defined.
        """
        if proof == ("bounds",):
            return
        if statement[0] == "and" and isinstance(proof, tuple) and len(proof) == len(statement):
            for part, inner in zip(statement[1:], proof[1:], strict=True):
                self.defined(part, inner)
        elif statement[0] in COMBINATIONS:
            for part in statement[1:]:
                self.defined(part)
        elif statement[0] == "eq":
            self.difference(statement)
        else:
            for part in statement[1:]:
                self.value(part)

    def prove(self, statement: Form, proof: Form) -> frozenset[int]:
        """Raises Rejected unless the proof shows the statement; returns the suppositions it stands on."""
        match statement, proof:
            case ("eq" | "or", *_), ("identity", certificate):
                self.identity(self.difference(statement), certificate)
            case ("eq", _, _), ("exp", witness, certificate):
                factor, sign = self.sign(witness)
                if not _implies(sign, "!="):
                    raise Rejected("the multiplier is not known to be non-zero")
                left, right = self._sides(statement)
                self.identity(self.ring.exp(factor * left) - self.ring.exp(factor * right), certificate)
            case ("lt" | "le" | "gt" | "ge" | "ne", a, b), ("sign", witness):
                low, high = (a, b) if statement[0] in ("lt", "le") else (b, a)
                self.has_sign(self.value(high) - self.value(low), INEQUALITIES[statement[0]], witness)
            case (relation, a, b), ("bounds",):
                try:
                    shown = decide(relation, a, b)
                except Unbounded as error:
                    raise Rejected(str(error)) from None
                if not shown:
                    raise Rejected("bounds of the two sides do not decide")
            case ("and", *parts), ("all", *proofs) if len(parts) == len(proofs):
                found = [self.prove(part, inner) for part, inner in zip(parts, proofs, strict=True)]
                return self.suppositions().union(*found)
            case ("implies", a, b), ("discharge", n, m):
                return self._discharge(a, b, n, m)
            case ("iff", a, b), ("discharge", n, m, k, l):
                return self._discharge(a, b, n, m) | self._discharge(b, a, k, l)
            case _:
                raise Rejected("this kind of proof does not fit this kind of statement")
        return self.suppositions()

    def suppositions(self) -> frozenset[int]:
        """The suppositions under the entries used so far. Raises Rejected where there may be none."""
        found = frozenset().union(*(self.earlier[n].assumptions for n in self.used))
        if found and self.everywhere:
            raise Rejected("a step that needs an equation to hold everywhere rests on a supposition")
        return found

    def _discharge(self, a: Form, b: Form, n: Any, m: Any) -> frozenset[int]:
        """From b, shown under the supposition a: a implies b."""
        others = self.suppositions()
        if any(i[0] == "*" for i in free_indices(a) | free_indices(b)):
            raise Rejected("an implication about every channel: say which channel")
        supposed, shown = self.entry(n), self.entry(m)
        if supposed.role != "suppose" or supposed.statement != a or shown.statement != b:
            raise Rejected("an implication needs its left side supposed and its right side shown")
        self.used -= {n, m}
        self.discharged |= {n, m}
        return others | shown.assumptions - {n}

    def constant_of_integration(self, statement: Form, n: Any) -> tuple[str, Form]:
        """(c, variable) for an entry c = g that introduces c, from dg/dvariable = 0."""
        entry = self.entry(n)
        self.universal(entry)
        g, variable = _zero_derivative(entry.statement)
        self.varying(variable)
        match statement:
            case ("eq", ("sym", c), right) if right == g:
                pass
            case _:
                raise Rejected("a constant of integration c is introduced as c = g, where dg/dx = 0 was shown")
        if any(i[0] == "*" for i in free_indices(g)):
            raise Rejected("one constant for every channel: introduce it for one channel, as x[i]")
        spoken_of = (g, *self.along, self.normal.dimension or (), *(e.statement for e in self.earlier))
        if any(holds_form(form, ("sym", c)) for form in spoken_of):
            raise Rejected(f"{c} is introduced as a constant but was spoken of before")
        self.lemmas.add(ZERO_DERIVATIVE)
        return c, variable


def _implies(sign: str, relation: str) -> bool:
    return sign == relation or sign == ">"


def _product_sign(signs: list[str]) -> str:
    if all(s == ">" for s in signs):
        return ">"
    if all(s in (">", "!=") for s in signs):
        return "!="
    if all(s in (">", ">=") for s in signs):
        return ">="
    raise Rejected("a product whose sign is open")


def _fold(parts: list[Signed], operation: Callable[[Quotient, Quotient], Quotient]) -> Quotient:
    total = parts[0][0]
    for q, _ in parts[1:]:
        total = operation(total, q)
    return total


def _zero_derivative(statement: Form) -> tuple[Form, Form]:
    match statement:
        case ("eq", ("D", g, variable), ("num", "0")) if not holds_operation(g, "integral"):
            return g, variable
    raise Rejected("an equation dg/dx = 0 is needed here")


def _pair(item: Any) -> tuple[Any, Any]:
    if isinstance(item, tuple) and len(item) == 2:
        return item[0], item[1]
    raise Malformed("a pair was expected")


def _triple(item: Any) -> tuple[Any, Any, Any]:
    if isinstance(item, tuple) and len(item) == 3:
        return item[0], item[1], item[2]
    raise Malformed("a triple was expected")
