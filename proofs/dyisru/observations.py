"""DyISRU, Sec. 4.1: what is observed in the data, the slope of the line and the bend of the outliers.

Stollenwerk 2026 (arXiv:2503.21708v3), Sec. 4.1. The sentences are printed; the symbols lost in them are
reconstructed with medium confidence.

All points (x_k, y_k) of one vector lie on a line with slope 1/nu. This slope is governed by the uncentered
variance, nu^2 = sigma^2 + mu^2, and does not always decrease with the variance. In (18) it does, once x_o is
positive and above the mean, because nu and sigma both grow then.
"""

from symnorm import D, Theorem, both, by, define, editors, eq, implies, mean, silent, sqrt, vector

from .notation import C, beta_i, i, mu, nu, nu2, rms, sigma2, x, y

xi = x[i]

# --- The slope ------------------------------------------------------------------------------------------------

z = vector("z", C)
mu_z = define("mu_z", mean(z), r"\mu_z")
sigma2_z = define("sigma2_z", mean((z - mu_z) ** 2), r"\sigma_z^2")
nu2_z = define("nu2_z", mean(z**2), r"\nu_z^2")
nu_z = sqrt(nu2_z)

slope = Theorem("dyisru/slope", "The slope and the variance", where=[*rms, silent(nu2_z > 0)],
    words={
        "Sec. 4.1 text 5": "(i) the slope of the linear function decreases with the variance of [ ]",
    },
)
slope.claim("+a line", eq(y[i], 1 / nu * xi))
slope.claim("+the uncentered variance is not the variance", eq(nu2, sigma2 + mu**2))

larger = slope.suppose("larger uncentered variance", nu2 < nu2_z, at={C: 2, x: [0, 1], z: [3, 4]})
steeper = slope.supplied("smaller slope", 1 / nu_z < 1 / nu, by.sign((nu2_z - nu2) / (nu * nu_z * (nu + nu_z))))
slope.claim(
    "Sec. 4.1 text 5",
    implies(larger.statement, steeper.statement),
    by.discharge(larger, steeper),
    printed=implies(sigma2 < sigma2_z, steeper.statement),
    kind="reading",
    at={C: 2, x: [1, 7], z: [-4, 4]},
    note="of the variance (2): the slope is 1/nu and decreases with the uncentered variance (4); with (2) if the mean "
    "keeps "
    "its size, and along (18), where x_o is positive and above the mean",
    reads="x",
)

# --- Outliers -------------------------------------------------------------------------------------------------

observed = Theorem("dyisru/squashing", "What an outlier does", where=[*rms, silent(beta_i > 0), editors(xi > 0)])

second = D(D(y[i], xi), xi)
bent = observed.supplied("second derivative", eq(second, -3 * beta_i * xi / (C**2 * nu**5)))
observed.claim(
    "Sec. 4.1 text 6",
    second < 0,
    by.sign(3 * beta_i * xi / (C**2 * nu**5), bent),
    note="read as: y_o as a function of x_o, the other channels unchanged, is bent",
)
flatter = observed.supplied("derivative of the slope", eq(D(1 / nu, xi), -xi / (C * nu**3)))
observed.claim(
    "Sec. 4.1 text 7",
    both(D(1 / nu, xi) < 0, D(y[i] / xi, xi) < 0),
    by.each(by.sign(xi / (C * nu**3), flatter), by.sign(xi / (C * nu**3), flatter)),
    note="both the line through the other channels and the outlier's own ratio y_o/x_o = 1/nu become flatter",
    reads="x_o",
)
variance = observed.supplied("derivative of the variance", eq(D(sigma2, xi), 2 * (xi - mu) / C))
above = observed.suppose("x_o above the mean", xi > mu, at={C: 3, x: [1, 2, 5], i: 3})
grows = observed.supplied("growing variance", D(sigma2, xi) > 0, by.sign(2 * (xi - mu) / C, variance))
observed.claim(
    "+the variance grows with x_o", implies(above.statement, grows.statement), by.discharge(above, grows)
)
