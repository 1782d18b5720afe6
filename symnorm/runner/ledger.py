"""What theorems say of each other, while the reports come in: a theorem is no better than the theorems that it cites.

What a citation needs is the checker's to say (`symnorm.checker.logic.citations`); a theorem whose citations do not have
it is unknown, whatever its own proof is worth.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..checker.circles import with_circles
from ..checker.forms import freeze
from ..checker.logic.citations import Claim, Standing, objections, standing_of
from ..checker.logic.instances import Put, Uncitable
from ..checker.written import Writer
from ..report import Line, Report


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
        is_placed = report.bundle is not None and any(line.put for line in report.citations)
        told = {c.number: c for c in self._told(report).cites} if is_placed else {}
        self._standings[report.id] = Standing(
            {a.hash: a.text for a in report.assumes},
            tuple(Claim(line.number, line.name, line.hash) for line in report.claims if line.hash),
            tuple(
                told.get(line.number) or Claim(line.number, line.label, line.hash, line.source)
                for line in report.citations
            ),
            lambda put: self._with_terms(report, put),
        )

    def cited(self, report: Report) -> set[str]:
        """The ids of all theorems that this one cites, directly or through others."""
        return self._behind(line.source for line in report.citations)

    def _behind(self, ids: Iterable[str]) -> set[str]:
        """Some ids, and those of all theorems that these cite."""
        found: set[str] = set()
        ahead = list(ids)
        while ahead:
            id = ahead.pop()
            if id not in found:
                found.add(id)
                ahead += [line.source for line in self.reports[id].citations] if id in self.reports else []
        return found

    def _told(self, report: Report) -> Standing:
        """The standing of a theorem, line by line, from its certificates. Raises Uncitable where it has none."""
        if report.bundle is None:
            raise Uncitable("of which there are no certificates")
        document = report.bundle.document
        spoken = [freeze(document["along"]), *(freeze(e["statement"]) for e in document["entries"])]
        return standing_of(document, Writer(spoken))

    def _with_terms(self, report: Report, put: Put) -> Standing:
        """The standing of a theorem with terms in the place of its symbols. Raises Uncitable."""
        told = self._told(report)
        if told.put is None:
            raise Uncitable("of which nothing is known with terms in the place of symbols")
        return told.put(put)

    def settled(self, report: Report) -> Report:
        """The report, with what its sources take away from it: a citation, and what rests on it."""
        doubts = {line.number: said for line in report.citations if (said := self._objection(report, line))}
        return report.doubted(doubts) if doubts else report

    def _objection(self, report: Report, citation: Line) -> str:
        """What speaks against a citation; nothing where it stands."""
        below = (self.reports[id] for id in self._behind([citation.source]) if id in self.reports)
        for id, line in ((report.id, citation), *((r.id, line) for r in below for line in r.citations)):
            if both := self.contested.get((id, line.source)):
                return f"it cites {line.label} of {line.source}, and there are two: {both}; give one of them another id"
        own = self._standings[report.id]
        alone = replace(own, cites=tuple(c for c in own.cites if c.number == citation.number))
        others = self._behind([citation.source]) & self._standings.keys() - {report.id}
        known = {report.id: alone, **{id: self._standings[id] for id in others}}
        found = with_circles(known, objections(known, self._verdicts))[report.id]
        return found[0] if found else ""
