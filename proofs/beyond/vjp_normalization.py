"""Vector-Jacobian products of the layers that normalize: what back-propagation has to compute.

For an arbitrary gradient g at the output, "dx" is the gradient at x_i, the total over k of g_k times the
derivative of output k along x_i, in closed form; likewise "dgain" and "dbias". All with eps under the root:
eps = 0 is what the papers write, and eps > 0 makes V > 0 true for every x. What is detached stands outside of
the derivative, or is a constant with a hat that gets its value after the derivative is taken.
"""

from symnorm import D, Theorem, at, define, eq, mean, ne, sqrt, symbol, total

from .notation import C, U, V, bias, eps, g, gain, i, k, mu, r_eps, x, y_eps

c = symbol("c")
kappa = symbol("kappa", r"\kappa")
mu_hat = symbol("mu_hat", r"\hat\mu")
root_hat = symbol("root_hat", r"\hat\sigma")

y, r = y_eps, r_eps
defined = [C > 0, V > 0]
incoming = define("incoming", gain * g, "g'")

# --- layer normalization and RMSNorm ----------------------------------------------------------------------

h = define("h", gain * ((x - mu) / sqrt(V)) + bias)
layer_norm = Theorem("beyond/vjp_layer_norm", "Layer normalization: vector-Jacobian products", where=defined)
layer_norm.claim("forward", eq(h[i], gain[i] * y[i] + bias[i]))
layer_norm.claim(
    "dx",
    eq(
        total(g[k] * D(h[k], x[i]), over=k),
        (incoming[i] - mean(incoming) - y[i] * mean(y * incoming)) / sqrt(V),
    ),
)
layer_norm.claim("dgain", eq(total(g[k] * D(h[k], gain[i]), over=k), g[i] * y[i]))
layer_norm.claim("dbias", eq(total(g[k] * D(h[k], bias[i]), over=k), g[i]))

n = define("n", (x - mu) / sqrt(V), "N")
layer_norm_simple = Theorem(
    "beyond/vjp_layer_norm_simple", "LayerNorm-simple, no gain and bias: vector-Jacobian product", where=defined
)
layer_norm_simple.claim("forward", eq(n[i], y[i]))
layer_norm_simple.claim(
    "dx", eq(total(g[k] * D(n[k], x[i]), over=k), (g[i] - mean(g) - y[i] * mean(y * g)) / sqrt(V))
)

q = define("q", gain * (x / sqrt(U)))
rms_norm = Theorem("beyond/vjp_rms_norm", "RMSNorm: vector-Jacobian products", where=[C > 0, U > 0])
rms_norm.claim("forward", eq(q[i], gain[i] * r[i]))
rms_norm.claim(
    "dx",
    eq(total(g[k] * D(q[k], x[i]), over=k), (incoming[i] - r[i] * mean(r * incoming)) / sqrt(U)),
)
rms_norm.claim("dgain", eq(total(g[k] * D(q[k], gain[i]), over=k), g[i] * r[i]))

plain = define("plain", x / sqrt(U), "q")
rms_norm_simple = Theorem(
    "beyond/vjp_rms_norm_simple", "RMSNorm without gain: vector-Jacobian product", where=[C > 0, U > 0]
)
rms_norm_simple.claim("forward", eq(plain[i], r[i]))
rms_norm_simple.claim(
    "dx", eq(total(g[k] * D(plain[k], x[i]), over=k), (g[i] - r[i] * mean(r * g)) / sqrt(U))
)

# --- AdaNorm ----------------------------------------------------------------------------------------------

factor = c * (1 - kappa * y)
z = define("z", factor * y)
weighted = define("weighted", factor * g, "g'")
ada_norm = Theorem(
    "beyond/vjp_ada_norm", "AdaNorm: vector-Jacobian product, the factor detached", where=defined
)
ada_norm.claim("forward", eq(z[i], c * (1 - kappa * y[i]) * y[i]))
ada_norm.claim(
    "dx",
    eq(
        total(g[k] * factor[k] * D(y[k], x[i]), over=k),
        (weighted[i] - mean(weighted) - y[i] * mean(y * weighted)) / sqrt(V),
    ),
    note="as in the paper: the factor is a constant for the derivative",
)

