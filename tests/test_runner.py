"""The runner brings back a report on every theorem, whatever the scripts do, and keeps what does not change."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import shell
from shell import good, write

from symnorm import runner
from symnorm.catalog import Catalog
from symnorm.report import Failure
from symnorm.runner import Cache, Limits, Progress, Result, cache, pool
from symnorm.runner import script as scripts
from symnorm.second import Outcome

QUICK = Limits(jobs=2, timeout=20.0)


@pytest.fixture(autouse=True)
def _judge(monkeypatch: pytest.MonkeyPatch) -> None:
    shell.install_judge(monkeypatch)


@pytest.fixture(params=["fork", "spawn"])
def either_way(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With forked processes, and with fresh ones as where there is no fork."""
    if request.param == "spawn":
        monkeypatch.setattr(pool, "CAN_FORK", False)
        for name, value in shell.environment(tmp_path).items():
            monkeypatch.setenv(name, value)


def run(
    folder: Path, *, limits: Limits = QUICK, cache: Cache | None = None, root: Path | None = None
) -> list[Result]:
    catalog = Catalog(root or folder / "no proofs")
    events = runner.verify(catalog.resolve([str(folder)]), catalog.near, limits, cache)
    return [event for event in events if isinstance(event, Result)]


def verdicts(results: list[Result]) -> dict[str, str]:
    return {r.report.id: r.report.verdict for r in results}


def failure(folder: Path, text: str, *, limits: Limits = QUICK) -> Failure:
    """What the report says of a script that fails, beside one that does not."""
    write(folder, bad=text, fine=good("fine/1"))
    results = {r.report.id: r.report for r in run(folder, limits=limits)}
    assert results.pop("fine/1").problems == ()
    [report] = results.values()
    assert report.verdict == "fault"
    assert report.failure is not None
    assert report.problems == (report.failure.reason,)
    return report.failure


def bad(text: str) -> str:
    return f'from symnorm import *\ntheorem = Theorem("bad/1", "Bad")\n{text}\n'


# --- what scripts do -----------------------------------------------------------------------------------------


def test_good_scripts(tmp_path: Path, either_way: None) -> None:
    write(tmp_path / "a", t2=good("a/2"), t10=good("a/10"), t1=good("a/1"))
    results = run(tmp_path / "a")
    assert verdicts(results) == {"a/1": "proved", "a/2": "proved", "a/10": "proved"}
    assert list(verdicts(results)) == ["a/1", "a/2", "a/10"]


def test_a_script_imports_what_stands_beside_it(tmp_path: Path, either_way: None) -> None:
    for folder, value in (("a", 1), ("b", 2)):
        script = f"from .notation import n\nassert n == {value}\n{good(f'{folder}/1')}"
        write(tmp_path / "both" / folder, notation=f"n = {value}", theorem=script)
    assert verdicts(run(tmp_path / "both")) == {"a/1": "proved", "b/1": "proved"}


