"""The programs that measure: what they measure is what they say. No time is asserted."""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import sys
import tomllib
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from shell import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))

import accuracy_map
import fuzz
import grounds
import kernels_mutants
import kernels_mutants_run
import kernels_peers
import pages
import scaling

from symnorm import Theorem, by, eq, symbol


@pytest.mark.parametrize("family", scaling.FAMILIES)
def test_theorems_that_grow_hold(family: str) -> None:
    small, _ = (scaling.cost(scaling.grown(family, n)) for n in (2, 3))
    assert small.lines == 1


def test_what_does_not_hold_is_not_measured() -> None:
    a = symbol("a")
    theorem = Theorem("scaling/wrong", "Wrong")
    theorem.claim("claim", eq(a + 1, a), by.algebra())
    with pytest.raises(AssertionError, match="scaling/wrong"):
        scaling.cost(theorem)


def test_the_outcomes_of_attacks_are_counted_by_attack() -> None:
    counts = Counter({("forged", "rejected"): 3, ("changed", "malformed"): 1, ("changed", "rejected"): 1200})
    assert fuzz.table(fuzz.Outcome(counts, [], 0.125, 7.4)).split("\n") == [
        "1,204 certificates in 7 s, the slowest judged in 0.12 s: 0 that must not be.",
        "",
        "| attack | outcome | certificates |",
        "| --- | --- | ---: |",
        "| a line changed | rejected | 1,200 |",
        "|  | malformed | 1 |",
        "| from nothing, for a false claim | rejected | 3 |",
    ]


def test_the_score_of_the_mutants_is_summed_by_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    def one(paper: str, steps: int, mutants: int, false: int) -> dict[str, object]:
        return {"paper": paper, "steps": steps, "mutants": mutants, "false": false, "accepted": [], "weak": ["(1)"]}

    found = {
        "summary": {"seconds": 61.2, "edits": {"sign": {"false": 5}, "index": {"false": 9}}, "troubles": 1},
        "theorems": [one("b", 1, 20, 10), one("a", 2, 1000, 300), one("b", 3, 4, 4)],
    }
    monkeypatch.setattr(pages, "symnorm", lambda *arguments: json.dumps(found))
    lines = pages.mutate().split("\n")
    assert lines[4:7] == [
        "| a | 1 | 2 | 1,000 | 300 | 0 | 1 |",
        "| b | 2 | 4 | 24 | 14 | 0 | 2 |",
        "| all | 3 | 6 | 1,024 | 314 | 0 | 3 |",
    ]
    assert "index 9, sign 5" in lines[-2]
    assert lines[-1] == "On 1 mutants the prover failed."


def test_a_part_is_put_into_the_page_that_has_its_markers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = "before\n<!-- begin: a -->\nold\nolder\n<!-- end: a -->\nafter\n"
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("nothing\n", "utf-8")
    (tmp_path / "docs" / "one.md").write_text(text, "utf-8")
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    pages.replace("a", "new")
    assert (tmp_path / "docs" / "one.md").read_text("utf-8") == text.replace("old\nolder", "new")
    assert (tmp_path / "README.md").read_text("utf-8") == "nothing\n"
    assert {p.name for p in tmp_path.rglob("*")} == {"README.md", "docs", "one.md"}


@pytest.mark.parametrize("held", ["", "old\n", "old\nolder\n"])
def test_what_stands_behind_a_part_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, held: str) -> None:
    (tmp_path / "docs").mkdir()
    readme = tmp_path / "README.md"
    readme.write_text(f"Before.\n<!-- begin: a -->\n{held}<!-- end: a -->\nBehind.\n")
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    pages.replace("a", "new")
    assert readme.read_text() == "Before.\n<!-- begin: a -->\nnew\n<!-- end: a -->\nBehind.\n"


def test_a_part_without_an_end_replaces_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    readme = tmp_path / "README.md"
    readme.write_text("Before.\n<!-- begin: a -->\nold\n<!-- end: b -->\nBehind.\n")
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match=r"README\.md has no end of the part a"):
        pages.replace("a", "new")
    assert readme.read_text().endswith("Behind.\n")


