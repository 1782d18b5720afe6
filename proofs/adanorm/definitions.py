"""AdaNorm, preliminaries: layer normalization, (1) to (3), (10) to (13); DetachNorm (4); the chain rule (5).

Xu et al. 2019 (arXiv:1911.07013), Sec. 2.1, 3.2 and 3.3; App. 7.2 up to (13).

The paper nowhere excludes an input whose entries are all equal, where sigma = 0. (1) needs the elementwise
product, not the dot product; (10) gives sigma an index; (12) writes a derivative by y where x is meant. In
(12) and (13), the derivatives of y are partial ones: mean and standard deviation count as variables of their
own.
"""

from symnorm import (
    D,
    Theorem,
    at,
    both,
    by,
    define,
    eq,
    link,
    matrix,
    mean,
    rational,
    sqrt,
    symbol,
    total,
    vector,
)

from .notation import (
    D_y,
    H,
    by_x,
    copied,
    dl_dy,
    dmu_dx,
    dsigma_dx,
    dy_dmu,
    dy_dsigma,
    dy_dx,
    eye,
    i,
    j,
    layer,
    loss,
    mu,
    mu_by_x,
    mu_hat,
    n,
    ones_H,
    sigma,
    sigma2,
    sigma_by_x,
    sigma_hat,
    x,
    y,
    y_by_mu,
    y_by_sigma,
    y_by_x,
    y_hat,
    ybar,
)

# --- (1) to (4), (10): forward ----------------------------------------------------------------------------

forward = Theorem("adanorm/forward", "Layer normalization re-centers and re-scales", where=layer,
    words={
        "Sec. 2.1 text 2": r"$\odot$ is a dot production operation",
    },
)

gain, bias = vector("gain", H, "g"), vector("bias", H, "b")
forward.counterexample(
    "Sec. 2.1 text 2",
    eq(gain[i] * y[i] + bias[i], total(gain * y) + bias[i]),
    at={H: 4, x: [-2, -2, 2, 2], i: 1, gain: [1, 1, 1, 2], bias: [0, 0, 0, 0]},
    kind="notation",
    note="a dot product is one number; (1), (6) and (9) need the product entry by entry",
    reads=r"\odot",
)
forward.claim(
    "Sec. 2.1 text 3",
    both(sigma >= 0, eq(sigma**2, mean(x**2) - mu**2)),
    by.each(by.sign(), by.algebra()),
    note="the standard deviation with 1/H: the non-negative root of the variance",
    reads=r"\mu, \quad \sigma",
)

forward.chain("(3)-1", ybar, mean(y), mean((x - mu) / sigma), 0, claim=True)
forward.chain("(3)-2", D_y, mean((x - mu) ** 2 / sigma**2), 1, claim=True)
normalized = forward.claim(
    "Sec. 3.2 text 5", both(eq(ybar, 0), eq(D_y, 1))
)
forward.missing(
    "Sec. 3.2 text 5",
    normalized,
    sigma2 > 0,
    at={H: 3, x: [1, 1, 1]},
    note="an input whose entries are all equal has sigma = 0, no y and no gradient; the paper excludes it nowhere",
)

sigma_i = vector("sigma_i", H, r"\sigma")
one_sigma = "one sigma belongs to all channels; a sigma_i is not introduced"
wrong_sigma = {H: 4, x: [-2, -2, 2, 2], sigma_i: [1, 2, 2, 2]}
forward.chain(
    "(10)-1",
    total(y * y),
    total(y**2),
    link(
        total(((x - mu) / sigma) ** 2),
        printed=total(((x - mu) / sigma_i) ** 2),
        kind="notation",
        note=one_sigma,
        at=wrong_sigma,
    ),
    link(
        H,
        printed=eq(total(((x - mu) / sigma_i) ** 2), H),
        kind="notation",
        note=one_sigma,
        at=wrong_sigma,
    ),
    claim=True,
)
forward.chain("(10)-2", ones_H.T @ ones_H, total(rational(1) ** 2, over=i), H, claim=True)
vertical = forward.chain(
    "(10)-3",
    y.T @ ones_H,
    total(y),
    link(
        total((x - mu) / sigma),
        printed=total((x - mu) / sigma_i),
        kind="notation",
        note=one_sigma,
        at=wrong_sigma,
    ),
    link(
        0,
        printed=eq(total((x - mu) / sigma_i), 0),
        kind="notation",
        note=one_sigma,
        at=wrong_sigma,
    ),
)
forward.claim("7.2 (1) text 2", eq(ones_H.T @ y, 0), by.algebra(vertical))

forward.claim(
    "Sec. 3.2 text 11",
    both(eq(copied(y_hat[i]), y[i]), eq(D(mu_hat, x[i]), 0), eq(D(sigma_hat, x[i]), 0)),
    also=["Sec. 1 text 6", "Sec. 3.2 text 12"],
)

# --- (5), (12), (13): backward ----------------------------------------------------------------------------

