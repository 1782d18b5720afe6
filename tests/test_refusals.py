"""What the language refuses, and what it says to write instead."""

from __future__ import annotations

import contextlib
import inspect
import itertools
import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pytest
import sympy

import symnorm
from symnorm import (
    D,
    Theorem,
    at,
    both,
    by,
    cases,
    define,
    delta,
    either,
    eq,
    every,
    function,
    gt,
    implies,
    indices,
    interval,
    maximum,
    norm,
    rational,
    sequence,
    sqrt,
    symbol,
    total,
    vector,
    whole,
)
from symnorm.catalog import Catalog
from symnorm.errors import UserError
from symnorm.judge import judge
from symnorm.language import LanguageError
from symnorm.runner.script import load

C, t = symbol("C"), symbol("t")
x = vector("x", C)
i, j = indices("i j", C)
s = sympy.Symbol("s", real=True)
y = function("y", t)


def branch() -> int:
    return 1 if t < 2 else 0


REFUSED: list[tuple[Callable[[], Any], str]] = [
    # functions and powers
    (lambda: 2**t, "write exp(p * log(2)) for 2 to the power p"),
    (lambda: sequence("m")[x], "not x; for a function of a real number there is function('y', u)"),
    (lambda: t**x, "not x; write sqrt(x), or exp(p * log(x)) for x to the power p"),
    (lambda: t**0.5, "not 0.5; write sqrt(x)"),
    (lambda: t**True, "not True"),
    (lambda: t**s, "not s"),
    (lambda: norm(t), "write abs(u) for |u|"),
    (lambda: norm(x * x), "define('z', x·x), norm(z)"),
    (lambda: norm(x, 3), "there are norm(x) and norm(x, 1)"),
    (lambda: maximum(t), "maximum(a, b) is of two numbers or more"),
    (lambda: cases((1, t > 0), (0, t < 0)), "may leave something: say last, and alone, what holds otherwise"),
    (lambda: cases((1, t > 1), (0, t < 0)), "may leave something"),
    (lambda: cases((1, t >= 0), (0, t <= 0)), "two may hold at once"),
    (lambda: cases((1, t > 0), (0, symbol("u") > 0), 2), "two may hold at once"),
    (lambda: cases((1, t > 0), (0, symbol("u") > 0), (3, t < 0), 2), "two may hold at once"),
    (lambda: cases((1, t >= 1), (0, t <= 1), 2), "two may hold at once"),
    (lambda: cases((1, t > 0), (0, gt(t, 0)), 2), "two may hold at once"),
    (lambda: cases((1, t > 0), (0, eq(t, 1)), 2), "two may hold at once"),
    (lambda: cases((1, t > 0), (0, eq(t, 2)), (3, eq(t, 2)), 4), "two may hold at once"),
    (lambda: cases((1, t > symbol("u")), (0, t < 0), 2), "two may hold at once"),
    (lambda: cases((1, t >= 0), (0, gt(0, t)), 2), "leave nothing; take the last value away"),
    (lambda: cases(1), "values with their conditions, and one otherwise"),
    (lambda: cases((1, both(t > 0, t < 1)), 0), "values with their conditions, and one otherwise"),
    (lambda: cases(0, (1, t > 0)), "values with their conditions, and one otherwise"),
    (lambda: math.sqrt(t), "its functions are symnorm's sqrt, exp, log and tanh"),
    (lambda: numpy.sqrt(t), "NumPy's sqrt is of numbers; the functions of a term are symnorm's"),
    (lambda: t // 2, "write a/b for the quotient"),
    (lambda: t % 2, "write a/b for the quotient"),
    (lambda: x @ x, "write u.T @ v for the inner product"),
    (lambda: t(0), "write at(t, t, 2) for its value at t = 2"),
    # what is not exact, and what is not ours
    (lambda: t + 0.5, "0.5 is a floating-point number, and statements are exact: write rational('0.5')"),
    (lambda: 0.5 * t, "write rational('0.5')"),
    (lambda: t * 1j, "1j is a floating-point number"),
    (lambda: rational(0.1), "write the decimal as it is printed, in quotes: rational('0.1')"),
    (lambda: t + Decimal("0.5"), "write rational('0.5')"),
    (lambda: t * numpy.float64(0.5), "write rational('0.5')"),
    (lambda: numpy.float32(0.5) * t, "is of NumPy, and statements are symbolic and exact: write rational('0.5')"),
    (lambda: numpy.int64(2) * t, "write rational('2')"),
    (lambda: t / numpy.int64(2), "write rational('2')"),
    (lambda: numpy.array([1, 2]) * x, "write x = vector('x', C) for a vector"),
    (lambda: x - numpy.array([1, 2]), "write x = vector('x', C) for a vector"),
    (lambda: eq(t, numpy.bool_(True)), "a statement is written as eq(a, b)"),
    (lambda: s * x, "x has no counterpart in SymPy; take a channel of a vector, as x[i]"),
    (lambda: eq(t, sympy.Float(0.5)), "write rational('0.5')"),
    (lambda: eq(sympy.Eq(s, 1), 1), "write equations as eq(a, b)"),
    (lambda: t + "a", "'a' is a string and not a term: write symbol('a')"),
    (lambda: t + None, "None is not a term"),
    # vectors and channels
    (lambda: x[0], "a channel is named by one index, as i, = indices('i', C) and x[i]; got 0"),
    (lambda: x[i, j], "a channel is named by one index"),
    (lambda: x[i][j], "x_i is a number, not a vector: it has no channel j"),
    (lambda: list(x), "write total(x) for the sum over the channels of x"),
    (lambda: sum(x), "write total(x)"),
    (lambda: len(x), "write total(x)"),
    (lambda: t in x, "write total(x)"),
    (lambda: [*t], "t cannot be gone through"),
    (lambda: i + 1, "i is the name of a channel, and no number to calculate with"),
    (lambda: 2 * i, "no number to calculate with"),
    (lambda: i < j, "channels have no order"),
    (lambda: sqrt(i), "write x[i] for an entry of x"),
    (lambda: delta(i, t), "delta(i, j) is of two indices"),
    (lambda: indices("i i", C), "'i i': give the names of channels, each once"),
    (lambda: indices("", C), "give the names of channels"),
    # statements
    (branch, "whether t < 2 is not known while the script is read"),
    (lambda: 0 < t < 1, "Write a < b < c as two statements"),
    (lambda: eq(t, 1) and eq(t, 2), "connect statements by both(...) or either(...)"),
    (lambda: max(t, 1), "no condition of if, and, or, max or min"),
    (lambda: bool(t), "a term is neither true nor false"),
    (lambda: (t > 1) & (t < 2), "statements are connected by both(a, b)"),
    (lambda: eq(t, 1) + eq(t, 2), "t = 1 is a statement, and one calculates with terms"),
    (lambda: 2 * eq(t, 1), "one calculates with terms"),
    (lambda: eq(t, 1) < 2, "cannot be compared"),
    (lambda: sqrt(eq(t, 1)), "t = 1 is a statement, where a term belongs"),
    (lambda: either(t, t), "either(...) connects statements, as eq(a, b) or a < b, and t is none"),
    (lambda: both(eq(t, 1), True), "and True is none"),
    (lambda: implies(t, eq(t, 1)), "implies(...) connects statements"),
    (lambda: rational("1e-400"), "a number of more than 400 digits: write it by powers, as (rational(10)**100)**-5"),
    (lambda: t + 10**400, "a number of more than 400 digits"),
    (lambda: eq(t, Fraction(1, 10**400)), "a number of more than 400 digits"),
    (lambda: by.linear_equation(y, 1, 0, t), "0 is not a variable: a symbol, or a coordinate x[i]"),
    (lambda: by.linear_equation(y, t, 2 * t, 0), "is not a variable: a symbol, or a coordinate x[i]"),
    (lambda: by.linear_equation(y, 1, t, 0, slope=eq(t, 1)), "is not a premise: a premise is what given"),
    (lambda: by.Relation("use").d(0), "0 is not a variable: a symbol, or a coordinate x[i]"),
    (lambda: by.each(by.algebra(), eq(t, 1)), "is not a rule: by.each has one for each statement"),
    (lambda: by.discharge(eq(t, 1), eq(t, 1)), "is not a premise: a premise is what given"),
    (lambda: by.discharge(by.roots(t, t), by.roots(t, t)), "by.discharge has lines: what suppose returned"),
    (lambda: by.logarithms([t]), "by.logarithms has whole numbers by terms, as {a: 2, b: -1}; got"),
    (lambda: by.logarithms({t: 0.5}), "by.logarithms has whole numbers by terms"),
    (lambda: by.algebra(eq(t, 1)), "is not a premise: a premise is what given, suppose, step or claim returned"),
    (lambda: define("a", t, 3), "the LaTeX of a is a string"),
    (lambda: function("f", i), "write x[i]"),
    # names, labels and words that look like others
    (lambda: symbol("\u0430"), "it has U+0430 CYRILLIC SMALL LETTER A"),
    (lambda: symbol("\u00b5"), "it has U+00B5 MICRO SIGN"),
    (lambda: vector("x\u0301", C), "it has U+0301 COMBINING ACUTE ACCENT"),
    (lambda: function("\u03bf", t), "it has U+03BF GREEK SMALL LETTER OMICRON"),
    (lambda: define("_a", t), "'_a' is not a name: ASCII letters, digits and _, or Greek letters"),
    (lambda: indices("i \u0131", C), "it has U+0131 LATIN SMALL LETTER DOTLESS I"),
    (lambda: indices("def e", C), "a channel cannot be called def, a word of the notation: give it another name"),
    (lambda: indices("i coord", C), "a channel cannot be called coord"),
    (lambda: Theorem("\u0430/1", "T"), "it has U+0430 CYRILLIC SMALL LETTER A"),
    (lambda: Theorem("a//1", "T"), "'a//1' is not an id"),
    (lambda: Theorem("a/1", "T\u202e"), "has a character that cannot be seen; it has U+202E RIGHT-TO-LEFT OVERRIDE"),
    (lambda: Theorem("a/1", "T\u200bT"), "it has U+200B ZERO WIDTH SPACE"),
    (lambda: Theorem("a/1", "T\n1 refuted"), "it has U+000A"),
    (lambda: Theorem("a/1", "T").claim("(1)\n", eq(t, t), by.algebra()), "not of Latin and Greek letters on one line"),
    (lambda: Theorem("a/1", "T").claim("(1)  ", eq(t, t), by.algebra()), "has blanks that cannot be seen"),
    (lambda: Theorem("a/1", "T").claim("(\uff11)", eq(t, t), by.algebra()), "it has U+FF11 FULLWIDTH DIGIT ONE"),
    (lambda: Theorem("a/1", "T").claim("", eq(t, t), by.algebra()), "'' is not a label"),
    (lambda: Theorem("a/1", "T").claim("(1)", eq(t, t), by.algebra(), also=["(2)\u2066"]), "it has U+2066"),
    (lambda: Theorem("a/1", "T").claim("(1)", eq(t, t), by.algebra(), note="a\u3164"), "it has U+3164"),
    (lambda: Theorem("a/1", "T").counterexample("\t(1)", eq(t, 0), at={t: 1}, note=""), "it has U+0009"),
    # theorems
    (lambda: Theorem("a/1", 3), "3 is not a string, as a title and a note are"),
    (lambda: Theorem("a b", "T"), "'a b' is not an id: ASCII letters, digits and _, as in paper/1"),
    (lambda: Theorem("a/1", "T", where=t > 0), "write where=[t > 0]"),
    (lambda: Theorem("a/1", "T", where=[t]), "t is not a statement; write eq(a, b) or a < b"),
    (lambda: Theorem("a/1", "T", along=t), "along= a list of variables"),
    (lambda: Theorem("a/1", "T", along=[3]), "3 in along= is not a symbol"),
    (lambda: Theorem("a/1", "T", along=[interval(t, whole("n"))]), "is another one for every n"),
    (lambda: Theorem("a/1", "T", along=[interval(t, every(x))]), "is another one for every channel *1"),
    (lambda: Theorem("a/1", "T", along=[every(x)]), "is another one for every channel *1"),
    (
        lambda: Theorem("a/1", "T", along=[C]).claim("(1)", eq(x[i], x[i]), by.algebra()),
        "(1): along=[C] lets C vary, the number of channels in x_i, which is a whole number and fixed",
    ),
    (lambda: Theorem("a/1", "T", along=[C, x]), "along: along=[C] lets C vary, the number of channels in x, which"),
    (lambda: Theorem("a/1", "T", along=[interval(C, 2)], where=[total(x) > 0]), "along=[C] lets C vary"),
    (lambda: Theorem("a/1", "T", where=[every(x) > D(C**2, C)]), "d/dC(C²) lets C vary, the number of channels in x"),
    (lambda: Theorem("a/1", "T", where=[at(t / C, C, 2) > delta(i, j)]), "lets C vary, the number of channels in δ"),
    (lambda: Theorem("a/1", "T", where=[x[i] > 1, D(C, C) > 0]), "dC/dC lets C vary"),
    (lambda: Theorem("a/1", "T").claim("(1)", eq(x, 1), by.algebra()), "(1): the vector x stands where a number"),
    (lambda: Theorem("a/1", "T", where=[2 * x > 0]), "the vector 2·x stands where a number belongs: take a channel"),
    (
        lambda: Theorem("a/1", "T").claim("(1)", eq(t, t), by.algebra(), printed=eq(t, x)),
        "or all, as every(x)",
    ),
    (lambda: Theorem("a/1", "T").chain("(1)", t), "(1): a chain has at least two members"),
    (lambda: Theorem("a/1", "T", model=[3]), "model= gives names a meaning"),
]


@pytest.mark.parametrize(("attempt", "message"), REFUSED, ids=[m[:40] for _, m in REFUSED])
def test_what_is_refused_says_what_to_write(attempt: Callable[[], Any], message: str) -> None:
    with pytest.raises(LanguageError) as error:
        attempt()
    assert message in str(error.value)


def test_a_line_is_no_term() -> None:
    theorem = Theorem("a/1", "T", where=[t > 0])
    line = theorem.claim("(1)", eq(t, t), by.algebra())
    with pytest.raises(LanguageError, match="a line is a premise of a rule"):
        sqrt(line)


def test_a_line_takes_no_argument_of_another_kind() -> None:
    """The source belongs to what is given; a wrong name is told with the method that was called."""
    theorem: Any = Theorem("a/1", "T", where=[t > 0])
    with pytest.raises(TypeError, match=r"Theorem\.claim\(\) got an unexpected keyword argument 'source'"):
        theorem.claim("(1)", eq(t, t), by.algebra(), source="eln/1")
    with pytest.raises(TypeError, match=r"Theorem\.step\(\) got an unexpected keyword argument 'printd'"):
        theorem.step("(1)", eq(t, t), by.algebra(), printd=eq(t, 2))
    assert [e.role for e in theorem.entries] == ["where"]


def test_a_chain_of_one_link_is_a_claim_where_it_is_said_to_be() -> None:
    theorem = Theorem("a/1", "T")
    assert theorem.chain("(1)", t, t + 0, claim=True).role == "claim"
    assert theorem.chain("(2)", t, t + 0).role == "step"


def test_what_a_notebook_shows() -> None:
    theorem = Theorem("a/1", "A title", where=[t > 0])
    line = theorem.claim("(1)", eq(t**2, t * t), by.algebra())
    assert repr(line) == "(1): t² = t·t"
    assert line._repr_latex_() == line.statement._repr_latex_() == "$t^2 = t t$"
    assert repr(theorem) == "Theorem('a/1', 'A title')"


def test_exact_numbers_of_python_and_sympy_are_terms() -> None:
    assert repr(t + Fraction(1, 2) * 3) == "t + 3/2"
    assert repr(t + sympy.Rational(1, 2)) == "t + 1/2"
    assert repr(t * s) == "t·s"
    assert repr(eq(t, s * t)) == "t = s·t"
    assert t == symbol("t")
    assert t != s


def test_what_is_no_number_of_channels_may_vary() -> None:
    """C is one only where a vector, an index or a sum over its channels stands in the theorem."""
    theorem = Theorem("a/1", "T", along=[C])
    theorem.claim("(1)", eq(D(C**2, C), 2 * C), by.algebra())
    with pytest.raises(LanguageError, match="lets C vary"):
        theorem.claim("(2)", eq(x[i], x[i]), by.algebra())
    theorem.claim("(2)", eq(C, C), by.algebra())
    assert [e.label for e in theorem.entries] == ["(1)", "(2)"]


AT = """from symnorm import Theorem, by, eq, symbol, vector

t, C = symbol("t"), symbol("C")
x = vector("x", C)
theorem = Theorem("a/1", "T", where=[t > 0])
theorem.claim("(1)", eq(t, t), by.algebra())
{}
"""


def test_a_number_of_channels_that_varies_is_refused_each_time() -> None:
    """Also in a term that was looked at before: in the line that was refused, or in another theorem."""
    theorem, other, varied = Theorem("a/1", "T"), Theorem("a/2", "T"), eq(D(C**2, C), 2 * C)
    other.claim("(1)", varied, by.algebra())
    for _ in range(2):
        with pytest.raises(LanguageError, match="lets C vary"):
            theorem.claim("(1)", both(varied, total(x) > 0), by.algebra())
    theorem.claim("(1)", eq(total(x), total(x)), by.algebra())
    with pytest.raises(LanguageError, match="lets C vary"):
        theorem.claim("(2)", varied, by.algebra())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('theorem.step("(2)", eq(t, t), by.algebra(), printed=eq(t, 2 * t), at={t: 0.5})', "0.5 is a floating-point"),
        ('theorem.counterexample("(2)", eq(t, 2 * t), at={t: 0.5}, note="n")', "0.5 is a floating-point number"),
        ('theorem.suppose("s", eq(t, 1), at={t: 0.5})', "0.5 is a floating-point number"),
        ('theorem.counterexample("(2)", eq(t, 2), at={x: [1, 2], C: 3}, note="n")', "x has 2 entries, but C = 3"),
        ('theorem.counterexample("(2)", eq(t, 2), at=3, note="n")', "a point gives names a value"),
        ('other = Theorem("a/2", "T", model={t: 0.5})', "0.5 is a floating-point number"),
    ],
)
def test_a_point_is_refused_where_it_stands(line: str, message: str, tmp_path: Path) -> None:
    script = tmp_path / "a.py"
    script.write_text(AT.format(line))
    (found,) = Catalog(tmp_path).resolve([str(script)])
    with pytest.raises(UserError) as error:
        load(found)
    place, _, said = str(error.value).partition(": ")
    assert place.endswith("a.py:7")
    assert said.startswith(message)


