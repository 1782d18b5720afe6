"""The work of the reader is bounded: what would take it long, or too deep, is not understood, and it says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symnorm import Theorem, by, define, eq, symbol
from symnorm.reader.binding import Reader

a, t = symbol("a"), symbol("t")
y = define("y", t**2 + a)


def outcome(printed: str) -> tuple[str, str]:
    theorem = Theorem("bounds/1", "Bounds")
    theorem.claim("(1)", eq(y + 0, t**2 + a), by.algebra())
    found = Reader(theorem).bind(printed, theorem.entries[0].statement)[0]
    return found.outcome, found.reason


def nested(opening: str, closing: str) -> Callable[[int], str]:
    return lambda depth: f"y = {opening * depth}a{closing * depth}"


@pytest.mark.parametrize(("printed", "depth", "told"), [
    (nested("y(1+", ")"), 25, "too much to try"),
    (nested(r"y\left(1+", r"\right)"), 25, "too much to try"),
    (nested("y[1+", "]"), 25, "too much to try"),
    (nested("(", ")"), 40, "nested too deeply"),
    (lambda n: "y = " + "a " * n, 600, "more than 500 tokens"),
    (lambda n: "y = " + "|a|" * n, 2_000, "more than 500 tokens"),
    (lambda n: "y = " + r"\begin{cases} a & " * n, 3_000, "more than 500 tokens"),
])  # fmt: skip
def test_what_takes_too_long_is_not_understood(printed: Callable[[int], str], depth: int, told: str) -> None:
    assert told not in outcome(printed(1))[1]
    kind, reason = outcome(printed(depth))
    assert kind == "not understood"
    assert told in reason


def test_a_maximum_of_many_is_looked_at_once_wherever_it_stands() -> None:
    r"""\max(a, b) has a value in which b stands twice: of 24 inside each other, the last stands there 2^24 times."""
    kind, _ = outcome(nested(r"\max(a, ", ")")(24))
    assert kind == "differs"


def test_what_is_printed_in_the_papers_is_far_below_the_bounds() -> None:
    assert outcome("y = " + " + ".join(["t^2", *["a"] * 60]))[0] == "differs"
