"""What is given for all members of some sets at once, as that a family of vectors is orthonormal; sums of what is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .arrays import total
from .by import algebra, sign
from .letters import renamed
from .refusals import LanguageError
from .statements import INEQUALITIES, Statement, excess
from .terms import Index, Term, free_indices

if TYPE_CHECKING:
    from .entries import Entry
    from .theorem import Theorem


def given_for_every(
    theorem: Theorem, label: str, statement: Statement, every: Sequence[Index], **more: Any
) -> Entry:
    """The lines by which it is given for all values of some indices; the last is an equation for any that are named."""
    spoken_of = {i for t in statement.terms() for i in free_indices(t)}
    if not all(isinstance(i, Index) for i in every) or len({i.name for i in every}) < len(every):
        raise LanguageError(f"{label}: every= has the names of indices, each once, as every=[a, b]")
    for i in every:
        if i.name not in spoken_of:
            raise LanguageError(f"{label}: every= names {i}, and {statement} does not speak of it")
    is_equation = statement.kind == "eq"
    if any(i[0] == "*" for i in spoken_of) or not (is_equation or statement.kind in INEQUALITIES):
        raise LanguageError(f"{label}: every= is for an equation or an inequality without every(...)")
    stars = [_star(n, every) for n in range(len(every))]
    forms = [statement]
    for i, star in zip(every, stars, strict=True):
        forms.insert(0, _renamed(forms[0], i.name, star.name))
    shown = theorem._add(label, "given", forms[0], None, **more)
    if not is_equation:  # it is at hand for any members without being named
        return shown
    for n, (i, star) in enumerate(zip(reversed(every), reversed(stars), strict=True), 1):
        named = ", ".join(map(str, every[-n:]))
        shown = theorem.supplied(f"{label.removeprefix('+')} for {named}", forms[n], algebra(shown.at(star, i)))
    return shown


def summed_inequality(entry: Entry, i: Index, weight: Term) -> Entry:
    """The line that an inequality gives which holds for every channel: the sum of both sides, with a weight >= 0."""
    kind, (left, right) = entry.statement.kind, entry.statement.parts
    is_plain = weight.op == "num" and weight.args[0] == 1
    sides = (total(side if is_plain else weight * side, over=i) for side in (left, right))
    gap = excess(entry.statement)
    rule = sign(total(gap if is_plain else weight * gap, over=i))
    name, n = f"{entry.called} summed over {i}", 1
    while f"+{name}" in {e.label for e in entry.theorem.entries}:
        n += 1
        name = f"{entry.called} summed over {i}, {n}"
    return entry.theorem.supplied(name, Statement(kind, tuple(sides)), rule)


def _star(n: int, every: Sequence[Index]) -> Index:
    """What stands for every member of the set of an index: *1, or *2 where another index of that set comes before."""
    i = every[n]
    times = 1 + sum(other.dimension == i.dimension for other in every[:n])
    return Index(i.name.replace(str(i), f"*{times}", 1), i.dimension)


def _renamed(s: Statement, old: str, new: str) -> Statement:
    return Statement(s.kind, tuple(renamed(t, old, new) for t in s.parts))
