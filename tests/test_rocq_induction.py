"""Whole numbers in Rocq: what is stated of them, what is proved, and what must not be accepted."""

from __future__ import annotations

import json
import runpy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from needed import needs_coqc

from symnorm import Theorem, by, eq, gt, rational, sequence, symbol, total, whole
from symnorm.checker import Theorem as Checked
from symnorm.checker import check_bundle
from symnorm.checker.forms import Form
from symnorm.judge import judge
from symnorm.rocq import document as documents
from symnorm.rocq.axioms import AXIOMS
from symnorm.rocq.document import document
from symnorm.rocq.judge import Rocq
from symnorm.rocq.points import POSSIBLE, Points
from symnorm.rocq.statement import Untranslated
from symnorm.rocq.trial import accepted

EXAMPLES = Path(__file__).parent.parent / "examples"

t, s, n, k = whole("t"), whole("s"), whole("n"), whole("k")
a, b = sequence("a"), sequence("b")
q = symbol("q")

ONE: Form = ("num", "1")
PLAIN: Form = ("identity", ("ident", (), None))


def bundle(theorem: Theorem) -> dict[str, Any]:
    made = judge(theorem)
    assert made.verdict == "proved", [line.reason for line in made.lines]
    assert made.bundle is not None
    return dict(made.bundle.document)


def example(name: str) -> dict[str, Any]:
    return bundle(runpy.run_path(str(EXAMPLES / f"{name}.py"))["theorem"])


def flat(text: str) -> str:
    return " ".join(text.split())


def geometric() -> Theorem:
    """q^1 + ... + q^n, times 1 - q."""
    theorem = Theorem("whole/1", "A geometric sum", where=[q > 0])
    theorem.induction("(1)", eq((1 - q) * total(q**k, over=k, up_to=n), q - q ** (n + 1)), over=n)
    return theorem


# --- what is stated ---------------------------------------------------------------------------------------------


def test_what_is_supposed_holds_for_every_whole_number_and_what_is_shown_too() -> None:
    text = flat(document(example("adam")).text)
    recursion = "m (INR t) = beta * m (INR t - 1) + (1 - beta) * g (INR t)"
    assert f"(forall t, (1 <= t)%nat -> {recursion}) /\\ (m 0 = 0)." in text
    average = "total 1 (Z.of_nat t)%Z (fun s => powerRZ beta (Z.of_nat t - Z.of_nat s)%Z * g (INR s))"
    assert (
        "Definition claim_3 : Prop := forall (m : R -> R) (g : R -> R) (beta : R), hypotheses m g beta -> "
        f"forall t, (1 <= t)%nat -> m (INR t) = (1 - beta) * {average}."
    ) in text


def test_what_is_supposed_for_one_whole_number_is_supposed_for_that_of_what_follows() -> None:
    text = flat(document(geometric_bundle()).text)
    supposed = "(1 - q) * total 1 (Z.of_nat n)%Z (fun k => powerRZ q (Z.of_nat k)%Z) = q - powerRZ q (Z.of_nat n + 1)%Z"
    assert f"forall n, (1 <= n)%nat -> ({supposed}) -> (1 - q) * total 1 (Z.of_nat n + 1)%Z" in text


def geometric_bundle() -> dict[str, Any]:
    return bundle(geometric())


def test_a_power_needs_an_exponent_that_is_not_negative_or_a_base_that_is_not_zero() -> None:
    theorem = Theorem("whole/2", "A power", where=[q > 0])
    theorem.claim("(1)", gt(q ** (t - n), 0), by.sign())
    text = flat(document(bundle(theorem)).text)
    assert "((0 <= Z.of_nat t - Z.of_nat n)%Z \\/ q <> 0)" in text
    assert "forall n, (1 <= n)%nat -> forall t, (1 <= t)%nat -> powerRZ q (Z.of_nat t - Z.of_nat n)%Z > 0." in text


def test_a_whole_number_that_a_sum_binds_does_not_take_the_name_of_a_free_one() -> None:
    number: Form = ("whole", "n", 1)
    one: Form = ("app", "a", (0,), (number,))
    both: Form = ("add", ("upto", "n", 1, ("whole", "t", 1), one), one)
    text = flat(document(forged(("claim", ("eq", both, both), ((), PLAIN)))).text)
    assert "total 1 (Z.of_nat t)%Z (fun n' => a (INR n')) + a (INR n) =" in text


def test_what_has_no_words_is_refused() -> None:
    numbers: list[Form] = [("whole", "n", 1), ("whole", "n", 0)]
    with pytest.raises(Untranslated, match="start from different ones"):
        document(forged(("claim", ("eq", ("add", *numbers), ("add", *numbers)), ((), PLAIN))))
    with pytest.raises(Untranslated, match="one name of two things"):
        document(forged(("claim", ("eq", numbers[0], ("sym", "n")), ((), PLAIN))))
    with pytest.raises(Untranslated, match="one name of two things"):
        document(forged(("claim", ("eq", numbers[0], ("def", "n", None, ONE)), ((), PLAIN))))
    with pytest.raises(Untranslated, match="in the end of a sum or in an exponent"):
        document(forged(("claim", ("eq", ("power", ("sym", "q"), ("sym", "r")), ONE), ((), PLAIN))))


