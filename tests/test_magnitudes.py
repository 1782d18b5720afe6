"""Absolute values, norms, maximum and minimum, equations by cases: printed, read, proved, refused."""

from __future__ import annotations

import json

import pytest
import sympy

from symnorm.judge import judge
from symnorm.language import (
    D,
    LanguageError,
    Rule,
    Statement,
    Term,
    Theorem,
    by,
    cases,
    define,
    eq,
    every,
    function,
    function_of,
    implies,
    indices,
    le,
    maximum,
    mean,
    minimum,
    ne,
    norm,
    sqrt,
    symbol,
    total,
    vector,
)
from symnorm.language.bridge import from_sympy, to_sympy
from symnorm.language.latex import latex
from symnorm.language.record import record, theorems_from
from symnorm.language.terms import form
from symnorm.language.text import text
from symnorm.mutation.edits import Scope, variants
from symnorm.prover import Prover
from symnorm.reader import Notation, NotUnderstood, Reader, harmless, read
from symnorm.report import Report
from symnorm.second import review_bundle
from symnorm.transcript import Line

C, a, b, c, u, v = map(symbol, ("C", "a", "b", "c", "u", "v"))
x, z = vector("x", C), vector("z", C)
i, j = indices("i j", C)
mu = define("mu", mean(x), r"\mu")
d = define("d", x - mu)
RELU = eq(maximum(u, 0), cases((u, u >= 0), (0, u < 0)))
HUBER = eq(v, cases((u**2 / 2, abs(u) <= c), c * (abs(u) - c / 2)))

TERMS: list[tuple[Term, str, str, str]] = [
    (abs(u), "|u|", "|u|", "abs(u)"),
    (abs(u / v), r"\left|\frac{u}{v}\right|", "|u/v|", "abs(u/v)"),
    (abs(u + abs(v)), r"\left|u + |v|\right|", "|u + |v||", "abs(u + abs(v))"),
    (abs(u * abs(v) * a), r"\left|u \cdot |v| \cdot a\right|", "|u·|v|·a|", "abs(u*abs(v)*a)"),
    (abs(u) * v * abs(a), "|u| v |a|", "|u|·v·|a|", "abs(u)*v*abs(a)"),
    (-abs(-u) ** 3, "-|-u|^3", "-|-u|³", "-abs(-u)**3"),
    (norm(x), r"\|x\|", "‖x‖", "norm(x)"),
    (norm(x - 2 * z) ** 2, r"\|x - 2 z\|^2", "‖x - 2·z‖²", "norm(x - 2*z)**2"),
    (norm(d, 1) / C, r"\frac{\|d\|_1}{C}", "‖d‖_1/C", "norm(d, 1)/C"),
    (total(abs(x)), r"\sum_{k=1}^{C} |x_k|", "∑ₖ |x_k|", "sum(abs(x[k]), k=1..C)"),
    (maximum(u, v + 1, 0), r"\max(u, v + 1, 0)", "max(u, v + 1, 0)", "maximum(u, v + 1, 0)"),
    (minimum(x, 0)[i], r"\min(x_i, 0)", "min(x_i, 0)", "minimum(x[i], 0)"),
]


def statement_of(t: Term) -> Statement:
    return eq(t, a)


@pytest.mark.parametrize(("t", "on_paper", "in_terminal", "in_script"), TERMS)
def test_printed_as_on_paper(t: Term, on_paper: str, in_terminal: str, in_script: str) -> None:
    assert (latex(t), text(t), text(t, ascii=True)) == (on_paper, in_terminal, in_script)


def read_back(s: Statement) -> bool:
    notation = Notation([s])
    return harmless(read(latex(s), notation).meaning, notation.twins) == harmless(s, notation.twins)


@pytest.mark.parametrize("s", [*(statement_of(t) for t, *_ in TERMS), RELU, HUBER], ids=repr)
def test_what_is_printed_is_read_as_what_it_was(s: Statement) -> None:
    assert read_back(s)


@pytest.mark.parametrize(
    ("formula", "meaning"),
    [
        (r"\left\lvert u \right\rvert = |u v| - |a|", eq(abs(u), abs(u * v) - abs(a))),
        (r"\max\{u, v\} = \operatorname{max}(v, u)", eq(maximum(u, v), maximum(u, v))),
        (r"\lVert x \rVert_1 = \|x\|^2", eq(total(abs(x)), total(x**2))),
        (r"\|x\| \le a", norm(x) <= a),
        (r"v = \begin{cases} u, & u > 0, \\ 0, & \text{else}. \end{cases}", eq(v, cases((u, u > 0), 0))),
        (r"v = \begin{cases} 0 & \text{for } u \le 0 \\ u & \text{for } 0 < u \\ \end{cases}",
         eq(v, cases((0, u <= 0), (u, u > 0)))),
    ],
)  # fmt: skip
def test_what_papers_print_is_read(formula: str, meaning: Statement) -> None:
    notation = Notation([eq(u * v, a), eq(total(x), 0)])
    assert harmless(read(formula, notation).meaning) == harmless(meaning)


