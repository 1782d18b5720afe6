"""Two things that read the same are refused; a name that looks like a formula has to be equal to it."""

from __future__ import annotations

import pytest

from symnorm import (
    D,
    Theorem,
    at,
    by,
    define,
    delta,
    differentiable,
    eq,
    every,
    exp,
    function,
    indices,
    mean,
    ne,
    sqrt,
    symbol,
    total,
    vector,
)
from symnorm.checker.forms import Malformed, name
from symnorm.judge import judge
from symnorm.judge.fair import alike
from symnorm.language import LanguageError, Statement, Term
from symnorm.language.looks import look

C, t, u = symbol("C"), symbol("t"), symbol("u")
x = vector("x", C)
i, j, k = indices("i j k", C)
mu = define("mu", mean(x), r"\mu")
a, b = symbol("a", "b"), symbol("b")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")


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
        (function("f", t, latex="g"), function("h", t, latex="g"), "the function 'f' of t and the function 'h' of t"),
        (a, b, "the symbol 'a' and the symbol 'b' are both printed as b"),
        (symbol("a", r"\mathbf{b}"), b, "are both printed as b"),
        (symbol("a", "{b}"), b, "are both printed as b"),
        (symbol("a", r"b\,"), b, "are both printed as b"),
        (symbol("a", r"\mathrm{loss}"), symbol("b", r"\operatorname{loss}"), "are both printed as loss"),
        (symbol("a", r"\hat{b}"), symbol("c", r"\widehat b"), "are both printed as"),
        (symbol("a", "b_i'"), symbol("c", "b'_{i}"), "are both printed as"),
        (symbol("a", r"b^{\prime}"), symbol("c", "b'"), "are both printed as b′"),
        (symbol("a", r"\varepsilon"), symbol("epsilon"), "are both printed as ε"),
        (symbol("sigma"), symbol("σ"), "are both printed as σ"),
        (Term("app", ("y", (1,), (t,)), "y"), symbol("s", "y'"), "are both printed as y′"),
        (symbol("lambda", "l"), symbol("lambda_", "m"), "are both printed as lambda_"),
        (symbol("z"), define("w", define("v", symbol("a", "z") + 1)), "the symbol 'z' and the symbol 'a'"),
        (symbol("p", "a_{12}"), symbol("q", "a_{1,2}"), "are both printed as"),
        (symbol("p", "a_{xy}"), symbol("q", "a_{x,y}"), "are both printed as"),
        (symbol("p", "a^*"), symbol("q", r"a^\star"), "are both printed as"),
        (symbol("p", r"\bar{\hat a}"), symbol("q", r"\hat{\bar a}"), "are both printed as"),
    ],
)
def test_names_that_look_alike_are_refused(one: Term, other: Term, said: str) -> None:
    for made in (
        theorem(eq(one, other)),
        theorem(eq(one + t, other * t)),
        theorem(where=(one < other,)),
        theorem(eq(one, one), eq(other, other)),
        theorem(eq(one, one), eq(define("d", other + 1), 0)),
    ):
        with pytest.raises(LanguageError) as error:
            alike(made)
        told = str(error.value)
        named, _, printed = said.partition("are both printed as")
        assert all(thing in told for thing in named.strip().split(" and "))
        assert f"are both printed as{printed}" in told
        assert "nobody could tell them apart; give one of them another LaTeX" in told


@pytest.mark.parametrize("sign", [r"\mathrm{Var}", r"\operatorname{tr}", r"\Sigma", r"\Pi"])
def test_no_symbol_is_printed_as_an_operator(sign: str) -> None:
    v = symbol("v", sign)
    with pytest.raises(LanguageError, match="the symbol 'v' is printed as an operator is; give it another LaTeX"):
        alike(theorem(eq(v * (a + u), v * a + v * u)))
    spread = define("v", mean((x - mu) ** 2), sign)
    alike(theorem(eq(spread * (a + u), spread * a + spread * u)))


