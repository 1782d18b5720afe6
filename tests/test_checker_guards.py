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
    delta,
    differentiable,
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


@guard("logic/step", "raise Undischarged(duty)", "pass")
@guard("logic/step", "self.require(duties)", "pass")
@guard("calculus/normal", 'duties.append(("!=", below))', "pass")
@guard("calculus/normal", "duties.extend(found.duties)", "pass")
def divided_by_zero(make):
    return claim(make(), eq(add(mul(a, div(ONE, a)), ZERO), ONE))


@guard("calculus/normal", 'duties.append(("!=", base))', "pass")
def a_negative_power_of_zero(make):
    return claim(make(), eq(mul(a, power(a, -1)), ONE))


@guard("calculus/normal", 'duties.append((">=" if function == "sqrt" else ">", q))', "pass")
def the_root_of_a_negative_number(make):
    return claim(make(), eq(power(root(a), 2), a))


@guard("calculus/normal", 'function != "exp"', 'function == "sqrt"')
def the_logarithm_of_a_negative_number(make):
    return claim(make(), eq(exp(log(a)), a))


@guard("calculus/normal", "(relation, substitute(q, variable, point)) for relation, q in inner.duties", "inner.duties")
def zero_over_zero_at_a_point(make):
    bundle = make()
    bundle.where("!=", t)
    return claim(bundle, eq(at(div(t, t), t, ZERO), ONE))


@guard("calculus/normal", '">" if relation == ">=" and moves else relation', "relation")
def a_derivative_at_the_end_of_an_interval(make):
    bundle = make()
    bundle.where(">=", t)
    return claim(bundle, eq(D(power(root(t), 2), t), ONE))


@guard("calculus/normal", "if star not in self.ring.indices(q)", "")
def one_channel_for_two(make):
    bundle = make()
    bundle.where("!=", add(x("*1"), w("*1")))
    f = add(x("k"), w("*1"))
    return claim(bundle, eq(total(div(f, f)), C))


@guard("calculus/derivative", 'duties.append((">", q))', "pass")
@guard("logic/step", "self.require([self.normal.canonical(d) for d in duties])", "pass")
def a_derivative_of_a_root_at_its_zero(make):
    bundle = make(t)
    bundle.add("where", differentiable(y))
    r = root(power(t, 2))
    bundle.defined.append((">=", power(t, 2), ("sq", t)))
    n = bundle.given(r, y)
    return claim(bundle, eq(t, mul(r, D(y, t))), identity((("deriv", use(n), t), r)))


@guard("logic/step", '"!=": constant != 0', '"!=": True')
def a_number_that_is_zero(make):
    return claim(make(), eq(at(div(t, t), t, ZERO), ONE))


@guard("logic/step", '">": constant > 0', '">": True')
def a_number_that_is_not_positive(make):
    return claim(make(), eq(exp(log(num(-2))), num(-2)))


@guard("logic/step", '">=": constant >= 0', '">=": True')
def a_number_that_is_negative(make):
    return claim(make(), eq(power(root(num(-2)), 2), num(-2)))


@guard("logic/step", 'lead if relation == "!=" or lead > 0 else -lead', "lead")
def the_other_sign(make):
    bundle = make()
    bundle.where(">", a)
    return claim(bundle, eq(exp(log(neg(a))), neg(a)))


@guard("logic/step", "self.grounds |= grounds", "pass", number=1)
def a_condition_of_a_supposition(make):
    bundle = make()
    n = bundle.suppose(("ne", b, ZERO))
    m = noted(bundle, "step", eq(div(b, b), ONE), PLAIN, [("!=", b, hyp(n))])
    return claim(bundle, eq(div(b, b), ONE), PLAIN, [(m, 0)])


@guard("logic/rules", "step.rely(condition.grounds)", "pass")
def a_condition_of_a_condition_of_a_supposition(make):
    bundle = make()
    n = bundle.suppose(("ne", b, ZERO))
    known = [("!=", b, hyp(n)), (">", power(b, 2), ("sq+", ("known", 0)))]
    m = noted(bundle, "step", eq(div(b, b), ONE), PLAIN, known)
    return claim(bundle, eq(div(power(b, 2), power(b, 2)), ONE), PLAIN, [(m, 1)])


@guard("logic/step", "self.rely(self._met[duty])", "pass")
def a_condition_that_is_defined_under_a_supposition(make):
    bundle = make()
    n = bundle.suppose(("ge", b, ZERO))
    known = [(">=", b, hyp(n)), (">=", b, ("sq", root(b)))]
    m = noted(bundle, "step", eq(root(b), root(b)), PLAIN, known)
    return claim(bundle, eq(power(root(b), 2), b), PLAIN, [(m, 1)])


@guard("logic/rules", "a witness does not show the quantity to be")
def the_sign_of_another(make):
    return claim(make(), eq(div(a, a), ONE), PLAIN, [("!=", a, ("num", "1"))])


@guard("logic/rules", "a witness does not show the quantity to be", number=1)
def a_condition_that_is_not_the_one_shown(make):
    """Only what is shown goes on the list, in any case; the certificate is refused for what it says."""
    return claim(make(), eq(ONE, ONE), PLAIN, [("!=", power(a, 2), ("sq", a))])


@guard("logic/step", 'for r in (">", ">=", "!=") if implies(sign, r)', 'for r in (">", ">=", "!=")')
def what_is_shown_counts_for_more(make):
    return claim(make(), eq(div(power(a, 2), power(a, 2)), ONE), PLAIN, [(">=", power(a, 2), ("sq", a))])


@guard("logic/theorem", "defined(step, statement, proof if is_shown else ())", "pass")
@guard("logic/theorem", "proof if is_shown else ()", "proof")
def a_hypothesis_without_a_value(make):
    return make().judged("given", eq(div(ONE, a), ONE), ("bounds",))


@guard("logic/statements", "for part in statement[1:]:\n            step.value(part)", "pass")
def an_inequality_without_a_value(make):
    return make().judged("suppose", ("ge", div(ONE, a), ZERO), ())


# --- earlier entries ------------------------------------------------------------------------------------------


@guard("logic/step", "there is no earlier entry")
@guard("logic/step", "0 <= n < len(self.earlier)", "n < len(self.earlier)")
def an_entry_counted_from_the_end(make):
    bundle = make()
    bundle.given(a, b)
    return claim(bundle, eq(a, b), identity((use(-1), ONE)))


@guard("logic/step", "self.grounds.add(n)", "pass")
@guard("logic/theorem", "({number} if entry.role == \"suppose\" else set())", "set()")
@guard("logic/theorem", "a claim stands on a supposition that is never discharged")
def a_supposition_is_taken_for_granted(make):
    bundle = make()
    n = bundle.suppose(eq(a, ZERO))
    return claim(bundle, eq(a, ZERO), identity((use(n), ONE)))


NOWHERE_ELSE = Guard("logic/step", "what is only supposed cannot be differentiated, summed or carried elsewhere")
NOT_SUPPOSED = Guard("logic/step", "a step that needs an equation to hold everywhere rests on a supposition")


@guard("logic/step", NOWHERE_ELSE.place, behind=(NOT_SUPPOSED,))
@guard("logic/rules", "step.universal(n)", "step.entry(n)", number=1)
def a_supposition_is_differentiated(make):
    """t = 1 at a point: then 1 = 0 there, and for any t."""
    bundle = make(t)
    n = bundle.suppose(eq(t, ONE))
    m = noted(bundle, "step", FALSE, identity((("deriv", use(n), t), ONE)))
    return claim(bundle, ("implies", eq(t, ONE), FALSE), ("discharge", n, m))


@guard("logic/step", NOT_SUPPOSED.place)
@guard("logic/step", "self.everywhere = True", "pass", number=1)
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


@guard("logic/step", "a hypothesis speaks of")
@guard("logic/step", '("where", "given", "constant")]', '("where", "constant")]')
@guard("logic/rules", "step.every(n, channel(i))", "step.equation(n)")
def what_is_given_for_one_channel_is_taken_to_another(make):
    bundle = make()
    n = bundle.given(x("i"), ZERO)
    return claim(bundle, eq(x("j"), ZERO), identity((("rename", n, "i", "j"), ONE)))


@guard("logic/rules", "step.every(n, channel(i))", "step.equation(n)", number=1)
def what_is_given_for_one_channel_is_summed(make):
    bundle = make()
    n = bundle.given(x("i"), ZERO)
    return claim(bundle, eq(total(x("k")), ZERO), identity((("sum", n, "i", ONE), ONE)))


@guard("logic/step", '("where", "given", "constant")]', '("given", "constant")]')
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


OWN_CHANNEL = Guard("calculus/generators", "return self.channels.get(key[1], inside)", "return inside")
FIXED = Guard("logic/step", '("where", "given", "constant")]', '("where", "given")]')


@guard("logic/step", FIXED.place, FIXED.instead, behind=(OWN_CHANNEL,))
@guard("calculus/generators", OWN_CHANNEL.place, OWN_CHANNEL.instead, behind=(FIXED,))
@guard("logic/statements", "step.ring.indices(step.value(g)) | free_indices(variable)", "frozenset()", behind=(FIXED,))
def what_a_constant_says_of_one_channel(make):
    bundle = make(t)
    k = bundle.add("constant", eq(c, x("i")), bundle.step(eq(D(x("i"), t), ZERO)))
    return claim(bundle, eq(x("i"), x("j")), identity((use(k), num(-1)), (("rename", k, "i", "j"), ONE)))


@guard("logic/step", "(*fixed, *self.along)", "fixed")
def what_varies_in_one_channel(make):
    """sum of w_k x_k = 0 identically as x_i varies: then w_i = 0, and w_j need not be."""
    bundle = make(x("i"))
    n = bundle.given(total(mul(w("k"), x("k"))), ZERO)
    m = bundle.step(eq(w("i"), ZERO), identity((("deriv", use(n), x("i")), ONE)))
    return claim(bundle, eq(w("j"), ZERO), identity((("rename", m, "i", "j"), ONE)))