def test_a_number_of_as_many_digits_as_may_be_is_judged() -> None:
    theorem = Theorem("digits/1", "Digits", where=[t > rational("1e-399")])
    theorem.claim("(1)", t > -(10**400 - 1), by.sign(t - rational("1e-399")))
    assert judge(theorem).verdict in ("proved", "unknown")
    with pytest.raises(LanguageError, match="a number of more than 400 digits"):
        theorem.counterexample("(2)", t > 1, at={t: Fraction(1, 10**400)}, note="")


# --- what is of another kind ----------------------------------------------------------------------------------

APART = ("lambdify", "printed_tables")
"""They are of files and of what was verified, and write no mathematics."""
WRITTEN = [name for name in symnorm.__all__ if callable(getattr(symnorm, name)) and name not in APART]
THINGS = (eq(t, t), 3, "x", x, t, indices("i", C), None, [t, x], {t: 1}, 0.5, Theorem, b"x", math.nan, function("f", t))


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_of_another_kind_is_refused_in_words(name: str) -> None:
    """And not by an error of Python's: that would be a traceback for a slip."""
    write = getattr(symnorm, name)
    taken = inspect.signature(write)
    for number in (1, 2, 3):
        for things in itertools.product(THINGS[:9] if number == 3 else THINGS, repeat=number):
            with contextlib.suppress(TypeError):
                taken.bind(*things)
                with contextlib.suppress(LanguageError):
                    _written(write, things)


def _written(write: Callable[..., Any], things: tuple[Any, ...]) -> None:
    try:
        write(*things)
    except TypeError as error:
        raise AssertionError(f"{things}: {error}") from error