def test_a_printed_line_and_an_erratum_are_read_as_well() -> None:
    made = theorem()
    made.claim("(1)", eq(b, b), by.algebra(), printed=eq(a, b), note="a note")
    with pytest.raises(LanguageError, match="are both printed as b"):
        alike(made)
    made = theorem(eq(b, b))
    made.counterexample("(2)", eq(a, 2), at={a: 1}, note="a note")
    with pytest.raises(LanguageError, match="the symbol 'b' and the symbol 'a'"):
        alike(made)
    made = theorem(eq(b, b))
    made.counterexample("(2)", eq(t, 2), at={t: 1, a: 1}, under=[a > 0], note="a note")
    with pytest.raises(LanguageError, match="the symbol 'b' and the symbol 'a'"):
        alike(made)


def test_a_definition_does_not_hide_a_look() -> None:
    """f = t^2 with another t, beside df/dt = 0."""
    f = define("f", symbol("a", "t") ** 2)
    with pytest.raises(LanguageError, match="the symbol 't' and the symbol 'a' are both printed as t"):
        alike(theorem(eq(D(f, t), 0)))


def test_a_function_beside_a_symbol_in_another_line() -> None:
    """y' = y, and then dy/dt = 0 with a symbol y."""
    y = function("y", t)
    made = Theorem("look/2", "Apart", along=[t])
    given = made.given("(1)", eq(D(y, t), y), "hypothesis")
    made.claim("(2)", eq(D(y, t) * y, y**2), by.algebra(given))
    assert alike(made) == []
    made.claim("(3)", eq(D(symbol("a", "y"), t), 0), by.algebra())
    with pytest.raises(LanguageError, match="the function 'y' of t and the symbol 'a' are both printed as y"):
        alike(made)


def test_a_function_of_two_arguments_that_are_not_shown() -> None:
    yi, yj = function("y", x[i]), function("y", x[j])
    assert alike(theorem(eq(D(yi, x[i]), D(yj, x[j])))) == []
    assert alike(theorem(eq(D(yi, x[i]), 1), eq(D(yj, x[j]), 1))) == []
    with pytest.raises(LanguageError, match="'y' of x_i and the function 'y' of x_j are both printed as y"):
        alike(theorem(eq(yi, 1), eq(yj, 1)))
    made = Theorem("look/3", "Every", where=[differentiable(function("y", x))])
    made.claim("(1)", eq(yi, yi), by.algebra())
    assert alike(made) == []


@pytest.mark.parametrize(
    "statement",
    [
        eq(total(x), C * mu),
        eq(x[i] - mu, x[i] + x[j] - x[j] - mu),
        eq(symbol("v", "x"), x[i]),
        every(x) > mu,
        eq(function("f", t, latex="g"), function("f", u, latex="g")),
        eq(define("dx", t**2), 1),
        eq(define("P", t, r"P(|y_i| < 1/k)"), t),
        eq(mean(x), define("n", mean(x**3), r"\overline{dx}^{\mathrm{both}}")),
        eq(define("v", t, r"Q_{C=100, N=50}'(301.05)"), define("w", t, r"Q_{C=100, N=50}'(301.15)")),
        eq(define("W", delta(i, j), "(W_1)_{ij}"), define("V", delta(k, j), "(W_1)_{kj}")),
        eq(symbol("v", r"T_{\text{w/o Norm}, \text{De-En}}"), symbol("modern")),
        eq(symbol("p", "u^3"), 1),
        eq(symbol("p", "v(2)"), 1),
        eq(symbol("p", "a_k"), x[i]),
        eq(symbol("p", r"x_{\mathrm{king}}"), x[i]),
        eq(define("p", mean(x + t), "V'"), define("q", mean(x), "V")),
        eq(define("p", x + t, "g'")[i], define("q", x, "g")[i]),
        eq(symbol("p", r"\partial x_i"), x[i]),
        eq(sigma2, define("w", 3 * (x - mu) ** 2 / C + exp(u) + sqrt(t), "w^2")[i]),
    ],
)
def test_what_reads_well(statement: Statement) -> None:
    assert alike(theorem(statement)) == []


# --- names that look like formulas ----------------------------------------------------------------------------

sigma = define("sigma", sqrt(sigma2), r"\sigma")
free = symbol("sigma", r"\sigma")
y0 = function("y", t)
start = function("h", u)
z = define("z", (x - mu) / sigma)
free2 = symbol("v", r"\sigma^2")


