"""Tries mutants of what kernels are made of, each in a process that is forked from one which knows the statements.

What the functions for NumPy return is compared with the statements once; of what a mutant returns, only what is not the
same, bit for bit. A mutant of a printer prints the kernels anew, from claims that were verified once. Functions are run
that it may concern, a few at first, and until something is noticed: what survives was run with all of them.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import multiprocessing
import multiprocessing.connection
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from checker_mutants_edits import Mutant

import symnorm.codegen
from symnorm.codegen.claims.claim import Cited
from symnorm.codegen.claims.verified import Claims
from symnorm.codegen.emit.target import NUMBA, PRELUDE
from symnorm.codegen.operators.table import needed
from symnorm.errors import UserError
from symnorm.files import unsealed
from symnorm.validation import Outcome, Validation, claims, source
from symnorm.validation.meaning import USES

OURS = Path(__file__).parent.parent / "symnorm"
ROOM = "codegen/"
"""How the files begin that print; others run."""

SHIPPED = ("functions", "numba")
FUNCTIONS = tuple(dict.fromkeys(u.function for u in USES))

FIRST = ("layer_norm_simple_vjp", "eln_vjp")
THEN = ("dyt_vjp", "eln_general_vjp", "layer_norm", "beta_i")
"""Functions that are run before the others: most mutants are noticed by the first."""

SECONDS, PRINTING = 600.0, 60
"""That functions may run, and that printers may print."""

Fate = tuple[str, str]
"""What became of a mutant, "" if nothing noticed it; and what noticed it."""


class Bench:
    """The statements and the claims, evaluated, and what the functions for NumPy return."""

    def __init__(self, room: Path) -> None:
        self.kernels = shutil.copytree(OURS / "kernels", room / "kernels", ignore=shutil.ignore_patterns("__pycache__"))
        found = Claims()
        found.statements([*needed(), *NUMBA.cites])
        self.reports = found._reports
        stated = found.statements(Cited(*claim) for claim in claims())
        self.validation = Validation({(c.theorem, c.label): form for c, form in stated.items()})
        self.shipped = {name: (self.kernels / f"{name}.py").read_text("utf-8") for name in SHIPPED}
        self.pieces = {name: pieces(text) for name, text in self.shipped.items()}
        printed = self.printed("", "")
        for name, text in self.shipped.items():
            if unsealed(text) != printed[name]:
                raise SystemExit(f"kernels/{name}.py is not what is printed now: `symnorm kernels emit`")
        if not self.validation.of(source(self.shipped["functions"], self.kernels / "functions.py"), SECONDS).passed:
            raise SystemExit("kernels/functions.py does not pass: `symnorm kernels check`")

    def fate(self, mutant: Mutant) -> Fate:
        """What becomes of a mutant."""
        text = ast.unparse(mutant.tree())
        with tempfile.TemporaryDirectory(prefix="symnorm-mutant-") as room:
            folder = Path(shutil.copytree(self.kernels, Path(room) / "kernels"))
            run = self.of_printer if mutant.file.startswith(ROOM) else self.of_runtime
            return run(mutant, text, folder)

    def of_runtime(self, mutant: Mutant, text: str, folder: Path) -> Fate:
        """The same for a file that is run, in a folder with the others."""
        name = mutant.file.removeprefix("kernels/")
        (folder / f"{name}.py").write_text(text, "utf-8")
        if name not in SHIPPED:
            return self.noticed(folder / "functions.py", FUNCTIONS)
        whole = mutant.function.partition(".")[0]
        own = concerned([f"def {whole}(" if whole else mutant.before], [])
        return self.noticed(folder / f"{name}.py", own or FUNCTIONS)

    def of_printer(self, mutant: Mutant, text: str, folder: Path) -> Fate:
        """The same for a file that prints."""
        try:
            printed = self.printed(mutant.file, text)
            shown = {name: t for name, t in printed.items() if t != unsealed(self.shipped[name])}
            found = {name: pieces(t) for name, t in shown.items()}
        except Exception as error:
            return "prints nothing", f"{type(error).__name__}: {error}"[:120]
        changed = [name for name, own in found.items() if own != self.pieces[name]]
        for name in changed:
            (folder / f"{name}.py").write_text(printed[name], "utf-8")
        for name in changed:
            fate = self.noticed(folder / f"{name}.py", concerned(self.pieces[name], found[name]) or FUNCTIONS)
            if fate[0]:
                return fate
        return ("", "") if changed else ("prints the same", "")

    def printed(self, file: str, text: str) -> dict[str, str]:
        """Both modules, as the printers print them with another text in one file."""
        if file == "codegen/numba/prelude":
            head = text.partition("import numpy as np\n")[2].strip()
            shipped = {name: unsealed(shown) for name, shown in self.shipped.items()}
            return {**shipped, "numba": shipped["numba"].replace(PRELUDE, head)}
        with _swapped(f"symnorm.{file.replace('/', '.')}" if file else "", text), _alarm(PRINTING):
            verified = importlib.import_module("symnorm.codegen.claims.verified")
            module = importlib.import_module("symnorm.codegen.emit.module")
            target = importlib.import_module("symnorm.codegen.emit.target")
            known = verified.Claims()
            known._reported = lambda _: self.reports
            return {"functions": module.module(known, target.NUMPY), "numba": module.module(known, target.NUMBA)}

    def noticed(self, path: Path, names: Sequence[str]) -> Fate:
        """What notices that some functions of a file are wrong."""
        parts = ([n for n in FIRST if n in names] or names[:2], [n for n in THEN if n in names], names)
        done: set[str] = set()
        file = source(path.read_text("utf-8"), path)
        for part in parts:
            some = [n for n in part if n not in done]
            done.update(some)
            try:
                outcome = self.validation.of(file, SECONDS, only=some) if some else None
            except UserError as error:
                return "does not run", str(error)[:120]
            if outcome and not outcome.passed:
                return told(outcome)
        return "", ""


def told(outcome: Outcome) -> Fate:
    """What is wrong, and where it shows."""
    parts = {"values": outcome.functions, "laws": outcome.laws, "head": outcome.helpers}
    found = [(kind, part.name, fault) for kind, group in parts.items() for part in group for fault in part.faults]
    kind, name, fault = next((f for f in found if "Error: " not in f[2]), found[0])
    return "raises" if "Error: " in fault else kind, f"{name}: {fault}"[:160]


# --- printing with another text -------------------------------------------------------------------------------


class _Another(importlib.abc.MetaPathFinder):
    """Finds one module in another file."""

    def __init__(self, name: str, file: Path) -> None:
        self.name, self.file = name, file

    def find_spec(self, name: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_file_location(name, self.file) if name == self.name else None


@contextlib.contextmanager
def _swapped(name: str, text: str) -> Iterator[None]:
    """The room that prints, imported anew with another text in one module; what was there is put back."""
    before = {n: m for n, m in sys.modules.items() if n.startswith("symnorm.codegen")}
    with tempfile.TemporaryDirectory(prefix="symnorm-mutant-") as room:
        file = Path(room) / "module.py"
        file.write_text(text, "utf-8")
        finder = _Another(name, file)
        for each in before:
            del sys.modules[each]
        sys.meta_path.insert(0, finder)
        try:
            yield
        finally:
            sys.meta_path.remove(finder)
            for each in [n for n in sys.modules if n.startswith("symnorm.codegen")]:
                del sys.modules[each]
            sys.modules |= before
            symnorm.codegen = before["symnorm.codegen"]


@contextlib.contextmanager
def _alarm(seconds: int) -> Iterator[None]:
    """Raises TimeoutError after so many seconds."""

    def rung(*_: object) -> None:
        raise TimeoutError("it does not end")

    before = signal.signal(signal.SIGALRM, rung)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# --- what a mutant concerns -----------------------------------------------------------------------------------


def pieces(text: str) -> list[str]:
    """What a module consists of, without what is written for readers."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return [ast.unparse(node) for node in tree.body]


