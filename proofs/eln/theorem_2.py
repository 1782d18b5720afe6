"""ELN, Theorem 2: with a constant F, the differential equation of layer normalization is solved by DyT.

y' = F (C - 1 - y^2), y(0) = 0  exactly if  y = sqrt(C - 1) tanh(alpha x) with alpha = sqrt(C - 1) F.
Stollenwerk 2025 (arXiv:2503.21708v1), Sec. 2; proof in App. A.2. The channel index is dropped, as there.

The printed argument divides by C - 1 - y^2 and takes logarithms, so it covers solutions with |y| < sqrt(C - 1) only,
in silence; and what it shows is that a solution is (11), not that (11) is one. `eln/2` follows it under this
hypothesis. `eln/2_unique` has both directions without it, and `eln/2_all` finds all solutions of (9), those that the
argument loses among them.
"""

from fractions import Fraction

from symnorm import (
    D,
    Theorem,
    at,
    by,
    define,
    editors,
    eq,
    exp,
    function,
    interval,
    link,
    log,
    ne,
    silent,
    sqrt,
    symbol,
    tanh,
)

from .notation import C

x = symbol("x")
F = symbol("F")
s = define("s", sqrt(C - 1), r"\sqrt{C-1}")
alpha = define("alpha", s * F, r"\alpha")  # A.2-11
y = function("y", x)
dx = symbol("dx", r"\,dx")
dy = define("dy", D(y, x) * dx, r"\,dy")

dyt = s * tanh(alpha * x)
printed = {"x_i": x, "y_i": y}  # A.2 text 1
equation = eq(D(y, x), F * (C - 1 - y**2))

# --- The printed argument, which needs |y| < sqrt(C - 1) ---------------------------------------------------

theorem = Theorem(
    "eln/2",
    "Scaled DyT",
    where=[silent(C > 1), silent(s - y > 0), silent(s + y > 0), editors(ne(dx, 0))],
    along=[interval(x, 0)],
    model={y: dyt},
    notation=printed,
)

ode = theorem.given("(9)", equation, "hypothesis")
start = theorem.given("(10)", eq(at(y, x, 0), 0), "hypothesis")

theorem.supplied("not at the extrema", C - 1 - y**2 > 0, by.sign((s - y) * (s + y)))
separated = theorem.chain(
    "A.2-1",
    F * dx,
    link(dy / (C - 1 - y**2), by.algebra(ode)),
    dy / ((s - y) * (s + y)),
    1 / (2 * s) * ((s - y + s + y) / ((s - y) * (s + y))) * dy,
    1 / (2 * s) * (1 / (s + y) + 1 / (s - y)) * dy,
)

c = symbol("c")
first_integral = log((s + y) / (s - y)) - 2 * s * F * x
constancy = theorem.supplied("first integral", eq(D(first_integral, x), 0), by.algebra(separated))
introduced = theorem.constant("constant of integration", eq(c, first_integral), by.zero_derivative(constancy))
integrated = theorem.step(
    "A.2-2", eq(1 / (2 * s) * log((s + y) / (s - y)), F * x + c / (2 * s)), by.algebra(introduced)
)
exponentiated = theorem.step(
    "A.2-3", eq((s + y) / (s - y), exp(2 * s * F * x + c)), by.algebra(integrated.exp(2 * s))
)

Q = define("Q", exp(2 * s * F * x + c))
q1 = theorem.step("A.2-4", eq((s + y) / (s - y), Q), by.algebra(exponentiated))
q2 = theorem.step("A.2-5", eq(s + y, (s - y) * Q), by.algebra(q1))
q3 = theorem.step("A.2-6", eq(s + y, s * Q - Q * y), by.algebra(q2))
q4 = theorem.step("A.2-7", eq(Q * y + y, s * (Q - 1)), by.algebra(q3))
q5 = theorem.step("A.2-8", eq((Q + 1) * y, s * (Q - 1)), by.algebra(q4))
q6 = theorem.step("A.2-9", eq(y, s * ((Q - 1) / (Q + 1))), by.algebra(q5))

