"""How a kernel runs: over blocks of rows that fit the cache, on one or several threads, with scratch memory.

A kernel's arithmetic is a function on a block of rows (see `functions.py`, which is printed from theorems). Nothing
here knows a formula. While a block is computed, the processor's flags for overflow, underflow and invalid operations
are watched: where none is raised, no number has left its range; where one is, `repair.py` looks which rows or
elements it concerns, and computes these anew.
"""

from __future__ import annotations

import inspect
import operator
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from .arguments import (
    CONTIGUOUS,
    FLOAT64,
    ORDINARY,
    OWNING,
    Array,
    as_count,
    as_result,
    computing_dtype,
)
from .concerned import is_extreme
from .repair import repaired, topped
from .workspace import HUGE, TINY, Kernel, Workspace

BLOCK_BYTES = 1 << 18
"""What a block of rows takes on one thread: with the scratch blocks it stays in the second level of the cache."""

THREADED_BLOCK_BYTES = 1 << 20
"""The same where several threads compute: between two calls each needs the interpreter lock, and waits for it."""

BYTES_PER_THREAD = 1 << 20
"""A thread is not worth its while for less."""

SMALL_BYTES = 1 << 18
"""What takes no more is computed at once, without blocks and threads."""

SPARES = 2
"""So many workspaces for small arrays are kept for each kernel: each has its scratch blocks of up to SMALL_BYTES."""


