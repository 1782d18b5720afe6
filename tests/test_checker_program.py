"""`python -m symnorm.checker`, in this process: its exit status, and all that it prints of a bundle."""

from __future__ import annotations

import copy
import io
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from symnorm import D, Theorem, by, differentiable, eq, exp, function, interval, ne, symbol, total, vector
from symnorm.checker import __main__ as program
from symnorm.checker import check_bundle
from symnorm.checker import program as command
from symnorm.checker.account import Account
from symnorm.checker.forms import freeze
from symnorm.checker.logic.theorem import Theorem as Checked
from symnorm.files import sealed_json
from symnorm.judge import judge
from symnorm.language.terms import form
from symnorm.second import Outcome

C, a, b, s, t = (symbol(n) for n in ("C", "a", "b", "s", "t"))
x = vector("x", C)
y = function("y", t)
AGREES = "  second judge: agrees (1 identities, 0 signs, 0 duties; 0 not applicable)"


def document(theorem: Theorem) -> dict[str, Any]:
    made = judge(theorem)
    assert made.bundle is not None
    return copy.deepcopy(made.bundle.document)


def plain(identifier: str = "plain/1") -> dict[str, Any]:
    theorem = Theorem(identifier, "Plain")
    theorem.claim("(1)", eq(a + b, b + a), by.algebra())
    return document(theorem)


def broken(identifier: str = "broken/1") -> dict[str, Any]:
    found = plain(identifier)
    found["entries"][0]["statement"][2] = ["num", "1"]
    return found


def refuting() -> dict[str, Any]:
    """y' = y is given for t, a > 0; three points refute three statements."""
    theorem = Theorem("points/1", "Points", where=[t > 0, a > 0], along=[t], model={y: exp(t)})
    equation = theorem.given("(1)", eq(D(y, t), y), "hypothesis")
    theorem.claim("(2)", eq(D(y, t) * t, t * y), by.algebra(equation), printed=eq(D(y, t) * t, 3 * y))
    theorem.counterexample("(3)", eq(y, t), at={t: 1}, note="")
    theorem.counterexample("(4)", eq(y, t), at={t: 1, y: 2 * exp(t)}, note="another solution")
    return document(theorem)


def wrong_points() -> dict[str, Any]:
    """Of the points, one shows what was said, one is another function's, one has a hypothesis left out that holds."""
    found = refuting()
    tangent = exp(1) * t  # y' = y holds at t = 1
    found["refutations"][1]["point"]["functions"]["y"][1] = form(tangent)
    found["refutations"][1]["under"] = [ne(a, b).form(), ne(a, 0).form()]
    found["refutations"][1]["point"]["symbols"]["b"] = ["num", "3"]
    found["refutations"][2]["fails"] = [(a > 0).form(), (t > 0).form()]
    return json.loads(json.dumps(found))


