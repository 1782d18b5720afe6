"""Whole numbers in scripts: what may be written, what is proved, what is refused, what is false and never proved."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from shell import ROOT

from symnorm import (
    D,
    Theorem,
    array,
    at,
    by,
    define,
    eq,
    exp,
    function,
    ge,
    indices,
    integral,
    interval,
    length,
    mean,
    ne,
    norm,
    sequence,
    symbol,
    total,
    variance,
    vector,
    whole,
)  # fmt: skip
from symnorm.judge import judge
from symnorm.language import LanguageError, Statement, Term
from symnorm.language.latex import latex
from symnorm.language.points import read
from symnorm.language.record import record, theorems_from
from symnorm.language.terms import form, term
from symnorm.language.text import text
from symnorm.language.whole import put

a, b, C, u = map(symbol, ("a", "b", "C", "u"))
t, s, n, k, z = whole("t"), whole("s"), whole("n"), whole("k"), whole("z", 0)
m, g, h = map(sequence, "mgh")
x = vector("x", C)
i, j = indices("i j", C)
c, X = *indices("c", length("N")), array("X", length("N"), C)
scaled, scaled_by_t, rows = define("y", m[t] * x), define("y", t * x, "y_t"), define("Y", m[t] * X)
mu = define("mu", mean(x), r"\mu")
held = define("v", m[t] * mu)
bound = total(m[t], over=t, up_to=n)
T, S = ("whole", "t", 1), ("whole", "s", 1)


def entry(name: str, number: Any) -> Any:
    return "app", name, (0,), (number,)


FORMS = {
    "a whole number": (t, T),
    "from zero": (z, ("whole", "z", 0)),
    "an entry": (m[t - 1], entry("m", ("add", T, ("neg", ("num", "1"))))),
    "the first": (m[0], entry("m", ("num", "0"))),
    "a power": (b ** (t - s), ("power", ("sym", "b"), ("add", T, ("neg", S)))),
    "a sum": (total(m[s], over=s, up_to=t), ("upto", "s", 1, T, entry("m", S))),
    "a sum from zero": (total(m[z], over=z, up_to=t), ("upto", "z", 0, T, entry("m", ("whole", "z", 0)))),
    "a sum to a number": (total(s, over=s, up_to=3), ("upto", "s", 1, ("num", "3"), S)),
}


@pytest.mark.parametrize(("written", "plain"), FORMS.values(), ids=FORMS)
def test_what_it_means(written: Term, plain: Any) -> None:
    assert form(written) == plain


SHOWN = {
    "an entry": (m[t], "m_t", "m_t", "m[t]"),
    "another": (m[t - 1], "m_{t - 1}", "m_{t - 1}", "m[t - 1]"),
    "a power": (b ** (t - s), "b^(t - s)", "b^{t - s}", "b**(t - s)"),
    "a power of a sum": ((a + b) ** t, "(a + b)^t", "(a + b)^t", "(a + b)**t"),
    "a sum": (total(g[s], over=s, up_to=t), "∑_{s=1..t} g_s", r"\sum_{s=1}^{t} g_s", "sum(g[s], s=1..t)"),
    "a square of an entry": (m[t] ** 2, "m_t²", "m_t^2", "m[t]**2"),
    "a power of an entry": (m[t] ** n, "m_t^n", "m_t^n", "m[t]**n"),
    "a product with a sum": (a * total(g[s], over=s, up_to=t), "a·∑_{s=1..t} g_s", r"a \sum_{s=1}^{t} g_s",
                             "a*sum(g[s], s=1..t)"),
    "a sum that begins elsewhere": (total(g[s], over=s, start=t + 1, up_to=t + n), "∑_{s=t + 1..t + n} g_s",
                                    r"\sum_{s=t + 1}^{t + n} g_s", "sum(g[s], s=t + 1..t + n)"),
    "a sequence with LaTeX": (sequence("w", r"\hat w")[t], "ŵ_t", r"\hat w_t", "w[t]"),
}  # fmt: skip


@pytest.mark.parametrize(("written", "unicode", "tex", "ascii"), SHOWN.values(), ids=SHOWN)
def test_how_it_is_printed(written: Term, unicode: str, tex: str, ascii: str) -> None:
    assert (text(written), latex(written), text(written, ascii=True)) == (unicode, tex, ascii)


REFUSED: dict[str, Callable[[], Any]] = {
    "a start below zero": lambda: whole("t", -1),
    "a start that is none": lambda: whole("t", 1.0),  # type: ignore[arg-type]
    "a start that is true": lambda: whole("t", True),
    "an entry at a symbol": lambda: m[a],
    "an entry at a half": lambda: m[t / 2],
    "an entry at a product": lambda: m[t * s],
    "an entry at a channel": lambda: m[i],
    "an entry at a name": lambda: m["t"],
    "an exponent that is a symbol": lambda: b**a,
    "an exponent that is a product": lambda: b ** (t * n),
    "an exponent that is an entry": lambda: b ** m[t],
    "a sum to a symbol": lambda: total(m[s], over=s, up_to=a),
    "a sum to nowhere": lambda: total(m[s], over=s),
    "a sum over a symbol": lambda: total(a, over=a, up_to=t),
    "a sum over a channel": lambda: total(x[i], over=i, up_to=t),
    "a sum to itself": lambda: total(m[s], over=s, up_to=s + 1),
    "a sum from behind its end": lambda: total(m[s], over=s, start=t + 1, up_to=n),
    "a sum from before its number": lambda: total(m[s], over=s, start=t - 1, up_to=t),
    "a sum from nowhere": lambda: total(m[s], over=s, start=2),
    "a sum from itself": lambda: total(m[s], over=s, start=s, up_to=t + 1),
    "a sum of channels from somewhere": lambda: total(x, over=C, start=2),
    "a power that is printed as a transpose": lambda: x ** whole("T"),
    "a sum of a vector": lambda: total(x * m[s], over=s, up_to=t),
    "a slope": lambda: D(m[t], t),
    "an antiderivative": lambda: integral(m[t], t),
    "a value at a point": lambda: at(m[t], t, 2),
    "an interval": lambda: Theorem("p/1", "T", along=[t]),
    "channels": lambda: vector("y", t),
    "a point that is none": lambda: Theorem("p/1", "T", model={t: 0}),
    "a fraction at a point": lambda: Theorem("p/1", "T", model={t: u}),
    "a symbol that depends on a number": lambda: read({a: m[t]}),
    "an entry that depends on a number": lambda: read({x: [1, t]}),
    "a function that depends on a number": lambda: read({function("y", u): u * m[t]}),
    "a sequence that depends on another number": lambda: read({m[t]: s + t}),
}


@pytest.mark.parametrize("written", REFUSED.values(), ids=REFUSED)
def test_what_is_refused(written: Callable[[], Any]) -> None:
    with pytest.raises((LanguageError, TypeError)):
        written()


PUT = {
    "an entry": (m[t - 1], m[t]),
    "a power": (b**t, b ** (t + 1)),
    "a sum": (total(m[s], over=s, up_to=t), total(m[s], over=s, up_to=t + 1)),
    "inside a sum": (total(b ** (t - s), over=s, up_to=n), total(b ** (t + 1 - s), over=s, up_to=n)),
    "both ends of a sum": (
        total(m[s], over=s, start=t, up_to=t + n), total(m[s], over=s, start=t + 1, up_to=n + t + 1),
    ),
    "what a sum binds that begins elsewhere": (
        total(m[t], over=t, start=n, up_to=n + k), total(m[t], over=t, start=n, up_to=n + k),
    ),
    "what a sum binds": (total(m[t], over=t, up_to=n), total(m[t], over=t, up_to=n)),
    "a definition": (define("d", m[t] + 1), m[t + 1] + 1),
    "a definition for every channel": (scaled[i], m[t + 1] * x[i]),
    "a vector that is defined": (norm(scaled), norm(m[t + 1] * x)),
    "a definition by a definition": (define("q", a / scaled[i]), a / (m[t + 1] * x[i])),
    "a row of what is defined": (norm(rows[c]), norm((m[t + 1] * X)[c])),
    "another definition": (define("d", m[n] + 1) * m[t - 1], define("d", m[n] + 1) * m[t]),
    "a definition that sums over it": (define("q", bound), define("q", bound)),
    "a derivative by what is defined": (D(m[t] * mu**2, mu), D(m[t + 1] * mu**2, mu)),
    "a derivative of what is defined": (D(define("d", m[t] * mu**2), mu), D(m[t + 1] * mu**2, mu)),
    "nothing": (m[n] * a, m[n] * a),
    "a number": (t * a, (t + 1) * a),
    "twice": (m[2 * t], m[2 * t + 2]),
}


@pytest.mark.parametrize(("before", "after"), PUT.values(), ids=PUT)
def test_the_next_number(before: Term, after: Term) -> None:
    assert put(before, t, t + 1) == after


UNNAMED = {
    "a definition": (define("d", m[t] + 1), m[t] + 1),
    "an entry": (scaled[i] ** 2, (m[t] * x[i]) ** 2),
    "inside a sum over channels": (norm(scaled), norm(m[t] * x)),
    "another definition": (define("d", m[n] + 1), define("d", m[n] + 1)),
    "a definition that sums over it": (define("q", bound), define("q", bound)),
}


@pytest.mark.parametrize(("before", "after"), UNNAMED.values(), ids=UNNAMED)
def test_what_is_summed_is_written_out(before: Term, after: Term) -> None:
    """A name has one value, and under the sum over t it would have one for each t."""
    assert total(before, over=t, up_to=n) == Term("upto", (t, n, after))


MOVED = {
    "what it is taken by": lambda: D(define("d", mean(scaled) ** 2), define("d", mean(scaled) ** 2)),
    "what is held": lambda: D(held * mu, mu, holding=[held]),
}


@pytest.mark.parametrize("written", MOVED.values(), ids=MOVED)
def test_a_derivative_on_the_graph_of_definitions_of_another_number_is_refused(written: Callable[[], Term]) -> None:
    slope = written()
    said = "speaks of t, and it is neither .*: claim in a line of its own"
    with pytest.raises(LanguageError, match=said):
        put(slope, t, t + 1)
    with pytest.raises(LanguageError, match=said):
        put(eq(slope, 0), t, term(1))
    with pytest.raises(LanguageError, match=said):
        total(slope, over=t, up_to=n)
    assert put(slope, n, n + 1) is slope


def test_a_number() -> None:
    assert put(b ** (t - 1), t, term(1)) == b**0
    assert put(b**t, t, term(1)) == b


def test_what_a_sum_would_bind_is_refused() -> None:
    with pytest.raises(LanguageError, match="another letter"):
        put(total(m[s] * b**t, over=s, up_to=n), t, s + 1)


# --- proofs ----------------------------------------------------------------------------------------------------

ADAM = eq(m[t], b * m[t - 1] + (1 - b) * g[t])
AVERAGE = eq(m[t], (1 - b) * total(b ** (t - s) * g[s], over=s, up_to=t))
MODEL = {g[t]: 1, m[t]: 1 - b**t}


NONZERO = (ne(b, 0),)


def adam(statement: Statement = AVERAGE, where: Any = NONZERO, begun: Any = 0) -> Theorem:
    theorem = Theorem("p/1", "T", where=where, model=MODEL)
    recursion = theorem.given("(1)", ADAM, "hypothesis")
    start = theorem.given("(2)", eq(m[0], begun), "hypothesis")
    theorem.induction(
        "(3)", statement, over=t, base=by.algebra(recursion.at(t, 1), start),
        step=lambda p: by.algebra(recursion.at(t, t + 1), p),
    )  # fmt: skip
    return theorem


def verdict(theorem: Theorem) -> str:
    [again] = theorems_from(json.loads(json.dumps(record(theorem))))
    return judge(again).verdict


def test_an_average_by_induction() -> None:
    assert verdict(adam()) == "proved"


INDUCED = {
    "a sum is cut": eq(
        total(g[s], over=s, up_to=n + t), total(g[s], over=s, up_to=n) + total(g[n + s], over=s, up_to=t)
    ),
    "sums are swapped": eq(
        total(total(g[s + k], over=k, up_to=n), over=s, up_to=t),
        total(total(g[s + k], over=s, up_to=t), over=k, up_to=n),
    ),
    "a sum to twice a number": eq(total(s, over=s, up_to=2 * t), t * (2 * t + 1)),
}


@pytest.mark.parametrize("statement", INDUCED.values(), ids=INDUCED)
def test_sums_to_sums_of_numbers_by_induction(statement: Statement) -> None:
    theorem = simple()
    theorem.induction("(1)", statement, over=t, base=None, step=None)
    assert verdict(theorem) == "proved"


WRONG = {
    "another factor": eq(m[t], total(b ** (t - s) * g[s], over=s, up_to=t)),
    "one exponent more": eq(m[t], (1 - b) * total(b ** (t + 1 - s) * g[s], over=s, up_to=t)),
    "one term less": eq(m[t], (1 - b) * total(b ** (t - s) * g[s], over=s, up_to=t - 1)),
    "one term more": eq(m[t], (1 - b) * total(b ** (t - s) * g[s], over=s, up_to=t + 1)),
    "another order": eq(m[t], (1 - b) * total(b ** (s - 1) * g[s], over=s, up_to=t)),
    "from zero": eq(m[t], (1 - b) * total(b ** (t - z) * g[z], over=z, up_to=t)),
    "the next": eq(m[t + 1], (1 - b) * total(b ** (t - s) * g[s], over=s, up_to=t)),
}


@pytest.mark.parametrize("statement", WRONG.values(), ids=WRONG)
def test_what_is_false_is_not_proved(statement: Statement) -> None:
    report = judge(adam(statement))
    assert report.verdict != "proved"
    assert [line.verdict for line in report.lines if line.label == "(3)"] != ["proved"]


def test_a_hypothesis_that_is_missing() -> None:
    """b^(t - s) has no value for b = 0 and t < s, and for t = s it is 0^0."""
    assert verdict(adam(where=())) == "unknown"


def test_a_model_that_is_none() -> None:
    """m_0 = 1 is possible, but not with the model of the theorem."""
    assert verdict(adam(begun=1)) != "proved"


def simple(*where: Statement, model: Any = None) -> Theorem:
    return Theorem("p/1", "T", where=where, model=model)


DEFINED = {
    "a norm": (norm(scaled_by_t) ** 2, t**2 * norm(x) ** 2),
    "a variance": (variance(scaled_by_t), t**2 * variance(x)),
    "an entry": (scaled_by_t[i], t * x[i]),
    "a slope": (D(scaled_by_t[i], x[i]), t),
    "a slope by what is defined": (D(define("q", t * mu, "q_t"), mu), t),
}


@pytest.mark.parametrize(("left", "right"), DEFINED.values(), ids=DEFINED)
def test_an_induction_over_what_is_defined(left: Term, right: Term) -> None:
    for claimed, expected in ((right, "proved"), (right + 1, "refuted")):
        theorem = simple(C > 0)
        theorem.induction("(1)", eq(left, claimed), over=t, base=by.algebra(), step=lambda p: by.algebra())
        assert verdict(theorem) == expected


def test_a_sum_of_what_is_defined_beside_it() -> None:
    twice, partial = define("c", 2 * m[t], "c_t"), define("S", total(m[s], over=s, up_to=t), "S_t")
    theorem = simple()
    theorem.claim("(1)", eq(total(twice, over=t, up_to=s), 2 * total(m[n], over=n, up_to=s)), by.algebra())
    theorem.claim("(2)", eq(total(partial, over=t, up_to=2) * m[n], (2 * m[1] + m[2]) * m[n]), by.algebra())
    assert verdict(theorem) == "proved"
    beside = simple()
    beside.claim("(1)", eq(twice * total(twice, over=t, up_to=s), 0), by.algebra())
    with pytest.raises(LanguageError, match="t is bound by a sum in"):
        judge(beside)


def test_a_claim_for_another_number() -> None:
    theorem = simple(model={m[t]: t})
    given = theorem.given("(1)", eq(m[t], t), "hypothesis")
    theorem.claim("(2)", eq(m[n + 3], n + 3), by.algebra(given.at(t, n + 3)))
    assert verdict(theorem) == "proved"
    for number in (z, t - 1, n - k):
        other = simple(model={m[t]: t})
        given = other.given("(1)", eq(m[t], t), "hypothesis")
        other.claim("(2)", eq(m[number], number), by.algebra(given.at(t, number)))
        assert verdict(other) != "proved"


def test_a_premise_at_another_number_is_one_of_whole_numbers() -> None:
    theorem = simple()
    given = theorem.given("(1)", eq(m[t], a), "hypothesis")
    for number, value in ((a, 1), (t, a), (t, t / 2)):
        with pytest.raises(LanguageError):
            given.at(number, value)


CLAIMS = {
    "a power": (ne(b, 0), eq(b ** (t + n), b**t * b**n), by.algebra()),
    "a sum": (ne(b, 0), eq(total(g[s], over=s, up_to=t + 1), total(g[s], over=s, up_to=t) + g[t + 1]), by.algebra()),
    "a sum that begins elsewhere": (
        ne(b, 0), eq(total(g[s], over=s, up_to=n) + total(g[s], over=s, start=n + 1, up_to=n + t),
                     total(g[s], over=s, up_to=t + n)), by.algebra(),
    ),
    "a sum that may be empty": (ne(b, 0), eq(total(g[s], over=s, start=t + 1, up_to=t + 1), g[t + 1]), by.algebra()),
    "swapped sums in a product": (
        ne(b, 0), eq(b * total(total(g[s] * h[k] * a, over=k, up_to=n), over=s, up_to=t),
                     a * total(total(g[s] * h[k], over=s, up_to=t), over=k, up_to=n) * b), by.algebra(),
    ),
    "a sign": (ge(b, 0), ge(b**t, 0), by.sign()),
    "the sign of a number": (ge(b, 0), t + n > 0, by.sign()),
    "a sum of squares": (ge(b, 0), ge(total(g[s] ** 2, over=s, up_to=t), 0), by.sign()),
    "a division by a number": (ge(b, 0), eq(t * (b / t), b), by.algebra()),
    "a division by a sum": (ge(b, 0), eq((t + n) * (b / (t + n)), b), by.algebra()),
    "a division under a sum": (ge(b, 0), eq(total(s / s, over=s, up_to=t), t), by.algebra()),
    "a slope": (b > 0, eq(D(b**t, b), t * b ** (t - 1)), by.algebra()),
    "a slope of a sum": (b > 0, eq(D(total(b * g[s], over=s, up_to=t), b), total(g[s], over=s, up_to=t)), by.algebra()),
    "a mean": (C > 0, eq(mean(x * b**t), b**t * mean(x)), by.algebra()),
    "an exponential of a sum": (b > 0, eq(exp(total(0 * g[s], over=s, up_to=t)), 1), by.algebra()),
}


@pytest.mark.parametrize(("where", "claim", "rule"), CLAIMS.values(), ids=CLAIMS)
def test_what_is_proved(where: Statement, claim: Statement, rule: Any) -> None:
    theorem = simple(where)
    theorem.claim("(1)", claim, rule)
    assert verdict(theorem) == "proved"


FALSE = {
    "a sum of exponents": eq(b ** (t + n), b**t + b**n),
    "another sum": eq(total(g[s], over=s, up_to=t + 1), total(g[s], over=s, up_to=t) + g[t]),
    "a sum from one later": eq(
        total(g[s], over=s, start=t, up_to=t + n), total(g[s], over=s, start=t + 1, up_to=t + n)
    ),
    "two sums for one": eq(
        total(g[s], over=s, up_to=t + n), total(g[s], over=s, up_to=t) + total(g[s], over=s, up_to=n)
    ),
    "a strict sign": b**t > 1,
    "one number less": t > n,
    "a product": eq(total(g[s] * h[s], over=s, up_to=t), total(g[s], over=s, up_to=t) * total(h[s], over=s, up_to=t)),
    "a slope": eq(D(b**t, b), b ** (t - 1)),
}


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_what_is_false_is_refuted(claim: Statement) -> None:
    theorem = simple(b > 0)
    theorem.claim("(1)", claim, by.algebra() if claim.kind == "eq" else by.sign())
    assert verdict(theorem) == "refuted"


@pytest.mark.parametrize(("given", "told"), [
    (eq(a, m[t]), "unknown"), (eq(function("y", u), u * m[t]), "unknown"), (eq(a, total(s, over=s, up_to=3)), "proved"),
], ids=str)  # fmt: skip
def test_what_is_given_of_every_number_defines_no_symbol(given: Statement, told: str) -> None:
    """That a is m_t for every t leaves it to be shown that there is such an m; that a is 6 does not."""
    theorem = simple()
    premise = theorem.given("(1)", given, "hypothesis")
    theorem.claim("(2)", eq(2 * given.parts[0], 2 * given.parts[1]), by.algebra(premise))
    assert verdict(theorem) == told


def test_a_constant_of_integration_is_one_number() -> None:
    def begun() -> tuple[Theorem, Any]:
        theorem = Theorem("p/1", "T", along=[interval(u, 0)])
        return theorem, theorem.step("(1)", eq(D(m[t] + 0 * u, u), 0), by.algebra())

    theorem, flat = begun()
    with pytest.raises(LanguageError, match=r"c: a constant of integration is one number, .* for every t: "):
        theorem.constant("c", eq(a, m[t] + 0 * u), by.zero_derivative(flat))
    theorem.constant("c", eq(a, total(s, over=s, up_to=3) + 0 * u), by.zero_derivative(flat))
    theorem, flat = begun()
    theorem.claim("(2)", eq(m[t] + 0 * u, m[t]), by.algebra(flat.constant(0)))
    assert verdict(theorem) == "proved"


def test_an_erratum_of_an_induction() -> None:
    theorem = simple(b > 0)
    theorem.claim(
        "(1)", eq(total(b ** (t - s), over=s, up_to=t), b * total(b ** (t - 1 - s), over=s, up_to=t)), by.algebra(),
        printed=eq(total(b ** (t - s), over=s, up_to=t), total(b ** (t - s), over=s, up_to=t + 1)),
        note="one term too many", at={t: 2, b: 2},
    )  # fmt: skip
    report = judge(theorem)
    assert report.verdict == "proved"
    assert [(e.kind, e.verdict) for e in report.errata] == [("typo", "refuted")]


def test_a_hypothesis_on_some_numbers_only() -> None:
    """t >= 2 is supposed of every t from 1, and nothing satisfies it."""
    theorem = simple(ge(t, 2))
    theorem.claim("(1)", ge(t, 2), by.sign())
    assert verdict(theorem) != "proved"


def test_a_hypothesis_on_all_numbers() -> None:
    theorem = simple(g[t] > 0, model={g[t]: t})
    theorem.claim("(1)", ge(total(g[s], over=s, up_to=n), 0), by.sign())
    assert verdict(theorem) != "refuted"


@pytest.mark.parametrize("given", [t < a, m[t] < a], ids=str)
def test_a_point_at_which_a_hypothesis_fails_for_another_number_is_none_at_which_a_line_fails(given: Statement) -> None:
    """No a is above every t; some are above every m_t, but none is where m_t grows, as it does where it is tried."""
    theorem = simple(given)
    theorem.claim("(1)", given.parts[0] + 1 < a, by.sign())
    (line,) = (line for line in judge(theorem).lines if line.label == "(1)")
    assert line.verdict == "unknown"
    assert "fail at" not in line.reason
    assert "which refutes nothing: the checker cannot tell that (1) is refuted" in line.reason


def test_an_induction_of_nothing() -> None:
    theorem = simple()
    with pytest.raises(LanguageError, match="about t"):
        theorem.induction("(1)", eq(a, a), over=t)
    with pytest.raises(LanguageError, match="about t"):
        theorem.induction("(1)", eq(total(m[t], over=t, up_to=n), total(m[s], over=s, up_to=n)), over=t)
    with pytest.raises(LanguageError, match="whole number"):
        theorem.induction("(1)", eq(a, a), over=a)


def test_a_step_that_stands_on_something_else() -> None:
    theorem = simple()
    other = theorem.suppose("b", eq(b, 0))
    theorem.induction("(1)", eq(b * t, 0), over=t, base=by.algebra(other), step=lambda p: by.algebra(p, other))
    assert verdict(theorem) != "proved"


# --- what looks alike ------------------------------------------------------------------------------------------

CLASHES = {
    "a symbol": (t, symbol("t")),
    "two starts": (t, whole("t", 0)),
    "two letters": (t, symbol("tau", "t")),
    "a symbol like an entry": (m[t], symbol("m1", "m_1")),
    "a symbol like a sequence": (m[t], symbol("m")),
}


@pytest.mark.parametrize(("one", "other"), CLASHES.values(), ids=CLASHES)
def test_what_looks_alike_is_refused(one: Term, other: Term) -> None:
    theorem = simple()
    theorem.claim("(1)", eq(one * other, other * one), by.algebra())
    with pytest.raises(LanguageError):
        judge(theorem)


def test_a_record_that_was_changed() -> None:
    theorem = simple()
    theorem.claim("(1)", eq(total(b ** (t - s), over=s, up_to=t), total(b ** (t - k), over=k, up_to=t)), by.algebra())
    written = json.loads(json.dumps(record(theorem)))
    [again] = theorems_from(written)
    assert again.entries[0].statement == theorem.entries[0].statement
    for n, node in enumerate(written["terms"]):
        if node[0] in ("upto", "power", "whole"):
            changed = {**written, "terms": [*written["terms"][:n], [*node[:-1], "x"], *written["terms"][n + 1 :]]}
            with pytest.raises(LanguageError):
                theorems_from(changed)


# --- elsewhere -------------------------------------------------------------------------------------------------


def test_sympy_has_the_same_value() -> None:
    from symnorm.language.bridge import to_sympy

    found = to_sympy((1 - b) * total(b ** (t - s), over=s, up_to=t))
    (free,) = (v for v in found.free_symbols if v.name == "t")
    base = next(v for v in found.free_symbols if v.name == "b")
    assert found.subs({free: 3}).doit().subs({base: 2}) == 1 - 2**3
    assert free.is_integer
    assert str(to_sympy(m[t - 1])) == "m(t - 1)"


def test_what_a_whole_number_is_stands_with_the_theorem() -> None:
    report = judge(adam())
    assert [(h.formula.latex, h.formula.text) for h in report.hypotheses if h.kind == "whole"] == [
        (r"t \in \{1, 2, \dots\}", "t is any whole number from 1")
    ]


def test_a_bound_number_is_none_of_the_theorem() -> None:
    theorem = simple()
    theorem.claim("(1)", eq(total(s, over=s, up_to=3), 6), by.algebra())
    report = judge(theorem)
    assert report.verdict == "proved"
    assert not report.hypotheses


def test_the_lines_of_an_induction() -> None:
    theorem = adam()
    assert [(e.role, e.label) for e in theorem.entries[3:]] == [
        ("step", "+(3) for t = 1"), ("suppose", "+(3) for one t"), ("step", "+(3) for t + 1"), ("claim", "(3)"),
    ]  # fmt: skip
    assert theorem.entries[-1].suppositions == []
    assert theorem.entries[-2].suppositions == [theorem.entries[4]]


def test_no_function_of_numpy_is_made_of_it() -> None:
    from symnorm.codegen.lambdify import lambdify
    from symnorm.errors import UserError

    with pytest.raises(UserError, match="is not a formula: a part of the kind 'power'"):
        lambdify("examples/adam", "(4)", proofs=str(ROOT / "examples"))


def test_a_root_under_a_sum_over_whole_numbers_is_looked_at_only_there() -> None:
    """Points are chosen by their roots, and what a sum binds has no value outside of it."""
    theorem = simple()
    summed, squares = (total(one, over=n, up_to=s) for one in (norm(m[n] * x) ** 2, m[n] ** 2))
    theorem.claim("(1)", eq(summed, total(x**2) * squares), by.algebra())
    assert judge(theorem).verdict == "proved"
