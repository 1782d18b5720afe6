"""DyISRU, Sec. 4: the outlier simulation, as far as it is mathematics.

RMSNorm is applied to a sample whose largest entry x_o has been increased by 5 S, (18); here o is called i.
Stollenwerk 2026 (arXiv:2503.21708v3), Sec. 4. (18) is reconstructed with high confidence; the numbers of the fits are lost.

(18) leaves beta_o alone, so by Theorem 3 all outliers lie on one curve, and this curve is DyISRU with beta = beta_o.
That DyISRU fits them at least as well as DyT needs no simulation: its residuals are zero, whatever the sample is. It
says nothing about the other channels, which have another beta each (`dyisru/unit`).

The slope 1/nu of the line on which all (x_k, y_k) of one vector lie is governed by the uncentered variance. It does
not always decrease with the variance; it does where the mean stays 0, and in (18) where x_o > mean and x_o > 0.
"""

from symnorm import D, Theorem, both, by, define, delta, eq, exp, implies, log, mean, sqrt, symbol, total, vector

from .notation import C, alpha, beta, beta_i, dyisru, dyt, i, k, mu, nu, nu2, rms, s, sigma2, v, x, y

xi = x[i]

# --- The data -----------------------------------------------------------------------------------------------------

S = symbol("S")
x_o = define("x_o", xi + 5 * S)
nu2_S = 1 / C * total((x[k] + 5 * S * delta(i, k)) ** 2, over=k)
y_o = define("y_o", x_o / sqrt(nu2_S))
"""RMSNorm of the vector that (18) makes, in the channel of the outlier."""

fit = s * (x_o / sqrt(beta_i + x_o**2))
"""(16) with beta = beta_o."""

data = Theorem("dyisru/outliers", "All outliers lie on one DyISRU", where=[C >= 1, beta_i > 0])

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
    note="with beta = beta_o the residuals of DyISRU are zero, those of DyT are not negative, for any alpha and S",
)

two = dyt(2 * v)
r, q = define("r", sqrt(beta + v**2)), define("q", sqrt(beta + 4 * v**2))
E = exp(2 * alpha * v)
missed = Theorem("dyisru/outliers_dyt", "DyT fits no two of them", where=[C >= 1, beta > 0, v > 0])

fitted = missed.suppose("DyT fits", eq(dyt(v), dyisru(v)), at={beta: 1, v: 1, alpha: log(1 + sqrt(2))})
missed.supplied("r exceeds x_i", r - v > 0, by.sign(beta / (r + v)))
linear = missed.supplied("no fraction", eq(E * (r - v), r + v), by.algebra(fitted, times=s * r))
value = missed.supplied("exponential", eq(E, (r + v) ** 2 / beta), by.algebra(linear, times=r - v))
doubled = missed.supplied("twice as large", eq(two, 2 * s * v * r / (beta + 2 * v**2)), by.algebra(value))
gap = 2 * s * beta * v**3 / ((beta + 2 * v**2) * q * (r * q + beta + 2 * v**2))
excess = missed.supplied("excess", eq(2 * s * v * r / (beta + 2 * v**2) - dyisru(2 * v), gap), by.algebra())
too_large = missed.supplied("DyT too large", two > dyisru(2 * v), by.sign(gap, doubled, excess))
missed.claim(
    "+not one outlier and another twice as large",
    implies(fitted.statement, too_large.statement),
    by.discharge(fitted, too_large),
)

# --- The observations ---------------------------------------------------------------------------------------------

observed = Theorem("dyisru/squashing", "What an outlier does", where=[*rms, beta_i > 0, xi > 0])

second = D(D(y[i], xi), xi)
bent = observed.supplied("second derivative", eq(second, -3 * beta_i * xi / (C**2 * nu**5)), by.algebra())
observed.claim(
    "Sec. 4.1 text 6",
    second < 0,
    by.sign(3 * beta_i * xi / (C**2 * nu**5), bent),
    note="read as: y_o as a function of x_o, the other channels unchanged, is bent",
)
flatter = observed.supplied("derivative of the slope", eq(D(1 / nu, xi), -xi / (C * nu**3)), by.algebra())
observed.claim(
    "Sec. 4.1 text 7",
    both(D(1 / nu, xi) < 0, D(y[i] / xi, xi) < 0),
    by.each(by.sign(xi / (C * nu**3), flatter), by.sign(xi / (C * nu**3), flatter)),
    note="both the line through the other channels and the outlier's own ratio y_o/x_o = 1/nu become flatter",
)
variance = observed.supplied("derivative of the variance", eq(D(sigma2, xi), 2 * (xi - mu) / C), by.algebra())
above = observed.suppose("x_o above the mean", xi > mu, at={C: 3, x: [1, 2, 5], i: 3})
grows = observed.supplied("growing variance", D(sigma2, xi) > 0, by.sign(2 * (xi - mu) / C, variance))
observed.claim(
    "+the variance grows with x_o", implies(above.statement, grows.statement), by.discharge(above, grows)
)

# --- The slope ----------------------------------------------------------------------------------------------------

z = vector("z", C)
mu_z = define("mu_z", mean(z), r"\mu_z")
sigma2_z = define("sigma2_z", mean((z - mu_z) ** 2), r"\sigma_z^2")
nu2_z = define("nu2_z", mean(z**2), r"\nu_z^2")
nu_z = sqrt(nu2_z)

slope = Theorem("dyisru/slope", "The slope and the variance", where=[*rms, nu2_z > 0])
slope.claim("+a line", eq(y[i], 1 / nu * xi), by.algebra())
slope.claim("+the uncentered variance is not the variance", eq(nu2, sigma2 + mu**2), by.algebra())

larger = slope.suppose("larger uncentered variance", nu2 < nu2_z, at={C: 2, x: [0, 1], z: [3, 4]})
steeper = slope.supplied("smaller slope", 1 / nu_z < 1 / nu, by.sign((nu2_z - nu2) / (nu * nu_z * (nu + nu_z))))
slope.claim(
    "Sec. 4.1 text 5",
    implies(larger.statement, steeper.statement),
    by.discharge(larger, steeper),
    printed=implies(sigma2 < sigma2_z, steeper.statement),
    kind="false",
    at={C: 2, x: [1, 7], z: [-4, 4]},
    note="the slope is 1/nu, so it decreases with the uncentered variance; with the variance if the mean keeps "
    "its size, or along (18), where x_o is positive and above the mean",
)

# --- The mirrored points --------------------------------------------------------------------------------------------

mirror = Theorem("dyisru/mirror", "Mirrored data points change no fit", where=[*rms, beta + v**2 > 0])
w = symbol("w", "y_i")
flipped = -xi / sqrt(mean((-x) ** 2))
mirror.claim("+RMSNorm is odd", eq(flipped, -y[i]), by.algebra())
mirror.claim(
    "fn. 1",
    both(
        eq((dyt(v) - w) ** 2 + (dyt(-v) + w) ** 2, 2 * (dyt(v) - w) ** 2),
        eq((dyisru(v) - w) ** 2 + (dyisru(-v) + w) ** 2, 2 * (dyisru(v) - w) ** 2),
    ),
    by.each(by.algebra(), by.algebra()),
    note="all three functions are odd: with (-x, -y) the sum of squares doubles, and its minimum stays where it is",
)
