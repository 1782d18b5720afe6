"""A theorem with terms in the place of its symbols: where it says the same of these, and where it does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    C,
    D,
    Form,
    app,
    differentiable,
    eq,
    mul,
    neg,
    power,
    sym,
    total,
)
from test_checker_kit import a as A
from test_checker_kit import at as AT
from test_checker_kit import t as T
from test_checker_kit import tanh as TANH
from test_checker_kit import u as U
from test_checker_kit import x as X

from symnorm import D as slope
from symnorm import Theorem, at, by, define, every, exp, function, indices, integral, log, symbol, tanh, vector
from symnorm import eq as equation
from symnorm import total as sum_of
from symnorm.checker.__main__ import main
from symnorm.checker.forms import Malformed
from symnorm.checker.logic.citations import Line, objections, standing
from symnorm.checker.logic.instances import read_put
from symnorm.judge import judge
from symnorm.language import LanguageError

a, b, c, t, u = map(symbol, "abctu")
n = symbol("C")
x = vector("x", n)
i, j, k = indices("i j k", n)
y, g = function("y", u), function("y", x[k])

WHOLE = ("whole", "n", 0)


def ge(left: Form, right: Form) -> Form:
    return ("ge", left, right)


def le(left: Form, right: Form) -> Form:
    return ("le", left, right)


def said(cited: list[Line], own: list[Line], along: tuple[Form, ...] = ()) -> list[str]:
    """What speaks against the citations of a theorem."""
    theorems = {"p/1": standing(along, cited, str), "p/2": standing((), own, str)}
    return objections(theorems, dict.fromkeys(theorems, "proved"))["p/2"]


def where(statement: Form) -> Line:
    return Line("h", "where", statement)


def claim(statement: Form) -> Line:
    return Line("(1)", "claim", statement)


def cites(statement: Form, *put: tuple[Form, Form]) -> Line:
    return Line("(0)", "given", statement, "p/1", put)


TANGENT = [where(ge(T, ZERO)), claim(le(TANH(T), T))]
"""tanh t <= t where t >= 0."""
SQUARE = power(X("i"), 2)


def test_what_it_supposes_is_claimed_before() -> None:
    own = [claim(ge(SQUARE, ZERO)), cites(le(TANH(SQUARE), SQUARE), (T, SQUARE))]
    assert said(TANGENT, own) == []


def test_what_it_supposes_is_supposed() -> None:
    assert said(TANGENT, [where(ge(A, ZERO)), cites(le(TANH(A), A), (T, A))]) == []


def test_two_symbols_change_places() -> None:
    cited = [where(ge(A, T)), claim(ge(mul(mul(TWO, A), T), power(T, 2)))]
    own = [where(ge(T, A)), cites(ge(mul(mul(TWO, T), A), power(A, 2)), (A, T), (T, A))]
    assert said(cited, own) == []
    assert said(cited, [where(ge(A, T)), own[1]]) != []


def test_a_definition_may_speak_of_the_symbol() -> None:
    cited = [claim(ge(("def", "s", None, power(T, 2)), ZERO))]
    assert said(cited, [cites(ge(power(A, 2), ZERO), (T, A))]) == []
    assert said(cited, [cites(ge(A, ZERO), (T, A))]) != []


SLOPE = [claim(eq(D(mul(A, T), T), A))]
VALUE = [claim(eq(AT(mul(A, T), T, ONE), A))]
SUM = [claim(eq(total(mul(A, X("k"))), mul(A, total(X("k")))))]
COUNT = Line("(0)", "step", eq(total(ONE), C))
LEAST = [where(ge(X("*1"), T)), claim(ge(X("i"), T))]
ITSELF = [claim(eq(T, T))]
SLOPE_OF_Y = D(app("y", A), A)
AREA = ("integral", ONE, A)
NEAR_MISSES: dict[str, tuple[str, list[Line], list[Line], tuple[Form, ...]]] = {
    "a hypothesis that nothing shows": ("also supposes", TANGENT, [cites(le(TANH(A), A), (T, A))], ()),
    "a hypothesis that is claimed afterwards": (
        "also supposes", TANGENT, [cites(le(TANH(A), A), (T, A)), claim(ge(A, ZERO))], ()),
    "a hypothesis of the symbol, and not of the term": (
        "also supposes", TANGENT, [where(ge(T, ZERO)), cites(le(TANH(A), A), (T, A))], ()),
    "a hypothesis that is a step, and may be supposed": (
        "also supposes", TANGENT, [Line("(1)", "step", ge(A, ZERO)), cites(le(TANH(A), A), (T, A))], ()),
    "a hypothesis that is claimed, without terms": (
        "also supposes", TANGENT, [claim(ge(T, ZERO)), Line("(0)", "given", le(TANH(T), T), "p/1")], ()),
    "the term in one place alone": (
        "claims nothing", TANGENT, [where(ge(A, ZERO)), cites(le(TANH(A), T), (T, A))], ()),
    "another claim": ("claims nothing", TANGENT, [where(ge(A, ZERO)), cites(le(A, TANH(A)), (T, A))], ()),
    "the variable of a derivative": ("of a derivative", SLOPE, [cites(eq(D(mul(A, A), A), A), (T, A))], ()),
    "a term that moves with the variable of a derivative": (
        "of a derivative", SLOPE, [cites(eq(D(mul(T, T), T), T), (A, T))], ()),
    "a term that moves with a variable at a point": (
        "of a derivative", VALUE, [cites(eq(AT(mul(T, T), T, ONE), T), (A, T))], ()),
    "what varies": (
        "something varies", [where(ge(T, ZERO)), claim(le(TANH(T), T))],
        [where(ge(A, ZERO)), cites(le(TANH(A), A), (T, A))], (U,)),
    "a channel over which it sums": (
        "over which it sums", SUM, [cites(eq(total(mul(X("k"), X("k"))), mul(X("k"), total(X("k")))), (A, X("k")))],
        ()),
    "a term for every channel": (
        "another one for every channel", LEAST,
        [where(ge(X("*1"), X("*1"))), cites(ge(X("i"), X("*1")), (T, X("*1")))], ()),
    "a term for every whole number": (
        "another one for every channel or whole number", [where(ge(WHOLE, T)), claim(ge(ZERO, T))],
        [where(ge(WHOLE, WHOLE)), cites(ge(ZERO, WHOLE), (T, WHOLE))], ()),
    "a number of channels": (
        "number of channels", [claim(ge(total(ONE), ONE)), claim(ge(C, ONE))], [COUNT, cites(ge(A, ONE), (C, A))], ()),
    "a number of channels that another line tells": (
        "number of channels", [COUNT, claim(ge(C, ONE))], [COUNT, cites(ge(A, ONE), (C, A))], ()),
    "a derivative": ("no number", ITSELF, [cites(eq(SLOPE_OF_Y, SLOPE_OF_Y), (T, SLOPE_OF_Y))], ()),
    "a derivative at an argument": (
        "no number", ITSELF, [cites(eq(app("y", A, orders=(1,)), app("y", A, orders=(1,))),
                                    (T, app("y", A, orders=(1,))))], ()),
    "a derivative by a name": (
        "no number", ITSELF, [cites(eq(SLOPE_OF_Y, SLOPE_OF_Y), (T, ("def", "s", None, SLOPE_OF_Y)))], ()),
    "a derivative at a point": (
        "no number", ITSELF, [cites(eq(AT(SLOPE_OF_Y, A, ONE), AT(SLOPE_OF_Y, A, ONE)), (T, AT(SLOPE_OF_Y, A, ONE)))],
        ()),
    "a derivative in a sum": (
        "no number", ITSELF, [cites(eq(total(app("y", X("k"), orders=(1,))), total(app("y", X("k"), orders=(1,)))),
                                    (T, total(app("y", X("k"), orders=(1,)))))], ()),
    "an antiderivative": ("no number", ITSELF, [cites(eq(AREA, AREA), (T, AREA))], ()),
    "what stands for every number": (
        "every number", [where(differentiable(app("y", T))), claim(eq(app("y", T), app("y", T)))],
        [where(differentiable(app("y", A))), cites(eq(app("y", A), app("y", A)), (T, A))], ()),
}  # fmt: skip


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_a_near_miss_is_refused(name: str) -> None:
    why, cited, own, along = NEAR_MISSES[name]
    (objection,) = said(cited, own, along)
    assert why in objection


COMPARED = ("also supposes", "claims nothing")


@pytest.mark.parametrize("name", [name for name, (why, *_) in NEAR_MISSES.items() if why not in COMPARED])
def test_without_its_guard_it_would_get_through(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symnorm.checker.logic.citations.require_instance", lambda *_: None)
    _, cited, own, _ = NEAR_MISSES[name]
    assert said(cited, own) == []


@pytest.mark.parametrize("put", [
    [[A, ONE], [A, ZERO]], [[X("i"), ONE]], [[WHOLE, ONE]], [[A]], [[A, ["eq", A, A]]], 7, [[sym("a"), "b"]],
    [[sym(f"a{k}"), ONE] for k in range(51)],
])  # fmt: skip
def test_what_is_put_in_is_read_strictly(put: Any) -> None:
    with pytest.raises(Malformed):
        read_put(put)


# --- as it is written -----------------------------------------------------------------------------------------


def tangent() -> Theorem:
    made = Theorem("mine/tangent", "A tangent", where=[t >= 0])
    made.claim("(1)", tanh(t) <= t, by.increasing(t))
    return made


def using(term: Any, *hypotheses: Any, rule: Any = None) -> tuple[Theorem, Any]:
    made = Theorem("mine/using", "A use", where=hypotheses)
    found = made.apply(tangent(), {t: term}, by=rule)
    made.claim("(9)", tanh(term) - term <= 0, by.linear())
    return made, found


@pytest.mark.parametrize(("term", "hypotheses", "lines"), [
    (x[i] ** 2, [], 3), (exp(a), [], 3), (a, [a >= 0], 3), (a * b, [a > 0, b > 0], 5), (sum_of(x**2), [], 3),
])  # fmt: skip
def test_it_is_proved_of_terms(term: Any, hypotheses: list[Any], lines: int) -> None:
    theorem, _ = using(term, *hypotheses)
    assert len(theorem.entries) == lines
    report = theorem.verify(tangent())
    assert [(line.label, line.reason) for line in report.lines if line.verdict != "proved"] == []
    assert report.verdict == "proved"


@pytest.mark.parametrize("term", [a, -(a**2), log(1 + a**2) - a**2])
def test_where_its_hypothesis_fails_it_is_not(term: Any) -> None:
    """It is not refuted: what is given, the claim of the theorem, leaves no point where it fails."""
    report = using(term)[0].verify(tangent())
    assert (report.verdict, report.lines[0].verdict) == ("unknown", "unknown")
    assert "nothing known shows the difference to be >= 0" in report.lines[0].reason


def test_a_rule_for_what_it_supposes() -> None:
    report = using(sum_of(x**2), rule=by.sign(sum_of(x**2)))[0].verify(tangent())
    assert report.verdict == "proved"


def test_a_premise_of_what_follows() -> None:
    made = Theorem("mine/sum", "A premise", where=[])
    square = Theorem("mine/square", "A square", where=[])
    square.claim("(1)", equation((a + b) ** 2, a**2 + 2 * a * b + b**2))
    found = made.apply(square, {a: exp(t), b: -c})
    assert made.entries == [found]
    made.claim("(2)", equation((exp(t) - c) ** 2 - c**2, exp(t) ** 2 - 2 * exp(t) * c), by.algebra(found))
    assert made.verify(square).verdict == "proved"


def test_without_the_theorem_it_is_not_proved() -> None:
    report = using(exp(a))[0].verify()
    assert "there is no theorem mine/tangent" in " ".join(line.reason for line in report.lines)
    assert report.verdict == "unknown"


def test_a_theorem_that_is_not_proved_is_of_no_use() -> None:
    wrong = Theorem("mine/tangent", "No tangent", where=[t >= 0])
    wrong.claim("(1)", tanh(t) >= t, by.increasing(t))
    made = Theorem("mine/using", "A use", where=[])
    made.claim("(9)", tanh(a**2) >= a**2, by.linear(made.apply(wrong, {t: a**2})))
    assert made.verify(wrong).verdict != "proved"


def test_an_antiderivative_is_no_number() -> None:
    """An antiderivative of 1 is u, and u + c: that makes no c zero."""
    one = Theorem("mine/equal", "Equal to a third", where=[])
    first, second = one.given("(1)", equation(t, a), "hypothesis"), one.given("(2)", equation(t, b), "hypothesis")
    one.claim("(3)", equation(a, b), by.algebra(first, second))
    two = Theorem("mine/zero", "Every number is zero", where=[], along=[u])
    two.claim("(1)", equation(integral(1, u), u))
    two.claim("(2)", equation(integral(1, u), u + c))
    with pytest.raises(LanguageError, match="with a derivative or an integral"):
        two.given("(3)", equation(u, u + c), "mine/equal", put={t: integral(1, u), a: u, b: u + c})


@pytest.mark.parametrize("value", [
    slope(y, u), slope(slope(y, u), u), define("s", slope(y, u)), at(slope(y, u), u, 0), a + slope(y, u),
    sum_of(x[k] * slope(g, x[k]), over=k),
], ids=str)  # fmt: skip
def test_a_derivative_is_no_number_for_nothing(value: Any) -> None:
    """What is given grants that its derivatives exist: of y' in the place of s, s = s gives nothing."""
    with pytest.raises(LanguageError, match="with a derivative or an integral"):
        Theorem("mine/using", "A use", where=[]).given("(1)", equation(value, value), "mine/itself", put={t: value})


