"""Looks for rows on which a kernel is least accurate: by hill climbing, from families of rows on which errors add up.

A row is judged by its error beside the bound of the docstring. The exact result is that of the definition in extended
precision, which has 11 bits more than float64; where NumPy has none, float64 is not searched (`searched`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Exact = tuple[Array, Array]

LARGEST = 1e9
"""Entries stay below it, so that squares of float32 stay in range, and rows are judged by their rounding errors."""


def searched() -> tuple[str, ...]:
    """The dtypes whose errors can be measured here."""
    return ("float32", "float64") if np.finfo(np.longdouble).nmant > 60 else ("float32",)


# --- what is exact -----------------------------------------------------------------------------------------


def mean(a: Array) -> Array:
    return a.sum(-1, keepdims=True) / a.shape[-1]


def norm(a: Array) -> Array:
    return np.sqrt((a * a).sum(-1, keepdims=True))


def centred(x: Array) -> Array:
    once = x - mean(x)
    return once - mean(once)  # what rounding left of the mean


def root(t: Array, eps: float) -> Array:
    return np.sqrt(mean(t * t) + eps)


def affine(g: Array, x: Array, gain: Array, bias: Array, eps: float) -> Exact:
    t = centred(x)
    y = t / root(t, eps)
    return gain * y + bias, norm(gain * (abs(y) + 1)) + norm(bias)


def simple(g: Array, x: Array, eps: float) -> Exact:
    y = centred(x) / root(centred(x), eps)
    return y, norm(y)


def rms(g: Array, x: Array, gain: Array, eps: float) -> Exact:
    y = gain * x / root(x, eps)
    return y, norm(y)


def backward(
    g: Array, x: Array, eps: float, gain: Any = 1.0, bias: Any = None, of_mean: bool = True, of_root: bool = True,
    about_zero: bool = False, size: Array | None = None,
) -> Exact:  # fmt: skip
    """Of a normalized row, weighted: with the derivatives of the mean and of the root, or without."""
    t = x if about_zero else centred(x)
    r, weighted = root(t, eps), g * gain
    y = t / r
    passed = weighted - of_mean * mean(weighted) - of_root * y * mean(weighted * y)
    return passed / r, norm(weighted if size is None else size) / r


def ada(g: Array, x: Array, c: float, kappa: float, eps: float) -> Exact:
    y = centred(x) / root(centred(x), eps)
    return c * y * (1 - kappa * y), norm(c * y) + norm(c * kappa * y * y)


def ada_backward(g: Array, x: Array, c: float, kappa: float, eps: float, detach: bool) -> Exact:
    y, n = centred(x) / root(centred(x), eps), 1 if detach else 2
    return backward(g, x, eps, c * (1 - n * kappa * y), size=c * (1 + n * kappa * abs(y)) * g)


def general(g: Array, x: Array, betas: Array) -> Exact:
    t, s = centred(x), np.sqrt(np.longdouble(x.shape[-1] - 1))
    below = np.sqrt(betas + t * t)
    return s * t / below, norm(s * (abs(x) + mean(abs(x))) / below)


def general_backward(g: Array, x: Array, betas: Array) -> Exact:
    t, s = centred(x), np.sqrt(np.longdouble(x.shape[-1] - 1))
    below = np.sqrt(betas + t * t)
    terms = s * g * betas / below**3
    sizes = (abs(terms) + mean(abs(terms))) * (1 + mean(abs(x)) / below)
    return terms - mean(terms), norm(sizes)


def algebraic(g: Array, x: Array, beta: float, s: Callable[[int], Any], is_backward: bool) -> Exact:
    below, s_ = np.sqrt(beta + x * x), s(x.shape[-1])
    found = s_ * beta * g / below**3 if is_backward else s_ * x / below
    return found, abs(found)


def inverse_root(g: Array, x: Array, alpha: float, is_backward: bool) -> Exact:
    below = np.sqrt(1 + alpha * x * x)
    found = g / below**3 if is_backward else x / below
    return found, abs(found)


def beta_i(g: Array, x: Array) -> Exact:
    """Of a row about its first value: in extended precision what others cancel in keeps enough digits."""
    squares = centred(x - x[:, :1]) ** 2
    found = squares.sum(-1, keepdims=True) - squares - mean(squares)
    known = abs(found) > 1e-3 * squares.sum(-1, keepdims=True)
    return found, np.where(known, abs(found), np.inf)


def variances(g: Array, x: Array, detach: str, eps: float) -> Exact:
    t, h = centred(x), centred(g)
    r = 1 / root(t, eps)
    left = h - t * mean(h * t) * r * r if detach in ("none", "mean") else h
    return (mean(left * left) * r * r)[:, 0], (mean(g * g) * r * r)[:, 0]


# --- the kernels -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A public function, its parameters, and its exact result; `vectors` are the parameters of each channel."""

    function: str
    exact: Callable[..., Exact]
    numbers: dict[str, Any] = field(default_factory=dict)
    vectors: tuple[str, ...] = ()

    @property
    def takes_g(self) -> bool:
        return self.function.endswith("_vjp") or self.function == "gradient_variance"


