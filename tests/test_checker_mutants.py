"""The mutation tester of the checker: which slips it makes, that it sees what tests miss, that it leaves no trace."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import test_checker_survivors as survivors
from loading import theorems
from shell import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))

import checker_mutants as program
import checker_mutants_corpus as behind
from checker_mutants import Key, Outcome
from checker_mutants_edits import Mutant, mutants
from checker_mutants_run import CHECKER, Known, Probe, Trials, measured

from symnorm.checker import check_bundle
from symnorm.checker.calculus.budget import Budget
from symnorm.checker.calculus.enclosure import enclose
from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.calculus.polynomial import Polynomial
from symnorm.checker.forms import Malformed, is_variable, number
from symnorm.checker.logic.step import Step


@cache
def of(file: str) -> list[Mutant]:
    return list(mutants(file, (CHECKER / f"{file}.py").read_text("utf-8")))


def slips(source: str) -> set[str]:
    return {m.after for m in mutants("f", source)}


def found(file: str, function: str, after: str) -> Mutant:
    return next(m for m in of(file) if m.function == function and m.after == after)


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("x = a < b", {"x = a <= b", "x = a > b"}),
        ("x = a == b", {"x = a != b"}),
        ("x = a is None", {"x = a is not None"}),
        ("x = a - b", {"x = a + b", "x = a", "x = b"}),
        ("x = a and b", {"x = a or b", "x = a", "x = b"}),
        ("x = not a", {"x = a"}),
        ("x = 7", {"x = 8", "x = 6", "x = 0", "x = 1"}),
        ("x = '>='", {"x = '>'", "x = '!='"}),
        ("x = min(a)", {"x = max(a)", "x = a"}),
        ("x = f(a, b)", {"x = a", "x = f(b, a)"}),
        ("x = f('a text', 'another text')", set()),
        ("x = a[:n]", {"x = a[:]"}),
        ("x = a if b else c", {"x = a", "x = c", "x = c if b else a", "x = a if True else c", "x = a if False else c",
                               "x = a if not b else c"}),
        ("x = 'several words'", set()),
    ],
)  # fmt: skip
def test_the_slips_of_an_expression(source: str, after: set[str]) -> None:
    assert slips(source) == after


def test_the_slips_of_statements() -> None:
    source = """
def f(a, b=2) -> bool:
    '''A docstring.'''
    if a:
        raise ValueError('no')
    a.call()
    a += 1
    match a:
        case ('x', b) if b:
            pass
    return a
