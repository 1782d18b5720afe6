"""Adam's bias correction: a moving average of gradients is a weighted sum, and its weights add up to 1 - beta^t.

Kingma and Ba 2015, Sec. 3, for the first moment m_t of the gradients g_1, g_2, ...; that of their squares is the same.
What holds for every t is shown by induction. Where beta is 0 there is nothing to correct, and beta^(t - s) is 0^0.
"""

from symnorm import Theorem, by, define, eq, sequence, symbol, total, whole

beta = symbol("beta", r"\beta")
t, s = whole("t"), whole("s")
m, g = sequence("m"), sequence("g")
weights = total(beta ** (t - s), over=s, up_to=t)
corrected = define("corrected", m[t] / (1 - beta**t), r"\hat{m}_t")

theorem = Theorem(
    "examples/adam", "Adam's bias correction", where=[beta > 0, beta < 1],
    model={g[t]: 1, m[t]: 1 - beta**t},
)  # fmt: skip

recursion = theorem.given("(1)", eq(m[t], beta * m[t - 1] + (1 - beta) * g[t]), "hypothesis")
start = theorem.given("(2)", eq(m[0], 0), "hypothesis")

average = theorem.induction(
    "(3)",
    eq(m[t], (1 - beta) * total(beta ** (t - s) * g[s], over=s, up_to=t)),
    over=t,
    base=by.algebra(recursion.at(t, 1), start),
    step=lambda p: by.algebra(recursion.at(t, t + 1), p),
)
bias = theorem.induction("(4)", eq((1 - beta) * weights, 1 - beta**t), over=t)
theorem.induction(
    "(5)", beta**t < 1, over=t, base=by.sign(), step=lambda p: by.sign(beta * (1 - beta**t) + (1 - beta), p)
)
theorem.claim("(6)", eq((1 - beta) / (1 - beta**t) * weights, 1), by.algebra(bias))
theorem.claim(
    "(7)",
    eq(corrected, (1 - beta) / (1 - beta**t) * total(beta ** (t - s) * g[s], over=s, up_to=t)),
    by.algebra(average),
)
