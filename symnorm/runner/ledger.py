"""What theorems say of each other, while the reports come in: a theorem is no better than the theorems that it cites.

What a citation needs is the checker's to say (`symnorm.checker.logic.citations`); a theorem whose citations do not have
it is unknown, whatever its own proof is worth.
"""

from __future__ import annotations

from ..checker.logic.citations import Claim, Standing, Supposition, objections
from ..report import Report


class Ledger:
    """The reports that have come in so far, by the ids of their theorems."""

    def __init__(self) -> None:
        self.reports: dict[str, Report] = {}
        self.contested: dict[tuple[str, str], str] = {}
        """By a theorem and one that it cites: the two places where there is one of that id."""
        self._standings: dict[str, Standing] = {}
        self._verdicts: dict[str, str] = {}

    def add(self, report: Report) -> None:
        """Takes a report."""
        self.reports[report.id] = report
        self._verdicts[report.id] = report.verdict
        self._standings[report.id] = Standing(
            tuple(Supposition(a.text, a.hash) for a in report.assumes),
            tuple(Claim(line.number, line.name, line.hash) for line in report.claims if line.hash),
            tuple(Claim(line.number, line.label, line.hash, line.source) for line in report.citations),
        )

    def cited(self, report: Report) -> set[str]:
        """The ids of all theorems that this one cites, directly or through others."""
        found: set[str] = set()
        ahead = [line.source for line in report.citations]
        while ahead:
            id = ahead.pop()
            if id not in found:
                found.add(id)
                ahead += [line.source for line in self.reports[id].citations] if id in self.reports else []
        return found

    def settled(self, report: Report) -> Report:
        """The report, with what its sources take away from it."""
        twice = [
            f"it cites {line.label} of {line.source}, and there are two: {both}; give one of them another id"
            for citing in (report, *(self.reports[id] for id in self.cited(report) if id in self.reports))
            for line in citing.citations
            if (both := self.contested.get((citing.id, line.source)))
        ]
        found = twice or list(objections(self._standings, self._verdicts, report.id))
        return report.worsened("unknown" if report.verdict == "proved" else report.verdict, found) if found else report
