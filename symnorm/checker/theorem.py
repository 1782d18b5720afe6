"""A whole theorem: hypotheses, then entries, each with its certificate, each standing on earlier ones.

    {"id": "eln/1", "along": [variable, ...],
     "entries": [{"label", "role", "statement", "certificate": {"hash", "defined", "proof"}}, ...]}

The roles: `where` (a hypothesis), `given` (an equation that the theorem starts from; along the variables of
`along` it holds identically), `suppose` (an assumption at one point, to be discharged), `constant` (a
constant of integration is introduced), `step` and `claim` (shown). A variable of `along` ranges over an
interval on which every hypothesis holds, ["interval", variable, point] over one that contains the point, a vector
["vector", name] over an open set.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .entry import Entry, Rejected, Undischarged
from .forms import (
    Form,
    Malformed,
    check_expression,
    check_statement,
    check_variable,
    digest,
    dimensions,
    freeze,
    holds_form,
    name,
)
from .normal import Normalizer
from .polynomial import TooLarge, work
from .quotient import Duty, Undefined
from .statements import constant_of_integration, defined, prove
from .step import Step

ROLES = ("where", "given", "suppose", "constant", "step", "claim")
MAX_ENTRIES = 2_000


@dataclass(frozen=True)
class Judgement:
    """What the checker says of one entry."""

    label: str
    role: str
    accepted: bool
    reason: str
    used: tuple[int, ...]
    assumptions: tuple[int, ...]
    lemmas: tuple[str, ...]
    duty: Duty | None = None


class Theorem:
    """Accepts entries one by one. Whatever was not accepted cannot be used."""

    def __init__(self, identifier: str, along: Any) -> None:
        self.identifier = identifier
        self.along: tuple[Form, ...] = freeze(along)
        for variable in self.along:
            match variable:
                case ("vector", vector):
                    name(vector)
                case ("interval", inner, point):
                    check_variable(inner)
                    check_expression(point)
                case _:
                    check_variable(variable)
        self.entries: list[Entry] = []
        self.constants: dict[str, Form] = {}
        self.dimension: Form | None = None
        self.normal = Normalizer()
        self._usable: list[bool] = []
        self._chain = [digest(self.along)]

    def hash_of(self, role: str, statement: Form) -> str:
        """The hash that binds a certificate to the next entry and to all that stands before it."""
        return digest(self._chain[-1], role, statement)

    def step(self, statement: Form, normal: Normalizer) -> Step:
        """A fresh step towards a statement, which may use what was accepted so far; and a normalizer, if it suits.

        Raises Rejected where the sums of the statement run to something else than those before.
        """
        work.begin()
        known = {self.dimension} if self.dimension else set()
        found = known | dimensions(statement)
        varying = {f[1] if f[0] == "interval" else f for f in self.along}
        if len(found) > 1 or any(d[0] != "sym" or d[1] in self.constants or d in varying for d in found):
            raise Rejected("sums run over the channels of one vector, and their number is a symbol that is fixed")
        return Step(self.entries, self.along, normal.suited(next(iter(found), None), self.constants))

    def take(self, other: Theorem, count: int) -> None:
        """Takes over the first entries of another theorem, as judged there."""
        self.entries, self._usable = other.entries[:count], other._usable[:count]
        self._chain = other._chain[: count + 1]
        self.constants = dict(e.constant for e in self.entries if e.constant)
        self.dimension, self.normal = other.dimension, other.normal

    def add(self, label: str, role: str, statement: Any, certificate: Any) -> Judgement:
        """Judges the next entry. It is listed even where it is rejected, but nothing can then stand on it."""
        if len(self.entries) >= MAX_ENTRIES:
            raise Malformed(f"a theorem of more than {MAX_ENTRIES} entries")
        judgement, entry = self.consider(label, role, statement, certificate)
        self._chain.append(entry.hash)
        self.entries.append(entry)
        self._usable.append(judgement.accepted)
        if judgement.accepted:
            self.dimension = entry.dimension
        if judgement.accepted and entry.constant:
            self.constants.update([entry.constant])
        return judgement

    def consider(self, label: str, role: str, statement: Any, certificate: Any) -> tuple[Judgement, Entry]:
        """Judges what could be the next entry, without listing it."""
        if not isinstance(label, str) or role not in ROLES:
            raise Malformed("an entry needs a label and a role")
        statement = freeze(statement)
        check_statement(statement)
        entry = Entry(role, statement, self.hash_of(role, statement))
        reason, duty = "", None
        try:
            step = self.step(statement, self.normal)
            self.normal = step.normal
            self._judge(step, entry, freeze(certificate))
        except Undischarged as error:
            reason, duty = str(error), error.duty
        except (Rejected, Malformed, Undefined, TooLarge) as error:
            reason = str(error)
        except RecursionError:
            reason = "nested too deeply"
        judgement = Judgement(
            label, role, not reason, reason,
            tuple(sorted(entry.used)), tuple(sorted(entry.assumptions)), tuple(sorted(entry.lemmas)), duty,
        )  # fmt: skip
        return judgement, entry

    def _judge(self, step: Step, entry: Entry, certificate: Any) -> None:
        match certificate:
            case (str(bound), tuple(conditions), proof):
                pass
            case _:
                raise Malformed("a certificate is [hash, conditions, proof]")
        statement, number = entry.statement, len(self.entries)
        if bound != entry.hash:
            raise Rejected("the certificate was made for another statement")
        for condition in conditions:
            match condition:
                case (">" | ">=" | "!=" as relation, expression, witness):
                    step.establish(relation, expression, witness)
                case (int(n), int(k)):
                    step.recall(n, k)
                case _:
                    raise Malformed("a condition is [relation, expression, witness] or [entry, number]")
        defined(step, statement, proof if entry.role in ("step", "claim") else ())
        match entry.role:
            case "where" if statement[0] not in ("lt", "le", "gt", "ge", "ne"):
                raise Rejected("a hypothesis is an inequality; an equation is given or supposed")
            case "where" | "given":
                entry.assumptions = step.suppositions()
            case "suppose":
                entry.assumptions = step.suppositions() | {number}
            case "constant":
                entry.constant = constant_of_integration(step, statement, proof)
                entry.assumptions = step.suppositions()
            case _:
                entry.assumptions = prove(step, statement, proof)
        used = step.used | step.discharged
        if not all(self._usable[n] for n in used):
            raise Rejected("it stands on an entry that was not accepted")
        if entry.role == "where" and any(e.role != "where" for e in self.entries):
            raise Rejected("hypotheses come before everything else")
        if entry.role == "given" and any(holds_form(statement, ("sym", c)) for c in self.constants):
            raise Rejected("what is given cannot speak of a constant of integration that came out of the proof")
        if entry.role == "claim" and entry.assumptions:
            raise Rejected("a claim stands on a supposition that is never discharged")
        entry.used, entry.lemmas = frozenset(used), frozenset(step.lemmas)
        entry.dimension, entry.conditions = step.normal.dimension, tuple(step.known)


def check_bundle(bundle: Any) -> list[Judgement]:
    """Judges every entry of a theorem as read from JSON. Raises Malformed where it is not one."""
    match bundle:
        case {"id": str(identifier), "along": list(along), "entries": list(entries)}:
            theorem = Theorem(identifier, along)
        case _:
            raise Malformed("a theorem is an object with id, along and entries")
    judgements = []
    for entry in entries:
        match entry:
            case {"label": str(label), "role": str(role), "statement": statement, "certificate": certificate}:
                judgements.append(theorem.add(label, role, statement, certificate))
            case _:
                raise Malformed("an entry is an object with label, role, statement and certificate")
    if not any(j.role == "claim" for j in judgements):
        raise Malformed("a theorem without a claim")
    return judgements
