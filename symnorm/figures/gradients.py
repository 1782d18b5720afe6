"""What detaching does to the gradient that layer normalization passes on: exact variances and means in four cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .figure import Array, Figure, Numbers, Source, Tables
from .outliers import CHANNELS, Function, sample
from .style import BLUE, GREEN, ORANGE, PAGE, PURPLE, panel, zero

CASES = {
    "a": ("mean and deviation detached", PURPLE, (0, (4, 2)), "s"),
    "d": ("deviation detached", BLUE, (0, (1.2, 1.4)), "o"),
    "c": ("mean detached", GREEN, (0, (4, 2)), "D"),
    "b": ("nothing detached", ORANGE, (0, (1.2, 1.4)), "^"),
}
"""The cases of AdaNorm, Theorem 1: what they are, and how they are drawn."""


def _gradients(f: Mapping[str, Function], x: Array) -> Array:
    """Gradients g from above, one per row, with correlations from -1 to 1 with the normalized x, mean 0, variance 1."""
    y = f["layer_norm"](x)
    noise = np.random.RandomState(2).randn(len(x))
    noise -= noise.mean() + y * np.mean(y * noise)
    noise /= noise.std()
    rho = np.linspace(-1, 1, 81)[:, None]
    gradients: Array = rho * y + np.sqrt(1 - rho**2) * noise
    return gradients


def _compute(f: Mapping[str, Function]) -> Numbers:
    x, tables = sample(), Tables()
    g = _gradients(f, x)
    rho = f["correlation"](x=x, g=g)
    detached = f["variance a"](x=x, g=g)
    for case in CASES:
        tables.add(f"variance, {case}", correlation=rho, share=f[f"variance {case}"](x=x, g=g) / detached)
        passed = f[f"gradient {case}"](x=x, g=g[::8])
        shares = np.var(passed, axis=-1) / detached[::8]
        tables.add(f"variance of the gradients, {case}", correlation=rho[::8], share=shares)
    shifts = np.linspace(-1, 1, 41)
    shifted = g[20] + shifts[:, None]
    sigma = 1 / np.sqrt(f["variance a"](x=x, g=g[20]))  # the variance of this g is 1
    for case in CASES:
        given = {"x": x, "g": shifted} if case in "ac" else {}
        tables.add(f"mean, {case}", mean=shifts, passed=sigma * f[f"mean {case}"](**given))
        passed = f[f"gradient {case}"](x=x, g=shifted[::8]).mean(axis=-1)
        tables.add(f"mean of the gradients, {case}", mean=shifts[::8], passed=sigma * passed)
    return Numbers(
        {"C": CHANNELS, "sigma": float(sigma)},
        tables.series,
        (
            "AdaNorm, Theorem 1, has inequalities; all four cases are equalities, for every gradient g "
            "(beyond/gradient_variances, beyond/gradient_means). b and c share the factor 1 - rho^2, a and d the "
            "factor 1.",
            "x is the sample of the outlier experiment; g is rho y plus noise that is orthogonal to 1 and y, drawn "
            "with np.random.RandomState(2). The marks "
            "are variance and mean of the gradients themselves (beyond/gradients).",
        ),
    )


def _draw(canvas: Any, numbers: Numbers) -> None:
    left, right = canvas.subplots(1, 2, width_ratios=[1.25, 1])
    zero(left)
    zero(right)
    for axes, kind, x, y in ((left, "variance", "correlation", "share"), (right, "mean", "mean", "passed")):
        for case, (_, colour, dashes, marker) in CASES.items():
            solid = case in "dc" if kind == "variance" else case in "ab"
            curve, marks = numbers.series[f"{kind}, {case}"], numbers.series[f"{kind} of the gradients, {case}"]
            axes.plot(curve[x], curve[y], color=colour, linewidth=2.0 if solid else 1.2, zorder=2 if solid else 3,
                      linestyle="-" if solid else dashes)  # fmt: skip
            start = 0 if solid else 1
            axes.plot(
                marks[x][start::2],
                marks[y][start::2],
                marker,
                color=colour,
                markersize=3.6,
                zorder=4,
                clip_on=False,
            )
    left.set(xlabel=r"correlation $\rho$ of the gradient $g$ with $y$", ylim=(0, 1.18), xlim=(-1, 1),
             ylabel=r"variance passed on, times $\sigma^2/D_g$", xticks=[-1, -0.5, 0, 0.5, 1])  # fmt: skip
    left.text(
        0,
        1.04,
        "a: mean and deviation detached,  d: deviation detached",
        ha="center",
        va="bottom",
        fontsize=7.5,
    )
    left.text(
        0, 0.5, "$1-\\rho^2$\nb: nothing detached\nc: mean detached", ha="center", va="center", fontsize=7.5
    )
    right.set(
        xlabel=r"mean of the gradient $g$",
        ylabel=r"mean passed on, times $\sigma$",
        xlim=(-1, 1),
        ylim=(-1.1, 1.1),
    )
    right.text(0.3, 0.62, "a, c: mean detached", ha="right", fontsize=7.5)
    right.text(0.98, -0.2, "b, d: mean not detached", ha="right", fontsize=7.5)
    panel(left, "a", "the derivative of the deviation lowers the variance")
    panel(right, "b", "that of the mean centres")


GRADIENT_VARIANCE = Figure(
    "gradient_variance",
    "The gradient that layer normalization passes on, with and without detaching",
    "",
    {
        "layer_norm": Source("eln/matching", "(14)-2", "left"),
        "correlation": Source("beyond/gradient_correlation", "coefficient of x and g"),
        **{f"variance {case}": Source("beyond/gradient_variances", case) for case in "abcd"},
        **{f"mean {case}": Source("beyond/gradient_means", case) for case in "abcd"},
        **{f"gradient {case}": Source("beyond/gradients", case) for case in "abcd"},
    },
    _compute,
    _draw,
    (PAGE, 2.7),
)
