"""What Rocq says of a theorem: coqc runs on its files, and the verdict is kept as long as none of them changes."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..errors import UserError
from ..report import Acceptance, Bundle
from .axioms import AXIOMS, COMPUTED
from .files import LIBRARIES, PACKAGES, steps_and_claims
from .kept import Kept, sources
from .names import require_one_each
from .points import Points
from .proof import Proved
from .said import first_error
from .toplevel import asking, not_accepted
from .trial import STOPPED, accepted

INSTALL = f"on Debian or Ubuntu: apt-get install --no-install-recommends {' '.join(PACKAGES)}"
NEEDED = ("Coquelicot", "Interval")
"""The libraries of others that ours is written with."""

SENTENCE_SECONDS = 20.0
"""So long a single lemma may take where each is judged by itself."""

LIBRARY_SECONDS = 300.0

OF_THIS_TIME = re.compile(rf"more than \d+ seconds|{STOPPED}")
"""What is said where coqc has not come to its end: it says nothing of the next time."""


def require_coqc() -> str:
    """The path of coqc. Raises UserError, with what to install, where it or one of its libraries is missing."""
    found = shutil.which("coqc")
    if found is None:
        raise UserError("there is no coqc, the compiler of Rocq (Coq)", INSTALL)
    told = subprocess.run([found, "-where"], capture_output=True, text=True, check=False).stdout.strip()
    folders = [Path(told, "user-contrib"), *map(Path, filter(None, os.environ.get("COQPATH", "").split(os.pathsep)))]
    for library in NEEDED:
        if not any((folder / library).is_dir() for folder in folders):
            raise UserError(f"coqc is there, and not its library {library}", INSTALL)
    return found


class Rocq:
    """Runs coqc in a folder of its own, which has the library; every process is killed on leaving it."""

    def __init__(self, seconds: float, cache: Path | None = None) -> None:
        self.coqc, self.seconds = require_coqc(), seconds
        self.kept = Kept(cache) if cache else None
        sources()
        self._running: set[subprocess.Popen[str]] = set()
        self.is_over = False

    def __enter__(self) -> Rocq:
        self._folder = tempfile.TemporaryDirectory(prefix="symnorm-")
        self.folder = Path(self._folder.name)
        for path in LIBRARIES:
            shutil.copy(path, self.folder / path.name)
        version = subprocess.run([self.coqc, "--version"], capture_output=True, text=True, timeout=60, check=False)
        self.version = (re.findall(r"version (\S+)", version.stdout) or ["?"])[0]
        if not (self.kept and self.kept.fetch_library(self.version, self.folder) and self._loads()):
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
            self.kept.store_library(self.version, self.folder)

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
        process = self._started([self.coqc, "-w", "none", "-R", ".", "Symnorm", file])
        try:
            said, _ = process.communicate(timeout=seconds or self.seconds)
        finally:
            _kill(process)
            self._running.discard(process)
        return process.returncode, said

    def refused(self, proved: Proved) -> dict[int, str]:
        """The entries of a theorem that are not accepted, each judged by itself, with the reason."""
        interactive = shutil.which("coqtop") or "coqtop"
        process = self._started([interactive, "-q", "-w", "none", "-R", ".", "Symnorm"], subprocess.PIPE)
        try:
            said, _ = process.communicate(asking(proved.text, SENTENCE_SECONDS), timeout=self.seconds)
        except subprocess.TimeoutExpired:
            _kill(process)
            said, _ = process.communicate()
        finally:
            _kill(process)
            self._running.discard(process)
        return not_accepted(proved, said)

    def _started(self, command: list[str], given: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            command, cwd=self.folder, stdin=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True,
        )  # fmt: skip
        self._running.add(process)
        return process

    def judge(self, bundle: Mapping[str, Any], title: str = "") -> Acceptance:
        """What Rocq accepts of one theorem."""
        digest = sha256(Bundle.written(bundle)).hexdigest()
        before = self.kept.load(digest) if self.kept else None
        if before and before.coq == self.version:
            return before
        found = self._judged(bundle, title)
        if self.kept and not self.is_over and not any(map(OF_THIS_TIME.search, found.open.values())):
            self.kept.store(digest, found)
        return found

    def _judged(self, bundle: Mapping[str, Any], title: str) -> Acceptance:
        started = time.monotonic()
        found = accepted(self, bundle, title)
        return Acceptance(
            entries=len(steps_and_claims(bundle)) + Points.counted(bundle),
            accepted=len(found.entries) + len(found.kinds),
            axioms=tuple(sorted(found.axioms)),
            computed=tuple(sorted(found.axioms & COMPUTED)),
            strange=tuple(sorted(found.axioms - COMPUTED - set(AXIOMS))),
            coq=self.version,
            open=found.open,
            points=found.kinds,
            seconds=round(time.monotonic() - started, 2),
        )


def judged(
    rocq: Rocq, bundles: Sequence[tuple[Mapping[str, Any], str]], jobs: int
) -> Iterator[tuple[str, Acceptance]]:
    """What Rocq accepts of theorems, by their ids, several at once, as each is judged; long ones are begun first.

    Raises UserError where two theorems have one id.
    """
    require_one_each(bundle["id"] for bundle, _ in bundles)
    pool = ThreadPoolExecutor(jobs)
    try:
        longest = sorted(bundles, key=lambda told: len(Bundle.written(told[0])), reverse=True)
        asked = {pool.submit(rocq.judge, bundle, title): bundle["id"] for bundle, title in longest}
        for done in as_completed(asked):
            yield asked[done], done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _kill(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
