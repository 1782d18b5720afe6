"""The Jacobian of layer normalization is an orthogonal projection, up to the factor 1/sigma."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .figure import Figure, Numbers, Source, Tables
from .outliers import Function, sample, stepped
from .style import BLUE, GREEN, GREY, ORANGE, PAGE, panel

CHANNELS = 12


def _compute(f: Mapping[str, Function]) -> Numbers:
    x, tables = stepped(sample(CHANNELS), 2), Tables()
    i, j = (axis.ravel() + 1 for axis in np.indices((CHANNELS, CHANNELS)))
    scales = {}
    for name, rank in (("LN", CHANNELS - 2), ("RMSNorm", CHANNELS - 1)):
        matrix = f[f"jacobian of {name}"](x)
        scales[name] = rank / f[f"trace of {name}"](x)  # sigma, or nu
        scaled = scales[name] * matrix
        tables.add(f"Jacobian of {name}, scaled", i=i, j=j, entry=scaled.ravel())
        tables.add(
            f"eigenvalues of {name}, scaled", n=np.arange(1, CHANNELS + 1), value=np.linalg.eigvalsh(scaled)
        )
    y = f["layer_norm"](x)
    tables.add("input and output", i=np.arange(1, CHANNELS + 1), x=x, y=y)
    tables.add(
        "directions that layer normalization loses",
        i=np.arange(1, CHANNELS + 1),
        ones=np.full(CHANNELS, CHANNELS**-0.5),
        y=y / CHANNELS**0.5,
    )
    return Numbers(
        {"C": CHANNELS, "sigma": float(scales["LN"]), "nu": float(scales["RMSNorm"])},
        tables.series,
        (
            "sigma times the Jacobian of layer normalization is the orthogonal projection along 1 and y, nu times that "
            "of RMSNorm the one along y (beyond/jacobian_layer_norm, beyond/jacobian_rms_norm): the eigenvalues are 0 "
            "(twice, once) and 1.",
            "The scale is (C - 2) or (C - 1) over the trace, which the theorems state; the eigenvalues are those of "
            "the matrix, by numpy.linalg.eigvalsh.",
            "The input is the sample of 12 normal numbers of the outlier experiment, its largest value increased by "
            "10: little of a gradient gets to an outlier.",
        ),
    )


def _draw(canvas: Any, numbers: Numbers) -> None:
    matrix, spectrum, lost = canvas.subplots(1, 3, width_ratios=[1.2, 1, 1])
    series = numbers.series
    entries = series["Jacobian of LN, scaled"]["entry"].reshape(CHANNELS, CHANNELS)
    edges = np.arange(CHANNELS + 1) + 0.5
    image = matrix.pcolormesh(
        edges, edges, entries, cmap="RdBu_r", vmin=-1, vmax=1, edgecolors="white", linewidth=0.3
    )
    matrix.invert_yaxis()
    matrix.set(
        xlabel="channel $j$", ylabel="channel $i$", aspect="equal", xticks=[1, 4, 8, 12], yticks=[1, 4, 8, 12]
    )
    matrix.spines[:].set_visible(False)
    matrix.tick_params(length=0)
    bar = canvas.colorbar(image, ax=matrix, shrink=0.75, aspect=18, ticks=[-1, 0, 1], pad=0.02)
    bar.outline.set_visible(False)
    bar.ax.tick_params(length=0)
    panel(matrix, "a", r"$\sigma\,\partial y_i/\partial x_j$")

    styles: dict[str, tuple[str, dict[str, Any]]] = {
        "LN": (r"LN, times $\sigma$", {"marker": "o", "color": BLUE}),
        "RMSNorm": (r"RMSNorm, times $\nu$", {"marker": "s", "color": ORANGE, "mfc": "none", "markersize": 6}),
    }
    for name, (label, style) in styles.items():
        table = series[f"eigenvalues of {name}, scaled"]
        spectrum.plot(table["n"], table["value"], linestyle="", label=label, clip_on=False, **style)
    spectrum.set(xlabel="eigenvalue number", ylim=(-0.1, 1.45), yticks=[0, 1], xticks=[1, 4, 8, 12])
    spectrum.legend(loc="upper left", labelspacing=0.3, handlelength=1, borderaxespad=0.1)
    panel(spectrum, "b", "spectrum")

    table = series["directions that layer normalization loses"]
    lost.axhline(0, color=GREY, linewidth=0.5)
    lost.plot(table["i"], table["ones"], "o-", color=GREEN, linewidth=0.8, label=r"$\mathbf{1}/\sqrt{C}$")
    lost.plot(table["i"], table["y"], "D-", color=BLUE, linewidth=0.8, label=r"$y/\sqrt{C}$")
    lost.set(xlabel="channel $i$", ylim=(-0.55, 1.35), xticks=[1, 4, 8, 12], yticks=[-0.5, 0, 0.5, 1])
    lost.legend(loc="upper left", labelspacing=0.3, handlelength=1.6, borderaxespad=0.1)
    panel(lost, "c", "eigenvalue 0: what is lost")


JACOBIAN = Figure(
    "jacobian",
    "The Jacobian of layer normalization is a projection",
    "",
    {
        "jacobian of LN": Source("beyond/jacobian_layer_norm", "matrix"),
        "trace of LN": Source("beyond/jacobian_layer_norm", "trace"),
        "jacobian of RMSNorm": Source("beyond/jacobian_rms_norm", "matrix"),
        "trace of RMSNorm": Source("beyond/jacobian_rms_norm", "trace"),
        "layer_norm": Source("eln/matching", "(14)-2", "left"),
    },
    _compute,
    _draw,
    (PAGE, 2.3),
)
