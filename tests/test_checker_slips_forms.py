"""Slips in reading what is written, and in the frame of a theorem: what is malformed is refused, wherever it stands.

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
    log,
    mul,
    neg,
    num,
    power,
    root,
    sub,
    t,
    total,
    u,
    use,
    w,
    x,
    y,
)

from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.forms import (
    MAX_DEPTH,
    MAX_NODES,
    MAX_START,
    Malformed,
    check_expression,
    check_statement,
    free_indices,
    freeze,
)
from symnorm.checker.logic.theorem import Theorem, check_bundle

OPEN = "a condition of being defined is not established"
UNFIT = "this kind of proof does not fit this kind of statement"

# --- forms ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("orders", [(0, 10), (10, 0), (0, -1), (-1, 0), (0, "1"), (None, 0), (0, ("num", "1"))])
def test_every_order_of_a_derivative_is_a_number_of_one_digit(orders):
    check_expression(app("f", t, u, orders=(0, 9)))
    with pytest.raises(Malformed, match="order of derivative"):
        check_expression(app("f", t, u, orders=orders))


@pytest.mark.parametrize("orders", [(1, 0), (0, 1), (1, 1)])
def test_no_derivative_is_said_to_be_differentiable(orders):
    check_statement(differentiable(app("f", t, u)))
    with pytest.raises(Malformed, match="does not say of a function"):
        check_statement(differentiable(app("f", t, u, orders=orders)))


@pytest.mark.parametrize("arguments", [(t, ONE), (ONE, t), (t, neg(u)), (app("y", u), t)])
def test_every_argument_of_a_differentiable_function_is_a_variable(arguments):
    with pytest.raises(Malformed, match="does not say of a function"):
        check_statement(differentiable(app("f", *arguments)))


@pytest.mark.parametrize("word", ["and", "or", "implies", "iff"])
@pytest.mark.parametrize("bad", [a, ("eq", a), ("eq", a, ("num", "01")), "eq", None, 5], ids=repr)
def test_every_part_of_a_statement_is_one(word, bad):
    good = eq(a, b)
    check_statement((word, good, good))
    for parts in ((bad, good), (good, bad)):
        with pytest.raises(Malformed):
            check_statement((word, *parts))


@pytest.mark.parametrize("word", ["what", "not", "add", "lt", "differentiable", None, 5, ()])
def test_only_a_word_for_it_combines_statements(word):
    with pytest.raises(Malformed):
        check_statement((word, eq(a, a), eq(b, b)))


@pytest.mark.parametrize("word", ["what", "exists", "app", None, 5])
def test_only_the_word_for_it_says_that_a_function_is_differentiable(word):
    with pytest.raises(Malformed):
        check_statement((word, app("f", t), ("num", "1")))


@pytest.mark.parametrize("word", ["what", "app", "sum", "vector", "differentiable", None, 5])
@pytest.mark.parametrize("second", ["f", None])
def test_only_a_definition_is_written_as_one(word, second):
    check_expression(("def", "f", None, t))
    with pytest.raises(Malformed):
        check_expression((word, "f", second, t))


KINDS = [
    num("1/2"), t, x("i"), delta("i", "j"), add(t, u, a), neg(t), div(t, u), power(t, 3), root(t), app("f", t, u),
    total(x("k")), total(x("k"), "k", "i"), ("coord", "x", "i", "j", "k:N"), D(t, t), ("at", t, t, u),
    ("def", "f", "i", x("i")), ("whole", "m", 1), ("upto", "s", 1, ("whole", "m", 1), t),
    ("power", t, ("whole", "m", 1)),
]  # fmt: skip


@pytest.mark.parametrize("form", KINDS, ids=lambda form: form[0])
@pytest.mark.parametrize("word", ["what", "vector", "differentiable", "eq", "", None, 5, ()], ids=repr)
def test_every_kind_of_expression_has_its_own_word(form, word):
    check_expression(form)
    for bad in ((word, *form[1:]), neg((word, *form[1:])), form[1:], (*form, "more")):
        may_have_more = form[0] in ("add", "mul") or (form[0] == "coord" and len(form) < 5)
        if bad != (*form, "more") or not may_have_more:
            with pytest.raises(Malformed):
                check_expression(bad)


@pytest.mark.parametrize("form", [("coord", "x y", "i"), ("coord", "*1", "i"), ("coord", "", "i"), ("coord", None, "i"),
                                  ("coord", ("sym", "x"), "i"), ("sym", "1"), ("app", "f g", (0,), (t,)),
                                  ("def", "=", None, t), ("sum", "*1", t, (), t)], ids=repr)  # fmt: skip
def test_every_name_is_one(form):
    for expression in (form, neg(form)):
        with pytest.raises(Malformed, match="is not a name"):
            check_expression(expression)


@pytest.mark.parametrize("bad", ["j k", "*10", "", "b:", "sum", 1, None, ("sym", "j")], ids=repr)
def test_every_index_of_an_array_is_one(bad):
    for indices in ((bad, "i", "j"), ("i", bad, "j"), ("i", "j", bad)):
        with pytest.raises(Malformed):
            check_expression(("coord", "x", *indices))


@pytest.mark.parametrize("start", ["1", None, ("num", "1"), -1, MAX_START + 1], ids=repr)
def test_what_a_whole_number_starts_from_is_a_number(start):
    for first in (0, MAX_START):
        check_expression(("upto", "s", first, ("whole", "m", first), t))
    for form in (("upto", "s", start, t, t), ("whole", "m", start)):
        with pytest.raises(Malformed, match="is not an expression"):
            check_expression(form)


@pytest.mark.parametrize("orders", [0, "0", None, ("num", "0"), (("num", "0"),), ("0",), (0, 0)], ids=repr)
def test_the_orders_of_a_differentiable_function_are_those_of_a_function(orders):
    check_statement(differentiable(app("f", t)))
    with pytest.raises(Malformed):
        check_statement(differentiable(("app", "f", orders, (t,))))


def test_lists_within_each_other_have_a_bound_on_their_depth_and_on_their_number():
    def nested(depth):
        return [] if depth == 1 else [nested(depth - 1)]

    assert freeze(nested(MAX_DEPTH - 1))
    with pytest.raises(Malformed, match=f"nested deeper than {MAX_DEPTH}"):
        freeze(nested(MAX_DEPTH + 1))
    many = [["a"] * 1_000] * (MAX_NODES // 1_000)
    assert freeze(many[1:-1])
    with pytest.raises(Malformed, match=f"more than {MAX_NODES} nodes"):
        freeze(many)


def test_what_is_frozen_already_counts_wherever_it_stands_again():
    """It is not gone through again, and its depth and its number count as before."""

    def around(frozen, depth):
        return frozen if depth == 0 else [around(frozen, depth - 1)]

    deep = freeze(around(["a"], MAX_DEPTH // 2))
    assert freeze(deep) is deep
    assert freeze(around(deep, MAX_DEPTH // 2 - 2)) == freeze(around(["a"], MAX_DEPTH - 2))
    with pytest.raises(Malformed, match=f"nested deeper than {MAX_DEPTH}"):
        freeze(around(deep, MAX_DEPTH // 2))
    many = freeze([["a"] * 1_000] * (MAX_NODES // 2_000))
    assert freeze([many, "a"]) == (many, "a")
    with pytest.raises(Malformed, match=f"more than {MAX_NODES} nodes"):
        freeze([many, many])


@pytest.mark.parametrize("within", [3, 10, MAX_DEPTH // 2])
@pytest.mark.parametrize("beside", [[], [["a"]], ["a"]], ids=repr)
def test_what_is_frozen_already_is_as_deep_as_its_deepest_part(within, beside):
    """However often parts of it were frozen before, the bound is met at the same depth."""

    def around(part, depth):
        return part if depth == 0 else around([beside, part] if depth % 2 else [part, beside], depth - 1)

    def is_frozen(form):
        try:
            return bool(freeze(form))
        except Malformed:
            return False

    known = freeze([["a"], freeze(around(["a"], within))])
    fresh = [["a"], around(["a"], within)]
    depths = range(MAX_DEPTH - within - 5, MAX_DEPTH - within + 3)
    assert {is_frozen(around(fresh, n)) for n in depths} == {True, False}
    for n in depths:
        assert is_frozen(around(known, n)) == is_frozen(around(fresh, n))


def test_nothing_is_taken_for_what_was_frozen_before():
    """Neither what is equal to it, nor what came into the place in memory that it had."""
    frozen = freeze(("add", ("num", 1), ("num", 1)))
    assert frozen[1][1] is not True
    with pytest.raises(Malformed, match="a bool where"):
        freeze(("add", ("num", 1), ("num", True)))
    for n in range(2_000):
        freeze((str(n), (str(n), ())))
        with pytest.raises(Malformed, match="a float where"):
            freeze((str(n), (str(n), 1.5)))


def test_the_free_indices_of_a_sum():
    """Those of its summand but its own, of what is left out, and of what it runs to."""
    body = mul(x("k"), x("l"), delta("k", "m"))
    assert free_indices(total(body)) == {"l", "m"}
    assert free_indices(total(body, "k", "i")) == {"l", "m", "i"}
    assert free_indices(total(body, dimension=x("j"))) == {"l", "m", "j"}


# --- what a theorem is made of --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("along", "is_one"),
    [
        ([("interval", t, t)], False), ([("interval", t, neg(t))], False), ([("interval", t, app("f", t))], False),
        ([("interval", t, u)], True), ([("interval", t, u), u], False), ([u, ("interval", t, u)], True),
        ([("interval", t, u), ("interval", u, ZERO)], False), ([("interval", u, ZERO), ("interval", t, u)], True),
        ([("interval", t, x("i")), ("vector", "x")], False), ([("interval", x("i"), x("j"))], False),
        ([("interval", t, x("i")), x("j")], False), ([("interval", t, x("i")), ("interval", x("j"), ZERO)], False),
        ([("interval", t, x("i")), ("vector", "w")], True), ([("vector", "x"), ("interval", t, x("i"))], True),
        ([("interval", t, w("i")), x("i")], True), ([u, ("interval", t, t)], False), ([t, ONE], False),
        ([t, "u"], False), ([("interval", t, ("whole", "n", 1))], False), ([u, ("interval", t, x("*1"))], False),
        ([("interval", t, add(ONE, app("f", ("whole", "n", 0))))], False), ([x("*1")], False),
        ([("interval", x("*2"), ZERO)], False), ([("interval", t, total(x("k")))], True),
        ([("interval", t, ("upto", "s", 1, num(3), ("whole", "s", 1)))], True),
    ],
    ids=repr,
)  # fmt: skip
def test_the_point_of_an_interval_does_not_depend_on_its_variable_or_on_a_later_one(along, is_one):
    if is_one:
        assert Theorem(along).along == tuple(along)
    else:
        with pytest.raises(Malformed):
            Theorem(along)


@pytest.mark.parametrize("part", [5, None, "ab", ("ab",), (), (use(0),), (use(0), ONE, ONE)], ids=repr)
def test_a_relation_stands_beside_its_cofactor(part):
    bundle = Bundle()
    bundle.given(a, b)
    bundle.rejects("a pair was expected", eq(a, a), ("identity", ident(part)))


@pytest.mark.parametrize("proof", [5, None, "all", "abc", (), ("all",), ("bounds", (), ())], ids=repr)
def test_several_statements_have_a_proof_for_each(proof):
    both = ("and", eq(a, a), eq(b, b))
    Bundle().rejects(UNFIT, both, proof)


def test_proofs_are_known_by_their_names_and_fit_one_kind_of_statement():
    """That either of two statements follows from the other shows neither of them."""
    bundle, zero, double = Bundle(), eq(a, ZERO), eq(mul(TWO, a), ZERO)
    n = bundle.suppose(zero)
    m = bundle.step(double, identity((use(n), TWO)))
    k = bundle.suppose(double)
    j = bundle.step(zero, identity((use(k), num("1/2"))))
    for word in ("what", "all", None, ()):
        bundle.rejects(UNFIT, ("iff", zero, double), (word, n, m, k, j))
        bundle.rejects(UNFIT, ("implies", zero, double), (word, n, m))
    for word in ("and", "or", "implies"):
        bundle.rejects(UNFIT, (word, zero, double), ("discharge", n, m, k, j))
    for word in ("and", "or", "iff"):
        bundle.rejects(UNFIT, (word, zero, double), ("discharge", n, m))
    bundle.accepts(("iff", zero, double), ("discharge", n, m, k, j))
    bundle.accepts(("implies", zero, double), ("discharge", n, m))


def test_only_all_of_several_statements_are_shown_by_a_proof_of_each():
    bundle, same, one = Bundle(), eq(a, a), div(TWO, TWO)
    bundle.accepts(("and", same, same), ("all", identity(), identity()))
    bundle.rejects(UNFIT, ("and", same, same), ("what", identity(), identity()))
    for word in ("or", "implies", "iff"):
        bundle.rejects(UNFIT, (word, same, same), ("all", identity(), identity()))
    for word in ("eq", "ne", "lt", "le", "gt", "ge"):
        bundle.rejects(UNFIT, (word, one, one), ("all", ("bounds",), ("bounds",)))


@pytest.mark.parametrize("role", ["given", "suppose", "constant", "step", "claim"])
def test_that_a_function_is_differentiable_is_a_hypothesis_and_nothing_else(role):
    statement = differentiable(app("f", t))
    for proof in ((), 0, identity(), ("bounds",)):
        judgement = Bundle(t).judged(role, statement, proof)
        assert not judgement.accepted
        assert judgement.reason == "that a function is differentiable is a hypothesis by itself"
    Bundle(t).add("where", statement)


@pytest.mark.parametrize("argument", [mul(t, t), neg(t), ZERO, app("f", t)], ids=repr)
def test_a_derivative_at_what_is_no_variable_grants_nothing(argument):
    """y' at t^2 says nothing of a derivative of y along t."""
    bundle = Bundle(t)
    bundle.refused(OPEN, "given", eq(app("y", argument, orders=(1,)), ONE))
    bundle.add("given", eq(app("y", t, orders=(1,)), ONE))


