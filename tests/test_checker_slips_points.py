"""Slips of what judges points again, and writes, that would let something false through: each is refused.

They were found by mutating the checker (`benchmarks/checker_mutants.py`): these tests kill what other tests let live.
"""

from __future__ import annotations

from dataclasses import dataclass
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
    delta,
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
from symnorm.checker.forms import check_expression, free_indices, free_wholes
from symnorm.checker.readback import read_back
from symnorm.checker.refutation.check import check_refutations
from symnorm.checker.refutation.interpreted import put_in
from symnorm.checker.refutation.modelled import Model
from symnorm.checker.refutation.one import require_one
from symnorm.checker.refutation.point import MAX_CHANNELS, Place, Point, Rejected, interpretation
from symnorm.checker.refutation.smooth import require_smooth
from symnorm.checker.refutation.values import Undecided
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


@pytest.mark.parametrize(("relation", "signs"), {"eq": (0,), "ne": (-1, 1), "lt": (-1,), "le": (-1, 0), "gt": (1,),
                                                 "ge": (0, 1)}.items())  # fmt: skip
def test_a_relation_holds_where_the_difference_has_its_sign(relation: str, signs: Any) -> None:
    for sign in (-1, 0, 1):
        expected = "rejected" if sign in signs else "refuted"
        assert outcome((relation, a, num(1 - sign))) == expected
        assert outcome(("lt", a, ZERO), ((relation, a, num(1 - sign)),)) == ("refuted" if sign in signs else "rejected")


@pytest.mark.parametrize("operation", ["add", "mul"])
def test_one_summand_or_factor_has_its_own_value_at_a_point(operation: str) -> None:
    assert outcome(("eq", (operation, a), ONE)) == "rejected"
    assert outcome(("eq", (operation, a), TWO)) == "refuted"


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
    place = Place({**HERE, "functions": {"y": ((T,), ("pow", root(T), exponent)), "z": ((T,), ("pow", T, 0))}}, set())
    with pytest.raises(Undecided):
        require_smooth(place, "y")
    require_smooth(place, "z")


@pytest.mark.parametrize(
    ("kind", "value"), [("vectors", {"x": 5}), ("vectors", {"x": "1"}), ("functions", {"y": [5, ONE]}),
                        ("functions", {"y": ["t", ONE]}), ("functions", {"y": [[], ONE]}), ("functions", {"y": 5})],
)  # fmt: skip
def test_a_vector_is_a_list_and_a_function_has_variables(kind: str, value: Any) -> None:
    with pytest.raises(Malformed, match=r"a vector is given by the list of its entries|y is a function"):
        Place({**HERE, "functions": {}, kind: value}, set())


# --- the number of channels -----------------------------------------------------------------------------------


OTHER = ("coord", "C", "i")


@pytest.mark.parametrize(
    "size", [sym("E"), OTHER, app("C", ONE), ("def", "C", None, ONE), ("delta", "C", "C"), num(2), num(3), TWO],
    ids=repr,
)  # fmt: skip
@pytest.mark.parametrize("where", ["statement", "symbol", "function", "entry"])
def test_sums_run_to_the_number_of_channels_by_whatever_they_say_it(size: Any, where: str) -> None:
    """C is 2, and so many entries a vector has; another number that is called C, or is 2, is no number of channels."""
    said: dict[str, Any] = {"symbols": {"C": TWO}, "vectors": {"x": [ONE, ONE]}, "indices": {"i": 1}, "functions": {}}
    for to, fits in ((C, True), (size, False)):
        summed = ("sum", "k", to, (), x("k"))
        parts = {"symbol": ("symbols", {"C": TWO, "s": summed}), "function": ("functions", {"y": [[T], summed]}),
                 "entry": ("vectors", {"x": [ONE, ONE], "v": [summed, ONE]})}  # fmt: skip
        point = {**said, **dict([parts[where]] if where in parts else [])}
        sizes = {to} if where == "statement" else set()
        if fits:
            assert Place(point, sizes).size("i") == 2
        else:
            with pytest.raises(Rejected, match="the number of channels is a whole number from 1, the same"):
                Place(point, sizes)


def test_a_sum_to_another_number_than_those_of_the_point_has_no_value() -> None:
    place = Place({"symbols": {"C": TWO}, "vectors": {}, "indices": {}, "functions": {}}, {C})
    assert place.root(("sum", "k", C, (), ONE), {}) == 2
    with pytest.raises(Rejected, match="another number of channels than those of the point"):
        place.root(("sum", "k", sym("E"), (), ONE), {})


# --- sets of their own, and whole numbers ---------------------------------------------------------------------