@pytest.mark.parametrize(
    "statement",
    [
        eq(sigma**2, sigma2),
        eq(define("two", symbol("C") / C + 1, "2"), 2),
        eq(define("s", sqrt(C - 1), r"\sqrt{C-1}"), sqrt(C - 1)),
        eq(define("q", u / (1 + t**2), r"\frac{u}{1 + t^2}"), u / (1 + t**2)),
        eq(define("e", x - mu, r"(x - \mu)")[i], x[i] - mu),
        eq(total(define("e", x - mu, r"(x - \mu)") ** 2), total((x - mu) ** 2)),
        eq(define("start", at(y0, t, 0), "y(0)"), at(y0, t, 0)),
        eq(define("r", D(t**2, t) * 1, r"\frac{df}{dt}") * define("f", t**2), 2 * t**3),
        eq(define("rate", at(D(u**3, u), u, start), r"\frac{dv}{dh}") * define("v", start**3), 3 * start**5),
        eq(define("rate", 1 / (3 * start**2), r"\frac{dh}{dv}") * define("v", start**3), start / 3),
        eq(define("p", D(mu, x[i]), r"\frac{\partial \mu}{\partial x_i}"), D(mu, x[i])),
        eq(define("p", (delta(i, j) * sigma) / sigma2, r"\frac{\partial z_j}{\partial x_i}") * z[j] * sigma2,
           delta(i, j) * z[j] * sigma),
        eq(define("p", -z[j] / sigma, r"\frac{\partial z_j}{\partial \sigma}") * sigma, -z[j]),
        eq(define("n", sqrt(total(x**2)), r"\|x\|") ** 2, total(x**2)),
        eq(define("n", sqrt(total((x - mu) ** 2)), r"\|x - \mu\|_2") ** 2, total((x - mu) ** 2)),
        eq(define("a1", sqrt(u**2), "|u|") ** 2, u**2),
        eq(define("m", mean(x * z), r"\overline{xz}") * C, total(x * z)),
        eq(define("gt", u * t, r"\mathrm{ut}"), t * u),
        eq(define("xz", x * z)[i], x[i] * z[i]),
        eq(define("start", at(y0, t, 0), "y(t = 0)"), at(y0, t, 0)),
        eq(define("s", at(D(y0, t), t, 0), "y'(0)") * y0, y0 * at(D(y0, t), t, 0)),
        eq(sigma2, mean((x - mu) ** 2)),
        eq(define("m", total(x) / C, r"\overline{x}"), mean(x)),
        eq(define("m", mean(x - mu) + mean(z), r"\bar z") * C, total(z) + total(x - mu)),
        eq(define("m", mean(x), r"\mathrm{mean}(x)"), mu),
        eq(define("m", mean(x**3), r"\overline{w}^{\ast}") * define("w", x**3, r"w^\ast")[i], mean(x**3) * x[i] ** 3),
        eq(define("s2", mean((x - mu) ** 2), r"\mathrm{var}(x)"), sigma2),
        eq(define("s", sqrt(sigma2), r"\mathrm{std}(x)") ** 2, sigma2),
        eq(define("n", sqrt(total(z**2)), "|z|") * z[i], sqrt(total(z**2)) * z[i]),
        eq(define("q", u**2 + t**4, "w^2"), u**2 + t**4),
    ],
)
def test_a_name_that_is_the_formula_it_looks_like(statement: Statement) -> None:
    assert judge(theorem(statement, where=(sigma2 > 0, ne(start, 0), differentiable(y0)))).verdict == "proved"


