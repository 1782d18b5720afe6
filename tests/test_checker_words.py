"""`python -m symnorm.checker -v`: what a bundle claims, in words that nothing in it can fake."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from symnorm import (
    D,
    Theorem,
    at,
    by,
    define,
    delta,
    either,
    eq,
    every,
    exp,
    function,
    implies,
    indices,
    integral,
    interval,
    mean,
    others,
    rational,
    sqrt,
    symbol,
    total,
    vector,
)
from symnorm.checker import __main__ as program
from symnorm.checker.written import Writer
from symnorm.judge import judge
from symnorm.language import LanguageError, Statement, Term, term

C, a, b, t = (symbol(n) for n in ("C", "a", "b", "t"))
x = vector("x", C)
i, j, k = indices("i j k", C)
W = define("W", delta(i, j) * x[i])
mu = define("mu", mean(x), r"\mu")
y = function("y", t)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (eq(mu, mean(x)), "mu = 1/C*sum(x[k], k = 1..C)"),
        (every(x) > 0, "x[every 1] > 0"),
        (eq(a - (b - t), -(a + b) * t), "a - (b - t) = (-(a + b))*t"),
        (eq((a + b) - t, Term("add", (a + b, t))), "a + b - t = (a + b) + t"),
        (eq(Term("mul", (a * b, t)), a * (b * t)), "(a*b)*t = a*(b*t)"),
        (eq(term(1) / 2 * a, rational("1/2") * a), "(1)/2*a = 1/2*a"),
        (eq(a * (term(1) / 2), a * rational("1/2")), "a*((1)/2) = a*(1/2)"),
        (eq(-term(2) + a, rational(-2) + a), "-(2) + a = -2 + a"),
        (eq(a - 2, a + rational(-2)), "a - 2 = a + (-2)"),
        (eq(-rational("1/2"), rational("-1/2")), "-(1/2) = -1/2"),
        (eq(-(term(1) / 2), (-term(1)) / 2), "-(1)/2 = (-(1))/2"),
        (eq(a / (b * t), a / b * t), "a/(b*t) = a/b*t"),
        (eq(a * (b / t), (a / b) / t), "a*(b/t) = a/b/t"),
        (eq((a + b) ** 2, a**-2), "(a + b)**2 = a**(-2)"),
        (eq((a**2) ** 3, (-a) ** 2), "(a**2)**3 = (-a)**2"),
        (eq(rational("-1/2") ** 2, rational("1/2") ** 2), "(-1/2)**2 = (1/2)**2"),
        (eq(others(x, i), total(x) - x[i]), "sum(x[k], k = 1..C, k != i) = sum(x[k], k = 1..C) - x[i]"),
        (eq(delta(i, j), D(x[i], x[j])), "delta(i, j) = D(x[i], x[j])"),
        (eq(at(y, t, 0), integral(exp(t), t)), "at(y(t), t = 0) = integral(exp(t), t)"),
        (implies(either(eq(a, b), a < b), a <= b), "((a = b) or (a < b)) => (a <= b)"),
    ],
)
def test_statements_in_words(statement: object, words: str) -> None:
    form = statement.form()  # type: ignore[attr-defined]
    assert Writer([form])(form) == words


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (eq(total(x) * x[k], total(x * x[k])), "sum(x[k'], k' = 1..C)*x[k] = sum(x[l]*x[k], l = 1..C)"),
        (eq(total(x) - symbol("k"), 0), "sum(x[k'], k' = 1..C) - k = 0"),
        (
            eq(total(x[k] * total(x[k], over=k), over=k), total(x) ** 2),
            "sum(x[k]*sum(x[k'], k' = 1..C), k = 1..C) = sum(x[k], k = 1..C)**2",
        ),
        (eq(total(W, over=j), total(W, over=i)), "sum(W[i, j'], j' = 1..C) = sum(W[i', j], i' = 1..C)"),
        (eq(total(x) * define("k", C), a), "sum(x[k'], k' = 1..C)*k = a"),
    ],
)
def test_a_channel_that_a_sum_binds_has_a_name_of_its_own(statement: Statement, words: str) -> None:
    assert Writer([statement.form()])(statement.form()) == words


def bundle(tmp_path: Path, theorem: Theorem) -> Path:
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps({"theorems": [judge(theorem).bundle.document]}))
    return path


def claimed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What the program prints, without the count of what the second judge has looked at."""
    return [line for line in capsys.readouterr().out.splitlines() if not line.startswith("  second judge: agrees")]