@guard("logic/step", "an equation is needed here")
def an_inequality_used_as_an_equation(make):
    bundle = make()
    n = bundle.where("!=", a)
    return claim(bundle, eq(a, ZERO), identity((use(n), ONE)))


@guard("logic/rules", "an equation is needed here")
def exponentials_of_an_inequality(make):
    bundle = make()
    n = bundle.where(">", a, b)
    return claim(bundle, eq(exp(a), exp(b)), identity((("exp", n, ONE), ONE)))


@guard("logic/theorem", "it stands on an entry that was not accepted")
def what_was_rejected_is_used(make):
    bundle = make()
    n = noted(bundle, "step", FALSE)
    return claim(bundle, FALSE, identity((use(n), ONE)))


@guard("logic/theorem", "used = entries(step.grounds) | step.discharged", "used = entries(step.grounds)")
def what_was_rejected_is_discharged(make):
    bundle = make()
    n = bundle.suppose(eq(ONE, ONE))
    m = noted(bundle, "step", FALSE)
    return claim(bundle, ("implies", eq(ONE, ONE), FALSE), ("discharge", n, m))


@guard("logic/theorem", "the certificate was made for another statement")
def a_certificate_without_its_hash(make):
    """A certificate that proves another statement as well does no harm; it is refused for what it says."""
    return make().theorem.add("", "claim", eq(a, a), ("0", (), PLAIN))


@guard("logic/theorem", "a hypothesis is an inequality, or a function is differentiable; an equation is given")
def an_equation_among_the_hypotheses(make):
    return make().judged("where", eq(a, b), ())


@guard("logic/theorem", "hypotheses come before everything else")
def a_hypothesis_that_comes_too_late(make):
    """y' = 0 along t, so y(t) = y(-1); and then t > 0."""
    bundle = make(("interval", t, num(-1)))
    n = bundle.given(D(y, t), ZERO)
    m = bundle.step(eq(D(y, t), ZERO), identity((use(n), ONE)))
    bundle.accepts(eq(y, app("y", num(-1))), identity((("constant", m, num(-1)), ONE)))
    return bundle.judged("where", ("gt", t, ZERO), ())


# --- integrals ------------------------------------------------------------------------------------------------


@guard("logic/step", "an indefinite integral may only be a summand of a side of an equation")
def an_equation_up_to_a_constant_is_taken_for_exact(make):
    """exp(int 0 dt) = exp(a) and = exp(b), so a = b."""
    bundle = make(t)
    own, relations = integral(ZERO, t), []
    for s, factor in ((a, ONE), (b, num(-1))):
        n = bundle.step(eq(own, s))
        parts = ((1, exp(own), ("exp", own)), (-1, exp(s), ("exp", s)))
        relations.append((("log", parts, ident((("exp", n, ONE), exp(neg(s))))), factor))
    return claim(bundle, eq(b, a), identity(*relations))


@guard("logic/step", "an indefinite integral may only be a summand of a side, with a constant factor")
def an_integral_with_a_factor(make):
    """t int 1 dt = t^2 and = t^2 + t, each for an antiderivative of its own."""
    bundle = make(t)
    left = mul(t, integral(ONE, t))
    n, m = (noted(bundle, "given", eq(left, right), ()) for right in (power(t, 2), add(power(t, 2), t)))
    return claim(bundle, FALSE, identity((use(n), ONE), (use(m), num(-1))))


@guard("logic/step", "an equation with an indefinite integral cannot be one of several")
def one_of_two_integrals(make):
    """If y z = 0, then y is constantly 0 or z is: not where one vanishes for t < 0 and the other for t > 0."""
    bundle = make(t)
    z = app("z", t)
    for function in (y, z):
        bundle.add("where", differentiable(function))
    n = bundle.given(mul(y, z), ZERO)
    return claim(bundle, ("or", eq(integral(y, t), ZERO), eq(integral(z, t), ZERO)), identity((use(n), ONE)))


@guard("logic/step", "self.everywhere = True", "pass", number=2)
def an_integral_of_what_is_supposed(make):
    """If y' = 0 at t, then y is a constant."""
    bundle = make(t)
    bundle.add("where", differentiable(y))
    n = bundle.suppose(eq(D(y, t), ZERO))
    statement = eq(integral(ZERO, t), y)
    m = noted(bundle, "step", statement, identity((use(n), num(-1))))
    return claim(bundle, ("implies", eq(D(y, t), ZERO), statement), ("discharge", n, m))


ANTIDERIVATIVE = "an antiderivative needs an interval that the theorem lets the variable range over"


@guard("logic/step", ANTIDERIVATIVE)
def an_integral_of_what_holds_at_a_point(make):
    bundle = make()
    n = bundle.given(D(y, t), ZERO)
    return claim(bundle, eq(integral(ZERO, t), y), identity((use(n), num(-1))))


# --- variables ------------------------------------------------------------------------------------------------


@guard("logic/step", "a derivative of an equation along a variable that the theorem does not let vary")
def a_derivative_of_what_holds_at_a_point(make):
    bundle = make()
    n = bundle.given(t, ONE)
    return claim(bundle, FALSE, identity((("deriv", use(n), t), ONE)))


@guard("calculus/normal", "the number of channels is no variable")
def another_number_of_channels(make):
    return claim(make(), eq(at(total(x("k")), C, ONE), total(x("k"))))


@guard("calculus/normal", "a sum over another number of channels than the theorem has")
def a_sum_over_other_channels(make):
    """In a certificate; a statement with two numbers of channels is refused before."""
    return claim(
        make(),
        eq(add(total(ONE), ONE), add(C, ONE)),
        identity((("square", ZERO, ident()), total(ONE, dimension=a))),
    )


@guard("logic/theorem", "free = ranges(self.along) | ", "free = ")
def the_number_of_channels_varies(make):
    """y(C) = 0 for every number of channels does not say that y'(C) = 0: see sin(pi C)."""
    bundle = make(C)
    slope = app("y", C, orders=(1,))
    bundle.add("where", differentiable(app("y", C)))
    n = bundle.given(app("y", C), ZERO)
    m = bundle.step(eq(slope, ZERO), identity((("deriv", use(n), C), ONE)))
    return claim(bundle, eq(mul(total(x("k")), slope), ZERO), identity((use(m), total(x("k")))))


N, M = ("sym", "N"), ("sym", "M")


def over(body, k="k:N", *excluded):
    return total(body, k, *excluded, dimension=N)


def v(index):
    return ("coord", "v", index)


PUT_FOR = Guard("calculus/ring", "        require_one_set(old, new)\n", "")


@guard("calculus/ring", "        require_one_set(i, j)\n        if i == j:", "        if i == j:", behind=(PUT_FOR,))
def a_channel_that_is_a_member_of_another_set(make):
    return claim(make(), eq(over(delta("k:N", "i")), ONE))


@guard("calculus/ring", PUT_FOR.place, PUT_FOR.instead)
def a_member_of_another_set_left_out(make):
    return claim(make(), eq(total(mul(v("b:N"), v("b:N")), "k", "b:N"), mul(sub(C, ONE), power(v("b:N"), 2))))


@guard("logic/theorem", "for d in found | fixed", "for d in found")
def a_length_that_varies(make):
    bundle = make(N)
    n = bundle.given(mul(N, a), b)
    m = bundle.step(eq(a, ZERO), identity((("deriv", use(n), N), ONE)))
    return claim(bundle, eq(mul(a, over(v("k:N"))), ZERO), identity((use(m), over(v("k:N")))))


@guard("calculus/normal", " or form in self.lengths", "")
def a_derivative_by_a_length(make):
    return claim(make(), eq(D(over(ONE), N), ONE))


@guard("calculus/normal", "own if own in self.lengths else None", "own")
def a_symbol_that_is_no_length(make):
    return claim(make(), ("ge", M, ZERO), sign(("sum", "*1:M", (), ("num", "1"))))


@guard("logic/theorem", "sums run over the channels of one vector, and their number is a symbol")
@guard("logic/theorem", ' | {("sym", c) for c in self.constants}', "")
def minus_one_channels(make):
    bundle = make(t)
    bundle.add("constant", eq(c, num(-1)), bundle.step(eq(D(num(-1), t), ZERO)))
    both = ("and", eq(total(ONE, dimension=c), c), ("ge", c, ZERO))
    return claim(bundle, both, ("all", PLAIN, sign(("sum", "*1", (), ("num", "1")))))


@guard("calculus/substitution", "a value put for a coordinate that stands under a sum, or has another index")
def a_value_for_one_coordinate(make):
    return claim(make(), eq(at(x("j"), x("i"), ZERO), x("j")))


@guard("calculus/derivative", "a derivative of an integral with respect to another variable than its own")
def an_integral_along_another_variable(make):
    bundle = make(t, u)
    return claim(bundle, eq(D(integral(mul(t, u), t), u), mul(t, u)))


# --- identities and relations ---------------------------------------------------------------------------------


@guard("logic/rules", '"!=", "the multiplier is', '">=", "the multiplier is')
def a_multiplier_that_is_zero(make):
    return claim(make(), FALSE, identity(times=("num", "0")))


@guard("logic/rules", '"!=", "the multiplier is', '">=", "the multiplier is')
def an_exponent_that_is_zero(make):
    return claim(make(), FALSE, ("exp", ("num", "0"), ident()))


@guard("logic/rules", "the two sides differ")
def an_identity_that_is_none(make):
    return claim(make())


@guard("logic/rules", 'has_sign(step, p, ">=", sign_a)', "pass")
def a_root_without_a_sign(make):
    bundle = make()
    bundle.defined.append((">=", power(a, 2), ("sq", a)))
    r = root(power(a, 2))
    return claim(bundle, eq(a, r), identity((("root", a, r, ("sq", a), ("root", ("sq", a)), ident()), ONE)))


@guard("logic/rules", 'has_sign(step, q, ">=", sign_b)', "pass")
def another_root_without_a_sign(make):
    bundle = make()
    bundle.defined.append((">=", power(a, 2), ("sq", a)))
    r = root(power(a, 2))
    return claim(bundle, eq(r, a), identity((("root", r, a, ("root", ("sq", a)), ("sq", a), ident()), ONE)))