EPS: dict[str, Any] = {"eps": 0.0}
ADA = {"c": 0.75, "kappa": 0.25, "eps": 0.0}
MINUS_ONE, PLAIN = (lambda C: np.sqrt(np.longdouble(C - 1))), (lambda C: np.sqrt(np.longdouble(C)))
CASES: dict[str, Case] = {
    "layer_norm": Case("layer_norm", affine, EPS, ("gain", "bias")),
    "layer_norm_simple": Case("layer_norm_simple", simple, EPS),
    "rms_norm": Case("rms_norm", rms, EPS, ("gain",)),
    "detach_norm": Case("detach_norm", simple, EPS),
    "ada_norm": Case("ada_norm", ada, ADA),
    "eln_general": Case("eln_general", general, {}, ("betas",)),
    "layer_norm_vjp": Case("layer_norm_vjp", backward, EPS, ("gain", "bias")),
    "layer_norm_simple_vjp": Case("layer_norm_simple_vjp", backward, EPS),
    "rms_norm_vjp": Case("rms_norm_vjp", partial(backward, of_mean=False, about_zero=True), EPS, ("gain",)),
    **{
        f"ada_norm_vjp, {detach}": Case("ada_norm_vjp", ada_backward, {**ADA, "detach": detach})
        for detach in (True, False)
    },
    "detach_norm_vjp, mean": Case("detach_norm_vjp", partial(backward, of_mean=False), {**EPS, "detach": "mean"}),
    "detach_norm_vjp, variance": Case(
        "detach_norm_vjp", partial(backward, of_root=False), {**EPS, "detach": "variance"}
    ),
    "detach_norm_vjp, both": Case(
        "detach_norm_vjp", partial(backward, of_mean=False, of_root=False), {**EPS, "detach": "both"}
    ),
    "eln_general_vjp": Case("eln_general_vjp", general_backward, {}, ("betas",)),
    "eln": Case("eln", partial(algebraic, s=MINUS_ONE, is_backward=False), {"beta": 1.75}),
    "eln_vjp": Case("eln_vjp", partial(algebraic, s=MINUS_ONE, is_backward=True), {"beta": 1.75}),
    "dyisru": Case("dyisru", partial(algebraic, s=PLAIN, is_backward=False), {"beta": 1.75}),
    "dyisru_vjp": Case("dyisru_vjp", partial(algebraic, s=PLAIN, is_backward=True), {"beta": 1.75}),
    "isru": Case("isru", partial(inverse_root, is_backward=False), {"alpha": 0.75}),
    "isru_vjp": Case("isru_vjp", partial(inverse_root, is_backward=True), {"alpha": 0.75}),
    "beta_i": Case("beta_i", beta_i),
    **{
        f"gradient_variance, {detach}": Case("gradient_variance", variances, {**EPS, "detach": detach})
        for detach in ("none", "mean", "variance", "both")
    },
}  # fmt: skip


