"""ELN, Theorem 3: what its printed proof leaves open.

`eln/3_family`: all solutions of the separated equation dy/dx_i = y (C - 1 - y^2)/(C (x_i - mu)) with y^2 < C - 1 are
A.3-15, each with a constant beta > 0; those with y^2 > C - 1 have beta < 0. `eln/3_converse`: (13) is one of them.
`eln/3_sign`: of the two signs in A.3-15, (12) selects that of (13) if beta > 0; for beta = 0, which the proof admits,
it selects none.
`eln/3_which_beta`: (13) solves (5) with F from (6) for one beta only, the beta_i of Theorem 4, and this beta_i does not
depend on x_i. So the theorem as stated, with any beta, is false; with beta_i it is true, and exact.
Stollenwerk 2025 (arXiv:2503.21708v1), Sec. 3 and App. A.3.
"""

from symnorm import (
    D,
    Theorem,
    both,
    by,
    define,
    editors,
    either,
    eq,
    function,
    iff,
    ne,
    silent,
    sqrt,
    stated,
    symbol,
)

from .notation import C, F, i, layer, sigma2, sigma2_others, t, x

xi = x[i]
y = function("y", xi)
s = define("s", sqrt(C - 1), r"\sqrt{C-1}")
beta = symbol("beta", r"\beta")

# --- All solutions of the separated equation ------------------------------------------------------------------

family = Theorem(
    "eln/3_family",
    "All solutions of the separated equation",
    where=[silent(C > 1), silent(ne(t, 0)), silent(ne(y, 0)), silent(C - 1 - y**2 > 0)],
    along=[xi],
    model={y: s * t / sqrt(3 + t**2)},
    notation={"y_i": y},
    words={
        "A.3-15": "Hence, we have the two general solutions",
        "(14)-1": r"$y_i \stackrel{(3)}{:=} \frac{x_i - \mu}{\sqrt{\sigma^2}}$",  # what is solved for here
        "A.3 text 5.1": r"$\beta := c^2$",  # only of the solutions with a logarithm
    },
)
ode = family.given("+separated equation", editors(eq(D(y, xi), y * (C - 1 - y**2) / (C * t))), "hypothesis")
invariant = t**2 * ((C - 1) / y**2 - 1)
constancy = family.supplied("first integral", eq(D(invariant, xi), 0), by.algebra(ode))
introduced = family.constant("constant of integration", eq(beta, invariant), by.zero_derivative(constancy))
positive = t**2 / y**2 * (C - 1 - y**2)
family.supplied("beta is positive", beta > 0, by.sign(positive, introduced))
either_sign = s * sqrt(t**2 / (beta + t**2))
two_solutions = family.claim(
    "A.3-15",
    both(beta >= 0, either(eq(y, either_sign), eq(y, -either_sign))),
    by.each(by.sign(positive, introduced), by.algebra(introduced)),
    note="of the equation as a whole, wherever x_i - mu and y do not vanish",
    reads=r"y_i = \pm \sqrt{C - 1} \cdot \sqrt{\frac{(x_i - \mu)^2}{\beta + (x_i - \mu)^2}}",
)
family.missing(
    "A.3-15",
    two_solutions,
    C - 1 - y**2 > 0,
    at={y: -s * t / sqrt(t**2 - 1), C: 2, x: [4, 0], i: 1},
    note="not all solutions: those with y^2 > C - 1 have a negative beta. They are lost with the logarithm",
)

e = s * (t / sqrt(beta + t**2))
converse = Theorem(
    "eln/3_converse",
    "The general ELN solves the separated equation",
    where=[editors(C > 1), editors(beta > 0), editors(ne(t, 0))],
)
converse.claim("+solution", eq(D(e, xi), e * (C - 1 - e**2) / (C * t)))

# --- The two sides of x_i = mu ----------------------------------------------------------------------------------

