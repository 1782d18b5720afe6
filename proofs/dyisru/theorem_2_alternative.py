"""DyISRU, Theorem 2 in the other reading of (8): alpha stands for 1/nu, not for 1/||x||.

(8) is reconstructed with medium confidence: 1/||x|| -> alpha. If it is 1/nu -> alpha, then (9), (10), (12) and
(28) to (32) read as below: y' = alpha (1 - y^2/C), y(0) = 0 is solved by y = sqrt(C) tanh(alpha x/sqrt(C)), and
by no other function.
Stollenwerk 2026 (arXiv:2503.21708v3), Sec. 2 and App. B.2.

Nothing but the name of the parameter changes, since ||x|| = sqrt(C) nu: every line is the one of `dyisru/2`
with alpha/sqrt(C) for alpha, and whatever is proved there for all alpha holds here. The labels are those of the
lines that would be printed; the argument has the same gap. In both readings what is made a constant depends on
x_i.
"""

from symnorm import (
    D,
    Theorem,
    at,
    by,
    define,
    delta,
    editors,
    eq,
    exp,
    function,
    interval,
    link,
    log,
    ne,
    stated,
    symbol,
    tanh,
)

from .notation import C, alpha, dimension, i, j, nu, nu2, s
from .notation import x as channels
from .notation import y as rmsnorm

x = symbol("x")
y = function("y", x)
dx = symbol("dx", r"\,dx")
dy = define("dy", D(y, x) * dx, r"\,dy")

dyt = s * tanh(alpha * x / s)

# --- The printed argument, which needs |y| < sqrt(C) ----------------------------------------------------------

theorem = Theorem(
    "dyisru/2_alternative",
    "DyT, with alpha for 1/nu",
    where=[dimension, editors(s - y > 0), editors(s + y > 0), editors(ne(dx, 0))],
    along=[interval(x, 0)],
    model={y: dyt},
)

ode = theorem.given("+(10)", editors(eq(D(y, x), alpha * (1 - y**2 / C))), "hypothesis")
start = theorem.given("+(11)", stated(eq(at(y, x, 0), 0), "(11)", "y_i(x_i = 0) = 0"), "hypothesis")

theorem.supplied("not at the extrema", C - y**2 > 0, by.sign((s - y) * (s + y)))
rearranged = theorem.step("+(28)", eq(D(y, x), alpha / C * (C - y**2)), by.algebra(ode))
separated = theorem.chain(
    "+(29)",
    alpha / C * dx,
    link(dy / (C - y**2), by.algebra(rearranged)),
    dy / ((s - y) * (s + y)),
    1 / (2 * s) * (1 / (s + y) + 1 / (s - y)) * dy,
)

c = symbol("c")
first_integral = log((s + y) / (s - y)) - 2 * alpha * x / s
constancy = theorem.supplied("first integral", eq(D(first_integral, x), 0), by.algebra(separated))
introduced = theorem.constant("constant of integration", eq(c, first_integral), by.zero_derivative(constancy))
integrated = theorem.step(
    "+(30)-1", eq(1 / (2 * s) * log((s + y) / (s - y)), alpha * x / C + c / (2 * s)), by.algebra(introduced)
)
exponentiated = theorem.step(
    "+(30)-2", eq((s + y) / (s - y), exp(2 * alpha * x / s + c)), by.algebra(integrated.exp(2 * s))
)

Q = define("Q", exp(2 * alpha * x / s + c))
solved = theorem.step("+(31)", eq(y, s * ((Q - 1) / (Q + 1))), by.algebra(exponentiated))

A = define("A", exp(c))
E = exp(2 * alpha * x / s)
with_A = theorem.step("+(32)", eq(y, s * ((A * E - 1) / (A * E + 1))), by.algebra(solved))
theorem.supplied("below the maximum at 0", s - at(y, x, 0) > 0, by.sign(s, start))
theorem.supplied("above the minimum at 0", s + at(y, x, 0) > 0, by.sign(s, start))
no_logarithm = by.logarithms({at((s + y) / (s - y), x, 0): 1}, start)
c_zero = theorem.supplied("c = 0", eq(c, 0), by.algebra(introduced, constancy.constant(0), no_logarithm))
theorem.claim("+(12)", eq(y, dyt), by.algebra(with_A, c_zero.exp()))

# --- Existence and uniqueness, without that hypothesis --------------------------------------------------------

unique = Theorem(
    "dyisru/2_alternative_unique", "DyT, with alpha for 1/nu: existence and uniqueness",
    where=[dimension], along=[interval(x, 0)], model={y: dyt},
)  # fmt: skip

ode = unique.given("+(10)", editors(eq(D(y, x), alpha * (1 - y**2 / C))), "hypothesis")
start = unique.given("+(11)", stated(eq(at(y, x, 0), 0), "(11)", "y_i(x_i = 0) = 0"), "hypothesis")
unique.claim("+DyT solves the equation", eq(D(dyt, x), alpha * (1 - dyt**2 / C)))
unique.claim("+DyT starts at 0", eq(at(dyt, x, 0), 0))
unique.claim(
    "+no other function does",
    eq(y, dyt),
    by.algebra(by.linear_equation(y - dyt, -alpha / C * (y + dyt), x, 0, slope=(ode,), start=(start,))),
)
unique.claim(
    "+only the parameter has another name", eq(dyt, at(s * tanh(alpha * x), alpha, alpha / s))
)

# --- The decoupling -------------------------------------------------------------------------------------------

xi = channels[i]
v = function("Y", channels)
decoupling = Theorem(
    "dyisru/2_alternative_decoupling",
    "Decoupling, with alpha for 1/nu",
    where=[dimension, editors(nu2 > 0)],
)
decoupling.claim(
    "+(6) with nu",
    eq(D(rmsnorm[i], channels[j]), 1 / nu * (delta(i, j) - rmsnorm[i] * rmsnorm[j] / C)),
)
decoupling.claim(
    "+(9)",
    eq(delta(i, j) * (alpha * (delta(i, j) - v[i] * v[j] / C)), delta(i, j) * alpha * (1 - v[i] ** 2 / C)),
)
decoupling.claim(
    "+derivative of 1/nu",
    eq(D(1 / nu, xi), -xi / (C * nu**3)),
    note="in this reading of (8) as well what becomes a constant is none, unless x_i = 0",
)
