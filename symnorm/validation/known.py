"""What the statements say of the rows of a sample, in arrays; and such arrays, kept for the next time.

They depend on the statements, on the rows and parameters, and on what evaluates them: a hash of all of these is the
name under which they are kept, in one file with a checksum. They are what is right, and know of no file with kernels:
what that computes is found anew each time, and compared.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..checker import forms
from .enclosures import Enclosed, exactly, summed
from .rows import Array

HELD = 1000
"""Whole numbers of so many bits are in the range of a float."""

FILE = "kernels-expected"
"""Values are kept in a file of this name."""

MAX_BYTES = 512 << 20
"""A larger file is not written, and not read."""


def _sources() -> str:
    """A hash of what evaluates statements, as this process has loaded it."""
    here = Path(__file__).parent
    files = [Path(forms.__file__), *(here / f"{name}.py" for name in ("enclosures", "evaluate", "expected", "known"))]
    return hashlib.sha256(b"\0".join([sys.version.encode(), *(f.read_bytes() for f in files)])).hexdigest()


SOURCES = _sources()


class Parts(NamedTuple):
    """Numbers to 100 bits, of any size: (high + low) 2^exponent, with floats and whole numbers in arrays.

    An exponent is that of a number, or of all numbers of a row.
    """

    high: Array
    low: Array
    exponent: Array

    def of(self, rows: Sequence[int]) -> Parts:
        """Some rows of them."""
        return Parts(*(a[[*rows]] for a in self))

    def row(self, n: int) -> Enclosed:
        """The numbers of one row, exactly."""
        each = [exactly(a[n]) for a in (self.high, self.low)]
        exponents = np.broadcast_to(self.exponent[n], self.high[n].shape).tolist()
        least = min(exponents)
        both = summed(each, 1)
        whole = tuple(m << (e - least) for m, e in zip(both.whole, exponents, strict=True))
        return Enclosed(whole, both.exponent + least)


class Known:
    """What a kernel has to make of the rows of a sample; rows that are not compared have no values, but zeros.

    `states` is for each row "" or why it is not compared: the statement has no value there, or none in range. `values`
    are those of each output, `sizes` what the error of each is a multiple of: for a norm, one for the row.
    """

    def __init__(self, states: Sequence[str], values: Mapping[str, Parts], sizes: Mapping[str, Parts]) -> None:
        self.states, self.values, self.sizes = states, values, sizes
        self._sums: dict[tuple[Any, ...], tuple[Enclosed, Enclosed]] = {}

    def total(self, name: str, chosen: tuple[int, ...], times: int) -> tuple[Enclosed, Enclosed]:
        """The sums over some rows, repeated so many times, of the values and of the sizes."""
        key = name, chosen, times
        if key not in self._sums:
            kinds = self.values[name], self.sizes[name]
            none = Enclosed((0,) * self.values[name].high.shape[1]), Enclosed((0,))
            values, sizes = (summed([k.row(n) for n in chosen], times) for k in kinds) if chosen else none
            self._sums[key] = values, sizes
        return self._sums[key]


def parts(x: Enclosed) -> Parts:
    """The numbers of an enclosure: their middles, to 100 bits."""
    whole, exponents = x.whole, np.array([x.exponent])
    if x.largest.bit_length() > HELD:
        cuts = [max(0, m.bit_length() - HELD) for m in whole]
        whole, exponents = tuple(map(int.__rshift__, whole, cuts)), exponents + cuts
    high = [*map(float, whole)]
    return Parts(np.array(high), np.array([float(m - int(h)) for m, h in zip(whole, high, strict=True)]), exponents)


def stacked(rows: Sequence[Enclosed | None]) -> Parts:
    """Numbers of several rows; zeros for those that have none."""
    width = max((len(x.whole) for x in rows if x), default=1)
    each = [parts(x or Enclosed((0,) * width)) for x in rows]
    broad = max(p.exponent.size for p in each)
    exponents = [np.broadcast_to(p.exponent, broad) for p in each]
    return Parts(np.stack([p.high for p in each]), np.stack([p.low for p in each]), np.stack(exponents))


class Shelf:
    """What is known of samples, by name; a file of it in a folder, if there is one."""

    def __init__(self, folder: Path | None) -> None:
        self.file = None if folder is None else folder / FILE
        self._found = dict(self._read()) if self.file else {}
        self._used: dict[str, Known] = {}

    def get(self, name: str) -> Known | None:
        """What is kept under a name."""
        found = self._found.get(name)
        if found is not None:
            self._used[name] = found
        return found

    def put(self, name: str, known: Known) -> None:
        """Keeps something under a name."""
        self._used[name] = known

    def save(self) -> None:
        """Writes what was asked for, and nothing else, where something of it is new; a folder may refuse it."""
        if self.file is None or self._used.keys() <= self._found.keys():
            return
        arrays: list[Array] = []
        listed = {name: _listed(known, arrays) for name, known in self._used.items()}
        head = json.dumps([listed, [[a.dtype.str, a.shape] for a in arrays]]).encode()
        numbers = b"".join(np.ascontiguousarray(a).tobytes() for a in arrays)
        content = SOURCES.encode() + len(head).to_bytes(8, "little") + head + numbers
        if len(content) > MAX_BYTES:
            return
        beside = self.file.with_name(f"{FILE}.{os.getpid()}")
        with suppress(OSError):
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                beside.write_bytes(hashlib.sha256(content).digest() + content)
                beside.replace(self.file)
            finally:
                beside.unlink(missing_ok=True)
        self._found = dict(self._used)

    def _read(self) -> Iterator[tuple[str, Known]]:
        """What the file has; nothing, where it is damaged, or where something else wrote it."""
        assert self.file is not None
        try:
            with self.file.open("rb") as file:
                checksum, content = file.read(32), file.read(MAX_BYTES)
        except OSError:
            return
        begin = len(SOURCES)
        if hashlib.sha256(content).digest() != checksum or content[:begin] != SOURCES.encode():
            return
        start = begin + 8
        at = start + int.from_bytes(content[begin:start], "little")
        listed, shapes = json.loads(content[start:at])
        arrays = []
        for dtype, shape in shapes:
            arrays.append(np.frombuffer(content, dtype, int(np.prod(shape)), at).reshape(shape))
            at += arrays[-1].nbytes
        for name, (states, *kinds) in listed.items():
            values, sizes = ({n: Parts(*(arrays[m] for m in own)) for n, own in kind.items()} for kind in kinds)
            yield name, Known(states, values, sizes)


def _listed(known: Known, arrays: list[Array]) -> list[Any]:
    """What is known, with the numbers of its arrays in a list, to which they are added."""
    told: list[Any] = [list(known.states)]
    for kind in (known.values, known.sizes):
        told.append({name: [*range(len(arrays) + 3 * n, len(arrays) + 3 * n + 3)] for n, name in enumerate(kind)})
        arrays += [a for each in kind.values() for a in each]
    return told


def name_of(*told: Any, arrays: Sequence[Array]) -> str:
    """A hash of what is evaluated, beside that of what evaluates it."""
    digest = hashlib.sha256(repr((SOURCES, told, [(a.dtype.str, a.shape) for a in arrays])).encode())
    for a in arrays:
        digest.update(np.ascontiguousarray(a).tobytes())
    return digest.hexdigest()