def test_no_term_is_said_of_every_member() -> None:
    with pytest.raises(LanguageError, match="put= is for what another theorem claims"):
        Theorem("mine/using", "A use", where=[]).given(
            "(1)", tanh(x[i]) <= a, "mine/tangent", every=[i], put={t: a}
        )  # fmt: skip


def test_a_term_that_a_sum_would_take_for_its_own() -> None:
    lemma = Theorem("mine/sum", "A sum", where=[])
    lemma.claim("(1)", equation(sum_of(x + t), sum_of(x) + n * t))
    made = Theorem("mine/using", "A use", where=[])
    letter = next(e.statement for e in lemma.entries).parts[0].args[0]
    with pytest.raises(LanguageError, match="give its index another name"):
        made.apply(lemma, {t: x[indices(letter, n)]})
    made.claim("(2)", equation(sum_of(x + x[i]) - sum_of(x), n * x[i]), by.algebra(made.apply(lemma, {t: x[i]})))
    assert made.verify(lemma).verdict == "proved"


def test_what_is_applied_rests_on_what_is_claimed_for_it() -> None:
    """Nothing follows from the tangent at a, which may be negative, and nothing is mended by what follows."""
    made = Theorem("mine/using", "A use", where=[])
    made.claim("(1)", a >= 0, by.linear())
    found = made.given("(2)", tanh(a) <= a, "mine/tangent", put={t: a})
    made.claim("(3)", tanh(a) - a <= 0, by.linear(found), printed=tanh(a) - a >= 0, at={a: 1}, note="sign")
    for report in (judge(made), made.verify(tangent())):
        assert [line.verdict for line in report.lines] == ["unknown"] * 3
        assert "it rests on (1), which is not proved" in report.lines[1].reason
        assert report.errata == ()


