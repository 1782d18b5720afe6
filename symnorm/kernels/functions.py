"""NumPy kernels of normalization layers, printed from verified statements. Not to be edited.

Each function on a block of rows is the right side of a theorem, line by line. `symnorm kernels emit` writes this file,
`symnorm kernels check` compares it with what is verified.
The JSON file beside it has the hash of each statement that went into it.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from .arguments import Array, as_array, as_channel, as_choice, as_like, as_number
from .runtime import Plan, Team, run
from .workspace import Kernel, Law, Workspace

__all__ = [
    "DyisruGradients",
    "DytGradients",
    "DytScaledGradients",
    "DytScaledRmsGradients",
    "ElnGeneralGradients",
    "ElnGradients",
    "IsruGradients",
    "LayerNormGradients",
    "Plan",
    "RmsNormGradients",
    "ada_norm",
    "ada_norm_vjp",
    "beta_i",
    "detach_norm",
    "detach_norm_vjp",
    "dyisru",
    "dyisru_vjp",
    "dyt",
    "dyt_scaled",
    "dyt_scaled_rms",
    "dyt_scaled_rms_vjp",
    "dyt_scaled_vjp",
    "dyt_vjp",
    "eln",
    "eln_general",
    "eln_general_vjp",
    "eln_vjp",
    "gradient_variance",
    "isru",
    "isru_vjp",
    "layer_norm",
    "layer_norm_simple",
    "layer_norm_simple_vjp",
    "layer_norm_vjp",
    "rms_norm",
    "rms_norm_vjp",
]


def _layer_norm(
    work: Workspace, x: Array, gain: Array, bias: Array | None, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm: forward."""
    t, var_t = work.centred(x, out)
    v = var_t + work.number(eps)
    r = np.reciprocal(np.sqrt(v))
    np.multiply(t, work.column(r), out=out)
    np.multiply(out, gain, out=out)
    if bias is not None:
        np.add(out, bias, out=out)
    return ()