def test_a_part_that_is_none_is_refused_before_anything_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["pages.py", "verify", "verfy"])
    monkeypatch.setitem(pages.PARTS, "verify", lambda: pytest.fail("measured"))
    with pytest.raises(SystemExit) as ended:
        pages.main()
    assert ended.value.code == 2
    assert "there is no part verfy: the parts are verify, alone," in capsys.readouterr().err


def test_a_part_that_no_page_or_two_pages_have_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = "<!-- begin: a -->\nold\n<!-- end: a -->\n"
    (tmp_path / "docs").mkdir()
    for path in (tmp_path / "README.md", tmp_path / "docs" / "one.md"):
        path.write_text(text, "utf-8")
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    for name, said in (("a", "2 pages have a part named a: README.md, one.md"), ("b", "0 pages have a part named b")):
        with pytest.raises(SystemExit, match=said):
            pages.replace(name, "new")
    assert (tmp_path / "README.md").read_text("utf-8") == (tmp_path / "docs" / "one.md").read_text("utf-8") == text


# --- SymPy's integers -----------------------------------------------------------------------------------------


def test_what_sympy_calculates_with_makes_no_difference() -> None:
    pytest.importorskip("flint")
    plain = grounds.verified(["eln/4", "dyisru/2"], "python")
    assert all(found["verdict"] == "proved" and found["bundle"]["entries"] for found in plain.values())
    assert grounds.differences(plain, grounds.verified(["eln/4", "dyisru/2"], "flint")) == []


def test_a_difference_is_found_wherever_it_is() -> None:
    one = {"a": {"verdict": "proved", "steps": [{"reason": ""}, {"reason": "x"}]}, "b": 1}
    other = {"a": {"verdict": "proved", "steps": [{"reason": ""}, {"reason": "y"}]}, "c": [1]}
    assert grounds.differences(one, one) == []
    assert grounds.differences(one, other) == ["/a/steps/1/reason: x and y", "/b: 1 and None", "/c: None and [1]"]


def test_one_kind_of_integers_cannot_be_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grounds, "kinds", lambda: ["python"])
    assert grounds.main() == 2


