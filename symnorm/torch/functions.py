"""Normalization layers for PyTorch, printed from verified statements. Not to be edited.

Each function on rows is the right side of a theorem; the gradients, which autograd is told, are those of others.
`symnorm kernels emit --target torch` writes this file, `symnorm kernels check` compares it with what is verified.
The JSON file beside it has the hash of each statement that went into it.
"""

# fmt: off
from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from .runtime import (
    Back,
    Kernel,
    Law,
    Operator,
    as_channel,
    as_number,
    as_rows,
    centred,
    columns,
    computed,
    deviation,
    gradients,
    half_sech,
    or_one,
    total,
    variance,
    whole,
)

__all__ = [
    "ada_norm",
    "detach_norm",
    "dyisru",
    "dyt",
    "dyt_scaled",
    "dyt_scaled_rms",
    "eln",
    "eln_general",
    "isru",
    "layer_norm",
    "layer_norm_simple",
    "rms_norm",
]


def _layer_norm(
    x: Tensor, gain: Tensor, bias: Tensor | None, C: int, eps: Any
) -> Tensor:
    """beyond/kernel_layer_norm: forward."""
    t, var_t = centred(x)
    v = var_t + eps
    r = 1 / torch.sqrt(v)
    u = t * r * gain
    u = u if bias is None else u + bias
    return u


