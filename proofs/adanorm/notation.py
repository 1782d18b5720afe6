"""The symbols of the paper: Xu, Sun, Zhang, Zhao and Lin 2019 (NeurIPS; arXiv:1911.07013).

x in R^H is the input of the layer, y the normalized vector, (1) and (2); g is the gradient of the loss at y.
"""

from symnorm import define, indices, mean, sqrt, symbol, vector

H = symbol("H")
"""The number of channels, an integer."""

x = vector("x", H)
i, j = indices("i j", H)

mu = define("mu", mean(x), r"\mu")
sigma = define("sigma", sqrt(mean((x - mu) ** 2)), r"\sigma")
y = define("y", (x - mu) / sigma)
"""(2): N(x), layer normalization without bias and gain."""

ybar = define("ybar", mean(y), r"\bar y")
D_y = define("D_y", mean((y - ybar) ** 2), "D_y")
"""(3): mean and variance of y."""

g = vector("g", H)
"""The gradient of the loss with respect to y, an arbitrary vector: the loss is any function of y."""

gbar = define("gbar", mean(g), r"\bar g")
D_g = define("D_g", mean((g - gbar) ** 2), "D_g")

C = symbol("C")
"""AdaNorm's scale (not the number of channels)."""

k = symbol("k")
"""AdaNorm's slope; 1/10 is recommended."""

layer = [H > 1, sigma > 0]
"""What layer normalization and its derivative need to be defined: two channels, and not all of them equal."""
