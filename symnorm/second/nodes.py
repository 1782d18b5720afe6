"""Expressions as a graph: equal parts are one node, so that a value is calculated once.

The operations are those of `symnorm.checker.forms`; a definition is what it means. Two are added: `bind`, the value of
an expression with one of its indices naming the channel that another index names; and `put`, with another in the place
of a whole number. A whole number is named with its start, t@1, as an index is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..checker.forms import Form, set_of

NONE: frozenset[str] = frozenset()


class Objection(Exception):
    """The certificate cannot be right, whatever the values are."""


def _of_one_set(i: str, j: str) -> None:
    if set_of(i) != set_of(j):
        raise Objection("indices of different sets, one in the place of the other")


class Node:
    """One operation, and what can be told of it without a value.

    `free` are its free indices, `names` the symbols, vectors and "sum" that its value depends on. `rooted` says that
    there is a root in it, `elementary` an exponential or a logarithm, `integrals` along which variables there are
    integrals in it that no derivative along the same variable undoes.
    """

    def __init__(self, op: str, args: tuple[Any, ...]) -> None:
        self.op, self.args = op, args
        self.parts = tuple(_inside(args))
        parts: tuple[Node, ...] = self.parts
        self.free = tuple(sorted(_free(op, args, parts)))
        names: set[str] = {op} if op == "sum" else {args[0]} if op in ("sym", "coord") else set()
        self.names: frozenset[str] = NONE.union(names, *(p.names for p in parts))
        self.rooted: bool = (op == "fn" and args[0] == "sqrt") or any(p.rooted for p in parts)
        self.elementary: bool = (op == "fn" and args[0] != "sqrt") or any(p.elementary for p in parts)
        self.integrals: frozenset[Node] = frozenset().union(*(p.integrals for p in parts))
        if op == "D":
            self.integrals -= {args[1]}
        elif op == "integral":
            self.integrals |= {args[1]}

    def within(self) -> Iterator[Node]:
        """This node and all below it, each once."""
        seen, ahead = {self}, [self]
        while ahead:
            node = ahead.pop()
            yield node
            ahead += [part for part in node.parts if part not in seen]
            seen.update(node.parts)

    @cached_property
    def rational(self) -> Fraction | None:
        """The value of an expression of rational numbers; None for any other, or where it has none."""
        if self.names or self.free or self.rooted or self.elementary or self.op in ("app", "D", "at", "integral"):
            return None
        values = [p.rational for p in self.parts]
        if any(v is None or max(abs(v.numerator), v.denominator) > LARGE for v in values):
            return None
        return _calculated(self.op, self.args, values)  # type: ignore[arg-type]


LARGE = 10**60
"""Numbers with more digits are not calculated with here."""


class Graph:
    """Makes nodes. Two equal forms that it is given have one node, as have two equal operations on the same nodes."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[Any, ...], Node] = {}
        self._read: dict[int, tuple[Form, Node]] = {}

    def node(self, form: Form) -> Node:
        """The node of an expression that was checked to be one."""
        found = self._read.get(id(form))
        if found is None:
            found = self._read[id(form)] = form, self._made(form)  # the form is kept, so that its id stays its own
        return found[1]

    def _made(self, form: Form) -> Node:
        op = form[0]
        match op:
            case "def":
                return self.node(form[3])
            case "num":
                return self.make("num", Fraction(form[1]))
            case "sym" | "coord":
                return self.make(*form)
            case "whole":
                return self.make(op, named(form), form[2])
            case "upto":
                _, index, first, last, body = form
                return self.make(op, named(("whole", index, first)), first, self.node(last), self.node(body))
            case "delta":
                _of_one_set(*form[1:])
                return self.make(op, *sorted(form[1:]))
            case "pow":
                return self.make("pow", self.node(form[1]), form[2])
            case "fn":
                return self.make("fn", form[1], self.node(form[2]))
            case "app":
                return self.make("app", form[1], form[2], tuple(map(self.node, form[3])))
            case "sum":
                _, index, dimension, excluded, body = form
                for other in excluded:
                    _of_one_set(index, other)
                if set_of(index) not in ("", dimension[1]):
                    raise Objection("a sum that does not run to the length of the set of its index")
                return self.make("sum", index, self.node(dimension), excluded, self.node(body))
        return self.make(op, *map(self.node, form[1:]))

    def make(self, op: str, *args: Any) -> Node:
        """The node of an operation."""
        key = (op, *args)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = Node(op, args)
        return found

    def number(self, value: int) -> Node:
        """A whole number."""
        return self.make("num", Fraction(value))

    def minus(self, a: Node, b: Node) -> Node:
        """a - b."""
        return self.make("add", a, self.make("neg", b))

    def bind(self, a: Node, i: str, j: str) -> Node:
        """a with the channel of j in the place of i. Raises Objection where these are of different sets."""
        _of_one_set(i, j)
        return self.make("bind", a, i, j) if i in a.free and i != j else a


    def put(self, a: Node, whole: str, value: Node) -> Node:
        """a with a value in the place of a whole number."""
        return self.make("put", a, whole, value) if whole in a.free else a


def named(whole: Form) -> str:
    """The name of a whole number, with its start."""
    return f"{whole[1]}@{whole[2]}"


def _free(op: str, args: tuple[Any, ...], parts: tuple[Node, ...]) -> set[str]:
    match op, args:
        case "coord", (_, *indices):
            return {*indices}
        case "delta", (i, j):
            return {i, j}
        case "sum", (index, _, excluded, body):
            return ({*body.free} - {index}) | {*excluded}
        case "whole", (whole, _):
            return {whole}
        case ("upto", (whole, _, value, body)) | ("put", (body, whole, value)):
            return ({*body.free} - {whole}) | {*value.free}
        case "bind", (body, i, j):
            return ({*body.free} - {i}) | {j}
    return {index for part in parts for index in part.free}


def _inside(args: Iterable[Any]) -> Iterator[Node]:
    for arg in args:
        if isinstance(arg, Node):
            yield arg
        elif isinstance(arg, tuple):
            yield from _inside(arg)


def _calculated(op: str, args: tuple[Any, ...], values: list[Fraction]) -> Fraction | None:
    match op:
        case "num":
            value: Fraction = args[0]
            return value
        case "add":
            return sum(values, Fraction(0))
        case "mul":
            product = Fraction(1)
            for v in values:
                product *= v
            return product
        case "neg":
            return -values[0]
        case "div" if values[1]:
            return values[0] / values[1]
        case "pow" if values[0] or args[1] >= 0:
            return Fraction(values[0] ** args[1])
    return None
