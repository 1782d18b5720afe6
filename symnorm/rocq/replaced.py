"""Indices in the place of others, in statements and in certificates: none becomes one that is bound around it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from ..checker.forms import Form, free_indices


def replaced(form: Form, places: Mapping[str, str]) -> Form:
    """A form or a certificate with indices in the place of others."""
    match form:
        case ("rename", int(n), i, j):  # an index of entry n, which is told as it is there
            return ("rename", n, i, places.get(j, j))
        case ("sum", int(n), i, weight, *own):  # the index of entry n, and how the weight calls it, if otherwise
            k = own[0] if own else i
            inner = _under(k, places, weight)
            return ("sum", n, i, replaced(weight, inner), inner.get(k, k))
        case ("sum", k, size, excluded, body):
            inner = _under(k, places, body)
            outer = tuple(places.get(i, i) for i in excluded)
            return ("sum", inner.get(k, k), size, outer, replaced(body, inner))
    image = (replaced(part, places) if isinstance(part, tuple) else part for part in form)
    return tuple(places.get(part, part) if isinstance(part, str) else part for part in image)


def _under(index: str, places: Mapping[str, str], body: Form) -> dict[str, str]:
    """What stands for what where an index is bound, which no other becomes."""
    free = free_indices(body)
    found = {i: to for i, to in places.items() if i != index and i in free}
    if index in found.values():
        found[index] = next(own for n in count() if (own := f"{index}{n}") not in {*free, *found.values()})
    return found
