"""Errata: the lines that a paper prints in the place of those of a theorem, and where they err.

An erratum is shown at a point and passes the gate (`symnorm.judge.gate`), or it is a problem of the script.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..language import Entry, MissingHypothesis, Statement, Term, Theorem, both, by
from ..language.latex import decimal, latex
from ..language.names import name_of
from ..language.paths import told_of
from ..language.said import Untyped
from ..language.text import prose, text, unicode
from ..prover import Prover
from ..report import Erratum, Formula, Point, Quote, Severity, Value, Verdict, slug
from ..witness import Point as Place
from ..witness import Refutation
from ..witness.names import occurring
from .assumed import own
from .charge import Charge, charge
from .conditions import holds_at
from .defining import definitions
from .gate import Gate
from .whose import Prints

if TYPE_CHECKING:
    from .. import transcript


@dataclass
class Errata:
    """The errata of one theorem; those that are no misprints of a line are in `found`.

    What is wrong with how the script tells them goes into `problems`. `lines` is the transcript by label, or
    None; `names` are the names in the theorem, each with a term that it heads.
    """

    theorem: Theorem
    prover: Prover
    points: list[Place]
    lines: Mapping[str, transcript.Line] | None
    names: Mapping[str, Term]
    problems: list[str]
    gate: Gate
    found: list[Erratum] = field(default_factory=list)
    anchors: Counter[str] = field(default_factory=Counter)

    def check_labels(self, entry: Entry) -> None:
        """Every printed line that is spoken of has to stand in the transcript."""
        if self.lines is None or entry.role == "where":
            return
        for label in (*(() if entry.is_supplied else (entry.called,)), *entry.also):
            self._line_of(label, entry.line)

    def _line_of(self, label: str, line: int) -> transcript.Line | None:
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

    def quote(self, entry: Entry) -> Quote | None:
        """The entry of the transcript under the label of a line."""
        return _quote(self.lines.get(entry.label)) if self.lines is not None else None

    def printed(self, entry: Entry) -> Erratum | None:
        """The erratum of a line that the paper prints otherwise, judged."""
        if entry.printed is None:
            return None
        wrong = charge(entry)
        if entry.printed.untyped is not None:
            return self._untyped(entry, wrong, entry.printed.untyped)
        refutation, problem = self._judged(wrong)
        if problem:
            self._object(entry.line, problem)
        is_stale = refutation is None and self._holds(entry, wrong.statement)
        return self._erratum(wrong, None if problem else refutation, "proved" if is_stale else "unknown")

    def _untyped(self, entry: Entry, wrong: Charge, untyped: Untyped) -> Erratum:
        """The erratum of a printed line that does not type. It has no value at any point."""
        line, prints, point = self._transcribed(wrong), self._prints(wrong), None
        found = self.gate.reader.untyped(line.latex if line else untyped.latex, entry.statement, untyped)
        own = found.reason if line is None else ""  # else it is a problem already that this is not what is printed
        if problem := own or self.gate.objection_to_shape(wrong, prints):
            self._object(entry.line, problem)
        elif not found.reason:
            why = self.gate.reader.misfit(untyped.latex, entry.statement)
            point = Point("undefined", (), (), None, None, why, why)
        made = self._erratum(wrong, None)
        return replace(made, statement=Formula(untyped.latex, unicode(untyped.latex)), point=point)

    def apart(self) -> None:
        """Counterexamples, missing hypotheses and gaps: each is shown, or it is a problem."""
        for source in self.theorem.errata:
            wrong = charge(source)
            self._line_of(source.label, source.line)
            if isinstance(source, MissingHypothesis) and not self._is_hypothesis(source.hypothesis):
                self._object(source.line, f"{text(source.hypothesis)} is no hypothesis of this theorem")
            refutation, problem = self._judged(wrong)
            if problem:
                self._object(source.line, problem)
                continue
            mended = wrong.mended
            if mended is not None and self.gate.verdicts.get(mended.number) != "proved":
                self._object(source.line, f"{mended.label}, which mends {wrong.label}, is not proved")
            self.found.append(self._erratum(wrong, refutation))

    def _judged(self, wrong: Charge) -> tuple[Refutation | None, str]:
        """A point that shows a charge, and what is to be said against it: nothing, if it is an erratum."""
        refutation, why = wrong.hunted(self.theorem, self.points)
        is_line = isinstance(wrong.source, Entry)
        if (is_line or refutation is not None) and (needless := self.gate.needless(wrong)):
            return None, needless
        if refutation is not None:
            return refutation, self.gate.objection(wrong, refutation, self._prints(wrong)) or self._redefined(
                wrong, refutation
            )
        if not isinstance(wrong.source, Entry):
            return None, f"at the point given for {wrong.label}, {why}"
        label = wrong.source.label
        if self._holds(wrong.source, wrong.statement):
            return None, (
                f"{label} is said to be printed wrongly, and what is printed holds: a stale erratum; remove printed="
            )
        hint = (
            f"give a point where it fails, as at={_example(wrong.statement)}" if wrong.point is None
            else f"at the point that is given, {why}"
        )  # fmt: skip
        return None, f"what is printed for {label} is neither proved nor refuted; {hint}"

    def _redefined(self, wrong: Charge, refutation: Refutation) -> str:
        """Why a line is not wrong in the words of the paper: the script means something else by a name in it."""

        def holds(formula: str) -> bool:
            is_signed = any(f"${formula}$" in words for words in self.theorem.words.values())
            return is_signed or holds_at(formula, wrong.statement, refutation.point, self.gate.reader) is True

        prints = self._prints(wrong)
        if wrong.source.reads or prints is None:
            return ""
        own = {wrong.label, *prints.labels, *(label for e in self.theorem.entries for label in e.labels)}
        lines = [line for line in (self.lines or {}).values() if line.label not in own]
        defining = [(line.label, formula) for line in lines for formula in definitions(line)]
        found = self.gate.reader.redefined(wrong.statement, prints.latex, defining, holds)
        if found is None:
            return ""
        name, label = found
        return (
            f"{wrong.label} speaks of {name}, and no definition of the paper is the one of the script: {label} defines "
            "it otherwise; define it so, or sign what is printed, with reads=, or quote a definition that is not meant "
            "here, in dollars, with words= in Theorem(...)"
        )

    def _object(self, line: int, problem: str) -> None:
        self.problems.append(f"line {line}: {problem}")

    def _is_hypothesis(self, statement: Statement) -> bool:
        return any(e.role == "where" and e.statement == statement for e in self.theorem.entries)

    def _holds(self, entry: Entry, statement: Statement) -> bool:
        """Whether a statement can be proved in the place of an entry."""
        rules = [entry.by, by.algebra(*entry.by.premises)] if entry.by else []
        return any(self.prover.could_prove(entry, statement, rule) for rule in rules)

    # --- as it is reported --------------------------------------------------------------------------------

    def _transcribed(self, wrong: Charge) -> transcript.Line | None:
        """The line of the transcript that is charged."""
        return (self.lines or {}).get(wrong.source.label)

    def _prints(self, wrong: Charge) -> Prints | None:
        """Who prints what is charged; None without a transcript, or where it has no such line."""
        label, lines = wrong.source.label, self.lines or {}
        return Prints.of(label, lines, wrong.reading) if label in lines else None

    def _erratum(self, wrong: Charge, refutation: Refutation | None, verdict: Verdict = "unknown") -> Erratum:
        """A charge as an erratum, with the point that shows it if there is one."""
        line, prints, mended = self._transcribed(wrong), self._prints(wrong), wrong.mended
        printed, is_formula = latex(wrong.statement), True
        if line is not None and prints is not None and (prints.latex or not isinstance(wrong.source, Entry)):
            printed, is_formula = prints.latex or line.text, bool(prints.latex)
        if refutation is not None and not refutation.is_undefined:
            verdict = "refuted"
        return Erratum(
            paper=self.theorem.paper,
            theorem=self.theorem.id,
            label=wrong.label,
            kind=wrong.kind,
            verdict=verdict,
            quote=_quote(line),
            printed=printed,
            printed_is_formula=is_formula,
            printed_words="" if is_formula else prose(printed),
            statement=formula(wrong.statement),
            corrected=formula(mended.statement) if mended is not None else None,
            condition=_condition(mended, wrong.left_out),
            under=tuple(map(formula, wrong.under)),
            mended=mended.number if mended is not None else None,
            point=self.point(refutation) if refutation is not None else None,
            note=wrong.note,
            extractions=prints.by if prints is not None else (),
            origin=prints.origin(wrong.kind) if prints is not None else "",
            anchor=self._anchor(wrong.label),
            severity=severity(wrong, prints),
            graph=tuple(Formula(*told) for told in told_of([wrong.statement, *([mended.statement] if mended else [])])),
            is_signed=bool(wrong.source.reads),
        )

    def _anchor(self, label: str) -> str:
        """The label of an erratum as an identifier; those of the same label are counted."""
        anchor = f"erratum-{slug(label)}"
        self.anchors[anchor] += 1
        return anchor if self.anchors[anchor] == 1 else f"{anchor}-{self.anchors[anchor]}"

    def point(self, refutation: Refutation) -> Point:
        """Where something fails: the value of every name, and both sides."""
        return Point(
            kind=refutation.kind,
            values=self._values(refutation, refutation.values),
            others=self._values(refutation, refutation.others),
            left=None if refutation.is_undefined else Formula(decimal(refutation.left), refutation.left),
            right=None if refutation.is_undefined else Formula(decimal(refutation.right), refutation.right),
            remark=refutation.note,
            text=refutation.text,
        )

    def _values(self, refutation: Refutation, named: Mapping[str, str]) -> tuple[Value, ...]:
        """The values of names."""
        values = []
        for shown, value in named.items():
            if shown in refutation.functions:
                name, formals, meaning = refutation.functions[shown]
                inside = ", ".join(map(latex, formals))
                values.append(Value(shown, value, rf"{self._latex_of(name)}({inside}) = {latex(meaning)}"))
            else:
                values.append(Value(shown, value, f"{self._latex_of(shown)} = {decimal(value)}"))
        return tuple(values)

    def _latex_of(self, name: str) -> str:
        """The LaTeX of a name; that of an index, or of a symbol that stands in a printed line only, is its own."""
        return name_of(self.names.get(name, Term("sym", (name,))))


def _example(statement: Statement) -> str:
    """A point as it is written for the names of a statement."""
    names = dict.fromkeys(name for t in statement.terms() for name in occurring(t))
    if any(kind == "vector" for kind, _ in names):
        return "{C: 3, x: [0, 1, 5]}"
    return f"{{{next((name for kind, name in names if kind == 'symbol'), 't')}: 2}}"


def severity(wrong: Charge, prints: Prints | None) -> Severity:
    """How much is wrong, by the kind and by whether something takes the place of what is printed.

    Nothing is where nobody is known to have printed it.
    """
    if wrong.kind in ("approximation", "reading") or (prints is not None and prints.is_reconstructed):
        return "none"
    if wrong.kind in ("typo", "notation", "extraction"):
        return "cosmetic"
    return "breaks" if wrong.kind == "false" and wrong.mended is None else "repairable"


def _condition(mended: Entry | None, left_out: Sequence[Statement]) -> Formula | None:
    """The condition of a correction.

    That is a hypothesis that is missing, the suppositions it stands on, and what the editors assume for it themselves.
    """
    conditions = [*left_out, *([] if mended is None else [e.statement for e in (*mended.suppositions, *own(mended))])]
    if not conditions:
        return None
    return formula(conditions[0] if len(conditions) == 1 else both(*conditions))


def formula(printed: Term | Statement) -> Formula:
    """A term or a statement as it is shown."""
    return Formula(latex(printed), text(printed))


def _quote(line: transcript.Line | None) -> Quote | None:
    if line is None:
        return None
    more = line.reconstructed, line.alternative
    return Quote(line.where, line.latex, line.text, line.extractions, line.readings, *more)
