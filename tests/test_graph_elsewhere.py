"""The gradient of a loss belongs to one value of what the loss is a function of: nothing carries it to another one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from symnorm.judge import judge
from symnorm.language import (
    D,
    LanguageError,
    Statement,
    Term,
    Theorem,
    array,
    by,
    covariance,
    define,
    delta,
    eq,
    every,
    function,
    implies,
    indices,
    length,
    loss,
    mean,
    sequence,
    symbol,
    total,
    variance,
    vector,
    whole,
)
from symnorm.language.record import record, theorems_from

C, u = symbol("C"), symbol("u")
N = length("N")
x, w = vector("x", C), vector("w", C)
table = array("table", N, C)
i, j = indices("i j", C)
(b,) = indices("b", N)
t, s, k = whole("t"), whole("s"), whole("k")
m, g = sequence("m"), sequence("g")
y = define("y", u * x)
ell = loss("L", y)
slope = D(ell, y[i])


def again(theorem: Theorem) -> Theorem:
    [made] = theorems_from(json.loads(json.dumps(record(theorem))))
    return made


def made(**more: Any) -> Theorem:
    return Theorem("test/elsewhere", "Elsewhere", where=[C > 0], **more)


def verdict(theorem: Theorem) -> str:
    return judge(again(theorem)).lines[-1].verdict


# --- what a loss may be a function of ---------------------------------------------------------------------

MOVING = {
    "a whole number": t * x,
    "an entry of a sequence": m[t] * x,
    "a power": u**t * x,
    "a sum up to one": total(m[s], over=s, up_to=t) * x,
    "a sum up to a number": total(m[s], over=s, up_to=3) * x,
    "a function of one": function("f", t) * x,
    "by a definition": define("c", m[t], "c_t") * x,
    "by a vector that is defined": 2 * define("z", t * x, "z_t"),
    "under a variance": variance(m[t] * w) * x,
    "by a derivative": D(define("p", t * define("q", u**2)), define("q", u**2)) * x,
}


@pytest.mark.parametrize("body", MOVING.values(), ids=MOVING)
def test_a_loss_is_of_nothing_that_speaks_of_a_whole_number(body: Term) -> None:
    of = define("y", body, r"y^{(t)}")
    with pytest.raises(LanguageError, match=r"speaks of the whole number [ts], and a gradient is known for one value"):
        loss("L", of)
    theorem = made()
    theorem.claim("(1)", eq(D(Term("loss", ("L", of), "L"), of[i]), 0), by.algebra())
    with pytest.raises(LanguageError, match="speaks of the whole number"):
        again(theorem)


PARTLY = {
    "a row": table[b],
    "a row that is defined": define("r", table * 2)[b],
    "a vector times a number of a channel": define("r", x * w[j], "r_j"),
    "a vector times that of a member": define("r", x * mean(table, over=C)[b], "r_b"),
    "in every channel": define("r", x * every(w)),
    "by a derivative": define("r", x * D(total(y * w), y[j]), "r_j"),
}


@pytest.mark.parametrize("of", PARTLY.values(), ids=PARTLY)
def test_a_loss_is_of_nothing_with_a_free_index(of: Term) -> None:
    """For another member it would be a function of something else, with another gradient."""
    with pytest.raises(LanguageError, match="a function of a vector that has a name"):
        loss("L", of)
    theorem = made()
    theorem.claim("(1)", eq(D(Term("loss", ("L", of), "L"), x[i]), 0), by.algebra())
    with pytest.raises(LanguageError, match="a function of a vector that has a name"):
        again(theorem)


def test_a_certain_entry_of_a_sequence_is_a_number() -> None:
    own = define("y", m[2] * x)
    theorem = made()
    theorem.claim("(1)", eq(D(loss("L", own), x[i]), m[2] * D(loss("L", own), own[i])), by.algebra())
    assert verdict(theorem) == "proved"


# --- whole numbers in a theorem with a loss ---------------------------------------------------------------

Writes = Callable[[Theorem], Any]


def plain(theorem: Theorem) -> Any:
    return theorem.claim("(9)", eq(D(ell, x[i]), u * slope), by.algebra())


BESIDE: dict[str, Writes] = {
    "in what is given": lambda th: th.given("(1)", eq(m[t] * slope, 0), "hypothesis"),
    "in what is supposed": lambda th: th.suppose("one", eq(m[t] * slope, 0)),
    "in a claim": lambda th: th.claim("(1)", eq(t * slope, slope * t), by.algebra()),
    "in a line without the loss": lambda th: th.supplied("t", eq(t + t, 2 * t), by.algebra()),
    "in a sum over one": lambda th: th.claim(
        "(1)", eq(total(slope, over=s, up_to=3), 3 * slope), by.algebra()
    ),
    "in an exponent": lambda th: th.claim("(1)", eq(u ** (t + 0) * slope, slope * u**t), by.algebra()),
    "in a definition": lambda th: th.claim("(1)", eq(define("c", m[t], "c_t"), m[t]), by.algebra()),
    "in what is printed": lambda th: th.claim(
        "(1)", eq(2 * slope, slope + slope), by.algebra(), printed=eq(2 * slope, t * slope), at={t: 3}, note="n"
    ),
    "in a false claim": lambda th: th.counterexample("(1)", eq(slope, t), at={ell: [3], C: 1, t: 1}, note="n"),
    "in what a false claim supposes": lambda th: th.counterexample(
        "(1)", eq(slope, 0), at={ell: [3], C: 1}, note="n", under=[m[t] > 0]
    ),
    "in what an argument assumes": lambda th: th.gap(
        "(1)", assumes=eq(slope, t), at={ell: [3], C: 1, t: 1}, repaired=plain(th), note="n"
    ),
    "in a hypothesis that is missing": lambda th: th.missing(
        "(1)", plain(th), m[t] > 0, at={ell: [3], C: 1}, note="n"
    ),
}  # fmt: skip


@pytest.mark.parametrize("writes", BESIDE.values(), ids=BESIDE)
def test_no_whole_number_stands_where_there_is_a_loss(writes: Writes) -> None:
    theorem = made()
    writes(theorem)
    if "(9)" not in {e.label for e in theorem.entries}:
        plain(theorem)
    with pytest.raises(LanguageError, match=r"no whole number where there is a loss: .* the gradient of L"):
        judge(again(theorem))


def test_no_whole_number_stands_in_a_hypothesis_beside_a_loss() -> None:
    theorem = Theorem("test/elsewhere", "Elsewhere", where=[C > 0, m[t] > 0])
    plain(theorem)
    with pytest.raises(LanguageError, match="no whole number where there is a loss"):
        judge(again(theorem))


def test_nothing_is_shown_of_a_gradient_by_induction() -> None:
    theorem = made(model={m[t]: 1})
    given = theorem.given("(0)", eq(slope, m[t]), "hypothesis")
    theorem.induction(
        "(1)", eq(m[t], m[1]), over=t, step=lambda p: by.algebra(p, given, given.at(t, t + 1)),
    )  # fmt: skip
    with pytest.raises(LanguageError, match="no whole number where there is a loss"):
        judge(again(theorem))


def test_a_model_may_say_what_a_sequence_is() -> None:
    theorem = made(model={m[t]: t, u: 2, C: 1})
    given = theorem.given("(1)", eq(u, m[2]), "hypothesis")
    theorem.claim("(2)", eq(D(ell, x[i]), m[2] * slope), by.algebra(given))
    assert verdict(theorem) == "proved"


# --- channels ---------------------------------------------------------------------------------------------


def test_what_holds_of_a_gradient_in_every_channel_holds_in_another() -> None:
    theorem = made(model={u: 0})
    zero = theorem.given("(1)", eq(u, 0), "hypothesis")
    shown = theorem.step("(2)", eq(D(ell, x[i]), 0), by.algebra(zero))
    theorem.step("(3)", eq(D(ell, x[j]), 0), by.algebra(shown.at(i, j)))
    theorem.claim("(4)", eq(total(D(ell, x[i]) * w[i], over=i), 0), by.algebra(shown.summed(i, w[i])))
    assert {line.verdict for line in judge(again(theorem)).lines} == {"proved"}


@pytest.mark.parametrize("moved", [lambda p: p.at(i, j), lambda p: p.summed(i)], ids=["renamed", "summed"])
@pytest.mark.parametrize("role", ["given", "where"])
def test_what_is_given_of_one_entry_of_a_gradient_is_not_said_of_another(role: str, moved: Any) -> None:
    given = eq(slope, 0)
    theorem = Theorem("test/elsewhere", "Elsewhere", where=[C > 0], model={C: 2, ell: [0, 5], i: 1, j: 2})
    premise = theorem.given("(1)", given, "hypothesis") if role == "given" else theorem.suppose("(1)", given)
    wanted = eq(D(ell, y[j]), 0) if moved(premise).kind == "rename" else eq(total(D(ell, y[i]), over=i), 0)
    theorem.claim("(2)", wanted, by.algebra(moved(premise)))
    assert verdict(theorem) != "proved"


def test_what_is_supposed_of_one_entry_of_a_gradient_implies_nothing_of_another() -> None:
    theorem = made()
    one, other = eq(slope, 0), eq(D(ell, y[j]), 0)
    supposed = theorem.suppose("one", one)
    shown = theorem.supplied("other", other, by.algebra(supposed.at(i, j)))
    theorem.claim("(1)", implies(one, other), by.discharge(supposed, shown))
    assert verdict(theorem) != "proved"


# --- derivatives inside sums up to a whole number ---------------------------------------------------------

c = define("c", m[s], "c_s")
v = define("v", m[s] * x, "v_s")
held = define("e", m[s] * u, "e_s")
n = define("n", u * x)
q = define("q", u**2)

CAPTURED: dict[str, Callable[[], Term]] = {
    "a number": lambda: D(total(c * g[s], over=s, up_to=t), c),
    "an entry": lambda: D(total(v[i] * g[s], over=s, up_to=t), v[j]),
    "what is held": lambda: D(total(u * held * g[s], over=s, up_to=t), u, holding=[held]),
    "in a definition": lambda: D(define("S", total(c * g[s], over=s, up_to=t)) ** 2, c),
    "of a loss": lambda: D(loss("L", define("z", total(c * g[s], over=s, up_to=t) * x)), c),
}


@pytest.mark.parametrize("write", CAPTURED.values(), ids=CAPTURED)
def test_a_sum_does_not_bind_the_whole_number_of_what_moves(write: Callable[[], Term]) -> None:
    """The derivative of c_1 g_1 + ... + c_t g_t by c_s is g_s, if any, and not the sum of all."""
    said = r"needs another letter|speaks of the whole number|no definition leads|is not held"
    with pytest.raises(LanguageError, match=said):
        made().claim("(1)", eq(write(), 0), by.algebra())


def test_a_record_binds_no_whole_number_of_what_moves_either() -> None:
    theorem = made()
    theorem.claim("(1)", eq(D(total(c * g[k], over=k, up_to=t), c), gs(g[s])), by.algebra())
    document = json.loads(json.dumps(record(theorem)))
    [letter] = [node for node in document["terms"] if node[0] == "whole" and node[3] == "k"]
    letter[1], letter[3] = "s", "s"
    with pytest.raises(LanguageError, match=r"needs another letter|stands where it does not belong"):
        theorems_from(document)


def gs(body: Any) -> Term:
    return total(body, over=s, up_to=t)


SUMS = {
    "another letter": (eq(D(total(c * g[k], over=k, up_to=t), c), total(g[k], over=k, up_to=t)), "proved"),
    "another letter, one term": (eq(D(total(c * g[k], over=k, up_to=t), c), g[s]), "refuted"),
    "a number": (eq(D(gs(q**2 * g[s]), q), 2 * q * gs(g[s])), "proved"),
    "an entry": (eq(D(gs(total(n * w) * g[s]), n[i]), w[i] * gs(g[s])), "proved"),
    "another entry": (eq(D(gs(n[i] * g[s]), n[j]), delta(i, j) * gs(g[s])), "proved"),
    "all entries": (eq(D(gs(total(n * w) * g[s]), n[i]), total(w) * gs(g[s])), "refuted"),
    "a variance by an entry": (eq(D(gs(variance(n * m[s])), n[i]), gs(m[s] ** 2) * 2 * (n[i] - mean(n)) / C), "proved"),
    "a variance by an entry, once": (eq(D(gs(variance(n * m[s])), n[i]), 2 * (n[i] - mean(n)) / C), "refuted"),
    "variances": (eq(gs(variance(m[s] * x)), gs(m[s] ** 2) * variance(x)), "proved"),
    "covariances": (eq(gs(covariance(m[s] * x, g[s] * w)), gs(m[s] * g[s]) * covariance(x, w)), "proved"),
    "variances of the sum": (eq(gs(variance(m[s] * x)), gs(m[s]) ** 2 * variance(x)), "refuted"),
    "covariances of sums": (eq(gs(covariance(m[s] * x, g[s] * w)), gs(m[s]) * gs(g[s]) * covariance(x, w)), "refuted"),
}  # fmt: skip


@pytest.mark.parametrize(("statement", "wanted"), SUMS.values(), ids=SUMS)
def test_derivatives_and_variances_inside_a_sum_up_to_a_whole_number(statement: Statement, wanted: str) -> None:
    theorem = made()
    theorem.claim("(1)", statement, by.algebra())
    assert verdict(theorem) == wanted


def test_what_is_given_of_a_variance_for_every_whole_number() -> None:
    theorem = made(model={m[t]: 1})
    given = theorem.given("(1)", eq(variance(m[t] * x), variance(x)), "hypothesis")
    theorem.claim("(2)", eq(covariance(m[t + 1] * x, m[t + 1] * x), variance(x)), by.algebra(given.at(t, t + 1)))
    assert verdict(theorem) == "proved"
