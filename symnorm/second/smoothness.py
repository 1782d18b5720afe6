"""How often unknown functions are differentiated, against how often what is supposed says that they are.

Orders are counted, by the name of the function. At which arguments a derivative exists is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .nodes import Node

if TYPE_CHECKING:
    from .certificate import Entry

Orders = dict[str, int]
"""By the name of an unknown function, the highest order of its derivatives."""


class Smoothness:
    """Keeps which derivatives of unknown functions exist, entry by entry."""

    def __init__(self) -> None:
        self._known: Orders = {}
        self._needed: dict[tuple[Node, Node | None], Orders] = {}

    def add(self, entry: Entry) -> None:
        """The next entry. Its objection is a derivative of a function that stands in it and is not known to exist.

        One that only the rules of differentiation bring in is a doubt: it may cancel out, as in (y - y)'. That
        (log y - log y)' needs y > 0 around the point, and so a continuous y, is not told from that.
        """
        self._known = highest([self._known, entry.granted])
        nodes = (*entry.written, *(c.value for c in entry.checks))
        written = highest(map(granted, nodes))
        for name, order in highest(map(self.needed, nodes)).items():
            if order > self._known.get(name, 0):
                if written.get(name, 0) > self._known.get(name, 0):
                    entry.objection = f"nothing makes sure that {name} is differentiable, {order} times"
                else:
                    entry.doubts.append(f"smoothness: {name} may have to be differentiable, {order} times")

    def needed(self, node: Node, variable: Node | None = None) -> Orders:
        """The derivatives that an expression needs, or that its derivative along a variable does."""
        key = node, variable
        if key not in self._needed:
            plain = variable is None or variable.args[0] not in node.names
            self._needed[key] = self._plain(node) if plain or variable is None else self._moving(node, variable)
        return self._needed[key]

    def _plain(self, node: Node) -> Orders:
        if node.op == "D":
            return self.needed(*node.args)
        return highest([*map(self.needed, node.parts), _own(node, 0)])

    def _moving(self, node: Node, variable: Node) -> Orders:
        match node.op, node.args:
            case "integral", (body, along) if along is variable:
                return self.needed(body)
            case "at", (body, moved, point):
                return highest([self.needed(a, v) for a in (body, point) for v in (variable, moved)])
            case "D", (body, along):
                first, second, before = self.needed(body, along), self.needed(body, variable), self.needed(body)
                return {name: n + second.get(name, 0) - before.get(name, 0) for name, n in first.items()}
        return highest([*(self.needed(part, variable) for part in node.parts), _own(node, 1)])


def _own(node: Node, more: int) -> Orders:
    order = sum(node.args[1]) + more if node.op == "app" else 0
    return {node.args[0]: order} if order else {}


def granted(node: Node) -> Orders:
    """The derivatives that stand in a hypothesis, as such of unknown functions along their argument."""
    inner, order = node, 0
    while inner.op == "D":
        inner, order = inner.args[0], order + 1
    if inner.op == "app" and len(inner.args[2]) == 1:
        return highest([_own(inner, order), *map(granted, inner.parts)])
    return highest(map(granted, node.parts))


def highest(found: Iterable[Orders]) -> Orders:
    """The highest of several orders, for every function."""
    made: Orders = {}
    for orders in found:
        for name, order in orders.items():
            made[name] = max(order, made.get(name, 0))
    return made
