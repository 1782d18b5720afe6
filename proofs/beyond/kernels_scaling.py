"""What the kernels do so that no number leaves the range of its format: they shift and scale, exactly.

Instead of x a kernel may take a (x - b), with a > 0 a power of two and b a value of the row; eps and beta become
a^2 eps and a^2 beta, and c g with another power of two may stand for g. What comes out is then the result itself,
or differs from it by powers of a and c, which are exact. And a mean and a variance may be taken about a pilot value p,
as close to the mean as a first pass finds it.
"""

from symnorm import Theorem, by, define, eq, every, mean, sqrt, symbol, tanh, total, vector

from .notation import C, U, V, eps, g, i, mu, r_eps, s, sigma2, v, x, y_eps

a = symbol("a")
b = symbol("b")
c = symbol("c")
p = symbol("p")
beta = symbol("beta", r"\beta")
alpha = symbol("alpha", r"\alpha")
n = symbol("n")
y, r = y_eps, r_eps

# --- a pilot value ----------------------------------------------------------------------------------------

d = define("d", x - p)
off = define("off", total(d) / C)
centre = Theorem("beyond/kernel_centre", "Mean and variance about a pilot value", where=[C > 0])
centre.claim("deviation", eq(x[i] - mu, (d - off)[i]), by.algebra())
centre.claim("variance", eq(sigma2, total(d**2) / C - off * off), by.algebra())
centre.claim("product", eq(total(v * (x - mu)), total(v * d) - off * total(v)), by.algebra())

# --- the layers that normalize ----------------------------------------------------------------------------

moved = define("moved", a * (x - b), "x'")
moved_V = define("moved_V", mean((moved - mean(moved)) ** 2) + a**2 * eps, "V'")
moved_y = define("moved_y", (moved - mean(moved)) / sqrt(moved_V), "y'")
cv = define("cv", c * v, "v'")
scale = Theorem("beyond/kernel_scale", "Layer normalization of a (x - b)", where=[C > 0, V > 0, a > 0, c > 0])
root = by.roots(sqrt(moved_V), a * sqrt(V))
scale.claim("y", eq(y[i], moved_y[i]), by.algebra(root))
scale.claim(
    "dx",
    eq(
        (v[i] - mean(v) - y[i] * mean(y * v)) / sqrt(V),
        a / c * ((cv[i] - mean(cv) - moved_y[i] * mean(moved_y * cv)) / sqrt(moved_V)),
    ),
    by.algebra(root),
    note="v is g, weighted by the gain, or by a factor that depends on y",
)
scale.claim(
    "dx, the mean detached",
    eq(
        (v[i] - y[i] * mean(y * v)) / sqrt(V),
        a / c * ((cv[i] - moved_y[i] * mean(moved_y * cv)) / sqrt(moved_V)),
    ),
    by.algebra(root),
)
scale.claim(
    "dx, the variance detached",
    eq((v[i] - mean(v)) / sqrt(V), a / c * ((cv[i] - mean(cv)) / sqrt(moved_V))),
    by.algebra(root),
)
scale.claim("dx, both detached", eq(v[i] / sqrt(V), a / c * (cv[i] / sqrt(moved_V))), by.algebra(root))
scale.claim("dgain", eq(v[i] * y[i], 1 / c * (cv[i] * moved_y[i])), by.algebra(root))
scale.claim("dbias", eq(v[i], 1 / c * cv[i]), by.algebra())

long = define("long", a * x, "x'")
long_U = define("long_U", mean(long**2) + a**2 * eps, "U'")
long_r = define("long_r", long / sqrt(long_U), "r'")
rms_scale = Theorem("beyond/kernel_scale_rms_norm", "RMSNorm of a x", where=[C > 0, U > 0, a > 0, c > 0])
root = by.roots(sqrt(long_U), a * sqrt(U))
rms_scale.claim("r", eq(r[i], long_r[i]), by.algebra(root))
rms_scale.claim(
    "dx",
    eq((v[i] - r[i] * mean(r * v)) / sqrt(U), a / c * ((cv[i] - long_r[i] * mean(long_r * cv)) / sqrt(long_U))),
    by.algebra(root),
)
rms_scale.claim("dgain", eq(v[i] * r[i], 1 / c * (cv[i] * long_r[i])), by.algebra(root))

# --- the element-wise layers ------------------------------------------------------------------------------

