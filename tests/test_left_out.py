"""No file below a folder is passed over in silence: it is run, or it is named as left out, with the reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shell import good, write
from test_cli import call, place

from symnorm.catalog import Below, read_script
from symnorm.catalog import below as reasons

__all__ = ["place"]

MAKING = """
from symnorm import Theorem, by, eq, symbol
a = symbol("a")
def make(id, right):
    theorem = Theorem(id, "made elsewhere")
    theorem.claim("(1)", eq(a, right), by.algebra())
    return theorem
"""
FALSE = "theorem = make('hidden/1', a + 1)\n"
ANOTHER = "from symnorm import symbol\na = symbol('a')\n"

UNANNOUNCED = {
    "a module": "from . import helpers\ntheorem = helpers.make('hidden/1', helpers.a + 1)\n",
    "a name": "from .helpers import make, a\n" + FALSE,
    "an alias": "from .helpers import make as f, a\nx = [f('hidden/1', a + 1)]\n",
    "handed on": "from .again import make, a\n" + FALSE,
    "every name": "from .again import *\n" + FALSE,
    "a folder": "from .lib.helpers import make, a\n" + FALSE,
    "a package": "from .package import make, a\n" + FALSE,
    "its modules": "from .every import *\ntheorem = helpers.make('hidden/1', helpers.a + 1)\n",
    "a draft": "from ._draft import make, a\n" + FALSE,
    "made there": "from .made import theorem as this\n",
    "in a branch": "import os\nif os:\n    from .helpers import make, a\n    theorem = make('hidden/1', a + 1)\n",
    "in a function": "def f():\n    from .helpers import make, a\n    return make('hidden/1', a + 1)\nx = f()\n",
    "by its name": "from importlib import import_module\nx = [import_module('symnorm').Theorem('hidden/1', 'T')]\n",
    "by another": "x = [__import__('symnorm.language').language.Theorem('hidden/1', 'T')]\n",
}
"""Ways in which a file that announces no theorem makes one that is false."""


@pytest.fixture
def folder(place: Path) -> Path:
    """A folder with a good theorem, and modules that make others where they are asked to."""
    folder = write(place / "mine", helpers=MAKING, _draft=MAKING, again="from .helpers import make, a")
    write(folder, made="from .again import make, a\ntheorem = make('hidden/1', a + 1)", fine=good("fine/1"))
    write(folder / "lib", helpers=MAKING)
    write(folder / "package", __init__="from .inner import make, a", inner=MAKING)
    write(folder / "every", __init__="__all__ = ['helpers']", helpers=MAKING)
    (folder / "made.py").unlink()
    return folder


@pytest.mark.parametrize("text", UNANNOUNCED.values(), ids=UNANNOUNCED)
def test_a_theorem_that_is_not_announced_is_seen(
    folder: Path, capfd: pytest.CaptureFixture[str], text: str
) -> None:
    if ".made" in text:
        write(folder, made="from .again import make, a\ntheorem = make('hidden/1', a + 1)")
    write(folder, bad=text)
    status, out, _ = call(capfd, "verify", "mine")
    assert status == 2
    assert "hidden/1 would not be verified" in out
    script = read_script(folder / "bad.py")
    assert script is not None
    assert script.is_silent


def test_a_name_that_is_written_with_other_letters_is_the_same(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """To Python an identifier is its compatibility form (NFKC)."""
    write(folder, bad=MAKING.replace("Theorem", "\U0001d413heorem") + FALSE)
    assert "hidden/1 would not be verified" in call(capfd, "verify", "mine")[1]


def test_what_makes_no_theorem_is_run_once(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """One that another imports at its top level is run with it; one that others import elsewhere, by itself."""
    for file in (folder / "every", folder / "lib", folder / "package"):
        for inner in file.iterdir():
            inner.unlink()
    write(folder, user="from . import again\nif again:\n    from . import late", late=ANOTHER)
    write(folder, cyclic="from .other import b", other="from .cyclic import b\nfrom symnorm import eq as b")
    write(folder, uses=good("fine/2", more="from .one import x"))
    write(folder, one="from .two import x", two="from .deep.four import x")
    write(folder / "deep", four="from symnorm import eq as x", five="from symnorm import eq as x")
    found = Below(folder)
    names = ["fine.py", "uses.py", "again.py", "cyclic.py", "five.py", "late.py", "user.py"]
    assert [s.path.name for s in found.scripts] == names
    assert found.left_out == {folder / "_draft.py": reasons.DRAFT}


LEFT_OUT = {
    "plain.py": ("import math\nfrom . import text", reasons.APART),
    "text.py": ("import json, symnormal, x.symnorm", reasons.APART),
    "test_fine.py": (MAKING, reasons.TEST),
    "fine_test.py": (MAKING, reasons.TEST),
    "conftest.py": (MAKING, reasons.TEST),
    "notation.py": (good("draft/1"), reasons.DRAFT),
    "_draft.py": (good("draft/2"), reasons.DRAFT),
    ".draft.py": (good("draft/3"), reasons.DRAFT),
    "template.py": ("{% for x in y %}", reasons.NOT_PYTHON),
    "Fine.PY": (good("fine/2"), reasons.NOT_PY),
    "fine.pyw": (good("fine/2"), reasons.NOT_PY),
    "deep/deeper/plain.py": ("x = 1", reasons.APART),
}


def test_what_is_left_out_is_named(place: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(place / "mine", fine=good("fine/1"), __init__='"""Nothing."""', empty="")
    for name, (text, _) in LEFT_OUT.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "loop.py").symlink_to("loop.py")
    (folder / "gone.py").symlink_to("nowhere.py")
    (folder / "gone").symlink_to("nowhere")
    (folder / "data.txt").symlink_to("nowhere.txt")
    (folder / "pipe.py").symlink_to("/dev/null")
    for name in (".hidden", "_later", ".empty"):
        (write(folder / name / "below", a="x = 1") if name != ".empty" else folder / name).mkdir(exist_ok=True)
    (write(folder / "env/lib", a="x = 1").parent / "pyvenv.cfg").write_text("version = 3.11\nhome = /usr/bin\n")
    expected = {name: why for name, (_, why) in LEFT_OUT.items()}
    expected |= dict.fromkeys(("gone.py", "gone", "loop.py"), reasons.DANGLING) | {"pipe.py": reasons.IRREGULAR}
    expected |= {".hidden": reasons.HIDDEN, "_later": reasons.HIDDEN, "env": reasons.ENVIRONMENT}
    found = Below(folder)
    assert {path.relative_to(folder).as_posix(): why for path, why in found.left_out.items()} == expected
    assert [s.path.name for s in found.scripts] == ["fine.py"]
    status, out, _ = call(capfd, "verify", "mine", "--json", "out.json")
    assert status == 0
    [line] = [line for line in out.splitlines() if "left out" in line]
    assert line.startswith(f"{len(expected)} left out: ")
    assert f"{reasons.TEST} (3)" in out.replace("\n", " ")
    document = json.loads((place / "out.json").read_text())
    assert document["summary"]["left_out"] == len(expected)
    told = {e["path"]: e["reason"] for e in document["left_out"]}
    assert told == {f"mine/{name}": why for name, why in expected.items()}
    out = call(capfd, "verify", "mine", "-v")[1]
    assert {line.split()[2] for line in out.splitlines() if line.startswith("  left out: ")} == told.keys()


def test_nothing_is_said_where_nothing_is_left_out(place: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A notation that a script imports is run with it."""
    write(place / "mine", notation="x = 1", __init__="", fine=good("fine/1", more="from .notation import x"))
    status, out, _ = call(capfd, "verify", "mine", "--json", "out.json")
    assert (status, "left out" in out) == (0, False)
    assert json.loads((place / "out.json").read_text())["left_out"] == []