@guard("logic/rules", "identity(step, p * p - q * q, squares)", "pass")
def roots_of_different_squares(make):
    return claim(make(), FALSE, identity((("root", ONE, ZERO, ("num", "1"), ("num", "0"), ident()), ONE)))


@guard("logic/rules", "identity(step, q.power(2), square)", "pass")
def a_square_that_is_not_zero(make):
    return claim(make(), FALSE, identity((("square", ONE, ident()), ONE)))


@guard("logic/rules", 'has_sign(step, q, ">", witness)', "pass")
def a_logarithm_without_a_sign(make):
    """(-1)^2 = 1, so 2 log(-1) = 0, and exp of half of it is -1 and 1."""
    law = ("log", ((2, num(-1), ("num", "-1")),), ident())
    bundle = make()
    n = noted(bundle, "step", eq(ZERO, ZERO), identity((law, ZERO)))
    return claim(bundle, eq(ZERO, ZERO), identity((law, ONE), (use(n), ONE), (law, num(-1))))


@guard("logic/rules", "identity(step, product - step.ring.constant(1), certificate)", "pass")
def a_logarithm_of_another_product(make):
    return claim(make(), FALSE, identity((("log", ((1, exp(ONE), ("exp", ONE)),), ident()), ONE)))


def constant_y(make, *along):
    bundle = make(*along)
    n = bundle.given(D(y, t), ZERO)
    return bundle, bundle.step(eq(D(y, t), ZERO), identity((use(n), ONE)))


@guard("logic/rules", "the theorem does not say that the interval of the variable contains the point")
@guard("logic/rules", "_carried(step, g, variable, point)", "step.normal(g)[0]")
def a_point_outside_the_interval(make):
    bundle, n = constant_y(make, t)
    return claim(bundle, eq(y, app("y", num(-1))), identity((("constant", n, num(-1)), ONE)))


@guard("logic/rules", "step.require([(sign, substitute(q, number, point))])", "pass")
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


@guard("logic/rules", 'e.role in ("where", "given")', 'e.role == "where"')
def a_gap_in_what_is_given(make):
    """sqrt(t^2)/t has the derivative zero where t is not zero, which is given."""
    bundle = make(("interval", t, num(-1)))
    n = bundle.add("given", ("ne", t, ZERO))
    bundle.defined += [("!=", t, hyp(n)), (">", power(t, 2), ("sq+", hyp(n)))]
    side = div(root(power(t, 2)), t)
    m = bundle.step(eq(D(side, t), ZERO))
    return claim(bundle, eq(side, num(-1)), identity((("constant", m, num(-1)), ONE)))


@guard("logic/rules", "a hypothesis may fail between the point and the variable")
def a_gap_between_the_point_and_the_variable(make):
    return constant_in_pieces(make, "!=", t, num(-1))


@guard("logic/rules", "if slope and (moving or", "if slope and (")
def a_gap_of_an_absolute_value(make):
    """sqrt(t^2) > 0: it is as good as affine on either side of its gap."""
    bundle = make(("interval", t, num(-1)))
    square = power(t, 2)
    bundle.defined.append((">=", square, ("sq", t)))
    n = bundle.add("where", ("gt", root(square), ZERO))
    bundle.defined.append((">", square, ("sq+", hyp(n))))
    m = bundle.step(eq(D(y, t), ZERO), identity((use(bundle.given(D(y, t), ZERO)), ONE)))
    return claim(bundle, eq(y, app("y", num(-1))), identity((("constant", m, num(-1)), ONE)))


@guard("logic/rules", 'step.require([(">=", -bend)])', "pass")
def a_gap_in_a_convex_hypothesis(make):
    return constant_in_pieces(make, ">", sub(power(t, 2), ONE), num(-2))


@guard("logic/rules", "step.universal(n)", "step.entry(n)", number=2)
def the_value_of_what_is_supposed_to_be_constant(make):
    """If y' = 0 at t, then y(t) = y(0)."""
    bundle = make(("interval", t, ZERO))
    bundle.add("where", differentiable(y))
    n = bundle.suppose(eq(D(y, t), ZERO))
    statement = eq(y, app("y", ZERO))
    m = noted(bundle, "step", statement, identity((("constant", n, ZERO), ONE)))
    return claim(bundle, ("implies", eq(D(y, t), ZERO), statement), ("discharge", n, m))


@guard("logic/rules", "step.universal(n)", "step.entry(n)", number=2, behind=(NOWHERE_ELSE, NOT_SUPPOSED))
def a_constant_of_what_is_supposed_to_be_constant(make):
    """If y' = 0 at t, then y'' = 0 at t."""
    bundle = make(t)
    bundle.add("where", differentiable(y, 2))
    n = bundle.suppose(eq(D(y, t), ZERO))
    k = noted(bundle, "constant", eq(c, y), n)
    statement = eq(D(D(y, t), t), ZERO)
    m = noted(bundle, "step", statement, identity((("deriv", ("deriv", use(k), t), t), num(-1))))
    return claim(bundle, ("implies", eq(D(y, t), ZERO), statement), ("discharge", n, m))


def linear(v, p, point, slope=(), start=()):
    return ("linear", v, p, t, point, ident(*slope), ident(*start))


@guard("logic/rules", 'identity(step, step.value(("D", v, x)) - step.value(p) * step.value(v), slope)', "pass")
def no_linear_equation(make):
    return claim(make(("interval", t, ZERO)), eq(t, ZERO), identity((linear(t, ZERO, ZERO), ONE)))


@guard("logic/rules", 'identity(step, step.value(("at", v, x, x0)), start)', "pass")
def no_initial_value(make):
    return claim(make(("interval", t, ZERO)), FALSE, identity((linear(ONE, ZERO, ZERO), ONE)))


@guard("logic/rules", "_carried(step, p, x, step.value(x0))", "step.normal(p)[0]")
def an_initial_value_outside_the_interval(make):
    """v = (t + |t|) solves v' = v/|t| where t is not 0, and v(-1) = 0."""
    bundle = make(t)
    bundle.where(">", t)
    r = root(power(t, 2))
    bundle.defined += [(">", power(t, 2), ("sq+", ("known", 0))), ("!=", r, ("root", ("known", 1)))]
    return claim(bundle, eq(add(t, r), ZERO), identity((linear(add(t, r), div(ONE, r), num(-1)), ONE)))


@guard("logic/rules", "step.require([(r, substitute(d, number, point)) for r, d in duties])", "pass")
def a_linear_equation_singular_at_its_start(make):
    """v = exp(-5/2 t^(-2/5)) for t > 0 and 0 for other t solves v' = p v with p = t^(-7/5)."""
    bundle = make(("interval", t, ZERO))
    n = bundle.given(mul(t, exp(y)), ONE)
    positive = (">", t, ("is", t, ("exp", neg(y)), ident((use(n), exp(neg(y))))))
    v, p = app("v", t), exp(mul(num("-7/5"), log(t)))
    m = noted(bundle, "given", eq(D(v, t), mul(p, v)), (), [positive])
    start = bundle.given(app("v", ZERO), ZERO)
    known = [(use(m), ONE)], [(use(start), ONE)]
    return claim(bundle, eq(v, ZERO), identity((linear(v, p, ZERO, *known), ONE)), [positive])


@guard("logic/rules", "step.everywhere = True", "pass")
def a_linear_equation_that_is_supposed(make):
    """If y' = y at t and y(0) = 0, then y(t) = 0."""
    bundle = make(("interval", t, ZERO))
    bundle.add("where", differentiable(y))
    start = bundle.given(app("y", ZERO), ZERO)
    n = bundle.suppose(eq(D(y, t), y))
    proof = identity((linear(y, ONE, ZERO, [(use(n), ONE)], [(use(start), ONE)]), ONE))
    m = noted(bundle, "step", eq(y, ZERO), proof)
    return claim(bundle, ("implies", eq(D(y, t), y), eq(y, ZERO)), ("discharge", n, m))


@guard("logic/rules", "step.derivative(factor, number)", "pass")
def a_linear_equation_that_is_singular(make):
    """v = t^2 solves v' = p v with p = 2/t, and p(0) = 0."""
    bundle = make(("interval", t, ZERO))
    p, square = app("p", t), power(t, 2)
    n = bundle.given(mul(TWO, t), mul(p, square))
    return claim(bundle, eq(square, ZERO), identity((linear(square, p, ZERO, [(use(n), ONE)]), ONE)))


@guard("logic/rules", "step.derivative(factor, number)", "pass")
def a_linear_equation_with_a_derivative_that_is_not_bounded(make):
    """y = t^2 sin(1/t^2), v = exp of the integral of y'^2 from 1 to t for t > 0, and 0 for other t."""
    bundle = make(("interval", t, ZERO))
    v, p = app("v", t), power(D(y, t), 2)
    n, start = bundle.given(D(v, t), mul(p, v)), bundle.given(app("v", ZERO), ZERO)
    return claim(bundle, eq(v, ZERO), identity((linear(v, p, ZERO, [(use(n), ONE)], [(use(start), ONE)]), ONE)))


# --- the mean value theorem -----------------------------------------------------------------------------------


def rise(f, point, witness, n=0, variable=t):
    return sign(("rise", variable, f, point, n, witness))


def grown(bundle, f, point, witness, variable=t, defined=()):
    """(t - a) (f - f(a)) >= 0, for a slope that is not negative."""
    way = mul(sub(variable, point), sub(f, at(f, variable, point)))
    return claim(bundle, ("ge", way, ZERO), rise(f, point, witness, variable=variable), defined)


@guard("logic/rules", "the mean value theorem is applied along a symbol")
def growth_along_a_coordinate(make):
    """All coordinates are at least 1: (x_i - 1)^2 grows from there, and not from 0."""
    bundle = make()
    n = bundle.where(">=", x("*1"), ONE)
    return grown(bundle, power(sub(x("i"), ONE), 2), ZERO, ("mul", ("num", "2"), hyp(n, ("*1", "i"))), x("i"))


