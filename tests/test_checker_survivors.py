"""Slips of the checker's own code that would let something false through: each false claim is refused.

They were found by mutating the checker (`benchmarks/checker_mutants.py`): these tests kill what other tests let live.
"""

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
    delta,
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
    t,
    total,
    u,
    use,
    w,
    x,
    y,
)

from symnorm.checker.calculus.normal import Normalizer

DY = ("app", "y", (1,), (t,))
PLAIN = identity()
NOT_KNOWN = "a condition of being defined is not established"


def test_a_third_of_a_logarithm_is_no_root():
    """exp(log(t)/3) is the third root of t; only exp(log(t)/2) is the square root."""
    bundle = Bundle()
    bundle.where(">", t)
    bundle.rejects("the two sides differ", eq(exp(div(log(t), num(3))), root(t)))
    bundle.accepts(eq(exp(div(log(t), TWO)), root(t)))


def test_the_interval_has_to_contain_the_point():
    """y' = 0 on an interval that contains 1: then y = y(1), and of y(0) nothing is known."""
    bundle = Bundle(("interval", t, ONE))
    n = bundle.given(D(y, t), ZERO)
    for point, is_reached in ((ONE, True), (ZERO, False)):
        judgement = bundle.judged(
            "claim", eq(y, at(y, t, point)), ("identity", ident((("constant", n, point), ONE)))
        )
        assert judgement.accepted is is_reached, judgement.reason


def test_an_index_is_not_captured_by_the_sum_around_another():
    """exp(x_l w_k) summed over both channels is not C times the sum of exp(x_k w_k)."""
    bundle = Bundle()
    double = total(total(exp(mul(x("l"), w("k"))), "l"), "k")
    bundle.rejects("the two sides differ", eq(double, mul(C, total(exp(mul(x("k"), w("k")))))))
    bundle.accepts(eq(double, total(total(exp(mul(w("j"), x("k"))), "k"), "j")))


# --- inequalities for every channel ---------------------------------------------------------------------------


def test_every_index_of_a_hypothesis_is_renamed():
    bundle = Bundle()
    n = bundle.where(">", add(x("*1"), w("*2")))
    bundle.accepts(("gt", add(x("i"), w("j")), ZERO), sign(hyp(n, ("*1", "i"), ("*2", "j"))))


@pytest.mark.parametrize("index", [".1", "#000001", "", 1, None])
@pytest.mark.parametrize("place", [0, 1])
def test_an_index_is_renamed_to_an_index_that_can_be_read(index, place):
    """What sums bind is named .1, .2, ...: such a name from outside would be caught by the next sum."""
    bundle = Bundle()
    n = bundle.where(">", x("*1"))
    renaming = [("*1", index), (index, "i")][place]
    judgement = bundle.judged("claim", ("gt", x("i"), ZERO), sign(hyp(n, renaming)))
    assert "is not a name" in judgement.reason


# --- derivatives that exist since an equation can be solved for them ------------------------------------------


def growing(*conditions):
    """y' = y: then y'' exists, and is y."""
    bundle = Bundle(t)
    n = bundle.given(D(y, t), y)
    second = eq(D(D(y, t), t), y)
    proof = identity((("deriv", use(n), t), ONE), (use(n), ONE))
    return bundle, bundle.judged("step", second, proof, conditions)


def test_a_solved_equation_gives_the_next_derivative():
    assert growing(("solved", 0, DY))[1].accepted
    assert growing()[1].reason == NOT_KNOWN


def test_a_solved_equation_gives_no_more_than_the_next_derivative():
    bundle, _ = growing(("solved", 0, DY))
    third = eq(D(D(D(y, t), t), t), y)
    proof = identity((("deriv", use(1), t), ONE), (use(0), ONE))
    bundle.rejects(NOT_KNOWN, third, proof, [("solved", 0, DY)])
    bundle.accepts(third, proof, [("solved", 0, DY), ("solved", 1, ("app", "y", (2,), (t,)))])


