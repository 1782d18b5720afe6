"""One object under several names: how the letters of the three papers go together.

    here   ELN (v1)                    its successor (v3)            AdaNorm
    C      C                           C                             H (its C is a scale)
    y      y, (3)                      y, (1)                        y = N(x), (2)
    r      "mu = 0"                    y, (3) and in its theorems
    F      F(x), (6)                   alpha/sqrt(C), in (28)        1/(H sigma)
           alpha = sqrt(C - 1) F       alpha = 1/norm(x), (8)
           beta_i, (14)                beta_i = others(x^2), (14)

In (16) of v1 and (17) of v3, sigma is that of a population, everywhere else that of the vector x; the alpha of
ISRU is the inverse of beta. The formulas of v3 are reconstructed.

RMSNorm agrees with layer normalization where mu = 0, but its derivatives do not: there they differ by F.
"""

from symnorm import D, Theorem, by, define, delta, eq, mean, others, sqrt, symbol, tanh, total

from .notation import (
    B,
    C,
    F,
    beta_i,
    i,
    j,
    layer,
    m,
    mu,
    nu,
    nu2,
    r,
    rms,
    s,
    sigma,
    sigma2,
    t,
    x,
    y,
)

xi = x[i]
norm = sqrt(total(x**2))
u = symbol("u", "x")

# --- ELN and AdaNorm --------------------------------------------------------------------------------------

moments = (total(x**2) - C * mu**2) / C  # sigma^2 as AdaNorm's appendix writes it
W_1 = (delta(i, j) - y[i] * y[j] / C - 1 / C) / sigma  # AdaNorm, (17)
unbiased = sqrt(1 / (C - 1) * total((x - mu) ** 2))

adanorm = Theorem("beyond/notation_map", "ELN and AdaNorm", where=layer)
adanorm.claim("two forms of sigma^2", eq(moments, sigma2))
root = by.roots(sqrt(moments), sigma)
adanorm.claim("AdaNorm (13)", eq(D(sqrt(moments), xi), y[i] / C), by.algebra(root))
adanorm.claim("ELN (25)", eq(D(sigma, xi), D(sqrt(moments), xi)), by.algebra(root))
adanorm.claim("W_1 is the Jacobian", eq(W_1, D(y[i], x[j])))
adanorm.claim(
    "W_1 is its own transpose",
    eq(W_1, D(y[j], x[i])),
    note="so that the denominator layout of AdaNorm makes no difference",
)
adanorm.claim("diagonal of W_1", eq((1 - y[i] ** 2 / C - 1 / C) / sigma, F * (C - 1 - y[i] ** 2)))

coded = (x - mu) / unbiased
code = Theorem("beyond/notation_unbiased", "The standard deviation of AdaNorm's code", where=layer)
root = by.roots(s * unbiased, sqrt(C) * sigma)
code.claim("unbiased", eq(unbiased, sqrt(C) / s * sigma), by.algebra(root))
code.claim("output", eq(coded[i], s / sqrt(C) * y[i]), by.algebra(root), note="without the eps of the code")
code.claim("mean square", eq(mean(coded**2), (C - 1) / C), note="where the paper has 1")

# --- layer normalization and RMSNorm ----------------------------------------------------------------------

derivative = Theorem("beyond/notation_derivative", "The derivative of RMSNorm in the form of ELN", where=rms)
length = by.roots(norm, sqrt(C) * nu)
derivative.claim("norm", eq(norm, sqrt(C) * nu), by.algebra(length))
derivative.claim(
    "v3 (6)",
    eq(D(r[i], x[j]), sqrt(C) / norm * (delta(i, j) - r[i] * r[j] / C)),
    by.algebra(length),
)
derivative.claim(
    "its diagonal",
    eq(sqrt(C) / norm * (1 - r[i] ** 2 / C), 1 / (C * nu) * (C - r[i] ** 2)),
    by.algebra(length),
    note="ELN (5) with C for C - 1 and nu for sigma",
)

