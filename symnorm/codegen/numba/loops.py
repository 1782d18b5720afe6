"""How a kernel is computed in loops over a row: which loop takes which sum, and what is computed before.

A sum over the channels ends a loop, since what uses it has to wait; a sum is taken in the last loop that is early
enough, where others may be taken along with it. Everything else is computed where it is used.
"""

from __future__ import annotations

from ..graph.node import Node, Rank

SUMS = ("total", "dot")
VECTORIZED = ("tanh", "exp", "half_sech")
"""What NumPy computes several at a time, and numba does not."""

INLINE = ("tanh", "half_sech")
"""What the head of the module computes within loops, several at a time as well, if in single precision alone."""


class Loops:
    """The loops of one kernel, counted from 0; in loop 1 the means and variances of what is centred are known.

    With `fused`, everything is computed in loops; without, what numba does not vectorize is computed before by NumPy.
    `loop` is where each sum is taken, `last` where the result is computed. `before` is what NumPy computes first, and
    into which memory; `scratch`, how many blocks that takes. `columns` are the gradients of one number for each
    channel, `totals` those of one number. `kept` is what two loops need and is kept where the result will be. `joint`
    are the sums of loop 1 if they can be taken in loop 0: products in which what is centred is at most one factor.
    """

    def __init__(self, result: Node, gradients: dict[str, Node], fused: bool = False) -> None:
        self.result = result
        self.nodes = list(dict.fromkeys(n for top in (result, *gradients.values()) for n in top.walk()))
        self.columns = [d for d, node in gradients.items() if node.rank == Rank.BLOCK]
        self.totals = [d for d in gradients if d not in self.columns]
        before = [n for n in self.nodes if n.op in VECTORIZED and n.rank == Rank.BLOCK and not fused]
        in_place = len(before) == 1 and result.rank == Rank.BLOCK
        self.before = {n: "out" if in_place else f"s{k}" for k, n in enumerate(before)}
        self.scratch = 0 if in_place else len(before)
        self.last = max(self.level(top) for top in (result, *(gradients[d] for d in self.columns)))
        self.loop: dict[Node, int] = {}
        self._place(result, self.last)
        for gradient in gradients.values():
            self._place(gradient, self.last if gradient.rank == Rank.BLOCK else self.last + 1)
        self.kept = self._kept()
        self.joint = self._joint()

    @property
    def can_be_fused(self) -> bool:
        """Whether loops can compute, in single precision, what is computed before here."""
        return bool(self.before) and all(n.op in INLINE for n in self.before)

    def level(self, node: Node) -> int:
        """The first loop in which a node can be used."""
        if node in self.before:
            return 0
        below = max((self.level(a) for a in node.args), default=0)
        return max(below, 1) if node.op in ("centred", "variance") else below + (node.op in SUMS)

    def tops(self, number: int) -> tuple[list[Node], Node | None]:
        """(the sums that a loop takes by themselves, what it stores, if anything)."""
        sums = [n for n, loop in self.loop.items() if loop == number and n not in self.joint]
        if number == self.last and self.result.rank == Rank.BLOCK:
            return sums, self.result
        return sums, self.kept if number == self.last - 1 else None

    def _place(self, node: Node, by: int) -> None:
        """Puts each sum below a node into the last loop before what uses it."""
        if node in self.before:
            return
        if node.op in SUMS:
            by = self.loop[node] = min(self.loop.get(node, by), by - 1)
        for arg in node.args:
            self._place(arg, by)

    def _kept(self) -> Node | None:
        """What costs a division, and is used in the last two loops."""
        if self.result.rank != Rank.BLOCK or "out" in self.before.values():
            return None
        sums = {n for n, loop in self.loop.items() if loop == self.last - 1}
        below = [n for top in sums for n in top.walk() if n.op == "div" and n.rank == Rank.BLOCK]
        return next((n for n in self.result.walk() if n in below), None)

    def _joint(self) -> list[Node]:
        """The sums of loop 1 with one factor that is centred, or none, and no other number of the row in them."""
        sums = [n for n, loop in self.loop.items() if loop == 1]
        centred = [n for n in self.nodes if n.op == "centred"]
        if len(centred) != 1 or 0 in self.loop.values() or self.kept:
            return []
        for node in sums:
            others = [f for f in factors(node) if f is not centred[0]]
            if len(factors(node)) > len(others) + 1 or any(f.args for f in others):
                return []
        return sums if any(centred[0] in factors(n) for n in sums) else []


def factors(node: Node) -> list[Node]:
    """What is multiplied in a sum of products, or in a product, in order."""
    if node.op in (*SUMS, "mul"):
        return [f for a in node.args for f in factors(a)]
    return [node]