def test_what_is_printed_as_a_square_may_be_supposed_not_to_be_negative() -> None:
    made = theorem(eq(t + free2, free2 + t), where=(free2 >= 0,))
    assert judge(made).verdict == "proved"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            eq(D(define("s2", mean(x**2), r"\sigma^2"), free), 0),
            "the definition 's2' (σ² := 1/C · ∑ₖ x_k²) is printed as σ², and nothing shows that it is sigma**2, with "
            "the symbol 'sigma'; give it another LaTeX",
        ),
        (eq(D(symbol("v", r"\sigma^2"), free), 0), "'v' is printed as σ², and nothing shows that it is sigma**2"),
        (eq(symbol("a", "2") * 1, symbol("a", "2")), "the symbol 'a' is printed as 2, and nothing shows that it is 2"),
        (eq(define("one", t / t, "2"), 1), "(2 := t/t) is printed as 2"),
        (eq(define("q", t + u, "t u"), u + t), "nothing shows that it is t*u"),
        (eq(define("e", x - 2 * mu, r"(x - \mu)")[i], x[i] - 2 * mu), "nothing shows that it is x[i] - mu"),
        (eq(define("start", at(y0, t, 1), "y(0)"), at(y0, t, 1)), "nothing shows that it is y(0)"),
        (eq(define("F", t**2, "u(t)"), t * u * t / u), "nothing shows that it is u*t"),
        (
            eq(define("r", 2 * t, r"\frac{du}{dt}"), D(u, t) + 2 * t),
            "nothing shows that it is D(u, t)",
        ),
        (eq(define("du", u) / define("dt", u * 2), D(u, t)), "the quotient du/dt is printed as du/dt, and nothing"),
        (eq(define("dy", 0) / symbol("dt") * y0, 0 * y0), "nothing shows that it is D(y, t)"),
        (eq(symbol("q", "w^2"), u), "'q' is printed as w², and nothing shows that it is >= 0, as a square is"),
        (eq(define("q", u**2 * b, "w^2"), u**2 * b), "nothing shows that it is >= 0"),
        (eq(define("q", b**3, "w^2"), b**3), "nothing shows that it is >= 0"),
        (eq(define("q", mean(x), "w^2"), mean(x)), "nothing shows that it is >= 0"),
        (eq(define("q", u**2 - 1, "w^2"), u**2 - 1), "nothing shows that it is >= 0"),
        (eq(define("q", -(u**2) - 1, "w^2"), -(u**2) - 1), "make that a hypothesis, or give it another LaTeX"),
        (eq(define("n", t - 3, "|u|") * u, (t - 3) * u), "nothing shows that it is abs(u)"),
        (eq(define("n", t, r"\|x\|") * mu, t * mu), "nothing shows that it is sqrt(sum(x[k]**2, k=1..C))"),
        (eq(define("n", t, r"\overline{xz}") * z[i] * x[i], t * z[i] * x[i]), "nothing shows that it is 1/C*sum("),
        (eq(define("p", t, r"\frac{\partial y}{\partial t}") * y0, t * y0), "nothing shows that it is D(y, t)"),
        (eq(define("p", t, r"\frac{\partial z_j}{\partial x_i}") * z[j] * x[i], t * z[j] * x[i]), "nothing shows"),
        (eq(define("p", 1, r"\frac{dy}{dt}") * y0, y0), "nothing shows that it is D(y, t)"),
        (eq(define("p", 5, "y(t = 0)") * y0, 5 * y0), "nothing shows that it is at(y, t, 0)"),
        (eq(define("p", 5, "y'(0)") * y0, 5 * y0), "nothing shows that it is y'(0)"),
        (eq(symbol("m", r"\bar{x}") * x[i], x[i] * symbol("m", r"\bar{x}")), "nothing shows that it is 1/C*sum(x[k]"),
        (eq(define("m", mean(x**2), r"\bar{x}") * x[i], mean(x**2) * x[i]), "nothing shows that it is 1/C*sum(x[k]"),
        (eq(symbol("m", r"\mathrm{mean}(x)") + x[i], x[i]), "nothing shows that it is 1/C*sum(x[k], k=1..C)"),
        (eq(define("v", C * sigma2, r"\mathrm{var}(x)") + x[i], x[i]), "nothing shows that it is 1/C*sum(x[k]**2, k"),
        (eq(define("dy", t) / symbol("dt", r"\mathrm{dt}") * y0, y0), "nothing shows that it is D(y, t)"),
        (eq(symbol("h", r"\mathit{ut}") * u * t, u * t * symbol("h", r"\mathit{ut}")), "nothing shows that it is u*t"),
    ],
)
def test_a_name_that_is_not_the_formula_it_looks_like(statement: Statement, said: str) -> None:
    with pytest.raises(LanguageError) as error:
        judge(theorem(statement, where=(t > 0, u > 0)))
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            eq(symbol("v", r"\sigma^2"), symbol("w", r"\sigma^3")),
            "are both printed as formulas of σ, which stands for nothing",
        ),
        (eq(symbol("v", r"\overline{xy}"), x[i]), "is printed as xȳ, a formula in which y stands for nothing"),
        (eq(define("v", 5, "w - w"), 5), "is printed as w-w, a formula in which w stands for nothing: a name is"),
        (eq(define("v", 5, r"\frac{w}{w}"), 5), "in which w stands for nothing"),
        (eq(define("v", 5, r"\sqrt{w}"), 5), "in which w stands for nothing"),
        (eq(define("v", 5, r"2 \cdot 3 w"), 5), "in which w stands for nothing"),
        (eq(define("v", 5, "|w|"), 5), "in which w stands for nothing"),
        (eq(define("v", 5, r"\|w\|"), 5), "in which w stands for nothing"),
        (eq(define("v", 5, r"\frac{dw}{dt}"), t), "in which w stands for nothing"),
        (eq(define("v", 5, r"\frac{\partial w}{\partial t}"), t), "in which w stands for nothing"),
        (eq(define("v", 5, "w^{-2}"), 5), "in which w stands for nothing"),
        (eq(define("v", 5, "w^1"), 5), "in which w stands for nothing"),
        (eq(define("v", 5, "f(w)^2"), 5), "in which f, w stands for nothing"),
        (eq(define("v", 5, "(u)'"), u), "a formula which has no meaning here"),
        (eq(define("v", 5, r"(u - t)^{\ast}"), u - t), "a formula which has no meaning here"),
        (eq(symbol("v", "f(t = 0)"), t), "a formula in which f stands for nothing"),
        (eq(define("v", 5, "u^2") + define("w", 5, "f(u)"), 10), "are both printed as formulas of u"),
        (eq(define("v", 5, "f(u)"), define("w", 6, "f(t)")), "are both printed as formulas of f, which stands"),
        (eq(define("V", t, "(W)_{ij}"), define("W", u, "(W)_{kj}")), "are both printed as formulas of W, which stands"),
        (eq(define("v", 0, r"\dot{y}"), function("y", t)), "is printed as a derivative is"),
        (eq(define("d", 0) / symbol("dt"), 0), "is printed as the sign of a derivative is"),
        (eq(define("d", 0) * D(u, t), 0), "is printed as the sign of a derivative is"),
        (eq(symbol("dy") / symbol("dt"), 1), "the quotient dy/dt is printed as a derivative is"),
        (eq(t * symbol("dy") / symbol("dt") * function("y", t), 1), "is printed as a derivative is"),
        (eq(symbol("v", r"\mathrm{sinu}"), u), "is printed as sin of u is"),
        (eq(symbol("v", r"\mathrm{logu}"), u), "is printed as log of u is"),
        (eq(symbol("v", r"\mathrm{ut2}"), u * t), "is printed as the product of u, t is"),
        (eq(symbol("p", "x_l"), symbol("q", "x_1")), "are both printed as x_l or x_1"),
        (eq(symbol("p", "w_I"), symbol("q", "w_1")), "are both printed as"),
        (eq(symbol("p", r"\mathrm{modern}"), symbol("q", r"\mathrm{modem}")), "are both printed as modern or modem"),
        (eq(symbol("p", r"\nu"), symbol("v")), "are both printed as ν or v"),
        (eq(symbol("p", "O"), symbol("q", "o")), "are both printed as O or o"),
        (eq(define("zed", 5, "O"), 0), "is printed as the number 0 is"),
        (eq(define("uno", 7, "l") * 1, t), "is printed as the number 1 is"),
        (eq(symbol("d") * x[i], define("dx", x)[i]), "the symbol 'd' is printed as the sign of a derivative is"),
        (eq(symbol("gap", r"\Delta") * t, symbol("dt", r"\Delta t")), "nothing shows that it is gap*t, with the"),
        (eq(symbol("p", "y'"), function("y", t)), "nothing shows that it is y', with the function 'y'"),
        (eq(symbol("p", r"\delta_{ij}"), 1), "is printed as Kronecker's delta is"),
        (eq(symbol("p", "x_j"), x[i]), "nothing shows that it is x[j], with the vector 'x'"),
        (eq(symbol("ee", "e"), exp(t)), "is printed as the base of exp is"),
        (eq(total(symbol("a", "a_k") * x), 1), "the symbol 'a' is printed as something in the channel k is; give it"),
        (eq(symbol("a", "a^{(i)}") * x[i], 1), "is printed as something in the channel i is"),
        (eq(define("a", t, "a_i"), x[i]), "is printed as something in the channel i is"),
        (eq(vector("w", C, "w_j")[i], x[j]), "is printed as something in the channel j is"),
        (eq(symbol("a", r"\epsilon_{\mathrm{i}}"), x[i]), "is printed as something in the channel i is"),
        (eq(symbol("p", "x_1"), x[i]), "is printed as an entry of x is"),
        (eq(symbol("p", "x_{12}"), x[i]), "is printed as an entry of x is"),
        (eq(symbol("p", "x_C"), x[i]), "is printed as an entry of x is"),
        (eq(symbol("p", "x_{j+1}"), x[i]), "is printed as an entry of x is"),
        (eq(symbol("p", "x_{ii}"), x[i]), "is printed as something in the channel i is"),
        (eq(symbol("p", "y^{(2)}"), function("y", t)), "nothing shows that it is y'', with"),
        (eq(symbol("p", "g^{(1)}"), define("g", t**2)), "is printed as a derivative is"),
        (eq(symbol("p", "g'"), define("g", t**2)), "is printed as a derivative is"),
        (eq(symbol("p", r"\dot u"), define("v", t**2, "u")), "is printed as a derivative is"),
        (eq(symbol("p", "y_t"), function("y", t)), "is printed as a derivative is"),
        (eq(symbol("p", "1_{i=j}"), x[i]), "is printed as a number with marks is"),
        (eq(symbol("p", "5'"), 1), "is printed as a number with marks is"),
        (eq(symbol("p", r"\mathrm{10}_2"), 1), "is printed as a number with marks is"),
        (eq(symbol("p", r"\mathrm{dy}"), symbol("q", "dy")), "are both printed as dy"),
        (eq(symbol("p", r"t_{\mathrm{a b}}"), symbol("q", "t_{ab}")), "are both printed as"),
        (eq(symbol("p", r"u^{\mathrm{T}}"), symbol("q", "u^T")), "are both printed as"),
        (eq(symbol("p", r"\mathrm{dy}") / symbol("q", r"\mathrm{dt}"), 1), "the quotient p/q is printed as a deriv"),
        (eq(symbol("p", r"\pi^2"), 4), "is printed as a formula of the number 3.14... is"),
        (eq(define("p", 3, r"(\pi)"), 3), "is printed as a formula of the number 3.14... is"),
        (eq(symbol("p", "(e)"), 1), "is printed as a formula of the base of exp is"),
        (eq(symbol("p", "e^2"), 1), "is printed as a formula of the base of exp is"),
        (eq(symbol("p", "v(t)"), t), "is printed as v(t), a formula in which v stands for nothing"),
        (eq(symbol("p", r"\mathrm{var}(v)"), t), "is printed as the usual var is"),
        (eq(total(define("w", x[i]), over=i), 1), "which needs i as a subscript in its LaTeX"),
        (eq(total(define("w", x[i], "w_i"), over=i), x[i]), "a sum over i is around w_i, and another i beside it"),
    ],
)
def test_what_could_be_read_in_two_ways(statement: Statement, said: str) -> None:
    with pytest.raises(LanguageError) as error:
        judge(theorem(statement))
    assert said in str(error.value)


