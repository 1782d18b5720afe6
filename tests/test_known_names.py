"""A name that every reader knows stands for what it means, or for what the theorem defines it to be."""

from __future__ import annotations

import pytest

from symnorm import (
    D,
    Theorem,
    at,
    by,
    define,
    eq,
    exp,
    function,
    indices,
    loss,
    matrix,
    mean,
    rational,
    sequence,
    symbol,
    total,
    vector,
    whole,
)
from symnorm.checker import Form, Malformed
from symnorm.checker.written import Writer
from symnorm.judge import judge
from symnorm.judge.fair import Alike, alike
from symnorm.language import LanguageError, Term
from symnorm.language.latex import latex
from symnorm.language.text import text

a, s, t = symbol("a"), symbol("s"), symbol("t")


def speaking_of(term: Term) -> Theorem:
    theorem = Theorem("known/1", "Known")
    theorem.claim("(1)", eq(term, term), by.algebra())
    return theorem


def shown(term: Term) -> list[Alike]:
    """What a theorem that speaks of a term has to show."""
    return alike(speaking_of(term))


@pytest.mark.parametrize(
    ("make", "known"),
    [
        (lambda: symbol("e"), "the base of exp"),
        (lambda: symbol("base", "e"), "the base of exp"),
        (lambda: symbol("base", r"\mathrm{e}"), "the base of exp"),
        (lambda: symbol("pi"), "the number 3.14"),
        (lambda: symbol("p", r"\pi"), "the number 3.14"),
        (lambda: symbol("pi", "p"), "the number 3.14"),
        (lambda: symbol("infty", "z"), "infinity"),
        (lambda: function("sigmoid", a), "the function sigmoid"),
        (lambda: function("sigma", a, latex=r"\mathrm{sigmoid}"), "the function sigmoid"),
        (lambda: function("Gamma", a), "the function"),
        (lambda: symbol("relu"), "the function relu"),
    ],
)
def test_a_script_gives_no_known_name_to_what_it_does_not_define(make, known: str) -> None:
    with pytest.raises(LanguageError, match=known):
        shown(make())


def test_what_a_theorem_defines_may_have_the_name() -> None:
    shown(define("sigmoid", 1 / (1 + a), r"\mathrm{sigmoid}"))
    shown(define("e", a - 1))
    shown(symbol("Gamma"))
    shown(symbol("sigma"))
    shown(function("phi", a))


ZERO: Form = ("num", "0")


def of(name: str) -> list[Form]:
    argument = ("sym", "a")
    return [("sym", name), ("app", name, (0,), (argument,)), ("coord", name, "k"), ("def", name, None, argument)]


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("e", {"sym"}), ("pi", {"sym"}), ("π", {"sym"}), ("infty", {"sym"}), ("oo", {"sym"}), ("nan", {"sym"}),
        ("or", {"sym"}), ("without", {"sym"}), ("every", {"sym"}), ("Γ", {"app"}), ("Gamma", {"app"}),
        ("zeta", {"app"}), ("sigmoid", {"sym", "app", "coord"}), ("sigrnoid", {"sym", "app", "coord"}),
        ("softmax", {"sym", "app", "coord"}), ("sigma", set()), ("E", set()), ("i", set()),
        ("tan", {"sym", "app", "coord", "def"}),
    ],
)  # fmt: skip
def test_the_checker_writes_no_known_name_for_what_is_not_defined(name: str, refused: set[str]) -> None:
    """What is defined is written with its body; a function of the language has no other body."""
    found = set()
    for form in of(name):
        try:
            Writer([("gt", form, ZERO)])
        except Malformed as error:
            found.add(form[0] if "it would be taken for" in str(error) else str(error))
    assert found == refused


def test_a_function_of_several_arguments_is_written_with_them() -> None:
    """Their order counts: f(s, t) = s - t and f(t, s) = s - t say different things."""
    lines = [eq(function("f", *order), s - t) for order in ((s, t), (t, s))]
    assert [text(line) for line in lines] == ["f(s, t) = s - t", "f(t, s) = s - t"]
    assert latex(lines[0]) != latex(lines[1])
    assert text(eq(function("f", t), exp(t))) == "f = exp(t)"


