"""Whose the hypotheses of a theorem are: what the script says, held against the transcript of the paper."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from ..language import Entry, MissingHypothesis, Theorem
from ..language.text import text
from ..report import Provenance

if TYPE_CHECKING:
    from ..transcript import Line

WAYS = 'stated(..., label, words), silent(...) or editors(...)'


def provenance(entry: Entry, printed: Mapping[str, Line] | None) -> Provenance:
    """Whose a hypothesis is; of a theorem without a transcript, its own. What is given as printed is stated there."""
    said = entry.provenance
    if said is None:
        itself = (printed or {}).get(entry.label)
        if itself is None:
            return Provenance("own")
        return Provenance("stated", entry.label, "", itself.where, itself.reconstructed)
    line = (printed or {}).get(said.label)
    if line is None:
        return Provenance(said.whose, said.label, said.words)
    quoted = said.words if _has(line.text, said.words) else f"${said.words}$"
    return Provenance(said.whose, said.label, quoted, line.where, line.reconstructed)


def objections(
    theorem: Theorem, printed: Mapping[str, Line] | None, uses: Mapping[int, Collection[int]]
) -> Iterator[str]:
    """What is wrong with what a script says of its hypotheses, `uses` being the lines that each line rests on.

    It says nothing; no line has the words; or the paper is said to need in silence what none of its lines rests on.
    """
    needed = _needed(theorem, uses)
    lacking = {e.hypothesis: e.label for e in theorem.errata if isinstance(e, MissingHypothesis)}
    for entry in theorem.entries:
        if is_hypothesis(entry):
            why = _objection(entry, printed, lacking.get(entry.statement, ""))
            if not why and _is_silent(entry) and not (entry.number in needed or entry.statement in lacking):
                why = "is silent(...), and no printed line of the theorem rests on it: then it is editors(...)"
            if why:
                yield f"line {entry.line}: the hypothesis {text(entry.statement)} {why}"


def _is_silent(entry: Entry) -> bool:
    return entry.provenance is not None and entry.provenance.whose == "silent"


def _needed(theorem: Theorem, uses: Mapping[int, Collection[int]]) -> set[int]:
    """The numbers of the lines on which one rests that is printed, or that an erratum speaks of."""
    charged = {e.number for wrong in theorem.errata for e in vars(wrong).values() if isinstance(e, Entry)}
    ahead = [e.number for e in theorem.entries if not e.is_supplied or e.also or e.whole or e.number in charged]
    found = set[int]()
    while ahead:
        number = ahead.pop()
        if number not in found:
            found.add(number)
            ahead += uses.get(number, ())
    return found


def is_hypothesis(entry: Entry) -> bool:
    """Whether a line is a hypothesis, and not what another theorem claims."""
    return entry.role == "where" or (entry.role == "given" and entry.source == "hypothesis")


def _objection(entry: Entry, printed: Mapping[str, Line] | None, lacking: str) -> str:
    said = entry.provenance
    if printed is None:
        return "is said to be stated, and there is no transcript" if said and said.whose == "stated" else ""
    if not entry.is_supplied:
        return f"is printed as {entry.label}, which says whose it is: give it as it is" if said else ""
    if said is None:
        return f"does not say whose it is: write {WAYS}"
    if lacking and said.whose != "silent":
        return f"is said to be missing in {lacking}, and so it is silent(...), not {said.whose}(...)"
    if said.whose != "stated":
        return ""
    line = printed.get(said.label)
    if line is None:
        return f"is said to be stated in {said.label}, which is no line of the transcript"
    if not (_has(line.text, said.words) or _has(line.latex, said.words)):
        return f"is said to be stated in {said.label}, which does not have the words {said.words!r}"
    return ""


def _has(printed: str, quoted: str) -> bool:
    """Whether words are quoted from a print, whatever its line breaks."""
    return " ".join(quoted.split()) in " ".join(printed.split())
