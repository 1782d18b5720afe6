"""No guard of the checker is idle: without it, something gets through that must not.

Each guard is taken out of a copy of the checker's source, and a false theorem is put before both. The original
has to reject it, the copy to accept it. Where one guard stands behind another, `behind` names the other,
and both
are taken out. The last test makes sure that no guard is forgotten.
"""

from __future__ import annotations

import ast
import importlib
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from test_checker_kit import (
    ONE,
    TWO,
    ZERO,
    Bundle,
    C,
    D,
    a,
    add,
    app,
    at,
    b,
    c,
    div,
    eq,
    exp,
    hyp,
    ident,
    identity,
    integral,
    log,
    mul,
    neg,
    num,
    power,
    root,
    sign,
    sub,
    t,
    total,
    u,
    use,
    w,
    x,
    y,
)

from symnorm import checker

SOURCE = Path(checker.__file__).parent
FALSE = eq(ONE, ZERO)
PLAIN = ("identity", ("ident", (), None))

Make = Callable[..., Bundle]
Scenario = Callable[[Make], Any]
"""Puts something false together, with bundles that it makes, and returns the judgement on it."""


@dataclass(frozen=True)
class Guard:
    """A place in a file of the checker.

    It is the beginning of the message of a `raise`, which becomes `pass`, or a piece of source, with what is
    put there instead. It has to be found; of several, the `number`th is meant.
    """

    file: str
    place: str
    instead: str | None = None
    number: int = 0

    def removed_from(self, folder: Path) -> None:
        """Takes the guard out of the source in a folder."""
        path = folder / f"{self.file}.py"
        text = path.read_text("utf-8")
        if self.instead is None:
            found = list(_raises(text, self.place))
            assert len(found) > self.number, f"{self.file}.py raises nothing that begins with {self.place!r}"
            node = found[self.number]
            lines = text.splitlines(keepends=True)
            lines[node.lineno - 1 : node.end_lineno] = [" " * node.col_offset + "pass\n"]
            path.write_text("".join(lines), "utf-8")
        else:
            assert text.count(self.place) > self.number, f"{self.place!r} does not stand in {self.file}.py"
            parts = text.split(self.place)
            before = self.place.join(parts[: self.number + 1])
            path.write_text(before + self.instead + self.place.join(parts[self.number + 1 :]), "utf-8")


def _raises(text: str, message: str) -> Iterator[ast.Raise]:
    nodes = (n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Raise))
    return (n for n in sorted(nodes, key=lambda n: n.lineno) if _message(n).startswith(message))


def _message(node: ast.Raise) -> str:
    """What the message of a raise begins with."""
    match node.exc:
        case ast.Call(args=[ast.Constant(value=str(text)), *_]):
            return text
        case ast.Call(args=[ast.JoinedStr(values=parts), *_]):
            return next(v.value for v in parts if isinstance(v, ast.Constant)).strip()
    return ""


TABLE: list[tuple[Guard, tuple[Guard, ...], Scenario]] = []


def guard(
    file: str, place: str, instead: str | None = None, *, number: int = 0, behind: tuple[Guard, ...] = ()
) -> Callable[[Scenario], Scenario]:
    """What follows is false, and gets through without this guard."""

    def note(scenario: Scenario) -> Scenario:
        TABLE.append((Guard(file, place, instead, number), behind, scenario))
        return scenario

    return note


def claim(bundle: Bundle, statement: Any = FALSE, proof: Any = PLAIN, defined: Any = ()) -> Any:
    return bundle.judged("claim", statement, proof, defined)


def noted(bundle: Bundle, role: str, statement: Any, proof: Any = PLAIN, defined: Any = ()) -> int:
    """An entry that may be rejected; its number."""
    bundle.judged(role, statement, proof, defined)
    return len(bundle.entries) - 1


# --- being defined --------------------------------------------------------------------------------------------


@guard("step", "raise Undischarged(duty)", "pass")
@guard("step", "self.require(duties)", "pass")
@guard("normal", 'duties.append(("!=", below))', "pass")
@guard("normal", "duties.extend(more)", "pass")
def divided_by_zero(make):
    return claim(make(), eq(add(mul(a, div(ONE, a)), ZERO), ONE))


@guard("normal", 'duties.append(("!=", base))', "pass")
def a_negative_power_of_zero(make):
    return claim(make(), eq(mul(a, power(a, -1)), ONE))


@guard("normal", 'duties.append((">=", q))', "pass")
def the_root_of_a_negative_number(make):
    return claim(make(), eq(power(root(a), 2), a))


@guard("normal", 'duties.append((">", q))', "pass")
def the_logarithm_of_a_negative_number(make):
    return claim(make(), eq(exp(log(a)), a))


@guard("normal", "(relation, substitute(q, variable, point)) for relation, q in inside", "inside")
def zero_over_zero_at_a_point(make):
    bundle = make()
    bundle.where("!=", t)
    return claim(bundle, eq(at(div(t, t), t, ZERO), ONE))


@guard("normal", '">" if moves else relation', "relation")
def a_derivative_at_the_end_of_an_interval(make):
    bundle = make()
    bundle.where(">=", t)
    return claim(bundle, eq(D(power(root(t), 2), t), ONE))


@guard("normal", "if name not in indices", "")
def one_channel_for_two(make):
    bundle = make()
    bundle.where("!=", add(x("*1"), w("*1")))
    f = add(x("k"), w("*1"))
    return claim(bundle, eq(total(div(f, f)), C))


@guard("derivative", 'duties.append((">", q))', "pass")
@guard("step", "self.require([self.normal.canonical(d) for d in duties])", "pass")
def a_derivative_of_a_root_at_its_zero(make):
    bundle = make(t)
    r = root(power(t, 2))
    bundle.defined.append((">=", power(t, 2), ("sq", t)))
    n = bundle.given(r, y)
    return claim(bundle, eq(t, mul(r, D(y, t))), identity((("deriv", use(n), t), r)))


