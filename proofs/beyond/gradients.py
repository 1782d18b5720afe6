"""The exact variance of the gradient that layer normalization passes on, with and without detaching.

AdaNorm, Theorem 1, has two inequalities; all four cases are equalities, for an arbitrary gradient g from above:

    mean(a) = mean(g)/sigma    D_a = D_g/sigma^2                        mean and standard deviation detached
    mean(b) = 0                D_b = (D_g - mean(y g)^2)/sigma^2        nothing detached
    mean(c) = mean(g)/sigma    D_c = D_b                                the mean detached
    mean(d) = 0                D_d = D_a                                the standard deviation detached

So the derivative of the mean centres the gradient and changes no variance; the derivative of the standard
deviation lowers the variance by what g has in common with y, and by nothing if g and y are uncorrelated.
"""

from symnorm import D, Theorem, at, by, define, eq, iff, implies, mean, ne, sqrt, symbol, total

from .notation import C, g, i, k, layer, mu, sigma, variance, x, y

mu_hat = symbol("mu_hat", r"\hat\mu")
sigma_hat = symbol("sigma_hat", r"\hat\sigma")

D_g = define("D_g", variance(g), "D_g")
common = define("common", mean(y * g), r"\overline{yg}")
a = define("a", g / sigma)
b = define("b", (g - mean(g) - y * common) / sigma)
c = define("c", (g - y * common) / sigma)
d = define("d", (g - mean(g)) / sigma)
D_a = define("D_a", variance(a), "D_a")
D_b = define("D_b", variance(b), "D_b")
D_c = define("D_c", variance(c), "D_c")
D_d = define("D_d", variance(d), "D_d")


def passed_on(output):
    """The gradient with respect to x_i, where the hats are constants with the values of mean and deviation."""
    slopes = D(output[k], x[i])
    return total(at(at(slopes, mu_hat, mu), sigma_hat, sigma) * g[k], over=k)


gradients = Theorem("beyond/gradients", "The gradients with and without detaching", where=layer)
gradients.claim("a", eq(passed_on((x - mu_hat) / sigma_hat), a[i]))
gradients.claim("b", eq(passed_on(y), b[i]))
gradients.claim("c", eq(passed_on((x - mu_hat) / sigma), c[i]))
gradients.claim("d", eq(passed_on((x - mu) / sigma_hat), d[i]))

means = Theorem("beyond/gradient_means", "The means of the gradients", where=layer)
means.claim("a", eq(mean(a), mean(g) / sigma))
means.claim("b", eq(mean(b), 0))
means.claim("c", eq(mean(c), mean(g) / sigma))
means.claim("d", eq(mean(d), 0))

variances = Theorem("beyond/gradient_variances", "The variances of the gradients", where=layer)
variances.claim("a", eq(D_a, D_g / sigma**2))
variances.claim("b", eq(D_b, (D_g - common**2) / sigma**2))
variances.claim("c", eq(D_c, D_b))
variances.claim("d", eq(D_d, D_a))
variances.claim("lowered by the covariance", eq(D_d - D_b, common**2 / sigma**2))
variances.claim("not larger than D_d", D_b <= D_d, by.sign(common**2 / sigma**2))
variances.claim("common is a covariance", eq(common, mean((y - mean(y)) * (g - mean(g)))))
variances.claim("Cauchy-Schwarz", common**2 <= D_g, by.sign(mean((g - mean(g) - y * common) ** 2)))

equality = Theorem("beyond/gradient_equality", "When the variance is not lowered", where=layer)
lowered = equality.supplied("lowered", eq(D_d - D_b, common**2 / sigma**2))
same = equality.suppose("same variance", eq(D_b, D_d), at={C: 3, x: [-1, 0, 1], g: [1, 5, 1]})
nothing = equality.supplied(
    "nothing in common", eq(common, 0), by.algebra(by.vanishing_square(common, lowered, same))
)
supposed = equality.suppose("uncorrelated", eq(common, 0), at={C: 3, x: [-1, 0, 1], g: [1, 5, 1]})
back = equality.supplied("then the same", same.statement, by.algebra(lowered, supposed))
equality.claim(
    "same variance exactly if uncorrelated",
    iff(same.statement, nothing.statement),
    by.discharge(same, nothing, supposed, back),
)
correlated = equality.suppose("correlated", ne(common, 0))
lower = equality.supplied("strictly lower", D_b < D_d, by.sign(common**2 / sigma**2))
equality.claim(
    "lower if correlated", implies(correlated.statement, lower.statement), by.discharge(correlated, lower)
)

correlation = Theorem(
    "beyond/gradient_correlation", "The variance by the correlation of g and y", where=[*layer, D_g > 0]
)
rho = define("rho", common / sqrt(D_g), r"\rho")
correlation.claim(
    "coefficient of x and g", eq(rho, mean((x - mu) * (g - mean(g))) / (sigma * sqrt(D_g)))
)
correlation.claim("share that is left", eq(D_b, (1 - rho**2) * D_a))
correlation.claim("at most one", rho**2 <= 1, by.sign(mean((g - mean(g) - y * common) ** 2) / D_g))
