"""Points of theorems about whole numbers, judged again: what is supposed of every one is shown for every one."""

from __future__ import annotations

from typing import Any

import pytest
from test_checker_kit import ONE, TWO, ZERO, Bundle, Form, a, add, app, b, div, eq, mul, neg, num, sub, sym, u
from test_checker_whole import (
    ADAM,
    AVERAGE,
    NEXT,
    adam,
    base,
    by_induction,
    g,
    m,
    onwards,
    s,
    t,
    to,
    upto,
    whole,
)

from symnorm.checker.forms import Malformed, freeze
from symnorm.checker.places import written_point
from symnorm.checker.refutation.check import Refutations
from symnorm.checker.refutation.interpreted import put_in
from symnorm.checker.refutation.point import Place
from symnorm.checker.refutation.values import Undecided
from symnorm.checker.written import Writer

v = sym("v")
ONES = {"g": [[v], ONE], "m": [[v], sub(ONE, to(b, v))]}
"""g(t) = 1 for every t, and so m(t) = 1 - b^t."""


def bundled(made: Bundle) -> dict[str, Any]:
    return {"id": "whole/1", "along": list(made.along), "entries": made.entries}


def shown(functions: Any, *statements: Form, where: tuple[Form, ...] = ()) -> dict[str, Any]:
    """A model: functions, and a theorem that claims of them what calculation shows."""
    made = Bundle()
    for statement in where:
        made.add("where", statement)
    for statement in statements:
        made.judged("claim", put_in(statement, {n: tuple(f) for n, f in freeze([[*functions.items()]])[0]}, {}), PLAIN)
    return {"functions": functions, "symbols": {}, "theorem": bundled(made)}


PLAIN = ("identity", ("ident", (), None))


def at(functions: Any, **symbols: Any) -> dict[str, Any]:
    return {"symbols": {n: num(e) for n, e in symbols.items()}, "vectors": {}, "indices": {}, "functions": functions}


def average() -> dict[str, Any]:
    """The theorem on the moving average, with a model."""
    made, recursion, begun = adam()
    first, supposed = base(made, recursion, begun), made.suppose(AVERAGE)
    then = onwards(made, recursion, supposed)
    made.accepts(AVERAGE, by_induction(first, supposed, then))
    return {**bundled(made), "model": shown(ONES, ADAM)}


def judged(theorem: Any, point: Any, *refutations: Any) -> Any:
    said = [
        {"label": "(1)", "statement": s, "kind": "false", "under": [], "fails": [], "point": point}
        for s in refutations
    ]
    return Refutations({**theorem, "point": point, "refutations": said})


def test_what_is_given_of_every_number_holds_by_a_model() -> None:
    assert judged(average(), at(ONES, b="1/2", t=3)).hypotheses().outcome == "satisfied"
    found = judged(average(), at(ONES, b="1/2")).hypotheses()
    assert (found.outcome, found.reason) == ("rejected", "the point gives t no value")


def test_without_a_model_nobody_knows() -> None:
    theorem = average()
    del theorem["model"]
    found = judged(theorem, at(ONES, b="1/2", t=3)).hypotheses()
    assert found.outcome == "open"
    assert "for every whole number" in found.reason


OTHERS = {
    "not at this number": {**ONES, "m": [[v], ONE]},
    "at this number only": {**ONES, "m": [[v], div(v, num(8))]},
}


@pytest.mark.parametrize("functions", OTHERS.values(), ids=OTHERS)
def test_a_model_that_is_none(functions: Any) -> None:
    assert judged(average(), at(functions, b="1/2", t=3)).hypotheses().outcome != "satisfied"
    theorem = {**average(), "model": shown(functions, ADAM)}
    assert judged(theorem, at(functions, b="1/2", t=3)).hypotheses().outcome != "satisfied"


def test_a_hypothesis_that_holds_for_some_numbers_only() -> None:
    """t >= 2 is true of 2, and no hypothesis: it would be one on every whole number from 1."""
    made = Bundle()
    made.add("where", ("ge", t, TWO))
    made.accepts(eq(g(t), g(t)))
    for model in (None, shown({}, ("ge", t, TWO))):
        found = judged({**bundled(made), "model": model}, at({}, t=3)).hypotheses()
        assert found.outcome == "open"


