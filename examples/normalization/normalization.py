"""The relations of normalization.md that `symnorm read` proved, with what it found to be conditional."""

from fractions import Fraction

from symnorm import D, Theorem, delta, editors, eq, ge, gt, ne, sqrt, total

from .notation import (
    J, L, RMS, a, a_bar, beta, ell, epsilon, g, gamma, i, j, k1, k10, k11, k12, k13, k14, k15, k16, k17, k18,
    k19, k3, k4, k5, k6, k7, k8, k9, m, mu_B, n, na, p, s, sigma_B_2, v, w, x, x_hat, y,
)

theorem = Theorem("normalization/1", "normalization", where=[
    editors(ge(sigma_B_2 + epsilon, 0)),
    editors(ne(sqrt(sigma_B_2 + epsilon), 0)),
])
theorem.claim("display 5, 1", eq(total(x_hat[i], over=i), 0))
theorem.claim("display 7, 1", eq(D(ell, x_hat[i]), D(ell, y[i]) * gamma))
theorem.claim("display 11, 1", eq(D(ell, gamma), total(D(ell, y[i]) * x_hat[i], over=i)))
theorem.claim("display 12, 1", eq(D(ell, beta), total(D(ell, y[i]), over=i)))
theorem.claim("display 19, 1", eq(total(D(ell, x[i]), over=i), 0))
theorem.claim("display 23, 1", eq(1 / m * total(y[i], over=i), beta))
theorem.counterexample(
    "display 6, 1",
    eq(1 / m * total(x_hat[i] ** 2, over=i), 1),
    at={m: 3, x: [Fraction(-3, 11), Fraction(19, 7), Fraction(-9, 7)], epsilon: Fraction(7, 15)},
    note=r"it holds where \epsilon = 0",
    kind="hypothesis",
)

theorem_2 = Theorem("normalization/2", "normalization", where=[
    editors(ge(sigma_B_2 + epsilon, 0)),
    editors(ne(sqrt(sigma_B_2 + epsilon), 0)),
    editors(gt(sigma_B_2 + epsilon, 0)),
])
theorem_2.claim(
    "display 8, 1",
    eq(D(ell, sigma_B_2), total(D(ell, x_hat[i]) * (x[i] - mu_B) * Fraction(-1, 2) * (sigma_B_2 + epsilon) ** Fraction(-3, 2), over=i)),
)
theorem_2.claim(
    "display 9, 1",
    eq(D(ell, mu_B), total(D(ell, x_hat[i]) * (-1 / sqrt(sigma_B_2 + epsilon)), over=i) + D(ell, sigma_B_2) * (total(-(2 * (x[i] - mu_B)), over=i) / m)),
)
theorem_2.claim(
    "display 10, 1",
    eq(D(ell, x[i]), D(ell, x_hat[i]) * (1 / sqrt(sigma_B_2 + epsilon)) + D(ell, sigma_B_2) * (2 * (x[i] - mu_B) / m) + D(ell, mu_B) * (1 / m)),
)
theorem_2.claim(
    "display 15, 1",
    eq(D(x_hat[i], x[j]), 1 / sqrt(sigma_B_2 + epsilon) * (delta(i, j) - 1 / m - x_hat[i] * x_hat[j] / m)),
)
theorem_2.claim(
    "display 16, 1",
    eq(D(y[i], x[j]), gamma / sqrt(sigma_B_2 + epsilon) * (delta(i, j) - (1 + x_hat[i] * x_hat[j]) / m)),
)
theorem_2.claim(
    "display 18, 1",
    eq(D(ell, x[i]), gamma / sqrt(sigma_B_2 + epsilon) * (D(ell, y[i]) - 1 / m * D(ell, beta) - x_hat[i] / m * D(ell, gamma))),
)

theorem_3 = Theorem("normalization/3", "normalization")
theorem_3.claim("display 13, 1", eq(D(sigma_B_2, x[i]), 2 / m * (x[i] - mu_B)))
theorem_3.claim("display 14, 1", eq(D(mu_B, x[i]), 1 / m))
theorem_3.claim("display 24, 1", eq(sigma_B_2, 1 / m * total(x[i] ** 2, over=i) - mu_B ** 2))