def errors(
    target: ModuleType, name: str, g: Array, x: Array, vectors: dict[str, Array], **other: float
) -> Array:
    """For each row its error in machine epsilons of what the docstring names, if that and the result are in range."""
    case = CASES[name]
    given = (
        {v: vectors[v] for v in case.vectors}
        | case.numbers
        | {n: v for n, v in other.items() if n in case.numbers}
    )
    found = getattr(target, case.function)(*(g, x) if case.takes_g else (x,), **given)
    found = found[0] if isinstance(found, tuple) else found
    wide = {n: np.asarray(v, np.longdouble) if isinstance(v, np.ndarray) else v for n, v in given.items()}
    hidden = ("detach",) if case.function.startswith("detach_norm") else ()
    wide = {n: v for n, v in wide.items() if n not in hidden}
    wide_x = np.asarray(x, np.longdouble)
    with np.errstate(all="ignore"):
        true, size = case.exact(np.asarray(g, np.longdouble), wide_x, **wide)
        error = abs(found.astype(np.longdouble) - true)
        is_normal = in_range(true, x.dtype) & in_range(true / np.sqrt(x.shape[1]), x.dtype) | (true == 0)
        if found.ndim == 2 and size.shape[-1] == 1:
            error, is_normal = norm(error), is_normal.all(-1, keepdims=True)
        share = error / (size * np.longdouble(np.finfo(x.dtype).eps))
        if name == "rms_norm":
            is_normal = is_normal & in_range(size / abs(wide["gain"]).max(), x.dtype)
    if case.exact is general_backward:
        steep = 1000 * np.finfo(x.dtype).eps * mean(abs(wide_x)) > np.sqrt(wide["betas"].min())
        is_normal = is_normal & ~steep
    share = np.where(is_normal & in_range(size, x.dtype), np.where(np.isnan(share), np.inf, share), 0)
    return np.asarray(share.reshape(len(x), -1).max(-1), float)


def in_range(values: Array, dtype: np.dtype[Any]) -> Array:
    """Which are normal numbers of a dtype in size."""
    limits = np.finfo(dtype)
    return np.asarray((abs(values) >= limits.tiny) & (abs(values) <= limits.max))


# --- the search --------------------------------------------------------------------------------------------


class Rows:
    """Draws rows of families on which errors add up, and changes them."""

    def __init__(self, channels: int, random: np.random.Generator) -> None:
        self.channels, self.random = channels, random

    def moved(self, rows: Array, dtype: str) -> Array:
        """The rows, some of them scaled to anywhere in the range of a dtype."""
        limits = np.finfo(dtype)
        sizes = np.frexp(abs(rows).max(1))[1]
        exponents = self.random.integers(limits.minexp - limits.nmant, limits.maxexp, len(rows)) - sizes
        return np.asarray(np.ldexp(rows, np.where(self.random.random(len(rows)) < 0.4, exponents, 0)[:, None]))

    def sizes(self, limit: float, count: int, signed: bool = False) -> Array:
        """Parameters: of one size or of many, or of two, each about a limit or the inverse of one."""
        draw, most = self.random, 0.999 * np.log10(limit)
        exponents = (
            np.full(count, draw.uniform(-most, most)), draw.uniform(-most, most, count),
            np.full(count, draw.choice([-most, most])), draw.choice([-most, most], count),
        )[draw.integers(4)]  # fmt: skip
        return np.asarray(10.0**exponents * (draw.choice([-1, 1], count) if signed else 1))

    def value(self) -> float:
        draw = self.random
        match draw.integers(5):
            case 0:
                return float(draw.choice([0.1, 0.7, 3.7, 1.99, -0.7, 10.0, 3.9, 1.0, 0.3, 1e5]))
            case 1:
                return float(draw.uniform(-1, 1) * 10 ** draw.uniform(-3, 6))
            case 2:
                return float(1 + draw.uniform(-1, 1) * 2.0 ** -draw.integers(1, 20))
            case 3:
                return float(draw.uniform(0, 1))
        return float(draw.standard_normal())

    def new(self) -> Array:
        draw, C = self.random, self.channels
        match draw.integers(8):
            case 0 | 1:  # equal but one
                row = np.full(C, self.value())
                row[draw.integers(C)] = self.value()
                return row
            case 2:  # equal but some
                row = np.full(C, self.value())
                row[draw.integers(C, size=4)] = [self.value() for _ in range(4)]
                return row
            case 3:  # in turn
                return np.resize([self.value() for _ in range(draw.choice([2, 3, 4, 8, 16, 32]))], C)
            case 4:  # one after the other
                return np.where(np.arange(C) < draw.integers(1, C + 1), self.value(), self.value())
            case 5:
                return draw.choice([self.value(), self.value()], C)
            case 6:
                return draw.standard_normal(C) * 10 ** draw.uniform(-3, 3, C)
        return draw.standard_normal(C) * self.value() + self.value()

    def changed(self, row: Array) -> Array:
        draw, row = self.random, row.copy()
        match draw.integers(7):
            case 0 | 1:  # a value, wherever it stands
                value = draw.choice(row)
                row[row == value] = value * (1 + draw.standard_normal() * 2.0 ** -draw.integers(1, 30))
            case 2:
                row[draw.integers(len(row))] = self.value()
            case 3:
                row *= self.value()
            case 4:
                row = np.roll(row, draw.integers(len(row)))
            case 5:
                row += self.value() * 2.0 ** -draw.integers(0, 12)
            case 6:
                first, last = sorted(draw.integers(0, len(row) + 1, 2))
                row[first:last] = draw.choice(row)
        return row