@guard("logic/rules", "a point that moves with the variable")
def growth_from_a_point_that_moves(make):
    """The slope is t (t - 1)^2, and the value at t is less than that at -t, for t > 0."""
    bundle = make()
    f = add(mul(num("1/4"), power(t, 4)), mul(num("-2/3"), power(t, 3)), mul(num("1/2"), power(t, 2)))
    witness = ("mul", ("num", "2"), ("sq", t), ("sq", sub(t, ONE)))
    return claim(bundle, ("ge", f, at(f, t, neg(t))), rise(f, neg(t), witness, 1))


@guard("logic/rules", "the mean value theorem needs one point for all")
@guard("logic/rules", ' or any(i[0] == "*" for i in free_indices(point)):', ":")
def growth_from_every_channel(make):
    """t is at most the least of the x: from another one, -(t - x_i)^2 need not grow."""
    bundle = make()
    n = bundle.add("where", ("le", t, x("*1")))
    f = neg(power(sub(t, x("i")), 2))
    return grown(bundle, f, x("*1"), ("mul", ("num", "2"), hyp(n, ("*1", "i"))))


@guard("logic/rules", "the mean value theorem needs one point for all")
@guard("logic/rules", "free_wholes(point) or ", "")
def growth_from_every_whole_number(make):
    """t is at most 1, as the least of 1, 2, ...: from another one, -(t - 1)^2 does not grow."""
    bundle, m = make(), ("whole", "m", 1)
    n = bundle.add("where", ("le", t, m))
    return grown(bundle, neg(power(sub(t, ONE), 2)), m, ("mul", ("num", "2"), ("at", n, m, ONE)))


HUMPS = sub(num("1/4"), power(sub(power(t, 2), ONE), 2))
"""Positive around -1 and around 1, where it is concave, and not between."""


@guard("logic/rules", "a hypothesis may fail between the point and the variable", number=1)
def growth_across_a_gap_between_two_humps(make):
    bundle = make()
    n = bundle.where(">=", HUMPS)
    fourth = ("mul", ("num", "6"), ("sq", power(t, 2)))
    bend = ("add", ("mul", ("num", "6"), hyp(n)), fourth, ("num", "1/2"))
    concave = (">=", sub(mul(num(12), power(t, 2)), num(4)), bend)
    f = sub(mul(num("1/4"), t), add(mul(num("1/5"), power(t, 5)), mul(num("-2/3"), power(t, 3)), t))
    return grown(bundle, f, num(-1), hyp(n), defined=[concave])


@guard("logic/rules", 'moving == {number} and sign != "!="', "moving == {number}")
def growth_across_the_gap_of_an_inequality(make):
    """-1/t grows from -1, and not across 0."""
    bundle = make()
    n = bundle.add("where", ("ne", ZERO, t))
    bundle.defined.append(("!=", neg(t), hyp(n)))
    return grown(bundle, div(num(-1), t), num(-1), ("inv", ("sq+", hyp(n))))


@guard("logic/rules", 'moving == {number} and sign != "!="', 'sign != "!="')
def growth_across_the_gap_of_an_absolute_value(make):
    """-t/|t| has the slope 0 wherever it has any."""
    bundle, r = make(), root(power(t, 2))
    bundle.defined.append((">=", power(t, 2), ("sq", t)))
    n = bundle.add("where", ("gt", r, ZERO))
    bundle.defined += [("!=", r, hyp(n)), (">", power(t, 2), ("sq+", hyp(n)))]
    return grown(bundle, neg(div(t, r)), num(-1), ("num", "0"))


@guard("logic/rules", '(">=", substitute(q, number, point)), ', "")
def growth_from_beyond_a_bound(make):
    bundle = make()
    n = bundle.add("where", ("le", t, ONE))
    return grown(bundle, neg(power(sub(t, ONE), 2)), TWO, ("mul", ("num", "2"), hyp(n)))


@guard("logic/rules", ', (">=", -bend)])', "])")
def growth_across_the_gap_of_a_convex_hypothesis(make):
    bundle = make()
    n = bundle.add("where", ("ge", mul(a, power(t, 2)), a))
    return grown(bundle, mul(a, sub(mul(num("1/3"), power(t, 3)), t)), num(-1), hyp(n))


@guard("logic/rules", "what is given may not hold between the point and the variable")
def growth_by_what_is_given_at_the_end(make):
    """If t^2 = 1 and t >= 0, then the slope of t^3 - 2t is 1, and its value is -1."""
    bundle = make()
    bundle.where(">=", t)
    n = bundle.given(power(t, 2), ONE)
    f = sub(power(t, 3), mul(TWO, t))
    slope = ("is", D(f, t), ("num", "1"), ident((use(n), num(3))))
    return claim(bundle, ("ge", f, ZERO), rise(f, ZERO, ("mul", hyp(0), slope), 1))


@guard("logic/rules", "the interval of another variable contains a point that moves with this one")
def growth_across_a_jump(make):
    """y is 1 around 0, and -1 around t."""
    bundle = make(("interval", u, t))
    n = bundle.given(D(app("y", u), u), ZERO)
    m = bundle.given(power(app("y", u), 2), ONE)
    bundle.given(at(D(app("y", u), u), u, ZERO), ZERO)
    k = bundle.given(app("y", ZERO), ONE)
    carried = ("constant", n, t), neg(add(app("y", u), y))
    first = app("y", ZERO)
    bundle.defined.append((">", power(y, 2), ("is", power(y, 2), ("num", "1"), ident((use(m), ONE), carried))))
    one = ident((use(k), add(first, ONE)))
    bundle.defined.append((">", power(first, 2), ("is", power(first, 2), ("num", "1"), one)))
    bundle.defined += [("!=", root(power(v, 2)), ("root", ("known", i))) for i, v in enumerate((y, first))]
    f = div(y, root(power(y, 2)))
    return claim(bundle, ("ge", f, at(f, t, ZERO)), rise(f, ZERO, ("num", "0"), 1))


@guard("logic/rules", "step.everywhere = True", "pass", number=1)
def growth_by_what_is_supposed(make):
    """If t >= -1 and t^2 >= 1, then t^3 - 3t >= 2."""
    bundle = make()
    bundle.where(">=", add(t, ONE))
    supposed = ("ge", power(t, 2), ONE)
    n = bundle.suppose(supposed)
    f = sub(power(t, 3), mul(num(3), t))
    m = noted(bundle, "step", ("ge", f, TWO), rise(f, num(-1), ("mul", hyp(0), ("num", "3"), hyp(n)), 1))
    return claim(bundle, ("implies", supposed, ("ge", f, TWO)), ("discharge", n, m))


# --- derivatives that exist -----------------------------------------------------------------------------------


def chain(f, variable):
    """d(f^2)/dv = 2 f df/dv, which has no value where f is not differentiable."""
    return eq(D(power(f, 2), variable), mul(TWO, f, D(f, variable)))


slope = D(y, t)


@guard("calculus/derivative", 'duties.append(("exists", own))', "pass")
@guard(
    "logic/theorem", 'if entry.role in ("where", "given"):\n            suppose_d', "if True:\n            suppose_d"
)
def a_derivative_that_is_claimed(make):
    return claim(make(), chain(y, t))


@guard("calculus/normal", 'duties.append(("exists", applied))', "pass")
def a_derivative_that_falls_out(make):
    prime = app("y", t, orders=(1,))
    bundle = make()
    n = noted(bundle, "step", eq(sub(prime, prime), ZERO))
    return claim(bundle, eq(sub(prime, prime), ZERO), identity((use(n), ONE)))


@guard("logic/step", "if len(formal) != len(args):", "if False:")
def a_function_of_one_variable_and_one_of_two(make):
    bundle = make()
    bundle.add("where", differentiable(y))
    return claim(bundle, chain(app("y", t, u), t))


@guard("logic/step", "int(k) >= sum(orders)", "True")
def differentiable_once(make):
    bundle = make()
    bundle.add("where", differentiable(y))
    return claim(bundle, chain(slope, t))


STANDS_ONCE = Guard("logic/theorem", "a symbol that stands for every number stands once, and nothing else is supposed")
SUPPOSED_LATER = Guard("logic/theorem", STANDS_ONCE.place, number=1)


@guard("logic/entry", " and a not in varying", "", behind=(STANDS_ONCE,))
@guard("logic/step", " and self._ranges_over(formal, args)", "")
def differentiable_on_an_interval(make):
    bundle = make(t)
    bundle.add("where", differentiable(y))
    return claim(bundle, chain(app("y", u), u))


@guard("logic/entry", 'a[0] == "sym" and ', "", behind=(SUPPOSED_LATER,))
def differentiable_at_an_entry(make):
    """The entries of x are between -1 and 1."""
    bundle = make(("vector", "x"))
    bundle.add("where", differentiable(app("y", x("i"))))
    noted(bundle, "given", ("le", power(x("i"), 2), ONE), ())
    return claim(bundle, chain(y, t))


@guard("logic/theorem", "len(set(arguments)) < len(arguments) or ", "")
def differentiable_on_the_diagonal(make):
    """f(t, u) = |t - u - 1| is."""
    bundle = make()
    noted(bundle, "where", differentiable(app("f", u, u)), ())
    return claim(bundle, chain(app("f", t, a), t))


@guard("logic/theorem", STANDS_ONCE.place)
def differentiable_for_positive_numbers(make):
    bundle = make()
    bundle.where(">", u)
    noted(bundle, "where", differentiable(app("y", u)), ())
    return claim(bundle, chain(y, t))


@guard("logic/theorem", "said = [self.along, ", "said = [")
def differentiable_at_a_point_of_an_interval(make):
    """t > 0 on an interval that contains u."""
    bundle = make(("interval", t, u))
    bundle.where(">", t)
    noted(bundle, "where", differentiable(app("y", u)), ())
    return claim(bundle, chain(app("y", a), a))


