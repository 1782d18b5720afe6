"""From the entries of a theorem to certificates. Not trusted: the checker judges what comes out.

The prover calculates with the checker's own `Step`, so that what it finds is what the checker will find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from ..checker.calculus.budget import Budget, TooLarge
from ..checker.calculus.quotient import Quotient, Undefined
from ..checker.forms import COMBINATIONS, Form, Malformed
from ..checker.logic.entry import Judgement, Rejected, Undischarged
from ..checker.logic.rules import INEQUALITIES, relation
from ..checker.logic.statements import suppose_derivatives
from ..checker.logic.step import Step
from ..checker.logic.theorem import Theorem as Checked
from ..checker.readback import read_back
from ..language.by import Relation, Rule
from ..language.entries import Entry
from ..language.statements import Statement
from ..language.terms import exp, form, term
from ..language.theorem import Theorem
from .cofactors import combine
from .estimate import Place
from .facts import Open
from .failures import NO_EQUATION, NotFound, NotPlain
from .laws import bounded, by_laws, equal_by_laws, is_of_numbers
from .memory import Memory, Usable
from .nowhere import nowhere
from .order import by_linear, by_monotone
from .rising import by_increasing
from .signs import Signs
from .squares import larger

MAX_SEARCH = 3_000_000
"""So many terms may be handled in the search for one certificate; a step that needs more is better cut in two."""


@dataclass(frozen=True)
class Proof:
    """The outcome for one entry: the checker's judgement, the certificate, and why none was found."""

    entry: Entry
    judgement: Judgement
    statement: Form
    certificate: Form
    failure: NotFound | None


class Prover:
    """Proves the entries of a theorem, one after the other; points at which its hypotheses hold guide the search."""

    def __init__(self, theorem: Theorem, places: Sequence[Place] = ()) -> None:
        self.theorem = theorem
        along = [("vector", v.args[0]) if v.op == "vector" else form(v) for v in theorem.along]
        self.checked = Checked(along, [e.statement.form() for e in theorem.entries])
        self._memory = Memory(places)

    def usable(self, entry: Entry) -> Iterator[Usable]:
        """Sets of entries with which to try a proof of an entry.

        First those that rest on no supposition but the ones that the entry is said to stand on; then, for a line that
        may stand on a supposition, those that rest on the ones under which it stands in the text; then all.
        """
        assumed = [self.checked.entries[n].assumptions for n in range(entry.number)]
        tried: set[int] = set()
        for scope in (entry.suppositions, entry.scope, self.theorem.entries):
            allowed = {e.number for e in scope}
            found = frozenset(n for n, numbers in enumerate(assumed) if numbers <= allowed)
            if len(found) not in tried:
                yield Usable(entry.number, found, not any(assumed[n] for n in found))
            if entry.role == "claim":
                return
            tried.add(len(found))

    def prove(self, entry: Entry) -> Proof:
        """The next entry."""
        statement = entry.statement.form()
        failure = attempt = certificate = None
        for usable in self.usable(entry):
            try:
                attempt = self.attempt(statement, self.checked, usable)
                certificate = attempt.certificate(entry.role, statement, entry.by)
                failure = None
                break
            except NotFound as error:
                failure = failure or error
        certificate = certificate or (self.checked.hash_of(entry.role, statement), (), ())
        judgement = self.checked.add(entry.label, entry.role, statement, certificate)
        if judgement.accepted and attempt is not None:
            self._memory.keep(entry.number, attempt.step, certificate[1])
            if statement[0] in INEQUALITIES and certificate[2] != ("bounds",):
                self._memory.facts[entry.number] = statement
        return Proof(entry, judgement, statement, certificate, failure)

    def could_prove(self, entry: Entry, statement: Statement, rule: Rule) -> Judgement | None:
        """The judgement that accepts another statement in the place of an entry that was just proved, if there is one.

        Only what stands before the entry is used.
        """
        form_ = statement.form()
        for usable in self.usable(entry):
            before = beginning(self.checked, entry.number)
            try:
                certificate = self.attempt(form_, before, usable).certificate(entry.role, form_, rule)
            except NotFound:
                continue
            judgement = before.add(entry.label, entry.role, form_, certificate)
            if judgement.accepted:
                return judgement
        return None

    def attempt(self, statement: Form, checked: Checked, usable: Usable) -> Attempt:
        """An attempt at a statement that comes next in a theorem. Raises NotFound."""
        try:
            step = self._memory.step(checked, statement)
        except Rejected as error:
            raise NotFound(str(error)) from None
        return Attempt(step, Signs(step, self._memory, usable), usable, checked.hash_of)


def beginning(checked: Checked, count: int) -> Checked:
    """The first entries of a theorem, as they were judged: something else may come next."""
    made = copy(checked)
    made.entries = checked.entries[:count]
    return made


