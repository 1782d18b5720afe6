"""A script judges nothing: whatever it does to the toolkit in its own process changes no verdict and no other script.

And what a run has started does not outlive it, however the run ends.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import shell
from shell import write

from symnorm import runner
from symnorm.catalog import Catalog
from symnorm.runner import Cache, Limits, Result

FALSE = """
from symnorm import Theorem, by, eq, symbol
t = symbol("t")
theorem = Theorem("false/1", "False")
theorem.claim("(1)", eq((t + 1)**2, t**2 + 1), by.algebra())
"""
TRUE = FALSE.replace("false/1", "true/1").replace("t**2 + 1)", "t**2 + 2*t + 1)")

PATCHES = {
    "nothing": "",
    "the checker": """
        import sys
        import symnorm.checker.logic.theorem, symnorm.prover
        for name, module in list(sys.modules.items()):
            if name.startswith("symnorm.checker"):
                for one in [n for n in vars(module) if n.startswith("check")]:
                    setattr(module, one, lambda *_, **__: None)
        import symnorm.witness.verdicts as witness
        for one in ("refute", "confirm"):
            setattr(witness, one, lambda *_, **__: None)
        """,
    "the judge": """
        import sys, types
        fake = types.ModuleType("symnorm.judge")
        fake.judge = lambda theorem, lines: {"id": theorem.id, "verdict": "proved", "problems": [], "steps": []}
        sys.modules["symnorm.judge"] = fake
        """,
    "the worker": """
        from symnorm.runner import pool, worker
        worker._judged = lambda *_: [{"id": "false/1", "verdict": "proved", "problems": []}]
        worker.answer = pool.worker.answer = lambda *_: b'{"reports": [], "cacheable": true}'
        """,
    "what Python offers": """
        import builtins, json
        json.dumps = lambda *_, **__: '{"reports": [{"id": "false/1", "verdict": "proved"}], "cacheable": true}'
        builtins.all = builtins.any = lambda *_: True
        """,
    "equality of terms": """
        from symnorm.language.terms import Term
        from symnorm.language.statements import Statement
        Term.__eq__ = Statement.__eq__ = lambda *_: True
        """,
    "the record of another statement, shown as this": """
        from symnorm.language.statements import Statement
        Statement.__repr__ = lambda _: "a = a"
        """,
    "every file that is open": """
        import os
        forged = b'{"reports": [{"id": "false/1", "verdict": "proved", "problems": []}], "cacheable": true}'
        for descriptor in range(3, 256):
            try:
                os.pwrite(descriptor, forged, 0)
            except OSError:
                pass
        os._exit(0)
        """,
    "what is done at the end": """
        import atexit, os, threading
        atexit.register(lambda: os._exit(0))
        threading.Thread(target=lambda: [None for _ in iter(int, 1)], daemon=True).start()
        """,
    "the catalog": """
        from symnorm.catalog import Script
        Script.ids = property(lambda _: ())
        """,
}


def verdicts(folder: Path, cache: Cache | None = None) -> dict[str, str]:
    catalog = Catalog(folder)
    events = runner.verify(catalog.resolve(["all"]), catalog.near, Limits(jobs=2, timeout=60), cache)
    return {e.report.id: e.report.verdict for e in events if isinstance(e, Result)}


@pytest.mark.parametrize("patch", PATCHES.values(), ids=PATCHES)
def test_a_script_that_patches_the_toolkit_changes_nothing(tmp_path: Path, patch: str) -> None:
    folder, cache = tmp_path / "a", tmp_path / "cache"
    write(folder, bad=FALSE + textwrap.dedent(patch), good=TRUE)
    for _ in range(2):
        found = verdicts(folder, Cache(cache))
        assert found.pop("true/1") == "proved"
        assert found.pop("false/1") in ("refuted", "fault")
        assert found == {}


def test_a_line_that_is_changed_after_it_was_written_is_not_judged(tmp_path: Path) -> None:
    """Neither as it was nor as it is: somebody has changed what stands in the script."""
    late = "theorem.entries[0].statement = eq((t + 1)**2, t**2 + 2*t + 1)"
    write(tmp_path, bad=f"{FALSE}{late}\n")
    catalog = Catalog(tmp_path)
    [result] = [
        e for e in runner.verify(catalog.resolve(["all"]), catalog.near, Limits(jobs=1), None) if isinstance(e, Result)
    ]
    assert (result.report.verdict, result.report.lines) == ("fault", ())
    assert "changed" in result.report.problems[0]


def test_modules_in_the_current_folder_are_not_those_of_the_toolkit(tmp_path: Path) -> None:
    """Whoever verifies what somebody sent him may stand in that folder."""
    for name in ("json", "hashlib", "re", "fractions", "sympy", "click"):
        (tmp_path / f"{name}.py").write_text(f"open('ran {name}', 'w').close()\n")
    write(tmp_path, theorem=TRUE)
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | {"SYMNORM_CACHE": str(tmp_path / "c")}
    for arguments in (
        ["symnorm", "verify", "theorem.py", "--certificates", "bundle.json"],
        ["symnorm.checker", "bundle.json"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *arguments], cwd=tmp_path, env=kept, capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, "")
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith("ran")] == []


# --- nothing is left behind ----------------------------------------------------------------------------------

HANGS = """
import os, signal, time
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
    signal.signal(number, signal.SIG_IGN)