@guard("step", '"!=": constant != 0', '"!=": True')
def a_number_that_is_zero(make):
    return claim(make(), eq(at(div(t, t), t, ZERO), ONE))


@guard("step", '">": constant > 0', '">": True')
def a_number_that_is_not_positive(make):
    return claim(make(), eq(exp(log(num(-2))), num(-2)))


@guard("step", '">=": constant >= 0', '">=": True')
def a_number_that_is_negative(make):
    return claim(make(), eq(power(root(num(-2)), 2), num(-2)))


@guard("step", 'lead if relation == "!=" or lead > 0 else -lead', "lead")
def the_other_sign(make):
    bundle = make()
    bundle.where(">", a)
    return claim(bundle, eq(exp(log(neg(a))), neg(a)))


@guard("step", "self.used |= condition.used", "pass")
def a_condition_of_a_supposition(make):
    bundle = make()
    n = bundle.suppose(("ne", b, ZERO))
    m = noted(bundle, "step", eq(div(b, b), ONE), PLAIN, [("!=", b, hyp(n))])
    return claim(bundle, eq(div(b, b), ONE), PLAIN, [(m, 0)])


@guard("signs", "step.rely(step.known[n])", "pass")
def a_condition_of_a_condition_of_a_supposition(make):
    bundle = make()
    n = bundle.suppose(("ne", b, ZERO))
    known = [("!=", b, hyp(n)), (">", power(b, 2), ("sq+", ("known", 0)))]
    m = noted(bundle, "step", eq(div(b, b), ONE), PLAIN, known)
    return claim(bundle, eq(div(power(b, 2), power(b, 2)), ONE), PLAIN, [(m, 1)])


@guard("step", "self.rely(self._met[duty])", "pass")
def a_condition_that_is_defined_under_a_supposition(make):
    bundle = make()
    n = bundle.suppose(("ge", b, ZERO))
    known = [(">=", b, hyp(n)), (">=", b, ("sq", root(b)))]
    m = noted(bundle, "step", eq(root(b), root(b)), PLAIN, known)
    return claim(bundle, eq(power(root(b), 2), b), PLAIN, [(m, 1)])


@guard("step", "a witness shows the sign of another quantity than it should")
def the_sign_of_another(make):
    return claim(make(), eq(div(a, a), ONE), PLAIN, [("!=", a, ("num", "1"))])


@guard("step", "a quantity shown to be")
def a_condition_that_is_not_the_one_shown(make):
    """Only what is shown goes on the list, in any case; the certificate is refused for what it says."""
    return claim(make(), eq(ONE, ONE), PLAIN, [("!=", power(a, 2), ("sq", a))])


@guard("step", 'for r in (">", ">=", "!=") if implies(sign, r)', 'for r in (">", ">=", "!=")')
def what_is_shown_counts_for_more(make):
    return claim(make(), eq(div(power(a, 2), power(a, 2)), ONE), PLAIN, [(">=", power(a, 2), ("sq", a))])


@guard("theorem", 'defined(step, statement, proof if entry.role in ("step", "claim") else ())', "pass")
@guard("theorem", 'proof if entry.role in ("step", "claim") else ()', "proof")
def a_hypothesis_without_a_value(make):
    return make().judged("given", eq(div(ONE, a), ONE), ("bounds",))


@guard("statements", "for part in statement[1:]:\n            step.value(part)", "pass")
def an_inequality_without_a_value(make):
    return make().judged("suppose", ("ge", div(ONE, a), ZERO), ())


# --- earlier entries ------------------------------------------------------------------------------------------


@guard("step", "there is no earlier entry")
@guard("step", "0 <= n < len(self.earlier)", "n < len(self.earlier)")
def an_entry_counted_from_the_end(make):
    bundle = make()
    bundle.given(a, b)
    return claim(bundle, eq(a, b), identity((use(-1), ONE)))


@guard("step", "isinstance(n, bool) or ", "")
def an_entry_called_true(make):
    bundle = make()
    bundle.given(a, b)
    bundle.given(b, c)
    return claim(bundle, eq(b, c), identity((use(True), ONE)))


@guard("step", "self.used.add(n)", "pass")
@guard("theorem", "step.suppositions() | {number}", "step.suppositions()")
@guard("theorem", "a claim stands on a supposition that is never discharged")
def a_supposition_is_taken_for_granted(make):
    bundle = make()
    n = bundle.suppose(eq(a, ZERO))
    return claim(bundle, eq(a, ZERO), identity((use(n), ONE)))


NOWHERE_ELSE = Guard("step", "what is only supposed cannot be differentiated, summed or carried elsewhere")
NOT_SUPPOSED = Guard("step", "a step that needs an equation to hold everywhere rests on a supposition")


@guard("step", NOWHERE_ELSE.place, behind=(NOT_SUPPOSED,))
@guard("relations", "step.universal(step.entry(n))", "step.entry(n)")
def a_supposition_is_differentiated(make):
    """t = 1 at a point: then 1 = 0 there, and for any t."""
    bundle = make(t)
    n = bundle.suppose(eq(t, ONE))
    m = noted(bundle, "step", FALSE, identity((("deriv", use(n), t), ONE)))
    return claim(bundle, ("implies", eq(t, ONE), FALSE), ("discharge", n, m))


@guard("step", NOT_SUPPOSED.place)
@guard("step", "self.everywhere = True", "pass")
def divided_in_every_channel_by_what_is_supposed_for_one(make):
    """x_k (w_k - u) = 0 for every k; if x_i is not 0, then w_k = u for every k."""
    bundle = make()
    e = bundle.given(mul(x("*1"), w("*1")), mul(x("*1"), u))
    m = bundle.step(eq(mul(x("i"), w("i")), mul(x("i"), u)), identity((("rename", e, "*1", "i"), ONE)))
    n = bundle.suppose(("ne", x("i"), ZERO))
    statement = eq(total(w("k")), mul(C, u))
    proof = identity((("sum", m, "i", div(ONE, x("i"))), ONE))
    s = noted(bundle, "step", statement, proof, [("!=", x("i"), hyp(n))])
    return claim(bundle, ("implies", ("ne", x("i"), ZERO), statement), ("discharge", n, s))


