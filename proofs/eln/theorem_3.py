"""ELN, Theorem 3: layer normalization's differential equation is solved by the general ELN.

y_i = sqrt(C - 1) (x_i - mu)/sqrt(beta + (x_i - mu)^2).
Stollenwerk 2025 (arXiv:2503.21708v1), Sec. 3; proof in App. A.3. The channel index of y is dropped, as there.

The printed argument, line by line. It replaces sqrt(sigma^2) by (x - mu)/y, that is, it uses (3), the function that
it looks for (see `eln/inverse_every`); its logarithms need x > mu, 0 < y < sqrt(C - 1) and c > 0, of which it says
nothing; and from A.3-3 on, C - 1 has lost its parentheses. What it leaves open is in `theorem_3_solutions`: which
solutions there are, what condition (12) does, and for which beta (13) solves (5).
"""

from fractions import Fraction

from symnorm import (
    D,
    Theorem,
    at,
    by,
    define,
    editors,
    either,
    eq,
    function,
    implies,
    integral,
    link,
    log,
    ne,
    silent,
    sqrt,
    stated,
    symbol,
)

from .notation import C, F, i, layer, sigma2, t, x
from .notation import y as ln

xi = x[i]
y = function("y", xi)
s = define("s", sqrt(C - 1), r"\sqrt{C-1}")
dx = symbol("dx", r"\,dx")
dy = define("dy", D(y, xi) * dx, r"\,dy")

c_lhs = symbol("c_lhs", r"c^{\text{LHS}}")
c_rhs = symbol("c_rhs", r"c^{\text{RHS}}")
c = symbol("c")
inside = [silent(t > 0), silent(C - 1 - y**2 > 0), silent(c_lhs > 0), silent(c_rhs > 0), editors(ne(dx, 0))]

theorem = Theorem(
    "eln/3",
    "General ELN",
    where=[*layer, *inside],
    along=[xi],
    model={y: ln[i]},
    notation={"x": xi, "y_i": y},  # A.3 text 1
)

ode = theorem.given("A.3 (5)", eq(D(y, xi), F * (C - 1 - y**2)), "hypothesis")
itself = theorem.given("+(3)", stated(eq(y, t / sqrt(sigma2)), "A.3-2.2", r"\stackrel{(3)}{=}"), "hypothesis")

theorem.supplied("y > 0", y > 0, by.sign(t / sqrt(sigma2), itself))

separated = theorem.step("A.3-1", eq(F * dx, dy / (C - 1 - y**2)), by.algebra(ode))
left = theorem.chain(
    "A.3-2",
    F * dx,
    1 / (C * sqrt(sigma2)) * dx,
    link(1 / C * (y / t) * dx, by.algebra(itself)),
)
# Points at which layer normalization gives y_i = 2 among ten channels, and y_i = 1/2 among five.
two_of_ten = {C: 10, x: [2, 2, *[-Fraction(1, 2)] * 8], i: 1}
half_of_five = {C: 5, x: [Fraction(1, 2), Fraction(7, 4), *[-Fraction(3, 4)] * 3], i: 1}

w = (C - 1) * y - y**3
printed_w = C - 1 * y - y**3
parentheses = "C - 1 stands without its parentheses"
divided = theorem.step(
    "A.3-3",
    eq(1 / C * (dx / t), dy / w),
    by.algebra(separated, left),
    printed=eq(1 / C * (dx / t), dy / printed_w),
    note=parentheses,
)
theorem.counterexample(
    "A.3-3",
    eq(1 / C * (dx / t), dy / (C - 1 - y**2)),
    at={C: 3, x: [0, 1, 5], i: 3},
    kind="extraction",
    reading="001",
    corrected=divided,
    note="looks cleaner and is the corrupted one: the displays that follow in 001 itself go on from C-1y-y^3",
)
slope = theorem.given("A.3 (24)", eq(D(t, xi), (C - 1) / C), "eln/1")

left_integral = theorem.chain(
    "(27)",
    integral(1 / C * (1 / t), xi),
    link(integral(1 / C * (D(t, xi) / t) * (C / (C - 1)), xi), by.algebra(slope)),
    1 / (C - 1) * integral(D(t, xi) / t, xi),
    1 / (C - 1) * log(t) + log(c_lhs) / (C - 1),
    1 / (C - 1) * log(t) + log(c_lhs) / (C - 1),
)

