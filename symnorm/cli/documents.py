"""The JSON that commands write, and the exit status. The formats are stable: keys are added, none is taken away.

A file that is written has one key more, "sha256", by which it is known again (see `symnorm.files`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..as_json import to_json
from ..faults import Fault, faults
from ..report import Erratum, Line, Point, Report, Review
from ..runner import Result, environment
from . import FAILED, NOT_PROVED, OK, USAGE

if TYPE_CHECKING:
    from ..catalog import Script
    from ..transcript import Paper

Document = dict[str, Any]

def status(results: Iterable[Result]) -> int:
    """The exit status: the worst of what was found."""
    return max((_status(r.report) for r in results), default=OK)


def _status(report: Report) -> int:
    if report.verdict == "fault":
        return USAGE if report.failure and report.failure.cause == "script" else FAILED
    return NOT_PROVED if report.verdict != "proved" or report.problems else OK


def summary(results: list[Result], seconds: float) -> Document:
    """How many theorems and steps have which verdict, and how many errata there are of each kind."""
    reports = [r.report for r in results]
    errata = [e for report in reports for e in report.errata]
    reviews = [r.review for r in reports if r.review]
    return {
        "theorems": Counter(r.verdict for r in reports),
        "steps": Counter(line.verdict for r in reports for line in r.steps),
        "errata": Counter(fault.first.kind for fault in faults(errata)),
        "places": len(errata),
        "problems": sum(len(r.problems) for r in reports),
        "notes": sum(len(r.notes) for r in reports),
        "seconds": round(seconds, 3),
        **({"review": _second_judge(reviews)} if reviews else {}),
    }


def _second_judge(reviews: list[Review]) -> Document:
    """What the second judge says of all theorems together."""
    open_, rigor = Counter[str](), Counter[str]()
    for review in reviews:
        open_.update(review.not_applicable)
        rigor.update(review.rigor or {})
    return {
        "theorems": len(reviews),
        "identities": sum(r.identities for r in reviews),
        "signs": sum(r.signs for r in reviews),
        "duties": sum(r.duties for r in reviews),
        "not_applicable": open_,
        "disagreements": sum(len(r.disagreements) for r in reviews),
        **({"rigor": rigor} if rigor else {}),
    }


def verdicts(results: list[Result], total: Document, left_out: Mapping[Path, str]) -> Document:
    """`verify --json`."""
    return {
        "symnorm": __version__,
        "environment": {**environment(), "SymPy's ground types": _ground_types(results)},
        "theorems": [_theorem(r.report) for r in results],
        "left_out": [{"path": str(path), "reason": why} for path, why in left_out.items()],
        "summary": total,
    }


def _ground_types(results: list[Result]) -> str:
    return ", ".join(sorted({r.report.ground_types for r in results} - {""}))


def _theorem(report: Report) -> Document:
    failure = report.failure
    return {
        "id": report.id,
        "title": report.title,
        "paper": report.paper,
        "verdict": report.verdict,
        "lemmas": to_json(report.lemmas),
        "steps": [_line(report, line) for line in report.lines],
        "errata": [_erratum(report, e) for e in report.errata],
        "sources": [{"id": c.source, "label": c.label, "statement_hash": c.hash} for c in report.citations],
        "problems": to_json(report.problems),
        "notes": to_json(report.notes),
        "seconds": report.seconds,
        "hypotheses": [h.formula.latex for h in report.hypotheses],
        "provenance": [to_json(h.provenance) for h in report.hypotheses],
        "unused_hypotheses": [h.formula.latex for h in report.hypotheses if not h.is_used],
        "failure": {"cause": failure.cause, "reason": failure.reason, "hint": failure.hint} if failure else None,
        "review": to_json(report.review) if report.review else None,
        "rocq": to_json(report.rocq) if report.rocq else None,
    }


def _line(report: Report, line: Line) -> Document:
    """A line; others are referred to by their labels as the script writes them."""
    return {
        "label": line.name,
        "also": to_json(line.also),
        "role": line.role,
        "verdict": line.verdict,
        "reason": line.reason,
        "accepted": line.accepted,
        "statement": line.formula.latex,
        "sides": to_json(line.sides),
        "text": line.formula.text,
        "rule": line.rule,
        "premises": report.named(line.premises),
        "uses": report.named(line.uses),
        "suppositions": report.named(line.suppositions),
        "lemmas": to_json(line.lemmas),
        "witness": to_json(line.witness),
        "source": line.source,
        "note": line.note,
        "supplied": line.is_supplied,
        "chain": to_json(line.chain),
        "line": line.script_line,
        "refutation": _point(line.refutation) if line.refutation else None,
        "printed": _printed(line.printed) if line.printed else None,
        "graph": [told.text for told in line.graph],
        "provenance": to_json(line.provenance) if line.provenance else None,
    }


def _printed(printed: Erratum) -> Document:
    """What a paper prints in the place of a line."""
    correction = printed.correction
    return {
        "latex": printed.printed,
        "text": printed.printed_text,
        "statement": printed.statement.latex,
        "verdict": printed.verdict,
        "kind": printed.kind,
        "corrected": correction.latex if correction else "",
        "corrected_text": correction.text if correction else "",
        "extractions": to_json(printed.extractions),
        "counterexample": printed.point.text if printed.point else "",
        "under": to_json(printed.under),
        "note": printed.note,
    }


def _erratum(report: Report, erratum: Erratum) -> Document:
    """An erratum, all of it."""
    condition, mended = erratum.condition, erratum.mended
    return {
        **_listed(erratum),
        "printed_is_formula": erratum.printed_is_formula,
        "printed_text": erratum.printed_text,
        "charged_as": erratum.charged_as.latex if erratum.charged_as else "",
        "charged_as_text": erratum.charged_as.text if erratum.charged_as else "",
        "assumes": erratum.assumes.latex if erratum.assumes else "",
        "assumes_text": erratum.assumes.text if erratum.assumes else "",
        "printed_words": erratum.printed_words,
        "printed_as": erratum.printed_as,
        "alternative": erratum.alternative,
        "read_by": report.read_by(erratum.label),
        "statement": erratum.statement.latex,
        "corrected_text": erratum.correction.text if erratum.correction else "",
        "readings": to_json(erratum.readings),
        "condition": condition.latex if condition else "",
        "condition_text": condition.text if condition else "",
        "mended": report.lines[mended].name if mended is not None else "",
        "point": _point(erratum.point) if erratum.point else None,
    }


def _listed(erratum: Erratum) -> Document:
    """An erratum as a list of errata has it."""
    return {
        "paper": erratum.paper,
        "theorem": erratum.theorem,
        "label": erratum.label,
        "severity": erratum.severity,
        "where": erratum.where,
        "kind": erratum.kind,
        "printed": erratum.printed,
        "corrected": erratum.correction.latex if erratum.correction else "",
        "extractions": to_json(erratum.extractions),
        "counterexample": erratum.point.text if erratum.point else "",
        "under": to_json(erratum.under),
        "note": erratum.note,
        "graph": [told.text for told in erratum.graph],
        "origin": erratum.origin,
    }


def _point(point: Point) -> Document:
    """A point at which something fails, as LaTeX."""
    return {
        "text": point.text,
        "values": [v.latex for v in point.values],
        "others": [v.latex for v in point.others],
        "left": point.left.latex if point.left else "",
        "right": point.right.latex if point.right else "",
        "remark": point.remark,
        "kind": point.kind,
    }


def errata(results: list[Result]) -> Document:
    """`errata --json`."""
    found = faults(erratum for r in results for erratum in r.report.errata)
    return {"symnorm": __version__, "errata": [_fault(fault) for fault in found]}


def _fault(fault: Fault) -> Document:
    """A fault, and all its places."""
    places = [_listed(erratum) for erratum in fault.places]
    return {"severity": fault.severity, "kinds": list(fault.kinds), "note": fault.first.note, "places": places}


def certificates(results: list[Result]) -> Document:
    """`verify --certificates`: a bundle for `python -m symnorm.checker`."""
    return {"theorems": [r.report.bundle.document for r in results if r.report.bundle]}


def coverage(results: list[Result], papers: list[Paper], is_whole: bool = True) -> Document:
    """`coverage --json`: per paper what its printed lines have, those without a verdict, and how print was bound.

    Of some theorems of a paper alone, those printed lines count that these theorems speak of.
    """
    found = [_coverage(paper, [r.report for r in results if r.report.paper == paper.id], is_whole) for paper in papers]
    return {"symnorm": __version__, "papers": found}


def add_slips(document: Document, slips: Mapping[str, Sequence[tuple[Script, Document]]]) -> None:
    """Adds to a document of `coverage` how many slips were tried in every paper, and which nobody noticed.

    The scripts in which they could not be tried are listed with the reason: in these, nothing is known.
    """
    for paper in document["papers"]:
        answers = slips.get(paper["paper"], ())
        reports = [report for _, answer in answers for report in answer.get("reports", ())]
        paper["slips"] = sum(report["tried"] for report in reports)
        paper["missed"] = [{"theorem": r["id"], **missed} for r in reports for missed in r["missed"]]
        paper["untried"] = [
            {"theorems": list(script.ids), "reason": answer["failure"]["reason"], "hint": answer["failure"]["hint"]}
            for script, answer in answers
            if "failure" in answer
        ]


def _coverage(paper: Paper, reports: list[Report], is_whole: bool) -> Document:
    from ..coverage import STANDINGS, bound, covered, defined, standing
    from ..report import OUTCOMES

    found, held = covered(reports), bound(reports)
    outcomes = [binding.outcome for binding in held.values()]
    standings = {line.label: standing(paper, line, found) for line in paper.lines}
    definitions = defined(paper, reports)
    if not is_whole:
        spoken_of = {label for label, has in standings.items() if has in ("verdict", "also", "given")}
        spoken_of |= {*held, *definitions}
        standings = {label: has for label, has in standings.items() if label in spoken_of}
    lines = [line for line in paper.lines if line.label in standings]
    rest = [line for line in lines if standings[line.label] not in ("verdict", "also")]
    return {
        "paper": paper.id,
        "title": paper.title,
        "theorems": len(reports),
        "whole": is_whole,
        "lines": len(lines),
        **{what: list(standings.values()).count(what) for what in STANDINGS},
        "rest": [
            {"label": line.label, "where": line.where, "reason": paper.reason(line) or None,
             "standing": standings[line.label]}
            for line in rest
        ],
        "binding": {outcome: outcomes.count(outcome) for outcome in OUTCOMES},
        "definitions": definitions,
        "comparisons": [to_json(held[line.label]) for line in paper.lines if line.label in held],
    }
