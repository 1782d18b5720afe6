"""Prints the public functions: they check what they are given, choose a kernel, run it, and say what it is."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from ..graph.node import Rank
from ..operators.kernel import KernelSource, as_tuple
from ..operators.table import Operator
from .face import Function, Parameter, tuple_name

WIDTH = 108

FAR_APART = (
    "; so may dbetas be where, in double precision, all |x_i| are below 1e-290 and betas are more than 1e30 apart"
)
"""An x cannot be scaled up then: the largest of the betas would be with it."""


def printed(function: Function, kernels: dict[str, KernelSource]) -> Iterator[str]:
    """A public function, and before it the tuple that it returns."""
    named = tuple_name(function)
    if named:
        fields = "\n".join(f"    {g}: Any" for g in function.gradients.split(", "))
        yield f'\nclass {named}(NamedTuple):\n    """What `{function.name}` returns."""\n\n{fields}'
    signature = "".join(f"    {part},\n" for part in _signature(function))
    told = [(c, kernels[k]) for c, k in function.kernels if "None" not in c]  # a gain that is left out is 1
    doc = textwrap.indent(_docstring(function, told), "    ")
    body = "\n".join(
        f"    {line}" for line in _body(function, [(c, kernels[k].operator) for c, k in function.kernels])
    )
    yield f"\ndef {function.name}(\n{signature}) -> {named or 'Array'}:\n{doc}\n{body}"


def taken(function: Function) -> str:
    """A public function of another target, which takes it from `functions`."""
    return f"{function.name} = _on.function(functions.{function.name})"


def _signature(function: Function) -> Iterator[str]:
    if function.is_vjp:
        yield "g: Any"
    yield "x: Any"
    yield from (f"{p.name}: {p.annotation}{p.default}" for p in function.parameters if not p.by_name)
    yield "*"
    yield from (f"{p.name}: {p.annotation}{p.default}" for p in function.parameters if p.by_name)
    yield "out: Array | None = None"
    yield "threads: int | Team = 1"


def _body(function: Function, kernels: list[tuple[str, Operator]]) -> Iterator[str]:
    """Checks of the arguments, and for each condition the call of its kernel."""
    yield 'x = as_array("x", x)'
    if function.is_vjp:
        yield 'g = as_like("g", g, x)'
    vectors = [p for p in function.parameters if p.check.startswith("as_channel(")]
    yield from (f"{p.name} = {p.check}" for p in function.parameters if p not in vectors)
    for condition, operator in kernels:
        if operator.channels:
            yield from _vectors(vectors, is_asked="dgain" in function.gradients)
        if condition:
            yield f"if {condition}:"
        yield from (f"    {line}" if condition else line for line in _call(function, operator))


def _vectors(vectors: list[Parameter], is_asked: bool) -> Iterator[str]:
    """The checks of the vectors. Without a gain it is 1, without a bias nothing is added."""
    with_bias = any(p.name == "bias" for p in vectors)
    for p in vectors:
        if p.name == "gain" and with_bias:
            if is_asked:
                yield "is_gained = gain is not None"
            yield "if gain is None:"
            yield "    gain = np.ones(x.shape[-1], x.dtype)"
        if p.name == "bias":
            yield "if bias is not None:"
        yield f"{'    ' if p.name == 'bias' else ''}{p.name} = {p.check}"


def _call(function: Function, operator: Operator) -> Iterator[str]:
    numbers = [f"{operator.fixed[s]:.1f}" if s in operator.fixed else s for s in operator.scalars]
    taken = ", ".join(map(as_tuple, (operator.arrays, operator.channels, numbers)))
    call = f"run({operator.name.upper()}, {taken}, out, threads)"
    named = tuple_name(function)
    if not named:
        yield f"return {call}[0]"
        return
    found = [*operator.gradients]
    yield f"dx, {as_tuple(found) if found else '_'} = {call}"
    values = [g if g == "dx" or g in found else "None" for g in function.gradients.split(", ")]
    if "bias" in operator.channels:
        values = ["dgain if is_gained else None" if v == "dgain" else v for v in values]
    yield f"return {named}({', '.join(values)})"


def _docstring(function: Function, kernels: list[tuple[str, KernelSource]]) -> str:
    kernel = kernels[-1][1]
    is_rows = kernel.result.rank != Rank.BLOCK
    end = "." if is_rows else ", over the last axis."
    lines = [f'"""{function.title}{end}', ""]
    for condition, shown in kernels:
        if len(kernels) > 1:
            lines += [f"    {condition or 'else'}:"]
        for line in shown.formulas():
            indent = " " * (len(line) - len(line.lstrip()) + (8 if len(kernels) > 1 else 4))
            lines += textwrap.wrap(
                line.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent + "    "
            )
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
        tiny = ", or of which alpha x is none," if "dalpha, dgain" in function.gradients else ""
        apart = FAR_APART if "dbetas" in function.gradients else ""
        about.append(
            "Gradients of parameters are summed over all rows; one that was not passed has None. Of N summands, "
            "rounding adds at most (40 + 6 log2(N)) eps_m of the sum of their absolute values to their own errors; "
            f"those that are no normal numbers{tiny} may be lost{apart}."
        )
    about.append(
        "Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written."
    )
    for line in about:
        lines += textwrap.wrap(line, WIDTH, subsequent_indent="    ") or [""]
    promised = f"Accuracy: {'; '.join(filter(None, (function.accuracy, function.sizes)))}."
    lines += [*textwrap.wrap(promised, WIDTH, subsequent_indent="    "), ""]
    lines += dict.fromkeys(line for _, each in kernels for line in each.sources())
    return "\n".join(lines) + '\n"""'
