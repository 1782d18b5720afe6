"""By which powers of a and h a result grows where a (x - b) and h g stand for x and g: read off a proved claim.

The claim has to be of the very formula that is computed: its left side is that formula, and its right side, but for a
product of powers of a and h in front, the same formula with a (x - b) in the place of x, h g of g, and a^n p of a
parameter p that is scaled. Both are compared symbol for symbol, with definitions looked into: what is proved for all
numbers is then what the kernel does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...checker.forms import Form, holds_form
from ...checker.logic.citations import meaning
from .claim import Claim

Powers = tuple[int, int]
"""Of a and of h."""

A, B, H = ("sym", "a"), ("sym", "b"), ("sym", "h")
POSITIVE = {("gt", letter, ("num", "0")) for letter in (A, H)}
"""All that may be supposed of them."""


@dataclass(frozen=True)
class Scaling:
    """What happens to the input: x becomes a (x - b), a x or stays; parameters grow with powers of a; g becomes h g.

    `fixed` are definitions of numbers that are taken as parameters, so that they can grow.
    """

    shifts: bool
    scales: bool
    parameters: Mapping[str, int]
    fixed: Mapping[str, int]

    def freed(self, form: Form) -> Form:
        """A formula, in which a number that is taken as a parameter is one."""
        if form[0] == "def" and form[1] in self.fixed:
            return ("sym", form[1])
        return tuple(self.freed(part) if isinstance(part, tuple) and part else part for part in form)

    def moved(self, form: Form) -> Form:
        """A formula with what stands for x, for g and for the parameters in their places."""
        match form:
            case ("coord", "x", _) if self.shifts:
                return ("mul", A, ("add", form, ("neg", B)))
            case ("coord", "x", _) if self.scales:
                return ("mul", A, form)
            case ("coord", "g", _):
                return ("mul", H, form)
            case ("sym" | "coord", name, *_) if name in self.parameters:
                return ("mul", ("pow", A, self.parameters[name]), form)
        return tuple(self.moved(part) if isinstance(part, tuple) and part else part for part in form)


def law(formula: Form, claim: Claim | None, scaling: Scaling) -> Powers | None:
    """By which powers a formula has to be multiplied, as a claim says, or as is plain without one; else None."""
    formula = scaling.freed(formula)
    moved = meaning(scaling.moved(formula))
    if claim is None:
        return (0, 0) if meaning(formula) == moved else None
    left, right = claim.sides
    own = (A, H, B) if scaling.shifts else (A, H)
    if meaning(left) != meaning(formula) or any(holds_form(formula, letter) for letter in own):
        return None
    if any(c not in POSITIVE and (holds_form(c, A) or holds_form(c, H)) for c in claim.conditions):
        return None
    if meaning(right) == moved:
        return 0, 0
    match right:
        case ("mul", factor, rest) if meaning(rest) == moved:
            return powers(factor)
    return None


def powers(factor: Form) -> Powers | None:
    """The powers of a and h in a product of powers of them; None for anything else."""
    match factor:
        case ("num", "1"):
            return 0, 0
        case ("sym", "a"):
            return 1, 0
        case ("sym", "h"):
            return 0, 1
        case ("pow", base, n):
            inner = powers(base)
            return None if inner is None else (inner[0] * n, inner[1] * n)
        case ("mul" | "div", *parts):
            found = [powers(p) for p in parts]
            if any(f is None for f in found):
                return None
            sign = -1 if factor[0] == "div" else 1
            (a, h), *others = (f for f in found if f is not None)
            return a + sign * sum(o[0] for o in others), h + sign * sum(o[1] for o in others)
    return None