"""
    expected = {
        "def f(a, b=3) -> bool:", "if True:", "if False:", "if not a:", "pass", "a -= 1", "a = 1", "a += 2",
        "case [_, b] if b", "case ['x', b] if not b", "return True", "return not a",
    }  # fmt: skip
    assert expected <= slips(source)
    assert not any("docstring" in after or "raise" in after for after in slips(source))


def test_a_slip_that_python_does_not_see_is_none() -> None:
    assert slips("x = y") == set()
    assert "while True:" not in slips("def f():\n    while x:\n        g()")


def test_a_mutant_is_a_module_with_one_statement_changed() -> None:
    source = (CHECKER / "logic" / "step.py").read_text("utf-8")
    plain = ast.dump(ast.parse(source))
    for mutant in of("logic/step")[::40]:
        assert ast.dump(mutant.tree()) != plain
    assert ast.dump(ast.parse(source)) == plain


def test_names_survive_moved_lines() -> None:
    source = "def f(a):\n    return a + 1\n"
    moved = f"# above\n\n{source}"
    assert [m.key for m in mutants("f", source)] == [m.key for m in mutants("f", moved)]


# --- trials ---------------------------------------------------------------------------------------------------


def known(name: str, passes: object, *files: str) -> list[Known]:
    return measured([Probe(name, passes)], files)[0]  # type: ignore[arg-type]


def test_a_mutant_is_killed_by_a_test_that_reaches_it_and_leaves_no_trace() -> None:
    probes = known("halves", lambda: number("1/2") * 2 == 1 and number("1/2").denominator == 2, "forms")
    trials = Trials(probes)
    killed = trials(found("forms", "number", "if False:"))
    assert (killed.fate, killed.by) == ("killed", "halves")
    assert number("1/2") * 2 == 1


def test_a_mutant_that_no_test_notices_survives() -> None:
    probes = known("a name alone", lambda: is_variable(("sym", "a")), "forms")
    trials = Trials(probes)
    assert trials(found("forms", "is_variable", "return isinstance(v, tuple)")).fate == ""
    assert trials(found("forms", "is_variable", "return False")).fate == "killed"


def test_a_test_that_does_not_reach_a_mutant_is_not_run() -> None:
    result = Trials(known("a name", lambda: is_variable(("sym", "a")), "forms"))(found("forms", "number", "if False:"))
    assert (result.fate, result.probes) == ("", 0)


def test_what_killed_a_mutant_before_is_tried_first_and_has_to_kill_it_again() -> None:
    mutant = found("forms", "number", "if False:")

    def of_halves() -> bool:
        return number("1/2") * 2 == 1 and number("1/2").denominator == 2

    def of_nothing() -> bool:
        with contextlib.suppress(Malformed):
            number("1/2")
        return True

    probes = [*known("nothing", of_nothing, "forms"), *known("halves", of_halves, "forms")]
    hinted = Trials(probes, hints=program.killers(json.dumps([*mutant.key, "killed", "halves", 2, None, 0.1])))
    assert (hinted(mutant).by, hinted(mutant).probes) == ("halves", 1)
    misled = Trials(probes, hints={mutant.key: "nothing"})
    assert (misled(mutant).by, misled(mutant).probes) == ("halves", 2)


def test_a_field_of_a_class_is_reached_by_what_makes_one() -> None:
    """Whether an entry is accepted before it is judged."""
    bundle = {"id": "a/1", "along": [], "entries": [{"label": "(1)", "role": "claim", "statement": ["eq", ["num", "1"],
              ["num", "0"]], "certificate": []}]}  # fmt: skip
    probes = known("a bad claim", lambda: not check_bundle(bundle)[0].accepted, "logic/entry", "logic/theorem")
    assert Trials(probes)(found("logic/entry", "Judgement", "accepted: bool = True")).fate == "killed"


def test_what_a_method_remembers_does_not_hide_a_mutant_of_it() -> None:
    assert Polynomial.constant(7).as_constant() == 7
    probes = known("seven", lambda: Polynomial.constant(7).as_constant() == 7, "calculus/polynomial")
    assert Trials(probes)(found("calculus/polynomial", "Polynomial.constant", "return Polynomial({})")).fate == "killed"


def test_a_mutant_that_does_not_end_is_killed_by_time() -> None:
    p = Polynomial.atom(1) + Polynomial.constant(1)
    probes = known("a quotient", lambda: (p * p).divided_by(p) == p, "calculus/polynomial")
    endless = found("calculus/polynomial", "Polynomial.divided_by", "rest = rest")
    assert Trials(probes)(endless).fate in ("timeout", "killed")


UNSOUND = [
    ("calculus/ring", "Ring.exp", "c.denominator <= 3", survivors.test_a_third_of_a_logarithm_is_no_root),
    ("logic/rules", "_carried", "if False:", survivors.test_the_interval_has_to_contain_the_point),
]


@pytest.mark.parametrize(("file", "function", "after", "test"), UNSOUND)
def test_slips_that_let_something_false_through_are_killed(
    file: str, function: str, after: str, test: Callable[[], None]
) -> None:
    def passes() -> bool:
        try:
            test()
        except AssertionError:
            return False
        return True

    probes, _ = measured([Probe("a false claim", passes)], [file])
    mutant = next(m for m in of(file) if m.function == function and after in m.after)
    assert Trials(probes)(mutant).fate == "killed"


def test_a_test_that_fails_without_a_change_is_left_out_and_named() -> None:
    assert measured([Probe("never", lambda: False)], ["forms"]) == ([], ["never"])


# --- the list of survivors ------------------------------------------------------------------------------------


def listed(monkeypatch: pytest.MonkeyPatch, keys: list[Key]) -> Outcome:
    """What comes out where the first mutant of a file survives, and those of these keys are listed."""
    monkeypatch.setattr(program, "reviewed", lambda: dict.fromkeys(keys, ("form", "A reason.")))
    rows = [json.dumps([*m.key, "killed" if m.key in keys else "", "", 0, None, 0.0]) for m in of("lemmas")]
    return program.run(["lemmas"], None, 1, 1, None, io.StringIO("\n".join(rows[:1])))


def test_a_listed_survivor_is_not_tried_again_and_one_that_is_not_listed_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys = [m.key for m in of("lemmas")]
    outcome = listed(monkeypatch, keys[1:])
    assert [r.mutant.key for r in outcome.survivors] == keys
    assert [r.mutant.key for r in outcome.open] == keys[:1]
    assert listed(monkeypatch, keys).open == []


def test_what_is_listed_and_no_mutant_any_more_is_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the statement is another, or its whole file is gone; of files that are not looked at, nothing is said."""
    here, elsewhere = of("lemmas")[0].key, ("logic/step", "nowhere", "x = a", "x = b")
    gone = [(*here[:2], "x = a", "x = b"), ("logic/gone", *here[1:])]
    monkeypatch.setattr(program, "reviewed", lambda: dict.fromkeys([here, *gone, elsewhere], ("form", "A reason.")))
    assert program.run(["lemmas"], 0, 1, 1).stale == gone


