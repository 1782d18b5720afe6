"""What the kernels do so that no number leaves the range of its format: they shift and scale, exactly.

Instead of x a kernel may take a (x - b), with a > 0 a power of two and b a value of the row; eps and beta become
a^2 eps and a^2 beta, and h g with another power of two may stand for g. What comes out is then the result itself,
or differs from it by powers of a and h, which are exact. Each line has on its left what a kernel computes, as
`beyond/kernel_...` states it, and on its right the same formula with a (x - b) for x, h g for g, and so on. And a mean
and a variance may be taken about a pilot value p, as close to the mean as a first pass finds it.
"""

from symnorm import Theorem, by, define, eq, every, mean, others, sqrt, symbol, tanh, total, vector

from .notation import C, bias, eps, g, gain, i, mu, s, sigma2, v, variance, x

a = symbol("a")
b = symbol("b")
h = symbol("h")
p = symbol("p")
c = symbol("c")
kappa = symbol("kappa", r"\kappa")
alpha = symbol("alpha", r"\alpha")
beta = symbol("beta", r"\beta")
n = define("n", sqrt(C), r"\sqrt{C}")
betas = vector("betas", C, r"\beta")

moved = define("moved", a * (x - b), "x'")
long = define("long", a * x, "x'")
hg = define("hg", h * g, "g'")


def named(name, body, latex, prime):
    """A definition; one that is made of what is scaled has a prime."""
    return define(name + ("_scaled" if prime else ""), body, latex + prime)


def scales(theorem, formula, plain, scaled, *premises, **factors):
    """Claims that parts of a formula scale: with nothing, or with the factor that is given for it.

    Where a part holds sums over the channels, its summand comes before it.
    """
    ours, theirs, lines = formula(*plain, ""), formula(*scaled, "'"), {}
    for label, left in ours.items():
        right = factors[label] * theirs[label] if label in factors else theirs[label]
        summand = lines.get(f"{label}, summand")
        known = (summand, summand.summed(i)) if summand else premises
        lines[label] = theorem.claim(label, eq(left, right), by.algebra(*known))


# --- a pilot value ----------------------------------------------------------------------------------------

d = define("d", x - p)
off = define("off", total(d) / C)
centre = Theorem("beyond/kernel_centre", "Mean and variance about a pilot value", where=[C > 0])
centre.claim("deviation", eq(x[i] - mu, (d - off)[i]))
centre.claim("variance", eq(sigma2, total(d**2) / C - off * off))
centre.claim("product", eq(total(v * (x - mu)), total(v * d) - off * total(v)))

# --- the layers that normalize ----------------------------------------------------------------------------


def around_the_mean(x, g, eps, prime):
    """What `beyond/kernel_layer_norm`, `_ada_norm` and `_detach_norm` compute."""
    V = named("V", variance(x) + eps, "V", prime)
    y = named("y", (x - mean(x)) / sqrt(V), "y", prime)
    incoming = named("incoming", gain * g, r"\tilde g", prime)
    weighted = named("weighted", c * (1 - kappa * y) * g, r"\hat g", prime)
    sloped = named("sloped", c * (1 - 2 * kappa * y) * g, r"\bar g", prime)

    def passed(u):
        return (u[i] - mean(u) - y[i] * mean(y * u)) / sqrt(V)

    return {
        "forward": gain[i] * y[i] + bias[i],
        "dx": passed(incoming),
        "dgain": g[i] * y[i],
        "dbias": g[i],
        "simple, forward": y[i],
        "simple, dx": passed(g),
        "AdaNorm, forward": c * (1 - kappa * y[i]) * y[i],
        "AdaNorm, dx": passed(weighted),
        "AdaNorm attached, dx": passed(sloped),
        "both detached, dx": g[i] / sqrt(V),
        "the mean detached, dx": (g[i] - y[i] * mean(y * g)) / sqrt(V),
        "the variance detached, dx": (g[i] - mean(g)) / sqrt(V),
    }


