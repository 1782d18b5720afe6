"""The verdict on a theorem: the checker and the witness asked about every line, and compared.

A line is proved where the checker accepts a certificate for it and its evaluation agrees; refuted where a point
shows it false; unknown otherwise. Where the two legs contradict each other, the toolkit itself is at fault.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ..checker.logic import citations
from ..checker.logic.citations import Standing
from ..language import Counterexample, Entry, Gap, MissingHypothesis, Statement, Term, Theorem
from ..language.latex import decimal, latex, sides
from ..language.lookalikes import statements
from ..language.names import name_of
from ..language.paths import losses, told_of
from ..language.terms import form, is_length
from ..language.text import text
from ..language.vocabulary import is_data, vocabulary
from ..language.whole import any_whole
from ..mutation import repair
from ..prover import Place, Proof, Prover, explain
from ..report import (
    PREMISES,
    VERDICTS,
    Assumption,
    Binding,
    Bundle,
    Certificate,
    Chain,
    Definition,
    Formula,
    Hypothesis,
    Line,
    Report,
    Verdict,
    Witness,
    resting,
    slug,
)
from ..witness import Confirmation, NoPoint, Point, Refutation, about, confirm, describe, refute, sample
from . import numbers
from .defining import definitions
from .errata import Errata, formula
from .fair import alike
from .gate import Gate
from .model import Model, bundle, put_of, satisfied
from .names import is_shown, one_name_one_meaning
from .provenance import is_hypothesis, objections, provenance
from .retrial import Retrial
from .whose import may_be_signed

if TYPE_CHECKING:
    from .. import transcript

__all__ = ["judge"]


def judge(theorem: Theorem, printed: Mapping[str, transcript.Line] | None = None) -> Report:
    """Everything there is to say about a theorem.

    `printed` is the transcript of its paper by label; without one, labels are not looked up. Raises
    LanguageError where the theorem cannot be judged at all: two symbols of one name, or of one look in one line.
    """
    started = time.perf_counter()
    names = one_name_one_meaning(theorem)
    points, problems, notes = [], [], []
    equations = alike(theorem)
    try:
        points = sample(theorem)
        if len(points) == 1 and theorem.model:
            notes.append(
                f"evaluated at one point only, {describe(points[0])}: model= leaves nothing to choose. What "
                "need not have this value should not be in it"
            )
    except NoPoint as error:  # then every line of it could be vacuous: none is more than unknown
        problems.append(str(error))
    tried = satisfied(theorem, points)
    problems += tried.problems
    prover = Prover(theorem, [_place(p) for p in points])
    gate = Gate(theorem, prover, Retrial(theorem, tried), printed)
    errata = Errata(theorem, prover, points, printed, names, problems, gate)
    report = Session(theorem, prover, points, errata, tried, problems, notes).report()
    for one in equations:
        if not any(is_shown(prover, statement) for statement in one.statements):
            raise one.refused(theorem)
    return replace(report, seconds=round(time.perf_counter() - started, 4))


def _place(point: Point) -> Place:
    """A point as the prover's search looks at it."""
    values = {(kind, n): v for (kind, n), v in point.values.items() if not isinstance(v, Term)}
    return Place(
        {n: float(v) for (kind, n), v in values.items() if kind == "symbol"},
        {n: _floats(v) for (kind, n), v in values.items() if kind == "vector"},
        {n: channel - 1 for n, channel in point.indices.items()},
    )


def _whole(number: Formula, what: str) -> Hypothesis:
    """That a number counts something."""
    formula = Formula(rf"{number.latex} \in \{{1, 2, \dots\}}", f"{number.text} is {what}")
    return Hypothesis("channels", formula, True)


def _floats(value: Any) -> Any:
    """The entries of a vector as floats; of an array, its rows of such."""
    return tuple(map(_floats, value)) if isinstance(value, tuple) else float(value)


class Finding(NamedTuple):
    """The verdict on a line, with the reason where it is not proved; what the witness saw, and where it fails."""

    verdict: Verdict
    reason: str = ""
    seen: Confirmation | None = None
    refutation: Refutation | None = None


UNBOUND = dict.fromkeys(("differs", "value"), "not what the script says") | {"not understood": "not understood"}
"""The outcomes with which a theorem is not proved, as they are told."""

SIGN = {"not understood": "; sign what it says, with reads="}


