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

from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.forms import Malformed

FALSE = eq(ONE, ZERO)


DIFFER = "the two sides differ"
DOES_NOT_VARY = "a derivative of an equation along a variable that the theorem does not let vary"
EVERYWHERE = "a step that needs an equation to hold everywhere rests on a supposition"
FIXED_CHANNEL = "a hypothesis speaks of i: what is known may not hold for another index"
INTEGRAL_INSIDE = "an indefinite integral may only be a summand of a side"
MAY_DEPEND = "a value put for a variable on which the constant c may depend"
NEVER_DISCHARGED = "a claim stands on a supposition that is never discharged"
NOT_ACCEPTED = "it stands on an entry that was not accepted"
NOT_CONTAINED = "the theorem does not say that the interval of the variable contains the point"
NO_INTERVAL = "needs an interval that the theorem lets the variable range over"
NO_VARIABLE = "the number of channels is no variable"
ONLY_SUPPOSED = "what is only supposed cannot be differentiated, summed or carried elsewhere"
OPEN = "a condition of being defined is not established"
OTHER_CHANNELS = "sums run over the channels of one vector, and their number is a symbol that is fixed"
OTHER_COORDINATE = "a value put for a coordinate that stands under a sum, or has another index"
OTHER_VARIABLE = "a derivative of the constant c along another variable than its own"
SPOKEN_OF = "c is introduced as a constant but was spoken of before"


# --- sums over channels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [num(-1), a, sub(ZERO, C)])
def test_a_sign_from_a_sum_over_what_is_no_number_of_channels(dimension):
    bundle = Bundle()
    ones = sign(("sum", "*1", (), ("num", "1")))
    bundle.rejects("a sum where no statement has named the number of channels", ("ge", dimension, ZERO), ones)
    n = bundle.step(eq(total(ONE), C))
    bundle.accepts(("ge", C, ZERO), ones)
    bundle.rejects("it is of another quantity", ("ge", dimension, ZERO), ones)
    bundle.rejects(OTHER_CHANNELS, ("ge", total(ONE, dimension=dimension), ZERO), ones)
    bundle.rejects(DIFFER, eq(dimension, ZERO), identity((("sum", n, "i", ONE), ONE)))


def test_the_number_of_channels_is_put_to_one():
    Bundle().rejects(NO_VARIABLE, eq(at(total(x("k")), C, ONE), total(x("k"))))
    Bundle().rejects(NO_VARIABLE, eq(at(total(x("k")), C, ONE), x("i")))
    Bundle(C).rejects(OTHER_CHANNELS, eq(D(total(x("k")), C), ZERO))
    Bundle().rejects(NO_VARIABLE, eq(D(total(ONE), C), ONE))


def test_sums_over_the_channels_of_two_vectors():
    """i = 3 is a channel of the first of two vectors with 3 and 2 channels, not of the second."""
    N = sym("N")
    Bundle().rejects(OTHER_CHANNELS, eq(total(delta("k", "i"), dimension=N), total(delta("k", "i"))))
    bundle = Bundle()
    bundle.step(eq(total(delta("k", "i")), ONE))
    bundle.rejects(OTHER_CHANNELS, eq(total(delta("k", "i"), dimension=N), ONE))


def test_two_excluded_channels_may_be_one():
    Bundle().rejects(DIFFER, eq(total(ONE, "k", "i", "j"), sub(C, TWO)))
    Bundle().rejects(DIFFER, eq(total(x("k"), "k", "i", "j"), sub(total(x("k")), add(x("i"), x("j")))))
    Bundle().rejects(DIFFER, eq(total(ONE, "k", "i", "i"), sub(C, TWO)))
    Bundle().accepts(eq(total(ONE, "k", "i", "i"), sub(C, ONE)))


def test_a_sum_may_hold_no_term():
    """All channels but one: there may be none."""
    bundle = Bundle()
    bundle.where(">", x("*1"))
    witness = ("sum", "*1", ("i",), hyp(0))
    bundle.rejects("to be > 0: it shows >= 0", ("gt", total(x("k"), "k", "i"), ZERO), sign(witness))
    bundle.accepts(("gt", total(x("k")), ZERO), sign(("sum", "*1", (), hyp(0))))


def test_a_value_for_one_coordinate_leaves_the_others():
    """Where i and j are one channel, x_j is moved with x_i."""
    Bundle().rejects(OTHER_COORDINATE, eq(at(x("j"), x("i"), ZERO), x("j")))
    Bundle().rejects(OTHER_COORDINATE, eq(at(exp(mul(x("i"), x("j"))), x("i"), ZERO), ONE))
    Bundle().rejects(OTHER_COORDINATE, eq(at(total(x("k")), x("i"), ZERO), total(x("k"))))
    length = root(total(power(x("k"), 2)))
    Bundle().rejects(OTHER_COORDINATE, eq(at(length, x("i"), ZERO), length))
    Bundle().accepts(eq(at(add(power(x("i"), 2), w("j")), x("i"), TWO), add(num(4), w("j"))))


def test_an_index_is_captured():
    Bundle().rejects(DIFFER, eq(total(mul(x("i"), x("k")), "i"), mul(x("i"), total(x("k")))))
    Bundle().rejects(DIFFER, eq(total(x("i"), "k"), total(x("k"), "k")))
    Bundle().rejects(DIFFER, eq(total(total(x("k"), "k"), "k"), total(x("k"))))
    Bundle().rejects(DIFFER, eq(D(total(x("i"), "i"), x("i")), C))
    Bundle().rejects(DIFFER, eq(total(D(total(x("k")), x("k"))), ONE))
    Bundle().rejects(DIFFER, eq(at(total(mul(t, x("k"))), t, x("k")), total(power(x("k"), 2))))
    bundle = Bundle()
    bundle.accepts(eq(at(total(mul(t, x("k"))), t, x("k")), mul(x("k"), total(x("l"), "l"))))
    bundle.accepts(eq(total(D(total(x("k")), x("k"))), C))


# --- every channel --------------------------------------------------------------------------------------------


def test_a_condition_for_every_pair_of_channels():
    """x_k + w_k does not vanish in any channel; x_k + w_l may."""
    bundle = Bundle()
    bundle.where("!=", add(x("*1"), w("*1")))
    star, bound = add(x("k"), w("*1")), add(x("k"), t)
    bundle.rejects(OPEN, eq(total(div(star, star)), C))
    bundle.rejects(OPEN, eq(total(at(total(div(bound, bound)), t, w("l")), "l"), power(C, 2)))
    bundle.rejects(OPEN, eq(total(total(div(add(x("k"), w("l")), add(x("k"), w("l")))), "l"), power(C, 2)))
    pairs = Bundle()
    pairs.where("!=", add(x("*2"), w("*1")))
    pairs.accepts(eq(total(total(div(add(x("k"), w("l")), add(x("k"), w("l")))), "l"), power(C, 2)))


def test_a_condition_under_a_sum_is_due_at_the_point():
    bundle = Bundle()
    bundle.where(">", x("*1"))
    bundle.where("!=", C)
    bundle.step(eq(total(ONE), C))
    bundle.rejects(OPEN, eq(total(at(div(x("k"), x("k")), x("k"), ZERO)), C))
    bundle.rejects(OPEN, eq(total(at(power(root(x("k")), 2), x("k"), num(-1))), neg(C)))
    logarithms = div(total(at(log(x("k")), x("k"), num(-1))), C)
    bundle.rejects(OPEN, ("gt", num(-1), ZERO), sign(("exp", logarithms)))


