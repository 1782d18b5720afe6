"""Derivatives of normal forms. Trusted for the rules of differentiation, and to tell what each needs to hold."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from .polynomial import Monomial, Number, Polynomial
from .quotient import Duty, Quotient, Undefined
from .ring import Ring


def derivative(q: Quotient, variable: int, duties: list[Duty]) -> Quotient:
    """dq/dvariable. What must hold for it to exist is appended to `duties`."""
    ring: Ring = q.ring
    one = Polynomial.constant(1)
    inner = {a: d for a in q.atoms() if (d := _of_generator(ring, a, variable, duties))}
    result = _of_polynomial(ring, q.num, inner) * Quotient(ring, one, q.den)
    for p, e in q.den.items():
        slope = _of_polynomial(ring, p, inner)
        if slope:  # law: derivative-quotient
            result = result - q * ring.constant(e) * slope * ring.quotient(one, {p: 1})
    return result


def _of_polynomial(ring: Ring, p: Polynomial, inner: Mapping[int, Quotient]) -> Quotient:
    pairs: dict[int, list[tuple[Monomial, Number]]] = {}
    for monomial, c in p.terms.items():  # law: derivative-sum
        for n, (a, e) in enumerate(monomial):  # law: derivative-product, derivative-power
            if a in inner:
                left = ((a, e - 1),) if e > 1 else ()
                pairs.setdefault(a, []).append((monomial[:n] + left + monomial[n + 1 :], c * e))
    return ring.total([ring.quotient(Polynomial.collect(found), {}) * inner[a] for a, found in pairs.items()])


def _of_generator(ring: Ring, number: int, variable: int, duties: list[Duty]) -> Quotient:
    key, var = ring.keys[number], ring.keys[variable]
    if number == variable:  # law: derivative-variable
        return ring.constant(1)
    match key:
        case ("sym", name):  # law: derivative-constant
            if name in ring.constants and ring.constants[name] != variable:
                raise Undefined(f"a derivative of the constant {name} along another variable than its own")
            return ring.constant(0)
        case ("coord", vector, *indices):  # law: derivative-coordinate
            if var[:2] != ("coord", vector):
                return ring.constant(0)
            if len(var[2:]) != len(indices):
                raise Undefined(f"{vector} has another number of indices elsewhere")
            return prod(map(ring.delta, indices, var[2:]), start=ring.constant(1))
        case ("delta" | "whole", *_):  # law: derivative-delta
            return ring.constant(0)
        case ("power", base, exponent):  # law: derivative-whole-power
            slope = derivative(base, variable, duties)
            if not slope:
                return slope
            duties.append(("!=", base))
            times: Quotient = exponent / base
            return ring.generator(key) * times * slope
        case ("integral", q, along):  # law: derivative-integral
            if along != variable:
                raise Undefined("a derivative of an integral with respect to another variable than its own")
            integrand: Quotient = q
            return integrand
        case ("sqrt" | "exp" | "log" as name, q):
            slope = derivative(q, variable, duties)
            if not slope:  # law: derivative-still
                return slope
            own = ring.generator(key)
            if name == "exp":  # law: derivative-exp
                return own * slope
            duties.append((">", q))  # law: derivative-sqrt, derivative-log
            return slope / q if name == "log" else slope / (own * ring.constant(2))
        case ("app", name, orders, args):  # law: derivative-app
            total = ring.constant(0)
            for n, arg in enumerate(args):
                slope = derivative(arg, variable, duties)
                if slope:
                    up = tuple(o + (n == m) for m, o in enumerate(orders))
                    own = ring.generator(("app", name, up, args))
                    duties.append(("exists", own))
                    total = total + own * slope
            return total
        case ("sum", dimension, monomial):  # law: derivative-channels
            body, index = ring.summand(monomial)
            return ring.sum(derivative(body, variable, duties), index, dimension)
        case ("upto", last, monomial):  # law: derivative-upto
            body, index = ring.summand(monomial)
            return ring.sum_up_to(derivative(body, variable, duties), index, last)
    raise Undefined(f"a derivative of {key[0]}")  # an inverse stands under a sum alone, and there it is a quotient
