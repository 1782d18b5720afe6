"""What Rocq said of theorems before, kept as long as nothing changes of which that was said.

A verdict belongs to the content of a bundle, to the library and to all that makes the statements and proofs: another
word in any of them, and nothing is known. It says which version of Coq it is from.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from functools import cache
from hashlib import sha256
from pathlib import Path

from ..as_json import Misfit, from_json, to_json
from ..report import Acceptance
from .files import LIBRARIES


class Kept:
    """The verdicts in a folder, by the digests of bundles."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load(self, digest: str) -> Acceptance | None:
        """What was said of a bundle with this digest."""
        try:
            return from_json(Acceptance, json.loads(self._path(digest).read_text("utf-8")))
        except (OSError, ValueError, Misfit):
            return None

    def store(self, digest: str, found: Acceptance) -> None:
        """Keeps what is said of a bundle; a folder that cannot be written is done without."""
        path = self._path(digest)
        with contextlib.suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            beside = path.with_suffix(f".{os.getpid()}")
            beside.write_text(json.dumps(to_json(found)), "utf-8")
            beside.replace(path)

    # --- the library, compiled ----------------------------------------------------------------------------------

    def fetch_library(self, coq: str, to: Path) -> bool:
        """Copies the library as this version of Coq has compiled it, and says whether it was there."""
        try:
            for path in LIBRARIES:
                shutil.copy(self._library(coq) / f"{path.stem}.vo", to)
        except OSError:
            return False
        return True

    def store_library(self, coq: str, compiled: Path) -> None:
        """Keeps the library as it was compiled in a folder."""
        beside = self.folder / f"rocq-library.{os.getpid()}"
        with contextlib.suppress(OSError):
            beside.mkdir(mode=0o700, parents=True, exist_ok=True)
            for path in LIBRARIES:
                shutil.copy(compiled / f"{path.stem}.vo", beside)
            beside.rename(self._library(coq))
        shutil.rmtree(beside, ignore_errors=True)

    def _library(self, coq: str) -> Path:
        texts = b"".join(path.read_bytes() for path in LIBRARIES)
        return self.folder / f"rocq-library-{sha256(coq.encode() + texts).hexdigest()[:40]}"

    def _path(self, digest: str) -> Path:
        return self.folder / f"rocq-{sha256((digest + sources()).encode()).hexdigest()[:40]}.json"


@cache
def sources() -> str:
    """A hash of the library, and of all that makes statements and proofs from a bundle."""
    room = Path(__file__).parent
    paths = sorted([*LIBRARIES, *room.glob("*.py"), *(room.parent / "checker").rglob("*.py")])
    return sha256(b"".join(sha256(path.read_bytes()).digest() for path in paths)).hexdigest()