def test_one_constant_for_all_channels():
    bundle = Bundle(t)
    n = bundle.step(eq(D(x("*1"), t), ZERO))
    k = bundle.refused("one constant for every channel: introduce it for one", "constant", eq(c, x("*1")), n)
    proof = identity((("rename", k, "*1", "i"), num(-1)), (("rename", k, "*1", "j"), ONE))
    bundle.rejects(NOT_ACCEPTED, eq(x("i"), x("j")), proof)


def test_a_channel_of_which_a_hypothesis_speaks():
    """sum of w_k x_k = 0 identically as x_i varies: then w_i = 0, and w_j need not be."""
    for along in (x("i"), ("interval", x("i"), ZERO)):
        bundle = Bundle(along)
        n = bundle.given(total(mul(w("k"), x("k"))), ZERO)
        m = bundle.step(eq(w("i"), ZERO), identity((("deriv", use(n), x("i")), ONE)))
        bundle.rejects(FIXED_CHANNEL, eq(w("j"), ZERO), identity((("rename", m, "i", "j"), ONE)))
        bundle.rejects(FIXED_CHANNEL, eq(total(w("k")), ZERO), identity((("sum", m, "i", ONE), ONE)))


def test_an_implication_for_every_channel_is_none_for_each():
    """If all x_k vanish then all w_k do, say. That does not mean that w_k vanishes where x_k does."""
    bundle = Bundle()
    n = bundle.suppose(eq(x("*1"), ZERO))
    implication = ("implies", eq(x("*1"), ZERO), eq(mul(t, x("*1")), ZERO))
    bundle.rejects("an implication about every channel: say which channel", implication, ("discharge", n, n))


# --- suppositions ---------------------------------------------------------------------------------------------


def test_a_supposition_under_several_statements_at_once():
    bundle = Bundle()
    forgotten, supposed = bundle.suppose(eq(a, ZERO)), bundle.suppose(eq(ONE, ONE))
    shown = bundle.add("step", eq(a, ZERO), identity((use(forgotten), ONE)))
    implication = ("implies", eq(ONE, ONE), eq(a, ZERO))
    inner = ("discharge", supposed, shown)
    bundle.rejects(NEVER_DISCHARGED, ("and", implication, eq(ONE, ONE)), ("all", inner, identity()))
    bundle.rejects(NEVER_DISCHARGED, ("and", eq(ONE, ONE), implication), ("all", identity(), inner))
    n = bundle.add("step", ("and", implication, eq(ONE, ONE)), ("all", inner, identity()))
    both = ("implies", eq(ONE, ONE), ("and", implication, eq(ONE, ONE)))
    bundle.rejects(NEVER_DISCHARGED, both, ("discharge", supposed, n))


def test_the_point_of_an_interval_counts_the_channels_as_well():
    """What a sum there runs to does not vary, and is that to which the sums of the theorem run."""
    slope, why = eq(D(power(C, 2), C), mul(TWO, C)), "their number is a symbol that is fixed"
    Bundle(C).accepts(slope)
    Bundle(C, ("interval", t, total(ONE))).rejects(why, slope)
    Bundle(a, ("interval", t, total(ONE))).accepts(eq(total(ONE), C))
    other = ("sum", "k", a, (), ONE)
    Bundle(("interval", t, other)).rejects(why, eq(total(ONE), C))


def test_what_one_of_several_discharges_leaves_is_left():
    """2 a = 0 <=> a = 0, where one of the two directions was shown from something else that is supposed as well."""
    bundle = Bundle()
    other = bundle.suppose(eq(b, ZERO))
    left, right = eq(a, ZERO), eq(mul(TWO, a), ZERO)
    n, m = bundle.suppose(left), bundle.suppose(right)
    there = bundle.add("step", right, identity((use(n), TWO)))
    back = bundle.add("step", left, identity((use(m), num("1/2"))))
    loosely = bundle.add("step", right, identity((use(n), sub(TWO, b)), (use(other), a)))
    loosely_back = bundle.add("step", left, identity((use(m), num("1/2")), (use(other), b), (use(other), neg(b))))
    bundle.accepts(("iff", left, right), ("discharge", n, there, m, back))
    for a_way, a_way_back in ((loosely, back), (there, loosely_back), (loosely, loosely_back)):
        bundle.rejects(NEVER_DISCHARGED, ("iff", left, right), ("discharge", n, a_way, m, a_way_back))
    one, two = ("implies", left, right), ("implies", right, left)
    for first, second in ((loosely, back), (there, loosely_back)):
        proofs = ("all", ("discharge", n, first), ("discharge", m, second))
        bundle.rejects(NEVER_DISCHARGED, ("and", one, two), proofs)


def test_a_supposition_in_a_lemma():
    bundle = Bundle(("interval", t, ZERO))
    n = bundle.suppose(eq(t, ZERO))
    bundle.rejects(ONLY_SUPPOSED, FALSE, identity((("deriv", use(n), t), ONE)))
    m = bundle.add("step", eq(mul(t, t), ZERO), identity((use(n), t)))
    bundle.rejects(ONLY_SUPPOSED, eq(mul(TWO, t), ZERO), identity((("deriv", use(m), t), ONE)))
    slope = ident((use(n), sub(TWO, add(mul(TWO, t), power(t, 2)))))
    linear = ("linear", power(t, 2), add(t, TWO), t, ZERO, slope, ident())
    bundle.rejects(EVERYWHERE, eq(power(t, 2), ZERO), identity((linear, ONE)))


def test_a_supposition_in_what_makes_a_step_defined():
    bundle = Bundle()
    n = bundle.suppose(("ne", a, ZERO))
    bundle.rejects(NEVER_DISCHARGED, eq(div(a, a), ONE), identity(), [("!=", a, hyp(n))])
    bundle.rejects(NEVER_DISCHARGED, ("gt", power(a, 2), ZERO), sign(("sq+", hyp(n))))


def test_what_is_shown_before_the_supposition_does_not_rest_on_it():
    bundle = Bundle()
    n = bundle.suppose(eq(a, ZERO))
    m = bundle.suppose(eq(b, ZERO))
    left, right = eq(a, ZERO), eq(b, ZERO)
    bundle.rejects(NEVER_DISCHARGED, ("implies", left, right), ("discharge", n, m))
    bundle.rejects(NEVER_DISCHARGED, ("iff", left, right), ("discharge", n, m, m, n))


# --- integrals and their constants ----------------------------------------------------------------------------


def test_a_derivative_that_is_zero_up_to_a_constant():
    """D((int 1 dt - t) t) = int 1 dt - t, which is some constant."""
    bundle = Bundle(t)
    own = integral(ONE, t)
    found = []
    for name, g in (("c", mul(sub(own, t), t)), ("d", mul(sub(sub(own, t), ONE), t))):
        n = bundle.step(eq(D(g, t), ZERO))
        found.append(bundle.refused(INTEGRAL_INSIDE, "constant", eq(sym(name), g), n))
    bundle.rejects(INTEGRAL_INSIDE, FALSE, identity((use(found[0]), num(-1)), (use(found[1]), ONE)))


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
        n = bundle.refused(INTEGRAL_INSIDE, "step", eq(left, div(s, add(r, TWO))))
        right = exp(div(s, add(r, TWO)))
        parts = ((1, exp(left), ("exp", left)), (-1, right, ("exp", div(s, add(r, TWO)))))
        relations.append(("log", parts, ident((("exp", n, ONE), exp(neg(div(s, add(r, TWO))))))))
    bundle.rejects(INTEGRAL_INSIDE, eq(a, b), identity((relations[0], neg(add(r, TWO))), (relations[1], add(r, TWO))))


