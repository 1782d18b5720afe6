"""What the kernels should compute, from the definitions in the papers and by no other route than theirs.

A definition is written once, for any library of arrays (`Library`). With `EXACT`, arrays of mpmath's numbers, it is
the reference for accuracy: 100 digits, any exponent. Gradients are those of the definition along the complex
direction x + i h with h = 1e-1000, whose error is of the order h^2: nothing is derived by hand. What is detached is
`fixed`, which has no imaginary part. With arrays of PyTorch or JAX, the same definitions are differentiated by these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import mpmath
import numpy as np

Array = Any

DIGITS = 100
STEP = mpmath.mpf(10) ** -1000


class Library(NamedTuple):
    """What a definition needs beside arithmetic and `sum(-1, keepdims=True)`; `fixed` is a constant for derivatives."""

    sqrt: Callable[[Array], Array]
    tanh: Callable[[Array], Array]
    fixed: Callable[[Array], Array]
    root: Callable[[int], Any]  # the square root of a whole number


EXACT = Library(*(np.frompyfunc(f, 1, 1) for f in (mpmath.sqrt, mpmath.tanh, mpmath.re)), mpmath.sqrt)


# --- definitions ------------------------------------------------------------------------------------------


def mean(x: Array) -> Array:
    return x.sum(-1, keepdims=True) / x.shape[-1]


def standardized(lib: Library, x: Array, eps: Any, mean_fixed: bool = False, root_fixed: bool = False) -> Array:
    """(x - mu)/sqrt(sigma^2 + eps); DetachNorm (AdaNorm paper, Sec. 3) where the mean or the root is fixed."""
    mu = mean(x)
    root = lib.sqrt(mean((x - mu) ** 2) + eps)
    return (x - (lib.fixed(mu) if mean_fixed else mu)) / (lib.fixed(root) if root_fixed else root)


def layer_norm(lib: Library, x: Array, gain: Array, bias: Array, eps: Any) -> Array:
    return gain * standardized(lib, x, eps) + bias


def layer_norm_simple(lib: Library, x: Array, eps: Any) -> Array:
    return standardized(lib, x, eps)


def rms_norm(lib: Library, x: Array, gain: Array, eps: Any) -> Array:
    return gain * x / lib.sqrt(mean(x * x) + eps)


def dyt(lib: Library, x: Array, alpha: Any, gain: Array, bias: Array) -> Array:
    return gain * lib.tanh(alpha * x) + bias


def dyt_scaled(lib: Library, x: Array, alpha: Any) -> Array:
    return lib.root(x.shape[-1] - 1) * lib.tanh(alpha * x)


def dyt_scaled_rms(lib: Library, x: Array, alpha: Any) -> Array:
    return lib.root(x.shape[-1]) * lib.tanh(alpha * x)


def eln(lib: Library, x: Array, beta: Any) -> Array:
    return lib.root(x.shape[-1] - 1) * x / lib.sqrt(beta + x * x)


def eln_general(lib: Library, x: Array, betas: Array) -> Array:
    t = x - mean(x)
    return lib.root(x.shape[-1] - 1) * t / lib.sqrt(betas + t * t)


def dyisru(lib: Library, x: Array, beta: Any) -> Array:
    return lib.root(x.shape[-1]) * x / lib.sqrt(beta + x * x)


def isru(lib: Library, x: Array, alpha: Any) -> Array:
    return x / lib.sqrt(1 + alpha * x * x)


def ada_norm(lib: Library, x: Array, c: Any, kappa: Any, detach: bool, eps: Any) -> Array:
    y = standardized(lib, x, eps)
    factor = c * (1 - kappa * y)
    return (lib.fixed(factor) if detach else factor) * y


def detach_norm(lib: Library, x: Array, detach: str, eps: Any) -> Array:
    return standardized(lib, x, eps, detach in ("mean", "both"), detach in ("variance", "both"))


def beta_i(x: Array) -> Array:
    """(C - 1) sigma_{!=i}^2 - sigma^2, ELN (14)."""
    squares = (x - mean(x)) ** 2
    return squares.sum(-1, keepdims=True) - squares - mean(squares)


DEFINITIONS: dict[str, Callable[..., Array]] = {
    f.__name__: f
    for f in (layer_norm, layer_norm_simple, rms_norm, dyt, dyt_scaled, dyt_scaled_rms, eln, eln_general, dyisru, isru,
              ada_norm, detach_norm)
}  # fmt: skip

ELEMENTWISE = ("dyt", "dyt_scaled", "dyt_scaled_rms", "eln", "dyisru", "isru")
PER_CHANNEL = ("gain", "bias", "betas")
LEARNED = ("alpha", "beta", *PER_CHANNEL)


# --- exact values and derivatives -------------------------------------------------------------------------


@contextmanager
def digits() -> Iterator[None]:
    with mpmath.workdps(DIGITS):
        yield


def exact(values: Any) -> Array:
    """The same numbers as mpmath's: an array, or one number."""
    if np.ndim(values):
        return np.frompyfunc(lambda v: mpmath.mpf(float(v)), 1, 1)(values).astype(object)
    return values if isinstance(values, str | bool) else mpmath.mpf(float(values))