def test_a_hypothesis_on_every_number() -> None:
    made = Bundle()
    made.add("where", ("gt", g(t), ZERO))
    made.accepts(eq(g(t), g(t)))
    functions = {"g": [[v], add(ONE, mul(v, v))]}
    claim = Bundle()
    squared = ("add", ("num", "1"), ("sq", t))
    claim.judged("claim", ("gt", add(ONE, mul(t, t)), ZERO), ("sign", squared))
    model = {"functions": functions, "symbols": {}, "theorem": bundled(claim)}
    assert claim.theorem.entries[0].accepted
    assert judged({**bundled(made), "model": model}, at(functions, t=2)).hypotheses().outcome == "satisfied"
    assert judged(bundled(made), at(functions, t=2)).hypotheses().outcome == "open"
    assert judged(bundled(made), at({"g": [[v], sub(v, TWO)]}, t=3)).hypotheses().outcome == "open"
    assert judged(bundled(made), at({"g": [[v], sub(v, TWO)]}, t=2)).hypotheses().outcome == "rejected"


def test_a_model_that_supposes_something_of_every_number() -> None:
    made = Bundle()
    made.add("where", ("ge", t, TWO))
    made.accepts(eq(g(t), g(t)))
    claim = Bundle()
    n = claim.add("where", ("ge", t, TWO))
    claim.judged("claim", ("ge", t, TWO), ("sign", ("hyp", n, ())))
    model = {"functions": {}, "symbols": {}, "theorem": bundled(claim)}
    found = judged({**bundled(made), "model": model}, at({}, t=3)).hypotheses()
    assert found.outcome == "open"
    assert "supposes something of every whole number" in found.reason


REFUTED = {
    "a factor that is lost": eq(m(t), upto(t, mul(to(b, sub(t, s)), g(s)))),
    "a sum that ends before": eq(m(t), mul(sub(ONE, b), upto(sub(t, ONE), mul(to(b, sub(t, s)), g(s))))),
    "another exponent": eq(m(t), mul(sub(ONE, b), upto(t, mul(to(b, sub(NEXT, s)), g(s))))),
    "a negative exponent": eq(m(t), to(b, sub(s, NEXT))),
    "an inequality": ("gt", to(b, t), to(b, sub(t, ONE))),
}


@pytest.mark.parametrize("statement", REFUTED.values(), ids=REFUTED)
def test_what_is_false(statement: Form) -> None:
    (found,) = judged(average(), at(ONES, b="1/2", t=3, s=1), statement).all_judged()
    assert found.outcome == "refuted", found.reason


def test_what_is_true() -> None:
    point = at(ONES, b="1/2", t=3)
    weights = eq(mul(sub(ONE, b), upto(t, to(b, sub(t, s)))), sub(ONE, to(b, t)))
    from_zero = eq(upto(t, to(b, whole("s", 0)), first=0), div(sub(ONE, to(b, NEXT)), sub(ONE, b)))
    nothing = eq(upto(ZERO, div(ONE, sub(b, b))), ZERO)
    for statement in (weights, from_zero, nothing, eq(to(ZERO, ZERO), ONE)):
        (found,) = judged(average(), point, statement).all_judged()
        assert found.outcome == "rejected"
        assert "holds at the point" in found.reason


NO_VALUES = {
    "half": {"t": "1/2"}, "zero, where it is from one": {"t": 0}, "a negative": {"t": -1}, "nothing": {},
}  # fmt: skip


@pytest.mark.parametrize("symbols", NO_VALUES.values(), ids=NO_VALUES)
def test_what_is_no_whole_number(symbols: Any) -> None:
    (found,) = judged(average(), at(ONES, b="1/2", **symbols), eq(to(b, t), ONE)).all_judged()
    assert found.outcome == "rejected"


def test_a_number_beyond_all_measure() -> None:
    (found,) = judged(average(), at(ONES, b="1/2", t=10**6), eq(upto(t, s), ONE)).all_judged()
    assert found.outcome == "open"


BAD_POINTS = {
    "a value that is another for every number": {"symbols": {"b": t}, "vectors": {}, "indices": {}, "functions": {}},
    "a function of another number": at({"g": [[v], t]}),
    "no variable": at({"g": [[("num", "1")], ONE]}),
    "an entry": {"symbols": {}, "vectors": {"x": [t]}, "indices": {}, "functions": {}},
}


@pytest.mark.parametrize("point", BAD_POINTS.values(), ids=BAD_POINTS)
def test_what_is_no_point(point: Any) -> None:
    with pytest.raises(Malformed):
        Refutations({**average(), "point": point})


def test_a_function_of_a_whole_number() -> None:
    """Its variable may be written as one: it stands for whatever comes in its place."""
    functions = {"g": [[t], ONE], "m": [[t], sub(ONE, to(b, t))]}
    theorem = {**average(), "model": shown(functions, ADAM)}
    assert judged(theorem, at(functions, b="1/2", t=3)).hypotheses().outcome == "satisfied"


# --- terms that are put in -------------------------------------------------------------------------------------


