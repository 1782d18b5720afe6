"""The numba target passes the tests of the NumPy target: the same functions, compiled loops."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest
import test_kernel_accuracy as accuracy
import test_kernel_diagnostics as diagnostics
import test_kernel_edges as edges
import test_kernel_gradients as gradients
import test_kernel_range as ranges
from test_kernel_accuracy import *  # noqa: F403
from test_kernel_diagnostics import *  # noqa: F403
from test_kernel_edges import *  # noqa: F403
from test_kernel_gradients import *  # noqa: F403
from test_kernel_range import *  # noqa: F403

import symnorm.kernels

numba = pytest.importorskip("numba")


@pytest.fixture(autouse=True)
def on_numba(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Puts the numba target in the place of the other."""
    from symnorm.kernels import numba as target

    for tests in (accuracy, edges, gradients):
        monkeypatch.setattr(tests, "sk", target)
    for tests in (diagnostics, ranges):
        monkeypatch.setattr(tests, "kernels", target)
    return target


def test_the_face_is_the_same(on_numba: ModuleType) -> None:
    assert {*on_numba.__all__} == {*symnorm.kernels.__all__}
    same = {name for name in on_numba.__all__ if getattr(on_numba, name) is getattr(symnorm.kernels, name)}
    assert same == {name for name in on_numba.__all__ if name == "Plan" or name.endswith("Gradients")}


FAR = [1e-37, 1e-30, 1e-19, 1e-4, 2.0**-13, 0.9999, 1, 10, 30, 43, 60, 86.9]
"""Where tanh and sech have been given another form, or are nearly constant, or e^-2u is no number of the format."""


@pytest.mark.parametrize(
    ("name", "function", "most"),
    [("_tanh", np.tanh, 1.1), ("_half_sech", lambda u: 0.5 / np.cosh(u), 2.5)],
)
def test_functions_in_single_precision(
    on_numba: ModuleType, name: str, function: Callable[[np.ndarray], np.ndarray], most: float
) -> None:
    """In units of the last place of float64's result; NumPy's tanh is off by 1.4 of them, its cosh by more than 3."""
    inline, begin, left_range = getattr(on_numba, name), on_numba._begin, on_numba._left_range

    @numba.njit(fastmath={"contract"}, error_model="numpy")  # type: ignore[untyped-decorator]
    def computed(x: np.ndarray, out: np.ndarray) -> bool:
        begin()
        for j in range(x.size):
            out[j] = inline(x[j])
        return left_range()

    sizes = np.concatenate([np.linspace(1e-3, 12, 1 << 18), np.geomspace(1e-37, 86.9, 1 << 16), FAR])
    x = np.concatenate([sizes, -sizes]).astype(np.float32)
    out = np.empty_like(x)
    assert not computed(x, out)  # nothing has left its range
    true = function(x.astype(np.float64))
    assert (np.abs(out - true) / np.spacing(np.abs(true).astype(np.float32))).max() <= most


def test_dyt_in_loops_is_what_tanh_of_numpy_gives(on_numba: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_numba, "CACHED", 0)
    accuracy.test_dyt_is_what_tanh_of_numpy_gives("float32")


def test_large_arrays_are_computed_as_small_ones(on_numba: ModuleType) -> None:
    """In several blocks, each with loops that fetch what follows, in rows of an odd length."""
    random = np.random.default_rng(11)
    x, g = (random.standard_normal((700, 1023)).astype(np.float32) for _ in "xg")
    for name, parameters in (("layer_norm", {}), ("rms_norm", {}), ("eln", {"beta": 1.7}), ("dyt", {"alpha": 0.75})):
        forward, vjp = getattr(symnorm.kernels, name), getattr(symnorm.kernels, f"{name}_vjp")
        found = getattr(on_numba, name)(x, **parameters)
        np.testing.assert_allclose(found, forward(x, **parameters), rtol=1e-6, atol=1e-6)
        back = getattr(on_numba, f"{name}_vjp")(g, x, **parameters).dx
        np.testing.assert_allclose(back, vjp(g, x, **parameters).dx, rtol=2e-6, atol=2e-6)