class Program:
    """Runs the program on documents, each a file of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys

    def file(self, *theorems: Any, name: str = "bundle.json") -> str:
        path = self.folder / name
        path.write_text(json.dumps({"theorems": theorems}))
        return str(path)

    def __call__(self, *arguments: str) -> tuple[int, list[str], list[str]]:
        status = program.main(list(arguments))
        out, err = self.capsys.readouterr()
        return status, out.splitlines(), err.splitlines()


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(tmp_path, capsys)


# --- arguments ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("arguments", "status"), [((), 2), (("-v",), 2), (("-h",), 0), (("x", "--help"), 0)])
def test_its_usage(run: Program, arguments: tuple[str, ...], status: int) -> None:
    assert run(*arguments) == (status, command.USAGE.splitlines(), [])


@pytest.mark.parametrize("option", ["-v", "--verbose"])
def test_all_is_told_where_it_is_asked_for(run: Program, option: str) -> None:
    file = run.file(plain())
    assert run(file) == (0, ["plain/1: 1 of 1 entries accepted", AGREES], [])
    told = ["plain/1: 1 of 1 entries accepted", AGREES, "  claim   (1): a + b = b + a"]
    assert run(option, file) == run(file, option) == (0, told, [])


def test_every_file_is_judged_and_one_bad_one_is_enough(run: Program) -> None:
    good, bad = run.file(plain()), run.file(broken(), name="bad.json")
    for files in ((good, bad), (bad, good)):
        status, out, _ = run(*files)
        assert status == 1
        assert {line.partition(":")[0] for line in out} >= {"plain/1", "broken/1"}
    status, out, err = run(good, good + "x", good)
    assert (status, out[0], len(err)) == (2, "plain/1: 1 of 1 entries accepted", 1)


def test_every_theorem_of_a_file_counts(run: Program) -> None:
    for theorems in ((plain(), broken()), (broken(), plain())):
        status, out, _ = run(run.file(*theorems))
        assert status == 1
        assert [line for line in out if "entries" in line] == [
            f"{made['id']}: {int(made['id'] == 'plain/1')} of 1 entries accepted" for made in theorems
        ]
        assert "  (1): the certificate was made for another statement" in out


@pytest.mark.parametrize("content", ['{"theorems": []}', '{"theorems": {}}', '{"theorems": {"a": 1}}', "{}", "[]"])
def test_what_is_no_bundle(run: Program, content: str) -> None:
    path = run.folder / "bundle.json"
    path.write_text(content)
    why = f"{path}: a bundle is an object with a non-empty list of theorems"
    assert run(str(path)) == (2, [], [why])


@pytest.mark.parametrize(("what", "change"), [
    ("bundle", lambda whole: whole.update(theorem=[])),
    ("theorem", lambda whole: whole["theorems"][0].update(refutation=whole["theorems"][0].pop("refutations"))),
    ("entry", lambda whole: whole["theorems"][0]["entries"][-1].update(accepted=True)),
    ("refutation", lambda whole: whole["theorems"][0]["refutations"][0].update(fail=[])),
])  # fmt: skip
def test_what_is_spelled_otherwise_is_not_passed_over(run: Program, what: str, change: Any) -> None:
    whole = {"theorems": [refuting()]}
    path = run.folder / "bundle.json"
    path.write_text(json.dumps(whole))
    assert run(str(path))[0] == 0
    change(whole)
    path.write_text(json.dumps(whole))
    status, out, (why,) = run(str(path))
    assert (status, out) == (2, [])
    assert f"{what}: no " in why


def test_a_hash_is_compared_with_what_stands_before_it(run: Program) -> None:
    path = run.folder / "bundle.json"
    written = sealed_json({"theorems": [plain()]})
    path.write_text(written)
    assert run(str(path))[0] == 0
    for before, after in (("plain/1", "plaln/1"), (written[-20:-4], "0" * 16), ('"sha256": ', '"sha256":')):
        path.write_text(written.replace(before, after))
        status, out, (why,) = run(str(path))
        assert (status, out) == (2, [])
        assert "its sha256 is not the hash of what stands before it: the file was changed" in why
    for unlike in ("", 0, None, []):
        path.write_text(json.dumps({"theorems": [plain()], "sha256": unlike}))
        assert run(str(path))[0] == 2


def test_each_theorem_is_told_of_before_the_next_is_judged(run: Program) -> None:
    """The last one cannot be judged, and what a theorem cites is looked at in the end."""
    theorem = Theorem("cites/1", "Citing")
    given = theorem.given("(0)", eq(a, b), "hypothesis")
    theorem.claim("(1)", eq(b, a), by.algebra(given))
    citing = document(theorem)
    citing["entries"][0]["source"] = "none/1"
    status, out, _ = run(run.file(citing, plain()))
    assert status == 1
    assert [line for line in out if not line.startswith(" ")] == [
        "cites/1: 2 of 2 entries accepted",
        "plain/1: 1 of 1 entries accepted",
        "cites/1: REJECTED: it cites (0) of none/1, and there is no theorem none/1",
    ]
    status, out, err = run(run.file(plain(), {**plain("other/1"), "entries": 0}))
    assert (status, out[0], len(err)) == (2, "plain/1: 1 of 1 entries accepted", 1)


def parts(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of everything in a document, one of each shape of the way there."""
    inside = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, one in inside:
        yield (*path, key)
        yield from parts(one, (*path, key))


