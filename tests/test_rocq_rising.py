"""Rocq accepts what by.increasing shows: from a point where the hypotheses hold, at their edge, in an interval."""

from __future__ import annotations

from typing import Any

import pytest
from needed import needs_coqc

from symnorm import D, Theorem, at, by, eq, every, exp, function, interval, log, symbol, tanh, total, vector
from symnorm.judge import judge
from symnorm.rocq.files import Content
from symnorm.rocq.judge import Rocq
from symnorm.rocq.proof import prove

C, a, t = map(symbol, "Cat")
x = vector("x", C)
y = function("y", t)


def nowhere() -> Theorem:
    made = Theorem("mine/grown", "Grown from a point", where=[])
    made.claim("(1)", exp(t) >= 1 + t, by.increasing(t))
    return made


def at_the_edge() -> Theorem:
    made = Theorem("mine/grown", "Grown from a point", where=[t > 0, t < a, every(x) > 0])
    made.claim("(1)", tanh(t) < t, by.increasing(t))
    made.claim("(2)", t - tanh(t) <= t**3 / 3, by.increasing(t))
    made.claim("(3)", t * log(a / t) + t <= a, by.increasing(t, a))
    made.claim("(4)", total(exp(t * x)) > C, by.increasing(t))
    return made


def on_both_sides() -> Theorem:
    made = Theorem("mine/grown", "Grown from a point", where=[t**2 <= 1, a > 0])
    made.claim("(1)", exp(a * t) >= 1 + a * t, by.increasing(t))
    return made


def in_an_interval() -> Theorem:
    made = Theorem("mine/grown", "Grown from a point", where=[t >= 0], along=[interval(t, 0)], model={y: 0})
    made.given("(0)", eq(D(y, t), y**2), "hypothesis")
    made.claim("(1)", y >= at(y, t, 0), by.increasing(t))
    return made


def bundle(theorem: Theorem) -> dict[str, Any]:
    made = judge(theorem)
    assert [(line.label, line.reason) for line in made.lines if line.verdict != "proved"] == []
    assert made.bundle is not None
    return dict(made.bundle.document)


CHANGED = [
    (nowhere, "1 + t", "1 - t"),
    (at_the_edge, "tanh t < t", "t < tanh t"),
    (on_both_sides, "1 + a * t", "1 + 2 * a * t"),
    (in_an_interval, "y t >= (fun t => y t) 0", "(fun t => y t) 0 >= y t"),
]


@needs_coqc
@pytest.mark.parametrize(("make", "old", "new"), CHANGED, ids=[make.__name__ for make, _, _ in CHANGED])
def test_the_proof_is_accepted_and_that_of_another_statement_is_not(rocq: Rocq, make: Any, old: str, new: str) -> None:
    proved = prove(bundle(make()))
    assert proved.open == {}
    (rocq.folder / "T_mine_grown.v").write_text(proved.text, "utf-8")
    code, said = rocq.run("T_mine_grown.v")
    assert code == 0, said
    held = Content("mine/grown", proved, ()).check
    (rocq.folder / "grown.v").write_text(held, "utf-8")
    assert rocq.run("grown.v")[0] == 0
    assert old in held
    (rocq.folder / "grown_not.v").write_text(held.replace(old, new), "utf-8")
    assert rocq.run("grown_not.v")[0] == 1
