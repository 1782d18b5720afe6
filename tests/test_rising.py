"""The mean value theorem, by certificates written by hand: what it asks for, and what is false where that lacks."""

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
    differentiable,
    div,
    eq,
    exp,
    hyp,
    integral,
    log,
    mul,
    neg,
    num,
    power,
    root,
    sign,
    sub,
    sym,
    t,
    total,
    u,
    x,
    y,
)

MINUS = num(-1)
SQUARE, CUBE = power(t, 2), power(t, 3)


def rise(f: Form, point: Form, witness: Form, n: int = 1, variable: Form = t) -> Form:
    return ("rise", variable, f, point, n, witness)


def times(*witnesses: Form) -> Form:
    return ("mul", *witnesses)


def ge(left: Form, right: Form) -> Form:
    return ("ge", left, right)


def from_zero(*along: Form) -> Bundle:
    """A theorem with t >= 0, its entry 0."""
    made = Bundle(*along)
    made.where(">=", t)
    return made


# --- what it shows ----------------------------------------------------------------------------------------------


def test_the_exponential_lies_above_its_tangent() -> None:
    """On both sides of 0, for (e^t - 1)(t - 0) is not negative where e^t is not."""
    f = sub(sub(exp(t), ONE), t)
    along = rise(sub(exp(t), ONE), ZERO, ("exp", t), n=0)
    judged = Bundle().judged("claim", ge(f, ZERO), sign(rise(f, ZERO, along)))
    assert (judged.accepted, judged.lemmas) == (True, {"mean-value"})


def test_strictly_where_it_grows_strictly() -> None:
    """t > 0 says that t is not 0, where the square has no slope."""
    kit = Bundle()
    n = kit.where(">", t)
    kit.accepts(("gt", SQUARE, ZERO), sign(rise(SQUARE, ZERO, times(("num", "2"), ("sq+", hyp(n))))))


def test_only_not_negative_where_the_slope_is_no_more() -> None:
    kit = from_zero()
    witness = rise(SQUARE, ZERO, times(("num", "2"), ("sq", t)))
    kit.accepts(ge(SQUARE, ZERO), sign(witness))
    kit.rejects("it shows >= 0", ("gt", SQUARE, ZERO), sign(witness))


def test_to_the_left_of_the_point() -> None:
    kit = Bundle()
    n = kit.where(">=", neg(t))
    kit.accepts(ge(ONE, exp(t)), sign(rise(neg(exp(t)), ZERO, times(hyp(n), ("exp", t)))))


def test_along_an_interval_that_holds_the_point() -> None:
    """An unknown function with a slope that is a square."""
    kit = from_zero(("interval", t, ZERO))
    n = kit.given(D(y, t), power(y, 2))
    slope = ("is", D(y, t), ("sq", y), ("ident", ((("use", n), ONE),), None))
    kit.accepts(ge(y, at(y, t, ZERO)), sign(rise(y, ZERO, times(hyp(0), slope))))


def test_what_stands_on_it_may_not_be_supposed() -> None:
    """t >= 1 for this t says nothing of the numbers before: t^3 - 3t falls from -1 to 1."""
    kit = Bundle()
    kit.where(">=", add(t, ONE))
    n = kit.suppose(ge(SQUARE, ONE))
    f = sub(CUBE, mul(num(3), t))
    witness = times(hyp(0), ("num", "3"), hyp(n))
    kit.refused("rests on a supposition", "step", ge(f, TWO), sign(rise(f, MINUS, witness)))
    condition = (">=", sub(SQUARE, ONE), hyp(n))
    known = times(hyp(0), ("num", "3"), ("known", 1))
    kit.refused("rests on a supposition", "step", ge(f, TWO), sign(rise(f, MINUS, known)), [condition])


# --- what is refused --------------------------------------------------------------------------------------------


def plain(f: Form, point: Form, claim: Form, witness: Form, *, where: tuple[Form, ...] = (),
          given: tuple[Form, ...] = (), along: tuple[Form, ...] = (), n: int = 1, variable: Form = t,
          ) -> Callable[[], tuple[Bundle, Form, Form]]:  # fmt: skip
    def made() -> tuple[Bundle, Form, Form]:
        kit = Bundle(*along)
        for statement in where:
            kit.add("where", statement)
        for statement in given:
            kit.add("given", statement)
        return kit, claim, rise(f, point, witness, n, variable)

    return made


