"""The prover: what it finds, a fresh checker accepts; what it may use, and when it gives up."""

from __future__ import annotations

import json
from math import gcd
from random import Random

import pytest

from symnorm.checker import check_bundle
from symnorm.checker.calculus.polynomial import Polynomial, ratio
from symnorm.language import (
    D,
    Theorem,
    by,
    define,
    either,
    eq,
    exp,
    function,
    indices,
    log,
    mean,
    ne,
    others,
    sqrt,
    symbol,
    total,
    vector,
)
from symnorm.prover import NotFound, Prover, explain
from symnorm.prover.factors import factors, square_root
from symnorm.prover.sympy_side import factor_list

C, a, b, c, d, t = map(symbol, ("C", "a", "b", "c", "d", "t"))
x = vector("x", C)
i, j = indices("i j", C)
mu = define("mu", mean(x))
sigma2 = define("sigma2", mean((x - mu) ** 2))
y = function("y", t)


def bundle(theorem):
    """The bundle of a theorem, through JSON."""
    prover = Prover(theorem)
    proofs = [prover.prove(e) for e in theorem.entries]
    entries = [
        {"label": p.entry.label, "role": p.entry.role, "statement": p.statement, "certificate": p.certificate}
        for p in proofs
    ]
    return json.loads(json.dumps({"id": theorem.id, "along": prover.checked.along, "entries": entries}))


def several():
    made = Theorem("test/1", "Several lines", where=[C > 1, sigma2 > 0, a > 0, ne(b, 0)], along=[t])
    g = made.given("g", eq(y, sqrt(a + t**2)), "hypothesis")
    made.claim("(1)", eq(D(y, t), t / sqrt(a + t**2)), by.algebra(g.d(t)))
    made.claim("(2)", eq(D(sigma2, x[i]), 2 * (x[i] - mu) / C), by.algebra())
    made.claim("(3)", b**2 / sigma2 + a > 0, by.sign())
    made.claim("(4)", eq(others((x - mu) / sqrt(sigma2), i), -(x[i] - mu) / sqrt(sigma2)), by.algebra())
    made.claim(
        "(5)",
        eq(sqrt(b**2 * a), sqrt(b**2) * sqrt(a)),
        by.algebra(by.roots(sqrt(b**2 * a), sqrt(b**2) * sqrt(a))),
    )
    made.claim(
        "(6)",
        eq(log(a * sigma2), log(a) + log(sigma2)),
        by.algebra(by.logarithms({a * sigma2: 1, a: -1, sigma2: -1})),
    )
    return made


def test_what_is_found_a_fresh_checker_accepts():
    judgements = check_bundle(bundle(several()))
    assert [j.reason for j in judgements] == [""] * len(judgements)


def test_the_same_certificates_every_time():
    assert bundle(several()) == bundle(several())


def test_the_checker_has_the_last_word(monkeypatch):
    """A certificate that proves nothing is found out, whatever the prover thinks of it."""
    made = Theorem("test/1", "A lie")
    made.claim("(1)", eq(a, b), by.algebra())
    prover = Prover(made)
    monkeypatch.setattr("symnorm.prover.prover.Attempt.certificate", lambda _, role, statement, rule: (
        prover.checked.hash_of(role, statement), (), ("identity", ("ident", (), None))))  # fmt: skip
    proof = prover.prove(made.entries[0])
    assert proof.failure is None
    assert not proof.judgement.accepted
    assert explain(proof, made) == "the two sides differ"


def test_another_statement_in_the_place_of_a_line():
    made = Theorem("test/1", "Lines", where=[a > 0])
    first = made.step("(1)", eq(b, b), by.algebra())
    given = made.given("g", eq(b, c), "hypothesis")
    second = made.claim("(2)", eq(2 * b, 2 * c), by.algebra(given))
    prover = Prover(made)
    for entry in made.entries:
        prover.prove(entry)
    could = prover.could_prove
    assert could(second, eq(3 * b, 3 * c), second.by)
    assert could(second, a * 2 > 0, by.sign())
    assert not could(second, eq(3 * b, 2 * c), second.by)
    assert not could(second, eq(2 * b, 2 * c), by.algebra())
    assert not could(second, eq(b, d), by.algebra(given))
    assert not could(first, eq(b, c), by.algebra()), "what is given comes later"


def test_to_ask_changes_nothing():
    made = several()
    prover = Prover(made)
    proofs = [prover.prove(e) for e in made.entries]
    for p in proofs:
        if p.entry.by:
            assert prover.could_prove(p.entry, p.entry.statement, p.entry.by)
            assert not prover.could_prove(p.entry, eq(a, b), p.entry.by)
    again = Prover(several())
    assert [again.prove(e).certificate for e in several().entries] == [p.certificate for p in proofs]


def test_a_line_that_was_not_proved_is_no_premise():
    made = Theorem("test/1", "Lines")
    wrong = made.step("(1)", eq(a, b), by.algebra())
    made.claim("(2)", eq(2 * a, 2 * b), by.algebra(wrong))
    prover = Prover(made)
    assert not prover.prove(wrong).judgement.accepted
    proof = prover.prove(made.entries[1])
    assert not proof.judgement.accepted
    assert "an entry that was not accepted" in explain(proof, made)


def test_an_inequality_that_was_not_proved_is_no_fact():
    made = Theorem("test/1", "Lines")
    made.step("(1)", a > 0, by.sign())
    made.claim("(2)", eq(a / a, 1), by.algebra())
    prover = Prover(made)
    assert not prover.prove(made.entries[0]).judgement.accepted
    assert not prover.prove(made.entries[1]).judgement.accepted


