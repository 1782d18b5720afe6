"""Prints the public functions of layers for PyTorch: with checks, and with what autograd is told."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from ..operators.kernel import KernelSource, as_tuple
from ..operators.table import Operator
from .face import FUNCTIONS, Function, Parameter

WIDTH = 108

PREFIX = "_"
"""Of the names of records: that of ELN is the name of a module."""

LIMITS = {
    "dyt": "1 - tanh(alpha x)^2, and its product with g over the largest g of the row, are normal numbers",
    "eln": "beta/x^2, and its product with g over the largest g of the row, are normal numbers",
    "dyisru": "beta/x^2, and its product with g over the largest g of the row, are normal numbers",
    "eln_general": "x is a normal number, and |x_i - mu|/sqrt(beta_i) is at most 1e12, in double precision 1e100",
    "isru": "of dalpha, the product of g and the third power of x over the largest g of the row is a normal number",
}
"""Where gradients are right: in the precision in which is computed, a factor may leave its range before they do."""


def exported(functions: Iterable[Function]) -> tuple[str, ...]:
    """The names of the public functions: of layers, whose products autograd runs."""
    return tuple(f.name for f in functions if not f.is_vjp and f.name != "beta_i")


def printed(function: Function, kernels: dict[str, KernelSource]) -> Iterator[str]:
    """A public function, with the operators that it runs; nothing for a product, which autograd runs."""
    if function.name not in exported([function]):
        return
    product = next(f for f in FUNCTIONS if f.name == f"{function.name}_vjp")
    pairs = list(_pairs(function, product))
    for _, kernel, vjp in pairs:
        if product is next(f for f in FUNCTIONS if vjp in (v for _, v in f.kernels)):  # or else it is there
            yield _operator(kernels[kernel].operator, vjp)
    parameters = {p.name: p for p in (*function.parameters, *product.parameters)}
    learnt = {d.removeprefix("d") for d in product.gradients.split(", ")}
    shown = [(condition, kernels[k], kernels[v]) for condition, k, v in pairs]
    doc = textwrap.indent(_docstring(function, product, parameters, learnt, shown), "    ")
    body = "\n".join(f"    {line}" for line in _body(parameters, learnt, shown))
    signature = ", ".join(_signature(parameters, learnt))
    yield f"\ndef {function.name}(\n    {signature}\n) -> Tensor:\n{doc}\n{body}"


def _pairs(function: Function, product: Function) -> Iterator[tuple[str, str, str]]:
    """(condition, kernel, kernel of the product) of each way to run a function."""
    for n, (condition, vjp) in enumerate(product.kernels):
        _, kernel = function.kernels[n if len(function.kernels) > 1 else 0]
        yield condition, kernel, vjp


def _operator(o: Operator, vjp: str) -> str:
    """The class that autograd runs."""
    parameters = ", ".join(f"{p}: Any" for p in (*o.channels, *o.scalars))
    given = as_tuple((*o.channels, *o.scalars))
    kernel, product = PREFIX + o.name.upper(), PREFIX + vjp.upper()
    return OPERATOR.format(name=_name(vjp), kernel=kernel, product=product, parameters=parameters, given=given)


OPERATOR = '''
class {name}(Operator):
    @staticmethod
    def forward(x: Tensor, {parameters}) -> Tensor:
        return computed({kernel}, x, {given})

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients({product}, ctx, g)
'''


def _name(vjp: str) -> str:
    """The name of that class: of what it passes back, since several may compute the same."""
    return "_" + "".join(word.capitalize() for word in vjp.removesuffix("_vjp").split("_"))


def _signature(parameters: dict[str, Parameter], learnt: set[str]) -> Iterator[str]:
    yield "x: Tensor"
    for p in sorted(parameters.values(), key=lambda p: p.by_name):
        if p.by_name and p is next(p for p in parameters.values() if p.by_name):
            yield "*"
        kind = "Tensor | None" if p.default == " = None" else "Tensor"
        number = "Tensor | float" if p.name in learnt else p.annotation
        yield f"{p.name}: {kind if p.check.startswith('as_channel') else number}{p.default}"


def _body(
    parameters: dict[str, Parameter], learnt: set[str], shown: list[tuple[str, KernelSource, KernelSource]]
) -> Iterator[str]:  # fmt: skip
    """The checks, and for each condition the call."""
    yield "x = as_rows(x)"
    for p in parameters.values():
        if p.name in learnt and not p.check.startswith("as_channel"):
            yield f'{p.name} = as_number("{p.name}", {p.name}, x)'
        elif p.check.startswith("as_choice"):
            choices = p.check[p.check.index("(", p.check.index("(") + 1) : -1]
            yield f"if {p.name} not in {choices}:"
            said = choices.replace('"', "'")
            yield f'    raise ValueError(f"{p.name} has to be one of {said}, not {{{p.name}!r}}")'
    for condition, kernel, product in shown:
        o = kernel.operator
        if condition:
            yield f"if {condition}:"
        else:
            yield from _vectors(o, parameters)
        indent = "    " if condition else ""
        yield f"{indent}return {_name(product.operator.name)}.apply({', '.join(_given(o))})"


def _vectors(o: Operator, parameters: dict[str, Parameter]) -> Iterator[str]:
    """The checks of the vectors. Without a gain it is 1, without a bias nothing is added."""
    for v in o.channels:
        check = f'{v} = as_channel("{v}", {v}, x)'
        if v == "gain" and "bias" in o.channels:
            yield "if gain is None:"
            yield "    gain = x.new_ones(x.shape[-1])"
        yield f"if bias is not None:\n        {check}" if v == "bias" else check


def _given(o: Operator) -> Iterator[str]:
    """What the operator is given."""
    yield "x"
    yield from o.channels
    yield from (f"{o.fixed[s]:.1f}" if s in o.fixed else s for s in o.scalars)


def _docstring(
    function: Function, product: Function, parameters: dict[str, Parameter], learnt: set[str],
    shown: list[tuple[str, KernelSource, KernelSource]],
) -> str:  # fmt: skip
    told = [each for each in shown if "None" not in each[0]]  # a gain that is left out is 1
    lines = [f'"""{function.title}, over the last axis.', ""]
    for n, (condition, kernel, vjp) in enumerate(told):
        formulas = [*(kernel.formulas() if not n else ()), *([f"{condition or 'else'}:"] if len(told) > 1 else [])]
        for line in [*formulas, *vjp.formulas()]:
            indent = " " * (4 + len(line) - len(line.lstrip()))
            lines += textwrap.wrap(line.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent + "    ")
    about = ["", "x: tensor (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32"]
    about += [
        f"{p.name}: {p.meaning.replace('array', 'tensor')}" + (", a tensor where it is learnt" if p.name in learnt
        and not p.check.startswith("as_channel") else "") for p in parameters.values()
    ]  # fmt: skip
    about += ["", "Raises TypeError or ValueError for a wrong dtype, shape or value."]
    about += [f"Accuracy: {'; '.join(filter(None, (function.accuracy, function.sizes)))}."]
    start = max((n for n in LIMITS if function.name.startswith(n)), key=len, default="")
    limit = f"all that where {LIMITS[start]}" if start else ""
    about += [f"Of the gradient dx: {'; '.join(filter(None, (product.accuracy, product.sizes, limit)))}.", ""]
    for line in about:
        lines += textwrap.wrap(line, WIDTH, subsequent_indent="    ") or [""]
    lines += dict.fromkeys(line for _, *both in told for each in both for line in each.sources())
    return "\n".join(lines) + '\n"""'
