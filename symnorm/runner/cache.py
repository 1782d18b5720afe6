"""Verdicts that were found before, kept as long as nothing changes that they depend on.

There is one file per script: a checksum, then JSON with the key. The key covers the script, the Python files, the names
of the folders and the transcript beside it, the source of symnorm, and versions and settings of what calculates. A file
that is damaged or that was made for another key is passed over, and a folder that cannot be written is done without.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..as_json import from_json, to_json
from ..catalog import Script
from ..report import Report

MAX_BYTES = 256 * 1024 * 1024
LIBRARIES = ("sympy", "mpmath", "python-flint", "gmpy2")

PACKAGE = Path(__file__).parent.parent

Reports = list[Report]


class Cache:
    """A folder of verdicts; by default where the system keeps such things, or where SYMNORM_CACHE says."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = default_folder() if folder is None else folder
        self.trouble = ""
        self._toolkit = digest_of_toolkit() if _is_as_loaded() else ""
        self._keys: dict[Script, str] = {}

    def load(self, script: Script) -> Reports | None:
        """The reports on a script, if they were kept and nothing has changed since."""
        try:
            if not self._toolkit:  # it was edited since this process began: another one would judge
                return None
            key = self._keys[script] = _key(self._toolkit, script)
            with self._slot(script).open("rb") as file:
                checksum, _, content = file.read(MAX_BYTES).partition(b"\n")
            if checksum != _sha256(content).encode():
                return None
            entry = json.loads(content)
            return [from_json(Report, r) for r in entry["reports"]] if entry["key"] == key else None
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None

    def store(self, script: Script, reports: Reports) -> None:
        """Keeps the reports, unless something that they depend on has changed since the script was looked up."""
        beside = self._slot(script).with_suffix(f".{os.getpid()}")
        try:
            key = _key(self._toolkit, script)
            if key != self._keys.get(script) or not _is_as_loaded():
                return
            content = json.dumps({"key": key, "reports": to_json(tuple(reports))}).encode()
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                beside.write_bytes(_sha256(content).encode() + b"\n" + content)
                beside.replace(self._slot(script))
            finally:
                beside.unlink(missing_ok=True)
        except OSError as error:
            self.trouble = f"verdicts are not kept in {self.folder}: {error.strerror}"

    def _slot(self, script: Script) -> Path:
        return self.folder / f"{_sha256(os.fsencode(script.path))[:32]}.json"


def default_folder() -> Path:
    """SYMNORM_CACHE, or the place for caches that the system has."""
    if os.environ.get("SYMNORM_CACHE"):
        return Path(os.environ["SYMNORM_CACHE"])
    home = Path(os.path.expanduser("~"))
    match sys.platform:
        case "win32":
            place = Path(os.environ.get("LOCALAPPDATA") or home / "AppData/Local")
        case "darwin":
            place = home / "Library/Caches"
        case _:
            place = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return place / "symnorm"


def environment() -> dict[str, str]:
    """The versions of what calculates. Nothing of it is imported to find out."""
    from importlib.metadata import PackageNotFoundError, version

    found = {"python": f"{platform.python_implementation()} {platform.python_version()}"}
    for library in LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            continue
    return found


def digest_of_toolkit() -> str:
    """A hash of what every verdict depends on: our own source, the versions, the settings of SymPy and Python."""
    return _digest([*_settings(), *map("=".join, environment().items()), *_contents(PACKAGE, map(Path, _sources()))])


def _settings() -> Iterator[str]:
    """What the environment says to SymPy and mpmath, and the options of Python, with those for warnings."""
    yield from (f"{n}={v}" for n, v in sorted(os.environ.items()) if n.startswith(("SYMPY_", "MPMATH_")))
    yield from (str(sys.flags), str(sys.warnoptions))


def _sources() -> Iterator[str]:
    """The files of symnorm. What is verified has its own key; the kernels are printed from what was verified."""
    top = str(PACKAGE)
    for folder, below, files in os.walk(top):
        if folder == top:
            below[:] = [name for name in below if name not in ("_proofs", "kernels")]
        paths = (os.path.join(folder, name) for name in files if name.endswith(".py"))
        yield from filter(os.path.isfile, paths)


def _stamps() -> dict[str, tuple[int, int]]:
    """When each of our files was changed, and its size: quicker to look at than what is in them."""
    return {path: (s.st_mtime_ns, s.st_size) for path in _sources() for s in [os.stat(path)]}


_AT_IMPORT = _stamps()


def _is_as_loaded() -> bool:
    """Whether the source of the toolkit is the one that this process runs."""
    return _stamps() == _AT_IMPORT


def _key(toolkit: str, script: Script) -> str:
    folder = script.path.parent
    beside = [p for p in folder.glob("*.py") if p.is_file()]
    if script.transcript:
        beside.append(script.transcript)
    return _digest([toolkit, script.path.name, *_packages(folder), *_contents(folder, beside)])


def _packages(folder: Path) -> list[str]:
    """The folders beside a script that it may import; a package stands before a file of its name."""
    found = [p for p in folder.iterdir() if p.name.isidentifier() and p.name != "__pycache__" and p.is_dir()]
    return sorted(f"{p.name}/{'__init__.py' * os.path.exists(p / '__init__.py')}" for p in found)


def _contents(folder: Path, paths: Iterable[Path]) -> Iterator[str]:
    for path in sorted(paths):
        yield path.relative_to(folder).as_posix()
        yield _sha256(path.read_bytes())


def _digest(parts: list[str]) -> str:
    return _sha256(os.fsencode("\0".join(parts)))  # names of files may be any bytes


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
