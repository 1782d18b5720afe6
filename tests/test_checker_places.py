"""What a point may say: of each name, and not of the first alone. What it says wrongly refutes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from test_checker_kit import ONE, TWO, ZERO, C, Form, a, add, app, delta, eq, mul, num, sub, sym, t, total, u, x

from symnorm.checker.forms import Malformed
from symnorm.checker.refutation.check import Rechecked, check_refutations
from symnorm.checker.refutation.modelled import Model
from symnorm.checker.refutation.point import Place, Point, Rejected, interpretation, value_form
from symnorm.checker.refutation.values import Undecided

T, S = ("whole", "t", 1), ("whole", "s", 1)


def point(
    symbols: dict[str, Form] | None = None, vectors: dict[str, list[Form]] | None = None,
    indices: dict[str, int] | None = None, functions: dict[str, Any] | None = None,
) -> dict[str, Any]:  # fmt: skip
    return {"symbols": symbols or {}, "vectors": vectors or {}, "indices": indices or {}, "functions": functions or {}}


def refuted(statement: Form, at: dict[str, Any]) -> Rechecked:
    """The judgement on a point of a theorem that supposes nothing."""
    item = {"label": "(1)", "statement": statement, "kind": "false", "under": [], "fails": [], "point": at}
    entry = {"label": "(0)", "role": "claim", "statement": eq(a, a)}
    [found] = check_refutations({"id": "p/1", "along": [], "entries": [entry], "refutations": [item]})
    return found


COUNTED = eq(("upto", "s", 1, T, ONE), T)
POWER = eq(mul(("power", TWO, T), ("power", TWO, T)), ("power", num(4), T))


@pytest.mark.parametrize("value", ["3/2", "1/2", "-1", "0"])
@pytest.mark.parametrize("statement", [COUNTED, POWER, eq(("upto", "s", 1, add(T, T), S), ZERO), eq(T, ZERO)], ids=repr)
def test_a_whole_number_is_whole(value, statement):
    """A sum to 3/2 would have one term, which is not 3/2."""
    assert refuted(statement, point({"t": num(value)})).outcome == "rejected"


@pytest.mark.parametrize("statement", [eq(delta("i", "j"), ONE), eq(sub(x("i"), x("i")), delta("i", "i"))], ids=repr)
@pytest.mark.parametrize("indices", [{"i": 1, "j": 2}, {"j": 2, "i": 1}, {"i": 1, "j": 0}, {"k": 2, "i": 1, "j": 1}])
def test_every_index_is_one_of_a_channel(statement, indices):
    """There is one channel, so that delta_ij is 1."""
    found = refuted(statement, point({"C": ONE}, {"x": [ONE]}, indices))
    assert (found.outcome, "a channel is a whole number from 1 to 1" in found.reason) == ("rejected", True)


STRANGE: list[Form] = [
    ("fn", "sin", ONE), ("pow", TWO, 101), ("pow", TWO, "3"), ("num", "2/4"), ("num", "1.5"), ("coord", "x"), ("sym",),
    ("sym", "1"), ("sum", "k", ("num", "3"), ("k",), ONE), ("add",), ("D", a, ONE), "a", 3, ("eq", a, a),
    ("div", ONE), ("whole", "t", -1), ("app", "f", (0, 0), (a,)),
]  # fmt: skip


@pytest.mark.parametrize("strange", STRANGE, ids=repr)
def test_every_value_is_an_expression(strange):
    with pytest.raises(Malformed):
        value_form(strange)
    places = [
        point({"b": ONE, "a": strange}), point(vectors={"x": [ONE, strange]}),
        point(vectors={"x": [[ONE, ONE], [ONE, strange]]}), point(functions={"f": [[a], strange]}),
    ]  # fmt: skip
    for said in places:
        with pytest.raises(Malformed):
            Point(said)


@pytest.mark.parametrize(
    "variables",
    [
        (), (ONE,), (t, ONE), (t, add(t, u)), (t, t), (t, ("sym", "1")), (x("i"), x("i")),
        (x("i"), ("coord", "w", "i")),
        (t, ("coord", "w")), (t, app("f", t)), (T, T), (t, ("whole", "n", -1)),
    ],
    ids=repr,
)  # fmt: skip
def test_every_variable_of_a_function_is_one_and_another(variables):
    with pytest.raises(Malformed):
        interpretation("f", [variables, ONE])
    assert interpretation("f", [(t, x("i"), ("coord", "w", "j"), T), ONE])


def test_a_model_speaks_of_no_set_of_which_nobody_else_does():
    along = [t]
    for hypothesis in (("gt", ("coord", "u", "b:N"), ZERO), ("gt", ("coord", "u", "*1:N"), ZERO),
                       ("gt", total(ONE, "k:N", dimension=sym("N")), ZERO), ("gt", total(x("k")), ZERO)):  # fmt: skip
        entries = [
            {"label": "h", "role": "where", "statement": hypothesis, "certificate": ["", [], []]},
            {"label": "c", "role": "claim", "statement": eq(t, t), "certificate": ["", [], []]},
        ]
        told = {"functions": {}, "symbols": {}, "theorem": {"id": "m/1", "along": along, "entries": entries}}
        model, place = Model(told), Place(point({"t": ONE}), ())
        with pytest.raises(Rejected, match="speaks of channels of which neither the theorem nor the point does"):
            model.holds(eq(t, t), place, (t,))
        known = Place(point({"t": ONE, "N": TWO, "C": TWO}), (C,), (hypothesis,))
        with pytest.raises(Undecided):
            model.holds(eq(t, t), known, (t,))
