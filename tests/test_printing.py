"""Printed forms: what the papers print, where parentheses stand, and that nothing can be read in two ways."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from fractions import Fraction
from typing import Any, ClassVar

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from symnorm.language import (
    D,
    Index,
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
from symnorm.language.latex import latex
from symnorm.language.text import prose, text

C, F, a, b, c, t = (symbol(n) for n in ("C", "F", "a", "b", "c", "t"))
alpha, beta = symbol("alpha", r"\alpha"), symbol("beta", r"\beta")
x = vector("x", C)
i, j = indices("i j", C)
mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
y = define("y", (x - mu) / sqrt(sigma2))
Fx = define("F", 1 / (C * sqrt(sigma2)), "F(x)")
rest = define("rest", others((x - mu) ** 2, i) / (C - 1), r"\sigma_{\neq i}^2")
Y, Yj = function("y", x[i]), function("y", x[j])
phi = function("phi", y[i], latex=r"\phi")

PAPER: list[tuple[Term | Statement, str, str]] = [
    (eq(mu, mean(x)), r"\mu = \frac{1}{C} \sum_{k=1}^{C} x_k", "μ = 1/C · ∑ₖ x_k"),
    (
        eq(sigma2, mean((x - mu) ** 2)),
        r"\sigma^2 = \frac{1}{C} \sum_{k=1}^{C} (x_k - \mu)^2",
        "σ² = 1/C · ∑ₖ (x_k - μ)²",
    ),
    (eq(y, (x - mu) / sqrt(sigma2)), r"y = \frac{x - \mu}{\sqrt{\sigma^2}}", "y = (x - μ)/√(σ²)"),
    (
        eq(D(y[i], x[i]), Fx * (C - 1 - y[i] ** 2)),
        r"\frac{dy_i}{dx_i} = F(x) (C - 1 - y_i^2)",
        "dy_i/dx_i = F(x)·(C - 1 - y_i²)",
    ),
    (eq(Fx, 1 / (C * sqrt(sigma2))), r"F(x) = \frac{1}{C \sqrt{\sigma^2}}", "F(x) = 1/(C·√(σ²))"),
    (
        implies(either(eq(y[i], sqrt(C - 1)), eq(y[i], -sqrt(C - 1))), eq(D(y[i], x[i]), 0)),
        r"y_i = \pm \sqrt{C - 1} \Rightarrow \frac{dy_i}{dx_i} = 0",
        "y_i = ±√(C - 1) ⇒ dy_i/dx_i = 0",
    ),
    (eq(at(y[i], x[i], 0), 0), "y_i(x_i = 0) = 0", "y_i(x_i = 0) = 0"),
    (
        eq(y[i], sqrt(C - 1) * tanh(alpha * x[i])),
        r"y_i = \sqrt{C - 1} \tanh(\alpha x_i)",
        "y_i = √(C - 1)·tanh(α·x_i)",
    ),
    (D(y[i], x[i]) >= 0, r"\frac{dy_i}{dx_i} \geq 0", "dy_i/dx_i ≥ 0"),
    (
        eq(y[i], sqrt(C - 1) * ((x[i] - mu) / sqrt(beta + (x[i] - mu) ** 2))),
        r"y_i = \sqrt{C - 1} \frac{x_i - \mu}{\sqrt{\beta + (x_i - \mu)^2}}",
        "y_i = √(C - 1)·((x_i - μ)/√(β + (x_i - μ)²))",
    ),
    (
        eq(symbol("beta_i", r"\beta_i"), (C - 1) * rest - sigma2),
        r"\beta_i = (C - 1) \sigma_{\neq i}^2 - \sigma^2",
        "β_i = (C - 1)·σ_{≠i}² - σ²",
    ),
    (
        eq(rest, 1 / (C - 1) * others((x - mu) ** 2, i)),
        r"\sigma_{\neq i}^2 = \frac{1}{C - 1} \sum_{k \neq i} (x_k - \mu)^2",
        "σ_{≠i}² = 1/(C - 1) · ∑_{k≠i} (x_k - μ)²",
    ),
    (
        eq(1 / (2 * sqrt(C - 1)) * log((sqrt(C - 1) + t) / (sqrt(C - 1) - t)), F * b + c / (2 * sqrt(C - 1))),
        (
            r"\frac{1}{2 \sqrt{C - 1}} \log\left(\frac{\sqrt{C - 1} + t}{\sqrt{C - 1} - t}\right)"
            r" = F b + \frac{c}{2 \sqrt{C - 1}}"
        ),
        "1/(2·√(C - 1)) · log((√(C - 1) + t)/(√(C - 1) - t)) = F·b + c/(2·√(C - 1))",
    ),
    (
        eq(D(x[i] - mu, x[i]), 1 - D(mean(x), x[i])),
        r"\frac{d}{dx_i} (x_i - \mu) = 1 - \frac{d}{dx_i} \left(\frac{1}{C} \sum_{k=1}^{C} x_k\right)",
        "d/dx_i(x_i - μ) = 1 - d/dx_i(1/C · ∑ₖ x_k)",
    ),
    (
        eq(D(sqrt(sigma2), x[i]), 1 / (2 * sqrt(sigma2)) * D(sigma2, x[i])),
        r"\frac{d}{dx_i} (\sqrt{\sigma^2}) = \frac{1}{2 \sqrt{\sigma^2}} \frac{d}{dx_i} (\sigma^2)",
        "d/dx_i(√(σ²)) = 1/(2·√(σ²)) · (d/dx_i(σ²))",
    ),
    (
        eq(D(y[i], x[j]), 1 / sqrt(sigma2) * (delta(i, j) - 1 / C - y[i] * y[j] / C)),
        (
            r"\frac{dy_i}{dx_j} = \frac{1}{\sqrt{\sigma^2}} "
            r"\left(\delta_{ij} - \frac{1}{C} - \frac{y_i y_j}{C}\right)"
        ),
        "dy_i/dx_j = 1/√(σ²) · (δ_ij - 1/C - y_i·y_j/C)",
    ),
    (
        eq(integral(1 / (C - 1 - t**2), t), integral(F, b)),
        r"\int \frac{1}{C - 1 - t^2} \, dt = \int F \, db",
        "∫ 1/(C - 1 - t²) dt = ∫ F db",
    ),
]

TERMS: list[tuple[Term | Statement, str, str]] = [
    # sums and signs
    (a - b + c, "a - b + c", "a - b + c"),
    (a - (b + c), "a - (b + c)", "a - (b + c)"),
    (a + (b - c), "a + (b - c)", "a + (b - c)"),
    (-(a - b), "-(a - b)", "-(a - b)"),
    (-a + b, "-a + b", "-a + b"),
    (-a * b, "-a b", "-a·b"),
    (-total(x) * b, r"\left(-\sum_{k=1}^{C} x_k\right) b", "(-∑ₖ x_k)·b"),
    (b - -a * b, "b - (-a b)", "b - (-a·b)"),
    (-(1 / (2 * a)) * log(b), r"-\frac{1}{2 a} \log(b)", "-1/(2·a) · log(b)"),
    (-(a * b), "-a b", "-a·b"),
    (-term(-a), "-(-a)", "-(-a)"),
    (a * -b, "a (-b)", "a·(-b)"),
    (a + -2 * b, "a + (-2 b)", "a + (-2·b)"),
    (a + term(-3), "a + (-3)", "a + (-3)"),
    (a - term(-3), "a - (-3)", "a - (-3)"),
    (term(-3) ** 2, "(-3)^2", "(-3)²"),
    # products and quotients
    ((C - 1) * a, "(C - 1) a", "(C - 1)·a"),
    (a * (C - 1), "a (C - 1)", "a·(C - 1)"),
    ((a + b) * (a - b), "(a + b) (a - b)", "(a + b)·(a - b)"),
    (a * (b * c), "a b c", "a·b·c"),
    (2 * term(3), r"2 \cdot 3", "2·3"),
    (a * 2, r"a \cdot 2", "a·2"),
    (2 * (a * 3), r"2 a \cdot 3", "2·a·3"),
    (2 * rational("0.5"), r"2 \cdot \frac{1}{2}", "2·(1/2)"),
    (rational("-0.5") * a, r"-\frac{1}{2} a", "-1/2 · a"),
    (a / (b * c), r"\frac{a}{b c}", "a/(b·c)"),
    (a / b * c, r"\frac{a}{b} c", "a/b · c"),
    (a * (b / c), r"a \frac{b}{c}", "a·(b/c)"),
    (a * b / c, r"\frac{a b}{c}", "a·b/c"),
    (a / b / c, r"\frac{\frac{a}{b}}{c}", "(a/b)/c"),
    (a / (b / c), r"\frac{a}{\frac{b}{c}}", "a/(b/c)"),
    ((a + b) / (a - b), r"\frac{a + b}{a - b}", "(a + b)/(a - b)"),
    (-a / b, r"\frac{-a}{b}", "-a/b"),
    (-(a / b), r"-\frac{a}{b}", "-a/b"),
    (alpha * mean(x), r"\alpha \frac{1}{C} \sum_{k=1}^{C} x_k", "α·(1/C)·∑ₖ x_k"),
    (mean(x) * a, r"\frac{1}{C} \left(\sum_{k=1}^{C} x_k\right) a", "1/C · (∑ₖ x_k) · a"),
    (total(x - mu) + a, r"\sum_{k=1}^{C} (x_k - \mu) + a", "∑ₖ (x_k - μ) + a"),
    (others(x, i) / C, r"\frac{\sum_{k \neq i} x_k}{C}", "(∑_{k≠i} x_k)/C"),
    # powers
    ((a + b) ** 2, "(a + b)^2", "(a + b)²"),
    ((a * b) ** 2, "(a b)^2", "(a·b)²"),
    (-(a**2), "-a^2", "-a²"),
    ((-a) ** 2, "(-a)^2", "(-a)²"),
    ((a / b) ** 2, r"\left(\frac{a}{b}\right)^2", "(a/b)²"),
    ((a**2) ** 3, r"\left(a^2\right)^3", "(a²)³"),
    (sigma2**2, r"\left(\sigma^2\right)^2", "(σ²)²"),
    (rest**2, r"\left(\sigma_{\neq i}^2\right)^2", "(σ_{≠i}²)²"),
    (D(Y, x[i]) ** 2, r"\left(\frac{dy}{dx_i}\right)^2", "(dy/dx_i)²"),
    (a**-1, "a^{-1}", "a⁻¹"),
    (a**12, "a^{12}", "a¹²"),
    (sqrt(a) ** 2, r"\sqrt{a}^2", "(√(a))²"),
    (1 - tanh(a * b) ** 2, r"1 - \tanh^2(a b)", "1 - tanh(a·b)²"),
    (exp(a) ** 2, r"(\exp(a))^2", "exp(a)²"),
    (log(a) ** -1, r"(\log(a))^{-1}", "log(a)⁻¹"),
    (exp(a / b), r"\exp\left(\frac{a}{b}\right)", "exp(a/b)"),
    (total(x) ** 2, r"\left(\sum_{k=1}^{C} x_k\right)^2", "(∑ₖ x_k)²"),
    # functions, derivatives, values
    (phi, r"\phi(y_i)", "φ(y_i)"),
    (phi * (a + b), r"\phi(y_i) (a + b)", "φ(y_i)·(a + b)"),
    (Y * (C - 1), r"y \cdot (C - 1)", "y·(C - 1)"),
    (Y + Yj, "y(x_i) + y(x_j)", "y(x_i) + y(x_j)"),
    (Y + symbol("y"), "y(x_i) + y", "y(x_i) + y"),
    (function("f", a, b + 1), "f(a, b + 1)", "f(a, b + 1)"),
    (at(Y, x[i], 0), "y(x_i = 0)", "y(x_i = 0)"),
    (at(t**2, t, 1), r"\left. t^2 \right|_{t = 1}", "(t²)|_{t = 1}"),
    (D(Y**2, x[i]) * (a + b), r"\frac{d}{dx_i} (y^2) \cdot (a + b)", "d/dx_i(y²) · (a + b)"),
    (a * D(Y, x[i]), r"a \frac{dy}{dx_i}", "a·(dy/dx_i)"),
    (Term("app", ("y", (1,), (t,)), "y") ** 2, r"\left(y'\right)^2", "(y')²"),
    (integral(a + b, a) * c, r"\left(\int (a + b) \, da\right) c", "(∫ (a + b) da)·c"),
    (every(x) - mu, r"x_k - \mu", "x_k - μ"),
    (delta(i, Index("i2", C)), r"\delta_{i,i2}", "δ_{i,i2}"),
    # names
    (define("y", x, r"\hat y")[i], r"\hat y_i", "ŷ_i"),
    (define("s", x**2, r"\sigma_0^2")[i], r"\sigma_{0,i}^2", "σ_{0,i}²"),
    (define("f", x, "f(x)")[i] ** 2, "f_i(x)^2", "f_i(x)²"),
    (vector("x", C, r"\mathbf{x}")[i], r"\mathbf{x}_i", "x_i"),
    (symbol("d", "a + b") * c, "(a + b) c", "(a+b)·c"),
    (symbol("mu") + symbol("x0") + symbol("c_left"), r"\mu + x_0 + c_{\mathrm{left}}", "μ + x_0 + c_{left}"),
    (symbol("loss"), r"\mathrm{loss}", "loss"),
    (symbol("r", r"\sqrt{C-1}") ** 2, r"\sqrt{C-1}^2", "(√(C-1))²"),
    (symbol("dy", r"\,dy") / a, r"\frac{dy}{a}", "dy/a"),
    (a * symbol("q", r"\frac{du}{dy}"), r"a \frac{du}{dy}", "a·(du/dy)"),
    (symbol("s2", "s'") ** 2, r"\left(s'\right)^2", "(s′)²"),
    (symbol("n", r"\|x\|") ** 2, r"\|x\|^2", "‖x‖²"),
]

STATEMENTS = [
    (ne(a, 0), r"a \neq 0", "a ≠ 0", "a != 0"),
    (a <= b, r"a \leq b", "a ≤ b", "a <= b"),
    (iff(a > 0, b < 0), r"a > 0 \iff b < 0", "a > 0 ⇔ b < 0", "a > 0 <=> b < 0"),
    (either(eq(a, b), eq(a, -b)), r"a = \pm b", "a = ±b", "a = b or a = -b"),
    (
        either(eq(a, b + c), eq(a, -(b + c))),
        r"a = \pm (b + c)",
        "a = ±(b + c)",
        "a = b + c or a = -(b + c)",
    ),
    (either(eq(a, b), eq(a, c)), r"a = b \quad\text{or}\quad a = c", "a = b or a = c", "a = b or a = c"),
    (
        implies(either(eq(a, b), eq(a, c)), eq(b, c)),
        r"(a = b \quad\text{or}\quad a = c) \Rightarrow b = c",
        "(a = b or a = c) ⇒ b = c",
        "(a = b or a = c) => b = c",
    ),
    (every(x) > 0, r"x_k > 0 \quad\forall k", "x_k > 0 for every k", "x[k] > 0 for every k"),
]

ASCII = [
    (eq(sigma2, mean((x - mu) ** 2)), "sigma2 = 1/C*sum((x[k] - mu)**2, k=1..C)"),
    (others(x - mu, i) / C, "sum(x[k] - mu, k=1..C, k!=i)/C"),
    (D(y[i], x[j]) * a, "D(y[i], x[j])*a"),
    (at(Y, x[i], 0) + integral(a, a), "at(y, x[i], 0) + integral(a, a)"),
    (delta(i, j) * phi, "delta(i, j)*phi(y[i])"),
    (symbol("lambda") ** -2 + symbol("σ"), "lambda_**(-2) + sigma"),
]


@pytest.mark.parametrize(("printed", "on_paper", "in_terminal"), PAPER + TERMS)
def test_printed_as_in_the_papers(printed: Term | Statement, on_paper: str, in_terminal: str) -> None:
    assert latex(printed) == on_paper
    assert text(printed) == in_terminal


@pytest.mark.parametrize(("printed", "on_paper", "in_terminal", "in_ascii"), STATEMENTS)
def test_statements(printed: Statement, on_paper: str, in_terminal: str, in_ascii: str) -> None:
    assert (latex(printed), text(printed), text(printed, ascii=True)) == (on_paper, in_terminal, in_ascii)


@pytest.mark.parametrize(("printed", "in_ascii"), ASCII)
def test_ascii_is_the_notation_of_a_script(printed: Term | Statement, in_ascii: str) -> None:
    assert text(printed, ascii=True) == in_ascii


def test_every_kind_of_term_is_printed_by_a_rule_of_its_own() -> None:
    kinds = {"num", "sym", "vector", "coord", "delta", "add", "mul", "neg", "div", "pow", "fn", "app", "sum",
             "D", "integral", "at", "def"}  # fmt: skip
    seen = {s.op for printed, *_ in PAPER + TERMS for t in _terms(printed) for s in t.walk()}
    assert kinds <= seen
    for printed, *_ in PAPER + TERMS:
        assert not any(f"{kind}(" in latex(printed) for kind in kinds)


def test_sums_of_different_dimensions_show_them() -> None:
    n = symbol("n")
    assert text(total(x) + total(vector("z", n))) == "∑_{k=1..C} x_k + ∑_{k=1..n} z_k"


def test_an_index_that_is_seen_is_not_taken_for_the_sum() -> None:
    k = Index("k", C)
    assert text(total(x) + x[k]) == "∑ₗ x_l + x_k"
    assert latex(total(x) * x[k]) == r"\left(\sum_{l=1}^{C} x_l\right) x_k"
    assert text(total(x * x[k])) == "∑ₗ x_l·x_k"
    assert text(total(every(x) * x)) == "∑ₖ x_l·x_k"
    assert text(eq(total(x[k] * 1, over=k) * x[k], total(x[i], over=i) * x[i])) == (
        "(∑ₗ x_l·1)·x_k = (∑ₗ x_l)·x_i"
    )


def test_a_sum_in_a_sum_has_a_letter_of_its_own() -> None:
    k = Index("k", C)
    assert text(total(x[k] * total(x[k], over=k), over=k)) == "∑ₖ x_k·∑ₗ x_l"
    assert text(total(x[i] * total(x[i], over=i), over=i)) == "∑ᵢ x_i·∑ₖ x_k"
    assert text(total(total(x) * x)) == "∑ₗ (∑ₖ x_k)·x_l"


def test_a_sum_over_channels_of_a_definition_keeps_its_letter() -> None:
    """The matrix is called W_ij, whatever else the sum could be over."""
    W = define("W", delta(i, j) * x[i], "W_{ij}")
    assert text(total(W, over=j) - x[i]) == "∑ⱼ W_{ij} - x_i"
    assert latex(total(total(W * x[j], over=j), over=i)) == r"\sum_{i=1}^{C} \sum_{j=1}^{C} W_{ij} x_j"


def test_the_index_of_a_sum_is_no_number_of_the_same_line() -> None:
    """With a number k (and a number l) about, a sum over k, and "for every k", would say something else."""
    k, l_ = symbol("k"), symbol("l")
    assert text(eq(total(x) - k * total(x**2), 0)) == "∑ₗ x_l - k·∑ₗ x_l² = 0"
    assert latex(k * total(x) + l_) == r"k \sum_{m=1}^{C} x_m + l"
    assert text(every(x) >= k) == "x_l ≥ k for every l"
    assert text(total(x)) == "∑ₖ x_k"


def test_what_a_paper_says_in_words() -> None:
    """Names are written as in formulas; a longer formula is not taken apart, lest it says something else."""
    assert prose(r"the variance $\sigma^2$ is a constant, **independent** of $x_i$") == (
        "the variance σ² is a constant, independent of x_i"
    )
    assert prose(r"consider $x \in \mathbb{R}^C$, at $5 a piece") == r"consider $x \in \mathbb{R}^C$, at $5 a piece"


def test_what_nobody_foresaw_is_printed_too() -> None:
    assert text(Term("new", (a, "b"))) == "new(a, b)"
    deep = a
    for _ in range(60):
        deep = -(deep**2 / b - 1)
    assert "too deep" not in text(deep) + latex(deep)
    for _ in range(5000):
        deep = Term("neg", (deep,))
    assert "too deep" in text(deep)
    assert "too deep" in latex(deep)
    for broken in ("", "{", "}", "_", "^", "x_", r"\hat", r"x^{2", "^2_3'"):
        assert text(Term("coord", ("x", "i"), broken) ** 2)
        assert latex(Term("coord", ("x", "i"), broken) ** 2)


def test_the_same_in_every_process() -> None:
    script = "from tests.test_printing import *\nfor p, *_ in PAPER + TERMS: print(ascii((latex(p), text(p))))"
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

    def printed(seed: str) -> str:
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": root}
        return subprocess.run(
            [sys.executable, "-c", script], env=env, cwd=root, capture_output=True, text=True, check=True
        ).stdout

    assert printed("1") == printed("2") != ""


# --- what is printed is read back --------------------------------------------------------------------------
#
# Reading needs no true functions, only different ones: with rational stand-ins every value is exact. The symbol
# s2 is printed as sigma^2, and its value is the square of sigma: who takes it for a square is right, unless
# parentheses are missing around it.

VALUES = {
    "a": Fraction(2, 3), "b": Fraction(-5, 7), "s": Fraction(11, 4), "s2": Fraction(121, 16),
    "lambda": Fraction(-3), "rho": Fraction(9, 5),
}  # fmt: skip
LEAVES = [symbol(n) for n in ("a", "b", "lambda", "rho")] + [symbol("s2", r"\sigma^2"), symbol("s", r"\sigma")]
FUNCTIONS: dict[str, Any] = {
    "sqrt": lambda u: 3 * u + 7,
    "exp": lambda u: 5 - u / 3,
    "log": lambda u: u / 2 + 11,
    "tanh": lambda u: 2 * u - Fraction(1, 9),
    "f": lambda u: 13 * u + 1,
    "g": lambda u, v: u - 17 * v,
}


def value(t: Term) -> Fraction:
    """The value of a term, by the definition of its operations."""
    match t.op:
        case "num":
            return Fraction(t.args[0])
        case "sym":
            return VALUES[t.args[0]]
        case "def":
            return value(t.args[2])
        case "add":
            return sum((value(p) for p in t.args), Fraction(0))
        case "mul":
            out = Fraction(1)
            for p in t.args:
                out *= value(p)
            return out
        case "neg":
            return -value(t.args[0])
        case "div":
            return value(t.args[0]) / value(t.args[1])
        case "pow":
            return Fraction(value(t.args[0]) ** t.args[1])
        case "fn":
            return Fraction(FUNCTIONS[t.args[0]](value(t.args[1])))
        case "app":
            return Fraction(FUNCTIONS[t.args[0]](*map(value, t.args[2])))
    raise AssertionError(t.op)


def read_python(printed: str) -> Fraction:
    """The value of a Python expression over the rationals."""
    exact = re.sub(r"(?<![\w])\d+", r"Q(\g<0>)", printed)
    names = {"lambda_" if n == "lambda" else n: v for n, v in VALUES.items()}
    return Fraction(eval(exact, {"__builtins__": {}, "Q": Fraction, **FUNCTIONS, **names}))


def read_unicode(printed: str) -> Fraction:
    """The same for one line of Unicode."""
    superscripts = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
    out = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+", lambda m: f"**({m[0].translate(superscripts)})", printed)
    for sign, word in (("·", "*"), ("√", "sqrt"), ("λ", "lambda_"), ("ρ", "rho"), ("σ", "s")):
        out = out.replace(sign, word)
    return read_python(out)


class LatexReader:
    """The value of a formula as a reader of the page understands it: side by side is a product."""

    names: ClassVar = {r"\sigma": "s", r"\lambda": "lambda", r"\rho": "rho"}

    def __init__(self, printed: str) -> None:
        self.rest = re.findall(r"\\[A-Za-z]+|\d+|[^\s]", printed.replace(r"\left", "").replace(r"\right", ""))
        self.rest.append("")

    def read(self) -> Fraction:
        out = self.sum()
        assert self.rest == [""]
        return out

    def take(self, wanted: str) -> None:
        assert self.rest.pop(0) == wanted

    def sum(self) -> Fraction:
        out, sign = Fraction(0), 1
        if self.rest[0] == "-":
            self.take("-")
            sign = -1
        while True:
            out += sign * self.product()
            if self.rest[0] not in ("+", "-"):
                return out
            sign = 1 if self.rest.pop(0) == "+" else -1

    def product(self) -> Fraction:
        out = self.power()
        while self.rest[0] not in ("+", "-", ")", "}", ",", ""):
            if self.rest[0] == r"\cdot":
                self.take(r"\cdot")
            else:
                assert not self.rest[0].isdigit(), "a number after a factor"
            out *= self.power()
        return out

    def power(self) -> Fraction:
        base = self.atom()
        if self.rest[0] == "^":
            base = Fraction(base ** self.exponent())
            assert self.rest[0] != "^", "a double superscript"
        return base

    def exponent(self) -> int:
        self.take("^")
        inside = self.group() if self.rest[0] == "{" else Fraction(self.rest.pop(0))
        assert inside.denominator == 1
        return int(inside)

    def group(self) -> Fraction:
        self.take("{")
        out = self.sum()
        self.take("}")
        return out

    def arguments(self) -> list[Fraction]:
        self.take("(")
        out = [self.sum()]
        while self.rest[0] == ",":
            self.take(",")
            out.append(self.sum())
        self.take(")")
        return out

    def atom(self) -> Fraction:
        if self.rest[0] == "(":
            return self.arguments()[0]
        head = self.rest.pop(0)
        if head.isdigit():
            return Fraction(head)
        if head == r"\frac":
            above = self.group()
            return above / self.group()
        if head == r"\sqrt":
            return Fraction(FUNCTIONS["sqrt"](self.group()))
        if head in (r"\exp", r"\log", r"\tanh", "f", "g"):
            n = self.exponent() if self.rest[0] == "^" else 1
            return Fraction(FUNCTIONS[head.removeprefix("\\")](*self.arguments()) ** n)
        return VALUES[self.names.get(head, head)]


def _extended(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    pairs = st.tuples(inner, inner)
    several = st.lists(inner, min_size=2, max_size=4)
    return st.one_of(
        several.map(lambda parts: Term("add", tuple(parts))),
        several.map(lambda parts: Term("mul", tuple(parts))),
        pairs.map(lambda p: p[0] + p[1]),
        pairs.map(lambda p: p[0] - p[1]),
        pairs.map(lambda p: p[0] * p[1]),
        pairs.map(lambda p: p[0] / p[1]),
        inner.map(lambda u: -u),
        st.tuples(inner, st.integers(-2, 3)).map(lambda p: p[0] ** p[1]),
        st.tuples(inner, st.sampled_from([sqrt, exp, log, tanh])).map(lambda p: p[1](p[0])),
        inner.map(lambda u: function("f", u + 1)),
        pairs.map(lambda p: function("g", p[0] * 2, p[1])),
    )


numbers = st.fractions(-9, 9, max_denominator=5).map(term)
terms = st.recursive(st.sampled_from(LEAVES) | numbers, _extended, max_leaves=12)


@settings(max_examples=600, deadline=None)
@given(terms)
def test_reading_gives_the_value_back(t: Term) -> None:
    printed = text(t), text(t, ascii=True), latex(t)
    try:
        wanted = value(t)
    except ZeroDivisionError:
        assume(False)
    assert read_unicode(printed[0]) == wanted, printed
    assert read_python(printed[1]) == wanted, printed
    assert LatexReader(printed[2]).read() == wanted, printed
    assert printed[1].isascii()


def _any_extended(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    variable = st.sampled_from([a, x[i], x[j]])
    bound = st.sampled_from([Index("k", C), i, Index("*1", C)])
    return st.one_of(
        _extended(inner),
        st.builds(D, inner, variable),
        st.builds(integral, inner, variable),
        st.builds(at, inner, variable, inner),
        st.builds(lambda u, k: Term("sum", (k.name, C, (), u)), inner, bound),
        st.builds(lambda u: Term("sum", ("k", C, ("i", "j"), u)), inner),
        st.builds(lambda u, latex: define("h", u, latex), inner,
                  st.sampled_from([None, r"\hat h", "h(x)", "h^2"])),
        st.builds(
            lambda u, n: Term("app", ("f", (n, 0), (u, u)), r"\phi"), inner, st.integers(0, 2)
        ),
    )  # fmt: skip


every_leaf = st.sampled_from(
    [*LEAVES, x, x[i], y, y[i], every(x), mu, sigma2, rest, delta(i, j), total(x), Y, Yj]
)
all_terms = st.recursive(every_leaf | numbers, _any_extended, max_leaves=15)


@settings(max_examples=400, deadline=None)
@given(all_terms, all_terms, st.sampled_from(["eq", "ne", "lt", "le", "gt", "ge"]))
def test_printing_never_fails(left: Term, right: Term, kind: str) -> None:
    statement = Statement(kind, (left, right))
    for printed in (left, statement, either(statement, implies(statement, statement))):
        assert "\n" not in text(printed)
        assert text(printed, ascii=True).isascii()
        assert text(printed).count("(") == text(printed).count(")")
        page = latex(printed)
        depth = 0
        for mark in re.findall(r"(?<!\\)[{}]", page):
            depth += 1 if mark == "{" else -1
            assert depth >= 0
        assert depth == 0
        assert page.count(r"\left") == page.count(r"\right")
        assert not re.search(r"\^(\{[^{}]*\}|.)\^|'\^|\^(\{[^{}]*\}|.)'", page), "a double superscript"


def _terms(printed: Term | Statement) -> list[Term]:
    """What is printed; of an equation of vectors, the vectors, although it says something of their entries."""
    return [printed] if isinstance(printed, Term) else [t for part in printed.shown for t in _terms(part)]
