"""One function is one function: the term of y(x_i) is the same in each channel.

So it speaks of i in x_i alone: as x_i + w_i it would be another function in each, and y(2) = y(2) may fail. It speaks
of x in x_i alone as well, unless nothing moves an entry of x: in x_i - mean(x) the mean would move with x_i, for each i
another way. Where y stands in one channel in all that is said, that is the function it means, and its term may be any.
Decided by form, not by values: those may be equal at one point and not beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from ..calculus.budget import spend
from ..forms import Form, free_indices, subforms
from .values import Undecided

Functions = Mapping[str, tuple[Form, Form]]


def require_one(functions: Functions, said: Iterable[Form], varying: Iterable[Form]) -> None:
    """Raises Undecided where a function is given channel by channel, and what is said speaks of it in more than one.

    `varying` are the variables along which something of it is meant to hold.
    """
    doubtful = {n: f for n, f in functions.items() if not _is_the_same(*f, {v[1] for v in f[0] if v[0] == "coord"})}
    if not doubtful:  # whatever moves
        return
    forms, terms = tuple(said), tuple(body for _, body in functions.values())
    moved = {v[1] for v in varying} | set(_moved((*forms, *terms)))
    inside = {part[1] for term in terms for part in subforms(term) if part[:1] == ("app",)}
    for n, (variables, body) in doubtful.items():
        if _is_the_same(variables, body, moved):
            continue
        places = set(_places(n, variables, forms))
        if n in inside or None in places or len(places) > 1:
            entry = next(f"{v[1]}[{', '.join(v[2:])}]" for v in variables if v[0] == "coord")
            raise Undecided(
                f"{n} stands in more than one channel, and its term speaks of the channel, or of a vector that varies, "
                f"besides {entry}, so that it is another function in each: give it by a term in {entry} alone"
            )


def _moved(forms: Form) -> Iterator[str]:
    """The names of the variables that a derivative, an integral or a value at a point moves."""
    for part in (part for form in forms for part in subforms(form)):
        match part:
            case ("D" | "integral" | "at", _, variable, *_):
                yield variable[1]
            case ("app", _, orders, arguments) if any(orders):
                yield from (a[1] for a in arguments if a[0] == "coord")
            case ("differentiable", function, _):
                yield from (a[1] for a in function[3] if a[0] == "coord")


def _is_the_same(variables: Form, body: Form, moved: Collection[str]) -> bool:
    """Whether the term of a function speaks of the channels, and of vectors that are moved, in its variables alone."""
    entries = [v for v in variables if v[0] == "coord"]
    vectors, channels = {v[1] for v in entries}.intersection(moved), {i for v in entries for i in v[2:]}
    for part in subforms(body):
        match part:
            case ("coord", vector, *at) if part not in entries and (vector in vectors or not channels.isdisjoint(at)):
                return False
            case ("delta", i, j) if not channels.isdisjoint((i, j)):
                return False
            case ("sum", index, _, excluded, _) if not channels.isdisjoint((index, *excluded)):
                return False
    return True


def _places(n: str, variables: Form, forms: Form) -> Iterator[Form | None]:
    """The entries at which a function stands; None where these are of every channel, or of those of a sum."""
    seen = set()
    ahead: list[tuple[Form, frozenset[str]]] = [(form, frozenset()) for form in forms]
    while ahead:
        form, bound = ahead.pop()
        if (id(form), bound) in seen:
            continue
        seen.add((id(form), bound))
        spend(1)
        if form[:2] == ("app", n):
            entries = tuple(a for a, v in zip(form[3], variables, strict=False) if v[0] == "coord")
            channels = free_indices(entries)
            is_many = any(i in bound or i[0] == "*" for i in channels)
            yield None if is_many else entries
        if form[:1] == ("sum",):
            bound = bound | {form[1]}
        ahead += ((part, bound) for part in form if isinstance(part, tuple))
