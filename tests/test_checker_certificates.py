"""What a certificate may say: every relation, sign and proof accepted once, and rejected in every other way."""

from __future__ import annotations

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    Bundle,
    C,
    D,
    a,
    add,
    app,
    at,
    b,
    c,
    delta,
    differentiable,
    div,
    eq,
    exp,
    hyp,
    ident,
    identity,
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
    use,
    w,
    x,
    y,
)

DIFFER = "the two sides differ"
OPEN = "a condition of being defined is not established"
SIGN = "a witness does not show the quantity to be"
VARIES = "a variable that the theorem does not let vary"
SUPPOSED = "what is only supposed cannot be differentiated, summed or carried elsewhere"
FIXED = "a hypothesis speaks of i"

X = ("vector", "x")


def hypotheses(**signs: str) -> Bundle:
    """A theorem with hypotheses a > 0, b != 0 and so on."""
    made = Bundle(t, X)
    for name, relation in signs.items():
        made.where(relation, sym(name))
    return made


# --- identities -----------------------------------------------------------------------------------------------


def test_an_identity_combines_premises():
    bundle = Bundle()
    first, second = bundle.given(a, b), bundle.given(b, c)
    bundle.accepts(eq(a, c), identity((use(first), ONE), (use(second), ONE)))
    bundle.accepts(eq(power(a, 2), power(b, 2)), identity((use(first), add(a, b))))
    bundle.accepts(eq(mul(sub(a, b), exp(t)), ZERO), identity((use(first), exp(t))))
    bundle.rejects(DIFFER, eq(a, c), identity((use(first), ONE)))
    bundle.rejects(DIFFER, eq(a, c), identity((use(first), ONE), (use(second), num(-1))))
    bundle.rejects(DIFFER, eq(a, neg(b)), identity((use(first), ONE)))


def test_a_multiplier_must_not_vanish():
    bundle = hypotheses(a="!=")
    product = bundle.given(mul(a, b), mul(a, c))
    bundle.accepts(eq(b, c), identity((use(product), ONE), times=hyp(0)))
    bundle.rejects(
        "the multiplier is not known to be non-zero", eq(b, c), identity((use(product), ONE), times=("sq", a))
    )
    zero = bundle.given(mul(c, c), mul(c, b))
    bundle.rejects(
        "the multiplier is not known to be non-zero", eq(c, b), identity((use(zero), ONE), times=("sq", c))
    )
    bundle.rejects("an inequality is needed", eq(c, b), identity((use(zero), ONE), times=hyp(zero)))
    bundle.rejects("the multiplier is not known", eq(ONE, ZERO), identity(times=("num", "0")))
    bundle.rejects("the multiplier is not known", eq(ONE, ZERO), identity(times=("sq", ZERO)))
    bundle.rejects("the multiplier is not known", eq(ONE, ZERO), identity(times=("sq+", ("sq", ZERO))))


def test_a_cofactor_must_be_defined():
    bundle = Bundle()
    n = bundle.given(mul(a, b), ZERO)
    bundle.rejects(OPEN, eq(b, ZERO), identity((use(n), div(ONE, a))))
    bundle.rejects(OPEN, eq(b, ZERO), identity((use(n), power(a, -1))))
    bundle.rejects("identically zero", eq(b, ZERO), identity((use(n), div(ONE, sub(a, a)))))
    bundle.rejects(DIFFER, eq(ONE, ZERO), identity((use(n), ONE)))


@pytest.mark.parametrize(
    "certificate",
    [
        (),
        ("ident",),
        ("ident", ()),
        ("ident", (), None, None),
        ("ident", None, None),
        ("identity", (), None),
        "ident",
        0,
        None,
    ],
    ids=str,
)
def test_what_is_no_identity_certificate(certificate):
    Bundle().rejects("an identity certificate was expected", eq(a, a), ("identity", certificate))


@pytest.mark.parametrize("part", [((use(0), ONE),), (use(0),), (use(0), ONE, ONE)], ids=str)
def test_a_relation_has_one_cofactor(part):
    bundle = Bundle()
    bundle.given(a, b)
    bundle.rejects("a pair was expected", eq(a, b), ("identity", ("ident", (part,), None)))


@pytest.mark.parametrize(
    "relation",
    [(), ("use",), ("use", 0, 0), ("deriv", 0, t), ("deriv", ("rename", 0, "i", "j"), t), ("root", a, a),
    ("log", 1, 2),
     ("rename", 0, "i"), ("sum", 0, "i"), ("linear", a), ("exp", 0), "use", None, 7, ("known", 0), ("nonsense",
     0)],
    ids=str,
)  # fmt: skip
def test_what_is_no_relation(relation):
    bundle = Bundle()
    bundle.given(a, b)
    bundle.rejects("no such relation", eq(a, b), identity((relation, ONE)))


@pytest.mark.parametrize("number", [-1, 1, 2, 10**9, "0", None, (0,), "first"])
def test_only_earlier_entries_are_used(number):
    for statement, proof in ((eq(a, b), identity((use(number), ONE))), (("gt", a, b), sign(hyp(number)))):
        bundle = Bundle()
        bundle.given(a, b)
        bundle.rejects("there is no earlier entry", statement, proof)


@pytest.mark.parametrize("number", [True, False])
def test_a_truth_value_is_no_number(number):
    bundle = Bundle()
    bundle.given(a, b)
    bundle.rejects("a bool where", eq(a, b), identity((use(number), ONE)))
    bundle.rejects("a bool where", eq(a, b), identity((use(0), ONE)), [(number, number)])


def test_what_was_rejected_cannot_be_used():
    bundle = Bundle()
    bundle.rejects(DIFFER, eq(a, ZERO), identity())
    bundle.rejects("an entry that was not accepted", eq(a, ZERO), identity((use(0), ONE)))
    bundle.rejects("an entry that was not accepted", eq(a, ZERO), identity((use(1), ONE)))
    assert "not accepted" in bundle.judged("step", eq(a, ZERO), identity((use(0), ONE))).reason


@pytest.mark.parametrize(
    "statement", [("gt", a, b), ("and", eq(a, b), eq(a, b)), ("implies", eq(a, b), eq(a, b))]
)
def test_only_equations_are_used_as_equations(statement):
    bundle = Bundle()
    bundle.suppose(statement)
    bundle.rejects("an equation is needed here", eq(a, b), identity((use(0), ONE)))
    bundle.rejects("an equation is needed here", eq(a, b), identity((("exp", 0, ONE), ONE)))


# --- relations ------------------------------------------------------------------------------------------------


def test_derivatives_of_what_holds_along_a_variable():
    bundle = Bundle(t)
    n = bundle.given(y, power(t, 2))
    bundle.rejects(OPEN, eq(D(y, t), mul(TWO, t)), identity((("deriv", use(n), t), ONE)))
    bundle.defined = [("solved", n, y), ("solved", n, app("y", t, orders=(1,)))]
    bundle.rejects("in which the derivative that it is solved for does not stand", eq(y, y))
    bundle = Bundle(t)
    bundle.add("where", differentiable(y, 2))
    n = bundle.given(y, power(t, 2))
    bundle.accepts(eq(D(y, t), mul(TWO, t)), identity((("deriv", use(n), t), ONE)))
    twice = ("deriv", ("deriv", use(n), t), t)
    bundle.accepts(eq(D(D(y, t), t), TWO), identity((twice, ONE)))
    bundle.rejects(VARIES, eq(D(y, t), ZERO), identity((("deriv", use(n), u), ONE)))
    bundle.rejects(VARIES, eq(D(y, t), ZERO), identity((("deriv", use(n), x("i")), ONE)))
    bundle.rejects("is not a variable", eq(D(y, t), ZERO), identity((("deriv", use(n), power(t, 2)), ONE)))


