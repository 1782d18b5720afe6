"""Exported scripts for SymPy run without symnorm, find what is proved right, and what is changed wrong."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.resources import files as resources
from pathlib import Path

import pytest

from symnorm import (
    D,
    Theorem,
    array,
    both,
    by,
    define,
    delta,
    differentiable,
    eq,
    exp,
    function,
    indices,
    integral,
    length,
    log,
    mean,
    others,
    sequence,
    sqrt,
    symbol,
    tanh,
    total,
    vector,
    whole,
)
from symnorm.export.edition import Theorem as Published
from symnorm.export.sympy.script import Script
from symnorm.export.sympy.writer import Writer
from symnorm.judge import judge
from symnorm.language.terms import Term, form

C, t, a, b = symbol("C"), symbol("t"), symbol("a"), symbol("b")
x = vector("x", C)
i, j = indices("i j", C)
mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
y = define("y", (x - mu) / sqrt(sigma2))


def script(theorem: Theorem) -> str:
    report = judge(theorem)
    assert report.verdict == "proved", (report.problems, [line.reason for line in report.lines])
    kept = {name: getattr(report, name) for name in type(report).__dataclass_fields__}
    return Script(Published(**kept, docstring="", script="", cites=(), cited_by=()), "0").text


def run(text: str, folder: Path) -> tuple[int, str]:
    """The exit status and the output of a script, in a Python that knows nothing of the current folder."""
    file = folder / "script.py"
    file.write_text(text, "utf-8")
    done = subprocess.run([sys.executable, "-I", file], capture_output=True, text=True, timeout=100, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def normalization() -> str:
    """Layer normalization, with a misprint, a line that lacks a hypothesis, a premise and an inequality."""
    theorem = Theorem("norm/1", 'Layer "normalization"', where=[C > 1, sigma2 > 0])
    centred = theorem.step("(1)", eq(mean(x - mu), 0), by.algebra())
    theorem.claim("(2)", eq(mean(y), 0), by.algebra(centred))
    slope = eq(D(y[i], x[j]), (C * delta(i, j) - 1 - y[i] * y[j]) / (C * sqrt(sigma2)))
    wrong = eq(D(y[i], x[j]), (C * delta(i, j) - 1 + y[i] * y[j]) / (C * sqrt(sigma2)))
    theorem.claim("(3)", slope, by.algebra(), printed=wrong, note="the sign")
    theorem.claim("(4)", (x[i] - mu) ** 2 <= total((x - mu) ** 2), by.sign(others((x - mu) ** 2, i)))
    return script(theorem)


def test_a_script_needs_nothing_of_symnorm_and_finds_all_right(normalization: str, tmp_path: Path) -> None:
    assert not re.search(r"^\s*(import|from) symnorm", normalization, re.MULTILINE)
    status, out = run(normalization, tmp_path)
    assert status == 0, out
    assert re.findall(r"checked by SymPy +\(3\)\n", out) == ["checked by SymPy   (3)\n"] * 4
    assert len(re.findall(r"numeric only +\(4\)", out)) == 4
    assert "printed, and false" in out


@pytest.mark.parametrize(
    ("right", "wrong", "label"),
    [
        ("(C * delta(i, j) - 1 - y(i) * y(j))", "(C * delta(i, j) - 7 - y(i) * y(j))", "(3)"),
        ("(C * delta(i, j) - 1 - y(i) * y(j))", "(C * delta(i, j) - 1 - y(i) * y(i))", "(3)"),
        ("compare('(4)', \"<=\"", "compare('(4)', \">=\"", "(4)"),
        ("fails('(3)', \"=\"", "fails('(3)', \"!=\"", "(3)"),
    ],
)
def test_what_is_changed_is_found_wrong(
    normalization: str, tmp_path: Path, right: str, wrong: str, label: str
) -> None:
    text = normalization.replace(right, wrong)
    assert text != normalization
    status, out = run(text, tmp_path)
    assert status == 1
    assert re.search(rf"FAILED +{re.escape(label)}", out)


def test_premises_unknown_functions_and_constants(tmp_path: Path) -> None:
    f = function("f", t)
    theorem = Theorem("ode/1", "Growth", where=[differentiable(f, 1)], along=[t], model={a: 1, f: exp(t)})
    grows = theorem.given("(1)", eq(D(f, t), a * f), "hypothesis")
    theorem.claim("(2)", eq(D(f**2, t), 2 * a * f**2), by.algebra(grows))
    text = script(theorem)
    status, out = run(text, tmp_path)
    assert (status, "FAILED" in out) == (0, False)
    assert "checked by SymPy   (2)" in out
    status, out = run(text.replace("2 * a * f(t)**2", "3 * a * f(t)**2"), tmp_path)
    assert status == 1


def test_antiderivatives_hold_up_to_a_constant(tmp_path: Path) -> None:
    theorem = Theorem("int/1", "A logarithm", where=[t > 0], along=[t])
    theorem.claim("(1)", eq(integral(1 / t, t), log(t)), by.algebra())
    status, out = run(script(theorem), tmp_path)
    assert (status, "checked by SymPy   (1)" in out) == (0, True)


def test_whole_numbers_and_other_sets(tmp_path: Path) -> None:
    n, s, m = whole("n"), whole("s"), sequence("m")
    N = length("N")
    u = array("u", N, C)
    (p,) = indices("p", N)
    theorem = Theorem("sets/1", "Sums")
    theorem.claim("(1)", eq(total(m[s], over=s, up_to=n + 1), total(m[s], over=s, up_to=n) + m[n + 1]), by.algebra())
    theorem.claim("(2)", eq(total(total(u, over=C)), total(total(u, over=N))), by.algebra())
    theorem.claim("(3)", eq(total(2 * u[p, i], over=i), 2 * total(u[p, i], over=i)), by.algebra())
    status, out = run(script(theorem), tmp_path)
    assert status == 0, out
    assert "FAILED" not in out


@pytest.mark.parametrize(
    ("term", "written"),
    [
        (a - (b - t), "a - (b - t)"),
        (-(a**2), "-a**2"),
        ((-a) ** 2, "(-a)**2"),
        (a / (b * t), "a / (b * t)"),
        (a * (b + t), "a * (b + t)"),
        (a / b / t, "a / b / t"),
        (a / (b / t), "a / (b / t)"),
        (symbol("lambda") * symbol("total"), "lambda_ * total_"),
        (total(x * symbol("k")), "total(lambda k_: x[k_] * k, C)"),
        (others(x, i), "total(lambda k: x[k], C, without=(i,))"),
        (Term("num", (1,)) / 3, "1 / S(3)"),
    ],
)
def test_expressions_are_written_as_they_are(term: Term, written: str) -> None:
    assert Writer([form(term)])(form(term)) == written


def test_a_label_may_have_an_apostrophe_and_sides_may_be_nearly_equal(tmp_path: Path) -> None:
    """tanh 400 and 1 agree in 50 digits: which is larger, no number of so many digits says."""
    theorem = Theorem("quoted/1", "Quoted", where=[t > 0])
    theorem.claim("the others' part", both(t + 1 > t, t + 2 > t), by.each(by.sign(), by.sign()))
    theorem.claim("near", tanh(400) < 1, by.bounds())
    status, out = run(script(theorem), tmp_path)
    assert status == 0, out
    assert "the others' part part 1" in out
    assert re.search(r"not said to SymPy +near +\(the sides agree in 50 digits", out)


@pytest.mark.parametrize(("left", "status"), [("1 + Rational(1, 10**20)", 1), ("1 - Rational(1, 10**20)", 0)])
def test_numbers_are_compared_with_as_many_digits_as_is_said(left: str, status: int, tmp_path: Path) -> None:
    checks = resources("symnorm.export.sympy").joinpath("checks.py").read_text("utf-8")
    called = f'compare("near", "<=", lambda: (S({left}), S(1)))\nend()\n'
    assert run(checks + called, tmp_path)[0] == status