def last_of(*theorems: Theorem) -> Any:
    """The report on the last of theorems, which cites the others."""
    return theorems[-1].verify(*theorems[:-1])


def test_what_stands_on_an_application_may_be_cited_and_applied() -> None:
    middle, _ = using(a**2)
    cites = Theorem("mine/cites", "A citation", where=[])
    told = cites.given("(1)", tanh(a**2) - a**2 <= 0, "mine/using")
    cites.claim("(2)", tanh(a**2) - a**2 <= 1, by.linear(told))
    applies = Theorem("mine/applies", "An application", where=[])
    told = applies.apply(middle, {a: b + 1}, claim="(9)")
    applies.claim("(2)", tanh((b + 1) ** 2) - (b + 1) ** 2 <= 1, by.linear(told))
    for one in (cites, applies):
        assert last_of(tangent(), middle, one).verdict == "proved"


def test_what_stands_on_a_wrong_application_is_not_proved() -> None:
    """The citation says tanh t <= t of a theorem that is asked for it with a in the place of t."""
    middle = Theorem("mine/using", "A use", where=[t >= 0])
    wrong = middle.given("(1)", tanh(t) <= t, "mine/tangent", put={t: a})
    middle.claim("(9)", tanh(t) - t <= 0, by.linear(wrong))
    cites = Theorem("mine/cites", "A citation", where=[t >= 0])
    told = cites.given("(1)", tanh(t) - t <= 0, "mine/using")
    cites.claim("(2)", tanh(t) - t <= 1, by.linear(told))
    assert last_of(tangent(), middle).verdict == last_of(tangent(), middle, cites).verdict == "unknown"


