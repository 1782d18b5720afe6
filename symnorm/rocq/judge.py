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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from ..errors import UserError
from ..report import Acceptance, Bundle
from .axioms import AXIOMS, COMPUTED
from .cited import Citations, cites
from .composed import Source
from .files import LIBRARIES, OPTIONS, steps_and_claims
from .installed import INSTALL, environment, installed
from .kept import Kept, digest, sources
from .names import require_one_each
from .points import Points
from .proof import Proved
from .said import first_error
from .toplevel import asking, not_accepted
from .trial import WRITING, Accepted, accepted

if sys.platform == "linux":
    import resource

SENTENCE_SECONDS = 20.0
"""So long a single lemma may take where each is judged by itself."""

LIBRARY_SECONDS = 300.0

UNCITED = "a citation: "
"""How the axiom begins that a citation is which is not taken from elsewhere."""


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
        self._sources: dict[str, tuple[str, Source]] = {}
        """What can be cited of the theorems that were judged in the folder: by their ids, with digests of bundles."""
        self._providing = Lock()

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
        (self.folder / "loads.v").write_text("From Symnorm Require Laws Beside Loss.\n", "utf-8")
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

    def judge(
        self, bundle: Mapping[str, Any], title: str = "", behind: Sequence[Mapping[str, Any]] = ()
    ) -> Acceptance:  # fmt: skip
        """What Rocq accepts of one theorem.

        What it cites is taken from those `behind` it, all on which it stands, each after those that it cites itself.
        """
        key = digest(Bundle.written(bundle), map(Bundle.written, behind))
        before = self.kept.load(key, self.coq.digest) if self.kept else None
        if before:
            return before
        found, is_final = self._judged(bundle, title, behind)
        if self.kept and is_final and not self.is_over:
            self.kept.store(key, found, self.coq.digest)
        return found

    def _judged(
        self, bundle: Mapping[str, Any], title: str, behind: Sequence[Mapping[str, Any]]
    ) -> tuple[Acceptance, bool]:
        """The same, and whether more time would change nothing."""
        started = time.monotonic()
        found = self._accepted(bundle, title, self._provided(behind))
        uncited = (UNCITED + found.uncited,) if found.uncited else ()
        told = Acceptance(
            entries=len(steps_and_claims(bundle)) + Points.counted(bundle),
            accepted=len(found.entries) + len(found.kinds),
            axioms=(*sorted(found.axioms), *uncited),
            computed=tuple(sorted(found.axioms & COMPUTED)),
            strange=(*sorted(found.axioms - COMPUTED - set(AXIOMS)), *uncited),
            coq=self.coq.version,
            open=found.open,
            points=found.kinds,
            seconds=round(time.monotonic() - started, 2),
        )
        return told, found.is_final

    def _accepted(self, bundle: Mapping[str, Any], title: str, sources: Mapping[str, Source]) -> Accepted:
        key = digest(Bundle.written(bundle))
        if self._sources.get(bundle["id"], (key,))[0] != key:  # other files may need the one that is written anew
            self._sources.clear()
        found = accepted(self, bundle, title, sources)
        if found.source:
            self._sources[bundle["id"]] = key, found.source
        return found

    def _provided(self, behind: Sequence[Mapping[str, Any]]) -> Mapping[str, Source]:
        """What theorems prove, which are judged for it if they were not in this folder."""
        provided: dict[str, Source] = {}
        with self._providing:
            for id, bundle in ((bundle["id"], bundle) for bundle in behind):
                if self._sources.get(id, ("",))[0] != digest(Bundle.written(bundle)):
                    self._accepted(bundle, "", provided)
                if id in self._sources:
                    provided[id] = self._sources[id][1]
        return provided


def judged(
    rocq: Rocq, bundles: Sequence[tuple[Mapping[str, Any], str]], jobs: int
) -> Iterator[tuple[str, Acceptance]]:
    """What Rocq accepts of theorems, by their ids, several at once, as each is judged; long ones are begun first.

    One that cites others comes after them, for it is taken from their files what it cites. Raises UserError where two
    theorems have one id.
    """
    require_one_each(bundle["id"] for bundle, _ in bundles)
    pool = ThreadPoolExecutor(jobs)
    try:
        yield from _Judged(rocq, pool, bundles).all()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


class _Judged:
    """Theorems that are judged by a pool."""

    def __init__(
        self, rocq: Rocq, pool: ThreadPoolExecutor, bundles: Sequence[tuple[Mapping[str, Any], str]]
    ) -> None:  # fmt: skip
        self.rocq, self.pool = rocq, pool
        self.bundles = {bundle["id"]: bundle for bundle, _ in bundles}
        self.titles = {bundle["id"]: title for bundle, title in bundles}
        self.citations = Citations(self.bundles)
        self.asked: dict[Future[Acceptance], str] = {}
        self.against: dict[str, tuple[str, ...]] = {}
        """What speaks against the citations of a theorem."""
        self.found: dict[str, Acceptance] = {}

    def all(self) -> Iterator[tuple[str, Acceptance]]:
        """What is accepted of each, as it is known."""
        sorter = self.citations.sorter()
        self._ask(sorter.get_ready())
        while len(self.found) < len(self.bundles):
            if not self.asked:  # what is left is in a circle, or cites what is
                self._ask([id for id in self.bundles if id not in self.found])
            for future in wait(self.asked, return_when=FIRST_COMPLETED).done:
                id = self.asked.pop(future)
                self.found[id] = self._told(id, future.result())
                yield id, self.found[id]
                if sorter.is_active():
                    sorter.done(id)
                    self._ask(sorter.get_ready())

    def _ask(self, ids: Iterable[str]) -> None:
        """Lets theorems be judged, long ones first."""
        for id in sorted(ids, key=lambda id: len(Bundle.written(self.bundles[id])), reverse=True):
            behind: list[Mapping[str, Any]] = []
            if cites(self.bundles[id]):
                with WRITING:
                    self.against[id] = tuple(UNCITED + said for said in self.citations.against(id, self._verdicts))
                if not self.against[id]:
                    behind = [self.bundles[one] for one in self.citations.behind(id)]
            self.asked[self.pool.submit(self.rocq.judge, self.bundles[id], self.titles[id], behind)] = id

    @property
    def _verdicts(self) -> dict[str, str]:
        whole = {id: one.is_whole for id, one in self.found.items()}
        return {id: "proved" if is_whole else "Rocq does not accept all of it" for id, is_whole in whole.items()}

    def _told(self, id: str, one: Acceptance) -> Acceptance:
        """What is accepted, with what speaks against the citations of a theorem as an axiom."""
        if not (against := self.against.get(id)):
            return one
        own = [tuple(a for a in named if not a.startswith(UNCITED)) for named in (one.strange, one.axioms)]
        return replace(one, strange=(*own[0], *against), axioms=(*own[1], *against))


def _kill(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