def test_an_equation_up_to_a_constant_is_not_exact():
    bundle = Bundle(("interval", t, ZERO))
    n, m = bundle.step(eq(integral(ONE, t), t)), bundle.step(eq(integral(ONE, t), add(t, ONE)))
    for relation, reason in (
        (lambda k: use(k), DIFFER),
        (lambda k: ("exp", k, ONE), INTEGRAL_INSIDE),
        (lambda k: ("constant", k, ZERO), "an equation dg/dx = 0 is needed here"),
    ):
        bundle.rejects(reason, FALSE, identity((relation(m), ONE), (relation(n), num(-1))))


def test_an_integral_of_what_holds_at_a_point_only():
    """y' = 0 at a point does not make y a constant."""
    bundle = Bundle(t)
    bundle.add("where", differentiable(y))
    n = bundle.suppose(eq(D(y, t), ZERO))
    statement = eq(integral(ZERO, t), y)
    m = bundle.refused(EVERYWHERE, "step", statement, identity((use(n), num(-1))))
    bundle.rejects(NOT_ACCEPTED, ("implies", eq(D(y, t), ZERO), statement), ("discharge", n, m))
    bundle = Bundle()
    n = bundle.given(D(y, t), ZERO)
    bundle.rejects(NO_INTERVAL, statement, identity((use(n), num(-1))))
    bundle = Bundle(t)
    n = bundle.given(D(y, t), ZERO)
    bundle.accepts(statement, identity((use(n), num(-1))))


def test_a_constant_that_is_no_new_symbol():
    for along, reason in (
        ((t, c), NOT_ACCEPTED),
        ((t, ("interval", c, ZERO)), NOT_ACCEPTED),
        ((("interval", t, c),), DOES_NOT_VARY),
    ):
        bundle = Bundle(*along)
        n = bundle.step(eq(D(ONE, t), ZERO))
        k = bundle.refused(SPOKEN_OF, "constant", eq(c, ONE), n)
        bundle.rejects(reason, FALSE, identity((("deriv", use(k), c), ONE)))
    bundle = Bundle(t)
    n = bundle.step(eq(D(ONE, t), ZERO))
    k = bundle.add("constant", eq(c, ONE), n)
    m = bundle.refused("what is given cannot speak of a constant of integration", "given", eq(c, TWO))
    bundle.rejects(NOT_ACCEPTED, FALSE, identity((use(k), ONE), (use(m), num(-1))))
    two = bundle.step(eq(D(TWO, t), ZERO))
    m = bundle.refused(SPOKEN_OF, "constant", eq(c, TWO), two)
    bundle.rejects(NOT_ACCEPTED, FALSE, identity((use(k), ONE), (use(m), num(-1))))
    bundle.rejects(OTHER_CHANNELS, eq(total(ONE, dimension=c), ONE))


def test_a_constant_along_one_variable():
    bundle = Bundle(t, u)
    n = bundle.step(eq(D(u, t), ZERO))
    k = bundle.add("constant", eq(c, u), n)
    bundle.rejects(OTHER_VARIABLE, FALSE, identity((("deriv", use(k), u), num(-1))))
    bundle.rejects(MAY_DEPEND, eq(at(c, u, ZERO), u), identity((use(k), ONE)))
    bundle.rejects(MAY_DEPEND, eq(at(exp(c), u, ZERO), exp(u)), identity((("exp", k, ONE), ONE)))  # c = u, and not 0
    bundle.rejects(MAY_DEPEND, eq(at(exp(c), u, ZERO), exp(c)))
    m = bundle.refused(OTHER_VARIABLE, "step", eq(D(c, u), ZERO))
    bundle.rejects(OTHER_VARIABLE, FALSE, identity((use(m), ONE)))


# --- derivatives that exist -----------------------------------------------------------------------------------

PRIME, SECOND = app("y", t, orders=(1,)), app("y", t, orders=(2,))


def chain(f, v):
    """d(f^2)/dv = 2 f df/dv: it has a value where f is differentiable."""
    return eq(D(power(f, 2), v), mul(TWO, f, D(f, v)))


def smooth(*functions, along=(t,), times=1):
    """A bundle with functions that are differentiable so many times."""
    bundle = Bundle(*along)
    for f in functions:
        bundle.add("where", differentiable(f, times))
    return bundle


@pytest.mark.parametrize("times", [1, 2, 3])
def test_smoothness_that_nothing_says(times):
    """t y' = 2 y is solved by t |t|, which has no second derivative at 0."""
    bundle = smooth(y, times=times)
    n = bundle.given(mul(t, PRIME), mul(TWO, y))
    relation = use(n)
    for _ in range(times):
        relation = ("deriv", relation, t)
    derivative = app("y", t, orders=(times + 1,))
    bundle.rejects(OPEN, eq(derivative, derivative))
    bundle.rejects(OPEN, eq(mul(t, PRIME), mul(TWO, y)), identity((use(n), ONE), (relation, ZERO)))
    bundle.rejects(OPEN, eq(y, y), identity(), [("solved", n, PRIME)])


def test_a_function_of_which_nothing_is_known():
    for f, v in ((y, t), (app("y", x("i")), x("i")), (app("f", t, u), u)):
        for along in ((), f[3]):
            Bundle(*along).rejects(OPEN, chain(f, v))
            Bundle(*along).rejects(OPEN, eq(sub(D(f, v), D(f, v)), ZERO))
            Bundle(*along).rejects(OPEN, eq(mul(ZERO, D(f, v)), ZERO))
            smooth(f, along=along).accepts(chain(f, v))


FOR_EVERY_NUMBER = "a symbol that stands for every number stands once, and nothing else is supposed of it"
ALL_OR_NONE = "the arguments of a differentiable function all vary, or all stand for every number"
BY_ITSELF = "that a function is differentiable is a hypothesis by itself"


def test_differentiable_for_every_number():
    """Then it is at any argument, and in every channel."""
    bundle = smooth(app("y", u), app("f", u, a), along=(("interval", t, ZERO),))
    for argument in (t, mul(TWO, t), power(t, 2), add(x("i"), t), app("z", ZERO)):
        bundle.accepts(chain(app("y", add(argument, t)), t))
        bundle.accepts(chain(app("f", t, argument), t) if argument[0] != "app" else chain(app("f", argument, t), t))


@pytest.mark.parametrize(
    "other",
    [("gt", u, ZERO), ("ne", mul(u, a), ONE), ("le", total(mul(u, x("k"))), ZERO), ("ge", a, app("z", u))],
    ids=repr,
)
@pytest.mark.parametrize("function", [app("y", u), app("f", u, b)], ids=repr)
def test_a_function_on_part_of_the_numbers(function, other):
    """y = |t| is differentiable at every u > 0, and not at 0."""
    bundle = Bundle()
    bundle.add("where", other)
    assert FOR_EVERY_NUMBER in bundle.judged("where", differentiable(function)).reason
    bundle.rejects("not accepted", chain(app("y", t), t) if function[1] == "y" else chain(app("f", t, b), t))
    bundle = smooth(function, along=())
    assert FOR_EVERY_NUMBER in bundle.judged("where", other).reason
    assert FOR_EVERY_NUMBER in bundle.judged("given", other).reason


