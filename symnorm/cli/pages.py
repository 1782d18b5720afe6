"""What the commands print, for people to read."""

from __future__ import annotations

from collections.abc import Mapping

from ..catalog import Script, shown
from ..runner import Report, Result
from .documents import PREMISES, Document, steps
from .screen import Screen
from .table import Table

FOUND = {"fault": "not judged"}
"""What a verdict is called where it is not by its own name."""

COVERAGE = {"verdict": "with a verdict", "reason": "with a reason", "missing": "missing"}


def counted(number: int, one: str, several: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else several or one + 's'}"


NUMBERS = {"steps": 5, "errata": 6, "time": 6}
"""The columns of a run, the dispensable first."""


def verdict(screen: Screen, result: Result, table: Table, verbose: int) -> None:
    """One theorem in one line, and below it what is wrong; all its steps and what else there is to know, if wanted."""
    report = result.report
    if "failure" in report:
        _failure(screen, result, table.text, verbose)
        return
    time = "kept" if result.from_cache else f"{report['seconds']:.1f} s"
    numbers = {"steps": len(steps(report)), "errata": len(report["errata"]) or "", "time": time}
    table.row(report["verdict"], report["id"], report["title"], numbers)
    if result.needed_by:
        screen.line(f"    needed by {result.needed_by}")
    for problem in report["problems"]:
        screen.entry("  -", problem, at=4)
    _steps(screen, [s for s in report["steps"] if verbose or s["verdict"] != "proved"])
    if verbose:
        _notes(screen, report)


def _failure(screen: Screen, result: Result, at: int, verbose: int) -> None:
    """Why a script brought no verdicts, told with the first of its theorems."""
    id, failure = result.report["id"], result.report["failure"]
    head = f"{screen.mark('fault')} {id}"
    if screen.width is None or len(id) + 4 < screen.width // 2:
        at = max(at, len(id) + 4)
    first = next(iter(result.script.ids), id)
    if id != first:
        screen.entry(head, f"as {first}, in the same script", at=at)
        return
    screen.entry(head, failure["reason"], at=at)
    if failure["hint"]:
        screen.entry("", f"hint: {failure['hint']}", at=at)
    if failure["traceback"] and verbose > 1:
        screen.line(failure["traceback"].rstrip())


def left_out(screen: Screen, scripts: list[Script]) -> None:
    """Which scripts are verified only because they were named themselves."""
    for script in scripts:
        if script.is_left_out:
            note = f"{shown(script.path)} was verified because it is named; in its folder it is left out"
            screen.entry("", note, at=0)


def _notes(screen: Screen, report: Report) -> None:
    for note in report["notes"]:
        screen.entry("  note:", note, at=8, dim=True)


def summary(screen: Screen, total: Document, verbose: int) -> None:
    """What a run found: the verdicts, the errata, and how many notes are not shown."""
    theorems = ", ".join(f"{n} {FOUND.get(name, name)}" for name, n in total["theorems"].items())
    screen.line()
    made = counted(sum(total["steps"].values()), "step")
    screen.entry("", f"{theorems}; {made}; {total['seconds']:.1f} s", at=0)
    if total["errata"]:
        kinds = sorted(total["errata"].items(), key=lambda item: -item[1])
        found = counted(sum(total["errata"].values()), "erratum", "errata") + ":"
        screen.entry(found, ", ".join(f"{n} {kind}" for kind, n in kinds), at=len(found) + 1)
    if total["notes"] and not verbose:
        screen.entry("", f"{counted(total['notes'], 'note')}; -v shows what to know", at=0)
    if "rigor" in total:
        _second_judge(screen, total["rigor"])


def _second_judge(screen: Screen, found: Document) -> None:
    """What the second judge has checked, and what it could not."""
    screen.entry(
        "",
        f"second judge, {counted(found['theorems'], 'theorem')}: {found['identities']} identities, "
        f"{found['exact']} of them multiplied out, {found['signs']} quantities of signs, {found['bounds']} bounds; "
        f"{sum(found['not_applicable'].values())} not applicable, "
        f"{counted(found['disagreements'], 'disagreement')}",
        at=0,
    )
    for reason, times in found["not_applicable"].items():
        screen.entry("  -", f"{times} not applicable: {reason}", at=4)


def listing(screen: Screen, scripts: list[Script], kept: Mapping[str, Report]) -> None:
    """Every theorem in one line, with the verdict if it is known."""
    width = max((len(h.id) for s in scripts for h in s.headings), default=0)
    for script in scripts:
        if script.broken:
            screen.entry(f"{screen.mark('fault')} {'':<{width}}", script.broken, at=width + 4)
        for heading in script.headings:
            mark = screen.mark(kept[heading.id]["verdict"]) if heading.id in kept else " "
            screen.entry(f"{mark} {heading.id:<{width}}", heading.title, at=width + 4)


def theorem(screen: Screen, result: Result) -> None:
    """One theorem: what it rests on, its lines, and what is wrong with the argument."""
    report = result.report
    screen.heading(f"{report['id']}  {report['title']}")
    screen.entry(screen.mark(report["verdict"]), f"{report['verdict']}, {shown(result.script.path)}", at=2)
    for problem in report["problems"]:
        screen.entry("  -", problem, at=4)
    _notes(screen, report)
    told = result.script.docstring
    for line in _unwrapped(told) if screen.width else told.splitlines():
        screen.entry("", line, at=2, dim=True)
    screen.line()
    _foundations(screen, report)
    for name in report.get("definitions", ()):
        screen.entry("  where", f"{name['text']} = {name['body_text']}", at=14)
    screen.line()
    _steps(screen, report["steps"])
    beside = {step["label"] for step in report["steps"] if step["printed"]}
    for erratum in report["errata"]:
        if erratum["label"] not in beside:
            _erratum(screen, erratum)
    screen.line()


