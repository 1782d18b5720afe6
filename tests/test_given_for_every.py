"""What is given for all members of a family: an orthonormal one, and what follows for sums of its vectors."""

from __future__ import annotations

from typing import Any

import pytest

from symnorm import Theorem, array, by, define, delta, eq, indices, length, norm, symbol, total, vector
from symnorm.judge import judge
from symnorm.language import LanguageError
from symnorm.language.latex import latex
from symnorm.reader import Reader
from symnorm.report import Report

H, N = symbol("H"), length("N")
(a, b, d), (k,) = indices("a b d", N), indices("k", H)
U, weight = array("U", N, H, latex="u"), vector("weight", N, r"\lambda")
v = define("v", total(weight * U, over=N))  # sum_a lambda_a u_a
UNIT = {N: 2, H: 3, U: [[1, 0, 0], [0, 1, 0]]}


def family(every: Any = (a, b), model: Any = UNIT, right: Any = None) -> tuple[Theorem, Any]:
    """u_a . u_b = delta_ab."""
    theorem = Theorem("family/1", "An orthonormal family", where=[H > 0], model=model)
    product = eq(U[a].T @ U[b], delta(a, b) if right is None else right)
    return theorem, theorem.given("(1)", product, "hypothesis", every=every)


def verdicts(report: Report) -> dict[str, str]:
    return {line.label: line.verdict for line in report.lines}


def test_the_length_of_a_sum_is_that_of_its_coefficients() -> None:
    theorem, orthonormal = family()
    coefficient = theorem.claim("(2)", eq(v.T @ U[b], weight[b]), by.algebra(orthonormal.summed(a, weight[a])))
    theorem.claim("(3)", eq(norm(v) ** 2, total(weight**2)), by.algebra(coefficient.summed(b, weight[b])))
    theorem.claim("(4)", eq(U[d].T @ U[b], delta(d, b)), by.algebra(orthonormal.at(a, d)))
    report = judge(theorem)
    labels = ["hypothesis 1", "(1)", "(1) for b", "(1) for a, b", "(2)", "(3)", "(4)"]
    assert verdicts(report) == dict.fromkeys(labels, "proved")
    assert report.problems == ()
    assert report.lines[1].formula.text == "u_kᵀ·u_l = δ_kl for every k, l"


def test_what_does_not_follow_is_not_proved() -> None:
    theorem, orthonormal = family()
    theorem.claim("(2)", eq(v.T @ U[b], 2 * weight[b]), by.algebra(orthonormal.summed(a, weight[a])))
    assert verdicts(judge(theorem))["(2)"] != "proved"


def test_what_is_given_of_two_members_is_not_summed_over_all() -> None:
    theorem = Theorem("family/2", "Two members", where=[H > 0], model=UNIT | {a: 1, b: 2})
    one = theorem.given("(1)", eq(U[a].T @ U[b], delta(a, b)), "hypothesis")
    theorem.claim("(2)", eq(v.T @ U[b], weight[b]), by.algebra(one.summed(a, weight[a])))
    assert verdicts(judge(theorem))["(2)"] != "proved"


def test_a_family_that_there_is_not_is_no_hypothesis() -> None:
    """Two vectors of one number each are not orthonormal."""
    theorem, orthonormal = family(model={N: 2, H: 1, U: [[1], [0]]})
    theorem.claim("(2)", eq(v.T @ U[b], weight[b]), by.algebra(orthonormal.summed(a, weight[a])))
    report = judge(theorem)
    assert report.verdict != "proved"
    assert report.problems


def test_it_is_read_as_a_paper_prints_it() -> None:
    theorem, _ = family()
    [given] = [e for e in theorem.entries if e.label == "(1)"]
    reader = Reader(theorem)
    for printed in (r"u_a^T u_b = \delta_{ab}", r"\sum_{k=1}^H u_{ak} u_{bk} = \delta_{ab}"):
        assert reader.bind(rf"{printed} \quad\forall a, b", given.statement)[0].outcome == "bound", printed
    for printed in ("u_a^T u_b = 0", r"u_a^T u_a = \delta_{ab}", r"\sum_{k=1}^H u_{ak} u_{ak} = \delta_{ab}"):
        found = reader.bind(rf"{printed} \quad\forall a, b", given.statement)[0]
        assert found.outcome not in ("bound", "declared"), printed


@pytest.mark.parametrize("every", [[a, a], [a, k], ["a"], [d]])
def test_what_is_refused(every: Any) -> None:
    with pytest.raises(LanguageError, match="every="):
        family(every)


def test_the_index_of_a_family_may_have_the_letter_of_a_row() -> None:
    """An equation of vectors is meant for every channel, and these take another letter where i is a member of N."""
    (i,) = indices("i", N)
    theorem = Theorem("family/3", "Letters", where=[H > 0])
    theorem.claim("(1)", eq(norm(U[i]) ** 2, U[i].T @ U[i]), by.algebra())
    theorem.claim("(2)", eq(v, total(weight * U, over=N)), by.algebra())
    theorem.claim("(3)", eq(total(weight[i] * U[i, k], over=i), v[k]), by.algebra())
    report = judge(theorem)
    assert verdicts(report) == dict.fromkeys(["hypothesis 1", "(1)", "(2)", "(3)"], "proved")
    assert theorem.entries[2].statement.indices == ("k",)
    for e in theorem.entries:
        assert Reader(theorem).bind(latex(e.statement), e.statement)[0].outcome == "bound"
