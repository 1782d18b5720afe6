"""Theorems along a variable in Rocq: what is stated of intervals, constants and functions, and what is not accepted.

Where there is no coqc, what needs it is skipped, and pytest says so.
"""

from __future__ import annotations

from typing import Any

import pytest
from needed import needs_coqc

from symnorm import (
    D,
    Theorem,
    at,
    by,
    differentiable,
    eq,
    exp,
    function,
    function_of,
    indices,
    integral,
    interval,
    log,
    mean,
    sqrt,
    symbol,
    tanh,
    vector,
)
from symnorm.judge import judge
from symnorm.rocq.axioms import AXIOMS
from symnorm.rocq.document import document
from symnorm.rocq.files import Content
from symnorm.rocq.judge import Rocq
from symnorm.rocq.points import POSSIBLE, Points
from symnorm.rocq.proof import prove
from symnorm.rocq.trial import accepted

t, a, u, c = (symbol(name) for name in "tauc")
y = function("y", t)
phi = function_of("phi", r"\phi")
C = symbol("C")
x = vector("x", C)
(i,) = indices("i", C)


def bundle(theorem: Theorem) -> dict[str, Any]:
    made = judge(theorem).bundle
    assert made is not None
    found: dict[str, Any] = made.document
    return found


def linear() -> dict[str, Any]:
    """A linear equation has one solution; an exponential is one."""
    theorem = Theorem("mine/linear", "Growth", along=[interval(t, 0)], model={y: exp(a * t)})
    ode = theorem.given("(1)", eq(D(y, t), a * y), "hypothesis")
    start = theorem.given("(2)", eq(at(y, t, 0), 1), "hypothesis")
    rule = by.linear_equation(y - exp(a * t), a + 0 * t, t, 0, slope=(ode,), start=(start,))
    theorem.claim("(3)", eq(y, exp(a * t)), by.algebra(rule))
    return bundle(theorem)


def constant() -> dict[str, Any]:
    """What has no slope is a constant; what has the same slope differs by one."""
    theorem = Theorem("mine/constant", "A constant of integration", along=[t], model={y: t**2 + 3})
    ode = theorem.given("(1)", eq(D(y, t), 2 * t), "hypothesis")
    still = theorem.step("(2)", eq(D(y - t**2, t), 0), by.algebra(ode))
    introduced = theorem.constant("(3)", eq(c, y - t**2), by.zero_derivative(still))
    theorem.claim("(4)", eq(y, t**2 + c), by.algebra(introduced))
    theorem.claim("(5)", eq(integral(2 * t, t), t**2), by.algebra())
    return bundle(theorem)


def smooth() -> dict[str, Any]:
    """What is given along a variable is differentiated, with a function that has a derivative everywhere."""
    theorem = Theorem(
        "mine/smooth", "A function of a function", where=[differentiable(phi(u))], along=[t],
        model={phi(u): 2 * u},
    )  # fmt: skip
    given = theorem.given("(1)", eq(phi(3 * t), 6 * t), "hypothesis")
    theorem.claim("(2)", eq(at(D(phi(u), u), u, 3 * t), 2), by.algebra(given.d(t)))
    return bundle(theorem)


def segment() -> dict[str, Any]:
    """One entry of a vector varies, and a constant belongs to it."""
    z = function("z", x[i])
    theorem = Theorem("mine/segment", "An entry", where=[C > 1], along=[x[i]], model={z: x[i] - 2})
    ode = theorem.given("(1)", eq(D(z, x[i]), 1), "hypothesis")
    still = theorem.step("(2)", eq(D(z - C / (C - 1) * (x[i] - mean(x)), x[i]), 0), by.algebra(ode))
    introduced = theorem.constant("(3)", eq(c, z - C / (C - 1) * (x[i] - mean(x))), by.zero_derivative(still))
    theorem.claim("(4)", eq(z, C / (C - 1) * (x[i] - mean(x)) + c), by.algebra(introduced))
    return bundle(theorem)


# --- what is stated ---------------------------------------------------------------------------------------------


def test_a_theorem_holds_on_every_open_interval_where_what_is_supposed_does() -> None:
    text = document(linear()).text
    for said in (
        "(is_derive (fun t => y t) t (a * y t))",
        "Definition along (y : R -> R) (a : R) (J : R -> Prop) : Prop :=\n  (interval J) /\\\n  (forall t, J t -> J 0)",
        "(forall t, J t -> hypotheses y t a)",
        "forall (y : R -> R) (a : R) (J : R -> Prop),\n  along y a J ->\n  forall t, J t ->\n  y t = exp (a * t).",
    ):
        assert said in text, said


