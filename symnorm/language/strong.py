"""Induction from all smaller numbers: a statement for t from the same for every s before it.

    theorem.induction("(2)", eq(a[t], 2**t), over=t, smaller=s, step=lambda p: by.algebra(recursion, p.summed()))

What is supposed of every s up to a number is written as one equation, that the sum of (a_s - b_s)^2 is 0 for a = b, so
that ordinary induction shows it. What follows from that for a weighted sum, and for the last numbers, are lines of
their own: a sum of squares that is 0 has no term that is not, and by Lagrange's identity

    (sum w_s d_s)^2 + 1/2 sum_r sum_s (w_s d_r - w_r d_s)^2 = (sum w_s^2) (sum d_s^2)

so is every weighted sum of the d_s. An inequality a <= b is taken as |b - a| = b - a.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .by import Relation, Rule, algebra, roots, sign, squeezed, vanishing_square
from .by import induction as by_induction
from .matrices import is_zero
from .refusals import LanguageError
from .statements import Statement, eq
from .terms import Term, bare, term
from .whole import linear, put, speaks_of, takes, up_to

if TYPE_CHECKING:
    from .entries import Entry
    from .theorem import Theorem

OTHERS = ("r", "q", "p", "k", "m", "n")
"""The letters of a second number, none of which looks like a digit."""


class Smaller:
    """What is supposed of all smaller numbers, as the step of an induction has it."""

    def __init__(
        self, theorem: Theorem, called: str, statement: Statement, over: Term, letter: Term, begun: int
    ) -> None:
        self.theorem, self.called, self.statement = theorem, called, statement
        self.over, self.letter, self.begun = over, letter, begun
        self.last = put(over, over, over + (begun - 1))
        self.supposed = theorem.suppose(self.name(self.last), eq(self.squares(self.last), 0))
        self._sums = 0

    def name(self, last: Any) -> str:
        """The name of the line that says it of all numbers up to one."""
        return f"{self.called} for every {self.letter} up to {last}"

    def of(self, number: Any) -> Statement:
        """What is shown, of one number."""
        made: Statement = put(self.statement, self.over, term(number))
        return made

    def gap(self, number: Any) -> Term:
        """What vanishes where the statement holds of a number."""
        left, right = self.of(number).parts
        if self.statement.kind == "eq":
            made: Term = left if is_zero(right) else left - right
            return made
        return abs(self.excess(number)) - self.excess(number)

    def excess(self, number: Any) -> Term:
        """The larger side of an inequality less the smaller one, for a number."""
        small, large = self.of(number).parts if self.statement.kind == "le" else reversed(self.of(number).parts)
        made: Term = large if is_zero(small) else large - small
        return made

    def squares(self, last: Any) -> Term:
        """The sum of the squares of what vanishes, as far as a number."""
        return up_to(self.gap(self.letter) ** 2, self.letter, last)

    def summed(self, weight: Any = None) -> Entry:
        """The sum over all smaller numbers of a weight times the statement; of an inequality, with a weight >= 0."""
        s, w, d = self.letter, term(1 if weight is None else weight), self.gap(self.letter)
        self._sums += 1

        def weighted(e: Term) -> Term:
            return up_to(e if weight is None else w * e, s, self.last)

        name = f"{self.called} summed over {s}" + (f", {self._sums}" if self._sums > 1 else "")
        letter = self._other_letter(w)
        r = Term("whole", (letter, *s.args[1:]), letter)
        total, weights = weighted(d), up_to(w**2, s, self.last)
        mixed = up_to(up_to((w * put(d, s, r) - put(w, s, r) * d) ** 2, s, self.last), r, self.last) / 2
        add = self.theorem.supplied
        lagrange = add(f"{name}: Lagrange", eq(total**2 + mixed, weights * self.squares(self.last)), algebra())
        nothing = add(f"{name}: the squares", eq(total**2 + mixed, 0), algebra(lagrange, self.supposed))
        add(f"{name}: one square", total**2 <= 0, sign(mixed, nothing))
        zero = algebra(vanishing_square(total, squeezed(total**2)))
        left, right = (side if is_zero(side) else weighted(side) for side in self.of(s).parts)
        if self.statement.kind == "eq":
            return add(name, eq(left, right), zero)
        vanishing = add(f"{name}: none is less", eq(total, 0), zero)
        larger = weighted(abs(self.excess(s)))
        return add(name, Statement(self.statement.kind, (left, right)), sign(larger, vanishing))

    def at(self, number: Any) -> Entry:
        """The statement of one of the last numbers: of t, where the induction begins with one; with two, of t + 1."""
        further = term(number) - self.over
        left = {key: c for key, c in (linear(further) or {further: Fraction(1)}).items() if c}
        ahead = self.begun - 1 - left.pop(None, Fraction(0))
        if left or not 0 <= ahead < self.begun:
            several = f"{self.begun} numbers" if self.begun else "no number"
            raise LanguageError(
                f"{self.called} begins with {several}, so that {number} may not be among the smaller ones: take "
                "p.summed(weight), or begin with more, base=[rule, ...]"
            )
        name = f"{self.called} at {number}"
        return self.theorem.supplied(name, self.of(number), self.single(name, number, int(ahead), self.supposed))

    def single(self, name: str, number: Any, ahead: int, squares: Any) -> Rule:
        """The rule by which it holds of a number, by a sum of squares that vanishes and ends so many numbers ahead."""
        own, others = self.gap(number), self.squares(term(number) - 1)
        for n in range(1, ahead + 1):
            others = others + self.gap(term(number) + n) ** 2
        add = self.theorem.supplied
        add(f"{name}: the square", own**2 <= 0, sign(others, squares))
        zero = algebra(vanishing_square(own, squeezed(own**2)))
        if self.statement.kind == "eq":
            return zero
        return sign(abs(self.excess(number)), add(f"{name}: it is not less", eq(own, 0), zero))

    def vanishing(self, number: Any, shown: Entry) -> Relation | Entry:
        """What is shown of a number, as an equation."""
        if self.statement.kind == "eq":
            return shown
        e = self.excess(number)
        return self.theorem.supplied(f"{shown.called}: |u| = u", eq(abs(e), e), algebra(roots(abs(e), e)))

    def _other_letter(self, weight: Term) -> str:
        """A letter for another number, which stands nowhere in the theorem so far."""
        terms = (weight, *(t for e in self.theorem.entries for t in e.statement.terms()))
        taken = {bare(a) for top in terms for t in top.walk() for a in t.args if isinstance(a, str)}
        return next(n for n in (*OTHERS, *(f"{n}{k}" for k in range(2, 100) for n in OTHERS)) if n not in taken)


def strong_induction(
    theorem: Theorem, label: str, statement: Statement, over: Term, smaller: Any, bases: Sequence[Rule], step: Any,
    **more: Any,
) -> Entry:  # fmt: skip
    """The lines of an induction in which the statement is supposed of all smaller numbers."""
    called = label.removeprefix("+")
    if not isinstance(smaller, Term) or smaller.op != "whole" or smaller == over or smaller.args[1] != over.args[1]:
        told = f"smaller= is the letter of all numbers smaller than {over}, as s = whole('s', {over.args[1]})"
        raise LanguageError(f"{label}: {told}, and not {smaller!r}")
    if any(speaks_of(t, smaller) for t in statement.terms()):
        raise LanguageError(f"{label}: {statement} speaks of {smaller}: give the smaller numbers another letter")
    if statement.kind not in ("eq", "le", "ge"):
        raise LanguageError(
            f"{label}: an induction from all smaller numbers shows an equation, or an inequality with <= or >=; for "
            "any other, begin with as many numbers as the step needs, base=[rule, rule]"
        )
    if not takes(label, step, 1):
        raise LanguageError(f"{label}: step= is a function of what is supposed: step=lambda p: by.algebra(p.summed())")
    start, k = over.args[1], len(bases)
    first = [
        theorem.supplied(f"{called} for {over} = {n}", put(statement, over, term(n)), rule)
        for n, rule in enumerate(bases, start)
    ]
    p = Smaller(theorem, called, statement, over, smaller, k)
    begun = [p.vanishing(n, line) for n, line in enumerate(first, start)]
    base = theorem.supplied(p.name(start + k - 1), eq(p.squares(start + k - 1), 0), algebra(*begun))
    following = put(over, over, over + k)
    shown = theorem.supplied(f"{called} for {following}", p.of(following), step(p))
    zero = p.vanishing(following, shown)
    onwards = theorem.supplied(p.name(following), eq(p.squares(following), 0), algebra(p.supposed, zero))
    by_all = by_induction(over, [base], [p.supposed], onwards)
    every = theorem.supplied(f"{called} for every {smaller}", p.supposed.statement, by_all)
    ahead, squares = (k - 1, every) if k else (0, every.at(over, over + 1))
    rule = p.single(f"{called} for any {over}", over, ahead, squares)
    return theorem._add(label, "claim", statement, rule, **more)
