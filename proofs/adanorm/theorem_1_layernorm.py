"""AdaNorm, Theorem 1, case (1): the gradient of layer normalization without bias and gain.

With dl/dx = (b_1, ..., b_H): bbar = 0 and D_b <= D_a/sigma^2, as printed; D_b <= D_a = D_g/sigma^2, as
proved. Xu et al. 2019 (arXiv:1911.07013), Sec. 3.3; proof in App. 7.2, (17) to (22).

The printed bound has the letter a for g: it says D_g/sigma^4, and fails for sigma > 1 where g is orthogonal to
y and not constant (with two channels there is no such g). The proof is right, but for letters. Row i of a matrix
belongs to x_i, column j to y_j. Of the basis u_1, ..., u_H it is given that it is orthonormal and complete, and that
it begins with 1_H/sqrt(H) and y/sqrt(H). What the bound gives away is known: D_b = (D_g - mean(y g)^2)/sigma^2.
"""

from fractions import Fraction

from symnorm import (
    D,
    Theorem,
    array,
    both,
    by,
    define,
    delta,
    editors,
    eq,
    indices,
    le,
    link,
    mean,
    ne,
    norm,
    others,
    sqrt,
    stated,
    symbol,
    total,
    untyped,
    vector,
)

from .notation import (
    TWO,
    W1,
    D_a,
    D_b,
    D_g,
    H,
    b,
    b_column,
    bbar,
    by_x,
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
    sigma2,
    sigma_by_x,
    x,
    y,
    y_by_mu,
    y_by_sigma,
    y_by_x,
)

M1 = 1 / sigma * (eye - (ones_H @ ones_H.T + y @ y.T) / H)

# --- The gradient and its mean, (17) to (19) --------------------------------------------------------------

theorem = Theorem("adanorm/1", "Gradient of LayerNorm-simple", where=layer)

gradient = theorem.chain(
    "(17)",
    by_x(b),
    (y_by_x + mu_by_x @ y_by_mu + sigma_by_x @ y_by_sigma) @ dl_dy,
    1 / sigma * (eye - y @ y.T / H - ones_H @ ones_H.T / H) @ dl_dy,
)
no_row = "rows, as 1_H^T W_1 is one: each 1_H that stands by itself lacks its transpose"
columns = theorem.chain(
    "(18)",
    ones_H.T @ W1,
    ones_H.T @ M1,
    link(
        1 / sigma * (ones_H.T - (ones_H.T @ ones_H) / H * ones_H.T - (ones_H.T @ y) / H * y.T),
        printed=untyped(
            r"\mathbf{1}_{H}^{\mathsf{T}}\frac{1}{\sigma}(I - "
            r"\frac{\mathbf{1}_{H}\mathbf{1}_{H}^{\mathsf{T}} + "
            r"\mathbf{y}\mathbf{y}^{\mathsf{T}}}{H}) = \frac{1}{\sigma}(\mathbf{1}_{H} - "
            r"\frac{\mathbf{1}_{H}^{\mathsf{T}}\mathbf{1}_{H}}{H}\mathbf{1}_{H}^{\mathsf{T}} - "
            r"\frac{\mathbf{1}_{H}^{\mathsf{T}}\mathbf{y}}{H}\mathbf{y}^{\mathsf{T}})",
            r"\mathbf{1}_{H}^{\mathsf{T}}\frac{1}{\sigma}(I - "
            r"\frac{\mathbf{1}_{H}\mathbf{1}_{H}^{\mathsf{T}} + "
            r"\mathbf{y}\mathbf{y}^{\mathsf{T}}}{H}) = \frac{1}{\sigma}(\mathbf{1}_{H}^{\mathsf{T}} - "
            r"\frac{\mathbf{1}_{H}^{\mathsf{T}}\mathbf{1}_{H}}{H}\mathbf{1}_{H}^{\mathsf{T}} - "
            r"\frac{\mathbf{1}_{H}^{\mathsf{T}}\mathbf{y}}{H}\mathbf{y}^{\mathsf{T}})",
        ),
        kind="notation",
        note=no_row,
    ),
    link(
        (ones_H.T - ones_H.T - 0) / sigma,
        printed=untyped(
            r"\frac{1}{\sigma}(\mathbf{1}_{H} - "
            r"\frac{\mathbf{1}_{H}^{\mathsf{T}}\mathbf{1}_{H}}{H}\mathbf{1}_{H}^{\mathsf{T}} - "
            r"\frac{\mathbf{1}_{H}^{\mathsf{T}}\mathbf{y}}{H}\mathbf{y}^{\mathsf{T}}) = "
            r"\frac{\mathbf{1}_{H} - \mathbf{1}_{H} - 0}{\sigma}",
            r"\frac{1}{\sigma}(\mathbf{1}_{H}^{\mathsf{T}} - "
            r"\frac{\mathbf{1}_{H}^{\mathsf{T}}\mathbf{1}_{H}}{H}\mathbf{1}_{H}^{\mathsf{T}} - "
            r"\frac{\mathbf{1}_{H}^{\mathsf{T}}\mathbf{y}}{H}\mathbf{y}^{\mathsf{T}}) = "
            r"\frac{\mathbf{1}_{H}^{\mathsf{T}} - \mathbf{1}_{H}^{\mathsf{T}} - 0}{\sigma}",
        ),
        kind="notation",
        note=no_row,
    ),
    link(0, note="a row: by itself, this link is one of columns, and holds as it is printed"),
)
sum_b = theorem.chain(
    "(19)",
    H * bbar,
    total(b, over=i),
    ones_H.T @ b_column,
    link(ones_H.T @ W1 @ g, by.algebra(gradient.summed(i))),
    link(0, by.algebra(columns.summed(j, g[j]))),
)
mean_b = theorem.claim("Thm 1 (1) mean", eq(bbar, 0), by.algebra(sum_b))

