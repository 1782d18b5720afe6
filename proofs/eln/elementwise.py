"""ELN, what is element-wise and what solves the differential equation (5).

Stollenwerk 2025 (arXiv:2503.21708v1), Abstract, Sec. 2, 3, 4.2 and 5: what the text says of the two functions.

Element-wise means that y_i does not depend on x_j for j != i. DyT and ELN (15) are element-wise; layer
normalization and the general ELN (13) are not. DyT solves (5) only where F(x) is alpha/sqrt(C - 1). Without the
approximation (8) the solution is (13) with beta_i. Two more replacements, of beta_i by beta and of x_i - mu by
x_i, lead to (15), which is no exact solution of (5), not even where it equals layer normalization.
"""

from fractions import Fraction

from symnorm import (
    D,
    Theorem,
    at,
    both,
    by,
    define,
    delta,
    editors,
    eq,
    exp,
    iff,
    ne,
    others,
    silent,
    sqrt,
    stated,
    symbol,
    tanh,
    total,
)

from .notation import C, F, i, j, k, layer, mu, sigma2, sigma2_others, t, x, y

s = define("s", sqrt(C - 1), r"\sqrt{C-1}")
alpha, beta = symbol("alpha", r"\alpha"), symbol("beta", r"\beta")
dyt = define("dyt", s * tanh(alpha * x), r"y^{\mathrm{DyT}}")
eln = define("eln", s * (x / sqrt(beta + x**2)), r"y^{\mathrm{ELN}}")
general = define("general", s * ((x - mu) / sqrt(beta + (x - mu) ** 2)), r"y^{(13)}")
beta_i = (C - 1) * sigma2_others - sigma2

# --- What depends on which channel --------------------------------------------------------------------------

theorem = Theorem("eln/elementwise", "DyT and ELN are element-wise", where=[*layer, silent(beta > 0)])
theorem.claim(
    "Sec. 2 text 1",
    eq(D(dyt[i], x[j]), delta(i, j) * (alpha / s) * (C - 1 - dyt[i] ** 2)),
    note="element-wise, and (9) with F = alpha/sqrt(C - 1)",
)
elementwise = theorem.claim("+ELN is element-wise", eq((1 - delta(i, j)) * D(eln[i], x[j]), 0))
theorem.claim(
    "Sec. 3 text 13",
    both(
        eq((1 - delta(i, j)) * D(eln[i], x[j]), 0),
        eq((1 - delta(i, j)) * D(dyt[i], x[j]), 0),
        eq(total(D(y[i], x[j]), over=j) - D(y[i], x[i]), -F * (C - 1 - y[i] ** 2)),
    ),
    note="the derivatives of layer normalization by the other channels sum up to -dy_i/dx_i",
)
for label in ("Abstract text 2", "Sec. 1 text 7", "Sec. 3 text 1"):
    theorem.gap(
        label,
        assumes=eq((1 - delta(i, j)) * D(general[i], x[j]), 0),
        at={C: 3, x: [0, 1, 5], i: 3, j: 1, beta: 1},
        repaired=elementwise,
        note="without (8) one obtains (13), Theorem 3, which depends on all channels through mu: only (15), one "
        "more approximation, is element-wise",
    )

# --- What solves (5) ----------------------------------------------------------------------------------------

exact = Theorem("eln/elementwise_exact", "When DyT and ELN solve (5)", where=[*layer, silent(beta > 0)])
E2 = exp(2 * alpha * x[i])
r = sqrt(beta + x[i] ** 2)

dyt_solves, frozen = eq(D(dyt[i], x[i]), F * (C - 1 - dyt[i] ** 2)), eq(F, alpha / s)
exact.supplied("DyT below its maximum", C - 1 - dyt[i] ** 2 > 0, by.sign((C - 1) * 4 * E2 / (E2 + 1) ** 2))
one = exact.suppose("DyT solves (5)", dyt_solves, at={alpha: s * F})
to_frozen = exact.supplied("then F is frozen", frozen, by.algebra(one, times=C - 1 - dyt[i] ** 2))
two = exact.suppose("F is frozen", frozen, at={alpha: s * F})
from_frozen = exact.supplied("then DyT solves it", dyt_solves, by.algebra(two))
exact.claim(
    "Abstract text 1",
    iff(dyt_solves, frozen),
    by.discharge(one, to_frozen, two, from_frozen),
    note="and F(x) does change with x_i, dF/dx_i = -F^2 y_i: DyT needs the approximation (8)",
)

