"""The legs agree on expressions that nobody wrote: the checker's normal form has the value that the witness finds.

An expression with derivatives, values at points, sums, deltas and functions inside each other is brought into its
normal form, which is read back as an expression. That the two are equal is accepted by construction; the witness, which
shares no code with the normal form, evaluates both.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from fuzzing import as_statement

from symnorm import judge as judging
from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.calculus.ring import Ring
from symnorm.checker.readback import read_back
from symnorm.language import (
    D,
    Index,
    LanguageError,
    Statement,
    Term,
    Theorem,
    at,
    by,
    delta,
    eq,
    every,
    exp,
    function,
    indices,
    log,
    others,
    sqrt,
    symbol,
    tanh,
    term,
    total,
    vector,
)

C, a, b, t, s = map(symbol, ("C", "a", "b", "t", "s"))
x, w = vector("x", C), vector("w", C)
i, j, k, m = indices("i j k m", C)
HYPOTHESES = [a > 0, b > 0, every(x) > 0, C > 1]


class Expressions:
    """Expressions at random, defined wherever the hypotheses hold."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def positive(self, depth: int, here: list[Index]) -> Term:
        """One that is positive, in terms of these channels."""
        if depth <= 0:
            return self.random.choice([a, b, term(2), x[self.random.choice(here)]])
        e = self.positive
        match self.random.randrange(5):
            case 0:
                return e(depth - 1, here) + e(depth - 1, here)
            case 1:
                return e(depth - 1, here) * e(depth - 1, here)
            case 2:
                return exp(self.any(depth - 1, here))
            case 3:
                return sqrt(e(depth - 1, here))
        return self.any(depth - 1, here) ** 2 + 1

    def any(self, depth: int, here: list[Index]) -> Term:
        """One of any sign."""
        pick, e = self.random.choice, self.any
        if depth <= 0:
            number = term(self.random.randrange(-2, 4))
            return pick([a, b, t, s, x[pick(here)], w[pick(here)], number, function("y", t)])
        match self.random.randrange(13):
            case 0 | 1:
                return e(depth - 1, here) + e(depth - 1, here)
            case 2 | 3:
                return e(depth - 1, here) * e(depth - 1, here)
            case 4:
                return e(depth - 1, here) / self.positive(depth - 1, here)
            case 5:
                return D(e(depth - 1, here), pick([a, t, s, x[pick(here)], w[pick(here)]]))
            case 6:
                return at(e(depth - 1, here), pick([t, s]), e(depth - 2, here))
            case 7 | 8:
                return self.sum(depth, here)
            case 9:
                return delta(pick(here), pick(here)) * e(depth - 1, here)
            case 10:
                return log(self.positive(depth - 1, here))
            case 11:
                return pick([tanh, lambda u: function("f", u)])(e(depth - 2, here))
        return e(depth - 1, here) ** pick([2, 3])

    def sum(self, depth: int, here: list[Index]) -> Term:
        """A sum over a channel that is bound by no other sum around it, or over the others."""
        free = [n for n in (k, m) if n not in here]
        if not free:
            return others(x * w, here[0])
        return total(self.any(depth - 1, [*here, free[0]]), over=free[0])


def normal_form(e: Term) -> Statement:
    """e = its normal form."""
    value, _ = Normalizer(("sym", "C"))(eq(e, 0).form()[1])
    return as_statement(("eq", eq(e, 0).form()[1], read_back(value)))


def verdict(statement: Statement, seed: int) -> str:
    made = Theorem("legs/1", f"Expression {seed}", where=HYPOTHESES)
    made.claim("the claim", statement, by.algebra())
    try:
        step = judging.judge(made).lines[-1]
    except LanguageError:  # a derivative of an unknown function is read back as no script can write it
        return "cannot be written"
    assert step.verdict in ("proved", "unknown"), (step.formula.text, step.reason)
    return str(step.verdict)


def test_normal_forms_have_the_value_of_what_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "one_name_one_meaning", lambda theorem: {})  # LaTeX is not read back
    found: Counter[str] = Counter()
    for seed in range(150):
        source = Expressions(seed)
        found[verdict(normal_form(source.any(source.random.randrange(2, 5), [i, j])), seed)] += 1
    assert found["proved"] > 140, found


def test_a_wrong_normal_form_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every delta is 1."""
    monkeypatch.setattr(judging, "one_name_one_meaning", lambda theorem: {})
    monkeypatch.setattr(Ring, "delta", lambda self, i, j: self.constant(1))
    with pytest.raises(AssertionError, match="the checker accepts it and its evaluation disagrees"):
        verdict(normal_form(delta(i, j) * a), 0)
