"""The outlier experiment of the ELN and DyISRU papers: a sample whose largest value grows, and two fits.

The recipe is that of the author's notebook (repository flxst/dynamic-activation-functions): `np.random.seed(1)`, then
`x = np.sort(mu + sigma * np.random.randn(C))` with C = 100, mu = 0 and sigma = 2. Step S adds 5 S to the largest
value of this one sample; the outliers of S = 1, ..., 9 and their mirror images are the data of the fits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .figure import Array

CHANNELS, SIGMA, STEP, STEPS = 100, 2, 5, 9
Function = Callable[..., Any]


def sample(channels: int = CHANNELS) -> Array:
    """The sorted sample."""
    drawn: Array = SIGMA * np.random.RandomState(1).randn(channels)
    return np.sort(drawn)


def stepped(x: Array, S: int) -> Array:
    """The sample with its largest value, which comes last, increased by S steps."""
    moved = x.copy()
    moved[-1] += STEP * S
    return moved


@dataclass(frozen=True)
class Fit:
    """Data points (x, y), and the parameters alpha of DyT and beta of the other function that fit them best."""

    x: Array
    y: Array
    alpha: float
    beta: float


def outliers(normalize: Function, x: Array) -> tuple[Array, Array]:
    """(x_o, y_o) for S = 0, ..., 9: the largest value of the sample as it grows, and as it is normalized."""
    moved = np.array([stepped(x, S) for S in range(STEPS + 1)])
    return moved[:, -1], normalize(moved)[:, -1]


def fit(normalize: Function, dyt: Function, algebraic: Function, x: Array, C: int) -> Fit:
    """Fits DyT and ELN (or DyISRU) with C channels to the outliers S = 1, ..., 9 of a sample, by least squares.

    The mirror images of the points double the sum of squares and move no minimum.
    """
    x_o, y_o = (values[1:] for values in outliers(normalize, x))

    def slope(curve: Function, name: str) -> Function:
        """The derivative of the sum of squares, by a complex step: exact to rounding."""
        step = 1e-100

        def derivative(value: float) -> float:
            return float(np.sum((curve(x_o, C=C, **{name: value + step * 1j}) - y_o) ** 2).imag / step)

        return derivative

    return Fit(x_o, y_o, root(slope(dyt, "alpha"), 0.01, 0.2), root(slope(algebraic, "beta"), 10, 1e4))


def root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a function changes from minus to plus, to the last digit. Raises ValueError if it does not."""
    if not function(low) < 0 < function(high):
        raise ValueError(f"no change from minus to plus between {low} and {high}")
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return middle
