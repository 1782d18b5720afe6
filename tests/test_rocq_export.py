"""The files for Rocq from the command line, and of bundles that somebody else wrote: what is false is not accepted."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from forging import falsehoods
from needed import needs_coqc
from rocq_sample import of_entries as bundle

from symnorm import Theorem, by, eq, every, symbol, total, vector
from symnorm.checker import check_bundle
from symnorm.checker.forms import Form, subforms
from symnorm.cli import main
from symnorm.judge import judge
from symnorm.rocq import document, proof
from symnorm.rocq.files import LIBRARIES, files
from symnorm.rocq.judge import Rocq
from symnorm.rocq.proof import prove
from symnorm.rocq.trial import accepted

C = symbol("C")
x = vector("x", C)
ZERO, ONE = ("num", "0"), ("num", "1")


def true(id: str) -> dict[str, Any]:
    theorem = Theorem(id, "A sum", where=[C > 1])
    theorem.claim("(1)", eq(total(2 * x), 2 * total(x)), by.algebra())
    made = judge(theorem).bundle
    assert made is not None
    return dict(made.document)


def export(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main(["export", "rocq", *map(str, arguments)])
    return status, *capsys.readouterr()


# --- the command line -------------------------------------------------------------------------------------------


def test_every_theorem_that_is_asked_for_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, _ = export(capsys, "adanorm/sign", "-o", tmp_path / "one")
    assert (status, f"1 theorem, {len(LIBRARIES) + 5} files" in out) == (0, True), out
    assert (tmp_path / "one/Check_adanorm_sign.v").read_text("utf-8").count("Theorem checked_") > 3
    (tmp_path / "b.json").write_text(json.dumps({"theorems": [true("mine/a"), true("mine/b")]}), "utf-8")
    status, out, _ = export(capsys, tmp_path / "b.json", "-o", tmp_path / "two")
    assert (status, f"2 theorems, {len(LIBRARIES) + 7} files" in out) == (0, True), out
    for name in ("mine_a", "mine_b"):
        assert "Theorem claim_1_holds : claim_1." in (tmp_path / f"two/T_{name}.v").read_text("utf-8")
        assert f"exact T_{name}.claim_1_holds." in (tmp_path / f"two/Check_{name}.v").read_text("utf-8")
    listed = (tmp_path / "two/_CoqProject").read_text("utf-8").split()
    assert {"T_mine_a.v", "Check_mine_b.v", *(path.name for path in LIBRARIES)} <= {*listed}


@needs_coqc
@pytest.mark.skipif(not which("make"), reason="there is no make")
def test_an_export_compiles_and_coqchk_finds_no_axiom_in_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Of two theorems, of which one is called as if it were the check of the other, and has no sum."""
    theorems = [true("mine/A"), without_sum("mine/a_check")]
    (tmp_path / "b.json").write_text(json.dumps({"theorems": theorems}), "utf-8")
    status, out, _ = export(capsys, tmp_path / "b.json", "-o", tmp_path / "out")
    assert (status, "2 theorems" in out) == (0, True), out

    def made() -> str:
        done = subprocess.run(["make", "-C", tmp_path / "out", "coqchk"], capture_output=True, text=True, check=True)
        (told,) = re.findall(r"\* Axioms:\n(.*?)\n\* ", done.stdout + done.stderr, re.DOTALL)
        return str(told)

    said = made()
    assert "functional_extensionality_dep" in said
    assert "Symnorm." not in said
    names = {path.stem for path in (tmp_path / "out").glob("*.vo")}
    assert names == {path.stem for path in (tmp_path / "out").glob("*.v")}
    assert {f"{kind}_mine{of}" for kind in ("T", "Check") for of in ("___00002f___000041", "_a__check")} <= names
    with (tmp_path / "out/Check_mine_a__check.v").open("a") as file:
        file.write("Axiom trust_me : 1 = 0.\n")
    assert "Symnorm.Check_mine_a__check.trust_me" in made()


def without_sum(id: str) -> dict[str, Any]:
    """What holds at every channel, of which no sum says how many there are."""
    a = symbol("a")
    theorem = Theorem(id, "A sign", where=[a > 0, every(x) > 0])
    theorem.claim("(1)", a + every(x) > 0, by.sign())
    made = judge(theorem).bundle
    assert made is not None
    return dict(made.document)


