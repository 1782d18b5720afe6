"""Layer normalization after a weight matrix, y = LN(W x): the scale of W does not matter, and so the gradient of the
loss, any function of y, is orthogonal to W, <W, dL/dW> = 0. See Ba, Kiros and Hinton 2016, Sec. 5.
"""

from symnorm import D, Theorem, array, by, define, eq, indices, length, loss, mean, sqrt, symbol, total, vector

C, M = symbol("C"), length("M")  # outputs and inputs
(i,), (m,) = indices("i", C), indices("m", M)
W, x, a = array("W", C, M), vector("x", M), symbol("a")


def deviation(h):
    return sqrt(mean((h - mean(h)) ** 2))


def layer_norm(h):
    return (h - mean(h)) / deviation(h)


h, f = define("h", total(W * x, over=M)), define("f", total(a * W * x, over=M))
y, z = define("y", layer_norm(h)), define("z", layer_norm(f))
L = loss("L", y)
where = [C > 0, a > 0, mean((h - mean(h)) ** 2) > 0]

theorem = Theorem("examples/layer_norm_weights", "Layer normalization after a weight matrix", where=where)
theorem.claim("(1)", eq(h, W @ x))
theorem.claim("(2)", eq(f, (a * W) @ x))
same = theorem.step("(3)", eq(deviation(f), a * deviation(h)), by.algebra(by.roots(deviation(f), a * deviation(h))))
theorem.claim("(4)", eq(z, y), by.algebra(same))
theorem.claim("(5)", eq(total(W[i, m] * D(L, W[i, m]), over=[i, m]), 0))