def around_zero(x, g, eps, prime):
    """What `beyond/kernel_rms_norm` computes."""
    U = named("U", mean(x**2) + eps, "U", prime)
    r = named("r", x / sqrt(U), "r", prime)
    incoming = named("incoming", gain * g, r"\tilde g", prime)
    return {
        "forward": gain[i] * r[i],
        "dx": (incoming[i] - r[i] * mean(r * incoming)) / sqrt(U),
        "dgain": g[i] * r[i],
        "simple, forward": r[i],
        "simple, dx": (g[i] - r[i] * mean(r * g)) / sqrt(U),
    }


def slopes(*labels):
    """The factor of gradients at x, which fall as x grows."""
    return dict.fromkeys(labels, a / h)


V = variance(x) + eps
scale = Theorem("beyond/kernel_scale", "Layer normalization of a (x - b)", where=[C > 0, V > 0, a > 0, h > 0])
scales(
    scale,
    around_the_mean,
    (x, g, eps),
    (moved, hg, a**2 * eps),
    by.roots(sqrt(variance(moved) + a**2 * eps), a * sqrt(V)),
    dgain=1 / h,
    dbias=1 / h,
    **slopes("dx", "simple, dx", "AdaNorm, dx", "AdaNorm attached, dx"),
    **slopes("both detached, dx", "the mean detached, dx", "the variance detached, dx"),
)

U = mean(x**2) + eps
rms_scale = Theorem("beyond/kernel_scale_rms_norm", "RMSNorm of a x", where=[C > 0, U > 0, a > 0, h > 0])
scales(
    rms_scale,
    around_zero,
    (x, g, eps),
    (long, hg, a**2 * eps),
    by.roots(sqrt(mean(long**2) + a**2 * eps), a * sqrt(U)),
    dgain=1 / h,
    **slopes("dx", "simple, dx"),
)

# --- the element-wise layers ------------------------------------------------------------------------------


def by_a_root(x, g, beta, prime):
    """What `beyond/kernel_eln` and `beyond/kernel_dyisru` compute."""
    Q = named("Q", beta + x**2, "Q", prime)
    y = named("y", s * (x / sqrt(Q)), "y", prime)
    z = named("z", n * (x / sqrt(Q)), "z", prime)
    return {
        "ELN, forward": s * (x[i] / sqrt(Q[i])),
        "ELN, dx": s * beta * g[i] / (Q[i] * sqrt(Q[i])),
        "ELN, dbeta, summand": (g * y / Q)[i],
        "ELN, dbeta": -total(g * y / Q) / 2,
        "DyISRU, forward": n * (x[i] / sqrt(Q[i])),
        "DyISRU, dx": n * beta * g[i] / (Q[i] * sqrt(Q[i])),
        "DyISRU, dbeta, summand": (g * z / Q)[i],
        "DyISRU, dbeta": -total(g * z / Q) / 2,
    }


def general(x, g, betas, prime):
    """What `beyond/kernel_eln_general` computes."""
    R = named("R", betas + (x - mean(x)) ** 2, "R", prime)
    o = named("o", s * ((x - mean(x)) / sqrt(R)), "y", prime)
    u = named("u", s * betas * g / (R * sqrt(R)), "u", prime)
    return {
        "forward": s * ((x[i] - mean(x)) / sqrt(R[i])),
        "dx, summand": u[i],
        "dx": u[i] - mean(u),
        "dbetas": -(g[i] * o[i] / R[i]) / 2,
    }


def isru_(x, g, b, prime):
    """What `beyond/kernel_isru` computes, b being its 1."""
    m = named("m", x**2 * alpha + b, r"\tilde P", prime)
    k = named("k", g / (m * sqrt(m)), "k", prime)
    return {
        "forward": (x / sqrt(m))[i],
        "dx": (k * b)[i],
        "dalpha, summand": (k * x * x**2)[i],
        "dalpha": -(total(k * x * x**2) / 2),
    }


def by_tanh(g, prime):
    """What `beyond/kernel_dyt` and its variants compute."""
    T = define("T", tanh(alpha * x), "T")
    bell = 1 - T**2
    return {
        "dx": g[i] * gain[i] * alpha * (1 - T[i] ** 2),
        "dalpha": total(g * gain * x * bell),
        "dgain": g[i] * T[i],
        "dbias": g[i],
        "simple, dx": g[i] * alpha * (1 - T[i] ** 2),
        "simple, dalpha": total(g * x * bell),
        "scaled, dx": s * g[i] * alpha * (1 - T[i] ** 2),
        "scaled, dalpha": s * total(g * x * bell),
        "scaled for RMSNorm, dx": n * g[i] * alpha * (1 - T[i] ** 2),
        "scaled for RMSNorm, dalpha": n * total(g * x * bell),
    }