A = define("A", exp(c))
E = exp(2 * s * F * x)
with_A = theorem.step("A.2-10", eq(y, s * ((A * E - 1) / (A * E + 1))), by.algebra(q6))
theorem.supplied("below the maximum at 0", s - at(y, x, 0) > 0, by.sign(s, start))
theorem.supplied("above the minimum at 0", s + at(y, x, 0) > 0, by.sign(s, start))
no_logarithm = by.logarithms({at((s + y) / (s - y), x, 0): 1}, start)
c_zero = theorem.supplied("c = 0", eq(c, 0), by.algebra(introduced, constancy.constant(0), no_logarithm))
A_one = theorem.step("A.2 text 4", eq(A, 1), by.algebra(c_zero.exp()))
theorem.claim(
    "(11)", eq(y, dyt), by.algebra(with_A, A_one), also=["A.2 text 5", "Sec. 1 text 6", "Sec. 2 text 2", "Sec. 2 text "
    "5"]
)

# --- Existence and uniqueness, without that hypothesis ------------------------------------------------------

unique = Theorem(
    "eln/2_unique",
    "Scaled DyT: existence and uniqueness",
    where=[editors(C > 1)],
    along=[interval(x, 0)],
    model={y: dyt},
    notation=printed,
)

ode = unique.given("(9)", equation, "hypothesis")
start = unique.given("(10)", eq(at(y, x, 0), 0), "hypothesis")
unique.claim(
    "(11)",
    eq(D(dyt, x), F * (C - 1 - dyt**2)),
    note="it is a solution of (9), as the theorem says; the proof shows the converse only",
    reads=r"y_i = \sqrt{C - 1} \cdot \tanh(\alpha x_i)",
)
unique.claim(
    "+(11) satisfies (10)",
    eq(at(dyt, x, 0), 0),
    also={"(11)": r"y_i = \sqrt{C - 1} \cdot \tanh(\alpha x_i)"},
)
unique.claim(
    "+no other function does",
    eq(y, dyt),
    by.algebra(by.linear_equation(y - dyt, -F * (y + dyt), x, 0, slope=(ode,), start=(start,))),
)

# --- All solutions of (9), and which of them the printed argument loses -------------------------------------

solutions = Theorem(
    "eln/2_all",
    "All solutions of (9)",
    where=[editors(C > 1)],
    along=[interval(x, 0)],
    model={y: dyt},
    notation=printed,
)

ode = solutions.given("(9)", equation, "hypothesis")
y0 = define("y0", at(y, x, 0), "y(0)")
T = tanh(alpha * x)
rest = y * (s + y0 * T) - s * (y0 + s * T)
family = solutions.claim(
    "+all solutions",
    eq(y * (s + y0 * T), s * (y0 + s * T)),
    by.algebra(by.linear_equation(rest, -F * (y + s * T), x, 0, slope=(ode,))),
)

solutions.gap(
    "A.2-1.1",
    assumes=ne(C - 1 - y**2, 0),
    at={C: 5, y: 2},
    repaired=family,
    note="the division loses the solutions y = sqrt(C - 1) and y = -sqrt(C - 1); (10) excludes them",
    reads=r"F \cdot dx = \frac{dy}{C - 1 - y^2}",
)
solutions.gap(
    "A.2-2",
    assumes=(s + y) / (s - y) > 0,
    at={C: 5, F: Fraction(1, 2), x: 0, y: 2 * (2 + T) / (1 + 2 * T)},
    repaired=family,
    note="the logarithm loses the solutions with |y| > sqrt(C - 1), hyperbolic cotangents; (10) excludes them",
    reads=r"\frac{1}{2 \sqrt{C - 1}} \log \left( \frac{\sqrt{C - 1} + y}{\sqrt{C - 1} - y} \right) = "
    r"F \cdot x + \frac{c}{2 \sqrt{C - 1}}",
)
