"""Runs the tests against mutants of the checker, in forked children of a process that has collected them once.

A mutant is grafted: its code takes the place of that of the functions which all modules hold already, so that nothing
is imported again. A child runs the tests that reach the changed statement, the fastest and those that killed its
neighbours first, up to the first that fails. Processor time and memory are bounded, so that the load does not matter.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import gc
import importlib
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from checker_mutants_edits import Mutant

ROOT = Path(__file__).parent.parent
CHECKER = ROOT / "symnorm" / "checker"
LEAST_SECONDS, SLOWER, MEMORY = 3, 10, 1 << 30
"""A test may take so many times as long as it does, and at least so many seconds; and so many bytes more."""


@dataclass(frozen=True)
class Probe:
    """A test, or a piece of the corpus: whether the checker, as it is now, does what it has to."""

    name: str
    passes: Callable[[], bool]


@dataclass
class Known:
    """What is known of a probe: the processor time that it takes, and the lines that it reaches, by file."""

    probe: Probe
    seconds: float
    reached: dict[str, set[int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """What became of a mutant: killed by a probe, "timeout", "crash" at import, or nothing for a survivor."""

    mutant: Mutant
    fate: str
    by: str = ""
    probes: int = 0
    seconds: float = 0.0


# --- grafting -------------------------------------------------------------------------------------------------


def module_of(file: str) -> ModuleType:
    """The module of a file of the checker, named without its suffix."""
    name = file.removesuffix("/__init__").replace("/", ".")
    return importlib.import_module("symnorm.checker" + ("" if name == "__init__" else f".{name}"))


def graft(module: ModuleType, tree: ast.Module, changed: Iterable[str] = ()) -> None:
    """Gives the functions of a module what this source makes of them, and constants that are changed."""
    made: dict[str, Any] = {
        "__name__": module.__name__, "__package__": module.__package__, "__file__": module.__file__,
        "_reached": vars(module).get("_reached"),
    }  # fmt: skip
    exec(compile(tree, str(module.__file__), "exec"), made)
    constants = _made_of(tree, changed)
    for name, new in made.items():
        old = vars(module).get(name)
        if getattr(new, "__module__", None) == module.__name__:
            _transfer(old, new)
        elif name in constants:
            for other in [m for m in sys.modules.values() if getattr(m, "__dict__", {}).get(name) is old]:
                setattr(other, name, new)
    forget()


def _made_of(tree: ast.Module, names: Iterable[str]) -> set[str]:
    """Constants, and the others of their module that are calculated from them."""
    found = set(names)
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and found and _names(statement) & found:
            found |= _names(statement, ast.Store)
    return found


def _names(tree: ast.AST, use: type[ast.expr_context] = ast.expr_context) -> set[str]:
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, use)}


def forget() -> None:
    """Empties what functions of the checker remember, so that the next test reaches them again."""
    for other in [m for n, m in sys.modules.items() if n.startswith("symnorm.checker")]:
        things = [*vars(other).values()]
        for thing in (*things, *(t for c in things if isinstance(c, type) for t in vars(c).values())):
            function = getattr(thing, "__func__", thing)
            if hasattr(function, "cache_clear"):
                function.cache_clear()


def _transfer(old: Any, new: Any) -> None:
    """The code of a function, or of all functions of a class, wherever it is wrapped."""
    if isinstance(new, type):
        for name, inner in vars(new).items():
            _transfer(vars(old).get(name), inner)
        return
    for wrapped in ("__wrapped__", "__func__", "fget", "func"):
        if hasattr(new, wrapped) and hasattr(old, wrapped):
            _transfer(getattr(old, wrapped), getattr(new, wrapped))
            return
    if isinstance(new, FunctionType) and isinstance(old, FunctionType):
        if new.__code__.co_filename.endswith(".py"):  # what a dataclass is given has no file, but defaults
            old.__code__ = new.__code__
        old.__defaults__, old.__kwdefaults__ = new.__defaults__, new.__kwdefaults__


# --- what a test reaches --------------------------------------------------------------------------------------


class _Marked(ast.NodeTransformer):
    """Source in which every statement of a function notes that it was reached."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.body = [s for statement in node.body for s in _marked(statement)]
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            held = getattr(node, name, None)
            if isinstance(held, list) and not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                setattr(node, name, [s for statement in held for s in _marked(statement)])
        return node