sloped = define("sloped", c * (1 - 2 * kappa * y) * g, "g'")
attached = Theorem(
    "beyond/vjp_ada_norm_attached", "AdaNorm: vector-Jacobian product, nothing detached", where=defined
)
attached.claim("forward", eq(z[i], c * (1 - kappa * y[i]) * y[i]))
attached.claim(
    "dx",
    eq(total(g[k] * D(z[k], x[i]), over=k), (sloped[i] - mean(sloped) - y[i] * mean(y * sloped)) / sqrt(V)),
)

# --- DetachNorm -------------------------------------------------------------------------------------------


def detached(output):
    """The gradient at x_i, where the constants with a hat have the values of the mean and of the root."""
    slopes = D(output[k], x[i])
    return total(g[k] * at(at(slopes, mu_hat, mu), root_hat, sqrt(V)), over=k)


def copied(output):
    """The output itself, with these values."""
    return at(at(output, mu_hat, mu), root_hat, sqrt(V))


without_both = (x - mu_hat) / root_hat
detach_norm = Theorem("beyond/vjp_detach_norm", "DetachNorm: mean and variance detached", where=defined)
detach_norm.claim("forward", eq(copied(without_both[i]), y[i]))
detach_norm.claim("dx", eq(detached(without_both), g[i] / sqrt(V)))

without_mean = (x - mu_hat) / sqrt(mean((x - mu) ** 2) + eps)
detach_mean = Theorem("beyond/vjp_detach_mean", "DetachNorm: the mean detached", where=defined)
detach_mean.claim("forward", eq(copied(without_mean[i]), y[i]))
detach_mean.claim("dx", eq(detached(without_mean), (g[i] - y[i] * mean(y * g)) / sqrt(V)))
around_hat = (x - mu_hat) / sqrt(mean((x - mu_hat) ** 2) + eps)
detach_mean.claim(
    "dx, also in the variance",
    eq(detached(around_hat), (g[i] - y[i] * mean(y * g)) / sqrt(V)),
    note="the variance is stationary at the mean, so that it does not matter which mean it is taken about",
)

without_variance = (x - mu) / root_hat
detach_variance = Theorem("beyond/vjp_detach_variance", "DetachNorm: the variance detached", where=defined)
detach_variance.claim("forward", eq(copied(without_variance[i]), y[i]))
detach_variance.claim("dx", eq(detached(without_variance), (g[i] - mean(g)) / sqrt(V)))

# --- AdaNorm as its authors' code has it ------------------------------------------------------------------

square = define("square", 1 / (C - 1) * total((x - mu) ** 2), r"\hat s^2")
unbiased = define("unbiased", sqrt(square), r"\hat s")
coded = define("coded", (x - mu) / (unbiased + eps), "y")
coded_factor = c * (1 - kappa * coded)
coded_weighted = define("coded_weighted", coded_factor * g, "g'")
code = Theorem(
    "beyond/vjp_ada_norm_code",
    "AdaNorm with the unbiased standard deviation: vector-Jacobian product",
    where=[C > 1, square > 0, ne(unbiased + eps, 0)],
)
code.claim("forward", eq((coded_factor * coded)[i], c * (1 - kappa * coded[i]) * coded[i]))
code.claim(
    "dx",
    eq(
        total(g[k] * coded_factor[k] * D(coded[k], x[i]), over=k),
        (coded_weighted[i] - mean(coded_weighted)) / (unbiased + eps)
        - coded[i] * total(coded * coded_weighted) / ((C - 1) * unbiased),
    ),
    note="the factor detached; eps is added to the root, not under it",
)
