"""The operators as people write them, for any library of arrays: what `kernels.py` gives to each peer.

Each is written once, in operations that NumPy, PyTorch, JAX and SymPy share (`Library`), the way it stands in
tutorials and model code; nothing is blocked, fused or reused by hand. A vector-Jacobian product returns the
gradient at x, then those of the parameters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Library(NamedTuple):
    """The operations on arrays that the formulas need; `mean` is over the last axis and keeps it."""

    mean: Callable[[Any], Any]
    rows: Callable[[Any], Any]  # the sum over all axes but the last
    total: Callable[[Any], Any]  # the sum of all elements
    sqrt: Callable[[Any], Any]
    tanh: Callable[[Any], Any]


class Formula(NamedTuple):
    """An operator: the names of its parameters in order, forward and vector-Jacobian product."""

    parameters: tuple[str, ...]
    forward: Callable[..., Any]
    vjp: Callable[..., tuple[Any, ...]]


VALUES = {"eps": 1e-5, "alpha": 0.75, "beta": 1.5, "c": 1.0, "kappa": 0.1}
"""The numbers that are measured with; `gain`, `bias` and `betas` are arrays of one value per channel."""

PER_CHANNEL = ("gain", "bias", "betas")


def normalized(xp: Library, x: Any, eps: Any) -> tuple[Any, Any]:
    """((x - mean)/sigma, sigma), sigma with eps under the root."""
    centred = x - xp.mean(x)
    sigma = xp.sqrt(xp.mean(centred * centred) + eps)
    return centred / sigma, sigma


def through_both(xp: Library, y: Any, sigma: Any, g: Any) -> Any:
    """The gradient g back through the mean and the deviation."""
    return (g - xp.mean(g) - y * xp.mean(y * g)) / sigma


# --- layer normalization and RMSNorm ----------------------------------------------------------------------


def layer_norm(xp: Library, n: int, x: Any, gain: Any, bias: Any, eps: Any) -> Any:
    return normalized(xp, x, eps)[0] * gain + bias


def layer_norm_vjp(xp: Library, n: int, x: Any, g: Any, gain: Any, bias: Any, eps: Any) -> tuple[Any, ...]:
    y, sigma = normalized(xp, x, eps)
    return through_both(xp, y, sigma, g * gain), xp.rows(g * y), xp.rows(g)


def layer_norm_simple(xp: Library, n: int, x: Any, eps: Any) -> Any:
    return normalized(xp, x, eps)[0]


def layer_norm_simple_vjp(xp: Library, n: int, x: Any, g: Any, eps: Any) -> tuple[Any, ...]:
    return (through_both(xp, *normalized(xp, x, eps), g),)


def rms_norm(xp: Library, n: int, x: Any, gain: Any, eps: Any) -> Any:
    return x / xp.sqrt(xp.mean(x * x) + eps) * gain


def rms_norm_vjp(xp: Library, n: int, x: Any, g: Any, gain: Any, eps: Any) -> tuple[Any, ...]:
    root = xp.sqrt(xp.mean(x * x) + eps)
    y, h = x / root, g * gain
    return (h - y * xp.mean(y * h)) / root, xp.rows(g * y)


# --- AdaNorm and DetachNorm -------------------------------------------------------------------------------


def ada_norm(xp: Library, n: int, x: Any, c: Any, kappa: Any, eps: Any) -> Any:
    y = normalized(xp, x, eps)[0]
    return c * (1 - kappa * y) * y


def ada_norm_vjp(xp: Library, n: int, x: Any, g: Any, c: Any, kappa: Any, eps: Any) -> tuple[Any, ...]:
    y, sigma = normalized(xp, x, eps)
    return (through_both(xp, y, sigma, c * (1 - kappa * y) * g),)


def ada_norm_attached_vjp(xp: Library, n: int, x: Any, g: Any, c: Any, kappa: Any, eps: Any) -> tuple[Any, ...]:
    y, sigma = normalized(xp, x, eps)
    return (through_both(xp, y, sigma, c * (1 - 2 * kappa * y) * g),)


def detach_mean_vjp(xp: Library, n: int, x: Any, g: Any, eps: Any) -> tuple[Any, ...]:
    y, sigma = normalized(xp, x, eps)
    return ((g - y * xp.mean(y * g)) / sigma,)


def detach_variance_vjp(xp: Library, n: int, x: Any, g: Any, eps: Any) -> tuple[Any, ...]:
    return ((g - xp.mean(g)) / normalized(xp, x, eps)[1],)


def detach_norm_vjp(xp: Library, n: int, x: Any, g: Any, eps: Any) -> tuple[Any, ...]:
    return (g / normalized(xp, x, eps)[1],)


# --- element by element -----------------------------------------------------------------------------------


def dyt(xp: Library, n: int, x: Any, gain: Any, bias: Any, alpha: Any) -> Any:
    return xp.tanh(alpha * x) * gain + bias


def dyt_vjp(xp: Library, n: int, x: Any, g: Any, gain: Any, bias: Any, alpha: Any) -> tuple[Any, ...]:
    t = xp.tanh(alpha * x)
    slope = g * gain * (1 - t * t)
    return alpha * slope, xp.total(slope * x), xp.rows(g * t), xp.rows(g)


def dyt_simple(xp: Library, n: int, x: Any, alpha: Any) -> Any:
    return xp.tanh(alpha * x)


def dyt_simple_vjp(xp: Library, n: int, x: Any, g: Any, alpha: Any) -> tuple[Any, ...]:
    t = xp.tanh(alpha * x)
    slope = g * (1 - t * t)
    return alpha * slope, xp.total(slope * x)


def dyt_scaled(xp: Library, n: int, x: Any, alpha: Any) -> Any:
    return (n - 1) ** 0.5 * xp.tanh(alpha * x)


def dyt_scaled_vjp(xp: Library, n: int, x: Any, g: Any, alpha: Any) -> tuple[Any, ...]:
    t = xp.tanh(alpha * x)
    slope = (n - 1) ** 0.5 * g * (1 - t * t)
    return alpha * slope, xp.total(slope * x)


def _isru(scale: Callable[[int], float]) -> tuple[Callable[..., Any], Callable[..., tuple[Any, ...]]]:
    """scale x/sqrt(beta + x^2), forward and back: ELN and DyISRU differ in the scale."""

    def forward(xp: Library, n: int, x: Any, beta: Any) -> Any:
        return scale(n) * x / xp.sqrt(beta + x * x)

    def vjp(xp: Library, n: int, x: Any, g: Any, beta: Any) -> tuple[Any, ...]:
        square = beta + x * x
        slope = scale(n) * g / (square * xp.sqrt(square))
        return beta * slope, -xp.total(slope * x) / 2

    return forward, vjp


def eln_general(xp: Library, n: int, x: Any, betas: Any) -> Any:
    t = x - xp.mean(x)
    return (n - 1) ** 0.5 * t / xp.sqrt(betas + t * t)


def eln_general_vjp(xp: Library, n: int, x: Any, g: Any, betas: Any) -> tuple[Any, ...]:
    t = x - xp.mean(x)
    square = betas + t * t
    slope = (n - 1) ** 0.5 * g / (square * xp.sqrt(square))
    u = betas * slope
    return u - xp.mean(u), -xp.rows(slope * t) / 2


def isru(xp: Library, n: int, x: Any, alpha: Any) -> Any:
    return x / xp.sqrt(1 + alpha * x * x)


def isru_vjp(xp: Library, n: int, x: Any, g: Any, alpha: Any) -> tuple[Any, ...]:
    square = 1 + alpha * x * x
    slope = g / (square * xp.sqrt(square))
    return slope, -xp.total(slope * x * x * x) / 2


FORMULAS = {
    "layer_norm": Formula(("gain", "bias", "eps"), layer_norm, layer_norm_vjp),
    "layer_norm_simple": Formula(("eps",), layer_norm_simple, layer_norm_simple_vjp),
    "rms_norm": Formula(("gain", "eps"), rms_norm, rms_norm_vjp),
    "dyt": Formula(("gain", "bias", "alpha"), dyt, dyt_vjp),
    "dyt_simple": Formula(("alpha",), dyt_simple, dyt_simple_vjp),
    "dyt_scaled": Formula(("alpha",), dyt_scaled, dyt_scaled_vjp),
    "eln": Formula(("beta",), *_isru(lambda n: (n - 1) ** 0.5)),
    "eln_general": Formula(("betas",), eln_general, eln_general_vjp),
    "dyisru": Formula(("beta",), *_isru(lambda n: n**0.5)),
    "isru": Formula(("alpha",), isru, isru_vjp),
    "ada_norm": Formula(("c", "kappa", "eps"), ada_norm, ada_norm_vjp),
    "ada_norm_attached": Formula(("c", "kappa", "eps"), ada_norm, ada_norm_attached_vjp),
    "detach_norm": Formula(("eps",), layer_norm_simple, detach_norm_vjp),
    "detach_mean": Formula(("eps",), layer_norm_simple, detach_mean_vjp),
    "detach_variance": Formula(("eps",), layer_norm_simple, detach_variance_vjp),
}
"""Every operator. Some share the forward formula and differ in what is detached."""