def test_that_sympy_calculates_with_something_else_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a kind is not installed, SymPy warns and takes another."""
    if "flint" in grounds.kinds():
        pytest.skip("python-flint is installed")
    with pytest.raises(SystemExit, match="was to calculate with flint, and did so with python"):
        grounds.verified(["eln/4"], "flint")


def test_the_functions_that_a_slip_concerns_are_found_in_what_is_printed() -> None:
    before = "def _eln(work):\n    'a'\n    return 1\n\ndef eln(x):\n    return 2\n\nOTHER = 3\n"

    def of(old: str, new: str) -> list[str]:
        pieces = kernels_mutants_run.pieces(before)
        return kernels_mutants_run.concerned(pieces, kernels_mutants_run.pieces(before.replace(old, new)))

    assert of("return 1", "return 0") == ["eln"]
    assert of("return 2", "return 0") == ["eln"]
    assert of("OTHER = 3", "OTHER = 4") == []  # of none alone, and so of all
    assert kernels_mutants_run.pieces(before) == kernels_mutants_run.pieces(before.replace("'a'", "'b'"))


def test_what_other_code_left_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Bench:
        def __init__(self, _: Path) -> None:
            pass

        def fate(self, _: object) -> tuple[str, str]:
            return "raises", "now"

    monkeypatch.setattr(kernels_mutants, "Bench", Bench)
    one, two = kernels_mutants.sampled({"kernels/repair": 2}, 1)
    saved = tmp_path / "saved"
    rows = [(kernels_mutants.code(), *one.key, "values", "before"), ("another", *two.key, "values", "before")]
    saved.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = kernels_mutants.tried([one, two], 1, saved)
    assert [(r.fate, r.by) for r in found] == [("values", "before"), ("raises", "now")]
    assert len(saved.read_text().splitlines()) == 3
    page = kernels_mutants.page(found, 1)
    told = "2 are noticed as they are run; 0 print nothing, 0 the same, and 0 survive."
    assert f"2 mutants, chosen at random with the seed 1, all of one code ({kernels_mutants.code()}). {told}" in page


def test_a_mutant_that_ends_its_process_is_noticed() -> None:
    class Bench:
        def fate(self, mutant: kernels_mutants.Mutant) -> tuple[str, str]:
            if mutant is one:
                os._exit(3)
            return "", ""

    one, two = kernels_mutants.sampled({"kernels/repair": 2}, 1)
    found = dict(kernels_mutants_run.fates(Bench(), [one, two], 2))
    assert found == {one: ("raises", "the process ended with 3"), two: ("", "")}


def test_printers_are_run_with_another_text_and_then_with_their_own() -> None:
    from symnorm.codegen.graph import writing

    with kernels_mutants_run._swapped("symnorm.codegen.graph.writing", "ATOM = 7"):
        assert importlib.import_module("symnorm.codegen.graph.writing").ATOM == 7
    assert importlib.import_module("symnorm.codegen.graph.writing") is writing


def test_a_larger_sample_has_all_of_a_smaller_one() -> None:
    few, more = ({m.key for m in kernels_mutants.sampled({"kernels/repair": n}, 1)} for n in (5, 30))
    assert len(few) == 5
    assert few < more


def test_what_became_of_mutants_of_kernels_is_counted_and_survivors_have_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, two, *_ = kernels_mutants.sampled({"kernels/repair": 2}, 1)
    results = [kernels_mutants.Result(one, "values", "by"), kernels_mutants.Result(two, "")]
    assert kernels_mutants.table(results).splitlines()[2] == "| kernels/repair | 2 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 1 |"
    monkeypatch.setattr(kernels_mutants, "reviewed", dict)
    assert "Nobody has looked at these." in kernels_mutants.page(results, 1)
    monkeypatch.setattr(kernels_mutants, "reviewed", lambda: {two.key: ("speed", "It is slower.")})
    page = kernels_mutants.page(results, 1)
    assert "| speed | 1 |" in page
    assert "- It is slower." in page
    assert tomllib.loads(kernels_mutants.entry(two))["survivor"][0]["after"] == [two.after]


def test_reviewed_survivors_of_the_kernels_have_a_class_and_a_reason() -> None:
    for kind, reason in kernels_mutants.reviewed().values():
        assert kind in kernels_mutants.CLASSES
        assert reason.endswith(".")


def test_the_map_of_the_accuracy_has_a_cell_for_each_family_and_peer() -> None:
    found = {
        family: {"ours": [0.5, 1.0, 2.0, 3.0], "theirs": [1234.5, 5.0, float("inf"), 6.0]}
        for family in accuracy_map.FAMILIES
    }
    first, second = "\n".join(accuracy_map.tables(found, ["jax.jit (jax)"])).split("\n\n")[:2]
    assert first.count("| 0.50, 1.00 | 1,234, 5.00 |") == len(found)
    assert second.count("| 2.00, 3.00 | not finite, 6.00 |") == len(found)
    assert "Not installed: jax.jit (jax)." in "\n".join(accuracy_map.tables(found, ["jax.jit (jax)"]))
    drawn = accuracy_map.figure(found)
    assert drawn.count("<rect ") == 1 + 4 * len(found)
    ElementTree.fromstring(drawn)


def test_an_error_on_the_map_is_that_of_the_peer() -> None:
    """Against a peer that is off by 2^-10 in every element."""

    def made(case: kernels_peers.Case) -> kernels_peers.Made:
        x = case.x.astype(float)
        y = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)
        return kernels_peers.Made(lambda: y * (1 + 2.0**-10), False)

    assert accuracy_map.error(made, "forward", "float32", "normal") == pytest.approx(2.0**13, rel=1e-6)


def test_a_comparison_writes_its_own_part_of_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source = ROOT / "benchmarks" / "differential.py"  # a module of the tests has the same name
    spec = importlib.util.spec_from_file_location("benchmark_differential", source)
    assert spec is not None
    assert spec.loader is not None
    comparing = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, comparing)
    spec.loader.exec_module(comparing)
    monkeypatch.setattr(comparing, "PAGE", tmp_path / "page.md")
    normal, printed = (f"## {mode.title}\n\n" for mode in comparing.MODES.values())
    for part in (f"{printed}1\n", f"{normal}2\n", f"{printed}3\n"):
        comparing.PAGE.write_text(comparing.sealed_page(comparing.page(part)), "utf-8")
    written = comparing.PAGE.read_text("utf-8")
    assert written.startswith(f"# Differential tests\n\n{normal}2\n\n{printed}3\n<!-- sha256: ")
