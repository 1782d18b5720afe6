"""The element-wise layers, and the general ELN, as the kernels calculate them.

Each left side is a closed form of `beyond/vjp_elementwise`; each right side is the same number in the order in
which a kernel computes it. The slope of tanh is computed as sech^2 in the form (2 e/(1 + e^2))^2 with e = exp(-|u|):
it does not cancel where tanh is nearly 1, and e is a number of the format whenever the product with g can be one.
It is also half of 1/cosh(u), which is computed where that is faster.
And alpha is split into two factors, of which one is alpha and the other 1 unless alpha is 0: so the gradient of alpha
is computed from that of x.
"""

from symnorm import Theorem, define, eq, every, exp, mean, ne, sqrt, symbol, tanh, total, vector

from .notation import C, bias, g, gain, i, mu, s, x

alpha = symbol("alpha", r"\alpha")
beta = symbol("beta", r"\beta")

# --- DyT --------------------------------------------------------------------------------------------------

T = define("T", tanh(alpha * x), "T")
u = define("u", alpha * x)
taken = symbol("taken", r"\hat\alpha")
ratio = define("ratio", alpha / taken)
divides = [ne(taken, 0)]
e = define("e", exp(-u))
w = define("w", e / (1 + e * e))
minus_u = -u
dyt = Theorem("beyond/kernel_dyt", "DyT, as it is computed", where=divides)
dyt.claim(
    "slope is even",
    eq(w[i], (exp(-minus_u) / (1 + exp(-minus_u) * exp(-minus_u)))[i]),
    note="for which |u| may stand in the place of u",
)
cosh = (exp(u) + exp(-u)) / 2
dyt.claim("slope by cosh", eq(w[i], (1 / cosh / 2)[i]))
twice = exp(-2 * u)
dyt.claim(
    "tanh by exp",
    eq(tanh(u)[i], (1 - 2 * twice / (1 + twice))[i]),
    note="of which 1 is the larger part where u is at least 1",
)
dyt.claim("tanh is odd", eq(tanh(minus_u)[i], -tanh(u)[i]))
d = define("d", g * gain * w * (4 * taken) * w)
dyt.claim("dx", eq(g[i] * gain[i] * alpha * (1 - T[i] ** 2), (d * ratio)[i]))
dyt.claim("dalpha", eq(total(g * gain * x * (1 - T**2)), total(d * x) / taken))
dyt.claim("dgain", eq(g[i] * T[i], (tanh(u) * g)[i]))
dyt.claim("dbias", eq(g[i], g[i]))
dyt.claim("forward", eq(gain[i] * T[i] + bias[i], (tanh(u) * gain + bias)[i]))

plain = define("plain", g * w * (4 * taken) * w, "d")
dyt_simple = Theorem("beyond/kernel_dyt_simple", "DyT without gain and bias, as it is computed", where=divides)
dyt_simple.claim("forward", eq(T[i], tanh(u)[i]))
dyt_simple.claim("dx", eq(g[i] * alpha * (1 - T[i] ** 2), (plain * ratio)[i]))
dyt_simple.claim("dalpha", eq(total(g * x * (1 - T**2)), total(plain * x) / taken))

at_scaled = define("at_scaled", g * w * (4 * s * taken) * w, "d")
scaled = Theorem(
    "beyond/kernel_dyt_scaled", "Scaled DyT, sqrt(C - 1), as it is computed", where=[C >= 1, *divides]
)
scaled.claim("forward", eq(s * T[i], (tanh(u) * s)[i]))
scaled.claim("dx", eq(s * g[i] * alpha * (1 - T[i] ** 2), (at_scaled * ratio)[i]))
scaled.claim("dalpha", eq(s * total(g * x * (1 - T**2)), total(at_scaled * x) / taken))

n = define("n", sqrt(C), r"\sqrt{C}")
at_scaled_rms = define("at_scaled_rms", g * w * (4 * n * taken) * w, "d")
scaled_rms = Theorem(
    "beyond/kernel_dyt_scaled_rms", "Scaled DyT, sqrt(C), as it is computed", where=[C >= 0, *divides]
)
scaled_rms.claim("forward", eq(n * T[i], (tanh(u) * n)[i]))
scaled_rms.claim("dx", eq(n * g[i] * alpha * (1 - T[i] ** 2), (at_scaled_rms * ratio)[i]))
scaled_rms.claim("dalpha", eq(n * total(g * x * (1 - T**2)), total(at_scaled_rms * x) / taken))

