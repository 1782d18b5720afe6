"""What is said of a set of its own is not stated for Rocq, where all indices range over the channels."""

from __future__ import annotations

from typing import Any

import pytest

from symnorm import Theorem, by, eq, every, gt, length, symbol, total, vector
from symnorm.judge import judge
from symnorm.rocq.points import POSSIBLE, Points
from symnorm.rocq.proof import prove
from symnorm.rocq.statement import Untranslated

C, N = symbol("C"), length("N")
x, y = vector("x", N), vector("y", C)


def bundle(*where: Any) -> dict[str, Any]:
    theorem = Theorem("rocq/sets", "Two sets", where=[*where, gt(C, 0)])
    theorem.claim("(1)", eq(total(2 * y), 2 * total(y)), by.algebra())
    theorem.claim("(2)", gt(every(x if where else y) ** 2 + 1, 0), by.sign())
    made = judge(theorem)
    assert made.verdict == "proved"
    assert made.bundle is not None
    return dict(made.bundle.document)


def test_a_statement_about_a_set_of_its_own_is_not_one_about_the_channels() -> None:
    with pytest.raises(Untranslated, match="a set of its own"):
        prove(bundle(gt(every(x), 0)), "Two sets")
    assert prove(bundle(), "One set").text


def test_a_point_that_has_such_a_set_is_told_and_ends_nothing() -> None:
    points = Points(bundle(gt(every(x), 0)))
    assert "a set of its own" in points.open[POSSIBLE]
    assert not points.stated
