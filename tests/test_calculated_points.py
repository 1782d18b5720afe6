"""What is supposed holds at a point as it is written and as the calculus has it: both readings have to agree."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from loading import bundles

from symnorm import (
    D,
    Theorem,
    at,
    by,
    delta,
    differentiable,
    either,
    eq,
    exp,
    function,
    indices,
    integral,
    mean,
    others,
    sqrt,
    symbol,
    tanh,
    total,
    vector,
)
from symnorm.checker.__main__ import main as recheck
from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.calculus.ring import Ring
from symnorm.checker.readback import read_back
from symnorm.checker.refutation.calculated import require_calculated
from symnorm.checker.refutation.check import Refutations
from symnorm.checker.refutation.point import Frame, Place, Rejected
from symnorm.checker.refutation.values import Undecided
from symnorm.judge import judge
from symnorm.language import Statement
from symnorm.language.terms import form, term

C, a, b, t = map(symbol, ("C", "a", "b", "t"))
x = vector("x", C)
i, j = indices("i j", C)
y = function("y", t)


def plain(value: Any) -> Any:
    return form(term(value))


def place() -> Place:
    values: dict[str, Any] = {"a": 4, "b": sqrt(2), "t": 3, "C": 3}
    said = {"symbols": {n: plain(v) for n, v in values.items()}, "vectors": {"x": list(map(plain, (1, 0, 5)))},
            "indices": {"i": 1, "j": 3}, "functions": {"y": [[plain(t)], plain(t**2 + a)]}}  # fmt: skip
    return Place(said, {plain(C)})


HOLD = [
    eq(sqrt(a), 2), eq(b**2, 2), eq(D(y, t), 6), eq(D(D(y, t), t), 2), eq(total(x), 6), eq(D(total(x**2), x[j]), 10),
    either(eq(a, 1), eq(a, 4)), delta(i, j) < 1, tanh(a) < 1, eq(y, 13), mean(x) >= 2, eq(exp(a) * exp(b), exp(a + b)),
]  # fmt: skip


@pytest.mark.parametrize("statement", HOLD)
def test_what_holds_holds_as_it_is_calculated(statement: Statement) -> None:
    require_calculated(statement.form(), place())


@pytest.mark.parametrize(
    "statement",
    [differentiable(y), eq(integral(t, t), 5), eq(integral(t, t), integral(t, t) + 5), either(eq(a, 4), eq(a, 5))],
)
def test_what_is_no_relation_of_values_is_not_calculated(statement: Statement) -> None:
    """That a function is differentiable, or an equation up to a constant; one of two alternatives is enough."""
    require_calculated(statement.form(), place())


@pytest.mark.parametrize(
    "statement", [eq(sqrt(a), 3), eq(D(y, t), 5), either(eq(a, 1), eq(a, 5)), eq(total(x), 7), a < 4, y > 13]
)
def test_what_does_not_hold_is_rejected(statement: Statement) -> None:
    with pytest.raises(Rejected):
        require_calculated(statement.form(), place())


def test_a_sum_over_a_set_of_its_own_is_calculated() -> None:
    """It runs to the length that the statement names."""
    said = {"symbols": {"N": plain(2)}, "vectors": {"u": [plain(1), plain(3)]}, "indices": {}, "functions": {}}
    N, u = ("sym", "N"), ("coord", "u", "k:N")
    right, wrong = (("eq", ("sum", "k:N", N, (), u), ("num", n)) for n in "45")
    here = Place(said, (), (right,))
    require_calculated(right, here)
    with pytest.raises(Rejected):
        require_calculated(wrong, here)


def test_what_has_no_value_as_it_is_calculated_is_undecided() -> None:
    with pytest.raises(Undecided):
        require_calculated(eq(1 / (x[i] - 1), 0).form(), place())


@pytest.mark.parametrize(
    ("statement", "where", "name", "wrong"),
    [
        (eq(sqrt(a), 2), Ring, "sqrt", lambda ring, q: ring.constant(3)),
        (either(eq(a, 5), eq(sqrt(a), 2)), Ring, "sqrt", lambda ring, q: ring.constant(3)),
        (eq(total(x), 6), Normalizer, "total", lambda self, q, *_: self.ring.constant(0)),
        (eq(D(t**2, t), 0), Frame, "_moving", lambda frame, slot, value: frame),
    ],
)
def test_a_slip_of_one_of_them_is_seen(
    statement: Statement, where: Any, name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, wrong)
    with pytest.raises(Rejected):
        require_calculated(statement.form(), place())


def test_what_numbers_cannot_tell_is_passed_over() -> None:
    """y(x_i) at x_i = 2 is y(2), of which a term in x_i tells no number."""
    yi = function("y", x[i])
    said = {"symbols": {"C": plain(2)}, "vectors": {"x": [plain(1), plain(3)]}, "indices": {"i": 1},
            "functions": {"y": [[plain(x[i])], plain(x[i] ** 2)]}}  # fmt: skip
    here = Place(said, {plain(C)})
    statement = eq(at(yi, x[i], 2), 4).form()
    assert here.truth(statement) is True
    require_calculated(statement, here)


def test_a_function_without_a_value_where_only_the_calculus_has_it_is_undecided() -> None:
    """The sum of y(x_k) over k != i is that over all k less y(x_i), which has no value here."""
    said = {"symbols": {"C": plain(2), "t": plain(5)}, "vectors": {"x": [plain(0), plain(3)]}, "indices": {"i": 1},
            "functions": {"y": [[plain(t)], plain(1 / t)]}}  # fmt: skip
    here = Place(said, {plain(C)})
    statement = eq(others(function("y", x), i), Fraction(1, 3)).form()
    assert here.truth(statement) is True
    with pytest.raises(Undecided):
        require_calculated(statement, here)


def test_every_point_of_the_corpus_is_one_as_it_is_calculated() -> None:
    for bundle in bundles():
        checker = Refutations(bundle, is_calculated=True)
        found = checker.hypotheses()
        assert found is None or found.outcome == "satisfied", (bundle["id"], found)
        assert {r.outcome for r in checker.all_judged()} <= {"refuted"}, bundle["id"]


def test_the_program_asks_for_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    theorem = Theorem("test/1", "A test", where=[a > 0], model={a: 4})
    given = theorem.given("(1)", eq(sqrt(a), 2), "hypothesis")
    theorem.claim("(2)", eq(3 * sqrt(a), 6), by.algebra(given))
    made = judge(theorem).bundle
    assert made is not None
    (tmp_path / "bundle.json").write_text(json.dumps({"theorems": [made.document]}), "utf-8")
    assert recheck([str(tmp_path / "bundle.json")]) == 0
    monkeypatch.setattr("symnorm.checker.refutation.calculated.read_back", lambda q: plain(1))
    assert recheck([str(tmp_path / "bundle.json")]) == 1
    assert "as it is calculated with, this does not hold at the point" in capsys.readouterr().out


def test_a_sum_is_read_back_with_an_index_of_its_own() -> None:
    """The sum over k of the root of 1 + x_k x_s1 is not that of 1 + x_k^2."""
    normal = Normalizer(plain(C))
    inside = ("add", ("num", "1"), ("mul", ("coord", "x", "k"), ("coord", "x", "s1")))
    e = ("sum", "k", plain(C), (), ("fn", "sqrt", inside))
    assert normal(read_back(normal(e)[0]))[0] == normal(e)[0]