@pytest.mark.parametrize("name", ["pi", "e", "infty"])
def test_no_number_is_called_as_another_is(name: str) -> None:
    with pytest.raises(LanguageError, match="another number"):
        shown(define(name, rational("3")))


@pytest.mark.parametrize("head", ["Cov", "tr", "Exp", "Sum", "Tanh", "Sqrt", "Log", "Erf", "logsumexp", "id", "Re"])
def test_a_definition_is_not_printed_as_a_usual_operation(head: str) -> None:
    with pytest.raises(LanguageError):
        shown(define("c", a + 1, rf"\mathrm{{{head}}}(a)"))
    shown(define("c", a + 1, r"\mathrm{Net}(a)"))


@pytest.mark.parametrize("head", [r"\mathrm{E}", r"\operatorname{P}", r"\text{E}"])
def test_one_upright_letter_is_applied_to_nothing(head: str) -> None:
    for made in (define("d", 2 * a, latex=head + "(a)"), function("E", a, latex=head)):
        with pytest.raises(LanguageError, match=r"is printed as the usual [EP] is"):
            shown(made)
    shown(symbol("E", head))
    shown(define("d", 2 * a, latex="E(a)"))


def test_a_letter_of_sets_and_expectations_is_no_name() -> None:
    for name in (r"\mathbb{E}", r"\mathbb{E}(a)", r"a_{\mathbb{E}}"):
        with pytest.raises(LanguageError, match="is no name"):
            symbol("E", name)


def test_the_mean_of_a_vector_is_called_so_only_where_it_is_that() -> None:
    """Below the name of a vector, mean says what is so, and std what nothing here is."""
    x = vector("x", symbol("C"))
    (needed,) = shown(define("m", 2 * mean(x), latex=r"x_{\mathrm{mean}}"))
    assert needed.statements == (eq(needed.shown, 1 / symbol("C") * total(x)),)
    for word, said in (("std", r"nothing shows that it is sqrt\(1/C"), ("norm", "the norm of the entries of x is"),
                       ("var", r"nothing shows that it is 1/C\*sum\(x\[k\]\*\*2"),):
        with pytest.raises(LanguageError, match=said):
            judge(speaking_of(define("m", 2 * mean(x), latex=rf"x_{{\mathrm{{{word}}}}}")))
    assert shown(symbol("m", r"a_{\mathrm{mean}}")) == []


@pytest.mark.parametrize("name", [r"\mathrm{Var}", r"\operatorname{tr}", r"\mathrm{Log}", r"\Sigma", r"\mathrm{Net}_1"])
def test_nothing_stands_right_behind_a_word_that_would_be_applied_to_it(name: str) -> None:
    word, b = symbol("w", name), symbol("b")
    assert latex(word * (a + b)) == rf"{name} \cdot (a + b)"
    assert latex(b * word * a) == rf"b {name} \cdot a"
    assert latex(word**2 * a).endswith(r" \cdot a")


@pytest.mark.parametrize("name", ["Inf", "NaN", "Infinity", "True", "NOT", "zero", "one", "Half"])
def test_a_symbol_has_no_name_of_a_number_in_whatever_case(name: str) -> None:
    with pytest.raises((LanguageError, Malformed), match=r"printed as|taken for"):
        shown(symbol(name))


@pytest.mark.parametrize("name", ["Log", "Exp", "Max", "Var", "Id"])
def test_an_unknown_function_has_no_usual_name_in_whatever_case(name: str) -> None:
    with pytest.raises(LanguageError, match="the usual"):
        shown(function(name, a))


def test_what_is_marked_as_a_transpose_is_one() -> None:
    (i,) = indices("i", symbol("C"))
    for made in (symbol("g", r"A^\top"), define("d", 2 * a, latex=r"x^\top"), vector("z", symbol("C"), r"x^T")[i]):
        with pytest.raises(LanguageError, match="printed as a transpose is"):
            shown(made)


