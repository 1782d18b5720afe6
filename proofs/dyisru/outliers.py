"""DyISRU, Sec. 4: the outlier simulation, as far as it is mathematics. The data and the fits.

RMSNorm is applied to a sample whose largest entry x_o has been increased by 5 S, (18); here o is called i.
Stollenwerk 2026 (arXiv:2503.21708v3), Sec. 4. (18) is reconstructed with high confidence; the sentence in fn. 1
is printed, its formula reconstructed with medium confidence; the numbers of the fits are lost.

(18) leaves beta_o alone, so by Theorem 3 all outliers lie on one curve, DyISRU with beta = beta_o. That
DyISRU fits them at least as well as DyT needs no simulation: its residuals are zero, whatever the sample is.
And a DyT that fits one of them exactly does not fit one that is twice as large. All this says nothing about the
other channels, which have another beta each (`dyisru/unit`).
"""

from symnorm import (
    Theorem,
    both,
    by,
    define,
    delta,
    editors,
    eq,
    exp,
    implies,
    log,
    mean,
    silent,
    sqrt,
    symbol,
    total,
)

from .notation import C, alpha, beta, beta_i, dimension, dyisru, dyt, i, k, nu2, s, v, x, y

xi = x[i]

# --- The data -------------------------------------------------------------------------------------------------

S = symbol("S")
x_o = define("x_o", xi + 5 * S)
nu2_S = 1 / C * total((x[k] + 5 * S * delta(i, k)) ** 2, over=k)
y_o = define("y_o", x_o / sqrt(nu2_S))
"""RMSNorm of the vector that (18) makes, in the channel of the outlier."""

fit = s * (x_o / sqrt(beta_i + x_o**2))
"""(16) with beta = beta_o."""

data = Theorem("dyisru/outliers", "All outliers lie on one DyISRU", where=[dimension, silent(beta_i > 0)])

data.supplied("RMSNorm is defined", nu2_S > 0, by.sign((beta_i + x_o**2) / C))
curve = data.claim(
    "+the outliers",
    eq(y_o, fit),
    by.algebra(by.roots(s * sqrt(nu2_S), sqrt(beta_i + x_o**2))),
)
data.claim(
    "Sec. 4.2 text 2",
    (fit - y_o) ** 2 <= (dyt(x_o) - y_o) ** 2,
    by.sign((dyt(x_o) - y_o) ** 2, curve),
    also=["Sec. 1 text 11", "Sec. 3 text 11", "Abstract text 4"],
    note="read as: in the channel of the outlier, for the best beta and any alpha. With beta = beta_o DyISRU "
    "leaves no residual; a DyT that fits one outlier misses one twice as large (dyisru/outliers_dyt)",
)

r, q = define("r", sqrt(beta + v**2)), define("q", sqrt(beta + 4 * v**2))
missed = Theorem(
    "dyisru/outliers_dyt",
    "A DyT that fits one outlier is too large at twice its value",
    where=[dimension, editors(beta > 0), editors(v > 0)],
)

fitted = missed.suppose("DyT fits", eq(dyt(v), dyisru(v)), at={beta: 1, v: 1, alpha: log(1 + sqrt(2))})
missed.supplied("r exceeds x_i", r - v > 0, by.sign(beta / (r + v)))
value = missed.supplied(
    "exponential", eq(exp(2 * alpha * v), (r + v) ** 2 / beta), by.algebra(fitted, times=s * r * (r - v))
)
double = 2 * s * v * r / (beta + 2 * v**2)
doubled = missed.supplied("DyT at twice the value", eq(dyt(2 * v), double), by.algebra(value))
missed.supplied(
    "above DyISRU",
    double > dyisru(2 * v),
    by.sign(2 * s * beta * v**3 / ((beta + 2 * v**2) * q * (r * q + beta + 2 * v**2))),
)
too_large = missed.supplied(
    "DyT does not fit", dyt(2 * v) > dyisru(2 * v), by.sign(double - dyisru(2 * v), doubled)
)
missed.claim(
    "+not an outlier and one twice as large",
    implies(fitted.statement, too_large.statement),
    by.discharge(fitted, too_large),
)

# --- The mirrored points --------------------------------------------------------------------------------------

mirror = Theorem(
    "dyisru/mirror",
    "Mirrored data points change no fit",
    where=[dimension, editors(nu2 > 0), silent(beta + v**2 > 0)],
)
w = symbol("w", "y")
flipped = -xi / sqrt(mean((-x) ** 2))
mirror.claim("+RMSNorm is odd", eq(flipped, -y[i]))
mirror.claim("+DyT is odd", eq(dyt(-v), -dyt(v)))
mirror.claim("+DyISRU is odd", eq(dyisru(-v), -dyisru(v)))
mirror.claim(
    "fn. 1",
    both(
        eq((dyt(v) - w) ** 2 + (dyt(-v) + w) ** 2, 2 * (dyt(v) - w) ** 2),
        eq((dyisru(v) - w) ** 2 + (dyisru(-v) + w) ** 2, 2 * (dyisru(v) - w) ** 2),
    ),
    note="all are odd: with (-x, -y) the sum of squares doubles, and its minimum stays where it is",
    reads="(-x, -y)",
)