def _layer_norm_vjp(
    g: Tensor, x: Tensor, gain: Tensor, bias: Tensor | None, C: int, eps: Any, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_layer_norm: dx, with gradients."""
    t, var_t = centred(x)
    gt = g * t
    v = var_t + eps
    q = total(gt * gain) / C / v
    p = total(g * gain) / C
    r = 1 / torch.sqrt(v)
    dgain = columns(gt, back[0], r)
    dbias = None if bias is None else columns(g, back[1])
    return (g * gain - t * q - p) * r, (dgain, dbias)


def _layer_norm_simple(
    x: Tensor, C: int, eps: Any
) -> Tensor:
    """beyond/kernel_layer_norm_simple: forward."""
    t, var_t = centred(x)
    v = var_t + eps
    r = 1 / torch.sqrt(v)
    return t * r


def _layer_norm_simple_vjp(
    g: Tensor, x: Tensor, C: int, eps: Any, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_layer_norm_simple: dx."""
    t, var_t = centred(x)
    v = var_t + eps
    q = total(g * t) / C / v
    p = total(g) / C
    r = 1 / torch.sqrt(v)
    return (g - t * q - p) * r, ()


def _ada_norm(
    x: Tensor, C: int, c: Any, kappa: Any, eps: Any
) -> Tensor:
    """beyond/kernel_ada_norm: forward."""
    t, var_t = centred(x)
    v = var_t + eps
    r = 1 / torch.sqrt(v)
    a = r * c
    b = a * kappa * r
    return (a - t * b) * t


def _ada_norm_vjp(
    g: Tensor, x: Tensor, C: int, c: Any, kappa: Any, eps: Any, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_ada_norm: dx."""
    t, var_t = centred(x)
    v = var_t + eps
    r = 1 / torch.sqrt(v)
    h = (c - t * (r * (kappa * c))) * g
    q = total(h * t) / C / v
    p = total(h) / C
    return (h - t * q - p) * r, ()


def _ada_norm_attached_vjp(
    g: Tensor, x: Tensor, C: int, c: Any, kappa: Any, eps: Any, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_ada_norm_attached: dx."""
    t, var_t = centred(x)
    v = var_t + eps
    r = 1 / torch.sqrt(v)
    h = (c - t * (r * (2 * kappa * c))) * g
    q = total(h * t) / C / v
    p = total(h) / C
    return (h - t * q - p) * r, ()


def _detach_norm_both_vjp(
    g: Tensor, x: Tensor, C: int, eps: Any, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_detach_norm: both."""
    var = variance(x)
    v = var + eps
    r = 1 / torch.sqrt(v)
    return g * r, ()


def _detach_norm_mean_vjp(
    g: Tensor, x: Tensor, C: int, eps: Any, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_detach_norm: mean."""
    t, var_t = centred(x)
    v = var_t + eps
    q = total(g * t) / C / v
    r = 1 / torch.sqrt(v)
    return (g - t * q) * r, ()


def _detach_norm_variance_vjp(
    g: Tensor, x: Tensor, C: int, eps: Any, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_detach_norm: variance."""
    var = variance(x)
    v = var + eps
    r = 1 / torch.sqrt(v)
    p = total(g) / C
    return g * r - p * r, ()


def _rms_norm(
    x: Tensor, gain: Tensor, C: int, eps: Any
) -> Tensor:
    """beyond/kernel_rms_norm: forward."""
    u = total(x * x) / C + eps
    w = 1 / torch.sqrt(u)
    return x * w * gain


def _rms_norm_vjp(
    g: Tensor, x: Tensor, gain: Tensor, C: int, eps: Any, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_rms_norm: dx, with gradients."""
    gx = g * x
    u = total(x * x) / C + eps
    q = total(gx * gain) / C / u
    w = 1 / torch.sqrt(u)
    dgain = columns(gx, back[0], w)
    return (g * gain - x * q) * w, (dgain,)


def _rms_norm_simple(
    x: Tensor, C: int, eps: Any
) -> Tensor:
    """beyond/kernel_rms_norm_simple: forward."""
    u = total(x * x) / C + eps
    w = 1 / torch.sqrt(u)
    return x * w


def _rms_norm_simple_vjp(
    g: Tensor, x: Tensor, C: int, eps: Any, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_rms_norm_simple: dx."""
    u = total(x * x) / C + eps
    q = total(g * x) / C / u
    w = 1 / torch.sqrt(u)
    return (g - x * q) * w, ()


def _dyt(
    x: Tensor, gain: Tensor, bias: Tensor | None, C: int, alpha: Any
) -> Tensor:
    """beyond/kernel_dyt: forward."""
    u = x * alpha
    u2 = torch.tanh(u) * gain
    u2 = u2 if bias is None else u2 + bias
    return u2


def _dyt_vjp(
    g: Tensor, x: Tensor, gain: Tensor, bias: Tensor | None, C: int, alpha: Tensor, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_dyt: dx, with gradients."""
    w = half_sech(x * alpha)
    taken = or_one(alpha)
    d = g * gain * w * (4 * taken) * w
    ratio = alpha / taken
    dalpha = whole(d * x, back[0]) / taken
    u = x * alpha
    dgain = columns(torch.tanh(u) * g, back[1])
    dbias = None if bias is None else columns(g, back[2])
    return d * ratio, (dalpha, dgain, dbias)


def _dyt_simple(
    x: Tensor, C: int, alpha: Any
) -> Tensor:
    """beyond/kernel_dyt_simple: forward."""
    u = x * alpha
    return torch.tanh(u)


def _dyt_simple_vjp(
    g: Tensor, x: Tensor, C: int, alpha: Tensor, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_dyt_simple: dx, with gradients."""
    w = half_sech(x * alpha)
    taken = or_one(alpha)
    plain = g * w * (4 * taken) * w
    ratio = alpha / taken
    dalpha = whole(plain * x, back[0]) / taken
    return plain * ratio, (dalpha,)


def _dyt_scaled(
    x: Tensor, C: int, alpha: Any
) -> Tensor:
    """beyond/kernel_dyt_scaled: forward."""
    u = x * alpha
    s = math.sqrt(C - 1)
    return torch.tanh(u) * s


def _dyt_scaled_vjp(
    g: Tensor, x: Tensor, C: int, alpha: Tensor, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_dyt_scaled: dx, with gradients."""
    w = half_sech(x * alpha)
    s = math.sqrt(C - 1)
    taken = or_one(alpha)
    at_scaled = g * w * (4 * s * taken) * w
    ratio = alpha / taken
    dalpha = whole(at_scaled * x, back[0]) / taken
    return at_scaled * ratio, (dalpha,)


def _dyt_scaled_rms(
    x: Tensor, C: int, alpha: Any
) -> Tensor:
    """beyond/kernel_dyt_scaled_rms: forward."""
    u = x * alpha
    n = math.sqrt(C)
    return torch.tanh(u) * n


def _dyt_scaled_rms_vjp(
    g: Tensor, x: Tensor, C: int, alpha: Tensor, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_dyt_scaled_rms: dx, with gradients."""
    w = half_sech(x * alpha)
    n = math.sqrt(C)
    taken = or_one(alpha)
    at_scaled_rms = g * w * (4 * n * taken) * w
    ratio = alpha / taken
    dalpha = whole(at_scaled_rms * x, back[0]) / taken
    return at_scaled_rms * ratio, (dalpha,)


def _eln(
    x: Tensor, C: int, beta: Any
) -> Tensor:
    """beyond/kernel_eln: forward."""
    P = x * x + beta
    s = math.sqrt(C - 1)
    return x / torch.sqrt(P) * s


def _eln_vjp(
    g: Tensor, x: Tensor, C: int, beta: Tensor, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_eln: dx, with gradients."""
    P = x * x + beta
    f = g / (P * torch.sqrt(P))
    s = math.sqrt(C - 1)
    dbeta = whole(f * x, back[0]) * -(s / 2)
    return f * (s * beta), (dbeta,)


def _dyisru(
    x: Tensor, C: int, beta: Any
) -> Tensor:
    """beyond/kernel_dyisru: forward."""
    P = x * x + beta
    n = math.sqrt(C)
    return x / torch.sqrt(P) * n


def _dyisru_vjp(
    g: Tensor, x: Tensor, C: int, beta: Tensor, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_dyisru: dx, with gradients."""
    P = x * x + beta
    f = g / (P * torch.sqrt(P))
    n = math.sqrt(C)
    dbeta = whole(f * x, back[0]) * -(n / 2)
    return f * (n * beta), (dbeta,)


def _eln_general(
    x: Tensor, betas: Tensor, C: int
) -> Tensor:
    """beyond/kernel_eln_general: forward."""
    t = deviation(x)
    S = t * t + betas
    s = math.sqrt(C - 1)
    return t / torch.sqrt(S) * s


def _eln_general_vjp(
    g: Tensor, x: Tensor, betas: Tensor, C: int, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_eln_general: dx, with gradients."""
    t = deviation(x)
    S = t * t + betas
    k = g / (S * torch.sqrt(S))
    s = math.sqrt(C - 1)
    p = total(k * betas) / C
    dbetas = -(s / 2) * columns(k * t, back[0])
    return k * (betas * s) - p * s, (dbetas,)


def _isru(
    x: Tensor, C: int, alpha: Any, b: Any
) -> Tensor:
    """beyond/kernel_isru: forward."""
    m = x * x * alpha + b
    return x / torch.sqrt(m)


def _isru_vjp(
    g: Tensor, x: Tensor, C: int, alpha: Tensor, b: Any, back: tuple[Back, ...]
) -> tuple[Tensor, tuple[Any, ...]]:
    """beyond/kernel_isru: dx, with gradients."""
    u = x * x
    m = u * alpha + b
    v = g / (m * torch.sqrt(m))
    dalpha = -(whole(v * x * u, back[0]) / 2)
    return v * b, (dalpha,)


_LAYER_NORM = Kernel(
    name="layer_norm",
    function=_layer_norm,
    arrays=("x",),
    channels=("gain", "bias"),
    scalars=("eps",),
    rowwise=True,
    shifts=True,
    scaling={"eps": 2},
)


_LAYER_NORM_VJP = Kernel(
    name="layer_norm_vjp",
    function=_layer_norm_vjp,
    arrays=("g", "x"),
    channels=("gain", "bias"),
    scalars=("eps",),
    wanted=("gain", "bias"),
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    gradients=(Law(0, -1), Law(0, -1)),
    scaling={"eps": 2},
)


_LAYER_NORM_SIMPLE = Kernel(
    name="layer_norm_simple",
    function=_layer_norm_simple,
    arrays=("x",),
    scalars=("eps",),
    rowwise=True,
    shifts=True,
    scaling={"eps": 2},
)


_LAYER_NORM_SIMPLE_VJP = Kernel(
    name="layer_norm_simple_vjp",
    function=_layer_norm_simple_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


_ADA_NORM = Kernel(
    name="ada_norm",
    function=_ada_norm,
    arrays=("x",),
    scalars=("c", "kappa", "eps"),
    rowwise=True,
    shifts=True,
    scaling={"eps": 2},
)


_ADA_NORM_VJP = Kernel(
    name="ada_norm_vjp",
    function=_ada_norm_vjp,
    arrays=("g", "x"),
    scalars=("c", "kappa", "eps"),
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


_ADA_NORM_ATTACHED_VJP = Kernel(
    name="ada_norm_attached_vjp",
    function=_ada_norm_attached_vjp,
    arrays=("g", "x"),
    scalars=("c", "kappa", "eps"),
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


_DETACH_NORM_BOTH_VJP = Kernel(
    name="detach_norm_both_vjp",
    function=_detach_norm_both_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


_DETACH_NORM_MEAN_VJP = Kernel(
    name="detach_norm_mean_vjp",
    function=_detach_norm_mean_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


_DETACH_NORM_VARIANCE_VJP = Kernel(
    name="detach_norm_variance_vjp",
    function=_detach_norm_variance_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


_RMS_NORM = Kernel(
    name="rms_norm",
    function=_rms_norm,
    arrays=("x",),
    channels=("gain",),
    scalars=("eps",),
    rowwise=True,
    scaling={"eps": 2},
)


_RMS_NORM_VJP = Kernel(
    name="rms_norm_vjp",
    function=_rms_norm_vjp,
    arrays=("g", "x"),
    channels=("gain",),
    scalars=("eps",),
    wanted=("gain",),
    rowwise=True,
    law=Law(1, -1),
    gradients=(Law(0, -1),),
    scaling={"eps": 2},
)


_RMS_NORM_SIMPLE = Kernel(
    name="rms_norm_simple",
    function=_rms_norm_simple,
    arrays=("x",),
    scalars=("eps",),
    rowwise=True,
    scaling={"eps": 2},
)


_RMS_NORM_SIMPLE_VJP = Kernel(
    name="rms_norm_simple_vjp",
    function=_rms_norm_simple_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
    rowwise=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


_DYT = Kernel(
    name="dyt",
    function=_dyt,
    arrays=("x",),
    channels=("gain", "bias"),
    scalars=("alpha",),
)


_DYT_VJP = Kernel(
    name="dyt_vjp",
    function=_dyt_vjp,
    arrays=("g", "x"),
    channels=("gain", "bias"),
    scalars=("alpha",),
    wanted=("alpha", "gain", "bias"),
    law=Law(0, -1),
    gradients=(Law(0, -1), Law(0, -1), Law(0, -1)),
)


_DYT_SIMPLE = Kernel(
    name="dyt_simple",
    function=_dyt_simple,
    arrays=("x",),
    scalars=("alpha",),
)


_DYT_SIMPLE_VJP = Kernel(
    name="dyt_simple_vjp",
    function=_dyt_simple_vjp,
    arrays=("g", "x"),
    scalars=("alpha",),
    wanted=("alpha",),
    law=Law(0, -1),
    gradients=(Law(0, -1),),
)


_DYT_SCALED = Kernel(
    name="dyt_scaled",
    function=_dyt_scaled,
    arrays=("x",),
    scalars=("alpha",),
)


_DYT_SCALED_VJP = Kernel(
    name="dyt_scaled_vjp",
    function=_dyt_scaled_vjp,
    arrays=("g", "x"),
    scalars=("alpha",),
    wanted=("alpha",),
    law=Law(0, -1),
    gradients=(Law(0, -1),),
)


_DYT_SCALED_RMS = Kernel(
    name="dyt_scaled_rms",
    function=_dyt_scaled_rms,
    arrays=("x",),
    scalars=("alpha",),
)


_DYT_SCALED_RMS_VJP = Kernel(
    name="dyt_scaled_rms_vjp",
    function=_dyt_scaled_rms_vjp,
    arrays=("g", "x"),
    scalars=("alpha",),
    wanted=("alpha",),
    law=Law(0, -1),
    gradients=(Law(0, -1),),
)


_ELN = Kernel(
    name="eln",
    function=_eln,
    arrays=("x",),
    scalars=("beta",),
    scaling={"beta": 2},
)


_ELN_VJP = Kernel(
    name="eln_vjp",
    function=_eln_vjp,
    arrays=("g", "x"),
    scalars=("beta",),
    wanted=("beta",),
    law=Law(1, -1),
    gradients=(Law(2, -1),),
    scaling={"beta": 2},
)


_DYISRU = Kernel(
    name="dyisru",
    function=_dyisru,
    arrays=("x",),
    scalars=("beta",),
    scaling={"beta": 2},
)


_DYISRU_VJP = Kernel(
    name="dyisru_vjp",
    function=_dyisru_vjp,
    arrays=("g", "x"),
    scalars=("beta",),
    wanted=("beta",),
    law=Law(1, -1),
    gradients=(Law(2, -1),),
    scaling={"beta": 2},
)


_ELN_GENERAL = Kernel(
    name="eln_general",
    function=_eln_general,
    arrays=("x",),
    channels=("betas",),
    rowwise=True,
    shifts=True,
    scaling={"betas": 2},
)


_ELN_GENERAL_VJP = Kernel(
    name="eln_general_vjp",
    function=_eln_general_vjp,
    arrays=("g", "x"),
    channels=("betas",),
    wanted=("betas",),
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    gradients=(Law(2, -1),),
    scaling={"betas": 2},
)


_ISRU = Kernel(
    name="isru",
    function=_isru,
    arrays=("x",),
    scalars=("alpha", "b"),
    scaling={"b": 2},
)


_ISRU_VJP = Kernel(
    name="isru_vjp",
    function=_isru_vjp,
    arrays=("g", "x"),
    scalars=("alpha", "b"),
    wanted=("alpha",),
    law=Law(1, -1),
    gradients=(Law(0, -1),),
    scaling={"b": 2},
)


class _LayerNormSimple(Operator):
    @staticmethod
    def forward(x: Tensor, eps: Any) -> Tensor:
        return computed(_LAYER_NORM_SIMPLE, x, (eps,))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_LAYER_NORM_SIMPLE_VJP, ctx, g)


class _LayerNorm(Operator):
    @staticmethod
    def forward(x: Tensor, gain: Any, bias: Any, eps: Any) -> Tensor:
        return computed(_LAYER_NORM, x, (gain, bias, eps))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_LAYER_NORM_VJP, ctx, g)


def layer_norm(
    x: Tensor, gain: Tensor | None = None, bias: Tensor | None = None, *, eps: float = 1e-5
) -> Tensor:
    """Layer normalization, over the last axis.

        out_i = γ_i·y_i + b_i
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²
        dx_i = (g_i′ - 1/C · ∑ₖ g_k′ - y_i·(1/C)·∑ₖ y_k·g_k′)/√(V)
        dgain_i = g_i·y_i
        dbias_i = g_i
            g_i′ = γ_i·g_i
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²

    x: tensor (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    gain: tensor (C,), or None for ones
    bias: tensor (C,), or None for zeros
    eps: number >= 0, added to the variance (to the mean square)

    Raises TypeError or ValueError for a wrong dtype, shape or value.
    Accuracy: per row, in the 2-norm, the error is at most (8 + 2 log2(C)) eps_m of |gain (|y| + 1)| + |bias|, y
        being normalized, eps_m being the machine epsilon of the dtype in which is computed, for every finite
        row of which the result and that size are in the range of normal numbers; eps is 0 or one of these as
        well, and a result that is narrower is rounded once more; this holds where gain and bias are 0 or
        between 1e-15 and 1e15 in size, in double precision between 1e-75 and 1e75.
    Of the gradient dx: per row, in the 2-norm, the error is at most (16 + 6 log2(C)) eps_m of |g'|/sqrt(V),
        where g' is g with its weights, eps_m being the machine epsilon of the dtype in which is computed, for
        every finite row of which the result and that size are in the range of normal numbers; eps is 0 or one
        of these as well, and a result that is narrower is rounded once more; this holds where gain and bias are
        0 or between 1e-15 and 1e15 in size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_layer_norm: forward (59b9759258826f52)
    From beyond/kernel_layer_norm: forward (f1687b1894806fb6)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: forward (ac698652766a10a7)
    From beyond/vjp_layer_norm: dx (3cc05ce406618e5a)
    From beyond/kernel_layer_norm: dx (3b6a2bada8ffe064)
    From beyond/vjp_layer_norm: dgain (3c82386b3272afce)
    From beyond/kernel_layer_norm: dgain (ef53a01d1c224d1c)
    From beyond/vjp_layer_norm: dbias (e306feaf60301df7)
    From beyond/kernel_layer_norm: dbias (89ca6d7460fd6104)
    By beyond/kernel_scale: dx (b26e64b7008f63ed)
    By beyond/kernel_scale: dgain (b1cb5a32fb415346)
    By beyond/kernel_scale: dbias (32c2a54fa18a6cd8)
    """
    x = as_rows(x)
    if gain is None and bias is None:
        return _LayerNormSimple.apply(x, eps)
    if gain is None:
        gain = x.new_ones(x.shape[-1])
    gain = as_channel("gain", gain, x)
    if bias is not None:
        bias = as_channel("bias", bias, x)
    return _LayerNorm.apply(x, gain, bias, eps)


def layer_norm_simple(
    x: Tensor, *, eps: float = 1e-5
) -> Tensor:
    """Layer normalization without gain and bias, over the last axis.

        out_i = y_i
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²
        dx_i = (g_i - 1/C · ∑ₖ g_k - y_i·(1/C)·∑ₖ y_k·g_k)/√(V)
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²

    x: tensor (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    eps: number >= 0, added to the variance (to the mean square)

    Raises TypeError or ValueError for a wrong dtype, shape or value.
    Accuracy: per row, in the 2-norm, the error is at most (8 + 2 log2(C)) eps_m of the result, eps_m being the
        machine epsilon of the dtype in which is computed, for every finite row of which the result and that
        size are in the range of normal numbers; eps is 0 or one of these as well, and a result that is narrower
        is rounded once more.
    Of the gradient dx: per row, in the 2-norm, the error is at most (16 + 6 log2(C)) eps_m of |g'|/sqrt(V),
        where g' is g with its weights, eps_m being the machine epsilon of the dtype in which is computed, for
        every finite row of which the result and that size are in the range of normal numbers; eps is 0 or one
        of these as well, and a result that is narrower is rounded once more.

    From beyond/vjp_layer_norm_simple: forward (0c46b2d8a3b8cf15)
    From beyond/kernel_layer_norm_simple: forward (7055a30edb8d05eb)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: simple, forward (ab175718d14219cc)
    From beyond/vjp_layer_norm_simple: dx (2a25319012f802e7)
    From beyond/kernel_layer_norm_simple: dx (3f536ed98682616c)
    By beyond/kernel_scale: simple, dx (81badcff18e074ee)
    """
    x = as_rows(x)
    return _LayerNormSimple.apply(x, eps)


class _RmsNormSimple(Operator):
    @staticmethod
    def forward(x: Tensor, eps: Any) -> Tensor:
        return computed(_RMS_NORM_SIMPLE, x, (eps,))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_RMS_NORM_SIMPLE_VJP, ctx, g)


class _RmsNorm(Operator):
    @staticmethod
    def forward(x: Tensor, gain: Any, eps: Any) -> Tensor:
        return computed(_RMS_NORM, x, (gain, eps))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_RMS_NORM_VJP, ctx, g)


def rms_norm(
    x: Tensor, gain: Tensor | None = None, *, eps: float = 1e-5
) -> Tensor:
    """RMSNorm, over the last axis.

        out_i = γ_i·r_i
            r_i = x_i/√(U)
            U = ν² + ε
            ν² = 1/C · ∑ₖ x_k²
        dx_i = (g_i′ - r_i·(1/C)·∑ₖ r_k·g_k′)/√(U)
        dgain_i = g_i·r_i
            g_i′ = γ_i·g_i
            r_i = x_i/√(U)
            U = ν² + ε
            ν² = 1/C · ∑ₖ x_k²

    x: tensor (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    gain: tensor (C,), or None for ones
    eps: number >= 0, added to the variance (to the mean square)

    Raises TypeError or ValueError for a wrong dtype, shape or value.
    Accuracy: per row, in the 2-norm, the error is at most (8 + 2 log2(C)) eps_m of the result, eps_m being the
        machine epsilon of the dtype in which is computed, for every finite row of which the result and that
        size are in the range of normal numbers; eps is 0 or one of these as well, and a result that is narrower
        is rounded once more; the quotient of the result by the largest gain is a normal number, too; this holds
        where gain is 0 or between 1e-15 and 1e15 in size, in double precision between 1e-75 and 1e75.
    Of the gradient dx: per row, in the 2-norm, the error is at most (16 + 6 log2(C)) eps_m of |g'|/sqrt(V),
        where g' is g with its weights, eps_m being the machine epsilon of the dtype in which is computed, for
        every finite row of which the result and that size are in the range of normal numbers; eps is 0 or one
        of these as well, and a result that is narrower is rounded once more; this holds where gain is 0 or
        between 1e-15 and 1e15 in size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_rms_norm: forward (310a29b17fc21241)
    From beyond/kernel_rms_norm: forward (fafad647b22f2e12)
    By beyond/kernel_scale_rms_norm: forward (22248e84e4863b85)
    From beyond/vjp_rms_norm: dx (97221197924254c3)
    From beyond/kernel_rms_norm: dx (a703b9a8d9c341f8)
    From beyond/vjp_rms_norm: dgain (404b4a4e1e968fb8)
    From beyond/kernel_rms_norm: dgain (e9910adf5b915088)
    By beyond/kernel_scale_rms_norm: dx (564de9cebc452492)
    By beyond/kernel_scale_rms_norm: dgain (4b0f0af8d19ef2dc)
    """
    x = as_rows(x)
    if gain is None:
        return _RmsNormSimple.apply(x, eps)
    gain = as_channel("gain", gain, x)
    return _RmsNorm.apply(x, gain, eps)


class _DytSimple(Operator):
    @staticmethod
    def forward(x: Tensor, alpha: Any) -> Tensor:
        return computed(_DYT_SIMPLE, x, (alpha,))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_DYT_SIMPLE_VJP, ctx, g)


class _Dyt(Operator):
    @staticmethod
    def forward(x: Tensor, gain: Any, bias: Any, alpha: Any) -> Tensor:
        return computed(_DYT, x, (gain, bias, alpha))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_DYT_VJP, ctx, g)


def dyt(
    x: Tensor, alpha: Tensor | float, gain: Tensor | None = None, bias: Tensor | None = None
) -> Tensor:
    """Dynamic Tanh, over the last axis.

        out_i = γ_i·T_i + b_i
            T_i = tanh(α·x_i)
        dx_i = g_i·γ_i·α·(1 - T_i²)
        dalpha = ∑ₖ g_k·γ_k·x_k·(1 - T_k²)
        dgain_i = g_i·T_i
        dbias_i = g_i
            T_i = tanh(α·x_i)

    x: tensor (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number, a tensor where it is learnt
    gain: tensor (C,), or None for ones
    bias: tensor (C,), or None for zeros

    Raises TypeError or ValueError for a wrong dtype, shape or value.
    Accuracy: that of NumPy's tanh; this holds where alpha, gain and bias are 0 or between 1e-15 and 1e15 in
        size, in double precision between 1e-75 and 1e75.
    Of the gradient dx: each element of dx that is a normal number is right to (6 + 4 |alpha x|) eps_m, also
        where 1 - tanh^2 is 0 in floating point, for |alpha x| up to 600, or 500 where alpha or a gain is below
        1e-30; this holds where alpha, gain and bias are 0 or between 1e-15 and 1e15 in size, in double
        precision between 1e-75 and 1e75; all that where 1 - tanh(alpha x)^2, and its product with g over the
        largest g of the row, are normal numbers.

    From beyond/vjp_dyt: forward (85c6d4f0600cc631)
    From beyond/kernel_dyt: forward (67b91749d2fa5449)
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
    x = as_rows(x)
    alpha = as_number("alpha", alpha, x)
    if gain is None and bias is None:
        return _DytSimple.apply(x, alpha)
    if gain is None:
        gain = x.new_ones(x.shape[-1])
    gain = as_channel("gain", gain, x)
    if bias is not None:
        bias = as_channel("bias", bias, x)
    return _Dyt.apply(x, gain, bias, alpha)


class _DytScaled(Operator):
    @staticmethod
    def forward(x: Tensor, alpha: Any) -> Tensor:
        return computed(_DYT_SCALED, x, (alpha,))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_DYT_SCALED_VJP, ctx, g)


def dyt_scaled(
    x: Tensor, alpha: Tensor | float
) -> Tensor:
    """Dynamic Tanh, scaled by sqrt(C - 1), over the last axis.

        out_i = √(C-1)·T_i
            T_i = tanh(α·x_i)
        dx_i = √(C-1)·g_i·α·(1 - T_i²)
        dalpha = √(C-1)·∑ₖ g_k·x_k·(1 - T_k²)
            T_i = tanh(α·x_i)

    x: tensor (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number, a tensor where it is learnt

    Raises TypeError or ValueError for a wrong dtype, shape or value.
    Accuracy: that of NumPy's tanh; this holds where alpha is 0 or between 1e-15 and 1e15 in size, in double
        precision between 1e-75 and 1e75.
    Of the gradient dx: each element of dx that is a normal number is right to (6 + 4 |alpha x|) eps_m, also
        where 1 - tanh^2 is 0 in floating point, for |alpha x| up to 600, or 500 where alpha or a gain is below
        1e-30; this holds where alpha is 0 or between 1e-15 and 1e15 in size, in double precision between 1e-75
        and 1e75; all that where 1 - tanh(alpha x)^2, and its product with g over the largest g of the row, are
        normal numbers.

    From beyond/vjp_dyt_scaled: forward (4f5749b51a557d9d)
    From beyond/kernel_dyt_scaled: forward (2cacd10316bb4e0a)
    From beyond/vjp_dyt_scaled: dx (8cfc9045c1791cc0)
    From beyond/kernel_dyt_scaled: dx (9d87030d5d0fdf6f)
    From beyond/vjp_dyt_scaled: dalpha (cda89616339e89f3)
    From beyond/kernel_dyt_scaled: dalpha (fabf008a2bf94f3c)
    By beyond/kernel_scale_dyt: scaled, dx (2011fd235d8c3cbc)
    By beyond/kernel_scale_dyt: scaled, dalpha (f49d257e38459c9e)
    By beyond/kernel_dyt: slope is even (16aec5f75f8e0cb6)
    By beyond/kernel_dyt: slope by cosh (846788640cbb782b)
    """
    x = as_rows(x)
    alpha = as_number("alpha", alpha, x)
    return _DytScaled.apply(x, alpha)


class _DytScaledRms(Operator):
    @staticmethod
    def forward(x: Tensor, alpha: Any) -> Tensor:
        return computed(_DYT_SCALED_RMS, x, (alpha,))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_DYT_SCALED_RMS_VJP, ctx, g)


def dyt_scaled_rms(
    x: Tensor, alpha: Tensor | float
) -> Tensor:
    """Dynamic Tanh, scaled by sqrt(C), over the last axis.

        out_i = √(C)·T_i
            T_i = tanh(α·x_i)
        dx_i = √(C)·g_i·α·(1 - T_i²)
        dalpha = √(C)·∑ₖ g_k·x_k·(1 - T_k²)
            T_i = tanh(α·x_i)

    x: tensor (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number, a tensor where it is learnt

    Raises TypeError or ValueError for a wrong dtype, shape or value.
    Accuracy: that of NumPy's tanh; this holds where alpha is 0 or between 1e-15 and 1e15 in size, in double
        precision between 1e-75 and 1e75.
    Of the gradient dx: each element of dx that is a normal number is right to (6 + 4 |alpha x|) eps_m, also
        where 1 - tanh^2 is 0 in floating point, for |alpha x| up to 600, or 500 where alpha or a gain is below
        1e-30; this holds where alpha is 0 or between 1e-15 and 1e15 in size, in double precision between 1e-75
        and 1e75; all that where 1 - tanh(alpha x)^2, and its product with g over the largest g of the row, are
        normal numbers.

    From beyond/vjp_dyt_scaled_rms: forward (1277e1591978cfa2)
    From beyond/kernel_dyt_scaled_rms: forward (4da462e2ef73c30d)
    From beyond/vjp_dyt_scaled_rms: dx (9307ce7c3c4d996f)
    From beyond/kernel_dyt_scaled_rms: dx (1c53b18ccc4d5ddc)
    From beyond/vjp_dyt_scaled_rms: dalpha (4b61f453f6f8b86c)
    From beyond/kernel_dyt_scaled_rms: dalpha (2288efd426b54032)
    By beyond/kernel_scale_dyt: scaled for RMSNorm, dx (07891ee7f423510f)
    By beyond/kernel_scale_dyt: scaled for RMSNorm, dalpha (423f1a83c4266e40)
    By beyond/kernel_dyt: slope is even (16aec5f75f8e0cb6)
    By beyond/kernel_dyt: slope by cosh (846788640cbb782b)
    """
    x = as_rows(x)
    alpha = as_number("alpha", alpha, x)
    return _DytScaledRms.apply(x, alpha)


class _Eln(Operator):
    @staticmethod
    def forward(x: Tensor, beta: Any) -> Tensor:
        return computed(_ELN, x, (beta,))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_ELN_VJP, ctx, g)


def eln(
    x: Tensor, beta: Tensor | float
) -> Tensor:
    """Elementwise layer normalization, over the last axis.

        out_i = √(C-1)·(x_i/√(Q_i))
            Q_i = β + x_i²
        dx_i = √(C-1)·β·g_i/(Q_i·√(Q_i))
        dbeta = (-∑ₖ g_k·y_k/Q_k)/2
            Q_i = β + x_i²
            y_i = √(C-1)·(x_i/√(β + x_i²))

    x: tensor (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    beta: number > 0, a tensor where it is learnt

    Raises TypeError or ValueError for a wrong dtype, shape or value.
    Accuracy: each element is right to 5 ulp of the dtype in which is computed, whatever the size of x, where it
        and its quotient by sqrt(C) are normal numbers; this holds where beta is 0 or between 1e-15 and 1e15 in
        size, in double precision between 1e-75 and 1e75.
    Of the gradient dx: each element is right to 9 ulp of the dtype in which is computed, whatever the size of
        x, where it and its quotient by sqrt(C) are normal numbers; this holds where beta is 0 or between 1e-15
        and 1e15 in size, in double precision between 1e-75 and 1e75; all that where beta/x^2, and its product
        with g over the largest g of the row, are normal numbers.

    From beyond/vjp_eln: forward (e99d1d102d42b941)
    From beyond/kernel_eln: forward (238f5afa74579079)
    By beyond/kernel_scale_eln: ELN, forward (6efab361a399fba4)
    From beyond/vjp_eln: dx (f3bf3e8ddff8038f)
    From beyond/kernel_eln: dx (748c583b680e1e13)
    From beyond/vjp_eln: dbeta (ab1169c3ca981403)
    From beyond/kernel_eln: dbeta (647a36e854de8bc8)
    By beyond/kernel_scale_eln: ELN, dx (c3ee706b2d3dca41)
    By beyond/kernel_scale_eln: ELN, dbeta (a43180f8b742cf8f)
    """
    x = as_rows(x)
    beta = as_number("beta", beta, x)
    return _Eln.apply(x, beta)


class _ElnGeneral(Operator):
    @staticmethod
    def forward(x: Tensor, betas: Any) -> Tensor:
        return computed(_ELN_GENERAL, x, (betas,))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_ELN_GENERAL_VJP, ctx, g)


def eln_general(
    x: Tensor, betas: Tensor
) -> Tensor:
    """The general ELN: one beta for each channel, about the mean of the row, over the last axis.

        out_i = √(C-1)·((x_i - μ)/√(R_i))
            μ = 1/C · ∑ₖ x_k
            R_i = β_i + (x_i - μ)²
        dx_i = u_i - 1/C · ∑ₖ u_k
        dbetas_i = (-g_i·y_i/R_i)/2
            u_i = √(C-1)·β_i·g_i/(R_i·√(R_i))
            R_i = β_i + (x_i - μ)²
            μ = 1/C · ∑ₖ x_k
            y_i = √(C-1)·((x_i - μ)/√(β_i + (x_i - μ)²))

    x: tensor (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    betas: tensor (C,), positive

    Raises TypeError or ValueError for a wrong dtype, shape or value.
    Accuracy: per row, in the 2-norm, the error is at most (8 + 2 log2(C)) eps_m of s (|x_i| + m)/sqrt(beta_i +
        (x_i - mu)^2), where s = sqrt(C - 1) and m is the mean of |x|, eps_m being the machine epsilon of the
        dtype in which is computed, for every finite row of which the result and that size are in the range of
        normal numbers; eps is 0 or one of these as well, and a result that is narrower is rounded once more;
        this holds where betas are 0 or between 1e-15 and 1e15 in size, in double precision between 1e-75 and
        1e75.
    Of the gradient dx: per row, in the 2-norm, the error is at most (16 + 6 log2(C)) eps_m of the terms that dx
        is the sum of, each times 1 + m/sqrt(beta_i + (x_i - mu)^2), where m is the mean of |x|, for
        sqrt(beta_i) of at least 1000 eps_m m, eps_m being the machine epsilon of the dtype in which is
        computed, for every finite row of which the result and that size are in the range of normal numbers; eps
        is 0 or one of these as well, and a result that is narrower is rounded once more; this holds where betas
        are 0 or between 1e-15 and 1e15 in size, in double precision between 1e-75 and 1e75; all that where x is
        a normal number, and |x_i - mu|/sqrt(beta_i) is at most 1e12, in double precision 1e100.

    From beyond/vjp_eln_general: forward (15b9c5f769eaebe6)
    From beyond/kernel_eln_general: forward (4ed75801a247ac4c)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale_eln_general: forward (0a31bb321052dc79)
    From beyond/vjp_eln_general: dx (62100d3943a5f872)
    From beyond/kernel_eln_general: dx (e3c72935aa64b140)
    From beyond/vjp_eln_general: dbeta (11378467ac6bb37b)
    From beyond/kernel_eln_general: dbetas (83269a42e426f117)
    By beyond/kernel_scale_eln_general: dx (0fdc8d144b30dc7d)
    By beyond/kernel_scale_eln_general: dbetas (f9b4ad3d8f96cf34)
    """
    x = as_rows(x)
    betas = as_channel("betas", betas, x)
    return _ElnGeneral.apply(x, betas)


class _Dyisru(Operator):
    @staticmethod
    def forward(x: Tensor, beta: Any) -> Tensor:
        return computed(_DYISRU, x, (beta,))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_DYISRU_VJP, ctx, g)


def dyisru(
    x: Tensor, beta: Tensor | float
) -> Tensor:
    """Dynamic inverse square root unit, over the last axis.

        out_i = √(C)·(x_i/√(Q_i))
            Q_i = β + x_i²
        dx_i = √(C)·β·g_i/(Q_i·√(Q_i))
        dbeta = (-∑ₖ g_k·y_k/Q_k)/2
            Q_i = β + x_i²
            y_i = √(C)·(x_i/√(β + x_i²))

    x: tensor (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    beta: number > 0, a tensor where it is learnt

    Raises TypeError or ValueError for a wrong dtype, shape or value.
    Accuracy: each element is right to 5 ulp of the dtype in which is computed, whatever the size of x, where it
        and its quotient by sqrt(C) are normal numbers; this holds where beta is 0 or between 1e-15 and 1e15 in
        size, in double precision between 1e-75 and 1e75.
    Of the gradient dx: each element is right to 9 ulp of the dtype in which is computed, whatever the size of
        x, where it and its quotient by sqrt(C) are normal numbers; this holds where beta is 0 or between 1e-15
        and 1e15 in size, in double precision between 1e-75 and 1e75; all that where beta/x^2, and its product
        with g over the largest g of the row, are normal numbers.

    From beyond/vjp_dyisru: forward (030c1b2959b5bd84)
    From beyond/kernel_dyisru: forward (62f57920fcf6adc0)
    By beyond/kernel_scale_eln: DyISRU, forward (4f2ce1e404a59a3b)
    From beyond/vjp_dyisru: dx (841b5c4c20f6e2a1)
    From beyond/kernel_dyisru: dx (6c4b9b2d5a43c2f4)
    From beyond/vjp_dyisru: dbeta (2203cab5cbb85116)
    From beyond/kernel_dyisru: dbeta (3b2fee53cd48d5f6)
    By beyond/kernel_scale_eln: DyISRU, dx (13aca7c1865f072d)
    By beyond/kernel_scale_eln: DyISRU, dbeta (503415672b0892b4)
    """
    x = as_rows(x)
    beta = as_number("beta", beta, x)
    return _Dyisru.apply(x, beta)


class _Isru(Operator):
    @staticmethod
    def forward(x: Tensor, alpha: Any, b: Any) -> Tensor:
        return computed(_ISRU, x, (alpha, b))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_ISRU_VJP, ctx, g)


def isru(
    x: Tensor, alpha: Tensor | float
) -> Tensor:
    """Inverse square root unit, over the last axis.

        out_i = x_i/√(P_i)
            P_i = 1 + α·x_i²
        dx_i = g_i/(P_i·√(P_i))
        dalpha = (-∑ₖ g_k·f_k·x_k²/P_k)/2
            P_i = 1 + α·x_i²
            f_i = x_i/√(1 + α·x_i²)

    x: tensor (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number >= 0, a tensor where it is learnt

    Raises TypeError or ValueError for a wrong dtype, shape or value.
    Accuracy: each element is right to 5 ulp of the dtype in which is computed, whatever the size of x, where it
        and its quotient by sqrt(C) are normal numbers; this holds where alpha is 0 or between 1e-15 and 1e15 in
        size, in double precision between 1e-75 and 1e75.
    Of the gradient dx: each element is right to 9 ulp of the dtype in which is computed, whatever the size of
        x, where it and its quotient by sqrt(C) are normal numbers; this holds where alpha is 0 or between 1e-15
        and 1e15 in size, in double precision between 1e-75 and 1e75; all that where of dalpha, the product of g
        and the third power of x over the largest g of the row is a normal number.

    From beyond/vjp_isru: forward (d39221b645f34c73)
    From beyond/kernel_isru: forward (82e5b872fcf0b894)
    By beyond/kernel_scale_isru: forward (dd78043fc8adf7c4)
    From beyond/vjp_isru: dx (f915f06372a8e058)
    From beyond/kernel_isru: dx (ba22edb8bded3d78)
    From beyond/vjp_isru: dalpha (781e2a22686dd612)
    From beyond/kernel_isru: dalpha (95cb9523f69dc396)
    By beyond/kernel_scale_isru: dx (c0e5fce633449652)
    By beyond/kernel_scale_isru: dalpha (117c082e7f0eda44)
    """
    x = as_rows(x)
    alpha = as_number("alpha", alpha, x)
    return _Isru.apply(x, alpha, 1.0)


class _AdaNorm(Operator):
    @staticmethod
    def forward(x: Tensor, c: Any, kappa: Any, eps: Any) -> Tensor:
        return computed(_ADA_NORM, x, (c, kappa, eps))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_ADA_NORM_VJP, ctx, g)


class _AdaNormAttached(Operator):
    @staticmethod
    def forward(x: Tensor, c: Any, kappa: Any, eps: Any) -> Tensor:
        return computed(_ADA_NORM, x, (c, kappa, eps))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_ADA_NORM_ATTACHED_VJP, ctx, g)


def ada_norm(
    x: Tensor, c: float = 1.0, kappa: float = 0.1, *, eps: float = 1e-5, detach: bool = True
) -> Tensor:
    """AdaNorm, over the last axis.

        out_i = c·(1 - κ·y_i)·y_i
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²
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

    x: tensor (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    c: number
    kappa: number
    eps: number >= 0, added to the variance (to the mean square)
    detach: whether the factor c (1 - kappa y) is a constant for the derivative

    Raises TypeError or ValueError for a wrong dtype, shape or value.
    Accuracy: per row, in the 2-norm, the error is at most (12 + 4 log2(C)) eps_m of |c y| + |c kappa y^2|,
        eps_m being the machine epsilon of the dtype in which is computed, for every finite row of which the
        result and that size are in the range of normal numbers; eps is 0 or one of these as well, and a result
        that is narrower is rounded once more; this holds where c and kappa are 0 or between 1e-15 and 1e15 in
        size, in double precision between 1e-75 and 1e75.
    Of the gradient dx: per row, in the 2-norm, the error is at most (20 + 10 log2(C)) eps_m of |g'|/sqrt(V),
        where g' is c (1 + n kappa |y|) |g|, n = 1 where the factor is detached, else 2, for |kappa| up to 1,
        eps_m being the machine epsilon of the dtype in which is computed, for every finite row of which the
        result and that size are in the range of normal numbers; eps is 0 or one of these as well, and a result
        that is narrower is rounded once more; this holds where c and kappa are 0 or between 1e-15 and 1e15 in
        size, in double precision between 1e-75 and 1e75.

    From beyond/vjp_ada_norm: forward (4733eff7f6930514)
    From beyond/kernel_ada_norm: forward (4e2f7dcb6e84d1d2)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: AdaNorm, forward (32c3d1d664160c6e)
    From beyond/vjp_ada_norm: dx (797c1966a338d6d0)
    From beyond/kernel_ada_norm: dx (006386d816b985fa)
    By beyond/kernel_scale: AdaNorm, dx (31328d83758fb617)
    From beyond/vjp_ada_norm_attached: dx (d9e1da5f0348b11a)
    From beyond/kernel_ada_norm_attached: dx (3241a87161423e0f)
    By beyond/kernel_scale: AdaNorm attached, dx (310a93a5c280ddca)
    """
    x = as_rows(x)
    if detach not in (True, False):
        raise ValueError(f"detach has to be one of (True, False), not {detach!r}")
    if detach:
        return _AdaNorm.apply(x, c, kappa, eps)
    return _AdaNormAttached.apply(x, c, kappa, eps)


class _DetachNormBoth(Operator):
    @staticmethod
    def forward(x: Tensor, eps: Any) -> Tensor:
        return computed(_LAYER_NORM_SIMPLE, x, (eps,))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_DETACH_NORM_BOTH_VJP, ctx, g)


class _DetachNormMean(Operator):
    @staticmethod
    def forward(x: Tensor, eps: Any) -> Tensor:
        return computed(_LAYER_NORM_SIMPLE, x, (eps,))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_DETACH_NORM_MEAN_VJP, ctx, g)


class _DetachNormVariance(Operator):
    @staticmethod
    def forward(x: Tensor, eps: Any) -> Tensor:
        return computed(_LAYER_NORM_SIMPLE, x, (eps,))

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        return gradients(_DETACH_NORM_VARIANCE_VJP, ctx, g)


def detach_norm(
    x: Tensor, *, eps: float = 1e-5, detach: str = "both"
) -> Tensor:
    """DetachNorm, which is layer normalization, over the last axis.

        out_i = y_i
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²
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

    x: tensor (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    eps: number >= 0, added to the variance (to the mean square)
    detach: what is a constant for the derivative: both, mean, variance

    Raises TypeError or ValueError for a wrong dtype, shape or value.
    Accuracy: per row, in the 2-norm, the error is at most (8 + 2 log2(C)) eps_m of the result, eps_m being the
        machine epsilon of the dtype in which is computed, for every finite row of which the result and that
        size are in the range of normal numbers; eps is 0 or one of these as well, and a result that is narrower
        is rounded once more.
    Of the gradient dx: per row, in the 2-norm, the error is at most (16 + 6 log2(C)) eps_m of |g'|/sqrt(V),
        where g' is g with its weights, eps_m being the machine epsilon of the dtype in which is computed, for
        every finite row of which the result and that size are in the range of normal numbers; eps is 0 or one
        of these as well, and a result that is narrower is rounded once more.

    From beyond/vjp_layer_norm_simple: forward (0c46b2d8a3b8cf15)
    From beyond/kernel_layer_norm_simple: forward (7055a30edb8d05eb)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: simple, forward (ab175718d14219cc)
    From beyond/vjp_detach_norm: dx (bb6834c29529ce73)
    From beyond/kernel_detach_norm: both (7e45ac2d92bfd068)
    By beyond/kernel_scale: both detached, dx (2f35c4a4c4615c79)
    From beyond/vjp_detach_mean: dx (7d7139c4a3bbf6bc)
    From beyond/kernel_detach_norm: mean (576d138ad8b637a6)
    By beyond/kernel_scale: the mean detached, dx (d2246be6e05bc048)
    From beyond/vjp_detach_variance: dx (7ccd3e5a3a3427b8)
    From beyond/kernel_detach_norm: variance (74e382cfc37d555b)
    By beyond/kernel_scale: the variance detached, dx (b1138b1980ebd544)
    """
    x = as_rows(x)
    if detach not in ('both', 'mean', 'variance'):
        raise ValueError(f"detach has to be one of ('both', 'mean', 'variance'), not {detach!r}")
    if detach == "both":
        return _DetachNormBoth.apply(x, eps)
    if detach == "mean":
        return _DetachNormMean.apply(x, eps)
    return _DetachNormVariance.apply(x, eps)
# sha256: 781f3bda92e6192c6cbc708d961314b9d87170b60304b24ca59be8286a037f0e
