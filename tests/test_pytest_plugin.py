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
    (place / "mypaper/wrong.py").write_text(f"from symnorm import Theorem\n{made}\n")
    said = run(place, "--symnorm", "mypaper")
    assert "FAILED mypaper/wrong.py::wrong::theorem - fault: mypaper/wrong.py: a/b would not be verified" in said
    assert "1 failed, 4 passed" in said
    assert "exit status 1" in said


def test_two_theorems_of_one_id_are_an_error(place: Path) -> None:
    (place / "mypaper/another.py").write_text(WRONG)
    said = run(place, "--symnorm", "mypaper", "wrong")
    assert "two theorems have the id mypaper/wrong: mypaper/another.py and wrong/wrong.py:5; give one of them" in said
    assert "exit status 4" in said
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
    script.write_text(WRONG.replace("x > 1", "1 / x > 0"))
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


# --- red where `symnorm verify` is red --------------------------------------------------------------------------

GOOD = """
from symnorm import Theorem, by, eq, symbol

x = symbol("x")
theorem = Theorem("{id}", "Right", where=[x > 1])
theorem.claim("(1)", eq(x + 0, x), by.algebra())
"""


def right(id: str) -> str:
    """A script that verifies."""
    return GOOD.format(id=id)


def citing(source: str, claimed: str) -> str:
    """A script that verifies if the claim of another theorem is proved."""
    given = f'given = theorem.given("(0)", eq({claimed}), source="{source}")\n'
    return right("p/cites").replace("theorem.claim", given + "theorem.claim").replace(
        "eq(x + 0, x), by.algebra()", f"eq({claimed}), by.algebra(given)"
    )


FOLDERS: dict[str, tuple[int, dict[str, str]]] = {
    "all is proved": (0, {"p/a.py": right("p/a"), "p/b/b.py": right("p/b"), "p/b/notation.py": WRONG}),
    "what verify leaves out": (0, {"p/a.py": right("p/a"), "p/_b.py": WRONG, "p/_c/c.py": WRONG, "p/.d/d.py": WRONG}),
    "an environment": (0, {"p/a.py": right("p/a"), "p/env/pyvenv.cfg": "home = /usr/bin", "p/env/b.py": WRONG}),
    "a helper beside it": (0, {"p/a.py": right("p/a"), "p/b.py": "from symnorm import symbol\n"}),
    "not proved": (1, {"p/a.py": WRONG}),
    "not proved, in a folder of that name": (1, {"p/a.py": right("p/a"), "p/build/b.py": WRONG}),
    "not proved, deeper": (1, {"p/a.py": right("p/a"), "p/node_modules/x/dist/b.py": WRONG}),
    "an erratum that is none": (1, {"p/a.py": right("p/a").replace("gebra())", "gebra(), printed=eq(x, x))")}),
    "nothing of that id": (1, {"p/a.py": citing("p/none", "x + 0, x")}),
    "cited, and not proved": (1, {"p/a.py": citing("p/b", "x, 2 * x - 2"), "p/b.py": right("p/b").replace(
        "eq(x + 0, x)", "eq(x, 2 * x - 2)")}),
    "raises": (2, {"p/a.py": right("p/a") + "1 / 0\n"}),
    "raises before its theorem": (2, {"p/a.py": right("p/a"), "p/b.py": "from symnorm import Theorem\n1 / 0\n"}),
    "no Python": (2, {"p/a.py": right("p/a"), "p/b.py": "theorem = Theorem('a/b', 'c'\n"}),
    "no theorem": (2, {"p/a.py": "from symnorm import symbol\n"}),
    "no script": (2, {"p/README": ""}),
    "another name for Theorem": (2, {"p/a.py": right("p/a").replace("theorem = Theorem", "T = Theorem\ntheorem = T")}),
    "one id twice": (2, {"p/a.py": right("p/a"), "p/b/b.py": right("p/a")}),
    "one id twice in a file": (2, {"p/a.py": right("p/a") + right("p/a")}),
    "a theorem that claims nothing": (2, {"p/a.py": right("p/a").replace("claim", "step")}),
}


