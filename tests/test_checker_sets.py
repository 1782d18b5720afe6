"""Index sets of their own: what holds of arrays over several, and what must not, put together by hand.

N and M are lengths; u is a vector over N, and X, Y and Z are arrays over N and the channels, M and N, N and N.
"""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    Bundle,
    C,
    D,
    Form,
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
    mul,
    num,
    power,
    root,
    sign,
    sub,
    sym,
    total,
    use,
    x,
)

from symnorm.checker.calculus.budget import TooLarge
from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.calculus.polynomial import Polynomial
from symnorm.checker.calculus.quotient import Quotient
from symnorm.checker.forms import Malformed, arrays, check_expression, dimensions, freeze, lengths
from symnorm.prover.prover import beginning

N, M = sym("N"), sym("M")


def u(i: str) -> Form:
    return ("coord", "u", i)


def X(i: str, j: str) -> Form:
    return ("coord", "X", i, j)


def Y(i: str, j: str) -> Form:
    return ("coord", "Y", i, j)


def Z(i: str, j: str) -> Form:
    return ("coord", "Z", i, j)


def over_n(body: Form, k: str = "k:N", *excluded: str) -> Form:
    return total(body, k, *excluded, dimension=N)


def over_m(body: Form, k: str = "k:M", *excluded: str) -> Form:
    return total(body, k, *excluded, dimension=M)


def normal(e: Form) -> Quotient:
    return Normalizer(C, lengths=frozenset([N, M]))(e)[0]


# --- what is written ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", ["b:N", "*1:N", "*9:N_2", "i"])
def test_an_index_may_have_a_set(index):
    check_expression(("coord", "x", index))
    check_expression(("def", "f", (index, "j"), ("coord", "x", index)))


@pytest.mark.parametrize(
    "index", ["b:", ":N", "b:N:M", "b: N", "*1:", "*10:N", "*1:*1", "b:N ", "b:sum(", "add:N", "b:1", "*0:N", "b:\n"]
)
def test_no_other_index_has_one(index):
    for wrong in (("coord", "x", index), ("delta", "i:N", index), ("def", "f", ("i", index), x("i"))):
        with pytest.raises(Malformed):
            check_expression(wrong)


OWN = [(), ("i",), ("i", "j", "k", "l"), ("i", None), ("i", ("j", "k")), ("def", "j")]


@pytest.mark.parametrize("own", OWN, ids=str)
def test_a_definition_is_written_with_two_indices_or_three(own):
    for right in ("i", None, ("i", "j"), ("b:N", "i", "j")):
        check_expression(("def", "f", right, ONE))
    with pytest.raises(Malformed):
        check_expression(("def", "f", own, ONE))


@pytest.mark.parametrize("index", ["k:", ":N", "k:N:M", "*1:N", "k: N", "1:N"])
def test_no_sum_has_another_index(index):
    with pytest.raises(Malformed):
        check_expression(("sum", index, ("sym", index.partition(":")[2]), (), ONE))


@pytest.mark.parametrize("length", [M, C, ONE, add(N, ONE), ("def", "n", None, N)], ids=repr)
def test_a_sum_over_a_set_runs_to_its_length(length):
    check_expression(("sum", "k:N", N, (), ONE))
    with pytest.raises(Malformed, match="a sum over k:N runs to N"):
        check_expression(("sum", "k:N", length, (), ONE))


def test_a_sum_does_not_leave_out_its_own_index():
    with pytest.raises(Malformed, match="leaves out"):
        check_expression(over_n(ONE, "k:N", "k:N"))
    check_expression(over_n(ONE, "k:N", "k"))  # of another set: refused where it is calculated


def test_what_a_form_says_of_sets():
    form = freeze(eq(over_n(X("k:N", "i")), add(total(x("k")), Z("a:N", "b:N"), delta("a:M", "b:M"))))
    assert lengths(form) == {N, M}
    assert dimensions(form) == {C}
    assert arrays(form) == {("X", ("N", "")), ("x", ("",)), ("Z", ("N", "N"))}


