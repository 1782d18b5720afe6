"""An edition from the reports of a run, the transcripts of the papers, and the docstrings of the scripts."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .. import __version__, transcript
from ..catalog import Script
from ..checker.lemmas import LEMMAS
from ..runner import Report, Result, unpacked
from .edition import (
    Certificate,
    Counterexample,
    Definition,
    Edge,
    Edition,
    Erratum,
    Formula,
    Hypothesis,
    Lemma,
    Line,
    Node,
    Paper,
    PrintedLine,
    Reference,
    Theorem,
    Witness,
    slug,
)

Anchors = Mapping[str, Mapping[str, str]]
"""The anchors of the lines, by theorem and label."""

Claims = Mapping[str, Mapping[str, str]]
"""The labels of the claims, by theorem and by the hash of what they say."""


def edition(
    results: Sequence[Result], papers: Sequence[transcript.Paper], complete: Collection[str]
) -> Edition:
    """The edition of the theorems in the results.

    `papers` are the transcripts that belong to them, and `complete` the ids of the papers all of whose theorems are
    among the results. Papers with a transcript come first, in that order, the others after them.
    """
    anchors = {r.report["id"]: _anchors(r.report) for r in results}
    claims = {r.report["id"]: {c["statement_hash"]: c["label"] for c in r.report["claims"]} for r in results}
    cited_by: dict[str, list[str]] = {}
    for r in results:
        for id in dict.fromkeys(source["id"] for source in r.report["sources"]):
            cited_by.setdefault(id, []).append(r.report["id"])
    by_paper: dict[str, list[Theorem]] = {p.id: [] for p in papers}
    transcripts = {p.id: p for p in papers}
    for result in results:
        id = result.report["paper"]
        made = _Theorem(result, transcripts.get(id), anchors, claims).made(
            tuple(cited_by.get(result.report["id"], ()))
        )
        by_paper.setdefault(id, []).append(made)
    made_papers = tuple(
        _paper(id, transcripts.get(id), tuple(theorems), id in complete)
        for id, theorems in by_paper.items()
        if theorems
    )
    used = {name for r in results for name in r.report["lemmas"]}
    lemmas = tuple(Lemma(n, lemma.statement, lemma.reference) for n, lemma in LEMMAS.items() if n in used)
    return Edition(__version__, made_papers, lemmas, _nodes(results, lemmas), _edges(results))


def judged_labels(report: Report) -> Iterable[str]:
    """The labels of printed lines on which a report has a verdict."""
    for step in report["steps"]:
        if step["verdict"] in ("proved", "refuted"):
            yield from (step["label"], *step["also"])
    for erratum in report["errata"]:
        yield erratum["label"]


class _Theorem:
    """The making of one theorem."""

    def __init__(
        self, result: Result, paper: transcript.Paper | None, anchors: Anchors, claims: Claims
    ) -> None:
        self.report, self.script, self.anchors, self.claims = result.report, result.script, anchors, claims
        self.sources = {source["label"]: source for source in self.report["sources"]}
        self.printed = paper.by_label if paper else {}
        self.steps = {step["label"]: step for step in self.report["steps"]}
        packed = self.report["certificate"]
        self.certificate: Mapping[str, Any] | None = unpacked(packed) if packed else None
        self.errata = self._errata()

    def made(self, cited_by: tuple[str, ...]) -> Theorem:
        report = self.report
        entries = self.certificate["entries"] if self.certificate else []
        lines = [
            self._line(s, e) for s, e in zip(report["steps"], entries, strict=True) if s["role"] != "where"
        ]
        return Theorem(
            id=report["id"],
            title=report["title"],
            paper=report["paper"],
            verdict=report["verdict"],
            docstring=inspect.cleandoc(self.script.docstring),
            script=_place(self.script),
            hypotheses=tuple(self._hypothesis(h) for h in report["hypotheses"]),
            vectors=tuple(_formula(v) for v in report.get("vectors", ())),
            variables=tuple(_formula(v) for v in report.get("variables", ())),
            definitions=tuple(
                Definition(_formula(d), Formula(d["body"], d["body_text"]), d["value"])
                for d in report.get("definitions", ())
            ),
            lines=tuple(lines),
            errata=self.errata,
            lemmas=tuple(report["lemmas"]),
            cites=tuple(map(self._claim, report["sources"])),
            cited_by=cited_by,
            problems=tuple(report["problems"]),
            failure=report["failure"]["reason"] if "failure" in report else "",
            certificate=self.certificate,
        )

    def _line(self, step: Report, entry: Report) -> Line:
        label = step["label"]
        printed = self.printed.get(label)
        uses = [self.steps[u] for u in step["uses"]]
        return Line(
            anchor=self.anchors[self.report["id"]][label],
            label=label.lstrip("+"),
            also=tuple(step["also"]),
            role=step["role"],
            is_supplied=step["supplied"],
            verdict=step["verdict"],
            reason=step["reason"],
            formula=Formula(step["statement"], step["text"]),
            sides=tuple(step["sides"]),
            rule=step["rule"],
            premises=tuple(map(self._reference, step["premises"])),
            uses=tuple(self._reference(u["label"]) for u in uses if u["role"] != "where"),
            hypotheses=tuple(Formula(u["statement"], u["text"]) for u in uses if u["role"] == "where"),
            suppositions=tuple(map(self._reference, step["suppositions"])),
            lemmas=tuple(step["lemmas"]),
            source=self._claim(self.sources[label.lstrip("+")]) if self._is_cited(step) else None,
            note=step["note"],
            where=printed.where if printed else "",
            printed=printed.latex if printed else "",
            words=printed.text if printed else "",
            extractions=printed.extractions if printed else (),
            readings=dict(printed.readings) if printed else {},
            errata=tuple(e for e in self.errata if label in (e.label, "+" + e.label) or self._mends(label, e)),
            certificate=_certificate(step["accepted"], entry),
            witness=Witness(**step["witness"]) if step["witness"] else Witness("", 0, ""),
            script_line=step["line"],
        )

    def _mends(self, label: str, erratum: Erratum) -> bool:
        return erratum.line is not None and erratum.line.anchor == self.anchors[self.report["id"]][label]

    def _hypothesis(self, h: Report) -> Hypothesis:
        missing = tuple(h.get("missing_from", ()))
        return Hypothesis(_formula(h), not missing, h["used"], missing)

    def _reference(self, label: str) -> Reference:
        """A line of this theorem."""
        return Reference(self.report["id"], label.lstrip("+"), self.anchors[self.report["id"]].get(label, ""))

    def _is_cited(self, step: Report) -> bool:
        return bool(step["role"] == "given" and step["source"] != "hypothesis")

    def _claim(self, source: Report) -> Reference:
        """The claim of another theorem that a source names, which may have another label there."""
        label = self.claims.get(source["id"], {}).get(source["statement_hash"], source["label"])
        anchor = self.anchors.get(source["id"], {}).get(label, "")
        return Reference(source["id"], label.lstrip("+"), anchor)

    def _errata(self) -> tuple[Erratum, ...]:
        made: list[Erratum] = []
        taken: dict[str, int] = {}
        for e in self.report["errata"]:
            base = slug(e["label"])
            taken[base] = taken.get(base, 0) + 1
            suffix = f"-{taken[base]}" if taken[base] > 1 else ""
            mended = self.steps.get(e["mended"])
            point = e["point"]
            made.append(
                Erratum(
                    paper=e["paper"],
                    theorem=e["theorem"],
                    label=e["label"],
                    where=e["where"],
                    kind=e["kind"],
                    origin=e["origin"],
                    printed=e["printed"],
                    printed_is_formula=e["printed_is_formula"],
                    words=self.printed[e["label"]].text if e["label"] in self.printed else "",
                    statement=Formula(e["statement"], e["printed_text"]),
                    corrected=Formula(mended["statement"], mended["text"]) if mended else None,
                    condition=Formula(e["condition"], e["condition_text"]) if e["condition"] else None,
                    counterexample=Counterexample(
                        e["counterexample"], tuple(point["values"]), point["left"], point["right"],
                        point["remark"], point["kind"] == "exact", tuple(point["others"]),
                    ),
                    note=e["note"],
                    extractions=tuple(e["extractions"]),
                    readings=dict(e["readings"]),
                    line=self._reference(mended["label"]) if mended else None,
                    anchor=f"erratum-{base}{suffix}",
                )
            )  # fmt: skip
        return tuple(made)


def _paper(id: str, source: transcript.Paper | None, theorems: tuple[Theorem, ...], is_complete: bool) -> Paper:
    if source is None:
        return Paper(id, id.capitalize(), (), None, "", "", {}, (), theorems, is_complete)
    judged_by: dict[str, list[Reference]] = {}
    for theorem in theorems:
        for line in theorem.lines:
            if line.verdict in ("proved", "refuted"):
                for label in (*(() if line.is_supplied else (line.label,)), *line.also):
                    judged_by.setdefault(label, []).append(Reference(theorem.id, line.label, line.anchor))
        for erratum in theorem.errata:
            found = judged_by.setdefault(erratum.label, [])
            if not any(r.theorem == theorem.id for r in found):
                found.append(Reference(theorem.id, erratum.label, erratum.anchor))
    return Paper(
        id=id,
        title=source.title,
        authors=source.authors,
        year=source.year,
        arxiv=source.arxiv,
        venue=source.venue,
        extractions=dict(source.extractions),
        printed=tuple(_printed(source, line, judged_by) for line in source.lines) if is_complete else (),
        theorems=theorems,
        is_complete=is_complete,
    )


def _printed(
    paper: transcript.Paper, line: transcript.Line, judged_by: Mapping[str, Sequence[Reference]]
) -> PrintedLine:
    reason = paper.reason(line)
    repeated = line
    while repeated.label not in judged_by and repeated.same_as:
        repeated = paper.by_label[repeated.same_as]
    judges = tuple(judged_by.get(repeated.label, ()))
    status = "verdict" if paper.has_verdict(line, judged_by) else "reason" if reason else "missing"
    return PrintedLine(
        line.label,
        line.where,
        line.latex,
        line.text,
        line.extractions,
        dict(line.readings),
        reason,
        status,
        judges,
    )


def _nodes(results: Sequence[Result], lemmas: Sequence[Lemma]) -> tuple[Node, ...]:
    theorems = [
        Node(r["id"], r["title"], r["paper"], r["verdict"]) for r in (result.report for result in results)
    ]
    return (*theorems, *(Node(lemma.name, lemma.statement, "", "lemma") for lemma in lemmas))


def _edges(results: Sequence[Result]) -> tuple[Edge, ...]:
    reports = [result.report for result in results]
    known = {r["id"] for r in reports}
    edges = [Edge(r["id"], s["id"], s["label"]) for r in reports for s in r["sources"] if s["id"] in known]
    edges += [Edge(r["id"], lemma, "") for r in reports for lemma in r["lemmas"]]
    return tuple(dict.fromkeys(edges))


def _anchors(report: Report) -> dict[str, str]:
    """An anchor for every line of a theorem, by its label."""
    anchors: dict[str, str] = {}
    taken: set[str] = set()
    for number, step in enumerate(report["steps"], start=1):
        anchor = ("own-" if step["supplied"] else "") + slug(step["label"])
        anchors[step["label"]] = anchor if anchor not in taken else f"{anchor}-line-{number}"
        taken.add(anchors[step["label"]])
    return anchors


def _certificate(accepted: bool, entry: Mapping[str, Any]) -> Certificate:
    digest, conditions, proof = entry["certificate"]
    return Certificate(accepted, digest, len(conditions), _relations(proof), entry)


def _relations(proof: Any) -> int:
    """How many relations have a cofactor, in all identities of a proof."""
    if not isinstance(proof, list):
        return 0
    own = len(proof[1]) if proof[:1] == ["ident"] else 0
    return own + sum(map(_relations, proof))


def _place(script: Script) -> str:
    return Path(script.path.parent.name, script.path.name).as_posix()


def _formula(report: Mapping[str, Any]) -> Formula:
    return Formula(report["latex"], report["text"])
