"""One command at work: its screen, its limits, and the run that it watches."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from .. import runner
from ..catalog import Catalog, Script, shown
from ..errors import UserError
from ..runner.ledger import Ledger
from .screen import Screen

if TYPE_CHECKING:
    from ..export.edition import Edition
    from ..report import Acceptance
    from ..transcript import Paper

_Event = TypeVar("_Event")


SLIPS = 30
"""So much longer than to be verified may a script take when every formula of its paper has every slip."""


class Session:
    """What the commands have in common."""

    PATIENCE = 1.0
    """After so many seconds a search through folders says so."""

    def __init__(self, limits: runner.Limits | None = None, *, use_cache: bool = True) -> None:
        self.screen = Screen(sys.stdout)
        self.catalog = Catalog(looking=self._looking)
        self.limits = limits or runner.Limits()
        self.cache = runner.Cache() if use_cache else None
        self.started = time.monotonic()
        self.looked_at = self.started
        self.progress: runner.Progress | None = None

    @classmethod
    def with_options(cls, jobs: int | None, timeout: float, memory: float, use_cache: bool) -> Session:
        """A session as the options of a command have it; memory is in GiB."""
        limits = runner.Limits(jobs or runner.processors(), timeout, int(memory * 2**30))
        return cls(limits, use_cache=use_cache)

    def renewed(self) -> Session:
        """A session with the same limits that knows nothing of files as they were."""
        return Session(self.limits, use_cache=self.cache is not None)

    def ask_for_rigor(self) -> None:
        """From now on, the second judge is asked, too, with the help of python-flint. Raises UserError without it."""
        from ..rigor import has_flint

        if not has_flint():
            raise UserError("--rigor needs python-flint, which is not installed", "pip install 'symnorm[rigor]'")
        self.limits = replace(self.limits, rigor=True)

    @property
    def seconds(self) -> float:
        """How long the command has been running."""
        return time.monotonic() - self.started

    @property
    def trouble(self) -> str:
        """Why verdicts are not kept, if they are not."""
        return self.cache.trouble if self.cache else ""

    @property
    def so_far(self) -> str:
        """What is left of the work where it is interrupted."""
        if self.progress is None:
            return ""
        kept = "and their verdicts are kept" if self.cache and not self.trouble else "and no verdict is kept"
        return f"; {self.progress.done} of {self.progress.total} scripts are verified, {kept}"

    def resolve(self, targets: Iterable[str]) -> list[Script]:
        """The scripts that are meant (see Catalog.resolve); where the search takes long, it says where it is."""
        try:
            return self.catalog.resolve(targets)
        finally:
            if self.looked_at > self.started:
                self.screen.passing()

    def _looking(self, folder: Path) -> None:
        now = time.monotonic()
        if now - self.started > self.PATIENCE and now - self.looked_at > Display.INTERVAL:
            self.looked_at = now
            self.screen.passing(f"looking for proof scripts in {shown(folder)}")

    def screen_to(self, stream: TextIO) -> None:
        """Moves what people read to another stream."""
        self.screen = Screen(stream)

    def verify(self, scripts: list[Script]) -> Iterator[runner.Result]:
        """The results, as they become final, with a display of the progress while a terminal waits for them."""
        yield from self._watched(runner.verify(scripts, self.catalog.near, self.limits, self.cache))

    def ask(self, scripts: list[Script], *question: str) -> Iterator[tuple[Script, dict[str, Any]]]:
        """What a function says of the theorems of each script (see runner.ask), with the same display."""
        yield from self._watched(runner.ask(scripts, replace(self.limits, question=question)))

    def slips(self, scripts: list[Script]) -> dict[str, list[tuple[Script, dict[str, Any]]]]:
        """What the slips of the pen in their papers' formulas show of these scripts (see reader.slips), by paper.

        A script has a hundred times as many formulas then, and so much longer than to be verified.
        """
        found: dict[str, list[tuple[Script, dict[str, Any]]]] = {}
        longer = replace(self.limits, timeout=self.limits.timeout * SLIPS)
        for transcript in sorted({s.transcript for s in scripts if s.transcript}):
            beside = list(dict.fromkeys(s for s in scripts if s.transcript == transcript))
            question = replace(longer, question=("symnorm.reader.slips:report", str(transcript)))
            for script, answer in self._watched(runner.ask(beside, question)):
                found.setdefault(script.headings[0].paper, []).append((script, answer))
        return found

    def _watched(self, events: Iterator[runner.Progress | _Event]) -> Iterator[_Event]:
        display: Display | None = None
        try:
            for event in events:
                if not isinstance(event, runner.Progress):
                    yield event
                    continue
                self.progress = event
                if self.screen.is_terminal:
                    display = display or Display(self.screen, event.total)
                    display.update(event)
        finally:
            if display is not None:
                display.close()

    def wanted(self, target: str, *, with_cited: bool = False) -> list[runner.Result]:
        """The results that a target names; after them those of theorems that are only cited, if they are asked for."""
        results, ledger = list(self.verify(self.resolve([target]))), Ledger()
        for result in results:
            ledger.add(result.report)
        own = [r for r in results if not r.needed_by]
        own = [r for r in own if r.report.id == target] or own
        cited = set[str]().union(*(ledger.cited(r.report) for r in own)) - {r.report.id for r in own}
        own += [r for r in results if with_cited and r.report.id in cited]
        return self._with_rocq(own, ledger)

    def _with_rocq(self, results: list[runner.Result], ledger: Ledger) -> list[runner.Result]:
        """The results with what Rocq said of these bundles before, where that is kept."""
        if self.cache is None or not any(self.cache.folder.glob("rocq-*.json")):
            return results
        from ..rocq.kept import Kept, digest

        kept = Kept(self.cache.folder)
        known: dict[str, Acceptance | None] = {}
        for report in (r.report for r in results if r.report.bundle):
            behind = [ledger.reports[id].bundle for id in ledger.cited(report) if id in ledger.reports]
            contents = [b.content for b in (report.bundle, *behind) if b]
            known[report.id] = kept.load(digest(contents[0], contents[1:]))
        return [replace(r, report=replace(r.report, rocq=known.get(r.report.id))) for r in results]

    def against_transcripts(self, target: str) -> tuple[list[runner.Result], list[Paper]]:
        """The transcripts that a target names, and the results that are held against them."""
        from ..transcript import read_transcript

        papers = [read_transcript(path) for path in self.catalog.transcripts()]
        scripts = list(self.catalog.scripts)
        if target in {p.id for p in papers}:
            papers = [p for p in papers if p.id == target]
            scripts = [s for s in scripts if target in {h.paper for h in s.headings}]
        elif target != "all":
            scripts = self.resolve([target])
            papers = [read_transcript(path) for path in sorted({s.transcript for s in scripts if s.transcript})]
            if not papers:
                raise UserError(
                    f"there is no transcript.toml beside the scripts of {target}",
                    "a transcript lists the printed lines that verdicts are counted against; proofs/README.md says how",
                )
        return list(self.verify(scripts)), papers

    def edition(self, results: list[runner.Result]) -> Edition:
        """The edition of these theorems; a paper is complete where all its scripts are among them."""
        from ..export import build
        from ..transcript import read_transcript

        scripts = list(dict.fromkeys(r.script for r in results))
        transcripts = sorted({s.transcript for s in scripts if s.transcript})
        known = {h.id: h.paper for s in scripts for near in self.catalog.near(s).values() for h in near.headings}
        left_out = {paper for id, paper in known.items() if id not in {r.report.id for r in results}}
        complete = {r.report.paper for r in results} - left_out
        return build.edition(results, [read_transcript(path) for path in transcripts], complete)

    def kept(self, scripts: list[Script]) -> dict[str, runner.Report]:
        """What the cache knows of the theorems of some scripts, by id."""
        found = {script.path: script for script in (*self.catalog.scripts, *scripts)}
        return runner.kept(found.values(), self.cache) if self.cache else {}


class Display:
    """The progress of a run, below whatever is written meanwhile. It has no thread, because the runner forks."""

    INTERVAL = 0.1

    def __init__(self, screen: Screen, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

        self.screen = screen
        self.console = Console(file=screen.stream)
        self.progress = Progress(
            SpinnerColumn("line"), BarColumn(16), MofNCompleteColumn(), TextColumn("{task.description}", markup=False),
            console=self.console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False,
        )  # fmt: skip
        self.task = self.progress.add_task("", total=total)
        self.progress.start()
        self.shown_at = 0.0
        screen.owner = self._write_above

    def update(self, event: runner.Progress) -> None:
        """Shows how far the run is, a few times a second."""
        now = time.monotonic()
        if now - self.shown_at < self.INTERVAL:
            return
        self.shown_at = now
        names = ", ".join(_name(s) for s in event.running)
        room = (self.screen.width or 80) - 32
        description = names if len(names) <= room else names[: room - 1] + "~"
        self.progress.update(self.task, completed=event.done, total=event.total, description=description)
        self.progress.refresh()

    def close(self) -> None:
        """Takes the display away."""
        self.progress.stop()
        self.screen.owner = None

    def _write_above(self, text: str) -> None:
        from rich.text import Text

        self.console.print(Text.from_ansi(text), soft_wrap=True)


def _name(script: Script) -> str:
    return next(iter(script.ids), shown(script.path))