THREE = num(3)
HILL = sub(CUBE, mul(THREE, t))
"""It falls from -1 to 1; its slope is 3 (t^2 - 1)."""
FROM_MINUS = ge(t, MINUS)
UP_FROM_MINUS = times(hyp(0), ("num", "3"), hyp(1))

Made = Callable[[], tuple[Bundle, Form, Form]]
REFUSED: dict[str, tuple[str, Made]] = {
    "a hypothesis that is not zero is crossed": (
        "may fail between", plain(t, MINUS, ge(t, MINUS), hyp(0), where=(FROM_MINUS, ("ne", t, ZERO)))),
    "a convex hypothesis": (
        "may fail between", plain(HILL, MINUS, ge(HILL, TWO), UP_FROM_MINUS, where=(FROM_MINUS, ge(SQUARE, ONE)))),
    "a convex hypothesis, the other way round": (
        "may fail between", plain(HILL, MINUS, ge(HILL, TWO), UP_FROM_MINUS,
                                  where=(FROM_MINUS, ("le", neg(SQUARE), MINUS)))),
    "a convex hypothesis, by a factor that may be negative": (
        "is not established", plain(HILL, MINUS, ge(HILL, TWO), UP_FROM_MINUS,
                                    where=(FROM_MINUS, ge(mul(a, SQUARE), a)))),
    "a cubic hypothesis": (
        "may fail between", plain(t, MINUS, ge(t, MINUS), hyp(0), where=(FROM_MINUS, ge(sub(CUBE, t), ZERO)))),
    "a hypothesis on an exponential": (
        "may fail between", plain(t, MINUS, ge(t, MINUS), hyp(0), where=(FROM_MINUS, ge(exp(t), ONE)))),
    "a hypothesis on an unknown function": (
        "may fail between", plain(t, MINUS, ge(t, MINUS), hyp(0), where=(FROM_MINUS, ge(y, ZERO)))),
    "a hypothesis on the slope of an unknown function at t": (
        "may fail between", plain(y, ZERO, ge(y, at(y, t, ZERO)), times(hyp(0), hyp(1)),
                                  where=(ge(t, ZERO), ge(D(y, t), ZERO), ge(at(D(y, t), t, ZERO), ZERO)))),
    "a bound that the point does not satisfy": (
        "is not established", plain(t, TWO, ge(t, TWO), ("num", "1"), where=(("le", t, ONE),), n=0)),
    "a bound by another variable": (
        "is not established", plain(t, u, ge(t, u), ("num", "1"), where=(("le", t, a),), n=0)),
    "an equation that is given": (
        "what is given", plain(HILL, MINUS, ge(HILL, TWO), UP_FROM_MINUS,
                               where=(FROM_MINUS,), given=(eq(t, a),))),
    "one of several equations that are given": (
        "what is given", plain(t, ZERO, ge(t, ZERO), hyp(0), where=(ge(t, ZERO),),
                               given=(("or", eq(t, ZERO), eq(t, ONE)),))),
    "an inequality that is given, and convex": (
        "may fail between", plain(HILL, MINUS, ge(HILL, TWO), UP_FROM_MINUS, where=(FROM_MINUS,),
                                  given=(ge(SQUARE, ONE),))),
    "a point that moves": (
        "moves with the variable", plain(SQUARE, t, ge(SQUARE, ZERO), ("sq", t))),
    "a point that moves in a function": (
        "moves with the variable", plain(SQUARE, exp(t), ge(SQUARE, ZERO), ("sq", t))),
    "a point that moves in a sum": (
        "moves with the variable", plain(SQUARE, total(mul(t, x("k"))), ge(SQUARE, total(x("k"))), ("sq", t))),
    "along a coordinate": (
        "along a symbol", plain(x("i"), ZERO, ge(x("i"), ZERO), hyp(0), where=(ge(x("i"), ZERO),), variable=x("i"))),
    "along the number of channels": (
        "is no variable", plain(sym("C"), ZERO, ge(sym("C"), total(ONE)), ("num", "1"), n=0, variable=sym("C"))),
    "along a whole number": (
        "", plain(("whole", "n", 0), ZERO, ge(("whole", "n", 0), ZERO), ("num", "1"), n=0,
                  variable=("whole", "n", 0))),
    "an interval that may not hold the point": (
        "does not say that the interval", plain(t, ZERO, ge(t, ZERO), hyp(0), where=(ge(t, ZERO),), along=(t,))),
    "an interval that holds another point": (
        "does not say that the interval", plain(t, ZERO, ge(t, ZERO), hyp(0), where=(ge(t, ZERO),),
                                                along=(("interval", t, ONE),))),
    "the interval of another variable holds a point that moves": (
        "moves with this one", plain(t, ZERO, ge(t, ZERO), hyp(0), where=(ge(t, ZERO),),
                                     along=(("interval", u, t),))),
    "an antiderivative": (
        "an indefinite integral", plain(integral(SQUARE, t), ZERO, ge(integral(SQUARE, t), ZERO), ("sq", t), n=0,
                                        along=(t,))),
    "a root that has no derivative at the point": (
        "not established", plain(root(t), ZERO, ge(root(t), ZERO), hyp(0), where=(ge(t, ZERO),))),
    "a logarithm that has no value at the point": (
        "", plain(log(t), ZERO, ge(log(t), ZERO), ("inv", hyp(0)), where=(("gt", t, ZERO),), n=0)),
    "a quotient that has no value at the point": (
        "", plain(div(MINUS, t), ZERO, ge(div(MINUS, t), ZERO), ("inv", ("sq+", hyp(0))), where=(("gt", t, ZERO),),
                  n=0)),
    "an absolute value across 0": (
        "not established", plain(root(SQUARE), MINUS, ge(root(SQUARE), ONE), hyp(0), where=(FROM_MINUS,))),
    "an unknown function that may have no derivative": (
        "not established", plain(y, ZERO, ge(y, at(y, t, ZERO)), ("num", "1"), n=0)),
    "the slope of something else": (
        "of another quantity", plain(SQUARE, ZERO, ge(SQUARE, ZERO), ("sq", a))),
    "a slope of unknown sign": (
        "it shows != 0", plain(mul(a, t), ZERO, ge(mul(a, t), ZERO), hyp(0), where=(("ne", a, ZERO),), n=0)),
    "no such power of the way": (
        "no such sign witness", plain(t, ZERO, ge(t, ZERO), ("num", "1"), n=2)),
    "a negative power of the way": (
        "no such sign witness", plain(t, ZERO, ge(t, ZERO), ("num", "1"), n=-1)),
    "the way is forgotten": (
        "of another quantity", plain(t, ZERO, ge(t, ZERO), ("num", "1"), n=0)),
    "the way is taken twice": (
        "of another quantity", plain(CUBE, ZERO, ge(CUBE, ZERO), times(("num", "3"), ("sq", t)), n=1)),
    "the claim is of another point": (
        "of another quantity", plain(SQUARE, ZERO, ge(SQUARE, ONE), times(("num", "2"), ("sq", t)))),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_false_statement_is_refused(name: str) -> None:
    why, make = REFUSED[name]
    kit, claim, witness = make()
    judged = kit.judged("claim", claim, sign(witness))
    assert not judged.accepted
    assert why in judged.reason, judged.reason


def test_a_constant_of_integration_may_move() -> None:
    """c = v + t does not vary with u, where v' = 0: it moves with t, and is no point from which t is measured."""
    kit = Bundle(u)
    v = app("v", u)
    n = kit.given(D(v, u), ZERO)
    g = add(v, t)
    m = kit.step(eq(D(g, u), ZERO), ("identity", ("ident", ((("use", n), ONE),), None)))
    kit.add("constant", eq(sym("c"), g), m)
    way = sub(t, sym("c"))
    kit.rejects("what is given", ge(mul(way, way), ZERO), sign(rise(t, sym("c"), ("num", "1"), n=0)))


def test_a_function_differentiable_everywhere_may_be_measured() -> None:
    """y^2 has the slope 2 y y': that y has a derivative at every number is no hypothesis that moves."""
    kit = Bundle()
    kit.add("where", differentiable(app("y", b), 2))
    f, slope = exp(app("y", t)), D(app("y", t), t)
    kit.accepts(ge(sub(f, f), ZERO), sign(rise(sub(f, f), ZERO, ("num", "0"))))
    kit.rejects("of another quantity", ge(f, at(f, t, ZERO)), sign(rise(f, ZERO, ("sq", slope), n=0)))