f = symbol("f")  # sqrt(C - 1) of ELN, sqrt(C) of DyISRU
Q = define("Q", beta + x**2, "Q")
W = define("W", a**2 * beta + long**2, "Q'")
eln_scale = Theorem("beyond/kernel_scale_eln", "ELN and DyISRU of a x", where=[every(Q) > 0, a > 0, c > 0])
root = by.roots(sqrt(W[i]), a * sqrt(Q[i]))
cg = define("cg", c * g, "g'")
eln_scale.claim("forward", eq(f * (x[i] / sqrt(Q[i])), f * (long[i] / sqrt(W[i]))), by.algebra(root))
eln_scale.claim(
    "dx",
    eq(f * beta * g[i] / (Q[i] * sqrt(Q[i])), a / c * (f * (a**2 * beta) * cg[i] / (W[i] * sqrt(W[i])))),
    by.algebra(root),
)
eln_scale.claim(
    "dbeta",
    eq(
        g[i] * (f * (x[i] / sqrt(Q[i]))) / Q[i] / 2,
        a**2 / c * (cg[i] * (f * (long[i] / sqrt(W[i]))) / W[i] / 2),
    ),
    by.algebra(root),
)

betas = vector("betas", C, r"\beta")
R = define("R", betas + (x - mu) ** 2, "R")
S = define("S", a**2 * betas + (moved - mean(moved)) ** 2, "R'")
o = define("o", (x - mu) / sqrt(R), "o")
moved_o = define("moved_o", (moved - mean(moved)) / sqrt(S), "o'")
general = Theorem(
    "beyond/kernel_scale_eln_general", "General ELN of a (x - b)", where=[C >= 1, every(R) > 0, a > 0, c > 0]
)
root = by.roots(sqrt(S[i]), a * sqrt(R[i]))
general.claim("forward", eq(s * o[i], s * moved_o[i]), by.algebra(root))
general.claim(
    "at the deviation",
    eq(
        s * betas[i] * g[i] / (R[i] * sqrt(R[i])), a / c * (s * (a**2 * betas[i]) * cg[i] / (S[i] * sqrt(S[i])))
    ),
    by.algebra(root),
    note="and so its mean over the channels",
)
general.claim(
    "dbetas",
    eq(g[i] * o[i] / R[i], a**2 / c * (cg[i] * moved_o[i] / S[i])),
    by.algebra(root),
)

P = define("P", alpha * x**2 + n, "P")
Z = define("Z", alpha * long**2 + a**2 * n, "P'")
isru = Theorem("beyond/kernel_scale_isru", "ISRU of a x, n being its 1", where=[every(P) > 0, a > 0, c > 0])
root = by.roots(sqrt(Z[i]), a * sqrt(P[i]))
isru.claim("forward", eq(x[i] / sqrt(P[i]), long[i] / sqrt(Z[i])), by.algebra(root))
isru.claim(
    "dx",
    eq(n * g[i] / (P[i] * sqrt(P[i])), a / c * (a**2 * n * cg[i] / (Z[i] * sqrt(Z[i])))),
    by.algebra(root),
)
isru.claim(
    "dalpha",
    eq(
        g[i] * (x[i] / sqrt(P[i])) * x[i] ** 2 / P[i],
        1 / c * (cg[i] * (long[i] / sqrt(Z[i])) * long[i] ** 2 / Z[i]),
    ),
    by.algebra(root),
)

T = define("T", tanh(alpha * x), "T")
dyt = Theorem("beyond/kernel_scale_dyt", "DyT, with c g for g", where=[c > 0])
dyt.claim("dx", eq(g[i] * alpha * (1 - T[i] ** 2), 1 / c * (cg[i] * alpha * (1 - T[i] ** 2))), by.algebra())
dyt.claim("dalpha", eq(total(g * x * (1 - T**2)), 1 / c * total(cg * x * (1 - T**2))), by.algebra())
dyt.claim("dgain", eq(g[i] * T[i], 1 / c * (cg[i] * T[i])), by.algebra())
dyt.claim("dbias", eq(g[i], 1 / c * cg[i]), by.algebra())

# --- diagnostics ------------------------------------------------------------------------------------------

beta_i = (C - 1) * sigma2 - (x[i] - mu) ** 2
moved_beta = (C - 1) * mean((moved - mean(moved)) ** 2) - (moved[i] - mean(moved)) ** 2
variances = Theorem(
    "beyond/kernel_scale_variances", "beta_i and variances of gradients", where=[C > 0, a > 0, c > 0]
)
variances.claim("beta_i", eq(beta_i, 1 / a**2 * moved_beta), by.algebra())
passed = define("passed", a / c * v, "v'")
variances.claim(
    "variance",
    eq(mean((passed - mean(passed)) ** 2), a**2 / c**2 * mean((v - mean(v)) ** 2)),
    by.algebra(),
    note="v is the gradient that is passed on, dx' for a (x - b) and c g",
)
