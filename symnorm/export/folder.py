"""Folders that are written in one piece, or not at all. What somebody else has put there is never lost.

`write` makes a folder that is an export as a whole; `add` puts files into a folder beside what is there.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..errors import UserError

RECORD = ".symnorm-export.json"
"""In every folder that was written here: its files, and a hash of each."""

ELSEWHERE = "name a folder that does not exist yet, or an empty one"


def check(target: str) -> Path:
    """The folder that may be written. Raises UserError where something is in it that was not exported."""
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
    record = {name: _sha256(content) for name, content in sorted(files.items())}
    try:
        for name, content in (*files.items(), (RECORD, (json.dumps(record, indent=1) + "\n").encode())):
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
    """Writes files into a folder, all of them or none, and returns their paths; those of these names are replaced."""
    _check_names(target, files)
    folder = Path(target)
    beside = {folder / name: folder / f".{name}.{os.getpid()}" for name in files}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for (place, temporary), content in zip(beside.items(), files.values(), strict=True):
            if place.is_dir():
                raise UserError(f"cannot write {place}: it is a folder", "name another folder")
            temporary.write_bytes(content)
        for place, temporary in beside.items():
            temporary.replace(place)
    except OSError as error:
        raise UserError(f"cannot write to {target}: {error.strerror}", "name a folder that you can write to") from None
    finally:
        for temporary in beside.values():
            with contextlib.suppress(OSError):
                temporary.unlink()
    return list(beside)


def _check_names(target: str, names: Iterable[str]) -> None:
    for name in names:
        if Path(name).is_absolute() or ".." in Path(name).parts or "\0" in name:
            raise UserError(f"{name!r} is no name of a file in {target}", "give the paper, or the theorem, another id")


def _foreign(folder: Path) -> str:
    """What is in a folder that was not exported, or was changed since; empty if nothing is."""
    present = sorted(p for p in folder.rglob("*") if not p.is_dir() or p.is_symlink())
    if not present:
        return ""
    try:
        record = json.loads((folder / RECORD).read_bytes())
    except (OSError, ValueError):
        return "it is not empty, and was not written by an export"
    for path in present:
        name = path.relative_to(folder).as_posix()
        if name != RECORD and (path.is_symlink() or not isinstance(record, dict) or name not in record):
            return f"{name} in it was not written by an export"
        if name != RECORD and record[name] != _sha256(path.read_bytes()):
            return f"{name} in it was changed since it was exported"
    return ""


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