@pytest.mark.parametrize("name", ["-A", "A + A", "0", "A^2", "A / 2", "A x", "I"])
def test_no_matrix_is_called_by_a_formula_of_another(name: str) -> None:
    x, (i, j) = vector("x", symbol("C")), indices("i j", symbol("C"))
    square, other = matrix("A", x[i] * x[j], i, j), matrix("B", x[i], i, j, latex=name)
    theorem = Theorem("known/1", "Known")
    theorem.claim("(1)", eq(other @ (square @ x), other @ (square @ x)), by.algebra())
    with pytest.raises(LanguageError, match=r"printed as (another|the identity) matrix is|nothing shows|other rows"):
        judge(theorem)


def test_no_symbol_is_called_as_an_entry_of_a_matrix_is() -> None:
    x, (i, j) = vector("x", symbol("C")), indices("i j", symbol("C"))
    theorem = Theorem("known/1", "Known")
    theorem.claim("(1)", eq(symbol("q", "A_{12}") * (matrix("A", x[i] * x[j], i, j) @ x), 0 * x), by.algebra())
    with pytest.raises(LanguageError, match="printed as an entry of A is"):
        alike(theorem)


def test_no_symbol_is_called_by_an_operation_on_a_vector() -> None:
    x = vector("x", symbol("C"))
    for name, said in (("norm_x", "of the entries of x is"), ("dim_x", "of the entries of x is"),
                       ("mean_x", "nothing shows that it is 1/C"),):
        with pytest.raises(LanguageError, match=said):
            judge(speaking_of(symbol(name) * total(x)))


def test_a_function_is_called_as_no_derivative_and_no_entry_is() -> None:
    y, t, u = function("y", symbol("t"), symbol("u")), symbol("t"), symbol("u")
    for name in ("y_t", "y_{tt}", "y_{t,u}", "y_{ut}"):
        for other in (symbol("z", name), function("z", t, latex=name)):
            with pytest.raises(LanguageError, match="printed as a derivative is"):
                shown(y * other)
    f = sequence("f")
    with pytest.raises(LanguageError, match=r"is printed as f_1, and nothing shows that it is f\[1\]"):
        judge(speaking_of(f[whole("s")] * function("g", t, latex="f_1")))
    assert shown(y * symbol("z", "y_{vv}") * u) == []


def test_the_number_of_channels_stands_beside_no_point_at_which_it_is_another() -> None:
    C = symbol("C")
    x = vector("x", C)
    mu = define("mu", mean(x), r"\mu")
    silent, told = at(mu, {x: [3, 1, 0]}), at(mu, {x: [3, 1, 0], C: 3})
    with pytest.raises(LanguageError, match=r"C stands beside μ\|_\{x = \(3, 1, 0\)\}, in which it is another number"):
        shown(C * silent)
    for made in (C * told, silent, at(C * mu, {x: [3, 1, 0]})):
        assert shown(made) == []


@pytest.mark.parametrize("name", ["Log", "SIN", "Max", "Sum", "Integral"])
def test_the_checker_writes_no_usual_name_in_whatever_case(name: str) -> None:
    for form in (("sym", name), ("app", name, (0,), (("sym", "a"),))):
        with pytest.raises(Malformed, match="would be taken for the usual"):
            Writer([form])


# --- derivatives of vectors and matrices ------------------------------------------------------------------------

C, (i, j) = symbol("C"), indices("i j", symbol("C"))
x = vector("x", C)
y = define("y", x * total(x))
by_x = [D(y[i], x[j]), D(y[j], x[i])]


def judged(matrix_of: Term) -> str:
    """The verdict on a theorem that speaks of a matrix, and of y and x."""
    theorem = Theorem("known/1", "Known")
    theorem.claim("(1)", eq(matrix_of @ (x + y), matrix_of @ (y + x)), by.algebra())
    return judge(theorem).verdict


