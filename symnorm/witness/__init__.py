"""The second leg of a verdict: statements as written, evaluated at concrete points.

It knows the language and nothing of the checker or the prover. `sample` finds points that satisfy the
hypotheses of a theorem, `confirm` evaluates a line there in decimals of many digits, and `refute` looks for a
point at which a line is false, by rational numbers or by enclosing intervals.
"""

from .evaluate import Point
from .names import about, describe
from .samples import sample
from .search import NoPoint
from .verdicts import Confirmation, Refutation, confirm, fails, has_value, hunt, refute

__all__ = [
    "Confirmation",
    "NoPoint",
    "Point",
    "Refutation",
    "about",
    "confirm",
    "describe",
    "fails",
    "has_value",
    "hunt",
    "refute",
    "sample",
]