def test_nothing_else_is_supposed_of_what_stands_for_every_number():
    bundle = smooth(app("y", u))
    assert FOR_EVERY_NUMBER in bundle.judged("given", eq(u, ONE)).reason
    assert FOR_EVERY_NUMBER in bundle.judged("given", eq(app("y", u), ZERO)).reason
    n = bundle.step(eq(D(u, t), ZERO))
    assert FOR_EVERY_NUMBER in bundle.judged("constant", eq(c, u), n).reason
    bundle = Bundle(("interval", t, u))
    bundle.where(">", t)
    assert FOR_EVERY_NUMBER in bundle.judged("where", differentiable(app("y", u))).reason
    bundle = Bundle()
    bundle.where("!=", total(x("k")))
    assert FOR_EVERY_NUMBER in bundle.judged("where", differentiable(app("y", C))).reason
    bundle = smooth(app("y", C), along=())
    bundle.rejects("their number is a symbol that is fixed", eq(add(D(y, t), total(ONE)), add(C, D(y, t))))
    bundle = smooth(app("y", u), app("z", u), app("f", u, a))
    bundle.accepts(chain(mul(y, app("z", power(t, 2))), t))


def test_a_function_on_its_diagonal():
    """|t - u - 1| is differentiable where t = u, and not where t = u + 1."""
    assert FOR_EVERY_NUMBER in Bundle().judged("where", differentiable(app("f", u, u))).reason
    bundle = smooth(app("f", t, t), along=(("interval", t, ZERO),))
    bundle.accepts(chain(app("f", t, t), t))
    for other in (ZERO, a, u, neg(t)):
        bundle.rejects(OPEN, chain(app("f", t, other), t))
    bundle.rejects(OPEN, eq(app("f", t, ZERO, orders=(1, 0)), app("f", t, ZERO, orders=(1, 0))))
    at_zero = eq(at(D(app("f", t, t), t), t, ZERO), add(*(app("f", ZERO, ZERO, orders=o) for o in ((1, 0), (0, 1)))))
    bundle.rejects(OPEN, at_zero)


@pytest.mark.parametrize(
    ("function", "along"),
    [
        (app("f", t, u), (t,)),
        (app("f", u, t), (("interval", t, ZERO),)),
        (app("f", x("i"), u), ()),
        (app("f", x("*1"), u), (t,)),
        (app("f", x("i"), x("j"), t), (x("i"),)),
    ],
    ids=repr,
)
def test_some_arguments_vary_and_some_do_not(function, along):
    assert ALL_OR_NONE in Bundle(*along).judged("where", differentiable(function)).reason
    assert Bundle(t, u).judged("where", differentiable(app("f", x("i"), u))).accepted


def test_one_channel_for_all_arguments():
    """f(x_k, w_k) for every k: where every x_k exceeds w_k, |t - u| is; f(x_i, w_j) may not be."""
    def pair(i, j):
        return app("f", x(i), w(j))

    bundle = smooth(pair("*1", "*1"), along=())
    bundle.accepts(chain(pair("i", "i"), x("i")))
    bundle.accepts(eq(total(sub(D(pair("k", "k"), w("k")), D(pair("k", "k"), w("k")))), ZERO))
    for i, j in (("i", "j"), ("j", "i"), ("*1", "*2"), ("i", "*1")):
        bundle.rejects(OPEN, chain(pair(i, j), x(i)))
    bundle.rejects(OPEN, chain(app("f", w("i"), x("i")), x("i")))
    smooth(pair("*1", "*2"), along=()).accepts(chain(pair("i", "j"), x("i")))
    smooth(pair("i", "j"), along=()).rejects(OPEN, chain(pair("j", "i"), x("j")))


SMOOTH = differentiable(app("y", u))


@pytest.mark.parametrize("role", ["given", "suppose", "step", "claim"])
def test_differentiable_is_a_hypothesis_by_itself(role):
    assert BY_ITSELF in Bundle(t).judged(role, SMOOTH, identity()).reason
    for statement in (("implies", ("gt", a, ZERO), SMOOTH), ("or", SMOOTH, eq(a, ZERO)), ("iff", SMOOTH, SMOOTH),
                      ("and", eq(ONE, ONE), SMOOTH), ("and", eq(ONE, ONE), ("or", SMOOTH, SMOOTH))):  # fmt: skip
        for each in (role, "where"):
            Bundle(t).refused(BY_ITSELF, each, statement)


@pytest.mark.parametrize("relation", ["eq", "ne", "lt", "le", "gt", "ge"])
def test_no_relation_is_between_what_says_that_a_function_is_differentiable(relation):
    """So nobody has to look for it there."""
    for statement in ((relation, SMOOTH, ZERO), (relation, ZERO, ("neg", SMOOTH))):
        with pytest.raises(Malformed, match="is not an expression"):
            Bundle(t).judged("given", statement)


@pytest.mark.parametrize("along", [(), (t,), (("interval", t, ZERO),)], ids=repr)
def test_a_function_that_is_supposed_to_be_differentiable(along):
    for supposed in (SMOOTH, differentiable(y)):
        bundle = Bundle(*along)
        n = bundle.refused(BY_ITSELF, "suppose", supposed)
        shown = chain(y, t)
        m = bundle.refused(NOT_ACCEPTED, "step", shown)
        bundle.rejects(BY_ITSELF, ("implies", supposed, shown), ("discharge", n, m))
        bundle.rejects(NOT_ACCEPTED, shown)


@pytest.mark.parametrize("condition", [("gt", t, ZERO), eq(t, ZERO), eq(a, ZERO), ("ne", y, ZERO)], ids=repr)
@pytest.mark.parametrize("form", ["implies", "iff", "or", "under all"])
def test_a_derivative_in_one_branch_grants_nothing(condition, form):
    """|t| has the slope 1 where t > 0."""
    slope = eq(D(y, t), ONE)
    for parts in ((condition, slope), (slope, condition)):
        statement = (form, *parts) if form != "under all" else ("and", eq(ONE, ONE), ("or", *parts))
        bundle = Bundle(t)
        assert OPEN in bundle.judged("given", statement).reason
        bundle.rejects(OPEN, chain(y, t))
        both = Bundle(t)
        both.add("given", ("and", slope, eq(ONE, ONE)))
        both.add("given", statement)
        both.accepts(chain(y, t))


def test_a_derivative_under_a_supposition_stays_where_it_is():
    """t^3 y' = z gives y'' where t is not 0. At 0 it need not exist."""
    z, cube = app("z", t), power(t, 3)
    bundle = smooth(z, along=(("interval", t, ZERO),))
    n = bundle.given(mul(cube, PRIME), z)
    s = bundle.suppose(("ne", t, ZERO))
    bundle.defined += [("!=", cube, ("mul", hyp(s), hyp(s), hyp(s))), ("solved", n, PRIME)]
    bundle.step(eq(SECOND, SECOND))
    at_zero = app("y", ZERO, orders=(2,))
    for statement in (eq(at_zero, at_zero), eq(at(D(mul(t, PRIME), t), t, ZERO), app("y", ZERO, orders=(1,)))):
        assert OPEN in bundle.judged("step", statement, identity()).reason
    bundle = smooth(z, along=(("interval", t, ZERO),))
    n = bundle.given(PRIME, z)
    bundle.accepts(eq(at_zero, at_zero), identity(), [("solved", n, PRIME)])


@pytest.mark.parametrize(
    "formula",
    [power(y, 2), mul(t, y), exp(y), app("y", mul(TWO, t)), app("y", power(t, 2)), app("f", t, u), add(y, app("z", t))],
    ids=repr,
)
def test_a_derivative_of_a_formula_grants_nothing(formula):
    """y^2 has a derivative where y = |t| has none, and so has y(t^2)."""
    for role, statement in (("given", eq(D(formula, t), ZERO)), ("where", ("gt", D(formula, t), ZERO))):
        assert OPEN in Bundle(t).judged(role, statement).reason


