"""The symbols of the paper: Stollenwerk 2025 (arXiv:2503.21708v1).

x in R^C is the input; (1) mean, (2) variance, (3) layer normalization, (6) the factor F(x).
"""

from symnorm import define, indices, mean, others, silent, sqrt, symbol, vector

C = symbol("C")
"""The number of channels, an integer."""

x = vector("x", C)
i, j, k = indices("i j k", C)

mu = define("mu", mean(x), r"\mu")
"""(1)"""

sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
"""(2)"""

y = define("y", (x - mu) / sqrt(sigma2))
"""(3): layer normalization, one value per channel."""

F = define("F", 1 / (C * sqrt(sigma2)), "F(x)")
"""(6)"""

t = define("t", x[i] - mu)
"""x_i - mu, for which the paper has no letter."""

sigma2_others = define("sigma2_others", 1 / (C - 1) * others((x - mu) ** 2, i), r"\sigma_{\neq i}^2")
"""Theorem 4: the mean square of the other channels' deviations from the mean of all channels."""

layer = [silent(C > 1), silent(sigma2 > 0)]
"""What layer normalization and its derivative need to be defined: two channels, and not all of them equal."""
