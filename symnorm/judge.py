"""The verdict on a theorem: the checker and the witness asked about every line, and compared.

A line is proved where the checker accepts a certificate for it and its evaluation agrees; refuted where a point
shows it false; unknown otherwise. Where the two legs contradict each other, the toolkit itself is at fault.
"""

from __future__ import annotations

import difflib
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .checker.forms import Form, digest
from .checker.lemmas import LEMMAS
from .checker.normal import renamed
from .language import (
    Counterexample,
    Entry,
    Gap,
    LanguageError,
    MissingHypothesis,
    Statement,
    Term,
    Theorem,
    by,
    eq,
)
from .language.latex import decimal, latex, name_of, sides
from .language.lookalikes import told_apart
from .language.terms import form
from .language.text import prose, text
from .language.vocabulary import vocabulary
from .mutation import repair
from .prover import Place, Proof, Prover, explain
from .witness import Confirmation, NoPoint, Point, Refutation, about, confirm, describe, refute, sample

if TYPE_CHECKING:
    from .transcript import Line

__all__ = ["LEMMAS", "judge"]

Report = dict[str, Any]

MISPRINTS = ("typo", "notation", "extraction")
PREMISES = ("where", "given", "suppose")
WORST = ("fault", "refuted", "unknown", "proved")


def judge(theorem: Theorem, lines: Mapping[str, Line] | None = None) -> Report:
    """Everything there is to say about a theorem, as JSON.

    `lines` is the transcript of its paper by label; without one, labels are not looked up. Raises
    LanguageError where the theorem cannot be judged at all: two symbols of one name, or of one look in one line.
    """
    started = time.perf_counter()
    names = one_name_one_meaning(theorem)
    points, problems, notes = [], [], told_apart(theorem)
    try:
        points = sample(theorem)
        if len(points) == 1 and theorem.model:
            notes.append(
                f"evaluated at one point only, {describe(points[0])}: model= leaves nothing to choose. What "
                "need not have this value should not be in it"
            )
    except NoPoint as error:  # then every line of it could be vacuous: none is more than unknown
        problems.append(str(error))
    session = Session(theorem, Prover(theorem, [_place(p) for p in points]), points, lines, names, problems, notes)
    report = session.report()
    report["seconds"] = round(time.perf_counter() - started, 4)
    return report


def _place(point: Point) -> Place:
    """A point as the prover's search looks at it."""
    values = {(kind, n): v for (kind, n), v in point.values.items() if not isinstance(v, Term)}
    return Place(
        {n: float(v) for (kind, n), v in values.items() if kind == "symbol"},
        {n: tuple(map(float, v)) for (kind, n), v in values.items() if kind == "vector"},
        {n: channel - 1 for n, channel in point.indices.items()},
    )


