"""The one gate through which every charge against a printed line has to pass.

An erratum accuses somebody, and so it has to be fair, of whatever kind it is: what has no value at the point is not
false there; what can be proved, or looks like what holds, is no misprint; a name of which the theorem says nothing
may stand for what makes the line right; what another extraction prints rightly is no error of the author's; what a
correction rests on is shown, not assumed; a gap is one in what the line needs; and what is charged is what is printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ..language import Entry, Gap, MissingHypothesis, Statement, Term, Theorem, by, eq
from ..language.latex import latex
from ..language.names import NAMED
from ..language.terms import free_indices
from ..language.text import text
from ..prover import Prover
from ..reader import Reader
from ..reader.harmless import harmless
from ..witness import Refutation, fails, has_value
from ..witness.names import occurring
from .assumed import is_assumed
from .charge import Charge
from .conditions import RELATION, Spoken, asserted, is_met, of_chain, parts, unmet
from .defining import DEFINED_BY, is_defining
from .letters import cone, fails_whatever, strangers
from .model import model, undecided
from .partials import holding_for
from .retrial import Retrial
from .spoken import is_stated, speaks_of_another, states
from .whose import Prints
from .wording import limiting, spelt_out

if TYPE_CHECKING:
    from ..transcript import Line

WITHOUT_VALUE = ("notation", "hypothesis", "extraction")
"""The kinds of what is wrong with a line that has no value at a point."""


@dataclass
class Gate:
    """Whether charges are fair.

    `verdicts` are those on the lines of the theorem, by their numbers; `printed` is the transcript, if there is one.
    """

    theorem: Theorem
    prover: Prover
    retrial: Retrial
    printed: Mapping[str, Line] | None = None
    verdicts: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def reader(self) -> Reader:
        """Holds print against the theorem, by value where it differs as it is written."""

        def equal(entry: Entry, a: Term, b: Term) -> bool:
            is_shown = entry.role in ("step", "claim")
            return is_shown and self.prover.could_prove(entry, eq(a, b), by.algebra()) is not None

        return Reader(self.theorem, equal)

    def needless(self, charge: Charge) -> str:
        """Why there is nothing to be shown: what is printed looks like what holds. Or nothing."""
        holds, label = charge.mended, charge.label
        if isinstance(charge.source, MissingHypothesis | Gap) or holds is None:
            return ""
        if (latex(charge.statement), text(charge.statement)) != (latex(holds.statement), text(holds.statement)):
            return ""
        if charge.source is holds:
            return f"what is printed for {label} looks like what holds; remove printed="
        return f"what is said to be wrong in {label} looks like {holds.label}, which corrects it"

    def objection(self, charge: Charge, refutation: Refutation, prints: Prints | None) -> str:
        """Why a charge is not fair although there is a point, or the checker does not confirm it. Or nothing."""
        return (
            self._corrects_nothing(charge)
            or self._fails_too(charge, refutation)
            or self._without_value(charge, refutation)
            or self._no_gap(charge, prints)
            or speaks_of_another(charge, prints, self.reader, self._same(charge, prints))
            or self._holding(charge, refutation, prints)
            or self._beside(charge, prints)
            or self._stated(charge, prints)
            or self._unmet(charge, refutation, prints)
            or self._limited(charge, refutation, prints)
            or self._defined(charge, prints)
            or self._as_proved(charge, prints)
            or self._undetermined(charge, refutation)
            or self._acquitted(charge, prints)
            or self.retrial.objection(charge.label, charge.statement, refutation, charge.under, charge.left_out)
        )

    def objection_to_shape(self, charge: Charge, prints: Prints | None) -> str:
        """Why it is not fair to charge that a line does not type, although it does not. Or nothing."""
        return self._corrects_nothing(charge) or self._beside(charge, prints) or self._acquitted(charge, prints)

    # --- the point and the correction ---------------------------------------------------------------------

    def _corrects_nothing(self, charge: Charge) -> str:
        """Why what is said to hold in the place of a line is assumed."""
        mended = charge.mended
        if mended is None or not is_assumed(mended, self.printed or ()):
            return ""
        return (
            f"what is said to hold in the place of {charge.label} is assumed, not shown: {text(mended.statement)}; a "
            "correction is a step or a claim"
        )

    def _fails_too(self, charge: Charge, refutation: Refutation) -> str:
        """Why a correction is none: it fails where what is printed fails, as 3 times that does."""
        mended, point = charge.mended, refutation.point
        if mended is None or mended.suppositions or isinstance(charge.source, MissingHypothesis | Gap):
            return ""
        indices = {i for t in mended.statement.terms() for i in free_indices(t) if i[0] != "*"}
        if not indices <= point.indices.keys() or not has_value(point, mended.statement):
            return ""
        if not fails(point, mended.statement):
            return ""
        return (
            f"at the point for {charge.label}, what is said to hold in its place fails, too: {text(mended.statement)}"
        )

    def _without_value(self, charge: Charge, refutation: Refutation) -> str:
        """Why a point is none of the theorem, or shows a line that has no value and not a false one."""
        label, kind, mended = charge.label, charge.kind, charge.mended
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

    def _unmet(self, charge: Charge, refutation: Refutation, prints: Prints | None) -> str:
        """Why it is not what is printed that fails at a point: a condition is printed with it that fails there."""
        if prints is None:
            return ""
        is_signed = bool(charge.source.reads)
        condition = unmet(prints, self._spoken(charge, prints), refutation.point, self.reader, is_signed)
        if not condition:
            return ""
        return (
            f"{charge.label} is said to fail where {condition} does not hold, which is printed as its condition: give "
            "a point where it does"
        )

    def _limited(self, charge: Charge, refutation: Refutation, prints: Prints | None) -> str:
        """Why it may not be what is printed that fails at a point: the words beside it may limit it."""
        if prints is None or charge.kind == "extraction":
            return ""
        said = self._spoken(charge, prints)

        def is_heeded(formula: str) -> bool:
            relations = of_chain(formula) or [formula]
            return all(is_met(one, said, refutation.point, self.reader) is True for one in relations)

        def is_name(formula: str) -> bool:
            reading = self.reader.bind(formula, charge.statement)[1]
            return reading is not None and isinstance(reading.meaning, Term) and reading.meaning.op in NAMED

        beside = [("beside it", charge.source.label, prints.words)] if prints.latex else []
        repeated = [
            (f"beside {line.label}, which it repeats,", line.label, line.text) for line in prints.repeated if line.latex
        ]
        supposed = [(f"under {line.label}", line.label, spelt_out(line)) for line in prints.supposed]
        signed = self.theorem.words
        places = (*beside, *repeated, *supposed)
        told = (limiting(at, words, is_heeded, is_name, signed.get(one, "")) for at, one, words in places)
        found = next(filter(None, told), "")
        return f"{charge.label} is said to be wrong, and {found}" if found else ""

    def _spoken(self, charge: Charge, prints: Prints) -> Spoken:
        """The charged statement with the claims, which are no conditions. A gap's assumption is not claimed."""
        holding = [e.statement for e in (charge.mended, *self._same(charge, prints)) if e is not None]
        claimed = [one for s in holding for one in asserted(s)]
        if not isinstance(charge.source, Gap):
            claimed += asserted(charge.statement) if charge.statement.kind == "implies" else parts(charge.statement)
        return Spoken(charge.statement, tuple(claimed))

    def _holding(self, charge: Charge, refutation: Refutation, prints: Prints | None) -> str:
        """Why what is printed may hold: its partial derivatives may be meant otherwise."""
        source = charge.source
        if prints is None or not prints.latex or source.reads or isinstance(source, Gap) or charge.kind == "notation":
            return ""
        reading = self.reader.bind(prints.latex, charge.statement)[1]
        held = holding_for(charge.statement, reading.partials, refutation.point) if reading is not None else ""
        if not held:
            return ""
        return (
            f"{charge.label} does not fail where {held} is held in its partial derivatives, which a page does not "
            rf"print: give a point where it fails however \partial is meant, or sign what is meant, with reads="
        )

    def _defined(self, charge: Charge, prints: Prints | None) -> str:
        """Why a line is neither true nor false: it says what a name stands for."""
        if prints is None or charge.kind in ("notation", "extraction"):
            return ""
        if is_defining(prints.reason):
            return f"{charge.label} is a definition, as the transcript has it, and says nothing that could be false"
        plain, defined = DEFINED_BY.subn(" ", prints.latex)
        if defined and not charge.source.reads and not RELATION.search(plain):
            return f"{charge.label} is printed as a definition: sign what it says besides, with reads="
        return ""

    def _undetermined(self, charge: Charge, refutation: Refutation) -> str:
        """Why a line may hold after all: by a name of which the theorem says nothing.

        What is supposed besides says nothing of it either: that is the word of whoever writes the script.
        """
        strange = strangers(
            self.theorem, charge.statement, lambda e: e is charge.mended or self._names_are_printed(e)
        )
        if not strange or charge.kind in ("notation", "extraction"):
            return ""
        if fails_whatever(strange, charge.statement, refutation.point):
            return ""
        kind, name = strange[0]
        ways = {"index": ", state the line for every channel, as in every(x)", "function": ""}
        point = ways.get(kind, f", give a point where the line fails whatever {name} is")
        return (
            f"no other line of the theorem says what {name} is, and what is printed for {charge.label} may hold for "
            f"what it stands for: say what that is in a line of the theorem{point}, or kind='notation'"
        )

    def _names_are_printed(self, entry: Entry) -> bool:
        """Whether the names of a line are the paper's: they stand in a formula, or another line is shown by it.

        What a script reads into words, or signs as an interpretation of a formula, has the names that the script gives.
        """
        if self.printed is None or entry in self.used:
            return True
        signed = {entry.label: entry.reads, **dict(zip(entry.also, entry.also_reads, strict=True))}
        return any(line.latex and not signed.get(n) for n in entry.labels if (line := self.printed.get(n)))

    @cached_property
    def used(self) -> set[Entry]:
        """The lines by which others are shown."""
        return {one for e in self.theorem.entries if e.by for one in e.by.entries()}

    # --- the other lines of the theorem -------------------------------------------------------------------

    def _stated(self, charge: Charge, prints: Prints | None) -> str:
        """Why a line lacks no hypothesis, and assumes nothing in silence: it is printed there, or in another line.

        The other line is proved or given, or the paper supposes it of all its lines.
        """
        if isinstance(charge.source, Gap):
            where, assumed = self._printed_with(charge.statement, charge, prints), text(charge.statement)
            return f"{charge.label} is said to assume {assumed}, which is printed in {where}" if where else ""
        if not isinstance(charge.source, MissingHypothesis):
            return ""
        hypothesis = charge.source.hypothesis
        lines = (e for e in self.theorem.entries if not e.is_supplied and e.printed is None)
        proved = (e for e in lines if e.role == "given" or (e is not charge.mended and self._is_proved(e)))
        where = next((e.called for e in proved if states(e.statement, hypothesis)), "")
        where = where or self._printed_with(hypothesis, charge, prints)
        return f"{charge.label} is said to lack {text(hypothesis)}, which is printed in {where}" if where else ""

    def _printed_with(self, hypothesis: Statement, charge: Charge, prints: Prints | None) -> str:
        """Where a hypothesis is printed for the line of a charge: beside it, or for all lines; or nothing."""
        if prints is None:
            return ""
        latex = "" if isinstance(charge.source, Gap) else prints.latex
        others = [(line.label, line.latex, line.text) for line in (*prints.repeated, *prints.throughout)]
        places = [(charge.label, latex, prints.words), *others]
        return next((one for one, shown, words in places if is_stated(hypothesis, shown, words, self.reader)), "")

    def _is_proved(self, entry: Entry) -> bool:
        return entry.role in ("step", "claim") and self.verdicts.get(entry.number) == "proved"

    def _same(self, charge: Charge, prints: Prints | None) -> list[Entry]:
        """The other entries of the theorem that say the line of the label, or one that it repeats."""
        labels = {charge.label, *(prints.labels if prints is not None else ())}
        return [e for e in self.theorem.entries if labels & {*e.labels} and e is not charge.source]

    def _proved(self, charge: Charge, prints: Prints) -> list[Entry]:
        """The entries that say the line of the label and are proved, with the one that mends it."""
        mended = [charge.mended] if charge.mended is not None else []
        return [e for e in (*self._same(charge, prints), *mended) if self.verdicts.get(e.number) == "proved"]

    def _beside(self, charge: Charge, prints: Prints | None) -> str:
        """Why a line is not wrong: the theorem proves it, as it is printed where it is said to be wrong."""
        source, label, reading = charge.source, charge.label, charge.reading
        if isinstance(source, MissingHypothesis | Gap):
            return ""
        if reading and (prints is None or reading not in (*prints.by, *prints.others)):
            return f"reading={reading!r} is no extraction that the transcript has for {label}"
        as_printed = filter(_is_as_printed, self._same(charge, prints))
        if not any(self.verdicts.get(e.number) == "proved" for e in as_printed):
            return ""
        if reading and prints is not None and not prints.is_transcribed:
            return "" if charge.kind == "extraction" else _acquittal(label, "the transcript has")
        return (
            f"{label} is proved, and said to be wrong: where an extraction prints it so, name it, as "
            'reading="001"; what a line lacks is told by missing(...)'
        )

    def _as_proved(self, charge: Charge, prints: Prints | None) -> str:
        """Why a formula that reads= takes for something else is not wrong: it holds as it stands, and is not idle."""
        source = charge.source
        if prints is None or charge.kind in ("gap", "notation", "extraction") or not (prints.latex and source.reads):
            return ""
        reading = self.reader.bind(prints.latex, charge.statement)[1]
        if reading is None or not isinstance(reading.meaning, Statement):
            return ""
        said = reading.meaning
        proved = next((e.called for e in self.theorem.entries if self._is_proved(e) and states(e.statement, said)), "")
        holds = self._by_calculation(replace(self.theorem.entries[-1], role="claim", statement=said))
        is_idle = said.kind == "eq" and harmless(said.parts[0]) == harmless(said.parts[1])
        if not proved and (is_idle or not holds):
            return ""
        told = f"{proved} proves" if proved else "holds by calculation"
        return f"{charge.label} is said to be wrong, and as it stands there, before reads=, it says what {told}"

    def _acquitted(self, charge: Charge, prints: Prints | None) -> str:
        """Why it is no error of the author's: another extraction prints what is proved."""
        if prints is None or isinstance(charge.source, MissingHypothesis | Gap):
            return ""
        if charge.kind == "extraction":
            agree = f"all extractions agree on {charge.label}: what they print is not the damage of one of them"
            return agree if len(prints.by) > 1 and not prints.others else ""
        right = prints.acquitting(self.reader, self._proved(charge, prints))
        if not right:
            return ""
        return _acquittal(charge.label, f"{' and '.join(right)} {'print' if len(right) > 1 else 'prints'}")

    def _no_gap(self, charge: Charge, prints: Prints | None) -> str:
        """Why an argument does not assume in silence what it is said to assume."""
        if not isinstance(charge.source, Gap) or charge.mended is None:
            return ""
        assumes, repaired, same = charge.statement, charge.mended, self._same(charge, prints)
        said = f"the gap in {charge.label} assumes {text(assumes)}, and"
        needed = {n for e in cone([repaired, *same]) for t in e.statement.terms() for n in occurring(t)}
        strange = [n for t in assumes.terms() for n in occurring(t) if n not in needed and n[0] != "index"]
        if strange:
            return f"{said} {strange[0][1]} stands in nothing that the line needs"
        if any(assumes in parts(e.statement) for e in _with_links([repaired, *same])):
            return f"the gap in {charge.label} assumes {text(assumes)}, which the line itself says"
        is_formula = prints is None or bool(prints.latex)
        plain = next(filter(self._by_calculation, same or ([repaired] if is_formula else [])), None)
        if plain is None:
            return ""
        return f"{said} the line does not need it: {plain.label} holds by calculation alone, from the hypotheses"

    def _by_calculation(self, entry: Entry) -> bool:
        """Whether a line needs no argument: calculation shows it, from the hypotheses.

        What the laws of functions infer from the signs of their arguments, as sqrt(t^2) = t from t > 0, is an argument:
        with a multiplier, by.algebra does not look for it.
        """

        def is_plain(statement: Statement) -> bool:
            if statement.kind == "and":
                return all(map(is_plain, statement.parts))
            found = (self.prover.could_prove(entry, statement, rule) for rule in (by.algebra(times=1), by.sign()))
            return any(j is not None and all(self.theorem.entries[n].role == "where" for n in j.used) for j in found)

        return entry.role in ("step", "claim") and is_plain(entry.statement)


def _acquittal(label: str, whose: str) -> str:
    return f"{label} is proved as {whose} it: what is printed otherwise is no error of the author's: kind='extraction'"


def _is_as_printed(entry: Entry) -> bool:
    """Whether an entry says what is printed, and so do the links of a chain that it is as a whole."""
    return all(e.printed is None for e in _with_links([entry]))


def _with_links(entries: Iterable[Entry]) -> list[Entry]:
    """Entries, and the links of the chains that they are as a whole."""
    links = (link for e in entries if e.chain and not e.chain.link and e.by for link in e.by.entries())
    return [*entries, *links]
