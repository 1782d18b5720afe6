"""Signs that the form of an expression shows: an even power, a sum of what is positive, and so on. Not trusted."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ..checker.calculus.normal import renamed
from ..checker.forms import Form, free_indices, free_wholes, of_the_set, put_for


def by_form(form: Form, relation: str, sign: Callable[[Form, str], Form | None]) -> Form | None:
    """A witness read off the form of an expression, made from those that `sign` finds for its parts."""
    match form:
        case ("def", _, _, body):
            return sign(body, relation)
        case ("mul", *parts):
            return _all("mul", [sign(p, relation) for p in parts])
        case ("div", a, b):
            below = sign(b, "!=" if relation == "!=" else ">")
            return _all("mul", [sign(a, relation), ("inv", below) if below else None])
        case ("add", *parts) if relation != "!=":
            weak = [sign(p, ">=") for p in parts]
            if None in weak:
                return None
            if relation == ">":
                strong = [sign(p, ">") for p in parts]
                if not any(strong):
                    return None
                weak = [s or w for s, w in zip(strong, weak, strict=True)]
            return ("add", *weak)
        case ("whole", _, _):
            return ("whole", form)
        case ("power", a, exponent):
            inner = sign(a, relation) or (sign(a, ">") if relation == ">=" else None)
            return ("power", inner, exponent) if inner else None
        case ("upto", index, first, last, body) if relation == ">=":
            number, whole = counted(body, first)
            inner = sign(put_for(body, ("whole", index, first), whole), ">=")
            before = ("add", last, ("num", str(1 - first)))
            return ("upto", number, before, inner) if inner else None
        case ("pow", a, n) if n > 0 and n % 2 == 0:
            inner = None if relation == ">=" else sign(a, "!=")
            if inner is None and relation != ">=":
                return None
            square: Form = ("sq+", inner) if inner else ("sq", a)
            return square if n == 2 else ("mul", *[square] * (n // 2))
        case ("pow", a, n) if n > 0:
            return _all("mul", [sign(a, relation)] * n)
        case ("fn", "exp", a):
            return ("exp", a)
        case ("fn", "sqrt", a):
            inner = sign(a, ">") or (sign(a, ">=") if relation == ">=" else None)
            return ("root", inner) if inner else None
        case ("sum", index, _, excluded, body) if relation == ">=" or (relation == ">" and not excluded):
            channel = any_channel(body, index)
            inner = sign(renamed(body, index, channel), relation)
            return ("sum", channel, excluded, inner) if inner else None
        case ("neg", a) if relation == "!=":
            inner = sign(a, "!=")
            return ("neg", inner) if inner else None
    return None


@lru_cache(maxsize=4_096)
def arguments(form: Form) -> tuple[Form, ...]:
    """The arguments of roots and logarithms, the divisors and the bases of negative powers in a form, from outside in.

    What is summed stands there with an index for every member.
    """
    found: list[Form] = []
    parts = form
    match form:
        case ("sum", index, _, _, body):
            parts = (renamed(body, index, any_channel(body, index)),)
        case ("upto", index, first, _, body):
            parts = (put_for(body, ("whole", index, first), counted(body, first)[1]),)
        case ("div", _, a) | ("fn", "sqrt" | "log", a):
            found.append(a)
        case ("pow", a, n) if n < 0:
            found.append(a)
    for part in parts:
        if isinstance(part, tuple) and part:
            found += arguments(part)
    return tuple(dict.fromkeys(found))


def counted(body: Form, first: int) -> tuple[str, Form]:
    """Any whole number from the first on, that a sum up to a last one runs over, and its name, which is not in use."""
    taken = {name for _, name, _ in free_wholes(body)}
    star = next((s for s in (f"*{n}" for n in range(1, 10)) if s not in taken), "*9")
    return star, ("add", ("whole", star, 1), ("num", str(first - 1)))


def _all(op: str, parts: list[Form | None]) -> Form | None:
    found = [p for p in parts if p is not None]
    return (op, *found) if len(found) == len(parts) else None


def any_channel(body: Form, index: str) -> str:
    """An index that stands for every member of the set of another one, and is not in use."""
    taken = free_indices(body)
    stars = [of_the_set(f"*{n}", index) for n in range(1, 10)]
    return next((star for star in stars if star not in taken), stars[-1])
