"""The proofs of a theorem, entry by entry, each after its certificate. Nothing here is trusted.

An entry that cannot be proved yet is left out, with all that stands on it, and the reason is kept. What is written is
for Rocq to accept; nothing that is written says less than what is stated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ..checker.calculus.budget import TooLarge
from ..checker.calculus.normal import Normalizer
from ..checker.calculus.quotient import Undefined
from ..checker.forms import Form, dimensions, free_indices, freeze, varies_in
from ..checker.logic.rules import INEQUALITIES
from .document import Document, Stated, document
from .facts import Facts, Known
from .printed import Unproved
from .signs import Signs
from .statement import Untranslated

Duty = tuple[str, Callable[[], str]]
"""What has to hold, as it is printed, and what makes its proof."""

MARK = re.compile(r"\(\* entry (\d+) \*\)")
"""What stands before the lemmas that an entry needs."""


@dataclass
class Proved:
    """A theorem as a file of Rocq: its text, and what of it has a proof there."""

    document: Document
    text: str
    entries: list[int] = field(default_factory=list)
    """The entries that are proved, both what they say and that it is defined."""
    open: dict[int, str] = field(default_factory=dict)
    """The others, with the reason."""

    def entry_at(self, line: int) -> int | None:
        """The entry to whose proof a line of the text belongs; the first line is 1."""
        marks = [m for text in self.text.splitlines()[:line] if (m := MARK.fullmatch(text))]
        return int(marks[-1][1]) if marks else None


def prove(bundle: Mapping[str, Any], title: str = "", without: frozenset[int] = frozenset()) -> Proved:
    """A theorem with its proofs, those of some entries left out. Raises Untranslated where it cannot be stated."""
    return _Proof(document(bundle, title), freeze(_certificates(bundle)), without).all()


def _certificates(bundle: Mapping[str, Any]) -> list[Any]:
    return [entry["certificate"] for entry in bundle["entries"]]


class _Proof:
    def __init__(self, stated: Document, certificates: Form, without: frozenset[int]) -> None:
        self.document, self.certificates, self.without = stated, certificates, without
        dims = frozenset().union(*(dimensions(e.statement) for e in stated.entries))
        self.facts = Facts(stated, Normalizer(next(iter(dims), None)))
        self.script = self.facts.script
        self.proofs: dict[int, str] = {}
        self.conditions: dict[int, list[Any]] = {}

    def all(self) -> Proved:
        proved = Proved(self.document, "")
        self._hypotheses()
        stated = {s.number: s for s in self.document.stated}
        for n, entry in enumerate(self.document.entries):
            before = len(self.script.lines)
            known = len(self.facts.known)
            self.script.lines.append(f"(* entry {n} *)")
            self.script.scope = entry.assumptions
            try:
                if n in self.without:
                    raise Unproved("a proof that Rocq does not accept")
                if not entry.accepted:
                    raise Unproved(f"the checker does not accept it: {entry.reason}")
                self._establish(n)
                before, known = len(self.script.lines), len(self.facts.known)  # conditions stay, whatever follows
                if n in stated:
                    self._entry(stated[n])
                    proved.entries.append(n)
            except (Unproved, Untranslated, Undefined, TooLarge) as error:
                del self.script.lines[before:]  # with the mark
                del self.facts.known[known:]
                self.facts.forget()
                if n in stated:
                    proved.open[n] = str(error) or type(error).__name__
        proved.text = "\n".join(
            [self.document.text, "(* ===== Proofs " + "=" * 50 + " *)", "", *self.script.lines, ""]
        )
        return proved

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

    # --- entries ----------------------------------------------------------------------------------------------

    def _hypotheses(self) -> None:
        parts = self.document.hypotheses
        names = [f"a{n}'" for n in range(len(parts))]
        pattern = names[-1] if names else "_"
        for name in reversed(names[:-1]):
            pattern = f"[{name} {pattern}]"
        for n, part in enumerate(parts):
            pick = [f"destruct H' as {pattern}."] if len(parts) > 1 else ["unfold hypotheses in H'."]
            self.script.write(f"h{n}'", part, [*pick, "exact " + (names[n] if len(parts) > 1 else "H'") + "."], [], [])
        first = len(parts) - len(self.document.supposed)
        for n, number in enumerate(self.document.supposed):
            self.proofs[number] = f"({self.script.hypothesis(first + n)})"

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
                    known = self._for_every_channel(Known(sign, q, proof, frozenset(used)))
                    self.facts.add(known)
                case _:
                    raise Unproved("a derivative that exists by an equation")
            own.append(known)
        self.conditions[n] = own

    def _for_every_channel(self, known: Known) -> Known:
        stars = sorted(i for i in self.facts.ring.indices(known.value) if i[0] == "*")
        if not stars:
            return known
        letters = [self.script.bind(star) for star in stars]
        taking = " ".join(f"{k} r_{k}" for k in letters)
        return Known(known.sign, known.value, f"(fun {taking} => {known.proof})", known.suppositions)

    def _entry(self, stated: Stated) -> None:
        entry = self.document.entries[stated.number]
        _, _, certificate = self.certificates[stated.number]
        self.script.scope = entry.assumptions
        for star in sorted(i for i in free_indices(entry.statement) if i[0] == "*"):
            raise Unproved(f"a statement about every channel {star}")
        proof = self._prove(entry.statement, certificate)
        suppositions = sorted(entry.assumptions)
        self.script.write(f"e{stated.number}'", self.script.translator.statement(entry.statement),
                          [f"exact {proof}."], suppositions, [])  # fmt: skip
        self.proofs[stated.number] = self.script.applied(f"e{stated.number}'", suppositions, [])
        arguments = " ".join([self.document.arguments, "H'", *(f"s{n}'" for n in suppositions)])
        self.script.lines.append(
            f"Theorem {stated.name}_holds : {stated.name}.\n"
            f"Proof. intros {arguments}. exact {self.proofs[stated.number]}. Qed."
        )
        if stated.companion:
            known = dict[str, Callable[[], str]]()
            for text, thunk in self._duties(entry.statement):
                known.setdefault(text, thunk)
            parts = [known[duty]() for duty in stated.duties]
            whole = parts[-1]
            for part in reversed(parts[:-1]):
                whole = f"(conj {part} {whole})"
            self.script.lines.append(
                f"Theorem {stated.companion}_holds : {stated.companion}.\n"
                f"Proof. intros {arguments}. exact {whole}. Qed."
            )

    # --- statements -------------------------------------------------------------------------------------------

    def _prove(self, statement: Form, certificate: Form) -> str:
        match statement, certificate:
            case ("eq", a, b), ("identity", identity):
                return self._equation(a, b, identity)
            case (relation, a, b), ("sign", witness) if relation in INEQUALITIES:
                return self._inequality(relation, a, b, witness)
            case ("and", *parts), ("all", *proofs):
                found = [self._prove(p, c) for p, c in zip(parts, proofs, strict=True)]
                whole = found[-1]
                for part in reversed(found[:-1]):
                    whole = f"(conj {part} {whole})"
                return whole
            case ("implies", _, _), ("discharge", n, m):
                return self._discharge(n, m)
            case ("iff", _, _), ("discharge", n, m, k, l):
                return f"(conj {self._discharge(n, m)} {self._discharge(k, l)})"
        raise Unproved(f"a proof of the kind {certificate[0]} for {statement[0]}")

    def _discharge(self, n: int, m: int) -> str:
        if m not in self.proofs:
            raise Unproved(f"it stands on {self.document.entries[m].label}")
        return f"(fun s{n}' => {self.proofs[m]})"

    def _equation(self, a: Form, b: Form, identity: Form) -> str:
        right, told = self.facts.fact(b), self.facts.told
        if a[0] == "D":
            value, slope = self.facts.slope(a[1], a[2])
        else:
            left = self.facts.fact(a)
            value = left.value
        difference = value - right.value
        if difference or identity[1:] != ((), None):
            zero = self.signs.identity(difference, identity)
            if difference:
                equal = self.script.lemma(
                    f"{told(value)} = {told(right.value)}",
                    lambda: [f"apply equal_of_vanishing. transitivity ({told(difference)}); [|exact {zero}].",
                             *self.facts.closing([value, right.value, difference])],
                    self.facts.ring.indices(value) | self.facts.ring.indices(right.value))  # fmt: skip
            else:
                equal = "eq_refl"
        else:
            equal = "eq_refl"
        whole = f"(eq_trans {equal} (eq_sym {right.equality}))"
        if a[0] == "D":
            rule, holes = ("p", 5) if a[2][0] == "coord" else ("d", 4)
            return f"({rule}_eq{' _' * holes} {slope} {whole})"
        return f"(eq_trans {left.equality} {whole})"

    def _inequality(self, relation: str, a: Form, b: Form, witness: Form) -> str:
        q, sign, proof = self.signs.sign(witness)
        left, right, told = self.facts.fact(a), self.facts.fact(b), self.facts.told
        low, high = (left, right) if relation in ("lt", "le") else (right, left)
        text = f"({told(high.value)}) - ({told(low.value)})"
        statement = self.script.translator.statement((relation, a, b))
        return self.script.lemma(
            statement,
            lambda: [*(f"rewrite ({f.proof} : {f.text} = {told(f.value)})."
                       for f in dict.fromkeys([left, right]) if f.proof),
                     f"pose proof ({proof} : {_said(sign, told(q))}) as P'.",
                     f"assert (Q' : {told(q)} = {text}).",
                     f"{{ {' '.join(self.facts.closing([q, high.value, low.value]))} }}",
                     "rewrite Q' in P'. first [lra | intros Z'; apply P'; lra | intros Z'; rewrite Z' in P'; lra]."],
            free_indices(a) | free_indices(b))  # fmt: skip

    # --- where it is defined ----------------------------------------------------------------------------------

    def _duties(self, form: Form) -> Iterator[Duty]:
        """What `Translator.defined` prints, each with what makes its proof."""
        said, facts = self.script.translator, self.facts
        match form:
            case ("div", a, b):
                yield from self._duties(a)
                yield from self._duties(b)
                if b[0] != "num":
                    yield f"{said.term(b)} <> 0", lambda: facts.duty("!=", b)
            case ("pow", a, int(n)) if n < 0:
                yield from self._duties(a)
                yield f"{said.term(a)} <> 0", lambda: facts.duty("!=", a)
            case ("fn", name, a):
                yield from self._duties(a)
                if name == "sqrt":
                    yield f"0 <= {said.term(a)}", lambda: facts.duty(">=", a)
                if name == "log":
                    yield f"0 < {said.term(a)}", lambda: facts.duty(">", a)
            case ("sum", k, _, _, body):
                yield from self._under(k, body, self._duties, lambda own, proof: f"(fun {own} r_{own} => {proof})")
            case ("D", a, v):
                for text, thunk in self._around(a, v):
                    yield said._around(text, v), thunk
                is_entry = v[0] == "coord"
                rule, ex = ("p_exists _ _ _ _", "ex_partial") if is_entry else ("d_exists _ _ _", "ex_derive")
                yield f"{ex} {said.function(a, v)} {said.place(v)}", lambda: f"({rule} {facts.slope(a, v)[1]})"
            case ("def", name, _, body):
                if said.defined(body):
                    yield said._applied(name, form, "_defined"), lambda: self._definition(form)
            case (kind, *_) if kind in ("at", "app"):
                raise Unproved(f"where a term with {kind} is defined")
            case _:
                for part in form:
                    if isinstance(part, tuple):
                        yield from self._duties(part)

    def _definition(self, form: Form) -> str:
        """That what a definition stands for is defined."""
        body = form[3]

        def make() -> str:
            ordered: dict[str, Callable[[], str]] = {}
            for text, thunk in self._duties(body):
                ordered.setdefault(text, thunk)
            parts = [thunk() for thunk in ordered.values()]
            whole = parts[-1]
            for part in reversed(parts[:-1]):
                whole = f"(conj {part} {whole})"
            text = self.script.translator._applied(form[1], form, "_defined")
            return self.script.lemma(text, lambda: [f"exact {whole}."], free_indices(form))

        found: str = self.facts._once("defined", form, make)
        return found

    def _under(self, k: str, body: Form, duties: Any, wrap: Callable[[str, str], str]) -> Iterator[Duty]:
        """The duties of what is summed: the text as it is printed, the proof for an index of its own."""
        from ..checker.calculus.normal import renamed

        inner, own = self.script.translator.under(k)
        size = self.document.setting.dimensions[0]
        texts = inner.defined(body)
        fresh = self.facts.ring.fresh_index(k)
        letter = self.script.bind(fresh)
        found: dict[str, Callable[[], str]] = {}
        for text, thunk in duties(renamed(body, k, fresh)):
            found.setdefault(text, thunk)
        if len(found) != len(texts):
            raise Unproved("duties under a sum")
        for text, thunk in zip(texts, found.values(), strict=True):
            yield f"forall {own}, ({own} < {size})%nat -> {text}", partial(_wrapped, wrap, letter, thunk)

    def _around(self, form: Form, v: Form) -> Iterator[Duty]:
        """The same around a point, for what is differentiated along a variable."""
        said, facts = self.script.translator, self.facts
        r, place = ("a", "_ _") if v[0] == "coord" else ("l", "_")

        def near(sign: str, e: Form) -> Callable[[], str]:
            if not varies_in(e, v):
                name = said.function(e, v).partition("=>")[0].removeprefix("(fun ").strip()
                text = {"!=": f"{said.term(e)} <> 0", ">": f"0 < {said.term(e)}", ">=": f"0 <= {said.term(e)}"}[sign]
                rest = said.place(v)
                return lambda: f"({r}_all (fun {name} => {text}) {rest} (fun _ => {facts.duty(sign, e)}))"
            rule = {"!=": "nonzero", ">": "positive", ">=": "nonneg"}[sign]
            return lambda: (
                f"({r}_{rule} {said.function(e, v)} {place} _ {facts.slope(e, v)[1]} "
                f"{facts.duty('>' if sign == '>=' else sign, e)})"
            )

        match form:
            case ("div", a, b):
                yield from self._around(a, v)
                yield from self._around(b, v)
                if b[0] != "num":
                    yield f"{said.term(b)} <> 0", near("!=", b)
            case ("pow", a, int(n)) if n < 0:
                yield from self._around(a, v)
                yield f"{said.term(a)} <> 0", near("!=", a)
            case ("fn", name, a):
                yield from self._around(a, v)
                if name == "sqrt":
                    yield f"0 <= {said.term(a)}", near(">=", a)
                if name == "log":
                    yield f"0 < {said.term(a)}", near(">", a)
            case ("sum", k, _, _, body):
                size = self.document.setting.dimensions[0]
                holes = f"{size} _ {place}"
                yield from self._under(
                    k, body, lambda f: self._around(f, v),
                    lambda own, proof: f"({r}_every {holes} (fun {own} r_{own} => {proof}))",
                )  # fmt: skip
            case ("def", name, _, body):
                if said.defined(body):
                    yield said._applied(name, form, "_defined"), lambda: self._definition_around(form, v)
            case (kind, *_) if kind in ("at", "app", "D"):
                raise Unproved(f"where a derivative of a term with {kind} is defined")
            case _:
                for part in form:
                    if isinstance(part, tuple):
                        yield from self._around(part, v)

    def _definition_around(self, form: Form, v: Form) -> str:
        said = self.script.translator
        r, place = ("a", "_ _") if v[0] == "coord" else ("l", "_")

        def make() -> str:
            ordered: dict[str, Callable[[], str]] = {}
            for text, thunk in self._around(form[3], v):
                ordered.setdefault(text, thunk)
            parts = [thunk() for thunk in ordered.values()]
            whole = parts[-1]
            for part in reversed(parts[:-1]):
                whole = f"({r}_and _ _ {place} {part} {whole})"
            text = said._around(said._applied(form[1], form, "_defined"), v)
            free = free_indices(form) | free_indices(v)
            return self.script.lemma(text, lambda: [f"exact {whole}."], free)

        found: str = self.facts._once("around", (form, v), make)
        return found


def _wrapped(wrap: Callable[[str, str], str], letter: str, thunk: Callable[[], str]) -> str:
    return wrap(letter, thunk())


def _said(sign: str, text: str) -> str:
    return {"!=": "({}) <> 0", ">": "0 < {}", ">=": "0 <= {}"}[sign].format(text)


def _stars(witness: Form) -> set[str]:
    """The indices that stand for every channel in a witness."""
    if isinstance(witness, str):
        return {witness} if witness[:1] == "*" else set()
    return set().union(*map(_stars, witness)) if isinstance(witness, tuple) else set()
