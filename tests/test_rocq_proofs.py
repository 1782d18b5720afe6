"""The proofs that are written for Rocq: of every kind of calculation, and none of what is false.

Where there is no coqc, what needs it is skipped, and pytest says so.
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from needed import needs_coqc

from symnorm import (
    D,
    Theorem,
    at,
    by,
    define,
    delta,
    eq,
    exp,
    gt,
    indices,
    lt,
    mean,
    sqrt,
    symbol,
    tanh,
    total,
    vector,
)
from symnorm.checker.calculus.normal import Normalizer
from symnorm.checker.forms import freeze
from symnorm.judge import judge
from symnorm.language.terms import form, term
from symnorm.report import Acceptance
from symnorm.rocq import judge as rocq_judge
from symnorm.rocq.axioms import AXIOMS, COMPUTED
from symnorm.rocq.document import document
from symnorm.rocq.files import Content
from symnorm.rocq.judge import Rocq
from symnorm.rocq.moving import Facts
from symnorm.rocq.numbers import calculation, is_number
from symnorm.rocq.printed import Unproved
from symnorm.rocq.proof import prove
from symnorm.rocq.toplevel import asking, blocks, not_accepted
from symnorm.rocq.trial import Accepted
from symnorm.rocq.written import as_form

C = symbol("C")
x = vector("x", C)
i, j = indices("i j", C)
t, a = symbol("t"), symbol("a")
mu = define("mu", mean(x), r"\mu")
r = define("r", sqrt(mean(x**2) + 1))


def calculations() -> dict[str, Any]:
    """One claim for each kind of calculation."""
    theorem = Theorem("mine/all", "Calculations", where=[C > 1, a > 0])
    theorem.claim("(sum)", eq(total((x - mu) * x), total(x**2) - C * mu**2), by.algebra())
    theorem.claim("(slope)", eq(D(r, x[i]), x[i] / (C * r)), by.algebra())
    theorem.claim("(delta)", eq(D(x[i] * x[j], x[i]), x[j] + delta(i, j) * x[i]), by.algebra())
    theorem.claim("(second)", eq(D(D(r, x[i]), x[i]), 1 / (C * r) - x[i] ** 2 / (C**2 * r**3)), by.algebra())
    theorem.claim("(value)", eq(at(D(t / sqrt(t**2 + a), t), t, mu), a / sqrt(mu**2 + a) ** 3), by.algebra())
    theorem.claim("(exp)", eq(tanh(t), (exp(2 * t) - 1) / (exp(2 * t) + 1)), by.algebra())
    theorem.claim("(sign)", total(x**2) + a > 0, by.sign())
    theorem.claim("(number)", lt(sqrt(2), sqrt(3) - 3 * (1 - exp(-1)) / 10), by.bounds())
    made = judge(theorem).bundle
    assert made is not None
    found: dict[str, Any] = made.document
    return found


def refused(rocq: Rocq, *lemmas: str) -> dict[int, str]:
    """Which of several lemmas Rocq does not accept, by their numbers."""
    marked = "\n".join(f"(* entry {n} *)\n{text}" for n, text in enumerate(lemmas))
    start = "From Symnorm Require Import Symnorm.\nFrom Interval Require Import Tactic.\nOpen Scope R_scope.\n"
    proved: Any = SimpleNamespace(text=start + marked + "\n")
    return rocq.refused(proved)


# --- calculations -----------------------------------------------------------------------------------------------


@needs_coqc
def test_every_kind_of_calculation_is_accepted_and_no_changed_statement(rocq: Rocq) -> None:
    bundle = calculations()
    proved = prove(bundle)
    assert proved.open == {}
    (rocq.folder / "T_mine_all.v").write_text(proved.text, "utf-8")
    code, said = rocq.run("T_mine_all.v")
    assert code == 0, said
    held = Content("mine/all", proved, ()).check
    (rocq.folder / "right.v").write_text(held, "utf-8")
    assert rocq.run("right.v")[0] == 0
    for number, (old, new) in enumerate(
        (
            ("x j + delta i j * x i", "x j + x i"),
            ("a / sqrt (mu C x ^ 2 + a) ^ 3", "a / sqrt (mu C x ^ 2 + a) ^ 2"),
            ("+ a > 0", "- a > 0"),
        )
    ):
        assert old in held, old
        (rocq.folder / f"wrong_{number}.v").write_text(held.replace(old, new), "utf-8")
        code, said = rocq.run(f"wrong_{number}.v")
        assert code == 1, new
        assert "Error" in said


def facts() -> Facts:
    """What is known of terms in C channels, from nothing."""
    return Facts(document(calculations()), Normalizer(("sym", "C")))


@needs_coqc
def test_an_equation_that_does_not_hold_has_no_proof(rocq: Rocq) -> None:
    def written(left: Any, right: Any) -> str:
        own = facts()
        own.algebra.equal(*(own.value(freeze(form(e))) for e in (left, right)))
        return "\n".join(own.script.lines)

    assert written(2 * x[i] + 1, 1 + x[i] + x[i]) == ""
    right = written(term(1) / sqrt(a) * sqrt(a), sqrt(a) ** 2 / a) or "Lemma same : 1 = 1. Proof. reflexivity. Qed."
    wrong = [written(x[i] + 1, x[i] + 2), written(sqrt(2), symbol("b")), written(x[i] / 3, x[i] / 2)]
    assert set(refused(rocq, *wrong, right)) == {0, 1, 2}


@needs_coqc
def test_numbers_are_compared_as_they_are(rocq: Rocq) -> None:
    def lemma(name: str, relation: Any) -> str:
        statement = freeze(relation.form())
        said = facts().script.translator.statement(statement)
        return f"Lemma {name} : {said}.\nProof.\n  {' '.join(calculation(statement))}\nQed."

    true = lt(sqrt(2), term(3) / 2), gt(term(3) / 7, term(2) / 5), gt(tanh(1), 0)
    false = lt(sqrt(2), term(7) / 5), gt(term(2) / 7, term(2) / 5), lt(exp(1), 2)
    lemmas = [lemma(f"n{n}", relation) for n, relation in enumerate((*true, *false))]
    assert set(refused(rocq, *lemmas)) == {3, 4, 5}


def test_what_holds_a_variable_is_no_number() -> None:
    assert is_number(freeze(form(sqrt(2) / 3)))
    assert not is_number(freeze(form(sqrt(2) * t)))
    assert not is_number(freeze(form(x[i] ** 2)))


@needs_coqc
def test_a_normal_form_and_what_it_is_as_an_expression_are_one(rocq: Rocq) -> None:
    own = facts()
    terms = [-x[i] ** 2 * t + 1, -3 * t / 4 + x[j], (t - 1) / (a**2 + 1), -sqrt(t**2 + 1) * mean(x**2) - term(2) / 3,
             exp(-t) / (exp(t) + 1), total(x / (x**2 + 1))]  # fmt: skip
    lines = []
    for n, e in enumerate(terms):
        q = own.value(freeze(form(e)))
        said, whole = own.said(as_form(q)), own.printer.whole(q)
        lines.append(f"Lemma same{n} : {whole} = {said}.\nProof. reflexivity. Qed.")
    context = "Section Proofs.\nContext (C : nat) (x : nat -> R) (t a : R) (i j : nat)."
    assert refused(rocq, "\n".join([context, *own.printer.lines]), *lines) == {}


def test_what_is_not_known_to_be_no_zero_is_not_divided_by() -> None:
    with pytest.raises(Unproved, match="a divisor"):
        facts().fact(freeze(form(x[i] / (x[j] - 1))))


# --- what is not accepted ---------------------------------------------------------------------------------------

GOOD = "Lemma {} : 1 = 1.\nProof.\n  reflexivity.\nQed."


@needs_coqc
def test_one_lemma_that_is_refused_takes_no_other_with_it(rocq: Rocq) -> None:
    wrong = "Lemma two : 1 = 2.\nProof.\n  reflexivity.\nQed."
    skipped = "Lemma three : 1 = 1.\nProof.\n  fail.\n  reflexivity.\nQed."
    found = refused(rocq, GOOD.format("one"), wrong, skipped, GOOD.format("four"))
    assert set(found) == {1, 2}
    assert "Unable to unify" in found[1]
    assert "Tactic failure" in found[2]


@needs_coqc
def test_a_lemma_that_takes_too_long_is_refused(rocq: Rocq, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rocq_judge, "SENTENCE_SECONDS", 1)
    endless = "Lemma one : 1 = 1.\nProof.\n  repeat (assert (0 = 0) by reflexivity).\nQed."
    found = refused(rocq, endless, GOOD.format("two"))
    assert set(found) == {0}
    assert "Timeout" in found[0]


def test_what_was_not_reached_is_not_accepted() -> None:
    proved: Any = SimpleNamespace(text=f"(* entry 3 *)\n{GOOD.format('one')}\n(* entry 5 *)\n{GOOD.format('two')}\n")
    one, two = "Constant\n  Top.Proofs.one\nNo object of basename after'one\n", "No object of basename after'two\n"
    assert not_accepted(proved, one) == {5: "not reached in time"}
    assert not_accepted(proved, f"{one}Constant Coq.Init.Nat.two\n{two}") == {5: "not proved"}
    assert [b.name for b in blocks(proved.text) if b.name] == ["one", "two"]
    assert asking(proved.text, 0.2).startswith("Set Silent.\nSet Default Timeout 1.\n")


@needs_coqc
def test_axioms_of_calculations_are_told_apart_and_no_others_let_in(
    rocq: Rocq, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judged(*axioms: str) -> Acceptance:
        found = Accepted(entries=["(1)"] * len(data["entries"]), axioms=set(axioms))
        monkeypatch.setattr(rocq_judge, "accepted", lambda *_: found)
        return replace(rocq.judge(data), accepted=1, entries=1)

    data = calculations()
    assert judged(*AXIOMS).is_whole
    assert not judged(*AXIOMS).computed
    computed = judged(*AXIOMS, *COMPUTED)
    assert computed.is_whole
    assert set(computed.computed) == COMPUTED
    for strange in ("Uint63.trust_me", "mine_1.Uint63.add_spec", "PrimFloat", "classic'"):
        assert judged(strange).strange == (strange,)
        assert not judged(strange).is_whole
