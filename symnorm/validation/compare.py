"""Holds what a function returned against what the statement says, number by number.

An error is the difference of a float and of a number that is known to 100 bits. Both are scaled by the power of two
beside which the error may be of the size of 1: so that differences are exact where they are small, whatever the range.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext

import numpy as np

from .enclosures import Enclosed
from .known import Known, Parts, parts
from .meaning import Meaning
from .outcome import Covered
from .plan import Call
from .promises import NEARLY, TOLERANCE, Promise, parameter_sizes
from .rows import HALF, Array

FEW_LEAST = 4
"""So many of the smallest subnormal numbers, times sqrt(C), are no error."""

BY_GAIN = "the quotient of the result by the largest gain is a normal number, too"
"""How a docstring says that what a normalized row loses where it is no normal number may be multiplied by the gain."""

STEEP = 30.0
"""From where the mean beside sqrt(beta) multiplies what a docstring promises, so that only gross faults are seen."""


@dataclass(frozen=True)
class Allowed:
    """How large errors may be: `multiple` times eps of a size, and `few` times 2^`least`.

    There is a size for each number, or one for each row, which then bounds the 2-norm of its errors. Half a unit in
    the last place, `again`, is allowed where a result is rounded again.
    """

    multiple: Array | float
    sizes: Parts
    eps: float
    few: int
    least: int
    again: float = 0.0

    def of(self, found: Array, true: Parts) -> Errors:
        """The errors of the rows of numbers that were found."""
        with np.errstate(all="ignore"):
            mantissa, exponent = np.frexp(self.sizes.high)
            exponent = np.where(mantissa != 0, exponent + self.sizes.exponent, self.least)
            unit = np.maximum(exponent, self.least + self.few.bit_length())
            size, least = np.ldexp(mantissa, exponent - unit), np.ldexp(float(self.few), self.least - unit)
            high, low = (np.ldexp(part, true.exponent - unit) for part in true[:2])
            each = np.abs((np.ldexp(found, -unit) - high) - low)
            each = np.where(np.isnan(each), math.inf, each)
            whole = each if size.shape[1] == each.shape[1] else np.sqrt((each * each).sum(axis=1, keepdims=True))
            above = np.maximum(0.0, whole - least - self.again * size)
            measured = np.where(above > 0, above / (size * self.eps), 0.0)
            share = np.where(whole > 0, whole / ((self.multiple * self.eps + self.again) * size + least), 0.0)
        return Errors(each, share, measured, self.multiple)


@dataclass(frozen=True)
class Errors:
    """Those of each number; those of each number or row as a share of what is allowed, and in machine epsilons."""

    each: Array
    share: Array
    measured: Array
    multiple: Array | float


Judged = tuple[int, float, str]
"""Of how many numbers the error is at most so many machine epsilons, and what is wrong with them."""


class Comparison:
    """Compares the results of calls with what is known of their rows."""

    def __init__(self, meaning: Meaning, promise: Promise | None, docstring: str) -> None:
        self.meaning, self.promise = meaning, promise
        self.excuses = " ".join(docstring.split())

    def compare(self, call: Call, known: Known, outputs: Sequence[tuple[str, Array | None]],
                covered: Covered) -> None:  # fmt: skip
        """Compares all outputs of a call, and takes note of what was covered, and of faults."""
        names = list(self.meaning.outputs)
        named = [(names[0] if n == "out" else n, v) for n, v in outputs]
        if {n for n, _ in named} != {*names, *(n for n, v in named if v is None)}:
            self._fault(covered, call, "", f"it returns {', '.join(n for n, _ in named)}, not {', '.join(names)}")
            return
        for name, values in named:
            for fault in self._output(call, known, name, values, covered):
                self._fault(covered, call, name, fault)
        covered.rows += sum(not known.states[n] for n in call.chosen)
        covered.dtypes.add(str(call.sample.rows[0].x.dtype))
        covered.channels.add(call.sample.channels)

    def _fault(self, covered: Covered, call: Call, name: str, text: str) -> None:
        dtype = call.sample.rows[0].x.dtype
        parts = (f"{call.use}", str(dtype), f"C = {call.sample.channels}", call.way)
        covered.faults.append(f"{', '.join(parts)}: {name}{text}")

    def _output(self, call: Call, known: Known, name: str, values: Array | None, covered: Covered) -> Iterator[str]:
        given = name[1:] in call.use.vectors or name[1:] not in ("gain", "bias")
        if values is None or not given:
            if (values is None) == given:
                yield " is None" if given else " is not None"
            return
        output, C, rows = self.meaning.outputs[name], call.sample.channels, len(call.chosen)
        one = {"element": (C,), "row": (), "channel": (C,), "call": ()}[output.per]
        is_summed = output.per in ("channel", "call") and call.way != "row by row"
        shape = one if is_summed else (rows, *one)
        dtype = call.sample.rows[0].x.dtype
        if dtype == HALF and output.per in ("channel", "call"):
            dtype = np.dtype(np.float32)
        if values.shape != shape or values.dtype != dtype:
            yield f" has shape {values.shape} and dtype {values.dtype}, not {shape} and {dtype}"
            return
        judged = self._sum if is_summed else self._rows
        is_promised = name == next(iter(self.meaning.outputs))
        said = self.promise.text if self.promise and is_promised else ""
        for size, measured, fault in judged(call, known, name, values):
            covered.values += size
            if fault:
                yield fault
            else:
                covered.worst[name] = max(covered.worst.get(name, (0.0, said)), (measured, said))

    def _rows(self, call: Call, known: Known, name: str, values: Array) -> Iterator[Judged]:
        """Each row of a result, or the gradient of a parameter of each row."""
        places = [n for n, row in enumerate(call.chosen) if not known.states[row]]
        rows = [call.chosen[n] for n in places]
        if not rows:
            return
        found, true = values[places].reshape(len(rows), -1), known.values[name].of(rows)
        errors = self._allowed(call, known, name, rows).of(found.astype(np.float64), true)
        is_first = name == next(iter(self.meaning.outputs))
        excused = self._excused(call, rows) if is_first else np.zeros(len(rows), bool)
        measured = np.where(excused[:, None], 0.0, errors.measured)
        right = np.isfinite(found).all(axis=1) & (errors.share <= 1).all(axis=1)
        if right.any():
            yield found[right].size, float(measured[right].max()), ""
        for n in np.flatnonzero(~right).tolist():
            of = f" of the row {call.sample.rows[rows[n]].name!r}"
            fault = _fault(errors, n, values[places[n]], known.values[name].row(rows[n]), of)
            yield found[n].size, math.inf, fault

    def _sum(self, call: Call, known: Known, name: str, values: Array) -> Iterator[Judged]:
        """The gradient of a parameter, summed over the rows of a call."""
        limits, count = np.finfo(values.dtype), len(call.chosen) * call.times
        true, size = known.total(name, call.chosen, call.times)
        if size.largest.bit_length() + size.exponent > limits.maxexp - 2:
            yield values.size, 0.0, ""  # the sum may overflow
            return
        found = values.reshape(1, -1).astype(np.float64)
        sizes = Parts(*(a[None] for a in parts(size.times(values.size))))
        multiple = self._tolerances(call, call.chosen).max(initial=TOLERANCE)
        allowed = Allowed(multiple, sizes, float(limits.eps), count, int(limits.minexp))
        errors = allowed.of(found, Parts(*(a[None] for a in parts(true))))
        yield values.size, float(errors.measured.max()), _fault(errors, 0, values, true)

    def _allowed(self, call: Call, known: Known, name: str, rows: Sequence[int]) -> Allowed:
        """How large the errors of some rows of a result may be."""
        first, per = next(iter(self.meaning.outputs)), self.meaning.outputs[name].per
        dtype, C, sizes = call.sample.rows[0].x.dtype, call.sample.channels, known.sizes[name].of(rows)
        limits = np.finfo(np.float32 if dtype == HALF else dtype)
        eps, few, least, again = float(limits.eps), FEW_LEAST * math.ceil(C**0.5), limits.minexp - limits.nmant, 0.0
        if per in ("channel", "call"):
            few, least = 1, limits.minexp  # what is smaller may be lost in a sum
        elif dtype == HALF:
            half = np.finfo(HALF)
            least, again = half.minexp - half.nmant, float(half.eps) / 2
        elif BY_GAIN in self.excuses:
            least += max(0, int(np.frexp(np.abs(call.sample.vectors["gain"]).max())[1]))
        if name != first:
            multiple = self._tolerances(call, rows)[:, None]
        elif self.promise is None:
            multiple = np.array([[TOLERANCE]])
        elif "alpha" in self.meaning.numbers and sizes.high.shape[1] == C:
            multiple = np.atleast_2d(self.promise.at(C, _steepness(call, rows)))
        else:
            multiple = np.array([[self.promise.at(C)]])
        loose = self._excused(call, rows) if name == first else self._steep(call, rows)
        return Allowed(np.where(loose[:, None], NEARLY / eps, multiple), sizes, eps, few, int(least), again)

    def _tolerances(self, call: Call, rows: Sequence[int]) -> Array:
        """What the gradient of a parameter may be off: more where that of x may be, for steep slopes."""
        if self.promise is None or "|alpha x|" not in self.promise.text:
            return np.full(len(rows), TOLERANCE)
        steepest = np.minimum(_steepness(call, rows).max(axis=1, initial=0.0), 1e3)
        return np.asarray(TOLERANCE + self.promise.at(call.sample.channels, steepest))

    def _excused(self, call: Call, rows: Sequence[int]) -> Array:
        """For which rows the docstring makes an exception, or for such parameters, in these words."""
        low, high = parameter_sizes(self.excuses, call.sample.rows[0].x.dtype == np.float64)
        numbers, vectors = call.sample.numbers, call.sample.vectors
        given = [vectors[n].astype(np.float64) for n in self.meaning.vectors]
        sizes = np.abs(np.hstack([*given, *(numbers[n] for n in self.meaning.numbers if n != "eps"), 0.0]))
        return self._steep(call, rows) | bool(((sizes != 0) & ((sizes < low) | (sizes > high))).any())

    def _steep(self, call: Call, rows: Sequence[int]) -> Array:
        """For which rows the least of the betas is small beside the mean, which gradients of betas feel too."""
        if "m is the mean of |x|" not in self.excuses:
            return np.zeros(len(rows), bool)
        with np.errstate(all="ignore"):
            means = np.abs(_inputs(call, rows)).mean(axis=1)
        return np.asarray(means > STEEP * np.sqrt(call.sample.vectors["betas"].min()))


def _inputs(call: Call, rows: Sequence[int]) -> Array:
    return np.array([call.sample.rows[n].x for n in rows], np.float64).reshape(len(rows), call.sample.channels)


def _steepness(call: Call, rows: Sequence[int]) -> Array:
    """|alpha x|."""
    with np.errstate(all="ignore"):
        return np.minimum(np.abs(_inputs(call, rows) * call.sample.numbers["alpha"]), 1e6)


def _fault(errors: Errors, n: int, values: Array, true: Enclosed, of: str = "") -> str:
    """What is wrong with the numbers of a row, or with sums; "" if nothing is."""
    is_finite, share = np.isfinite(values), errors.share[n]
    if is_finite.all() and share.max() <= 1:
        return ""
    is_norm, worst = len(share) < errors.each.shape[1], int(np.argmax(share))
    at = int(np.argmin(is_finite) if not is_finite.all() else np.argmax(errors.each[n]) if is_norm else worst)
    where = f"{f'[{at}]' if values.ndim else ''}{of}"
    said = f"{where} is {values.ravel()[at]!s}"
    if not is_finite.all():
        return f"{said}, not {_short(true, at)}"
    multiple = np.broadcast_to(errors.multiple, errors.share.shape)[n, worst]
    told = f"{errors.measured[n, worst]:.3g} eps_m{' in the norm of the row' if is_norm else ''}"
    return f"{said}, and the statement says {_short(true, at)}: {told}, and {multiple:.3g} are allowed"


def _short(x: Enclosed, n: int) -> str:
    """A number, for readers."""
    with localcontext() as context:
        context.prec, context.Emin, context.Emax = 40, MIN_EMIN, MAX_EMAX
        return f"{Decimal(x.whole[n]) * Decimal(2) ** x.exponent:.9g}"
