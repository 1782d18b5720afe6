"""Whether a result scales as it is said to: the statement for a (x - b), h g and scaled parameters, and for x, g.

Where x is out of range, a kernel computes the same for a (x - b) and h g, with eps a^2, say, and multiplies the result
by a^p h^q. That is an identity in x, g, a, b and h. Here it is evaluated at points: rational numbers, whose roots and
exponentials are enclosed with 200 bits. A law with another power, or of another function, is off by a power of a or h.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..checker.forms import Form
from .enclosures import Arithmetic, Enclosed, joined
from .evaluate import Expression, Expressions, Place
from .expected import Statements
from .meaning import KERNELS, Meaning, scaled
from .outcome import Checked

BITS, AGREE = 200, Fraction(1, 2**130)

POINTS: tuple[tuple[str, str, str], ...] = (("3", "7", "1.25"), ("0.5", "4", "-2"), ("8", "0.125", "0.75"))
"""Values of a, h and b."""

X = tuple(map(Fraction, ("0.5", "-1.25", "2.75", "0.625", "-3")))
G = tuple(map(Fraction, ("1.5", "0.25", "-0.875", "2", "-1.125")))
WEIGHTS = tuple(map(Fraction, ("0.75", "1.5", "2", "0.875", "1.25")))
NUMBERS = {"eps": "0.375", "alpha": "0.625", "beta": "1.75", "c": "1.25", "kappa": "0.375", "b": "1"}


@dataclass(frozen=True)
class Scaling:
    """What a kernel does to its input: x becomes a (x - b), or a x; parameters grow with powers of a."""

    powers: Mapping[str, int]
    shifts: bool
    scales_x: bool
    scales_g: bool


def fault(e: Expression, law: tuple[int, int], scaling: Scaling) -> str:
    """Where an expression does not scale by a^p h^q; "" where it does at all points."""
    arithmetic = Arithmetic(BITS)
    for a, h, b in (map(Fraction, point) for point in POINTS):
        one, zero = Fraction(1), Fraction(0)
        a, h, b = (a if scaling.scales_x else one), (h if scaling.scales_g else one), (b if scaling.shifts else zero)
        plain = _place(arithmetic, one, one, zero, {}).value(e)
        moved = _place(arithmetic, a, h, b, scaling.powers).value(e)
        factor = arithmetic.multiply(_power(arithmetic, a, law[0]), _power(arithmetic, h, law[1]))
        scaled_back = arithmetic.multiply(factor, moved)
        differences = arithmetic.add(plain, arithmetic.negative(scaled_back))
        for left, right, (low, high) in zip(plain.bounds(), moved.bounds(), differences.bounds(), strict=True):
            if not low <= 0 <= high or high - low > AGREE * max(map(abs, left)):
                said = f"at a = {float(a):g}, h = {float(h):g}, b = {float(b):g} it is {float(left[0]):.6g}"
                return f"{said}, and scaled {float(right[0]):.6g} times {float(factor.bounds()[0][0]):.6g}"
    return ""


def expression(form: Form, freed: str = "") -> Expression:
    """A side of a claim, in which a number that has a name is a parameter."""
    return Expressions().of(_freed(form, freed))


def _freed(form: Any, name: str) -> Any:
    if not isinstance(form, tuple) or not name:
        return form
    return ("sym", name) if form[:2] == ("def", name) else tuple(_freed(part, name) for part in form)


def _place(arithmetic: Arithmetic, a: Fraction, h: Fraction, b: Fraction, powers: Mapping[str, int]) -> Place:
    vectors = {
        "x": [a * (x - b) for x in X], "g": [h * g for g in G],
        **{name: [w * a ** powers.get(name, 0) for w in WEIGHTS] for name in ("gain", "bias", "betas")},
    }  # fmt: skip
    numbers = {name: Fraction(n) * a ** powers.get(name, 0) for name, n in NUMBERS.items()}
    return Place(
        arithmetic, len(X), {name: joined(map(arithmetic.number, v)) for name, v in vectors.items()},
        {name: arithmetic.number(n) for name, n in numbers.items()},
    )  # fmt: skip


def _power(arithmetic: Arithmetic, base: Fraction, n: int) -> Enclosed:
    return arithmetic.power(arithmetic.number(base), n)


def checked(records: Mapping[str, Any], statements: Statements, wanted: set[str]) -> Iterator[Checked]:
    """The laws in the records of a file, kernel by kernel."""
    for name in sorted({*records, *wanted}):
        meaning, record = KERNELS.get(name), records.get(name)
        entry = Checked(name, [])
        if meaning is None or record is None:
            why = "it is not known what it computes" if meaning is None else "the file has no such kernel"
            entry.faults.append(why)
        else:
            _check(entry, meaning, record, statements)
        yield entry


def _check(entry: Checked, meaning: Meaning, record: Mapping[str, Any], statements: Statements) -> None:
    laws = [record["law"], *record["gradients"]]
    outputs = dict(meaning.outputs)
    if len(laws) != len(outputs):
        entry.faults.append(f"it has {len(laws)} laws for {', '.join(outputs)}")
        return
    scaling = Scaling(
        record["scaling"], record["shifts"], record["rowwise"] or bool(record["scaling"]), "g" in record["arrays"]
    )
    for (name, output), (p, q) in zip(outputs.items(), laws, strict=True):
        claim = scaled(meaning, output)
        side = statements[claim.claim][1 if claim.side == "left" else 2]
        entry.claims.append(": ".join(claim.claim))
        entry.points += len(POINTS)
        wrong = fault(expression(side, meaning.freed), (p, q), scaling)
        if wrong:
            entry.faults.append(f"{name} does not grow with a^{p} h^{q}: {wrong}")
