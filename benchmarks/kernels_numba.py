"""The operators written by hand for numba: fused loops over rows, parallel, with fast mathematics, into a given output.

`FUNCTIONS[name]` is (forward, vector-Jacobian product), called as f(x, p, out) and f(x, g, p, out, chunks): p is the
tuple of parameters in the order of `kernels_formulas.FORMULAS`, each of the type of x (a Python number would make
float32 loops compute in float64).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

loop = numba.njit(parallel=True, fastmath=True, error_model="numpy")
inline = numba.njit(fastmath=True, error_model="numpy")


def normalizing(centred: bool, after: Any) -> Any:
    """A forward pass: after(y, p, j) of the normalized row y; eps is the last parameter."""

    @loop
    def forward(x: Any, p: Any, out: Any) -> Any:
        rows, n = x.shape
        zero = x.dtype.type(0)
        for r in numba.prange(rows):
            mean = zero
            if centred:
                for j in range(n):
                    mean += x[r, j]
                mean /= x.dtype.type(n)
            square = zero
            for j in range(n):
                square += (x[r, j] - mean) ** 2
            scale = x.dtype.type(1) / np.sqrt(square / x.dtype.type(n) + p[-1])
            for j in range(n):
                out[r, j] = after((x[r, j] - mean) * scale, p, j)
        return out

    return forward


def through(centred: bool, before: Any, mean_too: bool, scale_too: bool, sums: int) -> Any:
    """A vector-Jacobian product: the gradient before(y, g, p, j) back through the mean, the scale or both.

    `sums` gradients of parameters of a channel follow: those of the gain, of the bias.
    """

    @loop
    def vjp(x: Any, g: Any, p: Any, out: Any, chunks: int) -> Any:
        rows, n = x.shape
        zero, size = x.dtype.type(0), x.dtype.type(n)
        parts = np.zeros((chunks, 2, n), x.dtype)
        for chunk in numba.prange(chunks):
            for r in range(chunk * rows // chunks, (chunk + 1) * rows // chunks):
                mean, square, first, second = zero, zero, zero, zero
                if centred:
                    for j in range(n):
                        mean += x[r, j]
                    mean /= size
                for j in range(n):
                    square += (x[r, j] - mean) ** 2
                scale = x.dtype.type(1) / np.sqrt(square / size + p[-1])
                if mean_too or scale_too:
                    for j in range(n):
                        y = (x[r, j] - mean) * scale
                        h = before(y, g[r, j], p, j)
                        first += h
                        second += y * h
                first = first / size if mean_too else zero
                second = second / size if scale_too else zero
                for j in range(n):
                    y = (x[r, j] - mean) * scale
                    out[r, j] = (before(y, g[r, j], p, j) - first - y * second) * scale
                    if sums > 0:
                        parts[chunk, 0, j] += g[r, j] * y
                    if sums > 1:
                        parts[chunk, 1, j] += g[r, j]
        return out, parts

    if sums == 0:
        return lambda *a: (vjp(*a)[0],)

    def reduced(*a: Any) -> tuple[Any, ...]:
        out, parts = vjp(*a)
        return (out, *parts.sum(0)[:sums])

    return reduced


def each(f: Any) -> Any:
    """A forward pass element by element: f(x, p, j, n)."""

    @loop
    def forward(x: Any, p: Any, out: Any) -> Any:
        rows, n = x.shape
        size = x.dtype.type(n)
        for r in numba.prange(rows):
            for j in range(n):
                out[r, j] = f(x[r, j], p, j, size)
        return out

    return forward


def each_vjp(f: Any) -> Any:
    """f(x, g, p, j, n) is (the gradient at x, the summand of the gradient of the one parameter)."""

    @loop
    def vjp(x: Any, g: Any, p: Any, out: Any, chunks: int) -> Any:
        rows, n = x.shape
        size = x.dtype.type(n)
        totals = np.zeros(rows, x.dtype)
        for r in numba.prange(rows):
            total = x.dtype.type(0)
            for j in range(n):
                out[r, j], summand = f(x[r, j], g[r, j], p, j, size)
                total += summand
            totals[r] = total
        return out, totals.sum()

    return vjp


@loop
def dyt_vjp(x: Any, g: Any, p: Any, out: Any, chunks: int) -> Any:
    rows, n = x.shape
    gain, _, alpha = p
    one = x.dtype.type(1)
    parts = np.zeros((chunks, 2, n), x.dtype)
    totals = np.zeros(rows, x.dtype)
    for chunk in numba.prange(chunks):
        for r in range(chunk * rows // chunks, (chunk + 1) * rows // chunks):
            total = x.dtype.type(0)
            for j in range(n):
                t = np.tanh(alpha * x[r, j])
                slope = g[r, j] * gain[j] * (one - t * t)
                out[r, j] = alpha * slope
                total += slope * x[r, j]
                parts[chunk, 0, j] += g[r, j] * t
                parts[chunk, 1, j] += g[r, j]
            totals[r] = total
    return out, totals.sum(), parts[:, 0].sum(0), parts[:, 1].sum(0)


@loop
def eln_general(x: Any, p: Any, out: Any) -> Any:
    rows, n = x.shape
    betas, scale = p[0], np.sqrt(x.dtype.type(n - 1))
    for r in numba.prange(rows):
        mean = x.dtype.type(0)
        for j in range(n):
            mean += x[r, j]
        mean /= x.dtype.type(n)
        for j in range(n):
            t = x[r, j] - mean
            out[r, j] = scale * t / np.sqrt(betas[j] + t * t)
    return out


@loop
def eln_general_vjp(x: Any, g: Any, p: Any, out: Any, chunks: int) -> Any:
    rows, n = x.shape
    betas, scale, half = p[0], np.sqrt(x.dtype.type(n - 1)), x.dtype.type(0.5)
    parts = np.zeros((chunks, n), x.dtype)
    for chunk in numba.prange(chunks):
        for r in range(chunk * rows // chunks, (chunk + 1) * rows // chunks):
            mean, back = x.dtype.type(0), x.dtype.type(0)
            for j in range(n):
                mean += x[r, j]
            mean /= x.dtype.type(n)
            for j in range(n):
                t = x[r, j] - mean
                square = betas[j] + t * t
                slope = scale * g[r, j] / (square * np.sqrt(square))
                parts[chunk, j] -= half * slope * t
                out[r, j] = betas[j] * slope
                back += betas[j] * slope
            back /= x.dtype.type(n)
            for j in range(n):
                out[r, j] -= back
    return out, parts.sum(0)


# --- what happens to one element --------------------------------------------------------------------------


@inline
def affine(y, p, j):
    return y * p[0][j] + p[1][j]


@inline
def gained(y, p, j):
    return y * p[0][j]


@inline
def plain(y, p, j):
    return y


@inline
def adapted(y, p, j):
    return p[0] * (type(y)(1) - p[1] * y) * y


@inline
def times_gain(y, g, p, j):
    return g * p[0][j]


@inline
def as_is(y, g, p, j):
    return g


@inline
def weighted(y, g, p, j):
    return p[0] * (type(y)(1) - p[1] * y) * g


@inline
def sloped(y, g, p, j):
    return p[0] * (type(y)(1) - type(y)(2) * p[1] * y) * g


@inline
def dyt(x, p, j, n):
    return np.tanh(p[2] * x) * p[0][j] + p[1][j]


@inline
def identity(n):
    return type(n)(1)


@inline
def root(n):
    return np.sqrt(n)


@inline
def root_less_one(n):
    return np.sqrt(n - type(n)(1))


def tanh_of(scale: Any) -> tuple[Any, Any]:
    """scale(n) tanh(alpha x), forward and back."""

    @inline
    def forward(x, p, j, n):
        return scale(n) * np.tanh(p[0] * x)

    @inline
    def vjp(x, g, p, j, n):
        t = np.tanh(p[0] * x)
        slope = scale(n) * g * (type(n)(1) - t * t)
        return p[0] * slope, slope * x

    return each(forward), each_vjp(vjp)


def isru_of(scale: Any) -> tuple[Any, Any]:
    """scale(n) x/sqrt(beta + x^2), forward and back."""

    @inline
    def forward(x, p, j, n):
        return scale(n) * x / np.sqrt(p[0] + x * x)

    @inline
    def vjp(x, g, p, j, n):
        square = p[0] + x * x
        slope = scale(n) * g / (square * np.sqrt(square))
        return p[0] * slope, -slope * x / type(n)(2)

    return each(forward), each_vjp(vjp)


@inline
def isru(x, p, j, n):
    return x / np.sqrt(type(n)(1) + p[0] * x * x)


@inline
def isru_vjp(x, g, p, j, n):
    square = type(n)(1) + p[0] * x * x
    slope = g / (square * np.sqrt(square))
    return slope, -slope * x * x * x / type(n)(2)


simple = normalizing(True, plain)
FUNCTIONS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "layer_norm": (normalizing(True, affine), through(True, times_gain, True, True, 2)),
    "layer_norm_simple": (simple, through(True, as_is, True, True, 0)),
    "rms_norm": (normalizing(False, gained), through(False, times_gain, False, True, 1)),
    "dyt": (each(dyt), dyt_vjp),
    "dyt_simple": tanh_of(identity),
    "dyt_scaled": tanh_of(root_less_one),
    "eln": isru_of(root_less_one),
    "eln_general": (eln_general, eln_general_vjp),
    "dyisru": isru_of(root),
    "isru": (each(isru), each_vjp(isru_vjp)),
    "ada_norm": (normalizing(True, adapted), through(True, weighted, True, True, 0)),
    "ada_norm_attached": (normalizing(True, adapted), through(True, sloped, True, True, 0)),
    "detach_norm": (simple, through(True, as_is, False, False, 0)),
    "detach_mean": (simple, through(True, as_is, False, True, 0)),
    "detach_variance": (simple, through(True, as_is, True, False, 0)),
}
