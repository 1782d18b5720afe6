"""Batch normalization of all features at once: a batch of N rows with C features, each normalized over the batch.

x_{bi} is feature i of row b; gamma and beta have an entry for each feature. The loss has the gradient g_{bi} at y_{bi}.
"""

from symnorm import D, Theorem, array, by, define, delta, eq, every, indices, length, mean, sqrt, symbol, total

N, C = length("N"), length("C")
(a, b), (i, j) = indices("a b", N), indices("i j", C)
x, g = array("x", N, C), array("g", N, C)
gamma, beta = array("gamma", C, latex=r"\gamma"), array("beta", C, latex=r"\beta")
eps = symbol("eps", r"\varepsilon")
mu = define("mu", mean(x, over=N), r"\mu")  # one mean for each feature
v = define("v", mean((x - mu) ** 2, over=N), r"\sigma^2")
n = define("n", (x - mu) / sqrt(v + eps), r"\hat{x}")
y = define("y", gamma * n + beta)

theorem = Theorem("examples/batch_norm_2d", "Batch normalization of all features", where=[N > 0, every(v + eps) > 0])
theorem.claim("(1)", eq(mean(n, over=N)[i], 0), by.algebra())
theorem.claim("(2)", eq(mean(n**2, over=N)[i], 1 - eps / (v[i] + eps)), by.algebra())
slope = delta(i, j) * (delta(a, b) - 1 / N - n[a, i] * n[b, i] / N)
theorem.claim("(3)", eq(D(y[b, i], x[a, j]), gamma[i] / sqrt(v[i] + eps) * slope), by.algebra())
gradient = total(g[b, i] * D(y[b, i], x[a, j]), over=[b, i])  # dL/dx_aj
backward = theorem.claim(
    "(4)",
    eq(
        gradient,
        gamma[j] / sqrt(v[j] + eps) * (g[a, j] - mean(g, over=N)[j] - n[a, j] * mean(g * n, over=N)[j]),
    ),
    by.algebra(),
)
theorem.claim("(5)", eq(total(gradient, over=a), 0), by.algebra(backward.summed(a)))
