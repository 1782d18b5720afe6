"""Mutants of proved lines: which there are, what is true of them, and that a hole would be seen."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from loading import theorems

from symnorm.cli import main
from symnorm.judge import judge
from symnorm.language import (
    D,
    Entry,
    Rule,
    Statement,
    Theorem,
    by,
    define,
    delta,
    either,
    eq,
    iff,
    implies,
    indices,
    lt,
    mean,
    ne,
    others,
    rational,
    sqrt,
    symbol,
    total,
    vector,
)
from symnorm.mutation import Mutation, repair, score
from symnorm.mutation.edits import Scope, Variant, selected, variants
from symnorm.prover import Prover
from symnorm.score import Score

C, a, b, t = map(symbol, ("C", "a", "b", "t"))
x = vector("x", C)
i, j = indices("i j", C)
mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
y = define("y", (x - mu) / sqrt(sigma2))


def normalization() -> Theorem:
    """A theorem with five lines that hold."""
    theorem = Theorem("m/1", "Normalization", where=[C > 1, sigma2 > 0])
    centred = theorem.step("(1)", eq(mean(x - mu), 0), by.algebra())
    theorem.claim("(2)", eq(mean(y), 0), by.algebra(centred))
    theorem.claim("(3)", eq(mean(y**2), 1), by.algebra())
    theorem.claim("(4)", eq(D(mu, x[i]), 1 / C), by.algebra())
    theorem.claim("(5)", C - 1 > 0, by.sign())
    return theorem


# --- edits ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (eq(a, b + t), [eq(-a, b + t), eq(a, -(b + t)), eq(a, -b + t), eq(a, b - t)]),
        (eq(a, b - t), [eq(a, b + t)]),
        (eq(a, b), [eq(2 * a, b), eq(a, 2 * b)]),
        (eq(a, b + t), [eq(a, b), eq(a, t), eq(a, 2 * b + t), eq(a, b + 2 * t)]),
        (eq(t, a * b), [eq(t, a), eq(t, b), eq(t, a * a * b), eq(t, a * b * b)]),
        (eq(t, 2 * b), [eq(t, b), eq(t, 3 * b), eq(t, 1 * b)]),
        (eq(a / b, t), [eq(b / a, t), eq(a, t), eq(a * b, t)]),
        (eq(t, (C - 1) * a), [eq(t, C * a), eq(t, (C - 2) * a)]),
        (
            eq(total(x), C * a),
            [eq(total(x), (C - 1) * a), eq(total(x), (C - 2) * a), eq(total(x), (C + 1) * a)],
        ),
        (eq(a, b * t), [eq(b, b * t), eq(a, a * t), eq(a, b * b)]),
        (eq(x[i] + x[i], x[j]), [eq(x[j] + x[i], x[j]), eq(x[i] + x[i], x[i])]),
        (eq(y[i], x[j]), [eq(x[i], x[j]), eq(y[j], x[j]), eq(y[i], y[j])]),
        (eq(x[i], others(x, j)), [eq(x[i], total(x))]),
        (eq(x[i], total(x)), [eq(x[i], others(x, i))]),
        (eq(delta(i, j), a), [eq(1, a), eq(0, a)]),
        (eq(a**2, sqrt(b)), [eq(a, sqrt(b)), eq(a**3, sqrt(b)), eq(a**2, b), eq(a**2, sqrt(b) ** 2)]),
        (eq(a**-1, b), [eq(a**-2, b), eq(a, b)]),
        (eq(t, (C - 1) * a), [eq(t, C - 1 * a)]),
        (eq(t, C - 1 * a), [eq(t, (C - 1) * a)]),
        (eq(t, a / (b + t)), [eq(t, a / b + t)]),
        (eq(t, a / (b * t)), [eq(t, a / b * t)]),
        (eq(t, (a - b) / t), [eq(t, a - b / t)]),
        (eq(t, a - b / t), [eq(t, (a - b) / t)]),
        (eq(t, (a - b) ** 2), [eq(t, a - b**2)]),
        (eq(t, a + b**2), [eq(t, (a + b) ** 2)]),
        (a < b, [a > b, a <= b, a < b + 1, a < b - 1]),
        (a <= b, [a >= b, a < b]),
        (ne(a, b), [eq(a, b)]),
        (implies(a < b, a < t), [implies(a < t, a < b), implies(a > b, a < t)]),
        (iff(eq(a, b), eq(a, t)), [implies(eq(a, t), eq(a, b))]),
        (either(eq(a, b), eq(a, t)), [eq(a, b), eq(a, t)]),
        (eq(D(a * x[i], x[j]), b), [eq(a * x[i], b), eq(D(a * x[i], x[i]), b)]),
    ],
    ids=repr,
)
def test_every_slip_is_made(statement: Statement, expected: list[Statement]) -> None:
    found = [v.statement for v in variants(statement, Scope.of([statement]))]
    assert [s for s in expected if s not in found] == []


def test_a_change_by_a_billionth_is_among_them() -> None:
    found = [str(v.statement) for v in variants(eq(a, b), Scope.of([])) if v.kind == "tiny"]
    assert "a = 1000000001/1000000000 · b" in found


def test_definitions_are_looked_into_unless_only_the_line_itself_is_meant() -> None:
    statement = eq(sigma2, a)
    assert any("∑" in str(v.statement) for v in variants(statement, Scope.of([statement])))
    plain = [str(v.statement) for v in variants(statement, Scope.of([statement], unfolds=False))]
    assert plain
    assert not any("∑" in s for s in plain)


def test_an_index_is_not_renamed_into_what_a_sum_binds() -> None:
    left_out = define("r", x - others(x, i))
    statement = eq(total(left_out[j] * x[j], over=j), x[i])
    found = [str(v.statement) for v in variants(statement, Scope.of([statement]))]
    assert not any("k≠k" in s for s in found)


def test_no_variant_is_the_line_itself_or_the_same_on_both_sides() -> None:
    statement = eq(a + b, b + a)
    found = [v.statement for v in variants(statement, Scope.of([statement]))]
    assert statement not in found
    assert len(found) == len(set(found))
    assert all(s.parts[0] != s.parts[1] for s in found if s.kind == "eq")


def test_the_same_few_variants_of_many_kinds_are_chosen_each_time() -> None:
    statement = eq(mean(y**2), 1)
    found = list(variants(statement, Scope.of([statement])))
    chosen = selected(found, 8, seed=5)
    assert chosen == selected(found, 8, seed=5)
    assert chosen != selected(found, 8, seed=6)
    assert len({v.kind for v in chosen}) == 8
    assert len(selected(found, 10**6, seed=1)) == len(found)


# --- trials ---------------------------------------------------------------------------------------------------


def test_nothing_false_is_accepted() -> None:
    found = score(normalization(), "8")
    assert found.accepted == ()
    assert found.troubles == ()
    assert found.false >= 30
    assert found.steps == 5
    assert found.edits["hypothesis"].false >= 2


def test_a_sample_has_so_many_false_mutants_of_each_line() -> None:
    trials = list(Mutation(normalization()).trials(2))
    of_lines = [x for x in trials if "without" not in x.edit]
    counts = [sum(x.is_false for x in of_lines if x.label == f"({n})") for n in (1, 2, 3, 4, 5)]
    assert counts == [2] * 5
    again = list(Mutation(normalization()).trials(2))
    assert [(x.label, str(x.statement)) for x in trials] == [(x.label, str(x.statement)) for x in again]


def test_a_prover_that_believes_everything_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Prover, "could_prove", gullible())
    found = score(normalization(), "2")
    assert len(found.accepted) >= 10
    assert found.accepted[0].rule == "algebra"
    assert "C = " in found.accepted[0].fails_at


def gullible():
    """A prover that gives the proof of the line itself for every mutant."""
    honest = Prover.could_prove

    def could_prove(self: Prover, entry: Entry, statement: Statement, rule: Rule) -> object:
        return honest(self, entry, entry.statement, entry.by)

    return could_prove


def test_a_hypothesis_that_is_not_asked_for_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Mutation(normalization())
    monkeypatch.setattr(
        whole, "judged_without", lambda hypothesis, last: [p.judgement for p in whole.proofs[: last + 1]]
    )
    found = [x for x in whole.without_hypotheses() if x.is_false_accept]
    assert {(x.edit, x.label) for x in found} == {("without σ² > 0", "(2)"), ("without σ² > 0", "(3)")}


def test_a_line_is_judged_where_its_suppositions_hold() -> None:
    theorem = Theorem("m/2", "A supposition", where=[a > 0])
    equal = theorem.suppose("equal", eq(b, a), at={a: 2, b: 2})
    positive = theorem.step("(1)", b > 0, by.sign(a, equal))
    theorem.claim("(2)", implies(eq(b, a), b > 0), by.discharge(equal, positive))
    found = score(theorem, "all")
    assert found.accepted == ()
    assert found.false > 10


def test_what_rests_on_a_supposition_that_nobody_named_is_judged_there() -> None:
    """2 a > 0 is proved where a > 0 is supposed, though no premise names the supposition."""
    theorem = Theorem("m/2", "A supposition")
    theorem.suppose("positive", a > 0)
    line = theorem.step("(1)", a * 3 > 0, by.sign())
    trial = Mutation(theorem).trial(line, Variant("factor", a * 2 > 0))
    assert (trial.rule, trial.is_false) == ("sign", False)


def test_lines_that_can_hardly_be_falsified_are_weak() -> None:
    theorem = Theorem("m/3", "Far apart", where=[a > 0])
    theorem.claim("(1)", a + 10**9 > 0, by.sign())
    assert score(theorem, "3").weak == ("(1)",)


def test_what_is_false_of_numbers_is_false_everywhere() -> None:
    """No name stands in 3 > 2, and so there is no value to tell of the point at which 2 > 3 fails."""
    theorem = Theorem("m/6", "Numbers")
    three, two = rational(3), rational(2)
    line = theorem.claim("(1)", three > two, by.bounds())
    trial = Mutation(theorem).trial(line, Variant("relation", two > three))
    assert (trial.is_false, trial.fails_at, trial.rule) == (True, "every point", "")
    assert not Mutation(theorem).trial(line, Variant("relation", three >= two)).is_false


def test_lines_that_are_not_proved_have_no_mutants() -> None:
    theorem = Theorem("m/4", "Wrong", where=[a > 0])
    theorem.claim("(1)", a < 0, by.sign())
    found = score(theorem, "3")
    assert (found.mutants, found.unproved) == (0, ("(1)",))


def test_an_error_of_the_prover_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Prover, entry: Entry, statement: Statement, rule: Rule) -> object:
        raise RecursionError("too deep")

    monkeypatch.setattr(Prover, "could_prove", broken)
    found = score(normalization(), "1")
    assert found.accepted == ()
    assert found.troubles[0].reason == "the prover failed: RecursionError: too deep"


def test_a_root_of_what_may_vanish_asks_for_a_hypothesis() -> None:
    """The search for its sign once ran in a circle."""
    nu2 = define("nu2", mean(x**2), r"\nu^2")
    theorem = Theorem("m/5", "No hypothesis", where=[C >= 1], along=[x])
    theorem.claim("(1)", eq(D(x[i] / sqrt(nu2), x[j]), D(x[i] / sqrt(nu2), x[j])), by.algebra())
    (line,) = (s for s in judge(theorem).lines if s.label == "(1)")
    assert line.verdict == "unknown"
    assert "it needs ν² > 0" in line.reason


SAMPLE = (
    "eln/1", "eln/2", "eln/matching", "eln/shape_speed",
    "dyisru/centering", "dyisru/2", "dyisru/bounds",
    "adanorm/forward", "adanorm/1_detach_mean",
    "beyond/range_rms_norm", "beyond/vjp_dyt", "beyond/moments_attained",
)  # fmt: skip
"""Theorems of every paper and kind of rule, whose false mutants are soon rejected. `symnorm mutate` tries all."""


@cache
def sampled() -> list[Score]:
    return [score(t, "1") for t in theorems(*SAMPLE) if t.id in SAMPLE]


def test_no_false_mutant_of_a_sample_is_accepted() -> None:
    assert [accepted for r in sampled() for accepted in r.accepted] == []
    assert [trouble for r in sampled() for trouble in r.troubles] == []
    assert len(sampled()) == len(SAMPLE)


def test_enough_of_the_mutants_of_a_sample_are_false() -> None:
    false = sum(r.false for r in sampled())
    assert false > 150
    assert false > 0.6 * sum(r.mutants for r in sampled())
    kinds = {kind for r in sampled() for kind, found in r.edits.items() if found.false}
    assert len(kinds) >= 15
    assert sum(len(r.weak) for r in sampled()) < 0.15 * sum(r.steps for r in sampled())


# --- repairs --------------------------------------------------------------------------------------------------


def repaired(statement: Statement, *where: Statement, rule: Rule | None = None) -> Statement | None:
    """What a wrong line of a theorem is with one edit."""
    theorem = Theorem("m/6", "Wrong", where=where)
    theorem.claim("(1)", statement, rule or by.algebra())
    prover = Prover(theorem)
    for entry in theorem.entries:
        prover.prove(entry)
    return repair(prover, theorem.entries[-1])


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (eq((t - 1) * (t + 1), t**2 + 1), eq((t - 1) * (t + 1), t**2 - 1)),
        (eq((a - b) ** 2, a**2 + 2 * a * b + b**2), eq((a - b) ** 2, a**2 - 2 * a * b + b**2)),
        (eq((a - b) ** 2, a**2 - a * b + b**2), eq((a - b) ** 2, a**2 - 2 * a * b + b**2)),
        (eq(t + t, t), eq(t + t, 2 * t)),
        (eq(t * t, t**3), eq(t * t, t**2)),
        (eq(a * C - a, C - 1 * a), eq(a * C - a, (C - 1) * a)),
        (eq(total(delta(i, j) * x[j], over=j), x[j]), eq(total(delta(i, j) * x[j], over=j), x[i])),
        (eq(D(mu, x[i]), 1 / (C - 1)), eq(D(mu, x[i]), 1 / C)),
        (eq(total(x), mu / C), eq(total(x), mu * C)),
        (eq(sigma2, mean(x**2) + mu**2), eq(sigma2, mean(x**2) - mu**2)),
        (eq(sigma2, mean(x**2) - mu), eq(sigma2, mean(x**2) - mu**2)),
    ],
    ids=repr,
)
def test_one_edit_is_found(wrong: Statement, right: Statement) -> None:
    assert repr(repaired(wrong, C > 1)) == repr(right)


def test_an_inequality_is_turned_around() -> None:
    assert repaired(lt(t**2, t), t > 1, rule=by.sign()) == (t**2 > t)
    assert repaired(lt(t, t), t > 1, rule=by.sign()) == (t <= t)


def test_an_inequality_that_can_be_mended_in_two_ways_is_not_mended() -> None:
    assert repaired(either(eq(a, b), eq(a, -b)), a > 0) is None
    assert repaired(t < -1 * t, t > 1, rule=by.each(by.sign(), by.sign())) is None


def test_what_is_far_off_has_no_repair() -> None:
    assert repaired(eq(t, 17 * t**3 + a), t > 1) is None


def test_the_reason_of_a_refuted_line_names_the_edit() -> None:
    theorem = Theorem("m/7", "Wrong", where=[C > 1, sigma2 > 0])
    theorem.claim("(1)", eq(mean(y**2), 2), by.algebra())
    jacobian = 1 / sigma2 * (delta(i, j) - 1 / C - y[i] * y[j] / C)
    theorem.claim("(2)", eq(D(y[i], x[j]), jacobian), by.algebra())
    first, second = (line.reason for line in judge(theorem).claims)
    assert first.endswith("; with one edit it holds: 1/C · ∑ₖ y_k² = 1")
    assert second.endswith("; with one edit it holds: dy_i/dx_j = 1/√(σ²) · (δ_ij - 1/C - y_i·y_j/C)")


# --- the command ----------------------------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with a proof."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SYMNORM_CACHE", str(tmp_path / "cache"))
    main(["new", "mypaper/theorem_1"])
    capsys.readouterr()
    return tmp_path


def test_mutate_prints_and_writes_the_score(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutate", "mypaper", "--json", "score.json", "--each", "2"]) == 0
    said = capsys.readouterr().out
    score = json.loads((place / "score.json").read_text())
    (theorem,) = score["theorems"]
    assert theorem["id"] == "mypaper/theorem_1"
    assert score["summary"]["mutants"] == theorem["mutants"] >= 6
    assert score["summary"]["accepted"] == 0
    assert f"{theorem['false']} of them false; 0 false and accepted" in said


def test_mutate_of_an_id_tells_of_no_other_theorem(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutate", "dyisru/bounds_rmsnorm", "--each", "1"]) == 0
    assert "1 theorem; 1 line," in capsys.readouterr().out


def test_a_false_accept_is_an_exit_status(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Prover, "could_prove", gullible())
    assert main(["mutate", "mypaper", "--each", "1"]) == 1
    said = capsys.readouterr().out
    assert "FALSE AND ACCEPTED in the place of '(1)'" in said
    assert "please report it" in said


def test_a_line_that_is_not_proved_is_left_out_and_that_is_no_success(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "mypaper/wrong.py").write_text(
        'from symnorm import Theorem, by, eq, symbol\na = symbol("a")\nt = Theorem("mypaper/w", "t")\n'
        't.claim("(1)", eq(a, a), by.algebra())\nt.claim("(2)", eq(a, 2), by.algebra())\n'
    )
    assert main(["mutate", "mypaper", "--each", "1", "--json", "score.json"]) == 1
    said = capsys.readouterr().out
    assert "not proved, and left out: (2)" in said
    assert "1 line not proved, and left out" in said
    assert json.loads((place / "score.json").read_text())["summary"]["unproved"] == 1


def test_a_script_that_fails_is_told_and_the_rest_is_done(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "mypaper/broken.py").write_text(
        'from symnorm import Theorem\nt = Theorem("mypaper/b", "t")\n1 / 0\n'
    )
    assert main(["mutate", "mypaper", "--each", "1"]) == 2
    said = capsys.readouterr().out
    assert "mypaper/broken.py:3: ZeroDivisionError" in said
    assert "1 theorem;" in said


def test_a_script_that_crashes_is_an_error_of_the_tool(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "mypaper/crash.py").write_text(
        'import os\nfrom symnorm import Theorem\nt = Theorem("m/b", "t")\nos._exit(3)\n'
    )
    assert main(["mutate", "mypaper", "--each", "1"]) == 3
    assert "ended with exit status 3" in capsys.readouterr().out
