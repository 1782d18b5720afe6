"""Normal forms as expressions, each made exactly as it is printed: what is known of expressions is known of them."""

from __future__ import annotations

from ..checker.calculus.normal import renamed
from ..checker.calculus.polynomial import Monomial, Number, Polynomial
from ..checker.calculus.quotient import Quotient
from ..checker.calculus.ring import Ring
from ..checker.forms import Form, put_for
from .printed import divisors


def as_form(q: Quotient) -> Form:
    """A quotient as an expression."""
    ring: Ring = q.ring
    above = _polynomial(ring, q.num)
    if not q.den:
        return above
    factors = [_power(_polynomial(ring, p), e) for p, e in divisors(q)]
    return ("div", above, ("mul", *factors) if len(factors) > 1 else factors[0])


def _polynomial(ring: Ring, p: Polynomial) -> Form:
    parts: list[Form] = []
    for monomial in sorted(p.terms, reverse=True):
        c = p.terms[monomial]
        if c > 0:
            parts.append(_monomial(ring, monomial, c))
        elif parts:
            parts.append(("neg", _monomial(ring, monomial, -c)))
        else:
            parts.append(_negative(ring, monomial, c))
    return ("add", *parts) if len(parts) > 1 else parts[0] if parts else ("num", "0")


def _negative(ring: Ring, monomial: Monomial, c: Number) -> Form:
    """A negative monomial that stands first: its sign belongs to the first factor."""
    if c != -1 or not monomial:
        factors = [("num", str(c)), *_factors(ring, monomial)]
    else:
        first, *rest = _factors(ring, monomial)
        factors = [("neg", first), *rest]
    return ("mul", *factors) if len(factors) > 1 else factors[0]


def _monomial(ring: Ring, monomial: Monomial, c: Number) -> Form:
    factors = _factors(ring, monomial)
    if c != 1 or not monomial:
        factors.insert(0, ("num", str(c)))
    return ("mul", *factors) if len(factors) > 1 else factors[0]


def _factors(ring: Ring, monomial: Monomial) -> list[Form]:
    return [_power(_atom(ring, a), e) for a, e in monomial]


def _power(form: Form, e: int) -> Form:
    return form if e == 1 else ("pow", form, e)


def _atom(ring: Ring, number: int) -> Form:
    match ring.keys[number]:
        case ("sqrt" | "exp" | "log" as name, q):
            return ("fn", name, as_form(q))
        case ("inv", p):
            return ("div", ("num", "1"), _polynomial(ring, p))
        case ("app", name, orders, args):
            return ("app", name, orders, tuple(map(as_form, args)))
        case ("sum", dimension, monomial):
            bound = ring.bound(monomial)
            own = f"m{bound.strip('.').replace('~', '_')}'"
            return ("sum", own, as_form(dimension), (), renamed(_monomial(ring, monomial, 1), bound, own))
        case ("whole", name, start) if name[0] == "*":  # as it is read
            return ("whole", name.partition(":")[0], start)
        case ("power", base, exponent):
            return ("power", as_form(base), as_form(exponent))
        case ("upto", last, monomial):
            bound = ring.bound(monomial)
            own = f"m{bound.strip('.').replace('~', '_').replace(':', '_')}'"
            body = put_for(_monomial(ring, monomial, 1), ("whole", bound, 1), ("whole", own, 1))
            return ("upto", own, 1, as_form(last), body)
        case key:
            return key