def test_there_is_a_constant_for_the_whole_interval() -> None:
    text = document(constant()).text
    said = "exists c : R,\n  forall t, J t ->\n  (c = y t - t ^ 2) /\\\n  (y t = t ^ 2 + c)."
    assert said in text
    assert "(forall t, J t -> is_derive I1 t (2 * t)) -> exists K : R, forall t, J t -> I1 t = t ^ 2 + K." in text
    assert "(exists I : R -> R, forall t, J t -> is_derive I t (2 * t))" in text


def test_a_function_is_as_smooth_as_is_supposed_and_an_entry_varies_by_itself() -> None:
    assert "(forall u, ex_derive phi u)" in document(smooth()).text
    text = document(segment()).text
    assert "(segment i J)" in text
    assert "(J : (nat -> R) -> Prop)" in text


# --- what Rocq says ---------------------------------------------------------------------------------------------


@needs_coqc
@pytest.mark.parametrize("made", [linear, constant, smooth, segment])
def test_theorems_along_a_variable_are_accepted_and_are_about_something(rocq: Rocq, made: Any) -> None:
    outcome = rocq.judge(made())
    assert outcome.open == {}
    assert outcome.accepted == outcome.entries
    assert outcome.points == {POSSIBLE: "possible"}
    assert set(outcome.axioms) <= set(AXIOMS)


MUTANTS = {
    "no interval": (linear, "(interval J) /\\\n", "(forall t, J t -> J t) /\\\n"),
    "no start in it": (linear, "(forall t, J t -> J 0)", "(forall t, J t -> J t)"),
    "no equation": (linear, "is_derive (fun t => y t) t (a * y t)", "is_derive (fun t => a) t (a * 0)"),
    "another solution": (linear, "  y t = exp (a * t).", "  y t = exp (2 * a * t)."),
    "another start": (linear, "(fun t => y t) 0 = 1", "(fun t => y t) 0 = 2"),
    "another constant": (constant, "(c = y t - t ^ 2)", "(c = y t - t ^ 3)"),
    "a false line": (constant, "(y t = t ^ 2 + c).", "(y t = t ^ 3 + c)."),
    "one constant for all": (constant, "exists c : R,\n  forall t", "forall c : R,\n  forall t"),
    "another antiderivative": (constant, "I1 t = t ^ 2 + K", "I1 t = t ^ 3 + K"),
    "no constant beside it": (constant, "I1 t = t ^ 2 + K", "I1 t = t ^ 2"),
    "a half-open set": (constant, "(interval J)", "(forall a b t, J a -> J b -> a <= t <= b -> J t)"),
    "continuous only": (smooth, "forall u, ex_derive phi u", "forall u, continuous phi u"),
    "one value": (smooth, "(phi (3 * t) = 6 * t)", "(phi (3 * 0) = 6 * 0)"),
    "no segment": (segment, "(segment i J)", "(open_set C J)"),
}


@needs_coqc
@pytest.mark.parametrize("name", MUTANTS)
def test_a_changed_statement_is_not_proved(rocq: Rocq, name: str) -> None:
    made, old, new = MUTANTS[name]
    proved = prove(made())
    assert proved.open == {}
    assert old in proved.document.text
    changed = proved.document.text.replace(old, new)
    (rocq.folder / "mine_changed.v").write_text(proved.text.replace(proved.document.text, changed), "utf-8")
    code, said = rocq.run("mine_changed.v")
    assert code == 1, name
    assert "Error" in said
    (rocq.folder / f"T_mine_{made.__name__}.v").write_text(proved.text, "utf-8")
    assert rocq.run(f"T_mine_{made.__name__}.v")[0] == 0
    held = Content(f"mine/{made.__name__}", proved, ()).check
    (rocq.folder / "mine_held.v").write_text(held.replace(proved.document.text, changed), "utf-8")
    assert rocq.run("mine_held.v")[0] == 1, name


def refuted(statement: Any, value: int) -> dict[str, Any]:
    """That a line about the solutions of y' = 0 fails, by the function that is a number everywhere."""
    theorem = Theorem("mine/still", "No slope", along=[interval(t, 0)], model={y: 1})
    ode = theorem.given("(1)", eq(D(y, t), 0), "hypothesis")
    theorem.claim("(2)", eq(y, at(y, t, 0)), by.algebra(theorem_constant(theorem, ode)))
    found = bundle(theorem)
    point = {**found["point"], "functions": {"y": [[["sym", "t"]], ["num", str(value)]]}}
    item = {"label": "(3)", "statement": statement.form(), "kind": "false", "under": [], "fails": [], "point": point}
    model = {**found["model"], "functions": point["functions"]} if value == 1 else None
    return {**found, "refutations": [{**item, "model": model}]}