def test_what_is_supposed_has_no_derivative():
    bundle = Bundle(t)
    n = bundle.suppose(eq(t, ONE))
    bundle.rejects(SUPPOSED, eq(ONE, ZERO), identity((("deriv", use(n), t), ONE)))
    m = bundle.add("step", eq(power(t, 2), ONE), identity((use(n), add(t, ONE))))
    bundle.rejects(SUPPOSED, eq(TWO, ZERO), identity((("deriv", ("deriv", use(m), t), t), ONE)))


def test_a_derivative_needs_to_exist():
    bundle = Bundle(t)
    bundle.where(">=", t)
    n = bundle.given(root(t), y)
    bundle.rejects(OPEN, eq(D(y, t), ZERO), identity((("deriv", use(n), t), ONE)))


def test_an_equation_for_every_channel():
    bundle = Bundle()
    n = bundle.given(x("*1"), w("*1"))
    own = bundle.step(eq(D(total(power(x("k"), 2)), x("i")), mul(TWO, x("i"))))
    bundle.accepts(eq(x("i"), w("i")), identity((("rename", n, "*1", "i"), ONE)))
    bundle.accepts(
        eq(D(total(power(x("k"), 2)), x("j")), mul(TWO, x("j"))), identity((("rename", own, "i", "j"), ONE))
    )
    bundle.accepts(eq(total(x("k")), total(w("k"))), identity((("sum", n, "*1", ONE), ONE)))
    bundle.accepts(
        eq(total(mul(w("k"), x("k"))), total(power(w("k"), 2))), identity((("sum", n, "*1", w("*1")), ONE))
    )
    bundle.rejects(DIFFER, eq(x("i"), w("j")), identity((("rename", n, "*1", "j"), ONE)))
    bundle.rejects("is not a name", eq(x("i"), w("i")), identity((("rename", n, "*1", ""), ONE)))
    bundle.rejects("is not a name", eq(x("i"), w("i")), identity((("rename", n, ".1", "i"), ONE)))
    bundle.rejects("is not a name", eq(x("i"), w("i")), identity((("sum", n, "#1", ONE), ONE)))


def test_an_equation_for_one_channel_holds_there_only():
    bundle = Bundle()
    n = bundle.given(x("i"), w("i"))
    bundle.rejects(FIXED, eq(x("j"), w("j")), identity((("rename", n, "i", "j"), ONE)))
    bundle.rejects(FIXED, eq(total(x("k")), total(w("k"))), identity((("sum", n, "i", ONE), ONE)))
    bundle = Bundle()
    bundle.where(">", x("i"))
    n = bundle.step(eq(div(x("i"), x("i")), ONE))
    bundle.rejects(FIXED, eq(ONE, ONE), identity((("rename", n, "i", "j"), ONE)))


def test_what_is_supposed_for_one_channel_holds_there_only():
    bundle = Bundle()
    n = bundle.suppose(eq(x("i"), ZERO))
    bundle.rejects(SUPPOSED, eq(x("j"), ZERO), identity((("rename", n, "i", "j"), ONE)))
    bundle.rejects(SUPPOSED, eq(total(x("k")), ZERO), identity((("sum", n, "i", ONE), ONE)))


def test_a_condition_that_is_supposed_does_not_hold_everywhere():
    """The weight x_i is divided by under a supposition for one channel."""
    bundle = Bundle()
    bundle.suppose(("ne", x("i"), ZERO))
    n = bundle.step(eq(sub(w("i"), w("i")), ZERO))
    condition = ("!=", x("i"), hyp(0))
    bundle.rejects(
        "rests on a supposition", eq(total(x("k")), total(x("k"))),
        identity((("sum", n, "i", div(ONE, x("i"))), ONE)), [condition],
    )  # fmt: skip


def test_exponentials_of_both_sides():
    bundle = Bundle(t)
    n = bundle.given(a, b)
    bundle.accepts(eq(exp(a), exp(b)), identity((("exp", n, ONE), ONE)))
    bundle.accepts(eq(exp(mul(a, c)), exp(mul(b, c))), identity((("exp", n, c), ONE)))
    bundle.rejects(DIFFER, eq(exp(a), exp(b)), identity((("exp", n, TWO), ONE)))
    bundle.rejects(OPEN, eq(exp(a), exp(b)), identity((("exp", n, div(ONE, c)), c)))
    n = bundle.given(integral(a, t), b)
    bundle.rejects("integral", eq(exp(a), exp(b)), identity((("exp", n, ONE), ONE)))


def test_roots_of_equal_squares():
    bundle = hypotheses(a=">=", b=">=")
    n = bundle.given(power(a, 2), power(b, 2))
    roots = ("root", a, b, hyp(0), hyp(1), ident((use(n), ONE)))
    bundle.accepts(eq(a, b), identity((roots, ONE)))
    own = ("root", root(power(a, 2)), a, ("root", ("sq", a)), hyp(0), ident())
    bundle.accepts(eq(root(power(a, 2)), a), identity((own, ONE)), [(">=", power(a, 2), ("sq", a))])
    bundle.rejects(DIFFER, eq(a, b), identity((("root", a, b, hyp(0), hyp(1), ident()), ONE)))
    bundle.rejects(SIGN, eq(a, b), identity((("root", a, b, hyp(0), hyp(0), ident((use(n), ONE))), ONE)))
    bundle = hypotheses(a=">=", b="!=")
    n = bundle.given(power(a, 2), power(b, 2))
    bundle.rejects(SIGN, eq(a, b), identity((("root", a, b, hyp(0), hyp(1), ident((use(n), ONE))), ONE)))
    bundle.rejects(
        SIGN, eq(a, neg(b)), identity((("root", a, neg(b), hyp(0), ("neg", hyp(1)), ident((use(n), ONE))), ONE))
    )


def test_what_has_the_square_zero():
    bundle = Bundle()
    n = bundle.given(add(power(a, 2), power(b, 2)), mul(TWO, a, b))
    bundle.accepts(eq(a, b), identity((("square", sub(a, b), ident((use(n), ONE))), ONE)))
    bundle.rejects(DIFFER, eq(a, b), identity((("square", sub(a, b), ident()), ONE)))
    bundle.rejects(DIFFER, eq(a, neg(b)), identity((("square", add(a, b), ident((use(n), ONE))), ONE)))


def test_powers_of_an_exponential():
    bundle = Bundle(t)
    half, third = mul(num("1/2"), t), mul(num("1/3"), t)
    bundle.accepts(eq(power(exp(half), 2), exp(t)), identity((("powers", half, 2), ONE)))
    bundle.accepts(eq(power(exp(third), 3), exp(t)), identity((("powers", third, 3), ONE)))
    bundle.accepts(eq(power(exp(a), 2), exp(mul(TWO, a))), identity((("powers", a, 2), ONE)))
    bundle.rejects(DIFFER, eq(exp(half), exp(t)), identity((("powers", half, 2), ONE)))
    bundle.rejects(DIFFER, eq(power(exp(half), 2), exp(t)), identity((("powers", half, 3), ONE)))
    bundle.rejects(DIFFER, eq(power(exp(half), 2), exp(t)), identity((("powers", third, 2), ONE)))
    bundle.rejects(DIFFER, eq(power(exp(half), 2), ONE), identity((("powers", half, 1), ONE)))
    bundle.rejects(OPEN, eq(exp(a), exp(a)), identity((("powers", div(ONE, c), 2), ONE)))
    for n in (0, -1, 401, "2", None, ONE):
        bundle.rejects("no such relation", eq(power(exp(half), 2), exp(t)), identity((("powers", half, n), ONE)))


