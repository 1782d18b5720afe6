"""What is printed as false is false: read with its suppositions and its letters, and judged again by the checker."""

from __future__ import annotations

from typing import Any

import pytest

from symnorm import (
    D,
    Theorem,
    at,
    both,
    by,
    differentiable,
    eq,
    exp,
    function,
    ge,
    implies,
    indices,
    interval,
    le,
    ne,
    others,
    sqrt,
    symbol,
    total,
    vector,
)
from symnorm.checker.refutation.check import Rechecked
from symnorm.judge import judge
from symnorm.report import Report
from symnorm.transcript import Line

a, b, c, k, t, u = map(symbol, ("a", "b", "c", "k", "t", "u"))
C = symbol("C")
x = vector("x", C)
[i] = indices("i", C)
y = function("y", t)


def counted(report: Report) -> list[str]:
    """The labels of what counts as an erratum that is shown."""
    printed = [line.printed for line in report.lines if line.printed is not None]
    return [e.label for e in (*printed, *report.conceptual) if e.verdict == "refuted"]


def test_a_function_has_to_be_one_wherever_the_end_of_an_interval_ranges() -> None:
    """y' = 0 along t, whose interval contains every u from -1 to 1: so y(1) = y(-1), and t/|t| is no such y."""
    u = symbol("u")
    theorem = Theorem(
        "fair/ends", "Ends", along=[interval(u, -1), interval(u, 1), interval(t, u)], model={u: 1, t: 1, y: 3 + 0 * t}
    )
    still = theorem.given("(1)", eq(D(y, t), 0), "hypothesis")
    there = theorem.step("(2)", eq(y, at(y, t, u)), by.algebra(still.constant(u)))
    same = theorem.step("(3)", eq(D(at(y, t, u), u), 0), by.algebra(there.d(u)))
    theorem.claim("(4)", eq(at(y, t, 1), at(y, t, -1)), by.algebra(same.constant(1), same.constant(-1)))
    point = {u: 1, t: 1, y: t / (10 * sqrt(t**2))}
    theorem.counterexample("(5)", eq(2 * at(y, t, 1), 2 * at(y, t, -1)), at=point, note="sign")
    report = judge(theorem)
    assert counted(report) == []
    assert any("a point that varies itself" in problem for problem in report.problems)


# --- a correction that nothing shows ---


def assumed_where_it_is_given() -> Theorem:
    theorem = Theorem("assumed/given", "Given", where=[b > 0], model={a: b + 1})
    given = theorem.given("(1)", eq(a, b + 1), "hypothesis", printed=eq(a, b), kind="typo", note="")
    theorem.claim("(2)", eq(a * b, b**2 + b), by.algebra(given))
    return theorem


def assumed_as_what_corrects() -> Theorem:
    theorem = Theorem("assumed/corrects", "Corrects", where=[b > 0], model={a: b + 1})
    given = theorem.given("+assumed", eq(a, b + 1), "hypothesis")
    theorem.counterexample("(1)", eq(a * b, b**2), at={b: 1}, note="", corrected=given)
    theorem.claim("(2)", eq(a * b, b**2 + b), by.algebra(given))
    return theorem


def supposed(is_repeated: bool) -> Theorem:
    theorem = Theorem("assumed/supposed", "Supposed", where=[b > 0])
    supposition = theorem.suppose("+s", eq(a, b + 1), at={a: b + 1})
    repeated = theorem.step("(1)", eq(a, b + 1), by.algebra(supposition))
    shown = theorem.step("(2)", eq(a * b, b**2 + b), by.algebra(repeated))
    theorem.claim("(3)", implies(eq(a, b + 1), eq(a * b, b**2 + b)), by.discharge(supposition, shown))
    corrected = supposition if is_repeated else repeated
    theorem.counterexample("(1)", eq(a * b, b**2), at={a: 3, b: 1}, note="", corrected=corrected)
    return theorem


@pytest.mark.parametrize(
    "theorem", [assumed_where_it_is_given(), assumed_as_what_corrects(), supposed(True), supposed(False)]
)
def test_what_is_assumed_corrects_nothing(theorem: Theorem) -> None:
    report = judge(theorem)
    assert counted(report) == []
    assert any("is assumed, not shown: a = b + 1" in problem for problem in report.problems)


