"""What is below a folder: the files that are run, and those that are left out, each with the reason.

Run is every file that announces a theorem, and every other one from which an import leads to symnorm, itself or by
files beside it: whether it makes a theorem is known only then. One that a file which is run imports at its top level
is run with it. Nothing is passed over in silence: all other files are named, and so are folders that are not looked
into, if there are Python files in them. Files that have no statement are nothing.

A link stands for what it leads to: that is looked at where it really lies, once, however many links lead to it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatch
from math import inf
from pathlib import Path

from ..errors import UserError
from .script import Module, Script, Source, read, shown

OURS = "symnorm"
TESTS = ("test_*.py", "*_test.py", "conftest.py")
DRAFT = "notation.py, or its name begins with _ or ."
TEST = "a test"
APART = "imports nothing of symnorm"
NOT_PYTHON = "no Python that can be read"
NOT_PY = "its name does not end in .py"
DANGLING = "a link that leads nowhere"
IRREGULAR = "no regular file"
HIDDEN = "a folder whose name begins with _ or ."
ENVIRONMENT = "an environment of Python"

NAME_THEM = "name the folders that have proofs"
MOST_FILES = 2_000
"""So many Python files are read below a folder that is named: enough for any project, and not the whole machine."""

Looking = Callable[[Path], object]
"""What is told each folder that is looked into."""


class Sources:
    """Files that are read, each once, and where their imports lead."""

    def __init__(self) -> None:
        self._read: dict[Path, Source] = {}
        self._led: dict[tuple[Path, bool], set[Path]] = {}

    def __getitem__(self, path: Path) -> Source:
        """What is in a file, by its real path."""
        if path not in self._read:
            self._read[path] = read(path)
        return self._read[path]

    def uses_symnorm(self, path: Path) -> bool:
        """Whether an import leads from a file to symnorm."""
        reached = [self[p] for p in self.reached([path], surely=False)]
        return any(s.script.headings or any(name.partition(".")[0] == OURS for _, name in s.all) for s in reached)

    def reached(self, paths: Iterable[Path], surely: bool) -> set[Path]:
        """Some files, and those to which their imports may lead, or `surely` do."""
        found: set[Path] = set()
        ahead = list(paths)
        while ahead:
            path = ahead.pop()
            if path not in found:
                found.add(path)
                ahead += self._imported(path, surely)
        return found

    def _imported(self, path: Path, surely: bool) -> set[Path]:
        key = path, surely
        if key not in self._led:
            if surely:  # what lies beside a link is imported in other ways than beside what it leads to
                found = {p for module in self[path].sure for p in _modules(path.parent, module) if p == p.resolve()}
            else:
                found = {p.resolve() for module in self[path].all for p in _files(path, module)}
            self._led[key] = found
        return self._led[key]


def _files(path: Path, module: Module) -> Iterator[Path]:
    """The files that an import in a file may run: beside it, above it by dots, or in the current folder."""
    level, name = module
    first, *_ = parts = name.split(".")
    if not level and (first == OURS or first in sys.stdlib_module_names):
        return
    for base in [path.parents[level - 1]] if 0 < level <= len(path.parents) else {path.parent, Path.cwd()}:
        for n in range(1, len(parts) + 1):
            place = base.joinpath(*parts[:n])
            found = place.parent.glob("*.py") if parts[n - 1] == "*" else (Path(f"{place}.py"), place / "__init__.py")
            yield from (p for p in found if p.is_file())


def _modules(folder: Path, name: str) -> Iterator[Path]:
    """The files that the import of a module in a folder runs."""
    for part in name.split("."):
        place = folder / part
        if (place / "__init__.py").is_file():
            yield place / "__init__.py"
        elif (file := folder / f"{part}.py").is_file():
            yield file
            return
        folder = place


class Below:
    """The scripts below a folder, by id, and what is left out there, with the reasons.

    Raises UserError where one of the folders cannot be read, or there are very many: what is in there might not be
    proved.
    """

    def __init__(self, folder: Path, looking: Looking = lambda folder: None, deepest: float = inf) -> None:
        self.left_out: dict[Path, str] = {}
        self._sources, self._run = Sources(), dict[Path, Script]()
        self._seen: set[str] = set()
        try:
            self._walk(folder, looking, deepest)
        except OSError as error:
            place = shown(Path(error.filename or folder))
            raise UserError(f"cannot read {place}: {error.strerror}", NAME_THEM) from None
        self.scripts = self._chosen()

    def _walk(self, top: Path, looking: Looking, deepest: float) -> None:
        for place, folders, files in os.walk(top, onerror=_refused, followlinks=True):
            looking(Path(place))
            real = os.path.realpath(place)
            if len(self._run) + len(self.left_out) > MOST_FILES:
                raise UserError(f"there are more than {MOST_FILES} Python files below {top}", NAME_THEM)
            depth = len(Path(place).relative_to(top).parts)
            inside = [] if real in self._seen or depth >= deepest else sorted(folders)
            for name in [] if real in self._seen else sorted(files):
                self._take(Path(place, name))
            folders[:] = [name for name in inside if not self._is_passed_by(Path(place, name))]
            self._seen.add(real)

    def _take(self, path: Path) -> None:
        """A file: one to run, or one that is left out."""
        if why := _why_by_its_name(path):
            self.left_out[path] = why
        elif path.suffix == ".py":
            source = self._sources[path.resolve()]
            if why := _why(path, self._sources):
                self.left_out[path] = why
            elif not source.is_empty:
                self._run[source.script.path] = source.script

    def _is_passed_by(self, folder: Path) -> bool:
        """Whether a folder is not looked into. It is named if there are Python files in it."""
        why = HIDDEN if folder.name[0] in "._" else ENVIRONMENT if _is_environment(folder) else ""
        if why and any(name.endswith(".py") for _, _, files in os.walk(folder) for name in files):
            self.left_out[folder] = why
        return bool(why)

    def _chosen(self) -> list[Script]:
        """What is run, without the files that are run by others; what they run is not left out."""
        announced = [s for s in self._run.values() if not s.is_silent]
        chosen, done = [*announced], self._sources.reached((s.path for s in announced), surely=True)
        for script in self._run.values():
            if script.path not in done:
                chosen.append(script)
                done |= self._sources.reached([script.path], surely=True)
        self.left_out = {
            path: why for path, why in self.left_out.items()
            if _real(path) not in done and not (why == DRAFT and self._sources[_real(path)].is_empty)
        }  # fmt: skip
        ids = {s: [_natural(id) for id in s.ids] or [_natural(s.path.as_posix())] for s in chosen}
        return sorted(chosen, key=lambda s: (s.is_silent, ids[s]))


def read_script(path: Path) -> Script | None:
    """The script in a file that is named itself, or None where it does not have to be run."""
    sources, path = Sources(), path.resolve()
    return None if sources[path].is_empty or _why(path, sources) else sources[path].script


def _why(path: Path, sources: Sources) -> str:
    """Why a file is not run, as it stands there; nothing where it is, or where there is nothing in it."""
    source = sources[path.resolve()]
    if source.script.headings or source.is_empty:
        return ""
    if source.script.broken:
        return NOT_PYTHON if source.is_foreign else ""
    if any(fnmatch(path.name, pattern) for pattern in TESTS):
        return TEST
    return "" if sources.uses_symnorm(path.resolve()) else APART


def _real(path: Path) -> Path:
    """The file that a path leads to; of a link that leads to itself, the link."""
    return Path(os.path.realpath(path))


def _why_by_its_name(path: Path) -> str:
    """Why a file is left out, whatever is in it; nothing where that counts, or where it is no file of Python."""
    suffix = path.suffix.lower()
    if path.is_symlink() and not path.exists():
        return DANGLING if suffix in (".py", ".pyw", "") else ""
    if suffix not in (".py", ".pyw"):
        return ""
    if not path.is_file():
        return IRREGULAR
    if path.suffix != ".py":
        return NOT_PY
    return DRAFT if path.name[0] in "._" or path.name == "notation.py" else ""


def _is_environment(folder: Path) -> bool:
    """Whether Python has made an environment there: then its `pyvenv.cfg` says where the home of Python is."""
    try:
        return bool(re.search(r"^home\s*=", (folder / "pyvenv.cfg").read_text("utf-8", "replace"), re.MULTILINE))
    except OSError:
        return False


def _refused(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):
        raise error


def _natural(text: str) -> list[tuple[str, int]]:
    """Puts eln/10 after eln/9."""
    return [(word, int(number or 0)) for word, number in re.findall(r"(\D*)(\d*)", text)]