# --- what LaTeX a name may have ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "latex",
    [
        "", " ", r"b = 0 \quad\text{and}\quad 1", "a = b", "a < b", r"a \neq b", r"a\quad", "a, b", "a)",
        "(a", "a + ", "a^",
        "a_", "a^{2^3}", "a^{b}", "a^n", "a__b", "a^2^3", "a_12", "a^12", r"\frac a b", r"\frac{a}", r"\color{red}{a}",
        r"\phantom{a}", r"\hspace{1em}", r"\left(a\right)", r"\text{a and b}", r"\text{for every}", r"\mathrm{sin}",
        r"\operatorname{log}", r"\log", r"\sin x", r"\sum_k a", r"\int a", r"\pm a", r"a \pm b", "a!", "a?", "%", "$a$",
        "a & b", r"a \\ b", "\u0430", "\u03c3", "a\u200b", r"\text{a\u202e}", r"\href{x}{y}", r"\def\a{b}",
        r"\text{}", "{}", r"\upsilon", r"\Upsilon",
        "'", "_i", "^2", r"\hat", "1.", r"\mathrm{a=b}", r"\text{x = 0}", "a_{b = }{", r"\text{$a$}", "(" * 99,
    ],
)  # fmt: skip
def test_what_is_no_name(latex: str) -> None:
    with pytest.raises(LanguageError, match="is no name") as error:
        look(latex)
    assert "a name is a letter, a command for one or a word" in str(error.value)
    if latex:
        with pytest.raises(LanguageError):
            symbol("a", latex)


