"""DyISRU, Theorem 1: the derivative of RMSNorm.

dy_i/dx_j = (sqrt(C)/||x||) (delta_ij - y_i y_j/C), the whole Jacobian.
Stollenwerk 2026 (arXiv:2503.21708v3), Sec. 2; proof in App. B.1.

Every formula is reconstructed: (6) with high confidence, (20) to (27) with high confidence in the argument
(quotient rule with f = x_i and g = nu) and low confidence in what stands under which number. They hold
where x is not 0; whether the lost statement says so is not known.
"""

from symnorm import D, Theorem, by, define, delta, eq, sqrt

from .notation import C, i, j, norm, nu, rms, s, x, y

f = define("f", x[i])  # (21)
g = define("g", nu)  # (22)
df, dg = D(f, x[j]), D(g, x[j])

theorem = Theorem("dyisru/1", "RMSNorm derivative", where=rms, along=[x], notation={"f'": df, "g'": dg})

start = theorem.step("(20)", eq(D(y[i], x[j]), D(x[i] / nu, x[j])))
quotient = theorem.step("(23)", eq(D(y[i], x[j]), (df * g - f * dg) / g**2), by.algebra(start))
df_value = theorem.step("(24)", eq(df, delta(i, j)))
dg_value = theorem.step("(25)", eq(dg, y[j] / C))
inserted = theorem.step(
    "(26)",
    eq((df * g - f * dg) / g**2, (delta(i, j) * nu - x[i] * (y[j] / C)) / nu**2),
    by.algebra(df_value, dg_value),
)
scaled = by.roots(sqrt(C) * nu, norm)
result = theorem.step(
    "(27)",
    eq((delta(i, j) * nu - x[i] * (y[j] / C)) / nu**2, s / norm * (delta(i, j) - y[i] * y[j] / C)),
    by.algebra(scaled),
)
theorem.claim(
    "(6)", eq(D(y[i], x[j]), s / norm * (delta(i, j) - y[i] * y[j] / C)), by.algebra(quotient, inserted, result)
)