@pytest.mark.parametrize(
    ("formula", "why"),
    [
        (r"a = \|u\|", "a norm is one of a vector"),
        (r"a = \|x\|_3", "this belongs to no name that is known"),
        (r"a = \max(u)", "the maximum of one number?"),
        (r"a = \max u", "the numbers stand in brackets"),
        (r"a = \begin{cases} u & u > 0 \\ 0 & u < 0 \end{cases}", "may leave something"),
        (r"a = \begin{cases} u & u \ge 0 \\ 0 & u \le 0 \end{cases}", "two may hold at once"),
        (r"a = \begin{cases} u & u > 0 \\ 0 & \text{otherwise}", r"\end{cases} belongs here"),
        (r"a = \begin{cases} u \text{if } u > 0 \\ 0 \end{cases}", "if is no name of this theorem"),
    ],
)
def test_what_is_not_understood_is_said(formula: str, why: str) -> None:
    with pytest.raises(NotUnderstood) as error:
        read(formula, Notation([eq(u * v, a), eq(total(x), 0)]))
    assert why in error.value.why


def outcome(formula: str, statement: Statement) -> tuple[str, tuple[str, ...]]:
    theorem = Theorem("mine/1", "Mine", where=[C > 1])
    theorem.claim("(1)", statement, by.algebra())
    [found] = Reader(theorem).bindings({"(1)": Line("(1)", "Sec. 1", formula)})
    return found.outcome, found.tolerances


@pytest.mark.parametrize(
    ("formula", "statement", "expected"),
    [
        ("|u| = a", eq(abs(u), a), ("bound", ())),
        ("|u| = a", eq(sqrt(u**2), a), ("declared", ("by the definition of |a|",))),
        (r"\max(u, v) = a", eq((u + v + sqrt((u - v) ** 2)) / 2, a),
         ("declared", (r"by the definition of \max", "by the definition of |a|"))),
        (r"\max(u, v) = a", eq(minimum(u, v), a), ("differs", ())),
        ("|u| = a", eq(u, a), ("differs", ())),
        (r"\|x\|_1 = a", eq(norm(x), a), ("differs", ())),
        (latex(RELU), RELU, ("bound", ())),
        (latex(RELU).replace("<", ">").replace(r"\geq", r"\leq"), RELU, ("differs", ())),
        (latex(HUBER), HUBER, ("declared", ("c before brackets is a factor",))),
        (latex(HUBER).replace(r"\leq", r"<"), HUBER, ("differs", ("c before brackets is a factor",))),
        (latex(HUBER).replace(r"\frac{c}{2}", "c"), HUBER, ("differs", ("c before brackets is a factor",))),
    ],
)  # fmt: skip
def test_binding(formula: str, statement: Statement, expected: tuple[str, tuple[str, ...]]) -> None:
    assert outcome(formula, statement) == expected


def test_they_stand_for_what_the_checker_knows() -> None:
    assert form(abs(u)) == form(sqrt(u**2))
    assert form(norm(x)) == form(sqrt(total(x**2)))
    assert form(norm(x - mu, 1)) == form(total(sqrt((x - mu) ** 2)))
    assert form(minimum(u, v)) == form((u + v - sqrt((u - v) ** 2)) / 2)
    assert form(maximum(x, 0)[i]) == form((x[i] + 0 + sqrt((x[i] - 0) ** 2)) / 2)
    assert RELU.form() == ("and", *(implies(p, eq(maximum(u, 0), q)).form() for p, q in ((u >= 0, u), (u < 0, 0))))


def test_what_holds_otherwise_holds_where_no_condition_does() -> None:
    s = eq(v, cases((1, u > 1), (2, u < 0), 3))
    wanted = [implies(u > 1, eq(v, 1)), implies(u < 0, eq(v, 2)), implies(u <= 1, implies(u >= 0, eq(v, 3)))]
    assert s.form() == ("and", *(w.form() for w in wanted))


# --- proofs ----------------------------------------------------------------------------------------------------


def judged(statement: Statement, rule: Rule, *where: Statement) -> Report:
    theorem = Theorem("mine/1", "Mine", where=where)
    theorem.claim("(1)", statement, rule)
    return judge(theorem)


