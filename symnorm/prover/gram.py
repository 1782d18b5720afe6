"""Sums of squares of polynomials, by a matrix that is found in floating point and then made exact. Not trusted.

A polynomial p is looked for as v^T G v + sum of c f, for a basis v of polynomials, a matrix G that is not negative, and
numbers c >= 0 that multiply polynomials f known not to be negative. A matrix in the middle of all that do is made
rational. Where every one is singular, as it is where p is zero at some point, the kernel is made rational first, and
the search goes on with what is orthogonal to it. What comes out is an identity in rational numbers.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from ..checker.calculus.polynomial import Monomial, Number, Polynomial, ratio

MAX_SIZE = 16
"""No larger matrix is looked for."""

MAX_FREE = 140
"""A matrix with so many free entries is not looked for."""

MAX_REDUCTIONS = 4
"""So often is the kernel taken out."""

DENOMINATORS = (1, 2, 3, 4, 6, 12, 60, 2**10, 2**20)
"""The free entries are rounded to such fractions, the simplest first."""

SINGULAR = 1e-5
"""A matrix with a smaller eigenvalue is taken for a singular one."""

CLEAR = 1e-2
"""One whose smallest eigenvalue is so large is good enough."""

Square = tuple[Number, Polynomial]
"""A number above 0, and what is squared."""


@dataclass(frozen=True)
class Sum:
    """A polynomial as a sum of squares and of multiples of those that are known not to be negative."""

    squares: list[Square]
    multiples: dict[int, Number]


def sum_of_squares(p: Polynomial, known: Sequence[Polynomial], basis: Sequence[Polynomial]) -> Sum | None:
    """p as a sum of squares of combinations of the basis, and of multiples of what is known; or None.

    Of what is known, the first one is in the sum wherever it can be.
    """
    allowed = list(range(len(known)))
    for _ in range(MAX_REDUCTIONS):
        if len(basis) > MAX_SIZE:
            return None
        problem = _Problem.of(p, [known[n] for n in allowed], basis)
        if problem is None:
            return None
        middle = _middle(problem)
        if middle is None:
            return None
        kernel = [] if middle.least > SINGULAR else _kernel(middle.matrix)
        left = [n for n, c in zip(allowed, middle.multiples, strict=True) if middle.least > SINGULAR or c > SINGULAR]
        if (not kernel and len(left) == len(allowed)) or not problem.free:
            return _exact(problem, middle.choice, basis, allowed)
        basis, allowed = _orthogonal(basis, kernel), left
    return None


def half(p: Polynomial, known: Sequence[Polynomial]) -> list[Polynomial]:
    """The monomials that may stand in what is squared: their squares are between those of p and of what is known."""
    support = {m for f in (p, *known) for m in f.terms}
    atoms = sorted({a for m in support for a, _ in m}, reverse=True)
    top = max((sum(e for _, e in m) for m in support), default=0)
    low = min((sum(e for _, e in m) for m in support), default=0)
    most = {a: max(dict(m).get(a, 0) for m in support) for a in atoms}
    found: set[Monomial] = set()
    for size in range((low + 1) // 2, top // 2 + 1):
        for chosen in combinations_with_replacement(atoms, size):
            m = tuple((a, chosen.count(a)) for a in atoms if a in chosen)
            if all(2 * e <= most[a] for a, e in m):
                found.add(m)
        if len(found) > 8 * MAX_SIZE:
            return []
    while True:  # a square that nothing makes up for stands in the sum
        products: dict[Monomial, int] = {}
        for a, b in combinations_with_replacement(sorted(found), 2):
            if a != b:
                products[_times(a, b)] = products.get(_times(a, b), 0) + 1
        stuck = {m for m in found if (s := _times(m, m)) not in support and s not in products}
        if not stuck:
            return [Polynomial({m: 1}) for m in sorted(found)]
        found -= stuck


def _times(a: Monomial, b: Monomial) -> Monomial:
    return next(iter((Polynomial({a: 1}) * Polynomial({b: 1})).terms))


@dataclass(frozen=True)
class _Problem:
    """All (G, c) with v^T G v + sum of c f = p: a particular one, and what may be added to it, entry by entry."""

    size: int
    known: int
    start: list[Number]
    free: list[list[Number]]

    @staticmethod
    def of(p: Polynomial, known: Sequence[Polynomial], basis: Sequence[Polynomial]) -> _Problem | None:
        """The problem for a polynomial, solved as one of linear equations; None where these have no solution."""
        n = len(basis)
        places = list(combinations_with_replacement(range(n), 2))
        columns = [(basis[i] * basis[j]).scaled(1 if i == j else 2) for i, j in places] + list(known)
        rows: dict[Monomial, dict[int, Number]] = {m: {} for m in p.terms}
        for k, column in enumerate(columns):
            for m, c in column.terms.items():
                rows.setdefault(m, {})[k] = c
        solved = _solved([(row, p.terms.get(m, 0)) for m, row in rows.items()])
        if solved is None:
            return None
        open_ = [k for k in range(len(columns)) if k not in solved]
        if len(open_) > MAX_FREE:
            return None
        start: list[Number] = [solved[k][1] if k in solved else 0 for k in range(len(columns))]
        free = []
        for k in open_:
            direction: list[Number] = [-solved[j][0].get(k, 0) if j in solved else 0 for j in range(len(columns))]
            direction[k] = 1
            free.append(direction)
        return _Problem(n, len(known), start, free)

    def at(self, y: Sequence[Number]) -> list[Number]:
        """The entries for a choice of what is free."""
        return [s + sum(t * d[k] for t, d in zip(y, self.free, strict=True)) for k, s in enumerate(self.start)]

    def matrix(self, entries: Sequence[Any]) -> list[list[Any]]:
        """The matrix of the entries."""
        made: list[list[Any]] = [[0] * self.size for _ in range(self.size)]
        places = combinations_with_replacement(range(self.size), 2)
        for (i, j), value in zip(places, entries, strict=False):
            made[i][j] = made[j][i] = value
        return made


def _solved(rows: Sequence[tuple[dict[int, Number], Number]]) -> dict[int, tuple[dict[int, Number], Number]] | None:
    """Linear equations solved: (row, right side) by the unknown that it is solved for; None where they contradict."""
    done: dict[int, tuple[dict[int, Number], Number]] = {}
    for row, right in rows:
        row = dict(row)
        for k in [k for k in row if k in done]:
            row, right = _without(row, right, k, done[k])
        if not row:
            if right:
                return None
            continue
        pivot = max(row)
        by = row[pivot]
        own = {k: ratio(c, by) for k, c in row.items()}, ratio(right, by)
        done = {k: _without(*other, pivot, own) for k, other in done.items()}
        done[pivot] = own
    return done


def _without(
    row: dict[int, Number], right: Number, k: int, other: tuple[dict[int, Number], Number]
) -> tuple[dict[int, Number], Number]:
    """An equation without one unknown, by another that is solved for it."""
    times = row.get(k, 0)
    if not times:
        return row, right
    made = {j: c for j in {**row, **other[0]} if (c := row.get(j, 0) - times * other[0].get(j, 0))}
    return made, right - times * other[1]


@dataclass(frozen=True)
class _Middle:
    """A matrix that is not negative, far from those that are, with its multiples, and the choice of what is free.

    `least` is the smallest eigenvalue, or multiple, beside the size of the entries.
    """

    matrix: Any
    multiples: list[float]
    least: float
    choice: list[float]


SETTINGS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""The settings that say how many threads NumPy's linear algebra has; it reads them as it is imported."""


