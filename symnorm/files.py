"""What commands write: files and folders, in one piece or not at all, and never in the place of somebody else's.

A file is replaced only where its content shows that symnorm has written it. In a folder, a record has the hash of every
file that was written there: `write` makes a folder that is an export as a whole, `add` puts files beside what is there.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from .errors import UserError

RECORD = ".symnorm-export.json"
"""In every folder that was written here: its files, and a hash of each."""

KERNELS = (
    b'"""NumPy kernels of normalization layers, printed ',
    b'"""Kernels of normalization layers for numba, printed ',
)
"""How the modules begin that are printed for a target."""

ELSEWHERE = "name a folder that does not exist yet, or an empty one"
REMOVE = "name another file, or remove this one first if you do not need it"

LISTED = ({"paper", "theorem", "label", "printed"}, {"paper", "theorems", "lines", "rest"})
"""The keys of what the documents are lists of: of errata, and of papers with what covers them."""


class Output:
    """A file to be. It is opened beside its place on entering, so that a wrong place is noticed before the work.

    The target None is nothing, "-" is standard output. What exists and is no regular file is written directly.
    """

    def __init__(self, target: str | None) -> None:
        self.target = target
        self.is_standard_output = target == "-"
        self._place = Path(target or ".").resolve()
        self._beside: Path | None = None
        self._file: TextIO | None = None

    def __enter__(self) -> Output:
        if self.target is None:
            return self
        _refuse_empty(self.target)
        if self.is_standard_output:
            if getattr(sys.stdout, "name", "") == os.devnull:
                raise UserError("cannot write -: standard output is closed", "name a file")
            self._file = sys.stdout
            return self
        try:
            if self._place.is_dir():
                raise UserError(f"cannot write {self.target}: it is a folder", "name a file in it")
            if not self._place.exists() or self._place.is_file():
                self._refuse_foreign()
                _sweep(self._place)
                self._beside = self._place.with_name(f".{self._place.name}.{os.getpid()}")
                self._file = self._beside.open("x", encoding="utf-8")
            else:
                self._file = self._place.open("w", encoding="utf-8")
        except FileExistsError:
            self._beside = None  # of another output
            raise UserError(f"cannot write {self.target}: it is written already", "name another file") from None
        except OSError as error:
            raise self._unwritable(error) from None
        return self

    def write(self, document: Callable[[], Any]) -> None:
        """Makes the document and writes it as JSON; nothing is made where nothing is to be written."""
        self.write_text(lambda: json.dumps(document(), indent=1) + "\n")

    def write_text(self, text: Callable[[], str]) -> None:
        """Makes a text and writes it; nothing is made where nothing is to be written."""
        if self._file is None:
            return
        try:
            self._file.write(text())
            self._file.flush()
            if self._beside is not None:
                self._file.close()
                self._refuse_foreign()
                self._beside.replace(self._place)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise self._unwritable(error) from None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        if self._file is not None and not self.is_standard_output:
            with contextlib.suppress(OSError):
                self._file.close()
        if self._beside is not None:
            self._beside.unlink(missing_ok=True)

    def _refuse_foreign(self) -> None:
        if self._place.exists() and not was_written_here(self._place.read_bytes()):
            raise UserError(f"will not replace {self.target}: symnorm has not written it", REMOVE)

    def _unwritable(self, error: OSError) -> UserError:
        return UserError(
            f"cannot write {self.target}: {error.strerror}", "name a file in a folder that you can write to"
        )


def was_written_here(content: bytes) -> bool:
    """Whether a content is that of a document or of kernels that symnorm writes, or empty."""
    if not content.strip() or content.startswith(KERNELS):
        return True
    try:
        document = json.loads(content) if content.lstrip()[:1] in b"[{" else None
    except (ValueError, RecursionError):
        return False
    match document:
        case {"symnorm": str()} | []:
            return True
        case {"theorems": [*theorems]}:  # certificates
            return all(isinstance(t, dict) and "entries" in t for t in theorems)
        case [*items]:
            return all(isinstance(i, dict) and any(keys <= i.keys() for keys in LISTED) for i in items)
    return False


def check(target: str) -> Path:
    """The folder that may be written. Raises UserError where something is in it that was not exported."""
    _refuse_empty(target)
    folder = Path(target).resolve()
    try:
        if folder.exists() and not folder.is_dir():
            raise UserError(f"cannot write {target}: it is no folder", ELSEWHERE)
        foreign = _foreign(folder) if folder.exists() else ""
        if foreign:
            raise UserError(f"will not replace {target}: {foreign}", ELSEWHERE)
        parent = next(p for p in folder.parents if p.exists())
        if not (parent.is_dir() and os.access(parent, os.W_OK)):
            raise UserError(f"cannot write {target}: {parent} cannot be written", "name another folder")
    except OSError as error:
        raise UserError(f"cannot write {target}: {error.strerror}", "name another folder") from None
    return folder


