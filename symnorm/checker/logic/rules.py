"""The rules of inference: signs, identities, and the quantities that vanish from which identities follow.

Trusted for each of them, one in a case.

A sign witness is a quantity together with its sign (">", ">=" or "!="):

    ["num", q]  ["hyp", n, [[index, index], ...]]  ["known", n]  ["sq", e]  ["sq+", sign]
    ["add", sign, ...]  ["mul", sign, ...]  ["inv", sign]  ["neg", sign]  ["exp", e]
    ["exp-bound", e] (the quantity exp(e) - 1 - e)
    ["root", sign]  ["sum", index, [excluded index, ...], sign]  ["is", e, sign, identity]
    ["whole", e] (a whole number that is not negative)  ["power", sign, exponent]
    ["length", n] (the quantity n - 1, for the number n of the members of a set)
    ["rise", variable, f, point, n, sign] (f less its value at a point, times (variable - point)^(1 - n), n 0 or 1)
    ["upto", index, last, sign] (the sum of what is not negative for every whole number, from 1 to the last)
    ["at", n, whole number, e] (the hypothesis or inequality n, which holds for every whole number, at e)

identity    ["ident", [[relation, cofactor], ...], nonzero]
            proves t = 0 by  nonzero * t = sum of cofactor * relation  as normal forms (nonzero: a sign
            witness of a quantity that is not zero, or null for 1)

relation    a quantity that vanishes:
            ["use", n]                            left - right of the earlier equation n
            ["deriv", relation, variable]         its derivative, where it vanishes identically
            ["rename", n, i, j]                   equation n, which holds for every i, at j
            ["sum", n, i, weight]                 sum over i of weight * (equation n)
            ["at", n, whole number, e]            equation n, which holds for every whole number, at e
            ["exp", n, m]                         exp(m left) - exp(m right)
            ["root", a, b, sign, sign, identity]  a - b, from a >= 0, b >= 0, a^2 - b^2 = 0
            ["square", a, identity]               a, from a^2 = 0
            ["powers", e, n]                      exp(e)^n - exp(n e)
            ["log", [[n, f, sign], ...], identity]  sum of n log f, from f > 0, product of f^n = 1
            ["constant", n, point]                g - g(point), where equation n is dg/dv = 0
            ["linear", v, p, x, x0, identity, identity]  v, from dv/dx = p v and v(x0) = 0
"""

from __future__ import annotations

from functools import reduce
from operator import add, mul
from typing import Any

from ..calculus.generators import COUNTED
from ..calculus.polynomial import MAX_DEGREE, Monomial, Number, Polynomial
from ..calculus.quotient import Quotient
from ..calculus.substitution import rename, substitute
from ..forms import (
    Form,
    Malformed,
    channel,
    check_variable,
    free_indices,
    free_wholes,
    holds_form,
    holds_operation,
    number,
    of_the_set,
    pair,
    varies_in,
)
from .entry import (
    EXPONENTIAL_BOUND,
    LINEAR_EQUATION,
    MEAN_VALUE,
    ZERO_DERIVATIVE,
    Condition,
    Rejected,
    points,
    ranges,
)
from .step import Step, implies

Signed = tuple[Quotient, str]

INEQUALITIES = {"lt": ">", "gt": ">", "le": ">=", "ge": ">=", "ne": "!="}
"""The relation to zero that each states of the difference of its sides, the larger less the smaller."""


