"""Where the time of one short row goes: into what a call takes whatever its length, and into the numbers.

    python benchmarks/kernels_small.py

One row of float32, with 64 to 8192 channels, is computed by the numba target, by loops written by hand for numba with
fast mathematics, and by NumPy, in turn on one processor. What each takes is fitted by a + b C, of the least of many
times. Then the same for pieces of the loops by themselves, each with its largest error.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import kernels
import kernels_peers
import numba
import numpy as np
from kernels_peers import Case

from symnorm.kernels import numba as target

CHANNELS = (64, 256, 1024, 4096, 8192)
CASES = (
    ("layer_norm", "forward"), ("layer_norm", "vjp"), ("rms_norm", "forward"), ("dyt_simple", "forward"),
    ("eln", "forward"), ("eln", "vjp"), ("eln_general", "forward"),
)  # fmt: skip
ROUNDS, SLICE = 25, 2e-3
"""So many times, each over so many seconds of calls."""

BETA = 1.75


def least(calls: Sequence[Callable[[], Any]]) -> list[float]:
    """The least microseconds of each call, measured in turn."""

    def once(call: Callable[[], Any], count: int) -> float:
        start = time.perf_counter()
        for _ in range(count):
            call()
        return (time.perf_counter() - start) / count

    for call in calls:  # compiles, and wakes the processor up
        once(call, 200)
    counts = [max(1, int(SLICE / once(call, 50))) for call in calls]
    rounds = [[once(call, count) for call, count in zip(calls, counts, strict=True)] for _ in range(ROUNDS)]
    return [1e6 * min(times) for times in zip(*rounds, strict=True)]


def fitted(times: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """(a, b) of each column, a in microseconds and b for 1000 channels, by the least squares of relative errors."""
    lengths = np.stack([np.ones(len(CHANNELS)), np.array(CHANNELS) / 1000], 1)
    columns = np.array(times).T
    return [tuple(np.linalg.lstsq(lengths / t[:, None], np.ones(len(t)), rcond=None)[0]) for t in columns]


def rows(channels: int) -> tuple[Any, Any]:
    """One row x and one row g of normal numbers, always the same: no views, of which overlap is looked for."""
    random = np.random.default_rng(channels)
    x, g = (random.standard_normal((1, channels)).astype(np.float32) for _ in range(2))
    return x, g


def calls() -> str:
    """A table of the functions."""
    peers = [kernels_peers.ours("symnorm.kernels.numba", True), kernels_peers.numba(), kernels_peers.numpy()]
    lines = [
        "| one row of float32: microseconds a call + microseconds for 1000 channels | numba target | numba by hand "
        "| NumPy by hand |",
        "| --- | ---: | ---: | ---: |",
    ]
    for operator, direction in CASES:
        times = []
        for channels in CHANNELS:
            made = [peer(Case(operator, direction, *rows(channels), 1)) for peer in peers]
            times.append(least([m.call for m in made if m is not None]))
        cells = " | ".join(f"{a:.2f} + {b:.2f}" for a, b in fitted(times))
        lines.append(f"| {operator}, {direction} | {cells} |")
    return "\n".join(lines)


# --- pieces -----------------------------------------------------------------------------------------------


def _moments(x, out):  # type: ignore[no-untyped-def]
    out[0, 0], _, out[0, 1] = target._moments(x[0], out[0], False)


def _two_sums(x, out):  # type: ignore[no-untyped-def]
    mean = x.dtype.type(0)
    for j in range(x.shape[1]):
        mean += x[0, j]
    mean /= x.dtype.type(x.shape[1])
    square = x.dtype.type(0)
    for j in range(x.shape[1]):
        square += (x[0, j] - mean) ** 2
    out[0, 0], out[0, 1] = mean, square / x.dtype.type(x.shape[1])


def _corrected(x, out):  # type: ignore[no-untyped-def]
    for j in range(x.shape[1]):
        out[0, j] = target._over_root(x[0, j], x[0, j] * x[0, j] + x.dtype.type(BETA))


def _guessed(x, out):  # type: ignore[no-untyped-def]
    for j in range(x.shape[1]):
        out[0, j] = x[0, j] * target._guess(x[0, j] * x[0, j] + x.dtype.type(BETA))


def _divided(x, out):  # type: ignore[no-untyped-def]
    for j in range(x.shape[1]):
        out[0, j] = x[0, j] / math.sqrt(x[0, j] * x[0, j] + x.dtype.type(BETA))


PIECES: tuple[tuple[str, Callable[..., Any], set[str] | bool], ...] = (
    ("mean and variance: `_moments`", _moments, {"contract"}),
    ("mean and variance: two sums, fast mathematics", _two_sums, True),
    ("x/sqrt(x^2 + beta): a guess and its correction", _corrected, {"contract"}),
    ("x/sqrt(x^2 + beta): the guess alone", _guessed, {"contract"}),
    ("x/sqrt(x^2 + beta): a root and a quotient", _divided, {"contract"}),
    ("x/sqrt(x^2 + beta): the same, fast mathematics", _divided, True),
)
"""Pieces of loops, with what the compiler may do: those of the target, and others for the same."""


def pieces() -> str:
    """A table of the pieces of loops."""
    made = [numba.njit(nogil=True, error_model="numpy", fastmath=fast)(piece) for _, piece, fast in PIECES]
    times = []
    for channels in CHANNELS:
        x = rows(channels)[0]
        outs = [np.empty_like(x) for _ in made]
        times.append(least([partial(f, x, out) for f, out in zip(made, outs, strict=True)]))
    true = x.astype(float) / np.sqrt(x.astype(float) ** 2 + BETA)
    unit = np.spacing(np.abs(true).astype(np.float32))
    lines = ["| a piece of a loop | microseconds for 1000 channels | largest error, ulp |", "| --- | ---: | ---: |"]
    for (name, _, _), (_, b), out in zip(PIECES, fitted(times), outs, strict=True):
        is_root = name.startswith("x")
        error = f"{np.abs((out - true) / unit).max():.1f}" if is_root else ""
        lines.append(f"| {name} | {b:.2f} | {error} |")
    return "\n".join(lines)


def steps() -> str:
    """A sentence on what a call consists of, in microseconds."""
    x = rows(CHANNELS[0])[0]
    out = np.empty_like(x)
    plan = target.Plan(target.eln, x.shape, x.dtype, threads=1)
    by_hand = kernels_peers.numba()(Case("eln", "forward", *rows(CHANNELS[0]), 1))
    assert by_hand is not None
    whole, function, loop, hand = least([
        lambda: plan(x, BETA, out=out), lambda: target.eln(x, BETA, out=out),
        lambda: target._eln_loops(x, x.shape[1], BETA, out), by_hand.call,
    ])  # fmt: skip
    return (
        f"Of ELN's {whole:.2f} microseconds for {CHANNELS[0]} channels, {loop:.2f} are the compiled loop with its "
        f"entry and the flags, {function - loop:.2f} the function that checks its arguments, {whole - function:.2f} "
        f"the plan around it; the loop by hand, which checks nothing and starts numba's threads, takes {hand:.2f}."
    )


def tables() -> str:
    """Everything, as Markdown."""
    if hasattr(os, "sched_setaffinity"):
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {max(before)})
    versions = f"numpy {np.__version__}, numba {numba.__version__}. {kernels.code()}"
    return "\n\n".join([versions, calls(), steps(), pieces()])


if __name__ == "__main__":
    print(tables())
