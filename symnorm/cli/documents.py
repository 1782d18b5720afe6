"""The JSON that commands write, and the exit status. The formats are stable: keys are added, none is taken away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..runner import Report, Result, environment, unpacked
from . import FAILED, NOT_PROVED, OK, USAGE

if TYPE_CHECKING:
    from ..transcript import Paper

Document = dict[str, Any]

ERRATUM = (
    "paper", "theorem", "label", "where", "kind", "printed", "corrected", "extractions", "counterexample", "note",
    "origin",
)  # fmt: skip


PREMISES = ("where", "given", "suppose")
"""The roles of lines that a theorem starts from; the others are its steps."""


def steps(report: Report) -> list[Document]:
    """The lines of a theorem that it has to show: neither hypotheses nor what is given or supposed."""
    return [step for step in report["steps"] if step["role"] not in PREMISES]


def status(results: Iterable[Result]) -> int:
    """The exit status: the worst of what was found."""
    return max((_status(r.report) for r in results), default=OK)


def _status(report: Report) -> int:
    if report["verdict"] == "fault":
        return USAGE if report.get("failure", {}).get("cause") == "script" else FAILED
    return NOT_PROVED if report["verdict"] != "proved" or report["problems"] else OK


def summary(results: list[Result], seconds: float) -> Document:
    """How many theorems and steps have which verdict, and how many errata there are of each kind."""
    reports = [r.report for r in results]
    second = [r["rigor"] for r in reports if "rigor" in r]
    return {
        "theorems": Counter(r["verdict"] for r in reports),
        "steps": Counter(s["verdict"] for r in reports for s in steps(r)),
        "errata": Counter(e["kind"] for r in reports for e in r["errata"]),
        "problems": sum(len(r["problems"]) for r in reports),
        "notes": sum(len(r["notes"]) for r in reports),
        "seconds": round(seconds, 3),
        **({"rigor": _second_judge(second)} if second else {}),
    }


def _second_judge(found: list[Document]) -> Document:
    """What the second judge has checked, in all theorems together."""
    open_ = Counter[str]()
    for one in found:
        open_.update(one["not_applicable"])
    total = {key: sum(one[key] for one in found) for key in ("identities", "exact", "signs", "bounds")}
    disagreements = sum(len(one["disagreements"]) for one in found)
    return {"theorems": len(found), **total, "not_applicable": open_, "disagreements": disagreements}


def verdicts(results: list[Result], total: Document) -> Document:
    """`verify --json`."""
    return {
        "symnorm": __version__,
        "environment": {**environment(), "SymPy's ground types": _ground_types(results)},
        "theorems": [_theorem(r.report) for r in results],
        "summary": total,
    }


def _ground_types(results: list[Result]) -> str:
    return ", ".join(sorted({t for r in results if (t := r.report.get("ground_types"))}))


def _theorem(report: Report) -> Document:
    kept = ("id", "title", "paper", "verdict", "lemmas", "steps", "errata", "sources", "problems", "notes", "seconds")
    failure = report.get("failure")
    return {
        **{key: report[key] for key in kept},
        "hypotheses": [h["latex"] for h in report["hypotheses"]],
        "unused_hypotheses": [h["latex"] for h in report["hypotheses"] if not h["used"]],
        "failure": {key: failure[key] for key in ("cause", "reason", "hint")} if failure else None,
        **({"rigor": report["rigor"]} if "rigor" in report else {}),
    }


def errata(results: list[Result]) -> list[Document]:
    """`errata --json`."""
    return [{key: erratum[key] for key in ERRATUM} for r in results for erratum in r.report["errata"]]


def certificates(results: list[Result]) -> Document:
    """`verify --certificates`: a bundle for `python -m symnorm.checker`."""
    return {"theorems": [unpacked(r.report["certificate"]) for r in results if r.report["certificate"]]}


def coverage(results: list[Result], papers: list[Paper]) -> list[Document]:
    """`coverage --json`: per paper how many printed lines have a verdict, and the rest with the reasons."""
    return [_coverage(paper, [r.report for r in results if r.report["paper"] == paper.id]) for paper in papers]


def _coverage(paper: Paper, reports: list[Report]) -> Document:
    from ..export.build import judged_labels

    judged = {label for report in reports for label in judged_labels(report)}
    rest = [line for line in paper.lines if not paper.has_verdict(line, judged)]
    missing = [line for line in rest if not paper.reason(line)]
    return {
        "paper": paper.id,
        "title": paper.title,
        "theorems": len(reports),
        "lines": len(paper.lines),
        "verdict": len(paper.lines) - len(rest),
        "reason": len(rest) - len(missing),
        "missing": len(missing),
        "rest": [
            {"label": line.label, "where": line.where, "reason": paper.reason(line) or None} for line in rest
        ],
    }
