"""The second judge on index sets of their own: it agrees with what the checker accepts, and sees slips of its own."""

from __future__ import annotations

from typing import Any

import pytest
from test_checker_kit import (
    ONE,
    ZERO,
    Bundle,
    C,
    D,
    Form,
    delta,
    div,
    eq,
    hyp,
    identity,
    mul,
    sign,
    sub,
    total,
    x,
)
from test_checker_sets import N, X, Y, Z, over_m, over_n, u

from symnorm.second import review_bundle


def reviewed(*entries: tuple[str, Form, Any, Any], along: tuple[Form, ...] = ()) -> Any:
    """What the second judge says of entries, (role, statement, proof, conditions), all of them taken as accepted."""
    bundle = Bundle(*along)
    accepted = [bundle.judged(*entry).accepted for entry in entries]
    theorem = {"id": "sets/1", "along": along, "entries": bundle.entries}
    hashes = [entry["certificate"][0] for entry in bundle.entries]
    assert all(hashes)
    return all(accepted), review_bundle(theorem, [True] * len(entries))


def line(statement: Form, proof: Any = None, defined: Any = ()) -> tuple[str, Form, Any, Any]:
    return "claim", statement, identity() if proof is None else proof, defined


TRUE = [
    eq(D(X("b:N", "i"), X("a:N", "j")), mul(delta("a:N", "b:N"), delta("i", "j"))),
    eq(over_n(mul(u("k:N"), total(mul(X("k:N", "l"), x("l")), "l"))),
       total(mul(x("l"), over_n(mul(X("k:N", "l"), u("k:N")))), "l")),
    eq(over_n(total(ONE)), mul(N, C)),
    eq(over_n(over_m(Y("l:M", "k:N"), "l:M")), over_m(over_n(Y("l:M", "k:N")), "l:M")),
    eq(over_n(Z("k:N", "b:N"), "k:N", "b:N"), sub(over_n(Z("k:N", "b:N")), Z("b:N", "b:N"))),
]  # fmt: skip


@pytest.mark.parametrize("statement", TRUE, ids=range(len(TRUE)))
def test_it_agrees(statement):
    accepted, outcome = reviewed(line(statement))
    assert accepted
    assert not outcome.disagreements
    assert outcome.identities == 1


FALSE = [
    eq(D(X("b:N", "i"), X("a:N", "j")), delta("a:N", "b:N")), eq(over_n(ONE), C), eq(over_n(over_m(ONE)), mul(N, N)),
    eq(over_n(Z("k:N", "b:N")), over_n(Z("b:N", "k:N"))), eq(over_n(x("i")), mul(C, x("i"))),
    eq(over_n(total(ONE)), mul(N, N)), eq(N, ("sym", "M")),
]  # fmt: skip


@pytest.mark.parametrize("statement", FALSE, ids=range(len(FALSE)))
def test_it_objects_to_what_is_false(statement):
    accepted, outcome = reviewed(line(statement))
    assert not accepted
    assert outcome.disagreements


@pytest.mark.parametrize(("said", "statement"), [
    ("indices of different sets", eq(delta("b:N", "i"), delta("b:N", "i"))),
    ("indices of different sets", eq(total(ONE, "k", "b:N"), sub(C, ONE))),
    ("an array with other indices", eq(x("i"), ("add", x("i"), ("mul", ZERO, ("coord", "x", "b:N"))))),
], ids=str)  # fmt: skip
def test_it_objects_to_what_mixes_sets(said, statement):
    accepted, outcome = reviewed(line(statement))
    assert not accepted
    assert said in outcome.disagreements[0]


def test_it_objects_to_what_is_said_of_another_set():
    where = ("where", ("gt", u("*1:N"), ZERO), (), ())
    for i, agrees in (("a:N", True), ("a", False), ("a:M", False)):
        accepted, outcome = reviewed(where, line(("gt", u("a:N"), ZERO), sign(hyp(0, ("*1:N", i)))))
        assert accepted is agrees
        assert bool(outcome.disagreements) is not agrees


def test_it_looks_at_conditions_of_every_member():
    where = ("where", ("gt", u("*1:N"), ZERO), (), ())
    ratio = eq(over_n(div(u("k:N"), u("k:N"))), N)
    accepted, outcome = reviewed(where, line(ratio, defined=[("!=", u("*1:N"), hyp(0))]))
    assert accepted
    assert not outcome.disagreements
    assert outcome.duties
    accepted, outcome = reviewed(where, line(ratio, defined=[("!=", u("a:N"), hyp(0, ("*1:N", "a:N")))]))
    assert not accepted
    assert outcome.disagreements
