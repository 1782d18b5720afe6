"""AdaNorm, Theorem 1, first part: the gradient with mean and standard deviation detached.

With dl/dy = (g_1, ..., g_H), of mean gbar and variance D_g, and dl/dx = (a_1, ..., a_H):
abar = gbar/sigma and D_a = D_g/sigma^2.
Xu et al. 2019 (arXiv:1911.07013), Sec. 3.3; proof in App. 7.2, (14) to (16).

The theorem needs sigma != 0, here and in its three cases, and does not say so.
"""

from symnorm import Theorem, by, eq, link, total

from .notation import (
    D_a,
    D_g,
    H,
    a,
    abar,
    by_x,
    copied,
    dl_dy,
    g,
    gbar,
    i,
    layer,
    sigma,
    sigma2,
    x,
    y,
    y_by_x,
    y_hat,
)

theorem = Theorem("adanorm/1_detached", "Gradient with mean and standard deviation detached", where=layer)

theorem.claim("+the same output", eq(copied(y_hat[i]), y[i]))
a_i = theorem.chain("(14)", by_x(a), y_by_x @ dl_dy, 1 / sigma * dl_dy)
theorem.claim("(15)", eq(a, g[i] / sigma), by.algebra(a_i))

sum_a = theorem.chain(
    "(16)-1",
    H * abar,
    total(a, over=i),
    link(total(g / sigma), by.algebra(a_i.summed(i))),
    H * gbar / sigma,
)
squares_a = theorem.chain(
    "(16)-2",
    H * D_a,
    total((a - abar) ** 2, over=i),
    total(((g - gbar) / sigma) ** 2),
    H * D_g / sigma**2,
)

mean_a = theorem.claim("Thm 1 detach mean", eq(abar, gbar / sigma), by.algebra(sum_a))
theorem.claim("Thm 1 detach variance", eq(D_a, D_g / sigma**2), by.algebra(squares_a))
theorem.missing(
    "Thm 1 detach mean",
    mean_a,
    sigma2 > 0,
    at={H: 3, x: [1, 1, 1], g: [1, 0, 0]},
    note="an input whose entries are all equal has sigma = 0, no y and no gradient; the paper excludes it nowhere",
)