def test_the_third_power_of_the_third_of_a_logarithm():
    bundle = Bundle()
    third = mul(num("1/3"), log(TWO))
    bundle.accepts(eq(power(exp(third), 3), TWO), identity((("powers", third, 3), ONE)))
    bundle.rejects(DIFFER, eq(power(exp(third), 3), num("4")), identity((("powers", third, 3), ONE)))
    bundle.rejects(DIFFER, eq(power(exp(third), 2), TWO), identity((("powers", third, 3), ONE)))
    bundle.rejects(DIFFER, eq(power(exp(third), 3), TWO), identity((("powers", third, 2), ONE)))


def test_an_exponent_with_a_number_of_many_digits_stays_together():
    bundle = Bundle(t)
    many = num("8943/100000")
    bundle.accepts(eq(mul(exp(mul(many, t)), exp(mul(neg(many), t))), ONE), identity())
    bundle.accepts(eq(D(exp(mul(many, t)), t), mul(many, exp(mul(many, t)))), identity())
    bundle.accepts(eq(exp(mul(num("401"), t)), exp(mul(num("401"), t))), identity())
    bundle.accepts(eq(exp(mul(num("400"), t)), power(exp(mul(num("20"), t)), 20)), identity())
    bundle.rejects(DIFFER, eq(exp(mul(many, t)), exp(mul(num("8943/100001"), t))), identity())
    bundle.rejects(DIFFER, eq(exp(mul(many, t)), exp(mul(neg(many), t))), identity())
    bundle.rejects(DIFFER, eq(D(exp(mul(many, t)), t), exp(mul(many, t))), identity())
    bundle.rejects(DIFFER, eq(exp(num("401")), exp(num("402"))), identity())


def test_logarithms_of_a_product_that_is_one():
    bundle = hypotheses(a=">", b=">", c="!=")
    n = bundle.given(mul(power(a, 2), b), ONE)
    law = ("log", ((2, a, hyp(0)), (1, b, hyp(1))), ident((use(n), ONE)))
    bundle.accepts(eq(mul(num(-2), log(a)), log(b)), identity((law, num(-1))))
    bundle.rejects(DIFFER, eq(neg(log(a)), log(b)), identity((law, num(-1))))
    bundle.rejects(DIFFER, eq(log(a), ZERO), identity((("log", ((2, a, hyp(0)),), ident()), div(ONE, TWO))))
    square = ("log", ((1, power(c, 2), ("sq", c)), (-2, c, hyp(2))), ident())
    bundle.rejects(SIGN, eq(ONE, ONE), identity((square, ONE)))
    bundle.rejects(SIGN, eq(ONE, ONE), identity((("log", ((1, c, hyp(2)), (-1, c, hyp(2))), ident()), ZERO)))
    bundle.rejects(
        "an exponent is an integer", eq(ONE, ONE), identity((("log", (("1/2", a, hyp(0)),), ident()), ZERO))
    )
    bundle.rejects("an exponent above", eq(ONE, ONE), identity((("log", ((401, a, hyp(0)),), ident()), ZERO)))
    bundle.rejects("a triple", eq(ONE, ONE), identity((("log", ((1, a),), ident()), ZERO)))


INTERVALS = [("interval", t, point) for point in (ZERO, a, u)]


def constant_y() -> tuple[Bundle, int]:
    """dy/dt = 0 along t, which ranges over an interval that contains 0, a and u."""
    bundle = Bundle(*INTERVALS)
    n = bundle.given(D(y, t), ZERO)
    return bundle, bundle.step(eq(D(y, t), ZERO), identity((use(n), ONE)))


def test_the_value_at_a_point_of_what_is_constant():
    bundle, n = constant_y()
    bundle.accepts(eq(y, app("y", ZERO)), identity((("constant", n, ZERO), ONE)))
    bundle.accepts(eq(y, app("y", a)), identity((("constant", n, a), ONE)))
    judgement = bundle.judged("claim", eq(y, app("y", a)), identity((("constant", n, a), ONE)))
    assert judgement.lemmas == {"zero-derivative"}
    bundle.rejects(DIFFER, eq(y, ZERO), identity((("constant", n, ZERO), ONE)))
    bundle.rejects(OPEN, eq(y, y), identity((("constant", n, div(ONE, a)), ZERO)))
    m = bundle.given(D(y, t), sub(a, a))
    bundle.rejects(
        "an equation dg/dx = 0 is needed", eq(y, app("y", ZERO)), identity((("constant", m, ZERO), ONE))
    )


def test_what_is_constant_varies_along_its_variable_only():
    bundle = Bundle(("interval", u, ZERO))
    n = bundle.given(D(y, t), ZERO)
    bundle.rejects(VARIES, eq(y, app("y", ZERO)), identity((("constant", n, ZERO), ONE)))
    bundle = Bundle(("interval", t, ZERO))
    bundle.add("where", differentiable(y))
    n = bundle.suppose(eq(D(y, t), ZERO))
    bundle.rejects(SUPPOSED, eq(y, app("y", ZERO)), identity((("constant", n, ZERO), ONE)))


NOWHERE = "the theorem does not say that the interval of the variable contains the point"


def test_the_interval_has_to_contain_the_point():
    bundle, n = constant_y()
    for point in (ONE, neg(a), t):
        bundle.rejects(NOWHERE, eq(y, app("y", point)), identity((("constant", n, point), ONE)))
        bundle.rejects(NOWHERE, eq(ZERO, ZERO), identity((linear(ZERO, ZERO, point), ONE)))
    bundle = Bundle(t, ("interval", u, ZERO), ("vector", "x"))
    n = bundle.given(D(y, t), ZERO)
    bundle.rejects(NOWHERE, eq(y, app("y", ZERO)), identity((("constant", n, ZERO), ONE)))


def test_the_hypotheses_hold_at_the_point():
    """sqrt(t^2)/t is 1 for t > 0; at -1 it is -1, and there the hypothesis fails. From 1 it follows."""
    for relation, start, accepted in ((">", num(-1), False), (">", ONE, True), ("!=", ZERO, False)):
        bundle = Bundle(("interval", t, start))
        bundle.where(relation, t)
        bundle.defined.append((">", power(t, 2), ("sq+", ("known", 0))))
        n = bundle.step(eq(D(div(root(power(t, 2)), t), t), ZERO))
        value = div(root(power(start, 2)), start) if start != ZERO else ONE
        proof = identity((("constant", n, start), ONE))
        if accepted:
            bundle.accepts(eq(div(root(power(t, 2)), t), value), proof)
        else:
            bundle.rejects(OPEN, eq(div(root(power(t, 2)), t), value), proof)


@pytest.mark.parametrize(
    ("relation", "hypothesis", "start", "reason"),
    [
        (">", add(t, TWO), ZERO, ""),
        (">=", sub(mul(TWO, a), t), a, OPEN),
        (">", sub(num(4), power(t, 2)), ONE, ""),
        (">", sub(power(t, 2), ONE), TWO, OPEN),
        (">", sub(num(9), power(t, 4)), ONE, "a hypothesis may fail between the point and the variable"),
        ("!=", sub(t, TWO), ZERO, "a hypothesis may fail between the point and the variable"),
        ("!=", b, ZERO, ""),
        ("!=", sub(app("y", t), b), ZERO, OPEN),
    ],
)
def test_the_hypotheses_hold_between_the_point_and_the_variable(relation, hypothesis, start, reason):
    """They are affine in the variable, or quadratic and concave, or do not speak of it."""
    bundle = Bundle(("interval", t, start))
    bundle.where(relation, hypothesis)
    n = bundle.given(D(y, t), ZERO)
    m = bundle.step(eq(D(y, t), ZERO), identity((use(n), ONE)))
    proof = identity((("constant", m, start), ONE))
    if reason:
        bundle.rejects(reason, eq(y, app("y", start)), proof)
    else:
        bundle.accepts(eq(y, app("y", start)), proof)


