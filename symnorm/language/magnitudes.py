"""Absolute values, norms, the largest and the smallest of numbers: printed as on paper.

The checker knows none of them. Each stands for what it has known before: |u| for the root of u^2, the norms for a root
and for a sum, max(a, b) for (a + b + |a - b|)/2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .arrays import total
from .matrices import called, is_matrix, is_vector, over_entries, shape
from .refusals import LanguageError
from .terms import MEANINGS, Term, function, sqrt, term


def _abs(u: Term) -> Term:
    return sqrt(u**2)


def _norm(x: Term) -> Term:
    return sqrt(over_entries(x, lambda u: u**2) if is_matrix(x) else total(x**2))


def _norm_1(x: Term) -> Term:
    return over_entries(x, abs) if is_matrix(x) else total(abs(x))


def _max(*numbers: Term) -> Term:
    return _in_pairs(lambda a, b: (a + b + abs(a - b)) / 2, numbers)


def _min(*numbers: Term) -> Term:
    return _in_pairs(lambda a, b: (a + b - abs(a - b)) / 2, numbers)


def _in_pairs(of: Callable[[Term, Term], Term], numbers: tuple[Term, ...]) -> Term:
    """The first half with the second: each step writes both twice, so that one number after another doubles n times."""
    if len(numbers) == 1:
        return numbers[0]
    half = (len(numbers) + 1) // 2
    return of(_in_pairs(of, numbers[:half]), _in_pairs(of, numbers[half:]))


MEANINGS |= {"abs": _abs, "norm": _norm, "norm_1": _norm_1, "max": _max, "min": _min}
NORMS = {2: "norm", 1: "norm_1"}


def norm(x: Any, p: int = 2) -> Term:
    """The length of a vector; with p = 1, the sum of the absolute values of its entries."""
    x = term(x)
    if isinstance(p, bool) or p not in (1, 2):
        raise LanguageError(f"there are norm(x) and norm(x, 1), and no norm(x, {p!r})")
    if is_matrix(x):
        if None not in shape(x):
            raise LanguageError(f"a norm is one of a vector, and {x} is {called(shape(x))}: write sqrt(trace(A.T @ A))")
    elif not x.is_channel:
        raise LanguageError(f"a norm is one of a vector, and {x} is a number: write abs(u) for |u|")
    elif not is_vector(x):
        raise LanguageError(f"a norm is printed of a name, a sum or a multiple: write z = define('z', {x}), norm(z)")
    return Term(NORMS[p], (x,))


def maximum(*numbers: Any) -> Term:
    """The largest of some numbers; of vectors, entry by entry."""
    return _largest("max", numbers)


def minimum(*numbers: Any) -> Term:
    """The smallest of some numbers; of vectors, entry by entry."""
    return _largest("min", numbers)


def _largest(op: str, numbers: tuple[Any, ...]) -> Term:
    if len(numbers) < 2:
        raise LanguageError(f"{op}imum(a, b) is of two numbers or more")
    return Term(op, tuple(map(term, numbers)))


def function_of(name: str, latex: str | None = None) -> Callable[..., Term]:
    """An unknown function by its name alone: phi = function_of("phi"), and then phi(u), phi(3 * x[i]), phi(0)."""

    def applied(*arguments: Any) -> Term:
        return function(name, *map(term, arguments), latex=latex)

    applied(term(0))  # whether it may have that name
    return applied
