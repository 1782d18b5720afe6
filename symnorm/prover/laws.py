"""Proofs by the laws of the functions in a statement, where its premises alone show nothing. Not trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from ..checker.calculus.budget import TooLarge
from ..checker.calculus.enclosure import Unbounded, decide
from ..checker.calculus.quotient import Quotient, Undefined
from ..checker.forms import Form, Malformed, subforms
from ..checker.logic.entry import Rejected
from ..checker.logic.rules import INEQUALITIES
from ..checker.logic.rules import relation as vanishing
from ..language.by import Relation
from .facts import Open
from .failures import NotFound
from .inferred import Inferred

if TYPE_CHECKING:
    from .prover import Attempt

FRUITLESS = (NotFound, Open, Undefined, Rejected, TooLarge, Malformed)
"""The exceptions with which a search ends that leads nowhere."""

MULTIPLES = (1, 2, 3)
"""Equal exponentials of so many times the sides are looked for: tanh a has e^2a in it."""

ONE: Form = ("num", "1")
OPERATIONS = ("num", "add", "mul", "neg", "div", "pow", "fn", "def")
"""The operations of which numbers are made."""


def bounded(statement: Form) -> bool:
    """Whether bounds of both sides, which are made of numbers, decide an inequality.

    >>> bounded(("lt", ("num", "1"), ("fn", "sqrt", ("num", "2"))))
    True
    """
    if statement[0] not in INEQUALITIES:
        return False
    try:
        return decide(*statement)
    except (Malformed, Unbounded, TooLarge):
        return False


def is_of_numbers(statement: Form) -> bool:
    """Whether a relation is one between numbers: no variable stands in it."""
    sides = [part for side in statement[1:] for part in (side, *subforms(side))]
    return statement[0] in (*INEQUALITIES, "eq") and all(p[0] in OPERATIONS for p in sides if isinstance(p[0], str))


def by_laws(attempt: Attempt, statement: Form, target: Quotient, premises: tuple[Relation, ...]) -> Form | None:
    """A proof of an equation by premises and by what its functions have to do with each other; None without one."""
    forms = [attempt.relation(p) for p in premises]
    values = [attempt.settled(partial(vanishing, attempt.step, f)) for f in forms]
    inferred = Inferred(attempt.signs, [target, *values])
    more = [*inferred.relations(), *_exponentials(attempt, inferred, forms)]
    with suppress(*FRUITLESS):
        if (one := inferred.combined_logarithm(target, lambda q: attempt.combined(q, forms))) is not None:
            more.append(one)
    if more:
        with suppress(*FRUITLESS):
            return ("identity", attempt.combined(target, [*forms, *more]))
    if statement[0] != "eq" or not (forms or inferred.has_functions):
        return None
    sides = (statement[1], statement[2])
    for proof in _conclusions(attempt, inferred, sides, [*forms, *more]):
        with suppress(*FRUITLESS):
            return proof()
    return None


def equal_by_laws(attempt: Attempt, gap: Quotient) -> Form | None:
    """A certificate that a difference vanishes, by the laws of its functions; None without one."""
    more = Inferred(attempt.signs, [gap]).relations()
    with suppress(*FRUITLESS):
        return attempt.combined(gap, more) if more or not gap else None
    return None


def _exponentials(attempt: Attempt, inferred: Inferred, forms: list[Form]) -> Iterator[Form]:
    """The exponentials of both sides of premises, where there are logarithms or exponentials."""
    if inferred.has_logarithms or inferred.has_exponentials:
        for form in forms:
            if form[0] == "use" and attempt.step.earlier[form[1]].statement[0] == "eq":
                made: Form = ("exp", form[1], ONE)
                with suppress(*FRUITLESS):
                    vanishing(attempt.step, made)
                    yield made


def _conclusions(
    attempt: Attempt, inferred: Inferred, sides: tuple[Form, Form], forms: list[Form]
) -> Iterator[Callable[[], Form]]:
    """How a = b may follow: from a^2 = b^2, where neither is negative; from (a - b)^2 = 0; from e^ma = e^mb."""
    yield lambda: _by_squares(attempt, sides, forms)
    if forms:
        yield lambda: _by_vanishing_square(attempt, sides, forms)
    if inferred.has_exponentials:
        for m in MULTIPLES:
            yield partial(_by_exponentials, attempt, sides, forms, m)


def _by_squares(attempt: Attempt, sides: tuple[Form, Form], forms: list[Form]) -> Form:
    p, q = map(attempt.signs.define, sides)
    squares = attempt.combined(p * p - q * q, forms)
    signs = [attempt.sign_of(side, ">=") for side in sides]
    return ("identity", ("ident", ((("root", *sides, *signs, squares), ONE),), None))


def _by_vanishing_square(attempt: Attempt, sides: tuple[Form, Form], forms: list[Form]) -> Form:
    difference: Form = ("add", sides[0], ("neg", sides[1]))
    square = attempt.combined(attempt.signs.define(difference).power(2), forms)
    return ("identity", ("ident", ((("square", difference, square), ONE),), None))


def _by_exponentials(attempt: Attempt, sides: tuple[Form, Form], forms: list[Form], m: int) -> Form:
    ring = attempt.step.ring
    p, q = (ring.exp(attempt.signs.define(side).scaled(m)) for side in sides)
    return ("exp", ("num", str(m)), attempt.combined(p - q, forms))
