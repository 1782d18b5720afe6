"""`symnorm read`: what it prints and writes, what it refuses, and the exit status. No note is judged here."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Timer
from types import ModuleType

import click
import pytest
import shell
from noted import CONDITIONAL, FALSE, OPEN, PROVED, SAMPLE, judged, report

from symnorm.cli import commands, main
from symnorm.errors import UserError
from symnorm.files import is_as_written
from symnorm.notes.model import NoteReport, Verdict
from symnorm.notes.page import as_page
from symnorm.notes.report import as_json, as_text

Reader = Callable[[Sequence[Path], Path | None, Callable[[str], None] | None], list[NoteReport]]


class Judge:
    """A judge that says what it is told to say, and remembers what it was asked."""

    def __init__(self) -> None:
        self.reports: list[NoteReport] = [SAMPLE]
        self.asked: list[tuple[list[Path], Path | None]] = []
        self.drafted: list[tuple[NoteReport, Path]] = []
        self.error: UserError | None = None

    def read_files(
        self, paths: Sequence[Path], notation: Path | None = None, progress: Callable[[str], None] | None = None
    ) -> list[NoteReport]:
        self.asked.append((list(paths), notation))
        if self.error:
            raise self.error
        if progress:
            progress("note.md: 1 of 6 relations")
        return self.reports

    def write(self, report: NoteReport, folder: Path, verify: object) -> list[Path]:
        self.drafted.append((report, folder))
        return [folder / "theorem.py"]


@pytest.fixture(autouse=True)
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Judge:
    """The judge, in a folder that has a note."""
    judge = Judge()
    for name, function in (("judge", "read_files"), ("edition", "write")):
        module = ModuleType(f"symnorm.notes.{name}")
        setattr(module, function, getattr(judge, function))
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.md").write_text("$$a = b$$\n")
    return judge


def call(capfd: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main(["read", *map(str, arguments)])
    return status, *capfd.readouterr()


# --- what it prints ------------------------------------------------------------------------------------------


def test_read(capfd: pytest.CaptureFixture[str], judge: Judge) -> None:
    assert call(capfd, "note.md") == (1, as_text([SAMPLE], None, False, False) + "\n", "")
    assert judge.asked == [([Path("note.md")], None)]


def test_every_relation(capfd: pytest.CaptureFixture[str]) -> None:
    assert call(capfd, "note.md", "-v")[1] == as_text([SAMPLE], None, False, True) + "\n"


def test_files_are_read_once_and_together(capfd: pytest.CaptureFixture[str], judge: Judge) -> None:
    call(capfd, "a.md", "b.md", "a.md", "--notation", "names.toml")
    assert judge.asked == [([Path("a.md"), Path("b.md")], Path("names.toml"))]


def test_colours_are_those_of_the_stream(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[31m✗ note.md:5: false\x1b[0m" in call(capfd, "note.md")[1]


@pytest.mark.parametrize(
    ("found", "options", "status"),
    [
        (report(PROVED), [], 0), (report(CONDITIONAL, OPEN), [], 0), (report(CONDITIONAL), ["--strict"], 1),
        (report(OPEN), ["--strict"], 1), (report(FALSE), [], 1),
        (report(FALSE, problems=((1, "no"),)), ["--strict"], 2),
    ],
)  # fmt: skip
def test_status(
    capfd: pytest.CaptureFixture[str], judge: Judge, found: NoteReport, options: list[str], status: int
) -> None:
    judge.reports = [found]
    assert call(capfd, "note.md", *options)[0] == status


def test_an_error_of_the_input_is_one_line_and_a_hint(capfd: pytest.CaptureFixture[str], judge: Judge) -> None:
    judge.error = UserError("names.toml cannot be read", "name a file")
    said = "symnorm: error: names.toml cannot be read\n  hint: name a file\n"
    assert call(capfd, "note.md", "--json", "out.json") == (2, "", said)
    assert not Path("out.json").exists()


def test_without_a_file_it_says_what_is_missing(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = call(capfd)
    assert (status, out) == (2, "")
    assert "FILE" in err


def test_help_shows_every_option_at_work(capfd: pytest.CaptureFixture[str]) -> None:
    out = call(capfd, "--help")[1]
    examples = [line for line in out.splitlines() if line.startswith("    symnorm read")]
    for option in commands.commands["read"].params:
        if isinstance(option, click.Option):
            assert option.help
            assert any(set(option.opts) & set(line.split()) for line in examples), option.name
    for verdict in Verdict:
        assert re.search(rf"^ +(Verdicts: )?\S {verdict.value}  ", out, re.MULTILINE)


# --- progress ------------------------------------------------------------------------------------------------


def test_progress_is_shown_where_a_terminal_waits(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    _, out, err = call(capfd, "note.md")
    shown, cleared = [part.strip() for part in err.split("\r") if part]
    assert shown == "note.md: 1 of 6 relations"
    assert cleared == ""
    assert "1 of 6" not in out


# --- annotations ---------------------------------------------------------------------------------------------


def executed(log: str) -> list[str]:
    """The commands in a log that GitHub would carry out, by its rules for stopping commands."""
    found, token = [], ""
    for line in log.splitlines():
        command = line.strip()
        if token:
            token = "" if command == f"::{token}::" else token
        elif command.startswith("::stop-commands::"):
            token = command.removeprefix("::stop-commands::")
        elif command.startswith("::"):
            found.append(command)
    return found


def test_annotations_follow_the_report(capfd: pytest.CaptureFixture[str]) -> None:
    out = call(capfd, "note.md", "--annotations", "github")[1]
    assert as_text([SAMPLE], None, False, False) in out
    assert [c.split()[0] for c in executed(out)] == ["::error", "::warning", "::notice"]


def test_no_note_gives_commands_to_a_workflow(capfd: pytest.CaptureFixture[str], judge: Judge) -> None:
    latex = "::add-mask::a = b"
    judge.reports = [report(judged(latex, Verdict.FALSE, note="::debug::x"), problems=((1, "::error::y"),))]
    first, second = (call(capfd, "note.md", "--annotations", "github")[1] for _ in range(2))
    assert latex in first
    assert [c.partition(" ")[0] for c in executed(first)] == ["::error", "::error"]
    tokens = [re.findall("stop-commands::(.*)", out) for out in (first, second)]
    assert tokens[0] != tokens[1], "nobody can guess it"


# --- what it writes ------------------------------------------------------------------------------------------


def test_json_and_html_are_written_and_replaced(capfd: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        status, out, _ = call(capfd, "note.md", "--json", "out.json", "--html", "out.html")
        assert status == 1
        assert out == as_text([SAMPLE], None, False, False) + "\n"
    document = json.loads(Path("out.json").read_text())
    assert document.pop("sha256")
    assert document == as_json([SAMPLE])
    assert Path("out.html").read_text().startswith(as_page([SAMPLE]))
    assert is_as_written(Path("out.json"))
    assert is_as_written(Path("out.html"))


@pytest.mark.parametrize("option", ["--json", "--html"])
def test_standard_output_is_for_the_document_alone(capfd: pytest.CaptureFixture[str], option: str) -> None:
    _, out, err = call(capfd, "note.md", option, "-")
    assert err == as_text([SAMPLE], None, False, False) + "\n"
    if option == "--json":
        assert json.loads(out)["summary"]["relations"] == 6
    else:
        assert out.startswith("<!doctype html>")
    assert "✗ note.md" not in out


@pytest.mark.parametrize("target", ["same.out", "-"])
def test_two_documents_need_two_files(capfd: pytest.CaptureFixture[str], target: str) -> None:
    assert call(capfd, "note.md", "--json", target, "--html", target)[::2] == (
        2, f"symnorm: error: --json and --html both name {target}\n  hint: name two files\n",
    )  # fmt: skip


@pytest.mark.parametrize("option", ["--json", "--html", "-o"])
@pytest.mark.parametrize("content", ["", "$$a = b$$\n"])
def test_a_note_is_never_written_to(
    capfd: pytest.CaptureFixture[str], judge: Judge, option: str, content: str
) -> None:
    Path("note.md").write_text(content)
    os.link("note.md", "hard.md")
    Path("soft.md").symlink_to("note.md")
    for target in ("note.md", "./note.md", os.path.abspath("note.md"), "soft.md", "hard.md"):
        status, out, err = call(capfd, "note.md", option, target)
        assert (status, out) == (2, "")
        assert err.startswith(f"symnorm: error: will not replace {target}: it is what is to be read\n")
    status, _, err = call(capfd, "note.md", "--notation", "hard.md", option, "soft.md")
    assert status == 2
    assert Path("note.md").read_text() == content
    assert judge.asked == []


def test_a_note_that_is_not_there_is_not_written_either(capfd: pytest.CaptureFixture[str]) -> None:
    assert call(capfd, "new.md", "--json", "./new.md")[0] == 2
    assert not Path("new.md").exists()


@pytest.mark.parametrize("option", ["--json", "--html"])
def test_a_file_of_somebody_else_is_not_replaced(capfd: pytest.CaptureFixture[str], judge: Judge, option: str) -> None:
    Path("mine").write_text("mine")
    status, out, err = call(capfd, "note.md", option, "mine")
    assert (status, out, judge.asked) == (2, "", [])
    assert "will not replace mine" in err
    assert Path("mine").read_text() == "mine"


def test_a_draft_is_written_to_the_folder(capfd: pytest.CaptureFixture[str], judge: Judge) -> None:
    status, out, _ = call(capfd, "note.md", "-o", "draft")
    assert judge.drafted == [(SAMPLE, Path("draft"))]
    assert out.splitlines()[-1] == "wrote draft/theorem.py"
    assert status == 1


def test_drafts_of_several_notes_have_folders_of_their_own(capfd: pytest.CaptureFixture[str], judge: Judge) -> None:
    judge.reports = [SAMPLE, report(PROVED)]
    call(capfd, "a/one.md", "b/two.tex", "-o", "draft")
    assert judge.drafted == [(SAMPLE, Path("draft/one")), (judge.reports[1], Path("draft/two"))]


def test_drafts_with_one_name_are_refused(capfd: pytest.CaptureFixture[str], judge: Judge) -> None:
    status, _, err = call(capfd, "a/one.md", "b/one.md", "-o", "draft")
    assert status == 2
    assert "a/one.md and b/one.md would both be written to draft/one" in err
    assert judge.asked == []


# --- as a program --------------------------------------------------------------------------------------------

START = """
import sys
from pathlib import Path
from types import ModuleType
sys.path.insert(0, {tests!r})

