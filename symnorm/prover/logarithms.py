"""The laws of logarithms for those that stand in a quantity, where the signs of the factors are known. Not trusted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from ..checker.calculus.budget import TooLarge
from ..checker.calculus.quotient import Quotient, Undefined
from ..checker.forms import Form
from ..checker.readback import read_back
from .factors import factors
from .facts import Open

if TYPE_CHECKING:
    from .signs import Signs

TRIVIAL: Form = ("ident", (), None)

def laws(signs: Signs, target: Quotient) -> list[Form]:
    """log q = sum of e log f as relations, for each logarithm in a quantity whose q is a product of positive f^e."""
    arguments = [signs.ring.keys[a][1] for a in dict.fromkeys(target.num.atoms()) if signs.ring.keys[a][0] == "log"]
    found = []
    for q in arguments:
        with suppress(Open, Undefined, TooLarge):
            law = _law(signs, q)
            if law is not None:
                found.append(law)
    return found


def _law(signs: Signs, q: Quotient) -> Form | None:
    """The law for one logarithm; None where it says nothing, or where a factor may be negative."""
    powers = list(_powers(q))
    if len(powers) < 2 and all(e == 1 for _, e in powers):
        return None
    times = lcm(*(e.denominator for _, e in powers))
    whole, parts, is_negative = _positive(signs, q), [], False
    for factor, e in powers:
        positive = _positive(signs, factor)
        if positive is None and (positive := _positive(signs, -factor)) is not None:
            is_negative ^= e.numerator % 2 == 1
        if positive is None:
            return None
        parts.append((int(-e * times), *positive))
    return None if whole is None or is_negative else ("log", ((times, *whole), *parts), TRIVIAL)


def _powers(q: Quotient) -> Iterator[tuple[Quotient, Fraction]]:
    """The factors of a quantity with their exponents, those under a root with half of one."""
    for p, e in [*factors(q.num), *((p, -e) for p, e in q.den.items())]:
        factor = q.ring.quotient(p, {})
        atom = factor.as_atom()
        if atom is not None and q.ring.keys[atom][0] == "sqrt":
            yield from ((inner, k * Fraction(e, 2)) for inner, k in _powers(q.ring.keys[atom][1]))
        elif factor.as_constant() != 1:
            yield factor, Fraction(e)


def _positive(signs: Signs, q: Quotient) -> tuple[Form, Form] | None:
    """A quantity as it is written, with a witness that it is positive."""
    form = read_back(q)
    witness = signs.shown(form, ">")
    return None if witness is None else (form, witness)
