"""The laws of the calculus in Rocq: each row of the table and each named lemma has a lemma there, and none has two."""

from __future__ import annotations

import re

import pytest
from needed import needs_coqc

from symnorm.checker.calculus.laws import LAWS
from symnorm.checker.lemmas import LEMMAS
from symnorm.rocq.files import AXIOMS, LIBRARIES
from symnorm.rocq.judge import Rocq
from symnorm.rocq.said import axioms

(PATH,) = (path for path in LIBRARIES if path.name == "Laws.v")
TEXT = PATH.read_text("utf-8")


def stated(prefix: str) -> list[str]:
    """The names of the lemmas with a prefix, as the tables have them."""
    return [name.replace("_", "-") for name in re.findall(rf"^Lemma {prefix}_(\w+)", TEXT, re.MULTILINE)]


def test_each_law_has_one_lemma_and_each_lemma_is_a_law() -> None:
    assert sorted(stated("law")) == sorted(law.name for law in LAWS)


def test_each_named_lemma_is_proved() -> None:
    assert sorted(stated("lemma")) == sorted(LEMMAS)


def test_a_lemma_has_the_conditions_of_its_row() -> None:
    """As many, where all of them are signs of symbols; what only has to have a value has one in Rocq.

    What has to hold all the way from one number to another stands in parentheses there.
    """
    counted = 0
    for law in LAWS:
        if law.where and all(s[0] in ("ne", "gt", "ge") and s[1][0] == "sym" for s in law.where):
            said = TEXT.partition(f"Lemma law_{law.name.replace('-', '_')} ")[2].partition("Proof.")[0]
            while (outside := re.sub(r"\([^()]*\)", "", said)) != said:
                said = outside
            assert said.count("->") == len(law.where) + len(law.throughout), law.name
            counted += 1
    assert counted > 20


@needs_coqc
def test_the_laws_rest_on_the_axioms_of_the_real_numbers_alone(rocq: Rocq) -> None:
    names = re.findall(r"^Lemma (\w+)", TEXT, re.MULTILINE)
    text = f"From Symnorm Require Import Laws.\nDefinition all_of_them := ({', '.join(f'@{n}' for n in names)}, tt).\n"
    (rocq.folder / "assumed.v").write_text(f"{text}Print Assumptions all_of_them.\n", "utf-8")
    code, said = rocq.run("assumed.v")
    assert code == 0, said
    assert axioms(said)
    assert axioms(said) <= set(AXIOMS)


@needs_coqc
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Lemma law_root_square a : 0 <= a -> sqrt a ^ 2 = a", "Lemma law_root_square a : sqrt a ^ 2 = a"),
        ("Lemma law_fraction_cancel a b c : b <> 0 ->", "Lemma law_fraction_cancel a b c :"),
        ("is_derive (fun t => ln (f t)) t (a / f t)", "is_derive (fun t => ln (f t)) t (f t / a)"),
        ("continuous g s) -> forall a t, b < a < c -> f a = 0", "continuous g s) -> forall a t, b < a < c -> f a = 1"),
    ],
)
def test_a_law_that_is_none_is_refused(rocq: Rocq, old: str, new: str) -> None:
    assert TEXT.count(old) == 1
    (rocq.folder / "Mutant.v").write_text(TEXT.replace(old, new), "utf-8")
    code, said = rocq.run("Mutant.v")
    assert code == 1
    assert "Error" in said