def test_an_old_compiled_file_is_not_used(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "a", notation="n = 1", theorem=f"from .notation import n\nassert n == 2\n{good('a/1')}"
    )
    subprocess.run([sys.executable, "-m", "compileall", "-q", folder], check=True)
    before = (folder / "notation.py").stat()
    write(folder, notation="n = 2")
    os.utime(folder / "notation.py", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert verdicts(run(folder)) == {"a/1": "proved"}


def test_nothing_is_left_behind(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(
        tmp_path / "a", notation="n = 1", theorem="from .notation import n\nprint('noise')\n" + good("a/1")
    )
    pool.worker.preload(1)
    modules, path = set(sys.modules), list(sys.path)
    assert verdicts(run(folder)) == {"a/1": "proved"}
    assert (set(sys.modules), sys.path) == (modules, path)
    assert sorted(p.name for p in folder.iterdir()) == ["notation.py", "theorem.py"]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "text",
    [
        "while True: pass",
        "sum(range(10**12))",
        "import signal, time\nsignal.signal(15, lambda *_: 0)\ntime.sleep(60)",
    ],
    ids=["endless loop", "holding the interpreter lock", "sleeping"],
)
def test_a_script_that_hangs(tmp_path: Path, text: str) -> None:
    told = failure(tmp_path / "a", bad(text), limits=Limits(jobs=2, timeout=2.5))
    assert (told.cause, told.reason) == ("time", "did not finish within 2.5 s")
    assert told.hint == "--timeout gives it longer"


def test_a_script_that_hangs_as_it_is_imported(tmp_path: Path) -> None:
    write(tmp_path / "a", notation="while True: pass")
    told = failure(tmp_path / "a", "from .notation import x\n" + bad(""), limits=Limits(jobs=2, timeout=2.5))
    assert told.reason == "did not finish within 2.5 s"


def test_a_process_that_a_hanging_script_started_is_killed(tmp_path: Path) -> None:
    seen = tmp_path / "pid"
    child = f"open({str(seen)!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)"
    text = f"import os, time\nif os.fork(): time.sleep(60)\n{child}"
    failure(tmp_path / "a", bad(text), limits=Limits(jobs=2, timeout=2.5))
    assert not _lives(int(seen.read_text()))


def test_a_process_that_outlives_its_script_is_killed(tmp_path: Path) -> None:
    seen = tmp_path / "pid"
    more = f"import os, time\nif not os.fork():\n open({str(seen)!r}, 'w').write(str(os.getpid()))\n"
    more += " while True: time.sleep(1)\n"
    wait = f"while not os.path.exists({str(seen)!r}) or not open({str(seen)!r}).read(): pass\n"
    assert verdicts(run(write(tmp_path / "a", theorem=good("a/1", more=more + wait)))) == {"a/1": "proved"}
    assert not _lives(int(seen.read_text()))


def _lives(pid: int) -> bool:
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return False
        if state == "Z":
            return False
        time.sleep(0.02)
    return True


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import os; os._exit(7)", "ended with exit status 7"),
        ("import os; os._exit(0)", "ended with exit status 0 and without an answer"),
        ("import os; os.kill(os.getpid(), 9)", "was killed by signal 9 (SIGKILL)"),
        ("import os, faulthandler; faulthandler.disable(); os.abort()", "was killed by signal 6 (SIGABRT)"),
        ("import os; os.closerange(3, 100); os._exit(0)", "ended with exit status 0 and without an answer"),
        ("import os; os.closerange(3, 100)", "ended with exit status 1"),
    ],
)
def test_a_script_that_ends_its_process(tmp_path: Path, text: str, reason: str) -> None:
    told = failure(tmp_path / "a", bad(text))
    assert (told.cause, told.reason) == ("tool", reason)


@pytest.mark.parametrize(
    "written",
    [b"garbage", b"[]", b"{}", b"\xff", b'{"record": [', b"[" * 10**5, b'{"record": {"terms": [], "theorems": []}}',
     b'{"failure": {}}', b'{"failure": {"cause": "none", "reason": "", "hint": "", "traceback": ""}}'],
    ids=len,
)  # fmt: skip
def test_an_answer_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: bytes) -> None:
    monkeypatch.setattr(pool.worker, "build", lambda *_: written)
    [result] = run(write(tmp_path / "a", theorem=good("a/1")))
    [problem] = result.report.problems
    assert problem.endswith("a/theorem.py: its process has not answered with the theorems that stand in it")
    assert result.report.verdict == "fault"


@pytest.mark.parametrize("text", ["x = bytearray(10**13)", "x = []\nwhile True: x.append(bytes(2**28))"])
def test_a_script_that_takes_too_much_memory(tmp_path: Path, text: str) -> None:
    told = failure(tmp_path / "a", bad(text), limits=Limits(2, 20.0, 8 * 2**30))
    assert (told.cause, told.reason) == ("memory", "ran out of memory (limit 8 GiB)")
    assert told.hint == "--memory 16 gives it twice as much"


def test_what_is_wrong_with_a_script_is_said_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, either_way: None
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "a", notation="y = 1 +\n", other="z = 1 / 0\n")
    for text, reason in [
        ("x = (", "a/bad.py:3: '(' was never closed"),
        ("x = 1 / 0", "a/bad.py:3: ZeroDivisionError: division by zero"),
        ("raise KeyboardInterrupt", "a/bad.py:3: KeyboardInterrupt"),
        ("import sys; sys.exit(7)", "a/bad.py:3: SystemExit: 7"),
        ("def f(): f()\nf()", "a/bad.py:3: RecursionError: maximum recursion depth exceeded"),
        ("from .notation import y", "a/notation.py:1: invalid syntax"),
        ("from .other import z", "a/other.py:1: ZeroDivisionError: division by zero"),
        (
            "import nothing_of_this_name",
            "a/bad.py:3: ModuleNotFoundError: No module named 'nothing_of_this_name'",
        ),
        ("theorem.claim('(1)', 0.5, by=by.algebra())", "a/bad.py:3: (1): 0.5 is not a statement"),
        ("eq(symbol('x'), 0.5)", "a/bad.py:3: 0.5 is a floating-point number, and statements are exact"),
        ("", "a/bad.py:2: bad/1 claims nothing"),
        ("theorem = 1", "a/bad.py:2: at the end of the script, theorem is not the theorem bad/1 any more"),
    ]:
        told = failure(tmp_path / "a", bad(text))
        assert told.cause == "script"
        assert told.reason.startswith(reason)
        assert "\n" not in told.reason


