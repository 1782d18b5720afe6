"""The figures of Stollenwerk 2026 (arXiv:2503.21708v3): layer normalization and dynamic activation functions.

Of this paper only a text without formulas is at hand: the numbers of its figures are lost. The figures here have those
of the ELN paper, of which it is a later version.
"""

from __future__ import annotations

import numpy as np

from .curves import RANGE, SHOWN, cloud, draw_fit, draw_shapes, fitted, shapes
from .eln import Functions
from .figure import Figure, Numbers, Source, Tables
from .outliers import CHANNELS, SIGMA, STEP, fit, sample
from .style import COLUMN

PAPER = "On the Mathematical Relationship Between Layer Normalization and Dynamic Activation Functions"
DYT = Source("beyond/vjp_dyt_scaled_rms", "forward")
DYISRU = Source("beyond/vjp_dyisru", "forward")
RMS_NORM = Source("dyisru/rmsnorm", "(3)-2", "left")
LOST = "The paper's own parameters are lost in the text at hand; these are those of the ELN paper, its first version."

# --- Fig. 2 -------------------------------------------------------------------------------------------------------


def _shapes(f: Functions) -> Numbers:
    tables = shapes(f["dyt"], f["dyisru"], "DyISRU")
    attained = f["rms_norm"](np.eye(SHOWN)[0])[0]  # where all other channels vanish
    return Numbers(
        {"C": SHOWN, "extremum": float(attained), "smallest x": RANGE[0], "largest x": RANGE[-1]},
        tables.series,
        (
            LOST,
            "The text says that DyT converges faster to the extrema than DyISRU: so it does for large x "
            "(dyisru/convergence), but not at every x. The last table has the x above which DyT is the nearer one, "
            "for each pair of curves.",
        ),
    )


DYISRU_2 = Figure(
    "dyisru_2",
    "DyT and DyISRU, for C = 50 channels",
    f"{PAPER}, Fig. 2",
    {"dyt": DYT, "dyisru": DYISRU, "rms_norm": RMS_NORM},
    _shapes,
    lambda canvas, numbers: draw_shapes(canvas, numbers, "DyISRU", r"\sqrt{C}", r"\sqrt{50}"),
    (COLUMN, 2.5),
)

# --- Fig. 3 -------------------------------------------------------------------------------------------------------


def _fits(f: Functions) -> Numbers:
    x, tables = sample(), Tables()
    best = fit(f["rms_norm"], f["dyt"], f["dyisru"], x, CHANNELS)
    cloud(tables, f["rms_norm"], x)
    parameters = fitted(tables, best, f["dyt"], f["dyisru"], "DyISRU")
    parameters["beta_o"] = float(f["beta_i"](x)[-1])
    return Numbers(
        {"C": CHANNELS, "sigma": SIGMA, "step": STEP, **parameters},
        tables.series,
        (
            LOST,
            "DyISRU leaves no residual, whatever the sample is: the outliers lie on one DyISRU, with beta = beta_o, "
            "the sum of squares of the other channels (dyisru/outliers). What is left is rounding.",
        ),
    )


DYISRU_3 = Figure(
    "dyisru_3",
    "DyT and DyISRU fitted to the outliers of RMSNorm",
    f"{PAPER}, Fig. 3",
    {
        "dyt": DYT,
        "dyisru": DYISRU,
        "rms_norm": RMS_NORM,
        "beta_i": Source("dyisru/parameters", "Sec. 3 text 9", "left"),
    },
    _fits,
    lambda canvas, numbers: draw_fit(canvas, numbers, "DyISRU"),
    (COLUMN, 3.8),
)
