"""Every constructor of the language, with what may stand in it, so that tests can put each into each.

A `Maker` makes a term of one sort from terms of others. The sorts are "number", "of x_k" (a number that may speak of
channel k), "of m_s" (one that may speak of the whole number s), "whole", "column", "family" (a column over N),
"square", "matrix" (over N and
C), "relation" (a statement about numbers) and "statement".
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any, NamedTuple

from symnorm.language import (
    D,
    LanguageError,
    Term,
    array,
    at,
    both,
    cases,
    covariance,
    define,
    delta,
    diag,
    differentiable,
    either,
    eq,
    every,
    exp,
    function,
    function_of,
    identity,
    iff,
    implies,
    indices,
    integral,
    jacobian,
    length,
    log,
    loss,
    matrix,
    maximum,
    mean,
    minimum,
    ne,
    norm,
    ones,
    others,
    outer,
    rational,
    sequence,
    sqrt,
    symbol,
    tanh,
    term,
    total,
    trace,
    transpose,
    variance,
    vector,
    whole,
)
from symnorm.language.terms import free_indices

C, N = symbol("C"), length("N")
a, beta, t = symbol("a"), symbol("beta", r"\beta"), symbol("t")
x, y, u = vector("x", C), vector("y", C, r"\mathbf{y}"), vector("u", N)
X = array("X", N, C)
i, j, k = indices("i j k", C)
b, d = indices("b d", N)
f, phi, psi = function("f", t), function_of("phi", r"\phi"), function_of("psi", r"\psi")
g = function("g", x[i], latex=r"\hat g")
mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
z = define("z", (x - mu) / sqrt(sigma2), r"\hat{z}")
Y = define("Y", X - mean(X, over=N), r"\tilde{Y}")
ell = loss("ell", z, r"\ell")
A = matrix("A", x[i] * y[j], i, j)
Z = define("Z", A @ A.T - identity(C), "Z")
w = define("w", A @ x, r"\mathbf{w}")
e = define("e", ones(C) / sqrt(C), r"\mathbf{e}")
n, s, p = whole("n"), whole("s"), whole("p", 0)
m, q = sequence("m"), sequence("q", r"\hat q")


class Maker(NamedTuple):
    """How a term of a sort is made from terms of other sorts."""

    sort: str
    parts: tuple[str, ...]
    make: Callable[..., Any]


def there(v: Term, point: dict[Any, Any]) -> Term:
    """A term at a point, as far as it speaks of what has a value there, and where all in it has."""
    named = {t.args[0] for t in v.walk() if t.op in ("sym", "vector", "coord")} | {*free_indices(v)}
    try:
        return at(v, {of: put for of, put in point.items() if getattr(of, "name", None) or of.args[0] in named})
    except LanguageError:
        return at(v, t, 1)


LEAVES: dict[str, list[Any]] = {
    "number": [
        a, beta, t, C, N, n, p, mu, sigma2, x[i], y[j], u[b], X[b, i], z[i], Y[d, j], w[i], e[j], Z[i, j],
        f, g, m[n], q[n - 1], delta(i, j), delta(i, k), delta(b, d),
        term(0), term(1), term(2), term(Fraction(2, 3)), rational("0.5"), term(-1),
    ],
    "whole": [n, p + 1, n + p, n - 1, term(2), 2 * n, n + 1],
    "column": [x, y, z, w, X[b], Y[b], mu * ones(C), ones(C), e],
    "family": [u, X[i], Y[i], ones(N)],
    "square": [A, Z, identity(C), jacobian(z, x)],
    "of x_k": [x[k], z[k] * a], "of m_s": [m[s], q[n - s]],
    "matrix": [X, Y], "relation": [eq(a, beta), a < t, x[i] >= 0], "statement": [eq(x, y), eq(u, 0), eq(A @ x, z)],
}  # fmt: skip

MAKERS = [
    # arithmetic
    *(Maker("number", ("number",) * 2, make) for make in (
        lambda v, o: v + o, lambda v, o: v - o, lambda v, o: v * o, lambda v, o: v / o, maximum, minimum,
    )),
    *(Maker("number", ("number",), make) for make in (
        lambda v: -v, abs, sqrt, exp, log, tanh, lambda v: v**2, lambda v: v**-3, lambda v: v**Fraction(1, 2),
        lambda v: v**Fraction(-3, 2), lambda v: v**Fraction(3, 2), lambda v: v * v * a, lambda v: v**0,
        lambda v: tanh(v) ** 2, lambda v: log(v) ** 3, lambda v: v**12, lambda v: Fraction(1, 2) * v,
    )),
    Maker("number", ("number", "number", "number"), maximum),
    Maker("number", ("number", "whole"), lambda v, e: v**e),
    # functions, derivatives, values at points
    *(Maker("number", ("number",), make) for make in (
        phi, lambda v: psi(v, t), lambda v: psi(a, v),
        lambda v: Term("app", ("phi", (1,), (v,)), r"\phi"), lambda v: Term("app", ("phi", (3,), (v,)), r"\phi"),
        lambda v: Term("app", ("psi", (1, 2), (v, a)), r"\psi"),
        lambda v: D(v, t), lambda v: D(v, x[i]), lambda v: D(v, x[j]), lambda v: D(v, X[b, i]),
        lambda v: integral(v, t), lambda v: integral(v, x[i]), lambda v: at(v, t, 0),
        lambda v: at(f, t, v), lambda v: at(v, x[i], a),
        lambda v: at(D(phi(t), t), t, v),
    )),
    Maker("number", ("number", "number"), lambda v, o: at(v, t, o)),
    *(Maker("number", ("number",), make) for make in (
        lambda v: there(v, {x: [3, 1, 0], y: [a, 2, -1], i: 1, j: 2}), lambda v: at(v + a * t, {a: t, t: 2}),
        lambda v: there(v, {x: [Fraction(1, 2), a, t + 1], y: [0, 0, 1], i: 3, j: 3, k: 1, a: 0}),
    )),
    *(Maker("number", (), lambda made=made: made) for made in (
        D(f, t), D(z[i], x[j]), D(mu, x[i]), D(D(f, t), t), D(ell, z[i]), D(ell, x[j]), D(ell, mu), D(ell, sigma2),
        D(z[i], mu), D(z[i], mu, holding=[sigma2]), D(z[i], sigma2), D(sigma2, x[i], holding=[mu]), D(sigma2, mu),
    )),
    # sums over channels and other sets
    *(Maker("number", ("of x_k",), make) for make in (
        lambda v: total(v, over=k), lambda v: mean(v, over=k), lambda v: others(v, i) if v.is_channel else v,
    )),
    Maker("of x_k", ("number",), lambda v: x[k] * v),
    Maker("of x_k", ("number",), lambda v: v + delta(i, k) * z[k]),
    Maker("number", ("number",), lambda v: total(X[b, k] * v, over=[b, k])),
    Maker("number", ("number",), lambda v: total(total(x[k] * v, over=k) * x[j], over=j)),
    *(Maker("number", ("column",), make) for make in (
        lambda v: norm(v), lambda v: norm(v, 1), lambda v: v.T @ y, lambda v: y.T @ v, lambda v: v.T @ A @ v,
        lambda v: norm(v) ** 2, lambda v: trace(v @ x.T),
    )),
    *(Maker("number", (), lambda made=made: made) for made in (
        variance(x), variance(x - y, ddof=1), covariance(x, y), covariance(z, x - mu, ddof=1), variance(u), total(x),
        mean(x * y), total(x**2), others(x, i), others(x * z, j), others(u, b), total(X, over=[N, C]),
        mean(X, over=[N, C]), total(a, over=p, up_to=n), total(a, over=s, up_to=n),
        total(X, over=N)[i], mean(X, over=C)[b],
    )),
    # whole numbers
    *(Maker("number", ("of m_s",), make) for make in (
        lambda v: total(v, over=s, up_to=n), lambda v: total(v, over=s, up_to=n - 1),
        lambda v: total(v, over=s, up_to=5), lambda v: total(v, over=s, start=2, up_to=n + 2),
        lambda v: total(v, over=s, start=3, up_to=n + 2), lambda v: total(v, over=s, start=n + 1, up_to=n + p),
    )),
    Maker("of m_s", ("number",), lambda v: m[s] * v),
    Maker("of m_s", ("number",), lambda v: v * beta ** (n - s)),
    Maker("of m_s", ("number",), lambda v: v + m[s + 1]),
    Maker("number", ("whole",), lambda e: m[e]),
    Maker("number", ("whole",), lambda e: q[e] ** 2),
    Maker("number", ("number", "whole"), lambda v, e: total(v * q[s], over=s, up_to=e)),
    # matrices, columns and rows
    *(Maker("column", ("column",) * 2, make) for make in (lambda v, o: v + o, lambda v, o: v - o)),
    *(Maker("column", ("number", "column"), make) for make in (lambda v, o: v * o, lambda v, o: o / v)),
    Maker("column", ("column",), lambda v: -v),
    Maker("column", ("column",), lambda v: diag(v) @ x),
    Maker("column", ("column",), lambda v: (y.T @ v) * x),
    Maker("column", ("square", "column"), lambda M, v: M @ v),
    Maker("column", ("square", "column"), lambda M, v: M.T @ v),
    Maker("column", ("matrix", "family"), lambda M, v: M.T @ v),
    Maker("column", (), lambda: total(u * X, over=N)),
    Maker("column", (), lambda: mean(X, over=N)),
    Maker("family", ("matrix", "column"), lambda M, v: M @ v),
    Maker("family", ("family",) * 2, lambda v, o: v - o),
    Maker("square", ("square",) * 2, lambda M, o: M @ o),
    Maker("square", ("square",) * 2, lambda M, o: M + o),
    Maker("square", ("square",) * 2, lambda M, o: M - o),
    Maker("square", ("number", "square"), lambda v, M: v * M),
    Maker("square", ("number", "square"), lambda v, M: M / v),
    Maker("square", ("square",), transpose),
    Maker("square", ("square",), lambda M: -M),
    Maker("square", ("column", "column"), outer),
    Maker("square", ("column",), diag),
    Maker("square", ("matrix",), lambda M: M.T @ M),
    Maker("number", ("square",), trace),
    Maker("number", ("family",), lambda v: norm(v)),
    Maker("number", ("family",), lambda v: v.T @ u),
    Maker("matrix", ("family", "column"), lambda v, o: v @ o.T),
    Maker("matrix", ("matrix", "square"), lambda M, o: M @ o),
    # statements
    *(Maker("relation", ("number", "number"), make) for make in (
        eq, ne, lambda v, o: v < o, lambda v, o: v <= o, lambda v, o: v > o, lambda v, o: v >= o,
        lambda v, o: either(eq(v, o), eq(v, -o)), lambda v, o: eq(v, cases((o, a > 0), (0, a <= 0))),
        lambda v, o: eq(a, cases((v, beta < 0), (o, eq(beta, 0)), t)),
        lambda v, o: eq(a, cases((beta, v > o), (t, v <= o))),
    )),
    *(Maker("relation", ("relation",) * 2, make) for make in (implies, iff, both, either)),
    Maker("relation", ("relation",) * 3, both),
    Maker("statement", ("statement", "relation"), both),
    Maker("statement", ("statement",) * 2, both),
    Maker("statement", ("relation",), lambda s: s),
    *(Maker("statement", (sort, sort), eq) for sort in ("column", "family", "square", "matrix")),
    *(Maker("statement", (), lambda made=made: made) for made in (
        differentiable(f), differentiable(f, 2), differentiable(f, 3), every(x) > 0, every(X) > 0, eq(every(u), 0),
        ne(every(z), a), eq(every(x), every(y)),
    )),
]  # fmt: skip


def terms_of(sort: str, source: random.Random, depth: int) -> Any:
    """A term or a statement of a sort, at random."""
    makers = [maker for maker in MAKERS if maker.sort == sort]
    if depth <= 0 or not makers or source.randrange(4) == 0:
        return source.choice(LEAVES[sort])
    return made(source.choice(makers), source, depth)


def made(maker: Maker, source: random.Random, depth: int) -> Any:
    """What a maker makes of terms at random."""
    return maker.make(*(terms_of(part, source, depth - 1) for part in maker.parts))


def nested(source: random.Random) -> Iterator[Any]:
    """Every maker's term with that of every other one in each of its places, at random in the rest."""
    for outer_maker in MAKERS:
        if not outer_maker.parts:
            yield outer_maker.make()
        for n, sort in enumerate(outer_maker.parts):
            for inner in (maker for maker in MAKERS if maker.sort == sort):
                parts = [terms_of(part, source, 0) for part in outer_maker.parts]
                parts[n] = made(inner, source, 1)
                with suppress(LanguageError):  # nothing is done to the gradient of a loss
                    yield outer_maker.make(*parts)
