"""What is stated in Rocq is what is meant: no name stands for two things, nothing is smooth where nobody said so."""

from __future__ import annotations

from typing import Any

import pytest
from needed import needs_coqc
from rocq_sample import of_entries

from symnorm import D, Theorem, by, differentiable, eq, function, symbol
from symnorm.checker.forms import Form
from symnorm.judge import judge
from symnorm.rocq.document import document
from symnorm.rocq.files import files
from symnorm.rocq.judge import Rocq
from symnorm.rocq.points import POSSIBLE, Points
from symnorm.rocq.statement import Untranslated

IDENTITY: Any = ((), ("identity", ("ident", (), None)))
a, b, t = (("sym", name) for name in "abt")
ZERO, ONE, TWO = (("num", str(number)) for number in range(3))
NOWHERE: dict[str, Any] = {"symbols": {}, "vectors": {}, "indices": {}, "functions": {}}


def entry(index: str, vector: str = "x") -> Form:
    return ("coord", vector, index)


def summed(e: Form) -> Form:
    return ("sum", "k", ("sym", "C"), (), e)


# --- one name, one thing ----------------------------------------------------------------------------------------

TWO_THINGS: dict[str, Form] = {
    "a definition and a symbol": ("add", ("def", "a", None, TWO), a),
    "a definition and a function": ("add", ("def", "f", None, b), ("app", "f", (0,), (b,))),
    "a definition and a vector": ("add", ("def", "x", None, b), summed(entry("k"))),
    "a definition and an index": ("add", ("def", "i", None, b), summed(entry("k")), entry("i")),
    "a definition and the dimension": ("add", ("def", "C", None, b), summed(entry("k"))),
    "where a definition is defined, and a function": ("add", ("def", "g", None, ("div", ONE, b)),
                                                      ("app", "g_defined", (0,), (b,))),
    "a symbol and a function": ("add", ("app", "a", (0,), (b,)), a),
    "a symbol and a vector": ("add", ("sym", "x"), summed(entry("k"))),
    "a function and a vector": ("add", ("app", "x", (0,), (b,)), summed(entry("k"))),
    "an index and the dimension": ("add", summed(entry("k")), entry("C")),
    "an index and a symbol": ("add", summed(entry("k")), entry("a"), a),
    "a whole number and a symbol": ("add", ("whole", "a", 1), a),
}  # fmt: skip


@pytest.mark.parametrize("kind", TWO_THINGS)
def test_a_name_that_stands_for_two_things_is_not_stated(kind: str) -> None:
    e = TWO_THINGS[kind]
    data = of_entries(("where", ("gt", e, ZERO), ((), None)), ("claim", ("eq", e, e), IDENTITY))
    with pytest.raises(Untranslated, match="one name of two things"):
        document(data)
    refutation = {"label": "(1)", "statement": ("eq", e, ONE), "kind": "false", "under": [], "fails": [],
                  "point": NOWHERE}  # fmt: skip
    found = Points({**data, "point": NOWHERE, "refutations": [refutation]})
    assert found.stated == []
    assert len(found.open) == 2
    assert all("one name of two things" in why for why in found.open.values())
    made = files([(data, "")])
    assert made.proved == 0
    assert "one name of two things" in made.files["README.md"].decode()


def test_names_may_be_alike_and_stand_for_one_thing_each() -> None:
    e: Form = ("add", ("def", "a", None, b), b, summed(("mul", entry("k"), entry("i"))), ("app", "a_", (0,), (b,)))
    assert "a b" in document(of_entries(("claim", ("eq", e, e), IDENTITY))).text


# --- smooth where it is said ------------------------------------------------------------------------------------


def smooth(order: int) -> dict[str, Any]:
    s = symbol("t")
    y = function("y", s)
    theorem = Theorem("mine/smooth", "A square", where=[differentiable(y, order)], along=[s], model={y: s**2})
    theorem.claim("(1)", eq(D(y**2, s), 2 * y * D(y, s)), by.algebra())
    made = judge(theorem).bundle
    assert made is not None
    return dict(made.document)


@pytest.mark.parametrize(
    ("order", "said"),
    [(1, "ex_derive y t"), (2, "forall m, (m <= 2)%nat -> ex_derive_n y m t")],
)
def test_what_is_smooth_where_a_variable_varies_is_smooth_there(order: int, said: str) -> None:
    text = document(smooth(order)).text
    assert f"Definition hypotheses (y : R -> R) (t : R) : Prop :=\n  ({said})." in text
    assert "forall t, J t -> hypotheses y t" in text


def test_what_is_smooth_at_any_number_is_smooth_at_every_one() -> None:
    y: Form = ("app", "y", (0,), (t,))
    claim: Form = ("eq", ("D", y, t), ("D", y, t))
    arbitrary = of_entries(("where", ("differentiable", y, TWO), ((), None)), ("claim", claim, IDENTITY))
    assert "forall t, ex_derive_n y m t" in document(arbitrary).text


@needs_coqc
def test_a_theorem_about_a_smooth_function_on_an_interval_is_accepted(rocq: Rocq) -> None:
    assert rocq.judge(smooth(1)).is_whole


# --- from a contradiction ---------------------------------------------------------------------------------------


def contradiction() -> dict[str, Any]:
    suppositions = (("where", (relation, a, ZERO), ((), None)) for relation in ("gt", "lt"))
    return of_entries(*suppositions, ("claim", ("eq", a, a), IDENTITY))


@needs_coqc
def test_a_theorem_that_supposes_what_cannot_hold_is_not_whole(rocq: Rocq) -> None:
    found = rocq.judge(contradiction())
    assert (found.accepted, found.entries, {*found.open}) == (1, 2, {POSSIBLE})
    assert not found.is_whole
    at_one = {**contradiction(), "point": {**NOWHERE, "symbols": {"a": ONE}}}
    assert rocq.judge(at_one).open.keys() == {POSSIBLE}


@needs_coqc
def test_a_theorem_that_supposes_nothing_needs_no_point(rocq: Rocq) -> None:
    found = rocq.judge(of_entries(("claim", ("eq", a, a), IDENTITY)))
    assert (found.accepted, found.entries, found.is_whole) == (1, 1, True)
