"""Messages that a newcomer can act on: what was written, what is due, what to write in its place."""

from __future__ import annotations

import doctest
import importlib

import pytest

import symnorm.language
from symnorm import (
    D,
    Theorem,
    at,
    by,
    define,
    delta,
    eq,
    every,
    function,
    indices,
    mean,
    rational,
    sqrt,
    symbol,
    tanh,
    total,
    vector,
)
from symnorm.concepts import CONCEPTS, WHERE
from symnorm.errors import UserError
from symnorm.glossary import glossary, look_up
from symnorm.judge import judge
from symnorm.language import LanguageError, reasons, said
from symnorm.prover import inferred, laws
from symnorm.runner import misspelt
from symnorm.runner.misspelt import meant_instead

C, N, F, s, a, b, t = (symbol(n) for n in ("C", "N", "F", "s", "a", "b", "t"))
x, w = vector("x", C), vector("w", C)
u, v = vector("u", N), vector("v", N)
i, j, k = indices("i j k", C)
n, f, m, p, q = indices("n f m p q", N)


def theorem(*where, **more):
    return Theorem("test/1", "A theorem", where=where, **more)


def reason(statement, *rule, where=(), **more):
    made = theorem(*where, **more)
    made.claim("(1)", statement, *rule)
    return judge(made).lines[-1].reason


def X(b, f):
    """Numbers with two indices, as a value of an unknown function."""
    return function("X", u[b], v[f])


# --- roots with several denominators ----------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, 3])
def test_a_quotient_of_sums_of_roots_over_a_variance_is_one(times):
    """Its witness is of the same quantity: a root is read back with its denominators as they are taken apart."""
    mu = define("mu", mean(x))
    s2 = define("s2", mean((x - mu) ** 2))
    r = times + sqrt(total((w - (x - mu) / sqrt(s2)) ** 2) / s2)
    made = theorem(C > 1, s2 > 0)
    made.claim("(1)", eq(r / r, 1))
    made.claim("(2)", eq(r / r, 2))
    assert [line.verdict for line in judge(made).lines[2:]] == ["proved", "refuted"]


def test_the_slope_of_a_tanh_with_a_decimal():
    th = define("th", tanh(t + rational("0.044715") * t**3))
    made = theorem()
    made.claim("(1)", eq(D(th, t), (1 - th**2) * (1 + 3 * rational("0.044715") * t**2)))
    assert judge(made).verdict == "proved"


# --- what is due ------------------------------------------------------------------------------------------


def test_what_is_due_for_every_member_of_a_sum_is_said_to_be():
    def variance(A, f):
        centre = total(A(m, f), over=m) / N
        return total((A(m, f) - centre) ** 2, over=m) / N

    said = reason(eq(total(1 / sqrt(variance(X, f)), over=f), total(1 / sqrt(variance(X, f)), over=f)),
                  where=[N > 0, variance(X, q) > 0])  # fmt: skip
    assert "nothing known gives for every member of the set (a hypothesis with an index is about that one" in said


def test_what_is_due_for_one_channel_is_not():
    assert "every member" not in reason(eq(x[i] / x[i], 1))


def test_a_root_of_a_square_is_due_as_what_is_squared():
    said = reason(a > 0, by.strict(a), where=[a >= 0])
    assert "it needs a ≠ 0, which nothing known gives" in said


def test_vectors_of_several_lengths_have_sets_of_their_own():
    z = vector("z", F)
    said = reason(eq(total(total(u**2) * z**2), total(u**2) * total(z**2)), where=[N > 0, F > 0])
    assert "where there are several sets, each has a length of its own: N = length('N')" in said


def test_an_equation_is_no_hypothesis_in_where():
    with pytest.raises(LanguageError, match=r"where= has inequalities, and a = b is an equation: give it a line"):
        theorem(eq(a, b))


def test_numbers_with_two_indices_are_an_array():
    with pytest.raises(LanguageError, match=r"is not a variable: .* are an array, X = array\('X', N, F\)"):
        D(total(X(n, f) ** 2, over=n), X(n, f))
    with pytest.raises(LanguageError, match=r"it has no channels; it has the index f already"):
        every(total(X(m, f), over=m))
    with pytest.raises(LanguageError, match=r"a is a number, not a vector: it has no channels$"):
        every(a)