def test_a_step_shown_by_bounds_is_defined():
    Bundle().add("step", ("gt", div(ONE, sub(root(TWO), ONE)), TWO), ("bounds",))


def test_a_constant_that_was_refused_is_a_symbol_like_others():
    """It stands on a slope that is not shown to be zero. So it is nobody's constant, and its derivatives are zero."""
    bundle = Bundle(t, u)
    n = bundle.refused("the two sides differ", "step", eq(D(mul(a, t), t), ZERO))
    bundle.refused("it stands on an entry that was not accepted", "constant", eq(c, mul(a, t)), n)
    bundle.accepts(eq(D(c, u), ZERO))
    flat = bundle.step(eq(D(a, t), ZERO))
    bundle.add("constant", eq(b, a), flat)
    bundle.rejects("along another variable than its own", eq(D(b, u), ZERO))


@pytest.mark.parametrize("inner", [mul(y, t), add(y, t), div(y, t), ("integral", y, t)], ids=repr)
def test_a_derivative_of_what_is_made_of_a_function_grants_nothing(inner):
    """(t |t|)' exists at 0, and |t|' does not."""
    bundle = Bundle(t)
    bundle.where("!=", t)
    bundle.refused(OPEN, "given", eq(D(inner, t), ONE))


@pytest.mark.parametrize("entries", [5, None, "entries", {}, ()], ids=repr)
def test_the_entries_of_a_theorem_are_a_list(entries):
    with pytest.raises(Malformed, match="an object with id, along and entries"):
        check_bundle({"id": "x", "along": [], "entries": entries})