eln_solves = eq(D(eln[i], x[i]), F * (C - 1 - eln[i] ** 2))
fits = eq(C**2 * sigma2, (C - 1) * (beta + x[i] ** 2))
its_beta = C**2 * sigma2 / (C - 1) - x[i] ** 2
exact.supplied("ELN below its maximum", C - 1 - eln[i] ** 2 > 0, by.sign((C - 1) * beta / (beta + x[i] ** 2)))
three = exact.suppose("ELN solves (5)", eln_solves, at={beta: its_beta})
same_root = exact.supplied(
    "same root",
    eq(C * sqrt(sigma2), s * r),
    by.algebra(three, times=(C - 1 - eln[i] ** 2) / (C * sqrt(sigma2) * s * r)),
)
to_fits = exact.supplied("then beta fits", fits, by.algebra(same_root))
four = exact.suppose("beta fits", fits, at={beta: its_beta})
from_fits = exact.supplied(
    "then ELN solves it", eln_solves, by.algebra(by.roots(C * sqrt(sigma2), s * r, four))
)
only_if = exact.claim(
    "+when ELN solves (5)", iff(eln_solves, fits), by.discharge(three, to_fits, four, from_fits)
)
exact.counterexample(
    "Sec. 4.2 text 5",
    eln_solves,
    at={C: 3, x: [-1, 0, 1], i: 3, beta: Fraction(1, 3)},
    corrected=only_if,
    note="(13) with beta_i is; (15) is not, not even here, where mu = 0, beta = beta_i and it equals (3)",
)

# --- (15) as an approximation of layer normalization --------------------------------------------------------

b, m, v = symbol("b", r"\beta"), symbol("m", r"\mu"), symbol("v", "x")
shifted = Theorem(
    "eln/elementwise_shifted",
    "Dropping the mean",
    where=[
        editors(C > 1),
        stated(b >= 0, "A.3 text 5.1", r"\beta := c^2 \geq 0"),
        editors(ne(v, 0)),
        silent(b + v**2 > 0),
        silent(b + (v - m) ** 2 > 0),
    ],
)
ratio = s * ((v - m) / sqrt(b + (v - m) ** 2)) / (s * (v / sqrt(b + v**2)))
q = (v - m) / v
shifted.claim(
    "Sec. 3 text 11",
    (ratio**2 - 1) * (ratio**2 - q**2) <= 0,
    by.sign(b * q**2 * ((v - m) ** 2 - v**2) ** 2 / (v**2 * (b + (v - m) ** 2) ** 2)),
    note="(13)/(15) lies between 1 and 1 - mu/x_i, here with x for x_i",
    reads=r"|x_i| \gg |\mu|",
)

near = Theorem("eln/elementwise_near", "ELN approximates layer normalization", where=[*layer, editors(ne(x[i], 0))])
nu = define("nu", 1 / (C - 1) * others(x, i), r"\nu_i")
spread = total(((1 - delta(i, k)) * (x[k] - nu)) ** 2, over=k)
near.supplied("beta_i >= 0", beta_i >= 0, by.sign((C - 1) / C * spread))
near.supplied("root of (15)", beta_i + x[i] ** 2 > 0, by.sign((C - 1) / C * spread + x[i] ** 2))
near.supplied("root of (13)", beta_i + t**2 > 0, by.sign((C - 1) * sigma2))
near.claim(
    "Sec. 5 text 2",
    eq(y[i], at(at(s * (v / sqrt(b + v**2)), b, beta_i), v, t)),
    by.algebra(by.roots(sqrt(beta_i + t**2), s * sqrt(sigma2))),
    note="layer normalization is ELN (15) of x_i - mu with beta_i in the place of beta",
)
ratio = y[i] / (s * (x[i] / sqrt(beta_i + x[i] ** 2)))
q = t / x[i]
near.claim(
    "Sec. 3 text 12",
    (ratio**2 - 1) * (ratio**2 - q**2) <= 0,
    by.sign(beta_i * q**2 * (t**2 - x[i] ** 2) ** 2 / (x[i] ** 2 * ((C - 1) * sigma2) ** 2)),
    note="with beta_i, (3)/(15) lies between 1 and 1 - mu/x_i; one beta for all is a fit, see Sec. 4",
)
