"""The layers that normalize, as the kernels calculate them.

Each left side is a closed form of `beyond/vjp_normalization`; each right side is the same number in the order in
which a kernel computes it: a definition is an intermediate result, and what is written first is computed first.
What one row needs once (v, r, p, q) is separated from what every channel needs; y is never stored; and what the
gradient of the gain needs, g t, is what the gradient of x needs already. A rounding error in q is one of the whole
row: it is a quotient by v, as r^2 would have those of a root and of a reciprocal twice.

A sum of t^2 is the variance, and is computed about a pilot value where that is more accurate (`beyond/kernel_centre`).
"""

from symnorm import Theorem, define, eq, mean, sqrt, symbol, total

from .notation import C, U, V, bias, eps, g, gain, i, r_eps, x, y_eps

c = symbol("c")
kappa = symbol("kappa", r"\kappa")

y = y_eps
defined = [C > 0, V > 0]

t = define("t", x - total(x) / C)
v = define("v", total(t**2) / C + eps)
r = define("r", 1 / sqrt(v))

# --- layer normalization ----------------------------------------------------------------------------------

incoming = define("incoming", gain * g, "g'")
layer_norm = Theorem("beyond/kernel_layer_norm", "Layer normalization, as it is computed", where=defined)
layer_norm.claim("forward", eq(gain[i] * y[i] + bias[i], (t * r * gain + bias)[i]))
gt = define("gt", g * t)
p = define("p", total(g * gain) / C)
q = define("q", total(gt * gain) / C / v)
layer_norm.claim(
    "dx",
    eq((incoming[i] - mean(incoming) - y[i] * mean(y * incoming)) / sqrt(V), ((g * gain - t * q - p) * r)[i]),
)
layer_norm.claim("dgain", eq(g[i] * y[i], (r * gt)[i]))
layer_norm.claim("dbias", eq(g[i], g[i]))

simple = Theorem("beyond/kernel_layer_norm_simple", "LayerNorm-simple, as it is computed", where=defined)
simple.claim("forward", eq(y[i], (t * r)[i]))
p1 = define("p1", total(g) / C, "p")
q1 = define("q1", total(g * t) / C / v, "q")
simple.claim(
    "dx", eq((g[i] - mean(g) - y[i] * mean(y * g)) / sqrt(V), ((g - t * q1 - p1) * r)[i])
)

# --- RMSNorm ----------------------------------------------------------------------------------------------

u = define("u", total(x**2) / C + eps)
w = define("w", 1 / sqrt(u), "r")
rms_norm = Theorem("beyond/kernel_rms_norm", "RMSNorm, as it is computed", where=[C > 0, U > 0])
rms_norm.claim("forward", eq(gain[i] * r_eps[i], (x * w * gain)[i]))
gx = define("gx", g * x)
q2 = define("q2", total(gx * gain) / C / u, "q")
rms_norm.claim(
    "dx",
    eq((incoming[i] - r_eps[i] * mean(r_eps * incoming)) / sqrt(U), ((g * gain - x * q2) * w)[i]),
)
rms_norm.claim("dgain", eq(g[i] * r_eps[i], (w * gx)[i]))

rms_simple = Theorem(
    "beyond/kernel_rms_norm_simple", "RMSNorm without gain, as it is computed", where=[C > 0, U > 0]
)
rms_simple.claim("forward", eq(r_eps[i], (x * w)[i]))
q3 = define("q3", total(g * x) / C / u, "q")
rms_simple.claim("dx", eq((g[i] - r_eps[i] * mean(r_eps * g)) / sqrt(U), ((g - x * q3) * w)[i]))

# --- AdaNorm ----------------------------------------------------------------------------------------------

a = define("a", c * r)
b = define("b", kappa * a * r)
ada_norm = Theorem("beyond/kernel_ada_norm", "AdaNorm, the factor detached, as it is computed", where=defined)
ada_norm.claim("forward", eq(c * (1 - kappa * y[i]) * y[i], ((a - t * b) * t)[i]))
weighted = define("weighted", c * (1 - kappa * y) * g, "g'")
h = define("h", (c - t * (kappa * c * r)) * g, r"\tilde g'")
p4 = define("p4", total(h) / C, "p")
q4 = define("q4", total(h * t) / C / v, "q")
ada_norm.claim(
    "dx",
    eq((weighted[i] - mean(weighted) - y[i] * mean(y * weighted)) / sqrt(V), ((h - t * q4 - p4) * r)[i]),
)

sloped = define("sloped", c * (1 - 2 * kappa * y) * g, "g'")
h2 = define("h2", (c - t * (2 * kappa * c * r)) * g, r"\tilde g'")
p5 = define("p5", total(h2) / C, "p")
q5 = define("q5", total(h2 * t) / C / v, "q")
attached = Theorem(
    "beyond/kernel_ada_norm_attached", "AdaNorm, nothing detached, as it is computed", where=defined
)
attached.claim(
    "dx",
    eq((sloped[i] - mean(sloped) - y[i] * mean(y * sloped)) / sqrt(V), ((h2 - t * q5 - p5) * r)[i]),
)

# --- DetachNorm -------------------------------------------------------------------------------------------

detach_norm = Theorem("beyond/kernel_detach_norm", "DetachNorm, as it is computed", where=defined)
detach_norm.claim("both", eq(g[i] / sqrt(V), (g * r)[i]))
detach_norm.claim("mean", eq((g[i] - y[i] * mean(y * g)) / sqrt(V), ((g - t * q1) * r)[i]))
detach_norm.claim("variance", eq((g[i] - mean(g)) / sqrt(V), (g * r - p1 * r)[i]))
