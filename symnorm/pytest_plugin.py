"""Proof scripts as tests: every line of a proof is an item, and fails with the reason for which it is not proved.

    pytest --symnorm                    the proof scripts among the files that pytest collects
    symnorm_proofs = proofs mypaper     in the configuration of pytest: those in these files and folders, too

Without either, nothing is collected and nothing of symnorm is loaded. Collecting a script runs it, to see which lines
it has; it is judged when the first of its items runs. Both happen in processes of its own that may crash or hang
without harm (see `symnorm.runner`), and verdicts are kept as `symnorm verify` keeps them.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .catalog import Script
    from .language import Theorem

PREMISES = ("where", "given", "suppose")
"""The roles of lines that a theorem starts from. They are no items: the theorem as a whole tells what is wrong."""

WHOLE = "theorem"
"""The name of the item that is a theorem as a whole."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option and the ini value that enable the plugin."""
    group = parser.getgroup("symnorm")
    group.addoption(
        "--symnorm", action="store_true", help="Collect proof scripts, with one item for every line."
    )
    parser.addini("symnorm_proofs", type="paths", help="Files and folders with proof scripts.", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """Where pytest was called without arguments, the proofs are collected beside its testpaths."""
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        config.args.extend(str(path) for path in _proofs(config) if path.exists())


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A file that binds a theorem, where proof scripts are wanted; not one that is named on the command line."""
    return None if parent.session.isinitpath(file_path) else _proof(file_path, parent)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A proof script that is named on the command line, which pytest would import as a test."""
    return _proof(module_path, parent) if parent.session.isinitpath(module_path) else None


def _proof(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    config = parent.config
    is_listed = any(place in (path, *path.parents) for place in _proofs(config))
    if not is_listed and not config.getoption("symnorm"):
        return None
    is_test = any(fnmatch(path.name, pattern) for pattern in config.getini("python_files"))
    if path.suffix != ".py" or path.name[0] in "._" or path.name == "notation.py" or is_test:
        return None
    from .catalog import read_script

    script = read_script(path)
    if script is None:
        return None
    proof: pytest.Collector = Proof.from_parent(parent, path=path, script=script)
    return proof


def _proofs(config: pytest.Config) -> list[Path]:
    proofs: list[Path] = config.getini("symnorm_proofs")
    return proofs


def outline(theorem: Theorem) -> dict[str, Any]:
    """The id of a theorem, and (label, line of the script) of what it shows; asked where the script is run."""
    shown = [e for e in theorem.entries if e.role not in PREMISES]
    return {"id": theorem.id, "lines": [(e.label, e.line) for e in shown]}


class Proof(pytest.File):
    """A proof script."""

    def __init__(self, *, script: Script, **rest: Any) -> None:
        super().__init__(**rest)
        self.script = script

    def collect(self) -> Iterator[pytest.Collector]:
        """The theorems; where none can be read, the script as one."""
        found = {o["id"]: o["lines"] for o in self._answers("symnorm.pytest_plugin:outline")}
        headings = [(h.id, h.line) for h in self.script.headings] or [(self.path.stem, 1)]
        for id, line in headings:
            yield Lines.from_parent(self, name=id, line=line, lines=found.get(id, []))

    @cached_property
    def reports(self) -> dict[str, dict[str, Any]]:
        """The reports on the theorems, by id; of a script that cannot be read one, by its name."""
        from . import runner
        from .catalog import Catalog

        catalog = Catalog()
        with warnings.catch_warnings():  # what the tests around it make of warnings is not for the judge
            warnings.simplefilter("ignore")
            events = runner.verify([self.script], catalog.near, runner.Limits(jobs=1), runner.Cache())
            found = [e.report for e in events if isinstance(e, runner.Result) and not e.needed_by]
        return {report["id"] if self.script.headings else self.path.stem: report for report in found}

    def _answers(self, question: str) -> list[dict[str, Any]]:
        from . import runner

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            events = runner.ask([self.script], runner.Limits(jobs=1, question=(question,)))
            return [r for e in events if isinstance(e, tuple) for r in e[1].get("reports", ())]


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
        report = self.parent.parent.reports[self.parent.name]
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


def _trouble_of_line(report: dict[str, Any], label: str) -> list[str]:
    """Why a line is not proved, and what it says; nothing where it is proved."""
    if "failure" in report:
        return _trouble(report)
    (step,) = (s for s in report["steps"] if s["label"] == label)
    return [] if step["verdict"] == "proved" else [f"{step['verdict']}: {step['reason']}", step["text"]]


def _trouble(report: dict[str, Any]) -> list[str]:
    """What is wrong with a theorem as a whole, if anything is."""
    wrong = [s for s in report["steps"] if s["verdict"] != "proved"]
    premises = [f"{s['label']}: {s['reason']}" for s in wrong if s["role"] in PREMISES]
    lines = [s["label"] for s in wrong if s["role"] not in PREMISES]
    problems = [*report["problems"], *premises, *([f"not proved: {', '.join(lines)}"] if lines else [])]
    if not problems and report["verdict"] == "proved":
        return []
    hint = report.get("failure", {}).get("hint")
    first, *rest = problems or ["nothing more is known"]
    return [f"{report['verdict']}: {first}", *rest, *([f"hint: {hint}"] if hint else [])]
