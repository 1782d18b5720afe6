"""DyISRU, Sec. 1 and the start of Sec. 2: layer normalization, RMSNorm, DyT.

(3) is written in two ways; RMSNorm is layer normalization without the centering; DyT needs no statistics of the
channels, is linear for small values and bounded for large ones.
Stollenwerk 2026 (arXiv:2503.21708v3). All formulas are reconstructed, (1) to (5) with high or very high
confidence, that of Sec. 1 text 2 with medium confidence.

"Do not involve any subtractions for the purpose of centering" is read as: a shift of all channels by the same
number makes a difference. To layer normalization it makes none, to RMSNorm it mostly does, to DyT always.
"""

from symnorm import D, Theorem, at, both, by, define, delta, eq, implies, mean, silent, sqrt, tanh, total

from .notation import C, alpha, i, j, mu, norm, nu, nu2, rms, s, sigma2, v, x, y

# --- The statistics, and RMSNorm ------------------------------------------------------------------------------

rmsnorm = Theorem("dyisru/rmsnorm", "The statistics, and RMSNorm in two ways", where=rms)

two_ways = rmsnorm.claim("(3)-2", eq(x[i] / nu, s * (x[i] / norm)), by.algebra(by.roots(s * nu, norm)))
rmsnorm.missing(
    "(3)-2", two_ways, nu2 > 0, at={C: 2, x: [0, 0], i: 1}, note="no value where x = 0; (3) is reconstructed"
)
rmsnorm.claim("(4)-2", eq(mean(x**2), norm**2 / C))

# --- Layer normalization, and what a shift of all channels does -----------------------------------------------

ln = define("y_LN", (x - mu) / sqrt(sigma2), r"y^{\text{LN}}")  # (1)
dyt = define("y_DyT", tanh(alpha * x), r"y^{\text{DyT}}")  # (5)


def shift(v):
    """The derivative of v_i along a shift of all channels."""
    return total(D(v[i], x[j]), over=j)


centering = Theorem("dyisru/centering", "Centering", where=[*rms, silent(sigma2 > 0), silent(alpha > 0)])

centering.claim("+the root exists", sigma2 >= 0, by.sign())
real = centering.claim(
    "Sec. 1 text 2",
    eq(sqrt(sigma2) * ln[i], x[i] - mu),
    note="y_i is a real number: the one that times sigma is x_i - mu",
    reads=r"\mu, \sigma \in \mathbb{R}, \quad y \in \mathbb{R}^C",
)
centering.missing(
    "Sec. 1 text 2",
    real,
    sigma2 > 0,
    at={C: 3, x: [1, 1, 1], i: 1},
    note="where all x_k are equal, sigma is zero and y is not defined; the formulas are reconstructed",
)

variance = centering.claim("+variance", eq(sigma2, nu2 - mu**2))
no_mean = centering.suppose("no mean", eq(mu, 0), at={C: 2, x: [-1, 1]})
same = centering.supplied(
    "the two agree", eq(ln[i], y[i]), by.algebra(no_mean, by.roots(sqrt(sigma2), nu, variance, no_mean))
)
centering.claim(
    "Sec. 1 text 3",
    implies(no_mean.statement, same.statement),
    by.discharge(no_mean, same),
    note="layer normalization is RMSNorm of x - mu, by definition: the two differ by the centering",
)

centering.claim("+layer normalization is centered", eq(shift(ln), 0))
centering.claim("+RMSNorm is not", eq(shift(y), (1 - y[i] * mean(y)) / nu))
centering.claim("Sec. 2 text 2", shift(dyt) > 0, by.sign())

# --- DyT ------------------------------------------------------------------------------------------------------

curve = tanh(alpha * v)

tanh_ = Theorem("dyisru/tanh", "DyT is element-wise, linear for small values and bounded", where=[silent(alpha > 0)])
tanh_.claim(
    "Sec. 1 text 7",
    eq(D(dyt[i], x[j]), delta(i, j) * alpha * (1 - dyt[i] ** 2)),
    note="no channel but x_i itself enters y_i",
)
tanh_.claim(
    "Sec. 1 text 8",
    both(
        eq(at(curve, v, 0), 0),
        eq(at(D(curve, v), v, 0), alpha),
        eq(at(D(D(curve, v), v), v, 0), 0),
        1 - curve**2 > 0,
        D(curve, v) <= alpha,
    ),
    by.each(by.algebra(), by.algebra(), by.algebra(), by.sign(), by.sign(alpha * curve**2)),
    note="linear up to the second order at 0; nowhere steeper than there; bounded",
    reads="x",
)
