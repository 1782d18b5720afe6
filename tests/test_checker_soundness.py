"""False theorems that a checker of ours once accepted, or might: each has to be rejected."""

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

FALSE = eq(ONE, ZERO)


def refuses(bundle, statement=FALSE, proof=("identity", ("ident", (), None)), defined=()):
    """The claim, or something before it, is rejected."""
    judgement = bundle.judged("claim", statement, proof, defined)
    assert not judgement.accepted


def tries(bundle, role, statement, proof=("identity", ("ident", (), None)), defined=()):
    """An entry that may be accepted or not; its number."""
    bundle.judged(role, statement, proof, defined)
    return len(bundle.entries) - 1


# --- sums over channels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [num(-1), a, sub(ZERO, C), C])
def test_a_sign_from_a_sum_over_what_is_no_number_of_channels(dimension):
    for witness in (("sum", "*1", dimension, ("num", "1")), ("sum", "*1", (), dimension, ("num", "1"))):
        refuses(Bundle(), ("ge", dimension, ZERO), sign(witness))
    for relation in (("sum", 0, "i", dimension, ONE), ("sum", 0, "i", ONE)):
        bundle = Bundle()
        tries(bundle, "step", eq(ONE, ONE))
        refuses(bundle, eq(dimension, ZERO), identity((relation, ONE)))


def test_the_number_of_channels_is_put_to_one():
    refuses(Bundle(), eq(at(total(x("k")), C, ONE), total(x("k"))))
    refuses(Bundle(), eq(at(total(x("k")), C, ONE), x("i")))
    refuses(Bundle(C), eq(D(total(x("k")), C), ZERO))
    refuses(Bundle(), eq(D(total(ONE), C), ONE))


def test_sums_over_the_channels_of_two_vectors():
    """i = 3 is a channel of the first of two vectors with 3 and 2 channels, not of the second."""
    N = sym("N")
    refuses(Bundle(), eq(total(delta("k", "i"), dimension=N), total(delta("k", "i"))))
    bundle = Bundle()
    tries(bundle, "step", eq(total(delta("k", "i")), ONE))
    refuses(bundle, eq(total(delta("k", "i"), dimension=N), ONE))


def test_two_excluded_channels_may_be_one():
    refuses(Bundle(), eq(total(ONE, "k", "i", "j"), sub(C, TWO)))
    refuses(Bundle(), eq(total(x("k"), "k", "i", "j"), sub(total(x("k")), add(x("i"), x("j")))))
    refuses(Bundle(), eq(total(ONE, "k", "i", "i"), sub(C, TWO)))
    Bundle().accepts(eq(total(ONE, "k", "i", "i"), sub(C, ONE)))


def test_a_sum_may_hold_no_term():
    """All channels but one: there may be none."""
    bundle = Bundle()
    bundle.where(">", x("*1"))
    refuses(bundle, ("gt", total(x("k"), "k", "i"), ZERO), sign(("sum", "*1", ("i",), hyp(0))))
    refuses(bundle, ("gt", total(x("k")), ZERO), sign(("sum", "*1", (), hyp(0))))


def test_a_value_for_one_coordinate_leaves_the_others():
    """Where i and j are one channel, x_j is moved with x_i."""
    refuses(Bundle(), eq(at(x("j"), x("i"), ZERO), x("j")))
    refuses(Bundle(), eq(at(exp(mul(x("i"), x("j"))), x("i"), ZERO), ONE))
    refuses(Bundle(), eq(at(total(x("k")), x("i"), ZERO), total(x("k"))))
    refuses(Bundle(), eq(at(root(total(power(x("k"), 2))), x("i"), ZERO), root(total(power(x("k"), 2)))))
    Bundle().accepts(eq(at(add(power(x("i"), 2), w("j")), x("i"), TWO), add(num(4), w("j"))))


def test_an_index_is_captured():
    refuses(Bundle(), eq(total(mul(x("i"), x("k")), "i"), mul(x("i"), total(x("k")))))
    refuses(Bundle(), eq(total(x("i"), "k"), total(x("k"), "k")))
    refuses(Bundle(), eq(total(total(x("k"), "k"), "k"), total(x("k"))))
    refuses(Bundle(), eq(D(total(x("i"), "i"), x("i")), C))
    refuses(Bundle(), eq(total(D(total(x("k")), x("k"))), ONE))
    refuses(Bundle(), eq(at(total(mul(t, x("k"))), t, x("k")), total(power(x("k"), 2))))
    bundle = Bundle()
    bundle.accepts(eq(at(total(mul(t, x("k"))), t, x("k")), mul(x("k"), total(x("l"), "l"))))
    bundle.accepts(eq(total(D(total(x("k")), x("k"))), C))


