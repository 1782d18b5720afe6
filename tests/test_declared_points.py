"""The point that an interval is said to contain stays where it is while the variable ranges over the interval."""

from __future__ import annotations

from typing import Any

import pytest

from symnorm import (
    Theorem,
    at,
    by,
    define,
    eq,
    function,
    indices,
    integral,
    interval,
    mean,
    symbol,
    total,
    vector,
)
from symnorm.checker import Malformed, check_bundle
from symnorm.judge import judge
from symnorm.language import LanguageError
from symnorm.language.terms import form, term

C, a, s, t = map(symbol, ("C", "a", "s", "t"))
x, w = vector("x", C), vector("w", C)
i, j = indices("i j", C)
y = function("y", t)

MOVING = [
    [interval(t, 2 * t)],
    [interval(t, define("T", 1 + t))],
    [interval(t, y)],
    [interval(t, at(y, t, 3))],
    [interval(t, integral(t, t))],
    [interval(t, t - t)],
    [interval(t, 2 * s), interval(s, t)],
    [interval(t, s), s],
    [interval(x[i], 2 * x[i])],
    [interval(x[i], mean(x))],
    [interval(x[i], x[j])],
    [interval(t, x[j]), x[i]],
    [interval(t, mean(x)), x],
    [s, interval(t, 0), interval(a, s + a)],
]
STAYING = [
    [interval(t, 0)],
    [interval(t, 2 * s)],
    [interval(t, 0), interval(t, a)],
    [s, interval(t, 2 * s)],
    [interval(x[i], w[i])],
    [x, interval(t, mean(x))],
    [interval(x[i], a), interval(x[j], a)],
]


def checked(along: Any) -> None:
    """The checker on a theorem along these variables, of which no entry counts."""
    ranges = [("vector", v.args[0]) if v.op == "vector" else form(v) for v in along]
    entry = {"label": "(1)", "role": "claim", "statement": eq(a, a).form(), "certificate": ["", [], []]}
    check_bundle({"id": "test/1", "along": ranges, "entries": [entry]})


@pytest.mark.parametrize("along", MOVING, ids=str)
def test_a_point_that_moves_with_the_variable_is_refused(along: Any) -> None:
    with pytest.raises(LanguageError, match="name a point that stays, as"):
        Theorem("test/1", "A test", along=along)
    with pytest.raises(Malformed, match="contains a point that depends on its variable, or on a later one"):
        checked(along)


@pytest.mark.parametrize("along", STAYING, ids=str)
def test_a_point_that_stays_is_not(along: Any) -> None:
    checked(along)
    theorem = Theorem("test/1", "A test", along=along)
    theorem.claim("(1)", eq(total(x) * t + total(w), total(w) + t * total(x)), by.algebra())
    assert judge(theorem).verdict == "proved"


def test_the_message_says_which_interval_and_what_varies() -> None:
    with pytest.raises(LanguageError, match="interval of t is said to contain 2·s, which varies with s"):
        Theorem("test/1", "A test", along=[interval(t, 2 * s), s])
    with pytest.raises(LanguageError, match=r"3 in along= is not a symbol"):
        Theorem("test/1", "A test", along=[interval(t, term(0)), 3])  # type: ignore[list-item]


@pytest.mark.parametrize("other", [0, "t", [], ["vector"], [["sym", "t"], 0]])
def test_what_is_no_variable_is_refused_behind_an_interval_too(other: object) -> None:
    along = [["interval", ["sym", "t"], ["num", "0"]], other]
    with pytest.raises(Malformed):
        check_bundle({"id": "a/1", "along": along, "entries": []})