def linear(v, p, start, slope=(), at_start=()):
    return ("linear", v, p, t, start, ident(*slope), ident(*at_start))


def test_the_solution_of_a_linear_equation():
    bundle = Bundle(*INTERVALS)
    ode, start = bundle.given(D(y, t), mul(a, y)), bundle.given(app("y", ZERO), ZERO)
    known = {"slope": [(use(ode), ONE)], "at_start": [(use(start), ONE)]}
    bundle.accepts(eq(y, ZERO), identity((linear(y, a, ZERO, **known), ONE)))
    judgement = bundle.judged("claim", eq(y, ZERO), identity((linear(y, a, ZERO, **known), ONE)))
    assert judgement.lemmas == {"linear-equation"}
    bundle.rejects(DIFFER, eq(y, ZERO), identity((linear(y, b, ZERO, **known), ONE)))
    bundle.rejects(DIFFER, eq(y, ZERO), identity((linear(y, a, u, **known), ONE)))
    bundle.rejects(DIFFER, eq(y, ZERO), identity((linear(y, a, ZERO, slope=[(use(ode), ONE)]), ONE)))
    bundle.rejects(DIFFER, eq(y, ZERO), identity((linear(y, a, ZERO, at_start=[(use(start), ONE)]), ONE)))
    bundle.rejects(DIFFER, eq(y, a), identity((linear(y, a, ZERO, **known), ONE)))
    bundle.rejects(OPEN, eq(y, ZERO), identity((linear(y, div(a, t), ZERO, **known), ONE)))
    bundle.rejects(VARIES, eq(y, ZERO), identity((("linear", y, a, u, ZERO, ident(), ident()), ONE)))


def test_a_linear_equation_that_is_supposed():
    bundle = Bundle(("interval", t, ZERO))
    bundle.add("where", differentiable(y))
    ode = bundle.suppose(eq(D(y, t), mul(a, y)))
    start = bundle.given(app("y", ZERO), ZERO)
    proof = identity((linear(y, a, ZERO, [(use(ode), ONE)], [(use(start), ONE)]), ONE))
    bundle.rejects("rests on a supposition", eq(y, ZERO), proof)


def test_a_linear_equation_singular_at_its_start():
    """t' = t/t holds, and the solution t of v' = v/t with v(0) = 0 is not 0."""
    bundle = Bundle(("interval", t, ZERO))
    bundle.where(">", t)
    bundle.rejects(OPEN, eq(t, ZERO), identity((linear(t, div(ONE, t), ZERO), ONE)))
    bundle = Bundle(("interval", t, ZERO))
    bundle.where("!=", t)
    bundle.rejects(OPEN, eq(t, ZERO), identity((linear(t, div(ONE, t), ZERO), ONE)))


# --- constants of integration ---------------------------------------------------------------------------------


def test_a_constant_of_integration():
    bundle, n = constant_y()
    k = bundle.add("constant", eq(c, y), n)
    bundle.accepts(eq(y, c), identity((use(k), num(-1))))
    bundle.accepts(eq(D(mul(c, t), t), c))
    bundle.accepts(eq(at(mul(c, t), t, TWO), mul(TWO, c)))


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        (eq(y, c), "is introduced as c = g"),
        (eq(c, power(y, 2)), "is introduced as c = g"),
        (eq(power(c, 1), y), "is introduced as c = g"),
        (("ge", c, y), "is introduced as c = g"),
        (eq(t, y), "was spoken of before"),
    ],
)
def test_how_a_constant_is_introduced(statement, reason):
    bundle, n = constant_y()
    assert reason in bundle.judged("constant", statement, n).reason


def test_a_constant_is_a_new_symbol():
    bundle, n = constant_y()
    bundle.add("constant", eq(c, y), n)
    assert "was spoken of before" in bundle.judged("constant", eq(c, y), n).reason
    bundle = Bundle(t)
    bundle.where(">", c)
    n = bundle.step(eq(D(ONE, t), ZERO))
    assert "was spoken of before" in bundle.judged("constant", eq(c, ONE), n).reason
    bundle = Bundle(t)
    n = bundle.step(eq(D(sub(c, c), t), ZERO))
    assert "was spoken of before" in bundle.judged("constant", eq(c, sub(c, c)), n).reason
    bundle = Bundle(t, c)
    n = bundle.step(eq(D(ONE, t), ZERO))
    assert "was spoken of before" in bundle.judged("constant", eq(c, ONE), n).reason
    bundle = Bundle(t)
    n = bundle.step(eq(D(total(ONE), t), ZERO))
    assert "was spoken of before" in bundle.judged("constant", eq(C, total(ONE)), n).reason


def test_a_constant_may_depend_on_other_variables():
    """c = u does not change along t; it changes along u."""
    bundle = Bundle(t, u)
    n = bundle.step(eq(D(u, t), ZERO))
    k = bundle.add("constant", eq(c, u), n)
    bundle.accepts(eq(D(c, t), ZERO))
    bundle.rejects("along another variable than its own", eq(D(c, u), ZERO))
    bundle.rejects("along another variable", eq(ONE, ZERO), identity((("deriv", use(k), u), num(-1))))
    bundle.rejects("on which the constant c may depend", eq(at(c, u, ZERO), c))
    bundle.rejects("along another variable", eq(D(mul(c, x("i")), x("i")), c))


def test_a_constant_for_one_channel():
    bundle = Bundle(t)
    n = bundle.step(eq(D(x("i"), t), ZERO))
    k = bundle.add("constant", eq(c, x("i")), n)
    bundle.rejects(FIXED, eq(x("j"), c), identity((("rename", k, "i", "j"), num(-1))))
    bundle = Bundle(t)
    n = bundle.step(eq(D(x("*1"), t), ZERO))
    assert "one constant for every channel" in bundle.judged("constant", eq(c, x("*1")), n).reason


def test_a_constant_of_what_is_supposed():
    bundle = Bundle(t)
    bundle.add("where", differentiable(y))
    n = bundle.suppose(eq(D(y, t), ZERO))
    assert SUPPOSED in bundle.judged("constant", eq(c, y), n).reason
    for along in ((u,), (), (("vector", "x"),)):
        bundle = Bundle(*along)
        n = bundle.step(eq(D(u, t), ZERO))
        assert "a constant of integration needs an interval" in bundle.judged("constant", eq(c, u), n).reason


def test_the_number_of_channels_is_no_constant_of_integration():
    bundle, n = constant_y()
    bundle.add("constant", eq(c, y), n)
    bundle.rejects("their number is a symbol that is fixed", eq(total(ONE, dimension=c), c))


# --- signs ----------------------------------------------------------------------------------------------------

