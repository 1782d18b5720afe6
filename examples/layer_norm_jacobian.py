"""Layer normalization by matrices: its Jacobian is symmetric, and takes 1 and y to 0; y = LN(W h) and its gradient.

What is printed is an equation of vectors or matrices, and what is shown is that of their entries, for every i and j.
"""

from symnorm import Theorem, array, define, eq, identity, jacobian, length, mean, ones, sqrt, symbol, vector

C = symbol("C")
x, g, eye, one = vector("x", C), vector("g", C), identity(C), ones(C)
mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
sigma = define("sigma", sqrt(sigma2), r"\sigma")
y = define("y", (x - mu) / sigma)
J = jacobian(y, x)

theorem = Theorem("examples/layer_norm_jacobian", "The Jacobian of layer normalization", where=[C > 1, sigma2 > 0])
theorem.claim("(1)", eq(J, (eye - one @ one.T / C - y @ y.T / C) / sigma))
theorem.claim("(2)", eq(J.T, J))
theorem.claim("(3)", eq(J @ one, 0))
theorem.claim("(4)", eq(J @ y, 0))
theorem.claim("(5)", eq(J @ J, J / sigma))
theorem.claim("(6)", eq(J.T @ g, (g - (one.T @ g / C) * one - (y.T @ g / C) * y) / sigma))

# y = LN(W h): the mean and the length of W h are printed as products
K = length("K")
W, h = array("W", C, K), vector("h", K)
a = define("a", W @ h)
m = define("m", one.T @ a / C)
v = define("v", (a - m * one).T @ (a - m * one) / C)
s = define("s", sqrt(v))
z = define("z", (a - m * one) / s)
composed = Theorem("examples/layer_norm_of_a_matrix", "The Jacobian of LN(W h)", where=[C > 1, v > 0])
composed.claim("(1)", eq(jacobian(z, h), (eye - one @ one.T / C - z @ z.T / C) / s @ W))
composed.claim("(2)", eq(one.T @ z, 0))
composed.claim("(3)", eq(z.T @ jacobian(z, h), 0))
