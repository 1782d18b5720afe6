"""Wrong input of all families: one clear line, the exit status of a mistake, no traceback, and nothing is lost."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import pytest
import shell
from bad_inputs import ARGUMENTS, CALLS, DOCUMENTS, EXPORTS, FILES, GOOD, HEAD, OPTIONS, PATHS, SCRIPTS, THINGS

from symnorm.checker.__main__ import main as recheck
from symnorm.cli import main
from symnorm.language import LanguageError


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that users are in, with a script, work of their own, and what is no file; a judge that is quick."""
    shell.install_judge(monkeypatch)
    monkeypatch.setenv("SYMNORM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("NO_COLOR", "1")
    root = shell.write(tmp_path / "proofs", t1=shell.good("norm/1"), t2=shell.good("norm/2"))
    monkeypatch.setattr("symnorm.catalog._own_proofs", lambda: root)
    here = tmp_path / "here"
    for name, content in FILES.items():
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            (here / name).mkdir()
        else:
            (here / name).write_bytes(content)
    (here / "dangling.py").symlink_to("nowhere.py")
    (here / "loop.py").symlink_to("loop.py")
    os.mkfifo(here / "pipe.py")
    monkeypatch.chdir(here)
    return here


def everything(folder: Path) -> dict[str, str]:
    """What is in a folder, each file with a hash of what it says."""
    return {
        str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() if p.is_file() else ""
        for p in folder.rglob("*")
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [*PATHS.values(), *OPTIONS.values(), *((["export", "json", "good.py", *a], m) for a, m in EXPORTS.values())],
    ids=[*PATHS, *OPTIONS, *(f"export to {name}" for name in EXPORTS)],
)
def test_a_command_that_is_wrong(
    arguments: list[str], message: str, place: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = everything(place)
    status = main(arguments)
    out, err = capfd.readouterr()
    assert (status, out) == (2, "")
    said, *more = err.splitlines()
    assert said.startswith("symnorm: error: ")
    assert message in said
    assert "symnorm failed" not in said
    assert len(more) <= 1
    assert all(line.startswith("  hint: ") for line in more)
    assert everything(place) == before


def test_scripts_that_are_wrong(place: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """All in one run: each is told in one line, and the one that is right is verified all the same."""
    folder = place / "scripts"
    folder.mkdir()
    for name, (text, _) in SCRIPTS.items():
        (folder / f"{name}.py").write_text(GOOD.format(id=f"bad/{name}") + text + "\n", "utf-8")
    (folder / "coding.py").write_bytes(b"# coding: nonsense\n" + GOOD.format(id="bad/coding").encode())
    (folder / "utf16.py").write_bytes(GOOD.format(id="bad/utf16").encode("utf-16"))
    (folder / "right.py").write_text(GOOD.format(id="bad/right") + 'print("hello")\n', "utf-8")
    before = everything(place)
    status = main(["verify", "scripts"])
    out, err = capfd.readouterr()
    assert (status, err) == (2, "")
    assert "Traceback" not in out
    assert "symnorm failed" not in out
    assert "hello" not in out
    lines = [line for line in out.splitlines() if line.startswith("! ")]
    assert max(map(len, lines)) < 700
    for name, (_, message) in SCRIPTS.items():
        [told] = [line for line in lines if f"scripts/{name}.py:" in line or f" bad/{name} " in line]
        assert message in told
    assert len(lines) == len(SCRIPTS)
    assert any(line.startswith("✓ bad/right ") for line in out.splitlines())
    assert everything(place) == before


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_that_is_no_bundle(name: str, place: Path, capfd: pytest.CaptureFixture[str]) -> None:
    content, message = DOCUMENTS[name]
    (place / "bundle.json").write_bytes(content)
    before = everything(place)
    assert recheck(["bundle.json"]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("bundle.json: ")
    assert message in err
    assert main(["export", "rocq", "bundle.json", "-o", "rocq"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("symnorm: error: bundle.json is no bundle: ")
    assert message in err
    assert everything(place) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.json"], "missing.json: No such file or directory\n"),
        (["empty"], "empty: Is a directory\n"),
        (["--verbos", "own.json"], "there is no option --verbos: python -m symnorm.checker [-v] FILE ...\n"),
    ],
)
def test_what_the_checker_cannot_read(
    arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert recheck(arguments) == 2
    assert capfd.readouterr() == ("", message)


# --- arguments --------------------------------------------------------------------------------------------

NAMES: dict[str, Any] = {}
exec(HEAD, NAMES)


def attempt(code: str) -> None:
    """Runs a line of a script after a theorem that is right."""
    names = dict(NAMES)
    exec("theorem = Theorem('t/0', 'T')\nline = theorem.claim('(1)', eq(x[i] + a, a + x[i]))", names)
    exec(code.replace("'(1)'", "'(9)'") if code.startswith("theorem.") else code, names)


@pytest.mark.parametrize(("code", "message"), ARGUMENTS, ids=[code for code, _ in ARGUMENTS])
def test_an_argument_that_is_wrong_is_told_where_it_stands(code: str, message: str) -> None:
    with pytest.raises(LanguageError) as error:
        attempt(code)
    assert message in str(error.value).replace("(9)", "(1)")


@pytest.mark.parametrize("call", CALLS)
def test_whatever_an_argument_is_it_is_taken_or_refused_in_words(call: str) -> None:
    """Nothing fails further inside, and some of it is refused."""
    said = []
    for thing in THINGS:
        try:
            attempt(call.format(thing))
        except LanguageError as error:
            said.append(str(error))
    assert said
    assert "\n" not in "".join(said)