def sign(step: Step, witness: Form) -> Signed:
    """The quantity of a sign witness, and its sign."""
    ring = step.ring
    match witness:
        case ("num", value):  # law: sign-number
            known = number(value)
            return ring.constant(known), ">" if known > 0 else "!=" if known < 0 else ">="
        case ("hyp", n, tuple(renaming)):  # law: sign-hypothesis
            return hypothesis(step, n, renaming)
        case ("known", int(n)) if 0 <= n < len(step.known):
            condition, q = step.known[n]
            step.rely(condition.grounds)
            return q, condition.sign
        case ("sq", e):  # law: sign-square
            return step.value(e).power(2), ">="
        case ("sq+", inner):  # law: sign-square-positive
            q, s = sign(step, inner)
            return q.power(2), ">" if implies(s, "!=") else ">="
        case ("add", _, *_):  # law: sign-sum, sign-sum-positive
            parts = [_known(step, w, ">=", "a summand is only known not to vanish") for w in witness[1:]]
            return reduce(add, [q for q, _ in parts]), ">" if any(s == ">" for _, s in parts) else ">="
        case ("mul", _, *_):
            parts = [sign(step, w) for w in witness[1:]]
            return reduce(mul, [q for q, _ in parts]), _product_sign([s for _, s in parts])
        case ("inv", inner):  # law: sign-inverse, sign-inverse-nonzero
            q, s = _known(step, inner, "!=", "the inverse of a quantity that may vanish")
            return q.inverse(), s
        case ("neg", inner):  # law: sign-negative
            q, _ = _known(step, inner, "!=", "the negative of a quantity that may vanish has no known sign")
            return -q, "!="
        case ("exp", e):  # law: sign-exp
            return ring.exp(step.value(e)), ">"
        case ("exp-bound", e):  # law: sign-exp-bound
            u = step.value(e)
            step.grounds.add(EXPONENTIAL_BOUND)
            return ring.exp(u) - u - ring.constant(1), ">="
        case ("root", inner):  # law: sign-root, sign-root-positive
            q, s = _known(step, inner, ">=", "a root of a quantity of unknown sign")
            return ring.sqrt(q), s
        case ("sum", str(index), tuple(excluded), inner) if index[:1] == "*":  # law: sign-channels, sign-channels-all
            q, s = _known(step, inner, ">=", "a summand is only known not to vanish")
            return step.normal.total(q, index, tuple(channel(i) for i in excluded)), ">=" if excluded else s
        case ("whole", e):  # law: sign-whole
            q = step.value(e)
            if ring.least(q) < 0:
                raise Rejected("a whole number that may be negative", q)
            return q, ">" if ring.least(q) else ">="
        case ("length", size):  # law: sign-length
            if size is None or size not in {step.normal.dimension, *step.normal.lengths}:
                raise Rejected("no sum runs to this, and so it may be any number")
            return step.value(size) - ring.constant(1), ">="
        case ("power", inner, exponent):  # law: sign-power, sign-power-positive, sign-power-nonzero
            q, s = sign(step, inner)
            power, may_be_zero = ring.power(q, step.value(exponent))
            if not (may_be_zero or implies(s, "!=")):
                raise Rejected("a power of a quantity that may vanish, with an exponent that may be negative")
            return power, s
        case ("rise", variable, f, point, 0 | 1 as n, inner):  # law: sign-rise, sign-rise-positive, sign-rise-along
            return _rise(step, variable, f, point, n, inner)
        case ("upto", str(index), last, inner) if index[:1] == "*":  # law: sign-upto
            q, _ = _known(step, inner, ">=", "a summand is only known not to vanish")
            counted = ring.fresh_index(COUNTED)
            body = rename(q, of_the_set(channel(index), COUNTED), counted)
            return ring.sum_up_to(body, counted, step.value(last)), ">="
        case ("at", n, whole, e):  # law: sign-instance
            q, s = excess(step, step.unsupposed(n).statement)
            return step.instance(q, whole, e), s
        case ("is", e, inner, certificate):  # law: sign-equal
            q, s = sign(step, inner)
            target = step.value(e)
            identity(step, target - q, certificate)
            return target, s
    raise Malformed("no such sign witness")


def _known(step: Step, witness: Form, relation: str, otherwise: str) -> Signed:
    """The quantity of a sign witness, and its sign. Raises Rejected unless that says that it is `relation` 0."""
    q, s = sign(step, witness)
    if not implies(s, relation):
        raise Rejected(otherwise)
    return q, s


def hypothesis(step: Step, n: Any, renaming: Form) -> Signed:
    """An inequality among the earlier entries, for other channels in the place of those for which it holds.

    An index *1 in it stands for every channel, and so does one of which nothing that is supposed speaks.
    """
    q, relation = excess(step, step.entry(n).statement)
    for old, new in map(pair, renaming):
        if channel(old)[0] != "*":
            step.of_any(n, old)
        q = rename(q, old, channel(new))  # law: sign-channel
    return q, relation


