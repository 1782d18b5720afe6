"""Batch normalization, training mode: the backward pass for a batch of N samples, with eps.

One feature at a time: x_1, ..., x_N are its values in the batch, gamma and beta its gain and bias. The mean and the
variance depend on the whole batch, and so does every gradient. g_k is the gradient of the loss at the output y_k. As
in Ioffe and Szegedy 2015, Sec. 3, the variance v and the mean m are first varied for themselves, (5) and (6), and then
with the batch, (7); (8) is the closed form that is implemented.
"""

from symnorm import D, Theorem, at, by, define, eq, indices, link, mean, sqrt, symbol, total, vector

N, m, v, eps = symbol("N"), symbol("m"), symbol("v"), symbol("eps", r"\varepsilon")
gamma, beta = symbol("gamma", r"\gamma"), symbol("beta", r"\beta")
x, g = vector("x", N), vector("g", N)
i, k = indices("i k", N)
mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
V = define("V", sigma2 + eps)
n = define("n", (x - mu) / sqrt(V), r"\hat{x}")
y = define("y", gamma * n + beta)

theorem = Theorem("examples/batch_norm", "The backward pass of batch normalization", where=[N > 0, V > 0])

theorem.claim("(1)", eq(mean(n), 0))
square = theorem.claim("(2)", eq(mean(n**2), 1 - eps / V))
theorem.claim("(3) bias", eq(total(g[k] * D(y[k], beta), over=k), total(g)))
theorem.claim("(4) gain", eq(total(g[k] * D(y[k], gamma), over=k), total(g * n)))

# The loss as a function of mean and variance alone, and what it changes by when these move
loss = total(g * (gamma * ((x - m) / sqrt(v + eps)) + beta))
by_v, by_m = (at(at(D(loss, u), m, mu), v, sigma2) for u in (v, m))
dv = theorem.step("(5)", eq(by_v, -gamma * total(g * (x - mu)) / (2 * V * sqrt(V))))
dm = theorem.step("(6)", eq(by_m, -gamma * total(g) / sqrt(V)))
dmu = theorem.step("(7) mean", eq(D(mu, x[i]), 1 / N))
dvar = theorem.step("(7) variance", eq(D(sigma2, x[i]), 2 * (x[i] - mu) / N))
backward = theorem.chain(
    "(8)",
    total(g[k] * D(y[k], x[i]), over=k),
    gamma * g[i] / sqrt(V) + by_v * D(sigma2, x[i]) + by_m * D(mu, x[i]),
    link(
        gamma * g[i] / sqrt(V)
        - gamma * total(g * (x - mu)) / (2 * V * sqrt(V)) * (2 * (x[i] - mu) / N)
        - gamma * total(g) / sqrt(V) * (1 / N),
        by.algebra(dv, dm, dmu, dvar),
    ),
    gamma / sqrt(V) * (g[i] - mean(g) - n[i] * mean(g * n)),
    claim=True,
)
theorem.claim("(9)", eq(total(total(g[k] * D(y[k], x[i]), over=k), over=i), 0), by.algebra(backward.summed(i)))
theorem.claim(
    "(10)",
    eq(total(total(g[k] * D(y[k], x[i]), over=k) * n[i], over=i), gamma / sqrt(V) * (eps / V) * total(g * n)),
    by.algebra(backward.summed(i, n[i]), square),
)
