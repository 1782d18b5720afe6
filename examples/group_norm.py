"""Group normalization: x_{gks} is the value at position s in channel k of group g, and each group has its own mean and
variance. Gain and bias belong to a channel: gamma_{gk} and beta_{gk}. See Wu and He 2018, Sec. 3.1.
"""

from symnorm import D, Theorem, array, define, delta, eq, every, indices, length, mean, sqrt, symbol

G, K, S = length("G"), length("K"), length("S")
(g, h), (k, m), (s, t) = indices("g h", G), indices("k m", K), indices("s t", S)
x = array("x", G, K, S)
gamma, beta = array("gamma", G, K, latex=r"\gamma"), array("beta", G, K, latex=r"\beta")
eps = symbol("eps", r"\varepsilon")
mu = define("mu", mean(x, over=[K, S]), r"\mu")  # one mean for each group
v = define("v", mean((x - mu) ** 2, over=[K, S]), r"\sigma^2")
n = define("n", (x - mu) / sqrt(v + eps), r"\hat{x}")
y = define("y", gamma * n + beta)

theorem = Theorem("examples/group_norm", "Group normalization", where=[K > 0, S > 0, every(v + eps) > 0])
theorem.claim("(1)", eq(mean(n, over=[K, S])[g], 0))
theorem.claim("(2)", eq(mean(n**2, over=[K, S])[g], 1 - eps / (v[g] + eps)))
theorem.claim(
    "(3)",
    eq(
        D(y[g, k, s], x[h, m, t]),
        gamma[g, k] / sqrt(v[g] + eps)
        * (delta(g, h) * (delta(k, m) * delta(s, t) - (1 + n[g, k, s] * n[g, m, t]) / (K * S))),
    ),
)  # fmt: skip
