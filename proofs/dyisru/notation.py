"""The symbols of the paper: Stollenwerk 2026 (arXiv:2503.21708v3), its formulas reconstructed.

x in R^C is the input; (2) mean and variance, (3) RMSNorm, (4) the uncentered variance, (14) the term beta_i.
"""

from symnorm import define, indices, mean, others, silent, sqrt, stated, symbol, tanh, total, vector

C = symbol("C")
"""The number of channels, an integer."""

x = vector("x", C)
i, j, k = indices("i j k", C)
v = symbol("v", "x")
"""One channel's value as a variable of its own, where the others do not matter."""

s = define("s", sqrt(C), r"\sqrt{C}")

mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
"""(2)"""

nu2 = define("nu2", mean(x**2), r"\nu^2")
"""(4): the uncentered variance. The paper's own symbol is not known."""

nu = define("nu", sqrt(nu2), r"\nu")
norm = define("norm", sqrt(total(x**2)), r"\|x\|")
"""The 2-norm."""

y = define("y", x / nu)
"""(3): RMSNorm, one value per channel."""

beta_i = define("beta_i", others(x**2, i), r"\beta_i")
beta_j = define("beta_j", others(x**2, j), r"\beta_j")
"""(14)"""

alpha = symbol("alpha", r"\alpha")
beta = symbol("beta", r"\beta")
"""The learnable parameters of DyT and of DyISRU."""

dimension = stated(C >= 1, "Sec. 1 text 1", r"x \in \mathbb{R}^C")
"""x has C channels."""

dimension = stated(C >= 1, "Sec. 1 text 1", r"x \in \mathbb{R}^C")
"""x has C channels."""

rms = [dimension, silent(nu2 > 0)]
"""What RMSNorm and its derivative need to be defined: a channel, and one that does not vanish."""


def dyt(v):
    """(12): DyT of a value or of every channel."""
    return s * tanh(alpha * v)


def dyisru(v):
    """(16): DyISRU of a value or of every channel."""
    return s * (v / sqrt(beta + v**2))
