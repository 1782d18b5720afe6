"""Variance and covariance: what they are over, and how they are printed and read."""

from __future__ import annotations

import json

import pytest

from symnorm.judge import judge
from symnorm.language import (
    D,
    LanguageError,
    Statement,
    Term,
    Theorem,
    by,
    covariance,
    define,
    eq,
    function,
    indices,
    mean,
    sqrt,
    symbol,
    total,
    variance,
    vector,
)
from symnorm.language.latex import latex
from symnorm.language.record import record, theorems_from
from symnorm.language.text import text
from symnorm.mutation.edits import Scope, variants
from symnorm.reader import Notation, NotUnderstood, harmless, read

C, a, b = map(symbol, "Cab")
x, w = vector("x", C), vector("w", C)
(i,) = indices("i", C)
mu = define("mu", mean(x), r"\mu")
n = define("n", x - mu, r"\hat x")


def verdict(statement: Statement) -> str:
    theorem = Theorem("test/operators", "Operators", where=[C > 1])
    theorem.claim("(1)", statement, by.algebra())
    [again] = theorems_from(json.loads(json.dumps(record(theorem))))
    return judge(again).lines[-1].verdict


@pytest.mark.parametrize(
    "statement",
    [
        eq(variance(x), mean(x**2) - mean(x) ** 2),
        eq(variance(x, ddof=1), total((x - mu) ** 2) / (C - 1)),
        eq(covariance(x, w), mean(x * w) - mean(x) * mean(w)),
        eq(covariance(x, w, ddof=1), (total(x * w) - C * mean(x) * mean(w)) / (C - 1)),
        eq(covariance(x, x), variance(x)),
        eq(covariance(x, w), covariance(w, x)),
        eq(variance(a * x + b), a**2 * variance(x)),
        eq(variance(x + w), variance(x) + 2 * covariance(x, w) + variance(w)),
        eq(variance(n), variance(x)),
        eq(D(variance(x), x[i]), 2 * (x[i] - mu) / C),
        eq(total(variance(x * w[i]), over=i), variance(x) * total(w**2)),
    ],
    ids=text,
)
def test_what_holds_is_proved(statement: Statement) -> None:
    assert verdict(statement) == "proved"


@pytest.mark.parametrize(
    "statement",
    [
        eq(variance(x), variance(x, ddof=1)),
        eq(variance(x, ddof=1), total((x - mu) ** 2) / C),
        eq(covariance(x, w), mean(x * w)),
        eq(variance(a * x + b), a * variance(x)),
        eq(variance(x + w), variance(x) + variance(w)),
        eq(variance(x), sqrt(variance(x))),
    ],
    ids=text,
)
def test_what_fails_is_refuted(statement: Statement) -> None:
    assert verdict(statement) == "refuted"


SHOWN = [
    (variance(x), "Var(x)", "variance(x)", r"\operatorname{Var}(x)"),
    (variance(x, ddof=1), "Var_{C - 1}(x)", "variance(x, ddof=1)", r"\operatorname{Var}_{C - 1}(x)"),
    (covariance(x, n), "Cov(x, x̂)", "covariance(x, n)", r"\operatorname{Cov}(x, \hat x)"),
    (
        covariance(2 * x, w, ddof=1) ** 2, "Cov_{C - 1}(2·x, w)²", "covariance(2*x, w, ddof=1)**2",
        r"\operatorname{Cov}_{C - 1}(2 x, w)^2",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("made", "unicode", "ascii", "formula"), SHOWN, ids=[s[2] for s in SHOWN])
def test_it_is_printed_and_read(made: Term, unicode: str, ascii: str, formula: str) -> None:
    assert (text(made), text(made, ascii=True), latex(made)) == (unicode, ascii, formula)
    found = read(formula, Notation([made]))
    assert harmless(found.meaning) == harmless(made)
    assert not found.tolerances


@pytest.mark.parametrize(
    ("formula", "why"),
    [
        (r"\operatorname{Var}(C)", "a vector belongs here"),
        (r"\operatorname{Var}(x, w)", "not what a variance is of"),
        (r"\operatorname{Cov}(x)", "not what a covariance is of"),
        (r"\operatorname{Var}_{C}(x)", "is over C, or one less"),
        (r"\operatorname{Var}_{C - 2}(x)", "is over C, or one less"),
        (r"\operatorname{Var} x", "belongs here"),
    ],
)
def test_what_is_none_is_not_understood(formula: str, why: str) -> None:
    with pytest.raises(NotUnderstood, match=why):
        read(formula, Notation([eq(variance(x), covariance(x, w))]))


def test_what_it_is_of() -> None:
    for made in (lambda: variance(x[i]), lambda: variance(mu), lambda: covariance(x, 2)):
        with pytest.raises(LanguageError, match="that of a vector"):
            made()
    for ddof in (2, -1, True, 0.5):
        with pytest.raises(LanguageError, match="over the number of channels"):
            variance(x, ddof=ddof)
    with pytest.raises(LanguageError, match="x has C channels, and v has N"):
        covariance(x, vector("v", symbol("N")))


def test_no_function_has_its_name() -> None:
    for name in ("Var", "Cov"):
        with pytest.raises(LanguageError, match=f"is printed as (the usual {name}|the operator of {name}.*) is"):
            verdict(eq(function(name, a) + variance(x) * covariance(x, w), covariance(x, w) * variance(x)))


def test_a_slip_is_in_what_it_is_over() -> None:
    statement = eq(variance(x), covariance(x, w))
    found = {text(v.statement) for v in variants(statement, Scope.of([statement]))}
    assert {"Var_{C - 1}(x) = Cov(x, w)", "Var(x) = Cov_{C - 1}(x, w)", "Var(2·x) = Cov(x, w)"} <= found