@pytest.mark.parametrize("relation", [None, ">=", "!=", ">"])
def test_the_leading_coefficient_does_not_vanish(relation):
    """t y' = 2 y has the solution t |t|, which has no second derivative at 0."""
    bundle = Bundle(t)
    if relation:
        bundle.where(relation, t)
    n = bundle.given(mul(t, D(y, t)), mul(TWO, y))
    proof = identity((("deriv", use(n), t), ONE))
    judgement = bundle.judged("claim", eq(mul(t, D(D(y, t), t)), D(y, t)), proof, [("solved", n, DY)])
    assert judgement.accepted is (relation in ("!=", ">")), judgement.reason


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (eq(D(y, t), app("f", t)), NOT_KNOWN),
        (eq(mul(exp(app("f", t)), D(y, t)), y), NOT_KNOWN),
        (eq(add(D(y, t), power(D(y, t), 2)), y), "not linear in its leading derivative"),
        (eq(add(D(y, t), exp(D(y, t))), y), NOT_KNOWN),
        (eq(D(app("f", t), t), y), "in which the derivative that it is solved for does not stand"),
    ],
    ids=["right side", "coefficient", "square", "exponential", "another"],
)
def test_what_cannot_be_solved_gives_no_derivative(given, reason):
    """The rest of the equation has to be differentiable, and linear in what it is solved for, which stands in it."""
    bundle = Bundle(t)
    bundle.add("given", eq(D(y, t), D(y, t)))
    bundle.defined.append((">", exp(app("f", t)), ("exp", app("f", t))))
    n = bundle.add("given", given)
    second = D(D(y, t), t)
    bundle.rejects(reason, eq(second, second), PLAIN, [("solved", n, DY)])


def test_a_supposed_equation_is_not_solved():
    """What holds at one point says nothing of derivatives."""
    bundle = Bundle(t)
    bundle.add("given", eq(D(y, t), D(y, t)))
    n = bundle.suppose(eq(D(y, t), y))
    second = D(D(y, t), t)
    judgement = bundle.judged("step", eq(second, second), PLAIN, [("solved", n, DY)])
    assert "what is only supposed" in judgement.reason


@pytest.mark.parametrize("derivative", [t, y, ("app", "y", (1,), (mul(t, t),)), ("app", "y", (1, 0), (t, t)), (), "y"])
def test_an_equation_is_solved_for_a_derivative(derivative):
    reason = NOT_KNOWN if derivative == y else "a derivative of an unknown function of one variable was expected"
    assert growing(("solved", 0, derivative))[1].reason == reason


# --- indices that sums bind -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "outer",
    [lambda inner: mul(w("k"), inner), lambda inner: exp(mul(w("k"), inner)), lambda inner: mul(inner, exp(w("k")))],
    ids=["product", "exponential", "two"],
)
def test_an_inner_sum_keeps_its_index(outer):
    """sum_l exp(x_l w_k) and sum_l exp(x_k w_l) are one thing only where k is l."""
    over_x, over_w = (total(exp(mul(*pair)), "l") for pair in ((x("l"), w("k")), (x("k"), w("l"))))
    bundle = Bundle()
    bundle.rejects("the two sides differ", eq(total(outer(over_x), "k"), total(outer(over_w), "k")))


def test_a_sum_within_a_sum_within_a_sum_keeps_its_index():
    def nested(*inner):
        return total(mul(x("k"), total(mul(w("l"), total(exp(mul(*inner)), "m")), "l")), "k")

    bundle = Bundle()
    bundle.rejects("the two sides differ", eq(nested(x("m"), w("l"), x("k")), nested(x("m"), w("m"), x("k"))))
    bundle.rejects("the two sides differ", eq(nested(x("m"), w("l"), x("k")), nested(x("m"), w("l"), x("l"))))


def test_a_value_is_put_in_at_any_depth():
    bundle = Bundle(t)
    tower = exp(exp(exp(t)))
    bundle.rejects("the two sides differ", eq(at(tower, t, ZERO), tower))
    bundle.accepts(eq(at(tower, t, ZERO), exp(exp(ONE))))


def test_a_delta_carries_over_what_stands_at_the_other_index_and_not_what_is_built_of_it():
    """With x_i alone, sqrt(x_i) need not have a value; where exp(sqrt(x_i)) stands, it has."""
    normal = Normalizer()
    other = normal(root(x("i")))[0]
    kept, _ = normal(mul(delta("i", "j"), x("i"), root(x("j"))))
    assert other.atoms().isdisjoint(kept.atoms())
    carried, _ = normal(mul(delta("i", "j"), exp(root(x("i"))), root(x("j"))))
    assert other.atoms() <= carried.atoms()


