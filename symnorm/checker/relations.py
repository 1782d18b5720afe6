"""Identities, and the quantities that vanish from which they follow.

Trusted for the arithmetic of an identity, for what makes a relation vanish, and for the two lemmas on derivatives.

identity    ["ident", [[relation, cofactor], ...], nonzero]
            proves t = 0 by  nonzero * t = sum of cofactor * relation  as normal forms (nonzero: a sign
            witness of a quantity that is not zero, or null for 1)

relation    a quantity that vanishes:
            ["use", n]                            left - right of the earlier equation n
            ["deriv", relation, variable]         its derivative, where it vanishes identically
            ["rename", n, i, j]                   equation n, which holds for every i, at j
            ["sum", n, i, weight]                 sum over i of weight * (equation n)
            ["exp", n, m]                         exp(m left) - exp(m right)
            ["root", a, b, sign, sign, identity]  a - b, from a >= 0, b >= 0, a^2 - b^2 = 0
            ["square", a, identity]               a, from a^2 = 0
            ["log", [[n, f, sign], ...], identity]  sum of n log f, from f > 0, product of f^n = 1
            ["constant", n, point]                g - g(point), where equation n is dg/dv = 0
            ["linear", v, p, x, x0, identity, identity]  v, from dv/dx = p v and v(x0) = 0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .entry import Entry, Rejected
from .forms import Form, Malformed, holds_operation, name, pair, triple
from .lemmas import LINEAR_EQUATION, ZERO_DERIVATIVE
from .quotient import Quotient
from .signs import INEQUALITIES, hypothesis
from .substitution import rename, substitute

if TYPE_CHECKING:
    from .step import Step


def identity(step: Step, target: Quotient, certificate: Form) -> None:
    """Raises Rejected unless the certificate proves target = 0."""
    match certificate:
        case ("ident", tuple(parts), nonzero):
            pass
        case _:
            raise Malformed("an identity certificate was expected")
    if nonzero is not None:
        target = step.multiplier(nonzero) * target
    for part in parts:
        vanishing, cofactor = pair(part)
        target = target - step.value(cofactor) * relation(step, vanishing)
    if target:
        raise Rejected("the two sides differ")


def relation(step: Step, certificate: Form) -> Quotient:
    """The quantity that a relation says is zero."""
    match certificate:
        case ("use", n):
            return step.equation(n)
        case ("deriv", ("use", n) as inner, variable):
            step.universal(step.entry(n))
            return step.derivative(relation(step, inner), step.varying(variable))
        case ("deriv", ("deriv", *_) as inner, variable):
            return step.derivative(relation(step, inner), step.varying(variable))
        case ("rename", n, i, j):
            step.every(step.entry(n), name(i))
            return rename(step.difference(step.entry(n).statement), i, name(j))
        case ("sum", n, i, weight):
            step.every(step.entry(n), name(i))
            return step.normal.total(step.value(weight) * step.difference(step.entry(n).statement), i, ())
        case ("exp", n, m):
            left, right = step.sides(step.entry(n).statement)
            factor = step.value(m)
            return step.ring.exp(factor * left) - step.ring.exp(factor * right)
        case ("root", a, b, sign_a, sign_b, squares):
            p, q = step.value(a), step.value(b)
            step.has_sign(p, ">=", sign_a)
            step.has_sign(q, ">=", sign_b)
            identity(step, p * p - q * q, squares)
            return p - q
        case ("square", a, square):
            q = step.value(a)
            identity(step, q.power(2), square)
            return q
        case ("log", tuple(parts), product):
            return _logarithms(step, parts, product)
        case ("constant", n, point):
            return _constant(step, step.entry(n), step.value(point))
        case ("linear", v, p, x, x0, slope, start):
            return _linear(step, v, p, x, x0, slope, start)
    raise Malformed("no such relation")


def _logarithms(step: Step, parts: Form, certificate: Form) -> Quotient:
    product, total = step.ring.constant(1), step.ring.constant(0)
    for part in parts:
        n, f, witness = triple(part)
        if not isinstance(n, int):
            raise Malformed("an exponent is an integer")
        q = step.value(f)
        step.has_sign(q, ">", witness)
        product = product * q.power(n)
        total = total + step.ring.log(q) * step.ring.constant(n)
    identity(step, product - step.ring.constant(1), certificate)
    return total


def _constant(step: Step, entry: Entry, point: Quotient) -> Quotient:
    """Lemma "zero derivative": what has derivative zero on an interval has one value there."""
    step.universal(entry)
    g, variable = zero_derivative(entry.statement)
    number = step.varying(variable)
    q, duties = step.normal(g)
    step.require([(r, substitute(d, number, point)) for r, d in duties])
    _reaches(step, variable, point)
    step.lemmas.add(ZERO_DERIVATIVE)
    return q - substitute(q, number, point)


def _reaches(step: Step, variable: Form, point: Quotient) -> None:
    """Raises Rejected unless the interval of the variable is said to contain the point.

    The hypotheses, and the inequalities that are given, hold on the whole interval. That there is such an interval
    is made sure of as far as may be: they hold at the point, and those that speak of the variable itself are
    affine in it, or quadratic and concave.
    """
    declared = [p for kind, v, p in (f for f in step.along if f[0] == "interval") if v == variable]
    if not any(step.value(p) == point for p in declared):
        raise Rejected("the theorem does not say that the interval of the variable contains the point")
    number = step.normal.variable(variable)
    for e in step.earlier:
        if e.role in ("where", "given") and e.statement[0] in INEQUALITIES:
            q, sign = hypothesis(step, e.statement, ())
            step.require([(sign, substitute(q, number, point))])
            moving = {a for a in q.atoms() if a != number and step.ring.contains(a, number)}
            for a in (a for a in moving if step.ring.keys[a][0] == "app"):
                q = substitute(q, a, step.ring.generator(("sym", f"#{a}")))
            slope = step.derivative(q, number)
            bend = step.derivative(slope, number)
            if slope and (moving or sign == "!=" or step.derivative(bend, number)):
                raise Rejected("a hypothesis may fail between the point and the variable")
            if bend:
                step.require([(">=", -bend)])


def _linear(step: Step, v: Form, p: Form, x: Form, x0: Form, slope: Form, start: Form) -> Quotient:
    """Lemma "linear equation": the only solution of v' = p v with v(x0) = 0 is zero."""
    number = step.varying(x)
    step.everywhere = True
    identity(step, step.value(("D", v, x)) - step.value(p) * step.value(v), slope)
    identity(step, step.value(("at", v, x, x0)), start)
    start_point = step.value(x0)
    step.require([(r, substitute(d, number, start_point)) for r, d in step.normal(p)[1]])
    _reaches(step, x, start_point)
    step.lemmas.add(LINEAR_EQUATION)
    return step.value(v)


def zero_derivative(statement: Form) -> tuple[Form, Form]:
    """(g, x) from the equation dg/dx = 0."""
    match statement:
        case ("eq", ("D", g, variable), ("num", "0")) if not holds_operation(g, "integral"):
            return g, variable
    raise Rejected("an equation dg/dx = 0 is needed here")
