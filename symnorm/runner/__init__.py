"""Runs proof scripts, each in a process that can be killed, and brings back a report on every theorem.

    for event in verify(catalog.resolve(["all"]), catalog.near, limits, Cache()):
        match event:
            case Result(report=report): ...
            case Progress(): ...

A report is a dictionary as `symnorm.judge.judge` makes it, with the certificate packed (see `unpacked`). Where a
script does not get that far (it is wrong, it crashes, it takes too long), each of its theorems has a report with the
verdict "fault" all the same, whose `failure` has the `cause` ("script", "time", "memory" or "tool"), the `reason`, a
`hint` and the `traceback`.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..catalog import Script, shown
from .cache import Cache, environment
from .ledger import Ledger, Report
from .pool import Pool
from .worker import unpacked

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
    "unpacked",
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

    With `rigor`, the second judge is asked as well (`symnorm.rigor`). A `question` is what a pool asks of each
    theorem in the place of a verdict: a function, as "symnorm.mutation:report", and its arguments.
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
                answers[script] = {"failure": _unreadable(script)}
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
        self.expected = {id for s in scripts for id in s.ids}
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
        if reports is not None and self.rigor and not all("rigor" in r for r in reports):
            reports = None  # they were found without the second judge
        if reports is not None:
            self._take(script, _Outcome(reports, True))
        return reports is not None

    def take_answer(self, script: Script, answer: dict[str, Any]) -> None:
        """Takes what the process of a script has answered."""
        if "failure" in answer:
            reports = _faults(script, answer["failure"], answer["seconds"])
        else:
            reports = answer["reports"]
            if self.cache and answer["cacheable"] and all(r["verdict"] in FINAL for r in reports):
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
        missing = sorted({source["id"] for source in report["sources"]} - self.expected)
        found = self.near(script) if missing else {}
        for needed in (found[id] for id in missing if id in found):
            if needed not in self.needed_by:
                self.needed_by[needed] = report["id"]
                self.order.insert(self.order.index(script), needed)
                self.fresh.append(needed)
                self.expected.update(needed.ids)
                self.open.update(needed.ids)


def _unreadable(script: Script) -> dict[str, str]:
    return {"cause": "script", "reason": script.broken, "hint": "correct the line", "traceback": ""}


def _faults(script: Script, failure: dict[str, str], seconds: float) -> list[Report]:
    """A report for every theorem of a script that brought none, or for the script itself."""
    headings = [(h.id, h.title, h.paper) for h in script.headings]
    return [
        {
            "id": id, "title": title, "paper": paper, "verdict": "fault", "hypotheses": [], "lemmas": [],
            "assumes": [], "sources": [], "claims": [], "steps": [], "errata": [], "problems": [failure["reason"]],
            "notes": [], "certificate": "", "seconds": seconds, "failure": failure,
        }
        for id, title, paper in headings or [(shown(script.path), "", script.path.parent.name)]
    ]  # fmt: skip