@guard("step", "a hypothesis speaks of")
@guard("step", '("where", "given", "constant")]', '("where", "constant")]')
@guard("relations", "step.every(step.entry(n), name(i))", "step.entry(n)")
def what_is_given_for_one_channel_is_taken_to_another(make):
    bundle = make()
    n = bundle.given(x("i"), ZERO)
    return claim(bundle, eq(x("j"), ZERO), identity((("rename", n, "i", "j"), ONE)))


@guard("relations", "step.every(step.entry(n), name(i))", "step.entry(n)", number=1)
def what_is_given_for_one_channel_is_summed(make):
    bundle = make()
    n = bundle.given(x("i"), ZERO)
    return claim(bundle, eq(total(x("k")), ZERO), identity((("sum", n, "i", ONE), ONE)))


@guard("step", '("where", "given", "constant")]', '("given", "constant")]')
def what_a_hypothesis_says_of_one_channel(make):
    """sqrt(x_i^2) = x_i where x_i > 0, and so for every j."""
    bundle = make()
    bundle.where(">", x("i"))
    bundle.defined += [(">=", power(x(i), 2), ("sq", x(i))) for i in "ij"]
    r = root(power(x("i"), 2))
    n = bundle.step(
        eq(r, x("i")), identity((("root", r, x("i"), ("root", ("sq", x("i"))), hyp(0), ident()), ONE))
    )
    return claim(bundle, eq(root(power(x("j"), 2)), x("j")), identity((("rename", n, "i", "j"), ONE)))


@guard("step", '("where", "given", "constant")]', '("where", "given")]')
def what_a_constant_says_of_one_channel(make):
    bundle = make(t)
    k = bundle.add("constant", eq(c, x("i")), bundle.step(eq(D(x("i"), t), ZERO)))
    return claim(bundle, eq(x("i"), x("j")), identity((use(k), num(-1)), (("rename", k, "i", "j"), ONE)))


@guard("step", "(*fixed, *self.along)", "fixed")
def what_varies_in_one_channel(make):
    """sum of w_k x_k = 0 identically as x_i varies: then w_i = 0, and w_j need not be."""
    bundle = make(x("i"))
    n = bundle.given(total(mul(w("k"), x("k"))), ZERO)
    m = bundle.step(eq(w("i"), ZERO), identity((("deriv", use(n), x("i")), ONE)))
    return claim(bundle, eq(w("j"), ZERO), identity((("rename", m, "i", "j"), ONE)))


@guard("step", "an equation is needed here")
def an_inequality_used_as_an_equation(make):
    bundle = make()
    n = bundle.where("!=", a)
    return claim(bundle, eq(a, ZERO), identity((use(n), ONE)))


@guard("step", "an equation is needed here", number=1)
def exponentials_of_an_inequality(make):
    bundle = make()
    n = bundle.where(">", a, b)
    return claim(bundle, eq(exp(a), exp(b)), identity((("exp", n, ONE), ONE)))


@guard("theorem", "it stands on an entry that was not accepted")
def what_was_rejected_is_used(make):
    bundle = make()
    n = noted(bundle, "step", FALSE)
    return claim(bundle, FALSE, identity((use(n), ONE)))


@guard("theorem", "used = step.used | step.discharged", "used = step.used")
def what_was_rejected_is_discharged(make):
    bundle = make()
    n = bundle.suppose(eq(ONE, ONE))
    m = noted(bundle, "step", FALSE)
    return claim(bundle, ("implies", eq(ONE, ONE), FALSE), ("discharge", n, m))


@guard("theorem", "the certificate was made for another statement")
def a_certificate_without_its_hash(make):
    """A certificate that proves another statement as well does no harm; it is refused for what it says."""
    return make().theorem.consider("", "claim", eq(a, a), ("0", (), PLAIN))[0]


@guard("theorem", "a hypothesis is an inequality; an equation is given or supposed")
def an_equation_among_the_hypotheses(make):
    return make().judged("where", eq(a, b), ())


@guard("theorem", "hypotheses come before everything else")
def a_hypothesis_that_comes_too_late(make):
    """y' = 0 along t, so y(t) = y(-1); and then t > 0."""
    bundle = make(("interval", t, num(-1)))
    n = bundle.given(D(y, t), ZERO)
    m = bundle.step(eq(D(y, t), ZERO), identity((use(n), ONE)))
    bundle.accepts(eq(y, app("y", num(-1))), identity((("constant", m, num(-1)), ONE)))
    return bundle.judged("where", ("gt", t, ZERO), ())


# --- integrals ------------------------------------------------------------------------------------------------


@guard("step", "an indefinite integral may only be a summand of a side of an equation")
def an_equation_up_to_a_constant_is_taken_for_exact(make):
    """exp(int 0 dt) = exp(a) and = exp(b), so a = b."""
    bundle = make(t)
    own, relations = integral(ZERO, t), []
    for s, factor in ((a, ONE), (b, num(-1))):
        n = bundle.step(eq(own, s))
        parts = ((1, exp(own), ("exp", own)), (-1, exp(s), ("exp", s)))
        relations.append((("log", parts, ident((("exp", n, ONE), exp(neg(s))))), factor))
    return claim(bundle, eq(b, a), identity(*relations))


@guard("step", "an indefinite integral may only be a summand of a side, with a constant factor")
def an_integral_with_a_factor(make):
    """t int 1 dt = t^2 and = t^2 + t, each for an antiderivative of its own."""
    bundle = make(t)
    left = mul(t, integral(ONE, t))
    n, m = (noted(bundle, "given", eq(left, right), ()) for right in (power(t, 2), add(power(t, 2), t)))
    return claim(bundle, FALSE, identity((use(n), ONE), (use(m), num(-1))))