def test_a_derivative_that_stands_in_a_hypothesis_exists():
    for derivative in (D(y, t), PRIME, at(D(app("y", u), u), u, t)):
        bundle = Bundle(t)
        bundle.given(derivative, a)
        bundle.accepts(chain(y, t))
        bundle.rejects(OPEN, chain(D(y, t), t))
    bundle = Bundle(t)
    bundle.given(D(D(y, t), t), a)
    bundle.accepts(chain(y, t))
    bundle = Bundle()
    bundle.given(total(D(app("y", x("k")), x("k"))), ONE)
    bundle.accepts(chain(app("y", x("i")), x("i")))
    bundle.rejects(OPEN, chain(app("y", w("i")), w("i")))


@pytest.mark.parametrize("role", ["suppose", "step", "claim"])
def test_a_derivative_that_is_supposed_or_shown_has_to_exist(role):
    assert OPEN in Bundle(t).judged(role, eq(D(y, t), a), identity()).reason


@pytest.mark.parametrize(
    "argument", [mul(TWO, t), neg(t), add(t, ONE), power(t, 2), u, ONE, x("j"), app("y", t), total(x("k"))], ids=repr
)
def test_a_derivative_exists_for_its_own_argument_only(argument):
    prime = app("y", argument, orders=(1,))
    bundle = Bundle(("interval", t, ZERO))
    bundle.add("where", differentiable(y))
    bundle.rejects(OPEN, eq(prime, prime))
    bundle = Bundle(("interval", t, ZERO), x("i"))
    n = bundle.given(D(y, t), mul(TWO, t))
    bundle.given(D(app("y", x("i")), x("i")), ONE)
    bundle.rejects(OPEN, eq(prime, prime))
    bundle.rejects(OPEN, eq(prime, prime), identity(), [("solved", n, PRIME)])


def test_derivatives_of_a_function_of_two_variables():
    """The order of two derivatives, and the chain rule, take more than that partial derivatives exist."""
    f = app("f", t, u)
    mixed = eq(D(D(f, t), u), D(D(f, u), t))
    bundle = Bundle(t, u)
    assert OPEN in bundle.judged("given", eq(D(f, t), ZERO)).reason
    bundle.rejects(OPEN, mixed)
    smooth(f, along=(t, u)).rejects(OPEN, mixed)
    bundle = smooth(f, along=(t, u), times=2)
    bundle.accepts(mixed)
    bundle.rejects(OPEN, eq(D(D(D(f, t), t), u), D(D(D(f, u), t), t)))
    same = app("f", t, t)
    partial = [app("f", t, t, orders=orders) for orders in ((1, 0), (0, 1))]
    Bundle(t).rejects(OPEN, eq(D(same, t), add(*partial)))
    smooth(same).accepts(eq(D(same, t), add(*partial)))


def test_an_equation_is_solved_for_a_derivative():
    """But not by dividing by what may vanish, nor by what is not differentiable, nor at a point."""

    def judged(left, right, *where, along=(t,)):
        bundle = Bundle(*along)
        for quantity in where:
            bundle.where(">", quantity)
        n = bundle.given(left, right)
        return bundle.judged("claim", eq(SECOND, SECOND), identity(), [("solved", n, PRIME)])

    assert judged(PRIME, exp(y)).accepted
    assert judged(mul(t, PRIME), mul(TWO, y), t).accepted
    assert judged(mul(t, PRIME), mul(TWO, y)).reason == OPEN
    assert judged(mul(y, PRIME), t).reason == OPEN
    assert "not linear in its leading derivative" in judged(power(PRIME, 2), power(y, 2)).reason
    assert judged(add(PRIME, root(PRIME)), add(t, TWO), PRIME).reason == OPEN
    assert judged(PRIME, app("z", t)).reason == OPEN
    assert judged(PRIME, app("y", mul(TWO, t))).reason == OPEN
    assert "does not let vary" in judged(PRIME, t, along=()).reason
    assert "does not let vary" in judged(PRIME, t, along=(u,)).reason


def test_an_equation_that_is_supposed_is_solved_for_nothing():
    bundle = smooth(y)
    n = bundle.suppose(eq(PRIME, t))
    judged = bundle.judged("step", eq(SECOND, SECOND), identity(), [("solved", n, PRIME)])
    assert "what is only supposed" in judged.reason


@pytest.mark.parametrize(
    ("condition", "reason"),
    [
        (("solved", 0, y), "does not stand"),
        (("solved", 0, SECOND), "does not stand"),
        (("solved", 0, app("f", t, u)), "of one variable was expected"),
        (("solved", 0, app("y", mul(TWO, t))), "of one variable was expected"),
        (("solved", 0, D(y, t)), "of one variable was expected"),
        (("solved", 1, PRIME), "no earlier entry"),
        (("solved", -1, PRIME), "no earlier entry"),
        (("solved", True, PRIME), "a bool where"),
        (("solved", 0), "a condition is"),
        (("solved", 0, PRIME, t), "a condition is"),
    ],
    ids=repr,
)
def test_a_condition_that_solves_nothing(condition, reason):
    bundle = Bundle(t)
    bundle.given(PRIME, t)
    bundle.rejects(reason, eq(ONE, ONE), identity(), [condition])


def test_a_smooth_right_side_gives_the_second_derivative():
    bundle = Bundle(t)
    n = bundle.given(PRIME, exp(y))
    proof = identity((("deriv", use(n), t), ONE), (use(n), exp(y)))
    bundle.accepts(eq(SECOND, exp(mul(TWO, y))), proof, [("solved", n, PRIME)])


def test_a_smooth_right_side_gives_the_third_derivative():
    bundle = Bundle(t)
    n = bundle.given(PRIME, add(power(y, 2), t))
    bundle.defined = [("solved", n, PRIME)]
    second = eq(SECOND, add(mul(TWO, y, PRIME), ONE))
    m = bundle.step(second, identity((("deriv", use(n), t), ONE)))
    third = eq(D(SECOND, t), add(mul(TWO, power(PRIME, 2)), mul(TWO, y, SECOND)))
    bundle.rejects(OPEN, third, identity((("deriv", use(m), t), ONE)))
    bundle.defined.append(("solved", m, SECOND))
    bundle.accepts(third, identity((("deriv", use(m), t), ONE)))
    bundle.rejects(OPEN, eq(D(D(SECOND, t), t), D(D(SECOND, t), t)))


def test_the_coefficient_of_a_linear_equation_is_continuous():
    def judged(p, *where):
        bundle = Bundle(("interval", t, ZERO))
        for statement in where:
            bundle.add("where", statement)
        v = app("v", t)
        n, start = bundle.given(D(v, t), mul(p, v)), bundle.given(app("v", ZERO), ZERO)
        relation = ("linear", v, p, t, ZERO, ident((use(n), ONE)), ident((use(start), ONE)))
        return bundle.judged("claim", eq(v, ZERO), identity((relation, ONE)))

    assert OPEN in judged(y).reason
    assert OPEN in judged(mul(t, y)).reason
    assert OPEN in judged(exp(app("y", mul(TWO, t))), differentiable(y)).reason
    assert OPEN in judged(PRIME, differentiable(y)).reason
    for p in (exp(exp(y)), app("z", y), total(mul(x("k"), y)), total(exp(mul(x("k"), y))), mul(y, app("y", ZERO))):
        assert OPEN in judged(p).reason
    assert judged(y, differentiable(y)).accepted
    assert judged(app("z", a)).accepted  # does not depend on t
    assert judged(total(app("z", x("k")))).accepted
    assert judged(PRIME, differentiable(y, 2)).accepted
    assert judged(add(power(t, 2), a)).accepted


