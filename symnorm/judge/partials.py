r"""Derivatives printed with \partial, which a page may mean in several ways.

`\frac{\partial y}{\partial \mu}` is total, where all moves that is defined by \mu, or direct, where some of it is held;
no page prints what is held. What is charged has to fail in every reading, unless the script signs which one is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, combinations, product
from math import prod

from ..language import Statement, Term
from ..language.graph import leads, same
from ..language.names import name_of, visible
from ..reader.statements import of_sides
from ..witness import Point, fails

MOST = 256
"""So many readings are tried; of a line that has more, those in which one thing is held wherever it can be."""

Held = tuple[Term, ...]


def holding_for(statement: Statement, printed: Iterable[Term], point: Point) -> str:
    r"""The quantities held in a reading of a statement that is not surely false at a point; or nothing.

    `printed` are the derivatives that the print has with \partial.

    With v = mu^2 and y = mu + v, \partial y / \partial \mu is 1 + 2 mu, or 1 where v is held.
    """
    variables = {t.args[1].args[0] for t in printed}
    parts = dict.fromkeys(p for t in statement.terms() for p in visible(t) if p.op in ("D", "slope"))
    between = {t: _between(t) for t in parts if t.args[1].args[0] in variables}
    for chosen in _readings({t: held for t, held in between.items() if held}):
        reading = of_sides(statement, lambda t, chosen=chosen: _with(t, chosen))  # type: ignore[misc]
        if not fails(point, reading):
            held = dict.fromkeys(name_of(one) for several in chosen.values() for one in several)
            return ", ".join(held) or "nothing"
    return ""


def _between(t: Term) -> Held:
    """The definitions that a derivative may hold: those on the way from its variable to what is differentiated."""
    body, variable = t.args[:2]
    root = body.args[1] if body.op == "loss" else body
    way = (d for d in root.as_written() if leads(variable, d) and not (root.op == "def" and same(d, root)))
    return tuple({d.args[0]: d for d in way}.values())


def _readings(between: Mapping[Term, Held]) -> Iterator[Mapping[Term, Held]]:
    """The quantities that each derivative may hold."""
    if prod(2 ** len(held) for held in between.values()) <= MOST:
        every = ([*_subsets(held)] for held in between.values())
        yield from (dict(zip(between, chosen, strict=True)) for chosen in product(*every))
        return
    names = dict.fromkeys(d.args[0] for held in between.values() for d in held)
    for some in (set(), *({n} for n in names), {*names}):
        yield {t: tuple(d for d in held if d.args[0] in some) for t, held in between.items()}


def _subsets(held: Held) -> Iterator[Held]:
    return chain.from_iterable(combinations(held, n) for n in range(len(held) + 1))


def _with(t: Term, chosen: Mapping[Term, Held]) -> Term:
    """A term in which derivatives hold what is chosen for them."""
    if t in chosen:
        return Term("slope", (*t.args[:2], chosen[t]))
    return t if t.op == "def" else t.rebuilt(lambda part: _with(part, chosen))
