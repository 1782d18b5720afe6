"""Rows on which a product is too small, or too large, though none of its factors is, in both targets.

What is promised holds for parameters up to a size, which the docstrings say; many of these rows are beyond it.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import kernel_reference as reference
import numpy as np
import pytest
from kernel_search import CASES, errors, searched

from symnorm.kernels.arguments import PARAMETER_SIZES
from symnorm.validation.promises import parameter_sizes, promised

Array = np.ndarray


@pytest.fixture(params=("symnorm.kernels", "symnorm.kernels.numba"))
def target(request: pytest.FixtureRequest) -> ModuleType:
    if request.param.endswith("numba"):
        pytest.importorskip("numba")
    return importlib.import_module(request.param)


def check(target: ModuleType, name: str, g: Array, x: Array, vectors: dict[str, Array], **numbers: float) -> None:
    """One row, whose result is in range, is right to what is promised."""
    if str(x.dtype) not in searched():
        pytest.skip("no extended precision here")
    promise = promised(str(getattr(target, CASES[name].function).__doc__))
    assert promise is not None
    [error] = errors(target, name, g[None], x[None], vectors, **numbers)
    assert 0 < error <= promise.at(x.size)


@pytest.mark.parametrize("channels", [4, 7, 300])
@pytest.mark.parametrize(("dtype", "small", "tiny"), [("float32", -30, -59), ("float64", -300, -399)])
@pytest.mark.parametrize("name", ["layer_norm_vjp", "rms_norm_vjp", "ada_norm_vjp, True", "ada_norm_vjp, False"])
def test_a_small_weight_and_a_small_gradient(
    target: ModuleType, name: str, dtype: str, small: int, tiny: int, channels: int
) -> None:
    """The product of g, the gain and x underflows in the sum over the row."""
    random = np.random.default_rng(0)
    x = (random.standard_normal(channels) * 2.0**small).astype(dtype)
    g = (random.uniform(1, 1.9, channels) * 2.0**tiny * np.sign(x)).astype(dtype)
    weight = 1.1 * 2.0**tiny
    vectors = {"gain": np.full(channels, weight, dtype), "bias": np.zeros(channels, dtype)}
    for kappa in (0.5, 0.0):
        check(target, name, g, x, vectors, eps=0.0, c=weight, kappa=kappa)


@pytest.mark.parametrize("channels", [64, 1024, 10_000])
def test_a_row_of_one_value_but_for_an_ulp(target: ModuleType, channels: int) -> None:
    """Its values are not small, and its variance is no normal number."""
    x = np.full(channels, 1.5 * 2.0**-40, np.float32)
    x[channels // 3] = np.nextafter(x[0], np.float32(1))
    check(target, "layer_norm_simple", x, x, {}, eps=0.0)


def test_ada_norm_of_a_large_row_with_a_small_factor(target: ModuleType) -> None:
    """What (x - mu)^2 is multiplied by, c kappa/V, is no normal number."""
    x = (np.random.default_rng(1).standard_normal(16) * 2.0**38).astype(np.float32)
    check(target, "ada_norm", x, x, {}, eps=0.0, c=2.0**-59.5, kappa=2.0**-4)


@pytest.mark.parametrize(("channels", "c", "kappa"), [(17, 2.0**54.4, 0.5), (2, 2.0**399.5, 0.75)])
def test_ada_norm_of_a_subnormal_row(target: ModuleType, channels: int, c: float, kappa: float) -> None:
    """The inverse of V, times c, overflows where the row is not scaled to numbers near 1."""
    x = np.random.default_rng(channels).integers(1, 60, channels) * np.finfo(float).smallest_subnormal
    check(target, "ada_norm", x, x, {}, eps=0.0, c=c, kappa=kappa)


@pytest.mark.parametrize("detach", ["none", "mean", "variance", "both"])
@pytest.mark.parametrize("exponent", [-582, -1000])
def test_the_variance_of_a_gradient_at_a_subnormal_row(target: ModuleType, exponent: int, detach: str) -> None:
    x = np.array([0.0, 1.0, 0.0, 2.0]) * np.finfo(float).smallest_subnormal
    check(target, f"gradient_variance, {detach}", np.array([1.0, 1.7, -3.0, 2.0]) * 2.0**exponent, x, {}, eps=0.0)


def test_a_sum_of_products_with_alpha_that_vanish(target: ModuleType) -> None:
    """Each element of dx is 0, and dalpha, which has an x more and an alpha less, is not."""
    tiny = 2.0**-399.5
    found = target.dyt_vjp(np.full((1, 4), 2.0**-299), np.full((1, 4), 2.0**300), tiny, np.full(4, tiny))
    np.testing.assert_allclose(found.dalpha, 8 * tiny, rtol=1e-15)
    small = np.full((1, 4), 2.0**-24.5, np.float32), np.full((1, 4), 2.0**58, np.float32)
    found = target.dyt_vjp(*small, 2.0**-59.5, np.full(4, 2.0**-59.5, np.float32))
    slope = float(reference.mpmath.sech(2.0**58 * 2.0**-59.5) ** 2)
    np.testing.assert_allclose(found.dalpha, 4 * 2.0 ** (-24.5 + 58 - 59.5) * slope, rtol=1e-6)


def test_a_small_gain_beside_large_ones_in_a_tail(target: ModuleType) -> None:
    """By the room that the largest gain leaves for g, its product with a small one and the slope was nothing."""
    gain, alpha, u = np.array([2.0**-249, 2.0**249]), 2.0**-249, 423.0
    found = target.dyt_vjp(np.full((1, 2), 2.0**1021), np.array([[u / alpha, 1.0]]), alpha, gain).dx[0, 0]
    with reference.digits():
        true = reference.mpmath.mpf(2) ** (1021 - 249 - 249) * reference.mpmath.sech(u) ** 2
        assert abs(reference.mpmath.mpf(float(found)) / true - 1) <= (6 + 4 * u) * np.finfo(float).eps


def gradients(target: ModuleType, g: Array, x: Array, name: str) -> None:
    """The gradients of the parameters are right in every channel, however large others are."""
    ones = {"gain": np.ones(x.shape[1], x.dtype)} | ({"bias": np.ones(x.shape[1], x.dtype)} if name[0] == "l" else {})
    found, true = getattr(target, f"{name}_vjp")(g, x, **ones, eps=0.0), reference.vjp(name, g, x, eps=0.0, **ones)
    for d in ("dgain", "dbias")[: len(ones)]:
        exact = np.array([float(v) for v in true[d]])
        np.testing.assert_allclose(getattr(found, d).astype(float), exact, rtol=32 * np.finfo(x.dtype).eps, err_msg=d)


@pytest.mark.parametrize("name", ["layer_norm", "rms_norm"])
@pytest.mark.parametrize("size", [350, 0, -400])
def test_a_channel_of_small_gradients_beside_large_ones(target: ModuleType, name: str, size: int) -> None:
    """Scaled by what brings the largest near 1 they would be nothing, and so would the gradients of their channels."""
    x = np.array([[1.0, 2.0, -1.0, 0.5]]) * 2.0**size
    gradients(target, np.array([[2.0**500, 2.0**-700, -(2.0**-650), 2.0**480]]), x, name)


@pytest.mark.parametrize("name", ["layer_norm", "rms_norm"])
@pytest.mark.parametrize("size", [-30, 30])
def test_a_channel_of_small_gradients_in_single_precision(target: ModuleType, name: str, size: int) -> None:
    """Their products with x are nothing, their products with what x is normalized to are normal numbers."""
    x = (np.array([[1.0, 2.0, -1.0, 0.5], [3.0, -1.0, 2.5, 1.0]]) * 2.0**size).astype(np.float32)
    gradients(target, np.array([[1.0, 2.0**-120, 2.0**-121, 1.0], [1.0, 2.0**-119, 0.0, 0.5]], np.float32), x, name)


def test_the_page_says_for_which_sizes_of_parameters_bounds_hold() -> None:
    page = (Path(__file__).parents[1] / "docs" / "kernels.md").read_text("utf-8")
    for dtype, limit in PARAMETER_SIZES.items():
        low, high = parameter_sizes(page, dtype.itemsize == 8)
        assert (low * limit, high) == (pytest.approx(1), limit)


def test_docstrings_say_for_which_sizes_of_parameters_they_hold(target: ModuleType) -> None:
    for name in (n for n in target.__all__ if n.islower()):
        doc = str(getattr(target, name).__doc__)
        has_any = any(f"    {p}: " in doc for p in ("gain", "bias", "betas", "beta", "alpha", "c", "kappa"))
        for dtype, limit in PARAMETER_SIZES.items():
            low, high = parameter_sizes(doc, dtype.itemsize == 8)
            assert (low * limit, high) == ((pytest.approx(1), limit) if has_any else (0.0, np.inf)), name


@pytest.mark.parametrize(
    ("size", "least", "most"), [(-962, -249, 249), (-962, -249, 130), (-1070, 150, 249), (-1070, -249, -150)]
)
def test_gradients_of_betas_beside_very_small_rows(target: ModuleType, size: int, least: int, most: int) -> None:
    """Of rows above 1e-290 with any betas, and of smaller ones where betas are at most 1e30 apart."""
    betas = 2.0 ** np.array([least, most, least + 0.5, (least + most) / 2, most - 1.5, least + 30.5])
    x = np.array([[1.5, -2.0, 0.75, 1.0, -1.25, 0.5]]) * 2.0**size
    g = np.array([[1.0, 0.5, -2.0, 1.5, -0.75, 1.25]])
    found = target.eln_general_vjp(g, x, betas).dbetas
    true = reference.vjp("eln_general", g, x, betas=betas)["dbetas"]
    with reference.digits():
        error, size_of_all = (reference.mpmath.norm(list(v)) for v in (true - found, true))
        assert error <= 64 * np.finfo(float).eps * size_of_all + np.finfo(float).tiny