@guard("logic/theorem", SUPPOSED_LATER.place, number=1)
@guard("logic/theorem", 'entry.role in ("where", "given", "constant") and', 'entry.role in ("where", "constant") and')
def differentiable_where_something_is_given(make):
    bundle = make()
    bundle.add("where", differentiable(app("y", u)))
    n = noted(bundle, "given", eq(u, ONE), ())
    return claim(bundle, chain(y, t), identity((use(n), ZERO)))


@guard("logic/theorem", 'entry.role in ("where", "given", "constant") and', 'entry.role in ("given", "constant") and')
def differentiable_for_what_is_positive_after_all(make):
    bundle = make()
    bundle.add("where", differentiable(app("y", u)))
    n = noted(bundle, "where", ("gt", u, ZERO), ())
    return claim(bundle, chain(y, t), PLAIN, [(">", u, hyp(n))])


@guard("logic/theorem", "ranges(self.along) | self._arbitrary", "ranges(self.along)")
def differentiable_at_the_number_of_channels(make):
    bundle = make()
    bundle.add("where", differentiable(app("y", C)))
    return claim(bundle, eq(add(D(y, t), total(ONE)), add(D(y, t), C)))


@guard("logic/theorem", "the arguments of a differentiable function all vary, or all stand for every number")
def differentiable_in_one_argument_of_two(make):
    """Where t varies and u does not, this could mean either; it is refused for what it says."""
    return make(t).judged("where", differentiable(app("f", t, u)), ())


@guard("logic/theorem", "that a function is differentiable is a hypothesis by itself")
def differentiable_where_it_is_given(make):
    """If y is differentiable at u, which is positive, it need not be at t."""
    bundle = make()
    bundle.add("where", ("gt", u, ZERO))
    noted(bundle, "given", differentiable(app("y", u)), ())
    return claim(bundle, chain(y, t))


@guard("logic/step", "channels.setdefault(i, j)", "j")
def differentiable_in_each_channel(make):
    """f(x_k, w_k) is for every k; f(x_i, w_j) may not be."""
    bundle = make()
    bundle.add("where", differentiable(app("f", x("*1"), w("*1"))))
    return claim(bundle, chain(app("f", x("i"), w("j")), x("i")))


@guard("logic/step", "known.count(q) > 1 or ", "")
def differentiable_on_the_diagonal_of_an_interval(make):
    bundle = make(("interval", t, ZERO))
    bundle.add("where", differentiable(app("f", t, t)))
    return claim(bundle, chain(app("f", t, ZERO), t))


@guard("logic/step", "any(self.earlier[n].assumptions for n in entries(grounds))", "False")
def a_derivative_that_exists_under_a_supposition(make):
    """t^3 y' = z gives y'' where t is not 0, and not at 0."""
    bundle = make(("interval", t, ZERO))
    z, cube = app("z", t), power(t, 3)
    bundle.add("where", differentiable(z))
    n = bundle.given(mul(cube, slope), z)
    m = bundle.suppose(("ne", t, ZERO))
    known = [("!=", cube, ("mul", hyp(m), hyp(m), hyp(m))), *solved(n)]
    statement = eq(at(D(mul(t, slope), t), t, ZERO), at(slope, t, ZERO))
    return bundle.judged("step", statement, PLAIN, known)


@guard("logic/step", " and known_orders[0] >= orders[0]", "")
def a_derivative_of_lower_order(make):
    bundle = make(t)
    bundle.given(slope, app("z", t))
    return claim(bundle, chain(slope, t))


@guard("logic/step", "(other, len(known), len(args)) == (name, 1, 1)", "(len(known), len(args)) == (1, 1)")
def a_derivative_of_another_function(make):
    bundle = make(t)
    bundle.given(slope, t)
    return claim(bundle, chain(app("z", t), t))


@guard("logic/step", "self._carries(known, args)", "True")
def a_derivative_at_another_argument(make):
    bundle = make(t)
    bundle.given(slope, ONE)
    return claim(bundle, chain(app("y", mul(TWO, t)), t))


STAR = Guard("logic/step", ' and any(i[0] == "*" for i in key[2:])', "")
EACH = Guard("logic/step", 'if i[0] == "*" else i) != j', "if True else i) != j")


@guard("logic/step", 'if i[0] == "*" else i) != j', "if True else i) != j", behind=(STAR,))
@guard("logic/step", ' and any(i[0] == "*" for i in key[2:])', "", behind=(EACH,))
def a_derivative_in_another_channel(make):
    bundle = make(x("i"))
    bundle.given(D(app("y", x("i")), x("i")), ONE)
    return claim(bundle, chain(app("y", x("j")), x("j")))


@guard("logic/step", " and arrays(key) == arrays(other)", "")
def a_derivative_at_another_vector(make):
    bundle = make()
    bundle.given(D(app("y", x("*1")), x("*1")), ONE)
    return claim(bundle, chain(app("y", w("i")), w("i")))


@guard("logic/step", "value not in reached", "False")
def a_derivative_beyond_the_interval(make):
    bundle = make(("interval", t, ZERO))
    bundle.given(slope, ONE)
    return claim(bundle, chain(app("y", add(t, ONE)), t))


@guard("logic/entry", " and f[1] == variable", "")
def a_derivative_at_the_point_of_another_interval(make):
    bundle = make(("interval", t, ZERO))
    bundle.given(D(app("y", u), u), ONE)
    return claim(bundle, eq(at(D(app("y", t), t), t, ZERO), app("y", ZERO, orders=(1,))))


@guard("logic/statements", 'case ("sum", index, _, (), body)', 'case ("sum", index, _, _, body)')
def a_derivative_in_all_channels_but_one(make):
    bundle = make()
    noted(bundle, "given", eq(total(D(app("y", x("k")), x("k")), "k", "i"), ZERO), ())
    return claim(bundle, chain(app("y", x("i")), x("i")))


@guard("logic/statements", 'case ("sum" | "upto" | "or" | "implies" | "iff", *_)', 'case ("sum" | "upto", *_)')
def a_derivative_in_one_branch(make):
    """If t > 0 then y' = 1: this says nothing of y elsewhere."""
    bundle = make(t)
    noted(bundle, "given", ("implies", ("gt", t, ZERO), eq(slope, ONE)), ())
    return claim(bundle, chain(y, t))


@guard("logic/theorem", 'own = {number} if entry.role in ("where", "given") else set()', "own = set()")
def a_derivative_that_is_given_under_a_supposition(make):
    """y' = a is given where a is not 0."""
    bundle = make()
    condition = ("!=", a, hyp(bundle.suppose(("ne", a, ZERO))))
    bundle.add("given", eq(div(slope, a), ONE), (), [condition])
    return claim(bundle, chain(y, t))


def solved(n, order=1):
    """The condition that the next derivative of y exists."""
    return [("solved", n, app("y", t, orders=(order,)))]


@guard("logic/rules", "an equation that is not linear in its leading derivative")
def solved_for_a_square(make):
    """(y' - t)(y' + t + 1) = 0: y' may be t below -1/2, and -t - 1 above."""
    bundle = make(t)
    n = bundle.given(add(power(slope, 2), slope), add(power(t, 2), t))
    return claim(bundle, chain(slope, t), PLAIN, solved(n))


@guard("logic/rules", "step.derivative(part, number)", "pass")
def solved_by_what_has_no_derivative(make):
    bundle = make(t)
    n = bundle.given(slope, app("z", t))
    return claim(bundle, chain(slope, t), PLAIN, solved(n))


@guard("logic/rules", 'step.require([("!=", a)])', "pass")
def solved_by_dividing_by_zero(make):
    """t y' = 2 y, by y = t |t|."""
    bundle = make(t)
    n = bundle.given(mul(t, slope), mul(TWO, y))
    return claim(bundle, chain(slope, t), PLAIN, solved(n))


@guard("logic/rules", "step.universal(n)", "pass")
def solved_at_a_point(make):
    """If y' = t at a point, then y'' exists there."""
    bundle = make(t)
    bundle.add("where", differentiable(y))
    n = bundle.suppose(eq(slope, t))
    return bundle.judged("step", chain(slope, t), PLAIN, solved(n))


@guard("logic/rules", "step.equation(n), step.varying(variable)", "step.equation(n), step.normal.variable(variable)")
def solved_along_what_does_not_vary(make):
    bundle = make()
    n = bundle.given(slope, t)
    return claim(bundle, chain(slope, t), PLAIN, solved(n))


@guard("logic/rules", "(variable,)), frozenset(grounds))", "(variable,)), frozenset())")
def solved_under_a_supposition(make):
    """a y' = a t; where a is 0, this says nothing of y."""
    bundle = make(t)
    n = bundle.given(mul(a, slope), mul(a, t))
    m = bundle.suppose(("ne", a, ZERO))
    noted(bundle, "step", eq(ONE, ONE), PLAIN, [("!=", a, hyp(m)), *solved(n)])
    return claim(bundle, chain(slope, t))


# --- constants of integration ---------------------------------------------------------------------------------


@guard("logic/statements", "a constant of integration c is introduced as c = g, where dg/dx = 0 was shown")
def a_constant_that_is_none(make):
    bundle = make(t)
    k = noted(bundle, "constant", eq(c, t), bundle.step(eq(D(ONE, t), ZERO)))
    return claim(bundle, FALSE, identity((("deriv", use(k), t), num(-1))))


@guard(
    "logic/statements",
    "one constant for every channel: introduce it for one channel, as x[i]",
    behind=(OWN_CHANNEL,),
)
def one_constant_for_every_channel(make):
    bundle = make(t)
    k = noted(bundle, "constant", eq(c, x("*1")), bundle.step(eq(D(x("*1"), t), ZERO)))
    proof = identity((("rename", k, "*1", "i"), num(-1)), (("rename", k, "*1", "j"), ONE))
    return claim(bundle, eq(x("i"), x("j")), proof)


@guard("logic/statements", "is introduced as a constant but was spoken of before")
def a_constant_introduced_twice(make):
    bundle = make(t)
    n, m = (noted(bundle, "constant", eq(c, v), bundle.step(eq(D(v, t), ZERO))) for v in (ONE, TWO))
    return claim(bundle, FALSE, identity((use(n), ONE), (use(m), num(-1))))


