"""What commands write: files and folders, in one piece or not at all, and never in the place of somebody else's.

One rule holds for all of them: what is there is replaced only if symnorm wrote it and nobody has changed it since. A
file ends with a hash of all that stands before it, which says so wherever it is moved; an empty one may be replaced,
too. In a folder, a record has the hash of every file that was written there: `write` makes a folder that is an export
as a whole, `add` puts files beside what is there.
"""

from __future__ import annotations

import contextlib
import errno
import glob
import hashlib
import json
import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, TextIO

from .errors import UserError

RECORD = ".symnorm-export.json"
"""In every folder that was written here: its files, and a hash of each."""

SEAL = re.compile(rb'([0-9a-f]{64})(?:"\n\}| -->)?\n\Z')
"""How a file ends that symnorm wrote."""

OURS, BEFORE = ".symnorm", ".before"
"""How names end of what is being written, and of a folder that another is about to replace."""

TAIL, CHUNK = 80, 1 << 20
"""Bytes in which a seal has room, and bytes that are read at once."""

ELSEWHERE = "name a folder that does not exist yet, or an empty one"
REMOVE = "name another file, or remove this one first if you do not need it"
CHANGED = "symnorm has not written it, or it was changed since"


class Output:
    """A file to be. On entering it is seen whether it can be written, so that a wrong place is noticed before the work.

    The target None is nothing, "-" is standard output. What exists and is no regular file is written directly.
    """

    _reserved: ClassVar[set[Path]] = set()

    def __init__(self, target: str | None) -> None:
        self.target = target
        self.is_standard_output = target == "-"
        self._place = Path(os.path.realpath(target or "."))
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
        with self._said():
            if self._place.is_dir():
                raise UserError(f"cannot write {self.target}: it is a folder", "name a file in it")
            if _is_device(self._place):
                self._file = self._place.open("w", encoding="utf-8")
                return self
            self._refuse_foreign()
            _sweep(self._place)
            with _beside(self._place) as beside:
                beside.touch(exist_ok=False)
            self._reserve()
        return self

    def write(self, document: Callable[[], Mapping[str, Any]]) -> None:
        """Makes the document and writes it as JSON; nothing is made where nothing is to be written."""
        self._write(lambda: sealed_json(document()))

    def write_text(self, text: Callable[[], str], seal: Callable[[str], str] | None = None) -> None:
        """Makes a text and writes it, sealed as Python unless told otherwise; nothing is made where none is wanted."""
        self._write(lambda: (seal or sealed)(text()))

    def _write(self, text: Callable[[], str]) -> None:
        if self.target is None:
            return
        with self._said():
            if self._file is not None:
                _write_all(self._file, text())
                return
            content = text().encode()
            with _beside(self._place) as beside:
                with beside.open("xb") as file:
                    file.write(content)
                self._put(beside)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        if self._file is not None and not self.is_standard_output:
            with contextlib.suppress(OSError):
                self._file.close()
        self._reserved.discard(self._place)

    def _reserve(self) -> None:
        if self._place in self._reserved:
            raise UserError(f"cannot write {self.target}: it is written already", "name another file")
        self._reserved.add(self._place)

    def _put(self, beside: Path) -> None:
        """Moves a file into its place, unless somebody else's has come up there meanwhile."""
        if not os.path.lexists(self._place):
            with contextlib.suppress(OSError):  # something has come up, or the file system has no links
                os.link(beside, self._place)
                return
        self._refuse_foreign()
        if self._place.exists():
            shutil.copymode(self._place, beside)
        beside.replace(self._place)

    def _refuse_foreign(self) -> None:
        if not os.path.lexists(self._place):
            return
        if not is_as_written(self._place):
            raise UserError(f"will not replace {self.target}: {CHANGED}", REMOVE)
        if not os.access(self._place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    @contextlib.contextmanager
    def _said(self) -> Iterator[None]:
        """Says with the name of the target what the system refuses."""
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            raise UserError(
                f"cannot write {self.target}: {error.strerror}", "name a file in a folder that you can write to"
            ) from None


def _write_all(file: TextIO, text: str) -> None:
    """Writes a text to the end: without a buffer of Python's (PYTHONUNBUFFERED), a write may stop halfway unnoticed."""
    file.flush()
    rest = memoryview(text.encode(file.encoding, "backslashreplace"))
    while rest:
        rest = rest[file.buffer.write(rest) :]
    file.flush()


def sealed(text: str, before: str = "# ", after: str = "") -> str:
    """A text with a comment at its end that has the hash of what stands before: Python, or what the signs are for."""
    start = f"{text}{before}sha256: "
    return f"{start}{_sha256(start.encode())}{after}\n"


def unsealed(text: str) -> str:
    """A text of Python without its hash; one whose hash is not that of what stands before it stays as it is."""
    start, found, _ = text.rpartition("# sha256: ")
    return start if found and sealed(start) == text else text


def sealed_page(text: str) -> str:
    """A page of Markdown or HTML with its hash in a comment."""
    return sealed(text, "<!-- ", " -->")


def sealed_json(document: Mapping[str, Any]) -> str:
    """A document as JSON, with a last member that has the hash of what stands before it."""
    start = json.dumps(document, indent=1).removesuffix("\n}") + ',\n "sha256": "'
    return f'{start}{_sha256(start.encode())}"\n}}\n'


def is_as_written(path: Path) -> bool:
    """Whether a file is empty, or exactly as symnorm wrote it."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        first = file.seek(max(size - TAIL, 0))
        found = SEAL.search(file.read())
        if found is None:
            return not size
        file.seek(0)
        rest, hashed = first + found.start(), hashlib.sha256()
        while piece := file.read(min(rest, CHUNK)):
            hashed.update(piece)
            rest -= len(piece)
    return hashed.hexdigest().encode() == found[1]


def create(files: Mapping[Path, str]) -> None:
    """Writes files that are not there yet, with their folder: all of them or none. Raises OSError."""
    made: list[Path] = []
    try:
        for place, text in files.items():
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("xb") as file:
                made.append(place)
                file.write(text.encode())
    except BaseException:
        for place in made:
            place.unlink(missing_ok=True)
        raise


def check(target: str) -> Path:
    """The folder that may be written. Raises UserError where something is in it that was not exported."""
    _refuse_empty(target)
    folder = Path(os.path.realpath(target))
    try:
        _sweep(folder)
        if folder in (here := Path.cwd(), *here.parents):
            raise UserError(f"will not replace {target}: it is the folder that you are in, or above it", ELSEWHERE)
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
    try:
        with _beside(folder) as beside:
            for name, content in (*files.items(), (RECORD, _record(files))):
                path = beside / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            _exchange(target, folder, beside)
    except OSError as error:
        raise UserError(f"cannot write {target}: {error.strerror}", "name another folder") from None


def _exchange(target: str, folder: Path, beside: Path) -> None:
    """Puts a folder into its place, unless something has come into the one that is there."""
    before = folder.with_name(f".{folder.name}.{os.getpid()}{BEFORE}{OURS}")
    if folder.exists():
        folder.rename(before)
    try:
        if before.exists() and (foreign := _foreign(before)):
            raise UserError(f"will not replace {target}: {foreign}", ELSEWHERE)
        beside.rename(folder)
    except BaseException:
        with contextlib.suppress(OSError):
            before.rename(folder)
        raise
    _remove(before)


def add(target: str, files: Mapping[str, bytes]) -> list[Path]:
    """Writes files into a folder, all of them or none, and returns their paths; those that it wrote are replaced."""
    _refuse_empty(target)
    _check_names(target, files)
    folder = Path(target)
    if not folder.is_dir() and os.path.lexists(folder):
        raise UserError(f"cannot write to {target}: it is no folder", "name a folder that you can write to")
    known = _recorded(folder)
    contents = {**files, RECORD: _record(files, known)}
    try:
        with contextlib.ExitStack() as opened:
            for name, content in files.items():
                _check_replaced(folder / name, known.get(name), content)
            folder.mkdir(parents=True, exist_ok=True)
            beside = {}
            for name, content in contents.items():
                _sweep(folder / name)
                beside[name] = opened.enter_context(_beside(folder / name))
                beside[name].write_bytes(content)
            for name, content in files.items():
                _check_replaced(folder / name, known.get(name), content)
            for name, path in beside.items():
                path.replace(folder / name)
    except OSError as error:
        raise UserError(f"cannot write to {target}: {error.strerror}", "name a folder that you can write to") from None
    return [folder / name for name in files]


def _refuse_empty(target: str) -> None:
    if not target:
        raise UserError("cannot write to an empty name", "name a file or a folder; `.` is the current folder")


def _is_device(place: Path) -> bool:
    """Whether something is there that is neither a file nor a folder: a device, a pipe, a socket."""
    return place.exists() and not stat.S_ISREG(place.stat().st_mode)


@contextlib.contextmanager
def _beside(place: Path) -> Iterator[Path]:
    """A name beside a place for what is being written. Nothing is left there, unless the process is killed."""
    path = place.with_name(f".{place.name}.{os.getpid()}{OURS}")
    _remove(path)  # of a process that was killed and had the same number
    try:
        yield path
    finally:
        _remove(path)


def _remove(path: Path) -> None:
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _sweep(place: Path) -> None:
    """Removes what was written beside a place by processes that were killed, and puts back what they had moved away."""
    for path in sorted(place.parent.glob(f".{glob.escape(place.name)}.*{OURS}")):
        found = re.fullmatch(rf"([1-9][0-9]{{0,8}})({re.escape(BEFORE)})?", path.name[len(place.name) + 2 : -len(OURS)])
        if found is None or not _is_gone(int(found[1])):
            continue
        with contextlib.suppress(OSError):
            if found[2] and not place.exists():
                path.rename(place)
            elif not found[2] or not _foreign(path):
                _remove(path)


def _is_gone(process: int) -> bool:
    """Whether a process has ended; where that cannot be asked without harm, none has."""
    if os.name != "posix":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def _check_replaced(place: Path, known: Any, content: bytes) -> None:
    """Raises UserError where something else is in a place than what was written there, or is to be."""
    if place.is_dir():
        raise UserError(f"cannot write {place}: it is a folder", "name another folder")
    if not os.path.lexists(place):
        return
    is_plain = place.is_file() and not place.is_symlink()
    if not is_plain or _sha256(place.read_bytes()) not in (known, _sha256(content)):
        raise UserError(f"will not replace {place}: {CHANGED}", REMOVE)


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
        if name != RECORD and (path.is_symlink() or not path.is_file() or name not in record):
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
