"""Welford's update of a mean and of a sum of squared deviations, and Chan's merge of two samples.

Welford 1962; Chan, Golub and LeVeque 1983. The recursions give what the definitions say, for every n: by induction.
"""

from symnorm import Theorem, by, define, eq, sequence, total, whole

n, m, k = whole("n"), whole("m"), whole("k")
x, y = sequence("x"), sequence("y")
mu, M = sequence("mu", r"\mu"), sequence("M")

theorem = Theorem(
    "examples/welford", "Welford's update", model={x[n]: 2 * n - 1, mu[n]: n, M[n]: n * (n**2 - 1) / 3}
)
mean = theorem.given("(1)", eq(mu[n], mu[n - 1] + (x[n] - mu[n - 1]) / n), "hypothesis")
squares = theorem.given("(2)", eq(M[n], M[n - 1] + (x[n] - mu[n - 1]) * (x[n] - mu[n])), "hypothesis")
no_mean = theorem.given("(3)", eq(mu[0], 0), "hypothesis")
no_squares = theorem.given("(4)", eq(M[0], 0), "hypothesis")

at_1, at_next = [p.at(n, 1) for p in (mean, squares)], [p.at(n, n + 1) for p in (mean, squares)]
means = theorem.induction(
    "(5)", eq(mu[n], total(x[k], over=k, up_to=n) / n), over=n,
    base=by.algebra(at_1[0], no_mean), step=lambda p: by.algebra(at_next[0], p),
)  # fmt: skip
theorem.induction(
    "(6)", eq(M[n], total((x[k] - mu[n]) ** 2, over=k, up_to=n)), over=n,
    base=by.algebra(*at_1, no_mean, no_squares), step=lambda p: by.algebra(p, *at_next, means, means.at(n, n + 1)),
)  # fmt: skip

# Two samples, of n and of m values, with their means a and b, and the mean c of all n + m values
a = define("a", total(x[k], over=k, up_to=n) / n, r"\bar{x}_n")
b = define("b", total(y[k], over=k, up_to=m) / m, r"\bar{y}_m")
c = define("c", (n * a + m * b) / (n + m), r"\bar{z}_{n,m}")
theorem.claim("(7)", eq(c, a + (b - a) * m / (n + m)))
around = (total((z[k] - mid) ** 2, over=k, up_to=last) for z, mid, last in ((x, c, n), (y, c, m), (x, a, n), (y, b, m)))
x_c, y_c, x_a, y_b = around
theorem.claim("(8)", eq(x_c + y_c, x_a + y_b + (b - a) ** 2 * n * m / (n + m)))