def repeated(holds: Any, *, own: bool = True, **more: Any) -> Report:
    """That a = b + 1 is given; a line is said to be printed as a = b, and to hold as `holds`."""
    theorem = Theorem("assumed/repeated", "Repeated", where=[ne(b, 0)], model={a: b + 1})
    given = theorem.given("+own" if own else "(0)", eq(a, b + 1), "hypothesis")
    theorem.claim("(1)", holds, by.algebra(given), printed=eq(a, b), **more)
    return judge(theorem)


def test_what_only_repeats_a_given_line_corrects_nothing() -> None:
    """That a = b + 1 is assumed, in whatever words; that ab = b^2 + b follows from it, and is less."""
    for holds in (eq(a, b + 1), eq(b + 1, a), eq(2 * a - 2, 2 * b)):
        report = repeated(holds)
        assert counted(report) == []
        assert "is assumed, not shown" in report.problems[0]
    assert counted(repeated(eq(a * b, b**2 + b))) == ["(1)"]
    assert counted(repeated(eq(a, b + 1), own=False)) == []


AGAIN = {
    "times 3": eq(3 * a, 3 * b + 3),
    "times -1/2": eq(-a / 2, -(b + 1) / 2),
    "swapped": eq(b + 1, a),
    "moved": eq(a - b - 1, 0),
    "moved to the left, times 2": eq(0, 2 + 2 * b - 2 * a),
}
"""That a = b + 1, in other words."""


@pytest.mark.parametrize("holds", AGAIN.values(), ids=AGAIN)
def test_a_given_line_in_other_words_corrects_only_what_a_transcript_has_beside_it(holds: Any) -> None:
    """Without one, nobody but the script says that the given line is printed."""
    report = repeated(holds, own=False)
    assert counted(report) == []
    assert "is assumed, not shown" in report.problems[0]
    shown = {"(0)": "a = b + 1", "(1)": "a = b"}
    lines = {label: Line(label, "p. 1", formula, extractions=("000",)) for label, formula in shown.items()}
    theorem = Theorem("assumed/repeated", "Repeated", where=[ne(b, 0)], model={a: b + 1})
    given = theorem.given("(0)", eq(a, b + 1), "hypothesis")
    theorem.claim("(1)", holds, by.algebra(given), printed=eq(a, b))
    assert counted(judge(theorem, lines)) == ["(1)"]


@pytest.mark.parametrize("printed", [eq(a, b), eq(3 * a, 3 * b), eq(b, a), eq(a - b, 0), eq(0, 2 * b - 2 * a)])
def test_no_erratum_is_corrected_by_itself_in_other_words(printed: Any) -> None:
    """Where one fails, so does the other; and where one holds, the other is no error."""
    theorem = Theorem("again/false", "False")
    theorem.claim("(1)", eq(5 * a, 5 * b), by.algebra(), printed=printed, at={a: 1, b: 2})
    report = judge(theorem)
    assert counted(report) == []
    assert any("what is said to hold in its place fails, too: 5·a = 5·b" in problem for problem in report.problems)
    theorem = Theorem("again/true", "True", model={a: b})
    given = theorem.given("(0)", eq(a, b), "hypothesis")
    theorem.claim("(1)", eq(a * c, b * c), by.algebra(given), printed=printed)
    report = judge(theorem)
    assert counted(report) == []
    assert any("what is printed holds: a stale erratum" in problem for problem in report.problems)


def corrected(given: Any, holds: Any, printed: Any, rule: Any) -> Report:
    """A line that is corrected where the editors assume something, at a = 2, b = c = 1."""
    theorem = Theorem("assumed/corrected", "Corrected", model={a: 2, b: 1, c: 1})
    assumed = theorem.given("+own", given, "hypothesis")
    theorem.claim("(1)", holds, rule(assumed), printed=printed, kind="false", note="", at={a: 2, b: 1, c: 1})
    return judge(theorem)


@pytest.mark.parametrize(("given", "holds"), [
    (eq(a + c, 2 * b + c), eq(a, 2 * b)), (eq(c**2 * 0 + a, 2 * b), eq(2 * b, a)), (eq(a, 2 * b), eq(a + c, 2 * b + c)),
    (both(eq(a, 2 * b), eq(b, c)), eq(a - 2 * b, 0)),
])  # fmt: skip
def test_an_assumed_equation_is_none_that_corrects_with_other_names_in_it(given: Any, holds: Any) -> None:
    report = corrected(given, holds, eq(a, 3 * b), lambda e: by.algebra(e))
    assert counted(report) == []
    assert "is assumed, not shown" in report.problems[0]