N, ENTRY = sym("N"), ("coord", "v", "key:N")


def test_the_index_of_a_sum_stays_in_its_set() -> None:
    """The sum over k of a v_k, where a stands for another v_k."""
    summed = ("sum", "key:N", N, (), mul(a, ENTRY))
    assert put_in(summed, {}, {"a": ENTRY}) == ("sum", "key_:N", N, (), mul(ENTRY, ("coord", "v", "key_:N")))


def test_a_definition_in_a_function_is_of_the_channel_at_which_it_stands() -> None:
    own = {"z": ((x("i"),), ("def", "h", ("i",), mul(TWO, x("i"))))}
    assert put_in(app("z", x("j")), own, {}) == ("def", "h", ("j",), mul(TWO, x("j")))


def test_what_speaks_of_one_variable_of_a_function_is_not_fixed() -> None:
    place = Place({**HERE, "functions": {"y": ((T, a), root(mul(T, T))), "z": ((T, a), mul(T, a))}}, set())
    require_smooth(place, "z")
    with pytest.raises(Undecided):
        require_smooth(place, "y")


def test_a_derivative_along_an_entry_moves_its_vector_whatever_else_it_is_along() -> None:
    """x_i - x_k is another function in each channel where x_i moves, and x_k with it."""
    functions = {"y": ((x("i"), T), add(x("i"), ("neg", x("k"))))}
    places = [app("y", x(i), T) for i in "ij"]
    require_one(functions, [eq(*places)], [])
    with pytest.raises(Undecided, match="more than one channel"):
        require_one(functions, [eq(*places), eq(("app", "y", (1, 0), (x("i"), T)), ONE)], [])


def test_every_function_is_one() -> None:
    first = {"y": ((x("i"),), ONE)}
    second = {"z": ((x("i"),), add(x("i"), ("coord", "w", "i")))}
    for functions in ({**first, **second}, {**second, **first}):
        with pytest.raises(Undecided, match="z stands in more than one channel"):
            require_one(functions, [eq(app("z", x("i")), app("z", x("j")))], [])


def test_functions_of_entries_are_put_in_at_entries_of_their_arrays() -> None:
    both = {"f": ((x("i"), ("coord", "A", "i", "j")), ONE)}
    with pytest.raises(Undecided, match="two variables of one name"):
        put_in(app("f", x("p"), ("coord", "A", "q", "r")), both, {})
    with pytest.raises(Undecided, match="stands at something else"):
        put_in(app("z", ("coord", "w", "j")), {"z": ((x("i"),), add(x("i"), ONE))}, {})


@pytest.mark.parametrize("exponent", [num("1/2"), root(TWO), div(ONE, T)])
def test_a_whole_exponent_has_a_whole_value(exponent: Any) -> None:
    place = Place({**HERE, "symbols": {"a": TWO, "t": TWO}, "functions": {}}, set())
    assert place.root(("power", a, num(3)), {}) == 8
    with pytest.raises(Rejected, match="a whole number from -10000 has another value"):
        place.root(("power", a, exponent), {})


def test_the_length_of_a_set_is_no_variable_of_a_function() -> None:
    said = {**HERE, "symbols": {"N": TWO}}
    Place({**said, "functions": {"y": ((T,), ("sum", "k:N", N, (), T))}}, set())
    with pytest.raises(Rejected, match="that is its variable"):
        Place({**said, "functions": {"y": ((N,), ("sum", "k:N", N, (), ONE))}}, set())


@pytest.mark.parametrize("size", ["1/2", "0", "-1"])
def test_the_number_of_channels_is_looked_at_whether_or_not_something_is_summed(size: str) -> None:
    with pytest.raises(Rejected, match="a whole number from 1"):
        Place({**HERE, "symbols": {"C": num(size)}, "functions": {}}, {C})


def test_a_function_may_have_two_whole_numbers_for_variables() -> None:
    assert interpretation("y", [[["whole", "n", 1], ["whole", "m", 1]], ["num", "1"]])[1] == ONE


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
     "øo", "ρp", "þp", "ÞP", "τt", "ŧt", "ŦT", "νv", "ωw", "χx", "×x", "γy", "ßβ", "–-", ",.", "łl"],
)  # fmt: skip
def test_what_looks_alike_has_one_skeleton(pair: str) -> None:
    assert skeleton(pair[0]) == skeleton(pair[1])


# --- forms ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["what", "def", "at", "app", "or"])
def test_nothing_else_is_written_as_a_sum(kind: str) -> None:
    check_expression(total(x("k")))
    with pytest.raises(Malformed, match="is not an expression"):
        check_expression((kind, *total(x("k"))[1:]))