@guard("logic/statements", "spoken_of = (g, *step.along, ", "spoken_of = (g, ")
def a_constant_that_varies(make):
    bundle = make(t, c)
    k = noted(bundle, "constant", eq(c, ONE), bundle.step(eq(D(ONE, t), ZERO)))
    return claim(bundle, FALSE, identity((("deriv", use(k), c), ONE)))


@guard("logic/statements", "*(e.statement for e in step.earlier))", ")")
def a_constant_that_was_given(make):
    bundle = make(t)
    n = bundle.given(c, TWO)
    k = noted(bundle, "constant", eq(c, ONE), bundle.step(eq(D(ONE, t), ZERO)))
    return claim(bundle, FALSE, identity((use(n), num(-1)), (use(k), ONE)))


INTERVAL = "a constant of integration needs an interval that the theorem lets the variable range over"


@guard("logic/statements", INTERVAL)
def a_constant_along_what_does_not_vary(make):
    """Harmless by itself: nothing can then be differentiated. It is refused for what it says."""
    bundle = make()
    return bundle.judged("constant", eq(c, ONE), bundle.step(eq(D(ONE, t), ZERO)))


def sign_of_a_coordinate(make, *along):
    """x_i/|x_i|, the slope of which is zero where x_i is not."""
    bundle = make(*along)
    bundle.where("!=", x("i"))
    absolute = root(power(x("i"), 2))
    bundle.defined += [(">", power(x("i"), 2), ("sq+", hyp(0))), ("!=", absolute, ("root", ("known", 1)))]
    side = div(x("i"), absolute)
    return bundle, side, bundle.step(eq(D(side, x("i")), ZERO))


@guard("logic/statements", INTERVAL)
def a_constant_on_an_open_set(make):
    bundle, side, n = sign_of_a_coordinate(make, ("vector", "x"))
    return bundle.judged("constant", eq(c, side), n)


@guard("logic/step", ANTIDERIVATIVE)
def an_antiderivative_on_an_open_set(make):
    bundle, side, n = sign_of_a_coordinate(make, ("vector", "x"))
    return claim(bundle, eq(integral(ZERO, x("i")), side), identity((use(n), num(-1))))


@guard("calculus/generators", OWN_CHANNEL.place, OWN_CHANNEL.instead, behind=(FIXED,))
def the_constant_of_one_channel_is_summed(make):
    """c = x_i, and the sum of all x_i is not C x_i."""
    bundle = make(t)
    k = bundle.add("constant", eq(c, x("i")), bundle.step(eq(D(x("i"), t), ZERO)))
    return claim(bundle, eq(mul(C, c), total(x("k"))), identity((("sum", k, "i", ONE), ONE)))


@guard("calculus/normal", "the constant")
def the_constant_of_one_channel_under_a_sum(make):
    """Written out, it is the sum of x_i, which is not C x_i."""
    bundle = make(t)
    bundle.add("constant", eq(c, x("i")), bundle.step(eq(D(x("i"), t), ZERO)))
    return claim(bundle, eq(total(c, "i"), mul(C, c)))


@guard("logic/theorem", "what is given cannot speak of a constant of integration that came out of the proof")
def a_constant_that_is_given_later(make):
    bundle = make(t)
    k = bundle.add("constant", eq(c, ONE), bundle.step(eq(D(ONE, t), ZERO)))
    n = noted(bundle, "given", eq(c, TWO), ())
    return claim(bundle, FALSE, identity((use(n), num(-1)), (use(k), ONE)))


@guard("calculus/derivative", "a derivative of the constant")
def a_constant_along_another_variable(make):
    bundle = make(t, u)
    k = bundle.add("constant", eq(c, u), bundle.step(eq(D(u, t), ZERO)))
    return claim(bundle, FALSE, identity((("deriv", use(k), u), num(-1))))


@guard("calculus/substitution", "a value put for a variable on which the constant")
def a_constant_elsewhere(make):
    bundle = make(t, u)
    bundle.add("constant", eq(c, u), bundle.step(eq(D(u, t), ZERO)))
    return claim(bundle, eq(at(sub(c, u), u, ZERO), c))


@guard("calculus/substitution", "for key in ring.within(number):", "for key in [ring.keys[number]]:")
def a_constant_in_an_exponential_elsewhere(make):
    bundle = make(t, u)
    bundle.add("constant", eq(c, u), bundle.step(eq(D(u, t), ZERO)))
    return claim(bundle, eq(at(exp(c), u, ZERO), exp(c)))


# --- signs ----------------------------------------------------------------------------------------------------


@guard("logic/rules", "a witness does not show the quantity to be")
def the_sign_of_another_quantity(make):
    return claim(make(), ("gt", ZERO, ONE), sign(("num", "1")))


@guard("logic/rules", "a witness does not show the quantity to be", number=1)
@guard("logic/step", 'return sign == relation or sign == ">"', "return True")
@guard("logic/rules", '"!=" if known < 0 else ">="', '">"')
def a_negative_number_is_positive(make):
    return claim(make(), ("gt", num(-1), ZERO), sign(("num", "-1")))


@guard("logic/rules", '">" if implies(s, "!=") else ">="', '">"')
def a_square_that_may_vanish(make):
    return claim(make(), ("gt", power(a, 4), ZERO), sign(("sq+", ("sq", a))))


@guard("logic/rules", "raise Rejected(otherwise)", "pass")
@guard("logic/rules", '">=", "a summand is', '"!=", "a summand is')
def a_sum_with_a_quantity_of_any_sign(make):
    bundle = make()
    bundle.where("!=", a)
    return claim(bundle, ("gt", add(a, ONE), ZERO), sign(("add", hyp(0), ("num", "1"))))


@guard("logic/rules", '">" if any(s == ">" for _, s in parts) else ">="', '">"')
def a_sum_that_may_vanish(make):
    return claim(make(), ("gt", add(power(a, 2), power(b, 2)), ZERO), sign(("add", ("sq", a), ("sq", b))))


@guard("logic/rules", 'if all(s in (">", "!=") for s in signs):', "if True:")
def a_product_that_may_vanish(make):
    return claim(make(), ("ne", mul(power(a, 2), TWO), ZERO), sign(("mul", ("sq", a), ("num", "2"))))


@guard("logic/rules", 'raise Rejected("a product whose sign is open")', 'return ">="')
def a_product_of_any_sign(make):
    bundle = make()
    bundle.where("!=", a)
    return claim(bundle, ("ge", mul(power(b, 2), a), ZERO), sign(("mul", ("sq", b), hyp(0))))


@guard("logic/rules", '"!=", "the inverse of', '">=", "the inverse of')
def an_inverse_of_what_may_vanish(make):
    """b (1/b) >= 0 is 1 >= 0, which is true; the witness is refused for what it says of 1/b."""
    bundle = make()
    bundle.where(">=", b)
    return claim(bundle, ("ge", ONE, ZERO), sign(("mul", hyp(0), ("inv", hyp(0)))))


@guard("logic/rules", '"!=", "the negative of', '">=", "the negative of')
def a_negative_of_what_may_vanish(make):
    return claim(make(), ("ne", neg(power(a, 2)), ZERO), sign(("neg", ("sq", a))))


@guard("logic/rules", '">=", "a root of', '"!=", "a root of')
def a_root_of_any_sign(make):
    bundle = make()
    bundle.where("!=", a)
    return claim(bundle, ("gt", a, ZERO), sign(("sq+", ("root", hyp(0)))))


@guard(
    "logic/rules", 'return ring.exp(u) - u - ring.constant(1), ">="', 'return ring.exp(u) - u - ring.constant(1), ">"'
)
def a_tangent_that_touches(make):
    return claim(make(), ("gt", sub(exp(a), a), ONE), sign(("exp-bound", a)))


@guard("logic/rules", '">=", "a summand is', '"!=", "a summand is', number=1)
def a_sum_over_channels_of_any_sign(make):
    bundle = make()
    bundle.where("!=", x("*1"))
    return claim(bundle, ("ge", total(x("k"), "k", "i"), ZERO), sign(("sum", "*1", ("i",), hyp(0))))


@guard("logic/rules", '">=" if excluded else s', '">="  if excluded else ">"')
def a_sum_of_what_may_vanish(make):
    bundle = make()
    bundle.where(">=", x("*1"))
    return claim(bundle, ("gt", total(x("k")), ZERO), sign(("sum", "*1", (), hyp(0))))


@guard("logic/rules", 'tuple(channel(i) for i in excluded)), ">="', 'tuple(channel(i) for i in excluded)), ">"')
def a_sum_over_no_channels(make):
    bundle = make()
    bundle.where(">", x("*1"))
    return claim(bundle, ("gt", total(x("k"), "k", "i"), ZERO), sign(("sum", "*1", ("i",), hyp(0))))


@guard("logic/rules", ' if index[:1] == "*"', "")
def a_sum_over_one_channel(make):
    bundle = make()
    bundle.where(">=", x("i"))
    return claim(bundle, ("ge", total(x("k")), ZERO), sign(("sum", "i", (), hyp(0))))


@guard("logic/rules", "no sum runs to this")
def a_number_that_is_no_length(make):
    return claim(make(), ("ge", t, ONE), sign(("length", t)))


@guard("logic/rules", "step.value(size) - ring.constant(1)", "step.value(size) - ring.constant(2)")
def more_than_one_channel(make):
    return claim(make(), ("ge", add(C, ZERO, mul(ZERO, total(x("k")))), TWO), sign(("length", C)))


@guard("logic/rules", "identity(step, target - q, certificate)", "pass")
def another_way_to_write_another(make):
    return claim(make(), ("gt", num(-1), ZERO), sign(("is", num(-1), ("num", "1"), ident())))


@guard("logic/rules", 'if channel(old)[0] != "*":', "if False:")
@guard("logic/step", "a hypothesis speaks of")
def a_hypothesis_on_one_channel_is_taken_to_another(make):
    bundle = make()
    bundle.where(">", x("i"))
    return claim(bundle, ("gt", x("j"), ZERO), sign(hyp(0, ("i", "j"))))