# --- The operator W_1, (20) and (21) ----------------------------------------------------------------------

u = vector("u", H)
operator = Theorem(
    "adanorm/1_vertical",
    "W_1 divides by sigma what is orthogonal to 1_H and y",
    where=layer,
    model={x: [-2, -2, 2, 2], u: [1, -1, 1, -1]},
)
to_one = operator.given(
    "+u vertical to 1_H",
    stated(eq(ones_H.T @ u, 0), "(20)-1.1", r"For any vector $\mathbf{u}$ vertical to $\mathbf{1}_H$ and $\mathbf{y}$"),
    "hypothesis",
)
to_y = operator.given(
    "+u vertical to y",
    stated(eq(y.T @ u, 0), "(20)-1.1", r"For any vector $\mathbf{u}$ vertical to $\mathbf{1}_H$ and $\mathbf{y}$"),
    "hypothesis",
)
no_sigma = "one over a vector, where rows 2 and 3 have (...)/sigma"
vertical = u - ones_H * ((ones_H.T @ u) / H) - y * ((y.T @ u) / H)
operator.chain(
    "(20)-1",
    W1 @ u,
    M1 @ u,
    1 / sigma * vertical,
    link(
        (u - 0 - 0) / sigma,
        by.algebra(to_one, to_y),
        printed=eq((1 / sigma * vertical)[i], 1 / (u[i] - 0 - 0)),
        kind="extraction",
        note=no_sigma,
    ),
    link(
        1 / sigma * u,
        printed=eq(1 / (u[i] - 0 - 0), 1 / sigma * u[i]),
        kind="extraction",
        note=no_sigma,
    ),
    claim=True,
)
operator.chain(
    "(20)-2",
    W1 @ y,
    M1 @ y,
    1 / sigma * (y - ones_H * ((ones_H.T @ y) / H) - y * ((y.T @ y) / H)),
    (y - 0 - y) / sigma,
    0,
    claim=True,
)
stray = "the second transposes of 1_H^T 1_H^T and of y^T 1_H^T do not belong: W_1 1_H is a column"
operator.chain(
    "(20)-3",
    W1 @ ones_H,
    M1 @ ones_H,
    link(
        1 / sigma * (ones_H - ones_H * ((ones_H.T @ ones_H) / H) - y * ((y.T @ ones_H) / H)),
        printed=untyped(
            r"\frac{1}{\sigma}(I - \frac{\mathbf{1}_{H}\mathbf{1}_{H}^{\mathrm{T}} + "
            r"\mathbf{y}\mathbf{y}^{\mathrm{T}}}{H})\mathbf{1}_{H} = \frac{1}{\sigma}(\mathbf{1}_{H} "
            r"- \mathbf{1}_{H}\frac{\mathbf{1}_{H}^{\mathrm{T}}\mathbf{1}_{H}^{\mathrm{T}}}{H} - "
            r"\mathbf{y}\frac{\mathbf{y}^{\mathrm{T}}\mathbf{1}_{H}^{\mathrm{T}}}{H})",
            r"\frac{1}{\sigma}(I - \frac{\mathbf{1}_{H}\mathbf{1}_{H}^{\mathrm{T}} + "
            r"\mathbf{y}\mathbf{y}^{\mathrm{T}}}{H})\mathbf{1}_{H} = \frac{1}{\sigma}(\mathbf{1}_{H} "
            r"- \mathbf{1}_{H}\frac{\mathbf{1}_{H}^{\mathrm{T}}\mathbf{1}_{H}}{H} - "
            r"\mathbf{y}\frac{\mathbf{y}^{\mathrm{T}}\mathbf{1}_{H}}{H})",
        ),
        kind="notation",
        note=stray,
    ),
    link(
        (ones_H - ones_H - 0) / sigma,
        printed=untyped(
            r"\frac{1}{\sigma}(\mathbf{1}_{H} - "
            r"\mathbf{1}_{H}\frac{\mathbf{1}_{H}^{\mathrm{T}}\mathbf{1}_{H}^{\mathrm{T}}}{H} - "
            r"\mathbf{y}\frac{\mathbf{y}^{\mathrm{T}}\mathbf{1}_{H}^{\mathrm{T}}}{H}) = "
            r"\frac{\mathbf{1}_{H}^{\mathrm{T}} - \mathbf{1}_{H}^{\mathrm{T}} - 0}{\sigma}",
            r"\frac{1}{\sigma}(\mathbf{1}_{H} - "
            r"\mathbf{1}_{H}\frac{\mathbf{1}_{H}^{\mathrm{T}}\mathbf{1}_{H}}{H} - "
            r"\mathbf{y}\frac{\mathbf{y}^{\mathrm{T}}\mathbf{1}_{H}}{H}) = "
            r"\frac{\mathbf{1}_{H} - \mathbf{1}_{H} - 0}{\sigma}",
        ),
        kind="notation",
        note=f"{stray}; rows are printed on the right",
    ),
    link(0, note="a column: by itself, this link is one of rows, and holds as it is printed"),
    claim=True,
)

