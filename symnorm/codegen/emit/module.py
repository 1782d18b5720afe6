"""Assembles the emitted module: the function of each kernel on a block of rows, and the public functions."""

from __future__ import annotations

from dataclasses import replace

from ..claims.verified import Claims
from ..operators.kernel import KernelSource
from ..operators.table import OPERATORS, needed
from .face import FUNCTIONS
from .public import taken
from .target import NUMPY, STATED, Target

WITHIN = "`STATEMENTS` has the hash of each statement that went into it."
BESIDE = "The JSON file beside it has the hash of each statement that went into it."
"""Where hashes are: a file that is moved anywhere has them in itself, a part of the package keeps data out of code."""


def hashes(claims: Claims, target: Target = NUMPY) -> dict[str, str]:
    """The hash of each statement that a module is printed from, by claim. Raises UserError where one is not proved."""
    cited = [*needed(), *target.cites]
    claims.verify(cited)
    return {str(c): claims[c].hash for c in sorted(cited, key=str)}


def module(claims: Claims, target: Target = NUMPY) -> str:
    """The source of the module as a part of its package, for NumPy by default; its hashes are kept beside it.

    Raises UserError where a claim is not proved, or does not fit its operator.
    """
    hashes(claims, target)
    return _printed(claims, target, (target.within or target.header).replace(STATED, BESIDE), "")


def whole(claims: Claims, target: Target = NUMPY) -> str:
    """The source of the module with its public functions and hashes, whatever the target. Raises UserError."""
    listed = "".join(f'    "{cited}":\n        "{hash}",\n' for cited, hash in hashes(claims, target).items())
    own = replace(target, within="", exported=(*target.exported, *target.defined))
    found = _printed(claims, own, target.header.replace(STATED, WITHIN), f"STATEMENTS = {{\n{listed}}}\n")
    return f"{found}\n\n{target.more}" if target.more else found


def _printed(claims: Claims, target: Target, header: str, statements: str) -> str:
    kernels = {o.name: KernelSource(o, claims) for o in OPERATORS}
    printed = [k for k in kernels.values() if target.prints(k)]
    parts = [header.rstrip() + ("" if target.within else f"\n\n{_exported(target)}")]
    parts += [statements] if statements else []
    parts += [target.source(k) for k in printed]
    if target.within:
        parts += ["_on = Target(__name__)", "\n".join(k.taken(target.needs(k)) for k in printed)]
        parts += ["\n".join(taken(f) for f in FUNCTIONS)]
    else:
        parts += [k.record(target.needs(k), target.prefix) for k in printed]
        parts += [p for f in FUNCTIONS for p in target.public(f, kernels)]
    return "\n\n".join(p.strip("\n") + "\n" for p in parts).replace("\n\n\n\n", "\n\n\n")


def _exported(target: Target) -> str:
    """The names that are for everybody."""
    return "__all__ = [\n" + "".join(f'    "{name}",\n' for name in sorted(target.exported)) + "]"
