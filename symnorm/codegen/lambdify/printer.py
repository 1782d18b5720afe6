"""NumPy source of a formula over arrays, in the order in which it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from ..graph.node import Node
from ..graph.writing import Operand, Writing
from .formula import NAMES_OF_FUNCTIONS, Formula

FUNCTION = "evaluated"
"""What the function is called in the source."""


class Printer(Writing):
    """Writes formulas whose channels lie along the last so many axes."""

    call: ClassVar = {name: name for name in ("sqrt", "exp", "log", "tanh")}

    def __init__(self, axes: int) -> None:
        self.axes = axes

    def text(self, node: Node, above: int = 0) -> str:
        """A node as an expression."""
        return self.written(node, above, self.text)

    def called(self, node: Node, operand: Operand) -> str:
        """A function; a vector along its axis, a sum or a mean along one, a delta."""
        match node.op, node.args:
            case "along", (vector,):
                name, axis = operand(vector, 0), node.leaf - self.axes
                return name if axis == -1 else f"swapaxes({name}, -1, {axis})"
            case ("sum" | "mean"), (value, *without):
                text = operand(value, 0)
                for delta in without:
                    text = f"where({operand(delta, 0)} == 0, {text}, 0)"
                return f"{node.op}({text}, axis={node.leaf - self.axes}, keepdims=True)"
            case "identity", ():
                name, *slots = node.leaf
                first, second = sorted(slot - self.axes for slot in slots)
                return str(name) if (first, second) == (-2, -1) else f"on_axes({name}, {first}, {second})"
        return super().called(node, operand)


def source(formula: Formula) -> str:
    """The source of a function of the vectors, the symbols and, where it is needed, the identity matrix."""
    given = [formula.arguments[name] for name in (*formula.vectors, *formula.symbols)]
    given += [formula.identity] if formula.identity else []
    text = Printer(formula.axes).text
    lines = [f"{name} = {text(body)}" for name, body in formula.definitions]
    lines.append(f"return {text(formula.value)}")
    return f"def {FUNCTION}({', '.join(given)}):\n" + "".join(f"    {line}\n" for line in lines)


def compiled(text: str, name: str) -> Callable[..., Any]:
    """The function of a source that was printed here: names in it are arguments, definitions, or these functions."""
    known = {function: getattr(np, function, on_axes) for function in NAMES_OF_FUNCTIONS}
    exec(compile(text, f"<{name}>", "exec"), known)
    found: Callable[..., Any] = known[FUNCTION]
    return found


def on_axes(matrix: Any, first: int, second: int) -> Any:
    """A matrix along two of the last axes, first < second < 0; the axes between and after have length one."""
    shape = [1] * -first
    shape[0] = shape[second - first] = len(matrix)
    return matrix.reshape(shape)
