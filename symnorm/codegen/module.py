"""Assembles the emitted module: the function of each kernel on a block of rows, and the public functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .claims import Claims
from .face import FUNCTIONS
from .kernel import KernelSource
from .public import printed, tuple_name
from .table import CENTRE, OPERATORS, SECH, Cited, Operator

HEADER = '''"""NumPy kernels of normalization layers, printed from verified statements. Not to be edited.

Each function on a block of rows is the right side of a theorem, line by line. `STATEMENTS` has the hash of each
statement that went into this file; `symnorm kernels emit` writes it, `symnorm kernels check` compares it with what is
verified.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from .arguments import Array, as_array, as_channel, as_choice, as_like, as_number
from .runtime import Plan, Team, run
from .workspace import Kernel, Law, Workspace
'''


def needed(operators: Iterable[Operator] = OPERATORS) -> list[Cited]:
    """Every claim that the emitted module rests on."""
    found = [*CENTRE, *SECH]
    for operator in operators:
        for form in (operator.result, *operator.gradients.values()):
            found += [c for c in (form.computed, form.of, form.scale) if c is not None]
    return list(dict.fromkeys(found))


@dataclass(frozen=True)
class Target:
    """What kernels are printed for: the head of the module, and of each kernel its function on a block of rows.

    `needs` is what that function needs of the runtime: fields of its record; `cites`, the claims that it uses besides
    those of its kernel. One that `widens` takes sums of numbers in single precision in double.
    """

    header: str
    source: Callable[[KernelSource], str]
    needs: Callable[[KernelSource], dict[str, object]]
    cites: tuple[Cited, ...] = ()
    widens: bool = False


def module(claims: Claims, target: Target | None = None) -> str:
    """The source of the emitted module, for NumPy by default.

    Raises UserError where a claim is not proved, or does not fit its operator.
    """
    target = target or NUMPY
    cited = [*needed(), *target.cites]
    claims.verify(cited)
    kernels = {o.name: KernelSource(o, claims) for o in OPERATORS}
    names = sorted(["Plan"] + [f.name for f in FUNCTIONS] + [c for f in FUNCTIONS if (c := tuple_name(f))])
    exported = "".join(f'    "{name}",\n' for name in names)
    parts = [f"{target.header.rstrip()}\n\n__all__ = [\n{exported}]"]
    listed = "".join(f'    "{c}":\n        "{claims[c].hash}",\n' for c in sorted(cited, key=str))
    parts.append(f"STATEMENTS = {{\n{listed}}}\n")
    parts += [target.source(k) for k in kernels.values()]
    parts += [k.record(target.needs(k)) for k in kernels.values()]
    parts += [p for f in FUNCTIONS for p in printed(f, kernels, target.widens)]
    return "\n\n".join(p.strip("\n") + "\n" for p in parts).replace("\n\n\n\n", "\n\n\n")


NUMPY = Target(HEADER, KernelSource.source, lambda kernel: {"scratch": kernel.plan.scratch})
