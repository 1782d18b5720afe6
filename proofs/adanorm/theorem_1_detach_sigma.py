"""AdaNorm, Theorem 1, case (3): the gradient with the standard deviation detached.

With dl/dx = (d_1, ..., d_H): dbar = 0 and D_c = D_a/sigma^2, as printed; D_d = D_a = D_g/sigma^2, as proved.
Xu et al. 2019 (arXiv:1911.07013), Sec. 3.3; proof in App. 7.2, (28) to (32).

The printed equation has two wrong letters, c for d and a for g. The proof loses the factor 1/sigma of W_3,
has 1/sigma^2 in the next row again, and loses it in the last.
"""

from symnorm import Theorem, by, define, eq, link, norm, stated, total, vector

from .notation import (
    TWO,
    W3,
    D_a,
    D_c,
    D_d,
    D_g,
    H,
    by_x,
    copied,
    d,
    d_column,
    dbar,
    dl_dy,
    eye,
    g,
    gbar,
    i,
    j,
    layer,
    mu_by_x,
    ones_H,
    sigma,
    x,
    y,
    y_by_mu,
    y_by_x,
    y_hat,
)

M3 = 1 / sigma * (eye - ones_H @ ones_H.T / H)

# --- The gradient and its mean, (28) to (30) --------------------------------------------------------------

theorem = Theorem(
    "adanorm/1_detach_sigma",
    "Gradient with the standard deviation detached",
    where=layer,
    notation={"d": (d, i)},
)

theorem.claim("+the same output", eq(copied(y_hat[i]), y[i]))
gradient = theorem.chain("(28)", by_x(d), (y_by_x + mu_by_x @ y_by_mu) @ dl_dy, M3 @ dl_dy)
columns = theorem.chain(
    "(29)",
    ones_H.T @ W3,
    ones_H.T @ M3,
    1 / sigma * (ones_H.T - (ones_H.T @ ones_H) / H * ones_H.T),
    (ones_H.T - ones_H.T) / sigma,
    0,
)
sum_d = theorem.chain(
    "(30)",
    H * dbar,
    total(d, over=i),
    ones_H.T @ d_column,
    link(ones_H.T @ W3 @ g, by.algebra(gradient.summed(i))),
    link(0, by.algebra(columns.summed(j, g[j]))),
)
mean_d = theorem.claim("Thm 1 (3) mean", eq(dbar, 0), by.algebra(sum_d))

# --- The operator W_3, (31) -------------------------------------------------------------------------------

u = vector("u", H)
operator = Theorem(
    "adanorm/1_vertical_to_one",
    "W_3 divides by sigma what is orthogonal to 1_H",
    where=layer,
    model={x: [-2, -2, 2, 2], u: [1, -1, 1, -1]},
)
to_one = operator.given(
    "+u vertical to 1_H",
    stated(eq(ones_H.T @ u, 0), "(31)-2.1", r"For any vector $\mathbf{u}$ vertical to $\mathbf{1}_H$"),
    "hypothesis",
)
operator.chain(
    "(31)-1",
    W3 @ ones_H,
    M3 @ ones_H,
    1 / sigma * (ones_H - ones_H @ ones_H.T @ ones_H / H),
    (ones_H - ones_H) / sigma,
    0,
    claim=True,
)
operator.chain(
    "(31)-2",
    W3 @ u,
    M3 @ u,
    1 / sigma * (u - ones_H @ ones_H.T @ u / H),
    link((u - 0) / sigma, by.algebra(to_one)),
    u / sigma,
    claim=True,
)

# --- The variance, (32) -----------------------------------------------------------------------------------

e = define("e", g - gbar, r"(g - \bar g)")
sum_e = theorem.step("7.2 (3) text 2.1", eq(e.T @ ones_H, total(g - gbar)))
zero = theorem.step("7.2 (3) text 2.2", eq(total(g - gbar), 0))
theorem.claim(
    "7.2 (3) text 3",
    eq(ones_H.T @ e, 0),
    by.algebra(sum_e, zero),
    reads=r"(g_1 - \bar{g}, g_2 - \bar{g}, ..., g_H - \bar{g})^T",
)
lost = "the factor 1/sigma of (31) is lost"
image = theorem.step(
    "7.2 (3) text 4",
    eq(W3 @ e, e / sigma),
    printed=eq(W3 @ e, e),
    at={**TWO, i: 1},
    note=lost,
)
no_bar = "g without its bar: a vector, every entry of which would have to do"
no_mean = total((g[i] - g[j]) ** 2, over=i)
detached = theorem.given("+D_a", eq(D_a, D_g / sigma**2), "adanorm/1_detached")
norm_d = theorem.chain(
    "(32)",
    H * D_d,
    total((d - dbar) ** 2, over=i),
    link(total(d**2, over=i), by.algebra(mean_d)),
    norm(d_column) ** 2,
    link(norm(W3 @ g) ** 2, by.algebra(gradient.summed(i, d + (W3 @ g)[i]))),
    norm(W3 @ e + W3 @ (gbar * ones_H)) ** 2,
    norm(W3 @ e) ** 2,
    link(
        1 / sigma**2 * norm(e) ** 2,
        by.algebra(image.summed(i, (W3 @ e)[i] + e[i] / sigma)),
        printed=norm(e) ** 2,
        at=TWO,
        note=lost,
    ),
    link(
        1 / sigma**2 * total((g - gbar) ** 2),
        printed=eq(norm(e) ** 2, 1 / sigma**2 * no_mean),
        at=TWO,
        note="1/sigma^2 is back; " + no_bar,
    ),
    link(
        1 / sigma**2 * H * D_g,
        printed=eq(1 / sigma**2 * no_mean, 1 / sigma**2 * H * D_g),
        at=TWO,
        note=no_bar,
    ),
    link(H * D_a, by.algebra(detached), printed=H * D_g, at=TWO, note="D_g for D_a"),
)

# --- The conclusion ---------------------------------------------------------------------------------------

equal = theorem.claim("7.2 (3) conclusion 2.1", eq(D_d, D_a), by.algebra(norm_d))
theorem.claim(
    "Thm 1 (3) variance",
    eq(D_d, D_g / sigma**2),
    by.algebra(equal, detached),
    printed=eq(D_c, D_a / sigma**2),
    at={**TWO, g: [0, 0, 1, 1]},
    note="D_c belongs to case (2), and D_a is D_g/sigma^2 already",
)
theorem.counterexample(
    "Thm 1 (3) variance",
    eq(D_d, D_a / sigma**2),
    at=TWO,
    note="so with the letter c mended only",
    kind="typo",
    reads=r"D_c = D_a/(\sigma^2)",
)
