"""Why a line was not proved, in words that help to mend it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from ..checker.calculus.budget import TooLarge
from ..checker.calculus.normal import renamed
from ..checker.calculus.quotient import Quotient
from ..checker.forms import WORDS, Form, free_indices, of_the_set, put_for
from ..checker.readback import polynomial
from ..language.letters import LETTERS
from ..language.terms import Term, bare
from ..language.text import text
from ..language.theorem import Theorem
from ..language.whole import sequence
from .factors import factored
from .failures import NotPlain
from .prover import Proof

MAX_SHOWN = 160
NUMBERED = re.compile(r"s\d+")
"""The index of a sum that was read back from a normal form: it has a number in the place of a letter."""

SIGNS = {"!=": "≠", ">": ">", ">=": "≥"}

FURTHER = "; by.linear() looks further, or write it as w in by.sign(w), "
PLAIN = {
    ">": f"{FURTHER}with a term that is plainly positive and none that may be negative; where "
    "w ≥ 0 and w ≠ 0 are known, by.strict(w); or put what is missing in where=",
    ">=": f"{FURTHER}made of squares and of what is known not to be negative; or put what is missing in where=",
    "!=": f"{FURTHER}a product of what is known not to be zero; or put what is missing in where=",
}
"""Advice where the sign of a difference is not plain from its form, by relation."""

SEARCHED = {
    "linear": "; by.linear() combines hypotheses, earlier lines, and products of two of these, with numbers that are "
    "not negative: put what is missing in where=, or show it in a line before",
    "increasing": "; by.increasing(t, a) shows that the difference is not negative at t = a and grows from there: put "
    "in where= on which side of a the variable is, as t >= a, and what its slope needs to have a sign, or show the "
    "sign of the slope in a line before",
    "monotone": "; by.monotone() compares two sides of one shape part by part: show in a line before, or put in "
    "where=, which of two parts is larger, and that what they are multiplied by is not negative",
}
"""Advice where a search does not find the sign of a difference, by rule."""

FIXED = re.compile("variable that the theorem does not let vary|interval that the theorem lets the variable range over")
ALONG = "; write Theorem(..., along=[t]) with that variable, or along=[x[i]] where it is a coordinate"
"""Advice where the checker misses a variable that ranges over an interval."""

EVERYONE = " for every member of the set (a hypothesis with an index is about that one; every(...) says it of all)"
"""That a condition is due for every channel, under a sum."""

SIZED = re.compile("sums run over the channels of one vector")
LENGTHS = "; where there are several sets, each has a length of its own: N = length('N'), F = length('F')"
"""Advice where vectors of different sizes are summed."""

STEP = "; an induction has the rule of its step as step=lambda p: by.sign(w), with what is supposed for p"
"""Advice where the step of an induction is not shown by the rules that are tried."""

Spellings = dict[tuple[str, ...], Term]


def explain(proof: Proof, theorem: Theorem) -> str:
    """One line: the condition that is open, or what the two sides differ by; and what to write."""
    said = _said(proof, theorem)
    if any(proof.entry in e.by.discharged for e in theorem.entries if e.by and e.by.name == "induction"):
        said += STEP
    more = ALONG if FIXED.search(said) else LENGTHS if SIZED.search(said) else ""
    return said + more


def _said(proof: Proof, theorem: Theorem) -> str:
    failure = proof.failure
    if failure is None:
        return proof.judgement.reason
    spellings = _spellings(theorem)
    if failure.nowhere is not None:
        return _without_value(failure.nowhere, spellings)
    if failure.needs is not None:
        relation, form = failure.needs
        if relation == "exists":
            return _nonexistent(form)
        relation, form = _plainer(relation, form)
        shown, everyone = _shown(form, spellings), EVERYONE if any(i[0] == "*" for i in free_indices(form)) else ""
        return (
            f"it needs {shown} {SIGNS[relation]} 0, which nothing known gives{everyone}: "
            "put it among the hypotheses (where=), or show it in a line before"
        )
    if isinstance(failure, NotPlain) and failure.left_over is not None and not failure.left_over:
        return "the two sides are equal: that is no strict inequality"
    if failure.left_over is not None:
        advice = SEARCHED.get(failure.rule, "")
        if isinstance(failure, NotPlain) and not advice:
            advice = PLAIN[failure.relation]
        return f"{failure}; left over is {_left_over(failure.left_over, spellings)}{advice}"
    return str(failure)


def _plainer(relation: str, form: Form) -> tuple[str, Form]:
    """The condition on what is squared under a root: sqrt(w^2) > 0 says that w is not 0."""
    match relation, form:
        case ">", ("fn", "sqrt", ("pow", inner, 2)):
            return "!=", inner
    return relation, form


def _left_over(q: Quotient, spellings: Spellings) -> str:
    """The numerator of a quantity in factors, and by what it is divided."""
    try:
        shown = _shown(factored(q), spellings)
    except TooLarge as error:
        return str(error)
    if not q.den:
        return shown
    below = [(polynomial(q.ring, p), e) for p, e in q.den.items()]
    parts: list[Form] = [p if e == 1 else ("pow", p, e) for p, e in below]
    return f"{shown}, divided by {_shown(parts[0] if len(parts) == 1 else ('mul', *parts), spellings)}"


def _without_value(form: Form, spellings: Spellings) -> str:
    """That something has no value, and why."""
    match form:
        case ("div", _, below) | ("pow" | "power", below, _):
            why = f": {_shown(below, spellings)} is 0, and divides"
        case ("fn", "sqrt", inside):
            why = f": {_shown(inside, spellings)} is negative"
        case ("fn", "log", inside):
            why = f": {_shown(inside, spellings)} is not positive"
        case ("at", inside, _, _):
            why = f": there {_shown(inside, spellings)} has none"
        case _:
            why = ""
    return f"{_shown(form, spellings)} has no value, whatever its names stand for{why}"


def _nonexistent(derivative: Form) -> str:
    """The advice where a derivative of an unknown function is not known to exist."""
    _, name, orders, _args = derivative
    order = sum(orders)
    which = {1: "derivative", 2: "second derivative", 3: "third derivative"}.get(order, f"derivative of order {order}")
    said = f"differentiable({name})" if order == 1 else f"differentiable({name}, {order})"
    return (
        f"it needs the {which} of {name}, which no hypothesis grants: put {said} among the hypotheses "
        "(where=), or show an equation before that is solved for the derivative below it"
    )


def _shown(form: Form, spellings: Spellings) -> str:
    shown = text(_term(form, spellings))
    return shown if len(shown) <= MAX_SHOWN else shown[: MAX_SHOWN - 1] + "…"


def _spellings(theorem: Theorem) -> Spellings:
    """How symbols, vectors, functions and definitions are written in the theorem."""
    found: Spellings = {}
    for entry in theorem.entries:
        for top in entry.statement.terms():
            for t in top.walk():
                if t.latex is not None or t.op == "seq":
                    found.setdefault((t.op, t.args[0]), t)
    return found


def _term(form: Form, spellings: Spellings) -> Term:
    """A plain form as a term again, spelled as the theorem spells it."""
    if form[0] == "num":
        return Term("num", (Fraction(form[1]),))
    if form[0] == "add":
        form = ("add", *map(_negated, form[1:]))
    if form[0] == "sum" and NUMBERED.fullmatch(bare(form[1])):
        taken = {*map(bare, _words(form))}
        letter = of_the_set(next((k for k in LETTERS if k not in taken), bare(form[1])), form[1])
        form = ("sum", letter, *form[2:4], renamed(form[4], form[1], letter))
    if form[0] == "upto":
        _, index, first, last, body = form
        letter = next((k for k in LETTERS if k not in _words(form)), index) if NUMBERED.fullmatch(index) else index
        counted = _term(("whole", letter, first), spellings)
        body = put_for(body, ("whole", index, first), ("whole", letter, first))
        return Term("upto", (counted, _term(last, spellings), _term(body, spellings)))
    if form[0] == "app" and (made := _in_sequence(form, spellings)) is not None:
        return made
    known = spellings.get(form[:2]) if form[0] in ("sym", "coord", "app", "def") else None
    return Term(form[0], tuple(_argument(a, spellings) for a in form[1:]), None if known is None else known.latex)


def _in_sequence(form: Form, spellings: Spellings) -> Term | None:
    """The entry of a sequence, as m_t; None for any other value of a function."""
    _, name, orders, arguments = form
    known = spellings.get(("seq", name))
    return None if known is None or any(orders) else sequence(name, known.args[1])[_term(arguments[0], spellings)]


def _negated(part: Form) -> Form:
    """A part of a sum with its sign in front, as it is subtracted."""
    match part:
        case ("num", str(value)) if value.startswith("-"):
            return ("neg", ("num", value[1:]))
        case ("mul", ("num", str(value)), *factors) if value.startswith("-"):
            return ("neg", ("mul", ("num", value[1:]), *factors))
    return part


_WORDS = {(word,) for word in WORDS}


def _words(form: Any) -> set[str]:
    """Every string in a form."""
    if isinstance(form, tuple):
        return set().union(*map(_words, form))
    return {form} if isinstance(form, str) else set()


def _argument(a: Any, spellings: Spellings) -> Any:
    if not isinstance(a, tuple):
        return a
    is_expression = a[:1] in _WORDS
    return _term(a, spellings) if is_expression else tuple(_argument(p, spellings) for p in a)