COEFFICIENTS = (total(app("h", x("k"))), app("h", total(x("k"))), app("h", mul(TWO, total(power(x("k"), 3)))))


@pytest.mark.parametrize("p", COEFFICIENTS, ids=str)
def test_the_coefficient_of_a_linear_equation_speaks_of_an_entry_in_a_sum(p):
    """With C = 1 and h(u) = 2/u, h(0) = 0, y = u^2 solves y' = p y, y(0) = 0."""
    entry = x("i")
    v = app("y", entry)
    bundle = Bundle(("interval", entry, ZERO))
    ode, start = bundle.given(D(v, entry), mul(p, v)), bundle.given(app("y", ZERO), ZERO)
    relation = ("linear", v, p, entry, ZERO, ident((use(ode), ONE)), ident((use(start), ONE)))
    bundle.rejects(OPEN, eq(v, ZERO), identity((relation, ONE)))


def test_the_coefficient_of_a_linear_equation_is_a_constant_along_another_variable():
    """y = s^2 solves y' = p y, y(0) = 0, with p(s) = 2/s and p(0) = 0; and c = p(s) is a constant along t."""
    s = sym("s")
    p, v = app("p", s), app("y", s)
    bundle = Bundle(("interval", s, ZERO), t)
    ode, start = bundle.given(D(v, s), mul(p, v)), bundle.given(app("y", ZERO), ZERO)
    flat = bundle.step(eq(D(p, t), ZERO))
    constant = bundle.add("constant", eq(c, p), flat)
    other = bundle.step(eq(D(v, s), mul(c, v)), identity((use(ode), ONE), (use(constant), neg(v))))
    relation = ("linear", v, c, s, ZERO, ident((use(other), ONE)), ident((use(start), ONE)))
    bundle.rejects("a derivative of the constant c", eq(v, ZERO), identity((relation, ONE)))


# --- antiderivatives and constants live on intervals ----------------------------------------------------------

ELSEWHERE = [(), (u,), (("interval", u, ZERO),), (("vector", "x"),), (x("i"),)]
ALONG = [(t,), (("interval", t, ZERO),), (u, t)]


@pytest.mark.parametrize("along", ELSEWHERE, ids=repr)
def test_an_antiderivative_by_its_slope_at_one_point(along):
    """t = a at the point does not make an antiderivative of t - a the number 5."""
    five = eq(integral(sub(t, a), t), num(5))
    bundle = Bundle(*along)
    n = bundle.given(t, a)
    bundle.rejects(NO_INTERVAL, five, identity((use(n), ONE)))
    bundle = Bundle(*along)
    n = bundle.suppose(eq(t, a))
    assert NO_INTERVAL in bundle.judged("step", five, identity((use(n), ONE))).reason
    bundle.rejects(NO_INTERVAL, ("implies", eq(t, a), five), ("discharge", n, n))
    bundle = Bundle(*along)
    for relation in ("ge", "le"):
        bundle.add("where", (relation, t, a))
    bundle.rejects(NO_INTERVAL, five, identity((("square", sub(t, a), ident()), ONE)))
    assert NO_INTERVAL in bundle.judged("given", five).reason
    bundle.rejects(NO_INTERVAL, eq(integral(ONE, t), t))


@pytest.mark.parametrize("along", ALONG, ids=repr)
def test_an_antiderivative_on_an_interval(along):
    bundle = Bundle(*along)
    bundle.accepts(eq(integral(mul(TWO, t), t), add(power(t, 2), a)))
    bundle.rejects("differ", eq(integral(mul(TWO, t), t), power(t, 3)))
    five = eq(integral(sub(t, a), t), num(5))
    n = bundle.suppose(eq(t, a))
    assert "rests on a supposition" in bundle.judged("step", five, identity((use(n), ONE))).reason


def test_the_logarithm_is_an_antiderivative_along_an_interval():
    for along, accepted in (((t,), True), ((), False), ((("vector", "x"),), False)):
        bundle = Bundle(*along)
        bundle.where(">", t)
        assert bundle.judged("claim", eq(integral(div(ONE, t), t), log(t)), identity()).accepted is accepted


def sign_of_a_channel(*along):
    """x_i/|x_i|, with the derivative 0 where x_i is not 0: its sign."""
    bundle = Bundle(*along)
    bundle.where("!=", x("i"))
    absolute = root(power(x("i"), 2))
    bundle.defined += [(">", power(x("i"), 2), ("sq+", hyp(0))), ("!=", absolute, ("root", ("known", 1)))]
    side = div(x("i"), absolute)
    return bundle, side, bundle.step(eq(D(side, x("i")), ZERO))


@pytest.mark.parametrize("along", [(), (("vector", "x"),), (("vector", "w"),), (x("j"),), (t,)], ids=repr)
def test_a_constant_on_an_open_set(along):
    bundle, side, n = sign_of_a_channel(*along)
    bundle.rejects(NO_INTERVAL, eq(integral(ZERO, x("i")), side))
    assert NO_INTERVAL in bundle.judged("constant", eq(c, side), n).reason


@pytest.mark.parametrize("along", [x("i"), ("interval", x("i"), ONE)], ids=repr)
def test_a_constant_on_an_interval_of_a_coordinate(along):
    bundle, side, n = sign_of_a_channel(along)
    bundle.accepts(eq(integral(ZERO, x("i")), side))
    k = bundle.add("constant", eq(c, side), n)
    bundle.accepts(eq(mul(c, root(power(x("i"), 2))), x("i")), identity((use(k), root(power(x("i"), 2)))))
    bundle.rejects(FIXED_CHANNEL, eq(mul(c, x("j")), side), identity((("rename", k, "i", "j"), ONE)))


def constant_of_a_channel(made_of):
    """An entry that introduces c, and a step that says the same."""
    bundle = Bundle(t)
    k = bundle.add("constant", eq(c, made_of), bundle.step(eq(D(made_of, t), ZERO)))
    return bundle, k, bundle.step(eq(c, made_of), identity((use(k), ONE)))


@pytest.mark.parametrize(
    "made_of", [x("i"), total(x("k"), "k", "i"), exp(x("i")), app("z", x("i")), delta("i", "j")], ids=repr
)
def test_a_constant_keeps_its_channel(made_of):
    """The sum of those of all channels has not C equal terms, nor is that of one that of another."""
    bundle, k, step = constant_of_a_channel(made_of)
    bundle.accepts(eq(mul(t, c), mul(t, made_of)), identity((use(k), t)))
    for n in (k, step):
        bundle.rejects(FIXED_CHANNEL, eq(mul(C, c), total(made_of, "i")), identity((("sum", n, "i", ONE), ONE)))
        bundle.rejects(FIXED_CHANNEL, eq(made_of, c), identity((use(n), num(-1)), (("rename", n, "i", "l"), ZERO)))
        bundle.rejects(FIXED_CHANNEL, eq(c, at(made_of, u, ZERO)), identity((("rename", n, "i", "l"), ONE)))