def test_upsilon_is_no_letter_of_a_name() -> None:
    """In no font can it be told from Y, and small from u, v or nu."""
    for letter in "υΥ":
        with pytest.raises(LanguageError, match="is not a name"):
            symbol(letter)
        with pytest.raises(Malformed, match="is not a name"):
            name(f"a_{letter}")


def test_a_message_shows_where_a_name_ends() -> None:
    with pytest.raises(LanguageError) as error:
        symbol("b", r"\beta = 0")
    assert r"the LaTeX '\\beta = 0' is no name, at '= 0': a name is" in str(error.value)


@pytest.mark.parametrize(
    ("latex", "same"),
    [
        ("a", "{a}"), ("a", r"a\,"), ("a", r"\,a "), ("a", r"\mathrm{a}"), (r"\mathrm{loss}", r"\text{loss}"),
        (r"\hat x", r"\hat{x}"), (r"\bar x", r"\overline{x}"), ("x_{i}", "x_i"), ("x_{ij}", "x_{i j}"),
        ("x_i^2", "x^2_i"),
        ("x'", r"x^\prime"), (r"\sigma_{\neq i}", r"\sigma_{\ne i}"), (r"\epsilon", r"\varepsilon"),
        (r"\phi", r"\varphi"),
        ("d x", r"\,dx"), (r"\frac{1}{2}", r"\frac{1.0}{2}"), (r"\mathbf{u}_1", "u_1"),
    ],
)  # fmt: skip
def test_two_spellings_of_one_look(latex: str, same: str) -> None:
    assert look(latex) == look(same)


