"""The runtime of the kernels for PyTorch: exact scaling, sums, and the function that autograd knows.

A kernel's arithmetic is a function on rows (see `functions.py`, which is printed from theorems); nothing here knows a
formula. Each row, or element, is multiplied by a power of two that brings it near 1, computed there, and multiplied
back: by which powers is read off the theorems `beyond/kernel_scale...`, and is in the `Law` of each result. No branch
depends on a value, so that `torch.compile` sees one graph, and no device has to wait.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor


@dataclass(frozen=True)
class Law:
    """By which powers of a and h a result grows where a (x - b) and h g stand for x and g."""

    a: int
    h: int


@dataclass(frozen=True)
class Kernel:
    """A kernel: its function on rows, what it takes, and how its results scale.

    `function(*arrays, *channels, C, *scalars)` returns the result; that of a vector-Jacobian product takes `back` as
    well, and returns the gradients of the parameters, too: each summed over the rows, times the powers in `back`.
    `gradients` are the laws of these, and `wanted` the parameters. `scaling` says by which power of a a parameter grows
    with x. A kernel that is not `rowwise` scales each element.
    """

    name: str
    function: Callable[..., Any]
    arrays: tuple[str, ...]
    channels: tuple[str, ...] = ()
    scalars: tuple[str, ...] = ()
    rowwise: bool = False
    shifts: bool = False
    law: Law = Law(0, 0)
    gradients: tuple[Law, ...] = ()
    wanted: tuple[str, ...] = ()
    scaling: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Format:
    """The bits of a floating-point number: the whole numbers of its size, its fraction, and the exponent of 1."""

    whole: torch.dtype
    fraction: int
    bias: int


FORMATS = {torch.float32: Format(torch.int32, 23, 127), torch.float64: Format(torch.int64, 52, 1023)}
"""The dtypes in which is computed."""


# --- powers of two ----------------------------------------------------------------------------------------


def exponents(size: Tensor) -> Tensor:
    """The exponent of the largest power of two that is no larger than a number; the number is not negative."""
    form = FORMATS[size.dtype]
    return (size.detach().view(form.whole) >> form.fraction) - form.bias


def power(n: Tensor, dtype: torch.dtype) -> Tensor:
    """2^n, of normal size."""
    form = FORMATS[dtype]
    return ((n.clamp(1 - form.bias, form.bias) + form.bias) << form.fraction).view(dtype)


Back = tuple[Tensor, ...]
"""Powers of two that scale a result back, to be multiplied by one after the other."""


def _parted(n: Tensor, parts: int, dtype: torch.dtype) -> Back:
    """2^n in at least so many factors of one direction: none of the products is out of range before the last one is."""
    if parts <= 1:
        return (power(n, dtype),)
    half = n >> 1  # a division of whole numbers is not vectorized
    return (*_parted(half, (parts + 1) // 2, dtype), *_parted(n - half, (parts + 1) // 2, dtype))


def _limited(up: Tensor, dtype: torch.dtype) -> Tensor:
    """Exponents of which the power and its inverse are normal numbers."""
    most = FORMATS[dtype].bias - 1
    return up.clamp(-most, most)


# --- what kernels are written in --------------------------------------------------------------------------


def centred(x: Tensor) -> tuple[Tensor, Tensor]:
    """x less the mean of its row, and the variance of the row: about a pilot value, by `beyond/kernel_centre`.

    The pilot is the mean, rounded; what it leaves of the mean is subtracted in a second step.
    """
    t = x - x.detach().mean(-1, keepdim=True)
    off = t.mean(-1, keepdim=True)
    return t - off, (t * t).mean(-1, keepdim=True) - off * off


def deviation(x: Tensor) -> Tensor:
    """x less the mean of its row, where the variance is not asked for."""
    return centred(x)[0]


def variance(x: Tensor) -> Tensor:
    """The variance of the row, where no more is asked for."""
    return centred(x)[1]


def total(f: Tensor) -> Tensor:
    """The sum of each row."""
    return f.sum(-1, keepdim=True)


def columns(f: Tensor, back: Back, weights: Tensor | None = None) -> Tensor:
    """The sum over the rows of f, with weights of the rows, times the powers of two that scale it back."""
    for n, by in enumerate(back):
        f = f * (by if n or weights is None else by * weights)
    return f.reshape(-1, f.shape[-1]).sum(0)


def whole(f: Tensor, back: Back) -> Tensor:
    """The sum of all numbers of f times the powers of two that scale it back."""
    return _times(f, back).sum()


def half_sech(u: Tensor) -> Tensor:
    """1/(e^u + e^-u): right also where its square is near the smallest number."""
    e = torch.exp(-torch.abs(u))
    return e / (e * e + 1)


def or_one(a: Tensor) -> Tensor:
    """A number, or 1 where it is 0."""
    return torch.where(a == 0, torch.ones_like(a), a)


# --- scaling ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Scaled:
    """What a kernel is called with: x, its parameters, and by which power of two x was multiplied, if it was."""

    x: Tensor
    channels: tuple[Tensor | None, ...]
    scalars: tuple[Any, ...]
    up: Tensor | None


def _scaled(kernel: Kernel, x: Tensor, channels: tuple[Any, ...], scalars: tuple[Any, ...]) -> _Scaled:
    """x and the parameters that grow with it, each row or element near 1."""
    if kernel.rowwise:
        pilot, up = _of_rows(kernel, x, channels, scalars)
        x = x if pilot is None else x - pilot
    elif kernel.scaling:
        up = _of_elements(kernel, x, scalars)
    else:
        return _Scaled(x, channels, scalars, None)
    by = power(up, x.dtype)

    def grown(name: str, value: Any) -> Any:
        if name not in kernel.scaling or (isinstance(value, float) and value == 0):
            return value
        for _ in range(kernel.scaling[name]):
            value = value * by
        return value.clamp_min(torch.finfo(x.dtype).tiny) if name in kernel.channels else value

    return _Scaled(
        x * by,
        tuple(grown(name, v) for name, v in zip(kernel.channels, channels, strict=True)),
        tuple(grown(name, v) for name, v in zip(kernel.scalars, scalars, strict=True)), up,
    )  # fmt: skip


def _of_rows(
    kernel: Kernel, x: Tensor, channels: tuple[Any, ...], scalars: tuple[Any, ...]
) -> tuple[Tensor | None, Tensor]:  # fmt: skip
    """What is subtracted from each row, where that is exact and the row lies far from zero; and its exponent."""
    x = x.detach()
    pilot = None
    if kernel.shifts:
        high, low = x.amax(-1, keepdim=True), x.amin(-1, keepdim=True)
        is_far = high - low < torch.maximum(high, -low) / 2
        pilot = torch.where(is_far, x[..., :1], torch.zeros_like(high))
        size = torch.maximum(high - pilot, pilot - low)
    else:
        size = x.abs().amax(-1, keepdim=True)
    up, bias = -exponents(size), FORMATS[x.dtype].bias
    for name, value in zip(kernel.scalars, scalars, strict=True):  # parameters that grow with x stay in range
        if name in kernel.scaling and value:
            up = up.clamp(max=(bias // 2 - math.frexp(value)[1]) // kernel.scaling[name])
    for name, value in zip(kernel.channels, channels, strict=True):
        if name in kernel.scaling:
            high, low = exponents(value.detach().amax()), exponents(value.detach().amin())
            room = bias - 7 if len(kernel.arrays) == 1 else 0  # g is divided by their power 3/2
            up = torch.minimum(up, (room - high) // kernel.scaling[name])
            if len(kernel.arrays) == 2:
                up = torch.maximum(up, -(bias * 5 // 8 + low) // kernel.scaling[name])
    return pilot, _limited(up, x.dtype)


def _of_elements(kernel: Kernel, x: Tensor, scalars: tuple[Any, ...]) -> Tensor:
    """The exponent by which each x is scaled, where b + alpha x^2 is computed: the larger of both is near 1 then."""
    room = FORMATS[x.dtype].bias // 2 - 3
    size, least = exponents(x.detach().abs()), None
    for name, value in zip(kernel.scalars, scalars, strict=True):
        known = exponents(value.detach()) >> 1 if isinstance(value, Tensor) else int(math.log2(value)) // 2
        if name in kernel.scaling:
            least = known
        else:
            size = size + (known.clamp(min=-room) if isinstance(known, Tensor) else max(known, -room))
    assert least is not None
    up = -(torch.maximum(size, least) if isinstance(least, Tensor) else size.clamp(min=least))
    return _limited(up, x.dtype)


def _back(law: Law, up: Tensor | None, up_g: Tensor | None, dtype: torch.dtype) -> Back:
    """The powers of two that a result is multiplied by."""
    n = law.a * up if law.a and up is not None else None
    if law.h and up_g is not None:
        n = law.h * up_g if n is None else n + law.h * up_g
    return () if n is None else _parted(n, abs(law.a) + abs(law.h), dtype)


def _times(values: Tensor, back: Back) -> Tensor:
    for by in back:
        values = values * by
    return values


def _forward(kernel: Kernel, x: Tensor, channels: tuple[Any, ...], scalars: tuple[Any, ...]) -> Tensor:
    """What a kernel makes of rows, in the dtype in which is computed."""
    s = _scaled(kernel, x, channels, scalars)
    out: Tensor = kernel.function(s.x, *s.channels, x.shape[-1], *s.scalars)
    return _times(out, _back(kernel.law, s.up, None, x.dtype))


def _backward(
    kernel: Kernel, g: Tensor, x: Tensor, channels: tuple[Any, ...], scalars: tuple[Any, ...]
) -> tuple[Tensor, tuple[Any, ...]]:  # fmt: skip
    """What a vector-Jacobian product makes of rows: the gradient at x, and those of the parameters, summed.

    Each row of g is brought near 1.
    """
    s = _scaled(kernel, x, channels, scalars)
    up_g = _limited(-exponents(g.detach().abs().amax(-1, keepdim=True)), g.dtype)
    back = tuple(_back(law, s.up, up_g, x.dtype) for law in kernel.gradients)
    dx, found = kernel.function(g * power(up_g, g.dtype), s.x, *s.channels, x.shape[-1], *s.scalars, back)
    return _times(dx, _back(kernel.law, s.up, up_g, x.dtype)), found


# --- for autograd -----------------------------------------------------------------------------------------


def computed_in(x: Tensor) -> torch.dtype:
    """The dtype in which x is computed. Raises TypeError for what has no real numbers."""
    if x.dtype not in (torch.float64, torch.float32, torch.float16, torch.bfloat16):
        raise TypeError(f"x has to be of float32, float64, float16 or bfloat16, not {x.dtype}")
    return torch.float64 if x.dtype == torch.float64 else torch.float32


def cast(x: Tensor) -> Tensor:
    """x as the layers of torch take it under autocast: in float32 on other devices than the processor."""
    device = x.device.type
    if device != "cpu" and x.dtype in (torch.float16, torch.bfloat16) and torch.is_autocast_enabled(device):
        return x.float()
    return x


def as_rows(x: Tensor) -> Tensor:
    """x, as a layer takes it. Raises TypeError or ValueError for what has no channels."""
    if not isinstance(x, Tensor):
        raise TypeError(f"x has to be a tensor, not {type(x).__name__}")
    computed_in(x)
    if not x.ndim or not x.shape[-1]:
        raise ValueError(f"x needs a last axis with a channel at least, and has shape {tuple(x.shape)}")
    return cast(x)


def as_channel(name: str, value: Tensor, x: Tensor) -> Tensor:
    """A parameter that has a number for each channel of x. Raises TypeError or ValueError."""
    if not isinstance(value, Tensor):
        raise TypeError(f"{name} has to be a tensor, not {type(value).__name__}")
    if value.shape != x.shape[-1:]:
        raise ValueError(f"{name} needs shape {tuple(x.shape[-1:])}, as x has channels, not {tuple(value.shape)}")
    return value


def as_number(name: str, value: Tensor | float, x: Tensor) -> Tensor:
    """A parameter that is one number, as a tensor beside x. Raises ValueError."""
    found = value if isinstance(value, Tensor) else torch.tensor(value, dtype=computed_in(x), device=x.device)
    if found.numel() != 1:
        raise ValueError(f"{name} has to be one number, and has shape {tuple(found.shape)}")
    return found.reshape(())


class Operator(torch.autograd.Function):
    """A kernel as autograd knows it. What is printed says which kernel computes it, and which its gradients."""

    generate_vmap_rule = True

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        """Keeps the arguments for the gradients: tensors, and numbers."""
        ctx.save_for_backward(*(v for v in inputs if isinstance(v, Tensor)))
        ctx.given = tuple(None if isinstance(v, Tensor) else (v,) for v in inputs)


def computed(kernel: Kernel, x: Tensor, parameters: tuple[Any, ...]) -> Tensor:
    """What a kernel makes of x and its parameters, in the dtype of x."""
    dtype, count = computed_in(x), len(kernel.channels)
    given = _wide(parameters, dtype)
    return _forward(kernel, x.to(dtype), given[:count], given[count:]).to(x.dtype)


def gradients(kernel: Kernel, ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
    """What a vector-Jacobian product makes of g: the gradients at all arguments of the operator."""
    saved = iter(ctx.saved_tensors)
    x, *parameters = [next(saved) if v is None else v[0] for v in ctx.given]
    dtype, count = computed_in(x), len(kernel.channels)
    given = _wide(tuple(parameters), dtype)
    dx, found = _backward(kernel, g.to(dtype), x.to(dtype), given[:count], given[count:])
    rest: list[Tensor | None] = []
    for name, v in zip((*kernel.channels, *kernel.scalars), parameters, strict=True):
        d = found[kernel.wanted.index(name)] if name in kernel.wanted else None
        rest.append(None if d is None else d.to(v.dtype))
    return (dx.to(x.dtype), *rest)


def _wide(values: tuple[Any, ...], dtype: torch.dtype) -> tuple[Any, ...]:
    """Tensors in the dtype in which is computed, numbers as they are."""
    return tuple(v.to(dtype) if isinstance(v, Tensor) else v for v in values)
