"""What a trap is, and the names that traps are written with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any

from symnorm.language import (
    D,
    Rule,
    Statement,
    Term,
    Theorem,
    by,
    define,
    eq,
    function,
    indices,
    mean,
    sqrt,
    symbol,
    vector,
)

C, a, b, c, t, u = map(symbol, ("C", "a", "b", "c", "t", "u"))
x, w = vector("x", C), vector("w", C)
i, j, k = indices("i j k", C)
y = function("y", t)
mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
ln = define("z", (x - mu) / sqrt(sigma2), r"\hat x")
third = Fraction(1, 3)


class Due(Enum):
    """What mathematics says of a statement, and the verdict that is due to it."""

    PROVED = ("proved", "holds")
    REFUTED = ("refuted", "is false at a point")
    UNDEFINED = ("unknown", "has no value somewhere where the hypotheses hold")
    LOOSE = ("unknown", "does not follow, for a reason that no point of ours can show")
    VACUOUS = ("unknown", "stands on hypotheses that contradict each other")
    MISSED = ("unknown", "holds, and no proof is found")
    UNREFUTED = ("unknown", "is false, and no point is found")

    @property
    def verdict(self) -> str:
        """The verdict of the toolkit."""
        return str(self.value[0])

    @property
    def truth(self) -> str:
        """What is true of the statement."""
        return str(self.value[1])


PROVED, REFUTED, UNDEFINED, LOOSE, VACUOUS, MISSED, UNREFUTED = Due


@dataclass
class Trap:
    """A statement, what it stands on, and what is due to it: written by hand, never taken from the toolkit."""

    due: Due
    statement: Statement
    where: list[Statement] = field(default_factory=list)
    rule: Rule | Callable[..., Rule] | None = None
    given: list[Statement] = field(default_factory=list)
    along: list[Term] = field(default_factory=list)
    model: dict[Any, Any] = field(default_factory=dict)

    def theorem(self) -> Theorem:
        """The theorem that claims it. A rule that is a function gets what is given."""
        made = Theorem("trap/1", "A trap", where=self.where, along=self.along, model=self.model)
        premises = [made.given(f"given {n}", s, "hypothesis") for n, s in enumerate(self.given, start=1)]
        rule = self.rule(*premises) if callable(self.rule) else self.rule
        made.claim("the claim", self.statement, rule or (by.algebra(*premises) if premises else None))
        return made


@dataclass
class Implication(Trap):
    """An implication or an equivalence, shown from its left side, and back: `rule` and `back` get what is supposed.

    `shows` is (what is supposed, what is shown) where that is something else than the two sides.
    """

    back: Callable[..., Rule] | None = None
    shows: tuple[Statement, Statement] | None = None

    def theorem(self) -> Theorem:
        """The theorem that claims it by discharging its left side."""
        made = Theorem("trap/2", "An implication", where=self.where, model=self.model)
        left, right = self.shows or self.statement.parts
        rule = self.rule if callable(self.rule) else by.algebra
        first = made.suppose("left", left)
        parts = [first, made.supplied("right", right, rule(first))]
        if self.back is not None:
            second = made.suppose("right again", right)
            parts += [second, made.supplied("left again", left, self.back(second))]
        made.claim("the claim", self.statement, by.discharge(*parts))
        return made


@dataclass
class Constant(Trap):
    """A statement about the constant of integration c = `made_of`, which is constant along a variable.

    The rule is a function of the entry that introduces c, and of what is given.
    """

    made_of: Any = None
    variable: Any = None

    def theorem(self) -> Theorem:
        """The theorem that introduces c and claims it."""
        made = Theorem("trap/3", "A constant", where=self.where, along=self.along, model=self.model)
        premises = [made.given(f"given {n}", s, "hypothesis") for n, s in enumerate(self.given, start=1)]
        flat = made.supplied("no slope", eq(D(self.made_of, self.variable), 0), by.algebra(*premises))
        own = made.constant("c", eq(c, self.made_of), by.zero_derivative(flat))
        made.claim("the claim", self.statement, self.rule(own, *premises) if callable(self.rule) else by.algebra(own))
        return made


def roots(one: Any, other: Any, **more: Any) -> Callable[..., Rule]:
    """A rule: two roots are equal."""
    return lambda *premises: by.algebra(by.roots(one, other, *premises), **more)

