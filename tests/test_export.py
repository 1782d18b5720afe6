"""The edition and its JSON: what a reader is told of every line, folders in one piece, the same bytes each time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from exports import STATEMENT, edition_of, write

from symnorm import either, eq, every, implies, indices, mean, ne, symbol, vector
from symnorm import files as folder
from symnorm.checker import check_bundle
from symnorm.checker.__main__ import main as recheck
from symnorm.cli import main
from symnorm.errors import UserError
from symnorm.export import data, tex
from symnorm.export.edition import Edition, Reference, Theorem
from symnorm.language.latex import decimal, sides
from symnorm.language.latex import latex as to_latex
from symnorm.report import Formula, Line, Provenance, Value, slug

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("proofs") / "mini")


@pytest.fixture(scope="module")
def edition(place: Path) -> Edition:
    return edition_of(place)


@pytest.fixture
def theorem(edition: Edition) -> Theorem:
    return edition.by_id["mini/1"]


def line(theorem: Theorem, label: str) -> Line:
    found = [e for e in theorem.proof if e.label == label]
    assert len(found) == 1, label
    return found[0]


def latex(formulas: Iterable[Formula | Value]) -> list[str]:
    return [f.latex for f in formulas]


# --- the model --------------------------------------------------------------------------------------------


def test_a_line_is_printed_from_what_was_verified_and_says_what_it_rests_on(theorem: Theorem) -> None:
    first = line(theorem, "(1)")
    assert first.formula.latex == r"\frac{1}{C} \sum_{k=1}^{C} y_k = 0"
    assert first.sides == (r"\frac{1}{C} \sum_{k=1}^{C} y_k", " = ", "0")
    assert (first.role, first.verdict, first.rule) == ("step", "proved", "algebra")
    assert (first.quote.latex, first.quote.where) == (r"\bar y = 0", "Sec. 1")
    assert (theorem.is_corrected(first), first.is_supplied, first.accepted) == (False, False, True)
    assert latex(theorem.hypotheses_of(first)) == ["C > 1", r"\sigma^2 > 0"]
    assert (first.witness.verdict, first.witness.points) == ("agrees", 3)


def test_the_sides_of_a_statement_are_its_latex() -> None:
    C, t = symbol("C"), symbol("t")
    x = vector("x", C)
    j = indices("j", C)[0]
    for statement in (
        eq(mean(x), mean(x**2)), x[j] - mean(x) >= 0, ne(t, C), either(eq(t, C), eq(t, -C)), implies(t > 0, t > 0),
    ):  # fmt: skip
        assert "".join(sides(statement)) == to_latex(statement)
    assert sides(t - C < 0) == ["t - C", " < ", "0"]
    assert sides(every(x) > 0) == ["x_k", " > ", r"0 \quad\forall k"]
    assert sides(implies(t > 0, t > 0)) == [r"t > 0 \Rightarrow t > 0"]


@pytest.mark.parametrize(
    ("shown", "latex"),
    [
        ("3", "3"), ("-2/3", r"-\frac{2}{3}"), ("1.15 ± 1e-19", r"1.15 \pm 10^{-19}"), ("1.2E+5", r"1.2 \cdot 10^{5}"),
        ("(0, 1/2, 5)", r"(0, \frac{1}{2}, 5)"), ("(1, 0, 0, 0, 0, 0, 0)", r"(1, \underbrace{0, \dots, 0}_{6})"),
        ("undefined", r"\text{undefined}"),
    ],
)  # fmt: skip
def test_numbers_of_the_witness(shown: str, latex: str) -> None:
    assert decimal(shown) == latex


def test_premises_and_suppositions_are_references_to_lines(theorem: Theorem) -> None:
    then = line(theorem, "then")
    zero = Reference("mini/1", "mean zero", True, "own-mean-zero")
    assert theorem.references(then.premises) == [zero, Reference("mini/1", "(1)", False, "1")]
    assert (theorem.references(then.uses), theorem.references(then.suppositions)) == ([zero], [zero])
    assert then.is_supplied
    assert line(theorem, "both").suppositions == ()
    assert all(theorem.by_anchor[e.anchor] is e for e in theorem.lines)


def test_hypotheses_are_those_of_the_paper_and_those_that_it_needs(theorem: Theorem) -> None:
    told = {h.formula.latex: (h.kind, h.is_used, h.missing_from, h.provenance) for h in theorem.hypotheses}
    assert told == {
        "C > 1": ("condition", True, (), Provenance("stated", "(1)", "$C > 1$", "Sec. 1")),
        r"\sigma^2 > 0": ("condition", True, ("(2)",), Provenance("silent")),
        r"C \in \{1, 2, \dots\}": ("channels", True, (), Provenance("setting")),
    }


def test_definitions_come_after_those_in_them(theorem: Theorem) -> None:
    assert [(d.name.latex, d.body.latex) for d in theorem.definitions] == [
        (r"\mu", r"\frac{1}{C} \sum_{k=1}^{C} x_k"),
        (r"\sigma^2", r"\frac{1}{C} \sum_{k=1}^{C} (x_k - \mu)^2"),
        ("y_i", r"\frac{x_i - \mu}{\sqrt{\sigma^2}}"),
    ]
    assert latex(theorem.vectors) == ["x"], "and none of those that only a misprint has"


def test_errata(theorem: Theorem) -> None:
    misprint, lacking, false = theorem.errata
    assert (misprint.kind, misprint.printed, misprint.words) == ("typo", r"\overline{y^2} = C", "so that")
    assert misprint.statement.latex == r"\frac{1}{C} \sum_{k=1}^{C} y_k^2 = C + 0 w_i"
    assert misprint.corrected is not None
    assert misprint.corrected.latex == r"\frac{1}{C} \sum_{k=1}^{C} y_k^2 = 1"
    assert misprint.mended == line(theorem, "(2)").number
    found = misprint.point
    assert (found.kind, found.left.text) == ("exact", "1"), "the mean square of what is normalized"
    assert Value("C", found.right.text, f"C = {found.right.latex}") in found.values
    assert lacking.condition is not None
    assert lacking.condition.latex == r"\sigma^2 > 0"
    assert latex(lacking.point.values) == ["C = 2", "x = (1, 1)"]
    assert (lacking.point.left, lacking.point.remark) == (None, "division by zero")
    assert (false.printed, false.printed_is_formula) == ("each $x_i$ **is** the mean & so on", False)
    assert (false.mended, false.corrected) == (None, None)
    assert latex(false.point.values) == ["C = 2", "x = (0, 2)", "i = 1"]
    assert (false.point.left.latex, false.point.right.latex) == ("0", "1")
    assert theorem.is_corrected(line(theorem, "(2)"))
    assert len({e.anchor for e in theorem.errata}) == 3


def test_theorems_cite_each_other_whatever_the_label(edition: Edition) -> None:
    root = edition.by_id["mini/2_root"]
    whole = Reference("mini/1", "(3) as a whole", True, "own-3-as-a-whole")
    assert root.cites == (whole,)
    assert root.source_of(line(root, "(3)")) == whole
    assert edition.by_id["mini/1"].cited_by == ("mini/2_root",)
    assert root.lemmas == ("exponential-bound",)
    assert [lemma.name for lemma in edition.lemmas] == ["exponential-bound"]
    edges = {(e.user, e.used, e.label) for e in edition.edges}
    assert edges == {("mini/2_root", "mini/1", "(3)"), ("mini/2_root", "exponential-bound", "")}


def test_the_printed_lines_of_a_paper(edition: Edition) -> None:
    (paper,) = edition.papers
    assert (paper.title, paper.authors, paper.year) == ("A mini paper & more", ("Ann Author", "Bo Böhm"), 2024)
    assert paper.coverage == {"verdict": 7, "also": 0, "given": 0, "reason": 1, "missing": 1}
    assert {e.label: e.status for e in paper.printed if e.status != "verdict"} == {
        "(6)": "reason", "(7)": "missing",
    }  # fmt: skip
    repeated = next(e for e in paper.printed if e.label == "(3)")
    assert [r.label for r in repeated.judged_by] == ["(3)"], "the given line of the second theorem"


def test_one_theorem_is_no_whole_paper(place: Path, edition: Edition, tmp_path: Path) -> None:
    other = write(tmp_path / "mini")
    (other / "more.py").write_text(
        'from symnorm import Theorem, by, eq\ntheorem = Theorem("mini/3", "3")\n'
        'theorem.claim("(7)", eq(1, 1), by.algebra())\n'
    )
    (paper,) = edition_of(other / "more.py").papers
    assert ([t.id for t in paper.theorems], paper.is_complete, paper.printed) == (["mini/3"], False, ())
    assert edition.papers[0].is_complete


def test_what_is_not_proved_and_what_is_not_judged_is_in_the_edition(tmp_path: Path) -> None:
    write(tmp_path, statement="eq(mean(y**2), 2)")
    (tmp_path / "broken.py").write_text(
        'from symnorm import *\nt = Theorem("mini/0", "Broken")\nboom()\n', "utf-8"
    )
    edition = edition_of(tmp_path)
    assert {t.id: t.verdict for t in edition.theorems} == {
        "mini/0": "fault", "mini/1": "refuted", "mini/2_root": "unknown",
    }  # fmt: skip
    broken = edition.by_id["mini/0"]
    assert (broken.lines, broken.bundle) == ((), None)
    assert "boom" in broken.failure.reason
    wrong = line(edition.by_id["mini/1"], "(2)")
    assert wrong.verdict == "refuted"
    assert "it fails at" in wrong.reason
    assert not wrong.accepted


@pytest.mark.parametrize(
    ("label", "anchor"), [("(27)-3", "27-3"), ("A.3 text 5.2", "a-3-text-5-2"), ("β²", "line"), ("", "line")]
)
def test_anchors(label: str, anchor: str) -> None:
    assert slug(label) == anchor


def test_lines_of_similar_labels_have_anchors_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "t.py").write_text(
        'from symnorm import Theorem, by, eq\ntheorem = Theorem("alike/1", "t")\n'
        + "".join(f'theorem.claim("{name}", eq(1, 1), by.algebra())\n' for name in ("(1)", "1", "+1", "β", "γ"))
    )
    anchors = [e.anchor for t in edition_of(tmp_path).theorems for e in t.lines]
    assert len(set(anchors)) == 5


# --- JSON -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def written(edition: Edition) -> dict[str, bytes]:
    return data.files(edition)


def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads((ROOT / "symnorm/export/schema.json").read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_the_json_is_as_the_published_schema_says(written: dict[str, bytes]) -> None:
    document = json.loads(written["edition.json"])
    validator().validate(document)
    told = document["papers"][0]["theorems"][0]["lines"][2]
    assert told["formula"] == {"latex": r"\frac{1}{C} \sum_{k=1}^{C} y_k = 0", "text": "1/C · ∑ₖ y_k = 0"}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: d["papers"][0]["theorems"][0].update(verdict="surely true"),
        lambda d: d["papers"][0]["theorems"][0]["lines"][0].pop("premises"),
        lambda d: d["papers"][0]["theorems"][0]["conceptual"][0].update(more=1),
        lambda d: d.update(lemmas={}),
        lambda d: d["papers"][0].update(year="2024"),
    ],
)
def test_the_schema_refuses_what_is_no_edition(written: dict[str, bytes], spoil) -> None:
    document = json.loads(written["edition.json"])
    spoil(document)
    assert not validator().is_valid(document)


def test_the_published_schema_is_the_one_of_the_dataclasses() -> None:
    published = (ROOT / "symnorm/export/schema.json").read_bytes()
    assert json.loads(published) == data.schema(), "symnorm export json writes the new schema.json: publish it"


def test_the_certificates_are_checked_again(written: dict[str, bytes], tmp_path: Path, capsys) -> None:
    bundle = json.loads(written["certificates.json"])
    assert [t["id"] for t in bundle["theorems"]] == ["mini/1", "mini/2_root"]
    (tmp_path / "good.json").write_bytes(written["certificates.json"])
    assert recheck([str(tmp_path / "good.json")]) == 0
    assert "mini/1: 10 of 10 entries accepted" in capsys.readouterr().out
    claim = next(e for e in bundle["theorems"][0]["entries"] if e["label"] == "(2)")
    claim["statement"][2] = ["num", "2"]
    assert [j.label for j in check_bundle(bundle["theorems"][0]) if not j.accepted][:1] == ["(2)"]


def test_the_certificate_of_a_line_is_the_one_in_the_bundle(edition: Edition) -> None:
    for theorem in edition.theorems:
        assert theorem.bundle is not None
        entries = theorem.bundle.document["entries"]
        for told, entry in zip(theorem.lines, entries, strict=True):
            assert (told.name, told.certificate.digest) == (entry["label"], entry["certificate"][0])
            assert told.certificate.conditions == len(entry["certificate"][1])


# --- every export prints what was verified ----------------------------------------------------------------


def exports(edition: Edition) -> dict[str, bytes]:
    """Every export that is text, as one file each."""
    pytest.importorskip("jinja2")
    pytest.importorskip("latex2mathml")
    from symnorm.export import html

    made = {"latex": tex.files(edition), "json": data.files(edition), "html": html.files(edition)}
    return {name: b"\n".join(files[f] for f in sorted(files)) for name, files in made.items()}


def test_another_statement_changes_every_export(edition: Edition, tmp_path: Path) -> None:
    before = exports(edition)
    after = exports(edition_of(write(tmp_path / "mini", "eq(7 * mean(y**2), 7)")))
    marks = {
        "latex": (rb"\frac{1}{C} \sum_{k=1}^{C} y_k^2 = 1", rb"7 \cdot \frac{1}{C} \sum_{k=1}^{C} y_k^2 = 7"),
        "json": (
            rb"\\frac{1}{C} \\sum_{k=1}^{C} y_k^2 = 1",
            rb"7 \\cdot \\frac{1}{C} \\sum_{k=1}^{C} y_k^2 = 7",
        ),
        "html": (rb"\frac{1}{C} \sum_{k=1}^{C} y_k^2 = 1", rb"7 \cdot \frac{1}{C} \sum_{k=1}^{C} y_k^2 = 7"),
    }
    for name, (old, new) in marks.items():
        assert old in before[name], name
        assert new not in before[name], name
        assert new in after[name], name
        assert old not in after[name].replace(new, b""), name


# --- folders ----------------------------------------------------------------------------------------------


def files_in(place: Path) -> dict[str, bytes]:
    return {p.relative_to(place).as_posix(): p.read_bytes() for p in place.rglob("*") if p.is_file()}


def test_a_folder_is_written_and_replaced(tmp_path: Path) -> None:
    target = tmp_path / "deep/er/out"
    folder.write(str(target), {"a.txt": b"1", "b/c.txt": b"2"})
    assert {n: c for n, c in files_in(target).items() if n != folder.RECORD} == {"a.txt": b"1", "b/c.txt": b"2"}
    folder.write(str(target), {"a.txt": b"3"})
    assert {n: c for n, c in files_in(target).items() if n != folder.RECORD} == {"a.txt": b"3"}
    assert os.listdir(target.parent) == ["out"]


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    folder.write(str(tmp_path), {"a.txt": b"1"})
    assert (tmp_path / "a.txt").read_bytes() == b"1"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: (t / "mine.txt").write_text("precious"), "mine.txt in it was not written by an export"),
        (lambda t: (t / "a.txt").write_text("mended"), "a.txt in it was changed since it was exported"),
        (lambda t: (t / folder.RECORD).write_text("no JSON"), "was not written by an export"),
        (lambda t: (t / folder.RECORD).unlink(), "it is not empty, and was not written by an export"),
        (lambda t: (t / folder.RECORD).write_text("[]"), "a.txt in it was not written by an export"),
        (lambda t: (t / "link").symlink_to("a.txt"), "link in it was not written by an export"),
    ],
)
def test_what_somebody_else_has_put_there_is_not_touched(tmp_path: Path, change, message: str) -> None:
    target = tmp_path / "out"
    folder.write(str(target), {"a.txt": b"1"})
    change(target)
    before = files_in(target)
    with pytest.raises(UserError, match=message) as caught:
        folder.write(str(target), {"a.txt": b"2"})
    assert caught.value.hint == "name a folder that does not exist yet, or an empty one"
    assert files_in(target) == before
    assert os.listdir(tmp_path) == ["out"]


def test_files_are_added_beside_what_is_there(tmp_path: Path) -> None:
    def present() -> dict[str, bytes]:
        return {n: c for n, c in files_in(tmp_path).items() if n != folder.RECORD}

    (tmp_path / "own.txt").write_bytes(b"mine")
    assert folder.add(str(tmp_path), {"a.txt": b"1"}) == [tmp_path / "a.txt"]
    folder.add(str(tmp_path), {"a.txt": b"2", "b.txt": b"3"})
    folder.add(str(tmp_path), {"b.txt": b"4"})
    expected = {"own.txt": b"mine", "a.txt": b"2", "b.txt": b"4"}
    assert present() == expected
    (tmp_path / "c.txt").mkdir()
    for files, message in [
        ({"a.txt": b"5", "c.txt": b"5"}, r"c\.txt: it is a folder"),
        ({"../a.txt": b"5"}, "is no name of a file"),
        ({"a.txt": b"5", "own.txt": b"5"}, r"will not replace .*own\.txt: symnorm has not written it"),
    ]:
        with pytest.raises(UserError, match=message):
            folder.add(str(tmp_path), files)
        assert present() == expected
    (tmp_path / "a.txt").write_bytes(b"edited")
    with pytest.raises(UserError, match=r"a\.txt: symnorm has not written it, or it was changed since"):
        folder.add(str(tmp_path), {"a.txt": b"5"})


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("precious")
    with pytest.raises(UserError, match="it is no folder"):
        folder.write(str(tmp_path / "file"), {"a": b""})
    with pytest.raises(UserError, match="cannot write"):
        folder.write(str(tmp_path / "file/below"), {"a": b""})
    assert (tmp_path / "file").read_text() == "precious"


def test_a_folder_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "out"
    folder.write(str(target), {"a.txt": b"1"})
    with pytest.raises(UserError, match="cannot write"):
        folder.write(str(target), {"a.txt": b"2", "a.txt/b.txt": b"3"})
    assert (target / "a.txt").read_bytes() == b"1"
    assert os.listdir(tmp_path) == ["out"]


# --- the command line -------------------------------------------------------------------------------------


def call(capfd: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main([str(a) for a in ("export", *arguments)])
    return status, *capfd.readouterr()


@pytest.fixture(autouse=True)
def _a_cache_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYMNORM_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def test_export_writes_and_says_so(capfd: pytest.CaptureFixture[str], place: Path, tmp_path: Path) -> None:
    status, out, err = call(capfd, "json", place, "-o", tmp_path / "out")
    assert (status, err) == (0, "")
    assert "2 theorems, 3 files" in out
    assert sorted(files_in(tmp_path / "out")) == [
        folder.RECORD, "certificates.json", "edition.json", "schema.json",
    ]  # fmt: skip


def test_what_is_not_proved_is_exported_and_named(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    write(tmp_path / "mini", statement="eq(mean(y**2), 2)")
    status, out, _ = call(capfd, "latex", tmp_path / "mini", "-o", tmp_path / "out")
    assert status == 1
    assert "not proved, and shown as such: mini/1, mini/2_root" in out
    told = (tmp_path / "out/theorems/mini-1.tex").read_text()
    assert r"\textbf{is not proved} (refuted: it fails at" in told
    assert r"\notproved{" in told
    assert r"\textbf{The proof is not complete.}" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["latex"], "Missing option '-o'"),
        (["latex", "no/such", "-o", "out"], "there is no theorem, paper or file 'no/such'"),
        (["paper", "-o", "out"], "No such command 'paper'"),
    ],
)
def test_bad_input(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    status, _, err = call(capfd, *arguments)
    assert (status, message in err) == (2, True), err
    assert "Traceback" not in err
    assert os.listdir(tmp_path) == []


def test_a_folder_that_is_in_use_is_refused_before_anything_is_verified(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "precious").write_text("text")
    monkeypatch.setattr("symnorm.runner.verify", lambda *_: pytest.fail("it verifies"))
    status, _, err = call(capfd, "json", "all", "-o", tmp_path)
    assert status == 2
    assert "it is not empty" in err
    assert os.listdir(tmp_path) == ["precious"]


def test_the_same_bytes_whatever_the_hash_seed(place: Path, tmp_path: Path) -> None:
    made = []
    for seed in ("1", "2"):
        for format in ("latex", "json"):
            subprocess.run(
                [sys.executable, "-m", "symnorm", "export", format, str(place), "-o", f"{seed}/{format}",
                 "--no-cache"],
                cwd=tmp_path, env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True,
                timeout=120,
            )  # fmt: skip
        made.append(files_in(tmp_path / seed))
    assert made[0] == made[1]
    assert len(made[0]) == 3 + 1 + 3 + 1


def test_papers_without_a_transcript_come_last(place: Path, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        'from symnorm import Theorem, by, eq\ntheorem = Theorem("anew/1", "New")\n'
        'theorem.claim("(1)", eq(1, 1), by.algebra())\n'
    )
    edition = edition_of(tmp_path, place)
    assert [p.id for p in edition.papers] == ["mini", "anew"]
    assert (edition.papers[1].title, edition.papers[1].year, edition.papers[1].errata) == ("Anew", None, ())
    assert replace(edition) == edition


def test_the_statement_is_the_one_of_the_script(theorem: Theorem) -> None:
    assert STATEMENT == "eq(mean(y**2), 1)"
    assert line(theorem, "(2)").formula.text == "1/C · ∑ₖ y_k² = 1"


@pytest.mark.parametrize("name", ["../elsewhere", "/tmp/elsewhere", "papers/../../elsewhere", "a\0b"])
def test_no_file_is_written_outside_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError, match="no name of a file"):
        folder.write(str(tmp_path / "site"), {"index.html": b"", name: b"x"})
    assert list(tmp_path.iterdir()) == []
