"""The proofs of a theorem, entry by entry, each after its certificate. Nothing here is trusted.

An entry that cannot be proved yet is left out, with all that stands on it, and the reason is kept. What is written is
for Rocq to accept; nothing that is written says less than what is stated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from ..checker.calculus.budget import MAX_WORK_OF_THEOREM, Budget, TooLarge
from ..checker.calculus.normal import Normalizer
from ..checker.calculus.quotient import Undefined
from ..checker.forms import Form, dimensions, free_indices, freeze, holds_operation, put_for
from ..checker.logic.entry import Judgement
from ..checker.logic.rules import INEQUALITIES
from .algebra import nested
from .conditions import REWRITE, Known, weaker
from .document import Document, Stated, document
from .duties import Duties, stars
from .everywhere import Everywhere
from .moving import Facts
from .names import identifier
from .numbers import calculation
from .printed import NAME, Unproved
from .replaced import replaced
from .rising import measured
from .script import GIVEN, PLACE
from .signs import Signs
from .statement import Untranslated

MARK = re.compile(r"\(\* entry (\d+) \*\)")
"""What stands before the lemmas that an entry needs."""



COUNTED = re.compile(r"\b(total|powerRZ) ")
"""How sums up to a whole number and powers are written."""


@dataclass
class Proved:
    """A theorem as a file of Rocq: its text, and what of it has a proof there."""

    document: Document
    text: str
    entries: list[int] = field(default_factory=list)
    """The entries that are proved, both what they say and that it is defined."""
    open: dict[int, str] = field(default_factory=dict)
    """The others, with the reason."""


def prove(
    bundle: Mapping[str, Any], title: str = "", without: frozenset[int] = frozenset(),
    supposed: frozenset[int] | None = None,
) -> Proved:  # fmt: skip
    """A theorem with its proofs, those of some entries left out; `supposed` says which hypotheses it has, if not all.

    Raises Untranslated where it cannot be stated.
    """
    with Budget(MAX_WORK_OF_THEOREM, "the proofs of one theorem"):
        try:
            return _Proof(document(bundle, title, supposed), freeze(_certificates(bundle)), without).all()
        except TooLarge as error:
            raise Untranslated(str(error)) from None


def _certificates(bundle: Mapping[str, Any]) -> list[Any]:
    return [entry["certificate"] for entry in bundle["entries"]]


class _Proof:
    def __init__(self, stated: Document, certificates: Form, without: frozenset[int]) -> None:
        self.document, self.certificates, self.without = stated, certificates, without
        dims = frozenset().union(*(dimensions(e.statement) for e in stated.entries))
        self.facts = Facts(stated, Normalizer(next(iter(dims), None)))
        self.script = self.facts.script
        self.script.measure(measured(certificates))
        self.along = Everywhere(self.facts)
        self.duties = Duties(self.facts, self.along)
        self.proofs: dict[int, str] = {}
        self.conditions: dict[int, list[Any]] = {}

    def all(self) -> Proved:
        proved = Proved(self.document, "")
        self._hypotheses()
        stated = {s.number: s for s in self.document.stated}
        theorems: list[str] = []
        for n, entry in enumerate(self.document.entries):
            before = len(self.script.lines)
            known = len(self.facts.conditions.known)
            self.script.lines.append(f"(* entry {n} *)")
            self.script.scope = entry.assumptions
            try:
                if n in self.without:
                    raise Unproved("a proof that Rocq does not accept")
                if not entry.accepted:
                    raise Unproved(f"the checker does not accept it: {entry.reason}")
                self._establish(n)
                before, known = len(self.script.lines), len(self.facts.conditions.known)  # conditions stay
                if entry.role == "constant":
                    shown = self.certificates[n][2]
                    v = self.statement(shown)[1][2]
                    self.proofs[n] = self.along.constant(entry.statement, v, self.proof(shown))
                if n in stated:
                    theorems += [f"(* entry {n} *)", *self._entry(stated[n])]
                    proved.entries.append(n)
            except (Unproved, Untranslated, Undefined, TooLarge) as error:
                del self.script.lines[before:]  # with the mark
                del self.facts.conditions.known[known:]
                self.proofs.pop(n, None)
                self.facts.forget()
                if n in stated:
                    proved.open[n] = str(error) or type(error).__name__
        proved.text = "\n".join(
            [self.document.text, "(* ===== Proofs " + "=" * 50 + " *)", "", self._needed(), self.script.header, "",
             *self.facts.printer.lines, *self.script.lines, "", "End Proofs.", "", *theorems, ""]
        )  # fmt: skip
        return proved

    def _needed(self) -> str:
        """The libraries of whole numbers and of interval arithmetic, where they are used."""
        is_counted = self.document.setting.wholes or COUNTED.search(self.document.text)
        is_needed = any("interval." in line for line in self.script.lines)
        found = "From Symnorm Require Import Whole.\n" if is_counted else ""
        if any("rise_" in line for line in self.script.lines):
            found += "From Symnorm Require Import Rise.\n"
        return found + ("From Interval Require Import Tactic.\n" if is_needed else "")

    # --- for Signs --------------------------------------------------------------------------------------------

    def statement(self, number: int) -> Form:
        return self.document.entries[number].statement

    def proof(self, number: int) -> str:
        entry = self.document.entries[number]
        if entry.role == "suppose":
            return self.script.supposed(number)
        if number not in self.proofs:
            raise Unproved(f"it stands on {entry.label}")
        if not entry.assumptions <= self.script.scope:
            raise Unproved("it stands on what was supposed")
        self.script.use(entry.assumptions)
        return self.proofs[number]

    def elsewhere(self, number: int, index: str, to: str) -> tuple[Form, str]:
        """What an entry says of one channel, said of another: proved there once more, in the same way."""
        return _Elsewhere(self, {index: to}).entry(number)

    # --- entries ----------------------------------------------------------------------------------------------

    def _hypotheses(self) -> None:
        parts = self.document.hypotheses
        names = [f"a{n}'" for n in range(len(parts))]
        pattern = nested(names) if names else "_"
        given, bound = GIVEN, [self.script.place] if self.script.place else []
        if self.document.range.varying:
            self.along.write()
            given = f"({self.along.given})"
        elif self.script.place:
            given = PLACE
        for n, part in enumerate(parts):
            pick = f"destruct {given} as {pattern}." if len(parts) > 1 else f"pose proof {given} as {names[n]}."
            self.script.write(f"h{n}'", part, [pick, f"exact {names[n]}."], [], bound)
        for number, place in self.document.supposed.items():
            shown, each = self.script.hypothesis(place), self._each(self.statement(number))
            self.proofs[number] = f"({shown} {each})" if each else shown

    def _establish(self, n: int) -> None:
        """The conditions of an entry, as lemmas; those of earlier entries are known from there."""
        _, conditions, _ = self.certificates[n]
        self.signs = Signs(self.facts, self)
        own: list[Any] = []
        for condition in conditions:
            match condition:
                case (int(m), int(k)):
                    found = self.conditions.get(m, [])
                    if k >= len(found):
                        raise Unproved("a condition of an entry that is not proved")
                    known = found[k]
                    if not known.suppositions <= self.script.scope:
                        raise Unproved("a condition that rests on what was supposed")
                    self.signs.known.append((known.value, known.sign, known.proof))
                case (">" | ">=" | "!=", _, witness):
                    for star in sorted(_stars(witness)):
                        self.script.bind(star)
                    with self.script.using() as used:
                        q, sign, proof = self.signs.sign(witness)
                    self.signs.known.append((q, sign, proof))
                    known = self.facts.conditions.every(Known(sign, q, proof, frozenset(used)))
                    self.facts.conditions.add(known)
                case ("solved", int(m), derivative):
                    self.along.solved(self.statement(m), self.proof(m), derivative)
                    continue
            own.append(known)
        self.conditions[n] = own

    def _entry(self, stated: Stated) -> list[str]:
        """The lemmas of an entry; returned are its theorems, which are stated of everything."""
        entry, number = self.document.entries[stated.number], stated.number
        certificate = self.certificates[number][2]
        self.script.scope = entry.assumptions
        proof = self._shown(entry.statement, certificate)
        self.proofs[number], whole = self._written(f"e{number}'", entry, proof)
        theorems = [self._theorem(stated.name, number, whole)]
        if stated.companion:
            shown = self.duties.required(entry.statement)
            text = " /\\ ".join(f"({duty})" for duty in stated.duties)
            _, whole = self._written(f"c{number}'", entry, shown, text)
            theorems.append(self._theorem(stated.companion, number, whole))
        return theorems

    def _written(self, name: str, entry: Judgement, proof: str, text: str = "") -> tuple[str, str]:
        """A lemma of all variables for an entry: applied where it is written, and after the section."""
        said = text or self.script.translator.statement(entry.statement)
        suppositions = sorted(entry.assumptions)
        bound = self.script.bound(f"{said} {proof}", at_the_place=True)
        self.script.write(name, said, [f"exact {proof}."], suppositions, bound, everything=True)
        outside = " ".join([name, *(n for n, _ in self.script.standing), *([] if self.script.is_measured else [GIVEN])])
        return self.script.applied(name, bound, suppositions), self.script.applied(f"({outside})", bound, suppositions)

    def _theorem(self, name: str, number: int, proof: str) -> str:
        """The theorem of an entry, from its lemma: the constants of which the lemma speaks exist."""
        found = self.document
        taken = " ".join(n for n, _ in found.range.taken)
        own, said = [c for c, _ in found.constants_of(number)], NAME.findall(proof)
        place = " ".join(self.script.place.names) if self.document.range.varying and self.script.place else ""
        given = " ".join(f"s{n}'" for n in sorted(found.entries[number].assumptions))
        used = [c for c, _ in found.constants if c in own or c in said]
        obtained = " ".join(f"destruct (x_{c}' {taken} {GIVEN}) as [{c} k_{c}']." for c in used)
        lines = [f"intros {taken} {GIVEN}." if taken else "", obtained, *(f"exists {c}." for c in own)]
        each = self._each(*(self.statement(n) for n in (number, *found.entries[number].assumptions)))
        lines += [f"intros {place}." if place else f"pose proof {GIVEN} as {PLACE}." if self.script.is_measured else ""]
        lines += [f"intros {each}." if each else ""]
        lines += [*(f"split; [exact (k_{c}' {place})|]." for c in own)]
        lines += [f"intros {given}." if given else "", f"exact {proof if taken else proof.replace(GIVEN, 'I')}."]
        return f"Theorem {name}_holds : {name}.\nProof. {' '.join(filter(None, lines))} Qed."

    def _each(self, *forms: Form) -> str:
        """The whole numbers of which forms speak, each with the proof that it is one from its start."""
        names = map(identifier, self.document.setting.counted(*forms))
        return " ".join(f"{n} r_{n}" for n in names)

    # --- statements -------------------------------------------------------------------------------------------

    def _shown(self, statement: Form, certificate: Form) -> str:
        """The proof of a statement, as a function of the channels where it is about every one."""
        letters = [self.script.bind(star) for star in stars(statement)]
        if letters and not (statement[0] == "eq" and certificate[0] == "identity"):
            raise Unproved("a statement about every channel that is no equation")
        proof = self._prove(statement, certificate)
        return f"(fun {' '.join(f'{k} r_{k}' for k in letters)} => {proof})" if letters else proof

    def _prove(self, statement: Form, certificate: Form) -> str:
        match statement, certificate:
            case ("eq", *_), ("identity", identity) if holds_operation(statement, "integral"):
                return self.along.differ(statement, lambda q: self.signs.identity(q, identity))
            case ("eq", a, b), ("identity", identity):
                return self._equation(a, b, identity)
            case ("eq", a, b), ("exp", witness, identity):
                return self.signs.equal_exponents(a, b, witness, identity)
            case ("or", *parts), ("identity", identity):
                return self.signs.one_of(parts, identity)
            case (relation, *_), ("bounds",) if relation in INEQUALITIES:
                return self.script.lemma(self.script.translator.statement(statement), calculation(statement))
            case (relation, a, b), ("sign", witness) if relation in INEQUALITIES:
                return self._inequality(relation, a, b, witness)
            case ("and", *parts), ("all", *proofs):
                found = [self._prove(p, c) for p, c in zip(parts, proofs, strict=True)]
                whole = found[-1]
                for part in reversed(found[:-1]):
                    whole = f"(conj {part} {whole})"
                return whole
            case (_, _, _), ("induction", number, k, n, m):
                return self._induction(statement, number, [k], [n], m)
            case (_, _, _), ("induction", number, k, n, k_next, n_next, m):
                return self._induction(statement, number, [k, k_next], [n, n_next], m)
            case ("implies", _, _), ("discharge", n, m):
                return self._discharge(n, m)
            case ("iff", _, _), ("discharge", n, m, k, l):
                return f"(conj {self._discharge(n, m)} {self._discharge(k, l)})"
        raise Unproved(f"a proof of the kind {certificate[0]} for {statement[0]}")

    def _discharge(self, n: int, m: int) -> str:
        if m not in self.proofs:
            raise Unproved(f"it stands on {self.document.entries[m].label}")
        return f"(fun s{n}' => {self.proofs[m]})"

    def _induction(self, statement: Form, number: Form, bases: list[int], supposed: list[int], m: int) -> str:
        """A statement for every whole number: from its start, and from each to the next; or from two, and from both."""
        said, name, start = self.script.translator, identifier(number[1]), number[2]
        firsts = [self._carried(put_for(statement, number, ("num", str(start + r))), k) for r, k in enumerate(bases)]
        many = len(bases)
        later: list[Form] = [("add", number, ("num", str(r))) for r in range(1, many + 1)]
        for n, place in zip(supposed[1:], later[:-1], strict=True):
            if self.statement(n) != put_for(statement, number, place):
                raise Unproved("an induction that supposes what it says in other words")
        scope = self.script.scope
        self.script.scope = scope | {*supposed}
        try:
            with self.script.using() as used:
                then = self._carried(put_for(statement, number, later[-1]), m)
        finally:
            self.script.scope = scope
        if not used <= {*supposed}:
            raise Unproved("an induction under a supposition")
        own = {f"s{n}'": f"IH{r}'" for r, n in enumerate(supposed)}
        then = NAME.sub(lambda word: own.get(word[0], word[0]), then)
        following = "rewrite ?INR_second, ?Z_second, ?INR_next, ?Z_next"
        intros = " ".join(["intros", name, f"r_{name}", *own.values()])
        lines = [f"apply whole_ind{'_two' if many > 1 else ''}; [{' | ' * many}{intros}]."]
        for r, first in enumerate(firsts):
            place_ = f"({start} + 1)" if r else str(start)
            lines += [
                f"- replace (INR {place_}) with {start + r} by (rewrite INR_IZR_INZ; reflexivity).",
                f"  change (Z.of_nat {place_}) with {start + r}%Z. exact {first}.",
            ]
        lines.append(f"- {''.join(f'{following} in {h}. ' for h in list(own.values())[1:])}{following}. exact {then}.")
        closed = self.script.lemma(said.each(statement) + said.statement(statement), lines, [f"r_{name}"])
        return f"({closed} {name} r_{name})"

    def _carried(self, statement: Form, n: int) -> str:
        """What an entry says in other words."""
        one: Form = ("num", "1")
        if statement[0] == "eq":
            shown = self._prove(statement, ("identity", ("ident", ((("use", n), one),), None)))
        else:
            shown = self._prove(statement, ("sign", ("hyp", n, ())))
        return self.script.lemma(self.script.translator.statement(statement), shown)

    def _equation(self, a: Form, b: Form, identity: Form) -> str:
        right = self.facts.fact(b)
        if a[0] == "D":
            value, left = self.facts.slope(a[1], a[2])
        else:
            fact = self.facts.fact(a)
            value, left = fact.value, fact.equality
        zero = self.signs.identity(value - right.value, identity)
        equal = self.signs.from_difference(value, right.value, zero)
        whole = f"(eq_trans {equal} (eq_sym {right.equality}))"
        if a[0] != "D":
            return f"(eq_trans {left} {whole})"
        rule, holes = ("p", 5) if a[2][0] == "coord" else ("d", 4)
        return f"({rule}_eq{' _' * holes} {left} {whole})"

    def _inequality(self, relation: str, a: Form, b: Form, witness: Form) -> str:
        q, sign, proof = self.signs.sign(witness)
        low, high = (a, b) if relation in ("lt", "le") else (b, a)
        facts = {e: self.facts.fact(e) for e in (low, high)}
        equal = self.facts.algebra.equal(q, ("add", high, ("neg", low)), facts)
        wanted = INEQUALITIES[relation]
        rule = {">": "positive_less", ">=": "nonneg_less", "!=": "nonzero_differ"}[wanted]
        shown = f"({REWRITE[wanted]} _ _ {equal} {weaker(sign, wanted, proof)})"
        proof = f"(Rle_ge _ _ ({rule} _ _ {shown}))" if relation == "ge" else f"({rule} _ _ {shown})"
        return self.script.lemma(self.script.translator.statement((relation, a, b)), proof)


class _Elsewhere:
    """The entries of a theorem with channels in the place of others, of which no hypothesis speaks."""

    def __init__(self, proof: _Proof, places: Mapping[str, str]) -> None:
        self.inner, self.places = proof, places
        self.script = proof.script

    def statement(self, number: int) -> Form:
        return replaced(self.inner.statement(number), self.places)

    def proof(self, number: int) -> str:
        free = free_indices(self.inner.statement(number))
        if not any(i in free and to != i for i, to in self.places.items()):
            return self.inner.proof(number)
        return self.entry(number)[1]

    def elsewhere(self, number: int, index: str, to: str) -> tuple[Form, str]:
        return _Elsewhere(self.inner, {**self.places, index: to}).entry(number)

    def entry(self, number: int) -> tuple[Form, str]:
        """What an entry says there, and the proof."""
        entry = self.inner.document.entries[number]
        if entry.role not in ("step", "claim") or entry.assumptions:
            raise Unproved(f"{entry.label}, for another channel")
        signs = self.inner.signs
        self.inner.signs = Signs(self.inner.facts, self)
        try:
            with ExitStack() as there:
                self.inner.signs.known = self._conditions(number, there)
                statement = self.statement(number)
                certificate = replaced(self.inner.certificates[number][2], self.places)
                proof = self.inner._shown(statement, certificate)
                return statement, self.script.lemma(self.script.translator.statement(statement), proof)
        finally:
            self.inner.signs = signs

    def _conditions(self, number: int, there: ExitStack) -> list[Any]:
        """The conditions of an entry, which are known there from now on."""
        found: list[Any] = []
        signs = self.inner.signs
        for condition in replaced(self.inner.certificates[number][1], self.places):
            match condition:
                case (int(m), int(k)):
                    found.append(self._conditions(m, there)[k])
                case (">" | ">=" | "!=", _, witness):
                    outer, signs.known = signs.known, found
                    try:
                        found.append(signs.sign(witness))
                    finally:
                        signs.known = outer
                    q, sign, proof = found[-1]
                    there.enter_context(self.inner.facts.conditions.also(sign, q, proof))
                case _:
                    raise Unproved("a derivative that exists by an equation")
        return found


def _stars(witness: Form) -> set[str]:
    """The indices that stand for every channel in a witness."""
    if isinstance(witness, str):
        return {witness} if witness[:1] == "*" else set()
    return set().union(*map(_stars, witness)) if isinstance(witness, tuple) else set()
