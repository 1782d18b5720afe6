"""Traps get the verdicts that are due to them, and the page of what can be done and what cannot says the same."""

from __future__ import annotations

import sys
from collections import Counter

import pytest
from shell import ROOT
from traps import THEMES, TRAPS, Due, Implication, Trap
from traps.unsaid import UNSAID, answer

from symnorm.files import sealed_page
from symnorm.judge import judge
from symnorm.language import (
    LanguageError,
    Theorem,
    both,
    by,
    define,
    eq,
    function,
    implies,
    indices,
    symbol,
    vector,
)

sys.path.insert(0, str(ROOT / "benchmarks"))

import limits

C, a, b, t, u = map(symbol, ("C", "a", "b", "t", "u"))
x = vector("x", C)
i, j = indices("i j", C)
y = function("y", t)


@pytest.mark.parametrize("trap", TRAPS.values(), ids=TRAPS)
def test_traps(trap: Trap) -> None:
    assert limits.found(trap).verdict == trap.due.verdict


VACUOUS = {name: trap for name, trap in TRAPS.items() if trap.due is Due.VACUOUS}
NO_POINT = "no point found that satisfies the hypotheses"


@pytest.mark.parametrize("trap", VACUOUS.values(), ids=VACUOUS)
def test_contradictory_hypotheses_are_reported(trap: Trap) -> None:
    """However the claim is proved: what rests on a contradiction is not proved."""
    report = judge(trap.theorem())
    assert report.verdict == "unknown"
    assert NO_POINT in " ".join([*report.problems, *(s.reason for s in report.lines)])


def test_there_are_enough_of_every_kind() -> None:
    assert len(TRAPS) == sum(map(len, THEMES.values())) >= 350
    counted = Counter(trap.due for trap in TRAPS.values())
    assert min(n for due, n in counted.items() if due not in (Due.MISSED, Due.UNREFUTED)) >= 25


# --- the page -------------------------------------------------------------------------------------------------


def test_the_page_says_what_is_so() -> None:
    assert sealed_page(limits.page()) == limits.PAGE.read_text("utf-8"), "python benchmarks/limits.py writes it anew"


def test_a_verdict_that_is_not_due_is_a_failure_on_the_page() -> None:
    wrong = Trap(Due.PROVED, eq(a, b))
    lines = limits.section("A theme", {"a trap": wrong})
    assert any("REFUTED, and it holds" in line for line in lines)
    assert limits.failures({"A theme": {"a trap": wrong}}) == ["A theme: a trap"]


@pytest.mark.parametrize("source", UNSAID.values(), ids=UNSAID)
def test_what_cannot_be_said_is_refused(source: str) -> None:
    assert answer(source)


def test_what_can_be_said_is_not_refused() -> None:
    assert answer("eq(A @ total(u * X, over=N), 0 * x)") == ""


# --- suppositions ---------------------------------------------------------------------------------------------


def test_a_supposition_that_is_never_discharged() -> None:
    made = Theorem("trap/3", "A supposition")
    supposed = made.suppose("it", eq(a, 0))
    made.claim("the claim", eq(a, 0), by.algebra(supposed))
    assert judge(made).lines[-1].verdict == "unknown"
    made = Theorem("trap/3", "A supposition")
    forgotten, supposed = made.suppose("one", eq(a, 0)), made.suppose("two", eq(u, 3))
    shown = made.supplied("shown", eq(a, 0), by.algebra(forgotten))
    made.claim(
        "the claim",
        both(implies(eq(u, 3), eq(a, 0)), eq(b, b)),
        by.each(by.discharge(supposed, shown), by.algebra()),
    )
    assert judge(made).lines[-1].verdict != "proved"


def test_what_cannot_be_supposed_is_reported() -> None:
    """The implication has nothing in it: it is accepted by the checker, and yet not said to be proved."""
    report = judge(Implication(Due.PROVED, implies(eq(a**2, -1), eq(a**4, 1))).theorem())
    assert (report.lines[-1].verdict, report.verdict) == ("unknown", "unknown")
    assert "which is not proved" in report.lines[-1].reason or "which are not proved" in report.lines[-1].reason
    assert NO_POINT in " ".join(s.reason for s in report.lines)


# --- names ----------------------------------------------------------------------------------------------------

TWO_THINGS = {
    "two symbols": eq(symbol("a", r"\alpha"), symbol("a", r"\beta")),
    "a symbol and a vector": eq(symbol("x"), x[i]),
    "a symbol and a function": eq(symbol("y"), y),
    "two functions": eq(function("y", t), function("y", t, u)),
    "two definitions": eq(define("m", a), define("m", b)),
    "two definitions for each channel": eq(define("d", x)[i], define("d", x - 1)[i] + 1),
    "a definition and a symbol": eq(define("a", b), a + b),
}


@pytest.mark.parametrize("statement", TWO_THINGS.values(), ids=TWO_THINGS)
def test_one_name_for_two_things(statement) -> None:
    made = Theorem("trap/4", "Names")
    made.claim("the claim", statement, by.algebra())
    with pytest.raises(LanguageError, match="stands for two things"):
        judge(made)


ONE_FACE = {
    "symbols": a - symbol("c", "a") > 0,
    "vectors": eq(x[i], vector("z", C, "x")[i]),
    "functions": eq(y, function("z", t, latex="y")),
}


@pytest.mark.parametrize("statement", ONE_FACE.values(), ids=ONE_FACE)
def test_two_things_that_are_printed_alike(statement) -> None:
    """a - c > 0 for a > 1 and c < 0 is proved, and would be printed as a - a > 0 for a > 1 and a < 0."""
    made = Theorem("trap/4", "Names")
    made.claim("the claim", statement, by.algebra())
    with pytest.raises(LanguageError, match="are both printed as"):
        judge(made)


def test_one_name_for_one_thing() -> None:
    made = Theorem("trap/4", "Names")
    d = define("d", x)
    made.claim("the claim", eq(d[i] + d[j], x[i] + x[j]), by.algebra())
    assert judge(made).verdict == "proved"
