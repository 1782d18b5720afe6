"""No row that a search finds breaks what a docstring promises, for any function of either target."""

from __future__ import annotations

import importlib
import importlib.util
import math
from fractions import Fraction
from types import ModuleType

import numpy as np
import pytest
from kernel_search import CASES, climbed, errors, searched

from symnorm.kernels.arguments import PARAMETER_SIZES
from symnorm.validation.promises import promised

TARGETS = ("symnorm.kernels", "symnorm.kernels.numba")
LENGTHS = (2, 8, 33, 127, 300)


@pytest.fixture(params=TARGETS)
def target(request: pytest.FixtureRequest) -> ModuleType:
    if request.param.endswith("numba"):
        pytest.importorskip("numba")
    return importlib.import_module(request.param)


def bound(target: ModuleType, name: str, dtype: str, channels: int) -> float:
    """What the docstring promises of rows of so many channels."""
    promise = promised(str(getattr(target, CASES[name].function).__doc__))
    assert promise is not None
    return promise.at(channels)


def test_every_function_that_promises_a_number_is_searched(target: ModuleType) -> None:
    functions = {name for name in target.__all__ if name.islower() and promised(str(getattr(target, name).__doc__))}
    slopes = {f"{name}_vjp" for name in ("dyt", "dyt_scaled", "dyt_scaled_rms")}  # by themselves, in their tails
    assert functions - slopes == {case.function for case in CASES.values()}


@pytest.mark.parametrize("dtype", searched())
@pytest.mark.parametrize("name", CASES)
def test_the_worst_row_that_is_found_is_within_the_bound(target: ModuleType, name: str, dtype: str) -> None:
    for channels in LENGTHS:
        error, _, x = climbed(target, name, dtype, channels, generations=8)
        assert error <= bound(target, name, dtype, channels), f"{error:.3g} epsilons on {x!r}"


@pytest.mark.parametrize("dtype", searched())
@pytest.mark.parametrize("name", [n for n in CASES if n != "beta_i"])  # extended precision is too short for it
def test_rows_anywhere_in_the_range_of_the_format(target: ModuleType, name: str, dtype: str) -> None:
    for channels in (2, 9, 128):
        error, g, x = climbed(target, name, dtype, channels, generations=6, size=24, anywhere=True)
        assert error <= bound(target, name, dtype, channels), f"{error:.3g} epsilons on {x!r}, {g!r}"


@pytest.mark.parametrize("dtype", searched())
@pytest.mark.parametrize("name", [n for n, c in CASES.items() if c.vectors or set(c.numbers) - {"eps", "detach"}])
def test_parameters_up_to_the_sizes_that_are_promised(target: ModuleType, name: str, dtype: str) -> None:
    limit = PARAMETER_SIZES[np.dtype(dtype)]
    for channels in (3, 16):
        error, g, x = climbed(target, name, dtype, channels, generations=8, size=16, anywhere=True, limit=limit)
        assert 0 < error <= bound(target, name, dtype, channels), f"{error:.3g} epsilons on {x!r}, {g!r}"


@pytest.mark.parametrize("dtype", searched())
@pytest.mark.parametrize("name", ["layer_norm_simple", "layer_norm_simple_vjp", "ada_norm"])
def test_a_long_row_of_two_values_in_turn(target: ModuleType, name: str, dtype: str) -> None:
    for channels in (65_536, 1_000_000):
        x = np.resize([0.1, 3.7], channels).astype(dtype)[None]
        g = np.resize([1.0, 0.3, 0.7], channels).astype(dtype)[None]
        found = errors(target, name, g, x, {})[0]
        assert found <= bound(target, name, dtype, channels)
        if target.__name__.endswith("numba"):
            assert found <= 4  # from one piece to the next no rounding errors add up