@pytest.mark.parametrize(("given", "holds"), [
    (le(c, b), ge(b, c)), (ge(b - c, 0), le(c, b)), (le(a + c, a + b), le(c - b, 0)),
])  # fmt: skip
def test_an_assumed_inequality_corrects_nothing_however_it_is_turned(given: Any, holds: Any) -> None:
    report = corrected(given, holds, ge(c, b + 1), lambda e: by.sign(b - c, e))
    assert counted(report) == []
    assert "is assumed, not shown" in report.problems[0]


def test_what_the_editors_assume_for_a_correction_is_shown_with_it() -> None:
    report = corrected(eq(a, 2 * b), eq(a * c, 2 * b * c), eq(a * c, 3 * b * c), lambda e: by.algebra(e))
    (erratum,) = report.errata
    assert erratum.condition is not None
    assert erratum.condition.text == "a = 2·b"


# --- a constant of another letter -----------------------------------------------------------------------------


def solved(printed: Any, **more: Any) -> Report:
    theorem = Theorem("letters/1", "Letters", along=[t], model={y: 3 * exp(t)})
    equation = theorem.given("g", eq(D(y, t), y), "hypothesis")
    zero = theorem.supplied("z", eq(D(y * exp(-t), t), 0), by.algebra(equation))
    constant = theorem.constant("c", eq(c, y * exp(-t)), by.zero_derivative(zero))
    theorem.claim("(1)", eq(y, c * exp(t)), by.algebra(constant), printed=printed, note="", **more)
    return judge(theorem)


@pytest.mark.parametrize("printed", [eq(y, k * exp(t)), eq(y, exp(t + k)), eq(y, function("f", t) * exp(t))])
def test_a_letter_that_stands_for_nothing_else_refutes_nothing(printed: Any) -> None:
    """y = k exp(t) is what holds, with k for c; y = exp(t + k) as well, with k for log(c)."""
    report = solved(printed, kind="false")
    assert counted(report) == []
    assert "no other line of the theorem says what" in report.problems[0]


def test_a_misprint_is_none_where_a_letter_may_stand_for_what_makes_it_right() -> None:
    """In y = k exp(-t), k may be c exp(2t); where the letter is what is wrong, it is the notation."""
    assert counted(solved(eq(y, k * exp(t)))) == []
    assert counted(solved(eq(y, k * exp(-t)))) == []
    assert counted(solved(eq(y, c * exp(2 * t)), kind="false")) == ["(1)"]
    assert counted(solved(eq(y, k * exp(t)), kind="notation")) == ["(1)"]


z, m, q = vector("z", C), symbol("m"), symbol("q")
rest = others(x, i)


@pytest.mark.parametrize(
    ("printed", "is_wrong"),
    [
        (eq(total(x) - z[i], rest), False),
        (eq(total(x) - 2 * z[i], rest), False),
        (eq(total(x) - m, rest), False),
        (eq(rest, (C - 2) * z[i]), True),  # for two channels the right side is 0, whatever z_i is
        (eq(rest, (C - 2) * m + C - 2), True),
        (eq(rest, (C - 2) / m), True),  # where m is 0 it has no value, and does not hold either
        (eq(rest, (C - 1) / m), False),
        (eq(rest + m - m, 0), False),  # it cannot be told that the letter makes no difference
        (eq(rest, (C - 2) * function("g", C)), False),  # nor what a function does to it
        (eq(rest**2, -(m**2)), False),
    ],
)
@pytest.mark.parametrize("kind", ["typo", "false"])
def test_a_line_with_a_letter_that_stands_for_nothing_has_to_fail_whatever_it_stands_for(
    kind: str, printed: Any, is_wrong: bool
) -> None:
    theorem = Theorem("letters/2", "Letters", where=[C > 1])
    theorem.claim("(1)", eq(total(x) - x[i], rest), by.algebra())
    theorem.claim("(2)", eq(rest, total(x) - x[i]), by.algebra(), printed=printed, kind=kind, at=two_channels)
    theorem.counterexample("(3)", printed, at=two_channels, kind=kind, note="")
    report = judge(theorem)
    assert counted(report) == (["(2)", "(3)"] if is_wrong else [])
    assert len(report.problems) == (0 if is_wrong else 2)


two_channels = {C: 2, x: [3, 5], i: 1, m: 7, z: [11, 13], function("g", C): C}