def test_a_sample_is_of_so_many_and_a_larger_one_holds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(size: int, seed: int) -> set[Key]:
        return {r.mutant.key for r in program.run(["forms"], size, seed, 1).results}

    monkeypatch.setattr(program, "reviewed", lambda: dict.fromkeys([m.key for m in of("forms")], ("form", "A reason.")))
    assert len(drawn(20, 1)) == 20
    assert drawn(20, 1) < drawn(40, 1) < drawn(10_000, 1) == {m.key for m in of("forms")}
    assert drawn(20, 1) != drawn(20, 2)


def test_what_a_commit_had_already_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And listed survivors of it stay on the page; a file that it did not have is new as a whole."""
    file = tmp_path / "symnorm" / "checker" / "logic" / "old.py"
    file.parent.mkdir(parents=True)
    monkeypatch.setattr(program, "ROOT", tmp_path)
    monkeypatch.setattr(program, "CHECKER", tmp_path / "symnorm" / "checker")
    file.write_text("x = 7\n")
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a", "commit", "-q", "-m", "a"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    file.write_text("x = 7\ny = 3\n")
    file.with_name("new.py").write_text("x = 7\n")
    assert program.of_a_commit("no-such-commit", ["logic/old"]) is None
    assert program.of_a_commit("--all", ["logic/old"]) is None
    old = program.of_a_commit("HEAD", ["logic/old", "logic/new"])
    assert old == {("logic/old", "", "x = 7", f"x = {n}") for n in (8, 6, 0, 1)}
    listed, files = ("logic/old", "", "x = 7", "x = 8"), ["logic/new", "logic/old"]
    monkeypatch.setattr(program, "reviewed", lambda: {listed: ("form", "A reason.")})
    outcome = program.run(files, 0, 1, 1, since="HEAD", old=old)
    assert [m.key for m in outcome.older] == [listed]
    assert (outcome.results, outcome.stale) == ([], [])
    assert outcome.scope.startswith("A random sample: 0 of 8 mutants that the commit HEAD did not have, drawn")
    assert "x = 8" in program.page(outcome)


def test_a_sample_says_that_it_is_one() -> None:
    told = program.scope(["forms"], 20, 40, 7, None)
    assert told.startswith("A random sample: 20 of 40 mutants, drawn with the seed 7")
    assert program.scope(program.all_files(), 40, 40, 7, None).startswith("All 40 mutants;")


def test_what_is_listed_has_a_class_and_a_reason() -> None:
    for kind, reason in program.reviewed().values():
        assert kind in program.CLASSES
        assert reason.endswith(".")


def test_a_constant_that_is_made_of_a_changed_one_is_changed_as_well() -> None:
    """And each of several that are assigned at once."""
    root = ("fn", "sqrt", ("num", "2"))
    probes = known("a root", lambda: enclose(root)[0].denominator > 2**100, "calculus/enclosure")
    assert Trials(probes)(found("calculus/enclosure", "", "PRECISION = 0")).fate == "killed"
    expected = cost(root)
    probes = known("work", lambda: cost(root) == expected, "calculus/enclosure")
    assert Trials(probes)(found("calculus/enclosure", "", "COST, COST_OF_EXPONENTIAL = (21, 2000)")).fate == "killed"


def cost(number_: tuple[object, ...]) -> int:
    """The work of bounds that are not remembered."""
    enclose.cache_clear()
    with Budget(100, "a test") as work:
        enclose(number_)
    return work.done


def test_a_function_in_a_wrapper_is_changed() -> None:
    def leaves_no_trace() -> bool:
        step = Step([], (), Normalizer())
        with step.apart():
            step.everywhere = True
        return not step.everywhere

    probes = known("apart", leaves_no_trace, "logic/step")
    assert Trials(probes)(found("logic/step", "Step.apart", "pass")).fate == "killed"


def test_a_test_reaches_what_an_earlier_one_has_found() -> None:
    two = ("num", "2")
    probes = measured([Probe(n, lambda: enclose(two)[0] == 2) for n in ("first", "second")], ["calculus/enclosure"])[0]
    assert [bool(p.reached) for p in probes] == [True, True]


@pytest.mark.parametrize("id", ["beyond/moments", "adanorm/gradients"])  # of the channels alone, and of other sets too
def test_the_corpus_has_changes_of_a_theorem_whose_verdicts_stay(id: str) -> None:
    subject = behind.Subject(theorems(id)[0])
    assert subject.is_accepted()
    assert subject.changes(random.Random(id))()
    *others, last = subject.bundle["entries"]
    digest, defined, _ = last["certificate"]
    subject.bundle["entries"] = [*others, {**last, "certificate": (digest, defined, ())}]
    assert not subject.is_accepted()
