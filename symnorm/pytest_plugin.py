"""Proof scripts as tests: every line of a proof is an item, and fails with the reason for which it is not proved.

    pytest --symnorm                    the proof scripts in the folders that pytest looks into
    symnorm_proofs = proofs mypaper     in the configuration of pytest: those in these files and folders, too

Without either, nothing is collected and nothing of symnorm is loaded. What is a proof script, and what is wrong with a
file or folder, is as `symnorm verify` has it: pytest is red where that is. It looks into folders that pytest leaves out
by itself, such as build, but not into those that your configuration or --ignore leaves out. A file or folder that has
tests need have no theorem.

Collecting a script runs it, to see which lines it has; it is judged when the first of its items runs. Both happen in
processes of its own that may crash or hang without harm (see `symnorm.runner`), and verdicts are kept as `symnorm
verify` keeps them.
"""

from __future__ import annotations

import os
import warnings
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .catalog import Script
    from .language import Theorem
    from .report import Report

WHOLE = "theorem"
"""The name of the item that is a theorem as a whole."""


LEFT_OUT_BY_PYTEST = {"*.egg", "_darcs", "build", "CVS", "dist", "node_modules", "venv", "{arch}"}
"""The folders that pytest does not look into, unless its configuration has other ones."""

WANTED = pytest.StashKey["Wanted"]()
"""The proof scripts that are wanted."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option and the ini value that enable the plugin."""
    group = parser.getgroup("symnorm")
    group.addoption(
        "--symnorm", action="store_true", help="Collect proof scripts, with one item for every line."
    )
    parser.addini("symnorm_proofs", type="paths", help="Files and folders with proof scripts.", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """Where pytest was called without arguments, the proofs are collected beside its testpaths.

    Raises pytest.UsageError where there are no such files and folders.
    """
    for path in _proofs(config):
        if not path.exists():
            raise pytest.UsageError(f"symnorm_proofs: there is no file or folder {path}")
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        config.args.extend(map(str, _proofs(config)))
    config.stash[WANTED] = Wanted(config)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Raises pytest.UsageError where `symnorm verify` would refuse the files and folders that are named."""
    session.config.stash[WANTED].check()


@pytest.hookimpl(wrapper=True)
def pytest_ignore_collect(
    collection_path: Path, config: pytest.Config
) -> Generator[None, bool | None, bool | None]:
    """Of folders that pytest leaves out by itself, the proof scripts are collected all the same."""
    ignored = yield
    return config.stash[WANTED].is_ignored(collection_path, ignored)


def pytest_report_collectionfinish(config: pytest.Config) -> list[str]:
    """How many files and folders were left out of those that are named, and why."""
    left_out = config.stash[WANTED].left_out
    reasons = ", ".join(f"{why} ({times})" for why, times in Counter(left_out.values()).items())
    return [f"symnorm left out {len(left_out)}: {reasons}"] if left_out else []


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A file that makes a theorem or may make one, where proof scripts are wanted."""
    return None if _is_imported(file_path, parent) else _proof(file_path, parent)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A proof script that is named on the command line, which pytest would import as a test."""
    return _proof(module_path, parent) if _is_imported(module_path, parent) else None


def _is_imported(path: Path, parent: pytest.Collector) -> bool:
    """Whether pytest takes a file for a test only because it is named on the command line."""
    return parent.session.isinitpath(path) and not _is_test(path, parent.config)


def _is_test(path: Path, config: pytest.Config) -> bool:
    return any(fnmatch(path.name, pattern) for pattern in config.getini("python_files"))


def _proof(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    script = parent.config.stash[WANTED].script(path)
    if script is None:
        return None
    proof: pytest.Collector = Proof.from_parent(parent, path=path, script=script)
    return proof


def _proofs(config: pytest.Config) -> list[Path]:
    proofs: list[Path] = config.getini("symnorm_proofs")
    return proofs


class Wanted:
    """The proof scripts in the files and folders that are named, on the command line and in the configuration."""

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.listed = config, _proofs(config)
        self._found: dict[Path, Mapping[Path, Script]] = {}
        self._opened: set[Path] = set()
        self.left_out: dict[Path, str] = {}

    @cached_property
    def named(self) -> list[Path]:
        """The places that are looked into, whatever pytest comes across there."""
        here = self.config.invocation_params.dir
        paths = [Path(os.path.abspath(here / argument.partition("::")[0])) for argument in self.config.args]
        if self.config.getoption("symnorm"):
            return [path for path in paths if path.is_dir() or path.suffix == ".py"]
        return [path for path in paths if path in self.listed]

    def check(self) -> None:
        """Raises pytest.UsageError where `symnorm verify` refuses what is named, unless it has tests."""
        if not self.named:
            return
        from .catalog import Catalog, refuse_duplicates
        from .errors import UserError

        try:
            for place in self.named:
                if all(s.is_silent for s in self.scripts(place).values()) and not self._has_tests(place):
                    Catalog().resolve([str(place)])
            refuse_duplicates({p: s for place in self.named for p, s in self.scripts(place).items()}.values())
        except UserError as error:
            raise pytest.UsageError(f"{error}; {error.hint}") from None

    def script(self, path: Path) -> Script | None:
        """The script in a file that pytest has come across, if it is wanted."""
        places = [place for place in (*self.named, *self.listed) if place in (path, *path.parents)]
        if path.suffix != ".py" or not places:
            return None
        from .errors import UserError

        try:
            return next((s for p in places if (s := self.scripts(p).get(path.resolve()))), None)
        except UserError as error:
            raise pytest.Collector.CollectError(f"{error}; {error.hint}") from None

    def scripts(self, place: Path) -> Mapping[Path, Script]:
        """The scripts in a file or below a folder, by their files. Raises UserError."""
        if place not in self._found:
            from .catalog import Below, read_script

            found: list[Script | None] = [read_script(place)] if place.is_file() else []
            if place.is_dir():
                below = Below(place)
                self.left_out |= below.left_out
                found = [*below.scripts]
            self._found[place] = {s.path: s for s in found if s is not None}
        return self._found[place]

    def is_ignored(self, path: Path, ignored: bool | None) -> bool | None:
        """Whether pytest leaves a path out: of a folder that it would, only what leads to scripts is looked at."""
        if not self.named:
            return ignored
        by_default = bool(ignored) and self._is_left_out_by_default(path)
        if (ignored and not by_default) or not (by_default or path.parent in self._opened):
            return ignored
        if not self._has_scripts(path):
            return True
        self._opened.add(path)
        return None

    def _has_scripts(self, path: Path) -> bool:
        real = path.resolve()
        return any(real in (s, *s.parents) for place in self.named for s in self.scripts(place))

    def _has_tests(self, place: Path) -> bool:
        return any(_is_test(p, self.config) for p in ([place] if place.is_file() else place.rglob("*.py")))

    def _is_left_out_by_default(self, path: Path) -> bool:
        """Whether nobody has said that a folder is to be left out, but pytest."""
        config = self.config
        here = config.invocation_params.dir
        if path in [here / p for p in config.getoption("ignore") or ()]:
            return False
        if any(fnmatch(str(path), str(here / p)) for p in config.getoption("ignore_glob") or ()):
            return False
        is_usual = set(config.getini("norecursedirs")) >= LEFT_OUT_BY_PYTEST
        return is_usual and path.is_dir() and any(fnmatch(path.name, pattern) for pattern in LEFT_OUT_BY_PYTEST)


def outline(theorem: Theorem) -> dict[str, Any]:
    """The id of a theorem, and (label, line of the script) of what it shows; asked where the script is run.

    What it starts from are no items: the theorem as a whole tells what is wrong.
    """
    from .report import PREMISES

    shown = [e for e in theorem.entries if e.role not in PREMISES]
    return {"id": theorem.id, "lines": [(e.label, e.line) for e in shown]}


class Proof(pytest.File):
    """A proof script."""

    def __init__(self, *, script: Script, **rest: Any) -> None:
        super().__init__(**rest)
        self.script = script

    def collect(self) -> Iterator[pytest.Collector]:
        """The theorems; where none can be read, the script as one; nothing where it has none."""
        answers = self._answers("symnorm.pytest_plugin:outline")
        found = {o["id"]: o["lines"] for answer in answers for o in answer.get("reports", ())}
        if self.script.is_silent and not any("failure" in answer for answer in answers):
            return
        headings = [(h.id, h.line) for h in self.script.headings] or [(self.path.stem, 1)]
        for id, line in headings:
            yield Lines.from_parent(self, name=id, line=line, lines=found.get(id, []))

    @cached_property
    def reports(self) -> dict[str, Report]:
        """The reports on the theorems, by id; of a script that cannot be read one, by its name."""
        from . import runner
        from .catalog import Catalog

        catalog = Catalog()
        with warnings.catch_warnings():  # what the tests around it make of warnings is not for the judge
            warnings.simplefilter("ignore")
            events = runner.verify([self.script], catalog.near, runner.Limits(jobs=1), runner.Cache())
            found = [e.report for e in events if isinstance(e, runner.Result) and not e.needed_by]
        return {report.id if self.script.headings else self.path.stem: report for report in found}

    def _answers(self, question: str) -> list[dict[str, Any]]:
        from . import runner

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            events = runner.ask([self.script], runner.Limits(jobs=1, question=(question,)))
            return [e[1] for e in events if isinstance(e, tuple)]


class Lines(pytest.Collector):
    """A theorem that begins at a line of the script; `lines` are (label, line) of what it shows."""

    parent: Proof

    def __init__(self, *, line: int, lines: list[tuple[str, int]], **rest: Any) -> None:
        super().__init__(**rest)
        self.line, self.lines = line, lines

    def collect(self) -> Iterator[pytest.Item]:
        """An item for every line, and one for the theorem as a whole."""
        for label, line in self.lines:
            yield Verdict.from_parent(self, name=label, line=line, is_line=True)
        yield Verdict.from_parent(self, name=WHOLE, line=self.line, is_line=False)


class Verdict(pytest.Item):
    """One line of a proof, or a theorem as a whole. It passes if it is proved."""

    parent: Lines

    def __init__(self, *, line: int, is_line: bool, **rest: Any) -> None:
        super().__init__(**rest)
        self.line, self.is_line = line, is_line

    def runtest(self) -> None:
        """Raises NotProved, with the reason first."""
        from .errors import UserError

        try:
            report = self.parent.parent.reports[self.parent.name]
        except UserError as error:
            raise NotProved(f"{error}\nhint: {error.hint}") from None
        trouble = _trouble_of_line(report, self.name) if self.is_line else _trouble(report)
        if trouble:
            raise NotProved("\n".join([*trouble, f"{self.path}:{self.line}"]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The reason, without a traceback."""
        if isinstance(excinfo.value, NotProved):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The place in the script."""
        return self.path, max(self.line - 1, 0), f"{self.parent.name}::{self.name}"


class NotProved(Exception):
    """A line or a theorem has another verdict than proved."""


def _trouble_of_line(report: Report, name: str) -> list[str]:
    """Why a line is not proved, and what it says; nothing where it is proved."""
    if report.failure:
        return _trouble(report)
    (line,) = (line for line in report.lines if line.name == name)
    return [] if line.verdict == "proved" else [f"{line.verdict}: {line.reason}", line.formula.text]


def _trouble(report: Report) -> list[str]:
    """What is wrong with a theorem as a whole, if anything is."""
    wrong = [line for line in report.lines if line.verdict != "proved"]
    premises = [f"{n.name}: {n.reason}" for n in wrong if n.is_premise and n.reason not in report.problems]
    lines = [line.name for line in wrong if not line.is_premise]
    problems = [*report.problems, *premises, *([f"not proved: {', '.join(lines)}"] if lines else [])]
    if not problems and report.verdict == "proved":
        return []
    hint = report.failure.hint if report.failure else ""
    first, *rest = problems or ["nothing more is known"]
    return [f"{report.verdict}: {first}", *rest, *([f"hint: {hint}"] if hint else [])]
