"""A charge against a printed line: whatever kind of erratum a script says it is, it has to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..language import Counterexample, Entry, Gap, MissingHypothesis, Statement, Theorem
from ..language.entries import Printed
from ..report import Kind
from ..witness import Point, Refutation, hunt


@dataclass(frozen=True)
class Charge:
    """An error that the line of a label is said to have, and where it shows.

    The `statement` is said to fail at the `point`, where the hypotheses of the theorem hold, but for those that are
    `left_out` and fail. The suppositions in `scope` hold there as well, and what is supposed `besides`. `mended` is
    what holds in the place of the line, `reading` the extraction that prints it so, `source` where the script says it:
    the line itself, or an erratum apart.
    """

    source: Entry | Counterexample | MissingHypothesis | Gap
    label: str
    kind: Kind
    statement: Statement
    point: Mapping[Any, Any] | None
    note: str
    mended: Entry | None = None
    scope: tuple[Entry, ...] = ()
    besides: tuple[Statement, ...] = ()
    left_out: tuple[Statement, ...] = ()
    reading: str = ""

    @property
    def script_line(self) -> int:
        """Where it stands in the script."""
        return self.source.line

    @property
    def under(self) -> list[Statement]:
        """All that is supposed besides the hypotheses of the theorem."""
        return [*(e.statement for e in self.scope), *self.besides]

    def hunted(self, theorem: Theorem, points: list[Point]) -> tuple[Refutation | None, str]:
        """A point at which it is so, or why there is none. Where none is given, it may be one of the theorem's."""
        known = points if self.point is None and not self.scope else ()
        return hunt(theorem, self.statement, self.point, self.left_out, self.besides, self.scope, known)


def charge(source: Entry | Counterexample | MissingHypothesis | Gap) -> Charge:
    """The charge that an entry printed wrongly makes, or an erratum apart."""
    match source:
        case Entry(printed=Printed() as p):
            return Charge(
                source, source.called, p.kind, p.statement, p.point, p.note, mended=source, scope=tuple(source.scope)
            )
        case Counterexample():
            return Charge(
                source, source.label, source.kind, source.claim, source.point, source.note, mended=source.corrected,
                besides=source.under, reading=source.reading,
            )  # fmt: skip
        case MissingHypothesis(entry=entry):
            return Charge(
                source, source.label, "hypothesis", entry.statement, source.point, source.note, mended=entry,
                scope=tuple(entry.scope), left_out=(source.hypothesis,),
            )  # fmt: skip
        case Gap(repaired=repaired):
            return Charge(
                source, source.label, "gap", source.assumes, source.point, source.note, mended=repaired,
                scope=tuple(repaired.scope), besides=_antecedents(repaired),
            )  # fmt: skip
    raise ValueError(f"{source.label} is no charge: nothing is said to be printed for it")


def _antecedents(entry: Entry) -> tuple[Statement, ...]:
    """The conditions that a line states itself: the left side of an implication is no gap in its argument."""
    statement = entry.statement
    return (statement.parts[0],) if statement.kind == "implies" else ()
