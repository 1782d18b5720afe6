"""Lines without a reason, one reason for several statements, and what is printed by its right side alone."""

from __future__ import annotations

import json

import pytest

from symnorm import (
    Theorem,
    both,
    by,
    cases,
    define,
    either,
    eq,
    iff,
    implies,
    link,
    maximum,
    ne,
    sqrt,
    symbol,
    untyped,
    whole,
)
from symnorm.judge import judge
from symnorm.language import LanguageError
from symnorm.language.record import record, theorems_from

a, b, c, x = (symbol(n) for n in "abcx")


def theorem(*where):
    return Theorem("test/1", "A theorem", where=where)


def verdicts(made):
    return [line.verdict for line in judge(made).lines if line.role in ("step", "claim")]


def shown(statement, *rules, where=(), **more):
    """The record of one claim."""
    made = theorem(*where)
    entry = made.claim("(1)", statement, *rules, **more)
    entry.line = 0
    return json.dumps(record(made))


@pytest.mark.parametrize(
    ("statement", "rule"),
    [
        (eq(a, b), by.algebra()),
        (either(eq(a, b), eq(a, c)), by.algebra()),
        (a < b, by.sign()),
        (a >= b, by.sign()),
        (ne(a, b), by.sign()),
        (both(eq(a, b), a < b), by.each(by.algebra(), by.sign())),
        (both(eq(a, b), eq(b, c)), by.each(by.algebra())),
        (both(a < b, b < c), by.sign()),
        (eq(a, cases((b, a > 0), c)), by.cases(by.algebra(), by.algebra())),
        (eq(a, cases((b, a > 0), c)), by.cases(by.algebra())),
        (eq(a, cases((b, a > 0), c)), by.algebra()),
    ],
)
def test_a_line_without_a_reason_is_recorded_with_the_one_that_it_is_tried_by(statement, rule):
    assert shown(statement) == shown(statement, rule)


def test_lines_without_a_reason_are_proved_where_they_hold_and_only_there():
    made = theorem(a > 0, b > 0)
    made.step("(1)", eq((a + b) ** 2, a**2 + 2 * a * b + b**2))
    made.supplied("own", a * b > 0)
    made.claim("(2)", both(a + b > 0, eq(a + b, b + a)))
    made.claim("(3)", eq(a * x, cases((x * a, x >= 0), x * a + b - b)))
    made.claim("(4)", ne(a * b, 0))
    made.claim("(5)", eq((a + b) ** 2, a**2 + b**2))
    made.claim("(6)", a > b)
    made.claim("(7)", both(a + b > 0, a - b > 0))
    made.claim("(8)", eq(abs(x), cases((x, x >= 0), x)))
    found = {line.label: line.verdict for line in judge(made).lines if not line.label.count(",")}
    assert {n: found[n] for n in ("(1)", "own", "(2)", "(3)", "(4)")} == dict.fromkeys(
        ("(1)", "own", "(2)", "(3)", "(4)"), "proved"
    )
    assert {n: found[n] for n in ("(5)", "(6)", "(7)", "(8)")} == dict.fromkeys(("(5)", "(6)", "(7)", "(8)"), "refuted")


def test_one_rule_for_several_statements_has_its_premises():
    made = theorem()
    p = made.given("(1)", eq(a, b), "hypothesis")
    made.claim("(2)", both(eq(a**2, b**2), eq(a + c, b + c)), by.algebra(p))
    made.claim("(3)", both(eq(a**2, b**2), eq(a + c, b + c)), by.each(by.algebra(p)))
    made.claim("(4)", both(eq(a**2, b**2), eq(a + c, b)), by.each(by.algebra(p)))
    made.model = {a: 2, b: 2}
    report = judge(made)
    assert [line.verdict for line in report.lines[1:]] == ["proved", "proved", "refuted"]


def test_the_record_of_such_a_line_is_read_back():
    made = theorem(a > 0)
    made.claim("(1)", both(a > 0, a**2 > 0))
    made.claim("(2)", eq(a, cases((a, a > 0), a)))
    [again] = theorems_from(json.loads(json.dumps(record(made))))
    assert record(again) == record(made)


@pytest.mark.parametrize("statement", [implies(a > 0, b > 0), iff(a > 0, b > 0)])
def test_an_implication_has_a_reason(statement):
    with pytest.raises(LanguageError, match=r"\(1\): .* is shown by what follows from a supposition: p = "):
        theorem().claim("(1)", statement)


def test_a_reason_that_is_none():
    with pytest.raises(LanguageError, match=r"needs a rule, as by\.algebra"):
        theorem().claim("(1)", eq(a, a), a > 0)
    with pytest.raises(LanguageError, match=r"by\.cases has 2 rules for 3 cases"):
        theorem().claim("(1)", eq(a, cases((a, a > 0), (b, a < 0), c)), by.cases(by.algebra(), by.algebra()))


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (a * b > 0, "by.algebra shows equations, and this is an inequality: by.sign() shows it"),
        (ne(a, b), "by.algebra shows equations, and this is an inequality"),
        (implies(a > 0, a > 0), "this is an implication: suppose its left side"),
        (iff(a > 0, a > 0), "this is an equivalence: suppose one side"),
    ],
)
def test_calculation_of_what_is_no_equation_says_what_to_write(statement, said):
    made = theorem(a > 0, b > 0)
    made.claim("(1)", statement, by.algebra())
    assert said in judge(made).lines[-1].reason


def test_what_is_printed_by_its_right_side_alone():
    whole_statement = shown(eq(a + b, b + a), printed=eq(a + b, a - b))
    assert shown(eq(a + b, b + a), printed=a - b) == whole_statement
    assert shown(a + b <= c, printed=b) == shown(a + b <= c, printed=a + b <= b)
    made = theorem()
    made.chain("(1)", a + b, link(b + a, printed=a - b), link(a + b + 0, printed=eq(a - b, a)))
    assert made.entries[0].printed.statement == eq(a + b, a - b)
    assert made.entries[1].printed.statement == eq(a - b, a)


def test_what_is_printed_in_the_place_of_several_statements_is_a_statement():
    with pytest.raises(LanguageError, match="printed= has a whole statement"):
        theorem().claim("(1)", both(eq(a, a), eq(b, b)), printed=a)
    with pytest.raises(LanguageError):
        theorem().claim("(1)", eq(a, a), printed=untyped("x", "y"))


def test_an_induction_is_no_rule_for_each():
    t = whole("t")
    made = theorem()
    base = made.supplied("base", eq(maximum(a, a), a))
    made.claim("(1)", both(eq(t, t), eq(t + 1, t + 1)), by.discharge(made.suppose("p", eq(t, t)), base))
    assert judge(made).lines[-1].verdict == "unknown"


def test_definitions_are_calculation():
    made = theorem(a > 0)
    root = define("r", sqrt(a), "r")
    made.claim("(1)", eq(root**2, a))
    assert verdicts(made) == ["proved"]