theorem_4 = Theorem("normalization/4", "normalization", where=[
    editors(ge(sigma_B_2 + epsilon, 0)),
    editors(ne(sqrt(sigma_B_2 + epsilon), 0)),
    editors(gt(sigma_B_2 + epsilon, 0)),
    editors(ne(m, 0)),
])
theorem_4.claim(
    "display 17, 1",
    eq(D(ell, x[i]), gamma / (m * sqrt(sigma_B_2 + epsilon)) * (m * D(ell, y[i]) - total(D(ell, y[j]), over=j) - x_hat[i] * total(D(ell, y[j]) * x_hat[j], over=j))),
)

theorem_5 = Theorem("normalization/5", "normalization", where=[
    editors(ge(sigma_B_2 + epsilon, 0)),
    editors(ne(sqrt(sigma_B_2 + epsilon), 0)),
    editors(gt(sigma_B_2 + epsilon, 0)),
    editors(ne(sigma_B_2 + epsilon, 0)),
])
theorem_5.claim(
    "display 21, 1",
    eq(total(x_hat[i] * D(ell, x[i]), over=i), gamma * epsilon / (sigma_B_2 + epsilon) ** Fraction(3, 2) * D(ell, gamma)),
)

theorem_6 = Theorem("normalization/6", "normalization", where=[
    editors(ge(sigma_B_2 + epsilon, 0)),
    editors(ne(sqrt(sigma_B_2 + epsilon), 0)),
    editors(ne(sigma_B_2 + epsilon, 0)),
])
theorem_6.claim("display 22, 1", eq(1 / m * total(x_hat[i] ** 2, over=i), sigma_B_2 / (sigma_B_2 + epsilon)))

theorem_7 = Theorem("normalization/7", "normalization", where=[editors(ne(sigma_B_2 + epsilon, 0))])
theorem_7.claim("display 22, 2", eq(sigma_B_2 / (sigma_B_2 + epsilon), 1 - epsilon / (sigma_B_2 + epsilon)))

theorem_8 = Theorem("normalization/8", "normalization", where=[editors(ne(m, 0))])
theorem_8.claim(
    "display 25, 1",
    eq(sigma_B_2, 1 / (2 * m ** 2) * total(total((x[i] - x[j]) ** 2, over=j), over=i)),
)

theorem_9 = Theorem("normalization/9", "normalization", where=[
    editors(ne(sqrt(total(v[k3] ** 2, over=k3)), 0)),
    editors(gt(g, 0)),
])
theorem_9.claim("display 28, 1", eq(sqrt(total(w[k1] ** 2, over=k1)), g))

theorem_10 = Theorem("normalization/10", "normalization", where=[editors(ne(sqrt(total(v[k3] ** 2, over=k3)), 0))])
theorem_10.claim("display 29, 1", eq(sqrt(total(w[k4] ** 2, over=k4)) ** 2, g ** 2), reads=r"\|w\|^2 = g^2")
theorem_10.claim(
    "display 34, 1",
    eq(total(v[k19] * D(L, v[k19]), over=k19), 0),
    reads=r"v^\top \nabla_v L = 0",
)

theorem_11 = Theorem("normalization/11", "normalization", where=[
    editors(ne(sqrt(total(v[k3] ** 2, over=k3)), 0)),
    editors(gt(total(v[k5] ** 2, over=k5), 0)),
    editors(gt(total(v[k6] ** 2, over=k6), 0)),
    editors(ne(sqrt(total(v[k6] ** 2, over=k6)), 0)),
])
theorem_11.claim(
    "display 30, 1",
    eq(D(L, g), total(D(L, w[k7]) * v[k7], over=k7) / sqrt(total(v[k5] ** 2, over=k5))),
    reads=r"\nabla_g L = \frac{\nabla_w L \cdot v}{\|v\|}",
)

theorem_12 = Theorem("normalization/12", "normalization", where=[
    editors(ne(sqrt(total(v[k3] ** 2, over=k3)), 0)),
    editors(gt(total(v[k9] ** 2, over=k9), 0)),
    editors(gt(total(v[k10] ** 2, over=k10), 0)),
    editors(ne(sqrt(total(v[k10] ** 2, over=k10)), 0)),
    editors(gt(total(v[k11] ** 2, over=k11), 0)),
    editors(gt(total(v[k12] ** 2, over=k12), 0)),
    editors(ne(sqrt(total(v[k12] ** 2, over=k12)), 0)),
])
theorem_12.claim(
    "display 31, 1",
    eq(D(L, v[k8]), g / sqrt(total(v[k9] ** 2, over=k9)) * D(L, w[k8]) - g * D(L, g) / sqrt(total(v[k11] ** 2, over=k11)) ** 2 * v[k8]),
    reads=r"\nabla_v L = \frac{g}{\|v\|} \nabla_w L - \frac{g \nabla_g L}{\|v\|^2} v",
)