def of_each_kind(whole: Any) -> list[tuple[Any, ...]]:
    """The same, one of those that differ only in the numbers of lists."""
    shapes = {tuple("" if isinstance(k, int) and n != 2 else k for n, k in enumerate(way)): way for way in parts(whole)}
    return [*shapes.values()]


def at_the_end(whole: Any, way: tuple[Any, ...]) -> Any:
    for key in way:
        whole = whole[key]
    return whole


@pytest.mark.parametrize("wrong", [5, None, "x", [], [5], {}, {"a": 5}, True, [[]], [{}]], ids=repr)
def test_whatever_stands_in_the_place_of_a_part_is_judged_or_refused(run: Program, wrong: Any) -> None:
    whole = {"theorems": [refuting()]}
    path = run.folder / "bundle.json"
    for way in of_each_kind(whole):
        changed = copy.deepcopy(whole)
        at_the_end(changed, way[:-1])[way[-1]] = wrong
        path.write_text(json.dumps(changed))
        status, _, err = run(str(path))
        assert status in (0, 1, 2, 3)
        assert (status == 2) == bool(err)


def test_no_part_may_have_what_does_not_belong_there(run: Program) -> None:
    whole = {"theorems": [refuting()]}
    path = run.folder / "bundle.json"
    assert run(run.file(refuting()))[0] == 0
    for way in of_each_kind(whole):
        changed = copy.deepcopy(whole)
        part = at_the_end(changed, way)
        if isinstance(part, dict) and way[-1] not in ("symbols", "vectors", "indices", "functions"):
            part["zzz"] = []
            path.write_text(json.dumps(changed))
            assert run(str(path))[0] in (1, 2), way


def test_a_label_of_words_cannot_pass_for_what_is_said_of_it(run: Program) -> None:
    theorem = Theorem("words/1", "Words")
    theorem.claim("all entries accepted", eq(a, a), by.algebra())
    assert "  claim   'all entries accepted': a = a" in run("-v", run.file(document(theorem)))[1]


def test_a_file_of_more_bytes_than_are_read(run: Program) -> None:
    path = run.folder / "bundle.json"
    path.touch()
    os.truncate(path, 64 * 1024**2 + 1)
    assert run(str(path)) == (2, [], [f"{path}: more than 67108864 bytes"])


