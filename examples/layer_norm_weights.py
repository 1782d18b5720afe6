"""Layer normalization after a weight matrix, y = LN(W x): the scale of W does not matter, and so its gradient is
orthogonal to W. The gradient of the loss at y is a vector g of free numbers. See Ba, Kiros and Hinton 2016, Sec. 5.
"""

from symnorm import D, Theorem, array, by, define, eq, indices, length, mean, sqrt, symbol, total, vector

C, M = symbol("C"), length("M")  # outputs and inputs
i, k = indices("i k", C)
(m,) = indices("m", M)
W, x, g, a = array("W", C, M), vector("x", M), vector("g", C), symbol("a")


def deviation(h):
    return sqrt(mean((h - mean(h)) ** 2))


def layer_norm(h):
    return (h - mean(h)) / deviation(h)


h = define("h", total(W * x, over=M))  # h = W x
scaled = define("f", total(a * W * x, over=M))  # f = (a W) x
y = define("y", layer_norm(h))
where = [C > 0, a > 0, mean((h - mean(h)) ** 2) > 0]

theorem = Theorem("examples/layer_norm_weights", "Layer normalization after a weight matrix", where=where)
same = theorem.step(
    "(1)", eq(deviation(scaled), a * deviation(h)), by.algebra(by.roots(deviation(scaled), a * deviation(h)))
)
theorem.claim("(2)", eq(layer_norm(scaled)[i], y[i]), by.algebra(same))
gradient = total(g[k] * D(y[k], W[i, m]), over=k)  # dL/dW_im
theorem.claim("(3)", eq(total(W[i, m] * gradient, over=[i, m]), 0), by.algebra())
