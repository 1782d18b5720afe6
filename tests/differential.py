"""Normal forms against direct evaluation, at random: what `benchmarks/differential.py` and a test run.

`Source` makes expressions, and pairs that a law makes equal; `compared` says what becomes of one at a few places.
Nothing may be `WRONG`: the normal form has another value than the expression as written. Nothing may be `ENLARGED`:
every condition that the checker names holds, and yet the expression or its normal form has no value there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from expressions import C, N, Source, kinds, sub
from instances import choices_of_sets, instance
from meaning import (
    DIGITS,
    FLOATS,
    Arithmetic,
    Form,
    Outside,
    Place,
    Undefined,
    Unsure,
    holds,
    primal,
    quotient,
    value,
)

from symnorm.checker.calculus.budget import Budget, TooLarge
from symnorm.checker.calculus.laws import REWRITINGS
from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.calculus.quotient import Undefined as NoNormalForm
from symnorm.checker.forms import Malformed

SAME, DUE, WRONG, ENLARGED, UNSURE = "the same value", "a condition fails", "WRONG", "ENLARGED", "cannot be told"
NONE, LARGE, OUTSIDE = "no normal form", "too large", "an unknown function has no value"
BAD = (WRONG, ENLARGED)
MAX_WORK = 4_000
EQUATIONS = [law for law in REWRITINGS if law.statement[0] == "eq"]


def outcome(e: Form, q: Any, duties: Any, place: Place) -> str:
    """What becomes of an expression at a place."""
    for ar in (FLOATS, DIGITS):
        try:
            return _outcome(ar, e, q, duties, place.in_(ar))
        except (Unsure, OverflowError):
            continue
    return UNSURE


def _outcome(ar: Arithmetic, e: Form, q: Any, duties: Any, p: Place) -> str:
    try:
        due = not all(holds(ar, d, p) for d in duties)
    except Undefined:  # then nothing can have shown it
        due = True
    try:
        literal = value(ar, e, p)
    except Outside:
        return OUTSIDE
    except Undefined:
        return DUE if due else ENLARGED
    try:
        found = quotient(ar, q, p)
    except Undefined:
        return DUE if due else ENLARGED
    gap = abs(primal(found) - primal(literal))
    if gap <= (1e-25 if ar.is_exact else 1e-7) * (1 + abs(literal)):
        return DUE if due else SAME
    if due:  # a sum over no channel is 0, whatever stands in it; the condition is for every channel
        return DUE
    if not ar.is_exact or abs(literal) > ar.large or abs(found) > ar.large:
        raise Unsure
    return WRONG


def compared(e: Form, places: list[Place]) -> list[str]:
    """What becomes of an expression, at each place."""
    normalize = Normalizer(C, lengths=frozenset([N]))
    try:
        with Budget(MAX_WORK, "a sample"):
            q, duties = normalize(e)
    except NoNormalForm:
        return [NONE]
    except (TooLarge, Malformed):
        return [LARGE]
    return [outcome(e, q, duties, p) for p in places]


@dataclass
class Tally:
    """What became of expressions: outcomes at places, what the expressions were made of, and what must not be."""

    expressions: int = 0
    pairs: int = 0
    """Differences of two expressions that a law makes equal, among them."""
    somewhere: int = 0
    """Those that were compared at a place at least."""
    outcomes: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    bad: list[dict[str, Any]] = field(default_factory=list)

    def add(self, part: Tally) -> None:
        """Takes in another one."""
        self.expressions += part.expressions
        self.pairs += part.pairs
        self.somewhere += part.somewhere
        self.outcomes.update(part.outcomes)
        self.kinds.update(part.kinds)
        self.bad += part.bad


def run(count: int, seed: str, make: type[Source] = Source) -> Tally:
    """So many expressions, each at three places; one in four is a pair, and every other one has indices of two sets."""
    tally, random = Tally(), Random(seed)
    for n in range(count):
        source = make(random, sets=n % 2 == 1)
        is_pair = not source.random.randrange(4)
        e = pair(source) if is_pair else source.expression(source.one(2, 2, 3, 3, 4), source.free)
        places = [source.place() for _ in range(3)]
        outcomes = compared(e, places)
        tally.expressions += 1
        tally.pairs += is_pair
        tally.outcomes.update(outcomes)
        if SAME in outcomes:
            tally.somewhere += 1
            tally.kinds.update(kinds(e))
        for what, place in zip(outcomes, places, strict=False):
            if what in BAD:
                tally.bad.append({"what": what, "expression": e, "place": str(place)})
    return tally


def pair(source: Source) -> Form:
    """The difference of the sides of a law, with something in the place of each name, in a context or not."""
    law, depth = source.one(*EQUATIONS), source.one(0, 1, 1, 2)
    tagged = source.one(*choices_of_sets(law)) if source.sets else frozenset()
    (_, left, right), _, _ = instance(law, source, depth, tagged=tagged)
    around = source.around(source.free)
    return sub(around(left), around(right))
