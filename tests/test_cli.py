"""The command line: what it prints and writes, and the exit status."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest
import shell
from shell import good, write

from symnorm import __version__, runner
from symnorm.cli import commands, main
from symnorm.cli.plain import plain
from symnorm.cli.session import Display, Session
from symnorm.errors import UserError
from symnorm.files import add, sealed, sealed_json
from symnorm.report import Definition, Erratum, Formula

NOT_THEN_LOADED = ("sympy", "mpmath", "numpy", "rich", "symnorm.language", "symnorm.prover", "symnorm.witness")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, with the judge that believes everything, two proofs in the catalog, and a transcript."""
    shell.install_judge(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SYMNORM_CACHE", str(tmp_path / "cache"))
    root = write(
        tmp_path / "proofs", t1='"""Norms, 1."""' + good("norm/1", "The first"), t2=good("norm/2", "The second")
    )
    (root / "transcript.toml").write_text(TRANSCRIPT)
    monkeypatch.setattr("symnorm.catalog._own_proofs", lambda: root)
    return tmp_path


TRANSCRIPT = """
[paper]
id = "norm"
title = "Norms"
authors = ["A. Author"]
year = 2025
[[line]]
label = "(1)"
where = "Sec. 1"
[[line]]
label = "(0)"
where = "Sec. 1"
reason = "definition"
[[line]]
label = "(9)"
where = "Sec. 2"
[[line]]
label = "(10)"
where = "Sec. 2"
same_as = "(1)"
"""


def call(capfd: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main([str(a) for a in arguments])
    return status, *capfd.readouterr()


def bad(text: str) -> str:
    return f'from symnorm import *; C = symbol("C")\ntheorem = Theorem("bad/1", "Bad")\n{text}\n'


# --- verify --------------------------------------------------------------------------------------------------


def test_verify(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = call(capfd, "verify")
    *rows, empty, total, wrong = out.splitlines()
    assert rows == [
        "  theorem  title                 steps  errata    time",
        "✓ norm/1   The first                 2       1   0.0 s",
        "✓ norm/2   The second                2       1   0.0 s",
    ]
    assert empty == ""
    assert total.startswith("2 proved; 4 steps; ")
    assert wrong == "1 erratum in 2 places: 1 typo"
    assert (status, err) == (0, "")


def test_rigor_without_its_package_is_an_error_that_names_the_extra(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("symnorm.rigor.has_flint", lambda: False)
    said = "symnorm: error: --rigor needs python-flint, which is not installed\n  hint: pip install 'symnorm[rigor]'\n"
    assert call(capfd, "verify", "norm/1", "--rigor") == (2, "", said)


def test_a_second_run_says_that_verdicts_were_kept(capfd: pytest.CaptureFixture[str]) -> None:
    call(capfd, "verify", "norm/1")
    out = call(capfd, "verify", "norm/1", "norm/2")[1]
    assert [line.split()[-1] for line in out.splitlines()[1:3]] == ["kept", "s"]
    assert "kept" not in call(capfd, "verify", "--no-cache")[1]


def test_every_step(capfd: pytest.CaptureFixture[str]) -> None:
    out = call(capfd, "verify", "norm/1", "-v")[1]
    assert out.splitlines()[2:9] == [
        "  ✓ (1)  text of (1)",
        "         by algebra",
        "       ✗ printed: x = 2*x",
        "         typo: a factor too many",
        "         fails at x = 1",
        "  ✓ (2)  text of (2)",
        "         by algebra",
    ]


def test_what_is_unknown_is_said_without_being_asked(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    more = 'theorem.step("(3)", eq(x, x), by=by.algebra(), note="unknown")'
    write(place / "mine", a=good("mine/1", more=more))
    status, out, _ = call(capfd, "verify", "mine")
    assert status == 1
    assert out.splitlines()[1].startswith("? mine/1")
    assert out.splitlines()[2:4] == ["  ? (3)  text of (3)", "         unknown: nobody knows"]


def test_a_theorem_that_is_only_cited_is_marked(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    cites = 'theorem.given("(3)", eq(x + 0, x), source="norm/1")'
    write(place / "mine", a=good("mine/1", more=cites))
    status, out, _ = call(capfd, "verify", "mine")
    assert [line.split()[:3] for line in out.splitlines()[1:4]] == [
        ["✓", "norm/1", "The"],
        ["needed", "by", "mine/1"],
        ["✓", "mine/1", "A"],
    ]
    assert status == 0


def test_a_line_that_rests_on_an_unproved_theorem_shows_it(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    open_ = good("mine/a", more='theorem.claim("(3)", eq(x, x + 1), by=by.algebra(), note="unknown")')
    cites = 'cited = theorem.given("(3)", eq(x, x + 1), source="mine/a")\n'
    cites += 'theorem.claim("(4)", eq(2 * x, 2 * x + 2), by=by.algebra(cited))'
    write(place / "mine", a=open_, b=good("mine/b", more=cites))
    status, out, _ = call(capfd, "verify", "mine", "--json", "out.json")
    said = out.splitlines()
    assert said[4:8] == [
        "? mine/b   A title                   3       1   0.0 s",
        "  - it cites (3) of mine/a, which is not proved: unknown",
        "  ? (4)  text of (4)",
        "         unknown: it rests on (3), which is not proved",
    ]
    assert said[9].startswith("2 unknown; 6 steps (4 proved, 2 unknown); ")
    document = json.loads(Path("out.json").read_text())
    assert document["summary"]["steps"] == {"proved": 4, "unknown": 2}
    assert [s["verdict"] for s in document["theorems"][1]["steps"] if s["label"] in ("(3)", "(4)")] == ["unknown"] * 2
    assert status == 1
    status, out, _ = call(capfd, "verify", "mine/b.py", "-v")
    assert "  ? (3)" in out
    assert "  ✓ (2)" in out


@pytest.mark.parametrize(
    ("text", "expected", "reason"),
    [
        ("x = (", 2, "mine/bad.py:3: '(' was never closed"),
        ("x = 1 / 0", 2, "mine/bad.py:3: ZeroDivisionError: division by zero"),
        ("", 2, "mine/bad.py:2: bad/1 claims nothing"),
        ("eq(symbol('x'), 0.5)", 2, "mine/bad.py:3: 0.5 is a floating-point number"),
        ("import os; os._exit(5)", 3, "ended with exit status 5"),
        ("while True: pass", 3, "did not finish within 1 s"),
        ("x = bytearray(10**13)", 3, "ran out of memory (limit 8 GiB)"),
        ("import nothing_there", 2, "mine/bad.py:3: ModuleNotFoundError: No module named 'nothing_there'"),
        ("from symnorm import nothing", 2, "mine/bad.py:3: ImportError: cannot import name 'nothing' from 'symnorm'"),
        ("from .notation import C", 2, "mine/bad.py:3: there is no notation.py beside the script"),
        ("theorem.clam('(1)')", 2, "mine/bad.py:3: AttributeError: 'Theorem' object has no attribute 'clam'"),
        ("raise SystemExit", 2, "mine/bad.py:3: SystemExit"),
        ("raise KeyboardInterrupt", 2, "mine/bad.py:3: KeyboardInterrupt"),
        ("theorem.claim(3, eq(C, C), by.algebra())", 2, 'a line has a label in quotes, as "(5)", and not 3'),
        ("theorem.claim('(1)', eq(C, C), by.algebra)", 2, "(1): by= needs a rule, as by.algebra(premise)"),
        ("theorem.claim('(1)', C, by.algebra())", 2, "(1): C is not a statement; write eq(a, b) or a < b"),
        ("if C < 2: pass", 2, "mine/bad.py:3: whether C < 2 is not known while the script is read"),
        ("theorem = None", 2, "mine/bad.py:2: at the end of the script, theorem is not the theorem bad/1 any more"),
        (
            "theorem.claim('(1)', eq(C, C), by.algebra()); more = [Theorem('bad/2', 'B')]",
            2,
            "mine/bad.py: bad/2 would not be verified",
        ),
        ("\0", 2, "source code string cannot contain null bytes"),
    ],
)
def test_a_script_that_fails(
    capfd: pytest.CaptureFixture[str], place: Path, text: str, expected: int, reason: str
) -> None:
    write(place / "mine", bad=bad(text), good=good("mine/1"))
    status, out, err = call(capfd, "verify", "mine", "--timeout", 1, "--memory", 8)
    [told] = [line for line in out.splitlines() if line.startswith("!")]
    assert reason in told
    assert "✓ mine/1" in out
    assert "Traceback" not in out + err
    assert (status, err) == (expected, "")


def test_why_a_script_fails_is_told_once(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    write(place / "mine", a=bad('other = Theorem("bad/2", "Bad")\nx = 1 / 0'))
    status, out, _ = call(capfd, "verify", "mine", "-vv")
    assert (status, out.count("mine/a.py:4: ZeroDivisionError"), out.count("Traceback")) == (2, 1, 1)
    assert "! bad/2    as bad/1, in the same script\n" in out


def test_a_traceback_only_if_wanted(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    write(place / "mine", bad=bad("x = 1 / 0"))
    assert "Traceback" not in call(capfd, "verify", "mine", "-v")[1]
    assert "Traceback" in call(capfd, "verify", "mine", "-vv")[1]


def test_notes_are_counted_and_shown_where_they_are_wanted(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    more = 'theorem.given("(3)", eq(x, 1), source="hypothesis", note="a note")'
    write(place / "mine", a=good("mine/1", more=more))
    assert "1 note; -v shows what to know" in call(capfd, "verify", "mine")[1].splitlines()
    for command in (["verify", "-v"], ["show"]):
        out = call(capfd, command[0], "mine", *command[1:])[1]
        assert "  note: a note\n" in out
        assert "-v shows" not in out


def test_the_parts_of_a_reason_stand_below_each_other(
    capfd: pytest.CaptureFixture[str], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shell, "UNKNOWN", "it fails at x = 1; the two sides differ; left over is x - 1")
    write(place / "mine", a=good("mine/1", more='theorem.step("(3)", eq(x, x), by=by.algebra(), note="unknown")'))
    assert call(capfd, "verify", "mine")[1].splitlines()[3:6] == [
        "         unknown: it fails at x = 1",
        "         the two sides differ",
        "         left over is x - 1",
    ]


def test_the_worst_decides(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    write(place / "mine", a=bad("import os; os._exit(1)"), b=bad("x = (").replace("bad/1", "bad/2"))
    assert call(capfd, "verify", "mine")[0] == 3


def test_a_note_where_nothing_can_be_kept(
    capfd: pytest.CaptureFixture[str], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "file").write_text("")
    monkeypatch.setenv("SYMNORM_CACHE", str(place / "file" / "cache"))
    assert "not kept" not in call(capfd, "verify")[1]
    status, out, _ = call(capfd, "verify", "-v")
    assert (status, out.splitlines()[-1]) == (
        0,
        f"verdicts are not kept in {place}/file/cache: Not a directory",
    )


# --- JSON ----------------------------------------------------------------------------------------------------


def test_verdicts_as_json(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    status, out, _ = call(capfd, "verify", "--json", "out.json")
    assert out.splitlines()[1].startswith("✓ norm/1")
    document = json.loads((place / "out.json").read_text())
    assert document["symnorm"] == __version__
    assert document["environment"]["sympy"].startswith("1.14")
    first, second = document["theorems"]
    assert {k: first[k] for k in ("id", "title", "paper", "verdict", "hypotheses", "lemmas")} == {
        "id": "norm/1",
        "title": "The first",
        "paper": "norm",
        "verdict": "proved",
        "hypotheses": ["x > 0"],
        "lemmas": ["zero-derivative"],
    }
    step = next(s for s in first["steps"] if s["label"] == "(1)")
    assert (step["verdict"], step["statement"]) == ("proved", "latex (1)")
    printed = ("latex", "verdict", "kind", "corrected", "extractions", "counterexample")
    assert [step["printed"][key] for key in printed] == ["x = 2 x", "refuted", "typo", "x = x", ["a"], "x = 1"]
    assert next(s for s in second["steps"] if s["label"] == "(2)")["printed"] is None
    assert document["summary"]["theorems"] == {"proved": 2}
    assert document["summary"]["errata"] == {"typo": 1}, "one fault"
    assert document["summary"]["places"] == 2
    assert status == 0


def test_json_on_standard_output_is_alone_there(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = call(capfd, "verify", "--json", "-")
    assert [t["id"] for t in json.loads(out)["theorems"]] == ["norm/1", "norm/2"]
    assert err.splitlines()[1].startswith("✓ norm/1")
    assert status == 0


def test_what_failed_is_in_the_json_as_well(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    write(place / "mine", bad=bad("x = 1 / 0"), worse="theorem = Theorem(")
    status, out, _ = call(capfd, "verify", "mine", "--json", "-")
    theorems = {t["id"]: t for t in json.loads(out)["theorems"]}
    assert {id: t["verdict"] for id, t in theorems.items()} == {"bad/1": "fault", "mine/worse.py": "fault"}
    assert theorems["bad/1"]["failure"]["reason"] == "mine/bad.py:3: ZeroDivisionError: division by zero"
    assert status == 2


def test_certificates(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    call(capfd, "verify", "--certificates", "bundle.json")
    bundle = json.loads((place / "bundle.json").read_text())
    assert [t["id"] for t in bundle["theorems"]] == ["norm/1", "norm/2"]
    out, err = call(capfd, "verify", "--certificates", "-")[1:]
    assert json.loads(out) == bundle
    assert "2 proved" in err


ERRATUM = {
    "paper": "norm", "theorem": "norm/2", "label": "(1)", "where": "Sec. 1", "kind": "typo", "printed": "x = 2 x",
    "corrected": "x = x", "extractions": ["a"], "counterexample": "x = 1", "under": [], "note": "a factor too many",
    "graph": [], "origin": "the author's", "severity": "cosmetic",
}  # fmt: skip


def test_errata_as_json(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = call(capfd, "errata", "norm/2", "--json", "-")
    document = json.loads(out)
    assert document.pop("sha256")
    fault = {"severity": "cosmetic", "kinds": ["typo"], "note": "a factor too many", "places": [ERRATUM]}
    assert document == {"symnorm": __version__, "errata": [fault]}
    assert (status, err) == (0, "")


def test_coverage_as_json(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capfd, "coverage", "--json", "-")
    assert json.loads(out)["papers"] == [
        {
            "paper": "norm", "title": "Norms", "theorems": 2, "whole": True, "lines": 4,
            "verdict": 2, "also": 0, "given": 0, "reason": 1, "missing": 1,
            "rest": [
                {"label": "(0)", "where": "Sec. 1", "reason": "definition", "standing": "reason"},
                {"label": "(9)", "where": "Sec. 2", "reason": None, "standing": "missing"},
            ],
            "binding": {
                "bound": 0, "declared": 0, "interpretation": 0, "not understood": 0, "value": 0, "differs": 0,
            },
            "definitions": [],
            "comparisons": [],
        }
    ]  # fmt: skip
    assert status == 1


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("no/such/folder/out.json", "No such file or directory"),
        (".", "it is a folder"),
        ("t/out", "Not a directory"),
    ],
)
def test_a_place_that_cannot_be_written_is_noticed_first(
    capfd: pytest.CaptureFixture[str], place: Path, target: str, reason: str
) -> None:
    (place / "t").write_text("")
    write(place / "mine", slow=bad("while True: pass"))
    status, out, err = call(capfd, "verify", "mine", "--json", target)
    assert err.startswith(f"symnorm: error: cannot write {target}: {reason}\n  hint: name a file in ")
    assert (status, out) == (2, "")


def test_a_file_is_replaced_as_a_whole_or_not_at_all(
    capfd: pytest.CaptureFixture[str], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = sealed_json({"symnorm": "before"})
    (place / "out.json").write_text(old)
    before = sorted(p.name for p in place.iterdir())
    assert call(capfd, "verify", "nothing", "--json", "out.json")[0] == 2
    assert (place / "out.json").read_text() == old
    assert sorted(p.name for p in place.iterdir()) == before
    (place / "link.json").symlink_to("out.json")
    assert call(capfd, "verify", "--json", "link.json")[0] == 0
    assert (place / "link.json").is_symlink()
    assert json.loads((place / "out.json").read_text())["symnorm"] == __version__


PRECIOUS = [
    "x = 1\n", good("mine/1"), '{"name": "mine"}', "[]", "{", "\0", "\n", '{"symnorm": "0.1"}', '{"theorems": []}',
    sealed("x = 1\n") + "y = 2\n", sealed("x = 1\n").replace("1", "2", 1), sealed_json({"a": 1}).replace("1", "2", 1),
    "0" * 64 + "\n",
]  # fmt: skip


@pytest.mark.parametrize("content", PRECIOUS, ids=range(len(PRECIOUS)))
@pytest.mark.parametrize(
    "command",
    [
        ["verify", "--json"], ["verify", "--certificates"], ["errata", "--json"], ["coverage", "--json"],
        ["mutate", "--json"], ["kernels", "emit", "-o"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_symnorm_has_not_written_is_not_replaced(
    capfd: pytest.CaptureFixture[str], place: Path, command: list[str], content: str
) -> None:
    (place / "mine.py").write_text(content)
    before = sorted(p.name for p in place.iterdir())
    status, _, err = call(capfd, *command, "mine.py")
    assert (status, err) == (
        2,
        "symnorm: error: will not replace mine.py: symnorm has not written it, or it was changed since\n"
        "  hint: name another file, or remove this one first if you do not need it\n",
    )
    assert (place / "mine.py").read_text() == content
    assert sorted(p.name for p in place.iterdir()) == before


@pytest.mark.parametrize(
    "command",
    [
        ["verify", "--json"], ["verify", "--certificates"], ["errata", "--json"], ["coverage", "--json"],
        ["mutate", "--json"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_symnorm_has_written_is_replaced_until_somebody_changes_it(
    capfd: pytest.CaptureFixture[str], place: Path, command: list[str]
) -> None:
    out = place / "out.json"
    assert call(capfd, *command, "out.json")[0] in (0, 1)
    json.loads(out.read_text())
    for again in (command, ["verify", "--json"]):
        assert call(capfd, *again, "out.json")[0] in (0, 1)
    assert json.loads(out.read_text())["symnorm"] == __version__
    out.write_text(out.read_text().replace(__version__, "mine"))
    assert call(capfd, *command, "out.json")[0] == 2
    assert json.loads(out.read_text())["symnorm"] == "mine"


def test_what_appears_meanwhile_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from symnorm.files import Output

    monkeypatch.chdir(tmp_path)
    with Output("out.json") as output:
        Path("out.json").write_text("precious")
        with pytest.raises(UserError, match=r"will not replace out\.json"):
            output.write(lambda: {"symnorm": "0"})
    assert Path("out.json").read_text() == "precious"
    assert [p.name for p in Path().iterdir() if "out.json" in p.name] == ["out.json"]


def test_devices_are_written_to(capfd: pytest.CaptureFixture[str]) -> None:
    assert call(capfd, "verify", "--json", os.devnull)[0] == 0
    assert Path(os.devnull).is_char_device()


@pytest.mark.parametrize("command", ["verify --json", "verify --certificates", "errata --json", "export html -o"])
def test_an_empty_name_is_no_place(capfd: pytest.CaptureFixture[str], command: str) -> None:
    status, _, err = call(capfd, *command.split(), "")
    assert (status, "cannot write to an empty name" in err) == (2, True)
    with pytest.raises(UserError, match="cannot write to an empty name"):
        add("", {})


def test_an_older_python_is_told_what_is_needed() -> None:
    older = "import sys; sys.version_info, sys.version = (3, 10, 13), '3.10.13 (main)'; import symnorm"
    done = subprocess.run([sys.executable, "-c", older], capture_output=True, text=True, cwd=shell.ROOT)
    assert done.returncode == 1
    assert done.stderr.endswith("ImportError: symnorm needs Python 3.11 or newer, and this is 3.10.13\n")


def test_two_files_in_one_place(capfd: pytest.CaptureFixture[str]) -> None:
    status, _, err = call(capfd, "verify", "--json", "x", "--certificates", "x")
    assert (status, err) == (
        2,
        "symnorm: error: --json and --certificates both name x\n  hint: name two files\n",
    )


# --- the other commands --------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_long_search_says_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_terminal: bool
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: is_terminal)
    session = Session()
    session.screen_to(stream)
    session.started = session.looked_at = session.started - 60
    write(tmp_path / "deep/do\x1bwn", a=good("a/1"))
    monkeypatch.setattr(Display, "INTERVAL", 0.0)
    monkeypatch.chdir(tmp_path)
    assert [s.ids for s in session.resolve(["deep"])] == [("a/1",)]
    told = [line.rstrip() for line in stream.getvalue().split("\r") if line.strip()]
    wanted = ["looking for proof scripts in deep", "looking for proof scripts in deep/do?wn"]
    assert told[-2:] == (wanted if is_terminal else [])  # it looks into its own before
    assert stream.getvalue().rstrip(" \r").count("\x1b") == 0


def test_list_runs_nothing(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    write(place / "proofs", t3="theorem = Theorem(")
    expected = ["  norm/1  The first", "  norm/2  The second", "!         proofs/t3.py:1: '(' was never closed"]
    assert sorted(call(capfd, "list")[1].splitlines()) == sorted(expected)
    call(capfd, "verify", "norm/1")
    assert call(capfd, "list")[1].splitlines()[1] == "✓ norm/1  The first"


def test_list_of_what_is_named(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    write(place / "mine", a=good("mine/1"))
    assert call(capfd, "list", "mine", "norm/2")[:2] == (0, "  mine/1  A title\n  norm/2  The second\n")
    call(capfd, "verify", "mine")
    assert call(capfd, "list", "mine/1")[:2] == (0, "✓ mine/1  A title\n")


@pytest.mark.parametrize("command", ["show", "errata", "axioms", "verify", "mutate"])
def test_an_id_that_was_printed_can_be_asked_for(
    capfd: pytest.CaptureFixture[str], place: Path, command: str
) -> None:
    write(place / "mine", a=good("mine/1"))
    status, out, _ = call(capfd, command, "mine/1")
    assert "mine/1" in out
    assert status in (0, 3)  # the judge of these tests cannot mutate


def test_a_script_that_is_only_verified_because_it_is_named(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    write(place / "mine", _draft=good("mine/1"), a=good("mine/2"))
    assert "mine/1" not in call(capfd, "verify", "mine")[1]
    out = call(capfd, "verify", "mine/_draft.py")[1]
    assert out.splitlines()[-1] == "mine/_draft.py was verified because it is named; in its folder it is left out"


def test_nothing_to_list_is_said(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    write(place / "mine", a=good("mine/1").replace(', printed=eq(x, 2 * x), note="a factor too many"', ""))
    assert call(capfd, "errata", "mine")[:2] == (0, "no errata in 1 theorem\n")
    status, out, err = call(capfd, "coverage", "mine")
    assert err.startswith("symnorm: error: there is no transcript.toml beside the scripts of mine\n")
    assert (status, out) == (2, "")


@pytest.mark.parametrize("command", ["errata", "axioms"])
def test_why_a_script_says_nothing(capfd: pytest.CaptureFixture[str], place: Path, command: str) -> None:
    write(place / "mine", a=bad("x = 1 / 0"))
    status, out, _ = call(capfd, command, "mine")
    assert out.splitlines()[0] == "! bad/1: mine/a.py:3: ZeroDivisionError: division by zero"
    assert status == 2


def test_show(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capfd, "show", "norm/1")
    assert out.splitlines() == [
        "norm/1  The first",
        "✓ proved, proofs/t1.py",
        "  Norms, 1.",
        "",
        "  hypothesis  x > 0 (not used)",
        "  lemma       zero-derivative",
        "",
        "  ✓ (1)  text of (1)",
        "         by algebra",
        "       ✗ printed: x = 2*x",
        "         typo: a factor too many",
        "         fails at x = 1",
        "  ✓ (2)  text of (2)",
        "         by algebra",
        "",
    ]
    assert status == 0


def test_show_says_what_the_names_mean(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    named = Definition(Formula(r"\sigma^2", "σ²"), Formula("", "1/C · ∑ₖ (x_k - μ)²"))
    shell.install_judge(monkeypatch, definitions=(named,))
    assert "  where       σ² = 1/C · ∑ₖ (x_k - μ)²" in call(capfd, "show", "norm/1")[1].splitlines()


def test_words_of_a_paper_are_quoted(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A formula that only the script has is not said to be printed."""
    found = Erratum(
        paper="norm", theorem="norm/1", label="text 1", kind="false", verdict="refuted", quote=None,
        printed="the variance", printed_is_formula=False, printed_words="the variance σ² is fixed",
        statement=Formula("", "d/dx(σ²) = 0"), corrected=None, condition=None,
        under=(Formula("x > 1", "x > 1"), Formula("x < 3", "x < 3")), mended=None, point=None, note="",
        extractions=(), origin="", anchor="erratum-text-1", severity="breaks",
    )  # fmt: skip
    shell.install_judge(monkeypatch, conceptual=(found,))
    assert call(capfd, "errata", "norm/1")[1].splitlines()[:6] == [
        "",
        "norm/1  text 1  false",
        "  printed     “the variance σ² is fixed”",
        "  that is     d/dx(σ²) = 0",
        "  supposing   x > 1, x < 3",
        "  severity    breaks what is claimed: nothing takes its place",
    ]


def test_errata(capfd: pytest.CaptureFixture[str]) -> None:
    out = call(capfd, "errata", "norm/2")[1]
    assert out.splitlines() == [
        "",
        "norm/2  (1)  typo",
        "  where       Sec. 1",
        "  printed     x = 2*x",
        "  corrected   x = x",
        "  fails at    x = 1",
        "  note        a factor too many",
        "  severity    cosmetic: what is meant is plain, and holds",
        "  whose       the author's",
    ]


def test_what_failed_has_no_errata_that_are_known(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    write(place / "mine", a=bad("x = 1 / 0"))
    assert "no errata" not in call(capfd, "errata", "mine")[1]
    write(place / "yours", a=good("yours/1").replace(", printed=eq(x, 2 * x)", ""))
    assert "no errata in 1 theorem" in call(capfd, "errata", "yours")[1]


def test_a_current_folder_that_was_removed(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    status, _, err = call(capfd, "verify", "norm/1")
    why = "symnorm: error: the current folder cannot be read: No such file or directory"
    assert (status, err) == (2, f"{why}\n  hint: cd to one that is there\n")


@pytest.mark.parametrize("target", [".", "..", "../.."])
def test_no_export_replaces_the_current_folder(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    here = tmp_path / "a" / "b"
    here.mkdir(parents=True)
    monkeypatch.chdir(here)
    status, _, err = call(capfd, "export", "json", "norm/1", "-o", target)
    assert (status, f"will not replace {target}: it is the folder that you are in" in err) == (2, True)
    assert here.samefile(Path.cwd())


def test_axioms_of_an_identity(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    shell.install_judge(monkeypatch, hypotheses=(), lemmas=())
    assert call(capfd, "axioms", "norm/1")[1].splitlines() == ["norm/1  The first", "  nothing but calculation"]


def test_axioms_of_a_refuted_identity(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    shell.install_judge(monkeypatch, hypotheses=(), lemmas=(), verdict="refuted")
    out = call(capfd, "axioms", "norm/1")[1]
    assert "refuted, and not proved" in out
    assert "nothing but calculation" not in out


def test_axioms(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    write(place / "mine", a=good("mine/1", more='theorem.given("(3)", eq(x + 0, x), source="norm/1")'))
    assert call(capfd, "axioms", "mine")[1].splitlines() == [
        "norm/1  The first",
        "  hypothesis  x > 0 (not used)",
        "  lemma       zero-derivative",
        "mine/1  A title",
        "  hypothesis  x > 0 (not used)",
        "  theorem     (3) of norm/1",
        "  lemma       zero-derivative",
        "",
        "zero-derivative",
        "  A differentiable function on an interval whose derivative is zero is constant.",
        "  W. Rudin, Principles of Mathematical Analysis, 3rd ed., Theorem 5.11(b)",
    ]


def test_coverage(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    other = place / "proofs" / "other"
    other.mkdir()
    (other / "transcript.toml").write_text(TRANSCRIPT.replace('"norm"', '"other"'))
    status, out, _ = call(capfd, "coverage")
    assert out.splitlines() == [
        "other  Norms",
        "  4 printed lines, no theorem yet",
        "norm  Norms",
        "  4 printed lines: 2 with a verdict, 1 with a reason, 1 missing",
        "  ? (9)                 Sec. 2",
    ]
    assert status == 1
    assert call(capfd, "coverage", "other")[:2] == (0, "other  Norms\n  4 printed lines, no theorem yet\n")
    assert call(capfd, "coverage", "norm")[1].splitlines() == out.splitlines()[2:]
    assert call(capfd, "coverage", "proofs/t1.py")[1].splitlines() == out.splitlines()[2:]
    told = "norm  Norms\n  2 printed lines of which the theorem speaks: 2 with a verdict, 0 with a reason, 0 missing\n"
    assert call(capfd, "coverage", "norm/1")[:2] == (0, told)


def test_slips_that_were_not_tried_are_told(
    capfd: pytest.CaptureFixture[str], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A count of slips of which none passes is worth nothing if half of them were not tried."""
    status, out, _ = call(capfd, "coverage", "norm", "--slips")
    assert "none of which passes" in out
    assert ("no slip was tried" in out, status) == (False, 1)
    asked: list[runner.Limits] = []

    def nobody_finishes(scripts: list[Any], limits: runner.Limits) -> Any:
        asked.append(limits)
        reason = f"did not finish within {limits.timeout:g} s"
        yield from ((s, {"failure": {"cause": "time", "reason": reason, "hint": "--timeout"}}) for s in scripts)

    monkeypatch.setattr(runner, "ask", nobody_finishes)
    status, out, _ = call(capfd, "coverage", "norm", "--slips", "--timeout", "100")
    assert status == 3
    assert "no slip was tried: did not finish within 3000 s (hint: --timeout)" in plain(out)
    status, out, _ = call(capfd, "coverage", "norm", "--slips", "--json", "-")
    assert status == 3
    untried = [script for paper in json.loads(out)["papers"] for script in paper["untried"]]
    assert {"norm/1", "norm/2"} <= {id for script in untried for id in script["theorems"]}
    assert [limits.timeout for limits in asked] == [3000, 3600]


# --- help and wrong use --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["verify", "norm/11"],
            "there is no theorem, paper or file 'norm/11'\n"
            "  hint: did you mean norm/1 or norm/2? `symnorm list` shows what there is",
        ),
        (["show"], "Missing argument 'ID'.\n  hint: `symnorm show --help` explains"),
        (["verify", "-j", "0"], "Invalid value for '-j' / '--jobs': 0 is not in the range x>=1."),
        (["verify", "--quick"], "No such option"),
        (["verify", "-j", "x"], "Invalid value for '-j' / '--jobs': 'x' is not a valid whole number."),
        (["verify", "--timeout", "0"], "Invalid value for '--timeout': 0.0 is not in the range x>0."),
        (["verify", "--timeout", "nan"], "Invalid value for '--timeout': nan is not finite."),
        (["show", "norm/1", "--memory", "inf"], "Invalid value for '--memory': inf is not finite."),
        (["verify", "--memory", "0.01"], "Invalid value for '--memory': 0.01 is too little: a script begins with"),
        (["verify", "--memory", "-1"], "Invalid value for '--memory': -1.0 is not in the range 0<=x<="),
        (["mutate", "--timeout", "-1"], "Invalid value for '--timeout': -1.0 is not in the range x>0."),
        (["verify", "--json"], "Option '--json' requires an argument."),
        (["show", "norm/1", "norm/2"], "Got unexpected extra argument (norm/2)"),
        (["verfiy"], "No such command 'verfiy'. Did you mean verify?\n  hint: `symnorm --help` explains"),
        (["mine/a.py"], "No such command 'mine/a.py'.\n"),
        (["verify", ""], "an empty name is no theorem, paper, file or folder\n  hint: `.` is the current folder\n"),
        (["verify", "NORM/1"], "there is no theorem, paper or file 'NORM/1'\n  hint: did you mean norm/1 or norm/2? "),
        (["verify", "mine/none.py"], "there is no file or folder mine/none.py\n  hint: name a proof script or a"),
        (["verify", "start"], "no script in start has a theorem\n  hint: bind it at top level, as theorem = Theorem("),
        (["explain", "by.algebr"], "there is nothing called 'by.algebr'\n  hint: did you mean by.algebra or by."),
        (["new", "proofs/t1"], "proofs/t1.py is there already\n  hint: give the new theorem another name\n"),
        (["new", "_draft"], "_draft.py is never read as a proof script\n  hint: call it theorem_1, say\n"),
    ],
)
def test_wrong_use(
    capfd: pytest.CaptureFixture[str], place: Path, arguments: list[str], message: str
) -> None:
    (place / "start").mkdir()
    status, out, err = call(capfd, *arguments)
    assert err.startswith(f"symnorm: error: {message}")
    assert (status, out) == (2, "")


def test_our_own_failures_are_told_from_wrong_input(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("symnorm.runner.worker.preload", lambda scripts: scripts / 0)
    status, _, err = call(capfd, "verify")
    assert err == (
        "symnorm: error: symnorm failed: ZeroDivisionError: division by zero\n  hint: SYMNORM_DEBUG=1 shows where\n"
    )
    assert status == 3
    monkeypatch.setenv("SYMNORM_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["verify"])


COMMANDS = [(), *((name,) for name in commands.list_commands(click.Context(commands)))]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches_with_an_example(capfd: pytest.CaptureFixture[str], command: tuple[str, ...]) -> None:
    status, out, _ = call(capfd, *command, "--help")
    assert f"\n    {' '.join(('symnorm', *command))}" in out
    assert all(len(line) <= 80 for line in out.splitlines())
    assert status == 0


def test_every_option_of_verify_is_taught_and_shown_at_work(capfd: pytest.CaptureFixture[str]) -> None:
    out = call(capfd, "verify", "--help")[1]
    examples = [line for line in out.splitlines() if line.startswith("    symnorm verify")]
    for option in commands.commands["verify"].params:
        if isinstance(option, click.Option) and option.name != "help":
            assert option.help
            assert any(set(option.opts) & set(line.split()) for line in examples), option.name


@pytest.mark.parametrize("command", [(), ("export",), ("kernels",)])
def test_what_a_command_does_is_not_cut_off(capfd: pytest.CaptureFixture[str], command: tuple[str, ...]) -> None:
    assert "..." not in call(capfd, *command, "--help")[1].partition("Commands:")[2]


def test_no_command_is_a_call_for_help(capfd: pytest.CaptureFixture[str]) -> None:
    assert call(capfd) == call(capfd, "--help")
    assert call(capfd, "--version")[1] == f"symnorm {__version__}\n"


# --- as a program --------------------------------------------------------------------------------------------


def loaded(folder: Path, *arguments: str) -> list[str]:
    """Which of the modules that cost time are loaded by a command."""
    more = f"import atexit, sys; atexit.register(lambda: print([m for m in {NOT_THEN_LOADED!r} if m in sys.modules]))\n"
    environment = shell.environment(folder)
    with (folder / "start" / "sitecustomize.py").open("a") as file:
        file.write(more)
    done = subprocess.run(
        shell.command(*arguments), cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return json.loads(done.stdout.splitlines()[-1].replace("'", '"'))


def test_what_is_not_needed_is_not_loaded(place: Path) -> None:
    assert loaded(place, "verify", "--help") == []
    assert loaded(place, "list") == []
    assert "symnorm.language" in loaded(place, "verify", "proofs")
    assert loaded(place, "verify", "proofs") == []


def test_the_program_and_the_module_are_the_same(place: Path) -> None:
    done = shell.symnorm("verify", "proofs", folder=place)
    assert done.stdout.splitlines()[1].startswith("✓ norm/1")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("variables", [{"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin-1"}])
def test_a_stream_without_our_signs(place: Path, variables: dict[str, str]) -> None:
    done = shell.symnorm("verify", "proofs", folder=place, env=variables)
    assert done.stdout.splitlines()[1].startswith("v norm/1")
    assert (done.returncode, done.stderr) == (0, "")
    assert shell.symnorm("verify", "--help", folder=place, env=variables).returncode == 0


@pytest.mark.parametrize(
    ("signs", "written"),
    [
        ("σ² = 1/C · ∑ₖ (x_k - μ)²", "sigma^2 = 1/C * sum_k (x_k - mu)^2"),
        ("y⁻² ≤ √(σ²) ⇒ t¹⁰ ≠ ±Δ", "y^(-2) <= sqrt(sigma^2) => t^10 != +-Delta"),
        ("ŷ_i ≥ ȳ, 1 + ε", "yhat_i >= ybar, 1 + epsilon"),
        ("a title… — or not", "a title... - or not"),
    ],
)
def test_mathematics_in_ascii(signs: str, written: str) -> None:
    assert plain(signs) == written
    assert plain(written) == written


def test_a_name_of_a_file_may_be_any_bytes(place: Path) -> None:
    (place / "mine").mkdir()
    Path(os.fsdecode(os.fsencode(place / "mine") + b"/\xff.py")).write_text(good("mine/1"))
    for variables in ({"LC_ALL": "C"}, {"LC_ALL": "C.UTF-8"}):
        for command in (["verify", "mine"], ["verify", "mine", "--json", "-"], ["show", "mine"], ["list"]):
            done = shell.symnorm(*command, folder=place, env=variables)
            assert done.returncode == 0, done.stderr
    assert "mine/\\udcff.py" in shell.symnorm("show", "mine", folder=place).stdout
    (place / "mine" / "b.py").write_text("theorem = Theorem(")
    broken = shell.symnorm("verify", "mine", folder=place)
    assert broken.returncode == 2
    assert "! mine/b.py" in broken.stdout


def redirected(place: Path, command: str) -> tuple[int, str]:
    """The exit status and standard error of a command of a shell in which SYMNORM is the program."""
    done = subprocess.run(
        ["bash", "-c", command.replace("SYMNORM", " ".join(shell.command()))], cwd=place,
        env=shell.environment(place), capture_output=True, text=True,
    )  # fmt: skip
    return done.returncode, done.stderr


def test_a_closed_stream_leads_nowhere(place: Path) -> None:
    assert redirected(place, "SYMNORM verify proofs >&-") == (0, "")
    assert redirected(place, "SYMNORM verify proofs --no-cache <&- >&- 2>&-") == (0, "")
    assert redirected(place, "SYMNORM verify nothing >&- 2>&-") == (2, "")
    assert redirected(place, "SYMNORM --help >&-") == (0, "")
    assert redirected(place, "SYMNORM verify proofs --json - >&-") == (
        2,
        "symnorm: error: cannot write -: standard output is closed\n  hint: name a file\n",
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_device_that_is_full(place: Path) -> None:
    full = "symnorm: error: cannot write to standard output: No space left on device\n"
    for command in ("verify proofs", "list", "errata proofs", "axioms proofs", "explain", "--help", "verify --help"):
        assert redirected(place, f"SYMNORM {command} >/dev/full") == (2, full), command
    assert redirected(place, "SYMNORM verify nothing 2>/dev/full") == (2, "")
    status, error = redirected(place, "SYMNORM verify proofs --json /dev/full >/dev/null")
    assert (status, error.splitlines()[0]) == (
        2,
        "symnorm: error: cannot write /dev/full: No space left on device",
    )


@pytest.mark.skipif(os.name != "posix", reason="elsewhere there are no such pipes")
@pytest.mark.parametrize("variables", [{}, {"PYTHONUNBUFFERED": "1"}])
def test_a_pipe_that_closes_in_the_middle_of_a_document(place: Path, variables: dict[str, str]) -> None:
    """Without a buffer of Python's, a write that stops halfway is no error to it."""
    write(place / "many", **{f"t{n}": good(f"many/{n}") for n in range(40)})
    command = f"{' '.join(shell.command('verify', 'many', '--json', '-'))} | head -c 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=place, env=shell.environment(place, variables), capture_output=True, text=True
    )
    assert done.stdout == "{141\n"
    assert len(shell.symnorm("verify", "many", "--json", "-", folder=place).stdout) > 1 << 16, "more than a pipe holds"


def test_a_pipe_that_closes(place: Path) -> None:
    write(place / "many", **{f"t{n}": good(f"many/{n}") for n in range(5)})
    command = f"{' '.join(shell.command('verify', 'many', '-v'))} | head -2; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=place,
        env=shell.environment(place),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[1].startswith("✓ many/0")
    assert done.stdout.splitlines()[-1] == "141"
    assert done.stderr == ""


def test_a_reader_that_is_gone_ends_every_command(place: Path) -> None:
    """As `| head -1` does, but before the first line; what is still written leads nowhere, and nothing is said."""
    for command in (
        "list", "verify proofs -v", "errata proofs", "errata proofs --json -", "axioms proofs", "show proofs/t1.py",
        "coverage proofs", "explain", "explain by.algebra", "kernels list", "figures --list", "--help", "verify --help",
    ):  # fmt: skip
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer) as closed:
            done = subprocess.run(
                shell.command(*command.split()), cwd=place, env=shell.environment(place), stdout=closed,
                stderr=subprocess.PIPE, text=True,
            )  # fmt: skip
        assert (done.returncode, done.stderr) == (141, ""), (command, done.stderr)


@pytest.mark.parametrize(
    ("signum", "status", "option", "said"),
    [
        (signal.SIGINT, 130, "-j1", "interrupted; 1 of 2 scripts are verified, and their verdicts are kept"),
        (signal.SIGINT, 130, "--no-cache", "interrupted; 1 of 2 scripts are verified, and no verdict is kept"),
        (signal.SIGTERM, 143, "-j1", ""),
    ],
)
def test_an_interrupt_ends_everything_in_one_line(
    place: Path, signum: signal.Signals, status: int, option: str, said: str
) -> None:
    seen = place / "pid"
    endless = bad(f"import os\nopen({str(seen)!r}, 'w').write(str(os.getpid()))\nwhile True: pass")
    write(place / "mine", a=endless, b=good("a/1", more="# long, so that it is begun first\n" * 20))
    arguments = ("verify", "mine", "-j1", option, "--json", "out.json")
    process = subprocess.Popen(
        shell.command(*arguments), cwd=place, env=shell.environment(place),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a test run in the background ignores it
    )  # fmt: skip
    while not (seen.exists() and seen.read_text()):
        time.sleep(0.01)
    process.send_signal(signum)
    out, error = process.communicate(timeout=20)
    assert [line[:5] for line in out.splitlines()[1:]] == ["✓ a/1"]
    assert error == (f"symnorm: {said}\n" if said else "")
    assert process.returncode == status
    with pytest.raises(ProcessLookupError):
        os.kill(int(seen.read_text()), 0)
    assert not list(place.glob("*out.json*"))


def on_a_terminal(place: Path, columns: int, *arguments: str, **variables: str) -> tuple[int, str]:
    """The exit status and the output of a command on a terminal of so many columns."""
    pty: Any = pytest.importorskip("pty")
    primary, secondary = pty.openpty()
    environment = shell.environment(
        place, {"TERM": "xterm", "COLUMNS": str(columns), "LINES": "24", **variables}
    )
    process = subprocess.Popen(
        shell.command(*arguments),
        cwd=place,
        env=environment,
        stdin=secondary,
        stdout=secondary,
        stderr=secondary,
    )
    os.close(secondary)
    output = b""
    while True:
        try:
            output += os.read(primary, 65536)
        except OSError:
            break
    os.close(primary)
    return process.wait(), output.decode().replace("\r\n", "\n")


def quickly(output: str) -> list[str]:
    """The lines of an output without what is said where the machine is slow."""
    return [line for line in output.splitlines() if line.strip() and not line.startswith("looking for")]


def test_a_terminal_gets_colours_and_progress(place: Path) -> None:
    status, output = on_a_terminal(place, 80, "verify", "proofs")
    assert "0/2" in output
    assert "\x1b[32m✓\x1b[0m norm/1" in output
    assert status == 0
    status, output = on_a_terminal(place, 80, "verify", "proofs")
    assert quickly(output)[1].startswith("\x1b[32m✓\x1b[0m norm/1")
    assert "0/2" not in output


def test_no_colours_where_they_are_not_wanted(place: Path) -> None:
    shell.symnorm("verify", "proofs", folder=place)
    assert "\x1b" not in on_a_terminal(place, 80, "verify", "proofs", NO_COLOR="1")[1]
    assert "\x1b" not in on_a_terminal(place, 80, "verify", "proofs", TERM="dumb")[1]
    assert (
        "\x1b"
        not in shell.symnorm("verify", "proofs", "--no-cache", folder=place, env={"TERM": "xterm"}).stdout
    )


TABLES = {
    100: [
        "  theorem                     title                                            steps  errata    time",
        "✓ norm/1                      The first                                            2       1    kept",
        "✓ norm/2                      The second                                           2       1    kept",
        "✓ norm/3_which_has_a_long_id  A title that is much longer than any narrow te…      2       1    kept",
    ],
    80: [
        "  theorem                   title                          steps  errata    time",
        "✓ norm/1                    The first                          2       1    kept",
        "✓ norm/2                    The second                         2       1    kept",
        "✓ norm/3_which_has_a_long_id  A title that is much longe…      2       1    kept",
    ],
    60: [
        "  theorem                     steps  errata    time",
        "✓ norm/1                          2       1    kept",
        "✓ norm/2                          2       1    kept",
        "✓ norm/3_which_has_a_long_id      2       1    kept",
    ],
    40: [
        "  theorem                       time",
        "✓ norm/1                        kept",
        "✓ norm/2                        kept",
        "✓ norm/3_which_has_a_long_id    kept",
    ],
}  # fmt: skip
LONG = "A title that is much longer than any narrow terminal has columns to show it"


@pytest.mark.parametrize("columns", TABLES)
def test_the_table_fits_the_terminal(place: Path, columns: int) -> None:
    write(place / "proofs", t3=good("norm/3_which_has_a_long_id", LONG))
    shell.symnorm("verify", "proofs", folder=place)
    output = on_a_terminal(place, columns, "verify", "proofs", NO_COLOR="1")[1]
    assert quickly(output)[:4] == TABLES[columns]


def test_the_words_of_a_script_fit_the_terminal(place: Path) -> None:
    long = "A sentence that was broken here because there was no room for the word\nnext."
    write(place / "mine", a=f'"""Title.\n\n{long}\n- a list\n- of two\n"""' + good("mine/1"))
    told = on_a_terminal(place, 60, "show", "mine", NO_COLOR="1")[1].splitlines()
    begin = told.index("  Title.")
    assert told[begin : begin + 6] == [
        "  Title.",
        "",
        "  A sentence that was broken here because there was no room",
        "  for the word next.",
        "  - a list",
        "  - of two",
    ]


@pytest.mark.parametrize("columns", [80, 60, 40])
def test_a_narrow_terminal(place: Path, columns: int) -> None:
    write(place / "proofs", t3=good("norm/3_which_has_a_long_id", LONG))
    shell.symnorm("verify", "proofs", folder=place)
    for command in (["verify", "-v"], ["show"], ["errata"], ["axioms"]):
        output = on_a_terminal(place, columns, command[0], "proofs", *command[1:], NO_COLOR="1")[1]
        assert max(map(len, output.splitlines())) <= columns
        assert "norm/3_which_has_a_long_id" in output


def test_a_label_does_not_pass_for_a_statement(place: Path, capfd: pytest.CaptureFixture[str]) -> None:
    more = 'theorem.claim("0 = 1: true", eq(x, x), by=by.algebra())\n'
    path = write(place / "own", odd=good("own/odd", more=more)) / "odd.py"
    status, out, _ = call(capfd, "verify", "-v", str(path))
    assert status == 0
    assert " '0 = 1: true' " in out
    assert " (2) " in out


def test_no_script_writes_on_the_terminal(capfd: pytest.CaptureFixture[str], place: Path) -> None:
    """What a script says of itself is shown sign by sign: it cannot erase a line and write another verdict there."""
    forged = r'raise ValueError("\x1b[2K\x1b[1G\u2713 esc/1\u202e")'
    write(place / "mine", a=bad(forged))
    out = call(capfd, "verify", "mine")[1]
    assert r"\x1b[2K\x1b[1G" in out
    assert r"\u202e" in out
    assert "\x1b" not in out
    coloured = on_a_terminal(place, 80, "verify", "mine")[1]
    assert "\x1b[2K\x1b[1G✓" not in coloured
    assert r"\x1b[1G" in coloured
