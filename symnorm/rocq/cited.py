"""What a theorem takes from another one: it is supposed in Rocq, and holds where the other one is accepted as well.

The other theorem has to claim the same, symbol for symbol, under nothing that this one does not suppose (see
`checker.logic.citations`). A citation for which that is not so is an axiom.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..checker.calculus.budget import MAX_WORK_OF_BUNDLE, Budget
from ..checker.forms import freeze
from ..checker.logic.citations import GRANTED, Line, Standing, objections, standing
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
        against = objections({id: _standing(bundles[id]) for id in found}, verdicts)
    for id in citing:
        one = found[id]
        more = tuple(f"a citation: {said}" for said in against[id])
        yield id, replace(one, strange=(*one.strange, *more), axioms=(*one.axioms, *more))


def _standing(bundle: Mapping[str, Any]) -> Standing:
    lines = [
        Line(e["label"], e["role"], freeze(e["statement"]), e.get("source") or "") for e in bundle["entries"]
    ]  # fmt: skip
    return standing(freeze(bundle["along"]), lines, lambda form: f"what {form[0]} says")