def test_a_quantity_of_which_nothing_is_said_makes_no_line_false() -> None:
    """2a = q, where the words around it may say what q is; what the script supposes of q does not."""
    theorem = Theorem("letters/3", "Letters")
    theorem.claim("(1)", eq(a + a, 2 * a), by.algebra())
    theorem.counterexample("(2)", eq(2 * a, q), at={a: 1, q: 7}, note="")
    theorem.counterexample("(3)", eq(2 * a, function("g", a)), at={a: 1}, note="")
    theorem.counterexample("(4)", eq(2 * a, x[i]), at={a: 1}, note="", kind="typo")
    theorem.counterexample("(5)", eq(2 * a, q), at={a: 1}, under=[eq(q, 2 * a + 1)], note="")
    report = judge(theorem)
    assert report.errata == ()
    names = [problem.partition(" says what ")[2].split()[0] for problem in report.problems]
    assert names == ["q", "g", "x", "q"]
    assert all("no other line of the theorem says what" in problem for problem in report.problems)


def test_a_quantity_that_the_theorem_supposes_something_of_is_known() -> None:
    theorem = Theorem("letters/4", "Letters")
    more = theorem.suppose("more", eq(q, 2 * a + 1), at={q: 2 * a + 1})
    step = theorem.supplied("step", eq(q - 1, 2 * a), by.algebra(more))
    theorem.claim("(1)", implies(more.statement, step.statement), by.discharge(more, step))
    theorem.counterexample("(2)", eq(2 * a, q), at={a: 1}, under=[more.statement], note="")
    report = judge(theorem)
    assert counted(report) == ["(2)"]
    assert [f.text for f in report.errata[0].under] == ["q = 2·a + 1"]


# --- suppositions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("printed", "at", "is_wrong"), [
    (a**3 > 0, {a: -1}, False), (a**3 > 0, None, False), (a**3 > 1, {a: 1}, True), (a**3 > 1, {a: -1}, False),
])  # fmt: skip
def test_a_line_is_read_under_the_supposition_from_which_it_is_shown(printed: Any, at: Any, is_wrong: bool) -> None:
    """Suppose a > 0 (s). Then a^3 > 0 (0). Its correction a^2 > 0 needs less."""
    theorem = Theorem("scope/1", "Scope")
    s = theorem.suppose("s", a > 0, at={a: 1})
    q = theorem.step("(0)", ge(a**2, 0), by.sign(a**2), printed=printed, note="", at=at)
    theorem.claim("(1)", implies(a > 0, ge(a**2, 0)), by.discharge(s, q))
    assert counted(judge(theorem)) == (["(0)"] if is_wrong else [])


def test_a_line_between_a_supposition_and_what_is_shown_from_it_stands_under_it() -> None:
    theorem = Theorem("scope/2", "Scope")
    before = theorem.step("(a)", eq(u + t, t + u), by.algebra())
    s = theorem.suppose("s", eq(t, u), at={t: 1, u: 1})
    inside = theorem.step("(b)", eq(t * u, u * t), by.algebra())
    q = theorem.step("(c)", eq(t, u), by.algebra(s, inside))
    after = theorem.claim("(1)", implies(eq(t, u), eq(t, u)), by.discharge(s, q))
    last = theorem.claim("(2)", eq(2 * t + 2 * u, 2 * u + 2 * t), by.algebra(before))
    assert [e.label for e in theorem.entries if e.scope == [s]] == ["+s", "(b)", "(c)"]
    assert before.scope == after.scope == last.scope == []


# --- judged again ---------------------------------------------------------------------------------------------


def wrong() -> Theorem:
    """A line that is refuted, one that is printed wrongly, a counterexample, a hypothesis that is missing, a gap."""
    theorem = Theorem("wrong/1", "Wrong", where=[ne(a, 0)])
    theorem.claim("(1)", eq(a, 2), by.algebra())
    theorem.claim("(2)", eq(a * b, b * a), by.algebra(), printed=eq(a * b, b), note="", at={a: 2, b: 3})
    theorem.counterexample("(3)", eq(a, b), at={a: 1, b: 2}, note="")
    line = theorem.claim("(4)", a**2 > 0, by.sign(a**2))
    theorem.missing("(4)", line, ne(a, 0), at={a: 0}, note="")
    return theorem


