"""The cases that ONNX has of operators that exist here, and these operators by the kernels.

Inputs, outputs and the comparison are those of the `onnx` package, which has to be installed. Axes are moved and
joined, as the kernels work over the last one. Of several outputs the first is compared: the kernels do not return means
and deviations. Cases whose name ends in `_expanded` are the same numbers, for programs that run graphs.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import onnx

Array = np.ndarray

SHARE = 0.01
"""Of the relative tolerance that ONNX allows."""

ABSENT = {
    "test_batchnorm_example": "the mean and the variance are given: nothing is normalized",
    "test_batchnorm_epsilon": "the mean and the variance are given: nothing is normalized",
    "test_l1normalization_axis_0": "no kernel divides by the sum of absolute values",
    "test_l1normalization_axis_1": "no kernel divides by the sum of absolute values",
    "test_l1normalization_axis_last": "no kernel divides by the sum of absolute values",
    "test_l2normalization_axis_0": "0/0 is 0 there; a row of zeros with eps = 0 is outside of the statement of RMSNorm",
}
"""Cases of these operators that are not run, and why."""


# --- ONNX's operators by ours -----------------------------------------------------------------------------


def over(axes: tuple[int, ...], function: Callable[[Array], Array], x: Array) -> Array:
    """A function of the last axis applied to several axes as one."""
    last = tuple(range(x.ndim - len(axes), x.ndim))
    moved = np.moveaxis(x, axes, last)
    rows = function(moved.reshape(*moved.shape[: last[0]], -1))
    return np.moveaxis(rows.reshape(moved.shape), last, axes)


def per_channel(y: Array, scale: Array, bias: Array) -> Array:
    """Gain and bias of channels that stand on the axis 1."""
    shape = (-1, *[1] * (y.ndim - 2))
    return y * scale.reshape(shape) + bias.reshape(shape)


def layer_normalization(
    kernels: Any, x: Array, scale: Array, bias: Array | None = None, *, axis: int = -1, epsilon: float = 1e-5
) -> Array:
    gain, bias = (None if v is None else np.broadcast_to(v, x.shape[axis:]).ravel() for v in (scale, bias))
    return kernels.layer_norm(x.reshape(*x.shape[:axis], -1), gain, bias, eps=epsilon).reshape(x.shape)


def rms_normalization(kernels: Any, x: Array, scale: Array, *, axis: int = -1, epsilon: float = 1e-5) -> Array:
    gain = np.broadcast_to(scale, x.shape[axis:]).ravel()
    return kernels.rms_norm(x.reshape(*x.shape[:axis], -1), gain, eps=epsilon).reshape(x.shape)


def group_normalization(
    kernels: Any, x: Array, scale: Array, bias: Array, *, num_groups: int, epsilon: float = 1e-5
) -> Array:
    rows = x.reshape(x.shape[0], num_groups, -1)
    return per_channel(kernels.layer_norm_simple(rows, eps=epsilon).reshape(x.shape), scale, bias)


def instance_normalization(kernels: Any, x: Array, scale: Array, bias: Array, *, epsilon: float = 1e-5) -> Array:
    return group_normalization(kernels, x, scale, bias, num_groups=x.shape[1], epsilon=epsilon)


def batch_normalization(
    kernels: Any,
    x: Array,
    scale: Array,
    bias: Array,
    mean: Array,
    var: Array,
    *,
    training_mode: int,
    epsilon: float = 1e-5,
    momentum: float = 0.9,
) -> Array:
    """The mean and the variance that are given, and the momentum, are for outputs that are not compared."""
    assert training_mode == 1
    others = (0, *range(2, x.ndim))
    return per_channel(over(others, lambda r: kernels.layer_norm_simple(r, eps=epsilon), x), scale, bias)


def mean_variance_normalization(kernels: Any, x: Array, *, axes: tuple[int, ...] = (0, 2, 3)) -> Array:
    """ONNX adds 1e-9 to the deviation, which changes nothing here."""
    return over(tuple(axes), lambda rows: kernels.layer_norm_simple(rows, eps=0), x)


def lp_normalization(kernels: Any, x: Array, *, axis: int = -1, p: int = 2) -> Array:
    assert p == 2
    gain = np.full(x.shape[axis], x.shape[axis] ** -0.5, x.dtype)
    return over((axis,), lambda rows: kernels.rms_norm(rows, gain, eps=0), x)


def tanh(kernels: Any, x: Array) -> Array:
    return kernels.dyt(x, 1.0)


OPERATORS: dict[str, Callable[..., Array]] = {
    "LayerNormalization": layer_normalization,
    "RMSNormalization": rms_normalization,
    "GroupNormalization": group_normalization,
    "InstanceNormalization": instance_normalization,
    "BatchNormalization": batch_normalization,
    "MeanVarianceNormalization": mean_variance_normalization,
    "LpNormalization": lp_normalization,
    "Tanh": tanh,
}


# --- ONNX's cases -----------------------------------------------------------------------------------------


def operator(case: Any) -> str:
    """What the one node of the case's graph computes; nothing, if there are several."""
    nodes = case.model.graph.node
    return nodes[0].op_type if len(nodes) == 1 else ""


def collected() -> dict[str, Any]:
    """By name, every case that the package has for these operators."""
    with warnings.catch_warnings():  # the cases of other operators are made too, and overflow
        warnings.simplefilter("ignore")
        node = importlib.import_module("onnx.backend.test.case.node")
        return {case.name: case for case in node.collect_testcases(None) if operator(case) in OPERATORS}


CASES = collected()
RUN = [case for name, case in sorted(CASES.items()) if name not in ABSENT]


def conform(kernels: Any, case: Any) -> None:
    """Raises AssertionError, from the runner of ONNX, if the first output is another."""
    runner = importlib.import_module("onnx.backend.test.runner").Runner
    [node] = case.model.graph.node
    attributes = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
    for inputs, outputs in case.data_sets:
        given = iter(inputs)
        arguments = [next(given) if name else None for name in node.input]  # no name: it is left out
        found = OPERATORS[node.op_type](kernels, *arguments, **attributes)
        runner.assert_similar_outputs(outputs[:1], [found], rtol=case.rtol * SHARE, atol=case.atol)
