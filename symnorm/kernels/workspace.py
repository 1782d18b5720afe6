"""What a kernel is, and what it works with while it computes a block of rows."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any
from weakref import ref

import numpy as np

from .arguments import FLOAT32, FLOAT64, Array

BROADCAST_BUFFER = 16
"""Elements that NumPy buffers: with so few it does not copy what it broadcasts."""

PIECE_BYTES = 1024
"""What is summed at a time by an inner product, with a few roundings in each of its lanes."""

SHORT = 64
"""So many numbers are summed by a product of a matrix and ones, which has but four lanes."""

LANES, LEFT = 32, 8
"""Of so many numbers, or a multiple, lanes leave none over, to be added one by one; and so many are no matter."""

IN_TURN = {FLOAT32: 16, FLOAT64: 8}
"""So many pieces of a row may be added one by one."""

ROWS = 96
"""So many rows are summed one after the other, and then these sums."""

SOME = 256
"""Channels that bound the variance of a row from below."""

FEW = 16
"""So many numbers are added faster in Python."""

FAR = 1.0
"""A mean whose square is more than so many variances is subtracted in two steps."""

NEAR = 1 / 16
"""A mean whose square is at most so many variances need not be subtracted before what is left is squared."""

TINY, HUGE = float(np.finfo(np.float32).tiny), float(np.finfo(np.float32).max)
"""What is between them in size is rounded to float32 without a flag that may be watched."""

NUMBERS = 64
"""So many numbers are kept in a workspace: more than a kernel computes with, even if it is called with new ones."""


@dataclass(frozen=True)
class Law:
    """By which powers of a and h a result grows where a (x - b) and h g stand for x and g."""

    a: int
    h: int


@dataclass(frozen=True)
class Kernel:
    """A kernel: its function on a block of rows, what it takes, and how its results scale.

    `function(work, *arrays, *channels, C, *scalars, out)` writes `out` and returns the gradients of the parameters,
    summed over the rows of the block. `scaling` says by which power of a a parameter grows with x; `top` is the
    kernel that computes an element that others cancel in, from the other channels of its row; `block_bytes` is how much
    of x a block should take, if not what suits NumPy. A function that `flags_itself` does not leave that to NumPy.
    `spares` are workspaces for small arrays that nobody uses now.
    """

    name: str
    function: Callable[..., Any]
    arrays: tuple[str, ...]
    channels: tuple[str, ...] = ()
    scalars: tuple[str, ...] = ()
    scratch: int = 0
    rowwise: bool = False
    shifts: bool = False
    per_row: bool = False
    law: Law = Law(0, 0)
    gradients: tuple[Law, ...] = ()
    scaling: dict[str, int] = field(default_factory=dict)
    top: Kernel | None = None
    block_bytes: int = 0
    flags_itself: bool = False
    spares: list[Workspace] = field(default_factory=list, compare=False, repr=False)


class Workspace:
    """What one thread needs for blocks of up to so many rows: scratch memory, and a flag.

    `compute(work, *arrays, *channels, C, *scalars, out)` computes a block: it writes `out`, returns the gradients of
    the parameters, and flags what has left its range.
    """

    flagged = False
    suspects: Array | None = None
    shared = False
    shape: tuple[int, ...] = ()
    result_shape: tuple[int, ...] = ()
    scalars: tuple[float, ...] | None = None
    extreme = False
    _buffers: list[Array] | None = None
    _more: dict[str, Array] | None = None
    _wide: Workspace | None = None

    def __init__(self, kernel: Kernel, rows: int, C: int, dtype: np.dtype[Any]) -> None:
        self.kernel, self.rows, self.C, self.dtype = kernel, rows, C, dtype
        self.compute = kernel.function if kernel.flags_itself else self._watched(kernel.function)
        self.piece = PIECE_BYTES // dtype.itemsize
        self._numbers: dict[float, Array] = {}

    def number(self, value: float) -> Array:
        """A number as NumPy computes fastest with it, in the dtype in which is computed."""
        found = self._numbers.get(value)
        if found is None:
            found = np.array(value, self.dtype)  # flagged each time if it is out of range, or loses its sign
            if TINY < abs(value) < HUGE:
                if len(self._numbers) >= NUMBERS:
                    self._numbers.clear()
                self._numbers[value] = found
        return found

    def scratch(self, x: Array) -> list[Array]:
        """The scratch blocks, with as many rows as x."""
        buffers = self._buffers
        if buffers is None:
            buffers = [np.empty((self.rows, self.C), self.dtype) for _ in range(self.kernel.scratch)]
            self._buffers = buffers
        n = len(x)
        return buffers if n == self.rows else [b[:n] for b in buffers]

    def more(self, use: str, rows: int) -> Array:
        """One more scratch block, kept for a use."""
        if self._more is None:
            self._more = {}
        found = self._more.get(use)
        if found is None:
            found = self._more[use] = np.empty((self.rows, self.C), self.dtype)
        return found[:rows]

    @property
    def wide(self) -> Workspace:
        """A workspace for the same in float64, which is kept."""
        if self._wide is None:
            self._wide = Workspace(self.kernel, self.rows, self.C, FLOAT64)
        return self._wide

    def _watched(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function on blocks, where NumPy passes the processor's flags to this workspace, and warns of nothing.

        There, NumPy does not copy what it broadcasts either, which it does in pieces of so many elements. The context
        is made once for a workspace: to enter it costs less than np.errstate.
        """

        this = ref(self)  # or else the memory of a workspace would wait for the garbage collector

        def flag(kind: str, flags: int) -> None:
            work = this()
            if work is not None:
                work.flag()

        def prepare() -> None:
            np.seterr(all="call")
            np.seterrcall(flag)
            np.setbufsize(BROADCAST_BUFFER)

        context = Context()
        context.run(prepare)
        return partial(context.run, function)

    def flag(self) -> None:
        """Takes note that a number has left its range, or is about to."""
        self.flagged = True

    def total(self, f: Array) -> Array:
        """The sum of each row."""
        return self._looked_at(self._sum(f))

    def dot(self, f: Array, h: Array) -> Array:
        """The sum of each row of f h."""
        return self._looked_at(self._product(f, h))

    @staticmethod
    def column(rows: Array) -> Array:
        """One number for each row, to be computed with all channels: of one row, as NumPy computes fastest with it."""
        return rows.reshape(()) if len(rows) == 1 else rows[:, None]

    def centred(self, x: Array, out: Array) -> tuple[Array, Array]:
        """Writes x less the mean of its row to `out`; also returns the variance of the row.

        Where the mean is far from zero it is taken out in two steps, by `beyond/kernel_centre`: first a pilot value p,
        then what is left of the mean. A row of which the second step is no correction is nearly constant: there the
        pilot is its first value, which is subtracted exactly.
        """
        variance, doubtful = self._centred(x, out)
        if doubtful is not None and np.count_nonzero(doubtful):
            rows = np.flatnonzero(doubtful)
            first = x[rows, :1]
            moved = np.take(x, rows, axis=0, out=self.more("moved", len(rows)))
            moved -= first
            exact = np.maximum(moved.max(axis=1), -moved.min(axis=1)) <= np.abs(first[:, 0]) / 2
            left = self.more("left", len(rows))
            variance[rows], again = self._centred(moved, left)
            out[rows] = left
            doubtful[rows] = ~exact if again is None else again | ~exact
            if np.count_nonzero(doubtful):
                self.flagged = True
                self.suspects = doubtful if self.suspects is None else self.suspects | doubtful
        return out, variance

    def _centred(self, x: Array, out: Array) -> tuple[Array, Array | None]:
        """Does that in up to two steps. Returns the variances and, if there were two, which rows are in doubt."""
        p = self._sum(x) / self.number(self.C)
        np.subtract(x, self.column(p), out=out)
        variance: Array = self.dot(out, out) / self.number(self.C)
        if _all_within(p, variance, FAR):
            return variance, None
        far = ~(p * p < variance * self.number(FAR)) & (p != 0)
        off = self._sum(out) / self.number(self.C)
        off[~far] = 0
        np.subtract(out, self.column(off), out=out)
        before = variance.copy()
        variance -= off * off
        return variance, far & (before > 0) & ~(variance > before / 2)

    def deviation(self, x: Array, out: Array) -> Array:
        """Writes x less the mean of its row to `out`, where the variance is not asked for.

        Some channels show that it is large enough beside the mean; where they do not, all are looked at.
        """
        p = self._sum(x) / self.number(self.C)
        np.subtract(x, self.column(p), out=out)
        some = out[:, :SOME]
        return out if _all_within(p, np.vecdot(some, some), FAR / max(self.C, 1)) else self.centred(x, out)[0]

    def variance(self, x: Array, room: Array) -> Array:
        """The variance of each row. Writes to `room` what it likes.

        Of a row whose mean is close to zero it is taken about zero, the pilot value of `beyond/kernel_centre` then.
        """
        mean = self._sum(x) / self.number(self.C)
        squared_mean = mean * mean
        variance: Array = self.dot(x, x) / self.number(self.C) - squared_mean
        if _all_within(mean, variance, NEAR):
            return variance
        return np.where(squared_mean < variance * self.number(NEAR), variance, self.centred(x, room)[1])

    def half_sech(self, x: Array, alpha: float, out: Array) -> Array:
        """Writes 1/(e^u + e^-u) to `out`, u being alpha x: right also where its square is near the smallest number."""
        if _COSH_IS_FAST[self.dtype]:
            np.multiply(x, self.number(alpha), out=out)
            np.cosh(out, out=out)
            return np.asarray(np.divide(self.number(0.5), out, out=out))
        np.abs(x, out=out)
        np.multiply(out, self.number(-abs(alpha)), out=out)
        e = np.exp(out, out=out)
        room = np.multiply(e, e, out=self.more("room", len(x)))
        np.add(room, self.number(1), out=room)
        return np.asarray(np.divide(e, room, out=out))

    def columns(self, weights: Array | None, f: Array) -> Array:
        """The sum over the rows of weights f; the weights are one for each row, or all 1. Of many rows, in pieces."""
        count, rest = divmod(len(f), ROWS)
        if count > 1 or (count and rest):
            return self._in_pieces(weights, f, count, len(f) - rest)
        if not self.shared:
            return np.asarray((_ones(len(f), self.dtype) if weights is None else weights).dot(f))
        if weights is None:
            return np.asarray(np.add.reduce(f, axis=0))
        return np.asarray(np.einsum("r,rc->c", weights, f))

    def _in_pieces(self, weights: Array | None, f: Array, count: int, whole: int) -> Array:
        """The same: so many pieces, of whole rows in all, and what is left; and these sums in the same way."""
        pieces = f[:whole].reshape(count, ROWS, f.shape[1])
        if not self.shared:
            row = _ones(ROWS, self.dtype) if weights is None else weights[:whole].reshape(count, 1, ROWS)
            parts = np.matmul(row, pieces).reshape(count, -1)
        elif weights is None:
            parts = np.add.reduce(pieces, axis=1)
        else:
            parts = np.einsum("pr,prc->pc", weights[:whole].reshape(count, ROWS), pieces)
        sums = self.columns(None, parts)
        if whole < len(f):
            sums = sums + self.columns(None if weights is None else weights[whole:], f[whole:])
        return np.asarray(sums)

    def whole(self, rows: Array) -> float:
        """The sum of one number for each row, in float64."""
        if len(rows) <= FEW:
            return float(sum(rows.tolist()))
        return float(np.add.reduce(rows, dtype=np.float64))

    def inner(self, f: Array, h: Array) -> float:
        """The sum of f h over all channels of all rows, in float64."""
        length = max(min(self.C, self.piece), 1)
        if self.C % length:
            return self.whole(self.dot(f, h))
        found = self.whole(np.vecdot(f.reshape(-1, length), h.reshape(-1, length)))
        if not math.isfinite(found):
            self.flagged = True
        return found

    def _product(self, f: Array, h: Array) -> Array:
        """The sum of each row of f h; h may be one row.

        By vecdot, of which the rounding errors are half those of a product of a matrix and a vector. Such a product
        would start threads of BLAS, too, and these wait for each other when two threads ask for them at once.
        """
        width, piece = f.shape[1], self.piece
        if width == piece:
            sums: Array = np.vecdot(f, h)
            return sums
        if width < piece:
            return self._rest(f, h)
        count = width // piece
        whole = count * piece
        rows = (f if whole == width else f[:, :whole]).reshape(len(f), count, piece)
        if h is f:
            parts = np.vecdot(rows, rows)
        elif h.ndim == 1:
            parts = np.vecdot(rows, h[:whole].reshape(count, piece))
        else:
            parts = np.vecdot(rows, h[:, :whole].reshape(len(f), count, piece))
        sums = self._joined(parts)
        return sums if whole == width else sums + self._rest(f[:, whole:], h[..., whole:])

    def _sum(self, f: Array) -> Array:
        """The sum of each row. Of long rows, on one thread, a product with ones is quickest."""
        width = f.shape[1]
        if width % SHORT or width <= self.piece or self.shared:
            return self._product(f, _ones(width, f.dtype))
        return self._joined(f.reshape(-1, SHORT).dot(_ones(SHORT, f.dtype)).reshape(len(f), width // SHORT))

    def _joined(self, parts: Array) -> Array:
        """The sum of the pieces of each row: by a product with ones, where that has lanes or there is little to add.

        Of one row it is an inner product, which adds what its lanes leave over one by one.
        """
        count = parts.shape[1]
        if count <= IN_TURN[self.dtype] or (count <= LANES if len(parts) > 1 else count in (LANES, 2 * LANES)):
            sums: Array = parts.dot(_ones(count, parts.dtype))
        elif count <= 2 * LANES:
            sums = np.add.reduce(parts, axis=1)
        else:
            sums = self._sum(parts)
        return sums

    def _rest(self, f: Array, h: Array) -> Array:
        """The sum of each row of f h, of less than a piece: zeros follow it where lanes would leave over too much."""
        few = f.shape[1]
        if (few if few < LANES else few % LANES + 1) > LEFT:
            padded = np.zeros((len(f), -(-few // LANES) * LANES), f.dtype)
            np.multiply(f, h, out=padded[:, :few])
            f, h = padded, _ones(padded.shape[1], f.dtype)
        sums: Array = np.vecdot(f, h)
        return sums

    def _looked_at(self, sums: Array) -> Array:
        """The sums of rows, flagged if one is not finite: what BLAS computes raises no flags."""
        if len(sums) <= FEW:
            is_finite = math.isfinite(sum(sums.tolist()))
        else:
            is_finite = not sums.dot(_zeros(len(sums), sums.dtype))  # 0, or NaN
        if not is_finite:
            self.flagged = True
        return sums


def _all_within(means: Array, squares: Array, share: float) -> bool:
    """Whether the square of each mean is less than a share of a number, which is finite: not if both underflow."""
    if len(means) <= FEW:
        return all(m * m < share * s < math.inf for m, s in zip(means.tolist(), squares.tolist(), strict=True))
    least = squares * squares.dtype.type(share)
    return int(np.count_nonzero((means * means < least) & (least < math.inf))) == len(means)


def _cosh_is_fast() -> dict[np.dtype[Any], bool]:
    """For each dtype, whether cosh takes less time than exp and what else stands for it.

    In single precision it does where NumPy has vector code for it on this processor, in double precision nowhere.
    """
    found = np.lib.introspect.opt_func_info(func_name="^cosh$", signature="float32")
    targets = [each["current"] for each in found.get("cosh", {}).values()]
    return {FLOAT32: any(not t.startswith("baseline") for t in targets), FLOAT64: False}


_COSH_IS_FAST = _cosh_is_fast()


@lru_cache(maxsize=64)
def _ones(n: int, dtype: np.dtype[Any]) -> Array:
    ones = np.ones(n, dtype)
    ones.setflags(write=False)
    return ones


@lru_cache(maxsize=64)
def _zeros(n: int, dtype: np.dtype[Any]) -> Array:
    return np.zeros(n, dtype)
