"""From a graph to a list of steps, and the block of memory in which each step leaves its result.

What needs more steps is computed first, so that little has to be kept; a factor of the result comes last. A block of
memory is used again as soon as nobody needs what is in it, and the block of the result is a workspace like others
until the result goes there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .node import Node, Rank

OUT = "out"


@dataclass(frozen=True)
class Step:
    """A step: a node that gets a name or a block of memory, or a gradient that is summed over the rows."""

    node: Node
    gradient: str = ""


@dataclass(frozen=True)
class Schedule:
    """Steps in order, the block of each block-sized node, and how many scratch blocks that takes."""

    steps: tuple[Step, ...]
    memory: dict[Node, str]
    scratch: int


def schedule(result: Node, gradients: dict[str, Node]) -> Schedule:
    """The schedule of a kernel that computes a result, and gradients that are summed over the rows."""
    steps = _ordered(result, gradients)
    memory = _placed(steps, result)
    return Schedule(tuple(steps), memory, len({m for m in memory.values() if m != OUT}))


def is_step(node: Node) -> bool:
    """Whether a node is computed by itself, and not inside the expression that uses it."""
    if node.rank == Rank.BLOCK:
        return node.op != "input"
    return bool(node.args) and (bool(node.name) or node.op == "variance")


def inside(node: Node) -> Iterator[Node]:
    """The nodes that a step uses: steps and leaves, through what is computed inside its expression."""
    for arg in node.args:
        if is_step(arg) or not arg.args:
            yield arg
        else:
            yield from inside(arg)


def summed(node: Node) -> Node:
    """Of the gradient of a parameter, what is summed over the rows after the channels, or times a factor of the row."""
    if node.op == "mul" and node.rank == Rank.BLOCK:
        for factor, other in (node.args, node.args[::-1]):
            if factor.rank in (Rank.NUMBER, Rank.ROW):
                return other
    return node


def _ordered(result: Node, gradients: dict[str, Node]) -> list[Step]:
    """Blocks that take more steps first; numbers, rows and gradients as soon as what they use is there."""
    done: set[Node] = set()
    steps: list[Step] = []
    nodes = (n for top in (result, *gradients.values()) for n in top.walk())
    waiting = [Step(n) for n in nodes if is_step(n) and n.rank < Rank.BLOCK]
    waiting += [Step(node, name) for name, node in gradients.items()]

    def weight(node: Node) -> int:
        return sum(n.rank == Rank.BLOCK and n.op != "input" for n in node.walk())

    def add(step: Step) -> None:
        if step.gradient or step.node not in done:
            steps.append(step)
        if not step.gradient:
            done.add(step.node)

    def visit(node: Node) -> None:
        if node in done:
            return
        for arg in sorted(node.args, key=weight, reverse=True):
            visit(arg)
        if is_step(node) and node not in done:
            add(Step(node))
            deliver()

    def deliver() -> None:
        ready = True
        while ready:
            ready = False
            for step in list(waiting):
                if all(n in done for n in uses(step) if is_step(n)):
                    waiting.remove(step)
                    add(step)
                    ready = True

    deliver()
    if is_scaled(result):  # in place, when nobody needs any more what it was before
        visit(result.args[0])
    else:
        visit(result)
    for node in gradients.values():
        for part in inside(_carrier(node)):
            visit(part)
    visit(result)
    if not is_step(result):
        steps.append(Step(result))
    return steps


def is_scaled(node: Node) -> bool:
    """Whether a node is a block times a number."""
    return node.op == "mul" and node.args[0].rank == Rank.BLOCK and node.args[1].rank == Rank.NUMBER


def _carrier(node: Node) -> Node:
    """A node whose operands are what the gradient uses when it is summed over the rows."""
    if summed(node) is node and (is_step(node) or not node.args):
        return Node("columns", (node,), node.rank)
    return node


def uses(step: Step) -> list[Node]:
    """The steps and leaves that a step uses."""
    return list(inside(_carrier(step.node) if step.gradient else step.node))


def _placed(steps: list[Step], result: Node) -> dict[Node, str]:
    """The block of memory of each step, found from the end: what is used last may give its block to the result."""
    is_block = result.rank == Rank.BLOCK
    blocks = ([OUT] if is_block else []) + [f"s{n}" for n in range(len(steps))]
    memory = {result: OUT} if is_block else {}
    alive = set(memory)
    for step in reversed(steps):
        own = None
        if not step.gradient and step.node.rank == Rank.BLOCK:
            if step.node not in memory:  # it is there for its variance alone
                memory[step.node] = next(b for b in blocks if b not in {memory[n] for n in alive})
            alive.discard(step.node)
            own = memory[step.node]
        if step.node.op == "variance":
            continue  # it came with what is centred, and uses nothing later on
        for used in uses(step):
            if used.rank != Rank.BLOCK or used.op == "input" or used in alive:
                continue
            taken = {memory[n] for n in alive}
            if own is not None and own not in taken:
                memory[used] = own
            else:
                memory[used] = next(b for b in blocks if b not in taken and b != own)
            alive.add(used)
    return memory
