"""Holds what a function returned against what the statement says, number by number, in exact arithmetic."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

from .expected import ROUGH, Expected, exact, norm
from .intervals import ZERO
from .meaning import Meaning
from .outcome import Covered
from .plan import Call
from .promises import NEARLY, TOLERANCE, Promise, parameter_sizes
from .rows import HALF, Array

SHOWN = 4
"""So many faults of a function are told one by one."""

FEW_LEAST = 4.0
"""So many of the smallest subnormal numbers, times sqrt(C), are no error."""

STEEP = 30.0
"""From where the mean beside sqrt(beta) multiplies what a docstring promises, so that only gross faults are seen."""


@dataclass(frozen=True)
class Allowed:
    """How large the error of a value may be: so many machine epsilons of a size, and something absolute."""

    multiple: float
    size: Decimal
    least: Decimal
    eps: float

    @property
    def error(self) -> Decimal:
        """The largest error."""
        return ROUGH.add(ROUGH.multiply(Decimal(self.multiple * self.eps), self.size), self.least)

    def measured(self, error: Decimal) -> float:
        """An error as so many machine epsilons of the size."""
        above = max(ZERO, ROUGH.subtract(error, self.least))
        unit = ROUGH.multiply(self.size, Decimal(self.eps))
        if not above:
            return 0.0
        return float(ROUGH.divide(above, unit)) if unit else math.inf


class Comparison:
    """Compares the results of calls. What was compared before, bit for bit, is not compared again."""

    def __init__(self, meaning: Meaning, promise: Promise | None, docstring: str) -> None:
        self.meaning, self.promise = meaning, promise
        self.excuses = " ".join(docstring.split())
        self._seen: dict[tuple[Any, ...], tuple[float, str]] = {}
        self._sums: dict[tuple[Any, ...], tuple[float, str]] = {}

    def compare(self, call: Call, expected: Sequence[Expected], outputs: Sequence[tuple[str, Array | None]],
                covered: Covered) -> None:  # fmt: skip
        """Compares all outputs of a call, and takes note of what was covered, and of faults."""
        names = list(self.meaning.outputs)
        named = [(names[0] if n == "out" else n, v) for n, v in outputs]
        if {n for n, _ in named} != {*names, *(n for n, v in named if v is None)}:
            self._fault(covered, call, "", f"it returns {', '.join(n for n, _ in named)}, not {', '.join(names)}")
            return
        for name, values in named:
            for fault in self._output(call, expected, name, values, covered):
                self._fault(covered, call, name, fault)
        covered.rows += sum(not e.state for e in expected)
        covered.dtypes.add(str(call.sample.rows[0].x.dtype))
        covered.channels.add(call.sample.channels)

    def _fault(self, covered: Covered, call: Call, name: str, text: str) -> None:
        dtype = call.sample.rows[0].x.dtype
        parts = (f"{call.use}", str(dtype), f"C = {call.sample.channels}", call.way)
        covered.faults.append(f"{', '.join(parts)}: {name}{text}")

    def _output(
        self, call: Call, expected: Sequence[Expected], name: str, values: Array | None, covered: Covered
    ) -> Iterator[str]:
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
        if is_summed:
            key = (id(call), name, values.tobytes())
            if key not in self._sums:
                self._sums[key] = self._sum(call, expected, name, values)
            yield from self._noted(covered, name, values, *self._sums[key])
            return
        for n, e in enumerate(expected):
            if not e.state:
                yield from self._row(call, e, name, values[n], covered)

    def _row(self, call: Call, e: Expected, name: str, values: Array, covered: Covered) -> Iterator[str]:
        """One row of a result, or the gradient of a parameter of one row."""
        key = (call.sample.key, id(e), name, values.tobytes())
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = self._judged(call, e, name, values)
        yield from self._noted(covered, name, values, *found)

    def _judged(self, call: Call, e: Expected, name: str, values: Array) -> tuple[float, str]:
        """(machine epsilons, what is wrong) of one row; for which the docstring makes an exception, 0 of these."""
        true, sizes = e.values[name], e.sizes[name]
        found = [values] if values.ndim == 0 else list(values)
        for n, value in enumerate(found):
            if not math.isfinite(value):
                return math.inf, f"{_at(values, n)} of the row {e.row.name!r} is {value}, not {_short(true[n])}"
        errors = [ROUGH.abs(ROUGH.subtract(a, b)) for a, b in zip(exact(values), true, strict=True)]
        allowed = self._allowed(call, e, name, sizes)
        if len(allowed) < len(errors):
            errors, single = [norm(errors)], errors
        else:
            single = errors
        measured = [a.measured(error) for a, error in zip(allowed, errors, strict=True)]
        worst = max(range(len(errors)), key=lambda n: ROUGH.divide(errors[n], allowed[n].error))
        if errors[worst] <= allowed[worst].error:
            is_excused = name == next(iter(self.meaning.outputs)) and self._is_excused(call, e)
            return 0.0 if is_excused else max(measured), ""
        n = max(range(len(single)), key=single.__getitem__) if len(allowed) < len(single) else worst
        said = f"{_at(values, n)} of the row {e.row.name!r} is {found[n]!s}, and the statement says {_short(true[n])}: "
        return measured[worst], (
            f"{said}{measured[worst]:.3g} eps_m{' in the norm of the row' if len(single) > len(errors) else ''}, "
            f"and {allowed[worst].multiple:.3g} are allowed"
        )

    def _sum(self, call: Call, expected: Sequence[Expected], name: str, values: Array) -> tuple[float, str]:
        """The same for the gradient of a parameter, summed over the rows of a call."""
        limits = np.finfo(values.dtype)
        least = Decimal(float(limits.tiny)) * len(expected) * call.times
        size = sum((e.sizes[name][0] for e in expected), ZERO) * call.times
        if size * 4 > Decimal(float(limits.max)):
            return 0.0, ""  # the sum may overflow
        allowed, largest = Allowed(self._tolerance(call, expected), size, least, float(limits.eps)), 0.0
        for n, value in enumerate(exact(values)):
            true = ZERO
            for e in expected:
                true = ROUGH.add(true, e.values[name][n])
            true *= call.times
            error = ROUGH.abs(ROUGH.subtract(value, true)) if value.is_finite() else Decimal("Infinity")
            if error > allowed.error:
                said = f"{_at(values, n)} is {values.ravel()[n]!s}, and the statement says {_short(true)}: "
                measured = allowed.measured(error)
                return measured, f"{said}{measured:.3g} eps_m, and {allowed.multiple:.3g} are allowed"
            largest = max(largest, allowed.measured(error))
        return largest, ""

    def _noted(self, covered: Covered, name: str, values: Array, measured: float, fault: str) -> Iterator[str]:
        covered.values += values.size
        if fault:
            yield fault
        else:
            is_promised = name == next(iter(self.meaning.outputs))
            said = self.promise.text if self.promise and is_promised else ""
            covered.worst[name] = max(covered.worst.get(name, (0.0, said)), (measured, said))

    def _allowed(self, call: Call, e: Expected, name: str, sizes: Sequence[Decimal]) -> list[Allowed]:
        is_parameter = self.meaning.outputs[name].per in ("channel", "call")
        is_half = e.row.x.dtype == HALF
        limits = np.finfo(np.float32 if is_half else e.row.x.dtype)
        least, eps = self._least(call, limits), float(limits.eps)
        if is_parameter:
            least = Decimal(float(limits.tiny))  # what is smaller may be lost in a sum
        elif is_half:
            least = self._least(call, np.finfo(HALF))
        is_first = name == next(iter(self.meaning.outputs))
        if (is_first and self._is_excused(call, e)) or self._is_steep(call, e):
            multiples = [NEARLY / eps] * len(sizes)
        elif not is_first:
            multiples = [self._tolerance(call, [e])] * len(sizes)
        elif self.promise is None:
            multiples = [TOLERANCE] * len(sizes)
        elif len(sizes) == call.sample.channels and "alpha" in self.meaning.numbers:
            multiples = [self.promise.at(len(sizes), u) for u in _steepness(call, e)]
        else:
            multiples = [self.promise.at(call.sample.channels)] * len(sizes)
        again = Decimal(float(np.finfo(HALF).eps) / 2 if is_half and not is_parameter else 0.0)
        return [
            Allowed(m, size, ROUGH.add(least, ROUGH.multiply(again, size)), eps)
            for m, size in zip(multiples, sizes, strict=True)
        ]

    def _tolerance(self, call: Call, expected: Sequence[Expected]) -> float:
        """What the gradient of a parameter may be off: more where that of x may be, for steep slopes."""
        if self.promise is None or "|alpha x|" not in self.promise.text:
            return TOLERANCE
        steepest = max((u for e in expected for u in _steepness(call, e)), default=0.0)
        return TOLERANCE + self.promise.at(call.sample.channels, min(steepest, 1e3))

    def _least(self, call: Call, limits: Any) -> Decimal:
        return Decimal(float(limits.smallest_subnormal)) * Decimal(FEW_LEAST * math.ceil(call.sample.channels**0.5))

    def _is_excused(self, call: Call, e: Expected) -> bool:
        """Whether the docstring makes an exception for such parameters, or such a row, in these words."""
        low, high = parameter_sizes(self.excuses, e.row.x.dtype == np.float64)
        numbers, vectors = call.sample.numbers, call.sample.vectors
        given = [numbers[n] for n in self.meaning.numbers if n != "eps"]
        given += [v for n in self.meaning.vectors for v in vectors[n].tolist()]
        return not all(value == 0 or low <= abs(value) <= high for value in given) or self._is_steep(call, e)

    def _is_steep(self, call: Call, e: Expected) -> bool:
        """Whether the least of the betas is small beside the mean, which gradients of betas feel too."""
        if "m is the mean of |x|" not in self.excuses:
            return False
        with np.errstate(all="ignore"):
            mean = np.abs(e.row.x.astype(np.float64)).mean()
        return bool(mean > STEEP * np.sqrt(call.sample.vectors["betas"].min()))


def _steepness(call: Call, e: Expected) -> list[float]:
    with np.errstate(all="ignore"):
        steep = np.abs(e.row.x.astype(np.float64) * call.sample.numbers["alpha"])
    return [min(u, 1e6) for u in steep.tolist()]


def _at(values: Array, n: int) -> str:
    return f"[{n}]" if values.ndim else ""


def _short(value: Decimal) -> str:
    return f"{value:.9g}"
