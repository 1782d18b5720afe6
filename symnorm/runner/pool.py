"""One process per proof script, a few at a time, each with a limit of time and memory, each killed if need be.

An answer comes back through a temporary file, which no script can block, and which is read when the process has
ended. The pool is a loop in one thread: a process that forks must not have others.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import select
import signal
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Protocol

from ..catalog import Script
from . import worker

if TYPE_CHECKING:
    from . import Limits

POLL = 0.003
"""Seconds between two looks at the processes, where the system does not say when one has ended."""

PATIENCE = 0.05
"""Seconds between two reports on progress, and two looks at the clock."""

MAX_ANSWER = 256 * 1024 * 1024
CAN_FORK = hasattr(os, "fork")

Answer = dict[str, Any]


class Pool:
    """Runs scripts as processes. Leaving the context kills whatever still runs."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.waiting: deque[Script] = deque()
        self.jobs: list[Job] = []
        self._preloaded = False

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        for job in self.jobs:
            job.stop()

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
        _wait([job.process.pid for job in self.jobs])
        for job in list(self.jobs):
            answer = job.answer(self.limits)
            if answer is not None:
                self.jobs.remove(job)
                yield job.script, answer

    def _start(self, script: Script) -> Job:
        import tempfile

        if CAN_FORK:
            if not self._preloaded:
                worker.preload()
                gc.freeze()
                self._preloaded = True
            worker.prepare(script)
        output = tempfile.TemporaryFile()  # noqa: SIM115 - the job closes it
        if CAN_FORK:
            process: Process = Forked(script, output.fileno(), self.limits)
        else:
            process = _spawned(script, output, self.limits)
        return Job(script, process, output, time.monotonic())


class Process(Protocol):
    """What the pool needs of a process; subprocess.Popen has it."""

    pid: int

    def poll(self) -> int | None: ...
    def kill(self) -> None: ...
    def wait(self) -> int: ...


class Forked:
    """A forked process in a session of its own, so that it is killed with all that it started."""

    def __init__(self, script: Script, output: int, limits: Limits) -> None:
        self.returncode: int | None = None
        self.pid = os.fork()
        if self.pid == 0:
            status = 1
            try:
                os.setsid()
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                worker.serve(script, output, limits.memory, limits.rigor, limits.question)
                status = 0
            finally:
                os._exit(status)

    def poll(self) -> int | None:
        """The exit status, or minus the signal, of a process that has ended."""
        return self._collect(os.WNOHANG)

    def kill(self) -> None:
        """Kills the process, unless it has ended, and what it has started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        if self.returncode is None:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Waits for the end, which comes soon after kill."""
        status = self._collect(0)
        assert status is not None
        return status

    def _collect(self, options: int) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, options)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


def _wait(pids: Iterable[int]) -> None:
    """Waits until one of the processes has ended, or for a moment."""
    with contextlib.ExitStack() as opened:
        try:
            descriptors = []
            for pid in pids:
                descriptors.append(os.pidfd_open(pid))
                opened.callback(os.close, descriptors[-1])
            select.select(descriptors, [], [], PATIENCE)
        except (AttributeError, OSError, ValueError):  # not on this system
            time.sleep(POLL)


def _spawned(script: Script, output: IO[bytes], limits: Limits) -> Process:
    import subprocess

    command = [sys.executable, "-m", __package__, str(script.path), str(limits.memory)]
    command += ["rigor" if limits.rigor else "", *limits.question]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL)


@dataclass
class Job:
    """A script that runs."""

    script: Script
    process: Process
    output: IO[bytes]
    started: float

    def answer(self, limits: Limits) -> Answer | None:
        """What the script answered, or why it did not; None as long as it runs."""
        status = self.process.poll()
        seconds = time.monotonic() - self.started
        if status is None and seconds <= limits.timeout:
            return None
        answer = self._late(limits) if status is None else self._ended(status)
        self.stop()
        if "failure" in answer and answer["failure"]["cause"] == "memory":
            limit = f" (limit {limits.memory / 2**30:g} GiB)" if limits.memory else ""
            answer = _failure("memory", f"ran out of memory{limit}", "--memory gives it more")
        return {**answer, "seconds": seconds}

    def stop(self) -> None:
        """Kills what still runs, and forgets what it wrote."""
        self.process.kill()
        self.process.wait()
        self.output.close()

    def _late(self, limits: Limits) -> Answer:
        return _failure("time", f"did not finish within {limits.timeout:g} s", "--timeout gives it longer")

    def _ended(self, status: int) -> Answer:
        answer = self._read() if status == 0 else None
        return answer or _failure("tool", _ending(status), "a script has to end by itself, with its last line")

    def _read(self) -> Answer | None:
        self.output.seek(0)
        try:
            answer = json.loads(self.output.read(MAX_ANSWER))
        except (ValueError, RecursionError):
            return None
        return answer if isinstance(answer, dict) and {"reports", "failure"} & answer.keys() else None


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
