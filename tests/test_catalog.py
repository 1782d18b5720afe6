"""The catalog finds proof scripts by reading them, and says clearly what it cannot find."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path

import pytest
from shell import good, write

from symnorm.catalog import Catalog, read_script, shown
from symnorm.errors import UserError

CRASHES_IF_RUN = "raise SystemExit('the catalog ran a script')\n"


@pytest.fixture(autouse=True)
def here(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder: what is not in a catalog is looked for below the current one."""
    monkeypatch.chdir(tmp_path_factory.mktemp("here"))


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    root = tmp_path / "proofs"
    write(
        root / "norm", notation="x = 1", t10=good("norm/10"), t2=good("norm/2", "Second"), _draft=good("norm/3")
    )
    write(root / "other", theorem=good("other/1"), helper="x = 1", __init__="")
    (root / "norm" / "transcript.toml").write_text("")
    return Catalog(root)


def ids(scripts: list) -> list[str]:
    return [id for script in scripts for id in script.ids]


def read(tmp_path: Path, text: str):
    path = tmp_path / "script.py"
    path.write_text(textwrap.dedent(text))
    return read_script(path)


def test_all_scripts_in_the_order_of_numbers(catalog: Catalog) -> None:
    assert ids(catalog.resolve(["all"])) == ["norm/2", "norm/10", "other/1"]


@pytest.mark.parametrize(
    ("target", "expected"),
    [("norm/2", ["norm/2"]), ("norm", ["norm/2", "norm/10"]), ("other", ["other/1"])],
)
def test_by_id_and_by_paper(catalog: Catalog, target: str, expected: list[str]) -> None:
    assert ids(catalog.resolve([target])) == expected


def test_a_script_that_is_named_twice_comes_once(catalog: Catalog) -> None:
    assert ids(catalog.resolve(["norm/2", "norm"])) == ["norm/2", "norm/10"]


def test_files_and_folders_of_ones_own(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "mine", a=good("mine/1"), b=good("mine/2"))
    monkeypatch.chdir(tmp_path)
    assert ids(catalog.resolve(["mine"])) == ["mine/1", "mine/2"]
    assert ids(catalog.resolve(["mine/b.py"])) == ["mine/2"]
    assert ids(catalog.resolve([str(tmp_path / "mine" / "a.py")])) == ["mine/1"]
    assert shown(tmp_path / "mine" / "a.py") == "mine/a.py"


def test_a_name_that_is_also_that_of_a_folder_of_proofs_is_not_guessed(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "norm").mkdir()  # in which there is nothing to verify
    assert ids(catalog.resolve(["norm"])) == ["norm/2", "norm/10"]
    for name in ("norm", "all"):
        write(tmp_path / name, a=good("mine/1"))
        with pytest.raises(UserError, match=f"{name} may be what comes with symnorm, or the folder") as told:
            catalog.resolve([name])
        assert told.value.hint.startswith(f"the folder is ./{name}")
        assert ids(catalog.resolve([f"./{name}"])) == ["mine/1"]
    monkeypatch.chdir(catalog.root)
    assert ids(catalog.resolve(["norm"])) == ["norm/2", "norm/10"]


def test_environments_and_hidden_folders_are_no_proofs(catalog: Catalog) -> None:
    write(catalog.root / ".hidden", a=good("a/1"))
    (write(catalog.root / "env", a=good("b/1")) / "pyvenv.cfg").write_text("version = 3.11\nhome = /usr/bin\n")
    assert ids(catalog.resolve(["all"])) == ["norm/2", "norm/10", "other/1"]


@pytest.mark.parametrize("place", ["norm", "other/deep"])
def test_a_folder_that_cannot_be_read_is_named(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    closed, scan = write(catalog.root / place, a=good("a/1")), os.scandir

    def refusing(path):
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refusing)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=f"^cannot read proofs/{place}: Permission denied\n"):
        catalog.resolve(["proofs"])


def test_nothing_is_run(tmp_path: Path) -> None:
    script = read(tmp_path, '"""What it says."""\n' + CRASHES_IF_RUN + good("a/1", "A title"))
    assert script.ids == ("a/1",)
    assert script.docstring == "What it says."
    [heading] = script.headings
    assert (heading.title, heading.paper, heading.name, heading.line) == ("A title", "a", "theorem", 7)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('t = symnorm.Theorem("a/1", "T", where=[])', [("a/1", "a")]),
        ('t: Theorem = Theorem("a/1", "T", paper="b")', [("a/1", "b")]),
        ('t = Theorem("a/1", "T")\nu = Theorem("a/2", "U")', [("a/1", "a"), ("a/2", "a")]),
    ],
)
def test_how_a_theorem_may_be_bound(tmp_path: Path, text: str, expected: list[tuple[str, str]]) -> None:
    assert [(h.id, h.paper) for h in read(tmp_path, text).headings] == expected


