"""Assembles the emitted module: the function of each kernel on a block of rows, and the public functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from .claims import Claims
from .face import FUNCTIONS
from .kernel import KernelSource
from .public import printed, taken, tuple_name
from .table import CENTRE, OPERATORS, SECH, Cited, Operator

STATED = "{stated}"
"""In the head of a module: where its hashes are."""

HEADER = f'''"""NumPy kernels of normalization layers, printed from verified statements. Not to be edited.

Each function on a block of rows is the right side of a theorem, line by line. `symnorm kernels emit` writes this file,
`symnorm kernels check` compares it with what is verified.
{STATED}
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from .arguments import Array, as_array, as_channel, as_choice, as_like, as_number
from .runtime import Plan, Team, run
from .workspace import Kernel, Law, Workspace
'''

WITHIN = "`STATEMENTS` has the hash of each statement that went into it."
BESIDE = "The JSON file beside it has the hash of each statement that went into it."
"""Where hashes are: a file that is moved anywhere has them in itself, a part of the package keeps data out of code."""


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
    those of its kernel. One that `widens` takes sums of numbers in single precision in double. In the package only the
    NumPy target prints the public functions; the head of another one, `within` it, takes them from there.
    """

    header: str
    source: Callable[[KernelSource], str]
    needs: Callable[[KernelSource], dict[str, object]]
    cites: tuple[Cited, ...] = ()
    widens: bool = False
    within: str = ""


def hashes(claims: Claims, target: Target | None = None) -> dict[str, str]:
    """The hash of each statement that a module is printed from, by claim. Raises UserError where one is not proved."""
    cited = [*needed(), *(target or NUMPY).cites]
    claims.verify(cited)
    return {str(c): claims[c].hash for c in sorted(cited, key=str)}


def module(claims: Claims, target: Target | None = None) -> str:
    """The source of the module as a part of symnorm.kernels, for NumPy by default; its hashes are kept beside it.

    Raises UserError where a claim is not proved, or does not fit its operator.
    """
    target = target or NUMPY
    hashes(claims, target)
    return _printed(claims, target, (target.within or target.header).replace(STATED, BESIDE), "")


def whole(claims: Claims, target: Target | None = None) -> str:
    """The source of the module with its public functions and hashes, whatever the target. Raises UserError."""
    target = target or NUMPY
    listed = "".join(f'    "{cited}":\n        "{hash}",\n' for cited, hash in hashes(claims, target).items())
    own = replace(target, within="")
    return _printed(claims, own, target.header.replace(STATED, WITHIN), f"STATEMENTS = {{\n{listed}}}\n")


def _printed(claims: Claims, target: Target, header: str, statements: str) -> str:
    kernels = {o.name: KernelSource(o, claims) for o in OPERATORS}
    names = sorted(["Plan"] + [f.name for f in FUNCTIONS] + [c for f in FUNCTIONS if (c := tuple_name(f))])
    exported = "".join(f'    "{name}",\n' for name in names)
    parts = [f"{header.rstrip()}\n\n__all__ = [\n{exported}]"]
    parts += [statements] if statements else []
    parts += [target.source(k) for k in kernels.values()]
    if target.within:
        parts += ["_on = Target(__name__)", "\n".join(k.taken(target.needs(k)) for k in kernels.values())]
        parts += ["\n".join(taken(f, target.widens) for f in FUNCTIONS)]
    else:
        parts += [k.record(target.needs(k)) for k in kernels.values()]
        parts += [p for f in FUNCTIONS for p in printed(f, kernels, target.widens)]
    return "\n\n".join(p.strip("\n") + "\n" for p in parts).replace("\n\n\n\n", "\n\n\n")


NUMPY = Target(HEADER, KernelSource.source, lambda kernel: {"scratch": kernel.plan.scratch})