def _unwrapped(text: str) -> list[str]:
    """A text in which the lines are one again that were broken because the next word did not fit."""
    made: list[str] = []
    room, last = max(map(len, text.splitlines()), default=0), 0
    for line in text.splitlines():
        first = line.partition(" ")[0]
        if made and first and made[-1] and last + 1 + len(first) > room:
            made[-1] += f" {line}"
        else:
            made.append(line)
        last = len(line)
    return made


def errata(screen: Screen, results: list[Result]) -> None:
    """The errata, theorem by theorem."""
    for result in results:
        id, found = result.report["id"], result.report["verdict"]
        if found == "fault":
            _reason(screen, result.report)
        elif found != "proved":
            screen.entry(screen.mark(found), f"{id} is not proved: there may be more", at=2)
        for erratum in result.report["errata"]:
            _erratum(screen, erratum)
    if not any(result.report["errata"] for result in results):
        screen.line(f"no errata in {counted(len(results), 'theorem')}")


def _reason(screen: Screen, report: Report) -> None:
    """Why there is no verdict on a theorem."""
    screen.entry(screen.mark("fault"), f"{report['id']}: {'; '.join(report['problems'])}", at=2)


def axioms(screen: Screen, results: list[Result]) -> None:
    """What theorems rest on, and then what the lemmas say and where they are proved."""
    from ..checker.lemmas import LEMMAS

    for result in results:
        if result.report["verdict"] == "fault":
            _reason(screen, result.report)
            continue
        screen.heading(f"{result.report['id']}  {result.report['title']}")
        if not _foundations(screen, result.report):
            screen.entry("", "nothing but calculation", at=2)
    for lemma in sorted({lemma for result in results for lemma in result.report["lemmas"]}):
        screen.line()
        screen.heading(lemma)
        screen.entry("", LEMMAS[lemma].statement, at=2)
        screen.entry("", LEMMAS[lemma].reference, at=2)


def coverage(screen: Screen, papers: list[Document]) -> None:
    """Per paper, how many printed lines have a verdict or a reason, and which have neither."""
    for paper in papers:
        screen.heading(f"{paper['paper']}  {paper['title']}")
        if not paper["theorems"]:
            screen.entry("", f"{paper['lines']} printed lines, no theorem yet", at=2)
            continue
        numbers = ", ".join(f"{paper[key]} {name}" for key, name in COVERAGE.items())
        screen.entry("", f"{paper['lines']} printed lines: {numbers}", at=2)
        for line in paper["rest"]:
            if line["reason"] is None:
                screen.entry(f"  {screen.mark('unknown')} {line['label']}", line["where"], at=24)


def _steps(screen: Screen, steps: list[Document]) -> None:
    lines = [step for step in steps if step["role"] != "where"]
    at = min(max((len(step["label"]) for step in lines), default=0) + 6, 22)
    for step in lines:
        is_start = step["role"] in PREMISES and step["verdict"] == "proved"
        screen.entry(f"  {' ' if is_start else screen.mark(step['verdict'])} {step['label']}", step["text"], at=at)
        if is_start:
            start = "supposed" if step["role"] == "suppose" else "given"
            source = "" if step["source"] in ("", "hypothesis") else f" by {step['source']}"
            screen.entry("", start + source, at=at, dim=True)
        elif step["verdict"] != "proved":
            for part in f"{step['verdict']}: {step['reason']}".split("; "):
                screen.entry("", part, at=at)
        elif step["rule"]:
            premises = f" from {', '.join(step['premises'])}" if step["premises"] else ""
            screen.entry("", f"by {step['rule']}{premises}", at=at, dim=True)
        if step["printed"]:
            _printed(screen, step["printed"], at)


def _foundations(screen: Screen, report: Report) -> bool:
    """What a theorem rests on, if there is anything."""
    found = [("hypothesis", h["text"] + ("" if h["used"] else " (not used)")) for h in report["hypotheses"]]
    found += [
        ("given", step["text"])
        for step in report["steps"]
        if step["role"] == "given" and step["source"] == "hypothesis"
    ]
    found += [("theorem", f"{source['label']} of {source['id']}") for source in report["sources"]]
    found += [("lemma", lemma) for lemma in report["lemmas"]]
    for kind, text in found:
        screen.entry(f"  {kind}", text, at=14)
    return bool(found)


def _printed(screen: Screen, printed: Document, at: int) -> None:
    screen.entry(" " * (at - 2) + screen.mark(printed["verdict"]), f"printed: {printed['text']}", at=at)
    screen.entry("", f"{printed['kind']}: {printed['note']}" if printed["note"] else printed["kind"], at=at)
    if printed["counterexample"]:
        screen.entry("", f"fails at {printed['counterexample']}", at=at)


def _erratum(screen: Screen, erratum: Document) -> None:
    screen.line()
    screen.heading(f"{erratum['theorem']}  {erratum['label']}  {erratum['kind']}")
    reading, words = erratum.get("printed_text") or erratum["printed"], erratum.get("printed_words")
    for name, value in (
        ("where", erratum["where"]),
        ("printed", f"“{words}”" if words else reading),
        ("that is", reading if words else ""),
        ("corrected", erratum.get("corrected_text") or erratum["corrected"]),
        ("fails at", erratum["counterexample"]),
        ("note", erratum["note"]),
        ("whose", erratum["origin"]),
    ):
        if value:
            screen.entry(f"  {name}", value, at=14)
