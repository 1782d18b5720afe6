"""Mutants of every line of the ELN proofs: none that is false can be proved in the place of its line.

By default two mutants of each line, spread over all of them,
and a short search for proofs. There are eight of
each line with SYMNORM_MUTANTS=8 and all with SYMNORM_MUTANTS=all,
and the search is as long as for a line itself.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache

import mutants
import pytest
from mutants import Trial, theorems, trials

from symnorm.catalog import Catalog
from symnorm.checker import Judgement
from symnorm.language import (
    Theorem,
    by,
    define,
    delta,
    eq,
    exp,
    ge,
    indices,
    le,
    mean,
    others,
    sqrt,
    symbol,
    total,
    vector,
)
from symnorm.prover import Prover, prover, sympy_side

ASKED = os.environ.get("SYMNORM_MUTANTS", "")
MOST = None if ASKED == "all" else int(ASKED or 2)

C, a, b, t = map(symbol, ("C", "a", "b", "t"))
x = vector("x", C)
i, j = indices("i j", C)


@cache
def tried(script: str) -> list[Trial]:
    """The trials of a script, with a short search for a proof: no line of the ELN proofs needs a longer one."""
    limits = {prover: ("MAX_SEARCH", 30_000), sympy_side: ("MAX_COMPARISONS", 1_000)}
    before = {module: getattr(module, name) for module, (name, _) in limits.items()}
    if not ASKED:
        for module, (name, most) in limits.items():
            setattr(module, name, most)
    try:
        return [trial for theorem in theorems(script) for trial in trials(theorem, MOST)]
    finally:
        for module, (name, _) in limits.items():
            setattr(module, name, before[module])


SCRIPTS = [script.ids[0] for script in Catalog().resolve(["eln"])]


@pytest.mark.parametrize("script", SCRIPTS)
def test_no_false_mutant_is_proved(script):
    holes = [t for t in tried(script) if t.is_hole]
    assert not holes, "\n".join(
        f"{h.entry.theorem.id}, {h.entry.label}, {h.edit}: {h.statement} is proved by {h.proved_by}, "
        f"and it fails at {h.refutation.text}"
        for h in holes
    )


def test_enough_of_the_mutants_are_false():
    found = [t for script in SCRIPTS for t in tried(script)]
    false = [t for t in found if t.is_false]
    assert len(false) > 300
    assert len(false) > 0.7 * len(found)
    kinds = Counter(t.edit for t in false)
    assert len(kinds) >= 18
    exact = [t for t in false if t.refutation.kind == "exact"]
    assert len(exact) > 80


def test_every_line_has_a_mutant_that_is_false():
    """Or nearly every line: of some, all that were drawn are true."""
    lines: dict[int, list[Trial]] = {}
    for trial in (t for script in SCRIPTS for t in tried(script)):
        lines.setdefault(id(trial.entry), []).append(trial)
    without = [found[0].entry.label for found in lines.values() if not any(t.is_false for t in found)]
    assert len(without) < 0.15 * len(lines), without


# --- the mutants themselves -----------------------------------------------------------------------------------


def made(statement, *along):
    return {str(m): name for name, m in mutants.mutants(statement, along)}


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (
            eq(a + b, t),
            ["a - b = t", "a = t", "b = t", "2·(a + b) = t", "-(a + b) = t", "b + b = t", "t + b = t"],
        ),
        (eq(a * b, t), ["a = t", "b = t", "a·2·b = t", "a·t = t", "a·b = 2·t", "a·b = -t"]),
        (eq(a / b, t), ["b/a = t", "a = t"]),
        (eq(a**2, t), ["a³ = t", "a = t"]),
        (eq(a**-1, t), ["a⁻² = t", "a = t"]),
        (eq(sqrt(a), t), ["a = t"]),
        (eq(exp(a), t), ["exp(-a) = t"]),
        (eq(2 * a, t), ["3·a = t", "1000000001/500000000 · a = t"]),
        (eq(mean(x), t), ["1/(C - 1) · ∑ₖ x_k = t", "1/(C + 1) · ∑ₖ x_k = t"]),
        (eq(total(x), x[i]), ["∑_{k≠i} x_k = x_i"]),
        (eq(others(x, i), (C - 1) * t), ["∑ₖ x_k = (C - 1)·t", "∑_{k≠i} x_k = C·t"]),
        (eq(x[i] * x[j], t), ["x_j·x_j = t", "x_i·x_i = t"]),
        (eq(delta(i, j) * a, t), ["1·a = t"]),
        (le(a, b), ["a < b"]),
        (ge(a, b), ["a > b"]),
        (a < b, ["a > b"]),
    ],
    ids=str,
)
def test_edits(statement, expected):
    found = made(statement)
    assert [e for e in expected if e not in found] == []
    assert str(statement) not in found


def test_symbols_of_earlier_lines():
    assert "b = 2" in made(eq(a, 2), eq(b, t))
    assert "b = 2" not in made(eq(a, 2))


def test_definitions_are_looked_into():
    found = made(eq(define("d", a + b), t))
    assert found["a - b = t"] == "a sign"
    assert found["2·d = t"] == "twice"


def test_indices_stay_bound():
    """The index of a sum is no other channel, and nothing is moved under a sum that binds its index."""
    found = made(eq(total(x[j] * x[i], over=j), t))
    assert not any("∑ⱼ x_i·x_i" in m and name == "all channels" for m, name in found.items())
    assert "∑ᵢ x_i·x_i = t" not in found


def test_an_even_spread():
    assert mutants.spread(list(range(10)), 3) == [0, 3, 6]
    assert mutants.spread([1, 2], 3) == [1, 2]


def theorem(statement, rule):
    made = Theorem("test/1", "Test", where=[a > 0])
    made.claim("(1)", statement, rule)
    return made


def test_a_trial_says_what_is_false_and_what_is_proved():
    found = {t.edit: t for t in trials(theorem(eq(a + a, 2 * a), by.algebra()))}
    assert found["one more"].is_false
    assert not found["one more"].proved_by
    assert "left" in found["one more"].refutation.text
    found = {str(t.statement): t for t in trials(theorem(eq(a - a, 0), by.algebra()))}
    assert not found["2·(a - a) = 0"].is_false
    assert found["2·(a - a) = 0"].proved_by == "algebra"
    assert not any(t.is_hole for t in found.values())


def test_what_is_proved_under_a_supposition_is_judged_there():
    """2 a > 0 is proved where a > 0 is supposed, though no premise names the supposition."""
    made = Theorem("test/1", "Test")
    supposed = made.suppose("positive", a > 0)
    line = made.step("(1)", a * 3 > 0, by.sign())
    prover = Prover(made)
    assert all(prover.prove(e).judgement.accepted for e in (supposed, line))
    trial = mutants.tried(prover, line, "another factor", a * 2 > 0)
    assert trial.proved_by == "sign"
    assert not trial.is_false
    assert not trial.is_hole


def test_a_hole_is_seen(monkeypatch):
    accepted = Judgement("", "claim", True, "", (), (), ())
    monkeypatch.setattr(Prover, "could_prove", lambda *_: accepted)
    assert all(t.is_hole for t in trials(theorem(eq(a + a, 2 * a), by.algebra())))
    assert not any(t.is_hole for t in trials(theorem(eq(a - a, 0), by.algebra()), 1))
