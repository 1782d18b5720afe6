"""The largest error of the kernels on the hard rows of the tests, beside 100 digits, as a table for README.md."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import symnorm.kernels as sk

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import kernel_reference as reference

TYPES = ("float32", "float64")
ROWS = ("layer_norm_simple", "rms_norm")
ELEMENTS = {"eln": {"beta": 1.7}, "dyisru": {"beta": 1.7}, "isru": {"alpha": 0.75}}


def of_rows(name: str, dtype: str) -> float:
    """The largest error of a row in machine epsilons of its norm, among the rows with a normal result."""
    worst, limits = 0.0, np.finfo(dtype)
    for channels in (2, 7, 33):
        x = reference.stacked(reference.hard(dtype, channels))
        given = {"gain": reference.gains(dtype, channels)["gain"]} if name == "rms_norm" else {}
        found, true = getattr(sk, name)(x, eps=1e-5, **given), reference.forward(name, x, eps=1e-5, **given)
        with reference.digits():
            size, error = reference.norm(true), reference.norm(reference.difference(found, true))
        normal = [float(e / s) for e, s in zip(error, size, strict=True) if s > float(limits.tiny) / float(limits.eps)]
        worst = max(worst, *(share / float(limits.eps) for share in normal))
    return worst


def of_elements(name: str, dtype: str) -> tuple[float, float]:
    """The largest errors of the function and of dx, in units of the last place."""
    x = reference.stacked(reference.hard(dtype, 33))
    g = np.random.default_rng(3).standard_normal(x.shape).astype(dtype)
    given = ELEMENTS[name]
    value = reference.ulps(getattr(sk, name)(x, **given), reference.forward(name, x, **given))
    slope = reference.ulps(getattr(sk, f"{name}_vjp")(g, x, **given).dx, reference.vjp(name, g, x, **given)["dx"])
    return float(value.max()), float(slope.max())


def table() -> str:
    """The table."""
    lines = ["| largest error on hard rows | float32 | float64 |", "| --- | ---: | ---: |"]
    for name in ROWS:
        found = " | ".join(f"{of_rows(name, dtype):.2f}" for dtype in TYPES)
        lines.append(f"| `{name}`, machine epsilons of the row's norm | {found} |")
    for name in ELEMENTS:
        both = [of_elements(name, dtype) for dtype in TYPES]
        for n, what in enumerate(("", ", dx")):
            lines.append(f"| `{name}`{what}, units of the last place | {' | '.join(f'{e[n]:.2f}' for e in both)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
