"""Prints a schedule as NumPy: one line for each step, every block-sized result written into memory that is there."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from .lower import Node, Rank
from .schedule import Schedule, Step, is_scaled, summed, uses

UFUNCS = {
    "add": "np.add", "sub": "np.subtract", "mul": "np.multiply", "div": "np.divide", "neg": "np.negative",
    "sqrt": "np.sqrt", "exp": "np.exp", "tanh": "np.tanh", "abs": "np.abs", "half_sech": "work.half_sech",
}  # fmt: skip
SIGNS = {"add": " + ", "sub": " - ", "mul": " * ", "div": " / "}
PRECEDENCE = {"add": 1, "sub": 1, "mul": 2, "div": 2, "neg": 3}


class Printer:
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
                yield f"out[:] = {self.expression(result, top=True)}"
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
            value = self.expression(node, top=True)
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
                weights = self.expression(other, top=True)
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
                return _within(f"-{self.whole(a, 3)}", 3, above)
            case "mul" | "div", (a, b) if b.rank == Rank.NUMBER:
                return _within(f"{self.whole(a, 2)}{SIGNS[node.op]}{self.expression(b, 3)}", 2, above)
            case "dot", (f, h) if node not in self.names and f.rank == h.rank == Rank.BLOCK:
                return f"work.inner({self.operand(f)}, {self.operand(h)})"
        return f"work.whole({self.expression(node, top=True)})"

    def operand(self, node: Node) -> str:
        """A node as an operand of an operation on blocks."""
        if node.rank == Rank.ROW:
            return f"work.column({self.expression(node, top=True)})"
        text = self.expression(node, top=True)
        return f"work.number({text})" if node.rank == Rank.NUMBER else text

    def shared(self, number: Node, rank: Rank) -> str:
        """A number as an operand: of operations on one number for each row, which are in double precision."""
        text = self.expression(number, top=True)
        return f"work.double({text})" if rank == Rank.ROW else f"work.number({text})"

    def expression(self, node: Node, above: int = 0, top: bool = False) -> str:
        """An expression in what has a name."""
        if node in self.names:
            return self.names[node]
        match node.op:
            case "number":
                text = _literal(node.leaf)
                return text if top or (node.leaf >= 0 and node.leaf.denominator == 1) else f"({text})"
            case "parameter" | "input":
                return str(node.leaf)
            case "C":
                return "C"
            case "total":
                return f"work.total({self.operand(node.args[0])})"
            case "dot":
                return f"work.dot({', '.join(self.operand(a) for a in node.args)})"
            case "neg":
                return _within(f"-{self.expression(node.args[0], 3)}", 3, above)
            case "sqrt" | "abs" | "exp" | "tanh":
                inner = self.expression(node.args[0], top=True)
                if node.rank == Rank.NUMBER:
                    return f"abs({inner})" if node.op == "abs" else f"math.{node.op}({inner})"
                return f"{UFUNCS[node.op]}({inner})"
        left, right = node.args
        if node.op == "div" and node.rank == Rank.ROW and left.op == "number" and left.leaf == 1:
            return f"np.reciprocal({self.expression(right, top=True)})"
        level = PRECEDENCE[node.op]
        shown = [
            self.shared(a, node.rank) if a.rank == Rank.NUMBER != node.rank else self.expression(a, level + n)
            for n, a in enumerate((left, right))
        ]
        return _within(SIGNS[node.op].join(shown), level, above)

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


def _literal(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{value.numerator} / {value.denominator}"


def _within(text: str, level: int, above: int) -> str:
    return f"({text})" if level < above else text
