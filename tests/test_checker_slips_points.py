"""Slips of what judges points again, and writes, that would let something false through: each is refused.

They were found by mutating the checker (`benchmarks/checker_mutants.py`): these tests kill what other tests let live.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    Bundle,
    C,
    a,
    add,
    app,
    c,
    div,
    eq,
    exp,
    hyp,
    identity,
    mul,
    num,
    root,
    sym,
    total,
    use,
    x,
)
from test_checker_refutation import again, differentiable, sqrt, t, y

from symnorm.checker import Malformed
from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.calculus.polynomial import Polynomial
from symnorm.checker.forms import check_expression
from symnorm.checker.readback import read_back
from symnorm.checker.refutation.check import check_refutations
from symnorm.checker.refutation.interpreted import put_in
from symnorm.checker.refutation.modelled import Model
from symnorm.checker.refutation.point import Place
from symnorm.checker.refutation.smooth import require_smooth
from symnorm.checker.refutation.values import PRECISION, Ball, Numbers, Undecided
from symnorm.checker.skeleton import skeleton
from symnorm.checker.titles import words
from symnorm.checker.written import Writer

# --- statements at a point ------------------------------------------------------------------------------------

TRUE, FALSE = ("gt", a, ZERO), ("lt", a, ZERO)
"""At the point at which a = 1."""


@dataclass
class Written:
    """A statement as a bundle has it."""

    written: Any

    def form(self) -> Any:
        return self.written


def outcome(statement: Any, under: tuple[Any, ...] = (), **point: Any) -> str:
    supposed = [Written(s) for s in under]
    return again(Written(statement), {"a": 1}, under=supposed, **point).outcome  # type: ignore[arg-type]


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("second", [True, False])
@pytest.mark.parametrize("is_inside", [True, False])
def test_a_combination_is_refuted_where_it_is_false(first: bool, second: bool, is_inside: bool) -> None:
    expected = {"or": first or second, "and": first and second, "implies": second or not first, "iff": first == second}
    for kind, truth in expected.items():
        statement = (kind, *(TRUE if part else FALSE for part in (first, second)))
        if is_inside:
            statement = ("and", TRUE, ("or", statement, FALSE))
        assert outcome(statement) == ("rejected" if truth else "refuted")


@pytest.mark.parametrize(("body", "expected"), [(t**2, "refuted"), (sqrt(t), "open")])
def test_a_function_that_is_supposed_to_be_differentiable_is_at_the_point(body: Any, expected: str) -> None:
    supposed = {"functions": {"y": ([t], body)}, "under": [differentiable(y, 2)]}
    assert again(Written(("lt", a, ZERO)), {"a": 1, "t": 0}, **supposed).outcome == expected  # type: ignore[arg-type]


UNKNOWN = ("eq", exp(a), exp(a))
"""What enclosures cannot tell: the difference is near to zero."""


@pytest.mark.parametrize(
    ("supposed", "expected"),
    [
        (("implies", UNKNOWN, FALSE), "open"), (("implies", UNKNOWN, TRUE), "refuted"), (UNKNOWN, "open"),
        (("implies", FALSE, UNKNOWN), "refuted"), (("implies", TRUE, UNKNOWN), "open"),
        (("iff", UNKNOWN, TRUE), "open"), (("or", UNKNOWN, TRUE), "refuted"),
        (("or", UNKNOWN, FALSE), "open"), (("and", UNKNOWN, TRUE), "open"),
        (("and", UNKNOWN, FALSE), "rejected"), (("or", FALSE, FALSE), "rejected"),
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_supposed_holds_only_where_that_is_known(supposed: Any, expected: str) -> None:
    assert outcome(FALSE, (supposed,)) == expected


def test_one_of_several_statements_may_hold_in_one_channel_and_another_in_the_next() -> None:
    above, below = (relation_of(relation) for relation in ("gt", "lt"))
    statement = ("or", ("and", above, above), ("and", below, below))
    assert outcome(statement, vectors={"x": [1, -1]}) == "rejected"
    assert outcome(statement, vectors={"x": [1, 0]}) == "refuted"


def test_an_alternative_within_another_is_one_in_each_channel() -> None:
    """x > 0 in one channel and x < 0 in the next."""
    inside = ("or", relation_of("gt"), ("gt", x("*1"), ONE))
    for statement in (("or", inside, relation_of("lt")), ("or", relation_of("lt"), inside)):
        assert outcome(statement, vectors={"x": [1, -1]}) == "rejected"
        assert outcome(statement, vectors={"x": [1, 0]}) == "refuted"


def relation_of(relation: str) -> Any:
    return relation, x("*1"), ZERO


def test_every_entry_of_a_vector_has_a_value_at_a_point() -> None:
    statement = eq(x("i"), TWO)
    assert outcome(statement, vectors={"x": [1, 4]}, channels={"i": 1}) == "refuted"
    assert outcome(statement, vectors={"x": [1, t]}, channels={"i": 1}) == "rejected"


@pytest.mark.parametrize(("value", "expected"), [(ONE, "refuted"), (TWO, "rejected")])
def test_a_constant_has_the_value_at_a_point_that_it_was_introduced_with(value: Any, expected: str) -> None:
    roles = [("constant", eq(c, a)), ("claim", eq(a, a))]
    item = {
        "label": "(1)", "statement": FALSE, "kind": "false", "under": [("gt", c, ZERO)], "fails": [],
        "point": {"symbols": {"a": ONE, "c": value}, "vectors": {}, "indices": {}, "functions": {}},
    }  # fmt: skip
    entries = [{"label": role, "role": role, "statement": s} for role, s in roles]
    [found] = check_refutations({"id": "a/1", "along": [], "entries": entries, "refutations": [item]})
    assert found.outcome == expected


@pytest.mark.parametrize(
    ("value", "statement", "expected"),
    [(a, FALSE, "refuted"), (a, ("lt", c, ZERO), "rejected"), (ONE, FALSE, "refuted"), (a, TRUE, "rejected")],
)
def test_a_constant_without_a_value_is_left_out_where_nothing_is_said_of_it(
    value: Any, statement: Any, expected: str
) -> None:
    """c := a, and no c at the point: what is said of a is judged, and what is said of c is not."""
    point = {"symbols": {"a": ONE}, "vectors": {}, "indices": {}, "functions": {}}
    item = {"label": "(1)", "statement": statement, "kind": "false", "under": [], "fails": [], "point": point}
    entries = [{"label": "c", "role": "constant", "statement": eq(c, value)}]
    [found] = check_refutations({"id": "a/1", "along": [], "entries": entries, "refutations": [item]})
    assert found.outcome == expected


# --- what is put in, and models -------------------------------------------------------------------------------


def test_a_value_of_every_channel_is_put_in_for_no_symbol() -> None:
    assert put_in(a, {}, {"a": x("i")}) == x("i")
    with pytest.raises(Undecided, match="another in every channel"):
        put_in(a, {}, {"a": x("*1")})
    with pytest.raises(Undecided, match="another function in every channel"):
        put_in(app("y", a), {"y": ((T,), mul(T, x("*1")))}, {})


HERE = {"symbols": {"a": ONE, "t": ONE}, "vectors": {}, "indices": {}}
T = sym("t")


@pytest.mark.parametrize(
    ("role", "value", "shows"),
    [("claim", ONE, True), ("claim", TWO, False), ("given", ONE, False), ("given", TWO, False), ("step", TWO, False)],
)
def test_a_model_shows_what_it_claims_and_proves(role: str, value: Any, shows: bool) -> None:
    """y(t) = `value` is given, and y is 1."""
    bundle, functions = Bundle(T), {"y": ((T,), ONE)}
    bundle.judged(role, eq(ONE, value), identity())
    bundle.accepts(eq(a, a))
    model = Model({
        "functions": functions, "symbols": {},
        "theorem": {"id": "model/1", "along": [T], "entries": bundle.entries},
    })  # fmt: skip
    place, stated = Place({**HERE, "functions": functions}, set()), eq(app("y", T), value)
    if shows:
        model.holds(stated, place, (T,))
    else:
        with pytest.raises(Undecided, match="does not show what is supposed"):
            model.holds(stated, place, (T,))


@pytest.mark.parametrize("role", ["step", "claim"])
def test_a_model_rests_on_all_that_its_claim_does(role: str) -> None:
    """y/t = 1 is shown of y = t where t > 0, which is supposed, and by another entry besides."""
    bundle, functions = Bundle(T), {"y": ((T,), T)}
    bundle.judged("where", ("gt", T, ZERO))
    bundle.judged(role, eq(a, a), identity())
    bundle.accepts(eq(div(T, T), ONE), identity((use(1), ONE)), [(">", T, hyp(0))])
    model = Model({
        "functions": functions, "symbols": {},
        "theorem": {"id": "model/1", "along": [T], "entries": bundle.entries},
    })  # fmt: skip
    assert model.judgements[-1].used == {0, 1}
    stated = eq(div(app("y", T), T), ONE)
    model.holds(stated, Place({**HERE, "functions": functions}, set()), (T,))
    elsewhere = Place({**HERE, "functions": functions, "symbols": {"a": ONE, "t": num(-1)}}, set())
    with pytest.raises(Undecided, match="the model supposes what is not so"):
        model.holds(stated, elsewhere, (T,))


def test_a_function_of_an_entry_is_not_known_for_every_number() -> None:
    both = {"y": ((T, x("i")), T), "z": ((T,), T)}
    place = Place({**HERE, "functions": both}, set())
    require_smooth(place, "z")
    with pytest.raises(Undecided):
        require_smooth(place, "y")


def test_a_sum_is_over_no_index_along_which_something_varies() -> None:
    assert put_in(total(x("i"), "i"), {}, {}, []) == total(x("i"), "i")
    assert put_in(total(x("i"), "i"), {}, {}, [x("i")])[1] != "i"


@pytest.mark.parametrize("kind", ["symbols", "vectors", "indices"])
def test_what_has_a_value_at_a_point_has_a_name(kind: str) -> None:
    value: Any = {"symbols": ONE, "vectors": (ONE,), "indices": 1}[kind]
    Place({**HERE, "functions": {}, kind: {"b": value}}, set())
    with pytest.raises(Malformed, match="is not a name"):
        Place({**HERE, "functions": {}, kind: {"b c": value}}, set())


@pytest.mark.parametrize("exponent", [0, 1, 2, -1])
def test_a_power_is_smooth_where_its_base_is(exponent: int) -> None:
    place = Place({**HERE, "functions": {"y": ((T,), ("pow", root(T), exponent))}}, set())
    with pytest.raises(Undecided):
        require_smooth(place, "y")


# --- numbers --------------------------------------------------------------------------------------------------


def test_what_is_too_near_to_zero_to_tell_is_not_zero() -> None:
    """By the size of one summand, of one factor: sqrt(N^2 + 1) - N and (sqrt(2) - 1)^n are positive."""
    numbers, large = Numbers(), Fraction(2**1_100)
    difference = numbers.subtract(numbers.function("sqrt", large**2 + 1), large)
    assert numbers.sign(difference) is None
    numbers = Numbers()
    part = numbers.subtract(numbers.function("sqrt", Fraction(2)), Fraction(1))
    assert numbers.sign(numbers.power(part, 700)) == 1
    assert numbers.sign(numbers.power(part, 1_000)) is None
    assert numbers.sign(numbers.multiply(numbers.power(part, 500), numbers.power(part, 501))) is None


def near_below(half: int) -> tuple[Numbers, Ball]:
    """Numbers, and N - sqrt(N^2 + 1) with N = 2^(half - 1): it is -2^-half, but for 2^-(3 half) of it.

    It is an algebraic integer, and with the other root it would be N + sqrt(N^2 + 1), below 2^(half + 1).
    """
    numbers, large = Numbers(), 2 ** (half - 1)
    root_ = numbers.function("sqrt", Fraction(large**2 + 1))
    assert isinstance(root_, Ball)
    return numbers, Ball((large << PRECISION) - root_.high, (large << PRECISION) - root_.low, (half + 1, 0))


def test_the_size_of_a_sum_is_that_of_both_numerators_over_one_denominator() -> None:
    """2^-401 and N - sqrt(N^2 + 1) add up to about 2^-1203, which is not zero: as U/L, L is large of one, U of both."""
    numbers, first = near_below(401)
    second = Fraction(1, 2**401)
    for total_ in (numbers.add(first, second), numbers.add(second, first)):
        assert numbers.sign(total_) is None
    assert numbers.sign(first) == -1


@pytest.mark.parametrize("factor", [Fraction(1, 2**600), Fraction(-1, 2**600)])
def test_the_size_of_a_product_is_that_of_both_denominators(factor: Fraction) -> None:
    """2^-600 times a number near to -2^-500 is not zero."""
    numbers, near = near_below(500)
    for small in (numbers.multiply(factor, near), numbers.multiply(near, factor)):
        assert numbers.sign(small) is None


@pytest.mark.parametrize("factor", [5_000, -5_000])
def test_the_size_of_a_negative_number_is_that_of_the_positive_one(factor: int) -> None:
    numbers, near = near_below(1_101)
    assert numbers.sign(near) is None
    assert numbers.sign(numbers.multiply(Fraction(factor), near)) is None
    root_ = numbers.function("sqrt", Fraction(2))
    zero = numbers.subtract(numbers.multiply(root_, root_), Fraction(2))
    assert numbers.sign(numbers.multiply(Fraction(factor), zero)) == 0


def some_algebraic() -> Iterator[tuple[float, tuple[int, int]]]:
    """Positive numbers whose conjugates are no larger and no smaller, and their sizes."""
    numbers = Numbers()
    few = [Fraction(2), Fraction(3), Fraction(5), Fraction(1, 5), Fraction(1_001), Fraction(1, 1_001), Fraction(2, 7)]
    roots = [numbers.function("sqrt", q) for q in few]
    pairs = list(product(roots, [*roots, *few]))
    made = [*roots, *(numbers.divide(Fraction(1), r) for r in roots), *(numbers.add(r, r) for r in roots)]
    made += [numbers.multiply(p, q) for p, q in pairs] + [numbers.multiply(q, p) for p, q in pairs]
    made += [numbers.function("sqrt", r) for r in roots]
    for n in made:
        if isinstance(n, Ball) and n.size:
            yield n.low / 2**PRECISION, n.size


def test_a_size_bounds_the_conjugates_of_numerator_and_denominator() -> None:
    """|U| <= 2^above and |L| >= 1, and |L| <= 2^below and |U| >= 1: here all conjugates have one absolute value."""
    found = list(some_algebraic())
    assert len(found) > 100
    for value, (above, below) in found:
        assert 2.0**-below * 0.999 < value < 2.0**above * 1.001


@pytest.mark.parametrize(("low", "high"), [(0, 600), (600, 0), (600, 600)])
def test_a_wide_enclosure_of_zero_does_not_show_that_a_number_is_zero(low: int, high: int) -> None:
    """2^-500 is below 2^600 units of 2^-1024, and not zero; below 2^400 units is no number of that size but zero."""
    near = [0 if n == 0 else n - 200 for n in (low, high)]
    for (below, above), sign in (((low, high), None), (near, 0)):
        assert Numbers().sign(Ball(-(2**below) if below else 0, 2**above if above else 0, (1, 500))) == sign


def test_some_values_are_exact() -> None:
    numbers = Numbers()
    for name, of, value in (("log", "1", "0"), ("exp", "0", "1"), ("tanh", "0", "0"), ("sqrt", "9", "3"),
                            ("sqrt", "9/4", "3/2"), ("sqrt", "1/4", "1/2")):  # fmt: skip
        assert numbers.function(name, Fraction(of)) == Fraction(value)
    assert numbers.roots == set()


def test_the_logarithm_of_what_is_too_near_to_zero_is_not_calculated() -> None:
    with pytest.raises(Undecided, match="too small"):
        Numbers().function("log", Fraction(1, 2**2_000))


def test_the_size_of_the_root_of_a_fraction_is_that_of_its_denominator_too() -> None:
    """2^-601 sqrt(2) times a number near to -2^-500 is not zero."""
    numbers, near = near_below(500)
    root_ = numbers.function("sqrt", Fraction(1, 2**1_201))
    assert numbers.sign(numbers.multiply(near, root_)) is None


def test_the_root_of_a_number_that_is_known_to_be_zero_is_zero() -> None:
    numbers = Numbers()
    two, three, six = (numbers.function("sqrt", Fraction(n)) for n in (2, 3, 6))
    zero = numbers.subtract(numbers.multiply(two, three), six)
    for nothing in (zero, numbers.subtract(Fraction(0), zero)):
        assert numbers.function("sqrt", nothing) == 0


@pytest.mark.parametrize(("low", "high", "sign"), [(-1, 0, None), (0, 1, None), (-1, 1, None), (1, 2, 1), (-2, -1, -1)])
def test_the_sign_of_what_may_be_zero_is_not_known(low: int, high: int, sign: int | None) -> None:
    assert Numbers().sign(Ball(low, high, None)) == sign


@pytest.mark.parametrize("square", [2, 3, Fraction(1, 5)])
def test_the_bounds_of_an_inverse_are_those_of_one_number(square: Any) -> None:
    numbers = Numbers()
    inverse = numbers.divide(Fraction(1), numbers.function("sqrt", Fraction(square)))
    again_ = numbers.function("sqrt", 1 / Fraction(square))
    assert isinstance(inverse, Ball)
    assert isinstance(again_, Ball)
    assert max(inverse.low, again_.low) <= min(inverse.high, again_.high)
    assert inverse.high - inverse.low < 100


def test_what_is_made_of_no_term_is_zero() -> None:
    assert Polynomial.constant.__wrapped__(0).terms == {}
    assert not Polynomial.constant.__wrapped__(Fraction(0))


# --- bounds ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("operation", [add, mul])
def test_bounds_of_one_summand_or_factor_are_its_own(operation: Any) -> None:
    Bundle().accepts(("gt", operation(TWO), ONE), ("bounds",))
    Bundle().rejects("bounds of the two sides do not decide", ("lt", operation(TWO), ZERO), ("bounds",))


# --- names ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["or", "and", "not", "is", "every", "times", "supposing", "without"])
def test_no_symbol_is_a_word_of_a_statement(word: str) -> None:
    with pytest.raises(Malformed, match="taken for a word of a statement"):
        Writer([sym(word)])


@pytest.mark.parametrize("form", [("coord", "softmax", "i"), sym("softmax"), ("app", "softmax", (0,), (x("i"),))])
def test_nothing_is_called_as_a_function_that_everybody_knows(form: Any) -> None:
    with pytest.raises(Malformed, match="taken for the function softmax"):
        Writer([form])


@pytest.mark.parametrize("name", ["gamma", "Gamma", "zeta", "phi"])
def test_a_letter_in_words_is_a_symbol_and_no_function(name: str) -> None:
    assert Writer([sym(name)])(sym(name)) == name
    if name != "phi":
        with pytest.raises(Malformed, match="taken for the function"):
            Writer([app(name, T)])


def test_a_channel_of_a_definition_has_no_name_that_stands_for_something_else() -> None:
    told = total(("def", "out", "i", x("i")), "i")
    assert Writer([told]).definition("out") == "out[i] = x[i]"
    assert Writer([sym("i"), told]).definition("out") == "out[i'] = x[i']"


@pytest.mark.parametrize("item", [5, None, ["a"], ("a",), {}])
def test_a_title_is_a_string(item: Any) -> None:
    with pytest.raises(Malformed, match="is not a string"):
        words(item)


@pytest.mark.parametrize(
    "pair",
    ["1l", "Il", "|l", "0O", "ØO", "αa", "đd", "ÐD", "ĐD", "ħh", "ĦH", "ιi", "ıi", "κk", "ĸk", "ŁL", "ηn", "ŋn", "σo",
     "øo", "ρp", "þp", "ÞP", "τt", "ŧt", "ŦT", "υu", "νv", "ωw", "χx", "×x", "γy", "ßβ", "–-", ",.", "łl"],
)  # fmt: skip
def test_what_looks_alike_has_one_skeleton(pair: str) -> None:
    assert skeleton(pair[0]) == skeleton(pair[1])


# --- forms ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["what", "def", "at", "app", "or"])
def test_nothing_else_is_written_as_a_sum(kind: str) -> None:
    check_expression(total(x("k")))
    with pytest.raises(Malformed, match="is not an expression"):
        check_expression((kind, *total(x("k"))[1:]))


@pytest.mark.parametrize("body", [div(ONE, add(x("k"), TWO)), div(x("k"), mul(num(3), add(x("k"), a)))])
def test_what_is_read_back_has_the_normal_form_that_it_was_read_from(body: Any) -> None:
    normal = Normalizer(C)
    value = normal(total(body))[0]
    assert not normal(read_back(value))[0] - value
