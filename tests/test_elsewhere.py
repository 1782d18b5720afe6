"""Values at concrete points, as at(mu, {x: [3, 1, 0]}): what they mean, what is shown of them, what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from symnorm import (
    D,
    Theorem,
    array,
    at,
    by,
    define,
    delta,
    eq,
    function,
    indices,
    integral,
    length,
    loss,
    mean,
    norm,
    others,
    sqrt,
    symbol,
    total,
    variance,
    vector,
    whole,
)
from symnorm.judge import judge
from symnorm.language import LanguageError, Term
from symnorm.language.latex import latex
from symnorm.language.record import record, theorems_from
from symnorm.language.terms import term
from symnorm.language.text import text
from symnorm.mutation.edits import Scope, variants

C, N, a, b = symbol("C"), length("N"), symbol("a"), symbol("b")
x, w, u, X = vector("x", C), vector("w", C), vector("u", N), array("X", N, C)
i, j = indices("i j", C)
(n,) = indices("n", N)
mu = define("mu", mean(x), r"\mu")
s2 = define("s2", mean((x - mu) ** 2), r"\sigma^2")
y = define("y", (x - mu) / sqrt(s2))
P = {x: [3, 1, 0]}
ROOT = sqrt(term(14))

VALUES: dict[str, tuple[Term, Any]] = {
    "a mean": (at(mu, P), Fraction(4, 3)),
    "a variance": (at(s2, P), Fraction(14, 9)),
    "a variance that is one": (at(variance(x, ddof=1), P), Fraction(7, 3)),
    "an entry": (at(x[i], {**P, i: 3}), 0),
    "the square of an entry": (at(y[i] ** 2, {**P, i: 2}), Fraction(1, 14)),
    "all others": (at(others(x, i), {**P, i: 1}), 1),
    "two channels that are one": (at(delta(i, j) * x[i], {**P, i: 1, j: 1}), 3),
    "two channels": (at(delta(i, j) * x[i], {**P, i: 1, j: 2}), 0),
    "two vectors": (at(total(x * w), {**P, w: [a, 2, b]}), 3 * a + 2),
    "the number of channels": (at(C * mu, P), 4),
    "one channel": (at(mu + others(x, i), {x: [a], i: 1}), a),
    "symbols in their places": (at(a + 2 * b, {a: b, b: a}), b + 2 * a),
    "a set of its own": (at(total(u) + N, {u: [1, a]}), a + 3),
    "a slope": (at(D(mu, x[i]), {**P, i: 2}), Fraction(1, 3)),
    "another slope": (at(D(s2, x[i]), {**P, i: 1}), Fraction(10, 9)),
    "a slope by a symbol": (at(D(a**3 * b, a), {a: 2, b: 5}), 60),
    "a slope on the graph": (at(D(s2, mu), P), 0),
    "a value at a value": (at(at(a * b, a, b + 1), {b: 2}), 6),
    "a slope at a point, elsewhere": (at(at(D(a**2 * b, a), {a: b + 1, b: 2}) * mu, {b: 3, x: [1, 1]}), 16),
    "at a point of a point": (at(at(mu * a, P), {a: 3}), 4),
}  # fmt: skip


@pytest.mark.parametrize(("written", "value"), VALUES.values(), ids=VALUES)
def test_what_it_is(written: Term, value: Any) -> None:
    theorem = Theorem("at/1", "Values", where=[C > 0])
    theorem.claim("(1)", eq(written, value), by.algebra())
    theorem.claim("(2)", eq(written, term(value) + 1), by.algebra())
    right, wrong = judge(theorem).lines[1:]
    assert right.verdict == "proved", right.reason
    assert wrong.verdict == "refuted", wrong.reason


def test_a_root_at_a_point() -> None:
    theorem = Theorem("at/2", "A root")
    theorem.claim("(1)", eq(at(norm(x), {x: [3, 2, 1]}), ROOT), by.algebra())
    theorem.claim("(2)", eq(at(D(norm(x), x[i]), {x: [3, 2, 1], i: 1}), 3 / ROOT), by.algebra())
    assert judge(theorem).verdict == "proved"


UNDEFINED = {
    "a division by zero": at(y[i], {x: [2, 2, 2], i: 1}), "the root of less than zero": at(sqrt(x[i]), {x: [-1], i: 1}),
    "a slope of |u| at zero": at(D(abs(a), a), {a: 0}),
}  # fmt: skip


@pytest.mark.parametrize("written", UNDEFINED.values(), ids=UNDEFINED)
def test_what_has_no_value_there(written: Term) -> None:
    theorem = Theorem("at/3", "No value", where=[C > 0])
    theorem.claim("(1)", eq(written, written), by.algebra())
    assert judge(theorem).lines[-1].verdict != "proved"


def test_how_it_is_printed() -> None:
    written = at(D(y[i], x[j]), {x: [3, a, 0], i: 1, j: 2})
    assert text(written) == "(dy_i/dx_j)|_{x = (3, a, 0), i = 1, j = 2}"
    assert text(written, ascii=True) == "at(D(y[i], x[j]), {x: [3, a, 0], i: 1, j: 2})"
    assert latex(written) == r"\left. \frac{dy_i}{dx_j} \right|_{x = (3, a, 0), i = 1, j = 2}"
    assert at(a * b, {a: 2}) == at(a * b, a, 2)


def test_it_is_recorded() -> None:
    theorem = Theorem("at/4", "Recorded", where=[C > 0])
    theorem.claim("(1)", eq(at(y[i], {**P, i: 2}), at(a * b, {a: 2, b: b})), by.algebra())
    [again] = theorems_from(json.loads(json.dumps(record(theorem))))
    assert again.entries[-1].statement == theorem.entries[-1].statement


RECORDED: dict[str, Callable[[list[Any]], None]] = {
    "no pair": lambda node: node.__delitem__(slice(4, None)),
    "a channel beyond": lambda node: node.__setitem__(5, ["list", "i", 4]),
    "no channel": lambda node: node.__setitem__(5, ["list", "i", 0]),
    "twice": lambda node: node.append(node[4]),
    "a name for a vector": lambda node: node.__setitem__(4, ["list", "x", 3]),
}


@pytest.mark.parametrize("change", RECORDED.values(), ids=RECORDED)
def test_a_record_that_was_changed(change: Callable[[list[Any]], None]) -> None:
    theorem = Theorem("at/4", "Recorded", where=[C > 0])
    theorem.claim("(1)", eq(at(y[i], {**P, i: 2}), 0), by.algebra())
    document = json.loads(json.dumps(record(theorem)))
    (n, node), = ((n, [*node]) for n, node in enumerate(document["terms"]) if node[0] == "there")
    change(node)
    document["terms"][n] = node
    with pytest.raises(LanguageError):
        theorems_from(document)


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "no point": (lambda: at(mu, {}), "at no point"),
    "a vector": (lambda: eq(at(y, P), 0), "is the list of its entries"),
    "a vector in a term": (lambda: a + at(y, P), "at\\(y"),
    "a channel that is open": (lambda: at(y[i], P), "another one for each i"),
    "a channel that is not there": (lambda: at(y[i], {**P, i: 4}), "no entry 4"),
    "a delta that is open": (lambda: at(delta(i, j) * mu, {**P, i: 1}), "another one for each j"),
    "others that are open": (lambda: at(others(x, i), P), "another one for each i"),
    "another vector": (lambda: at(total(x * w), P), "give w as well"),
    "lengths that differ": (lambda: at(total(x * w), {**P, w: [1, 2]}), "entries"),
    "another number of channels": (lambda: at(mu * C, {**P, C: 4}), "entries"),
    "what does not stand there": (lambda: at(mu, {**P, w: [1, 2, 3]}), "does not speak of w"),
    "an index that does not": (lambda: at(mu, {**P, i: 1}), "does not speak of i"),
    "an entry of a vector": (lambda: at(mu, {x: [w[i], 1, 0]}), "give numbers"),
    "a whole number": (lambda: at(mu, {x: [whole("t"), 1, 0]}), "no value"),
    "a float": (lambda: at(mu, {x: [0.5, 1, 0]}), "float"),
    "an array": (lambda: at(total(X, over=[N, C]), {X: [[1, 2], [3, 4]]}), "gives symbols, vectors and indices"),
    "a function": (lambda: at(function("f", a), {function("f", a): a}), "gives symbols, vectors and indices"),
    "an antiderivative": (lambda: at(integral(a, a) * b, {a: 1, b: 2}), "any constant may be added"),
    "a loss": (lambda: at(D(loss("l", x), x[i]), {**P, i: 1}), "neither differentiated nor evaluated"),
}


@pytest.mark.parametrize(("written", "told"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(written: Callable[[], Any], told: str) -> None:
    with pytest.raises(LanguageError, match=told):
        written()


def test_what_is_taken_for_it() -> None:
    """Edits of a value at a point: of what is written, of a number there."""
    statement = eq(at(y[i], {**P, i: 2}), 0)
    shown = {text(other.statement) for other in variants(statement, Scope.of([statement]))}
    assert "y_i|_{x = (4, 1, 0), i = 2} = 0" in shown
    assert "y_i|_{x = (3, 1, 0), i = 1} = 0" in shown
    assert any("y_i²" in one for one in shown)
