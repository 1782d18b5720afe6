"""ELN, what is said of beta around Theorem 4: the matching of (3) and (13), channel by channel.

Stollenwerk 2025 (arXiv:2503.21708v1), Sec. 3.

sigma_{!=i}^2 is not the variance without the contribution of x_i: it contains x_i through mu. beta_i does not:
it is (C - 1)^2/C times the variance tau_i^2 of the other channels around their own mean. As beta_i - beta_j is
(x_j - mu)^2 - (x_i - mu)^2, one beta serves two channels only if they are equally far from the mean.
"""

from symnorm import D, Theorem, by, define, editors, eq, iff, implies, ne, others, sqrt, symbol

from .notation import C, F, i, j, layer, mu, sigma2, sigma2_others, t, x, y

beta = symbol("beta", r"\beta")
s = define("s", sqrt(C - 1), r"\sqrt{C-1}")
t_j = define("t_j", x[j] - mu)
nu = define("nu", 1 / (C - 1) * others(x, i), r"\nu_i")
tau2 = define("tau2", 1 / (C - 1) * others((x - nu) ** 2, i), r"\tau_i^2")
beta_i = define("beta_i", (C - 1) * sigma2_others - sigma2, r"\beta_i")
beta_j = define("beta_j", others((x - mu) ** 2, j) - sigma2, r"\beta_j")

# --- One channel --------------------------------------------------------------------------------------------

theorem = Theorem(
    "eln/matching", "The parameter beta of one channel", where=layer, notation={r"\beta": beta_i},
    words={
        "Sec. 3 text 7": "denotes the variance without the contribution from $x_i$",
    },
)
theorem.supplied("root", beta_i + t**2 > 0, by.sign((C - 1) * sigma2))
theorem.claim(
    "(14)-2",
    eq(t / sqrt(sigma2), s * (t / sqrt(beta_i + t**2))),
    by.algebra(by.roots(sqrt(beta_i + t**2), s * sqrt(sigma2))),
    also=["Sec. 3 text 3"],
    note="with beta = beta_i; this half of the equivalence needs no x_i != mu",
)
theorem.claim("+the variance without x_i", eq(beta_i, (C - 1) ** 2 / C * tau2))
decomposed = theorem.claim("+what it is", eq(sigma2_others, tau2 + (t / (C - 1)) ** 2))
theorem.claim("+derivative", eq(D(sigma2_others, x[i]), 2 * t / (C * (C - 1))))
theorem.counterexample(
    "Sec. 3 text 7",
    eq(D(sigma2_others, x[i]), 0),
    kind="reading",
    at={C: 3, x: [0, 1, 5], i: 3},
    corrected=decomposed,
    note="if nothing of x_i is in it: x_i contributes through mu, around which it is taken, and without x_i it would "
    "be tau_i^2. As it is defined, the term of x_i is left out of the sum",
    reads=r"\sigma_{\neq i}^2",
)
theorem.claim(
    "fn. 1",
    eq(D(s * F, x[j]), -s * F**2 * y[j]),
    note="alpha = sqrt(C - 1) F(x) is one for all channels of a sample, and another for another sample",
    reads=r"\alpha",
)

# --- Two channels -------------------------------------------------------------------------------------------

pair = Theorem(
    "eln/matching_pair",
    "One beta for two channels",
    where=[*layer, editors(ne(t, 0)), editors(ne(t_j, 0)), editors(beta + t**2 > 0), editors(beta + t_j**2 > 0)],
)
difference = pair.claim("+difference", eq(beta_i - beta_j, t_j**2 - t**2))
one = pair.suppose("one beta", eq(beta_i, beta_j), at={C: 3, x: [0, 1, 2], i: 1, j: 3})
to_equal = pair.supplied("equally far", eq(t**2, t_j**2), by.algebra(difference, one))
two = pair.suppose("equally far from the mean", eq(t**2, t_j**2), at={C: 3, x: [0, 1, 2], i: 1, j: 3})
from_equal = pair.supplied("same beta", eq(beta_i, beta_j), by.algebra(difference, two))
pair.claim(
    "Sec. 3 text 8",
    iff(one.statement, two.statement),
    by.discharge(one, to_equal, two, from_equal),
    reads=r"\beta \equiv \beta_i",
)

here = {beta: beta_i, C: 3, x: [0, 1, 2], i: 1, j: 3}
match_i = pair.suppose("channel i", eq(t / sqrt(sigma2), s * (t / sqrt(beta + t**2))), at=here)
match_j = pair.suppose("channel j", eq(t_j / sqrt(sigma2), s * (t_j / sqrt(beta + t_j**2))), at=here)
root_i = pair.supplied("root i", eq(sqrt(beta + t**2), s * sqrt(sigma2)), by.algebra(match_i))
root_j = pair.supplied("root j", eq(sqrt(beta + t_j**2), s * sqrt(sigma2)), by.algebra(match_j))
same = pair.supplied("both match", eq(t**2, t_j**2), by.algebra(root_i, root_j))
inner = pair.supplied("i and j", implies(match_j.statement, same.statement), by.discharge(match_j, same))
pair.claim("Sec. 3 text 9", implies(match_i.statement, inner.statement), by.discharge(match_i, inner))
