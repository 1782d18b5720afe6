"""What people expect of a command line: a part of the theorems, less said, another run on each change, the Tab key."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Timer

import pytest
import shell
from shell import good, write

from symnorm.cli import commands, main
from symnorm.cli.completion import SHELLS, script


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with three theorems of our own, one of them not proved, and two in the catalog."""
    shell.install_judge(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SYMNORM_CACHE", str(tmp_path / "cache"))
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    root = write(tmp_path / "proofs", t1=good("norm/1", "The first"), t2=good("norm/2", "The second"))
    monkeypatch.setattr("symnorm.catalog._own_proofs", lambda: root)
    write(tmp_path / "mine", a=good("mine/1", "Of beta"), b=good("mine/2", "Of alpha"))
    return tmp_path


def call(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    return status, *capfd.readouterr()


def ids(output: str) -> list[str]:
    """The theorems that have a line in the output."""
    return [line.split()[1] for line in output.splitlines() if line[:2] in ("✓ ", "? ", "✗ ", "! ")]


# --- a part of it, and less of it ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "shown"),
    [("beta", ["mine/1"]), ("BETA", ["mine/1"]), ("mine of", ["mine/1", "mine/2"]), ("2", ["mine/2"]), ("", 2)],
)
def test_words_choose_theorems(capfd: pytest.CaptureFixture[str], words: str, shown: list[str] | int) -> None:
    status, out, _ = call(capfd, "verify", "mine", "-k", words)
    assert status == 0
    assert ids(out) == shown or len(ids(out)) == shown


def test_of_a_script_with_several_theorems_only_those_are_shown(
    capfd: pytest.CaptureFixture[str], place: Path
) -> None:
    other = good("two/2", "Of gamma").replace("theorem =", "other =").replace("theorem.", "other.")
    both = good("two/1", "Of beta") + other
    write(place / "two", both=both)
    assert ids(call(capfd, "verify", "two")[1]) == ["two/1", "two/2"]
    assert ids(call(capfd, "verify", "two", "-k", "gamma")[1]) == ["two/2"]


def test_words_of_no_theorem_are_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = call(capfd, "verify", "mine", "-k", "delta")
    assert (status, out) == (2, "")
    assert "no theorem has 'delta' in its id or title" in err


def test_quiet_shows_what_is_not_proved(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    assert ids(call(capfd, "verify", "mine", "-q")[1]) == []
    write(place / "mine", c="from symnorm import *\n1 / 0\n" + good("mine/3"))
    status, out, _ = call(capfd, "verify", "mine", "-q")
    assert ids(out) == ["mine/3"]
    assert status == 2


def test_quiet_and_verbose_are_refused(capfd: pytest.CaptureFixture[str]) -> None:
    assert call(capfd, "verify", "mine", "-q", "-v")[0] == 2


def test_fail_fast_ends_with_the_first(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    write(place / "mine", a="from symnorm import *\n1 / 0\n" + good("mine/1"))
    status, out, _ = call(capfd, "verify", "mine", "-x")
    assert ids(out) == ["mine/1"]
    assert "ended there: 1 theorem not looked at" in out
    assert status == 2
    assert ids(call(capfd, "verify", "mine")[1]) == ["mine/1", "mine/2"]


# --- again on each change ------------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the judge of these tests is put in where processes fork")
def test_watching_verifies_again_when_a_file_changes(place: Path) -> None:
    process = subprocess.Popen(
        shell.command("verify", "mine", "--watch"), cwd=place, env=shell.environment(place), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    assert process.stdout is not None
    end = Timer(60, process.kill)  # so that no line is waited for without end
    end.start()
    seen: list[str] = []

    def read_until(wanted: str) -> None:
        while not seen or wanted not in seen[-1]:
            line = process.stdout.readline() if process.stdout else ""
            assert line, seen
            seen.append(line)

    try:
        read_until("watching 2 files")
        write(place / "mine", b=good("mine/2", "Changed"))
        read_until("Changed")
        read_until("watching 2 files")
        write(place / "mine", b=good("mine/2") + "def (")
        read_until("invalid syntax")
        read_until("watching 2 files")
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 2
        assert "Traceback" not in "".join(seen)
    finally:
        end.cancel()
        process.kill()
        process.stdout.close()


# --- the Tab key ---------------------------------------------------------------------------------------------


def completed(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """What bash is told could stand in the place of the last word."""
    monkeypatch.setenv("_SYMNORM_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(("symnorm", *words)))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    main([])
    return [line.partition(",")[2] for line in capfd.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("ver",), ["verify"]),
        (("show", "norm/"), ["norm/1", "norm/2", "norm/"]),
        (("verify", "al"), ["all", "al"]),
        (("explain", "by.al"), ["by.algebra"]),
        (("completion", "z"), ["zsh"]),
        (("verify", "--wa"), ["--watch"]),
    ],
)
def test_commands_ids_and_names_are_completed(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], words: tuple[str, ...], offered: list[str]
) -> None:
    assert completed(monkeypatch, capfd, *words) == offered


@pytest.mark.parametrize("name", SHELLS)
def test_every_shell_gets_its_script(capfd: pytest.CaptureFixture[str], name: str) -> None:
    status, out, _ = call(capfd, "completion", name)
    assert status == 0
    assert f"_SYMNORM_COMPLETE={name}_complete" in out
    assert out.strip() == script(commands, name).strip()


# --- colours, places, limits ---------------------------------------------------------------------------------


def test_colours_are_forced(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[32m" not in call(capfd, "verify", "mine")[1]
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[32m" in call(capfd, "verify", "mine")[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[32m" not in call(capfd, "verify", "mine")[1]


@pytest.mark.parametrize("target", ["", " ", os.path.abspath(os.sep), os.path.join(os.sep, "tmp", "..")])
def test_nothing_is_begun_nowhere(capfd: pytest.CaptureFixture[str], target: str) -> None:
    status, out, err = call(capfd, "new", target)
    assert (status, out) == (2, "")
    assert err.startswith("symnorm: error: ")


@pytest.mark.parametrize("memory", ["1e300", "inf", "nan", "-1"])
def test_no_machine_has_so_much_memory(capfd: pytest.CaptureFixture[str], memory: str) -> None:
    status, _, err = call(capfd, "verify", "mine", "--memory", memory)
    assert status == 2
    assert "--memory" in err


def test_a_folder_of_very_many_files_is_refused(
    capfd: pytest.CaptureFixture[str], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("symnorm.catalog.below.MOST_FILES", 4)
    write(place / "many", **{f"f{n}": "x = 1" for n in range(6)})
    write(place / "many" / "below", g="x = 1")
    status, _, err = call(capfd, "verify", "many")
    assert status == 2
    assert "more than 4 Python files" in err


def test_an_interrupt_while_the_program_is_loaded_is_no_traceback(place: Path) -> None:
    """The first thing that the command line imports takes its time, and the interrupt comes meanwhile."""
    (place / "start").mkdir()
    slow = "import sys, time\nclass Slow:\n def find_spec(self, name, *_):\n"
    slow += "  if name == 'click': print('loading', flush=True); time.sleep(60)\nsys.meta_path.insert(0, Slow())\n"
    (place / "start" / "sitecustomize.py").write_text(slow)
    paths = os.pathsep.join([str(place / "start"), str(shell.ROOT)])
    process = subprocess.Popen(
        [sys.executable, "-m", "symnorm", "list"], env={**os.environ, "PYTHONPATH": paths}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "loading\n"
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=20)
    assert error == ""
    assert process.returncode == -signal.SIGINT