v = symbol("v")  # y as a variable of its own
u = define("u", y**-2)  # A.3-4
du = define("du", D(u, xi) * dx, r"\,du")
du_dy = define("du_dy", at(D(v**-2, v), v, y), r"\frac{du}{dy}")
dy_du = define("dy_du", 1 / du_dy, r"\frac{dy}{du}")

substitution = theorem.step("A.3-5", eq(du_dy, -2 * y**-3))
substituted = theorem.chain(
    "A.3-6",
    dy / w,
    link(
        du / w * dy_du,
        printed=eq(dy / printed_w, du / printed_w * dy_du),
        at=two_of_ten,
        kind="notation",
        note=parentheses,
    ),
    link(
        du / w * (-Fraction(1, 2) * y**3),
        by.algebra(substitution),
        printed=eq(du / printed_w * dy_du, du / printed_w * (-Fraction(1, 2) * y**3)),
        at=two_of_ten,
        kind="notation",
        note=parentheses,
    ),
    link(
        -Fraction(1, 2) * (du / ((C - 1) * y**-2 - 1)),
        printed=eq(du / printed_w * (-Fraction(1, 2) * y**3), -Fraction(1, 2) * (du / (C - 1 * y**-2 - 1))),
        note=parentheses,
    ),
    link(
        -Fraction(1, 2) * (du / ((C - 1) * u - 1)),
        printed=eq(-Fraction(1, 2) * (du / (C - 1 * y**-2 - 1)), -Fraction(1, 2) * (du / (C - 1 * u - 1))),
        at=half_of_five,
        kind="notation",
        note=parentheses,
    ),
)

minus_half = -Fraction(1, 2)
log_c = log(c_rhs) / (C - 1)
right_integral = theorem.chain(
    "(28)",
    integral(D(y, xi) / w, xi),
    link(
        minus_half * integral(D(u, xi) / ((C - 1) * u - 1), xi),
        by.algebra(substituted),
        printed=eq(integral(D(y, xi) / printed_w, xi), minus_half * integral(D(u, xi) / (C - 1 * u - 1), xi)),
        note=parentheses,
    ),
    link(
        -(1 / (2 * (C - 1))) * log((C - 1) * u - 1) + log_c,
        printed=eq(
            minus_half * integral(D(u, xi) / (C - 1 * u - 1), xi),
            -(1 / (2 * C - 1)) * log(C - 1 * u - 1) + log_c,
        ),
        note=parentheses,
    ),
    link(
        -(1 / (2 * (C - 1))) * log((C - 1) * y**-2 - 1) + log_c,
        printed=eq(
            -(1 / (2 * C - 1)) * log(C - 1 * u - 1) + log_c, -(1 / (2 * C - 1)) * log(C - 1 * y**-2 - 1) + log_c
        ),
        at=half_of_five,
        kind="notation",
        note=parentheses,
    ),
)

rest = (C - 1) * y**-2 - 1
printed_rest = C - 1 * y**-2 - 1
meet = theorem.suppose(
    "(27) equals (28)",
    eq(1 / (C - 1) * log(t) + log(c_lhs) / (C - 1), -(1 / (2 * (C - 1))) * log(rest) + log_c),
    at={C: 5, x: [8, 6, 4, 2, 0], i: 1, c_lhs: 1, c_rhs: 4},
)
united = theorem.supplied(
    "one constant",
    eq(1 / (C - 1) * log(t), -(1 / (2 * (C - 1))) * log(rest) + log(c_rhs / c_lhs) / (C - 1)),
    by.algebra(meet, by.logarithms({c_rhs / c_lhs: 1, c_rhs: -1, c_lhs: 1})),
)
theorem.claim(
    "A.3 text 4",
    implies(meet.statement, united.statement),
    by.discharge(meet, united),
    reads=r"c := c^{\rm RHS} / c^{\rm LHS}",
)

# The two integrals are equal up to such a constant: their difference has derivative zero.
constancy = theorem.supplied(
    "first integral",
    eq(D(t * sqrt(rest), xi), 0),
    by.algebra(left_integral, right_integral, divided, slope),
)
introduced = theorem.constant("constant of integration", eq(c, t * sqrt(rest)), by.zero_derivative(constancy))
theorem.supplied("c > 0", c > 0, by.sign(t * sqrt(rest), introduced))

