"""Rows, columns and matrices over several sets: our LaTeX of a statement reads as that statement, and no other."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from symnorm import (
    Theorem,
    array,
    both,
    by,
    covariance,
    define,
    diag,
    eq,
    identity,
    indices,
    length,
    matrix,
    mean,
    norm,
    ones,
    sequence,
    symbol,
    total,
    trace,
    variance,
    vector,
    whole,
)
from symnorm.judge import judge
from symnorm.language import Statement, Term
from symnorm.language.latex import latex
from symnorm.language.terms import term
from symnorm.reader import Reader
from symnorm.report import Binding

C, N, M = symbol("C"), length("N"), length("M")
(i, j), (b, a), (m, l_) = indices("i j", C), indices("b a", N), indices("m l", M)
v, w, u, h = vector("v", C), vector("w", C), vector("u", N), vector("h", M)
X, W, Q = array("X", N, C), array("W", C, M), array("Q", N, M)
mu = define("mu", mean(X, over=N), r"\mu")
Y = define("Y", X - mu, r"\hat Y")
A, B = matrix("A", v[i] * w[j], i, j), matrix("B", u[b] * h[m], b, m, r"\mathbf{B}")
z = define("z", A @ v)
T, t, s, beta, g = whole("T"), whole("t"), whole("s"), symbol("beta", r"\beta"), sequence("g")


def bound(printed: str, statement: Statement) -> Binding:
    theorem = Theorem("p/1", "Shapes")
    theorem.claim("(1)", statement, by.algebra())
    return Reader(theorem).bind(printed, statement)[0]


SAID = [
    eq(norm(A @ v), 1), eq(norm(A @ A.T @ v - v) / norm(v), 1), eq(norm(z, 1), norm(A @ v, 1)),
    eq(norm(B @ h), norm(u)), eq(norm(v.T @ A), 1),
    eq(norm(Q @ h) ** 2, (Q @ h).T @ (Q @ h)), eq(norm(u) + norm(v) + norm(h, 1), 1),
    eq(norm(X[b]), norm(X[i])), eq(total(norm(X[b]) ** 2, over=b), total(norm(X[i]) ** 2, over=i)),
    eq(variance(X[b]) + variance(u), covariance(X[b], v)), eq(norm(Y[b]) + variance(Y[b]), norm(Y[i])),
    eq(X[b], v), eq(Y[b], X[b] - mu), eq(Y, X), eq(X @ v, u), eq(X.T @ u, v), eq(X[b].T @ v, u[b]), eq(A @ X[b] + v, w),
    eq(W @ h, v), eq(Q.T @ u, h), eq(X @ W, Q), eq((X @ W).T, W.T @ X.T), eq(identity(N) @ u, u), eq(diag(u) @ Q, B),
    eq(trace(Q @ Q.T), trace(Q.T @ Q)), eq(ones(N).T @ u + ones(C).T @ v, 1), eq(norm(diag(u) @ u), 1),
    eq(v, total(u * X, over=N)), eq(A @ total(u * X, over=N), mean(Y, over=N)), eq(norm(mean(X, over=N)), norm(u)),
    eq(X[b].T @ X[a], 0), eq(beta**T, 1), eq(beta**T * (v.T @ w), v[i] ** T),
    eq(A.T @ v, beta**T * w), eq(beta ** (T - t), 1),
    eq(total(g[s] * norm(v), over=s, start=t + 1, up_to=t + T), 1),
]  # fmt: skip


@pytest.mark.parametrize("statement", SAID, ids=latex)
def test_our_latex_is_read_as_what_it_is(statement: Statement) -> None:
    found = bound(latex(statement), statement)
    assert (found.outcome, found.tolerances) == ("bound", ()), found.reason


Column = Callable[[random.Random, int], Term]


def some_column(source: random.Random, size: Term, depth: int) -> Term:
    """A column over a set at random."""
    named = {C: [v, w, mu, X[b], Y[b], z], N: [u, X[i], Y[i], Q[m]], M: [h, Q[b], W[i]]}
    if depth == 0:
        return source.choice(named[size])
    across = source.choice([C, N, M])

    def one(of: Term = size) -> Term:
        return some_column(source, of, depth - 1)

    return source.choice(
        [
            lambda: one() + one(), lambda: one() - one(), lambda: some_number(source, depth - 1) * one(),
            lambda: one() / some_number(source, depth - 1), lambda: -one(), lambda: ones(size),
            lambda: total(u * source.choice({C: [X, Y], M: [Q]}[size]), over=N) if size is not N else one(),
            lambda: some_matrix(source, size, across) @ one(across), lambda: diag(one()) @ one(), lambda: one(),
        ]
    )()  # fmt: skip


def some_matrix(source: random.Random, rows: Term, columns: Term) -> Term:
    """A matrix with rows and columns of two sets, at random."""
    known = {(N, C): [X, Y], (C, M): [W], (N, M): [Q, B], (C, C): [A, A.T]}
    found = [*known.get((rows, columns), []), *(k.T for k in known.get((columns, rows), []))]
    left, right = some_column(source, rows, 0), some_column(source, columns, 0)
    return source.choice([*found, left @ right.T])


def some_number(source: random.Random, depth: int) -> Term:
    """A number at random in which vectors stand."""
    size = source.choice([C, N, M])
    if depth == 0:
        return source.choice([beta, beta**T, C, N, g[t], u[b], X[b, i], term(2)])
    one, other = (some_column(source, size, depth - 1) for _ in "12")
    return source.choice(
        [
            lambda: norm(one), lambda: norm(one, 1), lambda: one.T @ other, lambda: beta**T * norm(one) ** 2,
            lambda: trace(one @ other.T), lambda: some_number(source, depth - 1) * beta,
            lambda: total(g[s] * beta**T, over=s, start=t + 1, up_to=t + T),
        ]
    )()  # fmt: skip


@pytest.mark.parametrize("seed", range(400))
def test_our_latex_of_a_random_statement_is_bound(seed: int) -> None:
    source = random.Random(f"shapes/{seed}")
    size = source.choice([C, N, M])
    statement = (
        eq(some_column(source, size, 2), some_column(source, size, 1)) if seed % 2
        else eq(some_number(source, 3), some_number(source, 1))
    )
    found = bound(latex(statement), statement)
    assert found.outcome in ("bound", "declared"), (latex(statement), found.reason)
    assert all(told.endswith("before brackets is a factor") for told in found.tolerances)


@pytest.mark.parametrize(("printed", "statement"), [
    (r"\|A v\| = 1", eq(norm(A.T @ v), 1)), (r"\|A w\| = 1", eq(norm(A @ v), 1)), (r"\|u\| = 1", eq(norm(v), 1)),
    (r"\|A v\|_1 = 1", eq(norm(A @ v), 1)), (r"\|X_i\| = 1", eq(norm(X[b]), 1)), ("X v = u", eq(X.T @ u, v)),
    (r"\operatorname{Var}(X_i) = 1", eq(variance(X[b]), 1)), ("X_i = u", eq(X[b], v)), ("Q^T u = h", eq(Q @ h, u)),
    (r"\|X_{bi}\| = 1", eq(norm(X[b]), 1)), ("X = Y", eq(X @ v, u)), ("W h = u", eq(W @ h, v)),
    ("X u = u", eq(X @ v, u)),
    (r"\beta^T = 1", eq(beta**t, 1)), ("v^T = w", eq(v, w)), ("X_b = 1", eq(X[b, i], 1)), ("X = 0", eq(X[b, i], 0)),
    ("X_b - v = 0", eq(X[b, i] - v[i], 0)), ("Q W = X", eq(X @ W, Q)), (r"\operatorname{tr}(Q) = 1", eq(trace(A), 1)),
    (r"Q \odot X = 0", eq(X, 0 * X)), ("u + v = w", eq(v, w)),
])  # fmt: skip
def test_something_else_is_not_bound(printed: str, statement: Statement) -> None:
    assert bound(printed, statement).outcome in ("differs", "not understood")


def test_equations_over_several_sets_stand_in_one_theorem_and_in_one_line() -> None:
    """Each is meant for every row of its own set: that of u for those of N, that of h for those of M."""
    theorem = Theorem("p/2", "Several sets")
    together = both(eq(2 * h, h + h), eq(2 * Q, Q + Q), eq(2 * v, v + v))
    theorem.claim("(1)", together, by.each(by.algebra(), by.algebra(), by.algebra()))
    theorem.claim("(2)", eq(u + u, 2 * u), by.algebra())
    theorem.claim("(3)", both(eq(v[i] * X, X * v[i]), eq(W, W)), by.each(by.algebra(), by.algebra()))
    theorem.claim("(4)", both(eq(2 * v, v + v), eq(X[b, i], 1 * X[b, i])), by.each(by.algebra(), by.algebra()))
    report = judge(theorem)
    assert [(line.verdict, line.reason) for line in report.lines] == [("proved", "")] * 4
    reader = Reader(theorem)
    for e in theorem.entries:
        assert reader.bind(latex(e.statement), e.statement)[0].outcome == "bound"
    for printed in (r"2 h = h + h \text{and} 2 Q = Q + Q", "2 u = u + u", r"2 v = v + v \text{and} 2 v = v + v"):
        assert reader.bind(printed, together)[0].outcome == "differs"
