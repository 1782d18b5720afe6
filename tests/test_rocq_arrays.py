"""Arrays in Rocq: functions of as many indices, sums over one index or the other, and what must not be accepted."""

from __future__ import annotations

from typing import Any

import pytest
from needed import needs_coqc
from test_rocq_export import believing
from test_rocq_export import bundle as forged

from symnorm import D, Theorem, array, by, delta, eq, indices, symbol, total, vector
from symnorm.judge import judge
from symnorm.rocq.axioms import AXIOMS
from symnorm.rocq.document import document
from symnorm.rocq.files import Content
from symnorm.rocq.judge import Rocq
from symnorm.rocq.points import POSSIBLE
from symnorm.rocq.proof import prove
from symnorm.rocq.statement import Setting, Untranslated
from symnorm.rocq.trial import accepted

C = symbol("C")
u, v = array("u", C, C), vector("v", C)
i, j, k, m = indices("i j k m", C)
ONE = ("num", "1")


def expansion() -> dict[str, Any]:
    """A vector along the rows of a matrix: its coefficients have the same squares, and lengths of rows are 1."""
    along = total(u[k, i] * v[i], over=i)
    theorem = Theorem(
        "mine/rows", "Rows", where=[C > 1], model={C: 2, u: [[0, 1], [1, 0]], v: [2, 3], i: 1, j: 2, k: 1, m: 2}
    )
    rows = theorem.given("rows", eq(u[k].T @ u[m], delta(k, m)), "hypothesis", every=[k, m])
    whole = theorem.given("whole", eq(total(u[k, i] * u[k, j], over=k), delta(i, j)), "hypothesis", every=[i, j])
    found = theorem.step("sum", eq(v[i], total(along * u[k, i], over=k)), by.algebra(whole.summed(j, v[j])))
    theorem.claim("squares", eq(total(along**2, over=k), total(v**2)), by.algebra(found.summed(i, v[i])))
    theorem.claim("row", eq(total(u[m, i] ** 2, over=i), 1), by.algebra(rows.at(k, m)))
    other = total(v[i] * total(u[k, j] * u[k, i], over=k), over=i)
    theorem.claim("order", eq(total(along * u[k, j], over=k), other), by.algebra())
    theorem.claim("slope", eq(D(along, v[j]), u[k, j]), by.algebra())
    made = judge(theorem)
    assert made.verdict == "proved"
    assert made.bundle is not None
    return dict(made.bundle.document)


def test_an_array_is_a_function_of_its_indices_and_what_holds_of_all_says_so() -> None:
    text = document(expansion()).text
    assert "(u : nat -> nat -> R) (v : nat -> R)" in text
    every = "forall k1, (k1 < C)%nat -> forall k2, (k2 < C)%nat -> "
    assert f"({every}sum C (fun k' => u k1 k' * u k2 k') = delta k1 k2)" in text
    assert f"({every}sum C (fun k' => u k' k1 * u k' k2) = delta k1 k2)" in text


@needs_coqc
def test_sums_over_arrays_are_accepted_and_no_changed_statement(rocq: Rocq) -> None:
    data = expansion()
    found = rocq.judge(data)
    assert found.open == {}
    assert found.is_whole
    assert {*found.axioms} <= {*AXIOMS}
    proved = prove(data)
    (rocq.folder / "T_mine_rows.v").write_text(proved.text, "utf-8")
    assert rocq.run("T_mine_rows.v")[0] == 0
    held = Content("mine/rows", proved, ()).check
    for number, (old, new) in enumerate(
        (
            ("sum C (fun k' => v k' ^ 2).", "sum C (fun k' => v k')."),
            ("(fun i' => u m i' ^ 2) = 1", "(fun i' => u i' m ^ 2) = 1"),
            ("v i' * sum C (fun k' => u k' j * u k' i')", "v i' * sum C (fun k' => u j k' * u i' k')"),
            ("u k' k1 * u k' k2", "u k' k1 * u k' k1"),
        )
    ):
        assert held.count(old) == 1, old
        (rocq.folder / f"rows_{number}.v").write_text(held.replace(old, new), "utf-8")
        code, said = rocq.run(f"rows_{number}.v")
        assert code == 1, new
        assert "Error" in said