# --- what holds -----------------------------------------------------------------------------------------------


def test_arrays_are_differentiated_entry_by_entry():
    bundle = Bundle()
    bundle.accepts(eq(D(X("b:N", "i"), X("a:N", "j")), mul(delta("a:N", "b:N"), delta("i", "j"))))
    bundle.accepts(eq(D(Z("b:N", "c:N"), Z("c:N", "b:N")), delta("b:N", "c:N")))
    bundle.accepts(eq(D(over_n(power(X("k:N", "i"), 2)), X("a:N", "j")), mul(TWO, delta("i", "j"), X("a:N", "i"))))
    bundle.accepts(eq(D(X("b:N", "i"), ("coord", "Y", "a:M", "b:N")), ZERO))


def test_sums_over_two_sets_are_swapped():
    bundle = Bundle()
    inner, outer = total(mul(X("k:N", "l"), x("l")), "l"), over_n(mul(X("k:N", "l"), u("k:N")))
    bundle.accepts(eq(over_n(mul(u("k:N"), inner)), total(mul(x("l"), outer), "l")))
    bundle.accepts(eq(over_n(total(ONE)), mul(N, C)))
    bundle.accepts(eq(over_n(over_m(Y("l:M", "k:N"), "l:M")), over_m(over_n(Y("l:M", "k:N")), "l:M")))


def test_the_square_of_a_sum_is_a_sum_of_products():
    bundle = Bundle()
    row = over_n(Y("i:M", "k:N"))
    pairs = over_n(over_n(mul(Y("l:M", "h:N"), Y("l:M", "k:N")), "h:N"))
    bundle.accepts(eq(over_m(power(row, 2), "i:M"), over_m(pairs, "l:M")))


def test_what_is_known_of_every_member():
    bundle = Bundle()
    n = bundle.add("where", ("gt", X("*1:N", "*1"), ZERO))
    bundle.accepts(("gt", X("a:N", "i"), ZERO), sign(hyp(n, ("*1:N", "a:N"), ("*1", "i"))))
    bundle.accepts(("ge", over_n(X("k:N", "i")), ZERO), sign(("sum", "*1:N", (), hyp(n, ("*1", "i")))))
    roots = over_n(power(root(X("k:N", "i")), 2))
    every = (">=", X("*1:N", "i"), hyp(n, ("*1", "i")))
    bundle.accepts(eq(roots, over_n(X("k:N", "i"))), defined=[every])


def test_an_equation_for_every_member_is_summed():
    bundle = Bundle()
    n = bundle.given(X("*1:N", "i"), u("*1:N"))
    bundle.accepts(eq(over_n(X("k:N", "i")), over_n(u("k:N"))), identity((("sum", n, "*1:N", ONE), ONE)))
    bundle.accepts(eq(X("b:N", "i"), u("b:N")), identity((("rename", n, "*1:N", "b:N"), ONE)))


def test_a_function_of_every_entry_is_differentiable():
    bundle = Bundle(("vector", "X"))
    bundle.add("where", differentiable(app("y", X("*1:N", "*1"))))
    slope = D(app("y", X("b:N", "i")), X("b:N", "i"))
    bundle.accepts(eq(slope, ("app", "y", (1,), (X("b:N", "i"),))))


# --- what does not --------------------------------------------------------------------------------------------

DIFFERENT_SETS = "are indices of different sets"


