"""ELN, Theorem 3: what its printed proof leaves open.

`eln/3_family`: all solutions of the separated equation dy/dx_i = y (C - 1 - y^2)/(C (x_i - mu)) with y^2 < C - 1 that
satisfy (12) are (13), each with a constant beta > 0; without y^2 < C - 1, (12) does not decide the sign.
`eln/3_converse`: all these solve the separated equation.
`eln/3_which_beta`: (13) solves (5) with F from (6) for one beta only, the beta_i of Theorem 4, and this beta_i does not
depend on x_i. So the theorem as stated, with any beta, is false; with beta_i it is true, and exact.
Stollenwerk 2025 (arXiv:2503.21708v1), Sec. 3 and App. A.3.
"""

from symnorm import D, Theorem, by, define, eq, function, iff, ne, sqrt, symbol

from .notation import C, F, i, layer, sigma2, sigma2_others, t, x

xi = x[i]
y = function("y", xi)
s = define("s", sqrt(C - 1), r"\sqrt{C-1}")
k = symbol("beta", r"\beta")

# --- All solutions of the separated equation, and what condition (12) does ------------------------------------

family = Theorem(
    "eln/3_family",
    "All solutions of the separated equation",
    where=[C > 1, ne(t, 0), ne(y, 0), C - 1 - y**2 > 0, D(y, xi) >= 0],
    along=[xi],
    model={y: s * t / sqrt(3 + t**2)},
)
ode = family.given("+separated equation", eq(D(y, xi), y * (C - 1 - y**2) / (C * t)), "hypothesis")
invariant = t**2 * ((C - 1) / y**2 - 1)
constancy = family.supplied("first integral", eq(D(invariant, xi), 0), by.algebra(ode))
introduced = family.constant("constant of integration", eq(k, invariant), by.zero_derivative(constancy))
family.claim("+beta is positive", k > 0, by.sign(t**2 / y**2 * (C - 1 - y**2), introduced))
same_sign = family.supplied("same sign", y / t >= 0, by.sign(D(y, xi) * C / (C - 1 - y**2), ode))
e = s * (t / sqrt(k + t**2))
only = family.claim(
    "A.3 text 6",
    eq(y, e),
    by.algebra(introduced, times=t * (y / t + s / sqrt(k + t**2))),
)
family.missing(
    "A.3 text 6",
    only,
    C - 1 - y**2 > 0,
    at={y: -s * t / sqrt(t**2 - 1), C: 2, x: [4, 0], i: 1},
    note="where y^2 > C - 1, condition (12) selects the other sign: it is no initial condition, and does not fix beta",
)

converse = Theorem("eln/3_converse", "The general ELN solves the separated equation", where=[C > 1, k > 0, ne(t, 0)])
converse.claim("+solution", eq(D(e, xi), e * (C - 1 - e**2) / (C * t)), by.algebra())
converse.claim("Sec. 3 text 2", C - 1 - e**2 > 0, by.sign((C - 1) * k / (k + t**2)),
               note="the extreme values are bounds that no x_i attains")  # fmt: skip

# --- For which beta the general ELN solves (5) with F from (6) --------------------------------------------------

which = Theorem("eln/3_which_beta", "Which general ELN solves the differential equation", where=[*layer, k > 0])
beta_i = define("beta_i", (C - 1) * sigma2_others - sigma2, r"\beta_i")
solves = eq(D(e, xi), F * (C - 1 - e**2))
matches = eq(k, beta_i)
one = which.suppose("it solves (5)", solves, at={k: beta_i})
roots_agree = which.supplied("roots agree", eq(sqrt(k + t**2), s * sqrt(sigma2)), by.algebra(one))
squares = which.supplied("squares agree", matches, by.algebra(roots_agree))
two = which.suppose("beta is beta_i", matches, at={k: beta_i})
back = which.supplied("the equation holds", solves, by.algebra(by.roots(sqrt(k + t**2), s * sqrt(sigma2), two)))
which.claim("+exactly for beta_i", iff(solves, matches), by.discharge(one, squares, two, back))
which.claim("+beta_i does not depend on x_i", eq(D(beta_i, xi), 0), by.algebra())
which.counterexample(
    "(13)",
    solves,
    under=[D(e, xi) >= 0],
    at={C: 3, x: [0, 1, 5], i: 3, k: 1},
    note="(13) satisfies (12) for every beta >= 0, but (5) with F from (6) only for beta = beta_i",
)
