"""ELN, what layer normalization itself does: its extreme values, its slope, and how it squashes outliers.

Stollenwerk 2025 (arXiv:2503.21708v1), Sec. 1, 2 and 4.1: what the paper says of (3), and observes in Fig. 2.

All of it holds for every C > 1 and every x whose channels are not all equal; that much is needed for y to be
defined, and the paper does not say it. nu_i is the mean of the other channels, and tau_i^2 their variance.
"""

from symnorm import (
    D,
    Theorem,
    by,
    define,
    delta,
    editors,
    either,
    eq,
    iff,
    implies,
    mean,
    ne,
    others,
    silent,
    sqrt,
    symbol,
    total,
)

from .notation import C, F, i, j, k, layer, mu, sigma2, t, x, y

s = define("s", sqrt(C - 1), r"\sqrt{C-1}")
nu = define("nu", 1 / (C - 1) * others(x, i), r"\nu_i")
tau2 = define("tau2", 1 / (C - 1) * others((x - nu) ** 2, i), r"\tau_i^2")
excess = C - 1 - y[i] ** 2

# --- The extreme values -------------------------------------------------------------------------------------

theorem = Theorem("eln/layer", "The range of layer normalization", where=layer,
    words={
        "Sec. 1 text 2": r"Note that $\mu, \sigma \in \mathbb{R}$ and $y \in \mathbb{R}^C$.",
    },
)

theorem.claim("+the root exists", sigma2 >= 0, by.sign())
real = theorem.claim(
    "Sec. 1 text 2", eq(sqrt(sigma2) * y[i], t),
    note="y_i is a real number: the one that times sigma is x_i - mu",
    reads=r"\mu, \sigma \in \mathbb{R}, \quad y \in \mathbb{R}^C",
)  # fmt: skip
theorem.missing(
    "Sec. 1 text 2", real, sigma2 > 0, at={C: 3, x: [1, 1, 1], i: 1},
    note="where all x_k are equal, sigma is zero, and neither y nor its derivative is defined",
)  # fmt: skip

theorem.supplied("RMSNorm is defined", mean(x**2) > 0, by.sign(sigma2 + mu**2))
no_mean = theorem.suppose("no mean", eq(mu, 0), at={C: 2, x: [-1, 1]})
rms = theorem.supplied(
    "RMSNorm",
    eq(y[i], x[i] / sqrt(mean(x**2))),
    by.algebra(no_mean, by.roots(sqrt(sigma2), sqrt(mean(x**2)), no_mean)),
)
theorem.claim(
    "Sec. 1 text 3",
    implies(no_mean.statement, rms.statement),
    by.discharge(no_mean, rms),
    note="read as: (3) with mu = 0 is RMSNorm",
    reads=r"\mu = 0",
)

spread = theorem.claim("+distance to the extrema", eq(excess, (C - 1) ** 2 / C * tau2 / sigma2))
squares = 1 / (C - 1) * total(((1 - delta(i, k)) * (x[k] - nu)) ** 2, over=k)
theorem.supplied("squares", tau2 >= 0, by.sign(squares))
theorem.claim(
    "+bounds", excess >= 0, by.sign((C - 1) ** 2 / C * tau2 / sigma2),
    also={"Sec. 2 text 6": r"\sqrt{C - 1}"}, note="layer normalization lies between -sqrt(C - 1) and sqrt(C - 1)",
)  # fmt: skip
extreme = theorem.suppose("y_i extreme", either(eq(y[i], s), eq(y[i], -s)), at={C: 2, x: [0, 1]})
equal = theorem.supplied("others equal", eq(tau2, 0), by.algebra(extreme, spread))
alone = theorem.suppose("the others equal", eq(tau2, 0), at={C: 3, x: [0, 0, 1], i: 3})
back = theorem.supplied("extreme", extreme.statement, by.algebra(alone, spread))
theorem.claim(
    "+attained", iff(extreme.statement, equal.statement), by.discharge(extreme, equal, alone, back),
    note="both extrema are attained: exactly where all other channels are equal",
)  # fmt: skip

minus = (-x - mean(-x)) / sqrt(mean((-x - mean(-x)) ** 2))
theorem.claim(
    "+odd", eq(minus[i], -y[i]), also=["Fig. 3 text 1"], note="the mirrored data are those of -x"
)

# --- Within one sample: a straight line ---------------------------------------------------------------------

v = symbol("v")
line = Theorem(
    "eln/layer_line",
    "Within one sample layer normalization is linear",
    where=[editors(C > 1), editors(sigma2 > 0), silent(v > 0)],
)
line.claim("+straight line", eq(y[i] - y[j], 1 / sqrt(sigma2) * (x[i] - x[j])))
line.claim(
    "Sec. 4.1 text 9", D(1 / sqrt(v), v) < 0, by.sign(1 / (2 * v * sqrt(v))),
    note="the channels of one sample lie on a straight line of slope 1/sigma, whatever the values",
    reads="y_i(x_i)",
)  # fmt: skip

# --- Along one channel: a concave curve ---------------------------------------------------------------------

outlier = Theorem(
    "eln/layer_outlier",
    "How layer normalization squashes an outlier",
    where=[*layer, editors(tau2 > 0), editors(t > 0)],
)
bend = outlier.claim(
    "+second derivative", eq(D(D(y[i], x[i]), x[i]), -3 * F**2 * y[i] * excess),
    also=["Sec. 1 text 4"], note="linear to second order where x_i = mu, bent towards the axis elsewhere",
)  # fmt: skip
outlier.supplied("no extremum", excess > 0, by.sign((C - 1) ** 2 / C * tau2 / sigma2))
outlier.claim(
    "Sec. 4.1 text 10", ne(D(D(y[i], x[i]), x[i]), 0), by.sign(-3 * F**2 * y[i] * excess, bend),
    note="whatever the values, if the other channels are not all equal",
)  # fmt: skip
outlier.claim(
    "Sec. 4.1 text 11", D(D(y[i], x[i]), x[i]) < 0, by.sign(3 * F**2 * y[i] * excess, bend),
    note="the slope decreases as x_i > mu grows",
    reads="x_o",
)  # fmt: skip
