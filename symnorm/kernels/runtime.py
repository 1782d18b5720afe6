"""How a kernel runs: over blocks of rows that fit the cache, on one or several threads, with scratch memory.

A kernel's arithmetic is a function on a block of rows (see `functions.py`, which is printed from theorems). Nothing
here knows a formula. While a block is computed, the processor's flags for overflow, underflow and invalid operations
are watched: where none is raised, no number has left its range; where one is, `repair.py` looks which rows or
elements it concerns, and computes these anew.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np

from .arguments import Array, as_count, as_result, computing_dtype
from .repair import is_extreme, repaired, topped
from .workspace import Kernel, Workspace, computed

BLOCK_BYTES = 1 << 20
"""What a block of rows takes on one thread: with the scratch blocks it stays in the cache."""

THREADED_BLOCK_BYTES = 1 << 21
"""The same where several threads compute: between two calls each needs the interpreter lock, and waits for it."""

BYTES_PER_THREAD = 1 << 20
"""A thread is not worth its while for less."""

SMALL_BYTES = 1 << 18
"""What takes no more is computed at once, without blocks and threads."""


class Team:
    """The threads of a call or of a plan, and their workspaces."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool: ThreadPoolExecutor | None = None
        self._spaces: dict[tuple[Any, ...], Workspace] = {}
        self.keeps = False

    def space(self, n: int, kernel: Kernel, rows: int, C: int, dtype: np.dtype[Any], shared: bool) -> Workspace:
        """The workspace of thread n."""
        key = (n, kernel.name, rows, C, dtype, shared)
        found = self._spaces.get(key)
        if found is None:
            found = Workspace(kernel, rows, C, dtype)
            found.shared = shared
            if self.keeps:
                self._spaces[key] = found
        return found

    def map(self, work: Callable[[int], Any], count: int) -> list[Any]:
        """The results of work(0), ..., work(count - 1), each on a thread of its own; the first one here."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads - 1)
        waiting = [self._pool.submit(work, n) for n in range(1, count)]
        first = work(0)
        return [first, *(w.result() for w in waiting)]

    def close(self) -> None:
        """Ends the threads, and lets go of the memory."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
        self._spaces.clear()


