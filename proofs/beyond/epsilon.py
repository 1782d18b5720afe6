"""Layer normalization and RMSNorm as they are implemented: with eps under the root.

With V = sigma^2 + eps the mean of y^2 is sigma^2/V, but the differential equation keeps its form,
dy_i/dx_i = (C - 1 - y_i^2)/(C sqrt(V)), and y_i is again exactly a general ELN, with beta_i + (C - 1) eps
in the place of beta_i. The Jacobian is no multiple of a projection any more: y has the eigenvalue eps/V^(3/2),
so that nothing but shifts is invisible. All this holds for eps of any sign as long as V > 0; with eps > 0 it
holds for every x, no y_i is extreme, and the Jacobian has a norm of at most 1/sqrt(eps).
"""

from symnorm import D, Theorem, by, define, delta, eq, mean, others, sqrt, symbol, total

from .notation import C, U, V, beta_i, eps, i, j, mu, nu2, r_eps, s, sigma2, spread, t, v, x, y_eps

xi = x[i]
y, r = y_eps, r_eps

# --- layer normalization ----------------------------------------------------------------------------------

ln = Theorem("beyond/eps_layer_norm", "Layer normalization with eps", where=[C > 0, V > 0])

ln.claim("mean zero", eq(mean(y), 0))
ln.claim("mean square", eq(mean(y**2), sigma2 / V))
ln.claim("what is missing to one", eq(1 - mean(y**2), eps / V))
ln.claim("derivative of the root", eq(D(sqrt(V), xi), y[i] / C), note="as without eps: ELN (25)")
ln.claim("derivative", eq(D(y[i], xi), 1 / (C * sqrt(V)) * (C - 1 - y[i] ** 2)), note="ELN (5)")
ln.claim("Jacobian", eq(D(y[i], x[j]), (delta(i, j) - 1 / C - y[i] * y[j] / C) / sqrt(V)))
ln.claim(
    "operator",
    eq(total(D(y[i], x[j]) * v[j], over=j), (v[i] - mean(v) - y[i] * mean(y * v)) / sqrt(V)),
)
ln.claim("constants vanish", eq(total(D(y[i], x[j]), over=j), 0))
ln.claim("eigenvector y", eq(total(D(y[i], x[j]) * y[j], over=j), eps / (V * sqrt(V)) * y[i]))
ln.claim(
    "trace",
    eq(total(D(y[i], x[i]), over=i), (C - 2) / sqrt(V) + eps / (V * sqrt(V))),
    note="the eigenvalues are 0 (along 1), eps/V^(3/2) (along y) and 1/sqrt(V), C - 2 times",
)

curve = Theorem("beyond/eps_curve", "Layer normalization with eps, in one coordinate", where=[C > 1, V > 0])
beta = beta_i + (C - 1) * eps
root = by.roots(sqrt(beta + t**2), s * sqrt(V))
curve.claim("general ELN", eq(y[i], s * (t / sqrt(beta + t**2))), by.algebra(root))
curve.claim("constant along x_i", eq(D(beta, xi), 0))
curve.claim("slack", eq(C - 1 - y[i] ** 2, beta / V))

inside = Theorem("beyond/eps_range", "The range of layer normalization with eps > 0", where=[C > 1, eps > 0])
not_negative = (C - 1) / C * spread  # beta_i
inside.claim("defined for every x", V > 0, by.sign(mean((x - mu) ** 2) + eps))
inside.claim("beta positive", beta > 0, by.sign(not_negative + (C - 1) * eps))
inside.claim("never extreme", y[i] ** 2 < C - 1, by.sign((not_negative + (C - 1) * eps) / V))

safe = Theorem("beyond/eps_layer_norm_positive", "Layer normalization with eps > 0", where=[C > 0, eps > 0])