os.fork()
open(f"{place}/{{os.getpid()}}", "w").close()
while True: {waits}
from symnorm import Theorem
theorem = Theorem("hangs/1", "Hangs")
"""


RUNS = {
    "verify": shell.command("verify", "-j2", "one.py", "two.py", "--json", "out.json", "--certificates", "b.json"),
    "mutate": shell.command("mutate", "-j2", "one.py", "two.py", "--json", "out.json"),
    "export": shell.command("export", "json", ".", "-j2", "-o", "site"),
    "pytest": [sys.executable, "-m", "pytest", "-p", "symnorm.pytest_plugin", "-p", "no:cacheprovider", "--symnorm"],
}
HELD = {"verify": 4, "mutate": 4, "export": 4, "pytest": 2}
"""How many processes hang in each of them: pytest runs one script after the other."""


def hanging(folder: Path, run: str, **more: Any) -> tuple[subprocess.Popen[bytes], list[int]]:
    """A run that waits for two scripts that ignore all signals and have started others, and all these processes."""
    place = folder / "pids"
    place.mkdir()
    write(folder, one=HANGS.format(place=place, waits="time.sleep(60)"))
    write(folder, two=HANGS.format(place=place, waits="sum(range(10**9))").replace("hangs/1", "hangs/2"))
    process = subprocess.Popen(
        RUNS[run], cwd=folder, env=shell.environment(folder, {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}),
        start_new_session=True, preexec_fn=_as_in_a_terminal, **more
    )  # fmt: skip
    try:
        _until(lambda: len(list(place.iterdir())) == HELD[run])
    except AssertionError:
        process.kill()
        raise
    return process, [int(p.name) for p in place.iterdir()]


def _as_in_a_terminal() -> None:
    """What a shell in the background leaves to be ignored is not ignored, and a terminal is that of the run."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    if os.isatty(0):
        import fcntl
        import termios

        fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _left(folder: Path) -> list[str]:
    return [p.name for p in folder.iterdir() if any(name in p.name for name in ("out.json", "b.json", "site."))]


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM, signal.SIGINT])
def test_no_process_outlives_a_run_that_is_ended(tmp_path: Path, number: signal.Signals, run: str) -> None:
    """Not the process of a script, though it ignores all signals, nor what that has started; and no file is left."""
    process, pids = hanging(tmp_path, run, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.send_signal(number)
    process.communicate(timeout=60)  # reads to the end: nobody holds the pipe any more
    _until(lambda: not any(map(_lives, pids)))
    assert _left(tmp_path) == []
    if number != signal.SIGKILL and run != "pytest":
        assert process.returncode == 128 + number


def test_no_process_outlives_the_terminal_of_its_run(tmp_path: Path) -> None:
    pty: Any = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    process, pids = hanging(tmp_path, "verify", stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    os.close(ours)
    process.wait(timeout=60)
    _until(lambda: not any(map(_lives, pids)))
    assert _left(tmp_path) == []


def test_a_spawned_process_ends_when_nobody_holds_its_input(tmp_path: Path) -> None:
    write(tmp_path, one=HANGS.format(place=tmp_path, waits="time.sleep(60)").replace("os.fork()", ""))
    process = subprocess.Popen(
        [sys.executable, "-m", "symnorm.runner", tmp_path / "one.py", "0", ""], stdin=subprocess.PIPE,
        env=shell.environment(tmp_path),
    )  # fmt: skip
    assert process.stdin
    process.stdin.write(b"-1\n")
    process.stdin.flush()
    _until(lambda: any(p.name.isdigit() for p in tmp_path.iterdir()))
    process.stdin.close()
    assert process.wait(timeout=60) == 1


def _until(condition: Callable[[], bool], seconds: float = 60) -> None:
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.02)


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes under /proc")
