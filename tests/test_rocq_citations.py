"""What a theorem cites is supposed in Rocq: it counts for nothing unless the cited theorem is accepted as well."""

from __future__ import annotations

from typing import Any

import pytest
from needed import needs_coqc

from symnorm import Theorem, by, eq, exp, symbol
from symnorm.judge import judge
from symnorm.report import Acceptance
from symnorm.rocq.cited import discharged
from symnorm.rocq.document import document
from symnorm.rocq.judge import Rocq, judged

a, b = symbol("a"), symbol("b")
POSITIVE = a > 0
SQUARE = eq((a + b) ** 2, a**2 + 2 * a * b + b**2)


def bundle(theorem: Theorem) -> dict[str, Any]:
    made = judge(theorem).bundle
    assert made is not None
    return dict(made.document)


def cited(claim: Any = SQUARE, where: Any = POSITIVE) -> dict[str, Any]:
    theorem = Theorem("mine/cited", "A square", where=[where], model={a: 1, b: 3})
    theorem.claim("(1)", claim, by.algebra())
    return bundle(theorem)


def citing(source: str = "mine/cited") -> dict[str, Any]:
    theorem = Theorem("mine/citing", "Another", where=[POSITIVE], model={a: 1, b: 2})
    taken = theorem.given("(1)", SQUARE, source=source)
    theorem.claim("(2)", eq((a + b) ** 2 - b**2, a**2 + 2 * a * b), by.algebra(taken))
    return bundle(theorem)


def whole(**more: Any) -> Acceptance:
    said: dict[str, Any] = {"entries": 2, "accepted": 2, "axioms": (), "computed": (), "strange": (), "coq": "8"}
    return Acceptance(**{**said, "open": {}, "points": {}, **more})


def of(*bundles: dict[str, Any], **said: Acceptance) -> Acceptance:
    """What is told of the theorem that cites, where Rocq accepts all that is not said otherwise."""
    by_id = {data["id"]: data for data in bundles}
    ((id, one),) = discharged(by_id, {id: said.get(id.partition("/")[2], whole()) for id in by_id})
    assert id == "mine/citing"
    return one


def test_what_is_cited_is_marked_where_it_is_supposed() -> None:
    assert "((* cited: (1) of mine/cited *) (a + b) ^ 2 = " in document(citing()).text
    assert "cited" not in document(cited()).text.replace("mine/cited", "")


def test_a_citation_counts_where_the_cited_theorem_is_accepted_whole() -> None:
    assert of(citing(), cited()).is_whole
    for one in (
        of(citing(), cited(), cited=whole(accepted=1)),
        of(citing(), cited(), cited=whole(strange=("mine.trust_me",))),
        of(citing()),
        of(citing("mine/none"), cited()),
        of(citing(), cited(claim=eq((a + b) ** 2, (b + a) ** 2))),
        of(citing(), cited(where=b > 2)),
        of(citing("mine/citing"), cited()),
    ):
        assert not one.is_whole
        assert len(one.strange) == 1
        assert one.strange[0].startswith("a citation: ")


def test_a_citation_of_terms_counts_where_what_is_supposed_of_them_is_claimed() -> None:
    lemma = Theorem("mine/cited", "A bound", where=[POSITIVE])
    lemma.claim("(1)", a * b**2 >= 0, by.sign(a * b**2))

    def citing_terms() -> dict[str, Any]:
        theorem = Theorem("mine/citing", "Another", where=[])
        theorem.claim("(2)", exp(b) * a**2 >= 0, by.linear(theorem.apply(lemma, {a: exp(b), b: a})))
        return bundle(theorem)

    assert of(citing_terms(), bundle(lemma)).is_whole
    lacking = citing_terms()
    del lacking["entries"][0]
    other = citing_terms()
    other["entries"][1]["put"] = [[["sym", "a"], ["fn", "exp", ["sym", "b"]]]]
    for wrong in (lacking, other):
        (said,) = of(wrong, bundle(lemma)).strange
        assert said.startswith("a citation: ")


@needs_coqc
@pytest.mark.parametrize("has_cited", [True, False])
def test_theorems_are_judged_with_what_they_cite(rocq: Rocq, has_cited: bool) -> None:
    bundles = [(citing(), ""), *([(cited(), "")] if has_cited else [])]
    found = dict(judged(rocq, bundles, 2))
    assert found.keys() == {data["id"] for data, _ in bundles}
    assert found["mine/citing"].accepted == found["mine/citing"].entries == 2
    assert found["mine/citing"].is_whole == has_cited