def test_a_script_that_raises_leaves_its_traceback(tmp_path: Path) -> None:
    told = failure(tmp_path / "a", bad("x = 1 / 0"))
    assert told.hint.startswith("`symnorm verify ")
    assert told.hint.endswith("bad.py -vv` shows the traceback")
    assert told.traceback.startswith("Traceback")
    assert "bad.py" in told.traceback


def test_a_transcript_that_is_wrong(tmp_path: Path) -> None:
    write(tmp_path / "a")
    (tmp_path / "a" / "transcript.toml").write_text("x = 1")
    [result] = run(write(tmp_path / "a", theorem=good("a/1")))
    assert result.report.failure.cause == "script"
    assert "transcript.toml: unknown field x" in result.report.failure.reason


def test_a_transcript_is_read_as_it_is(tmp_path: Path) -> None:
    """One that is edited while scripts are judged is read again."""
    from symnorm.runner import worker

    [script] = Catalog(write(tmp_path / "a", theorem=good("a/1"))).scripts
    path = script.path.parent / "transcript.toml"
    head = '[paper]\nid="a"\ntitle=""\nauthors=[]\nyear=1\n'
    path.write_text(head + '[[line]]\nlabel="(1)"\nwhere="here"\n')
    worker.prepare(script)
    assert list(worker._lines(path) or ()) == ["(1)"]
    path.write_text(head + '[[line]]\nlabel="(2)"\nwhere="elsewhere"\n')  # of another size, whatever the clock says
    assert list(worker._lines(path) or ()) == ["(2)"]


def test_nothing_is_kept_by_a_process_whose_source_was_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from symnorm.runner import cache as kept

    scripts = write(tmp_path / "a", theorem=good("a/1"))
    run(scripts, cache=Cache(tmp_path / "cache"))
    assert [r.from_cache for r in run(scripts, cache=Cache(tmp_path / "cache"))] == [True]
    monkeypatch.setattr(kept, "_AT_IMPORT", {})
    assert [r.from_cache for r in run(scripts, cache=Cache(tmp_path / "cache"))] == [False]


def test_a_judge_that_fails_is_our_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(theorem: Any, lines: Any) -> None:
        raise AssertionError("out of order")

    monkeypatch.setattr(sys.modules["symnorm.judge"], "judge", judge)
    [result] = run(write(tmp_path / "a", theorem=good("a/1")))
    told = result.report.failure
    assert (told.cause, told.reason) == ("tool", "symnorm failed: AssertionError: out of order")


def test_progress_and_what_is_killed_when_nobody_waits_any_more(tmp_path: Path) -> None:
    seen = tmp_path / "pid"
    text = f"import os\nopen({str(seen)!r}, 'w').write(str(os.getpid()))\nwhile True: pass"
    catalog = Catalog(write(tmp_path / "a", bad=bad(text), fine=good("fine/1")))
    events: Iterator[Any] = runner.verify(catalog.resolve(["all"]), catalog.near, QUICK, None)
    for event in events:
        assert isinstance(event, Progress)
        if seen.exists() and event.done == 1 and seen.read_text():
            assert (event.total, [s.ids for s in event.running]) == (2, [("bad/1",)])
            break
    events.close()
    assert not _lives(int(seen.read_text()))