@pytest.mark.parametrize(
    ("channels", "rest", "at", "one", "dtype"),
    [(255, -0.7, 0, 10, "float32"), (191, 0.1, 0, 1.99, "float64"), (768, 0.1, 767, 3.9, "float32"),
     (95, 0.1, 0, 1e5, "float64"), (260, 0.3, 5, 2.0, "float64"), (127, 0.7, 3, 1e6, "float32")],
)  # fmt: skip
def test_rows_equal_but_one(
    target: ModuleType, channels: int, rest: float, at: int, one: float, dtype: str
) -> None:
    """With sums in one long run in the precision of x, errors were 3 to 10 epsilons."""
    if dtype not in searched():
        pytest.skip("no extended precision here")
    x = np.full((1, channels), rest, dtype)
    x[0, at] = one
    g = np.linspace(-1, 1, channels).astype(dtype)[None]
    for name in ("layer_norm_simple", "layer_norm_simple_vjp", "ada_norm"):
        assert errors(target, name, g, x, {})[0] <= 2.5


@pytest.mark.parametrize("dtype", searched())
@pytest.mark.parametrize("rows", [1, 3])
def test_rows_of_any_number_of_pieces(target: ModuleType, rows: int, dtype: str) -> None:
    """One row is summed by an inner product, which adds what its lanes leave over one by one; several by a product."""
    for channels in (136, 232, 520, 1160, 2500, 3840, 3968, 4096, 4352, 9000):
        for first, second in ((0.1, 3.7), (1.0, 1.0 + 2.0**-9), (-0.7, 10.0)):
            x = np.resize([first, second, first], (rows, channels)).astype(dtype)
            x[:, -1] = first - second
            g = np.resize([1.0, 0.3, 0.7], (rows, channels)).astype(dtype)
            for name in ("layer_norm_simple", "layer_norm_simple_vjp"):
                assert errors(target, name, g, x, {}).max() <= bound(target, name, dtype, channels) / 4


@pytest.mark.parametrize("first", [4.4e-271, 3.8e-264])
@pytest.mark.parametrize("channels", [128, 4096])
def test_a_row_whose_squares_vanish_beside_eps(target: ModuleType, channels: int, first: float) -> None:
    """Its mean is far from zero, which squares do not show; taken out in one step, it left C/2 epsilons."""
    if "float64" not in searched():
        pytest.skip("no extended precision here")
    x = np.full((2, channels), 3.8e-264)
    x[:, 0], x[:, -1] = first, 4.4e-271
    found = errors(target, "layer_norm_simple", x, x, {}, eps=1e-5)
    assert (found <= 4).all()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("rows", "channels"), [(63, 7), (8_001, 3), (150_000, 2), (3_000, 768)])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_sum_over_many_rows(target: ModuleType, dtype: str, rows: int, channels: int, threads: int) -> None:
    """Of equal numbers, each rounding error has the same sign: one after the other, it was up to 3,300 epsilons."""
    g = np.full((rows, channels), 0.1, dtype)
    x = np.resize(np.array([1.0, -1.0], dtype), g.shape)
    vector = np.ones(channels, dtype)
    eps = float(np.finfo(dtype).eps)
    bound = 40 + 6 * np.log2(rows * channels)
    found = target.layer_norm_vjp(g, x, vector, vector, threads=threads).dbias
    exact = rows * Fraction(float(g[0, 0]))
    assert all(abs(Fraction(float(v)) / exact - 1) <= bound * eps for v in found)
    slope = math.tanh(0.5)
    summed = target.dyt_vjp(g, abs(x), 0.5, vector, vector, threads=threads)
    assert all(abs(float(v) / (float(exact) * slope) - 1) <= bound * eps for v in summed.dgain)
    assert abs(float(summed.dalpha) / (float(exact) * channels * (1 - slope**2)) - 1) <= bound * eps


def test_the_search_finds_what_a_careless_sum_does() -> None:
    """Sums one by one in the precision of x, as of cumsum: their errors are far beyond the bound of short pieces."""

    def layer_norm_simple(x: np.ndarray, eps: float) -> np.ndarray:
        C = x.dtype.type(x.shape[1])
        t = x - np.cumsum(x, axis=1)[:, -1:] / C
        result: np.ndarray = t / np.sqrt(np.cumsum(t * t, axis=1)[:, -1:] / C + x.dtype.type(eps))
        return result

    careless = ModuleType("careless")
    careless.layer_norm_simple = layer_norm_simple  # type: ignore[attr-defined]
    error, _, _ = climbed(careless, "layer_norm_simple", "float32", 300, generations=8)
    assert error > 2 * bound(importlib.import_module("symnorm.kernels"), "layer_norm_simple", "float32", 300)
