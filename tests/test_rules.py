"""The rules of a script: each shows what it says, and nothing else."""

from __future__ import annotations

import pytest

from symnorm.language import (
    D,
    Index,
    Theorem,
    at,
    both,
    by,
    differentiable,
    either,
    eq,
    every,
    exp,
    function,
    iff,
    implies,
    indices,
    integral,
    interval,
    log,
    mean,
    ne,
    others,
    sqrt,
    symbol,
    term,
    total,
    vector,
)
from symnorm.prover import Prover, explain

C, a, b, c, t, u = map(symbol, ("C", "a", "b", "c", "t", "u"))
x, w = vector("x", C), vector("w", C)
i, j, k = indices("i j k", C)
y = function("y", t)


class Script:
    """A theorem that is proved while it is written."""

    def __init__(self, *where, along=()):
        self.theorem = Theorem("test/1", "Rules", where=where, along=along)
        self.prover = Prover(self.theorem)
        for entry in self.theorem.entries:
            assert self.prover.prove(entry).judgement.accepted
        self.count = 0

    def judged(self, role, statement, *rule):
        self.count += 1
        entry = getattr(self.theorem, role)(f"line {self.count}", statement, *rule)
        self.proof = self.prover.prove(entry)
        return entry

    def given(self, statement):
        entry = self.judged("given", statement, "hypothesis")
        assert self.proof.judgement.accepted, explain(self.proof, self.theorem)
        return entry

    def suppose(self, statement):
        entry = self.judged("suppose", statement)
        assert self.proof.judgement.accepted, explain(self.proof, self.theorem)
        return entry

    def shows(self, statement, rule, role="step"):
        entry = self.judged(role, statement, rule)
        assert self.proof.judgement.accepted, explain(self.proof, self.theorem)
        return entry

    def fails(self, statement, rule, *reasons, role="step"):
        """The line is not accepted, and the message holds these texts."""
        self.judged(role, statement, rule)
        assert not self.proof.judgement.accepted
        message = explain(self.proof, self.theorem)
        for reason in reasons:
            assert reason in message, message
        return message


# --- algebra --------------------------------------------------------------------------------------------------


def test_algebra():
    s = Script()
    p, q = s.given(eq(a, b + 1)), s.given(eq(b, 2 * c))
    s.shows(eq(a, 2 * c + 1), by.algebra(p, q))
    s.shows(eq(a * t, (b + 1) * t), by.algebra(p))
    s.shows(eq(a**2, (b + 1) ** 2), by.algebra(p))
    s.shows(eq(exp(t) * a, exp(t) * b + exp(t)), by.algebra(p))
    s.fails(eq(a, c), by.algebra(p, q), "the two sides differ", "left over is")
    s.fails(eq(a, 2 * c + 1), by.algebra(p), "the two sides differ")
    s.fails(eq(a, 2 * c + 1), by.algebra())


def test_algebra_with_a_factor():
    s = Script(ne(c, 0))
    p = s.given(eq(c * a, c * b))
    s.shows(eq(a, b), by.algebra(p, times=c))
    s.shows(eq(a, b), by.algebra(p))
    s.fails(eq(a, t), by.algebra(p, times=c))
    s = Script()
    p = s.given(eq(c * a, c * b))
    s.fails(eq(a, b), by.algebra(p, times=c), "it needs c ≠ 0")
    s.fails(eq(a, b), by.algebra(p), "it needs c ≠ 0")
    s.fails(eq(a, b), by.algebra(p, times=c - c))


def test_one_of_several_equations():
    s = Script()
    p = s.given(eq(a * a, b * b))
    e = s.shows(either(eq(a, b), eq(a, -b)), by.algebra(p))
    s.shows(eq(a**4, b**4), by.algebra(e))
    s.fails(either(eq(a, b), eq(a, 2 * b)), by.algebra(p))
    s.fails(eq(a, b), by.algebra(e))


def test_algebra_shows_equations_only():
    s = Script()
    s.fails(a > b, by.algebra())
    s.fails(ne(a, b), by.algebra())
    s.fails(implies(eq(a, b), eq(b, a)), by.algebra())
    s.shows(both(eq(a, a), eq(b, b)), by.algebra())
    s.fails(both(eq(a, a), eq(b, a)), by.algebra())


# --- premises made from premises ------------------------------------------------------------------------------