@pytest.mark.parametrize("of", ["stdout", "stderr"])
def test_a_stream_that_cannot_write_greek_gets_numbers(
    monkeypatch: pytest.MonkeyPatch, run: Program, of: str
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", write_through=True)
    arguments = [str(run.folder / "α.json")]
    if of == "stdout":
        arguments = ["-v", run.file(json.loads(json.dumps(plain()).replace('"(1)"', '"(α)"')))]
    with monkeypatch.context() as patched:
        patched.setattr(sys, of, stream)
        assert program.main(arguments) == (0 if of == "stdout" else 2)
    said = stream.buffer.getvalue().decode("ascii")  # type: ignore[attr-defined]
    assert "\\u03b1" in said


# --- the exit status of the process ---------------------------------------------------------------------------


class Full(io.StringIO):
    """A standard output that takes nothing."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self.error = error

    def write(self, _: str) -> int:
        raise self.error


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (BrokenPipeError(32, "Broken pipe"), 141, ""),
        (OSError(28, "No space left on device"), 2, "cannot write to standard output: No space left on device\n"),
    ],
)
def test_a_standard_output_that_takes_nothing(
    monkeypatch: pytest.MonkeyPatch, error: OSError, status: int, said: str
) -> None:
    closed, err = [], io.StringIO()
    with monkeypatch.context() as patched:
        patched.setattr(sys, "argv", ["checker"])
        patched.setattr(sys, "stdout", Full(error))
        patched.setattr(sys, "stderr", err)
        patched.setattr(os, "dup2", lambda new, old: closed.append((os.readlink(f"/proc/self/fd/{new}"), old)))
        assert command.run(program.main) == status
    assert (err.getvalue(), closed) == (said, [(os.devnull, 1)])


@pytest.mark.parametrize(("arguments", "status"), [([], 2), (["--help"], 0), (["none.json"], 2), (["-v", "-h"], 0)])
def test_the_name_of_the_program_is_no_argument(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], status: int
) -> None:
    monkeypatch.setattr(sys, "argv", ["--help", *arguments])
    assert command.run(program.main) == status
    assert ("usage" in capsys.readouterr().out) is (arguments != ["none.json"])


def test_one_who_interrupts_it_sees_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_: list[str]) -> int:
        raise KeyboardInterrupt

    assert (command.run(interrupted), capsys.readouterr()) == (130, ("", ""))


# --- points at which something fails --------------------------------------------------------------------------


def test_points_are_judged_again(run: Program) -> None:
    file = run.file(refuting())
    begun, counted = ["points/1: 4 of 4 entries accepted", AGREES], "  refutations: 3 of 3 judged again"
    granted = "  taken for granted  (1): D(y(t), t) = y(t)"
    assert run(file) == (0, [*begun, "  hypotheses: hold at once, at a point", counted, granted], [])
    model = ["    by a model, a theorem of its own:", "      where   t > 0", "      where   a > 0"]
    assert [line.split(", at ")[0] for line in run("-v", file)[1][:11]] == [
        *begun,
        "  hypotheses: hold at once",
        *model,
        "      claim   D(exp(t), t) = exp(t)",
        counted,
        "    refuted  (2): D(y(t), t)*t = 3*y(t)",
        "    refuted  (3): y(t) = t",
        "    refuted  (4): y(t) = t",
    ]


def test_a_point_that_does_not_refute_is_rejected_and_one_that_is_open_is_told(run: Program) -> None:
    file = run.file(wrong_points())
    status, out, _ = run(file)
    fails = "  REJECTED  refutation of (4): y(t) = t, without a > 0, without t > 0"
    assert status == 1
    assert out[3] == "  refutations: 1 of 3 judged again"
    is_open = "  NOT SHOWN HERE to fail  (3): y(t) = t, supposing a != b, supposing a != 0"
    assert out[4].startswith(is_open + ": whether this")
    assert out[5].startswith(fails + ": what is left out does not fail")
    assert out[6:] == ["  taken for granted  (1): D(y(t), t) = y(t)"]
    status, out, _ = run("-v", file)
    assert status == 1
    assert out[8].startswith("    refuted  (2): D(y(t), t)*t = 3*y(t), at ")
    assert out[9].startswith(is_open + ", at ")
    assert out[10].startswith(fails + ", at ")


def test_a_refutation_that_is_open_is_not_passed_over(run: Program) -> None:
    found = wrong_points()
    del found["refutations"][2]
    status, out, _ = run(run.file(found))
    assert (status, out[3]) == (3, "  refutations: 1 of 2 judged again")
    assert run(run.file(found), run.file(plain(), name="good.json"))[0] == 3
    assert run(run.file(found), run.file(broken(), name="bad.json"))[0] == 1


def test_a_rejected_point_does_not_make_up_for_a_rejected_entry(run: Program) -> None:
    found = wrong_points()
    del found["entries"][-1]["certificate"][1:]
    status, out, _ = run(run.file(found))
    assert status == 1
    assert out[0] == "points/1: 3 of 4 entries accepted"
    assert sum("REJECTED" in line for line in out) == 1


@pytest.mark.parametrize("number", [0, 1, 2])
def test_every_refutation_has_a_label_that_can_be_read(run: Program, number: int) -> None:
    found = refuting()
    found["refutations"][number]["label"] = "(2)  "
    status, out, err = run(run.file(found))
    assert (status, out) == (2, [])
    assert "has blanks that cannot be seen" in err[0]


@pytest.mark.parametrize("change", ["label", "statement", "under", "fails"])
def test_what_a_refutation_says_can_be_read_in_one_way(run: Program, change: str) -> None:
    """Its label is one, and its names stand for what they stand for in the theorem."""
    found = refuting()
    strange = eq(function("t", a), function("t", b)).form()
    [item] = found["refutations"] = found["refutations"][:1]
    item[change] = {"label": "\u202e(2)", "statement": strange}.get(change, [strange])
    item["kind"] = "undefined"
    status, out, err = run(run.file(found))
    assert (status, out, len(err)) == (2, [], 1)
    assert ("label" if change == "label" else "the name t stands for two things") in err[0]


# --- what the second judge says -------------------------------------------------------------------------------


def test_a_second_judge_that_disagrees(run: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = Outcome(1, 2, 3, {"one reason": 4, "another": 5}, ("(1): it differs at a point",))
    monkeypatch.setattr(program, "review_bundle", lambda *_, **__: outcome)
    told = [
        "plain/1: 1 of 1 entries accepted",
        "  second judge: disagrees (1 identities, 2 signs, 3 duties; 9 not applicable)",
        "  (1): it differs at a point",
    ]
    file = run.file(plain())
    assert run(file) == (1, told, [])
    reasons = ["    4 not applicable: one reason", "    5 not applicable: another"]
    assert run("-v", file) == (1, [*told, *reasons, "  claim   (1): a + b = b + a"], [])


def test_the_second_judge_hears_what_was_accepted(run: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = []

    def review(_: object, accepted: object, **__: object) -> Outcome:
        heard.append(accepted)
        return Outcome(0, 0, 0, {}, ())

    monkeypatch.setattr(program, "review_bundle", review)
    run(run.file(plain(), broken()))
    assert heard == [[True], [False]]


# --- what a theorem supposes, and rests on --------------------------------------------------------------------


def test_what_the_notation_supposes(run: Program) -> None:
    """Of vectors, intervals, functions of one and of two arguments, and of two numbers of channels (rejected)."""
    theorem = Theorem("notation/1", "Notation", along=[x, interval(s, 0), t])
    theorem.claim("(1)", eq(s * total(x) * function("f", a, b), function("f", a, b) * total(x) * s), by.algebra())
    theorem.claim("(2)", eq(function("g", a), function("g", a)), by.algebra())
    found = document(theorem)
    status, out, _ = run("-v", run.file(found))
    assert status == 0
    supposed = [
        "  where   x ranges over an open set",
        "  where   s ranges over an interval that contains 0",
        "  where   t ranges over an interval",
        "  where   f is an unknown function of 2 arguments",
        "  where   g is an unknown function of 1 argument",
    ]
    assert [line for line in out if "  where" in line] == [
        "  where   C is the number of channels, a whole number from 1", *supposed
    ]  # fmt: skip
    found["entries"][1]["statement"] = eq(total(vector("w", symbol("B"))), total(vector("w", symbol("B")))).form()
    status, out, _ = run("-v", run.file(found))
    assert status == 1
    assert [line for line in out if "  where" in line] == [
        "  where   B is the number of channels, a whole number from 1",
        "  where   C is the number of channels, a whole number from 1", *supposed[:-1],
    ]  # fmt: skip


def resting() -> dict[str, Any]:
    """A constant of integration of a hypothesis; a claim that stands on it, and one that stands on a bound."""
    theorem = Theorem("lemmas/1", "Lemmas", where=[differentiable(y)], along=[t])
    flat = theorem.given("(1)", eq(D(y, t), 0), "hypothesis")
    c = symbol("c")
    constant = theorem.constant("c", eq(c, y), by.zero_derivative(flat))
    step = theorem.step("(2)", eq(y, c), by.algebra(constant))
    theorem.claim("(3)", eq(2 * y, 2 * c), by.algebra(step))
    theorem.claim("(4)", exp(a) >= 1 + a, by.exponential_bound(a))
    return document(theorem)


def test_the_lemmas_on_which_a_theorem_rests(run: Program) -> None:
    file = run.file(resting())
    status, out, _ = run(file)
    assert status == 3
    assert out[0].endswith("entries accepted, rests on exponential-bound, zero-derivative")
    _, out, _ = run("-v", file)
    assert [line for line in out if line.startswith(("  constant", "  claim"))] == [
        "  constant  +c: c = y(t), by zero-derivative",
        "  claim   (3): 2*y(t) = 2*c, by zero-derivative",
        "  claim   (4): exp(a) >= 1 + a, by exponential-bound",
    ]
    assert not any(line.startswith("  step") or "(2)" in line for line in out)


def test_what_an_entry_rests_on_is_looked_at_once_however_it_is_reached(run: Program) -> None:
    """An entry uses none but those before it (see `Step.entry`): here it uses all of them."""
    found = resting()
    judgements = check_bundle(found)
    again = [replace(j, used=tuple(range(n))) for n, j in enumerate(judgements)]
    account = Account(found, again, Outcome(0, 0, 0, {}, ()), [])
    assert [account.lemmas[n] for n in (0, 2, len(again) - 1)] == [
        set(), {"zero-derivative"}, {"exponential-bound", "zero-derivative"}
    ]  # fmt: skip


def test_where_what_is_given_comes_from(run: Program) -> None:
    theorem = Theorem("source/1", "Source")
    first = theorem.given("(1)", eq(a, b), "hypothesis")
    second = theorem.given("(2)", eq(b, s), "hypothesis")
    theorem.claim("(3)", eq(a, s), by.algebra(first, second))
    found = document(theorem)
    found["entries"][1]["source"] = "plain/1"
    status, out, _ = run(run.file(found))
    assert status == 1
    assert "  taken for granted  (1): a = b" in out
    assert not any("granted" in line and "(2)" in line for line in out)
    assert "source/1: REJECTED: it cites (2) of plain/1, and there is no theorem plain/1" in out
    _, out, _ = run("-v", run.file(found))
    assert [line for line in out if "  given" in line] == [
        "  given   (1): a = b, taken for granted",
        "  given   (2): b = s, by plain/1",
    ]


# --- a point at which the hypotheses hold ---------------------------------------------------------------------


def test_whether_hypotheses_hold_at_once_is_told(run: Program) -> None:
    found = refuting()
    del found["refutations"]
    assert run(run.file(found))[::2] == (0, [])
    assert "  hypotheses: hold at once, at a point" in run(run.file(found))[1]
    [line] = [line for line in run("-v", run.file(found))[1] if "hypotheses" in line]
    assert line.startswith("  hypotheses: hold at once, at ")
    assert line.endswith("y(t) = exp(t)")
    assert "t = " in line
    found["point"]["symbols"]["t"] = ["num", "-3"]
    status, out, _ = run("-v", run.file(found))
    [line] = [line for line in out if "hypotheses" in line]
    assert status == 1
    assert line.startswith("  REJECTED  hypotheses: they do not hold at once, at ")
    assert "t = -3, " in line
    assert "this does not hold at the point: t > 0" in line


def test_hypotheses_of_which_that_is_not_known_are_told(run: Program) -> None:
    found = refuting()
    found["refutations"], found["model"] = [], None
    status, out, _ = run(run.file(found))
    assert status == 3
    assert any(line.startswith("  hypotheses: NOT SHOWN HERE to hold at once, at a point: whether") for line in out)
    assert run(run.file(found), run.file(broken(), name="bad.json"))[0] == 1
    del found["point"]
    status, out, _ = run(run.file(found))
    assert status == 3  # everything may follow from what it supposes: that is not what verify calls proved
    assert run(run.file(found), run.file(broken(), name="bad.json"))[0] == 1
    assert "  hypotheses: nothing here shows that they hold at once: the bundle has no point at which they do" in out
    assert not any("hypotheses" in line for line in run(run.file(plain()))[1])


def test_what_has_no_value_is_not_called_false(run: Program) -> None:
    theorem = Theorem("undefined/1", "No value is not false")
    theorem.claim("(0)", eq(t + t, 2 * t), by.algebra())
    theorem.counterexample("(1)", eq(1 / t, 1 / t), at={t: 0}, kind="notation", note="t = 0")
    found = document(theorem)
    status, out, _ = run("-v", run.file(found))
    assert (status, out[3]) == (0, "    has no value  (1): 1/t = 1/t, at t = 0")
    found["refutations"][0]["point"]["symbols"]["t"] = ["num", "1"]
    status, out, _ = run("-v", run.file(found))
    assert status == 1
    assert out[3] == (
        "  REJECTED  that this has no value:  (1): 1/t = 1/t, at t = 1: the statement has a value at the point"
    )
    found["refutations"][0]["under"] = [["gt", exp_of_one(), ["num", "0"]], ["eq", exp_of_one(), exp_of_one()]]
    found["refutations"][0]["point"]["symbols"]["t"] = ["num", "0"]
    status, out, _ = run(run.file(found))
    assert status == 3
    assert any(line.startswith("  NOT SHOWN HERE to have no value  (1): 1/t = 1/t, supposing") for line in out)


def exp_of_one() -> Any:
    return ["fn", "exp", ["num", "1"]]


def test_a_point_is_written_as_it_is(run: Program) -> None:
    many = vector("m", C)
    theorem = Theorem("written/1", "Written", where=[total(many) > 0], model={many: [1] + 7 * [0] + [2, 2]})
    theorem.claim("(1)", eq(total(many) * 2, 2 * total(many)), by.algebra())
    theorem.counterexample("(2)", eq(total(many), 1), at={}, note="")
    found = document(theorem)
    at = "C = 10, m = (1, 0, ..., 0 [7], 2, 2)"
    out = run("-v", run.file(found))[1]
    assert f"  hypotheses: hold at once, at {at}" in out
    assert f"    refuted  (2): sum(m[k], k = 1..C) = 1, at {at}" in out
    found["refutations"][0]["point"]["symbols"]["m"] = ["num", "1"]
    out = run("-v", run.file(found))[1]
    assert any("at a point that cannot be written: the name m stands for two things" in line for line in out)


@pytest.mark.parametrize(("contained", "status"), [
    (["num", "0"], 0), (["sym", "a"], 0), (["fn", "sqrt", ["num", "-1"]], 3), (["div", ["num", "1"], ["num", "0"]], 3),
])  # fmt: skip
def test_an_interval_that_contains_what_need_not_be_is_supposed(run: Program, contained: Any, status: int) -> None:
    theorem = Theorem("interval/1", "Interval", along=[interval(t, a)])
    theorem.claim("(1)", eq(t + 1, 1 + t), by.algebra())
    found = document(theorem)
    found["point"] = found["model"] = None
    found["along"] = [["interval", ["sym", "t"], contained]]
    checked = Checked(found["along"])
    (entry,) = found["entries"]
    _, defined, proof = entry["certificate"]
    entry["certificate"] = [checked.hash_of(entry["role"], freeze(entry["statement"])), defined, proof]
    found = json.loads(json.dumps(found))
    assert run(run.file(found))[0] == status