compared = theorem.step(
    "A.3-7",
    eq(1 / (C - 1) * log(t), -(1 / (2 * (C - 1))) * log(rest) + log(c) / (C - 1)),
    by.algebra(by.logarithms({t: 2, rest: 1, c: -2}, introduced)),
    printed=eq(1 / (C - 1) * log(t), -(1 / (2 * C - 1)) * log(printed_rest) + log(c) / (C - 1)),
    note=parentheses,
)
step_8 = theorem.step(
    "A.3-8",
    eq(log(t) - log(c), minus_half * log(rest)),
    by.algebra(compared),
    printed=eq(log(t) - log(c), minus_half * log(printed_rest)),
    note=parentheses,
)
step_9 = theorem.step(
    "A.3-9",
    eq(log(t / c), minus_half * log(rest)),
    by.algebra(step_8, by.logarithms({t / c: 1, t: -1, c: 1})),
    printed=eq(log(t / c), minus_half * log(printed_rest)),
    note=parentheses,
)
step_10 = theorem.step(
    "A.3-10",
    eq(log(c**2 / t**2), log(rest)),
    by.algebra(step_9, by.logarithms({t / c: 2, c**2 / t**2: 1})),
    printed=eq(log(c**2 / t**2), log(printed_rest)),
    note=parentheses,
)
step_11 = theorem.step(
    "A.3-11",
    eq(c**2 / t**2, rest),
    by.algebra(step_10.exp()),
    printed=eq(c**2 / t**2, printed_rest),
    note=parentheses,
)
step_12 = theorem.step("A.3-12", eq(1 / (C - 1) * (c**2 / t**2 + 1), y**-2), by.algebra(step_11))
step_13 = theorem.step(
    "A.3-13",
    eq((c**2 + t**2) / ((C - 1) * t**2), y**-2),
    by.algebra(step_12),
    printed=eq((c**2 + t**2) / (C - 1 * t**2), y**-2),
    note=parentheses,
)
beta = define("beta", c**2, r"\beta")  # A.3 text 5.1
step_14 = theorem.step(
    "A.3-14",
    eq((C - 1) * t**2 / (beta + t**2), y**2),
    by.algebra(step_13),
    printed=eq((C - 1 * t**2) / (beta + t**2), y**2),
    note=parentheses,
)
theorem.claim("A.3 text 5.2", c**2 >= 0, by.sign())
e = s * sqrt(t**2 / (beta + t**2))
step_15 = theorem.step("A.3-15", either(eq(y, e), eq(y, -e)), by.algebra(step_14))
theorem.claim(
    "(13)",
    eq(y, s * (t / sqrt(beta + t**2))),
    by.algebra(step_15, by.roots(sqrt(t**2 / (beta + t**2)), t / sqrt(beta + t**2)), times=y + e),
)

# --- What the printed argument needs and does not say -----------------------------------------------------------

theorem.missing(
    "A.3-1",
    separated,
    C - 1 - y**2 > 0,
    at={C: 2, x: [0, 2], i: 2},
    note="layer normalization attains y_i^2 = C - 1 where all other channels are equal; the equation divides by zero",
)
to_log = left_integral.by.entries()[2]
theorem.missing(
    "(27)-3",
    to_log,
    t > 0,
    at={C: 3, x: [0, 1, 5], i: 1},
    note="the logarithm needs x_i > mu; for x_i < mu the argument has to be repeated with mu - x_i",
)
log_of = "an integration constant can have any sign, log(c) needs c > 0"
theorem.missing("(27)-3", to_log, c_lhs > 0, at={c_lhs: -1}, note=log_of)
theorem.missing(
    "(28)-2",
    right_integral.by.entries()[1],
    c_rhs > 0,
    at={c_rhs: -1},
    note=log_of,
    reads=r"-\frac{1}{2} \int \frac{du}{C - 1u - 1} = -\frac{1}{2C - 1} \log(C - 1u - 1) + "
    r"\frac{\log(c^{\rm RHS})}{C - 1}",
)
