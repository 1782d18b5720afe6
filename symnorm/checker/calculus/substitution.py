"""Something else in the place of a generator, at whatever depth: another index for an index, a value for a variable.

Trusted to replace it wherever it stands, and to refuse where it stands unseen: under a sum, or in a constant. What is
built from a generator is built anew from what comes in its place, by the rules of the ring (`Ring.replacing`).
"""

from __future__ import annotations

from .quotient import Quotient, Undefined
from .ring import Change, Ring


def rename(q: Quotient, old: str, new: str) -> Quotient:
    """q with one free index in the place of another."""
    ring: Ring = q.ring
    return ring.renaming(old, new)(q)


def substitute(q: Quotient, variable: int, value: Quotient) -> Quotient:
    """q with a value in the place of a variable. Raises Undefined where that is not possible."""
    ring: Ring = q.ring
    coordinate = ring.keys[variable][:2]

    def image_of(number: int, change: Change) -> Quotient | None:
        if number == variable:  # law: at-variable
            return value
        if ring.contains(number, variable):
            return ring.rebuilt(number, change)
        for key in ring.within(number):
            if key[0] == "coord" and key[:2] == coordinate:
                raise Undefined("a value put for a coordinate that stands under a sum, or has another index")
            if key[0] == "sym" and ring.constants.get(key[1], variable) != variable:
                raise Undefined(f"a value put for a variable on which the constant {key[1]} may depend")
        return None

    return ring.replacing(image_of)(q)