@pytest.mark.parametrize("statement", [
    eq(delta("b:N", "i"), ZERO), eq(delta("b:N", "i"), delta("i", "b:N")), eq(delta("b:N", "b:M"), ONE),
    eq(delta("b:N", "b"), ONE), eq(over_n(mul(delta("k:N", "i"), u("k:N"))), u("i:N")),
    eq(total(mul(delta("k", "b:N"), x("k"))), x("i")), eq(total(ONE, "k", "b:N"), sub(C, ONE)),
    eq(over_n(ONE, "k:N", "i"), sub(N, ONE)), eq(over_n(u("k:N"), "k:N", "a:N", "i"), ZERO),
    eq(over_n(ONE, "k:N", "k"), sub(N, ONE)),
], ids=repr)  # fmt: skip
def test_indices_of_different_sets_are_not_compared(statement):
    Bundle().rejects(DIFFERENT_SETS, statement)


def test_the_number_of_members_is_that_of_the_set():
    bundle = Bundle()
    bundle.accepts(eq(over_n(ONE), N))
    bundle.accepts(eq(over_n(x("i")), mul(N, x("i"))))
    for wrong in (C, M, ONE):
        bundle.rejects("the two sides differ", eq(add(over_n(ONE), total(ZERO)), wrong))
    bundle.rejects("the two sides differ", eq(over_n(x("i")), mul(C, x("i"))))
    bundle.rejects("the two sides differ", eq(N, C))
    bundle.rejects("the two sides differ", eq(over_n(total(X("k:N", "l"), "l")), mul(N, total(x("l"), "l"))))


def test_moments_of_one_body_over_two_sets_are_two():
    bundle = Bundle()
    bundle.rejects("the two sides differ", eq(over_n(over_m(ONE)), mul(N, N)))
    bundle.rejects("the two sides differ", eq(over_n(exp(u("k:N"))), over_m(exp(("coord", "v", "k:M")))))
    bundle.rejects("the two sides differ", eq(over_n(Z("k:N", "a:N")), over_n(Z("a:N", "k:N"))))
    bundle.rejects("the two sides differ", eq(over_n(Y("i:M", "k:N")), over_n(Y("j:M", "k:N"))))
    one = over_n(over_n(mul(Z("k:N", "l:N"), Z("l:N", "k:N")), "l:N"))
    other = over_n(over_n(mul(Z("k:N", "l:N"), Z("k:N", "l:N")), "l:N"))
    bundle.rejects("the two sides differ", eq(one, other))


@pytest.mark.parametrize("other", ["a", "a:M", "*1"])
def test_what_holds_of_every_member_says_nothing_of_another_set(other):
    bundle = Bundle()
    n = bundle.add("where", ("gt", u("*1:N"), ZERO))
    m = bundle.given(X("*1:N", "i"), u("*1:N"))
    bundle.rejects(DIFFERENT_SETS, ("gt", u("a:N"), ZERO), sign(hyp(n, ("*1:N", other))))
    bundle.rejects(DIFFERENT_SETS, eq(ONE, ZERO), identity((("rename", m, "*1:N", other), ONE)))


def test_an_equation_is_summed_over_its_own_set():
    bundle = Bundle()
    n = bundle.given(X("*1:N", "i"), u("*1:N"))
    wanted = eq(over_n(X("k:N", "i")), over_n(u("k:N")))
    bundle.accepts(wanted, identity((("sum", n, "*1:N", ONE), ONE)))
    for other in ("*1", "*1:M"):
        bundle.rejects("where no statement has named", wanted, identity((("sum", n, other, ONE), ONE)))
    of_all = eq(add(over_n(X("k:N", "i")), total(ZERO), over_m(ZERO)), over_n(u("k:N")))
    for other in ("*1", "*1:M"):
        bundle.rejects("the two sides differ", of_all, identity((("sum", n, other, ONE), ONE)))


def test_a_length_is_no_variable():
    for wrong in (D(over_n(u("k:N")), N), at(over_n(u("k:N")), N, num(2)), D(mul(N, u("b:N")), N)):
        Bundle().rejects("the number of channels is no variable", eq(wrong, wrong))
    for along in (N, ("interval", N, ONE)):
        Bundle(along).rejects("their number is a symbol that is fixed", eq(u("b:N"), u("b:N")))
    bundle = Bundle()
    bundle.add("where", differentiable(app("y", N)))
    bundle.rejects("their number is a symbol that is fixed", eq(u("b:N"), u("b:N")))


