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
from symnorm.judge import judge

C, a, b, t = (symbol(n) for n in ("C", "a", "b", "t"))
x = vector("x", C)
i, j = indices("i j", C)
mu = define("mu", mean(x), r"\mu")
y = function("y", t)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (eq(mu, mean(x)), "mu = 1/C*sum(x[k], k = 1..C)"),
        (every(x) > 0, "x[every 1] > 0"),
        (eq(a - (b - t), -(a + b) * t), "a - (b - t) = (-(a + b))*t"),
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
    assert program._written(statement.form()) == words  # type: ignore[attr-defined]


def bundle(tmp_path: Path, theorem: Theorem) -> Path:
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps({"theorems": [judge(theorem)["certificate"]]}))
    return path


def test_what_a_theorem_supposes_and_claims(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
    f = define("f", (x - mu) / sqrt(sigma2))
    theorem = Theorem("words/1", "Words", where=[C > 1, sigma2 > 0], along=[interval(t, 0)])
    given = theorem.given("(1)", eq(y, a * t), "hypothesis")
    theorem.claim("(2)", eq(D(y, t), a), by.algebra(given.d(t)))
    theorem.claim("(3)", eq(mean(f), 0), by.algebra())
    path = bundle(tmp_path, theorem)
    assert program.main([str(path)]) == 0
    assert capsys.readouterr().out == "words/1: 5 of 5 entries accepted\n"
    assert program.main(["-v", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "words/1: 5 of 5 entries accepted",
        "  where   C is the number of channels",
        "  where   t ranges over an interval that contains 0",
        "  where   C > 1",
        "  where   sigma2 > 0",
        "  given   (1): y(t) = a*t",
        "  claim   (2): D(y(t), t) = a",
        "  claim   (3): 1/C*sum(f[m], m = 1..C) = 0",
        "  with    sigma2 = 1/C*sum((x[l] - mu)**2, l = 1..C)",
        "  with    mu = 1/C*sum(x[k], k = 1..C)",
        "  with    f[m] = (x[m] - mu)/sqrt(sigma2)",
    ]


def test_one_name_for_two_things_is_pointed_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theorem = Theorem("words/2", "Words", where=[a > 0])
    theorem.claim("(1)", eq(define("c", a), a), by.algebra())
    certificate = judge(theorem)["certificate"]
    same = json.loads(json.dumps(certificate).replace('["sym", "a"]', '["sym", "c"]'))
    path = tmp_path / "bundle.json"
    for document, beware in ((certificate, False), (same, True)):
        path.write_text(json.dumps({"theorems": [document]}))
        program.main(["-v", str(path)])
        assert ("  beware  c stands for several things" in capsys.readouterr().out) is beware


def test_a_function_with_the_name_of_an_operation_is_pointed_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """F(s t, t) at t = s is F(s^2, s) for every function F; for F = D it reads as s = 2 s."""
    s = symbol("s")
    theorem = Theorem("words/4", "Words")
    theorem.claim("(1)", eq(at(function("F", s * t, t), t, s), function("F", s**2, s)), by.algebra())
    theorem.claim("(2)", eq(D(exp(t), t), exp(t)), by.algebra())
    document = judge(theorem)["certificate"]
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps({"theorems": [document]}))
    program.main(["-v", str(path)])
    assert "beware" not in capsys.readouterr().out
    path.write_text(json.dumps({"theorems": [json.loads(json.dumps(document).replace('"F"', '"D"'))]}))
    program.main(["-v", str(path)])
    said = capsys.readouterr().out
    assert "at(D(s*t, t), t = s) = D(s**2, s)" in said
    assert "  beware  D stands for several things" in said


def test_a_constant_of_integration_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    s, c = symbol("s"), symbol("c")
    theorem = Theorem("words/5", "Words", along=[s, t])
    flat = theorem.step("(1)", eq(D(s, t), 0), by.algebra())
    constant = theorem.constant("c", eq(c, s), by.zero_derivative(flat))
    theorem.claim("(2)", eq(c + s, 2 * c), by.algebra(constant))
    program.main(["-v", str(bundle(tmp_path, theorem))])
    said = capsys.readouterr().out.splitlines()
    assert said[-2:] == ["  constant  +c: c = s", "  claim   (2): c + s = 2*c"]


def test_a_label_does_not_pass_for_a_statement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theorem = Theorem("words/6", "Words")
    theorem.claim("(1)", eq(a, a), by.algebra())
    document = json.loads(json.dumps(judge(theorem)["certificate"]).replace('"(1)"', '"(1): 1 = 0, by (2)"'))
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
