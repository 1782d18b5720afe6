"""The figures of Stollenwerk 2025 (arXiv:2503.21708v1), *Elementwise Layer Normalization*."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .curves import RANGE, SHOWN, cloud, draw_fit, draw_shapes, fitted, shapes
from .figure import Figure, Numbers, Source, Tables
from .outliers import CHANNELS, SIGMA, STEP, STEPS, Function, fit, outliers, sample, stepped
from .style import COLUMN, GREY, ORANGE, PAGE, panel, zero

DYT = Source("beyond/vjp_dyt_scaled", "forward")
ELN = Source("beyond/vjp_eln", "forward")
LAYER_NORM = Source("eln/matching", "(14)-2", "left")
CURVE = Source("beyond/outliers", "x_i becomes x_i + h")

Functions = Mapping[str, Function]

# --- Fig. 1 -------------------------------------------------------------------------------------------------------


def _shapes(f: Functions) -> Numbers:
    tables = shapes(f["dyt"], f["eln"], "ELN")
    return Numbers(
        {"C": SHOWN, "extremum": float(f["extremum"]()), "smallest x": RANGE[0], "largest x": RANGE[-1]},
        tables.series,
        (
            "alpha, beta and the range of x are those of the author's notebook; C = 50 is printed.",
            "The text says that DyT converges faster to the extrema than ELN: so it does for large x "
            "(eln/shape_speed), but not at every x. The last table has the x above which DyT is the nearer one, for "
            "each pair of curves.",
        ),
    )


ELN_1 = Figure(
    "eln_1",
    "DyT and ELN, for C = 50 channels",
    "Elementwise Layer Normalization, Fig. 1",
    {"dyt": DYT, "eln": ELN, "extremum": Source("eln/shape_extrema", "+greatest, of 50 channels")},
    _shapes,
    lambda canvas, numbers: draw_shapes(canvas, numbers, "ELN", r"\sqrt{C-1}", "7"),
    (COLUMN, 2.5),
)

# --- Fig. 2 -------------------------------------------------------------------------------------------------------

PANELS = (0, 1, 2, 9)
"""The steps of the four panels."""


def _simulation(f: Functions) -> Numbers:
    x, tables = sample(), Tables()
    for S in PANELS:
        moved = stepped(x, S)
        tables.add(f"S = {S}", x=moved, y=f["layer_norm"](moved))
    x_o, y_o = outliers(f["layer_norm"], x)
    tables.add("outliers", S=np.arange(STEPS + 1), x=x_o, y=y_o)
    h = np.linspace(0, STEP * STEPS, 181)
    tables.add("curve through the outliers", x=x[-1] + h, y=f["curve"](np.tile(x, (181, 1)), h=h)[:, -1])
    return Numbers(
        {"C": CHANNELS, "sigma": SIGMA, "mu": 0, "step": STEP},
        tables.series,
        (
            "The sample is np.sort(2 * np.random.randn(100)) after np.random.seed(1), as in the author's notebook.",
            "The paper gives C = 100 and N = 50 values. C channels are C values: its numbers are those of 100 "
            "(eln/outlier_fit), and 100 are drawn here.",
            "The curve is exact, one general ELN about the mean of the other channels (beyond/outliers); the paper "
            "connects the points.",
        ),
    )


def _draw_simulation(canvas: Any, numbers: Numbers) -> None:
    grid = canvas.subplots(2, 2, sharex=True, sharey=True)
    largest, curve = numbers.series["outliers"], numbers.series["curve through the outliers"]
    for axes, S, letter in zip(grid.flat, PANELS, "abcd", strict=True):
        table = numbers.series[f"S = {S}"]
        others = slice(None, -1 if S else None)
        zero(axes)
        axes.plot(table["x"][others], table["y"][others], "o", mfc="none", mec=GREY, mew=0.5)
        if S:
            reached = curve["x"] <= largest["x"][S] + 1e-9
            axes.plot(curve["x"][reached], curve["y"][reached], color=ORANGE, linewidth=0.9)
            axes.plot(largest["x"][:S], largest["y"][:S], "o", mfc="white", mec=ORANGE, mew=0.8)
            axes.plot(largest["x"][S], largest["y"][S], "o", color=ORANGE, markersize=4.2)
        panel(axes, letter, f"$S = {S}$")
        axes.set(xlim=(-7, 53), ylim=(-3.5, 10.5), yticks=[0, 5, 10])
    grid[0, 0].text(6, 0.4, "all channels: a line of slope $1/\\sigma$", color=GREY, fontsize=7.5)
    grid[1, 1].text(6, 0.4, "the other channels", color=GREY, fontsize=7.5)
    grid[1, 1].text(17, 5.6, "the largest one, $S = 0, \\ldots, 9$", color=ORANGE, fontsize=7.5)
    for axes in grid[1]:
        axes.set_xlabel("$x$")
    for axes in grid[:, 0]:
        axes.set_ylabel("$y$", rotation=0)


ELN_2 = Figure(
    "eln_2",
    "Layer normalization of a sample whose largest value grows by 5 S",
    "Elementwise Layer Normalization, Fig. 2",
    {"layer_norm": LAYER_NORM, "curve": CURVE},
    _simulation,
    _draw_simulation,
    (PAGE * 0.75, 3.7),
)

# --- Fig. 3 -------------------------------------------------------------------------------------------------------


def _fits(f: Functions) -> Numbers:
    x, tables = sample(), Tables()
    best = fit(f["layer_norm"], f["dyt"], f["eln"], x, CHANNELS)
    cloud(tables, f["layer_norm"], x)
    parameters = fitted(tables, best, f["dyt"], f["eln"], "ELN")
    half = fit(f["layer_norm"], f["dyt"], f["eln"], sample(50), 50)
    mixed = fit(f["layer_norm"], f["dyt"], f["eln"], sample(50), CHANNELS)
    parameters |= {"beta of 50 values, C = 50": half.beta, "beta of 50 values, C = 100": mixed.beta}
    return Numbers(
        {"C": CHANNELS, **parameters},
        tables.series,
        (
            "The paper prints alpha = 0.049, beta = 301.1 and the mean absolute residuals 0.33 and < 0.01: all are "
            "confirmed, for 100 values (eln/outlier_fit).",
            "With N = 50 values, as the paper says, beta would be another one, for C = 50 as for C = 100.",
            "The residuals of ELN are not zero because the curve is centred at 0, and that of layer normalization at "
            "the mean of the other channels (beyond/one_coordinate).",
        ),
    )


ELN_3 = Figure(
    "eln_3",
    "DyT and ELN fitted to the outliers of layer normalization",
    "Elementwise Layer Normalization, Fig. 3",
    {"dyt": DYT, "eln": ELN, "layer_norm": LAYER_NORM},
    _fits,
    lambda canvas, numbers: draw_fit(canvas, numbers, "ELN"),
    (COLUMN, 3.8),
)