def test_a_model_in_which_a_name_means_something_else_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a = 4, the root s of a is that of 4: y = 2 t has the slope s."""
    root = define("s", sqrt(a))
    theorem = Theorem("words/2", "Words", where=[a > 0], along=[t], model={a: 4, y: 2 * t})
    given = theorem.given("(1)", eq(D(y, t), root), "hypothesis")
    theorem.claim("(2)", eq(2 * D(y, t), 2 * root), by.algebra(given))
    assert program.main(["-v", str(bundle(tmp_path, theorem))]) == 0
    said = claimed(capsys)
    begun = said.index("    by a model, a theorem of its own, in which names mean what they mean there:")
    assert said[begun + 1 : begun + 3] == ["      where   4 > 0", "      claim   D(2*t, t) = s"]


def test_what_a_theorem_supposes_and_claims(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
    f = define("f", (x - mu) / sqrt(sigma2))
    theorem = Theorem("words/1", "Words", where=[C > 1, sigma2 > 0], along=[interval(t, 0)])
    given = theorem.given("(1)", eq(y, a * t), "hypothesis")
    theorem.claim("(2)", eq(D(y, t), a), by.algebra(given.d(t)))
    theorem.claim("(3)", eq(mean(f), 0), by.algebra())
    path = bundle(tmp_path, theorem)
    assert program.main([str(path)]) == 0
    begun, granted = "words/1: 5 of 5 entries accepted", "  taken for granted  (1): y(t) = a*t"
    assert claimed(capsys) == [begun, "  hypotheses: hold at once, at a point", granted]
    assert program.main(["-v", str(path)]) == 0
    said = claimed(capsys)
    assert said.pop(1).startswith("  hypotheses: hold at once, at C = ")
    assert said == [
        begun,
        "    by a model, a theorem of its own:",
        "      where   C > 1",
        "      where   sigma2 > 0",
        "      claim   a*t = a*t",
        "  where   C is the number of channels, a whole number from 1",
        "  where   t ranges over an interval that contains 0",
        "  where   y is an unknown function of 1 argument",
        "  where   C > 1",
        "  where   sigma2 > 0",
        "  given   (1): y(t) = a*t, taken for granted",
        "  claim   (2): D(y(t), t) = a",
        "  claim   (3): 1/C*sum(f[m], m = 1..C) = 0",
        "  with    sigma2 = 1/C*sum((x[l] - mu)**2, l = 1..C)",
        "  with    mu = 1/C*sum(x[k], k = 1..C)",
        "  with    f[m] = (x[m] - mu)/sqrt(sigma2)",
    ]


def said(tmp_path: Path, capsys: pytest.CaptureFixture[str], *documents: object) -> str:
    """What the program says of a bundle that it refuses."""
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps({"theorems": documents}))
    for arguments in ([str(path)], ["-v", str(path)]):
        assert program.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()[0].removeprefix(f"{path}: ")


def test_a_function_with_the_name_of_an_operation_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """F(s t, t) at t = s is F(s^2, s) for every function F; for F = D it would read as s = 2 s."""
    s = symbol("s")
    theorem = Theorem("words/4", "Words")
    theorem.claim("(1)", eq(at(function("F", s * t, t), t, s), function("F", s**2, s)), by.algebra())
    assert program.main(["-v", str(bundle(tmp_path, theorem))]) == 0
    assert "  claim   (1): at(F(s*t, t), t = s) = F(s**2, s)" in capsys.readouterr().out
    document = json.loads(json.dumps(judge(theorem).bundle.document).replace('"F"', '"D"'))
    assert said(tmp_path, capsys, document) == (
        "words/4: a function of 2 arguments cannot be called D: it would be taken for the usual D"
    )


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("sym\", \"a", "sym\", \"c", "words/2: the name c stands for two things: a symbol and the definition c"),
        ("\"a\"", "\"\u0430\"", "is not a name: ASCII letters, digits and _, or Greek letters; it has U+0430 CYRILLIC"),
        ("\"a\"", "\"\u3164\"", "it has U+3164 HANGUL FILLER"),
        ("\"a\"", "\"\u00b5\"", "it has U+00B5 MICRO SIGN"),
        ("\"a\"", "\"a'\"", "it has U+0027 APOSTROPHE"),
        ("\"a\"", "\"*1\"", "'*1' is not a name"),
        ("(1)", "\u202e(1)", "words/2: the label '\\u202e(1)' is not of Latin and Greek letters on one line"),
        ("(1)", "(1)\n  claim", "it has U+000A"),
        ("(1)", "(1)  claim", "has blanks that cannot be seen"),
        ("(1)", "(1) ", "has blanks that cannot be seen"),
        ("(1)", "+hypothesis 1", "words/2: two lines have the label '+hypothesis 1'"),
        ("words/2", "words/\u0432", "is not an id: ASCII letters, digits and _, as in paper/1; it has U+0432"),
        ("words/2", "words/2\n", "is not an id"),
        ('"0"', '"-0"', "the number '-0' is written as 0"),
        ('"0"', '"0/7"', "the number '0/7' is written as 0"),
    ],
)
def test_what_looks_like_something_else_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, why: str
) -> None:
    theorem = Theorem("words/2", "Words", where=[a > 0])
    theorem.claim("(1)", eq(define("c", a), a), by.algebra())
    text = json.dumps(judge(theorem).bundle.document, ensure_ascii=False)
    new = new.replace("\n", "\\n")
    assert old in text
    assert why in said(tmp_path, capsys, json.loads(text.replace(old, new)))


def test_a_sum_does_not_leave_out_its_own_channel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The sum over k but k has the value C - 1, where the k that is left out is another one."""
    theorem = Theorem("words/7", "Words")
    theorem.claim("(1)", eq(others(x, i), total(x) - x[i]), by.algebra())
    document = json.loads(json.dumps(judge(theorem).bundle.document).replace('["i"]', '["k"]'))
    assert said(tmp_path, capsys, document) == (
        "a sum over k that leaves out k: give the index of the sum another name"
    )


