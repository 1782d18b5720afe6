"""Why AdaNorm's Theorem 2, on the uniqueness of phi(y) = C (1 - k y), fails: other functions have the same average.

Theorem 2 asks for functions phi whose average over the channels is C for every normalized vector. Along a circle of
normalized vectors the average is drawn: where it is flat, the theorems say that it is so everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .figure import Array, Figure, Numbers, Source, Tables
from .outliers import Function
from .style import BLUE, GREEN, GREY, ORANGE, PAGE, PURPLE

HIDDEN = (3, 4, 5)
C = 1.0
SIZES = {"affine": 0.1, "quadratic": 0.1, "quartic": 0.05, "quintic": 0.04}
"""k, C_3 and a: 1/10 is AdaNorm's own k, the others are of a size that can be seen."""

FORMULAS = {
    "affine": ("$C(1-ky)$", BLUE),
    "quadratic": ("$C+C_3(y^2-1)$", GREEN),
    "quartic": (r"$C+a\,(y^4-\frac{3}{2})$", ORANGE),
    "quintic": (r"$C+a\,(y^5-\frac{10}{3}y^3)$", PURPLE),
}


def functions(f: Mapping[str, Function]) -> dict[str, Callable[[Array], Array]]:
    """Four functions phi of an array. Each is the average of phi over channels that all have the same value."""
    k, C3, a, b = SIZES.values()

    def alike(u: Array, n: int) -> dict[str, Array]:
        return {f"y_{i}": u for i in range(1, n + 1)}

    return {
        "affine": lambda u: f["quadratic"](u[..., None], C_1=C, C_2=-C * k, C_3=0),
        "quadratic": lambda u: f["quadratic"](u[..., None], C_1=C - C3, C_2=0, C_3=C3),
        "quartic": lambda u: f["quartic"](**alike(u, 3), C=C, a=a),
        "quintic": lambda u: f["quintic"](**alike(u, 4), C=C, a=b),
    }


def circle(H: int, angles: Array) -> Array:
    """Normalized vectors, one per row: from two channels apart (0 degrees) to a single outlier (90 degrees)."""
    apart, alone = np.zeros(H), np.ones(H)
    apart[:2], alone[-1] = (1, -1), 1 - H
    p, q = (v / np.linalg.norm(v) for v in (apart, alone))
    vectors: Array = np.sqrt(H) * (np.cos(angles)[:, None] * p + np.sin(angles)[:, None] * q)
    return vectors


def _compute(f: Mapping[str, Function]) -> Numbers:
    tables, angles = Tables(), np.linspace(0, 2 * np.pi, 361)
    u = np.linspace(-1, 1, 201) * np.sqrt(max(HIDDEN) - 1)
    parameters = {"C": C, **{f"size of {name}": size for name, size in SIZES.items()}}
    for name, phi in functions(f).items():
        tables.add(f"phi, {name}", y=u, phi=phi(u))
        for H in HIDDEN:
            average = phi(circle(H, angles)).mean(axis=-1)
            tables.add(f"average of phi, {name}, H = {H}", degrees=np.degrees(angles), average=average)
            parameters[f"largest difference of the average, {name}, H = {H}"] = float(np.ptp(average))
    return Numbers(
        parameters,
        tables.series,
        (
            "Theorem 2 says that only C (1 - k y) has the average C over every normalized vector. Every quadratic with "
            "C_1 + C_3 = C has it, for every H (adanorm/2_quadratic); for H = 3 a quartic has it, for H = 4 a quintic "
            "(adanorm/2_three, adanorm/2_four); from H = 5 on there is nothing else (adanorm/2_five).",
            "The vectors are sqrt(H) (p cos + q sin) with p = (1, -1, 0, ...)/sqrt(2) and q along (1, ..., 1, 1 - H); "
            "for H = 3 these are all. phi is the left side of each statement with the same value in every channel.",
        ),
    )


def _draw(canvas: Any, numbers: Numbers) -> None:
    grid = canvas.subplots(len(FORMULAS), 1 + len(HIDDEN), sharex="col", width_ratios=[1.15, 1, 1, 1])
    for row, (name, (formula, colour)) in zip(grid, FORMULAS.items(), strict=True):
        table = numbers.series[f"phi, {name}"]
        row[0].axhline(C, color="#D0D0D0", linewidth=0.5, zorder=0)
        row[0].plot(table["y"], table["phi"], color=colour)
        row[0].set(xlim=(-2, 2), ylim=(0.5, 1.98), yticks=[1], yticklabels=["$C$"], xticks=[-2, 0, 2])
        row[0].text(0.5, 1.0, formula, transform=row[0].transAxes, ha="center", va="top", fontsize=8)
        row[0].set_ylabel(r"$\phi(y)$")
        for axes, H in zip(row[1:], HIDDEN, strict=True):
            table = numbers.series[f"average of phi, {name}, H = {H}"]
            flat = numbers.parameters[f"largest difference of the average, {name}, H = {H}"] < 1e-12
            axes.axhline(C, color="#D0D0D0", linewidth=0.5, zorder=0)
            axes.plot(table["degrees"], table["average"], color=colour, linestyle="-" if flat else (0, (3, 1)))
            axes.set(xlim=(0, 360), ylim=(0.75, 1.35), yticks=[1], yticklabels=["$C$"], xticks=[0, 180, 360])
            said = "the same for all $y$" if flat else "depends on $y$"
            axes.text(0.5, 0.97, said, transform=axes.transAxes, ha="center", va="top", fontsize=7.5,
                      color=colour if flat else GREY)  # fmt: skip
    grid[-1, 0].set_xlabel("$y$")
    for axes in grid[-1, 1:]:
        axes.set_xlabel("angle on a circle of vectors (°)")
    for axes, H in zip(grid[0, 1:], HIDDEN, strict=True):
        axes.set_title(rf"average over $H = {H}$ channels")
    grid[0, 0].set_title(r"a function $\phi$")


UNIQUENESS = Figure(
    "uniqueness",
    "Functions with the average C over all normalized vectors of H channels",
    "",
    {
        "quadratic": Source("adanorm/2_quadratic", "+average weight", "left"),
        "quartic": Source("adanorm/2_three", "+average weight", "left"),
        "quintic": Source("adanorm/2_four", "+average weight", "left"),
    },
    _compute,
    _draw,
    (PAGE, 4.6),
)
