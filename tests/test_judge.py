"""Verdicts: how the two legs combine, what is said of a printed line, and what is wrong with a script."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from symnorm import judge as judge_module
from symnorm.checker import check_bundle
from symnorm.checker.logic import citations
from symnorm.judge import judge
from symnorm.language import (
    D,
    LanguageError,
    Theorem,
    at,
    both,
    by,
    define,
    editors,
    eq,
    every,
    exp,
    function,
    iff,
    implies,
    indices,
    interval,
    link,
    log,
    mean,
    ne,
    sqrt,
    symbol,
    term,
    total,
    vector,
)
from symnorm.report import Chain
from symnorm.transcript import Line
from symnorm.witness import Confirmation

C, a, b, c, t = map(symbol, ("C", "a", "b", "c", "t"))
x = vector("x", C)
i, k = indices("i k", C)
y = function("y", t)


def theorem(**more):
    return Theorem("test/1", "A theorem", **more)


def claims(statement, rule=None, **more):
    made = theorem(**more)
    made.claim("(1)", statement, rule or by.algebra())
    return made


def last(made, lines=None):
    return judge(made, lines).lines[-1]


def says(made, verdict, *texts, lines=None):
    """The verdict on the last line, and texts in its reason."""
    step = last(made, lines)
    assert step.verdict == verdict, step.reason
    for text in texts:
        assert text in step.reason, step.reason


# --- two legs -------------------------------------------------------------------------------------------------


def confirming(monkeypatch, verdict, detail="the detail"):
    """The witness says this of every line that the checker accepts."""
    monkeypatch.setattr(judge_module, "confirm", lambda *_: Confirmation(verdict, 1, detail))


def meaning(statement):
    """The hash of what a statement says."""
    return citations.meaning(statement.form())



def test_both_legs_agree():
    report = judge(claims(eq(a + a, 2 * a)))
    assert report.verdict == "proved"
    assert report.problems == ()
    assert report.lines[0].verdict == "proved"
    assert report.lines[0].reason == ""


def test_the_legs_disagree(monkeypatch):
    confirming(monkeypatch, "disagrees")
    made = claims(eq(a + a, 2 * a))
    says(made, "fault", "the checker accepts it and its evaluation disagrees: the detail")
    assert judge(made).verdict == "fault"


def test_the_witness_cannot_tell(monkeypatch):
    confirming(monkeypatch, "undecided")
    made = claims(eq(a + a, 2 * a))
    says(made, "unknown", "the checker accepts it and its evaluation is undecided: the detail")
    assert judge(made).verdict == "unknown"


def test_what_rests_on_a_line_that_is_not_proved_is_not_proved(monkeypatch):
    """The checker accepts all of them; the witness cannot tell of the first."""
    undecided = eq(2 * a, 2 * b)
    seen = {True: Confirmation("undecided", 1, "the detail"), False: Confirmation("agrees", 1, "")}
    monkeypatch.setattr(judge_module, "confirm", lambda theorem, entry, *rest: seen[entry.statement == undecided])
    made = theorem()
    first = made.step("(1)", undecided, by.algebra(made.given("g", eq(a, b), "hypothesis")))
    then = made.step("(2)", eq(4 * a, 4 * b), by.algebra(first))
    made.claim("(3)", eq(8 * a, 8 * b), by.algebra(then))
    made.claim("(4)", eq(a + 2 * a, 3 * a), by.algebra())
    report = judge(made)
    assert all(line.accepted for line in report.lines)
    assert [(line.verdict, line.reason) for line in report.lines[2:]] == [
        ("unknown", "it rests on (1), which is not proved"),
        ("unknown", "it rests on (2), which is not proved"),
        ("proved", ""),
    ]
    assert report.verdict == "unknown"


def test_the_checker_alone_says_nothing_of_premises(monkeypatch):
    """Hypotheses and what is given are not confirmed: the points were chosen so that they hold."""
    confirming(monkeypatch, "disagrees")
    made = theorem(where=[a > 0])
    given = made.given("g", eq(a, b), "hypothesis")
    made.claim("(1)", eq(b, a), by.algebra(given))
    assert [s.verdict for s in judge(made).lines] == ["proved", "proved", "fault"]


def test_a_false_line_fails_at_a_point():
    says(claims(eq(a + a, 3 * a)), "refuted", "it fails at a = 1: left 2, right 3", "left over is")
    assert judge(claims(eq(a + a, 3 * a))).verdict == "refuted"


def test_what_does_not_follow_is_unknown():
    made = theorem(along=[t], model={y: exp(t)})
    made.given("g", eq(D(y, t), y), "hypothesis")
    made.claim("(1)", eq(y, exp(t)), by.algebra())
    says(made, "unknown", "the two sides differ")


def test_a_theorem_is_as_good_as_its_worst_line():
    made = theorem()
    made.claim("(1)", eq(a, a), by.algebra())
    made.claim("(2)", eq(t / t, 1), by.algebra())
    assert judge(made).verdict == "unknown"
    made.claim("(3)", eq(a, 2 * a), by.algebra())
    assert judge(made).verdict == "refuted"
    assert [s.verdict for s in judge(made).lines] == ["proved", "unknown", "refuted"]


def test_what_stands_on_a_line_that_is_not_proved():
    made = theorem()
    wrong = made.step("(1)", eq(a, 2 * a), by.algebra())
    made.claim("(2)", eq(a, 4 * a), by.algebra(wrong))
    assert [s.verdict for s in judge(made).lines] == ["refuted", "refuted"]
    made = theorem()
    wrong = made.step("(1)", eq(t / t, 1), by.algebra())
    made.claim("(2)", eq(a, a), by.algebra(wrong))
    assert judge(made).verdict == "unknown"


def test_the_certificate_is_a_bundle():
    made = theorem(where=[a > 0], along=[interval(t, 0)], model={y: 0 * t})
    ode, start = (
        made.given("o", eq(D(y, t), a * y), "hypothesis"),
        made.given("s", eq(at(y, t, 0), 0), "hypothesis"),
    )
    made.claim("(1)", eq(y, 0), by.algebra(by.linear_equation(y, a, t, 0, (ode,), (start,))))
    report = judge(made)
    assert report.verdict == "proved"
    assert report.lemmas == ("linear-equation",)
    judgements = check_bundle(json.loads(json.dumps(report.bundle.document)))
    assert [(j.label, j.role, j.accepted) for j in judgements] == [
        ("+hypothesis 1", "where", True), ("o", "given", True), ("s", "given", True), ("(1)", "claim", True),
    ]  # fmt: skip


# --- why not --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "rule", "reason"),
    [
        (eq(t / t, 1), None, "it needs t ≠ 0, which nothing known gives"),
        (eq(log(t), log(t)), None, "it needs t > 0, which nothing known gives"),
        (eq(sqrt(t) ** 2, t), None, "it needs t ≥ 0, which nothing known gives"),
        (eq(a / (b - c), a / (b - c)), None, "it needs b - c ≠ 0"),
        (eq(total(1 / x), total(1 / x)), None, "≠ 0, which nothing known gives"),
        (eq(a, b), None, "left over is a - b"),
        (eq(total(x**2) + 1, total(2 * x)), None, "left over is ∑ₖ x_k² - 2·∑ₖ x_k + 1"),
        (a > 0, by.sign(a), "nothing known shows the difference to be > 0; left over is a"),
        (eq(a / (b - b), 1), None, "a/(b - b) has no value, whatever its names stand for: b - b is 0, and divides"),
        (eq(at(t / t, t, 0), 1), None, "(t/t)|_{t = 0} has no value, whatever its names stand for: there t/t has none"),
        (eq(log(a - a), 1), None, "log(a - a) has no value, whatever its names stand for: a - a is not positive"),
        (eq(sqrt(a - a - 1), 1), None, "has no value, whatever its names stand for: a - a - 1 is negative"),
        (eq(total((x - x) ** -2), 1), None, "(x_k - x_k)⁻² has no value"),
        (a**2 > 0, by.sign(), "nothing known shows the difference to be > 0; left over is a²; by.linear() looks"),
        (a**2 > 0, by.sign(), "where w ≥ 0 and w ≠ 0 are known, by.strict(w); or put what is missing in where="),
        (a * b >= 0, by.sign(), "left over is a·b; by.linear() looks further, or write it as w in by.sign(w), made of"),
        (ne(a, b), by.sign(), "or write it as w in by.sign(w), a product of what is known not to be zero"),
        (a**2 + b**2 >= 2 * a * b, by.sign((a + b) ** 2), "is not the w = (a + b)² of by.sign(w); write a w that"),
        (a**2 + b**2 >= 2 * a * b, by.sign((a + b) ** 2), "as by.sign(w, p); left over is -4·a·b"),
        (eq(a, b), by.sign(), "by.sign shows inequalities"),
        (exp(a) >= 1 + a, by.exponential_bound(b), "by.exponential_bound(b) shows exp(b) >= 1 + b, and the line says"),
        (2 * exp(a) >= 2 + 2 * a, by.exponential_bound(a), "name the exponent that stands in it, or show that bound"),
        (2 * exp(a) >= 2 + 2 * a, by.exponential_bound(a), "use it in by.sign(w); left over is -a + exp(a) - 1"),
        (exp(a) > 1 + a, by.exponential_bound(a), "shows exp(a) >= 1 + a, whose sides are equal at 0; write >="),
        (eq(exp(a), 1 + a), by.exponential_bound(a), "by.exponential_bound(a) shows inequalities"),
        (eq(sqrt(a**2), a), by.algebra(by.roots(sqrt(a**2), a)), "it needs a ≥ 0"),
        (eq(a, b), by.algebra(times=c), "it needs c ≠ 0"),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_missing(statement, rule, reason):
    step = last(claims(statement, rule))
    assert step.verdict != "proved"
    assert reason in step.reason


def test_a_value_that_does_not_exist():
    says(claims(eq(1 / (a - a), b)), "unknown", "a - a is 0, and divides")


def test_a_hypothesis_without_a_value():
    made = claims(eq(a, a), where=[1 / a > 0])
    report = judge(made)
    assert report.verdict != "proved"
    assert "it needs a ≠ 0" in report.lines[0].reason
    assert judge(claims(eq(a, a), where=[ne(a, 0), 1 / a > 0])).verdict == "proved"


# --- hypotheses -----------------------------------------------------------------------------------------------


def test_hypotheses_that_are_used():
    report = judge(claims(eq(a / a, 1), where=[ne(a, 0), b > 0]))
    assert [(h.formula.text, h.is_used) for h in report.hypotheses] == [("a ≠ 0", True), ("b > 0", False)]


def test_an_interval_is_a_hypothesis():
    made = theorem(along=[interval(t, 0)], model={y: t - t + 3})
    given = made.given("g", eq(D(y, t), 0), "hypothesis")
    made.claim("(1)", eq(y, at(y, t, 0)), by.algebra(given.constant(0)))
    report = judge(made)
    assert report.verdict == "proved"
    assert [h.formula.text for h in report.hypotheses] == ["t ranges over an interval that contains 0"]


def test_the_number_of_channels_is_a_hypothesis():
    """Otherwise a >= 0 would be claimed for every number a, because a sum in some line has a summands."""
    (n,) = indices("n", a)
    made = theorem()
    step = made.supplied("summands", eq(total(1 + 0 * b, over=n), a), by.algebra())
    made.claim("(1)", a >= 0, by.sign(total(1 + 0 * b, over=n), step))
    report = judge(made)
    assert report.verdict != "proved" or any("channels" in h.formula.text for h in report.hypotheses)


def test_hypotheses_that_no_point_satisfies():
    report = judge(claims(eq(a, a), where=[a > 0, a < 0]))
    assert report.verdict == "unknown"
    assert any("no point found that satisfies the hypotheses" in p for p in report.problems)


def test_what_is_supposed_and_never_used():
    made = claims(eq(a, a))
    made.suppose("it", eq(a, b))
    report = judge(made)
    assert (report.verdict, report.problems) == ("proved", ())
    assert "nothing uses '+it'" in report.notes[0]


def test_a_step_that_nobody_uses():
    made = theorem()
    made.step("(1)", eq(a, a), by.algebra())
    made.claim("(2)", eq(b, b), by.algebra())
    report = judge(made)
    assert (report.verdict, report.problems, len(report.notes)) == ("proved", (), 1)
    assert "nothing uses '(1)'; make it a premise of what follows from it, or a claim" in report.notes[0]


def test_a_false_step_that_nobody_uses_is_no_note():
    made = theorem()
    made.step("(1)", eq(a, a + 1))
    made.claim("(2)", eq(b, b))
    assert judge(made).verdict == "refuted"


def test_the_links_of_a_chain_are_used():
    made = theorem()
    made.chain("(1)", a + a, 2 * a, link(a * 2, by.algebra()), claim=True)
    report = judge(made)
    assert report.verdict == "proved"
    assert [(s.label, s.is_supplied, s.chain) for s in report.lines] == [
        ("(1)-1", False, Chain("(1)", 1)), ("(1)-2", False, Chain("(1)", 2)), ("(1) as a whole", True, Chain("(1)", 0)),
    ]  # fmt: skip


# --- names and numbers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "name", "first", "second"),
    [
        (eq(symbol("a", r"\alpha"), symbol("a", r"\beta")), "a", "the symbol", "the symbol"),
        (eq(symbol("x"), x[i]), "x", "the symbol x", "the vector x"),
        (eq(y, function("y", t, a)), "y", "a function of 1 arguments", "a function of 2 arguments"),
        (eq(define("m", a), define("m", b)), "m", "the definition m := a", "the definition m := b"),
        (eq(define("d", x)[i], define("d", 2 * x)[i]), "d", "the definition d_i := x_i",
        "the definition d_i := 2·x_i"),
    ],
    ids=str,
)  # fmt: skip
def test_two_things_of_one_name(statement, name, first, second):
    with pytest.raises(LanguageError) as caught:
        judge(claims(statement))
    message = str(caught.value)
    assert message.startswith(f"test/1: the name {name!r} stands for two things: ")
    assert first in message
    assert second in message
    assert message.endswith("give one another name")


@pytest.mark.parametrize("number", [0.5, 1e-9, float("nan"), 1j])
def test_inexact_numbers_are_refused(number):
    for write in (lambda: eq(a, number), lambda: a + number, lambda: a > number, lambda: at(y, t, number)):
        with pytest.raises(
            LanguageError, match="floating-point number, and statements are exact: write rational"
        ):
            write()


def test_a_float_of_sympy_is_refused():
    sympy = pytest.importorskip("sympy")
    with pytest.raises(LanguageError, match=r"statements are exact, write rational\('0.5'\)"):
        eq(a, sympy.Float(0.5))


# --- what is printed ------------------------------------------------------------------------------------------


def printed(right, wrong, where=(), premises=(), lines=None, **more):
    """The report on a theorem with one line that is printed otherwise."""
    made = theorem(where=where)
    rules = [made.given(f"g{n}", s, "hypothesis") for n, s in enumerate(premises)]
    made.claim("(1)", right, by.algebra(*rules), printed=wrong, **more)
    return judge(made, lines)


def test_a_misprint():
    report = printed(eq(a + a, 2 * a), eq(a + a, 3 * a), note="a typo", at={a: 1}, lines={
        "(1)": Line("(1)", "Sec. 1", r"a + a = 3 a", extractions=("x", "y"),
        readings={"z": "a + a = 3 b"})})  # fmt: skip
    assert report.verdict == "proved"
    assert report.problems == ()
    found = report.lines[0].printed
    assert (found.verdict, found.kind, found.note) == ("refuted", "typo", "a typo")
    assert found.printed == "a + a = 3 a"
    assert found.point.text == "a = 1: left 2, right 3"
    (erratum,) = report.errata
    assert (erratum.label, erratum.quote.where, erratum.kind) == ("(1)", "Sec. 1", "typo")
    assert erratum.statement.text == "a + a = 3·a"
    assert erratum.correction.text == "a + a = 2·a"
    assert erratum.point.text == "a = 1: left 2, right 3"
    assert erratum.extractions == ("x", "y")
    assert erratum.quote.readings == {"z": "a + a = 3 b"}


def test_a_point_that_shows_no_misprint_is_not_asked_for_again():
    """At a = -1 it would fail, and the hypothesis a > 0 does not hold there."""
    made = theorem(where=[a > 0])
    made.claim("(1)", eq(a + a, 2 * a), by.algebra(), printed=eq(a + a, 3 * a), at={a: -1})
    (problem,) = judge(made).problems
    assert "; at the point that is given, a > 0 fails there" in problem


def test_a_stale_erratum():
    for wrong in (eq(2 * a, a + a), eq(a + a - 2 * a, 0), eq(3 * (a + a), 6 * a), eq(a, 2 * a - a)):
        report = printed(eq(a + a, 2 * a), wrong, kind="false")
        assert report.verdict == "unknown"
        assert len(report.problems) == 1
        assert (
            "(1) is said to be printed wrongly, and what is printed holds: a stale erratum; remove printed="
            in (report.problems[0])
        )
        assert report.lines[0].printed.verdict == "proved"
        assert report.errata == ()


def test_a_stale_misprint():
    report = printed(eq(a + a, 2 * a), eq(a * 2, a + a - 0))
    assert "a stale erratum" in report.problems[0]


def test_what_is_printed_looks_like_what_holds():
    """Nobody who reads it could say what is wrong."""
    (problem,) = printed(eq(a + a, 2 * a), eq(a + a, 2 * a), at={a: 1}).problems
    assert problem.endswith("what is printed for (1) looks like what holds; remove printed=")
    made = claims(eq(a, a))
    right = made.claim("(2)", eq(a + 1, 1 + a), by.algebra())
    made.counterexample("(3)", eq(a + 1, 1 + a), at={a: 1}, note="", corrected=right)
    assert "it does not fail there" in judge(made).problems[0]


def test_what_holds_by_accident_is_no_misprint():
    """Printed 2a = a + a where 2a + b = a + a + b is due: it is true, and nobody is accused."""
    for kind in ("typo", "notation", "false"):
        report = printed(eq(2 * a + b, a + a + b), eq(2 * a, a + a), kind=kind)
        assert "a stale erratum" in report.problems[0]
        assert report.errata == ()


def test_a_misprint_that_nothing_decides():
    """It fails for some functions only, and none of them is tried."""
    made = theorem(along=[t], model={y: exp(t)})
    given = made.given("g", eq(D(y, t), y), "hypothesis")
    made.claim("(1)", eq(D(y, t), y), by.algebra(given), printed=eq(y, exp(t)))
    report = judge(made)
    assert report.verdict == "unknown"
    assert (
        "what is printed for (1) is neither proved nor refuted; give a point where it fails, as at={t: 2}"
        in (report.problems[0])
    )
    assert report.lines[-1].printed.verdict == "unknown"
    assert report.errata == ()


def test_a_misprint_at_the_point_that_is_given():
    report = printed(eq(a + b, b + a), eq(a + b, b - a), at={a: Fraction(1, 2), b: 7})
    assert report.lines[0].printed.point.text == "a = 1/2, b = 7: left 15/2, right 13/2"


def test_a_misprint_under_hypotheses():
    """sqrt(a^2) = -a is refuted where a > 0, not at a = 0."""
    report = printed(eq(sqrt(a) ** 2, a), eq(sqrt(a) ** 2, -a), where=[a > 0])
    assert report.verdict == "proved"
    assert "a = 1" in report.errata[0].point.text
    report = printed(eq(sqrt(a) ** 2, a), eq(a * (1 - a), 0), where=[a > 0, a < 2])
    assert report.errata != ()


def test_a_misprint_of_a_line_that_is_not_proved():
    """It is one where what is said to hold does so at its point; where that fails, too, nothing is corrected."""
    made = theorem()
    made.claim("(1)", eq(a, 2 * a), by.algebra(), printed=eq(a + 1, 3 * a), at={a: 0}, note="")
    assert judge(made).verdict == "refuted"
    assert judge(made).lines[0].printed.verdict == "refuted"
    report = printed(eq(a, 2 * a), eq(a, 3 * a))
    assert (report.verdict, report.lines[0].printed.verdict) == ("refuted", "unknown")
    assert "what is said to hold in its place fails, too: a = 2·a" in report.problems[0]


# --- the transcript -------------------------------------------------------------------------------------------

LINES = {label: Line(label, f"where {label} stands") for label in ("(1)", "(2)", "A.1 text 3")}


def test_labels_stand_in_the_transcript():
    made = claims(eq(a, a))
    assert judge(made, LINES).problems == ()
    made = theorem()
    made.claim("(3)", eq(a, a), by.algebra(), also=["A.1 text 3", "A.1 text 4"])
    report = judge(made, LINES)
    assert report.verdict == "unknown"
    assert len(report.problems) == 2
    assert "no line of the transcript has the label '(3)'; did you mean '(" in report.problems[0]
    assert "has the label 'A.1 text 4'; did you mean 'A.1 text 3'?" in report.problems[1]
    assert "a line of your own is supplied(...), or has a label that begins with +" in report.problems[0]


def test_lines_of_ones_own_need_no_transcript():
    made = theorem(where=[editors(a > 0)])
    shown = made.supplied("mine", eq(a, a), by.algebra())
    made.claim("+mine too", eq(a, a), by.algebra(shown))
    assert judge(made, LINES).problems == ()


def test_without_a_transcript_labels_are_not_looked_up():
    made = theorem()
    made.claim("(99)", eq(a, a), by.algebra(), also=["nowhere"])
    assert judge(made).problems == ()


def test_the_label_of_an_erratum_stands_in_the_transcript():
    made = claims(eq(a, a))
    made.counterexample("(7)", eq(a, 2 * a), at={a: 1}, note="")
    assert "has the label '(7)'" in judge(made, LINES).problems[0]


# --- conceptual errata ----------------------------------------------------------------------------------------


def test_a_counterexample():
    made = claims(eq(a, a), where=[editors(a > 0)])
    made.counterexample("(2)", a > 1, at={a: Fraction(1, 2)}, note="not for small a")
    report = judge(made, LINES | {"(1)": Line("(1)", "where (1) stands", "a = a")})
    assert report.problems == ()
    (erratum,) = report.errata
    assert (erratum.kind, erratum.note, erratum.quote.where) == (
        "false",
        "not for small a",
        "where (2) stands",
    )
    assert "a = 1/2" in erratum.point.text


@pytest.mark.parametrize(
    ("claim", "point", "under", "why"),
    [
        (a > 1, {a: 2}, [], "it does not fail there"),
        (a > 1, {a: -1}, [], "a > 0 fails there"),
        (a > 1, {a: Fraction(1, 2)}, [a > Fraction(3, 4)], "a > 3/4 fails there"),
        (a > 0, {a: 1}, [], "it does not fail there"),
        (eq(a + b, a), {a: 1, b: log(-a)}, [], "b = log(-a) has no value there: the logarithm of a negative number"),
        (eq(exp(log(t)), t), {t: 2}, [], "nothing decides it there: what encloses both sides does not tell them apart"),
        (eq(D(y, t), 0), {y: sqrt(t**2), t: 0}, [], "nothing decides it there: there is no rule for the derivative of"),
        (C >= 1, {C: 0}, [], "the dimension C is a whole number from 1, not 0"),
    ],
)
def test_a_counterexample_that_is_none(claim, point, under, why):
    """The claim holds there, or a hypothesis does not, or there is no such point."""
    made = claims(eq(total(x), total(x)), where=[a > 0])
    made.counterexample("(2)", claim, at=point, note="", under=under)
    report = judge(made)
    assert report.verdict == "unknown"
    assert f"at the point given for (2), {why}" in report.problems[0]
    assert report.errata == ()


def test_a_counterexample_that_is_mended():
    made = theorem(where=[a > 0])
    good = made.claim("(1)", a * 2 > 0, by.sign(a * 2))
    made.counterexample("(2)", a > 1, at={a: Fraction(1, 2)}, note="", corrected=good)
    assert judge(made).errata[0].correction.text == "a·2 > 0"
    made = theorem(where=[a > 0])
    bad = made.claim("(1)", a < 2, by.sign(a))
    made.counterexample("(2)", a > 1, at={a: Fraction(1, 2)}, note="", corrected=bad)
    assert any("(1), which mends (2), is not proved" in p for p in judge(made).problems)


def missing(hypothesis, point, where):
    made = theorem(where=where)
    claim = made.claim("(1)", eq(b * a / a, b), by.algebra())
    made.missing("(1)", claim, hypothesis, at=point, note="a may vanish")
    return judge(made)


def test_a_missing_hypothesis():
    report = missing(ne(a, 0), {a: 0, b: 1}, [ne(a, 0)])
    assert report.problems == ()
    (erratum,) = report.errata
    assert erratum.kind == "hypothesis"
    assert erratum.point.text == "it has no value at a = 0, b = 1: division by zero"
    assert erratum.correction.text.endswith(" if a ≠ 0")


def test_a_missing_hypothesis_that_the_theorem_does_not_have():
    report = missing(a > 0, {a: 0, b: 1}, [ne(a, 0)])
    assert any("a > 0 is no hypothesis of this theorem" in p for p in report.problems)
    assert report.verdict == "unknown"


def test_a_missing_hypothesis_that_is_not_missed():
    """At the point the line holds; or the hypothesis does."""
    for point in ({a: 1, b: 1}, {a: -2, b: 3}):
        report = missing(ne(a, 0), point, [ne(a, 0)])
        assert any("at the point given for (1), " in p for p in report.problems)


def squares():
    """From a = b follows a^2 = b a, which a paper may get by dividing by a first."""
    made = theorem(model={a: 0, b: 0})
    given = made.given("(1)", eq(a - b, 0), "hypothesis")
    return made, made.claim("(2)", eq(a**2, b * a), by.algebra(given))


def test_a_gap():
    made, repaired = squares()
    made.gap("(2)", assumes=ne(a, 0), at={a: 0, b: 0}, repaired=repaired, note="divides by a")
    report = judge(made)
    assert report.problems == ()
    assert report.errata[0].kind == "gap"
    made.gap("(3)", assumes=a**2 >= 0, at={a: 0, b: 0}, repaired=repaired, note="")
    assert "at the point given for (3)" in judge(made).problems[0]


@pytest.mark.parametrize(
    ("statement", "rule", "where"),
    [
        (eq(a * b, b * a), by.algebra(), []),
        (eq(a / b * b, a), by.algebra(), [ne(b, 0)]),
        (a**2 + b**2 >= 0, by.sign(a**2 + b**2), []),
        (a**2 * b > 0, by.sign(a**2 * b), [b > 0, ne(a, 0)]),
        (both(eq(a - a, 0), a**2 >= 0), by.each(by.algebra(), by.sign(a**2)), []),
    ],
)
def test_a_gap_in_what_holds_by_calculation_is_none(statement, rule, where):
    """There is no argument that could assume anything, whether the label is that of the line or of one in a formula."""
    told = "the gap in {} assumes a > 0, and the line does not need it: (1) holds by calculation alone"
    for label, transcript in (("(1)", None), ("(2)", None), ("(2)", {"(2)": Line("(2)", "Sec. 1", "a")})):
        made = claims(statement, rule, where=where)
        made.gap(label, assumes=a > 0, at={a: -1, b: 1}, repaired=made.entries[-1], note="divides by a")
        report = judge(made, None if transcript is None else {"(1)": Line("(1)", "Sec. 1", "b"), **transcript})
        assert [p for p in report.problems if told.format(label) in p], report.problems
        assert (report.errata, report.verdict) == ((), "unknown")


def test_what_words_assume_may_be_repaired_by_a_calculation():
    """A sentence has no statement to calculate with; what repairs it may be as plain as one likes."""
    line = Line("(1)", "Sec. 1", "a b = b a")
    words = {"(1)": line, "Abstract": Line("Abstract", "Abstract", text="a never vanishes")}
    made = claims(eq(a * b, b * a))
    made.gap("Abstract", assumes=ne(a, 0), at={a: 0}, repaired=made.entries[0], note="")
    assert judge(made, words).problems == ()


def test_what_is_given_or_supposed_is_no_calculation():
    made = theorem(model={a: 0, b: 0})
    given = made.given("(1)", eq(a - b, 0), "hypothesis")
    repaired = made.claim("(2)", eq(a**2, b * a), by.algebra(given))
    made.gap("(1)", assumes=ne(a, 0), at={a: 0, b: 0}, repaired=repaired, note="")
    assert judge(made).problems == ()


def test_what_has_no_value_is_not_false():
    """1/t = 1/t has no value at 0: nobody has misprinted that. A notation can be at fault, if what is meant has one."""
    for kind in ("typo", "false"):
        made = claims(eq(t, t))
        made.counterexample("(2)", eq(1 / t, 1 / t), at={t: 0}, note="", kind=kind)
        assert "(2) is said to be wrong, and it has no value at t = 0: division by zero" in judge(made).problems[0]
        report = printed(eq(t, 2 * t - t), eq(t * (t / t), t * (2 - t / t)), kind=kind, at={t: 0})
        assert "what has no value is not false" in report.problems[0]
    report = printed(eq(t, 2 * t - t), eq(t * (t / t), t * (2 - t / t)), kind="notation", at={t: 0})
    (erratum,) = report.errata
    assert (report.problems, erratum.verdict, erratum.point.is_undefined) == ((), "unknown", True)
    report = printed(eq(t / t, 2 * (t / t) - 1), eq(t / t, t / t), kind="notation", at={t: 0}, where=[ne(a, 0)])
    assert "what is said to hold, (1), has none either" in report.problems[0]


def under_a_supposition():
    """t^2 = 1 under the supposition t = 1, and the line."""
    made = theorem(where=[b > 0])
    supposed = made.suppose("s", eq(t, 1), at={t: 1})
    line = made.step("(1)", eq(t**2, 1), by.algebra(supposed))
    made.claim("(2)", implies(eq(t, 1), eq(t**2, 1)), by.discharge(supposed, line))
    return made, line


def test_what_a_correction_rests_on_is_shown_with_it():
    made, line = under_a_supposition()
    made.counterexample("(3)", eq(t**2, 2), at={t: 2}, corrected=line, note="")
    (erratum,) = judge(made).errata
    assert erratum.correction.text == "t² = 1 if t = 1"


def test_what_is_missing_or_repaired_is_looked_at_where_the_line_stands():
    made, line = under_a_supposition()
    made.missing("(1)", line, b > 0, at={b: -1, t: 2}, note="b is not needed")
    made.gap("(4)", assumes=eq(t, 1), at={t: 2}, repaired=line, note="it rests on this very assumption")
    problems = judge(made).problems
    assert [p.partition(": ")[2] for p in problems] == [
        "at the point given for (1), t = 1 fails there", "at the point given for (4), t = 1 fails there",
    ]  # fmt: skip


def test_a_gap_is_one_in_what_the_line_needs():
    for assumes, where in ((eq(c, 5), {c: 0}), (a + c > 0, {a: 1, c: -1}), (eq(y, 0), {y: t + 1, t: 1})):
        made = claims(eq(a * b, b * a))
        made.gap("(1)", assumes=assumes, at=where, repaired=made.entries[0], note="")
        assert "stands in nothing that the line needs" in judge(made).problems[0]
    for assumes, where in ((eq(a, a), {a: 1}), (eq(a, a), {a: log(b), b: 0}), (eq(1 / a, 1 / a), {a: 0})):
        made = claims(eq(a * b, b * a))
        made.gap("(1)", assumes=assumes, at=where, repaired=made.entries[0], note="")
        assert len(judge(made).problems) == 1


def test_what_a_line_says_itself_is_no_gap_in_it():
    """t > 0 => sqrt(t^2) = t assumes t > 0 openly; and no line assumes what it says."""
    for assumes in (2 * t > 0, t > 0, eq(sqrt(t**2), t)):
        made = theorem(model={t: 1})
        supposed = made.suppose("s", t > 0, at={t: 1})
        line = made.step("(1)", eq(sqrt(t**2), t), by.algebra(by.roots(sqrt(t**2), t)))
        claim = made.claim("(2)", implies(t > 0, eq(sqrt(t**2), t)), by.discharge(supposed, line))
        made.gap("(2)", assumes=assumes, at={t: -1}, repaired=claim, note="")
        assert "at the point given for (2), t > 0 fails there" in judge(made).problems[0]
    made = theorem(model={a: 0})
    first = made.suppose("s", eq(a, 0), at={a: 0})
    second = made.suppose("r", eq(2 * a, 0), at={a: 0})
    there, back = made.step("(1)", eq(2 * a, 0), by.algebra(first)), made.step("(2)", eq(a, 0), by.algebra(second))
    claim = made.claim("(5)", iff(eq(a, 0), eq(2 * a, 0)), by.discharge(first, there, second, back))
    made.gap("(5)", assumes=eq(a, 0), at={a: 1}, repaired=claim, note="")
    assert "assumes a = 0, which the line itself says" in judge(made).problems[0]


def test_no_label_is_proved_and_false():
    transcript = {"(1)": Line("(1)", "Sec. 1", "a = a", extractions=("001", "002"), readings={"003": "a = 5"})}
    for reading, lines, why in (
        ("", transcript, "(1) is proved, and said to be wrong"),
        ("", None, "(1) is proved, and said to be wrong"),
        ("zz", transcript, "reading='zz' is no extraction that the transcript has for (1)"),
        ("003", None, "reading='003' is no extraction that the transcript has for (1)"),
    ):
        made = claims(eq(a, a))
        made.counterexample("(1)", eq(a, 5), at={a: 0}, note="", reading=reading)
        assert why in judge(made, lines).problems[0]
    made = claims(eq(a, a))
    made.counterexample("(1)", eq(a, 5), at={a: 0}, note="", reading="003", kind="extraction")
    assert judge(made, transcript).problems == ()


def test_names_in_what_is_wrong_mean_one_thing():
    made = claims(eq(define("m", mean(x)), mean(x)), where=[C > 0])
    made.counterexample("(3)", eq(symbol("m"), 0), at={symbol("m"): 7}, note="")
    with pytest.raises(LanguageError, match="the name 'm' stands for two things"):
        judge(made)


# --- what goes to other theorems ------------------------------------------------------------------------------


def test_the_meaning_of_a_statement_is_not_in_its_names():
    assert meaning(eq(define("m", a + b), b)) == meaning(eq(define("n", a + b), b)) == meaning(eq(a + b, b))
    assert meaning(eq(a, b)) != meaning(eq(b, a))
    assert meaning(eq(a, b)) != meaning(eq(a, c))


def test_sources_and_claims():
    made = theorem()
    given = made.given("(5)", eq(a, b), "other/1")
    made.given("+own", eq(b, c), "hypothesis")
    made.claim("(1)", eq(b, a), by.algebra(given))
    report = judge(made)
    assert [(c.source, c.label, c.hash) for c in report.citations] == [("other/1", "(5)", meaning(eq(a, b)))]
    assert [(c.label, c.hash) for c in report.claims] == [("(1)", meaning(eq(b, a)))]
    assert meaning(eq(b, c)) in [s.hash for s in report.assumes]
    assert meaning(eq(a, b)) not in [s.hash for s in report.assumes]


def test_what_holds_along_a_variable_is_assumed_along_it():
    """Who cites a derivative of what is given has to suppose that it is given along the same variable."""
    assumed = []
    for along in ([], [t], [interval(t, 0)]):
        made = theorem(along=along, model={y: t**2})
        given = made.given("g", eq(y, t**2), "hypothesis")
        made.claim("(1)", eq(y, t**2), by.algebra(given))
        assumed.append({s.hash for s in judge(made).assumes})
    assert len(assumed[0]) < len(assumed[1])
    assert assumed[1] != assumed[2]


def test_what_can_vary_is_assumed_to_vary():
    """a = 0 where a t = 0 along t, and not where t = 0 and a = 5: who cites that has to let t vary as well."""

    def assumed(*where, along=()):
        made = Theorem("a/1", "t", where=where, along=along, model={a: 0})
        made.claim("(1)", eq(a, a), by.algebra())
        return {s.text for s in judge(made).assumes}

    assert "that t varies" in assumed(a * t >= 0, -a * t >= 0, along=[t])
    assert "that x_k varies" not in assumed(a * t >= 0, along=[t, x])
    assert "that t varies" not in assumed(a >= 0, t > 0, along=[t])  # an open condition leaves room


# --- suppositions ---------------------------------------------------------------------------------------------


def test_a_line_under_a_supposition_is_judged_where_it_holds():
    made = theorem()
    supposed = made.suppose("a = b", eq(a, b), at={a: 2, b: 2})
    shown = made.supplied("squares", eq(a**2, b**2), by.algebra(supposed))
    made.claim("(1)", implies(eq(a, b), eq(a**2, b**2)), by.discharge(supposed, shown))
    assert [s.verdict for s in judge(made).lines] == ["proved"] * 3


def test_a_supposition_that_no_point_satisfies():
    made = theorem()
    supposed = made.suppose("1 = 0", eq(a - a, 1))
    shown = made.supplied("then", eq(a, b), by.algebra(supposed))
    made.claim("(1)", implies(eq(a - a, 1), eq(a, b)), by.discharge(supposed, shown))
    assert judge(made).verdict != "fault"
    assert judge(made).lines[1].verdict == "unknown"


def test_a_line_about_every_channel():
    made = theorem(where=[every(x) > 0])
    made.claim("(1)", every(x) ** 2 > 0, by.sign())
    assert judge(made).verdict == "proved"
    made = theorem(where=[x[i] > 0, C > 1])
    made.claim("(1)", every(x) > 0, by.sign())
    says(made, "refuted", "channel = ")


@pytest.mark.parametrize("n", [2, 16])
def test_a_number_of_many_digits(n):
    """It is said that there is one; and what needs no writing is proved."""
    says(claims(eq((a * 10**300) ** n, b)), "refuted", "a number of more digits than are read")
    says(claims(eq((a * 10**300) ** n, (10**300 * a) ** n)), "proved")


# --- what is printed ------------------------------------------------------------------------------------------


def test_a_theorem_that_does_not_say_what_is_printed_is_not_proved():
    made = claims(eq(a * b, b * a))
    found = judge(made, {"(1)": Line("(1)", "Sec. 1", "a b = a (b + 1) - a")})
    assert ([b.outcome for b in found.bindings], found.verdict) == (["value"], "unknown")
    assert "each side has the same value, so write it as it is printed, or sign it with reads=" in found.problems[0]
    wrong = judge(made, {"(1)": Line("(1)", "Sec. 1", "a b = 2 a")})
    assert (wrong.verdict, wrong.lines[-1].verdict) == ("unknown", "proved")
    assert wrong.problems[0].endswith("what is printed as (1) is not what the script says: the statement is a b = b a")


def test_what_is_not_understood_is_a_problem_of_the_theorem():
    found = judge(claims(eq(a * b, b * a)), {"(1)": Line("(1)", "Sec. 1", r"a \heartsuit b")})
    assert ([b.outcome for b in found.bindings], found.verdict) == (["not understood"], "unknown")
    [problem] = found.problems
    assert "what is printed as (1) is not understood: " in problem
    assert problem.endswith("; sign what it says, with reads=")


def test_a_number_is_not_refuted_under_what_is_supposed():
    """(sqrt 2)^2 < 2 is false; what follows from it is not, and neither is the implication."""
    made = theorem(where=[a > 0])
    supposed = made.suppose("s", sqrt(term(2)) ** 2 < 2)
    shown = made.step("(1)", 1 + sqrt(term(2)) ** 2 < 3)
    made.claim("(2)", implies(supposed.statement, shown.statement), by.discharge(supposed, shown))
    assert "refuted" not in {line.verdict for line in judge(made).lines}
    made = theorem(where=[a > 0])
    made.claim("(1)", 1 + sqrt(term(2)) ** 2 < 3)
    assert judge(made).verdict == "refuted"