def run(
    kernel: Kernel, arrays: tuple[Array, ...], channels: tuple[Any, ...], scalars: tuple[float, ...], out: Any,
    threads: int | Team,
) -> tuple[Array, tuple[Any, ...]]:  # fmt: skip
    """Runs a kernel on checked arguments: the result, and the gradients of its parameters, summed over all rows."""
    x = arrays[-1]
    shape = x.shape
    C = shape[-1]
    dtype = x.dtype
    working = computing_dtype("x", dtype)
    if threads.__class__ is not Team and (threads.__class__ is not int or threads != 1):
        threads = as_count("threads", threads)
    if out is None:
        out = np.empty(shape[:-1] if kernel.per_row else shape, dtype)
    else:
        out = as_result(out, shape[:-1] if kernel.per_row else shape, dtype, (*arrays, *channels))
    is_plain = working is dtype and x.flags.c_contiguous and arrays[0].flags.c_contiguous
    if is_plain and 0 < x.nbytes <= SMALL_BYTES and out.flags.c_contiguous:
        return out, _at_once(kernel, arrays, channels, C, scalars, out, threads)
    if x.size == 0:
        return out, tuple(_nothing(kernel, channels, C, working))

    flat = [a.reshape(-1, C) for a in arrays]
    rows = len(flat[0])
    direct = out.flags.c_contiguous
    target = (out if direct else np.empty(out.shape, dtype)).reshape((rows,) if kernel.per_row else (rows, C))

    team = _team(threads)
    row_bytes = C * working.itemsize
    helpers = min(team.threads, max(1, rows * row_bytes // BYTES_PER_THREAD))
    block_bytes = kernel.block_bytes or (BLOCK_BYTES if helpers == 1 else THREADED_BLOCK_BYTES)
    height = max(1, block_bytes // row_bytes)
    height = min(height, -(-rows // helpers))
    plain = is_plain or (dtype == working and all(a.flags.c_contiguous for a in flat))

    def part(n: int) -> list[Any]:
        blocks = -(-rows // height)
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
    sums = parts[0] if helpers == 1 else [_sum(column) for column in zip(*parts, strict=True)]
    return out, _narrowed(sums, working)


def _at_once(
    kernel: Kernel, arrays: tuple[Array, ...], channels: tuple[Any, ...], C: int, scalars: tuple[float, ...],
    out: Array, threads: int | Team,
) -> tuple[Any, ...]:  # fmt: skip
    """Computes all rows as one block, and returns the gradients of the parameters."""
    x = arrays[-1]
    if x.ndim != 2:
        arrays = tuple([a.reshape(-1, C) for a in arrays])
        out = out.reshape(-1) if kernel.per_row else out.reshape(-1, C)
    n = len(out)
    make = Workspace if threads == 1 else partial(_team(threads).space, 0, shared=False)
    work = make(kernel, n, C, x.dtype)
    work.flagged, work.suspects = bool(scalars) and is_extreme(kernel, x.dtype, scalars), None
    gradients = computed(kernel, work, arrays, channels, C, scalars, out)
    if work.flagged:
        gradients = repaired(kernel, work, list(arrays), channels, C, scalars, out, gradients)
    if kernel.top is not None:
        topped(kernel, arrays[-1], out)
    return _narrowed(gradients, x.dtype) if gradients else ()


def _narrowed(gradients: Iterable[Any], dtype: np.dtype[Any]) -> tuple[Any, ...]:
    """The gradients in the dtype in which was computed."""
    with np.errstate(over="ignore", under="ignore"):
        return tuple([None if g is None else np.asarray(g, dtype)[()] for g in gradients])


def _team(threads: int | Team) -> Team:
    return threads if isinstance(threads, Team) else Team(threads)


def _blocks(
    kernel: Kernel, work: Workspace, span: range, arrays: list[Array], channels: tuple[Any, ...], C: int,
    scalars: tuple[float, ...], target: Array, plain: bool,
) -> list[Any]:  # fmt: skip
    """Computes the blocks that begin at the rows of the span. Returns the sums of the gradients, in float64."""
    sums: list[Any] = []
    extreme = is_extreme(kernel, work.dtype, scalars)
    end = min(span.stop, len(target))
    with np.errstate(all="ignore"):
        for start in span:
            stop = min(start + work.rows, end)
            block = [a[start:stop] for a in arrays]
            out = target[start:stop]
            if not plain:
                out = _loaded(work, block, out)
            work.flagged, work.suspects = extreme, None
            gradients = computed(kernel, work, block, channels, C, scalars, out)
            if work.flagged:
                gradients = repaired(kernel, work, block, channels, C, scalars, out, gradients)
            if kernel.top is not None:
                topped(kernel, block[-1], out)
            if not plain:
                np.copyto(target[start:stop], out, casting="unsafe")
            if gradients:
                sums = (
                    [_sum(pair) for pair in zip(sums, gradients, strict=True)] if sums else _widened(gradients)
                )
    return sums


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
    of threads, bit for bit. Not to be called on two threads at once. `close`, or a `with` statement, ends its threads.
    Raises ValueError where x has another shape, TypeError where it has another dtype.
    """

    def __init__(
        self, function: Callable[..., Any], shape: tuple[int, ...], dtype: Any, *, threads: int = 1
    ) -> None:
        home = sys.modules.get(getattr(function, "__module__", ""))
        is_kernel = inspect.isfunction(function) and hasattr(home, "STATEMENTS")
        if not is_kernel or function.__name__ not in getattr(home, "__all__", ()):
            raise TypeError(
                "a plan is made for a function of symnorm.kernels, as Plan(layer_norm, x.shape, x.dtype)"
            )
        self._function = function
        self.shape, self.dtype = tuple(shape), np.dtype(dtype)
        computing_dtype("x", self.dtype)
        self._team = Team(as_count("threads", threads))
        self._team.keeps = True

    def __call__(self, first: Any, *others: Any, **named: Any) -> Any:
        """Calls the function."""
        found = np.asarray(first)
        if found.shape != self.shape:
            raise ValueError(f"the plan is for shape {self.shape}, not {found.shape}")
        if found.dtype != self.dtype:
            raise TypeError(f"the plan is for dtype {self.dtype}, not {found.dtype}")
        return self._function(first, *others, threads=self._team, **named)

    def close(self) -> None:
        """Ends the threads of the plan, and frees its memory."""
        self._team.close()

    def __enter__(self) -> Plan:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
