"""The larger of two numbers by their squares, as a sign witness made of the checker's own rules. Not trusted.

Let a >= 0 and a^2 - b^2 = w >= 0, t = a - b, r = |t| and d = r - t. Then d >= 0, since e = (r + t)|d| has the square 0,
so that 2 r |d| = e + d |d| is d^2, and d = |d|. Now -d r^2 = d w + 2 a d r, where one side is <= 0 and the other >= 0:
both are zero. So (d r)^2 = 0, and d^2 = 2 d r = 0: t = r.
"""

from __future__ import annotations

from collections.abc import Callable

from ..checker.calculus.quotient import Quotient
from ..checker.forms import Form


def larger(a: Form, b: Form, is_positive: Form, is_more: Form, define: Callable[[Form], object]) -> Form:
    """A witness for a - b >= 0, from one for a >= 0 and one for a^2 - b^2 >= 0."""
    t = _less(a, b)
    r = _size(t)
    d = _less(r, t)
    z = _times(d, ("pow", r, 2))
    size: Form = ("root", ("sq", t))
    define(_size(d))
    not_negative = _beyond(t, r, d)
    above: Form = ("mul", not_negative, ("sq", r))
    below: Form = ("add", ("mul", not_negative, is_more), ("mul", ("num", "2"), is_positive, not_negative, size))
    twice_z: Form = ("root", z, ("neg", z), above, below, _identity())
    vanishing: Form = ("square", _times(d, r), _identity((twice_z, _times(("num", "1/2"), d))))
    no_gap: Form = ("square", d, _identity((vanishing, ("num", "2"))))
    return ("is", t, size, _identity((no_gap, ("num", "-1"))))


def beyond(form: Form, define: Callable[[Form], Quotient]) -> Form | None:
    """A witness for |u| - u >= 0 and |u| + u >= 0; none for anything else."""
    match form:
        case ("add", ("fn", "sqrt", ("pow", u, 2)) as size, v):
            for lesser in (u, ("neg", u)):
                if define(("neg", lesser)) == define(v):
                    return larger(size, lesser, ("root", ("sq", u)), ("num", "0"), define)
    return None


def _beyond(t: Form, r: Form, d: Form) -> Form:
    """A witness for d = |t| - t >= 0."""
    size = _size(d)
    product: Form = ("square", _times(("add", r, t), size), _identity())
    doubled: Form = (
        "root", _times(("num", "2"), r, size), ("pow", d, 2),
        ("mul", ("num", "2"), ("root", ("sq", t)), ("root", ("sq", d))), ("sq", d),
        _identity((product, _times(("num", "2"), t, size))),
    )  # fmt: skip
    gap: Form = ("square", _less(d, size), _identity((doubled, ("num", "-2")), (product, ("num", "2"))))
    return ("is", d, ("root", ("sq", d)), _identity((gap, ("num", "1"))))


def _identity(*parts: tuple[Form, Form]) -> Form:
    return ("ident", parts, None)


def _size(e: Form) -> Form:
    return ("fn", "sqrt", ("pow", e, 2))


def _times(*parts: Form) -> Form:
    return ("mul", *parts)


def _less(a: Form, b: Form) -> Form:
    return ("add", a, ("neg", b))
