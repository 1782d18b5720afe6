"""A name stands for one thing at a point: in the theorem, in what the point says, and in the model.

A symbol n and a whole number n, or whole numbers n from 0 and from 1, are told apart by form, but a point has one value
for that name: what a model shows of the one would be taken for what holds of the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ..forms import MAX_CHECKED, Form, arrays, free_wholes, lengths, subforms
from .point import Point, Rejected

Meaning = tuple[str, str]
"""The kind of thing that a name means, and what else tells it from others."""

SYMBOL, WHOLE, ARRAY, FUNCTION = "a symbol", "a whole number", "an array", "a function"


def require_names(point: Point, forms: Iterable[Form]) -> None:
    """Raises Rejected where a name stands for two things, in forms and at a point.

    What a sum binds has its name in that sum alone, and a definition means its expression, whatever it is called.
    """
    known: dict[str, Meaning] = {}

    def mean(name: str, meaning: Meaning) -> None:
        other = known.setdefault(name, meaning)
        if other != meaning:
            told = f"{''.join(other)} and {''.join(meaning)}"
            raise Rejected(f"the name {name} stands for two things, {told}: give one of them another name")

    variables = (v for formals, _ in point.functions.values() for v in formals)
    for form in (*forms, *point.terms, *variables):
        for n, meaning in _meanings(form):
            mean(n, meaning)
    values = (point.symbols, (SYMBOL, WHOLE)), (point.vectors, (ARRAY,)), (point.functions, (FUNCTION,))
    for names, kinds in values:
        for n in names:
            if n not in known or known[n][0] not in kinds:
                mean(n, (kinds[0], ""))


@lru_cache(maxsize=MAX_CHECKED)
def _meanings(form: Form) -> tuple[tuple[str, Meaning], ...]:
    """The names in a form, each once with what it stands for; there are many points of one theorem."""
    return tuple(dict.fromkeys(_found(form)))


def _found(form: Form) -> Iterator[tuple[str, Meaning]]:
    """The names in a form: a whole number is told by where it begins, an array by the sets of its indices."""
    for _, n, start in sorted(free_wholes(form)):
        yield n, (WHOLE, f" from {start}")
    for x, sets in sorted(arrays(form)):
        yield x, (ARRAY, f" with an entry for every choice of {', '.join(s or 'a channel' for s in sets)}")
    for _, n in lengths(form):
        yield n, (SYMBOL, "")
    for part in subforms(form):
        match part:
            case ("sym", n):
                yield n, (SYMBOL, "")
            case ("app", n, _, _):
                yield n, (FUNCTION, "")
