"""Prints the public functions: they check what they are given, choose a kernel, run it, and say what it is."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from .face import Function
from .kernel import KernelSource, as_tuple
from .lower import Rank
from .table import Operator

WIDTH = 108


def tuple_name(function: Function) -> str:
    names = function.gradients.split(", ")
    if len(names) == 1:
        return ""
    return "".join(w.capitalize() for w in function.name.removesuffix("_vjp").split("_")) + "Gradients"


def printed(function: Function, kernels: dict[str, KernelSource]) -> Iterator[str]:
    gradients = function.gradients.split(", ")
    named = tuple_name(function)
    if named:
        fields = "\n".join(f"    {g}: Any" for g in gradients)
        yield f'\nclass {named}(NamedTuple):\n    """What `{function.name}` returns."""\n\n{fields}'
    arrays = ("g", "x") if function.is_vjp else ("x",)
    positional = [p for p in function.parameters if not p.by_name]
    signature = [
        *(f"{a}: Any" for a in arrays), *(f"{p.name}: {p.annotation}{p.default}" for p in positional), "*",
        *(f"{p.name}: {p.annotation}{p.default}" for p in function.parameters if p.by_name),
        "out: Array | None = None", "threads: int | Team = 1",
    ]  # fmt: skip
    lines = ['x = as_array("x", x)']
    if function.is_vjp:
        lines.append('g = as_like("g", g, x)')
    vectors = [p for p in function.parameters if "dtype" in p.check]
    lines += [f"{p.name} = {p.check}" for p in function.parameters if p not in vectors]
    converted = not vectors
    for condition, name in function.kernels:
        o = kernels[name].operator
        indent = "    " if condition else ""
        if o.channels and not converted:
            converted = True
            lines.append('dtype = computing_dtype("x", x.dtype)')
            for p in vectors:
                if p.name == "gain" and "bias" in o.channels:
                    if named:
                        lines.append("is_gained = gain is not None")
                    lines.append("if gain is None:\n        gain = np.ones(x.shape[-1], dtype)")
                if p.name == "bias":
                    lines.append(f"if bias is not None:\n        bias = {p.check}")
                else:
                    lines.append(f"{p.name} = {p.check}")
        if condition:
            lines.append(f"if {condition}:")
        numbers = [f"{o.fixed[s]:.1f}" if s in o.fixed else s for s in o.scalars]
        call = f"run({name.upper()}, {as_tuple(arrays)}, {as_tuple(o.channels)}, {as_tuple(numbers)}, out, threads)"
        if not named:
            lines.append(f"{indent}return {call}[0]")
            continue
        found = [*o.gradients]
        lines.append(f"{indent}dx, {as_tuple(found) if found else '_'} = {call}")
        values = [_value(g, found, o) for g in gradients]
        lines.append(f"{indent}return {named}({', '.join(values)})")
    body = "\n".join(f"    {line}" for line in lines)
    doc = textwrap.indent(_docstring(function, kernels[function.kernels[-1][1]]), "    ")
    written = "".join(f"    {s},\n" for s in signature)
    yield f"\ndef {function.name}(\n{written}) -> {named or 'Array'}:\n{doc}\n{body}"


def _value(gradient: str, found: list[str], operator: Operator) -> str:
    if gradient == "dx" or gradient in found:
        return (
            "dgain if is_gained else None" if gradient == "dgain" and "bias" in operator.channels else gradient
        )
    return "None"


def _docstring(function: Function, kernel: KernelSource) -> str:
    is_rows = kernel.result.rank != Rank.BLOCK
    end = "." if is_rows else ", over the last axis."
    lines = [f'"""{function.title}{end}', ""]
    for line in kernel.formulas():
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        lines += textwrap.wrap(line.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent + "    ")
    lines.append("")
    about = [
        "x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32"
    ]
    if function.is_vjp:
        about.insert(0, "g: array, the gradient at the output, of the shape and dtype of x")
    about += [f"{p.name}: {p.meaning}" for p in function.parameters]
    what = "gradient dx" if function.is_vjp and not is_rows else "result"
    shape = "x without its last axis" if is_rows else "x"
    about.append(
        f"out: array for the {what}, of the shape of {shape} and the dtype of x; it must not overlap an input"
    )
    about += ["threads: how many threads may be used", ""]
    if function.gradients.startswith("dx, "):
        about.append("Gradients of parameters are summed over all rows; one that was not passed has None.")
    about.append(
        "Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written."
    )
    about += [f"Accuracy: {function.accuracy}.", ""]
    for line in about:
        lines += textwrap.wrap(line, WIDTH, subsequent_indent="    ") or [""]
    lines += [f"From {line}" for line in dict.fromkeys(kernel.sources())]
    return "\n".join(lines) + '\n"""'
