"""NumPy source of a formula over arrays, in the order in which it is written: for `sympy.lambdify`."""

from __future__ import annotations

from typing import Any

import sympy
from sympy.printing.numpy import NumPyPrinter

ADD, MUL, POW, ATOM = range(4)
"""How tightly a piece of source holds together."""


class Printer(NumPyPrinter):  # type: ignore[misc]
    """NumPy source, in the order in which a formula is written."""

    def __init__(self, axes: int) -> None:
        super().__init__({"fully_qualified_modules": False, "inline": True})
        self.axes = axes

    def doprint(self, expr: Any, assign_to: Any = None) -> str:
        """The source of an expression, which nothing looks at before it is printed."""
        return str(self._print(expr))

    def _axis(self, slot: Any) -> int:
        return int(slot) - self.axes

    def _within(self, part: Any, level: int) -> str:
        """A part, in parentheses where it holds together less than that."""
        text = str(self._print(part))
        return text if _level(part) >= level else f"({text})"

    def _print_Add(self, expr: Any, **_: Any) -> str:
        first, *rest = expr.args
        return self._within(first, ADD) + "".join(map(self._added, rest))

    def _added(self, part: Any) -> str:
        if part.is_Rational and part < 0:
            return f" - {self._print(-part)}"
        if _is_negative(part):
            return f" - {self._within(part.args[1], MUL)}"
        return f" + {self._within(part, MUL)}"

    def _print_Mul(self, expr: Any) -> str:
        if _is_negative(expr):
            return f"-{self._within(expr.args[1], MUL)}"
        first, *rest = expr.args
        text = self._within(first, MUL)
        for part in rest:
            below = part.is_Pow and part.exp == -1
            text += f"/{self._within(part.base, POW)}" if below else f"*{self._within(part, POW)}"
        return text

    def _print_Pow(self, expr: Any, rational: bool = False, sqrt: str = "numpy.sqrt") -> str:
        if expr.exp == sympy.Rational(1, 2):
            return f"{self._module_format(sqrt)}({self._print(expr.base)})"
        if expr.exp == -1:
            return f"1/{self._within(expr.base, POW)}"
        power = f"{self._within(expr.base, ATOM)}**{abs(expr.exp)}"
        return power if expr.exp > 0 else f"1/{power}"

    def _print_Rational(self, expr: Any) -> str:
        return f"{expr.p}/{expr.q}"

    def _print_OnAxis(self, expr: Any) -> str:
        vector, slot = expr.args
        name = str(self._print(vector))
        if self._axis(slot) == -1:
            return name
        return f"{self._module_format('numpy.swapaxes')}({name}, -1, {self._axis(slot)})"

    def _print_Mean(self, expr: Any) -> str:
        value, slot = expr.args
        return self._reduced("numpy.mean", self._print(value), slot)

    def _print_Sum(self, expr: Any) -> str:
        value, slot, *without = expr.args
        text = str(self._print(value))
        for delta in without:
            text = f"{self._module_format('numpy.where')}({self._print(delta)} == 0, {text}, 0)"
        return self._reduced("numpy.sum", text, slot)

    def _reduced(self, function: str, text: str, slot: Any) -> str:
        return f"{self._module_format(function)}({text}, axis={self._axis(slot)}, keepdims=True)"

    def _print_Identity(self, expr: Any) -> str:
        matrix, p, q = expr.args
        axes = sorted((self._axis(p), self._axis(q)))
        name = str(self._print(matrix))
        return name if axes == [-2, -1] else f"on_axes({name}, {axes[0]}, {axes[1]})"


def _is_negative(e: Any) -> bool:
    return bool(e.is_Mul and len(e.args) == 2 and e.args[0] == -1)


def _level(e: Any) -> int:
    """How tightly the source of an expression holds together."""
    if e.is_Rational:
        return ADD if e < 0 else ATOM if e.is_Integer else MUL
    if e.is_Mul:
        return ADD if _is_negative(e) else MUL
    if e.is_Pow and e.exp != sympy.Rational(1, 2):
        return POW if e.exp > 0 else MUL
    return ADD if e.is_Add else ATOM