@pytest.mark.parametrize("more", ["", "if x:\n    from .notation import y", "from .notes import y", "import notation"])
def test_a_notation_that_may_not_be_imported_is_left_out(place: Path, more: str) -> None:
    folder = write(place / "mine", notation="y = 1", fine=good("fine/1", more=more))
    assert Below(folder).left_out == {folder / "notation.py": reasons.DRAFT}


def test_a_folder_is_no_environment_because_of_a_name(place: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(place / "mine/sub", a=good("sub/1"))
    write(place / "mine", b=good("fine/1"))
    for content in ("", "# home\n", "version = 3.11\n"):
        (folder / "pyvenv.cfg").write_text(content)
        assert "2 proved" in call(capfd, "verify", "mine")[1]


def test_links_are_followed_once(place: Path) -> None:
    """A script stands where it really lies, with what lies beside it there; a circle of links ends."""
    folder = write(place / "mine", fine=good("fine/1"))
    far = write(place / "far/deep", a=good("far/1", more="from .notation import y"), notation="y = 1")
    (folder / "link").symlink_to(far)
    (folder / "again").symlink_to(far)
    (folder / "circle").symlink_to(folder)
    (folder / "up").symlink_to(place / "mine")
    (folder / "a.py").symlink_to(far / "a.py")
    (folder / "notation.py").write_text("y = 2")
    (folder / "helper.py").symlink_to(far / "notation.py")
    found = Below(folder)
    assert [s.path for s in found.scripts] == [far / "a.py", folder / "fine.py"]
    assert found.left_out == {folder / "notation.py": reasons.DRAFT}


def test_a_linked_script_has_the_notation_beside_what_it_leads_to(
    place: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    claim = """
    from symnorm import Theorem, by, eq
    from .notation import a, right
    theorem = Theorem("far/1", "Which notation")
    theorem.claim("(1)", eq(a, right), by.algebra())
    """
    far = write(place / "far", a=claim, notation="from symnorm import symbol\na = symbol('a')\nright = a")
    near = write(place / "near", notation="a = right = None")
    (near / "a.py").symlink_to(far / "a.py")
    status, out, _ = call(capfd, "verify", "near", "-v")
    assert status == 0
    assert f"left out: near/notation.py ({reasons.DRAFT})" in out


def test_an_environment_whose_file_cannot_be_read_is_looked_into(place: Path) -> None:
    folder = write(place / "mine/sub", a=good("sub/1"))
    (folder / "pyvenv.cfg").mkdir()
    assert [s.ids for s in Below(place / "mine").scripts] == [("sub/1",)]