def test_the_derivative_of_a_premise():
    s = Script(along=[t])
    p = s.given(eq(y, t**2))
    s.shows(eq(D(y, t), 2 * t), by.algebra(p.d(t)))
    s.shows(eq(D(D(y, t), t), 2), by.algebra(p.d(t).d(t)))
    s.fails(eq(D(y, t), 2 * t), by.algebra(p))
    s.fails(eq(D(y, u), 0), by.algebra(p.d(u)), "a variable that the theorem does not let vary")
    s.fails(eq(D(y, u), 0), by.algebra(p.d(u)), "; write Theorem(..., along=[t]) with that variable")
    q = s.suppose(eq(t, 1))
    s.fails(eq(term(1), 0), by.algebra(q.d(t)), "what is only supposed cannot be differentiated")


def test_the_exponential_of_a_premise():
    s = Script()
    p = s.given(eq(a, b))
    s.shows(eq(exp(a), exp(b)), by.algebra(p.exp()))
    s.shows(eq(exp(a * t), exp(b * t)), by.algebra(p.exp(t)))
    s.shows(eq(exp(a), exp(b)), by.algebra(p.exp(2)))  # e^2a = e^2b, and e^a + e^b is not zero
    s.fails(eq(exp(a), exp(2 * b)), by.algebra(p.exp()))
    s.fails(eq(exp(a), b), by.algebra(p.exp()))
    q = s.given(a > b)
    s.fails(eq(exp(a), exp(b)), by.algebra(q.exp()), "an equation is needed here")


def test_a_premise_for_another_channel():
    s = Script()
    p = s.shows(eq(D(total(x**2), x[i]), 2 * x[i]), by.algebra())
    s.shows(eq(D(total(x**2), x[j]), 2 * x[j]), by.algebra(p.at(i, j)))
    s = Script(x[i] > 0)
    p = s.shows(eq(x[i] / x[i], 1), by.algebra())
    s.fails(eq(x[j], x[j]), by.algebra(p.at(i, j)), "a hypothesis speaks of i")


def test_a_premise_summed_over_channels():
    s = Script()
    p = s.given(eq(every(x), every(w) + 1))
    q = s.shows(eq(x[i], w[i] + 1), by.algebra(p.at(Index("*1", C), i)))
    s.shows(eq(total(x), total(w) + C), by.algebra(q.summed(i)))
    s.shows(eq(total(x * w), total(w**2 + w)), by.algebra(q.summed(i, w[i])))
    s.fails(eq(total(x), total(w)), by.algebra(q.summed(i)))
    s = Script()
    p = s.given(eq(x[i], 0))
    s.fails(eq(total(x), 0), by.algebra(p.summed(i)), "a hypothesis speaks of i")


def test_the_value_of_a_premise_at_a_point():
    s = Script(along=[interval(t, 0)])
    p = s.given(eq(D(y, t), 0))
    s.shows(eq(y, at(y, t, 0)), by.algebra(p.constant(0)))
    assert s.proof.judgement.lemmas == {"zero-derivative"}
    s.fails(eq(y, at(y, t, 1)), by.algebra(p.constant(1)), "the interval of the variable contains the point")
    q = s.given(eq(D(y, t), a - a))
    s.fails(eq(y, at(y, t, 0)), by.algebra(q.constant(0)), "an equation dg/dx = 0 is needed here")


# --- facts of their own ---------------------------------------------------------------------------------------


def test_roots():
    s = Script(a >= 0, b > 0)
    s.shows(eq(sqrt(a * b), sqrt(a) * sqrt(b)), by.algebra(by.roots(sqrt(a * b), sqrt(a) * sqrt(b))))
    s.shows(eq(sqrt(b**2), b), by.algebra(by.roots(sqrt(b**2), b)))
    p = s.given(eq(t**2, a))
    s.fails(eq(t, sqrt(a)), by.algebra(by.roots(t, sqrt(a), p)), "it needs t ≥ 0")
    s.shows(eq(sqrt(t**2), sqrt(a)), by.algebra(by.roots(sqrt(t**2), sqrt(a), p)))
    s.fails(eq(sqrt(a), sqrt(b)), by.algebra(by.roots(sqrt(a), sqrt(b))), "the two sides differ")
    s.fails(eq(sqrt(c), b), by.algebra(by.roots(sqrt(c), b)), "it needs c ≥ 0")


def test_what_is_neither_positive_nor_negative():
    s = Script(a >= 0, a <= 0, b >= 0, t >= 2, t <= 2)
    s.shows(eq(a, 0), by.algebra(by.squeezed(a)))
    s.shows(eq(t, 2), by.algebra(by.squeezed(t - 2)))
    s.fails(eq(b, 0), by.algebra(by.squeezed(b)), "it needs")
    s.fails(eq(c, 0), by.algebra(by.squeezed(c)), "it needs c ≥ 0")