@needs_coqc
def test_the_sum_that_is_defined_is_the_sum(rocq: Rocq) -> None:
    """It has last - first + 1 terms, none where that is negative, though Z.to_nat (-1) is 0."""
    lines = ["From Symnorm Require Import Symnorm.", "Open Scope R_scope."]
    for first, last, value in ((0, -1, "0"), (0, -5, "0"), (1, 0, "0"), (0, 0, "f 0%nat"), (2, 3, "f 2%nat + f 3%nat"),
                               (3, 3, "f 3%nat"), (3, 1, "0")):  # fmt: skip
        lines.append(f"Goal forall f : nat -> R, total {first} ({last})%Z f = {value}.")
        lines.append("Proof. intros f. unfold total. simpl. ring. Qed.")
    lines += ["Goal forall b : R, powerRZ b 0 = 1.", "Proof. reflexivity. Qed."]
    (rocq.folder / "sums_up_to.v").write_text("\n".join(lines), "utf-8")
    assert rocq.run("sums_up_to.v") == (0, "")


# --- what is proved ---------------------------------------------------------------------------------------------


@needs_coqc
@pytest.mark.parametrize("name", ["adam", "welford"])
def test_rocq_accepts_an_example_whole(rocq: Rocq, name: str) -> None:
    found = rocq.judge(example(name))
    assert found.open == {}
    assert found.is_whole
    assert {*found.axioms} <= {*AXIOMS}


@needs_coqc
def test_rocq_accepts_sums_signs_and_instances(rocq: Rocq) -> None:
    theorem = Theorem("whole/5", "More", where=[q > 0, q < 1], model={a[n]: 2})
    above = theorem.given("(1)", gt(a[n], 1), "hypothesis")
    theorem.claim("(2)", gt(a[n + k], 1), by.sign(a[n + k] - 1, above.at(n, n + k)))
    theorem.claim("(3)", gt(n + k, 1), by.sign())
    theorem.claim("(4)", eq(total(2 * a[k] + n, over=k, up_to=n + 2),
                            2 * total(a[k], over=k, up_to=n) + 2 * a[n + 1] + 2 * a[n + 2] + n * (n + 2)),
                  by.algebra())  # fmt: skip
    theorem.claim("(5)", eq(q ** (n - k) * q**k, q**n), by.algebra())
    theorem.claim("(6)", gt(q ** (n - k), 0), by.sign())
    found = rocq.judge(bundle(theorem))
    assert found.open == {}
    assert found.is_whole


@needs_coqc
def test_rocq_accepts_an_induction_from_all_smaller_numbers(rocq: Rocq) -> None:
    """a_t = 1 + a_0 + ... + a_{t-1}: from 0, where the sum is empty."""
    u, r = whole("u", 0), whole("r", 0)
    two = rational(2)
    theorem = Theorem("whole/7", "All that came before", model={a[u]: two**u})
    recursion = theorem.given("(1)", eq(a[u], 1 + total(a[r], over=r, up_to=u - 1)), "hypothesis")
    powers = theorem.induction("(2)", eq(1 + total(two**r, over=r, up_to=u - 1), two**u), over=u)
    theorem.induction("(3)", eq(a[u], two**u), over=u, smaller=r,
                      step=lambda p: by.algebra(recursion, p.summed(), powers))  # fmt: skip
    data = bundle(theorem)
    assert "forall u, (0 <= u)%nat -> a (INR u) = 1 + total 0 (Z.of_nat u - 1)%Z" in flat(document(data).text)
    found = rocq.judge(data)
    assert found.open == {}
    assert found.is_whole


@needs_coqc
def test_rocq_accepts_an_induction_from_the_two_numbers_before(rocq: Rocq) -> None:
    theorem = Theorem("whole/8", "By two", model={a[n]: 3})
    recursion = theorem.given("(1)", eq(a[n + 2], 2 * a[n + 1] - a[n]), "hypothesis")
    starts = [theorem.given(f"({j + 1})", eq(a[j], 3), "hypothesis") for j in (1, 2)]
    theorem.induction("(4)", eq(a[n], 3), over=n, base=[by.algebra(one) for one in starts],
                      step=lambda p, q: by.algebra(recursion, p, q))  # fmt: skip
    found = rocq.judge(bundle(theorem))
    assert found.open == {}
    assert found.is_whole


# --- what must not be accepted ----------------------------------------------------------------------------------


def forged(*entries: tuple[str, Form, Any]) -> dict[str, Any]:
    made, listed = Checked([]), []
    for number, (role, statement, certificate) in enumerate(entries):
        own = (made.hash_of(role, statement), *certificate)
        made.add(f"({number})", role, statement, own)
        listed.append({"label": f"({number})", "role": role, "statement": statement, "certificate": own, "source": ""})
    data: dict[str, Any] = json.loads(json.dumps({"id": "forged/whole", "along": [], "entries": listed}))
    return data