half = num("1/2")
HAS_SIGN = {
    "a number": (("gt", TWO, ZERO), ("num", "2")),
    "zero": (("ge", ZERO, ZERO), ("num", "0")),
    "a negative number": (("ne", num(-2), ZERO), ("num", "-2")),
    "a hypothesis": (("gt", a, ZERO), hyp(0)),
    "a weaker one": (("ge", a, ZERO), hyp(0)),
    "not zero": (("ne", a, ZERO), hyp(0)),
    "a square": (("ge", power(t, 2), ZERO), ("sq", t)),
    "a positive square": (("gt", power(c, 2), ZERO), ("sq+", hyp(2))),
    "the square of what is not negative": (("ge", power(b, 2), ZERO), ("sq+", hyp(1))),
    "a sum": (("gt", add(a, b), ZERO), ("add", hyp(0), hyp(1))),
    "a sum of two": (("ge", add(b, power(t, 2)), ZERO), ("add", hyp(1), ("sq", t))),
    "a product": (("gt", mul(a, a, TWO), ZERO), ("mul", hyp(0), hyp(0), ("num", "2"))),
    "a product that may vanish": (("ge", mul(a, b), ZERO), ("mul", hyp(0), hyp(1))),
    "a product that does not": (("ne", mul(a, c), ZERO), ("mul", hyp(0), hyp(2))),
    "an inverse": (("gt", div(ONE, a), ZERO), ("inv", hyp(0))),
    "an inverse of any sign": (("ne", div(ONE, c), ZERO), ("inv", hyp(2))),
    "a negative": (("ne", neg(a), ZERO), ("neg", hyp(0))),
    "an exponential": (("gt", exp(t), ZERO), ("exp", t)),
    "a length": (("ge", add(C, mul(ZERO, total(x("k")))), ONE), ("length", C)),
    "a tangent": (("ge", sub(exp(t), ONE), t), ("exp-bound", t)),
    "a root": (("gt", root(a), ZERO), ("root", hyp(0))),
    "a root that may vanish": (("ge", root(b), ZERO), ("root", hyp(1))),
    "a sum over channels": (("ge", total(power(x("k"), 2)), ZERO), ("sum", "*1", (), ("sq", x("*1")))),
    "over the others": (
        ("ge", total(power(x("k"), 2), "k", "i"), ZERO),
        ("sum", "*1", ("i",), ("sq", x("*1"))),
    ),
    "a known one": (("gt", a, ZERO), ("known", 0)),
    "another way to write it": (("gt", add(a, ZERO), sub(t, t)), ("is", mul(ONE, a), hyp(0), ident())),
    "between two sides": (("lt", b, add(a, b)), hyp(0)),
    "at most": (("le", neg(b), ZERO), hyp(1)),
}


def signs():
    return hypotheses(a=">", b=">=", c="!=")


@pytest.mark.parametrize(("statement", "witness"), HAS_SIGN.values(), ids=HAS_SIGN)
def test_signs(statement, witness):
    signs().accepts(statement, sign(witness))


HAS_NOT = {
    "a number": (("gt", num(-2), ZERO), ("num", "-2"), SIGN),
    "zero is not positive": (("gt", ZERO, ZERO), ("num", "0"), SIGN),
    "zero is not nonzero": (("ne", ZERO, ZERO), ("num", "0"), SIGN),
    "a negative number is not >= 0": (("ge", num(-1), ZERO), ("num", "-1"), SIGN),
    "another number": (("gt", ONE, ZERO), ("num", "2"), SIGN),
    "no number": (("gt", ONE, ZERO), ("num", "1.5"), "is not a rational number"),
    ">= is not >": (("gt", b, ZERO), hyp(1), SIGN),
    ">= is not !=": (("ne", b, ZERO), hyp(1), SIGN),
    "!= is not >": (("gt", c, ZERO), hyp(2), SIGN),
    "!= is not >=": (("ge", c, ZERO), hyp(2), SIGN),
    "another quantity": (("gt", b, ZERO), hyp(0), SIGN),
    "a difference the wrong way round": (("gt", b, add(a, b)), hyp(0), SIGN),
    "a square may vanish": (("gt", power(t, 2), ZERO), ("sq", t), SIGN),
    "a square may vanish, too": (("gt", power(b, 2), ZERO), ("sq+", hyp(1)), SIGN),
    "a square of another": (("ge", power(t, 2), ZERO), ("sq", u), SIGN),
    "a square must be defined": (("ge", power(t, 2), ZERO), ("sq", root(t)), OPEN),
    "a sum of two that may vanish": (("gt", add(b, power(t, 2)), ZERO), ("add", hyp(1), ("sq", t)), SIGN),
    "a sum of any sign": (("ne", add(a, c), ZERO), ("add", hyp(0), hyp(2)), "only known not to vanish"),
    "a sum of nonzero": (("ne", sub(c, c), ZERO), ("add", hyp(2), ("neg", hyp(2))), "only known not to vanish"),
    "a product that may vanish": (("gt", mul(a, b), ZERO), ("mul", hyp(0), hyp(1)), SIGN),
    "a product of any sign": (("gt", mul(a, c), ZERO), ("mul", hyp(0), hyp(2)), SIGN),
    "a product that is open": (
        ("ge", mul(b, c), ZERO),
        ("mul", hyp(1), hyp(2)),
        "a product whose sign is open",
    ),
    "an inverse of what may vanish": (
        ("ge", div(ONE, a), ZERO),
        ("inv", hyp(1)),
        "the inverse of a quantity that may",
    ),
    "an inverse of zero": (
        ("ge", ONE, ZERO),
        ("inv", ("num", "0")),
        "the inverse of a quantity that may vanish",
    ),
    "an inverse of any sign": (("gt", div(ONE, c), ZERO), ("inv", hyp(2)), SIGN),
    "a negative": (("ge", neg(a), ZERO), ("neg", hyp(0)), SIGN),
    "a negative, too": (("gt", neg(a), ZERO), ("neg", hyp(0)), SIGN),
    "a negative of what may vanish": (
        ("ne", neg(b), ZERO),
        ("neg", hyp(1)),
        "the negative of a quantity that may",
    ),
    "an exponential of another": (("gt", exp(t), ZERO), ("exp", u), SIGN),
    "an exponential must be defined": (("gt", exp(log(t)), ZERO), ("exp", log(t)), OPEN),
    "a tangent is touched": (("gt", sub(exp(t), ONE), t), ("exp-bound", t), SIGN),
    "a root of any sign": (("ne", ONE, ZERO), ("root", hyp(2)), "a root of a quantity of unknown sign"),
    "a root that may vanish": (("gt", root(b), ZERO), ("root", hyp(1)), SIGN),
    "what no sum runs to": (("ge", add(t, mul(ZERO, total(x("k")))), ONE), ("length", t), "no sum runs to this"),
    "a length is no more than 1": (("gt", add(C, mul(ZERO, total(x("k")))), ONE), ("length", C), SIGN),
    "a sum over no channel": (
        ("gt", total(exp(x("k")), "k", "i"), ZERO),
        ("sum", "*1", ("i",), ("exp", x("*1"))),
        SIGN,
    ),
    "a sum over channels of any sign": (
        ("ge", total(c), ZERO),
        ("sum", "*1", (), hyp(2)),
        "only known not to vanish",
    ),
    "a sum over one channel": (
        ("ge", total(x("k")), ZERO),
        ("sum", "i", (), ("sq", x("i"))),
        "no such sign witness",
    ),
    "a sum with a dimension": (
        ("ge", mul(num(-1), C), ZERO),
        ("sum", "*1", num(-1), ("num", "1")),
        "a channel cannot be called num",
    ),
    "a sum with another": (("ge", c, ZERO), ("sum", "*1", c, ("num", "1")), "a channel cannot be called sym"),
    "what is not known": (("gt", a, ZERO), ("known", 3), "no such sign witness"),
    "what is not known yet": (("gt", a, ZERO), ("known", -1), "no such sign witness"),
    "another way to write another": (("gt", t, ZERO), ("is", t, hyp(0), ident()), DIFFER),
    "nonsense": (("gt", a, ZERO), ("positive", a), "no such sign witness"),
    "nothing": (("gt", a, ZERO), (), "no such sign witness"),
    "a string": (("gt", a, ZERO), "positive", "no such sign witness"),
}


@pytest.mark.parametrize(("statement", "witness", "reason"), HAS_NOT.values(), ids=HAS_NOT)
def test_signs_that_are_not_shown(statement, witness, reason):
    signs().rejects(reason, statement, sign(witness))