# --- derivatives of quotients ---------------------------------------------------------------------------------


def test_every_factor_of_a_denominator_is_differentiated_as_often_as_it_stands():
    """1/(p^2 q)' = -2 p'/(p^3 q) - q'/(p^2 q^2), and nothing less. The factors stand apart, not multiplied out."""
    bundle = Bundle(t)
    bundle.where("!=", add(t, ONE))
    bundle.where("!=", add(t, TWO))
    p, q = div(ONE, add(t, ONE)), div(ONE, add(t, TWO))
    slope = D(mul(p, p, q), t)
    for first, second in ((-1, -1), (-2, 0), (0, -1), (2, 1), (-2, -2)):
        wrong = add(mul(num(first), p, p, p, q), mul(num(second), p, p, q, q))
        bundle.rejects("the two sides differ", eq(slope, wrong))
    bundle.accepts(eq(slope, neg(add(mul(TWO, p, p, p, q), mul(p, p, q, q)))))


def test_a_sum_of_inverses_is_differentiated():
    bundle = Bundle(t)
    bundle.where("!=", add(x("*1"), t))
    slope = D(total(div(ONE, add(x("k"), t))), t)
    inverse = div(ONE, add(x("k"), t))
    squares, inverses = total(mul(inverse, inverse)), total(inverse)
    for wrong in (squares, inverses, mul(num(-1), inverses), mul(num(-2), squares), ZERO):
        bundle.rejects("the two sides differ", eq(slope, wrong))
    bundle.accepts(eq(slope, mul(num(-1), squares)))


# --- sums that leave channels out, and names for what stands in them ------------------------------------------


def test_channels_that_are_left_out_count_once():
    bundle = Bundle()
    x_i, x_j, x_l = x("i"), x("j"), x("l")
    less = [add(ONE, neg(delta(*pair))) for pair in (("i", "j"), ("i", "l"), ("j", "l"))]
    two = add(total(x("k")), neg(x_i), neg(mul(x_j, less[0])))
    three = add(two, neg(mul(x_l, less[1], less[2])))
    bundle.rejects("the two sides differ", eq(total(x("k"), "k", "i", "j"), add(total(x("k")), neg(x_i), neg(x_j))))
    bundle.rejects("the two sides differ", eq(total(x("k"), "k", "i", "j", "l"), add(two, neg(x_l))))
    bundle.rejects("the two sides differ", eq(total(x("k"), "k", "i", "j", "l"), add(two, neg(mul(x_l, less[1])))))
    bundle.accepts(eq(total(x("k"), "k", "i", "j"), two))
    bundle.accepts(eq(total(x("k"), "k", "i", "j", "l"), three))


def test_an_index_is_bound_wherever_it_stands_in_a_sum():
    """In a delta on either side, in a channel that an inner sum leaves out, and in what a name stands for."""
    bundle = Bundle()
    named = ("def", "z", "k", mul(x("k"), w("k")))
    both = add(power(total(x("k")), 2), neg(total(power(x("k"), 2))))
    bundle.accepts(eq(total(mul(delta("i", "k"), x("k"))), x("i")))
    bundle.accepts(eq(total(mul(delta("k", "i"), x("k"))), x("i")))
    bundle.accepts(eq(total(mul(x("k"), total(x("l"), "l", "k"))), both))
    bundle.accepts(eq(total(mul(x("k"), total(x("l"), "l", "i"))), mul(total(x("k")), add(total(x("k")), neg(x("i"))))))
    bundle.accepts(eq(total(named), total(mul(x("k"), w("k")))))
    bundle.rejects("the two sides differ", eq(total(named), mul(C, x("k"), w("k"))))
    bundle.rejects("the two sides differ", eq(total(mul(x("k"), total(x("l"), "l", "i"))), both))


# --- what has to be defined -----------------------------------------------------------------------------------


