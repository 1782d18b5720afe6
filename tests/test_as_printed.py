"""What is printed is what is judged: terms evaluated as printed have the values of their plain forms.

A sample at random, and every statement of every theorem that comes with symnorm. Three holes that there were in the way
from the page to the form are put back, one by one: the sample finds each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import printed_and_meant
import pytest
from as_printed import Printed
from loading import theorems
from meaning import FLOATS, Undefined, Unsure
from printed_and_meant import ASKS, DIFFERENT, REFUSED, SAME, UNKNOWN, UNSURE, Here, Tally
from printed_values import Unknown
from printed_world import definitions
from shell import ROOT
from terms_at_random import CHANNELS, MEMBERS, A, B, C, N, X, a, b, m, point, s, shapes, t, v, w, x

from symnorm.language import (
    D,
    Statement,
    Term,
    at,
    covariance,
    define,
    delta,
    diag,
    eq,
    identity,
    integral,
    jacobian,
    loss,
    matrix,
    maximum,
    mean,
    minimum,
    norm,
    ones,
    others,
    outer,
    sqrt,
    total,
    trace,
    variance,
)
from symnorm.language import arrays as of_arrays
from symnorm.language import elsewhere as of_points
from symnorm.language.lookalikes import statements
from symnorm.language.terms import MEANINGS, bare
from symnorm.witness import sample

i, j, k, last = CHANNELS  # of which the point of the sample has the numbers 1, 3, 2, 3
n = MEMBERS[0]  # 2
mu = define("mu", mean(x))
y = define("y", x - mu)
q = define("q", x * w)
half = Fraction(1, 2)


def printed(defined: dict[str, Term] | None = None) -> Printed:
    return Here(point(), [shapes()], defined or {}).printed[FLOATS]


# --- the evaluator, against values worked out by hand ------------------------------------------------------------

# x = (3/2, -2, 3), w = (2, 1/2, -1), v = (5/4, -3), a = 3/4, b = -3/2, X = ((1, -2, 1/2), (3, 1, 2)), t = 3
BY_HAND = [
    (x[j], 3), (X[n, i], 3), (delta(i, k), 0), (delta(j, last), 1), (C, 3), (mu, 2.5 / 3), (total(x * w), -1),
    (others(x, i), 1), (others(x, [i, k]), 3), (others(x[k] * w[i], j, over=k), -1),
    (total(v[n] * X[n, i], over=n), -7.75), (mean(X, over=[N, C]), 5.5 / 6), (norm(x), 15.25**0.5), (norm(x, 1), 6.5),
    (variance(w), 5.25 / 3 - 0.25),
    (variance(w, ddof=1), 5.25 / 2 - 0.375), (covariance(x, w), -1 / 3 - 2.5 / 6), (maximum(a, b, x[k]), 0.75),
    (minimum(a, b, x[k]), -2), (abs(b), 1.5), ((1 + x[j]) ** Fraction(-3, 2), 0.125), (x.T @ w, -1),
    (x.T @ A @ w, 6 - 1 - 22.5), (trace(A), 8), (trace(A @ B), 1 + 2.25 - 17 / 3), (outer(x, w)[i, j], -1.5),
    ((A @ w)[j], -7.5), ((A.T @ w)[j], -5), (diag(x)[k, k], -2), ((diag(x) @ A)[k, j], -4), (identity(C)[i, j], 0),
    (ones(C).T @ x, 2.5), (matrix("M", x[i] - w[k], i, k)[j, i], 1), (jacobian(q, x)[k, k], half),
    (D(total(x**2), x[i]), 3), (D(D(a**3, a), a), 4.5), (D(norm(x), x[j]), 3 / 15.25**0.5), (D(a * total(x), a), 2.5),
    (D(at(a**2, a, a * b), a), 2 * 0.75 * 2.25), (at(mu, {x: [3, 1, 0, 4]}), 2), (at(x[i], {x: [3, 7], i: 2}), 7),
    (D(q[i] * total(q), q[k]), 3), (D(y[i] + mu, mu), 0), (D(y[i], x[i], holding=[mu]), 1), (D(y[i], x[i]), 2 / 3),
    (D(loss("L", q), w[j]), 15), (total(s, over=s, up_to=t), 6), (total(m[s], over=s, up_to=t), 0.5),
    (total(s, over=s, start=t + 1, up_to=t + 2), 9), (total(s, over=s, start=5, up_to=t), 0), (a ** (t - s), 0.75),
    (m[t + 1], 3),
]  # fmt: skip


@pytest.mark.parametrize(("term", "expected"), BY_HAND)
def test_values_by_hand(term: Term, expected: float) -> None:
    assert printed().number(term) == pytest.approx(float(expected), abs=1e-12)


def test_a_name_is_looked_up() -> None:
    """And not what stands under it in the term: that is what another hand has put there."""
    assert printed({"y": x}).number(y[i]) == 1.5
    assert printed({"M": A}).number(define("M", diag(w))[i, j]) == -1


def test_what_speaks_of_an_index_is_not_looked_up() -> None:
    r = define("r", others(w, k))
    assert definitions([r * x[k]]) == {}
    assert definitions([y[i] + norm(y), r]) == {"mu": mu.args[2], "y": y.args[2]}


def test_what_is_defined_twice_is_not_known() -> None:
    with pytest.raises(Unknown, match="mu is defined twice"):
        definitions([mu, define("mu", mean(w))])


@pytest.mark.parametrize("term", [1 / (x[i] - x[i]), D(sqrt(a - a), a), sqrt(b), norm(x / (w[i] - w[i]))])
def test_what_has_no_value_as_printed(term: Term) -> None:
    with pytest.raises((Undefined, Unsure)):
        printed().number(term if not term.axes else total(term))


def test_what_has_no_value_in_a_channel_has_one_in_others() -> None:
    z = define("z", 1 / (x - 3))
    found = printed({"z": z.args[2]})
    assert found.number(z[k]) == pytest.approx(-0.2)
    with pytest.raises(Undefined):
        found.number(z[j])
    with pytest.raises(Undefined):
        found.number(total(z))


@pytest.mark.parametrize("term", [integral(a, a), at(integral(a, a), a, b), a + define("u", x)])
def test_what_is_not_known_as_printed_is_said(term: Term) -> None:
    with pytest.raises(Unknown):
        printed().number(term)


# --- a sample ------------------------------------------------------------------------------------------------------


OPERATIONS = {
    "D", "abs", "add", "app", "at", "between", "coord", "cov", "def", "delta", "diag", "div", "fn", "half", "identity",
    "inner", "jacobian", "loss", "matmul", "matrix", "max", "min", "mul", "neg", "norm", "norm_1", "num", "ones", "pow",
    "power", "seq", "slope", "sum", "sym", "there", "trace", "transpose", "upto", "var", "vector", "whole",
}  # fmt: skip
"""All of which terms are made, but antiderivatives."""


def test_a_sample() -> None:
    tally = printed_and_meant.run(1_600, "test")
    assert tally.bad == []
    assert {*tally.kinds} == OPERATIONS
    assert tally.compared > 0.7 * tally.terms
    assert not [what for what in tally.outcomes if what.startswith(UNKNOWN)]
    assert tally.outcomes[UNSURE] + tally.outcomes[ASKS] < 0.01 * tally.outcomes[SAME]
    assert tally.outcomes[REFUSED] < 0.3 * tally.terms


def test_a_sample_is_the_same_again() -> None:
    assert printed_and_meant.run(40, "again") == printed_and_meant.run(40, "again")


# --- what the sample finds -----------------------------------------------------------------------------------------


def no_way_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sum over i of vectors, taken for the entry i: what was free comes under the sum."""
    monkeypatch.setattr(of_arrays, "binds", lambda t: ())


