"""Roots, exponentials and logarithms grow with their argument: facts for a linear search. Not trusted.

Each difference is put together from the checker's own rules, d = b - a being not negative:

    e^b - e^a      = e^a ((e^d - 1 - d) + d)
    log b - log a  = (e^u - 1 - u) + d/b, where u = log(a/b), and so e^u = a/b
    sqrt b - sqrt a = d/(sqrt a + sqrt b), or by the squares where both may be zero
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from ..checker.calculus.quotient import Quotient
from ..checker.forms import Form
from ..checker.readback import read_back
from .linear import Fact, Linear
from .squares import larger

ONE: Form = ("num", "1")
TRIVIAL: Form = ("ident", (), None)

MAX_PAIRS = 20
"""So many pairs of functions are compared."""


def functions(search: Linear, q: Quotient, facts: Sequence[Fact]) -> Iterator[Fact]:
    """How the functions in a quantity compare with each other, and with their tangents at 0 and at 1."""
    ring = search.ring
    for kind in ("exp", "log", "sqrt"):
        arguments: list[Quotient] = [ring.keys[a][1] for a in search.atoms(q) if ring.keys[a][0] == kind]
        for u in arguments if kind != "sqrt" else ():
            yield from search.shown(("exp-bound", read_back(u if kind == "exp" else ring.log(u))))
        if kind == "exp" and arguments:
            arguments.append(ring.constant(0))
        if kind in ("log", "sqrt") and arguments:
            arguments.append(ring.constant(1))
        for a, b in list(permutations(arguments, 2))[:MAX_PAIRS]:
            low, high = read_back(a), read_back(b)
            more = search.compare(low, high)
            witness = None if more is None else increase(search, kind, low, high, more)
            if witness is not None:
                yield from search.shown(witness)


def increase(search: Linear, kind: str, a: Form, b: Form, more: Form) -> Form | None:
    """A witness for f(b) - f(a) >= 0, or > 0 where `more`, a witness for b - a, shows as much; or None."""
    match kind:
        case "exp":
            return ("mul", ("exp", a), ("add", ("exp-bound", ("add", b, ("neg", a))), more))
        case "log":
            return _logarithms(search, a, b, more)
        case "sqrt":
            return _roots(search, a, b, more)
    return None


def _logarithms(search: Linear, a: Form, b: Form, more: Form) -> Form | None:
    below, above = (search.signs.shown(form, ">") for form in (a, b))
    if below is None or above is None:
        return None
    ratio: Form = ("div", a, b)
    law: Form = (
        "log",
        ((1, ratio, ("mul", below, ("inv", above))), (-1, a, below), (1, b, above)),
        TRIVIAL,
    )
    bound: Form = ("add", ("exp-bound", ("fn", "log", ratio)), ("mul", more, ("inv", above)))
    difference: Form = ("add", ("fn", "log", b), ("neg", ("fn", "log", a)))
    return ("is", difference, bound, ("ident", ((law, ONE),), None))


def _roots(search: Linear, a: Form, b: Form, more: Form) -> Form | None:
    low, high = ("fn", "sqrt", a), ("fn", "sqrt", b)
    below = search.signs.shown(a, ">") or search.signs.shown(a, ">=")
    if below is None:
        return None
    above: Form = search.signs.shown(b, ">") or ("add", more, below)
    both: Form = ("add", ("root", below), ("root", above))
    if any(fact.is_positive for fact in search.shown(both)):
        return ("is", ("add", high, ("neg", low)), ("mul", more, ("inv", both)), ("ident", (), both))
    return larger(high, low, ("root", above), more, search.signs.define)
