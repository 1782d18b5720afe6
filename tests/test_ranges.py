"""Sums that begin elsewhere than at their base, and may be empty: what is proved of them, and what is not."""

from __future__ import annotations

from typing import Any

import pytest

from symnorm import Theorem, by, eq, sequence, total, whole
from symnorm.judge import judge
from symnorm.language import Term
from symnorm.language.latex import latex
from symnorm.language.terms import form
from symnorm.language.text import text

g = sequence("g")
s, n, t, v = whole("s"), whole("n"), whole("T"), whole("v", 2)
from_3 = total(g[s], over=s, start=3, up_to=t)


def verdict(statement: Any, rule: Any = None) -> str:
    theorem = Theorem("ranges/1", "Ranges", model={g[n]: 1})
    given = theorem.given("(0)", g[n] >= 0, "hypothesis")
    theorem.claim("(1)", statement, by.sign(None, given) if rule is None else rule)
    return judge(theorem).lines[-1].verdict


def by_induction(statement: Any, over: Term, **more: Any) -> str:
    theorem = Theorem("ranges/2", "Ranges")
    theorem.induction("(1)", statement, over=over, **more)
    return judge(theorem).lines[-1].verdict


def test_what_it_means() -> None:
    assert form(from_3)[:3] == ("upto", "s__3", 3)
    assert latex(from_3) == r"\sum_{s=3}^{T} g_s"
    assert text(from_3) == "∑_{s=3..T} g_s"


@pytest.mark.parametrize(("last", "value"), [(0, 0), (1, 0), (2, 0), (3, g[3]), (5, g[3] + g[4] + g[5])])
def test_its_first_values(last: int, value: Any) -> None:
    summed = total(g[s], over=s, start=3, up_to=last)
    assert verdict(eq(summed, value), by.algebra()) == "proved"
    assert verdict(eq(summed, value + 1), by.algebra()) == "refuted"


PROVED = {
    "a sign": (from_3 >= 0, None),
    "linearity": (eq(total(2 * g[s] + s * g[s], over=s, start=3, up_to=t),
                     2 * from_3 + total(s * g[s], over=s, start=3, up_to=t)), by.algebra()),
    "two more": (eq(total(g[s], over=s, start=3, up_to=t + 2), total(g[s], over=s, start=3, up_to=t + 1) + g[t + 2]),
                 by.algebra()),
}  # fmt: skip


@pytest.mark.parametrize(("statement", "rule"), PROVED.values(), ids=PROVED)
def test_what_holds(statement: Any, rule: Any) -> None:
    assert verdict(statement, rule) == "proved"


WRONG = {
    "one more, where it may not have begun": eq(total(g[s], over=s, start=3, up_to=t + 1), from_3 + g[t + 1]),
    "the difference, where it may not have begun": eq(from_3, total(g[s], over=s, up_to=t) - g[1] - g[2]),
    "so many terms": eq(total(1, over=s, start=3, up_to=t), t - 2),
    "another beginning": eq(from_3, total(g[s], over=s, start=2, up_to=t)),
    "positive": from_3 > 0,
}


@pytest.mark.parametrize("statement", WRONG.values(), ids=WRONG)
def test_what_does_not(statement: Any) -> None:
    assert verdict(statement, by.algebra() if statement.kind == "eq" else None) == "refuted"


def test_the_difference_where_it_has_begun() -> None:
    all_but_two = total(g[s], over=s, up_to=v) - g[1] - g[2]
    assert by_induction(eq(total(g[s], over=s, start=3, up_to=v), all_but_two), v) == "proved"


def test_what_has_no_value_before_it_begins() -> None:
    """1/(s - 1) has none at s = 1, and is not asked there."""
    telescoping = total(1 / ((s - 1) * s), over=s, start=2, up_to=t)
    assert by_induction(eq(telescoping, 1 - 1 / t), t) == "proved"
    assert by_induction(eq(telescoping, 1 - 1 / (t + 1)), t) == "refuted"
    before = total(1 / ((s - 1) * s), over=s, up_to=t)
    assert by_induction(eq(before, 1 - 1 / t), t) != "proved"


def test_by_two_where_it_begins_late() -> None:
    """6 (2^2 + ... ) as far as T: from T = 1, where it is empty; the step to T + 1 is one for T >= 1."""
    squares = total(s**2, over=s, start=2, up_to=t)
    assert by_induction(eq(6 * squares, t * (t + 1) * (2 * t + 1) - 6), t) == "proved"
    late = total(s**2, over=s, start=3, up_to=t)
    assert by_induction(eq(6 * late, t * (t + 1) * (2 * t + 1) - 30), t) == "refuted"
    assert by_induction(late >= 0, t, base=[by.sign(), by.sign()], step=lambda p, q: by.sign()) == "proved"