def _numpy() -> Any:
    """NumPy, with one thread unless it is there already or the user says how many.

    Several threads only wait for each other in matrices so small: for minutes, where other processes have the
    processors.
    """
    made = [] if "numpy" in sys.modules else [name for name in SETTINGS if name not in os.environ]
    os.environ.update(dict.fromkeys(made, "1"))
    try:
        import numpy
    finally:
        for name in made:
            del os.environ[name]
    return numpy


def _middle(problem: _Problem) -> _Middle | None:
    """The matrix in the middle.

    Newton's method for the largest t such that G - t and c - t are not negative; None where t stays below zero.
    """
    np = _numpy()

    n, many = problem.size, len(problem.free)
    total = n + problem.known

    def block(entries: Sequence[Number]) -> Any:
        made = np.zeros((total, total))
        made[:n, :n] = np.array(problem.matrix([float(e) for e in entries]), dtype=float).reshape(n, n)
        made[range(n, total), range(n, total)] = [float(e) for e in entries[len(entries) - problem.known :]]
        return made

    start = block(problem.start)
    free = np.array([block(d) for d in problem.free] + [-np.eye(total)])
    size = 1 + np.abs(start).max()
    y = np.zeros(many + 1)
    y[many] = np.linalg.eigvalsh(start)[0] - size
    weight = 1.0
    while weight < 1e9 / size:
        for _ in range(30):
            inside = np.linalg.inv(start + np.tensordot(y, free, 1))
            moved = np.einsum("ij,klj->kil", inside, free)  # threads, as `@` has them, only wait for each other
            flat = moved.reshape(many + 1, -1), np.ascontiguousarray(moved.transpose(0, 2, 1)).reshape(many + 1, -1)
            room = 1 / (size - y[many])
            reach = 1 / (1e4 * size**2 - y[:many] @ y[:many])
            gradient = -np.trace(moved, axis1=1, axis2=2)
            gradient[many] += room - weight
            gradient[:many] += 2 * reach * y[:many]
            hessian = np.einsum("ka,la->kl", *flat)
            hessian[many, many] += room**2
            hessian[:many, :many] += 2 * reach * np.eye(many) + 4 * reach**2 * np.outer(y[:many], y[:many])
            step = -np.linalg.solve(hessian, gradient)
            decrease = -gradient @ step
            if decrease < 1e-9:
                break
            times = 1.0
            while times > 1e-9:
                new = y + times * step
                is_inside = new[many] < size and new[:many] @ new[:many] < 1e4 * size**2
                if is_inside and np.linalg.eigvalsh(start + np.tensordot(new, free, 1))[0] > 0:
                    break
                times /= 2
            else:
                break
            y = new if decrease < 0.1 else y + min(times, 1 / (1 + decrease**0.5)) * step
        if y[many] > CLEAR * size or y[many] + (total + 2) / weight < -SINGULAR * size:  # it is far above, or below
            break
        weight *= 5
    found = start + np.tensordot(y[:many], free[:many], 1) if many else start
    values = np.linalg.eigvalsh(found)
    if values[0] < -SINGULAR * size:
        return None
    return _Middle(found[:n, :n], np.diag(found)[n:].tolist(), float(values[0] / size), y[:many].tolist())