def test_the_number_of_channels_is_the_length_of_no_other_set():
    """Else the members of a set and the channels would be as many, and a sum over either the same."""
    told = "the number of channels is the length of no other set"
    over_c = ("sum", "k:C", C, (), ONE)
    Bundle().rejects(told, eq(over_c, ("sum", "k", C, (), ONE)))
    bundle = Bundle()
    bundle.step(eq(sub(x("i"), ("sum", "k", C, (), ONE)), sub(x("i"), ("sum", "k", C, (), ONE))))
    bundle.rejects(told, eq(over_c, over_c))


def test_a_constant_of_integration_is_no_length():
    bundle = Bundle(sym("t"))
    n = bundle.given(D(app("y", sym("t")), sym("t")), ZERO)
    m = bundle.add("constant", eq(N, app("y", sym("t"))), n)
    assert m
    bundle.rejects("their number is a symbol that is fixed", eq(u("b:N"), u("b:N")))


@pytest.mark.parametrize("wrong", [x("b:N"), ("coord", "x", "i", "j"), ("coord", "x", "i", "b:N")], ids=repr)
def test_an_array_has_one_shape(wrong):
    told = "an array has as many indices wherever it stands"
    Bundle().rejects(told, eq(x("i"), wrong))
    bundle = Bundle()
    bundle.step(eq(sub(x("i"), x("i")), ZERO))
    bundle.rejects(told, eq(wrong, wrong))
    Bundle(x("i")).rejects(told, eq(wrong, wrong))


def test_what_an_entry_says_of_sets_goes_with_the_theorem():
    """Whoever takes the first entries of a theorem has the sets and arrays in them."""
    bundle, other = Bundle(), Bundle()
    bundle.step(eq(over_n(X("k:N", "i")), over_n(X("l:N", "i"), "l:N")))
    other.theorem, other.entries = beginning(bundle.theorem, 1), list(bundle.entries)
    assert (other.theorem.lengths, other.theorem.arrays) == ({N}, {("X", ("N", ""))})
    other.rejects("an array has as many indices", eq(X("i", "j"), X("i", "j")))
    other.rejects("the number of channels is no variable", eq(D(N, N), ONE))


def test_a_certificate_has_no_other_shape_of_an_array():
    bundle = Bundle(("vector", "X"))
    n = bundle.given(app("y", X("b:N", "i")), ZERO)
    for told, other in (("another number of indices", ("coord", "X", "b:N")), (DIFFERENT_SETS, X("i", "b:N"))):
        bundle.rejects(told, eq(ONE, ZERO), identity((("deriv", use(n), other), ONE)))


def test_a_certificate_does_not_make_a_length_of_a_symbol():
    bundle = Bundle()
    told = "a sum where no statement has named the number of channels"
    bundle.rejects(told, ("ge", M, ZERO), sign(("sum", "*1:M", (), ("num", "1"))))
    other = ("is", M, ("sq", over_m(ONE)), ident())
    bundle.rejects("a sum over another number of channels", ("ge", M, ZERO), sign(other))


def test_a_function_is_differentiable_at_entries_of_its_own_set():
    bundle = Bundle(("vector", "Z"), ("vector", "Y"))
    bundle.add("where", differentiable(app("y", Z("*1:N", "*1:N"))))
    slope = D(app("y", Z("b:N", "b:N")), Z("b:N", "b:N"))
    bundle.accepts(eq(slope, slope))
    for wrong in (Z("b:N", "c:N"), Y("b:M", "b:N")):
        slope = D(app("y", wrong), wrong)
        bundle.rejects("a condition of being defined", eq(slope, slope))


