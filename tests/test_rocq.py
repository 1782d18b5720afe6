"""Theorems in Rocq: what is stated, what Rocq accepts of it, and what it must not accept.

Where there is no coqc, what needs it is skipped, and pytest says so.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from needed import needs_coqc
from rocq_sample import keep_library

from symnorm import D, Theorem, by, define, eq, implies, indices, mean, sqrt, symbol, total, vector
from symnorm.cli import main
from symnorm.errors import UserError
from symnorm.judge import judge
from symnorm.report import Acceptance
from symnorm.rocq import installed, kept
from symnorm.rocq import trial as rocq_trial
from symnorm.rocq.axioms import AXIOMS
from symnorm.rocq.document import document
from symnorm.rocq.files import LIBRARIES, Content, files
from symnorm.rocq.judge import Rocq, judged
from symnorm.rocq.proof import prove
from symnorm.rocq.said import axioms
from symnorm.rocq.statement import Untranslated

C = symbol("C")
x = vector("x", C)
i, j = indices("i j", C)
mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
y = define("y", (x - mu) / sqrt(sigma2))


def normalization() -> dict[str, Any]:
    """Definitions, sums, a root, a derivative along a coordinate, and an implication."""
    theorem = Theorem("mine/1", "Normalization", where=[C > 1, sigma2 > 0])
    theorem.claim("(1)", eq(mean(y**2), 1), by.algebra())
    theorem.claim("(2)", eq(D(mu, x[i]), 1 / C), by.algebra())
    theorem.claim("(3)", sigma2 + 1 > 0, by.sign())
    centered = theorem.suppose("no mean", eq(mu, 0), at={C: 2, x: [-1, 1]})
    plain = theorem.step("(4)", eq(sqrt(sigma2) * y[i], x[i]), by.algebra(centered))
    theorem.claim("(5)", implies(centered.statement, plain.statement), by.discharge(centered, plain))
    return bundle(theorem)


def bundle(theorem: Theorem) -> dict[str, Any]:
    made = judge(theorem).bundle
    assert made is not None
    found: dict[str, Any] = made.document
    return found


# --- what is stated ---------------------------------------------------------------------------------------------


def test_a_theorem_is_stated_as_a_mathematician_would() -> None:
    text = document(normalization()).text
    for said in (
        "Definition mu (C : nat) (x : nat -> R) : R :=\n  1 / INR C * sum C (fun k => x k).",
        "Definition y (C : nat) (x : nat -> R) (m : nat) : R :=\n  (x m - mu C x) / sqrt (sigma2 C x).",
        "((1 <= C)%nat)",
        "((i < C)%nat)",
        "(INR C > 1)",
        "is_partial (fun x => mu C x) x i (1 / INR C).",
        "(mu C x = 0) -> (sqrt (sigma2 C x) * y C x i = x i).",
    ):
        assert said in text, said


def test_where_a_line_is_defined_is_stated_beside_it() -> None:
    stated = {s.label: s.duties for s in document(normalization()).stated}
    assert stated["(2)"] == ("around (fun x => mu_defined C x) x i", "ex_partial (fun x => mu C x) x i", "INR C <> 0")


def test_a_bound_index_is_the_one_of_which_a_definition_speaks() -> None:
    b = define("b", 2 * x[i], "b_i")
    theorem = Theorem("mine/2", "A bound index", where=[C > 1])
    theorem.claim("(1)", eq(total(b, over=i), 2 * total(x)), by.algebra())
    theorem.claim("(2)", eq(x[i] + b, 3 * x[i]), by.algebra())
    text = document(bundle(theorem)).text
    assert "sum C (fun i' => b x i') = " in text
    assert "x i + b x i = " in text


def test_what_has_no_translation_is_not_stated() -> None:
    from symnorm import function

    t, u = symbol("t"), symbol("u")
    f = function("f", t, u)
    theorem = Theorem("mine/3", "A function of two numbers", where=[t > 0], model={f: t + u})
    theorem.claim("(2)", eq(f + f, 2 * f), by.algebra())
    with pytest.raises(Untranslated, match="the form app of this shape"):
        document(bundle(theorem))
    made = files([(bundle(theorem), "")]).files
    assert "0 of 2 statements" in made["README.md"].decode()


# --- what is exported -------------------------------------------------------------------------------------------


def test_an_export_has_the_library_the_theorem_and_its_check() -> None:
    made = files([(normalization(), "Normalization")]).files
    library = {path.name for path in LIBRARIES}
    own = {"T_mine_1.v", "Check_mine_1.v"}
    assert {*made} == library | own | {"_CoqProject", "Makefile", "README.md"}
    assert made["T_mine_1.v"].decode().startswith(document(normalization(), "Normalization").text)


def test_nothing_is_taken_for_granted_in_what_is_written() -> None:
    made = files([(normalization(), "")]).files
    for name, text in made.items():
        if name.endswith(".v"):
            for word in ("Axiom", "Parameter", "Conjecture", "Hypothesis", "Variable ", "Admitted", "admit", "Unset"):
                assert word not in text.decode(), (name, word)


def test_axioms_are_read_as_rocq_prints_them() -> None:
    said = "Axioms:\nClassicalDedekindReals.sig_not_dec : forall P,\n  {~ ~ P} + {~ P}\nmine.trust_me\n  : 1 = 0\n"
    assert axioms(said) == {"ClassicalDedekindReals.sig_not_dec", "mine.trust_me"}
    assert axioms("Closed under the global context\n") == set()


@pytest.mark.parametrize(
    "line",
    [
        "bad is assumed to be guarded.", "Neg is assumed to be positive.", "t relies on an unsafe hierarchy.",
        "x relies on definitional UIP.", "Theory:", "Type hierarchy is collapsed (logic is inconsistent)",
        "\u03b2 : False", "\u03b2", "Section Variables:",
    ],
)  # fmt: skip
def test_whatever_rocq_prints_beside_axioms_is_told(line: str) -> None:
    allowed = "ClassicalDedekindReals.sig_not_dec : forall P,\n  {~ ~ P} + {~ P}\n"
    for said in (f"Axioms:\n{line}\n{allowed}", f"Axioms:\n{allowed}{line}\n"):
        found = axioms(said)
        assert found is not None
        assert len(found) == 2
        assert not found <= {*AXIOMS}
    assert axioms(f"Closed under the global context\n{line}\n") == {line}
    assert axioms(f"{line}\nAxioms:\n{allowed}") is None
    assert axioms("") is None


def test_without_rocq_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(UserError) as caught:
        Rocq(1)
    assert "libcoq-coquelicot" in caught.value.hint


def test_without_a_library_it_says_which(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    coqc = tmp_path / "coqc"
    coqc.write_text(f"#!/bin/sh\necho {tmp_path}\n")
    coqc.chmod(0o755)
    (tmp_path / "user-contrib" / "Coquelicot").mkdir(parents=True)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("COQPATH", str(tmp_path / "more"))  # somebody's own, which plays no part
    (tmp_path / "more" / "Interval").mkdir(parents=True)
    with pytest.raises(UserError, match="coqc is there, and not its library Interval"):
        Rocq(1)
    (tmp_path / "user-contrib" / "Interval").mkdir()
    assert installed.require_coqc() == str(coqc)


def test_another_installation_is_another_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    coqc, library = tmp_path / "coqc", tmp_path / "user-contrib" / "Coquelicot"
    coqc.write_text(f"#!/bin/sh\necho {tmp_path}\n")
    coqc.chmod(0o755)
    library.mkdir(parents=True)
    (tmp_path / "user-contrib" / "Interval").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    first = installed.installed()
    assert installed.installed() == first
    (library / "Derive.vo").write_bytes(b"something")
    second = installed.installed()
    (library / "Derive.vo").write_bytes(b"something else")
    third = installed.installed()
    coqc.write_text(f"#!/bin/sh\n\necho {tmp_path}\n")
    fourth = installed.installed()
    monkeypatch.setenv("OCAMLPATH", "/elsewhere")
    assert len({one.digest for one in (first, second, third, fourth, installed.installed())}) == 5


# --- what Rocq says ---------------------------------------------------------------------------------------------


@needs_coqc
def test_rocq_accepts_a_theorem_on_the_axioms_of_the_real_numbers(rocq: Rocq) -> None:
    outcome = rocq.judge(normalization())
    assert (outcome.accepted, outcome.entries, outcome.open) == (6, 6, {})
    assert outcome.axioms
    assert set(outcome.axioms) <= set(AXIOMS)
    assert outcome.is_whole


@needs_coqc
def test_another_statement_is_not_proved_by_the_same_proofs(rocq: Rocq) -> None:
    proved = prove(normalization())
    (rocq.folder / "T_mine_1.v").write_text(proved.text, "utf-8")
    assert rocq.run("T_mine_1.v")[0] == 0
    whole = Content("mine/1", proved, ()).check
    for name, old, new in (
        ("value", "x i (1 / INR C).", "x i (2 / INR C)."),
        ("hypothesis", "(INR C > 1)", "(INR C > 0)"),
        ("definition", "1 / INR C * sum C (fun k => x k)", "1 / INR C * sum C (fun k => x k) + 1"),
        ("duty", "(ex_partial (fun x => mu C x) x i)", "(ex_partial (fun x => sqrt (mu C x)) x i)"),
    ):
        assert old in whole
        (rocq.folder / f"changed_{name}.v").write_text(whole.replace(old, new), "utf-8")
        code, said = rocq.run(f"changed_{name}.v")
        assert code == 1, name
        assert "Error" in said


@needs_coqc
def test_what_is_admitted_is_an_axiom_that_is_told(rocq: Rocq, monkeypatch: pytest.MonkeyPatch) -> None:
    def forged(data: dict[str, Any], title: str = "", without: frozenset[int] = frozenset()) -> Any:
        proved = prove(data, title, without)
        begun = proved.text.index("Theorem claim_1_holds")
        ended = proved.text.index("Qed.", begun)
        text = proved.text[:begun] + "Theorem claim_1_holds : claim_1.\nProof. Admitted."
        proved.text = text + proved.text[ended + 4 :]
        return proved

    monkeypatch.setattr(rocq_trial, "prove", forged)
    outcome = rocq.judge(normalization())
    assert outcome.strange == ("T_mine_1.claim_1_holds",)
    assert not outcome.is_whole


def instead(monkeypatch: pytest.MonkeyPatch, proofs: str) -> None:
    """From now on, these are the proofs of a theorem, whatever it is, and each entry is said to have one."""

    def forged(data: dict[str, Any], title: str = "", without: frozenset[int] = frozenset()) -> Any:
        proved = prove(data, title, without)
        proved.entries, proved.open = [s.number for s in proved.document.stated], {}
        proved.text = f"{proved.document.text}\n{proofs}"
        return proved

    monkeypatch.setattr(rocq_trial, "prove", forged)


def plain() -> dict[str, Any]:
    a = symbol("a")
    theorem = Theorem("mine/plain", "A square", where=[a > 0])
    theorem.claim("(1)", eq((a + 1) ** 2, a**2 + 2 * a + 1), by.algebra())
    return bundle(theorem)


UNSAFE = {
    "bad is assumed to be guarded.":
        "Unset Guard Checking. Fixpoint bad (n : nat) : False := bad n. Set Guard Checking.",
    "Neg is assumed to be positive.":
        "Unset Positivity Checking. Inductive Neg : Prop := neg : (Neg -> False) -> Neg. Set Positivity Checking.",
    "u relies on an unsafe hierarchy.":
        "Unset Universe Checking. Definition u : False -> False := fun f => f. Set Universe Checking.",
    "\u03b2": "Axiom \u03b2 : claim_1.",
}  # fmt: skip


@needs_coqc
def test_what_rocq_does_not_check_is_told(rocq: Rocq, monkeypatch: pytest.MonkeyPatch) -> None:
    proof = "Theorem claim_1_holds : claim_1. Proof. pose proof (bad, neg, u) as U. exact \u03b2. Qed."
    instead(monkeypatch, "\n".join([*UNSAFE.values(), proof]))
    outcome = rocq.judge(plain())
    assert {*outcome.strange} == {f"T_mine_plain.{told}" for told in UNSAFE}
    assert not outcome.is_whole


@needs_coqc
def test_what_rests_on_what_cannot_be_is_not_whole(rocq: Rocq, monkeypatch: pytest.MonkeyPatch) -> None:
    falsely = "Proof. destruct (bad 0). Qed."
    instead(monkeypatch, f"{UNSAFE['bad is assumed to be guarded.']}\nTheorem claim_1_holds : claim_1. {falsely}")
    outcome = rocq.judge(plain())
    assert outcome.strange == ("T_mine_plain.bad is assumed to be guarded.",)
    assert not outcome.is_whole


@needs_coqc
def test_a_program_that_says_nothing_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = subprocess.run(["coqc", "-where"], capture_output=True, text=True, check=True).stdout.strip()
    (tmp_path / "coqc").write_text(f"#!/bin/sh\n[ $1 = -where ] && echo {where}\nexit 0\n")
    (tmp_path / "coqc").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with Rocq(10) as fake:
        outcome = fake.judge(plain())
    assert (outcome.accepted, {*outcome.open.values()}) == (0, {"Rocq does not say on what it rests"})


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process are set on Linux alone")
def test_a_run_has_so_much_memory_and_is_told_to_who_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in installed.NEEDED:
        (tmp_path / "user-contrib" / library).mkdir(parents=True)
    (tmp_path / "coqc").write_text(
        f"#!/bin/sh\ncase $* in -where) echo {tmp_path};; *own.v) sleep 0.5; echo $$; ulimit -v;; esac\n"
    )
    (tmp_path / "coqc").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    told: list[int] = []

    class Watch:
        def tell(self, pid: int) -> None:
            told.append(pid)

    with Rocq(60, memory=2**30, watch=Watch()) as fake:
        told.clear()
        code, said = fake.run("own.v")
    own, limit = map(int, said.split())
    assert (code, limit, told) == (0, 2**20, [own, -own])


@needs_coqc
def test_what_somebody_has_set_for_his_own_sessions_plays_no_part(
    rocq: Rocq, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in (".coqrc", "coq/coqrc"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("Axiom mine : False.\nFail Check mine.\n")
    for name in ("HOME", "XDG_CONFIG_HOME", "COQPATH", "COQLIB"):
        monkeypatch.setenv(name, str(tmp_path))
    assert rocq.judge(plain()).is_whole
    made = files([(plain(), "")]).files
    assert "coqc -q " in made["Makefile"].decode()
    assert "-arg -q" in made["_CoqProject"].decode()


@needs_coqc
def test_a_proof_that_rocq_refuses_is_left_out_and_told(rocq: Rocq, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(data: dict[str, Any], title: str = "", without: frozenset[int] = frozenset()) -> Any:
        proved = prove(data, title, without)
        before = "Theorem claim_3_holds : claim_3.\nProof. "
        proved.text = proved.text.replace(before, before + "fail. ")
        return proved

    monkeypatch.setattr(rocq_trial, "prove", wrong)
    outcome = rocq.judge(normalization())
    assert (outcome.accepted, [*outcome.open]) == (5, ["(3)"])


def acceptance(**said: Any) -> Acceptance:
    plain: dict[str, Any] = {"axioms": (), "computed": (), "strange": (), "coq": "8", "open": {}, "points": {}}
    return Acceptance(**{"entries": 5, "accepted": 5, **plain, **said})


@needs_coqc
def test_a_verdict_is_kept_until_the_theorem_or_coq_changes(
    rocq: Rocq, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = acceptance(coq=rocq.coq.version, open={"(1)": "why"}, axioms=("classic",))
    monkeypatch.setattr(rocq, "kept", kept.Kept(tmp_path))
    monkeypatch.setattr(rocq, "_judged", lambda *_: (found, True))
    data = normalization()
    assert rocq.judge(data) == found
    monkeypatch.setattr(rocq, "_judged", lambda *_: pytest.fail("it is kept"))
    assert rocq.judge(data) == found
    other = acceptance(accepted=0, coq=rocq.coq.version)
    monkeypatch.setattr(rocq, "_judged", lambda *_: (other, True))
    assert rocq.judge({**data, "id": "mine/other"}) == other
    monkeypatch.setattr(rocq, "coq", replace(rocq.coq, digest="of another installation"))
    assert rocq.judge(data) == other


MORE_TIME = ("not reached in time", "Timeout!", "Out of memory", "Stack overflow.", "coqc takes more than 7 seconds")


@needs_coqc
def test_what_more_time_would_change_is_not_kept(rocq: Rocq, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = rocq.run
    monkeypatch.setattr(rocq, "kept", kept.Kept(tmp_path))
    data = plain()
    for why in MORE_TIME:
        monkeypatch.setattr(rocq, "run", lambda *_, why=why: (1, f"Error: {why}"))
        for said in ({}, dict.fromkeys(range(20), why)):
            monkeypatch.setattr(rocq, "refused", lambda proved, said=said: said)
            assert rocq.judge(data).accepted == 0, why
            assert not [*tmp_path.glob("rocq-*.json")], why
    monkeypatch.setattr(rocq, "run", run)
    assert rocq.judge(data).is_whole
    assert len([*tmp_path.glob("rocq-*.json")]) == 1


ENDINGS: dict[str, tuple[Exception | int, str]] = {
    "late": (subprocess.TimeoutExpired("coqc", 7), "coqc takes more than 7 seconds"),
    "killed": (-9, "coqc was stopped"),
    "halted": (137, "coqc was stopped"),
}
"""Ways in which coqc does not come to the end of a file, and what is said of them."""


@needs_coqc
@pytest.mark.parametrize("kind", ["T", "Check"])
def test_a_file_that_coqc_does_not_come_to_the_end_of_is_open_and_takes_no_other_theorem_with_it(
    rocq: Rocq, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    run, endings = rocq.run, {f"{kind}_mine_{name}.v": ending for name, (ending, _) in ENDINGS.items()}

    def ending_early(name: str, seconds: float | None = None) -> tuple[int, str]:
        ending = endings.get(name)
        if isinstance(ending, Exception):
            raise ending
        return run(name, seconds) if ending is None else (ending, "")

    monkeypatch.setattr(rocq, "run", ending_early)
    monkeypatch.setattr(rocq, "refused", lambda proved: {})
    monkeypatch.setattr(rocq, "kept", kept.Kept(tmp_path))
    slow = [({**plain(), "id": f"mine/{name}"}, "") for name in ENDINGS]
    found = dict(judged(rocq, [*slow, ({**plain(), "id": "mine/other"}, "")], 2))
    assert found["mine/other"].is_whole
    for name, (_, why) in ENDINGS.items():
        told = found[f"mine/{name}"]
        assert (told.accepted, told.axioms, len(told.open)) == (0, (), told.entries), name
        assert all(why in said for said in told.open.values()), name
    assert len([*tmp_path.glob("rocq-*.json")]) == 1  # only what was judged to the end is kept
    monkeypatch.setattr(rocq, "run", run)
    assert all(one.is_whole for _, one in judged(rocq, slow, 2))


def test_a_kept_verdict_is_of_this_bundle_and_of_these_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, found = kept.Kept(tmp_path / "new"), acceptance(points={"all can hold": "possible"})
    folder.store("abc", found, "coq")
    assert folder.load("abc") == folder.load("abc", "coq") == found
    assert folder.load("abd") is folder.load("abc", "another") is None
    monkeypatch.setattr(kept, "sources", lambda: "others")
    assert folder.load("abc") is None
    monkeypatch.undo()
    (file,) = folder.folder.iterdir()
    whole = file.read_text("utf-8")
    for changed in (whole.replace('"accepted": 5', '"accepted": 4'), whole[:-1], whole.partition("\n")[2], ""):
        file.write_text(changed, "utf-8")
        assert folder.load("abc") is None
    file.write_text(whole, "utf-8")
    assert folder.load("abc") == found


def test_sources_are_all_that_statements_and_proofs_are_made_by(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def reading(path: Path) -> bytes:
        read.append(path.name)
        return b""

    monkeypatch.setattr(Path, "read_bytes", reading)
    kept.sources.__wrapped__()
    assert {"Symnorm.v", "Points.v", "statement.py", "proof.py", "normal.py", "forms.py"} <= {*read}


def test_the_library_assumes_nothing() -> None:
    for path in LIBRARIES:
        text = path.read_text("utf-8")
        assert not [w for w in ("Axiom", "Parameter", "Admitted", "admit", "Conjecture") if w in text], path.name


def test_an_export_says_how_much_has_a_proof_there_and_mixes_no_files() -> None:
    made = files([(normalization(), "Normalization")])
    assert (made.proved, made.entries) == (6, 6)
    with pytest.raises(UserError, match="there are two theorems mine/1"):
        files([(normalization(), "One"), (normalization(), "Another")])


@needs_coqc
@pytest.mark.usefixtures("rocq_cache")
def test_what_rocq_does_not_accept_is_no_success(
    rocq: Rocq, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_library(rocq, tmp_path, monkeypatch)

    def unsaid(*_: Any) -> None:
        raise Untranslated("what has no words")

    monkeypatch.setattr(rocq_trial, "prove", unsaid)
    assert main(["verify", "adanorm/one_side", "--rocq"]) == 1
    out = capsys.readouterr().out
    assert "? adanorm/one_side: " in out
    assert re.search(r"\b0 of \d+ theorems whole", out)
    assert "-v shows why it does not accept the others" in out
