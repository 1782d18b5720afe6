"""Verdicts: how the two legs combine, what is said of a printed line, and what is wrong with a script."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from symnorm import judge as judge_module
from symnorm.checker import check_bundle
from symnorm.judge import judge
from symnorm.judge.names import meaning
from symnorm.language import (
    D,
    LanguageError,
    Theorem,
    at,
    by,
    define,
    eq,
    every,
    exp,
    function,
    implies,
    indices,
    interval,
    link,
    log,
    mean,
    ne,
    sqrt,
    symbol,
    total,
    vector,
)
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
    return judge(made, lines)["steps"][-1]


def says(made, verdict, *texts, lines=None):
    """The verdict on the last line, and texts in its reason."""
    step = last(made, lines)
    assert step["verdict"] == verdict, step["reason"]
    for text in texts:
        assert text in step["reason"], step["reason"]


# --- two legs -------------------------------------------------------------------------------------------------


def confirming(monkeypatch, verdict, detail="the detail"):
    """The witness says this of every line that the checker accepts."""
    monkeypatch.setattr(judge_module, "confirm", lambda *_: Confirmation(verdict, 1, detail))


def test_both_legs_agree():
    report = judge(claims(eq(a + a, 2 * a)))
    assert report["verdict"] == "proved"
    assert report["problems"] == []
    assert report["steps"][0]["verdict"] == "proved"
    assert report["steps"][0]["reason"] == ""


def test_the_legs_disagree(monkeypatch):
    confirming(monkeypatch, "disagrees")
    made = claims(eq(a + a, 2 * a))
    says(made, "fault", "the checker accepts it and its evaluation disagrees: the detail")
    assert judge(made)["verdict"] == "fault"


def test_the_witness_cannot_tell(monkeypatch):
    confirming(monkeypatch, "undecided")
    made = claims(eq(a + a, 2 * a))
    says(made, "unknown", "the checker accepts it and its evaluation is undecided: the detail")
    assert judge(made)["verdict"] == "unknown"


def test_the_checker_alone_says_nothing_of_premises(monkeypatch):
    """Hypotheses and what is given are not confirmed: the points were chosen so that they hold."""
    confirming(monkeypatch, "disagrees")
    made = theorem(where=[a > 0])
    given = made.given("g", eq(a, b), "hypothesis")
    made.claim("(1)", eq(b, a), by.algebra(given))
    assert [s["verdict"] for s in judge(made)["steps"]] == ["proved", "proved", "fault"]


def test_a_false_line_fails_at_a_point():
    says(claims(eq(a + a, 3 * a)), "refuted", "it fails at a = 1: left 2, right 3", "left over is")
    assert judge(claims(eq(a + a, 3 * a)))["verdict"] == "refuted"


def test_what_does_not_follow_is_unknown():
    made = theorem(along=[t], model={y: exp(t)})
    made.given("g", eq(D(y, t), y), "hypothesis")
    made.claim("(1)", eq(y, exp(t)), by.algebra())
    says(made, "unknown", "the two sides differ")


def test_a_theorem_is_as_good_as_its_worst_line():
    made = theorem()
    made.claim("(1)", eq(a, a), by.algebra())
    made.claim("(2)", eq(t / t, 1), by.algebra())
    assert judge(made)["verdict"] == "unknown"
    made.claim("(3)", eq(a, 2 * a), by.algebra())
    assert judge(made)["verdict"] == "refuted"
    assert [s["verdict"] for s in judge(made)["steps"]] == ["proved", "unknown", "refuted"]


def test_what_stands_on_a_line_that_is_not_proved():
    made = theorem()
    wrong = made.step("(1)", eq(a, 2 * a), by.algebra())
    made.claim("(2)", eq(a, 4 * a), by.algebra(wrong))
    assert [s["verdict"] for s in judge(made)["steps"]] == ["refuted", "refuted"]
    made = theorem()
    wrong = made.step("(1)", eq(t / t, 1), by.algebra())
    made.claim("(2)", eq(a, a), by.algebra(wrong))
    assert judge(made)["verdict"] == "unknown"


def test_the_certificate_is_a_bundle():
    made = theorem(where=[a > 0], along=[interval(t, 0)], model={y: 0 * t})
    ode, start = (
        made.given("o", eq(D(y, t), a * y), "hypothesis"),
        made.given("s", eq(at(y, t, 0), 0), "hypothesis"),
    )
    made.claim("(1)", eq(y, 0), by.algebra(by.linear_equation(y, a, t, 0, (ode,), (start,))))
    report = judge(made)
    assert report["verdict"] == "proved"
    assert report["lemmas"] == ["linear-equation"]
    judgements = check_bundle(json.loads(json.dumps(report["certificate"])))
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
        (eq(mean(x), mean(x)), None, "it needs C ≠ 0"),
        (eq(a, b), None, "left over is a - b"),
        (eq(total(x**2) + 1, total(2 * x)), None, "left over is ∑ₖ x_k² - 2·∑ₖ x_k + 1"),
        (a > 0, by.sign(a), "it needs a > 0"),
        (a**2 > 0, by.sign(), "nothing known shows the difference to be > 0; left over is a²; write it as w"),
        (a**2 > 0, by.sign(), "where w ≥ 0 and w ≠ 0 are known, by.strict(w); or put what is missing in where="),
        (a * b >= 0, by.sign(), "left over is a·b; write it as w in by.sign(w), made of squares"),
        (ne(a, b), by.sign(), "; write it as w in by.sign(w), a product of what is known not to be zero"),
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
    assert step["verdict"] != "proved"
    assert reason in step["reason"]


def test_a_value_that_does_not_exist():
    says(claims(eq(1 / (a - a), b)), "unknown", "identically zero")


def test_a_hypothesis_without_a_value():
    made = claims(eq(a, a), where=[1 / a > 0])
    report = judge(made)
    assert report["verdict"] != "proved"
    assert "it needs a ≠ 0" in report["steps"][0]["reason"]
    assert judge(claims(eq(a, a), where=[ne(a, 0), 1 / a > 0]))["verdict"] == "proved"


# --- hypotheses -----------------------------------------------------------------------------------------------


def test_hypotheses_that_are_used():
    report = judge(claims(eq(a / a, 1), where=[ne(a, 0), b > 0]))
    assert [(h["text"], h["used"]) for h in report["hypotheses"]] == [("a ≠ 0", True), ("b > 0", False)]


def test_an_interval_is_a_hypothesis():
    made = theorem(along=[interval(t, 0)], model={y: t - t + 3})
    given = made.given("g", eq(D(y, t), 0), "hypothesis")
    made.claim("(1)", eq(y, at(y, t, 0)), by.algebra(given.constant(0)))
    report = judge(made)
    assert report["verdict"] == "proved"
    assert [h["text"] for h in report["hypotheses"]] == ["t ranges over an interval that contains 0"]


def test_the_number_of_channels_is_a_hypothesis():
    """Otherwise a >= 0 would be claimed for every number a, because a sum in some line has a summands."""
    (n,) = indices("n", a)
    made = theorem()
    step = made.supplied("summands", eq(total(1 + 0 * b, over=n), a), by.algebra())
    made.claim("(1)", a >= 0, by.sign(total(1 + 0 * b, over=n), step))
    report = judge(made)
    assert report["verdict"] != "proved" or any("channels" in h["text"] for h in report["hypotheses"])


def test_hypotheses_that_no_point_satisfies():
    report = judge(claims(eq(a, a), where=[a > 0, a < 0]))
    assert report["verdict"] == "unknown"
    assert any("no point found that satisfies the hypotheses" in p for p in report["problems"])


def test_what_is_supposed_and_never_used():
    made = claims(eq(a, a))
    made.suppose("it", eq(a, b))
    report = judge(made)
    assert report["verdict"] == "unknown"
    assert "nothing uses '+it'" in report["problems"][0]


def test_a_step_that_nobody_uses():
    made = theorem()
    made.step("(1)", eq(a, a), by.algebra())
    made.claim("(2)", eq(b, b), by.algebra())
    report = judge(made)
    assert report["verdict"] == "unknown"
    assert len(report["problems"]) == 1
    assert "nothing uses '(1)'; make it a premise of what follows from it, or a claim" in report["problems"][0]


def test_the_links_of_a_chain_are_used():
    made = theorem()
    made.chain("(1)", a + a, 2 * a, link(a * 2, by.algebra()), claim=True)
    report = judge(made)
    assert report["verdict"] == "proved"
    assert [s["label"] for s in report["steps"]] == ["(1)-1", "(1)-2", "+(1) as a whole"]


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
    assert report["verdict"] == "proved"
    assert report["problems"] == []
    found = report["steps"][0]["printed"]
    assert (found["verdict"], found["kind"], found["note"]) == ("refuted", "typo", "a typo")
    assert found["latex"] == "a + a = 3 a"
    assert found["counterexample"] == "a = 1: left 2, right 3"
    (erratum,) = report["errata"]
    assert (erratum["label"], erratum["where"], erratum["kind"]) == ("(1)", "Sec. 1", "typo")
    assert erratum["printed_text"] == "a + a = 3·a"
    assert erratum["corrected_text"] == "a + a = 2·a"
    assert erratum["counterexample"] == "a = 1: left 2, right 3"
    assert erratum["extractions"] == ["x", "y"]
    assert erratum["readings"] == {"z": "a + a = 3 b"}


def test_a_point_that_shows_no_misprint_is_not_asked_for_again():
    """At a = -1 it would fail, and the hypothesis a > 0 does not hold there."""
    made = theorem(where=[a > 0])
    made.claim("(1)", eq(a + a, 2 * a), by.algebra(), printed=eq(a + a, 3 * a), at={a: -1})
    (problem,) = judge(made)["problems"]
    assert "; at the point that is given, the hypotheses do not hold or it does not fail" in problem


def test_a_stale_erratum():
    for wrong in (eq(a + a, 2 * a), eq(2 * a, a + a), eq(a + a - 2 * a, 0)):
        report = printed(eq(a + a, 2 * a), wrong, kind="false")
        assert report["verdict"] == "unknown"
        assert len(report["problems"]) == 1
        assert (
            "(1) is said to be printed wrongly, and what is printed holds: a stale erratum; remove printed="
            in (report["problems"][0])
        )
        assert report["steps"][0]["printed"]["verdict"] == "proved"
        assert report["errata"] == []


def test_a_stale_misprint():
    report = printed(eq(a + a, 2 * a), eq(a * 2, a + a - 0))
    assert "a stale erratum" in report["problems"][0]


def test_a_misprint_that_holds_by_accident():
    """Printed a = a where a + b = a + b is due: it is true, and it is not what the line has to say."""
    report = printed(eq(2 * a + b, a + a + b), eq(2 * a, a + a), kind="typo")
    assert report["problems"] == []
    found = report["steps"][0]["printed"]
    assert found["verdict"] == "proved"
    assert found["counterexample"].startswith("holds by itself, but not between the sides that are due: ")
    assert report["errata"][0]["counterexample"] == found["counterexample"]


def test_what_is_false_does_not_hold_by_accident():
    report = printed(eq(2 * a + b, a + a + b), eq(2 * a, a + a), kind="false")
    assert "a stale erratum" in report["problems"][0]


def test_a_misprint_that_nothing_decides():
    """It fails for some functions only, and none of them is tried."""
    made = theorem(along=[t], model={y: exp(t)})
    given = made.given("g", eq(D(y, t), y), "hypothesis")
    made.claim("(1)", eq(D(y, t), y), by.algebra(given), printed=eq(y, exp(t)))
    report = judge(made)
    assert report["verdict"] == "unknown"
    assert (
        "what is printed for (1) is neither proved nor refuted; give a point where it fails, as at="
        in (report["problems"][0])
    )
    assert report["steps"][-1]["printed"]["verdict"] == "unknown"
    assert report["errata"] == []


def test_a_misprint_at_the_point_that_is_given():
    report = printed(eq(a + b, b + a), eq(a + b, b - a), at={a: Fraction(1, 2), b: 7})
    assert report["steps"][0]["printed"]["counterexample"] == "a = 1/2, b = 7: left 15/2, right 13/2"


def test_a_misprint_under_hypotheses():
    """sqrt(a^2) = -a is refuted where a > 0, not at a = 0."""
    report = printed(eq(sqrt(a) ** 2, a), eq(sqrt(a) ** 2, -a), where=[a > 0])
    assert report["verdict"] == "proved"
    assert "a = 1" in report["errata"][0]["counterexample"]
    report = printed(eq(sqrt(a) ** 2, a), eq(a * (1 - a), 0), where=[a > 0, a < 2])
    assert report["errata"] != []


def test_a_misprint_of_a_line_that_is_not_proved():
    report = printed(eq(a, 2 * a), eq(a, 3 * a))
    assert report["verdict"] == "refuted"
    assert report["steps"][0]["printed"]["verdict"] == "refuted"


# --- the transcript -------------------------------------------------------------------------------------------

LINES = {label: Line(label, f"where {label} stands") for label in ("(1)", "(2)", "A.1 text 3")}


def test_labels_stand_in_the_transcript():
    made = claims(eq(a, a))
    assert judge(made, LINES)["problems"] == []
    made = theorem()
    made.claim("(3)", eq(a, a), by.algebra(), also=["A.1 text 3", "A.1 text 4"])
    report = judge(made, LINES)
    assert report["verdict"] == "unknown"
    assert len(report["problems"]) == 2
    assert "no line of the transcript has the label '(3)'; did you mean '(" in report["problems"][0]
    assert "has the label 'A.1 text 4'; did you mean 'A.1 text 3'?" in report["problems"][1]
    assert "a line of your own is supplied(...), or has a label that begins with +" in report["problems"][0]


def test_lines_of_ones_own_need_no_transcript():
    made = theorem(where=[a > 0])
    shown = made.supplied("mine", eq(a, a), by.algebra())
    made.claim("+mine too", eq(a, a), by.algebra(shown))
    assert judge(made, LINES)["problems"] == []


def test_without_a_transcript_labels_are_not_looked_up():
    made = theorem()
    made.claim("(99)", eq(a, a), by.algebra(), also=["nowhere"])
    assert judge(made)["problems"] == []


def test_the_label_of_an_erratum_stands_in_the_transcript():
    made = claims(eq(a, a))
    made.counterexample("(7)", eq(a, 2 * a), at={a: 1}, note="")
    assert "has the label '(7)'" in judge(made, LINES)["problems"][0]


# --- conceptual errata ----------------------------------------------------------------------------------------


def test_a_counterexample():
    made = claims(eq(a, a), where=[a > 0])
    made.counterexample("(2)", a > 1, at={a: Fraction(1, 2)}, note="not for small a")
    report = judge(made, LINES)
    assert report["problems"] == []
    (erratum,) = report["errata"]
    assert (erratum["kind"], erratum["note"], erratum["where"]) == (
        "false",
        "not for small a",
        "where (2) stands",
    )
    assert "a = 1/2" in erratum["counterexample"]


@pytest.mark.parametrize(
    ("claim", "point", "under"),
    [(a > 1, {a: 2}, []), (a > 1, {a: -1}, []), (a > 1, {a: Fraction(1, 2)}, [a > Fraction(3, 4)]), (a > 0,
    {a: 1}, [])],
)  # fmt: skip
def test_a_counterexample_that_is_none(claim, point, under):
    """The claim holds there, or a hypothesis does not."""
    made = claims(eq(a, a), where=[a > 0])
    made.counterexample("(2)", claim, at=point, note="", under=under)
    report = judge(made)
    assert report["verdict"] == "unknown"
    assert (
        "at the point given for (2), the hypotheses do not hold or the claim does not fail"
        in report["problems"][0]
    )
    assert report["errata"] == []


def test_a_counterexample_that_is_mended():
    made = theorem(where=[a > 0])
    good = made.claim("(1)", a * 2 > 0, by.sign(a))
    made.counterexample("(2)", a > 1, at={a: Fraction(1, 2)}, note="", corrected=good)
    assert judge(made)["errata"][0]["corrected_text"] == "a·2 > 0"
    made = theorem(where=[a > 0])
    bad = made.claim("(1)", a > 2, by.sign(a))
    made.counterexample("(2)", a > 1, at={a: Fraction(1, 2)}, note="", corrected=bad)
    assert any("(1), which mends (2), is not proved" in p for p in judge(made)["problems"])


def missing(hypothesis, point, where):
    made = theorem(where=where)
    claim = made.claim("(1)", eq(b * a / a, b), by.algebra())
    made.missing("(1)", claim, hypothesis, at=point, note="a may vanish")
    return judge(made)


def test_a_missing_hypothesis():
    report = missing(ne(a, 0), {a: 0, b: 1}, [ne(a, 0)])
    assert report["problems"] == []
    (erratum,) = report["errata"]
    assert erratum["kind"] == "hypothesis"
    assert "undefined" in erratum["counterexample"]
    assert erratum["corrected_text"].endswith(" if a ≠ 0")


def test_a_missing_hypothesis_that_the_theorem_does_not_have():
    report = missing(a > 0, {a: 0, b: 1}, [ne(a, 0)])
    assert any("a > 0 is no hypothesis of this theorem" in p for p in report["problems"])
    assert report["verdict"] == "unknown"


def test_a_missing_hypothesis_that_is_not_missed():
    """At the point the line holds; or the hypothesis does."""
    for point in ({a: 1, b: 1}, {a: -2, b: 3}):
        report = missing(ne(a, 0), point, [ne(a, 0)])
        assert any("the hypotheses do not hold or the claim does not fail" in p for p in report["problems"])


def test_a_gap():
    made = theorem()
    repaired = made.claim("(1)", eq(a * b, b * a), by.algebra())
    made.gap("(2)", assumes=a > 0, at={a: -1}, repaired=repaired, note="divides by a")
    report = judge(made)
    assert report["problems"] == []
    assert report["errata"][0]["kind"] == "gap"
    made.gap("(3)", assumes=a**2 >= 0, at={a: -1}, repaired=repaired, note="")
    assert "at the point given for (3)" in judge(made)["problems"][0]


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
    assert report["sources"] == [{"id": "other/1", "label": "(5)", "statement_hash": meaning(eq(a, b))}]
    assert report["claims"] == [{"label": "(1)", "statement_hash": meaning(eq(b, a))}]
    assert meaning(eq(b, c)) in [s["statement_hash"] for s in report["assumes"]]
    assert meaning(eq(a, b)) not in [s["statement_hash"] for s in report["assumes"]]


def test_what_holds_along_a_variable_is_assumed_along_it():
    """Who cites a derivative of what is given has to suppose that it is given along the same variable."""
    assumed = []
    for along in ([], [t], [interval(t, 0)]):
        made = theorem(along=along, model={y: t**2})
        given = made.given("g", eq(y, t**2), "hypothesis")
        made.claim("(1)", eq(y, t**2), by.algebra(given))
        assumed.append({s["statement_hash"] for s in judge(made)["assumes"]})
    assert len(assumed[0]) < len(assumed[1])
    assert assumed[1] != assumed[2]


def test_what_can_vary_is_assumed_to_vary():
    """a = 0 where a t = 0 along t, and not where t = 0 and a = 5: who cites that has to let t vary as well."""

    def assumed(*where, along=()):
        made = Theorem("a/1", "t", where=where, along=along, model={a: 0})
        made.claim("(1)", eq(a, a), by.algebra())
        return {s["text"] for s in judge(made)["assumes"]}

    assert "that t varies" in assumed(a * t >= 0, -a * t >= 0, along=[t])
    assert "that x_k varies" not in assumed(a * t >= 0, along=[t, x])
    assert "that t varies" not in assumed(a >= 0, t > 0, along=[t])  # an open condition leaves room


# --- suppositions ---------------------------------------------------------------------------------------------


def test_a_line_under_a_supposition_is_judged_where_it_holds():
    made = theorem()
    supposed = made.suppose("a = b", eq(a, b), at={a: 2, b: 2})
    shown = made.supplied("squares", eq(a**2, b**2), by.algebra(supposed))
    made.claim("(1)", implies(eq(a, b), eq(a**2, b**2)), by.discharge(supposed, shown))
    assert [s["verdict"] for s in judge(made)["steps"]] == ["proved"] * 3


def test_a_supposition_that_no_point_satisfies():
    made = theorem()
    supposed = made.suppose("1 = 0", eq(a - a, 1))
    shown = made.supplied("then", eq(a, b), by.algebra(supposed))
    made.claim("(1)", implies(eq(a - a, 1), eq(a, b)), by.discharge(supposed, shown))
    assert judge(made)["verdict"] != "fault"
    assert judge(made)["steps"][1]["verdict"] == "unknown"


def test_a_line_about_every_channel():
    made = theorem(where=[every(x) > 0])
    made.claim("(1)", every(x) ** 2 > 0, by.sign())
    assert judge(made)["verdict"] == "proved"
    made = theorem(where=[x[i] > 0, C > 1])
    made.claim("(1)", every(x) > 0, by.sign())
    says(made, "refuted", "channel = ")
