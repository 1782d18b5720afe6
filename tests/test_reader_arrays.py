"""What is printed of arrays is read as what it says, with indices of several sets; and no slip in it stays bound."""

from __future__ import annotations

from typing import Any

import pytest
from loading import theorems
from test_arrays import FALSE, TRUE, C, N, Z, a, b, i, j, m, mu, n, u, w, x

from symnorm import delta, eq, every, mean, others, total, vector
from symnorm.language.entrywise import is_of_matrices
from symnorm.language.latex import latex
from symnorm.reader import Notation, NotUnderstood, harmless, read
from symnorm.reader.shapes import at_places
from symnorm.reader.slips import SURVIVED, slipped
from symnorm.transcript import Line

EXAMPLES = [f"examples/{name}.py" for name in ("batch_norm_2d", "group_norm", "layer_norm_weights")]
PRINTED = [s for s in (*TRUE, *FALSE) if "‖" not in str(s)]
ALL = [eq(x[b, i], u[b] * w[i] + mu[i] + n[a, j] + Z[a, b] + delta(a, b) + total(x, over=[N, C]))]


def says(formula: str, *more: Any) -> Any:
    """What a formula says, beside lines that have all names and indices."""
    return read(formula, Notation([*more, *ALL])).meaning


@pytest.mark.parametrize(
    "statement", [*PRINTED, every(x) > 0, every(Z) > 0, every(u) > 0, x[b, i] > mu[i], eq(n[b, i], 0)], ids=str
)
def test_what_we_print_is_read_again(statement: Any) -> None:
    found = read(latex(statement), Notation([statement]))
    assert harmless(found.meaning) == harmless(statement)
    assert found.tolerances == ()


@pytest.mark.parametrize("path", EXAMPLES)
def test_every_line_of_an_example_is_read_again(path: str) -> None:
    for theorem in theorems(path):
        notation = Notation([e.statement for e in theorem.entries])
        for e in theorem.entries:
            found = read(latex(e.statement), notation, of_matrices=is_of_matrices(e.statement))
            assert harmless(found.meaning) == harmless(at_places(e.statement))


@pytest.mark.parametrize(("formula", "meaning"), [
    ("x_{bi}", x[b, i]), ("x_{b,i}", x[b, i]), ("x_{b, i}", x[b, i]), (r"x^{(b)}_i", x[b, i]),
    (r"\hat{x}_{aj}", n[a, j]), (r"\frac{1}{N} \sum_{a=1}^{N} u_a", mean(u)),
    (r"\sum_{k=1}^{N} x_{ki}", total(x, over=N)[i]), (r"\sum_{k=1}^{C} x_{bk}", total(x, over=C)[b]),
    (r"\sum_{k \neq b} u_k", others(u, b)), (r"\sum_{k \neq i} w_k", others(w, i)),
    (r"\delta_{ab}", delta(a, b)), (r"\mu_j", mu[j]), (r"Z_{ba}", Z[b, a]),
])  # fmt: skip
def test_what_a_formula_says(formula: str, meaning: Any) -> None:
    assert harmless(says(formula)) == harmless(meaning)


@pytest.mark.parametrize("formula", [
    "x_{ib}", "x_{ij}", "x_{ab}", "x_b = 1", "x_i = u", "x_{bij}", "u_{bi}", r"\hat{x}_{ib}", r"\delta_{bi}",
    r"\sum_{k=1}^{N} x_{bk}",
    r"\sum_{k=1}^{C} x_{ki}", r"\sum_{k=1}^{M} x_{ki}", r"Z_{bi}", "x_{bz}", r"\sum_{k \neq b} w_k",
    "x^{(i)}_b", "x_{b;i}", r"w_i > 0 \quad\forall i, j, a, b",
])  # fmt: skip
def test_what_does_not_type_is_not_understood(formula: str) -> None:
    with pytest.raises(NotUnderstood):
        says(formula)


def test_the_letters_behind_forall_are_of_the_sets_of_their_places() -> None:
    assert harmless(says(r"x_{pq} > 0 \quad\forall p, q")) == harmless(every(x) > 0)
    assert harmless(says(r"u_p > 0 \quad\forall p")) == harmless(every(u) > 0)
    assert harmless(says(r"Z_{pq} > 0 \quad\forall p, q")) == harmless(every(Z) > 0)
    assert harmless(says(r"Z_{pp} > 0 \quad\forall p")) != harmless(every(Z) > 0)
    plain = vector("v", C)
    with pytest.raises(NotUnderstood):
        read(r"v_k > 0 \quad\forall k, l", Notation([eq(plain[i], 0)]))


@pytest.mark.parametrize("path", EXAMPLES)
def test_no_slip_in_a_line_stays_bound(path: str) -> None:
    [theorem] = theorems(path)
    lines = {
        e.label: Line(e.label, "", latex(e.statement)) for e in theorem.entries if e.role in ("step", "claim")
    }
    tried = list(slipped(theorem, lines, each=60))
    assert [slip for slip in tried if slip.outcome in SURVIVED] == []
    assert len(tried) > 100


def test_a_letter_means_the_index_that_no_sum_binds() -> None:
    """Within a definition there is a sum over m of another set."""
    statement = eq(x[b, i] + vector("v", m.dimension)[m], mu[i])
    assert harmless(read(latex(statement), Notation([statement])).meaning) == harmless(statement)
