"""The symbols of all three papers, in the letters of the ELN paper where two papers differ.

C is the number of channels (H in AdaNorm), g the gradient that arrives from above, eps the small number that is
added to the variance in practice; eps = 0 is what the papers write down.
"""

from symnorm import define, delta, indices, mean, others, sqrt, symbol, vector

C = symbol("C")
eps = symbol("eps", r"\varepsilon")
x = vector("x", C)
v = vector("v", C)
w = vector("w", C)
g = vector("g", C)
gain = vector("gain", C, r"\gamma")
bias = vector("bias", C, r"b")
i, j, k = indices("i j k", C)

s = define("s", sqrt(C - 1), r"\sqrt{C-1}")
"""The largest value that layer normalization can take."""

# --- layer normalization ----------------------------------------------------------------------------------

mu = define("mu", mean(x), r"\mu")
sigma2 = define("sigma2", mean((x - mu) ** 2), r"\sigma^2")
sigma = define("sigma", sqrt(sigma2), r"\sigma")
y = define("y", (x - mu) / sigma)
F = define("F", 1 / (C * sigma), "F(x)")
layer = [C > 1, sigma2 > 0]

# --- RMSNorm ----------------------------------------------------------------------------------------------

nu2 = define("nu2", mean(x**2), r"\nu^2")
nu = define("nu", sqrt(nu2), r"\nu")
r = define("r", x / nu)
rms = [C > 0, nu2 > 0]

# --- with eps ---------------------------------------------------------------------------------------------

V = define("V", sigma2 + eps)
y_eps = define("y_eps", (x - mu) / sqrt(V), "y")
U = define("U", nu2 + eps)
r_eps = define("r_eps", x / sqrt(U), "r")
"""As implemented; no paper writes the eps."""

# --- one coordinate, and the others -----------------------------------------------------------------------

t = define("t", x[i] - mu)
m = define("m", 1 / (C - 1) * others(x, i), "m")
"""The mean of the other channels."""
spread = define("S", others((x - m) ** 2, i), "S")
"""The sum of squares of the other channels about their own mean: zero exactly if they are all equal."""
sigma2_others = define("sigma2_others", 1 / (C - 1) * others((x - mu) ** 2, i), r"\sigma_{\neq i}^2")
beta_i = define("beta_i", (C - 1) * sigma2_others - sigma2, r"\beta_i")
"""ELN, (14)."""

d = define("d", x[i] - m, "d")
B = define("B", C**2 / (C - 1) ** 2 * beta_i, "B")
"""The centre of the curve on which y_i lies is m, its parameter B."""


# --- for any vector ---------------------------------------------------------------------------------------


def deviation(u):
    """The standard deviation of the channels."""
    return sqrt(mean((u - mean(u)) ** 2))


def layer_norm(u):
    """Layer normalization of any vector."""
    return (u - mean(u)) / deviation(u)


def rms_norm(u):
    """RMSNorm of any vector."""
    return u / sqrt(mean(u**2))


def variance(u):
    """The variance of the channels."""
    return mean((u - mean(u)) ** 2)


def layer_norm_jacobian(u):
    """The closed form of d layer_norm(u)_i / d u_j."""
    n = layer_norm(u)
    return (delta(i, j) - 1 / C - n[i] * n[j] / C) / deviation(u)


def rms_norm_jacobian(u):
    """The closed form of d rms_norm(u)_i / d u_j."""
    n = rms_norm(u)
    return (delta(i, j) - n[i] * n[j] / C) / sqrt(mean(u**2))