v = vector("v", H)
family = array("u", H, H, latex=r"\mathbf{u}")
p, q, k, m = indices("p q k m", H)
"""Channels: the first two are called p and q."""
lambdas = define("lambda", family @ v, r"\lambda")
signs = [[1, 1, 1, 1], [-1, -1, 1, 1], [1, -1, 1, -1], [1, -1, -1, 1]]
hadamard = [[Fraction(one, 2) for one in row] for row in signs]

basis = Theorem(
    "adanorm/1_basis",
    "W_1 does not lengthen a vector more than 1/sigma does",
    where=layer,
    notation={"1": p, "2": q},
    model={x: [-2, -2, 2, 2], family: hadamard, p: 1, q: 2},
)
apart = basis.given("+1 is not 2", editors(eq(delta(p, q), 0)), "hypothesis")
u_1 = basis.given(
    "+u_1",
    stated(eq(family[p, i], 1 / sqrt(H)), "7.2 (1) text 3", r"\mathbf{u}_1 = \mathbf{1}_H/\sqrt{H}"),
    "hypothesis",
    every=[i],
)
u_2 = basis.given(
    "+u_2",
    stated(eq(family[q, i], y[i] / sqrt(H)), "7.2 (1) text 3", r"\mathbf{u}_2 = \mathbf{y}/\sqrt{H}"),
    "hypothesis",
    every=[i],
)
normed = basis.given(
    "+orthonormal",
    stated(eq(family[k].T @ family[m], delta(k, m)), "7.2 (1) text 3", "a standard orthogonal basis"),
    "hypothesis",
    every=[k, m],
)
whole = basis.given(
    "+complete",
    stated(eq(total(family[k, i] * family[k, j], over=k), delta(i, j)), "7.2 (1) text 3", "standard orthogonal basis"),
    "hypothesis",
    every=[i, j],
)
basis.claim(
    "+u_1 and u_2 are orthonormal",
    both(eq(norm(ones_H / sqrt(H)), 1), eq(norm(y / sqrt(H)), 1), eq(ones_H.T @ y, 0)),
)
basis.claim(
    "7.2 (1) text 3",
    both(eq(family[p], ones_H / sqrt(H)), eq(family[q], y / sqrt(H))),
    by.each(by.algebra(u_1), by.algebra(u_2)),
)
expanded = basis.claim(
    "7.2 (1) text 4", eq(v, total(lambdas[k] * family[k], over=k)), by.algebra(whole.summed(j, v[j]))
)
to_one = basis.supplied(
    "1_H^T u_k",
    eq(ones_H.T @ family[k], sqrt(H) * delta(p, k)),
    by.algebra(normed.at(m, p), u_1.summed(i, family[k, i])),
)
to_y = basis.supplied(
    "y^T u_k",
    eq(y.T @ family[k], sqrt(H) * delta(q, k)),
    by.algebra(normed.at(m, q), u_2.summed(i, family[k, i])),
)
vertical_rest = [
    basis.supplied(
        f"{letter}^T, summed",
        eq(others(lambdas[k] * (row @ family[k]), [p, q], over=k), 0),
        by.algebra(apart, line.summed(k, lambdas[k]), line.at(k, p), line.at(k, q)),
    )
    for letter, row, line in (("1_H", ones_H.T, to_one), ("y", y.T, to_y))
]
vanishing = [
    basis.supplied("W_1 u_1", eq(W1 @ family[p], 0), by.algebra(u_1, u_1.summed(i), u_1.summed(i, y[i]))),
    basis.supplied("W_1 u_2", eq(W1 @ family[q], 0), by.algebra(u_2, u_2.summed(i), u_2.summed(i, y[i]))),
]
harmless = "lambda_1 and lambda_2 are left out before two terms that vanish by (20): it holds all the same"
basis.chain(
    "(21)-1",
    W1 @ v,
    link(
        total(lambdas[k] * (W1 @ family[k]), over=k),
        by.algebra(expanded, expanded.summed(i), expanded.summed(i, y[i])),
    ),
    link(
        (W1 @ ones_H) / sqrt(H) + (W1 @ y) / sqrt(H) + others(lambdas[k] * (W1 @ family[k]), [p, q], over=k),
        by.algebra(apart, *vanishing),
        note=harmless,
    ),
    link(
        1 / sigma * others(lambdas[k] * family[k], [p, q], over=k),
        by.algebra(*vertical_rest),
        note=harmless,
    ),
    claim=True,
)
squares = expanded.summed(i, v[i])
rest = 1 / sigma**2 * others(lambdas[k] ** 2, [p, q], over=k)
length = basis.step(
    "(21)-2.1",
    eq(norm(W1 @ v) ** 2, rest),
    by.algebra(apart, squares, u_1.summed(i, v[i]), u_2.summed(i, v[i])),
)
basis.step(
    "(21)-2.2",
    le(rest, 1 / sigma**2 * total(lambdas[k] ** 2, over=k)),
    by.sign((lambdas[p] ** 2 + lambdas[q] ** 2) / sigma**2, apart),
)
parseval = basis.step(
    "(21)-2.3",
    eq(1 / sigma**2 * total(lambdas[k] ** 2, over=k), 1 / sigma**2 * norm(v) ** 2),
    by.algebra(squares),
)
basis.claim(
    "+Ineq. 21",
    le(norm(W1 @ v) ** 2, 1 / sigma**2 * norm(v) ** 2),
    by.sign(1 / sigma**2 * total(lambdas[k] ** 2, over=k) - rest, length, parseval),
)

