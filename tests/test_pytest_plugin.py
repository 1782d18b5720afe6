"""The plugin of pytest: off unless asked for, one item for every line, and no crash of a script reaches pytest.

Expected numbers: `symnorm new` writes a theorem with three lines, and a theorem is one item more.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from shell import ROOT

from symnorm.skeleton import begin

WRONG = """
from symnorm import Theorem, by, eq, symbol

x = symbol("x")
theorem = Theorem("mypaper/wrong", "Wrong", where=[x > 1])
theorem.step("(1)", eq(x + 0, x), by.algebra())
theorem.claim("(2)", eq((x - 1) * (x + 1), x**2 + 1), by.algebra())
"""

CRASH = """
import os
from symnorm import Theorem

theorem = Theorem("mypaper/crash", "Crash")
os._exit(7)
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A repository with a test, a proof that verifies, and, in another folder, one that does not."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_a.py").write_text("def test_a():\n    pass\n")
    begin(str(tmp_path / "mypaper/theorem_1"))
    (tmp_path / "wrong").mkdir()
    (tmp_path / "wrong/wrong.py").write_text(WRONG)
    return tmp_path


def run(place: Path, *arguments: str) -> str:
    """What pytest says, with its exit status."""
    command = [sys.executable, "-m", "pytest", "-p", "symnorm.pytest_plugin", "-p", "no:cacheprovider"]
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": "",
        "SYMNORM_CACHE": str(place / ".cache"), "PYTHONUTF8": "1", "COLUMNS": "200",
    }  # fmt: skip
    done = subprocess.run(
        [*command, *arguments], cwd=place, env=environment, capture_output=True, encoding="utf-8", timeout=60
    )
    return f"{done.stdout}{done.stderr}\nexit status {done.returncode}"


LOADED = """
import sys

def test_what_is_loaded():
    assert {m for m in sys.modules if m.partition(".")[0] in ("symnorm", "sympy")} == {
        "symnorm", "symnorm.pytest_plugin"}
"""


def test_without_being_asked_it_collects_nothing_and_loads_nothing(place: Path) -> None:
    (place / "tests/test_loaded.py").write_text(LOADED)
    said = run(place, "-v", "-W", "error")
    assert "2 passed" in said
    assert "theorem_1" not in said


def test_it_is_installed_for_pytest_to_find() -> None:
    (found,) = entry_points(group="pytest11", name="symnorm")
    assert found.value == "symnorm.pytest_plugin"


def test_every_line_is_an_item(place: Path) -> None:
    said = run(place, "--symnorm", "-v", "mypaper")
    for name in (
        "mypaper/theorem_1::(1)",
        "mypaper/theorem_1::(2)",
        "mypaper/theorem_1::(3)",
        "mypaper/theorem_1::theorem",
    ):
        assert f"mypaper/theorem_1.py::{name} PASSED" in said
    assert "4 passed" in said
    assert "exit status 0" in said


def test_a_failing_line_says_why(place: Path) -> None:
    said = run(place, "--symnorm", "wrong/wrong.py")
    assert "refuted: it fails at x = 2: left 3, right 5" in said
    assert "with one edit it holds: (x - 1)·(x + 1) = x² - 1" in said
    assert f"{place / 'wrong/wrong.py'}:7" in said
    assert "FAILED wrong/wrong.py::mypaper/wrong::(2) - refuted: it fails at" in said
    assert "line 6: nothing uses '(1)'" in said
    assert "Traceback" not in said
    assert "2 failed, 1 passed" in said


def test_the_configuration_names_proofs_that_are_collected_beside_the_tests(place: Path) -> None:
    (place / "pytest.ini").write_text(
        "[pytest]\ntestpaths = tests\nsymnorm_proofs = mypaper\nfilterwarnings = error\n"
    )
    assert "5 passed" in run(place)
    assert "1 passed" in run(place, "tests")
    assert "4 passed" in run(place, "mypaper/theorem_1.py")


def test_a_place_of_proofs_that_is_not_there_is_an_error(place: Path) -> None:
    (place / "pytest.ini").write_text("[pytest]\nsymnorm_proofs = myproofs\n")
    said = run(place)
    assert f"symnorm_proofs: there is no file or folder {place / 'myproofs'}" in said
    assert "passed" not in said


