"""Prints a kernel for PyTorch: expressions of tensors, with a name for what is used twice or has one in the theorem."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..graph.node import Node, Rank
from ..graph.schedule import summed
from ..graph.writing import LEVELS, SIGNS, Operand, Writing, within
from ..operators.kernel import as_tuple

FUNCTIONS = {"sqrt": "torch.sqrt", "exp": "torch.exp", "tanh": "torch.tanh", "abs": "torch.abs"}
PLAIN = {"sqrt": "math.sqrt", "exp": "math.exp", "tanh": "math.tanh", "abs": "abs"}
"""Functions of tensors, and those of numbers that depend on the number of channels alone."""

HELPERS = ("back", "centred", "columns", "deviation", "half_sech", "math", "or_one", "torch", "total",
           "variance", "whole")  # fmt: skip
"""Names that have a meaning in every body."""

SHORT = {"mul": "u", "add": "u", "sub": "u", "div": "q", "centred": "t", "nonzero": "taken"}
"""Names of operations that have none in the theorem."""


class Printer(Writing):
    """Prints the body of one kernel.

    `parameters` are names that are taken, `optional` the vectors of which None leaves out what they are used in.
    """

    def __init__(self, parameters: Sequence[str], optional: tuple[str, ...]) -> None:
        self.optional, self.is_product = optional, "g" in parameters
        self.names: dict[Node, str] = {}
        self.variances: dict[Node, str] = {}
        self.squared: set[Node] = set()
        self.left: set[Node] = set()
        self.taken = {*parameters, *HELPERS}

    def body(self, result: Node, gradients: dict[str, Node]) -> Iterator[str]:
        """The lines of the body, with what it returns."""
        nodes = list(_nodes(result, *gradients.values()))
        uses = Counter(id(a) for n in nodes for a in n.args)
        self.squared = {n.args[0] for n in nodes if n.op == "variance"}
        self.left = {a for n in nodes if n.op != "variance" for a in n.args if a.op == "centred"}
        for node in _nodes(result):
            yield from self.step(node, uses)
        out = self.expression(result)
        for n, (name, node) in enumerate(gradients.items()):
            for part in _nodes(node):
                if part is not node:
                    yield from self.step(part, uses)
            yield f"{name} = {self.gradient(name, node, f'back[{n}]')}"
        yield f"return {out}, {as_tuple(gradients)}" if self.is_product else f"return {out}"

    def step(self, node: Node, uses: Counter[int]) -> Iterator[str]:
        """The line that gives a node a name, if it gets one."""
        if node in self.names or not node.args or node.op == "variance":
            return
        left_out = [a.leaf for a in node.args if a.leaf in self.optional]
        if left_out:
            [one] = (a for a in node.args if a.leaf not in self.optional)
            if node.op != "add":
                raise AssertionError(f"{left_out[0]} cannot be left out of {node.op}")
            value = self.expression(one)
            name = self.name(node)
            yield f"{name} = {value}"
            yield f"{name} = {name} if {left_out[0]} is None else {name} + {left_out[0]}"
        elif node.op == "centred":
            x = self.expression(node.args[0])
            yield f"{self.centred(node)}({x})"
        elif node.name or uses[id(node)] > 1:
            value = self.expression(node)
            yield f"{self.name(node)} = {value}"

    def centred(self, node: Node) -> str:
        """The names for what is left of a row without its mean, and for its variance, and by which function."""
        if node not in self.left:
            self.variances[node] = self.names[node] = self.free("var")
            return f"{self.variances[node]} = variance"
        name = self.name(node)
        if node not in self.squared:
            return f"{name} = deviation"
        self.variances[node] = self.free(f"var_{name}")
        return f"{name}, {self.variances[node]} = centred"

    def gradient(self, name: str, node: Node, back: str) -> str:
        """The gradient of a parameter: a sum over the rows, scaled back."""
        parameter = name.removeprefix("d")
        if node.rank & Rank.CHANNEL:
            kept = summed(node)
            factor = ""
            if kept is not node:
                other = next(a for a in node.args if a is not kept)
                if other.rank == Rank.ROW:
                    back = f"{back}, {self.expression(other)}"
                else:
                    factor = f"{self.expression(other, LEVELS['mul'])} * "
            text = f"{factor}columns({self.expression(kept)}, {back})"
            return f"None if {parameter} is None else {text}" if parameter in self.optional else text
        return self.whole(node, back)

    def whole(self, node: Node, back: str, above: int = 0) -> str:
        """The sum over everything; factors that are the same everywhere come after it."""
        match node.op, node.args:
            case "neg", (a,):
                return within(f"-{self.whole(a, back, LEVELS['neg'])}", LEVELS["neg"], above)
            case "mul" | "div", (a, b) if b.rank == Rank.NUMBER:
                level = LEVELS[node.op]
                left = self.whole(a, back, level)
                return within(f"{left}{SIGNS[node.op]}{self.expression(b, level + 1)}", level, above)
            case "dot", (f, h):
                level = LEVELS["mul"]
                return f"whole({self.expression(f, level)} * {self.expression(h, level + 1)}, {back})"
            case "total", (f,):
                return f"whole({self.expression(f)}, {back})"
        raise AssertionError(f"a gradient that is no sum: {node.op}")

    def expression(self, node: Node, above: int = 0) -> str:
        """An expression in what has a name."""
        if node in self.names:
            return self.names[node]
        return self.written(node, above, self.expression)

    def called(self, node: Node, operand: Operand) -> str:
        """A sum over the channels, a function, or what the runtime has."""
        if node.op == "variance":
            return self.variances[node.args[0]]
        if node.op in ("dot", "half_sech"):
            level = LEVELS["mul"]
            product = f"{operand(node.args[0], level)} * {operand(node.args[1], level + 1)}"
            return f"{'total' if node.op == 'dot' else 'half_sech'}({product})"
        [a] = node.args
        if node.op in ("total", "nonzero"):
            return f"{'or_one' if node.op == 'nonzero' else 'total'}({operand(a, 0)})"
        is_plain = not any(n.op in ("parameter", "input") for n in node.walk())
        return f"{(PLAIN if is_plain else FUNCTIONS)[node.op]}({operand(a, 0)})"

    def written(self, node: Node, above: int, operand: Operand) -> str:
        """An operation on operands: of a number that may be a tensor, too."""
        if node.op == "nonzero":
            return self.called(node, operand)
        return super().written(node, above, operand)

    def name(self, node: Node) -> str:
        """Gives a node the name of its definition."""
        wanted = node.name[0].rstrip("_0123456789") if node.name else SHORT.get(node.op, node.op)
        self.names[node] = self.free(wanted or "u")
        return self.names[node]

    def free(self, wanted: str) -> str:
        """This name, with a number where it is taken."""
        name, n = wanted, 2
        while name in self.taken:
            name, n = f"{wanted}{n}", n + 1
        self.taken.add(name)
        return name


def _nodes(*tops: Node) -> Iterator[Node]:
    """The nodes below some nodes, and they, operands first, each once."""
    seen: set[int] = set()
    for top in tops:
        for node in top.walk():
            if id(node) not in seen:
                seen.add(id(node))
                yield node