W, M = ("whole", "t", 1), ("whole", "m", 0)
"""Whole numbers from 1 and from 0."""


def up_to(last: Any, body: Any, letter: str = "q") -> Any:
    """The sum over ["whole", letter, 1] as far as a number."""
    return ("upto", letter, 1, last, body)


Q, R = ("whole", "q", 1), ("whole", "r", 1)
DECAY = ("power", a, add(W, mul(num(-1), Q)))
"""a^(t - q)."""


@pytest.mark.parametrize("form", [
    total(div(ONE, add(x("k"), TWO))), total(div(x("k"), mul(num(3), add(x("k"), a)))),
    W, M, add(W, M), div(W, add(M, a)), ("power", a, W), ("power", add(a, c), add(W, M)), ("power", root(a), W),
    up_to(W, Q), up_to(M, mul(Q, a)), up_to(add(W, TWO), div(ONE, add(Q, a))), up_to(W, app("f", Q)),
    mul(W, up_to(W, ("power", a, Q))), up_to(W, mul(Q, W)), up_to(W, up_to(Q, mul(R, Q), "r")),
    mul(up_to(W, Q), up_to(M, app("f", Q))), up_to(W, mul(app("f", Q), total(mul(x("k"), app("g", Q))))),
    total(mul(x("k"), up_to(W, mul(app("f", Q), x("k"))))), up_to(W, app("f", ("whole", "s1", 1), Q)),
    up_to(W, mul(app("f", Q), ("whole", "s0", 1))), up_to(W, DECAY), app("f", W), exp(mul(W, a)),
], ids=str)  # fmt: skip
def test_what_is_read_back_has_the_normal_form_that_it_was_read_from(form: Any) -> None:
    """And speaks of the same whole numbers, each from its start."""
    normal = Normalizer(C)
    value = normal(form)[0]
    again = read_back(value)
    check_expression(again)
    assert not normal(again)[0] - value
    assert free_wholes(again) <= free_wholes(form)


def test_what_is_read_back_binds_nothing_that_stands_beside_it() -> None:
    """An index that is free gets no sum, whatever its name, and an index of a set stays one of that set."""
    normal = Normalizer(C, lengths=frozenset([sym("N")]))
    for index, dimension, of in (("k", C, ""), ("k:N", sym("N"), ":N")):
        here = [("coord", "z", f"s{n}{tail}{of}") for n in range(4) for tail in ("", "_")]
        form = ("sum", index, dimension, (), mul(x(index), div(ONE, add(("coord", "z", index), *here))))
        value = normal(form)[0]
        again = read_back(value)
        check_expression(again)
        assert free_indices(again) == free_indices(form)
        assert not normal(again)[0] - value


@pytest.mark.parametrize("actual", [mul(TWO, x("i")), ("neg", x("i")), ("pow", x("i"), 2), add(x("i"), ONE)], ids=repr)
def test_a_function_of_an_entry_is_put_in_for_an_entry_alone(actual: Any) -> None:
    functions = {"f": ((x("k"),), mul(x("k"), a))}
    assert put_in(app("f", x("i")), functions, {}) == mul(x("i"), a)
    with pytest.raises(Undecided, match="f is given as a function of an entry, and stands at something else"):
        put_in(app("f", actual), functions, {})


# --- a point by itself ----------------------------------------------------------------------------------------

SAID: dict[str, Any] = {"symbols": {}, "vectors": {}, "indices": {}, "functions": {}}


def test_lists_within_each_other_have_no_more_levels_than_an_array_has_indices() -> None:
    Point({**SAID, "vectors": {"z": [[[ONE]]]}})
    for deep in ([[[[ONE]]]], [[[[[ONE]]]]]):
        with pytest.raises(Malformed):
            Point({**SAID, "vectors": {"z": deep}})


def test_a_function_of_several_entries_of_one_vector_is_one() -> None:
    body = mul(x("i"), x("j"))
    assert interpretation("f", [[x("i"), x("j")], body]) == ((x("i"), x("j")), body)


@pytest.mark.parametrize("last", [num("5/2"), root(TWO), a, num(-10_001)], ids=repr)
def test_a_sum_up_to_what_is_no_whole_number_has_no_value(last: Any) -> None:
    """A sum that ends before it begins is empty; as far as what is not whole, it is not zero."""
    place = Place({**SAID, "symbols": {"a": num("1/2")}}, ())
    assert place.truth(eq(up_to(ZERO, ONE), ZERO))
    assert place.truth(eq(up_to(num(-1), ONE), ZERO))
    with pytest.raises(Rejected, match="a whole number from -10000 has another value"):
        place.truth(eq(up_to(last, ONE), up_to(last, ONE)))


