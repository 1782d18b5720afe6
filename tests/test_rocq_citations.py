"""What a theorem cites is taken from the file of the cited theorem; where it is not to be had there, it is an axiom."""

from __future__ import annotations

from typing import Any

import pytest
from needed import needs_coqc

from symnorm import D, Theorem, by, eq, exp, function, symbol
from symnorm.judge import judge
from symnorm.report import Acceptance
from symnorm.rocq.axioms import AXIOMS
from symnorm.rocq.cited import Citations
from symnorm.rocq.composed import Source, compose
from symnorm.rocq.document import document
from symnorm.rocq.files import files
from symnorm.rocq.judge import Rocq, judged
from symnorm.rocq.statement import Untranslated

a, b, t, u = (symbol(name) for name in "abtu")
y = function("y", t)
POSITIVE = a > 0
SQUARE = eq((a + b) ** 2, a**2 + 2 * a * b + b**2)
SHIFTED = eq(D(a * y, t), a * y)
MARK = "((* cited: (1) of mine/cited *) (a + b) ^ 2 = "


def bundle(theorem: Theorem) -> dict[str, Any]:
    made = judge(theorem).bundle
    assert made is not None
    return dict(made.document)


def cited(claim: Any = SQUARE, where: Any = POSITIVE, **more: Any) -> dict[str, Any]:
    theorem = Theorem("mine/cited", "A square", where=[where], model={a: 1, b: 3})
    theorem.claim("(1)", claim, by.algebra())
    theorem.claim("(0)", eq((u + b) * u, u**2 + b * u), by.algebra())  # about more than is cited
    return {**bundle(theorem), **more}


def citing(source: str = "mine/cited", id: str = "mine/citing") -> dict[str, Any]:
    theorem = Theorem(id, "Another", where=[POSITIVE], model={a: 1, b: 2})
    taken = theorem.given("(1)", SQUARE, source=source)
    theorem.claim("(2)", eq((a + b) ** 2 - b**2, a**2 + 2 * a * b), by.algebra(taken))
    theorem.claim("(3)", SQUARE, by.algebra(taken))
    return bundle(theorem)


def along(id: str, source: str) -> dict[str, Any]:
    """A theorem of y' = y: of what is given, or if it has a source, of what that shows of it."""
    theorem = Theorem(id, "Growth", where=[y > 0], along=[t], model={y: exp(t)})
    taken = theorem.given("(1)", eq(D(y, t), y), "hypothesis")
    if source:
        taken = theorem.given("(2)", SHIFTED, source=source)
    theorem.claim("(3)", SHIFTED, by.algebra(taken))
    return bundle(theorem)


# --- what is stated ---------------------------------------------------------------------------------------------


def written(*bundles: dict[str, Any]) -> dict[str, str]:
    return {name: text.decode() for name, text in files((data, "") for data in bundles).files.items()}


def test_what_is_cited_is_marked_where_it_is_supposed_and_not_supposed_where_all_is_stated() -> None:
    assert MARK in document(citing()).text
    made = written(citing(), cited())
    check = made["Check_mine_citing.v"]
    assert MARK in made["T_mine_citing.v"]
    assert "cited:" not in check
    assert "Definition hypotheses (a : R) (b : R) : Prop :=\n  (a > 0).\n" in check
    assert "Check_mine_citing.vo: Check_mine_cited.vo\n" in made["Makefile"]
    assert "suppose what they cite" not in made["README.md"]


@pytest.mark.parametrize(
    ("others", "why"),
    [
        ([], "there is no theorem mine/cited"),
        ([cited(claim=eq((a + b) ** 2, (b + a) ** 2))], "states it differently"),
        ([cited(where=b > 2)], "which also supposes what gt says"),
    ],
)
def test_what_is_not_to_be_had_elsewhere_is_supposed_and_that_is_told(others: list[Any], why: str) -> None:
    made = written(citing(), *others)
    assert MARK in made["Check_mine_citing.v"]
    assert "suppose what they cite" in made["README.md"]
    assert why in made["README.md"]


