"""`symnorm.lambdify`: a verified statement as a function over arrays, at once.

    >>> dx = symnorm.lambdify("beyond/vjp_layer_norm", "dx")
    >>> dx(x=x, g=g, gain=1, eps=1e-5)

evaluates the right side of the claim as it is written, in NumPy source that is printed and compiled. It is the plain
function: an oracle for tests, for figures, for a look at the numbers. It sums and squares in the order of the
formula, and so is neither fast nor right where a formula loses digits, as 1 - tanh(u)**2 does for large u.

The statement is the one in the certificate that the checker has accepted; the script is run by the runner, in its own
process, and not in that of the caller.
"""

from __future__ import annotations

import inspect
import numbers
from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import numpy as np

from ... import runner
from ...catalog import Catalog
from ...checker.forms import Form, holds_operation
from ...errors import UserError
from ..claims.claim import Claim, claim_of
from .formula import Formula, Unsupported, lower
from .printer import compiled, source

SIDES = {"left": 1, "right": 2}


def lambdify(
    id: str, label: str | None = None, *, side: str | None = None, proofs: Path | str | None = None
) -> Callable[..., Any]:
    """A side of a claim as a function over arrays: the right side, unless `side="left"`.

    `id` is a theorem, `label` one of its claims, an equation or an inequality between a left and a right side; it may
    be left out where there is only one, and a chain has the label that the script gives it. Where the right side is a
    number and the left is not, as in D > 0, say which is meant. `proofs` is a folder of scripts, by default the proofs
    that come with symnorm. The theorem is verified first, unless its verdict is kept.

    The arguments of the function are the vectors and symbols of that side, by keyword and as the notation has them;
    an only vector may also come first without its name. A vector is an array of shape (..., C) with the channels
    along the last axis, or a number for all channels alike; a symbol is a number, or an array of shape (...) with one
    value per row. All broadcast against each other. The number of channels is that of the arrays; where the formula
    treats each channel by itself, another may be given, as C=50. The result has the shape (...), followed by an axis
    of C for each channel that the side leaves free: (..., C) for y_i, (..., C, C) for dy_i/dx_j.

    Means and sums run along the last axis. Numbers are calculated in the arrays' own precision, integers in float64.
    A sum over the other channels, or over a second index, takes memory for C*C numbers per row.

    The docstring of the function shows the formula, where it holds, the shapes and the source; its attribute
    `source` is that source, and `claim` the statement with its hash.

    Raises UserError where there is no such claim, where it is not proved, and where the side is no formula (it has a
    derivative or an unknown function in it).
    """
    if side not in (None, *SIDES):
        raise UserError(f"side={side!r} is no side of a statement", "write side='left' or side='right'")
    claim = claim_of(_report(id, Catalog(Path(proofs) if proofs else None)), label)
    if side is None and _is_number(claim.statement[SIDES["right"]]) > _is_number(claim.statement[SIDES["left"]]):
        raise UserError(
            f"the right side of {claim.label!r} in {id} is a number: {claim.text}",
            "write side='left' for the function that is compared with it, or side='right' for the number",
        )
    return function(claim, side or "right")


def _is_number(side: Form) -> bool:
    """Whether no symbol, vector, index or function occurs in a side, and its value is the same everywhere."""
    return not any(holds_operation(side, name) for name in ("sym", "coord", "delta", "app"))


def _report(id: str, catalog: Catalog) -> runner.Report:
    """The report on a theorem, found by running its script unless the verdict is kept."""
    scripts = catalog.resolve([id])
    if not any(id in s.ids for s in scripts):
        ids = ", ".join(i for s in scripts for i in s.ids)
        raise UserError(f"{id!r} is not the id of one theorem", f"name one of them: {ids}")
    found = runner.verify(scripts, catalog.near, runner.Limits(), runner.Cache())
    return next(r.report for r in found if isinstance(r, runner.Result) and r.report.id == id)


def function(claim: Claim, side: str = "right") -> Callable[..., Any]:
    """One side of a claim as a function; see `lambdify`."""
    try:
        formula = lower(claim.statement[SIDES[side]], claim.statement, claim.dimension)
    except Unsupported as error:
        raise UserError(
            f"the {side} side of {claim.label!r} in {claim.id} is not a formula: {error} stands in it",
            "take a claim, or a side, in closed form",
        ) from None
    text = source(formula)
    run = compiled(text, f"{claim.id}: {claim.label}")
    signature = _signature(formula)
    names = {called: name for name, called in formula.keywords.items()}

    def evaluate(*args: Any, **keywords: Any) -> Any:
        given = signature.bind(*args, **{formula.keywords.get(n, n): v for n, v in keywords.items()}).arguments
        return _evaluated(run, formula, {names[called]: value for called, value in given.items()})

    body = dedent(text.partition("\n")[2]).rstrip("\n")
    evaluate.__name__ = evaluate.__qualname__ = "".join(
        c if c.isalnum() else "_" for c in f"{claim.id}_{claim.label}"
    )
    evaluate.__doc__ = _docstring(claim, side, formula, body)
    vars(evaluate).update(__signature__=signature, source=body, claim=claim, side=side)
    return evaluate