@pytest.mark.parametrize(("status", "files"), FOLDERS.values(), ids=FOLDERS)
def test_it_is_red_where_verify_is_red(tmp_path: Path, status: int, files: dict[str, str]) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    command = [sys.executable, "-m", "symnorm", "verify", "p"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SYMNORM_CACHE": str(tmp_path / ".cache")}
    verified = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert verified.returncode == status, verified.stdout + verified.stderr
    said = run(tmp_path, "--symnorm", "p")
    assert ("exit status 0" in said) == (status == 0), said
    assert "Traceback" not in said
    assert "INTERNALERROR" not in said


def test_a_place_without_theorems_is_an_error_beside_others(place: Path) -> None:
    (place / "empty").mkdir()
    (place / "none.py").write_text("x = 1\n")
    (place / "_left_out.py").write_text(WRONG)
    for name, reason in (("empty", "no script in"), ("none.py", "none.py has no theorem")):
        said = run(place, "--symnorm", "mypaper", name)
        assert reason in said
        assert "exit status 4" in said
    assert "2 failed, 5 passed" in run(place, "--symnorm", "mypaper", "_left_out.py"), "it is named itself"
    assert "2 failed, 1 passed" in run(place, "--symnorm", "mypaper/../wrong")
    assert "5 passed" in run(place, "--symnorm", "mypaper", "tests"), "tests need no theorem"
    (place / "pytest.ini").write_text("[pytest]\nsymnorm_proofs = mypaper empty\n")
    assert "no script in" in run(place, "--symnorm", "mypaper", "empty")


def test_a_folder_that_cannot_be_read_is_an_error(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even for the superuser, who can read them all: the folder is refused as the system does it."""
    (place / "mypaper/closed").mkdir()
    refusing = """
import os, sys
real = os.scandir
def scandir(path="."):
    if "symnorm" in sys.modules and str(path).endswith("closed"):
        raise PermissionError(13, "Permission denied", str(path))
    return real(path)
os.scandir = scandir
"""
    (place / "conftest.py").write_text(refusing)
    said = run(place, "--symnorm", "mypaper")
    assert "cannot read mypaper/closed: Permission denied; name the folders that have proofs" in said
    assert "exit status 4" in said


def test_what_the_user_leaves_out_is_left_out(place: Path) -> None:
    (place / "mypaper/build").mkdir()
    (place / "mypaper/build/b.py").write_text(WRONG)
    (place / "mypaper/build/test_b.py").write_text("def test_b():\n    assert 0\n")
    said = run(place, "--symnorm", "mypaper")
    assert "2 failed, 5 passed" in said
    assert "test_b" not in said, "the tests of such a folder stay out"
    assert "4 passed" in run(place, "--symnorm", "mypaper", "--ignore=mypaper/build")
    assert "4 passed" in run(place, "--symnorm", "mypaper", "--ignore-glob=mypaper/bu*")
    (place / "pytest.ini").write_text("[pytest]\nnorecursedirs = build\n")
    assert "4 passed" in run(place, "--symnorm", "mypaper")
    assert "1 passed" in run(place, "mypaper/../tests")


def test_a_link_leads_to_a_script_once(place: Path) -> None:
    (place / "mypaper/link.py").symlink_to("theorem_1.py")
    (place / "mypaper/more").symlink_to("../wrong")
    assert "2 failed" in run(place, "--symnorm", "mypaper"), "folders behind links are looked into"


def test_what_is_not_announced_fails_and_what_is_left_out_is_counted(place: Path) -> None:
    making = WRONG.replace("theorem = ", "def make():\n    theorem = ").replace("\ntheorem.", "\n    theorem.")
    (place / "mypaper/make.py").write_text(making + "    return theorem\n")
    (place / "mypaper/bad.py").write_text("from . import make\ntheorem = make.make()\n")
    (place / "mypaper/gone.py").symlink_to("nowhere.py")
    (place / "mypaper/plain.py").write_text("x = 1\n")
    said = run(place, "--symnorm", "mypaper")
    assert "mypaper/wrong would not be verified" in said
    assert "exit status 1" in said
    assert "symnorm left out 2: a link that leads nowhere (1), imports nothing of symnorm (1)" in said