@pytest.mark.parametrize(
    "text",
    [
        "import symnorm\nT = symnorm.Theorem\ntheorem = T('bad/1', 'Bad')",
        "from symnorm import Theorem\ndef make():\n    Theorem('bad/1', 'Bad')\nmake()",
        "from symnorm import Theorem\nfor n in range(2):\n    theorem = Theorem(f'bad/{n}', 'Bad')",
        "from symnorm import Theorem\nif __name__ == '__main__':\n    theorem = Theorem('bad/1', 'Bad')",
        "import symnorm\ntry: 1 / 0; theorem = symnorm.Theorem('bad/1', 'Bad')\nexcept ArithmeticError: pass",
        "from symnorm import Theorem\ndef make():\n    return Theorem('bad/1', 'Bad')",
        "from symnorm import Theorem\nclass A:\n    def make(self):\n        t = Theorem('bad/1', 'Bad')",
        "import symnorm\nmake = lambda: symnorm.Theorem('bad/1', 'Bad')",
    ],
    ids=["another name", "forgotten at once", "in a loop", "for another use", "where it does not get to",
         "in a function that is not called", "in a method", "in a lambda"],
)  # fmt: skip
def test_a_theorem_that_nobody_announces_is_a_fault(tmp_path: Path, text: str) -> None:
    told = failure(tmp_path / "a", text)
    assert "bad.py: bad/" in told.reason
    assert told.reason.endswith(" would not be verified")


def test_a_file_that_makes_no_theorem_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path / "a", helper="from symnorm import Theorem\ndef f(t: Theorem): pass", theorem=good("a/1"))
    assert verdicts(run(tmp_path / "a")) == {"a/1": "proved"}


# --- what theorems say of each other -------------------------------------------------------------------------


def citing(id: str, source: str, label: str = "(2)", statement: str = "eq(x + 0, x)", more: str = "") -> str:
    """A script that claims x = x as (1) and x + 0 = x as (2), and cites another."""
    return f"""
from symnorm import Theorem, by, eq, symbol

x = symbol("x")
theorem = Theorem("{id}", "Cites", where=[x > 0])
cited = theorem.given("{label}", {statement}, source="{source}")
theorem.claim("(1)", eq(x, x), by=by.algebra(cited){more})
"""


def test_a_theorem_that_is_cited_is_verified_as_well(tmp_path: Path) -> None:
    write(tmp_path / "proofs", a=good("a/1"), b=good("a/2"))
    write(tmp_path / "mine", c=citing("mine/1", "mine/2", "(7)", "eq(x, x)"))
    write(tmp_path / "mine", d=citing("mine/2", "a/1"))
    catalog = Catalog(tmp_path / "proofs")
    scripts = catalog.resolve([str(tmp_path / "mine" / "c.py")])
    results = [e for e in runner.verify(scripts, catalog.near, QUICK, None) if isinstance(e, Result)]
    assert [(r.report.id, r.report.verdict, r.needed_by) for r in results] == [
        ("a/1", "proved", "mine/2"),
        ("mine/2", "proved", "mine/1"),
        ("mine/1", "proved", ""),
    ]


@pytest.mark.parametrize(
    ("sources", "problem"),
    [
        ({}, "it cites (2) of b/1, and there is no theorem b/1"),
        ({"b": good("b/1").replace("x + 0", "x + 1")}, "it cites (2) of b/1, which states it differently"),
        (
            {"b": good("b/1").replace("[x > 0]", "[x > 0, x < 2]")},
            "it cites (2) of b/1, which also supposes x < 2",
        ),
        ({"b": citing("b/1", "hypothesis")}, "it cites (2) of b/1, which claims nothing that says so; it claims (1)"),
        ({"b": bad("").replace("bad/1", "b/1")}, "it cites (2) of b/1, which is not proved: fault"),
        (
            {"b": good("b/1", more='theorem.step("(3)", eq(x, x), by=by.algebra(), note="unknown")')},
            "it cites (2) of b/1, which is not proved: unknown",
        ),
        (
            {"b": good("b/1", more='theorem.given("(4)", eq(x, x), source="c/1")')},
            "it cites (2) of b/1, which is not proved: it cites (4) of c/1, and there is no theorem c/1",
        ),
        (
            {"b": good("b/1", more='theorem.given("(4)", eq(x, x), source="a/1")')},
            "theorems cite each other in a circle: a/1 -> b/1 -> a/1",
        ),
    ],
    ids=[
        "missing",
        "another statement",
        "another hypothesis",
        "not claimed",
        "fault",
        "unknown",
        "below",
        "circle",
    ],
)
def test_a_theorem_is_no_better_than_what_it_cites(
    tmp_path: Path, sources: dict[str, str], problem: str
) -> None:
    results = run(write(tmp_path / "a", a=citing("a/1", "b/1"), **sources))
    [report] = [r.report for r in results if r.report.id == "a/1"]
    assert (report.verdict, report.problems) == ("unknown", (problem,))


