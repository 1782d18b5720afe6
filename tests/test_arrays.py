"""Index sets of their own in the language: what is written, what it means, what is refused, and what is proved."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import sympy

from symnorm import (
    D,
    Theorem,
    array,
    at,
    by,
    define,
    delta,
    differentiable,
    eq,
    every,
    function,
    indices,
    integral,
    lambdify,
    length,
    loss,
    mean,
    norm,
    others,
    sqrt,
    symbol,
    total,
    variance,
    vector,
)
from symnorm.judge import judge
from symnorm.language import LanguageError
from symnorm.language.bridge import to_sympy
from symnorm.language.latex import latex
from symnorm.language.record import record, theorems_from
from symnorm.language.terms import Term, form, free_indices
from symnorm.language.text import text
from symnorm.mutation.edits import Scope, variants
from symnorm.witness import sample
from symnorm.witness.search import Search

N, M, C = length("N"), length("M"), symbol("C")
(a, b), (i, j, k), (m,) = indices("a b", N), indices("i j k", C), indices("m", M)
x, y, W, Z = array("x", N, C), array("y", N, C), array("W", C, M), array("Z", N, N)
u, w, t = vector("u", N), vector("w", C), symbol("t")
mu = define("mu", mean(x, over=N), r"\mu")
n = define("n", x - mu, r"\hat{x}")
square, turned = define("q", x**2), define("r", array("X", C, N) ** 2)


# --- what is written ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("term", "plain"), [
    (x[b, i], ("coord", "x", "b:N", "i")), (u[a], ("coord", "u", "a:N")), (Z[a, b], ("coord", "Z", "a:N", "b:N")),
    (N, ("sym", "N")), (delta(a, b), ("delta", "a:N", "b:N")),
    (total(x, over=N)[i], ("sum", "k:N", ("sym", "N"), (), ("coord", "x", "k:N", "i"))),
    (total(x[b, i], over=b), ("sum", "b:N", ("sym", "N"), (), ("coord", "x", "b:N", "i"))),
    (total(x, over=[N, C]), ("sum", "l:N", ("sym", "N"), (),
                             ("sum", "k", ("sym", "C"), (), ("coord", "x", "l:N", "k")))),
    (others(x, b)[i], ("sum", "k:N", ("sym", "N"), ("b:N",), ("coord", "x", "k:N", "i"))),
    (mu[i], ("def", "mu", "i", ("mul", ("div", ("num", "1"), ("sym", "N")), form(total(x, over=N)[i])))),
    ((x - w)[b, i], ("add", ("coord", "x", "b:N", "i"), ("neg", ("coord", "w", "i")))),
    ((w * x)[b, i], ("mul", ("coord", "w", "i"), ("coord", "x", "b:N", "i"))),
    (n[b, i], ("def", "n", ("b:N", "i"), form((x - mu)[b, i]))),
    (x[b][i], ("coord", "x", "b:N", "i")), (every(x), ("coord", "x", "*1:N", "*1")),
    (every(Z), ("coord", "Z", "*1:N", "*2:N")), (norm(x[b]), form(sqrt(total(x[b] ** 2)))),
], ids=str)  # fmt: skip
def test_the_plain_form(term: Term, plain: Any) -> None:
    assert form(term) == plain


def test_what_is_open() -> None:
    assert (x.axes, mu.axes, n.axes, total(x, over=N).axes) == ((N, C), (C,), (N, C), (C,))
    assert (w * x).axes == (x * w).axes == (N, C)
    assert (u * w).axes == (N, C)
    assert mean(x, over=[N, C]).axes == total(total(x, over=N)).axes == x[b, i].axes == ()
    assert x[b].axes == (C,)
    assert mean(x, over=[N, C]) == 1 / (N * C) * total(x, over=[N, C])
    assert mean(x[b, i], over=[b, i]) == 1 / (N * C) * total(x[b, i], over=[b, i])


@pytest.mark.parametrize(("term", "printed", "page", "script"), [
    (x[b, i], "x_{bi}", "x_{bi}", "x[b, i]"), (n[b, i], "x̂_{bi}", r"\hat{x}_{bi}", "n[b, i]"),
    (mu[i], "μ_i", r"\mu_i", "mu[i]"), (delta(a, b), "δ_ab", r"\delta_{ab}", "delta(a, b)"),
    (mean(x, over=N)[i], "1/N · ∑ₖ x_{ki}", r"\frac{1}{N} \sum_{k=1}^{N} x_{ki}", "1/N*sum(x[k, i], k=1..N)"),
    (total(x, over=[N, C]), "∑_{l=1..N} ∑_{k=1..C} x_{lk}", r"\sum_{l=1}^{N} \sum_{k=1}^{C} x_{lk}",
     "sum(sum(x[l, k], k=1..C), l=1..N)"),
    (others(u, b), "∑_{k≠b} u_k", r"\sum_{k \neq b} u_k", "sum(u[k], k=1..N, k!=b)"),
    (total(u[a] * x[a, i], over=a), "∑ₐ u_a·x_{ai}", r"\sum_{a=1}^{N} u_a x_{ai}", "sum(u[a]*x[a, i], a=1..N)"),
], ids=str)  # fmt: skip
def test_what_is_printed(term: Term, printed: str, page: str, script: str) -> None:
    assert (text(term), latex(term), text(term, ascii=True)) == (printed, page, script)


def test_the_letters_of_sums_are_apart_whatever_their_sets() -> None:
    both = Term("sum", ("k:N", N, (), Term("sum", ("k", C, (), Term("coord", ("x", "k:N", "k"), "x", C)))))
    assert latex(both) == r"\sum_{k=1}^{N} \sum_{l=1}^{C} x_{kl}"
    beside = total(x, over=N)[k]
    assert latex(beside) == r"\sum_{l=1}^{N} x_{lk}"
    assert latex(every(x) > 0) == r"x_{lk} > 0 \quad\forall k, l"


@pytest.mark.parametrize("entry", [x[b, i], x[b][i], x[i][b], total(x, over=[N, C]), total(x, over=[C, N])], ids=str)
def test_an_entry_knows_how_many_channels_there_are_in_whatever_order_it_was_taken(entry: Term) -> None:
    assert [t.size for t in entry.walk() if t.op == "coord"] == [C]


BAD: list[tuple[Any, str]] = [
    (lambda: x[i, b], "x has values over N, C, in this order, and its indices are of C, N"),
    (lambda: n[i, b], "has values over N, C, in this order"), (lambda: x[i, j], "in this order"),
    (lambda: u[i], "u has N channels, and i is the name of one of C"), (lambda: x[m], "its indices are of M"),
    (lambda: x[b, i, j], "by one index, or by 2"), (lambda: x["b"], "by one index, or by 2"),
    (lambda: t[b], "t is a number, not a vector"), (lambda: total(Z, over=N), "Z has several indices of N: write all"),
    (lambda: total(x), "x has values over N and C: say which is meant, as in over=N"),
    (lambda: mean(x), "say which is meant"), (lambda: total(x, over=M), "a sum does not run over M"),
    (lambda: total(x, over=[N, N]), "a sum does not run over N"), (lambda: total(x, over=[]), "over= is an index"),
    (lambda: total(x, over="N"), "a sum does not run over 'N'"),
    (lambda: total(u[b], over=N), "no set: write an index"),
    (lambda: total(x, over=b), r"in total(..., over=b) write vectors with their index"),
    (lambda: others(x, m), "its indices are of M"), (lambda: delta(a, i), "they cannot be compared"),
    (lambda: D(x[b, i], N), "N is the length of a set, a whole number that never varies"),
    (lambda: at(t, N, 2), "N is the length of a set"), (lambda: integral(t, N), "N is the length of a set"),
    (lambda: array("x", N, C, M, N), "has one to three lengths"), (lambda: array("x"), "has one to three lengths"),
    (lambda: array("x", N, C + 1), "has one to three lengths"),
    (lambda: array("x", C, symbol("E")), "of the sets of x, one has channels"),
    (lambda: every(t), "t is a number"), (lambda: length("1"), "is not a name"), (lambda: norm(x), "has values over"),
    (lambda: Theorem("a/1", "A", where=[x[b] > 0]), "take a channel, as x[i]"),
    (lambda: Theorem("a/1", "A", where=[N > 0], along=[N]), "in along= is not a symbol"),
    (lambda: Theorem("a/1", "A", where=[symbol("N") > 0, u[b] > 0], along=[symbol("N")]), "lets N vary"),
    (lambda: Theorem("a/1", "A", where=[D(symbol("N") ** 2, symbol("N")) > 0, u[b] > 0]), "lets N vary"),
    (lambda: Theorem("a/1", "A", where=[total(vector("v", symbol("N"))) > 0, u[b] > 0]), "and the number of channels"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "said"), BAD, ids=range(len(BAD)))
def test_what_does_not_type_is_refused(wrong: Any, said: str) -> None:
    with pytest.raises(LanguageError, match=re.escape(said)):
        wrong()


# --- what is proved -------------------------------------------------------------------------------------------


def verdict(*claims: Any, where: Any = (), rule: Any = None, **more: Any) -> Any:
    theorem = Theorem("a/1", "A", where=[N > 0, M > 0, C > 0, *where], **more)
    for number, claim in enumerate(claims):
        theorem.claim(f"({number})", claim, rule or by.algebra())
    return judge(theorem)


TRUE = [
    eq(total(n, over=N)[i], 0), eq(D(mu[i], x[b, j]), delta(i, j) / N),
    eq(total(total(x, over=C)), total(x, over=[N, C])), eq(total(mean(x, over=N)), C * mean(x, over=[N, C])),
    eq(D(n[b, i], x[a, j]), delta(i, j) * (delta(a, b) - 1 / N)),
    eq(total(u * total(x * w, over=C)), total(w * total(u * x, over=N))),
    eq(D(norm(x[b]) ** 2, x[a, i]), 2 * delta(a, b) * x[a, i]), eq(D(Z[a, b], Z[b, a]), delta(a, b)),
    eq(others(x, b)[i], total(x, over=N)[i] - x[b, i]), eq(mean(u - mean(u)), 0),
    eq(mean((x - mean(x, over=[N, C])) ** 2, over=[N, C]), mean(x**2, over=[N, C]) - mean(x, over=[N, C]) ** 2),
    eq(total(norm(x[i]) ** 2, over=i), total(x**2, over=[C, N])),
    eq(D(total(square**2, over=[N, C]), square[a, i]), 2 * square[a, i]),
    eq(D(total(turned**2, over=[N, C]), turned[i, a]), 2 * turned[i, a]),
]  # fmt: skip


@pytest.mark.parametrize("claim", TRUE, ids=str)
def test_what_holds_is_proved(claim: Any) -> None:
    report = verdict(claim, where=[total(x[b] ** 2) > 0])
    assert report.verdict == "proved", [(line.reason, line.label) for line in report.lines]
    assert report.problems == ()


def test_of_a_column() -> None:
    holds, fails = eq(variance(x[i]), mean(x[i] ** 2) - mu[i] ** 2), eq(variance(x[i]), mean(x[i] ** 2))
    assert (verdict(holds).verdict, verdict(fails).verdict) == ("proved", "refuted")


FALSE = [
    eq(total(n, over=C)[b], 0), eq(D(mu[i], x[b, j]), delta(i, j) / C), eq(total(w, over=C), mean(x, over=N)[i]),
    eq(D(x[b, i], x[a, j]), delta(a, b)), eq(D(x[b, i], x[a, j]), delta(i, j)), eq(total(u) / C, mean(u)),
    eq(mean(total(x, over=C)), mean(total(x, over=N))), eq(N, C), eq(Z[a, b], Z[b, a]),
    eq(others(x, b)[i], total(x, over=N)[i]), eq(total(Z[a, b], over=a), total(Z[b, a], over=a)),
    eq(D(total(square**2, over=[N, C]), square[a, i]), square[a, i]),
    eq(D(total(turned**2, over=[N, C]), turned[i, a]), 2 * turned[i, b]),
]  # fmt: skip


@pytest.mark.parametrize("claim", FALSE, ids=str)
def test_what_is_false_is_refuted_at_a_point(claim: Any) -> None:
    report = verdict(claim)
    assert report.verdict == "refuted"
    assert report.lines[-1].refutation is not None


def test_a_hypothesis_that_is_missing_is_named() -> None:
    r2 = define("r2", mean(x**2, over=N), "r^2")
    claim = eq(mean((x / sqrt(r2)) ** 2, over=N)[i], 1)
    assert verdict(claim, where=[every(r2) > 0]).verdict == "proved"
    lacking = verdict(claim)
    assert lacking.verdict != "proved"
    assert "r_i^2" in lacking.lines[-1].reason or "r_i²" in lacking.lines[-1].reason


def test_a_condition_on_one_row_is_none_on_every_row() -> None:
    claim = eq(total(x / x, over=N)[i], N)
    assert verdict(claim, where=[every(x) > 0]).verdict == "proved"
    assert verdict(claim, where=[x[b, i] > 0]).verdict != "proved"


def test_rules_speak_of_members_of_their_set() -> None:
    theorem = Theorem("a/1", "A", where=[C > 0, N > 0, every(x) > 0])
    line = theorem.step("(1)", eq(n[b, i], x[b, i] - mu[i]), by.algebra())
    theorem.claim("(2)", eq(total(n, over=N)[i], 0), by.algebra(line.summed(b)))
    theorem.claim("(3)", x[a, j] + x[b, i] > 0, by.sign())
    theorem.claim("(4)", total(x, over=N)[i] >= 0, by.sign())
    theorem.claim("(5)", eq(n[a, j], x[a, j] - mu[j]), by.algebra(line.at(b, a)))
    assert [line.verdict for line in judge(theorem).lines[3:6]] == ["proved"] * 3
    with pytest.raises(LanguageError, match="does not speak of channel m"):
        line.summed(m)


def test_a_function_of_every_entry() -> None:
    phi = function("phi", x, latex=r"\varphi")
    theorem = Theorem("a/1", "A", where=[N > 0, differentiable(phi)], along=[x], model={phi: x**2})
    slope = D(phi[b, i], x[b, i])
    theorem.claim("(1)", eq(D(total(phi, over=N)[i], x[b, i]), slope), by.algebra())
    report = judge(theorem)
    assert report.verdict == "proved", [line.reason for line in report.lines]


def test_a_sum_over_one_set_that_leaves_the_other_open_is_no_name_of_an_index() -> None:
    left = define("s", total(square, over=N))
    report = verdict(eq(D(loss("L", left), square[a, i]), D(loss("L", left), left[i])))
    assert report.verdict == "proved", [line.reason for line in report.lines]


# --- points ---------------------------------------------------------------------------------------------------


def test_a_point_gives_arrays_by_their_rows() -> None:
    theorem = Theorem("a/1", "A", where=[N > 0])
    claim = eq(total(x, over=N)[i], 0)
    theorem.claim("(1)", eq(total(0 * x, over=N)[i], 0), by.algebra())
    theorem.counterexample("(2)", claim, at={x: [[1, 2, 3], [4, 5, 6]], i: 3}, note="a sum")
    [found] = judge(theorem).conceptual
    assert found.point is not None
    assert found.point.text == "N = 2, C = 3, x = ((1, 2, 3), (4, 5, 6)), i = 3: left 9, right 0"
    assert [v.latex for v in found.point.values if v.name == "x"] == ["x = ((1, 2, 3), (4, 5, 6))"]


@pytest.mark.parametrize(("point", "said"), [
    ({x: [1, 2]}, "is given by the list of its entries"), ({x: [[1, 2], [3]]}, "of different lengths"),
    ({x: [[1, 2]], N: 2}, "N = 2"), ({x: [[1, 2]], C: 3}, "C = 3"), ({u: [[1]]}, "is not a term"),
    ({x: [[1, 2]], u: [1, 2]}, "N = "), ({x: []}, "list of its rows"), ({x: [[1.5]]}, "1.5"),
], ids=str)  # fmt: skip
def test_what_is_no_point_is_refused(point: Any, said: str) -> None:
    theorem = Theorem("a/1", "A")
    with pytest.raises(LanguageError, match=re.escape(said)):
        Search(theorem, [eq(total(x * u, over=[N, C]), 0)], [point])


def test_samples_have_several_lengths() -> None:
    theorem = Theorem("a/1", "A", where=[N > 0, C > 0])
    theorem.claim("(1)", eq(total(x * u * w, over=[N, C]), total(w * x * u, over=[N, C])), by.algebra())
    points = sample(theorem, 4)
    sizes = {(p.values["symbol", "N"], p.values["symbol", "C"]) for p in points}
    assert any(rows != columns for rows, columns in sizes)
    assert {1} & {rows for rows, _ in sizes}
    assert {1} & {columns for _, columns in sizes}
    for p in points:
        rows = p.values["vector", "x"]
        assert (len(rows), len(rows[0])) == (p.values["symbol", "N"], p.values["symbol", "C"])


# --- looks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lines", "said"), [
    ([eq(u[indices("i", N)[0]], w[i])], "the name i stands for two things"),
    ([eq(u[indices("i", N)[0]], 0), eq(w[i], 0)], "the name i stands for two things"),
    ([eq(x[b, i], symbol("xbi", "x_{bi}"))], "printed as"),
    ([eq(x[b, i], symbol("x12", "x_{12}"))], "is printed as an entry of x is"),
    ([eq(x[b, i], w[indices("bi", C)[0]])], "the indices of the vector 'x' are printed as bi"),
    ([eq(u[b], symbol("b"))], "b"),
    ([eq(n[b, i], define("n", x + mu, r"\hat{x}")[b, i])], "stands for two things"),
    ([eq(x[b, i], 0), eq(vector("x", C)[i], 0)], "x has its entries over channels and over N, channels"),
    ([eq(x[b, i], 0), eq(array("x", C, N)[i, b], 0)], "x has its entries over"),
], ids=str)  # fmt: skip
def test_two_things_that_look_alike_are_refused(lines: Any, said: str) -> None:
    theorem = Theorem("a/1", "A", where=[N > 0, C > 0])
    try:
        for number, line in enumerate(lines):
            theorem.claim(f"({number})", line, by.algebra())
        told = str([line.reason for line in judge(theorem).lines])
    except LanguageError as error:
        told = str(error)
    assert said in told


# --- elsewhere ------------------------------------------------------------------------------------------------


def test_a_record_is_read_again() -> None:
    theorem = Theorem("a/1", "A", where=[N > 0, every(x) > 0], along=[x], model={x: [[1, 2]], u: [3]})
    theorem.claim("(1)", eq(D(n[b, i] * u[b], x[a, j]), total(total(n, over=N)) + n[b, i]), by.algebra())
    theorem.counterexample("(2)", eq(n[b, i], u[b]), at={b: 1, x: [[1, 2]]}, note="no")
    written = json.loads(json.dumps(record(theorem)))
    [again] = theorems_from(written)
    assert json.loads(json.dumps(record(again))) == written
    assert [e.statement for e in again.entries] == [e.statement for e in theorem.entries]


@pytest.mark.parametrize("node", [
    ["coord", "x", None, "x"], ["coord", "x", None, "x", "a", "b", "c", "d"], ["coord", "x", None, "x", "a:"],
    ["vector", "x", None, "x", "a", "b"], ["sym", "N", None, "N", "size"], ["def", "n", None, "n", ["list", "a"], [0]],
    ["def", "n", None, "n", ["list", "a", ":C"], [0]], ["coord", "x", None, "x", "*7"],
], ids=str)  # fmt: skip
def test_a_record_is_read_strictly(node: Any) -> None:
    terms = [["sym", "t", None, "t"], node]
    with pytest.raises(LanguageError):
        theorems_from({"terms": terms, "theorems": []})


def test_sympy_needs_every_length() -> None:
    made = to_sympy(total(x * w, over=[N, C]), {N: 2, C: 3})
    names = {str(s) for s in made.free_symbols}
    assert {"x_1_1", "x_2_3", "w_3"} <= names
    assert len(names) == 9
    first, second = (sympy.Symbol(f"x_{row}_3", real=True) for row in (1, 2))
    average = to_sympy(mean(x[b, i], over=b), {N: 2, C: 3}, {i: 3})
    assert sympy.simplify(average - (first + second) / 2) == 0
    with pytest.raises(LanguageError, match="give them all"):
        to_sympy(total(x * w, over=[N, C]), 3)
    with pytest.raises(LanguageError, match="SymPy needs one"):
        to_sympy(total(x * w, over=[N, C]), {N: 2})
    with pytest.raises(LanguageError, match="channels are numbered 1 to 2"):
        to_sympy(u[b], {N: 2}, {b: 3})


def test_mutants_keep_to_the_sets() -> None:
    statement = eq(D(n[b, i], x[a, j]), delta(i, j) * (delta(a, b) - 1 / N))
    found = [v.statement for v in variants(statement, Scope.of([statement]))]
    assert len(found) > 20
    for mutant in found:
        mutant.form()
        assert {q for t in mutant.terms() for q in free_indices(t)} <= {"a:N", "b:N", "i", "j"}
    assert any(D(n[a, i], x[a, j]) in s.parts for s in found)
    assert any(D(n[b, j], x[a, j]) in s.parts for s in found)


def test_no_function_is_made_of_arrays() -> None:
    with pytest.raises(Exception, match=r"index|array|length"):
        lambdify("examples/batch_norm_2d", "(3)", proofs="examples")


@pytest.mark.parametrize(("entry", "space"), [
    (x[b, i], r"N \times C"), (W[i, m], r"C \times M"), (Z[a, b], r"N \times N"),
])  # fmt: skip
def test_an_array_has_its_sets_where_no_sum_runs_over_the_channels(entry: Term, space: str) -> None:
    theorem = Theorem("p/1", "T")
    theorem.claim("(1)", eq(entry + entry, 2 * entry), by.algebra())
    [array_of] = [h.formula.latex for h in judge(theorem).hypotheses if h.kind == "array"]
    assert array_of == rf"{entry.args[0]} \in \mathbb{{R}}^{{{space}}}"