@pytest.mark.parametrize(
    ("outcome", "verdict", "said"),
    [("rejected", "unknown", "the checker rejects"), ("open", "refuted", "the checker cannot tell")],
)
def test_what_the_checker_does_not_confirm_is_no_erratum(
    outcome: str, verdict: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line of the script itself, which accuses nobody, stays refuted where the checker leaves it open."""
    report = judge(wrong())
    assert report.lines[1].verdict == "refuted"
    assert counted(report) == ["(2)", "(3)", "(4)"]
    again = Rechecked("(0)", outcome, "for no reason")
    monkeypatch.setattr("symnorm.judge.retrial.Refutations.judged", lambda _, item: again)
    report = judge(wrong())
    assert [line.verdict for line in report.lines[1:]] == [verdict, "proved", "proved"]
    assert (report.lines[1].refutation is None) is (verdict == "unknown")
    assert ("the checker rejects" in report.lines[1].reason) is (verdict == "unknown")
    assert all(said in problem for problem in report.problems)
    assert counted(report) == []
    assert report.bundle is not None
    assert report.bundle.document["refutations"] == []
    assert [p for p in report.problems if "for no reason" in p] == list(report.problems)
    assert len(report.problems) == 3


@pytest.mark.parametrize("unsupported", [True, False])
def test_a_refutation_that_stays_open_is_a_problem_that_says_what_to_do(
    unsupported: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = Rechecked("(0)", "open", "for no reason", unsupported)
    monkeypatch.setattr("symnorm.judge.retrial.Refutations.judged", lambda _, item: again)
    hint = "a certificate shows all that is supposed" if unsupported else "simpler numbers"
    assert all(hint in problem for problem in judge(wrong()).problems)


def smooth_and(claim: Any, body: Any) -> Report:
    """A counterexample, with a function that is supposed to have a derivative everywhere."""
    f = function("f", u)
    theorem = Theorem("smooth/1", "Smooth", where=[differentiable(f)])
    theorem.claim("(1)", eq(at(D(f**2, u), u, a), at(2 * f * D(f, u), u, a)), by.algebra())
    theorem.counterexample("(2)", claim(f), at={f: body, a: 1}, note="")
    return judge(theorem)


def test_a_function_without_the_derivative_that_is_supposed_refutes_nothing() -> None:
    """|u| has a slope at 1, but none at 0."""
    report = smooth_and(lambda f: ne(at(D(f, u), u, 1), 1), sqrt(u**2))
    assert counted(report) == []
    assert "whether f is differentiable for every number" in report.problems[0]
    assert report.bundle is not None
    assert report.bundle.document["refutations"] == []
    assert counted(smooth_and(lambda f: ne(at(D(f, u), u, 1), 2), u**2)) == ["(2)"]


# --- a hypothesis that holds with equality ---------------------------------------------------------------------


def rising(body: Any) -> Report:
    """That y >= 0 is said to follow from y' >= 0 and y < 1, refuted at t = 0."""
    theorem = Theorem("rising/1", "Rising", where=[ge(D(y, t), 0), y < 1], along=[t], model={y: 0})
    theorem.claim("(1)", ge(D(y, t) + 1, 1), by.sign(D(y, t)))
    theorem.counterexample("(2)", ge(y, 0), at={y: body, t: 0}, note="")
    return judge(theorem)


def test_a_hypothesis_that_holds_with_equality_at_the_point_has_to_hold_around_it() -> None:
    """y = -1 has y' = 0 everywhere; y = t^3 - 1 has y' = 0 at 0 and y' > 0 beside it; y = -t^2 - 1 falls after 0."""
    assert counted(rising(-1)) == ["(2)"]
    assert counted(rising(t**3 - 1)) == ["(2)"]
    assert counted(rising(t - 1)) == ["(2)"]
    falling = rising(-(t**2) - 1)
    assert counted(falling) == []
    assert "(2)" in falling.problems[0]


def test_a_line_that_is_refuted_is_judged_again_without_itself() -> None:
    """The theorem claims what is refuted; that it does is no objection."""
    theorem = Theorem("wrong/2", "Wrong", where=[a > 0], along=[interval(t, 0)])
    theorem.claim("(1)", eq(a + t, t), by.algebra())
    assert judge(theorem).lines[1].verdict == "refuted"


def test_a_point_that_is_none_is_not_the_fault_of_the_toolkit() -> None:
    """exp(a/10^300) = 1 holds to 299 digits at a = 1, and there it does not hold."""
    theorem = Theorem("fault/1", "Fault", where=[a > 0], model={a: 1})
    given = theorem.given("g", eq(exp(a / 10**300), 1), "hypothesis")
    zero = theorem.supplied("h", eq(a / 10**300, 0), by.exponentials(given))
    theorem.claim("(1)", eq(a * b, 0), by.algebra(zero))
    report = judge(theorem)
    assert report.verdict == "unknown"
    assert "nothing shows that what is given does" in report.lines[-1].reason