def test_what_rests_on_a_citation_is_no_better_than_it(tmp_path: Path) -> None:
    """Line by line: (1) and what follows from it, and not what has nothing to do with it; the next theorem as well."""
    wrong = good("b/1").replace("x + 0, x", "x + 1, x")
    more = """
later = theorem.claim("(3)", eq(x + 0, x), by=by.algebra(first))
theorem.claim("(4)", eq(x + 0, x), by=by.algebra())
theorem.claim("(5)", eq(x + 0, x), by=by.algebra(later))
"""
    first = citing("a/1", "b/1").replace("theorem.claim", "first = theorem.claim") + more
    scripts = {"b": wrong, "a": first, "c": citing("c/1", "a/1", "(5)")}
    reports = {r.report.id: r.report for r in run(write(tmp_path / "a", **scripts))}
    assert reports["b/1"].verdict == "proved", "this judge believes everything"
    found = {line.name: (line.verdict, line.reason) for line in reports["a/1"].lines}
    cited = "it cites (2) of b/1, which states it differently"
    assert found == {
        "+hypothesis 1": ("proved", ""),
        "(2)": ("unknown", cited),
        "(1)": ("unknown", "it rests on (2), which is not proved"),
        "(3)": ("unknown", "it rests on (1), which is not proved"),
        "(4)": ("proved", ""),
        "(5)": ("unknown", "it rests on (3), which is not proved"),
    }
    assert (reports["a/1"].verdict, reports["a/1"].problems) == ("unknown", (cited,))
    assert {line.name: line.verdict for line in reports["c/1"].lines if line.role == "claim"} == {"(1)": "unknown"}


# --- what is kept --------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def from_cache(folder: Path, cache: Cache) -> list[bool]:
    return [r.from_cache for r in run(folder, cache=Cache(cache.folder))]


def test_rigor_is_told_to_those_who_ask_for_it(
    tmp_path: Path, kept: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Outcome(1, 0, 0, {}, ())
    monkeypatch.setattr("symnorm.rigor.review", lambda bundle, accepted: (found, {"bounds": 1}))
    folder = write(tmp_path / "a", theorem=good("a/1"))
    told = []
    for rigor in (True, False, True):
        [result] = run(folder, limits=Limits(1, 20.0, rigor=rigor), cache=Cache(kept.folder))
        review = result.report.review
        told.append((result.from_cache, review and review.rigor))
    assert told == [(False, {"bounds": 1}), (True, None), (True, {"bounds": 1})]


def test_a_verdict_is_kept_until_something_changes(tmp_path: Path, kept: Cache) -> None:
    folder = write(tmp_path / "a", notation="n = 1", theorem=good("a/1"))
    changes = [
        lambda: write(folder, theorem=good("a/1", "Another title")),
        lambda: write(folder, notation="n = 2"),
        lambda: write(folder, more="n = 2"),
        lambda: (folder / "more.py").rename(folder / "much_more.py"),
        lambda: (folder / "transcript.toml").write_text('[paper]\nid="a"\ntitle=""\nauthors=[]\nyear=1\n'),
    ]
    assert from_cache(folder, kept) == [False]
    assert from_cache(folder, kept) == [True]
    for change in changes:
        change()
        assert from_cache(folder, kept) == [False]
        assert from_cache(folder, kept) == [True]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("environment", lambda: {"python": "CPython 4.0", "sympy": "1.14.0"}),
        ("_contents", lambda folder, paths: iter(["another source"])),
    ],
)
def test_versions_and_our_own_source_are_part_of_the_key(
    tmp_path: Path, kept: Cache, monkeypatch: pytest.MonkeyPatch, name: str, value: Any
) -> None:
    folder = write(tmp_path / "a", theorem=good("a/1"))
    assert from_cache(folder, kept) == [False]
    monkeypatch.setattr(f"symnorm.runner.cache.{name}", value)
    assert from_cache(folder, kept) == [False]


def test_ground_types_are_part_of_the_key(tmp_path: Path, kept: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path / "a", theorem=good("a/1"))
    assert from_cache(folder, kept) == [False]
    monkeypatch.setenv("SYMPY_GROUND_TYPES", "python")
    assert from_cache(folder, kept) == [False]


