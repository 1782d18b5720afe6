"""Element-wise kernels wherever their result is a number of the format: any size of x, of g and of the parameter."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

import mpmath
import numpy as np
import pytest

from symnorm import kernels

C = 12
WIDE = {"float32": (-44.0, 38.0), "float64": (-323.0, 308.0)}
"""The decimal exponents of the numbers of a format."""


def root(x: Any, beta: Any) -> Any:
    return mpmath.sqrt(beta + x * x)


def tanh_slope(x: Any, alpha: Any) -> Any:
    return mpmath.sech(alpha * x) ** 2


FORWARD: dict[str, Callable[..., Any]] = {
    "eln": lambda x, p: mpmath.sqrt(C - 1) * x / root(x, p),
    "dyisru": lambda x, p: mpmath.sqrt(C) * x / root(x, p),
    "isru": lambda x, p: x / root(mpmath.sqrt(p) * x, 1),
    "dyt_scaled": lambda x, p: mpmath.sqrt(C - 1) * mpmath.tanh(p * x),
}
BACK: dict[str, Callable[..., Any]] = {
    "eln": lambda g, x, p: mpmath.sqrt(C - 1) * p * g / root(x, p) ** 3,
    "dyisru": lambda g, x, p: mpmath.sqrt(C) * p * g / root(x, p) ** 3,
    "isru": lambda g, x, p: g / root(mpmath.sqrt(p) * x, 1) ** 3,
    "dyt_scaled": lambda g, x, p: mpmath.sqrt(C - 1) * p * g * tanh_slope(x, p),
}


def samples(dtype: str, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """g and x of all sizes, some of them 0."""
    random = np.random.default_rng(seed)
    low, high = WIDE[dtype]
    made = []
    for _ in range(2):
        with np.errstate(all="ignore"):
            sizes = (10.0 ** random.uniform(low, high, (6, C))).astype(dtype)
        made.append(sizes * random.choice([-1, 1, 1, 1, 0], (6, C)).astype(dtype))
    made[1][::2] = random.standard_normal((3, C)).astype(dtype)  # and x of usual size, with any g
    return made[0], made[1]


def check(found: np.ndarray, true: list[list[Any]], relative: np.ndarray) -> None:
    limits = np.finfo(found.dtype)
    for value, right, allowed in zip(found.ravel(), chain(*true), relative.ravel(), strict=True):
        if abs(right) > float(limits.max):
            continue
        error = abs(mpmath.mpf(float(value)) - right)
        assert error <= allowed * abs(right) + C**0.5 * mpmath.mpf(float(limits.smallest_subnormal)), value


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("dtype", WIDE)
@pytest.mark.parametrize("name", FORWARD)
def test_every_result_in_range_is_right(name: str, dtype: str, seed: int) -> None:
    g, x = samples(dtype, seed)
    parameter = float(np.dtype(dtype).type(10 ** np.random.default_rng(seed).uniform(-9, 9)))
    eps = float(np.finfo(dtype).eps)
    with mpmath.workdps(40):
        exact = [[[mpmath.mpf(float(v)) for v in row] for row in vectors] for vectors in (g, x)]
        forward = [[FORWARD[name](b, mpmath.mpf(parameter)) for b in row] for row in exact[1]]
        back = [
            [BACK[name](a, b, mpmath.mpf(parameter)) for a, b in zip(*rows, strict=True)]
            for rows in zip(*exact, strict=True)
        ]
        condition = np.array([[float(min(abs(parameter * b), 1e300)) for b in row] for row in exact[1]])
        is_tanh = name == "dyt_scaled"
        check(getattr(kernels, name)(x, parameter), forward, np.full(x.shape, 5 * eps))
        bound = eps * (6 + 4 * condition) if is_tanh else np.full(x.shape, 5 * eps)
        check(getattr(kernels, f"{name}_vjp")(g, x, parameter)[0], back, bound)


def check_layer_norm(g: np.ndarray, x: np.ndarray, gain: np.ndarray) -> None:
    """The gradients of float32 against the formulas in double precision, eps = 0."""
    g, x, gain = (np.asarray(v, np.float32).astype(np.float64) for v in (g, x, gain))
    y = (x - x.mean(1, keepdims=True)) / x.std(1, keepdims=True)
    weighted = g * gain
    mean, common = weighted.mean(1, keepdims=True), (weighted * y).mean(1, keepdims=True)
    dx = (weighted - mean - y * common) / x.std(1, keepdims=True)
    found = kernels.layer_norm_vjp(*(v.astype(np.float32) for v in (g, x, gain)), eps=0.0)
    scale = np.linalg.norm(weighted, axis=1) / x.std(1)
    assert (np.linalg.norm(found.dx - dx, axis=1) <= 2.5 * np.finfo(np.float32).eps * scale).all()
    np.testing.assert_allclose(found.dgain, (g * y).sum(0), rtol=1e-5, atol=1e-5 * np.abs(g).max())


@pytest.mark.parametrize("size", [1e17, 1e-17])
def test_a_large_gain_and_a_large_gradient(size: float) -> None:
    """Their product, and that with x, leave the range of single precision; dx and dgain do not."""
    random = np.random.default_rng(2)
    g, x = (size * random.standard_normal((3, C)) for _ in range(2))
    check_layer_norm(g, x, 1e17 * random.uniform(0.5, 2, C))


def test_a_gain_that_is_small_beside_a_small_gradient() -> None:
    """Their product is no normal number of single precision; divided by the deviation it is one."""
    random = np.random.default_rng(2)
    g, x = (2.0**exponent * random.standard_normal((3, C)) for exponent in (-55, -37))
    check_layer_norm(g, x, 2.0**-80 * random.uniform(0.5, 2, C))


@pytest.mark.parametrize("others", [2.0**59, 1.0])
def test_a_large_gain_where_an_outlier_is(others: float) -> None:
    """g gain is in range in each channel, but not its product with what the outlier is normalized to."""
    x = np.random.default_rng(2).standard_normal((1, 2**19))
    gain = np.full(x.shape[1], others)
    x[0, 0], gain[0] = 2.0**38, 2.0**59
    check_layer_norm(np.full_like(x, 2.0**59), x, gain)


def test_a_large_kappa_where_an_outlier_is() -> None:
    """AdaNorm's g' = c g (1 - 2 kappa y) leaves the range in one channel; dx does not."""
    x = np.random.default_rng(2).standard_normal((1, 2**19))
    x[0, 0] = 2.0**38
    x = x.astype(np.float32).astype(np.float64)
    y = (x - x.mean()) / x.std()
    weighted = 2.0**59 * (1 - 2 * 2.0**59 * y)
    dx = (weighted - weighted.mean() - y * (weighted * y).mean()) / x.std()
    given = np.full(x.shape, 2.0**59, np.float32), x.astype(np.float32)
    found = kernels.ada_norm_vjp(*given, c=1.0, kappa=2.0**59, detach=False, eps=0.0)
    assert np.linalg.norm(found - dx) <= 4 * np.finfo(np.float32).eps * np.linalg.norm(weighted) / x.std()


@pytest.mark.parametrize("dtype", WIDE)
def test_isru_with_alpha_0_is_x_at_infinity_too(dtype: str) -> None:
    limits = np.finfo(dtype)
    x = np.array([np.inf, -np.inf, 1.0, 1e30, limits.max, limits.min, limits.max / 3, limits.tiny, 0.0], dtype)
    np.testing.assert_array_equal(kernels.isru(x, 0.0), x)
    g = np.linspace(-1, 1, x.size).astype(dtype)
    found = kernels.isru_vjp(g, x, 0.0)
    np.testing.assert_array_equal(found.dx, g)
    assert kernels.isru_vjp(g[:1], x[:1], 0.0).dalpha == np.inf  # -g x^3/2


def test_a_gradient_near_the_largest_in_a_tail() -> None:
    """The product of g and the slope is a normal number: g may not be scaled down as if the slope were 1."""
    alpha, g, x = -1.5, 5.86e307, 466.168
    with mpmath.workdps(40):
        right = mpmath.mpf(g) * alpha * mpmath.sech(mpmath.mpf(alpha) * mpmath.mpf(x)) ** 2
        given = np.array([[g, 1.0]]), np.array([[x, 0.5]]), alpha
        for found in (kernels.dyt_vjp(*given), kernels.dyt_vjp(*given, np.ones(2), np.full(2, 1e300))):
            assert abs(mpmath.mpf(float(found.dx[0, 0])) / right - 1) <= (6 + 4 * abs(alpha * x)) * np.finfo(float).eps


@pytest.mark.parametrize(("size", "beta"), [(1e192, 0.03), (1e300, 1e-300), (1e60, 1e-60)])
def test_betas_that_are_nothing_beside_a_large_row(size: float, beta: float) -> None:
    """The general ELN, with an element that is the mean: beta is all that is under its root."""
    x = np.array([[-1.0, 0.0, 1.0, 3.0, -3.0]]) * size
    np.testing.assert_allclose(kernels.eln_general(x, np.full(5, beta)), [[-2, 0, 2, 2, -2]], rtol=1e-14)


def test_gradients_of_a_large_row_with_large_betas() -> None:
    """The general ELN where x and the roots of the betas are about 2^500: their third powers overflow."""
    x, betas, g = np.array([[-1.0, 0.0, 1.0, 3.0, -3.0]]), np.array([2.0, 0.5, 1.0, 3.0, 1.0]), np.ones((1, 5))
    found = kernels.eln_general_vjp(g * 2.0**300, x * 2.0**500, betas * 2.0**1000).dx
    np.testing.assert_allclose(found, kernels.eln_general_vjp(g, x, betas).dx * 2.0**-200, rtol=1e-15)


@pytest.mark.parametrize("least", [1e-12, 1e-18])
def test_betas_whose_powers_leave_single_precision(least: float) -> None:
    """g over the power 3/2 of a beta overflows, times beta it does not."""
    g, betas = np.full((1, 3), 1e17, np.float32), np.array([least, 1e-6, 1.0], np.float32)
    found = kernels.eln_general_vjp(g, np.full((1, 3), 8192, np.float32), betas).dx[0]
    u = 2**0.5 * g[0].astype(float) / betas.astype(float) ** 0.5
    np.testing.assert_allclose(found, u - u.mean(), rtol=1e-6)


def test_betas_of_very_different_sizes() -> None:
    """The general ELN where t^2 is as small as one of the betas, and no normal number, and another is 1."""
    x = np.array([[3.1, -5.3, 7.7, 1.7]]) * 2.0**-532
    betas = np.array([1.0, 2.0**-1060, 3 * 2.0**-1062, 1.0])
    with mpmath.workdps(40):
        row = [mpmath.mpf(v) for v in x[0].tolist()]
        t = [v - sum(row) / 4 for v in row]
        true = [mpmath.sqrt(3) * v / root(v, mpmath.mpf(b)) for v, b in zip(t, betas.tolist(), strict=True)]
    np.testing.assert_allclose(kernels.eln_general(x, betas)[0], [float(v) for v in true], rtol=1e-14)


@pytest.mark.parametrize(
    ("u", "exponent", "alpha", "gain"), [(88, 20, 59, 59), (88, 53, 0, 59), (92, 20, 40, 59), (-100, 20, 59, 59)]
)
def test_a_slope_that_is_no_number_makes_a_gradient_that_is_one(
    u: float, exponent: int, alpha: int, gain: int
) -> None:
    """e^-|u| is subnormal, or 0, in single precision; g and the parameters are powers of 2."""
    x = np.full((2, 3), u / 2.0**alpha, np.float32)
    found = kernels.dyt_vjp(np.full_like(x, 2.0**exponent), x, 2.0**alpha, np.full(3, 2.0**gain, np.float32)).dx
    true = mpmath.mpf(2) ** (exponent + alpha + gain) * tanh_slope(mpmath.mpf(float(x[0, 0])), mpmath.mpf(2) ** alpha)
    least = float(np.finfo(np.float32).smallest_subnormal)
    assert (np.abs(found.astype(float) - float(true)) <= 500 * np.finfo(np.float32).eps * float(true) + least).all()


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0, 2.0**-300, 2.0**40])
@pytest.mark.parametrize(
    ("g", "x"),
    [(1e300, 1e201), (-2.5878471727937887e300, -7.989846758759663e201), (1e308, 1e205), (1e305, 1e204), (1.0, 1e92),
     (-4.6e-251, 1e224), (2.7e-198, -4.3e241), (1e267, 1.5e-166), (1e-300, 3.0), (1e200, -1e-80)],
)  # fmt: skip
def test_the_gradients_of_isru_in_all_of_the_range_of_double_precision(g: float, x: float, alpha: float) -> None:
    found = kernels.isru_vjp(np.array([g]), np.array([x]), alpha)
    with mpmath.workdps(40):
        root = mpmath.sqrt(1 + mpmath.mpf(alpha) * mpmath.mpf(x) ** 2)
        dx, dalpha = g / root**3, -mpmath.mpf(g) * mpmath.mpf(x) ** 3 / root**3 / 2
    check(found.dx[None], [[dx]], np.full((1, 1), 6 * np.finfo(float).eps))
    if np.finfo(float).tiny <= abs(dalpha) <= np.finfo(float).max:
        assert abs(found.dalpha - dalpha) <= 16 * np.finfo(float).eps * abs(dalpha)
    assert not np.isnan(found.dalpha)


def test_a_sum_in_range_of_terms_that_are_not() -> None:
    """Each term of dalpha is larger than any number of single precision, and no array on the way has one that is."""
    g, x = np.array([[1e25, (2.0**-12 - 1) * 1e25], [1e12, 1e12]], np.float32)
    terms = g.astype(float) * x.astype(float) ** 3 / (1 + 1e-10 * x.astype(float) ** 2) ** 1.5
    assert (np.abs(terms) > np.finfo(np.float32).max).all()
    np.testing.assert_allclose(kernels.isru_vjp(g, x, 1e-10).dalpha, -terms.sum() / 2, rtol=1e-5)


def test_a_gradient_that_is_small_beside_the_third_power_of_a_row() -> None:
    """g/(beta + t^2)^(3/2) is less than any number of single precision, and its product with beta is one of them."""
    x = np.array([[7e11, -7e11, 1e11, 3e11]], np.float32)
    g, betas = np.full((1, 4), 1e-10, np.float32), np.full(4, 7e7, np.float32)
    t = x.astype(float) - x.astype(float).mean()
    terms = np.sqrt(3) * betas.astype(float) * g / (betas + t * t) ** 1.5
    found = kernels.eln_general_vjp(g, x, betas).dx
    np.testing.assert_allclose(found, terms - terms.mean(), rtol=1e-5)


def test_a_tiny_gradient_of_the_general_eln() -> None:
    """The row is far smaller than the betas, g about the least normal number: dx is g/sqrt(beta), less its mean."""
    g, x = np.array([[4.0, 8.0, 12.0, 16.0]]), np.array([[6.7, 11.2, 3.8, 5.3]])
    betas = np.array([1122.0, 0.5, 6579.0, 0.7])
    found = kernels.eln_general_vjp(g * 2.0**-1023, x * 2.0**-220, betas).dx[0] * 2.0**1000
    u = 3**0.5 * g[0] * 2.0**-23 / betas**0.5
    np.testing.assert_allclose(found, u - u.mean(), rtol=1e-13)


def test_a_pilot_that_is_not_subtracted_exactly_is_none() -> None:
    """A tiny row whose first entry outweighs the others: 1/1000 less 1 would be rounded, which was 33 epsilons."""
    x = np.random.default_rng(3).uniform(1e-3, 2e-3, (1, 65_536))
    x[0, 0] = 1.0
    plain, scaled = (kernels.layer_norm_simple(x * size, eps=0.0) for size in (1.0, 2.0**-900))
    assert np.linalg.norm(scaled - plain) <= 4 * np.finfo(float).eps * np.linalg.norm(plain)


@pytest.mark.parametrize("largest", [60, 240])
def test_a_subnormal_row_beside_betas_of_all_sizes(largest: int) -> None:
    """Scaled by what keeps the third powers of the roots of betas in range, the row was nothing, and so was y."""
    x = np.array([[600.0, -31.0, 7.0, 998.0, -450.0]]) * np.finfo(float).smallest_subnormal
    betas = 2.0 ** np.linspace(-largest, largest, 5)
    g = np.array([[1.0, -0.5, 0.25, 2.0, -1.5]])
    with mpmath.workdps(40):
        t = [mpmath.mpf(float(v)) for v in x[0]]
        t = [v - mpmath.fsum(t) / 5 for v in t]
        y = [2 * v / mpmath.sqrt(float(b) + v * v) for v, b in zip(t, betas, strict=True)]
        dbetas = [-float(h) * v / (float(b) + v * v) for v, h, b in zip(y, g[0], betas, strict=True)]
    np.testing.assert_allclose(kernels.eln_general(x, betas)[0], [float(v) for v in y], rtol=1e-14, atol=5e-324)
    if largest == 60:
        found = kernels.eln_general_vjp(g, x, betas).dbetas
        np.testing.assert_allclose(found[:3], [float(v) / 2 for v in dbetas[:3]], rtol=1e-14)


@pytest.mark.parametrize("size", [2.0**-38, 2.0**39])
def test_a_parameter_of_a_channel_where_g_is_small_beside_others(size: float) -> None:
    """The products of g and x, or of g and a third power, are no normal numbers of single precision; their sums are."""
    random = np.random.default_rng(5)
    x = (random.uniform(-1, 1, (2, C)) * [[size], [1.0]]).astype(np.float32)
    x[0, 2] = 1.75 * size
    g = np.full((2, C), 2.0**12, np.float32)
    g[:, 2] = [1.2345 * (2.0**-95 if size < 1 else 2.0**-17), 0]
    wide, h = x.astype(np.float64), g.astype(np.float64)
    if size < 1:
        found = kernels.rms_norm_vjp(g, x, np.ones(C, np.float32), eps=0.0).dgain
        true = (h * wide / np.sqrt((wide**2).mean(1, keepdims=True))).sum(0)
    else:
        found = kernels.eln_general_vjp(g, x, np.ones(C, np.float32)).dbetas
        t = wide - wide.mean(1, keepdims=True)
        true = -np.sqrt(C - 1) / 2 * (h * t / (1 + t * t) ** 1.5).sum(0)
    assert np.finfo(np.float32).tiny < abs(true[2]) < 1e-20 * np.abs(true).max()
    np.testing.assert_allclose(found[2], true[2], rtol=1e-6)