lengths = Theorem(
    "adanorm/1_lengths",
    "W_1 does not lengthen a vector: without a basis",
    where=[editors(H > 1), editors(sigma2 > 0)],
)
lengths.claim(
    "+Ineq. 21 by calculation",
    le(norm(W1 @ v) ** 2, 1 / sigma**2 * norm(v) ** 2),
    by.sign(H * (mean(v) ** 2 + mean(y * v) ** 2) / sigma**2),
)

# --- The variance, (22) -----------------------------------------------------------------------------------

e = define("e", g - gbar, r"(g - \bar g)")
detached = theorem.given("+D_a", eq(D_a, D_g / sigma**2), "adanorm/1_detached")
norm_b = theorem.chain(
    "(22)",
    H * D_b,
    total((b - bbar) ** 2, over=i),
    link(total(b**2, over=i), by.algebra(mean_b)),
    norm(b_column) ** 2,
    link(norm(W1 @ g) ** 2, by.algebra(gradient.summed(i, b + (W1 @ g)[i]))),
    norm(W1 @ e + W1 @ (gbar * ones_H)) ** 2,
    norm(W1 @ e) ** 2,
)
theorem.step(
    "(22)-7",
    le(norm(W1 @ e) ** 2, 1 / sigma**2 * norm(e) ** 2),
    by.sign(H * mean(y * e) ** 2 / sigma**2),
    note="this is Ineq. 21; the remark stands at the next row",
)
no_bar = "g without its bar: a vector, every entry of which would have to do"
no_mean = total((g[i] - g[j]) ** 2, over=i)
norm_e = theorem.step(
    "(22)-8",
    eq(1 / sigma**2 * norm(e) ** 2, 1 / sigma**2 * total((g - gbar) ** 2)),
    printed=eq(1 / sigma**2 * norm(e) ** 2, 1 / sigma**2 * no_mean),
    at=TWO,
    note=no_bar,
)
times_H = theorem.step(
    "(22)-9",
    eq(1 / sigma**2 * total((g - gbar) ** 2), 1 / sigma**2 * H * D_g),
    printed=eq(1 / sigma**2 * no_mean, 1 / sigma**2 * H * D_g),
    at=TWO,
    note=no_bar,
)
last = theorem.step("(22)-10", eq(1 / sigma**2 * H * D_g, H * D_a), by.algebra(detached))
gap = (1 / sigma**2 * norm(e) ** 2 - norm(W1 @ e) ** 2) / H
theorem.claim("7.2 (1) conclusion 2.1", D_b <= D_a, by.sign(gap, norm_b, norm_e, times_H, last))
theorem.claim(
    "Thm 1 (1) variance",
    D_b <= D_g / sigma**2,
    by.sign(gap, norm_b, norm_e, times_H),
    printed=D_b <= D_a / sigma**2,
    at=TWO,
    note="D_g/sigma^2, which is D_a, is meant: divided by sigma^2 once more, the bound fails for sigma > 1",
)
theorem.claim("+what the bound gives away", eq(D_b, (D_g - mean(y * g) ** 2) / sigma**2), by.algebra(norm_b))

# --- Two channels: there, the printed bound holds as well -------------------------------------------------

x1, x2, g1, g2 = (symbol(f"{letter}{channel}", f"{letter}_{channel}") for letter in "xg" for channel in (1, 2))
m = define("m", (x1 + x2) / 2, r"\mu")
s = define("s", sqrt(((x1 - m) ** 2 + (x2 - m) ** 2) / 2), r"\sigma")
pair = Theorem("adanorm/1_two_channels", "With two channels, the gradient is zero", where=[editors(ne(x1, x2))])
pair.supplied("variance", ((x1 - m) ** 2 + (x2 - m) ** 2) / 2 > 0, by.sign((x1 - x2) ** 2 / 4))
pair_loss = g1 * ((x1 - m) / s) + g2 * ((x2 - m) / s)
pair.claim(
    "+the gradient is zero",
    both(eq(D(pair_loss, x1), 0), eq(D(pair_loss, x2), 0)),
)