class Team:
    """The threads of a call or of a plan, and their workspaces. A plan has the shape and dtype that it is `like`."""

    def __init__(self, threads: int, like: tuple[tuple[int, ...], np.dtype[Any]] | None = None) -> None:
        self.threads, self.like = threads, like
        self.spares: list[Workspace] = []
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0
        self._spaces: dict[tuple[Any, ...], Workspace] = {}

    def check(self, x: Array) -> None:
        """Raises ValueError or TypeError for an x that a plan is not for."""
        if self.like is None:
            return
        shape, dtype = self.like
        if x.shape != shape:
            raise ValueError(f"the plan is for shape {shape}, not {x.shape}")
        if x.dtype != dtype:
            raise TypeError(f"the plan is for dtype {dtype}, not {x.dtype}")

    def space(self, n: int, kernel: Kernel, rows: int, C: int, dtype: np.dtype[Any], shared: bool) -> Workspace:
        """The workspace of thread n."""
        key = (n, kernel.name, rows, C, dtype, shared)
        found = self._spaces.get(key)
        if found is None:
            found = Workspace(kernel, rows, C, dtype)
            found.shared = shared
            if self.like is not None:
                self._spaces[key] = found
        return found

    def map(self, work: Callable[[int], Any], count: int) -> list[Any]:
        """The results of work(0), ..., work(count - 1), each on a thread of its own; the first one here.

        A process that was forked has none of the threads of its parent, and starts its own.
        """
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self.threads - 1), os.getpid()
        waiting = [self._pool.submit(work, n) for n in range(1, count)]
        first = work(0)
        return [first, *(w.result() for w in waiting)]

    def close(self) -> None:
        """Ends the threads, and lets go of the memory."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None
        self._spaces.clear()
        self.spares.clear()


def run(
    kernel: Kernel, arrays: tuple[Array, ...], channels: tuple[Any, ...], scalars: tuple[float, ...], out: Any,
    threads: int | Team,
) -> tuple[Array, tuple[Any, ...]]:  # fmt: skip
    """Runs a kernel on checked arguments: the result, and the gradients of its parameters, summed over all rows.

    A small array is one block, and the workspace one that an earlier call has left, if that was for the same shape and
    dtype: little has to be decided then. It belongs to this call until it is put back, so that calls may be on several
    threads, or within each other.
    """
    x = arrays[-1]
    if threads.__class__ is Team:
        spares = threads.spares
    else:
        if threads.__class__ is not int or threads != 1:
            threads = as_count("threads", threads)
        spares = kernel.spares
    try:
        work = spares.pop()
    except IndexError:
        work = None
    if work is None or work.shape != x.shape or work.dtype is not x.dtype or work.kernel is not kernel:
        if threads.__class__ is Team:
            threads.check(x)
        work = _for_small(kernel, x)
    flags = CONTIGUOUS | OWNING
    for taken in arrays:
        flags &= taken.flags.num
    for taken in channels:
        if taken is not None:
            flags &= taken.flags.num
    if work is None or not flags & CONTIGUOUS:
        return _in_blocks(kernel, arrays, channels, scalars, out, threads)
    if out is None:
        out = np.empty(work.result_shape, work.dtype)
    elif not (
        out.__class__ is np.ndarray and out.dtype is work.dtype and out.shape == work.result_shape
        and out.flags.num & ORDINARY == ORDINARY
        and flags & OWNING and out is not x and out is not arrays[0] and len(work.shape) > 1
    ):  # fmt: skip
        out = as_result(out, work.result_shape, work.dtype, arrays + channels)
        if not out.flags.num & CONTIGUOUS:
            return _in_blocks(kernel, arrays, channels, scalars, out, threads)
    if work.scalars != scalars:
        work.scalars, work.extreme = scalars, is_extreme(kernel, work.dtype, scalars)
    C, target = work.C, out
    if len(work.shape) != 2:
        arrays = tuple([a.reshape(-1, C) for a in arrays])
        target = out.reshape(-1) if kernel.per_row else out.reshape(-1, C)
    work.flagged, work.suspects = work.extreme, None
    gradients = work.compute(work, *arrays, *channels, C, *scalars, target)
    if work.flagged:
        gradients = repaired(kernel, work, list(arrays), channels, C, scalars, target, gradients)
    if kernel.top is not None:
        topped(kernel, arrays[-1], target)
    if gradients:
        gradients = _narrowed(gradients, work.dtype)
    if len(spares) < SPARES:
        spares.append(work)
    return out, gradients


def _for_small(kernel: Kernel, x: Array) -> Workspace | None:
    """A workspace for all rows of a small array, in the dtype in which is computed; None for any other."""
    if computing_dtype("x", x.dtype) is not x.dtype or not 0 < x.nbytes <= SMALL_BYTES:
        return None
    C = x.shape[-1]
    work = Workspace(kernel, x.size // C, C, x.dtype)
    work.shape, work.result_shape = x.shape, x.shape[:-1] if kernel.per_row else x.shape
    return work


def _in_blocks(
    kernel: Kernel, arrays: tuple[Array, ...], channels: tuple[Any, ...], scalars: tuple[float, ...], out: Any,
    threads: int | Team,
) -> tuple[Array, tuple[Any, ...]]:  # fmt: skip
    """Computes any array, in blocks of rows."""
    x = arrays[-1]
    C = x.shape[-1]
    working = computing_dtype("x", x.dtype)
    shape = x.shape[:-1] if kernel.per_row else x.shape
    out = np.empty(shape, x.dtype) if out is None else as_result(out, shape, x.dtype, arrays + channels)
    if x.size == 0:
        out[...] = np.nan  # where there are rows, each without a channel
        return out, tuple(_nothing(kernel, channels, C, working))

    flat = [a.reshape(-1, C) for a in arrays]
    rows = len(flat[0])
    direct = out.flags.c_contiguous
    target = (out if direct else np.empty(shape, x.dtype)).reshape((rows,) if kernel.per_row else (rows, C))

    team = _team(threads)
    row_bytes = C * working.itemsize
    helpers = min(team.threads, max(1, rows * row_bytes // BYTES_PER_THREAD))
    block_bytes = kernel.block_bytes or (BLOCK_BYTES if helpers == 1 else THREADED_BLOCK_BYTES)
    height = max(1, block_bytes // row_bytes)
    height = min(height, -(-rows // helpers))
    blocks = -(-rows // height)
    helpers = min(helpers, blocks)
    plain = x.dtype == working and all(a.flags.c_contiguous for a in flat)

    def part(n: int) -> list[Any]:
        span = range(blocks * n // helpers * height, min(rows, blocks * (n + 1) // helpers * height), height)
        work = team.space(n, kernel, height, C, working, helpers > 1)
        return _blocks(kernel, work, span, flat, channels, C, scalars, target, plain)

    try:
        parts = [part(0)] if helpers == 1 else team.map(part, helpers)
    finally:
        if team is not threads:
            team.close()
    if not direct:
        np.copyto(out, target.reshape(out.shape))
    if not kernel.gradients:
        return out, ()
    sums = parts[0] if helpers == 1 else _added(parts)
    return out, _narrowed(sums, working)


def _narrowed(gradients: Iterable[Any], dtype: np.dtype[Any]) -> tuple[Any, ...]:
    """The gradients in the dtype in which was computed."""
    return tuple([_as(g, dtype) for g in gradients])


def _as(gradient: Any, dtype: np.dtype[Any]) -> Any:
    """A gradient in float32 or float64, without a warning where that does not hold it."""
    if gradient.__class__ is float and (TINY < abs(gradient) < HUGE or dtype is FLOAT64):
        return dtype.type(gradient)
    if gradient is None or (isinstance(gradient, np.ndarray) and gradient.dtype is dtype):
        return gradient
    with np.errstate(over="ignore", under="ignore"):
        return np.asarray(gradient, dtype)[()]


def _team(threads: int | Team) -> Team:
    return threads if isinstance(threads, Team) else Team(threads)


def _blocks(
    kernel: Kernel, work: Workspace, span: range, arrays: list[Array], channels: tuple[Any, ...], C: int,
    scalars: tuple[float, ...], target: Array, plain: bool,
) -> list[Any]:  # fmt: skip
    """Computes the blocks that begin at the rows of the span. Returns the sums of the gradients, in float64.

    Sums of as many blocks are added to each other: rounding errors grow with the logarithm of their number.
    """
    sums: list[list[Any]] = []
    extreme = is_extreme(kernel, work.dtype, scalars)
    end = min(span.stop, len(target))
    with np.errstate(all="ignore"):
        for number, start in enumerate(span):
            stop = min(start + work.rows, end)
            block = [a[start:stop] for a in arrays]
            out = target[start:stop]
            if not plain:
                out = _loaded(work, block, out)
            work.flagged, work.suspects = extreme, None
            gradients = work.compute(work, *block, *channels, C, *scalars, out)
            if work.flagged:
                gradients = repaired(kernel, work, block, channels, C, scalars, out, gradients)
            if kernel.top is not None:
                topped(kernel, block[-1], out)
            if not plain:
                np.copyto(target[start:stop], out, casting="unsafe")
            if gradients:
                sums.append(_widened(gradients))
                pairs = number
                while pairs % 2:
                    pairs //= 2
                    sums[-2:] = [_added(sums[-2:])]
        while len(sums) > 1:
            sums[-2:] = [_added(sums[-2:])]
    return sums[0] if sums else []


def _added(parts: Iterable[list[Any]]) -> list[Any]:
    """The sums of gradients, each with those of the same parameter."""
    return [_sum(column) for column in zip(*parts, strict=True)]


def _loaded(work: Workspace, block: list[Array], out: Array) -> Array:
    """Copies a block into contiguous memory of the dtype in which is computed; returns room for the result."""
    for n, a in enumerate(block):
        if a.dtype != work.dtype or not a.flags.c_contiguous:
            block[n] = work.more(f"array {n}", len(a))
            np.copyto(block[n], a, casting="unsafe")
    if out.dtype == work.dtype:
        return out
    return work.more("result", len(block[0])) if out.ndim == 2 else np.empty(len(out), work.dtype)


def _widened(gradients: tuple[Any, ...]) -> list[Any]:
    return [None if g is None else np.asarray(g, np.float64) for g in gradients]


def _sum(parts: tuple[Any, ...]) -> Any:
    if parts[0] is None:
        return None
    whole = np.asarray(parts[0], np.float64)
    for part in parts[1:]:
        whole = whole + part
    return whole


def _nothing(kernel: Kernel, channels: tuple[Any, ...], C: int, dtype: np.dtype[Any]) -> Iterator[Any]:
    """The gradients where there is no row."""
    work = Workspace(kernel, 0, C, dtype)
    empty = [np.empty((0, C), dtype) for _ in kernel.arrays]
    scalars = (1.0,) * len(kernel.scalars)
    out = np.empty((0,) if kernel.per_row else (0, C), dtype)
    for gradient in kernel.function(work, *empty, *channels, max(C, 1), *scalars, out) or ():
        yield None if gradient is None else np.asarray(gradient, dtype)[()]


class Plan:
    """A function with memory and threads of its own, for many calls on arrays of one shape and dtype.

        plan = Plan(layer_norm, x.shape, x.dtype, threads=2)
        plan(x, gain, bias, eps=1e-5, out=y)

    The arguments are those of the function, without `threads`. Results are those of the function at the same number
    of threads, bit for bit; with numba the order of sums depends on where arrays lie in memory, and so do last digits.
    Not to be called on two threads at once. `close`, or a `with` statement, ends its threads.
    Raises ValueError where x has another shape, TypeError where it has another dtype.
    """

    def __init__(
        self, function: Callable[..., Any], shape: tuple[int, ...], dtype: Any, *, threads: int = 1
    ) -> None:
        home = function.__globals__ if inspect.isfunction(function) else {}
        if home.get("run") is not run or function.__name__ not in home.get("__all__", ()):
            raise TypeError(
                "a plan is made for a function of symnorm.kernels, as Plan(layer_norm, x.shape, x.dtype)"
            )
        self._function = function
        try:
            self.shape = tuple(map(operator.index, shape))
        except TypeError:
            raise TypeError(f"shape has to be whole numbers, as x.shape, not {shape!r}") from None
        if dtype is None:
            raise TypeError("dtype has to be that of x, as x.dtype, not None")
        self.dtype = np.dtype(dtype)
        computing_dtype("x", self.dtype)
        self._team = Team(as_count("threads", threads), (self.shape, self.dtype))

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Calls the function."""
        return self._function(*arguments, threads=self._team, **named)

    def close(self) -> None:
        """Ends the threads of the plan, and frees its memory."""
        self._team.close()

    def __enter__(self) -> Plan:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
