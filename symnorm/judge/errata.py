"""What a paper prints in the place of the lines of a theorem, and where it errs.

An erratum is shown at a point, or it is a problem of the script. It accuses somebody, and so it has to be fair: what
has no value at the point is not false there; what can be proved, or looks like what holds, is no misprint; what a
correction rests on is shown with it; a gap is one in what the line needs.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..language import Counterexample, Entry, Gap, MissingHypothesis, Statement, Term, Theorem, both, by
from ..language.latex import decimal, latex
from ..language.names import name_of
from ..language.text import prose, text
from ..prover import Prover
from ..report import Erratum, Formula, Point, Quote, Value, Verdict, slug
from ..witness import Point as Place
from ..witness import Refutation, has_value, hunt
from ..witness.names import occurring
from .letters import in_other_letters, strangers
from .model import model, undecided
from .retrial import Retrial, statements

if TYPE_CHECKING:
    from .. import transcript

Conceptual = Counterexample | MissingHypothesis | Gap

WITHOUT_VALUE = ("notation", "hypothesis", "extraction")
"""The kinds of what is wrong with a line that has no value at a point."""


@dataclass
class Errata:
    """The errata of one theorem; those that are no misprints of a line are in `found`.

    What is wrong with how the script tells them goes into `problems`. `lines` is the transcript by label, or
    None; `names` are the names in the theorem, each with a term that it heads. What is shown at a point is judged again
    by `retrial`.
    """

    theorem: Theorem
    prover: Prover
    points: list[Place]
    lines: Mapping[str, transcript.Line] | None
    names: Mapping[str, Term]
    problems: list[str]
    retrial: Retrial
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
        """What the transcript has under the label of a line."""
        return _quote(self.lines.get(entry.label)) if self.lines is not None else None

    def printed(self, entry: Entry) -> Erratum | None:
        """What the paper prints in the place of a line, and what it is worth."""
        wrong = entry.printed
        if wrong is None:
            return None
        verdict: Verdict = "unknown"
        point = None
        refutation, why = self._refuted(wrong.statement, wrong.point, entry)
        if formula(wrong.statement) == formula(entry.statement):
            self._object(entry.line, f"what is printed for {entry.label} looks like what holds; remove printed=")
        elif refutation is not None:
            unfair = (
                self._unfair(entry.label, wrong.kind, refutation, entry)
                or self._undetermined(entry, wrong.statement, wrong.kind)
                or self.retrial.objection(entry.called, wrong.statement, refutation, statements(entry.scope))
            )
            if unfair:
                self._object(entry.line, unfair)
            else:
                verdict, point = "unknown" if refutation.is_undefined else "refuted", self.point(refutation)
        elif self._holds(entry, wrong.statement):
            verdict = "proved"
            self._object(
                entry.line,
                f"{entry.label} is said to be printed wrongly, and what is printed holds: a stale erratum; remove "
                "printed=",
            )
        else:
            hint = (
                f"give a point where it fails, as at={_example(wrong.statement)}" if wrong.point is None
                else f"at the point that is given, {why}"
            )  # fmt: skip
            self._object(entry.line, f"what is printed for {entry.label} is neither proved nor refuted; {hint}")
        line = self._line_of(entry.label, entry.line)
        extractions = line.extractions if line else ()
        return Erratum(
            paper=self.theorem.paper,
            theorem=self.theorem.id,
            label=entry.called,
            kind=wrong.kind,
            verdict=verdict,
            quote=_quote(line),
            printed=line.latex if line and line.latex else latex(wrong.statement),
            printed_is_formula=True,
            printed_words="",
            statement=formula(wrong.statement),
            corrected=formula(entry.statement),
            condition=_condition(entry),
            mended=entry.number,
            point=point,
            note=wrong.note,
            extractions=extractions,
            origin=_origin(wrong.kind, extractions, line),
            anchor=self._anchor(entry.called),
        )

    def _object(self, line: int, problem: str) -> None:
        self.problems.append(f"line {line}: {problem}")

    def _refuted(self, statement: Statement, point: Any, entry: Entry) -> tuple[Refutation | None, str]:
        """A point at which a statement fails in the place of an entry, or why there is none."""
        plain = point is None and not entry.scope
        return hunt(
            self.theorem, statement, at=point, open_suppositions=entry.scope,
            known=self.points if plain else (),
        )  # fmt: skip

    def _undetermined(self, entry: Entry, statement: Statement, kind: str) -> str:
        """Why what is printed may hold after all: by a name that stands for nothing in the theorem. Or nothing."""
        strange = strangers(self.theorem, statement)
        if not strange or kind in ("notation", "extraction"):
            return ""
        if kind == "typo":
            read = (s for name in strange for s in in_other_letters(self.theorem, statement, name))
            if not any(self._holds(entry, s) for s in read):
                return ""
        name = strange[0][1]
        return (
            f"{name} stands in nothing else of the theorem, and what is printed for {entry.label} may hold for what it "
            "stands for: say what that is, or kind='notation'"
        )

    def _unfair(self, label: str, kind: str, refutation: Refutation, mended: Entry | None) -> str:
        """Why a point does not show what it is said to show; or nothing."""
        if mended is not None and _is_assumed(mended):
            return (
                f"what is said to hold in the place of {label} is assumed, not shown: {text(mended.statement)}; a "
                "correction is a step or a claim"
            )
        unsure = undecided(self.theorem, refutation.point)
        if unsure and model(self.theorem, [refutation.point]).problems:
            return f"at the point for {label}, nothing shows that {unsure[0].label} holds exactly: {refutation.text}"
        if not refutation.is_undefined:
            return ""
        if kind not in WITHOUT_VALUE:
            return (
                f"{label} is said to be wrong, and {refutation.text}; what has no value is not false: kind="
                f"{' or '.join(map(repr, WITHOUT_VALUE))}, or no erratum"
            )
        if mended is not None and kind != "hypothesis" and not has_value(refutation.point, mended.statement):
            return f"where {label} has no value, what is said to hold, {mended.label}, has none either"
        return ""

    def _holds(self, entry: Entry, statement: Statement) -> bool:
        """Whether a statement can be proved in the place of an entry."""
        rules = [entry.by, by.algebra(*entry.by.premises)] if entry.by else []
        return any(self.prover.could_prove(entry, statement, rule) for rule in rules)

    def _by_calculation(self, entry: Entry) -> bool:
        """Whether a line needs no argument: calculation shows it, from the hypotheses."""

        def is_plain(statement: Statement) -> bool:
            if statement.kind == "and":
                return all(map(is_plain, statement.parts))
            found = (self.prover.could_prove(entry, statement, rule) for rule in (by.algebra(), by.sign()))
            return any(j is not None and all(self.theorem.entries[n].role == "where" for n in j.used) for j in found)

        return entry.role in ("step", "claim") and is_plain(entry.statement)

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

    def conceptual(self, verdicts: Mapping[int, str]) -> None:
        """Counterexamples, missing hypotheses and gaps: each is shown, or it is a problem.

        `verdicts` are those on the lines, by their numbers.
        """
        for erratum in self.theorem.errata:
            line = self._line_of(erratum.label, erratum.line)
            (refutation, why), claim, mended, kind = self._shown(erratum)
            lacking = erratum.hypothesis if isinstance(erratum, MissingHypothesis) else None
            if refutation is None:
                self._object(erratum.line, f"at the point given for {erratum.label}, {why}")
                continue
            unfair = (
                self._unfair(erratum.label, kind, refutation, mended)
                or self._beside(erratum, line, verdicts)
                or self.retrial.objection(erratum.label, claim, refutation, *self._around(erratum))
            )
            if unfair:
                self._object(erratum.line, unfair)
                continue
            if mended is not None and verdicts.get(mended.number) != "proved":
                self._object(erratum.line, f"{mended.label}, which mends {erratum.label}, is not proved")
            printed, is_formula = latex(claim), True
            extractions: tuple[str, ...] = ()
            if line is not None:
                printed, is_formula = line.latex or line.text, bool(line.latex)
                extractions = line.extractions
                if isinstance(erratum, Counterexample) and erratum.reading:
                    printed, is_formula = line.readings.get(erratum.reading, printed), True
                    extractions = (erratum.reading,)
            self.found.append(
                Erratum(
                    paper=self.theorem.paper,
                    theorem=self.theorem.id,
                    label=erratum.label,
                    kind=kind,
                    verdict="unknown" if refutation.is_undefined else "refuted",
                    quote=_quote(line),
                    printed=printed,
                    printed_is_formula=is_formula,
                    printed_words="" if is_formula else prose(printed),
                    statement=formula(claim),
                    corrected=formula(mended.statement) if mended is not None else None,
                    condition=_condition(mended, lacking),
                    mended=mended.number if mended is not None else None,
                    point=self.point(refutation),
                    note=erratum.note,
                    extractions=extractions,
                    origin=_origin(kind, extractions, line),
                    anchor=self._anchor(erratum.label),
                )
            )

    def _anchor(self, label: str) -> str:
        """The label of an erratum as an identifier; those of the same label are counted."""
        anchor = f"erratum-{slug(label)}"
        self.anchors[anchor] += 1
        return anchor if self.anchors[anchor] == 1 else f"{anchor}-{self.anchors[anchor]}"

    def _shown(
        self, erratum: Conceptual
    ) -> tuple[tuple[Refutation | None, str], Statement, Entry | None, str]:
        """(what refutes it or why nothing does, what is refuted, what mends it, the kind of erratum)."""
        match erratum:
            case Counterexample(claim=claim, point=point, under=under):
                return hunt(self.theorem, claim, at=point, extra=under), claim, erratum.corrected, erratum.kind
            case MissingHypothesis(entry=entry, hypothesis=hypothesis, point=point):
                if not any(e.role == "where" and e.statement == hypothesis for e in self.theorem.entries):
                    self._object(erratum.line, f"{text(hypothesis)} is no hypothesis of this theorem")
                found = hunt(self.theorem, entry.statement, point, omit=[hypothesis], open_suppositions=entry.scope)
                return found, entry.statement, entry, "hypothesis"
            case Gap(assumes=assumes, point=point, repaired=repaired):
                found = hunt(
                    self.theorem, assumes, at=point, extra=_antecedents(repaired), open_suppositions=repaired.scope
                )
                return found, assumes, repaired, "gap"

    def _around(self, erratum: Conceptual) -> tuple[list[Statement], list[Statement]]:
        """What has to hold at its point besides the hypotheses, and which of these have to fail."""
        match erratum:
            case Counterexample(under=under):
                return list(under), []
            case MissingHypothesis(entry=entry, hypothesis=hypothesis):
                return statements(entry.scope), [hypothesis]
            case Gap(repaired=repaired):
                return [*statements(repaired.scope), *_antecedents(repaired)], []

    def _beside(self, erratum: Conceptual, line: transcript.Line | None, verdicts: Mapping[int, str]) -> str:
        """How an erratum contradicts the rest of the theorem, or has nothing to do with it; or nothing."""
        label = erratum.label
        same = [e for e in self.theorem.entries if label in (e.label, *e.also)]
        match erratum:
            case Gap(assumes=assumes, repaired=repaired):
                needed = {n for e in _cone([repaired, *same]) for t in e.statement.terms() for n in occurring(t)}
                strange = [n for t in assumes.terms() for n in occurring(t) if n not in needed and n[0] != "index"]
                if strange:
                    where = f"{strange[0][1]} stands in nothing that the line needs"
                    return f"the gap in {label} assumes {text(assumes)}, and {where}"
                if any(assumes in _parts(e.statement) for e in (repaired, *same)):
                    return f"the gap in {label} assumes {text(assumes)}, which the line itself says"
                is_formula = line is None or line.latex
                plain = next(filter(self._by_calculation, same or ([repaired] if is_formula else [])), None)
                if plain is not None:
                    return (
                        f"the gap in {label} assumes {text(assumes)}, and the line does not need it: {plain.label} "
                        "holds by calculation alone, from the hypotheses"
                    )
            case Counterexample(claim=claim, corrected=corrected, reading=reading):
                if corrected is not None and formula(claim) == formula(corrected.statement):
                    return f"what is said to be wrong in {label} looks like {corrected.label}, which corrects it"
                if reading and (line is None or reading not in (*line.extractions, *line.readings)):
                    return f"reading={reading!r} is no extraction that the transcript has for {label}"
                proved = [e for e in same if e.printed is None and verdicts.get(e.number) == "proved"]
                if proved and not reading:
                    return (
                        f"{label} is proved, and said to be wrong: where an extraction prints it so, name it, as "
                        'reading="001"; what a line lacks is told by missing(...)'
                    )
        return ""


def _is_assumed(entry: Entry) -> bool:
    """Whether nothing shows a line: it is a hypothesis, given, or one of its own suppositions."""
    return entry.role not in ("step", "claim") or any(entry.statement == s.statement for s in entry.suppositions)


def _antecedents(entry: Entry) -> list[Statement]:
    """What a line supposes itself: the left side of an implication is no gap in its argument."""
    statement = entry.statement
    return [statement.parts[0]] if statement.kind == "implies" else []


def _parts(statement: Statement) -> Iterator[Statement]:
    """A statement and the statements in it."""
    yield statement
    for part in statement.parts:
        if isinstance(part, Statement):
            yield from _parts(part)


def _example(statement: Statement) -> str:
    """A point as it is written for the names of a statement."""
    names = dict.fromkeys(name for t in statement.terms() for name in occurring(t))
    if any(kind == "vector" for kind, _ in names):
        return "{C: 3, x: [0, 1, 5]}"
    return f"{{{next((name for kind, name in names if kind == 'symbol'), 't')}: 2}}"


def _cone(entries: Iterable[Entry]) -> set[Entry]:
    """Lines, with all that they rest on, and the hypotheses of their theorem."""
    found: set[Entry] = set()
    ahead = list(entries)
    while ahead:
        entry = ahead.pop()
        if entry not in found:
            found.add(entry)
            ahead += [*(entry.by.entries() if entry.by else ()), *entry.suppositions]
    return found


def _condition(mended: Entry | None, hypothesis: Statement | None = None) -> Formula | None:
    """What has to be supposed for a correction: a hypothesis that is missing, and the suppositions it stands on."""
    supposed = [] if mended is None else [e.statement for e in mended.suppositions]
    conditions = [*([hypothesis] if hypothesis is not None else []), *supposed]
    if not conditions:
        return None
    return formula(conditions[0] if len(conditions) == 1 else both(*conditions))


def formula(printed: Term | Statement) -> Formula:
    """A term or a statement as it is shown."""
    return Formula(latex(printed), text(printed))


def _quote(line: transcript.Line | None) -> Quote | None:
    return Quote(line.where, line.latex, line.text, line.extractions, line.readings) if line is not None else None


def _origin(kind: str, extractions: Sequence[str], line: transcript.Line | None) -> str:
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
