"""The one edit that makes a refuted line true: a sign, a factor, an exponent, C for C - 1, an index, parentheses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ..language import Entry, Statement
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


def repair(prover: Prover, entry: Entry) -> Statement | None:
    """What a line that was just refuted says with one edit, if that can be proved in its place; None if nothing can.

    Several edits of one side of an equation that can be proved all say the same, and the shortest is meant. Of an
    inequality, no two may be provable: the other relations are looked at first, then all other edits.
    """
    own, points = entry.statement, Ground(entry.theorem).points(entry.suppositions)
    if entry.by is None or not points:
        return None
    scope = Scope.of([e.statement for e in entry.theorem.entries[: entry.number + 1]], unfolds=False)
    found = [
        v
        for v in islice(variants(own, scope), MAX_LOOKED_AT)
        if v.kind in KINDS and (own.kind, v.kind) != ("eq", "relation")
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


def _provable(prover: Prover, entry: Entry, likely: Iterable[Variant]) -> Iterator[Statement]:
    """Those of the first few variants that can be proved in the place of a line."""
    for statement in (v.statement for v in islice(likely, MAX_TRIED)):
        if any(prover.could_prove(entry, statement, rule) for rule in rules(entry, statement)):
            yield statement