def test_a_hypothesis_for_every_channel():
    bundle = Bundle()
    n = bundle.where(">", x("*1"))
    bundle.accepts(("gt", x("i"), ZERO), sign(hyp(n, ("*1", "i"))))
    bundle.accepts(("ge", total(x("k")), ZERO), sign(("sum", "*1", (), hyp(n))))
    bundle.accepts(("gt", x("*2"), ZERO), sign(hyp(n, ("*1", "*2"))))
    bundle.rejects(SIGN, ("gt", x("i"), ZERO), sign(hyp(n)))
    bundle.rejects("a pair was expected", ("gt", x("i"), ZERO), sign(hyp(n, ("*1",))))
    bundle = Bundle()
    n = bundle.where(">", x("i"))
    bundle.rejects("a hypothesis speaks of i", ("gt", x("j"), ZERO), sign(hyp(n, ("i", "j"))))
    bundle.rejects(SIGN, ("gt", x("j"), ZERO), sign(hyp(n, ("*1", "j"))))
    bundle.rejects("no such sign witness", ("ge", total(x("k")), ZERO), sign(("sum", "i", (), hyp(n))))
    bundle.rejects(SIGN, ("ge", total(x("k")), ZERO), sign(("sum", "*1", (), hyp(n))))


def test_an_inequality_that_is_shown_for_any_channel():
    """It holds for another one, for every one and in the sum; what is supposed of one channel does not."""
    bundle = Bundle()
    n = bundle.step(("gt", exp(x("i")), ZERO), sign(("exp", x("i"))))
    bundle.accepts(("gt", exp(x("j")), ZERO), sign(hyp(n, ("i", "j"))))
    bundle.accepts(("gt", exp(x("*1")), ZERO), sign(hyp(n, ("i", "*1"))))
    bundle.accepts(("gt", total(exp(x("k"))), ZERO), sign(("sum", "*1", (), hyp(n, ("i", "*1")))))
    bundle.accepts(("ge", total(exp(x("k")), "k", "i"), ZERO), sign(("sum", "*1", ("i",), hyp(n, ("i", "*1")))))
    bundle.rejects(SIGN, ("gt", total(exp(x("k")), "k", "i"), ZERO), sign(("sum", "*1", ("i",), hyp(n, ("i", "*1")))))
    bundle = Bundle()
    n = bundle.suppose(("gt", x("i"), ZERO))
    bundle.rejects("what is only supposed", ("gt", x("j"), ZERO), sign(hyp(n, ("i", "j"))))
    bundle = Bundle(x("i"))
    n = bundle.step(("gt", exp(x("i")), ZERO), sign(("exp", x("i"))))
    bundle.rejects("a hypothesis speaks of i", ("gt", exp(x("j")), ZERO), sign(hyp(n, ("i", "j"))))


def test_only_inequalities_have_a_sign():
    bundle = Bundle()
    bundle.given(a, b)
    bundle.rejects("an inequality is needed here", ("ge", a, b), sign(hyp(0)))


# --- being defined --------------------------------------------------------------------------------------------

UNDEFINED = [
    div(a, b),
    power(b, -1),
    log(b),
    root(b),
    div(a, power(b, 2)),
    mul(ZERO, log(b)),
    div(ZERO, b),
    power(div(a, b), 0),
    total(div(ONE, x("k"))),
    total(log(power(x("k"), 2))),
    D(root(b), b),
    at(div(ONE, t), t, b),
    exp(div(ONE, b)),
    app("y", div(ONE, b)),
    integral(div(ONE, b), t),
    ("def", "d", None, div(b, b)),
    ("def", "d", "i", div(x("i"), x("i"))),
]


@pytest.mark.parametrize("expression", UNDEFINED, ids=str)
def test_a_hidden_hypothesis(expression):
    for statement in (eq(expression, expression), ("or", eq(expression, expression), eq(ONE, ZERO))):
        judgement = Bundle().judged("claim", statement, identity())
        assert judgement.reason == OPEN
        assert judgement.duty is not None
    for role in ("given", "suppose"):
        assert Bundle().judged(role, eq(expression, ONE)).reason == OPEN
    Bundle().refused(OPEN, "where", ("gt", expression, ONE))


def test_conditions_are_established_in_order():
    b2 = power(b, 2)
    first, second = (">", b2, ("sq+", hyp(0))), ("!=", mul(b2, b), ("mul", ("known", 0), hyp(0)))
    bundle = Bundle()
    bundle.add("where", ("ne", b, ZERO))
    bundle.accepts(eq(div(power(b, 3), power(b, 3)), ONE), identity(), [first, second])
    bundle.rejects("no such sign witness", eq(div(power(b, 3), power(b, 3)), ONE), identity(), [second, first])
    bundle.rejects("no such sign witness", eq(div(b, b), ONE), identity(), [("!=", b, ("known", 0))])


@pytest.mark.parametrize(
    ("condition", "reason"),
    [
        (("!=", a, hyp(0)), "it is of another quantity"),
        ((">", b, hyp(0)), "to be > 0: it shows != 0"),
        ((">=", b, hyp(0)), "to be >= 0: it shows != 0"),
        (("!=", b, ("sq", b)), "it is of another quantity"),
        (("!=", power(b, 2), ("sq", b)), "to be != 0: it shows >= 0"),
        (("!=", b, ("is", b, ("num", "1"), ident())), DIFFER),
        (("!=", div(b, b), ("num", "1")), OPEN),
        (("<", b, hyp(0)), "a condition is [relation, e, witness]"),
        (("!=", b), "a condition is [relation, e, witness]"),
        (("!=", b, hyp(0), hyp(0)), "a condition is [relation, e, witness]"),
        ("!=", "a condition is [relation, e, witness]"),
        (("!=", ("nonsense", b), hyp(0)), "is not an expression"),
        (("!=", b, hyp(5)), "there is no earlier entry"),
    ],
    ids=str,
)
def test_conditions_that_are_not_shown(condition, reason):
    bundle = Bundle()
    bundle.add("where", ("ne", b, ZERO))
    bundle.rejects(reason, eq(div(b, b), ONE), identity(), [condition])


def test_a_condition_is_recalled_with_what_it_rests_on():
    bundle = Bundle()
    n = bundle.add("where", ("ne", b, ZERO))
    shown = [("!=", b, hyp(n)), (">", power(b, 2), ("sq+", ("known", 0)))]
    m = bundle.add("step", eq(div(a, power(b, 2)), div(a, power(b, 2))), identity(), shown)
    quotient = eq(div(power(b, 2), power(b, 2)), ONE)
    judgement = bundle.judged("claim", quotient, identity(), [(m, 1)])
    assert judgement.accepted
    assert judgement.used == {n}
    bundle.rejects(OPEN, quotient, identity())
    bundle.rejects(OPEN, eq(div(c, c), ONE), identity(), [(m, 0)])
    for entry, k, reason in ((m, 2, "no condition 2"), (m, -1, "no condition"), (99, 0, "no earlier entry")):
        bundle.rejects(reason, quotient, identity(), [(entry, k)])
    bundle.rejects("a condition is", quotient, identity(), [(m, "1")])
    bundle.rejects("a condition is", quotient, identity(), [(m, 1, 0)])


def test_a_recalled_condition_brings_its_suppositions():
    """What was shown under a supposition is no condition of a claim, directly or by way of another condition."""
    bundle = Bundle()
    n = bundle.suppose(("ne", b, ZERO))
    implicit = (">=", power(div(ONE, b), 2), ("sq", div(ONE, b)))
    m = bundle.add("step", eq(div(b, b), ONE), identity(), [("!=", b, hyp(n)), implicit])
    bundle.rejects("never discharged", eq(div(b, b), ONE), identity(), [(m, 0)])
    bundle.rejects("a condition of being defined", eq(a, a), identity(), [(m, 1)])
    judgement = bundle.judged("step", eq(div(b, b), ONE), identity(), [(m, 0), (m, 1)])
    assert judgement.accepted
    assert judgement.assumptions == {n}


