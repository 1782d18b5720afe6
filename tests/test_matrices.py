"""Vectors and matrices: what types, what their equations say, how they are printed, and that the print is read back."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction

import pytest

from symnorm.judge import judge
from symnorm.language import (
    LanguageError,
    Statement,
    Term,
    Theorem,
    both,
    by,
    define,
    delta,
    diag,
    either,
    eq,
    every,
    identity,
    iff,
    implies,
    indices,
    jacobian,
    matrix,
    mean,
    ne,
    ones,
    outer,
    sequence,
    sqrt,
    symbol,
    term,
    total,
    trace,
    transpose,
    vector,
    whole,
)
from symnorm.language.arrays import array, length
from symnorm.language.entrywise import Entrywise
from symnorm.language.latex import latex
from symnorm.language.paths import told_of
from symnorm.language.record import record, theorems_from
from symnorm.language.statements import Statement as Plain
from symnorm.language.text import text
from symnorm.reader.binding import Reader
from symnorm.report import Report

C, K = symbol("C"), length("K")
x, u, v = (vector(name, C) for name in "xuv")
h = vector("h", K)
W = array("W", C, K)
i, j, k = indices("i j k", C)
T = whole("T", 1)
mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
sigma = define("sigma", sqrt(sigma2), r"\sigma")
y = define("y", (x - mu) / sigma)
one, eye = ones(C), identity(C)
J = jacobian(y, x)
A = matrix("A", x[i] * u[j] + delta(i, j), i, j, r"\mathbf{A}")
P = define("P", eye - one @ one.T / C)
WHERE = (C > 1, sigma2 > 0)


def theorem_of(*statements: Statement, where: tuple[Statement, ...] = WHERE) -> Theorem:
    theorem = Theorem("test/matrices", "Matrices", where=where)
    for number, statement in enumerate(statements, start=1):
        rule = by.each(*(by.algebra() for _ in statement.parts)) if statement.kind == "and" else by.algebra()
        theorem.claim(f"({number})", statement, rule)
    return theorem


def judged(*statements: Statement) -> Report:
    """The report on a theorem that claims some statements, as it is after a record."""
    [again] = theorems_from(json.loads(json.dumps(record(theorem_of(*statements)))))
    return judge(again)


# --- what is proved, and what is not --------------------------------------------------------------------------------

TRUE = {
    "the Jacobian": eq(J, (eye - outer(one, one) / C - outer(y, y) / C) / sigma),
    "it is symmetric": eq(J, J.T),
    "it takes 1 to 0": eq(J @ one, 0),
    "it takes y to 0": eq(y.T @ J, 0),
    "its trace": eq(trace(J), (C - 2) / sigma),
    "a projector": eq(P @ P, P),
    "associativity": eq(A @ (A @ v), A @ A @ v),
    "a product transposed": eq((A @ P).T, P.T @ A.T),
    "a product of an array": eq((W @ h).T @ u, h.T @ (W.T @ u)),
    "an outer product": eq(outer(u, v) @ x, (v.T @ x) * u),
    "a diagonal": eq(diag(u) @ one, u),
    "an inner product": eq(u.T @ v, total(u * v)),
    "the trace of an outer product": eq(trace(outer(u, v)), v.T @ u),
    "vectors": eq(x - mu * one, sigma * y),
    "names of columns": eq(define("z", A @ v), x * (u.T @ v) + v),
    "both": both(eq(P @ one, 0), eq(one.T @ P, 0)),
}
"""True of all vectors and matrices."""

FALSE = {
    "a transpose is missing": eq(outer(u, v), outer(v, u)),
    "a matrix that is not symmetric": eq(A, A.T),
    "its transpose takes another vector": eq(A @ v, A.T @ v),
    "an array and its transpose": eq((W @ h).T @ u, (W @ h).T @ v),
    "products do not commute": eq(A @ P, P @ A),
    "the wrong projector": eq(P @ P, eye),
    "a factor is missing": eq(J, (eye - outer(one, one) / C - outer(y, y)) / sigma),
    "the trace of one": eq(trace(eye), 1),
    "the Jacobian the other way round": eq(jacobian(define("w", outer(u, x) @ v), x), outer(v, u)),
    "ones for the identity": eq(outer(one, one), eye),
    "a diagonal and its vector": eq(diag(u) @ v, u),
}
"""False, some of them true where matrices are symmetric."""


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved(name: str) -> None:
    report = judged(TRUE[name])
    assert (report.lines[-1].verdict, report.problems) == ("proved", ())


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refuted(name: str) -> None:
    assert judged(FALSE[name]).lines[-1].verdict == "refuted"


def test_the_derivative_of_a_product_is_the_matrix() -> None:
    made = define("w", outer(u, v) @ x)
    assert judged(eq(jacobian(made, x), outer(u, v))).lines[-1].verdict == "proved"


# --- what an equation says -------------------------------------------------------------------------------------------


def entries(s: Statement) -> Statement:
    assert isinstance(s, Entrywise)
    return s.entries


@pytest.mark.parametrize(
    ("matrices", "meaning"),
    [
        (eq(A.T, eye), Plain("eq", (x[j] * u[i] + delta(j, i), delta(i, j)))),
        (eq(P @ v, 0), None),
        (eq(outer(u, v), outer(one, one)), Plain("eq", (u[i] * v[j], term(1) * 1))),
        (eq(u, v), Plain("eq", (u[i], v[i]))),
        (eq(u.T, v.T), Plain("eq", (u[j], v[j]))),
        (eq(u * x[i], v * x[i]), Plain("eq", (u[k] * x[i], v[k] * x[i]))),
    ],
)
def test_it_is_that_of_the_entries(matrices: Statement, meaning: Statement | None) -> None:
    if meaning is not None:
        assert entries(matrices) == meaning
    assert matrices.form() == entries(matrices).form()


def test_the_entry_of_a_product_is_a_sum_over_what_stands_between() -> None:
    (c,) = indices("k", K)
    assert entries(eq(W @ h, u)) == Plain("eq", (total(W[i, c] * h[c], over=c), u[i]))


def test_it_is_told_what_is_meant() -> None:
    [line] = [line for line in judged(eq(P @ one, 0)).lines if line.label == "(1)"]
    [told] = line.graph
    assert told.text == "entry by entry, for every i: ∑ₖ P_{ik}·1 = 0"
    assert line.formula.text == "P·1_C = 0"


def test_definitions_of_matrices_are_shown_as_matrices() -> None:
    shown = {d.name.text: d.body.text for d in judged(eq(P @ A, A)).definitions}
    assert shown["P"] == "I - 1_C·1_Cᵀ/C"
    assert shown["A_{ij}"] == "x_i·u_j + δ_ij"


# --- what does not type ----------------------------------------------------------------------------------------------

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "x x": (lambda: x @ x, "write u.T @ v for the inner product"),
    "x^T x^T": (lambda: x.T @ x.T, "as many columns on the left as rows on the right"),
    "other sets": (lambda: W @ x, "as many columns on the left as rows on the right"),
    "the other side": (lambda: h @ W, "is a .T missing?"),
    "a row equal to a column": (lambda: eq(x, u.T), "transpose one of them"),
    "a column equal to a matrix": (lambda: eq(A @ v, A), "are not put together"),
    "a column equal to a number": (lambda: eq(A @ v, 1), "one times ones(C)"),
    "a row plus a column": (lambda: A @ v + v.T, "transpose one of them"),
    "a matrix plus a number": (lambda: A + 1, "one times ones(C)"),
    "a matrix times a matrix": (lambda: A * A, "multiplied with A @ B"),
    "a vector times a matrix": (lambda: x * A, "multiplied with A @ B"),
    "entrywise products": (lambda: (x * u) @ v.T, "give it a name"),
    "a square": (lambda: A**2, "write A @ A"),
    "an inverse": (lambda: 1 / A, "does not divide"),
    "a quotient": (lambda: A / x, "does not divide"),
    "an order": (lambda: A < A, "no order"),
    "the diagonal of a matrix": (lambda: diag(A), "is one of a vector"),
    "the trace of a vector": (lambda: trace(x), "of a square matrix"),
    "the trace of a matrix that is not square": (lambda: trace(W), "of a square matrix"),
    "the transpose of a number": (lambda: transpose(mu), "has no transpose"),
    "a number as a factor": (lambda: 2 @ A, "is written 2 * A"),
    "the Jacobian of a number": (lambda: jacobian(mu, x), "a Jacobian is one of a vector"),
    "the Jacobian of a formula": (lambda: jacobian(x * u, x), "of two vectors that have names"),
    "one index of two": (lambda: A[i], "an index of each set"),
    "an index of another set": (lambda: A[i, indices("b", K)[0]], "an index of each set"),
    "no name": (lambda: matrix("B", x[i], None, None), "neither rows nor columns"),
    "a vector for an entry": (lambda: matrix("B", x, i, j), "given by its entry"),
    "the size of a formula": (lambda: identity(C + 1), "of a number of channels"),
    "one index for rows and columns": (lambda: matrix("B", x[i], i, indices("i", C)[0]), "have one index i"),
    "another index in its entry": (lambda: matrix("B", x[i] - x[k], i, j), "another matrix for every k"),
    "an index in the entry of a row": (lambda: matrix("B", x[j] * u[k], None, j), "another matrix for every k"),
    "a whole number in its entry": (lambda: matrix("B", sequence("m")[T] * x[i], i), "another matrix for every T"),
}
"""What makes no sense, and what the message has to say."""


@pytest.mark.parametrize("name", REFUSED)
def test_what_does_not_type_is_refused(name: str) -> None:
    make, told = REFUSED[name]
    with pytest.raises(LanguageError) as error:
        make()
    assert told in str(error.value)


@pytest.mark.parametrize("make", [lambda: sqrt(A), lambda: every(x) * A[i, j] + A.T @ v, lambda: total(x) + P @ v])
def test_a_matrix_stands_in_no_number(make: Callable[[], Term]) -> None:
    with pytest.raises(LanguageError, match=r"where a number belongs|put together"):
        theorem_of(eq(make(), 1))


@pytest.mark.parametrize(
    "statement", [ne(A, P), either(eq(u, v), eq(u, x)), implies(eq(u, v), eq(v, u)), iff(eq(u, v), eq(v, u))]
)
def test_what_would_say_something_of_some_entries_alone_is_refused(statement: Statement) -> None:
    with pytest.raises(LanguageError, match="entr"):
        theorem_of(statement)


def test_nothing_may_be_supposed_of_the_row_that_is_meant() -> None:
    with pytest.raises(LanguageError, match="what is supposed speaks of one"):
        theorem_of(eq(diag(x) @ one, x), where=(x[i] > 0,))
    assert theorem_of(eq(diag(x) @ one, x), where=(every(x) > 0, x[k] > 1)).entries


def test_what_is_supposed_of_one_row_plays_a_part_where_a_line_rests_on_it() -> None:
    theorem = theorem_of(eq(u, u))
    supposed = theorem.suppose("one entry", eq(u[i], v[i]))
    theorem.step("(2)", eq(v, v), by.algebra())
    with pytest.raises(LanguageError, match="what is supposed speaks of one"):
        theorem.step("(3)", eq(u, v), by.algebra(supposed))
    theorem.suppose("another entry", u[i] > 0)
    with pytest.raises(LanguageError, match="what is supposed speaks of one"):
        theorem.step("(4)", eq(v, v), by.algebra())


def test_what_an_erratum_says_of_vectors_is_of_all_entries() -> None:
    """By its form, x = y says of one entry what it means of all, and so not everything that it implies."""
    theorem = theorem_of(eq(u, u))
    [line] = [e for e in theorem.entries if e.role == "claim"]
    told = implies(eq(u, v), eq(total(u), total(v)))
    with pytest.raises(LanguageError, match="write the entries that you mean"):
        theorem.gap("(1)", assumes=told, at={C: 1}, repaired=line, note="")
    with pytest.raises(LanguageError, match="write the entries that you mean"):
        theorem.counterexample("(2)", told, at={C: 1}, note="")
    with pytest.raises(LanguageError, match=r"every\(x\)"):
        theorem.missing("(1)", line, eq(u, v), at={C: 1}, note="")


def test_a_matrix_with_a_name_has_a_trace_beside_its_entries() -> None:
    J2 = define("J", 2 * eye)
    theorem = theorem_of(eq(trace(J2), 2 * C), eq(J2 @ x, 2 * x), eq(J2[i, i], 2), eq(J2[i, j], 2 * delta(i, j)))
    assert {line.verdict for line in judge(theorem).lines} == {"proved"}


def test_the_mark_of_a_transpose_is_no_whole_number() -> None:
    for power in (T, 2 * T):
        with pytest.raises(LanguageError, match="the whole number T is printed above as the mark in"):
            judge(theorem_of(eq(u.T @ v, v.T @ u), eq(C**power, C**power)))
    assert judge(theorem_of(eq(C**T, C**T))).verdict == "proved"


@pytest.mark.parametrize(
    "other",
    [matrix("A", x[i] + u[j], i, j), matrix("A", x[i], i), define("A", diag(u)), symbol("A", r"\mathbf{A}")],
    ids=repr,
)
def test_two_matrices_have_two_names(other: Term) -> None:
    """Whether they stand in one equation or in two lines, of which a line may be one that is said to be false."""
    second = eq(other, 1) if other.op == "sym" else eq(other, other)
    with pytest.raises(LanguageError, match="stands for two things"):
        judge(theorem_of(eq(A, A), second))
    theorem = theorem_of(eq(A, A))
    theorem.counterexample("(2)", second, at={C: 2, x: [1, 2], u: [3, 4]}, note="")
    with pytest.raises(LanguageError, match="stands for two things"):
        judge(theorem)


def test_zero_may_be_a_vector() -> None:
    assert entries(eq(u - u, 0)) == Plain("eq", (u[i] - u[i], Term("num", (Fraction(0),))))
    assert [judged(s).lines[-1].verdict for s in (eq(u - u, 0), eq(u, 0))] == ["proved", "refuted"]


def test_a_hypothesis_is_one_of_all_entries() -> None:
    with pytest.raises(LanguageError, match=r"every\(x\)"):
        Theorem("test/matrices", "Matrices", where=[eq(u, v)])
    theorem = theorem_of(eq(u, u))
    with pytest.raises(LanguageError, match=r"every\(x\)"):
        theorem.suppose("equal", eq(u, v))
    for source in ("hypothesis", "test/other"):
        for given in (eq(u, v), eq(A @ v, u), both(eq(u, v), eq(C, 2))):
            with pytest.raises(LanguageError, match=r"every\(x\)"):
                theorem.given("(0)", given, source)
    with pytest.raises(LanguageError, match=r"every\(x\)"):
        theorem.counterexample("(2)", u[i] > 0, at={C: 1, u: [0]}, note="", under=[eq(u, v)])


# --- how they are printed, and read ----------------------------------------------------------------------------------

PRINTED = [
    (eq(P @ v, 0), "P·v = 0", "P v = 0", "P @ v = 0"),
    (eq(u.T, v.T), "uᵀ = vᵀ", "u^T = v^T", "u.T = v.T"),
    (eq(trace(P), 1), "tr(P) = 1", r"\operatorname{tr}(P) = 1", "trace(P) = 1"),
    (
        eq(J, eye - one @ one.T),
        "dy/dx = I - 1_C·1_Cᵀ",
        r"\frac{dy}{dx} = I - \mathbf{1}_{C} \mathbf{1}_{C}^T",
        "jacobian(y, x) = identity(C) - ones(C) @ ones(C).T",
    ),
    (eq((A @ P).T, diag(u)), "(A·P)ᵀ = diag(u)", r"(\mathbf{A} P)^T = \operatorname{diag}(u)", "(A @ P).T = diag(u)"),
    (eq((u.T @ v) * x, x), "(uᵀ·v)·x = x", "(u^T v) x = x", "(u.T @ v)*x = x"),
]


@pytest.mark.parametrize(("statement", "in_unicode", "on_paper", "in_ascii"), PRINTED)
def test_they_are_printed_as_on_paper(statement: Statement, in_unicode: str, on_paper: str, in_ascii: str) -> None:
    assert (text(statement), latex(statement), text(statement, ascii=True)) == (in_unicode, on_paper, in_ascii)


def binding(printed: str, statement: Statement) -> tuple[str, tuple[str, ...]]:
    found, _ = Reader(theorem_of(statement)).bind(printed, statement)
    return found.outcome, found.tolerances


@pytest.mark.parametrize(
    "statement",
    [*TRUE.values(), *FALSE.values(), eq(A @ v - 0, 2 * v), eq(-A @ P / C, mu * A), eq(P @ (A @ P) @ v, v)],
    ids=latex,
)
def test_our_latex_is_read_as_what_it_is(statement: Statement) -> None:
    assert binding(latex(statement), statement) == ("bound", ())


@pytest.mark.parametrize(
    "printed",
    [
        r"\mathbf{1}_C^{\mathsf{T}} P \mathbf{v} = 0",
        r"{\mathbf{1}_{C}}^\top P \mathbf{v} = 0",
        r"\boldsymbol{1}_C^{\mathrm{T}} (P \mathbf{v}) = 0",
    ],
)
def test_a_paper_may_print_it_otherwise(printed: str) -> None:
    assert binding(printed, eq(one.T @ P @ v, 0)) == ("bound", ()) or "(" in printed
    assert binding(printed, eq(one.T @ (P @ v), 0)) == ("bound", ())


@pytest.mark.parametrize(
    ("printed", "statement"),
    [
        ("P^T v = 0", eq(P @ v, 0)),
        ("P u = 0", eq(P @ v, 0)),
        (r"\mathbf{A} = P^T", eq(A, P)),
        (r"v u^T = P", eq(outer(u, v), P)),
        (r"u^T v = P", eq(outer(u, v), P)),
        (r"\operatorname{tr}(P) = 1", eq(trace(A), 1)),
        ("P v = 0", eq((P @ v)[i], 1)),
        ("v^T = u^T", eq(u, v)),
        ("u v = 0", eq(outer(u, v), 0)),
        (r"\operatorname{diag}(u) = P", eq(diag(v), P)),
    ],
)
def test_another_print_is_not_taken_for_it(printed: str, statement: Statement) -> None:
    assert binding(printed, statement)[0] in ("differs", "not understood")


@pytest.mark.parametrize(
    "other",
    [symbol("I"), symbol("eins", r"\mathbf{1}_C"), symbol("T", "u^T"), define("d", C * 2, r"\frac{dy}{dx}")],
)
def test_nothing_else_looks_like_them(other: Term) -> None:
    with pytest.raises(LanguageError):
        judge(theorem_of(eq(eye @ J + u.T @ one * eye, 0), eq(other, 1)))


# --- the record ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda node: [*node[:1], "\\mathbf{2}_C", *node[2:]] if node[0] == "ones" else node,
        lambda node: [*node[:3], "E", *node[4:]] if node[0] == "identity" else node,
        lambda node: ["identity", *node[1:]] if node[0] == "ones" else node,
        lambda node: [*node[:3], node[4], node[4]] if node[0] == "matmul" else node,
    ],
    ids=["other numbers", "another name", "another matrix", "other factors"],
)
def test_a_record_that_says_something_else_is_refused(change: Callable[[list[object]], list[object]]) -> None:
    written = json.loads(json.dumps(record(theorem_of(eq(eye @ one, one)))))
    written["terms"] = [change(node) for node in written["terms"]]
    with pytest.raises(LanguageError):
        theorems_from(written)


def test_what_is_read_from_a_record_is_what_was_written() -> None:
    for statement in (*TRUE.values(), *FALSE.values()):
        [again] = theorems_from(json.loads(json.dumps(record(theorem_of(statement)))))
        read = again.entries[-1].statement
        assert (read.form(), latex(read), told_of([read])) == (
            statement.form(), latex(statement), told_of([statement])
        )  # fmt: skip


# --- theorems beside each other --------------------------------------------------------------------------------------


def test_what_is_told_of_a_theorem_has_its_own_letters() -> None:
    """Equal terms may have other LaTeX in another theorem, which was judged before in the same process."""
    def told(first: str, second: str) -> list[str]:
        a, b = vector("other_1", C, first), vector("other_2", C, second)
        B = matrix("B", a[i] * b[j], i, j)
        statements = (eq(a, 2 * b), eq(outer(a, b), B), eq(B @ a, trace(B) * b))
        return [one.latex for one in told_of(statements)]

    before = told("Q", "Z")
    assert told("Z", "Q") == [one.translate(str.maketrans("QZ", "ZQ")) for one in before]