def test_what_is_neither_negative_nor_zero():
    s = Script(a >= 0, ne(a, 0), b >= 0, ne(c, 0), t <= 1, ne(t, 1))
    s.shows(a > 0, by.strict(a))
    s.shows(t < 1, by.strict(1 - t))
    s.fails(b > 0, by.strict(b), "it needs")
    s.fails(c > 0, by.strict(c), "it needs")
    s.fails(b > 0, by.strict(a), "")


def test_logarithms():
    s = Script(a > 0, b > 0, ne(c, 0))
    s.shows(eq(log(a * b), log(a) + log(b)), by.algebra(by.logarithms({a * b: 1, a: -1, b: -1})))
    s.shows(eq(log(a**3), 3 * log(a)), by.algebra(by.logarithms({a**3: 1, a: -3})))
    s.shows(eq(log(1 / a), -log(a)), by.algebra(by.logarithms({1 / a: 1, a: 1})))
    p = s.given(eq(a**2, b**3))
    s.shows(eq(2 * log(a), 3 * log(b)), by.algebra(by.logarithms({a: 2, b: -3}, p)))
    s.fails(eq(2 * log(a), 3 * log(b)), by.algebra(by.logarithms({a: 2, b: -3})), "the two sides differ")
    s.fails(eq(log(c**2), 2 * log(a)), by.algebra(by.logarithms({c**2: 1, c: -2})), "it needs c > 0")


def test_a_square_that_vanishes():
    s = Script()
    p = s.given(eq(a**2 + b**2, 2 * a * b))
    s.shows(eq(a, b), by.algebra(by.vanishing_square(a - b, p)))
    s.fails(eq(a, -b), by.algebra(by.vanishing_square(a + b, p)), "the two sides differ")


def test_linear_equations():
    s = Script(along=[interval(t, 0)])
    ode, start = s.given(eq(D(y, t), 3 * t * y)), s.given(eq(at(y, t, 0), 0))
    s.shows(eq(y, 0), by.algebra(by.linear_equation(y, 3 * t, t, 0, (ode,), (start,))))
    assert s.proof.judgement.lemmas == {"linear-equation"}
    s.fails(eq(y, 0), by.algebra(by.linear_equation(y, 3 * t, t, 0, (ode,), ())), "the two sides differ")
    s.fails(eq(y, 0), by.algebra(by.linear_equation(y, 3 * t, t, 0, (), (start,))), "the two sides differ")
    s.fails(eq(y, 0), by.algebra(by.linear_equation(y, 3, t, 0, (ode,), (start,))), "the two sides differ")
    s.fails(eq(y, 1), by.algebra(by.linear_equation(y, 3 * t, t, 0, (ode,), (start,))))


# --- constants of integration ---------------------------------------------------------------------------------


def test_a_constant_of_integration():
    s = Script(along=[t])
    p = s.given(eq(D(y, t), 0))
    k = s.shows(eq(c, y), by.zero_derivative(p), "constant")
    s.shows(eq(D(y * t, t), c), by.algebra(p, k))
    s.fails(
        eq(c, y),
        by.zero_derivative(p),
        "c is introduced as a constant but was spoken of before",
        role="constant",
    )
    s.fails(
        eq(b, 2 * y),
        by.zero_derivative(p),
        "a constant of integration c is introduced as c = g",
        role="constant",
    )
    s = Script()
    p = s.given(eq(D(y, t), 0))
    s.fails(eq(c, y), by.zero_derivative(p), "a constant of integration needs an interval", role="constant")


# --- inequalities ---------------------------------------------------------------------------------------------


def test_signs():
    s = Script(a > 0, b >= 0, ne(c, 0))
    for statement, of in [
        (a + b > 0, None), (a * b >= 0, None), (c**2 > 0, None), (a / (1 + t**2) > 0, None), (exp(t) > 0, None),
        (sqrt(a) > 0, None), (a * c**2 + b > 0, None), (ne(a * c, 0), None),
        (total(x**2) >= 0, None), (others(x**2, i) >= 0, None), (a**2 + b**2 >= 2 * a * b, (a - b) ** 2),
        (t**2 + u**2 >= t * u, (t - u / 2) ** 2 + 3 * u**2 / 4), (a + b >= a, b), (-a < b, a + b),
    ]:  # fmt: skip
        s.shows(statement, by.sign(of))
    for statement, of in [
        (b > 0, None), (c > 0, None), (t > 0, None), (t**2 > 0, None), (a - b > 0, None), (total(x**2) > 0,
        None),
        (total(x) >= 0, None), (ne(a + c, 0), None), (a**2 + b**2 > 2 * a * b, (a - b) ** 2), (a > b,
        (a - b) ** 2),
        (others(x**2, i) > 0, None), (sqrt(b) > 0, None), (-a > 0, None), (t**3 >= 0, None), (a < 0, -a),
    ]:  # fmt: skip
        s.fails(statement, by.sign(of))


