"""AdaNorm, Theorem 1, case (1): the gradient of layer normalization without bias and gain.

With dl/dx = (b_1, ..., b_H): bbar = 0 and D_b <= D_a/sigma^2, as printed; D_b <= D_a = D_g/sigma^2, as
proved. Xu et al. 2019 (arXiv:1911.07013), Sec. 3.3; proof in App. 7.2, (17) to (22).

The printed bound has the letter a for g: it says D_g/sigma^4, and fails for sigma > 1 where g is orthogonal to
y and not constant (with two channels there is no such g). The proof is right, but for letters. Matrices are
given by their entries: row i belongs to x_i, column j to y_j. The vectors u_3, ..., u_H of the orthonormal
basis occur in one sum only: r, which is v without its components along 1_H and y. What the bound gives away
is known: D_b = (D_g - mean(y g)^2)/sigma^2.
"""

from symnorm import (
    D,
    Theorem,
    both,
    by,
    define,
    eq,
    le,
    link,
    mean,
    ne,
    norm,
    sqrt,
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
to_one = operator.given("+u vertical to 1_H", eq(ones_H.T @ u, 0), "hypothesis")
to_y = operator.given("+u vertical to y", eq(y.T @ u, 0), "hypothesis")
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
u1 = define("u_1", ones_H / sqrt(H), "u_1")
u2 = define("u_2", y / sqrt(H), "(u_2)")
lambda1 = define("lambda_1", u1.T @ v, r"\lambda_1")
lambda2 = define("lambda_2", u2.T @ v, r"\lambda_2")
r = define("r", v - lambda1 * u1 - lambda2 * u2)

basis = Theorem(
    "adanorm/1_basis", "W_1 does not lengthen a vector more than 1/sigma does", where=layer
)
basis.claim(
    "7.2 (1) text 3",
    both(eq(norm(u1), 1), eq(norm(u2), 1), eq(u1.T @ u2, 0)),
    by.each(by.algebra(), by.algebra(), by.algebra()),
    reads=r"\mathbf{u}_1 = \mathbf{1}_H/\sqrt{H}, \quad \mathbf{u}_2 = \mathbf{y}/\sqrt{H}, \quad "
    r"\mathbf{u}_3, ..., \mathbf{u}_H",
)
basis.claim(
    "7.2 (1) text 4",
    both(eq(v, lambda1 * u1 + lambda2 * u2 + r), eq(u1.T @ r, 0), eq(u2.T @ r, 0)),
    by.each(by.algebra(), by.algebra(), by.algebra()),
    note="r, the sum of lambda_i u_i over i >= 3, is what is left",
    reads=r"\mathbf{v} = \sum_{i=1}^H \lambda_i \mathbf{u}_i",
)
harmless = "lambda_1 and lambda_2 are left out before two terms that vanish by (20): it holds all the same"
image = basis.chain(
    "(21)-1",
    W1 @ v,
    link(
        lambda1 * (W1 @ u1) + lambda2 * (W1 @ u2) + W1 @ r,
        reads=r"W_{1}\mathbf{v} = \sum_{i=1}^{H} \lambda_{i} W_{1}\mathbf{u}_{i}",
    ),
    link(
        (W1 @ ones_H) / sqrt(H) + (W1 @ y) / sqrt(H) + W1 @ r,
        note=harmless,
        reads=r"\sum_{i=1}^{H} \lambda_{i} W_{1}\mathbf{u}_{i} = W_{1}\mathbf{1}_{H}/\sqrt{H} + "
        r"W_{1}\mathbf{y}/\sqrt{H} + \sum_{i=3}^{H} \lambda_{i} W_{1}\mathbf{u}_{i}",
    ),
    link(
        1 / sigma * r,
        note=harmless,
        reads=r"W_{1}\mathbf{1}_{H}/\sqrt{H} + W_{1}\mathbf{y}/\sqrt{H} + \sum_{i=3}^{H} \lambda_{i} "
        r"W_{1}\mathbf{u}_{i} = \frac{1}{\sigma} \sum_{i=3}^{H} \lambda_{i}\mathbf{u}_{i}",
    ),
)
length = basis.step(
    "(21)-2.1",
    eq(norm(W1 @ v) ** 2, 1 / sigma**2 * norm(r) ** 2),
    by.algebra(image.summed(i, (W1 @ v)[i] + r[i] / sigma)),
    reads=r"\|W_{1}\mathbf{v}\|^{2} = \frac{1}{\sigma^{2}} \sum_{i=3}^{H} \lambda_{i}^{2}",
)
squares = lambda1**2 + lambda2**2 + norm(r) ** 2
basis.step(
    "(21)-2.2",
    le(1 / sigma**2 * norm(r) ** 2, 1 / sigma**2 * squares),
    by.sign((lambda1**2 + lambda2**2) / sigma**2),
    reads=r"\frac{1}{\sigma^{2}} \sum_{i=3}^{H} \lambda_{i}^{2} \le \frac{1}{\sigma^{2}} "
    r"\sum_{i=1}^{H} \lambda_{i}^{2}",
)
parseval = basis.step(
    "(21)-2.3",
    eq(1 / sigma**2 * squares, 1 / sigma**2 * norm(v) ** 2),
    by.algebra(),
    reads=r"\frac{1}{\sigma^{2}} \sum_{i=1}^{H} \lambda_{i}^{2} = \frac{1}{\sigma^{2}} "
    r"\|\mathbf{v}\|^{2}",
)
basis.claim(
    "+Ineq. 21",
    le(norm(W1 @ v) ** 2, 1 / sigma**2 * norm(v) ** 2),
    by.sign(1 / sigma**2 * squares - 1 / sigma**2 * norm(r) ** 2, length, parseval),
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
    by.algebra(),
    printed=eq(1 / sigma**2 * norm(e) ** 2, 1 / sigma**2 * no_mean),
    at=TWO,
    note=no_bar,
)
times_H = theorem.step(
    "(22)-9",
    eq(1 / sigma**2 * total((g - gbar) ** 2), 1 / sigma**2 * H * D_g),
    by.algebra(),
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
pair = Theorem("adanorm/1_two_channels", "With two channels, the gradient is zero", where=[ne(x1, x2)])
pair.supplied("variance", ((x1 - m) ** 2 + (x2 - m) ** 2) / 2 > 0, by.sign((x1 - x2) ** 2 / 4))
pair_loss = g1 * ((x1 - m) / s) + g2 * ((x2 - m) / s)
pair.claim(
    "+the gradient is zero",
    both(eq(D(pair_loss, x1), 0), eq(D(pair_loss, x2), 0)),
    by.each(by.algebra(), by.algebra()),
)
