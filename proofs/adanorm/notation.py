"""The symbols of the paper: Xu, Sun, Zhang, Zhao and Lin 2019 (NeurIPS; arXiv:1911.07013).

x in R^H is the input of the layer, y the normalized vector, (1) and (2); g is the gradient of the loss at y.
The gradients of the loss at x are a_i (mean and standard deviation detached), b_i (neither), c_i (the mean)
and d_i (the standard deviation), as in Theorem 1.
"""

from symnorm import (
    D,
    at,
    define,
    delta,
    function_of,
    identity,
    indices,
    matrix,
    mean,
    ones,
    rational,
    sqrt,
    symbol,
    total,
    vector,
)

H = symbol("H")
"""The number of channels, an integer."""

x = vector("x", H)
i, j, n = indices("i j n", H)

mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
sigma = define("sigma", sqrt(sigma2), r"\sigma")
y = define("y", (x - mu) / sigma)
"""(2): N(x), layer normalization without bias and gain."""

ybar = define("ybar", mean(y), r"\bar y")
D_y = define("D_y", mean((y - ybar) ** 2), "D_y")
"""(3): mean and variance of y."""

C = symbol("C")
"""AdaNorm's scale (not the number of channels)."""

k = symbol("k")
"""AdaNorm's slope; 1/10 is recommended."""


phi = function_of("phi", r"\phi")
"""AdaNorm's scaling function: an unknown function of one variable."""

one = define("one", rational(1), "1")
"""An entry of the vector 1_H."""

layer = [H > 1, sigma2 > 0]
"""What layer normalization and its derivative need to be defined: two channels, and not all of them equal."""

# --- DetachNorm, (4) --------------------------------------------------------------------------------------

mu_hat = symbol("mu_hat", r"\hat\mu")
sigma_hat = symbol("sigma_hat", r"\hat\sigma")
y_hat = define("y_hat", (x - mu_hat) / sigma_hat, r"\hat y")
"""(4): layer normalization with constants that do not depend on x."""


def copied(term):
    """theta of (4): the constants get the values of mean and standard deviation, after all derivatives."""
    return at(at(term, mu_hat, mu), sigma_hat, sigma)


dy_dx = define("dy_dx", copied(D(y_hat[j], x[i])), r"\frac{\partial y_j}{\partial x_i}")
dy_dmu = define("dy_dmu", copied(D(y_hat[j], mu_hat)), r"\frac{\partial y_j}{\partial \mu}")
dy_dsigma = define("dy_dsigma", copied(D(y_hat[j], sigma_hat)), r"\frac{\partial y_j}{\partial \sigma}")
dmu_dx = define("dmu_dx", D(mu, x[i]), r"\frac{\partial \mu}{\partial x_i}")
dsigma_dx = define("dsigma_dx", D(sigma, x[i]), r"\frac{\partial \sigma}{\partial x_i}")
"""The five derivatives of (13). Those of y are partial: mean and standard deviation count as variables of their
own. In the denominator layout, row i of a matrix belongs to x_i and column j to y_j."""


# --- the gradients of Theorem 1 ---------------------------------------------------------------------------

g = vector("g", H)
"""The gradient of the loss with respect to y, an arbitrary vector."""

gbar = define("gbar", mean(g), r"\bar g")
D_g = define("D_g", mean((g - gbar) ** 2), "D_g")


def loss(output):
    """The loss up to terms of second order, which no gradient sees: linear in the output, with gradient g."""
    return total(g * output)


def statistics(letter, gradient):
    """The gradient at x_i under its letter, with its mean and its variance over the channels."""
    value = define(letter, gradient, f"{letter}_i")
    average = define(f"{letter}bar", 1 / H * total(value, over=i), rf"\bar {letter}")
    return value, average, define(f"D_{letter}", 1 / H * total((value - average) ** 2, over=i), f"D_{letter}")


TWO = {H: 4, x: [-2, -2, 2, 2], mu_hat: 0, sigma_hat: 2, g: [1, -1, 1, -1]}
"""A point with mu = 0, sigma = 2 and y = (-1, -1, 1, 1), and a gradient orthogonal to 1_H and y."""

a, abar, D_a = statistics("a", copied(D(loss(y_hat), x[i])))
b, bbar, D_b = statistics("b", D(loss(y), x[i]))
c, cbar, D_c = statistics("c", at(D(loss((x - mu_hat) / sigma), x[i]), mu_hat, mu))
d, dbar, D_d = statistics("d", at(D(loss((x - mu) / sigma_hat), x[i]), sigma_hat, sigma))

# --- the matrices of App. 7.2, by their entries -----------------------------------------------------------

ones_H, eye = ones(H), identity(H)
W1 = define("W_1", 1 / sigma * (eye - y @ y.T / H - ones_H @ ones_H.T / H))
W2 = define("W_2", 1 / sigma * (eye - y @ y.T / H))
W3 = define("W_3", 1 / sigma * (eye - ones_H @ ones_H.T / H))

dl_dy = matrix("dl_dy", g[i], i, latex=r"\frac{\partial \ell}{\partial \mathbf{y}}")
y_by_x = matrix("y_by_x", copied(D(y_hat[j], x[i])), i, j, r"\frac{\partial \mathbf{y}}{\partial \mathbf{x}}")
y_by_mu = matrix("y_by_mu", copied(D(y_hat[j], mu_hat)), None, j, r"\frac{\partial \mathbf{y}}{\partial \mu}")
by_the_root = copied(D(y_hat[j], sigma_hat))
y_by_sigma = matrix("y_by_sigma", by_the_root, None, j, r"\frac{\partial \mathbf{y}}{\partial \sigma}")
mu_by_x = matrix("mu_by_x", D(mu, x[i]), i, latex=r"\frac{\partial \mu}{\partial \mathbf{x}}")
sigma_by_x = matrix("sigma_by_x", D(sigma, x[i]), i, latex=r"\frac{\partial \sigma}{\partial \mathbf{x}}")
"""Gradients in the denominator layout, see (13)."""


def by_x(value):
    """The gradient of the loss at x, a column, by its entry i."""
    return matrix("dl_dx", value, i, latex=r"\frac{\partial \ell}{\partial \mathbf{x}}")


PRINTED = {
    r"\mathbf{1}_H": (one, i), "I": (delta(i, j), i, j),
    "W_1": (W1[i, j], i, j), "W_2": (W2[i, j], i, j), "W_3": (W3[i, j], i, j),
    r"\frac{\partial \ell}{\partial \mathbf{y}}": (g[i], i),
    r"\frac{\partial \mathbf{y}}{\partial \mathbf{x}}": (dy_dx, i, j),
    r"\frac{\partial \mathbf{y}}{\partial \mu}": (dy_dmu, None, j),
    r"\frac{\partial \mathbf{y}}{\partial \sigma}": (dy_dsigma, None, j),
    r"\frac{\partial \mu}{\partial \mathbf{x}}": (dmu_dx, i),
    r"\frac{\partial \sigma}{\partial \mathbf{x}}": (dsigma_dx, i),
}  # fmt: skip
"""Vectors and matrices as the paper writes them, by their entries; gradients in the denominator layout, see (13)."""


def gradient_at_x(letter, value):
    """PRINTED, with a letter for the gradient of the loss at x, as each case of Theorem 1 has its own."""
    return {**PRINTED, letter: (value, i), r"\frac{\partial \ell}{\partial \mathbf{x}}": (value, i)}


def applied(W, entry):
    """The entry i of a matrix times a vector (by its entry j)."""
    return total(W[i, j] * entry, over=j)
