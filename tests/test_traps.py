"""Traps of algebra: statements that look true, or false, with the verdict that each must get, written by hand.

"proved" is for what holds under the hypotheses stated, "refuted" for what a point shows to be false, and
"unknown" for what must not be shown although no point of ours says so: it has no value somewhere,
or it does not
follow.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest

from symnorm.judge import judge
from symnorm.language import (
    D,
    LanguageError,
    Statement,
    Theorem,
    at,
    both,
    by,
    define,
    delta,
    either,
    eq,
    every,
    exp,
    function,
    iff,
    implies,
    indices,
    integral,
    interval,
    log,
    mean,
    ne,
    others,
    rational,
    sqrt,
    symbol,
    tanh,
    term,
    total,
    vector,
)

C, a, b, c, t, u, F = map(symbol, ("C", "a", "b", "c", "t", "u", "F"))
x, w = vector("x", C), vector("w", C)
i, j, k = indices("i j k", C)
y = function("y", t)
mu = define("mu", mean(x))
sigma2 = define("sigma2", mean((x - mu) ** 2))
ln = define("ln", (x - mu) / sqrt(sigma2))
third = Fraction(1, 3)

PROVED, REFUTED, UNKNOWN = "proved", "refuted", "unknown"


@dataclass
class Trap:
    """A statement, what it stands on, and the verdict on it."""

    verdict: str
    statement: Statement
    where: list[Statement] = field(default_factory=list)
    rule: Any = None
    given: list[Statement] = field(default_factory=list)
    along: list[Any] = field(default_factory=list)
    model: dict[Any, Any] = field(default_factory=dict)

    def theorem(self) -> Theorem:
        made = Theorem("trap/1", "A trap", where=self.where, along=self.along, model=self.model)
        premises = [made.given(f"given {n}", s, "hypothesis") for n, s in enumerate(self.given, start=1)]
        rule = self.rule(*premises) if callable(self.rule) else self.rule or by.algebra(*premises)
        made.claim("the claim", self.statement, rule)
        return made


def found(theorem: Theorem) -> str:
    return judge(theorem)["steps"][-1]["verdict"]


def roots(one, other, **more):
    """A rule: two roots are equal."""
    return lambda *premises: by.algebra(by.roots(one, other, *premises), **more)


TRAPS = {
    # roots and squares
    "sqrt(t^2) = t": Trap(REFUTED, eq(sqrt(t**2), t)),
    "sqrt(t^2) = t by roots": Trap(REFUTED, eq(sqrt(t**2), t), rule=roots(sqrt(t**2), t)),
    "sqrt(t^2) = t for t >= 0": Trap(PROVED, eq(sqrt(t**2), t), [t >= 0], roots(sqrt(t**2), t)),
    "sqrt(t^2) = t for t != 0": Trap(REFUTED, eq(sqrt(t**2), t), [ne(t, 0)], roots(sqrt(t**2), t)),
    "sqrt(t^2) = -t for t <= 0": Trap(PROVED, eq(sqrt(t**2), -t), [-t >= 0], roots(sqrt(t**2), -t)),
    "sqrt(t)^2 = t": Trap(UNKNOWN, eq(sqrt(t) ** 2, t)),
    "sqrt(t)^2 = t for t >= 0": Trap(PROVED, eq(sqrt(t) ** 2, t), [t >= 0]),
    "sqrt(ab) = sqrt(a) sqrt(b)": Trap(UNKNOWN, eq(sqrt(a * b), sqrt(a) * sqrt(b))),
    "sqrt(ab) = sqrt(a) sqrt(b) for ab > 0": Trap(UNKNOWN, eq(sqrt(a * b), sqrt(a) * sqrt(b)), [a * b > 0]),
    "sqrt(ab) = sqrt(a) sqrt(b) for a, b > 0": Trap(
        PROVED, eq(sqrt(a * b), sqrt(a) * sqrt(b)), [a > 0, b > 0], roots(sqrt(a * b), sqrt(a) * sqrt(b))
    ),
    "sqrt(a + b) = sqrt(a) + sqrt(b)": Trap(REFUTED, eq(sqrt(a + b), sqrt(a) + sqrt(b)), [a > 0, b > 0]),
    "sqrt(4) = -2": Trap(REFUTED, eq(sqrt(term(4)), -2)),
    "sqrt(4) = 2": Trap(PROVED, eq(sqrt(term(4)), 2)),
    "sqrt(-1)^2 = -1": Trap(UNKNOWN, eq(sqrt(term(-1)) ** 2, -1)),
    "a^2 = b^2 gives a = b": Trap(REFUTED, eq(a, b), given=[eq(a**2, b**2)], model={b: -a}),
    "a^2 = b^2 gives a = b or a = -b": Trap(PROVED, either(eq(a, b), eq(a, -b)), given=[eq(a**2, b**2)],
    model={b: -a}),
    "a^2 = b^2 gives a = b for a, b >= 0": Trap(
        PROVED, eq(a, b), [a >= 0, b >= 0], roots(a, b), [eq(a**2, b**2)], model={b: a}
    ),
    "a^2 >= 0": Trap(PROVED, a**2 >= 0, rule=by.sign()),
    "a^2 > 0": Trap(REFUTED, a**2 > 0, rule=by.sign()),
    "a^2 > 0 for a != 0": Trap(PROVED, a**2 > 0, [ne(a, 0)], by.sign()),
    "a^3 >= 0": Trap(REFUTED, a**3 >= 0, rule=by.sign()),
    "a^2 + b^2 > 0": Trap(REFUTED, a**2 + b**2 > 0, rule=by.sign()),
    # logarithms and exponentials
    "log(t^2) = 2 log t": Trap(UNKNOWN, eq(log(t**2), 2 * log(t))),
    "log(t^2) = 2 log t for t != 0": Trap(
        UNKNOWN, eq(log(t**2), 2 * log(t)), [ne(t, 0)], lambda: by.algebra(by.logarithms({t**2: 1, t: -2}))
    ),
    "log(t^2) = 2 log t for t > 0": Trap(
        PROVED, eq(log(t**2), 2 * log(t)), [t > 0], lambda: by.algebra(by.logarithms({t**2: 1, t: -2}))
    ),
    "log(ab) = log a + log b for ab > 0": Trap(
        UNKNOWN, eq(log(a * b), log(a) + log(b)), [a * b > 0],
        lambda: by.algebra(by.logarithms({a * b: 1, a: -1, b: -1})),
    ),
    "log(a + b) = log a + log b": Trap(REFUTED, eq(log(a + b), log(a) + log(b)), [a > 0, b > 0]),
    "exp(log t) = t": Trap(UNKNOWN, eq(exp(log(t)), t)),
    "exp(log t) = t for t > 0": Trap(PROVED, eq(exp(log(t)), t), [t > 0]),
    "exp(log t) = t for t >= 0": Trap(UNKNOWN, eq(exp(log(t)), t), [t >= 0]),
    "log(exp t) = t": Trap(PROVED, eq(log(exp(t)), t)),
    "exp(a + b) = exp a + exp b": Trap(REFUTED, eq(exp(a + b), exp(a) + exp(b))),
    "exp(ab) = exp a exp b": Trap(REFUTED, eq(exp(a * b), exp(a) * exp(b))),
    "exp a = exp b gives a = b": Trap(
        PROVED, eq(a, b), rule=by.exponentials, given=[eq(exp(a), exp(b))], model={b: a}
    ),
    "a t = b t gives a = b by exponentials": Trap(
        UNKNOWN, eq(a, b), rule=lambda p: by.exponentials(p.exp(), times=t), given=[eq(t * a, t * b)],
        model={b: a}
    ),
    "exp t > 1 + t": Trap(REFUTED, exp(t) > 1 + t, rule=by.sign()),
    "exp t >= 1 + t": Trap(PROVED, exp(t) >= 1 + t, rule=by.exponential_bound(t)),
    "tanh is odd": Trap(PROVED, eq(tanh(-t), -tanh(t))),
    "tanh is even": Trap(REFUTED, eq(tanh(-t), tanh(t))),
    "tanh t = t": Trap(REFUTED, eq(tanh(t), t)),
    # division
    "x/x = 1": Trap(UNKNOWN, eq(t / t, 1)),
    "x/x = 1 for x != 0": Trap(PROVED, eq(t / t, 1), [ne(t, 0)]),
    "0/0 = 0/0": Trap(UNKNOWN, eq(term(0) / 0, term(0) / 0)),
    "0/x = 0": Trap(UNKNOWN, eq(0 / t, 0)),
    "1/x - 1/x = 0": Trap(UNKNOWN, eq(1 / t - 1 / t, 0)),
    "(a^2 - b^2)/(a - b) = a + b": Trap(UNKNOWN, eq((a**2 - b**2) / (a - b), a + b)),
    "the same for a != b": Trap(PROVED, eq((a**2 - b**2) / (a - b), a + b), [ne(a, b)]),
    "a/(b/c) = a b/c": Trap(REFUTED, eq(a / (b / c), a * b / c), [ne(b, 0), ne(c, 0)]),
    "a/b + c/b = (a + c)/2b": Trap(REFUTED, eq(a / b + c / b, (a + c) / (2 * b)), [b > 0]),
    "1/(a + b) = 1/a + 1/b": Trap(REFUTED, eq(1 / (a + b), 1 / a + 1 / b), [a > 0, b > 0]),
    "a b = a c gives b = c": Trap(REFUTED, eq(b, c), given=[eq(a * b, a * c)], model={a: 0}),
    "a b = a c gives b = c for a != 0": Trap(
        PROVED, eq(b, c), [ne(a, 0)], lambda p: by.algebra(p, times=a), [eq(a * b, a * c)], model={c: b}
    ),
    "a b = a c gives b = c, times 0": Trap(
        REFUTED, eq(b, c), rule=lambda p: by.algebra(p, times=a - a), given=[eq(a * b, a * c)], model={a: 0}
    ),
    "1 = 0, times 0": Trap(REFUTED, eq(term(1), 0), rule=by.algebra(times=0)),
    "x^0 = 1": Trap(PROVED, eq(t**0, 1)),
    "(1/x)^0 = 1": Trap(UNKNOWN, eq((1 / t) ** 0, 1)),
    # inequalities
    "a <= b gives a < b": Trap(REFUTED, a < b, [a <= b], by.sign(b - a)),
    "a < b gives a <= b": Trap(PROVED, a <= b, [a < b], by.sign(b - a)),
    "a < b gives a^2 < b^2": Trap(REFUTED, a**2 < b**2, [a < b], by.sign((b - a) * (b + a))),
    "a < b gives a^2 < b^2 for a > 0": Trap(PROVED, a**2 < b**2, [a < b, a > 0], by.sign((b - a) * (b + a))),
    "a < b gives 1/b < 1/a": Trap(REFUTED, 1 / b < 1 / a, [a < b, ne(a, 0), ne(b, 0)],
    by.sign((b - a) / (a * b))),
    "a != 0 gives a > 0": Trap(REFUTED, a > 0, [ne(a, 0)], by.sign(a)),
    "a != 0, b != 0 give a + b != 0": Trap(REFUTED, ne(a + b, 0), [ne(a, 0), ne(b, 0)], by.sign(a + b)),
    "a != 0, b != 0 give a b != 0": Trap(PROVED, ne(a * b, 0), [ne(a, 0), ne(b, 0)], by.sign(a * b)),
    "a b > 0 gives a > 0": Trap(REFUTED, a > 0, [a * b > 0], by.sign(a)),
    "1/3 = 0.333": Trap(REFUTED, eq(term(third), rational("0.333"))),
    "1/3 > 0.333": Trap(PROVED, term(third) > rational("0.333"), rule=by.bounds()),
    "sqrt(2) = 1.41421356": Trap(REFUTED, eq(sqrt(term(2)), rational("1.41421356")), rule=by.bounds()),
    "sqrt(2) < 1.41421356": Trap(REFUTED, sqrt(term(2)) < rational("1.41421356"), rule=by.bounds()),
    "sqrt(2) > 1.41421356": Trap(PROVED, sqrt(term(2)) > rational("1.41421356"), rule=by.bounds()),
    "sqrt(2)^2 > 2": Trap(UNKNOWN, sqrt(term(2)) ** 2 > 2, rule=by.bounds()),
    # channels
    "sum of 1 over k != i is C - 1": Trap(PROVED, eq(others(x / x, i), C - 1), [ne(every(x), 0)]),
    "sum of 1 over k != i is C": Trap(REFUTED, eq(total(x[i] - x[i] + 1, over=i), C - 1)),
    "the mean of squares": Trap(REFUTED, eq(mean(x**2), mean(x) ** 2)),
    "deviations": Trap(PROVED, eq(total(x - mu), 0), [C > 0]),
    "deviations of the others": Trap(REFUTED, eq(others(x - mu, i), 0)),
    "the variance": Trap(PROVED, eq(sigma2, mean(x**2) - mu**2), [C > 0]),
    "the variance with C - 1": Trap(REFUTED, eq(1 / (C - 1) * total((x - mu) ** 2), mean(x**2) - mu**2),
    [C > 1]),
    "1/(C - 1) without C > 1": Trap(UNKNOWN, eq(1 / (C - 1) * ((C - 1) * mu), mu)),
    "C = 1 has no variance": Trap(UNKNOWN, eq(ln[i] * sqrt(sigma2), x[i] - mu), [C > 1]),
    "and with one": Trap(PROVED, eq(ln[i] * sqrt(sigma2), x[i] - mu), [C > 1, sigma2 > 0]),
    "the variance may vanish": Trap(REFUTED, sigma2 > 0, [C > 1], by.sign(sigma2)),
    "the variance is not negative": Trap(PROVED, sigma2 >= 0, [C > 0], by.sign(sigma2)),
    "x_i = x_j": Trap(REFUTED, eq(x[i], x[j]), [C > 1]),
    "a product of sums": Trap(REFUTED, eq(total(x * w), total(x) * total(w))),
    "a bound index": Trap(PROVED, eq(total(x[k] ** 2, over=k), total(x[j] ** 2, over=j))),
    "a free index under a sum": Trap(PROVED, eq(total(x[i] * x[k], over=k), x[i] * total(x))),
    "an index captured by a sum": Trap(REFUTED, eq(total(x[i] * x[i], over=i), x[i] * total(x))),
    "a definition captured by a sum": Trap(
        PROVED, eq(total(x * define("d", x[i] - mu)), define("d", x[i] - mu) * total(x)), [C > 0]
    ),
    "delta picks": Trap(PROVED, eq(total(delta(i, k) * x[k], over=k), x[i])),
    "delta is no 1": Trap(REFUTED, eq(total(delta(i, k) * x[k], over=k), total(x))),
    "x_i delta_ij = x_j delta_ij": Trap(PROVED, eq(x[i] * delta(i, j), x[j] * delta(i, j))),
    "x_i > 0 gives a sum > 0": Trap(UNKNOWN, total(x) > 0, [every(x) > 0], by.sign(total(x))),
    "x_i > 0 gives a sum >= 0": Trap(PROVED, total(x) >= 0, [every(x) > 0], by.sign(total(x))),
    "one x_i > 0 gives a sum >= 0": Trap(REFUTED, total(x) >= 0, [x[i] > 0], by.sign(total(x))),
    "one x_i > 0 gives another": Trap(REFUTED, x[j] > 0, [x[i] > 0], by.sign(x[j])),
    # derivatives
    "dx_j/dx_i = 1": Trap(REFUTED, eq(D(x[j], x[i]), 1)),
    "dx_j/dx_i = delta_ij": Trap(PROVED, eq(D(x[j], x[i]), delta(i, j))),
    "the mean is no constant": Trap(REFUTED, eq(D(x[i] - mu, x[i]), 1)),
    "the derivative of the mean": Trap(PROVED, eq(D(mu, x[i]), 1 / C), [C > 0]),
    "the derivative of |t|": Trap(UNKNOWN, eq(D(sqrt(t**2), t) * sqrt(t**2), t)),
    "the derivative of |t| for t != 0": Trap(PROVED, eq(D(sqrt(t**2), t) * sqrt(t**2), t), [ne(t, 0)]),
    "the derivative of sqrt(t) for t >= 0": Trap(UNKNOWN, eq(D(sqrt(t) ** 2, t), 1), [t >= 0]),
    "a product of derivatives": Trap(REFUTED, eq(D(t * t, t), D(t, t) * D(t, t))),
    "a chain rule without its inner part": Trap(REFUTED, eq(D(exp(2 * t), t), exp(2 * t))),
    "the value first": Trap(REFUTED, eq(D(at(t**2, t, 3), t), at(D(t**2, t), t, 3))),
    "what holds at a point is not differentiated": Trap(
        UNKNOWN, eq(D(y, t), 0), rule=lambda p: by.algebra(p.d(t)), given=[eq(y, a)], model={y: a}
    ),
    "what holds along t is": Trap(
        PROVED, eq(D(y, t), 0), rule=lambda p: by.algebra(p.d(t)), given=[eq(y, a)], along=[t], model={y: a}
    ),
    "a function is not its derivative": Trap(REFUTED, eq(D(y, t), y), model={y: t**2}),
    # integrals
    "an antiderivative": Trap(PROVED, eq(integral(2 * t, t), t**2)),
    "another antiderivative": Trap(PROVED, eq(integral(2 * t, t), t**2 + 7)),
    "no antiderivative": Trap(REFUTED, eq(integral(2 * t, t), t**2 + t)),
    "1/t without its logarithm's domain": Trap(UNKNOWN, eq(integral(1 / t, t), log(t)), [ne(t, 0)]),
    "1/t for t > 0": Trap(PROVED, eq(integral(1 / t, t), log(t)), [t > 0]),
    "two antiderivatives differ": Trap(
        REFUTED, eq(term(0), 1), rule=by.algebra,
        given=[eq(integral(2 * t, t), t**2), eq(integral(2 * t, t), t**2 + 1)],
    ),
    "a constant at a point": Trap(
        UNKNOWN, eq(integral(0, t), y), given=[eq(D(y, t), 0)], model={y: 3 + 0 * t}
    ),
    "a constant along t": Trap(
        PROVED, eq(integral(0, t), y), given=[eq(D(y, t), 0)], along=[t], model={y: 3 + 0 * t}
    ),
    # differential equations
    "y' = 2y, y(0) = 0 gives y = 0": Trap(
        PROVED, eq(y, 0), rule=lambda p, q: by.algebra(by.linear_equation(y, 2, t, 0, (p,), (q,))),
        given=[eq(D(y, t), 2 * y), eq(at(y, t, 0), 0)], along=[interval(t, 0)], model={y: 0 * t},
    ),
    "y' = 2y gives y = 0": Trap(
        REFUTED, eq(y, 0), rule=lambda p: by.algebra(by.linear_equation(y, 2, t, 0, (p,), ())),
        given=[eq(D(y, t), 2 * y)], along=[interval(t, 0)], model={y: exp(2 * t)},
    ),
    "y(1) = 0 is not y(0) = 0": Trap(
        UNKNOWN, eq(y, 0), rule=lambda p, q: by.algebra(by.linear_equation(y, 2, t, 0, (p,), (q,))),
        given=[eq(D(y, t), 2 * y), eq(at(y, t, 1), 0)], along=[interval(t, 0)], model={y: 0 * t},
    ),
    "an interval without the point": Trap(
        UNKNOWN, eq(y, 0), rule=lambda p, q: by.algebra(by.linear_equation(y, 2, t, 0, (p,), (q,))),
        given=[eq(D(y, t), 2 * y), eq(at(y, t, 0), 0)], along=[t], model={y: 0 * t},
    ),
    "y' = sqrt(y) has more solutions": Trap(
        REFUTED, eq(y, 0), [y >= 0],
        lambda p, q: by.algebra(by.linear_equation(y, 1 / sqrt(y), t, 0, (p,), (q,))),
        [eq(D(y, t), sqrt(y)), eq(at(y, t, 0), 0)], [interval(t, 0)], {y: t**2 / 4, t: 2},
    ),
    "t y' = y has more solutions": Trap(
        REFUTED, eq(y, 0), rule=lambda p, q: by.algebra(by.linear_equation(y, 1 / t, t, 0, (p,), (q,))),
        given=[eq(t * D(y, t), y), eq(at(y, t, 0), 0)], along=[interval(t, 0)], model={y: 3 * t},
    ),
    "dividing by y loses y = 0": Trap(
        REFUTED, eq(D(y, t), 1), rule=lambda p: by.algebra(p, times=y), given=[eq(D(y, t) * y, y)], along=[t],
        model={y: 0 * t},
    ),
    "squaring gains solutions": Trap(
        REFUTED, eq(D(y, t), y), given=[eq(D(y, t) ** 2, y**2)], along=[t], model={y: exp(-t)}
    ),
    "the coth branch": Trap(
        REFUTED, eq(y, tanh(t)), given=[eq(D(y, t), 1 - y**2)], along=[t],
        model={y: (exp(2 * t) + 1) / (exp(2 * t) - 1), t: 1},
    ),
    "a constant of one side only": Trap(
        UNKNOWN, eq(y, at(y, t, -1)), [ne(t, 0)], given=[eq(D(y, t), 0)], along=[t], model={y: 3 + 0 * t},
    ),
    # several statements
    "one of two": Trap(PROVED, either(eq(a, a), eq(a, b))),
    "one of two that both may fail": Trap(REFUTED, either(eq(a, b), eq(a, c))),
    "both": Trap(PROVED, both(eq(a, a), a**2 >= 0), rule=by.each(by.algebra(), by.sign())),
    "both where one fails": Trap(REFUTED, both(eq(a, a), eq(a, b)), rule=by.each(by.algebra(), by.algebra())),
    # premises that do not suffice
    "from a = b to a = c": Trap(REFUTED, eq(a, c), given=[eq(a, b)]),
    "1 + 10^-9": Trap(REFUTED, eq(a, a * (1 + Fraction(1, 10**9)))),
    "a factor 2": Trap(REFUTED, eq(D(sigma2, x[i]), (x[i] - mu) / C)),
}  # fmt: skip


@pytest.mark.parametrize("trap", TRAPS.values(), ids=TRAPS)
def test_traps(trap):
    assert found(trap.theorem()) == trap.verdict


def test_there_are_enough():
    assert len(TRAPS) >= 60


# --- implications ---------------------------------------------------------------------------------------------


def implication(statement, premise, conclusion, back=None, rule=by.algebra):
    """A theorem with the implication, or with both of them."""
    made = Theorem("trap/2", "An implication")
    one = made.suppose("left", premise)
    two = made.supplied("right", conclusion, rule(one))
    parts = [one, two]
    if back is not None:
        three = made.suppose("right again", conclusion)
        parts += [three, made.supplied("left again", premise, back(three))]
    made.claim("the claim", statement, by.discharge(*parts))
    return made


def test_an_implication_and_its_converse():
    assert found(implication(implies(eq(a, 0), eq(a * b, 0)), eq(a, 0), eq(a * b, 0))) == PROVED
    assert found(implication(implies(eq(a * b, 0), eq(a, 0)), eq(a * b, 0), eq(a, 0))) == REFUTED
    assert found(implication(implies(eq(a * b, 0), eq(a, 0)), eq(a, 0), eq(a * b, 0))) == REFUTED
    assert found(implication(iff(eq(a, b), eq(2 * a, 2 * b)), eq(a, b), eq(2 * a, 2 * b), by.algebra)) == PROVED
    assert found(implication(iff(eq(a, b), eq(a**2, b**2)), eq(a, b), eq(a**2, b**2), by.algebra)) == REFUTED


def test_a_supposition_that_is_never_discharged():
    made = Theorem("trap/3", "A supposition")
    supposed = made.suppose("it", eq(a, 0))
    made.claim("the claim", eq(a, 0), by.algebra(supposed))
    assert found(made) == UNKNOWN
    made = Theorem("trap/3", "A supposition")
    forgotten, supposed = made.suppose("one", eq(a, 0)), made.suppose("two", eq(u, third))
    shown = made.supplied("shown", eq(a, 0), by.algebra(forgotten))
    made.claim(
        "the claim",
        both(implies(eq(u, third), eq(a, 0)), eq(b, b)),
        by.each(by.discharge(supposed, shown), by.algebra()),
    )
    assert found(made) != PROVED


# --- contradictions -------------------------------------------------------------------------------------------

NO_POINT = "no point found that satisfies the hypotheses"

CONTRADICTIONS = {
    "a > 0 and a < 0": Trap(PROVED, eq(a, a), [a > 0, a < 0]),
    "a^2 < 0": Trap(PROVED, eq(a, a), [a**2 < 0]),
    "a = 1 and a = 2": Trap(PROVED, eq(a, 1), given=[eq(a, 1), eq(a, 2)]),
    "1 = 0": Trap(PROVED, eq(a, a), given=[eq(term(1), 0)]),
    "every x > 0 and their sum < 0": Trap(PROVED, eq(a, a), [every(x) > 0, total(x) < 0]),
    "the variance of one channel": Trap(PROVED, eq(a, a), [sigma2 > 0, C < 2]),
    "t = 0 along t": Trap(PROVED, eq(a, a), given=[eq(t, 0)], along=[t]),
    "t does not vary": Trap(PROVED, eq(a, a), [t >= 0, -t >= 0], given=[eq(a * t, 0)], along=[t], model={t: 0}),
    "y = t^2 and y' = t along t": Trap(
        PROVED, eq(a, a), given=[eq(y, t**2), eq(D(y, t), t)], along=[t], model={y: t**2}
    ),
    "a model that is none": Trap(PROVED, eq(a, a), [a > 0], model={a: -1}),
}


@pytest.mark.parametrize("trap", CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_contradictory_hypotheses_are_reported(trap):
    """However the claim is proved: what rests on a contradiction is not proved."""
    report = judge(trap.theorem())
    assert report["verdict"] == UNKNOWN
    assert NO_POINT in " ".join([*report["problems"], *(s["reason"] for s in report["steps"])])


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
def test_one_name_for_two_things(statement):
    made = Theorem("trap/4", "Names")
    made.claim("the claim", statement, by.algebra())
    with pytest.raises(LanguageError, match="stands for two things"):
        judge(made)


def test_one_name_for_one_thing():
    made = Theorem("trap/4", "Names")
    d = define("d", x)
    made.claim("the claim", eq(d[i] + d[j], x[i] + x[j]), by.algebra())
    assert judge(made)["verdict"] == PROVED