def write(target: str, files: Mapping[str, bytes]) -> None:
    """Writes files, by their paths in the folder, in the place of what was exported there before.

    A name that leads out of the folder comes from the id of a paper or of a theorem: then nothing is written.
    """
    folder = check(target)
    _check_names(target, files)
    beside = folder.with_name(f".{folder.name}.{os.getpid()}")
    before = folder.with_name(f".{folder.name}.{os.getpid()}.before")
    try:
        for name, content in (*files.items(), (RECORD, _record(files))):
            path = beside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if folder.exists():
            folder.rename(before)
        try:
            beside.rename(folder)
        except OSError:
            if before.exists():
                before.rename(folder)
            raise
    except OSError as error:
        raise UserError(f"cannot write {target}: {error.strerror}", "name another folder") from None
    finally:
        for remains in (beside, before) if folder.exists() else (beside,):
            with contextlib.suppress(FileNotFoundError):
                shutil.rmtree(remains)


def add(target: str, files: Mapping[str, bytes]) -> list[Path]:
    """Writes files into a folder, all of them or none, and returns their paths; those that it wrote are replaced."""
    _refuse_empty(target)
    _check_names(target, files)
    folder = Path(target)
    known = _recorded(folder)
    beside = {folder / name: folder / f".{name}.{os.getpid()}" for name in (*files, RECORD)}
    try:
        for name in files:
            _check_replaced(folder / name, known.get(name))
        folder.mkdir(parents=True, exist_ok=True)
        contents = (*files.values(), _record(files, known))
        for temporary, content in zip(beside.values(), contents, strict=True):
            temporary.write_bytes(content)
        for place, temporary in beside.items():
            temporary.replace(place)
    except OSError as error:
        raise UserError(f"cannot write to {target}: {error.strerror}", "name a folder that you can write to") from None
    finally:
        for temporary in beside.values():
            with contextlib.suppress(OSError):
                temporary.unlink()
    return [folder / name for name in files]


def _refuse_empty(target: str) -> None:
    if not target:
        raise UserError("cannot write to an empty name", "name a file or a folder; `.` is the current folder")


def _sweep(place: Path) -> None:
    """Removes what was written beside a place by processes that were killed."""
    for path in place.parent.glob(f".{glob.escape(place.name)}.*"):
        with contextlib.suppress(OSError):
            if _is_gone(path.suffix[1:]) and path.is_file() and was_written_here(path.read_bytes()):
                path.unlink()


def _is_gone(process: str) -> bool:
    """Whether a process has ended; where that cannot be asked without harm, none has."""
    if os.name != "posix" or not re.fullmatch("[1-9][0-9]{0,8}", process):
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def _check_replaced(place: Path, known: Any) -> None:
    """Raises UserError where something else is in the place of a file than what was written there."""
    if place.is_dir():
        raise UserError(f"cannot write {place}: it is a folder", "name another folder")
    if place.is_symlink() or (place.exists() and known != _sha256(place.read_bytes())):
        raise UserError(f"will not replace {place}: it was not written by symnorm, or was changed since", REMOVE)


def _check_names(target: str, names: Iterable[str]) -> None:
    for name in names:
        if Path(name).is_absolute() or ".." in Path(name).parts or "\0" in name:
            raise UserError(f"{name!r} is no name of a file in {target}", "give the paper, or the theorem, another id")


def _foreign(folder: Path) -> str:
    """What is in a folder that was not exported, or was changed since; empty if nothing is."""
    present = sorted(p for p in folder.rglob("*") if not p.is_dir() or p.is_symlink())
    if not present:
        return ""
    if not (folder / RECORD).is_file():
        return "it is not empty, and was not written by an export"
    record = _recorded(folder)
    for path in present:
        name = path.relative_to(folder).as_posix()
        if name != RECORD and (path.is_symlink() or name not in record):
            return f"{name} in it was not written by an export"
        if name != RECORD and record[name] != _sha256(path.read_bytes()):
            return f"{name} in it was changed since it was exported"
    return ""


def _recorded(folder: Path) -> dict[str, Any]:
    """What was written into a folder: a hash for each name; nothing where no record can be read."""
    try:
        record = json.loads((folder / RECORD).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def _record(files: Mapping[str, bytes], known: Mapping[str, Any] | None = None) -> bytes:
    hashes = {**(known or {}), **{name: _sha256(content) for name, content in files.items()}}
    return (json.dumps(dict(sorted(hashes.items())), indent=1) + "\n").encode()


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
