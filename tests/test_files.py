"""What commands write: a file is replaced only where symnorm wrote it and nobody has changed it since.

Each test is one thing that may be in a place, come into it meanwhile, or go wrong on the way.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from shell import ROOT

from symnorm import files
from symnorm.errors import UserError
from symnorm.files import Output, is_as_written, sealed, sealed_json, unsealed
from symnorm.skeleton import begin

POSIX = pytest.mark.skipif(os.name != "posix", reason="elsewhere there are no such files and signals")
NEW = {"new": 1}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(target: str, document: object = None) -> None:
    """Writes a document as every command does."""
    with Output(target) as output:
        output.write(lambda: document or NEW)


def refused(target: str, message: str) -> None:
    """What is there stays as it is, with nothing beside it."""
    before, content = sorted(os.listdir()), Path(target).read_bytes() if Path(target).is_file() else b""
    with pytest.raises(UserError, match=message):
        put(target)
    assert sorted(os.listdir()) == before
    assert not Path(target).is_file() or Path(target).read_bytes() == content


# --- what a file says of itself -----------------------------------------------------------------------------


SEALED = {
    "python": sealed("x = 1\n"),
    "page": sealed("# A page\n", "<!-- ", " -->"),
    "document": sealed_json({"a": [1, {}], "b": "ü"}),
    "large": sealed("x" * 3_000_000),
}


@pytest.mark.parametrize("text", SEALED.values(), ids=SEALED)
def test_a_file_ends_with_the_hash_of_what_stands_before_it(text: str) -> None:
    (digits,) = re.findall("[0-9a-f]{64}", text[-80:])
    start, _, end = text.rpartition(digits)
    assert hashlib.sha256(start.encode()).hexdigest() == digits
    assert set(end) <= set('"}\n ->')


def test_a_hash_is_taken_off_where_it_is_right() -> None:
    text = "x = 1\n# sha256: as in a comment\n"
    assert unsealed(sealed(text)) == text
    for other in (text, sealed(text) + "y", sealed(text).replace("1", "2", 1), ""):
        assert unsealed(other) == other


def test_a_document_has_one_member_more() -> None:
    assert json.loads(sealed_json({"a": 1})).keys() == {"a", "sha256"}


@pytest.mark.parametrize("text", SEALED.values(), ids=SEALED)
def test_every_change_is_seen(text: str) -> None:
    path = Path("f")
    path.write_text(text, "utf-8")
    assert is_as_written(path)
    changed = [text + "\n", text + "y", text[1:], text[:-1], " " + text, text * 2, text.replace("\n", "\r\n")]
    some = range(0, len(text), len(text) // 9)
    changed += [text[:n] + ("1" if text[n] != "1" else "2") + text[n + 1 :] for n in some]
    for other in changed:
        path.write_bytes(other.encode())
        assert not is_as_written(path), other[:200]


@pytest.mark.parametrize(
    ("content", "expected"),
    [(b"", True), (b"\n", False), (b" ", False), (b"0" * 64 + b"\n", False), (b"{}\n", False), (b"\0" * 200, False)],
)
def test_an_empty_file_may_be_replaced(content: bytes, expected: bool) -> None:
    Path("f").write_bytes(content)
    assert is_as_written(Path("f")) is expected


@pytest.mark.parametrize("module", ["functions", "numba"])
def test_the_kernels_that_are_printed_are_known(module: str) -> None:
    assert is_as_written(ROOT / "symnorm" / "kernels" / f"{module}.py")


# --- what may be in a place ---------------------------------------------------------------------------------


def test_what_was_written_is_replaced_and_keeps_its_mode() -> None:
    put("f", {"old": 1})
    Path("f").chmod(0o600)
    put("f")
    assert json.loads(Path("f").read_text())["new"] == 1
    assert stat.S_IMODE(Path("f").stat().st_mode) == 0o600
    assert os.listdir() == ["f"]


def test_a_line_that_was_appended_is_not_lost() -> None:
    with Output("kernels.py") as output:
        output.write_text(lambda: "x = 1\n")
    with open("kernels.py", "a") as file:
        file.write("mine = 2\n")
    refused("kernels.py", r"will not replace kernels\.py: symnorm has not written it, or it was changed since")


@POSIX
def test_a_link_stays_a_link_and_its_file_follows_the_rule() -> None:
    Path("below").mkdir()
    Path("link").symlink_to("below/f")
    put("link", {"old": 1})
    put("link")
    assert Path("link").is_symlink()
    assert json.loads(Path("below/f").read_text())["new"] == 1
    Path("below/f").write_text("mine")
    refused("link", "will not replace link")
    Path("round").symlink_to("round")
    refused("round", "will not replace round")


def test_a_folder_is_none() -> None:
    Path("d").mkdir()
    refused("d", "cannot write d: it is a folder")
    refused("no/f", "cannot write no/f: No such file or directory")


@POSIX
def test_a_file_that_may_not_be_written_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    put("f", {"old": 1})
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # as it is for all but the superuser
    refused("f", "cannot write f: Permission denied")


@POSIX
def test_a_pipe_is_written_to() -> None:
    os.mkfifo("pipe")
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(Path("pipe").read_text()))
    reader.start()
    put("pipe")
    reader.join(20)
    assert json.loads(heard[0])["new"] == 1
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)
    assert os.listdir() == ["pipe"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_device_that_is_full() -> None:
    with pytest.raises(UserError, match="cannot write /dev/full: No space left on device"):
        put("/dev/full")


# --- what may happen meanwhile ------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_file_that_comes_up_between_the_check_and_the_end(monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    """Before the work is done, and in the last moment, after the second check."""
    real = os.link

    def link(source: object, target: object) -> None:
        Path("f").write_text("mine")
        real(source, target)  # type: ignore[arg-type]

    if when == "after":
        monkeypatch.setattr(os, "link", link)
    with Output("f") as output:
        if when == "before":
            Path("f").write_text("mine")
        with pytest.raises(UserError, match="will not replace f"):
            output.write(lambda: NEW)
    assert Path("f").read_text() == "mine"
    assert os.listdir() == ["f"]


def test_a_file_system_without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def link(source: object, target: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    put("f")
    assert json.loads(Path("f").read_text())["new"] == 1
    assert os.listdir() == ["f"]


def test_one_place_takes_one_output() -> None:
    with Output("f"), pytest.raises(UserError, match=r"cannot write \./f: it is written already"), Output("./f"):
        pass
    put("f")
    put("f")


def test_nothing_is_left_where_the_work_fails() -> None:
    put("f", {"old": 1})

    def fail() -> dict[str, object]:
        assert os.listdir() == ["f"], "nothing lies around while the work goes on"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), Output("f") as output:
        output.write(fail)
    assert os.listdir() == ["f"]
    assert json.loads(Path("f").read_text())["old"] == 1


def program(text: str, *options: str) -> subprocess.Popen[str]:
    """A program that has `Output` at hand."""
    start = f"import os, resource, signal, sys, time\nsys.path.insert(0, {str(ROOT)!r})\nfrom symnorm.files import *\n"
    return subprocess.Popen([sys.executable, *options, "-c", start + text], text=True, stderr=subprocess.PIPE)


@POSIX
def test_a_disk_that_is_full_leaves_the_old_file() -> None:
    put("f", {"old": 1})
    process = program(
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "with Output('f') as output: output.write(lambda: {'new': 'x' * 100000})"
    )
    assert "cannot write f: File too large" in process.communicate(timeout=20)[1]
    assert os.listdir() == ["f"]
    assert json.loads(Path("f").read_text())["old"] == 1


SLOW = """
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
def work():
    {during}
    return {{'new': 'x' * 100}}
