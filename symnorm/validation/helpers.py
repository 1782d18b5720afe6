"""Functions at the head of a file for numba, each bound to its theorem by value: polynomials, constants, a guess.

They are called from compiled code in single precision, as loops call them, on numbers of all sizes. What they have to
return is read off the claim that they rest on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from .enclosures import ONE, Arithmetic, exactly
from .evaluate import Expressions, Place
from .expected import Statements
from .meaning import Cited
from .outcome import Checked
from .rows import Array

BITS, WITHIN = 512, 4
"""Bits of all values, of which the largest has one, and machine epsilons of single precision, relative."""

Grid = Callable[[], list[Array]]


@dataclass(frozen=True)
class Helper:
    """A function of the head: the left side of the claim that it is, and the names there of its arguments."""

    name: str
    claim: Cited
    arguments: tuple[str, ...]
    grid: Grid


def _sizes(least: float, most: float) -> Array:
    """Numbers of both signs, of all sizes and evenly spread up to the largest."""
    positive = np.r_[np.geomspace(least, most, 400), np.linspace(0, most, 401)[1:]]
    return np.concatenate([positive, -positive]).astype(np.float32)


def _quotients() -> list[Array]:
    random = np.random.default_rng(5)
    square = np.r_[np.geomspace(1e-18, 1e18, 400), random.uniform(0.25, 4, 200)]
    number = random.choice([-1.0, 1.0], 600) * random.uniform(0.1, 10, 600)
    return [number.astype(np.float32), square.astype(np.float32)]


HELPERS = (
    Helper("_tanh", ("beyond/kernel_dyt", "tanh by exp"), ("x",), lambda: [_sizes(1e-30, 40)]),
    Helper("_half_sech", ("beyond/kernel_dyt", "slope by cosh"), ("x",), lambda: [_sizes(1e-30, 86)]),
    Helper("_over_root", ("beyond/kernel_root", "product"), ("number", "square"), _quotients),
)


def claims() -> list[Cited]:
    """The claims that the functions rest on."""
    return [h.claim for h in HELPERS]


def job(arrays: list[Array]) -> list[dict[str, Any]]:
    """What the worker is told to call; the arguments are added to the arrays."""
    found = []
    for helper in HELPERS:
        given = helper.grid()
        places = [*range(len(arrays), len(arrays) + len(given))]
        arrays += given
        found.append({"name": helper.name, "arguments": places})
    return found


def judged(
    told: Sequence[Mapping[str, Any]], results: Sequence[Array], statements: Statements
) -> Iterator[Checked]:
    """What is said of each function of the head."""
    for helper, answer in zip(HELPERS, told, strict=True):
        entry = Checked(helper.name, [": ".join(helper.claim)])
        if "result" not in answer:
            entry.faults.append("the file has no such function" if "absent" in answer else answer["error"])
        else:
            _compare(entry, helper, results[answer["result"]], statements)
        yield entry


def _compare(entry: Checked, helper: Helper, found: Array, statements: Statements) -> None:
    given = helper.grid()
    points = {name: exactly(a) for name, a in zip(helper.arguments, given, strict=True)}
    e, place = Expressions().of(statements[helper.claim][1]), Place(
        Arithmetic(BITS), len(found), {"x": points.get("x", ONE)}, points | {"alpha": ONE}
    )  # fmt: skip
    eps = Fraction(float(np.finfo(np.float32).eps))
    for n, (value, (low, high)) in enumerate(zip(found.tolist(), place.value(e).bounds(), strict=True)):
        entry.points += 1
        if not math.isfinite(value) or abs(Fraction(value) - low) > WITHIN * eps * abs(high):
            said = ", ".join(f"{a[n]:.9g}" for a in given)
            error = float(abs(Fraction(value) - low) / abs(high) / eps) if math.isfinite(value) else math.inf
            entry.faults.append(
                f"of {said} it is {value:.9g}, and the statement says {float(low):.9g}: "
                f"{error:.3g} eps_m, and {WITHIN} are allowed"
            )
            return