# --- every channel --------------------------------------------------------------------------------------------


def test_a_condition_for_every_pair_of_channels():
    """x_k + w_k does not vanish in any channel; x_k + w_l may."""
    bundle = Bundle()
    bundle.where("!=", add(x("*1"), w("*1")))
    star, bound = add(x("k"), w("*1")), add(x("k"), t)
    refuses(bundle, eq(total(div(star, star)), C))
    refuses(bundle, eq(total(at(total(div(bound, bound)), t, w("l")), "l"), power(C, 2)))
    refuses(bundle, eq(total(total(div(add(x("k"), w("l")), add(x("k"), w("l")))), "l"), power(C, 2)))
    pairs = Bundle()
    pairs.where("!=", add(x("*2"), w("*1")))
    pairs.accepts(eq(total(total(div(add(x("k"), w("l")), add(x("k"), w("l")))), "l"), power(C, 2)))


def test_a_condition_under_a_sum_is_due_at_the_point():
    bundle = Bundle()
    bundle.where(">", x("*1"))
    bundle.where("!=", C)
    refuses(bundle, eq(total(at(div(x("k"), x("k")), x("k"), ZERO)), C))
    refuses(bundle, eq(total(at(power(root(x("k")), 2), x("k"), num(-1))), neg(C)))
    logarithms = div(total(at(log(x("k")), x("k"), num(-1))), C)
    refuses(bundle, ("gt", num(-1), ZERO), sign(("exp", logarithms)))


def test_one_constant_for_all_channels():
    bundle = Bundle(t)
    n = bundle.step(eq(D(x("*1"), t), ZERO))
    k = tries(bundle, "constant", eq(c, x("*1")), n)
    proof = identity((("rename", k, "*1", "i"), num(-1)), (("rename", k, "*1", "j"), ONE))
    refuses(bundle, eq(x("i"), x("j")), proof)


def test_a_channel_of_which_a_hypothesis_speaks():
    """sum of w_k x_k = 0 identically as x_i varies: then w_i = 0, and w_j need not be."""
    for along in (x("i"), ("interval", x("i"), ZERO)):
        bundle = Bundle(along)
        n = bundle.given(total(mul(w("k"), x("k"))), ZERO)
        m = bundle.step(eq(w("i"), ZERO), identity((("deriv", use(n), x("i")), ONE)))
        refuses(bundle, eq(w("j"), ZERO), identity((("rename", m, "i", "j"), ONE)))
        refuses(bundle, eq(total(w("k")), ZERO), identity((("sum", m, "i", ONE), ONE)))


def test_an_implication_for_every_channel_is_none_for_each():
    """If all x_k vanish then all w_k do, say. That does not mean that w_k vanishes where x_k does."""
    bundle = Bundle()
    n = bundle.suppose(eq(x("*1"), ZERO))
    refuses(bundle, ("implies", eq(x("*1"), ZERO), eq(mul(t, x("*1")), ZERO)), ("discharge", n, n))


# --- suppositions ---------------------------------------------------------------------------------------------


def test_a_supposition_under_several_statements_at_once():
    bundle = Bundle()
    forgotten, supposed = bundle.suppose(eq(a, ZERO)), bundle.suppose(eq(ONE, ONE))
    shown = bundle.add("step", eq(a, ZERO), identity((use(forgotten), ONE)))
    implication = ("implies", eq(ONE, ONE), eq(a, ZERO))
    inner = ("discharge", supposed, shown)
    refuses(bundle, ("and", implication, eq(ONE, ONE)), ("all", inner, identity()))
    refuses(bundle, ("and", eq(ONE, ONE), implication), ("all", identity(), inner))
    n = tries(bundle, "step", ("and", implication, eq(ONE, ONE)), ("all", inner, identity()))
    refuses(bundle, ("implies", eq(ONE, ONE), ("and", implication, eq(ONE, ONE))), ("discharge", supposed, n))