@dataclass
class Session:
    """The judging of one theorem."""

    theorem: Theorem
    prover: Prover
    points: list[Point]
    lines: Mapping[str, Line] | None
    names: Mapping[str, Term]
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    errata: list[Report] = field(default_factory=list)

    def report(self) -> Report:
        """The report on the theorem."""
        theorem = self.theorem
        steps = []
        proofs = []
        for entry in theorem.entries:
            proof = self.prover.prove(entry)
            proofs.append(proof)
            steps.append(self.step(proof))
        self.conceptual_errata({p.entry: s["verdict"] for p, s in zip(proofs, steps, strict=True)})
        self.loose_ends(proofs)
        verdict = min((s["verdict"] for s in steps), key=WORST.index)
        if self.problems and verdict == "proved":
            verdict = "unknown"
        used = {n for p in proofs if p.entry.role != "where" for n in p.judgement.used}
        return {
            "id": theorem.id,
            "title": theorem.title,
            "paper": theorem.paper,
            "verdict": verdict,
            "hypotheses": [
                *({"latex": latex(e.statement), "text": text(e.statement), "used": e.number in used,
                   "label": e.label, "missing_from": self.lacking(e.statement)}
                  for e in theorem.entries if e.role == "where"),
                *({"latex": rf"{latex(v.args[0])} \in J \ni {latex(v.args[1])}", "used": True,
                   "text": f"{text(v.args[0])} ranges over an interval that contains {text(v.args[1])}"}
                  for v in theorem.along if v.op == "interval"),
                *self.channels(),
            ],
            **vocabulary(theorem, lambda number: decimal(about(number))),
            "assumes": _assumptions(theorem, self.prover.checked.dimension),
            "lemmas": sorted({lemma for p in proofs for lemma in p.judgement.lemmas}),
            "sources": [
                {"id": e.source, "label": e.label.lstrip("+"), "statement_hash": meaning(e.statement)}
                for e in theorem.entries
                if e.role == "given" and e.source != "hypothesis"
            ],
            "claims": [
                {"label": e.label, "statement_hash": meaning(e.statement)}
                for e in theorem.entries
                if e.role == "claim" and not _speaks_of_a_constant(e)
            ],
            "steps": steps,
            "errata": self.errata,
            "problems": self.problems,
            "notes": self.notes,
            "certificate": {
                "id": theorem.id,
                "along": self.prover.checked.along,
                "entries": [
                    {
                        "label": p.entry.label,
                        "role": p.entry.role,
                        "statement": p.statement,
                        "certificate": p.certificate,
                    }
                    for p in proofs
                ],
            },
        }

    def channels(self) -> list[Report]:
        """The hypothesis that is in the notation: what the sums run to is a number of channels."""
        dimension = self.prover.checked.dimension
        if dimension is None:
            return []
        name = dimension[1]
        return [
            {"latex": rf"{name} \in \{{1, 2, \dots\}}", "text": f"{name} is the number of channels", "used": True}
        ]

    def lacking(self, hypothesis: Statement) -> list[str]:
        """The printed lines that need a hypothesis which the paper does not state."""
        missing = [e for e in self.theorem.errata if isinstance(e, MissingHypothesis)]
        return [e.label for e in missing if e.hypothesis == hypothesis]

    # --- one line -----------------------------------------------------------------------------------------

    def step(self, proof: Proof) -> Report:
        """The report on one line."""
        entry, judgement = proof.entry, proof.judgement
        verdict, reason, seen = self.verdict(proof)
        self.check_label(entry)
        rule = entry.by
        used = [self.theorem.entries[n] for n in judgement.used if n != entry.number]
        shown = sides(entry.statement)
        return {
            "label": entry.label,
            "also": list(entry.also),
            "role": entry.role,
            "verdict": verdict,
            "reason": reason,
            "accepted": judgement.accepted,
            "statement": "".join(shown),
            "sides": shown,
            "text": text(entry.statement),
            "rule": rule.name if rule else "",
            "premises": list(dict.fromkeys(e.label for e in rule.entries())) if rule else [],
            "uses": [e.label for e in used],
            "suppositions": [self.theorem.entries[n].label for n in judgement.assumptions if n != entry.number],
            "lemmas": list(judgement.lemmas),
            "witness": {"verdict": seen.verdict, "points": seen.points, "detail": seen.detail} if seen else None,
            "source": entry.source,
            "note": entry.note,
            "supplied": entry.is_supplied,
            "line": entry.line,
            "printed": self.printed(entry, verdict),
        }

    def verdict(self, proof: Proof) -> tuple[str, str, Confirmation | None]:
        """The verdict on a line, with the reason where it is not proved, and what the witness saw."""
        entry, judgement = proof.entry, proof.judgement
        if entry.role in PREMISES:
            return ("proved", "", None) if judgement.accepted else ("unknown", explain(proof, self.theorem), None)
        if judgement.accepted:
            supposed = [self.theorem.entries[n] for n in judgement.assumptions]
            seen = confirm(self.theorem, entry, self.points, supposed)
            if seen.verdict == "agrees":
                return "proved", "", seen
            if seen.verdict == "disagrees":
                return "fault", f"the checker accepts it and its evaluation disagrees: {seen.detail}", seen
            return "unknown", f"the checker accepts it and its evaluation is undecided: {seen.detail}", seen
        refutation = refute(self.theorem, entry.statement, open_suppositions=entry.suppositions)
        why = explain(proof, self.theorem)
        if refutation is not None and refutation.kind != "undefined":
            return "refuted", f"it fails at {refutation.text}; {why}{self.repaired(entry)}", None
        return "unknown", why, None

    def repaired(self, entry: Entry) -> str:
        """What a refuted line is with one edit, where that can be proved."""
        repaired = repair(self.prover, entry) if entry.role in ("step", "claim") else None
        return f"; with one edit it holds: {text(repaired)}" if repaired is not None else ""

    def check_label(self, entry: Entry) -> None:
        """Every printed line that is spoken of has to stand in the transcript."""
        if self.lines is None or entry.role == "where":
            return
        for label in (*(() if entry.is_supplied else (entry.label,)), *entry.also):
            self.line_of(label, entry.line)

    def line_of(self, label: str, line: int) -> Line | None:
        """The line of the transcript with a label; none is a problem."""
        if self.lines is None or label in self.lines:
            return self.lines[label] if self.lines else None
        near = difflib.get_close_matches(label, list(self.lines), 1)
        meant = f"did you mean {near[0]!r}? " if near else ""
        self.problems.append(
            f"line {line}: no line of the transcript has the label {label!r}; {meant}"
            "a line of your own is supplied(...), or has a label that begins with +"
        )
        return None

    # --- what is printed ----------------------------------------------------------------------------------

    def printed(self, entry: Entry, verdict: str) -> Report | None:
        """The verdict on what the paper prints in the place of a line."""
        wrong = entry.printed
        if wrong is None:
            return None
        literal, remark = "unknown", ""
        refutation = self.refuted(wrong.statement, wrong.point, entry)
        if refutation is not None:
            literal = "refuted"
        elif self.holds(entry, wrong.statement):
            literal, remark = "proved", "holds by itself, but not between the sides that are due"
            if wrong.kind in MISPRINTS:
                refutation = self.other_sides(entry, wrong.statement, wrong.point)
            if refutation is None:
                self.problems.append(
                    f"line {entry.line}: {entry.label} is said to be printed wrongly, and what is printed holds: "
                    "a stale erratum; remove printed="
                )
        else:
            hint = (
                "give a point where it fails, as at={C: 3, x: [0, 1, 5]}" if wrong.point is None
                else "at the point that is given, the hypotheses do not hold or it does not fail"
            )  # fmt: skip
            self.problems.append(
                f"line {entry.line}: what is printed for {entry.label} is neither proved nor refuted; {hint}"
            )
        line = self.line_of(entry.label, entry.line)
        extractions = list(line.extractions) if line else []
        shown = "" if refutation is None else f"{remark}: {refutation.text}" if remark else refutation.text
        report = {
            "latex": line.latex if line and line.latex else latex(wrong.statement),
            "text": text(wrong.statement),
            "statement": latex(wrong.statement),
            "verdict": literal,
            "kind": wrong.kind,
            "corrected": latex(entry.statement),
            "corrected_text": text(entry.statement),
            "extractions": extractions,
            "counterexample": shown,
            "note": wrong.note,
        }
        if refutation is not None:
            point = {**self.point(refutation), "text": shown, "remark": remark or refutation.note}
            self.erratum(entry.label, wrong.kind, {**report, "mended": entry.label}, wrong.note, point, line)
        return report

    def refuted(self, statement: Statement, point: Any, entry: Entry) -> Refutation | None:
        """A point at which a statement fails in the place of an entry."""
        plain = point is None and not entry.suppositions
        return refute(
            self.theorem, statement, at=point, open_suppositions=entry.suppositions,
            known=self.points if plain else (),
        )  # fmt: skip

    def holds(self, entry: Entry, statement: Statement) -> bool:
        """Whether a statement can be proved in the place of an entry."""
        rules = [entry.by, by.algebra(*entry.by.premises)] if entry.by else []
        return any(self.prover.could_prove(entry, statement, rule) for rule in rules)

    def other_sides(self, entry: Entry, statement: Statement, point: Any) -> Refutation | None:
        """Where a printed line holds by accident: the point at which a side of it is not the one that is due."""
        if statement.kind != "eq" or entry.statement.kind != "eq":
            return None
        for printed, due in zip(statement.parts, entry.statement.parts, strict=True):
            refutation = self.refuted(eq(printed, due), point, entry)
            if refutation is not None:
                return refutation
        return None

    def point(self, refutation: Refutation) -> Report:
        """Where something fails, as LaTeX: the value of every name, and both sides."""
        is_undefined = refutation.kind == "undefined"
        return {
            "text": refutation.text,
            "values": self.values(refutation, refutation.values),
            "others": self.values(refutation, refutation.others),
            "left": "" if is_undefined else decimal(refutation.left),
            "right": "" if is_undefined else decimal(refutation.right),
            "remark": f"undefined, {refutation.note}" if is_undefined else refutation.note,
            "kind": refutation.kind,
        }

    def values(self, refutation: Refutation, named: Mapping[str, str]) -> list[str]:
        """The values of names, as LaTeX."""
        values = []
        for shown, value in named.items():
            if shown in refutation.functions:
                name, formals, meaning = refutation.functions[shown]
                inside = ", ".join(map(latex, formals))
                values.append(rf"{self.latex_of(name)}({inside}) = {latex(meaning)}")
            else:
                values.append(f"{self.latex_of(shown)} = {decimal(value)}")
        return values

    def latex_of(self, name: str) -> str:
        """The LaTeX of a name; that of an index, or of a symbol that stands in a printed line only, is its own."""
        return name_of(self.names.get(name, Term("sym", (name,))))

    def erratum(
        self, label: str, kind: str, report: Report, note: str, point: Report, line: Line | None
    ) -> None:
        """Puts an erratum on the list."""
        self.errata.append(
            {
                "paper": self.theorem.paper,
                "theorem": self.theorem.id,
                "label": label,
                "where": line.where if line else "",
                "kind": kind,
                "origin": _origin(kind, report["extractions"], line),
                "printed": report["latex"],
                "printed_is_formula": report.get("is_formula", True),
                "printed_text": report["text"],
                "printed_words": "" if report.get("is_formula", True) else prose(report["latex"]),
                "statement": report["statement"],
                "corrected": report["corrected"],
                "corrected_text": report["corrected_text"],
                "extractions": report["extractions"],
                "readings": dict(line.readings) if line else {},
                "condition": report.get("condition", ""),
                "condition_text": report.get("condition_text", ""),
                "mended": report["mended"],
                "counterexample": point["text"],
                "point": point,
                "note": note,
            }
        )

    def conceptual_errata(self, verdicts: Mapping[Entry, str]) -> None:
        """Counterexamples, missing hypotheses and gaps: each is shown, or it is a problem."""
        for erratum in self.theorem.errata:
            line = self.line_of(erratum.label, erratum.line)
            refutation, claim, mended, kind = self._shown(erratum)
            if refutation is None:
                self.problems.append(
                    f"line {erratum.line}: at the point given for {erratum.label}, the hypotheses do not hold or "
                    "the claim does not fail"
                )
                continue
            if mended is not None and verdicts.get(mended) != "proved":
                self.problems.append(
                    f"line {erratum.line}: {mended.label}, which mends {erratum.label}, is not proved"
                )
            corrected = mended.statement if mended is not None else None
            condition = erratum.hypothesis if isinstance(erratum, MissingHypothesis) else None
            with_hypothesis = rf" \quad\text{{if}}\quad {latex(condition)}" if condition is not None else ""
            printed, is_formula, extractions = latex(claim), True, []
            if line is not None:
                printed, is_formula = line.latex or line.text, bool(line.latex)
                extractions = list(line.extractions)
                if isinstance(erratum, Counterexample) and erratum.reading:
                    printed, is_formula = line.readings.get(erratum.reading, printed), True
                    extractions = [erratum.reading]
            report: Report = {
                "latex": printed,
                "is_formula": is_formula,
                "text": text(claim),
                "statement": latex(claim),
                "mended": mended.label if mended is not None else "",
                "corrected": latex(corrected) + with_hypothesis if corrected is not None else "",
                "corrected_text": text(corrected) if corrected is not None else "",
                "extractions": extractions,
            }
            if condition is not None:
                report["corrected_text"] += f" if {text(condition)}"
                report |= {"condition": latex(condition), "condition_text": text(condition)}
            self.erratum(erratum.label, kind, report, erratum.note, self.point(refutation), line)

    def _shown(
        self, erratum: Counterexample | MissingHypothesis | Gap
    ) -> tuple[Refutation | None, Statement, Entry | None, str]:
        """(what refutes it, what is refuted, what mends it, the kind of erratum)."""
        match erratum:
            case Counterexample(claim=claim, point=point, under=under):
                found = refute(self.theorem, claim, at=point, extra=under)
                return found, claim, erratum.corrected, erratum.kind
            case MissingHypothesis(entry=entry, hypothesis=hypothesis, point=point):
                if not any(e.role == "where" and e.statement == hypothesis for e in self.theorem.entries):
                    self.problems.append(
                        f"line {erratum.line}: {text(hypothesis)} is no hypothesis of this theorem"
                    )
                found = refute(self.theorem, entry.statement, at=point, omit=[hypothesis])
                return found, entry.statement, entry, "hypothesis"
            case Gap(assumes=assumes, point=point, repaired=repaired):
                return refute(self.theorem, assumes, at=point), assumes, repaired, "gap"

    # --- the theorem as a whole ---------------------------------------------------------------------------

    def loose_ends(self, proofs: list[Proof]) -> None:
        """A step that nobody uses, and a claim that reaches nothing."""
        used = {n for p in proofs for n in p.judgement.used}
        used |= {e.number for p in proofs if p.entry.by for e in p.entry.by.entries()}
        used |= {e.repaired.number for e in self.theorem.errata if isinstance(e, Gap)}
        used |= {
            e.corrected.number for e in self.theorem.errata if isinstance(e, Counterexample) and e.corrected
        }
        needless = ["step", "suppose", "constant", *([] if self.theorem.errata else ["given"])]
        for p in proofs:  # what is given may be there for a counterexample
            if p.entry.role in needless and p.entry.number not in used:
                self.problems.append(
                    f"line {p.entry.line}: nothing uses {p.entry.label!r}; make it a premise of what follows "
                    "from it, or a claim"
                )


