"""Derivatives by entries of arrays that are defined, and a loss of an array: batch normalization with two indices."""

from __future__ import annotations

import json

import pytest

from symnorm.judge import judge
from symnorm.language import (
    D,
    LanguageError,
    Statement,
    Theorem,
    array,
    by,
    define,
    delta,
    eq,
    every,
    indices,
    length,
    loss,
    mean,
    sqrt,
    symbol,
    total,
    variance,
    vector,
)
from symnorm.language.letters import renamed
from symnorm.language.record import record, theorems_from
from symnorm.language.terms import form, free_indices
from symnorm.language.text import text
from symnorm.report import Report

N = length("N")
C, eps = symbol("C"), symbol("eps")
x, w, g = array("x", N, C), array("w", N, C), vector("g", C)
(a, b), (i, j) = indices("a b", N), indices("i j", C)
mu = define("mu", mean(x, over=N), r"\mu")
v = define("v", mean((x - mu) ** 2, over=N))
n = define("n", (x - mu) / sqrt(v + eps), r"\hat x")
y = define("y", g * n)
ell = loss("ell", y, r"\ell")
root = sqrt(v[i] + eps)
inner = total(total(n[b, i] * w[b, i], over=b), over=i)


def judged(statement: Statement) -> Report:
    theorem = Theorem("test/arrays", "Arrays", where=[N > 0, C > 0, every(v) + eps > 0])
    theorem.claim("(1)", statement, by.algebra())
    [again] = theorems_from(json.loads(json.dumps(record(theorem))))
    return judge(again)


PROVED = [
    eq(D(n[b, i], n[a, j]), delta(a, b) * delta(i, j)),
    eq(D(ell, n[b, i]), g[i] * D(ell, y[b, i])),
    eq(D(ell, mu[i]), -g[i] * total(D(ell, y[b, i]), over=b) / root),
    eq(D(ell, v[i]), -total(D(ell, n[b, i]) * (x[b, i] - mu[i]), over=b) / (2 * root**3)),
    eq(D(ell, x[b, i]), D(ell, n[b, i]) / root + D(ell, v[i]) * 2 * (x[b, i] - mu[i]) / N + D(ell, mu[i]) / N),
    eq(D(ell, g[i]), total(D(ell, y[b, i]) * n[b, i], over=b)),
    eq(D(v[i], x[b, i], holding=[mu]), 2 * (x[b, i] - mu[i]) / N),
    eq(D(v[i], x[b, j], holding=[mu]), 2 * (x[b, i] - mu[i]) * delta(i, j) / N),
    eq(D(inner, n[b, i]), w[b, i]),
    eq(D(mean(n, over=N)[i], n[b, j]), delta(i, j) / N),
    eq(variance(x[b]), mean(x[b] ** 2) - mean(x[b]) ** 2),
]
REFUTED = [
    eq(D(n[b, i], n[a, j]), delta(i, j)),
    eq(D(ell, n[b, i]), g[i] * D(ell, y[a, i])),
    eq(D(ell, x[b, i]), D(ell, n[b, i]) / root),
    eq(D(inner, n[b, i]), total(w[b, i], over=b)),
    eq(D(inner, n[b, i]), total(w[b, i], over=i)),
    eq(D(v[i], x[b, j], holding=[mu]), 2 * (x[b, i] - mu[i]) / N),
]


@pytest.mark.parametrize("statement", PROVED, ids=text)
def test_what_holds_is_proved(statement: Statement) -> None:
    assert judged(statement).lines[-1].verdict == "proved"


@pytest.mark.parametrize("statement", REFUTED, ids=text)
def test_what_fails_is_refuted(statement: Statement) -> None:
    assert judged(statement).lines[-1].verdict == "refuted"


def test_the_graph_is_told_by_the_names_of_arrays() -> None:
    line = judged(eq(D(ell, mu[i]), -g[i] * total(D(ell, y[b, i]), over=b) / root)).lines[-1]
    assert [f.text for f in line.graph] == [
        "dℓ/dμ_i is total: μ → v, x̂; v → x̂; x̂ → y; y → ℓ", "dℓ/dy_{bi} is total: y → ℓ"
    ]  # fmt: skip


def test_what_has_several_indices_needs_all_of_them() -> None:
    with pytest.raises(LanguageError, match="is not a variable"):
        D(ell, n[b])
    with pytest.raises(LanguageError, match="an entry is differentiated"):
        D(n, n[b, i])
    with pytest.raises(LanguageError, match="names the whole"):
        D(y[b, i], mu[i], holding=[n[b, i]])
    with pytest.raises(LanguageError, match="has several indices"):
        variance(x)
    with pytest.raises(LanguageError, match="never varies"):
        D(ell, N)


def test_the_letter_of_a_sum_is_changed_in_vectors_as_such() -> None:
    """Of the sum over b of Var(x_b) n_bi, the entry with the letter b is one of them, and not all."""
    whole = total(variance(x[b]) * n[b, i], over=b)
    assert judged(eq(D(whole, n[b, i]), variance(x[b]))).lines[-1].verdict == "proved"
    assert judged(eq(D(whole, n[b, i]), total(variance(x[a]), over=a))).lines[-1].verdict == "refuted"
    assert renamed(variance(x[b]), "b:N", "a:N") == variance(x[a])
    assert free_indices(variance(x[b]) + total(x[a])) == ("b:N", "a:N")


def test_an_entry_moves_in_a_vector_of_the_array_as_such() -> None:
    made, entries = D(variance(n[a]), n[b, i]), D(mean((n[a] - mean(n[a])) ** 2), n[b, i])
    assert form(made) == form(entries)
