"""The kernels give what ONNX gives in its own test cases of the operators that exist here.

| operator of ONNX | here | cases |
| --- | --- | --- |
| LayerNormalization | `layer_norm` | 2 to 4 axes; from each axis on, of either sign, and by default; epsilon |
| RMSNormalization | `rms_norm` | the same |
| GroupNormalization, InstanceNormalization | `layer_norm_simple` over a group, an instance | plain; epsilon |
| BatchNormalization, in training | `layer_norm_simple` over a channel of the batch | plain; epsilon |
| MeanVarianceNormalization | `layer_norm_simple`, eps = 0, over all axes but that of channels | plain |
| LpNormalization, p = 2 | `rms_norm`, eps = 0, gain 1/sqrt(C) | one axis, and by default |
| Tanh | `dyt`, alpha = 1 | plain |

Every case of these operators that the installed version of the package has is run, but for those that
`kernel_onnx.ABSENT` lists with a reason: one that is new is run as well, and fails if it has an attribute that is not
known. Of ONNX's relative tolerance, 1e-3, a hundredth is allowed.
"""

from __future__ import annotations

import copy
import importlib
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from shell import ROOT

pytest.importorskip("onnx")
sys.path.insert(0, str(ROOT / "benchmarks"))
cases, conformance = (importlib.import_module(name) for name in ("kernel_onnx", "conformance"))


@pytest.fixture(params=["functions", "numba"])
def kernels(request: pytest.FixtureRequest) -> ModuleType:
    """Each of both targets."""
    if request.param == "numba":
        pytest.importorskip("numba")
    return importlib.import_module(f"symnorm.kernels.{request.param}")


@pytest.mark.parametrize("case", cases.RUN, ids=lambda case: case.name)
def test_a_case_of_onnx(kernels: ModuleType, case: Any) -> None:
    cases.conform(kernels, case)


@pytest.mark.parametrize("name", cases.OPERATORS)
def test_each_operator_has_cases_that_are_run(name: str) -> None:
    assert name in {cases.operator(case) for case in cases.RUN}


def test_what_is_not_run_is_a_case() -> None:
    assert cases.ABSENT.keys() - cases.CASES.keys() == set()


def test_an_attribute_that_is_not_known_is_no_pass(kernels: ModuleType) -> None:
    case = copy.deepcopy(cases.CASES["test_layer_normalization_2d_axis1"])
    case.model.graph.node[0].attribute.append(cases.onnx.helper.make_attribute("stash_type", 1))
    with pytest.raises(TypeError, match="unexpected keyword argument 'stash_type'"):
        cases.conform(kernels, case)


def test_a_variance_divided_by_one_less_is_noticed_in_every_case(kernels: ModuleType) -> None:
    def layer_norm(x: np.ndarray, gain: np.ndarray, bias: np.ndarray, *, eps: float) -> np.ndarray:
        share = 1 - 1 / x.shape[-1]
        return kernels.layer_norm(x, gain * share**0.5, bias, eps=eps * share)

    for case in cases.RUN:
        if cases.operator(case) == "LayerNormalization":
            with pytest.raises(AssertionError, match="Not equal to tolerance"):
                cases.conform(SimpleNamespace(layer_norm=layer_norm), case)


def test_cases_that_fail_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cases.OPERATORS, "Tanh", lambda kernels, x: np.tanh(x) * (1 + 1e-4))
    monkeypatch.setattr(conformance, "TARGETS", {"NumPy": "symnorm.kernels"})
    found = {row[0]: row[1:] for row in (line[2:-2].split(" | ") for line in conformance.table().split("\n"))}
    assert found["Tanh"] == ["2", "2", "0"]
    assert found["LpNormalization"] == ["6", "2", "2"]
