"""The rules that show inequalities by a search: by.linear. Not trusted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from ..checker.calculus.budget import TooLarge
from ..checker.calculus.quotient import Quotient, Undefined
from ..checker.forms import Form, Malformed, free_indices, holds_operation, set_of
from ..checker.logic.entry import Rejected
from ..checker.logic.rules import INEQUALITIES, relation
from ..checker.readback import read_back
from ..language.by import Relation, Rule
from .facts import Open
from .failures import NotFound, NotPlain
from .increasing import functions
from .inferred import Inferred
from .linear import SIMPLE, Linear, Source, Zero
from .logarithms import laws
from .monotone import Monotone
from .products import by_factors, by_squares, cleared, products, squares, sums_of_squares, weighted_squares
from .shapes import cauchy, members, summed

if TYPE_CHECKING:
    from .prover import Attempt

ALL: tuple[Source, ...] = (
    *SIMPLE, members, functions, summed, cauchy, cleared, by_factors, products, squares, weighted_squares,
    sums_of_squares, by_squares,
)  # fmt: skip
"""Where by.linear has its facts from, the simplest first."""

UNEQUAL = "nothing known shows the two sides to be equal"


def by_linear(attempt: Attempt, statement: Form, rule: Rule) -> Form:
    """The proof of an equation or an inequality by what is known. Raises NotFound."""
    search = Linear(attempt.signs, ALL, list(zeros(attempt, rule.premises)), statement[1:])
    if statement[0] == "eq":
        target = attempt.target(statement)
        found = _vanishing(attempt, search, target)
        if found is None:
            raise NotFound(UNEQUAL, None, target, rule="linear")
        return ("identity", found)
    _, gap, wanted = attempt.gap(statement, "by.linear")
    search.use(_laws(attempt, gap))
    witness = search.witness(gap, wanted, ALL)
    if witness is None:
        raise NotPlain(wanted, gap, "linear")
    return ("sign", witness)


def by_monotone(attempt: Attempt, statement: Form) -> Form:
    """The proof of an inequality between terms of one shape by those of their parts. Raises NotFound."""
    search = Linear(attempt.signs, ALL, list(zeros(attempt, ())), statement[1:])
    _, gap, wanted = attempt.gap(statement, "by.monotone")
    low, high = statement[1:] if statement[0] in ("lt", "le", "ne") else statement[:0:-1]
    comparison = Monotone(search)
    search.compare = comparison.less
    witness = comparison.less(low, high)
    if witness is None or not attempt.signs.shows(witness, gap, wanted):
        witness = search.witness(gap, wanted, ALL)
    if witness is None:
        raise NotPlain(wanted, gap, "monotone")
    return ("sign", witness)


def _vanishing(attempt: Attempt, search: Linear, target: Quotient) -> Form | None:
    """An identity certificate for target = 0, as it is neither positive nor negative, or its square is not positive."""
    if not target:
        return ("ident", (), None)
    written = read_back(target)
    attempt.signs.define(written)
    squeezed = _squeezed(search, target, written)
    if squeezed is not None:
        return squeezed
    square = target.power(2)
    squeezed = _squeezed(search, square, ("pow", written, 2))
    if squeezed is None:
        return None
    return ("ident", ((("square", written, squeezed), ("num", "1")),), None)


def _squeezed(search: Linear, q: Quotient, written: Form) -> Form | None:
    """An identity certificate for q = 0 from q >= 0 and q <= 0, whose difference is 2 q; or None."""
    below = search.witness(-q, ">=", ALL)
    above = search.witness(q, ">=", ALL) if below is not None else None
    if above is None:
        return None
    both: Form = ("root", written, ("neg", written), above, below, ("ident", (), None))
    return ("ident", ((both, ("num", "1/2")),), None)


def _laws(attempt: Attempt, q: Quotient) -> Iterator[Zero]:
    """Quantities that vanish by the laws of the functions in a quantity, and of the logarithms of products in it."""
    one = attempt.step.ring.constant(1)
    found = [*Inferred(attempt.signs, [q]).relations(), *laws(attempt.signs, q)]
    yield from (Zero(law, one, relation(attempt.step, law)) for law in dict.fromkeys(found))


def zeros(attempt: Attempt, premises: tuple[Relation, ...]) -> Iterator[Zero]:
    """Quantities that vanish by the premises and the known equations, for every channel that is spoken of."""
    step = attempt.step
    named = [attempt.relation(p) for p in premises if p.entry is None or p.entry.statement.kind not in INEQUALITIES]
    forms = [*named, *_equations(attempt)]
    for form in dict.fromkeys(forms):
        with suppress(Open, Rejected, Undefined, Malformed, TooLarge):
            value = attempt.settled(partial(relation, step, form))
            if value:
                yield Zero(form, step.ring.constant(1), value)


def _equations(attempt: Attempt) -> Iterator[Form]:
    """The equations among the earlier entries, as relations; those about every channel, for each that occurs."""
    indices = {i for names in attempt.step.ring.indices_of.values() for i in names if i[0] not in ".#*"}
    for number in sorted(attempt.usable.entries):
        statement = attempt.step.earlier[number].statement
        if statement[0] != "eq" or holds_operation(statement, "integral"):
            continue
        stars = sorted(i for i in free_indices(statement) if i[0] == "*")
        if not stars:
            yield ("use", number)
        elif len(stars) == 1:
            yield from (("rename", number, stars[0], i) for i in sorted(indices) if set_of(i) == set_of(stars[0]))
