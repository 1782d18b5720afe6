"""Whether a charge speaks of what is printed under its label."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..language import Counterexample, Entry, Gap, MissingHypothesis, Statement
from ..language.text import text
from ..reader import Reader
from ..reader.binding import Said
from ..reader.harmless import harmless
from .charge import Charge
from .conditions import pieces
from .whose import Prints

SAYS_IT = ("bound", "declared", "interpretation")
"""Outcomes of a print that says what is charged. Of the same value are all links of a chain, and many slips."""


def speaks_of_another(charge: Charge, prints: Prints | None, reader: Reader, same: Iterable[Entry]) -> str:
    """Why what is printed under the label of a charge is not what is charged; or nothing.

    `same` are the other lines of the theorem that have the label. What differs from an entry or a counterexample is a
    problem of its binding already.
    """
    source, label = charge.source, charge.label
    if prints is None or not prints.latex:
        is_other = isinstance(source, MissingHypothesis) and label not in source.entry.labels and prints is not None
        return _of_another(charge) if is_other else ""
    bindings = [reader.line(label, prints.latex, *said) for said in _said(charge, reader, same)]
    if isinstance(source, MissingHypothesis | Gap):
        return "" if any(b.outcome in SAYS_IT for b in bindings) else _of_another(charge)
    if any(b.outcome == "not understood" for b in bindings):
        return (
            f"what is printed as {label} is not understood ({bindings[0].reason}): before it is said to be wrong, sign "
            "what it says, with reads="
        )
    return ""


def _said(charge: Charge, reader: Reader, same: Iterable[Entry]) -> Iterator[tuple[Said, str]]:
    """Formulas that may be printed under the label of a charge, and what the script quotes of them."""
    source, label = charge.source, charge.label
    match source:
        case Counterexample():
            yield Said(reader.theorem.entries[-1], charge.statement, source.line), source.reads
        case MissingHypothesis(entry=entry):
            yield Said(entry, entry.statement, source.line), source.reads or _signed(entry, label)
        case Gap(repaired=repaired):
            yield Said(repaired, repaired.statement, source.line), source.reads
            for e in same:
                yield Said(e, e.printed.statement if e.printed else e.statement, source.line), _signed(e, label)
        case Entry():
            yield Said(source, charge.statement, source.line), source.reads


def _signed(entry: Entry, label: str) -> str:
    """The formula that an entry quotes as the print of a label."""
    return {entry.label: entry.reads, **dict(zip(entry.also, entry.also_reads, strict=True))}.get(label, "")


def _of_another(charge: Charge) -> str:
    """Advice where the print of the label is another line."""
    label, source = charge.label, charge.source
    if isinstance(source, Gap):
        return (
            f"what is printed as {label} is no line of this theorem, nor what the gap is repaired by: name a line that "
            "is, or sign what is printed there, with reads="
        )
    return (
        f"what is printed as {label} is not what is said to lack a hypothesis, {text(charge.statement)}: name the line "
        "where that is printed, or sign what is printed there, with reads="
    )


def states(said: Statement, hypothesis: Statement) -> bool:
    """Whether a statement says a hypothesis, alone or with others."""
    if said.kind == "and":
        return any(states(part, hypothesis) for part in said.parts)
    return harmless(said) == harmless(hypothesis)


def is_stated(hypothesis: Statement, latex: str, words: str, reader: Reader) -> bool:
    """Whether a formula is printed with a hypothesis beside it, or the words around it have that."""
    return any(_says(piece, hypothesis, reader) for piece in pieces(latex, words))


def _says(printed: str, hypothesis: Statement, reader: Reader) -> bool:
    found, reading = reader.bind(printed, hypothesis)
    if found.outcome in ("bound", "declared"):
        return True
    return reading is not None and isinstance(reading.meaning, Statement) and states(reading.meaning, hypothesis)
