"""An edition from the reports of a run, the transcripts of the papers, and the docstrings of the scripts."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from .. import __version__, transcript
from ..as_json import names
from ..catalog import Script
from ..checker.lemmas import LEMMAS
from ..checker.logic.citations import standing_of
from ..checker.logic.instances import read_put
from ..coverage import covered, standing
from ..report import Line, Report
from ..runner import Result
from .edition import Edge, Edition, Lemma, Node, Paper, PrintedLine, Reference, Theorem


def edition(
    results: Sequence[Result], papers: Sequence[transcript.Paper], complete: Collection[str]
) -> Edition:
    """The edition of the theorems in the results.

    `papers` are the transcripts that belong to them, and `complete` the ids of the papers all of whose theorems are
    among the results. Papers with a transcript come first, in that order, the others after them.
    """
    reports = {r.report.id: r.report for r in results}
    by_paper: dict[str, list[Theorem]] = {p.id: [] for p in papers}
    transcripts = {p.id: p for p in papers}
    for result in results:
        by_paper.setdefault(result.report.paper, []).append(_theorem(result, reports))
    made_papers = tuple(
        _paper(id, transcripts.get(id), tuple(theorems), id in complete)
        for id, theorems in by_paper.items()
        if theorems
    )
    used = {name for r in results for name in r.report.lemmas}
    lemmas = tuple(Lemma(n, lemma.statement, lemma.reference) for n, lemma in LEMMAS.items() if n in used)
    return Edition(__version__, made_papers, lemmas, _nodes(results, lemmas), _edges(results))


def _theorem(result: Result, reports: Mapping[str, Report]) -> Theorem:
    """A theorem, among the reports on all theorems of the edition."""
    report = result.report
    return Theorem(
        **{name: getattr(report, name) for name in names(Report)},
        docstring=inspect.cleandoc(result.script.docstring),
        script=_place(result.script),
        cites=tuple(_claim(report, line, reports.get(line.source)) for line in report.citations),
        cited_by=tuple(id for id, r in reports.items() if report.id in {line.source for line in r.citations}),
    )


def _claim(report: Report, line: Line, cited: Report | None) -> Reference:
    """The claim that a line of a report cites, which may have another label in its theorem."""
    numbers = _applied(report, line, cited) if line.put else None
    claims = cited.claims if cited is not None else ()
    found = [c for c in claims if (c.hash == line.hash if numbers is None else c.number in numbers)]
    if not found:
        return Reference(line.source, line.label, line.is_supplied)
    return Reference(line.source, found[-1].label, found[-1].is_supplied, found[-1].anchor)


def _applied(report: Report, line: Line, cited: Report | None) -> set[int]:
    """The numbers of the claims that say what a line does of terms in the place of symbols."""
    if report.bundle is None or cited is None or cited.bundle is None:
        return set()
    told = standing_of(cited.bundle.document, lambda form: form[0]).put
    put = read_put(report.bundle.document["entries"][line.number]["put"])
    return {claim.number for claim in told(put).claims if claim.hash == line.hash} if told else set()


def _paper(id: str, source: transcript.Paper | None, theorems: tuple[Theorem, ...], is_complete: bool) -> Paper:
    if source is None:
        return Paper(id, id.capitalize(), (), None, "", "", {}, (), theorems, is_complete)
    judged_by: dict[str, list[Reference]] = {}
    for theorem in theorems:
        for line in theorem.proof:
            if line.verdict in ("proved", "refuted"):
                for label in (*(() if line.is_supplied else (line.label,)), *line.also):
                    judged_by.setdefault(label, []).append(theorem.reference(line))
        for erratum in theorem.errata:
            judges = judged_by.setdefault(erratum.label, [])
            if not any(r.theorem == theorem.id for r in judges):
                judges.append(Reference(theorem.id, erratum.label, anchor=erratum.anchor))
    found = covered(theorems)
    return Paper(
        id=id,
        title=source.title,
        authors=source.authors,
        year=source.year,
        arxiv=source.arxiv,
        venue=source.venue,
        extractions=dict(source.extractions),
        printed=tuple(_printed(source, line, judged_by, found) for line in source.lines) if is_complete else (),
        theorems=theorems,
        is_complete=is_complete,
    )


def _printed(
    paper: transcript.Paper, line: transcript.Line, judged_by: Mapping[str, Sequence[Reference]],
    found: Mapping[str, str],
) -> PrintedLine:
    reason = paper.reason(line)
    repeated = line
    while repeated.label not in judged_by and repeated.same_as:
        repeated = paper.by_label[repeated.same_as]
    judges = tuple(judged_by.get(repeated.label, ()))
    return PrintedLine(
        line.label,
        line.where,
        line.latex,
        line.text,
        line.extractions,
        dict(line.readings),
        reason,
        standing(paper, line, found),
        judges,
        line.reconstructed,
        line.alternative,
    )


def _nodes(results: Sequence[Result], lemmas: Sequence[Lemma]) -> tuple[Node, ...]:
    theorems = [
        Node(r.id, r.title, r.paper, r.verdict) for r in (result.report for result in results)
    ]
    return (*theorems, *(Node(lemma.name, lemma.statement, "", "lemma") for lemma in lemmas))


def _edges(results: Sequence[Result]) -> tuple[Edge, ...]:
    reports = [result.report for result in results]
    known = {r.id for r in reports}
    edges = [Edge(r.id, c.source, c.label) for r in reports for c in r.citations if c.source in known]
    edges += [Edge(r.id, lemma, "") for r in reports for lemma in r.lemmas]
    return tuple(dict.fromkeys(edges))


def _place(script: Script) -> str:
    return Path(script.path.parent.name, script.path.name).as_posix()
