"""The numba target passes the tests of the NumPy target: the same functions, compiled loops."""

from __future__ import annotations

from types import ModuleType

import pytest
import test_kernel_accuracy as accuracy
import test_kernel_edges as edges
import test_kernel_gradients as gradients
import test_kernels_diagnostics as diagnostics
import test_kernels_range as ranges
from test_kernel_accuracy import *  # noqa: F403
from test_kernel_edges import *  # noqa: F403
from test_kernel_gradients import *  # noqa: F403
from test_kernels_diagnostics import *  # noqa: F403
from test_kernels_range import *  # noqa: F403

import symnorm.kernels

pytest.importorskip("numba")


@pytest.fixture(autouse=True)
def on_numba(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Puts the numba target in the place of the other."""
    from symnorm.kernels import numba

    for tests in (accuracy, edges, gradients):
        monkeypatch.setattr(tests, "sk", numba)
    for tests in (diagnostics, ranges):
        monkeypatch.setattr(tests, "kernels", numba)
    return numba


def test_the_face_is_the_same(on_numba: ModuleType) -> None:
    assert {*on_numba.__all__} == {*symnorm.kernels.__all__}
    assert on_numba.layer_norm is not symnorm.kernels.layer_norm
