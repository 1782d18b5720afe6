"""Numbers within an error, what is kept of them, and the errors that are measured by them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import mpmath
import numpy as np
import pytest

from symnorm.validation.compare import Allowed
from symnorm.validation.enclosures import Arithmetic, Enclosed, NoValue, exactly, joined, summed
from symnorm.validation.evaluate import Expressions, NotEvaluated, Place
from symnorm.validation.known import FILE, Known, Parts, Shelf, parts, stacked


def _mpf(q: Fraction) -> mpmath.mpf:
    return mpmath.mpf(q.numerator) / q.denominator


OPERATIONS: dict[str, tuple[Callable[..., Enclosed], Callable[..., mpmath.mpf]]] = {
    "add": (Arithmetic.add, lambda p, q: p + q),
    "multiply": (Arithmetic.multiply, lambda p, q: p * q),
    "divide": (Arithmetic.divide, lambda p, q: p / q),
    "negative": (lambda a, x, _: a.negative(x), lambda p, _: -p),
    "sqrt": (lambda a, x, _: a.sqrt(a.size(x)), lambda p, _: mpmath.sqrt(abs(p))),
    "tanh": (lambda a, x, _: a.tanh(x), lambda p, _: mpmath.tanh(p)),
    "exp": (lambda a, x, _: a.exp(x), lambda p, _: mpmath.exp(p)),
    "cube": (lambda a, x, _: a.power(x, 3), lambda p, _: p**3),
    "inverse square": (lambda a, x, _: a.power(x, -2), lambda p, _: 1 / p**2),
}  # fmt: skip


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("bits", [64, 200])
@pytest.mark.parametrize("spread", [0, 2])
def test_an_enclosure_contains_the_numbers(name: str, bits: int, spread: int) -> None:
    """Of all channels at once, where what is put in is known to a third of the bits, or exactly."""
    arithmetic, random = Arithmetic(bits), np.random.default_rng([bits, spread])
    ours, theirs = OPERATIONS[name]
    for scale in (-300, -40, -8, 0, 3):
        p, q = ([Fraction(v) * Fraction(10) ** scale for v in random.normal(size=9).tolist()] for _ in "pq")
        x, y = joined(map(arithmetic.number, p)), joined(map(arithmetic.number, q))
        if spread:  # ends of what may be meant
            error = min(map(abs, (*x.whole, *y.whole))) >> bits // 3
            x, y = x._replace(error=error), y._replace(error=error)
        found = ours(arithmetic, x, y)
        with mpmath.workdps(700):
            for n, (low, high) in enumerate(found.bounds()):
                for a, b in itertools.product(x.bounds()[n], y.bounds()[n]):
                    assert _mpf(low) <= theirs(_mpf(a), _mpf(b)) <= _mpf(high)
        assert found.error << (bits // 4 - 10 if spread else bits - 26) <= found.largest


def test_what_may_be_zero_or_negative_has_no_value() -> None:
    a, nothing = Arithmetic(64), Enclosed((0, 0), 5)
    unsure = Enclosed((3, 1), -2, 1)
    assert a.sqrt(unsure).bounds()[1][0] <= 0
    for impossible in (
        lambda: a.divide(unsure, unsure), lambda: a.divide(unsure, nothing), lambda: a.sqrt(a.negative(unsure)),
        lambda: a.exp(Enclosed((2 * 10**6,))), lambda: a.exp(Enclosed((1,), 0, 3)),
    ):  # fmt: skip
        with pytest.raises(NoValue):
            impossible()
    assert a.sqrt(nothing).bounds() == a.divide(nothing, unsure._replace(error=0)).bounds() == [(0, 0)] * 2


def test_floats_are_taken_exactly_and_given_to_a_hundred_bits() -> None:
    hard = np.array([1.5, -(2.0**-1074), 1.7e308, 0.0, -0.1])
    assert [low for low, high in exactly(hard).bounds() if low == high] == [*map(Fraction, hard.tolist())]
    twice = summed([exactly(hard), exactly(hard[::-1].copy())], 3)
    assert [low for low, _ in twice.bounds()] == [
        3 * (Fraction(a) + Fraction(b)) for a, b in zip(hard.tolist(), hard[::-1].tolist(), strict=True)
    ]
    third = Arithmetic(2500).divide(exactly(hard), Enclosed((3,)))
    high, low, exponent = parts(third)
    for n, value in enumerate(hard.tolist()):
        found = (Fraction(high[n]) + Fraction(low[n])) * Fraction(2) ** int(exponent[n])
        assert abs(found - Fraction(value) / 3) <= abs(Fraction(value)) / 2**100


@pytest.mark.parametrize("harm", [
    lambda b: b[:-1], lambda b: b[:40] + bytes([b[40] ^ 1]) + b[41:], lambda b: b"", lambda b: b[:9],
])  # fmt: skip
def test_a_damaged_file_of_what_was_kept_is_passed_over(harm: Callable[[bytes], bytes], tmp_path: Path) -> None:
    known = Known(["", "no"], *[{"out": stacked([exactly(np.array([1.0, 2.0])), None])}] * 2)
    shelf = Shelf(tmp_path)
    shelf.put("a", known)
    shelf.save()
    found = Shelf(tmp_path).get("a")
    assert found is not None
    assert found.states == ["", "no"]
    assert found.values["out"].row(0).bounds() == [(1, 1), (2, 2)]
    file = tmp_path / FILE
    file.write_bytes(harm(file.read_bytes()))
    assert Shelf(tmp_path).get("a") is None
    other = tmp_path / "file"
    other.write_text("")
    Shelf(other / "no folder").save()


@pytest.mark.parametrize("size", [1e-320, 1e-160, 1.0, 1e160, 1.7e308])
def test_errors_are_measured_whatever_the_range(size: float) -> None:
    """A number that is three units in the last place off, beside what is allowed: two, and then four."""
    off, eps = size, float(np.finfo(float).eps)
    for _ in range(3):
        off = float(np.nextafter(off, 0))
    error = abs(Fraction(off) - Fraction(size))
    true = Parts(*(a[None] for a in parts(exactly(np.array([size, size])))))
    for share in (Fraction(1, 2), Fraction(2)):
        multiple = float(error * share / (Fraction(size) * Fraction(eps)))
        errors = Allowed(multiple, true, eps, 0, -1074).of(np.array([[size, off]]), true)
        assert errors.share[0, 0] == 0
        assert errors.share[0, 1] == pytest.approx(float(1 / share))
        assert errors.measured[0, 1] == pytest.approx(multiple / float(share))
    row = Parts(*(a[:, :1] for a in true))
    assert Allowed(multiple, row, eps, 0, -1074).of(np.array([[off, off]]), true).measured[0] == pytest.approx(
        2**0.5 * multiple / 2
    )
    assert Allowed(1.0, true, eps, 0, -1074).of(np.array([[np.inf, np.nan]]), true).share.tolist() == [[np.inf] * 2]


def test_a_sum_over_the_others_leaves_one_out() -> None:
    form = ("sum", "l", ("sym", "C"), ("i",), ("mul", ("coord", "x", "l"), ("coord", "x", "i")))
    place = Place(Arithmetic(200), 3, {"x": exactly(np.array([1.0, 2.0, 5.0]))}, {})
    assert place.value(Expressions().of(form)).bounds() == [(7, 7), (12, 12), (15, 15)]
    for refused in (("D", ("coord", "x", "i"), ("coord", "x", "i")), ("app", "f", (0,), (("sym", "a"),))):
        with pytest.raises(NotEvaluated):
            Expressions().of(refused)