def test_a_source_is_an_id(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theorem = Theorem("words/10", "Words")
    given = theorem.given("(1)", eq(a, b), "hypothesis")
    theorem.claim("(2)", eq(b, a), by.algebra(given))
    text = json.dumps(judge(theorem).bundle.document)
    document = json.loads(text.replace('"hypothesis"', '"x\\n  claim  (9): 1 = 0"'))
    assert "is not an id" in said(tmp_path, capsys, document)


def test_labels_that_are_set_alike_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theorem = Theorem("words/11", "Words")
    theorem.claim("(A_1)", eq(a, a), by.algebra())
    with pytest.raises(LanguageError, match="two lines of words/11 have the label '\\(A1\\)', or one that looks so"):
        theorem.claim("(A1)", eq(b, b), by.algebra())
    theorem.claim("(2)", eq(b, b), by.algebra())
    document = json.loads(json.dumps(judge(theorem).bundle.document).replace('"(2)"', '"(A1)"'))
    assert said(tmp_path, capsys, document).startswith("words/11: two lines have the label '(A_1)'")


def test_two_theorems_of_one_id_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theorem = Theorem("words/8", "Words")
    theorem.claim("(1)", eq(a, a), by.algebra())
    document = judge(theorem).bundle.document
    told = "the ids words/8 and words/8 look alike: give one theorem another"
    assert said(tmp_path, capsys, document, document) == told


def test_a_claim_that_is_not_accepted_is_called_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theorem = Theorem("words/9", "Words")
    theorem.claim("(1)", eq(a, a), by.algebra())
    document = json.loads(json.dumps(judge(theorem).bundle.document).replace('["sym", "a"]]', '["num", "1"]]'))
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps({"theorems": [document]}))
    assert program.main(["-v", str(path)]) == 1
    assert "  REJECTED  (1): a = 1" in capsys.readouterr().out.splitlines()


def test_a_constant_of_integration_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    s, c = symbol("s"), symbol("c")
    theorem = Theorem("words/5", "Words", along=[s, t])
    flat = theorem.step("(1)", eq(D(s, t), 0), by.algebra())
    constant = theorem.constant("c", eq(c, s), by.zero_derivative(flat))
    theorem.claim("(2)", eq(c + s, 2 * c), by.algebra(constant))
    program.main(["-v", str(bundle(tmp_path, theorem))])
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == [
        "  constant  +c: c = s, by zero-derivative",
        "  claim   (2): c + s = 2*c, by zero-derivative",
    ]


def test_a_label_does_not_pass_for_a_statement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theorem = Theorem("words/6", "Words")
    theorem.claim("(1)", eq(a, a), by.algebra())
    document = json.loads(json.dumps(judge(theorem).bundle.document).replace('"(1)"', '"(1): 1 = 0, by (2)"'))
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps({"theorems": [document]}))
    program.main(["-v", str(path)])
    assert "  claim   '(1): 1 = 0, by (2)': a = a" in capsys.readouterr().out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_streams(tmp_path: Path) -> None:
    theorem = Theorem("words/3", "Words", where=[a > 0])
    theorem.claim("(1)", eq(a + 0, a), by.algebra())
    command = f"{sys.executable} -m symnorm.checker -v {bundle(tmp_path, theorem)}"
    for redirected, expected in (
        (">/dev/full", (2, "cannot write to standard output: No space left on device\n")),
        (">&-", (0, "")),
    ):
        done = subprocess.run(["bash", "-c", f"{command} {redirected}"], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == expected
