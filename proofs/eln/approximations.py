"""ELN, the approximations: F(x) becomes a constant (8), and x_i - mu becomes x_i, in (10) and in (15).

What exactly is replaced by what, and what is lost. (8) and (15) are called approximations, and are none of the author's
errors; (10) is a condition that layer normalization does not satisfy unless mu = 0.
Stollenwerk 2025 (arXiv:2503.21708v1), Sec. 2 and 3.
"""

from symnorm import D, Theorem, by, define, editors, eq, iff, implies, ne, sqrt, symbol

from .notation import C, F, i, layer, sigma2, t, x, y

xi = x[i]
s = define("s", sqrt(C - 1), r"\sqrt{C-1}")
beta = symbol("beta", r"\beta")

# --- (8): F(x) depends on x_i, unless x_i = mu ----------------------------------------------------------------

constant = Theorem("eln/approximation_8", "F(x) is not constant", where=layer,
    words={
        "(8)": "We now assume that $F(x)$ can be approximated by a constant $F$ that is independent of $x$",
    },
)
slope = constant.claim("+derivative of F", eq(D(F, xi), -(F**2) * y[i]))
constant.claim("+derivative of the variance", eq(D(sigma2, xi), 2 * t / C))
constant.counterexample(
    "(8)",
    eq(D(F, xi), 0),
    at={C: 3, x: [0, 1, 5], i: 3},
    corrected=slope,
    kind="approximation",
    note="an approximation, and called one: dF/dx_i = -F^2 y_i vanishes only where x_i = mu, not for outliers",
    reads=r"F(x) \equiv F",
)
# --- (10): y_i is zero at x_i = mu, not at x_i = 0 --------------------------------------------------------------

boundary = Theorem("eln/approximation_10", "Where layer normalization vanishes", where=layer,
    words={
        "(10)": "together with the boundary condition",
    },
)
vanishing = boundary.suppose("y_i vanishes", eq(y[i], 0), at={C: 3, x: [0, 1, 2], i: 2})
centered = boundary.supplied("x_i is the mean", eq(t, 0), by.algebra(vanishing))
central = boundary.suppose("x_i equals the mean", eq(t, 0), at={C: 3, x: [0, 1, 2], i: 2})
zero = boundary.supplied("zero", eq(y[i], 0), by.algebra(central))
at_the_mean = boundary.claim(
    "+at the mean",
    iff(vanishing.statement, central.statement),
    by.discharge(vanishing, centered, central, zero),
)
boundary.counterexample(
    "(10)",
    implies(eq(xi, 0), eq(y[i], 0)),
    kind="reading",
    at={C: 3, x: [0, 1, 5], i: 1},
    corrected=at_the_mean,
    note="as a condition on layer normalization, which DyT is to approximate: it has y_i = 0 at x_i = mu. As one on "
    "the "
    "solution of (9) it is free. So (10) drops the mean, as (15) does, without saying so",
    reads="y_i(x_i = 0) = 0",
)

# --- (15): the mean is dropped -----------------------------------------------------------------------------------

m = symbol("m", r"\mu")
v = symbol("v", "x_i")
general = s * ((v - m) / sqrt(beta + (v - m) ** 2))
eln = s * (v / sqrt(beta + v**2))

dropped = Theorem(
    "eln/approximation_15",
    "What dropping the mean changes",
    where=[editors(C > 1), editors(beta > 0), editors(ne(v, 0)), editors(v * (v - m) > 0)],
    notation={"y_i": general},  # (13), which (15) is to approximate
    words={
        "(15)": "in which case Eq. (13) can be approximated by the function",
        "(1)": r"$\mu = \frac{1}{C} \sum_{k=1}^{C} x_k$",  # any number takes its place here
        "(14)-1": r"$y_i \stackrel{(3)}{:=} \frac{x_i - \mu}{\sqrt{\sigma^2}}$",  # of (13), which is to be approximated
        "A.3 text 5.1": r"$\beta := c^2$",  # beta is any positive number here
    },
)
same = dropped.suppose("the two agree", eq(general, eln), at={m: 0})
crossed = dropped.supplied(
    "crossed", eq((v - m) ** 2 * (beta + v**2), v**2 * (beta + (v - m) ** 2)), by.algebra(same)
)
none = dropped.supplied("no mean", eq(m, 0), by.algebra(crossed, times=beta * (v * (v - m) + v**2) / v))
zero = dropped.suppose("no mean to drop", eq(m, 0), at={m: 0})
agree = dropped.supplied(
    "they agree",
    eq(general, eln),
    by.algebra(zero, by.roots(sqrt(beta + (v - m) ** 2), sqrt(beta + v**2), zero)),
)
exact = dropped.claim(
    "+exact only without mean", iff(same.statement, zero.statement), by.discharge(same, none, zero, agree)
)
dropped.counterexample(
    "(15)",
    eq(general, eln),
    at={C: 2, beta: 7, v: 100, m: 1},
    corrected=exact,
    kind="approximation",
    note="an approximation, and called one: x_i in place of x_i - mu is exact only where mu = 0",
)
