"""Signs that are plain from the form of their witness. Trusted for the rules of signs, one in each case of `sign`.

A sign witness is a quantity together with its sign (">", ">=" or "!="):

    ["num", q]  ["hyp", n, [[index, index], ...]]  ["known", n]  ["sq", e]  ["sq+", sign]
    ["add", sign, ...]  ["mul", sign, ...]  ["inv", sign]  ["neg", sign]  ["exp", e]
    ["exp-bound", e] (the quantity exp(e) - 1 - e)
    ["root", sign]  ["sum", index, [excluded index, ...], sign]  ["is", e, sign, identity]
"""

from __future__ import annotations

from functools import reduce
from operator import add, mul
from typing import TYPE_CHECKING

from .entry import Rejected
from .forms import Form, Malformed, name, number, pair
from .lemmas import EXPONENTIAL_BOUND
from .quotient import Quotient
from .substitution import rename

if TYPE_CHECKING:
    from .step import Step

Signed = tuple[Quotient, str]

INEQUALITIES = {"lt": ">", "gt": ">", "le": ">=", "ge": ">=", "ne": "!="}
"""What each says of the difference of its sides, the larger less the smaller."""


def sign(step: Step, witness: Form) -> Signed:
    """The quantity of a sign witness, and its sign."""
    ring = step.ring
    match witness:
        case ("num", value):
            known = number(value)
            return ring.constant(known), ">" if known > 0 else "!=" if known < 0 else ">="
        case ("hyp", n, tuple(renaming)):
            return hypothesis(step, step.entry(n).statement, renaming)
        case ("known", int(n)) if 0 <= n < len(step.known):
            step.rely(step.known[n])
            return step.known[n].value, step.known[n].sign
        case ("sq", e):
            return step.value(e).power(2), ">="
        case ("sq+", inner):
            q, s = sign(step, inner)
            return q.power(2), ">" if implies(s, "!=") else ">="
        case ("add", _, *_):
            parts = [sign(step, w) for w in witness[1:]]
            if any(s == "!=" for _, s in parts):
                raise Rejected("a sum of quantities that are only known not to vanish")
            return reduce(add, [q for q, _ in parts]), ">" if any(s == ">" for _, s in parts) else ">="
        case ("mul", _, *_):
            parts = [sign(step, w) for w in witness[1:]]
            return reduce(mul, [q for q, _ in parts]), _product_sign([s for _, s in parts])
        case ("inv", inner):
            q, s = sign(step, inner)
            if not implies(s, "!="):
                raise Rejected("the inverse of a quantity that may vanish")
            return q.inverse(), s
        case ("neg", inner):
            q, s = sign(step, inner)
            if not implies(s, "!="):
                raise Rejected("the negative of a quantity that may vanish has no known sign")
            return -q, "!="
        case ("exp", e):
            return ring.exp(step.value(e)), ">"
        case ("exp-bound", e):
            u = step.value(e)
            step.lemmas.add(EXPONENTIAL_BOUND)
            return ring.exp(u) - u - ring.constant(1), ">="
        case ("root", inner):
            q, s = sign(step, inner)
            if s == "!=":
                raise Rejected("a root of a quantity of unknown sign")
            return ring.sqrt(q), s
        case ("sum", str(index), tuple(excluded), inner) if index[:1] == "*":
            q, s = sign(step, inner)
            if s == "!=":
                raise Rejected("a sum of quantities that are only known not to vanish")
            return step.normal.total(q, index, tuple(name(i) for i in excluded)), ">="
        case ("is", e, inner, certificate):
            q, s = sign(step, inner)
            target = step.value(e)
            step.identity(target - q, certificate)
            return target, s
    raise Malformed("no such sign witness")


def hypothesis(step: Step, statement: Form, renaming: Form) -> Signed:
    """An inequality among the earlier entries; an index *1 in it stands for every channel."""
    match statement:
        case ("lt" | "le", a, b):
            q = step.value(b) - step.value(a)
        case ("gt" | "ge" | "ne", a, b):
            q = step.value(a) - step.value(b)
        case _:
            raise Rejected("an inequality is needed here")
    for old, new in map(pair, renaming):
        if name(old)[0] != "*":
            raise Rejected("only an index that stands for every channel can be renamed")
        q = rename(q, old, name(new))
    return q, INEQUALITIES[statement[0]]


def implies(sign: str, relation: str) -> bool:
    """Whether what has a sign stands in a relation to 0."""
    return sign == relation or sign == ">"


def _product_sign(signs: list[str]) -> str:
    if all(s == ">" for s in signs):
        return ">"
    if all(s in (">", "!=") for s in signs):
        return "!="
    if all(s in (">", ">=") for s in signs):
        return ">="
    raise Rejected("a product whose sign is open")
