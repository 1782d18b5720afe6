"""One process judges many scripts, one after another: no verdict may depend on what it has judged before."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import shell
from shell import good, write

from symnorm import runner
from symnorm.catalog import Catalog
from symnorm.checker import forms
from symnorm.checker.calculus.polynomial import Polynomial
from symnorm.report import Report
from symnorm.runner import Limits, Result, judges, worker

Judging = Callable[[Any, Any], Any]


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Any, Judging], Any]], None]:
    """Puts something in the place of the judge, which is told the theorem and who would judge it otherwise."""
    shell.install_judge(monkeypatch)
    module = sys.modules["symnorm.judge"]
    usual = module.judge

    def install(make: Callable[[Any, Judging], Any]) -> None:
        monkeypatch.setattr(module, "judge", lambda theorem, lines: make(theorem, lambda t: usual(t, lines)))

    return install


def reports(folder: Path, *ids: str, **limits: Any) -> dict[str, Report]:
    """The reports on some theorems, each in a script of its own, judged one after the other."""
    write(folder, **{f"t{n}": good(id) for n, id in enumerate(ids)})
    catalog = Catalog(folder / "no proofs")
    asked = Limits(**{"jobs": 1, "timeout": 20.0, **limits})
    events = runner.verify(catalog.resolve([str(folder)]), catalog.near, asked, None)
    return {e.report.id: e.report for e in events if isinstance(e, Result)}


def noting(told: Callable[[], object]) -> Callable[[Any, Judging], Any]:
    """A judge who tells something of its process as a note."""
    return lambda theorem, usual: replace(usual(theorem), notes=(str(told()),))


def test_one_process_judges_several_scripts(tmp_path: Path, judge: Any) -> None:
    judge(noting(os.getpid))
    found = reports(tmp_path, "a/1", "a/2", "a/3")
    assert {r.verdict for r in found.values()} == {"proved"}
    assert len({r.notes for r in found.values()}) == 1
    assert found["a/1"].notes != (str(os.getpid()),)


def test_a_judge_who_has_judged_enough_is_replaced(
    tmp_path: Path, judge: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judges, "MAX_JUDGED", 0)
    judge(noting(os.getpid))
    assert len({r.notes for r in reports(tmp_path, "a/1", "a/2", "a/3").values()}) == 3


def test_what_is_remembered_is_forgotten_between_scripts(tmp_path: Path, judge: Any) -> None:
    """Whatever the checker has worked out for one, it works out again for another."""

    def remembered() -> object:
        return [f.cache_info().currsize for f in (forms.check_expression, forms.digest, Polynomial.constant)]

    def judged(theorem: Any, usual: Judging) -> Any:
        found = noting(remembered)(theorem, usual)
        forms.check_expression(("sym", theorem.id.replace("/", "_")))
        forms.digest(theorem.id)
        Polynomial.constant(10**6 + len(theorem.id))
        return found

    judge(judged)
    worker.forget()
    before = reports(tmp_path / "one", "a/1")["a/1"].notes
    assert {r.notes for r in reports(tmp_path / "all", "a/1", "a/2", "a/3").values()} == {before}


def test_what_functions_and_methods_remember_is_found() -> None:
    forms.digest("a word that stands nowhere")
    Polynomial.constant(123_456_789)
    worker.forget()
    assert (forms.digest.cache_info().currsize, Polynomial.constant.cache_info().currsize) == (0, 0)


@pytest.mark.parametrize("end", ["killed", "out of memory", "out of order"])
def test_who_fails_after_others_is_not_believed(tmp_path: Path, judge: Any, end: str) -> None:
    """A script that one judge cannot judge is given to one who has judged no other."""
    seen: list[str] = []

    def judged(theorem: Any, usual: Judging) -> Any:
        seen.append(theorem.id)
        if len(seen) > 1:
            fail(end)
        return usual(theorem)

    judge(judged)
    assert {id: r.verdict for id, r in reports(tmp_path, "a/1", "a/2", "a/3").items()} == {
        "a/1": "proved", "a/2": "proved", "a/3": "proved",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("end", "cause", "reason"),
    [
        ("killed", "tool", "was killed by signal 9 (SIGKILL)"),
        ("out of memory", "memory", "ran out of memory (limit 4 GiB)"),
        ("out of order", "tool", "symnorm failed: AssertionError: out of order"),
    ],
)
def test_a_script_at_which_every_judge_fails_is_a_fault(
    tmp_path: Path, judge: Any, end: str, cause: str, reason: str
) -> None:
    def judged(theorem: Any, usual: Judging) -> Any:
        if theorem.id == "a/2":
            fail(end)
        return usual(theorem)

    judge(judged)
    found = reports(tmp_path, "a/1", "a/2", "a/3", "a/4")
    assert [r.verdict for r in found.values()] == ["proved", "fault", "proved", "proved"]
    told = found["a/2"].failure
    assert told is not None
    assert (told.cause, told.reason) == (cause, reason)


def test_a_judge_who_takes_too_long_judges_no_other(tmp_path: Path, judge: Any) -> None:
    def judged(theorem: Any, usual: Judging) -> Any:
        if theorem.id == "a/2":
            time.sleep(60)
        return noting(os.getpid)(theorem, usual)

    judge(judged)
    found = reports(tmp_path, "a/1", "a/2", "a/3", timeout=1.5)
    assert [r.verdict for r in found.values()] == ["proved", "fault", "proved"]
    assert found["a/2"].problems == ("did not finish within 1.5 s",)
    assert found["a/1"].notes != found["a/3"].notes


def test_a_long_answer_comes_whole(tmp_path: Path, judge: Any) -> None:
    """Longer than what stands in a pipe; and a shorter one that comes after it is not mixed with it."""
    words = iter(["word " * 10**6, "word "])
    judge(noting(lambda: next(words)))
    found = reports(tmp_path, "a/1", "a/2")
    assert sorted(len(r.notes[0]) for r in found.values()) == [5, 5 * 10**6]


def fail(end: str) -> None:
    """The end of a judge."""
    if end == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    raise MemoryError if end == "out of memory" else AssertionError(end)


pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="without fork, each script has a judge of its own")
