"""Prints a kernel for numba: loops over its rows, and the function on a block that calls them.

Functions that numba does not vectorize are NumPy's, into scratch memory, before the loops; in single precision the head
of the module has them, as loops that are vectorized, and a kernel is loops alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..graph.node import Node, Rank
from ..numpy.printer import UFUNCS
from ..operators.kernel import KernelSource, as_tuple
from ..operators.table import OPTIONAL
from .loops import Loops
from .printer import LoopPrinter, indented, used

BLOCK_BYTES = 1 << 24
"""Of x, for a call of loops: they keep only a row in the cache."""

SHARED_BYTES = 1 << 20
"""The same where one of two ways to compute a kernel needs scratch blocks."""


def source(kernel: KernelSource) -> str:
    """The loops of a kernel, and its function on a block."""
    o, name = kernel.operator, f"_{kernel.operator.name}"
    printer = LoopPrinter(o, kernel.result, kernel.gradients)
    loops = printer.loops
    lines = [""]
    function = [f"def {name}(", f"    {', '.join(kernel.parameters)},", ") -> tuple[Any, ...]:"]
    function.append(kernel.comment)
    if loops.can_be_fused:
        fused = LoopPrinter(o, kernel.result, kernel.gradients, fused=True)
        body = fused.body()
        lines += _loops(f"{name}_fused", taken := _taken(kernel, fused.loops, body), body)
        is_numpys = kernel.result in loops.before  # NumPy's tanh alone is faster on what is in a cache
        function.append(f"    if work.dtype is FLOAT32{' and x.nbytes > CACHED' if is_numpys else ''}:")
        function += indented(indented(_call(kernel, fused.loops, f"{name}_fused", taken)))
    prepared = [m for m in loops.before.values() if m != "out"]
    if prepared:
        function.append(
            f"    {', '.join(prepared)}{',' if len(prepared) == 1 else ''} = work.scratch({o.arrays[-1]})"
        )
    for node, target in loops.before.items():
        function += indented(_by_numpy(printer, node, target))
    if kernel.result in loops.before:
        function.append("    return ()")
    else:
        body = printer.body()
        lines += _loops(f"{name}_loops", taken := _taken(kernel, loops, body), body)
        function += indented(_call(kernel, loops, f"{name}_loops", taken))
    return "\n".join([*lines, *function])


def _taken(kernel: KernelSource, loops: Loops, body: list[str]) -> list[str]:
    """What the loops are given."""
    o = kernel.operator
    prepared = [m for m in loops.before.values() if m != "out"]
    every = [*o.arrays, *prepared, *o.channels, "C", *o.scalars, "out", *loops.columns]
    return [t for t in every if used(t, body)]


def _loops(name: str, taken: list[str], body: list[str]) -> list[str]:
    """The function that has the loops."""
    head = ["@loops", f"def {name}({', '.join(taken)}):  # type: ignore[no-untyped-def]"]
    return [*head, *indented(body), "", ""]


def _call(kernel: KernelSource, loops: Loops, name: str, taken: list[str]) -> Iterator[str]:
    """Lines that call the loops, and return the gradients of the parameters: what is None has none."""
    width = f"{kernel.operator.arrays[-1]}.shape[1]"
    optional = {f"d{v}": v for v in OPTIONAL}
    for d in loops.columns:
        absent = f"0 if {optional[d]} is None else " if d in optional else ""
        yield f"{d} = np.empty({absent}{width}, out.dtype)"
    given = [f"np.zeros({width}, out.dtype) if {t} is None else {t}" if t in OPTIONAL else t for t in taken]
    yield f"{', '.join(['left_range', *loops.totals])} = {name}("
    yield f"    {', '.join(given)}"
    yield ")"
    yield "if left_range:"
    yield "    work.flag()"
    found = [f"{d} if {optional[d]} is not None else None" if d in optional else d for d in kernel.gradients]
    yield f"return {as_tuple(found)}"


def _by_numpy(printer: LoopPrinter, node: Node, target: str) -> Iterator[str]:
    """Lines that compute a node of blocks into memory, operation by operation."""
    operands = []
    for arg in node.args:
        if arg.rank & Rank.CHANNEL and arg.op != "input":
            yield from _by_numpy(printer, arg, target)
            operands.append(target)
        else:
            operands.append(str(arg.leaf) if arg.op == "input" else printer.scalar(arg))
    yield f"{UFUNCS[node.op]}({', '.join(operands)}, out={target})"


def needs(kernel: KernelSource) -> dict[str, object]:
    """Fields of its record."""
    loops = Loops(kernel.result, kernel.gradients)
    if loops.before:
        return {"scratch": loops.scratch, "block_bytes": SHARED_BYTES}
    return {"block_bytes": BLOCK_BYTES, "flags_itself": True}
