"""Modules for torch.nn: each in the place of the layer of its name, over functions that are printed from theorems."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from .functions import ada_norm, detach_norm, dyisru, dyt, eln, layer_norm, rms_norm

__all__ = ["ELN", "AdaNorm", "DetachNorm", "DyISRU", "DyT", "LayerNorm", "RMSNorm"]


class LayerNorm(nn.LayerNorm):
    """Layer normalization, in the place of `torch.nn.LayerNorm`: the same arguments, parameters and state dict.

        norm = LayerNorm(768)
        norm.load_state_dict(torch.nn.LayerNorm(768).state_dict())
    """

    def forward(self, input: Tensor) -> Tensor:
        """The input, normalized over its last dimensions."""
        rows, shape = _rows(input, self.normalized_shape)
        return layer_norm(rows, _flat(self.weight), _flat(self.bias), eps=self.eps).reshape(shape)


class RMSNorm(nn.RMSNorm):
    """RMSNorm, in the place of `torch.nn.RMSNorm`: the same arguments, parameters and state dict."""

    def forward(self, x: Tensor) -> Tensor:
        """The input, divided by the root of the mean square over its last dimensions."""
        rows, shape = _rows(x, self.normalized_shape)
        eps = torch.finfo(torch.promote_types(x.dtype, torch.float32)).eps if self.eps is None else self.eps
        return rms_norm(rows, _flat(self.weight), eps=eps).reshape(shape)


class _Affine(nn.Module):
    """A layer over the last dimensions, with a weight and a bias for each channel, if it has any."""

    def __init__(
        self, normalized_shape: int | Sequence[int], elementwise_affine: bool, bias: bool, device: Any, dtype: Any
    ) -> None:  # fmt: skip
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.normalized_shape, self.elementwise_affine = shape, elementwise_affine
        weight = torch.ones(shape, device=device, dtype=dtype) if elementwise_affine else None
        offset = torch.zeros(shape, device=device, dtype=dtype) if elementwise_affine and bias else None
        self.register_parameter("weight", None if weight is None else nn.Parameter(weight))
        self.register_parameter("bias", None if offset is None else nn.Parameter(offset))

    def extra_repr(self) -> str:
        """The arguments, as shown by `print(model)`."""
        return f"{self.normalized_shape}, elementwise_affine={self.elementwise_affine}"

    def _affine(self, y: Tensor, shape: torch.Size) -> Tensor:
        """y by weight and bias, in the dtype of y."""
        if self.weight is not None:
            y = y * _flat(self.weight).to(y.dtype)
        if self.bias is not None:
            y = y + _flat(self.bias).to(y.dtype)
        return y.reshape(shape)


class DyT(_Affine):
    """Dynamic Tanh, weight tanh(alpha x) + bias: alpha is one learnt number. The state dict is that of its paper."""

    def __init__(
        self, normalized_shape: int | Sequence[int], alpha: float = 0.5, elementwise_affine: bool = True,
        bias: bool = True, device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        super().__init__(normalized_shape, elementwise_affine, bias, device, dtype)
        self.alpha = nn.Parameter(torch.full((1,), alpha, device=device, dtype=dtype))

    def forward(self, x: Tensor) -> Tensor:
        """weight tanh(alpha x) + bias."""
        rows, shape = _rows(x, self.normalized_shape)
        return dyt(rows, self.alpha, _flat(self.weight), _flat(self.bias)).reshape(shape)


class _WithBeta(_Affine):
    """A layer with one learnt number beta, which has to stay positive."""

    def __init__(
        self, normalized_shape: int | Sequence[int], beta: float = 1.0, elementwise_affine: bool = True,
        bias: bool = True, device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        if not beta > 0:
            raise ValueError(f"beta has to be positive, not {beta}")
        super().__init__(normalized_shape, elementwise_affine, bias, device, dtype)
        self.beta = nn.Parameter(torch.full((1,), beta, device=device, dtype=dtype))


class ELN(_WithBeta):
    """Elementwise layer normalization, sqrt(C - 1) x / sqrt(beta + x^2), by weight and bias."""

    def forward(self, x: Tensor) -> Tensor:
        """weight sqrt(C - 1) x / sqrt(beta + x^2) + bias."""
        rows, shape = _rows(x, self.normalized_shape)
        return self._affine(eln(rows, self.beta), shape)


class DyISRU(_WithBeta):
    """The dynamic inverse square root unit, sqrt(C) x / sqrt(beta + x^2), by weight and bias."""

    def forward(self, x: Tensor) -> Tensor:
        """weight sqrt(C) x / sqrt(beta + x^2) + bias."""
        rows, shape = _rows(x, self.normalized_shape)
        return self._affine(dyisru(rows, self.beta), shape)


class AdaNorm(nn.Module):
    """AdaNorm, c (1 - kappa y) y of the normalized row y. The factor is a constant for the derivative, as is usual."""

    def __init__(
        self, normalized_shape: int | Sequence[int], c: float = 1.0, kappa: float = 0.1, eps: float = 1e-5,
        detach: bool = True,
    ) -> None:  # fmt: skip
        super().__init__()
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.c, self.kappa, self.eps, self.detach = c, kappa, eps, detach

    def extra_repr(self) -> str:
        """The arguments, as shown by `print(model)`."""
        return f"{self.normalized_shape}, c={self.c}, kappa={self.kappa}, eps={self.eps}, detach={self.detach}"

    def forward(self, x: Tensor) -> Tensor:
        """c (1 - kappa y) y of the normalized row y."""
        rows, shape = _rows(x, self.normalized_shape)
        return ada_norm(rows, self.c, self.kappa, detach=self.detach, eps=self.eps).reshape(shape)


class DetachNorm(nn.Module):
    """Layer normalization in which the mean, the variance, or both are constants for the derivative."""

    def __init__(self, normalized_shape: int | Sequence[int], eps: float = 1e-5, detach: str = "both") -> None:
        super().__init__()
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps, self.detach = eps, detach

    def extra_repr(self) -> str:
        """The arguments, as shown by `print(model)`."""
        return f"{self.normalized_shape}, eps={self.eps}, detach={self.detach!r}"

    def forward(self, x: Tensor) -> Tensor:
        """The normalized row."""
        rows, shape = _rows(x, self.normalized_shape)
        return detach_norm(rows, detach=self.detach, eps=self.eps).reshape(shape)


def _rows(x: Tensor, shape: tuple[int, ...]) -> tuple[Tensor, torch.Size]:
    """x with the dimensions of a shape as one, and its own shape. Raises ValueError where it does not end in these."""
    if tuple(x.shape[-len(shape) :]) != shape:
        raise ValueError(f"x has to end in the dimensions {shape}, and has shape {tuple(x.shape)}")
    return (x if len(shape) == 1 else x.reshape(*x.shape[: -len(shape)], math.prod(shape))), x.shape


def _flat(parameter: Any) -> Any:
    """A parameter of the last dimensions, as one dimension."""
    return parameter if parameter is None or parameter.ndim == 1 else parameter.reshape(-1)
