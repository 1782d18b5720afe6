"""Proofs of whole statements. Trusted to say what each kind of statement needs, and what it then stands on.

    ["identity", identity]             an equation, or one of several
    ["exp", sign, identity]            left = right, from exp(m left) = exp(m right) with m not zero
    ["sign", sign]                     an inequality
    ["bounds"]                         a relation between numbers, by bounds of both
    ["all", proof, ...]                statements at once
    ["discharge", n, m]                a implies b, from the supposition n, which is a, and the entry m, which is b
    ["discharge", n, m, k, l]          a if and only if b, from both implications
    ["induction", t, k, n, m]          an equation or inequality for every whole t, from the entry k, which says so
                                       of the start of t, and m, which says so of t + 1 on the supposition n of t
    ["induction", t, k, n, l, o, m]    the same by two numbers: l says so of the one after the start, and m of t + 2 on
                                       the suppositions n of t and o of t + 1; and so on, by any number of them

Where a constant of integration is introduced, the proof is n: the entry in which the derivative is zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..calculus.enclosure import Unbounded, decide
from ..calculus.normal import Constant, renamed
from ..calculus.quotient import Quotient
from ..calculus.substitution import substitute
from ..forms import COMBINATIONS, Form, free_indices, free_wholes, holds_form, holds_operation, of_the_set
from .entry import ZERO_DERIVATIVE, Rejected
from .rules import INEQUALITIES, excess, exponentials, has_sign, identity, multiplier, zero_derivative
from .step import Step


def defined(step: Step, statement: Form, proof: Any = ()) -> None:
    """Raises Undischarged unless every expression of a statement is known to be defined.

    What has a proof by bounds is: there are bounds only for what is defined.
    """
    if proof == ("bounds",):
        return
    if statement[0] == "and" and isinstance(proof, tuple) and len(proof) == len(statement):
        for part, inner in zip(statement[1:], proof[1:], strict=True):
            defined(step, part, inner)
    elif statement[0] in COMBINATIONS:
        for part in statement[1:]:
            defined(step, part)
    elif statement[0] == "eq":
        step.difference(statement)
    else:
        for part in statement[1:]:
            step.value(part)


def suppose_derivatives(step: Step, statement: Form) -> None:
    """A derivative that stands in a hypothesis exists, by that hypothesis.

    It stands there as the derivative of an unknown function along its argument: D(y(t), t), or one of that. The
    derivative of y(t)^2 grants nothing of y.
    """
    for derivative in derivatives_in(statement):
        step.grant(derivative, frozenset())


def derivatives_in(form: Form) -> Iterator[Form]:
    """The derivatives of unknown functions that stand in a hypothesis."""
    match form:
        case ("D", inner, variable) if _is_derivative(inner, variable):
            yield form
        case ("app", _, (int(order),), (("sym" | "coord", *_),)) if order:
            yield form
        case ("at", inner, variable, point):
            yield from (("at", derivative, variable, point) for derivative in derivatives_in(inner))
            yield from derivatives_in(point)
        case ("sum", index, _, (), body):
            every = of_the_set("*1", index)
            yield from (renamed(derivative, index, every) for derivative in derivatives_in(body))
        case ("sum" | "upto" | "or" | "implies" | "iff", *_):  # not every part need stand there, or hold
            pass
        case _:
            for part in form:
                if isinstance(part, tuple):
                    yield from derivatives_in(part)


def _is_derivative(form: Form, variable: Form) -> bool:
    """Whether an expression is an unknown function of a variable, or a derivative of one along it."""
    match form:
        case ("def", _, _, body):
            return _is_derivative(body, variable)
        case ("D", inner, along):
            return along == variable and _is_derivative(inner, variable)
    return bool(form[0] == "app" and form[3] == (variable,))


def prove(step: Step, statement: Form, proof: Form) -> None:
    """Raises Rejected unless the proof shows the statement."""
    match statement, proof:
        case ("eq" | "or", *_), ("identity", certificate):  # law: relation-product
            identity(step, step.difference(statement), certificate)
        case ("eq", _, _), ("exp", witness, certificate):  # law: relation-exponent
            identity(step, exponentials(step, statement, multiplier(step, witness)), certificate)
        case (relation, _, _), ("sign", witness) if relation in INEQUALITIES:
            has_sign(step, *excess(step, statement), witness)
        case (relation, a, b), ("bounds",):
            try:
                shown = decide(relation, a, b)
            except Unbounded as error:
                raise Rejected(str(error)) from None
            if not shown:
                raise Rejected("bounds of the two sides do not decide")
        case ("and", *parts), ("all", *proofs) if len(parts) == len(proofs):
            for part, inner in zip(parts, proofs, strict=True):
                prove(step, part, inner)
        case ("implies", a, b), ("discharge", n, m):
            _discharge(step, a, b, n, m)
        case ("iff", a, b), ("discharge", n, m, k, l):
            _discharge(step, a, b, n, m)
            _discharge(step, b, a, k, l)
        case (relation, _, _), ("induction", whole, k, n, *more, m) if (
            relation == "eq" or relation in INEQUALITIES
        ) and len(more) % 2 == 0:
            _induction(step, statement, whole, [k, *more[::2]], [n, *more[1::2]], m)
        case _:
            raise Rejected("this kind of proof does not fit this kind of statement")


def _discharge(step: Step, a: Form, b: Form, n: Any, m: Any) -> None:
    """From b, shown under the supposition a: a implies b, under the other suppositions of b."""
    if any(i[0] == "*" for i in free_indices(a) | free_indices(b)):
        raise Rejected("an implication about every channel: say which channel")
    supposed, shown = step.listed(n), step.listed(m)
    if supposed.role != "suppose" or supposed.statement != a or shown.statement != b:
        raise Rejected("an implication needs its left side supposed and its right side shown")
    step.discharged |= {n, m}
    step.supposed |= shown.assumptions - {n}


def _induction(  # law: relation-induction
    step: Step, statement: Form, whole: Form, starts: list[Any], numbers: list[Any], m: Any
) -> None:
    """A statement for every whole number t from its start.

    The first entry of `starts` says at the start what the statement says there, the next one at the next number, and
    so on; m says it at t + r after r numbers, and rests on no supposition but those of `numbers`: the statement for
    this t alone, and what it says at t + 1 and so on. All else that was shown or is supposed of t holds for every t. So
    the statement has a value for each, for its own definedness rests on no supposition, and what the entries are
    compared with is defined where they are. That it is supposed for t alone, and for all other names as they are, is
    due to `Step.unsupposed`: what is supposed is neither taken at another number, nor for another channel or variable.
    """
    bases, supposed, shown = [step.entry(k) for k in starts], [step.listed(n) for n in numbers], step.listed(m)
    is_supposed = all(e.role == "suppose" for e in supposed) and supposed[0].statement == statement
    if not is_supposed or not shown.assumptions <= {*numbers}:
        raise Rejected("an induction needs what it shows supposed for one t, and what follows supposing nothing else")
    if any(i[0] == "*" for i in free_indices(statement)):
        raise Rejected("an induction about every channel: say which channel")
    if step.suppositions():
        raise Rejected("an induction under a supposition: what is supposed may not hold for every t")
    start, t, ring = step.whole(whole), step.ring.atom(whole), step.ring
    own, wanted = _said(step, statement)
    first = [(entry, ring.constant(start + r)) for r, entry in enumerate(bases)]
    onwards = [(entry, ring.generator(whole) + ring.constant(r)) for r, entry in enumerate((*supposed[1:], shown), 1)]
    for entry, value in (*first, *onwards):
        q, relation = _said(step, entry.statement)
        difference = q - substitute(own, t, value)
        if difference or relation != wanted:
            raise Rejected("an entry of an induction does not say what has to be shown", difference)
    step.discharged |= {*numbers, m}


def _said(step: Step, statement: Form) -> tuple[Quotient, str]:
    """The quantity that a relation compares with zero, and how: of an entry that is known to be defined."""
    match statement:
        case ("lt" | "le", low, high) | ("gt" | "ge" | "ne" | "eq", high, low):
            if not holds_operation(statement, "integral"):
                return step.normal(high)[0] - step.normal(low)[0], INEQUALITIES.get(statement[0], "==")
    raise Rejected("an induction shows an equation or inequality, without antiderivatives")


def constant_of_integration(step: Step, statement: Form, n: Any) -> tuple[str, Constant]:
    """(c, (variable, indices)) for an entry c = g that introduces c, from dg/dvariable = 0 on an interval.

    What is made of x_i belongs to channel i: another channel has another constant. What is made of m_t would
    belong to t, of which its name does not speak: there is no such constant.
    """
    g, variable = zero_derivative(step, n)
    if not step.is_on_an_interval(variable):
        raise Rejected("a constant of integration needs an interval that the theorem lets the variable range over")
    match statement:
        case ("eq", ("sym", c), right) if right == g:
            pass
        case _:
            raise Rejected("a constant of integration c is introduced as c = g, where dg/dx = 0 was shown")
    if any(i[0] == "*" for i in free_indices(g)):
        raise Rejected("one constant for every channel: introduce it for one channel, as x[i]")
    if free_wholes(g):
        raise Rejected("one constant for every whole number: what is constant speaks of none")
    spoken_of = (g, *step.along, *(e.statement for e in step.earlier))
    fixed = {step.normal.dimension, *step.normal.lengths}
    if ("sym", c) in fixed or any(holds_form(form, ("sym", c)) for form in spoken_of):
        raise Rejected(f"{c} is introduced as a constant but was spoken of before")
    step.grounds.add(ZERO_DERIVATIVE)
    return c, (variable, step.ring.indices(step.value(g)) | free_indices(variable))