@pytest.mark.parametrize("text", ["", "x = 1", 'def f():\n    t = Theorem("a/1", "T")', "# Theorem"])
def test_what_is_no_script(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text) is None


SILENT = {
    "another name": "import symnorm\nT = symnorm.Theorem\ntheorem = T('a/1', 'T')",
    "an imported name": "from symnorm import Theorem as T\ntheorem = T('a/1', 'T')",
    "in a function": "from symnorm import Theorem\ndef f():\n    return Theorem('a/1', 'T')\nf()",
    "in a branch": "from symnorm import Theorem\nif True:\n    theorem = Theorem('a/1', 'T')",
    "by a helper": "from .notation import make\ntheorem = make()",
    "all names": "from symnorm import *\nx = [Theorem('a/1', 'T')]",
    "perhaps none": "from symnorm import Theorem\ndef f(t: Theorem): pass",
}


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_what_may_make_a_theorem_unannounced_is_run_with_the_others(tmp_path: Path, text: str) -> None:
    helper = "from symnorm import Theorem\ndef make(): return Theorem('a/1', 'T')"
    folder = write(tmp_path / "a", notation=helper, silent=text, fine=good("fine/1"), test_it=text, plain="import math")
    found = Catalog(tmp_path / "none").resolve([str(folder)])
    assert [(s.path.name, s.is_silent) for s in found] == [("fine.py", False), ("silent.py", True)]
    assert [s.path.name for s in Catalog(folder).scripts] == ["fine.py"]
    (folder / "fine.py").unlink()
    with pytest.raises(UserError, match="has a theorem"):
        Catalog(tmp_path / "none").resolve([str(folder)])


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ('t = Theorem("a/1", "T"', "script.py:1: '(' was never closed"),
        ('\nt = Theorem(name, "T")', "script.py:2: id, title and paper of a theorem are literal strings"),
        ('t = Theorem("a/1")', "script.py:1: id, title and paper of a theorem are literal strings"),
        ('t = Theorem("a/1", "T")\0', "null bytes"),
        ('"""a\x1b[31m"""\nt = Theorem("a/1", "T")', "script.py:1: the docstring: 'a\\x1b[31m' has a character that"),
        ('"""a\\rb"""\nt = Theorem("a/1", "T")', "cannot be seen; it has U+000D"),
        ('"""a\n\nb\u202ec"""\nt = Theorem("a/1", "T")', "it has U+202E RIGHT-TO-LEFT OVERRIDE"),
        ('x = 1\nt = Theorem("a/1", "T\\x1b[2J")', "script.py:2: the heading of a theorem: 'T\\x1b[2J' has"),
        ('t = Theorem("a/1", "T", paper="p\x07")', "it has U+0007"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, broken: str) -> None:
    script = read(tmp_path, text)
    assert script.ids == ()
    assert broken in script.broken


def test_a_deprecated_escape_says_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, 'latex = "\\mu"\nt = Theorem("a/1", "T")').ids == ("a/1",)


def refused(catalog: Catalog, target: str) -> tuple[str, str]:
    with pytest.raises(UserError) as caught:
        catalog.resolve([target])
    return str(caught.value), caught.value.hint


def test_an_unknown_id_is_answered_with_what_is_close(catalog: Catalog) -> None:
    assert refused(catalog, "norm/22") == (
        "there is no theorem, paper or file 'norm/22'",
        "did you mean norm/2 or norm? `symnorm list` shows what there is; one of your own is named by its file",
    )
    assert refused(catalog, "zzz")[1] == "`symnorm list` shows what there is; one of your own is named by its file"


def test_an_unknown_id_where_a_script_is_unreadable(catalog: Catalog) -> None:
    write(catalog.root / "norm", t3='theorem = Theorem("norm/3"')
    message, hint = refused(catalog, "norm/3")
    assert message == "there is no theorem, paper or file 'norm/3'"
    assert hint.startswith("one script is unreadable: ")
    assert hint.endswith("t3.py:1: '(' was never closed")


def test_a_missing_file(catalog: Catalog) -> None:
    assert refused(catalog, "no/such.py") == (
        "there is no file or folder no/such.py",
        "name a proof script or a folder of them",
    )


def test_a_file_or_a_folder_without_a_theorem(catalog: Catalog, tmp_path: Path) -> None:
    write(tmp_path / "empty", a="x = 1")
    hint = 'bind it at top level, as theorem = Theorem("mypaper/1", "Title", ...)'
    for_folder = f"{hint}; notation.py and files that begin with _ are left out"
    assert refused(catalog, f"{tmp_path}/empty") == (f"no script in {tmp_path}/empty has a theorem", for_folder)
    assert refused(catalog, f"{tmp_path}/empty/a.py") == (f"{tmp_path}/empty/a.py has no theorem", hint)


def test_no_proofs_at_all(tmp_path: Path) -> None:
    assert refused(Catalog(tmp_path / "none"), "all")[0] == f"there are no proofs in {tmp_path}/none"


