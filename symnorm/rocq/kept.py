"""What Rocq said of theorems before, kept as long as nothing changes of which that was said.

A verdict belongs to the content of a bundle, to the library and to all that makes the statements and proofs: another
word in any of them, and nothing is known. It says from which Coq it is, as it was installed: another one judges again.
A file begins with a checksum of the rest, and one that is damaged is passed over.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterable
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

    def load(self, digest: str, coq: str = "") -> Acceptance | None:
        """What was said of a bundle with this digest; by this Coq, if it is asked for one by its digest."""
        try:
            checksum, _, content = self._path(digest).read_bytes().partition(b"\n")
            if checksum != _sha256(content).encode():
                return None
            kept = json.loads(content)
            return from_json(Acceptance, kept["said"]) if kept["coq"] == coq or not coq else None
        except (OSError, ValueError, KeyError, TypeError, Misfit):
            return None

    def store(self, digest: str, found: Acceptance, coq: str) -> None:
        """Keeps what a Coq says of a bundle; a folder that cannot be written is done without."""
        path = self._path(digest)
        content = json.dumps({"coq": coq, "said": to_json(found)}).encode()
        with contextlib.suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            beside = path.with_suffix(f".{os.getpid()}")
            beside.write_bytes(_sha256(content).encode() + b"\n" + content)
            beside.replace(path)

    # --- the library, compiled ----------------------------------------------------------------------------------

    def fetch_library(self, coq: str, to: Path) -> bool:
        """Copies the library as a Coq has compiled it, and says whether it was there."""
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
        return self.folder / f"rocq-library-{_sha256(coq.encode() + texts)[:40]}"

    def _path(self, digest: str) -> Path:
        return self.folder / f"rocq-{_sha256((digest + sources()).encode())[:40]}.json"


@cache
def sources() -> str:
    """A hash of the library, and of all that makes statements and proofs from a bundle."""
    room = Path(__file__).parent
    paths = sorted([*LIBRARIES, *room.glob("*.py"), *(room.parent / "checker").rglob("*.py")])
    return sha256(b"".join(sha256(path.read_bytes()).digest() for path in paths)).hexdigest()


def digest(content: bytes, behind: Iterable[bytes] = ()) -> str:
    """The digest by which a verdict is kept: of a bundle, and of those on which it stands, in no order."""
    return _sha256(b"".join([content, *sorted(behind)]))


def _sha256(content: bytes) -> str:
    return sha256(content).hexdigest()