def _kernel(matrix: Any) -> list[list[Number]]:
    """A basis of the kernel of the matrix, in simple fractions: each vector has a 1 where the others have a 0."""
    np = _numpy()

    values, vectors = np.linalg.eigh(matrix)
    rows = [list(v) for value, v in zip(values, vectors.T, strict=True) if value < 30 * SINGULAR * max(1.0, values[-1])]
    done: list[tuple[int, list[float]]] = []
    for row in rows:
        for pivot, other in done:
            row = [a - row[pivot] * b for a, b in zip(row, other, strict=True)]
        pivot = max(range(len(row)), key=lambda k: abs(row[k]))
        row = [a / row[pivot] for a in row]
        done = [(p, [a - other[pivot] * b for a, b in zip(other, row, strict=True)]) for p, other in done]
        done.append((pivot, row))
    return [[ratio(1, 1) * Fraction(a).limit_denominator(24) for a in row] for _, row in done]


def _orthogonal(basis: Sequence[Polynomial], kernel: Sequence[Sequence[Number]]) -> list[Polynomial]:
    """A basis of the combinations of the basis that are orthogonal to a kernel."""
    solved = _solved([({k: c for k, c in enumerate(row) if c}, 0) for row in kernel])
    assert solved is not None
    made = []
    for k in range(len(basis)):
        if k not in solved:
            parts = [basis[k], *(basis[j].scaled(-row.get(k, 0)) for j, (row, _) in solved.items())]
            made.append(sum(parts, Polynomial({})))
    return made


def _exact(problem: _Problem, y: Sequence[float], basis: Sequence[Polynomial], allowed: Sequence[int]) -> Sum | None:
    """The sum for a choice of what is free, rounded to the simplest fractions with which it is one."""
    for denominator in DENOMINATORS:
        rounded: list[Number] = [Fraction(round(e * denominator), denominator) for e in y]
        entries = problem.at(rounded)
        multiples = entries[len(entries) - problem.known :]
        is_sum = all(c > 0 or (c == 0 and n) for n, c in zip(allowed, multiples, strict=True))
        squares = _squares(problem.matrix(entries), basis) if is_sum else None
        if squares is not None:
            return Sum(squares, {n: c for n, c in zip(allowed, multiples, strict=True) if c})
    return None


def _squares(matrix: list[list[Number]], basis: Sequence[Polynomial]) -> list[Square] | None:
    """v^T G v as a sum of squares, one entry of v completed after the other; None where G is negative somewhere."""
    found: list[Square] = []
    rows = [list(row) for row in matrix]
    for k in range(len(rows)):
        own, row = rows[k][k], rows[k]
        if own < 0 or (not own and any(row)):
            return None
        if own:
            parts = [basis[j].scaled(ratio(row[j], own)) for j in range(len(rows)) if row[j]]
            found.append((own, sum(parts, Polynomial({}))))
            rows = [
                [c - ratio(row[i], 1) * ratio(row[j], own) for j, c in enumerate(other)] for i, other in enumerate(rows)
            ]
    return found
