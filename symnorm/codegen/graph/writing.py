"""The operations of a graph as Python expressions, told apart in one place: a target says what is its own.

A target says how it writes numbers, what it calls functions, and what it puts around operands. Signs, parentheses and
what binds more tightly are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import ClassVar

from .node import Node

SIGNS = {"add": " + ", "sub": " - ", "mul": " * ", "div": " / "}
LEVELS = {"add": 1, "sub": 1, "mul": 2, "div": 2, "neg": 3, "pow": 4}
ATOM = 5
"""How tightly what is written holds together."""

Operand = Callable[[Node, int], str]
"""Writes an operand, in parentheses where it holds together less than that."""


class Writing:
    """Writes operations for a target: `call` is its functions, by name."""

    call: ClassVar[Mapping[str, str]] = {}

    def written(self, node: Node, above: int, operand: Operand) -> str:
        """An operation on operands, or a leaf."""
        match node.op, node.args:
            case "number", ():
                return self.number(node.leaf, above)
            case "parameter" | "input", ():
                return str(node.leaf)
            case "C", ():
                return "C"
            case "nonzero", (a,):
                return f"({operand(a, 0)} or 1.0)"
            case "neg", (a,):
                return within(f"-{operand(a, LEVELS['neg'])}", LEVELS["neg"], above)
            case "pow", (a,):
                return within(f"{operand(a, ATOM)}**{node.leaf}", LEVELS["pow"], above)
            case ("add" | "sub" | "mul" | "div"), (a, b):
                level = LEVELS[node.op]
                right = operand(b, level + self.is_strict(node))
                return within(operand(a, level) + SIGNS[node.op] + right, level, above)
        return self.called(node, operand)

    def number(self, value: Fraction, above: int) -> str:
        """A number."""
        level = LEVELS["div"] if value.denominator > 1 else LEVELS["neg"] if value < 0 else ATOM
        return within(literal(value), level, above)

    def called(self, node: Node, operand: Operand) -> str:
        """A function of its operands, the product of them if there are several."""
        level = LEVELS["mul"] if len(node.args) > 1 else 0
        return f"{self.call[node.op]}({' * '.join(operand(a, level) for a in node.args)})"

    def is_strict(self, node: Node) -> bool:
        """Whether the right operand has parentheses even where it holds together as tightly."""
        return True


def literal(value: Fraction) -> str:
    """A number as Python has it: a whole one, or a quotient."""
    return str(value.numerator) if value.denominator == 1 else f"{value.numerator} / {value.denominator}"


def within(text: str, level: int, above: int) -> str:
    """A text, in parentheses where it holds together less than what it stands in."""
    return f"({text})" if level < above else text