def read_files(paths, notation=None, progress=None):
    from noted import formula, judged, report
    from symnorm.errors import UserError
    from symnorm.notes.model import Verdict
    text = Path(paths[0]).read_text()
    if "broken" in text:
        raise UserError("it is broken", "mend it")
    taken = formula(text, file=Path("taken.tex"))
    return [report(judged(text.strip(), Verdict.FALSE if "false" in text else Verdict.AGREES, within=taken))]

module = ModuleType("symnorm.notes.judge")
module.read_files = read_files
sys.modules["symnorm.notes.judge"] = module
"""


def environment(place: Path) -> dict[str, str]:
    """An environment in which Python begins with the judge of these tests."""
    start = place / "start"
    start.mkdir(exist_ok=True)
    (start / "sitecustomize.py").write_text(START.format(tests=str(Path(__file__).parent)))
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(start), str(shell.ROOT)])}


def test_a_stream_without_our_signs(tmp_path: Path) -> None:
    Path("note.md").write_text("σ = false")
    done = subprocess.run(
        [sys.executable, "-m", "symnorm", "read", "note.md"], capture_output=True, check=False,
        env={**environment(tmp_path), "PYTHONIOENCODING": "ascii"}, text=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[1:3] == ["x taken.tex:1: false", "    sigma = false"]
    assert (done.returncode, done.stderr) == (1, "")


def test_help_loads_nothing_heavy(tmp_path: Path) -> None:
    heavy = ("sympy", "mpmath", "numpy", "rich", "symnorm.notes", "latex2mathml")
    code = "import sys; from symnorm.cli import main; main(['read', '--help'])\n"
    code += f"print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=shell.ROOT)
    assert done.stdout.splitlines()[-1] == "[]"


def test_watching_reads_again_when_a_note_or_what_it_takes_in_changes(tmp_path: Path) -> None:
    Path("note.md").write_text("a = b")
    Path("taken.tex").write_text("")
    command = [sys.executable, "-u", "-m", "symnorm", "read", "note.md", "--watch", "--json", "out.json"]
    process = subprocess.Popen(
        command, env=environment(tmp_path), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
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
        assert json.loads(Path("out.json").read_text())["summary"]["agrees"] == 1
        Path("taken.tex").write_text("changed")
        read_until("taken.tex")
        read_until("watching 2 files")
        Path("note.md").write_text("it is broken = b")
        read_until("it is broken (hint: mend it)")
        read_until("watching 2 files")
        Path("note.md").write_text("false = b")
        read_until("✗ taken.tex:1: false")
        read_until("watching 2 files")
        assert json.loads(Path("out.json").read_text())["summary"]["false"] == 1
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 1
        assert "Traceback" not in "".join(seen)
    finally:
        end.cancel()
        process.kill()
        process.stdout.close()


def test_what_changes_while_it_is_read_is_read_again(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from symnorm.cli import watching
    from symnorm.cli.screen import Screen

    texts = ["first", "second", "third"]
    read: list[str] = []

    def once() -> int:
        read.append(Path("note.md").read_text())
        if texts:
            Path("note.md").write_text(texts.pop(0))
        return len(read)

    looks = iter(range(20))

    def sleep(_: float) -> None:
        if next(looks, None) is None:
            raise KeyboardInterrupt

    monkeypatch.setattr(watching.time, "sleep", sleep)
    assert watching.watching(once, lambda: [Path("note.md")], lambda: Screen(sys.stdout)) == 4
    assert read == ["$$a = b$$\n", "first", "second", "third"]
    assert "watching 1 file; Ctrl-C ends" in capfd.readouterr().out
