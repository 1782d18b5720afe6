"""Prints a kernel for numba: loops over its rows, and the function on a block that calls them.

Functions that numba does not vectorize are NumPy's, into scratch memory, before the loops; in single precision the head
of the module has them, as loops that are vectorized, and a kernel is loops alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from .face import FUNCTIONS
from .kernel import KernelSource
from .loops import Loops
from .lower import Node, Rank
from .module import STATED, Target
from .numpy_printer import UFUNCS
from .print_loops import LoopPrinter, indented, used
from .public import tuple_name
from .table import CENTRED_PRODUCT, OPTIONAL, ROOT, TANH

PRELUDE = (
    Path(__file__).with_name("numba_prelude.py").read_text("utf-8").partition("import numpy as np\n")[2].strip()
)

HEAD = f'''"""Kernels of normalization layers for numba, printed by `symnorm kernels emit --target numba`.

Not to be edited. They are those of `symnorm.kernels`, in fused loops that are compiled at the first call, with the same
functions, and at least as accurate. `symnorm kernels check` compares them with what is verified.
{STATED}
"""

# fmt: off
# mypy: disable-error-code="untyped-decorator, no-untyped-call, call-arg, call-overload, attr-defined"
from __future__ import annotations

import math
import platform
from typing import Any%s

try:
    import numba
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("these kernels need numba: pip install 'symnorm[numba]'", name="numba") from error
import numpy as np

%s

'''

ALONE = '''\
from .arguments import FLOAT32, Array, as_array, as_channel, as_choice, as_like, as_number
from .runtime import Plan, Team, run
from .workspace import Kernel, Law, Workspace'''

TUPLES = [name for f in FUNCTIONS if (name := tuple_name(f))]

WITHIN = f'''\
from . import functions
from .arguments import FLOAT32, Array
from .functions import (
{"".join(f"    {name},{chr(10)}" for name in sorted(TUPLES))})
from .runtime import Plan
from .target import Target
from .workspace import Workspace'''

BLOCK_BYTES = 1 << 24
"""Of x, for a call of loops: they keep only a row in the cache."""

SHARED_BYTES = 1 << 20
"""The same where one of two ways to compute a kernel needs scratch blocks."""


def _source(kernel: KernelSource) -> str:
    """The loops of a kernel, and its function on a block."""
    o, name = kernel.operator, f"_{kernel.operator.name}"
    printer = LoopPrinter(o, kernel.result, kernel.gradients)
    loops = printer.loops
    lines = [""]
    parameters = [
        "work: Workspace", *(f"{a}: Array" for a in o.arrays),
        *(f"{v}: Array | None" if v in OPTIONAL else f"{v}: Array" for v in o.channels),
        "C: int", *(f"{s}: float" for s in o.scalars), "out: Array",
    ]  # fmt: skip
    function = [f"def {name}(", f"    {', '.join(parameters)},", ") -> tuple[Any, ...]:"]
    function.append(f'    """{o.result.computed}{", with gradients" if kernel.gradients else ""}."""')
    if loops.can_be_fused:
        fused = LoopPrinter(o, kernel.result, kernel.gradients, fused=True)
        body = fused.body()
        lines += _loops(f"{name}_fused", taken := _taken(kernel, fused.loops, body), body)
        of_any_size = any(n.op != "tanh" for n in loops.before)  # NumPy's tanh is faster on what is in a cache
        function.append(f"    if work.dtype is FLOAT32{'' if of_any_size else ' and x.nbytes > CACHED'}:")
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
    yield f"return ({', '.join(found)}{',' if len(found) == 1 else ''})"


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


def _needs(kernel: KernelSource) -> dict[str, object]:
    loops = Loops(kernel.result, kernel.gradients)
    if loops.before:
        return {"scratch": loops.scratch, "block_bytes": SHARED_BYTES}
    return {"block_bytes": BLOCK_BYTES, "flags_itself": True}


NUMBA = Target(
    HEAD % (", NamedTuple", ALONE) + PRELUDE, _source, _needs, (CENTRED_PRODUCT, *TANH, *ROOT), widens=True,
    within=HEAD % ("", WITHIN) + PRELUDE,
)  # fmt: skip
