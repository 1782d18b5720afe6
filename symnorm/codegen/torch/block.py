"""Prints a kernel for PyTorch: the function on rows, and what its record has for the runtime."""

from __future__ import annotations

from ..operators.kernel import KernelSource, as_tuple
from ..operators.table import OPTIONAL
from .printer import Printer


def source(kernel: KernelSource) -> str:
    """The function on rows; nothing for a kernel that is no layer's."""
    if not is_layer(kernel):
        return ""
    o = kernel.operator
    parameters = [*o.arrays, *o.channels, "C", *o.scalars]
    printer = Printer(parameters, OPTIONAL)
    lines = "\n".join(f"    {line}" for line in printer.body(kernel.result, kernel.gradients))
    typed = [
        *(f"{a}: Tensor" for a in o.arrays),
        *(f"{v}: Tensor | None" if v in OPTIONAL else f"{v}: Tensor" for v in o.channels),
        "C: int", *(f"{s}: {'Tensor' if f'd{s}' in kernel.gradients else 'Any'}" for s in o.scalars),
    ]  # fmt: skip
    is_product = "g" in o.arrays
    typed += ["back: tuple[Back, ...]"] if is_product else []
    found = "tuple[Tensor, tuple[Any, ...]]" if is_product else "Tensor"
    return f"\ndef _{o.name}(\n    {', '.join(typed)}\n) -> {found}:\n{kernel.comment}\n{lines}\n"


def needs(kernel: KernelSource) -> dict[str, object]:
    """Fields of its record."""
    wanted = as_tuple(f'"{name.removeprefix("d")}"' for name in kernel.gradients)
    return {"wanted": wanted} if kernel.gradients else {}


def is_layer(kernel: KernelSource) -> bool:
    """Whether a kernel is that of a layer: the others tell one number of each row or element, about a layer."""
    return not kernel.operator.name.startswith(("beta_i", "gradient_variance"))