def test_a_recalled_condition_brings_its_lemmas():
    bundle = Bundle()
    above = ("is", sub(exp(u), u), ("add", ("exp-bound", u), ("num", "1")), ident())
    m = bundle.add("step", eq(a, a), identity(), [(">", sub(exp(u), u), above)])
    judgement = bundle.judged("claim", eq(exp(log(sub(exp(u), u))), sub(exp(u), u)), identity(), [(m, 0)])
    assert judgement.accepted
    assert judgement.lemmas == {"exponential-bound"}


def test_a_rejected_entry_has_no_conditions():
    bundle = Bundle()
    n = bundle.add("where", ("ne", b, ZERO))
    m = bundle.refused(DIFFER, "step", eq(b, a), identity(), [("!=", b, hyp(n))])
    bundle.rejects("no condition 0", eq(div(b, b), ONE), identity(), [(m, 0)])


def test_what_a_condition_needs_is_not_lost_on_the_way():
    """1 + e >= 0 where e = sqrt(b)^2: the second condition rests on b >= 0, which stands in the first one alone."""
    bundle = Bundle()
    n = bundle.suppose(("ge", b, ZERO))
    m = bundle.add("step", eq(root(b), root(b)), identity(), [(">=", b, hyp(n)), (">=", b, ("sq", root(b)))])
    judgement = bundle.judged("step", eq(root(b), root(b)), identity(), [(m, 1)])
    assert judgement.accepted
    assert judgement.assumptions == {n}
    bundle.rejects("never discharged", eq(root(b), root(b)), identity(), [(m, 1)])


def test_an_equation_says_nothing_about_itself():
    """a/b = 1 does not show that b is not zero, nor does b = 0 divided by b."""
    bundle = Bundle()
    bundle.rejects(OPEN, eq(div(a, b), ONE), identity())
    n = bundle.given(mul(b, c), ONE)
    bundle.accepts(eq(mul(b, c, a), a), identity((use(n), a)))
    witness = ("is", mul(b, c), ("num", "1"), ident((use(n), ONE)))
    bundle.accepts(eq(div(mul(b, c), mul(b, c)), ONE), identity(), [("!=", mul(b, c), witness)])
    bundle.rejects(
        DIFFER, eq(div(b, b), ONE), identity(), [("!=", b, ("is", b, ("num", "1"), ident((use(n), ONE))))]
    )


# --- proofs ---------------------------------------------------------------------------------------------------


def test_one_of_several_equations():
    bundle = Bundle()
    n = bundle.given(power(a, 2), power(b, 2))
    either = ("or", eq(a, b), eq(a, neg(b)))
    bundle.accepts(either, identity((use(n), ONE)))
    m = bundle.step(either, identity((use(n), ONE)))
    bundle.accepts(eq(power(a, 2), power(b, 2)), identity((use(m), ONE)))
    bundle.rejects(DIFFER, ("or", eq(a, b), eq(a, TWO)), identity((use(n), ONE)))
    bundle.rejects(DIFFER, eq(a, b), identity((use(m), ONE)))
    bundle.rejects("an equation is needed here", ("or", eq(a, a), ("gt", a, b)), identity())
    bundle.rejects("an equation is needed here", ("or", eq(a, a), ("and", eq(a, b), eq(a, b))), identity())


def test_equal_exponentials():
    bundle = hypotheses(a="!=", b=">=")
    n = bundle.given(exp(mul(a, t)), exp(mul(a, u)))
    bundle.accepts(eq(t, u), ("exp", hyp(0), ident((use(n), ONE))))
    bundle.rejects(DIFFER, eq(t, u), ("exp", ("num", "2"), ident((use(n), ONE))))
    bundle.rejects("the multiplier is not known", eq(t, u), ("exp", hyp(1), ident()))
    bundle.rejects("the multiplier is not known", eq(t, u), ("exp", ("num", "0"), ident()))
    bundle.rejects("integral", eq(integral(ONE, t), t), ("exp", ("num", "1"), ident()))


def test_several_statements_at_once():
    bundle = hypotheses(a=">")
    both = ("and", eq(a, a), ("gt", a, ZERO))
    bundle.accepts(both, ("all", identity(), sign(hyp(0))))
    bundle.rejects(DIFFER, ("and", eq(a, a), eq(a, b)), ("all", identity(), identity()))
    bundle.rejects(SIGN, ("and", eq(a, a), ("gt", b, ZERO)), ("all", identity(), sign(hyp(0))))
    bundle.rejects("does not fit", both, ("all", identity()))
    bundle.rejects("does not fit", both, ("all", identity(), sign(hyp(0)), identity()))
    bundle.rejects("does not fit", both, identity())


def test_an_implication():
    bundle = Bundle()
    supposed = bundle.suppose(eq(a, b))
    shown = bundle.step(eq(power(a, 2), power(b, 2)), identity((use(supposed), add(a, b))))
    implication = ("implies", eq(a, b), eq(power(a, 2), power(b, 2)))
    bundle.accepts(implication, ("discharge", supposed, shown))
    judgement = bundle.judged("step", implication, ("discharge", supposed, shown))
    assert judgement.assumptions == set()
    assert judgement.used == {supposed, shown}
    why = "its left side supposed and its right side shown"
    bundle.rejects(why, ("implies", eq(power(a, 2), power(b, 2)), eq(a, b)), ("discharge", supposed, shown))
    bundle.rejects(why, ("implies", eq(a, b), eq(a, neg(b))), ("discharge", supposed, shown))
    bundle.rejects(why, ("implies", eq(power(a, 2), power(b, 2)), eq(a, b)), ("discharge", shown, supposed))
    bundle.rejects(why, ("implies", eq(b, a), eq(power(a, 2), power(b, 2))), ("discharge", supposed, shown))
    bundle.rejects("there is no earlier entry", implication, ("discharge", supposed, 99))
    given = Bundle()
    n = given.given(a, b)
    given.rejects(why, ("implies", eq(a, b), eq(a, b)), ("discharge", n, n))


def test_a_supposition_has_to_be_discharged():
    bundle = Bundle()
    first, second = bundle.suppose(eq(a, b)), bundle.suppose(eq(b, c))
    both = bundle.add("step", eq(a, c), identity((use(first), ONE), (use(second), ONE)))
    never = "a supposition that is never discharged"
    bundle.rejects(never, eq(a, b), identity((use(first), ONE)))
    bundle.rejects(never, eq(a, c), identity((use(both), ONE)))
    bundle.rejects(never, ("implies", eq(a, b), eq(a, c)), ("discharge", first, both))
    inner = bundle.add("step", ("implies", eq(a, b), eq(a, c)), ("discharge", first, both))
    bundle.accepts(("implies", eq(b, c), ("implies", eq(a, b), eq(a, c))), ("discharge", second, inner))
    bundle.rejects(never, ("and", ("implies", eq(a, b), eq(a, c)), eq(ONE, ONE)),
                   ("all", ("discharge", first, both), identity()))  # fmt: skip
    bundle.rejects(never, ("and", eq(ONE, ONE), ("and", ("implies", eq(a, b), eq(a, c)), eq(ONE, ONE))),
                   ("all", identity(), ("all", ("discharge", first, both), identity())))  # fmt: skip


