"""What is printed of whole numbers is read back, and read as what is printed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from symnorm.language import (
    D,
    Statement,
    Term,
    eq,
    exp,
    indices,
    mean,
    sequence,
    sqrt,
    symbol,
    term,
    total,
    vector,
    whole,
)
from symnorm.language.latex import latex
from symnorm.reader import Notation, NotUnderstood, harmless, read

a, b, C, u = map(symbol, ("a", "b", "C", "u"))
beta = symbol("beta", r"\beta")
t, s, n, z = whole("t"), whole("s"), whole("n"), whole("z", 0)
tau = whole("tau", 1, r"\tau")
m, g, w = sequence("m"), sequence("g"), sequence("w", r"\hat w")
x = vector("x", C)
i, k = indices("i k", C)


def number(source: random.Random) -> Term:
    return source.choice([t, n, tau, z + 1, t + 1, t - 1, n + 2, t + n, 2 * t, t - n, n - 1])


def some_term(source: random.Random, depth: int) -> Term:
    """A term at random in which whole numbers stand."""
    named = source.choice([m, g, w])
    if depth == 0:
        leaves = [a, beta, t, n, tau, x[i], named[number(source)], named[0], named[2], beta ** number(source), term(3)]
        return source.choice(leaves)

    def one() -> Term:
        return some_term(source, depth - 1)

    return source.choice(
        [
            lambda: one() + one(), lambda: one() - one(), lambda: one() * one(), lambda: -one(), lambda: one() / one(),
            lambda: one() ** number(source), lambda: one() ** source.choice([2, 3, -1]), lambda: sqrt(one()),
            lambda: exp(one()), lambda: D(one(), u), lambda: abs(one()), lambda: mean(x) * one(),
            lambda: total(one() * named[s], over=s, up_to=number(source)),
            lambda: total(beta ** (t - s) * one(), over=s, up_to=number(source)),
            lambda: total(one(), over=s, up_to=source.randrange(1, 9)), lambda: total(x[k] * one(), over=k),
            lambda: total(one() * named[s], over=s, start=t + 1, up_to=t + source.choice([n, z, 2])),
            lambda: total(total(one() * m[s], over=s, up_to=z), over=z, up_to=n) * one(),
        ]
    )()  # fmt: skip


def comes_back(statement: Statement) -> bool:
    notation = Notation([statement])
    found = read(latex(statement), notation)
    return harmless(found.meaning, notation.twins) == harmless(statement, notation.twins)


@pytest.mark.parametrize("seed", range(300))
def test_our_latex_of_a_random_statement_reads_as_that_statement(seed: int) -> None:
    source = random.Random(f"whole/{seed}")
    statement = eq(some_term(source, 3), some_term(source, 2) + u)
    assert comes_back(statement), latex(statement)


KNOWN = Notation([eq(m[t] + beta + n + s + z + x[i] + total(x), w[t])])


def said(formula: str) -> Any:
    return read(formula, KNOWN).meaning


READ = {
    r"\sum_{s=1}^{t} \beta^{t-s} m_s": total(beta ** (t - s) * m[s], over=s, up_to=t),
    r"\sum_{s = 1}^t m_s": total(m[s], over=s, up_to=t),
    r"\sum_{s=1}^{t+1} m_{s} + n": total(m[s], over=s, up_to=t + 1) + n,
    r"\sum_{z=0}^{3} m_z": total(m[z], over=z, up_to=3),
    r"\sum_{s=2}^{t} m_s": total(m[s], over=s, start=2, up_to=t),
    r"\sum_{s=3}^{t} m_s": total(m[s], over=s, start=3, up_to=t),
    r"\sum_{s=t+1}^{t+n} m_s": total(m[s], over=s, start=t + 1, up_to=t + n),
    r"\sum_{z=1}^{t+n} m_z": total(m[z], over=z, start=1, up_to=t + n),
    r"m_{t-1}^2": m[t - 1] ** 2,
    r"m_0": m[0],
    r"\hat w_n": w[n],
    r"\beta^t": beta**t,
    r"(1 + \beta)^{2 t}": (1 + beta) ** (2 * t),
    r"\beta^{2}": beta**2,
    r"\beta^{-1}": beta**-1,
}


@pytest.mark.parametrize("formula", READ)
def test_what_is_read(formula: str) -> None:
    assert harmless(said(f"{formula} = 1")) == harmless(eq(READ[formula], 1))


NOT_READ = {
    r"m": "what follows it|no name",
    r"m_a": "no name",
    r"m_\beta": "has a whole number",
    r"m_{t/2}": "has a whole number",
    r"\beta^\beta": "only a whole number",
    r"\beta^{t n}": "only a whole number",
    r"\sum_{s=0}^{t} m_s": "any whole number from 1",
    r"\sum_{s=3}^{t-n} m_s": "may run backwards",
    r"\sum_{s=t+1}^{n} m_s": "may run backwards",
    r"\sum_{s=s}^{t} m_s": "another letter",
    r"\sum_{s=1}^{\beta} m_s": "has a whole number",
    r"\sum_{s=1}^{s} m_s": "another letter",
    r"\sum_{s}^{t} m_s": "no number of channels",
    r"m_t m": "no name",
}


@pytest.mark.parametrize("formula", NOT_READ)
def test_what_is_not_understood(formula: str) -> None:
    with pytest.raises(NotUnderstood, match=NOT_READ[formula]):
        said(f"{formula} = 1")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (m[t], m[t - 1]), (m[t], w[t]), (beta**t, beta**n), (beta**t, beta ** (t + 1)),
        (beta**t * beta, beta ** (t + 1)),
        (total(m[s], over=s, up_to=t), total(m[s], over=s, up_to=n)), (whole("s", 0) * a, s * a),
        (total(m[s], over=s, up_to=t), total(m[z], over=z, up_to=t)),
        (total(m[s], over=s, up_to=t), total(m[t], over=s, up_to=t)),
        (total(m[s] * s, over=s, up_to=t), total(m[s], over=s, up_to=t) * s),
        (total(m[s], over=s, start=2, up_to=t + n), total(m[s], over=s, up_to=t + n)),
        (total(m[s], over=s, start=2, up_to=t + n), total(m[s], over=s, start=3, up_to=t + n)),
    ],
)  # fmt: skip
def test_what_is_not_harmless(one: Term, other: Term) -> None:
    assert harmless(one) != harmless(other)


def test_the_letter_of_a_sum_is_harmless() -> None:
    one, other = total(m[s] * beta ** (t - s), over=s, up_to=t), total(m[n] * beta ** (t - n), over=n, up_to=t)
    assert harmless(one) == harmless(other)
    assert harmless(beta ** (t + 1)) == harmless(beta ** (1 + t))