@pytest.mark.parametrize("other", [None, [], {}, {"label": "(2)"}, {"role": "claim"}, "claim"], ids=repr)
def test_no_entry_of_a_theorem_is_passed_over(other):
    """Although there is a claim beside it, before it or behind it."""
    made = Bundle()
    made.accepts(eq(a, a))
    assert check_bundle({"id": "x", "along": [], "entries": made.entries})[0].accepted
    for entries in ([*made.entries, other], [other, *made.entries]):
        with pytest.raises(Malformed, match="an entry is an object"):
            check_bundle({"id": "x", "along": [], "entries": entries})


@pytest.mark.parametrize(
    ("label", "role"),
    [("(1)", "axiom"), ("(1)", ""), ("(1)", None), ("(1)", "Claim"), (5, "claim"), (None, "claim")],
)
def test_an_entry_has_a_label_and_a_role_that_there_is(label, role):
    certificate = (Theorem([]).hash_of(role, eq(a, a)), (), identity())
    with pytest.raises(Malformed, match="an entry needs a label and a role"):
        Theorem([]).add(label, role, eq(a, a), certificate)


@pytest.mark.parametrize("conditions", [None, 5, "", "ab"], ids=repr)
def test_the_conditions_of_a_certificate_are_a_list(conditions):
    theorem = Theorem([])
    bound = theorem.hash_of("claim", eq(a, a))
    for certificate in ((bound, conditions, identity()), (None, (), identity()), (5, (), identity())):
        judgement = theorem.add("(1)", "claim", eq(a, a), certificate)
        assert "a certificate is [hash, conditions, proof]" in judgement.reason


