"""Slips of the logic that would let something false through, or lose what a proof rests on: each is refused.

They were found by mutating the checker (`benchmarks/checker_mutants.py`): these tests kill what other tests let live.
"""

from __future__ import annotations

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    Bundle,
    D,
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
    integral,
    log,
    mul,
    neg,
    num,
    power,
    root,
    sign,
    sub,
    t,
    total,
    u,
    use,
    x,
    y,
)

from symnorm.prover import beginning

DIFFER = "the two sides differ"
OPEN = "a condition of being defined is not established"
SIGN = "a witness does not show the quantity to be"
MAY_FAIL = "a hypothesis may fail between the point and the variable"
NEVER = "a claim stands on a supposition that is never discharged"

f = app("f", t)

# --- signs ----------------------------------------------------------------------------------------------------

SHOWN = {"lt": ("<", "<=", "!="), "le": ("<=",), "gt": (">", ">=", "!="), "ge": (">=",), "ne": ("!=",)}
"""What every inequality between a and b says of them."""
NAMES = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "!=": "ne"}


@pytest.mark.parametrize("role", ["where", "given"])
@pytest.mark.parametrize("claimed", NAMES)
@pytest.mark.parametrize("relation", SHOWN)
def test_what_an_inequality_shows(relation, claimed, role):
    """The larger less the smaller: a witness of b - a shows nothing of a - b but that it is not zero."""
    bundle = Bundle()
    n = bundle.add(role, (relation, a, b))
    judgement = bundle.judged("claim", (NAMES[claimed], a, b), sign(hyp(n)))
    turned = claimed == "!=" and relation in ("lt", "le")
    assert judgement.accepted is (claimed in SHOWN[relation] and not turned), judgement.reason
    if turned:
        assert bundle.judged("claim", ("ne", b, a), sign(hyp(n))).accepted is (relation == "lt")