class Attempt:
    """The search for one certificate."""

    def __init__(self, step: Step, signs: Signs, usable: Usable, hash_of: Callable[[str, Form], str]) -> None:
        self.step, self.signs, self.usable, self._hash_of = step, signs, usable, hash_of

    def certificate(self, role: str, statement: Form, rule: Rule | None) -> Form:
        """A certificate for the statement. Raises NotFound."""
        try:
            with Budget(MAX_SEARCH, "one search"):
                proof = self.proof(role, statement, rule)
        except (Open, Undischarged) as error:
            raise self._open(statement, *error.duty) from None
        except Undefined as error:
            raise NotFound(str(error), nowhere=nowhere(self.step.normal, statement)) from None
        except (Rejected, TooLarge, Malformed) as error:
            raise NotFound(str(error)) from None
        return (self._hash_of(role, statement), tuple(self.signs.defined), proof)

    def _open(self, statement: Form, relation: str, q: Quotient) -> NotFound:
        """That a condition is open: one that never holds, one that is what was to be shown, or any other."""
        if q.as_constant() is not None and (found := nowhere(self.step.normal, statement)) is not None:
            return NotFound("something has no value", nowhere=found)
        if INEQUALITIES.get(statement[0]) == relation and not q.as_constant():
            _, low, high = _upwards(statement)
            gap = self.step.normal(high)[0] - self.step.normal(low)[0]
            if gap and self.step.unit(gap, relation) == self.step.unit(q, relation):
                return NotPlain(relation, gap)
        return NotFound("a condition is open", (relation, self.signs.written(q)))

    def proof(self, role: str, statement: Form, rule: Rule | None) -> Any:
        """The proof part of a certificate; the conditions it needs are in `signs.defined`."""
        if rule is not None and rule.name == "bounds":
            return self.numbers(statement)
        if rule is not None and rule.name == "each":
            if statement[0] != "and":
                raise NotFound("by.each shows several statements at once: both(a, b)")
            if len(statement) != len(rule.parts) + 1:
                raise NotFound(f"by.each has {len(rule.parts)} rules for {len(statement) - 1} statements")
            parts = zip(statement[1:], rule.parts, strict=True)
            return ("all", *[self.proof(role, part, inner) for part, inner in parts])
        if role in ("where", "given"):
            suppose_derivatives(self.step, statement)
        self.define(statement)
        if role in ("where", "given", "suppose"):
            return ()
        assert rule is not None
        match rule.name:
            case "constant":
                return _number(rule.premises[0])
            case "induction":
                supposed = (e.number for e in rule.discharged[::2])
                starts = chain.from_iterable(zip(map(_number, rule.premises), supposed, strict=True))
                return ("induction", self.argument(rule), *starts, rule.discharged[-1].number)
            case "discharge":
                return ("discharge", *[e.number for e in rule.discharged])
            case "exponential bound":
                return ("sign", self.exponential_bound(statement, rule))
            case "sign":
                return self.inequality(statement, rule)
            case "squares":
                return ("sign", self.by_squares(statement, rule))
            case "increasing":
                return by_increasing(self, statement, rule)
            case "linear":
                return by_linear(self, statement, rule)
            case "monotone":
                return by_monotone(self, statement)
            case "exponentials":
                return self.exponentials(statement, rule)
            case "algebra":
                return self.equation(statement, rule)
        raise AssertionError(rule.name)

    def define(self, statement: Form) -> None:
        """Establishes that every expression of a statement is defined."""
        for part in statement[1:]:
            if statement[0] in COMBINATIONS:
                self.define(part)
            else:
                self.signs.define(part)

    def settled(self, calculation: Callable[[], Quotient]) -> Quotient:
        """The result of a calculation of the checker's, with whatever it needs to be defined established."""
        while True:
            try:
                return calculation()
            except Undischarged as error:
                self.signs.establish(error.duty)

    # --- equations ----------------------------------------------------------------------------------------

    def target(self, statement: Form) -> Quotient:
        """The quantity that has to vanish for an equation, or for one of several equations, to hold."""
        if statement[0] not in ("eq", "or"):
            raise NotFound(NO_EQUATION[statement[0]])
        return self.settled(lambda: self.step.difference(statement))

    def equation(self, statement: Form, rule: Rule) -> Form:
        """The proof of an equation by its premises, or else by the laws of the functions in it as well."""
        target = self.target(statement)
        try:
            return ("identity", self.identity(target, rule.premises, rule.term))
        except (NotFound, Open):
            if rule.term is not None or (proof := by_laws(self, statement, target, rule.premises)) is None:
                raise
            return proof

    def numbers(self, statement: Form) -> Form:
        """The proof of a relation between numbers by their bounds; where these decide nothing, as that of any other."""
        if bounded(statement) or not is_of_numbers(statement):
            return ("bounds",)
        try:
            self.define(statement)
            shown = self.equation if statement[0] == "eq" else self.inequality
            return shown(statement, Rule("algebra"))
        except (NotFound, Open, Undefined, Rejected, TooLarge):
            return ("bounds",)

    def identity(self, target: Quotient, premises: tuple[Relation, ...], times: Any = None) -> Form:
        """An identity certificate for target = 0. Raises NotFound."""
        return self.combined(target, [self.relation(p) for p in premises], times)

    def combined(self, target: Quotient, forms: list[Form], times: Any = None) -> Form:
        """An identity certificate for target = 0 by these relations. Raises NotFound."""
        values = [self.settled(partial(relation, self.step, f)) for f in forms]
        known: list[Form] = []
        if times is not None:
            factor = form(times)
            target = target * self.signs.define(factor)
            known = [self.sign_of(factor, "!=")]
        trouble: Open | None = None
        for found in combine(target, values):
            try:
                parts = tuple(
                    (f, self._cofactor(c)) for f, c in zip(forms, found.cofactors, strict=True) if c
                )
                nonzero = [*known]
                if found.multiplier.as_constant() != 1:
                    witness = self.signs.witness(found.multiplier, "!=")
                    if witness is None:
                        raise Open(("!=", found.multiplier))
                    nonzero.append(witness)
            except Open as error:
                trouble = trouble or error
                continue
            if not nonzero:
                return ("ident", parts, None)
            return ("ident", parts, nonzero[0] if len(nonzero) == 1 else ("mul", *nonzero))
        if trouble is not None:
            raise trouble
        raise NotFound("the two sides differ, and the premises do not make up for it", None, target)

    def _cofactor(self, q: Quotient) -> Form:
        written = read_back(q)
        self.signs.define(written)
        return written

    def argument(self, rule: Rule) -> Form:
        """The term that a rule names, known to be defined."""
        assert rule.term is not None
        written = form(rule.term)
        self.signs.define(written)
        return written

    def exponentials(self, statement: Form, rule: Rule) -> Form:
        """The proof by equal exponentials."""
        _, left, right = statement
        factor = self.signs.define(self.argument(rule))
        witness = self.signs.witness(factor, "!=")
        if witness is None:
            raise Open(("!=", factor))
        ring = self.step.ring
        a, b = self.signs.define(left), self.signs.define(right)
        target = ring.exp(factor * a) - ring.exp(factor * b)
        return ("exp", witness, self.identity(target, rule.premises))

    # --- relations ----------------------------------------------------------------------------------------

    def relation(self, relation: Relation) -> Form:
        """A premise as the checker reads it."""
        if relation.entry is not None:
            self.define(self.step.earlier[relation.entry.number].statement)
        match relation.kind, relation.args:
            case "use", ():
                return ("use", _number(relation))
            case "deriv", (inner, variable):
                return ("deriv", self.relation(inner), form(variable))
            case "rename", (i, j):
                return ("rename", _number(relation), i, j)
            case "instance", (number, value):
                self.signs.define(form(value))
                return ("at", _number(relation), form(number), form(value))
            case "sum", (i, weight):
                self.signs.define(form(weight))
                return ("sum", _number(relation), i, form(weight))
            case "exp" | "constant", (argument,):
                self.signs.define(form(argument))
                return (relation.kind, _number(relation), form(argument))
            case "root", (a, b):
                return self._root(form(a), form(b), relation.premises)
            case "square", (a,):
                written = form(a)
                square = self.signs.define(written).power(2)
                return ("square", written, self.identity(square, relation.premises))
            case "log", pairs:
                return self._logarithms(pairs, relation.premises)
            case "linear", (v, p, x, x0, slope, start):
                return self._linear(form(v), form(p), form(x), form(x0), slope, start)
        raise AssertionError(relation.kind)

    def _root(self, a: Form, b: Form, premises: tuple[Relation, ...]) -> Form:
        p, q = self.signs.define(a), self.signs.define(b)
        signs = [self.sign_of(a, ">="), self.sign_of(b, ">=")]
        return ("root", a, b, *signs, self.identity(p * p - q * q, premises))

    def sign_of(self, written: Form, relation: str) -> Form:
        """A sign witness for an expression. Raises Open."""
        witness = self.signs.shown(written, relation)
        if witness is None:
            raise Open((relation, self.signs.define(written)))
        return witness

    def _logarithms(self, pairs: tuple[tuple[int, Any], ...], premises: tuple[Relation, ...]) -> Form:
        product = self.step.ring.constant(1)
        parts = []
        for n, argument in pairs:
            written = form(argument)
            product = product * self.signs.define(written).power(n)
            parts.append((n, written, self.sign_of(written, ">")))
        return ("log", tuple(parts), self.identity(product - self.step.ring.constant(1), premises))

    def _linear(
        self, v: Form, p: Form, x: Form, x0: Form, slope: tuple[Relation, ...], start: tuple[Relation, ...]
    ) -> Form:
        for part in (v, p, x0, ("D", v, x), ("at", v, x, x0), ("at", p, x, x0)):
            self.signs.define(part)
        self.signs.define_continuous(p)
        change = self.step.value(("D", v, x)) - self.step.value(p) * self.step.value(v)
        first = self.identity(change, slope)
        second = self.identity(self.step.value(("at", v, x, x0)), start)
        return ("linear", v, p, x, x0, first, second)

    # --- inequalities -------------------------------------------------------------------------------------

    def gap(self, statement: Form, rule: str) -> tuple[Form, Quotient, str]:
        """The difference that an inequality compares with zero: as it is written, its value, and the relation."""
        if statement[0] not in INEQUALITIES:
            raise NotFound(f"{rule} shows inequalities: a < b, a <= b or ne(a, b)")
        kind, low, high = _upwards(statement)
        zero = ("num", "0")
        written = high if low == zero else ("neg", low) if high == zero else ("add", high, ("neg", low))
        return written, self.signs.define(written), INEQUALITIES[kind]

    def exponential_bound(self, statement: Form, rule: Rule) -> Form:
        """The sign witness that the lemma gives."""
        u, named = self.argument(rule), f"by.exponential_bound({rule.term})"
        _, gap, relation = self.gap(statement, named)
        ring, value = self.step.ring, self.signs.define(u)
        beyond = gap - (ring.exp(value) - value - ring.constant(1))
        bound = f"{exp(rule.term)} >= {1 + term(rule.term)}"
        if beyond:
            advice = "name the exponent that stands in it, or show that bound in a line before and use it in by.sign(w)"
            reason = f"{named} shows {bound}, and the line says something else; {advice}"
            raise NotFound(reason, None, beyond)
        if relation != ">=":
            raise NotFound(f"{named} shows {bound}, whose sides are equal at 0; write >=")
        return ("exp-bound", u)

    def inequality(self, statement: Form, rule: Rule) -> Form:
        """The proof of an inequality by the sign of its difference; of numbers, by bounds where no sign is plain."""
        written, gap, relation = self.gap(statement, "by.sign")
        try:
            return ("sign", self.signed(written, gap, relation, rule))
        except NotFound:
            if bounded(statement):
                return ("bounds",)
            if relation != ">=" or (equal := equal_by_laws(self, gap)) is None:
                raise
            return ("sign", ("is", written, ("num", "0"), equal))

    def by_squares(self, statement: Form, rule: Rule) -> Form:
        """A sign witness for the difference of the two sides, from the difference of their squares."""
        _, _, relation = self.gap(statement, "by.squares")
        if relation != ">=":
            raise NotFound("by.squares shows a >= b; for a > b, by.sign(w) with the difference of the sides w")
        _, low, high = _upwards(statement)
        squares: Form = ("add", ("pow", high, 2), ("neg", ("pow", low, 2)))
        more = self.signed(squares, self.signs.define(squares), ">=", rule)
        return larger(high, low, self.sign_of(high, ">="), more, self.signs.define)

    def signed(self, written: Form, gap: Quotient, relation: str, rule: Rule) -> Form:
        """A sign witness for a difference, by the term of the rule if it has one."""
        if rule.term is None:
            witness = self.signs.shown(written, relation)
            if witness is None:
                raise NotPlain(relation, gap)
            return witness
        w = form(rule.term)
        value = self.signs.define(w)
        witness = self.sign_of(w, relation)
        if value == gap:
            return witness
        try:
            return ("is", written, witness, self.identity(gap - value, tuple(filter(_is_equation, rule.premises))))
        except NotFound as error:
            if error.left_over is None:
                raise
            of = "the squares of the sides" if rule.name == "squares" else "the sides"
            advice = f"write a w that equals it, or name the premises by which it does, as by.{rule.name}(w, p)"
            reason = f"the difference of {of} is not the w = {rule.term} of by.{rule.name}(w); {advice}"
            raise NotFound(reason, None, error.left_over) from None


def _upwards(inequality: Form) -> Form:
    """An inequality with its lesser side first."""
    kind, a, b = inequality
    return (kind, a, b) if kind in ("lt", "le") else (kind, b, a)


def _is_equation(premise: Relation) -> bool:
    """Whether a premise is no inequality as a line says it, which is at hand without being named."""
    return premise.kind != "use" or premise.entry is None or premise.entry.statement.kind not in INEQUALITIES


def _number(relation: Relation) -> int:
    assert relation.entry is not None
    return relation.entry.number
