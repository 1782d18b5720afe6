"""Parts of a statement without a value, whatever its names stand for: a quotient over zero, the logarithm of zero."""

from __future__ import annotations

from collections.abc import Callable

from ..checker.calculus.budget import Budget, TooLarge
from ..checker.calculus.normal import Normalizer
from ..checker.calculus.quotient import Duty, Undefined
from ..checker.forms import COMBINATIONS, RELATIONS, WORDS, Form, Malformed, subforms

MAX_LOOK = 300_000
"""So many terms may be handled in looking for it."""

HOLDS: dict[str, Callable[..., bool]] = {"!=": lambda c: c != 0, ">": lambda c: c > 0, ">=": lambda c: c >= 0}


def nowhere(normal: Normalizer, statement: Form) -> Form | None:
    """The innermost expression of a statement that has no value anywhere; None where none is known to have none."""
    parts = [form for form in subforms(statement) if form and form[0] in WORDS]
    try:
        with Budget(MAX_LOOK, "one message"):
            expressions = (e for e in reversed(parts) if e[0] not in (*RELATIONS, *COMBINATIONS, "differentiable"))
            return next((e for e in expressions if _has_none(normal, e)), None)
    except (Malformed, TooLarge):
        return None


def _has_none(normal: Normalizer, e: Form) -> bool:
    """Whether an expression has no value anywhere, by what it divides by or by what stands under a root."""
    try:
        _, duties = normal(e)
    except Undefined:
        return True
    return any(_never_holds(duty) for duty in duties)


def _never_holds(duty: Duty) -> bool:
    relation, q = duty
    constant = q.as_constant()
    return constant is not None and relation in HOLDS and not HOLDS[relation](constant)
