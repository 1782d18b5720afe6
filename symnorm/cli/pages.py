"""What the commands print, for people to read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..catalog import Script, shown
from ..runner import Report, Result
from .screen import Screen

Document = dict[str, Any]

PREMISES = ("where", "given", "suppose")
"""The roles of lines that a theorem starts from; the others are its steps."""


def verdict(screen: Screen, result: Result, scripts: list[Script], verbose: int) -> None:
    """One theorem in one line, and below it what is wrong; all its steps, if wanted."""
    report = result.report
    failure = report.get("failure")
    id_width = max([len(h.id) for s in scripts for h in s.headings] + [len(report["id"])])
    if failure:
        screen.entry(f"{screen.mark('fault')} {report['id']:<{id_width}}", failure["reason"], at=id_width + 4)
        if failure["hint"]:
            screen.entry("", f"hint: {failure['hint']}", at=id_width + 4)
        if verbose > 1:
            screen.line(failure["traceback"].rstrip())
        return
    title, numbers = _title_and_numbers(screen, result, scripts, id_width + 7)
    screen.line(
        f"{screen.mark(report['verdict'])} {report['id']:<{id_width}}  {title}  {screen.styled(numbers, dim=True)}"
    )
    if result.needed_by:
        screen.line(f"    needed by {result.needed_by}")
    for problem in report["problems"]:
        screen.entry("  -", problem, at=4)
    _steps(screen, [s for s in report["steps"] if verbose or s["verdict"] != "proved"])


def _title_and_numbers(screen: Screen, result: Result, scripts: list[Script], taken: int) -> tuple[str, str]:
    """What fits of the title, and of the numbers, beside so many columns that are taken."""
    report = result.report
    steps = sum(step["role"] not in PREMISES for step in report["steps"])
    time = "kept" if result.from_cache else f"{report['seconds']:.1f} s"
    errata = f"{len(report['errata']):>2} errata"
    room = max([len(h.title) for s in scripts for h in s.headings] + [len(report["title"])])
    numbers = f"{steps:>3} steps  {errata}  {time:>6}"
    if screen.width and screen.width - taken - len(numbers) < min(room, 24):
        numbers = errata
    if screen.width:
        room = min(room, screen.width - taken - len(numbers))
    return f"{screen.fit(report['title'], room):<{room}}", numbers


def summary(screen: Screen, total: Document) -> None:
    """What a run found, in one line."""
    theorems = ", ".join(f"{n} {name}" for name, n in total["theorems"].items())
    kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(total["errata"].items(), key=lambda item: -item[1]))
    errata = f"{sum(total['errata'].values())} errata" + (f" ({kinds})" if kinds else "")
    screen.line()
    screen.entry(
        "", f"{theorems}; {sum(total['steps'].values())} lines, {errata}; {total['seconds']:.1f} s", at=0
    )


def listing(screen: Screen, scripts: list[Script], kept: Mapping[str, Report]) -> None:
    """Every theorem in one line, with the verdict if it is known."""
    width = max(len(h.id) for s in scripts for h in s.headings) if any(s.headings for s in scripts) else 0
    for script in scripts:
        if script.broken:
            screen.entry(f"{screen.mark('fault')} {'':<{width}}", script.broken, at=width + 4)
        for heading in script.headings:
            mark = screen.mark(kept[heading.id]["verdict"]) if heading.id in kept else " "
            screen.entry(f"{mark} {heading.id:<{width}}", heading.title, at=width + 4)


def theorem(screen: Screen, result: Result) -> None:
    """One theorem: hypotheses, lines, errata, and what it rests on."""
    report = result.report
    screen.line(screen.styled(f"{report['id']}  {report['title']}", bold=True))
    screen.line(f"{screen.mark(report['verdict'])} {report['verdict']}, {shown(result.script.path)}")
    for problem in report["problems"]:
        screen.entry("  -", problem, at=4)
    if report["hypotheses"]:
        screen.heading("Hypotheses")
    for hypothesis in report["hypotheses"]:
        screen.line(f"  {hypothesis['text']}" + ("" if hypothesis["used"] else "   (not used)"))
    screen.heading("Lines")
    _steps(screen, report["steps"])
    beside = {step["label"] for step in report["steps"] if step["printed"]}
    others = [erratum for erratum in report["errata"] if erratum["label"] not in beside]
    if others:
        screen.heading("What is wrong with the argument")
    for erratum in others:
        _erratum(screen, erratum)
    if report["lemmas"]:
        screen.heading("Lemmas")
    for lemma in report["lemmas"]:
        screen.line(f"  {lemma}")
    screen.line()


def errata(screen: Screen, results: list[Result]) -> None:
    """The errata, theorem by theorem."""
    for result in results:
        if result.report["verdict"] != "proved":
            screen.line(
                f"{screen.mark(result.report['verdict'])} {result.report['id']} is not proved; its list is open"
            )
        for erratum in result.report["errata"]:
            _erratum(screen, erratum)


def axioms(screen: Screen, results: list[Result], lemmas: Mapping[str, Mapping[str, str]]) -> None:
    """What theorems rest on, and then what the lemmas say and where they are proved."""
    used: list[str] = []
    for result in results:
        report = result.report
        screen.line(screen.styled(f"{report['id']}  {report['title']}", bold=True))
        for hypothesis in report["hypotheses"]:
            screen.entry(
                "  hypothesis", hypothesis["text"] + ("" if hypothesis["used"] else " (not used)"), at=14
            )
        for source in report["sources"]:
            screen.entry("  theorem", f"{source['label']} of {source['id']}", at=14)
        for lemma in report["lemmas"]:
            screen.entry("  lemma", lemma, at=14)
        used += [lemma for lemma in report["lemmas"] if lemma not in used]
    for lemma in used:
        screen.heading(lemma)
        screen.entry(" ", lemmas[lemma]["statement"], at=2)
        screen.entry(" ", lemmas[lemma]["reference"], at=2)


def coverage(screen: Screen, papers: list[Document]) -> None:
    """Per paper, how many printed lines have a verdict or a reason, and which have neither."""
    for paper in papers:
        screen.line(screen.styled(f"{paper['paper']}  {paper['title']}", bold=True))
        if not paper["theorems"]:
            screen.line(f"  {paper['lines']} printed lines, no theorem yet")
            continue
        numbers = (
            f"{paper['verdict']} with a verdict, {paper['reason']} with a reason, {paper['missing']} missing"
        )
        screen.entry(" ", f"{paper['lines']} printed lines: {numbers}", at=2)
        for line in paper["rest"]:
            if line["reason"] is None:
                screen.entry(f"  {screen.mark('unknown')} {line['label']}", line["where"], at=24)


def _steps(screen: Screen, steps: list[Document]) -> None:
    lines = [step for step in steps if step["role"] != "where"]
    at = max((len(step["label"]) for step in lines), default=0) + 6
    for step in lines:
        screen.entry(f"  {screen.mark(step['verdict'])} {step['label']}", step["text"], at=at)
        if step["verdict"] != "proved":
            screen.entry("", f"{step['verdict']}: {step['reason']}", at=at)
        elif step["rule"]:
            premises = f" from {', '.join(step['premises'])}" if step["premises"] else ""
            screen.entry("", f"by {step['rule']}{premises}", at=at, dim=True)
        if step["printed"]:
            _printed(screen, step["printed"], at)


def _printed(screen: Screen, printed: Document, at: int) -> None:
    screen.entry(" " * (at - 2) + screen.mark(printed["verdict"]), f"printed: {printed['text']}", at=at)
    fails = f", fails at {printed['counterexample']}" if printed["counterexample"] else ""
    note = f"; {printed['note']}" if printed["note"] else ""
    screen.entry("", printed["kind"] + fails + note, at=at)


def _erratum(screen: Screen, erratum: Document) -> None:
    screen.heading(f"{erratum['theorem']}  {erratum['label']}  {erratum['kind']}")
    for name, value in (
        ("where", erratum["where"]),
        ("printed", erratum.get("printed_text") or erratum["printed"]),
        ("corrected", erratum.get("corrected_text") or erratum["corrected"]),
        ("fails at", erratum["counterexample"]),
        ("note", erratum["note"]),
        ("printed in", ", ".join(erratum["extractions"])),
    ):
        if value:
            screen.entry(f"  {name}", value, at=14)