def test_a_sum_binds_nothing_that_is_put_in() -> None:
    """h(v) is the sum over s of v s: of s it is the sum over another number."""
    functions = {"h": ((v,), upto(num(3), mul(v, s)))}
    found = put_in(app("h", s), functions, {})
    assert found == upto(num(3), mul(s, whole("s_")), "s_")
    named_alike = {"h": ((t,), upto(t, mul(t, s), "s"))}
    assert put_in(app("h", NEXT), named_alike, {}) == upto(NEXT, mul(NEXT, s), "s")
    assert put_in(app("h", s), named_alike, {}) == upto(s, mul(s, whole("s_")), "s_")
    bound = {"h": ((t,), upto(t, t, "t"))}
    assert put_in(app("h", s), bound, {}) == upto(s, t, "t")
    within = {"h": ((v,), upto(v, upto(s, mul(v, whole("k")), "k")))}
    assert put_in(app("h", whole("k")), within, {}) == upto(
        whole("k"), upto(s, mul(whole("k"), whole("k_")), "k_")
    )


def test_a_sum_binds_nothing_that_a_symbol_stands_for() -> None:
    assert put_in(upto(t, mul(a, s)), {}, {"a": u}) == upto(t, mul(u, s))


def test_a_value_in_a_sum_moves_nothing() -> None:
    place = Place(at({"h": [[v], upto(num(2), mul(v, s))]}, t=2), set())
    assert place.truth(eq(upto(t, app("h", s)), num(9)))
    assert place.truth(eq(upto(t, upto(s, whole("k"), "k")), num(4)))
    with pytest.raises(Undecided):
        place.root(("integral", ONE, u), {})


# --- texts -----------------------------------------------------------------------------------------------------

TEXTS = {
    "a power": (to(b, sub(t, s)), "b**(t - s)"),
    "a power that is a number": (to(b, num(2)), "power(b, 2)"),
    "a power of a power": (to(to(b, t), s), "(b**t)**s"),
    "a power in an exponent": (to(b, mul(TWO, t)), "b**(2*t)"),
    "a negative exponent": (to(b, neg(t)), "b**(-t)"),
    "a sum": (upto(t, g(s)), "sum(g(s), s = 1..t)"),
    "a sum to more": (upto(NEXT, g(whole("s", 0)), first=0), "sum(g(s), s = 0..(t + 1))"),
    "a name that is another's": (mul(s, upto(t, g(s))), "s*sum(g(s'), s' = 1..t)"),
    "a sum that ends with its own name": (upto(t, g(t), "t"), "sum(g(t'), t' = 1..t)"),
    "sums within": (upto(t, upto(s, g(s)), "s"), "sum(sum(g(s'), s' = 1..s), s = 1..t)"),
}


@pytest.mark.parametrize(("form", "text"), TEXTS.values(), ids=TEXTS)
def test_texts(form: Form, text: str) -> None:
    assert Writer([form])(form) == text


CLASHES = {
    "two starts": (t, whole("t", 0)),
    "a symbol": (t, sym("t")),
    "a function": (whole("g"), g(t)),
    "a number": (whole("l"), ONE),
    "a constant": (whole("e"),),
    "a function that everybody knows": (app("power", t),),
}


@pytest.mark.parametrize("forms", CLASHES.values(), ids=CLASHES)
def test_names_that_cannot_be_told_apart(forms: Any) -> None:
    with pytest.raises(Malformed):
        Writer(forms)


def test_a_point_is_written() -> None:
    text = written_point(at({"g": [[t], ONE]}, b="1/2", t=3), [AVERAGE])
    assert text == "b = 1/2, t = 3, g(t) = 1"


def test_a_definition_is_written_with_its_number() -> None:
    weight = ("def", "W", None, to(b, sub(t, ONE)))
    written = Writer([eq(weight, ONE)])
    assert written(eq(weight, ONE)) == "W[t] = 1"
    assert written.definition("W") == "W[t] = b**(t - 1)"


def test_a_sum_that_ends_far_before_it_begins_refutes_nothing() -> None:
    """b^1 + ... + b^(t-1) at t = 1 is a sum of nothing; b^1 + ... + b^(t-2) is none to some, and -1 to others."""
    one, two = (upto(sub(t, num(n)), to(b, s)) for n in (1, 2))
    empty = {"id": "whole/2", "along": [], "entries": []}

    def outcomes(statement: Form, number: int) -> list[str]:
        return [found.outcome for found in judged(empty, at({}, b="2", t=number), statement).all_judged()]

    said = eq(two, sub(one, to(b, sub(t, num(1)))))  # true of every t from 2
    assert outcomes(said, 1) == ["open"]
    assert outcomes(said, 2) == ["rejected"]
    assert outcomes(eq(one, ONE), 1) == outcomes(eq(two, ONE), 2) == ["refuted"]