@dataclass
class Session:
    """The judging of one theorem."""

    theorem: Theorem
    prover: Prover
    points: list[Point]
    errata: Errata
    model: Model
    problems: list[str]
    notes: list[str]
    anchors: set[str] = field(default_factory=set)

    def report(self) -> Report:
        """The report on the theorem."""
        theorem = self.theorem
        proofs, lines = [], []
        for entry in theorem.entries:
            proof = self.prover.prove(entry)
            proofs.append(proof)
            lines.append(self.line(proof))
        lines = list(resting(lines))
        self.errata.gate.verdicts = {line.number: line.verdict for line in lines}
        lines = [replace(line, printed=self.errata.printed(p.entry)) for p, line in zip(proofs, lines, strict=True)]
        self.errata.apart()
        self.loose_ends(proofs)
        self.problems += objections(theorem, self.errata.lines, {line.number: line.uses for line in lines})
        bound, defined = self.against_print()
        bundled = self.bundle(proofs)
        verdict = max((line.verdict for line in lines), key=VERDICTS.index)
        if self.problems and verdict == "proved":
            verdict = "unknown"
        words = vocabulary(theorem)
        return Report(
            id=theorem.id,
            title=theorem.title,
            paper=theorem.paper,
            verdict=verdict,
            hypotheses=self.hypotheses({n for p in proofs if p.entry.role != "where" for n in p.judgement.used}),
            channels=self.channels(),
            vectors=tuple(map(formula, words.vectors)),
            variables=tuple(map(formula, words.variables)),
            definitions=tuple(map(_definition, words.definitions)),
            assumes=tuple(Assumption(said, hash) for hash, said in self.standing.preconditions.items()),
            lemmas=tuple(sorted({lemma for p in proofs for lemma in p.judgement.lemmas})),
            lines=tuple(lines),
            conceptual=tuple(self.errata.found),
            problems=tuple(self.problems),
            notes=tuple(self.notes),
            bindings=bound,
            defined=defined,
            bundle=bundled,
        )

    def against_print(self) -> tuple[tuple[Binding, ...], tuple[str, ...]]:
        """How the statements compare with what is printed, and which printed lines are definitions of the theorem.

        Where a statement differs, it is a problem of the script, even if it is equal by value: so are many slips. What
        is not understood may say anything.
        """
        reader, printed = self.errata.gate.reader, self.errata.lines or {}
        found = reader.bindings(printed)
        for b in (b for b in found if b.outcome in UNBOUND):
            said = f"line {b.script_line}: what is printed as {b.label} is {UNBOUND[b.outcome]}"
            if not any(problem.startswith(said) for problem in self.problems):
                self.problems.append(f"{said}: {b.reason}{SIGN.get(b.outcome, '')}")
        self.problems += reader.misdeclared() if printed else ()
        return tuple(map(self.signed, found)), tuple(reader.definitions(printed))

    def signed(self, binding: Binding) -> Binding:
        """How a statement compares with its line, with the words beside it that the script signs."""
        words = self.theorem.words.get(binding.label)
        told = (f"signed beside the words {words!r}",) if words else ()
        return replace(binding, tolerances=(*binding.tolerances, *told))

    @cached_property
    def standing(self) -> Standing:
        """The hypotheses, claims and citations of the theorem."""
        theorem = self.theorem
        variables = {form(v): text(v) for v in theorem.variables if v.op != "vector"}
        statements = {e.statement.form(): text(e.statement) for e in theorem.entries if e.role in ("where", "given")}
        texts = {**variables, **statements}
        lines = [citations.Line(e.called, e.role, e.statement.form(), e.source, put_of(e)) for e in theorem.entries]
        return citations.standing(self.prover.checked.along, lines, lambda shown: texts.get(shown) or str(shown[1]))

    @cached_property
    def hashes(self) -> dict[int, str]:
        """By the numbers of lines: the hashes of what can be cited, and of what is."""
        return {c.number: c.hash for c in (*self.standing.claims, *self.standing.cites)}

    def bundle(self, proofs: list[Proof]) -> Bundle:
        """The certificates that the checker has accepted, for whoever wants to check them again."""
        refutations, tried = self.errata.gate.retrial.confirmed, self.model.form()
        point = self.model.point.form() if self.model.point else None
        made = bundle(self.theorem, self.prover, proofs)
        return Bundle.of({**made, "refutations": refutations, "model": tried, "point": point})

    def hypotheses(self, used: set[int]) -> tuple[Hypothesis, ...]:
        """The hypotheses of the theorem; `used` are the numbers of the lines on which others rest."""
        supposed = [
            Hypothesis(
                "condition", formula(e.statement), e.number in used, self.lacking(e.statement),
                provenance(e, self.errata.lines),
            )
            for e in self.theorem.entries
            if e.role == "where"
        ]
        ranges = [
            Formula(
                rf"{latex(v.args[0])} \in J \ni {latex(v.args[1])}",
                f"{text(v.args[0])} ranges over an interval that contains {text(v.args[1])}",
            )
            for v in self.theorem.along
            if v.op == "interval"
        ]
        found = [*supposed, *(Hypothesis("range", f, True) for f in ranges)]
        found += [Hypothesis("loss", Formula(*told), True) for told in losses(statements(self.theorem))]
        found += [Hypothesis("whole", Formula(*told), True) for told in any_whole(statements(self.theorem))]
        number = self.channels()
        if number is not None:
            found.append(_whole(number, "the number of channels"))
        for _, name in sorted(self.prover.checked.lengths):
            found.append(_whole(self.named(name), "a length"))
        found += [self.array(name, sets) for name, sets in sorted(self.prover.checked.arrays) if any(sets)]
        return tuple(found)

    def named(self, name: str) -> Formula:
        """A symbol or an array as it is printed."""
        symbol = self.errata.names.get(name, Term("sym", (name,)))
        plain = Term("sym", (name,), symbol.latex)
        return Formula(name_of(plain), text(plain))

    def array(self, name: str, sets: tuple[str, ...]) -> Hypothesis:
        """Over which sets an array has its entries."""
        own, number = self.named(name), self.channels() or self.channels_of(name)
        over = [self.named(one) if one else number for one in sets]
        space = r" \times ".join(one.latex for one in over)
        said = f"{own.text} has an entry for every choice from {' x '.join(one.text for one in over)}"
        return Hypothesis("array", Formula(rf"{own.latex} \in \mathbb{{R}}^{{{space}}}", said), True)

    def channels(self) -> Formula | None:
        """The number of channels: what the sums run to."""
        dimension = min(self.prover.checked.dimensions, default=None)
        return None if dimension is None else self.named(dimension[1])

    def channels_of(self, name: str) -> Formula:
        """The number of channels of an array, as its script has it: no sum may run over them."""
        terms = (t for s in statements(self.theorem) for top in s.terms() for t in top.walk())
        sizes = (t.size for t in terms if t.op in ("coord", "vector") and t.args[0] == name and t.size is not None)
        number = next((size for size in sizes if not is_length(size)), None)
        return Formula(r"\text{channels}", "channels") if number is None else self.named(number.args[0])

    def lacking(self, hypothesis: Statement) -> tuple[str, ...]:
        """The printed lines that need a hypothesis which the paper does not state."""
        missing = [e for e in self.theorem.errata if isinstance(e, MissingHypothesis)]
        return tuple(e.label for e in missing if e.hypothesis == hypothesis)

    def line(self, proof: Proof) -> Line:
        """The report on one line."""
        entry, judgement = proof.entry, proof.judgement
        found = self.verdict(proof)
        seen, refutation = found.seen, found.refutation
        self.errata.check_labels(entry)
        rule = entry.by
        shown = sides(entry.statement)
        return Line(
            number=entry.number,
            label=entry.called,
            is_supplied=entry.is_supplied,
            chain=Chain(entry.chain.label, entry.chain.link) if entry.chain else None,
            also=entry.also,
            role=entry.role,
            verdict=found.verdict,
            reason=found.reason,
            accepted=judgement.accepted,
            certificate=_certificate(proof),
            formula=Formula("".join(shown), text(entry.statement)),
            sides=tuple(shown),
            rule=rule.name if rule else "",
            premises=tuple(dict.fromkeys(e.number for e in rule.entries())) if rule else (),
            uses=self.rests_on(entry, judgement.used),
            suppositions=tuple(n for n in sorted(judgement.assumptions) if n != entry.number),
            lemmas=tuple(sorted(judgement.lemmas)),
            witness=Witness(seen.verdict, seen.points, seen.detail) if seen else None,
            refutation=self.errata.point(refutation) if refutation else None,
            source=entry.source,
            hash=self.hashes.get(entry.number, ""),
            quote=self.errata.quote(entry),
            printed=None,
            note=entry.note,
            script_line=entry.line,
            anchor=self.anchor(entry),
            graph=tuple(Formula(*told) for told in told_of(_said(entry))),
            put=tuple(_placed(symbol, value) for symbol, value in entry.put),
            provenance=provenance(entry, self.errata.lines) if is_hypothesis(entry) else None,
        )

    def rests_on(self, entry: Entry, used: Iterable[int]) -> tuple[int, ...]:
        """The numbers of the lines on which one rests.

        A citation of terms rests on the claims before it, any of which may say what the cited theorem supposes of them.
        """
        claims = {c.number for c in self.standing.claims if c.number < entry.number} if entry.put else ()
        return tuple(n for n in sorted({*used, *claims}) if n != entry.number)

    def anchor(self, entry: Entry) -> str:
        """The label of a line as an identifier; of several that would be the same, the others say which line it is."""
        anchor = ("own-" if entry.is_supplied else "") + slug(entry.called)
        if anchor in self.anchors:
            anchor += f"-line-{entry.number + 1}"
        self.anchors.add(anchor)
        return anchor

    def verdict(self, proof: Proof) -> Finding:
        """The verdict on a line."""
        entry, judgement = proof.entry, proof.judgement
        if entry.role in PREMISES:
            return Finding("proved") if judgement.accepted else Finding("unknown", explain(proof, self.theorem))
        if judgement.accepted:
            supposed = [self.theorem.entries[n] for n in judgement.assumptions]
            seen = confirm(self.theorem, entry, self.points, supposed)
            if seen.verdict == "agrees":
                return Finding("proved", "", seen)
            if seen.verdict == "disagrees" and self.model.problems:  # then it may be the point that is at fault
                said = f"it does not hold where it is tried, and nothing shows that what is given does: {seen.detail}"
                return Finding("unknown", said, seen)
            if seen.verdict == "disagrees":
                said = f"the checker accepts it and its evaluation disagrees: {seen.detail}"
                return Finding("fault", said, seen)
            said = f"the checker accepts it and its evaluation is undecided: {seen.detail}"
            return Finding("unknown", said, seen)
        refutation = refute(self.theorem, entry.statement, open_suppositions=entry.scope)
        why = explain(proof, self.theorem)
        if refutation is not None and refutation.kind != "undefined":
            if rejected := self.errata.gate.retrial.against(entry, refutation):
                said = f"{why}; it was tried at {refutation.text}, which refutes nothing: {rejected}"
                return Finding("unknown", said)
            said = f"it fails at {refutation.text}; {why}{self.repaired(entry)}"
            return Finding("refuted", said, refutation=refutation)
        is_open = refutation is None and self.points and not entry.scope
        opposite = numbers.refuted(entry.statement) if is_open else None
        if opposite is not None:
            said = f"it is false, for {opposite.note}; {why}{self.repaired(entry)}"
            return Finding("refuted", said, refutation=opposite)
        return Finding("unknown", why)

    def repaired(self, entry: Entry) -> str:
        """A refuted line with one edit, where that can be proved."""
        repaired = repair(self.prover, entry) if entry.role in ("step", "claim") else None
        return f"; with one edit it holds: {text(repaired)}" if repaired is not None else ""

    def loose_ends(self, proofs: list[Proof]) -> None:
        """A step that nobody uses, a claim that reaches nothing, and words that are signed where nothing is charged."""
        charged = {e.label for e in (*self.theorem.errata, *(e for e in self.theorem.entries if e.printed))}
        if charged:
            lines = self.errata.lines or {}
            charged |= may_be_signed(charged, lines)
            charged |= {label for label, line in lines.items() if any(definitions(line))}
        for label in (label for label in self.theorem.words if label not in charged):
            self.problems.append(f"words= quotes what stands beside {label}, and nothing is said to be wrong there")
        used = {n for p in proofs for n in p.judgement.used}
        used |= {e.number for p in proofs if p.entry.by for e in p.entry.by.entries()}
        used |= {e.repaired.number for e in self.theorem.errata if isinstance(e, Gap)}
        used |= {
            e.corrected.number for e in self.theorem.errata if isinstance(e, Counterexample) and e.corrected
        }
        needless = ["step", "suppose", "constant", *([] if self.theorem.errata else ["given"])]
        for p in proofs:  # what is given may be there for a counterexample
            if p.entry.role in needless and p.entry.number not in used:
                self.notes.append(
                    f"line {p.entry.line}: nothing uses {p.entry.label!r}; make it a premise of what follows "
                    "from it, or a claim, or take it out"
                )


def _said(entry: Entry) -> list[Statement]:
    """The statement of a line, and the one that is printed in its place."""
    return [entry.statement, *([entry.printed.statement] if entry.printed else [])]


def _placed(symbol: Term, value: Term) -> Formula:
    """A term in the place of a symbol, as an equation."""
    return Formula(f"{latex(symbol)} = {latex(value)}", f"{text(symbol)} = {text(value)}")


def _definition(t: Term) -> Definition:
    """A definition, and what the number is about that it stands for, if it has many digits."""
    value = decimal(about(t.args[2])) if is_data(t.args[2]) else ""
    return Definition(formula(t), formula(t.args[2]), value, str(t.args[0]))


def _certificate(proof: Proof) -> Certificate:
    digest, conditions, steps = proof.certificate
    return Certificate(str(digest), len(conditions), _relations(steps))


def _relations(steps: Any) -> int:
    """How many relations have a cofactor, in all identities of a proof."""
    if not isinstance(steps, tuple):
        return 0
    return (len(steps[1]) if steps[:1] == ("ident",) else 0) + sum(map(_relations, steps))
