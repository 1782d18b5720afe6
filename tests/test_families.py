"""Families of vectors u_1, ..., u_C: their members, sums of them, and how they are printed and read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from symnorm import (
    Theorem,
    array,
    both,
    by,
    define,
    delta,
    eq,
    identity,
    implies,
    indices,
    norm,
    others,
    symbol,
    total,
    vector,
)
from symnorm.judge import judge
from symnorm.language.latex import latex
from symnorm.language.record import record, theorems_from
from symnorm.language.refusals import LanguageError
from symnorm.reader import Reader

C = symbol("C")
x, w, v = vector("x", C), vector("w", C), vector("v", C)
u = array("u", C, C)
p, q, i, j, k, m = indices("p q i j k m", C)
A = define("A", 2 * identity(C) + x @ x.T)
LABEL = "(1)"


def made(statement: Any, **more: Any) -> Theorem:
    theorem = Theorem("family/1", "A family", notation={"1": p, "2": q}, **more)
    theorem.claim(LABEL, statement, by.algebra())
    [again] = theorems_from(json.loads(json.dumps(record(theorem))))
    return again


def bound(printed: str, statement: Any) -> str:
    theorem = made(statement)
    return Reader(theorem).bind(printed, theorem.entries[0].statement)[0].outcome


COMBINED = eq(v, total(w[k] * u[k], over=k))
READ = [
    (COMBINED, r"v = \sum_{k=1}^C w_k u_k", ("u_k w", r"\sum_{k=2}", r"\sum_{k=3}", "u_1", "w_k u_k^T")),
    (eq(A @ v, total(w[k] * (A @ u[k]), over=k)), r"A v = \sum_{k=1}^{C} w_k A u_k", ("u_k A", "A A")),
    (eq(v, others(w[k] * u[k], [p, q], over=k)), r"v = \sum_{k=3}^C w_k u_k", ("{k=1}", "{k=2}", "{k=4}")),
    (eq(v, others(w[k] * u[k], p, over=k)), r"v = \sum_{k=2}^C w_k u_k", ("{k=1}", "{k=3}")),
    (eq(norm(u[p]) ** 2, w[q]), r"\|u_1\|^2 = w_2", ("u_2", "w_1", "w_3", "u_p")),
    (eq(u[p].T @ u[q], 0), "u_1^T u_2 = 0", ("u_1^T u_1", "u_2^T u_1", "u_1 u_2^T")),
    (
        both(eq(u[p], x), eq(u[q], v)),
        r"u_1 = x, \quad u_2 = v, \quad u_3, ..., u_C",
        ("u_4", "u_2, ...", "..., x_C"),
    ),
    (
        implies(eq(delta(i, p), 0), implies(eq(delta(i, q), 0), eq(w[i], 0))),
        r"w_i = 0, (i > 2)",
        ("(i > 1)", "(i > 3)", "(j > 2)", "(i < 2)", ""),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "printed", "_"), READ, ids=[printed for _, printed, _ in READ])
def test_what_is_printed_is_read(statement: Any, printed: str, _: Any) -> None:
    assert bound(printed, statement) in ("bound", "declared")


@pytest.mark.parametrize(("statement", "printed", "slips"), READ, ids=[printed for _, printed, _ in READ])
def test_what_is_not_printed_is_not(statement: Any, printed: str, slips: tuple[str, ...]) -> None:
    changed = {
        "u_k w": printed.replace("w_k u_k", "u_k w"), r"\sum_{k=2}": printed.replace("k=1", "k=2"),
        r"\sum_{k=3}": printed.replace("k=1", "k=3"), "w_k u_k^T": printed.replace("u_k", "u_k^T"),
        "u_k A": printed.replace("A u_k", "u_k A"), "A A": printed.replace("A u_k", "A A u_k"),
        "{k=1}": printed.replace("k=3", "k=1").replace("k=2", "k=1"), "{k=2}": printed.replace("k=3", "k=2"),
        "{k=4}": printed.replace("k=3", "k=4"), "{k=3}": printed.replace("k=2", "k=3"),
        "u_2": printed.replace("u_1", "u_2"), "w_1": printed.replace("w_2", "w_1"),
        "w_3": printed.replace("w_2", "w_3"),
        "u_p": printed.replace("u_1", "u_q"), "u_1^T u_1": "u_1^T u_1 = 0", "u_1 u_2^T": "u_1 u_2^T = 0",
        "u_4": printed.replace("u_3", "u_4"), "u_2, ...": printed.replace("u_3", "u_2"), "": "w_i = 0",
        "..., x_C": printed.replace("..., u_C", "..., x_C"),
    }  # fmt: skip
    for name in slips:
        wrong = changed.get(name, printed.replace("(i > 2)", name))
        if wrong != printed and name != "u_2^T u_1":
            assert bound(wrong, statement) not in ("bound", "declared"), wrong


def test_a_member_and_a_sum_of_members_are_vectors() -> None:
    assert latex(COMBINED) == r"v = \sum_{k=1}^{C} w_k u_k"
    assert latex(eq(u[k].T @ u[m], delta(k, m))) == r"u_k^T u_m = \delta_{km}"
    assert str(u[k][i]) == str(u[k, i])


def test_what_holds_along_a_basis() -> None:
    """Parseval: of an orthonormal and complete family, the squares of the coefficients add up to that of the vector."""
    turned = [[1, 0], [0, -1]]
    theorem = Theorem("family/2", "Parseval", model={u: turned})
    whole = theorem.given(
        "+complete", eq(total(u[k, i] * u[k, j], over=k), delta(i, j)), "hypothesis", every=[i, j]
    )
    coefficients = define("c", u @ v)
    expanded = theorem.claim(
        "(1)", eq(v, total(coefficients[k] * u[k], over=k)), by.algebra(whole.summed(j, v[j]))
    )
    lengths = norm(coefficients), norm(v)
    theorem.claim("(2)", eq(*lengths), by.algebra(by.roots(*lengths, expanded.summed(i, v[i]))))
    theorem.claim("(3)", eq(A @ v, total(coefficients[k] * (A @ u[k]), over=k)),
                  by.algebra(expanded, expanded.summed(i, x[i])))  # fmt: skip
    assert judge(theorem).verdict == "proved"


def test_a_sum_of_members_that_is_another_is_refuted() -> None:
    theorem = Theorem("family/3", "False")
    theorem.claim("(1)", eq(total(w[k] * u[k], over=k), total(w[k] * u[p], over=k)), by.algebra())
    assert judge(theorem).verdict == "refuted"


BAD: list[tuple[Any, str]] = [
    (lambda: total(x, over=k), "write vectors with their index"),
    (lambda: total(x * x * w[k], over=k), "write vectors with their index"),
    (lambda: total(u, over=C), "several indices of C"),
    (lambda: others(w[k] * u[k], [p, p], over=k), "each once"),
    (lambda: others(w[k], [], over=k), "leaves out members"),
    (lambda: others(w, []), "leaves out members"),
    (lambda: others(w[k], "p", over=k), "leaves out members"),
    (lambda: Theorem("a/1", "A", notation={"10": p}), "by a number from 1 to 9"),
    (lambda: Theorem("a/1", "A", notation={"x": p}), "by a number from 1 to 9"),
    (lambda: eq(u[k], u), "are not put together"),
]


@pytest.mark.parametrize(("wrong", "said"), BAD, ids=range(len(BAD)))
def test_what_is_refused(wrong: Any, said: str) -> None:
    with pytest.raises(LanguageError, match=said):
        wrong()