def excess(step: Step, statement: Form) -> Signed:
    """The larger side of an inequality less the smaller one, and the sign that the inequality says it has."""
    match statement:
        case ("lt" | "le", low, high) | ("gt" | "ge" | "ne", high, low):
            return step.value(high) - step.value(low), INEQUALITIES[statement[0]]
    raise Rejected("an inequality is needed here")


def _product_sign(signs: list[str]) -> str:
    if all(s == ">" for s in signs):  # law: sign-product-positive
        return ">"
    if all(s in (">", "!=") for s in signs):  # law: sign-product-nonzero
        return "!="
    if all(s in (">", ">=") for s in signs):  # law: sign-product
        return ">="
    raise Rejected("a product whose sign is open")


def has_sign(step: Step, q: Quotient, relation: str, witness: Form) -> str:
    """The sign that the witness shows q to have. Raises Rejected unless it is q `relation` 0, or more."""
    shown, s = sign(step, witness)
    if shown - q:
        raise Rejected(f"a witness does not show the quantity to be {relation} 0: it is of another quantity", shown, q)
    if not implies(s, relation):
        raise Rejected(f"a witness does not show the quantity to be {relation} 0: it shows {s} 0")
    return s


def multiplier(step: Step, witness: Form) -> Quotient:
    """The quantity of a sign witness, which must not vanish."""
    return _known(step, witness, "!=", "the multiplier is not known to be non-zero")[0]


def establish(step: Step, relation: str, expression: Form, witness: Form) -> None:
    """Adds a condition to those known, on a sign witness for it."""
    with step.apart() as grounds:
        q = step.value(expression)
        shown = has_sign(step, q, relation, witness)
        step.suppositions()  # what it needs to hold everywhere is not under one
    step.know(Condition(expression, shown, frozenset(grounds)), q)


def solve(step: Step, n: Any, derivative: Form) -> None:
    """Adds to what is known that the next derivative y^(k+1)(t) exists, from an equation for y^(k)(t).

    The equation n, a y^(k)(t) + b = 0 with a != 0, holds on an interval of t, and a and b, in which no derivative of
    that order stands, are differentiable: so is y^(k) = -b/a. Example: y' = F(y) with a smooth F has a solution that is
    differentiable as often as one likes.
    """
    match derivative:
        case ("app", name, (int(order),), (("sym" | "coord", *_) as variable,)):
            pass
        case _:
            raise Malformed("a derivative of an unknown function of one variable was expected")
    with step.apart() as grounds:
        step.universal(n)
        q, number = step.equation(n), step.varying(variable)
        leading = step.ring.atom(("app", name, (order,), (step.ring.generator(step.ring.keys[number]),)))
        a, b = _linear_in(q, leading)
        for part in (a, b):
            step.derivative(part, number)
        step.require([("!=", a)])
    step.grant(("app", name, (order + 1,), (variable,)), frozenset(grounds))


def _linear_in(q: Quotient, leading: int) -> tuple[Quotient, Quotient]:
    """(a, b) with a Y + b the numerator of q, for a generator Y. Raises Rejected where it is not linear in Y."""
    parts: tuple[dict[Monomial, Number], dict[Monomial, Number]] = {}, {}
    for monomial, c in q.num.terms.items():
        exponent = dict(monomial).get(leading, 0)
        if exponent > 1:
            raise Rejected("an equation that is not linear in its leading derivative")
        parts[1 - exponent][tuple(f for f in monomial if f[0] != leading)] = c
    if not parts[0]:
        raise Rejected("an equation in which the derivative that it is solved for does not stand")
    a, b = (q.ring.quotient(Polynomial(p), {}) for p in parts)
    return a, b


def identity(step: Step, target: Quotient, certificate: Form) -> None:
    """Raises Rejected unless the certificate proves target = 0."""
    match certificate:
        case ("ident", tuple(parts), nonzero):
            if nonzero is not None:
                target = multiplier(step, nonzero) * target
            for part in parts:  # law: relation-combination
                vanishing, cofactor = pair(part)
                target = target - step.value(cofactor) * relation(step, vanishing)
        case _:
            raise Malformed("an identity certificate was expected")
    if target:
        raise Rejected("the two sides differ", target)


