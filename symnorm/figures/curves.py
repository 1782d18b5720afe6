"""What the ELN and DyISRU papers' figures have in common: two curves beside each other, and beside the outliers."""

from __future__ import annotations

from typing import Any

import numpy as np

from .figure import Array, Numbers, Tables
from .outliers import CHANNELS, Fit, Function, outliers
from .style import BLUE, GREY, INK, ORANGE, panel, zero

ALPHAS, BETAS = (0.1, 0.05), (100, 500)
RANGE = np.arange(-60, 60.25, 0.25)
SHOWN = 50
"""ELN, Fig. 1: the parameters, the range of x and the number of channels."""


def shapes(dyt: Function, algebraic: Function, name: str) -> Tables:
    """DyT and another function for the parameters of ELN, Fig. 1, and where each pair of them crosses."""
    tables = Tables()
    for alpha in ALPHAS:
        tables.add(f"DyT, alpha = {alpha}", x=RANGE, y=dyt(RANGE, alpha=alpha, C=SHOWN))
    for beta in BETAS:
        tables.add(f"{name}, beta = {beta}", x=RANGE, y=algebraic(RANGE, beta=beta, C=SHOWN))
    pairs = [(alpha, beta) for alpha in ALPHAS for beta in BETAS]
    last = [_last_crossing(dyt, algebraic, alpha, beta) for alpha, beta in pairs]
    alphas, betas = zip(*pairs, strict=True)
    tables.add(f"above this x DyT is nearer to its maximum than {name}", alpha=alphas, beta=betas, x=last)
    return tables


def _last_crossing(dyt: Function, algebraic: Function, alpha: float, beta: float) -> float:
    """The largest x at which the two functions are equal; zero is one."""
    x = np.arange(0, 400, 1 / 64)
    above = dyt(x, alpha=alpha, C=SHOWN) > algebraic(x, beta=beta, C=SHOWN)
    return float(x[np.flatnonzero(~above)[-1]])


def draw_shapes(canvas: Any, numbers: Numbers, name: str, maximum: str, size: str) -> None:
    """The curves, and dashed lines at the extrema."""
    axes, extremum = canvas.subplots(), numbers.parameters["extremum"]
    zero(axes)
    for sign in (-1, 1):
        axes.axhline(sign * extremum, color=GREY, linewidth=0.8, linestyle=(0, (4, 3)), zorder=1)
    axes.text(-59, extremum + 0.25, rf"$y = {maximum} = {size}$", color=GREY, fontsize=7.5, va="bottom")
    axes.text(
        59, -extremum - 0.3, rf"$y = -{maximum} = -{size}$", color=GREY, fontsize=7.5, va="top", ha="right"
    )
    lines = ["-", (0, (3.5, 1.2))]
    for letter, function, values, colour in (("alpha", "DyT", ALPHAS, BLUE), ("beta", name, BETAS, ORANGE)):
        for value, line in zip(values, lines, strict=True):
            table = numbers.series[f"{function}, {letter} = {value}"]
            label = rf"{function}, $\{letter} = {value}$"
            axes.plot(table["x"], table["y"], color=colour, linestyle=line, label=label)
    axes.set(xlabel="$x$", xlim=(-60, 60), ylim=(-extremum - 1.6, extremum + 1.6), yticks=[-5, 0, 5])
    axes.set_ylabel("$y$", rotation=0)
    axes.legend(loc="lower right", bbox_to_anchor=(1.0, 0.1), labelspacing=0.25)


def fitted(tables: Tables, fit: Fit, dyt: Function, algebraic: Function, name: str) -> dict[str, float]:
    """Adds the fitted curves and the residuals; returns the parameters and the mean absolute residuals."""
    x = np.linspace(0, fit.x[-1] + 3, 400)
    parameters = {"alpha": fit.alpha, "beta": fit.beta}
    for function, curve, given in (("DyT", dyt, {"alpha": fit.alpha}), (name, algebraic, {"beta": fit.beta})):
        residuals = curve(fit.x, C=CHANNELS, **given) - fit.y
        tables.add(f"{function}, fitted", x=x, y=curve(x, C=CHANNELS, **given))
        tables.add(f"{function}, residuals", S=np.arange(1, 10), x=fit.x, residual=residuals)
        parameters[f"mean absolute residual of {function}"] = float(np.mean(np.abs(residuals)))
    return parameters


def cloud(tables: Tables, normalize: Function, x: Array) -> None:
    """Adds the sample without outliers, and the outliers."""
    tables.add("sample", x=x, y=normalize(x))
    x_o, y_o = outliers(normalize, x)
    tables.add("outliers", S=np.arange(len(x_o)), x=x_o, y=y_o)


def draw_fit(canvas: Any, numbers: Numbers, name: str) -> None:
    """The outliers with the fitted curves above, the residuals below."""
    top, bottom = canvas.subplots(2, 1, sharex=True, height_ratios=[2.1, 1])
    series, parameters = numbers.series, numbers.parameters
    zero(top)
    top.plot(series["sample"]["x"][:-1], series["sample"]["y"][:-1], "o", mfc="none", mec=GREY, mew=0.5)
    fits = (("DyT", "alpha", BLUE, "-", "s", f"{parameters['alpha']:.4f}"),
            (name, "beta", ORANGE, (0, (3.5, 1.2)), "D", f"{parameters['beta']:.1f}"))  # fmt: skip
    for function, letter, colour, line, _, value in fits:
        table = series[f"{function}, fitted"]
        top.plot(
            table["x"], table["y"], color=colour, linestyle=line, label=rf"{function}, $\{letter} = {value}$"
        )
    outliers = series["outliers"]
    top.plot(
        outliers["x"][1:],
        outliers["y"][1:],
        "o",
        color=INK,
        markersize=3.6,
        label="outliers, $S = 1, \\ldots, 9$",
    )
    top.set(xlim=(-7, None), ylim=(-3.5, None), yticks=[0, 5, 10])
    top.set_ylabel("$y$", rotation=0)
    top.legend(loc="lower right", labelspacing=0.3)
    panel(top, "a")
    zero(bottom)
    for function, _, colour, line, marker, _ in fits:
        table = series[f"{function}, residuals"]
        size = parameters[f"mean absolute residual of {function}"]
        shown = f"{size:.2g}" if size > 1e-6 else "0"  # what is left of zero is rounding
        label = rf"{function}, mean $|r| = {shown}$"
        bottom.plot(
            table["x"],
            table["residual"],
            color=colour,
            linestyle=line,
            marker=marker,
            linewidth=0.8,
            label=label,
        )
    bottom.set(xlabel="$x$", ylabel="residual $r$", ylim=(-0.6, 0.6), yticks=[-0.5, 0, 0.5])
    bottom.legend(loc="lower right", labelspacing=0.3)
    panel(bottom, "b")
