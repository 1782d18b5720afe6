"""Faults: what is wrong in a paper, each once, with all the places where it is printed.

The errata of one paper that have the same note are places of one fault: the note says what is wrong, and is the word of
whoever writes the script. Parentheses that are lost in fifteen lines of a proof are one fault in fifteen places.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .report import SEVERITIES, Erratum, Kind, Severity


@dataclass(frozen=True)
class Fault:
    """One fault, and the errata that are its places, in their order."""

    places: tuple[Erratum, ...]

    @property
    def first(self) -> Erratum:
        """The place where it is told."""
        return self.places[0]

    @property
    def severity(self) -> Severity:
        """How much is wrong, in the worst of its places."""
        return min((e.severity for e in self.places), key=SEVERITIES.index)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """What kinds of errata its places are, each once."""
        return tuple(dict.fromkeys(e.kind for e in self.places))

    @property
    def labels(self) -> str:
        """Its places by theorem: "eln/3 A.3-3, A.3-6.1; eln/4 (14)"."""
        by_theorem: dict[str, list[str]] = {}
        for e in self.places:
            by_theorem.setdefault(e.theorem, []).append(e.label)
        return "; ".join(f"{theorem} {', '.join(dict.fromkeys(labels))}" for theorem, labels in by_theorem.items())


def faults(errata: Iterable[Erratum]) -> list[Fault]:
    """The faults that some errata are places of, the most severe first, and in the order of the errata."""
    places: dict[object, list[Erratum]] = {}
    for number, e in enumerate(errata):
        places.setdefault((e.paper, e.note) if e.note else number, []).append(e)
    found = [Fault(tuple(same)) for same in places.values()]
    return sorted(found, key=lambda fault: SEVERITIES.index(fault.severity))
