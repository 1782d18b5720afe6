"""Values at concrete points, norms and matrices, families of vectors: what is put where, and what only seems to fit."""

from __future__ import annotations

from fractions import Fraction

from symnorm.language import (
    D,
    array,
    at,
    eq,
    identity,
    jacobian,
    length,
    maximum,
    minimum,
    norm,
    ones,
    others,
    outer,
    sqrt,
    term,
    trace,
    variance,
    vector,
)

from .kit import PROVED, REFUTED, UNDEFINED, C, Trap, a, b, i, j, ln, mu, sigma2, w, x

N = length("N")
A, B, v = array("A", N, N), array("B", N, N), vector("v", N)
P = {x: [3, 1, 0]}
PC = {**P, C: 3}

TRAPS = {
    "a mean at a point": Trap(PROVED, eq(at(mu, P), Fraction(4, 3))),
    "a mean at a point is not the mean": Trap(REFUTED, eq(at(mu, P), mu), [C > 0]),
    "the number of channels at a point is its own": Trap(REFUTED, eq(at(C * mu, PC), C * at(mu, PC)), [C > 0]),
    "a variance with ddof at a point": Trap(PROVED, eq(at(variance(x, ddof=1), P), Fraction(7, 3))),
    "a variance with ddof of one entry": Trap(UNDEFINED, eq(at(variance(x, ddof=1) * a, {x: [3], a: 0}), 0)),
    "equal entries have no normalized ones": Trap(UNDEFINED, eq(at(ln[i] * 0, {x: [2, 2], i: 1}), 0)),
    "all others of one entry": Trap(PROVED, eq(at(others(x, i), {x: [a], i: 1}), 0)),
    "a slope is taken before": Trap(PROVED, eq(at(D(sigma2, x[i]), {**P, i: 1}), Fraction(10, 9))),
    "a slope of a value is none": Trap(PROVED, eq(D(at(sigma2, {x: [a, 1]}), a), (a - 1) / 2)),
    "a slope at a corner": Trap(UNDEFINED, eq(at(D(abs(x[i]), x[i]), {x: [0, 1], i: 1}), 0)),
    "symbols in each other's places": Trap(PROVED, eq(at(a - b, {a: b, b: a}), b - a)),
    "a length at a point": Trap(PROVED, eq(at(norm(x), {x: [3, 2, 1]}), sqrt(term(14)))),
    "a length is not negative": Trap(REFUTED, eq(norm(-2 * x), -2 * norm(x)), [C > 0]),
    "the square of a length": Trap(PROVED, eq(norm(x) ** 2, x.T @ x), [C > 0]),
    "a trace is no product of lengths": Trap(REFUTED, eq(trace(outer(x, w)), norm(x) * norm(w)), [C > 0]),
    "the larger and the smaller": Trap(PROVED, eq(maximum(a, b) + minimum(a, b), a + b)),
    "the larger less the smaller": Trap(REFUTED, eq(maximum(a, b) - minimum(a, b), a - b)),
    "a square matrix is not its transpose": Trap(REFUTED, eq(A @ v, A.T @ v)),
    "a product of square matrices in another order": Trap(REFUTED, eq(A @ B, B @ A)),
    "the transpose of a product": Trap(PROVED, eq((A @ B).T, B.T @ A.T)),
    "the transpose of a product, in its order": Trap(REFUTED, eq((A @ B).T, A.T @ B.T)),
    "the trace of a product in another order": Trap(PROVED, eq(trace(A @ B), trace(B @ A))),
    "the Jacobian of a normalization": Trap(
        PROVED, eq(jacobian(ln, x) @ ones(C), 0), [C > 0, sigma2 > 0]),
    "a Jacobian is no multiple of the identity": Trap(
        REFUTED, eq(jacobian(ln, x), identity(C) / sqrt(sigma2)), [C > 0, sigma2 > 0]),
    "two entries that may be one": Trap(REFUTED, eq(D(x[i] ** 2, x[j]), 0)),
}  # fmt: skip
