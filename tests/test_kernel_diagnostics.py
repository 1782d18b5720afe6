"""beta_i and the variance of the gradient against exact rational numbers, also where everything cancels."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from symnorm import kernels

LARGE = {"float32": (1e6, 1e18, 1e-20), "float64": (1e12, 1e150, 1e-155)}
"""An outlier, a factor whose square is near the largest float, and one whose square is near the smallest."""


def rows(dtype: str, channels: int) -> dict[str, np.ndarray]:
    """Samples by name: ordinary, with an outlier, far from zero, large, small, constant."""
    plain = np.random.default_rng(channels).standard_normal((2, channels)).astype(dtype)
    far, huge, tiny = (np.asarray(v, dtype) for v in LARGE[dtype])
    outlier = plain.copy()
    outlier[:, 1] = far
    return {
        "plain": plain, "outlier": outlier, "far": plain + far, "huge": plain * huge, "tiny": plain * tiny,
        "constant": np.repeat(plain[:, :1], channels, axis=1),
    }  # fmt: skip


def beta_i(row: list[Fraction], i: int) -> Fraction:
    """ELN (14) by its definition, beta_i = (C - 1) sigma_{!=i}^2 - sigma^2, both about the mean of all."""
    C = len(row)
    mu = sum(row) / Fraction(C)
    others = sum((v - mu) ** 2 for n, v in enumerate(row) if n != i)
    return others - sum((v - mu) ** 2 for v in row) / C


@pytest.mark.parametrize("dtype", LARGE)
@pytest.mark.parametrize("channels", [2, 3, 5, 24])
def test_beta_i_is_right_in_every_channel(dtype: str, channels: int) -> None:
    limits = np.finfo(dtype)
    for name, x in rows(dtype, channels).items():
        found = kernels.beta_i(x)
        for row, values in zip(x, found, strict=True):
            exact = [Fraction(float(v)) for v in row]
            for i, value in enumerate(values):
                true = beta_i(exact, i)
                bound = 4 * Fraction(float(limits.eps)) * true + Fraction(float(limits.smallest_subnormal))
                assert abs(Fraction(float(value)) - true) <= bound, (name, i)


def test_beta_i_of_two_channels_is_zero() -> None:
    assert not kernels.beta_i(np.random.default_rng(0).standard_normal((50, 2))).any()


def variance(values: list[Fraction]) -> Fraction:
    mu = sum(values) / Fraction(len(values))
    return sum((v - mu) ** 2 for v in values) / len(values)


def gradient_variance(g: list[Fraction], x: list[Fraction], detach: str) -> Fraction:
    """AdaNorm, Theorem 1, with equality: Var(g)/sigma^2, less Cov(g, y)^2/sigma^2 unless the deviation is detached."""
    both = variance(g) / variance(x)
    mu, mu_g = sum(x) / Fraction(len(x)), sum(g) / Fraction(len(g))
    covariance = sum((a - mu_g) * (b - mu) for a, b in zip(g, x, strict=True)) / len(x)
    return both if detach in ("both", "variance") else both - covariance**2 / variance(x) ** 2


@pytest.mark.parametrize("dtype", LARGE)
@pytest.mark.parametrize("detach", ["none", "mean", "variance", "both"])
def test_the_variance_of_the_gradient_is_that_of_the_theorem(dtype: str, detach: str) -> None:
    for name, x in rows(dtype, 24).items():
        if name == "constant":
            continue
        g = np.random.default_rng(3).standard_normal(x.shape).astype(dtype) + np.asarray(100, dtype)
        found = kernels.gradient_variance(g, x, detach=detach)
        for given, row, value in zip(g, x, found, strict=True):
            if np.isinf(value):
                assert name == "tiny"  # the variance is above the largest float
                continue
            exact = [[Fraction(float(v)) for v in vector] for vector in (given, row)]
            true = gradient_variance(exact[0], exact[1], detach)
            bound = 16 * Fraction(float(np.finfo(dtype).eps)) * true
            assert abs(Fraction(float(value)) - true) <= bound + Fraction(
                float(np.finfo(dtype).smallest_subnormal)
            ), name
