"""Prints a schedule as NumPy: one line for each step, every block-sized result written into memory that is there."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..graph.node import Node, Rank
from ..graph.schedule import Schedule, Step, is_scaled, summed, uses
from ..graph.writing import LEVELS, SIGNS, Operand, Writing, literal, within

UFUNCS = {
    "add": "np.add", "sub": "np.subtract", "mul": "np.multiply", "div": "np.divide", "neg": "np.negative",
    "sqrt": "np.sqrt", "exp": "np.exp", "tanh": "np.tanh", "abs": "np.abs", "half_sech": "work.half_sech",
}  # fmt: skip
PLAIN = {"sqrt": "math.sqrt", "exp": "math.exp", "tanh": "math.tanh", "abs": "abs"}
"""Functions of arrays, and those of one number."""


class Printer(Writing):
    """Prints the body of one kernel.

    `optional` are the vectors of which None leaves out what they are used in; `ones` are numbers that are mostly 1.
    """

    def __init__(self, plan: Schedule, optional: tuple[str, ...], ones: tuple[str, ...] = ()) -> None:
        self.plan, self.optional, self.ones = plan, optional, ones
        self.names: dict[Node, str] = {}
        self.taken: set[str] = set()

    def body(self, result: Node, gradients: dict[str, Node]) -> Iterator[str]:
        """The lines of the body, without what it returns."""
        if self.plan.scratch:
            blocks = ", ".join(sorted({m for m in self.plan.memory.values() if m != "out"}))
            inputs = sorted({n.leaf for n in result.walk() if n.op == "input"}, reverse=True)
            yield f"{f'({blocks},)' if self.plan.scratch == 1 else blocks} = work.scratch({inputs[0]})"
        for step in self.plan.steps:
            if step.node is result and result.rank != Rank.BLOCK:
                yield f"out[:] = {self.expression(result)}"
            else:
                yield from self.gradient(step) if step.gradient else self.step(step.node)

    def step(self, node: Node) -> Iterator[str]:
        """The line that computes a node."""
        if node.op == "variance":
            return
        if node.op == "centred":
            yield self.centred(node)
            return
        if node.rank != Rank.BLOCK:
            value = self.expression(node)
            yield f"{self.name(node)} = {value}"
            return
        target = self.plan.memory[node]
        shown = self.expression if node.op == "half_sech" else self.operand
        operands = ", ".join(shown(a) for a in node.args)
        call = f"{UFUNCS[node.op]}({operands}, out={target})"
        left_out = [a.leaf for a in node.args if a.leaf in self.optional]
        factor = self.expression(node.args[-1])
        if is_scaled(node) and factor in self.ones and self.plan.memory.get(node.args[0]) == target:
            yield f"if {factor} != 1:"
            yield f"    {call}"
            self.names[node] = target
        elif left_out:
            if node.op != "add" or self.plan.memory.get(node.args[0]) != target:
                raise AssertionError(f"{left_out[0]} cannot be left out of {node.op}")
            yield f"if {left_out[0]} is not None:"
            yield f"    {call}"
            self.names[node] = target
        elif node.name and target != "out":
            yield f"{self.name(node)} = {call}"
        else:
            self.names[node] = target
            yield call

    def centred(self, node: Node) -> str:
        """The line that takes the mean off the rows, with names for what is used: what is left, and its variance."""
        steps = self.plan.steps
        squares = next((s.node for s in steps if s.node.op == "variance" and s.node.args == (node,)), None)
        is_used = any(node in uses(s) for s in steps if s.node.op != "variance")
        given = f"({self.operand(node.args[0])}, {self.plan.memory[node]})"
        name = self.name(node) if is_used else ""
        if squares is None:
            return f"{name} = work.deviation{given}"
        variance = self.names[squares] = self.free(f"var_{name}" if is_used else "var")
        return f"{name}, {variance} = work.centred{given}" if is_used else f"{variance} = work.variance{given}"

    def gradient(self, step: Step) -> Iterator[str]:
        """The line that sums a gradient over the rows."""
        node, name = step.node, f"{step.gradient}"
        if node.rank != Rank.BLOCK:
            if node.rank & Rank.CHANNEL:
                raise AssertionError("a gradient that is the same in every row")
            yield f"{name} = {self.whole(node)}"
            return
        kept = summed(node)
        weights, factor = "None", ""
        if kept is not node:
            other = next(a for a in node.args if a is not kept)
            if other.rank == Rank.ROW:
                weights = self.expression(other)
            else:
                factor = f"{self.expression(other, 2)} * "
        line = f"{factor}work.columns({weights}, {self.operand(kept)})"
        parameter = name.removeprefix("d")
        yield (
            f"{name} = None if {parameter} is None else {line}"
            if parameter in self.optional
            else f"{name} = {line}"
        )

    def whole(self, node: Node, above: int = 0) -> str:
        """The sum over the rows; factors that are the same in every row come after it."""
        match node.op, node.args:
            case "neg", (a,):
                return within(f"-{self.whole(a, LEVELS['neg'])}", LEVELS["neg"], above)
            case "mul" | "div", (a, b) if b.rank == Rank.NUMBER:
                level = LEVELS[node.op]
                return within(f"{self.whole(a, level)}{SIGNS[node.op]}{self.expression(b, level + 1)}", level, above)
            case "dot", (f, h) if node not in self.names and f.rank == h.rank == Rank.BLOCK:
                return f"work.inner({self.operand(f)}, {self.operand(h)})"
        return f"work.whole({self.expression(node)})"

    def operand(self, node: Node) -> str:
        """A node as an operand of an operation on blocks."""
        if node.rank == Rank.ROW:
            return f"work.column({self.expression(node)})"
        text = self.expression(node)
        return f"work.number({text})" if node.rank == Rank.NUMBER else text

    def expression(self, node: Node, above: int = 0) -> str:
        """An expression in what has a name; a number that meets arrays is one as well."""
        if node in self.names:
            return self.names[node]
        if node.op == "div" and node.rank == Rank.ROW and is_one(node.args[0]):
            return f"np.reciprocal({self.expression(node.args[1])})"

        def operand(a: Node, level: int) -> str:
            if a.rank == Rank.NUMBER != node.rank:
                return f"work.number({self.expression(a)})"
            return self.expression(a, level)

        return self.written(node, above, operand)

    def number(self, value: Fraction, above: int) -> str:
        """A number, in parentheses beside a sign."""
        text = literal(value)
        return f"({text})" if above and not text.isdecimal() else text

    def called(self, node: Node, operand: Operand) -> str:
        """A sum over the channels, which the workspace takes; or a function, of a number that of Python."""
        if node.op in ("total", "dot"):
            return f"work.{node.op}({', '.join(map(self.operand, node.args))})"
        [a] = node.args
        functions = {**UFUNCS, **PLAIN} if node.rank == Rank.NUMBER else UFUNCS
        return f"{functions[node.op]}({self.expression(a)})"

    def name(self, node: Node) -> str:
        """Gives a node the name of its definition."""
        wanted = (node.name[0] if node.name else node.op).rstrip("_0123456789") or "u"
        self.names[node] = self.free(wanted)
        return self.names[node]

    def free(self, wanted: str) -> str:
        """This name, with a number where it is taken."""
        name, n = wanted, 2
        while name in self.taken:
            name, n = f"{wanted}{n}", n + 1
        self.taken.add(name)
        return name


def is_one(node: Node) -> bool:
    """Whether a node is the number 1."""
    return node.op == "number" and node.leaf == 1