PRODUCT = 2 * (abs(u) * abs(v) - u * v)
TRUE: list[tuple[Statement, Rule, list[Statement]]] = [
    (u <= abs(u), by.squares(), []),
    (-u <= abs(u), by.sign(), []),
    (abs(u) - u >= 0, by.sign(), []),
    (maximum(u, v) >= v, by.sign((abs(u - v) + (u - v)) / 2), []),
    (minimum(u, v) <= v, by.sign((abs(u - v) - (u - v)) / 2), []),
    (u * v <= abs(u) * abs(v), by.squares(), []),
    (eq(abs(u * v), abs(u) * abs(v)), by.algebra(by.roots(abs(u * v), abs(u) * abs(v))), []),
    (eq(abs(u), u), by.algebra(by.roots(abs(u), u)), [u >= 0]),
    (eq(maximum(u, v) + minimum(u, v), u + v), by.algebra(), []),
    (eq(D(abs(u), u), u / abs(u)), by.algebra(), [ne(u, 0)]),
    (eq(D(norm(x), x[i]), x[i] / norm(x)), by.algebra(), [norm(x) > 0]),
    (RELU, by.cases(by.algebra(by.roots(abs(u - 0), u)), by.algebra(by.roots(abs(u - 0), -u))), []),
    (abs(u) <= 3, by.squares((3 - u) * (3 + u)), [u <= 3, u >= -3]),
]
FALSE: list[tuple[Statement, Rule, list[Statement]]] = [
    (abs(u) <= u, by.squares(), []),
    (abs(u + v) >= abs(u) + abs(v), by.squares(PRODUCT), []),
    (abs(u + v) <= abs(u) - abs(v), by.squares(), []),
    (eq(abs(u), u), by.algebra(), []),
    (eq(maximum(u, v), u), by.algebra(), []),
    (maximum(u, v) <= v, by.sign(), []),
    (eq(norm(x, 1), norm(x)), by.algebra(), [C > 1]),
    (eq(D(abs(u), u), 1), by.algebra(), [ne(u, 0)]),
    (eq(abs(u), cases((u, u >= 0), (u, u < 0))), by.cases(by.algebra(by.roots(abs(u), u)), by.algebra()), []),
    (eq(maximum(u, 0), cases((u, u >= -1), 0)), by.cases(by.algebra(), by.algebra()), []),
]


@pytest.mark.parametrize(("statement", "rule", "where"), TRUE, ids=lambda s: repr(s)[:40])
def test_what_holds_is_proved(statement: Statement, rule: Rule, where: list[Statement]) -> None:
    report = judged(statement, rule, *where)
    assert (report.verdict, [(s.label, s.reason) for s in report.lines if s.verdict != "proved"]) == ("proved", [])


@pytest.mark.parametrize(("statement", "rule", "where"), FALSE, ids=lambda s: repr(s)[:40])
def test_what_is_false_is_refuted(statement: Statement, rule: Rule, where: list[Statement]) -> None:
    report = judged(statement, rule, *where)
    assert report.lines[-1].verdict == "refuted"


def triangle() -> Theorem:
    theorem = Theorem("mine/1", "Mine", where=[C >= 1])
    p, q = every(x), every(z)
    theorem.supplied("product", p * q <= abs(p) * abs(q), by.squares())
    theorem.supplied("entry", abs(p + q) <= abs(p) + abs(q), by.squares(2 * (abs(p) * abs(q) - p * q)))
    theorem.claim("(1)", norm(x + z, 1) <= norm(x, 1) + norm(z, 1), by.sign(total(abs(x) + abs(z) - abs(x + z))))
    return theorem


def test_the_triangle_inequality_of_the_sum_of_sizes() -> None:
    assert judge(triangle()).verdict == "proved"


def test_the_second_judge_agrees_with_what_squares_show() -> None:
    theorem = triangle()
    prover = Prover(theorem)
    entries = [
        {"label": p.entry.label, "role": p.entry.role, "statement": p.statement, "certificate": p.certificate}
        for p in map(prover.prove, theorem.entries)
    ]
    bundle = json.loads(json.dumps({"id": theorem.id, "along": [], "entries": entries}))
    assert review_bundle(bundle, [True] * len(entries)).disagreements == ()


@pytest.mark.parametrize(
    ("statement", "rule", "reason"),
    [
        (abs(u) > u, by.squares(), "by.squares shows a >= b"),
        (eq(abs(u), u), by.squares(), "by.squares shows inequalities"),
        (v <= abs(u), by.squares(), "nothing known shows"),
        (v <= u, by.squares(), "nothing known shows"),
        (u <= abs(u), by.squares(u**2), "is not the w = u² of by.squares(w)"),
    ],
)
def test_what_squares_do_not_show(statement: Statement, rule: Rule, reason: str) -> None:
    theorem = Theorem("mine/1", "Mine")
    prover = Prover(theorem)
    proof = prover.prove(theorem.claim("(1)", statement, rule))
    assert proof.failure is not None
    assert reason in str(proof.failure)
    assert not proof.judgement.accepted


