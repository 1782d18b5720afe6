"""DyISRU, Theorem 2: the decoupled differential equation of RMSNorm is solved by DyT.

y' = sqrt(C) alpha (1 - y^2/C), y(0) = 0 exactly if y = sqrt(C) tanh(alpha x).
Stollenwerk 2026 (arXiv:2503.21708v3), Sec. 2; proof in App. B.2. The channel index is dropped, as there.

All formulas are reconstructed with high confidence, and rest on (8), alpha for 1/||x||, which has medium
confidence; `dyisru/2_alternative` is the theorem with alpha for 1/nu.

The argument divides by C - y^2 and takes the logarithm of (sqrt(C) + y)/(sqrt(C) - y), so it covers solutions
with |y| < sqrt(C) only, in silence; and it shows that a solution is (12), not that (12) is one. `dyisru/2` has it
under this hypothesis. `dyisru/2_all` has both directions, and finds all solutions of (10) without it; there are
more, but only DyT starts at 0.
"""

from symnorm import (
    D,
    Theorem,
    at,
    both,
    by,
    define,
    editors,
    eq,
    exp,
    function,
    implies,
    interval,
    link,
    log,
    ne,
    silent,
    symbol,
    tanh,
)

from .notation import C, alpha, dimension, s

x = symbol("x")
y = function("y", x)
dx = symbol("dx", r"\,dx")
dy = define("dy", D(y, x) * dx, r"\,dy")

dyt = s * tanh(alpha * x)
equation = eq(D(y, x), s * alpha * (1 - y**2 / C))

# --- The printed argument, which needs |y| < sqrt(C) ----------------------------------------------------------

theorem = Theorem(
    "dyisru/2",
    "DyT",
    where=[dimension, silent(s - y > 0), silent(s + y > 0), editors(ne(dx, 0))],
    along=[interval(x, 0)],
    model={y: dyt},
    notation={"x_i": x, "y_i": y},  # B.2 text 1
)

ode = theorem.given("(10)", equation, "hypothesis")
start = theorem.given("(11)", eq(at(y, x, 0), 0), "hypothesis")

theorem.supplied("not at the extrema", C - y**2 > 0, by.sign((s - y) * (s + y)))
rearranged = theorem.step("(28)", eq(D(y, x), alpha / s * (C - y**2)), by.algebra(ode))
separated = theorem.chain(
    "(29)",
    alpha / s * dx,
    link(dy / (C - y**2), by.algebra(rearranged)),
    dy / ((s - y) * (s + y)),
    1 / (2 * s) * (1 / (s + y) + 1 / (s - y)) * dy,
)

c = symbol("c")
first_integral = log((s + y) / (s - y)) - 2 * alpha * x
constancy = theorem.supplied("first integral", eq(D(first_integral, x), 0), by.algebra(separated))
introduced = theorem.constant("constant of integration", eq(c, first_integral), by.zero_derivative(constancy))
integrated = theorem.step(
    "(30)-1", eq(1 / (2 * s) * log((s + y) / (s - y)), alpha * x / s + c / (2 * s)), by.algebra(introduced)
)
exponentiated = theorem.step(
    "(30)-2", eq((s + y) / (s - y), exp(2 * alpha * x + c)), by.algebra(integrated.exp(2 * s))
)

Q = define("Q", exp(2 * alpha * x + c))
solved = theorem.step("(31)", eq(y, s * ((Q - 1) / (Q + 1))), by.algebra(exponentiated))

A = define("A", exp(c))
E = exp(2 * alpha * x)
with_A = theorem.step("(32)", eq(y, s * ((A * E - 1) / (A * E + 1))), by.algebra(solved))
theorem.supplied("below the maximum at 0", s - at(y, x, 0) > 0, by.sign(s, start))
theorem.supplied("above the minimum at 0", s + at(y, x, 0) > 0, by.sign(s, start))
no_logarithm = by.logarithms({at((s + y) / (s - y), x, 0): 1}, start)
c_zero = theorem.supplied("c = 0", eq(c, 0), by.algebra(introduced, constancy.constant(0), no_logarithm))
A_one = theorem.step("B.2 text 6", eq(A, 1), by.algebra(c_zero.exp()))
theorem.claim("B.2 text 7", eq(y, dyt), by.algebra(with_A, A_one), also=["Sec. 2 text 4", "Sec. 2 text 9", "(12)"])

# --- All solutions, without that hypothesis -------------------------------------------------------------------

solutions = Theorem(
    "dyisru/2_all",
    "DyT: all solutions, existence and uniqueness",
    where=[dimension],
    along=[interval(x, 0)],
    model={y: dyt},
    notation={"x_i": x, "y_i": y},  # B.2 text 1
)

solutions.claim(
    "(12)",
    both(eq(D(dyt, x), s * alpha * (1 - dyt**2 / C)), eq(at(dyt, x, 0), 0)),
    note="it does solve (10), and satisfies (11); the proof shows the converse only, see B.2 text 7",
    reads=r"y_i = \sqrt{C} \cdot \tanh(\alpha x_i)",
)

ode = solutions.given("(10)", equation, "hypothesis")
y0 = define("y0", at(y, x, 0), "y(0)")
T = tanh(alpha * x)
rest = y * (s + y0 * T) - s * (y0 + s * T)
family = solutions.claim(
    "+all solutions",
    eq(y * (s + y0 * T), s * (y0 + s * T)),
    by.algebra(by.linear_equation(rest, -alpha / s * (y + s * T), x, 0, slope=(ode,))),
)
starts = solutions.suppose("(11)", eq(y0, 0), at={y: dyt})
only = solutions.supplied("only DyT", eq(y, dyt), by.algebra(family, starts, times=s))
unique = solutions.claim(
    "+only DyT starts at 0", implies(starts.statement, only.statement), by.discharge(starts, only)
)

solutions.gap(
    "(29)-1",
    assumes=ne(C - y**2, 0),
    at={C: 4, y: 2},
    repaired=family,
    note="the division loses the solutions y = sqrt(C) and y = -sqrt(C); (29) is reconstructed",
    reads=r"\frac{\alpha}{\sqrt{C}} dx = \frac{dy}{C - y^2}",
)
solutions.gap(
    "(30)-1",
    assumes=(s + y) / (s - y) > 0,
    at={C: 4, alpha: 1, x: 0, y: 2 * (2 + T) / (1 + 2 * T)},
    repaired=family,
    note="the logarithm loses the solutions with |y| > sqrt(C), hyperbolic cotangents; (30) is reconstructed",
    reads=r"\frac{1}{2 \sqrt{C}} \log \left( \frac{\sqrt{C} + y}{\sqrt{C} - y} \right) = "
    r"\frac{\alpha x}{\sqrt{C}} + \frac{c}{2 \sqrt{C}}",
)