def concerned(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The public functions that run a kernel of which a piece differs; none, where one differs that is of no kernel."""
    names: set[str] = set()
    for piece in {*before} ^ {*after}:
        own = {u.function for u in USES if names_kernel(piece, u.kernel) or piece.startswith(f"def {u.function}(")}
        if names_kernel(piece, "beta_i_top"):
            own.add("beta_i")
        if not own:
            return []
        names |= own
    return [f for f in FUNCTIONS if f in names]


def names_kernel(text: str, name: str) -> bool:
    """Whether a piece of source is a part of a kernel."""
    starts = (f"def _{name}(", f"def _{name}_loops(", f"def _{name}_fused(", f"{name.upper()} = ")
    return any(start in text for start in starts)


# --- processes ------------------------------------------------------------------------------------------------


def fates(bench: Any, found: Sequence[Mutant], jobs: int) -> Iterator[tuple[Mutant, Fate]]:
    """What becomes of each mutant, as it is known: so many are tried at once, each in a process of its own."""
    context = multiprocessing.get_context("fork")
    waiting, running = list(reversed(found)), dict[multiprocessing.connection.Connection, tuple[Mutant, BaseProcess]]()
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=_tried, args=(bench, mutant, there))
            process.start()
            there.close()
            running[here] = mutant, process
        for end in multiprocessing.connection.wait(list(running)):
            assert isinstance(end, multiprocessing.connection.Connection)
            mutant, process = running.pop(end)
            try:
                fate = end.recv()
            except EOFError:
                fate = None
            end.close()
            process.join()
            yield mutant, fate or ("raises", f"the process ended with {process.exitcode}")


def _tried(bench: Any, mutant: Mutant, end: Any) -> None:
    """Tries a mutant, and sends what becomes of it."""
    with open(os.devnull, "w") as nothing, contextlib.redirect_stdout(nothing), contextlib.redirect_stderr(nothing):
        end.send(bench.fate(mutant))
