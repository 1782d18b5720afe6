r"""Variance, covariance, and powers like u^{-3/2}, as a formula prints them.

Var(x) and Cov(x, y) are averages over all C channels, as `mean` is; with C - 1 as a subscript, they are over one less:

    mean((x - mean(x)) * (y - mean(y)))        total((x - mean(x)) * (y - mean(y))) / (C - 1)
"""

from __future__ import annotations

from typing import Any

from .arrays import mean, total
from .refusals import LanguageError
from .terms import MEANINGS, Term, sqrt, term


def variance(x: Any, ddof: int = 0) -> Term:
    """The variance of the entries of a vector: over the number of channels, or with ddof=1 over one less."""
    return Term("var", (_vector("variance", x), _freedom(ddof)))


def covariance(x: Any, y: Any, ddof: int = 0) -> Term:
    """The covariance of the entries of two vectors: over the number of channels, or with ddof=1 over one less."""
    left, right = _vector("covariance", x), _vector("covariance", y)
    if left.dimension != right.dimension:
        raise LanguageError(f"{left} has {left.dimension} channels, and {right} has {right.dimension}")
    return Term("cov", (left, right, _freedom(ddof)))


def _vector(name: str, x: Any) -> Term:
    t = term(x)
    if not t.is_channel:
        raise LanguageError(f"a {name} is that of a vector, and {t} is a number")
    if len(t.axes) > 1:
        over = f"mean(({t} - mean({t}, over={t.axes[0]})) ** 2, over={t.axes[0]})"
        raise LanguageError(f"a {name} is that of a vector, and {t} has several indices: write {over}")
    return t


def _freedom(ddof: int) -> int:
    if type(ddof) is not int or ddof not in (0, 1):
        raise LanguageError(f"ddof={ddof!r}: a variance is over the number of channels, ddof=0, or one less, ddof=1")
    return ddof


def _covariance(x: Term, y: Term, ddof: int) -> Term:
    product = (x - mean(x)) * (y - mean(y))
    return mean(product) if ddof == 0 else total(product) / (product.dimension - 1)


def _variance(x: Term, ddof: int) -> Term:
    square = (x - mean(x)) ** 2
    return mean(square) if ddof == 0 else total(square) / (square.dimension - 1)


def _half_power(base: Term, numerator: int) -> Term:
    """A power of the root."""
    return sqrt(base) ** numerator


MEANINGS["half"] = _half_power
MEANINGS["var"] = _variance
MEANINGS["cov"] = _covariance