def test_what_is_no_bundle_is_not_exported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    status, _, err = export(capsys, file, "-o", tmp_path / "out")
    assert (status, "cannot be read" in err) == (2, True)
    leaves_out: Form = ("sum", "k", ("sym", "C"), ("k",), ONE)
    square: Form = ("pow", ("sym", "\u0430"), 2)  # a letter that looks like an a, and is none
    for theorems in (
        [],
        [{"id": "a/1"}],
        [{**true("a/1"), "refutations": [{"label": "(1)"}]}],
        [claiming(("eq", ("D", square, ("sym", "a")), ZERO))],
        [claiming(("eq", ("sym", "t'"), ("sym", "t'")))],
        [claiming(("eq", leaves_out, ("add", ("sym", "C"), ("num", "-1"))))],
    ):
        file.write_text(json.dumps({"theorems": theorems}), "utf-8")
        status, _, err = export(capsys, file, "-o", tmp_path / "out")
        assert (status, "is no bundle" in err) == (2, True), theorems
        assert not (tmp_path / "out").exists()


def claiming(statement: Form) -> dict[str, Any]:
    entry = {"label": "(1)", "role": "claim", "statement": statement, "source": "",
             "certificate": ["0" * 64, [], ["identity", ["ident", [], None]]]}  # fmt: skip
    return {"id": "forged/1", "along": [], "entries": [entry]}


def test_nothing_in_a_label_turns_a_line_around_or_ends_a_comment() -> None:
    data = true("mine/a")
    data["entries"][-1]["label"] = "\u202e1 *) Axiom trust : False. (*\n"
    text = document.document(data).text
    assert "<U+202E>1 * ) Axiom trust : False. ( *<U+000A>" in text
    assert "\u202e" not in text
    assert "*) Axiom" not in text


def test_what_the_checker_does_not_accept_is_told_and_not_shown_as_a_claim() -> None:
    a: Form = ("sym", "a")
    identity = ((), ("identity", ("ident", (), None)))
    data = bundle(("claim", ("eq", a, a), identity), ("claim", ("eq", ONE, ZERO), identity))
    point = {"symbols": {"a": ["num", "1"]}, "vectors": {}, "indices": {}, "functions": {}}
    holds: Form = ("gt", ("add", a, ONE), a)
    data["refutations"] = [{"label": "(2)", "statement": holds, "kind": "false", "under": [], "fails": [],
                            "point": point}]  # fmt: skip
    made = files([(data, "")]).files
    readme = made["README.md"].decode().partition("**These lines of the bundle are not accepted")[2]
    assert "- forged/1, (1): the two sides differ" in readme
    assert "- forged/1, (2), refuted: the statement holds at the point" in readme
    check = made["Check_forged_1.v"].decode()
    assert "Definition claim_0 : Prop" in check
    assert "(* (1) has no proof here. *)" in check
    assert "1 = 0" not in check
    assert "are not accepted" not in files([(true("mine/a"), "")]).files["README.md"].decode()


# --- what is false ----------------------------------------------------------------------------------------------


