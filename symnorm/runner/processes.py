"""Processes that can be killed with all that they started, and that do not outlive who started them."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Protocol

POLL = 0.003
"""Seconds between two looks at the processes, where the system does not say when one has ended."""

PATIENCE = 0.05
"""Seconds between two reports on progress, and two looks at the clock."""

WORD = 8
"""Bytes by which a guard is told of a process, and anybody how long something is."""

MAX_ANSWER = 256 * 1024 * 1024


class Process(Protocol):
    """What a task needs of a process."""

    pid: int

    def poll(self) -> int | None: ...
    def kill(self) -> None: ...
    def wait(self) -> int: ...


class Guard:
    """A process that kills what is left of some others when its parent is gone, however the parent ended.

    It reads a pipe whose other end the parent has: numbers of processes, negative where one has ended. When nobody can
    write to the pipe any more, it kills the others with their groups. It has a session of its own, so that no
    signal from a terminal reaches it.
    """

    def __init__(self) -> None:
        reading, self.writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                _alone(reading)
                _watch(reading)
            finally:
                os._exit(0)
        os.close(reading)

    def tell(self, pid: int) -> None:
        """Says that a process has begun, or with a negative number that it has ended."""
        with contextlib.suppress(OSError):  # a guard that was killed itself
            os.write(self.writing, pid.to_bytes(WORD, "big", signed=True))

    def close(self) -> None:
        """Ends the guard, and what it knows of that still runs."""
        os.close(self.writing)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, 0)


def _watch(reading: int) -> None:
    known: set[int] = set()
    with open(reading, "rb") as pipe:
        while len(word := pipe.read(WORD)) == WORD:
            pid = int.from_bytes(word, "big", signed=True)
            known = known | {pid} if pid > 0 else known - {-pid}
    for pid in known:
        _kill(pid)


def _alone(*kept: int) -> None:
    """Leaves the session of the parent, its handlers of signals, and what files it has open but for some."""
    os.setsid()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    with contextlib.suppress(ImportError):
        import faulthandler

        faulthandler.disable()
    with contextlib.suppress(OSError):
        for descriptor in map(int, os.listdir("/dev/fd")):
            if descriptor > 2 and descriptor not in kept:
                with contextlib.suppress(OSError):
                    os.close(descriptor)


def _kill(pid: int) -> None:
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)


class Forked:
    """A forked process in a session of its own, so that it is killed with all that it started.

    It has a few files open, as that for its answer, and no other: so none can write into the answer of another.
    """

    def __init__(self, work: Callable[[], None], guard: Guard, *kept: int) -> None:
        self.returncode: int | None = None
        self.guard = guard
        self.pid = os.fork()
        if self.pid == 0:
            status = 1
            try:
                guard.tell(os.getpid())  # it does so itself: its parent may be gone already
                _alone(*kept)
                work()
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
        self.guard.tell(-self.pid)
        return status

    def _collect(self, options: int) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, options)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


class Spawned:
    """A fresh process of Python, where there is no fork. It ends when nobody holds its standard input any more."""

    def __init__(self, arguments: Iterable[str], built: bytes | None, output: IO[bytes]) -> None:
        import subprocess

        self._process = subprocess.Popen(
            [sys.executable, "-m", __package__, *arguments],
            stdin=subprocess.PIPE, stdout=output, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.pid = self._process.pid
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended already
            self._process.stdin.write(b"%d\n" % (-1 if built is None else len(built)))
            self._process.stdin.write(built or b"")
            self._process.stdin.flush()

    def poll(self) -> int | None:
        """The exit status of a process that has ended."""
        return self._process.poll()

    def kill(self) -> None:
        """Kills the process, unless it has ended."""
        self._process.kill()

    def wait(self) -> int:
        """Waits for the end, which comes soon after kill."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        return self._process.wait()


class Task:
    """A process with one thing to do, and the file for its answer, which no process can block."""

    def __init__(self, start: Callable[[IO[bytes]], Process]) -> None:
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 - kill closes it
        self._process = start(self._output)

    def poll(self) -> int | None:
        """The exit status, or minus the signal, of a process that has ended."""
        return self._process.poll()

    def written(self) -> bytes:
        """What it has answered."""
        self._output.seek(0)
        return self._output.read(MAX_ANSWER)

    @contextlib.contextmanager
    def watched(self) -> Iterator[int]:
        """A file descriptor that can be read as soon as the process has ended."""
        descriptor = os.pidfd_open(self._process.pid)
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    def kill(self) -> None:
        """Kills what still runs, and forgets what it wrote."""
        self._process.kill()
        self._process.wait()
        self._output.close()


class Watched(Protocol):
    """What can be waited for."""

    def watched(self) -> contextlib.AbstractContextManager[int]: ...


def wait_for_one(processes: Iterable[Watched]) -> None:
    """Waits until one of the processes has answered or ended, or for a moment."""
    with contextlib.ExitStack() as opened:
        try:
            descriptors = [opened.enter_context(p.watched()) for p in processes]
            select.select(descriptors, [], [], PATIENCE)
        except (AttributeError, OSError, ValueError):  # not on this system
            time.sleep(POLL)


def told(path: Path, memory: int, rigor: bool, question: tuple[str, ...]) -> list[str]:
    """What a spawned process is told on its command line."""
    return [str(path), str(memory), "rigor" if rigor else "", *question]