real = os.link, Path.replace
def last(*arguments):
    {last}
    return real[0](*arguments)
os.link = last
Path.replace = lambda *arguments: ({last_value}, real[1](*arguments))
with Output('f') as output: output.write(work)
"""
WAITING = "open('waits', 'w').close() or time.sleep(60)"


def stopped(there: bool, moment: str, number: signal.Signals) -> list[str]:
    """What is left where a program is sent a signal while it works, or just before the file is in its place."""
    if there:
        put("f", {"old": 1})
    wait, go = WAITING, "None"
    during, last = (wait, go) if moment == "work" else (go, wait)
    process = program(SLOW.format(during=during, last=last, last_value=last))
    deadline = time.monotonic() + 20
    while not Path("waits").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(number)
    process.communicate(timeout=20)
    Path("waits").unlink()
    assert not there or json.loads(Path("f").read_text())["old"] == 1
    return sorted(os.listdir())


@POSIX
@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("moment", ["work", "end"])
def test_a_kill_leaves_the_old_file_and_nothing_else(there: bool, moment: str) -> None:
    expected = ["f"] if there else []
    assert stopped(there, moment, signal.SIGTERM) == expected
    left = stopped(there, moment, signal.SIGKILL)
    assert len(left) == len(expected) + (moment == "end"), "in the last moment nobody can help it"
    put("f")
    assert os.listdir() == ["f"], "and the next run removes it"


@POSIX
def test_only_what_a_process_has_left_that_is_gone_is_removed() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    names = {".f.bak.symnorm", f".f.{ended.pid}", f".g.{ended.pid}.symnorm", f".f.{os.getppid()}.symnorm"}
    for name in (*names, f".f.{ended.pid}.symnorm", f".f.{os.getpid()}.symnorm"):
        Path(name).touch()
    put("f")
    assert {*os.listdir()} == {"f", *names}


# --- folders ------------------------------------------------------------------------------------------------


@POSIX
def test_an_export_that_was_killed_while_it_was_replaced_is_put_back() -> None:
    files.write("site", {"a.txt": b"1"})
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    Path("site").rename(f".site.{ended.pid}.before.symnorm")
    Path(f".site.{ended.pid}.symnorm").mkdir()
    assert files.check("site").is_dir()
    assert Path("site/a.txt").read_bytes() == b"1"
    assert os.listdir() == ["site"]


def test_what_comes_into_a_folder_in_the_last_moment_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    files.write("site", {"a.txt": b"1"})
    real = Path.rename

    def rename(path: Path, target: Path) -> Path:
        if path.name == "site":
            (path / "mine.txt").write_text("mine")
        return real(path, target)

    monkeypatch.setattr(Path, "rename", rename)
    with pytest.raises(UserError, match=r"will not replace site: mine\.txt in it was not written by an export"):
        files.write("site", {"a.txt": b"2"})
    assert os.listdir() == ["site"]
    assert (Path("site/mine.txt").read_text(), Path("site/a.txt").read_bytes()) == ("mine", b"1")


def test_files_beside_others_are_written_again_where_the_record_was_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a kill between the files and their record."""
    files.add("d", {"a.txt": b"1"})
    Path("d/a.txt").write_bytes(b"2")
    files.add("d", {"a.txt": b"2"})
    files.add("d", {"a.txt": b"3"})
    assert Path("d/a.txt").read_bytes() == b"3"
    assert sorted(os.listdir("d")) == [files.RECORD, "a.txt"]


@POSIX
def test_what_is_no_file_is_not_replaced_by_one() -> None:
    files.write("site", {"a.txt": b"1"})
    Path("site/a.txt").unlink()
    os.mkfifo("site/a.txt")
    with pytest.raises(UserError, match="will not replace site"):
        files.write("site", {"a.txt": b"2"})
    with pytest.raises(UserError, match=r"will not replace site/a\.txt"):
        files.add("site", {"a.txt": b"2"})


# --- a new theorem ------------------------------------------------------------------------------------------


def test_a_new_theorem_is_written_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path.open

    def full(path: Path, *arguments: object, **more: object) -> object:
        if path.name == "theorem_1.py":
            raise OSError(28, "No space left on device")
        return real(path, *arguments, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(UserError, match=r"cannot write p/theorem_1\.py: No space left on device"):
        begin("p/theorem_1")
    assert os.listdir("p") == []
