"""Whole numbers: sums that may be empty, powers, sums in another order, induction, from all smaller numbers as well."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from symnorm.language import Term, Theorem, by, eq, ne, rational, sequence, total, whole

from .kit import LOOSE, PROVED, REFUTED, UNDEFINED, C, Trap, a, b, i, x

t, s, n, k = map(whole, "tsnk")
g, h = sequence("g"), sequence("h")
two = rational(2)
late = total(g[s], over=s, start=3, up_to=t)
both_ways = [total(total(g[s + k] * h[s], over=k, up_to=n), over=s, up_to=t),
             total(total(g[s + k] * h[s], over=s, up_to=t), over=k, up_to=n)]  # fmt: skip
triangle = [total(total(g[k] * h[s], over=k, up_to=s), over=s, up_to=t),
            total(total(g[k] * h[s], over=s, up_to=t), over=k, up_to=t)]  # fmt: skip
before = total(g[s], over=s, up_to=t)
sums = eq(g[t + 1], before / t)


@dataclass
class Induced(Trap):
    """A statement shown by induction over t: `more` are the arguments of the induction, from what is given."""

    more: Any = field(default_factory=lambda: lambda *given: {})
    over: Term = t

    def theorem(self) -> Theorem:
        """The theorem that claims it."""
        made = Theorem("trap/4", "An induction", where=self.where, model=self.model)
        premises = [made.given(f"given {n}", one, "hypothesis") for n, one in enumerate(self.given, start=1)]
        made.induction("the claim", self.statement, over=self.over, **self.more(*premises))
        return made


TRAPS = {
    "as many terms as numbers": Trap(PROVED, eq(total(a, over=s, up_to=t), t * a)),
    "one term less": Trap(REFUTED, eq(total(a, over=s, up_to=t - 1), t * a)),
    "a sum that may be empty is not positive": Trap(
        REFUTED, total(g[s] ** 2 + 1, over=s, up_to=t - 1) > 0, rule=by.sign()),
    "a sum from 3 that may be empty, not negative": Trap(
        PROVED, total(g[s] ** 2, over=s, start=3, up_to=t) >= 0, rule=by.sign()),
    "a sum from 3 is not t - 2 terms where t is 1": Trap(REFUTED, eq(total(1, over=s, start=3, up_to=t), t - 2)),
    "a sum from 3 is no difference where t is 1": Trap(REFUTED, eq(late, before - g[1] - g[2])),
    "one term more of a sum that may not have begun": Trap(
        REFUTED, eq(total(g[s], over=s, start=3, up_to=t + 1), late + g[t + 1])),
    "a summand without a value at the first number": Trap(
        UNDEFINED, eq(total(g[s] / (s - 1), over=s, up_to=t), total(g[s] / (s - 1), over=s, up_to=t))),
    "a summand with a value from the second on": Trap(
        PROVED, eq(2 * total(g[s] / (s - 1), over=s, start=2, up_to=t),
                   total(2 * g[s] / (s - 1), over=s, start=2, up_to=t))),
    "two sums in another order": Trap(PROVED, eq(*both_ways)),
    "a triangle of sums is not a square": Trap(REFUTED, eq(*triangle)),
    "the ends of two sums are not swapped": Trap(
        REFUTED, eq(total(total(s, over=k, up_to=n), over=s, up_to=t),
                    total(total(s, over=k, up_to=t), over=s, up_to=n))),
    "channels and numbers in another order": Trap(
        PROVED, eq(total(total(x[i] ** s, over=s, up_to=t), over=i), total(total(x[i] ** s, over=i), over=s, up_to=t))),
    "a power of one": Trap(PROVED, eq(rational(1) ** t, 1)),
    "a power of a root": Trap(REFUTED, eq(abs(a**t), a**t)),
    "a power with an exponent that may be negative": Trap(UNDEFINED, eq(a ** (t - s) * a**s, a**t)),
    "the same where a is not zero": Trap(PROVED, eq(a ** (t - s) * a**s, a**t), [ne(a, 0)]),
    "a geometric sum, divided": Trap(UNDEFINED, eq(total(a**s, over=s, up_to=t), a * (1 - a**t) / (1 - a))),
    "a geometric sum": Induced(PROVED, eq((1 - a) * total(a**s, over=s, up_to=t), a * (1 - a**t))),
    "a geometric sum, one power off": Induced(REFUTED, eq((1 - a) * total(a**s, over=s, up_to=t), 1 - a**t)),
    "a statement that passes on and never begins": Induced(
        REFUTED, eq(g[t], 0), given=[eq(g[t + 1], g[t])], model={g[t]: 1},
        more=lambda p: {"base": by.algebra(p), "step": lambda q: by.algebra(p, q)}),
    "a step by two from one number": Induced(
        LOOSE, eq(g[t], 0), given=[eq(g[t + 2], g[t]), eq(g[1], 0)], model={g[t]: 0},
        more=lambda p, q: {"base": by.algebra(q), "step": lambda r: by.algebra(p, r)}),
    "from all smaller numbers": Induced(
        PROVED, eq(g[t], 1), given=[sums, eq(g[1], 1)], model={g[t]: 1},
        more=lambda p, q: {"smaller": s, "base": by.algebra(q), "step": lambda r: by.algebra(p, r.summed())}),
    "from all smaller numbers, without a beginning": Induced(
        REFUTED, eq(g[t], 0), given=[sums], model={g[t]: 1},
        more=lambda p: {"smaller": s, "step": lambda r: by.algebra(p, r.summed())}),
    "from all smaller numbers, with weights of both signs": Induced(
        LOOSE, g[t] >= 0, given=[eq(g[t + 1], total((s - 3) * g[s], over=s, up_to=t)), eq(g[1], 0)], model={g[t]: 0},
        more=lambda p, q: {"smaller": s, "base": by.sign(0, q), "step": lambda r: by.sign(
            total((s - 3) * g[s], over=s, up_to=t), r.summed(s - 3), p)}),
    "what is given of every number, of the terms of a sum": Trap(
        PROVED, before >= 0, given=[g[t] >= 0], model={g[t]: 1}, rule=lambda p: by.sign(None, p)),
    "what is given from 1 on, at 0": Trap(
        LOOSE, g[0] >= 0, given=[g[t] >= 0], model={g[t]: t}, rule=lambda p: by.sign(None, p)),
    "the number of channels is no other whole number": Trap(REFUTED, eq(total(x), total(x) + C - t)),
    "a symbol is no sequence": Trap(REFUTED, eq(g[t] * b, g[s] * b)),
}  # fmt: skip
