"""The symbols of the paper: Xu, Sun, Zhang, Zhao and Lin 2019 (NeurIPS; arXiv:1911.07013).

x in R^H is the input of the layer, y the normalized vector, (1) and (2); g is the gradient of the loss at y.
The gradients of the loss at x are a_i (mean and standard deviation detached), b_i (neither), c_i (the mean)
and d_i (the standard deviation), as in Theorem 1.
"""

from symnorm import (
    D,
    at,
    define,
    function_of,
    identity,
    indices,
    matrix,
    mean,
    ones,
    silent,
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

layer = [silent(H > 1), silent(sigma2 > 0)]
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


def statistics(letter, gradient, latex=None):
    """The gradient at x under its letter, a column; its entry i; its mean and its variance over the channels."""
    column = define(letter, matrix(f"dl_dx_{letter}", gradient, i, latex=r"\frac{d\ell}{d\mathbf{x}}"), latex)
    average = define(f"{letter}bar", 1 / H * total(column[i], over=i), rf"\bar {letter}")
    variance = define(f"D_{letter}", 1 / H * total((column[i] - average) ** 2, over=i), f"D_{letter}")
    return column, column[i], average, variance


TWO = {H: 4, x: [-2, -2, 2, 2], mu_hat: 0, sigma_hat: 2, g: [1, -1, 1, -1]}
"""A point with mu = 0, sigma = 2 and y = (-1, -1, 1, 1), and a gradient orthogonal to 1_H and y."""

_, a, abar, D_a = statistics("a", copied(D(loss(y_hat), x[i])))
b_column, b, bbar, D_b = statistics("b", D(loss(y), x[i]))
c_column, c, cbar, D_c = statistics("c", at(D(loss((x - mu_hat) / sigma), x[i]), mu_hat, mu))
d_column, d, dbar, D_d = statistics("d", at(D(loss((x - mu) / sigma_hat), x[i]), sigma_hat, sigma), "(d)")
"""The last one has brackets: d by itself is the sign of a derivative."""

# --- the vectors and matrices of App. 7.2 -----------------------------------------------------------------

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
