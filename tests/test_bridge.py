"""To SymPy and back: values survive, and what is inexact or unreal is refused by name."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from fractions import Fraction
from typing import Any

import mpmath
import pytest
import sympy

from symnorm.language import (
    D,
    Index,
    LanguageError,
    Statement,
    Term,
    at,
    define,
    delta,
    either,
    eq,
    every,
    exp,
    function,
    iff,
    implies,
    indices,
    integral,
    log,
    mean,
    ne,
    others,
    rational,
    sqrt,
    symbol,
    tanh,
    term,
    total,
    vector,
)
from symnorm.language.bridge import from_sympy, to_sympy

C, a, b, c = (symbol(n) for n in ("C", "a", "b", "c"))
x = vector("x", C)
i, j = indices("i j", C)
mu = define("mu", mean(x))
sigma2 = define("sigma2", mean((x - mu) ** 2))
A, B = sympy.symbols("a b", real=True)
X1, X2, X3 = sympy.symbols("x_1 x_2 x_3", real=True)
f = sympy.Function("f", real=True)

SCALAR = [
    a - b, -(a - b), a - (b - c), a / (b * c), a / b / c, a / (b / c), (a + b) ** 2, a**-3, -(a**2), -2 * a,
    rational("0.049") * a, a / a, (a**2 - b**2) / (a - b), sqrt(a**2), sqrt(a) ** 3, 1 / sqrt(a),
    exp(a + b) * exp(-a), log(a * b) - log(a), tanh(a / 2), 1 - tanh(a) ** 2, term(-3) ** 2,
    a + term(-3), a - term(-3), a * -b, define("q", a + b) * c, sqrt(a) * sqrt(b) / (sqrt(a) + sqrt(b)),
    1 / (1 / a), (a * b) ** -1 * c, a**0, exp(1),
]  # fmt: skip


def value(t: Term, point: dict[str, Fraction]) -> Any:
    """The value of a scalar term at 60 digits, by the definition of its operations."""

    def one(u: Term) -> Any:
        return value(u, point)

    match t.op:
        case "num":
            return mpmath.mpf(t.args[0].numerator) / t.args[0].denominator
        case "sym":
            return mpmath.mpf(point[t.args[0]].numerator) / point[t.args[0]].denominator
        case "def":
            return one(t.args[2])
        case "add":
            return mpmath.fsum(map(one, t.args))
        case "mul":
            return mpmath.fprod(map(one, t.args))
        case "neg":
            return -one(t.args[0])
        case "div":
            return one(t.args[0]) / one(t.args[1])
        case "pow":
            return one(t.args[0]) ** t.args[1]
        case "fn":
            return getattr(mpmath, t.args[0])(one(t.args[1]))
    raise AssertionError(t.op)


@pytest.mark.parametrize("t", SCALAR, ids=str)
def test_the_value_survives_both_ways(t: Term) -> None:
    choose = random.Random(7)
    there = to_sympy(t)
    back = from_sympy(there)
    for _ in range(5):
        point = {n: Fraction(choose.randint(1, 40), choose.randint(1, 9)) for n in "abc"}
        point["a"] += 41  # so that a - b is not zero
        exact = {
            sympy.Symbol(n, real=True): sympy.Rational(v.numerator, v.denominator) for n, v in point.items()
        }
        with mpmath.workdps(60):
            wanted = value(t, point)
            assert mpmath.almosteq(value(back, point), wanted, 1e-50)
            assert mpmath.almosteq(mpmath.mpf(str(sympy.N(there.subs(exact), 55))), wanted, 1e-50)


def test_nothing_is_evaluated_that_sympy_can_leave() -> None:
    assert to_sympy(a / a) != 1
    assert to_sympy(sqrt(a**2)) != sympy.Abs(A)
    assert to_sympy(eq(a, a)) is not sympy.true
    assert to_sympy(log(exp(a))) != A


COORDINATES = [
    (mean(x), (X1 + X2 + X3) / 3),
    (total(x**2), X1**2 + X2**2 + X3**2),
    (others(x, i), X1 + X3),
    (others(x, j), X1 + X2),
    (x[i] * C + total(x), 3 * X2 + X1 + X2 + X3),
    (delta(i, j) + delta(i, i), sympy.Integer(1)),
    (total(x * x[i]), (X1 + X2 + X3) * X2),
    (mu - x[i], (X1 + X2 + X3) / 3 - X2),
    (sigma2 * 3, sum((v - (X1 + X2 + X3) / 3) ** 2 for v in (X1, X2, X3))),
    (D(mean(x), x[i]), sympy.Rational(1, 3)),
    (D(sigma2, x[j]), 2 * (X3 - (X1 + X2 + X3) / 3) / 3),
    (at(mean(x), x[i], 5), (X1 + 5 + X3) / 3),
    (total(Term("delta", ("k", "i")) * total(x), over=Index("k", C)), X1 + X2 + X3),
]


@pytest.mark.parametrize(("t", "wanted"), COORDINATES, ids=lambda v: str(v)[:40])
def test_sums_at_a_dimension(t: Term, wanted: Any) -> None:
    made = to_sympy(t, dimension=3, channels={i: 2, j: 3}).doit()
    assert sympy.expand(made - wanted) == 0


def test_sums_of_one_and_of_no_channel() -> None:
    assert to_sympy(total(x), dimension=1) == X1
    assert to_sympy(others(x, i), dimension=1, channels={i: 1}) == 0


def test_derivatives_integrals_and_unknown_functions() -> None:
    y = function("f", a)
    assert to_sympy(D(y, a)) == sympy.Derivative(f(A), A)
    assert to_sympy(integral(a, a)) == sympy.Integral(A, A)
    assert to_sympy(at(y, a, b)) == sympy.Subs(f(A), A, B)
    second = to_sympy(Term("app", ("f", (2,), (a * b,)), "f"))
    assert second.subs(f, sympy.Lambda(A, A**3)).doit() == 6 * A * B


STATEMENTS = [
    (eq(a, b), sympy.Eq(A, B)),
    (ne(a, b), sympy.Ne(A, B)),
    (a < b, sympy.Lt(A, B)),
    (a <= b, sympy.Le(A, B)),
    (a > b, sympy.Gt(A, B)),
    (a >= b, sympy.Ge(A, B)),
    (either(eq(a, b), a < 1), sympy.Or(sympy.Eq(A, B), A < 1)),
    (implies(a < b, ne(a, 1)), sympy.Implies(A < B, sympy.Ne(A, 1))),
    (iff(a < b, eq(a, 1)), sympy.Equivalent(A < B, sympy.Eq(A, 1))),
]


@pytest.mark.parametrize(("s", "wanted"), STATEMENTS, ids=str)
def test_statements(s: Statement, wanted: Any) -> None:
    assert to_sympy(s) == wanted


def test_every_channel_is_a_conjunction() -> None:
    assert to_sympy(every(x) > 0, dimension=3) == sympy.And(X1 > 0, X2 > 0, X3 > 0)


REFUSED_THERE: list[tuple[Any, dict[str, Any], str]] = [
    (mean(x), {}, "give dimension=3"),
    (x[i], {}, "x_i .*give dimension=3"),
    (delta(i, j), {}, "give dimension=3"),
    (x[i] + 1, {"dimension": 3}, r"x_i has a free index.*channels=\{i: 1\}"),
    (x - mu, {"dimension": 3}, r"take a channel of a vector, as x\[i\]"),
    (x[i], {"dimension": 3, "channels": {i: 4}}, "i = 4 is no channel"),
    (mean(x), {"dimension": 0}, "dimension=0 is not a number of channels"),
    (mean(x), {"dimension": 2.0}, "not a number of channels"),
    (mean(x) + total(vector("z", a)), {"dimension": 3}, "different dimensions"),
    (total(x) + symbol("x_2"), {"dimension": 3}, "symbol x_2 has the name of a channel of x"),
]


@pytest.mark.parametrize(("t", "how", "message"), REFUSED_THERE, ids=str)
def test_what_has_no_sympy_form_is_refused(t: Term, how: dict[str, Any], message: str) -> None:
    with pytest.raises(LanguageError, match=message):
        to_sympy(t, **how)


FROM = [
    (A - B, a - b),
    (A / B, a / b),
    (-2 * A / B**2, -(2 * a / b**2)),
    (sympy.Rational(-2, 3) * A, -(rational("2/3") * a)),
    (1 / sympy.sqrt(A), 1 / sqrt(a)),
    (sympy.sqrt(A) ** 3, sqrt(a) ** 3),
    (A**-2, 1 / a**2),
    (sympy.exp(A), exp(a)),
    (sympy.E, exp(1)),
    (sympy.log(A), log(a)),
    (sympy.tanh(A * B), tanh(a * b)),
    (f(A, B), function("f", a, b)),
    (sympy.Derivative(f(A), A, A), D(D(function("f", a), a), a)),
    (sympy.Derivative(A**2, A), D(a**2, a)),
    (sympy.Symbol("a"), a),
    (sympy.Symbol("a", complex=True), a),
    (sympy.Add(A, -1, evaluate=False), a - 1),
]


@pytest.mark.parametrize(("e", "wanted"), FROM, ids=str)
def test_from_sympy(e: Any, wanted: Term) -> None:
    assert from_sympy(e) == wanted


def test_arithmetic_reads_sympy() -> None:
    assert a + B == a + b


P = sympy.Symbol("a", positive=True)
ASSUMED: list[tuple[Any, list[Statement], Term]] = [
    (sympy.sqrt(P**2), [a > 0], a),
    (sympy.log(sympy.exp(P)), [term(0) < a], a),
    (sympy.Symbol("a", negative=True), [a < 0], a),
    (sympy.Symbol("a", nonnegative=True), [term(0) <= a], a),
    (sympy.Symbol("a", nonpositive=True), [a <= 0], a),
    (sympy.Symbol("a", nonzero=True), [ne(a, 0)], a),
    (P * sympy.Symbol("b", negative=True), [b < 0, a > 0], a * b),
    (sympy.Function("f", positive=True)(A), [function("f", a) > 0], function("f", a)),
]


@pytest.mark.parametrize(("e", "told", "wanted"), ASSUMED, ids=str)
def test_what_sympy_assumes_is_told(e: Any, told: list[Statement], wanted: Term) -> None:
    assert from_sympy(e, assuming=told) == wanted
    with pytest.raises(LanguageError, match=r"SymPy assumes .* may have used it: write from_sympy"):
        from_sympy(e, assuming=told[1:])


@pytest.mark.parametrize("told", [a >= 0, ne(a, 0), a < 0, b > 0, a > 1, -a > 0, eq(a, 1)], ids=str)
def test_something_else_is_no_substitute(told: Statement) -> None:
    with pytest.raises(LanguageError, match=r"SymPy assumes a > 0, .*assuming=\[a > 0\]\), and where=\[a > 0\]"):
        from_sympy(P + 1, assuming=[told])


def test_arithmetic_hides_no_assumption() -> None:
    with pytest.raises(LanguageError, match="SymPy assumes a > 0"):
        b + P


@pytest.mark.parametrize("assumption", [
    "zero", "integer", "even", "odd", "prime", "rational", "irrational", "algebraic", "extended_positive",
])  # fmt: skip
def test_what_no_hypothesis_says_is_refused(assumption: str) -> None:
    with pytest.raises(LanguageError, match=f"SymPy assumes of a whether it is {assumption}, which is no hypothesis"):
        from_sympy(sympy.Symbol("a", **{assumption: True}) + 1, assuming=[a > 0, a >= 0, ne(a, 0), eq(a, 0)])


@pytest.mark.parametrize("assumption", ["zero", "positive", "integer"])
def test_nor_what_sympy_excludes(assumption: str) -> None:
    with pytest.raises(LanguageError, match=f"whether it is {assumption}"):
        from_sympy(sympy.Symbol("a", **{assumption: False}) + 1)


@pytest.mark.parametrize("other", [{}, {"real": True}, {"negative": True}, {"nonnegative": True}], ids=str)
def test_one_name_has_one_set_of_assumptions(other: dict[str, bool]) -> None:
    with pytest.raises(LanguageError, match="two different SymPy symbols are called a"):
        from_sympy(P * sympy.Symbol("a", **other), assuming=[a > 0, a >= 0, a < 0])


@pytest.mark.parametrize("other", [{}, {"negative": True}, {"real": True}], ids=str)
def test_one_name_is_that_of_one_function(other: dict[str, bool]) -> None:
    one, two = sympy.Function("f", positive=True)(A), sympy.Function("f", **other)(A)
    with pytest.raises(LanguageError, match=r"two different functions of SymPy are called f; make both from one"):
        from_sympy(sympy.Abs(one) - two, assuming=[function("f", a) > 0, function("f", a) < 0])


@pytest.mark.parametrize("assumption", [{"imaginary": True}, {"infinite": True}, {"commutative": False}], ids=str)
def test_no_function_has_other_values_than_numbers(assumption: dict[str, bool]) -> None:
    with pytest.raises(LanguageError, match=r"f\(a\) has no place in a statement"):
        from_sympy(sympy.Function("f", **assumption)(A) + 1)


n = sympy.Symbol("n", integer=True)
REFUSED_HERE: list[tuple[Any, str]] = [
    (sympy.Float("0.1") * A, r"0\.1.*statements are exact, write rational\('0\.1'\)"),
    (A + sympy.I, "I has no place.*numbers are real"),
    (sympy.sqrt(-1 - A**2, evaluate=False) * sympy.I, "numbers are real"),
    (sympy.Symbol("z", imaginary=True), "z has no place.*numbers are real"),
    (sympy.oo, "oo has no place.*not a real number"),
    (-sympy.oo, "not a real number"),
    (sympy.nan, "nan has no place"),
    (sympy.zoo, "zoo has no place"),
    (sympy.pi * A, r"pi has no place.*symbol\('pi'\)"),
    (sympy.sin(A), r"sin\(a\) has no place.*sqrt, exp, log and tanh"),
    (A**B, r"a\*\*b has the exponent b.*exp\(p \* log\(x\)\)"),
    (A ** sympy.Rational(1, 3), "exponent 1/3"),
    (sympy.Dummy("q"), "q has no place.*no name of its own"),
    (sympy.Symbol("a b"), "'a b' is not a name"),
    (sympy.Symbol("__import__('os')"), "is not a name"),
    (sympy.Symbol("a") + A, "two different SymPy symbols are called a"),
    (sympy.Sum(A, (n, 1, 3)), r"write vectors as vector\('x', C\)"),
    (sympy.IndexedBase("x")[n], "write vectors as"),
    (sympy.Integral(A, A), r"write integral\(a, x\)"),
    (sympy.Subs(f(A), A, 0), r"write at\(a, x, point\)"),
    (sympy.Derivative(f(A), f(A)), "derivatives are with respect to a symbol"),
    (sympy.Derivative(f(A), (A, n)), "derivative of order n"),
    (sympy.Piecewise((A, A > 0), (B, True)), "has no place"),
    (sympy.MatrixSymbol("M", 2, 2), "MatrixSymbol"),
    (sympy.Matrix([A]), "no SymPy expression"),
    (sympy.Eq(A, B), r"write equations as eq\(a, b\)"),
    (sympy.true, "no SymPy expression"),
    ("a + b", "'a \\+ b' is of type str and no SymPy expression"),
    (0.5, "no SymPy expression"),
]


@pytest.mark.parametrize(("e", "message"), REFUSED_HERE, ids=lambda v: str(v)[:30])
def test_what_is_no_term_is_refused(e: Any, message: str) -> None:
    with pytest.raises(LanguageError, match=message):
        from_sympy(e)


def test_no_string_reaches_the_parsers_of_sympy(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("a string was parsed")

    monkeypatch.setattr("sympy.parsing.sympy_parser.parse_expr", refuse)
    with pytest.raises(LanguageError):
        from_sympy("__import__('os').system('true')")
    assert from_sympy(to_sympy(symbol("lambda") + symbol("E") * symbol("I"))) == symbol("lambda") + symbol(
        "E"
    ) * symbol("I")


def test_the_same_in_every_process_and_sympy_only_when_it_is_needed() -> None:
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    script = (
        "import sys, symnorm.language.bridge\nassert 'sympy' not in sys.modules\n"
        "from tests.test_bridge import *\n"
        "for t in SCALAR: print(to_sympy(t), ascii(from_sympy(to_sympy(t))))"
    )

    def printed(seed: str) -> str:
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": root}
        return subprocess.run(
            [sys.executable, "-c", script], env=env, cwd=root, capture_output=True, text=True, check=True
        ).stdout

    assert printed("1") == printed("2") != ""
