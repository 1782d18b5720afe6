"""What theorems say of each other: a theorem is no better than the theorems that it cites.

A theorem starts from claims of others, its sources. Each of them has to be claimed there, symbol for symbol (the
label may be another where a paper repeats an equation), and proved under hypotheses that this theorem has as well;
otherwise the theorem that cites it is unknown, whatever its own proof is worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Report = dict[str, Any]


class Ledger:
    """The reports that have come in so far, by the ids of their theorems."""

    def __init__(self) -> None:
        self.reports: dict[str, Report] = {}

    def add(self, report: Report) -> None:
        """Takes a report."""
        self.reports[report["id"]] = report

    def cited(self, report: Report) -> set[str]:
        """The ids of all theorems that this one cites, directly or through others."""
        found: set[str] = set()
        ahead = [s["id"] for s in report["sources"]]
        while ahead:
            id = ahead.pop()
            if id not in found:
                found.add(id)
                ahead += [s["id"] for s in self.reports[id]["sources"]] if id in self.reports else []
        return found

    def settled(self, report: Report) -> Report:
        """The report, with what its sources take away from it."""
        objections = list(self._objections(report, ()))
        if not objections:
            return report
        verdict = "unknown" if report["verdict"] == "proved" else report["verdict"]
        return {**report, "verdict": verdict, "problems": [*report["problems"], *objections]}

    def _objections(self, report: Report, above: tuple[str, ...]) -> Iterator[str]:
        path = (*above, report["id"])
        for source in report["sources"]:
            id, label = source["id"], source["label"]
            if id in path:
                yield f"theorems cite each other in a circle: {' -> '.join((*path, id))}"
                continue
            cited = self.reports.get(id)
            if cited is None:
                yield f"it cites {label} of {id}, and there is no theorem {id}"
                continue
            claims = {c["label"]: c["statement_hash"] for c in cited["claims"]}
            if cited["verdict"] != "proved":
                yield f"it cites {label} of {id}, which is not proved: {cited['verdict']}"
            elif source["statement_hash"] not in claims.values():
                known = "states it differently" if label in claims else f"claims only {', '.join(claims)}"
                yield f"it cites {label} of {id}, which {known}"
            elif lacking := _lacking(report, cited):
                yield f"it cites {label} of {id}, which also supposes {', '.join(lacking)}"
            else:
                below = next(self._objections(cited, path), None)
                if below is not None:
                    yield f"it cites {label} of {id}, which is not proved: {below}"


def _lacking(report: Report, cited: Report) -> list[str]:
    """The hypotheses of the cited theorem that the citing one does not have."""
    own = {a["statement_hash"] for a in report["assumes"]}
    return [a["text"] for a in cited["assumes"] if a["statement_hash"] not in own]
