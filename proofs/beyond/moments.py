"""Third and fourth moments of y, and what AdaNorm makes of them.

AdaNorm's output is z = c (1 - kappa y) y (the paper writes C and k, which have other meanings here). Its mean
is -c kappa, whatever x is; its variance depends on x through mean(y^3) and mean(y^4), and is not 1 even for
c = 1. The bound of mean(y^3) is sharp: a single outlier attains it.
"""

from symnorm import Theorem, by, define, delta, eq, mean, symbol, total

from .notation import C, i, j, k, layer, s, variance, y

# --- moments ----------------------------------------------------------------------------------------------

skew = define("M3", mean(y**3), "M_3")
fourth = define("M4", mean(y**4), "M_4")
row = total((delta(k, j) - 1 / C - y[k] * y[j] / C) ** 2, over=j)

moments = Theorem("beyond/moments", "Third and fourth moments of the normalized vector", where=layer)
moments.claim("row of the projection", eq(row, (C - 1 - y[k] ** 2) / C))
below = 1 / C * total(((s - y[k]) ** 2 + C * row) / (2 * s) * (y[k] + 1 / s) ** 2, over=k)
above = 1 / C * total(((s + y[k]) ** 2 + C * row) / (2 * s) * (y[k] - 1 / s) ** 2, over=k)
moments.claim(
    "largest skewness",
    skew <= (C - 2) / s,
    by.sign(below),
    note="the mean of (sqrt(C - 1) - y)(y + 1/sqrt(C - 1))^2 is not negative, because y_k <= sqrt(C - 1)",
)
moments.claim("smallest skewness", -(C - 2) / s <= skew, by.sign(above))
moments.claim("Pearson's inequality", 1 + skew**2 <= fourth, by.sign(mean((y**2 - 1 - skew * y) ** 2)))

outlier = (C * delta(i, k) - 1) / s
attained = Theorem("beyond/moments_attained", "A single outlier has the largest skewness", where=[C > 1])
attained.claim("mean zero", eq(total(outlier, over=k), 0))
attained.claim("mean square one", eq(1 / C * total(outlier**2, over=k), 1))
attained.claim("skewness", eq(1 / C * total(outlier**3, over=k), (C - 2) / s))
attained.claim(
    "equality in Pearson's inequality",
    eq(1 / C * total(outlier**4, over=k), 1 + ((C - 2) / s) ** 2),
)

# --- AdaNorm's output -------------------------------------------------------------------------------------

c = symbol("c")
kappa = symbol("kappa", r"\kappa")
z = define("z", c * (1 - kappa * y) * y)

output = Theorem("beyond/adanorm_output", "Mean and variance of AdaNorm's output", where=layer)
output.claim("mean", eq(mean(z), -c * kappa))
output.claim("mean square", eq(mean(z**2), c**2 * (1 - 2 * kappa * skew + kappa**2 * fourth)))
spread = output.claim(
    "variance", eq(variance(z), c**2 * (1 - 2 * kappa * skew + kappa**2 * (fourth - 1)))
)
output.claim(
    "variance in parts",
    eq(variance(z), c**2 * ((1 - kappa * skew) ** 2 + kappa**2 * (fourth - 1 - skew**2))),
)
residual = mean((y**2 - 1 - skew * y) ** 2)
output.claim(
    "variance from below", c**2 * (1 - kappa * skew) ** 2 <= variance(z), by.sign(c**2 * kappa**2 * residual)
)
output.claim("common with y", eq(mean(z * y), c * (1 - kappa * skew)))
