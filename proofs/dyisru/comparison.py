"""DyISRU, Sec. 3, Comparison: DyT and DyISRU side by side, and what their parameters model.

Stollenwerk 2026 (arXiv:2503.21708v3), Sec. 3. All formulas are reconstructed, (12) with high and (16) with very
high confidence; the symbols in the prose have that of the equations they repeat, those of Sec. 3 text 8 medium.

Both functions stay strictly between -sqrt(C) and sqrt(C), come as close to them as one likes, and agree at 0 to
the second order if alpha = 1/sqrt(beta). DyT converges faster in the end; it is neither faster nor closer
everywhere. What alpha models is the inverse root of the uncentered variance, in both readings of (8); what beta
models is a sum of squares, C - 1 times an uncentered variance.
"""

from fractions import Fraction

from symnorm import (
    D,
    Theorem,
    at,
    both,
    by,
    define,
    editors,
    eq,
    exp,
    log,
    others,
    rational,
    silent,
    sqrt,
    symbol,
    tanh,
)

from .notation import C, alpha, beta, beta_i, dimension, dyisru, dyt, i, norm, nu, nu2, rms, s, v, x, y

tanh_curve = dyt(v)
isru_curve = dyisru(v)
r = define("r", sqrt(beta + v**2))
E = exp(2 * alpha * v)

# --- Minimum and maximum --------------------------------------------------------------------------------------

w = symbol("w")
bounds = Theorem(
    "dyisru/bounds",
    "Bounds",
    where=[dimension, editors(alpha > 0), silent(beta > 0), editors(s - w > 0), editors(s + w > 0)],
)

bounds.supplied("between", C - w**2 > 0, by.sign((s - w) * (s + w)))
bounds.claim(
    "Sec. 3 text 5",
    both(C - tanh_curve**2 > 0, C - isru_curve**2 > 0),
    by.each(by.sign(), by.sign(C * beta / r**2)),
    note="they are bounds that no x_i attains; RMSNorm attains them where all other channels vanish",
    reads=r"y_i, \quad \sqrt{C}",
)
bounds.claim(
    "+DyT takes all values between",
    eq(at(tanh_curve, v, 1 / (2 * alpha) * log((s + w) / (s - w))), w),
)
inverse = sqrt(beta) * w / sqrt(C - w**2)
bounds.claim(
    "+DyISRU takes all values between",
    eq(at(isru_curve, v, inverse), w),
    by.algebra(by.roots(sqrt(beta + inverse**2), s * sqrt(beta) / sqrt(C - w**2))),
)

attained = Theorem("dyisru/bounds_rmsnorm", "Bounds of RMSNorm", where=[dimension, editors(nu2 > 0)])
attained.claim("+distance from the extrema", eq(C - y[i] ** 2, beta_i / nu2))

# --- Convergence to them --------------------------------------------------------------------------------------


def rate(curve):
    """How fast, relatively, the distance to the upper extremum decreases."""
    return D(curve, v) / (s - curve)


far_out = alpha * v >= 2
convergence = Theorem(
    "dyisru/convergence",
    "Convergence to the extrema",
    where=[dimension, silent(alpha > 0), silent(beta > 0), editors(v > 0), editors(far_out)],
)

convergence.supplied("exponential", E - (1 + 2 * alpha * v) >= 0, by.exponential_bound(2 * alpha * v))
convergence.supplied("DyT is positive", tanh_curve > 0, by.sign(s * (E - 1) / (E + 1)))
convergence.supplied("r exceeds x_i", r - v > 0, by.sign(beta / (r + v)))
convergence.supplied("DyISRU below", s - isru_curve > 0, by.sign(s * (r - v) / r))
rate_dyt = convergence.supplied("rate of DyT", eq(rate(tanh_curve), alpha / s * (s + tanh_curve)))
rate_isru = convergence.supplied("rate of DyISRU", eq(rate(isru_curve), (r + v) / r**2))
convergence.claim(
    "Sec. 3 text 6",
    rate(isru_curve) < rate(tanh_curve),
    by.sign(
        alpha * tanh_curve / s + (alpha * v - 2) / v + 2 * (r - v) / (v * r) + (r - v) / r**2,
        rate_dyt,
        rate_isru,
    ),
    note="read as: the distance to sqrt(C) decreases at a greater relative rate, from some x_i on",
    reads=r"\pm \sqrt{C}",
)
convergence.claim(
    "+not the faster one at 0 if beta is less than 1/alpha^2",
    both(eq(at(rate(isru_curve), v, 0), 1 / sqrt(beta)), eq(at(rate(tanh_curve), v, 0), alpha)),
)
convergence.claim(
    "+which is closer",
    eq(tanh_curve - isru_curve, s * (beta * E - (r + v) ** 2) / ((E + 1) * r * (r + v))),
)
convergence.claim(
    "+not the closer one at every x_i",
    2 * tanh(Fraction(1, 20) * rational(40)) < 2 * (40 / sqrt(rational(81) + 40**2)),
    by.bounds(),
    note="at x_i = 40 it is DyISRU, for C = 4, alpha = 1/20 and beta = 81",
)

# --- What DyT approximates ------------------------------------------------------------------------------------


def at_0(curve, order):
    """The derivative of some order at 0."""
    for _ in range(order):
        curve = D(curve, v)
    return at(curve, v, 0)


touching = s * tanh(v / sqrt(beta))
contact = Theorem(
    "dyisru/contact", "DyT with alpha = 1/sqrt(beta) beside DyISRU at 0", where=[dimension, editors(beta > 0)]
)
contact.claim(
    "Sec. 2 text 1",
    both(*[eq(at_0(touching, n), at_0(isru_curve, n)) for n in (0, 1, 2)]),
    note="read as: with beta = beta_i DyISRU is RMSNorm as a function of x_i, and DyT agrees with it at 0 to "
    "the second order; RMSNorm is LN where the mean is 0",
)
contact.claim("+not to the third order", eq(3 * at_0(touching, 3), 2 * at_0(isru_curve, 3)))

# --- What the parameters model --------------------------------------------------------------------------------

models = Theorem("dyisru/parameters", "What alpha and beta stand for", where=[*rms, silent(C > 1)],
    words={
        "Sec. 3 text 8":
            "DyT’s [ ] globally models the inverse uncentered variance of [ ] including all channels, Eq. (8)",
        "Sec. 3 text 9":
            "DyISRU’s [ ] globally models the uncentered variance of [ ] including all channels but the transformed "
            "one, Eq. (15)",
    },
)

models.claim(
    "Sec. 3 text 8",
    eq(1 / norm, 1 / (s * nu)),
    by.algebra(by.roots(norm, s * nu)),
    printed=eq(1 / norm, 1 / nu2),
    kind="reading",
    at={C: 4, x: [1, 1, 3, 5]},
    note="as an equation, and as a proportion, for with 2 x one halves and one quarters. It is the inverse root of the "
    "uncentered variance, up to the factor sqrt(C); if (8) puts alpha for 1/nu, without that factor",
    reads=r"\alpha, \quad x",
)
nu2_others = define("nu2_others", 1 / (C - 1) * others(x**2, i), r"\nu_{\neq i}^2")
models.claim(
    "Sec. 3 text 9",
    eq(beta_i, (C - 1) * nu2_others),
    printed=eq(beta_i, nu2_others),
    kind="reading",
    at={C: 4, x: [1, 1, 3, 5], i: 1},
    note="as an equation; it is a sum, not an average: C - 1 times the uncentered variance of the other channels",
    reads=r"\beta, \quad x",
)