def test_a_supposition_in_a_lemma():
    bundle = Bundle(("interval", t, ZERO))
    n = bundle.suppose(eq(t, ZERO))
    refuses(bundle, FALSE, identity((("deriv", use(n), t), ONE)))
    m = bundle.add("step", eq(mul(t, t), ZERO), identity((use(n), t)))
    refuses(bundle, eq(mul(TWO, t), ZERO), identity((("deriv", use(m), t), ONE)))
    slope = ident((use(n), num(-1)))
    refuses(bundle, eq(t, ZERO), identity((("linear", power(t, 2), add(t, TWO), t, ZERO, slope, ident()), ONE)))


def test_a_supposition_in_what_makes_a_step_defined():
    bundle = Bundle()
    n = bundle.suppose(("ne", a, ZERO))
    refuses(bundle, eq(div(a, a), ONE), identity(), [("!=", a, hyp(n))])
    refuses(bundle, ("gt", power(a, 2), ZERO), sign(("sq+", hyp(n))))


def test_what_is_shown_before_the_supposition_does_not_rest_on_it():
    bundle = Bundle()
    n = bundle.suppose(eq(a, ZERO))
    m = bundle.suppose(eq(b, ZERO))
    left, right = eq(a, ZERO), eq(b, ZERO)
    refuses(bundle, ("implies", left, right), ("discharge", n, m))
    refuses(bundle, ("iff", left, right), ("discharge", n, m, m, n))


# --- integrals and their constants ----------------------------------------------------------------------------


def test_a_derivative_that_is_zero_up_to_a_constant():
    """D((int 1 dt - t) t) = int 1 dt - t, which is some constant."""
    bundle = Bundle(t)
    own = integral(ONE, t)
    found = []
    for name, g in (("c", mul(sub(own, t), t)), ("d", mul(sub(sub(own, t), ONE), t))):
        n = tries(bundle, "step", eq(D(g, t), ZERO))
        found.append(tries(bundle, "constant", eq(sym(name), g), n))
    refuses(bundle, FALSE, identity((use(found[0]), num(-1)), (use(found[1]), ONE)))


def test_an_integral_that_comes_to_the_surface():
    """r/(1 + r) = s/(r + 2) with r = sqrt(I^2 + 1) is no equation up to a constant."""
    own = integral(ZERO, t)
    square = add(power(own, 2), ONE)
    r = root(square)
    positive = (">", square, ("add", ("sq", own), ("num", "1")))
    below = [("!=", add(ONE, r), ("add", ("num", "1"), ("root", ("known", 0)))),
             ("!=", add(r, TWO), ("add", ("num", "2"), ("root", ("known", 0))))]  # fmt: skip
    bundle = Bundle(t)
    bundle.defined = [positive, *below]
    left, relations = div(r, add(ONE, r)), []
    for s in (a, b):
        n = tries(bundle, "step", eq(left, div(s, add(r, TWO))))
        right = exp(div(s, add(r, TWO)))
        parts = ((1, exp(left), ("exp", left)), (-1, right, ("exp", div(s, add(r, TWO)))))
        relations.append(("log", parts, ident((("exp", n, ONE), exp(neg(div(s, add(r, TWO))))))))
    refuses(bundle, eq(a, b), identity((relations[0], neg(add(r, TWO))), (relations[1], add(r, TWO))))


def test_an_equation_up_to_a_constant_is_not_exact():
    bundle = Bundle(("interval", t, ZERO))
    n, m = bundle.step(eq(integral(ONE, t), t)), bundle.step(eq(integral(ONE, t), add(t, ONE)))
    for relation in (lambda k: use(k), lambda k: ("exp", k, ONE), lambda k: ("constant", k, ZERO)):
        refuses(bundle, FALSE, identity((relation(n), ONE), (relation(m), num(-1))))


def test_an_integral_of_what_holds_at_a_point_only():
    """y' = 0 at a point does not make y a constant."""
    bundle = Bundle(t)
    n = bundle.suppose(eq(D(y, t), ZERO))
    statement = eq(integral(ZERO, t), y)
    m = tries(bundle, "step", statement, identity((use(n), num(-1))))
    refuses(bundle, ("implies", eq(D(y, t), ZERO), statement), ("discharge", n, m))
    bundle = Bundle()
    n = bundle.given(D(y, t), ZERO)
    refuses(bundle, statement, identity((use(n), num(-1))))
    bundle = Bundle(t)
    n = bundle.given(D(y, t), ZERO)
    bundle.accepts(statement, identity((use(n), num(-1))))