@guard("step", "an equation with an indefinite integral cannot be one of several")
def one_of_two_integrals(make):
    """If y z = 0, then y is constantly 0 or z is: not where one vanishes for t < 0 and the other for t > 0."""
    bundle = make(t)
    z = app("z", t)
    n = bundle.given(mul(y, z), ZERO)
    return claim(bundle, ("or", eq(integral(y, t), ZERO), eq(integral(z, t), ZERO)), identity((use(n), ONE)))


@guard("step", "self.everywhere = True", "pass", number=1)
def an_integral_of_what_is_supposed(make):
    """If y' = 0 at t, then y is a constant."""
    bundle = make(t)
    n = bundle.suppose(eq(D(y, t), ZERO))
    statement = eq(integral(ZERO, t), y)
    m = noted(bundle, "step", statement, identity((use(n), num(-1))))
    return claim(bundle, ("implies", eq(D(y, t), ZERO), statement), ("discharge", n, m))


@guard("step", "self.varying(self.ring.keys[variable])", "pass")
def an_integral_of_what_holds_at_a_point(make):
    bundle = make()
    n = bundle.given(D(y, t), ZERO)
    return claim(bundle, eq(integral(ZERO, t), y), identity((use(n), num(-1))))


# --- variables ------------------------------------------------------------------------------------------------


@guard("step", "a derivative of an equation along a variable that the theorem does not let vary")
def a_derivative_of_what_holds_at_a_point(make):
    bundle = make()
    n = bundle.given(t, ONE)
    return claim(bundle, FALSE, identity((("deriv", use(n), t), ONE)))


@guard("normal", "the number of channels is no variable")
def another_number_of_channels(make):
    return claim(make(), eq(at(total(x("k")), C, ONE), total(x("k"))))


@guard("normal", "a sum over another number of channels than the theorem has")
def a_sum_over_other_channels(make):
    """In a certificate; a statement with two numbers of channels is refused before."""
    return claim(
        make(),
        eq(add(total(ONE), ONE), add(C, ONE)),
        identity((("square", ZERO, ident()), total(ONE, dimension=a))),
    )


@guard("theorem", " or d in varying", "")
def the_number_of_channels_varies(make):
    """y(C) = 0 for every number of channels does not say that y'(C) = 0: see sin(pi C)."""
    bundle = make(C)
    slope = ("app", "y", (1,), (C,))
    n = bundle.given(app("y", C), ZERO)
    m = bundle.step(eq(slope, ZERO), identity((("deriv", use(n), C), ONE)))
    return claim(bundle, eq(mul(total(x("k")), slope), ZERO), identity((use(m), total(x("k")))))


@guard("theorem", "sums run over the channels of one vector, and their number is a symbol")
@guard("theorem", "or d[1] in self.constants", "")
def minus_one_channels(make):
    bundle = make(t)
    bundle.add("constant", eq(c, num(-1)), bundle.step(eq(D(num(-1), t), ZERO)))
    both = ("and", eq(total(ONE, dimension=c), c), ("ge", c, ZERO))
    return claim(bundle, both, ("all", PLAIN, sign(("sum", "*1", (), ("num", "1")))))


@guard("substitution", "a value put for a coordinate that stands under a sum, or has another index")
def a_value_for_one_coordinate(make):
    return claim(make(), eq(at(x("j"), x("i"), ZERO), x("j")))


@guard("derivative", "a derivative of an integral with respect to another variable than its own")
def an_integral_along_another_variable(make):
    bundle = make(t, u)
    return claim(bundle, eq(D(integral(mul(t, u), t), u), mul(t, u)))


# --- identities and relations ---------------------------------------------------------------------------------


@guard("step", "the multiplier is not known to be non-zero")
def a_multiplier_that_is_zero(make):
    return claim(make(), FALSE, identity(times=("num", "0")))


@guard("step", "the multiplier is not known to be non-zero")
def an_exponent_that_is_zero(make):
    return claim(make(), FALSE, ("exp", ("num", "0"), ident()))


@guard("relations", "the two sides differ")
def an_identity_that_is_none(make):
    return claim(make())


@guard("relations", 'step.has_sign(p, ">=", sign_a)', "pass")
def a_root_without_a_sign(make):
    bundle = make()
    bundle.defined.append((">=", power(a, 2), ("sq", a)))
    r = root(power(a, 2))
    return claim(bundle, eq(a, r), identity((("root", a, r, ("sq", a), ("root", ("sq", a)), ident()), ONE)))


@guard("relations", 'step.has_sign(q, ">=", sign_b)', "pass")
def another_root_without_a_sign(make):
    bundle = make()
    bundle.defined.append((">=", power(a, 2), ("sq", a)))
    r = root(power(a, 2))
    return claim(bundle, eq(r, a), identity((("root", r, a, ("root", ("sq", a)), ("sq", a), ident()), ONE)))


@guard("relations", "identity(step, p * p - q * q, squares)", "pass")
def roots_of_different_squares(make):
    return claim(make(), FALSE, identity((("root", ONE, ZERO, ("num", "1"), ("num", "0"), ident()), ONE)))


@guard("relations", "identity(step, q.power(2), square)", "pass")
def a_square_that_is_not_zero(make):
    return claim(make(), FALSE, identity((("square", ONE, ident()), ONE)))


@guard("relations", 'step.has_sign(q, ">", witness)', "pass")
def a_logarithm_without_a_sign(make):
    """(-1)^2 = 1, so 2 log(-1) = 0, and exp of half of it is -1 and 1."""
    law = ("log", ((2, num(-1), ("num", "-1")),), ident())
    bundle = make()
    n = noted(bundle, "step", eq(ZERO, ZERO), identity((law, ZERO)))
    return claim(bundle, eq(ZERO, ZERO), identity((law, ONE), (use(n), ONE), (law, num(-1))))


