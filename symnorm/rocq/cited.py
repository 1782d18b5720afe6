"""What a theorem takes from another one: it is supposed in Rocq, and holds where the other one is accepted as well.

The other theorem has to claim the same, symbol for symbol, under nothing that this one does not suppose (see
`checker.logic.citations`). A citation for which that is not so is an axiom.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..checker.calculus.budget import MAX_WORK_OF_BUNDLE, Budget
from ..checker.logic.citations import GRANTED, objections, standing_of
from ..report import Acceptance


def source_of(entry: Mapping[str, Any]) -> str:
    """The theorem from which an entry is cited; empty where it is no citation."""
    source = entry.get("source") or ""
    return source if entry["role"] == "given" and source not in GRANTED else ""


def cites(bundle: Mapping[str, Any]) -> bool:
    """Whether a theorem takes anything from another one."""
    return any(map(source_of, bundle["entries"]))


def discharged(
    bundles: Mapping[str, Mapping[str, Any]], found: Mapping[str, Acceptance]
) -> Iterator[tuple[str, Acceptance]]:
    """What Rocq says of the theorems that cite others, by their ids: what is not claimed there is told as an axiom."""
    citing = [id for id in found if cites(bundles[id])]
    if not citing:
        return
    verdicts = {id: "proved" if one.is_whole else "Rocq does not accept all of it" for id, one in found.items()}
    with Budget(MAX_WORK_OF_BUNDLE, "citations"):
        standings = {id: standing_of(bundles[id], lambda form: f"what {form[0]} says") for id in found}
        against = objections(standings, verdicts)
    for id in citing:
        one = found[id]
        more = tuple(f"a citation: {said}" for said in against[id])
        yield id, replace(one, strange=(*one.strange, *more), axioms=(*one.axioms, *more))
