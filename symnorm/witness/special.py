"""Where people err: at 0, where entries coincide, with one channel, far out and close to 0, where a bound is attained.

Each place is a way to choose what names stand for; a search that found no point among small numbers tries one after
the other. Numbers that a statement or a hypothesis names come in first, with what is next to them, and so do their
quotients: 3 t > 1 is decided at 1/3, and t > 50 is met by 51.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from symnorm.language import Statement, Term

Place = Callable[[str, int, Random], list[Fraction]]
"""What a symbol, an entry of a vector or a number of channels may be there, in an attempt by its number: in order."""

FAR = (10, 100, 1000, 10**6, 10**9, 10**12)
BEYOND = (10**30, 10**60)
"""So far out nothing is evaluated in which exponentials stand."""

MAX_NAMED = 24
"""So many of the numbers that stand in statements are tried."""

VECTORS = 3
"""So many vectors are tried in one attempt."""

ATTEMPTS = 4
"""So often each place is tried, with other values."""


def specials(
    statements: Iterable[Statement], supposed: Sequence[Statement], is_elementary: bool
) -> Iterator[tuple[int, Place]]:
    """The places, each with how often it is worth a try. With `is_elementary`, there are no exponentials.

    Where an equation has to hold, nothing is looked for far out: what vanishes there almost is not zero.
    """
    yield ATTEMPTS, _zero
    yield ATTEMPTS, _equal
    yield ATTEMPTS, _one_channel
    named = list(islice(_named([*statements, *supposed]), MAX_NAMED))
    if named:
        yield 2 * len(named), _in_turn(named)
    if any(s.kind in ("eq", "or") for s in supposed):
        return
    far = [Fraction(n) for n in (*FAR, *(BEYOND if is_elementary else ()))]
    yield 2 * len(far), _in_turn([q for n in far for q in (n, 1 / n)])
    yield len(far), _in_turn([-n for n in far])


def vectors_at(place: Place, lengths: list[int], attempt: int, random: Random) -> list[Any]:
    """Vectors, or arrays with equal rows, of entries as a place has them."""
    *rows, size = lengths
    found: list[Any] = []
    for _ in range(VECTORS):
        made: Any = tuple(place("entry", attempt, random)[0] for _ in range(size))
        for length in reversed(rows):
            made = (made,) * length
        found.append(made)
    return found


def _zero(kind: str, attempt: int, random: Random) -> list[Fraction]:
    """Nothing but 0, or 0 wherever the hypotheses leave it a choice."""
    if kind == "size":
        return [Fraction(1 + attempt)]
    return [Fraction(n) for n in ((0,) if kind == "entry" and attempt < 2 else (0, 1, -1))]


def _equal(kind: str, attempt: int, random: Random) -> list[Fraction]:
    """All equal, to 1, -1, 1/2 or 2."""
    if kind == "size":
        return [Fraction(2 + attempt)]
    return [(Fraction(1), Fraction(-1), Fraction(1, 2), Fraction(2))[attempt]]


def _one_channel(kind: str, attempt: int, random: Random) -> list[Fraction]:
    """One channel, and small numbers."""
    small = [Fraction(n) for n in (2, -1, 3, 0, 1, -2)]
    return [Fraction(1)] if kind == "size" else random.sample(small, len(small))


def _in_turn(numbers: list[Fraction]) -> Place:
    """One of some numbers after the other, for all names; later, one at random for each."""

    def place(kind: str, attempt: int, random: Random) -> list[Fraction]:
        if kind == "size":
            return [Fraction(2 + attempt % 3)]
        turned = [*numbers[attempt % len(numbers) :], *numbers[: attempt % len(numbers)]]
        return turned if attempt < len(numbers) else [random.choice(numbers), *turned]

    return place


def _named(statements: Iterable[Statement]) -> Iterator[Fraction]:
    """The numbers that stand in statements, their quotients, and what is next to them; each once."""
    terms: list[Term] = [t for s in statements for top in s.terms() for t in top.as_written()]
    found = list(dict.fromkeys(abs(t.args[0]) for t in terms if t.op == "num" and t.args[0]))
    quotients = [p / q for p in found for q in found if p != q]
    near = [n + more for n in found for more in (1, -1)] + [n * 2 for n in found]
    listed = [*found, *quotients, *near]
    return iter(dict.fromkeys([q for pair in ((n, -n) for n in listed) for q in pair]))
