"""What is known in a step, and what it takes to accept one: one entry of a theorem at a time.

A certificate has two parts. `defined` establishes, in order, the conditions under which the entry is
defined; each may rest on hypotheses and on those established before it, never on a later one. A condition is
[relation, expression, witness], or [n, k]: the k-th condition of the earlier entry n, which holds for the same reasons
here as there. `proof` then shows the statement (`statements`).

Three small languages do the work, and each holds expressions of the others, so that they meet here: identities and
relations (`relations`), and signs (`signs`). Trusted to keep account of what was established, of the entries and
lemmas that are used, and of whether what is used holds everywhere or under a supposition.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, reduce
from operator import mul
from typing import Any

from .derivative import derivative
from .entry import Condition, Entry, Rejected, Undischarged
from .forms import Form, check_variable, free_indices, holds_operation
from .normal import Normalizer
from .polynomial import ratio, work
from .quotient import Duty, Quotient
from .relations import identity
from .signs import implies, sign


class Step:
    """What one entry may stand on: the entries accepted before it, and the conditions established so far."""

    def __init__(self, earlier: list[Entry], along: tuple[Form, ...], normal: Normalizer) -> None:
        self.earlier, self.along = earlier, along
        self.ring, self.normal = normal.ring, normal
        self.known: list[Condition] = []
        self._established: dict[Duty, Condition] = {}
        self._met: dict[Duty, Condition] = {}
        self._equations: dict[int, tuple[Quotient, frozenset[int], frozenset[str], bool]] = {}
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
        self.rely(self._met[duty])
        return True

    def rely(self, condition: Condition) -> None:
        """What a condition rests on, that rests on too what it is used for."""
        self.used |= condition.used
        self.lemmas |= condition.lemmas

    def duties(self, q: Quotient, sign: str) -> list[Duty]:
        """The duties that are met where a quantity has a sign, each up to factors that do not matter."""
        implied = [r for r in (">", ">=", "!=") if implies(sign, r)]
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
            shown, s = sign(self, witness)
            if shown - q:
                raise Rejected("a witness shows the sign of another quantity than it should")
            if not implies(s, relation):
                raise Rejected(f"a quantity shown to be {s} 0 does not have to be {relation} 0")
            found = Condition(expression, q, s, frozenset(self.used), frozenset(self.lemmas))
            work.spend(len(found.used))
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
        self.rely(condition)
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
        if index[:1] != "*" and index in self._fixed_indices:
            raise Rejected(f"a hypothesis speaks of {index}: the equation may not hold for another index")

    @cached_property
    def _fixed_indices(self) -> frozenset[str]:
        """The indices of which a hypothesis speaks."""
        fixed = [e.statement for e in self.earlier if e.role in ("where", "given", "constant")]
        return frozenset().union(*(free_indices(form) for form in (*fixed, *self.along)))

    def equation(self, n: Any) -> Quotient:
        """What vanishes by an earlier equation, which counts as used: found once, however often it is used."""
        entry = self.entry(n)
        if n not in self._equations:
            outer = self.used, self.lemmas, self.everywhere
            self.used, self.lemmas, self.everywhere = set(), set(), False
            try:
                q = self.difference(entry.statement)
                self._equations[n] = q, frozenset(self.used), frozenset(self.lemmas), self.everywhere
            finally:
                self.used, self.lemmas, self.everywhere = outer
        q, used, lemmas, everywhere = self._equations[n]
        self.used |= used
        self.lemmas |= lemmas
        self.everywhere |= everywhere
        return q

    def difference(self, statement: Form) -> Quotient:
        """What vanishes where an equation, or one of several, holds: left - right, or the product of these.

        An equation that holds indefinite integrals means that the two sides have the same derivative.
        """
        if statement[0] == "or":
            if holds_operation(statement, "integral"):  # one may hold here and the other there
                raise Rejected("an equation with an indefinite integral cannot be one of several")
            return reduce(mul, [self.difference(s) for s in statement[1:]])
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
        return self.normal.variable(variable)

    def sides(self, statement: Form) -> tuple[Quotient, Quotient]:
        """Both sides of an equation in which no integral stands."""
        if statement[0] != "eq":
            raise Rejected("an equation is needed here")
        return self.value(statement[1]), self.value(statement[2])

    # --- the three languages ------------------------------------------------------------------------------

    def identity(self, target: Quotient, certificate: Form) -> None:
        """As `relations.identity`, for a sign that rests on an identity."""
        identity(self, target, certificate)

    def has_sign(self, q: Quotient, relation: str, witness: Form) -> None:
        """Raises Rejected unless the witness shows q `relation` 0."""
        shown, s = sign(self, witness)
        if shown - q or not implies(s, relation):
            raise Rejected(f"a witness does not show the quantity to be {relation} 0")

    def multiplier(self, witness: Form) -> Quotient:
        """The quantity of a sign witness, which must not vanish."""
        factor, s = sign(self, witness)
        if not implies(s, "!="):
            raise Rejected("the multiplier is not known to be non-zero")
        return factor

    def suppositions(self) -> frozenset[int]:
        """The suppositions under the entries used so far. Raises Rejected where there may be none."""
        found = frozenset().union(*(self.earlier[n].assumptions for n in self.used))
        if found and self.everywhere:
            raise Rejected("a step that needs an equation to hold everywhere rests on a supposition")
        return found
