"""Numbers for what a note leaves open: fractions that a person can check, the same in every run."""

from __future__ import annotations

from fractions import Fraction
from zlib import crc32

from mpmath import mp

from .tensors import Tensor, Value

SMALL = (r"\epsilon", r"\eta", r"\tau", r"\delta", r"\lambda")
SPREAD = range(9, 21)
"""Points for inequalities: numbers that lie close together, far apart, or near 0."""
SPECIAL = range(21, 25)
"""More of these: all 0, all 1, and large numbers of mixed signs and of one."""
LONG = range(25, 27)
"""Long vectors, which bounds on normalized entries take: one entry stands out, the others are 0 or of mixed signs."""
LONGEST = 150
NICE = range(30, 38)
"""Points of small whole numbers, to be shown: a person can check them without a machine."""
SIZES = (3, 2, 4, 3, 2, 4, 2, 3, 1)
"""Numbers of entries, in turn; that of one comes late."""


def size_for(number: int, seed: int) -> int:
    """The number of entries of the index set of a number, at the point of a seed: two sets differ at most points."""
    if seed in LONG:
        return LONGEST
    return 2 + (seed - NICE[0]) // 6 if seed in NICE else SIZES[(seed + 2 * number) % len(SIZES)]


def sample(key: str, sizes: tuple[int, ...], seed: int, is_positive: bool) -> Value:
    """A number, vector or matrix for a name.

    Signs are mixed at even seeds and all are positive at odd ones; at every fourth point, all are below 1.
    """
    start = crc32(f"{key}/{seed}".encode())
    positive = is_positive or seed % 2 == 1 or key in SMALL or key.startswith(r"\epsilon")
    below_one = (seed % 4 == 3 and seed not in SPREAD) or key in SMALL

    def one(n: int) -> object:
        bits = crc32(f"{start}/{n}".encode())
        if seed in SPECIAL:
            large = mp.mpf(1000 + bits % 97)
            mixed = -large if (bits >> 16) % 2 and not is_positive else large
            return (mp.mpf(is_positive or key in SMALL), mp.mpf(1), mixed, large)[seed - SPECIAL[0]]
        if seed in LONG:
            least = mp.mpf(is_positive or key in SMALL) / 1000
            rest = least if seed == LONG[0] or is_positive else mp.mpf((-1) ** n) / (1 + bits % 7)
            return mp.mpf(50) if n == 0 and key not in SMALL else rest
        if seed in NICE:
            return mp.mpf(1 + bits % 3) if positive else mp.mpf(bits % 4)
        value = mp.mpf(3 + bits % 23) / (7 + (bits >> 8) % 5)
        if seed in SPREAD and not below_one:
            kind = (seed - SPREAD[0]) % 3
            value = (1 + value / 1000, value * 9, value / 300)[kind]
        if below_one:
            value = mp.mpf(1 + bits % 11) / (13 + (bits >> 8) % 5)
        return -value if not positive and (bits >> 16) % 2 else value

    if not sizes:
        return one(0)
    count = 1
    for size in sizes:
        count *= size
    return Tensor(sizes, tuple(one(n) for n in range(count)))


def shown(value: Value) -> str:
    """A number as a short text: as a fraction, where it is one that is short; of a vector, its first entries."""
    if isinstance(value, Tensor):
        more = ", ...)" if len(value.data) > 8 else ")"
        return "(" + ", ".join(shown(v) for v in value.data[:8]) + more
    near = Fraction(str(mp.nstr(value, 30))).limit_denominator(400) if mp.isfinite(value) else None
    slack = mp.mpf(10) ** -18 * (1 + abs(value))
    if near is not None and abs(mp.mpf(near.numerator) / near.denominator - value) < slack:
        return str(near)
    return str(mp.nstr(value, 7, strip_zeros=True))