def test_a_theorem_that_nobody_announces_is_a_failure(place: Path) -> None:
    (place / "pytest.ini").write_text("[pytest]\nsymnorm_proofs = mypaper\n")
    (place / "mypaper/none.py").write_text("from symnorm import Theorem\ndef f(t: Theorem): pass\n")
    (place / "mypaper/other.py").write_text("import symnorm\nT = symnorm.Theorem\nt = T('a/b', 'c')\n")
    said = run(place, "mypaper")
    assert "FAILED mypaper/other.py::other::theorem - fault: mypaper/other.py: a/b would not be verified" in said
    assert "1 failed, 4 passed" in said


@pytest.mark.parametrize(
    "made",
    [
        "class My(Theorem): pass\nt = My('a/b', 'c')",
        "def make():\n    return Theorem('a/b', 'c')\nt = make()",
        "T = Theorem\nt = T('a/b', 'c')",
        "if True:\n    t = Theorem('a/b', 'c')",
        "ts = [Theorem('a/b', 'c')]",
    ],
)
def test_a_theorem_that_no_reading_finds_is_a_failure_in_any_folder(place: Path, made: str) -> None:
    (place / "wrong/wrong.py").write_text(f"from symnorm import Theorem\n{made}\n")
    said = run(place, "--symnorm", "wrong")
    assert "FAILED wrong/wrong.py::wrong::theorem - fault: wrong/wrong.py: a/b would not be verified" in said
    assert "1 failed" in said
    assert "exit status 1" in said


def test_two_theorems_of_one_id_are_an_error(place: Path) -> None:
    (place / "mypaper/another.py").write_text(WRONG)
    said = run(place, "--symnorm", "mypaper", "wrong")
    assert "two theorems have the id mypaper/wrong: mypaper/another.py and wrong/wrong.py:5; give one of them" in said
    assert "1 error" in said
    assert "exit status 2" in said
    assert "2 failed, 1 passed" in run(place, "--symnorm", "wrong")
    twice = [f"wrong/wrong.py::mypaper/wrong::{line}" for line in ("(1)", "theorem")]
    assert "1 failed, 1 passed" in run(place, "--symnorm", *twice)


def test_a_test_that_has_a_theorem_is_a_proof_besides(place: Path) -> None:
    """As `symnorm verify` has it; what is named on the command line is a test before all."""
    (place / "tests/test_a.py").write_text(f"{WRONG}\ndef test_a():\n    pass\n")
    assert "2 failed, 2 passed" in run(place, "--symnorm", "tests")
    assert "2 failed, 2 passed" in run(place, "--symnorm", "tests/test_a.py")
    assert "1 passed" in run(place, "tests/test_a.py")


def test_lines_are_chosen_as_tests_are(place: Path) -> None:
    assert "1 passed, 7 deselected" in run(place, "--symnorm", "-k", "theorem_1 and (3)")
    said = run(place, "--symnorm", "-x", "wrong", "mypaper")
    assert "1 failed, 1 passed" in said
    assert "mypaper/wrong::(2)" in said
    assert "1 passed" in run(place, "--symnorm", "mypaper/theorem_1.py::mypaper/theorem_1::(2)")


def test_collecting_judges_nothing(place: Path) -> None:
    said = run(place, "--symnorm", "--collect-only", "-q", "wrong")
    assert "wrong/wrong.py::mypaper/wrong::(2)" in said
    assert "3 tests collected" in said
    assert list((place / ".cache").glob("*")) == []


def test_processes_share_the_items(place: Path) -> None:
    pytest.importorskip("xdist")
    said = run(place, "--symnorm", "-p", "xdist", "-n", "2", "-W", "error")
    assert "2 failed, 6 passed" in said
    assert "refuted: it fails at x = 2: left 3, right 5" in said


def test_a_premise_that_is_none_is_told_with_the_theorem(place: Path) -> None:
    script = place / "wrong/wrong.py"
    script.write_text(WRONG.replace("x > 1", "eq(x, 1)"))
    said = run(place, "--symnorm", "wrong")
    assert "+hypothesis 1: " in said
    assert "2 failed, 1 passed" in said


def test_a_crash_is_a_failure_and_no_more(place: Path) -> None:
    (place / "wrong/crash.py").write_text(CRASH)
    (place / "wrong/syntax.py").write_text("theorem = Theorem('a/b', 'c'\n")
    said = run(place, "--symnorm", "wrong/crash.py", "wrong/syntax.py", "mypaper")
    assert "FAILED wrong/crash.py::mypaper/crash::theorem - fault: ended with exit status 7" in said
    assert "wrong/syntax.py:1: '(' was never closed" in said
    assert "2 failed, 4 passed" in said