centred = Theorem(
    "beyond/notation_centred",
    "RMSNorm and layer normalization where mu = 0",
    where=layer,
    model={x: [-1, 0, 1]},
)
zero = centred.given("mu = 0", eq(mu, 0), "hypothesis")
centred.supplied("not zero", nu2 > 0, by.sign(sigma2 + mu**2))
root = by.roots(nu, sigma, zero)
centred.claim("same output", eq(r[i], y[i]), by.algebra(root, zero))
centred.claim(
    "other derivatives",
    eq(D(r[i], x[j]), D(y[i], x[j]) + F),
    by.algebra(root, zero),
    note="ELN, Sec. 1: RMSNorm is not layer normalization with mu = 0, but with mu replaced by 0",
)

# --- alpha ------------------------------------------------------------------------------------------------

alpha_v1 = define("alpha_v1", s * F, r"\alpha_1")
alpha_v3 = define("alpha_v3", 1 / norm, r"\alpha_3")
f = symbol("F_const", "F_0")
a = symbol("alpha", r"\alpha")
dyt_v1 = s * tanh(s * f * u)
dyt_v3 = sqrt(C) * tanh(a * u)

alphas = Theorem("beyond/notation_alpha", "The alpha of DyT in both papers", where=layer)
alphas.supplied("not zero", nu2 > 0, by.sign(sigma2 + mu**2))
length = by.roots(norm, sqrt(C) * nu)
alphas.claim("v1", eq(alpha_v1, s / (C * sigma)))
alphas.claim("v3", eq(alpha_v3, 1 / (sqrt(C) * nu)), by.algebra(length))
alphas.claim(
    "ratio",
    eq(alpha_v1 / alpha_v3, s / sqrt(C) * (nu / sigma)),
    by.algebra(length),
    note="one for large C and mu = 0",
)
alphas.claim(
    "F of v3", eq(alpha_v3 / sqrt(C), 1 / (C * nu)), by.algebra(length), note="v1's F with nu for sigma"
)
alphas.claim("equation of v1", eq(D(dyt_v1, u), f * (C - 1 - dyt_v1**2)))
alphas.claim("equation of v3", eq(D(dyt_v3, u), a / sqrt(C) * (C - dyt_v3**2)))
alphas.claim(
    "the other reading of v3 (8)",
    eq(sqrt(C) * tanh(sqrt(C) * a * u / sqrt(C)), dyt_v3),
    note="with 1/nu = sqrt(C)/norm(x) for alpha, (12) is sqrt(C) tanh(alpha x/sqrt(C)): the same function",
)

# --- beta -------------------------------------------------------------------------------------------------

beta_v3 = define("beta_v3", others(x**2, i), r"\beta_{i,3}")
betas = Theorem("beyond/notation_beta", "The beta of ELN and of DyISRU", where=layer)
betas.supplied("not zero", nu2 > 0, by.sign(sigma2 + mu**2))
betas.claim("v1", eq(y[i], s * (t / sqrt(beta_i + t**2))), by.algebra(by.roots(sqrt(beta_i + t**2), s * sigma)))
betas.claim(
    "v3",
    eq(r[i], sqrt(C) * (xi / sqrt(beta_v3 + xi**2))),
    by.algebra(by.roots(sqrt(beta_v3 + xi**2), sqrt(C) * nu)),
)
betas.claim("one by the other", eq(beta_i, (C - 1) / C * (beta_v3 - (C - 1) * m**2)))
betas.claim(
    "about the mean of the others",
    eq(B, C / (C - 1) * (beta_v3 - (C - 1) * m**2)),
    note="the parameter of y_i as a function of x_i - m, as in beyond/one_coordinate",
)

# --- ISRU -------------------------------------------------------------------------------------------------

b = symbol("b", r"\beta")
isru = u / sqrt(1 + 1 / b * u**2)
isrus = Theorem("beyond/notation_isru", "ISRU, DyISRU and ELN", where=[C >= 1, b > 0])
root = by.roots(sqrt(b) * sqrt(1 + 1 / b * u**2), sqrt(b + u**2))
isrus.claim("ISRU with alpha = 1/beta", eq(isru, sqrt(b) * u / sqrt(b + u**2)), by.algebra(root))
isrus.claim("DyISRU", eq(sqrt(C) * u / sqrt(b + u**2), sqrt(C) / sqrt(b) * isru), by.algebra(root))
isrus.claim("ELN", eq(s * u / sqrt(b + u**2), s / sqrt(b) * isru), by.algebra(root))
