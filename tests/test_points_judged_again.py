"""What the checker says of points, said again by plain evaluation that has nothing of it.

Every point and every model of the papers' theorems, the same changed at random, and random expressions at random
points. What plain evaluation cannot tell is no disagreement; it is counted, and in the corpus there is none of it.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from arrays_at_random import Arrays
from loading import bundles
from plain_points import FAILS, HOLDS, UNFIT, UNSURE, VALUELESS, Theorem, modelled
from plain_values import World
from point_changes import Changes
from test_points_agree import Source

from symnorm import (
    D,
    at,
    define,
    eq,
    every,
    exp,
    function,
    indices,
    integral,
    mean,
    sqrt,
    symbol,
    tanh,
    total,
    vector,
)
from symnorm.checker.forms import Malformed, check_statement, freeze
from symnorm.checker.refutation import supposed
from symnorm.checker.refutation.check import Rechecked, Refutations
from symnorm.checker.refutation.point import Frame
from symnorm.checker.refutation.values import Numbers
from symnorm.checker.written import Writer
from symnorm.language import Statement
from symnorm.language.terms import form, term

OTHERWISE = ("other variables", "number of channels", "channel is", "does not say", "no value", "other channels",
             "lists within each other")  # fmt: skip
"""Why the checker rejects a point that this judge does not look at: what a point and a model have to be."""


def disagreement(theirs: Rechecked, mine: str) -> str:
    """What is wrong if one says that a point is as it should be, and the other that it is not; or nothing."""
    if theirs.outcome in ("satisfied", "refuted"):
        return "" if mine in (HOLDS, UNSURE) else f"{theirs.outcome}, and it {mine}"
    if theirs.outcome == "open" or mine != HOLDS or any(why in theirs.reason for why in OTHERWISE):
        return ""
    return f"rejected ({theirs.reason}), and it {mine}"


# --- the judge of this file -----------------------------------------------------------------------------------

C, a, b, t, s = map(symbol, "Cabts")
x = vector("x", C)
i, j = indices("i j", C)
y = function("y", t)
HERE = {"symbols": {"C": 3, "a": 2, "b": sqrt(2), "t": Fraction(1, 2), "s": 0}, "vectors": {"x": [1, -2, 3]},
        "indices": {"i": 1, "j": 2}, "functions": {"y": ([t], t**3 + b)}}  # fmt: skip


def plain(value: Any) -> Any:
    return form(term(value))


def point(**changes: Any) -> dict[str, Any]:
    """A point as a bundle has it: HERE, but for what is changed."""
    said = {**HERE, **changes}
    return {
        "symbols": {n: plain(v) for n, v in said["symbols"].items()},
        "vectors": {n: list(map(plain, v)) for n, v in said["vectors"].items()},
        "indices": said["indices"],
        "functions": {n: [list(map(plain, f)), plain(body)] for n, (f, body) in said["functions"].items()},
    }


def judged(statement: Statement, along: Any = (), **changes: Any) -> str:
    """What this judge says of a hypothesis."""
    entries = [{"role": "where", "statement": statement.form()}]
    ranges = [("vector", v.args[0]) if v.op == "vector" else form(v) for v in along]
    return Theorem({"entries": entries, "along": ranges, "point": point(**changes)}).hypotheses()


@pytest.mark.parametrize(
    ("statement", "answer"),
    [
        (eq(a, 2), HOLDS), (eq(a, 3), FAILS), (eq(b**2, 2), HOLDS), (b > Fraction(14143, 10000), FAILS),
        (eq(total(x), 2), HOLDS), (eq(mean(x) * C, total(x)), HOLDS), (every(x) > -3, HOLDS), (every(x) > -2, FAILS),
        (eq(1 / s, 1), VALUELESS), (eq(s / s, 1), VALUELESS), (sqrt(x[j]) > -1, VALUELESS),
        (eq(0 / (b**2 - 2), 0), VALUELESS),
        (eq(D(y, t), 3 * t**2), HOLDS), (eq(D(D(y, t), t), 6 * t), HOLDS), (eq(D(y, b), 0), HOLDS),
        (eq(D(at(y, t, s + t), s), 3 * t**2), HOLDS), (eq(at(y, t, 2), 8 + sqrt(2)), HOLDS),
        (eq(D(total(x**2), x[i]), 2 * x[i]), HOLDS), (eq(D(total(x), x[j]), 3), FAILS),
        (eq(D(sqrt(s**2), s), 0), VALUELESS), (eq(D(exp(a * t), t), 2 * exp(1)), HOLDS),
        (eq(D(tanh(t), t), 1 - tanh(t) ** 2), HOLDS), (eq(integral(t, t), t**2 / 2 + 7), HOLDS),
        (eq(integral(t, t), t**2), FAILS), (eq(define("m", a + 1), 3), HOLDS), (eq(symbol("z"), 0), UNFIT),
    ],
)  # fmt: skip
def test_values_by_hand(statement: Statement, answer: str) -> None:
    assert judged(statement) == answer


@pytest.mark.parametrize(
    ("statement", "along", "answer"),
    [
        (eq(t, Fraction(1, 2)), [t], FAILS), (t**2 >= 0, [t], HOLDS), ((t - Fraction(1, 2)) ** 2 <= 0, [t], FAILS),
        (eq(D(y, t), 3 * t**2), [t], HOLDS), (eq(D(y, t), Fraction(3, 4)), [t], FAILS), (total(x) > 1, [x], HOLDS),
        (eq(total(x), 2), [x], FAILS), (eq(total(x), 2), [t], HOLDS),
    ],
)  # fmt: skip
def test_what_varies_is_moved(statement: Statement, along: Any, answer: str) -> None:
    assert judged(statement, along) == answer


def test_a_function_has_one_value_wherever_its_arguments_are_the_same() -> None:
    """y(x_i) is x_i + w_i: where x_1 = x_2 that is no function."""
    yi, yj = function("y", x[i]), function("y", x[j])
    other = {"y": ([x[i]], x[i] + vector("w", C)[i])}
    both = (yi + yj) > -100
    for entries, answer in (([1, 1, 3], FAILS), ([1, 2, 3], HOLDS)):
        assert judged(both, functions=other, vectors={"x": entries, "w": [1, 2, 3]}) == answer


def test_this_judge_has_nothing_of_symnorm() -> None:
    for module in (World, Theorem):
        with open(__import__(module.__module__).__file__, encoding="utf-8") as source:
            assert "import symnorm" not in (text := source.read())
            assert "from symnorm" not in text


# --- all points of the papers' theorems -----------------------------------------------------------------------


def test_every_point_and_every_model_of_the_corpus() -> None:
    seen = Counter[tuple[str, str]]()
    for bundle in bundles():
        theorem = Theorem(bundle)
        if bundle["point"] is not None:
            seen["point", theorem.hypotheses()] += 1
        for item in bundle["refutations"]:
            seen["refutation", theorem.refuted(item)] += 1
        for model, where in modelled(bundle):
            seen["model", model.satisfied(where)] += 1
    assert {answer for _, answer in seen} == {HOLDS}
    kinds = Counter(kind for kind, _ in seen.elements())
    assert kinds["point"] > 150
    assert kinds["refutation"] > 100
    assert kinds["model"] > 15


@pytest.mark.parametrize("seed", range(3))
def test_changed_points_and_theorems(seed: int) -> None:
    changes, seen, bad = Changes(f"changes/{seed}"), Counter[tuple[str, str]](), []
    listed = [b for b in bundles() if b["point"] and max(map(len, b["point"]["vectors"].values()), default=0) < 10]
    for _ in range(300):
        bundle, item = changes.changed(changes.random.choice(listed))
        try:
            statements = [freeze(e["statement"]) for e in bundle["entries"]]
            for s in statements:
                check_statement(s)
            for r in (*bundle["refutations"], *([item] if item else ())):
                statements += map(freeze, (r["statement"], *r["under"], *r["fails"]))
            Writer([*freeze(bundle["along"]), *statements])  # as for every theorem: none has a name for two things
            checker = Refutations(bundle)
            theirs = checker.hypotheses() if item is None else checker.judged(item)
        except Malformed:
            continue
        assert theirs is not None
        mine = Theorem(bundle).hypotheses() if item is None else Theorem(bundle).refuted(item)
        seen[theirs.outcome, mine] += 1
        if (why := disagreement(theirs, mine)) and "cannot be written" not in theirs.reason:
            bad.append((bundle["id"], item and item["label"], why))
    assert bad == []
    assert sum(n for (_, mine), n in seen.items() if mine in (FAILS, VALUELESS)) > 45
    assert seen["satisfied", HOLDS] + seen["refuted", HOLDS] > 80


# --- random expressions ---------------------------------------------------------------------------------------


def at_random(seed: str, times: int) -> tuple[Counter[tuple[str, str]], list[Any]]:
    """What both say of random hypotheses at random points, counted; and where they disagree."""
    source, seen, bad = Source(seed), Counter[tuple[str, str]](), []
    for _ in range(times):
        said = source.one("eq", "ne", "le", "gt"), source.expression(source.one(1, 2, 3)), source.expression(1)
        along = source.one((), (), ("sym", "a"), ("sym", "t"), ("coord", "x", "i"), ("vector", "x"))
        bundle = {"entries": [{"role": "where", "statement": said}], "along": [along] if along else [],
                  "point": source.point().form()}  # fmt: skip
        theirs = Refutations(bundle).hypotheses()
        assert theirs is not None
        mine = Theorem(bundle).hypotheses()
        seen[theirs.outcome, mine] += 1
        if why := disagreement(theirs, mine):
            bad.append((said, along, bundle["point"], why))
    return seen, bad


@pytest.mark.parametrize("seed", range(3))
def test_random_hypotheses_at_random_points(seed: int) -> None:
    seen, bad = at_random(f"plain/{seed}", 500)
    assert bad == []
    assert seen["satisfied", HOLDS] > 40
    assert sum(n for (theirs, _), n in seen.items() if theirs == "rejected") > 100


@pytest.mark.parametrize("seed", range(3))
def test_random_statements_about_arrays_and_every_channel(seed: int) -> None:
    source, seen, bad = Arrays(f"arrays/{seed}"), Counter[tuple[str, str]](), []
    for n in range(500):
        said, along = source.statement(), source.along()
        point = source.place((said, along))
        kind = source.one("false", "false", "undefined")
        item = {"label": "(1)", "statement": said, "kind": kind, "under": [], "fails": [], "point": point}
        entries = [] if n % 2 else [{"role": source.one("where", "given"), "statement": said}]
        bundle = {"entries": entries, "along": along, "point": point}
        theirs = Refutations(bundle).judged(item) if n % 2 else Refutations(bundle).hypotheses()
        assert theirs is not None
        mine = Theorem(bundle).refuted(item) if n % 2 else Theorem(bundle).hypotheses()
        seen[theirs.outcome, mine] += 1
        if why := disagreement(theirs, mine):
            bad.append((said, along, point, why))
    assert bad == []
    assert seen["satisfied", HOLDS] > 40
    assert seen["refuted", HOLDS] > 20
    assert sum(n for (theirs, _), n in seen.items() if theirs == "rejected") > 100


SLIPS = {
    "a quotient by zero": (Numbers, "divide", lambda self, a, b: a),
    "a power": (Numbers, "power", lambda self, a, n: self.multiply(a, a)),
    "a sum": (Numbers, "subtract", lambda self, a, b: self.add(a, b)),
    "a variable that stays": (Frame, "_moving", lambda self, slot, value: self),
    "what varies": (supposed, "require_around", lambda place, statement, along: place.require(statement)),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_of_the_checker_is_noticed(slip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*SLIPS[slip])
    assert at_random("plain/slips", 500)[1]