def test_a_constant_that_is_no_new_symbol():
    for along in ((t, c), (t, ("interval", c, ZERO)), (("interval", t, c),)):
        bundle = Bundle(*along)
        n = bundle.step(eq(D(ONE, t), ZERO))
        k = tries(bundle, "constant", eq(c, ONE), n)
        refuses(bundle, FALSE, identity((("deriv", use(k), c), ONE)))
    bundle = Bundle(t)
    n = bundle.step(eq(D(ONE, t), ZERO))
    k = bundle.add("constant", eq(c, ONE), n)
    m = tries(bundle, "given", eq(c, TWO), ())
    refuses(bundle, FALSE, identity((use(k), num(-1)), (use(m), ONE)))
    k2 = tries(bundle, "constant", eq(c, TWO), tries(bundle, "step", eq(D(TWO, t), ZERO)))
    refuses(bundle, FALSE, identity((use(k), num(-1)), (use(k2), ONE)))
    refuses(bundle, eq(total(ONE, dimension=c), ONE))


def test_a_constant_along_one_variable():
    bundle = Bundle(t, u)
    n = bundle.step(eq(D(u, t), ZERO))
    k = bundle.add("constant", eq(c, u), n)
    refuses(bundle, FALSE, identity((("deriv", use(k), u), num(-1))))
    refuses(bundle, eq(at(c, u, ZERO), u), identity((use(k), ONE)))
    refuses(bundle, eq(at(exp(c), u, ZERO), exp(u)), identity((("exp", k, ONE), ONE)))  # c = u, and not 0
    refuses(bundle, eq(at(exp(c), u, ZERO), exp(c)))
    m = tries(bundle, "step", eq(D(c, u), ZERO))
    refuses(bundle, FALSE, identity((use(m), ONE)))


# --- intervals ------------------------------------------------------------------------------------------------


def sides(bundle, relation, left):
    """sqrt(t^2)/t has the derivative 0 where t is not 0."""
    bundle.where(relation, left)
    n = len(bundle.entries)
    square = (">", power(t, 2), ("sq+", ("known", 0)))
    bundle.judged("step", eq(D(div(root(power(t, 2)), t), t), ZERO), identity(), [square])
    return n, square


@pytest.mark.parametrize("relation", [">", "!="])
@pytest.mark.parametrize("along", [t, ("interval", t, ONE), ("interval", u, num(-1))])
def test_a_point_beyond_a_gap(relation, along):
    bundle = Bundle(along)
    n, square = sides(bundle, relation, t)
    refuses(bundle, eq(div(root(power(t, 2)), t), num(-1)), identity((("constant", n, num(-1)), ONE)), [square])
    v = add(t, root(power(t, 2)))
    linear = ("linear", v, div(ONE, root(power(t, 2))), t, num(-1), ident(), ident())
    conditions = [square, ("!=", root(power(t, 2)), ("root", ("known", 1)))]
    refuses(bundle, eq(v, ZERO), identity((linear, ONE)), conditions)


def test_a_point_where_the_hypotheses_fail():
    """The interval is said to contain -1, and t > 0 on it: that is contradictory, and nothing follows."""
    bundle = Bundle(("interval", t, num(-1)))
    n, square = sides(bundle, ">", t)
    refuses(bundle, eq(div(root(power(t, 2)), t), num(-1)), identity((("constant", n, num(-1)), ONE)), [square])


def test_what_is_given_restricts_the_interval():
    """sqrt((t + 1)^2) = t + 1 says that t >= -1; y' = 0 there says nothing about y(-5)."""
    bundle = Bundle(t)
    bundle.defined.append((">=", power(add(t, ONE), 2), ("sq", add(t, ONE))))
    bundle.given(root(power(add(t, ONE), 2)), add(t, ONE))
    n = bundle.given(D(y, t), ZERO)
    m = bundle.step(eq(D(y, t), ZERO), identity((use(n), ONE)))
    refuses(bundle, eq(y, app("y", num(-5))), identity((("constant", m, num(-5)), ONE)))


