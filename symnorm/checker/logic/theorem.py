"""A whole theorem: hypotheses, then entries, each with its certificate, each standing on earlier ones.

    {"id": "eln/1", "along": [variable, ...],
     "entries": [{"label", "role", "statement", "certificate": {"hash", "defined", "proof"}}, ...]}

The roles: `where` (a hypothesis), `given` (an equation that the theorem starts from; along the variables of
`along` it holds identically), `suppose` (an assumption at one point, to be discharged), `constant` (a
constant of integration is introduced), `step` and `claim` (shown). A variable of `along` ranges over an
interval on which every hypothesis holds, ["interval", variable, point] over one that contains the point, whatever
what stands before it is, a vector ["vector", name] over an open set.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..calculus.budget import MAX_WORK, MAX_WORK_OF_THEOREM, Budget, TooLarge
from ..calculus.normal import Constant, Normalizer
from ..calculus.quotient import Undefined
from ..forms import (
    RELATIONS,
    Form,
    Malformed,
    arrays,
    check_expression,
    check_statement,
    check_variable,
    digest,
    dimensions,
    free_indices,
    free_wholes,
    freeze,
    holds_form,
    holds_operation,
    lengths,
    name,
    varies_in,
)
from .entry import Judgement, Rejected, are_arbitrary, entries, ranges
from .rules import INEQUALITIES, establish, solve
from .statements import constant_of_integration, defined, prove, suppose_derivatives
from .step import Step

ROLES = ("where", "given", "suppose", "constant", "step", "claim")
MAX_ENTRIES = 2_000
MAX_ALONG = 100
"""So many variables may vary: each entry looks at them all."""


class Theorem:
    """Accepts entries one by one. Whatever was not accepted cannot be used.

    `statements` are those of the entries to come. What a sum runs to is a whole number in all of them, in those before
    that sum as well, and so an array has one shape.
    """

    def __init__(self, along: Any, statements: Iterable[Form] = ()) -> None:
        self.along: tuple[Form, ...] = freeze(along)
        if len(self.along) > MAX_ALONG:
            raise Malformed(f"a theorem in which more than {MAX_ALONG} variables vary")
        for variable in self.along:
            match variable:
                case ("vector", vector):
                    name(vector)
                case ("interval", inner, point):
                    check_variable(inner)
                    check_expression(point)
                case _:
                    check_variable(variable)
        if free_wholes(self.along) or any(i[0] == "*" for i in free_indices(self.along)):
            raise Malformed("what varies, and a point of an interval, is one for all whole numbers and channels")
        for n, variable in enumerate(self.along):
            if variable[0] == "interval" and any(varies_in(variable[2], v) for v in ranges(self.along[n:])):
                raise Malformed("an interval contains a point that depends on its variable, or on a later one")
        told = (self.along, *statements)
        self.dimensions = frozenset[Form]().union(*map(dimensions, told))
        """The ends of the sums over channels: one symbol, in a theorem that has any."""
        self.lengths = frozenset[Form]().union(*map(lengths, told))
        """How many members the sets have that have a name of their own."""
        self.arrays = frozenset[tuple[str, Form]]().union(*map(arrays, told))
        """The vectors and arrays, each with the sets over which its entries stand."""
        self.entries: list[Judgement] = []
        self.normal = Normalizer()

    def hash_of(self, role: str, statement: Form) -> str:
        """The hash that binds a certificate to the next entry and to all that stands before it."""
        before = self.entries[-1].hash if self.entries else digest(self.along)
        return digest(before, role, statement)

    def step(self, statement: Form, is_trial: bool = False) -> Step:
        """A fresh step towards a statement, which may use what was accepted so far; on trial, for who searches.

        Raises Rejected where the sums of the statement run to something else than the others, or an array has other
        indices.
        """
        found, fixed = self.dimensions | dimensions(statement), self.lengths | lengths(statement)
        free = ranges(self.along) | self._arbitrary | {("sym", c) for c in self.constants}
        if len(found) > 1 or any(d[0] != "sym" or d in free for d in found | fixed):
            raise Rejected("sums run over the channels of one vector, and their number is a symbol that is fixed")
        if found & fixed:
            raise Rejected("the number of channels is the length of no other set")
        shaped = self.arrays | arrays(statement)
        if len(dict(shaped)) < len(shaped):
            raise Rejected("an array has as many indices wherever it stands, and at each place those of one set")
        self.normal = self.normal.suited(next(iter(found), None), self.constants, fixed)
        return Step(self.entries, self.along, self.normal.twin if is_trial else self.normal)

    @property
    def _arbitrary(self) -> frozenset[Form]:
        """The symbols that stand for every number in a hypothesis on a function."""
        functions = (e.statement[1][3] for e in self.entries if e.statement[0] == "differentiable")
        return frozenset(a for arguments in functions if are_arbitrary(arguments, self.along) for a in arguments)

    def _judge_function(self, arguments: tuple[Form, ...]) -> None:
        """Raises Rejected unless a function is said to be differentiable for all numbers, or along what varies."""
        if are_arbitrary(arguments, self.along):
            said = [self.along, *self.dimensions, *self.lengths, *(e.statement for e in self.entries)]
            others = tuple(s for s in said if s[:1] != ("differentiable",))
            if len(set(arguments)) < len(arguments) or any(holds_form(others, a) for a in arguments):
                raise Rejected("a symbol that stands for every number stands once, and nothing else is supposed of it")
        elif not all(a[0] == "coord" or a in ranges(self.along) for a in arguments):
            raise Rejected("the arguments of a differentiable function all vary, or all stand for every number")

    @property
    def constants(self) -> dict[str, Constant]:
        """The constants of integration that were introduced."""
        return dict(e.constant for e in self.entries if e.accepted and e.constant)

    def add(self, label: str, role: str, statement: Any, certificate: Any) -> Judgement:
        """Judges the next entry. It is listed even where it is rejected, but nothing can then stand on it."""
        if len(self.entries) >= MAX_ENTRIES:
            raise Malformed(f"a theorem of more than {MAX_ENTRIES} entries")
        if not isinstance(label, str) or role not in ROLES:
            raise Malformed("an entry needs a label and a role")
        statement = freeze(statement)
        check_statement(statement)
        entry = Judgement(label, role, statement, self.hash_of(role, statement))
        try:
            with Budget(MAX_WORK, "one entry"):
                self._judge(entry, certificate)
                self._learn(statement)
                entry.accepted = True
        except Rejected as error:
            entry.reason, entry.duty, entry.of = str(error), error.duty, error.of
        except (Malformed, Undefined, TooLarge) as error:
            entry.reason = str(error)
        except RecursionError:
            entry.reason = "nested too deeply"
        self.entries.append(entry)
        return entry

    def _learn(self, statement: Form) -> None:
        """Enters what the sums of an entry run to, and its arrays: they are known where it was announced."""
        self.dimensions |= dimensions(statement)
        self.lengths |= lengths(statement)
        self.arrays |= arrays(statement)

    def _judge(self, entry: Judgement, certificate: Any) -> None:
        statement, number = entry.statement, len(self.entries)
        if any(n[0] == "*" for _, n, _ in free_wholes(statement)):
            raise Rejected("a statement about every whole number: it holds for every one that it names")
        step = self.step(statement)
        match freeze(certificate):
            case (str(bound), tuple(conditions), proof):
                pass
            case _:
                raise Malformed("a certificate is [hash, conditions, proof]")
        if bound != entry.hash:
            raise Rejected("the certificate was made for another statement")
        for condition in conditions:
            match condition:
                case (">" | ">=" | "!=" as relation, expression, witness):
                    establish(step, relation, expression, witness)
                case ("solved", n, derivative):
                    solve(step, n, derivative)
                case (int(n), int(k)):
                    step.recall(n, k)
                case _:
                    raise Malformed("a condition is [relation, e, witness], [solved, entry, e] or [entry, number]")
        if entry.role in ("where", "given"):
            suppose_derivatives(step, statement)
        is_shown = entry.role in ("step", "claim")
        defined(step, statement, proof if is_shown else ())
        match entry.role:
            case "where" if statement[0] == "differentiable":
                self._judge_function(statement[1][3])
            case _ if statement[0] not in RELATIONS and holds_operation(statement, "differentiable"):
                raise Rejected("that a function is differentiable is a hypothesis by itself")
            case "where" if statement[0] not in INEQUALITIES:
                raise Rejected("a hypothesis is an inequality, or a function is differentiable; an equation is given")
            case "constant":
                entry.constant = constant_of_integration(step, statement, proof)
        if is_shown:
            prove(step, statement, proof)
        entry.assumptions = step.suppositions() | ({number} if entry.role == "suppose" else set())
        is_supposed = entry.role in ("where", "given", "constant") and statement[0] != "differentiable"
        if is_supposed and any(holds_form(statement, a) for a in self._arbitrary):
            raise Rejected("a symbol that stands for every number stands once, and nothing else is supposed of it")
        used = entries(step.grounds) | step.discharged
        if not all(self.entries[n].accepted for n in used):
            raise Rejected("it stands on an entry that was not accepted")
        if entry.role == "where" and any(e.role != "where" for e in self.entries):
            raise Rejected("hypotheses come before everything else")
        if entry.role == "given" and any(holds_form(statement, ("sym", c)) for c in self.constants):
            raise Rejected("what is given cannot speak of a constant of integration that came out of the proof")
        if entry.role == "claim" and entry.assumptions:
            raise Rejected("a claim stands on a supposition that is never discharged")
        entry.used = used
        entry.lemmas = frozenset(ground for ground in step.grounds if isinstance(ground, str))
        entry.conditions = tuple(condition for condition, _ in step.known)
        own = {number} if entry.role in ("where", "given") else set()
        entry.existing = tuple((expression, grounds | own) for expression, grounds in step.granted)


def check_bundle(bundle: Any) -> list[Judgement]:
    """Judges every entry of a theorem as read from JSON. Raises Malformed where it is not one."""
    match bundle:
        case {"id": str(), "along": list(along), "entries": list(listed)}:
            read = [_read(entry) for entry in listed[: MAX_ENTRIES + 1]]
        case _:
            raise Malformed("a theorem is an object with id, along and entries")
    with Budget(MAX_WORK_OF_THEOREM, "one theorem"):
        theorem = Theorem(along, [statement for _, _, statement, _ in read])
        for label, role, statement, certificate in read:
            theorem.add(label, role, statement, certificate)
    if not any(j.role == "claim" for j in theorem.entries):
        raise Malformed("a theorem without a claim")
    return theorem.entries


def _read(entry: Any) -> tuple[str, str, Form, Any]:
    """(label, role, statement, certificate) of an entry as read from JSON. Raises Malformed."""
    match entry:
        case {"label": str(label), "role": str(role), "statement": statement, "certificate": certificate}:
            statement = freeze(statement)
            check_statement(statement)
            return label, role, statement, certificate
    raise Malformed("an entry is an object with label, role, statement and certificate")