def test_what_is_supposed_stands_on_what_it_takes_to_have_a_value():
    bundle = Bundle()
    n = bundle.suppose(("gt", a, ZERO))
    judgement = bundle.judged("suppose", eq(log(a), ZERO), defined=[(">", a, hyp(n))])
    assert judgement.accepted
    assert judgement.assumptions == {0, 1}


def test_what_uses_a_derivative_uses_the_entry_by_which_it_exists():
    bundle = Bundle(t)
    n = bundle.given(D(y, t), ONE)
    judgement = bundle.judged("claim", eq(D(y, t), D(y, t)), identity())
    assert judgement.accepted
    assert judgement.reason == ""
    assert judgement.used == {n}


def test_an_equation_is_solved_where_a_lemma_shows_that_its_coefficient_does_not_vanish():
    """e^a - a > 0, by e^a >= 1 + a. So y' has a derivative, wherever (e^a - a) y' = y."""
    bundle, factor = Bundle(t), sub(exp(a), a)
    n = bundle.given(mul(factor, D(y, t)), y)
    conditions = [(">", factor, ("add", ("exp-bound", a), ("num", "1"))), ("solved", n, app("y", t, orders=(1,)))]
    claim = eq(mul(factor, D(D(y, t), t)), D(y, t))
    proof = identity((("deriv", use(n), t), ONE))
    bundle.rejects(OPEN, claim, proof, conditions[:1])
    bundle.accepts(claim, proof, conditions)


