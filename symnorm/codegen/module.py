"""Assembles the emitted module: for each kernel its function on a block, and the public functions with their docstrings."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..errors import UserError
from ..judge import meaning
from ..language import eq
from ..language.terms import Term, symbol
from ..language.text import text
from .claims import Claim, Claims
from .face import FUNCTIONS, Function
from .lower import Graph, Node, Rank
from .numpy_printer import Printer
from .schedule import Schedule, schedule
from .table import CENTRE, OPERATORS, OPTIONAL, Cited, Form, Operator

HEADER = '''"""NumPy kernels of normalization layers, printed from verified statements by `symnorm kernels emit`. Not to be edited.

Each function on a block of rows is the right side of a theorem, line by line; `STATEMENTS` has the hash of each statement
that went into this file, and `symnorm kernels check` says whether they still hold as they stand here.
"""

# ruff: noqa: E501
# fmt: off
from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from . import arguments
from .arguments import Array
from .runtime import Team, run
from .workspace import Kernel, Law, Workspace
'''


def needed(operators: Iterable[Operator] = OPERATORS) -> list[Cited]:
    """Every claim that the emitted module rests on."""
    found = list(CENTRE)
    for operator in operators:
        found += [operator.even] if operator.even else []
        for form in (operator.result, *operator.gradients.values()):
            found += [c for c in (form.computed, form.of, form.scale) if c is not None]
    return list(dict.fromkeys(found))


@dataclass(frozen=True)
class Target:
    """What kernels are printed for: the head of the module, and of each kernel its function on a block of rows.

    `scratch` is how many scratch blocks that function needs, `block_bytes` how large blocks should be, 0 for any.
    """

    header: str
    source: Callable[[KernelSource], str]
    scratch: Callable[[KernelSource], int]
    block_bytes: Callable[[KernelSource], int]


def module(claims: Claims, target: Target | None = None) -> str:
    """The source of the emitted module, for NumPy by default. Raises UserError where a claim is not proved, or does not fit its operator."""
    target = target or NUMPY
    cited = needed()
    claims.verify(cited)
    kernels = {o.name: KernelSource(o, claims) for o in OPERATORS}
    names = sorted([f.name for f in FUNCTIONS] + [c for f in FUNCTIONS if (c := _tuple_name(f))])
    exported = "".join(f'    "{name}",\n' for name in names)
    parts = [target.header, f"__all__ = [\n{exported}]"]
    listed = "".join(f'    "{c}": "{claims[c].hash}",\n' for c in sorted(cited, key=str))
    parts.append(f"STATEMENTS = {{\n{listed}}}\n")
    parts += [target.source(k) for k in kernels.values()]
    parts += [k.record(target) for k in kernels.values()]
    parts += [p for f in FUNCTIONS for p in _function(f, kernels)]
    return "\n\n".join(p.strip("\n") + "\n" for p in parts).replace("\n\n\n\n", "\n\n\n")


class KernelSource:
    """One kernel: its graph and its schedule, and what is printed of it."""

    def __init__(self, operator: Operator, claims: Claims) -> None:
        self.operator, self.claims = operator, claims
        self.result_claim = self._form(operator.result)
        theorem = self.result_claim.theorem
        graph = Graph(_dimension(self.result_claim), tuple(operator.arrays), operator.channels, self._even(), operator.fixed)
        self.result = graph.lowered(self.result_claim.right)
        self.gradients = {name: graph.lowered(self._form(f).right) for name, f in operator.gradients.items()}
        self.plan: Schedule = schedule(self.result, self.gradients)
        self.theorem = theorem

    def _form(self, form: Form) -> Claim:
        """The claim to compute; its left side has to be what it is a form of."""
        claim = self.claims[form.computed]
        if form.of is not None:
            whole = self.claims[form.of]
            if meaning(eq(claim.left, 0)) != meaning(eq(whole.right, 0)):
                raise UserError(
                    f"the left side of {form.computed} is not the right side of {form.of}",
                    "state the closed form of that theorem, as it stands there",
                )
        return claim

    def _even(self) -> tuple[Term, str] | None:
        """A term that is even in a definition, by the claim that says so, and the name of the definition."""
        if self.operator.even is None:
            return None
        claim = self.claims[self.operator.even]
        name = "u"

        def turned(t: Term) -> Term:
            minus = t.op == "def" and t.args[0] == name
            return Term("neg", (t,)) if minus else t.rebuilt(turned)

        if meaning(eq(turned(claim.left), 0)) != meaning(eq(claim.right, 0)):
            raise UserError(f"{self.operator.even} does not say f(u) = f(-u)", "claim eq(f, f with -u for u)")
        return claim.left, name

    def law(self, form: Form) -> str:
        """By which powers of a and c the result for a (x - b) and c g has to be multiplied: read off the claim."""
        if form.scale is None:
            return "Law(0, 0)"
        right = self.claims[form.scale].right
        factor = right.args[0] if right.op == "mul" else None
        powers = _powers(factor) if factor is not None else None
        a, c = powers or (0, 0)
        return f"Law({a}, {c})"

    def source(self) -> str:
        """The function on a block."""
        o = self.operator
        parameters = [
            "work: Workspace", *(f"{a}: Array" for a in o.arrays),
            *(f"{v}: Array | None" if v in OPTIONAL else f"{v}: Array" for v in o.channels),
            "C: int", *(f"{s}: float" for s in o.scalars), "out: Array",
        ]  # fmt: skip
        lines = list(Printer(self.plan, OPTIONAL).body(self.result, self.gradients))
        gradients = [*self.gradients]
        returned = f"({', '.join(gradients)}{',' if len(gradients) == 1 else ''})"
        lines.append(f"return {returned}")
        body = "\n".join(f"    {line}" for line in lines)
        comment = f'    """{o.result.computed}{", with gradients" if gradients else ""}."""'
        return f"\ndef _{o.name}(\n    {', '.join(parameters)}\n) -> tuple[Any, ...]:\n{comment}\n{body}\n"

    def record(self, target: Target) -> str:
        """The description of the kernel for the runtime."""
        o = self.operator
        gradients = [self.law(f) for f in o.gradients.values()]
        fields = {
            "name": f'"{o.name}"', "function": f"_{o.name}", "arrays": _tuple(f'"{a}"' for a in o.arrays),
            "channels": _tuple(f'"{v}"' for v in o.channels), "scalars": _tuple(f'"{s}"' for s in o.scalars),
            "scratch": str(target.scratch(self)), "rowwise": str(o.rowwise), "shifts": str(o.shifts),
            "per_row": str(self.result.rank != Rank.BLOCK), "law": self.law(o.result), "gradients": _tuple(gradients),
            "scaling": "{" + ", ".join(f'"{k}": {v}' for k, v in o.scaling.items()) + "}",
        }  # fmt: skip
        if block_bytes := target.block_bytes(self):
            fields["block_bytes"] = str(block_bytes)
        return f"{o.name.upper()} = Kernel(\n" + "".join(f"    {k}={v},\n" for k, v in fields.items()) + ")"

    def formulas(self) -> Iterator[str]:
        """What the kernel computes, for a docstring: each formula, and what the letters in it mean."""
        seen: dict[str, str] = {}
        for name, form in (("", self.operator.result), *self.operator.gradients.items()):
            claim = self.claims[form.of or form.computed]
            side = claim.right if form.of else claim.left
            label = name or ("dx" if "g" in self.operator.arrays and form.of else "y")
            yield f"{label} = {text(side)}"
            for t in side.walk():
                if t.op == "def":
                    seen.setdefault(text(t), text(t.args[2]))
        for name, body in seen.items():
            yield f"    {name} = {body}"

    def sources(self) -> Iterator[str]:
        """The claims behind the kernel, for a docstring."""
        for form in (self.operator.result, *self.operator.gradients.values()):
            for cited in (form.of, form.computed):
                if cited is not None:
                    yield f"{cited} ({self.claims[cited].hash[:16]})"


NUMPY = Target(HEADER, KernelSource.source, lambda kernel: kernel.plan.scratch, lambda _: 0)


def _dimension(claim: Claim) -> Term:
    """The number of channels in a claim."""
    for t in claim.entry.statement.terms():
        for part in t.walk():
            if part.op == "sum":
                dimension: Term = part.args[1]
                return dimension
    return symbol("C")


def _powers(t: Term) -> tuple[int, int] | None:
    """The powers of a and c in a product of powers of them; None for anything else."""
    match t.op, t.args:
        case "num", (one,) if one == 1:
            return 0, 0
        case "sym", ("a",):
            return 1, 0
        case "sym", ("c",):
            return 0, 1
        case "pow", (base, n):
            inner = _powers(base)
            return None if inner is None else (inner[0] * n, inner[1] * n)
        case "mul" | "div", parts:
            found = [_powers(p) for p in parts]
            if any(f is None for f in found):
                return None
            sign = -1 if t.op == "div" else 1
            (a, c), *others = (f for f in found if f is not None)
            return a + sign * sum(o[0] for o in others), c + sign * sum(o[1] for o in others)
    return None


def _tuple(parts: Iterable[str]) -> str:
    written = list(parts)
    return f"({', '.join(written)}{',' if len(written) == 1 else ''})"


# --- the public functions ---------------------------------------------------------------------------------


def _tuple_name(function: Function) -> str:
    names = function.gradients.split(", ")
    if len(names) == 1:
        return ""
    return "".join(w.capitalize() for w in function.name.removesuffix("_vjp").split("_")) + "Gradients"


def _function(function: Function, kernels: dict[str, KernelSource]) -> Iterator[str]:
    gradients = function.gradients.split(", ")
    named = _tuple_name(function)
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
    lines = ['x = arguments.array("x", x)']
    if function.is_vjp:
        lines.append('g = arguments.like("g", g, x)')
    vectors = [p for p in function.parameters if "dtype" in p.check]
    lines += [f"{p.name} = {p.check}" for p in function.parameters if p not in vectors]
    converted = not vectors
    for condition, name in function.kernels:
        o = kernels[name].operator
        indent = "    " if condition else ""
        if o.channels and not converted:
            converted = True
            lines.append('dtype = arguments.computing("x", x.dtype)')
            for p in vectors:
                if p.name == "gain" and "bias" in o.channels:
                    lines.append("is_gained = gain is not None")
                    lines.append("if gain is None:\n        gain = np.ones(x.shape[-1], dtype)")
                if p.name == "bias":
                    lines.append(f"if bias is not None:\n        bias = {p.check}")
                else:
                    lines.append(f"{p.name} = {p.check}")
        if condition:
            lines.append(f"if {condition}:")
        numbers = [f"{o.fixed[s]:.1f}" if s in o.fixed else s for s in o.scalars]
        call = (
            f"run({name.upper()}, {_tuple(arrays)}, {_tuple(o.channels)}, {_tuple(numbers)}, out, threads)"
        )
        if not named:
            lines.append(f"{indent}return {call}[0]")
            continue
        found = [*o.gradients]
        got = ", ".join(found)
        lines.append(f"{indent}dx, ({got}{',' if len(found) == 1 else ''}) = {call}" if found else f"{indent}dx, _ = {call}")
        values = [_value(g, found, o) for g in gradients]
        lines.append(f"{indent}return {named}({', '.join(values)})")
    body = "\n".join(f"    {line}" for line in lines)
    doc = textwrap.indent(_docstring(function, kernels[function.kernels[-1][1]]), "    ")
    written = "".join(f"    {s},\n" for s in signature)
    yield f"\ndef {function.name}(\n{written}) -> {named or 'Array'}:\n{doc}\n{body}"


def _value(gradient: str, found: list[str], operator: Operator) -> str:
    if gradient == "dx" or gradient in found:
        return "dgain if is_gained else None" if gradient == "dgain" and "bias" in operator.channels else gradient
    return "None"


def _docstring(function: Function, kernel: KernelSource) -> str:
    is_rows = kernel.result.rank != Rank.BLOCK
    lines = [f'"""{function.title}, over the last axis.', ""]
    lines += [f"    {line}" for line in kernel.formulas()]
    lines.append("")
    if function.is_vjp:
        lines.append("g: array, the gradient at the output, of the shape and dtype of x")
    lines.append("x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32")
    lines += [f"{p.name}: {p.meaning}" for p in function.parameters]
    shape = "x without its last axis" if is_rows else "x"
    lines.append(f"out: array for the {'result' if is_rows or not function.is_vjp else 'gradient dx'}, of the shape of {shape}"
                 " and the dtype of x; it must not overlap an input")  # fmt: skip
    lines.append("threads: how many threads may be used")
    lines.append("")
    if function.gradients.startswith("dx, "):
        lines.append("Gradients of parameters are summed over all rows; one that was not passed has None.")
    lines.append("Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.")
    lines.append(f"Accuracy: {function.accuracy}.")
    lines.append("")
    lines += [f"From {line}" for line in dict.fromkeys(kernel.sources())]
    return "\n".join(lines) + '\n"""'


def nodes(kernel: KernelSource) -> list[Node]:
    """Every node of a kernel, for those that print it in another language."""
    return list(dict.fromkeys(n for top in (kernel.result, *kernel.gradients.values()) for n in top.walk()))
