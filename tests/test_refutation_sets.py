"""Points with arrays and several lengths: what fails there, and what is no point. Written by hand, as in a bundle."""

from __future__ import annotations

import json
from typing import Any

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    D,
    Form,
    a,
    add,
    app,
    at,
    delta,
    eq,
    mul,
    num,
    power,
    sub,
    total,
    x,
)
from test_checker_sets import N, X, Y, Z, over_n, u

from symnorm.checker.forms import Malformed, arrays, freeze
from symnorm.checker.places import written_point
from symnorm.checker.refutation.check import Rechecked, check_refutations
from symnorm.checker.written import Writer


def listed(v: Any) -> Any:
    return [listed(e) for e in v] if isinstance(v, list) else num(v)


def point(symbols: Any = None, vectors: Any = None, indices: Any = None, functions: Any = None) -> dict[str, Any]:
    return {
        "symbols": {n: num(v) for n, v in (symbols or {}).items()}, "indices": indices or {},
        "vectors": {n: listed(v) for n, v in (vectors or {}).items()}, "functions": functions or {},
    }  # fmt: skip


def again(statement: Form, said: Any, along: Any = (), where: Any = ()) -> Rechecked:
    """The judgement on a point, written by hand. Of the vectors it has those of which something speaks."""
    entries = [{"label": f"({n})", "role": "where", "statement": s} for n, s in enumerate(where)]
    spoken_of = {name for s in (statement, *where) for name, _ in arrays(freeze(s))}
    said = {**said, "vectors": {n: v for n, v in said["vectors"].items() if n in spoken_of}}
    item = {"label": "(1)", "statement": statement, "kind": "false", "under": [], "fails": [], "point": said}
    bundle = {"id": "a/1", "along": along, "entries": entries, "refutations": [item]}
    [found] = check_refutations(json.loads(json.dumps(bundle)))
    return found


ROWS = {"X": [[1, 2, 3], [4, 5, 6]], "u": [1, -1], "x": [1, 0, 2]}
HERE: dict[str, Any] = {"symbols": {"N": 2, "C": 3}, "vectors": ROWS, "indices": {"b:N": 2, "i": 3, "a:N": 1}}


@pytest.mark.parametrize(("left", "value"), [
    (X("b:N", "i"), 6), (X("a:N", "i"), 3), (over_n(X("k:N", "i")), 9), (total(X("b:N", "k")), 15),
    (over_n(total(X("k:N", "l"), "l")), 21), (over_n(ONE), 2), (over_n(mul(u("k:N"), X("k:N", "i"))), -3), (N, 2),
    (over_n(X("k:N", "i"), "k:N", "b:N"), 3), (delta("a:N", "b:N"), 0), (over_n(total(x("l"), "l")), 6),
    (D(over_n(power(X("k:N", "i"), 2)), X("b:N", "i")), 12), (D(over_n(X("k:N", "i")), X("b:N", "j")), 0),
    (at(over_n(X("k:N", "i")), X("a:N", "i"), num(10)), 16), (total(D(X("b:N", "k"), X("b:N", "i"))), 1),
], ids=str)  # fmt: skip
def test_the_value_of_an_expression(left, value):
    said = point(**{**HERE, "indices": {**HERE["indices"], "j": 1}})
    assert again(eq(left, num(value)), said).outcome == "rejected"
    assert again(eq(left, num(value + 1)), said).outcome == "refuted"


def test_every_member_of_each_set_is_looked_at():
    for row in range(2):
        for column in range(3):
            rows = [[5] * 3, [5] * 3]
            rows[row][column] = 4
            said = point({"N": 2, "C": 3}, {"X": rows})
            assert again(("gt", X("*1:N", "*1"), num(4)), said).outcome == "refuted"
            assert again(("gt", X("*1:N", "*1"), num(3)), said).outcome == "rejected"


NONE = [
    ({"symbols": {"N": 3, "C": 3}, "vectors": ROWS}, "the number of channels is a whole number"),
    ({"symbols": {"N": 2, "C": 2}, "vectors": ROWS}, "the number of channels is a whole number"),
    ({"symbols": {"N": "1/2", "C": 3}, "vectors": {"x": [1, 0, 2]}}, "the number of channels is a whole number"),
    ({"symbols": {"N": 0, "C": 3}, "vectors": {"x": [1, 0, 2]}}, "the number of channels is a whole number"),
    ({"symbols": {"C": 3}, "vectors": ROWS}, "the number of channels is a whole number"),
    ({"symbols": {"N": 2, "C": 3}, "vectors": {**ROWS, "X": [[1, 2, 3], [4, 5]]}}, "the number of channels"),
    ({"symbols": {"N": 2, "C": 3}, "vectors": {**ROWS, "X": [[1, 2, 3], 4]}}, "X is given by lists within each other"),
    ({"symbols": {"N": 2, "C": 3}, "vectors": {**ROWS, "X": [1, 2]}}, "X is given by lists within each other"),
    ({"symbols": {"N": 2, "C": 3}, "vectors": {**ROWS, "u": [[1], [2]]}}, "u is given by lists within each other"),
    ({"symbols": {"N": 2, "C": 3}, "vectors": {**ROWS, "X": [[[1, 2, 3]], [[4, 5, 6]]]}}, "X is given by lists"),
    ({"symbols": {"N": 2, "C": 3}, "vectors": {**ROWS, "X": [[], []]}}, "the number of channels"),
    ({"symbols": {"N": 2, "C": 3}, "vectors": {"u": [1, 2]}}, "the point gives X no value"),
    ({"symbols": {"N": 2, "C": 3}, "vectors": ROWS, "indices": {"b:N": 3}}, "a channel is a whole number from 1 to 2"),
    ({"symbols": {"N": 2, "C": 3}, "vectors": ROWS, "indices": {"b:N": 0}}, "a channel is a whole number from 1 to 2"),
    ({"symbols": {"N": 2, "C": 3}, "vectors": ROWS, "indices": {"b:K": 1}}, "the number of channels is a whole number"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "why"), NONE, ids=range(len(NONE)))