@pytest.mark.parametrize("actual", [mul(TWO, x("i")), ("neg", x("i")), ("pow", x("i"), 2), add(x("i"), ONE)], ids=repr)
def test_a_function_of_an_entry_has_a_value_at_an_entry_alone(actual: Any) -> None:
    said = {**SAID, "vectors": {"x": [TWO]}, "indices": {"i": 1}, "functions": {"f": [[x("k")], mul(x("k"), TWO)]}}
    place = Place(said, ())
    assert place.truth(eq(app("f", x("i")), num(4)))
    with pytest.raises(Undecided, match="f is given as a function of an entry, and stands at something else"):
        place.truth(eq(app("f", actual), ZERO))


def test_a_set_of_which_nothing_is_said_has_as_many_members_as_may_be() -> None:
    place = Place({**SAID, "symbols": {"N": TWO}}, (), (delta("k:N", "k:N"),))
    assert (place.size("k:N"), place.size("k:M")) == (2, MAX_CHANNELS)


def test_no_function_is_passed_over() -> None:
    """Both are given channel by channel; where one stands in a single channel, the other may stand in two."""
    functions = {n: ((x("i"),), add(x("i"), ("neg", x("k")))) for n in "yz"}
    moving = [("vector", "x")]
    require_one(functions, [eq(app("y", x("i")), app("z", x("i")))], moving)
    for n in "yz":
        with pytest.raises(Undecided, match=f"{n} stands in more than one channel"):
            require_one(functions, [eq(app("y", x("i")), app("z", x("i"))), eq(app(n, x("j")), ONE)], moving)


def test_only_what_is_moved_is_held_against_a_function() -> None:
    """Nothing moves an entry of x in a sum of three parts, and another vector than that of the entry may move."""
    functions = {"y": ((x("i"),), add(x("i"), ("neg", x("k"))))}
    require_one(functions, [eq(add(app("y", x("i")), app("y", x("j")), add(x("i"), ONE)), ONE)], [])
    functions = {"y": ((x("i"),), add(x("i"), x("k"), ("coord", "w", "k")))}
    require_one(functions, [eq(app("y", x("i")), app("y", x("j")))], [("vector", "w")])


def test_only_what_varies_moves_beside_a_point() -> None:
    """At a root of zero nothing moves smoothly, but an entry of another vector does not move."""
    place = Place({**SAID, "vectors": {"x": [ONE], "w": [ZERO]}, "indices": {"i": 1}}, ())
    stated = ("gt", add(x("i"), root(("coord", "w", "i"))), ZERO)
    place.require_beside(stated, [("vector", "x")])
    with pytest.raises(Undecided):
        place.require_beside(stated, [("vector", "w")])


# --- what is written ------------------------------------------------------------------------------------------


def test_of_every_whole_number_it_is_told_that_it_is_every_one() -> None:
    form = app("f", ("whole", "*1", 1))
    assert Writer([form])(form) == "f(every 1)"


@pytest.mark.parametrize("name", ["D", "at", "delta", "integral", "power", "sum", "sqrt", "exp", "log", "tanh"])
def test_no_function_has_the_name_of_an_operation(name: str) -> None:
    with pytest.raises(Malformed, match=f"it would be taken for the usual {name}"):
        Writer([app(name, a)])


@pytest.mark.parametrize("name", ["N", "M"])
def test_the_length_of_every_set_is_a_symbol(name: str) -> None:
    entry = ("coord", "Z", "b:N", "c:M")
    Writer([eq(entry, sym(name))])
    with pytest.raises(Malformed, match=f"the name {name} stands for two things"):
        Writer([eq(entry, app(name, a))])


@pytest.mark.parametrize("name", ["softmax", "sigmoid", "relu"])
def test_a_function_that_everybody_knows_may_be_defined(name: str) -> None:
    assert Writer([("def", name, None, a)]).definition(name) == f"{name} = a"
    with pytest.raises(Malformed, match=f"it would be taken for the function {name}"):
        Writer([app(name, a)])


def test_several_statements_are_written_each_by_itself() -> None:
    parts = [eq(a, num(n)) for n in range(4)]
    assert Writer([("or", *parts)])(("or", *parts)) == "(a = 0) or (a = 1) or (a = 2) or (a = 3)"


def test_an_array_of_three_indices_is_told_from_a_function() -> None:
    entry = ("coord", "Z", "i", "j", "k")
    assert Writer([entry])(entry) == "Z[i, j, k]"
    with pytest.raises(Malformed, match="the name Z stands for two things"):
        Writer([eq(entry, app("Z", a))])