@np.errstate(over="ignore")
def climbed(
    target: ModuleType, name: str, dtype: str, channels: int, generations: int, seed: int = 0, size: int = 48,
    anywhere: bool = False, limit: float = 0.0,
) -> tuple[float, Array, Array]:  # fmt: skip
    """The largest error that was found, and the g and x on which; these may be `anywhere` in the range of the dtype.

    Parameters may be of any size up to a limit, and down to its inverse, and often are as large or as small as that.
    """
    random = np.random.default_rng([seed, channels, *name.encode()])
    draw, best = Rows(channels, random), list[tuple[float, Array, Array]]()
    vectors = {n: (10.0 ** random.uniform(-4, 4, channels)).astype(dtype) for n in ("gain", "betas")}
    vectors["bias"] = random.uniform(-2, 2, channels).astype(dtype)
    for _ in range(generations):
        pairs = []
        for _ in range(size):
            g, x = draw.new(), draw.new()
            if best and random.random() < 0.75:
                _, g, x = best[int(len(best) * random.random() ** 2)]
                g, x = (g, draw.changed(x)) if random.random() < 0.6 else (draw.changed(g), x)
            pairs.append((g, x))
        g, x = (np.array(rows) for rows in zip(*pairs, strict=True))
        if anywhere:
            g, x = draw.moved(g, dtype), draw.moved(x, dtype)
        g, x = g.astype(dtype), x.astype(dtype)
        other: dict[str, float] = {"eps": 1e-5} if anywhere and random.random() < 0.5 else {}
        if limit:
            vectors = {n: draw.sizes(limit, channels, n != "betas").astype(dtype) for n in vectors}
            other |= {n: float(draw.sizes(limit, 1)[0]) for n in ("c", "kappa", "alpha", "beta")}
            if CASES[name].exact is ada_backward:
                other["kappa"] = min(other["kappa"], 1.0)
        largest = np.inf if anywhere else LARGEST
        is_fair = (np.ptp(x, axis=1) > 0) & (abs(x).max(1) < largest) & (abs(g).max(1) < largest)
        if not is_fair.any():
            continue
        g, x = g[is_fair], x[is_fair]
        found = errors(target, name, g, x, vectors, **other)
        best += [(float(e), *pair) for e, *pair in zip(found, g.astype(float), x.astype(float), strict=True)]
        best = sorted(best, key=lambda each: -each[0])[: size // 4]
    return best[0]
