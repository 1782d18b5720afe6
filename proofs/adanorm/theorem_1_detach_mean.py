"""AdaNorm, Theorem 1, case (2): the gradient with the mean detached.

With dl/dx = (c_1, ..., c_H): cbar = gbar/sigma and D_c <= D_g/sigma^2.
Xu et al. 2019 (arXiv:1911.07013), Sec. 3.3; proof in App. 7.2, (23) to (27).

The theorem is right; in its proof, (25) and the last row of (27) lose a factor 1/sigma and 1/sigma^2. The
proof shows more than is stated: c_i - cbar = b_i, so that D_c = D_b. Detaching the mean shifts the gradient
by a constant and leaves its variance as it is.
"""

from symnorm import D, Theorem, at, by, define, eq, le, link, mean, norm, sqrt, symbol, total

from .notation import (
    TWO,
    W1,
    W2,
    D_a,
    D_b,
    D_c,
    D_g,
    H,
    abar,
    b,
    by_x,
    c,
    c_column,
    cbar,
    dl_dy,
    eye,
    g,
    gbar,
    i,
    j,
    layer,
    loss,
    mu,
    mu_hat,
    ones_H,
    sigma,
    sigma_by_x,
    x,
    y,
    y_by_sigma,
    y_by_x,
)

theorem = Theorem("adanorm/1_detach_mean", "Gradient with the mean detached", where=layer)

theorem.claim(
    "+the mean within sigma",
    eq(c, at(D(loss((x - mu_hat) / sqrt(mean((x - mu_hat) ** 2))), x[i]), mu_hat, mu)),
    note="whether sigma is taken with the mean or with its copy, the gradient is the same",
)
gradient = theorem.chain(
    "(23)",
    by_x(c),
    (y_by_x + sigma_by_x @ y_by_sigma) @ dl_dy,
    1 / sigma * (eye - y @ y.T / H) @ dl_dy,
)

# --- The mean, (24) and (25) ------------------------------------------------------------------------------

columns = theorem.chain(
    "(24)",
    ones_H.T @ W2,
    ones_H.T @ (1 / sigma * (eye - y @ y.T / H)),
    1 / sigma * (ones_H.T - (ones_H.T @ y) / H * y.T),
    (ones_H.T - 0) / sigma,
    ones_H.T / sigma,
)
ones = {**TWO, g: [1, 1, 1, 1]}
lost = "the factor 1/sigma is lost, and is back at the end"
sum_c = theorem.chain(
    "(25)",
    H * cbar,
    total(c, over=i),
    ones_H.T @ c_column,
    link(ones_H.T @ W2 @ g, by.algebra(gradient.summed(i))),
    link((ones_H.T @ g) / sigma, by.algebra(columns.summed(j, g[j]))),
    link(1 / sigma * total(g), printed=total(g), at=ones, note=lost),
    link(H * gbar / sigma, printed=eq(total(g), H * gbar / sigma), at=ones, note=lost),
)
mean_c = theorem.claim("Thm 1 (2) mean", eq(cbar, gbar / sigma), by.algebra(sum_c))
theorem.claim("7.2 (2) conclusion 1.1", eq(cbar, abar), by.algebra(mean_c))
theorem.claim("+c - cbar is the gradient of LayerNorm-simple", eq(c - cbar, b), by.algebra(gradient, mean_c))

# --- The variance, (26) and (27) --------------------------------------------------------------------------

variance = Theorem(
    "adanorm/1_detach_mean_variance", "Variance of the gradient with the mean detached", where=layer
)

centered = eye - ones_H @ ones_H.T / H
variance.chain(
    "(26)",
    centered @ W2,
    centered @ (1 / sigma * (eye - y @ y.T / H)),
    1 / sigma * (centered - y @ y.T / H + ones_H @ ones_H.T @ y @ y.T / H**2),
    1 / sigma * (centered - y @ y.T / H + 0),
    W1,
    claim=True,
)
e = define("e", g - gbar, r"(g - \bar g)")
norm_c = variance.chain(
    "(27)",
    H * D_c,
    total((c - cbar) ** 2, over=i),
    norm(c_column - cbar * ones_H) ** 2,
    norm(centered @ c_column) ** 2,
    norm(centered @ W2 @ g) ** 2,
    norm(W1 @ e) ** 2,
)
variance.step(
    "(27)-6",
    le(norm(W1 @ e) ** 2, 1 / sigma**2 * norm(e) ** 2),
    by.sign(H * mean(y * e) ** 2 / sigma**2),
    note="this is Ineq. 21; the remark stands at the next row",
)
norm_e = variance.step(
    "(27)-7", eq(1 / sigma**2 * norm(e) ** 2, 1 / sigma**2 * total((g - gbar) ** 2))
)
times_H = variance.step(
    "(27)-8", eq(1 / sigma**2 * total((g - gbar) ** 2), 1 / sigma**2 * H * D_g)
)
detached = variance.given("+D_a", eq(D_a, D_g / sigma**2), "adanorm/1_detached")
last = variance.step(
    "(27)-9",
    eq(1 / sigma**2 * H * D_g, H * D_a),
    by.algebra(detached),
    printed=eq(1 / sigma**2 * H * D_g, H * D_g),
    at=TWO,
    note="D_g for D_a",
)
gap = (1 / sigma**2 * norm(e) ** 2 - norm(W1 @ e) ** 2) / H
variance.claim("Thm 1 (2) variance", D_c <= D_g / sigma**2, by.sign(gap, norm_c, norm_e, times_H))
variance.claim("7.2 (2) conclusion 2.1", D_c <= D_a, by.sign(gap, norm_c, norm_e, times_H, last))
D_q = symbol("D_q")
variance.claim(
    "7.2 (2) conclusion 2.2",
    eq(D_a, D_g / sigma**2),
    by.algebra(detached),
    printed=eq(D_a, D_q / sigma**2),
    kind="extraction",
    at={**TWO, D_q: 2},
    note="D_q, which nothing defines, for D_g",
)
variance.claim("+the same variance", eq(D_c, D_b))
