"""What happens inside the process of one proof script: it is run, and its theorems are recorded as plain data.

The process may hang, crash, be killed, or change whatever it finds of the toolkit: nothing is judged here, and
nothing leaves it but the answer, which is read as if a stranger had written it. A script is code all the same, and has
the rights of who runs it: it can delete files, write into the cache, or end the process that started it.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import traceback
from collections.abc import Callable, Mapping
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path
from shlex import quote
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakSet

from ..catalog import Heading, Script, shown
from ..errors import UserError
from .misspelt import meant_instead
from .watch import PACKAGE, Watch

if TYPE_CHECKING:
    from ..language import Theorem

MOST_SAID = 500
"""So many characters of what an error of a script says are shown in its line; the traceback has all."""

OUT_OF_MEMORY = b'{"failure": {"cause": "memory", "reason": "", "hint": "", "traceback": ""}}'
"""The answer where there is no memory left to make one."""


def build(script: Script) -> bytes:
    """The record of the theorems of a script, or why there is none, as JSON.

    With it goes whether the script read nothing but what the key of the cache covers (see `watch`).
    """

    def built() -> dict[str, Any]:
        from ..language.record import record

        watch = Watch(script)
        theorems = load(script)
        return {"record": record(*theorems), "is_covered": watch.is_covered}

    return answered(built)


def answered(make: Callable[[], dict[str, Any]]) -> bytes:
    """What is made, or why it cannot be, as JSON."""
    origin: BaseException
    try:
        return json.dumps(make()).encode()
    except MemoryError:
        return OUT_OF_MEMORY
    except UserError as error:
        failure = {"cause": "script", "reason": str(error), "hint": error.hint}
        origin = error.__cause__ or error
    except Exception as error:
        failure = {"cause": "tool", "reason": f"symnorm failed: {type(error).__name__}: {error}", "hint": ""}
        origin = error
    failure["traceback"] = "".join(traceback.format_exception(origin))
    return json.dumps({"failure": failure}).encode()


def load(script: Script) -> list[Theorem]:
    """Runs a script and returns its theorems. Raises UserError with the place of what is wrong."""
    from ..language import LanguageError, Theorem

    made = set[Theorem]()  # also those that the script forgets
    before, Theorem.made = Theorem.made, cast("WeakSet[Theorem]", made)
    try:
        module = _import(script.path)
    except MemoryError:
        raise
    except SyntaxError as error:
        raise UserError(f"{shown(Path(error.filename or script.path))}:{error.lineno}: {error.msg}") from error
    except LanguageError as error:
        raise UserError(f"{_place(script.path, error)}: {error}") from error
    except BaseException as error:
        hint = f"`symnorm verify {quote(shown(script.path))} -vv` shows the traceback"
        raise UserError(f"{_place(script.path, error)}: {_said(error)}", hint) from error
    finally:
        Theorem.made = before
    found = [
        _bound(script, heading, getattr(module, heading.name, None), Theorem) for heading in script.headings
    ]
    unseen = {t.id for t in made if t not in found} | {*script.inner} - {*script.ids}
    if unseen:
        raise UserError(
            f"{shown(script.path)}: {', '.join(sorted(unseen))} would not be verified",
            'write each theorem at the top level of its script, as name = Theorem("paper/1", ...)',
        )
    return found


def _said(error: BaseException) -> str:
    """An error of a script in one line, with the name that a module has for the script."""
    if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith(f"{PACKAGE}."):
        return f"there is no {str(error.name).removeprefix(f'{PACKAGE}.')}.py beside the script"
    try:
        message = str(error).replace(f"{PACKAGE}.", "").strip()
    except Exception:  # what it says is the script's, and may fail as well
        message = "what it says cannot be shown"
    if len(message) > MOST_SAID:
        message = f"{message[:MOST_SAID]}..."
    message += meant_instead(error)
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _bound(script: Script, heading: Heading, value: Any, theorem: type[Theorem]) -> Theorem:
    def wrong(what: str, hint: str) -> UserError:
        return UserError(f"{shown(script.path)}:{heading.line}: {what}", hint)

    if not isinstance(value, theorem) or value.id != heading.id:
        raise wrong(
            f"at the end of the script, {heading.name} is not the theorem {heading.id} any more",
            "bind every theorem to a variable of its own",
        )
    if changed := value.changed:
        raise wrong(
            f"{changed} of {heading.id} was changed or taken away after it was written",
            "a theorem keeps every line and every erratum as it is written",
        )
    if not any(entry.role == "claim" for entry in value.entries):
        raise wrong(
            f"{heading.id} claims nothing",
            f'end with what it states: {heading.name}.claim("(1)", eq(a, b), by=by.algebra(...))',
        )
    return value


class _Source(SourceFileLoader):
    """Compiles from the source: a compiled file may be of an older one that was saved within the same second."""

    def path_stats(self, path: Any) -> Mapping[str, Any]:
        raise OSError


def _import(path: Path) -> ModuleType:
    folder = str(path.parent)
    sys.path_importer_cache[folder] = FileFinder(folder, (_Source, [".py"]))
    package = ModuleType(PACKAGE)
    package.__path__ = [folder]
    if PACKAGE in sys.modules:  # of a script in another folder, perhaps
        for name in [m for m in sys.modules if m.startswith(f"{PACKAGE}.")]:
            del sys.modules[name]
    sys.modules[PACKAGE] = package
    name = f"{PACKAGE}.{path.stem.replace('.', '_')}"
    loader = _Source(name, str(path))
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    return module


def _place(path: Path, error: BaseException) -> str:
    """Where in the script, or in a file beside it, an error came up."""
    place = shown(path)
    for frame in traceback.extract_tb(error.__traceback__):
        if Path(frame.filename).parent == path.parent:
            place = f"{shown(Path(frame.filename))}:{frame.lineno}"
    return place