def _marked(statement: ast.stmt) -> list[ast.stmt]:
    note = ast.parse(f"_reached({statement.lineno})").body[0] if hasattr(statement, "lineno") else ast.Pass()
    return [ast.copy_location(note, statement), statement]


def watch(files: Sequence[str]) -> dict[str, set[int]]:
    """Marks all files; the sets into which the lines go that are reached."""
    reached: dict[str, set[int]] = {}
    for file in files:
        reached[file] = set()
        module = module_of(file)
        module._reached = reached[file].add  # type: ignore[attr-defined]
        tree = _Marked().visit(ast.parse((CHECKER / f"{file}.py").read_text("utf-8")))
        graft(module, ast.fix_missing_locations(tree))
    return reached


# --- children -------------------------------------------------------------------------------------------------


def in_child(work: Callable[[Callable[[Any], None]], None]) -> tuple[list[Any], int]:
    """What a forked child tells while it works, and how it ended: 0, or the negative number of a signal."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        status = 70
        try:
            os.close(reading)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for n in (0, 1, 2):
                os.dup2(nowhere, n)
            with os.fdopen(writing, "w") as pipe:
                def tell(message: Any) -> None:
                    pipe.write(json.dumps(message) + "\n")
                    pipe.flush()

                work(tell)
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = [json.loads(line) for line in pipe if line.endswith("\n")]
    _, status = os.waitpid(pid, 0)
    return told, os.waitstatus_to_exitcode(status)


def bounded(known: Known) -> bool:
    """Whether a probe passes; the child ends where it takes much longer than it did."""
    signal.setitimer(signal.ITIMER_PROF, max(LEAST_SECONDS, SLOWER * known.seconds))
    try:
        return known.probe.passes()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def measured(probes: Sequence[Probe], files: Sequence[str]) -> tuple[list[Known], list[str]]:
    """What is known of each probe that reaches one of the files; and those that fail although nothing is changed."""
    plain: list[Known] = []
    failing = []
    for n, probe in enumerate(probes):
        if n % 400 == 399:
            print(f"         {n + 1} of {len(probes)} tests are timed", file=sys.stderr, flush=True)
        started = time.process_time()
        if probe.passes():
            plain.append(Known(probe, time.process_time() - started))
        else:
            failing.append(probe.name)

    def work(tell: Callable[[Any], None]) -> None:
        reached = watch(files)
        for n, known in enumerate(plain):
            forget()
            for lines in reached.values():
                lines.clear()
            known.probe.passes()
            tell([n, {file: sorted(lines) for file, lines in reached.items() if lines}])

    told, _ = in_child(work)
    for n, lines in told:
        plain[n].reached = {file: set(numbers) for file, numbers in lines.items()}
    return [known for known in plain if known.reached], failing


class Trials:
    """Tries mutants one after another, and remembers what killed those before."""

    def __init__(
        self, probes: Sequence[Known], most: int | None = None, hints: Mapping[tuple[str, ...], str] | None = None
    ) -> None:
        self.probes, self.most, self.hints = list(probes), most, hints or {}
        self.kills: dict[str, Counter[str]] = defaultdict(Counter)
        self.at: dict[tuple[str, int], list[int]] = defaultdict(list)
        """Which probes reach a line of a file."""
        for n, known in enumerate(self.probes):
            for file, lines in known.reached.items():
                for line in lines:
                    self.at[file, line].append(n)

    def __call__(self, mutant: Mutant) -> Result:
        started = time.perf_counter()
        wanted = self.wanted(mutant)

        def work(tell: Callable[[Any], None]) -> None:
            size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, size + MEMORY))
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            try:
                graft(module_of(mutant.file), mutant.tree(), () if mutant.function else _assigned(mutant.before))
            except Exception:
                tell("crash")
                return
            for n, known in enumerate(wanted):
                tell(n)
                if not bounded(known):
                    tell("killed")
                    return
            tell("survived")

        told, status = in_child(work)
        reached = [m for m in told if isinstance(m, int)]
        by = wanted[reached[-1]].probe.name if reached else ""
        match told[-1:]:
            case ["survived"]:
                fate, by = "", ""
            case ["crash"]:
                fate = "crash"
            case _:
                fate = "timeout" if status == -signal.SIGPROF else "killed"
        if by:
            self.kills[f"{mutant.file} {mutant.function}"][by] += 1
            self.kills[mutant.file][by] += 1
        return Result(mutant, fate, by, len(reached), time.perf_counter() - started)

    def wanted(self, mutant: Mutant) -> list[Known]:
        """The probes that reach the statement, in the order in which they are tried."""
        owner = vars(module_of(mutant.file)).get(mutant.function)
        is_in_function = bool(mutant.function) and not isinstance(owner, type)
        places = {(mutant.file, mutant.line)} if is_in_function else self.reading(mutant)
        able = [self.probes[n] for n in sorted({n for place in places for n in self.at.get(place, ())})]
        near, here = self.kills[f"{mutant.file} {mutant.function}"], self.kills[mutant.file]
        hint = self.hints.get(mutant.key)

        def rank(known: Known) -> tuple[bool, float]:
            name = known.probe.name
            return name != hint, (known.seconds + 0.02) / (1 + 20 * near[name] + here[name])

        return sorted(able, key=rank)[: self.most]

    def reading(self, mutant: Mutant) -> set[tuple[str, int]]:
        """The statements of functions in which a name stands that is made of what is assigned outside of all.

        What is assigned in a class is reached by whatever names the class.
        """
        names = frozenset([mutant.function] if mutant.function else _made_of(mutant.tree(), _assigned(mutant.before)))
        return {place for spoken_of, places in _functions() if spoken_of & names for place in places}


def _assigned(statement: str) -> set[str]:
    """The names that an assignment gives a value."""
    return _names(ast.parse(statement), ast.Store)


@functools.cache
def _functions() -> list[tuple[set[str], list[tuple[str, int]]]]:
    """Of each function of the checker the names in it, and where its statements begin."""
    found = []
    for path in CHECKER.rglob("*.py"):
        file = path.relative_to(CHECKER).with_suffix("").as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                places = [(file, s.lineno) for s in ast.walk(node) if isinstance(s, ast.stmt)]
                found.append((_names(node), places))
    return found


def tried(
    mutants: Sequence[Mutant], probes: Sequence[Known], jobs: int, most: int | None = None,
    hints: Mapping[tuple[str, ...], str] | None = None,
) -> Iterator[Result]:  # fmt: skip
    """The results, in no particular order, of so many processes at once."""
    gc.collect()
    gc.freeze()
    reading, writing = os.pipe()
    workers = []
    for number in range(jobs):
        pid = os.fork()
        if pid == 0:
            try:
                os.close(reading)
                trials = Trials(probes, most, hints)
                for n in range(number, len(mutants), jobs):
                    result = trials(mutants[n])
                    line = json.dumps([n, result.fate, result.by, result.probes, result.seconds]) + "\n"
                    os.write(writing, line.encode())
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(0)
        workers.append(pid)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        for line in pipe:
            n, *rest = json.loads(line)
            yield Result(mutants[n], *rest)
    for pid in workers:
        os.waitpid(pid, 0)


# --- pytest ---------------------------------------------------------------------------------------------------


class _Session:
    """Hands the tests that pytest has collected to somebody else, and runs them one by one when asked."""

    def __init__(self, loop: Callable[[list[Probe]], None], without: Iterable[str]) -> None:
        self.loop, self.without, self.failed = loop, tuple(without), False
        self.trouble = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True
        items = [i for i in session.items if not any(name in i.nodeid for name in self.without)]
        self.loop([Probe(i.nodeid.removeprefix("tests/"), functools.partial(self._passes, i)) for i in items])
        return True

    def _passes(self, item: pytest.Item) -> bool:
        """Whether a test passes; one without fixtures is a function, and is called, which is faster."""
        self.failed = False
        if isinstance(item, pytest.Function) and item.cls is None:
            given = item.callspec.params if hasattr(item, "callspec") else {}
            if set(item.fixturenames) <= set(given):
                try:
                    item.obj(**given)
                except pytest.skip.Exception:
                    return True
                except (Exception, pytest.fail.Exception):
                    return False
                return True
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.trouble = report.longreprtext


def with_tests(files: Sequence[Path], without: Iterable[str], loop: Callable[[list[Probe]], None]) -> None:
    """Calls `loop` with the tests of these files, within pytest. Raises RuntimeError where they are not collected."""
    session = _Session(loop, without)
    options = ["-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:symnorm", "-p", "no:faulthandler", "-s",
               "-W", "ignore::pytest.PytestAssertRewriteWarning"]  # fmt: skip
    with contextlib.chdir(ROOT):
        status = pytest.main([*options, *map(str, files)], plugins=[session])
    if session.trouble or status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise RuntimeError(session.trouble or f"pytest ends with {status!r}")
