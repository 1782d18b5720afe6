"""Vector-Jacobian products of the element-wise layers: DyT, ELN, DyISRU, ISRU; and of the general ELN.

For an arbitrary gradient g at the output, "dx" is the gradient at x_i; "dalpha" and "dbeta" are those of
the parameters that all channels share. Each holds wherever the layer is defined.

The general ELN is not element-wise: it is applied to x - mu, and has a beta_i for each channel. These are
parameters here; with those of ELN, (14), which depend on x, it is layer normalization.
"""

from symnorm import D, Theorem, define, eq, every, exp, mean, sqrt, symbol, tanh, total, vector

from .notation import C, bias, g, gain, i, k, mu, s, x

alpha = symbol("alpha", r"\alpha")
beta = symbol("beta", r"\beta")

# --- DyT --------------------------------------------------------------------------------------------------

T = define("T", tanh(alpha * x), "T")
h = define("h", gain * tanh(alpha * x) + bias)
dyt = Theorem("beyond/vjp_dyt", "DyT with gain and bias: vector-Jacobian products")
dyt.claim("forward", eq(h[i], gain[i] * T[i] + bias[i]))
dyt.claim("dx", eq(total(g[k] * D(h[k], x[i]), over=k), g[i] * gain[i] * alpha * (1 - T[i] ** 2)))
dyt.claim("dalpha", eq(total(g[k] * D(h[k], alpha), over=k), total(g * gain * x * (1 - T**2))))
dyt.claim("dgain", eq(total(g[k] * D(h[k], gain[i]), over=k), g[i] * T[i]))
dyt.claim("dbias", eq(total(g[k] * D(h[k], bias[i]), over=k), g[i]))
E = define("E", exp(-2 * alpha * x))
dyt.claim(
    "slope",
    eq(1 - T[i] ** 2, 4 * E[i] / (1 + E[i]) ** 2),
    note="without cancellation where 1 - T^2 is nearly 0; even in alpha x, for which |alpha x| may stand",
)
dyt.claim("slope is even", eq(4 * E[i] / (1 + E[i]) ** 2, 4 / E[i] / (1 + 1 / E[i]) ** 2))

plain = define("plain", tanh(alpha * x), "y")
dyt_simple = Theorem("beyond/vjp_dyt_simple", "DyT without gain and bias: vector-Jacobian products")
dyt_simple.claim("forward", eq(plain[i], T[i]))
dyt_simple.claim(
    "dx", eq(total(g[k] * D(plain[k], x[i]), over=k), g[i] * alpha * (1 - T[i] ** 2))
)
dyt_simple.claim(
    "dalpha", eq(total(g[k] * D(plain[k], alpha), over=k), total(g * x * (1 - T**2)))
)

scaled = define("scaled", s * tanh(alpha * x), "y")
dyt_scaled = Theorem(
    "beyond/vjp_dyt_scaled", "Scaled DyT, sqrt(C - 1): vector-Jacobian products", where=[C >= 1]
)
dyt_scaled.claim("forward", eq(scaled[i], s * T[i]))
dyt_scaled.claim(
    "dx", eq(total(g[k] * D(scaled[k], x[i]), over=k), s * g[i] * alpha * (1 - T[i] ** 2))
)
dyt_scaled.claim(
    "dalpha", eq(total(g[k] * D(scaled[k], alpha), over=k), s * total(g * x * (1 - T**2)))
)

by_norm = define("by_norm", sqrt(C) * tanh(alpha * x), "y")
dyt_scaled_rms = Theorem(
    "beyond/vjp_dyt_scaled_rms", "Scaled DyT, sqrt(C): vector-Jacobian products", where=[C >= 0]
)
dyt_scaled_rms.claim("forward", eq(by_norm[i], sqrt(C) * T[i]))
dyt_scaled_rms.claim(
    "dx", eq(total(g[k] * D(by_norm[k], x[i]), over=k), sqrt(C) * g[i] * alpha * (1 - T[i] ** 2))
)
dyt_scaled_rms.claim(
    "dalpha", eq(total(g[k] * D(by_norm[k], alpha), over=k), sqrt(C) * total(g * x * (1 - T**2)))
)

# --- ELN and DyISRU ---------------------------------------------------------------------------------------

Q = define("Q", beta + x**2, "Q")
positive = every(beta + x**2) > 0

y = define("y", s * (x / sqrt(beta + x**2)))
eln = Theorem("beyond/vjp_eln", "ELN: vector-Jacobian products", where=[C >= 1, positive])
eln.claim("forward", eq(y[i], s * (x[i] / sqrt(Q[i]))))
eln.claim("dx", eq(total(g[k] * D(y[k], x[i]), over=k), s * beta * g[i] / (Q[i] * sqrt(Q[i]))))
eln.claim("dbeta", eq(total(g[k] * D(y[k], beta), over=k), -total(g * y / Q) / 2))

betas = vector("betas", C, r"\beta")
R = define("R", betas + (x - mu) ** 2, "R")
o = define("o", s * ((x - mu) / sqrt(betas + (x - mu) ** 2)), "y")
at_deviation = define("at_deviation", s * betas * g / (R * sqrt(R)), "u")  # the gradient at x_i - mu
eln_general = Theorem(
    "beyond/vjp_eln_general",
    "General ELN: vector-Jacobian products",
    where=[C >= 1, every(betas + (x - mu) ** 2) > 0],
)
eln_general.claim("forward", eq(o[i], s * ((x[i] - mu) / sqrt(R[i]))))
eln_general.claim(
    "dx", eq(total(g[k] * D(o[k], x[i]), over=k), at_deviation[i] - mean(at_deviation))
)
eln_general.claim("dbeta", eq(total(g[k] * D(o[k], betas[i]), over=k), -(g[i] * o[i] / R[i]) / 2))

w = define("w", sqrt(C) * (x / sqrt(beta + x**2)), "y")
dyisru = Theorem("beyond/vjp_dyisru", "DyISRU: vector-Jacobian products", where=[C >= 0, positive])
dyisru.claim("forward", eq(w[i], sqrt(C) * (x[i] / sqrt(Q[i]))))
dyisru.claim(
    "dx", eq(total(g[k] * D(w[k], x[i]), over=k), sqrt(C) * beta * g[i] / (Q[i] * sqrt(Q[i])))
)
dyisru.claim("dbeta", eq(total(g[k] * D(w[k], beta), over=k), -total(g * w / Q) / 2))

# --- ISRU -------------------------------------------------------------------------------------------------

P = define("P", 1 + alpha * x**2, "P")
f = define("f", x / sqrt(1 + alpha * x**2))
isru = Theorem("beyond/vjp_isru", "ISRU: vector-Jacobian products", where=[every(1 + alpha * x**2) > 0])
isru.claim("forward", eq(f[i], x[i] / sqrt(P[i])))
isru.claim("dx", eq(total(g[k] * D(f[k], x[i]), over=k), g[i] / (P[i] * sqrt(P[i]))))
isru.claim("dalpha", eq(total(g[k] * D(f[k], alpha), over=k), -total(g * f * x**2 / P) / 2))