@guard("relations", "identity(step, product - step.ring.constant(1), certificate)", "pass")
def a_logarithm_of_another_product(make):
    return claim(make(), FALSE, identity((("log", ((1, exp(ONE), ("exp", ONE)),), ident()), ONE)))


def constant_y(make, *along):
    bundle = make(*along)
    n = bundle.given(D(y, t), ZERO)
    return bundle, bundle.step(eq(D(y, t), ZERO), identity((use(n), ONE)))


@guard("relations", "the theorem does not say that the interval of the variable contains the point")
@guard("relations", "_reaches(step, variable, point)", "pass")
def a_point_outside_the_interval(make):
    bundle, n = constant_y(make, t)
    return claim(bundle, eq(y, app("y", num(-1))), identity((("constant", n, num(-1)), ONE)))


@guard("relations", "step.require([(sign, substitute(q, number, point))])", "pass")
def a_point_where_a_hypothesis_fails(make):
    bundle = make(("interval", t, num(-1)))
    bundle.where(">", t)
    n = bundle.given(D(y, t), ZERO)
    m = bundle.step(eq(D(y, t), ZERO), identity((use(n), ONE)))
    return claim(bundle, eq(y, app("y", num(-1))), identity((("constant", m, num(-1)), ONE)))


def constant_in_pieces(make, relation, hypothesis, start, *conditions):
    """y' = 0 along t, which ranges over an interval that contains a point, and a hypothesis that has a gap."""
    bundle = make(("interval", t, start))
    bundle.where(relation, hypothesis)
    bundle.defined += conditions
    n = bundle.given(D(y, t), ZERO)
    m = bundle.step(eq(D(y, t), ZERO), identity((use(n), ONE)))
    return claim(bundle, eq(y, app("y", start)), identity((("constant", m, start), ONE)))


@guard("relations", 'e.role in ("where", "given")', 'e.role == "where"')
def a_gap_in_what_is_given(make):
    """sqrt(t^2)/t has the derivative zero where t is not zero, which is given."""
    bundle = make(("interval", t, num(-1)))
    n = bundle.add("given", ("ne", t, ZERO))
    bundle.defined += [("!=", t, hyp(n)), (">", power(t, 2), ("sq+", hyp(n)))]
    side = div(root(power(t, 2)), t)
    m = bundle.step(eq(D(side, t), ZERO))
    return claim(bundle, eq(side, num(-1)), identity((("constant", m, num(-1)), ONE)))


@guard("relations", "a hypothesis may fail between the point and the variable")
def a_gap_between_the_point_and_the_variable(make):
    return constant_in_pieces(make, "!=", t, num(-1))


@guard("relations", "if slope and (moving or", "if slope and (")
def a_gap_of_an_absolute_value(make):
    """sqrt(t^2) > 0: it is as good as affine on either side of its gap."""
    bundle = make(("interval", t, num(-1)))
    square = power(t, 2)
    bundle.defined.append((">=", square, ("sq", t)))
    n = bundle.add("where", ("gt", root(square), ZERO))
    bundle.defined.append((">", square, ("sq+", hyp(n))))
    m = bundle.step(eq(D(y, t), ZERO), identity((use(bundle.given(D(y, t), ZERO)), ONE)))
    return claim(bundle, eq(y, app("y", num(-1))), identity((("constant", m, num(-1)), ONE)))


@guard("relations", 'step.require([(">=", -bend)])', "pass")
def a_gap_in_a_convex_hypothesis(make):
    return constant_in_pieces(make, ">", sub(power(t, 2), ONE), num(-2))


@guard("step", "self.universal(entry)", "pass")
def what_is_supposed_for_one_channel_is_taken_to_another(make):
    bundle = make()
    n = bundle.suppose(eq(x("i"), ZERO))
    m = noted(bundle, "step", eq(x("j"), ZERO), identity((("rename", n, "i", "j"), ONE)))
    return claim(bundle, ("implies", eq(x("i"), ZERO), eq(x("j"), ZERO)), ("discharge", n, m))


@guard("relations", "step.universal(entry)", "pass")
def the_value_of_what_is_supposed_to_be_constant(make):
    """If y' = 0 at t, then y(t) = y(0)."""
    bundle = make(("interval", t, ZERO))
    n = bundle.suppose(eq(D(y, t), ZERO))
    statement = eq(y, app("y", ZERO))
    m = noted(bundle, "step", statement, identity((("constant", n, ZERO), ONE)))
    return claim(bundle, ("implies", eq(D(y, t), ZERO), statement), ("discharge", n, m))


@guard("statements", "step.universal(entry)", "pass", behind=(NOWHERE_ELSE, NOT_SUPPOSED))
def a_constant_of_what_is_supposed_to_be_constant(make):
    """If y' = 0 at t, then y'' = 0 at t."""
    bundle = make(t)
    n = bundle.suppose(eq(D(y, t), ZERO))
    k = noted(bundle, "constant", eq(c, y), n)
    statement = eq(D(D(y, t), t), ZERO)
    m = noted(bundle, "step", statement, identity((("deriv", ("deriv", use(k), t), t), num(-1))))
    return claim(bundle, ("implies", eq(D(y, t), ZERO), statement), ("discharge", n, m))


def linear(v, p, point, slope=(), start=()):
    return ("linear", v, p, t, point, ident(*slope), ident(*start))


@guard("relations", 'identity(step, step.value(("D", v, x)) - step.value(p) * step.value(v), slope)', "pass")
def no_linear_equation(make):
    return claim(make(("interval", t, ZERO)), eq(t, ZERO), identity((linear(t, ZERO, ZERO), ONE)))


@guard("relations", 'identity(step, step.value(("at", v, x, x0)), start)', "pass")
def no_initial_value(make):
    return claim(make(("interval", t, ZERO)), FALSE, identity((linear(ONE, ZERO, ZERO), ONE)))