def test_conditions_are_due_for_every_member():
    ratio = over_n(div(u("k:N"), u("k:N")))
    bundle = Bundle()
    bundle.rejects("a condition of being defined", eq(ratio, N))
    for index, is_enough in (("b:N", False), ("*1:N", True)):
        bundle = Bundle()
        n = bundle.add("where", ("gt", u(index), ZERO))
        judged = bundle.judged("claim", eq(ratio, N), identity(), [("!=", u(index), hyp(n))])
        assert judged.accepted is is_enough


def test_a_star_of_one_set_is_none_of_another():
    bundle = Bundle()
    n = bundle.add("where", ("gt", Y("*1:M", "*1:N"), ZERO))
    twice = over_n(over_m(div(ONE, Y("l:M", "k:N")), "l:M"))
    bundle.accepts(eq(twice, twice), defined=[("!=", Y("*1:M", "*1:N"), hyp(n))])
    bundle.rejects("a condition", eq(twice, twice), defined=[("!=", Y("*1:M", "b:N"), hyp(n, ("*1:N", "b:N")))])
    bundle.rejects("a condition", eq(twice, twice), defined=[("!=", Y("*1:M", "*2:N"), hyp(n, ("*1:N", "*2:N")))])


# --- sums in any order ----------------------------------------------------------------------------------------

FACTORS = {
    "a chain": [("Z", 0, 1), ("Z", 1, 2), ("Z", 2, 3)],
    "a ring": [("Z", 0, 1), ("Z", 1, 2), ("Z", 2, 0)],
    "a star": [("Z", 0, 1), ("Z", 0, 2), ("Z", 0, 3)],
    "with powers": [("Z", 0, 1), ("Z", 0, 1), ("Z", 1, 2), ("u", 2)],
    "two parts": [("Z", 0, 1), ("u", 1), ("Z", 2, 3), ("u", 3)],
    "with functions": [("exp", 0, 1), ("exp", 1, 2), ("u", 2)],
}


def _factor(kind: str, *at: str) -> Form:
    if kind == "exp":
        return exp(mul(Z(*at), u(at[0])))
    return ("coord", kind, *at)


@pytest.mark.parametrize("shape", FACTORS.values(), ids=FACTORS)
def test_sums_are_in_one_order_however_they_were_written(shape):
    """All orders of the sums, with other names of their indices, and with factors inside of sums or outside."""
    random = Random(str(shape))
    bound = sorted({i for _, *at in shape for i in at})
    found = set()
    normalize = Normalizer(C, lengths=frozenset([N]))
    for order in [*permutations(bound)] * 2:
        names = dict(zip(bound, random.sample(["k:N", "l:N", "m:N", "p:N"], len(bound)), strict=True))
        left = list(shape)
        e: Form | None = None
        for i in order:
            chosen = [i in f[1:] or not random.randrange(3) for f in left]
            inside = [f for f, is_in in zip(left, chosen, strict=True) if is_in]
            left = [f for f, is_in in zip(left, chosen, strict=True) if not is_in]
            parts = [_factor(kind, *(names[j] for j in at)) for kind, *at in inside]
            parts += [e] if e is not None else []
            random.shuffle(parts)
            e = over_n(mul(ONE, *parts), names[i])
        found.add(normalize(e)[0])
    assert len(found) == 1


def test_a_name_that_is_taken_is_not_bound_again():
    ring = normal(u("a:N")).ring
    taken = Polynomial.atom(ring.atom(("coord", "Z", ".1:N", "a:N"))).as_monomial()[0]
    with pytest.raises(TooLarge, match="the name of its index is taken"):
        ring._moment(taken, "a:N", ring.generator(N))


def test_a_constant_is_counted_as_often_as_there_are_members():
    normalize = Normalizer(C, lengths=frozenset([N, M]))
    counted = {normalize(e)[0] for e in (over_n(a), over_m(a), total(a), over_n(mul(a, a)))}
    assert len(counted) == 4
    assert normalize(over_n(mul(b, c))) == normalize(mul(N, b, c))