def test_all_that_stands_under_a_derivative_has_to_be_defined():
    bundle = Bundle(t)
    bundle.where(">", t)
    bundle.rejects(NOT_KNOWN, eq(D(add(root(t), div(u, u)), t), D(root(t), t)))
    bundle.rejects(NOT_KNOWN, eq(D(add(div(u, u), root(t)), t), D(root(t), t)))


@pytest.mark.parametrize("orders", [(1, 0), (0, 1), (1, 1)])
def test_a_partial_derivative_has_to_exist(orders):
    slope = ("app", "f", orders, (t, u))
    Bundle().rejects(NOT_KNOWN, eq(slope, slope))


@pytest.mark.parametrize(
    "slope", [D(power(y, 2), t), D(app("y", mul(t, t)), t), D(exp(y), t), D(app("f", t, u), t), D(app("y", u), t)]
)
def test_only_the_derivative_of_a_function_itself_grants_that_it_exists(slope):
    """(y^2)' exists where y is |t|: that it stands in a hypothesis says nothing of y'."""
    bundle = Bundle(t, u)
    bundle.judged("given", eq(slope, slope))
    first = D(app("y", t), t)
    bundle.rejects(NOT_KNOWN, eq(first, first), PLAIN)


def test_an_equivalence_needs_both_implications():
    bundle = Bundle()
    n = bundle.suppose(eq(a, ZERO))
    m = bundle.step(eq(mul(a, b), ZERO), identity((use(n), b)))
    back = bundle.suppose(eq(mul(a, b), ZERO))
    both = ("iff", eq(a, ZERO), eq(mul(a, b), ZERO))
    turned = ("iff", eq(mul(a, b), ZERO), eq(a, ZERO))
    for statement in (both, turned):
        for proof in ((n, m, n, m), (n, m, back, back), (back, back, n, m), (back, m, n, m)):
            reason = "an implication needs its left side supposed and its right side shown"
            bundle.rejects(reason, statement, ("discharge", *proof))


# --- conditions on numbers, and up to a factor ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "is_defined"),
    [
        (log(ZERO), False), (log(num(-1)), False), (log(num("-1/2")), False), (log(num("1/2")), True),
        (root(num(-1)), False), (root(num("-1/2")), False), (root(ZERO), True), (root(num("1/2")), True),
        (at(log(t), t, ZERO), False), (at(root(t), t, ZERO), True), (at(log(t), t, num("1/2")), True),
        (at(root(t), t, num("-1/2")), False), (at(root(t), t, num("1/2")), True),
    ],
)  # fmt: skip
def test_what_numbers_have_a_value(expression, is_defined):
    assert Bundle().judged("claim", eq(expression, expression), PLAIN).accepted is is_defined


@pytest.mark.parametrize("factor", ["-1/2", "-1", "-2", "1/2", "1", "2"])
@pytest.mark.parametrize(("relation", "function"), [(">", log), (">=", root)])
def test_a_condition_holds_up_to_a_positive_factor(factor, relation, function):
    bundle = Bundle()
    bundle.where(relation, mul(num(factor), u))
    assert bundle.judged("claim", eq(function(u), function(u)), PLAIN).accepted is (factor[0] != "-")


# --- derivatives that exist by hypothesis ---------------------------------------------------------------------


def exists(bundle, derivative):
    return bundle.judged("step", eq(derivative, derivative), PLAIN).accepted


def differentiable(bundle, function, times):
    bundle.add("where", ("differentiable", function, num(times)))


def test_a_function_has_as_many_derivatives_as_is_supposed():
    bundle = Bundle(t)
    differentiable(bundle, y, 2)
    assert exists(bundle, D(D(y, t), t))
    assert not exists(bundle, D(D(D(y, t), t), t))
    assert not exists(bundle, D(app("f", t), t))
    assert not exists(bundle, D(app("y", t, t), t))


def test_mixed_derivatives_count_together():
    bundle = Bundle()
    differentiable(bundle, app("f", t, u), 2)
    for orders, is_there in (((1, 1), True), ((2, 0), True), ((0, 2), True), ((2, 1), False), ((0, 3), False)):
        assert exists(bundle, ("app", "f", orders, (t, u))) is is_there, orders
    assert not exists(bundle, ("app", "f", (1,), (t,)))


