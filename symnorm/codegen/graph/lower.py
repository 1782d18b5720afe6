"""From a side of a statement to a graph of array operations, literally: what is written first is computed first.

Each node has a rank: one number; one for each row; one for each channel; one for each element of a block. A sum over
the channels is a reduction of rows. Equal nodes are one node. What is changed on the way is exact in floating point:
a sign moves into a constant; and x - sum(x)/C, with the mean of its squares, becomes one operation, `centred`, which
may take both about a pilot value (`beyond/kernel_centre`). And e/(1 + e^2) with e = exp(-a x), which is even in x, is
one operation `half_sech` (`beyond/kernel_dyt`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from ...checker.forms import Form
from ...errors import UserError
from ..forms import Operations
from .node import Node, Rank

NONE: Mapping[str, Any] = MappingProxyType({})


def unsupported(what: str) -> UserError:
    """The error for a term that is not lowered."""
    return UserError(f"a kernel cannot compute {what}", "state a form of it without, in a theorem of its own")


class Graph(Operations[Node]):
    """The nodes of a kernel, each once.

    `blocks` are the names of the vectors that have a row for each sample, `channels` of those that all rows share.
    `fixed` are definitions of numbers that are parameters all the same; `chosen`, numbers that the theorem leaves open,
    each with a parameter that is taken for it unless that is 0. With `others`, a row has all channels but one, and sums
    are over these.
    """

    def __init__(
        self, dimension: str, blocks: tuple[str, ...], channels: tuple[str, ...] = (),
        fixed: Mapping[str, int] = NONE, chosen: Mapping[str, str] = NONE, others: bool = False,
    ) -> None:  # fmt: skip
        self.dimension, self.blocks, self.channels = dimension, blocks, channels
        self.fixed, self.chosen, self.others = fixed, chosen, others
        self._nodes: dict[tuple[Any, ...], Node] = {}

    def node(self, op: str, *args: Node, leaf: Any = None, rank: Rank | None = None) -> Node:
        """The node of an operation on nodes."""
        if rank is None:
            rank = Rank(0)
            for arg in args:
                rank |= arg.rank
        key = (op, args, leaf, rank)
        return self._nodes.setdefault(key, Node(op, args, rank, leaf))

    def refused(self, e: Form) -> UserError:
        """The error for a form that no kernel computes."""
        return unsupported(f"an expression in which there is {e[0]!r}")

    def on_num(self, value: str) -> Node:
        return self.node("number", leaf=Fraction(value))

    def on_sym(self, name: str) -> Node:
        if name == self.dimension:
            return self.node("C")
        if name in self.chosen:
            return self.node("nonzero", self.on_sym(self.chosen[name]))
        return self.node("parameter", leaf=name)

    def on_coord(self, name: str, _: str) -> Node:
        if name in self.blocks:
            return self.node("input", leaf=name, rank=Rank.BLOCK)
        if name in self.channels:
            return self.node("parameter", leaf=name, rank=Rank.CHANNEL)
        raise unsupported(f"with the vector {name}, which it does not take")

    def on_def(self, name: str, _: str | None, body: Form) -> Node:
        if name in self.fixed:
            if body != ("num", str(self.fixed[name])):
                said = body[1] if body[0] == "num" else "no number"
                raise UserError(f"{name} is {said}, and the kernel has {self.fixed[name]}", "correct its value")
            return self.node("parameter", leaf=name)
        found = self.of(body)
        if not found.name and found.args:
            found.name.append(name)
        return found

    def on_neg(self, a: Form) -> Node:
        return self._negative(self.of(a))

    def on_add(self, first: Form, *rest: Form) -> Node:
        whole = self.of(first)
        for part in rest:
            whole = self._added(whole, part)
        return whole

    def on_mul(self, first: Form, *rest: Form) -> Node:
        whole = self.of(first)
        for part in rest:
            whole = self.product(whole, self.of(part))
        return whole

    def on_div(self, a: Form, b: Form) -> Node:
        return self._quotient(self.of(a), self.of(b))

    def on_pow(self, a: Form, n: int) -> Node:
        if n != 2:
            raise unsupported(f"the power {n}")
        base = self.of(a)
        return self.product(base, base)

    def on_fn(self, function: str, a: Form) -> Node:
        return self.node(function, self.of(a))

    def on_sum(self, index: str, dimension: Form, excluded: tuple[str, ...], body: Form) -> Node:
        if dimension != ("sym", self.dimension) or len(excluded) != self.others:
            raise self.refused(("sum", index, dimension, excluded, body))
        return self._total(self.of(body))

    def product(self, a: Node, b: Node) -> Node:
        """a b; a number is the second operand."""
        return self.node("mul", b, a) if a.rank < b.rank and a.rank == 0 else self.node("mul", a, b)

    def _added(self, a: Node, e: Form) -> Node:
        if e[0] != "neg":
            b = self.of(e)
            return self.node("add", b, a) if a.rank < b.rank and a.rank == 0 else self.node("add", a, b)
        b = self.of(e[1])
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