@guard("relations", "_reaches(step, x, start_point)", "pass")
def an_initial_value_outside_the_interval(make):
    """v = (t + |t|) solves v' = v/|t| where t is not 0, and v(-1) = 0."""
    bundle = make(t)
    bundle.where(">", t)
    r = root(power(t, 2))
    bundle.defined += [(">", power(t, 2), ("sq+", ("known", 0))), ("!=", r, ("root", ("known", 1)))]
    return claim(bundle, eq(add(t, r), ZERO), identity((linear(add(t, r), div(ONE, r), num(-1)), ONE)))


@guard(
    "relations",
    "step.require([(r, substitute(d, number, start_point)) for r, d in step.normal(p)[1]])",
    "pass",
)
def a_linear_equation_singular_at_its_start(make):
    """t' = t/t, and t = 0 at 0."""
    bundle = make(("interval", t, ZERO))
    n = bundle.given(mul(t, y), ONE)
    nonzero = ("!=", mul(t, y), ("is", mul(t, y), ("num", "1"), ident((use(n), ONE))))
    return claim(bundle, eq(t, ZERO), identity((linear(t, div(y, mul(t, y)), ZERO), ONE)), [nonzero])


@guard("relations", "step.everywhere = True", "pass")
def a_linear_equation_that_is_supposed(make):
    """If y' = y at t and y(0) = 0, then y(t) = 0."""
    bundle = make(("interval", t, ZERO))
    start = bundle.given(app("y", ZERO), ZERO)
    n = bundle.suppose(eq(D(y, t), y))
    proof = identity((linear(y, ONE, ZERO, [(use(n), ONE)], [(use(start), ONE)]), ONE))
    m = noted(bundle, "step", eq(y, ZERO), proof)
    return claim(bundle, ("implies", eq(D(y, t), y), eq(y, ZERO)), ("discharge", n, m))


# --- constants of integration ---------------------------------------------------------------------------------


@guard("statements", "a constant of integration c is introduced as c = g, where dg/dx = 0 was shown")
def a_constant_that_is_none(make):
    bundle = make(t)
    k = noted(bundle, "constant", eq(c, t), bundle.step(eq(D(ONE, t), ZERO)))
    return claim(bundle, FALSE, identity((("deriv", use(k), t), num(-1))))


@guard("statements", "one constant for every channel: introduce it for one channel, as x[i]")
def one_constant_for_every_channel(make):
    bundle = make(t)
    k = noted(bundle, "constant", eq(c, x("*1")), bundle.step(eq(D(x("*1"), t), ZERO)))
    proof = identity((("rename", k, "*1", "i"), num(-1)), (("rename", k, "*1", "j"), ONE))
    return claim(bundle, eq(x("i"), x("j")), proof)


@guard("statements", "is introduced as a constant but was spoken of before")
def a_constant_introduced_twice(make):
    bundle = make(t)
    n, m = (noted(bundle, "constant", eq(c, v), bundle.step(eq(D(v, t), ZERO))) for v in (ONE, TWO))
    return claim(bundle, FALSE, identity((use(n), ONE), (use(m), num(-1))))


@guard("statements", "spoken_of = (g, *step.along, ", "spoken_of = (g, ")
def a_constant_that_varies(make):
    bundle = make(t, c)
    k = noted(bundle, "constant", eq(c, ONE), bundle.step(eq(D(ONE, t), ZERO)))
    return claim(bundle, FALSE, identity((("deriv", use(k), c), ONE)))


@guard("statements", "*(e.statement for e in step.earlier))", ")")
def a_constant_that_was_given(make):
    bundle = make(t)
    n = bundle.given(c, TWO)
    k = noted(bundle, "constant", eq(c, ONE), bundle.step(eq(D(ONE, t), ZERO)))
    return claim(bundle, FALSE, identity((use(n), num(-1)), (use(k), ONE)))


@guard("statements", "step.varying(variable)\n    match statement", "match statement")
def a_constant_along_what_does_not_vary(make):
    """Harmless by itself: nothing can then be differentiated. It is refused for what it says."""
    bundle = make()
    return bundle.judged("constant", eq(c, ONE), bundle.step(eq(D(ONE, t), ZERO)))


@guard("theorem", "what is given cannot speak of a constant of integration that came out of the proof")
def a_constant_that_is_given_later(make):
    bundle = make(t)
    k = bundle.add("constant", eq(c, ONE), bundle.step(eq(D(ONE, t), ZERO)))
    n = noted(bundle, "given", eq(c, TWO), ())
    return claim(bundle, FALSE, identity((use(n), num(-1)), (use(k), ONE)))


@guard("derivative", "a derivative of the constant")
def a_constant_along_another_variable(make):
    bundle = make(t, u)
    k = bundle.add("constant", eq(c, u), bundle.step(eq(D(u, t), ZERO)))
    return claim(bundle, FALSE, identity((("deriv", use(k), u), num(-1))))


@guard("substitution", "a value put for a variable on which the constant")
def a_constant_elsewhere(make):
    bundle = make(t, u)
    bundle.add("constant", eq(c, u), bundle.step(eq(D(u, t), ZERO)))
    return claim(bundle, eq(at(sub(c, u), u, ZERO), c))


@guard("substitution", "for key in ring.within(number):", "for key in [ring.keys[number]]:")
def a_constant_in_an_exponential_elsewhere(make):
    bundle = make(t, u)
    bundle.add("constant", eq(c, u), bundle.step(eq(D(u, t), ZERO)))
    return claim(bundle, eq(at(exp(c), u, ZERO), exp(c)))


# --- signs ----------------------------------------------------------------------------------------------------


@guard("step", "a witness does not show the quantity to be")
@guard("step", "if shown - q or not implies(s, relation)", "if not implies(s, relation)")
def the_sign_of_another_quantity(make):
    return claim(make(), ("gt", ZERO, ONE), sign(("num", "1")))


