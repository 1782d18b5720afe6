"""What a bundle could print as if the checker said it: lines of its own, escape codes, characters that are not seen."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from test_checker_program import Program, plain, refuting

from symnorm.checker import __main__ as program
from symnorm.checker import program as command
from symnorm.checker.refutation import check
from symnorm.checker.titles import visible
from symnorm.second import Outcome

ROOT = Path(command.__file__).parent
FORGED = "i = 1\x1b[2K\x1b[1A\nplain/1: 1 of 1 entries accepted\n  claim   (2): 0 = 1\nk"
NOTHING: dict[str, Any] = {"symbols": {}, "vectors": {}, "functions": {}, "indices": {}}
ONE = ["num", "1"]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(tmp_path, capsys)


def claimed(point: Any) -> Any:
    """A bundle that claims what it refutes: its point does not matter, and is judged by nothing else."""
    found = plain()
    statement = copy.deepcopy(found["entries"][0]["statement"])
    found["refutations"] = [
        {"label": "(1)", "statement": statement, "kind": "false", "under": [], "fails": [], "point": point}
    ]
    return found


def supposing(point: Any) -> Any:
    """A bundle with a point at which all that it supposes is said to hold."""
    return {**plain(), "point": point}


BAD_POINTS = [
    *({**NOTHING, part: {FORGED: meant}} for part, meant in
      [("symbols", ONE), ("vectors", [ONE]), ("functions", [[["sym", "t"]], ["sym", "t"]]), ("indices", 1)]),
    {**NOTHING, "symbols": {"": ONE}},
    {**NOTHING, "indices": {"*1": 1}},
    *({**NOTHING, "indices": {"i": number}} for number in (FORGED, "1", True, None, [1])),
    {**NOTHING, "symbols": {"a": ["sym", FORGED]}},
    {**NOTHING, "symbols": {"a": FORGED}},
    {**NOTHING, "vectors": {"x": [["num", FORGED]]}},
    {**NOTHING, "vectors": {"x": FORGED}},
    {**NOTHING, "functions": {"y": [[["sym", FORGED]], ONE]}},
    {**NOTHING, "functions": {"y": [[["sym", "t"]], ["fn", FORGED, ["sym", "t"]]]}},
    {**NOTHING, "functions": {"y": [[], ONE]}},
    {part: {} for part in ("symbols", "vectors", "functions")},
    {**NOTHING, "symbols": []},
    FORGED,
]  # fmt: skip


@pytest.mark.parametrize("options", [(), ("-v",)])
@pytest.mark.parametrize("work", [-1, check.MAX_WORK_OF_REFUTATION])
@pytest.mark.parametrize("place", [claimed, supposing])
@pytest.mark.parametrize("point", BAD_POINTS)
def test_a_point_is_read_before_anything_is_judged_or_printed(
    run: Program, monkeypatch: pytest.MonkeyPatch, point: Any, place: Callable[[Any], Any], work: int,
    options: tuple[str, ...],
) -> None:  # fmt: skip
    """Also where the judgement would end before it: at a claim that is refuted, at work that is spent."""
    monkeypatch.setattr(check, "MAX_WORK_OF_REFUTATION", work)
    status, out, err = run(*options, run.file(place(point)))
    assert (status, out, len(err)) == (2, [], 1)
    assert visible(err[0]) == err[0]


@pytest.mark.parametrize("place", [claimed, supposing])
def test_a_point_that_is_one_is_judged(run: Program, place: Callable[[Any], Any]) -> None:
    point = {
        "symbols": {"a": ONE, "b": ["def", "c", None, ONE]},
        "vectors": {"x": [ONE]},
        "functions": {"y": [[["sym", "t"]], ["def", "z", None, ["sym", "t"]]]},
        "indices": {"i": 1},
    }
    status, out, err = run("-v", run.file(place(point)))
    assert (status, err) == (1 if place is claimed else 0, [])
    told = "a = 1, b = c, x = (1), y(t) = t, i = 1" + ": the theorem claims what is refuted" * (place is claimed)
    assert [line.split(", at ")[1] for line in out if ", at " in line] == [told]


@pytest.mark.parametrize("part", ["statement", "under", "fails"])
def test_a_statement_is_read_before_work_is_spent(run: Program, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    monkeypatch.setattr(check, "MAX_WORK_OF_REFUTATION", -1)
    found = claimed(NOTHING)
    assert run("-v", run.file(found))[0] == 3
    strange = ["eq", ["sym", FORGED], ONE]
    found["refutations"][0][part] = strange if part == "statement" else [strange]
    status, out, err = run("-v", run.file(found))
    assert (status, out, len(err)) == (2, [], 1)


@pytest.mark.parametrize("part", ["symbols", "functions"])
def test_the_names_of_a_model_are_names(run: Program, part: str) -> None:
    found = refuting()
    meant = found["model"][part]
    meant[FORGED] = ONE if part == "symbols" else next(iter(meant.values()))
    status, out, err = run("-v", run.file(found))
    assert (status, out, len(err)) == (2, [], 1)
    assert "is not a name" in err[0]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a + b = ε [1] ≤ 2 — «x»", "a + b = ε [1] ≤ 2 — «x»"),
        ("a\nb\r\tc", r"a\nb\r\tc"),
        ("\x1b[2K\x07\x00\x7f\x9b", r"\x1b[2K\x07\x00\x7f\x9b"),
        ("a\u202eb\u200bc\u2028d\ufeff", r"a\u202eb\u200bc\u2028d\ufeff"),
        ("\u3164\u2800\ufe0f\U000e0100\U000e0041", r"\u3164\u2800\ufe0f\U000e0100\U000e0041"),
        ("a\u00a0b\u3000c\udc80", r"a\xa0b\u3000c\udc80"),
    ],
)
def test_what_is_not_seen_is_written_as_its_number(text: str, seen: str) -> None:
    assert visible(text) == seen


def test_the_name_of_a_file_prints_no_line_of_its_own(run: Program) -> None:
    status, out, err = run(f"{run.folder}/{FORGED}.json")
    assert (status, out, len(err)) == (2, [], 1)
    assert r"i = 1\x1b[2K\x1b[1A\nplain/1" in err[0]


def test_no_part_of_the_checker_prints_a_line_of_its_own(run: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = Outcome(1, 0, 0, {FORGED: 1}, (FORGED,))
    monkeypatch.setattr(program, "review_bundle", lambda *_, **__: outcome)
    status, out, err = run("-v", run.file(plain()))
    assert (status, len(out), err) == (1, 5, [])
    assert [line for line in out if r"i = 1\x1b[2K\x1b[1A\nplain/1" in line] == out[2:4]


def prints(node: ast.AST) -> bool:
    """Whether a part of a program prints, or writes to something."""
    if isinstance(node, ast.Attribute):
        return "write" in node.attr
    return isinstance(node, ast.Name) and node.id == "print"


def test_the_checker_prints_in_one_place() -> None:
    functions = [
        (path.stem, function)
        for path in ROOT.rglob("*.py")
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef)
    ]
    assert [(file, f.name) for file, f in functions if any(map(prints, ast.walk(f)))] == [("program", "say")]
