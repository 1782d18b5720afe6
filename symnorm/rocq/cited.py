"""What theorems take from each other: which does from which, and what speaks against it.

The other theorem has to claim the same, with the terms that are put in the place of its symbols, under nothing that
this one does not suppose (see `checker.logic.citations`). Where that is so, Rocq is asked whether the one follows from
the other (see `composed`); a citation for which it is not so is told as an axiom.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from typing import Any

from ..checker.calculus.budget import MAX_WORK_OF_BUNDLE, Budget, TooLarge
from ..checker.logic.citations import GRANTED, Standing, objections, standing_of


def source_of(entry: Mapping[str, Any]) -> str:
    """The theorem from which an entry is cited; empty where it is no citation."""
    source = entry.get("source") or ""
    return source if entry["role"] == "given" and source not in GRANTED else ""


def cites(bundle: Mapping[str, Any]) -> bool:
    """Whether a theorem takes anything from another one."""
    return any(map(source_of, bundle["entries"]))


class Citations:
    """The citations of theorems, from their bundles by their ids."""

    def __init__(self, bundles: Mapping[str, Mapping[str, Any]]) -> None:
        self.bundles = bundles
        self._standings: dict[str, Standing] = {}
        self._above = {id: [s for s in map(source_of, b["entries"]) if s] for id, b in bundles.items()}

    def sorter(self) -> TopologicalSorter[str]:
        """Gives every theorem after those that it cites, but none that is in a circle or cites what is."""
        found = TopologicalSorter({id: [s for s in above if s in self.bundles] for id, above in self._above.items()})
        with suppress(CycleError):  # what is not behind a circle comes all the same
            found.prepare()
        return found

    def in_order(self, told: Iterable[tuple[Mapping[str, Any], str]]) -> list[tuple[Mapping[str, Any], str]]:
        """Bundles with their titles, each as soon as may be after those that it cites; last those in a circle."""
        by_id, sorter = {bundle["id"]: (bundle, title) for bundle, title in told}, self.sorter()
        ordered: list[str] = []
        while ready := sorter.get_ready():
            ordered += ready
            sorter.done(*ready)
        return [by_id[id] for id in dict.fromkeys((*ordered, *by_id)) if id in by_id]

    def behind(self, id: str) -> list[str]:
        """The theorems on which one stands, of those that are here, each after those that it cites."""
        ahead, found = [id], set[str]()
        while ahead:
            new = {s for s in self._above[ahead.pop()] if s in self.bundles} - found
            found |= new
            ahead += new
        return [bundle["id"] for bundle, _ in self.in_order((self.bundles[s], "") for s in sorted(found))]

    def against(self, id: str, verdicts: Mapping[str, str] | None = None) -> list[str]:
        """What speaks against the citations of a theorem; without verdicts, all that is cited counts as proved."""
        try:
            with Budget(MAX_WORK_OF_BUNDLE, "citations"):
                known = {one: self._standing(one) for one in {id, *self.behind(id)}}
                return objections(known, verdicts or dict.fromkeys(known, "proved"))[id]
        except TooLarge as error:
            return [str(error)]

    def _standing(self, id: str) -> Standing:
        if id not in self._standings:
            self._standings[id] = standing_of(self.bundles[id], lambda form: f"what {form[0]} says")
        return self._standings[id]
