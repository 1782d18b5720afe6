"""Forms as a graph: equal parts of an expression are one node, so that a value is computed once."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ..checker.forms import Form


class Node:
    """One operation, as `symnorm.checker.forms` has it, with its free indices; a definition is what it means."""

    __slots__ = ("args", "free", "op")

    def __init__(self, op: str, args: tuple[Any, ...], free: tuple[str, ...]) -> None:
        self.op, self.args, self.free = op, args, free

    def walk(self) -> Iterator[Node]:
        """This node and all below it, each once."""
        seen, ahead = {self}, [self]
        while ahead:
            node = ahead.pop()
            yield node
            for part in _inside(node.args):
                if part not in seen:
                    seen.add(part)
                    ahead.append(part)

    def integrated(self) -> set[Node]:
        """The variables of the integrals in it that no derivative along the same variable undoes."""
        inside = {v for part in _inside(self.args) for v in part.integrated()}
        if self.op == "D":
            inside.discard(self.args[1])
        if self.op == "integral":
            inside.add(self.args[1])
        return inside


class Graph:
    """Makes nodes. Two equal forms that it is given have one node."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[Any, ...], Node] = {}

    def node(self, form: Form) -> Node:
        """The node of an expression that was checked to be one."""
        match form:
            case ("def", _, _, body):
                return self.node(body)
            case ("num", value):
                return self._made("num", (Fraction(value),))
            case ("pow", a, exponent):
                return self._made("pow", (self.node(a), exponent))
            case ("fn", name, a):
                return self._made("fn", (name, self.node(a)))
            case ("app", name, orders, args):
                return self._made("app", (name, orders, tuple(map(self.node, args))))
            case ("sum", index, dimension, excluded, body):
                return self._made("sum", (index, self.node(dimension), excluded, self.node(body)))
            case ("sym" | "coord" | "delta", *names):
                return self._made(form[0], tuple(names))
        return self._made(form[0], tuple(map(self.node, form[1:])))

    def _made(self, op: str, args: tuple[Any, ...]) -> Node:
        key = (op, *args)
        if key not in self._nodes:
            self._nodes[key] = Node(op, args, tuple(sorted(_free(op, args))))
        return self._nodes[key]


def _free(op: str, args: tuple[Any, ...]) -> set[str]:
    match op, args:
        case "coord", (_, index):
            return {index}
        case "delta", (i, j):
            return {i, j}
        case "sum", (index, _, excluded, body):
            return ({*body.free} - {index}) | {*excluded}
    return {index for part in _inside(args) for index in part.free}


def _inside(args: tuple[Any, ...]) -> Iterator[Node]:
    for arg in args:
        if isinstance(arg, Node):
            yield arg
        elif isinstance(arg, tuple):
            yield from _inside(arg)