def _assumptions(theorem: Theorem, channels: Form | None) -> list[Report]:
    """What a theorem that cites this one has to suppose as well.

    What is given holds identically along the variables of `along`, so these count wherever anything is given; and so
    do those of which an inequality speaks that is not strict: it may hold where nothing can vary. The number of
    channels is a whole number from 1.
    """
    given = [e for e in theorem.entries if e.role == "given" and e.source == "hypothesis"]
    where = [e.statement for e in theorem.entries if e.role == "where"]
    statements = where + [e.statement for e in given]
    closed = {_name(t) for s in where if s.kind in ("le", "ge") for top in s.terms() for t in top.walk()}
    ranges = [v for v in theorem.along if given or v.op == "interval" or _name(v) in closed]
    return [
        *({"text": text(s), "statement_hash": meaning(s)} for s in statements),
        *({"text": f"that {text(v)} varies", "statement_hash": digest(v.op, _plain(v))} for v in ranges),
        *([] if channels is None else [
            {"text": f"that {channels[1]} is the number of channels", "statement_hash": digest("channels", channels)}
        ]),
    ]


def _speaks_of_a_constant(claim: Entry) -> bool:
    """Whether a constant of integration stands in a claim: outside its theorem the name means nothing."""
    introduced = {e.statement.parts[0] for e in claim.theorem.entries if e.role == "constant"}
    return any(t in introduced for top in claim.statement.terms() for t in top.walk() if t.op == "sym")