def test_a_batch_that_varies_in_one_entry_is_normalized():
    moved = X(n, f) + s * delta(n, p) * delta(f, q)
    made = theorem(N > 0)
    made.claim("(1)", eq(at(D(total(moved, over=n), s), s, 0), delta(f, q)))
    assert judge(made).verdict == "proved"


# --- names that nothing has -------------------------------------------------------------------------------


def raised(code):
    """The error that a script ends with."""
    names = {"theorem": theorem(), "by": by, "a": a, "x": x, "Theorem": Theorem, "eq": eq}
    with pytest.raises((AttributeError, NameError, ImportError, TypeError)) as error:
        exec(code, names)
    return meant_instead(error.value)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("by.algbra()", "; did you mean algebra?"),
        ("by.exponentals(a)", "; did you mean exponentials"),
        ("theorem.clam('(1)', eq(a, a))", "; did you mean claim?"),
        ("sqr(a)", "; did you mean sqrt?"),
        ("algebra()", "; did you mean by.algebra?"),
        ("norm(x)", "; write from symnorm import norm"),
        ("from symnorm import sqtr", "; did you mean sqrt?"),
        ("theorem.claim('(1)', eq(a, a), printd=a)", "; did you mean printed="),
        ("by.algebra(time=a)", "; did you mean times=?"),
        ("Theorem('a/1', 'T', whre=[a > 0])", "; did you mean where=?"),
    ],
)
def test_a_misspelt_name_is_told_with_what_it_may_be(code, said):
    assert raised(code).startswith(said)


@pytest.mark.parametrize("code", ["zzzz", "by.zzzz", "int('a', bas=2)", "[] + None", "from os import zzzz"])
def test_a_name_that_is_like_no_other_has_no_suggestion(code):
    assert raised(code) == ""


# --- concepts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("concept", CONCEPTS.values(), ids=CONCEPTS)
def test_the_example_of_a_concept_runs(concept):
    names = {}
    exec(WHERE, names)
    exec(concept.example, names)
    entries = names["theorem"].entries
    made = [e for e in entries if e.role == "claim"]
    if any(e.role == "given" for e in entries):
        names["theorem"].model = {names["a"]: 2, names["b"]: 2}
    if not made:
        names["theorem"].claim("(0)", eq(names["a"], names["a"]))
    verdicts = {line.label: line.verdict for line in judge(names["theorem"]).lines}
    assert set(verdicts.values()) == {"proved"}


@pytest.mark.parametrize("word", ["abs", "norm", "sum", "inequality", "summation", "channel", "power", "decimal"])
def test_words_of_mathematics_are_explained(word):
    assert look_up(word)[0].text


def test_what_a_concept_names_is_explained():
    for concept in CONCEPTS.values():
        for name in concept.see:
            assert look_up(name)


def test_a_concept_gives_way_to_what_is_called_so():
    assert [e.group for e in look_up("norm")] == ["term"]
    assert [e.group for e in look_up("abs")] == ["concept"]
    with pytest.raises(UserError):
        look_up("nothing of the kind")
    assert {e.group for e in glossary()} >= {"concept", "rule"}


# --- worked examples --------------------------------------------------------------------------------------

EXAMPLES = [
    example
    for module in (inferred, laws, misspelt, reasons, said)
    for example in doctest.DocTestFinder(exclude_empty=True).find(module, globs={})
    if example.examples
]
RULES = [e for e in glossary() if e.group in ("rule", "premise") and e.name != "by"]


def run(example, names):
    """What is bound after a worked example, which may use what scripts import, and the symbols a, b, c and t."""
    example.globs = {**vars(symnorm.language), **{n: symbol(n) for n in "abct"}, **names}
    assert doctest.DocTestRunner(verbose=False).run(example, clear_globs=False).failed == 0
    return example.globs


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)
def test_worked_examples_run_and_what_they_claim_is_proved(example):
    module = importlib.import_module(example.name.rpartition(".")[0] if "." in example.name else example.name)
    made = run(example, vars(module)).get("theorem")
    if isinstance(made, Theorem):
        assert judge(made).verdict == "proved"


@pytest.mark.parametrize("rule", RULES, ids=lambda e: e.name)
def test_every_rule_has_a_worked_example_that_uses_it_and_is_proved(rule):
    example = doctest.DocTestParser().get_doctest(rule.text, {}, rule.name, None, 0)
    assert f".{rule.name.rpartition('.')[2]}(" in "".join(line.source for line in example.examples)
    report = judge(run(example, {})["theorem"])
    assert (report.verdict, report.problems, report.notes) == ("proved", (), ())