def test_a_hypothesis_that_comes_too_late():
    """y' = 0 is given for t > 0 only, and y(t) = y(-1) does not follow."""
    bundle = Bundle(("interval", t, num(-1)))
    n = bundle.given(D(y, t), ZERO)
    m = bundle.step(eq(D(y, t), ZERO), identity((use(n), ONE)))
    bundle.accepts(eq(y, app("y", num(-1))), identity((("constant", m, num(-1)), ONE)))
    assert not bundle.judged("where", ("gt", t, ZERO)).accepted


def test_no_derivative_at_the_end_of_where_something_is_defined():
    bundle = Bundle()
    bundle.where(">=", t)
    refuses(bundle, eq(D(power(root(t), 2), t), ONE))
    bundle = Bundle()
    bundle.where(">=", neg(power(t, 2)))
    refuses(bundle, eq(D(power(root(neg(power(t, 2))), 2), t), mul(num(-2), t)))


# --- roots, logarithms, exponentials --------------------------------------------------------------------------

BRANCHES = {
    "the root of a square": eq(root(power(a, 2)), a),
    "its other branch": eq(root(power(a, 2)), neg(a)),
    "a square under a product": eq(root(mul(power(a, 2), power(b, 2))), mul(a, b)),
    "the root of a product": eq(root(mul(a, b)), mul(root(a), root(b))),
    "the logarithm of a square": eq(log(power(a, 2)), mul(TWO, log(a))),
    "the logarithm of a product": eq(log(mul(a, b)), add(log(a), log(b))),
    "the exponential of a logarithm": eq(exp(log(a)), a),
    "half a logarithm": eq(exp(div(log(power(a, 2)), TWO)), a),
    "twice half a logarithm": eq(exp(mul(TWO, div(log(a), TWO))), a),
    "one": eq(div(a, a), ONE),
    "zero": eq(div(ZERO, a), ZERO),
    "a root of a negative number": eq(power(root(num(-1)), 2), num(-1)),
    "a root of a negative number, twice": eq(power(root(num(-1)), 4), ONE),
    "the power 0 of what is undefined": eq(power(log(num(-1)), 0), ONE),
    "zero times what is undefined": eq(mul(ZERO, log(a)), ZERO),
    "what cancels": eq(sub(div(ONE, a), div(ONE, a)), ZERO),
    "a root below": eq(div(ONE, root(power(a, 2))), div(ONE, a)),
    "zero below": eq(div(ONE, ZERO), div(ONE, ZERO)),
    "zero below in disguise": eq(div(ONE, sub(exp(add(a, b)), mul(exp(a), exp(b)))), ZERO),
}


@pytest.mark.parametrize("statement", BRANCHES.values(), ids=BRANCHES)
def test_branches_and_divisions(statement):
    """None of these holds for all real numbers; a certificate can add nothing."""
    for conditions in (
        (),
        [(">=", power(a, 2), ("sq", a))],
        [(">=", mul(power(a, 2), power(b, 2)), ("mul", ("sq", a), ("sq", b)))],
    ):
        refuses(Bundle(), statement, identity(), conditions)


def test_squaring_gains_solutions():
    bundle = Bundle()
    n = bundle.given(power(a, 2), power(b, 2))
    refuses(bundle, eq(a, b), identity((use(n), ONE)))
    refuses(bundle, eq(a, b), identity((use(n), div(ONE, add(a, b)))))
    refuses(bundle, eq(a, b), identity((use(n), ONE), times=("is", add(a, b), ("num", "1"), ident())))


def test_dividing_loses_solutions():
    bundle = Bundle()
    n = bundle.given(mul(a, b), mul(a, c))
    refuses(bundle, eq(b, c), identity((use(n), ONE)))
    refuses(bundle, eq(b, c), identity((use(n), div(ONE, a))))
    refuses(bundle, eq(b, c), identity((use(n), power(a, -1))))


def test_a_multiplier_that_is_identically_zero():
    bundle = Bundle()
    zero = sub(a, a)
    for witness in (("sq", zero), ("sq+", ("sq", zero)), ("num", "0"), ("mul", ("num", "0"), ("num", "1")),
                    ("add", ("num", "0"), ("sq", zero)), ("root", ("num", "0")), ("neg", ("num",
                    "0"))):  # fmt: skip
        refuses(bundle, FALSE, identity(times=witness))
        refuses(bundle, FALSE, ("exp", witness, ident()))
