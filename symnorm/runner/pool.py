"""Two processes per proof script, a few scripts at a time, with limits of time and memory, each killed if need be.

The first builds the theorems, in a process of its own; the second judges what the first has written, and then others
(see `symnorm.runner.worker`, `symnorm.runner.judges`). An answer comes back through a temporary file, which no script
can block; that of a script is read when its process has ended and what it started was killed. The pool is a loop in one
thread: a process that forks must not have others.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import time
from collections import deque
from collections.abc import Iterator
from functools import partial
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any

from ..catalog import Script
from . import worker
from .judges import Judge, Judges
from .processes import Forked, Guard, Process, Spawned, Task, told, wait_for_one

if TYPE_CHECKING:
    from . import Limits

CAN_FORK = hasattr(os, "fork")

Answer = dict[str, Any]


class Pool:
    """Runs scripts as processes. Leaving the context kills whatever still runs."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.waiting: deque[Script] = deque()
        self.jobs: list[Job] = []
        self._guard: Guard | None = None
        self._judges: Judges | None = None

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        for job in self.jobs:
            job.process.kill()
        if self._judges is not None:
            self._judges.close()
        if self._guard is not None:
            self._guard.close()

    def submit(self, script: Script) -> None:
        """Puts a script into the queue."""
        self.waiting.append(script)

    @property
    def busy(self) -> bool:
        """Whether anything waits or runs."""
        return bool(self.waiting or self.jobs)

    @property
    def running(self) -> tuple[Script, ...]:
        """The scripts that run now."""
        return tuple(job.script for job in self.jobs)

    def poll(self) -> Iterator[tuple[Script, Answer]]:
        """Starts what can start, waits a moment, and yields the answers that have come."""
        while self.waiting and len(self.jobs) < self.limits.jobs:
            self.jobs.append(self._start(self.waiting.popleft()))
        wait_for_one([job.process for job in self.jobs])
        for job in list(self.jobs):
            answer = job.answer()
            if answer is not None:
                self.jobs.remove(job)
                yield job.script, answer

    def _start(self, script: Script) -> Job:
        if CAN_FORK and self._guard is None:
            limits, self._guard = self.limits, Guard()
            worker.preload(len(self.waiting) + 1)
            for one in (script, *self.waiting):
                worker.prepare(one)
            gc.freeze()
            answering = partial(worker.answer, rigor=limits.rigor, question=limits.question)
            self._judges = Judges(answering, limits.memory, self._guard)
        return Job(script, self.limits, self._guard, self._judges)


class Job:
    """A script at work: its own process runs it, then another judges what the first has built."""

    def __init__(self, script: Script, limits: Limits, guard: Guard | None, judges: Judges | None) -> None:
        self.script, self.limits, self._guard, self._judges = script, limits, guard, judges
        self._started = time.monotonic()
        self._built: bytes | None = None
        self.process: Task | Judge = Task(self._build)

    def _build(self, output: IO[bytes]) -> Process:
        if self._guard is None:
            return self._spawned(output)
        building, number = worker.task(self.script, None), output.fileno()
        return Forked(lambda: worker.serve(building, number, self.limits.memory), self._guard, number)

    def _spawned(self, output: IO[bytes]) -> Process:
        limits = self.limits
        arguments = told(self.script.path, limits.memory, limits.rigor, limits.question)
        return Spawned(arguments, self._built, output)

    def _judge(self, built: bytes, is_fresh: bool = False) -> None:
        """Has judged what the script has built."""
        self._built = built
        if self._judges is None:
            self.process = Task(self._spawned)
        else:
            self.process = self._judges.judge(self.script, built, is_fresh)

    def answer(self) -> Answer | None:
        """What was found, or why nothing was; None as long as a process runs."""
        status = self.process.poll()
        seconds = time.monotonic() - self._started
        if status is None and seconds <= self.limits.timeout:
            return None
        if status is None:
            answer = _failure("time", f"did not finish within {self.limits.timeout:g} s", "--timeout gives it longer")
        else:
            written = self.process.written() if status == 0 else b""
            if written and self._built is None:
                self.process.kill()
                self._judge(written)
                return None
            answer = json.loads(written) if written else _failure("tool", _ending(status), ENDS)
            if self._is_asked_again(answer):
                return None
        self._leave("reports" in answer)
        if "failure" in answer and answer["failure"]["cause"] == "memory":
            limit = f" (limit {self.limits.memory / 2**30:g} GiB)" if self.limits.memory else ""
            more = f"--memory {2 * self.limits.memory / 2**30:g} gives it twice as much" if limit else "cut it in two"
            answer = _failure("memory", f"ran out of memory{limit}", more)
        return {**answer, "seconds": seconds}

    def _is_asked_again(self, answer: Answer) -> bool:
        """Whether a fresh judge is asked: the one that was has no answer, perhaps for what it had judged before."""
        built, judge = self._built, self.process
        failed = "failure" in answer and answer["failure"]["cause"] in ("tool", "memory")
        if built is None or not (failed and isinstance(judge, Judge) and judge.judged > len(built)):
            return False
        judge.kill()
        self._judge(built, is_fresh=True)
        return True

    def _leave(self, has_reports: bool) -> None:
        """Ends what still runs. A judge that has brought reports may judge another script."""
        if has_reports and self._judges is not None and isinstance(self.process, Judge):
            self._judges.back(self.process)
        else:
            self.process.kill()


ENDS = "a script has to end by itself, with its last line"


def _failure(cause: str, reason: str, hint: str) -> Answer:
    return {"failure": {"cause": cause, "reason": reason, "hint": hint, "traceback": ""}}


def _ending(status: int) -> str:
    if status < 0:
        try:
            name = f" ({signal.Signals(-status).name})"
        except ValueError:
            name = ""
        return f"was killed by signal {-status}{name}"
    return f"ended with exit status {status}" + ("" if status else " and without an answer")