def relation(step: Step, certificate: Form) -> Quotient:
    """The quantity that a relation says is zero."""
    match certificate:
        case ("use", n):  # law: relation-use
            return step.equation(n)
        case ("deriv", ("use", n) as inner, variable):  # law: relation-derivative
            step.universal(n)
            return step.derivative(relation(step, inner), step.varying(variable))
        case ("deriv", ("deriv", *_) as inner, variable):
            return step.derivative(relation(step, inner), step.varying(variable))
        case ("rename", n, i, j):  # law: relation-channel
            return rename(step.every(n, channel(i)), i, channel(j))
        case ("sum", n, i, weight):  # law: relation-sum
            return step.normal.total(step.value(weight) * step.every(n, channel(i)), i, ())
        case ("at", n, whole, e):  # law: relation-instance
            return step.instance(step.difference(step.unsupposed(n).statement), whole, e)
        case ("exp", n, m):  # law: relation-exp
            return exponentials(step, step.entry(n).statement, step.value(m))
        case ("root", a, b, sign_a, sign_b, squares):  # law: relation-root
            p, q = step.value(a), step.value(b)
            has_sign(step, p, ">=", sign_a)
            has_sign(step, q, ">=", sign_b)
            identity(step, p * p - q * q, squares)
            return p - q
        case ("square", a, square):  # law: relation-square
            q = step.value(a)
            identity(step, q.power(2), square)
            return q
        case ("powers", e, int(n)) if 0 < n <= MAX_DEGREE:  # law: exp-multiple
            u = step.value(e)
            return step.ring.exp(u).power(n) - step.ring.exp(u.scaled(n))
        case ("log", tuple(parts), product):  # law: relation-log
            return _logarithms(step, parts, product)
        case ("constant", n, point):  # law: relation-constant
            return _constant(step, n, step.value(point))
        case ("linear", v, p, x, x0, slope, start):  # law: relation-linear
            return _linear(step, v, p, x, x0, slope, start)
    raise Malformed("no such relation")


def exponentials(step: Step, statement: Form, factor: Quotient) -> Quotient:
    """exp(m left) - exp(m right) for an equation in which no integral stands."""
    if statement[0] != "eq":
        raise Rejected("an equation is needed here")
    left, right = map(step.value, statement[1:])
    return step.ring.exp(factor * left) - step.ring.exp(factor * right)


def _logarithms(step: Step, parts: Form, certificate: Form) -> Quotient:
    product, total = step.ring.constant(1), step.ring.constant(0)
    for part in parts:
        match part:
            case (int(n), f, witness):
                q = step.value(f)
                has_sign(step, q, ">", witness)
                product = product * q.power(n)
                total = total + step.ring.log(q).scaled(n)
            case _:
                raise Malformed("a logarithm has a triple [n, f, sign], and an exponent is an integer")
    identity(step, product - step.ring.constant(1), certificate)
    return total


def _constant(step: Step, n: Any, point: Quotient) -> Quotient:
    """Lemma "zero derivative": what has derivative zero on an interval has one value there."""
    g, variable = zero_derivative(step, n)
    number = step.varying(variable)
    q = _carried(step, g, variable, point)
    step.grounds.add(ZERO_DERIVATIVE)
    return q - substitute(q, number, point)


def _carried(step: Step, expression: Form, variable: Form, point: Quotient) -> Quotient:
    """The value of an expression. Raises Rejected unless it has one at the point, which the interval has to contain.

    The hypotheses, and the inequalities that are given, hold on the whole interval. So they are required to hold at
    the point; where the variable is, they are supposed to. Those that speak of the variable itself have to be affine in
    it, or quadratic and concave: what is concave, and >= 0 at both ends of an interval, is >= 0 between them, and > 0
    if it is so at the ends.
    """
    number = step.normal.variable(variable)
    value, duties = step.normal(expression)
    step.require([(r, substitute(d, number, point)) for r, d in duties])
    if not any(step.value(p) == point for p in points(step.along, variable)):
        raise Rejected("the theorem does not say that the interval of the variable contains the point")
    for e in step.earlier:
        if e.role in ("where", "given") and e.statement[0] in INEQUALITIES:
            q, sign = excess(step, e.statement)
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
    return value