DAMAGE = {
    "empty": lambda data: b"",
    "truncated": lambda data: data[: len(data) // 2],
    "longer": lambda data: data + b" ",
    "one bit": lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
    "a verdict changed": lambda data: data.replace(b'"verdict": "proved"', b'"verdict": "fooled"'),
    "not UTF-8": lambda data: b"\xff" * 100,
    "not ours": lambda data: b'{"reports": []}',
    "another form, checksum right": lambda data: _signed(b"[1, 2]"),
    "no reports, checksum right": lambda data: _signed(b'{"key": "x"}'),
    "nested, checksum right": lambda data: _signed(b"[" * 100_000),
    "another key, checksum right": lambda data: _signed(json.dumps({"key": "x", "reports": []}).encode()),
}


def _signed(content: bytes) -> bytes:
    import hashlib

    return hashlib.sha256(content).hexdigest().encode() + b"\n" + content


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_entry_is_computed_anew(tmp_path: Path, kept: Cache, damage: Any) -> None:
    folder = write(tmp_path / "a", theorem=good("a/1"))
    assert from_cache(folder, kept) == [False]
    [entry] = kept.folder.iterdir()
    entry.write_bytes(damage(entry.read_bytes()))
    results = run(folder, cache=Cache(kept.folder))
    assert [(r.from_cache, r.report.verdict) for r in results] == [(False, "proved")]
    assert from_cache(folder, kept) == [True]


def test_an_entry_in_the_place_of_another_is_not_used(tmp_path: Path, kept: Cache) -> None:
    folder = write(tmp_path / "a", a=good("a/1"), b=good("a/2"))
    run(folder, cache=Cache(kept.folder))
    first, second = sorted(kept.folder.iterdir())
    first.write_bytes(second.read_bytes())
    assert sorted(from_cache(folder, kept)) == [False, True]


def test_an_entry_that_is_a_folder(tmp_path: Path, kept: Cache) -> None:
    folder = write(tmp_path / "a", theorem=good("a/1"))
    run(folder, cache=kept)
    [entry] = kept.folder.iterdir()
    entry.unlink()
    entry.mkdir()
    again = Cache(kept.folder)
    assert verdicts(run(folder, cache=again)) == {"a/1": "proved"}
    assert again.trouble.startswith(f"verdicts are not kept in {kept.folder}: ")
    assert list(kept.folder.iterdir()) == [entry]


def test_a_place_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file" / "cache")
    assert verdicts(run(write(tmp_path / "a", theorem=good("a/1")), cache=cache)) == {"a/1": "proved"}
    assert cache.trouble == f"verdicts are not kept in {cache.folder}: Not a directory"


def test_a_folder_that_comes_to_stand_beside_a_script_counts(tmp_path: Path, kept: Cache) -> None:
    """It may hold what the script looks for, or stand before a file of its name."""
    folder = write(tmp_path / "a", extra="n = 1", theorem="from .extra import n\n" + good("a/1"))
    for change, expected in [
        (lambda: None, False), (lambda: None, True), (lambda: write(folder / "extra"), False), (lambda: None, True),
        (lambda: write(folder / "extra", __init__="n = 2"), False), (lambda: write(folder / "__pycache__"), False),
    ]:  # fmt: skip
        change()
        assert from_cache(folder, kept) == [expected]


@pytest.mark.parametrize("name", ["SYMPY_DEBUG", "SYMPY_USE_CACHE", "MPMATH_STRICT", "SYMPY_GROUND_TYPES"])
def test_the_settings_of_libraries_count(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    before = cache.digest_of_toolkit()
    monkeypatch.setenv(name, "another")
    assert cache.digest_of_toolkit() != before
    monkeypatch.delenv(name)
    monkeypatch.setattr(sys, "warnoptions", ["error"])
    assert cache.digest_of_toolkit() != before


def test_faults_are_not_kept(tmp_path: Path, kept: Cache) -> None:
    folder = write(tmp_path / "a", bad=bad("import os; os._exit(1)"))
    assert from_cache(folder, kept) == [False]
    assert from_cache(folder, kept) == [False]
    assert not kept.folder.exists()


def test_a_script_that_needs_something_outside_its_folder_is_not_kept(
    tmp_path: Path, kept: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "elsewhere", helper_of_mine="n = 1")
    monkeypatch.syspath_prepend(tmp_path / "elsewhere")
    outside = write(tmp_path / "a", theorem="import helper_of_mine\n" + good("a/1"))
    write(tmp_path / "b" / "_below", notation="n = 1")
    below = write(tmp_path / "b", theorem="from ._below.notation import n\n" + good("b/1"))
    library = write(tmp_path / "c", theorem="import fractions, mpmath\n" + good("c/1"))
    for folder, expected in ((outside, False), (below, False), (library, True)):
        assert from_cache(folder, kept) == [False]
        assert from_cache(folder, kept) == [expected]


READS_ITS_ENVIRONMENT = [
    "import os\nn = os.environ.get('N')",
    "from os import getcwd",
    "import sys\nn = sys.argv",
    "import time",
    "from datetime import date",
    "import random",
    "import platform, socket",
    "from pathlib import Path\nn = Path('/').exists()",
    "n = open('/dev/null').read()",
    "n = open({elsewhere!r}).read()",
    "n = __import__('os').getpid()",
    "from importlib import import_module",
    "exec('import os')",
    "exec('import os', {{}})",
    "def f():\n    import time\nf()",
    "from .notation import now",
    "import contextlib\nn = contextlib.os.environ.get('N')",
    "import contextlib\nn = contextlib.os.stat('/').st_size",
    "import contextlib as c\nmachine = c.os\nn = machine.getpid()",
    "from contextlib import os as machine",
    "from .notation import contextlib as c\nn = c.os.getpid()",
    "import statistics\nn = statistics.random.SystemRandom().choice([1, 2])",
    "from re import enum\nn = enum.sys.argv",
    "import enum\nn = enum.bltns.open('/dev/null')",
    "from functools import RLock",
    "import contextlib\nn = '{{0.os.environ}}'.format(contextlib)",
    "import contextlib\nmatch contextlib:\n    case object(os=n): pass",
    "import contextlib\nn = getattr(contextlib, 'o' + 's')",
    "import contextlib, operator\nn = operator.attrgetter('o' 's')(contextlib)",
    "from contextlib import suppress\nn = suppress.__init__.__globals__['os']",
    "from symnorm import eq\nn = eq.__globals__",
    "n = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == 'Popen']",
    "n = (i for i in ()).gi_frame",
    "n = hash('x')",
    "n = id(n := 1)",
    "from symnorm.runner import cache\nn = cache.default_folder()",
    "from symnorm.runner.cache import os",
    "import sympy\nn = sympy.core.random.random()",
    "import sympy\nn = sympy.randprime(2, 9)",
    "from mpmath import mp\nimport mpmath\nn = mp.rand()",
    "from mpmath import timing\nn = timing(lambda: 1)",
    "import mpmath as m\nn = m.usertools.timing(lambda: 1)",
    "import sympy\nn = sympy.timed(lambda: 1)",
    "from statistics import NormalDist\nn = NormalDist().samples(1)[0] > 0",
    "import statistics\nn = statistics.NormalDist(0, 1).samples(n=1)",
    "import warnings\nn = len(warnings.filters)",
    "from warnings import filters as n",
    "try:\n    from . import extra\nexcept ImportError:\n    pass",
    "try:\n    from .extra import n\nexcept ImportError:\n    pass",
    "try:\n    from . import notation, extra as n\nexcept ImportError:\n    pass",
    "try:\n    from .notation import extra\nexcept ImportError:\n    pass",
    "try:\n    import not_there\nexcept ImportError:\n    pass",
]


def test_a_script_that_may_read_its_environment_is_not_kept(tmp_path: Path, kept: Cache) -> None:
    """It is run again, as nobody knows whether what it read is still the same."""
    elsewhere, folder = str(write(tmp_path / "b", data="n = 1") / "data.py"), tmp_path / "a"
    for n, text in enumerate(READS_ITS_ENVIRONMENT):
        text = text.format(elsewhere=elsewhere) + "\n"
        is_harmless = "notation import contextlib" in text or "extra" in text
        notation = "import contextlib" if is_harmless else "import time\nnow = time.time()"
        write(folder / f"n{n}", notation=notation, theorem=text + good(f"a/{n}"))
    for _ in range(2):
        found = {r.report.id: (r.report.verdict, r.from_cache) for r in run(folder, cache=Cache(kept.folder))}
        assert found == {f"a/{n}": ("proved", False) for n in range(len(READS_ITS_ENVIRONMENT))}
    assert not kept.folder.exists()


@pytest.mark.parametrize(
    "text",
    [
        "import itertools, math, sympy\nfrom collections import Counter",
        "from .notation import n",
        "import contextlib, statistics, functools, dataclasses, re\nn = statistics.mean([1, 2])",
        "from symnorm import printed_tables\ntables, errors = printed_tables, 'what is told of errors and tables'",
        "from mpmath import mpf, sqrt\nn = sqrt(mpf(2))",
        "from statistics import NormalDist\nn = NormalDist(0, 1).mean",
        "from contextlib import suppress\nwith suppress(ValueError):\n    n = int('1')",
        "from dataclasses import dataclass\n@dataclass\nclass Point:\n    os: int = 1\nn = Point().os",
        "time = random = 'what goes in: the input of a hash, its id'",
        "n = open(__file__.replace('theorem.py', 'notation.py')).read()",
        "from symnorm.language.terms import term\nn = term(sympy.Integer(2)) if (sympy := __import__('sympy')) else 0",
    ],
)
def test_a_script_that_reads_what_the_key_covers_is_kept(tmp_path: Path, kept: Cache, text: str) -> None:
    folder = write(tmp_path / "a", notation="from fractions import Fraction\nn = 1", theorem=f"{text}\n{good('a/1')}")
    assert from_cache(folder, kept) == [False]
    assert from_cache(folder, kept) == [True]


def test_a_script_that_changes_while_it_runs_is_not_kept(tmp_path: Path, kept: Cache) -> None:
    folder = write(tmp_path / "a", theorem="open(__file__, 'a').write('# more\\n')\n" + good("a/1"))
    assert from_cache(folder, kept) == [False]
    assert not kept.folder.exists()


def test_citations_are_settled_anew_from_what_is_kept(tmp_path: Path, kept: Cache) -> None:
    write(tmp_path / "b", b=good("b/1"))
    folder = write(tmp_path / "a", a=citing("a/1", "b/1"))
    assert verdicts(run(folder, cache=kept, root=tmp_path / "b")) == {"b/1": "proved", "a/1": "proved"}
    write(tmp_path / "b", b=good("b/1").replace("x + 0", "x + 1"))
    results = run(folder, cache=kept, root=tmp_path / "b")
    assert [(r.report.id, r.report.verdict, r.from_cache) for r in results] == [
        ("b/1", "proved", False),
        ("a/1", "unknown", True),
    ]


def test_an_id_that_is_in_two_folders_is_refused_where_it_is_cited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a script cites is what stands beside it, whatever else is verified in the same run."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "one", a=good("same/a"), b=citing("one/b", "same/a"))
    write(tmp_path / "two", a=good("same/a"), b=citing("two/b", "same/a"))
    catalog = Catalog(tmp_path / "none")

    def found(*targets: str) -> dict[str, tuple[str, tuple[str, ...]]]:
        events = runner.verify(catalog.resolve(targets), catalog.near, QUICK, None)
        return {e.report.id: (e.report.verdict, e.report.problems) for e in events if isinstance(e, Result)}

    assert found("one/b.py") == {"same/a": ("proved", ()), "one/b": ("proved", ())}
    both = "it cites (2) of same/a, and there are two: two/a.py and one/a.py; give one of them another id"
    assert found("two", "one/b.py") == {
        "same/a": ("proved", ()), "two/b": ("proved", ()), "one/b": ("unknown", (both,)),
    }  # fmt: skip


def test_what_is_kept_can_be_read_without_a_run(tmp_path: Path, kept: Cache) -> None:
    write(tmp_path / "a", a=good("a/1"), b=citing("a/2", "b/1"), c=citing("a/3", "a/1"))
    scripts = Catalog(tmp_path / "a").resolve(["all"])
    assert runner.kept(scripts, kept) == {}
    run(tmp_path / "a", cache=kept)
    assert {id: r.verdict for id, r in runner.kept(scripts, kept).items()} == {
        "a/1": "proved",
        "a/3": "proved",
    }


def test_where_verdicts_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYMNORM_CACHE", str(tmp_path))
    assert runner.cache.default_folder() == tmp_path
    monkeypatch.setenv("SYMNORM_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert runner.cache.default_folder() == tmp_path / "xdg" / "symnorm"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert runner.cache.default_folder() == tmp_path / ".cache" / "symnorm"


def test_scripts_of_two_folders_in_one_process(tmp_path):
    """Each script gets the notation of its own folder, also where another was loaded before."""
    for name, value in (("first", 1), ("second", 2)):
        text = f"from .notation import {name}\n" + good(f"{name}/a")
        write(tmp_path / name, notation=f"{name} = {value}\n", a=text)
    for name in ("first", "second", "first"):
        [script] = Catalog(tmp_path / name).resolve(["all"])
        assert [t.id for t in scripts.load(script)] == [f"{name}/a"]
