"""Inequalities that a search finds: exact combinations, the rules made of them, and what they must not find."""

from __future__ import annotations

import doctest
import random
from fractions import Fraction

import pytest

import symnorm
from symnorm import Theorem, by, eq, implies, indices, symbol, total, vector
from symnorm.checker.logic.theorem import Theorem as Checked
from symnorm.judge import judge
from symnorm.prover import Prover
from symnorm.prover.simplex import combination

C, a, b, c, t = map(symbol, ("C", "a", "b", "c", "t"))
x, w = vector("x", C), vector("w", C)
i, j = indices("i j", C)


# --- exact combinations ---------------------------------------------------------------------------------------


def added(columns: list[dict[int, int]], found: dict[int, Fraction]) -> dict[int, Fraction]:
    made: dict[int, Fraction] = {}
    for n, times in found.items():
        for row, value in columns[n].items():
            made[row] = made.get(row, Fraction(0)) + times * value
    return {row: value for row, value in made.items() if value}


@pytest.mark.parametrize("seed", range(25))
def test_what_is_a_combination_is_found_as_one(seed: int) -> None:
    chance = random.Random(seed)
    columns = [{chance.randrange(8): chance.choice([-3, -2, -1, 1, 2, 3]) for _ in range(3)} for _ in range(14)]
    target = added(columns, {n: Fraction(chance.randrange(4), 3) for n in range(14)})
    found = combination(columns, target)
    assert found is not None
    assert min(found.values(), default=1) > 0
    assert added(columns, found) == target


def test_what_is_no_combination_is_not_found() -> None:
    """By Farkas' lemma: with the weights (1, 1), no column is negative, and the target is."""
    assert combination([{0: 1, 1: -1}, {0: -1, 1: 2}, {0: 3}], {0: 1, 1: -2}) is None
    assert combination([{0: 1}], {1: 1}) is None
    assert combination([], {0: 1}) is None


def test_one_of_some_is_used_where_it_can_be() -> None:
    columns = [{0: 1}, {0: 2}, {1: 1}]
    assert 1 in (combination(columns, {0: 2}, [1]) or {})
    assert combination(columns, {0: 2}, [2]) is None
    assert 2 in (combination([*columns, {1: -1}], {0: 2}, [2]) or {})


def test_a_search_that_takes_too_long_is_given_up() -> None:
    columns = [{n: 1, (n + 1) % 6: 2, (n + 2) % 6: -1} for n in range(6)]
    target = added(columns, {n: Fraction(n + 1) for n in range(6)})
    assert combination(columns, target) is not None
    assert combination(columns, target, limit=3) is None


# --- certificates ---------------------------------------------------------------------------------------------


def chain() -> Theorem:
    made = Theorem("chain/1", "A chain", where=[a <= b, b <= c])
    made.claim("(1)", a <= c, by.linear())
    return made


def test_the_checker_takes_no_other_combination() -> None:
    """Its certificate with another number, another sign or a part left out shows something else."""
    prover = Prover(chain())
    proofs = [prover.prove(entry) for entry in prover.theorem.entries]
    statement, (hash_, defined, proof) = proofs[-1].statement, proofs[-1].certificate
    assert (proof[0], proof[1][0]) == ("sign", "add")
    first, *rest = proof[1][1:]
    forged = [
        ("add", ("mul", ("num", "2"), first), *rest),
        ("add", ("mul", ("num", "-1"), first), *rest),
        ("add", *rest),
        ("add", first, *rest, ("num", "1")),
        ("add", first, *rest, ("num", "-1")),
    ]
    for witness in (proof[1], *forged):
        checked = Checked([], [e.statement.form() for e in prover.theorem.entries])
        for p in proofs[:-1]:
            assert checked.add(p.entry.label, p.entry.role, p.statement, p.certificate).accepted
        judged = checked.add("(1)", "claim", statement, (hash_, defined, ("sign", witness)))
        assert judged.accepted == (witness == proof[1])


# --- the rules ------------------------------------------------------------------------------------------------


def verdict(statement, rule, *where, **more) -> str:
    made = Theorem("found/1", "Found", where=where, **more)
    made.claim("(1)", statement, rule)
    return judge(made).verdict


@pytest.mark.parametrize("where", [(a <= b, b <= c), (b <= c, a <= b)])
@pytest.mark.parametrize("w_", [None, (c - b) + (b - a), (b - a) + (c - b), c - a])
def test_neither_the_order_nor_the_grouping_matters(where, w_) -> None:
    assert verdict(a <= c, by.sign(w_), *where) == "proved"


def test_equations_before_are_at_hand_and_may_be_named() -> None:
    made = Theorem("found/2", "Found", where=[a <= b], model={b: 2, c: 2})
    same = made.given("(0)", eq(b, c), "hypothesis")
    made.step("(1)", a <= c, by.linear())
    made.claim("(2)", a <= c, by.linear(same))
    assert [line.verdict for line in judge(made).lines] == ["proved"] * len(judge(made).lines)


def test_what_is_only_supposed_is_used_under_the_supposition() -> None:
    made = Theorem("found/3", "Found", where=[b <= c])
    supposed = made.suppose("if", a <= b)
    shown = made.supplied("then", a <= c, by.linear())
    made.claim("(1)", implies(a <= b, a <= c), by.discharge(supposed, shown))
    assert judge(made).verdict == "proved"


def test_a_line_of_any_channel_is_summed() -> None:
    made = Theorem("found/4", "Found")
    made.step("(1)", 2 * x[i] <= x[i] ** 2 + 1, by.linear())
    made.claim("(2)", 2 * total(x) <= total(x**2) + C, by.linear())
    assert judge(made).verdict == "proved"


def test_a_hypothesis_of_one_channel_is_not_summed() -> None:
    assert verdict(total(x) <= total(w), by.linear(), x[i] <= w[i]) == "refuted"


def test_an_open_inequality_says_what_is_left_over_and_what_to_do() -> None:
    made = Theorem("found/5", "Found", where=[a <= b])
    made.claim("(1)", a**3 <= c, by.linear())
    reason = judge(made).lines[-1].reason
    assert "left over is" in reason
    assert "by.linear() combines hypotheses, earlier lines" in reason
    assert "put what is missing in where=" in reason


def test_parts_that_cannot_be_compared_are_asked_for() -> None:
    made = Theorem("found/6", "Found", where=[a <= b])
    made.claim("(1)", c * a**3 <= c * b**3, by.monotone())
    reason = judge(made).lines[-1].reason
    assert "show in a line before, or put in where=, which of two parts is larger" in reason
    assert "that what they are multiplied by is not negative" in reason


@pytest.mark.parametrize("rule", ["linear", "monotone"])
def test_the_example_of_a_rule_runs(rule: str) -> None:
    names = {n: getattr(symnorm, n) for n in symnorm.__all__}
    [example] = doctest.DocTestFinder().find(getattr(by, rule), rule, globs={**names, "a": a, "b": b, "c": c})
    result = doctest.DocTestRunner().run(example, clear_globs=False)
    assert (result.attempted >= 2, result.failed) == (True, 0)
    assert judge(example.globs["theorem"]).verdict == "proved"
