"""ELN, Theorem 3 as the inverse of Theorem 1, and what its condition (12) selects.

Stollenwerk 2025 (arXiv:2503.21708v1), Sec. 3. The channel index of y is dropped, as in App. A.3.

Along x_i, the difference t = x_i - mu has the slope (C - 1)/C, and F(x) is a function of t and of beta_i, which
is constant (eln/3_which_beta). So (5) becomes an equation in t. Its only solution with y = 0 at t = 0 is (13)
with beta_i, that is, layer normalization. The condition (12) does not replace y = 0 at t = 0: of a solution it
says that |y| <= sqrt(C - 1), and (5) has such a solution for every A > 0, of which (13) is that with A = 1. The
printed proof does not see the others, because it puts (3), the solution that it looks for, into the equation.
"""

from fractions import Fraction

from symnorm import D, Theorem, at, by, define, editors, eq, function, interval, silent, sqrt, stated, symbol

from .notation import C, F, i, sigma2, sigma2_others, x
from .notation import t as deviation

beta = symbol("beta", r"\beta")
s = define("s", sqrt(C - 1), r"\sqrt{C-1}")
t = symbol("t")
root = sqrt(beta + t**2)
y = function("y", t)
eln = define("eln", s * (t / root), r"y_{(13)}")

# --- (13) satisfies (12) ------------------------------------------------------------------------------------

general_root = sqrt(beta + deviation**2)
condition = Theorem(
    "eln/inverse_condition",
    "The general ELN increases",
    where=[editors(C > 1), stated(beta >= 0, "A.3 text 5.1", r"\beta := c^2 \geq 0"), silent(beta + deviation**2 > 0)],
    notation={"y_i": s * (deviation / general_root)},
)
condition.claim(
    "(12)",
    D(s * (deviation / general_root), x[i]) >= 0,
    by.sign((C - 1) / C * s * beta / general_root**3),
    note="of the function (13)",
)

# --- (5) as an equation in t = x_i - mu ---------------------------------------------------------------------

variable = Theorem(
    "eln/inverse_variable",
    "The differential equation in terms of x_i - mu",
    where=[editors(C > 1), editors(sigma2 > 0)],
)
beta_i = (C - 1) * sigma2_others - sigma2
variable.supplied("root", beta_i + deviation**2 > 0, by.sign((C - 1) * sigma2))
variable.claim("+slope", eq(D(deviation, x[i]), (C - 1) / C))
variable.claim(
    "+F",
    eq(F, (C - 1) / C * (1 / (s * sqrt(beta_i + deviation**2)))),
    by.algebra(by.roots(sqrt(beta_i + deviation**2), s * sqrt(sigma2))),
)

# --- Integrated back, from the mean on ----------------------------------------------------------------------

equation = eq(D(y, t), (C - 1 - y**2) / (s * root))

theorem = Theorem(
    "eln/inverse",
    "Theorem 3 inverts Theorem 1",
    where=[silent(C > 1), editors(beta > 0)],
    along=[interval(t, 0)],
    model={y: eln},
)
ode = theorem.given("+(5) in terms of t", editors(equation), "hypothesis")
start = theorem.given("+zero at the mean", silent(eq(at(y, t, 0), 0)), "hypothesis")
theorem.claim("+(13) is a solution", eq(D(eln, t), (C - 1 - eln**2) / (s * root)))
theorem.claim(
    "Sec. 3 text 4",
    eq(y, eln),
    by.algebra(by.linear_equation(y - eln, -(y + eln) / (s * root), t, 0, slope=(ode,), start=(start,))),
    note="integrated from x_i = mu, where y_i = 0, equation (5) gives layer normalization back",
)

# --- All the solutions that (12) admits ---------------------------------------------------------------------

A = symbol("A")
power = (t + root) ** 2 / beta
other = define("other", s * ((A * power - 1) / (A * power + 1)), r"y_A")

every = Theorem(
    "eln/inverse_every",
    "What the condition (12) selects",
    where=[
        editors(C > 1),
        editors(beta > 0),
        editors(A > 0),
        stated(D(y, t) >= 0, "(12)", r"\frac{dy_i}{dx_i} \geq 0"),
    ],
    along=[t],
    model={y: other},
    words={
        "(12)": "together with the boundary condition",
    },
)
ode = every.given("+(5) in terms of t", editors(equation), "hypothesis")
every.claim("+(12) bounds y", C - 1 - y**2 >= 0, by.sign(D(y, t) * s * root, ode))
every.claim("+one solution for every A", eq(D(other, t), (C - 1 - other**2) / (s * root)))
every.claim("+(13) is that with A = 1", eq(s * ((power - 1) / (power + 1)), eln))
every.counterexample(
    "A.3-2.2",
    eq(s / (C * root), 1 / C * (y / t)),
    kind="gap",
    at={C: 5, A: 2, beta: 1, t: Fraction(3, 4)},
    note="with F in terms of t: (3) is used, which is sought. Of the solutions of (5) and (12) it holds for one only",
    reads=r"\frac{1}{C \sqrt{\sigma^2}} \cdot dx \stackrel{(3)}{=} \frac{1}{C} \frac{y}{x - \mu} "
    r"\cdot dx",
)
every.counterexample(
    "(12)",
    eq(y, eln),
    kind="gap",
    at={C: 5, A: 2, beta: 1, t: 0},
    note="(5) and (12) do not determine y: here is a solution that is not (13); what does is y = 0 at x_i = mu",
    reads=r"\frac{dy_i}{dx_i} \geq 0",
)
