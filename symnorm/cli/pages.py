"""What the commands print, for people to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ..catalog import Script, shown
from ..faults import Fault, faults
from ..report import VERDICTS, Erratum, Line, Provenance, Report
from ..runner import Result
from .documents import Document
from .screen import Screen
from .table import Table

FOUND = {"fault": "not judged"}
"""What a verdict is called where it is not by its own name."""

COVERAGE = {
    "verdict": "with a verdict", "also": "said by a line that has one", "given": "taken for granted",
    "reason": "with a reason", "missing": "missing",
}  # fmt: skip
"""What printed lines have, in words."""

BINDING = {
    "bound": "as printed", "declared": "by a declaration", "interpretation": "interpreted",
    "not understood": "not understood", "value": "equal by value only", "differs": "not what is printed",
}  # fmt: skip
"""What became of the comparison of print with statements, in words."""


def counted(number: int, one: str, several: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else several or one + 's'}"


NUMBERS = {"steps": 5, "errata": 6, "time": 6}
"""The columns of a run, the dispensable first."""


def verdict(screen: Screen, result: Result, table: Table, verbose: int) -> None:
    """One theorem in one line, and below it what is wrong; all its steps and what else there is to know, if wanted."""
    report = result.report
    if report.failure:
        _failure(screen, result, table.text, verbose)
        return
    time = "kept" if result.from_cache else f"{report.seconds:.1f} s"
    numbers = {"steps": len(report.steps), "errata": len(report.errata) or "", "time": time}
    table.row(report.verdict, report.id, report.title, numbers)
    if result.needed_by:
        screen.line(f"    needed by {result.needed_by}")
    for problem in report.problems:
        screen.entry("  -", problem, at=4)
    told = () if verbose else report.problems
    _lines(screen, report, [n for n in report.lines if verbose or (n.verdict != "proved" and n.reason not in told)])
    if verbose:
        _notes(screen, report)


def _failure(screen: Screen, result: Result, at: int, verbose: int) -> None:
    """Why a script brought no verdicts, told with the first of its theorems."""
    id, failure = result.report.id, result.report.failure
    assert failure is not None
    head = f"{screen.mark('fault')} {id}"
    if screen.width is None or len(id) + 4 < screen.width // 2:
        at = max(at, len(id) + 4)
    first = next(iter(result.script.ids), id)
    if id != first:
        screen.entry(head, f"as {first}, in the same script", at=at)
        return
    screen.entry(head, failure.reason, at=at)
    if failure.traceback and verbose > 1:
        screen.line(failure.traceback.rstrip())
    elif failure.hint:
        screen.entry("", f"hint: {failure.hint}", at=at)


def left_out(screen: Screen, scripts: list[Script]) -> None:
    """Which scripts are verified only because they were named themselves."""
    for script in scripts:
        if script.is_left_out:
            note = f"{shown(script.path)} was verified because it is named; in its folder it is left out"
            screen.entry("", note, at=0)


def not_run(screen: Screen, left_out: Mapping[Path, str], verbose: int) -> None:
    """What was left out of the folders that were named, and why: how much, and with -v each file."""
    for path, why in left_out.items() if verbose else ():
        screen.entry("  left out:", f"{path} ({why})", at=12, dim=True)
    if left_out and not verbose:
        reasons = ", ".join(f"{why} ({times})" for why, times in Counter(left_out.values()).items())
        screen.entry("", f"{len(left_out)} left out: {reasons}; -v names them", at=0)


def _notes(screen: Screen, report: Report) -> None:
    for note in report.notes:
        screen.entry("  note:", note, at=8, dim=True)


def summary(screen: Screen, total: Document, verbose: int) -> None:
    """What a run found: the verdicts, the errata, and how many notes are not shown."""
    theorems = ", ".join(f"{n} {FOUND.get(name, name)}" for name, n in total["theorems"].items())
    screen.line()
    steps = {v: total["steps"][v] for v in VERDICTS if total["steps"][v]}
    made = counted(sum(steps.values()), "step")
    if steps.keys() - {"proved"}:
        made += f" ({', '.join(f'{n} {v}' for v, n in steps.items())})"
    screen.entry("", f"{theorems}; {made}; {total['seconds']:.1f} s", at=0)
    if total["errata"]:
        kinds = sorted(total["errata"].items(), key=lambda item: -item[1])
        places = f" in {total['places']} places" if total["places"] != sum(total["errata"].values()) else ""
        found = counted(sum(total["errata"].values()), "erratum", "errata") + f"{places}:"
        screen.entry(found, ", ".join(f"{n} {kind}" for kind, n in kinds), at=len(found) + 1)
    if total["notes"] and not verbose:
        screen.entry("", f"{counted(total['notes'], 'note')}; -v shows what to know", at=0)
    if "review" in total:
        _second_judge(screen, total["review"], verbose)


def _second_judge(screen: Screen, found: Document, verbose: int) -> None:
    """What the second judge says, how much of it there is, and with -v why not of the rest."""
    said = counted(found["disagreements"], "disagreement") if found["disagreements"] else "agrees"
    counts = [
        counted(found["identities"], "identity", "identities"),
        counted(found["signs"], "sign"),
        counted(found["duties"], "duty", "duties"),
    ]
    open_ = sum(found["not_applicable"].values())
    screen.entry("second judge:", f"{said} ({', '.join(counts)}; {open_} not applicable)", at=14)
    for reason, times in found["not_applicable"].items() if verbose else ():
        screen.entry("  -", f"{times} not applicable: {reason}", at=4)
    for what, times in found.get("rigor", {}).items():
        screen.entry("  with python-flint:", f"{times} {what}", at=20)


def listing(screen: Screen, scripts: list[Script], kept: Mapping[str, Report]) -> None:
    """Every theorem in one line, with the verdict if it is known."""
    width = max((len(h.id) for s in scripts for h in s.headings), default=0)
    for script in scripts:
        if script.broken:
            screen.entry(f"{screen.mark('fault')} {'':<{width}}", script.broken, at=width + 4)
        for heading in script.headings:
            mark = screen.mark(kept[heading.id].verdict) if heading.id in kept else " "
            screen.entry(f"{mark} {heading.id:<{width}}", heading.title, at=width + 4)


def theorem(screen: Screen, report: Report, script: Script | None = None) -> None:
    """One theorem, of a script or built in Python: what it rests on, its lines, and what is wrong with the argument."""
    screen.heading(f"{report.id}  {report.title}")
    place = f", {shown(script.path)}" if script else ""
    screen.entry(screen.mark(report.verdict), f"{report.verdict}{place}", at=2)
    if report.rocq:
        screen.entry("✓" if report.rocq.is_whole else "?", report.rocq.told, at=2)
    for problem in report.problems:
        screen.entry("  -", problem, at=4)
    _notes(screen, report)
    told = script.docstring if script else ""
    for line in _unwrapped(told) if screen.width else told.splitlines():
        screen.entry("", line, at=2, dim=True)
    screen.line()
    _foundations(screen, report)
    for definition in report.definitions:
        screen.entry("  where", f"{definition.name.text} = {definition.body.text}", at=14)
    screen.line()
    _lines(screen, report, report.lines)
    for erratum in report.conceptual:
        _erratum(screen, erratum, report.read_by(erratum.label))
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
    """The faults, the most severe first, each with all its places."""
    for result in results:
        id, found = result.report.id, result.report.verdict
        if found == "fault":
            _reason(screen, result.report)
        elif found != "proved":
            screen.entry(screen.mark(found), f"{id} is not proved: there may be more", at=2)
    reports = {result.report.id: result.report for result in results}
    for fault in faults(e for report in reports.values() for e in report.errata):
        _fault(screen, fault, reports)
    judged = [result.report for result in results if result.report.verdict != "fault"]
    if judged and not any(report.errata for report in judged):
        screen.line(f"no errata in {counted(len(judged), 'theorem')}")


def _reason(screen: Screen, report: Report) -> None:
    """Why there is no verdict on a theorem."""
    screen.entry(screen.mark("fault"), f"{report.id}: {'; '.join(report.problems)}", at=2)


def axioms(screen: Screen, results: list[Result]) -> None:
    """What theorems rest on, and then what the lemmas say and where they are proved."""
    from ..checker.lemmas import LEMMAS

    for result in results:
        if result.report.verdict == "fault":
            _reason(screen, result.report)
            continue
        screen.heading(f"{result.report.id}  {result.report.title}")
        verdict = result.report.verdict
        if verdict != "proved":
            screen.entry(screen.mark(verdict), f"{verdict}, and not proved: what it supposes shows nothing of it", at=2)
        if not _foundations(screen, result.report) and verdict == "proved":
            screen.entry("", "nothing but calculation", at=2)
    for lemma in sorted({lemma for result in results for lemma in result.report.lemmas}):
        screen.line()
        screen.heading(lemma)
        screen.entry("", LEMMAS[lemma].statement, at=2)
        screen.entry("", LEMMAS[lemma].reference, at=2)


def coverage(screen: Screen, papers: list[Document], verbose: bool) -> None:
    """Per paper, how many printed lines have a verdict or a reason, which have neither, and how print was bound."""
    for paper in papers:
        screen.heading(f"{paper['paper']}  {paper['title']}")
        if not paper["theorems"]:
            screen.entry("", f"{paper['lines']} printed lines, no theorem yet", at=2)
            continue
        always = ("verdict", "reason", "missing")
        numbers = ", ".join(f"{paper[key]} {name}" for key, name in COVERAGE.items() if paper[key] or key in always)
        of = "printed lines" if paper["whole"] else "printed lines of which the theorem speaks"
        screen.entry("", f"{paper['lines']} {of}: {numbers}", at=2)
        for line in paper["rest"]:
            if line["standing"] == "missing":
                screen.entry(f"  {screen.mark('unknown')} {_quoted(line['label'])}", line["where"], at=24)
            elif line["standing"] == "given":
                screen.entry(f"    {_quoted(line['label'])}", f"{line['where']}; taken for granted", at=24, dim=True)
        if paper["comparisons"]:
            _binding(screen, paper, verbose)
        if "slips" in paper:
            missed = len(paper["missed"])
            screen.entry("", f"{paper['slips']} slips of the pen in them, {missed or 'none'} of which passes", at=2)
            for slip in paper["missed"]:
                screen.entry(f"  {screen.mark('refuted')} {_quoted(slip['label'])}", slip["formula"], at=24)
            for script in paper["untried"]:
                reason = f"no slip was tried: {script['reason']}"
                hint = f" (hint: {script['hint']})" if script["hint"] else ""
                screen.entry(f"  {screen.mark('fault')} {', '.join(script['theorems'])}", reason + hint, at=24)


def _binding(screen: Screen, paper: Document, verbose: bool) -> None:
    """How many formulas are what the scripts say, and by what; each of the others with its place."""
    numbers = ", ".join(f"{number} {BINDING[outcome]}" for outcome, number in paper["binding"].items() if number)
    screen.entry("", f"{len(paper['comparisons'])} formulas with a statement: {numbers}", at=2)
    screen.entry("", f"{len(paper['definitions'])} formulas that are definitions of the scripts", at=2)
    for found in paper["comparisons"]:
        outcome = found["outcome"]
        is_wrong = outcome in ("differs", "value")
        if is_wrong or (verbose and outcome != "bound"):
            said = "; ".join([BINDING[outcome], *filter(None, (found["reason"], *found["tolerances"]))])
            mark = screen.mark("refuted") if is_wrong else " "
            is_so = outcome in ("declared", "interpretation")
            screen.entry(f"  {mark} {_quoted(found['label'])}", said, at=24, dim=is_so)
            for row in found["place"].splitlines():
                screen.line(f"{'':8}{row}")


def _lines(screen: Screen, report: Report, chosen: Sequence[Line]) -> None:
    """Some lines of a theorem, each with its reason."""
    lines = [line for line in chosen if line.role != "where"]
    at = min(max((len(_quoted(line.name)) for line in lines), default=0) + 6, 22)
    for line in lines:
        is_start = line.is_premise and line.verdict == "proved"
        mark = " " if is_start else screen.mark(line.verdict)
        screen.entry(f"  {mark} {_quoted(line.name)}", line.formula.text, at=at)
        if is_start:
            start = "supposed" if line.role == "suppose" else "given"
            screen.entry("", f"{start} by {line.origin}" if line.is_cited else start, at=at, dim=True)
        elif line.verdict != "proved":
            for part in f"{line.verdict}: {line.reason}".split("; "):
                screen.entry("", part, at=at)
        elif line.rule:
            premises = f" from {', '.join(map(_quoted, report.named(line.premises)))}" if line.premises else ""
            screen.entry("", f"by {line.rule}{premises}", at=at, dim=True)
        for told in line.graph:
            screen.entry("", told.text, at=at, dim=True)
        if line.quote and line.quote.is_reconstructed:
            other = f"; or {line.quote.alternative}" if line.quote.alternative else ""
            screen.entry("", f"{line.quote.told}{other}", at=at, dim=True)
        if line.printed:
            _printed(screen, line.printed, at)


def _foundations(screen: Screen, report: Report) -> bool:
    """What a theorem rests on, if there is anything."""
    found = [("hypothesis", _whose(h.formula.text, h.provenance, h.is_used)) for h in report.hypotheses]
    given = (line for line in report.lines if line.role == "given" and not line.is_cited)
    found += [("given", _whose(line.formula.text, line.provenance)) for line in given]
    found += [("theorem", f"{_quoted(line.label)} of {line.origin}") for line in report.citations]
    found += [("lemma", lemma) for lemma in report.lemmas]
    for kind, text in found:
        screen.entry(f"  {kind}", text, at=14)
    return bool(found)


def _whose(text: str, provenance: Provenance | None, is_used: bool = True) -> str:
    """A hypothesis with what is said of it besides, in brackets: whose it is, and whether some line needs it."""
    told = [provenance.told] if provenance and provenance.whose not in ("own", "setting") else []
    besides = "; ".join([*told, *([] if is_used else ["not used"])])
    return f"{text} ({besides})" if besides else text


def _printed(screen: Screen, printed: Erratum, at: int) -> None:
    screen.entry(" " * (at - 2) + screen.mark(printed.verdict), f"{printed.printed_as}: {printed.printed_text}", at=at)
    if printed.charged_as:
        screen.entry("", f"charged as {printed.charged_as.text}, which the script signs", at=at)
    screen.entry("", f"{printed.kind}: {printed.note}" if printed.note else printed.kind, at=at)
    for supposed in printed.under:
        screen.entry("", f"supposing {supposed.text}", at=at)
    if printed.point:
        text = printed.point.text
        screen.entry("", text if printed.point.is_undefined else f"fails at {text}", at=at)


SEVERITY = {
    "breaks": "breaks what is claimed: nothing takes its place",
    "repairable": "repairable: it holds as corrected",
    "cosmetic": "cosmetic: what is meant is plain, and holds",
    "none": "none: no error of the author",
}
"""How much is wrong, in words."""


def _fault(screen: Screen, fault: Fault, reports: Mapping[str, Report]) -> None:
    """What is wrong in several places is told once, and each place with what is printed there and where it fails."""
    first, *more = fault.places
    if not more:
        _erratum(screen, first, reports[first.theorem].read_by(first.label))
        return
    screen.line()
    screen.heading(f"{first.paper}  {counted(len(fault.places), 'place')}  {', '.join(fault.kinds)}")
    for name, value in _whole(first):
        screen.entry(f"  {name}", value, at=14)
    for place in fault.places:
        screen.entry("  in", f"{place.theorem} {_quoted(place.label)}, {place.kind}", at=14)
        for name, value in _place(place, reports[place.theorem].read_by(place.label)):
            screen.entry(f"    {name}", value, at=16)


def _erratum(screen: Screen, erratum: Erratum, read_by: list[str]) -> None:
    screen.line()
    screen.heading(f"{erratum.theorem}  {_quoted(erratum.label)}  {erratum.kind}")
    for name, value in (*_place(erratum, read_by), *_whole(erratum)):
        screen.entry(f"  {name}", value, at=14)


def _place(erratum: Erratum, read_by: list[str]) -> Iterator[tuple[str, str]]:
    """What is printed in a place, what holds there, and where it fails."""
    words, reading, point = erratum.printed_words, erratum.statement.text, erratum.point
    charged_as, assumes = erratum.charged_as, erratum.assumes
    is_known = erratum.printed_as == "printed"
    told = [
        ("where", erratum.where),
        ("printed" if is_known else "formula", f"“{words}”" if words else erratum.printed_text),
        ("which is", "" if is_known else erratum.printed_as),
        ("or", erratum.alternative),
        ("that is", reading if words and not assumes else ""),
        ("charged as", f"{charged_as.text}, which the script signs" if charged_as else ""),
        ("assumes", assumes.text if assumes else ""),
        ("read", "; ".join(read_by)),
        ("corrected", erratum.correction.text if erratum.correction else ""),
        ("supposing", ", ".join(supposed.text for supposed in erratum.under)),
        ("no value" if point and point.is_undefined else "fails at", point.text if point else ""),
        *(("here", told.text) for told in erratum.graph),
    ]
    return ((name, value) for name, value in told if value)


def _whole(erratum: Erratum) -> Iterator[tuple[str, str]]:
    """What is wrong, how much, and whose error it is."""
    told = (("note", erratum.note), ("severity", SEVERITY[erratum.severity]), ("whose", erratum.origin))
    return ((name, value) for name, value in told if value)


def _quoted(label: str) -> str:
    """A label of a table, in quotes where it could pass for a statement."""
    return repr(label) if any(c in label for c in "=<>:") else label