def test_earlier_inequalities_are_at_hand():
    s = Script(a > 1)
    s.shows(a - 1 > 0, by.sign())
    s.shows(eq(1 / (a - 1) * (a - 1), 1), by.algebra())
    s.fails(eq(1 / (a - 2) * (a - 2), 1), by.algebra(), "it needs a - 2 ≠ 0")
    s.shows(a**2 > a, by.sign(a * (a - 1)))
    s.shows(eq(a / (a**2 - a), 1 / (a - 1)), by.algebra())


def test_what_is_supposed_is_at_hand_under_the_supposition_only():
    s = Script()
    p = s.suppose(a > 0)
    s.shows(eq(a / a, 1), by.algebra())
    assert s.proof.judgement.assumptions == {p.number}
    s.fails(eq(a / a, 1), by.algebra(), role="claim")


def test_signs_with_premises():
    s = Script(a > 0)
    p = s.given(eq(b, 2 * a))
    s.shows(b > 0, by.sign(2 * a, p))
    s.fails(b > 0, by.sign(2 * a), "the difference of the sides is not the w = 2·a")
    s.fails(b < 0, by.sign(2 * a, p))


def test_exponential_bounds():
    s = Script()
    s.shows(exp(2 * t) >= 1 + 2 * t, by.exponential_bound(2 * t))
    assert s.proof.judgement.lemmas == {"exponential-bound"}
    s.fails(exp(2 * t) >= 1 + t, by.exponential_bound(2 * t))
    s.fails(exp(2 * t) > 1 + 2 * t, by.exponential_bound(2 * t))


def test_bounds():
    s = Script()
    s.shows(sqrt(term(2)) < term(3) / 2, by.bounds())
    s.shows(ne(exp(1), 2), by.bounds())
    s.fails(sqrt(term(2)) > term(3) / 2, by.bounds(), "bounds of the two sides do not decide")
    s.fails(sqrt(term(2)) ** 2 > 2, by.bounds(), "bounds of the two sides do not decide")
    s.fails(a**2 >= 0, by.bounds(), "bounds need an expression of numbers")
    s.fails(1 / (term(1) - 1) > 0, by.bounds(), "a division by what may be zero")


# --- combinations ---------------------------------------------------------------------------------------------


def test_exponentials():
    s = Script(ne(c, 0))
    p = s.given(eq(exp(c * a), exp(c * b)))
    s.shows(eq(a, b), by.exponentials(p, times=c))
    s.fails(eq(a, b), by.exponentials(p))
    s.fails(eq(a, b), by.exponentials(p, times=t), "it needs t ≠ 0")
    s.fails(eq(a, t), by.exponentials(p, times=c))


def test_several_statements():
    s = Script(a > 0)
    s.shows(both(eq(a, a), 2 * a > 0, ne(a, 0)), by.each(by.algebra(), by.sign(), by.sign()))
    s.fails(both(eq(a, a), a < 0), by.each(by.algebra(), by.sign()))
    s.fails(both(eq(a, b), 2 * a > 0), by.each(by.algebra(), by.sign()))


def test_implications():
    s = Script()
    p = s.suppose(eq(a, b))
    q = s.shows(eq(a**2, b**2), by.algebra(p))
    s.shows(implies(eq(a, b), eq(a**2, b**2)), by.discharge(p, q), "claim")
    s.fails(
        implies(eq(a**2, b**2), eq(a, b)), by.discharge(p, q), "its left side supposed and its right side shown"
    )
    s.fails(implies(eq(a, b), eq(a**2, b**2)), by.discharge(q, p))
    s.fails(eq(a**2, b**2), by.algebra(p), "a supposition that is never discharged", role="claim")


def test_equivalences():
    s = Script()
    left, right = eq(a, b), eq(3 * a, 3 * b)
    p = s.suppose(left)
    q = s.shows(right, by.algebra(p))
    r = s.suppose(right)
    z = s.shows(left, by.algebra(r))
    s.shows(iff(left, right), by.discharge(p, q, r, z), "claim")
    s.fails(iff(left, right), by.discharge(p, q, p, q))
    s.fails(iff(left, right), by.discharge(p, q))
    s.fails(implies(left, right), by.discharge(p, q, r, z))


