"""Whole numbers: the value of one, and what it is at least, by its form alone.

A whole number has a rank in the place of a channel: 1 for the one that it starts from, 2 for the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from .nodes import Node

Linear = dict[Node | None, Fraction]
"""The multiples of whole numbers that make one, and under None a number."""


def number_of(node: Node, ranks: Mapping[str, int]) -> int | None:
    """The value of a whole number; None where it is none."""
    found = linear(node)
    if found is None:
        return None
    value = sum((c * (1 if t is None else t.args[1] + ranks[t.args[0]] - 1) for t, c in found.items()), Fraction(0))
    return int(value) if value.denominator == 1 else None


def least(found: Linear) -> int | None:
    """What a whole number is at least; None where it is none, or may be less than anything."""
    if any(c.denominator != 1 or (t is not None and c < 0) for t, c in found.items()):
        return None
    return int(sum((c * (1 if t is None else t.args[1]) for t, c in found.items()), Fraction(0)))


def may_be_negative(node: Node) -> bool:
    """Whether a whole number may be negative; of one that is not written as such, nothing is said."""
    found = linear(node)
    lowest = 0 if found is None else least(found)
    return lowest is None or lowest < 0


def linear(node: Node) -> Linear | None:
    """What a node is made of, if that is whole numbers and rational multiples of them."""
    match node.op, node.args:
        case "num", (value,):
            return {None: value}
        case "whole", _:
            return {node: Fraction(1)}
        case ("add" | "neg" | "mul"), _:
            parts = [linear(p) for p in node.parts]
            if any(p is None for p in parts):
                return None
            return _combined(node.op, [p for p in parts if p is not None])
    return None


def _combined(op: str, parts: list[Linear]) -> Linear | None:
    total: Linear = {None: Fraction(op == "mul")}
    for part in parts:
        if op != "mul":
            for t, c in part.items():
                total[t] = total.get(t, Fraction(0)) + (-c if op == "neg" else c)
        else:
            one, other = (total, part) if _is_number(part) else (part, total)
            if not _is_number(other):
                return None
            total = {t: c * other.get(None, Fraction(0)) for t, c in one.items()}
    return total


def _is_number(part: Linear) -> bool:
    return all(t is None or not c for t, c in part.items())