def test_what_is_given_may_speak_of_all_but_arbitrary_numbers_and_constants():
    bundle = Bundle(t)
    bundle.add("where", differentiable(app("y", b)))
    n = bundle.given(a, ZERO)
    flat = bundle.step(eq(D(a, t), ZERO))
    judgement = bundle.judged("constant", eq(c, a), flat)
    assert judgement.lemmas == {"zero-derivative"}
    assert bundle.given(u, ZERO) > n
    bundle.refused("stands for every number", "given", eq(b, ZERO))
    bundle.refused("cannot speak of a constant", "given", eq(c, ZERO))


def test_a_hypothesis_may_speak_of_a_function_at_a_point_as_well():
    """y(t) >= y(0) holds where y' = 0: what it says along the interval is of y(t), and of y(0) it is a number."""
    bundle = Bundle(("interval", t, ZERO))
    bundle.add("where", ("ge", y, app("y", ZERO)))
    n = bundle.given(D(y, t), ZERO)
    bundle.accepts(eq(y, app("y", ZERO)), ("identity", ident((("constant", n, ZERO), ONE))))


# --- calculation ----------------------------------------------------------------------------------------------


def test_a_delta_carries_over_another_delta():
    bundle, left = Bundle(), mul(delta("i", "j"), delta("j", "k"))
    right = mul(delta("i", "j"), delta("i", "k"))
    bundle.accepts(eq(left, right))
    bundle.accepts(eq(app("f", left), app("f", right)))
    bundle.rejects("the two sides differ", eq(left, delta("i", "k")))


