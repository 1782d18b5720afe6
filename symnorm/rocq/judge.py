"""What Rocq says of a theorem: coqc runs on its files, and the verdict is kept as long as none of them changes."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from ..errors import UserError
from ..report import Acceptance, Bundle
from .axioms import AXIOMS, COMPUTED
from .cited import cites, discharged
from .files import LIBRARIES, OPTIONS, steps_and_claims
from .installed import INSTALL, environment, installed
from .kept import Kept, sources
from .names import require_one_each
from .points import Points
from .proof import Proved
from .said import first_error
from .toplevel import asking, not_accepted
from .trial import accepted

if sys.platform == "linux":
    import resource

SENTENCE_SECONDS = 20.0
"""So long a single lemma may take where each is judged by itself."""

LIBRARY_SECONDS = 300.0


class Watch(Protocol):
    """What is told of processes, to end those that are left when this one has been killed."""

    def tell(self, pid: int) -> None:
        """Says that a process has begun, or with a negative number that it has ended."""


class Rocq:
    """Runs coqc in a folder of its own, which has the library; every process is killed on leaving it."""

    def __init__(
        self, seconds: float, cache: Path | None = None, *, memory: int = 0, watch: Watch | None = None
    ) -> None:  # fmt: skip
        """Each run has so many seconds, and so many bytes of memory if not 0."""
        self.coq, self.seconds, self.memory, self.watch = installed(), seconds, memory, watch
        self.kept = Kept(cache) if cache else None
        sources()
        self._running: set[subprocess.Popen[str]] = set()
        self.is_over = False

    def __enter__(self) -> Rocq:
        self._folder = tempfile.TemporaryDirectory(prefix="symnorm-")
        self.folder = Path(self._folder.name)
        for path in LIBRARIES:
            shutil.copy(path, self.folder / path.name)
        if not (self.kept and self.kept.fetch_library(self.coq.digest, self.folder) and self._loads()):
            self._compile()
        return self

    def _loads(self) -> bool:
        """Whether the library that is there belongs to what is installed."""
        (self.folder / "loads.v").write_text("From Symnorm Require Laws Beside.\n", "utf-8")
        return self._of_library("loads.v")[0] == 0

    def _compile(self) -> None:
        """Compiles the library, and keeps it for the next time."""
        for path in LIBRARIES:
            code, said = self._of_library(path.name)
            if code:
                self._folder.cleanup()
                missing = "Coquelicot" in said and "Cannot find" in said
                why = "Coquelicot is not installed" if missing else f"coqc refuses the library: {first_error(said)}"
                raise UserError(why, INSTALL)
        if self.kept:
            self.kept.store_library(self.coq.digest, self.folder)

    def _of_library(self, file: str) -> tuple[int, str]:
        try:
            return self.run(file, LIBRARY_SECONDS)
        except subprocess.TimeoutExpired:
            return 1, f"{file} takes more than {LIBRARY_SECONDS:.0f} seconds"

    def __exit__(self, *_: object) -> None:
        self.is_over = True
        for process in list(self._running):
            _kill(process)
        self._folder.cleanup()

    def run(self, file: str, seconds: float | None = None) -> tuple[int, str]:
        """The exit status of coqc on a file, and what it says. Raises TimeoutExpired."""
        process = self._started([self.coq.coqc, *OPTIONS.split(), file])
        try:
            said, _ = process.communicate(timeout=seconds or self.seconds)
        finally:
            self._end(process)
        return process.returncode, said

    def refused(self, proved: Proved) -> dict[int, str]:
        """The entries of a theorem that are not accepted, each judged by itself, with the reason."""
        process = self._started([self.coq.coqtop, *OPTIONS.split()], subprocess.PIPE)
        try:
            said, _ = process.communicate(asking(proved.text, SENTENCE_SECONDS), timeout=self.seconds)
        except subprocess.TimeoutExpired:
            _kill(process)
            said, _ = process.communicate()
        finally:
            self._end(process)
        return not_accepted(proved, said)

    def _started(self, command: list[str], given: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            command, cwd=self.folder, stdin=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True, env=environment(),
        )  # fmt: skip
        if self.memory and sys.platform == "linux":
            with contextlib.suppress(OSError):  # it has ended already
                resource.prlimit(process.pid, resource.RLIMIT_AS, (self.memory, self.memory))
        if self.watch:
            self.watch.tell(process.pid)
        self._running.add(process)
        return process

    def _end(self, process: subprocess.Popen[str]) -> None:
        _kill(process)
        self._running.discard(process)
        if self.watch:
            self.watch.tell(-process.pid)

    def judge(self, bundle: Mapping[str, Any], title: str = "") -> Acceptance:
        """What Rocq accepts of one theorem."""
        digest = sha256(Bundle.written(bundle)).hexdigest()
        before = self.kept.load(digest, self.coq.digest) if self.kept else None
        if before:
            return before
        found, is_final = self._judged(bundle, title)
        if self.kept and is_final and not self.is_over:
            self.kept.store(digest, found, self.coq.digest)
        return found

    def _judged(self, bundle: Mapping[str, Any], title: str) -> tuple[Acceptance, bool]:
        """The same, and whether more time would change nothing."""
        started = time.monotonic()
        found = accepted(self, bundle, title)
        told = Acceptance(
            entries=len(steps_and_claims(bundle)) + Points.counted(bundle),
            accepted=len(found.entries) + len(found.kinds),
            axioms=tuple(sorted(found.axioms)),
            computed=tuple(sorted(found.axioms & COMPUTED)),
            strange=tuple(sorted(found.axioms - COMPUTED - set(AXIOMS))),
            coq=self.coq.version,
            open=found.open,
            points=found.kinds,
            seconds=round(time.monotonic() - started, 2),
        )
        return told, found.is_final


def judged(
    rocq: Rocq, bundles: Sequence[tuple[Mapping[str, Any], str]], jobs: int
) -> Iterator[tuple[str, Acceptance]]:
    """What Rocq accepts of theorems, by their ids, several at once, as each is judged; long ones are begun first.

    Those that cite others come last: only then is it known whether what they cite is accepted. Raises UserError where
    two theorems have one id.
    """
    require_one_each(bundle["id"] for bundle, _ in bundles)
    pool = ThreadPoolExecutor(jobs)
    try:
        longest = sorted(bundles, key=lambda told: len(Bundle.written(told[0])), reverse=True)
        asked = {pool.submit(rocq.judge, bundle, title): bundle["id"] for bundle, title in longest}
        by_id, found = {bundle["id"]: bundle for bundle, _ in bundles}, dict[str, Acceptance]()
        for done in as_completed(asked):
            id = asked[done]
            found[id] = done.result()
            if not cites(by_id[id]):
                yield id, found[id]
        yield from discharged(by_id, found)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _kill(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