@guard("step", "if shown - q or not implies(s, relation)", "if shown - q")
@guard("signs", 'return sign == relation or sign == ">"', "return True")
@guard("signs", '"!=" if known < 0 else ">="', '">"')
def a_negative_number_is_positive(make):
    return claim(make(), ("gt", num(-1), ZERO), sign(("num", "-1")))


@guard("signs", '">" if implies(s, "!=") else ">="', '">"')
def a_square_that_may_vanish(make):
    return claim(make(), ("gt", power(a, 4), ZERO), sign(("sq+", ("sq", a))))


@guard("signs", "a sum of quantities that are only known not to vanish")
def a_sum_with_a_quantity_of_any_sign(make):
    bundle = make()
    bundle.where("!=", a)
    return claim(bundle, ("gt", add(a, ONE), ZERO), sign(("add", hyp(0), ("num", "1"))))


@guard("signs", '">" if any(s == ">" for _, s in parts) else ">="', '">"')
def a_sum_that_may_vanish(make):
    return claim(make(), ("gt", add(power(a, 2), power(b, 2)), ZERO), sign(("add", ("sq", a), ("sq", b))))


@guard("signs", 'if all(s in (">", "!=") for s in signs):', "if True:")
def a_product_that_may_vanish(make):
    return claim(make(), ("ne", mul(power(a, 2), TWO), ZERO), sign(("mul", ("sq", a), ("num", "2"))))


@guard("signs", 'raise Rejected("a product whose sign is open")', 'return ">="')
def a_product_of_any_sign(make):
    bundle = make()
    bundle.where("!=", a)
    return claim(bundle, ("ge", mul(power(b, 2), a), ZERO), sign(("mul", ("sq", b), hyp(0))))


@guard("signs", "the inverse of a quantity that may vanish")
def an_inverse_of_what_may_vanish(make):
    """b (1/b) >= 0 is 1 >= 0, which is true; the witness is refused for what it says of 1/b."""
    bundle = make()
    bundle.where(">=", b)
    return claim(bundle, ("ge", ONE, ZERO), sign(("mul", hyp(0), ("inv", hyp(0)))))


@guard("signs", "the negative of a quantity that may vanish has no known sign")
def a_negative_of_what_may_vanish(make):
    return claim(make(), ("ne", neg(power(a, 2)), ZERO), sign(("neg", ("sq", a))))


@guard("signs", "a root of a quantity of unknown sign")
def a_root_of_any_sign(make):
    bundle = make()
    bundle.where("!=", a)
    return claim(bundle, ("gt", a, ZERO), sign(("sq+", ("root", hyp(0)))))


@guard(
    "signs", 'return ring.exp(u) - u - ring.constant(1), ">="', 'return ring.exp(u) - u - ring.constant(1), ">"'
)
def a_tangent_that_touches(make):
    return claim(make(), ("gt", sub(exp(a), a), ONE), sign(("exp-bound", a)))


@guard("signs", "a sum of quantities that are only known not to vanish", number=1)
def a_sum_over_channels_of_any_sign(make):
    bundle = make()
    bundle.where("!=", x("*1"))
    return claim(bundle, ("ge", total(x("k")), ZERO), sign(("sum", "*1", (), hyp(0))))


@guard("signs", 'tuple(name(i) for i in excluded)), ">="', 'tuple(name(i) for i in excluded)), ">"')
def a_sum_over_no_channels(make):
    bundle = make()
    bundle.where(">", x("*1"))
    return claim(bundle, ("gt", total(x("k"), "k", "i"), ZERO), sign(("sum", "*1", ("i",), hyp(0))))


@guard("signs", ' if index[:1] == "*"', "")
def a_sum_over_one_channel(make):
    bundle = make()
    bundle.where(">=", x("i"))
    return claim(bundle, ("ge", total(x("k")), ZERO), sign(("sum", "i", (), hyp(0))))


@guard("signs", "step.identity(target - q, certificate)", "pass")
def another_way_to_write_another(make):
    return claim(make(), ("gt", num(-1), ZERO), sign(("is", num(-1), ("num", "1"), ident())))


@guard("signs", "only an index that stands for every channel can be renamed")
def a_hypothesis_on_one_channel_is_taken_to_another(make):
    bundle = make()
    bundle.where(">", x("i"))
    return claim(bundle, ("gt", x("j"), ZERO), sign(hyp(0, ("i", "j"))))


@guard(
    "signs",
    'INEQUALITIES = {"lt": ">", "gt": ">", "le": ">=", "ge": ">="',
    'INEQUALITIES = {"lt": ">", "gt": ">", "le": ">", "ge": ">"',
)
def a_weak_hypothesis(make):
    bundle = make()
    bundle.where(">=", a)
    return claim(bundle, ("gt", a, ZERO), sign(hyp(0)))


@guard("signs", "0 <= n < len(step.known)", "n < len(step.known)")
def a_condition_counted_from_the_end(make):
    bundle = make()
    bundle.where(">", a)
    return claim(bundle, ("gt", a, ZERO), sign(("known", -1)))


# --- proofs ---------------------------------------------------------------------------------------------------


@guard("statements", "this kind of proof does not fit this kind of statement")
def no_proof(make):
    return claim(make(), FALSE, ())


@guard("statements", "bounds of the two sides do not decide")
def bounds_that_do_not_decide(make):
    return claim(make(), ("lt", ONE, ZERO), ("bounds",))


@guard("enclosure", "a division by what may be zero")
def bounds_of_what_has_no_value(make):
    zero = sub(mul(root(TWO), root(TWO)), TWO)
    return claim(make(), ("ge", power(div(ONE, zero), 2), ZERO), ("bounds",))


@guard("enclosure", "            low = Fraction(0)\n", "            pass\n")
def bounds_of_a_square(make):
    """u^2 > 0 for u = e^100 - e^100 = 0, the bounds of which are not tight."""
    zero = sub(exp(num(100)), exp(num(100)))
    return claim(make(), ("gt", power(zero, 2), ZERO), ("bounds",))


