"""Batch normalization of all features at once: a batch of N rows with C features, each normalized over the batch.

x_{bi} is feature i of row b; gamma and beta have an entry for each feature. The loss is any function of all outputs.
"""

from symnorm import D, Theorem, array, define, delta, eq, every, indices, length, loss, mean, sqrt, symbol

N, C = length("N"), length("C")
(a, b), (i, j) = indices("a b", N), indices("i j", C)
x = array("x", N, C)
gamma, beta = array("gamma", C, latex=r"\gamma"), array("beta", C, latex=r"\beta")
eps = symbol("eps", r"\varepsilon")
mu = define("mu", mean(x, over=N), r"\mu")  # one mean for each feature
v = define("v", mean((x - mu) ** 2, over=N), r"\sigma^2")
n = define("n", (x - mu) / sqrt(v + eps), r"\hat{x}")
y = define("y", gamma * n + beta)
ell = loss("ell", y, r"\ell")

theorem = Theorem("examples/batch_norm_2d", "Batch normalization of all features", where=[N > 0, every(v + eps) > 0])
theorem.claim("(1)", eq(mean(n, over=N)[i], 0))
theorem.claim("(2)", eq(mean(n**2, over=N)[i], 1 - eps / (v[i] + eps)))
slope = delta(i, j) * (delta(a, b) - 1 / N - n[a, i] * n[b, i] / N)
theorem.claim("(3)", eq(D(y[b, i], x[a, j]), gamma[i] / sqrt(v[i] + eps) * slope))
by_y, by_n = mean(D(ell, y[b, j]), over=b), mean(D(ell, y[b, j]) * n[b, j], over=b)
theorem.claim(
    "(4)",
    eq(D(ell, x[a, j]), gamma[j] / sqrt(v[j] + eps) * (D(ell, y[a, j]) - by_y - n[a, j] * by_n)),
)
theorem.claim("(5)", eq(mean(D(ell, x[a, j]), over=a), 0))
