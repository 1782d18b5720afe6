"""ELN, the two approximations: F(x) becomes a constant (8), and x_i - mu becomes x_i (15).

What exactly is replaced by what, and what is lost.
Stollenwerk 2025 (arXiv:2503.21708v1), Sec. 2 and 3.
"""

from symnorm import D, Theorem, by, define, eq, iff, ne, sqrt, symbol

from .notation import C, F, i, layer, sigma2, t, x, y

xi = x[i]
s = define("s", sqrt(C - 1), r"\sqrt{C-1}")
k = symbol("beta", r"\beta")

# --- (8): F(x) depends on x_i, unless x_i = mu ----------------------------------------------------------------

constant = Theorem("eln/approximation_8", "F(x) is not constant", where=layer)
slope = constant.claim("+derivative of F", eq(D(F, xi), -(F**2) * y[i]), by.algebra())
constant.claim("+derivative of the variance", eq(D(sigma2, xi), 2 * t / C), by.algebra())
constant.counterexample(
    "(8)", eq(D(F, xi), 0), at={C: 3, x: [0, 1, 5], i: 3},
    note="an approximation, and called one: dF/dx_i = -F^2 y_i vanishes only where x_i = mu, not for outliers",
)  # fmt: skip
constant.counterexample(
    "Sec. 1 text 6", eq(D(sigma2, xi), 0), at={C: 3, x: [0, 1, 5], i: 3},
    note="an approximation, and called one: the derivative of the variance is 2 (x_i - mu)/C",
)  # fmt: skip

# --- (15): the mean is dropped -----------------------------------------------------------------------------------

m = symbol("m", r"\mu")
v = symbol("v", "x_i")
general = s * ((v - m) / sqrt(k + (v - m) ** 2))
eln = s * (v / sqrt(k + v**2))

dropped = Theorem("eln/approximation_15", "What dropping the mean changes", where=[C > 1, k > 0, ne(v, 0), v * (v - m) > 0])
same = dropped.suppose("the two agree", eq(general, eln), at={m: 0})
crossed = dropped.supplied(
    "crossed", eq((v - m) ** 2 * (k + v**2), v**2 * (k + (v - m) ** 2)), by.algebra(same)
)
none = dropped.supplied("no mean", eq(m, 0), by.algebra(crossed, times=k * (v * (v - m) + v**2) / v))
zero = dropped.suppose("no mean to drop", eq(m, 0), at={m: 0})
agree = dropped.supplied(
    "they agree",
    eq(general, eln),
    by.algebra(zero, by.roots(sqrt(k + (v - m) ** 2), sqrt(k + v**2), zero)),
)
dropped.claim("+exact only without mean", iff(same.statement, zero.statement), by.discharge(same, none, zero, agree))
dropped.counterexample(
    "(15)", eq(general, eln), at={C: 2, k: 7, v: 3, m: 1},
    note="x_i in place of x_i - mu: exact only where mu = 0",
)  # fmt: skip
