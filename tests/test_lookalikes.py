"""Two things that read the same: refused in one line, told in lines that are apart."""

from __future__ import annotations

import pytest

from symnorm import Theorem, at, by, define, eq, every, function, indices, mean, symbol, total, vector
from symnorm.judge import judge
from symnorm.language import LanguageError, Statement, Term
from symnorm.language.lookalikes import told_apart

C, t, u = symbol("C"), symbol("t"), symbol("u")
x = vector("x", C)
i, j = indices("i j", C)
mu = define("mu", mean(x), r"\mu")


def theorem(*claims: Statement, where: tuple[Statement, ...] = ()) -> Theorem:
    made = Theorem("look/1", "Looks", where=[C > 1, *where])
    for n, claim in enumerate(claims, start=1):
        made.claim(f"({n})", claim, by.algebra())
    return made


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (symbol("m", r"\mu"), mu, "the symbol 'm' and the definition 'mu' (μ := 1/C · ∑ₖ x_k) are both printed as μ"),
        (symbol("m", r"\mu "), mu, "are both printed as μ"),
        (symbol("v", "x_i"), x[i], "the symbol 'v' and the vector 'x' are both printed as x_i"),
        (vector("z", C, "x")[i], x[i], "the vector 'z' and the vector 'x' are both printed as x_i"),
        (define("w", x - mu, "x")[i], x[i], "the definition 'w' (x_i := x_i - μ) and the vector 'x'"),
        (function("f", t, latex="g"), function("h", t, latex="g"), "the function 'f' and the function 'h'"),
        (symbol("a", "b"), symbol("b"), "the symbol 'a' and the symbol 'b' are both printed as b"),
        (symbol("a", r"\mathbf{b}"), symbol("b"), "are both printed as b"),
    ],
)
def test_one_line_cannot_be_read(one: Term, other: Term, said: str) -> None:
    for made in (theorem(eq(one, other)), theorem(eq(one + t, other * t)), theorem(where=(one < other,))):
        with pytest.raises(LanguageError) as error:
            told_apart(made)
        assert said in str(error.value)
        assert "give one of them another LaTeX" in str(error.value)


def test_a_printed_line_and_an_erratum_are_read_as_well() -> None:
    a, b = symbol("a", "b"), symbol("b")
    made = theorem()
    made.claim("(1)", eq(b, b), by.algebra(), printed=eq(a, b), note="a note")
    with pytest.raises(LanguageError, match=r"look/1, \(1\): the symbol 'a' and the symbol 'b'"):
        told_apart(made)
    made = theorem(eq(b, b))
    made.counterexample("(2)", eq(a, 2 * b), at={a: 1, b: 1}, note="a note")
    with pytest.raises(LanguageError, match=r"look/1, \(2\)"):
        told_apart(made)


@pytest.mark.parametrize(
    "statement",
    [
        eq(total(x), C * mu),
        eq(x[i] - mu, x[i] + x[j] - x[j] - mu),
        eq(symbol("v", "x"), x[i]),
        every(x) > mu,
        eq(at(symbol("v", "x_i") ** 2, symbol("v", "x_i"), x[i]), x[i] ** 2),
        eq(function("f", t, latex="g"), function("f", u, latex="g")),
    ],
)
def test_what_reads_well(statement: Statement) -> None:
    assert told_apart(theorem(statement)) == []


def test_in_lines_that_are_apart_it_is_told() -> None:
    a, b = symbol("a", "b"), symbol("b")
    expected = "the symbol 'b' and the symbol 'a' are both printed as b, in different lines"
    report = judge(theorem(eq(b, b + 0), eq(a + 0, a)))
    assert (report["verdict"], report["notes"]) == ("proved", [expected])


def test_a_model_that_leaves_nothing_to_choose_is_told() -> None:
    made = Theorem("look/2", "One point", where=[t > 0], model={t: 2})
    made.claim("(1)", eq(t + 0, t), by.algebra())
    [note] = judge(made)["notes"]
    assert note.startswith("evaluated at one point only, t = 2: model= leaves nothing to choose")
    made = Theorem("look/3", "Several points", where=[t > 0, u > t], model={u: t + 1})
    made.claim("(1)", eq(t + u, u + t), by.algebra())
    assert judge(made)["notes"] == []
    made = Theorem("look/4", "Nothing to choose, and nothing said", where=[C > 1])
    made.claim("(1)", eq(C + 0, C), by.algebra())
    assert judge(made)["notes"] == []
