"""Whether a script is the same each time it runs: then its verdict may be kept (see `cache`).

The key of the cache covers the Python files and the names of the folders beside a script, its transcript, symnorm, the
libraries and their settings. Three things are watched: which files are opened, what the files of the script import or
fail to import, and what they can reach in that by the names that they have. Each name in their code, also one within a
string, is looked up in every module that is imported and in every class that it finds: what it finds has to come from a
module of SAME_EVERYWHERE, and a function may not name any other module of the standard library. So `contextlib.os` and
`mpmath.timing` are seen, and `contextlib.suppress` passes. Code with a name of UNTRACKED, which leads to others that
stand nowhere, is run again each time.

Not seen are what the environment tells a library besides its settings (see `cache`), the order of a set of strings, the
address in the repr of an object, a name that a string is made into piece by piece, and what SymPy draws at random.
"""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from ..catalog import Script

PACKAGE = "_symnorm_proof"
"""The name under which the folder of a script is a package, so that `from .notation import x` works."""

OURS = Path(__file__).parent.parent

SAME_EVERYWHERE = {
    "__future__", "abc", "bisect", "builtins", "cmath", "collections", "contextlib", "copy", "dataclasses", "decimal",
    "enum", "fractions", "functools", "heapq", "itertools", "json", "math", "numbers", "operator", "re", "statistics",
    "string", "textwrap", "types", "typing", "unicodedata",
    "symnorm", "sympy", "mpmath", "flint", "gmpy2",
}  # fmt: skip
"""What a script may import and still be the same each time: it tells nothing of the machine, the time or the user."""

ELSEWHERE = sys.stdlib_module_names - SAME_EVERYWHERE - {"warnings"}
"""The modules of the standard library that are not. A library may give a warning, whatever becomes of it."""

FOR_SCRIPTS = ("errors", "language", "tables")
"""The modules of symnorm that a script may name: they read no more than the transcript beside it."""

UNTRACKED = {
    "getattr", "vars", "dir", "globals", "locals", "eval", "exec", "compile", "input", "breakpoint", "id", "hash",
    "attrgetter", "methodcaller", "get_type_hints",
}  # fmt: skip
"""Names that lead to what no name in the code tells, or to what the process alone decides."""

INNER = re.compile(r"(?!__(annotations|doc|file|future|import|init|main|module|name|qualname)__)__\w+__|\w+_frame")
"""Names of the inside of objects, from which everything can be reached."""

WORD = re.compile(r"\w+")


class Watch:
    """Watches from now on what a script reads."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.latest = next(reversed(sys.modules))
        self.imported: set[str] = set()
        self.has_missed = False
        """Whether an import found nothing: another time it may."""
        self.opened: list[str] = []
        self.code: list[CodeType] = []
        sys.addaudithook(self._hear)
        self.original = builtins.__import__
        vars(builtins)["__import__"] = self._import

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """An audit event: a file is opened, or the code of one is run."""
        if event == "open":
            self.opened.append(str(arguments[0]))
        elif event == "exec" and Path(arguments[0].co_filename).parent == self.script.path.parent:
            self.code.append(arguments[0])

    def _import(self, name: str, *rest: Any, **more: Any) -> Any:
        """The import statement; those in files of the script are noted, or in code that tells no module."""
        importer = sys._getframe(1).f_globals.get("__name__") or PACKAGE
        level = rest[3] if len(rest) > 3 else more.get("level", 0)
        is_own = str(importer).partition(".")[0] == PACKAGE
        if level == 0 and is_own:
            self.imported.add(name)
        try:
            found = self.original(name, *rest, **more)
        except ImportError:
            self.has_missed |= is_own
            raise
        wanted = (rest[2] if len(rest) > 2 else more.get("fromlist")) or ()
        self.has_missed |= is_own and not all(n == "*" or hasattr(found, n) for n in wanted)
        return found

    @property
    def is_covered(self) -> bool:
        """Whether the key of the cache covers all that was read until now."""
        opened = list(self.opened)
        loaded = takewhile(lambda m: m != self.latest, reversed(sys.modules))  # to touch all would copy memory
        below = any(m.startswith(PACKAGE) and m.count(".") > 1 for m in loaded)
        is_read = not (below or self.has_missed) and all(map(self._covers, map(Path, opened)))
        return is_read and reaches_only_the_same(self.imported, self.code)

    def _covers(self, file: Path) -> bool:
        if file == self.script.transcript:
            return True
        if file.suffix == ".py" and file.parent == self.script.path.parent:
            return True
        libraries = (OURS, Path(sys.prefix), Path(sys.base_prefix))
        return file.suffix in (".py", ".pyc", ".so") and any(place in file.parents for place in libraries)


def reaches_only_the_same(imported: Iterable[str], code: Iterable[CodeType]) -> bool:
    """Whether all that code can reach in imported modules by its names comes from modules of SAME_EVERYWHERE."""
    every = [one for c in code for one in _all(c)]
    names = {name for c in every for name in c.co_names}
    said = names | {word for c in every for s in _strings(c.co_consts) for word in WORD.findall(s)}
    if names & UNTRACKED or any(map(INNER.fullmatch, said)):
        return False
    modules = {name[:end] for name in imported for end in _ends(name)}
    if not all(map(_is_same, modules)):
        return False
    ahead: list[ModuleType | type] = [sys.modules[m] for m in modules if m in sys.modules]
    seen = set(map(id, ahead))
    while ahead:
        space = vars(ahead.pop())
        found = {name: space[name] for name in said & space.keys()}
        if any(n.startswith("rand") or not _is_same(_home(v)) or _looks_elsewhere(v) for n, v in found.items()):
            return False
        fresh = [v for v in found.values() if isinstance(v, (ModuleType, type)) and id(v) not in seen]
        seen.update(map(id, fresh))
        ahead += fresh
    return True


def _looks_elsewhere(value: object) -> bool:
    """Whether the code of a function of a library names a module that is not the same each time, as that of a clock."""
    code = getattr(value, "__code__", None)
    if not isinstance(code, CodeType) or _home(value).startswith("symnorm"):
        return False
    return any(not ELSEWHERE.isdisjoint(c.co_names) for c in _all(code))


def _all(code: CodeType) -> Iterator[CodeType]:
    """Code, and that of the functions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _all(constant)


def _strings(constants: Iterable[Any]) -> Iterator[str]:
    """The strings among constants, and in tuples of them: a pattern names attributes so."""
    for constant in constants:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, (tuple, frozenset)):
            yield from _strings(constant)


def _ends(name: str) -> Iterator[int]:
    """Where the name of a module ends, and those of the packages that it is in."""
    return (at for at, c in enumerate(f"{name}.") if c == ".")


def _home(value: object) -> str:
    """The module that a value is, or that it comes from; builtins where it tells none."""
    home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return home if isinstance(home, str) else "builtins"


def _is_same(module: str) -> bool:
    """Whether a module is of SAME_EVERYWHERE or the part of one in C; of symnorm, whether it is for scripts."""
    top, *below = module.split(".")
    is_ours = top != "symnorm" or not below or below[0] in FOR_SCRIPTS
    return is_ours and not SAME_EVERYWHERE.isdisjoint((top, top.lstrip("_"))) and "random" not in below
