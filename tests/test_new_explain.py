"""`symnorm new` writes what verifies at once; `symnorm explain` says what the code says of itself."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import symnorm
from symnorm.checker.lemmas import LEMMAS
from symnorm.cli import main
from symnorm.glossary import GROUPS, Explanation, glossary, look_up
from symnorm.language import KINDS, Theorem, by


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SYMNORM_CACHE", str(tmp_path / "cache"))
    return tmp_path


# --- new ------------------------------------------------------------------------------------------------------


def test_what_is_new_verifies_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "mypaper/theorem_1"]) == 0
    said = capsys.readouterr().out
    assert "wrote mypaper/notation.py\nwrote mypaper/theorem_1.py\n" in said
    assert "symnorm verify mypaper/theorem_1.py" in said
    assert main(["verify", "mypaper"]) == 0
    assert "1 proved" in capsys.readouterr().out


def test_the_command_that_is_told_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "my paper/theorem_1"]) == 0
    assert "symnorm verify 'my paper/theorem_1.py'" in capsys.readouterr().out


def test_a_second_theorem_keeps_the_notation_and_verifies_as_well(place: Path) -> None:
    main(["new", "mypaper/theorem_1"])
    (place / "mypaper/notation.py").write_text("mine = 1\n")
    (place / "mypaper/theorem_1.py").unlink()
    assert main(["new", "mypaper/theorem_2.py"]) == 0
    assert (place / "mypaper/notation.py").read_text() == "mine = 1\n"
    assert main(["verify", "mypaper"]) == 0


def test_the_skeleton_shows_what_a_missing_hypothesis_does(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["new", "mypaper/theorem_1"])
    script = place / "mypaper/theorem_1.py"
    script.write_text(script.read_text().replace("[C > 1, sigma2 > 0]", "[C > 1]"))
    capsys.readouterr()
    assert main(["verify", "mypaper"]) == 1
    assert "it needs √(σ²) ≠ 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("path", "id"),
    [
        ("theorem", "/theorem"),
        ("deep/down/t.py", "down/t"),
        ("a-b/c.d", "a_b/c_d"),
        ("folder/", "folder/theorem_1"),
        ("--/--", "mypaper/theorem"),
    ],
)
def test_the_id_comes_from_the_path(place: Path, path: str, id: str) -> None:
    assert main(["new", "--", path]) == 0
    (script,) = (p for p in place.rglob("*.py") if p.name != "notation.py")
    assert f'{id}", ' in script.read_text()
    assert main(["verify", str(script)]) == 0


def test_nothing_is_overwritten(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["new", "mypaper/theorem_1"])
    (place / "mypaper/theorem_1.py").write_text("# mine\n")
    capsys.readouterr()
    assert main(["new", "mypaper/theorem_1"]) == 2
    assert main(["new", "mypaper"]) == 2
    assert capsys.readouterr().err.count("mypaper/theorem_1.py is there already") == 2
    assert (place / "mypaper/theorem_1.py").read_text() == "# mine\n"


@pytest.mark.parametrize("path", ["p/notation", "p/_hidden", ".hidden", "p/__init__.py"])
def test_what_is_never_read_as_a_script_is_not_written(
    place: Path, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", path]) == 2
    assert "is never read as a proof script" in capsys.readouterr().err
    assert list(place.rglob("*.py")) == []


@pytest.mark.parametrize("path", ["кир/т", "p/é", "p/" + 65 * "a"])
def test_a_name_that_makes_no_id_is_refused(place: Path, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", path]) == 2
    assert "is not an id: ASCII letters, digits and _, as in paper/1" in capsys.readouterr().err
    assert list(place.rglob("*")) == []


def test_a_file_in_the_place_of_the_folder_is_said(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "mypaper").write_text("")
    assert main(["new", "mypaper/theorem_1"]) == 2
    assert "cannot write mypaper/theorem_1.py: " in capsys.readouterr().err


# --- explain --------------------------------------------------------------------------------------------------


def test_everything_that_a_script_can_write_is_explained() -> None:
    names = {e.name for e in glossary()}
    functions = {
        f"by.{n}" for n, f in vars(by).items() if inspect.isfunction(f) and f.__module__ == by.__name__
    }
    public = {n for n in functions if not n.startswith("by._")} - {"by.relation"}
    methods = {f"theorem.{n}" for n, f in vars(Theorem).items() if inspect.isfunction(f) and n[0] != "_"}
    premises = {f"premise.{n}" for n in ("d", "exp", "at", "summed", "constant")}
    assert public | methods | premises | set(KINDS) | set(LEMMAS) | set(symnorm.__all__) <= names
    assert {e.group for e in glossary()} == set(GROUPS)


@pytest.mark.parametrize("one", glossary(), ids=lambda e: e.name)
def test_every_explanation_says_something_in_its_first_line(one: Explanation) -> None:
    assert one.first_line
    assert one in look_up(one.name)


def test_the_text_is_the_docstring_of_the_code() -> None:
    (found,) = look_up("by.algebra")
    assert found.text == inspect.getdoc(by.algebra)
    assert found.written == "by.algebra(*premises, times=None)"


def test_the_drawing_of_a_rule_is_set_apart_from_prose() -> None:
    """Also where Python has moved it to the margin, because nothing else stands below the first line."""
    drawings = [p for e in glossary() for p in e.text.split("\n\n") if "---" in p]
    assert len(drawings) > 10
    assert [d for d in drawings if not all(line.startswith("    ") for line in d.splitlines())] == []


def test_kinds_of_errata_are_described_where_they_are_defined() -> None:
    assert [look_up(kind)[0].text for kind in ("typo", "extraction")] == [
        "a misprint",
        "damage by the extraction, not by the author",
    ]
    assert {e.group for e in look_up("gap")} == {"method", "kind of erratum"}


@pytest.mark.parametrize("option", ["along", "where", "model"])
def test_an_argument_of_a_theorem_is_explained_with_the_theorem(option: str) -> None:
    (found,) = look_up(option)
    assert found.name == "Theorem"
    assert f"`{option}`" in found.text


def test_an_unknown_function_is_not_said_to_be_differentiable() -> None:
    assert look_up("function")[0].first_line.endswith("Nothing says that it has a derivative.")
    assert "differentiable(y, k)" in look_up("function")[0].text


def test_a_lemma_is_explained_with_its_reference(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "zero-derivative"]) == 0
    said = capsys.readouterr().out
    assert LEMMAS["zero-derivative"].statement in said
    assert LEMMAS["zero-derivative"].reference in said
    assert "by.zero_derivative(premise)" in said
    assert "      dg/dx = 0\n      ---------\n" in said


def test_a_name_with_two_meanings_has_both() -> None:
    assert [e.name for e in look_up("at")] == ["premise.at", "at"]
    assert [e.name for e in look_up("premise.at")] == ["premise.at"]


def test_without_a_name_everything_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    said = capsys.readouterr().out
    assert all(heading in said for heading in GROUPS.values())
    assert all(f"  {e.name}" in said for e in glossary())


def test_an_unknown_name_is_met_with_a_similar_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "algbra"]) == 2
    said = capsys.readouterr().err
    assert "there is nothing called 'algbra'" in said
    assert "did you mean by.algebra?" in said
