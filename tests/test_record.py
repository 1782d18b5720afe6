"""Theorems as plain data: what is written comes back as it was, and what nobody wrote is refused."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import loading
import pytest
import sympy

from symnorm import Theorem, by, define, eq, every, function, indices, mean, symbol, vector
from symnorm.judge import judge
from symnorm.language import LanguageError
from symnorm.language.record import record, theorems_from
from symnorm.language.said import MOST_NESTED


def through_json(theorem: Theorem) -> Theorem:
    [again] = theorems_from(json.loads(json.dumps(record(theorem))))
    return again


@pytest.mark.parametrize("theorem", loading.theorems("all"), ids=lambda t: t.id)
def test_what_is_read_is_what_was_written(theorem: Theorem) -> None:
    written = json.dumps(record(theorem))
    [again] = theorems_from(json.loads(written))
    assert json.dumps(record(again)) == written
    assert [(e.label, e.line, repr(e.statement)) for e in again.entries] == [
        (e.label, e.line, repr(e.statement)) for e in theorem.entries
    ]


def test_each_record_has_all_its_terms_and_each_term_its_own_latex() -> None:
    """Theorems may share terms, be recorded together or one after the other, and print equal names otherwise."""
    plain, fancy = symbol("a"), symbol("a", latex=r"\alpha")
    theorems = []
    for n, a in enumerate((plain, fancy, plain)):
        theorems.append(Theorem(f"shared/{n}", "Shared"))
        theorems[-1].claim("(1)", eq(a + 1 - 1, a), by.algebra())
    assert plain == fancy
    assert record(*theorems) == record(*theorems)
    for read in (theorems_from(json.loads(json.dumps(record(*theorems)))), [through_json(t) for t in theorems]):
        assert [t.entries[0].statement.parts[1].latex for t in read] == [plain.latex, fancy.latex, plain.latex]


def test_the_report_is_that_of_the_theorem() -> None:
    for theorem in loading.theorems("eln/1", "eln/3_which_beta", "dyisru/decoupling"):
        one, other = (replace(judge(t), seconds=0.0) for t in (theorem, through_json(theorem)))
        assert one == other


def small() -> Theorem:
    C, t = symbol("C"), symbol("t")
    x = vector("x", C)
    i, j = indices("i j", C)
    y = function("y", t)
    theorem = Theorem(
        "small/1", "Small", where=[C > 1, every(x) > 0], along=[t], model={y: t**2, C: sympy.Integer(3)},
        model_by=by.algebra(by.roots(t, t)),
    )  # fmt: skip
    first = theorem.given("(1)", eq(y, t**2), "hypothesis", also=["(2)"], note="n")
    d = define("d", mean(x), r"\bar x")
    theorem.claim(
        "(3)", eq(y + d, t**2 + mean(x)), by.algebra(first.d(t), first, times=2), printed=eq(y, d), kind="typo",
        at={t: Fraction(1, 3), x: [1, 2, sympy.Rational(1, 2)], i: 2, y: t},
    )  # fmt: skip
    theorem.counterexample("(4)", x[i] > x[j], at={C: 2, x: (1, 1), i: 1, j: 2}, note="equal", under=[t > 0])
    return theorem


def test_all_that_a_theorem_has() -> None:
    theorem = small()
    again = through_json(theorem)
    assert (again.id, again.title, again.paper, again.along) == ("small/1", "Small", "small", theorem.along)
    assert [r.kind for r in again.model_by.premises] == ["root"]
    [given, claim] = again.entries[2:]
    assert (given.source, given.also, given.note) == ("hypothesis", ("(2)",), "n")
    assert [r.kind for r in claim.by.premises] == ["deriv", "use"]
    assert set(claim.by.entries()) == {given}
    assert claim.printed.point[symbol("t")] == Fraction(1, 3)
    assert [e.label for e in again.errata] == ["(4)"]


def test_a_term_is_written_once() -> None:
    t = symbol("t")
    deep = t
    for _ in range(60):
        deep = deep * deep
    theorem = Theorem("deep/1", "Deep")
    theorem.claim("(1)", eq(deep, deep), by.algebra())
    assert len(record(theorem)["terms"]) == 61


def test_terms_may_be_nested_as_deep_as_a_certificate_can_say_and_no_deeper() -> None:
    deep = symbol("t")
    for _ in range(MOST_NESTED - 1):
        deep = -deep
    theorem = Theorem("deep/1", "Deep")
    theorem.claim("(1)", eq(deep, 0), by.algebra())
    again = through_json(theorem)
    assert len(again.entries[0].statement.parts[0].walk()) == MOST_NESTED
    with pytest.raises(LanguageError, match=f"nested deeper than {MOST_NESTED}"):
        theorem.claim("(2)", eq(-deep, 0), by.algebra())


def changed(path: list[Any], value: Any) -> Any:
    document = json.loads(json.dumps(record(small())))
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return document


HOSTILE: dict[str, Any] = {
    "nothing": None,
    "a list": [],
    "no terms": {"theorems": []},
    "another op": changed(["terms", 0], ["system", None, None, "ls"]),
    "a name that is none": changed(["terms", 0], ["sym", "C", None, "C > 1; t"]),
    "a term that comes later": changed(["terms", 1], ["neg", None, None, [5]]),
    "a float": changed(["terms", 0], ["num", None, None, 0.5]),
    "a truth value": changed(["terms", 0], ["pow", None, None, [0], True]),
    "a huge number": changed(["terms", 1], ["num", None, None, ["number", "1e999999999"]]),
    "no fields": changed(["terms", 0], []),
    "a role that is none": changed(["theorems", 0, "entries", 0, 1], "axiom"),
    "a line as its own premise": changed(["theorems", 0, "entries", 3, 3, 2, 1, 2], ["entry", 3]),
    "a statement that is none": changed(["theorems", 0, "entries", 0, 2], ["statement", "eq", [0], "x"]),
    "a class that is none": changed(["theorems", 0, "entries", 3, 3], ["Popen", "ls"]),
    "two lines of one label": changed(["theorems", 0, "entries", 3, 0], "(1)"),
    "a line that is no number": changed(["theorems", 0, "entries", 0, -4], "x"),
    "terms for symbols of no theorem": changed(["theorems", 0, "entries", 0, -1], ["list", ["list", [0], [0]]]),
    "a place in a chain that is none": changed(["theorems", 0, "entries", 0, -3], ["Chain", "(1)", "x"]),
    "a kind of erratum that is none": changed(["theorems", 0, "errata", 0, 5], "nonsense"),
    "an id that is none": changed(["theorems", 0, "id"], "a b"),
    "an entry too few": changed(["theorems", 0, "entries", 0], []),
}


def test_what_is_changed_was_there() -> None:
    assert theorems_from(changed(["theorems", 0, "title"], "Another"))[0].title == "Another"


@pytest.mark.parametrize("document", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_record_is_refused(document: Any) -> None:
    with pytest.raises(LanguageError) as caught:
        theorems_from(copy.deepcopy(document))
    assert "\n" not in str(caught.value)
