"""Bounds of expressions without variables, by the balls of python-flint."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from ..second.nodes import Node

PRECISIONS = (128, 512, 2048)
Ball = Any


def decide(relation: str, left: Node, right: Node) -> bool | None:
    """Whether a relation holds, None where balls cannot tell."""
    before = ctx.prec
    try:
        for precision in PRECISIONS:
            ctx.prec = precision
            gap = enclosed(right) - enclosed(left)
            answer = _decided(relation, gap)
            if answer is not None:
                return answer
    finally:
        ctx.prec = before
    return None


def _decided(relation: str, gap: Ball) -> bool | None:
    above, below = bool(gap > 0), bool(gap < 0)
    zero = bool(gap == 0)
    known: dict[str, tuple[bool, bool]] = {
        "lt": (above, bool(gap <= 0)),
        "le": (bool(gap >= 0), below),
        "gt": (below, bool(gap >= 0)),
        "ge": (bool(gap <= 0), above),
        "ne": (above or below, zero),
        "eq": (zero, above or below),
    }
    holds, fails = known[relation]
    return True if holds else False if fails else None


def enclosed(node: Node) -> Ball:
    """A ball that contains the value; one without bounds where there is a division by zero, say."""
    match node.op, node.args:
        case "num", (Fraction() as q,):
            return arb(fmpq(q.numerator, q.denominator))
        case "add", (first, *rest):
            return sum(map(enclosed, rest), enclosed(first))
        case "mul", (first, *rest):
            product = enclosed(first)
            for part in rest:
                product = product * enclosed(part)
            return product
        case "neg", (a,):
            return -enclosed(a)
        case "div", (a, b):
            return enclosed(a) / enclosed(b)
        case "pow", (a, n):
            return enclosed(a) ** n
        case "fn", (name, a):
            return getattr(enclosed(a), name)()
    return arb("nan")
