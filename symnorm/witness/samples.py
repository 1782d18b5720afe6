"""The points at which every line of a theorem is evaluated: few, and unlike each other."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from symnorm.language import Term, Theorem
from symnorm.language.points import extents
from symnorm.language.terms import free_indices
from symnorm.language.whole import open_numbers

from .arithmetic import EXACT, UNKNOWN, Undecided, Undefined
from .evaluate import Point
from .search import NoPoint, Search


def sample(theorem: Theorem, count: int = 3) -> list[Point]:
    """Up to `count` points that satisfy the hypotheses and the given equations, the same ones each time.

    They differ in their dimensions, and at some of them the roots of the theorem are rational, if
    the hypotheses allow it. Raises NoPoint.
    """
    return chosen_points(Search(theorem, [e.statement for e in theorem.entries]), count)


def chosen_points(search: Search, count: int) -> list[Point]:
    """Points of several dimensions, by turns with rational roots and any. Raises NoPoint.

    Two channels are taken last: there much is equal that is not in general.
    """
    tops = [t for e in search.theorem.entries for t in e.statement.terms()]
    roots = dict.fromkeys(t for top in tops for t in top.as_written() if _is_root(t) and not t.is_channel)
    enough = islice(search.points(4 * count + 4), count + 1)
    found = [(_irrational(p, roots) + (2 in _lengths(p)), p) for p in enough]
    chosen: list[Point] = []
    sizes: set[tuple[int, ...]] = set()
    while found and len(chosen) < count:
        fresh = [f for f in found if _lengths(f[1]) not in sizes] or found
        best = min(fresh, key=lambda f: f[0]) if len(chosen) % 2 == 0 else fresh[0]
        found.remove(best)
        if search.is_identical(best[1]):
            chosen.append(best[1])
            sizes.add(_lengths(best[1]))
    if not chosen:
        complaint = search.complaint()
        chosen = list(islice(filter(search.is_identical, search.special_points((), is_elementary=False)), 1))
        if not chosen:
            raise NoPoint(complaint)
    return chosen


def _lengths(point: Point) -> tuple[int, ...]:
    return tuple(n for (kind, _), v in point.values.items() if kind == "vector" for n in extents(v))


def _is_root(t: Term) -> bool:
    return t.op == "norm" or (t.op == "fn" and t.args[0] == "sqrt")


def _irrational(point: Point, roots: Iterable[Term]) -> int:
    """How many of the roots are irrational at the point."""
    count = 0
    for root in roots:
        names = [("symbol", number.args[0]) for number in open_numbers(root)]
        names += [("vector", t.args[0]) for t in root.walk() if t.op in ("vector", "coord")]
        if not (set(free_indices(root)) <= set(point.indices) and all(n in point.values for n in names)):
            continue  # what a sum around binds, and what a point puts something in the place of, has no value here
        try:
            count += point.frame(EXACT)(root, point.indices) is UNKNOWN
        except (Undefined, Undecided):
            count += 1
    return count