def left_out_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The letter of a sum may be one that a sum inside leaves out."""

    def letters_in(*terms: Term) -> set[str]:
        parts = [part for term in terms for part in term.walk() if part.op in ("coord", "delta", "sum", "vector")]
        return {bare(i) for part in parts for i in part.args[part.op == "vector" :] if isinstance(i, str)}

    monkeypatch.setattr(of_arrays, "letters_in", letters_in)


def numbers_leave_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """An index that has a number at a point stays free in what has no numbers there."""

    def meaning(body: Term, *pairs: tuple[Any, ...]) -> Term:
        moving = any(part.op in of_points.MOVING for part in body.walk())
        there = of_points._There(pairs, of_points._mark(body.walk()) if moving else "")
        made = there.of(body, {of[0]: of[1] for of in pairs if isinstance(of[0], str)})
        for symbol, value in there.held.items():
            made = Term("at", (made, symbol, value))
        return made

    monkeypatch.setitem(MEANINGS, "there", meaning)


@pytest.mark.parametrize("hole", [no_way_made, left_out_is_forgotten, numbers_leave_open])
def test_a_hole_is_found(hole: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    hole(monkeypatch)
    assert printed_and_meant.run(400, "test").bad


def test_another_entry_is_noticed() -> None:
    wrong = eq(total(x * w), 0)
    tally = Tally()
    tally.take(Statement("eq", (define("y", total(x * w)), wrong.parts[1])), Here(point(), [shapes()], {"y": total(x)}))
    assert tally.outcomes == {DIFFERENT: 1, SAME: 1}
    assert len(tally.bad) == 1


# --- all theorems --------------------------------------------------------------------------------------------------

NOT_READ = {"an antiderivative": 9, "a name without a value": 9, "an exponential that is too large": 10}
"""Statements whose numbers are not all compared."""


def test_every_statement_of_every_theorem() -> None:
    found: Counter[str] = Counter()
    for theorem in theorems("all", *map(str, sorted((ROOT / "examples").glob("*.py")))):
        said = [*statements(theorem)]
        defined = definitions(t for one in said for t in one.printed())
        (here,) = (Here(p, said, defined) for p in sample(theorem, 1))
        for one in said:
            tally = Tally()
            tally.take(one, here)
            assert tally.bad == [], theorem.id
            found[_read(tally, one)] += 1
    assert found.pop("read") > 2_000
    assert found == NOT_READ


def _read(tally: Tally, statement: Statement) -> str:
    if any(what.startswith(UNKNOWN) for what in tally.outcomes):
        return "a name without a value"
    if not tally.outcomes[UNSURE]:
        return "read"
    is_integrated = any(t.op == "integral" for top in statement.printed() for t in top.as_written())
    return "an antiderivative" if is_integrated else "an exponential that is too large"