def test_roots_below_bring_as_many_factors_as_there_are():
    """1/(sqrt(2 a + 2) sqrt(3 a + 3)) is the product of both roots over 6 (a + 1)^2, and not over 6 (a + 1)."""

    def normal_forms(exponent):
        normal = Normalizer()
        doubled, tripled = (root(mul(n, add(a, ONE))) for n in (TWO, num(3)))
        below = mul(num(6), power(add(a, ONE), exponent))
        return normal(div(ONE, mul(doubled, tripled)))[0], normal(div(mul(doubled, tripled), below))[0]

    for exponent in (0, 1, 2, 3):
        left, right = normal_forms(exponent)
        assert bool(left - right) is (exponent != 2)


def test_the_numerator_of_a_quotient_that_is_not_zero_is_not_zero():
    bundle = Bundle()
    bundle.where("!=", b)
    bundle.where("!=", div(a, b))
    bundle.rejects(OPEN, eq(div(c, c), ONE))
    bundle.accepts(eq(div(a, a), ONE))


def test_zero_times_a_quotient_is_zero():
    bundle = Bundle()
    bundle.where("!=", t)
    nothing = mul(ZERO, div(ONE, t))
    bundle.accepts(eq(app("y", nothing), app("y", ZERO)))
    bundle.rejects(OPEN, eq(log(nothing), log(nothing)))


@pytest.mark.parametrize("number", ["9" * 399, "1/" + "9" * 399, "-" + "9" * 399, "9" * 398 + "7/" + "9" * 399])
def test_a_number_has_so_many_digits(number):
    """Whether they come by multiplication or by powers, above or below, of what is negative or not."""
    big = "a number of more than 20000 bits"
    for product in (mul(num(number), *[num(number.lstrip("-"))] * 19), power(mul(t, num(number)), 99)):
        Bundle().rejects(big, eq(product, product))


@pytest.mark.parametrize(("named", "is_accepted"), [(7, True), (8, False), (9, False)])
def test_an_index_of_a_sum_is_told_apart_from_every_other_in_a_condition(named, is_accepted):
    """sqrt(... (x_k - x_l)) has no value in most channels. There are nine names, and two sums need one each."""
    every = [f"*{n}" for n in range(1, 10)]

    def quantity(i, j):
        return mul(*map(w, every[:named]), sub(x(i), x(j)))

    bundle, body = Bundle(), root(quantity("k", "l"))
    both = total(total(body, "l"), "k")
    if is_accepted:
        Bundle().rejects(OPEN, eq(both, both))
        n = bundle.add("where", ("ge", quantity("*8", "*9"), ZERO))
        bundle.accepts(eq(both, both), defined=[(">=", quantity("*8", "*9"), hyp(n))])
    else:
        bundle.rejects("more than nine sums inside each other", eq(both, both))


def test_a_theorem_of_too_many_entries_is_refused_as_a_whole(monkeypatch):
    """None is left out in silence; as many as there may be are all judged."""
    monkeypatch.setattr("symnorm.checker.logic.theorem.MAX_ENTRIES", 3)
    bundle = Bundle()
    for n in range(3):
        bundle.accepts(eq(num(n), num(n)))
    document = {"id": "a/1", "along": [], "entries": bundle.entries}
    assert [entry.accepted for entry in check_bundle(document)] == [True] * 3
    more = {**bundle.entries[0], "label": "(4)"}
    with pytest.raises(Malformed, match="a theorem of more than 3 entries"):
        check_bundle({**document, "entries": [*bundle.entries, more]})
