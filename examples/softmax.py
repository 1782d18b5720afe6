"""Softmax over any number of classes: its Jacobian and what back-propagation makes of it, and cross-entropy.

x_1, ..., x_C are the logits, Z the partition function, p_i = exp(x_i)/Z, LSE = log Z, H the cross-entropy with a target
t, that need not be one-hot, only sum to one. g_k is the gradient of a loss at p_k, c the number that an
implementation subtracts from the logits, for instance the largest one.
"""

from symnorm import D, Theorem, by, define, delta, eq, exp, indices, log, symbol, total, vector

C, c = symbol("C"), symbol("c")
x, g, t = vector("x", C), vector("g", C), vector("t", C)
i, j, k = indices("i j k", C)
Z = define("Z", total(exp(x)))
p = define("p", exp(x) / Z)
LSE = define("LSE", log(Z), r"\mathrm{LSE}")

softmax = Theorem("examples/softmax", "Softmax and its derivative", where=[C > 0])

softmax.claim("(1)", eq(total(p), 1), by.algebra())
dZ = softmax.step("(2)", eq(D(Z, x[j]), exp(x[j])), by.algebra())
quotient = softmax.step("(3)", eq(D(p[i], x[j]), (delta(i, j) * exp(x[i]) * Z - exp(x[i]) * exp(x[j])) / Z**2), by.algebra(dZ))
jacobian = softmax.claim("(4)", eq(D(p[i], x[j]), p[i] * (delta(i, j) - p[j])), by.algebra(quotient))
softmax.claim("(5)", eq(total(g[k] * D(p[k], x[i]), over=k), p[i] * (g[i] - total(g * p))), by.algebra(jacobian.at(k, i)))
softmax.claim("(6)", eq(total(D(p[i], x[j]), over=j), 0), by.algebra(jacobian.summed(j)))
softmax.claim("(7)", eq(exp(x[i] - c) / total(exp(x - c)), p[i]), by.algebra())

entropy = Theorem("examples/cross_entropy", "Log-sum-exp and cross-entropy", where=[C > 0], model={C: 3, t: [1, 0, 0]})

target = entropy.given("target", eq(total(t), 1), "hypothesis")
gradient = entropy.claim("(8)", eq(D(LSE, x[i]), p[i]), by.algebra())
entropy.claim("(9)", eq(D(D(LSE, x[i]), x[j]), p[i] * (delta(i, j) - p[j])), by.algebra(gradient.d(x[j])))
entropy.claim("(10)", eq(LSE, c + log(total(exp(x - c)))), by.algebra())