@pytest.mark.parametrize("entry", by_x)
def test_a_matrix_may_be_printed_as_the_derivative_that_it_is_in_either_layout(entry: Term) -> None:
    for latex_of in (r"\frac{d\mathbf{y}}{d\mathbf{x}}", r"\frac{\partial y}{\partial x}"):
        assert judged(matrix("J", entry, i, j, latex=latex_of)) == "proved"
        with pytest.raises(LanguageError, match="nothing shows that it is"):
            judged(matrix("J", 2 * entry, i, j, latex=latex_of))


def test_of_a_derivative_by_what_is_not_there_nothing_is_said() -> None:
    assert judged(matrix("J", x[i] * x[j], i, j, latex=r"\frac{\partial \ell}{\partial \mathbf{x}}")) == "proved"


@pytest.mark.parametrize("name", [r"\dot x", r"\dot{\mathbf{x}}", r"\ddot x", r"\dot x_i", r"\dot A", r"\dot{A}", "A'"])
def test_what_has_a_dot_or_is_a_matrix_with_a_prime_is_taken_for_a_derivative(name: str) -> None:
    A = matrix("A", x[i] * x[j], i, j)
    theorem = Theorem("known/1", "Known")
    theorem.claim("(1)", eq(symbol("p", name) * (A @ x), symbol("p", name) * (A @ x)), by.algebra())
    with pytest.raises(LanguageError, match=r"printed as (a derivative.*|something in the channel i) is"):
        alike(theorem)


@pytest.mark.parametrize("name", ["A_1", "A_{C1}", "A_{ij}", "A_{1,2}", "A_i", r"A^\top", "A x", "x^T A x", r"\|Ax\|"])
def test_a_number_is_called_by_no_formula_of_a_matrix(name: str) -> None:
    A = matrix("A", x[i] * x[j], i, j)
    theorem = Theorem("known/1", "Known")
    p = define("p", total(x), latex=name)
    theorem.claim("(1)", eq(p * (A @ x), p * (A @ x)), by.algebra())
    with pytest.raises(LanguageError, match=r"is printed as|is no name"):
        judge(theorem)


def test_what_is_a_formula_of_a_matrix_may_be_printed_so() -> None:
    A = matrix("A", x[i] * x[j], i, j)
    made = define("q", total(x[i] * A[i, j] * x[j], over=[i, j]), latex=r"\|x\|^4")
    assert judged(made * A) == "proved"


@pytest.mark.parametrize("name", [
    "A^*", r"A^\ast", r"A^\dagger", r"A^{\perp}", r"A^\prime", "x_+", "x_{(1)}", r"x_{\mathrm{rms}}", "x_{j-1}",
    "g_t", "g'", "g^{(3)}", "m_t", "m'", "m_{1}", r"\bar x", r"\overline{x y}", "a b", "x^T x", r"\mathrm{ab}",
    "f'(t)", "f(0)", "f'",
])  # fmt: skip
def test_what_the_reader_would_take_for_something_else(name: str) -> None:
    """With all of this in the theorem: a matrix, vectors, a sequence, a function of t and a definition by t."""
    t, f, m, n = symbol("t"), function("f", symbol("t")), sequence("m"), whole("n")
    others = total(x * y) * a * symbol("b") * f * m[n] * define("g", t**2 + 1, "g")
    A = matrix("A", x[i] * x[j], i, j)
    theorem = Theorem("known/1", "Known")
    for shown in (symbol("p", name), define("p", a + 7 * t, name)):
        theorem.claim("(1)", eq(shown * others, others * shown), by.algebra())
        theorem.claim("(2)", eq(t * (A @ x), A @ (t * x)), by.algebra())
        with pytest.raises(LanguageError, match=r"is printed as"):
            judge(theorem)
        theorem = Theorem("known/1", "Known")


def test_a_formula_that_says_nothing_is_no_name() -> None:
    """A loss has no value: nothing is called its square."""
    theorem = Theorem("known/1", "Known")
    ell = loss("ell", y, r"\ell")
    p = define("p", total(x), latex=r"\ell^2")
    theorem.claim("(1)", eq(p * D(ell, x[i]), D(ell, x[i]) * p), by.algebra())
    with pytest.raises(LanguageError, match="is printed as ℓ², a formula that it cannot be, for"):
        judge(theorem)