def test_theorems_come_after_those_that_they_cite_and_last_those_in_a_circle() -> None:
    circle = [citing("mine/2", "mine/1"), citing("mine/1", "mine/2")]
    bundles = [*circle, citing("mine/citing", "mine/third"), citing(), cited()]
    citations = Citations({data["id"]: data for data in bundles})
    ordered = [data["id"] for data, _ in citations.in_order((data, "") for data in bundles)]
    assert ordered == ["mine/cited", "mine/citing", "mine/third", "mine/1", "mine/2"]
    assert citations.behind("mine/third") == ["mine/cited", "mine/citing"]
    assert citations.against("mine/1") == ["theorems cite each other in a circle"]
    assert citations.against("mine/third", {**dict.fromkeys(ordered, "proved"), "mine/cited": "no"})


def test_what_another_theorem_does_not_prove_is_not_taken_from_it() -> None:
    said = document(cited())
    claims = [s.number for s in said.stated]
    compose(citing(), "", "T_mine_citing", {"mine/cited": Source("Check_mine_cited", said, claims)})
    other = document(cited(claim=eq((a + b) ** 2, (b + a) ** 2)))
    for source in (Source("Check_mine_cited", said, claims[1:]), Source("Check_mine_cited", other, claims)):
        with pytest.raises(Untranslated, match="no proof in Rocq of what it cites from mine/cited"):
            compose(citing(), "", "T_mine_citing", {"mine/cited": source})


# --- what Rocq says ---------------------------------------------------------------------------------------------


def told(rocq: Rocq, *bundles: dict[str, Any]) -> dict[str, Acceptance]:
    found = dict(judged(rocq, [(data, "") for data in bundles], 2))
    assert found.keys() == {data["id"] for data in bundles}
    assert all(one.accepted == one.entries for one in found.values())
    return found


@needs_coqc
def test_a_theorem_is_whole_with_what_it_cites_and_through_others_and_not_without(rocq: Rocq) -> None:
    third = citing("mine/citing", "mine/third")
    found = told(rocq, third, citing(), cited())
    assert all(one.is_whole and {*one.axioms} <= {*AXIOMS} for one in found.values())
    assert "cited:" not in (rocq.folder / "Check_mine_third.v").read_text("utf-8")
    for bundles in ([third, citing()], [citing("mine/citing")]):
        for one in told(rocq, *bundles).values():
            assert not one.is_whole
            assert [axiom[:12] for axiom in one.strange] == ["a citation: "]


def citing_terms() -> list[dict[str, Any]]:
    """A theorem of e^b in the place of a, and that which it cites."""
    lemma = Theorem("mine/cited", "A bound", where=[POSITIVE])
    lemma.claim("(1)", a * b**2 >= 0, by.sign(a * b**2))
    theorem = Theorem("mine/citing", "Another", where=[])
    theorem.claim("(2)", exp(b) * a**2 >= 0, by.linear(theorem.apply(lemma, {a: exp(b), b: a})))
    return [bundle(theorem), bundle(lemma)]


@needs_coqc
def test_a_theorem_of_terms_follows_from_that_of_symbols(rocq: Rocq) -> None:
    assert all(one.is_whole for one in told(rocq, *citing_terms()).values())
    assert "cited:" not in (rocq.folder / "Check_mine_citing.v").read_text("utf-8")
    other, lemma = citing_terms()
    other["entries"][1]["put"] = [[["sym", "a"], ["fn", "exp", ["sym", "b"]]]]
    (said,) = told(rocq, other, lemma)["mine/citing"].strange
    assert said.startswith("a citation: ")


@needs_coqc
def test_what_is_cited_along_a_variable_holds_in_the_same_set(rocq: Rocq) -> None:
    found = told(rocq, along("mine/growth", ""), along("mine/more", "mine/growth"))
    assert all(one.is_whole for one in found.values())
    assert "is_derive (fun t => a * y t)" not in _supposed(rocq, "mine_more")


def _supposed(rocq: Rocq, name: str) -> str:
    text = (rocq.folder / f"Check_{name}.v").read_text("utf-8")
    return text.partition("Definition hypotheses")[2].partition("Definition along")[0]


@needs_coqc
def test_it_is_rocq_that_decides_whether_a_theorem_follows_from_another(rocq: Rocq) -> None:
    """Nothing is compared outside of Rocq here: the other theorem supposes more."""
    one = rocq.judge(citing(), behind=[cited(where=b > 2)])
    assert one.accepted == one.entries
    assert len(one.strange) == 1
    assert one.strange[0].startswith("a citation: Rocq does not accept that what it cites follows: ")
