"""Processes that judge what scripts have built: one may judge many, since it never runs a script.

Whether a line is proved must not depend on what was judged before. So a judge forgets all that it remembers, and where
one that has judged others before ends without an answer or runs out of memory, a fresh one is asked again.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import tempfile
from collections.abc import Callable, Iterator

from ..catalog import Script
from . import worker
from .processes import MAX_ANSWER, WORD, Forked, Guard

MAX_JUDGED = 400_000
"""After so many bytes of records, a judge is replaced: that is cheaper than looking for the garbage it has made."""

Answering = Callable[[Script, bytes], bytes]


class Judge:
    """A forked process that answers one request after another, and ends when nobody can ask it any more.

    An answer comes in a file that no other process has; how long it is, is told through a pipe.
    """

    def __init__(self, answering: Answering, memory: int, guard: Guard) -> None:
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 - kill closes it
        asked, self._asking = os.pipe()
        self._told, telling = os.pipe()
        kept = asked, telling, self._output.fileno()

        def work() -> None:
            worker.silence(memory)
            _attend(answering, *kept)

        self._process = Forked(work, guard, *kept)
        os.close(asked)
        os.close(telling)
        self.judged = 0
        """How many bytes of records it has judged, with what it judges now."""
        self._answer: int | None = None

    def ask(self, script: Script, built: bytes) -> None:
        """Has it judge what a script has built. It must have answered before, if it was asked."""
        self.judged += len(built)
        self._answer = None
        request = pickle.dumps((script, built))
        with contextlib.suppress(BrokenPipeError), open(self._asking, "wb", closefd=False) as pipe:
            pipe.write(len(request).to_bytes(WORD, "big"))
            pipe.write(request)

    def poll(self) -> int | None:
        """0 as soon as it has answered; or the exit status, or minus the signal, of a process that has ended."""
        if self._answer is None and select.select([self._told], [], [], 0)[0]:
            word = os.read(self._told, WORD)
            self._answer = int.from_bytes(word, "big") if len(word) == WORD else None
        return self._process.poll() if self._answer is None else 0

    def written(self) -> bytes:
        """What it has answered."""
        return os.pread(self._output.fileno(), min(self._answer or 0, MAX_ANSWER), 0)

    @contextlib.contextmanager
    def watched(self) -> Iterator[int]:
        """A file descriptor that can be read as soon as there is an answer, or none will come."""
        yield self._told

    def kill(self) -> None:
        """Ends the process, and forgets its answer."""
        self._process.kill()
        self._process.wait()
        for descriptor in (self._asking, self._told):
            os.close(descriptor)
        self._output.close()


class Judges:
    """The judges of a pool: those that wait for work, and as many more as there is work for."""

    def __init__(self, answering: Answering, memory: int, guard: Guard) -> None:
        self._answering, self._memory, self._guard = answering, memory, guard
        self._idle: list[Judge] = []

    def judge(self, script: Script, built: bytes, is_fresh: bool = False) -> Judge:
        """A judge who was asked what a script has built is worth; a fresh one has not been asked before."""
        judge = self._idle.pop() if self._idle and not is_fresh else None
        judge = judge or Judge(self._answering, self._memory, self._guard)
        judge.ask(script, built)
        return judge

    def back(self, judge: Judge) -> None:
        """Takes back a judge who has answered."""
        if judge.judged > MAX_JUDGED:
            judge.kill()
        else:
            self._idle.append(judge)

    def close(self) -> None:
        """Ends those that wait."""
        while self._idle:
            self._idle.pop().kill()


def _attend(answering: Answering, asked: int, telling: int, output: int) -> None:
    """Answers until the other end of the pipe is closed."""
    with open(asked, "rb") as pipe:
        while len(word := pipe.read(WORD)) == WORD:
            script, built = pickle.loads(pipe.read(int.from_bytes(word, "big")))
            answer = answering(script, built)
            _write(output, answer)
            os.write(telling, len(answer).to_bytes(WORD, "big"))
            worker.forget()


def _write(descriptor: int, answer: bytes) -> None:
    done = 0
    while done < len(answer):
        done += os.pwrite(descriptor, answer[done:], done)