Ix_y = define("Ix_y", (eye @ x - mu_hat * ones_H) / sigma_hat, r"\hat{\tilde y}")
"""Not the tilde y whose derivatives follow: in those, the constants have the values of mean and standard deviation."""
numerator = r"\frac{\partial \left( (I\mathbf{x} - \mu \mathbf{1}_{H})/\sigma \right)}"
printed = {
    rf"{numerator}{{\partial \mathbf{{x}}}}": (copied(D(Ix_y[j], x[i])), i, j),
    rf"{numerator}{{\partial \mu}}": (copied(D(Ix_y[j], mu_hat)), None, j),
    rf"{numerator}{{\partial \sigma}}": (copied(D(Ix_y[j], sigma_hat)), None, j),
}
tilde = r"\frac{\partial \tilde{\mathbf{y}}}"
Ix_by_x = matrix("Ix_by_x", copied(D(Ix_y[j], x[i])), i, j, rf"{tilde}{{\partial \mathbf{{x}}}}")
Ix_by_mu = matrix("Ix_by_mu", copied(D(Ix_y[j], mu_hat)), None, j, rf"{tilde}{{\partial \mu}}")
Ix_by_sigma = matrix("Ix_by_sigma", copied(D(Ix_y[j], sigma_hat)), None, j, rf"{tilde}{{\partial \sigma}}")

total_by_x = matrix("total_by_x", D(y[j], x[i]), i, j, r"\frac{d\mathbf{y}}{d\mathbf{x}}")

backward = Theorem(
    "adanorm/partial_derivatives", "The derivatives of layer normalization", where=layer, notation=printed
)

backward.claim(
    "(5)",
    eq(by_x(D(loss(y), x[i])), total_by_x @ dl_dy),
    note="an equation, as in (17), where an arrow is printed; the loss enters through its gradient g at y only",
)

in_x = backward.chain("(12)-1", y_by_x, Ix_by_x, 1 / sigma * eye.T, 1 / sigma * eye)
by_mu = backward.chain("(12)-2", y_by_mu, Ix_by_mu, -(1 / sigma) * ones_H.T)
by_sigma = backward.chain(
    "(12)-3",
    y_by_sigma,
    Ix_by_sigma,
    -((eye @ x - mu * ones_H).T / sigma**2),
    -(1 / sigma) * y.T,
)

dx = symbol("dx", r"\partial x_i")
balanced = {H: 2, x: [-1, 1], i: 1, dx: 1}  # here the printed quotient is 0, whatever its denominator stands for
no_d = "the numerator lacks its d, and the sum has the index of x_i"
mu_slope = backward.chain(
    "(12)-4",
    dmu_dx,
    link(D(total(x / H), x[i]), printed=total(x / H) / dx, at=balanced, note=no_d),
    link(1 / H, printed=eq(total(x / H) / dx, 1 / H), at=balanced, note=no_d),
)
backward.claim(
    "(12)-4.3",
    eq(mu_by_x, ones_H / H),
    by.algebra(mu_slope),
    reads=r"\frac{\partial \mu}{\partial x_{i}} = \frac{1}{H} \Longrightarrow "
    r"\frac{\partial \mu}{\partial \mathbf{x}} = \frac{\mathbf{1}_{H}}{H}",
)

expanded = (total(x**2) - H * mu**2) / H
sigma_slope = backward.chain(
    "(12)-5",
    dsigma_dx,
    D(sqrt(expanded), x[i]),
    1 / (2 * sigma) * D(sigma2, x[i]),
    1 / (2 * sigma) * D(expanded, x[i]),
    1 / (2 * sigma) * (2 * x[i] / H - 2 * mu * dmu_dx),
    (x[i] - mu) / (H * sigma),
    y[i] / H,
)
sigma_gradient = backward.step(
    "(12)-5.7",
    eq(D(sigma, x[j]), y[j] / H),
    by.algebra(sigma_slope.at(i, j)),
    printed=eq(D(sigma, x[j]), total(D(y[n], x[j]) * (y[n] / H), over=n)),
    at={H: 4, x: [-2, -2, 2, 2], j: 1},
    note="the derivative is by x, as in (13): were it by y, the chain rule would make that by x zero",
    reads=r"\frac{\partial \sigma}{\partial x_{i}} = \frac{y_{i}}{H} \Longrightarrow \frac{\partial "
    r"\sigma}{\partial \mathbf{y}} = \frac{\mathbf{y}}{H}",
)

backward.claim("(13)-1", eq(y_by_x, 1 / sigma * eye), by.algebra(in_x))
backward.claim("(13)-2", eq(y_by_mu, -(1 / sigma) * ones_H.T), by.algebra(by_mu))
backward.claim("(13)-3", eq(y_by_sigma, -(1 / sigma) * y.T), by.algebra(by_sigma))
backward.claim("(13)-4", eq(mu_by_x, ones_H / H), by.algebra(mu_slope))
backward.claim("(13)-5", eq(sigma_by_x, y / H), by.algebra(sigma_gradient.at(j, i)))

backward.claim(
    "Sec. 3.2 text 16",
    both(
        eq(copied(y_hat[i]), y[i]),
        eq(D(y[j], x[i]), dy_dx + dmu_dx * dy_dmu + dsigma_dx * dy_dsigma),
    ),
    also=["Sec. 3.2 text 7"],
    note="the same output; of the three terms of the derivative, detaching leaves the first",
)
variance = symbol("variance", r"\hat v")
backward.claim(
    "fn. 4",
    eq(
        at(D(y_hat[j], x[i]), sigma_hat, sigma),
        at(D((x[j] - mu_hat) / sqrt(variance), x[i]), variance, sigma2),
    ),
    note="detaching the variance gives the same gradient",
)
