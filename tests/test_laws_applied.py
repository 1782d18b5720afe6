"""The laws of what is inferred, as the checker applies them: with all that a row asks for, and with nothing less."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    Bundle,
    D,
    Form,
    a,
    add,
    app,
    at,
    b,
    c,
    differentiable,
    div,
    eq,
    exp,
    hyp,
    ident,
    identity,
    log,
    mul,
    neg,
    power,
    sign,
    sub,
    sym,
    t,
    total,
    u,
    use,
    w,
    x,
    y,
)

from symnorm.checker.calculus.laws import RELATIONS

d = sym("d")
s = ("whole", "s", 1)
NEXT = add(s, ONE)
AROUND_ZERO = (("interval", t, ZERO),)

Row = tuple[tuple[Form, ...], tuple[Form, ...], Form, Callable[..., Form]]
"""What varies, what is supposed, the claim; and its proof, from the numbers of what is supposed."""

ROWS: dict[str, Row] = {
    "relation-use": ((), (eq(a, b),), eq(sub(a, b), ZERO), lambda n: identity((use(n), ONE))),
    "relation-either": ((), (("or", eq(a, ZERO), eq(b, ZERO)),), eq(mul(a, b), ZERO),
                        lambda n: identity((use(n), ONE))),
    "relation-product": ((), (eq(mul(a, b), ZERO),), ("or", eq(a, ZERO), eq(b, ZERO)),
                         lambda n: identity((use(n), ONE))),
    "relation-combination": ((), (("ne", b, ZERO), eq(c, ZERO), eq(mul(b, a), mul(d, c))), eq(a, ZERO),
                             lambda n, m, k: identity((use(k), ONE), (use(m), d), times=hyp(n))),
    "relation-derivative": ((t,), (differentiable(y), eq(y, power(t, 2))), eq(D(y, t), mul(TWO, t)),
                            lambda n, m: identity((("deriv", use(m), t), ONE))),
    "relation-channel": ((), (eq(x("*1"), ZERO),), eq(x("j"), ZERO),
                         lambda n: identity((("rename", n, "*1", "j"), ONE))),
    "relation-instance": ((), (eq(app("m", s), ZERO),), eq(app("m", NEXT), ZERO),
                          lambda n: identity((("at", n, s, NEXT), ONE))),
    "relation-sum": ((), (eq(x("*1"), ZERO),), eq(total(mul(w("k"), x("k"))), ZERO),
                     lambda n: identity((("sum", n, "*1", w("*1")), ONE))),
    "relation-exp": ((), (eq(a, b),), eq(exp(mul(c, a)), exp(mul(c, b))), lambda n: identity((("exp", n, c), ONE))),
    "relation-exponent": ((), (("ne", c, ZERO), eq(exp(mul(c, a)), exp(mul(c, b)))), eq(a, b),
                          lambda n, m: ("exp", hyp(n), ident((use(m), ONE)))),
    "relation-root": ((), (("ge", a, ZERO), ("ge", b, ZERO), eq(power(a, 2), power(b, 2))), eq(a, b),
                      lambda n, m, k: identity((("root", a, b, hyp(n), hyp(m), ident((use(k), ONE))), ONE))),
    "relation-square": ((), (eq(power(a, 2), ZERO),), eq(a, ZERO),
                        lambda n: identity((("square", a, ident((use(n), ONE))), ONE))),
    "relation-log": ((), (("gt", a, ZERO), ("gt", b, ZERO), eq(div(power(a, 2), b), ONE)),
                     eq(sub(mul(TWO, log(a)), log(b)), ZERO),
                     lambda n, m, k: identity(
                         (("log", ((2, a, hyp(n)), (-1, b, hyp(m))), ident((use(k), ONE))), ONE))),
    "relation-constant": (AROUND_ZERO, (eq(D(y, t), ZERO),), eq(y, at(y, t, ZERO)),
                          lambda n: identity((("constant", n, ZERO), ONE))),
    "relation-linear": (AROUND_ZERO, (eq(D(y, t), mul(t, y)), eq(at(y, t, ZERO), ZERO)), eq(y, ZERO),
                        lambda n, m: identity(
                            (("linear", y, t, t, ZERO, ident((use(n), ONE)), ident((use(m), ONE))), ONE))),
    "sign-channel": ((), (("gt", x("*1"), ZERO),), ("gt", x("j"), ZERO), lambda n: sign(hyp(n, ("*1", "j")))),
}  # fmt: skip


def judged(row: Row, left_out: int | None = None, along: tuple[Form, ...] | None = None) -> str:
    """Why a row is not applied, nothing where it is; something idle is supposed in the place of one condition.

    What is supposed may be rejected by itself: a^2/b = 1 where b may be 0.
    """
    varies, supposed, claim, proof = row
    made = Bundle(*(varies if along is None else along))
    for n, statement in enumerate(supposed):
        is_where = statement[0] in ("ne", "ge", "gt", "differentiable")
        if n == left_out:
            statement = ("ge", power(u, 2), ZERO) if is_where else eq(u, u)
        if is_where and statement[0] != "differentiable":
            made.where({"ne": "!=", "ge": ">=", "gt": ">"}[statement[0]], statement[1])
        elif reason := made.judged("where" if is_where else "given", statement).reason:
            return reason
    return made.judged("claim", claim, proof(*range(len(supposed)))).reason


def test_every_law_of_relations_is_here() -> None:
    """Induction stands on what is supposed for a while: test_checker_whole.py."""
    assert {law.name for law in RELATIONS} == {*ROWS, "relation-induction"} - {"sign-channel"}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_law_is_applied(row: Row) -> None:
    assert judged(row) == ""


WITHOUT = [(name, n) for name, row in ROWS.items() for n in range(len(row[1]))]


@pytest.mark.parametrize(("name", "left_out"), WITHOUT, ids=[f"{name}-{n}" for name, n in WITHOUT])
def test_a_law_is_not_applied_without_one_of_its_conditions(name: str, left_out: int) -> None:
    assert judged(ROWS[name], left_out)


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row[0]])
def test_a_law_of_an_interval_is_not_applied_where_nothing_varies(name: str) -> None:
    assert judged(ROWS[name], along=())


WRONG = {
    "relation-use": eq(a, neg(b)),
    "relation-either": eq(a, ZERO),
    "relation-product": eq(a, ZERO),
    "relation-combination": eq(a, ONE),
    "relation-derivative": eq(D(y, t), t),
    "relation-instance": eq(app("m", add(NEXT, NEXT)), ONE),
    "relation-sum": eq(total(w("k")), ZERO),
    "relation-exp": eq(exp(mul(c, a)), exp(b)),
    "relation-exponent": eq(a, neg(b)),
    "relation-root": eq(a, neg(b)),
    "relation-square": eq(a, ONE),
    "relation-log": eq(log(a), log(b)),
    "relation-constant": eq(y, ZERO),
    "relation-linear": eq(y, t),
    "relation-channel": eq(w("j"), ZERO),
    "sign-channel": ("gt", w("j"), ZERO),
}


@pytest.mark.parametrize("name", ROWS)
def test_something_else_does_not_follow(name: str) -> None:
    varies, supposed, _, proof = ROWS[name]
    assert judged((varies, supposed, WRONG[name], proof))
