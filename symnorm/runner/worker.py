"""The judging of what a script has recorded, in a process that has never run the script.

Two processes work for a script, one after the other, both started from one that runs none: `symnorm.runner.script`
builds the theorems, and the second reads their record, proves, checks and evaluates. Everything that is reported comes
from the second, which may judge other scripts as well (`judges`). Both have limits, and may be killed; the pool is
prepared for that.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..as_json import Misfit, from_json, to_json
from ..catalog import Script, shown
from ..errors import UserError
from ..report import Failure, Report, Review
from .script import answered, build

if TYPE_CHECKING:
    from ..language import Theorem
    from ..transcript import Line

MAX_INHERITED = 1 << 20
"""A transcript of more bytes is read by each child itself."""

KEPT = (__name__, "symnorm.reader.tokens")
"""The modules whose functions remember what they answer, whoever asks."""

PATIENT = (4_000_000, 20, 50)
"""How much a child allocates before garbage is looked for: it lives for seconds, and is cheaply ended."""


FEW = 3
"""So many scripts may need no SymPy: each that does imports it, which takes as long as to judge ten of their lines."""


def preload(scripts: int) -> None:
    """Imports what so many scripts need: once, before the children are forked. The prover imports SymPy late."""
    ours = ("judge", "language.record", "prover.sympy_side", "transcript")
    for module in (*(["sympy"] if scripts > FEW else []), *(f"symnorm.{name}" for name in ours)):
        importlib.import_module(module)
    gc.set_threshold(*PATIENT)


def prepare(script: Script) -> None:
    """Reads the transcript beside a script, once for all scripts there: the children inherit it.

    One that is very large, or gone, is left to them: they have a limit of time.
    """
    stamp = script.transcript and _stamp(script.transcript)
    if script.transcript and stamp and stamp[1] <= MAX_INHERITED:
        _transcript(script.transcript, stamp)


def serve(make: Callable[[], bytes], output: int, memory: int) -> None:
    """Writes an answer to a file descriptor, within so many bytes of memory. What else is printed is lost."""
    silence(memory)
    with open(output, "wb") as file:
        file.write(make())


def silence(memory: int) -> None:
    """From now on, what the process prints is lost, and it has no more than so many bytes of memory."""
    null = open(os.devnull, "r+")  # noqa: SIM115 - to the end of the process
    for descriptor in (0, 1, 2):
        os.dup2(null.fileno(), descriptor)
    sys.stdin = sys.stdout = sys.stderr = null
    _limit(memory)


def forget() -> None:
    """Empties what functions of ours remember: what is judged next is judged as by a new process.

    The bounds on work count, and what is remembered is not worked out again. Transcripts are kept, and how LaTeX is cut
    into tokens: that counts no work, and is the same for whoever asks.
    """
    for function in _remembering(len(sys.modules)):
        function.cache_clear()


@cache
def _remembering(modules: int) -> list[Any]:
    """The functions that remember what they answer, in so many modules that are imported."""
    ours = [m for name, m in sys.modules.items() if name.startswith("symnorm.")]
    found = [thing for module in ours for thing in vars(module).values()]
    found += [method for thing in found if isinstance(thing, type) for method in vars(thing).values()]
    functions = {id(f): f for f in (getattr(thing, "__func__", thing) for thing in found)}
    return [f for f in functions.values() if hasattr(f, "cache_clear") and f.__module__ not in KEPT]


def task(
    script: Script, built: bytes | None, rigor: bool = False, question: tuple[str, ...] = ()
) -> Callable[[], bytes]:
    """What the process of a script has to do: to run it, or to judge what it has built."""
    return (lambda: build(script)) if built is None else (lambda: answer(script, built, rigor, question))


def answer(script: Script, built: bytes, rigor: bool = False, question: tuple[str, ...] = ()) -> bytes:
    """The reports on the theorems that a script has built, or why there are none, as JSON; with rigor, by two judges.

    A question (see Limits) is answered in the place of a verdict.
    """

    def judged() -> dict[str, Any]:
        document = _document(built)
        if "failure" in document:
            return {"failure": to_json(_failure(script, document["failure"]))}
        theorems = recorded(script, document.get("record"))
        if question:
            return {"reports": [_asked(theorem, *question) for theorem in theorems]}
        return {"reports": _judged(script, theorems, rigor), "cacheable": document.get("is_covered") is True}

    return answered(judged)


def recorded(script: Script, record: Any) -> list[Theorem]:
    """The theorems of a record, which have to be those that the script announces. Raises UserError."""
    from ..language import LanguageError
    from ..language.record import theorems_from

    try:
        theorems = theorems_from(record)
    except LanguageError as error:
        raise _garbage(script) from error
    announced = [(h.id, h.title, h.paper) for h in script.headings]
    claimed = all(any(entry.role == "claim" for entry in t.entries) for t in theorems)
    if not claimed or [(t.id, t.title, t.paper) for t in theorems] != announced:
        raise _garbage(script)
    return theorems


def _document(built: bytes) -> dict[str, Any]:
    try:
        document = json.loads(built)
    except (ValueError, RecursionError):
        document = None
    return document if isinstance(document, dict) else {}


def _garbage(script: Script) -> UserError:
    return UserError(
        f"{shown(script.path)}: its process has not answered with the theorems that stand in it",
        "a script ends by itself, with its last line, and leaves symnorm as it is",
    )


def _failure(script: Script, said: Any) -> Failure:
    """What a process says of its failure, if it is that."""
    try:
        failure = from_json(Failure, said)
    except Misfit as error:
        raise _garbage(script) from error
    return replace(failure, reason=" ".join(failure.reason.split()), hint=" ".join(failure.hint.split()))


def _judged(script: Script, theorems: list[Theorem], rigor: bool) -> list[dict[str, Any]]:
    from ..judge import judge
    from ..language import LanguageError

    lines = _lines(script.transcript)
    reports = []
    for heading, theorem in zip(script.headings, theorems, strict=True):
        try:
            report = judge(theorem, lines)
        except LanguageError as error:
            raise UserError(f"{shown(script.path)}:{heading.line}: {error}") from error
        report = _reviewed(report) if rigor else report
        reports.append(to_json(replace(report, ground_types=_ground_types())))
    return reports


def _reviewed(report: Report) -> Report:
    """The report with what the second judge says of the bundle in it; where the judges disagree, it is a fault."""
    from ..rigor import review

    assert report.bundle is not None
    found, more = review(report.bundle.document, [line.accepted for line in report.lines])
    told = [f"the second judge disagrees with the checker: {d}" for d in found.disagreements]
    said = Review(found.identities, found.signs, found.duties, found.not_applicable, found.disagreements, more)
    return replace(report.worsened("fault" if told else report.verdict, told), review=said)


def _asked(theorem: Theorem, function: str, *arguments: str) -> Any:
    """What a function says of a theorem; it is named as "module:function"."""
    module, _, name = function.partition(":")
    return getattr(importlib.import_module(module), name)(theorem, *arguments)


def _ground_types() -> str:
    """Which integers SymPy calculates with: it takes those of python-flint or gmpy2 where they are installed."""
    module = sys.modules.get("sympy.external.gmpy")
    return str(module.GROUND_TYPES) if module else ""


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


def _limit(memory: int) -> None:
    """No more memory than so many bytes (0: no limit), and no core files. Some systems know no such limits."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
