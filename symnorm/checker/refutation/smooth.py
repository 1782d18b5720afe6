"""Terms that have a value and all derivatives for every number: what such a function is known by, as it is written."""

from __future__ import annotations

from functools import partial

from ..forms import Form, holds_form
from .point import Place, Rejected
from .values import Undecided


def require_smooth(place: Place, function: str) -> None:
    """Raises Undecided unless a function at a point is smooth for all values of its variables."""
    if function not in place.functions:
        raise Rejected(f"the point does not say what {function} is")
    variables, body = place.functions[function]
    if not all(v[0] == "sym" for v in variables) or not _Everywhere(place, variables).is_smooth(body):
        raise Undecided(f"whether {function} is differentiable for every number", body)


class _Everywhere:
    """Properties of terms for all values of some symbols; all other names have the values of a point."""

    def __init__(self, place: Place, variables: Form) -> None:
        self.place, self.variables = place, variables

    def is_smooth(self, e: Form) -> bool:
        """Whether a term is known to be smooth."""
        if self._is_fixed(e):
            self._sign(e)  # raises NoValue
            return True
        match e:
            case ("sym", _):
                return True
            case ("add" | "mul" | "neg", *parts):
                return all(map(self.is_smooth, parts))
            case ("def", _, _, body):
                return self.is_smooth(body)
            case ("pow", a, n):
                return self.is_smooth(a) and (n >= 0 or self.is_positive(a))
            case ("div", a, b):
                is_nonzero = self._sign(b) in (-1, 1) if self._is_fixed(b) else self.is_positive(b)
                return is_nonzero and self.is_smooth(a) and self.is_smooth(b)
            case ("fn", "exp" | "tanh", a):
                return self.is_smooth(a)
            case ("fn", "sqrt" | "log", a):
                return self.is_positive(a) and self.is_smooth(a)
        return False

    def is_positive(self, e: Form, or_zero: bool = False) -> bool:
        """Whether a term, wherever it has a value, is known to be positive; or zero."""
        if self._is_fixed(e):
            return self._sign(e) in ((0, 1) if or_zero else (1,))
        inside = partial(self.is_positive, or_zero=or_zero)
        match e:
            case ("fn", "exp", _):
                return True
            case ("fn", "sqrt", a):
                return or_zero or self.is_positive(a)
            case ("pow", a, n):
                return (or_zero and n % 2 == 0) or inside(a)
            case ("mul" | "div", *parts):
                return all(map(inside, parts))
            case ("add", *parts):
                return all(self.is_positive(p, or_zero=True) for p in parts) and (or_zero or any(map(inside, parts)))
            case ("def", _, _, body):
                return inside(body)
        return False

    def _is_fixed(self, e: Form) -> bool:
        return not any(holds_form(e, v) for v in self.variables)

    def _sign(self, e: Form) -> int | None:
        return self.place.numbers.sign(self.place.root(e, self.place.channels))
