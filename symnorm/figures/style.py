"""One look for all figures: a serif face that goes with papers, thin lines, colours that the colour-blind can tell."""

from __future__ import annotations

from typing import Any

COLUMN, PAGE = 3.4, 6.9
"""The width of a column and of a page of two columns, in inches."""

BLUE, ORANGE, GREEN, PURPLE, GREY, INK = "#0072B2", "#D55E00", "#009E73", "#AA4499", "#8A8A8A", "#222222"
"""Okabe and Ito's colours, with a purple that is dark enough on white."""

RC: dict[str, Any] = {
    "font.family": "STIXGeneral",
    "mathtext.fontset": "stix",
    "font.size": 8.5,
    "axes.titlesize": 8.5,
    "axes.labelsize": 8.5,
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
    "legend.fontsize": 7.5,
    "legend.frameon": False,
    "legend.handlelength": 2.2,
    "axes.linewidth": 0.6,
    "axes.edgecolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "lines.linewidth": 1.3,
    "lines.markersize": 3.2,
    "figure.constrained_layout.w_pad": 0.03,
    "figure.constrained_layout.h_pad": 0.03,
    "savefig.dpi": 300,
    "svg.fonttype": "path",
}
"""What differs from matplotlib's own settings; those of the user play no part."""


def panel(axes: Any, letter: str, title: str = "") -> None:
    """The letter of a panel, with its title."""
    axes.set_title(rf"$\bf{{{letter}}}$   {title}" if title else rf"$\bf{{{letter}}}$", loc="left")


def zero(axes: Any, *, horizontal: bool = True, vertical: bool = True) -> None:
    """Thin lines through the origin, behind everything."""
    if horizontal:
        axes.axhline(0, color="#D0D0D0", linewidth=0.5, zorder=0)
    if vertical:
        axes.axvline(0, color="#D0D0D0", linewidth=0.5, zorder=0)