def _linear(step: Step, v: Form, p: Form, x: Form, x0: Form, slope: Form, start: Form) -> Quotient:
    """Lemma "linear equation": the only solution of v' = p v with v(x0) = 0 is zero.

    p is continuous, for it has a derivative: that is asked for of all that may depend on x, whether it stands in a sum,
    in a function or in a constant of integration.
    """
    number = step.varying(x)
    step.everywhere = True
    identity(step, step.value(("D", v, x)) - step.value(p) * step.value(v), slope)
    identity(step, step.value(("at", v, x, x0)), start)
    factor = _carried(step, p, x, step.value(x0))
    step.derivative(factor, number)
    step.grounds.add(LINEAR_EQUATION)
    return step.value(v)


def _rise(step: Step, variable: Form, f: Form, point: Form, n: int, witness: Form) -> Signed:
    """Lemma "mean value": f(t) - f(a) = f'(s) (t - a) for an s between a and t, where s - a has the sign of t - a.

    The witness shows that (t - a)^n f' is not negative, and what it stands on holds for every t: so it holds at s,
    where all hypotheses do. At the point a itself f has a derivative, and the hypotheses need not be strict.
    """
    check_variable(variable)
    if variable[0] != "sym":
        raise Rejected("the mean value theorem is applied along a symbol")
    step.everywhere = True
    q, slope, start = step.value(f), step.value(("D", f, variable)), step.value(point)
    number = step.normal.variable(variable)
    step.value(("at", ("D", f, variable), variable, point))
    if step.ring.stands(number, start):
        raise Rejected("a point that moves with the variable")
    if free_wholes(point) or any(i[0] == "*" for i in free_indices(point)):
        raise Rejected("the mean value theorem needs one point for all whole numbers and channels")
    if step.is_on_an_interval(variable):
        _carried(step, f, variable, start)
    else:
        _stands_still(step, variable, point)
        _supposed_between(step, variable, start)
    way = step.ring.generator(variable) - start
    shown = has_sign(step, way.power(n) * slope, ">=", witness)
    step.grounds.add(MEAN_VALUE)
    rise = q - substitute(q, number, start)
    return way.power(1 - n) * rise, shown if n else ">="


def _supposed_between(step: Step, variable: Form, point: Quotient) -> None:
    """Raises Rejected unless all that is supposed holds between a point and a variable, and at the variable only once.

    An inequality is affine in the variable, or quadratic and concave, and holds at the point or is an equality there:
    with what it says of the variable, it holds wherever one is between them and not at the point.
    """
    number = step.normal.variable(variable)
    for e in step.earlier:
        if e.role in ("where", "given") and e.statement[0] in INEQUALITIES:
            if e.existing and holds_form(e.statement, variable):
                raise Rejected("a derivative may not exist between the point and the variable")
            q, sign = excess(step, e.statement)
            moving = {a for a in q.atoms() if step.ring.contains(a, number)}
            if not moving:
                continue
            is_polynomial = moving == {number} and sign != "!="
            bend = step.derivative(step.derivative(q, number), number) if is_polynomial else q
            if not is_polynomial or step.derivative(bend, number) or (bend.as_constant() or 0) > 0:
                raise Rejected("a hypothesis may fail between the point and the variable")
            step.require([(">=", substitute(q, number, point)), (">=", -bend)])
        elif e.role in ("given", "constant") and holds_form(e.statement, variable):
            raise Rejected("what is given may not hold between the point and the variable")


def _stands_still(step: Step, variable: Form, point: Form) -> None:
    """Raises Rejected where a point moves with what varies, or the interval of that holds one that moves with a symbol.

    What varies takes all values of its set while the symbol takes one: the hypotheses hold at all of them at once.
    """
    if any(holds_form(form, variable) for form in step.along):
        raise Rejected("the interval of another variable contains a point that moves with this one")
    constants = (("sym", e.constant[0]) for e in step.earlier if e.constant)
    if step.along and any(varies_in(point, v) for v in (*ranges(step.along), *constants)):
        raise Rejected("a point that moves where something else varies")


def zero_derivative(step: Step, n: Any) -> tuple[Form, Form]:
    """(g, x) from the equation n, dg/dx = 0, which holds everywhere."""
    match step.universal(n).statement:
        case ("eq", ("D", g, variable), ("num", "0")) if not holds_operation(g, "integral"):
            return g, variable
    raise Rejected("an equation dg/dx = 0 is needed here")