def _name(t: Term) -> tuple[str, str] | None:
    """What varies where a term does: a symbol, or the vector that a coordinate is of."""
    if t.op in ("coord", "vector"):
        return "vector", t.args[0]
    return ("symbol", t.args[0]) if t.op == "sym" else None


def _plain(v: Term) -> Form:
    return (v.args[0],) if v.op == "vector" else form(v)


def _origin(kind: str, extractions: list[str], line: Line | None) -> str:
    """Whose error it is, as far as the sources tell."""
    if line is None:
        return ""
    if kind == "extraction":
        return f"extraction {', '.join(extractions)}"
    if not extractions:
        return "the author's, if the formula is reconstructed rightly"
    if len(extractions) == 1:
        return f"the author's, as far as the one extraction {extractions[0]} tells"
    return f"the author's: extractions {', '.join(extractions)} agree"


def meaning(statement: Statement) -> str:
    """A hash of what a statement says, whatever names its definitions have."""
    return digest(_unfolded(statement.form()))


def _unfolded(form: Form) -> Form:
    if form[0] == "def":
        return _unfolded(form[3])
    return tuple(_unfolded(p) if isinstance(p, tuple) and p else p for p in form)


def one_name_one_meaning(theorem: Theorem) -> dict[str, Term]:
    """The names in a theorem, each with a term that it heads. Raises LanguageError where one stands for two things."""
    seen: dict[str, tuple[Any, Term]] = {}
    looked_at: set[int] = set()  # by identity: terms are equal whatever LaTeX their names have
    ahead = [t for e in theorem.entries for t in e.statement.terms()]
    while ahead:
        t = ahead.pop()
        if id(t) in looked_at:
            continue
        looked_at.add(id(t))
        ahead += t.parts()
        what = _meaning_of_name(t)
        if what is None:
            continue
        first, other = seen.setdefault(t.args[0], (what, t))
        if first != what:
            raise LanguageError(
                f"{theorem.id}: the name {t.args[0]!r} stands for two things: {_described(other)} and "
                f"{_described(t)}; give one another name"
            )
    return {name: t for name, (_, t) in seen.items()}


def _meaning_of_name(t: Term) -> Any:
    """What the name at the head of a term stands for, None where there is no name."""
    match t.op:
        case "sym" | "coord":
            return t.op, t.latex
        case "app":
            return t.op, len(t.args[2]), t.latex
        case "def":
            return t.op, t.latex, renamed(form(t.args[2]), t.args[1] or "", "*")
    return None


def _described(t: Term) -> str:
    match t.op:
        case "sym":
            return f"the symbol {t.latex}"
        case "coord":
            return f"the vector {t.latex}"
        case "app":
            return f"a function of {len(t.args[2])} arguments"
    return f"the definition {text(t)} := {text(t.args[2])}"
