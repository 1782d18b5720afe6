"""From a term to a graph of array operations, literally: what the theorem writes first is computed first.

Each node has a rank: one number; one for each row; one for each channel; one for each element of a block. A sum over
the channels is a reduction of rows. Equal nodes are one node. What is changed on the way is exact in floating point:
a sign moves into a constant; and x - sum(x)/C, with the mean of its squares, becomes one operation, `centred`, which
may take both about a pilot value (`beyond/kernel_centre`). And e/(1 + e^2) with e = exp(-a x), which is even in x, is
one operation `half_sech` (`beyond/kernel_dyt`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntFlag
from fractions import Fraction
from typing import Any

from ..errors import UserError
from ..language.terms import Term, term

CHOSEN = {"taken": "(alpha or 1.0)"}
"""How a kernel chooses a number that its theorem leaves open: a factor that is not 0."""


class Rank(IntFlag):
    """What a node has one number for: nothing, each row, each channel, each row and channel."""

    NUMBER = 0
    ROW = 1
    CHANNEL = 2
    BLOCK = 3


@dataclass(frozen=True, eq=False, repr=False)
class Node:
    """An operation and its operands; a leaf has its value or name in `leaf`. `name` is that of a definition."""

    op: str
    args: tuple[Node, ...]
    rank: Rank
    leaf: Any = None
    name: list[str] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """This node and every node below it, operands first, each once."""
        seen: set[Node] = set()

        def below(node: Node) -> Iterator[Node]:
            if node not in seen:
                seen.add(node)
                for arg in node.args:
                    yield from below(arg)
                yield node

        return below(self)


def unsupported(what: str) -> UserError:
    """The error for a term that is not lowered."""
    return UserError(f"a kernel cannot compute {what}", "state a form of it without, in a theorem of its own")


class Graph:
    """The nodes of a kernel, each once.

    `blocks` are the names of the vectors that have a row for each sample, `channels` of those that all rows share.
    `fixed` are definitions of numbers that are parameters all the same. With `others`, a row has all channels but
    one, and sums are over these.
    """

    def __init__(
        self, dimension: Term, blocks: tuple[str, ...], channels: tuple[str, ...],
        fixed: dict[str, int] | None = None, others: bool = False,
    ) -> None:  # fmt: skip
        self.dimension, self.blocks, self.channels = dimension, blocks, channels
        self.fixed, self.others = fixed or {}, others
        self._nodes: dict[tuple[Any, ...], Node] = {}

    def node(self, op: str, *args: Node, leaf: Any = None, rank: Rank | None = None) -> Node:
        """The node of an operation on nodes."""
        if rank is None:
            rank = Rank(0)
            for arg in args:
                rank |= arg.rank
        key = (op, args, leaf, rank)
        return self._nodes.setdefault(key, Node(op, args, rank, leaf))

    def lowered(self, t: Term) -> Node:
        """The node of a term. Raises UserError for what no kernel computes."""
        if t == self.dimension:
            return self.node("C")
        match t.op, t.args:
            case "num", (value,):
                return self.node("number", leaf=value)
            case "sym", (name,):
                return self.node("parameter", leaf=CHOSEN.get(name, name))
            case "coord", (name, _):
                if name in self.blocks:
                    return self.node("input", leaf=name, rank=Rank.BLOCK)
                if name in self.channels:
                    return self.node("parameter", leaf=name, rank=Rank.CHANNEL)
                raise unsupported(f"with the vector {name}, which it does not take")
            case "def", (name, _, body) if name in self.fixed:
                if body != term(self.fixed[name]):
                    raise UserError(
                        f"{name} is {body}, and the kernel has {self.fixed[name]}", "correct its value"
                    )
                return self.node("parameter", leaf=name)
            case "def", (name, _, body):
                found = self.lowered(body)
                if not found.name and found.args:
                    found.name.append(name)
                return found
            case "neg", (a,):
                return self._negative(self.lowered(a))
            case "add" | "mul", parts:
                whole = self.lowered(parts[0])
                for part in parts[1:]:
                    whole = (
                        self._added(whole, part) if t.op == "add" else self.product(whole, self.lowered(part))
                    )
                return whole
            case "div", (a, b):
                return self._quotient(self.lowered(a), self.lowered(b))
            case "pow", (a, 2):
                base = self.lowered(a)
                return self.product(base, base)
            case "fn", (function, a):
                return self.node(function, self.lowered(a))
            case "sum", (_, dimension, excluded, body) if dimension == self.dimension and (
                len(excluded) == self.others
            ):
                return self._total(self.lowered(body))
        raise unsupported(f"{t}, in which there is {t.op!r}")

    def product(self, a: Node, b: Node) -> Node:
        """a b; a number is the second operand."""
        return self.node("mul", b, a) if a.rank < b.rank and a.rank == 0 else self.node("mul", a, b)

    def _added(self, a: Node, t: Term) -> Node:
        if t.op != "neg":
            b = self.lowered(t)
            return self.node("add", b, a) if a.rank < b.rank and a.rank == 0 else self.node("add", a, b)
        b = self.lowered(t.args[0])
        if a.op == "input" and b is self.node("div", self.node("total", a, rank=Rank.ROW), self.node("C")):
            return self.node("centred", a)
        return self.node("sub", a, b)

    def _quotient(self, a: Node, b: Node) -> Node:
        if b.op == "C" and a.op == "dot" and a.args[0] is a.args[1] and a.args[0].op == "centred":
            return self.node("variance", a.args[0], rank=Rank.ROW)
        square = self.node("mul", a, a)
        if a.op == "exp" and b is self.node("add", square, self.node("number", leaf=Fraction(1))):
            match a.args[0]:
                case Node("mul", (x, Node("neg", (factor,)))) if factor.rank == Rank.NUMBER:
                    return self.node("half_sech", x, factor)
        return self.node("div", a, b)

    def _negative(self, a: Node) -> Node:
        if a.op == "number":
            return self.node("number", leaf=-a.leaf)
        if a.op == "mul" and not a.args[1].rank and a.rank:
            return self.product(a.args[0], self._negative(a.args[1]))
        return self.node("neg", a)

    def _total(self, a: Node) -> Node:
        if not a.rank & Rank.CHANNEL:
            raise unsupported("the sum of what does not depend on the channel")
        if a.op == "mul" and not a.name and a.args[0].rank == Rank.BLOCK and a.args[1].rank & Rank.CHANNEL:
            return self.node("dot", *a.args, rank=Rank.ROW)
        return self.node("total", a, rank=Rank.ROW)


def is_number(node: Node, value: int) -> bool:
    """Whether a node is this number."""
    return node.op == "number" and node.leaf == Fraction(value)
