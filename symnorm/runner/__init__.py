"""Runs proof scripts, each in a process that can be killed, and brings back a report on every theorem.

    for event in verify(catalog.resolve(["all"]), catalog.near, limits, Cache()):
        match event:
            case Result(report=report): ...
            case Progress(): ...

Where a script does not get as far as verdicts (it is wrong, it crashes, it takes too long), each of its theorems has a
report with the verdict "fault" all the same, which says why (see `symnorm.report.Failure`).
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ..as_json import Misfit, from_json
from ..catalog import Script, shown
from ..report import Failure, Report
from .cache import Cache, environment
from .ledger import Ledger
from .pool import Pool

__all__ = [
    "Cache",
    "Limits",
    "Progress",
    "Report",
    "Result",
    "ask",
    "environment",
    "kept",
    "processors",
    "verify",
]

FINAL = {"proved", "refuted", "unknown"}
"""The verdicts that are kept. A fault may be gone the next time."""

Finder = Callable[[Script], Mapping[str, Script]]


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


@dataclass(frozen=True)
class Limits:
    """What the scripts may use: processes at once, seconds and bytes for each (0 bytes: no limit).

    With `rigor`, the second judge is asked as well, helped by python-flint (`symnorm.rigor`). A `question` is what a
    pool asks of each theorem in the place of a verdict: a function, as "symnorm.mutation:answer", and its arguments.
    """

    jobs: int = field(default_factory=processors)
    timeout: float = 120.0
    memory: int = 4 * 2**30
    rigor: bool = False
    question: tuple[str, ...] = ()


@dataclass(frozen=True)
class Progress:
    """How far the run is: scripts that are done, scripts in all, and what runs now."""

    done: int
    total: int
    running: tuple[Script, ...]


@dataclass(frozen=True)
class Result:
    """The final report on one theorem. `needed_by` is the theorem that cites it, if nobody asked for it."""

    script: Script
    report: Report
    from_cache: bool
    needed_by: str = ""


def verify(
    scripts: Iterable[Script], near: Finder, limits: Limits, cache: Cache | None
) -> Iterator[Progress | Result]:
    """Yields the results in the order of the scripts, and progress while it waits for them.

    `near` gives the scripts in which the theorems that a script cites are looked for; they are verified as well.
    """
    run = _Run(list(scripts), near, cache, limits.rigor)
    with Pool(limits) as pool:
        while run.position < len(run.order):
            while run.fresh:
                script = run.fresh.popleft()
                if not run.take_known(script):
                    pool.submit(script)
            yield from run.results()
            if pool.busy:
                yield Progress(len(run.outcomes), len(run.order), pool.running)
                for script, answer in pool.poll():
                    run.take_answer(script, answer)


def ask(scripts: Iterable[Script], limits: Limits) -> Iterator[Progress | tuple[Script, dict[str, Any]]]:
    """Asks the question of the limits: yields each script with its answer, in order, and progress in between.

    An answer has the `reports` on the theorems of the script, or a `failure`. No verdict is looked up or kept.
    """
    order, answers, position = list(scripts), dict[Script, dict[str, Any]](), 0
    with Pool(limits) as pool:
        for script in sorted(order, key=lambda s: -s.size):
            if script.broken:
                answers[script] = {"failure": asdict(_unreadable(script))}
            else:
                pool.submit(script)
        while position < len(order):
            while position < len(order) and order[position] in answers:
                yield order[position], answers[order[position]]
                position += 1
            if pool.busy:
                yield Progress(len(answers), len(order), pool.running)
                answers.update(pool.poll())


def kept(scripts: Iterable[Script], cache: Cache) -> dict[str, Report]:
    """The final reports that the cache has, without running anything."""
    ledger, scripts = Ledger(), list(scripts)
    for script in scripts:
        for report in cache.load(script) or ():
            ledger.add(report)
    return {
        id: ledger.settled(report)
        for id, report in ledger.reports.items()
        if ledger.cited(report) <= ledger.reports.keys()
    }


@dataclass(frozen=True)
class _Outcome:
    reports: list[Report]
    from_cache: bool


class _Run:
    """The state of one run: what was asked for, what has come in, what was already handed out.

    Large scripts start first, so that none of them is left alone at the end.
    """

    def __init__(self, scripts: list[Script], near: Finder, cache: Cache | None, rigor: bool) -> None:
        self.order = scripts
        self.expected = {id: s for s in scripts for id in s.ids}
        self.open = set(self.expected)
        self.fresh = deque(sorted(scripts, key=lambda s: -s.size))
        self.near, self.cache, self.rigor = near, cache, rigor
        self.ledger = Ledger()
        self.outcomes: dict[Script, _Outcome] = {}
        self.needed_by: dict[Script, str] = {}
        self.position = 0

    def take_known(self, script: Script) -> bool:
        """Whether the outcome is known without running the script: it is broken, or the cache has it."""
        if script.broken:
            self._take(script, _Outcome(_faults(script, _unreadable(script), 0.0), False))
            return True
        reports = self.cache.load(script) if self.cache else None
        if reports is not None and not self.rigor:
            reports = [_without_rigor(r) for r in reports]  # nobody asks now
        elif reports is not None and any(r.review is None or r.review.rigor is None for r in reports):
            reports = None  # they were found without python-flint
        if reports is not None:
            self._take(script, _Outcome(reports, True))
        return reports is not None

    def take_answer(self, script: Script, answer: dict[str, Any]) -> None:
        """Takes what the process of a script has answered."""
        try:
            failure = from_json(Failure, answer["failure"]) if "failure" in answer else None
            reports = [from_json(Report, r) for r in answer.get("reports", ())]
        except Misfit as error:
            failure = Failure("tool", f"its process answered what is no report: {error}", "")
        if failure is not None:
            reports = _faults(script, failure, answer["seconds"])
        elif self.cache and answer["cacheable"] and all(r.verdict in FINAL for r in reports):
            self.cache.store(script, reports)
        self._take(script, _Outcome(reports, False))

    def results(self) -> Iterator[Result]:
        """The results that are final and whose turn it is."""
        while self.position < len(self.order):
            script = self.order[self.position]
            outcome = self.outcomes.get(script)
            if outcome is None or any(self.ledger.cited(report) & self.open for report in outcome.reports):
                return
            self.position += 1
            for report in outcome.reports:
                settled = self.ledger.settled(report)
                yield Result(script, settled, outcome.from_cache, self.needed_by.get(script, ""))

    def _take(self, script: Script, outcome: _Outcome) -> None:
        self.outcomes[script] = outcome
        self.open.difference_update(script.ids)
        for report in outcome.reports:
            self.ledger.add(report)
        for report in outcome.reports:
            self._fetch_sources(script, report)

    def _fetch_sources(self, script: Script, report: Report) -> None:
        """Sees to it that what a theorem cites is verified, and is not another of that id than beside its script."""
        folder = script.path.parent
        for id in sorted({line.source for line in report.citations}):
            known = self.expected.get(id)
            if known and known.path.parent == folder:
                continue
            needed = self.near(script).get(id)
            if needed and not known:
                self.needed_by[needed] = report.id
                self.order.insert(self.order.index(script), needed)
                self.fresh.append(needed)
                self.expected.update(dict.fromkeys(needed.ids, needed))
                self.open.update(needed.ids)
            elif needed and known and needed.path.parent == folder:
                self.ledger.contested[report.id, id] = f"{shown(known.path)} and {shown(needed.path)}"


def _without_rigor(report: Report) -> Report:
    return replace(report, review=None)


def _unreadable(script: Script) -> Failure:
    return Failure("script", script.broken, "correct the line")


def _faults(script: Script, failure: Failure, seconds: float) -> list[Report]:
    """A report for every theorem of a script that brought none, or for the script itself."""
    headings = [(h.id, h.title, h.paper) for h in script.headings]
    return [
        Report(id, title, paper, "fault", problems=(failure.reason,), failure=failure, seconds=seconds)
        for id, title, paper in headings or [(shown(script.path), "", script.path.parent.name)]
    ]
