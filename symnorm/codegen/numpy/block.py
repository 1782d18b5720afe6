"""Prints a kernel for NumPy: the function on a block, and what it needs of the runtime."""

from __future__ import annotations

from ..operators.kernel import KernelSource, as_tuple
from ..operators.table import MOSTLY_ONE, OPTIONAL
from .printer import Printer


def source(kernel: KernelSource) -> str:
    """The function on a block."""
    o = kernel.operator
    ones = (*MOSTLY_ONE, *(name for name, value in o.fixed.items() if value == 1))
    lines = list(Printer(kernel.plan, OPTIONAL, ones).body(kernel.result, kernel.gradients))
    lines.append(f"return {as_tuple(kernel.gradients)}")
    body = "\n".join(f"    {line}" for line in lines)
    return f"\ndef _{o.name}(\n    {', '.join(kernel.parameters)}\n) -> tuple[Any, ...]:\n{kernel.comment}\n{body}\n"


def needs(kernel: KernelSource) -> dict[str, object]:
    """Fields of its record."""
    return {"scratch": kernel.plan.scratch}
