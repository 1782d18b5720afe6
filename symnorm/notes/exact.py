"""A point at which a relation fails, as a script writes it: exact numbers, a gradient, the entry that differs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from mpmath import mp

from .draft import Claim
from .findings import Failing, Findings
from .tensors import Tensor
from .translate import Untranslated, Words
from .values import compare

EXACT = mp.mpf(10) ** -25


def exact_of(value: object) -> str:
    """A number, or a list of numbers, as fractions. Raises Untranslated where it is none."""
    if isinstance(value, Tensor):
        rows = value.shape[0]
        if len(value.shape) == 1:
            return f"[{', '.join(map(exact_of, value.data))}]"
        if len(value.shape) > 2:
            raise Untranslated("a point with an array of three indices")
        wide = value.shape[1]
        parts = (value.data[n * wide : (n + 1) * wide] for n in range(rows))
        return f"[{', '.join(exact_of(Tensor((wide,), row)) for row in parts)}]"
    with mp.workdps(50):
        near = Fraction(str(mp.nstr(value, 40))).limit_denominator(10_000)
        if abs(mp.mpf(near.numerator) / near.denominator - value) > EXACT:
            raise Untranslated("a point that is not exact")
    return str(near) if near.denominator == 1 else f"Fraction({near.numerator}, {near.denominator})"


def gradient_of(words: Words, key: str, findings: Findings, sizes: Mapping[str, int]) -> str:
    """A gradient for a loss, at which nothing else is decided: 1, 2, ... for the entries of its argument."""
    meaning = findings.meaning
    sink = meaning.losses[key][0]
    own = meaning.definitions.get(sink)
    sets = meaning.sets
    if not sets.is_vector(sink) and not (own and own.letters):
        return "1"
    root = sets.root(sets.place(sink)) if sets.is_vector(sink) else sets.root(sets.letter(own.letters[0], own.scope))  # type: ignore[union-attr]
    count = sizes.get(root, 2)
    return f"[{', '.join(str(n + 1) for n in range(count))}]"


def entry_of(failing: Failing, findings: Findings, claim: Claim) -> tuple[int, ...]:
    """The entry in which the sides differ, counted from 1."""
    left, right = failing.place.left, failing.place.right
    if not claim.open:
        return ()
    if not isinstance(left, Tensor) or not isinstance(right, Tensor) or len(left.shape) != len(claim.open):
        raise Untranslated("the entry in which it fails")
    sign = findings.meaning.parsed[claim.place].sign
    entries = product(*(range(1, n + 1) for n in left.shape))
    for entry, a, b in zip(entries, left.data, right.data, strict=True):
        if not compare(sign, a, b):
            return entry
    raise Untranslated("the entry in which it fails")