def test_one_of_several_claims() -> None:
    two = tangent()
    two.claim("(2)", tanh(t) >= 0, by.increasing(t))
    made = Theorem("mine/using", "A use", where=[a > 0])
    with pytest.raises(LanguageError, match="claims '\\(1\\)', '\\(2\\)'"):
        made.apply(two, {t: a})
    made.claim("(9)", tanh(a) >= 0, by.linear(made.apply(two, {t: a}, claim="(2)")))
    assert made.verify(two).verdict == "proved"


@pytest.mark.parametrize("values", [{x: a}, {t: x}, {x[i]: a}, {t: every(x)}, {a + b: t}])
def test_only_symbols_have_terms_in_their_place(values: Any) -> None:
    with pytest.raises(LanguageError):
        Theorem("mine/using", "A use", where=[]).apply(tangent(), values)


def test_the_program_tells_the_terms(tmp_path: Path, capsys: Any) -> None:
    made, path = using(x[i] ** 2)[0], tmp_path / "bundle.json"
    bundles = [judge(theorem).bundle for theorem in (tangent(), made)]
    document = {"theorems": [found.document for found in bundles if found]}
    path.write_text(json.dumps(document))
    assert main(["-v", str(path)]) == 0
    assert ", by mine/tangent with t = x[i]**2" in capsys.readouterr().out
    document["theorems"][1]["entries"][1]["put"] = [[T, neg(SQUARE)]]
    path.write_text(json.dumps(document))
    assert main([str(path)]) == 1
    assert "REJECTED" in capsys.readouterr().out