@pytest.fixture
def believing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker accepts everything: what is written rests on Rocq alone."""
    monkeypatch.setattr(
        documents, "check_bundle", lambda data: [replace(j, accepted=True, reason="") for j in check_bundle(data)]
    )


def counts(more: int) -> list[Form]:
    """That 1 + ... + 1, n times, is n and some more: for n = 1, for n, and for n + 1."""
    number: Form = ("whole", "n", 1)
    return [
        ("eq", ("upto", "k", 1, end, ONE), ("add", end, ("num", str(more))))
        for end in (ONE, number, ("add", number, ONE))
    ]


@needs_coqc
@pytest.mark.usefixtures("believing")
@pytest.mark.parametrize(("more", "is_true"), [(0, True), (1, False)])
def test_an_induction_needs_its_base(rocq: Rocq, more: int, is_true: bool) -> None:
    """That n ones are n + 1 follows for n + 1 from n, and is false for 1; so it is for every n."""
    base, one, following = counts(more)
    step: Form = ("identity", ("ident", ((("use", 1), ONE),), None))
    found = accepted(rocq, forged(
        ("step", base, ((), PLAIN)), ("suppose", one, ((), ())), ("step", following, ((), step)),
        ("claim", one, ((), ("induction", ("whole", "n", 1), 0, 1, 2))),
    ))  # fmt: skip
    assert found.entries == (["(0)", "(2)", "(3)"] if is_true else ["(2)"])
    assert found.open.keys() == (set() if is_true else {"(0)", "(3)"})


@needs_coqc
@pytest.mark.usefixtures("believing")
def test_another_base_and_another_step_are_not_those_of_an_induction(rocq: Rocq) -> None:
    _, one, following = counts(1)
    other, number = counts(0)[0], ("whole", "n", 1)
    step: Form = ("identity", ("ident", ((("use", 1), ONE),), None))
    wrong = ((1, 3), (2, 3), (0, 0), (1, 1), (1, 2))  # a true base of another line, the step, what is supposed
    found = accepted(rocq, forged(
        ("step", other, ((), PLAIN)), ("suppose", one, ((), ())),
        ("step", ("eq", ONE, ONE), ((), PLAIN)), ("step", following, ((), step)),
        *(("claim", one, ((), ("induction", number, k, 1, m))) for k, m in wrong),
    ))  # fmt: skip
    assert found.entries == ["(0)", "(2)", "(3)"]
    assert found.open.keys() == {f"({n})" for n in range(4, 9)}


@needs_coqc
@pytest.mark.usefixtures("believing")
def test_what_is_supposed_for_one_number_is_not_known_of_another(rocq: Rocq) -> None:
    number: Form = ("whole", "n", 1)
    at: Form = ("identity", ("ident", ((("at", 0, number, ("add", number, ONE)), ONE),), None))
    below: Form = ("identity", ("ident", ((("at", 2, number, ("add", number, ("num", "-1"))), ONE),), None))
    of_n, of_next, before = (
        ("eq", ("app", f, (0,), (e,)), ONE)
        for f, e in (("a", number), ("a", ("add", number, ONE)), ("b", ("add", number, ("num", "-1"))))
    )
    found = accepted(rocq, forged(
        ("suppose", of_n, ((), ())), ("step", of_next, ((), at)),
        ("given", ("eq", ("app", "b", (0,), (number,)), ONE), ((), ())), ("claim", before, ((), below)),
        ("claim", ("eq", ("app", "b", (0,), (("add", number, ONE),)), ONE),
         ((), ("identity", ("ident", ((("at", 2, number, ("add", number, ONE)), ONE),), None)))),
    ))  # fmt: skip
    assert found.entries == ["(4)"]
    assert found.open.keys() == {"(1)", "(3)", "all that is supposed can hold"}  # the document has no point


@needs_coqc
def test_a_model_that_is_none_is_not_accepted(rocq: Rocq) -> None:
    theorem = Theorem("whole/6", "Doubling", model={a[n]: rational(2) ** n})
    doubled = theorem.given("(1)", eq(a[n], 2 * a[n - 1]), "hypothesis")
    theorem.claim("(2)", eq(a[n + 1], 2 * a[n]), by.algebra(doubled.at(n, n + 1)))
    data = bundle(theorem)
    assert accepted(rocq, data).kinds == {POSSIBLE: "possible"}
    text = json.dumps(data["point"]).replace('["num", "2"]', '["num", "3"]')
    other = json.loads(json.dumps({**data, "point": json.loads(text)}))
    assert "3" in json.dumps(other["point"]["functions"]["a"])
    assert Points(other).stated
    found = accepted(rocq, other)
    assert found.kinds == {}
    assert POSSIBLE in found.open
