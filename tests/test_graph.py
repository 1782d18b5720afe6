"""Derivatives by defined quantities, and of an arbitrary loss: what they are, and nothing false through them."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy

from symnorm.export.html.mathml import mathml
from symnorm.judge import judge
from symnorm.language import (
    D,
    LanguageError,
    Statement,
    Term,
    Theorem,
    at,
    by,
    covariance,
    define,
    delta,
    differentiable,
    eq,
    every,
    function,
    indices,
    integral,
    loss,
    mean,
    norm,
    others,
    sqrt,
    symbol,
    total,
    variance,
    vector,
)
from symnorm.language.bridge import to_sympy
from symnorm.language.latex import latex
from symnorm.language.paths import losses, told_of
from symnorm.language.record import record, theorems_from
from symnorm.language.text import text
from symnorm.mutation.edits import Scope, variants
from symnorm.reader import Notation, harmless, read
from symnorm.report import Report

C, s, t, u, eps = map(symbol, ("C", "s", "t", "u", "eps"))
gamma = symbol("gamma")
x, w = vector("x", C), vector("w", C)
i, j, k = indices("i j k", C)
mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
n = define("n", (x - mu) / sqrt(sigma2 + eps), r"\hat x")
y = define("y", gamma * n + w)
ell = loss("ell", y, r"\ell")
WHERE = (C > 1, sigma2 + eps > 0)


def judged(*statements: Statement, where: tuple[Statement, ...] = WHERE) -> Report:
    """The report on a theorem that claims some statements, as it is after a record."""
    theorem = Theorem("test/graph", "Graph", where=where)
    for number, statement in enumerate(statements, start=1):
        theorem.claim(f"({number})", statement, by.algebra())
    [again] = theorems_from(json.loads(json.dumps(record(theorem))))
    return judge(again)


def verdict(statement: Statement, where: tuple[Statement, ...] = WHERE) -> str:
    return judged(statement, where=where).lines[-1].verdict


# --- what a derivative by a defined quantity is -----------------------------------------------------------

square = define("square", mean(x**2) - mu**2)
a = define("a", t**2)
b = define("b", t + a)
c = define("c", a * b + t)

TRUE = {
    "by a number": eq(D(mu**3, mu), 3 * mu**2),
    "by itself": eq(D(mu, mu), 1),
    "the variance by the mean": eq(D(sigma2, mu), 0),
    "the same value, written otherwise": eq(D(square, mu), -2 * mu),
    "the same as the variance": eq(square, sigma2),
    "total, through a definition": eq(D(c, a), a + b),
    "total through two": eq(D(define("q", a * b + b), b), a + 1),
    "direct": eq(D(c, t, holding=[a, b]), 1),
    "direct through one": eq(D(c, t, holding=[a]), a + 1),
    "total by a variable": eq(D(c, t), 3 * t**2 + 4 * t**3 + 1),
    "nothing left to move": eq(D(b, a, holding=[define("b", t + a)]), 0),
    "an entry by an entry": eq(D(y[i], n[j]), gamma * delta(i, j)),
    "an entry of a sum": eq(D(total(n**2), n[i]), 2 * n[i]),
    "a letter that is bound": eq(D(total(n[i] * w[i], over=i), n[i]), w[i]),
    "two sums of one letter": eq(D(total(n[i] * total(n[i], over=i), over=i), n[i]), 2 * total(n)),
    "an entry that is left out": eq(D(others(n, i), n[i]), 0),
    "an entry that is not": eq(D(others(n, i), n[j]), 1 - delta(i, j)),
    "a letter of what is left out": eq(D(total(others(n, i) * w[i], over=i), n[i]), total(w) - w[i]),
    "the variance by an entry, direct": eq(D(sigma2, x[i], holding=[mu]), 2 * (x[i] - mu) / C),
    "an entry by an entry, direct": eq(D(n[j], x[i], holding=[mu, sigma2]), delta(i, j) / sqrt(sigma2 + eps)),
    "every entry": eq(D(total(n), every(n)), 1),
    "a variance by an entry": eq(D(variance(n), n[i]), 2 * (n[i] - mean(n)) / C),
    "a covariance, direct": eq(D(covariance(n, x), x[i], holding=[n]), (n[i] - mean(n)) / C),
    "under a root": eq(D(sqrt(sigma2 + eps), sigma2), 1 / (2 * sqrt(sigma2 + eps))),
}


@pytest.mark.parametrize("statement", TRUE.values(), ids=TRUE.keys())
def test_what_holds_is_proved(statement: Statement) -> None:
    assert verdict(statement) == "proved"


FALSE = {
    "total for direct": eq(D(c, t), D(c, t, holding=[a])),
    "held for moved": eq(D(c, a), D(c, a, holding=[b])),
    "the same value, other definitions": eq(D(square, mu), D(sigma2, mu)),
    "by every entry at once": eq(D(total(n), n[i]), C),
    "a letter that is captured": eq(D(total(n[i] * w[i], over=i), n[i]), total(w)),
    "another entry": eq(D(y[i], n[j]), gamma),
    "all entries for one": eq(D(total(n**2), n[i]), 2 * total(n)),
    "the mean moves as well": eq(D(sigma2 * mu, x[i]), D(sigma2 * mu, x[i], holding=[mu])),
    "the value at another place": eq(D(mu**3, mu), 3 * x[i] ** 2),
}


@pytest.mark.parametrize("statement", FALSE.values(), ids=FALSE.keys())
def test_what_fails_is_refuted_at_a_point(statement: Statement) -> None:
    assert verdict(statement) == "refuted"


def test_a_quantity_is_no_variable_of_what_is_supposed_of_it() -> None:
    theorem = Theorem("test/graph", "Graph", where=[C > 1], model={C: 2, x: [2, 4]})
    three = theorem.given("(1)", eq(mu, 3), "hypothesis")
    theorem.claim("(2)", eq(D(mu**2, mu), 6), by.algebra(three))
    theorem.claim("(3)", eq(D(mu**2, mu), 0), by.algebra(three))
    assert [line.verdict for line in judge(theorem).lines[-2:]] == ["proved", "refuted"]


def test_an_equation_is_not_differentiated_by_what_is_defined() -> None:
    theorem = Theorem("test/graph", "Graph", where=WHERE)
    same = theorem.step("(1)", eq(square, sigma2), by.algebra())
    with pytest.raises(LanguageError, match="μ is not a variable"):
        theorem.claim("(2)", eq(D(square, mu), D(sigma2, mu)), by.algebra(same.d(mu)))


def test_what_has_no_derivative_has_none_by_what_is_defined() -> None:
    [line] = [line for line in judged(eq(D(function("f", a), a) * 0, 0), where=()).lines if line.role == "claim"]
    assert (line.verdict, line.reason[:26]) == ("unknown", "it needs the derivative of")
    f = function("f", u)
    shown = eq(D(function("f", a), a), at(D(f, u), u, a))
    assert verdict(shown, (differentiable(f),)) == "proved"


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "no path": (lambda: D(define("other", mean(x**2)), mu), "no definition leads from μ to other"),
    "a path the other way": (lambda: D(mu, sigma2), "no definition leads from σ² to μ"),
    "a vector": (lambda: D(y[i], n), "is not a variable"),
    "all entries by one": (lambda: D(y, n[i]), r"write y\[k\]"),
    "a number": (lambda: D(mu, 3), "is not a variable"),
    "a vector inside": (lambda: D(loss("L", y), x[i], holding=[n[i]]), "speaks of the channel|names the whole"),
    "held and not on the way": (lambda: D(sigma2, mu, holding=[n]), "is not held"),
    "held by itself": (lambda: D(sigma2, mu, holding=[mu]), "is not held"),
    "held before it": (lambda: D(n[i], sigma2, holding=[mu]), "is not held"),
    "an entry is held": (lambda: D(y[i], mu, holding=[n[i]]), "names the whole"),
    "a variable is held": (lambda: D(mu, x[i], holding=[x]), "is not held"),
    "a definition with a hidden channel": (
        lambda: D(total(define("h", x[i] ** 2) * w[i], over=i), define("h", x[i] ** 2)),
        "speaks of the channel i",
    ),
    "inside a derivative": (lambda: D(D(mu**2, x[i]), mu), "varies something itself"),
    "inside a value": (lambda: D(at(t * mu, t, 2), mu), "varies something itself"),
    "inside an integral": (lambda: D(integral(t * mu, t), mu), "varies something itself"),
    "twice": (lambda: D(D(mu**3, mu), mu), "varies something itself"),
    "two definitions of one name": (lambda: D(mu + define("mu", mean(w), r"\mu") ** 2, mu), "is defined twice"),
    "a name that the toolkit gives": (lambda: symbol("shift__mu"), "two underscores"),
    "a gradient of one's own": (lambda: vector("gradient__ell__y", C), "two underscores"),
    "a function of the toolkit": (lambda: function("shift__mu", t), "two underscores"),
}


@pytest.mark.parametrize(("made", "why"), REFUSED.values(), ids=REFUSED.keys())
def test_what_makes_no_sense_is_refused(made: Callable[[], Any], why: str) -> None:
    with pytest.raises(LanguageError, match=why):
        made()


def test_a_hidden_channel_under_a_sum_moves_with_it() -> None:
    hidden = define("hidden", mu * x[i], r"h_i")
    assert verdict(eq(D(total(hidden * w[i], over=i), mu), total(x * w))) == "proved"
    entry = define("entry", n[j] * x[j], r"e_j")
    assert verdict(eq(D(total(entry, over=j), n[i]), x[i])) == "proved"


def test_a_norm_has_a_derivative_where_it_is_not_zero() -> None:
    cases = (eq(D(norm(n), n[i]), n[i] / norm(n)), norm(n) > 0), (eq(D(abs(mu), mu), mu / abs(mu)), mu > 0)
    for shown, where in cases:
        assert verdict(shown, (C > 1, sigma2 + eps > 0, where)) == "proved"
        assert verdict(shown) != "proved"


def test_other_terms_stay_in_other_channels() -> None:
    """In every channel alike: the letter of a sum around is not that of a sum inside."""
    slopes = total(D(total(n[k] * w[k], over=k), n[i]) * x[i], over=i)
    assert verdict(eq(slopes, total(w * x))) == "proved"


# --- an arbitrary loss ------------------------------------------------------------------------------------

LOSSES = {
    "by an entry": (eq(D(ell, n[i]), D(ell, y[i]) * gamma), "proved"),
    "by a symbol": (eq(D(ell, gamma), total(D(ell, y[k]) * n[k], over=k)), "proved"),
    "by an entry of another vector": (eq(D(ell, w[i]), D(ell, y[i])), "proved"),
    "by what it does not depend on": (eq(D(ell, u), 0), "proved"),
    "by the mean, direct": (
        eq(D(ell, mu, holding=[sigma2]), -gamma * total(D(ell, y[k]), over=k) / sqrt(sigma2 + eps)), "proved"
    ),
    "all held": (eq(D(ell, mu, holding=[y]), 0), "proved"),
    "a factor lost": (eq(D(ell, n[i]), D(ell, y[i])), "refuted"),
    "it is no sum": (eq(D(ell, gamma), total(n)), "refuted"),
    "another entry": (eq(D(ell, y[i]), D(ell, y[j])), "refuted"),
    "two of them": (eq(D(ell, y[i]), D(loss("other", y), y[i])), "refuted"),
    "of another vector": (eq(D(ell, w[i]), D(loss("other", w), w[i])), "refuted"),
    "its sign": (D(ell, y[i]) ** 2 > 0, "refuted"),
}  # fmt: skip


@pytest.mark.parametrize(("statement", "wanted"), LOSSES.values(), ids=LOSSES.keys())
def test_what_is_said_of_a_loss(statement: Statement, wanted: str) -> None:
    theorem = Theorem("test/graph", "Graph", where=WHERE)
    theorem.claim("(1)", statement, by.algebra() if statement.kind == "eq" else by.sign())
    assert judge(theorem).lines[-1].verdict == wanted


gradient = D(ell, y[i])
LOST: dict[str, Callable[[], Any]] = {
    "twice": lambda: D(D(ell, y[i]), y[j]),
    "twice by a variable": lambda: D(gamma * D(ell, mu), x[i]),
    "twice in a definition": lambda: D(define("g", gamma * gradient), gamma),
    "in a function": lambda: D(function("f", gradient), gamma),
    "by what is made of it": lambda: D(define("z", define("g", gradient) * t), define("g", gradient)),
    "elsewhere": lambda: at(gradient, gamma, 1),
    "elsewhere in a definition": lambda: at(define("g", gradient) + t, t, 1),
    "an antiderivative": lambda: integral(gradient * t, t),
    "a loss of a gradient": lambda: loss("L", define("z", D(ell, mu) * x)),
    "with a term beside": lambda: D(ell + t, t),
    "in a definition": lambda: D(define("J", ell), t),
}


@pytest.mark.parametrize("made", LOST.values(), ids=LOST.keys())
def test_a_gradient_does_not_vary(made: Callable[[], Any]) -> None:
    with pytest.raises(LanguageError, match="neither differentiated nor evaluated at another point"):
        made()


def test_a_gradient_may_be_a_point_and_stand_in_a_sum() -> None:
    assert verdict(eq(at(t**2, t, gradient), gradient**2)) == "proved"
    assert verdict(eq(total(D(ell, y[k]) * 2, over=k), 2 * total(D(ell, y[k]), over=k))) == "proved"


@pytest.mark.parametrize("of", [t, mu, x[i], 2 * x, define("z", x * w[i])], ids=str)
def test_a_loss_is_one_of_a_vector_with_a_name(of: Term) -> None:
    with pytest.raises(LanguageError, match="a function of a vector that has a name"):
        loss("L", of)


def test_the_value_of_a_loss_is_not_known() -> None:
    for statement in (eq(ell, ell), ell > 0, eq(2 * ell + t, t + 2 * ell)):
        with pytest.raises(LanguageError, match="the value of the loss ℓ is not known"):
            judged(statement)


def test_nothing_varies_where_there_is_a_loss() -> None:
    """From dl/dx_i = x_i, which holds for half the square of x, would follow 1 = 0 by a derivative."""
    theorem = Theorem("test/graph", "Graph", along=[x], where=[C > 0])
    own = loss("L", x)
    given = theorem.given("(1)", eq(D(own, x[i]), x[i]), "hypothesis")
    theorem.claim("(2)", eq(0, 1), by.algebra(given.d(x[i])))
    with pytest.raises(LanguageError, match="nothing varies along= where there is a loss"):
        judge(theorem)


def test_what_is_supposed_of_a_gradient_is_not_differentiated() -> None:
    theorem = Theorem("test/graph", "Graph", where=[C > 0], model={C: 1, x: [0]})
    own = loss("L", x)
    given = theorem.given("(1)", eq(D(own, x[i]), x[i]), "hypothesis")
    theorem.claim("(2)", eq(0, 1), by.algebra(given.d(x[i])))
    assert judge(theorem).lines[-1].verdict != "proved"


@pytest.mark.parametrize(
    "other",
    [
        D(loss("ell", w, r"\ell"), w[i]), symbol("ell", r"\ell"), define("ell", t, "L"), symbol("L", r"\ell"),
        symbol("el1"),
    ],
    ids=["loss", "symbol", "definition", "look", "spelling"],
)  # fmt: skip
def test_a_loss_has_a_name_of_its_own(other: Term) -> None:
    with pytest.raises(LanguageError, match=r"two things|tell them apart|look alike"):
        judged(eq(D(ell, gamma) * other, other * D(ell, gamma)))


def test_a_record_says_nothing_that_a_script_cannot_say() -> None:
    def tampered(change: Callable[[list[Any]], None]) -> None:
        theorem = Theorem("test/graph", "Graph", where=WHERE)
        theorem.claim("(1)", eq(D(ell, mu, holding=[sigma2]) * at(D(t**2, t), t, 2), D(ell, y[i])), by.algebra())
        document = json.loads(json.dumps(record(theorem)))
        change(document["terms"])
        theorems_from(document)

    def number(terms: list[Any], op: str) -> int:
        return next(n for n, one in enumerate(terms) if one[0] == op)

    def varied(op: str) -> Callable[[list[Any]], None]:
        """A gradient in the place of what varies."""

        def change(terms: list[Any]) -> None:
            terms.insert(0, terms.pop(number(terms, op)))  # refers to what is not there yet, unless it is put last

        return change

    tampered(lambda terms: None)
    for op, place, value in (
        ("slope", 3, [0]), ("slope", 4, ["list", [0]]), ("loss", 3, "a__b"), ("loss", 4, [0]), ("slope", 4, "held"),
    ):  # fmt: skip
        with pytest.raises(LanguageError):
            tampered(lambda terms, o=op, p=place, v=value: terms[number(terms, o)].__setitem__(p, v))  # type: ignore[misc]
    with pytest.raises(LanguageError):
        tampered(varied("slope"))
    for op in ("D", "at"):
        with pytest.raises(LanguageError, match="neither differentiated"):
            tampered(lambda terms, o=op: _swap(terms, o))  # type: ignore[misc]


def _swap(terms: list[Any], op: str) -> None:
    """Puts the gradient into a derivative, or a value, after making the table begin with what it is made of."""
    slope = next(n for n, one in enumerate(terms) if one[0] == "slope")
    made = next(n for n, one in enumerate(terms) if one[0] == op)
    if slope < made:
        terms[made][3] = [slope]
    else:
        terms.append([op, None, None, [slope], *terms[made][4:]])


# --- how it is shown --------------------------------------------------------------------------------------

SHOWN = [
    (D(ell, mu), "dℓ/dμ", "D(ell, mu)", r"\frac{d\ell}{d\mu}"),
    (
        D(ell, mu, holding=[sigma2]), "(∂ℓ/∂μ)_{σ²}", "D(ell, mu, holding=[sigma2])",
        r"\left(\frac{\partial \ell}{\partial \mu}\right)_{\sigma^2}",
    ),
    (
        D(y[k] * 2, x[i], holding=[mu, n]), "(∂/∂x_i(y_k·2))_{μ, x̂}", "D(y[k]*2, x[i], holding=[mu, n])",
        r"\left(\frac{\partial}{\partial x_i} (y_k \cdot 2)\right)_{\mu, \hat x}",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("made", "unicode", "ascii", "formula"), SHOWN, ids=[s[2] for s in SHOWN])
def test_total_and_direct_do_not_look_alike(made: Term, unicode: str, ascii: str, formula: str) -> None:
    assert (text(made), text(made, ascii=True), latex(made)) == (unicode, ascii, formula)


@pytest.mark.parametrize("made", [s[0] for s in SHOWN] + [D(ell, n[k]) ** 2, D(y[k], mu) * (2 - x[i])], ids=str)
def test_our_latex_reads_as_the_derivative(made: Term) -> None:
    found = read(latex(made), Notation([made]))
    assert harmless(found.meaning) == harmless(made)
    assert not found.tolerances


def test_what_the_reader_makes_of_a_partial_derivative_is_told() -> None:
    found = read(r"\frac{\partial \ell}{\partial \sigma^2}", Notation([eq(D(ell, sigma2), D(ell, mu))]))
    assert harmless(found.meaning) == harmless(D(ell, sigma2)) != harmless(D(ell, sigma2, holding=[n]))
    assert found.tolerances == (r"\frac{d\ell}{d(\sigma^2)} is total: what is defined by \sigma^2 moves with it",)


def test_the_graph_is_told_with_every_line() -> None:
    report = judged(eq(D(ell, mu), D(ell, mu)), eq(D(sigma2, x[i], holding=[mu]), D(sigma2, x[i])))
    first, second = report.lines[-2:]
    assert [f.text for f in first.graph] == ["dℓ/dμ is total: μ → σ², x̂; σ² → x̂; x̂ → y; y → ℓ"]
    assert [f.text for f in second.graph] == ["(∂/∂x_i(σ²))_{μ} is direct, with μ held: x_i → σ²"]
    assert second.graph[0].latex == (
        r"\left(\frac{\partial}{\partial x_i} (\sigma^2)\right)_{\mu}\text{ is direct, with }\mu\text{ held: }"
        r"x_i \to \sigma^2"
    )


def test_the_graph_of_a_definition_is_told() -> None:
    hidden = define("g", D(c, a, holding=[b]))
    assert [told.text for told in told_of([eq(hidden, t)])] == ["(∂c/∂a)_{b} is direct, with b held: a → c"]


def test_the_graph_is_told_with_an_erratum() -> None:
    theorem = Theorem("test/graph", "Graph", where=WHERE)
    direct = D(ell, mu, holding=[sigma2])
    theorem.claim("(1)", eq(D(ell, mu), direct), by.algebra(), printed=eq(D(ell, mu), -direct), note="a sign")
    theorem.counterexample("(2)", eq(D(ell, mu), D(ell, sigma2)), at={C: 3}, note="another one")
    report = judge(theorem)
    told = ["dℓ/dμ is total: μ → σ², x̂; σ² → x̂; x̂ → y; y → ℓ"]
    told.append("(∂ℓ/∂μ)_{σ²} is direct, with σ² held: μ → x̂; x̂ → y; y → ℓ")
    more = "dℓ/d(σ²) is total: σ² → x̂; x̂ → y; y → ℓ"
    assert [[f.text for f in e.graph] for e in report.errata] == [[*told], [told[0], more]]
    assert [f.text for f in report.lines[-1].graph] == told


def test_that_the_loss_is_differentiable_is_a_hypothesis() -> None:
    report = judged(eq(D(ell, mu), D(ell, mu)))
    said = "ℓ is a totally differentiable function of all entries of y, and of nothing else"
    assert [(h.kind, h.formula.text) for h in report.hypotheses if h.kind == "loss"] == [("loss", said)]
    assert losses([eq(t, t)]) == ()


def test_a_name_looks_like_a_direct_derivative_only_where_it_is_that() -> None:
    with pytest.raises(LanguageError, match="is no name"):
        define("q", t, r"\left(\frac{\partial b}{\partial t}\right)_{a}")
    right = D(b, t, holding=[a])
    for value, is_so in ((right, True), (right + t, False), (D(b, t) + 0 * t, False)):
        look = define("q", value, r"(\frac{\partial b}{\partial t})_{a}")
        line = eq(look + b, b + look)
        if is_so:
            assert judged(line, where=()).verdict == "proved"
        else:
            with pytest.raises(LanguageError, match="nothing shows that it is"):
                judged(line, where=())


def test_a_point_shows_the_gradient_by_its_own_name() -> None:
    refuted = judged(eq(D(ell, n[i]), D(ell, y[i]))).lines[-1].refutation
    assert refuted is not None
    assert "dℓ/dy = (" in refuted.text
    assert "__" not in refuted.text


def test_a_point_gives_the_gradient_by_the_loss() -> None:
    theorem = Theorem("test/graph", "Graph", where=WHERE)
    point = {C: 2, ell: [3, -1], i: 1}
    shown, printed = eq(D(ell, n[i]), gamma * D(ell, y[i])), eq(D(ell, n[i]), 2 * gamma * D(ell, y[i]))
    theorem.claim("(1)", shown, by.algebra(), printed=printed, at=point, note="twice")
    [again] = theorems_from(json.loads(json.dumps(record(theorem))))
    [erratum] = judge(again).errata
    assert erratum.point is not None
    assert "dℓ/dy = (3, -1)" in erratum.point.text
    with pytest.raises(LanguageError, match="list of its entries"):
        theorem.claim("(2)", shown, by.algebra(), printed=printed, at={ell: 3})


def test_the_number_of_channels_is_no_variable() -> None:
    for made in (lambda: D(ell, C), lambda: D(define("m", total(x) / C), C, holding=[])):
        with pytest.raises(LanguageError, match="number of channels"):
            judged(eq(made(), 0))


def test_half_powers() -> None:
    power = (sigma2 + eps) ** Fraction(-3, 2)
    assert (text(power), latex(power)) == ("(σ² + eps)^(-3/2)", r"(\sigma^2 + \mathrm{eps})^{-3/2}")
    assert harmless(read(latex(power), Notation([power])).meaning) == harmless(power)
    assert verdict(eq(power * sqrt(sigma2 + eps), 1 / (sigma2 + eps))) == "proved"
    assert verdict(eq(power, 1 / (sigma2 + eps))) == "refuted"
    assert t ** Fraction(1, 2) == sqrt(t)
    for exponent in (Fraction(1, 3), Fraction(401, 2), 0.5):
        with pytest.raises(LanguageError, match="exponent"):
            t**exponent


def test_a_total_derivative_is_the_sum_over_the_paths() -> None:
    whole = D(c, t)
    direct = D(c, t, holding=[a, b]) + D(c, a, holding=[b]) * D(a, t) + D(c, b) * D(b, t, holding=[a])
    assert verdict(eq(whole, direct + D(c, b) * D(b, a) * D(a, t))) == "proved"
    assert verdict(eq(whole, direct)) == "refuted"


MADE = [
    Term("coord", ("gradient__ell__y", "i")), Term("sym", ("shift__mu",)),
    Term("slope", (gamma * D(ell, y[i]), gamma, ())), Term("slope", (mu, sigma2, ())), Term("D", (D(ell, mu), t)),
    Term("at", (D(ell, mu), t, t)), Term("loss", ("ell", mu)), Term("half", (t, 2)), Term("var", (x, 2)),
]  # fmt: skip


@pytest.mark.parametrize("made", MADE, ids=lambda made: str(made.op))
def test_what_a_script_makes_by_hand_is_refused(made: Term) -> None:
    theorem = Theorem("test/graph", "Graph")
    theorem.claim("(1)", eq(made, made + 1 - 1), by.algebra())
    with pytest.raises(LanguageError):
        judge(theorems_from(json.loads(json.dumps(record(theorem))))[0])


def test_a_symbol_is_not_printed_as_a_derivative_that_it_is_not() -> None:
    for look in (r"\frac{d\ell}{d\mu}", r"\frac{d\ell}{d\gamma}", r"\frac{db}{da}"):
        own = symbol("q", look)
        with pytest.raises(LanguageError, match="is printed as"):
            judged(eq(own * D(ell, mu) * D(ell, gamma) * b, b * D(ell, gamma) * D(ell, mu) * own))
    own = define("q", D(ell, gamma), r"\frac{d\ell}{d\gamma}")
    assert verdict(eq(own * D(ell, mu), D(ell, mu) * D(ell, gamma))) == "proved"


def test_a_browser_draws_them() -> None:
    for made in (D(ell, mu), D(ell, mu, holding=[sigma2]), variance(x, ddof=1), t ** Fraction(-3, 2)):
        assert mathml(latex(made)).startswith("<math")
    for told in (*told_of([eq(D(sigma2, x[i], holding=[mu]), t)]), *losses([eq(D(ell, mu), t)])):
        assert "mtext" in mathml(told.latex)


def test_slips_of_a_derivative_by_what_is_defined() -> None:
    statement = eq(D(ell, mu, holding=[sigma2]), D(ell, n[i]) * D(n[i], mu) + D(ell, n[j]))
    found = {text(v.statement.parts[0]) for v in variants(statement, Scope.of([statement]))}
    assert {"dℓ/dμ", "dℓ/d(σ²)", "dℓ/dγ"} <= found
    right = {text(v.statement.parts[1]) for v in variants(statement, Scope.of([statement]))}
    assert "dℓ/dx̂_j · (dx̂_i/dμ) + dℓ/dx̂_j" in right
    assert "dℓ/dx̂_i · (∂x̂_i/∂μ)_{σ²} + dℓ/dx̂_j" in right


def test_sympy_differentiates_as_we_do() -> None:
    made = to_sympy(D(mu**3, mu) - 3 * mu**2, dimension=2).doit()
    assert sympy.expand(made) == 0
    moved = to_sympy(D(sigma2, x[i], holding=[mu]) - 2 * (x[i] - mu) / C, dimension=3, channels={i: 2}).doit()
    assert sympy.expand(moved) == 0


def test_an_entry_of_a_derivative_of_a_vector_has_what_is_held_as_it_was() -> None:
    shifted = define("m", x - mu)
    product = define("p", shifted * mu)
    statement = eq(D(product, mu, holding=[shifted])[i], shifted[i])
    assert judged(statement).lines[-1].verdict == "proved"
    assert text(statement) == "(∂p_i/∂μ)_{m} = m_i"
