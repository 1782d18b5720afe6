"""Softmax over any number of classes: its Jacobian, what back-propagation makes of it, and cross-entropy.

x_1, ..., x_C are the logits, Z the sum of their exponentials, p_i = exp(x_i)/Z, LSE = log Z, and H is the cross-entropy
with a target t, which need not be one-hot: it has to sum to one. g_i is the gradient of a loss at p_i, and c the
number that an implementation subtracts from all logits, for instance the largest of them.
"""

from symnorm import D, Theorem, by, define, delta, eq, exp, indices, link, log, others, symbol, total, vector

C, c = symbol("C"), symbol("c")
x, g, t = vector("x", C), vector("g", C), vector("t", C)
i, j = indices("i j", C)
Z = define("Z", total(exp(x)))
p = define("p", exp(x) / Z)
LSE = define("LSE", log(Z), r"\mathrm{LSE}")
H = define("H", -total(t * log(p)))
one_term = by.sign(exp(x[i]) + others(exp(x), i))  # is positive, and the others are not negative

softmax = Theorem("examples/softmax", "Softmax and its derivative", where=[C > 0])

softmax.step("(1)", Z > 0, one_term)
softmax.claim("(2)", eq(total(p), 1))
dZ = softmax.step("(3)", eq(D(Z, x[j]), exp(x[j])))
quotient = softmax.step(
    "(4)", eq(D(p[i], x[j]), (delta(i, j) * exp(x[i]) * Z - exp(x[i]) * exp(x[j])) / Z**2), by.algebra(dZ)
)
jacobian = softmax.claim("(5)", eq(D(p[i], x[j]), p[i] * (delta(i, j) - p[j])), by.algebra(quotient))
softmax.chain(
    "(6)",
    total(g[i] * D(p[i], x[j]), over=i),
    link(total(g[i] * p[i] * (delta(i, j) - p[j]), over=i), by.algebra(jacobian.summed(i, g[i]))),
    g[j] * p[j] - total(g * p) * p[j],
    p[j] * (g[j] - total(g * p)),
    claim=True,
)
softmax.claim("(7)", eq(total(D(p[i], x[j]), over=j), 0), by.algebra(jacobian.summed(j)))
softmax.claim("(8)", eq(exp(x[i] - c) / total(exp(x - c)), p[i]))

entropy = Theorem(
    "examples/cross_entropy", "Cross-entropy", where=[C > 0], along=[x], model={C: 3, t: [1, 0, 0]}
)
target = entropy.given("(9)", eq(total(t), 1), "hypothesis")
entropy.step("(10)", Z > 0, one_term)
gradient = entropy.claim("(11)", eq(D(LSE, x[i]), p[i]))
entropy.claim("(12)", eq(D(D(LSE, x[i]), x[j]), p[i] * (delta(i, j) - p[j])), by.algebra(gradient.d(x[j])))
shifted = by.logarithms({Z: 1, total(exp(x - c)): -1, exp(c): -1})
entropy.claim("(13)", eq(LSE, c + log(total(exp(x - c)))), by.algebra(shifted))
entropy.step("(14)", p[i] > 0, by.sign())
log_p = entropy.step(
    "(15)", eq(log(p[i]), x[i] - LSE), by.algebra(by.logarithms({p[i]: 1, Z: 1, exp(x[i]): -1}))
)
split = entropy.chain(
    "(16)",
    H,
    link(-total(t * (x - LSE)), by.algebra(log_p.summed(i, t[i]))),
    link(LSE - total(t * x), by.algebra(target)),
    claim=True,
)
entropy.claim("(17)", eq(D(H, x[i]), p[i] - t[i]), by.algebra(split.d(x[i]), gradient))