def believing(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, the checker of a bundle accepts everything: what is written rests on Rocq alone."""
    monkeypatch.setattr(
        document, "check_bundle", lambda data: [replace(j, accepted=True, reason="") for j in check_bundle(data)]
    )


def apart() -> dict[str, Any]:
    """1 = 0 from z_i > 0 > z_j: such channels are two, and at one channel the root would divide by zero."""
    zi, zj = (("coord", "z", i) for i in "ij")
    delta: Form = ("delta", "i", "j")
    positive, negative = ("hyp", 1, ()), ("hyp", 2, ())
    rooted: Form = ("fn", "sqrt", ("pow", zj, 2))
    over: Form = ("fn", "sqrt", ("div", ONE, ("add", rooted, ("neg", zj))))
    square: Form = (">=", ("pow", zj, 2), ("sq", zj))
    conditions: Form = (
        square, (">", ("add", rooted, ("neg", zj)), ("add", ("root", ("sq", zj)), negative)),
        (">", ("div", ONE, ("add", rooted, ("neg", zj))), ("inv", ("known", 1))),
    )  # fmt: skip
    other: Form = (">=", ("pow", zi, 2), ("sq", zi))
    both: Form = ("mul", delta, zi)
    least: Form = ("ident", (), None)
    vanishing: Form = ("root", both, ("neg", both), ("mul", ("sq", delta), positive), ("mul", ("sq", delta), negative),
                       least)  # fmt: skip
    left: Form = ("add", ("fn", "sqrt", ("pow", zi, 2)), zi)

    def by_(*pairs: Any, witness: Any = None) -> Form:
        return ("identity", ("ident", pairs, witness))

    return bundle(
        ("where", ("gt", ("sum", "k", ("sym", "C"), (), ("pow", ("coord", "z", "k"), 2)), ZERO), ((), ())),
        ("where", ("gt", zi, ZERO), ((), ())),
        ("where", ("lt", zj, ZERO), ((), ())),
        ("step", ("eq", both, ZERO), ((), by_((vanishing, ("num", "1/2"))))),
        ("step", ("eq", delta, ZERO), ((), by_((("use", 3), ONE), witness=positive))),
        ("step", ("eq", ("mul", delta, over), ZERO), (conditions, by_((("use", 4), over)))),
        ("step", ("eq", left, ZERO), ((*conditions, other), by_((("use", 5), over), (("use", 5), ("neg", over))))),
        ("claim", ("eq", ONE, ZERO),
         ((other,), by_((("use", 6), ONE), witness=("add", ("root", ("sq", zi)), positive)))),
    )  # fmt: skip


@needs_coqc
def test_one_is_not_zero_where_two_channels_are_apart(rocq: Rocq, monkeypatch: pytest.MonkeyPatch) -> None:
    believing(monkeypatch)
    found = accepted(rocq, apart())
    assert "(4)" in found.entries  # where z_i > 0 > z_j, the channels are two
    assert not {"(6)", "(7)"} & {*found.entries}
    assert {"(6)", "(7)"} <= found.open.keys()


@needs_coqc
def test_what_does_not_follow_is_not_accepted_whatever_the_checker_believes(
    rocq: Rocq, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each claim is false, and has the certificates that would be easiest to believe."""
    believing(monkeypatch)
    a, b, c, t = (("sym", n) for n in "abct")
    plain = {"num", "sym", "add", "mul", "neg", "pow", "fn", "coord", "sum", "delta", "D"}
    claims = [f.claim for f in falsehoods() if _made_of(f.claim, plain)]
    assert len(claims) > 20
    where: list[tuple[str, Form, Any]] = [
        ("where", ("gt", a, ZERO), ((), ())), ("where", ("ge", ("coord", "x", "*1"), ZERO), ((), ())),
        ("where", ("gt", ("add", ("pow", t, 2), ("pow", b, 2), ("pow", c, 2), ("sym", "C")), ZERO), ((), ())),
        ("where", ("gt", ("sum", "k", ("sym", "C"), (), ("add", ("coord", "x", "k"), ONE)), ZERO), ((), ())),
    ]  # fmt: skip
    proofs: Any = (("identity", ("ident", ((("use", 0), ONE),), None)), ("identity", ("ident", (), None)))
    signs: Any = (("sign", ("hyp", 0, ())), ("sign", ("hyp", 2, ())), ("bounds",))
    entries = [
        ("claim", claim, ((), proof))
        for claim in claims
        for proof in (proofs if claim[0] == "eq" else signs)
    ]
    assert len(entries) > 40
    found = accepted(rocq, bundle(*where, *entries))
    assert found.entries == []
    assert sum(why.startswith("Tactic failure") for why in found.open.values()) > 30  # it is Rocq that says so
    assert not found.axioms


RELATIONS = {"eq", "gt", "ge", "lt", "le", "ne"}


def _made_of(form: Form, operations: set[str]) -> bool:
    return all(part[0] in operations | RELATIONS for part in subforms(form) if part and isinstance(part[0], str))


def test_a_proof_that_would_take_too_much_work_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """f(t) with g(t) + h(t) in the place of t, twenty times: each time there are twice as many terms."""
    t: Form = ("sym", "t")
    f, g, h = (("app", name, (0,), (t,)) for name in "fgh")
    e: Form = ("add", ("fn", "exp", t), f)
    for _ in range(20):
        e = ("at", e, t, ("add", g, h))
    monkeypatch.setattr(proof, "MAX_WORK_OF_THEOREM", 100_000)
    found = prove(bundle(("claim", ("eq", e, e), ((), ("identity", ("ident", (), None))))))
    assert found.entries == []
    assert "more than 100000 terms to handle" in found.open[0]
