"""Texts of a script have a length at most: what is longer is refused before anything reads it letter by letter."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symnorm import Theorem, by, define, eq, symbol
from symnorm.language import LanguageError

a = symbol("a")


def line(**more: str) -> None:
    Theorem("sizes/1", "Sizes").claim("(1)", eq(a + a, 2 * a), by.algebra(), **more)


def erratum(**more: str) -> None:
    Theorem("sizes/1", "Sizes").counterexample("(1)", eq(a, 1), at={a: 2}, **{"note": "no", **more})


@pytest.mark.parametrize(
    "write",
    [
        lambda text: line(note=text),
        lambda text: erratum(note=text),
        lambda text: erratum(reading=text),
        lambda text: Theorem("sizes/1", text),
        lambda text: Theorem("sizes/1", "Sizes", paper=text),
        lambda text: Theorem("sizes/1", "Sizes").given("(1)", eq(a, 1), text),
    ],
)
def test_words_have_a_length_at_most(write: Callable[[str], object]) -> None:
    write("y" * 10_000)
    with pytest.raises(LanguageError, match="has 10001 letters, and a title or a note 10000 at most"):
        write("y" * 10_001)
    with pytest.raises(LanguageError, match="cannot be seen"):
        write("y" * 9_999 + "\u200b")


@pytest.mark.parametrize("make", [lambda latex: symbol("z", latex), lambda latex: define("z", a, latex)])
def test_the_latex_of_a_name_has_a_length_at_most(make: Callable[[str], object]) -> None:
    make(r"\mathrm{" + "x" * 491 + "}")
    with pytest.raises(LanguageError, match="has 501 letters, and a name 500 at most"):
        make(r"\mathrm{" + "x" * 492 + "}")
