"""Coq as it is installed: where it is, what it is, and what it is told when it runs.

What somebody has set for his own sessions plays no part: neither files of commands that are run first nor folders of
libraries that the environment names.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ..errors import UserError
from .files import PACKAGES

INSTALL = f"on Debian or Ubuntu: apt-get install --no-install-recommends {' '.join(PACKAGES)}"
NEEDED = ("Coquelicot", "Interval")
"""The libraries of others that ours is written with."""

OF_OTHERS = re.compile("COQ|ROCQ|XDG_|HOME$")
"""How names of the environment begin that say where Coq finds more than what is installed with it."""

SECONDS = 60.0


@dataclass(frozen=True)
class Installed:
    """A coqc with its library. `digest` changes with all of it that proofs can use."""

    coqc: str
    version: str
    digest: str

    @property
    def coqtop(self) -> str:
        """The interactive sister of coqc."""
        beside = Path(self.coqc).with_name("coqtop")
        return str(beside) if beside.is_file() else shutil.which("coqtop") or "coqtop"


def require_coqc() -> str:
    """The path of coqc. Raises UserError, with what to install, where it or one of its libraries is missing."""
    found = shutil.which("coqc")
    if found is None:
        raise UserError("there is no coqc, the compiler of Rocq (Coq)", INSTALL)
    folder = Path(_answer(found, "-where"), "user-contrib")
    for library in NEEDED:
        if not (folder / library).is_dir():
            raise UserError(f"coqc is there, and not its library {library} in {folder}", INSTALL)
    return found


def installed() -> Installed:
    """The Coq that is installed. Raises UserError where there is none, or not all that is needed."""
    coqc = require_coqc()
    told = _answer(coqc, "--version")
    version = (re.findall(r"version (\S+)", told) or ["?"])[0]
    where = _answer(coqc, "-where")
    set_ = (f"{name}={value}" for name, value in sorted(os.environ.items()) if "CAML" in name)
    known = [told, where, *set_, *_stamps(Path(coqc), Path(where))]
    return Installed(coqc, version, sha256("\0".join(known).encode()).hexdigest())


def environment() -> dict[str, str]:
    """The environment in which Coq runs: it says that nobody is at home."""
    return {name: value for name, value in os.environ.items() if not OF_OTHERS.match(name)} | {"HOME": os.sep}


def _answer(coqc: str, question: str) -> str:
    done = subprocess.run(
        [coqc, question], capture_output=True, text=True, timeout=SECONDS, check=False, env=environment()
    )  # fmt: skip
    return done.stdout.strip()


def _stamps(coqc: Path, where: Path) -> Iterator[str]:
    """The size of the program and of every file of libraries and plugins, and when it was written."""
    folders = (where, where.with_name("coq-core"))
    loaded = (p for folder in folders for kind in ("*.vo", "*.cmxs") for p in folder.rglob(kind))
    for path in [coqc.resolve(), *sorted(loaded)]:
        told = path.stat()
        yield f"{path} {told.st_size} {told.st_mtime_ns}"
