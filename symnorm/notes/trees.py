"""Trees of formulas: what stands where, before anything is known of what the names mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..reader.cursor import NotUnderstood


@dataclass(frozen=True, slots=True)
class Bound:
    """The letter of a sum, a product or a maximum, with its bounds; without `high`, it runs over all its index set."""

    letter: str
    low: Node | None = None
    high: Node | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a formula.

    `op` is one of

        num, ones, infinity              name holds the digits
        name                             name is the name without its indices, args are these
        call                             name of the function, args its arguments
        at                               args: a vector or a function's value, and the indices of the entry
        prime                            args: the call of a function that is differentiated, as often as name says
        add, neg, div, pow, sqrt, mul    of mul, name is the sign between: "", "." or "o" (entry by entry)
        transpose, inner, abs, norm      of norm, name says which
        sum, prod, max, min              bounds hold the letters, conditions restrict them
        largest, smallest                of their arguments
        partial                          args: what is differentiated, and by what
        cases                            args: values and conditions in turn
        relation, and                    conditions; name of a relation is its sign
        delta, indicator                 1 where two indices are equal, or where a condition holds, and 0 elsewhere
        matrix                           name is the number of columns, args the entries; of one row, a vector
        integral                         args: what is integrated, from where, to where; bounds hold the variable
        expectation, variance, covariance
        dots                             args: the terms before an ellipsis, and the last or none behind it
    """

    op: str
    args: tuple[Node, ...] = ()
    name: str = ""
    bounds: tuple[Bound, ...] = ()
    conditions: tuple[Node, ...] = ()
    start: int = 0
    end: int = 0

    def parts(self) -> Iterator[Node]:
        """The node and all below it, those in its bounds and conditions too."""
        yield self
        for part in self.below():
            yield from part.parts()

    def below(self) -> Iterator[Node]:
        """What is directly below."""
        yield from self.args
        for bound in self.bounds:
            yield from (part for part in (bound.low, bound.high) if part is not None)
        yield from self.conditions

    def with_args(self, *args: Node) -> Node:
        """The same node above others."""
        return replace(self, args=args)

    @property
    def key(self) -> object:
        """What two nodes have in common that say the same, wherever they stand."""
        bounds = tuple((b.letter, b.low and b.low.key, b.high and b.high.key) for b in self.bounds)
        return self.op, self.name, bounds, *(a.key for a in self.args), *(c.key for c in self.conditions)


def number(digits: str | int, at: Node | None = None) -> Node:
    """A number, which may stand in the place of another node."""
    return Node("num", name=str(digits), start=at.start if at else 0, end=at.end if at else 0)


def refuse(why: str, source: str, node: Node) -> NotUnderstood:
    """What is not understood of a node."""
    return NotUnderstood(why, source, node.start, max(node.end, node.start + 1))
