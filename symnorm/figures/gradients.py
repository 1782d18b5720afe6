"""What detaching does to the gradient that layer normalization passes on: exact variances and means in four cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .figure import Array, Figure, Numbers, Source, Tables
from .outliers import CHANNELS, Function, sample
from .style import BLUE, GREEN, ORANGE, PAGE, PURPLE, zero

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
            "(beyond/gradient_variances, beyond/gradient_means). b and c share the factor 1 - rho^2 "
            "(beyond/gradient_correlation), a and d the factor 1.",
            "x is the sample of the outlier experiment; g is rho y plus noise that is orthogonal to 1 and y, drawn "
            "with np.random.RandomState(2). The marks are variance and mean of the gradients "
            "themselves (beyond/gradients).",
        ),
    )


def _draw(canvas: Any, numbers: Numbers) -> None:
    left, right = canvas.subplots(1, 2, width_ratios=[1.25, 1])
    zero(left, vertical=False)
    zero(right)
    handles = {}
    for axes, kind, below in ((left, "variance", "dc"), (right, "mean", "ab")):
        for case, (_, colour, dashes, marker) in CASES.items():
            # of two curves that coincide, one is thick, and the other is dashes on it
            line = {"linewidth": 2.0} if case in below else {"linewidth": 1.2, "linestyle": dashes}
            start = 0 if case in below else 1
            curve, marks = (
                tuple(numbers.series[f"{k}, {case}"].values()) for k in (kind, f"{kind} of the gradients")
            )
            axes.plot(*curve, color=colour, zorder=2 + start, **line)
            handles[case], = axes.plot(*(m[start::2] for m in marks), marker, color=colour, markersize=3.6, zorder=4,
                                       clip_on=False)  # fmt: skip
    left.set(xlabel=r"correlation $\rho$ of the gradient $g$ with $y$", xlim=(-1, 1), ylim=(0, 1.12))
    left.set(ylabel=r"variance passed on, times $\sigma^2/D_g$", xticks=[-1, 0, 1], yticks=[0, 0.5, 1])
    left.set_title("The derivative of the deviation lowers the variance")
    left.text(0, 0.82, r"$1-\rho^2$", ha="center")
    right.set(xlabel=r"mean of the gradient $g$", ylabel=r"mean passed on, times $\sigma$",
              xlim=(-1, 1), ylim=(-1.1, 1.1), xticks=[-1, 0, 1], yticks=[-1, 0, 1])  # fmt: skip
    right.set_title("The derivative of the mean removes the mean")
    texts = [f"({case}) {CASES[case][0]}" for case in sorted(handles)]
    canvas.legend([handles[c] for c in sorted(handles)], texts, loc="outside lower center", ncols=4,
                  columnspacing=1.6, handletextpad=0.2)  # fmt: skip


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