def test_what_is_supposed_makes_no_claim_defined():
    made = Theorem("test/1", "Lines")
    made.suppose("a > 0", a > 0)
    made.claim("(1)", eq(a / a, 1), by.algebra())
    prover = Prover(made)
    assert prover.prove(made.entries[0]).judgement.accepted
    assert not prover.prove(made.entries[1]).judgement.accepted


COMBINATIONS = {
    "a chain": ([eq(a, b), eq(b, c), eq(c, d)], eq(a, d)),
    "a cycle backwards": ([eq(d, c), eq(c, b)], eq(b**2, d**2)),
    "two products": ([eq(a * b, c), eq(a * c, d)], eq(a**2 * b, d)),
    "by elimination": ([eq(a + b, 3), eq(a - b, 1)], eq(a, 2)),
    "in an ideal": ([eq(a**2 + b, c), eq(a * b, d)], eq(a**2 * b + b**2, b * c)),
    "one of two": ([eq((a - b) * (a + b), 0)], either(eq(a, b), eq(a, -b))),
    "under exponentials": ([eq(a, b)], eq(exp(t) * a**2, exp(t) * b * a)),
}


@pytest.mark.parametrize(("given", "statement"), COMBINATIONS.values(), ids=COMBINATIONS)
def test_combinations_of_premises(given, statement):
    made = Theorem("test/1", "Premises")
    premises = [made.given(f"g{n}", s, "hypothesis") for n, s in enumerate(given)]
    line = made.claim("(1)", statement, by.algebra(*premises))
    prover = Prover(made)
    for entry in made.entries:
        proof = prover.prove(entry)
    assert proof.judgement.accepted, explain(proof, made)
    assert not prover.could_prove(line, eq(a, a + 1), line.by)
    assert not prover.could_prove(line, eq(t, a), line.by)


def test_no_combination_where_there_is_none():
    """Common zeros, but not in the ideal: a^3 = 0 makes a vanish, and no factor shows it; that of a^2 is a rule."""
    made = Theorem("test/1", "Premises")
    square, cube = (made.given(f"g{n}", eq(a**n, 0), "hypothesis") for n in (2, 3))
    line = made.claim("(1)", eq(a, 0), by.algebra(cube))
    prover = Prover(made)
    proofs = [prover.prove(e) for e in made.entries]
    assert not proofs[-1].judgement.accepted
    assert prover.could_prove(line, eq(a, 0), by.algebra(by.vanishing_square(a, square)))
    assert prover.could_prove(line, eq(a, 0), by.algebra(square))


def test_a_hopeless_search_ends():
    made = Theorem("test/1", "Premises", where=[C > 1, sigma2 > 0])
    premises = [
        made.given(f"g{n}", eq(s, 0), "hypothesis")
        for n, s in enumerate(
            [a**3 + b**2 * c - d, b**3 + c**2 * d - a, c**3 + d**2 * a - b, sqrt(a**2 + b**2) * c - t]
        )
    ]
    made.claim("(1)", eq(total(x**2) * t, d**4 * a), by.algebra(*premises))
    prover = Prover(made)
    assert not [prover.prove(e) for e in made.entries][-1].judgement.accepted


def test_a_failure_says_what_is_left_over():
    made = Theorem("test/1", "Lines")
    made.claim("(1)", eq(a / a, 1), by.algebra())
    made.claim("(2)", eq(a + b, a - b), by.algebra())
    prover = Prover(made)
    first, second = (prover.prove(e) for e in made.entries)
    assert isinstance(first.failure, NotFound)
    assert "it needs a ≠ 0" in explain(first, made)
    assert "left over is 2·b" in explain(second, made)


# --- factors -------------------------------------------------------------------------------------------------


def polynomial(random, atoms=4):
    terms = {}
    for _ in range(random.randint(1, 4)):
        powers = ((-a, random.randint(1, 2)) for a in random.sample(range(atoms), random.randint(0, 3)))
        number = ratio(random.choice([-3, -2, -1, 1, 2, 4]), random.choice([1, 1, 2, 3]))
        terms[tuple(sorted(powers, reverse=True))] = number
    return Polynomial(terms)


@pytest.mark.parametrize("seed", range(200))
def test_factors_are_those_that_sympy_finds(seed):
    """With their terms in the same order, also where the root of a square is found without it."""
    random = Random(seed)
    p, q = polynomial(random), polynomial(random)
    for product in (p * p, p * q, (p * p).scaled(-2), p * p + Polynomial({(): 1}), (p * p).scaled(ratio(1, 3)) * q):
        found, wanted = factors(product), factor_list(product)
        if square_root(product) is not None and not product.content():
            assert [([*f.terms.items()], e) for f, e in found] == [([*f.terms.items()], e) for f, e in wanted]
        whole = Polynomial.constant(1)
        for f, e in found:
            whole = whole * f**e
        assert whole == product


@pytest.mark.parametrize("seed", range(100))
def test_the_root_of_a_square(seed):
    random = Random(seed)
    p = polynomial(random)
    root = square_root((p * p).scaled(ratio(-5, 7)))
    assert root is not None
    assert root.scaled(ratio(p.leading()[1], root.leading()[1])) == p
    assert root.leading()[1] > 0
    assert all(isinstance(c, int) for c in root.terms.values())
    assert gcd(*root.terms.values()) == 1


def test_what_is_no_square_has_no_root():
    one, x_, y_ = Polynomial.constant(1), Polynomial.atom(0), Polynomial.atom(-1)
    for p in (x_, x_ * y_, x_ * x_ + one, x_ * x_ + x_ + one, x_ * x_ - y_ * y_, x_ * x_ + y_ + one):
        assert square_root(p) is None
