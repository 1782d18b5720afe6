"""ELN, Theorem 1: the derivative of layer normalization.

dy_i/dx_i = F(x) (C - 1 - y_i^2) with F(x) = 1/(C sqrt(sigma^2)); and the whole Jacobian.
Stollenwerk 2025 (arXiv:2503.21708v1), Sec. 2; proof in App. A.1.
"""

from symnorm import D, Theorem, by, define, delta, either, eq, implies, link, mean, others, sqrt, total

from .notation import C, F, i, j, layer, mu, sigma2, x, y

f = define("f", x[i] - mu)  # (21)
g = define("g", sqrt(sigma2))  # (22)
df, dg = D(f, x[i]), D(g, x[i])

theorem = Theorem(
    "eln/1", "Layer normalization derivative", where=layer, along=[x], notation={"f'": df, "g'": dg}
)

start = theorem.step("(20)", eq(D(y[i], x[i]), D((x[i] - mu) / sqrt(sigma2), x[i])))
quotient = theorem.step("(23)", eq(D(y[i], x[i]), (df * g - f * dg) / g**2), by.algebra(start))

df_value = theorem.chain(
    "(24)",
    df,
    D(x[i] - mu, x[i]),
    1 - D(mean(x), x[i]),
    1 - 1 / C,
    (C - 1) / C,
    claim=True,
)

dev = x[i] - mu
dg_value = theorem.chain(
    "(25)",
    dg,
    D(sqrt(sigma2), x[i]),
    1 / (2 * sqrt(sigma2)) * D(sigma2, x[i]),
    1 / (2 * sqrt(sigma2)) * D(mean((x - mu) ** 2), x[i]),
    1 / (2 * C * sqrt(sigma2)) * D(dev**2 + others((x - mu) ** 2, i), x[i]),
    1 / (C * sqrt(sigma2)) * (dev * D(dev, x[i]) + others((x - mu) * D(x - mu, x[i]), i)),
    1 / (C * sqrt(sigma2)) * (dev * (1 - 1 / C) - others((x - mu) * (1 / C), i)),
    1 / (C * sqrt(sigma2)) * (dev - 1 / C * total(x - mu)),
    1 / (C * sqrt(sigma2)) * (dev - 1 / C * (C * mu - C * mu)),
    1 / (C * sqrt(sigma2)) * dev,
    y[i] / C,
)

derivative = theorem.chain(
    "(26)",
    D(y[i], x[i]),
    link((df * g - f * dg) / g**2, by.algebra(quotient)),
    link(((C - 1) / C * sqrt(sigma2) - dev * (y[i] / C)) / sigma2, by.algebra(df_value, dg_value)),
    ((C - 1) / C * sqrt(sigma2) - 1 / C * sqrt(sigma2) * y[i] ** 2) / sigma2,
    1 / (C * sqrt(sigma2)) * (C - 1 - y[i] ** 2),
)

claim = theorem.claim(
    "(5)", eq(D(y[i], x[i]), F * (C - 1 - y[i] ** 2)), by.algebra(derivative), also=["A.1 text 3"]
)

theorem.missing(
    "(5)", claim, sigma2 > 0, at={C: 2, x: [1, 1]}, note="where all x_k are equal, sigma is zero, and neither y nor "
    "its derivative is defined"
)

extreme = theorem.suppose(
    "y_i extreme", either(eq(y[i], sqrt(C - 1)), eq(y[i], -sqrt(C - 1))), at={C: 2, x: [0, 1]}
)
flat = theorem.supplied("flat", eq(D(y[i], x[i]), 0), by.algebra(claim, extreme))
theorem.claim("(7)", implies(extreme.statement, flat.statement), by.discharge(extreme, flat))

theorem.claim(
    "+Jacobian",
    eq(D(y[i], x[j]), 1 / sqrt(sigma2) * (delta(i, j) - 1 / C - y[i] * y[j] / C)),
)