def test_no_sum_runs_over_the_channel_of_a_constant():
    """Written out, the sum of c over i is that of x_i, and not C times c."""
    for made_of in (x("i"), total(x("k"), "k", "i"), delta("i", "j"), exp(mul(x("i"), x("j")))):
        bundle, *_ = constant_of_a_channel(made_of)
        for body in (c, add(c, x("i")), mul(c, x("i")), exp(c), D(c, t), app("z", c), ("def", "m", "i", c)):
            bundle.rejects("no sum runs over it", eq(total(body, "i"), total(body, "i")))
            bundle.rejects("no sum runs over it", eq(total(total(body, "i"), "l"), mul(C, total(body, "i"))))
        bundle.accepts(eq(total(c), mul(C, c)))
        bundle.accepts(eq(total(mul(c, x("k"))), mul(c, total(x("k")))))
        bundle.accepts(eq(total(x("i"), "i"), total(x("k"))))


def test_a_constant_of_all_channels_or_of_none():
    for made_of in (a, total(x("k")), total(power(x("k"), 2))):
        bundle, _, n = constant_of_a_channel(made_of)
        bundle.accepts(eq(total(c, "i"), mul(C, c)))
        bundle.accepts(eq(mul(C, c), mul(C, made_of)), identity((("sum", n, "i", ONE), ONE)))


# --- intervals ------------------------------------------------------------------------------------------------


def sides(bundle, relation, left):
    """sqrt(t^2)/t has the derivative 0 where t is not 0."""
    bundle.where(relation, left)
    n = len(bundle.entries)
    square = (">", power(t, 2), ("sq+", ("known", 0)))
    bundle.add("step", eq(D(div(root(power(t, 2)), t), t), ZERO), identity(), [square])
    return n, square


@pytest.mark.parametrize("relation", [">", "!="])
@pytest.mark.parametrize(
    ("along", "reason"),
    [(t, NOT_CONTAINED), (("interval", t, ONE), NOT_CONTAINED), (("interval", u, num(-1)), DOES_NOT_VARY)],
)
def test_a_point_beyond_a_gap(relation, along, reason):
    bundle = Bundle(along)
    n, square = sides(bundle, relation, t)
    side = div(root(power(t, 2)), t)
    bundle.rejects(reason, eq(side, num(-1)), identity((("constant", n, num(-1)), ONE)), [square])
    v = add(t, root(power(t, 2)))
    linear = ("linear", v, div(ONE, root(power(t, 2))), t, num(-1), ident(), ident())
    conditions = [square, ("!=", root(power(t, 2)), ("root", ("known", 1)))]
    bundle.rejects(reason, eq(v, ZERO), identity((linear, ONE)), conditions)


def test_a_point_where_the_hypotheses_fail():
    """The interval is said to contain -1, and t > 0 on it: that is contradictory, and nothing follows."""
    bundle = Bundle(("interval", t, num(-1)))
    n, square = sides(bundle, ">", t)
    bundle.rejects(OPEN, eq(div(root(power(t, 2)), t), num(-1)), identity((("constant", n, num(-1)), ONE)), [square])


def test_what_is_given_restricts_the_interval():
    """sqrt((t + 1)^2) = t + 1 says that t >= -1; y' = 0 there says nothing about y(-5)."""
    bundle = Bundle(t)
    bundle.defined.append((">=", power(add(t, ONE), 2), ("sq", add(t, ONE))))
    bundle.given(root(power(add(t, ONE), 2)), add(t, ONE))
    n = bundle.given(D(y, t), ZERO)
    m = bundle.step(eq(D(y, t), ZERO), identity((use(n), ONE)))
    bundle.rejects(NOT_CONTAINED, eq(y, app("y", num(-5))), identity((("constant", m, num(-5)), ONE)))


def test_a_hypothesis_that_comes_too_late():
    """y' = 0 is given for t > 0 only, and y(t) = y(-1) does not follow."""
    bundle = Bundle(("interval", t, num(-1)))
    n = bundle.given(D(y, t), ZERO)
    m = bundle.step(eq(D(y, t), ZERO), identity((use(n), ONE)))
    bundle.accepts(eq(y, app("y", num(-1))), identity((("constant", m, num(-1)), ONE)))
    bundle.refused("hypotheses come before everything else", "where", ("gt", t, ZERO))


def test_no_derivative_at_the_end_of_where_something_is_defined():
    bundle = Bundle()
    bundle.where(">=", t)
    bundle.rejects(OPEN, eq(D(power(root(t), 2), t), ONE))
    bundle = Bundle()
    bundle.where(">=", neg(power(t, 2)))
    bundle.rejects(OPEN, eq(D(power(root(neg(power(t, 2))), 2), t), mul(num(-2), t)))


# --- roots, logarithms, exponentials --------------------------------------------------------------------------

BRANCHES = {
    "the root of a square": eq(root(power(a, 2)), a),
    "its other branch": eq(root(power(a, 2)), neg(a)),
    "a square under a product": eq(root(mul(power(a, 2), power(b, 2))), mul(a, b)),
}
"""Both sides have a value where the squares have a root."""

WITHOUT_A_VALUE = {
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
}

ZERO_BELOW = {
    "zero below": eq(div(ONE, ZERO), div(ONE, ZERO)),
    "zero below in disguise": eq(div(ONE, sub(exp(add(a, b)), mul(exp(a), exp(b)))), ZERO),
}

SQUARES = (
    (">=", power(a, 2), ("sq", a)),
    (">=", mul(power(a, 2), power(b, 2)), ("mul", ("sq", a), ("sq", b))),
)


@pytest.mark.parametrize("statement", BRANCHES.values(), ids=BRANCHES)
def test_branches(statement):
    """None of these holds for all real numbers."""
    Bundle().rejects(OPEN, statement)
    Bundle().rejects(DIFFER, statement, identity(), SQUARES)


@pytest.mark.parametrize("conditions", [(), *((c,) for c in SQUARES)], ids=repr)
@pytest.mark.parametrize("statement", WITHOUT_A_VALUE.values(), ids=WITHOUT_A_VALUE)
def test_without_a_value(statement, conditions):
    """Nor does any of these; a certificate can add nothing."""
    Bundle().rejects(OPEN, statement, identity(), conditions)


@pytest.mark.parametrize("statement", ZERO_BELOW.values(), ids=ZERO_BELOW)
def test_divisions_by_zero(statement):
    Bundle().rejects("a division by an expression that is identically zero", statement, identity(), SQUARES)


def test_squaring_gains_solutions():
    bundle = Bundle()
    n = bundle.given(power(a, 2), power(b, 2))
    bundle.rejects(DIFFER, eq(a, b), identity((use(n), ONE)))
    bundle.rejects(OPEN, eq(a, b), identity((use(n), div(ONE, add(a, b)))))
    bundle.rejects(DIFFER, eq(a, b), identity((use(n), ONE), times=("is", add(a, b), ("num", "1"), ident())))


def test_dividing_loses_solutions():
    bundle = Bundle()
    n = bundle.given(mul(a, b), mul(a, c))
    bundle.rejects(DIFFER, eq(b, c), identity((use(n), ONE)))
    bundle.rejects(OPEN, eq(b, c), identity((use(n), div(ONE, a))))
    bundle.rejects(OPEN, eq(b, c), identity((use(n), power(a, -1))))


@pytest.mark.parametrize(
    "witness",
    [
        ("sq", sub(a, a)),
        ("sq+", ("sq", sub(a, a))),
        ("num", "0"),
        ("mul", ("num", "0"), ("num", "1")),
        ("add", ("num", "0"), ("sq", sub(a, a))),
        ("root", ("num", "0")),
    ],
    ids=repr,
)
def test_a_multiplier_that_is_identically_zero(witness):
    Bundle().rejects("the multiplier is not known to be non-zero", FALSE, identity(times=witness))
    Bundle().rejects("the multiplier is not known to be non-zero", FALSE, ("exp", witness, ident()))


