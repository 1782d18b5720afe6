"""The verdict on a theorem: the checker and the witness asked about every line, and compared.

A line is proved where the checker accepts a certificate for it and its evaluation agrees; refuted where a point
shows it false; unknown otherwise. Where the two legs contradict each other, the toolkit itself is at fault.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..language import Counterexample, Entry, Gap, MissingHypothesis, Statement, Term, Theorem
from ..language.latex import decimal, latex, sides
from ..language.lookalikes import told_apart
from ..language.text import text
from ..language.vocabulary import vocabulary
from ..mutation import repair
from ..prover import Place, Proof, Prover, explain
from ..witness import Confirmation, NoPoint, Point, about, confirm, describe, refute, sample
from .errata import Errata, Report
from .names import assumptions, meaning, one_name_one_meaning, speaks_of_a_constant

if TYPE_CHECKING:
    from ..transcript import Line

__all__ = ["judge"]

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
    prover = Prover(theorem, [_place(p) for p in points])
    errata = Errata(theorem, prover, points, lines, names, problems)
    report = Session(theorem, prover, points, errata, problems, notes).report()
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
    errata: Errata
    problems: list[str]
    notes: list[str]

    def report(self) -> Report:
        """The report on the theorem."""
        theorem = self.theorem
        steps = []
        proofs = []
        for entry in theorem.entries:
            proof = self.prover.prove(entry)
            proofs.append(proof)
            steps.append(self.step(proof))
        self.errata.conceptual({p.entry: s["verdict"] for p, s in zip(proofs, steps, strict=True)})
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
            "assumes": assumptions(theorem, self.prover.checked.dimension),
            "lemmas": sorted({lemma for p in proofs for lemma in p.judgement.lemmas}),
            "sources": [
                {"id": e.source, "label": e.label.lstrip("+"), "statement_hash": meaning(e.statement)}
                for e in theorem.entries
                if e.role == "given" and e.source != "hypothesis"
            ],
            "claims": [
                {"label": e.label, "statement_hash": meaning(e.statement)}
                for e in theorem.entries
                if e.role == "claim" and not speaks_of_a_constant(e)
            ],
            "steps": steps,
            "errata": self.errata.found,
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

    def step(self, proof: Proof) -> Report:
        """The report on one line."""
        entry, judgement = proof.entry, proof.judgement
        verdict, reason, seen = self.verdict(proof)
        self.errata.check_labels(entry)
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
            "printed": self.errata.printed(entry),
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