def test_a_larger_square_is_not_enough_where_the_number_may_be_negative() -> None:
    report = judged(v <= u, by.squares(), u**2 - v**2 > 0)
    assert report.lines[-1].verdict == "refuted"


def test_an_absolute_value_has_a_slope_where_its_hidden_hypothesis_says() -> None:
    report = judged(eq(D(abs(u), u), u / abs(u)), by.algebra())
    [line] = [s for s in report.lines if s.label == "(1)"]
    assert line.verdict != "proved"
    assert judged(eq(D(abs(u), u), u / abs(u)), by.algebra(), u < 0).verdict == "proved"


def test_the_cases_that_are_shown_are_those_of_the_equation() -> None:
    theorem = Theorem("mine/1", "Mine")
    with pytest.raises(LanguageError, match=r"by\.cases has 3 rules for 2 cases"):
        theorem.claim("(1)", RELU, by.cases(by.algebra(), by.algebra(), by.algebra()))
    with pytest.raises(LanguageError, match=r"by\.cases shows an equation by cases"):
        theorem.claim("(2)", eq(u, v), by.cases(by.algebra(), by.algebra()))


# --- around the proof ----------------------------------------------------------------------------------------


def through_json(*theorems: Theorem) -> list[Theorem]:
    return theorems_from(json.loads(json.dumps(record(*theorems))))


def test_a_record_keeps_what_is_printed() -> None:
    theorem = Theorem("mine/1", "Mine", where=[C > 1])
    for n, s in enumerate([*(statement_of(t) for t, *_ in TERMS), HUBER]):
        theorem.claim(f"({n})", s, by.algebra())
    [again] = through_json(theorem)
    assert [latex(e.statement) for e in again.entries] == [latex(e.statement) for e in theorem.entries]
    assert [e.statement.form() for e in again.entries] == [e.statement.form() for e in theorem.entries]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('["norm", null, null', '["median", null, null'),
        ('["norm", null, null, [1]', '["norm", null, null, [0]'),
        ('["max", null, null, [3], [3]]', '["max", null, null, [3]]'),
        ('["cases",', '["cases", [3],'),
    ],
)
def test_a_record_that_was_tampered_with_is_refused(old: str, new: str) -> None:
    theorem = Theorem("mine/1", "Mine")
    theorem.claim("(1)", eq(norm(x), maximum(a, a)), by.algebra())
    theorem.claim("(2)", HUBER, by.algebra())
    written = json.dumps(record(theorem))
    assert written.count(old) >= 1, written
    with pytest.raises(LanguageError):
        theorems_from(json.loads(written.replace(old, new, 1)))


def test_a_name_that_looks_like_one_of_them_has_to_be_it() -> None:
    size = define("size", sqrt(u**2), "|u|")
    assert judged(le(u, size), by.squares()).verdict == "proved"
    theorem = Theorem("mine/1", "Mine")
    theorem.claim("(1)", eq(symbol("s", "|u|") - abs(u), 0), by.algebra())
    with pytest.raises(LanguageError, match="printed as"):
        judge(theorem)


def test_slips_of_the_pen_are_made_in_them() -> None:
    def slips(s: Statement) -> list[Statement]:
        return [found.statement for found in variants(s, Scope.of([s]))]

    assert eq(u, a) in slips(eq(abs(u), a))
    assert eq(minimum(u, v), a) in slips(eq(maximum(u, v), a))
    assert eq(norm(x, 1), a) in slips(eq(norm(x), a))
    assert eq(abs(v), u) in slips(eq(abs(u), v)) or eq(abs(v), v) in slips(eq(abs(u), v))


def test_a_function_by_its_name() -> None:
    phi = function_of("phi", r"\phi")
    assert phi(3 * u) == function("phi", 3 * u, latex=r"\phi")
    assert latex(phi(0) + phi(x[i])) == r"\phi(0) + \phi(x_i)"
    with pytest.raises(LanguageError):
        function_of("1x")


def test_sympy_has_them_too() -> None:
    A, B = sympy.symbols("a b", real=True)
    assert from_sympy(sympy.Abs(A)) == abs(symbol("a"))
    assert {*from_sympy(sympy.Max(A, B)).args} == {symbol("a"), symbol("b")}
    assert from_sympy(sympy.Min(A, B)).op == "min"
    values = {A: -3, B: 2}
    for t, value in ((abs(a), 3), (maximum(a, b), 2), (minimum(a, b), -3)):
        assert sympy.simplify(to_sympy(t).subs(values)) == value