def _signature(formula: Formula) -> inspect.Signature:
    """Vectors, then symbols, by keyword; an only vector may stand without. The number of channels is optional."""
    alone = len(formula.vectors) == 1
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD if alone else inspect.Parameter.KEYWORD_ONLY
    vectors = [inspect.Parameter(formula.keywords[name], kind) for name in formula.vectors]
    known = {formula.dimension} if formula.vectors else set()
    symbols = [
        inspect.Parameter(
            formula.keywords[name],
            inspect.Parameter.KEYWORD_ONLY,
            default=None if name in known else inspect.Parameter.empty,
        )
        for name in sorted(formula.symbols, key=lambda n: n in known)
    ]
    return inspect.Signature([*vectors, *symbols])


def _evaluated(run: Callable[..., Any], formula: Formula, given: Mapping[str, Any]) -> Any:
    """The value for these arguments."""
    values = {name: _array(name, value) for name, value in given.items() if value is not None}
    precise = [
        v.dtype for n, v in values.items() if np.issubdtype(v.dtype, np.inexact) and not _is_python(given[n])
    ]
    dtype = np.result_type(*precise) if precise else np.dtype(np.float64)
    values = {name: value.astype(dtype, copy=False) for name, value in values.items()}
    vectors = {name: values[name] for name in formula.vectors}
    channels = _number_of_channels(formula, vectors, values)
    if formula.dimension in formula.symbols and formula.dimension not in values:
        values[formula.dimension] = np.asarray(channels, dtype)
    rows = [v.shape[:-1] for v in vectors.values()] + [values[n].shape for n in formula.symbols]
    try:
        leading = np.broadcast_shapes(*rows)
    except ValueError:
        shapes = ", ".join(f"{n}: {v.shape}" for n, v in values.items())
        raise ValueError(f"the rows do not broadcast against each other: {shapes}") from None
    ones = (1,) * formula.axes
    full = [v if v.ndim else np.broadcast_to(v, (channels,)) for v in vectors.values()]
    arguments = [v.reshape((*v.shape[:-1], *ones[1:], channels)) for v in full]
    arguments += [values[n].reshape((*values[n].shape, *ones)) for n in formula.symbols]
    if formula.identity:
        arguments.append(np.eye(channels, dtype=dtype))
    shape = (*leading, *(channels for _ in formula.indices))
    summed = ones[len(formula.indices) :]
    made = np.broadcast_to(np.asarray(run(*arguments), dtype), (*shape, *summed))
    return made.reshape(shape).copy()[()]


def _array(name: str, value: Any) -> Any:
    array = np.asarray(float(value) if _is_python(value) else value)
    if not (np.issubdtype(array.dtype, np.number) or array.dtype == bool):
        raise TypeError(f"{name} is a {type(value).__name__}: give a number, or an array of numbers")
    return array


def _is_python(value: Any) -> bool:
    """Whether a number has no precision of its own, as 1, 0.5 or Fraction(1, 2)."""
    return isinstance(value, numbers.Real) and not isinstance(value, np.generic)


def _number_of_channels(formula: Formula, vectors: Mapping[str, Any], values: Mapping[str, Any]) -> int:
    """The length of the last axis of the vectors, or the number given where there are none."""
    lengths = {name: v.shape[-1] for name, v in vectors.items() if v.ndim}
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise ValueError(f"vectors have the same number of channels along their last axis, and {said}")
    given = values.get(formula.dimension or "")
    if lengths:
        length = next(iter(lengths.values()))
        if given is not None and formula.links_channels and np.any(given != length):
            raise ValueError(
                f"{formula.dimension}={given} is not the number of channels of the arrays, {length}"
            )
        return int(length)
    if vectors:
        raise ValueError(
            f"one of {', '.join(vectors)} has to be an array with the channels along its last axis"
        )
    if not formula.identity and not formula.indices:
        return 1  # nothing has an axis of channels
    if given is None or given.ndim or given != int(given.real) or given.real < 1:
        raise ValueError(f"give the number of channels, {formula.dimension}=8, say")
    return int(given.real)


def _docstring(claim: Claim, side: str, formula: Formula, source: str) -> str:
    """What a function evaluates, where that holds, and what it takes and gives."""
    C = formula.dimension or "C"
    free = [i.replace("*", "channel ") for i in formula.indices]
    shape = ", ".join(["..."] + [C] * len(free))
    counted = ", by default that of the arrays" if formula.vectors else ""
    called, size = formula.keywords, formula.dimension
    symbols = [name for name in formula.symbols if name != size]
    arguments = [
        *(f"{called[name]}: shape (..., {C}), one value per channel" for name in formula.vectors),
        *(f"{called[name]}: a number, or an array of shape (...)" for name in symbols),
        *(f"{called[name]}: the number of channels{counted}" for name in formula.symbols if name == size),
    ]
    parts = [
        f"{claim.id}, {claim.label}: the {side} side of\n\n    {claim.text}",
        "Arguments, in arrays that broadcast against each other:\n" + "\n".join(f"    {a}" for a in arguments)
        if arguments
        else "No arguments.",
        f"Returns an array of shape ({shape})"
        + (f", indexed by {', '.join(free)}." if free else ", or a number."),
        "Supposes " + "; ".join(claim.hypotheses) + "." if claim.hypotheses else "Supposes nothing.",
        "Raises TypeError for arguments that are missing or no numbers, ValueError for shapes that do not fit.",
        f"Statement {claim.hash}\n\nSource:\n\n{indent(source, '    ')}",
    ]
    return "\n\n".join(parts)