def test_what_is_no_point(said, why):
    found = again(eq(add(over_n(mul(u("k:N"), total(X("k:N", "l"), "l"))), N), num(100)), point(**said))
    assert (found.outcome, why in found.reason) == ("rejected", True), found.reason


@pytest.mark.parametrize("index", ["*1:N", "*1", "b:", ":N", "b:N:M", ""])
def test_an_index_of_a_point_is_one(index):
    with pytest.raises(Malformed):
        again(eq(ONE, ZERO), {**point(), "indices": {index: 1}})


def test_lengths_do_not_move():
    said = point(**HERE)
    for moving in (D(over_n(ONE), N), at(over_n(ONE), N, TWO)):
        assert again(eq(moving, num(7)), said).outcome == "open"


def test_a_hypothesis_along_an_array_holds_around_the_point():
    said = point(**HERE)
    statement = eq(over_n(X("k:N", "i")), ZERO)
    positive, not_negative = ("gt", X("*1:N", "*1"), ZERO), ("ge", X("*1:N", "*1"), ONE)
    assert again(statement, said, [("vector", "X")], [positive]).outcome == "refuted"
    assert again(statement, said, [("vector", "X")], [not_negative]).outcome == "open"
    assert again(statement, said, [], [not_negative]).outcome == "refuted"


def test_a_function_of_an_entry():
    body = mul(X("p:N", "q"), X("p:N", "q"))
    said = point(**HERE, functions={"f": [[X("p:N", "q")], body]})
    assert again(eq(app("f", X("b:N", "i")), num(36)), said).outcome == "rejected"
    assert again(eq(over_n(app("f", X("k:N", "i"))), num(44)), said).outcome == "refuted"
    assert again(eq(app("f", x("i")), num(4)), said).outcome == "open"


def test_a_point_is_written():
    said = point(**HERE)
    shown = written_point(said, [eq(X("b:N", "i"), add(x("i"), u("b:N"), u("a:N")))])
    assert shown == "N = 2, C = 3, X = ((1, 2, 3), (4, 5, 6)), u = (1, -1), x = (1, 0, 2), b = 2, i = 3, a = 1"


@pytest.mark.parametrize(("form", "text"), [
    (eq(X("b:N", "i"), ZERO), "X[b, i] = 0"),
    (("gt", Z("*1:N", "*2:N"), ZERO), "Z[every 1 of N, every 2 of N] > 0"),
    (("gt", X("*1:N", "*1"), ZERO), "X[every 1 of N, every 1] > 0"),
    (over_n(total(X("k:N", "l"), "l")), "sum(sum(X[k, l], l = 1..C), k = 1..N)"),
    (over_n(add(u("b:N"), u("k:N")), "k:N", "b:N"), "sum(u[b] + u[k], k = 1..N, k != b)"),
    (("def", "n", ("b:N", "i"), sub(X("b:N", "i"), u("a:N"))), "n[b, i, a]"),
])  # fmt: skip
def test_what_is_written_of_sets(form, text):
    assert Writer([form])(form) == text


@pytest.mark.parametrize("forms", [
    [x("i"), u("i:N")], [u("b:N"), Y("b:M", "a:N")], [u("b:N"), ("sym", "b")], [u("b:N"), ("coord", "N", "i")],
    [u("b:N"), app("N", a)], [("def", "n", ("b:N", "i"), X("b:N", "i")), ("def", "n", ("i", "b:N"), X("b:N", "i"))],
], ids=str)  # fmt: skip
def test_one_name_stands_for_one_thing(forms):
    with pytest.raises(Malformed, match=r"stands for two things|look alike"):
        Writer(forms)


def test_a_definition_has_one_body_whatever_its_indices_are():
    definition = ("def", "n", ("b:N", "i"), sub(X("b:N", "i"), x("i")))
    other = ("def", "n", ("a:N", "j"), sub(X("a:N", "j"), x("j")))
    written = Writer([definition, other])
    assert (written(definition), written(other)) == ("n[b, i]", "n[a, j]")
    assert written.definition("n") == "n[b, i] = X[b, i] - x[i]"
    assert arrays(definition) == arrays(other)
    with pytest.raises(Malformed, match="stands for two things"):
        Writer([definition, ("def", "n", ("a:N", "j"), sub(X("b:N", "j"), x("j")))])