def _layer_norm_vjp(
    work: Workspace, g: Array, x: Array, gain: Array, bias: Array | None, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm: dx, with gradients."""
    (s0,) = work.scratch(x)
    p = work.dot(g, gain) / work.number(C)
    dbias = None if bias is None else work.columns(None, g)
    t, var_t = work.centred(x, s0)
    v = var_t + work.number(eps)
    r = np.reciprocal(np.sqrt(v))
    np.multiply(g, t, out=out)
    q = work.dot(out, gain) / work.number(C) / v
    dgain = work.columns(r, out)
    np.multiply(t, work.column(q), out=s0)
    np.multiply(g, gain, out=out)
    np.subtract(out, s0, out=out)
    np.subtract(out, work.column(p), out=out)
    np.multiply(out, work.column(r), out=out)
    return (dgain, dbias)


def _layer_norm_simple(
    work: Workspace, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm_simple: forward."""
    t, var_t = work.centred(x, out)
    v = var_t + work.number(eps)
    r = np.reciprocal(np.sqrt(v))
    np.multiply(t, work.column(r), out=out)
    return ()


def _layer_norm_simple_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm_simple: dx."""
    p = work.total(g) / work.number(C)
    t, var_t = work.centred(x, out)
    v = var_t + work.number(eps)
    q = work.dot(g, t) / work.number(C) / v
    r = np.reciprocal(np.sqrt(v))
    np.multiply(t, work.column(q), out=out)
    np.subtract(g, out, out=out)
    np.subtract(out, work.column(p), out=out)
    np.multiply(out, work.column(r), out=out)
    return ()


def _ada_norm(
    work: Workspace, x: Array, C: int, c: float, kappa: float, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_ada_norm: forward."""
    (s0,) = work.scratch(x)
    t, var_t = work.centred(x, s0)
    v = var_t + work.number(eps)
    r = np.reciprocal(np.sqrt(v))
    a = r * work.number(c)
    b = a * work.number(kappa) * r
    np.multiply(t, work.column(b), out=out)
    np.subtract(work.column(a), out, out=out)
    np.multiply(out, t, out=out)
    return ()


def _ada_norm_vjp(
    work: Workspace, g: Array, x: Array, C: int, c: float, kappa: float, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_ada_norm: dx."""
    (s0,) = work.scratch(x)
    t, var_t = work.centred(x, s0)
    v = var_t + work.number(eps)
    r = np.reciprocal(np.sqrt(v))
    np.multiply(t, work.column(r * work.number(kappa * c)), out=out)
    np.subtract(work.number(c), out, out=out)
    np.multiply(out, g, out=out)
    q = work.dot(out, t) / work.number(C) / v
    p = work.total(out) / work.number(C)
    np.multiply(t, work.column(q), out=s0)
    np.subtract(out, s0, out=out)
    np.subtract(out, work.column(p), out=out)
    np.multiply(out, work.column(r), out=out)
    return ()


def _ada_norm_attached_vjp(
    work: Workspace, g: Array, x: Array, C: int, c: float, kappa: float, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_ada_norm_attached: dx."""
    (s0,) = work.scratch(x)
    t, var_t = work.centred(x, s0)
    v = var_t + work.number(eps)
    r = np.reciprocal(np.sqrt(v))
    np.multiply(t, work.column(r * work.number(2 * kappa * c)), out=out)
    np.subtract(work.number(c), out, out=out)
    np.multiply(out, g, out=out)
    q = work.dot(out, t) / work.number(C) / v
    p = work.total(out) / work.number(C)
    np.multiply(t, work.column(q), out=s0)
    np.subtract(out, s0, out=out)
    np.subtract(out, work.column(p), out=out)
    np.multiply(out, work.column(r), out=out)
    return ()


def _detach_norm_both_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_detach_norm: both."""
    var = work.variance(x, out)
    v = var + work.number(eps)
    r = np.reciprocal(np.sqrt(v))
    np.multiply(g, work.column(r), out=out)
    return ()


def _detach_norm_mean_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_detach_norm: mean."""
    t, var_t = work.centred(x, out)
    v = var_t + work.number(eps)
    q = work.dot(g, t) / work.number(C) / v
    r = np.reciprocal(np.sqrt(v))
    np.multiply(t, work.column(q), out=out)
    np.subtract(g, out, out=out)
    np.multiply(out, work.column(r), out=out)
    return ()


def _detach_norm_variance_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_detach_norm: variance."""
    p = work.total(g) / work.number(C)
    var = work.variance(x, out)
    v = var + work.number(eps)
    r = np.reciprocal(np.sqrt(v))
    np.multiply(g, work.column(r), out=out)
    np.subtract(out, work.column(p * r), out=out)
    return ()


def _rms_norm(
    work: Workspace, x: Array, gain: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm: forward."""
    u = work.dot(x, x) / work.number(C) + work.number(eps)
    w = np.reciprocal(np.sqrt(u))
    np.multiply(x, work.column(w), out=out)
    np.multiply(out, gain, out=out)
    return ()


def _rms_norm_vjp(
    work: Workspace, g: Array, x: Array, gain: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm: dx, with gradients."""
    (s0,) = work.scratch(x)
    u = work.dot(x, x) / work.number(C) + work.number(eps)
    w = np.reciprocal(np.sqrt(u))
    np.multiply(g, x, out=out)
    q = work.dot(out, gain) / work.number(C) / u
    dgain = work.columns(w, out)
    np.multiply(x, work.column(q), out=s0)
    np.multiply(g, gain, out=out)
    np.subtract(out, s0, out=out)
    np.multiply(out, work.column(w), out=out)
    return (dgain,)


def _rms_norm_simple(
    work: Workspace, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm_simple: forward."""
    u = work.dot(x, x) / work.number(C) + work.number(eps)
    w = np.reciprocal(np.sqrt(u))
    np.multiply(x, work.column(w), out=out)
    return ()


def _rms_norm_simple_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm_simple: dx."""
    u = work.dot(x, x) / work.number(C) + work.number(eps)
    q = work.dot(g, x) / work.number(C) / u
    w = np.reciprocal(np.sqrt(u))
    np.multiply(x, work.column(q), out=out)
    np.subtract(g, out, out=out)
    np.multiply(out, work.column(w), out=out)
    return ()


def _dyt(
    work: Workspace, x: Array, gain: Array, bias: Array | None, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt: forward."""
    np.multiply(x, work.number(alpha), out=out)
    np.tanh(out, out=out)
    np.multiply(out, gain, out=out)
    if bias is not None:
        np.add(out, bias, out=out)
    return ()


def _dyt_vjp(
    work: Workspace, g: Array, x: Array, gain: Array, bias: Array | None, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt: dx, with gradients."""
    (s0,) = work.scratch(x)
    ratio = alpha / (alpha or 1.0)
    dbias = None if bias is None else work.columns(None, g)
    np.multiply(g, gain, out=out)
    w = work.half_sech(x, alpha, out=s0)
    np.multiply(out, w, out=out)
    np.multiply(out, work.number(4 * (alpha or 1.0)), out=out)
    np.multiply(out, w, out=out)
    dalpha = work.inner(out, x) / (alpha or 1.0)
    u = np.multiply(x, work.number(alpha), out=s0)
    np.tanh(u, out=s0)
    np.multiply(s0, g, out=s0)
    dgain = work.columns(None, s0)
    if ratio != 1:
        np.multiply(out, work.number(ratio), out=out)
    return (dalpha, dgain, dbias)


def _dyt_simple(
    work: Workspace, x: Array, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_simple: forward."""
    np.multiply(x, work.number(alpha), out=out)
    np.tanh(out, out=out)
    return ()


def _dyt_simple_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_simple: dx, with gradients."""
    (s0,) = work.scratch(x)
    ratio = alpha / (alpha or 1.0)
    w = work.half_sech(x, alpha, out=s0)
    np.multiply(g, w, out=out)
    np.multiply(out, work.number(4 * (alpha or 1.0)), out=out)
    np.multiply(out, w, out=out)
    dalpha = work.inner(out, x) / (alpha or 1.0)
    if ratio != 1:
        np.multiply(out, work.number(ratio), out=out)
    return (dalpha,)


def _dyt_scaled(
    work: Workspace, x: Array, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled: forward."""
    s = math.sqrt(C - 1)
    np.multiply(x, work.number(alpha), out=out)
    np.tanh(out, out=out)
    np.multiply(out, work.number(s), out=out)
    return ()


def _dyt_scaled_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled: dx, with gradients."""
    (s0,) = work.scratch(x)
    s = math.sqrt(C - 1)
    ratio = alpha / (alpha or 1.0)
    w = work.half_sech(x, alpha, out=s0)
    np.multiply(g, w, out=out)
    np.multiply(out, work.number(4 * s * (alpha or 1.0)), out=out)
    np.multiply(out, w, out=out)
    dalpha = work.inner(out, x) / (alpha or 1.0)
    if ratio != 1:
        np.multiply(out, work.number(ratio), out=out)
    return (dalpha,)


def _dyt_scaled_rms(
    work: Workspace, x: Array, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled_rms: forward."""
    n = math.sqrt(C)
    np.multiply(x, work.number(alpha), out=out)
    np.tanh(out, out=out)
    np.multiply(out, work.number(n), out=out)
    return ()


def _dyt_scaled_rms_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled_rms: dx, with gradients."""
    (s0,) = work.scratch(x)
    n = math.sqrt(C)
    ratio = alpha / (alpha or 1.0)
    w = work.half_sech(x, alpha, out=s0)
    np.multiply(g, w, out=out)
    np.multiply(out, work.number(4 * n * (alpha or 1.0)), out=out)
    np.multiply(out, w, out=out)
    dalpha = work.inner(out, x) / (alpha or 1.0)
    if ratio != 1:
        np.multiply(out, work.number(ratio), out=out)
    return (dalpha,)


def _eln(
    work: Workspace, x: Array, C: int, beta: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_eln: forward."""
    s = math.sqrt(C - 1)
    np.multiply(x, x, out=out)
    np.add(out, work.number(beta), out=out)
    np.sqrt(out, out=out)
    np.divide(x, out, out=out)
    np.multiply(out, work.number(s), out=out)
    return ()


def _eln_vjp(
    work: Workspace, g: Array, x: Array, C: int, beta: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_eln: dx, with gradients."""
    (s0,) = work.scratch(x)
    s = math.sqrt(C - 1)
    np.multiply(x, x, out=out)
    np.add(out, work.number(beta), out=out)
    np.sqrt(out, out=s0)
    np.multiply(out, s0, out=out)
    np.divide(g, out, out=out)
    dbeta = work.inner(out, x) * -(s / 2)
    np.multiply(out, work.number(s * beta), out=out)
    return (dbeta,)


def _dyisru(
    work: Workspace, x: Array, C: int, beta: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyisru: forward."""
    n = math.sqrt(C)
    np.multiply(x, x, out=out)
    np.add(out, work.number(beta), out=out)
    np.sqrt(out, out=out)
    np.divide(x, out, out=out)
    np.multiply(out, work.number(n), out=out)
    return ()


def _dyisru_vjp(
    work: Workspace, g: Array, x: Array, C: int, beta: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyisru: dx, with gradients."""
    (s0,) = work.scratch(x)
    n = math.sqrt(C)
    np.multiply(x, x, out=out)
    np.add(out, work.number(beta), out=out)
    np.sqrt(out, out=s0)
    np.multiply(out, s0, out=out)
    np.divide(g, out, out=out)
    dbeta = work.inner(out, x) * -(n / 2)
    np.multiply(out, work.number(n * beta), out=out)
    return (dbeta,)


def _eln_general(
    work: Workspace, x: Array, betas: Array, C: int, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_eln_general: forward."""
    (s0,) = work.scratch(x)
    s = math.sqrt(C - 1)
    t = work.deviation(x, out)
    np.multiply(t, t, out=s0)
    S = np.add(s0, betas, out=s0)
    np.sqrt(S, out=s0)
    np.divide(t, s0, out=out)
    np.multiply(out, work.number(s), out=out)
    return ()


def _eln_general_vjp(
    work: Workspace, g: Array, x: Array, betas: Array, C: int, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_eln_general: dx, with gradients."""
    s0, s1 = work.scratch(x)
    s = math.sqrt(C - 1)
    t = work.deviation(x, s1)
    np.multiply(t, t, out=s0)
    S = np.add(s0, betas, out=s0)
    np.sqrt(S, out=out)
    np.multiply(S, out, out=s0)
    k = np.divide(g, s0, out=s0)
    p = work.dot(k, betas) / work.number(C)
    np.multiply(k, betas * work.number(s), out=out)
    np.subtract(out, work.column(p * work.number(s)), out=out)
    np.multiply(k, t, out=s0)
    dbetas = -(s / 2) * work.columns(None, s0)
    return (dbetas,)


def _isru(
    work: Workspace, x: Array, C: int, alpha: float, b: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_isru: forward."""
    np.multiply(x, x, out=out)
    np.multiply(out, work.number(alpha), out=out)
    np.add(out, work.number(b), out=out)
    np.sqrt(out, out=out)
    np.divide(x, out, out=out)
    return ()


def _isru_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, b: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_isru: dx, with gradients."""
    s0, s1 = work.scratch(x)
    np.multiply(x, x, out=s1)
    np.multiply(s1, work.number(alpha), out=out)
    np.add(out, work.number(b), out=out)
    np.sqrt(out, out=s0)
    np.multiply(out, s0, out=out)
    np.divide(g, out, out=out)
    np.multiply(out, x, out=s0)
    dalpha = -(work.inner(s0, s1) / 2)
    if b != 1:
        np.multiply(out, work.number(b), out=out)
    return (dalpha,)


def _beta_i_top(
    work: Workspace, x: Array, C: int, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_beta: by the other channels."""
    (s0,) = work.scratch(x)
    d = np.subtract(x, work.column(work.total(x) / work.number(C - 1)), out=s0)
    out[:] = work.dot(d, d) * work.number((C - 1) / C)
    return ()


def _beta_i(
    work: Workspace, x: Array, C: int, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_beta: beta_i."""
    t, var_t = work.centred(x, out)
    np.multiply(t, t, out=out)
    np.subtract(work.column(var_t * work.number(C - 1)), out, out=out)
    return ()


def _gradient_variance_none(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: none."""
    s0, s1 = work.scratch(x)
    h = work.deviation(g, s0)
    t, var_t = work.centred(x, s1)
    r = np.reciprocal(np.sqrt(var_t + work.number(eps)))
    np.multiply(t, work.column(r * r * (work.dot(h, t) / work.number(C))), out=s1)
    left = np.subtract(h, s1, out=s0)
    out[:] = work.dot(left, left) / work.number(C) * (r * r)
    return ()


def _gradient_variance_mean(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: mean."""
    s0, s1 = work.scratch(x)
    h = work.deviation(g, s0)
    t, var_t = work.centred(x, s1)
    r = np.reciprocal(np.sqrt(var_t + work.number(eps)))
    np.multiply(t, work.column(r * r * (work.dot(h, t) / work.number(C))), out=s1)
    left = np.subtract(h, s1, out=s0)
    out[:] = work.dot(left, left) / work.number(C) * (r * r)
    return ()


def _gradient_variance_variance(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: variance."""
    (s0,) = work.scratch(x)
    var = work.variance(g, s0)
    var2 = work.variance(x, s0)
    r = np.reciprocal(np.sqrt(var2 + work.number(eps)))
    out[:] = var * (r * r)
    return ()


def _gradient_variance_both(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: both."""
    (s0,) = work.scratch(x)
    var = work.variance(g, s0)
    var2 = work.variance(x, s0)
    r = np.reciprocal(np.sqrt(var2 + work.number(eps)))
    out[:] = var * (r * r)
    return ()


LAYER_NORM = Kernel(
    name="layer_norm",
    function=_layer_norm,
    arrays=("x",),
    channels=("gain", "bias"),
    scalars=("eps",),
    rowwise=True,
    shifts=True,
    scaling={"eps": 2},
)


LAYER_NORM_VJP = Kernel(
    name="layer_norm_vjp",
    function=_layer_norm_vjp,
    arrays=("g", "x"),
    channels=("gain", "bias"),
    scalars=("eps",),
    scratch=1,
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    gradients=(Law(0, -1), Law(0, -1)),
    scaling={"eps": 2},
)


LAYER_NORM_SIMPLE = Kernel(
    name="layer_norm_simple",
    function=_layer_norm_simple,
    arrays=("x",),
    scalars=("eps",),
    rowwise=True,
    shifts=True,
    scaling={"eps": 2},
)


LAYER_NORM_SIMPLE_VJP = Kernel(
    name="layer_norm_simple_vjp",
    function=_layer_norm_simple_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


ADA_NORM = Kernel(
    name="ada_norm",
    function=_ada_norm,
    arrays=("x",),
    scalars=("c", "kappa", "eps"),
    scratch=1,
    rowwise=True,
    shifts=True,
    scaling={"eps": 2},
)


ADA_NORM_VJP = Kernel(
    name="ada_norm_vjp",
    function=_ada_norm_vjp,
    arrays=("g", "x"),
    scalars=("c", "kappa", "eps"),
    scratch=1,
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


ADA_NORM_ATTACHED_VJP = Kernel(
    name="ada_norm_attached_vjp",
    function=_ada_norm_attached_vjp,
    arrays=("g", "x"),
    scalars=("c", "kappa", "eps"),
    scratch=1,
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


DETACH_NORM_BOTH_VJP = Kernel(
    name="detach_norm_both_vjp",
    function=_detach_norm_both_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


DETACH_NORM_MEAN_VJP = Kernel(
    name="detach_norm_mean_vjp",
    function=_detach_norm_mean_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


DETACH_NORM_VARIANCE_VJP = Kernel(
    name="detach_norm_variance_vjp",
    function=_detach_norm_variance_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


RMS_NORM = Kernel(
    name="rms_norm",
    function=_rms_norm,
    arrays=("x",),
    channels=("gain",),
    scalars=("eps",),
    rowwise=True,
    scaling={"eps": 2},
)


RMS_NORM_VJP = Kernel(
    name="rms_norm_vjp",
    function=_rms_norm_vjp,
    arrays=("g", "x"),
    channels=("gain",),
    scalars=("eps",),
    scratch=1,
    rowwise=True,
    law=Law(1, -1),
    gradients=(Law(0, -1),),
    scaling={"eps": 2},
)


RMS_NORM_SIMPLE = Kernel(
    name="rms_norm_simple",
    function=_rms_norm_simple,
    arrays=("x",),
    scalars=("eps",),
    rowwise=True,
    scaling={"eps": 2},
)


RMS_NORM_SIMPLE_VJP = Kernel(
    name="rms_norm_simple_vjp",
    function=_rms_norm_simple_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
    rowwise=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


DYT = Kernel(
    name="dyt",
    function=_dyt,
    arrays=("x",),
    channels=("gain", "bias"),
    scalars=("alpha",),
)


DYT_VJP = Kernel(
    name="dyt_vjp",
    function=_dyt_vjp,
    arrays=("g", "x"),
    channels=("gain", "bias"),
    scalars=("alpha",),
    scratch=1,
    law=Law(0, -1),
    gradients=(Law(0, -1), Law(0, -1), Law(0, -1)),
)


DYT_SIMPLE = Kernel(
    name="dyt_simple",
    function=_dyt_simple,
    arrays=("x",),
    scalars=("alpha",),
)


DYT_SIMPLE_VJP = Kernel(
    name="dyt_simple_vjp",
    function=_dyt_simple_vjp,
    arrays=("g", "x"),
    scalars=("alpha",),
    scratch=1,
    law=Law(0, -1),
    gradients=(Law(0, -1),),
)


DYT_SCALED = Kernel(
    name="dyt_scaled",
    function=_dyt_scaled,
    arrays=("x",),
    scalars=("alpha",),
)


DYT_SCALED_VJP = Kernel(
    name="dyt_scaled_vjp",
    function=_dyt_scaled_vjp,
    arrays=("g", "x"),
    scalars=("alpha",),
    scratch=1,
    law=Law(0, -1),
    gradients=(Law(0, -1),),
)


DYT_SCALED_RMS = Kernel(
    name="dyt_scaled_rms",
    function=_dyt_scaled_rms,
    arrays=("x",),
    scalars=("alpha",),
)


DYT_SCALED_RMS_VJP = Kernel(
    name="dyt_scaled_rms_vjp",
    function=_dyt_scaled_rms_vjp,
    arrays=("g", "x"),
    scalars=("alpha",),
    scratch=1,
    law=Law(0, -1),
    gradients=(Law(0, -1),),
)


ELN = Kernel(
    name="eln",
    function=_eln,
    arrays=("x",),
    scalars=("beta",),
    scaling={"beta": 2},
)


ELN_VJP = Kernel(
    name="eln_vjp",
    function=_eln_vjp,
    arrays=("g", "x"),
    scalars=("beta",),
    scratch=1,
    law=Law(1, -1),
    gradients=(Law(2, -1),),
    scaling={"beta": 2},
)


DYISRU = Kernel(
    name="dyisru",
    function=_dyisru,
    arrays=("x",),
    scalars=("beta",),
    scaling={"beta": 2},
)


DYISRU_VJP = Kernel(
    name="dyisru_vjp",
    function=_dyisru_vjp,
    arrays=("g", "x"),
    scalars=("beta",),
    scratch=1,
    law=Law(1, -1),
    gradients=(Law(2, -1),),
    scaling={"beta": 2},
)


ELN_GENERAL = Kernel(
    name="eln_general",
    function=_eln_general,
    arrays=("x",),
    channels=("betas",),
    scratch=1,
    rowwise=True,
    shifts=True,
    scaling={"betas": 2},
)


ELN_GENERAL_VJP = Kernel(
    name="eln_general_vjp",
    function=_eln_general_vjp,
    arrays=("g", "x"),
    channels=("betas",),
    scratch=2,
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    gradients=(Law(2, -1),),
    scaling={"betas": 2},
)


ISRU = Kernel(
    name="isru",
    function=_isru,
    arrays=("x",),
    scalars=("alpha", "b"),
    scaling={"b": 2},
)


ISRU_VJP = Kernel(
    name="isru_vjp",
    function=_isru_vjp,
    arrays=("g", "x"),
    scalars=("alpha", "b"),
    scratch=2,
    law=Law(1, -1),
    gradients=(Law(0, -1),),
    scaling={"b": 2},
)


BETA_I_TOP = Kernel(
    name="beta_i_top",
    function=_beta_i_top,
    arrays=("x",),
    scratch=1,
    rowwise=True,
    per_row=True,
    law=Law(-2, 0),
)


BETA_I = Kernel(
    name="beta_i",
    function=_beta_i,
    arrays=("x",),
    rowwise=True,
    shifts=True,
    law=Law(-2, 0),
    top=BETA_I_TOP,
)


GRADIENT_VARIANCE_NONE = Kernel(
    name="gradient_variance_none",
    function=_gradient_variance_none,
    arrays=("g", "x"),
    scalars=("eps",),
    scratch=2,
    rowwise=True,
    shifts=True,
    per_row=True,
    law=Law(2, -2),
    scaling={"eps": 2},
)


GRADIENT_VARIANCE_MEAN = Kernel(
    name="gradient_variance_mean",
    function=_gradient_variance_mean,
    arrays=("g", "x"),
    scalars=("eps",),
    scratch=2,
    rowwise=True,
    shifts=True,
    per_row=True,
    law=Law(2, -2),
    scaling={"eps": 2},
)


GRADIENT_VARIANCE_VARIANCE = Kernel(
    name="gradient_variance_variance",
    function=_gradient_variance_variance,
    arrays=("g", "x"),
    scalars=("eps",),
    scratch=1,
    rowwise=True,
    shifts=True,
    per_row=True,
    law=Law(2, -2),
    scaling={"eps": 2},
)


GRADIENT_VARIANCE_BOTH = Kernel(
    name="gradient_variance_both",
    function=_gradient_variance_both,
    arrays=("g", "x"),
    scalars=("eps",),
    scratch=1,
    rowwise=True,
    shifts=True,
    per_row=True,
    law=Law(2, -2),
    scaling={"eps": 2},
)


def layer_norm(
    x: Any,
    gain: Any | None = None,
    bias: Any | None = None,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Layer normalization, over the last axis.

        out_i = γ_i·y_i + b_i
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    gain: array (C,), or None for ones
    bias: array (C,), or None for zeros
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most (8 + 2 log2(C)) eps_m of |gain (|y| + 1)| + |bias|, y
        being normalized, eps_m being the machine epsilon of the dtype in which is computed, for every finite
        row of which the result and that size are in the range of normal numbers; eps is 0 or one of these as
        well, and a result that is narrower is rounded once more; this holds where gain and bias are 0 or
        between 1e-15 and 1e15 in size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_layer_norm: forward (59b9759258826f52)
    From beyond/kernel_layer_norm: forward (f1687b1894806fb6)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: forward (ac698652766a10a7)
    """
    x = as_array("x", x)
    eps = as_number("eps", eps, 0.0)
    if gain is None and bias is None:
        return run(LAYER_NORM_SIMPLE, (x,), (), (eps,), out, threads)[0]
    if gain is None:
        gain = np.ones(x.shape[-1], x.dtype)
    gain = as_channel("gain", gain, x)
    if bias is not None:
        bias = as_channel("bias", bias, x)
    return run(LAYER_NORM, (x,), (gain, bias), (eps,), out, threads)[0]


class LayerNormGradients(NamedTuple):
    """What `layer_norm_vjp` returns."""

    dx: Any
    dgain: Any
    dbias: Any


def layer_norm_vjp(
    g: Any,
    x: Any,
    gain: Any | None = None,
    bias: Any | None = None,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> LayerNormGradients:
    """Vector-Jacobian product of `layer_norm`: dx, dgain, dbias, over the last axis.

        dx_i = (g_i′ - 1/C · ∑ₖ g_k′ - y_i·(1/C)·∑ₖ y_k·g_k′)/√(V)
        dgain_i = g_i·y_i
        dbias_i = g_i
            g_i′ = γ_i·g_i
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    gain: array (C,), or None for ones
    bias: array (C,), or None for zeros
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None. Of N summands, rounding
        adds at most (40 + 6 log2(N)) eps_m of the sum of their absolute values to their own errors; those that
        are no normal numbers may be lost.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most (16 + 6 log2(C)) eps_m of |g'|/sqrt(V), where g' is g
        with its weights, eps_m being the machine epsilon of the dtype in which is computed, for every finite
        row of which the result and that size are in the range of normal numbers; eps is 0 or one of these as
        well, and a result that is narrower is rounded once more; this holds where gain and bias are 0 or
        between 1e-15 and 1e15 in size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_layer_norm: dx (3cc05ce406618e5a)
    From beyond/kernel_layer_norm: dx (3b6a2bada8ffe064)
    From beyond/vjp_layer_norm: dgain (3c82386b3272afce)
    From beyond/kernel_layer_norm: dgain (ef53a01d1c224d1c)
    From beyond/vjp_layer_norm: dbias (e306feaf60301df7)
    From beyond/kernel_layer_norm: dbias (89ca6d7460fd6104)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: dx (b26e64b7008f63ed)
    By beyond/kernel_scale: dgain (b1cb5a32fb415346)
    By beyond/kernel_scale: dbias (32c2a54fa18a6cd8)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    eps = as_number("eps", eps, 0.0)
    if gain is None and bias is None:
        dx, _ = run(LAYER_NORM_SIMPLE_VJP, (g, x), (), (eps,), out, threads)
        return LayerNormGradients(dx, None, None)
    is_gained = gain is not None
    if gain is None:
        gain = np.ones(x.shape[-1], x.dtype)
    gain = as_channel("gain", gain, x)
    if bias is not None:
        bias = as_channel("bias", bias, x)
    dx, (dgain, dbias) = run(LAYER_NORM_VJP, (g, x), (gain, bias), (eps,), out, threads)
    return LayerNormGradients(dx, dgain if is_gained else None, dbias)


def layer_norm_simple(
    x: Any,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Layer normalization without gain and bias, over the last axis.

        out_i = y_i
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most (8 + 2 log2(C)) eps_m of the result, eps_m being the
        machine epsilon of the dtype in which is computed, for every finite row of which the result and that
        size are in the range of normal numbers; eps is 0 or one of these as well, and a result that is narrower
        is rounded once more.

    From beyond/vjp_layer_norm_simple: forward (0c46b2d8a3b8cf15)
    From beyond/kernel_layer_norm_simple: forward (7055a30edb8d05eb)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: simple, forward (ab175718d14219cc)
    """
    x = as_array("x", x)
    eps = as_number("eps", eps, 0.0)
    return run(LAYER_NORM_SIMPLE, (x,), (), (eps,), out, threads)[0]


def layer_norm_simple_vjp(
    g: Any,
    x: Any,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Vector-Jacobian product of `layer_norm_simple`: dx, over the last axis.

        dx_i = (g_i - 1/C · ∑ₖ g_k - y_i·(1/C)·∑ₖ y_k·g_k)/√(V)
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most (16 + 6 log2(C)) eps_m of |g'|/sqrt(V), where g' is g
        with its weights, eps_m being the machine epsilon of the dtype in which is computed, for every finite
        row of which the result and that size are in the range of normal numbers; eps is 0 or one of these as
        well, and a result that is narrower is rounded once more.

    From beyond/vjp_layer_norm_simple: dx (2a25319012f802e7)
    From beyond/kernel_layer_norm_simple: dx (3f536ed98682616c)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: simple, dx (81badcff18e074ee)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    eps = as_number("eps", eps, 0.0)
    return run(LAYER_NORM_SIMPLE_VJP, (g, x), (), (eps,), out, threads)[0]


def rms_norm(
    x: Any,
    gain: Any | None = None,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """RMSNorm, over the last axis.

        out_i = γ_i·r_i
            r_i = x_i/√(U)
            U = ν² + ε
            ν² = 1/C · ∑ₖ x_k²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    gain: array (C,), or None for ones
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most (8 + 2 log2(C)) eps_m of the result, eps_m being the
        machine epsilon of the dtype in which is computed, for every finite row of which the result and that
        size are in the range of normal numbers; eps is 0 or one of these as well, and a result that is narrower
        is rounded once more; the quotient of the result by the largest gain is a normal number, too; this holds
        where gain is 0 or between 1e-15 and 1e15 in size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_rms_norm: forward (310a29b17fc21241)
    From beyond/kernel_rms_norm: forward (fafad647b22f2e12)
    By beyond/kernel_scale_rms_norm: forward (22248e84e4863b85)
    """
    x = as_array("x", x)
    eps = as_number("eps", eps, 0.0)
    if gain is None:
        return run(RMS_NORM_SIMPLE, (x,), (), (eps,), out, threads)[0]
    gain = as_channel("gain", gain, x)
    return run(RMS_NORM, (x,), (gain,), (eps,), out, threads)[0]


class RmsNormGradients(NamedTuple):
    """What `rms_norm_vjp` returns."""

    dx: Any
    dgain: Any


def rms_norm_vjp(
    g: Any,
    x: Any,
    gain: Any | None = None,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> RmsNormGradients:
    """Vector-Jacobian product of `rms_norm`: dx, dgain, over the last axis.

        dx_i = (g_i′ - r_i·(1/C)·∑ₖ r_k·g_k′)/√(U)
        dgain_i = g_i·r_i
            g_i′ = γ_i·g_i
            r_i = x_i/√(U)
            U = ν² + ε
            ν² = 1/C · ∑ₖ x_k²

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    gain: array (C,), or None for ones
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None. Of N summands, rounding
        adds at most (40 + 6 log2(N)) eps_m of the sum of their absolute values to their own errors; those that
        are no normal numbers may be lost.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most (16 + 6 log2(C)) eps_m of |g'|/sqrt(V), where g' is g
        with its weights, eps_m being the machine epsilon of the dtype in which is computed, for every finite
        row of which the result and that size are in the range of normal numbers; eps is 0 or one of these as
        well, and a result that is narrower is rounded once more; this holds where gain is 0 or between 1e-15
        and 1e15 in size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_rms_norm: dx (97221197924254c3)
    From beyond/kernel_rms_norm: dx (a703b9a8d9c341f8)
    From beyond/vjp_rms_norm: dgain (404b4a4e1e968fb8)
    From beyond/kernel_rms_norm: dgain (e9910adf5b915088)
    By beyond/kernel_scale_rms_norm: dx (564de9cebc452492)
    By beyond/kernel_scale_rms_norm: dgain (4b0f0af8d19ef2dc)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    eps = as_number("eps", eps, 0.0)
    if gain is None:
        dx, _ = run(RMS_NORM_SIMPLE_VJP, (g, x), (), (eps,), out, threads)
        return RmsNormGradients(dx, None)
    gain = as_channel("gain", gain, x)
    dx, (dgain,) = run(RMS_NORM_VJP, (g, x), (gain,), (eps,), out, threads)
    return RmsNormGradients(dx, dgain)


def dyt(
    x: Any,
    alpha: float,
    gain: Any | None = None,
    bias: Any | None = None,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Dynamic Tanh, over the last axis.

        out_i = γ_i·T_i + b_i
            T_i = tanh(α·x_i)

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number
    gain: array (C,), or None for ones
    bias: array (C,), or None for zeros
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: that of NumPy's tanh; this holds where alpha, gain and bias are 0 or between 1e-15 and 1e15 in
        size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_dyt: forward (85c6d4f0600cc631)
    From beyond/kernel_dyt: forward (67b91749d2fa5449)
    """
    x = as_array("x", x)
    alpha = as_number("alpha", alpha)
    if gain is None and bias is None:
        return run(DYT_SIMPLE, (x,), (), (alpha,), out, threads)[0]
    if gain is None:
        gain = np.ones(x.shape[-1], x.dtype)
    gain = as_channel("gain", gain, x)
    if bias is not None:
        bias = as_channel("bias", bias, x)
    return run(DYT, (x,), (gain, bias), (alpha,), out, threads)[0]


class DytGradients(NamedTuple):
    """What `dyt_vjp` returns."""

    dx: Any
    dalpha: Any
    dgain: Any
    dbias: Any


def dyt_vjp(
    g: Any,
    x: Any,
    alpha: float,
    gain: Any | None = None,
    bias: Any | None = None,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> DytGradients:
    """Vector-Jacobian product of `dyt`: dx, dalpha, dgain, dbias, over the last axis.

        dx_i = g_i·γ_i·α·(1 - T_i²)
        dalpha = ∑ₖ g_k·γ_k·x_k·(1 - T_k²)
        dgain_i = g_i·T_i
        dbias_i = g_i
            T_i = tanh(α·x_i)

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number
    gain: array (C,), or None for ones
    bias: array (C,), or None for zeros
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None. Of N summands, rounding
        adds at most (40 + 6 log2(N)) eps_m of the sum of their absolute values to their own errors; those that
        are no normal numbers, or of which alpha x is none, may be lost.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element of dx that is a normal number is right to (6 + 4 |alpha x|) eps_m, also where 1 -
        tanh^2 is 0 in floating point, for |alpha x| up to 600, or 500 where alpha or a gain is below 1e-30;
        this holds where alpha, gain and bias are 0 or between 1e-15 and 1e15 in size, in double precision
        between 1e-75 and 1e75.

    From beyond/vjp_dyt: dx (840d5b7039cd57d3)
    From beyond/kernel_dyt: dx (7b1c56942ce787cc)
    From beyond/vjp_dyt: dalpha (dd0c4dead231362b)
    From beyond/kernel_dyt: dalpha (c0f6267c26249469)
    From beyond/vjp_dyt: dgain (19459333d42a4290)
    From beyond/kernel_dyt: dgain (5a735dc778f615d3)
    From beyond/vjp_dyt: dbias (3c542d2d39f78a8c)
    From beyond/kernel_dyt: dbias (89ca6d7460fd6104)
    By beyond/kernel_scale_dyt: dx (a5693ff15074a54a)
    By beyond/kernel_scale_dyt: dalpha (792881016792a106)
    By beyond/kernel_scale_dyt: dgain (d69c24a35646bcbd)
    By beyond/kernel_scale_dyt: dbias (32c2a54fa18a6cd8)
    By beyond/kernel_dyt: slope is even (16aec5f75f8e0cb6)
    By beyond/kernel_dyt: slope by cosh (846788640cbb782b)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    alpha = as_number("alpha", alpha)
    if gain is None and bias is None:
        dx, (dalpha,) = run(DYT_SIMPLE_VJP, (g, x), (), (alpha,), out, threads)
        return DytGradients(dx, dalpha, None, None)
    is_gained = gain is not None
    if gain is None:
        gain = np.ones(x.shape[-1], x.dtype)
    gain = as_channel("gain", gain, x)
    if bias is not None:
        bias = as_channel("bias", bias, x)
    dx, (dalpha, dgain, dbias) = run(DYT_VJP, (g, x), (gain, bias), (alpha,), out, threads)
    return DytGradients(dx, dalpha, dgain if is_gained else None, dbias)


def dyt_scaled(
    x: Any,
    alpha: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Dynamic Tanh, scaled by sqrt(C - 1), over the last axis.

        out_i = √(C-1)·T_i
            T_i = tanh(α·x_i)

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: that of NumPy's tanh; this holds where alpha is 0 or between 1e-15 and 1e15 in size, in double
        precision between 1e-75 and 1e75.

    From beyond/vjp_dyt_scaled: forward (4f5749b51a557d9d)
    From beyond/kernel_dyt_scaled: forward (2cacd10316bb4e0a)
    """
    x = as_array("x", x)
    alpha = as_number("alpha", alpha)
    return run(DYT_SCALED, (x,), (), (alpha,), out, threads)[0]


class DytScaledGradients(NamedTuple):
    """What `dyt_scaled_vjp` returns."""

    dx: Any
    dalpha: Any


def dyt_scaled_vjp(
    g: Any,
    x: Any,
    alpha: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> DytScaledGradients:
    """Vector-Jacobian product of `dyt_scaled`: dx, dalpha, over the last axis.

        dx_i = √(C-1)·g_i·α·(1 - T_i²)
        dalpha = √(C-1)·∑ₖ g_k·x_k·(1 - T_k²)
            T_i = tanh(α·x_i)

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None. Of N summands, rounding
        adds at most (40 + 6 log2(N)) eps_m of the sum of their absolute values to their own errors; those that
        are no normal numbers may be lost.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element of dx that is a normal number is right to (6 + 4 |alpha x|) eps_m, also where 1 -
        tanh^2 is 0 in floating point, for |alpha x| up to 600, or 500 where alpha or a gain is below 1e-30;
        this holds where alpha is 0 or between 1e-15 and 1e15 in size, in double precision between 1e-75 and
        1e75.

    From beyond/vjp_dyt_scaled: dx (8cfc9045c1791cc0)
    From beyond/kernel_dyt_scaled: dx (9d87030d5d0fdf6f)
    From beyond/vjp_dyt_scaled: dalpha (cda89616339e89f3)
    From beyond/kernel_dyt_scaled: dalpha (fabf008a2bf94f3c)
    By beyond/kernel_scale_dyt: scaled, dx (2011fd235d8c3cbc)
    By beyond/kernel_scale_dyt: scaled, dalpha (f49d257e38459c9e)
    By beyond/kernel_dyt: slope is even (16aec5f75f8e0cb6)
    By beyond/kernel_dyt: slope by cosh (846788640cbb782b)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    alpha = as_number("alpha", alpha)
    dx, (dalpha,) = run(DYT_SCALED_VJP, (g, x), (), (alpha,), out, threads)
    return DytScaledGradients(dx, dalpha)


def dyt_scaled_rms(
    x: Any,
    alpha: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Dynamic Tanh, scaled by sqrt(C), over the last axis.

        out_i = √(C)·T_i
            T_i = tanh(α·x_i)

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: that of NumPy's tanh; this holds where alpha is 0 or between 1e-15 and 1e15 in size, in double
        precision between 1e-75 and 1e75.

    From beyond/vjp_dyt_scaled_rms: forward (1277e1591978cfa2)
    From beyond/kernel_dyt_scaled_rms: forward (4da462e2ef73c30d)
    """
    x = as_array("x", x)
    alpha = as_number("alpha", alpha)
    return run(DYT_SCALED_RMS, (x,), (), (alpha,), out, threads)[0]


class DytScaledRmsGradients(NamedTuple):
    """What `dyt_scaled_rms_vjp` returns."""

    dx: Any
    dalpha: Any


def dyt_scaled_rms_vjp(
    g: Any,
    x: Any,
    alpha: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> DytScaledRmsGradients:
    """Vector-Jacobian product of `dyt_scaled_rms`: dx, dalpha, over the last axis.

        dx_i = √(C)·g_i·α·(1 - T_i²)
        dalpha = √(C)·∑ₖ g_k·x_k·(1 - T_k²)
            T_i = tanh(α·x_i)

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None. Of N summands, rounding
        adds at most (40 + 6 log2(N)) eps_m of the sum of their absolute values to their own errors; those that
        are no normal numbers may be lost.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element of dx that is a normal number is right to (6 + 4 |alpha x|) eps_m, also where 1 -
        tanh^2 is 0 in floating point, for |alpha x| up to 600, or 500 where alpha or a gain is below 1e-30;
        this holds where alpha is 0 or between 1e-15 and 1e15 in size, in double precision between 1e-75 and
        1e75.

    From beyond/vjp_dyt_scaled_rms: dx (9307ce7c3c4d996f)
    From beyond/kernel_dyt_scaled_rms: dx (1c53b18ccc4d5ddc)
    From beyond/vjp_dyt_scaled_rms: dalpha (4b61f453f6f8b86c)
    From beyond/kernel_dyt_scaled_rms: dalpha (2288efd426b54032)
    By beyond/kernel_scale_dyt: scaled for RMSNorm, dx (07891ee7f423510f)
    By beyond/kernel_scale_dyt: scaled for RMSNorm, dalpha (423f1a83c4266e40)
    By beyond/kernel_dyt: slope is even (16aec5f75f8e0cb6)
    By beyond/kernel_dyt: slope by cosh (846788640cbb782b)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    alpha = as_number("alpha", alpha)
    dx, (dalpha,) = run(DYT_SCALED_RMS_VJP, (g, x), (), (alpha,), out, threads)
    return DytScaledRmsGradients(dx, dalpha)


def eln(
    x: Any,
    beta: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Elementwise layer normalization, over the last axis.

        out_i = √(C-1)·(x_i/√(Q_i))
            Q_i = β + x_i²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    beta: number > 0
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element is right to 5 ulp of the dtype in which is computed, whatever the size of x, where it
        and its quotient by sqrt(C) are normal numbers; this holds where beta is 0 or between 1e-15 and 1e15 in
        size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_eln: forward (e99d1d102d42b941)
    From beyond/kernel_eln: forward (238f5afa74579079)
    By beyond/kernel_scale_eln: ELN, forward (6efab361a399fba4)
    """
    x = as_array("x", x)
    beta = as_number("beta", beta, positive=True)
    return run(ELN, (x,), (), (beta,), out, threads)[0]


class ElnGradients(NamedTuple):
    """What `eln_vjp` returns."""

    dx: Any
    dbeta: Any


def eln_vjp(
    g: Any,
    x: Any,
    beta: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> ElnGradients:
    """Vector-Jacobian product of `eln`: dx, dbeta, over the last axis.

        dx_i = √(C-1)·β·g_i/(Q_i·√(Q_i))
        dbeta = (-∑ₖ g_k·y_k/Q_k)/2
            Q_i = β + x_i²
            y_i = √(C-1)·(x_i/√(β + x_i²))

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    beta: number > 0
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None. Of N summands, rounding
        adds at most (40 + 6 log2(N)) eps_m of the sum of their absolute values to their own errors; those that
        are no normal numbers may be lost.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element is right to 9 ulp of the dtype in which is computed, whatever the size of x, where it
        and its quotient by sqrt(C) are normal numbers; this holds where beta is 0 or between 1e-15 and 1e15 in
        size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_eln: dx (f3bf3e8ddff8038f)
    From beyond/kernel_eln: dx (748c583b680e1e13)
    From beyond/vjp_eln: dbeta (ab1169c3ca981403)
    From beyond/kernel_eln: dbeta (647a36e854de8bc8)
    By beyond/kernel_scale_eln: ELN, dx (c3ee706b2d3dca41)
    By beyond/kernel_scale_eln: ELN, dbeta (a43180f8b742cf8f)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    beta = as_number("beta", beta, positive=True)
    dx, (dbeta,) = run(ELN_VJP, (g, x), (), (beta,), out, threads)
    return ElnGradients(dx, dbeta)


def eln_general(
    x: Any,
    betas: Any,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """The general ELN: one beta for each channel, about the mean of the row, over the last axis.

        out_i = √(C-1)·((x_i - μ)/√(R_i))
            μ = 1/C · ∑ₖ x_k
            R_i = β_i + (x_i - μ)²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    betas: array (C,), positive
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most (8 + 2 log2(C)) eps_m of s (|x_i| + m)/sqrt(beta_i +
        (x_i - mu)^2), where s = sqrt(C - 1) and m is the mean of |x|, eps_m being the machine epsilon of the
        dtype in which is computed, for every finite row of which the result and that size are in the range of
        normal numbers; eps is 0 or one of these as well, and a result that is narrower is rounded once more;
        this holds where betas are 0 or between 1e-15 and 1e15 in size, in double precision between 1e-75 and
        1e75.

    From beyond/vjp_eln_general: forward (15b9c5f769eaebe6)
    From beyond/kernel_eln_general: forward (4ed75801a247ac4c)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale_eln_general: forward (0a31bb321052dc79)
    """
    x = as_array("x", x)
    betas = as_channel("betas", betas, x, positive=True)
    return run(ELN_GENERAL, (x,), (betas,), (), out, threads)[0]


class ElnGeneralGradients(NamedTuple):
    """What `eln_general_vjp` returns."""

    dx: Any
    dbetas: Any


def eln_general_vjp(
    g: Any,
    x: Any,
    betas: Any,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> ElnGeneralGradients:
    """Vector-Jacobian product of `eln_general`: dx, dbetas, over the last axis.

        dx_i = u_i - 1/C · ∑ₖ u_k
        dbetas_i = (-g_i·y_i/R_i)/2
            u_i = √(C-1)·β_i·g_i/(R_i·√(R_i))
            R_i = β_i + (x_i - μ)²
            μ = 1/C · ∑ₖ x_k
            y_i = √(C-1)·((x_i - μ)/√(β_i + (x_i - μ)²))

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    betas: array (C,), positive
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None. Of N summands, rounding
        adds at most (40 + 6 log2(N)) eps_m of the sum of their absolute values to their own errors; those that
        are no normal numbers may be lost; so may dbetas be where, in double precision, all |x_i| are below
        1e-290 and betas are more than 1e30 apart.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most (16 + 6 log2(C)) eps_m of the terms that dx is the
        sum of, each times 1 + m/sqrt(beta_i + (x_i - mu)^2), where m is the mean of |x|, for sqrt(beta_i) of at
        least 1000 eps_m m, eps_m being the machine epsilon of the dtype in which is computed, for every finite
        row of which the result and that size are in the range of normal numbers; eps is 0 or one of these as
        well, and a result that is narrower is rounded once more; this holds where betas are 0 or between 1e-15
        and 1e15 in size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_eln_general: dx (62100d3943a5f872)
    From beyond/kernel_eln_general: dx (e3c72935aa64b140)
    From beyond/vjp_eln_general: dbeta (11378467ac6bb37b)
    From beyond/kernel_eln_general: dbetas (83269a42e426f117)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale_eln_general: dx (0fdc8d144b30dc7d)
    By beyond/kernel_scale_eln_general: dbetas (f9b4ad3d8f96cf34)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    betas = as_channel("betas", betas, x, positive=True)
    dx, (dbetas,) = run(ELN_GENERAL_VJP, (g, x), (betas,), (), out, threads)
    return ElnGeneralGradients(dx, dbetas)


def dyisru(
    x: Any,
    beta: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Dynamic inverse square root unit, over the last axis.

        out_i = √(C)·(x_i/√(Q_i))
            Q_i = β + x_i²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    beta: number > 0
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element is right to 5 ulp of the dtype in which is computed, whatever the size of x, where it
        and its quotient by sqrt(C) are normal numbers; this holds where beta is 0 or between 1e-15 and 1e15 in
        size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_dyisru: forward (030c1b2959b5bd84)
    From beyond/kernel_dyisru: forward (62f57920fcf6adc0)
    By beyond/kernel_scale_eln: DyISRU, forward (4f2ce1e404a59a3b)
    """
    x = as_array("x", x)
    beta = as_number("beta", beta, positive=True)
    return run(DYISRU, (x,), (), (beta,), out, threads)[0]


class DyisruGradients(NamedTuple):
    """What `dyisru_vjp` returns."""

    dx: Any
    dbeta: Any


def dyisru_vjp(
    g: Any,
    x: Any,
    beta: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> DyisruGradients:
    """Vector-Jacobian product of `dyisru`: dx, dbeta, over the last axis.

        dx_i = √(C)·β·g_i/(Q_i·√(Q_i))
        dbeta = (-∑ₖ g_k·y_k/Q_k)/2
            Q_i = β + x_i²
            y_i = √(C)·(x_i/√(β + x_i²))

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    beta: number > 0
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None. Of N summands, rounding
        adds at most (40 + 6 log2(N)) eps_m of the sum of their absolute values to their own errors; those that
        are no normal numbers may be lost.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element is right to 9 ulp of the dtype in which is computed, whatever the size of x, where it
        and its quotient by sqrt(C) are normal numbers; this holds where beta is 0 or between 1e-15 and 1e15 in
        size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_dyisru: dx (841b5c4c20f6e2a1)
    From beyond/kernel_dyisru: dx (6c4b9b2d5a43c2f4)
    From beyond/vjp_dyisru: dbeta (2203cab5cbb85116)
    From beyond/kernel_dyisru: dbeta (3b2fee53cd48d5f6)
    By beyond/kernel_scale_eln: DyISRU, dx (13aca7c1865f072d)
    By beyond/kernel_scale_eln: DyISRU, dbeta (503415672b0892b4)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    beta = as_number("beta", beta, positive=True)
    dx, (dbeta,) = run(DYISRU_VJP, (g, x), (), (beta,), out, threads)
    return DyisruGradients(dx, dbeta)


def isru(
    x: Any,
    alpha: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Inverse square root unit, over the last axis.

        out_i = x_i/√(P_i)
            P_i = 1 + α·x_i²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number >= 0
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element is right to 5 ulp of the dtype in which is computed, whatever the size of x, where it
        and its quotient by sqrt(C) are normal numbers; this holds where alpha is 0 or between 1e-15 and 1e15 in
        size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_isru: forward (d39221b645f34c73)
    From beyond/kernel_isru: forward (82e5b872fcf0b894)
    By beyond/kernel_scale_isru: forward (dd78043fc8adf7c4)
    """
    x = as_array("x", x)
    alpha = as_number("alpha", alpha, 0.0)
    return run(ISRU, (x,), (), (alpha, 1.0), out, threads)[0]


class IsruGradients(NamedTuple):
    """What `isru_vjp` returns."""

    dx: Any
    dalpha: Any


def isru_vjp(
    g: Any,
    x: Any,
    alpha: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> IsruGradients:
    """Vector-Jacobian product of `isru`: dx, dalpha, over the last axis.

        dx_i = g_i/(P_i·√(P_i))
        dalpha = (-∑ₖ g_k·f_k·x_k²/P_k)/2
            P_i = 1 + α·x_i²
            f_i = x_i/√(1 + α·x_i²)

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number >= 0
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None. Of N summands, rounding
        adds at most (40 + 6 log2(N)) eps_m of the sum of their absolute values to their own errors; those that
        are no normal numbers may be lost.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element is right to 9 ulp of the dtype in which is computed, whatever the size of x, where it
        and its quotient by sqrt(C) are normal numbers; this holds where alpha is 0 or between 1e-15 and 1e15 in
        size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_isru: dx (f915f06372a8e058)
    From beyond/kernel_isru: dx (ba22edb8bded3d78)
    From beyond/vjp_isru: dalpha (781e2a22686dd612)
    From beyond/kernel_isru: dalpha (95cb9523f69dc396)
    By beyond/kernel_scale_isru: dx (c0e5fce633449652)
    By beyond/kernel_scale_isru: dalpha (117c082e7f0eda44)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    alpha = as_number("alpha", alpha, 0.0)
    dx, (dalpha,) = run(ISRU_VJP, (g, x), (), (alpha, 1.0), out, threads)
    return IsruGradients(dx, dalpha)


def ada_norm(
    x: Any,
    c: float = 1.0,
    kappa: float = 0.1,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """AdaNorm, over the last axis.

        out_i = c·(1 - κ·y_i)·y_i
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    c: number
    kappa: number
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most (12 + 4 log2(C)) eps_m of |c y| + |c kappa y^2|,
        eps_m being the machine epsilon of the dtype in which is computed, for every finite row of which the
        result and that size are in the range of normal numbers; eps is 0 or one of these as well, and a result
        that is narrower is rounded once more; this holds where c and kappa are 0 or between 1e-15 and 1e15 in
        size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_ada_norm: forward (4733eff7f6930514)
    From beyond/kernel_ada_norm: forward (4e2f7dcb6e84d1d2)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: AdaNorm, forward (32c3d1d664160c6e)
    """
    x = as_array("x", x)
    c = as_number("c", c)
    kappa = as_number("kappa", kappa)
    eps = as_number("eps", eps, 0.0)
    return run(ADA_NORM, (x,), (), (c, kappa, eps), out, threads)[0]


def ada_norm_vjp(
    g: Any,
    x: Any,
    c: float = 1.0,
    kappa: float = 0.1,
    *,
    detach: bool = True,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Vector-Jacobian product of `ada_norm`: dx, over the last axis.

        detach:
            dx_i = (g_i′ - 1/C · ∑ₖ g_k′ - y_i·(1/C)·∑ₖ y_k·g_k′)/√(V)
                g_i′ = c·(1 - κ·y_i)·g_i
                y_i = (x_i - μ)/√(V)
                μ = 1/C · ∑ₖ x_k
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
        else:
            dx_i = (g_i′ - 1/C · ∑ₖ g_k′ - y_i·(1/C)·∑ₖ y_k·g_k′)/√(V)
                g_i′ = c·(1 - 2·κ·y_i)·g_i
                y_i = (x_i - μ)/√(V)
                μ = 1/C · ∑ₖ x_k
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    c: number
    kappa: number
    detach: whether the factor c (1 - kappa y) is a constant for the derivative
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most (20 + 10 log2(C)) eps_m of |g'|/sqrt(V), where g' is
        c (1 + n kappa |y|) |g|, n = 1 where the factor is detached, else 2, for |kappa| up to 1, eps_m being
        the machine epsilon of the dtype in which is computed, for every finite row of which the result and that
        size are in the range of normal numbers; eps is 0 or one of these as well, and a result that is narrower
        is rounded once more; this holds where c and kappa are 0 or between 1e-15 and 1e15 in size, in double
        precision between 1e-75 and 1e75.

    From beyond/vjp_ada_norm: dx (797c1966a338d6d0)
    From beyond/kernel_ada_norm: dx (006386d816b985fa)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: AdaNorm, dx (31328d83758fb617)
    From beyond/vjp_ada_norm_attached: dx (d9e1da5f0348b11a)
    From beyond/kernel_ada_norm_attached: dx (3241a87161423e0f)
    By beyond/kernel_scale: AdaNorm attached, dx (310a93a5c280ddca)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    c = as_number("c", c)
    kappa = as_number("kappa", kappa)
    detach = as_choice("detach", detach, (True, False))
    eps = as_number("eps", eps, 0.0)
    if detach:
        return run(ADA_NORM_VJP, (g, x), (), (c, kappa, eps), out, threads)[0]
    return run(ADA_NORM_ATTACHED_VJP, (g, x), (), (c, kappa, eps), out, threads)[0]


def detach_norm(
    x: Any,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """DetachNorm, which is layer normalization, over the last axis.

        out_i = y_i
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most (8 + 2 log2(C)) eps_m of the result, eps_m being the
        machine epsilon of the dtype in which is computed, for every finite row of which the result and that
        size are in the range of normal numbers; eps is 0 or one of these as well, and a result that is narrower
        is rounded once more.

    From beyond/vjp_layer_norm_simple: forward (0c46b2d8a3b8cf15)
    From beyond/kernel_layer_norm_simple: forward (7055a30edb8d05eb)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: simple, forward (ab175718d14219cc)
    """
    x = as_array("x", x)
    eps = as_number("eps", eps, 0.0)
    return run(LAYER_NORM_SIMPLE, (x,), (), (eps,), out, threads)[0]


def detach_norm_vjp(
    g: Any,
    x: Any,
    *,
    detach: str = "both",
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Vector-Jacobian product of `detach_norm`: dx, over the last axis.

        detach == "both":
            dx_i = g_i/√(V)
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
                μ = 1/C · ∑ₖ x_k
        detach == "mean":
            dx_i = (g_i - y_i·(1/C)·∑ₖ y_k·g_k)/√(V)
                y_i = (x_i - μ)/√(V)
                μ = 1/C · ∑ₖ x_k
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
        else:
            dx_i = (g_i - 1/C · ∑ₖ g_k)/√(V)
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
                μ = 1/C · ∑ₖ x_k

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    detach: what is a constant for the derivative: both, mean, variance
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most (16 + 6 log2(C)) eps_m of |g'|/sqrt(V), where g' is g
        with its weights, eps_m being the machine epsilon of the dtype in which is computed, for every finite
        row of which the result and that size are in the range of normal numbers; eps is 0 or one of these as
        well, and a result that is narrower is rounded once more.

    From beyond/vjp_detach_norm: dx (bb6834c29529ce73)
    From beyond/kernel_detach_norm: both (7e45ac2d92bfd068)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: both detached, dx (2f35c4a4c4615c79)
    From beyond/vjp_detach_mean: dx (7d7139c4a3bbf6bc)
    From beyond/kernel_detach_norm: mean (576d138ad8b637a6)
    By beyond/kernel_scale: the mean detached, dx (d2246be6e05bc048)
    From beyond/vjp_detach_variance: dx (7ccd3e5a3a3427b8)
    From beyond/kernel_detach_norm: variance (74e382cfc37d555b)
    By beyond/kernel_scale: the variance detached, dx (b1138b1980ebd544)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    detach = as_choice("detach", detach, ('both', 'mean', 'variance'))
    eps = as_number("eps", eps, 0.0)
    if detach == "both":
        return run(DETACH_NORM_BOTH_VJP, (g, x), (), (eps,), out, threads)[0]
    if detach == "mean":
        return run(DETACH_NORM_MEAN_VJP, (g, x), (), (eps,), out, threads)[0]
    return run(DETACH_NORM_VARIANCE_VJP, (g, x), (), (eps,), out, threads)[0]


def beta_i(
    x: Any,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """The parameter beta_i of layer normalization, ELN (14), over the last axis.

        out_i = (C - 1)·σ² - t²
            σ² = 1/C · ∑ₖ (x_k - μ)²
            μ = 1/C · ∑ₖ x_k
            t = x_i - μ

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: the error of each element is at most (12 + 8 log2(C)) eps_m of it, also that of a channel which
        outweighs all others.

    From beyond/beta: by the variance (a9456c48f8f6f192)
    From beyond/kernel_beta: beta_i (e096946e7f36bc34)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale_beta: beta_i (e748ea1a7e29a215)
    """
    x = as_array("x", x)
    return run(BETA_I, (x,), (), (), out, threads)[0]


def gradient_variance(
    g: Any,
    x: Any,
    *,
    detach: str = "none",
    eps: float = 0.0,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """The variance of the gradient that layer normalization passes on, over the channels of each row.

        detach == "none":
            out = 1/C · ∑ₖ (dx_k^(none) - dx̄^(none))²
                dx_i^(none) = (g_i - 1/C · ∑ₖ g_k - y_i·yḡ)/√(V)
                y_i = (x_i - μ)/√(V)
                μ = 1/C · ∑ₖ x_k
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
                yḡ = 1/C · ∑ₖ y_k·g_k
                dx̄^(none) = 1/C · ∑ₖ dx_k^(none)
        detach == "mean":
            out = 1/C · ∑ₖ (dx_k^(mean) - dx̄^(mean))²
                dx_i^(mean) = (g_i - y_i·yḡ)/√(V)
                y_i = (x_i - μ)/√(V)
                μ = 1/C · ∑ₖ x_k
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
                yḡ = 1/C · ∑ₖ y_k·g_k
                dx̄^(mean) = 1/C · ∑ₖ dx_k^(mean)
        detach == "variance":
            out = 1/C · ∑ₖ (dx_k^(variance) - dx̄^(variance))²
                dx_i^(variance) = (g_i - 1/C · ∑ₖ g_k)/√(V)
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
                μ = 1/C · ∑ₖ x_k
                dx̄^(variance) = 1/C · ∑ₖ dx_k^(variance)
        else:
            out = 1/C · ∑ₖ (dx_k^(both) - dx̄^(both))²
                dx_i^(both) = g_i/√(V)
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
                μ = 1/C · ∑ₖ x_k
                dx̄^(both) = 1/C · ∑ₖ dx_k^(both)

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    detach: what is a constant for the derivative: none, mean, variance, both
    eps: number >= 0, added to the variance
    out: array for the result, of the shape of x without its last axis and the dtype of x; it must not overlap
        an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: the error of each is at most (16 + 6 log2(C)) eps_m of the mean of g^2/V, where both are in the
        range of normal numbers.

    From beyond/kernel_gradient_variance: none (d88f460789c8672a)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale_variances: none (b6527d18d7a60899)
    From beyond/kernel_gradient_variance: mean (2fd4fc0047204996)
    By beyond/kernel_scale_variances: mean (2f8fd22ebc16c354)
    From beyond/kernel_gradient_variance: variance (bcf2ca8620f1aa26)
    By beyond/kernel_scale_variances: variance (ab2893bf708d517d)
    From beyond/kernel_gradient_variance: both (1c8412446a3cc3f3)
    By beyond/kernel_scale_variances: both (a4d1e21372d84fc2)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    detach = as_choice("detach", detach, ('none', 'mean', 'variance', 'both'))
    eps = as_number("eps", eps, 0.0)
    if detach == "none":
        return run(GRADIENT_VARIANCE_NONE, (g, x), (), (eps,), out, threads)[0]
    if detach == "mean":
        return run(GRADIENT_VARIANCE_MEAN, (g, x), (), (eps,), out, threads)[0]
    if detach == "variance":
        return run(GRADIENT_VARIANCE_VARIANCE, (g, x), (), (eps,), out, threads)[0]
    return run(GRADIENT_VARIANCE_BOTH, (g, x), (), (eps,), out, threads)[0]
# sha256: 2dd3095c27b7d070fc20844fee9acd612413a24ec95eeb2342a0ba86f154ff61