@pytest.mark.parametrize(
    "witness",
    [
        ("hyp", 0, None), ("hyp", 0, 5), ("hyp", 0), ("known", "0"), ("known", None), ("known", 1), ("known", -1),
        ("what", 0), ("what", hyp(0)), ("what", 0, ()), ("what", "*1", (), ("sq", x("*1"))),
        ("what", a, hyp(0), ident()), ("sum", 1, (), ("sq", a)), ("sum", "*1", None, ("sq", a)), ("num",), ("add",),
        ("sum", "*1", 7, ("sq", a)), ("sq+",), ("is", a, hyp(0)), (), 5, None, "sq",
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_no_sign_witness(witness):
    bundle = Bundle()
    bundle.where(">", a)
    judgement = bundle.judged("claim", ("gt", a, ZERO), sign(witness))
    assert "no such sign witness" in judgement.reason


@pytest.mark.parametrize("index", [".1", "#000001", "", 1, None])
def test_a_sum_of_signs_leaves_out_an_index_that_can_be_read(index):
    statement = ("ge", total(power(x("k"), 2), "k", "i"), ZERO)
    bundle = Bundle()
    bundle.accepts(statement, sign(("sum", "*1", ("i",), ("sq", x("*1")))))
    judgement = bundle.judged("claim", statement, sign(("sum", "*1", (index,), ("sq", x("*1")))))
    assert "is not a name" in judgement.reason


# --- relations ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "relation",
    [
        ("what", use(0), t), ("deriv", ("what", 0), t), ("what", ("deriv", use(0), t), t), ("what", 0, "i", ONE),
        ("what", a, a, hyp(1), hyp(1), ident()), ("what", a, ZERO, t, ZERO, ident(), ident()), ("use",), ("exp", 0),
        ("log", None, ident()), ("log", 5, ident()), (), 5, None,
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_no_relation(relation):
    bundle = Bundle(("interval", t, ZERO))
    bundle.given(y, a)
    judgement = bundle.judged("claim", eq(a, a), identity((relation, ZERO)))
    assert "no such relation" in judgement.reason


@pytest.mark.parametrize("proof", [("what", (), None), ("ident", None, None), ("ident", 5, None), ("ident", ())])
def test_what_is_no_identity(proof):
    assert "an identity certificate was expected" in Bundle().judged("claim", eq(a, a), ("identity", proof)).reason


def test_both_roots_of_equal_squares_have_a_sign():
    """a^2 = b^2 says a = b only where neither is negative: (-1)^2 = 1^2."""
    for signs in ((">=", None), (None, ">=")):
        bundle = Bundle()
        for name, relation in zip((a, b), signs, strict=True):
            if relation:
                bundle.where(relation, name)
        n = bundle.given(power(a, 2), power(b, 2))
        roots = ("root", a, b, hyp(0), hyp(0), ident((use(n), ONE)))
        bundle.rejects(SIGN, eq(a, b), identity((roots, ONE)))


def test_a_logarithm_is_of_what_is_shown_to_be_positive():
    """The witness itself has to show it, whatever else is known."""
    bundle = Bundle()
    bundle.where(">", a)
    m = bundle.add("where", ("ge", a, ZERO))
    law = ("log", ((2, a, hyp(m)), (-1, power(a, 2), ("sq+", hyp(0)))), ident())
    positive = (">", power(a, 2), ("sq+", hyp(0)))
    bundle.rejects(SIGN, eq(log(power(a, 2)), mul(TWO, log(a))), identity((law, num(-1))), [positive])
    law = ("log", ((2, a, hyp(0)), (-1, power(a, 2), ("sq+", hyp(0)))), ident())
    bundle.accepts(eq(log(power(a, 2)), mul(TWO, log(a))), identity((law, num(-1))), [positive])


# --- from a point to another ----------------------------------------------------------------------------------


def constant_f(along, *hypotheses):
    """(theorem, entry): df/dt = 0 along t, under hypotheses, the functions in them differentiable."""
    bundle = Bundle(along, ("interval", u, ZERO))
    for hypothesis in hypotheses:
        role, statement = hypothesis if hypothesis[0] == "given" else ("where", hypothesis)
        bundle.add(role, statement)
    n = bundle.given(D(f, t), ZERO)
    return bundle, bundle.step(eq(D(f, t), ZERO), identity((use(n), ONE)))


@pytest.mark.parametrize(
    ("hypotheses", "conditions", "reason"),
    [
        ([("gt", a, ZERO), ("gt", t, num(-1))], ((">", a, hyp(0)),), ""),
        ([("gt", a, ZERO), ("gt", t, ONE)], ((">", a, hyp(0)),), OPEN),
        ([("gt", t, ONE), ("gt", a, ZERO)], (), OPEN),
        ([("gt", a, ZERO), ("gt", a, t)], ((">", a, hyp(0)),), ""),
        ([("given", ("gt", t, ONE))], (), OPEN),
        ([("given", ("gt", t, num(-1)))], (), ""),
        ([("gt", y, ZERO), ("gt", at(y, t, ZERO), ZERO)], ((">", at(y, t, ZERO), hyp(1)),), ""),
        ([("gt", y, ZERO)], (), OPEN),
        ([("gt", add(y, t), ZERO), ("gt", at(y, t, ZERO), ZERO)], ((">", at(y, t, ZERO), hyp(1)),), MAY_FAIL),
        ([("gt", add(y, exp(y)), ZERO), ("gt", at(add(y, exp(y)), t, ZERO), ZERO)],
         ((">", at(add(y, exp(y)), t, ZERO), hyp(1)),), ""),
        ([("gt", add(y, app("g", t)), ZERO), ("gt", at(add(y, app("g", t)), t, ZERO), ZERO)],
         ((">", at(add(y, app("g", t)), t, ZERO), hyp(1)),), ""),
        ([("lt", exp(t), TWO)], ((">", ONE, ("num", "1")),), "may fail between"),
        ([("ne", y, ZERO), ("gt", at(y, t, ZERO), ZERO)], ((">", at(y, t, ZERO), hyp(1)),), ""),
        ([("gt", u, ONE)], ((">", sub(u, ONE), hyp(0)),), ""),
    ],
    ids=repr,
)  # fmt: skip
def test_the_hypotheses_reach_from_the_point_to_the_variable(hypotheses, conditions, reason):
    """Each of them, whatever its role; a hypothesis on functions alone holds along the interval by itself."""
    bundle, n = constant_f(("interval", t, ZERO), *hypotheses)
    judgement = bundle.judged("claim", eq(f, app("f", ZERO)), identity((("constant", n, ZERO), ONE)), conditions)
    assert judgement.accepted is not bool(reason), judgement.reason
    assert reason in judgement.reason


def test_what_is_constant_has_a_value_at_the_point():
    """log y - t is constant where y = exp(t): that y(0) > 0 is asked for, though the logarithm of it cancels."""
    bundle = Bundle(("interval", t, ZERO))
    n = bundle.given(y, exp(t))
    m = bundle.given(D(y, t), exp(t))
    positive = (">", y, ("is", y, ("exp", t), ident((use(n), ONE))))
    bundle.defined.append(positive)
    flat = bundle.step(
        eq(D(sub(log(y), t), t), ZERO),
        ("identity", ("ident", ((use(m), ONE), (use(n), num(-1))), ("known", 0))),
    )
    cancelled = identity((("constant", flat, ZERO), ONE), (("constant", flat, ZERO), num(-1)))
    bundle.rejects(OPEN, eq(b, b), cancelled)


@pytest.mark.parametrize(
    "statement",
    [("ge", D(y, t), ZERO), ("le", D(y, t), ZERO), ("ne", D(y, t), ZERO), eq(D(y, t), ONE), eq(add(y, t), ZERO),
     eq(mul(y, t), ZERO), eq(integral(y, t), ZERO), eq(ZERO, D(y, t)), eq(D(y, t), sub(a, a))],
    ids=repr,
)  # fmt: skip
def test_what_does_not_say_that_a_derivative_is_zero(statement):
    bundle = Bundle(("interval", t, ZERO))
    bundle.add("where", differentiable(y))
    n = bundle.add("given", statement)
    needed = "an equation dg/dx = 0 is needed here"
    bundle.rejects(needed, eq(y, app("y", ZERO)), identity((("constant", n, ZERO), ONE)))
    assert needed in bundle.judged("constant", eq(c, y), n).reason


def test_no_constant_is_an_antiderivative():
    bundle = Bundle(("interval", t, ZERO))
    n = bundle.step(eq(D(integral(ZERO, t), t), ZERO))
    assert "dg/dx = 0 is needed" in bundle.judged("constant", eq(c, integral(ZERO, t)), n).reason
    bundle.rejects("dg/dx = 0 is needed", eq(a, a), identity((("constant", n, ZERO), ZERO)))


@pytest.mark.parametrize(
    ("p", "functions", "is_continuous"),
    [
        (add(f, app("g", t)), [f], False),
        (add(f, app("g", t)), [app("g", t)], False),
        (add(f, app("g", t)), [f, app("g", t)], True),
        (app("h", t, u), [app("h", t, u)], True),
        (D(app("h", t, u), t), [app("h", t, u)], False),
        (D(app("h", t, u), u), [app("h", t, u)], False),
        (D(app("h", t, u), t), [("twice", app("h", t, u))], True),
        (D(app("h", t, u), u), [("twice", app("h", t, u))], True),
    ],
    ids=repr,
)
def test_the_coefficient_of_a_linear_equation_is_continuous(p, functions, is_continuous):
    """Every function in it is differentiable once more than it is differentiated there."""
    bundle = Bundle(("interval", t, ZERO), u)
    for function in functions:
        twice = function[0] == "twice"
        bundle.add("where", differentiable(function[-1] if twice else function, 1 + twice))
    ode, start = bundle.given(D(y, t), mul(p, y)), bundle.given(app("y", ZERO), ZERO)
    proof = ("linear", y, p, t, ZERO, ident((use(ode), ONE)), ident((use(start), ONE)))
    judgement = bundle.judged("claim", eq(y, ZERO), identity((proof, ONE)))
    assert judgement.accepted is is_continuous, judgement.reason


@pytest.mark.parametrize(
    "derivative",
    [("what", "y", (1,), (t,)), ("app", "y", ("1",), (t,)), ("app", "y", (None,), (t,)), ("app", "y", 1, (t,)),
     ("app", "y", (1,), (ONE,)), ("app", "y", (1,), ()), ("app", "y", (1,))],
    ids=repr,
)  # fmt: skip
def test_what_an_equation_is_not_solved_for(derivative):
    bundle = Bundle(t)
    n = bundle.given(D(y, t), y)
    judgement = bundle.judged("step", eq(a, a), identity(), [("solved", n, derivative)])
    assert "a derivative of an unknown function of one variable was expected" in judgement.reason


def test_an_equation_is_solved_along_an_entry_of_a_vector():
    bundle = Bundle(("vector", "x"))
    z = app("y", x("i"))
    n = bundle.given(D(z, x("i")), z)
    solved = ("solved", n, ("app", "y", (1,), (x("i"),)))
    proof = identity((("deriv", use(n), x("i")), ONE), (use(n), ONE))
    bundle.accepts(eq(D(D(z, x("i")), x("i")), z), proof, [solved])


# --- what a step rests on -------------------------------------------------------------------------------------


def test_what_an_equation_needs_to_be_defined_is_rested_on():
    """log u has a value here only since u > 0 is supposed, and the claim does not speak of it."""
    bundle = Bundle()
    h = bundle.add("where", ("gt", u, ZERO))
    positive = [(">", u, hyp(h))]
    n, m = (bundle.add("given", eq(v, log(u)), (), positive) for v in (a, b))
    proof = identity((use(n), ONE), (use(m), num(-1)))
    judgement = bundle.judged("claim", eq(a, b), proof, positive)
    assert (judgement.accepted, judgement.used) == (True, {h, n, m})
    s = bundle.suppose(("gt", u, ZERO))
    supposed = [(">", u, hyp(s))]
    bundle.rejects(NEVER, eq(a, b), proof, supposed)
    twice = [*supposed, (">=", power(a, 2), ("is", power(a, 2), ("sq", a), ident((use(n), ZERO))))]
    bundle.rejects(NEVER, eq(a, b), identity((use(n), ONE), (use(m), num(-1)), (use(n), ZERO)), twice)


def test_what_is_used_everywhere_does_not_stand_beside_a_supposition():
    bundle = Bundle(t)
    bundle.add("where", differentiable(f))
    n = bundle.given(f, integral(t, t))
    s = bundle.suppose(eq(a, b))
    statement = eq(add(D(f, t), a), add(t, b))
    proof = identity((use(n), ONE), (use(s), ONE))
    assert "rests on a supposition" in bundle.judged("step", statement, proof).reason
    again = identity((use(n), ONE), (use(s), ONE), (use(n), ZERO))
    assert "rests on a supposition" in bundle.judged("step", statement, again).reason
    condition = (">=", power(a, 2), ("is", power(a, 2), ("sq", a), ident((use(n), ZERO))))
    assert "rests on a supposition" in bundle.judged("step", statement, proof, [condition]).reason


@pytest.mark.parametrize("role", ["given", "suppose"])
def test_what_is_given_rests_on_what_is_supposed(role):
    """Its terms have a value only under the supposition."""
    bundle = Bundle()
    s = bundle.suppose(("gt", u, ZERO))
    n = bundle.add(role, eq(a, log(u)), (), [(">", u, hyp(s))])
    h = bundle.judged("step", eq(a, log(u)), identity((use(n), ONE)), [(">", u, hyp(s))])
    assert h.assumptions == ({s} if role == "given" else {s, n})
    claim = eq(mul(a, ZERO), ZERO)
    bundle.rejects(NEVER, claim, identity((use(n), ZERO)), [(">", u, hyp(s))])


def test_a_constant_of_integration_rests_on_what_is_supposed():
    bundle = Bundle(t)
    s = bundle.suppose(("gt", u, ZERO))
    positive = [(">", u, hyp(s))]
    flat = bundle.judged("step", eq(D(log(u), t), ZERO), identity(), positive)
    assert flat.assumptions == {s}
    bundle.refused("what is only supposed cannot be", "constant", eq(c, log(u)), 1, positive)


def test_a_derivative_that_exists_by_a_hypothesis_rests_on_it():
    bundle = Bundle(t)
    h = bundle.add("where", ("gt", D(y, t), ZERO))
    judgement = bundle.judged("claim", eq(D(y, t), D(y, t)), identity())
    assert (judgement.accepted, judgement.used) == (True, {h})
    n = bundle.given(D(f, t), f)
    bundle.add("step", eq(D(D(f, t), t), f), identity((("deriv", use(n), t), ONE), (use(n), ONE)),
               [("solved", n, ("app", "f", (1,), (t,)))])  # fmt: skip
    second = D(D(f, t), t)
    judgement = bundle.judged("claim", eq(second, second), identity())
    assert (judgement.accepted, judgement.used) == (True, {n})
    assert bundle.judged("claim", eq(neg(second), neg(second)), identity()).used == {n}


def test_a_root_that_is_shown_by_its_square_alone():
    bundle = Bundle()
    bundle.rejects(SIGN, eq(root(power(a, 2)), a),
                   identity((("root", root(power(a, 2)), a, ("root", ("sq", a)), ("sq", a), ident()), ONE)),
                   [(">=", power(a, 2), ("sq", a))])  # fmt: skip


def test_the_lemma_that_a_value_needs_is_rested_on():
    """log(e^u - u + 1) has a value since e^u >= 1 + u."""
    e = add(exp(u), neg(u), ONE)
    shown = (">", e, ("is", e, ("add", ("exp-bound", u), ("num", "2")), ident()))
    bundle = Bundle()
    judgement = bundle.judged("claim", eq(mul(ZERO, log(e)), ZERO), identity(), [shown])
    assert (judgement.accepted, judgement.lemmas) == (True, {"exponential-bound"})
    n = bundle.add("given", eq(a, log(e)), (), [shown])
    m = bundle.add("given", eq(b, log(e)), (), [shown])
    proof = identity((use(n), ONE), (use(m), num(-1)))
    assert bundle.judged("claim", eq(a, b), proof, [shown]).lemmas == {"exponential-bound"}
    zero = ("square", sub(a, a), ident())
    judgement = bundle.judged("claim", eq(a, b), identity((zero, ZERO), (use(n), ONE), (use(m), num(-1))), [shown])
    assert judgement.lemmas == {"exponential-bound"}


# --- derivatives that exist -----------------------------------------------------------------------------------


def exists(bundle, derivative):
    return bundle.judged("step", eq(derivative, derivative), identity()).accepted


@pytest.mark.parametrize("relation", ["gt", "ge", "lt", "le", "ne", "eq"])
def test_a_relation_of_a_function_and_a_number_does_not_say_that_it_is_differentiable(relation):
    bundle = Bundle(t)
    bundle.add("given", (relation, y, num(3)))
    assert not exists(bundle, D(y, t))


def named(body):
    return ("def", "s", None, body)


@pytest.mark.parametrize(
    ("derivative", "is_granted"),
    [
        (D(named(y), t), True), (D(named(D(y, t)), t), True), (D(D(named(y), t), t), True), (D(D(y, t), t), True),
        (D(named(power(y, 2)), t), False), (D(D(y, u), t), False), (D(D(power(y, 2), t), t), False),
        (at(exp(u), u, D(y, t)), True), (at(D(y, t), t, ONE), False), (total(D(y, t), "k", "i"), False),
        (("at", D(named(power(y, 2)), t), t, ONE), False),
    ],
    ids=repr,
)  # fmt: skip
def test_what_a_derivative_in_a_hypothesis_grants(derivative, is_granted):
    """The derivative of a function itself, under whatever name, and not that of a square, of another variable."""
    bundle = Bundle(t, u)
    bundle.judged("given", eq(derivative, derivative))
    assert exists(bundle, D(y, t)) is is_granted


def test_no_part_of_several_grants_a_derivative():
    slope, other = eq(D(y, t), ONE), eq(a, b)
    for statement in (("or", slope, other), ("or", other, slope), ("implies", other, slope), ("iff", slope, other)):
        bundle = Bundle(t)
        bundle.judged("given", statement)
        assert not exists(bundle, D(y, t)), statement
    bundle = Bundle(t)
    bundle.add("given", ("and", other, slope))
    assert exists(bundle, D(y, t))


def test_every_derivative_of_a_hypothesis_is_granted():
    bundle = Bundle(t)
    bundle.given(D(y, t), D(f, t))
    assert exists(bundle, D(y, t))
    assert exists(bundle, D(f, t))


def test_a_function_of_a_symbol_is_not_one_of_an_entry_of_the_vector_of_its_name():
    x_symbol = ("sym", "x")
    bundle = Bundle(x_symbol, ("vector", "x"))
    bundle.add("where", differentiable(app("y", x_symbol)))
    assert exists(bundle, D(app("y", x_symbol), x_symbol))
    assert not exists(bundle, D(app("y", x("i")), x("i")))


def test_a_derivative_of_an_equation_meets_the_duties_of_every_channel():
    """a = sum of log(x_k + t): its derivative needs x_k + t > 0 for every k."""
    body = log(add(x("k"), t))
    bundle = Bundle(t)
    bundle.where(">", add(x("*1"), t))
    n = bundle.given(y, total(body, "k"))
    bundle.add("given", eq(D(y, t), D(y, t)))
    slope = total(("div", ONE, add(x("k"), t)), "k")
    bundle.accepts(eq(D(y, t), slope), identity((("deriv", use(n), t), ONE)))


# --- antiderivatives ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("other", [eq(a, b), eq(f, f)])
def test_an_equation_of_antiderivatives_is_not_one_of_several(other):
    some = eq(f, integral(t, t))
    for statement in (("or", some, other), ("or", other, some)):
        bundle = Bundle(t)
        bundle.add("where", differentiable(f))
        n = bundle.add("given", statement)
        reason = "an equation with an indefinite integral cannot be one of several"
        bundle.rejects(reason, eq(a, a), identity((use(n), ZERO)))
        bundle.rejects(reason, statement, identity((use(n), ONE)))


@pytest.mark.parametrize("side", [mul(t, integral(t, t)), power(integral(t, t), 2)])
def test_an_antiderivative_is_a_summand(side):
    bundle = Bundle(t)
    for statement in (eq(side, a), eq(a, side), eq(add(side, integral(t, t)), a)):
        assert "an indefinite integral may only be a summand" in bundle.judged("given", statement).reason


# --- statements -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turned", [False, True])
def test_every_one_of_several_statements_is_defined(turned):
    """What is supposed was defined under a condition, and the claim has to show it again."""
    bundle = Bundle()
    h = bundle.add("where", ("ne", u, ZERO))
    condition = [("!=", u, hyp(h))]
    some = eq(("div", ONE, u), a)
    n = bundle.add("suppose", some, (), condition)
    m = bundle.add("step", some, identity((use(n), ONE)), condition)
    parts, proofs = [("implies", some, some), eq(b, b)], [("discharge", n, m), identity()]
    if turned:
        parts.reverse(), proofs.reverse()
    statement, proof = ("and", *parts), ("all", *proofs)
    bundle.accepts(statement, proof, condition)
    bundle.rejects(OPEN, statement, proof)


def test_no_implication_is_about_every_channel():
    for supposed, shown in ((eq(x("*1"), ZERO), eq(a, a)), (eq(a, b), eq(x("*1"), x("*1")))):
        bundle = Bundle()
        n = bundle.suppose(supposed)
        m = bundle.step(shown)
        bundle.rejects("about every channel", ("implies", supposed, shown), ("discharge", n, m))


def test_an_implication_does_not_stand_on_an_entry_that_was_rejected():
    bundle = Bundle()
    n = bundle.suppose(eq(a, ZERO))
    m = bundle.refused("the two sides differ", "step", eq(b, ZERO))
    k = bundle.suppose(eq(b, ZERO))
    l_ = bundle.refused("the two sides differ", "step", eq(a, ZERO))
    good = bundle.step(eq(mul(a, b), ZERO), identity((use(n), b)))
    why = "it stands on an entry that was not accepted"
    bundle.rejects(why, ("implies", eq(a, ZERO), eq(b, ZERO)), ("discharge", n, m))
    bundle.rejects(why, ("iff", eq(a, ZERO), eq(b, ZERO)), ("discharge", n, m, k, l_))
    both = ("and", ("implies", eq(a, ZERO), eq(b, ZERO)), ("implies", eq(a, ZERO), eq(mul(a, b), ZERO)))
    bundle.rejects(why, both, ("all", ("discharge", n, m), ("discharge", n, good)))
    bundle.accepts(both[2], ("discharge", n, good))


@pytest.mark.parametrize("left", [neg(c), ("num", "5"), add(c, ZERO), mul(ONE, c)])
def test_a_constant_is_introduced_by_its_name(left):
    bundle = Bundle(t)
    n = bundle.step(eq(D(a, t), ZERO))
    judgement = bundle.judged("constant", eq(left, a), n)
    assert not judgement.accepted
    assert "introduced as c = g" in judgement.reason


def test_a_constant_along_an_entry_belongs_to_its_channel():
    bundle = Bundle(x("i"))
    n = bundle.step(eq(D(a, x("i")), ZERO))
    bundle.add("constant", eq(c, a), n)
    bundle.rejects("belongs to channel i", eq(total(c, "i"), mul(("sym", "C"), c)))


# --- theorems -------------------------------------------------------------------------------------------------


def test_the_first_entries_of_another_theorem_are_taken_as_judged_there():
    """And no more of it: neither entries nor constants nor hashes nor verdicts."""
    bundle = Bundle(t)
    flat = bundle.step(eq(D(a, t), ZERO))
    bundle.judged("step", eq(a, b), identity())
    bundle.add("constant", eq(c, a), flat)
    bundle.step(eq(c, c))
    for count in range(5):
        other, again = Bundle(t), Bundle(t)
        other.theorem = beginning(bundle.theorem, count)
        for n in range(count):
            _, role, statement, (_, _, proof) = bundle.entries[n].values()
            again.judged(role, statement, proof)
        taken, made = other.theorem, again.theorem
        assert taken.hash_of("step", eq(a, a)) == made.hash_of("step", eq(a, a))
        assert [e.statement for e in taken.entries] == [e.statement for e in made.entries]
        assert taken.constants == made.constants
        other.entries = again.entries[:]
        for proof in ((use(n), ONE) for n in range(5)):
            verdicts = [b_.judged("step", eq(mul(TWO, a), mul(TWO, b)), identity(proof)) for b_ in (other, again)]
            assert verdicts[0].reason == verdicts[1].reason


def test_a_condition_that_is_established_is_rested_on_whether_it_is_needed_or_not():
    bundle = Bundle()
    s = bundle.suppose(("gt", u, ZERO))
    bundle.rejects(NEVER, eq(a, a), identity(), [(">", u, hyp(s))])
    judgement = bundle.judged("step", eq(a, a), identity(), [(">", u, hyp(s))])
    assert (judgement.used, judgement.assumptions) == ({s}, {s})


@pytest.mark.parametrize("statement", [("gt", f, num(3)), ("ge", f, ONE), ("ne", f, TWO), eq(f, num(3))], ids=repr)
def test_a_number_to_which_a_function_is_compared_is_no_number_of_derivatives(statement):
    bundle = Bundle(t)
    bundle.add("given" if statement[0] == "eq" else "where", statement)
    bundle.rejects(OPEN, eq(D(mul(TWO, f), t), mul(TWO, D(f, t))))


@pytest.mark.parametrize("known", [sub(a, b), sub(b, a), mul(num(-3), sub(a, b)), div(sub(a, b), c)], ids=repr)
def test_what_is_not_zero_is_not_zero_with_another_factor(known):
    """Whatever its sign; but where the one is positive, the opposite is not."""
    bundle = Bundle()
    bundle.where("!=", c)
    n = bundle.add("where", ("ne", known, ZERO))
    condition = [("!=", known, hyp(n))]
    for wanted in (sub(a, b), sub(b, a), mul(TWO, sub(b, a))):
        bundle.rejects(OPEN, eq(div(ONE, wanted), div(ONE, wanted)))
        bundle.accepts(eq(div(ONE, wanted), div(ONE, wanted)), defined=condition)
        bundle.rejects(OPEN, eq(log(wanted), log(wanted)), defined=condition)


@pytest.mark.parametrize("factor", [1, 3, -1, -3])
def test_what_is_positive_is_so_with_a_positive_factor_alone(factor):
    bundle = Bundle()
    n = bundle.add("where", ("gt", sub(a, b), ZERO))
    wanted = log(mul(num(factor), sub(a, b)))
    condition = [(">", sub(a, b), hyp(n))]
    if factor > 0:
        bundle.accepts(eq(wanted, wanted), defined=condition)
    else:
        bundle.rejects(OPEN, eq(wanted, wanted), defined=condition)