# --- ELN and DyISRU ---------------------------------------------------------------------------------------

Q = define("Q", beta + x**2, "Q")
P = define("P", x**2 + beta, r"\tilde Q")
positive = every(beta + x**2) > 0
f = define("f", g / (P * sqrt(P)))

y = define("y", s * (x / sqrt(Q)))
eln = Theorem("beyond/kernel_eln", "ELN, as it is computed", where=[C >= 1, positive])
eln.claim("forward", eq(s * (x[i] / sqrt(Q[i])), (x / sqrt(P) * s)[i]))
eln.claim("dx", eq(s * beta * g[i] / (Q[i] * sqrt(Q[i])), (f * (s * beta))[i]))
eln.claim("dbeta", eq(-total(g * y / Q) / 2, -(s / 2) * total(f * x)))

z = define("z", n * (x / sqrt(Q)), "y")
dyisru = Theorem("beyond/kernel_dyisru", "DyISRU, as it is computed", where=[C >= 0, positive])
dyisru.claim("forward", eq(n * (x[i] / sqrt(Q[i])), (x / sqrt(P) * n)[i]))
dyisru.claim("dx", eq(n * beta * g[i] / (Q[i] * sqrt(Q[i])), (f * (n * beta))[i]))
dyisru.claim("dbeta", eq(-total(g * z / Q) / 2, -(n / 2) * total(f * x)))

betas = vector("betas", C, r"\beta")
R = define("R", betas + (x - mu) ** 2, "R")
t = define("t", x - total(x) / C)
S = define("S", t**2 + betas, r"\tilde R")
k = define("k", g / (S * sqrt(S)))
o = define("o", s * ((x - mu) / sqrt(R)), "y")
at_deviation = define("at_deviation", s * betas * g / (R * sqrt(R)), "u")
p = define("p", total(k * betas) / C)
general = Theorem(
    "beyond/kernel_eln_general",
    "General ELN, as it is computed",
    where=[C >= 1, every(betas + (x - mu) ** 2) > 0],
)
general.claim("forward", eq(s * ((x[i] - mu) / sqrt(R[i])), (t / sqrt(S) * s)[i]))
general.claim("dx", eq(at_deviation[i] - mean(at_deviation), (k * (betas * s) - p * s)[i]))
general.claim("dbetas", eq(-(g[i] * o[i] / R[i]) / 2, (-(s / 2) * (k * t))[i]))

# --- ISRU -------------------------------------------------------------------------------------------------

b = define("b", 1)  # a number that can be scaled, as beta
W = define("W", 1 + alpha * x**2, "P")
m = define("m", x**2 * alpha + b, r"\tilde P")
v = define("v", g / (m * sqrt(m)))
j = define("j", x / sqrt(1 + alpha * x**2), "f")
isru = Theorem("beyond/kernel_isru", "ISRU, as it is computed", where=[every(1 + alpha * x**2) > 0])
isru.claim("forward", eq(x[i] / sqrt(W[i]), (x / sqrt(m))[i]))
isru.claim("dx", eq(g[i] / (W[i] * sqrt(W[i])), (v * b)[i]))
isru.claim("dalpha", eq(-total(g * j * x**2 / W) / 2, -(total(v * x * x**2) / 2)))

# --- a quotient by a root ---------------------------------------------------------------------------------

square = symbol("square", "S")
number = symbol("number", "z")
off = symbol("off", r"\eta")
guess = define("guess", (1 + off) / sqrt(square), "y")
root = Theorem("beyond/kernel_root", "A quotient by a root, from a guess at its inverse", where=[square > 0])
root.claim("product", eq(number / sqrt(square), number * (1 / sqrt(square))))
root.claim(
    "step",
    eq(guess + guess / 2 * (1 - square * guess * guess), (1 - off**2 * (3 + off) / 2) / sqrt(square)),
    note="a step of Newton's: of a relative error eta it leaves about 3/2 of its square",
)