def test_where_an_argument_varies_the_derivative_exists_there():
    """And at the point of its interval; where the argument is any number, everywhere."""
    at_a, at_one, at_two = (("app", "y", (1,), (p,)) for p in (a, ONE, TWO))
    bundle = Bundle(("interval", t, ONE), u)
    differentiable(bundle, y, 1)
    assert exists(bundle, D(y, t))
    assert exists(bundle, at_one)
    assert not exists(bundle, at_two)
    assert not exists(bundle, at_a)
    assert not exists(bundle, D(app("y", u), u))
    anywhere = Bundle()
    differentiable(anywhere, app("y", b), 1)
    assert exists(anywhere, at_a)
    assert exists(anywhere, at_two)


def test_every_argument_has_to_vary_as_supposed():
    bundle = Bundle(t, u)
    differentiable(bundle, app("f", t, u), 1)
    assert exists(bundle, ("app", "f", (1, 0), (t, u)))
    for arguments in ((u, t), (t, a), (a, u), (t, t)):
        assert not exists(bundle, ("app", "f", (1, 0), arguments)), arguments


def test_what_exists_for_every_channel_exists_for_each_and_not_the_other_way_round():
    def slope(vector, index):
        return ("app", "y", (1,), (("coord", vector, index),))

    every, one = Bundle(("vector", "x")), Bundle(("vector", "x"))
    every.given(slope("x", "*1"), ONE)
    one.given(slope("x", "i"), ONE)
    assert exists(every, slope("x", "i"))
    assert not exists(every, slope("w", "i"))
    assert not exists(every, ("app", "y", (1,), (t,)))
    assert exists(one, slope("x", "i"))
    assert not exists(one, slope("x", "j"))
    assert not exists(one, ("app", "y", (2,), (x("i"),)))
    assert not exists(one, ("app", "f", (1,), (x("i"),)))


def test_the_sign_of_a_quotient_is_not_that_of_its_numerator():
    for relation, function in ((">", log), (">=", root)):
        bundle = Bundle()
        bundle.where("!=", b)
        n = bundle.add("where", ({">": "gt", ">=": "ge"}[relation], div(a, b), ZERO))
        condition = (relation, div(a, b), hyp(n))
        bundle.rejects(NOT_KNOWN, eq(function(a), function(a)), PLAIN, [condition])


def test_the_point_of_the_interval_of_another_variable_is_another():
    bundle = Bundle(("interval", t, ONE), ("interval", u, TWO))
    differentiable(bundle, y, 1)
    assert exists(bundle, ("app", "y", (1,), (ONE,)))
    assert not exists(bundle, ("app", "y", (1,), (TWO,)))


def test_a_function_of_two_arguments_is_not_the_one_of_that_name_of_one():
    bundle = Bundle(t, u)
    bundle.given(D(y, t), ONE)
    assert not exists(bundle, ("app", "y", (1, 0), (t, u)))
    assert not exists(bundle, ("app", "y", (0, 1), (t, u)))


def test_a_symbol_does_not_vary_because_a_vector_of_its_name_does():
    named = ("sym", "x")
    bundle = Bundle(("vector", "x"))
    n = bundle.given(named, ZERO)
    bundle.rejects("does not let vary", eq(ONE, ZERO), identity((("deriv", use(n), named), ONE)))


def test_two_antiderivatives_of_one_function_may_differ():
    bundle = Bundle(t)
    f, g = app("f", t), app("g", t)
    for function in (f, g):
        bundle.add("given", eq(D(function, t), D(function, t)))
    n, m = bundle.given(f, integral(t, t)), bundle.given(g, integral(t, t))
    bundle.rejects("the two sides differ", eq(f, g), identity((use(n), ONE), (use(m), num(-1))))
    bundle.accepts(eq(D(f, t), D(g, t)), identity((use(n), ONE), (use(m), num(-1))))


def test_an_equation_of_antiderivatives_is_not_supposed_at_a_point():
    bundle = Bundle(t)
    f = app("f", t)
    bundle.add("given", eq(D(f, t), D(f, t)))
    n = bundle.suppose(eq(f, integral(t, t)))
    reason = "a step that needs an equation to hold everywhere rests on a supposition"
    bundle.refused(reason, "step", eq(D(f, t), t), identity((use(n), ONE)))