@pytest.mark.parametrize(
    ("latex", "other"),
    [
        ("a", "b"), ("a", "A"), ("a", r"\alpha"), ("x_i", "x_j"), ("x_i", "x_{ii}"), ("x", "x'"),
        ("x", r"\hat x"), (r"\hat x", r"\tilde x"), ("x^2", "x_2"), ("x^2", "x^{-2}"), ("x_{1}", "x^{(1)}"),
        ("a b", "b a"), ("a/b", "b/a"), ("a - b", "a + b"), ("-a", "a"), (r"\sqrt{a}", "a"),
        ("f(x)", "f(y)"), ("f(x)", "f x"),
        ("(g - h)_i", "g - h"), (r"\|x\|", "x"), (r"\frac{du}{dt}", r"\frac{\partial u}{\partial t}"),
    ],
)  # fmt: skip
def test_two_looks(latex: str, other: str) -> None:
    assert look(latex) != look(other)


def test_a_model_that_leaves_nothing_to_choose_is_told() -> None:
    made = Theorem("look/2", "One point", where=[t > 0], model={t: 2})
    made.claim("(1)", eq(t + 0, t), by.algebra())
    [note] = judge(made).notes
    assert note.startswith("evaluated at one point only, t = 2: model= leaves nothing to choose")
    made = Theorem("look/3", "Several points", where=[t > 0, u > t], model={u: t + 1})
    made.claim("(1)", eq(t + u, u + t), by.algebra())
    assert judge(made).notes == ()
    made = Theorem("look/4", "Nothing to choose, and nothing said", where=[C > 1])
    made.claim("(1)", eq(C + 0, C), by.algebra())
    assert judge(made).notes == ()
