"""What a theorem says with terms in the place of its symbols. Trusted to say where that is so.

A theorem holds for all numbers that stand for its symbols, where its hypotheses hold of them. It says the same of a
term in the place of a symbol, in its claims and hypotheses at once, as long as the term means one number wherever the
symbol stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..calculus.budget import spend
from ..forms import (
    WORDS,
    Form,
    Malformed,
    check_expression,
    dimensions,
    free_indices,
    free_wholes,
    freeze,
    holds_form,
    holds_operation,
    lengths,
    pair,
    size,
    subforms,
)


class Uncitable(Exception):
    """A theorem does not say what is cited; the message says why."""


MAX_PUT = 50
"""So many symbols may have a term in their place."""

OF_NUMBERS = frozenset(
    ["num", "sym", "coord", "whole", "delta", "add", "neg", "mul", "div", "pow", "power", "fn", "sum", "upto"]
)
"""The operations of terms that are numbers wherever they are defined.

An equation with an antiderivative says that slopes are equal. A derivative exists where it is given; of a term in the
place of a symbol it would be given for nothing.
"""

Put = tuple[tuple[Form, Form], ...]
"""Symbols, each with the term in its place."""


def read_put(found: Any) -> Put:
    """What stands in the place of which symbol, as read from JSON. Raises Malformed."""
    put = freeze(found)
    if not isinstance(put, tuple):
        raise Malformed("what stands in the place of symbols is a list of pairs")
    put = tuple(map(pair, put))
    if len(put) > MAX_PUT or len({symbol for symbol, _ in put}) < len(put):
        raise Malformed("one term in the place of a symbol, and not for too many of them")
    for symbol, value in put:
        check_expression(symbol)
        check_expression(value)
        if symbol[0] != "sym":
            raise Malformed("a term stands in the place of a symbol, and of nothing else")
    return put


def unfolded(form: Form) -> Form:
    """A form with what its definitions stand for in their place."""
    if form[0] == "def":
        return unfolded(form[3])
    return tuple(unfolded(p) if isinstance(p, tuple) and p else p for p in form)


def putting(put: Put) -> Callable[[Form], Form]:
    """Puts terms in the place of symbols, and definitions in that of their names."""
    values = {symbol: unfolded(value) for symbol, value in put}
    sizes = {symbol: size(value) for symbol, value in values.items()}

    def placed(form: Form) -> Form:
        if form in values:
            spend(sizes[form])
            return values[form]
        return tuple(placed(p) if isinstance(p, tuple) and p else p for p in form)

    return lambda form: placed(unfolded(form))


def require_instance(along: Sequence[Form], lines: Sequence[Form], spoken: Iterable[Form], put: Put) -> None:
    """Raises Uncitable unless what a theorem, with all its lines, has spoken holds with terms in the place of symbols.

    A term that is another number in each channel, or where something varies, is none that a symbol may stand for.
    """
    if along:
        raise Uncitable("in which something varies: it is cited as it stands")
    fixed = frozenset[Form]().union(*(dimensions(s) | lengths(s) for s in lines))
    if any(symbol in fixed for symbol, _ in put):
        raise Uncitable("and a term stands in the place of a number of channels")
    values = [unfolded(value) for _, value in put]
    if not all(_is_number(part) for v in values for part in subforms(v) if part[:1] and part[0] in WORDS):
        raise Uncitable("and a term is no number as the symbol is one: a derivative or an integral is in it")
    if any(free_wholes(v) or any(i[0] == "*" for i in free_indices(v)) for v in values):
        raise Uncitable("and a term is another one for every channel or whole number")
    taken = frozenset[str]().union(*map(free_indices, values))
    for statement in map(unfolded, spoken):
        if any(holds_operation(statement, operation) for operation in ("D", "at", "integral")):
            raise Uncitable("which speaks of a derivative or an integral: it is cited as it stands")
        if statement[0] == "differentiable" and any(holds_form(statement, symbol) for symbol, _ in put):
            raise Uncitable("and a term stands in the place of what stands for every number")
        if any(part[:1] == ("sum",) and part[1] in taken for part in subforms(statement)):
            raise Uncitable("and a term speaks of a channel over which it sums")


def _is_number(part: Form) -> bool:
    """Whether a part of a term is an operation with numbers, or the value of a function."""
    return part[0] in OF_NUMBERS or (part[0] == "app" and not any(part[2]))