@guard("logic/step", "self.unsupposed(n)", "self.entry(n)", number=1)
def an_inequality_supposed_for_one_channel_is_summed(make):
    bundle = make()
    n = bundle.suppose(("gt", x("i"), ZERO))
    m = noted(bundle, "step", ("gt", total(x("k")), ZERO), sign(("sum", "*1", (), hyp(n, ("i", "*1")))))
    return claim(bundle, ("implies", ("gt", x("i"), ZERO), ("gt", total(x("k")), ZERO)), ("discharge", n, m))


@guard(
    "logic/rules",
    'INEQUALITIES = {"lt": ">", "gt": ">", "le": ">=", "ge": ">="',
    'INEQUALITIES = {"lt": ">", "gt": ">", "le": ">", "ge": ">"',
)
def a_weak_hypothesis(make):
    bundle = make()
    bundle.where(">=", a)
    return claim(bundle, ("gt", a, ZERO), sign(hyp(0)))


@guard("logic/rules", "0 <= n < len(step.known)", "n < len(step.known)")
def a_condition_counted_from_the_end(make):
    bundle = make()
    bundle.where(">", a)
    return claim(bundle, ("gt", a, ZERO), sign(("known", -1)))


# --- proofs ---------------------------------------------------------------------------------------------------


@guard("logic/statements", "this kind of proof does not fit this kind of statement")
def no_proof(make):
    return claim(make(), FALSE, ())


@guard("logic/statements", "bounds of the two sides do not decide")
def bounds_that_do_not_decide(make):
    return claim(make(), ("lt", ONE, ZERO), ("bounds",))


@guard("calculus/enclosure", "a division by what may be zero")
def bounds_of_what_has_no_value(make):
    zero = sub(mul(root(TWO), root(TWO)), TWO)
    return claim(make(), ("ge", power(div(ONE, zero), 2), ZERO), ("bounds",))


@guard("calculus/enclosure", "max(x[0], -x[1], Fraction(0))", "max(x[0], -x[1])")
def bounds_of_a_square(make):
    """u^2 > 0 for u = e^100 - e^100 = 0, the bounds of which are not tight."""
    zero = sub(exp(num(100)), exp(num(100)))
    return claim(make(), ("gt", power(zero, 2), ZERO), ("bounds",))


@guard("logic/statements", "step.supposed |= shown.assumptions - {n}", "pass")
def several_statements_with_a_supposition(make):
    bundle = make()
    forgotten, n = bundle.suppose(eq(a, ZERO)), bundle.suppose(eq(ONE, ONE))
    m = bundle.add("step", eq(a, ZERO), identity((use(forgotten), ONE)))
    both = ("and", ("implies", eq(ONE, ONE), eq(a, ZERO)), eq(ONE, ONE))
    return claim(bundle, both, ("all", ("discharge", n, m), PLAIN))


@guard("logic/step", NOT_SUPPOSED.place)
def an_equation_used_everywhere_beside_what_is_supposed(make):
    """a = 0 at a point is no reason to take an equation for one that holds everywhere."""
    bundle = make(t)
    e = bundle.given(t, u)
    supposed, n = bundle.suppose(eq(a, ZERO)), bundle.suppose(eq(ONE, ONE))
    m = bundle.add("step", eq(a, ZERO), identity((use(supposed), ONE)))
    both = ("and", ("implies", eq(ONE, ONE), eq(a, ZERO)), FALSE)
    return bundle.judged("step", both, ("all", ("discharge", n, m), identity((("deriv", use(e), t), ONE))))


@guard("logic/step", "frozenset(self.supposed).union(", "frozenset().union(")
def two_suppositions(make):
    bundle = make()
    n, m = bundle.suppose(eq(a, b)), bundle.suppose(eq(b, c))
    s = bundle.add("step", eq(a, c), identity((use(n), ONE), (use(m), ONE)))
    return claim(bundle, ("implies", eq(a, b), eq(a, c)), ("discharge", n, s))


@guard("logic/step", ".union(*(self.earlier[n].assumptions for n in entries(self.grounds)))", "")
def a_value_that_is_supposed(make):
    bundle = make()
    n = bundle.suppose(("ne", a, ZERO))
    condition = ("!=", a, hyp(n))
    m = bundle.add("step", eq(div(a, a), ONE), PLAIN, [condition])
    return claim(bundle, ("implies", ("ne", a, ZERO), eq(div(a, a), ONE)), ("discharge", n, m), [condition])


@guard("logic/statements", "an implication about every channel: say which channel")
def if_every_channel_or_for_every_channel(make):
    """All x_k > 0 has the consequence that their sum is not negative; one x_k > 0 has not."""
    bundle = make()
    n = bundle.suppose(("gt", x("*1"), ZERO))
    statement = ("ge", total(x("k")), ZERO)
    m = noted(bundle, "step", statement, sign(("sum", "*1", (), hyp(n))))
    return claim(bundle, ("implies", ("gt", x("*1"), ZERO), statement), ("discharge", n, m))


@guard("logic/statements", "an implication needs its left side supposed and its right side shown")
@guard("logic/statements", "supposed.statement != a or ", "")
def an_implication_from_something_else(make):
    bundle = make()
    n = bundle.suppose(FALSE)
    return claim(bundle, ("implies", eq(ONE, ONE), FALSE), ("discharge", n, n))


@guard("logic/statements", " or shown.statement != b", "")
def an_implication_of_something_else(make):
    bundle = make()
    n = bundle.suppose(eq(ONE, ONE))
    return claim(bundle, ("implies", eq(ONE, ONE), FALSE), ("discharge", n, n))


@guard("logic/statements", 'supposed.role != "suppose" or ', "")
def an_implication_from_what_is_not_supposed(make):
    """Nothing is lost: what is shown without a supposition holds with one. It is refused for what it says."""
    bundle = make()
    n = bundle.given(a, b)
    return claim(bundle, ("implies", eq(a, b), eq(a, b)), ("discharge", n, n))


# --- the table ------------------------------------------------------------------------------------------------


# --- whole numbers --------------------------------------------------------------------------------------------

s, n_ = ("whole", "s", 1), ("whole", "n", 1)
NEXT = add(s, ONE)


def g(number: Any) -> Any:
    return app("g", number)


@guard("logic/statements", "an entry of an induction does not say what has to be shown")
def an_induction_that_begins_at_two(make):
    bundle = make()
    step_, begun = bundle.given(g(NEXT), g(s)), bundle.given(g(TWO), ZERO)
    supposed = bundle.suppose(eq(g(s), ZERO))
    shown = noted(bundle, "step", eq(g(NEXT), ZERO), identity((use(step_), ONE), (use(supposed), ONE)))
    return claim(bundle, eq(g(s), ZERO), ("induction", s, begun, supposed, shown))


@guard("logic/statements", "difference or relation != wanted", "difference")
def an_induction_that_begins_with_something_weaker(make):
    """g(1) >= 0, and g(s) > 0 for no s."""
    bundle = make()
    step_ = bundle.given(g(NEXT), g(s))
    begun = bundle.add("given", ("ge", g(ONE), ZERO))
    supposed = bundle.suppose(("gt", g(s), ZERO))
    witness = ("is", g(NEXT), hyp(supposed), ident((use(step_), ONE)))
    shown = noted(bundle, "step", ("gt", g(NEXT), ZERO), sign(witness))
    return claim(bundle, ("gt", g(s), ZERO), ("induction", s, begun, supposed, shown))


@guard("logic/statements", "an induction needs what it shows supposed for one t")
@guard("logic/statements", "not shown.assumptions <= {*numbers}", "False")
def an_induction_from_more_than_one_supposition(make):
    """g(s + 1) = h, and h = 0 is supposed: g(2) = h may be 1."""
    bundle = make()
    step_ = bundle.given(g(NEXT), a)
    begun = bundle.given(g(ONE), ZERO)
    other = bundle.suppose(eq(a, ZERO))
    supposed = bundle.suppose(eq(g(s), ZERO))
    shown = noted(bundle, "step", eq(g(NEXT), ZERO), identity((use(step_), ONE), (use(other), ONE)))
    return claim(bundle, eq(g(s), ZERO), ("induction", s, begun, supposed, shown))


@guard("logic/statements", " and supposed[0].statement == statement", "")
def an_induction_that_supposes_something_else(make):
    """g(s + 1) = 0 supposing that it is."""
    bundle = make()
    begun = bundle.given(g(ONE), ZERO)
    supposed = bundle.suppose(eq(g(NEXT), ZERO))
    return claim(bundle, eq(g(s), ZERO), ("induction", s, begun, supposed, supposed))


@guard("logic/statements", 'all(e.role == "suppose" for e in supposed) and ', "",
       behind=(Guard("logic/theorem", "it stands on an entry that was not accepted"),))
def an_induction_from_what_is_not_supposed(make):
    bundle = make()
    begun = bundle.given(g(ONE), ZERO)
    wrong = noted(bundle, "step", eq(g(s), ZERO))
    shown = noted(bundle, "step", eq(g(NEXT), ZERO))
    return claim(bundle, eq(g(s), ZERO), ("induction", s, begun, wrong, shown))


@guard("logic/statements", "enumerate((*supposed[1:], shown), 1)", "[(len(supposed), shown)]")
def an_induction_that_supposes_too_much_beside_it(make):
    """g(s + 2) = 0 supposing that g(s) = 0 and h = 0."""
    bundle = make()
    then = add(s, TWO)
    begun, second, step_ = bundle.given(g(ONE), ZERO), bundle.given(g(TWO), ZERO), bundle.given(g(then), a)
    supposed, other = bundle.suppose(eq(g(s), ZERO)), bundle.suppose(eq(a, ZERO))
    shown = noted(bundle, "step", eq(g(then), ZERO), identity((use(step_), ONE), (use(other), ONE)))
    return claim(bundle, eq(g(s), ZERO), ("induction", s, begun, supposed, second, other, shown))


