"""What happens inside the process of one proof script: load it, judge it, answer.

Everything here may hang, crash or be killed; the pool is prepared for that.
"""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import json
import os
import sys
import traceback
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..catalog import Heading, Script, shown
from ..errors import UserError

if TYPE_CHECKING:
    from ..language import Theorem
    from ..transcript import Line

PACKAGE = "_symnorm_proof"
"""The name under which the folder of a script is a package, so that `from .notation import x` works."""

MAX_INHERITED = 1 << 20
"""A transcript of more bytes is read by each child itself."""

PATIENT = (50_000, 20, 50)
"""How much a child allocates before garbage is looked for: it lives for a second, and little of it is garbage."""

OUT_OF_MEMORY = b'{"failure": {"cause": "memory", "reason": "", "hint": "", "traceback": ""}}'
"""The answer where there is no memory left to make one."""

_KNOWN = {"symnorm", "sympy", "mpmath", "flint", "gmpy2", PACKAGE}


def preload() -> None:
    """Imports what every script needs: once, before the children are forked. The prover imports SymPy late."""
    for module in ("symnorm.judge", "symnorm.transcript", "sympy"):
        importlib.import_module(module)
    gc.set_threshold(*PATIENT)


def prepare(script: Script) -> None:
    """Reads the transcript beside a script, once for all scripts there: the children inherit it.

    One that is very large, or gone, is left to them: they have a limit of time.
    """
    stamp = script.transcript and _stamp(script.transcript)
    if script.transcript and stamp and stamp[1] <= MAX_INHERITED:
        _transcript(script.transcript, stamp)


def serve(
    script: Script, output: int, memory: int, rigor: bool = False, question: tuple[str, ...] = ()
) -> None:
    """Writes the answer to a file descriptor, within so many bytes of memory. What a script prints is lost."""
    null = open(os.devnull, "r+")  # noqa: SIM115 - to the end of the process
    for descriptor in (0, 1, 2):
        os.dup2(null.fileno(), descriptor)
    sys.stdin = sys.stdout = sys.stderr = null
    _limit(memory)
    with open(output, "wb") as file:
        file.write(answer(script, rigor, question))


def answer(script: Script, rigor: bool = False, question: tuple[str, ...] = ()) -> bytes:
    """The reports on the theorems of a script, or why there are none, as JSON; with rigor, by two judges.

    A question (see Limits) is answered in the place of a verdict.
    """
    origin: BaseException
    try:
        return json.dumps(_asked(script, *question) if question else _judged(script, rigor)).encode()
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


def packed(certificate: Any) -> str:
    """A certificate as a short string. It is most of a report, and hardly ever looked at."""
    return b64encode(zlib.compress(json.dumps(certificate).encode())).decode()


def unpacked(text: str) -> Any:
    """The certificate in such a string."""
    return json.loads(zlib.decompress(b64decode(text)))


def load(script: Script) -> list[Theorem]:
    """Runs a script and returns its theorems. Raises UserError with the place of what is wrong."""
    from ..language import LanguageError, Theorem

    before = set(Theorem.made)
    try:
        module = _import(script.path)
    except MemoryError:
        raise
    except SyntaxError as error:
        raise UserError(f"{shown(Path(error.filename or script.path))}:{error.lineno}: {error.msg}") from error
    except LanguageError as error:
        raise UserError(f"{_place(script.path, error)}: {error}") from error
    except BaseException as error:
        raise UserError(f"{_place(script.path, error)}: {_said(error)}", "-vv shows the traceback") from error
    found = [
        _bound(script, heading, getattr(module, heading.name, None), Theorem) for heading in script.headings
    ]
    unseen = [t.id for t in Theorem.made if t not in before and t not in found]
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
    message = str(error).replace(f"{PACKAGE}.", "").strip()
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _bound(script: Script, heading: Heading, value: Any, theorem: type[Theorem]) -> Theorem:
    place = f"{shown(script.path)}:{heading.line}"
    if not isinstance(value, theorem) or value.id != heading.id:
        raise UserError(
            f"{place}: at the end of the script, {heading.name} is not the theorem {heading.id} any more",
            "bind every theorem to a variable of its own",
        )
    if not any(entry.role == "claim" for entry in value.entries):
        raise UserError(
            f"{place}: {heading.id} claims nothing",
            f'end with what it states: {heading.name}.claim("(1)", eq(a, b), by=by.algebra(...))',
        )
    return value


def _judged(script: Script, rigor: bool) -> dict[str, Any]:
    from ..language import LanguageError

    before = set(sys.modules)
    opened: list[str] = []
    sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
    theorems = load(script)
    cacheable = _is_covered_by_key(set(sys.modules) - before) and all(
        Path(file).suffix in (".py", ".pyc", ".so") or Path(file) == script.transcript for file in opened
    )
    lines = _lines(script.transcript)
    from ..judge import judge

    reports = []
    for heading, theorem in zip(script.headings, theorems, strict=True):
        try:
            report = judge(theorem, lines)
        except LanguageError as error:
            raise UserError(f"{shown(script.path)}:{heading.line}: {error}") from error
        if rigor:
            from ..rigor import reviewed

            report = reviewed(report)
        report = {**report, "certificate": packed(report["certificate"]), "ground_types": _ground_types()}
        reports.append(report)
    return {"reports": reports, "cacheable": cacheable}


def _asked(script: Script, function: str, *arguments: str) -> dict[str, Any]:
    """What a function says of each theorem of a script; it is named as "module:function"."""
    module, _, name = function.partition(":")
    ask = getattr(importlib.import_module(module), name)
    return {"reports": [ask(theorem, *arguments) for theorem in load(script)]}


def _ground_types() -> str:
    """Which integers SymPy calculates with: it takes those of python-flint or gmpy2 where they are installed."""
    module = sys.modules.get("sympy.external.gmpy")
    return str(module.GROUND_TYPES) if module else ""


def _is_covered_by_key(imported: Iterable[str]) -> bool:
    """Whether the key of the cache covers these modules: ours, the libraries', and files beside the script."""
    known = _KNOWN | sys.stdlib_module_names
    return all(
        m.partition(".")[0] in known and not (m.startswith(PACKAGE) and m.count(".") > 1) for m in imported
    )


def _lines(transcript: Path | None) -> Mapping[str, Line] | None:
    if transcript is None:
        return None
    found = _transcript(transcript, _stamp(transcript))
    if isinstance(found, UserError):
        raise found
    return found


@cache
def _transcript(path: Path, stamp: tuple[int, int] | None) -> Mapping[str, Line] | UserError:
    """The lines of a transcript as it was at a time, or what is wrong with it."""
    from ..transcript import read_transcript

    try:
        return read_transcript(path).by_label
    except UserError as error:
        return error


def _stamp(path: Path) -> tuple[int, int] | None:
    """When a file was changed, and its size."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


class _Source(SourceFileLoader):
    """Compiles from the source: a compiled file may be of an older one that was saved within the same second."""

    def path_stats(self, path: Any) -> Mapping[str, Any]:
        raise OSError


def _import(path: Path) -> ModuleType:
    folder = str(path.parent)
    sys.path_importer_cache[folder] = FileFinder(folder, (_Source, [".py"]))
    package = ModuleType(PACKAGE)
    package.__path__ = [folder]
    for name in [m for m in sys.modules if m.startswith(f"{PACKAGE}.")]:  # of a script in another folder, perhaps
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


def _limit(memory: int) -> None:
    """No more memory than so many bytes (0: no limit), and no core files. Some systems know no such limits."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