def theorem_constant(theorem: Theorem, ode: Any) -> Any:
    """y(t) = y(0)."""
    still = theorem.supplied("still", eq(D(y + 0 * t, t), 0), by.algebra(ode))
    return still.constant(0)


@needs_coqc
def test_a_line_about_solutions_is_refuted_by_one_and_a_true_line_by_none(rocq: Rocq) -> None:
    false = rocq.judge(refuted(eq(y, 2), 1))
    assert false.points == {POSSIBLE: "possible", "refutation 1, (3)": "false"}
    assert false.open == {}
    true = rocq.judge(refuted(eq(y, at(y, t, 0)), 1))
    assert [*true.open] == ["refutation 1, (3)"]


def of_integrals(*statements: Any, where: int = 1) -> dict[str, Any]:
    """That equations of antiderivatives fail for y = t^2 + 3, each near a value of t."""
    found = constant()
    point = {**found["point"], "symbols": {"t": ["num", str(where)], "a": ["num", "3"]}}
    item: dict[str, Any] = {"kind": "false", "under": [], "fails": [], "point": point, "model": None}
    listed = [{**item, "label": f"({n})", "statement": s.form()} for n, s in enumerate(statements)]
    return {**found, "refutations": listed}


@needs_coqc
def test_a_false_equation_of_antiderivatives_is_refuted_where_they_exist(rocq: Rocq) -> None:
    false = rocq.judge(of_integrals(
        eq(integral(D(y, t) / y, t), 2 * log(y)),
        eq(integral(D(y, t), t), -integral(D(sqrt(y) * exp(-t), t) / y**2, t) / 3),
        eq(integral(log(y) - tanh(t), t) * 2, integral(1 / t, t) / a + t),
    ))  # fmt: skip
    assert false.open == {}
    assert [*false.points.values()] == ["possible", "false", "false", "false"]
    assert set(false.axioms) <= set(AXIOMS)


@needs_coqc
def test_a_true_equation_of_antiderivatives_is_not_refuted_nor_one_of_what_does_not_exist(rocq: Rocq) -> None:
    true = rocq.judge(of_integrals(eq(integral(D(y, t) / y, t), log(y))))
    assert [*true.open] == ["refutation 1, (0)"]
    undefined = rocq.judge(of_integrals(eq(integral(1 / t, t), 1), where=0))
    assert [*undefined.open] == ["refutation 1, (0)"]


def test_a_point_is_one_in_an_open_set() -> None:
    (possible,) = Points(linear()).stated
    said = "(along y a J) /\\\n  (forall t, J t -> hypotheses_defined y t a) /\\\n  exists t,\n  (J t)."
    assert said in possible.stated
    assert "Definition hypotheses_defined (y : R -> R) (t : R) (a : R) : Prop :=" in possible.stated
    assert "(forall t, J t -> J 0)" in possible.stated


def supposing(*where: Any, value: int) -> dict[str, Any]:
    """That y' = 2 t and more can be supposed near a value of t, with x = (1, 4) and a = 3."""
    found = constant()
    entry = {"label": "", "role": "where", "source": "", "certificate": []}
    point = {**found["point"], "symbols": {"t": ["num", str(value)], "a": ["num", "3"], "C": ["num", "2"]}}
    point["vectors"] = {"x": [["num", "1"], ["num", "4"]]}
    said = [{**entry, "statement": s.form()} for s in where]
    return {**found, "entries": [*said, *found["entries"]], "point": point}


@needs_coqc
def test_what_is_supposed_is_defined_wherever_it_is_supposed_to_hold(rocq: Rocq) -> None:
    """At t = 0 there is a root of t, and Rocq has one of what is negative, but it stands for nothing."""
    everywhere = supposing(sqrt(t) > 0, mean(1 / (x + t)) > 0, log(t) < mean(x), D(y, t) >= 0, a**2 + t >= 9, value=1)
    found = accepted(rocq, everywhere)
    assert found.kinds == {POSSIBLE: "possible"}, found.open
    assert "(0 <= t)" in Points(everywhere).stated[0].stated
    found = accepted(rocq, supposing(1 + sqrt(t) > 0, value=0))
    assert not found.kinds
    assert POSSIBLE in found.open