def test_integrals():
    s = Script(t > 0, differentiable(y), along=[t])
    p = s.shows(eq(integral(1 / t, t), log(t)), by.algebra())
    s.shows(eq(integral(1 / t, t), log(t) + 3), by.algebra(p))
    s.fails(eq(integral(1 / t, t), log(t) + t), by.algebra(p))
    s.fails(eq(integral(1 / t, t) ** 2, log(t) ** 2), by.algebra(p), "integral")
    s.fails(eq(exp(integral(1 / t, t)), t), by.algebra(p.exp()), "integral")
    q = s.suppose(eq(D(y, t), 0))
    s.fails(eq(integral(0, t), y), by.algebra(q), "rests on a supposition")
    s = Script()
    q = s.given(eq(D(y, t), 0))
    s.fails(eq(integral(0, t), y), by.algebra(q), "an antiderivative needs an interval", "along=[t]")


def test_how_often_an_unknown_function_is_differentiable():
    """An equation that is solved for y' gives y'', the one that this gives is solved for y'', and so on."""
    s = Script(along=[t])
    p = s.given(eq(D(y, t), y**2 + t))
    third = eq(D(D(D(y, t), t), t), 2 * D(y, t) ** 2 + 2 * y * D(D(y, t), t))
    s.fails(eq(D(D(D(D(y, t), t), t), t), 0), by.algebra(), "it needs the third derivative of y")
    q = s.shows(eq(D(D(y, t), t), 2 * y * D(y, t) + 1), by.algebra(p.d(t)))
    s.shows(third, by.algebra(q.d(t)))
    s = Script(along=[t])
    p = s.given(eq(t * D(y, t), 2 * y))
    s.fails(eq(t * D(D(y, t), t), D(y, t)), by.algebra(p.d(t)), "put differentiable(y, 2) among the hypotheses")
    s = Script(differentiable(y, 2), along=[t])
    p = s.given(eq(t * D(y, t), 2 * y))
    s.shows(eq(t * D(D(y, t), t), D(y, t)), by.algebra(p.d(t)))
    s.fails(third, by.algebra(), "put differentiable(y, 3) among the hypotheses")
    Script().fails(eq(D(y**2, t), 2 * y * D(y, t)), by.algebra(), "put differentiable(y) among the hypotheses")


def test_a_mean_has_channels():
    s = Script()
    s.shows(eq(C * mean(x), total(x)), by.algebra())
    Script().fails(eq(C / C, 1), by.algebra(), "it needs C ≠ 0")  # no sum says that C is a number of channels
    s = Script()
    s.shows(total(term(1) + 0 * x) >= 0, by.sign())


# --- rules in the wrong place ---------------------------------------------------------------------------------

MISPLACED = {
    "a sign for an equation": (eq(a, a), lambda p: by.sign()),
    "a sign for one of several": (either(eq(a, a), eq(a, b)), lambda p: by.sign()),
    "exponentials for an inequality": (a > b, lambda p: by.exponentials(p)),
    "a tangent for an equation": (eq(a, a), lambda p: by.exponential_bound(a)),
    "each for one": (eq(a, a), lambda p: by.each(by.algebra())),
    "each with too few": (both(eq(a, a), eq(b, b), eq(c, c)), lambda p: by.each(by.algebra(), by.algebra())),
    "each with too many": (both(eq(a, a), eq(b, b)), lambda p: by.each(by.algebra(), by.algebra(),
    by.algebra())),
    "a constant for a step": (eq(c, a), lambda p: by.zero_derivative(p)),
    "a discharge for an equation": (eq(a, b), lambda p: by.discharge(p, p)),
    "a discharge of nothing supposed": (implies(eq(a, b), eq(a, b)), lambda p: by.discharge(p, p)),
    "bounds for an implication": (implies(eq(a, b), eq(a, b)), lambda p: by.bounds()),
    "bounds for several": (both(eq(a, a), eq(b, b)), lambda p: by.bounds()),
}  # fmt: skip


@pytest.mark.parametrize(("statement", "rule"), MISPLACED.values(), ids=MISPLACED)
def test_a_rule_in_the_wrong_place_is_explained(statement, rule):
    """It is no proof, and no accident either: there is a sentence that says so."""
    s = Script()
    p = s.given(eq(a, b))
    assert len(s.fails(statement, rule(p))) > 10