@guard("logic/statements", "for r, entry in enumerate(bases)]", "for r, entry in enumerate(bases[:1])]")
def an_induction_by_two_numbers_that_begins_twice_with_the_first(make):
    """g(s + 2) = g(s + 1) + g(s) from g(1) = 0: g(2) may be 1."""
    bundle = make()
    then = add(s, TWO)
    step_ = bundle.given(g(then), add(g(NEXT), g(s)))
    begun = bundle.given(g(ONE), ZERO)
    supposed, following = bundle.suppose(eq(g(s), ZERO)), bundle.suppose(eq(g(NEXT), ZERO))
    used = ((use(step_), ONE), (use(supposed), ONE), (use(following), ONE))
    shown = noted(bundle, "step", eq(g(then), ZERO), identity(*used))
    return claim(bundle, eq(g(s), ZERO), ("induction", s, begun, supposed, begun, following, shown))


@guard("logic/statements", "an induction under a supposition")
def an_induction_that_begins_with_a_supposition(make):
    """What is supposed to begin with is lost: the claim would hold without it."""
    bundle = make()
    step_ = bundle.given(g(NEXT), g(s))
    begun = bundle.suppose(eq(g(ONE), ZERO))
    supposed = bundle.suppose(eq(g(s), ZERO))
    shown = noted(bundle, "step", eq(g(NEXT), ZERO), identity((use(step_), ONE), (use(supposed), ONE)))
    under = noted(bundle, "step", eq(g(s), ZERO), ("induction", s, begun, supposed, shown))
    return claim(bundle, ("implies", eq(g(ONE), ZERO), eq(g(s), ZERO)), ("discharge", begun, under))


@guard("logic/statements", "an induction about every channel")
def an_induction_about_every_channel(make):
    bundle = make()
    step_ = bundle.given(g(NEXT), g(s))
    statement = eq(mul(x("*1"), g(s)), ZERO)
    begun = bundle.given(mul(x("*1"), g(ONE)), ZERO)
    supposed = bundle.suppose(statement)
    proof = identity((use(step_), x("*1")), (use(supposed), ONE))
    shown = noted(bundle, "step", eq(mul(x("*1"), g(NEXT)), ZERO), proof)
    return claim(bundle, statement, ("induction", s, begun, supposed, shown))


@guard("logic/statements", 'if not holds_operation(statement, "integral"):', "if True:")
def an_induction_about_antiderivatives(make):
    """Two of one function differ by a constant, g(1) or any other, which is not zero."""
    bundle = make(t)
    up_to_a_constant = integral(ONE, t)
    begun = bundle.step(eq(add(up_to_a_constant, g(ONE)), up_to_a_constant))
    supposed = bundle.suppose(eq(g(s), ZERO))
    shown = bundle.step(eq(add(up_to_a_constant, g(NEXT)), up_to_a_constant))
    return claim(bundle, eq(g(s), ZERO), ("induction", s, begun, supposed, shown))


@guard("logic/step", "it is known from")
def what_is_given_from_one_is_taken_at_zero(make):
    bundle = make()
    n = bundle.given(g(s), ZERO)
    return claim(bundle, eq(g(ZERO), ZERO), identity((("at", n, s, ZERO), ONE)))


@guard("calculus/ring", "a whole number that may be less than anything")
def what_is_given_from_one_is_taken_at_a_difference(make):
    bundle = make()
    n = bundle.given(g(s), ZERO)
    wanted = add(s, TWO, neg(n_))
    return claim(bundle, eq(g(wanted), ZERO), identity((("at", n, s, wanted), ONE)))


@guard("calculus/ring", "a whole number is made of whole numbers by multiples")
def what_is_given_of_whole_numbers_is_taken_at_a_half(make):
    bundle = make()
    n = bundle.given(g(s), ZERO)
    return claim(bundle, eq(g(num("3/2")), ZERO), identity((("at", n, s, num("3/2")), ONE)))


@guard("logic/rules", "step.difference(step.unsupposed(n).statement)", "step.difference(step.entry(n).statement)")
def what_is_supposed_of_one_number_is_taken_at_another(make):
    bundle = make()
    n = bundle.suppose(eq(g(s), ZERO))
    m = noted(bundle, "step", eq(g(NEXT), ZERO), identity((("at", n, s, NEXT), ONE)))
    return claim(bundle, ("implies", eq(g(s), ZERO), eq(g(NEXT), ZERO)), ("discharge", n, m))


@guard("logic/rules", "excess(step, step.unsupposed(n).statement)", "excess(step, step.entry(n).statement)")
def an_inequality_that_is_supposed_of_one_number_is_taken_at_another(make):
    bundle = make()
    n = bundle.suppose(("gt", g(s), ZERO))
    m = noted(bundle, "step", ("gt", g(NEXT), ZERO), sign(("at", n, s, NEXT)))
    return claim(bundle, ("implies", ("gt", g(s), ZERO), ("gt", g(NEXT), ZERO)), ("discharge", n, m))


@guard("logic/rules", "a whole number that may be negative")
def a_whole_number_that_may_be_negative(make):
    return claim(make(), ("ge", add(s, num(-2)), ZERO), sign(("whole", add(s, num(-2)))))


@guard("logic/rules", "a power of a quantity that may vanish")
def a_negative_power_that_may_have_no_value(make):
    """What is shown so has no value where b = 0, whether or not what is claimed has one."""
    bundle = make()
    bundle.where(">=", b)
    witness = ("mul", ("power", hyp(0), add(s, neg(n_))), ("power", hyp(0), n_))
    return claim(bundle, ("ge", ("power", b, s), ZERO), sign(witness))


@guard("calculus/normal", 'duties.append(("!=", base))', "pass", number=1)
def a_whole_power_of_zero(make):
    return claim(make(), eq(mul(("power", b, add(s, neg(n_))), ("power", b, n_)), ("power", b, s)))


@guard("calculus/ring", "a power of zero with an exponent that may be negative")
def zero_to_what_may_be_negative(make):
    wanted = ("power", ZERO, add(s, neg(n_)))
    return claim(make(), eq(mul(wanted, ("power", ZERO, n_)), ("power", ZERO, s)))


@guard("calculus/derivative", 'duties.append(("!=", base))', "pass")
def the_slope_of_a_power_at_zero(make):
    """No more is lost than that: s t^s/t has no value at t = 0, and the slope has one."""
    return claim(make(), eq(mul(t, D(("power", t, s), t)), mul(s, ("power", t, s))))


@guard("calculus/ring", "a sum has to run to a number")
def a_sum_to_what_may_be_less_than_anything(make):
    """For n = 1, neither sum has a term, and g_0 may be anything."""
    n, k = ("whole", "n", 0), ("whole", "k", 1)
    last = sub(ONE, n)
    return claim(make(), eq(("upto", "k", 1, last, g(k)), add(("upto", "k", 1, neg(n), g(k)), g(last))))


@guard("calculus/ring", "self.least(last) >= 0", "True")
def as_many_terms_as_may_be_less_than_none(make):
    """For n = 1 there is none of n - 3 terms."""
    last = add(n_, num(-3))
    return claim(make(), eq(("upto", "k", 1, last, ONE), last))


@guard("calculus/ring", " and own.isdisjoint(self.indices(end))", "")
def a_sum_as_far_as_the_number_of_another(make):
    """It is not swapped with that: the second difference of f_n, the sum of g_1 + ... + g_k up to n, is g_{n+2}."""
    k, q = ("whole", "k", 1), ("whole", "q", 1)
    f = lambda e: ("app", "f", (0,), (e,))  # noqa: E731
    bundle = make()
    given = noted(bundle, "given", eq(f(n_), ("upto", "k", 1, n_, ("upto", "q", 1, k, g(q)))), ())
    then, next_ = add(n_, TWO), add(n_, ONE)
    differences = add(f(then), neg(mul(TWO, f(next_))), f(n_))
    terms = (("at", given, n_, then), ONE), (("at", given, n_, next_), num(-2)), (use(given), ONE)
    return claim(bundle, eq(differences, sub(g(then), g(n_))), identity(*terms))


@guard("logic/theorem", "a statement about every whole number")
def what_is_supposed_of_every_whole_number(make):
    """Discharged, it would be supposed of one: a sum of which one term is not negative may be negative."""
    bundle = make()
    n = noted(bundle, "suppose", ("ge", g(("whole", "*1", 1)), ZERO), ())
    statement = ("ge", ("upto", "k", 1, n_, g(("whole", "k", 1))), ZERO)
    m = noted(bundle, "step", statement, sign(("upto", "*1", n_, hyp(n))))
    return claim(bundle, ("implies", ("ge", g(("whole", "*1", 1)), ZERO), statement), ("discharge", n, m))


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
    "an array has as many indices": "entries of two arrays of one name are told apart by their indices without it",
    "the number of channels is the length of no other set": "two sets of as many members are kept apart",
    "the earlier entry": "there is no condition without it",
    "one constant for every whole number": "nothing is put for what a constant may depend on, nor is it summed",
    "a derivative may not exist between": "nothing tells the sign of a slope that exists by a hypothesis, but another",
    "a point that moves where something else varies": "what is shown at one value of what varies uses no other",
    "an inequality is needed here": "there is no quantity without it",
    "an induction shows an equation or inequality": "there is no quantity without it",
    "an equation dg/dx = 0 is needed here": "there is no g without it",
    "integrals in one equation are along one variable": "there is no variable without it",
    "raise Rejected(str(error))": "there are no bounds without it",
    "an equation in which the derivative that it is solved for": "what is divided by is zero without it",
}
"""Guards without which nothing gets through, because nothing is left that could."""

REJECTING = sorted(
    p.relative_to(SOURCE).with_suffix("").as_posix()
    for p in (SOURCE / "logic").glob("*.py")
    if "raise Rejected" in p.read_text("utf-8")
)
"""What judges proofs. What judges refutations rejects points, and has tests of its own."""


@pytest.mark.parametrize("file", REJECTING)
def test_no_guard_is_forgotten(file):
    """Every `raise Rejected` of a proof is in the table, or above."""
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
        message = _message(node) or ast.unparse(node)
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
