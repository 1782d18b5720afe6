"""Backpropagation through batch normalization: the six equations that Ioffe and Szegedy 2015 print in Sec. 3.

One activation over a mini-batch of m examples, with the values x_1, ..., x_m; the loss is any function of the outputs.
Its derivatives by mean and variance are total: the variance is defined by the mean, and moves with it. The derivative
of the variance that stands in (4) is direct, as (7) says.
"""

from fractions import Fraction

from symnorm import D, Theorem, define, eq, indices, loss, mean, sqrt, symbol, total, vector

m, eps = symbol("m"), symbol("eps", r"\epsilon")
gamma, beta = symbol("gamma", r"\gamma"), symbol("beta", r"\beta")
x = vector("x", m)
(i,) = indices("i", m)
mu = define("mu", mean(x), r"\mu_{\mathcal{B}}")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma_{\mathcal{B}}^2")
n = define("n", (x - mu) / sqrt(sigma2 + eps), r"\widehat{x}")
y = define("y", gamma * n + beta)
ell = loss("ell", y, r"\ell")

theorem = Theorem("examples/backpropagation", "Batch normalization backwards", where=[m > 0, sigma2 + eps > 0])

power = (sigma2 + eps) ** Fraction(-3, 2)
by_n = total(D(ell, n[i]) * (-1 / sqrt(sigma2 + eps)), over=i)
by_x = D(ell, n[i]) * (1 / sqrt(sigma2 + eps)) + D(ell, sigma2) * (2 * (x[i] - mu) / m) + D(ell, mu) * (1 / m)

theorem.claim("(1)", eq(D(ell, n[i]), D(ell, y[i]) * gamma))
theorem.claim(
    "(2)", eq(D(ell, sigma2), total(D(ell, n[i]) * (x[i] - mu) * Fraction(-1, 2) * power, over=i))
)
theorem.claim("(3)", eq(D(ell, mu), by_n + D(ell, sigma2) * (total(-2 * (x[i] - mu), over=i) / m)))
theorem.claim("(4)", eq(D(ell, x[i]), by_x))
theorem.claim("(5)", eq(D(ell, gamma), total(D(ell, y[i]) * n[i], over=i)))
theorem.claim("(6)", eq(D(ell, beta), total(D(ell, y[i]), over=i)))
theorem.claim("(7)", eq(D(sigma2, x[i], holding=[mu]), 2 * (x[i] - mu) / m))
