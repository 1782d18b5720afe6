"""Knowledge in one step: a single entry of a theorem, and all that it may stand on.

Trusted to keep account of what was established, of the entries and lemmas that are used, and of whether what is used
holds everywhere or under a supposition; to tell what an equation says to vanish, and which derivatives exist. The
other inferences are in `rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, reduce
from operator import mul
from typing import Any

from ..calculus.budget import spend
from ..calculus.derivative import derivative
from ..calculus.normal import Normalizer
from ..calculus.polynomial import ratio
from ..calculus.quotient import Duty, Quotient
from ..calculus.substitution import substitute
from ..forms import (
    Form,
    Malformed,
    arrays,
    check_expression,
    check_variable,
    free_indices,
    holds_operation,
    integrated,
)
from .entry import Condition, Grounds, Judgement, Rejected, Undischarged, are_arbitrary, entries, points, ranges


def implies(sign: str, relation: str) -> bool:
    """Whether what has a sign stands in a relation to 0."""
    return sign == relation or sign == ">"  # law: sign-implied


class Step:
    """The basis of one entry: the entries accepted before it, and the conditions established so far."""

    def __init__(self, earlier: list[Judgement], along: tuple[Form, ...], normal: Normalizer) -> None:
        self.earlier, self.along = earlier, along
        self.ring, self.normal = normal.ring, normal
        self.known: list[tuple[Condition, Quotient]] = []
        """The conditions of the entry, with the values of their expressions."""
        self.granted: list[tuple[Form, Grounds]] = []
        """The derivatives that exist since the entry holds, or for its sake, with what each rests on."""
        self._established: dict[Duty, Grounds] = {}
        self._met: dict[Duty, Grounds] = {}
        self._made: dict[Form | int, tuple[Quotient, Grounds, bool]] = {}
        """The values of expressions, and what vanishes by entries, with all that each rests on."""
        self.grounds: set[int | str] = set()
        self.everywhere = False
        self.discharged: set[int] = set()
        self.supposed: set[int] = set()
        """The suppositions that stay where one is discharged."""

    @contextmanager
    def apart(self) -> Iterator[set[int | str]]:
        """Within it, what is rested on is counted from nothing; afterwards it is as before."""
        outer = self.grounds, self.everywhere
        self.grounds, self.everywhere = set(), False
        try:
            yield self.grounds
        finally:
            self.grounds, self.everywhere = outer

    def _once(self, key: Form | int, make: Callable[[], Quotient]) -> Quotient:
        """A quantity that is made once, however often it is asked for; what it rests on counts each time."""
        found = self._made.get(key)
        if found is None:
            with self.apart():
                found = self._made[key] = make(), frozenset(self.grounds), self.everywhere
        made, grounds, everywhere = found
        self.grounds |= grounds
        self.everywhere |= everywhere
        return made

    # --- being defined ------------------------------------------------------------------------------------

    def value(self, expression: Form) -> Quotient:
        """The normal form of an expression all of whose duties are established. Raises Undischarged."""
        value = self._side(expression)
        if self.ring.holds_integral(value):
            raise Rejected("an indefinite integral may only be a summand of a side of an equation")
        return value

    def _side(self, expression: Form) -> Quotient:
        """The value of a side of an equation, in which integrals may stand."""
        return self._once(expression, lambda: self._defined(expression))

    def _defined(self, expression: Form) -> Quotient:
        value, duties = self.normal(expression)
        self.require(duties)
        if not all(map(self.is_on_an_interval, integrated(expression))):
            raise Rejected("an antiderivative needs an interval that the theorem lets the variable range over")
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
            grounds = self._existing(q) if relation == "exists" else self._known(relation, q)
            if grounds is None:
                return False
            self._met[duty] = grounds
        self.rely(self._met[duty])
        return True

    def _known(self, relation: str, q: Quotient) -> Grounds | None:
        unit = self.unit(q, relation)
        same = (grounds for (r, p), grounds in self._established.items() if r == relation and not p - unit)
        return self._established.get((relation, unit)) or next(same, None)

    def rely(self, grounds: Grounds) -> None:
        """Whatever uses a condition rests on all that the condition rests on."""
        spend(len(grounds))
        self.grounds |= grounds

    def duties(self, q: Quotient, sign: str) -> list[Duty]:
        """The duties that are met where a quantity has a sign, each up to factors that do not matter."""
        implied = [r for r in (">", ">=", "!=") if implies(sign, r)]
        return [] if q.as_constant() is not None else [(r, self.unit(q, r)) for r in implied]

    def unit(self, q: Quotient, relation: str) -> Quotient:
        """q up to a factor that does not matter for the relation: its denominator is not zero anyway."""
        if relation == "!=" and q.den:
            q = self.ring.quotient(q.num, {})
        lead = q.num.leading()[1]
        return q.scaled(ratio(1, lead if relation == "!=" or lead > 0 else -lead))

    def recall(self, n: Any, k: Any) -> None:
        """Adds a condition of an earlier entry to those known."""
        conditions = self.listed(n).conditions
        if not isinstance(k, int) or not 0 <= k < len(conditions):
            raise Rejected(f"the earlier entry {n!r} has no condition {k!r}")
        self.know(conditions[k], self.value(conditions[k].expression))

    def know(self, condition: Condition, value: Quotient) -> None:
        """Adds a condition to those known, with the value of its expression."""
        self.known.append((condition, value))
        self.rely(condition.grounds)
        for duty in self.duties(value, condition.sign):
            self._established.setdefault(duty, condition.grounds)

    # --- derivatives that exist ---------------------------------------------------------------------------

    @cached_property
    def _existence(self) -> list[tuple[Form, Grounds]]:
        """The derivatives that are known to exist, by the entries before: what each is, and what it rests on."""
        known = [existing for e in self.earlier for existing in e.existing]
        spend(len(known))
        return [(_key(self.normal(expression)[0]), grounds) for expression, grounds in known]

    def grant(self, expression: Form, grounds: Grounds) -> None:
        """From now on, a derivative of an unknown function is known to exist."""
        self.granted.append((expression, grounds))
        self._existence.append((_key(self.normal(expression)[0]), grounds))

    def _existing(self, q: Quotient) -> Grounds | None:
        """Grounds on which a derivative of an unknown function exists: a hypothesis, or a derivative of higher order.

        Partial derivatives alone do not give the chain rule: a function of several variables has to be differentiable.
        """
        _, name, orders, args = _key(q)
        spend(len(self.earlier) + len(self._existence))
        for n, e in enumerate(self.earlier):
            match e.statement:
                case ("differentiable", ("app", other, _, formal), ("num", k)) if other == name:
                    if int(k) >= sum(orders) and self._ranges_over(formal, args):
                        return frozenset([n])
        for (_, other, known_orders, known), grounds in self._existence:
            if (other, len(known), len(args)) == (name, 1, 1) and known_orders[0] >= orders[0]:
                is_at_a_point = any(self.earlier[n].assumptions for n in entries(grounds))
                if known == args or (not is_at_a_point and self._carries(known, args)):
                    return grounds
        return None

    def _ranges_over(self, formal: tuple[Form, ...], args: tuple[Quotient, ...]) -> bool:
        """Whether the arguments in a hypothesis stand for these: for all numbers, or for what they range over."""
        if len(formal) != len(args):
            return False
        return are_arbitrary(formal, self.along) or self._carries(tuple(self.normal(f)[0] for f in formal), args)

    def _carries(self, known: tuple[Quotient, ...], wanted: tuple[Quotient, ...]) -> bool:
        """Whether what holds of values holds of others: one channel for every channel, a point for its interval."""
        channels: dict[str, str] = {}
        for q, value in zip(known, wanted, strict=True):
            key, other = _key(q), _key(value)
            reached = (self.normal(p)[0] for p in points(self.along, key))
            if key[0] == other[0] == "coord" and arrays(key) == arrays(other) and any(i[0] == "*" for i in key[2:]):
                pairs = zip(key[2:], other[2:], strict=True)
                if any((channels.setdefault(i, j) if i[0] == "*" else i) != j for i, j in pairs):
                    return False
            elif q != value and (known.count(q) > 1 or value not in reached):
                return False
        return True

    # --- earlier entries ----------------------------------------------------------------------------------

    def entry(self, n: Any) -> Judgement:
        """An earlier entry, by number; it counts as used."""
        entry = self.listed(n)
        self.grounds.add(n)
        return entry

    def listed(self, n: Any) -> Judgement:
        """An earlier entry, by number."""
        if not isinstance(n, int) or not 0 <= n < len(self.earlier):
            raise Rejected(f"there is no earlier entry {n!r}")
        return self.earlier[n]

    def universal(self, n: Any) -> Judgement:
        """An earlier entry that is used as holding everywhere: then the step may rest on no supposition."""
        self.everywhere = True
        return self.unsupposed(n)

    def unsupposed(self, n: Any) -> Judgement:
        """An earlier entry that rests on no supposition: it holds for all whole numbers of which it speaks."""
        entry = self.entry(n)
        if entry.assumptions:
            raise Rejected("what is only supposed cannot be differentiated, summed or carried elsewhere")
        return entry

    def instance(self, q: Quotient, whole: Form, value: Form) -> Quotient:
        """The instance of q at one whole number: whatever is known of q for every whole number is known of it."""
        start, put = self.whole(whole), self.value(value)
        if self.ring.least(put) < start:
            raise Rejected(f"it is known from {start}, and not for every whole number that stands here", put)
        return substitute(q, self.ring.atom(whole), put)

    def whole(self, form: Form) -> int:
        """The start of a whole number."""
        check_expression(form)
        if form[0] != "whole":
            raise Malformed("a whole number was expected")
        return int(form[2])

    def every(self, n: Any, index: str) -> Quotient:
        """The quantity that vanishes by an earlier equation, which holds for every value of an index."""
        self.everywhere = True
        return self.difference(self.of_any(n, index))

    def of_any(self, n: Any, index: str) -> Form:
        """The statement of an earlier entry that holds for every value of an index."""
        statement = self.unsupposed(n).statement
        if index[:1] != "*" and index in self._fixed_indices:
            raise Rejected(f"a hypothesis speaks of {index}: what is known may not hold for another index")
        return statement

    @cached_property
    def _fixed_indices(self) -> frozenset[str]:
        """The indices of which a hypothesis speaks."""
        fixed = [e.statement for e in self.earlier if e.role in ("where", "given", "constant")]
        return frozenset().union(*(free_indices(form) for form in (*fixed, *self.along)))

    def equation(self, n: Any) -> Quotient:
        """The quantity that vanishes by an earlier equation, which counts as used."""
        statement = self.entry(n).statement
        return self._once(n, lambda: self.difference(statement))

    def difference(self, statement: Form) -> Quotient:
        """The quantity that vanishes where an equation, or one of several, holds: left - right, or their product.

        An equation that holds indefinite integrals means that the two sides have the same derivative, on an interval:
        equal slopes at one point say nothing of antiderivatives.
        """
        if statement[0] == "or":
            if holds_operation(statement, "integral"):  # one may hold here and the other there
                raise Rejected("an equation with an indefinite integral cannot be one of several")
            return reduce(mul, [self.difference(s) for s in statement[1:]])  # law: relation-either
        if statement[0] != "eq":
            raise Rejected("an equation is needed here")
        left, right = self._side(statement[1]), self._side(statement[2])
        if not (self.ring.holds_integral(left) or self.ring.holds_integral(right)):
            return left - right
        keys = [self.ring.keys[a] for q in (left, right) for a in q.atoms()]
        along = {key[2] for key in keys if key[0] == "integral"}
        if len(along) != 1:
            raise Rejected("integrals in one equation are along one variable, and summands of its sides")
        variable = along.pop()
        self.everywhere = True
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

    def is_on_an_interval(self, variable: Form) -> bool:
        """Whether the theorem lets a variable range over an interval."""
        return variable in ranges(self.along)

    def varying(self, variable: Form) -> int:
        """The generator of a variable that ranges over an open set or an interval."""
        check_variable(variable)
        is_entry = variable[0] == "coord" and ("vector", variable[1]) in self.along
        if not (is_entry or self.is_on_an_interval(variable)):
            raise Rejected("a derivative of an equation along a variable that the theorem does not let vary")
        return self.normal.variable(variable)

    def suppositions(self) -> frozenset[int]:
        """The suppositions under all that was used so far. Raises Rejected where there may be none."""
        found = frozenset(self.supposed).union(*(self.earlier[n].assumptions for n in entries(self.grounds)))
        if found and self.everywhere:
            raise Rejected("a step that needs an equation to hold everywhere rests on a supposition")
        return found


def _key(q: Quotient) -> Form:
    """The key of a quotient that is one generator; of any other, an empty key."""
    number = q.as_atom()
    return ("",) if number is None else q.ring.keys[number]