@needs_coqc
def test_what_is_known_of_all_entries_is_known_of_each(rocq: Rocq) -> None:
    theorem = Theorem("mine/ratios", "Ratios", where=[C > 1], model={C: 2, u: [[1, 2], [3, 4]], i: 1, j: 1, k: 2})
    theorem.given("positive", u[k, i] > 0, "hypothesis", every=[k, i])
    below = total(1 / u[k, j], over=k)
    theorem.claim("column", eq(total((u[k, j] + 1) / u[k, j], over=k), C + below), by.algebra())
    theorem.claim("corner", eq(total(u[k, i] / u[j, j], over=i), total(u[k, i], over=i) / u[j, j]), by.algebra())
    made = judge(theorem)
    assert made.verdict == "proved"
    assert made.bundle is not None
    found = rocq.judge(dict(made.bundle.document))
    assert found.open == {}
    assert found.is_whole


@needs_coqc
def test_a_matrix_that_has_not_what_is_supposed_shows_nothing(rocq: Rocq) -> None:
    data = expansion()
    rows = [[["num", str(n)] for n in row] for row in ((1, 1), (0, 1))]
    vectors = {**data["point"]["vectors"], "u": rows}
    found = accepted(rocq, {**data, "point": {**data["point"], "vectors": vectors}})
    assert POSSIBLE in found.open
    assert not found.kinds


@needs_coqc
def test_rows_are_no_columns_whatever_the_checker_believes(
    rocq: Rocq, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is supposed of u_kl is no more than that: at other indices, the same holds, and nothing of u_lk follows."""
    believing(monkeypatch)

    def coord(x: str, *at: str) -> Any:
        return ("coord", x, *at)

    def square(*at: str) -> Any:
        return ("sum", "r", ("sym", "C"), (), ("mul", coord("u", *at), coord("u", *at)))

    def rest(n: int, *to: str) -> Any:
        return ((), ("identity", ("ident", ((("rename", n, *to), ONE),), None)))

    every = ("eq", coord("u", "*1", "*2"), coord("w", "*1"))
    found = accepted(rocq, forged(
        ("where", ("gt", ("sum", "k", ("sym", "C"), (), coord("w", "k")), ("num", "0")), ((), ())),
        ("given", every, ((), ())),
        ("step", ("eq", coord("u", "*1", "j"), coord("w", "*1")), rest(1, "*2", "j")),
        ("claim", ("eq", coord("u", "i", "j"), coord("w", "i")), rest(2, "*1", "i")),
        ("claim", ("eq", coord("u", "i", "j"), coord("w", "j")), rest(2, "*1", "i")),
        ("step", ("eq", coord("u", "j", "*1"), coord("w", "*1")), rest(1, "*1", "j")),
        ("claim", ("eq", square("i", "r"), square("r", "i")), ((), ("identity", ("ident", (), None)))),
        ("claim", ("eq", coord("u", "i", "j"), coord("u", "j", "i")), ((), ("identity", ("ident", (), None)))),
    ))  # fmt: skip
    assert found.entries == ["(2)", "(3)"]
    no_point = "all that is supposed can hold"
    assert {*found.open} == {"(4)", "(5)", "(6)", "(7)", no_point}


def test_what_varies_is_no_array_and_a_name_has_one_number_of_indices() -> None:
    entry, row = ("coord", "u", "i", "j"), ("coord", "u", "i")
    for statements, along, why in (
        ([("eq", ("D", entry, entry), ONE)], (), "along an entry of an array"),
        ([("eq", entry, ONE), ("eq", row, ONE)], (), "one name of arrays"),
        ([("eq", entry, ONE)], (entry,), "an array that varies"),
        ([("eq", entry, ONE)], (("vector", "u"),), "an array that varies"),
        ([("eq", entry, ONE)], (("interval", entry, ONE),), "an array that varies"),
    ):
        with pytest.raises(Untranslated, match=why):
            Setting.of(statements, along)
