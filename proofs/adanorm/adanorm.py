"""AdaNorm, Sec. 4.1: the layer (6), (9), and what detaching its scaling factor does to gradients.

z_i = phi(y_i) y_i with phi(y_i) = C(1 - k y_i), where phi(y_i) is treated as a constant in backward
propagation. Xu et al. 2019 (arXiv:1911.07013), Sec. 4.1.

`adanorm/layer`, `adanorm/output`: what the layer is, the mean and the variance of z.
`adanorm/adaptive`: the weight of a channel follows its input, if k is not 0.
`adanorm/backward`: the gradient of x is centred and its variance at most that of the gradient of y over
sigma^2, with the factor detached or not: both follow from the derivative of y alone (Theorem 1). Detaching
replaces the gradient of y, C(1 - 2 k y_i) g_i, by C(1 - k y_i) g_i, and prevents nothing.
"""


from symnorm import D, Theorem, both, by, define, editors, eq, mean, ne, silent, stated, total

from .notation import C, H, g, i, j, k, layer, mu, phi, sigma, sigma2, x, y

# --- the layer --------------------------------------------------------------------------------------------


def variance(a):
    """The variance of the entries."""
    return mean((a - mean(a)) ** 2)


normalized = {r"N(\mathbf{x})": ((x[i] - mu) / sigma, i)}  # (2)
general = Theorem("adanorm/layer", "AdaNorm", where=layer, notation=normalized,
    words={
        "Sec. 4.1 text 2":
            r"where $\mu$ and $\sigma$ are the mean and variance of the input $\mathbf{x} = (x_1, x_2, \dots, "
            "x_H)$",
    },
)
general.claim(
    "(6)-2",
    eq(phi(y[i]) * y[i], phi((x[i] - mu) / sigma) * ((x[i] - mu) / sigma)),
)
squared = general.claim("+sigma", eq(sigma**2, mean((x - mu) ** 2)))
general.counterexample(
    "Sec. 4.1 text 2",
    eq(sigma, mean((x - mu) ** 2)),
    at={H: 2, x: [0, 4]},
    corrected=squared,
    kind="typo",
    note="sigma is the standard deviation, as in (1), (2) and (9)",
    reads=r"\mu, \quad \sigma",
)

weight = define("phi_y", C * (1 - k * y), r"\phi(y)")
z = define("z", weight * y)
m3, m4 = mean(y**3), mean(y**4)
inner = H - 1 - y[i] ** 2

output = Theorem("adanorm/output", "Mean and variance of z", where=[editors(H > 1), editors(sigma2 > 0)])
output.claim("+mean of z", eq(mean(z), -C * k))
output.claim("+variance of z", eq(variance(z), C**2 * (1 - 2 * k * m3 + k**2 * (m4 - 1))))

adaptive = Theorem(
    "adanorm/adaptive",
    "The weight depends on the input",
    where=[*layer, stated(C > 0, "Sec. 4.1 text 8", "C>0"), silent(ne(k, 0)), editors(inner > 0)],
)
slope = adaptive.supplied("slope", eq(D(weight[i], x[i]), -C * k / (H * sigma) * inner))
adaptive.claim(
    "Sec. 4.1 text 6",
    ne(D(weight[i], x[i]), 0),
    by.sign(-(C * k / (H * sigma) * inner), slope),
    note="the weight of a channel follows its input, unless y_i is sqrt(H - 1) or -sqrt(H - 1); for k = 0 "
    "it would be C for every input",
    reads=r"\phi(\mathbf{y})",
)
# --- backward ---------------------------------------------------------------------------------------------


def gradient(p):
    """The gradient at x of a loss whose gradient at y is p: (1/sigma)(p - mean(p) - y mean(y p))."""
    return (p - mean(p) - y * mean(y * p)) / sigma


p = define("p", weight * g)  # at y, if the factor is a constant
q = define("q", C * (1 - 2 * k * y) * g)  # at y, if it is not
b = define("b", gradient(p))
c = define("c", gradient(q))

back = Theorem("adanorm/backward", "Gradients of AdaNorm", where=layer)
back.claim("+detached", eq(total(g[i] * (weight[i] * D(y[i], x[j])), over=i), b[j]))
back.claim("+not detached", eq(total(g[i] * D(z[i], x[j]), over=i), c[j]))
back.claim(
    "Sec. 4.1 text 21",
    both(eq(mean(b), 0), variance(b) <= variance(p) / sigma**2),
    by.each(by.algebra(), by.sign(mean(y * p) ** 2 / sigma**2)),
    note="with the factor detached the gradient is centred, and its variance bounded as in Theorem 1, p being the "
    "gradient at y. Without detaching that is so as well, with q in the place of p: it comes from dy/dx",
    reads=r"C(1 - k\mathbf{y})",
)
back.claim(
    "+without detaching",
    both(eq(mean(c), 0), variance(c) <= variance(q) / sigma**2),
    by.each(by.algebra(), by.sign(mean(y * q) ** 2 / sigma**2)),
)