def test_the_negative_of_zero_is_no_multiplier():
    for proof in (identity(times=("neg", ("num", "0"))), ("exp", ("neg", ("num", "0")), ident())):
        Bundle().rejects("the negative of a quantity that may vanish has no known sign", FALSE, proof)


# --- what a delta carries over --------------------------------------------------------------------------------

IN_ONE_CHANNEL = {
    "a root": lambda i: root(x(i)),
    "a logarithm": lambda i: log(x(i)),
    "a quotient under an exponential": lambda i: exp(div(ONE, x(i))),
    "a root under an exponential": lambda i: exp(root(x(i))),
    "an unknown function": lambda i: app("y", x(i)),
    "a derivative of one": lambda i: ("app", "y", (1,), (x(i),)),
    "a root of a quotient": lambda i: root(div(ONE, x(i))),
    "a root under a sum": lambda i: total(mul(x("k"), root(add(power(x("k"), 2), x(i))))),
    "a quotient under a sum": lambda i: total(div(ONE, add(power(x("k"), 2), x(i)))),
    "a root of a root": lambda i: root(add(ONE, root(x(i)))),
    "an unknown function of a root": lambda i: app("y", root(x(i))),
}
"""What may have a value in the channel j and none in the channel i."""

IN_EVERY_CHANNEL = {
    "a polynomial": lambda i: add(power(x(i), 3), mul(w(i), a)),
    "an exponential": lambda i: exp(mul(a, x(i))),
    "an exponential of an exponential": lambda i: exp(exp(x(i))),
    "a sum": lambda i: total(exp(mul(x("k"), x(i)))),
}


def difference(left, right):
    normalize = Normalizer(C)
    return normalize(left)[0] - normalize(right)[0]


@pytest.mark.parametrize("f", IN_ONE_CHANNEL.values(), ids=IN_ONE_CHANNEL)
def test_a_delta_does_not_carry_over_what_need_not_have_a_value(f):
    normalize = Normalizer(C)
    q, _ = normalize(mul(delta("i", "j"), f("j")))
    assert all("i" not in normalize.ring.indices_of[n] for n in q.atoms() if normalize.ring.keys[n][0] != "delta")


@pytest.mark.parametrize("f", IN_ONE_CHANNEL.values(), ids=IN_ONE_CHANNEL)
def test_a_delta_joins_what_stands_in_both_channels(f):
    """Then both have a value: delta_ij f(i) f(j) = delta_ij f(i)^2."""
    d = delta("i", "j")
    assert not difference(mul(d, f("i"), f("j")), mul(d, power(f("i"), 2)))
    assert not difference(add(f("i"), mul(d, f("j"))), add(f("i"), mul(d, f("i"))))


@pytest.mark.parametrize("f", IN_EVERY_CHANNEL.values(), ids=IN_EVERY_CHANNEL)
def test_a_delta_carries_over_what_has_a_value_everywhere(f):
    d = delta("i", "j")
    assert not difference(mul(d, f("j")), mul(d, f("i")))
    assert not difference(div(mul(d, f("j")), w("j")), div(mul(d, f("i")), w("i")))  # neither of the two vanishes


def test_no_condition_comes_over_with_a_delta():
    """z_j < 0 makes r = sqrt(1/(|z_j| - z_j)) a number. In delta_ij r^2 there is no 1/(|z_i| - z_i), which need not be.

    With it, multiplied by |z_i| - z_i, delta_ij r^2 would say that z_i < 0 as well.
    """
    def size(i):
        return root(power(x(i), 2))

    below = sub(size("j"), x("j"))
    r = root(div(ONE, below))
    bundle = Bundle()
    bundle.where(">", neg(x("j")))
    bundle.defined += [
        (">=", power(x("j"), 2), ("sq", x("j"))),
        (">=", power(x("i"), 2), ("sq", x("i"))),
        (">", below, ("add", ("root", ("known", 1)), ("known", 0))),
        (">", div(ONE, below), ("inv", ("known", 3))),
    ]
    d = delta("i", "j")
    bundle.rejects(DIFFER, eq(add(size("i"), x("i"), mul(d, power(r, 2))), mul(d, power(r, 2))))
    bundle.accepts(eq(mul(d, power(r, 2), below), d))
    bundle.accepts(eq(mul(d, power(r, 2), sub(size("i"), x("i"))), d))  # and so it is: 0 = 0 where i is not j
    zero = mul(d, x("i"))
    n = bundle.refused(DIFFER, "step", eq(zero, ZERO))
    bundle.rejects(DIFFER, eq(add(size("i"), x("i")), ZERO), identity((use(n), power(r, 2))))


def test_a_condition_that_rests_on_a_supposition_everywhere():
    """Under t = 1, (t^2 - 2t)' = 0 holds at that point alone: t^2 - 2t is not 0 on an interval around it."""
    bundle = Bundle(("interval", t, ZERO))
    v = mul(num(5), sub(power(t, 2), mul(TWO, t)))
    s = bundle.suppose(eq(sub(mul(num(10), t), num(10)), ZERO))
    linear = ("linear", v, ZERO, t, ZERO, ident((use(s), ONE)), ident())
    shown = ("is", add(ONE, v), ("num", "1"), ident((linear, ONE)))
    judgement = bundle.judged("step", ("gt", add(ONE, v), ZERO), sign(("known", 0)), [(">", add(ONE, v), shown)])
    assert "rests on a supposition" in judgement.reason


@pytest.mark.parametrize(
    "expression",
    [
        div(y, y),  # y > 0 at one t says nothing of y around it
        sub(power(root(y), 2), y),
        sub(log(y), log(y)),
        power(y, -1),
        sub(D(y, t), D(y, t)),  # y' at one t is none around it
    ],
)
def test_what_is_differentiated_has_a_value_around_the_point(expression):
    bundle = Bundle()
    bundle.where(">", y)
    bundle.where(">", D(y, t))
    bundle.rejects(OPEN, eq(D(D(expression, t), t), D(D(expression, t), t)))
    bundle = Bundle()
    bundle.where(">", y)
    bundle.rejects(OPEN, eq(D(expression, t), D(expression, t)))
    bundle = smooth(y, times=3)
    bundle.where(">", y)
    bundle.accepts(eq(D(D(expression, t), t), D(D(expression, t), t)))


@pytest.mark.parametrize("cancelled", [sub(log(y), log(y)), div(y, y), sub(root(y), root(y))], ids=repr)
def test_a_condition_that_cancels_holds_around_the_point(cancelled):
    """y = 1 at t = 0 and 0 elsewhere: then log y - log y has no derivative at 0."""
    for along in ((), (t,)):
        bundle = Bundle(*along)
        bundle.where(">", y)
        bundle.rejects(OPEN, eq(D(cancelled, t), ZERO))
    bundle = smooth(y)
    bundle.where(">", y)
    bundle.accepts(eq(D(cancelled, t), ZERO))


def test_an_antiderivative_is_of_what_is_continuous_on_an_interval():
    some = eq(D(integral(y, t), t), y)
    Bundle(t).rejects(OPEN, some)
    bundle = Bundle()
    bundle.add("where", differentiable(app("y", u), 2))
    bundle.rejects("an antiderivative needs an interval", some)
    bundle = Bundle(t)
    bundle.add("where", differentiable(y, 2))
    bundle.accepts(some)
    Bundle(t).rejects(OPEN, eq(D(integral(root(t), t), t), root(t)))
