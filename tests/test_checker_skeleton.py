"""Names that look alike: the checker's program prints no two of them, and neither does a script."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_checker_kit import ONE, ZERO, Form, app, delta, eq, sym, total

from symnorm import Theorem, by, indices, symbol, vector
from symnorm import eq as equal
from symnorm import total as summed
from symnorm.checker import Malformed
from symnorm.checker import __main__ as program
from symnorm.checker.forms import GREEK, check_statement, digest
from symnorm.checker.skeleton import skeleton
from symnorm.checker.titles import shown
from symnorm.checker.written import Writer
from symnorm.judge import judge
from symnorm.language import LanguageError

ALIKE = [
    ("xl", "x1"), ("xl", "xI"), ("l", "I"), ("xO", "x0"), ("norm", "norrn"), ("w", "vv"),
    ("v", "ν"), ("a", "α"), ("p", "ρ"), ("x", "χ"), ("o", "σ"), ("y", "γ"), ("k", "κ"), ("i", "ι"),
    ("n", "η"), ("w", "ω"), ("t", "τ"), ("m", "rη"), ("w", "νv"), ("x_1", "x__1"), ("x_l", "x_1"),
]  # fmt: skip
APART = [
    ("c", "C"), ("x", "X"), ("v", "nu"), ("a", "alpha"), ("x1", "x2"), ("beta_i", "beta_j"), ("beta_1", "beta_11"),
    ("l", "i"), ("i", "j"), ("o", "O"), ("d", "d_"), ("u", "v"), ("n", "m"), ("cl", "d"), ("μ", "u"), ("sigma", "σ"),
]  # fmt: skip


def coord(name: str) -> Form:
    return ("coord", name, "e")


def function(name: str) -> Form:
    return app(name, sym("b"))


def definition(name: str) -> Form:
    return ("def", name, None, sym("b"))


def dimension(name: str) -> Form:
    return total(("coord", "z", "q"), "q", dimension=sym(name))


KINDS = {
    "a symbol": sym, "a vector": coord, "a function": function, "a definition": definition, "a dimension": dimension,
    "a channel": lambda name: ("coord", "z", name), "a channel of delta": lambda name: delta(name, "e"),
    "a channel that is left out": lambda name: total(("coord", "z", "q"), "q", name, dimension=sym("N")),
}  # fmt: skip


@pytest.mark.parametrize("other", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_no_two_names_of_a_theorem_look_alike(kind, other) -> None:
    """Whatever they are names of, and wherever they stand: in one statement, or in two."""
    for one, two in ALIKE:
        left, right = eq(kind(one), ZERO), eq(other(two), ZERO)
        for statement in (left, right):
            check_statement(statement)
        for statements in ([left, right], [right, left], [("and", left, right)]):
            with pytest.raises(Malformed, match=f"the names ({one} and {two}|{two} and {one}) look alike"):
                Writer(statements)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_names_that_differ(kind) -> None:
    for one, two in APART:
        Writer([eq(kind(one), kind(two))])


def test_a_name_in_the_body_of_a_definition() -> None:
    with pytest.raises(Malformed, match="the names x1 and xl look alike"):
        Writer([eq(sym("x1"), ("def", "s", None, sym("xl")))])


def test_greek_letters_that_are_not_latin_ones() -> None:
    """Of the Greek letters that a name may have, these are told from every Latin letter."""
    apart = [g for g in GREEK if not any(skeleton(g) == skeleton(chr(c)) for c in range(ord("A"), ord("z") + 1))]
    assert "".join(apart) == "βδεζθλμξπφψΓΔΘΛΞΠΣΦΨΩ"


@pytest.mark.parametrize(
    ("name", "number"), [("l", "1"), ("I", "1"), ("O", "0"), ("lO", "10"), ("Il", "11"), ("l", "-1")]
)
def test_a_name_that_looks_like_a_number(name: str, number: str) -> None:
    """b = l is not b = 1. Where that number does not stand, or the name has brackets, nobody is misled."""
    value = ("num", number)
    shown_as = number.lstrip("-")
    for form, what in ((sym(name), "a symbol"), (definition(name), "the definition b")):
        for statements in ([eq(form, value)], [eq(value, ONE), eq(sym("b"), form)]):
            with pytest.raises(Malformed, match=f"{what} cannot be called {name}: it would be taken for {shown_as}"):
                Writer(statements)
        Writer([eq(form, ("num", "7"))])
    for form in (coord(name), function(name), ("coord", "x", name)):
        Writer([eq(form, value)])


@pytest.mark.parametrize(
    ("name", "usual"), [("Iog", "log"), ("surn", "sum"), ("rnax", "max"), ("de1ta", "delta"), ("In", "ln")]
)
def test_a_name_that_looks_like_a_usual_function(name: str, usual: str) -> None:
    with pytest.raises(Malformed, match=f"cannot be called {name}: it would be taken for the usual {usual}"):
        Writer([eq(function(name), ZERO)])


def test_a_bound_channel_is_written_apart_from_what_looks_like_it() -> None:
    form = eq(total(("mul", ("coord", "x", "l"), sym("I")), "l"), sym("b"))
    assert Writer([form])(form) == "sum(x[l']*I, l' = 1..C) = b"
    form = eq(total(total(("mul", ("coord", "x", "l"), ("coord", "x", "I")), "l"), "I"), sym("b"))
    assert Writer([form])(form) == "sum(sum(x[l']*x[I], l' = 1..C), I = 1..C) = b"


def document(identifier: str, *labels: str) -> dict:
    """A theorem with a claim b = b under each label."""
    chain = digest(())
    entries = []
    for label in labels:
        chain = digest(chain, "claim", eq(sym("b"), sym("b")))
        proof = [chain, [], ["identity", ["ident", [], None]]]
        entries.append({"label": label, "role": "claim", "statement": eq(sym("b"), sym("b")), "certificate": proof})
    return {"id": identifier, "along": [], "entries": entries}


def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], *documents: dict) -> tuple[int, str]:
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps({"theorems": documents}))
    status = program.main([str(path)])
    out, err = capsys.readouterr()
    return status, (err or out).removeprefix(f"{path}: ").strip()


@pytest.mark.parametrize(
    ("one", "two"),
    [("(1)", "(l)"), ("(I)", "(1)"), ("3.1", "3,1"), ("norm", "norrn"), ("α", "a"), ("é", "e"),
     ("1×1", "1x1"), ("Ð", "Đ"), ("ı", "i"), ("1–2", "1-2"), ("Ĳ", "IJ"), ("ĸ", "κ")],
)  # fmt: skip
def test_labels_that_look_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str], one: str, two: str) -> None:
    assert run(tmp_path, capsys, document("a/1", one, "(2)"))[0] == 0
    assert run(tmp_path, capsys, document("a/1", one, two)) == (2, f"a/1: two lines have the label {one!r} and {two!r}")
    theorem = Theorem("a/1", "T")
    theorem.claim(one, equal(symbol("b"), symbol("b")), by.algebra())
    with pytest.raises(LanguageError, match="or one that looks so"):
        theorem.claim(two, equal(symbol("b"), symbol("b")), by.algebra())


def test_labels_that_differ() -> None:
    labels = ("(1)", "(2)", "(i)", "(j)", "(A.1)", "(a.1)", "A.3-1", "A.3-11", "Lemma 1", "Lemma 2", "(O)", "(o)", "§1")
    assert len({shown(label) for label in labels}) == len(labels)


def test_ids_that_look_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, capsys, document("a/1", "(1)"), document("a/l", "(1)")) == (
        2, "the ids a/1 and a/l look alike: give one theorem another",
    )  # fmt: skip
    assert run(tmp_path, capsys, document("a/1", "(1)"), document("a/2", "(1)"))[0] == 0


def test_a_script_is_told_as_well() -> None:
    """What is proved can always be printed by the checker's program."""
    size = symbol("C")
    for one, two in (("xl", "x1"), ("l", "I")):
        theorem = Theorem("a/1", "T")
        theorem.claim("(1)", equal(symbol(one) + symbol(two), symbol(two) + symbol(one)), by.algebra())
        with pytest.raises(LanguageError, match=f"a/1: the names {one} and {two} look alike; give it another name"):
            judge(theorem)
    theorem = Theorem("a/1", "T")
    (i,) = indices("l", size)
    theorem.claim("(1)", equal(summed(vector("x", size)) + symbol("b"), symbol("b") + summed(vector("x", size))),
                  by.algebra())  # fmt: skip
    theorem.claim("(2)", equal(vector("x", size)[i] * 1, vector("x", size)[i]), by.algebra())
    assert judge(theorem).verdict == "proved"
