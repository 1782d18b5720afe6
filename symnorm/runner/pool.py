"""Two processes per proof script, a few scripts at a time, each with limits of time and memory, each killed if need be.

The first builds the theorems, the second judges what the first has written (see `symnorm.runner.worker`). An answer
comes back through a temporary file, which no script can block, and which is read when the process has ended and what it
started was killed. The pool is a loop in one thread: a process that forks must not have others.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import time
from collections import deque
from collections.abc import Iterator
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any

from ..catalog import Script
from . import worker
from .processes import Forked, Guard, Process, Spawned, told, wait_for_one

if TYPE_CHECKING:
    from . import Limits

MAX_ANSWER = 256 * 1024 * 1024
CAN_FORK = hasattr(os, "fork")

Answer = dict[str, Any]


class Pool:
    """Runs scripts as processes. Leaving the context kills whatever still runs."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.waiting: deque[Script] = deque()
        self.jobs: list[Job] = []
        self._guard: Guard | None = None

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        for job in self.jobs:
            job.stop()
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
        wait_for_one([job.process.pid for job in self.jobs])
        for job in list(self.jobs):
            answer = job.answer()
            if answer is not None:
                self.jobs.remove(job)
                yield job.script, answer

    def _start(self, script: Script) -> Job:
        if CAN_FORK:
            if self._guard is None:
                self._guard = Guard()
                worker.preload()
                gc.freeze()
            worker.prepare(script)
        return Job(script, self.limits, self._guard)


class Job:
    """A script at work: its first process runs it, the second judges what the first has built."""

    def __init__(self, script: Script, limits: Limits, guard: Guard | None) -> None:
        self.script, self.limits, self._guard = script, limits, guard
        self._started = time.monotonic()
        self._begin(None)

    def _begin(self, built: bytes | None) -> None:
        import tempfile

        limits, self._built = self.limits, built
        self._output: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - stop closes it
        if self._guard is None:
            arguments = told(self.script.path, limits.memory, limits.rigor, limits.question)
            self.process: Process = Spawned(arguments, built, self._output)
        else:
            task = worker.task(self.script, built, limits.rigor, limits.question)
            output = self._output.fileno()
            self.process = Forked(lambda: worker.serve(task, output, limits.memory), output, self._guard)

    def answer(self) -> Answer | None:
        """What was found, or why nothing was; None as long as a process runs."""
        status = self.process.poll()
        seconds = time.monotonic() - self._started
        if status is None and seconds <= self.limits.timeout:
            return None
        if status is None:
            answer = _failure("time", f"did not finish within {self.limits.timeout:g} s", "--timeout gives it longer")
        else:
            written = self._written() if status == 0 else b""
            if written and self._built is None:
                self.stop()
                self._begin(written)
                return None
            answer = json.loads(written) if written else _failure("tool", _ending(status), ENDS)
        self.stop()
        if "failure" in answer and answer["failure"]["cause"] == "memory":
            limit = f" (limit {self.limits.memory / 2**30:g} GiB)" if self.limits.memory else ""
            answer = _failure("memory", f"ran out of memory{limit}", "--memory gives it more")
        return {**answer, "seconds": seconds}

    def stop(self) -> None:
        """Kills what still runs, and forgets what it wrote."""
        self.process.kill()
        self.process.wait()
        self._output.close()

    def _written(self) -> bytes:
        self._output.seek(0)
        return self._output.read(MAX_ANSWER)


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
