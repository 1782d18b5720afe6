"""How large an error may be: what the docstring of a function promises, and a tolerance where it promises nothing."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from .rows import Array

TOLERANCE = 64.0
"""Machine epsilons, of the sum of the absolute values of the summands, where nothing is promised."""

NEARLY = 2.0**-10
"""The same, relative, where a promise makes an exception: a wrong law, operator or constant is off by more."""

NUMBER = r"(\([^)]*(?:\([^)]*\)[^)]*)*\)|[0-9.]+)"
PROMISED = re.compile(
    rf"(?:is at most|is right to|are right to) {NUMBER} (?:eps_m|ulp)"
)
"""In a docstring: a number or a formula in brackets, and of what."""


SIZES = re.compile(r"0 or between (\S+) and (\S+) in size, in double precision between (\S+) and ([^\s.]+)")
"""In a docstring: for which sizes of parameters that holds."""


@dataclass(frozen=True)
class Promise:
    """So many machine epsilons: a formula in C and |alpha x|; `text` is what is shown."""

    text: str

    def at(self, channels: int, steepness: float | Array = 0.0) -> Any:
        """The number for rows of so many channels, or an array of such; `steepness` is |alpha x|."""
        return _value(_formula(self.text), {"C": float(channels), "u": steepness})


@cache
def _formula(text: str) -> ast.expr:
    """A formula that is written as people do, with products that have no sign."""
    return ast.parse(re.sub(r"(?<=[0-9)]) +(?=[A-Za-z(])", " * ", text.replace("|alpha x|", "u")), mode="eval").body


@cache
def promised(docstring: str) -> Promise | None:
    """What a docstring promises; None where it promises no number that is understood."""
    words = " ".join(docstring.split()).partition("Accuracy: ")[2]
    found = PROMISED.search(words)
    if found is None:
        return None
    promise = Promise(found[1])
    try:
        return promise if promise.at(2, 1.0) > 0 else None
    except (SyntaxError, ValueError, KeyError, ArithmeticError):
        return None


@cache
def parameter_sizes(docstring: str, is_double: bool) -> tuple[float, float]:
    """Between which sizes a parameter that is not 0 may be, as a docstring says; any, where it does not say."""
    found = SIZES.search(" ".join(docstring.split()))
    if found is None:
        return 0.0, math.inf
    low, high = found.groups()[2:] if is_double else found.groups()[:2]
    return float(low), float(high)


def _value(node: ast.expr, names: Mapping[str, float | Array]) -> Any:
    """The value of a formula. Raises ValueError for what is none."""
    match node:
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.Name(id=name):
            return names[name]
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _value(left, names), _value(right, names)
            match op:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.Div():
                    return a / b
        case ast.Call(func=ast.Name(id="sqrt" | "log2" | "log" as function), args=[a]):
            return getattr(np, function)(_value(a, names))
    raise ValueError(ast.dump(node))
