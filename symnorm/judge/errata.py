"""What a paper prints in the place of the lines of a theorem, and where it errs.

An erratum is shown at a point, or it is a problem of the script.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..language import Counterexample, Entry, Gap, MissingHypothesis, Statement, Term, Theorem, by, eq
from ..language.latex import decimal, latex, name_of
from ..language.text import prose, text
from ..prover import Prover
from ..witness import Point, Refutation, refute

if TYPE_CHECKING:
    from ..transcript import Line

Report = dict[str, Any]

MISPRINTS = ("typo", "notation", "extraction")


@dataclass
class Errata:
    """The errata of one theorem, in `found`; what is wrong with how the script tells them goes into `problems`.

    `lines` is the transcript by label, or None; `names` are the names in the theorem, each with a term that it heads.
    """

    theorem: Theorem
    prover: Prover
    points: list[Point]
    lines: Mapping[str, Line] | None
    names: Mapping[str, Term]
    problems: list[str]
    found: list[Report] = field(default_factory=list)

    def check_labels(self, entry: Entry) -> None:
        """Every printed line that is spoken of has to stand in the transcript."""
        if self.lines is None or entry.role == "where":
            return
        for label in (*(() if entry.is_supplied else (entry.label,)), *entry.also):
            self._line_of(label, entry.line)

    def _line_of(self, label: str, line: int) -> Line | None:
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

    def printed(self, entry: Entry) -> Report | None:
        """The verdict on what the paper prints in the place of a line."""
        wrong = entry.printed
        if wrong is None:
            return None
        literal, remark = "unknown", ""
        refutation = self._refuted(wrong.statement, wrong.point, entry)
        if refutation is not None:
            literal = "refuted"
        elif self._holds(entry, wrong.statement):
            literal, remark = "proved", "holds by itself, but not between the sides that are due"
            if wrong.kind in MISPRINTS:
                refutation = self._other_sides(entry, wrong.statement, wrong.point)
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
        line = self._line_of(entry.label, entry.line)
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
            point = {**self._point(refutation), "text": shown, "remark": remark or refutation.note}
            self._add(entry.label, wrong.kind, {**report, "mended": entry.label}, wrong.note, point, line)
        return report

    def _refuted(self, statement: Statement, point: Any, entry: Entry) -> Refutation | None:
        """A point at which a statement fails in the place of an entry."""
        plain = point is None and not entry.suppositions
        return refute(
            self.theorem, statement, at=point, open_suppositions=entry.suppositions,
            known=self.points if plain else (),
        )  # fmt: skip

    def _holds(self, entry: Entry, statement: Statement) -> bool:
        """Whether a statement can be proved in the place of an entry."""
        rules = [entry.by, by.algebra(*entry.by.premises)] if entry.by else []
        return any(self.prover.could_prove(entry, statement, rule) for rule in rules)

    def _other_sides(self, entry: Entry, statement: Statement, point: Any) -> Refutation | None:
        """Where a printed line holds by accident: the point at which a side of it is not the one that is due."""
        if statement.kind != "eq" or entry.statement.kind != "eq":
            return None
        for printed, due in zip(statement.parts, entry.statement.parts, strict=True):
            refutation = self._refuted(eq(printed, due), point, entry)
            if refutation is not None:
                return refutation
        return None

    def _point(self, refutation: Refutation) -> Report:
        """Where something fails, as LaTeX: the value of every name, and both sides."""
        is_undefined = refutation.kind == "undefined"
        return {
            "text": refutation.text,
            "values": self._values(refutation, refutation.values),
            "others": self._values(refutation, refutation.others),
            "left": "" if is_undefined else decimal(refutation.left),
            "right": "" if is_undefined else decimal(refutation.right),
            "remark": f"undefined, {refutation.note}" if is_undefined else refutation.note,
            "kind": refutation.kind,
        }

    def _values(self, refutation: Refutation, named: Mapping[str, str]) -> list[str]:
        """The values of names, as LaTeX."""
        values = []
        for shown, value in named.items():
            if shown in refutation.functions:
                name, formals, meaning = refutation.functions[shown]
                inside = ", ".join(map(latex, formals))
                values.append(rf"{self._latex_of(name)}({inside}) = {latex(meaning)}")
            else:
                values.append(f"{self._latex_of(shown)} = {decimal(value)}")
        return values

    def _latex_of(self, name: str) -> str:
        """The LaTeX of a name; that of an index, or of a symbol that stands in a printed line only, is its own."""
        return name_of(self.names.get(name, Term("sym", (name,))))

    def _add(
        self, label: str, kind: str, report: Report, note: str, point: Report, line: Line | None
    ) -> None:
        """Puts an erratum on the list."""
        self.found.append(
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

    def conceptual(self, verdicts: Mapping[Entry, str]) -> None:
        """Counterexamples, missing hypotheses and gaps: each is shown, or it is a problem."""
        for erratum in self.theorem.errata:
            line = self._line_of(erratum.label, erratum.line)
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
            self._add(erratum.label, kind, report, erratum.note, self._point(refutation), line)

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
