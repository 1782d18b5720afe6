"""AdaNorm, Theorem 1, case (2): the gradient with the mean detached.

With dl/dx = (c_1, ..., c_H): cbar = gbar/sigma and D_c <= D_g/sigma^2.
Xu et al. 2019 (arXiv:1911.07013v1), Sec. 3.3; proof in App. 7.2, (23) to (27).

The theorem is right; in its proof, (25) and the last row of (27) lose a factor 1/sigma and 1/sigma^2. What the proof
shows in passing is sharper than what it states: c_i - cbar = b_i, so that D_c = D_b. Detached from the gradient,
the mean moves it by a constant, and leaves its variance as it is.
"""

from symnorm import Theorem, at, by, delta, eq, le, link, mean, sqrt, symbol, total

from .notation import (
    D_a,
    D_b,
    D_c,
    D_g,
    H,
    TWO,
    W1,
    W2,
    a,
    abar,
    applied,
    b,
    c,
    cbar,
    dsigma_dx,
    dy_dsigma,
    dy_dx,
    g,
    gbar,
    i,
    j,
    layer,
    loss,
    mu,
    mu_hat,
    n,
    one,
    sigma,
    x,
    y,
)
from symnorm import D, define

theorem = Theorem("adanorm/1_detach_mean", "Gradient with the mean detached", where=layer)

theorem.claim(
    "+the mean within sigma",
    eq(c, at(D(loss((x - mu_hat) / sqrt(mean((x - mu_hat) ** 2))), x[i]), mu_hat, mu)),
    by.algebra(),
    note="whether sigma is taken with the mean or with its copy, the gradient is the same",
)
gradient = theorem.chain(
    "(23)", c, total((dy_dx + dsigma_dx * dy_dsigma) * g[j], over=j), applied(W2, g[j])
)

# --- The mean, (24) and (25) ------------------------------------------------------------------------------

columns = theorem.chain(
    "(24)",
    total(one * W2, over=i),
    total(one * (1 / sigma * (delta(i, j) - y[i] * y[j] / H)), over=i),
    1 / sigma * (one - total(one * y) / H * y[j]),
    (one - 0) / sigma,
    one / sigma,
)
lost = "the factor 1/sigma is lost, and is back at the end"
sum_c = theorem.chain(
    "(25)",
    H * cbar,
    total(c, over=i),
    total(one * c, over=i),
    link(total(one * applied(W2, g[j]), over=i), by.algebra(gradient.summed(i))),
    link(total(one * g) / sigma, by.algebra(columns.summed(j, g[j]))),
    link(1 / sigma * total(g), printed=total(g), at=TWO, note=lost),
    link(H * gbar / sigma, printed=eq(total(g), H * gbar / sigma), at=TWO, note=lost),
)
mean_c = theorem.claim("Thm 1 (2) mean", eq(cbar, gbar / sigma), by.algebra(sum_c))

# --- The variance, (26) and (27) --------------------------------------------------------------------------

def centered(matrix):
    """An entry of (I - 1_H 1_H^T/H) times a matrix."""
    return


rest = define("rest", delta(i, n) - one * one / H, r"(I - 1_H 1_H^T/H)_{in}")