Jv = define("Jv", (v - mean(v) - y * mean(y * v)) / sqrt(V), r"J^{(v)}")
safe.claim("defined for every x", V > 0, by.sign(mean((x - mu) ** 2) + eps))
safe.claim("mean square below one", mean(y**2) < 1, by.sign(eps / V))
lost = C * mean(v) ** 2 + C * (1 + eps / V) * mean(y * v) ** 2
safe.claim("length", eq(total(Jv**2), (total(v**2) - lost) / V))
safe.claim(
    "Lipschitz constant",
    total(Jv**2) <= total(v**2) / eps,
    by.sign(lost / V + sigma2 * total(v**2) / (eps * V)),
    note="1/sqrt(eps); without eps the Jacobian is unbounded",
)

a = symbol("a")
b = symbol("b")
moved = a * x + b
moved_V = mean((moved - mean(moved)) ** 2) + a**2 * eps
scale = Theorem("beyond/eps_scale", "Layer normalization of a x + b with eps", where=[C > 0, V > 0, a > 0])
scale.claim(
    "eps scales with a^2",
    eq((moved - mean(moved))[i] / sqrt(moved_V), y[i]),
    by.algebra(by.roots(sqrt(moved_V), a * sqrt(V))),
    note="a x + b with a^2 eps: what x is with eps. With the same eps the output depends on the scale",
)

# --- RMSNorm ----------------------------------------------------------------------------------------------

rn = Theorem("beyond/eps_rms_norm", "RMSNorm with eps", where=[C > 0, U > 0])

rn.claim("mean square", eq(mean(r**2), nu2 / U))
rn.claim("what is missing to one", eq(1 - mean(r**2), eps / U))
rn.claim("derivative of the root", eq(D(sqrt(U), xi), r[i] / C))
rn.claim("derivative", eq(D(r[i], xi), 1 / (C * sqrt(U)) * (C - r[i] ** 2)))
rn.claim("Jacobian", eq(D(r[i], x[j]), (delta(i, j) - r[i] * r[j] / C) / sqrt(U)))
rn.claim(
    "operator",
    eq(total(D(r[i], x[j]) * v[j], over=j), (v[i] - r[i] * mean(r * v)) / sqrt(U)),
)
rn.claim("eigenvector r", eq(total(D(r[i], x[j]) * r[j], over=j), eps / (U * sqrt(U)) * r[i]))
rn.claim(
    "trace",
    eq(total(D(r[i], x[i]), over=i), (C - 1) / sqrt(U) + eps / (U * sqrt(U))),
    note="the eigenvalues are eps/U^(3/2) (along r) and 1/sqrt(U), C - 1 times",
)
gamma = others(x**2, i) + C * eps
rn.claim(
    "beta_i with eps",
    eq(r[i], sqrt(C) * (xi / sqrt(gamma + xi**2))),
    by.algebra(by.roots(sqrt(gamma + xi**2), sqrt(C) * sqrt(U))),
)
rn.claim("constant along x_i", eq(D(gamma, xi), 0))
rn.claim("slack", eq(C - r[i] ** 2, gamma / U))

rms_safe = Theorem("beyond/eps_rms_norm_positive", "RMSNorm with eps > 0", where=[C > 0, eps > 0])

Rv = define("Rv", (v - r * mean(r * v)) / sqrt(U), r"J^{(v)}")
rms_safe.claim("defined for every x", U > 0, by.sign(mean(x**2) + eps))
rms_safe.claim("mean square below one", mean(r**2) < 1, by.sign(eps / U))
rms_safe.claim("never extreme", r[i] ** 2 < C, by.sign((others(x**2, i) + C * eps) / U))
lost = C * (1 + eps / U) * mean(r * v) ** 2
rms_safe.claim("length", eq(total(Rv**2), (total(v**2) - lost) / U))
rms_safe.claim(
    "Lipschitz constant",
    total(Rv**2) <= total(v**2) / eps,
    by.sign(lost / U + nu2 * total(v**2) / (eps * U)),
    note="1/sqrt(eps)",
)

moved_U = mean((a * x) ** 2) + a**2 * eps
rms_scale = Theorem("beyond/eps_scale_rms_norm", "RMSNorm of a x with eps", where=[C > 0, U > 0, a > 0])
root = by.roots(sqrt(moved_U), a * sqrt(U))
rms_scale.claim("eps scales with a^2", eq(a * xi / sqrt(moved_U), r[i]), by.algebra(root))