def test_a_condition_that_is_supposed_is_not_discharged_with_it():
    """x/x = 1 is supposed defined in the statement itself, under the supposition that is being discharged."""
    bundle = Bundle()
    n = bundle.suppose(("ne", a, ZERO))
    condition = ("!=", a, hyp(n))
    m = bundle.add("step", eq(div(a, a), ONE), identity(), [condition])
    implication = ("implies", ("ne", a, ZERO), eq(div(a, a), ONE))
    bundle.rejects(OPEN, implication, ("discharge", n, m))
    bundle.rejects("never discharged", implication, ("discharge", n, m), [condition])


def test_an_equivalence():
    bundle = Bundle()
    left, right = eq(a, b), eq(mul(TWO, a), mul(TWO, b))
    n = bundle.suppose(left)
    there = bundle.step(right, identity((use(n), TWO)))
    m = bundle.suppose(right)
    back = bundle.step(left, identity((use(m), half)))
    bundle.accepts(("iff", left, right), ("discharge", n, there, m, back))
    bundle.accepts(("iff", right, left), ("discharge", m, back, n, there))
    why = "its left side supposed and its right side shown"
    bundle.rejects(why, ("iff", left, right), ("discharge", n, there, n, there))
    bundle.rejects(why, ("iff", left, right), ("discharge", m, back, n, there))
    bundle.rejects("does not fit", ("iff", left, right), ("discharge", n, there))
    bundle.rejects("never discharged", ("iff", left, right), ("discharge", n, m, m, n))


def test_an_equivalence_with_tangled_suppositions():
    """Each direction shown under the supposition of the other shows nothing."""
    bundle = Bundle()
    left, right = eq(a, ZERO), eq(b, ZERO)
    n, m = bundle.suppose(left), bundle.suppose(right)
    there = bundle.add("step", right, identity((use(m), ONE)))
    back = bundle.add("step", left, identity((use(n), ONE)))
    bundle.rejects("never discharged", ("iff", left, right), ("discharge", n, there, m, back))


def test_an_implication_about_every_channel():
    bundle = Bundle()
    n = bundle.suppose(eq(x("*1"), ZERO))
    bundle.rejects("say which channel", ("implies", eq(x("*1"), ZERO), eq(x("*1"), ZERO)), ("discharge", n, n))


@pytest.mark.parametrize(
    ("statement", "proof"),
    [
        (eq(a, a), sign(("sq", a))),
        (("ge", power(a, 2), ZERO), identity()),
        (("or", eq(a, a), eq(a, b)), sign(("sq", a))),
        (eq(a, a), ("discharge", 0, 0)),
        (eq(a, a), ()),
        (eq(a, a), None),
        (eq(a, a), 3),
        (eq(a, a), "identity"),
        (eq(a, a), ("identity",)),
        (eq(a, a), ("nonsense",)),
        (("implies", eq(a, a), eq(a, a)), identity()),
        (("iff", eq(a, a), eq(a, a)), identity()),
    ],
    ids=str,
)
def test_proofs_that_do_not_fit(statement, proof):
    Bundle().rejects("this kind of proof does not fit this kind of statement", statement, proof)


# --- integrals ------------------------------------------------------------------------------------------------


def test_integrals_hold_up_to_a_constant():
    bundle = Bundle(t)
    bundle.accepts(eq(integral(mul(TWO, t), t), power(t, 2)))
    bundle.accepts(eq(integral(mul(TWO, t), t), add(power(t, 2), num(7), a)))
    bundle.rejects(DIFFER, eq(integral(mul(TWO, t), t), add(power(t, 2), t)))
    bundle.rejects(DIFFER, eq(integral(mul(TWO, t), t), power(t, 3)))
    n = bundle.step(eq(integral(ONE, t), t))
    bundle.rejects(DIFFER, eq(ONE, ZERO), identity((use(n), ONE)))
    m = bundle.step(eq(integral(ONE, t), add(t, ONE)))
    bundle.rejects(DIFFER, eq(ONE, ZERO), identity((use(n), ONE), (use(m), num(-1))))


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        (eq(integral(ONE, t), integral(ONE, u)), "integrals in one equation are along one variable"),
        (eq(mul(integral(ZERO, t), t), ZERO), "only be a summand of a side, with a constant factor"),
        (eq(exp(integral(ZERO, t)), ONE), "are along one variable, and summands of its sides"),
        (eq(power(integral(ONE, t), 2), power(t, 2)), "only be a summand of a side, with a constant factor"),
        (eq(div(ONE, integral(ONE, t)), div(ONE, t)), OPEN),
        (eq(root(add(ONE, power(integral(ZERO, t), 2))), ONE), OPEN),
        (eq(app("y", integral(ONE, t)), y), "are along one variable, and summands of its sides"),
        (eq(total(mul(integral(ONE, t), x("k"))), mul(integral(t, t), total(x("k")))), DIFFER),
        (eq(total(integral(x("k"), t)), total(mul(x("k"), t))), "a substitution into an integral"),
    ],
    ids=str,
)
def test_integrals_are_summands_of_equations(statement, reason):
    Bundle(t, u).rejects(reason, statement)


@pytest.mark.parametrize(
    "statement",
    [("ge", power(integral(ONE, t), 2), ZERO), ("ne", integral(ONE, t), add(integral(ONE, t), ONE))],
    ids=str,
)
def test_integrals_do_not_stand_in_inequalities(statement):
    reason = "an indefinite integral may only be a summand of a side of an equation"
    Bundle(t, u).rejects(reason, statement, sign(("sq", integral(ONE, t))))


# --- hypotheses -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("statement", [eq(a, b), ("or", eq(a, b), eq(a, c)), ("and", eq(a, b), eq(a, b))])
def test_a_hypothesis_is_an_inequality(statement):
    assert "a hypothesis is an inequality" in Bundle().judged("where", statement).reason


def test_hypotheses_come_first():
    bundle = Bundle(t)
    bundle.given(a, b)
    assert "hypotheses come before everything else" in bundle.judged("where", ("gt", t, ZERO)).reason


def test_what_is_given_does_not_speak_of_constants_of_integration():
    bundle, n = constant_y()
    bundle.add("constant", eq(c, y), n)
    assert "a constant of integration" in bundle.judged("given", eq(c, TWO)).reason


# --- the number of channels -----------------------------------------------------------------------------------


def test_one_number_of_channels():
    bundle = Bundle()
    bundle.accepts(eq(total(ONE), C))
    bundle.rejects("sums run over the channels of one vector", eq(total(ONE, dimension=sym("N")), sym("N")))
    for dimension in (num(3), num(-1), add(C, ONE), mul(TWO, C)):
        Bundle().rejects(
            "sums run over the channels of one vector", eq(total(ONE, dimension=dimension), dimension)
        )
    Bundle().rejects(
        "sums run over the channels",
        eq(add(total(delta("k", "i")), total(ONE, dimension=sym("N"))), add(ONE, sym("N"))),
    )


def test_a_certificate_does_not_name_the_number_of_channels():
    bundle = hypotheses(a=">")
    bundle.rejects("a sum", ("ge", c, ZERO), sign(("sum", "*1", (), ("num", "1"))))
    bundle.rejects(
        "a sum over another number of channels", ("ge", c, ZERO), sign(("is", c, ("sq", total(ONE)), ident()))
    )


def test_the_number_of_channels_does_not_vary():
    bundle = Bundle()
    for wrong in (D(total(x("k")), C), at(total(x("k")), C, ONE), D(mul(C, total(ONE)), C)):
        bundle.rejects("the number of channels is no variable", eq(wrong, wrong))
    for along in (C, ("interval", C, ONE)):
        bundle = Bundle(along)
        n = bundle.given(mul(C, a), b)
        m = bundle.step(eq(a, ZERO), identity((("deriv", use(n), C), ONE)))
        sums = total(x("k"))
        bundle.rejects("their number is a symbol that is fixed", eq(mul(a, sums), ZERO), identity((use(m), sums)))