def forward(name: str, x: np.ndarray, **parameters: Any) -> Array:
    """The operator at x, of finite numbers."""
    with digits():
        return DEFINITIONS[name](EXACT, exact(x), **{k: exact(v) for k, v in parameters.items()})


def _slope(output: Array) -> Array:
    """The derivative along the imaginary direction."""
    return np.frompyfunc(lambda v: mpmath.im(v) / STEP, 1, 1)(output)


def vjp(name: str, g: np.ndarray, x: np.ndarray, **parameters: Any) -> dict[str, Array]:
    """{"dx": ..., "dgain": ..., ...}: the gradients, for the gradient g at the output, of x and all that is learned."""
    with digits():
        definition, g, x = DEFINITIONS[name], exact(g), exact(x)
        given = {k: exact(v) for k, v in parameters.items()}
        direction = mpmath.mpc(0, STEP)
        if name in ELEMENTWISE:
            made = {"dx": g * _slope(definition(EXACT, x + direction, **given))}
        else:
            dx = np.empty_like(x)
            for i in range(x.shape[-1]):
                along = np.zeros(x.shape[-1], object)
                along[i] = direction
                dx[..., i] = (g * _slope(definition(EXACT, x + along, **given))).sum(-1)
            made = {"dx": dx}
        for learned in LEARNED:
            if learned in given:  # output i depends on the value of channel i alone, so all are varied at once
                varied = given | {learned: given[learned] + direction}
                summands = g * _slope(definition(EXACT, x, **varied))
                made[f"d{learned}"] = summands.sum(0) if learned in PER_CHANNEL else summands.sum()
        return made


# --- errors -----------------------------------------------------------------------------------------------


def difference(found: np.ndarray, true: Array) -> Array:
    """|found - true|, exact."""
    with digits():
        return abs(exact(found) - true)


def ulps(found: np.ndarray, true: Array) -> np.ndarray:
    """The error of each finite number in units in the last place of the true one, in the type of what was found.

    An infinity is right where the true value rounds to it, and wrong without bound elsewhere; so is NaN.
    """
    limits = np.finfo(found.dtype)
    with digits():
        largest = mpmath.mpf(float(limits.max)) * (1 + mpmath.mpf(float(limits.eps)) / 4)

        def unit(value: Any) -> Any:
            exponent = mpmath.frexp(value)[1] if value else -10000
            return mpmath.ldexp(1, max(exponent - limits.nmant - 1, limits.minexp - limits.nmant))

        def one(value: float, right: Any) -> float:
            if np.isnan(value):
                return np.inf
            if np.isinf(value) or abs(right) > largest:
                same = np.isinf(value) and abs(right) > largest and (value > 0) == (right > 0)
                return 0.0 if same else np.inf
            return float(abs(mpmath.mpf(float(value)) - right) / unit(right))

        return np.frompyfunc(one, 2, 1)(found, true).astype(float)


def norm(values: Array) -> Array:
    """The Euclidean norm of each row, exact arithmetic."""
    with digits():
        return EXACT.sqrt((values * values).sum(-1))


# --- inputs ------------------------------------------------------------------------------------------------

TYPES = ("float32", "float64")


def hard(dtype: str, channels: int) -> dict[str, np.ndarray]:
    """Rows on which something overflows, underflows or cancels somewhere."""
    limits = np.finfo(dtype)
    random = np.random.default_rng(channels)
    normal = lambda: random.standard_normal(channels)  # noqa: E731
    large = float(limits.max)
    rows = {
        "normal": normal(),
        "1e4 + N": 1e4 + normal(),
        "1e6 + N": 1e6 + normal(),
        "1 + 1e-3 N": 1 + 1e-3 * normal(),
        "1e-25 N": 1e-25 * normal(),
        "subnormal": random.integers(1, 1000, channels) * float(limits.smallest_subnormal),
        "1e30 N": 1e30 * normal(),
        "squares overflow": large**0.75 * normal(),
        "squares underflow": float(limits.tiny) ** 0.75 * normal(),
        "near the largest": large * random.uniform(0.5, 1, channels) * random.choice([-1.0, 1.0], channels),
        "the largest, one sign": large * random.uniform(0.9, 1, channels),
        "one outlier": np.r_[1e6, random.standard_normal(channels - 1)],
        "all magnitudes": normal() * 10.0 ** random.uniform(-30, 30, channels),
    }
    return {name: row.astype(dtype) for name, row in rows.items()}


def stacked(rows: dict[str, np.ndarray]) -> np.ndarray:
    return np.stack(list(rows.values()))


def unchanged(call: Callable[..., Any], *arrays: np.ndarray, **rest: Any) -> Any:
    """What the call returns, which leaves its input as it was."""
    before = [a.copy() for a in arrays]
    result = call(*arrays, **rest)
    for array, was in zip(arrays, before, strict=True):
        np.testing.assert_array_equal(array, was)
    return result


def gains(dtype: str, channels: int) -> dict[str, np.ndarray]:
    values = np.random.default_rng(1).uniform(0.5, 2, (2, channels)).astype(dtype)
    return {"gain": values[0], "bias": values[1]}
