"""Points in Rocq: that hypotheses can hold, that lines fail somewhere, and what must not be accepted as either."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from needed import needs_coqc

from symnorm import D, Theorem, by, define, eq, every, exp, function, log, mean, ne, sqrt, symbol, vector
from symnorm.judge import judge
from symnorm.rocq.axioms import AXIOMS
from symnorm.rocq.document import document
from symnorm.rocq.judge import Rocq
from symnorm.rocq.points import POSSIBLE, Points
from symnorm.rocq.trial import Accepted, accepted

C = symbol("C")
x = vector("x", C)
mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
y = define("y", (x - mu) / sqrt(sigma2))


def bundle(*refutations: dict[str, Any]) -> dict[str, Any]:
    theorem = Theorem("mine/4", "Normalization", where=[C > 1, sigma2 > 0], model={C: 4, x: [-2, -2, 2, 2]})
    theorem.claim("(1)", eq(mean(y**2), 1), by.algebra())
    made = judge(theorem).bundle
    assert made is not None
    return {**made.document, "refutations": list(refutations)}


def at(entries: list[int], **symbols: int) -> dict[str, Any]:
    """A point with a vector of these entries."""
    numbers = {"C": len(entries), **symbols}
    return {
        "symbols": {n: ["num", str(v)] for n, v in numbers.items()},
        "vectors": {"x": [["num", str(v)] for v in entries]}, "indices": {}, "functions": {},
    }  # fmt: skip


def refutation(statement: Any, point: dict[str, Any], **more: Any) -> dict[str, Any]:
    item = {"label": "(2)", "statement": statement.form(), "kind": "false", "under": [], "fails": [], "point": point}
    return {**item, "model": None, **more}


def said(rocq: Rocq, data: dict[str, Any]) -> Accepted:
    return accepted(rocq, data)


# --- what is stated ---------------------------------------------------------------------------------------------


def test_a_refutation_says_that_all_is_defined_and_the_line_fails() -> None:
    possible, refuted = Points(bundle(refutation(eq(1 / mu, 1), at([1, 2])))).stated
    assert "exists (C : nat) (x : nat -> R),\n  (hypotheses C x)" in possible.stated
    stated = refuted.stated.partition("Definition stated")[2]
    for part in ("(hypotheses C x)", "(mu C x <> 0)", "(mu_defined C x)", "(~ (1 / mu C x = 1))"):
        assert part in stated, part


def plain(*where: Any, line: Any, refutations: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    """A theorem whose hypotheses have no sum."""
    theorem = Theorem("mine/6", "No sum is supposed", where=list(where), model={C: 3, x: [1, 2, 3]})
    theorem.claim("(1)", line, by.sign() if line.form()[0] == "gt" else by.algebra())
    made = judge(theorem).bundle
    assert made is not None
    return {**made.document, "refutations": list(refutations)}


def test_the_number_of_channels_is_that_of_the_whole_theorem() -> None:
    """The hypotheses and the lines that fail have no sum, and the claim has one."""
    lines = tuple(refutation(line, at([1, 2, 3])) for line in (ne(C, 3), every(x) > 2))
    data = plain(C > 1, line=eq(mean(2 * x), 2 * mean(x)), refutations=lines)
    possible, channels, entries = Points(data).stated
    assert "exists (C : nat) (x : nat -> R),\n" in possible.stated
    assert "((1 <= C)%nat) /\\\n  (INR C > 1)" in channels.stated
    assert "exists (C : nat),\n  (hypotheses C) /\\\n  (~ (INR C <> 3))" in channels.stated
    assert "(~ (forall k1, (k1 < C)%nat -> x k1 > 2))" in entries.stated
    half = {**at([1, 2]), "symbols": {"C": ["num", "5/2"]}}
    forged = Points({**data, "refutations": [refutation(ne(2 * C, 5), half)]})
    assert forged.open == {"refutation 1, (2)": "a point that says nothing of C"}


def test_what_is_supposed_of_every_channel_is_stated_where_no_sum_says_how_many_there_are() -> None:
    a = symbol("a")
    data = plain(a > 0, every(x) > 0, line=a + a > 0, refutations=(refutation(every(x) > 1, at([1, 2, 3], a=1)),))
    possible, refuted = Points(data).stated
    for one in (possible, refuted):
        assert "(forall k1, (k1 < n)%nat -> x k1 > 0)" in one.stated
        assert "exists (n : nat) (x : nat -> R) (a : R),\n" in one.stated
        assert "exists 3%nat." in one.proof
    assert "forall (n : nat) (x : nat -> R) (a : R),\n  hypotheses n x a ->\n  a + a > 0." in document(data).text


@needs_coqc
def test_points_of_theorems_whose_hypotheses_have_no_sum_are_accepted(rocq: Rocq) -> None:
    a = symbol("a")
    lines = tuple(refutation(line, at([1, 2, 3])) for line in (ne(C, 3), every(x) > 2, every(x) > 0))
    found = said(rocq, plain(C > 1, line=eq(mean(2 * x), 2 * mean(x)), refutations=lines))
    assert {*found.kinds} == {POSSIBLE, "refutation 1, (2)", "refutation 2, (2)"}
    assert [*found.open] == ["refutation 3, (2)"]
    found = said(rocq, plain(a > 0, every(x) > 0, line=a + a > 0, refutations=(
        refutation(every(x) > 1, at([1, 2, 3], a=1)), refutation(every(x) > 0, at([1, 2, 3], a=1)),
        refutation(every(x) > 1, at([0, 2, 3], a=1)),
    )))  # fmt: skip
    assert (found.entries, [*found.kinds]) == (["(1)"], [POSSIBLE, "refutation 1, (2)"])
    assert [*found.open] == ["refutation 2, (2)", "refutation 3, (2)"]


def test_a_hypothesis_that_is_left_out_has_to_fail() -> None:
    dropped = sigma2 > 0
    (_, refuted) = Points(bundle(refutation(eq(mu, 1), at([2, 2]), fails=[dropped.form()]))).stated
    hypotheses = refuted.stated.partition("Definition hypotheses")[2].partition("Definition stated")[0]
    assert "INR C > 1" in hypotheses
    assert "(sigma2 C x > 0)" not in hypotheses
    assert "(~ (sigma2 C x > 0))" in refuted.stated


def test_a_point_that_says_nothing_of_a_name_is_told() -> None:
    a = symbol("a")
    points = Points(bundle(refutation(eq(a, 1), at([1, 2]))))
    assert points.open == {"refutation 1, (2)": "a point that says nothing of a"}
    assert Points.counted(bundle(refutation(eq(a, 1), at([1, 2])))) == 2


# --- how long it may be -----------------------------------------------------------------------------------------

T = ["sym", "a"]
ONE = ["num", "1"]


def nested(depth: int, wrap: Callable[[Any], Any]) -> Any:
    """An expression in itself, so many times."""
    e: Any = T
    for _ in range(depth):
        e = wrap(e)
    return e


FRACTIONS = ["add", *(["div", ONE, ["add", T, ["num", str(k)]]] for k in range(1, 21))]
"""A sum that is defined where twenty numbers are not zero."""


@pytest.mark.parametrize(
    ("wrap", "few"),
    [(lambda e: ["at", e, T, FRACTIONS], 4), (lambda e: ["D", ["div", e, ["add", FRACTIONS, T]], T], 4)],
)
def test_what_would_be_written_over_and_over_has_a_bound(wrap: Callable[[Any], Any], few: int) -> None:
    """What an inner expression needs to be defined is said once more by each around it."""
    for depth, open_ in ((few, {}), (40, {"refutation 1, (2)": "more than 1000000 terms to handle for one point"})):
        line = {**refutation(eq(C, 1), at([1, 2], a=2)), "statement": ["eq", nested(depth, wrap), ONE]}
        points = Points(bundle(line))
        assert points.open == open_
        assert sum(len(p.text) for p in points.stated) < 100_000


def doubled(levels: int) -> dict[str, Any]:
    """A point where a0 = a1 + a1, a1 = a2 + a2, and so on: a0 = 2^levels."""
    point = at([1, 2])
    point["symbols"] |= {f"a{n}": ["add", *[["sym", f"a{n + 1}"]] * 2] for n in range(levels)}
    point["symbols"][f"a{levels}"] = ONE
    return point


def test_values_in_terms_of_values_have_a_bound_and_an_end() -> None:
    a0 = symbol("a0")

    def open_(point: dict[str, Any]) -> list[str]:
        return [*Points(bundle(refutation(eq(a0, 1), point))).open.values()]

    assert not open_(doubled(10))
    assert open_(doubled(18)) == ["more than 1000000 terms to handle for one point"]
    point = at([1, 2])
    circle = {"a0": ["sym", "a1"], "a1": ["mul", ["num", "2"], ["sym", "a0"]]}
    assert open_({**point, "symbols": {**point["symbols"], **circle}}) == ["a point that gives a0 in terms of itself"]
    chain = {f"a{n}": ["neg", ["sym", f"a{n + 1}"]] for n in range(5_000)}
    assert open_({**point, "symbols": {**point["symbols"], **chain}}) == ["nested too deeply"]


def test_the_value_of_a_symbol_is_not_a_function_of_what_a_function_is_of() -> None:
    """f(u) = u + a at a = 2 u and u = 3: that is u + 6, and not 3 u."""
    point = {**at([1, 3], u=3), "functions": {"f": [[["sym", "u"]], ["add", ["sym", "u"], T]]}}
    point["symbols"]["a"] = ["mul", ["num", "2"], ["sym", "u"]]
    _, refuted = Points(bundle(refutation(eq(function("f", C), 1), point))).stated
    assert "Definition f' (u : R) : R := u + 2 * 3." in refuted.proof


def test_all_points_of_a_theorem_together_have_a_bound() -> None:
    line = refutation(eq(symbol("a0"), 1), doubled(15))
    open_ = [*Points(bundle(*[line] * 20)).open.values()]
    assert 1 < len(open_) < 19
    assert {*open_} == {"more than 4000000 terms to handle for the points of one theorem"}


# --- what Rocq says ---------------------------------------------------------------------------------------------


@needs_coqc
def test_what_is_supposed_can_hold_and_a_false_line_fails(rocq: Rocq) -> None:
    found = said(rocq, bundle(refutation(eq(mean(y), 1), at([-2, -2, 2, 2]))))
    assert found.kinds == {POSSIBLE: "possible", "refutation 1, (2)": "false"}
    assert not found.open
    assert found.axioms
    assert found.axioms <= set(AXIOMS)


@needs_coqc
def test_what_is_no_refutation_is_not_accepted_as_one(rocq: Rocq) -> None:
    outcome = rocq.judge(bundle(
        refutation(eq(mean(y**2), 1), at([-2, -2, 2, 2])),  # it is true
        refutation(eq(mean(y), 1), at([2, 2, 2, 2])),  # what is supposed does not hold there
        refutation(eq(1 / mu, 1), at([-2, -2, 2, 2])),  # it is not defined there, and Rocq's 1/0 is 0
        refutation(eq(mean(y), 1), at([3])),  # one channel is none
    ))  # fmt: skip
    assert outcome.points == {POSSIBLE: "possible"}
    assert [*outcome.open] == [f"refutation {n}, (2)" for n in (1, 2, 3, 4)]
    assert (outcome.accepted, outcome.entries, outcome.is_whole) == (2, 6, False)


@needs_coqc
def test_hypotheses_that_do_not_hold_at_the_point_have_no_lemma(rocq: Rocq) -> None:
    found = said(rocq, {**bundle(), "point": at([2, 2, 2, 2])})
    assert not found.kinds
    assert [*found.open] == [POSSIBLE]


@needs_coqc
def test_a_line_is_undefined_where_a_divisor_is_zero_and_nowhere_else(rocq: Rocq) -> None:
    line = eq(1 / mu, 1)
    there, elsewhere = (refutation(line, at(v), kind="undefined") for v in ([-2, -2, 2, 2], [1, 1, 3, 3]))
    found = said(rocq, bundle(there, elsewhere))
    assert found.kinds == {POSSIBLE: "possible", "refutation 1, (2)": "undefined"}
    assert [*found.open] == ["refutation 2, (2)"]


@needs_coqc
def test_a_function_is_a_witness_where_one_is_unknown(rocq: Rocq) -> None:
    """f(u) = u^3 at 2 and -2: f(C) + f(-C) = 0, and f(C) = C is not so."""
    here, there = function("f", C), function("f", -C)
    point = {**at([1, 3]), "functions": {"f": [[["sym", "u"]], ["pow", ["sym", "u"], 3]]}}
    lines = [eq(here, C), ne(here + there, 0), eq(here, 8)]
    data = bundle(*(refutation(line, point) for line in lines))
    assert "exists (C : nat) (x : nat -> R) (f : R -> R),\n" in Points(data).stated[1].stated
    found = said(rocq, data)
    assert [*found.kinds.values()] == ["possible", "false", "false"]
    assert [*found.open] == ["refutation 3, (2)"]


def test_the_derivative_of_an_unknown_function_is_stated_but_not_of_one_of_two_numbers() -> None:
    t, u = symbol("t"), symbol("u")
    point = {**at([1, 3], t=1, u=1), "functions": {"f": [[["sym", "t"]], ["sym", "t"]]}}
    of_one, of_two = (refutation(eq(D(function("f", *of), t), 2), point) for of in ([t], [t, u]))
    points = Points(bundle(of_one, of_two))
    assert "(~ (is_derive (fun t => f t) t 2))" in points.stated[1].stated
    assert points.open == {"refutation 2, (2)": "the form app of this shape"}


@needs_coqc
def test_roots_are_known_by_their_squares_and_sums_within_sums_are_defined(rocq: Rocq) -> None:
    root = sqrt(C)
    false = [ne(root**2 - root + root, 2), eq(mean(y * mean(y)), 1)]
    found = said(rocq, bundle(*(refutation(line, at([1, 3])) for line in [*false, ne(root**2, 3)])))
    assert [*found.kinds.values()] == ["possible", "false", "false"]
    assert [*found.open] == ["refutation 3, (2)"]


def test_along_a_variable_only_strict_inequalities_are_stated_at_a_point() -> None:
    data = {**bundle(), "along": [["vector", "x"]]}
    assert [p.label for p in Points(data).stated] == [POSSIBLE]
    weak = {"label": "", "role": "where", "source": "", "statement": (sigma2 >= 0).form(), "certificate": []}
    assert Points({**data, "entries": [weak, *data["entries"]]}).open == {POSSIBLE: "what holds along a variable"}


@needs_coqc
def test_what_is_not_rational_is_told_by_bounds(rocq: Rocq) -> None:
    """The root of 2 is 1.41421..., e 2.71828..., and the logarithm of 2 is 0.69314...: none is exactly that."""
    root, e, ln = (Fraction(n, 100_000) for n in (141_421, 271_828, 69_314))
    step = Fraction(1, 100_000)
    false = [sqrt(C) <= root, sqrt(C) >= root + step, exp(C / 2) < e, exp(C / 2) > e + step, log(C) <= ln,
             log(C) >= ln + step, eq(exp(-C) * sqrt(C), 0)]  # fmt: skip
    found = said(rocq, bundle(*(refutation(line, at([1, 3])) for line in false)))
    assert len(found.kinds) == len(false) + 1
    assert found.axioms <= set(AXIOMS)
    true = [sqrt(C) >= root, exp(C / 2) > e, log(C) < ln + step]
    found = said(rocq, bundle(*(refutation(line, at([1, 3])) for line in true)))
    assert [*found.kinds] == [POSSIBLE]


@needs_coqc
def test_the_points_of_a_theorem_count(rocq: Rocq) -> None:
    outcome = rocq.judge(bundle(refutation(eq(mean(y), 1), at([-2, -2, 2, 2]))))
    assert (outcome.accepted, outcome.entries, outcome.is_whole) == (3, 3, True)
    assert [*outcome.points.values()] == ["possible", "false"]
