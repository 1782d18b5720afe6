"""The one edit that makes a refuted line true: a sign, a factor, an exponent, C for C - 1, an index, parentheses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from math import prod

from ..language import Entry, Statement, Term
from ..language.matrices import SHAPED
from ..language.terms import MEANINGS
from ..language.text import text
from ..prover import Prover
from .edits import Scope, Variant, variants
from .ground import Ground, falsified
from .trials import rules

KINDS = frozenset((
    "sign", "factor", "number", "lost factor", "doubled factor", "lost summand", "fraction", "power", "root",
    "function",
    "dimension", "index", "parentheses", "relation",
))  # fmt: skip
"""The slips that are looked for. A symbol for another is none of them: too much would be true that nobody meant."""

MAX_LOOKED_AT = 600
MAX_TRIED = 12
"""So many variants are evaluated, and so many of those that no point refutes are tried to be proved."""


OF_NUMBERS = ("num", "add", "mul", "neg", "div", "pow", "half", "fn", "abs")
"""What numbers are made of."""


def repair(prover: Prover, entry: Entry) -> Statement | None:
    """What a line that was just refuted says with one edit, if that can be proved in its place; None if nothing can.

    Several edits of one side of an equation that can be proved all say the same, and the shortest is meant. Of an
    inequality, no two may be provable: the other relations are looked at first, then all other edits.
    """
    own, points = entry.statement, Ground(entry.theorem).points(entry.suppositions)
    if entry.by is None or not points:
        return None
    scope = Scope.of([e.statement for e in entry.theorem.entries[: entry.number + 1]], unfolds=False)
    is_plain = own.kind != "eq" and all(t.op in OF_NUMBERS for top in own.terms() for t in top.walk())
    found = [
        v
        for v in islice(variants(own, scope), MAX_LOOKED_AT)
        if v.kind in KINDS and (own.kind, v.kind) != ("eq", "relation") and (is_plain or not _says_nothing(v.statement))
    ]
    likely = [v for v in found if not falsified(v.statement, points)]
    if own.kind == "eq":
        likely.sort(key=lambda v: (v.statement.parts[0] != own.parts[0], len(text(v.statement))))
        return next(_provable(prover, entry, likely), None)
    for group in ([v for v in likely if v.kind == "relation"], [v for v in likely if v.kind != "relation"]):
        shown = list(_provable(prover, entry, group))
        if shown:
            return shown[0] if len(shown) == 1 else None
    return None


def _says_nothing(s: Statement) -> bool:
    """Whether nothing but numbers is left, or the sides of an equation differ by what adds 0 and multiplies by 1."""
    if all(t.op in OF_NUMBERS for top in s.terms() for t in top.walk()):
        return True
    return s.kind == "eq" and len({_without_needless(t) for t in s.shown}) == 1


def _without_needless(t: Term) -> Term:
    """A term whose numbers are put together, without summands 0 and factors, divisors and exponents 1."""
    is_whole = t.op in ("def", "num", *SHAPED) or t.op in MEANINGS  # a norm, say, is one of a vector, and of no number
    made: Term = t if is_whole else t.rebuilt(_without_needless)
    known: Fraction
    match made.op, made.args:
        case "neg", (Term(op="num", args=(known,)),):
            return _number(-known)
        case "neg", (Term(op="neg", args=(Term() as inner,)),):
            return inner
        case "pow", (Term() as inner, 1):
            return inner
        case "div", (Term() as inner, Term(op="num", args=(known,))) if known:
            return _without_needless(Term("mul", (_number(1 / known), inner)))
        case ("add" | "mul") as op, parts:
            number = _together(op, [p.args[0] for p in parts if p.op == "num"])
            neutral = Fraction(op == "mul")
            if number == 0 != neutral and not made.is_channel:
                return _number(0)
            others = [p for p in parts if p.op != "num"]
            kept = [*([_number(number)] if number != neutral or not others else []), *others]
            return kept[0] if len(kept) == 1 else Term(op, tuple(kept))
    return made


def _together(op: str, numbers: list[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) if op == "add" else prod(numbers, start=Fraction(1))


def _number(value: Fraction | int) -> Term:
    return Term("num", (Fraction(value),))


def _provable(prover: Prover, entry: Entry, likely: Iterable[Variant]) -> Iterator[Statement]:
    """Those of the first few variants that can be proved in the place of a line."""
    for statement in (v.statement for v in islice(likely, MAX_TRIED)):
        if any(prover.could_prove(entry, statement, rule) for rule in rules(entry, statement)):
            yield statement