c = symbol("c")
branches = Theorem(
    "eln/3_branches",
    "On each side of the mean, a sign and a constant of its own",
    where=[editors(C > 1), editors(beta > 0), editors(ne(t, 0))],
    model={c: 1},
)
square = branches.given("+a sign", editors(eq(c**2, 1)), "hypothesis")
branches.claim(
    "+either sign solves the separated equation",
    eq(D(c * e, xi), c * e * (C - 1 - (c * e) ** 2) / (C * t)),
    by.algebra(square),
    note="for x_i < mu and for x_i > mu, with any sign and any beta: nothing joins the two sides at x_i = mu",
)
either_of_two = branches.claim(
    "+the printed branches have |x_i - mu|",
    eq(either_sign, s * (abs(t) / sqrt(beta + t**2))),
    by.algebra(by.roots(sqrt(t**2 / (beta + t**2)), abs(t) / sqrt(beta + t**2))),
)
branches.claim(
    "+(13) is one of them on each side",
    eq(e, t / abs(t) * either_sign),
    by.algebra(either_of_two),
    note="so (13) is neither of the two: above the mean it is that with +, below it that with -",
)

# --- What condition (12) selects ------------------------------------------------------------------------------

sign = Theorem(
    "eln/3_sign",
    "What the condition (12) selects of the two solutions",
    where=[
        silent(C > 1),
        editors(ne(t, 0)),
        silent(beta > 0),
        stated(D(y, xi) >= 0, "(12)", r"\frac{dy_i}{dx_i} \geq 0"),
    ],
    along=[xi],
    model={y: e},
    notation={"y_i": y},
)
either_one = sign.given("A.3-15", either(eq(y, either_sign), eq(y, -either_sign)), "hypothesis")
rise = (C - 1) ** 2 * beta / (C * (beta + t**2) ** 2)
slope = sign.supplied("slope", eq(D(y, xi) * y, rise * t), by.algebra(either_one.d(xi)))
sign.supplied("same sign", t * y >= 0, by.sign(D(y, xi) * y**2 / rise, slope))
selected = sign.claim(
    "A.3 text 6", eq(y, e), by.algebra(either_one, times=t * y + s * (t**2 / sqrt(beta + t**2)))
)
sign.missing(
    "A.3 text 6",
    selected,
    beta > 0,
    at={y: -either_sign, C: 2, x: [0, 2], i: 2, beta: 0},
    note="beta >= 0 admits beta = 0; then both solutions are constant, and (12) holds for both",
)

# --- For which beta the general ELN solves (5) with F from (6) --------------------------------------------------

which = Theorem(
    "eln/3_which_beta", "Which general ELN solves the differential equation", where=[*layer, editors(beta > 0)]
)
beta_i = define("beta_i", (C - 1) * sigma2_others - sigma2, r"\beta_i")
solves = eq(D(e, xi), F * (C - 1 - e**2))
matches = eq(beta, beta_i)
one = which.suppose("it solves (5)", solves, at={beta: beta_i})
roots_agree = which.supplied("roots agree", eq(sqrt(beta + t**2), s * sqrt(sigma2)), by.algebra(one))
squares = which.supplied("squares agree", matches, by.algebra(roots_agree))
two = which.suppose("beta is beta_i", matches, at={beta: beta_i})
back = which.supplied(
    "the equation holds", solves, by.algebra(by.roots(sqrt(beta + t**2), s * sqrt(sigma2), two))
)
only_beta_i = which.claim("+exactly for beta_i", iff(solves, matches), by.discharge(one, squares, two, back))
which.claim("+beta_i does not depend on x_i", eq(D(beta_i, xi), 0))
which.counterexample(
    "(13)",
    solves,
    under=[D(e, xi) >= 0],
    at={C: 3, x: [0, 1, 5], i: 3, beta: 1},
    corrected=only_beta_i,
    kind="hypothesis",
    note="the theorem does not say what beta is. (13) satisfies (12) for every beta >= 0, but (5) with F from (6) for "
    "beta = beta_i alone, which is that of (14)",
    reads=r"y_i = \sqrt{C - 1} \cdot \frac{(x_i - \mu)}{\sqrt{\beta + (x_i - \mu)^2}}",
)