def test_one_id_for_two_theorems(catalog: Catalog, tmp_path: Path) -> None:
    write(tmp_path / "twice", a=good("a/1"), b=good("a/1"))
    message, hint = refused(catalog, f"{tmp_path}/twice")
    assert message == f"two theorems have the id a/1: {tmp_path}/twice/a.py and {tmp_path}/twice/b.py:5"
    assert hint == "give one of them another id"
    write(tmp_path / "same", a=good("a/1", more='other = Theorem("a/1", "T")'))
    assert refused(catalog, f"{tmp_path}/same")[0].startswith("two theorems have the id a/1")


def test_ids_that_look_alike(catalog: Catalog, tmp_path: Path) -> None:
    """A bundle of both would be refused."""
    write(tmp_path / "alike", a=good("a/1"), b=good("a/l"))
    message, hint = refused(catalog, f"{tmp_path}/alike")
    assert message == f"the ids a/1 and a/l look alike: {tmp_path}/alike/a.py and {tmp_path}/alike/b.py:5"
    assert hint == "give one of them another id"


def test_citations_are_looked_up_beside_the_script_first(catalog: Catalog, tmp_path: Path) -> None:
    write(tmp_path / "mine", a=good("mine/1"), b=good("norm/2"))
    [script] = catalog.resolve([f"{tmp_path}/mine/a.py"])
    near = catalog.near(script)
    assert near["norm/2"].path == tmp_path / "mine" / "b.py"
    assert near["norm/10"].path == catalog.root / "norm" / "t10.py"


def test_two_theorems_of_one_id_beside_a_script_are_refused(catalog: Catalog, tmp_path: Path) -> None:
    write(tmp_path / "mine", a=good("mine/1"), b=good("mine/2"), c=good("mine/2"))
    [script] = catalog.resolve([f"{tmp_path}/mine/a.py"])
    with pytest.raises(UserError, match=r"two theorems have the id mine/2: .*b\.py and .*c\.py:5"):
        catalog.near(script)


def test_transcripts(catalog: Catalog) -> None:
    assert catalog.transcripts() == [catalog.root / "norm" / "transcript.toml"]
    assert catalog.resolve(["norm/2"])[0].transcript == catalog.root / "norm" / "transcript.toml"
    assert catalog.resolve(["other/1"])[0].transcript is None


def test_our_own_proofs_are_found() -> None:
    catalog = Catalog()
    assert catalog.scripts
    assert not [s.broken for s in catalog.scripts if s.broken]


def test_an_id_of_ones_own_is_found_from_its_folder_and_from_above(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "mine", a=good("mine/1"), b=good("mine/2"), _c=good("mine/3"))
    write(tmp_path / "mine" / "deeper", d=good("mine/4"))
    write(tmp_path / ".hidden", e=good("mine/5"))
    for folder in (tmp_path, tmp_path / "mine"):
        monkeypatch.chdir(folder)
        [found] = catalog.resolve(["mine/2"])
        assert found.path == tmp_path / "mine" / "b.py"
    monkeypatch.chdir(tmp_path)
    for unseen in ("mine/3", "mine/4", "mine/5"):
        with pytest.raises(UserError, match=f"no theorem, paper or file '{unseen}'") as error:
            catalog.resolve([unseen])
        assert "did you mean mine/" in error.value.hint
        assert error.value.hint.endswith("one of your own is named by its file")
    write(tmp_path / "again", a=good("mine/1"))
    with pytest.raises(UserError, match=r"two theorems have the id mine/1: again/a\.py and mine/a\.py:5"):
        catalog.resolve(["mine/1"])
    assert catalog.resolve(["norm/2"])[0].path.parent == tmp_path / "proofs" / "norm"


def test_what_is_left_out_of_a_folder_is_verified_where_it_is_named(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(write(tmp_path / "mine", _draft=good("mine/1"), notation=good("mine/2"), c=good("mine/3")))
    assert ids(catalog.resolve(["."])) == ["mine/3"]
    [draft], [notation], [plain] = (catalog.resolve([f"{name}.py"]) for name in ("_draft", "notation", "c"))
    assert (draft.is_left_out, notation.is_left_out, plain.is_left_out) == (True, True, False)
    Path("c.py").unlink()
    with pytest.raises(UserError, match=r"no script in \. has a theorem") as error:
        catalog.resolve(["."])
    assert error.value.hint.endswith("notation.py and files that begin with _ are left out")


def test_an_empty_name_is_nothing(catalog: Catalog) -> None:
    with pytest.raises(UserError, match="an empty name is no theorem, paper, file or folder"):
        catalog.resolve([""])


def test_a_device_is_no_script(catalog: Catalog) -> None:
    with pytest.raises(UserError, match="/dev/null is no regular file or folder"):
        catalog.resolve(["/dev/null"])