@guard("statements", "return step.suppositions().union(*found)", "return step.suppositions()")
def several_statements_with_a_supposition(make):
    bundle = make()
    forgotten, n = bundle.suppose(eq(a, ZERO)), bundle.suppose(eq(ONE, ONE))
    m = bundle.add("step", eq(a, ZERO), identity((use(forgotten), ONE)))
    both = ("and", ("implies", eq(ONE, ONE), eq(a, ZERO)), eq(ONE, ONE))
    return claim(bundle, both, ("all", ("discharge", n, m), PLAIN))


@guard("statements", "return others | shown.assumptions - {n}", "return others")
def two_suppositions(make):
    bundle = make()
    n, m = bundle.suppose(eq(a, b)), bundle.suppose(eq(b, c))
    s = bundle.add("step", eq(a, c), identity((use(n), ONE), (use(m), ONE)))
    return claim(bundle, ("implies", eq(a, b), eq(a, c)), ("discharge", n, s))


@guard("statements", "return others | shown.assumptions - {n}", "return shown.assumptions - {n}")
def a_value_that_is_supposed(make):
    bundle = make()
    n = bundle.suppose(("ne", a, ZERO))
    condition = ("!=", a, hyp(n))
    m = bundle.add("step", eq(div(a, a), ONE), PLAIN, [condition])
    return claim(bundle, ("implies", ("ne", a, ZERO), eq(div(a, a), ONE)), ("discharge", n, m), [condition])


@guard("statements", "an implication about every channel: say which channel")
def if_every_channel_or_for_every_channel(make):
    """All x_k > 0 has the consequence that their sum is not negative; one x_k > 0 has not."""
    bundle = make()
    n = bundle.suppose(("gt", x("*1"), ZERO))
    statement = ("ge", total(x("k")), ZERO)
    m = noted(bundle, "step", statement, sign(("sum", "*1", (), hyp(n))))
    return claim(bundle, ("implies", ("gt", x("*1"), ZERO), statement), ("discharge", n, m))


@guard("statements", "an implication needs its left side supposed and its right side shown")
@guard("statements", "supposed.statement != a or ", "")
def an_implication_from_something_else(make):
    bundle = make()
    n = bundle.suppose(FALSE)
    return claim(bundle, ("implies", eq(ONE, ONE), FALSE), ("discharge", n, n))


@guard("statements", " or shown.statement != b", "")
def an_implication_of_something_else(make):
    bundle = make()
    n = bundle.suppose(eq(ONE, ONE))
    return claim(bundle, ("implies", eq(ONE, ONE), FALSE), ("discharge", n, n))


@guard("statements", 'supposed.role != "suppose" or ', "")
def an_implication_from_what_is_not_supposed(make):
    """Nothing is lost: what is shown without a supposition holds with one. It is refused for what it says."""
    bundle = make()
    n = bundle.given(a, b)
    return claim(bundle, ("implies", eq(a, b), eq(a, b)), ("discharge", n, n))


# --- the table ------------------------------------------------------------------------------------------------


@pytest.fixture
def without(tmp_path, monkeypatch):
    """Makes a copy of the checker without some guards."""

    def made(*guards: Guard) -> ModuleType:
        name = f"checker_without_{tmp_path.name.replace('-', '_')}"
        shutil.copytree(SOURCE, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        for one in guards:
            one.removed_from(tmp_path / name)
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.setattr(sys, "dont_write_bytecode", True)
        return importlib.import_module(name)

    yield made
    for name in [m for m in sys.modules if m.startswith("checker_without_")]:
        del sys.modules[name]


@pytest.mark.parametrize(("removed", "behind", "scenario"), TABLE, ids=lambda v: getattr(v, "__name__", ""))
def test_no_guard_is_idle(removed, behind, scenario, without):
    assert not scenario(Bundle).accepted
    patched = without(removed, *behind)

    class Unguarded(Bundle):
        make = patched.Theorem

    assert scenario(Unguarded).accepted


OTHERS = {
    "the earlier entry": "there is no condition without it",
    "an inequality is needed here": "there is no quantity without it",
    "an equation dg/dx = 0 is needed here": "there is no g without it",
    "integrals in one equation are along one variable": "there is no variable without it",
    "the message of Unbounded": "there are no bounds without it",
}
"""Guards without which nothing gets through, because nothing is left that could."""

REJECTING = sorted(p.stem for p in SOURCE.glob("*.py") if "raise Rejected" in p.read_text("utf-8"))


@pytest.mark.parametrize("file", REJECTING)
def test_no_guard_is_forgotten(file):
    """Every `raise Rejected` of the checker is in the table, or above."""
    text = (SOURCE / f"{file}.py").read_text("utf-8")
    rejections = [
        n
        for n in ast.walk(ast.parse(text))
        if isinstance(n, ast.Raise)
        and isinstance(n.exc, ast.Call)
        and getattr(n.exc.func, "id", "") == "Rejected"
    ]
    assert len(rejections) == text.count("raise Rejected")
    places = [(g.place, g.number) for g, _, _ in TABLE if g.file == file]
    forgotten, seen = [], {}
    for node in sorted(rejections, key=lambda n: n.lineno):
        message = _message(node) or "the message of Unbounded"
        seen[message] = seen.get(message, -1) + 1
        in_table = any(
            (message.startswith(place) or message in place) and number == seen[message]
            for place, number in places
        )
        if not in_table and not any(message.startswith(other) for other in OTHERS):
            forgotten.append(f"line {node.lineno}: {message}")
    assert not forgotten


def test_a_copy_with_all_guards_rejects_as_well(without):
    """What the copies accept, they accept for the lack of a guard, and not because they are copies."""
    copied = without()

    class Copy(Bundle):
        make = copied.Theorem

    assert not any(scenario(Copy).accepted for _, _, scenario in TABLE)
