"""beta_i, and the variance of the gradient that layer normalization passes on, as the kernels calculate them.

The variances are those of `beyond/gradients`, with eps under the root (eps = 0 is what AdaNorm's Theorem 1 has). They
are computed as means of squares, which do not cancel.
"""

from symnorm import Theorem, define, eq, mean, others, sqrt, total

from .notation import C, V, eps, g, i, sigma2, spread, x, y_eps
from .notation import t as deviation

y = y_eps
t = define("t_", x - total(x) / C, "t")
r = define("r_", 1 / sqrt(total(t**2) / C + eps), "r")

beta = Theorem("beyond/kernel_beta", "beta_i, as it is computed", where=[C > 1])
beta.claim("beta_i", eq((C - 1) * sigma2 - deviation**2, ((C - 1) * (total(t**2) / C) - t**2)[i]))
d = define("d_", x - others(x, i) / (C - 1), "d")
beta.claim(
    "by the other channels",
    eq((C - 1) / C * spread, others(d**2, i) * ((C - 1) / C)),
    note="where x_i outweighs the others, the difference above cancels, and this does not",
)

common = define("common", mean(y * g), r"\overline{yg}")
h = define("h", g - total(g) / C)
D_h = define("D_h", total(h**2) / C, "D_g")
left = define("left", h - t * (r * r * (total(h * t) / C)), "g'")
variances = Theorem(
    "beyond/kernel_gradient_variance",
    "The variances of the gradients, as they are computed",
    where=[C > 0, V > 0],
)
for detached, passed, computed in (
    ("both", g / sqrt(V), D_h * (r * r)),
    ("variance", (g - mean(g)) / sqrt(V), D_h * (r * r)),
    ("none", (g - mean(g) - y * common) / sqrt(V), total(left**2) / C * (r * r)),
    ("mean", (g - y * common) / sqrt(V), total(left**2) / C * (r * r)),
):
    dx = define(f"dx_{detached}", passed, rf"dx^{{\mathrm{{{detached}}}}}")
    centre = define(f"mean_dx_{detached}", mean(dx), rf"\overline{{dx}}^{{\mathrm{{{detached}}}}}")
    variances.claim(detached, eq(mean((dx - centre) ** 2), computed))