positive = every(beta + x**2) > 0
eln = Theorem("beyond/kernel_scale_eln", "ELN and DyISRU of a x", where=[C >= 1, positive, a > 0, h > 0])
scales(
    eln,
    by_a_root,
    (x, g, beta),
    (long, hg, a**2 * beta),
    by.roots(sqrt(a**2 * beta + long**2)[i], a * sqrt(beta + x**2)[i]),
    **slopes("ELN, dx", "DyISRU, dx"),
    **{f"{layer}, dbeta{part}": a**2 / h for layer in ("ELN", "DyISRU") for part in (", summand", "")},
)

distance = betas + (x - mean(x)) ** 2
eln_general = Theorem(
    "beyond/kernel_scale_eln_general", "General ELN of a (x - b)", where=[C >= 1, every(distance) > 0, a > 0, h > 0]
)
scales(
    eln_general,
    general,
    (x, g, betas),
    (moved, hg, a**2 * betas),
    by.roots(sqrt(a**2 * betas + (moved - mean(moved)) ** 2)[i], a * sqrt(distance)[i]),
    dbetas=a**2 / h,
    **slopes("dx, summand", "dx"),
)

isru = Theorem(
    "beyond/kernel_scale_isru", "ISRU of a x, b being its 1", where=[every(alpha * x**2 + b) > 0, a > 0, h > 0]
)
scales(
    isru,
    isru_,
    (x, g, b),
    (long, hg, a**2 * b),
    by.roots(sqrt(long**2 * alpha + a**2 * b)[i], a * sqrt(x**2 * alpha + b)[i]),
    **slopes("dx"),
    **dict.fromkeys(("dalpha, summand", "dalpha"), 1 / h),
)

dyt = Theorem("beyond/kernel_scale_dyt", "DyT, with h g for g", where=[C >= 1, h > 0])
scales(dyt, by_tanh, (g,), (hg,), **dict.fromkeys(by_tanh(g, ""), 1 / h))

# --- diagnostics ------------------------------------------------------------------------------------------


def deviation(x, prime):
    """What `beyond/kernel_beta` computes from the variance."""
    return {"beta_i": (C - 1) * variance(x) - (x[i] - mean(x)) ** 2}


def spread(x, prime):
    """What it computes from the other channels."""
    m = named("m", 1 / (C - 1) * others(x, i), "m", prime)
    return {"by the other channels": (C - 1) / C * others((x - m) ** 2, i)}


def of_gradients(x, g, eps, prime):
    """What `beyond/kernel_gradient_variance` computes."""
    V = named("V", variance(x) + eps, "V", prime)
    y = named("y", (x - mean(x)) / sqrt(V), "y", prime)
    common = named("common", mean(y * g), "q", prime)
    passed = {
        "both": g / sqrt(V),
        "variance": (g - mean(g)) / sqrt(V),
        "none": (g - mean(g) - y * common) / sqrt(V),
        "mean": (g - y * common) / sqrt(V),
    }
    return {detached: variance(dx) for detached, dx in passed.items()}


beta_i = Theorem("beyond/kernel_scale_beta", "beta_i of a (x - b)", where=[C > 1, a > 0])
scales(beta_i, deviation, (x,), (moved,), **{"beta_i": 1 / a**2})
top = Theorem("beyond/kernel_scale_beta_top", "beta_i of a x, by the other channels", where=[C > 1, a > 0])
scales(top, spread, (x,), (long,), **{"by the other channels": 1 / a**2})

variances = Theorem(
    "beyond/kernel_scale_variances", "Variances of gradients for a (x - b)", where=[C > 0, V > 0, a > 0, h > 0]
)
scales(
    variances,
    of_gradients,
    (x, g, eps),
    (moved, hg, a**2 * eps),
    by.roots(sqrt(variance(moved) + a**2 * eps), a * sqrt(V)),
    **dict.fromkeys(("both", "variance", "none", "mean"), a**2 / h**2),
)