theorem_13 = Theorem("normalization/13", "normalization", where=[
    editors(ne(sqrt(total(v[k3] ** 2, over=k3)), 0)),
    editors(gt(total(v[k15] ** 2, over=k15), 0)),
    editors(gt(total(v[k16] ** 2, over=k16), 0)),
    editors(ne(sqrt(total(v[k16] ** 2, over=k16)), 0)),
    editors(gt(total(w[k17] ** 2, over=k17), 0)),
    editors(gt(total(w[k18] ** 2, over=k18), 0)),
    editors(ne(sqrt(total(w[k18] ** 2, over=k18)), 0)),
])
theorem_13.claim(
    "display 33, 1",
    eq(D(L, v[k13]), total(g / sqrt(total(v[k15] ** 2, over=k15)) * (delta(k13, k14) - w[k13] * w[k14] / sqrt(total(w[k17] ** 2, over=k17)) ** 2) * D(L, w[k14]), over=k14)),
    reads=r"\nabla_v L = \frac{g}{\|v\|} M_w \nabla_w L",
)

theorem_14 = Theorem("normalization/14", "normalization", where=[
    editors(gt(1 / na * total(a[n] ** 2, over=n), 0)),
    editors(ne(RMS, 0)),
    editors(ne(na, 0)),
])
theorem_14.claim(
    "display 39, 1",
    eq(D(a_bar[n], a[p]), s[n] / RMS * (delta(n, p) - a[n] * a[p] / (na * RMS ** 2))),
    reads=r"\frac{\partial \bar{a}_i}{\partial a_j} = \frac{s_i}{\mathrm{RMS}(a)} \left( \delta_{ij} - \frac{a_i a_j}{n \mathrm{RMS}(a)^2} \right)",
)
theorem_14.claim(
    "display 40, 1",
    eq(D(RMS, a[n]), a[n] / (na * RMS)),
    reads=r"\frac{\partial \mathrm{RMS}(a)}{\partial a_i} = \frac{a_i}{n \mathrm{RMS}(a)}",
)
theorem_14.claim(
    "display 46, 1",
    eq(D(J, a[n]), 1 / RMS * (s[n] * D(J, a_bar[n]) - a[n] / (na * RMS ** 2) * total(s[p] * a[p] * D(J, a_bar[p]), over=p))),
    reads=r"\frac{\partial J}{\partial a_i} = \frac{1}{\mathrm{RMS}(a)} \left( s_i \frac{\partial J}{\partial \bar{a}_i} - \frac{a_i}{n \mathrm{RMS}(a)^2} \sum_{j=1}^n s_j a_j \frac{\partial J}{\partial \bar{a}_j} \right)",
)

theorem_15 = Theorem("normalization/15", "normalization", where=[
    editors(gt(1 / na * total(a[n] ** 2, over=n), 0)),
    editors(ne(RMS, 0)),
])
theorem_15.claim(
    "display 41, 1",
    eq(total((a[n] / RMS) ** 2, over=n), na),
    reads=r"\sum_{i=1}^n \left( \frac{a_i}{\mathrm{RMS}(a)} \right)^2 = n",
)
theorem_15.claim(
    "display 43, 1",
    eq(D(a_bar[n], s[n]), a[n] / RMS),
    reads=r"\frac{\partial \bar{a}_i}{\partial s_i} = \frac{a_i}{\mathrm{RMS}(a)}",
)
theorem_15.claim(
    "display 44, 1",
    eq(total(D(a_bar[n], a[p]) * a[p], over=p), 0),
    reads=r"\sum_{j=1}^n \frac{\partial \bar{a}_i}{\partial a_j} a_j = 0",
)
theorem_15.claim(
    "display 45, 1",
    eq(D(J, s[n]), D(J, a_bar[n]) * (a[n] / RMS)),
    reads=r"\frac{\partial J}{\partial s_i} = \frac{\partial J}{\partial \bar{a}_i} \frac{a_i}{\mathrm{RMS}(a)}",
)
theorem_15.claim(
    "display 47, 1",
    eq(total(a[n] * D(J, a[n]), over=n), 0),
    reads=r"\sum_{i=1}^n a_i \frac{\partial J}{\partial a_i} = 0",
)
